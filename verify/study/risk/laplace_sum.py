"""The law of a sum of k independent standard Laplace variables: density, upper tail, and a bound on deviations.

The density is d_k(x) = |x|^v K_v(|x|) / (sqrt(pi) Gamma(k) 2^v) with v = k - 1/2 (Kotz, Kozubowski and Podgorski, The
Laplace Distribution and Generalizations, 2.3.1). Its characteristic function (1 + t^2)^-k gives the recurrences used
here, in which every term is non-negative.
"""

from functools import lru_cache
from math import log, log1p, sqrt

import numpy as np
from numpy.polynomial import Polynomial
from numpy.polynomial.polynomial import polyval

from upperbounds.channels.arrays import FloatArray

_UNIFORM = 256
"""From this k on Debye's uniform expansion with six terms has a relative error below 1e-16."""

_GAUSS = np.polynomial.legendre.leggauss(6)


def density_and_tail(k: int, x: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The density and P(sum > x) at points x >= 0, same shape."""
    return _by_recurrence(k, x) if k < _UNIFORM else _by_expansion(k, x)


@lru_cache(maxsize=16)
def density_and_tail_on_grid(k: int, step: float, size: int) -> tuple[FloatArray, FloatArray]:
    """The same at x = 0, step, ..., (size - 1) step; remembered."""
    return density_and_tail(k, step * np.arange(size, dtype=np.float64))


def _by_recurrence(k: int, x: FloatArray) -> tuple[FloatArray, FloatArray]:
    """In k steps.

    With r_k = d_{k+1} / d_k: r_k = (2k - 1 + x^2 / (2 (k-1) r_{k-1})) / 2k, from the recurrence of K_v; and
    P_{k+1}(x) = P_k(x) + x d_k(x) / 2k, from d_k = d_{k+1} - d_{k+1}''.
    """
    log_density = -x - log(2)
    tail = np.exp(log_density)
    ratio = (1 + x) / 2
    for j in range(1, k):
        tail = tail + x / (2 * j) * np.exp(log_density)
        log_density = log_density + np.log(ratio)
        ratio = (2 * j + 1 + x * x / (2 * j * ratio)) / (2 * j + 2)
    return np.exp(log_density), tail


def _by_expansion(k: int, x: FloatArray) -> tuple[FloatArray, FloatArray]:
    """By Debye's expansion; the tail is a sum of Gauss-Legendre integrals over eighths of a standard deviation."""
    # Points from where the density is zero as a float on need no integrals, and they can be millions of steps away.
    x = np.minimum(x, _vanishing_point(k))
    step, beyond = _step(k), _beyond(k)
    after = np.ceil(x / step).astype(np.int64)
    tail = beyond[after] + _integral(k, x, step * after - x)
    # Half of the mass is above 0, which gives the constant without a ratio of gamma functions.
    return _debye_shape(k, x) / (2 * beyond[0]), tail / (2 * beyond[0])


def _step(k: int) -> float:
    """An eighth of a standard deviation."""
    return sqrt(2 * k) / 8


@lru_cache(maxsize=64)
def _beyond(k: int) -> FloatArray:
    """The integrals of _debye_shape from each multiple of the step on, to where it vanishes."""
    step = _step(k)
    edges = step * np.arange(int(_vanishing_point(k) / step) + 64, dtype=np.float64)
    return np.append(np.cumsum(_integral(k, edges, step)[::-1])[::-1], 0.0)


def _vanishing_point(k: int) -> float:
    """A point from which the exponential in _debye_shape is below e^-750, where floats end.

    Its exponent is order (rise - ln(1 + rise/2)) >= order rise/2 at x = order sqrt(rise (rise + 2)).
    """
    order = k - 0.5
    rise = 1500 / order
    return order * sqrt(rise * (rise + 2))


def _integral(k: int, start: FloatArray, width: FloatArray | float) -> FloatArray:
    """The integral of _debye_shape over [start, start + width], width at most an eighth of a deviation."""
    half = np.asarray(width, dtype=np.float64) / 2
    nodes, weights = (np.reshape(each, (-1, *(1,) * start.ndim)) for each in _GAUSS)
    return np.asarray(half * np.sum(weights * _debye_shape(k, start + half * (1 + nodes)), axis=0))


def deviation_beyond(k: int, tail: float) -> float:
    """An x with P(sum > x) <= tail, by Chernoff's bound exp(-a x) (1 - a^2)^-k at its best a."""
    needed = -log(tail)
    low, high = 0.0, needed + sqrt(2 * k * needed)
    while _chernoff(k, high) < needed:
        low, high = high, 2 * high
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (low, middle) if _chernoff(k, middle) >= needed else (middle, high)
    return high


def _chernoff(k: int, x: float) -> float:
    """The exponent of Chernoff's bound at x > 0."""
    a = x / (k + sqrt(k * k + x * x))
    return a * x + k * log1p(-a * a)


def _debye_shape(k: int, x: FloatArray) -> FloatArray:
    """The density at x >= 0 except for a constant, by Debye's expansion of K_v, v = k - 1/2 (DLMF 10.41.4)."""
    order = k - 0.5
    square = (x / order) ** 2
    root = np.sqrt(1 + square)
    rise = square / (1 + root)
    series = polyval(1 / root, _debye_series(k))
    return np.asarray(np.exp(-order * (rise - np.log1p(rise / 2))) * series / np.sqrt(root))


@lru_cache(maxsize=64)
def _debye_series(k: int) -> FloatArray:
    """The coefficients of the sum of (-1/v)^j u_j, j < 6, one polynomial."""
    terms = (u * (-1 / (k - 0.5)) ** j for j, u in enumerate(_debye_polynomials()))
    return np.asarray(sum(terms, start=Polynomial([0.0])).coef)


@lru_cache(maxsize=1)
def _debye_polynomials() -> tuple[Polynomial, ...]:
    """u_0 .. u_5 of DLMF 10.41.9: u' of the next is (p^2 - p^4) u' / 2 + integral of (1 - 5 t^2) u / 8."""
    terms = [Polynomial([1.0])]
    for _ in range(5):
        last = terms[-1]
        terms.append(Polynomial([0, 0, 0.5, 0, -0.5]) * last.deriv() + (Polynomial([1, 0, -5]) * last).integ() / 8)
    return tuple(terms)
