"""The item-level l_2 mechanism of Duchi, Jordan and Wainwright (2018, Equation 25)."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from upperbounds.channels.arrays import FloatArray, Number
from upperbounds.channels.halves import Halves
from upperbounds.channels.loss import ONE, WHOLE, PrivacyLoss, RationalFunction, larger
from upperbounds.channels.randomness import in_the_clear, uniforms
from upperbounds.channels.vectors import as_vectors, packed

_CHUNK = 1 << 14
"""How many messages are made at a time: few enough for a processor's cache."""


@dataclass(frozen=True)
class BallResponse(Halves):
    """A vector of the l_2 ball of radius D, rounded to +-its direction without bias, answered on a sphere.

    The message is uniform on the half of the sphere of radius B around the rounded direction with probability
    t/(1 + t), t = e^epsilon, else on the other half; B makes its mean the vector. A vector outside is scaled down to
    the ball.

    A message is a direction that is drawn without the vector, and one bit, its sign. Given any direction, the sign is
    an exact coin of probability t/(1 + t) or 1/(1 + t), or a mixture of both. So the worst ratio is t for the floats
    that are sent, although directions, rounding and half spaces are computed in floats: these affect the mean only.
    With u the share (1 + |v|/D)/2 of the direction itself, the density at z is that of the sphere times 2 (u q + (1 -
    u)(1 - q)), q = t/(1 + t) on the half around v and 1/(1 + t) on the other: the worst ratio is t.
    """

    @property
    def magnitude(self) -> float:
        """B = D (t+1)/(t-1) sqrt(pi) Gamma((d+1)/2)/Gamma(d/2)."""
        cap = math.exp(gammaln((self.dimension + 1) / 2) - gammaln(self.dimension / 2)) * math.sqrt(math.pi)
        return float(self.half_width) * cap / math.tanh(float(self.epsilon) / 2)

    @property
    def second_moment(self) -> float:
        """The mean of the squared norm of a message, whatever the input."""
        return self.magnitude**2

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> FloatArray:
        """Draw messages (..., d) for packed vectors (...)."""
        vectors = as_vectors(inputs)
        lots, near = uniforms(vectors.shape[:-1], rng), self.draw_near(vectors.shape[:-1], rng)
        messages = in_the_clear(rng).standard_normal(vectors.shape)
        rows, points = vectors.reshape(-1, self.dimension), messages.reshape(-1, self.dimension)
        for start in range(0, len(rows), _CHUNK):
            part = slice(start, start + _CHUNK)
            self._turn(points[part], rows[part], lots.ravel()[part], near.ravel()[part])
        return messages

    def _turn(self, points: FloatArray, vectors: FloatArray, lots: FloatArray, near: NDArray[np.bool_]) -> None:
        """Make messages (k, d) for vectors (k, d) of normal points, in place."""
        norms = np.sqrt(np.einsum("ik,ik->i", vectors, vectors))
        same = lots < (1 + np.minimum(norms / float(self.half_width), 1.0)) / 2
        lengths = np.sqrt(np.einsum("ik,ik->i", points, points))
        # A zero vector has every direction: any one will do, as it is turned round with probability 1/2.
        around = np.einsum("ik,ik->i", points, vectors) >= 0
        points *= (np.where(around == (same == near), self.magnitude, -self.magnitude) / lengths)[:, None]

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """The exact worst ratio between two vectors on one line, given as exact numbers x D and y D, |x|, |y| <= 1.

        For other pairs the worst ratio is no larger than that of the larger to the smaller mass.

        Parameters
        ----------
        x : Fraction
            The first vector, as a multiple of D along the line, in [-1, 1].
        y : Fraction
            The second vector, likewise.

        Returns
        -------
        PrivacyLoss
            The worst ratio, exact.
        """
        a, b = (self._mass(v) for v in (x, y))
        return PrivacyLoss(larger(a / b, (1 - a) / (1 - b)), WHOLE)

    def worst_loss(self) -> PrivacyLoss:
        """t, between two opposite points of the sphere of radius D."""
        return self.loss_between(Fraction(1), Fraction(-1))

    def _mass(self, place: Fraction) -> RationalFunction:
        """The probability of the half sphere around the positive direction, for the vector `place` * D along it."""
        weight = min(max((1 + Fraction(place)) / 2, Fraction(0)), Fraction(1))
        other = ONE - self.near
        return other + (self.near - other) * weight.numerator / weight.denominator


@dataclass(frozen=True, eq=False)
class BallAround:
    """`channel` applied to a vector minus `centre`: a message is about the difference, and the decoder adds the centre.

    The worst ratio is the channel's, wherever the centre is.

    Attributes
    ----------
    channel : BallResponse
        The channel for the vector minus the centre.
    centre : ndarray, shape (..., d)
        A public vector, or one for each repetition.
    """

    channel: BallResponse
    centre: FloatArray

    @property
    def epsilon(self) -> Number:
        """epsilon of the channel."""
        return self.channel.epsilon

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> FloatArray:
        """Draw messages (..., users, d) for packed vectors (..., users)."""
        return self.channel.sample(packed(as_vectors(inputs) - self.centre[..., None, :]), rng)

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """The exact worst ratio between two vectors on a line through the centre, as for the channel.

        Parameters
        ----------
        x : Fraction
            The first vector minus the centre, as a multiple of the channel's radius along the line.
        y : Fraction
            The second vector, likewise.

        Returns
        -------
        PrivacyLoss
            The worst ratio, exact.
        """
        return self.channel.loss_between(x, y)

    def worst_loss(self) -> PrivacyLoss:
        """That of the channel."""
        return self.channel.worst_loss()
