r"""The sorted means of K components on [-D, D], each user drawing from one of them: kent Appendix H.6, and ours.

`separated` is kent/own/thm10-spaced at theta_sep = D/K: Assouad over the components whose means lie in [-D/2, D/2].

`shifted` is kent/appH.6/two with a sharper last step: K point masses with weights 1/K and gaps of 2 D/K, all moved by
one gap, share all points except one, so that TV = 1/K for every number of samples per user. Its squared distance is 4
D^2/K. By Cauchy-Schwarz the Bayes risk of two points is at least a quarter of it times their squared affinity
(`lowerbounds.mean.ours`), which is private contraction at that TV, to the power of n.

`lightest` moves one component alone, of the smallest weight w, by +-s about 0: sign data, and point masses for the
others, at multiples of 2 D/K. The two laws of a user's m samples have distance w TV(m signs), for every n, m and
epsilon.

`light_scores` has a prior on that mean D theta, theta^2 <= u <= 1/K^2, of density cos^2 as in `lowerbounds.mean.ours`.
Even if users know their component, a score is 0 but with probability w, and then that of m signs, of variance
m/(1 - theta^2): a message keeps a share kappa (`lowerbounds.information.scores`, rare scores), about w^2 2/pi times
tanh(epsilon/2)^2 for many samples. By van Trees the risk is at least D^2/(n m kappa/(1-u) + pi^2/u).
"""

from fractions import Fraction

import sympy
from flint import arb

from lowerbounds.information.contraction import hellinger_by_tv
from lowerbounds.information.domination import users_affinity_squared
from lowerbounds.information.scores import distance_to_normal, information_kept
from lowerbounds.mean.papers import zhao_family
from lowerbounds.methods.two_point import BoundChain, BoundStep
from lowerbounds.methods.vector_bounds import EVERY, VectorBound, bound_of, checked_vector
from lowerbounds.numerics.enclosures import ball, precise
from lowerbounds.numerics.line_search import best_point
from notation.mixture import least_weight
from notation.symbols import D as D_
from notation.symbols import epsilon as epsilon_
from notation.symbols import m as m_
from notation.symbols import n as n_
from notation.symbols import smallest

_K = sympy.Symbol("K", positive=True)
_LIGHT = (2 * _K) ** 2 / (n_ * m_ * sympy.tanh(epsilon_ / 2) ** 2)
RATES = {
    "separated": D_**2 * _K**3 / (n_ * m_ * epsilon_**2),
    "shifted": D_**2 / _K * sympy.exp(-n_ * smallest(epsilon_, 1) ** 2 / _K**2),
    "lightest": D_**2 * smallest(_K**-2, _LIGHT),
    "light_scores": D_**2 * smallest(_K**-2, _LIGHT),
}
CONSTANT = 151_200
"""Of kent/own/thm10-spaced at kappa = 1."""
_PARTS = (Fraction(1, 64), Fraction(1, 8), Fraction(1, 2), Fraction(15, 16))
"""Shares of 1/K^2 for u."""
_CLASS = "weights of at least 1/(2K), means at least D/K apart"


@precise
def separated(n: int, m: int, K: int, epsilon: float, D: float) -> VectorBound:
    """Return D^2 K^3/(151200 n m epsilon^2) where epsilon <= 1, n m epsilon^2 >= K^4 and n epsilon^2 >= K^2; else 0.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    K : int
        Number of components.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.

    References
    ----------
    Kent et al., Theorem 10.
    """
    n, m, K, epsilon, half = checked_vector(n, m, K, epsilon, D)
    square = ball(epsilon) ** 2
    holds = K >= 2 and epsilon <= 1 and n * m * square >= K**4 and n * square >= K**2
    value = ball(half) ** 2 * K**3 / (CONSTANT * n * m * square) if holds else arb(0)
    conditions = (
        _CLASS,
        "K >= 2, epsilon <= 1, n m epsilon^2 >= K^4, n epsilon^2 >= K^2" + ("" if holds else ": not met"),
    )
    return _bound("separated", "kent Theorem 10, as proved by this project", value, (n, m, K, epsilon, D), conditions)


