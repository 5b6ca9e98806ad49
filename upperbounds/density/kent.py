"""kent Algorithm 8: two-stage means of the first M trigonometric coefficients, for every alpha > 0.

As printed it estimates theta_1, which is 1, too, and gives phi_j(X), in [-sqrt(2), sqrt(2)], to an estimator whose
bins cover [-1, 1]. Here theta_1 is known and the bins cover what they must; the cut-off (45) is the printed one for
alpha <= 1, and goes on to larger alpha as Algorithm 12 does.
"""

import math
from dataclasses import replace

import numpy as np
import sympy

from notation.setting import Setting
from notation.symbols import beta, epsilon, m, n, r
from upperbounds.density.basis import LARGEST, Trigonometric, left_out
from upperbounds.estimator import Estimator, UpperBound
from upperbounds.mean import kent as one
from upperbounds.protocols.coordinates import CoordinatePlan
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.vectors import kent as cube
from upperbounds.vectors.bounds import sum_of_two_stage

MOST_COEFFICIENTS = 1 << 16
"""Coefficients that are estimated at most: the split of the users among more does not fit in seconds."""

_Z = sympy.Min(epsilon, epsilon**2)
_ALL, _USERS = n * m * _Z, n * _Z
_PLAIN = (n * m) ** (-2 * beta / (2 * beta + 1))
RATE = (_ALL ** (-beta / (beta + 1)) + _PLAIN) * (sympy.log(_ALL) + r**2) + (sympy.log(_USERS) / _USERS) ** (
    2 * beta
) * (sympy.log(_USERS) ** 3 + r**2)
"""kent Theorem 9 for every alpha and r: the cut-off does not depend on r. Beyond alpha = M the second term leads."""


def logarithm_constant(beta: int) -> int:
    """C of (45): K (2 beta + 1), the least for which the proof's Step 2.1 goes through."""
    return one.K_HIGH_PRIVACY * (2 * beta + 1)


def cutoff(n: int, m: int, beta: int, epsilon: float, constant: float | None = None) -> int:
    """M of (45) as an integer: (n T z)^(1/(2 beta+2)), at most n z/(C log(n z)), z = min(alpha, alpha^2).

    At least 2, one coefficient; at most what n users and (nT)^(1/(2 beta+1)), the cut-off without privacy, allow.
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


def assembled(plan: CoordinatePlan, name: str) -> CoordinatePlan:
    """A plan for a vector of `coordinates` numbers as one for that many coefficients."""
    return replace(plan, name=name, embedding=Trigonometric(plan.split.coordinates + 1))


def algorithm8(n: int, m: int, beta: int, epsilon: float, constant: float | None = None) -> CoordinatePlan:
    """kent Algorithm 8 with the printed widths; estimates are coefficients, (..., M)."""
    M = cutoff(n, m, beta, epsilon, constant)
    return assembled(cube.algorithm12(n, m, M - 1, epsilon, LARGEST), "kent-algorithm8")


def tuned(n: int, m: int, beta: int, epsilon: float, r: float) -> CoordinatePlan:
    """The same with T* = T, the tuned width of Appendix A.2 and the cut-off of `tuned_cutoff`."""
    M = tuned_cutoff(n, m, beta, epsilon, r)
    return assembled(cube.tuned(n, m, M - 1, epsilon, LARGEST), "kent-tuned")


def tuned_cutoff(n: int, m: int, beta: int, epsilon: float, r: float) -> int:
    """M with the least sum of noise, the chance that votes fail to localise, and what is left out.

    It takes users for near the coefficients, which no bound at these widths shows: only the choice of M hangs on it.
    """

    def total(M: int) -> float:
        each = _tuned_each(n, m, M - 1, epsilon)
        found = sum_of_two_stage(each, 0.0, M - 1, LARGEST, (M - 1) / each.m)
        return found + left_out(M, beta, r)

    # Frequencies come in pairs: an odd cut-off leaves out no more than the even one above it.
    frequencies = np.unique(np.geomspace(1, (_most(n) - 1) // 2, 200).astype(np.int64)) if _most(n) > 2 else ()
    return min((2, *(2 * int(q) + 1 for q in frequencies)), key=total)


def _tuned_each(n: int, m: int, coordinates: int, epsilon: float) -> TwoStage:
    """What `cube.tuned` runs for each coefficient, without the table of who sends what."""
    if epsilon > coordinates:
        return one.tuned_general(2 * (n // 2), m, epsilon / coordinates, LARGEST)
    users = 2 * (n // (2 * coordinates)) * max(1, math.floor(epsilon))
    return one.tuned_general(users, m, min(epsilon, 1.0), LARGEST)


def _of_class(coefficients: UpperBound, M: int, a: Setting) -> UpperBound:
    """(159): the coefficients' bound, and what the cut-off leaves out, in the class with a_1 = 0."""
    value = coefficients.value + left_out(M, a.beta, a.r)
    conditions = ("a density on [0, 1] with sum_j a_j^2 theta_j^2 <= r^2, a_1 = 0", *coefficients.conditions[1:])
    return UpperBound(
        value,
        f"kent (159) with a_(M+1) in place of M, M = {M}, and {coefficients.source}",
        conditions,
        not value < constant_risk(a),
    )


def constant_risk(a: Setting) -> float:
    """The largest squared L_2 distance of a density of the class from 1: r^2/4^beta, where that leaves it above 0."""
    return left_out(1, a.beta, a.r)


def bound(a: Setting) -> UpperBound:
    """M - 1 bounds for Algorithm 11 on [-sqrt(2), sqrt(2)] at a coefficient's users and budget, and r^2/a_(M+1)^2."""
    M = cutoff(a.n, a.m, a.beta, a.epsilon)
    return _of_class(cube.bound(a.n, a.m, M - 1, a.epsilon, LARGEST), M, a)


def tuned_bound(a: Setting) -> UpperBound:
    """The same for the tuned width, by Hoeffding and Chernoff."""
    M = tuned_cutoff(a.n, a.m, a.beta, a.epsilon, a.r)
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
        "kent-tuned",
        "two-stage means of the first trigonometric coefficients, tuned width and cut-off",
        "kent Algorithm 8 at the width of Appendix A.2",
        "density",
        RATE,
        lambda a, _: tuned(a.n, a.m, a.beta, a.epsilon, a.r),
        tuned_bound,
        needs_one_law=True,
    ),
)
"""Estimators of a density; an estimate is its coefficients phi_1, ..., phi_M."""
