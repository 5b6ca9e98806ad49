"""Draws of what the second half knows: the mean of many users' means, each clipped to the winner's interval.

Signs are counted: the high ones among the users inside an interval are a binomial where all users are inside, else a
sum from a table, and as many users as a binomial says are at its ends. Other laws, and winners that come too seldom to
pay for a table, are drawn user by user.
"""

from functools import lru_cache
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.fft import next_fast_len
from scipy.special import logsumexp

from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.binomial import binomial_cdf, binomial_pmf, binomial_sf, binomial_window
from upperbounds.channels.inversion import Inversion, of_transforms
from upperbounds.protocols.two_stage import TwoStage
from verify.study.risk.laws import SignLaw, UserMeanLaw

TAIL = 1e-18
"""The mass of one user's law that the aggregate draws leave out or move: nothing that a simulation could see."""

_NUMBERS = 1 << 17
"""How many user means are drawn at a time (1 MB): they stay in the cache."""

_LARGEST_TABLE = 1 << 20
"""How many values a table has at most (16 MB with its guide)."""


class ClippedMeans:
    """Draws of the mean over `runs.half` users, whose means of m samples follow `law`, clipped as winners say."""

    def __init__(self, runs: TwoStage, law: UserMeanLaw) -> None:
        """Without tables: these are made where they are needed."""
        self._runs, self._law = runs, law

    @property
    def numbers(self) -> int:
        """How many numbers a repetition takes at a time, except for users drawn one by one in blocks of their own."""
        return 1 if isinstance(self._law, SignLaw) else self._runs.half

    def draw(self, winners: NDArray[np.intp], rng: np.random.Generator) -> FloatArray:
        """Draw one mean for each winner, same shape."""
        every, place = np.unique(winners, return_inverse=True)
        lower, upper = self._runs.interval(every)
        if not isinstance(self._law, SignLaw) or self._runs.half * self._runs.m >= 1 << 62:
            return self._by_user(lower[place], upper[place], rng)
        return self._by_count(self._law, lower, upper, place, rng)

    def _by_user(self, lower: FloatArray, upper: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Draw every user, block by block; the ends have one number for each repetition."""
        half, means = self._runs.half, np.empty(len(lower))
        step = max(_NUMBERS // half, 1)
        for start in range(0, len(means), step):
            block = slice(start, start + step)
            shape = len(means[block]), half
            drawn = self._law.sample_user_means(shape, self._runs.m, rng)
            means[block] = np.clip(drawn, lower[block, None], upper[block, None]).mean(axis=1)
        return means

    def _by_count(
        self, law: SignLaw, lower: FloatArray, upper: FloatArray, place: NDArray[np.intp], rng: np.random.Generator
    ) -> FloatArray:
        """Draw sums of counts; `lower` and `upper` have one number for each interval, and `place` says which it is."""
        m, p, q, half = self._runs.m, law.plus, law.minus, self._runs.half
        low, high = binomial_window(m, p, q, TAIL)
        ends = (m * (1 + (end - law.shift) / law.half_width) / 2 for end in (lower, upper))
        a, b = (np.clip(end, low - 1, high + 1) for end in ends)
        # The counts inside are first .. last; between the two a count may be at an end but for rounding: there both say
        # the same.
        first, last = np.ceil(a).astype(np.int64), np.floor(b).astype(np.int64)
        below = np.where(first > low, binomial_cdf(first - 1, m, q), 0.0)
        above = np.where(last < high, binomial_sf(last, m, p), 0.0)
        means = np.where(first > high, lower, upper)[place]
        size = 18 * sqrt(half * m * p * q)
        for i in np.flatnonzero((first <= high) & (last >= low)):
            rows = np.flatnonzero(place == i)
            beyond = min(float(below[i] + above[i]), 1.0)
            if beyond == 0:
                means[rows] = law.point(rng.binomial(half * m, p, len(rows)), half * m)
                continue
            outside = rng.binomial(half, beyond, len(rows))
            inside = np.unique(half - outside)
            if len(inside) * size > len(rows) * half or size > _LARGEST_TABLE:
                means[rows] = self._by_user(np.full(len(rows), lower[i]), np.full(len(rows), upper[i]), rng)
                continue
            over = rng.binomial(outside, above[i] / (below[i] + above[i]))
            sums = (outside - over) * lower[i] + over * upper[i]
            for users in inside[inside > 0].tolist():
                these = np.flatnonzero(outside == half - users)
                table, least = _counts(m, p, q, max(int(first[i]), low), min(int(last[i]), high), users)
                counts = table.draw(np.zeros(len(these), dtype=np.int64), rng) + least
                sums[these] += users * law.point(counts, users * m)
            means[rows] = sums / half
        return means


@lru_cache(maxsize=32)
def _counts(m: int, p: float, q: float, first: int, last: int, n: int) -> tuple[Inversion, int]:
    """The law of the sum of this many Bin(m, p), each given that it is in first .. last, minus its smallest value.

    That is the second number. All but a mass of 1e-18 on either side is tabulated, as far as Chernoff's bound knows at
    the normal law's best exponent.
    """
    values = np.arange(last - first + 1)
    masses = binomial_pmf(values + first, m, p, q)
    masses /= masses.sum()
    mean = float(values @ masses)
    variance = float((values - mean) ** 2 @ masses)
    bounds, need = [0.0, n * (last - first)], -log(TAIL)
    if variance > 0:
        s = sqrt(2 * need / (n * variance))
        reach = [(need + n * float(logsumexp(sign * s * (values - mean), b=masses))) / s for sign in (-1, 1)]
        bounds = [max(bounds[0], n * mean - reach[0]), min(bounds[1], n * mean + reach[1])]
    start, stop = int(bounds[0]), int(bounds[1]) + 2
    width = 2 * next_fast_len((max(stop - start, len(values)) + 1) // 2)
    transform = np.fft.rfft(masses, width)[None] ** n
    return of_transforms(transform, np.array([start]), width), n * first
