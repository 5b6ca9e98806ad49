"""Drawing a coordinate-wise estimator's aggregates in place of its users, for a known law of a coordinate's user mean.

Bin counts are multinomial, summed votes have the channel's own law given the counts, bins that nobody is in enter
through the law of their maximum, and a refining user's mean is drawn from a table. A user who answers for several
coordinates enters each with the marginal law: the joint law of the estimate is exact where a user answers for one
coordinate or its coordinates are independent; the mean squared error, a sum over coordinates, is exact always.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol as Structural

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

from notation.parameters import ParameterError, count
from upperbounds.arrays import FloatArray
from upperbounds.channels import UnaryEncoding
from upperbounds.two_stage import TwoStage, winner
from upperbounds.vectors.coordinates import CoordinatePlan
from upperbounds.vectors.laws import Cells

_CHUNK = 1 << 17
_NO_MASS = 1e-18
"""Bins with less of one user's mass count as empty: nothing that a simulation could see."""


class MarginalLaw(Structural):
    """The law of the mean of m samples of one coordinate."""

    def cells(self, m: int) -> Cells | None:
        """The law as a mixture of points or short intervals, or None where they are too many."""
        ...

    def sample_user_means(self, shape: tuple[int, ...], m: int, rng: np.random.Generator) -> FloatArray:
        """Draw means of m samples each."""
        ...


def draw(
    plan: CoordinatePlan, laws: Sequence[MarginalLaw], repetitions: int, rng: np.random.Generator
) -> tuple[FloatArray, NDArray[np.intp]]:
    """Estimates (repetitions, d) and winning bins (repetitions, coordinates), chunk by chunk.

    `laws` has one law for each coordinate of the embedding, or a single one that all share. Coordinates for which
    nobody answers stay at 0.
    """
    repetitions = count("repetitions", repetitions)
    size = plan.split.coordinates
    if len(laws) not in (1, size):
        raise ParameterError(f"laws: {len(laws)} of them; must be 1 or {size}, one for each coordinate")
    sums = np.zeros((repetitions, size))
    winners = np.zeros((repetitions, size), dtype=np.intp)
    tables = [_Table(plan.each, law) for law in laws]
    step = max(_CHUNK // max(plan.each.half, plan.each.bins.count), 1)
    for j in np.flatnonzero(plan.split.folds_of):
        table = tables[j % len(tables)]
        for start in range(0, repetitions, step):
            chunk = slice(start, min(start + step, repetitions))
            winners[chunk, j] = table.winners(chunk.stop - start, rng)
            sums[chunk, j] = table.means(winners[chunk, j], rng) * plan.each.half
    return plan.decode(sums), winners


class _Table:
    """One coordinate's law: its bins' probabilities, and what draws a user mean."""

    def __init__(self, each: TwoStage, law: MarginalLaw) -> None:
        self.each, self.law, self.cells = each, law, law.cells(each.samples)
        if self.cells is not None:
            self.chances = self.cells.bin_chances(each.bins)
            self.active = np.flatnonzero(self.chances > _NO_MASS)

    def winners(self, repetitions: int, rng: np.random.Generator) -> NDArray[np.intp]:
        """Winning bins: counts, summed votes, the first largest."""
        each = self.each
        if self.cells is None:
            means = self.law.sample_user_means((repetitions, each.half), each.samples, rng)
            places = each.bins.index(means) + each.bins.count * np.arange(repetitions)[:, None]
            counts = np.bincount(places.ravel(), minlength=each.bins.count * repetitions).reshape(repetitions, -1)
            return winner(each.vote.sample_sum(counts, rng))
        reach = each.vote.hot // 2
        # Laplace votes of empty bins have no short law of their maximum: there all bins are drawn.
        short = isinstance(each.vote, UnaryEncoding)
        first = max(int(self.active[0]) - reach, 0) if short else 0
        last = min(int(self.active[-1]) + reach, each.bins.count - 1) if short else each.bins.count - 1
        chances = self.chances[first : last + 1]
        counts = rng.multinomial(each.half, chances / chances.sum(), size=repetitions)
        votes = replace(each.vote, bins=last - first + 1).sample_sum(counts, rng)
        best = winner(votes)
        if not isinstance(each.vote, UnaryEncoding):
            return best
        empty = _Empty(each.half, each.vote.probabilities[0])
        left, left_place = empty.largest(first, repetitions, rng)
        right, right_place = empty.largest(each.bins.count - 1 - last, repetitions, rng)
        middle = np.take_along_axis(votes, best[:, None], axis=1)[:, 0]
        # Ties go to the least index.
        from_left = (left >= middle) & (left >= right)
        from_right = ~from_left & (right > middle)
        return np.where(from_left, left_place, np.where(from_right, last + 1 + right_place, first + best))

    def means(self, winners: NDArray[np.intp], rng: np.random.Generator) -> FloatArray:
        """The mean of the refining users' messages, given the winners."""
        lower, upper = (np.asarray(end)[:, None] for end in self.each.interval(winners))
        shape = (len(winners), self.each.half)
        if self.cells is None:
            drawn = self.law.sample_user_means(shape, self.each.samples, rng)
        else:
            drawn = self.cells.draw(shape, rng)
        clipped = np.clip(drawn, lower, upper).mean(axis=1)
        return self.each.refiner(winners).sample_mean(clipped, self.each.half, rng)


class _Empty:
    """The largest of independent votes Bin(users, flip) of bins that nobody is in, and the first place that has it."""

    def __init__(self, users: int, flip: float) -> None:
        values = np.arange(users + 1)
        self.mass, self.below = binom.pmf(values, users, flip), binom.cdf(values, users, flip)

    def largest(
        self, bins: int, repetitions: int, rng: np.random.Generator
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Values and places, (repetitions,) each; -1 where there are no bins."""
        if bins == 0:
            return np.full(repetitions, -1), np.zeros(repetitions, dtype=np.int64)
        values = np.searchsorted(self.below, rng.random(repetitions) ** (1 / bins))
        values = np.minimum(values, len(self.below) - 1)
        # Given the maximum v, a bin has it with probability P(X = v | X <= v): a geometric place, cut at the last bin.
        share = np.clip(self.mass[values] / self.below[values], 0.0, 1.0)
        with np.errstate(divide="ignore"):
            log_miss = np.log1p(-share)
        cut = -np.expm1(bins * log_miss)
        places = np.floor(np.log1p(-rng.random(repetitions) * cut) / np.where(log_miss == 0, -1.0, log_miss))
        return values.astype(np.int64), np.clip(places, 0, bins - 1).astype(np.int64)
