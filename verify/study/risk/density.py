"""The exact risk of an estimator of a density's coefficients at named densities: 1, and waves beyond the cut-off.

f = 1 + a sqrt(2) sin(2 pi q x), q a power of 2: of the numbers phi_j(X) with j <= 2q every one has the law of
sqrt(2) cos(2 pi U), U uniform. For cosines that is so since f(x) + f(-x) = 2. For the sine of frequency k a factor of
q, q/k > 1 is even, and moving x by half of 1/(2k), which keeps that sine's axis, makes the wave odd about it; and where
k is no factor kX is uniform mod 1. So as long as q is beyond the cut-off the risk is a sum of univariate exact risks
at one symmetric Beta law, and a^2. The error is a sum over coefficients: that users answer for several does not matter.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

import numpy as np

from notation.parameters import ParameterError, count, finite
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.votes import Bins
from upperbounds.density.basis import LARGEST, Trigonometric, basis, weight
from upperbounds.protocols.aggregate import draw
from upperbounds.protocols.coordinate_laws import Cells
from upperbounds.protocols.coordinates import CoordinatePlan
from verify.sample_mean import mean_of_squares
from verify.study.risk.densities import REACH, BetaLaw, waves
from verify.study.risk.exact import exact_risk
from verify.study.risk.laws import BinLaw, with_errors

FEWEST_SAMPLES = 17
"""Samples of a user from which the law of a mean of sqrt(2) cos(2 pi U) is smooth enough for exact sums."""

MEANS = BetaLaw(0.5, 0.0, LARGEST)
"""sqrt(2) cos(2 pi U), U uniform on [0, 1], by means of FEWEST_SAMPLES samples or more."""

_CELLS = 1 << 12
_ROUNDING = 2.0**-49
"""What an edge between bins may be off by: its own rounding, and that of the comparison."""


@dataclass(frozen=True)
class OneWave(BetaLaw):
    """The same number by itself, m = 1: its distribution function is 1/2 + arcsin(x/sqrt(2))/pi."""

    def bin_law(self, bins: Bins, m: int, tail: float) -> BinLaw:
        """The probability of every bin."""
        _one(m)
        edges = np.asarray(bins.left(np.arange(1, bins.count, dtype=np.float64)), dtype=np.float64)
        below, least, most = (
            np.concatenate([[0.0], _arcsine(edges + shift), [1.0]]) for shift in (0.0, -_ROUNDING, _ROUNDING)
        )
        off = np.abs(most - least)
        return with_errors(0, np.diff(below).clip(0.0), tail, off[:-1] + off[1:] + _ROUNDING)

    def clipped(self, lower: FloatArray, upper: FloatArray, m: int) -> tuple[FloatArray, FloatArray]:
        """The bias and the variance of the number clipped to each [lower, upper]."""
        _one(m)
        a, b = (np.clip(np.asarray(end, dtype=np.float64) / LARGEST, -1, 1) for end in (lower, upper))
        below, above = _arcsine(LARGEST * a), 1 - _arcsine(LARGEST * b)
        # Integrals of y and y^2 over [a, b] against 1/(pi sqrt(1 - y^2)).
        first = (np.sqrt(1 - a**2) - np.sqrt(1 - b**2)) / np.pi
        second = (np.arcsin(b) - b * np.sqrt(1 - b**2) - np.arcsin(a) + a * np.sqrt(1 - a**2)) / (2 * np.pi)
        # What is beyond the ends goes there, and all of it where the interval misses [-1, 1].
        ends = tuple(np.asarray(end, dtype=np.float64) / LARGEST for end in (lower, upper))
        mean = ends[0] * below + ends[1] * above + first
        square = ends[0] ** 2 * below + ends[1] ** 2 * above + second
        return LARGEST * mean, LARGEST**2 * np.maximum(square - mean**2, 0.0)

    def clipped_error(self, lower: FloatArray, upper: FloatArray, m: int) -> tuple[FloatArray, FloatArray]:
        """Rounding of terms of the size of the ends."""
        _one(m)
        size = 1 + np.maximum(np.abs(lower), np.abs(upper))
        return 16 * 2.0**-52 * size, 64 * 2.0**-52 * size**2


def _one(m: int) -> None:
    if m != 1:
        raise ParameterError(f"m = {m}: must be 1")


def _arcsine(x: FloatArray) -> FloatArray:
    """P(sqrt(2) cos(2 pi U) <= x)."""
    return np.asarray(0.5 + np.arcsin(np.clip(x / LARGEST, -1, 1)) / np.pi)


def law_of(m: int) -> BetaLaw:
    """The law of a user's mean of m values of a basis function; raises ParameterError where it is not known exactly."""
    if 1 < m < FEWEST_SAMPLES:
        raise ParameterError(f"m = {m}: must be 1 or at least {FEWEST_SAMPLES} for an exact risk")
    return OneWave(0.5, 0.0, LARGEST) if m == 1 else MEANS


