"""The largest mean excess of a user mean over a level, over all laws of a class: the cost of clipping.

Data are on [-D, D], or have a moment of order p of at most D^p; order infinity is the former.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import numpy as np

from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.binomial import at_least

_STEP, _LAST = 1 / 8, 3.5
_RELATIVE, _ABSOLUTE = 0.01, 1e-5
"""How far above the largest value the certified one may be."""
_MOST_CELLS = 20_000
_FEW = 1024
"""Samples up to which every possible maximum is tried: no more work than branch and bound."""
_ROUNDING = 1 + 2.0**-36
"""Allowance for the relative error of a binomial tail."""
_FAR = 16.0
"""Up to where excesses under moments are tabulated."""
_CUTS, _SLOPES = np.geomspace(0.02, 32, 32), np.geomspace(0.05, 40, 56)
"""Where samples are cut, in units of D sqrt(m), and exponents of Bennett's inequality: every choice is valid."""


@dataclass(frozen=True, eq=False)
class StopLoss:
    """s(x) >= E(Z - x)_+ and E(-Z - x)_+, Z = sqrt(m) (Y - mu)/D, for every law on [-D, D] of m samples with mean Y.

    Hoeffding (1963, Section 5): of all laws on [-D, D] with mean mu, the law on the two ends has the largest E f(Y) for
    every convex f. So s(x) is a supremum over binomial laws with one parameter, P(D) = p = sin(theta)^2. With y = m p +
    x sqrt(m)/2 and B' of Bin(m - 1, p) the derivative of 2/sqrt(m) E(B - y)_+ is 4 sqrt(m p q) P(B' = floor(y)) (1 - p
    - frac(y)) in theta: it rises up to frac(y) = 1 - p, that is p = (k + 1 - x sqrt(m)/2)/(m + 1) for a whole k, and
    falls from there until y is whole. For few samples the largest of these m values is the supremum; for many it is
    found by branch and bound. Between tabulated x the chord of a convex function is above it. For large x it is
    Chernoff's bound by Hoeffding's lemma, (z - x)_+ <= e^(a (z - x) - 1)/a and E e^(a Z) <= e^(a^2/2). Under moments
    it is `few_moments` or `cut_at`, whichever is less.

    Attributes
    ----------
    values : ndarray, shape (points,)
        Bounds at x = 0, step, 2 step, ...
    beyond : callable
        Bounds at larger x.

    References
    ----------
    Hoeffding (1963), Section 5.
    """

    values: FloatArray
    beyond: Callable[[FloatArray], FloatArray]

    def __call__(self, x: FloatArray) -> FloatArray:
        """s(x), same shape; for x < 0 by E(Z - x)_+ = -x + E(x - Z)_+."""
        far, points = np.abs(x), _STEP * np.arange(len(self.values))
        found = np.interp(far, points, self.values)
        return np.where(far <= points[-1], found, self.beyond(far)) + np.maximum(-x, 0.0)


def chernoff(x: FloatArray) -> FloatArray:
    """The least of e^(a^2/2 - a x - 1)/a over a > 0.

    Parameters
    ----------
    x : ndarray, shape (...)
        Numbers of at least 0.

    Returns
    -------
    ndarray, shape (...)
        Bounds, of the shape of `x`.
    """
    a = (x + np.sqrt(x**2 + 4)) / 2
    return np.asarray(np.exp(a**2 / 2 - a * x - 1) / a)


def few_moments(x: FloatArray, order: float) -> FloatArray:
    """(sqrt(1 + x^2) - x)/2, from the variance, or from p = 4 on the least of it and (3/4)^4 x^-3, from E Z^4 <= 3.

    The former is E(|Z - x| - x)/2 with E(Z - x)^2 <= 1 + x^2. For the latter, (z - x)_+ <= (27/256) z^4 x^-3, and
    E Z^4 <= 3 (1 - 1/m) + E(X - mu)^4/m in units of D, where 3 x^4 - (x - mu)^4 - 12 mu^3 (x - mu) = 2 (x^2 + mu x -
    2 mu^2)^2 + 3 mu^4, so that E(X - mu)^4 <= 3 E X^4 <= 3.

    Parameters
    ----------
    x : ndarray, shape (...)
        Numbers of at least 0.
    order : float
        p, the order of the moment of a sample, from 2 on.

    Returns
    -------
    ndarray, shape (...)
        Bounds on E(Z - x)_+, of the shape of `x`.
    """
    by_variance = 0.5 / (np.sqrt(1 + x**2) + x)
    if order < 4:
        return np.asarray(by_variance)
    return np.minimum(by_variance, 0.75**4 / np.maximum(x, _STEP) ** 3)


def cut_at(x: FloatArray, m: int, order: float) -> FloatArray:
    """Samples cut at c from above, by Bennett's inequality, plus what is beyond; the best of some c and exponents.

    In units of D, X - mu = W + (X - c)_+ with W = min(X, c) - mu for a c of at least 1, which is no less than |mu|. So
    E(Z - x)_+ is at most E(S - x)_+ + sqrt(m) E(X - c)_+ with S the sum of m copies of W over sqrt(m). The second is at
    most sqrt(m) (p - 1)^(p - 1) p^-p c^(1 - p). W is at most b = c + 1, has a mean of at most 0 and a second moment of
    at most 1, so that E e^(a S) <= exp(m (e^u - 1 - u)/b^2), u = a b/sqrt(m); and (s - x)_+ <= e^(a (s - x) - 1)/a.

    Parameters
    ----------
    x : ndarray, shape (points,)
        Numbers of at least 0.
    m : int
        Number of samples of each user.
    order : float
        p, the order of the moment of a sample, from 2 on.

    Returns
    -------
    ndarray, shape (points,)
        Bounds on E(Z - x)_+.
    """
    cuts = np.maximum(_CUTS * math.sqrt(m), 1.0)
    top = cuts + 1
    u = _SLOPES * top[:, None] / math.sqrt(m)
    # At larger exponents the bound is of no use: they are never the least.
    grown = (np.expm1(np.minimum(u, 200.0)) - u) * m / top[:, None] ** 2
    exponents = np.min(grown - np.log(_SLOPES) - x[:, None, None] * _SLOPES - 1, axis=-1)
    return np.asarray(np.min(np.exp(np.minimum(exponents, 700.0)) + math.sqrt(m) * excess_of(cuts, order), axis=-1))


