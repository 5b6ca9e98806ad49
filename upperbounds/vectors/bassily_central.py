"""bassily Algorithm 1 in the central model (Theorem 4.1): Algorithm 6 in each rotated coordinate, then noise."""

import math
from dataclasses import dataclass

import numpy as np
import sympy

from notation.parameters import ParameterError
from notation.symbols import D, d, delta, epsilon, m, n
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.gaussian import GaussianOnBall
from upperbounds.channels.votes import Bins
from upperbounds.estimator import UpperBound
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
"""Theorem 4.1 at the radius where n user means concentrate, gamma = 1/(nm)."""


@dataclass(frozen=True)
class CentralTruncatedMean:
    """bassily Algorithm 1 in the central model, a curator sees user means: Algorithm 6 for each rotated coordinate.

    `range_epsilon` is Algorithm 6's budget for one coordinate; `sigma` the noise on the mean of truncated points.
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
        """d t exp(-epsilon_r n/4): bounds P(Algorithm 6 answers with a bin without data somewhere)."""
        if self.bins.count == 1:
            return 0.0
        return self.coordinates * self.bins.count * math.exp(-self.range_epsilon * self.n / 4)

    def run(self, samples: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Estimate from raw samples of shape (..., users, m, d); returns shape (..., d)."""
        flattened(samples, self.dimension)
        if samples.shape[-3] != self.n or not np.all(np.isfinite(samples)):
            raise ParameterError(f"samples of shape {samples.shape}: must be finite, (..., {self.n}, m, d)")
        means = samples.mean(axis=-2)
        crude = self.crude_mean(means, rng)
        channel = GaussianOnBall(crude[..., None, :], self.radius, self.sigma)
        centre = channel.project(means).mean(axis=-2)
        return np.asarray(centre + self.sigma * rng.standard_normal(centre.shape))

    def crude_mean(self, means: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Algorithm 6 for each rotated coordinate of user means (..., users, d); returns (..., d)."""
        where = self.bins.index(self.rotation.forward(means))
        counts = np.stack([(where == k).sum(axis=-2) for k in range(self.bins.count)], axis=-1)
        below = np.cumsum(counts, axis=-1) - counts
        above = self.n - below - counts
        # Gumbel's trick: the argmax of perturbed log-weights has the exponential mechanism's law.
        scores = -self.range_epsilon * np.maximum(below, above) / 2 + rng.gumbel(size=counts.shape)
        return self.rotation.back(np.asarray(self.bins.middle(np.argmax(scores, axis=-1)), dtype=np.float64))

    def profile(self) -> Profile:
        """The losses of d answers of Algorithm 6 and the noise, at a pair that dominates every pair of data."""
        return of_pure(self.range_epsilon, self.coordinates) + of_gaussian(2 * self.radius / self.n / self.sigma)

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
) -> CentralTruncatedMean:
    """bassily Theorem 4.1 with the explicit constants of the ledger, on user means; epsilon at most 1."""
    n, m, dimension, epsilon, D, delta_ = checked_approximate(n, m, rotation.dimension, epsilon, D, delta_)
    size, found = rotation.coordinates, radii(n, m, D, rotation, gamma)
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


def central_bound(n: int, m: int, epsilon: float, D: float, delta_: float, rotation: RandomRotation) -> UpperBound:
    """The bound of `truncated_bound` for Theorem 4.1: its noise is sigma^2, on the mean."""
    plan = central_truncated_mean(n, m, epsilon, D, delta_, rotation)
    value = truncated_bound(plan, m, D)
    return UpperBound(
        value,
        "bassily Theorem 4.1 with explicit constants and failures",
        ("data in the l_2 ball of radius D", "epsilon <= 1", "privacy is (epsilon, delta), central"),
        not value < D**2,
    )
