"""Draws of sums of independent integers by inversion of their distribution function: one uniform number per draw."""

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels.arrays import FloatArray

_Whole = NDArray[np.int64]

_ROWS = 64
"""Tables of bits start and end at multiples of this, so that neighbouring draws share them."""

_ENTRIES = 8
"""A table pays off if it has at most this many entries for each draw."""

_NOTHING = 2.0**-56
"""A mass below this is the rounding of a transform."""


class Inversion:
    """Several laws, law i on first[i] .. first[i] + width - 1.

    A guide table gives, for each of at least `width` cells of [0, 1), the range of values in which to look (Chen and
    Asau 1974, On generating random variates from an empirical distribution). Bisection does the rest.

    Parameters
    ----------
    first : ndarray of int, shape (laws,)
        The least value of each law.
    masses : ndarray, shape (laws, width)
        The mass of each value, `first` on; a row need not sum to 1.

    References
    ----------
    Chen and Asau (1974), On generating random variates from an empirical distribution.
    """

    def __init__(self, first: _Whole, masses: FloatArray) -> None:
        """Tabulate `masses`, (laws, width), which need not sum to 1, from `first`, (laws,), on."""
        _, self._width = masses.shape
        self._first = first
        below = np.cumsum(masses, axis=1)
        below /= below[:, -1:]
        # A power of 2, so that a number's cell is found without rounding.
        self._cells = 1 << (self._width - 1).bit_length()
        starts = np.arange(1, self._cells) / self._cells
        guide = np.zeros((len(first), self._cells + 1), dtype=np.int32)
        for row, law in zip(guide, below, strict=True):
            row[1:-1] = np.searchsorted(law, starts, side="right")
        guide[:, -1] = self._width - 1
        self._guide, self._below = guide.ravel(), below.ravel()

    def draw(self, laws: _Whole, rng: np.random.Generator) -> _Whole:
        """Draw one number of each of these laws: the smallest v with P(X <= v) > U.

        Parameters
        ----------
        laws : ndarray of int, shape (draws,)
            The law of each draw, from 0.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray of int, shape (draws,)
            The numbers.
        """
        u = rng.random(len(laws))
        cell = (u * self._cells).astype(np.int64) + laws * (self._cells + 1)
        low, high = self._guide[cell], self._guide[cell + 1]
        left = np.flatnonzero(low < high)
        while left.size:
            middle = (low[left] + high[left]) // 2
            beyond = self._below[laws[left] * self._width + middle] <= u[left]
            low[left] = np.where(beyond, middle + 1, low[left])
            high[left] = np.where(beyond, high[left], middle)
            left = left[low[left] < high[left]]
        return low + self._first[laws]


def frequencies(width: int) -> NDArray[np.complex128]:
    """e^(-2 pi i f / width) for f = 0, ..., width/2.

    Parameters
    ----------
    width : int
        Number of values, even.

    Returns
    -------
    ndarray of complex, shape (width // 2 + 1,)
        The points at which transforms are given.
    """
    return np.asarray(np.exp(-2j * np.pi / width * np.arange(width // 2 + 1)))


def of_transforms(transforms: NDArray[np.complex128], first: _Whole, width: int) -> Inversion:
    """The laws with the transforms sum of P(X = v) z^v at z = `frequencies`.

    Mass outside first .. first + width - 1 is wrapped into it. Rounding moves about 1e-16 of mass for each value.

    Parameters
    ----------
    transforms : ndarray of complex, shape (laws, width // 2 + 1)
        Their transforms.
    first : ndarray of int, shape (laws,)
        The least value of each law.
    width : int
        Number of values of a law, even.

    Returns
    -------
    Inversion
        The laws, ready to be drawn from.
    """
    # The angle is reduced in whole numbers, which keeps its digits however large `first` is.
    turns = first[:, None] * np.arange(width // 2 + 1) % width
    masses = np.fft.irfft(transforms * np.exp(2j * np.pi / width * turns), width, axis=1)
    return Inversion(first, np.where(masses > _NOTHING, masses, 0.0))


def sum_of_bits(hot: _Whole, n: _Whole | int, zero: float, one: float, rng: np.random.Generator) -> _Whole:
    """Draw sums of n independent bits, `hot` of them with one probability of a 1, the rest with another.

    Two binomials each. If `n` is one number and there are enough draws for tables, their sum is drawn by inversion.

    Parameters
    ----------
    hot : ndarray of int, shape (...)
        How many of the bits are 1 with probability `one`.
    n : int or ndarray of int, shape (...)
        Number of bits; one for all, or of the shape of `hot`.
    zero : float
        Probability of a 1 for the other bits.
    one : float
        Probability of a 1 for the bits that are counted by `hot`.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    ndarray of int, shape (...)
        The sums, of the shape of `hot`.
    """
    if isinstance(n, int) and hot.size:
        first, last = int(hot.min()) // _ROWS * _ROWS, (int(hot.max()) // _ROWS + 1) * _ROWS
        if (last - first) * _width(n) <= _ENTRIES * hot.size:
            return _bits(n, zero, one, first, last).draw(hot.ravel() - first, rng).reshape(hot.shape)
    return rng.binomial(hot, one) + rng.binomial(n - hot, zero)


def _width(n: int) -> int:
    """How many values a sum of this many bits takes, except for a mass of 1e-18 on either side (Hoeffding); even."""
    return 2 * (min(math.ceil(math.sqrt(2 * math.log(1e18) * n)), n) // 2 + 1)


@lru_cache(maxsize=16)
def _bits(n: int, zero: float, one: float, first: int, last: int) -> Inversion:
    """The laws of the sum of n bits of which c are hot, first <= c < last (and c <= n)."""
    width = _width(n)
    hot = np.arange(first, min(last, n + 1))
    low = np.rint(hot * one + (n - hot) * zero).astype(np.int64) - width // 2
    z, hot = frequencies(width), hot[:, None]
    transforms = (1 + one * (z - 1)) ** hot * (1 + zero * (z - 1)) ** (n - hot)
    return of_transforms(transforms, np.clip(low, 0, max(n + 1 - width, 0)), width)
