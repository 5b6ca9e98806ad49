"""What a person who plans a study asks: the bounds and the worst risk of every estimator at given numbers."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from notation.parameters import ParameterError
from upperbounds.mean import MeanEstimator
from upperbounds.mean.bassily import Range
from upperbounds.mean.estimator import Additive
from upperbounds.two_stage import TwoStage
from verify.risk import Risk, SignLaw, exact_risk, exact_stages, monte_carlo, stream

_REPETITIONS = 4000
_TAIL = 1e-18


@dataclass(frozen=True)
class WorstRisk:
    """The largest risk over means for +-D data: across the mean's position in its bin where there are bins.

    `error` is a certified bound where the risk is exact, a standard error where it is simulated.
    `localisation_failure` is None for estimators that do not localise.
    """

    value: float
    error: float
    method: str
    localisation_failure: float | None
    worst_mean: float


def worst_risk(estimator: MeanEstimator, users: int, samples: int, epsilon: float, half_width: float) -> WorstRisk:
    """The worst risk for data equal to +-D: exact up to 30,000 users, simulated beyond.

    Raises ParameterError for parameters that the estimator does not take.
    """
    plan = estimator.build(users, samples, epsilon, half_width)
    if isinstance(plan, Additive):
        return WorstRisk(plan.risk(half_width**2, 0.0), 0.0, "exact variance at mean 0", None, 0.0)
    if not isinstance(plan, TwoStage | Range):
        raise ParameterError(f"estimator = {estimator.name!r}: no risk is known")
    exact = users <= 30_000
    positions = 21 if users <= 5_000 else 5 if exact else 3
    judged = _exact if exact else _simulated
    found = [(judged(plan, law), law.mean) for law in _across_bin(plan, half_width, positions)]
    risk, mean = max(found, key=lambda pair: pair[0].value)
    return WorstRisk(
        risk.value,
        risk.error,
        f"{risk.method}; +-D data, largest of {positions} positions of the mean in its bin",
        max(r.localisation_failure for r, _ in found),
        mean,
    )


def first_useful_users(estimator: MeanEstimator, samples: int, epsilon: float, half_width: float) -> int | None:
    """The least n (to 1%) from which the explicit bound is below D^2; None where 10^12 users do not suffice."""
    high = 2
    while estimator.bound(high, samples, epsilon, half_width).vacuous:
        high *= 2
        if high > 10**12:
            return None
    low = high // 2
    while high - low > max(1, low // 100):
        middle = max((low + high) // 2, 2)
        if estimator.bound(middle, samples, epsilon, half_width).vacuous:
            low = middle
        else:
            high = middle
    return high


def _across_bin(plan: TwoStage | Range, half_width: float, positions: int) -> Iterator[SignLaw]:
    """+-D data whose mean crosses the bin of 0, both edges included, cut to [-D, D]."""
    left = float(plan.bins.left(int(plan.bins.index(np.zeros(1))[0])))
    for mean in left + float(plan.bins.width) * np.linspace(0, 1, positions):
        yield SignLaw(float(np.clip(mean, -half_width, half_width)), half_width)


def _exact(plan: TwoStage | Range, law: SignLaw) -> Risk:
    if isinstance(plan, TwoStage):
        return exact_risk(plan, law)
    # The vote alone: the winner's law is that of a two-stage plan whose first half is everyone.
    voting = TwoStage(plan.name, 2 * plan.users, plan.samples, plan.epsilon, plan.bins, plan.vote, 0.0, 0.0)
    stages = exact_stages(voting, law)
    miss = plan.bins.middle(np.arange(plan.bins.count)) - law.mean
    value, bias = float(stages.winner @ miss**2), float(stages.winner @ miss)
    return Risk(
        value,
        bias,
        value - bias**2,
        float(np.sum(stages.winner[_beyond(plan, miss)])),
        stages.missing * float(np.max(miss**2)),
        stages.missing,
        "exact, summed over the winning tally",
    )


def _simulated(plan: TwoStage | Range, law: SignLaw) -> Risk:
    method = f"Monte Carlo on aggregates, {_REPETITIONS} repetitions"
    if isinstance(plan, TwoStage):
        found = monte_carlo(plan, law, _REPETITIONS, 0)
        return Risk(found.value, 0.0, 0.0, found.localisation_failure, found.standard_error, 0.0, method)
    rng = stream(0, 2, 0, 0)
    cells = law.bin_law(plan.bins, plan.samples, _TAIL)
    miss = []
    for _ in range(_REPETITIONS):
        counts = np.zeros(plan.bins.count, dtype=np.int64)
        counts[cells.first : cells.last + 1] = rng.multinomial(
            plan.users, cells.probabilities / cells.probabilities.sum()
        )
        miss.append(float(plan.decode(plan.vote.sample_sum(counts, rng))) - law.mean)
    squares = np.square(miss)
    return Risk(
        float(squares.mean()),
        float(np.mean(miss)),
        float(np.var(miss)),
        float(np.mean(_beyond(plan, np.array(miss)))),
        float(squares.std(ddof=1) / np.sqrt(len(squares))),
        0.0,
        method,
    )


def _beyond(plan: Range, miss: np.ndarray) -> np.ndarray:
    """Where the answer is farther from the mean than the 3 tau of the corrected Lemma B.1, but for rounding."""
    return np.abs(miss) > 1.5 * float(plan.bins.width) * (1 + 1e-12)
