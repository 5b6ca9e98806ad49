"""Run an estimator of a mean on your own data; report what it spends, with error bars from messages."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError
from notation.problem import Problem
from notation.setting import Setting
from upperbounds.channels import UnaryEncoding
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.randomness import generator
from upperbounds.estimator import Estimator
from upperbounds.protocols.coordinates import CoordinatePlan, flattened
from upperbounds.protocols.deployed import drawn
from upperbounds.protocols.protocol import Protocol
from upperbounds.protocols.range_vote import Range
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.registry import one_coordinate
from verify.study.bars import Bars, Tails, bars
from verify.study.budget import Charge, free
from verify.study.deployed import deployed_protocol, deployed_worst_risk
from verify.study.groups import kinds_in_votes
from verify.study.order import prepared, shuffled
from verify.study.table import Means, Rows
from verify.study.worst import Spend, WorstRisk, summed_spend

MOST_VOTES = 10**8
"""The most votes of one round, each for one bin, for which an estimator is run: about 3 GB."""

MOST_NUMBERS = 5 * 10**8
"""The most numbers in all users' rows, as many per user as --m says, for which an estimator is run: about a minute, and
about 4 GB for one that does not average them."""

_FAR = 1e140
"""Under moments rows are unbounded. Rows are cut here, where means are beyond every interval and squares are floats."""


@dataclass(frozen=True)
class PublicRange:
    """Public knowledge: data are `center` + `scale` times the estimators' inputs, which are within `size`.

    `order` is that of the norm of a ball around 0, None for a box; under moments `tails` replace both. `moved` says in
    words where outside data are moved on request, or is empty; if data may be moved, the estimate is about the moved
    data.
    """

    size: float
    center: FloatArray | float = 0.0
    scale: FloatArray | float = 1.0
    order: int | None = None
    tails: Tails | None = None
    moved: str = ""

    def nearest(self, value: FloatArray) -> FloatArray:
        """The nearest vector (d,) that a mean can be, in the estimators' units."""
        if self.order == 2:
            return value * min(1.0, self.size / max(float(np.linalg.norm(value)), self.size))
        if self.order == 1:
            return _nearest_in_l1(value, self.size)
        return np.clip(value, -self.size, self.size)


def _nearest_in_l1(value: FloatArray, radius: float) -> FloatArray:
    """The Euclidean projection to the l_1 ball: all sizes less by one number, those below it 0."""
    sizes = np.abs(value)
    if sizes.sum() <= radius:
        return value
    falling = np.sort(sizes)[::-1]
    excess = (np.cumsum(falling) - radius) / np.arange(1, len(sizes) + 1)
    return np.asarray(np.sign(value) * np.maximum(sizes - excess[np.max(np.flatnonzero(falling > excess))], 0.0))


@dataclass(frozen=True)
class NotPublic:
    """Counts that depend on the data, without noise: only for the holder of the file."""

    rows: int
    fewest: int
    most: int
    moved: int = 0
    fewer: int = 0
    """The number of users with fewer rows than requested."""


@dataclass(frozen=True)
class Estimate:
    """An estimate (d,) within the public range, its bars, and what each user spent; in the data's units.

    `of` says in words what is estimated: with `moved` data it is not the mean of the original data. `interval` (2, d)
    contains the average of the users' own means for all coordinates at once, within the range. `worst` is the worst
    risk at these public numbers for i.i.d. users. `silent` users send nothing, so that groups are equal. `drawn` says
    what the answers drew, each with its exact probability.
    """

    value: FloatArray
    interval: FloatArray
    bars: Bars
    tells_little: bool
    spend: Spend
    silent: int
    estimator: Estimator
    why: str
    setting: Setting
    worst: WorstRisk
    drawn: tuple[str, ...]
    seeded: bool
    not_public: NotPublic
    of: str
    groups: tuple[tuple[float, float], ...] = ()
    """Middle and share of each group of users that the votes of a first round show, if there are several."""
    is_moved: bool = False
    """Whether moving of outside data was requested; this does not depend on the data."""