@dataclass(frozen=True)
class Wave:
    """The density 1 + amplitude phi_(2 frequency + 1); amplitude 0 is the uniform one.

    Raises ParameterError for a frequency that is no power of 2, and where the density would be negative.
    """

    frequency: int = 1
    amplitude: float = 0.0

    def __post_init__(self) -> None:
        """Refuse what is no density, or a wave whose coefficients have other laws."""
        if count("frequency", self.frequency) & (self.frequency - 1):
            raise ParameterError(f"frequency = {self.frequency}: must be a power of 2")
        if not LARGEST * abs(finite("amplitude", self.amplitude)) <= 1 + 1e-12:
            raise ParameterError(f"amplitude = {self.amplitude!r}: must be at most 1/sqrt(2) in size")

    @property
    def place(self) -> int:
        """The coefficient that is `amplitude`."""
        return 2 * self.frequency + 1

    def density(self, x: FloatArray) -> FloatArray:
        """f at x in [0, 1], same shape."""
        return 1 + self.amplitude * basis(self.place, x)

    def coefficients(self, cutoff: int) -> FloatArray:
        """theta_1, ..., theta_cutoff."""
        found = np.eye(1, cutoff)[0]
        if self.place <= cutoff:
            found[self.place - 1] = self.amplitude
        return found

    def loss(self, estimates: FloatArray) -> FloatArray:
        """Squared L_2 errors of estimated coefficients (..., M), same shape but the last axis."""
        cutoff = estimates.shape[-1]
        beyond = 0.0 if self.place <= cutoff else self.amplitude**2
        return np.asarray(np.sum((estimates - self.coefficients(cutoff)) ** 2, axis=-1) + beyond)

    def sample(self, shape: tuple[int, ...], rng: np.random.Generator) -> FloatArray:
        """Draw from the density: a uniform number, or what it is reflected to, as f(x) + f(1 - x) = 2."""
        drawn = rng.random(shape)
        return np.where(2 * rng.random(shape) < self.density(drawn), drawn, 1 - drawn)


def beyond(cutoff: int, beta: int, r: float) -> Wave:
    """The wave of the class that is beyond the cut-off: of the least frequency, as high as the class and f >= 0 let."""
    frequency = 1 << ((cutoff + 1) // 2 - 1).bit_length()
    return Wave(frequency, min(r / weight(2 * frequency + 1, beta), 1 / LARGEST))


@dataclass(frozen=True)
class DensityRisk:
    """E ||estimate - f||^2; `error` bounds what it may be off by, or is a standard error over `repetitions` runs."""

    value: float
    error: float
    localisation_failure: float | None
    repetitions: int = 0


def checked_cut_off(plan: CoordinatePlan, wave: Wave) -> int:
    """The cut-off; raises ParameterError unless the plan is one for coefficients, the wave beyond its cut-off."""
    if not isinstance(plan.embedding, Trigonometric):
        raise ParameterError(f"plan = {plan.name!r}: must be one for trigonometric coefficients")
    if wave.amplitude and wave.place <= plan.embedding.cutoff:
        raise ParameterError(f"frequency = {wave.frequency}: must be beyond the cut-off {plan.embedding.cutoff}")
    return plan.embedding.cutoff


def exact_density_risk(plan: CoordinatePlan, wave: Wave) -> DensityRisk:
    """The exact risk of the estimated coefficients as they are, no projection.

    Raises ParameterError for users of 2 to FEWEST_SAMPLES - 1 samples, a wave within the cut-off, or what `exact_risk`
    refuses.
    """
    checked_cut_off(plan, wave)
    one = exact_risk(plan.each, law_of(plan.each.m))
    answered = int(np.count_nonzero(plan.split.folds_of))
    return DensityRisk(answered * one.value + wave.amplitude**2, answered * one.error, one.localisation_failure)


def drawn_density_risk(plan: CoordinatePlan, wave: Wave, repetitions: int, rng: np.random.Generator) -> DensityRisk:
    """The same by drawing counts, votes and refining means in place of users."""
    checked_cut_off(plan, wave)
    estimates, winners = draw(plan, [Coefficient()], repetitions, rng)
    mean = mean_of_squares(wave.loss(estimates))
    lower, upper = plan.each.interval(winners)
    return DensityRisk(mean.value, mean.standard_error, float(np.mean((lower > 0) | (upper < 0))), repetitions)


@dataclass(frozen=True)
class Coefficient:
    """The law of a user's mean of sqrt(2) cos(2 pi U), for `upperbounds.protocols.aggregate.draw`."""

    def cells(self, m: int) -> Cells | None:
        """Short intervals with their exact probabilities; None for so few samples that the law is not smooth."""
        return _cells(m) if m >= FEWEST_SAMPLES else None

    def sample_user_means(self, shape: tuple[int, ...], m: int, rng: np.random.Generator) -> FloatArray:
        """Draw means of m samples each."""
        return MEANS.sample_user_means(shape, m, rng)


@lru_cache(maxsize=16)
def _cells(m: int) -> Cells:
    reach = min(REACH, sqrt(2 * m))
    edges = np.linspace(-reach, reach, _CELLS + 1)
    upper = waves(0.5, m).tails(np.abs(edges))[0]
    below = np.where(edges < 0, upper, 1 - upper)
    deviation = MEANS.deviation(m)
    return Cells(deviation * edges[:-1], deviation * np.diff(edges), np.diff(below).clip(0.0))
