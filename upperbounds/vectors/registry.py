"""All estimators of a mean vector, by problem, in the order in which they are shown.

The heavy-tailed problems take M_p^(1/p) in place of D; the order p of the registered estimators is 4, and `of_problem`
gives those of another. bassily's estimators, which are (epsilon, delta)-private, are built by `bassily` for a delta.
"""

import numpy as np
from sympy import Rational

from notation.parameters import ParameterError, within
from notation.symbols import p
from upperbounds.mean.estimator import UpperBound
from upperbounds.vectors import baselines, heavy, kent, user_means, zhao
from upperbounds.vectors.coordinates import CoordinatePlan
from upperbounds.vectors.estimator import VectorEstimator
from upperbounds.vectors.hadamard import RandomRotation
from upperbounds.vectors.kashin import HadamardFrame

PROBLEMS = ("mean-linf", "mean-l2", "mean-l1", "mean-heavy", "mean-heavy-l2")

ORDER = 4.0
"""The moment order p of the registered heavy-tailed estimators."""


def _frame(dimension: int) -> HadamardFrame:
    """A frame for a bound, which needs its size only."""
    return HadamardFrame.draw(dimension, np.random.default_rng(0))


def _zhao_l2(n: int, m: int, d: int, eps: float, radius: float, rng: np.random.Generator) -> CoordinatePlan:
    return zhao.through_kashin(n, m, eps, radius, HadamardFrame.draw(d, rng))


def _zhao_l2_bound(n: int, m: int, d: int, eps: float, radius: float) -> UpperBound:
    return zhao.kashin_bound(n, m, eps, radius, _frame(d))


def _kent_l2(n: int, m: int, d: int, eps: float, radius: float, rng: np.random.Generator) -> CoordinatePlan:
    return kent.algorithm13(n, m, eps, radius, RandomRotation.draw(d, rng))


def _kent_l2_tuned(n: int, m: int, d: int, eps: float, radius: float, rng: np.random.Generator) -> CoordinatePlan:
    return kent.tuned_rotated(n, m, eps, radius, RandomRotation.draw(d, rng))


def _heavy_tailed(order: float) -> tuple[VectorEstimator, ...]:
    """The estimators under moments of this order."""
    power = Rational(repr(float(order)))

    def moment(unit: float) -> float:
        """M_p from M_p^(1/p); the order is checked with it."""
        return within("M_p^(1/p)", unit, 1e-50, 1e50) ** within("p", order, 2, 100)

    return (
        VectorEstimator(
            "zhao-heavy",
            f"two-stage means of coordinates under moments of order {order:g}",
            "zhao Remark 2, first case",
            "mean-heavy",
            heavy.COORDINATE_RATE.subs(p, power),
            lambda n, m, d, eps, unit, _: heavy.coordinate_moments(n, m, d, eps, order, moment(unit)),
            lambda n, m, d, eps, unit: heavy.coordinate_bound(n, m, d, eps, order, moment(unit)),
        ),
        VectorEstimator(
            "zhao-heavy-kashin",
            f"two-stage means of Kashin coefficients under a moment of order {order:g} of the norm",
            "zhao Remark 2, second case",
            "mean-heavy-l2",
            heavy.NORM_RATE.subs(p, power),
            lambda n, m, d, eps, unit, rng: heavy.norm_moments(
                n, m, eps, order, moment(unit), HadamardFrame.draw(d, rng)
            ),
            lambda n, m, d, eps, unit: heavy.norm_bound(n, m, eps, order, moment(unit), _frame(d)),
        ),
        VectorEstimator(
            "user-means-clipped",
            f"each user mean clipped for moments of order {order:g}, some coordinates by windows",
            "ours; one round of zhao Remark 2 at m = 1",
            "mean-heavy",
            user_means.COORDINATE_RATE.subs(p, power),
            lambda n, m, d, eps, unit, _: user_means.clipped_coordinates(n, m, d, eps, order, moment(unit)),
            lambda n, m, d, eps, unit: user_means.clipped_bound(n, m, d, eps, order, moment(unit)),
            needs_one_law=False,
        ),
        VectorEstimator(
            "user-means-ball",
            f"each user mean clipped for a moment of order {order:g} of the norm, by the item-level l_2 mechanism",
            "ours; Duchi et al. 2018, Equation 25",
            "mean-heavy-l2",
            user_means.NORM_RATE.subs(p, power),
            lambda n, m, d, eps, unit, _: user_means.clipped_ball(n, m, d, eps, order, moment(unit)),
            lambda n, m, d, eps, unit: user_means.ball_bound(n, m, d, eps, order, moment(unit)),
            needs_one_law=False,
        ),
    )


