"""Monte Carlo: the risk by drawing aggregates, and, as a check, by running the protocol user by user.

Both draw chunk by chunk; a chunk's generator depends on (experiment, cell, chunk) alone and its size on the estimator
and the law, so a result is the same bytes whatever the number of workers.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from notation.parameters import count
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.inversion import sum_of_bits
from upperbounds.protocols.protocol import Protocol
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.protocols.winners import draw_winners, listed
from verify.sample_mean import SampleMean, mean_of_squares
from verify.study.risk.exact import as_floats
from verify.study.risk.laws import BinLaw, UserMeanLaw
from verify.study.risk.refined import TAIL, ClippedMeans

_CHUNK_NUMBERS = 1 << 17
"""How many numbers an array of one chunk holds (1 MB): it stays in the cache."""

_RAW_NUMBERS = 1 << 22
"""The same for raw samples (32 MB), where one repetition may need more."""

_Draw = tuple[FloatArray, NDArray[np.intp]]
"""Estimates and winning bins, one per repetition."""


@dataclass(frozen=True)
class MonteCarloRisk(SampleMean):
    """The mean squared error over independent repetitions.

    `localisation_failure` is the share of repetitions in which the mean was outside the winning bin's interval.
    """

    localisation_failure: float


def stream(seed: int, experiment: int, cell: int, chunk: int) -> np.random.Generator:
    """The generator of one chunk of one cell of one experiment."""
    return np.random.Generator(np.random.PCG64DXSM(np.random.SeedSequence(seed, spawn_key=(experiment, cell, chunk))))


def monte_carlo(
    estimator: TwoStage,
    law: UserMeanLaw,
    repetitions: int,
    seed: int,
    *,
    experiment: int = 0,
    cell: int = 0,
    jobs: int = 1,
) -> MonteCarloRisk:
    """Simulate the estimator by its aggregates: bin counts, summed votes, and the mean of clipped user means.

    Each is drawn from its exact law (to 1e-18 of one user's mass), so no user is simulated in the first half, and bins
    that nobody votes for by unary encoding are one draw; in the second the sum of the clipped means is drawn from its
    own law where that pays (verify.study.risk.refined), else user means are.
    """
    import joblib

    runs = as_floats(estimator)
    bin_law, means = law.bin_law(runs.bins, runs.m, TAIL), ClippedMeans(runs, law)
    first, last = listed(runs.vote, bin_law.first, bin_law.last)
    size = max(_CHUNK_NUMBERS // max(means.numbers, last - first + 1), 1)
    # numpy draws without the interpreter's lock, so threads are enough.
    parts = joblib.Parallel(n_jobs=jobs, prefer="threads")(
        joblib.delayed(_aggregates)(runs, means, bin_law, number, (seed, experiment, cell, chunk))
        for chunk, number in enumerate(_chunks(repetitions, size))
    )
    return _risk(runs, law, parts)


def drawn_means(estimator: TwoStage, law: UserMeanLaw, repetitions: int, key: tuple[int, int, int]) -> FloatArray:
    """Estimates by their aggregates, as in `monte_carlo`, (repetitions,); `key` holds seed, experiment and cell."""
    runs = as_floats(estimator)
    bin_law, means = law.bin_law(runs.bins, runs.m, TAIL), ClippedMeans(runs, law)
    first, last = listed(runs.vote, bin_law.first, bin_law.last)
    size = max(_CHUNK_NUMBERS // max(means.numbers, last - first + 1), 1)
    return np.concatenate(
        [
            _aggregates(runs, means, bin_law, number, (*key, chunk))[0]
            for chunk, number in enumerate(_chunks(repetitions, size))
        ]
    )


def per_user(
    estimator: TwoStage, law: UserMeanLaw, repetitions: int, seed: int, *, experiment: int = 1, cell: int = 0
) -> MonteCarloRisk:
    """Simulate the estimator as deployed: raw samples of every user through its protocol."""
    runs = as_floats(estimator)
    size = max(_RAW_NUMBERS // (runs.n * max(runs.m, runs.bins.count)), 1)

    parts = []
    for chunk, number in enumerate(_chunks(repetitions, size)):
        rng = stream(seed, experiment, cell, chunk)
        winners: list[NDArray[np.intp]] = []
        protocol = _recording(runs.protocol(), winners)
        estimates = protocol.run(law.sample((number, runs.n, runs.m), rng), rng)
        parts.append((estimates, winners[0]))
    return _risk(runs, law, parts)


def _chunks(repetitions: int, size: int) -> list[int]:
    """The sizes of the chunks, all `size` but the last."""
    whole, rest = divmod(count("repetitions", repetitions, 2), size)
    return [size] * whole + [rest] * (rest > 0)


def _recording(protocol: Protocol, winners: list[NDArray[np.intp]]) -> Protocol:
    """The same protocol, which also appends what its first round decodes to `winners`."""
    first = protocol.rounds[0]

    def decode(messages: NDArray[Any], state: Any) -> Any:
        winners.append(first.decode(messages, state))
        return winners[-1]

    return replace(protocol, rounds=(replace(first, decode=decode), *protocol.rounds[1:]))


def _risk(runs: TwoStage, law: UserMeanLaw, parts: Sequence[_Draw]) -> MonteCarloRisk:
    """The risk from the repetitions of all chunks, in the order of the chunks."""
    estimates, winners = (np.concatenate(column) for column in zip(*parts, strict=True))
    squares = (estimates - law.mean) ** 2
    lower, upper = runs.interval(winners)
    found = mean_of_squares(squares)
    return MonteCarloRisk(
        found.value,
        found.standard_error,
        found.repetitions,
        found.skewness,
        float(np.mean((law.mean < lower) | (law.mean > upper))),
    )


def _aggregates(
    runs: TwoStage, means: ClippedMeans, bin_law: BinLaw, number: int, key: tuple[int, int, int, int]
) -> _Draw:
    """Draw one chunk of `number` repetitions on its own stream."""
    rng = stream(*key)
    first, last = listed(runs.vote, bin_law.first, bin_law.last)
    counts = np.zeros((number, last - first + 1), dtype=np.int64, order="F")
    _draw_counts(runs.half, bin_law.probabilities, counts[:, bin_law.first - first : bin_law.last - first + 1], rng)
    winners = draw_winners(runs.vote, counts, np.full(number, first), rng)
    return runs.refiner(winners).sample_mean(means.draw(winners, rng), runs.half, rng), winners


def _draw_counts(n: int, chances: FloatArray, counts: NDArray[np.int64], rng: np.random.Generator) -> None:
    """Draw a multinomial law into each row of `counts`, (repetitions, bins).

    The number outside the two likeliest bins is drawn first, because it is usually small: then the other bins take few
    draws, and the rest are split by tables that many repetitions share.
    """
    order = np.argsort(chances, kind="stable")
    rest, likely = order[:-2], order[-2:]
    others = float(chances[rest].sum() / chances.sum())
    elsewhere = rng.binomial(n, others, len(counts))
    some = np.flatnonzero(elsewhere)
    if some.size:
        counts[np.ix_(some, rest)] = rng.multinomial(elsewhere[some], chances[rest] / chances[rest].sum())
    counts[:, likely[0]] = n - elsewhere
    if len(likely) == 2:
        most = float(chances[likely[1]] / chances[likely].sum())
        counts[:, likely[1]] = sum_of_bits(n - elsewhere, n, 0.0, most, rng)
        counts[:, likely[0]] -= counts[:, likely[1]]
