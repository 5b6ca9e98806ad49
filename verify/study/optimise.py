"""Fit a parameter to your own data with user-level privacy: `estimate optimisation`, and `-central`."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import singledispatch
from math import ceil, inf, log2, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError, count, within
from notation.setting import LEAST_SIZE, MOST_SIZE, Setting
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.randomness import generator
from upperbounds.estimator import Estimator
from upperbounds.optimisation import central, local
from upperbounds.optimisation.central import FullDescent, ServerDescent
from upperbounds.optimisation.deployed import Run, deployed_descent, drawn
from upperbounds.optimisation.domains import Ball
from upperbounds.optimisation.estimator import Excess, LocalDescent
from upperbounds.optimisation.local import Descents
from upperbounds.optimisation.losses import (
    LOSSES,
    Absolute,
    Checked,
    Hinge,
    Huber,
    Linear,
    Logistic,
    Moreau,
    Quadratic,
    Softmax,
    Valued,
    smoothing,
)
from upperbounds.optimisation.subsets import SubsetDescent
from verify.study.budget import Charge, free
from verify.study.estimate import NotPublic, moved_into, outside_ball, told_ball, within_ball
from verify.study.risk import stream
from verify.study.risk.alias import draw_binomial
from verify.study.risk.side_by_side import each_of
from verify.study.table import CHUNK, Rows
from verify.study.worst import Spend, WorstRisk, summed_spend

BLOCK = 1 << 15
"""How many users' gradients are computed at a time."""
NO_LABEL = ("linear", "quadratic")
"""Losses of the features only, without a label."""
_MOST_CLASSES = 1000
DESCENTS = {"optimisation": local.LOCAL_DESCENTS, "optimisation-central": central.CENTRAL_DESCENTS}
"""The choices of a fit, by problem."""


def loss_named(name: str, features: int, size: float, radius: float, classes: int | None = None) -> Valued:
    """The loss with that name for features within `size` of 0 and parameters within `radius`; raises ParameterError."""
    if name not in LOSSES:
        raise ParameterError(f"--loss = {name!r}: must be one of {', '.join(LOSSES)}")
    within("--feature-radius", size, LEAST_SIZE, MOST_SIZE)
    if name == "softmax":
        if classes is None:
            raise ParameterError("--classes: is needed for the loss softmax: labels are 0, 1, ... below that number")
        if not 2 <= count("--classes", classes) <= _MOST_CLASSES:
            raise ParameterError(f"--classes = {classes}: must be from 2 to {_MOST_CLASSES}")
        return Softmax(features, classes, size)
    if classes is not None:
        raise ParameterError(f"--classes = {classes}: is not an option of the loss {name}")
    if name == "quadratic":
        return Quadratic(features, size, radius)
    kinds: dict[str, Callable[[int, float], Valued]] = {
        "linear": Linear, "logistic": Logistic, "huber": Huber, "absolute": Absolute, "hinge": Hinge
    }  # fmt: skip
    return kinds[name](features, size)


def labelled(loss: Valued, labels: FloatArray) -> FloatArray:
    """Labels in the form of the loss, with 0 for -1 among signs; raises ParameterError for an invalid label."""
    if isinstance(loss, Logistic | Hinge):
        known, told = np.isin(labels, (-1.0, 0.0, 1.0)), "1, and 0 or -1"
    elif isinstance(loss, Softmax):
        known, told = np.isin(labels, np.arange(loss.classes)), f"a whole number from 0 to {loss.classes - 1}"
    else:
        return labels
    if not np.all(known):
        raise ParameterError(f"--label: {labels[~known][0]:g} is among the labels; each must be {told}")
    return np.where(labels > 0, 1.0, -1.0) if isinstance(loss, Logistic | Hinge) else labels


@dataclass(frozen=True)
class Fit:
    """A parameter (d,) fitted under privacy, with what it spends and a bound on its excess risk, in parts.

    The bound is for i.i.d. users and the deployed plan; `drawn` says what its answers draw, each with its exact
    probability. `spent_delta` is the divergence at epsilon of the messages or of a server's releases: exact, or an
    upper bound for ranges and subsets. `spend` is empty if no ratio is finite.
    """

    problem: str
    theta: FloatArray
    plan: Run
    descents: Descents
    why: str
    loss: Valued
    bound: Excess
    trivial: float
    spend: Spend
    spent_delta: float
    silent: int
    drawn: tuple[str, ...]
    seeded: bool
    not_public: NotPublic
    moved: str = ""
    """The ball into which features are scaled on request; empty if not requested."""

    @property
    def of(self) -> str:
        """What is estimated, in words."""
        within = told_ball(self.plan.domain.radius, 2)
        return f"the parameter of the least average loss in {within}{moved_into('features', self.moved)}"

    @property
    def users_of_a_step(self) -> int:
        """The number of users in one step."""
        return self.plan.batch if isinstance(self.plan, SubsetDescent) else len(self.plan.batches[0])