@precise
def shifted(n: int, m: int, K: int, epsilon: float, D: float) -> VectorBound:
    """Return D^2/K times the squared affinity of n messages on laws at TV = 1/K, for every m.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    K : int
        Number of components.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.

    References
    ----------
    Kent et al., Appendix H.6.
    """
    n, m, K, epsilon, half = checked_vector(n, m, K, epsilon, D)
    value = ball(half) ** 2 / K * users_affinity_squared(hellinger_by_tv(epsilon, Fraction(1, K)), n)
    source = "kent Appendix H.6, two mixtures of point masses, by Hellinger distance"
    return _bound("shifted", source, value, (n, m, K, epsilon, D), (_CLASS, *EVERY))


@precise
def lightest(n: int, m: int, K: int, epsilon: float, D: float) -> VectorBound:
    """Return the bound by one component of the smallest weight, moved by +-s D, at s near the best.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    K : int
        Number of components.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.
    """
    n, m, K, epsilon, half = checked_vector(n, m, K, epsilon, D)
    weight = _lightest_weight(K)

    def height(s: Fraction) -> arb:
        # The affinity of m signs is (1 - s^2)^(m/2), so that they are sqrt(m) s apart at most: of a tiny s, the exact
        # distance has no digits.
        exact, most_apart = zhao_family(s).tv(m).upper(), (ball(s) * ball(m).sqrt()).upper()
        apart = ball(weight) * (exact.min(most_apart) if exact.is_finite() else most_apart)
        return ball(s) ** 2 * users_affinity_squared(hellinger_by_tv(epsilon, apart.min(arb(1))), n)

    # Where the other means are 2 D/K away from 0, a mean at s D leaves a gap of D/K. What is near the best falls as
    # 1/sqrt(n), at a large epsilon as 1/n.
    most = Fraction(1, K)
    root = float(m) ** 0.5
    starts = (2 * K / (float(n) ** 0.5 * root) / min(1.0, epsilon), 2 * K / (n * root))
    ends = [(min(x / 8, float(most) / 2), most if x * 1000 >= most else Fraction(x * 1000)) for x in starts]
    found = [best_point(height, *both, 12) for both in ends]
    value = ball(half) ** 2 * max(height(s).lower() for s in (*found, most))
    return _bound(
        "lightest", "two points, one component of the least weight", value, (n, m, K, epsilon, D), (_CLASS, *EVERY)
    )


@precise
def light_scores(n: int, m: int, K: int, epsilon: float, D: float) -> VectorBound:
    """Return the bound by van Trees for one component of the smallest weight.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    K : int
        Number of components.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.
    """
    n, m, K, epsilon, half = checked_vector(n, m, K, epsilon, D)
    weight = _lightest_weight(K)
    found = []
    for part in _PARTS:
        u = ball(part / K**2)
        kept = information_kept(epsilon, distance_to_normal(m, u), weight)
        found.append(1 / (n * m * kept / (1 - u) + arb.pi() ** 2 / u))
    value = ball(half) ** 2 * max(found, key=lambda one: one.mid())
    source = "van Trees, one component of the least weight"
    return _bound("light_scores", source, value, (n, m, K, epsilon, D), (_CLASS, *EVERY))


def _lightest_weight(K: int) -> Fraction:
    return least_weight(Fraction(K)) if K > 1 else Fraction(1)


def _bound(
    name: str, source: str, value: arb, given: tuple[int, int, int, float, float], conditions: tuple[str, ...]
) -> VectorBound:
    parameters: dict[str, int | float | Fraction] = dict(zip(("n", "m", "K", "epsilon", "D"), given, strict=True))
    chain = BoundChain((BoundStep(name, value, source),))
    return bound_of(chain, source, parameters, RATES[name], conditions)