def excess_of(level: Any, order: float) -> Any:
    """The largest E(X - c)_+ for E|X|^p <= 1: (p - 1)^(p - 1) p^-p c^(1 - p), as (x - c)_+ is that times x^p at most.

    Parameters
    ----------
    level : float or ndarray
        c, above 0.
    order : float
        p, the order of the moment, from 2 on.

    Returns
    -------
    float or ndarray
        Bounds, of the shape of `level`.
    """
    return (order - 1) ** (order - 1) / order**order * level ** (1 - order)


def clipping_level(order: float, noise: float) -> float:
    """The T with the smallest squared `excess_of` plus noise T^2.

    Parameters
    ----------
    order : float
        p, the order of the moment, from 2 on.
    noise : float
        The variance of the estimate at T = 1.

    Returns
    -------
    float
        T, in units of M_p^(1/p).
    """
    return float(((order - 1) * excess_of(1.0, order) ** 2 / noise) ** (1 / (2 * order)))


@lru_cache(maxsize=512)
def stop_loss(m: int, order: float = math.inf) -> StopLoss:
    """The certified bound for m samples.

    Parameters
    ----------
    m : int
        Number of samples of each user.
    order : float, default infinity
        p for E|X|^p <= D^p, from 2 on; infinity for data on [-D, D].

    Returns
    -------
    StopLoss
        The bound as a function.
    """
    last = _LAST if order == math.inf else _FAR
    points = np.asarray(_STEP * np.arange(round(last / _STEP) + 1), dtype=np.float64)
    if order < math.inf:
        least = np.minimum(few_moments(points, order), cut_at(points, m, order))
        return StopLoss(_ROUNDING * least, partial(few_moments, order=order))
    return StopLoss(np.minimum([_supremum(float(x), m) for x in points], chernoff(points)), chernoff)


def excess(x: float, m: int, theta: FloatArray) -> FloatArray:
    """E(Z - x)_+ for data at the two ends with P(D) = sin(theta)^2.

    Parameters
    ----------
    x : float
        A number.
    m : int
        Number of samples of each user.
    theta : ndarray, shape (...)
        Angles.

    Returns
    -------
    ndarray, shape (...)
        Expectations, of the shape of `theta`.
    """
    p = np.sin(theta) ** 2
    y = m * p + x * math.sqrt(m) / 2
    k = np.floor(y)
    return np.maximum(m * p * at_least(k, m - 1, p) - y * at_least(k + 1, m, p), 0.0) * 2 / math.sqrt(m)


def _supremum(x: float, m: int) -> float:
    """The largest `excess` over theta in [0, pi/2], rounded up."""
    if m <= _FEW:
        places = (np.arange(1, m + 1) - x * math.sqrt(m) / 2) / (m + 1)
        theta = np.arcsin(np.sqrt(np.clip(places, 0.0, 1.0)))
        return _ROUNDING * float(excess(x, m, theta).max())
    slope = _steepest(x, m)
    width = math.pi / 128
    middles = np.asarray(width * (2 * np.arange(32) + 1), dtype=np.float64)
    best = 0.0
    while True:
        values = excess(x, m, middles)
        best = max(best, float(values.max()))
        slack = slope * width
        middles = middles[values + slack > best]
        if slack <= max(_RELATIVE * best, _ABSOLUTE) or len(middles) > _MOST_CELLS:
            return best + slack
        width /= 4
        middles = (middles[:, None] + width * np.array([-3, -1, 1, 3])).ravel()


def _steepest(x: float, m: int) -> float:
    """Above the derivative of `excess` in theta, anywhere, for m >= 2.

    With n = m - 1, k = floor(y) and r = k/n no P(B' = k) is above 1/sqrt(2 e n p q) (Herzog 1947), nor above
    e^(-n KL(r, p))/sqrt(2 pi n r (1 - r)) (Stirling), nor p^n for k = n. KL(r, p) is at least (r - p)^2/2 over the
    largest z (1 - z) between p and r, and n (r - p) >= t = x sqrt(m)/2 - 1. Where r - p <= (1 - p)/2 the root of
    p q/(r (1 - r)) is at most sqrt(2); beyond, at most the root of n q <= 2 n (r - p), and n KL >= n (r - p)/4.
    """
    flat, t = math.sqrt(m / (m - 1)), x * math.sqrt(m) / 2 - 1
    anywhere = 4 / math.sqrt(2 * math.e) * flat
    if t < 2:
        return anywhere
    far = max(math.sqrt(2) * math.exp(-2 * t**2 / (m - 1)), math.sqrt(2 * t) * math.exp(-t / 4))
    return min(anywhere, 4 / math.sqrt(2 * math.pi) * flat * far)
