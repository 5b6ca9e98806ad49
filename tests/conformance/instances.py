"""Data on which the mean squared error of a plan is known, exactly or except for a stated error."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import singledispatch
from typing import Any

import numpy as np

from upperbounds.channels import WindowResponse
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.ball import BallResponse
from upperbounds.channels.budget import PartOfBudget
from upperbounds.channels.signed import SignedResponse
from upperbounds.mean.estimator import Additive
from upperbounds.optimisation.estimator import LocalDescent
from upperbounds.protocols.coordinate_walk import CoordinateWalk
from upperbounds.protocols.coordinates import CoordinatePlan, Plain
from upperbounds.protocols.range_vote import Range
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.protocols.walk import Walk
from upperbounds.selection.cover_select import Selection
from upperbounds.sparse.balls import SparseBalls
from upperbounds.sparse.selection import SelectionPlan
from upperbounds.sparse.threshold import ThresholdPlan
from upperbounds.vectors.balls import ShrinkingBalls
from upperbounds.vectors.baselines import OneRound, signed_risk
from upperbounds.vectors.user_means import answers, window_of
from verify.study.measuring.vectors import axis, line_laws
from verify.study.optimise import run_on_corners
from verify.study.risk import SignLaw, exact_risk, exact_stages, exact_vector_risk, unseen_loss
from verify.study.risk import sparse as of_sparse
from verify.study.risk.balls import balls_risk
from verify.study.risk.coordinate_walk import exact_coordinate_walk_risk, unseen_coordinate_walks
from verify.study.risk.density import beyond, exact_density_risk, law_of
from verify.study.risk.mixture import Mixture, drawn_risk, gram
from verify.study.risk.selection import one_cell, risk_at, squared_errors
from verify.study.risk.sparse import balls_risk as sparse_balls_risk
from verify.study.risk.sparse import selection_risk, threshold_risk
from verify.study.risk.unseen import SHOWN
from verify.study.risk.walk import exact_walk_risk, unseen_walks
from verify.study.worst import voting, windowed_risk, worst_exact


@dataclass(frozen=True)
class At:
    """Parameters; `D` is M_p^(1/p) under moments and r for densities, and `d` is K of a mixture."""

    n: Any = 16
    m: Any = 4
    d: Any = 2
    epsilon: Any = 1.0
    D: Any = 1.0
    s: Any = 1

    def but(self, **changed: Any) -> "At":
        """The same with other values."""
        return replace(self, **changed)


@dataclass(frozen=True)
class Instance:
    """Data on which a plan's mean squared error is known: `draw` gives samples (repetitions, users, m d)."""

    draw: Callable[[int, np.random.Generator], FloatArray]
    mean: FloatArray
    risk: float
    error: Callable[[int], float]
    """What the risk may be off by, with what a given number of repetitions need not show."""


def signs(at: At, plan: Any) -> Instance:
    """Signs of size D: in each coordinate, independent; or on one line where the embedding mixes coordinates."""
    return instance_of(plan, at)


@singledispatch
def instance_of(plan: Any, at: At) -> Instance:
    """Data for a plan; a new form registers its own, or a risk in `known`. Of one number they are signs."""
    return _alike(plan, at, 1)


def _alike(plan: Any, at: At, size: int) -> Instance:
    """Signs of mean D/2 in each coordinate."""
    share = 0.5
    law = SignLaw(share * at.D, at.D)

    def draw(repetitions: int, rng: np.random.Generator) -> FloatArray:
        return np.where(rng.random((repetitions, at.n, at.m * size)) < (1 + share) / 2, at.D, -at.D)

    return Instance(draw, np.full(size, share * at.D), *known(plan, law, at))


@instance_of.register
def _(plan: CoordinateWalk, at: At) -> Instance:
    return _apart(at, plan) if isinstance(plan.embedding, Plain) else _line(at, plan, 0.5)


@instance_of.register
def _(plan: CoordinatePlan, at: At) -> Instance:
    return _alike(plan, at, at.d) if isinstance(plan.embedding, Plain) else _line(at, plan, 0.5)


