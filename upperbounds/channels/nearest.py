"""What a user sends about their mean if several centres are public: which centre is nearest, and the distance to it."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels.arrays import FloatArray, Number
from upperbounds.channels.base import Channel
from upperbounds.channels.grid import noise_within
from upperbounds.channels.loss import PrivacyLoss
from upperbounds.channels.unary import UnaryEncoding
from upperbounds.channels.votes import Bins

_NOBODY = -(1 << 40)
"""A vote for no centre."""


def nearest(points: NDArray[Any], centres: NDArray[Any]) -> NDArray[np.intp]:
    """The index of the nearest centre; the first if two are equally near.

    Parameters
    ----------
    points : ndarray, shape (..., users)
        Points.
    centres : ndarray, shape (..., K)
        Public centres.

    Returns
    -------
    ndarray of int, shape (..., users)
        Indices from 0.
    """
    return np.asarray(np.argmin(np.abs(points[..., None] - centres[..., None, :]), axis=-1))


def _of(centres: NDArray[Any], places: NDArray[np.intp]) -> NDArray[Any]:
    """The centres, (..., K), at places (..., users), same shape."""
    rows = np.broadcast_to(centres, (*places.shape[:-1], np.shape(centres)[-1]))
    return np.asarray(np.take_along_axis(rows, places, -1))


@dataclass(frozen=True, eq=False)
class NearestVote:
    """A vote for the nearest centre, by unary encoding: at most one of K bits is 1, whatever the data.

    With `bins`, a user votes only if the user's point is in the bin of the centre, as kent (53) prints it.

    Attributes
    ----------
    vote : UnaryEncoding
        The channel of the vote.
    centres : ndarray, shape (..., K)
        Public centres, one row for each repetition.
    bins : Bins or None, optional
        Bins that limit who votes, or None.

    References
    ----------
    Kent et al., Equation (53).
    """

    vote: UnaryEncoding
    centres: Any
    bins: Bins | None = None

    @property
    def epsilon(self) -> Number:
        """epsilon of the vote."""
        return self.vote.epsilon

    def place(self, points: NDArray[Any]) -> NDArray[np.int64]:
        """The centre that each point votes for.

        Parameters
        ----------
        points : ndarray, shape (..., users)
            Points.

        Returns
        -------
        ndarray of int, shape (..., users)
            Indices from 0; far below 0 if a point votes for none.
        """
        found = nearest(points, self.centres)
        if self.bins is None:
            return found.astype(np.int64)
        near = self.bins.index(points) == self.bins.index(_of(self.centres, found))
        return np.where(near, found, _NOBODY)

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> NDArray[np.bool_]:
        """Draw answered bits, shape (..., users, K), from the users' points, shape (..., users)."""
        return self.vote.sample(self.place(inputs), rng)

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """The exact worst ratio between the votes at two points, for one repetition's centres."""
        a, b = (self.place(np.array([point]))[0] for point in (x, y))
        return self.vote.loss_between(a, b)

    def worst_loss(self) -> PrivacyLoss:
        """That of the vote, wherever the centres are."""
        return self.vote.worst_loss()


@dataclass(frozen=True, eq=False)
class HashedDistance:
    """The distance to the nearest centre, clipped to [-reach, reach], times a public sign, with Laplace noise.

    User i has a fair sign for each centre, drawn from the public `seed`. A sum over users of messages times signs shows
    the centres; a single message does not. The worst log ratio is 2 reach / scale. kent (55).

    Attributes
    ----------
    centres : ndarray, shape (..., K)
        Public centres.
    reach : float, Fraction or sympy expression
        Largest size of a distance, in units of the data.
    scale : float, Fraction or sympy expression
        Scale of the Laplace noise, in units of the data.
    epsilon : float, Fraction or sympy expression
        Privacy budget of a message.
    seed : int
        Seed of the public signs.
    steps : int, default 0
        Steps of the grid on [-reach, reach] on which the noise is drawn exactly; 0 for Laplace noise in floats.

    References
    ----------
    Kent et al., Equation (55).
    """

    centres: Any
    reach: Number
    scale: Number
    epsilon: Number
    seed: int
    steps: int = 0

    @property
    def noise(self) -> Channel:
        """The channel of the signed distance."""
        return noise_within(self.reach, self.scale, self.epsilon, self.steps)

    def signs(self, users: int) -> NDArray[np.int8]:
        """The public signs.

        Parameters
        ----------
        users : int
            Number of users.

        Returns
        -------
        ndarray of int, shape (users, K)
            1 or -1.
        """
        return public_signs(self.seed, users, np.shape(self.centres)[-1])

    def signed(self, points: NDArray[Any]) -> NDArray[Any]:
        """The number that a user has before noise is added: the clipped distance times the user's sign.

        Parameters
        ----------
        points : ndarray, shape (..., users)
            Points.

        Returns
        -------
        ndarray, shape (..., users)
            Numbers in [-reach, reach].
        """
        found = nearest(points, self.centres)
        off = np.clip(points - _of(self.centres, found), -self.reach, self.reach)
        return off * self.signs(points.shape[-1])[np.arange(points.shape[-1]), found]

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> FloatArray:
        """Draw messages, same shape as the points, users on the last axis."""
        return self.noise.sample(self.signed(inputs), rng)

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """The loss between two exact points of the first user's message, for one repetition's centres."""
        return self.noise.loss_between(*(self.signed(np.array([point], dtype=object))[0] for point in (x, y)))

    def worst_loss(self) -> PrivacyLoss:
        """2 reach / scale, for any centres: between the two ends."""
        return self.noise.worst_loss()


@lru_cache(maxsize=8)
def public_signs(seed: int, users: int, centres: int) -> NDArray[np.int8]:
    """Fair signs, determined by a seed.

    Parameters
    ----------
    seed : int
        Seed of the signs.
    users : int
        Number of users.
    centres : int
        Number of centres.

    Returns
    -------
    ndarray of int, shape (users, centres)
        1 or -1; read-only.
    """
    signs = 2 * np.random.default_rng(seed).integers(0, 2, (users, centres), dtype=np.int8) - 1
    signs.setflags(write=False)
    return signs
