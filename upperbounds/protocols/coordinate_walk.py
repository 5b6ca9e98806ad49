"""Sequential localisation (a "walk") of each coordinate's mean, all at once, with users assigned beforehand.

Users are split into as many folds as there are coordinates. Fold f answers for coordinates f, f + 1, ..., each at its
share of epsilon. The walk to a coordinate takes one fold after the other, each user once. Remaining users are left out.
Users are taken in order, as in `upperbounds.protocols.split`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from notation.symbols import Delta, epsilon
from upperbounds.channels import Channel
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.budget import PartOfBudget
from upperbounds.channels.loss import PrivacyLoss
from upperbounds.protocols.coordinates import Embedding, flattened
from upperbounds.protocols.protocol import Protocol, Round
from upperbounds.protocols.walk import Walk, Whereabouts


@dataclass(frozen=True)
class _Heard:
    """The public state between rounds.

    Attributes
    ----------
    at : object, optional
        The current positions of the walks, (..., coordinates).
    messages : tuple of ndarray, default ()
        The messages of the first folds in the current step.
    """

    at: Any = None
    messages: tuple[NDArray[Any], ...] = ()


@dataclass(frozen=True)
class CoordinateWalk:
    """A plan that walks to the means of all coordinates at once.

    Coordinates are those of the embedding, at most as many as there are users.

    Attributes
    ----------
    name : str
        Name of the estimator.
    n : int
        Number of users.
    each : Walk
        The walk to one coordinate, of `sends` folds of users at their share of epsilon.
    sends : int
        The number of coordinates for which a user answers.
    embedding : Embedding
        How vectors become coordinates, and back.
    """

    name: str
    n: int
    each: Walk
    sends: int
    embedding: Embedding

    @property
    def dimension(self) -> int:
        """d."""
        return self.embedding.dimension

    @property
    def fold(self) -> int:
        """How many users a fold has."""
        return self.n // self.embedding.coordinates

    @property
    def share(self) -> Fraction:
        """The share of epsilon that a user spends for one coordinate."""
        return Fraction(1, self.sends)

    @property
    def epsilon(self) -> Any:
        """The budget of a user."""
        return self.each.epsilon * self.sends

    @cached_property
    def lengths(self) -> FloatArray:
        """The squared length of the vector of each unit coordinate, (coordinates,)."""
        return np.asarray(np.sum(self.embedding.back(np.eye(self.embedding.coordinates)) ** 2, axis=1))

    def exact(self) -> "CoordinateWalk":
        """The same plan at every epsilon and for every range, for exact privacy ratios."""
        return replace(self, each=replace(self.each, epsilon=epsilon, unit=Delta))

    def spend(self) -> list[tuple[range, PrivacyLoss]]:
        """The total loss of each user in multiples of epsilon, exact."""
        return self.exact().protocol().spend()

    def run(self, samples: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Estimate the mean from raw samples.

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
        """
        return self.protocol().run(flattened(samples, self.dimension), rng)

    def protocol(self) -> Protocol:
        """The plan: who sends what, and the decoders. Samples are flattened, (..., users, m d).

        Returns
        -------
        Protocol
            The rounds; samples are flattened, (..., users, m d).
        """
        rounds: list[Round] = []
        steps = self.each.protocol().rounds
        for step in steps:
            parts = list(self._parts(step.users))
            for place, (back, users) in enumerate(parts):
                done = None if place + 1 < len(parts) else self.embedding.back if step is steps[-1] else _Heard
                name = step.name if len(parts) == 1 else f"{step.name}.{place + 1}"
                rounds.append(self._round(name, step, back, users, done))
        return Protocol(self.name, self.n, tuple(rounds))

    def by_coordinate(self, sent: Sequence[NDArray[Any]]) -> list[tuple[NDArray[Any], ...]]:
        """The messages of each coordinate's walk.

        Parameters
        ----------
        sent : sequence of ndarray
            The messages of one run, by round.

        Returns
        -------
        list of tuple of ndarray
            For each coordinate the messages of its walk, by step.
        """
        left = iter(sent)
        steps = [
            np.concatenate([self._sorted(next(left), back) for back, _ in self._parts(step.users)], axis=-1)
            for step in self.each.protocol().rounds
        ]
        return [tuple(step[j] for step in steps) for j in range(self.embedding.coordinates)]

    def _parts(self, users: range) -> Iterator[tuple[int, range]]:
        """For some positions in a walk, how many folds back its users are, and which users of each such fold."""
        for back in range(users.start // self.fold, -(-users.stop // self.fold)):
            first = back * self.fold
            yield back, range(max(users.start - first, 0), min(users.stop - first, self.fold))

    def _round(self, name: str, step: Round, back: int, users: range, done: Callable[[Any], Any] | None) -> Round:
        """The messages of the same users of every fold, for the coordinate `back` places after that of the fold.

        After all messages, `done` gives the next public state from the output of the walks' own decoder.
        """
        size = self.embedding.coordinates

        def chosen() -> NDArray[np.int64]:
            return np.tile((np.arange(size) + back) % size, len(users))

        def statistic(samples: FloatArray) -> FloatArray:
            vectors = samples.reshape(*samples.shape[:-1], -1, self.dimension)[..., : self.each.m, :]
            means = self.embedding.user_means(vectors)
            return np.asarray(means[..., np.arange(means.shape[-2]), chosen()][..., None])

        def channel(state: Any) -> Channel:
            at = None if state is None or state.at is None else _of_users(state.at, chosen())
            return PartOfBudget(step.channel(at), self.share)

        def decode(messages: NDArray[Any], state: Any) -> Any:
            state = state or _Heard()
            heard = (*state.messages, self._sorted(messages, back))
            if done is None:
                return replace(state, messages=heard)
            return done(step.decode(np.concatenate(heard, axis=-1), state.at))

        return Round(name, range(users.start * size, users.stop * size), statistic, channel, decode)

    def _sorted(self, messages: NDArray[Any], back: int) -> NDArray[Any]:
        """Messages of a round, (..., users, 1), sorted by coordinate, (..., coordinates, users)."""
        size = self.embedding.coordinates
        by_fold = messages.reshape(*messages.shape[:-2], -1, size)
        return np.swapaxes(np.roll(by_fold, back, axis=-1), -1, -2)


def _of_users(at: Whereabouts, chosen: NDArray[np.int64]) -> Whereabouts:
    """The position of each user's walk."""
    return replace(
        at,
        **{name: np.asarray(value)[..., chosen] for name, value in vars(at).items() if np.ndim(value) > 0},
    )
