"""All estimators of the univariate mean, in the order in which they are shown."""

from typing import Any

from notation.parameters import ParameterError
from notation.symbols import D, Delta, epsilon, h
from upperbounds.mean import baselines, bassily, kent, zhao
from upperbounds.mean.estimator import MeanEstimator, Plan
from upperbounds.two_stage import TwoStage


def _zhao(plan: TwoStage) -> Plan:
    return zhao.assemble(plan.users, plan.samples, epsilon, D, plan.bins.count, h, Delta)


def _kent(plan: TwoStage) -> Plan:
    branch = kent.algorithm2 if plan.vote.hot == 1 else kent.algorithm10
    return branch(plan.users, plan.samples, epsilon, Delta, D, plan.bins.count)


def _bassily(plan: bassily.Range) -> Plan:
    return bassily.algorithm2(plan.users, plan.samples, epsilon, D, Delta, plan.bins.count)


def _semi_user(plan: Any) -> Plan:
    return baselines.semi_user_plan(plan.users, plan.effective, epsilon, D)


def _split_user(plan: Any) -> Plan:
    return baselines.split_user_plan(plan.users, plan.effective, epsilon, D)


def _one_item(plan: Any) -> Plan:
    return baselines.one_item_plan(plan.users, plan.effective, epsilon, D)


def _full_item(plan: Any) -> Plan:
    return baselines.full_item_plan(plan.users, plan.effective, epsilon, D)


def _user_mean(plan: Any) -> Plan:
    shape = plan.channel.levels, plan.channel.window
    return baselines.user_mean_plan(plan.users, plan.effective, epsilon, D, shape)


def _itself(plan: Plan) -> Plan:
    return plan


ESTIMATORS: tuple[MeanEstimator, ...] = (
    MeanEstimator(
        "zhao-algorithm1",
        "two-stage mean with Laplace votes",
        "zhao Algorithm 1, Theorem 1",
        zhao.RATE,
        zhao.algorithm1,
        zhao.bound,
        _zhao,
        needs_one_law=True,
    ),
    MeanEstimator(
        "kent-algorithm11",
        "two-stage mean with randomized-response votes, printed constants",
        "kent Algorithms 10 and 11, Theorem 6 at d = 1",
        kent.RATE,
        kent.algorithm11,
        kent.bound,
        _kent,
        needs_one_law=True,
    ),
    MeanEstimator(
        "kent-tuned",
        "two-stage mean with randomized-response votes, tuned width",
        "kent Algorithm 10 at the width of Appendix A.2",
        kent.RATE,
        kent.tuned_general,
        kent.tuned_bound,
        _kent,
        needs_one_law=True,
    ),
    MeanEstimator(
        "bassily-algorithm2",
        "midpoint of the bin with the most votes",
        "bassily Algorithm 2, Lemma B.1",
        bassily.RATE,
        bassily.estimator,
        bassily.bound,
        _bassily,
        needs_one_law=True,
    ),
    MeanEstimator(
        "user-mean",
        "each user mean by randomized response on windows",
        "ours; Wang et al. 2019, Section III, made discrete",
        baselines.USER_MEAN_RATE,
        baselines.user_mean,
        baselines.user_mean_bound,
        _user_mean,
        takes_means=True,
    ),
    MeanEstimator(
        "semi-user-level",
        "each user mean with Laplace noise",
        "kent Section 6.1.1",
        baselines.SEMI_USER_RATE,
        baselines.semi_user,
        baselines.semi_user_bound,
        _semi_user,
        takes_means=True,
    ),
    MeanEstimator(
        "split-user",
        "each sample at epsilon/m",
        "kent Section 6.1.1; zhao Proposition 1 (1)",
        baselines.SPLIT_USER_RATE,
        baselines.split_user,
        baselines.split_user_bound,
        _split_user,
    ),
    MeanEstimator(
        "one-item",
        "one sample per user by randomized response",
        "zhao Proposition 1 (2)",
        baselines.ONE_ITEM_RATE,
        baselines.one_item,
        baselines.one_item_bound,
        _one_item,
    ),
    MeanEstimator(
        "full-item-level",
        "each sample at epsilon, no protection of the user",
        "kent Section 6.1.1",
        baselines.FULL_ITEM_RATE,
        baselines.full_item,
        baselines.full_item_bound,
        _full_item,
        protects_users=False,
    ),
    MeanEstimator(
        "non-private",
        "the mean of all samples",
        "textbook",
        baselines.PLAIN_RATE,
        baselines.plain,
        baselines.plain_bound,
        _itself,
        protects_users=False,
    ),
)


def by_name(name: str) -> MeanEstimator:
    """The estimator of that name; raises ParameterError for another name."""
    for estimator in ESTIMATORS:
        if estimator.name == name:
            return estimator
    raise ParameterError(f"estimator = {name!r}: must be one of {', '.join(e.name for e in ESTIMATORS)}")
