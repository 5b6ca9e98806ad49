"""Sparse votes by public random signs, and a channel on one of a user's coordinates."""

from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels.arrays import FloatArray, Number
from upperbounds.channels.base import Channel
from upperbounds.channels.grid import noise_within
from upperbounds.channels.loss import PrivacyLoss, worse
from upperbounds.channels.randomness import in_the_clear
from upperbounds.channels.vectors import as_vectors


@dataclass(frozen=True)
class HashedVotes:
    """kent (39): a vote in {0, 1}^d, summed with independent signs, clipped to [-edge, edge], with Laplace noise.

    A message is the d signs and then the number. The signs are drawn without the vote. Given them, two votes' clipped
    sums are at most 2 edge apart. So the worst log ratio is at most 2 edge/scale, with equality if d >= 2 ceil(edge).

    Attributes
    ----------
    dimension : int
        Number of entries of a vote.
    edge : float, Fraction or sympy expression
        Largest size of the clipped sum.
    scale : float, Fraction or sympy expression
        Scale of the Laplace noise.
    epsilon : float, Fraction or sympy expression
        Privacy budget of a message.
    steps : int, default 0
        Steps of the grid on which the noise is drawn exactly, from one edge to the other; 0 for Laplace noise in
        floats.

    References
    ----------
    Kent et al., Equation (39).
    """

    dimension: int
    edge: Number
    scale: Number
    epsilon: Number
    steps: int = 0

    @property
    def noise(self) -> Channel:
        """The channel of the clipped sum."""
        return noise_within(self.edge, self.scale, self.epsilon, self.steps)

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> FloatArray:
        """Draw messages (..., d + 1) for packed votes (...)."""
        votes = as_vectors(inputs)
        signs = 2.0 * in_the_clear(rng).integers(0, 2, votes.shape) - 1
        noisy = self.noise.sample(np.einsum("...j,...j->...", signs, votes), rng)
        return np.concatenate([signs, noisy[..., None]], axis=-1)

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """The worst ratio of two votes, each a sequence of 0s and 1s, at the signs that separate them most.

        The distance is largest with signs 1 where only x is 1, and -1 where only y is 1. The signs where both are 1 are
        free, and can move both sums away from an end.

        Parameters
        ----------
        x : sequence of int
            A vote, of 0s and 1s.
        y : sequence of int
            Another vote.

        Returns
        -------
        PrivacyLoss
            The worst ratio, exact.
        """
        alone = [sum(1 for a, b in zip(*pair, strict=True) if a > b) for pair in ((x, y), (y, x))]
        both = sum(1 for a, b in zip(x, y, strict=True) if a and b)
        shifts = range(-both, both + 1, 2)
        return reduce(worse, (self.noise.loss_between(shift + alone[0], shift - alone[1]) for shift in shifts))

    def worst_loss(self) -> PrivacyLoss:
        """2 edge/scale."""
        return self.noise.worst_loss()


@dataclass(frozen=True)
class OfCoordinate:
    """A channel for numbers, applied to the coordinate `place` of a packed vector.

    Attributes
    ----------
    channel : Channel
        The channel for a number.
    place : int or ndarray of int, shape broadcasting to the inputs
        The coordinate that is sent, from 0.
    """

    channel: Channel
    place: Any

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> NDArray[Any]:
        """Draw the channel's messages."""
        vectors = as_vectors(inputs)
        places = np.broadcast_to(self.place, vectors.shape[:-1])[..., None]
        return self.channel.sample(np.take_along_axis(vectors, places, axis=-1)[..., 0], rng)

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """The channel's loss between the sent coordinates of two vectors; for a single `place`.

        Parameters
        ----------
        x : sequence
            A vector.
        y : sequence
            Another vector.

        Returns
        -------
        PrivacyLoss
            The loss of the channel between the two numbers.
        """
        return self.channel.loss_between(x[self.place], y[self.place])

    def worst_loss(self) -> PrivacyLoss:
        """The channel's."""
        return self.channel.worst_loss()
