"""Gaussian noise on vectors projected to a ball: no finite worst ratio, so it is judged by its divergence."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels.arrays import FloatArray, Number
from upperbounds.channels.loss import NO_LOSS, PrivacyLoss
from upperbounds.channels.vectors import as_vectors


@dataclass(frozen=True)
class GaussianOnBall:
    """Project a vector to the ball of radius `radius` around `centre` and add N(0, sigma^2 I).

    `centre` has shape (..., d) and broadcasts against the inputs. Two inputs differ by 2 radius at most, so that the
    loss is that of two unit normals `shift` apart.
    """

    centre: FloatArray | Number
    radius: float
    sigma: float

    @property
    def shift(self) -> float:
        """2 radius/sigma: how far apart the worst two laws are, in standard deviations."""
        return 2 * self.radius / self.sigma

    def project(self, vectors: FloatArray) -> FloatArray:
        """The nearest points (..., d) of the ball."""
        offset = vectors - self.centre
        norms = np.linalg.norm(offset, axis=-1, keepdims=True)
        return self.centre + offset * (self.radius / np.maximum(norms, self.radius))

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> FloatArray:
        """Draw noisy projections (..., d) of packed vectors (...)."""
        points = self.project(as_vectors(inputs))
        return points + self.sigma * rng.standard_normal(points.shape)

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """No loss between inputs with one projection; raises ValueError between others, which have no finite ratio."""
        a, b = (self.project(np.asarray(v, dtype=np.float64)) for v in (x, y))
        if np.array_equal(a, b):
            return NO_LOSS
        raise ValueError("Gaussian noise has no finite privacy loss: see its divergence")

    def worst_loss(self) -> PrivacyLoss:
        """Raise ValueError: there is no finite ratio."""
        raise ValueError("Gaussian noise has no finite privacy loss: see its divergence")
