"""bassily Algorithm 1 in the central model as deployed: points on a grid, and exact noise on their sum.

Each user's point is projected to the ball and rounded at random, without bias, to a grid with `reach` steps per radius.
A rounded point has a squared length of at most E squared steps, `GridGaussian.outermost`, whatever the rounding of
floats. So one user moves the sum by at most 2 sqrt(E).

The discrete Gaussian noise on the sum is so large that all that is proved of the plan's noise, of standard deviation
`sigma` on the mean, holds for it too, with composition and subsampling (`upperbounds.channels.gaussian`).

Noise that decreases with the l_2 norm: P(z) proportional to e^(-r N(z)), N the l_2 norm rounded up, has the worst log
ratio r ceil(2 sqrt(E)), which is at most `noise_epsilon` (`radial_noise`).
"""

import math
from dataclasses import dataclass, fields
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.gaussian import SHARE, GridGaussian, covering, covering_reach
from upperbounds.channels.geometric import discrete_gaussian
from upperbounds.channels.radial import radial_noise, radial_square
from upperbounds.vectors.bassily_central import CentralTruncatedMean
from upperbounds.vectors.pure_central import CentralPureMean


@dataclass(frozen=True)
class GridTruncatedMean(CentralTruncatedMean):
    """The truncated mean of points on a grid, with discrete Gaussian noise on their sum.

    Attributes
    ----------
    reach : int
        Number of steps of the grid to the radius.
    """

    reach: int

    @property
    def outermost(self) -> int:
        """E: the largest squared length of a rounded point, in squared steps."""
        return self._grid(0.0, Fraction(1)).outermost

    @property
    def step(self) -> float:
        """The length of a step of the mean, in units of the data."""
        return self.radius / self.reach / self.n

    @property
    def parameter(self) -> Fraction:
        """V: the parameter of the noise on the sum, in squared steps."""
        return covering(self.outermost, self.n * Fraction(self.sigma) / Fraction(self.radius))

    @property
    def noise_variance(self) -> float:
        """A bound on the variance of noise and rounding in a coordinate of the estimate."""
        return self.step**2 * float(self.parameter + Fraction(self.n, 4))

    def of_means(self, means: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Estimate from user means.

        Parameters
        ----------
        means : ndarray, shape (..., users, d)
            User means.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray, shape (..., d)
            Estimates.
        """
        crude = self.crude_mean(means, rng)
        total = self._grid(crude[..., None, :], Fraction(1)).round(means, rng).sum(axis=-2)
        return np.asarray(crude + self.step * (total + self.whole_noise(total.shape, rng)))

    def whole_noise(self, shape: tuple[int, ...], rng: np.random.Generator) -> NDArray[np.int64]:
        """Draw the noise on the sum, in steps.

        Parameters
        ----------
        shape : tuple of int
            Shape of the draws.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray of int, shape (*shape)
            Noise.
        """
        return discrete_gaussian(self.parameter, shape, rng)

    def _grid(self, centre: FloatArray | float, variance: Fraction) -> GridGaussian:
        return GridGaussian(centre, self.radius, self.dimension, self.reach, variance)


@dataclass(frozen=True)
class GridPureMean(CentralPureMean, GridTruncatedMean):
    """The truncated mean of points on a grid, with integer noise on their sum that decreases with the l_2 norm."""

    @property
    def rate(self) -> Fraction:
        """r: the most that a step costs, exact."""
        return Fraction(self.noise_epsilon) / (math.isqrt(4 * self.outermost - 1) + 1)

    @property
    def noise_variance(self) -> float:
        """A bound on the variance of noise and rounding in a coordinate of the estimate, averaged over coordinates."""
        return self.step**2 * (radial_square(self.rate, self.dimension) / self.dimension + self.n / 4)

    def whole_noise(self, shape: tuple[int, ...], rng: np.random.Generator) -> NDArray[np.int64]:
        """Draw the noise on the sum, in steps."""
        *lead, d = shape
        return radial_noise(self.rate, d, math.prod(lead), rng).reshape(shape)


def on_grid(plan: CentralTruncatedMean) -> GridTruncatedMean:
    """The plan as deployed: the same budget, with noise drawn exactly.

    Parameters
    ----------
    plan : CentralTruncatedMean
        The plan.

    Returns
    -------
    GridTruncatedMean
        The plan as it is deployed.
    """
    kind = GridPureMean if isinstance(plan, CentralPureMean) else GridTruncatedMean
    reach = covering_reach(plan.n * plan.sigma / plan.radius, plan.n, plan.dimension)
    if isinstance(plan, CentralPureMean):
        # Also what norms that are rounded up add, in `radial_square`.
        least = plan.noise_epsilon * (1 + math.sqrt(plan.dimension)) / 2 / SHARE
        reach = max(reach, 1 << math.ceil(math.log2(max(least, 1.0))))
    given = {field.name: getattr(plan, field.name) for field in fields(plan)}
    return kind(**given, reach=reach)
