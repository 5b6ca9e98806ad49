"""The exact law of the winning bin, the first argmax of the votes.

Given the counts of users in each bin the tallies are independent, and a bin's tally depends on the counts of the
`hot` bins around it. The chain over bins whose state is the last `hot` partial sums of the counts therefore carries
everything: Poisson weights make its steps products (the multinomial is a Poisson vector given its sum), a forward
pass with P(tally < v) and a backward pass with P(tally <= v) meet at each bin with its mass at v, and the sum over
v is the law. Bins that no user can be in enter in closed form. Only non-negative numbers are added.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from notation.parameters import ParameterError
from upperbounds.arrays import FloatArray
from verify.risk.laws import BinLaw
from verify.risk.pmf import binomial_window, poisson_pmf
from verify.risk.tallies import Tables, Tally

_CHUNK = 1 << 20
"""How many numbers a state may hold over the values of one chunk (8 MB)."""

_MOST_WORK = 3 * 10**10
"""Multiplications beyond which a law is refused: about two minutes."""


@dataclass(frozen=True)
class Winner:
    """P(winner = j) for every bin j, each at most `missing` below the truth, and so is their sum below 1."""

    probabilities: FloatArray
    missing: float


@dataclass(frozen=True)
class _Step:
    """One step of the chain: the partial sum `now` joins the state, `oldest` leaves it, and bin `vote` is tallied.

    Windows are inclusive pairs. `voters` is the window of the number of users who vote for `vote`, None where there
    is no such bin; `weights` are those of the users who join, for each difference of `now` and `previous`.
    """

    vote: int
    oldest: tuple[int, int]
    previous: tuple[int, int]
    now: tuple[int, int]
    voters: tuple[int, int] | None
    weights: FloatArray


def winner_law(tally: Tally, law: BinLaw, users: int, hot: int, bins: int, tolerance: float) -> Winner:
    """The law of the winner among `bins` bins for `users` voters whose bins follow `law`.

    Windows of counts leave out at most `tolerance` in all; the tally's grid and the law's tails have their own.
    Raises ParameterError where the chain would take more than about two minutes.
    """
    steps = _steps(law, users, hot, bins, tolerance)
    left = max(law.first - hot // 2, 0)
    right = max(bins - 1 - law.last - hot // 2, 0)
    chunk = _chunk(steps, hot, tally.size)
    probabilities = np.zeros(bins)
    for start in range(0, tally.size, chunk):
        stop = min(start + chunk, tally.size)
        core, before, upto = _core(tally, steps, hot, start, stop)
        idle = tuple(row[0] for row in tally.table(0, 0, start, stop))
        below, above = idle[0] ** left, idle[2] ** right
        for vote, weight in core.items():
            probabilities[vote] += np.sum(below * weight * above)
        probabilities[:left] += _idle_winners(idle, left, upto * above)
        probabilities[bins - right :] += _idle_winners(idle, right, below * before)
    return Winner(probabilities / float(poisson_pmf(users, users)), tolerance)


def _steps(law: BinLaw, users: int, hot: int, bins: int, tolerance: float) -> Sequence[_Step]:
    """The steps of the chain, whose windows leave out at most `tolerance` of the mass."""
    reach = hot // 2
    p = law.probabilities
    sums, rests = np.cumsum(p), np.cumsum(p[::-1])[::-1]
    # Each bin needs windows for its partial sum, its count and its voters, with two tails each.
    tail = tolerance / (6 * (len(p) + 2 * reach))

    def partial(last: int) -> tuple[int, int]:
        i = last - law.first
        if i < 0 or i >= len(p) - 1:
            return (0, 0) if i < 0 else (users, users)
        return binomial_window(users, float(sums[i]), float(rests[i + 1]), tail)

    def within(first: int, last: int) -> tuple[int, int]:
        i, j = max(first - law.first, 0), min(last - law.first, len(p) - 1) + 1
        inside = float(np.sum(p[i:j]))
        outside = float(np.sum(p[:i]) + np.sum(p[j:]))
        return binomial_window(users, min(inside, 1.0), min(outside, 1.0), tail)

    steps = []
    for last in range(law.first, min(law.last + 2 * reach, bins - 1 + reach) + 1):
        previous, now = partial(last - 1), partial(last)
        joining = np.arange(now[0] - previous[1], now[1] - previous[0] + 1)
        chance = float(p[last - law.first]) if last <= law.last else 0.0
        low, high = within(last, last)
        weights = np.where((joining >= low) & (joining <= high), poisson_pmf(joining, users * chance), 0.0)
        vote = last - reach
        voters = within(vote - reach, vote + reach) if 0 <= vote < bins else None
        steps.append(_Step(vote, partial(last - hot), previous, now, voters, weights))
    return steps


def _width(window: tuple[int, int]) -> int:
    return window[1] - window[0] + 1


def _chunk(steps: Sequence[_Step], hot: int, size: int) -> int:
    """How many values to treat at once; raises ParameterError where there is too much to do."""
    windows = [(0, 0)] * hot + [step.now for step in steps]
    states = [prod(_width(w) for w in windows[i : i + hot + 1]) for i in range(len(steps))]
    if 3 * sum(states) * size > _MOST_WORK:
        raise ParameterError(
            f"exact law of {len(steps)} bins by {hot}-bin votes: {3 * sum(states) * size:.1e} multiplications, more"
            f" than {_MOST_WORK:.0e}; use Monte Carlo"
        )
    kept = max(prod(_width(w) for w in windows[i : i + hot]) for i in range(len(windows)))
    slab = max(_width(step.oldest) + _width(step.now) for step in steps)
    return int(np.clip(_CHUNK // max(kept, slab), 4, size))


def _core(
    tally: Tally, steps: Sequence[_Step], hot: int, start: int, stop: int
) -> tuple[dict[int, FloatArray], FloatArray, FloatArray]:
    """Per value: the weight of each bin of the chain winning, of all being below, and of none being above."""
    slabs = [_slabs(tally, step, hot, start, stop) for step in steps]
    joins = [_windows(step.weights[:, None], step.previous, step.now)[..., 0] for step in steps]
    forward = [np.ones((1,) * hot + (stop - start,))]
    for step, (before, _, _), join in zip(steps, slabs, joins, strict=True):
        forward.append(_advance(forward[-1], before, step, join))
    state = tuple(range(hot))
    all_below = forward[-1].sum(axis=state)
    core = {}
    backward = np.ones_like(forward[-1])
    for step, (_, mass, upto), join, behind in reversed(list(zip(steps, slabs, joins, forward[:-1], strict=True))):
        if step.voters is not None:
            core[step.vote] = (_advance(behind, mass, step, join) * backward).sum(axis=state)
        backward = _retreat(backward, upto, step, join)
    return core, all_below, backward.sum(axis=state)


def _slabs(tally: Tally, step: _Step, hot: int, start: int, stop: int) -> Tables:
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
        return tables[0] * step.weights[:, None], tables[1] * step.weights[:, None], tables[2] * step.weights[:, None]
    return tables


def _windows(slab: FloatArray, old: tuple[int, int], new: tuple[int, int]) -> FloatArray:
    """The view [old sum, new sum, value] of a slab over differences new - old."""
    view = sliding_window_view(slab, _width(new), axis=0)
    return np.asarray(view[_width(old) - 1 :: -1].swapaxes(1, 2))


def _advance(state: FloatArray, slab: FloatArray, step: _Step, join: FloatArray) -> FloatArray:
    """The state after the step: shape (windows of the last sums, values)."""
    hot = state.ndim - 1
    letters = "abcdefg"[:hot]
    moved = np.einsum(f"{letters}v,axv->{letters[1:]}xv", state, _windows(slab, step.oldest, step.now))
    return np.asarray(moved if hot == 1 else moved * join[..., None])


def _retreat(state: FloatArray, slab: FloatArray, step: _Step, join: FloatArray) -> FloatArray:
    """The weight of what follows, before the step, given the same after it."""
    hot = state.ndim - 1
    letters = "abcdefg"[:hot]
    joined = state if hot == 1 else state * join[..., None]
    return np.asarray(np.einsum(f"{letters[1:]}xv,axv->{letters}v", joined, _windows(slab, step.oldest, step.now)))


def _idle_winners(idle: Tables, bins: int, others: FloatArray) -> FloatArray:
    """P(bin i of `bins` without users wins), summed over values, given the weight of the others' tallies.

    Bin i wins at v with weight P(< v)^i mass(v) P(<= v)^(bins - 1 - i): a geometric sequence at each v.
    """
    before, mass, upto = idle
    if not bins:
        return np.zeros(0)
    first = mass * upto ** (bins - 1) * others
    live = np.flatnonzero(first > 0)
    with np.errstate(divide="ignore"):
        ratio = np.maximum(np.log(before[live] / upto[live]), -800.0)
    result = np.empty(bins)
    rows = max(_CHUNK // max(len(live), 1), 1)
    for i in range(0, bins, rows):
        exponents = np.arange(i, min(i + rows, bins))[:, None] * ratio
        result[i : i + rows] = np.exp(exponents) @ first[live]
    return result
