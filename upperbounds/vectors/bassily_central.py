"""bassily Algorithm 1 in the central model (Theorem 4.1): Algorithm 6 in each rotated coordinate, then noise."""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
import sympy
from numpy.typing import NDArray

from notation.parameters import ParameterError, count, positive, within
from notation.setting import LEAST_SIZE, MOST_SIZE, in_range
from notation.symbols import D, d, delta, epsilon, m, n
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.choice import chosen
from upperbounds.channels.gaussian import GaussianOnBall
from upperbounds.channels.votes import Bins
from upperbounds.estimator import UpperBound
from upperbounds.protocols.accountant import Noise, Pure, least_noise, total_divergence
from upperbounds.protocols.coordinates import flattened
from upperbounds.protocols.privacy_profile import Profile, of_gaussian, of_pure
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors.bassily import (
    checked_approximate,
    radii,
    truncated_bound,
    truncation_radius,
)

RATE = D**2 / (n * m) + d * D**2 / m * sympy.log(n * m) * sympy.log(d * n * m) * sympy.log(1 / delta) / (
    n**2 * epsilon**2
)
"""Theorem 4.1 at the radius within which n user means concentrate, gamma = 1/(nm)."""


@dataclass(frozen=True)
class PrivateRange:
    """bassily Algorithm 6: a bin near most of n numbers, by the exponential mechanism; epsilon-private for users.

    A bin's cost is the larger of the numbers of points below and above it. One user changes it by at most 1, and P(bin)
    is proportional to e^(-epsilon cost/2).

    Attributes
    ----------
    bins : Bins
        Bins over the range of the numbers.
    epsilon : float
        Privacy budget of one answer.
    reach : int, default 3
        Half the length of the returned range, in units of tau: 2 as printed, 3 as corrected. With 3 it contains data
        within tau of each other if a bin with data was chosen (bassily/own/returned-range).

    References
    ----------
    Bassily and Sun, Algorithm 6.
    """

    bins: Bins
    epsilon: float
    reach: int = 3

    def costs(self, counts: NDArray[np.int64]) -> NDArray[np.int64]:
        """Every bin's cost.

        Parameters
        ----------
        counts : ndarray of int, shape (..., bins)
            How many numbers are in each bin.

        Returns
        -------
        ndarray of int, shape (..., bins)
            Costs.
        """
        below = np.cumsum(counts, axis=-1) - counts
        return np.asarray(np.maximum(below, counts.sum(axis=-1, keepdims=True) - below - counts))

    def chances(self, counts: NDArray[np.int64]) -> FloatArray:
        """The law of the chosen bin.

        Parameters
        ----------
        counts : ndarray of int, shape (..., bins)
            How many numbers are in each bin.

        Returns
        -------
        ndarray, shape (..., bins)
            Probabilities.
        """
        scores = -self.epsilon * self.costs(counts) / 2
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return np.asarray(weights / weights.sum(axis=-1, keepdims=True))

    def middle(self, numbers: FloatArray, rng: np.random.Generator) -> FloatArray:
        """The midpoint of the bin that is chosen.

        Parameters
        ----------
        numbers : ndarray, shape (..., n)
            Numbers.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray, shape (...)
            Midpoints.
        """
        where = self.bins.index(numbers)
        costs = self.costs(np.stack([(where == k).sum(axis=-1) for k in range(self.bins.count)], axis=-1))
        return np.asarray(self.bins.middle(chosen(-costs, Fraction(self.epsilon) / 2, rng)), dtype=np.float64)

    def run(self, numbers: FloatArray, rng: np.random.Generator) -> tuple[FloatArray, FloatArray]:
        """Both ends of the returned range.

        Parameters
        ----------
        numbers : ndarray, shape (..., n)
            Numbers.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        tuple of (ndarray, ndarray), shape (...)
            The lower and the upper ends.
        """
        middle = self.middle(numbers, rng)
        length = self.reach * float(self.bins.width) / 2
        return middle - length, middle + length


def private_range(epsilon: float, tau: float, B: float, *, reach: int = 3) -> PrivateRange:
    """bassily Algorithm 6 on [-B, B] in bins of width 2 tau; the last one may be cut.

    Parameters
    ----------
    epsilon : float
        Privacy budget of one answer.
    tau : float
        Half the width of a bin.
    B : float
        Half-width of the range of the numbers.
    reach : int, default 3
        Half the length of the returned range, in units of tau; 2 as printed.

    Returns
    -------
    PrivateRange
        The mechanism.

    Raises
    ------
    ParameterError
        For more bins than are allowed, or a number too large or too small for floats.

    References
    ----------
    Bassily and Sun, Algorithm 6.
    """
    tau, B = within("tau", tau, LEAST_SIZE, MOST_SIZE), within("B", B, LEAST_SIZE, MOST_SIZE)
    bins = max(1, math.ceil(B / tau))
    if bins > MOST_BINS:
        raise ParameterError(f"tau = {tau:g}: leaves {bins:.1e} bins; must leave at most {MOST_BINS}")
    return PrivateRange(Bins(-B, 2 * tau, bins), positive("epsilon", epsilon), count("reach", reach))


