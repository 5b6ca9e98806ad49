"""Gauss nodes for binomial counts, and the joint law of two partial sums of a multinomial on such nodes.

The polynomials orthonormal for Bin(n, p) are Krawtchouk's; their Jacobi matrix gives nodes and weights (Golub and
Welsch 1969). Two partial sums X <= Y of a multinomial are sums of n independent pairs of Bernoulli variables, so
E[phi_i(X) psi_j(Y)] = rho^i where i = j and 0 elsewhere, rho the correlation of one pair (Eagleson 1964). On nodes
their joint law is therefore sum over i of rho^i phi_i(x) psi_i(y) with the Gauss weights: exact for polynomials.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from scipy.linalg import eigh_tridiagonal

from upperbounds.channels.arrays import FloatArray


@dataclass(frozen=True)
class NodeGrid:
    """Nodes for a count, shape (size,), that is Bin(users, below) (users in all); a point where it is certain.

    `modes[i, x]` is the i-th orthonormal polynomial at node x times the square root of its weight: an orthogonal
    matrix whose row 0 holds the square roots of the weights.
    """

    nodes: FloatArray
    modes: FloatArray
    below: float
    above: float


def point(value: float) -> NodeGrid:
    """A count that is certain."""
    return NodeGrid(np.array([float(value)]), np.ones((1, 1)), 0.0, 1.0)


def gauss(n: int, below: float, above: float, size: int) -> NodeGrid:
    """`size` nodes (no more than there are values) for Bin(users, below), above = 1 - below."""
    size = min(size, n + 1)
    i = np.arange(size, dtype=np.float64)
    diagonal = below * (n - i) + above * i
    beside = np.sqrt(i[1:] * below * above * (n - i[1:] + 1))
    nodes, vectors = eigh_tridiagonal(diagonal, beside) if size > 1 else (diagonal, np.ones((1, 1)))
    signs = np.where(vectors[0] < 0, -1.0, 1.0)
    return NodeGrid(np.asarray(nodes, dtype=np.float64), np.asarray(vectors * signs, dtype=np.float64), below, above)


def joined(first: NodeGrid, second: NodeGrid) -> FloatArray:
    """The joint law of two partial sums on their nodes over the square roots of both weights: norm at most 1.

    `second` holds the larger sum. Where one of them is certain the two are independent.
    """
    size = min(len(first.nodes), len(second.nodes))
    if size == 1:
        return np.outer(first.modes[0], second.modes[0])
    rho = sqrt(first.below / second.below * (second.above / first.above))
    return np.asarray((first.modes[:size] * rho ** np.arange(size)[:, None]).T @ second.modes[:size])
