"""What a person who plans a study asks: the bounds and the worst risk of every estimator at given numbers."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError, count, positive
from upperbounds.channels import UnaryEncoding, WindowResponse
from upperbounds.mean import MeanEstimator
from upperbounds.mean.bassily import Range
from upperbounds.mean.estimator import Additive
from upperbounds.two_stage import TwoStage, winner
from verify.risk import Risk, SignLaw, UserMeanLaw, exact_risk, exact_stages, exact_work, stream
from verify.risk.drawn import DrawnWinners
from verify.risk.exact import MOST_BINS

_REPETITIONS = 4000
_DRAWS = 10**6
"""Votes that a simulation draws at one position of the mean; where bins are many, repetitions are fewer."""
_TAIL = 1e-18
_MOST_WORK = 2e8
"""Multiplications up to which a risk is exact: half a second or so, for some ten means of each estimator."""

MOST_USERS = 10**12
MOST_SAMPLES = 10**10
LEAST_EPSILON, MOST_EPSILON = 1e-9, 1e4
LEAST_SIZE, MOST_SIZE = 1e-50, 1e50
"""Of D and its like: within these the variance of a squared error neither overflows nor vanishes."""


@dataclass(frozen=True)
class WorstRisk:
    """The largest risk for +-D data over the means that `method` names; the exact worst where there are no bins.

    `error` is a certified bound where the risk is exact, a standard error where it is simulated.
    `localisation_failure` is None for estimators that do not localise. `repetitions` is 0 where nothing is simulated;
    `resolution` is what an exact `localisation_failure` may be off by.
    """

    value: float
    error: float
    method: str
    localisation_failure: float | None
    worst_mean: float
    repetitions: int = 0
    resolution: float = 0.0


def check_range(users: int, samples: int, epsilon: float, half_width: float) -> None:
    """Raise ParameterError outside the range in which floats carry every bound and a risk takes seconds."""
    count("n", users, 2)
    count("m", samples)
    for name, number, most in (("n", users, MOST_USERS), ("m", samples, MOST_SAMPLES)):
        if number > most:
            raise ParameterError(f"{name} = {number}: must be at most {most:.0e}")
    for name, value, least, top in (
        ("epsilon", epsilon, LEAST_EPSILON, MOST_EPSILON),
        ("half-width", half_width, LEAST_SIZE, MOST_SIZE),
    ):
        if not least <= positive(name, value) <= top:
            raise ParameterError(f"{name} = {value}: must be from {least:g} to {top:g}")


def worst_risk(estimator: MeanEstimator, users: int, samples: int, epsilon: float, half_width: float) -> WorstRisk:
    """The worst risk for data equal to +-D: exact where that takes seconds, simulated beyond.

    Raises ParameterError for parameters that the estimator does not take.
    """
    plan = estimator.build(users, samples, epsilon, half_width)
    if isinstance(plan, Additive) and isinstance(plan.channel, WindowResponse):
        found = {law: windowed_risk(plan.channel, users, law, samples) for law in mean_laws(half_width)}
        law = max(found, key=lambda law: found[law])
        return WorstRisk(found[law], 0.0, f"exact; +-D data, largest of {len(found)} means", None, law.mean)
    if isinstance(plan, Additive):
        return WorstRisk(plan.risk(half_width**2, 0.0), 0.0, "exact variance at mean 0", None, 0.0)
    if not isinstance(plan, TwoStage | Range):
        raise ParameterError(f"estimator = {estimator.name!r}: no risk is known")
    return worst_staged_risk(plan, half_width)


def mean_laws(half_width: float) -> tuple[SignLaw, ...]:
    """+-D data with means across [0, D]: what is symmetric has its other half's risk."""
    return tuple(SignLaw(float(share) * half_width, half_width) for share in np.linspace(0, 1, 33))


def windowed_risk(channel: WindowResponse, users: float, law: UserMeanLaw, samples: int) -> float:
    """The exact mean squared error of the average of so many users' messages, for user means of this law.

    The second moment of a message is linear between the channel's levels, and the law knows its clipped means.
    """
    points = np.linspace(-1, 1, channel.levels) * float(channel.half_width)
    bias, _ = law.clipped(points[:-1], points[1:], samples)
    parts = bias + law.mean - points[:-1]
    moments = channel.second_moment(points)
    center = float(points[0] + parts.sum())
    second = float(moments[0] + np.sum(np.diff(moments) / np.diff(points) * parts))
    return max(second - center**2, 0.0) / users + (center - law.mean) ** 2


def worst_staged_risk(
    plan: TwoStage | Range, half_width: float, more: Iterable[SignLaw] = (), data: str = "+-D data"
) -> WorstRisk:
    """`worst_risk` of a plan that localises, for data equal to +-half_width, which its bins may reach beyond.

    Also over `more` laws; `data` says in words what all of them are.
    """
    work = _exact_work(plan, half_width)
    exact = work <= _MOST_WORK
    positions = 3 if not exact else 21 if work <= _MOST_WORK / 20 and plan.bins.count <= 10_000 else 5
    judged = _exact if exact else _simulated
    laws = dict.fromkeys((*_laws(plan, half_width, positions), *more))
    found = [(*judged(plan, law), law.mean) for law in laws]
    risk, _, mean = max(found, key=lambda one: one[0].value)
    return WorstRisk(
        risk.value,
        risk.error,
        f"{risk.method}; {data}, largest of {positions} means across the bin of 0, and +-D/2, +-9D/10, +-D",
        max(r.localisation_failure for r, _, _ in found),
        mean,
        min(repetitions for _, repetitions, _ in found),
        max(r.missing for r, _, _ in found),
    )