def _chosen(
    problem: str, loss: Valued, domain: Ball, n: int, m: int, given: dict[str, Any], rng: np.random.Generator
) -> tuple[Descents, Run, str]:
    """The descent with the smallest bound, or the named one; from public numbers only."""
    delta, name = given["delta"], given["name"]
    known = {one.name: one for one in DESCENTS[problem] if delta or not one.delta}
    if name is not None and name not in known:
        other = name in {one.name for one in DESCENTS[problem]}
        told = "needs --delta" if other else f"is no estimator of the problem {problem}"
        raise ParameterError(f"--estimator = {name!r}: {told}; must be one of {', '.join(known)}")
    asked = tuple(known.values()) if name is None else (known[name],)
    found, refused = _plans(problem, asked, loss, domain, n, m, given, rng)
    if not found:
        raise refused
    best = min(found, key=lambda pair: _bound(pair[1]).total)
    return *best, "named by --estimator" if name is not None else "the least bound at these public numbers"


def _plans(
    problem: str,
    asked: tuple[Descents, ...],
    loss: Valued,
    domain: Ball,
    n: int,
    m: int,
    given: dict[str, Any],
    rng: np.random.Generator | None,
) -> tuple[list[tuple[Descents, Run]], ParameterError]:
    """Every possible plan, of each descent and each objective that it may minimise for the loss; and the last error."""
    found: list[tuple[Descents, Run]] = []
    refused = ParameterError("data: no descent runs")
    for one in asked:
        approximate = (given["delta"],) if one.delta else ()
        shared = {} if one.localises else {"one_law": given["same_law"]}
        if one.localises and not given["same_law"]:
            refused = ParameterError(f"--estimator = {one.name!r}: needs --same-law, as it localises the gradients")
            continue
        for aim in _aims(problem, one, loss, domain, n, m, given["epsilon"]):
            try:
                plan = one.build(n, m, given["epsilon"], *approximate, aim, domain, rng, **shared)
            except ParameterError as error:
                refused = error
                continue
            found.append((one, plan))
    return found, refused


@dataclass(frozen=True)
class Offer:
    """The bound of a descent for a loss, in parts, by `plan`; None if it does not run, with the reason in `told`."""

    descents: Descents
    plan: Run | None
    bound: Excess | None
    told: str = ""


def loss_of_setting(name: str, setting: Setting, classes: int | None = None) -> Valued:
    """The loss with that name whose gradients are bounded by the setting's L, for a parameter of d coordinates.

    Features are within L of 0; for the quadratic loss, whose L is B + R, within L - R; for softmax, whose L is
    sqrt(2) B and whose parameter has d/classes coordinates for each class, within L/sqrt(2). Raises ParameterError for
    another name, for a quadratic loss unless L > R, and for softmax unless `classes` divides d.
    """
    size, features = setting.L, setting.d
    if name == "quadratic":
        size = setting.L - setting.R
        if not size > 0:
            raise ParameterError(f"--lipschitz = {setting.L:g}: must be above --domain-radius for the loss quadratic")
    if name == "softmax" and classes is not None:
        size, features = setting.L / sqrt(2), setting.d // max(classes, 1)
        if not features or setting.d % max(classes, 1):
            raise ParameterError(f"--d = {setting.d}: must be a multiple of --classes = {classes} for the loss softmax")
    return loss_named(name, features, size, setting.R, classes)


