"""The exact law of the winning bin, the first argmax of the votes, on the whole lattice of counts.

Poisson weights make the steps of the chain products (the multinomial is a Poisson vector given its sum). Only
non-negative numbers are added, so that rare winners keep their digits. Cost: (windows of the counts)^(hot + 1) times
the values of the winning tally, a window being some 16 sqrt(users) wide; smooth.py has a route that does not grow.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from notation.parameters import ParameterError
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.binomial import binomial_window, poisson_pmf
from verify.study.risk.chain import CHUNK, Link, Tables, idle_winners, meet
from verify.study.risk.laws import BinLaw
from verify.study.risk.tallies import Tally

_MOST_WORK = 3 * 10**10
"""Multiplications beyond which a law is refused: about two minutes."""


@dataclass(frozen=True)
class _Winner:
    """P(winner = j) for every bin j, each at most `missing` below the truth, and so is their sum below 1."""

    probabilities: FloatArray
    missing: float


@dataclass(frozen=True)
class _Step:
    """One step of the chain: the partial sum `now` joins the state, `oldest` leaves it, and bin `vote` is tallied.

    Windows are inclusive pairs. `voters` is the window of the number of users who vote for `vote`, None where there is
    no such bin; `joining` is that of the number of users who join, each of whom does so with probability `chance`.
    """

    vote: int
    oldest: tuple[int, int]
    previous: tuple[int, int]
    now: tuple[int, int]
    voters: tuple[int, int] | None
    joining: tuple[int, int]
    chance: float

    def weights(self, n: int) -> FloatArray:
        """Those of the users who join, for each difference of `now` and `previous`."""
        joining = np.arange(self.now[0] - self.previous[1], self.now[1] - self.previous[0] + 1)
        inside = (joining >= self.joining[0]) & (joining <= self.joining[1])
        return np.where(inside, poisson_pmf(joining, n * self.chance), 0.0)


def winner_law(tally: Tally, law: BinLaw, n: int, hot: int, bins: int, tolerance: float) -> _Winner:
    """The law of the winner among `bins` bins for n voters whose bins follow `law`.

    Windows of counts leave out at most `tolerance` in all; the tally's grid and the law's tails have their own.
    Raises ParameterError where the chain would take more than about two minutes.
    """
    steps = _steps(law, n, hot, bins, tolerance)
    left = max(law.first - hot // 2, 0)
    right = max(bins - 1 - law.last - hot // 2, 0)
    chunk = _chunk(steps, hot, tally.size)
    weights = [step.weights(n) for step in steps]
    probabilities = np.zeros(bins)
    for start in range(0, tally.size, chunk):
        stop = min(start + chunk, tally.size)
        core, before, upto = meet(
            [_link(tally, step, joining, hot, start, stop) for step, joining in zip(steps, weights, strict=True)], hot
        )
        idle = tuple(row[0] for row in tally.table(0, 0, start, stop))
        below, above = idle[0] ** left, idle[2] ** right
        with np.errstate(divide="ignore"):
            logs = np.log(idle[0]), np.log(idle[2])
        for vote, weight in core.items():
            probabilities[vote] += np.sum(below * weight * above)
        probabilities[:left] += idle_winners(logs[0], idle[1], logs[1], left, upto * above)
        probabilities[bins - right :] += idle_winners(logs[0], idle[1], logs[1], right, below * before)
    return _Winner(probabilities / float(poisson_pmf(n, n)), tolerance)


def _steps(law: BinLaw, n: int, hot: int, bins: int, tolerance: float) -> Sequence[_Step]:
    """The steps of the chain, whose windows leave out at most `tolerance` of the mass."""
    reach = hot // 2
    p = law.probabilities
    sums, rests = np.cumsum(p), np.cumsum(p[::-1])[::-1]
    # Each bin needs windows for its partial sum, its count and its voters, with two tails each.
    tail = tolerance / (6 * (len(p) + 2 * reach))

    def partial(last: int) -> tuple[int, int]:
        i = last - law.first
        if i < 0 or i >= len(p) - 1:
            return (0, 0) if i < 0 else (n, n)
        return binomial_window(n, float(sums[i]), float(rests[i + 1]), tail)

    def within(first: int, last: int) -> tuple[int, int]:
        i, j = max(first - law.first, 0), min(last - law.first, len(p) - 1) + 1
        inside = float(np.sum(p[i:j]))
        outside = float(np.sum(p[:i]) + np.sum(p[j:]))
        return binomial_window(n, min(inside, 1.0), min(outside, 1.0), tail)

    steps = []
    for last in range(law.first, min(law.last + 2 * reach, bins - 1 + reach) + 1):
        previous, now = partial(last - 1), partial(last)
        chance = float(p[last - law.first]) if last <= law.last else 0.0
        vote = last - reach
        voters = within(vote - reach, vote + reach) if 0 <= vote < bins else None
        steps.append(_Step(vote, partial(last - hot), previous, now, voters, within(last, last), chance))
    return steps


def _width(window: tuple[int, int]) -> int:
    return window[1] - window[0] + 1


def lattice_work(law: BinLaw, n: int, hot: int, bins: int, tolerance: float) -> tuple[float, float]:
    """How many multiplications `winner_law` takes for each value of the tally's grid, and how many rows of tables."""
    steps = _steps(law, n, hot, bins, tolerance)
    return _work(steps, hot), float(sum(_width(step.voters) for step in steps if step.voters is not None))


