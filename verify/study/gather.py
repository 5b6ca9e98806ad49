"""Rows of a file in an estimator's units, during reading: all of them, or the sums for each user's own mean."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import numpy as np

from notation.parameters import ParameterError
from upperbounds.channels.arrays import FloatArray
from verify.study.bars import Tails
from verify.study.estimate import PublicRange, cut, outside_ball, outside_box, within_ball, within_box
from verify.study.table import Means, Rows, joined

_Moves = Callable[[Rows, bool], tuple[Rows, PublicRange, int]]
"""A chunk in the estimators' units, the public range, and how much was outside; with False, outside data are
refused."""


_T = TypeVar("_T", bound=Rows | Means)


def at_least_two_users(found: _T) -> _T:
    """Rows, or their sums, of at least two users; raises ParameterError."""
    if found.users < 2:
        raise ParameterError(f"data: {found.users} user; a private estimate needs at least 2")
    return found


class RowDomain:
    """The domain of the rows: `moves` moves a chunk into it, and `refusal` says how much of all was outside."""

    def __init__(self, moves: _Moves, refusal: Callable[[int, int], ParameterError], of_row: int) -> None:
        self._moves, self._refusal, self._of_row = moves, refusal, of_row

    @classmethod
    def box(cls, lower: FloatArray, upper: FloatArray) -> "RowDomain":
        """A box, in which every value must be."""
        return cls(
            lambda rows, clip: within_box(rows, lower, upper, clip),
            lambda moved, of: outside_box(lower, upper, moved, of),
            len(lower),
        )

    @classmethod
    def ball(cls, radius: float, order: int) -> "RowDomain":
        """A ball, in which every vector must be."""
        return cls(
            lambda rows, clip: within_ball(rows, radius, order, clip),
            lambda moved, of: outside_ball(radius, order, moved, of),
            1,
        )

    @classmethod
    def moments(cls, tails: Tails, order: int | None) -> "RowDomain":
        """No bound on a row, except that squares must be floats."""
        known = PublicRange(tails.unit, order=order, tails=tails)
        return cls(lambda rows, _: (cut(rows), known, 0), lambda *_: ParameterError(""), 1)

    def gather(
        self, chunks: Iterable[Rows], dimension: int, clip: bool, *, means: bool
    ) -> tuple[Rows | Means, PublicRange, int]:
        """The rows, or with `means` their sums by user, the public range, and how much was outside.

        The result is the same to the last bit for every split of the rows. Unless `clip`, outside data are refused
        after all rows have been read, with their number. Raises ParameterError, also for a single user.
        """
        known = self._moves(Rows(np.zeros((0, dimension)), np.zeros(0, dtype=np.int32)), clip)[1]
        outside = 0

        def moved() -> Iterator[Rows]:
            nonlocal outside
            for chunk in chunks:
                rows, _, more = self._moves(chunk, True)
                outside += more
                yield rows

        found: Rows | Means = Means.of(moved()) if means else joined(moved())
        at_least_two_users(found)
        if outside and not clip:
            raise self._refusal(outside, found.number * self._of_row)
        return found, known, outside
