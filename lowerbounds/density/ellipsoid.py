r"""Ours: van Trees on an ellipsoid of coefficients, f = 1 + sum_j theta_j phi_j at frequencies from `first` to `last`.

phi_{2f}, phi_{2f+1} are sqrt(2) cos(2 pi f x), sqrt(2) sin(2 pi f x), both of weight a = (2f)^b, b = beta, and k is the
number of coefficients.
- theta_j = rho u_j/a_j, |u| <= 1, rho <= r: so sum_j a_j^2 theta_j^2 <= r^2. By Cauchy-Schwarz |f - 1| is at most
  eta = rho sqrt(2 sum_f (2f)^(-2b)), which has to be below 1.
- A sample's scores phi_j/f are centred, and their covariance, the integral of phi phi^T/f, is at most 1/(1-eta). By
  Bessel's inequality, as in `lowerbounds.methods.perturbations`, the informations of a message about all theta_j add up
  to m min{sinh(epsilon/2)^2, k tanh(epsilon/2)^2}/(1-eta) at most, given the earlier messages too: J.
- u has the density proportional to (1 - |u|^2)^q, q > 1, on the unit ball. As |u|^2 has the law Beta(k/2, q+1), each
  coordinate's information is 4 q^2 E |u|^2/(1-|u|^2)^2 / k = q (k + 2q)/(q-1).
- van Trees, coordinate by coordinate, and Jensen: E sum_j (a_j - theta_j)^2 >= k^2/(n J + I), with
  I = q (k+2q)/(q-1) sum_j a_j^2/rho^2.
As x^(2b) and x^(-2b) are convex, sums over f are at most integrals from first - 1/2 to last + 1/2.
"""

import math
from collections.abc import Iterator
from fractions import Fraction

import sympy
from flint import arb

from lowerbounds.methods.perturbations import bessel_constant
from lowerbounds.methods.two_point import BoundChain, BoundStep
from lowerbounds.methods.vector_bounds import VectorBound, bound_of, checked_vector
from lowerbounds.numerics.enclosures import ball, exact_down, precise
from notation.parameters import within
from notation.setting import LEAST_SIZE, MOST_SIZE, MOST_SMOOTHNESS, count_up_to
from notation.symbols import beta as beta_
from notation.symbols import epsilon as epsilon_
from notation.symbols import m as m_
from notation.symbols import n as n_
from notation.symbols import r as r_
from notation.symbols import smallest

_RATE = smallest(r_**2, r_ ** (2 / (beta_ + 1)) * (n_ * m_ * sympy.sinh(epsilon_ / 2) ** 2) ** (-beta_ / (beta_ + 1)))
_CONDITION = "every n, m, beta >= 1, epsilon > 0 and r > 0; the class with a_1 = 0"
_SLACKS = (Fraction(3, 4), Fraction(1, 2), Fraction(1, 4), Fraction(1, 16))
"""Limits of eta to try."""
_RATIO = 1.1
_MOST_FREQUENCY = 1e9


def _integral(first: int, last: int, power: int) -> Fraction:
    """The integral of x^power from first - 1/2 to last + 1/2, power not -1."""
    low, high = Fraction(2 * first - 1, 2), Fraction(2 * last + 1, 2)
    return (high ** (power + 1) - low ** (power + 1)) / (power + 1)


def radius(first: int, last: int, beta: int, r: float, slack: Fraction) -> tuple[Fraction, arb]:
    """The radius rho at which densities are 1 to within the slack, at most r, and eta.

    Parameters
    ----------
    first : int
        The lowest frequency.
    last : int
        The highest frequency.
    beta : int
        Smoothness of the class.
    r : float
        Radius of the class.
    slack : Fraction
        Limit of eta, below 1.

    Returns
    -------
    tuple of (Fraction, arb)
        rho, rounded down, and an enclosure of eta.
    """
    reach = ball(2 * _integral(first, last, -2 * beta) / 4**beta).sqrt()
    rho = min(Fraction(r), exact_down(ball(slack) / reach))
    return rho, ball(rho) * reach


