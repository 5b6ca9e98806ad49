r"""Our rules of private users: cells as coordinates of a vector in the l_2 ball, whose mean shrinking balls estimate.

A sample is Y times the unit vector of its cell, for |Y| <= 1; where the masses of cells are needed too, that and the
unit vector of the cell itself in another block, over sqrt(2). Both are in the unit ball, so that
`upperbounds.vectors.balls` estimates their mean: q_k = E[Y; X in cell k], and the mass p_k. Cells need not be a power
of two. Classification takes the sign of q_k.

*Classification.* Within a cell eta varies by at most w = C_b (sqrt(d)/N)^beta. A point with |eta(x)| <= u costs at most
u: C_a u^(gamma + 1) in all. Elsewhere |q_k| >= (u - w) p_k >= t = (u - w) f_L/N^d with the sign of eta(x), for u > w.
The sign is wrong only if the error of q_k is at least |q_k|. Its probability is at most either

- P(bias > s) + exp(-J (t - s)^2/(2 (B^2/d' + (B + tau)(t - s)/3))) for any s < t, with the last round's J messages of
  norm B in d' dimensions (Bernstein: their second moment in every direction is B^2/d', and they are at most B + tau
  from their expectation); or
- by Chebyshev's inequality summed over cells: with |eta(x)| <= |q_k|/p_k + w <= |q_k|/p_k u/(u - w), what these points
  cost is at most u/(u - w) sum_k E err_k^2/|q_k| <= u R/((u - w) t), R the bound on the vector's squared error.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from notation.user_learning import UserSetting
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.ball import BallResponse
from upperbounds.channels.loss import PrivacyLoss
from upperbounds.channels.vectors import packed
from upperbounds.protocols.protocol import Protocol
from upperbounds.vectors import balls

_MOST_CELLS = 1 << 12
_SHRUNK = 9.0
"""About m times the last ball's squared radius, with what the earlier rounds cost: only the number of cells depends
on it."""


@dataclass(frozen=True)
class CellBalls:
    """The plan of a rule: shrinking balls on the vectors of users' cells.

    Attributes
    ----------
    balls : ShrinkingBalls
        The rounds, in the unit ball of `parts` times as many dimensions as there are cells.
    parts : int
        1 for labels alone, 2 for labels and masses.
    """

    balls: balls.ShrinkingBalls
    parts: int

    @property
    def n(self) -> int:
        """Number of users."""
        return self.balls.n

    @property
    def epsilon(self) -> float:
        """Privacy budget of one user, for all of their samples."""
        return self.balls.epsilon

    @property
    def cells(self) -> int:
        """Number of cells in all."""
        return self.balls.dimension // self.parts

    @property
    def noise(self) -> float:
        """The variance of the noise of a mass, and of a q."""
        return self.balls.channel(-1).second_moment / (self.balls.users[-1] * self.cells)

    def exact(self) -> "CellBalls":
        """The plan itself: its losses are exact."""
        return self

    def protocol(self) -> Protocol:
        """The plan: who sends what. Samples are pairs of a cell and a value, flattened; a cell of -1 is no sample.

        Returns
        -------
        Protocol
            The rounds; the last state is that of `run`.
        """
        found = self.balls.protocol()
        *early, last = (replace(step, statistic=self._vectors) for step in found.rounds)

        def decode(messages: NDArray[Any], state: Any) -> FloatArray:
            return self.back(last.decode(messages, state))

        return replace(found, rounds=(*early, replace(last, decode=decode)))

    def run(self, samples: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Estimate from cells and values.

        Parameters
        ----------
        samples : ndarray, shape (..., users, 2 m)
            Pairs of a cell and a value in [-1, 1].
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray, shape (..., parts, cells)
            Estimates of q, and of p as a second part.
        """
        return self.protocol().run(samples, rng)

    def spend(self) -> list[tuple[range, PrivacyLoss]]:
        """The total loss of each user in multiples of epsilon, exact."""
        return self.protocol().spend()

    def back(self, vectors: FloatArray) -> FloatArray:
        """The parts of a vector.

        Parameters
        ----------
        vectors : ndarray, shape (..., dimension)
            Estimates of the mean vector.

        Returns
        -------
        ndarray, shape (..., parts, cells)
            q, and p as a second part.
        """
        return np.asarray(sqrt(self.parts) * vectors.reshape(*vectors.shape[:-1], self.parts, self.cells))

    def _vectors(self, samples: FloatArray) -> NDArray[Any]:
        """The users' mean vectors, packed, of flattened pairs."""
        pairs = samples.reshape(*samples.shape[:-1], -1, 2)
        rows, m = pairs.shape[:-2], pairs.shape[-2]
        where, values = pairs[..., 0].astype(np.int64).reshape(-1, m), pairs[..., 1].reshape(-1, m)
        place = where + self.cells * np.arange(len(where))[:, None]
        used = where >= 0
        size = len(where) * self.cells
        sums = [np.bincount(place[used], values[used], size)]
        if self.parts == 2:
            sums.append(np.bincount(place[used], minlength=size).astype(np.float64))
        blocks = [found.reshape(*rows, self.cells) for found in sums]
        return packed(np.concatenate(blocks, axis=-1) / (m * sqrt(self.parts)))


