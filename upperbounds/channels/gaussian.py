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

    Two inputs differ by 2 radius at most, so that the loss is that of two unit normals `shift` apart.

    Attributes
    ----------
    centre : float, Fraction, sympy expression or ndarray, shape (..., d)
        Centre of the ball, which broadcasts against the inputs.
    radius : float
        Radius of the ball, in units of the data.
    sigma : float
        Standard deviation of the noise in each coordinate, in units of the data.
    """

    centre: FloatArray | Number
    radius: float
    sigma: float

    @property
    def shift(self) -> float:
        """2 radius/sigma: how far apart the worst two laws are, in standard deviations."""
        return 2 * self.radius / self.sigma

    def project(self, vectors: FloatArray) -> FloatArray:
        """The nearest points of the ball.

        Parameters
        ----------
        vectors : ndarray, shape (..., d)
            Vectors.

        Returns
        -------
        ndarray, shape (..., d)
            Their projections.
        """
        offset = vectors - self.centre
        norms = np.linalg.norm(offset, axis=-1, keepdims=True)
        return self.centre + offset * (self.radius / np.maximum(norms, self.radius))

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> FloatArray:
        """Draw noisy projections (..., d) of packed vectors (...)."""
        points = self.project(as_vectors(inputs))
        return points + self.sigma * rng.standard_normal(points.shape)

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """No loss between inputs with the same projection; other pairs have no finite ratio.

        Parameters
        ----------
        x : array_like, shape (d,)
            A vector.
        y : array_like, shape (d,)
            Another vector.

        Returns
        -------
        PrivacyLoss
            No loss.

        Raises
        ------
        ValueError
            For inputs with different projections.
        """
        a, b = (self.project(np.asarray(v, dtype=np.float64)) for v in (x, y))
        if np.array_equal(a, b):
            return NO_LOSS
        raise ValueError("Gaussian noise has no finite privacy loss: see its divergence")

    def worst_loss(self) -> PrivacyLoss:
        """Refuse: Gaussian noise has no finite ratio.

        Raises
        ------
        ValueError
            Always.
        """
        raise ValueError("Gaussian noise has no finite privacy loss: see its divergence")
