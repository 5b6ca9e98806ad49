"""The mean squared error under a random shift by simulation, a fresh shift each repetition, as the paper's programs do.

A user's mean is one binomial draw, the summed votes of a bin are two, and those of all bins that nobody votes for are
one for their largest; repetitions run in chunks that fit the cache, each on the stream of (seed, experiment, cell,
chunk).
"""

from dataclasses import dataclass
from math import ceil, inf, sqrt

import numpy as np

from notation.parameters import count, positive
from upperbounds.channels.arrays import FloatArray
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.protocols.winners import draw_winners, users_in_bins
from verify.study.risk.aggregate import stream
from verify.study.risk.exact import as_floats
from verify.study.risk.laws import SignLaw

_NUMBERS = 1 << 18
"""How many numbers an array of one chunk holds (2 MB)."""

_SPREAD = 12
"""Deviations of the users' means across which bins are counted on to hold users."""

_FEWEST = 4
"""Chunks before an error is believed."""


@dataclass(frozen=True)
class _Simulated:
    """A mean over repetitions and its standard error; `failures` is the share in which the mean was lost."""

    value: float
    standard_error: float
    failures: float
    repetitions: int


def simulate(
    estimator: TwoStage,
    low: float,
    high: float,
    key: tuple[int, int, int],
    repetitions: int,
    relative: float = 0.0,
) -> _Simulated:
    """Fair signs plus a shift uniform on [low, high]: up to a given number of repetitions.

    Args:
        estimator: what is run.
        low: the least shift.
        high: the largest shift.
        key: seed, experiment and cell of the streams.
        repetitions: how many at most.
        relative: stop as soon as the standard error is this share of the mean; 0 takes all.

    Raises:
        ParameterError: for fewer than two repetitions, or a relative error below 0.
    """
    runs = as_floats(estimator)
    left = count("repetitions", repetitions, 2)
    if relative:
        positive("relative", relative)
    reached = min(ceil(_SPREAD / (sqrt(runs.m) * runs.bins.width)) + runs.vote.hot, runs.bins.count)
    size = max(_NUMBERS // max(runs.half, reached), 2)
    squares: list[FloatArray] = []
    lost: list[FloatArray] = []
    chunk, error = 0, inf
    while left > 0 and not (chunk >= _FEWEST and error <= relative * float(np.mean(np.concatenate(squares)))):
        number = min(size, left)
        found = _chunk(runs, low, high, number, stream(*key, chunk))
        squares.append(found[0])
        lost.append(found[1])
        left -= number
        chunk += 1
        if relative:
            drawn = np.concatenate(squares)
            error = float(drawn.std(ddof=1)) / sqrt(len(drawn))
    drawn = np.concatenate(squares)
    return _Simulated(
        float(drawn.mean()),
        float(drawn.std(ddof=1)) / sqrt(len(drawn)),
        float(np.concatenate(lost).mean()),
        len(drawn),
    )


def _chunk(
    runs: TwoStage, low: float, high: float, number: int, rng: np.random.Generator
) -> tuple[FloatArray, FloatArray]:
    """Squared errors, and whether the mean was lost, of `number` repetitions."""
    shifts = rng.uniform(low, high, number)
    fair, half = SignLaw(0.0), runs.half
    voters = shifts[:, None] + fair.sample_user_means((number, half), runs.m, rng)
    counts, first = users_in_bins(runs.vote, runs.bins.index(voters))
    winners = draw_winners(runs.vote, counts, first, rng)
    lower, upper = runs.interval(winners)
    others = shifts[:, None] + fair.sample_user_means((number, half), runs.m, rng)
    means = np.clip(others, lower[:, None], upper[:, None]).mean(axis=1)
    estimates = runs.refiner(winners).sample_mean(means, half, rng)
    return (estimates - shifts) ** 2, np.asarray((shifts < lower) | (shifts > upper), dtype=np.float64)
