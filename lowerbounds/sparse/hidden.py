r"""Ours: one coordinate of each of s blocks has a mean of +-delta D, at a hidden place; every n, m, epsilon and s <= d.

Blocks have N = d // s coordinates, data are independent signs times D, and C, the place and the sign in a block, is
uniform on Q = 2N values.

*Error.* Given the other blocks, let M_c be the law of all messages at C = c, M_0 that of an empty block, and pi the
posterior of C. The squared error of the block is at least delta^2 D^2 (1 - E sum_c pi_c^2), because signs of one place
only cancel, and E sum pi_c^2 <= E max pi_c <= (1 + sum_c TV(M_c, M_0))/Q.

*Messages.* For one sign the N perturbations of a user's data from an empty block are orthogonal, each of second moment
A = (1 + delta^2)^m - 1. As in `lowerbounds.methods.perturbations` the sum over places of KL(M_0||M_c) of one message is
at most g(y) min{sinh(epsilon/2)^2, N tanh(epsilon/2)^2} A, y = (e^epsilon - 1) TV, where TV of the user's data is at
most sqrt(A)/2. The law of earlier messages is M_0's for every c, so that users add up. With x = n/N times this, TV is
at most min{sqrt(x/2), sqrt(1 - e^-x)} on average.

The risk is at least s delta^2 D^2 (1 - 1/Q - TV): for many users about s d/(n m), as in kent Theorem 7.
"""

from fractions import Fraction

import sympy
from flint import arb

from lowerbounds.methods.perturbations import bessel_constant, kl_by_chi_square
from lowerbounds.methods.two_point import BoundChain, BoundStep
from lowerbounds.methods.vector_bounds import VectorBound, bound_of, checked_vector
from lowerbounds.numerics.enclosures import ball, precise
from lowerbounds.numerics.line_search import best_point
from notation.parameters import ParameterError, count
from notation.symbols import D as D_
from notation.symbols import d as d_
from notation.symbols import epsilon as epsilon_
from notation.symbols import m as m_
from notation.symbols import n as n_
from notation.symbols import s as s_
from notation.symbols import smallest

_RATE = D_**2 * s_ * smallest(1, (1 + d_ / (s_ * n_ * sympy.sinh(epsilon_ / 2) ** 2)) ** (1 / m_) - 1)
_SOURCE = "Assouad over blocks, Bessel"


@precise
def divergence(places: int, n: int, m: int, epsilon: float, delta: Fraction) -> arb:
    """Enclose x: a bound on the mean over places of KL of all messages, with no coordinate and with one, of one sign.

    Parameters
    ----------
    places : int
        N, the number of coordinates where it may be.
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    delta : Fraction
        Size of the mean that is not 0, in units of D.

    Returns
    -------
    arb
        An enclosure.
    """
    second = (m * ball(delta**2).log1p()).expm1()
    near = kl_by_chi_square(epsilon, (second.sqrt() / 2).min(arb(1)))
    return n * near * bessel_constant(places, epsilon) * second / places


@precise
def unknown(places: int, n: int, m: int, epsilon: float, delta: Fraction) -> arb:
    """Enclose 1 - 1/Q - TV, which may be negative.

    Parameters
    ----------
    places : int
        N, the number of coordinates of a block.
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    delta : Fraction
        Size of the mean that is not 0, in units of D.

    Returns
    -------
    arb
        An enclosure.
    """
    x = divergence(places, n, m, epsilon, delta)
    apart = (x / 2).sqrt().min((-(-x).expm1()).sqrt())
    return 1 - ball(Fraction(1, 2 * places)) - apart


@precise
def hidden(n: int, m: int, d: int, s: int, epsilon: float, D: float = 1.0) -> VectorBound:
    """Return the bound at a delta near the best.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    s : int
        Sparsity, from 1 to d.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.

    Raises
    ------
    ParameterError
        Unless s is a whole number from 1 to d.
    """
    n, m, d, epsilon, exact = checked_vector(n, m, d, epsilon, D)
    if count("s", s) > d:
        raise ParameterError(f"s = {s}: must be at most d = {d}")
    places = d // s

    def height(delta: Fraction) -> arb:
        left = unknown(places, n, m, epsilon, delta)
        return ball(delta) ** 2 * left if left > 0 else -ball(delta)

    delta = best_point(height, least_size(places, n, m, epsilon), Fraction(1))
    value = s * ball(exact * delta) ** 2 * unknown(places, n, m, epsilon, delta)
    parameters: dict[str, int | float | Fraction] = {"n": n, "m": m, "d": d, "s": s, "epsilon": epsilon, "D": D}
    chain = BoundChain((BoundStep("wrong places at an average TV", value, _SOURCE),))
    conditions = ("every n, m >= 1, s <= d and epsilon > 0",)
    return bound_of(chain, "hidden coordinates of blocks", parameters | {"delta": delta}, _RATE, conditions)


def least_size(places: int, n: int, m: int, epsilon: float) -> float:
    """A delta far below where x = 1.

    Parameters
    ----------
    places : int
        N, the number of coordinates where the one with a mean may be.
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.

    Returns
    -------
    float
        The size, above 0.
    """
    odds = float(places / n) / max(float(bessel_constant(places, min(epsilon, 600.0)).mid()), 1e-290)
    return max(min(odds / m, 1.0) ** 0.5 / 100, 1e-250)
