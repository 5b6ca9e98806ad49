"""Laws of coordinates with a known law of user means: a sign, and a coordinate of a point on the sphere."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy import special

from notation.parameters import ParameterError, count, positive
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.binomial import binomial_pmf
from upperbounds.channels.votes import Bins

_MOST_CELLS = 1 << 18

_TAIL = 1e-18
"""The mass of one user's law that is left out on either side; no simulation could see it."""


class Cells:
    """A law as a mixture of uniform laws on short intervals, or of points, drawn by Walker's alias method.

    A draw costs one uniform number, whatever the number of cells.

    Parameters
    ----------
    lefts : ndarray, shape (cells,)
        Left ends of the intervals, or the points, sorted.
    widths : ndarray, shape (cells,)
        Lengths of the intervals, all 0 or all positive.
    weights : ndarray, shape (cells,)
        Weights, which are divided by their sum.
    """

    def __init__(self, lefts: FloatArray, widths: FloatArray, weights: FloatArray) -> None:
        self.lefts, self.widths = lefts, widths
        self.weights = weights / weights.sum()
        self._keep, self._other = _alias(self.weights)

    def draw(self, shape: tuple[int, ...], rng: np.random.Generator) -> FloatArray:
        """Draw from the mixture.

        Parameters
        ----------
        shape : tuple of int
            Shape of the draws.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray, shape (*shape)
            Draws.
        """
        scaled = rng.random(shape) * len(self.lefts)
        cells = scaled.astype(np.int64)
        scaled -= cells
        keep = self._keep[cells]
        moved = scaled >= keep
        cells = np.where(moved, self._other[cells], cells)
        if not self.widths.any():
            return np.asarray(self.lefts[cells])
        # What is left of the number is uniform again, on [0, keep) or [keep, 1).
        inside = np.where(moved, (scaled - keep) / np.maximum(1 - keep, 1e-300), scaled / np.maximum(keep, 1e-300))
        return np.asarray(self.lefts[cells] + self.widths[cells] * inside)

    def bin_chances(self, bins: Bins) -> FloatArray:
        """The probability of each bin.

        Points are assigned by Bins.index itself, intervals by the distribution function.

        Parameters
        ----------
        bins : Bins
            Bins.

        Returns
        -------
        ndarray, shape (bins,)
            Probabilities.
        """
        if not self.widths.any():
            found = np.bincount(bins.index(self.lefts), weights=self.weights, minlength=bins.count)
            return found.astype(np.float64)
        edges = np.append(self.lefts, self.lefts[-1] + self.widths[-1])
        cumulative = np.concatenate([[0.0], np.cumsum(self.weights)])
        inner = np.interp(bins.left(np.arange(1, bins.count)), edges, cumulative, left=0.0, right=1.0)
        return np.diff(np.concatenate([[0.0], inner, [1.0]])).clip(0.0)


def _alias(weights: FloatArray) -> tuple[FloatArray, NDArray[np.int64]]:
    """Vose's tables: cell i is kept with probability keep[i], else other[i] is taken."""
    scaled = (weights * len(weights)).tolist()
    keep, other = [1.0] * len(scaled), list(range(len(scaled)))
    small = [i for i, w in enumerate(scaled) if w < 1]
    large = [i for i, w in enumerate(scaled) if w >= 1]
    while small and large:
        i, j = small.pop(), large.pop()
        keep[i], other[i] = scaled[i], j
        scaled[j] -= 1 - scaled[i]
        (small if scaled[j] < 1 else large).append(j)
    return np.array(keep), np.array(other, dtype=np.int64)


@dataclass(frozen=True)
class Signs:
    """+half_width with probability (1 + mean/half_width)/2, else -half_width: a user mean is a binomial.

    Attributes
    ----------
    mean : float
        The mean, in [-half_width, half_width].
    half_width : float, default 1.0
        The size of both values, in units of the data.

    Raises
    ------
    ParameterError
        Unless the mean is within the support.
    """

    mean: float
    half_width: float = 1.0

    def __post_init__(self) -> None:
        """Refuse a mean outside the support."""
        if not abs(self.mean) <= positive("half_width", self.half_width):
            raise ParameterError(f"mean = {self.mean!r}: must be within {self.half_width!r} of 0")

    @property
    def plus(self) -> float:
        """The probability of the high value."""
        return (1 + self.mean / self.half_width) / 2

    def sample_user_means(self, shape: tuple[int, ...], m: int, rng: np.random.Generator) -> FloatArray:
        """Draw means of m samples each: one binomial draw a user."""
        return self._point(rng.binomial(m, self.plus, shape), m)

    def cells(self, m: int) -> Cells | None:
        """The lattice points except for tails of 1e-18; None if they are too many."""
        low, high = self._window(m)
        if high - low >= _MOST_CELLS:
            return None
        lattice = np.arange(low, high + 1)
        return Cells(
            self._point(lattice, m), np.zeros(len(lattice)), binomial_pmf(lattice, m, self.plus, 1 - self.plus)
        )

    def _point(self, high: np.ndarray, m: int) -> FloatArray:
        return np.asarray(self.half_width * ((2 * high - m) / m), dtype=np.float64)

    def _window(self, m: int) -> tuple[int, int]:
        """A window with all mass except tails of `_TAIL`, by Bernstein's inequality."""
        logs, variance = -np.log(_TAIL), m * self.plus * (1 - self.plus)
        reach = logs / 3 + np.sqrt(logs**2 / 9 + 2 * variance * logs)
        return max(math.floor(m * self.plus - reach), 0), min(math.ceil(m * self.plus + reach), m)


