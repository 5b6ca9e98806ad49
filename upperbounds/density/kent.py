"""kent Algorithm 8: two-stage means of the first M trigonometric coefficients, for every alpha > 0.

As printed it also estimates theta_1, which is 1, and passes phi_j(X), in [-sqrt(2), sqrt(2)], to an estimator whose
bins cover [-1, 1]. Here theta_1 is known and the bins cover the whole range. The cut-off (45) is the printed one for
alpha <= 1, and is extended to larger alpha as in Algorithm 12.
"""

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import sympy

from notation.parameters import count
from notation.setting import Setting, in_range
from notation.symbols import beta, epsilon, m, n, r, smallest
from upperbounds.density.basis import LARGEST, Trigonometric, constant_risk, left_out
from upperbounds.estimator import Estimator, UpperBound
from upperbounds.mean import kent as one
from upperbounds.protocols.coordinates import CoordinatePlan
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.vectors import kent as cube
from upperbounds.vectors.bounds import sum_of_two_stage

MOST_COEFFICIENTS = 1 << 14
"""The most coefficients that are estimated: to split the users among more takes longer than seconds."""

_FACTORS = (0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0)
"""Factors of log/T in the squared width to choose from; (30) has 2, and (101) has 4 beyond alpha = 1."""

_Z = smallest(epsilon, epsilon**2)
_ALL, _USERS = n * m * _Z, n * _Z
_PLAIN = (n * m) ** (-2 * beta / (2 * beta + 1))
RATE = (_ALL ** (-beta / (beta + 1)) + _PLAIN) * (sympy.log(_ALL) + r**2) + (sympy.log(_USERS) / _USERS) ** (
    2 * beta
) * (sympy.log(_USERS) ** 3 + r**2)
"""kent Theorem 9 for every alpha and r; the cut-off does not depend on r. Beyond alpha = M the second term is
larger."""

LEAST_RATE = r ** (2 / (beta + 1)) * (sympy.log(_ALL) / _ALL) ** (beta / (beta + 1)) + r**2 * (
    sympy.log(_USERS) / _USERS
) ** (2 * beta)
"""The same with a cut-off that balances both terms, for alpha <= M."""


def logarithm_constant(beta: int) -> int:
    """C of (45): K (2 beta + 1), the smallest for which the proof's Step 2.1 is valid.

    Parameters
    ----------
    beta : int
        Smoothness of the class.

    Returns
    -------
    int
        C.
    """
    return one.K_HIGH_PRIVACY * (2 * beta + 1)


def cutoff(n: int, m: int, beta: int, epsilon: float, constant: float | None = None) -> int:
    """M of (45) as an integer: (n T z)^(1/(2 beta+2)), at most n z/(C log(n z)), z = min(alpha, alpha^2).

    At least 2, for one coefficient; at most (nT)^(1/(2 beta+1)), the cut-off without privacy, and what n users allow.

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
    constant : float or None, optional
        C of (45); None is the smallest for which the proof is valid.

    Returns
    -------
    int
        M.
    """
    z = min(epsilon, epsilon**2)
    size = min(
        math.exp((math.log(n) + math.log(m) + math.log(z)) / (2 * beta + 2)),
        math.exp((math.log(n) + math.log(m)) / (2 * beta + 1)),
    )
    if n * z > math.e:
        constant = logarithm_constant(beta) if constant is None else constant
        size = min(size, n * z / (constant * math.log(n * z)))
    else:
        size = 0.0
    return max(2, min(math.floor(size), _most(n)))


