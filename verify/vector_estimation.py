"""Running an estimator of a mean vector on a person's own data, with what it spends and bars from messages."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from notation.parameters import ParameterError
from upperbounds.arrays import FloatArray
from upperbounds.vectors import CoordinatePlan, VectorEstimator
from upperbounds.vectors.coordinates import flattened
from verify.estimation import check_votes
from verify.study import WorstRisk
from verify.table_input import cut
from verify.vector_bars import Bars, bars
from verify.vector_study import Place, Spend, spend_of, vector_risk


@dataclass(frozen=True)
class VectorData:
    """Vectors of shape (users, m, d) within the bounds, and what was left out of the file and why.

    They are `center` + `scale` times what the estimators get, coordinate by coordinate. `moved` counts values, or
    vectors in the balls, that were outside.
    """

    vectors: FloatArray
    left_out: int
    why: tuple[str, ...]
    moved: int = 0
    center: FloatArray | float = 0.0
    scale: FloatArray | float = 1.0


@dataclass(frozen=True)
class VectorEstimate:
    """An estimate (d,), its bars, what each user spent, and who was left out; `worst` is at these public numbers."""

    value: FloatArray
    bars: Bars
    spend: Spend
    estimator: VectorEstimator
    place: Place
    kept: int
    left_out: int
    why: tuple[str, ...]
    worst: WorstRisk


def arrange_vectors(users: Mapping[str, list[tuple[float, ...]]], m: int | None) -> VectorData:
    """One block of m vectors per user: as for numbers, who has fewer is left out; raises ParameterError."""
    kept, left_out, why = cut(users, m)
    return VectorData(np.array(kept, dtype=np.float64), left_out, why)


def in_box(data: VectorData, lower: FloatArray, upper: FloatArray, clip: bool) -> VectorData:
    """Values within [lower, upper], (d,) each, as values on [-1, 1]; those outside are an error unless `clip`."""
    outside = (data.vectors < lower) | (data.vectors > upper)
    moved = int(outside.sum())
    if moved and not clip:
        raise ParameterError(
            f"--lower = {_told(lower)}, --upper = {_told(upper)}: {moved} of {outside.size} values are outside;"
            " --clip moves them"
        )
    center, scale = lower / 2 + upper / 2, upper / 2 - lower / 2
    vectors = np.clip((data.vectors - center) / scale, -1.0, 1.0)
    return replace(data, vectors=vectors, moved=moved, center=center, scale=scale)


def in_ball(data: VectorData, radius: float, order: int, clip: bool) -> VectorData:
    """Vectors of the l_order ball; those outside (by more than rounding) are an error unless `clip` scales them."""
    # By the largest entry first, so that no square overflows.
    largest = np.abs(data.vectors).max(axis=-1, keepdims=True)
    shapes = data.vectors / np.where(largest > 0, largest, 1.0)
    lengths = np.linalg.norm(shapes, ord=order, axis=-1, keepdims=True)
    with np.errstate(over="ignore"):
        norms = lengths * (largest / radius)
    moved = int(np.sum(norms > 1 + 1e-9))
    if moved and not clip:
        raise ParameterError(
            f"--radius = {radius:g}: {moved} of {norms.size} vectors are outside the l_{order} ball;"
            " --project moves them"
        )
    scaled = shapes / np.maximum(lengths, 1.0) * radius
    return replace(data, vectors=np.where(norms > 1, scaled, data.vectors), moved=moved)


def _told(numbers: FloatArray) -> str:
    """A few of them."""
    shown = ",".join(f"{number:g}" for number in numbers[:3])
    return shown if len(numbers) <= 3 else f"{shown},..."


def choose(place: Place) -> tuple[VectorEstimator, WorstRisk]:
    """The estimator with the least worst-case risk at these public parameters, of those that run with these users."""
    found: list[tuple[VectorEstimator, WorstRisk]] = []
    refused: list[ParameterError] = []
    for estimator in place.estimators:
        try:
            _check_runs(place, estimator)
            found.append((estimator, vector_risk(place, estimator)))
        except ParameterError as error:
            refused.append(error)
    if not found:
        raise refused[0]
    return min(found, key=lambda pair: pair[1].value)


def _check_runs(place: Place, estimator: VectorEstimator) -> None:
    """Raise ParameterError where there are too few users, or their votes do not fit into memory."""
    plan = place.sample_plan(estimator)
    if isinstance(plan, CoordinatePlan):
        check_votes(estimator.name, plan.protocol(), plan.each.bins.count)


def estimate_vectors(data: VectorData, place: Place, name: str | None, seed: int | None) -> VectorEstimate:
    """Estimate the mean of vectors under epsilon-LDP for users; `place` has the data's n, m and d.

    Raises ParameterError for an estimator that is not one of the problem, has not users enough, or whose votes do not
    fit into memory.
    """
    if name is None:
        estimator, worst = choose(place)
    else:
        named = {e.name: e for e in place.estimators}
        if name not in named:
            raise ParameterError(
                f"--estimator = {name!r}: is no estimator of the problem {place.problem}; must be one of"
                f" {', '.join(named)}"
            )
        estimator = named[name]
        _check_runs(place, estimator)
        worst = vector_risk(place, estimator)
    rng = np.random.Generator(np.random.PCG64DXSM(seed))
    plan = place.plan(estimator, rng)
    sent, value = plan.protocol().transcript(flattened(shuffled(data.vectors, rng), place.dimension), rng)
    found = bars(plan, sent, place.size)
    why, silent = list(data.why), 0
    if isinstance(plan, CoordinatePlan) and (silent := place.users - 2 * plan.split.half):
        subject = "1 user drawn at random sends" if silent == 1 else f"{silent} users drawn at random send"
        why.append(f"{subject} nothing: {place.users} is no multiple of {2 * plan.split.folds}, twice the groups")
    return VectorEstimate(
        value=value * data.scale + data.center,
        bars=Bars(found.standard_error * data.scale, found.half_width * data.scale),
        spend=spend_of(plan),
        estimator=estimator,
        place=place,
        kept=place.users - silent,
        left_out=data.left_out + silent,
        why=tuple(why),
        worst=worst,
    )


def shuffled(vectors: FloatArray, rng: np.random.Generator) -> FloatArray:
    """Users in random order, and each user's vectors in one of its own; a vector stays whole.

    Plans take users in order: neither who votes, who refines and for which coordinates, nor which samples an
    estimator uses may hang on the order of the file.
    """
    users, m, _ = vectors.shape
    places = rng.permuted(np.broadcast_to(np.arange(m), (users, m)), axis=1)
    return np.take_along_axis(vectors[rng.permutation(users)], places[..., None], axis=1)
