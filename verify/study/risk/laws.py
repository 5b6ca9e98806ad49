"""Data laws whose user mean has a computable law.

A user's mean of m samples enters a risk through two things only: the law of its bin, and the first two moments of its
clipped value. Both have closed forms in the binomial distribution, so no support is enumerated and m = 10^9 costs
what m = 10 does.
"""

from dataclasses import dataclass
from math import sqrt
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from notation.parameters import ParameterError, count, finite, positive
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.binomial import binomial_cdf, binomial_pmf, binomial_sf, binomial_window
from upperbounds.channels.votes import Bins

_NEAR_TAIL = 1e-40
"""Beyond this tail an interval counts as wholly on one side of the user mean: far below any error reported."""

_RARE = 1e-3
"""An error above this share of a probability counts as mass that is moved."""


@dataclass(frozen=True)
class BinLaw:
    """The law of one user's bin: bin first + i has probability probabilities[i], every other bin none.

    It is exact except for moving mass of at most `moved` between bins (the tails go to the outermost bins listed), and
    for errors e_b of the probabilities p_b with sum of e_b^2 / p_b at most `relative`^2, mostly rounding.
    """

    first: int
    probabilities: FloatArray
    moved: float
    relative: float = 0.0

    @property
    def last(self) -> int:
        """The last bin listed."""
        return self.first + len(self.probabilities) - 1


def with_errors(first: int, probabilities: FloatArray, moved: float, off: FloatArray) -> BinLaw:
    """The law whose probabilities are off by at most `off`; in bins so rare that it is most of them, that is moved."""
    rare = off > _RARE * probabilities
    likely = ~rare & (off > 0)
    squares = off[likely] ** 2 / probabilities[likely]
    return BinLaw(first, probabilities, moved + float(np.sum(off[rare])), float(np.sqrt(np.sum(squares))))


def rounding_of_tails(m: int) -> float:
    """What a binomial tail for m trials is off by, relative to it, and some ten times what is seen (10^3 to 10^10).

    A probability p with one unit of rounding moves a tail that is z deviations out by z sqrt(m) of them.
    """
    return 2.0**-53 * (4000 + 64 * sqrt(m))


def rounding_of_ends(lower: FloatArray, upper: FloatArray, mean: float) -> FloatArray:
    """What the distances of an interval's ends from the mean are off by, same shape."""
    return 2.0**-50 * (np.maximum(np.abs(lower), np.abs(upper)) + abs(mean))


class UserMeanLaw(Protocol):
    """What a risk needs to know of the law of one sample."""

    @property
    def mean(self) -> float:
        """The mean of one sample, which the estimators estimate."""
        ...

    def bin_law(self, bins: Bins, m: int, tail: float) -> BinLaw:
        """The law of the bin of the mean of m samples, with at most `tail` of its mass moved."""
        ...

    def clipped(self, lower: FloatArray, upper: FloatArray, m: int) -> tuple[FloatArray, FloatArray]:
        """The bias and the variance of the mean of m samples once clipped to each [lower, upper]."""
        ...

    def clipped_error(self, lower: FloatArray, upper: FloatArray, m: int) -> tuple[FloatArray, FloatArray]:
        """What `clipped` may be off by, in the bias and in the variance."""
        ...

    def support(self, m: int, tail: float) -> tuple[FloatArray, FloatArray]:
        """Points and probabilities of the mean of m samples, except for at most `tail` on either side."""
        ...

    def sample_user_means(self, shape: tuple[int, ...], m: int, rng: np.random.Generator) -> FloatArray:
        """Draw means of m samples each."""
        ...

    def sample(self, shape: tuple[int, ...], rng: np.random.Generator) -> FloatArray:
        """Draw raw samples."""
        ...


