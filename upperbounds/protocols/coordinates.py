"""Estimators that run a univariate two-stage mean for each coordinate of the data or of a transform of the data."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any
from typing import Protocol as Structural

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError
from notation.symbols import D, Delta, epsilon, h
from upperbounds.channels import Channel, LaplaceHistogram
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.budget import PartOfBudget
from upperbounds.channels.loss import PrivacyLoss
from upperbounds.mean import kent, zhao
from upperbounds.protocols.protocol import Protocol, Round
from upperbounds.protocols.split import Block, Split
from upperbounds.protocols.two_stage import ANY_BIN, TwoStage, winner

_SLAB = 1 << 23
"""About how many bits per repetition one round sends; further columns go into further rounds."""


class Embedding(Structural):
    """A map from vectors to the coordinates that are estimated, and back."""

    @property
    def dimension(self) -> int:
        """d."""
        ...

    @property
    def coordinates(self) -> int:
        """How many coordinates represent a vector."""
        ...

    def user_means(self, samples: FloatArray) -> FloatArray:
        """The mean over each user's samples of their coordinates.

        Parameters
        ----------
        samples : ndarray, shape (..., users, m, d)
            Samples.

        Returns
        -------
        ndarray, shape (..., users, coordinates)
            User means.
        """
        ...

    def back(self, coordinates: FloatArray) -> FloatArray:
        """The vectors with these coordinates.

        Parameters
        ----------
        coordinates : ndarray, shape (..., coordinates)
            Coordinates.

        Returns
        -------
        ndarray, shape (..., d)
            Vectors.
        """
        ...


@dataclass(frozen=True)
class Plain:
    """The coordinates themselves.

    Attributes
    ----------
    dimension : int
        d.
    """

    dimension: int

    @property
    def coordinates(self) -> int:
        """d."""
        return self.dimension

    def user_means(self, samples: FloatArray) -> FloatArray:
        """The users' means."""
        return np.asarray(samples.mean(axis=-2))

    def back(self, coordinates: FloatArray) -> FloatArray:
        """The same numbers."""
        return coordinates


@dataclass(frozen=True)
class Progress:
    """What is public between rounds.

    Attributes
    ----------
    votes : None or ndarray, shape (..., coordinates, bins), optional
        Votes summed over users.
    winners : None or ndarray of int, shape (..., coordinates), optional
        Winning bins.
    sums : None or ndarray, shape (..., coordinates), optional
        Messages of the second stage, summed over users.
    """

    votes: NDArray[Any] | None = None
    winners: NDArray[np.intp] | None = None
    sums: FloatArray | None = None