def first_useful_users(vacuous: Callable[[int], bool]) -> int | None:
    """The least n (to 1%) for which a bound is not vacuous; None where 10^12 users do not suffice."""
    high = 2
    while vacuous(high):
        high *= 2
        if high > 10**12:
            return None
    low = high // 2
    while high - low > max(1, low // 100):
        middle = max((low + high) // 2, 2)
        if vacuous(middle):
            low = middle
        else:
            high = middle
    return high


def _laws(plan: TwoStage | Range, half_width: float, positions: int) -> Iterator[SignLaw]:
    """+-D data whose mean crosses the bin of 0, both edges included; and far out, where a wrong bin costs most."""
    left = float(plan.bins.left(int(plan.bins.index(np.zeros(1))[0])))
    for mean in left + float(plan.bins.width) * np.linspace(0, 1, positions):
        yield SignLaw(float(np.clip(mean, -half_width, half_width)), half_width)
    for share in (-1.0, -0.9, -0.5, 0.5, 0.9, 1.0):
        yield SignLaw(share * half_width, half_width)


def _exact(plan: TwoStage | Range, law: SignLaw) -> tuple[Risk, int]:
    """The risk, and no repetitions."""
    if isinstance(plan, TwoStage):
        return exact_risk(plan, law), 0
    stages = exact_stages(_voting(plan), law)
    miss = plan.bins.middle(np.arange(plan.bins.count)) - law.mean
    value, bias = float(stages.winner @ miss**2), float(stages.winner @ miss)
    risk = Risk(
        value,
        bias,
        value - bias**2,
        float(np.sum(stages.winner[_beyond(plan, miss)])),
        stages.error_of(miss**2),
        stages.uncertain,
        f"exact, {stages.route}",
    )
    return risk, 0


def _voting(plan: Range) -> TwoStage:
    """The two-stage plan whose first half is everyone: its winner has the law of the vote alone."""
    return TwoStage(plan.name, 2 * plan.users, plan.samples, plan.epsilon, plan.bins, plan.vote, 0.0, 0.0)


def _exact_work(plan: TwoStage | Range, half_width: float) -> float:
    """How many multiplications an exact risk takes at the dearest of some means; inf beyond MOST_BINS bins."""
    if plan.bins.count > MOST_BINS:
        return np.inf
    voting = plan if isinstance(plan, TwoStage) else _voting(plan)
    return max(exact_work(voting, law) for law in _laws(plan, half_width, 5))


def _simulated(plan: TwoStage | Range, law: SignLaw) -> tuple[Risk, int]:
    """The risk and the repetitions: the winner is drawn; what follows a winner is exact."""
    winners = _winners(plan, law)
    every, place = np.unique(winners, return_inverse=True)
    if isinstance(plan, TwoStage):
        lower, upper = plan.interval(every)
        bias, variance = law.clipped(lower, upper, plan.samples)
        variance = (variance + 2 * plan.scale**2) / plan.half
        failed = (law.mean < lower) | (law.mean > upper)
    else:
        bias, variance = plan.bins.middle(every) - law.mean, np.zeros(len(every))
        failed = _beyond(plan, bias)
    losses = (bias**2 + variance)[place]
    mean_bias = float(bias[place].mean())
    risk = Risk(
        float(losses.mean()),
        mean_bias,
        float(losses.mean()) - mean_bias**2,
        float(failed[place].mean()),
        float(losses.std(ddof=1) / np.sqrt(len(losses))),
        0.0,
        f"Monte Carlo on the winning bin, {len(winners)} repetitions",
    )
    return risk, len(winners)


def _winners(plan: TwoStage | Range, law: SignLaw) -> NDArray[np.int64]:
    """Draw the winning bins, chunk by chunk; there are fewer repetitions where votes of many bins are drawn."""
    voters = plan.half if isinstance(plan, TwoStage) else plan.users
    if isinstance(plan.vote, UnaryEncoding):
        found = DrawnWinners(plan.vote, plan.bins, law, plan.samples, voters)
        drawn, draw = found.drawn, found.draw
    else:
        drawn, draw = plan.bins.count, partial(_noisy_winners, plan, law, voters)
    repetitions = int(np.clip(_DRAWS // drawn, 50, _REPETITIONS))
    size = max(_DRAWS // (10 * drawn), 1)
    chunks = enumerate(range(0, repetitions, size))
    return np.concatenate([draw(min(size, repetitions - start), stream(0, 2, 0, chunk)) for chunk, start in chunks])


def _noisy_winners(plan: TwoStage, law: SignLaw, voters: int, size: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """The winners of so many runs where every bin's votes are drawn."""
    cells = law.bin_law(plan.bins, plan.samples, _TAIL)
    counts = np.zeros((size, plan.bins.count), dtype=np.int64)
    counts[:, cells.first : cells.last + 1] = rng.multinomial(
        voters, cells.probabilities / cells.probabilities.sum(), size=size
    )
    return winner(plan.vote.sample_sum(counts, rng))


def _beyond(plan: Range, miss: np.ndarray) -> np.ndarray:
    """Where the answer is farther from the mean than the 3 tau of the corrected Lemma B.1, but for rounding."""
    return np.abs(miss) > 1.5 * float(plan.bins.width) * (1 + 1e-12)