MOST_BINS = 1 << 15
"""The most bins that one draw distinguishes exactly."""


@dataclass(frozen=True)
class CentralTruncatedMean:
    """bassily Algorithm 1 by a curator who sees user means, with Algorithm 6 for each rotated coordinate.

    Attributes
    ----------
    name : str
        Name of the estimator.
    n : int
        Number of users.
    dimension : int
        d.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    delta : float
        delta of the privacy budget.
    bins : Bins
        Bins of a rotated coordinate.
    range_epsilon : float
        Budget of Algorithm 6 for one coordinate.
    rotation : RandomRotation
        The public random rotation.
    radius : float
        Radius of the ball to which means are truncated, in units of the data.
    sigma : float
        Standard deviation of the noise on the mean of the truncated points.

    References
    ----------
    Bassily and Sun, Algorithm 1.
    """

    name: str
    n: int
    dimension: int
    epsilon: float
    delta: float
    bins: Bins
    range_epsilon: float
    rotation: RandomRotation
    radius: float
    sigma: float

    @property
    def coordinates(self) -> int:
        """The padded dimension."""
        return self.rotation.coordinates

    @property
    def noise_variance(self) -> float:
        """sigma^2: the variance of the noise in a coordinate of the estimate."""
        return self.sigma**2

    @property
    def misses(self) -> float:
        """d t exp(-epsilon_r n/4): a bound on P(in some coordinate, Algorithm 6 answers a bin without data)."""
        if self.bins.count == 1:
            return 0.0
        return self.coordinates * self.bins.count * math.exp(-self.range_epsilon * self.n / 4)

    def run(self, samples: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Estimate from raw samples.

        Parameters
        ----------
        samples : ndarray, shape (..., users, m, d)
            Samples.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray, shape (..., d)
            Estimates.

        Raises
        ------
        ParameterError
            For samples of another shape, or that are not finite.
        """
        flattened(samples, self.dimension)
        if samples.shape[-3] != self.n or not np.all(np.isfinite(samples)):
            raise ParameterError(f"samples of shape {samples.shape}: must be finite, (..., {self.n}, m, d)")
        return self.of_means(samples.mean(axis=-2), rng)

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
        channel = GaussianOnBall(crude[..., None, :], self.radius, self.sigma)
        centre = channel.project(means).mean(axis=-2)
        return np.asarray(centre + self.noise(centre.shape, rng))

    def noise(self, shape: tuple[int, ...], rng: np.random.Generator) -> FloatArray:
        """Draw Gaussian noise.

        Parameters
        ----------
        shape : tuple of int
            Shape of the draws.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray, shape (*shape)
            Noise.
        """
        return self.sigma * rng.standard_normal(shape)

    def crude_mean(self, means: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Algorithm 6 for each rotated coordinate of user means.

        Parameters
        ----------
        means : ndarray, shape (..., users, d)
            User means.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray, shape (..., d)
            Crude means.

        References
        ----------
        Bassily and Sun, Algorithm 6.
        """
        range_ = PrivateRange(self.bins, self.range_epsilon)
        return self.rotation.back(range_.middle(np.swapaxes(self.rotation.forward(means), -1, -2), rng))

    def profile(self, times: int = 1) -> Profile:
        """The losses of this many means, each of d answers of Algorithm 6 and noise, at a pair that dominates all.

        Parameters
        ----------
        times : int, default 1
            Number of means that are released.

        Returns
        -------
        Profile
            The pair of laws.

        References
        ----------
        Bassily and Sun, Algorithm 6.
        """
        noise = self.noise_profile(times)
        return noise if self.bins.count == 1 else of_pure(self.range_epsilon, times * self.coordinates) + noise

    def noise_profile(self, times: int) -> Profile:
        """The losses of the noises alone.

        Parameters
        ----------
        times : int
            Number of means that are released.

        Returns
        -------
        Profile
            The pair of laws.
        """
        return of_gaussian(math.sqrt(times) * 2 * self.radius / self.n / self.sigma)

    def spent_delta(self) -> float:
        """A bound on the divergence of all that is released at e^epsilon; private as stated if at most delta."""
        return self.profile().delta(self.epsilon)


def central_truncated_mean(
    n: int,
    m: int,
    epsilon: float,
    D: float,
    delta_: float,
    rotation: RandomRotation,
    gamma: float | None = None,
    tau: float | None = None,
) -> CentralTruncatedMean:
    """bassily Theorem 4.1 with the explicit constants of the ledger, on user means; epsilon at most 1.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Radius of the ball that holds the data, or half-width of their range.
    delta_ : float
        delta of the privacy budget.
    rotation : RandomRotation
        The public random rotation.
    gamma : float or None, optional
        Allowed probability of failure; None is 1/(nm).
    tau : float or None, optional
        Radius of user means, in units of the data; None is the one for gamma.

    Returns
    -------
    CentralTruncatedMean
        The plan.

    References
    ----------
    Bassily and Sun, Theorem 4.1.
    """
    n, m, dimension, epsilon, D, delta_ = checked_approximate(n, m, rotation.dimension, epsilon, D, delta_)
    size, found = rotation.coordinates, radii(n, m, D, rotation, gamma, tau)
    radius = truncation_radius(found.tau, n, size, found.gamma)
    return CentralTruncatedMean(
        "bassily-central",
        n,
        dimension,
        epsilon,
        delta_,
        Bins(-D, 2 * found.narrow, max(1, math.ceil(D / found.narrow))),
        epsilon / (4 * math.sqrt(2 * size * math.log(2 / delta_))),
        rotation,
        radius,
        4 * radius * math.sqrt(2 * math.log(2.5 / delta_)) / (n * epsilon),
    )


@lru_cache(maxsize=256)
def noise_multiplier(epsilon: float, delta_: float, range_epsilon: float, ranges: int) -> float:
    """The smallest sigma over the sensitivity for which this many ranges and the noise spend at most (epsilon, delta).

    Parameters
    ----------
    epsilon : float
        Privacy budget of one user, for all of their samples.
    delta_ : float
        delta of the privacy budget.
    range_epsilon : float
        Privacy budget of one range.
    ranges : int
        Number of ranges.

    Returns
    -------
    float
        sigma over the sensitivity.
    """
    others = (Pure(range_epsilon, times=ranges),) if ranges else ()
    start = math.sqrt(2 * math.log(2 / delta_)) / epsilon
    return least_noise(lambda sigma: total_divergence((*others, Noise(1, sigma)), epsilon), delta_, start)


def tight_central_mean(
    n: int,
    m: int,
    epsilon: float,
    D: float,
    delta_: float,
    rotation: RandomRotation,
    gamma: float | None = None,
    *,
    localised: bool = True,
) -> CentralTruncatedMean:
    """Algorithm 1 in the central model with the smallest noise that is certified (epsilon, delta)-private, any epsilon.

    Unless `localised`, no range is looked for: means are within D of 0, nothing is truncated, and gamma is not used.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Radius of the ball that holds the data, or half-width of their range.
    delta_ : float
        delta of the privacy budget.
    rotation : RandomRotation
        The public random rotation.
    gamma : float or None, optional
        Allowed probability of failure; None is 1/(nm).
    localised : bool, default True
        Whether ranges are looked for.

    Returns
    -------
    CentralTruncatedMean
        The plan.

    Raises
    ------
    ParameterError
        For numbers out of range.

    References
    ----------
    Bassily and Sun, Algorithm 1.
    """
    n, m, dimension, epsilon, D = in_range(n, m, rotation.dimension, epsilon, D)
    delta_ = within("delta", delta_, 1e-300, 0.5)
    size = rotation.coordinates if localised else 0
    # The larger of what basic composition leaves of an eighth of epsilon, and advanced of a quarter.
    each = max(epsilon / (8 * max(size, 1)), epsilon / (4 * math.sqrt(2 * max(size, 1) * math.log(2 / delta_))))
    bins, radius = Bins(-D, 2 * D, 1), D
    if localised:
        found = radii(n, m, D, rotation, gamma)
        radius = truncation_radius(found.tau, n, size, found.gamma)
        bins = private_range(each, found.narrow, D).bins
    sensitivity = 2 * Fraction(radius) / n
    # Up by a relative 1e-12: the product is rounded.
    sigma = float(sensitivity) * noise_multiplier(epsilon, delta_, each, size) * (1 + 1e-12)
    return CentralTruncatedMean("central-tight", n, dimension, epsilon, delta_, bins, each, rotation, radius, sigma)


def central_bound(n: int, m: int, epsilon: float, D: float, delta_: float, rotation: RandomRotation) -> UpperBound:
    """The bound of `truncated_bound` for Theorem 4.1: its noise is sigma^2, on the mean.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Radius of the ball that holds the data, or half-width of their range.
    delta_ : float
        delta of the privacy budget.
    rotation : RandomRotation
        The public random rotation.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.

    References
    ----------
    Bassily and Sun, Theorem 4.1.
    """
    plan = central_truncated_mean(n, m, epsilon, D, delta_, rotation)
    value = truncated_bound(plan, m, D)
    return UpperBound(
        value,
        "bassily Theorem 4.1 with explicit constants and failures",
        ("data in the l_2 ball of radius D", "epsilon <= 1", "privacy is (epsilon, delta), central"),
        not value < D**2,
    )
