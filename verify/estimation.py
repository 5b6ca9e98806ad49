"""Running an estimator of the mean on a person's own data, with what it spends and an error bar from messages."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from notation.parameters import ParameterError
from upperbounds.mean import ESTIMATORS, MeanEstimator, by_name
from upperbounds.mean.bassily import Range
from upperbounds.mean.estimator import Plan
from upperbounds.protocol import Protocol
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


MOST_VOTES = 10**8
"""Votes of one round, each for one bin, up to which an estimator is run: some 3 GB."""


def check_votes(name: str, protocol: Protocol, bins: int) -> None:
    """Raise ParameterError where the rounds of votes, the first half of all, do not fit into memory."""
    voting = protocol.rounds[: (len(protocol.rounds) + 1) // 2]
    votes = [len(step.users) * step.messages * bins for step in voting]
    if max(votes) > MOST_VOTES or sum(votes) > 10 * MOST_VOTES:
        raise ParameterError(
            f"--estimator = {name!r}: {bins} bins make {sum(votes):.1e} votes; must be at most {MOST_VOTES:.0e} in one"
            " round, ten times that in all; choose another estimator"
        )


def _check_runs(name: str, plan: Plan) -> None:
    if isinstance(plan, TwoStage | Range):
        check_votes(name, plan.protocol(), plan.bins.count)


def choose(users: int, samples: int, epsilon: float) -> MeanEstimator:
    """The private estimator with the least worst-case risk for +-D data at these public parameters, of those that run.

    One round without votes always runs.
    """
    found = []
    for estimator in private_estimators():
        with suppress(ParameterError):
            _check_runs(estimator.name, estimator.build(users, samples, epsilon, 1.0))
            found.append(estimator)
    return min(found, key=lambda e: worst_risk(e, users, samples, epsilon, 1.0).value)


def estimate_mean(
    data: UserData, epsilon: float, lower: float, upper: float, name: str | None, seed: int | None
) -> Estimate:
    """Estimate the mean of data in [lower, upper] under epsilon-LDP for users.

    Raises ParameterError for fewer than 2 users, an unknown estimator, one that does not protect users, or one whose
    votes do not fit into memory.
    """
    users, samples = data.samples.shape
    if users < 2:
        raise ParameterError(f"data: {users} user is left; a private mean needs at least 2")
    names = [estimator.name for estimator in private_estimators()]
    if name is not None and name not in names:
        is_known = name in {estimator.name for estimator in ESTIMATORS}
        told = "does not protect users" if is_known else "is no estimator of the problem mean"
        raise ParameterError(f"--estimator = {name!r}: {told}; must be one of {', '.join(names)}")
    estimator = choose(users, samples, epsilon) if name is None else by_name(name)
    center, half_width = (lower + upper) / 2, (upper - lower) / 2
    plan = estimator.build(users, samples, epsilon, half_width)
    _check_runs(estimator.name, plan)
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
        standard_error=_error_bar(plan, sent, float(value)),
        epsilon_per_user=float(spent) * epsilon,
        estimator=estimator,
        plan=plan,
        kept=users + data.left_out - left_out,
        left_out=left_out,
        why=tuple(why),
        clipped=data.clipped,
        worst=worst_risk(estimator, users, samples, epsilon, 1.0),
    )


def _error_bar(plan: Plan, sent: tuple[Any, ...], value: float) -> float:
    """The standard error of the last round's mean over users; from messages and public parameters only.

    Of a single message, the noise's deviation and half the interval that it was clipped to. For a vote alone, the
    distance from `value` within which the corrected Lemma B.1 of bassily puts the mean, or the data's interval does.
    """
    if isinstance(plan, Range):
        return min(3 * float(plan.bins.width) / 2, abs(value) - float(plan.bins.lower))
    # A user's messages share the user: only users are independent.
    users = sent[-1].reshape(len(sent[-1]), -1).mean(axis=1)
    if len(users) > 1:
        # Answers +-c that are all alike: c bounds their deviation.
        return float((np.std(users, ddof=1) or abs(users[0])) / np.sqrt(len(users)))
    assert isinstance(plan, TwoStage), "the other plans hear every user, and there are two at least"
    low, high = plan.interval(0)
    return float(np.hypot(np.sqrt(2) * float(plan.scale), (high - low) / 2))
