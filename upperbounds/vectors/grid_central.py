r"""bassily Algorithm 1 in the central model as it is deployed: points on a grid, their sum with noise drawn exactly.

Each user's point, projected to the ball, is rounded at random to a grid with `reach` steps to the radius, keeping its
mean. A rounded point has a squared length of E steps at most, `GridGaussian.outermost`, however floats round: one
user moves the sum by 2 sqrt(E) at most.

Gaussian noise. N(x, V - s) noise on whole x, rounded to z with probability in proportion to e^(-|z - u|^2/(2s)), has a
law within a factor k of that of discrete Gaussian noise of parameter V, k = ((1 + 2r)/(1 - 2r))^d, r = sum over j >= 1
of e^(-2 pi^2 s j^2) (`ball_divergence`). At s = 64 that is 10^-500 in total variation for all sizes here, also over all
steps of a run, each of which may depend on those before: less than half of the least float, by which the accountant
rounds up. So what is released is, but for that, made from points with noise of the plan's `sigma`, V being such that
sqrt(E/(V - s)) <= radius/(n sigma): whatever is proved of the plan, its composition and its subsampling, holds.

Noise that falls with the l_2 norm. P(z) proportional to e^(-r N(z)), N the l_2 norm rounded up, has the worst log ratio
r ceil(2 sqrt(E)), which is at most `noise_epsilon` (`radial_noise`).
"""

import math
from dataclasses import dataclass, fields
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.gaussian import GridGaussian
from upperbounds.channels.geometric import discrete_gaussian
from upperbounds.channels.radial import radial_noise, radial_square
from upperbounds.vectors.bassily_central import CentralTruncatedMean
from upperbounds.vectors.pure_central import CentralPureMean

SMOOTH = 64
"""s: what is left of the parameter V to the rounding of continuous noise."""

_ROOT = 10**8
"""The largest standard deviation of discrete noise that 64 bits hold, in steps."""

_SHARE = 0.004
"""What rounding may add to the variance of the noise, for the distance of points and for their own variance each."""


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
        """V: the least square above s + E (n sigma/radius)^2, in squared steps of the sum; exact."""
        least = SMOOTH + self.outermost * (self.n * Fraction(self.sigma) / Fraction(self.radius)) ** 2
        return Fraction((math.isqrt(math.ceil(least) - 1) + 1) ** 2)

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
    """The truncated mean of points on a grid, with whole noise that falls with the l_2 norm on their sum."""

    @property
    def rate(self) -> Fraction:
        """r: what a step costs at most, exact."""
        return Fraction(self.noise_epsilon) / (math.isqrt(4 * self.outermost - 1) + 1)

    @property
    def noise_variance(self) -> float:
        """A bound on the variance of noise and rounding in a coordinate of the estimate, on the average over them."""
        return self.step**2 * (radial_square(self.rate, self.dimension) / self.dimension + self.n / 4)

    def whole_noise(self, shape: tuple[int, ...], rng: np.random.Generator) -> NDArray[np.int64]:
        """Draw the noise on the sum, in steps."""
        *lead, d = shape
        return radial_noise(self.rate, d, math.prod(lead), rng).reshape(shape)


def on_grid(plan: CentralTruncatedMean) -> GridTruncatedMean:
    """The plan as it is deployed: of the same budget, its noise drawn exactly.

    The grid has a power of two of steps to the radius, so many that distances on it, and rounding, each add at most
    0.4 % to the variance of the noise; where 64 bits hold no noise on that grid, as many as they do.

    Parameters
    ----------
    plan : CentralTruncatedMean
        The plan.

    Returns
    -------
    GridTruncatedMean
        The plan as it is deployed.

    Raises
    ------
    ParameterError
        Where 64 bits hold the noise on no grid.
    """
    kind = GridPureMean if isinstance(plan, CentralPureMean) else GridTruncatedMean
    spread = plan.n * plan.sigma / plan.radius
    far, near = math.sqrt(plan.dimension) * 2 / _SHARE, math.sqrt((plan.n / 4 + SMOOTH + 1) / _SHARE) / spread
    # In one dimension the ends are on the grid.
    wanted = max(near, 1 / _SHARE if plan.dimension == 1 else far)
    if isinstance(plan, CentralPureMean):
        wanted = max(wanted, plan.noise_epsilon * (1 + math.sqrt(plan.dimension)) / 2 / _SHARE)
    reach = 1 << max(math.ceil(math.log2(wanted)), 0)
    while reach > 1 and spread * (reach + math.sqrt(plan.dimension)) > _ROOT / 2:
        reach //= 2
    given = {field.name: getattr(plan, field.name) for field in fields(plan)}
    found = kind(**given, reach=reach)
    if not (isinstance(plan, CentralPureMean) or found.parameter <= _ROOT**2):
        raise ParameterError(f"sigma = {plan.sigma:g}: the noise on a sum is beyond 64 bits")
    return found
