"""Running an estimator of the mean on a person's own data, with what it spends and an error bar from messages."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from notation.parameters import ParameterError
from upperbounds.mean import ESTIMATORS, MeanEstimator, by_name
from upperbounds.mean.bassily import Range
from upperbounds.mean.estimator import Plan
from upperbounds.two_stage import TwoStage
from verify.study import WorstRisk, worst_risk
from verify.table_input import UserData


@dataclass(frozen=True)
class Estimate:
    """An estimate, its error bar, what each user spent, and who was left out."""

    value: float
    standard_error: float
    epsilon_per_user: float
    estimator: MeanEstimator
    plan: Plan
    kept: int
    left_out: int
    why: tuple[str, ...]
    clipped: int
    worst: WorstRisk
    """For +-D data at these public parameters."""


def private_estimators() -> list[MeanEstimator]:
    """The estimators that protect the user, in the registry's order."""
    return [estimator for estimator in ESTIMATORS if estimator.protects_users]


def choose(users: int, samples: int, epsilon: float) -> MeanEstimator:
    """The private estimator with the least worst-case risk for +-D data at these public parameters."""
    return min(private_estimators(), key=lambda e: worst_risk(e, users, samples, epsilon, 1.0).value)


def estimate_mean(
    data: UserData, epsilon: float, lower: float, upper: float, name: str | None, seed: int | None
) -> Estimate:
    """Estimate the mean of data in [lower, upper] under epsilon-LDP for users.

    Raises ParameterError for fewer than 2 users, an unknown estimator or one that does not protect users.
    """
    users, samples = data.samples.shape
    if users < 2:
        raise ParameterError(f"data: {users} user is left; a private mean needs at least 2")
    estimator = by_name(name) if name else choose(users, samples, epsilon)
    if not estimator.protects_users:
        raise ParameterError(f"--estimator = {name!r}: does not protect users; choose one that does")
    center, half_width = (lower + upper) / 2, (upper - lower) / 2
    plan = estimator.build(users, samples, epsilon, half_width)
    rng = np.random.Generator(np.random.PCG64DXSM(seed))
    # Neither who votes and who refines nor which samples an estimator uses may hang on the order of the file.
    shuffled = rng.permuted(rng.permutation(data.samples - center, axis=0), axis=1)
    sent, value = plan.protocol().transcript(shuffled, rng)
    spent = estimator.exact(plan).protocol().worst_spend().multiple()
    assert spent is not None
    why, left_out = list(data.why), data.left_out
    if isinstance(plan, TwoStage) and users % 2:
        why.append("1 user drawn at random sends nothing, since their number is odd")
        left_out += 1
    return Estimate(
        value=float(value) + center,
        standard_error=_error_bar(plan, sent),
        epsilon_per_user=float(spent) * epsilon,
        estimator=estimator,
        plan=plan,
        kept=users + data.left_out - left_out,
        left_out=left_out,
        why=tuple(why),
        clipped=data.clipped,
        worst=worst_risk(estimator, users, samples, epsilon, 1.0),
    )


def _error_bar(plan: Plan, sent: tuple[Any, ...]) -> float:
    """The standard error of the last round's mean over users; from messages and public parameters only.

    Of a single message, the noise's deviation and half the interval that it was clipped to. For a vote alone, the
    distance within which the corrected Lemma B.1 of bassily puts the mean.
    """
    if isinstance(plan, Range):
        return 3 * float(plan.bins.width) / 2
    # A user's messages share the user: only users are independent.
    users = sent[-1].reshape(len(sent[-1]), -1).mean(axis=1)
    if len(users) > 1:
        # Answers +-c that are all alike: c bounds their deviation.
        return float((np.std(users, ddof=1) or abs(users[0])) / np.sqrt(len(users)))
    assert isinstance(plan, TwoStage), "the other plans hear every user, and there are two at least"
    low, high = plan.interval(0)
    return float(np.hypot(np.sqrt(2) * float(plan.scale), (high - low) / 2))
