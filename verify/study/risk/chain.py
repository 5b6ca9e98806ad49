"""The chain over bins that computes the law of the winner, for any grids of its partial sums.

Given the counts of users in each bin the tallies are independent, and a bin's tally depends on the counts of the
`hot` bins around it, that is on the difference of two partial sums. The state is the last `hot` partial sums. A
forward pass with P(tally < v) and a backward pass with P(tally <= v) meet at each bin with its mass at v; the sum
over v is the law. Bins that no user can be in enter in closed form.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np

from upperbounds.channels.arrays import FloatArray

CHUNK = 1 << 20
"""How many numbers a state may hold over the values of one chunk (8 MB)."""

Tables = tuple[FloatArray, FloatArray, FloatArray]


@dataclass(frozen=True)
class Link:
    """One step: the partial sum `now` joins the state, the oldest leaves it, and bin `vote` is tallied.

    `tables` are P(tally < v), the mass at v and P(tally <= v), each of shape (oldest, now, values); `vote` is None
    where there is no such bin. `join`, shape (previous, now), weighs the pairs of consecutive sums; None where the
    tables carry it already, which they can for `hot` = 1, where the oldest sum is the previous one.
    """

    vote: int | None
    tables: Tables
    join: FloatArray | None


def meet(links: Sequence[Link], hot: int) -> tuple[dict[int, FloatArray], FloatArray, FloatArray]:
    """Per value: the weight of each bin of the chain winning, of all being below, and of none being above."""
    forward = [np.ones((1,) * hot + (links[0].tables[0].shape[-1],))]
    for link in links:
        forward.append(_advance(forward[-1], link.tables[0], link.join))
    state = tuple(range(hot))
    all_below = forward[-1].sum(axis=state)
    core = {}
    backward = np.ones_like(forward[-1])
    for link, behind in zip(reversed(links), reversed(forward[:-1]), strict=True):
        if link.vote is not None:
            core[link.vote] = (_advance(behind, link.tables[1], link.join) * backward).sum(axis=state)
        backward = _retreat(backward, link.tables[2], link.join)
    return core, all_below, backward.sum(axis=state)


def _advance(state: FloatArray, table: FloatArray, join: FloatArray | None) -> FloatArray:
    """The state after the step: shape (the last sums, values)."""
    letters = "abcdefg"[: state.ndim - 1]
    moved = np.einsum(f"{letters}v,axv->{letters[1:]}xv", state, table)
    return np.asarray(moved if join is None else moved * join[..., None])


def _retreat(state: FloatArray, table: FloatArray, join: FloatArray | None) -> FloatArray:
    """The weight of what follows, before the step, given the same after it."""
    letters = "abcdefg"[: state.ndim - 1]
    joined = state if join is None else state * join[..., None]
    return np.asarray(np.einsum(f"{letters[1:]}xv,axv->{letters}v", joined, table))


def idle_winners(
    log_before: FloatArray, mass: FloatArray, log_upto: FloatArray, bins: int, others: FloatArray
) -> FloatArray:
    """P(bin i of `bins` without users wins), summed over values, given the weight of the others' tallies.

    Bin i wins at v with weight P(< v)^i mass(v) P(<= v)^(bins - 1 - i): a geometric sequence at each v, so that with
    i = row * side + column the sum over v is a matrix product.
    """
    if not bins:
        return np.zeros(0)
    with np.errstate(under="ignore", invalid="ignore"):
        first = mass * np.exp(log_upto * (bins - 1)) * others
    first = np.nan_to_num(first)
    live = np.flatnonzero(first)
    side = ceil(sqrt(bins))
    result = np.zeros((side, side))
    for part in np.array_split(live, max(len(live) * side // CHUNK, 1)):
        ratio = np.maximum(log_before[part] - log_upto[part], -800.0)
        columns = np.exp(np.arange(side)[:, None] * ratio)
        rows = np.exp(side * np.arange(side)[:, None] * ratio) * first[part]
        result += rows @ columns.T
    return result.ravel()[:bins]