def _work(steps: Sequence[_Step], hot: int) -> float:
    windows = [(0, 0)] * hot + [step.now for step in steps]
    return 3.0 * sum(prod(_width(w) for w in windows[i : i + hot + 1]) for i in range(len(steps)))


def _chunk(steps: Sequence[_Step], hot: int, size: int) -> int:
    """How many values to treat at once; raises ParameterError where there is too much to do."""
    windows = [(0, 0)] * hot + [step.now for step in steps]
    work = _work(steps, hot) * size
    if work > _MOST_WORK:
        raise ParameterError(
            f"exact law of {len(steps)} bins by {hot}-bin votes: {work:.1e} multiplications, more"
            f" than {_MOST_WORK:.0e}; use Monte Carlo"
        )
    kept = max(prod(_width(w) for w in windows[i : i + hot]) for i in range(len(windows)))
    slab = max(_width(step.oldest) + _width(step.now) for step in steps)
    return int(np.clip(CHUNK // max(kept, slab), 4, size))


def _link(tally: Tally, step: _Step, weights: FloatArray, hot: int, start: int, stop: int) -> Link:
    """The step for the values start .. stop - 1 of the grid."""
    before, mass, upto = _slabs(tally, step, weights, hot, start, stop)
    tables = (
        _windows(before, step.oldest, step.now),
        _windows(mass, step.oldest, step.now),
        _windows(upto, step.oldest, step.now),
    )
    join = None if hot == 1 else _windows(weights[:, None], step.previous, step.now)[..., 0]
    return Link(step.vote if step.voters is not None else None, tables, join)


def _slabs(tally: Tally, step: _Step, weights: FloatArray, hot: int, start: int, stop: int) -> Tables:
    """The tally's three tables over each difference of `now` and `oldest`, zero outside the window of voters."""
    low, high = step.now[0] - step.oldest[1], step.now[1] - step.oldest[0]
    if step.voters is None:
        ones = np.ones((high - low + 1, stop - start))
        tables: Tables = (ones, ones, ones)
    else:
        a, b = max(low, step.voters[0]), min(high, step.voters[1])
        blank = np.zeros((3, high - low + 1, stop - start))
        if a <= b:
            for whole, part in zip(blank, tally.table(a, b, start, stop), strict=True):
                whole[a - low : b - low + 1] = part
        tables = blank[0], blank[1], blank[2]
    if hot == 1:
        # The voters are those who join: fold their weight in.
        return tables[0] * weights[:, None], tables[1] * weights[:, None], tables[2] * weights[:, None]
    return tables


def _windows(slab: FloatArray, old: tuple[int, int], new: tuple[int, int]) -> FloatArray:
    """The view [old sum, new sum, value] of a slab over differences new - old."""
    view = sliding_window_view(slab, _width(new), axis=0)
    return np.asarray(view[_width(old) - 1 :: -1].swapaxes(1, 2))
