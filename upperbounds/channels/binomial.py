"""Binomial and Poisson probabilities, relatively accurate for sizes up to 10^9, and certified windows.

Point probabilities follow Loader, "Fast and Accurate Computation of Binomial Probabilities" (2000). This is a
saddle-point form that computes the Stirling error and the deviance separately, because differences of log-gamma values
lose digits in proportion to the size. A binomial is given by both p and q = 1 - p, so that neither loses digits.
"""

from functools import lru_cache
from math import floor, log, log1p, pi

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainc, gammaln

from upperbounds.channels.arrays import FloatArray

_HALF_LOG_TAU = 0.5 * log(2 * pi)
_STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188)
_SERIES = tuple(1 / (2 * j + 1) for j in range(9, 0, -1))


def _stirling_error(n: FloatArray) -> FloatArray:
    """log(n!) minus Stirling's formula, n >= 1."""
    small = n < 16
    exact = gammaln(np.where(small, n, 1) + 1) - ((n + 0.5) * np.log(n) - n + _HALF_LOG_TAU)
    inverse = 1 / n
    square = inverse * inverse
    series = np.full_like(n, _STIRLING[-1])
    for coefficient in reversed(_STIRLING[:-1]):
        series = series * square + coefficient
    return np.where(small, exact, series * inverse)


def _deviance(x: FloatArray, mean: FloatArray) -> FloatArray:
    """x log(x / mean) + mean - x, without cancellation where x is near the mean; x >= 1."""
    difference = x - mean
    ratio = difference / (x + mean)
    square = np.minimum(ratio * ratio, 0.01)
    series = np.full_like(square, _SERIES[0])
    for coefficient in _SERIES[1:]:
        series = series * square + coefficient
    near = difference * ratio + 2 * x * ratio * square * series
    with np.errstate(divide="ignore"):
        far = x * np.log(x / mean) - difference
    return np.where(np.abs(ratio) < 0.1, near, far)


def poisson_pmf(x: ArrayLike, mean: float) -> FloatArray:
    """P(N = x) for N of Poisson(`mean`).

    Parameters
    ----------
    x : array_like, shape (...)
        Whole numbers.
    mean : float
        The mean of N, at least 0.

    Returns
    -------
    ndarray, shape (...)
        Probabilities, of the shape of `x`; 0 where x < 0.
    """
    points = np.asarray(x, dtype=np.float64)
    inner = np.maximum(points, 1)
    body = np.exp(-_stirling_error(inner) - _deviance(inner, np.full_like(inner, mean))) / np.sqrt(2 * pi * inner)
    return np.where(points >= 1, body, np.where(points == 0, np.exp(-mean), 0.0))


def binomial_pmf(x: ArrayLike, n: ArrayLike, p: float, q: float) -> FloatArray:
    """P(X = x) for X of Bin(n, p).

    Parameters
    ----------
    x : array_like, shape (...)
        Whole numbers.
    n : array_like, shape (...)
        Numbers of trials, which broadcast against `x`.
    p : float
        Probability of a success.
    q : float
        1 - p, passed separately so that no digits are lost.

    Returns
    -------
    ndarray, shape (...)
        Probabilities, of the shape to which `x` and `n` broadcast; 0 outside 0, ..., n.
    """
    points, trials = np.asarray(x, dtype=np.float64), np.asarray(n, dtype=np.float64)
    inside = (points > 0) & (points < trials)
    up = np.where(inside, points, 1.0)
    down = np.where(inside, trials - points, 1.0)
    exponent = _stirling_error(np.maximum(trials, 1.0)) - _stirling_error(up) - _stirling_error(down)
    exponent = exponent - _deviance(up, trials * p) - _deviance(down, trials * q)
    body = np.exp(exponent) * np.sqrt(trials / (2 * pi * up * down))
    ends = np.where(points == 0, _power(q, p, trials), np.where(points == trials, _power(p, q, trials), 0.0))
    return np.where(inside, body, ends)


def _power(base: float, rest: float, n: FloatArray) -> FloatArray:
    """base^n for base = 1 - rest, accurate at both ends."""
    return np.asarray(np.exp(n * log1p(-rest)) if rest < 0.5 else base**n)


def binomial_cdf(x: ArrayLike, n: int, q: ArrayLike) -> FloatArray:
    """P(X <= x) for X of Bin(n, 1 - q).

    Parameters
    ----------
    x : array_like, shape (...)
        Whole numbers.
    n : int
        Number of trials.
    q : array_like, shape (...)
        Probabilities of a failure, which broadcast against `x`.

    Returns
    -------
    ndarray, shape (...)
        Probabilities, of the shape to which `x` and `q` broadcast.
    """
    points = np.asarray(x, dtype=np.float64)
    inner = np.clip(points, 0, max(n - 1, 0))
    value = betainc(np.maximum(n - inner, 1), inner + 1, np.asarray(q, dtype=np.float64))
    return np.where(points < 0, 0.0, np.where(points >= n, 1.0, value))


def binomial_sf(x: ArrayLike, n: int, p: ArrayLike) -> FloatArray:
    """P(X > x) for X of Bin(n, p).

    Parameters
    ----------
    x : array_like, shape (...)
        Whole numbers.
    n : int
        Number of trials.
    p : array_like, shape (...)
        Probabilities of a success, which broadcast against `x`.

    Returns
    -------
    ndarray, shape (...)
        Probabilities, of the shape to which `x` and `p` broadcast.
    """
    return binomial_cdf(n - 1 - np.asarray(x, dtype=np.float64), n, p)


def at_least(k: ArrayLike, n: int, p: ArrayLike) -> FloatArray:
    """P(X >= k) for X of Bin(n, p).

    Parameters
    ----------
    k : array_like, shape (...)
        Whole numbers.
    n : int
        Number of trials.
    p : array_like, shape (...)
        Probabilities of a success, which broadcast against `k`.

    Returns
    -------
    ndarray, shape (...)
        Probabilities, of the shape to which `k` and `p` broadcast.
    """
    return binomial_sf(np.asarray(k) - 1, n, p)


@lru_cache(maxsize=4096)
def binomial_window(n: int, p: float, q: float, tail: float) -> tuple[int, int]:
    """Integers lo <= hi with P(X < lo) <= tail and P(X > hi) <= tail for X of Bin(n, p).

    Certified by Chernoff's bound P(X >= x) <= exp(-D(x)), x >= np, with D the binomial deviance.

    Parameters
    ----------
    n : int
        Number of trials.
    p : float
        Probability of a success.
    q : float
        1 - p.
    tail : float
        Bound on the probability on each side of the window, above 0.

    Returns
    -------
    tuple of (int, int)
        The pair (lo, hi).
    """
    if p <= 0 or q <= 0:
        return (0, 0) if p <= 0 else (n, n)
    return n - _upper_end(n, q, p, -log(tail)), _upper_end(n, p, q, -log(tail))


def _upper_end(n: int, p: float, q: float, needed: float) -> int:
    """The least h >= np - 1 with D(h + 1) >= needed, or n where there is none."""
    low, high = floor(n * p), n
    while low < high:
        middle = (low + high) // 2
        if _chernoff(middle + 1, n, n * p, n * q) >= needed:
            high = middle
        else:
            low = middle + 1
    return low


def _chernoff(x: int, n: int, mean: float, rest: float) -> float:
    """The binomial deviance at x, zero below the mean: x log(x / np) + (n - x) log((n - x) / nq)."""
    if x <= mean:
        return 0.0
    up = x * log1p((x - mean) / mean)
    return up if x >= n else up + (n - x) * log1p(-(x - mean) / rest)
