"""kent Algorithms 6 and 7 and the switch between them (Section 4.1), and Algorithm 6 as tuned in Appendix A.2.

The paper's data are on [-1, 1]^d; here all widths are multiplied by D. Theorem 7 is for alpha <= 1. For larger alpha,
widths are those at alpha = 1, and the noise is that at alpha.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import sympy

from notation.parameters import ParameterError, count
from notation.setting import Setting
from notation.symbols import D, d, epsilon, m, n, s, smallest
from upperbounds.estimator import Estimator, UpperBound
from upperbounds.mean import kent
from upperbounds.protocols.coordinates import CoordinatePlan, Plain
from upperbounds.protocols.split import Split, cyclic
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.sparse import balls, bounds
from upperbounds.sparse.selection import SelectionPlan, hashed_votes
from upperbounds.sparse.threshold import ThresholdPlan
from upperbounds.vectors.kent import cap

K_SELECTION = 170667
"""K of (37) with which Lemma 26 holds as the ledger proves it."""
EDGE = 30
"""eta = sqrt(30 s) of (37)."""
PROVED_THRESHOLD = 56
"""C' of (42) with which the ledger proves Theorem 7's third term, kent/thm7/upper/second."""
THRESHOLD = 24
"""C' of (42) that is run, with its own bound.

