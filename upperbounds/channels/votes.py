"""Bins over an interval and the votes that a user casts for them."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels.arrays import FloatArray, Number


@dataclass(frozen=True)
class Bins:
    """`count` half-open bins of width `width` from `lower` on; the last one also holds every point beyond.

    Attributes
    ----------
    lower : float, Fraction or sympy expression
        Left end of the first bin, in units of the data.
    width : float, Fraction or sympy expression
        Width of a bin, in units of the data.
    count : int
        Number of bins.
    """

    lower: Number
    width: Number
    count: int

    def index(self, points: FloatArray) -> NDArray[np.int64]:
        """The bin of each point: a partition, so each point is in exactly one bin.

        Parameters
        ----------
        points : ndarray, shape (...)
            Points.

        Returns
        -------
        ndarray of int, shape (...)
            Bins from 0.
        """
        raw = np.floor((points - self.lower) / self.width)
        return np.clip(raw, 0, self.count - 1).astype(np.int64)

    def index_exact(self, point: Number) -> int:
        """The bin of one exact point (a Fraction).

        Parameters
        ----------
        point : float, Fraction or sympy expression
            A Fraction.

        Returns
        -------
        int
            The bin, from 0.
        """
        return int(min(max((point - self.lower) // self.width, 0), self.count - 1))

    def left(self, index: Any) -> Any:
        """The left end of bin `index`.

        Parameters
        ----------
        index : int or ndarray of int
            Bin, from 0.

        Returns
        -------
        float, Fraction, sympy expression or ndarray
            In units of the data.
        """
        return self.lower + index * self.width

    def middle(self, index: Any) -> Any:
        """The midpoint of bin `index`.

        Parameters
        ----------
        index : int or ndarray of int
            Bin, from 0.

        Returns
        -------
        float, Fraction, sympy expression or ndarray
            In units of the data.
        """
        return self.lower + (2 * index + 1) * self.width / 2


def hot_window(indices: NDArray[Any], bins: int, hot: int) -> NDArray[np.bool_]:
    """Votes for the `hot` bins centred at each index, cut at the ends.

    Parameters
    ----------
    indices : ndarray, shape (...)
        Bins from 0.
    bins : int
        Number of bins.
    hot : int
        How many bins a vote is for, odd.

    Returns
    -------
    ndarray of bool, shape (..., bins)
        Whether each bin is voted for.
    """
    places = np.asarray(indices).ravel().astype(np.int64)
    votes = np.zeros((places.size, bins), dtype=np.bool_)
    for shift in range(-(hot // 2), hot // 2 + 1):
        # An index far outside is a vote for no bin.
        users = np.flatnonzero((places + shift >= 0) & (places + shift < bins))
        votes[users, places[users] + shift] = True
    return votes.reshape(*np.shape(indices), bins)


def windowed(counts: NDArray[np.int64], hot: int) -> NDArray[np.int64]:
    """How many users vote for each bin, given how many users are in each bin.

    Parameters
    ----------
    counts : ndarray of int, shape (..., bins)
        How many users are in each bin.
    hot : int
        How many bins a vote is for, odd.

    Returns
    -------
    ndarray of int, shape (..., bins)
        How many users vote for each bin.
    """
    reach = hot // 2
    if reach == 0:
        return counts
    padded = np.pad(counts, [(0, 0)] * (counts.ndim - 1) + [(reach, reach)])
    return np.lib.stride_tricks.sliding_window_view(padded, hot, axis=-1).sum(axis=-1)
