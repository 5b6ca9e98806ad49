"""Binomial numbers from Walker's alias table: two lookups each, faster than numpy's search or rejection.

A. J. Walker, "An efficient method for generating discrete random variables with general distributions" (1977); M. D.
Vose, "A linear algorithm for generating random numbers with a given distribution" (1991).
"""

from functools import lru_cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.binomial import binomial_pmf, binomial_window

_TAIL = 1e-18
_MOST_TRIALS, _DRAWS_PER_VALUE = 10**6, 20
"""With more trials, or fewer draws, a table takes longer than it saves."""

_CHUNK = 1 << 15
"""Numbers that are drawn at a time, which a processor's cache holds."""


def draw_binomial(n: int, p: float, shape: tuple[int, ...], rng: np.random.Generator) -> NDArray[np.int64]:
    """Numbers of Bin(n, p), as `rng.binomial` draws; from a table where there are many draws of each value."""
    if n > _MOST_TRIALS:
        return rng.binomial(n, p, shape)
    low, high = binomial_window(n, p, 1 - p, _TAIL)
    if (high - low) * _DRAWS_PER_VALUE >= prod(shape):
        return rng.binomial(n, p, shape)
    keep, other = _table(n, p)
    drawn = np.empty(prod(shape), dtype=np.int64)
    for start in range(0, len(drawn), _CHUNK):
        part = drawn[start : start + _CHUNK]
        place = rng.random(len(part)) * len(keep)
        value = place.astype(np.int64)
        # Of a uniform place the fraction is uniform too, and independent of the whole.
        part[:] = low + np.where(place - value < keep[value], value, other[value])
    return drawn.reshape(shape)


@lru_cache(maxsize=16)
def _table(n: int, p: float) -> tuple[FloatArray, NDArray[np.int64]]:
    """For each value of the window: the probability to keep it, and the value that replaces it."""
    low, high = binomial_window(n, p, 1 - p, _TAIL)
    chances = binomial_pmf(np.arange(low, high + 1), n, p, 1 - p)
    return alias_table(chances / chances.sum())


def alias_table(chances: FloatArray) -> tuple[FloatArray, NDArray[np.int64]]:
    """Probabilities to keep (K,) and aliases (K,): a uniform value, kept or replaced, has these probabilities (K,)."""
    keep, other = chances * len(chances), np.arange(len(chances))
    small, large = ([int(k) for k in np.flatnonzero(some)] for some in (keep < 1, keep >= 1))
    while small and large:
        poor, rich = small.pop(), large[-1]
        other[poor] = rich
        keep[rich] -= 1 - keep[poor]
        if keep[rich] < 1:
            small.append(large.pop())
    # What is left is 1 but for rounding.
    keep[small + large] = 1.0
    return keep, other
