"""kent Algorithm 6: half of the users choose coordinates by hashed votes, and the others estimate these."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from notation.symbols import epsilon, h
from upperbounds.channels import Channel
from upperbounds.channels.arrays import FloatArray, Number
from upperbounds.channels.hashed import HashedVotes, OfCoordinate
from upperbounds.channels.vectors import packed
from upperbounds.protocols.coordinates import in_symbols
from upperbounds.protocols.protocol import Protocol, Round, State
from upperbounds.protocols.split import Split
from upperbounds.protocols.two_stage import ANY_BIN, TwoStage, winner


@dataclass(frozen=True)
class Chosen:
    """The public state after coordinates are chosen, for each of s folds.

    Attributes
    ----------
    place : ndarray of int, shape (..., s)
        The coordinate that a fold answers for.
    alike : ndarray, shape (..., s, s)
        1 if two folds answer for the same coordinate, else 0.
    any : ndarray of bool, shape (..., 1)
        Whether a coordinate is chosen at all.
    winners : None or ndarray of int, shape (..., s), optional
        The winning bins.
    """

    place: NDArray[np.int64]
    alike: FloatArray
    any: NDArray[np.bool_]
    winners: NDArray[np.intp] | None = None


def first_chosen(selected: NDArray[np.bool_], s: int) -> Chosen:
    """The first s of the selected coordinates.

    Each of the s' <= s chosen coordinates is answered by every s'-th of s folds.

    Parameters
    ----------
    selected : ndarray of bool, shape (..., d)
        Whether each coordinate is selected.
    s : int
        Number of folds.

    Returns
    -------
    Chosen
        The public state.
    """
    order = np.argsort(~selected, axis=-1, kind="stable")[..., :s]
    number = np.minimum(selected.sum(axis=-1), s)[..., None]
    slot = np.arange(s) % np.maximum(number, 1)
    alike = slot[..., :, None] == slot[..., None, :]
    return Chosen(np.take_along_axis(order, slot, axis=-1), alike.astype(np.float64), number > 0)


@dataclass(frozen=True)
class SelectionPlan:
    """A plan in which half of the users choose coordinates, and the other half estimate these.

    Each of the first floor(n/2) users votes for every coordinate whose mean has size at least `threshold`. A coordinate
    is chosen if its signs times the messages are at least 1/2 on average; if there are more than s, the first s are
    chosen. The refining users are in s folds. With s' chosen, fold k answers for the (k mod s')-th by `each`, whose
    users are those of one fold.

    Attributes
    ----------
    name : str
        Name of the estimator.
    n : int
        Number of users.
    dimension : int
        d.
    m : int
        Number of samples that a user averages.
    threshold : float
        Size of a mean for which a user votes, in units of the data.
    hashed : HashedVotes
        The channel of a vote.
    folds : Split
        The folds of refining users.
    each : TwoStage
        The two-stage estimator of one coordinate.
    """

    name: str
    n: int
    dimension: int
    m: int
    threshold: float
    hashed: HashedVotes
    folds: Split
    each: TwoStage

    @property
    def s(self) -> int:
        """How many coordinates are estimated at most."""
        return self.folds.folds

    @property
    def voters(self) -> int:
        """How many users select."""
        return self.n // 2

    @property
    def epsilon(self) -> Number:
        """The budget of a user."""
        return self.hashed.epsilon

    def exact(self) -> "SelectionPlan":
        """The same plan with its constants in symbols, for exact privacy ratios; the edge is h."""
        return replace(self, hashed=hashed_votes(self.dimension, h, epsilon), each=in_symbols(self.each))

    def user_means(self, samples: FloatArray, used: int) -> FloatArray:
        """The mean of each user's first `used` samples.

        Parameters
        ----------
        samples : ndarray, shape (..., users, m * d)
            Samples, flattened.
        used : int
            How many samples are averaged.

        Returns
        -------
        ndarray, shape (..., users, d)
            User means.
        """
        vectors = samples.reshape(*samples.shape[:-1], -1, self.dimension)
        return np.asarray(vectors[..., :used, :].mean(axis=-2))

    def protocol(self) -> Protocol:
        """The plan: who sends what, and the decoders. Samples are flattened, (..., users, m d).

        Returns
        -------
        Protocol
            The rounds; samples are flattened, (..., users, m d).
        """
        start, half = self.voters, self.folds.half
        return Protocol(
            self.name,
            self.n,
            (
                Round("select", range(self.voters), self._votes, lambda _: self.hashed, self._select),
                Round(
                    "localise",
                    range(start, start + half),
                    self._bins,
                    self._vote_of,
                    self._localise,
                ),
                Round(
                    "refine",
                    range(start + half, start + 2 * half),
                    lambda samples: packed(self.user_means(samples, self.each.m)),
                    self._refiner_of,
                    self._estimate,
                    states=(ANY_BIN,),
                ),
            ),
        )

    def _votes(self, samples: FloatArray) -> NDArray[Any]:
        return packed((np.abs(self.user_means(samples, self.m)) >= self.threshold).astype(np.float64))

    def _bins(self, samples: FloatArray) -> NDArray[Any]:
        return packed(self.each.bins.index(self.user_means(samples, self.each.m)).astype(np.float64))

    def _select(self, messages: FloatArray, _: State) -> Chosen:
        tallies = (messages[..., :-1] * messages[..., -1:]).mean(axis=-2)
        return first_chosen(tallies >= 0.5, self.s)

    def _of_users(self, of_folds: NDArray[Any]) -> NDArray[Any]:
        return np.repeat(of_folds, self.folds.fold, axis=-1)

    def _vote_of(self, state: Chosen | None) -> Channel:
        return OfCoordinate(self.each.vote, 0 if state is None else self._of_users(state.place))

    def _refiner_of(self, state: Any) -> Channel:
        if not isinstance(state, Chosen):
            return OfCoordinate(self.each.refiner(state), 0)
        assert state.winners is not None
        return OfCoordinate(self.each.refiner(self._of_users(state.winners)), self._of_users(state.place))

    def _sums(self, messages: NDArray[Any], state: Chosen, axis: int) -> FloatArray:
        """Messages summed over the users of a fold, and of all folds that answer for the same coordinate."""
        place = messages.ndim + axis
        shape = (*messages.shape[:place], self.s, self.folds.fold, *messages.shape[place + 1 :])
        sums = messages.reshape(shape).sum(axis=place + 1, dtype=np.float64)
        sums = state.alike @ (sums if axis == -2 else sums[..., None])
        return np.asarray(sums if axis == -2 else sums[..., 0])

    def _localise(self, messages: NDArray[Any], state: Chosen) -> Chosen:
        return replace(state, winners=winner(self._sums(messages, state, axis=-2)))

    def _estimate(self, messages: FloatArray, state: Chosen) -> FloatArray:
        users = self.folds.fold * state.alike.sum(axis=-1)
        values = np.where(state.any, self._sums(messages, state, axis=-1) / users, 0.0)
        found = np.zeros((*values.shape[:-1], self.dimension))
        np.put_along_axis(found, state.place, values, axis=-1)
        return found


def hashed_votes(dimension: int, edge: Number, epsilon: Number) -> HashedVotes:
    """The channel of (39): noise of scale 2 edge/epsilon.

    Parameters
    ----------
    dimension : int
        d.
    edge : float, Fraction or sympy expression
        Largest size of a clipped sum of signs.
    epsilon : float, Fraction or sympy expression
        Privacy budget of a vote.

    Returns
    -------
    HashedVotes
        The channel.

    References
    ----------
    Kent et al., Equation (39).
    """
    return HashedVotes(dimension, edge, 2 * edge / epsilon, epsilon)