_SMOOTH = 64
"""From m (d - 1) of this on the characteristic function decays fast enough for a grid."""


_MOST_BY_GAMMA = 300
"""The largest d for which Gamma(d/2) is a float."""


@dataclass(frozen=True)
class SphereCoordinate:
    """One coordinate of a uniform point of the sphere of radius D in d dimensions, d >= 2; mean 0.

    The mean of m of them has a density whose characteristic function is the m-th power of 0F1(d/2; -t^2/4), at t/m. It
    is inverted on a grid of `grid` points per standard deviation by the fast Fourier transform, and drawn uniformly
    between grid points. The variance is too large by a relative 1/(3 grid^2), 5e-6.

    Attributes
    ----------
    dimension : int
        d, at least 2.
    half_width : float, default 1.0
        D, the radius of the sphere.
    grid : int, default 256
        Grid points per standard deviation of the user mean.
    """

    dimension: int
    half_width: float = 1.0
    grid: int = 256

    def __post_init__(self) -> None:
        """Refuse d = 1, where a point is a sign."""
        count("d", self.dimension, 2)
        positive("half_width", self.half_width)

    def _characteristic(self, t: FloatArray) -> FloatArray:
        """E exp(i t x) of one coordinate of the unit sphere."""
        if self.dimension <= _MOST_BY_GAMMA:
            return np.asarray(special.hyp0f1(self.dimension / 2, -(t**2) / 4))
        # The trapezoid rule in the angle converges faster than any power, as the integrand is periodic.
        values = np.zeros_like(t)
        near = np.abs(t) < 12 * np.sqrt(self.dimension)
        angles = np.arange(4096) * np.pi / 4096
        weights = np.sin(angles) ** (self.dimension - 2)
        values[near] = np.cos(np.multiply.outer(t[near], np.cos(angles))) @ (weights / weights.sum())
        return values

    def table(self, m: int) -> tuple[FloatArray, FloatArray]:
        """The distribution function of the user mean on a grid.

        Parameters
        ----------
        m : int
            Number of samples of each user.

        Returns
        -------
        points : ndarray, shape (points,)
            Grid points.
        probabilities : ndarray, shape (points,)
            The distribution function there.
        """
        reach = min(float(self.half_width), 14 * self.half_width / np.sqrt(self.dimension * m))
        deviation = self.half_width / np.sqrt(self.dimension * m)
        step = deviation / self.grid
        size = 1 << int(np.ceil(np.log2(4 * reach / step)))
        # Unit sphere: the sum of m coordinates over m has characteristic function phi(t/m)^m.
        t = 2 * np.pi * np.fft.rfftfreq(size, d=step / self.half_width)
        phi = self._characteristic(t / m) ** m
        density = np.maximum(np.fft.fftshift(np.fft.irfft(phi, size)), 0.0)
        points = (np.arange(size) - size // 2) * step
        inside = np.abs(points) <= reach
        points, density = points[inside], density[inside]
        cumulative = np.concatenate([[0.0], np.cumsum((density[1:] + density[:-1]) / 2)])
        return points, cumulative / cumulative[-1]

    def cells(self, m: int) -> Cells | None:
        """The intervals of the grid; None for so few samples that the density is rough."""
        return None if m * (self.dimension - 1) < _SMOOTH else _cells(self, m)

    def sample_user_means(self, shape: tuple[int, ...], m: int, rng: np.random.Generator) -> FloatArray:
        """Draw means of m samples each."""
        cells = self.cells(m)
        if cells is not None:
            return cells.draw(shape, rng)
        half = (self.dimension - 1) / 2
        return np.asarray(self.half_width * (2 * rng.beta(half, half, (*shape, m)) - 1).mean(axis=-1))


@lru_cache(maxsize=16)
def _cells(law: SphereCoordinate, m: int) -> Cells:
    points, cumulative = law.table(m)
    return Cells(points[:-1], np.diff(points), np.diff(cumulative))