def told_box(lower: FloatArray, upper: FloatArray) -> str:
    """A box in words, independent of the data."""
    sides = [f"[{low:g}, {high:g}]" for low, high in zip(lower, upper, strict=True)]
    if len(set(sides)) == 1:
        return sides[0] if len(sides) == 1 else f"{sides[0]}^{len(sides)}"
    return " x ".join(sides if len(sides) <= 5 else [*sides[:4], "..."])


def moved_into(what: str, place: str) -> str:
    """The addition to the words for what is estimated if data are moved; nothing if `place` is empty.

    It depends on what was requested, and not on whether anything was outside, which is private.
    """
    return f" of {what} moved into {place}" if place else ""


def within_box(rows: Rows, lower: FloatArray, upper: FloatArray, clip: bool) -> tuple[Rows, PublicRange, int]:
    """Values in [lower, upper], (d,) each, as values on [-1, 1]; those outside are an error unless `clip`."""
    moved = int(((rows.values < lower) | (rows.values > upper)).sum())
    if moved and not clip:
        raise outside_box(lower, upper, moved, rows.values.size)
    center, scale = lower / 2 + upper / 2, upper / 2 - lower / 2
    with np.errstate(over="ignore"):
        values = np.clip((rows.values - center) / scale, -1.0, 1.0)
    place = told_box(lower, upper) if clip else ""
    return replace(rows, values=values), PublicRange(1.0, center, scale, moved=place), moved


def outside_box(lower: FloatArray, upper: FloatArray, moved: int, of: int) -> ParameterError:
    """The error for values outside a box."""
    return ParameterError(
        f"--lower = {_told(lower)}, --upper = {_told(upper)}: values are outside (not private: {moved} of"
        f" {of}); --clip moves them, and then the estimate is of moved values"
    )


def within_ball(
    rows: Rows, radius: float, order: int, clip: bool, option: str = "--radius"
) -> tuple[Rows, PublicRange, int]:
    """Vectors of the l_order ball; those outside (by more than rounding) are an error unless `clip` scales them."""
    # By the largest entry first, so that no square overflows.
    largest = np.abs(rows.values).max(axis=-1, keepdims=True)
    shapes = rows.values / np.where(largest > 0, largest, 1.0)
    lengths = np.linalg.norm(shapes, ord=order, axis=-1, keepdims=True)
    with np.errstate(over="ignore"):
        norms = lengths * (largest / radius)
    moved = int(np.sum(norms > 1 + 1e-9))
    if moved and not clip:
        raise outside_ball(radius, order, moved, norms.size, option)
    scaled = shapes / np.maximum(lengths, 1.0) * radius
    values = np.where(norms > 1, scaled, rows.values)
    place = told_ball(radius, order) if clip else ""
    return replace(rows, values=values), PublicRange(radius, order=order, moved=place), moved


def outside_ball(radius: float, order: int, moved: int, of: int, option: str = "--radius") -> ParameterError:
    """The error for vectors outside a ball."""
    return ParameterError(
        f"{option} = {radius:g}: vectors are outside the l_{order} ball (not private: {moved} of {of});"
        " --project moves them, and then the estimate is of moved vectors"
    )


def cut(rows: Rows) -> Rows:
    """Rows under moments, cut where squares would overflow floats."""
    return replace(rows, values=np.clip(rows.values, -_FAR, _FAR))


def told_ball(radius: float, order: int) -> str:
    """A ball in words."""
    return f"the l_{order} ball of radius {radius:g}"


def _told(numbers: FloatArray) -> str:
    """Show a few of them."""
    shown = ",".join(f"{number:g}" for number in numbers[:3])
    return shown if len(numbers) <= 3 else f"{shown},..."