_BOUNDED: tuple[VectorEstimator, ...] = (
    VectorEstimator(
        "zhao-algorithm2",
        "two-stage means of coordinates, groups and shares of epsilon as corrected",
        "zhao Algorithm 2, Theorem 4",
        "mean-linf",
        zhao.RATE,
        lambda n, m, d, eps, width, _: zhao.algorithm2(n, m, d, eps, width),
        zhao.bound,
    ),
    VectorEstimator(
        "kent-algorithm12",
        "two-stage means of coordinates, printed constants, floor(alpha) folds",
        "kent Algorithms 4 and 12, Theorem 6",
        "mean-linf",
        kent.RATE,
        lambda n, m, d, eps, width, _: kent.algorithm12(n, m, d, eps, width),
        kent.bound,
    ),
    VectorEstimator(
        "kent-tuned",
        "two-stage means of coordinates, tuned width",
        "kent Algorithm 12 at the width of Appendix A.2",
        "mean-linf",
        kent.RATE,
        lambda n, m, d, eps, width, _: kent.tuned(n, m, d, eps, width),
        kent.tuned_bound,
    ),
    VectorEstimator(
        "user-means",
        "each user mean, some coordinates by randomized response on windows",
        "ours; Wang et al. 2019, Section IV, made discrete",
        "mean-linf",
        user_means.RATE,
        lambda n, m, d, eps, width, _: user_means.coordinates(n, m, d, eps, width),
        user_means.bound,
        needs_one_law=False,
    ),
    VectorEstimator(
        "zhao-kashin",
        "Algorithm 2 on Kashin coefficients",
        "zhao Section 4.2, Theorem 5",
        "mean-l2",
        zhao.L2_RATE,
        _zhao_l2,
        _zhao_l2_bound,
    ),
    VectorEstimator(
        "kent-algorithm13",
        "two-stage means of randomly rotated coordinates, floor(alpha) folds",
        "kent Algorithms 5 and 13, Theorem 6",
        "mean-l2",
        kent.L2_RATE,
        _kent_l2,
        kent.l2_bound,
    ),
    VectorEstimator(
        "kent-tuned-rotated",
        "two-stage means of randomly rotated coordinates, tuned width",
        "kent Algorithm 13 at the width of Appendix A.2 over sqrt(d)",
        "mean-l2",
        kent.L2_RATE,
        _kent_l2_tuned,
        kent.tuned_l2_bound,
    ),
    VectorEstimator(
        "duchi-semi-user",
        "each user mean by the item-level l_2 mechanism",
        "Duchi et al. 2018, Equation 25; kent Section 6.1.1",
        "mean-l2",
        baselines.SEMI_USER_RATE,
        lambda n, m, d, eps, radius, _: baselines.duchi(n, m, d, eps, radius, "semi-user"),
        baselines.duchi_bound,
        needs_one_law=False,
    ),
    VectorEstimator(
        "zhao-hadamard",
        "Algorithm 2 on Hadamard coefficients",
        "zhao Remark 1",
        "mean-l1",
        zhao.L2_RATE,
        lambda n, m, d, eps, radius, _: zhao.through_hadamard(n, m, d, eps, radius),
        zhao.hadamard_bound,
    ),
    VectorEstimator(
        "signed-kary",
        "sampled signed coordinates by k-ary response",
        "ours, against zhao Theorem 6 at p = 1",
        "mean-l1",
        baselines.SIGNED_RATE.subs(p, 1),
        lambda n, m, d, eps, radius, _: baselines.signed(n, m, d, eps, radius),
        baselines.signed_bound,
        needs_one_law=False,
    ),
)

ESTIMATORS = (*_BOUNDED, *_heavy_tailed(ORDER))


def of_problem(problem: str, order: float = ORDER) -> tuple[VectorEstimator, ...]:
    """The estimators of a problem, under moments of this order where it has any.

    Raises ParameterError for a problem that is not here; the plans and bounds do for an order outside 2 to 100.
    """
    if problem not in PROBLEMS:
        raise ParameterError(f"problem = {problem!r}: must be one of {', '.join(PROBLEMS)}")
    known = ESTIMATORS if order == ORDER else (*_BOUNDED, *_heavy_tailed(order))
    return tuple(e for e in known if e.problem == problem)


def by_name(name: str) -> VectorEstimator:
    """The estimator of that name; raises ParameterError for another name."""
    for estimator in ESTIMATORS:
        if estimator.name == name:
            return estimator
    raise ParameterError(f"estimator = {name!r}: must be one of {', '.join(e.name for e in ESTIMATORS)}")