def offers(problem: str, loss: Valued, setting: Setting) -> list[Offer]:
    """The smallest bound of every descent of a problem, for a loss of the setting's d and L and i.i.d. users."""
    given = {"epsilon": setting.epsilon, "delta": setting.delta, "same_law": True}
    found = []
    for one in DESCENTS[problem]:
        if one.delta and not setting.delta:
            found.append(Offer(one, None, None, "needs --delta"))
            continue
        plans, refused = _plans(problem, (one,), loss, Ball(setting.d, setting.R), setting.n, setting.m, given, None)
        if not plans:
            found.append(Offer(one, None, None, str(refused)))
            continue
        _, plan = min(plans, key=lambda pair: _bound(pair[1]).total)
        found.append(Offer(one, plan, _bound(plan)))
    return found


def _aims(problem: str, one: Descents, loss: Valued, domain: Ball, n: int, m: int, epsilon: float) -> Iterator[Valued]:
    """The objectives that a descent may minimise for the loss: itself, or Moreau envelopes of a loss with kinks.

    In the local model the envelope is bassily's; for a server, envelopes with several beta are compared.
    """
    if not isinstance(loss, Absolute | Hinge):
        yield loss
    elif one.smooth:
        yield Moreau(loss, smoothing(loss.lipschitz, domain.radius, n, m, loss.dimension, epsilon))
    else:
        yield loss
        if problem == "optimisation-central":
            yield from (Moreau(loss, 2.0**k * loss.lipschitz / domain.radius) for k in range(20))


def _bound(plan: Run) -> Excess:
    """The bound for the loss itself: its envelope costs L^2/(2 beta) more."""
    bound = plan.bound
    smooth = plan.loss.below if isinstance(plan.loss, Moreau) else 0.0
    return replace(bound, descent=bound.descent + smooth)


def fit(
    rows: Rows,
    loss: Valued,
    radius: float,
    epsilon: float,
    *,
    m: int | None = None,
    delta: float = 0.0,
    name: str | None = None,
    same_law: bool = False,
    clip: bool = False,
    seed: int | None = None,
    problem: str = "optimisation",
    charge: Charge = free,
) -> Fit:
    """Minimise the average over users of each user's average loss, over the ball of that radius.

    This is under LDP for users or, in the problem optimisation-central, under DP of a server's releases.

    `rows` are features, followed by the label if the loss has one. With `m`, a user's gradients are over that many of
    their rows, drawn at random, or all rows if there are fewer; without `m`, over all rows. Users are asked in random
    order, each in one step. Without `seed`, randomness is the operating system's. Raises ParameterError for rows that
    the loss does not admit, for features that are too long unless `clip` scales them, and for too few users.
    """
    domain = Ball(loss.dimension, within("--radius", radius, LEAST_SIZE, MOST_SIZE))
    if delta:
        within("--delta", delta, 1e-300, 0.5)
    if same_law and m is None:
        raise ParameterError("--m: is needed with --same-law: how many rows of each user to use, at random")
    if m is not None:
        count("--m", m)
    rows, place, moved = _admitted(rows, loss, clip)
    given = {"epsilon": epsilon, "delta": delta, "name": name, "same_law": same_law}
    rng = generator(seed)
    descents, printed, why = _chosen(problem, loss, domain, rows.users, 1 if m is None else m, given, rng)
    plan = deployed_descent(printed)
    # What is drawn above is public: a rotation, never an answer.
    charge()
    number, counts = rows.number, rows.counts
    values, starts = rows.at_most(m, rng)
    # Of all rows there is one copy from here on.
    del rows
    ends = np.append(starts[1:], len(values))
    checked = Checked(plan.loss)

    def gradients(theta: FloatArray, users: range) -> FloatArray:
        return np.concatenate([of_block(theta, users[k : k + BLOCK]) for k in range(0, len(users), BLOCK)])

    def of_block(theta: FloatArray, users: range) -> FloatArray:
        first, begins = starts[users.start], starts[users.start : users.stop]
        found = checked.gradient(theta, values[first : ends[users.stop - 1]])
        counts = ends[users.start : users.stop] - begins
        return np.asarray(np.add.reduceat(found, begins - first, axis=0) / counts[:, None])

    def of_some(theta: FloatArray, who: NDArray[np.int64]) -> FloatArray:
        counts = ends[who[0]] - starts[who[0]]
        begins = np.cumsum(counts) - counts
        taken = np.repeat(starts[who[0]] - begins, counts) + np.arange(counts.sum())
        found = checked.gradient(theta[0], values[taken])
        return np.asarray(np.add.reduceat(found, begins, axis=0) / counts[:, None])[None]

    if isinstance(plan, SubsetDescent):
        theta, used = plan.follow(of_some, 1, rng)[0], plan.n
    else:
        theta, used = plan.follow(gradients, rng), plan.batches[-1].stop
    return Fit(
        problem=problem,
        theta=theta,
        plan=plan,
        descents=descents,
        why=why,
        loss=loss,
        bound=_bound(plan),
        trivial=loss.lipschitz * domain.radius,
        spend=summed_spend(plan.spend()) if isinstance(plan, LocalDescent) and not plan.delta else Spend(()),
        spent_delta=plan.spent_delta() if plan.delta else 0.0,
        drawn=drawn(plan),
        silent=len(counts) - used,
        seeded=seed is not None,
        not_public=NotPublic(
            number, int(counts.min()), int(counts.max()), moved, 0 if m is None else int(np.sum(counts < m))
        ),
        moved=place,
    )