def estimate(
    rows: Rows | Means,
    problem: Problem,
    setting: Setting,
    known: PublicRange,
    m: int | None = None,
    name: str | None = None,
    same_law: bool = False,
    seed: int | None = None,
    charge: Charge = free,
) -> Estimate:
    """Estimate the average of the users' own means under epsilon-LDP for users.

    `setting` holds epsilon and the sizes; its n and d are those of `rows`, and its m is `m`. With `m`, a user's mean is
    over that many of their rows, drawn at random. Estimators that need i.i.d. users run only with `same_law`. Without
    `seed`, randomness is the operating system's. Raises ParameterError for an estimator of another problem, one that
    needs i.i.d. users without `same_law`, too few users, or votes that do not fit in memory. It also raises without `m`
    for an estimator that uses more than a user's mean: how many rows a user has is private, and no plan may depend on
    it. So without `m`, `rows` may be `Means`; under moments these are of rows after `cut`.
    """
    if problem.known == "space":
        raise ParameterError(
            f"problem = {problem.name!r}: a cover is selected from, by `verify.study.selection.select`"
        )
    counts = rows.counts
    setting = replace(setting, n=rows.users, m=1 if m is None else m, d=rows.dimension)
    estimator, why, worst = _chosen(problem, setting, name, same_law, m)
    if m is not None and not isinstance(rows, Rows):
        raise ParameterError("m: rows are needed to draw from, not their means")
    if known.tails is not None and isinstance(rows, Rows):
        rows = cut(rows)
    # Nothing is refused from here on: what is refused has not spent.
    charge()
    rng = generator(seed)
    plan = _plan(estimator, setting, rng)
    if m is None or not isinstance(rows, Rows):
        taken, vectors = plan, shuffled(rows.means()[:, None, :], rng)
    elif estimator.takes_means:
        taken, vectors = plan, shuffled(rows.drawn_means(m, rng)[:, None, :], rng)
    else:
        taken, vectors = prepared(plan, rows, m, rng)
    protocol = deployed_protocol(estimator, taken, setting.epsilon)
    draws = drawn(protocol)
    sent, value = protocol.transcript(flattened(vectors, vectors.shape[-1]), rng)
    found = bars(plan, sent, known.size, known.tails)
    value = np.reshape(value, setting.d)
    nearest = known.nearest(value)
    ends = np.stack([value - found.half_width, value + found.half_width])
    # A projection to a ball may move a coordinate out of its interval.
    ends = np.stack([np.minimum(ends[0], nearest), np.maximum(ends[1], nearest)])
    scale = np.asarray(known.scale, dtype=np.float64).reshape(-1)[0]
    center = np.asarray(known.center, dtype=np.float64).reshape(-1)[0]
    return Estimate(
        value=nearest * known.scale + known.center,
        interval=np.clip(ends, -known.size, known.size) * known.scale + known.center,
        bars=_scaled(found, known.scale),
        tells_little=bool(np.any(2 * found.half_width > known.size)),
        spend=summed_spend(protocol.spend()),
        silent=setting.n - len({user for step in protocol.rounds for user in step.users}),
        estimator=estimator,
        why=why,
        setting=setting,
        worst=worst,
        drawn=draws,
        seeded=seed is not None,
        not_public=NotPublic(
            rows.number, int(counts.min()), int(counts.max()), fewer=0 if m is None else int(np.sum(counts < m))
        ),
        of="the average over users of each user's own mean"
        + moved_into("values" if known.order is None else "vectors", known.moved),
        groups=tuple(
            (float(np.clip(middle, -known.size, known.size) * scale + center), share)
            for middle, share in _groups(plan, sent)
        ),
        is_moved=bool(known.moved),
    )


def _groups(plan: Any, sent: Sequence[NDArray[Any]]) -> list[tuple[float, float]]:
    """The groups in the votes of a two-stage mean of numbers; empty if there are not several, or no such votes."""
    if not isinstance(plan, CoordinatePlan) or plan.split.coordinates > 1 or not isinstance(plan.each, TwoStage):
        return []
    vote = plan.each.vote
    if not isinstance(vote, UnaryEncoding) or vote.hot > 1:
        return []
    found = kinds_in_votes(vote, plan.each.bins, plan.votes(sent)[0], plan.each.half)
    return found if len(found) > 1 else []


def _scaled(found: Bars, scale: FloatArray | float) -> Bars:
    """The bars in the data's units."""
    error, one_law = (None if part is None else part * scale for part in (found.standard_error, found.one_law))
    return replace(found, standard_error=error, half_width=found.half_width * scale, one_law=one_law)