@dataclass(frozen=True)
class CoordinatePlan:
    """A plan that runs a univariate two-stage estimator for each coordinate.

    `each.n` users answer for a coordinate. A coordinate that nobody answers is estimated by 0; `split` lists these.

    Attributes
    ----------
    name : str
        Name of the estimator.
    split : Split
        Who sends which coordinates.
    each : TwoStage
        The two-stage estimator of one coordinate, at share * epsilon.
    share : Fraction
        The share of a user's budget for one coordinate, exact.
    embedding : Embedding
        How vectors become coordinates, and back.
    """

    name: str
    split: Split
    each: TwoStage
    share: Fraction
    embedding: Embedding

    @property
    def n(self) -> int:
        """n."""
        return self.split.n

    @property
    def dimension(self) -> int:
        """d."""
        return self.embedding.dimension

    @property
    def epsilon(self) -> Any:
        """The budget of a user to which the shares refer."""
        return self.each.epsilon / self.share

    def exact(self) -> "CoordinatePlan":
        """The same plan with its constants in symbols, for exact privacy ratios; same split, same share."""
        return replace(self, each=in_symbols(self.each))

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
        pieces = self._pieces()
        votes = [
            self._round("localise", 0, block, columns, self._vote, self._tally(i + 1 == len(pieces), block, columns))
            for i, (block, columns) in enumerate(pieces)
        ]
        means = [
            self._round("refine", 1, block, columns, self._mean, self._total(i + 1 == len(pieces), block, columns))
            for i, (block, columns) in enumerate(pieces)
        ]
        return Protocol(self.name, self.n, (*votes, *means))

    def votes(self, sent: Sequence[NDArray[Any]]) -> NDArray[Any]:
        """The votes of a transcript, summed over users.

        Parameters
        ----------
        sent : sequence of ndarray
            The messages of one run, by round.

        Returns
        -------
        ndarray, shape (..., coordinates, bins)
            Sums of votes.
        """
        total = None
        for (block, columns), messages in zip(self._pieces(), sent, strict=False):
            total = self._add_votes(total, messages, block, columns)
        assert total is not None
        return total

    def _pieces(self) -> list[tuple[Block, slice]]:
        """The blocks and columns of one stage's rounds, in order."""
        return [(block, columns) for block in self.split.blocks for columns in self._slabs(block)]

    def _slabs(self, block: Block) -> list[slice]:
        """The columns of a block's table, in pieces for which one round's messages fit into memory."""
        columns = block.table.shape[1]
        step = max(_SLAB // (block.folds * self.split.fold * self.each.bins.count), 1)
        return [slice(start, min(start + step, columns)) for start in range(0, columns, step)]

    def _round(
        self,
        stage: str,
        half: int,
        block: Block,
        columns: slice,
        make: Callable[[FloatArray], NDArray[Any]],
        decode: Callable[[NDArray[Any], Progress | None], Any],
    ) -> Round:
        """One stage's messages of one block of folds for some columns of their coordinates."""
        fold, offset = self.split.fold, half * self.split.half

        def chosen() -> NDArray[np.int64]:
            return np.repeat(block.table[:, columns], fold, axis=0)

        def statistic(samples: FloatArray) -> NDArray[Any]:
            vectors = samples.reshape(*samples.shape[:-1], -1, self.dimension)[..., : self.each.m, :]
            means = self.embedding.user_means(vectors)
            return make(means[..., np.arange(means.shape[-2])[:, None], chosen()])

        def channel(state: Any) -> Channel:
            if stage == "localise":
                return PartOfBudget(self.each.vote, self.share)
            where = state
            if isinstance(state, Progress):
                assert state.winners is not None
                where = state.winners[..., chosen()]
            return PartOfBudget(self.each.refiner(where), self.share)

        return Round(
            f"{stage} {block.first + 1}-{block.first + block.folds}.{columns.start + 1}",
            range(offset + block.first * fold, offset + (block.first + block.folds) * fold),
            statistic,
            channel,
            decode,
            states=(None,) if stage == "localise" else (ANY_BIN,),
            messages=columns.stop - columns.start,
        )

    def _vote(self, means: FloatArray) -> NDArray[np.int64]:
        return self.each.bins.index(means)

    def _mean(self, means: FloatArray) -> FloatArray:
        return means

    def _tally(self, last: bool, block: Block, columns: slice) -> Callable[[NDArray[Any], Progress | None], Any]:
        """Add the votes of one round to those before; after the last, choose each coordinate's winning bin."""

        def decode(messages: NDArray[Any], state: Progress | None) -> Progress:
            votes = self._add_votes(None if state is None else state.votes, messages, block, columns)
            return Progress(winners=winner(votes)) if last else Progress(votes=votes)

        return decode

    def _add_votes(
        self, votes: NDArray[Any] | None, messages: NDArray[Any], block: Block, columns: slice
    ) -> NDArray[Any]:
        """The votes of one round's messages added, in place, to those before."""
        cast = self._by_fold(messages, block, axis=-3)
        if votes is None:
            votes = np.zeros((*cast.shape[:-3], self.split.coordinates, cast.shape[-1]), dtype=cast.dtype)
        for q, coordinates in enumerate(block.table[:, columns].T):
            votes[..., coordinates, :] += cast[..., q, :]
        return votes

    def _total(self, last: bool, block: Block, columns: slice) -> Callable[[NDArray[Any], Progress | None], Any]:
        """Add the messages of one round to those before; after the last, the estimate."""

        def decode(messages: NDArray[Any], state: Progress | None) -> Any:
            assert state is not None
            sent = self._by_fold(messages, block, axis=-2)
            sums = np.zeros((*sent.shape[:-2], self.split.coordinates)) if state.sums is None else state.sums
            for q, coordinates in enumerate(block.table[:, columns].T):
                sums[..., coordinates] += sent[..., q]
            return self.decode(sums) if last else replace(state, sums=sums)

        return decode

    def decode(self, sums: FloatArray) -> FloatArray:
        """The estimate from the messages of the second stage.

        Parameters
        ----------
        sums : ndarray, shape (..., coordinates)
            Messages summed over users.

        Returns
        -------
        ndarray, shape (..., d)
            Estimates.
        """
        answered = np.maximum(self.split.folds_of * self.split.fold, 1)
        return self.embedding.back(sums / answered)

    def _by_fold(self, messages: NDArray[Any], block: Block, axis: int) -> NDArray[Any]:
        """Messages with the users on `axis`, summed over the users of each fold."""
        place = messages.ndim + axis
        shape = (*messages.shape[:place], block.folds, self.split.fold, *messages.shape[place + 1 :])
        kind = np.int64 if messages.dtype == np.bool_ else None
        return np.asarray(messages.reshape(shape).sum(axis=place + 1, dtype=kind))


def flattened(samples: FloatArray, d: int) -> FloatArray:
    """Samples with one axis for all numbers of a user, the form that protocols take.

    Parameters
    ----------
    samples : ndarray, shape (..., users, m, d)
        Samples.
    d : int
        Dimension.

    Returns
    -------
    ndarray, shape (..., users, m * d)
        The same numbers.

    Raises
    ------
    ParameterError
        For samples of another shape.
    """
    if samples.ndim < 3 or samples.shape[-1] != d:
        raise ParameterError(f"samples of shape {samples.shape}: must be (..., users, m, {d})")
    return samples.reshape(*samples.shape[:-2], -1)


def in_symbols(each: TwoStage) -> TwoStage:
    """A univariate plan, built by its own function with D, h, Delta and epsilon as symbols.

    Parameters
    ----------
    each : TwoStage
        A univariate plan.

    Returns
    -------
    TwoStage
        The plan in symbols.
    """
    if isinstance(each.vote, LaplaceHistogram):
        return zhao.assemble(each.n, each.m, epsilon, D, each.bins.count, h, Delta)
    branch = kent.algorithm2 if each.vote.hot == 1 else kent.algorithm10
    return branch(each.n, each.m, epsilon, Delta, D, each.bins.count)