def _admitted(rows: Rows, loss: Valued, clip: bool) -> tuple[Rows, str, int]:
    """The rows for the loss, the ball into which they are scaled on request, and how many were; block by block."""
    size: float = loss.lipschitz if isinstance(loss, Linear) else loss.size  # type: ignore[attr-defined]
    alone = isinstance(loss, Linear | Quadratic)
    values, moved, place = np.empty_like(rows.values), 0, ""
    for start in range(0, rows.number, CHUNK):
        part = rows.values[start : start + CHUNK]
        owner = rows.owner[start : start + CHUNK]
        kept, known, more = within_ball(Rows(part if alone else part[:, :-1], owner), size, 2, True, "--feature-radius")
        values[start : start + CHUNK] = (
            kept.values if alone else np.column_stack([kept.values, labelled(loss, part[:, -1])])
        )
        moved, place = moved + more, known.moved
    if moved and not clip:
        raise outside_ball(size, 2, moved, rows.number, "--feature-radius")
    return Rows(values, rows.owner), place if clip else "", moved


_NUMBERS, _MOST_NUMBERS = 1.2e7, 4e7
"""How many numbers a worst risk draws, and how many for the fewest repetitions."""
_SIDE_BY_SIDE = 2e6
"""How many numbers the simultaneous runs of a pilot hold."""
_PILOT, _REPETITIONS = (3, 30), (20, 400)
"""Fewest and most repetitions, at each bias in the pilot, and then at the chosen one; with fewer, no risk is given."""
_MOST_DRAWS = 10**18
"""The number of samples from which their sum is one draw."""


def corner_means(
    L: float, biases: Sequence[float], m: int, shape: tuple[int, ...], rng: np.random.Generator
) -> FloatArray:
    """Users' means (biases, ..., users, d) of m samples, independent coordinates +-L/sqrt(d), + with (1 + bias)/2.

    `shape` is that of one bias.
    """
    means = np.empty((len(biases), *shape))
    for part, bias in zip(means, biases, strict=True):
        part[:] = draw_binomial(m, (1 + bias) / 2, shape, rng)
    means *= 2 / m
    means -= 1
    means *= L / np.sqrt(shape[-1])
    return means


def run_on_corners(plan: Run, biases: Sequence[float], repetitions: int, rng: np.random.Generator) -> FloatArray:
    """Parameters (biases, repetitions, d) of runs on linear losses, z a corner of the cube in the ball of radius L."""
    # A plan of which nothing moves answers its start, once for all.
    found = on_corners(plan, -plan.loss.lipschitz, biases, repetitions, rng)
    return np.broadcast_to(found, (len(biases), repetitions, plan.dimension))


@singledispatch
def on_corners(
    plan: Any, size: float, biases: Sequence[float], repetitions: int, rng: np.random.Generator
) -> FloatArray:
    """Runs on users' slopes, corners of the cube in the ball of radius `size`; a new form of plan registers its own."""
    d = plan.dimension
    return plan.follow(lambda _, users: corner_means(size, biases, plan.m, (repetitions, len(users), d), rng), rng)


@on_corners.register
def _(
    plan: ServerDescent, size: float, biases: Sequence[float], repetitions: int, rng: np.random.Generator
) -> FloatArray:
    if plan.oracle.localises:
        return on_corners.dispatch(LocalDescent)(plan, size, biases, repetitions, rng)
    # Nothing is truncated: a batch is drawn as one user with all its samples, all users as one for all steps.
    one = replace(plan, oracle=replace(plan.oracle, plan=replace(plan.oracle.plan, n=1)))
    shape = (repetitions, 1, plan.dimension)
    every = corner_means(size, biases, plan.m * plan.n, shape, rng)
    if isinstance(plan, FullDescent):
        return one.follow(lambda *_: every, rng)
    return one.follow(lambda _, users: corner_means(size, biases, plan.m * len(users), shape, rng), rng)


