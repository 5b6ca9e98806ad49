"""The largest mean excess of a user mean over a level, over all laws of the data: the cost of clipping."""

import math
from dataclasses import dataclass
from functools import lru_cache

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


@dataclass(frozen=True, eq=False)
class StopLoss:
    """s(x) >= E(Z - x)_+ and E(-Z - x)_+, Z = sqrt(m) (Y - mu)/D, for every law on [-D, D] of m samples with mean Y.

    Hoeffding (1963, Section 5): of all laws on [-D, D] with mean mu, the law on the two ends has the largest E f(Y) for
    every convex f. So s(x) is a supremum over binomial laws with one parameter, P(D) = p = sin(theta)^2. With y = m p +
    x sqrt(m)/2 and B' of Bin(m - 1, p) the derivative of 2/sqrt(m) E(B - y)_+ is 4 sqrt(m p q) P(B' = floor(y)) (1 - p
    - frac(y)) in theta: it rises up to frac(y) = 1 - p, that is p = (k + 1 - x sqrt(m)/2)/(m + 1) for a whole k, and
    falls from there until y is whole. For few samples the largest of these m values is the supremum; for many it is
    found by branch and bound. Between tabulated x the chord of a convex function is above it. For large x it is
    Chernoff's bound by Hoeffding's lemma, (z - x)_+ <= e^(a (z - x) - 1)/a and E e^(a Z) <= e^(a^2/2).

    Attributes
    ----------
    values : ndarray, shape (points,)
        Bounds at x = 0, step, 2 step, ...

    References
    ----------
    Hoeffding (1963), Section 5.
    """

    values: FloatArray

    def __call__(self, x: FloatArray) -> FloatArray:
        """s(x), same shape; for x < 0 by E(Z - x)_+ = -x + E(x - Z)_+."""
        far = np.abs(x)
        found = np.interp(far, _STEP * np.arange(len(self.values)), self.values)
        return np.where(far <= _LAST, found, chernoff(far)) + np.maximum(-x, 0.0)


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


@lru_cache(maxsize=512)
def stop_loss(m: int) -> StopLoss:
    """The certified bound for m samples.

    Parameters
    ----------
    m : int
        Number of samples of each user.

    Returns
    -------
    StopLoss
        The bound as a function.
    """
    points = np.asarray(_STEP * np.arange(round(_LAST / _STEP) + 1), dtype=np.float64)
    return StopLoss(np.minimum([_supremum(float(x), m) for x in points], chernoff(points)))


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