def plan_of(n: int, m: int, epsilon: float, cells: int, parts: int) -> CellBalls:
    """The plan for this many cells.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    cells : int
        Number of cells in all.
    parts : int
        1 for labels alone, 2 for labels and masses.

    Returns
    -------
    CellBalls
        The plan.
    """
    return CellBalls(balls.plan(n, m, parts * cells, epsilon, 1.0), parts)


def swing(a: UserSetting, side: int) -> float:
    """w, the most that eta varies within a cell.

    Parameters
    ----------
    a : UserSetting
        Sizes of the problem, its class and the privacy budget.
    side : int
        Number of cells along each axis.

    Returns
    -------
    float
        C_b (sqrt(d)/side)^beta.
    """
    return float(a.C_b * (sqrt(a.d) / side) ** a.beta)


Total = Callable[[UserSetting, int, float], float]
"""The squared error of a rule, for cells along each axis and the vector's squared error."""


@lru_cache(maxsize=4096)
def best_side(a: UserSetting, parts: int, total: Total) -> int:
    """Cells along each axis that minimise `total` for about the vector's squared error.

    Parameters
    ----------
    a : UserSetting
        Sizes of the problem, its class and the privacy budget.
    parts : int
        1 for labels alone, 2 for labels and masses.
    total : callable
        The squared error.

    Returns
    -------
    int
        Their number.
    """

    def cost(side: int) -> float:
        noise = BallResponse(parts * side**a.d, 1.0, a.epsilon).second_moment / a.n
        return total(a, side, noise * min(1.0, _SHRUNK / a.m))

    most = max(int(_MOST_CELLS ** (1 / a.d) + 1e-9), 1)
    return min(np.unique(np.geomspace(1, most, 200).round().astype(int)).tolist(), key=cost)


def squares(a: UserSetting, side: int, vector: float) -> float:
    """What decides on the cells of classification: w^2, and the squared error of q/p.

    Parameters
    ----------
    a : UserSetting
        Sizes of the problem, its class and the privacy budget.
    side : int
        Number of cells along each axis.
    vector : float
        The vector's squared error.

    Returns
    -------
    float
        The sum.
    """
    return swing(a, side) ** 2 + side**a.d / a.f_L * vector


def bound(a: UserSetting, side: int) -> float:
    """The bound of this module on the excess risk of two classes, at the best u.

    Parameters
    ----------
    a : UserSetting
        Sizes of the problem, its class and the privacy budget.
    side : int
        Number of cells along each axis.

    Returns
    -------
    float
        The bound on the excess risk.
    """
    plan = plan_of(a.n, a.m, a.epsilon, side**a.d, 1).balls
    last, biases = plan.channel(-1), balls.last_biases(plan)
    w, mass = swing(a, side), a.f_L / side**a.d
    error = last.second_moment / plan.users[-1] + float(balls.FINE.chances @ biases**2)
    above = w * (1 + 1e-9) + np.geomspace(1e-6, 1.0, 120) * max(1.0 - w, 0.0)
    t = (above - w) * mass
    wrong = np.min(below(last, plan.users[-1], t[:, None] - biases) + np.append(balls.FINE.above, 0.0), axis=1)
    with np.errstate(divide="ignore"):
        cost = np.minimum(wrong, above / (above - w) * error / t)
    return float(np.min(a.C_a * above ** (a.gamma + 1) + cost)) if w < 1 else inf


def below(channel: BallResponse, users: int, x: FloatArray) -> FloatArray:
    """Bernstein's bound on the probability that the noise of an average of messages is -x or less in one direction.

    Parameters
    ----------
    channel : BallResponse
        The channel.
    users : int
        How many messages are averaged.
    x : ndarray, shape (...)
        Numbers; where x is not above 0 the bound is 1.

    Returns
    -------
    ndarray, shape (...)
        The bounds.
    """
    variance, step = channel.second_moment / channel.dimension, channel.magnitude + float(channel.half_width)
    some = np.maximum(x, 0.0)
    return np.asarray(np.exp(-users * some**2 / (2 * (variance + step * some / 3))))
