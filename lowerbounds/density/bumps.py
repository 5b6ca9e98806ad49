r"""Ours: Assouad's cube of bumps with a polynomial bump, instead of the smooth one of kent Appendix H.5.

f_v = 1 + s sum_j v_j g(kx - j + 1), v in {-1, 1}^k, g(u) = u^b (1-u)^b (1-2u)/S on [0, 1], b = beta, S the supremum.
- g is odd about 1/2 and vanishes at both ends with its first b - 1 derivatives, so that f_v is a density for s < 1 and
  its periodic continuation has an absolutely continuous derivative of order b - 1.
- u^b (1-u)^b (1-2u) is the derivative of (u(1-u))^(b+1)/(b+1), so its b-th derivative is, by Rodrigues' formula, b!
  times Legendre's polynomial of degree b + 1 on [0, 1]: with square integral (b!)^2/(2b + 3). Hence
  sum_j a_j^2 theta_j^2 = pi^(-2b) s^2 k^(2b) (b!)^2/((2b + 3) S^2) (kent/own/sobolev-energy), at most r^2 for s up to
  r pi^b S sqrt(2b + 3)/(k^b b!).
- S^2 = (b/(4b + 2))^(2b)/(2b + 1), at (1 - 2u)^2 = 1/(2b + 1).
- c = integral of g^2 = {B(2b+1, 2b+1) - 4B(2b+2, 2b+2)}/S^2; any estimate yields a_j with squared error at least
  (c/k) sum_j (a_j - s v_j)^2, by projecting onto the bumps.
- From a uniform cell j and a sign with mean s v_j one can draw a sample of f_v: from k(1 +- g(kx - j + 1)) on the cell.
  So, for every protocol, messages about densities are no more informative about v than messages about the signed axes
  `Axes(k, s)`, for which bounds are in `lowerbounds.methods.perturbations` and `mutual_information`.
"""

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

import sympy
from flint import arb

from lowerbounds.information.contraction import kl_absolute
from lowerbounds.information.fair_signs import known_at_most
from lowerbounds.methods.cubes import Axes
from lowerbounds.methods.families import Family, Signal
from lowerbounds.methods.perturbations import ROUTES, Route, sized, usable, witness
from lowerbounds.methods.two_point import BoundChain, BoundStep
from lowerbounds.methods.vector_bounds import VectorBound, bound_of, checked_vector
from lowerbounds.numerics.enclosures import ball, exact_down, precise
from lowerbounds.numerics.line_search import best_point
from notation.parameters import count, within
from notation.setting import LEAST_SIZE, MOST_SIZE, MOST_SMOOTHNESS, count_up_to
from notation.symbols import beta as beta_
from notation.symbols import epsilon as epsilon_
from notation.symbols import largest, smallest
from notation.symbols import m as m_
from notation.symbols import n as n_
from notation.symbols import r as r_

_Z = n_ * epsilon_ * sympy.tanh(epsilon_ / 2)
FLOOR_RATE = r_**2 * smallest(1, _Z ** (-2 * beta_))
RATE = largest(
    smallest(r_**2, r_ ** (2 / (beta_ + 1)) * (n_ * m_ * (sympy.exp(epsilon_) - 1) ** 2) ** (-beta_ / (beta_ + 1))),
    FLOOR_RATE,
)
_CONDITION = "every n, m, beta >= 1, epsilon > 0 and r > 0; the class with a_1 = 0"
_LARGEST = 1 - Fraction(1, 2**20)
"""The largest s, so that densities are above 0."""
_RATIO = 1.15


def _information(family: Signal, n: int, _: int, epsilon: float) -> arb:
    return 1 - known_at_most(n * kl_absolute(epsilon) / family.signs)


INFORMATION = Route("information of one sign", _information, "zhao/own/floor-mean")
"""The floor for every number of samples."""


@lru_cache(maxsize=MOST_SMOOTHNESS)
def squares(beta: int) -> tuple[Fraction, Fraction]:
    """c = the integral of g^2, and that of the square of its beta-th derivative, exact.

    Parameters
    ----------
    beta : int
        Smoothness of the class.

    Returns
    -------
    tuple of (Fraction, Fraction)
        The two integrals.
    """
    top = Fraction(beta, 4 * beta + 2) ** (2 * beta) / (2 * beta + 1)
    norm = _beta_integral(2 * beta) - 4 * _beta_integral(2 * beta + 1)
    return norm / top, Fraction(math.factorial(beta) ** 2, 2 * beta + 3) / top


def _beta_integral(power: int) -> Fraction:
    """The integral of (u (1-u))^power over [0, 1]."""
    return Fraction(math.factorial(power) ** 2, math.factorial(2 * power + 1))


