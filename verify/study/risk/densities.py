"""Symmetric Beta data, the uniform among them: the law of the user mean by certified Fourier sums.

B ~ Beta(p, p) on [-1, 1] has the characteristic function 0F1(p + 1/2; -t^2/4), the product over the zeros j of J_v,
v = p - 1/2, of 1 - t^2/j^2 (DLMF 10.16.9, 10.21.15). The standardised mean z of m of them has its m-th power, at
t sqrt(2p + 1) / sqrt(m): a few dozen values in ball arithmetic, whatever m is. Probabilities and truncated moments
are expectations of waves that equal sign(z - x), |z - x| and (z - x)|z - x| near x, and are sums over odd multiples
of one frequency:

P(z > x), E (z - x)_+ and E (z - x)_+^2, for x >= 0, with three errors that are added up in `errors`:
- the waves differ from what they stand for where |z - x| > 2 REACH only. The product gives E e^(sz) <= e^(s^2/2)
  (each factor 1 + s^2/j^2 <= e^(s^2/j^2), and Rayleigh's sum of 1/j^2 is 1/(4(v + 1))), hence a normal tail;
- what is beyond the last frequency: `_beyond`;
- rounding, term by term.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import exp, inf, lgamma, log, pi, sqrt

import numpy as np
from flint import arb, ctx

from notation.parameters import ParameterError, count, finite, positive, within
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.votes import Bins
from verify.study.risk.laws import BinLaw, rounding_of_ends, with_errors

REACH = 11.0
"""Deviations of the user mean beyond which it never is, except for e^(-REACH^2 / 2) = 5e-27 on either side."""

_FAR = exp(-(REACH**2) / 2)

_TRUNCATED = 1e-18
"""What is left out beyond the last frequency, in each of the three sums, if the allowed frequencies suffice."""

_MOST_TERMS = 1 << 14
"""Frequencies at most: where m p is so small that more would be needed, the error says so."""

_LOOSEST = 1e-9
"""An error above which a law is refused."""

_UNIT = 2.0**-53

_BITS = 128
"""The precision in which characteristic functions are first tried."""

_DRAWN = 1 << 20
"""Numbers that an array holds at once (8 MB)."""

_DIGITS = 64
"""Binary digits of a uniform sample in a sum of many: what is below them is less than rounding."""

_BY_DIGITS = 1000
"""Samples from which one binomial a digit is cheaper than all samples."""

_Tails = tuple[FloatArray, FloatArray, FloatArray]


@dataclass(frozen=True)
class _Waves:
    """Frequencies w_k, shape (terms,), and what the three sums multiply their sines and cosines by.

    `errors` bounds what P(z > x), E (z - x)_+ and E (z - x)_+^2 are off by at every x; `density` the density of z.
    """

    frequencies: FloatArray
    coefficients: tuple[FloatArray, FloatArray, FloatArray]
    errors: tuple[float, float, float]
    density: float

    def tails(self, x: FloatArray) -> _Tails:
        """P(z > x), E (z - x)_+, E (z - x)_+^2 for x >= 0, same shape; zero beyond REACH."""
        flat = x.ravel()
        found = np.zeros((3, len(flat)))
        near = np.flatnonzero(flat < REACH)
        for part in np.array_split(near, len(near) * len(self.frequencies) // _DRAWN + 1):
            at = flat[part]
            angles = at[:, None] * self.frequencies
            sines = np.sin(angles)
            found[0, part] = 0.5 - sines @ self.coefficients[0]
            found[1, part] = REACH - at / 2 - np.cos(angles) @ self.coefficients[1]
            found[2, part] = (1 + at * at) / 2 - sines @ self.coefficients[2]
        upper, first, second = found.reshape(3, *x.shape)
        return upper.clip(0.0, 0.5), first.clip(0.0), second.clip(0.0)


@lru_cache(maxsize=256)
def waves(shape: float, m: int) -> _Waves:
    """The waves for the mean of m samples of Beta(shape, shape); raises ParameterError where the error is too large."""
    # REACH deviations for x and as many for z; the third wave has a quarter of its period for them, the others half.
    step = pi / (4 * REACH)
    unit = sqrt(2 * shape + 1) / sqrt(m)
    last = _terms(shape, m, step * unit)
    odd = 2 * np.arange(last, dtype=np.float64) + 1
    powers = _powers(shape, m, last)
    angles = step * odd
    sign = np.where(np.arange(last) % 2, -1.0, 1.0)
    coefficients = (
        powers * (2 / pi) / odd,
        powers * (8 * REACH / pi**2) / odd**2,
        powers * (2 * sign / angles**2 - 1 / (REACH * angles**3)),
    )
    beyond = _beyond(shape, m, step * unit * (2 * last - 1))
    # A sine or cosine at x is off by the rounding of its argument and by its own.
    rounding = [_UNIT * float(np.sum(np.abs(c) * (last + 8 + 4 * REACH * angles))) for c in coefficients]
    scale = 2 / pi, 8 * REACH / pi**2, 4 * (16 * REACH**2) / pi**2
    errors = (
        scale[0] * beyond + 4 * _FAR + rounding[0],
        scale[1] * beyond + 8 * REACH * _FAR + rounding[1] + 4 * _UNIT * REACH,
        scale[2] * beyond + 16 * REACH**2 * _FAR + rounding[2] + 4 * _UNIT * REACH**2,
    )
    if errors[2] > _LOOSEST:
        raise ParameterError(
            f"m = {m}: the mean of so few samples of Beta({shape:g}, {shape:g}) has no smooth density; needs m >= "
            f"{round(8 / shape) + 1} or so"
        )
    return _Waves(angles, coefficients, errors, float(np.sum(np.abs(powers))) / (2 * REACH))


def _powers(shape: float, m: int, terms: int) -> FloatArray:
    """The characteristic function of z at the odd multiples of the step, off by a unit of 1e-20 or of itself."""
    return np.array([_power(shape, m, 2 * k + 1, _BITS) for k in range(terms)])


def _power(shape: float, m: int, multiple: int, bits: int) -> float:
    """One of them, in ball arithmetic of at least this many bits."""
    before, ctx.prec = ctx.prec, bits
    try:
        t = arb.pi() / (4 * arb(REACH)) * ((2 * arb(shape) + 1) / m).sqrt() * multiple
        ball = (-t * t / 4).hypgeom_0f1(arb(shape) + arb(1) / 2) ** m
        found, off = float(ball.mid()), float(ball.rad())
    finally:
        ctx.prec = before
    return found if off <= _UNIT * max(abs(found), 1e-20) else _power(shape, m, multiple, 2 * bits)


def _terms(shape: float, m: int, step: float) -> int:
    """How many odd multiples of `step` leave out _TRUNCATED at most, or _MOST_TERMS."""
    low, high = 1, _MOST_TERMS
    while low < high:
        middle = (low + high) // 2
        if _beyond(shape, m, step * (2 * middle - 1)) <= _TRUNCATED:
            high = middle
        else:
            low = middle + 1
    return low


def _beyond(shape: float, m: int, t: float) -> float:
    """A bound on the sum over odd k beyond t = k * step of |phi(k step)|^m / k, m >= 1; non-increasing in t.

    Below the first zero of J_v each factor of the product is at most e^(-t^2/j^2), so |phi| <= e^(-t^2 s / 2) with s =
    1/(2p + 1) the variance; Rayleigh's sums put that zero beyond 2 (v + 1)^(1/2) (v + 2)^(1/4) (Watson 15.51). Beyond,
    |phi| <= C t^(-p) by |J_v(t)| <= (2/pi)^(1/2) (t^2 - v^2)^(-1/4) (v >= 1/2; without v^2 for |v| <= 1/2; Watson
    13.74). A sum over odd k of a falling function is at most half its integral over k from the last one; where the
    second bound replaces the first, its first term is added.
    """
    order = shape - 0.5
    zero = 2 * sqrt(order + 1) * (order + 2) ** 0.25

    def power(t: float) -> float:
        square = 1 - (max(order, 0.0) / t) ** 2 if order > 0.5 else 1.0
        if square <= 0:
            return inf
        size = lgamma(shape + 0.5) + order * log(2) + 0.5 * log(2 / pi) - 0.25 * log(square) - shape * log(t)
        return exp(min(m * size, 700.0)) / (2 * shape * m)

    if t >= zero:
        return power(t)
    square = m * t * t / (2 * shape + 1)
    return exp(-square / 2) / (2 * square) + (1 + 2 * shape * m) * power(zero)


@dataclass(frozen=True)
class BetaLaw:
    """Samples centre + half_width (2 B - 1), B ~ Beta(shape, shape); shape 1 is uniform.

    Raises ParameterError for a shape outside [0.01, 10] or a half-width that is no positive number; and where it is
    asked for the mean of so few samples that their law is not smooth (about m shape < 8).
    """

    shape: float
    centre: float = 0.0
    half_width: float = 1.0

    def __post_init__(self) -> None:
        """Refuse what is no law."""
        within("shape", self.shape, 0.01, 10)
        finite("centre", self.centre)
        positive("half_width", self.half_width)

    @property
    def mean(self) -> float:
        """The centre."""
        return float(self.centre)

    @property
    def variance(self) -> float:
        """The variance of one sample."""
        return self.half_width**2 / (2 * self.shape + 1)

    def deviation(self, m: int) -> float:
        """The standard deviation of the mean of m samples."""
        return sqrt(self.variance / count("m", m))

    def bin_law(self, bins: Bins, m: int, tail: float) -> BinLaw:
        """The law of the bin of the mean of m samples; `moved` holds the tails and the errors in rare bins."""
        sd, smooth = self.deviation(m), waves(self.shape, m)
        reach = min(sqrt(-2 * log(tail / 2)), REACH)
        ends = np.clip(self.mean + sd * reach * np.array([-1, 1]), *self._support)
        first, last = (int(b) for b in bins.index(ends))
        edges = (bins.left(np.arange(first + 1, last + 1, dtype=np.float64)) - self.mean) / sd
        tails = smooth.tails(np.abs(edges))[0]
        below = np.concatenate([[0.0], np.where(edges < 0, tails, 1 - tails), [1.0]])
        above = np.concatenate([[1.0], np.where(edges < 0, 1 - tails, tails), [0.0]])
        # Differences of the smaller of the two tails, so that rare bins keep their digits.
        chances = np.where(below[1:] <= 0.5, np.diff(below), above[:-1] - above[1:])
        straddles = (below[1:] > 0.5) & (above[:-1] > 0.5)
        chances = np.maximum(np.where(straddles, 1 - below[:-1] - above[1:], chances), 0.0)
        # An edge is rounded where it is computed and where a user's mean is compared with it.
        shifted = 4 * _UNIT * (abs(float(bins.lower)) + abs(self.mean) + float(bins.width) * (last + 1)) / sd
        off = 2 * (smooth.errors[0] + smooth.density * shifted)
        return with_errors(first, chances, 2 * exp(-(reach**2) / 2), np.full_like(chances, off))

    def clipped(self, lower: FloatArray, upper: FloatArray, m: int) -> tuple[FloatArray, FloatArray]:
        """The bias and the variance of the mean of m samples once clipped to each [lower, upper].

        With c the clipped centre, the mean of (S - c) and of (S - c)^2 are written with the tails of S outside the
        interval where it holds the centre, and inside it where it does not, so that little cancels.
        """
        sd, smooth = self.deviation(m), waves(self.shape, m)
        a, b = ((np.asarray(end, dtype=np.float64) - self.mean) / sd for end in (lower, upper))
        centre = np.clip(0.0, a, b)
        # Reflected where the interval is below the centre: then 0 <= |near| <= |far|, or near < 0 < far.
        flip = b < 0
        near, far = np.where(flip, -b, a), np.where(flip, -a, b)
        _, first_near, second_near = smooth.tails(np.abs(near))
        _, first_far, second_far = smooth.tails(np.abs(far))
        inside = near <= 0
        mean = first_near - first_far
        square = np.where(
            inside,
            1 - (second_near + 2 * np.abs(near) * first_near) - (second_far + 2 * far * first_far),
            second_near - second_far - 2 * (far - near) * first_far,
        )
        mean = np.where(flip, -mean, mean)
        variance = np.clip(square - mean**2, 0.0, 1.0)
        return (centre + mean) * sd, variance * sd**2

    def clipped_error(self, lower: FloatArray, upper: FloatArray, m: int) -> tuple[FloatArray, FloatArray]:
        """What `clipped` may be off by: bias and variance, same shapes.

        The waves' errors, and the rounding of the ends: the mean is Lipschitz in them, the variance too, by twice the
        deviation.
        """
        sd, (_, first, second) = self.deviation(m), waves(self.shape, m).errors
        ends = rounding_of_ends(lower, upper, self.mean)
        squares = 2 * second + (8 * REACH + 4) * first + 16 * _UNIT * REACH**2
        return 2 * first * sd + ends, squares * sd**2 + 4 * sd * ends

    def support(self, m: int, tail: float) -> tuple[FloatArray, FloatArray]:
        """Refused: the law is continuous."""
        raise ParameterError(f"law = {self}: its mean of {m} samples has no list of values")

    def sample_user_means(self, shape: tuple[int, ...], m: int, rng: np.random.Generator) -> FloatArray:
        """Draw means of m samples each; sums of many uniform ones digit by digit, a binomial each."""
        total = np.zeros(shape)
        if self.shape == 1 and count("m", m) >= _BY_DIGITS:
            for digit in range(1, _DIGITS + 1):
                total += rng.binomial(m, 0.5, shape) * 0.5**digit
            return self.centre + self.half_width * (2 * total / m - 1)
        size = max(_DRAWN // max(int(np.prod(shape)), 1), 1)
        for start in range(0, m, size):
            total += self._summed((*shape, min(size, m - start)), rng)
        return self.centre + self.half_width * (2 * total / m - 1)

    def sample(self, shape: tuple[int, ...], rng: np.random.Generator) -> FloatArray:
        """Draw raw samples."""
        return self.centre + self.half_width * (2 * self._drawn(shape, rng) - 1)

    def _summed(self, shape: tuple[int, ...], rng: np.random.Generator) -> FloatArray:
        """Sums of samples on [0, 1] over the last axis."""
        if self.shape != 0.5:
            return np.asarray(self._drawn(shape, rng).sum(axis=-1))
        # Angles of single precision move a sample by some 1e-7, far below what a simulation sees.
        angles = rng.random(shape, dtype=np.float32)
        angles *= np.float32(np.pi)
        return np.asarray((shape[-1] + np.cos(angles, out=angles).sum(axis=-1, dtype=np.float64)) / 2)

    def _drawn(self, shape: tuple[int, ...], rng: np.random.Generator) -> FloatArray:
        """Samples on [0, 1]."""
        if self.shape == 0.5:
            # The arcsine law is that of a uniform angle's cosine.
            angles = np.pi * rng.random(shape)
            return (1 + np.cos(angles, out=angles)) / 2
        return rng.random(shape) if self.shape == 1 else rng.beta(self.shape, self.shape, shape)

    @property
    def _support(self) -> tuple[float, float]:
        return self.centre - self.half_width, self.centre + self.half_width


def UniformLaw(shift: float = 0.0) -> BetaLaw:
    """Unif[0, 1] + shift (kent, Section 6.1.1)."""
    return BetaLaw(1.0, 0.5 + finite("shift", shift), 0.5)