@on_corners.register
def _(
    plan: SubsetDescent, size: float, biases: Sequence[float], repetitions: int, rng: np.random.Generator
) -> FloatArray:
    d = plan.dimension
    slopes = corner_means(size, biases, plan.m, (repetitions, plan.n, d), rng).reshape(-1, plan.n, d)
    rows = np.arange(len(slopes))[:, None]
    found = plan.follow(lambda _, who: slopes[rows, who], len(slopes), rng)
    return found.reshape(len(biases), repetitions, d)


@singledispatch
def drawn_numbers(plan: Any) -> tuple[int, int]:
    """How many numbers a run of `on_corners` draws, and of how many samples each is the mean."""
    return plan.n * plan.dimension, plan.m


@drawn_numbers.register
def _(plan: ServerDescent) -> tuple[int, int]:
    if plan.oracle.localises:
        return drawn_numbers.dispatch(LocalDescent)(plan)
    return plan.steps.number * plan.dimension, plan.n * plan.m


@drawn_numbers.register
def _(plan: SubsetDescent) -> tuple[int, int]:
    return plan.n * max(plan.steps.number, plan.dimension), plan.m


def _biases(plan: Run) -> list[float]:
    """Biases in halving steps, from one that the bound detects well down to below 1/sqrt(nm), which sampling hides.

    The first is 32 times the bound over LR, or 1.
    """
    most = min(1.0, 32 * plan.bound.total / (plan.loss.lipschitz * plan.domain.radius))
    least = 1 / (4 * sqrt(plan.n * plan.m))
    return [most * 2.0**-k for k in range(max(1, ceil(log2(most / least)) + 1))]


def worst_excess_risk(estimator: Estimator, setting: Setting) -> WorstRisk:
    """The excess risk of linear losses on the corners of a cube, simulated at the bias that is worst in a pilot run.

    A pilot chooses the bias; the result is drawn again there. F(theta) - min F = L R b (1 - theta . 1/(R sqrt(d))) at
    bias b; by symmetry all corners have the same risk. Infinite, with a reason, if there are too many numbers to draw.
    Raises ParameterError if there are too few users for the plan.
    """
    plan: Run = estimator.plan(setting)
    L, R, d = setting.L, setting.R, setting.d
    asked, draws = drawn_numbers(plan)
    if draws > _MOST_DRAWS:
        return WorstRisk(inf, inf, f"not computed: beyond {_MOST_DRAWS:.0e} samples of each law", None, 0.0)
    biases = _biases(plan)
    if (_PILOT[0] * len(biases) + _REPETITIONS[0]) * asked > _MOST_NUMBERS:
        return WorstRisk(inf, inf, f"not computed: {asked:.1e} numbers for one run", None, 0.0)
    few = int(np.clip(_NUMBERS / 2 / (len(biases) * asked), *_PILOT))
    many = int(np.clip(_NUMBERS / asked - few * len(biases), *_REPETITIONS))

    def excess(tried: Sequence[float], repetitions: int, cell: int) -> FloatArray:
        thetas = run_on_corners(plan, tried, repetitions, stream(0, 0, cell, 0))
        return L * R * np.array(tried)[:, None] * (1 - thetas.sum(axis=-1) / (R * np.sqrt(d)))

    # Many small runs go side by side.
    side = max(1, int(_SIDE_BY_SIDE / (few * asked)))
    groups = [biases[start : start + side] for start in range(0, len(biases), side)]
    pilot = each_of(lambda cell: excess(groups[cell], few, cell).mean(axis=-1), range(len(groups)))
    # Drawn again at the bias that looks worst: its risk is not the largest of many that are off.
    bias = biases[int(np.argmax(np.concatenate(pilot)))]
    (found,) = excess([bias], many, len(biases))
    method = (
        f"simulated; linear losses on the corners of a cube, at the worst of {len(biases)} biases in {few} runs each"
    )
    return WorstRisk(float(found.mean()), float(found.std(ddof=1) / sqrt(many)), method, None, bias, many)