@dataclass(frozen=True)
class SignLaw:
    """Samples equal to shift + half_width or shift - half_width, with mean theta; a point mass at the two ends.

    The mean of m samples with X ~ Bin(m, plus) high ones is the float `point(X, m)`. Bins are decided on that very
    float, as Bins.index decides them, so the exact path and every sampler here put a lattice point in the same bin. Raw
    samples averaged by a user give the same float where sums of them are exact (shift 0 and half_width a power of 2:
    then both are one correctly rounded division); elsewhere a raw average can differ by rounding, which matters only
    where an edge lies on the lattice.
    """

    theta: float
    half_width: float = 1.0
    shift: float = 0.0

    def __post_init__(self) -> None:
        """Refuse a mean outside the support."""
        theta, half_width, shift = (
            finite("theta", self.theta),
            positive("half_width", self.half_width),
            finite("shift", self.shift),
        )
        if not abs(theta - shift) <= half_width:
            raise ParameterError(f"theta = {theta!r}: must be within {half_width!r} of {shift!r}")

    @property
    def mean(self) -> float:
        """theta."""
        return float(self.theta)

    @property
    def plus(self) -> float:
        """The probability of the high value."""
        return (1 + (self.theta - self.shift) / self.half_width) / 2

    @property
    def minus(self) -> float:
        """The probability of the low value."""
        return (1 - (self.theta - self.shift) / self.half_width) / 2

    @property
    def variance(self) -> float:
        """The variance of one sample."""
        return 4 * self.half_width**2 * self.plus * self.minus

    def point(self, high: ArrayLike, m: int) -> FloatArray:
        """The mean of m samples with `high` high ones; same shape."""
        balance = (2 * np.asarray(high, dtype=np.float64) - m) / m
        return np.asarray(self.shift + self.half_width * balance)

    def bin_law(self, bins: Bins, m: int, tail: float) -> BinLaw:
        """The law of the bin of the mean of m samples, with at most `tail` of its mass moved."""
        low, high = binomial_window(count("m", m), self.plus, self.minus, tail / 2)
        first, last = (int(bins.index(self.point(x, m))) for x in (low, high))
        cuts = self._cuts(bins, m, low, high, np.arange(first + 1, last + 1))
        below = np.concatenate([[0.0], binomial_cdf(cuts, m, self.minus), [1.0]])
        above = np.concatenate([[1.0], binomial_sf(cuts, m, self.plus), [0.0]])
        straddling = np.maximum(1 - below[:-1] - above[1:], 0.0)
        # Differences of the smaller of the two tails, so that rare bins keep their digits.
        probabilities = np.where(
            below[1:] <= 0.5, np.diff(below), np.where(above[:-1] <= 0.5, above[:-1] - above[1:], straddling)
        )
        tails = rounding_of_tails(m) * np.minimum(below, above)
        off = np.where(probabilities > 0, tails[:-1] + tails[1:], 0.0)
        return with_errors(first, probabilities, tail, off)

    def _cuts(self, bins: Bins, m: int, low: int, high: int, edges: NDArray[np.int64]) -> NDArray[np.int64]:
        """For each bin of `edges` the last lattice index that Bins.index puts before it; by bisection.

        Every float operation of `point` and of Bins.index is monotone, so the bin is a non-decreasing step function.
        """
        before = np.full(edges.shape, low, dtype=np.int64)
        after = np.full(edges.shape, high, dtype=np.int64)
        while np.any(after - before > 1):
            middle = (before + after) // 2
            is_before = bins.index(self.point(middle, m)) < edges
            before, after = np.where(is_before, middle, before), np.where(is_before, after, middle)
        return before

    def clipped(self, lower: FloatArray, upper: FloatArray, m: int) -> tuple[FloatArray, FloatArray]:
        """The bias and the variance of the mean of m samples once clipped to each [lower, upper].

        With b the binomial weights and D(x) = sum over y <= x of (y - mp) b(y) = -(m - x) p b(x) (de Moivre), also
        sum over y <= x of (y - mp)^2 b(y) = (x - mp) D(x) + mpq P(X < x) - p D(x - 1), by summation by parts. Moments
        are taken about the clipped true mean, so that nothing cancels where the interval misses it.
        """
        p, q, unit = self.plus, self.minus, 2 * self.half_width / m
        a, b = ((np.asarray(end, dtype=np.float64) - self.mean) / unit for end in (lower, upper))
        centre = np.clip(0.0, a, b)
        bias, variance = np.array(centre), np.zeros_like(centre)
        low, high = binomial_window(m, p, q, _NEAR_TAIL)
        near = (b > low - m * p - 1) & (a < high - m * p + 1)
        bias[near], variance[near] = _clipped_binomial(m, p, q, a[near], b[near], centre[near])
        return bias * unit, variance * unit**2

    def clipped_error(self, lower: FloatArray, upper: FloatArray, m: int) -> tuple[FloatArray, FloatArray]:
        """What `clipped` may be off by: the rounding of its terms, each a tail times at most what Chebyshev allows it.

        The ends' rounding on top: the mean is Lipschitz in them, the variance by four deviations.
        """
        sd, tails, ends = sqrt(self.variance / m), rounding_of_tails(m), rounding_of_ends(lower, upper, self.mean)
        return 8 * tails * sd + ends, 16 * tails * sd**2 + 4 * sd * ends

    def support(self, m: int, tail: float) -> tuple[FloatArray, FloatArray]:
        """Points and probabilities of the mean of m samples, except for at most `tail` on either side."""
        low, high = binomial_window(m, self.plus, self.minus, tail)
        lattice = np.arange(low, high + 1)
        return self.point(lattice, m), binomial_pmf(lattice, m, self.plus, self.minus)

    def sample_user_means(self, shape: tuple[int, ...], m: int, rng: np.random.Generator) -> FloatArray:
        """Draw means of m samples each: one binomial draw a user."""
        return self.point(rng.binomial(m, self.plus, shape), m)

    def sample(self, shape: tuple[int, ...], rng: np.random.Generator) -> FloatArray:
        """Draw raw samples."""
        values = self.shift - self.half_width, self.shift + self.half_width
        return np.where(rng.random(shape) < self.plus, values[1], values[0])


def _clipped_binomial(
    m: int, p: float, q: float, a: FloatArray, b: FloatArray, centre: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Mean and variance of X - mp, X ~ Bin(m, p), clipped to [a, b] around `centre`; see SignLaw.clipped."""
    under = np.clip(np.ceil(a + m * p) - 1, -1, m)
    top = np.maximum(np.clip(np.floor(b + m * p), -1, m), under)
    weight_under, weight_top = binomial_pmf(under, m, p, q), binomial_pmf(top, m, p, q)
    below, above = binomial_cdf(under, m, q), binomial_sf(top, m, p)
    inner = np.maximum(1 - below - above, 0.0)
    sum_under, sum_top = -(m - under) * p * weight_under, -(m - top) * p * weight_top
    first = sum_top - sum_under
    second = (top - m * p) * sum_top - (under - m * p) * sum_under
    second += m * p * q * np.maximum(inner - weight_top + weight_under, 0.0)
    # D(x - 1) = -x q b(x), the same sum written with the weight at hand.
    second += p * q * (top * weight_top - under * weight_under)
    mean = (a - centre) * below + (b - centre) * above + first - centre * inner
    square = (a - centre) ** 2 * below + (b - centre) ** 2 * above
    square += second - 2 * centre * first + centre**2 * inner
    return centre + mean, np.maximum(square - mean**2, 0.0)
