"""The estimators of the mean of numbers, in the order in which they are shown."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import sympy

from notation.symbols import D, Delta, epsilon
from upperbounds.estimator import Estimator
from upperbounds.mean import baselines, bassily, kent, ours, zhao
from upperbounds.protocols.range_vote import Range
from upperbounds.protocols.walk import Walk

Scalar = Callable[[int, int, float, float], Any]


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


ESTIMATORS = (
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
        "sequential localisation (walk), then clipped distances by randomized response on windows",
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
