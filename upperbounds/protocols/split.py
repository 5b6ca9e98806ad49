"""The assignment of users to coordinates: folds of users, and the coordinates that each fold sends."""

from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import ceil

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError, count


@dataclass(frozen=True)
class Block:
    """Consecutive folds that send equally many coordinates.

    Attributes
    ----------
    first : int
        The first of the folds.
    table : ndarray of int, shape (folds, coordinates sent)
        Fold first + i sends the coordinates table[i].
    """

    first: int
    table: NDArray[np.int64]

    @property
    def folds(self) -> int:
        """How many folds there are."""
        return len(self.table)


@dataclass(frozen=True)
class Split:
    """Each half of the users is cut into equal folds; fold k sends the coordinates sends[k], in both halves.

    Users beyond 2 * folds * floor(n / (2 folds)) are left out. Users are taken in order, because they are assumed
    exchangeable; otherwise shuffle the data first.

    Attributes
    ----------
    n : int
        Number of users.
    coordinates : int
        Number of coordinates.
    sends : tuple of tuple of int
        The coordinates that each fold sends, from 0.

    Raises
    ------
    ParameterError
        If there are fewer than two users per fold, or a fold sends a coordinate that does not exist, or one twice.
    """

    n: int
    coordinates: int
    sends: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        """Refuse fewer than two users per fold, and coordinates that do not exist."""
        if self.n < 2 * len(self.sends):
            raise ParameterError(
                f"n = {self.n}: must be at least {2 * len(self.sends)}, two users for each of {len(self.sends)}"
                f" groups, in {self.coordinates} coordinates"
            )
        if self._sent.size and not (self._sent.min() >= 0 and self._sent.max() < self.coordinates):
            raise ParameterError(f"coordinates = {self.coordinates}: a group sends one that is not there")
        if any(len(set(chosen)) < len(chosen) for chosen in self.sends):
            raise ParameterError(f"coordinates = {self.coordinates}: a group sends one twice")

    @property
    def folds(self) -> int:
        """How many folds each half has."""
        return len(self.sends)

    @property
    def fold(self) -> int:
        """How many users a fold has."""
        return self.n // (2 * self.folds)

    @property
    def half(self) -> int:
        """How many users a half has."""
        return self.fold * self.folds

    @cached_property
    def _sent(self) -> NDArray[np.int64]:
        """The coordinates that each fold sends, fold after fold."""
        return np.fromiter(chain.from_iterable(self.sends), dtype=np.int64)

    @cached_property
    def folds_of(self) -> NDArray[np.int64]:
        """How many folds answer for each coordinate."""
        return np.bincount(self._sent, minlength=self.coordinates)

    @property
    def unanswered(self) -> tuple[int, ...]:
        """The coordinates for which nobody answers, from 0."""
        return tuple(int(j) for j in np.flatnonzero(self.folds_of == 0))

    @property
    def per_coordinate(self) -> int:
        """How many users, both halves together, answer for a coordinate.

        Raises
        ------
        ValueError
            If it differs between coordinates.
        """
        counts = set(self.folds_of[self.folds_of > 0].tolist())
        if len(counts) != 1:
            raise ValueError(f"coordinates are answered by {sorted(counts)} folds")
        return 2 * self.fold * int(counts.pop())

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Consecutive folds that send equally many coordinates."""
        runs: list[Block] = []
        start = 0
        for k in range(1, self.folds + 1):
            if k == self.folds or len(self.sends[k]) != len(self.sends[start]):
                if self.sends[start]:
                    runs.append(Block(start, np.array(self.sends[start:k], dtype=np.int64)))
                start = k
        return tuple(runs)


def chunks(n: int, coordinates: int, groups: int, size: int) -> Split:
    """zhao Algorithm 2: group k of `groups` sends `size` coordinates, starting with k * size, or fewer at the end.

    Parameters
    ----------
    n : int
        Number of users.
    coordinates : int
        Number of coordinates.
    groups : int
        Number of groups.
    size : int
        How many coordinates a group sends, at most.

    Returns
    -------
    Split
        Who answers for which coordinates.

    References
    ----------
    Zhao et al., Algorithm 2.
    """
    sends = (tuple(range(min(k * size, coordinates), min((k + 1) * size, coordinates))) for k in range(groups))
    return Split(count("n", n, 2), coordinates, tuple(sends))


def covering(n: int, coordinates: int, size: int) -> Split:
    """The fewest groups of at most `size` coordinates that cover all of them.

    Parameters
    ----------
    n : int
        Number of users.
    coordinates : int
        Number of coordinates.
    size : int
        How many coordinates a group sends, at most.

    Returns
    -------
    Split
        Who answers for which coordinates.
    """
    return chunks(n, coordinates, ceil(coordinates / size), size)


def cyclic(n: int, coordinates: int, folds: int) -> Split:
    """kent Algorithm 12: with one fold per coordinate, the `folds` folds j, j + 1, ... answer coordinate j.

    Parameters
    ----------
    n : int
        Number of users.
    coordinates : int
        Number of coordinates.
    folds : int
        How many folds answer for a coordinate, at most as many as there are coordinates.

    Returns
    -------
    Split
        Who answers for which coordinates.

    References
    ----------
    Kent et al., Algorithm 12.
    """
    # Column q holds the coordinate that is q folds back, so that a column has each coordinate once.
    table = np.subtract.outer(np.arange(coordinates), np.arange(min(folds, coordinates))) % coordinates
    return Split(count("n", n, 2), coordinates, tuple(map(tuple, table.tolist())))
