"""All estimators, by problem, in the order in which they are shown.

bassily's estimators of vectors, which are (epsilon, delta)-private, are built by `upperbounds.vectors.bassily`.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import sympy

from notation.parameters import ParameterError
from notation.setting import Setting
from notation.symbols import D, Delta, epsilon, p
from upperbounds.classification import users as classification
from upperbounds.classification.bounds import LABEL_ESTIMATORS
from upperbounds.density import kent as density
from upperbounds.estimator import Estimator, UpperBound
from upperbounds.mean import baselines, bassily, kent, ours, zhao
from upperbounds.mixture import kent as mixture
from upperbounds.optimisation import central as optimisation_central
from upperbounds.optimisation import local as optimisation
from upperbounds.protocols.coordinates import CoordinatePlan, Plain, in_symbols
from upperbounds.protocols.range_vote import Range
from upperbounds.protocols.split import Split
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.protocols.walk import Walk
from upperbounds.regression import users as regression
from upperbounds.regression.bounds import REGRESSION_ESTIMATORS
from upperbounds.selection import cover_select
from upperbounds.sparse import kent as sparse
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.transforms.kashin import HadamardFrame
from upperbounds.vectors import baselines as one_round
from upperbounds.vectors import heavy, user_means
from upperbounds.vectors import kent as kent_vectors
from upperbounds.vectors import zhao as zhao_vectors

Scalar = Callable[[int, int, float, float], Any]


def one_coordinate(plan: TwoStage) -> CoordinatePlan:
    """A two-stage plan for a number as that of a vector of one coordinate."""
    return CoordinatePlan(plan.name, Split(plan.n, 1, ((0,),)), plan, Fraction(1), Plain(1))


def _mean(
    name: str, title: str, source: str, rate: sympy.Expr, build: Scalar, bound: Scalar, **flags: Any
) -> Estimator:
    """An estimator of the mean of numbers, whose functions take n, m, epsilon, D."""

    return Estimator(
        name,
        title,
        source,
        "mean",
        rate,
        lambda a, _: build(a.n, a.m, a.epsilon, a.D),
        lambda a: bound(a.n, a.m, a.epsilon, a.D),
        **flags,
    )


def _in_symbols(assemble: Callable[..., Any]) -> Callable[[Any], Any]:
    """The plan of a one-round estimator by its own function, at epsilon and D."""
    return lambda plan: assemble(plan.n, plan.effective, epsilon, D)


def _range_in_symbols(plan: Range) -> Range:
    return bassily.algorithm2(plan.n, plan.m, epsilon, D, Delta, plan.bins.count)


def _walk_in_symbols(plan: Walk) -> Walk:
    return replace(plan, epsilon=epsilon, unit=Delta)


def _windows_in_symbols(plan: Any) -> Any:
    shape = plan.channel.levels, plan.channel.window
    return baselines.user_mean_plan(plan.n, plan.effective, epsilon, D, shape)


_MEAN = (
    _mean(
        "zhao-algorithm1",
        "two-stage mean with Laplace votes",
        "zhao Algorithm 1, Theorem 1",
        zhao.RATE,
        zhao.algorithm1,
        zhao.bound,
        needs_one_law=True,
    ),
    _mean(
        "kent-algorithm11",
        "two-stage mean with randomized-response votes, printed constants",
        "kent Algorithms 10 and 11, Theorem 6 at d = 1",
        kent.RATE,
        kent.algorithm11,
        kent.bound,
        needs_one_law=True,
    ),
    _mean(
        "kent-tuned",
        "two-stage mean with randomized-response votes, tuned width",
        "kent Algorithm 10 at the width of Appendix A.2",
        kent.RATE,
        kent.tuned_general,
        kent.tuned_bound,
        needs_one_law=True,
    ),
    _mean(
        "bassily-algorithm2",
        "midpoint of the bin with the most votes",
        "bassily Algorithm 2, Lemma B.1",
        bassily.RATE,
        bassily.estimator,
        bassily.bound,
        exact=_range_in_symbols,
        needs_one_law=True,
    ),
    _mean(
        "walk",
        "a walk to the mean, then clipped distances by randomized response on windows",
        "ours",
        ours.RATE,
        ours.walk,
        ours.bound,
        exact=_walk_in_symbols,
        needs_one_law=True,
    ),
    _mean(
        "user-mean",
        "each user mean by randomized response on windows",
        "ours; Wang et al. 2019, Section III, made discrete",
        baselines.USER_MEAN_RATE,
        baselines.user_mean,
        baselines.user_mean_bound,
        exact=_windows_in_symbols,
        takes_means=True,
    ),
    _mean(
        "semi-user-level",
        "each user mean with Laplace noise",
        "kent Section 6.1.1",
        baselines.SEMI_USER_RATE,
        baselines.semi_user,
        baselines.semi_user_bound,
        exact=_in_symbols(baselines.semi_user_plan),
        takes_means=True,
    ),
    _mean(
        "split-user",
        "each sample at epsilon/m",
        "kent Section 6.1.1; zhao Proposition 1 (1)",
        baselines.SPLIT_USER_RATE,
        baselines.split_user,
        baselines.split_user_bound,
        exact=_in_symbols(baselines.split_user_plan),
    ),
    _mean(
        "one-item",
        "one sample per user by randomized response",
        "zhao Proposition 1 (2)",
        baselines.ONE_ITEM_RATE,
        baselines.one_item,
        baselines.one_item_bound,
        exact=_in_symbols(baselines.one_item_plan),
    ),
    _mean(
        "full-item-level",
        "each sample at epsilon, no protection of the user",
        "kent Section 6.1.1",
        baselines.FULL_ITEM_RATE,
        baselines.full_item,
        baselines.full_item_bound,
        exact=_in_symbols(baselines.full_item_plan),
        protects_users=False,
    ),
    _mean(
        "non-private",
        "the mean of all samples",
        "textbook",
        baselines.PLAIN_RATE,
        baselines.plain,
        baselines.plain_bound,
        protects_users=False,
    ),
)


def _frame(a: Setting) -> HadamardFrame:
    """A frame for a bound, which needs its size only."""
    return HadamardFrame.draw(a.d, np.random.default_rng(0))


def _of_ball(bound: Callable[[int, int, int, float, float], UpperBound]) -> Callable[[Setting], UpperBound]:
    """The bound of an estimator whose functions take n, m, d, epsilon, D."""
    return lambda a: bound(a.n, a.m, a.d, a.epsilon, a.D)


_VECTORS = (
    Estimator(
        "zhao-algorithm2",
        "two-stage means of coordinates, groups and shares of epsilon as corrected",
        "zhao Algorithm 2, Theorem 4",
        "mean-linf",
        zhao_vectors.RATE,
        lambda a, _: zhao_vectors.algorithm2(a.n, a.m, a.d, a.epsilon, a.D),
        _of_ball(zhao_vectors.bound),
        needs_one_law=True,
    ),
    Estimator(
        "kent-algorithm12",
        "two-stage means of coordinates, printed constants, floor(alpha) folds",
        "kent Algorithms 4 and 12, Theorem 6",
        "mean-linf",
        kent_vectors.RATE,
        lambda a, _: kent_vectors.algorithm12(a.n, a.m, a.d, a.epsilon, a.D),
        _of_ball(kent_vectors.bound),
        needs_one_law=True,
    ),
    Estimator(
        "kent-tuned",
        "two-stage means of coordinates, tuned width",
        "kent Algorithm 12 at the width of Appendix A.2",
        "mean-linf",
        kent_vectors.RATE,
        lambda a, _: kent_vectors.tuned(a.n, a.m, a.d, a.epsilon, a.D),
        _of_ball(kent_vectors.tuned_bound),
        needs_one_law=True,
    ),
    Estimator(
        "user-means",
        "each user mean, some coordinates by randomized response on windows",
        "ours; Wang et al. 2019, Section IV, made discrete",
        "mean-linf",
        user_means.RATE,
        lambda a, _: user_means.coordinates(a.n, a.m, a.d, a.epsilon, a.D),
        _of_ball(user_means.bound),
        takes_means=True,
    ),
    Estimator(
        "zhao-kashin",
        "Algorithm 2 on Kashin coefficients",
        "zhao Section 4.2, Theorem 5",
        "mean-l2",
        zhao_vectors.L2_RATE,
        lambda a, rng: zhao_vectors.through_kashin(a.n, a.m, a.epsilon, a.D, HadamardFrame.draw(a.d, rng)),
        lambda a: zhao_vectors.kashin_bound(a.n, a.m, a.epsilon, a.D, _frame(a)),
        needs_one_law=True,
    ),
    Estimator(
        "kent-algorithm13",
        "two-stage means of randomly rotated coordinates, floor(alpha) folds",
        "kent Algorithms 5 and 13, Theorem 6",
        "mean-l2",
        kent_vectors.L2_RATE,
        lambda a, rng: kent_vectors.algorithm13(a.n, a.m, a.epsilon, a.D, RandomRotation.draw(a.d, rng)),
        _of_ball(kent_vectors.l2_bound),
        needs_one_law=True,
    ),
    Estimator(
        "kent-tuned-rotated",
        "two-stage means of randomly rotated coordinates, tuned width",
        "kent Algorithm 13 at the width of Appendix A.2 over sqrt(d)",
        "mean-l2",
        kent_vectors.L2_RATE,
        lambda a, rng: kent_vectors.tuned_rotated(a.n, a.m, a.epsilon, a.D, RandomRotation.draw(a.d, rng)),
        _of_ball(kent_vectors.tuned_l2_bound),
        needs_one_law=True,
    ),
    Estimator(
        "duchi-semi-user",
        "each user mean by the item-level l_2 mechanism",
        "Duchi et al. 2018, Equation 25; kent Section 6.1.1",
        "mean-l2",
        one_round.SEMI_USER_RATE,
        lambda a, _: one_round.duchi(a.n, a.m, a.d, a.epsilon, a.D, "semi-user"),
        _of_ball(one_round.duchi_bound),
        takes_means=True,
    ),
    Estimator(
        "zhao-hadamard",
        "Algorithm 2 on Hadamard coefficients",
        "zhao Remark 1",
        "mean-l1",
        zhao_vectors.L2_RATE,
        lambda a, _: zhao_vectors.through_hadamard(a.n, a.m, a.d, a.epsilon, a.D),
        _of_ball(zhao_vectors.hadamard_bound),
        needs_one_law=True,
    ),
    Estimator(
        "signed-kary",
        "sampled signed coordinates by k-ary response",
        "ours, against zhao Theorem 6 at p = 1",
        "mean-l1",
        one_round.SIGNED_RATE.subs(p, 1),
        lambda a, _: one_round.signed(a.n, a.m, a.d, a.epsilon, a.D),
        _of_ball(one_round.signed_bound),
        takes_means=True,
    ),
    Estimator(
        "zhao-heavy",
        "two-stage means of coordinates under moments",
        "zhao Remark 2, first case",
        "mean-heavy",
        heavy.COORDINATE_RATE,
        lambda a, _: heavy.coordinate_moments(a.n, a.m, a.d, a.epsilon, a.p, a.M),
        lambda a: heavy.coordinate_bound(a.n, a.m, a.d, a.epsilon, a.p, a.M),
        needs_one_law=True,
    ),
    Estimator(
        "user-means-clipped",
        "each user mean clipped for its moments, some coordinates by windows",
        "ours; one round of zhao Remark 2 at m = 1",
        "mean-heavy",
        user_means.COORDINATE_RATE,
        lambda a, _: user_means.clipped_coordinates(a.n, a.m, a.d, a.epsilon, a.p, a.M),
        lambda a: user_means.clipped_bound(a.n, a.m, a.d, a.epsilon, a.p, a.M),
        takes_means=True,
    ),
    Estimator(
        "zhao-heavy-kashin",
        "two-stage means of Kashin coefficients under a moment of the norm",
        "zhao Remark 2, second case",
        "mean-heavy-l2",
        heavy.NORM_RATE,
        lambda a, rng: heavy.norm_moments(a.n, a.m, a.epsilon, a.p, a.M, HadamardFrame.draw(a.d, rng)),
        lambda a: heavy.norm_bound(a.n, a.m, a.epsilon, a.p, a.M, _frame(a)),
        needs_one_law=True,
    ),
    Estimator(
        "user-means-ball",
        "each user mean clipped for a moment of the norm, by the item-level l_2 mechanism",
        "ours; Duchi et al. 2018, Equation 25",
        "mean-heavy-l2",
        user_means.NORM_RATE,
        lambda a, _: user_means.clipped_ball(a.n, a.m, a.d, a.epsilon, a.p, a.M),
        lambda a: user_means.ball_bound(a.n, a.m, a.d, a.epsilon, a.p, a.M),
        takes_means=True,
    ),
)


def _exact(estimator: Estimator) -> Estimator:
    """Two-stage plans know their form in symbols."""

    def exact(plan: Any) -> Any:
        if isinstance(plan, CoordinatePlan):
            return plan.exact()
        return in_symbols(plan) if isinstance(plan, TwoStage) else estimator.exact(plan)

    return replace(estimator, exact=exact)


_OTHERS = (
    *density.ESTIMATORS,
    *cover_select.ESTIMATORS,
    *sparse.ESTIMATORS,
    *mixture.ESTIMATORS,
    *optimisation.ESTIMATORS,
    *optimisation_central.ESTIMATORS,
)

ESTIMATORS = tuple(_exact(estimator) for estimator in (*_MEAN, *_VECTORS, *_OTHERS))

LABELS = LABEL_ESTIMATORS
"""Classifiers where labels alone are private, by problem: plans of another kind, in no suite of users' transcripts."""

LABEL_REGRESSIONS = REGRESSION_ESTIMATORS
"""Regression estimates where labels alone are private, by problem."""

USERS = {"classification": classification.ESTIMATORS, "regression": regression.ESTIMATORS}
"""Rules that predict labels, learnt from users all of whose data are private, by problem."""


def of_problem(problem: str) -> tuple[Estimator, ...]:
    """The estimators of a problem; raises ParameterError for a problem that has none."""
    found = tuple(estimator for estimator in ESTIMATORS if estimator.problem == problem)
    if not found:
        known = ", ".join(dict.fromkeys(estimator.problem for estimator in ESTIMATORS))
        raise ParameterError(f"problem = {problem!r}: must be one of {known}")
    return found


def by_name(problem: str, name: str) -> Estimator:
    """The estimator of a problem with that name; raises ParameterError for another."""
    known = {estimator.name: estimator for estimator in of_problem(problem)}
    if name not in known:
        raise ParameterError(f"estimator = {name!r}: must be one of {', '.join(known)}")
    return known[name]
