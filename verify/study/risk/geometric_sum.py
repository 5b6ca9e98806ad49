"""The law of a sum of n independent two-sided geometric variables, P(G = g) proportional to e^(-h |g|), on its lattice.

Its generating function f(z) = ((1 - a)^2 / ((1 - a z)(1 - a/z)))^n, a = e^-h, has z f' (1 - a z)(1 - a/z) = n a (z -
1/z) f, so that the masses c_k satisfy (1 + a^2) k c_k = a (n + k - 1) c_(k-1) - a (n - k - 1) c_(k+1). Taken from the
far end, where they are the solution that falls (Miller), it gives what masses fall by, u_k = 1 - c_k / c_(k-1), with
their digits also where they are small: u_k = s / (s + a (n + k - 1)), s = (1 - a)^2 k + a (k + 1 - n) u_(k+1).
"""

from functools import lru_cache
from math import ceil, exp, expm1, inf, sqrt

import numpy as np

from upperbounds.channels.arrays import FloatArray

MOST_STEPS = 1 << 22
"""Steps of the recurrence beyond which a law is not tabulated: a second or two."""

_DEVIATIONS, _DECADES = 20, 40
"""How many deviations of the sum, and how many times 1/h, the recurrence begins beyond what is asked for."""


def deviation(n: int, h: float) -> float:
    """The standard deviation of the sum; infinite where it is beyond floats."""
    gap = -expm1(-h)
    return sqrt(2 * n * exp(-h)) / gap if gap else inf


def steps(n: int, h: float, size: int) -> float:
    """How many steps of the recurrence the masses up to `size` take."""
    return max(size, _DEVIATIONS * deviation(n, h)) + (_DECADES / h if h else inf) + _DECADES


@lru_cache(maxsize=16)
def mass_and_tail(n: int, h: float, size: int) -> tuple[FloatArray, FloatArray]:
    """P(sum = k) and P(sum > k) at k = 0, ..., size - 1, with their digits; at most MOST_STEPS are taken."""
    a, gap, last = exp(-h), expm1(-h) ** 2, ceil(steps(n, h, size))
    assert last <= MOST_STEPS, "asked for by who has counted the steps"
    falls, ratios, fall = np.empty(last), np.empty(last), -expm1(-h)
    for k in range(last, 0, -1):
        lost, kept = gap * k + a * (k + 1 - n) * fall, a * (n + k - 1)
        fall = lost / (lost + kept)
        falls[k - 1], ratios[k - 1] = fall, kept / (lost + kept)
    with np.errstate(divide="ignore"):
        logs = np.where(falls < 0.5, np.log1p(-falls), np.log(ratios))
    masses = np.exp(np.concatenate([[0.0], np.cumsum(logs)]))
    beyond = np.append(np.cumsum(masses[:0:-1])[::-1], 0.0)
    total = 1 + 2 * beyond[0]
    return masses[:size] / total, beyond[:size] / total