With noise of scale 6 Delta/alpha, each coordinate's noise exceeds e with probability 2/(n T* alpha^2).
"""

Width = Callable[[int, int, float, float], TwoStage]
"""Makes the two-stage mean of a coordinate from its number of users, T, epsilon and D."""

_LEVEL = smallest(epsilon, 1) ** 2
SELECTION_RATE = D**2 * (s * sympy.log(d * n * m * _LEVEL) / m + sympy.exp(-n * _LEVEL / s))
"""The second term of (36); the paper does not give the constant in the exponent."""
THRESHOLD_RATE = D**2 * (s * d * sympy.log(n * m * _LEVEL) ** 2 / (n * m * _LEVEL) + sympy.exp(-n * _LEVEL / d))
"""The third term, as sharpened in Remark 4."""
RATE = smallest(SELECTION_RATE, THRESHOLD_RATE)


def _width(factor: float, effective: float, used: int, D: float) -> float:
    """D sqrt(factor log(effective)/T*); D where the logarithm is not positive."""
    return D * math.sqrt(factor * math.log(effective) / used) if effective > 1 else D


def _refining(a: Setting) -> Split:
    """The second half of the users in s folds; raises ParameterError where they are fewer than two for each."""
    if count("n", a.n, 2) < 4 * a.s - 1:
        raise ParameterError(f"n = {a.n}: must be at least {4 * a.s - 1}: of one half two users for each of s = {a.s}")
    return cyclic(a.n - a.n // 2, a.s, 1)


def _selection(name: str, a: Setting, used: int, share: float, edge: float, width: Width) -> SelectionPlan:
    """Algorithm 6 with T* = `used`, `share` of the threshold of (37), eta = sqrt(`edge` s), and means by `width`."""
    folds = _refining(a)
    effective = a.d * a.n * used * min(a.epsilon, 1.0) ** 2
    return SelectionPlan(
        name,
        a.n,
        a.d,
        used,
        share * _width(2.0, effective, used, a.D),
        hashed_votes(a.d, math.sqrt(edge * a.s), a.epsilon),
        folds,
        width(folds.per_coordinate, a.m, a.epsilon, a.D),
    )


def algorithm6(a: Setting, constant: int = K_SELECTION) -> SelectionPlan:
    """Algorithm 6 with the printed constants: T*, the threshold and eta of (37), then two stages on s folds.

    The ledger's kent/thm7/upper/first has Algorithm 4 on the s' <= s chosen coordinates. Here T* and Delta of the means
    are those of s folds for every s', and folds share coordinates if s' < s.

    Parameters
    ----------
    a : Setting
        Sizes of the problem and the privacy budget.
    constant : int, default K_SELECTION
        K, which limits how many samples are used.

    Returns
    -------
    SelectionPlan
        The plan.

    References
    ----------
    Kent et al., Algorithm 6.
    """
    used = cap(a.m, a.n * min(a.epsilon, 1.0) ** 2 / (constant * a.s))
    return _selection("kent-algorithm6", a, used, 1.0, EDGE, kent.algorithm3)


def tuned(a: Setting, edge: float = 1.0, share: float = 0.5) -> SelectionPlan:
    """Algorithm 6 with T* = T, eta_C = sqrt(C s) and Delta_C of Appendix A.2, C = `edge` = 1 and C_alpha.

    The paper does not say which part of epsilon its simulations use in (37); here it is `share`, by default half.

    Parameters
    ----------
    a : Setting
        Sizes of the problem and the privacy budget.
    edge : float, default 1.0
        C of eta_C.
    share : float, default 0.5
        The part of epsilon that (37) takes.

    Returns
    -------
    SelectionPlan
        The plan.

    References
    ----------
    Kent et al., Appendix A.2.
    """
    return _selection("kent-tuned", a, a.m, share, edge, kent.tuned)


def algorithm7(a: Setting, constant: float = THRESHOLD) -> ThresholdPlan:
    """Algorithm 7 with Delta and the threshold of (42), C' = `constant`; kept estimates are clipped to [-D, D].

    The ledger's kent/thm7/upper/second is for C' = `PROVED_THRESHOLD` and n a multiple of 2d. Here users beyond 2d
    equal groups send nothing, and the bound is `bounds.threshold_bound` at the C' that runs.

    Parameters
    ----------
    a : Setting
        Sizes of the problem and the privacy budget.
    constant : float, default THRESHOLD
        C' of Delta and of the threshold.

    Returns
    -------
    ThresholdPlan
        The plan.

    References
    ----------
    Kent et al., Algorithm 7.
    """
    level = min(a.epsilon, 1.0) ** 2
    used = cap(a.m, a.n * level / (kent.K_HIGH_PRIVACY * a.d))
    effective = a.n * used * level
    who = cyclic(a.n, a.d, 1)
    delta = _width(4.0, effective, used, a.D)
    each = kent.algorithm2(who.per_coordinate, used, a.epsilon, delta, a.D, kent.bin_count(delta, a.D))
    # Without a positive logarithm there is no width to speak of: all becomes 0.
    step = constant * delta * math.sqrt(a.d * math.log(effective) / (a.n * level)) if effective > 1 else a.D
    return ThresholdPlan(
        "kent-algorithm7", a.s, 3 * step, a.D, CoordinatePlan("cube", who, each, Fraction(1), Plain(a.d))
    )


def theorem7(a: Setting) -> SelectionPlan | ThresholdPlan:
    """The procedure with the smaller explicit bound, because the paper does not give the constant of its condition.

    With too few users for Algorithm 7, it is Algorithm 6, which needs fewer.

    Parameters
    ----------
    a : Setting
        Sizes of the problem and the privacy budget.

    Returns
    -------
    SelectionPlan or ThresholdPlan
        The plan.

    References
    ----------
    Kent et al., Theorem 7.
    """
    if a.n < 2 * a.d or bound6(a).value <= bound7(a).value:
        return algorithm6(a)
    return algorithm7(a)


def _told(value: float, source: str, a: Setting) -> UpperBound:
    return UpperBound(
        value,
        source,
        ("data on [-D, D]^d, a mean with at most s coordinates that are not 0",),
        not value < a.s * a.D**2,
    )


def bound6(a: Setting) -> UpperBound:
    """Algorithm 6 by the steps of Appendix G.3, with Lemma 26 at the constants of the plan.

    Parameters
    ----------
    a : Setting
        Sizes of the problem and the privacy budget.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.

    References
    ----------
    Kent et al., Algorithm 6.
    """
    return _told(bounds.selection_bound(algorithm6(a), a.D), "kent Theorem 7, first procedure, with constants", a)


def tuned_bound(a: Setting) -> UpperBound:
    """The bound of `bound6` for the tuned plan.

    Parameters
    ----------
    a : Setting
        Sizes of the problem and the privacy budget.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.
    """
    return _told(
        bounds.selection_bound(tuned(a), a.D), "ours, by the steps of kent Appendix G.3 at the tuned widths", a
    )


def bound7(a: Setting) -> UpperBound:
    """Algorithm 7 by the steps of Appendix G.3, with constants.

    Parameters
    ----------
    a : Setting
        Sizes of the problem and the privacy budget.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.

    References
    ----------
    Kent et al., Algorithm 7.
    """
    return _told(bounds.threshold_bound(algorithm7(a), a.D), "kent Theorem 7, second procedure, with constants", a)


def bound(a: Setting) -> UpperBound:
    """The bound of the procedure that is taken.

    Parameters
    ----------
    a : Setting
        Sizes of the problem and the privacy budget.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.
    """
    return bound6(a) if isinstance(theorem7(a), SelectionPlan) else bound7(a)


def _exact(plan: Any) -> Any:
    return plan.exact()


_CLASS: dict[str, Any] = {"problem": "sparse-mean", "exact": _exact, "needs_one_law": True}
ESTIMATORS = (
    Estimator(
        "kent-theorem7",
        "Algorithm 6 or 7, whose bound is the smaller",
        "kent Theorem 7, Section 4.1; as kent-algorithm6 and kent-algorithm7 differ from the ledger",
        rate=RATE,
        build=lambda a, _: theorem7(a),
        bound=bound,
        **_CLASS,
    ),
    Estimator(
        "kent-algorithm6",
        "coordinates chosen by hashed votes, then two-stage means; printed constants",
        "kent Algorithm 6; T* and Delta of the means for s coordinates where the ledger has them for those chosen",
        rate=SELECTION_RATE,
        build=lambda a, _: algorithm6(a),
        bound=bound6,
        **_CLASS,
    ),
    Estimator(
        "kent-tuned",
        "coordinates chosen by hashed votes, then two-stage means; tuned widths",
        "kent Algorithm 6 at the constants of Appendix A.2",
        rate=SELECTION_RATE,
        build=lambda a, _: tuned(a),
        bound=tuned_bound,
        **_CLASS,
    ),
    Estimator(
        "kent-algorithm7",
        "two-stage means of all coordinates, those beyond a threshold kept",
        "kent Algorithm 7 with C' = 24, where the ledger proves the rate at C' = 56",
        rate=THRESHOLD_RATE,
        build=lambda a, _: algorithm7(a),
        bound=bound7,
        **_CLASS,
    ),
    balls.ESTIMATOR,
)
"""Of the problem sparse-mean."""
