"""Users in random order, and what a plan needs of their rows: some users at a time, so that memory stays bounded."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.randomness import in_the_clear
from upperbounds.density.basis import Trigonometric
from upperbounds.mixture.plan import MixturePlan
from upperbounds.protocols.coordinate_walk import CoordinateWalk
from upperbounds.protocols.coordinates import CoordinatePlan, Embedding, Plain
from upperbounds.protocols.range_vote import Range
from upperbounds.protocols.split import Split
from upperbounds.protocols.walk import Walk
from upperbounds.sparse.selection import SelectionPlan
from upperbounds.sparse.threshold import ThresholdPlan
from upperbounds.transforms.hadamard import Hadamard, RandomRotation
from verify.study.table import Rows

_NUMBERS = 1 << 20
"""How many numbers of users are made at a time."""

_USERS = 1 << 14
"""Users whose rows are put in order at a time."""


def shuffled(vectors: FloatArray, rng: np.random.Generator) -> FloatArray:
    """Users in random order, with each user's vectors also in random order; a vector stays whole.

    Plans take users in order. Who votes, who refines, for which coordinates, and which samples are used must not depend
    on the order of the file.
    """
    users, m, _ = vectors.shape
    rng = in_the_clear(rng)
    places = rng.permuted(np.broadcast_to(np.arange(m, dtype=np.int32), (users, m)), axis=1)
    order, found = rng.permutation(users), np.empty_like(vectors)
    for start in range(0, users, _USERS):
        some = slice(start, start + _USERS)
        found[some] = np.take_along_axis(vectors[order[some]], places[some, :, None], axis=1)
    return found


def in_random_order(
    rows: Rows, m: int, used: int, rng: np.random.Generator, repeated: bool = False
) -> Iterator[tuple[slice, FloatArray]]:
    """The first `used` vectors of each user in `shuffled(rows.draw(m, rng), rng)`, in law: (users, used, d) of some.

    A user with fewer than m rows has all of them, and their mean for the rest; with `repeated`, each about equally
    often. With used = m a user's vectors are in no particular order.
    """
    rng = in_the_clear(rng)
    order, _ = rows.drawn_rows(m, rng)
    taken, users = np.minimum(rows.counts, m), rng.permutation(rows.users)
    starts, means = np.cumsum(taken) - taken, None if repeated else rows.means()
    step = max(_NUMBERS // (m * rows.dimension), 1)
    for start in range(0, rows.users, step):
        some = users[start : start + step]
        place = np.broadcast_to(np.arange(m, dtype=np.int32), (len(some), m))
        if used < m:
            # All rows of a user are in random order already, but not with what fills them up.
            place = rng.permuted(place, axis=1)[:, :used]
        vectors = rows.values[order[starts[some, None] + place % taken[some, None]]]
        if means is not None:
            vectors = np.where((place < taken[some, None])[..., None], vectors, means[some, None])
        yield slice(start, start + len(some)), vectors


@dataclass(frozen=True)
class Taken:
    """An embedding whose users' means were taken before: samples are coordinates."""

    of: Embedding

    @property
    def dimension(self) -> int:
        """How many numbers a sample has: all coordinates."""
        return self.of.coordinates

    @property
    def coordinates(self) -> int:
        """How many there are."""
        return self.of.coordinates

    def user_means(self, samples: FloatArray) -> FloatArray:
        """The users' means."""
        return np.asarray(samples.mean(axis=-2))

    def back(self, coordinates: FloatArray) -> FloatArray:
        """Vectors of coordinates, as the embedding makes them."""
        return self.of.back(coordinates)


def _averaged(plan: Any) -> int | None:
    """How many of a user's rows a plan averages before anything else; None where it does more with them."""
    match plan:
        case CoordinatePlan(embedding=Plain() | RandomRotation() | Hadamard()) | CoordinateWalk():
            return int(plan.each.m)
        case Walk() | MixturePlan() | Range():
            return int(plan.m)
        case SelectionPlan() if plan.m == plan.each.m:
            return int(plan.m)
        case ThresholdPlan():
            return _averaged(plan.cube)
    return None


def prepared(plan: Any, rows: Rows, m: int, rng: np.random.Generator, repeated: bool = False) -> tuple[Any, FloatArray]:
    """A plan and its samples (users, samples, numbers) of a file's rows: no more of them than the plan needs.

    A plan that averages a user's rows gets one mean of each user. One that averages other coordinates of the rows gets
    those means, where they are fewer numbers, and is changed to take them. The law of its messages is that of
    `shuffled(rows.draw(m, rng), rng)`.
    """
    d, used = rows.dimension, _averaged(plan)
    if used == m and not repeated:
        return plan, shuffled(rows.drawn_means(m, rng)[:, None, :], rng)
    if used is not None:
        means = np.empty((rows.users, 1, d))
        for some, vectors in in_random_order(rows, m, used, rng, repeated):
            means[some, 0] = vectors.mean(axis=1)
        return plan, means
    if isinstance(plan, CoordinatePlan) and plan.embedding.coordinates < m * d:
        means, asked = np.empty((rows.users, 1, plan.embedding.coordinates)), answered(plan.split)
        for some, vectors in in_random_order(rows, m, plan.each.m, rng, repeated):
            if isinstance(plan.embedding, Trigonometric):
                means[some, 0] = plan.embedding.some_means(vectors, asked[some])
            else:
                means[some, 0] = plan.embedding.user_means(vectors)
        return replace(plan, embedding=Taken(plan.embedding)), means
    found = np.empty((rows.users, m, d))
    for some, vectors in in_random_order(rows, m, m, rng, repeated):
        found[some] = vectors
    # The plan may use the first of them.
    return plan, shuffled(found, rng)


def answered(split: Split) -> NDArray[np.bool_]:
    """Which coordinates each user answers for, (users, coordinates)."""
    found = np.zeros((split.n, split.coordinates), dtype=np.bool_)
    for block in split.blocks:
        table = np.repeat(block.table, split.fold, axis=0)
        for half in (0, split.half):
            first = half + block.first * split.fold
            np.put_along_axis(found[first : first + len(table)], table, True, axis=1)
    return found