@instance_of.register
def _(plan: ShrinkingBalls, at: At) -> Instance:
    share = 0.5
    found = balls_risk(plan, SignLaw(share * at.D, at.D), _AGGREGATES // 20, np.random.default_rng(37))
    return _drawn_on_axis(at, share, found.value, lambda _: 7 * found.error)


@instance_of.register
def _(plan: OneRound, at: At) -> Instance:
    return sent(plan.channel, plan, at)


@singledispatch
def sent(channel: Any, plan: OneRound, at: At) -> Instance:
    """Data for one round through a channel."""
    raise TypeError(f"no risk is known of {type(channel).__name__}: {plan.name}, {at}")


@sent.register
def _(channel: PartOfBudget, plan: OneRound, at: At) -> Instance:
    return sent(channel.channel, plan, at)


@sent.register
def _(_: WindowResponse, plan: OneRound, at: At) -> Instance:
    return _alike(plan, at, at.d)


@sent.register
def _(channel: BallResponse, _: OneRound, at: At) -> Instance:
    share, edge = 0.5, np.array([float(channel.half_width)])
    bias = float(SignLaw(share * at.D, at.D).clipped(-edge, edge, at.m)[0][0])
    value = (channel.second_moment - (share * at.D + bias) ** 2) / at.n + bias**2
    return _drawn_on_axis(at, share, value, lambda _: 0.0)


@sent.register
def _(_: SignedResponse, plan: OneRound, at: At) -> Instance:
    share = 0.0 if plan.name == "signed-kary" else 0.5
    return _drawn_on_axis(at, share, signed_risk(at.n, at.m, at.d, at.epsilon, at.D, share), lambda _: 0.0)


def _apart(at: At, plan: CoordinateWalk) -> Instance:
    """Independent signs of size D, each coordinate with a mean of its own."""
    means = np.linspace(0.5, -0.4, at.d) * at.D

    def draw(repetitions: int, rng: np.random.Generator) -> FloatArray:
        chances = (1 + np.tile(means, at.m) / at.D) / 2
        return np.where(rng.random((repetitions, at.n, at.m * at.d)) < chances, at.D, -at.D)

    return Instance(draw, means, *_walked(plan, [SignLaw(mean, at.D) for mean in means.tolist()]))


def _knowing(at: At, plan: Selection) -> Instance:
    """Every sample is one point, near a corner of the space's first coordinates; rarely others than near cells win."""
    point = plan.cover.centres[-1] * 0.9
    law = one_cell(plan.vote, plan.n)
    risk = risk_at(plan, point, law)
    chances = law.chances(int(plan.cover.index(point[None])[0]))
    errors = squared_errors(plan, point)

    def unseen(repetitions: int) -> float:
        return law.relative * risk + float((chances * errors)[chances * repetitions < SHOWN].sum())

    def draw(repetitions: int, rng: np.random.Generator) -> FloatArray:
        return np.broadcast_to(np.tile(point, at.m), (repetitions, at.n, at.m * at.d))

    return Instance(draw, point, risk, unseen)


def _waves(at: At, plan: Any) -> Instance:
    """A wave beyond the cut-off; the loss in the coefficients that are estimated."""
    cutoff = plan.embedding.cutoff
    wave = beyond(cutoff, 1, at.D)
    found = exact_density_risk(plan, wave)
    laws = [law_of(plan.each.m)] * plan.split.coordinates
    return Instance(
        lambda repetitions, rng: wave.sample((repetitions, at.n, at.m), rng),
        wave.coefficients(cutoff),
        found.value - wave.amplitude**2,
        lambda repetitions: found.error + unseen_loss(plan.each, laws, repetitions),
    )


_AGGREGATES = 400_000
"""Repetitions by aggregates, with which a user-by-user run is compared."""


@instance_of.register
def _(plan: SelectionPlan, at: At) -> Instance:
    return _sparse(at, lambda laws, rng: selection_risk(plan, laws, _AGGREGATES, rng))


@instance_of.register
def _(plan: ThresholdPlan, at: At) -> Instance:
    return _sparse(at, lambda laws, rng: threshold_risk(plan, laws, _AGGREGATES // 4, rng))


@instance_of.register
def _(plan: SparseBalls, at: At) -> Instance:
    return _sparse(at, lambda laws, rng: sparse_balls_risk(plan, laws, _AGGREGATES // 20, rng))


def _sparse(at: At, risk: Callable[..., Any]) -> Instance:
    """Independent signs, the last s of mean 9/10 of D: the risk is that of aggregates, within random error."""
    mean = np.zeros(at.d)
    mean[-at.s :] = 0.9 * at.D

    def draw(repetitions: int, rng: np.random.Generator) -> FloatArray:
        chances = (1 + np.tile(mean, at.m) / at.D) / 2
        return np.where(rng.random((repetitions, at.n, at.m * at.d)) < chances, at.D, -at.D)

    found = risk(of_sparse.signs(mean, at.D), np.random.default_rng(23))
    return Instance(draw, mean, found.value, lambda _: 7 * found.error)


def mixed_users(at: At, plan: Any) -> Instance:
    """Signs of size D, components' means spread over half the range; the risk is that of the plan's public signs."""
    means = np.linspace(-0.5, 0.5, at.d) * at.D if at.d > 1 else np.array([0.5 * at.D])
    weights = np.arange(1, at.d + 1) / sum(range(1, at.d + 1))
    law = Mixture(tuple(weights), tuple(SignLaw(float(mean), at.D) for mean in means))
    found = drawn_risk(plan, law, 40_000, (0, 4, 2), gram(plan))
    # Seven standard errors of the drawn bins leave a chance of 3e-12.
    return Instance(lambda n, rng: law.sample(n, at.n, at.m, rng), law.means, found.value, lambda _: 7 * found.error)


Known = tuple[float, Callable[[int], float]]


@singledispatch
def known(plan: Any, _: SignLaw, __: At) -> Known:
    """The risk of a plan for signs, and its error for so many repetitions."""
    raise TypeError(f"no risk is known of {plan!r}")


@known.register
def _(plan: OneRound, law: SignLaw, at: At) -> Known:
    channel = window_of(plan)
    number = answers(plan.n, plan.dimension, plan.messages)
    return sum(windowed_risk(channel, int(k), law, at.m) for k in number), lambda _: 0.0


@known.register
def _(plan: Additive, law: SignLaw, at: At) -> Known:
    if isinstance(plan.channel, WindowResponse):
        return windowed_risk(plan.channel, plan.n, law, at.m), lambda _: 0.0
    return plan.risk(at.D**2 - law.mean**2, law.mean), lambda _: 0.0


@known.register
def _(plan: CoordinatePlan, law: SignLaw, _: At) -> Known:
    found, laws = exact_vector_risk(plan, [law]), [law] * plan.split.coordinates
    return found.value, lambda repetitions: found.error + unseen_loss(plan.each, laws, repetitions)


@known.register
def _(plan: TwoStage, law: SignLaw, _: At) -> Known:
    risk = exact_risk(plan, law)
    return risk.value, lambda repetitions: risk.error + unseen_loss(plan, [law], repetitions)


@known.register
def _(plan: Walk, law: SignLaw, _: At) -> Known:
    risk = exact_walk_risk(plan, law)
    return risk.value, lambda repetitions: risk.error + unseen_walks(plan, law, repetitions)


@known.register
def _(plan: Range, law: SignLaw, _: At) -> Known:
    risk, _ = worst_exact(plan, law)
    chances = np.asarray(exact_stages(voting(plan), law).winner)
    farthest = (2 * plan.bins.count * float(plan.bins.width)) ** 2
    return risk.value, lambda n: risk.error + farthest * float(chances[chances * n < SHOWN].sum())


def _walked(plan: CoordinateWalk, laws: list[SignLaw]) -> tuple[float, Callable[[int], float]]:
    found = exact_coordinate_walk_risk(plan, laws)
    return found.value, lambda repetitions: found.error + unseen_coordinate_walks(plan, laws, repetitions)


def _line(at: At, plan: Any, share: float) -> Instance:
    """X = +-D e_1 with mean share D e_1."""
    laws = line_laws(plan, share, at.D * axis(at.d))
    if isinstance(plan, CoordinateWalk):
        return _drawn_on_axis(at, share, *_walked(plan, laws))
    found = exact_vector_risk(plan, laws)
    return _drawn_on_axis(at, share, found.value, lambda n: found.error + unseen_loss(plan.each, laws, n))


def _drawn_on_axis(at: At, share: float, risk: float, error: Callable[[int], float]) -> Instance:
    direction = at.D * axis(at.d)

    def draw(repetitions: int, rng: np.random.Generator) -> FloatArray:
        signs = np.where(rng.random((repetitions, at.n, at.m, 1)) < (1 + share) / 2, 1.0, -1.0)
        return np.reshape(signs * direction, (repetitions, at.n, -1))

    return Instance(draw, share * direction, risk, error)


def _corners(at: At, plan: LocalDescent) -> Instance:
    """Linear losses on corners; the distance to the minimiser is that of runs on users' means."""
    bias, size = 0.5, at.D / np.sqrt(at.d)
    best = np.full(at.d, 1 / np.sqrt(at.d))
    found = run_on_corners(plan, [bias], _AGGREGATES // 20, np.random.default_rng(31))[0]
    squares = np.sum((found - best) ** 2, axis=-1)
    error = float(squares.std() / np.sqrt(len(squares)))

    def draw(repetitions: int, rng: np.random.Generator) -> FloatArray:
        return np.where(rng.random((repetitions, at.n, at.m * at.d)) < (1 + bias) / 2, size, -size)

    return Instance(draw, best, float(squares.mean()), lambda _: 7 * error)


INSTANCES: dict[str, Callable[[At, Any], Instance]] = {"interval": _waves, "space": _knowing, "losses": _corners}
"""By what is public; of data in a range or under moments they are signs."""