def _chosen(
    problem: Problem, setting: Setting, name: str | None, same_law: bool, m: int | None
) -> tuple[Estimator, str, WorstRisk]:
    """The estimator, the reason for the choice, and its worst risk for i.i.d. users; from public numbers only."""
    if name is None and same_law and m is None:
        raise ParameterError(
            "--m: is needed with --same-law: how many rows of each user to use, at random. The method depends on that"
            " number, and how many rows a user has in the file is private"
        )
    named: dict[str, Estimator] = {estimator.name: estimator for estimator in problem.private}
    if name is not None:
        if name not in named:
            known = name in {estimator.name for estimator in problem.estimators}
            told = "does not protect users" if known else f"is no estimator of the problem {problem.name}"
            raise ParameterError(f"--estimator = {name!r}: {told}; must be one of {', '.join(named)}")
        if named[name].needs_one_law and not same_law:
            raise ParameterError(
                f"--estimator = {name!r}: its guarantee needs i.i.d. users; add --same-law if they are,"
                f" or use one of {', '.join(e.name for e in named.values() if not e.needs_one_law)}"
            )
        if m is None and not named[name].takes_means:
            raise ParameterError(
                f"--m: is needed with --estimator {name}: how many rows of each user to use, at random. The method"
                " depends on that number, and how many rows a user has in the file is private"
            )
        _check_runs(named[name], setting)
        return named[name], "named by --estimator", deployed_worst_risk(problem, named[name], setting)
    if not same_law:
        first = next((estimator for estimator in named.values() if not estimator.needs_one_law), None)
        if first is None:
            raise ParameterError(
                f"--same-law: is needed for the problem {problem.name}: its estimators are for i.i.d. users"
            )
        _check_runs(first, setting)
        why = "the least noise among the estimators that are valid for heterogeneous users"
        return first, why, deployed_worst_risk(problem, first, setting)
    found: list[tuple[WorstRisk, Estimator]] = []
    refusal = f"no estimator of the problem {problem.name} protects users"
    for estimator in named.values():
        try:
            _check_runs(estimator, setting)
            found.append((deployed_worst_risk(problem, estimator, setting), estimator))
        except ParameterError as error:
            refusal = f"{estimator.name}: {error}"
    if not found:
        raise ParameterError(f"--same-law: no estimator runs at n = {setting.n}, m = {setting.m}; {refusal}")
    worst, best = min(found, key=lambda pair: pair[0].value)
    return best, "the smallest worst-case risk at these n, m and epsilon for i.i.d. users", worst


def _plan(estimator: Estimator, setting: Setting, rng: np.random.Generator | None = None) -> Any:
    """The plan; a two-stage plan for a number as that of a vector of one coordinate."""
    plan = estimator.plan(setting, rng)
    return one_coordinate(plan) if isinstance(plan, TwoStage) else plan


def _check_runs(estimator: Estimator, setting: Setting) -> None:
    """Raise ParameterError for too few users, inexact draws, or rows or votes that do not fit in memory."""
    numbers = setting.n * setting.m * setting.d
    if numbers > MOST_NUMBERS and not estimator.takes_means:
        raise ParameterError(
            f"--m = {setting.m}: makes {numbers:.1e} numbers of {setting.n} users for --estimator {estimator.name};"
            f" must be at most {MOST_NUMBERS:.0e}"
        )
    plan = _plan(estimator, setting)
    drawn(deployed_protocol(estimator, plan, setting.epsilon))
    if isinstance(plan, CoordinatePlan):
        check_votes(estimator.name, plan.protocol(), plan.each.bins.count)
    elif isinstance(plan, Range):
        check_votes(estimator.name, plan.protocol(), plan.bins.count)
    messages = max(len(step.users) * step.messages for step in plan.protocol().rounds)
    if messages > MOST_NUMBERS:
        raise ParameterError(
            f"--epsilon = {setting.epsilon:g}: makes {messages:.1e} messages for --estimator {estimator.name}; must be"
            f" at most {MOST_NUMBERS:.0e}"
        )


def check_votes(name: str, protocol: Protocol, bins: int) -> None:
    """Raise ParameterError if the rounds of votes, the first half of all rounds, do not fit in memory."""
    voting = protocol.rounds[: (len(protocol.rounds) + 1) // 2]
    votes = [len(step.users) * step.messages * bins for step in voting]
    if max(votes) > MOST_VOTES or sum(votes) > 10 * MOST_VOTES:
        raise ParameterError(
            f"--estimator = {name!r}: {bins} bins make {sum(votes):.1e} votes; must be at most {MOST_VOTES:.0e} in one"
            " round, ten times that in all; choose another estimator"
        )