def _most(n: int) -> int:
    """The largest cut-off for which a voter and a refiner are there for each coefficient."""
    return 1 + min(n // 2, MOST_COEFFICIENTS)


Make = Callable[[int, int, float, float], TwoStage]
"""A two-stage mean for n users, m samples each, at a budget, on [-D, D]."""


def _plan(name: str, n: int, m: int, M: int, epsilon: float, make: Make) -> CoordinatePlan:
    """Who estimates which of the coefficients 2 to M, as in Algorithm 12 (corrected), each by `make`."""
    n, m, _, epsilon, _ = in_range(n, m, M - 1, epsilon, LARGEST, least_n=2)
    who, share = cube.split(n, M - 1, epsilon)
    each = make(who.per_coordinate, m, float(share * Fraction(epsilon)), LARGEST)
    return CoordinatePlan(name, who, each, share, Trigonometric(M))


def algorithm8(n: int, m: int, beta: int, epsilon: float, constant: float | None = None) -> CoordinatePlan:
    """kent Algorithm 8 with the printed widths; estimates are coefficients, (..., M).

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
    constant : float or None, optional
        C of (45); None is the smallest for which the proof is valid.

    Returns
    -------
    CoordinatePlan
        The plan; its estimates are coefficients, (..., M).

    References
    ----------
    Kent et al., Algorithm 8.
    """
    return _plan("kent-algorithm8", n, m, cutoff(n, m, beta, epsilon, constant), epsilon, one.algorithm11)


def at_width(factor: float) -> Make:
    """Algorithm 10 on all samples at Delta = D {factor log(n T min(alpha, 1)^2)/T}^(1/2).

    Parameters
    ----------
    factor : float
        The factor under the root.

    Returns
    -------
    Make
        A function from n, m, epsilon and D to the plan of a coefficient.

    References
    ----------
    Kent et al., Algorithm 10.
    """

    def make(n: int, m: int, epsilon: float, D: float) -> TwoStage:
        effective = n * m * min(epsilon, 1.0) ** 2
        delta = D * math.sqrt(factor * math.log(effective) / m) if effective > 1 else D
        branch = one.algorithm2 if epsilon <= 1 else one.algorithm10
        return branch(n, m, epsilon, delta, D, one.bin_count(delta, D))

    return make


def least_bound(n: int, m: int, beta: int, epsilon: float, r: float) -> CoordinatePlan:
    """Algorithm 8 on all samples with the cut-off and the width for which the explicit bound is least.

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

    Returns
    -------
    CoordinatePlan
        The plan.

    References
    ----------
    Kent et al., Algorithm 8.
    """
    _, M, factor = _least(n, m, beta, epsilon, r)
    return _plan("kent-least-bound", n, m, M, epsilon, at_width(factor))


def _least(n: int, m: int, beta: int, epsilon: float, r: float) -> tuple[float, int, float]:
    """The bound, the cut-off and the factor in the width."""

    def total(M: int, factor: float) -> float:
        each = _each(n, m, M - 1, epsilon, at_width(factor))
        # Hoeffding: a user mean is off by half a bin width with this chance at most.
        tail = 2 * math.exp(-m * (float(each.bins.width) / 2 / LARGEST) ** 2 / 2)
        return sum_of_two_stage(each, tail, M - 1, LARGEST, _variance(M) / m) + left_out(M, beta, r)

    return min((total(M, factor), M, factor) for M in _cutoffs(n) for factor in _FACTORS)


def _variance(M: int) -> int:
    """A bound on the sum of the variances of phi_2(X), ..., phi_M(X): 2 for each frequency, as cos^2 + sin^2 = 1."""
    return 2 * (M // 2)


def tuned(n: int, m: int, beta: int, epsilon: float, r: float) -> CoordinatePlan:
    """Algorithm 8 on all samples at the tuned width of Appendix A.2, with a cut-off chosen for it.

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

    Returns
    -------
    CoordinatePlan
        The plan.

    References
    ----------
    Kent et al., Algorithm 8.
    """
    return _plan("kent-tuned", n, m, _tuned_cutoff(n, m, beta, epsilon, r), epsilon, one.tuned_general)


def _tuned_cutoff(n: int, m: int, beta: int, epsilon: float, r: float) -> int:
    """M with the smallest sum of noise, the probability that votes fail to localise, and what is left out.

    It takes users for near the coefficients, which no bound at these widths shows: only the choice of M depends on it.
    """

    def total(M: int) -> float:
        each = _each(n, m, M - 1, epsilon, one.tuned_general)
        return sum_of_two_stage(each, 0.0, M - 1, LARGEST, _variance(M) / m) + left_out(M, beta, r)

    return min(_cutoffs(n), key=total)


def _cutoffs(n: int) -> tuple[int, ...]:
    """Cut-offs to choose from: 2, and odd ones, as frequencies come in pairs; raises unless n >= 2."""
    most = (_most(count("n", n, 2)) - 1) // 2
    return (2, *(2 * int(q) + 1 for q in np.unique(np.geomspace(1, most, 120).astype(np.int64)))) if most else (2,)


def _each(n: int, m: int, coordinates: int, epsilon: float, make: Make) -> TwoStage:
    """What `_plan` runs for each coefficient, without the table of who sends what."""
    if epsilon > coordinates:
        return make(2 * (n // 2), m, epsilon / coordinates, LARGEST)
    users = 2 * (n // (2 * coordinates)) * max(1, math.floor(epsilon))
    return make(users, m, min(epsilon, 1.0), LARGEST)


def _told(value: float, source: str, a: Setting, *conditions: str) -> UpperBound:
    """A bound over the class with a_1 = 0, next to the error of the constant density."""
    of = "a density on [0, 1] with sum_j a_j^2 theta_j^2 <= r^2, a_1 = 0"
    return UpperBound(value, source, (of, *conditions), not value < constant_risk(a.beta, a.r))


def _of_class(coefficients: UpperBound, M: int, a: Setting) -> UpperBound:
    """(159): the coefficients' bound, and what the cut-off leaves out."""
    value = coefficients.value + left_out(M, a.beta, a.r)
    source = f"kent (159) with a_(M+1) in place of M, M = {M}, and {coefficients.source}"
    return _told(value, source, a, *coefficients.conditions[1:])


def bound(a: Setting) -> UpperBound:
    """M - 1 bounds for Algorithm 11 on [-sqrt(2), sqrt(2)] at a coefficient's users and budget, and r^2/a_(M+1)^2.

    Parameters
    ----------
    a : Setting
        Sizes of the problem and the privacy budget.

    Returns
    -------
    UpperBound
        The bound, a squared L_2 distance.

    References
    ----------
    Kent et al., Algorithm 11.
    """
    M = cutoff(a.n, a.m, a.beta, a.epsilon)
    return _of_class(cube.bound(a.n, a.m, M - 1, a.epsilon, LARGEST), M, a)


def bound_of_least(a: Setting) -> UpperBound:
    """Localisation by Hoeffding for each user and Chernoff for the votes, at the chosen width; (159).

    Parameters
    ----------
    a : Setting
        Sizes of the problem and the privacy budget.

    Returns
    -------
    UpperBound
        The bound, a squared L_2 distance.
    """
    value, M, _ = _least(a.n, a.m, a.beta, a.epsilon, a.r)
    return _told(value, f"ours, by the steps of kent Appendix G.1 at a free width, and (159) at M = {M}", a)


def tuned_bound(a: Setting) -> UpperBound:
    """The bound of `bound` for the tuned width, by Hoeffding and Chernoff.

    Parameters
    ----------
    a : Setting
        Sizes of the problem and the privacy budget.

    Returns
    -------
    UpperBound
        The bound, a squared L_2 distance.
    """
    M = _tuned_cutoff(a.n, a.m, a.beta, a.epsilon, a.r)
    return _of_class(cube.tuned_bound(a.n, a.m, M - 1, a.epsilon, LARGEST), M, a)


ESTIMATORS = (
    Estimator(
        "kent-algorithm8",
        "two-stage means of the first trigonometric coefficients, printed cut-off and constants",
        "kent Algorithm 8, Theorem 9",
        "density",
        RATE,
        lambda a, _: algorithm8(a.n, a.m, a.beta, a.epsilon),
        bound,
        needs_one_law=True,
    ),
    Estimator(
        "kent-least-bound",
        "two-stage means of the first trigonometric coefficients, width and cut-off of the least bound",
        "kent Algorithm 8 at a free width",
        "density",
        LEAST_RATE,
        lambda a, _: least_bound(a.n, a.m, a.beta, a.epsilon, a.r),
        bound_of_least,
        needs_one_law=True,
    ),
    Estimator(
        "kent-tuned",
        "two-stage means of the first trigonometric coefficients, tuned width and cut-off",
        "kent Algorithm 8 at the width of Appendix A.2",
        "density",
        LEAST_RATE,
        lambda a, _: tuned(a.n, a.m, a.beta, a.epsilon, a.r),
        tuned_bound,
        needs_one_law=True,
    ),
)
"""Estimators of a density; an estimate is its coefficients phi_1, ..., phi_M."""