@precise
def van_trees_value(
    n: int, m: int, beta: int, epsilon: float, r: float, frequencies: tuple[int, int], slack: Fraction, q: Fraction
) -> arb:
    """Enclose k^2/(n J + I).

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
    r : float
        Radius of the class.
    frequencies : tuple of (int, int)
        The lowest and the highest frequency.
    slack : Fraction
        Limit of eta, below 1.
    q : Fraction
        Power of the prior's density, above 1.

    Returns
    -------
    arb
        An enclosure.
    """
    first, last = frequencies
    k = 2 * (last - first + 1)
    rho, eta = radius(first, last, beta, r, slack)
    told = m * bessel_constant(k, epsilon) / (1 - eta)
    weights = 2 * 4**beta * _integral(first, last, 2 * beta)
    prior = q * (k + 2 * q) / (q - 1) * weights / rho**2
    return k**2 / (n * told + ball(prior))


def _frequencies(n: int, m: int, beta: int, epsilon: float, r: float) -> Iterator[tuple[int, int]]:
    """Lowest and highest frequencies to try: geometric lists up to where the prior's information is the larger part."""
    logs = math.log(n) + math.log(m) + 2 * max(math.log(r), 0.0) + min(epsilon, 50.0)
    most = min(math.exp(logs / (2 * beta + 2)) + 2, _MOST_FREQUENCY)
    first = 1
    while first <= most:
        last = first
        while last <= most:
            yield first, last
            last = max(last + 1, math.floor(last * _RATIO))
        first = max(first + 1, math.floor(first * 1.3))


def _rough(n: int, m: int, beta: int, told: float, r: float, frequencies: tuple[int, int], slack: float) -> float:
    """`van_trees_value` in floats, with `told` for the message's information at most: where to look."""
    first, last = frequencies
    k, low, high = 2 * (last - first + 1), first - 0.5, last + 0.5
    ends = [(high**power - low**power) / power for power in (2 * beta + 1, 1 - 2 * beta)]
    reach = math.sqrt(2 * ends[1]) / 2.0**beta
    rho = min(r, slack / reach)
    q = 1 + math.sqrt((k + 2) / 2)
    prior = q * (k + 2 * q) / (q - 1) * 2 * 4.0**beta * ends[0] / rho**2
    return k * k / (float(n) * m * told / (1 - rho * reach) + prior)


def _found(n: int, m: int, beta: int, epsilon: float, r: float) -> tuple[tuple[int, int], Fraction, Fraction]:
    """Frequencies, a limit of eta and a power near the best: q is about 1 + sqrt((k + 2)/2)."""
    told = min(math.sinh(min(epsilon, 100.0) / 2) ** 2, 1e80)
    _, *found, slack = max(
        (_rough(n, m, beta, min(told, 2.0 * (last - first + 1)), r, (first, last), float(slack)), first, last, slack)
        for first, last in _frequencies(n, m, beta, epsilon, r)
        for slack in _SLACKS
    )
    first, last = found
    return (first, last), slack, 1 + Fraction(math.isqrt(64 * (last - first + 2)), 8)


@precise
def ellipsoid(n: int, m: int, beta: int, epsilon: float, r: float = 1.0) -> VectorBound:
    """Return the bound by van Trees on an ellipsoid of coefficients.

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
    n, m, _, epsilon, _ = checked_vector(n, m, 1, epsilon, 1.0)
    beta = count_up_to("beta", beta, MOST_SMOOTHNESS)
    r = float(within("r", r, LEAST_SIZE, MOST_SIZE))
    (first, last), slack, q = _found(n, m, beta, epsilon, r)
    best = van_trees_value(n, m, beta, epsilon, r, (first, last), slack, q)
    chain = BoundChain((BoundStep("van Trees, the information of all coefficients", best, "Gill and Levit 1995"),))
    parameters: dict[str, int | float | Fraction] = {"n": n, "m": m, "beta": beta, "epsilon": epsilon, "r": r}
    more: dict[str, int | float | Fraction] = {"first": first, "last": last, "slack": slack, "q": q}
    return bound_of(chain, "van Trees on an ellipsoid of coefficients", parameters | more, _RATE, (_CONDITION,))