@precise
def highest(k: int, beta: int, r: float) -> Fraction:
    """The largest s for k bumps in the class with positive densities, rounded down.

    Parameters
    ----------
    k : int
        Number of bumps.
    beta : int
        Smoothness of the class.
    r : float
        Radius of the class.

    Returns
    -------
    Fraction
        s.
    """
    _, energy = squares(beta)
    return min(exact_down(ball(r) * (arb.pi() / k) ** beta / ball(energy).sqrt()), _LARGEST)


def cube(k: int, s: Fraction, beta: int) -> Axes:
    """The signed axes whose weight is that of the bumps: squared error c/k per unit of that of s v_j.

    Parameters
    ----------
    k : int
        Number of bumps.
    s : Fraction
        s, the size of the bumps.
    beta : int
        Smoothness of the class.

    Returns
    -------
    Axes
        The axes.
    """
    return Axes(k, s, squares(beta)[0] * k)


def _numbers(n: int, m: int, beta: int, epsilon: float, r: float) -> Iterator[int]:
    """Numbers of bumps to try: all small ones, then a geometric list."""
    most = max(
        (math.log(n) + math.log(m) + 2 * max(math.log(r), 0.0)) / (2 * beta + 1), math.log(n) + math.log1p(epsilon)
    )
    k = 1
    while math.log(k) <= most + 1:
        yield k
        k = max(k + 1, math.floor(k * _RATIO))


@precise
def _best(routes: tuple[Route, ...], n: int, m: int, beta: int, epsilon: float, r: float) -> tuple[Family, Route, arb]:
    """The family, the route and the value of the largest bound: at the largest s, then at the best one."""

    def value(k: int, s: Fraction, route: Route) -> arb:
        unknown = route.unknown(cube(k, s, beta), n, m, epsilon)
        found = sized(cube(k, s, beta), unknown)
        return found if usable(found) else arb(0)

    found = [
        (value(k, highest(k, beta, r), route), k, route) for k in _numbers(n, m, beta, epsilon, r) for route in routes
    ]
    _, k, route = max(found, key=lambda entry: entry[0].mid())
    refined = []
    for near in {max(k - 1, 1), k}:
        top = highest(near, beta, r)
        s = best_point(lambda s, near=near: value(near, s, route), float(top) / 100, top)  # type: ignore[misc]
        refined.append((cube(near, s, beta), route, value(near, s, route)))
    return max(refined, key=lambda entry: entry[2].mid())


def _bound(
    routes: tuple[Route, ...], name: str, rate: sympy.Expr, n: int, m: int, beta: int, epsilon: float, r: float
) -> VectorBound:
    n, m, _, epsilon, _ = checked_vector(n, m, 1, epsilon, 1.0)
    beta = count_up_to("beta", beta, MOST_SMOOTHNESS)
    r = float(within("r", r, LEAST_SIZE, MOST_SIZE))
    family, route, value = _best(routes, n, m, beta, epsilon, r)
    seen, _ = witness(family, n, m, epsilon)
    chain = BoundChain(
        (
            BoundStep(
                "Bayes risk of the signed axes at the witness",
                sized(family, seen.max(arb(0))),
                "lower end of the exact value",
            ),
            BoundStep(route.name, value, route.source),
        )
    )
    parameters: dict[str, int | float | Fraction] = {"n": n, "m": m, "beta": beta, "epsilon": epsilon, "r": r}
    more: dict[str, int | float | Fraction] = {"s": family.s, "bumps": count("bumps", family.signs)}
    return bound_of(chain, f"{name}: {route.name}", parameters | more, rate, (_CONDITION,))


@precise
def bumps(n: int, m: int, beta: int, epsilon: float, r: float = 1.0) -> VectorBound:
    """Return the bound by the cube of bumps.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    beta : int
        Smoothness of the class.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    r : float, default 1.0
        Radius of the class.

    Returns
    -------
    VectorBound
        The bound, a squared L_2 distance.

    Raises
    ------
    ParameterError
        For a number out of range.
    """
    return _bound((*ROUTES, INFORMATION), "cube of bumps", RATE, n, m, beta, epsilon, r)


@precise
def floor(n: int, m: int, beta: int, epsilon: float, r: float = 1.0) -> VectorBound:
    """Return the floor for every m, by the same cube.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    beta : int
        Smoothness of the class.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    r : float, default 1.0
        Radius of the class.

    Returns
    -------
    VectorBound
        The bound, a squared L_2 distance.

    Raises
    ------
    ParameterError
        For a number out of range.
    """
    return _bound((INFORMATION,), "cube of bumps, any m", FLOOR_RATE, n, m, beta, epsilon, r)
