"""Bins over an interval and the votes that a user casts for them."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels.arrays import FloatArray, Number


@dataclass(frozen=True)
class Bins:
    """`count` half-open bins of width `width` from `lower` on; the last one also holds every point beyond."""

    lower: Number
    width: Number
    count: int

    def index(self, points: FloatArray) -> NDArray[np.int64]:
        """The bin of each point, from 0, same shape: a partition, so each point is in exactly one bin."""
        raw = np.floor((points - self.lower) / self.width)
        return np.clip(raw, 0, self.count - 1).astype(np.int64)

    def index_exact(self, point: Number) -> int:
        """The bin of one exact point (a Fraction)."""
        return int(min(max((point - self.lower) // self.width, 0), self.count - 1))

    def left(self, index: Any) -> Any:
        """The left end of bin `index`."""
        return self.lower + index * self.width

    def middle(self, index: Any) -> Any:
        """The midpoint of bin `index`."""
        return self.lower + (2 * index + 1) * self.width / 2


def hot_window(indices: NDArray[Any], bins: int, hot: int) -> NDArray[np.bool_]:
    """Votes, shape (..., bins), for the `hot` bins centred at each index (odd `hot`; cut at the ends)."""
    reach = hot // 2
    return np.asarray(np.abs(np.arange(bins) - indices[..., None]) <= reach)


def windowed(counts: NDArray[np.int64], hot: int) -> NDArray[np.int64]:
    """How many users vote for each bin, given how many users are in each bin (last axis)."""
    reach = hot // 2
    if reach == 0:
        return counts
    padded = np.pad(counts, [(0, 0)] * (counts.ndim - 1) + [(reach, reach)])
    return np.lib.stride_tricks.sliding_window_view(padded, hot, axis=-1).sum(axis=-1)
