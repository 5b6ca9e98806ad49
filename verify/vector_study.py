"""What a person who plans a study asks about mean vectors: the worst risk and the spend of every estimator."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError, count, within
from upperbounds.arrays import FloatArray
from upperbounds.channels import WindowResponse
from upperbounds.channels.ball import BallResponse
from upperbounds.channels.budget import PartOfBudget
from upperbounds.mean import ESTIMATORS as MEAN_ESTIMATORS
from upperbounds.mean import MeanEstimator
from upperbounds.mean.estimator import UpperBound
from upperbounds.protocol import Protocol
from upperbounds.two_stage import TwoStage, winner
from upperbounds.vectors import CoordinatePlan, VectorEstimator, VectorPlan, of_problem
from upperbounds.vectors.baselines import OneRound, duchi_risk, signed_risk
from upperbounds.vectors.coordinates import Plain
from upperbounds.vectors.hadamard import Hadamard, RandomRotation
from upperbounds.vectors.heavy import HeavyTwoStage
from upperbounds.vectors.kashin import Kashin
from upperbounds.vectors.split import Split
from upperbounds.vectors.user_means import answers
from verify.risk import SignLaw, stream
from verify.study import (
    LEAST_SIZE,
    MOST_SIZE,
    WorstRisk,
    check_range,
    first_useful_users,
    mean_laws,
    windowed_risk,
    worst_risk,
    worst_staged_risk,
)

Estimator = MeanEstimator | VectorEstimator

HEAVY = ("mean-heavy", "mean-heavy-l2")

MOST_DIMENSIONS = 2048
"""Beyond, the tables of who sends what take too long to make again and again."""

_NUMBERS = 1.2e7
"""Users' coordinates and votes that a simulation of one law draws."""
_FEWEST, _MOST = 10, 200
"""Repetitions: with fewer no risk is told."""

_SPIKES = 12


@dataclass(frozen=True)
class Place:
    """A problem with its numbers: `size` is D, or M_p^(1/p) under moments of order `order`."""

    problem: str
    users: int
    samples: int
    dimension: int
    epsilon: float
    size: float
    order: float = 4.0

    def __post_init__(self) -> None:
        """Refuse what floats or a few seconds do not carry."""
        check_range(max(self.users, 2), self.samples, self.epsilon, 1.0)
        count("n", self.users)
        if count("d", self.dimension) > MOST_DIMENSIONS:
            raise ParameterError(f"d = {self.dimension}: must be at most {MOST_DIMENSIONS}")
        within("p", self.order, 2, 100)
        within("M^(1/p)" if self.is_heavy else "D", self.size, LEAST_SIZE, MOST_SIZE)

    @property
    def is_heavy(self) -> bool:
        """Whether moments are bounded in place of the data."""
        return self.problem in HEAVY

    @property
    def all_estimators(self) -> tuple[Estimator, ...]:
        """The estimators of the problem; raises ParameterError for another problem."""
        return MEAN_ESTIMATORS if self.problem == "mean" else of_problem(self.problem, self.order)

    @property
    def estimators(self) -> tuple[Estimator, ...]:
        """Those that protect users."""
        return tuple(e for e in self.all_estimators if isinstance(e, VectorEstimator) or e.protects_users)

    def plan(self, estimator: Estimator, rng: np.random.Generator) -> Any:
        """The estimator's plan; raises ParameterError where there are too few users for it.

        A two-stage plan for a number is that of a vector of one coordinate.
        """
        if isinstance(estimator, VectorEstimator):
            return estimator.build(self.users, self.samples, self.dimension, self.epsilon, self.size, rng)
        plan = estimator.build(self.users, self.samples, self.epsilon, self.size)
        if isinstance(plan, TwoStage):
            return CoordinatePlan(plan.name, Split(self.users, 1, ((0,),)), plan, Fraction(1), Plain(1))
        return plan

    def sample_plan(self, estimator: Estimator) -> Any:
        """The plan with one draw of what is public and random in it, always the same."""
        return self.plan(estimator, stream(0, 3, 0, 0))

    def bound(self, estimator: Estimator) -> UpperBound:
        """The explicit bound; raises as `plan` does."""
        if isinstance(estimator, VectorEstimator):
            return estimator.bound(self.users, self.samples, self.dimension, self.epsilon, self.size)
        return estimator.bound(self.users, self.samples, self.epsilon, self.size)

    def risk(self, estimator: Estimator) -> WorstRisk:
        """The worst risk for two-valued data where all users draw from one law; raises as `plan` does."""
        if isinstance(estimator, VectorEstimator):
            return vector_risk(self, estimator)
        return worst_risk(estimator, self.users, self.samples, self.epsilon, self.size)

    def spend(self, estimator: Estimator, plan: Any) -> "Spend":
        """What the users of the estimator's plan spend, computed from the plan in symbols."""
        if isinstance(estimator, VectorEstimator) or isinstance(plan, CoordinatePlan):
            return spend_of(plan)
        return spend_of(estimator.exact(plan).protocol())

    def useful_from(self, estimator: Estimator) -> int | None:
        """The least n (to 1%) from which the bound says anything; None where 10^12 users do not suffice."""

        def vacuous(users: int) -> bool:
            try:
                return replace(self, users=users).bound(estimator).vacuous
            except ParameterError:
                return True

        return first_useful_users(vacuous)


@dataclass(frozen=True)
class Spend:
    """What the users of a plan spend in multiples of epsilon, exact: how many spend how much, the most first."""

    groups: tuple[tuple[int, Fraction], ...]

    @property
    def largest(self) -> Fraction:
        """The largest spend of a user."""
        return self.groups[0][1]


def spend_of(plan: VectorPlan | Protocol) -> Spend:
    """The spend of every user, computed from the plan."""
    found: dict[Fraction, int] = {}
    for users, loss in plan.spend():
        multiple = loss.multiple()
        assert multiple is not None
        found[multiple] = found.get(multiple, 0) + len(users)
    return Spend(tuple((found[multiple], multiple) for multiple in sorted(found, reverse=True)))


def vector_risk(place: Place, estimator: VectorEstimator) -> WorstRisk:
    """The largest mean squared l_2 error for two-valued data, exact where that can be, else simulated or infinite.

    Two-valued: +-D in each coordinate, or on one axis in the balls of l_2 and l_1; under moments +-M^(1/p), and rare
    spikes. `localisation_failure` is that of one coordinate, where they differ the average over coordinates. Raises
    ParameterError where there are too few users for the plan.
    """
    plan = place.sample_plan(estimator)
    if isinstance(plan, OneRound):
        return _one_round(place, plan)
    assert isinstance(plan, CoordinatePlan)
    embedding, each = plan.embedding, plan.each
    if isinstance(embedding, Plain):
        heavy = isinstance(each, HeavyTwoStage)
        more = tuple(_spikes(place, each.half)) if heavy else ()
        one = worst_staged_risk(each, place.size, more, "+-M^(1/p) data, rare spikes" if heavy else "+-D data")
        return _times(one, place.dimension)
    if isinstance(embedding, Hadamard | RandomRotation) and embedding.coordinates == place.dimension:
        # An isometry, in which data on an axis are two-valued in every coordinate.
        one = worst_staged_risk(each, place.size / sqrt(place.dimension), data="+-D on one axis")
        return _times(one, place.dimension)
    return _simulated(place, plan)


def _one_round(place: Place, plan: OneRound) -> WorstRisk:
    numbers = place.users, place.samples, place.dimension, place.epsilon, place.size
    if isinstance(plan.channel, PartOfBudget) and isinstance(plan.channel.channel, WindowResponse):
        return _by_windows(place, plan, plan.channel.channel)
    if isinstance(plan.channel, BallResponse) and place.is_heavy:
        return _in_ball(place, plan, plan.channel)
    if isinstance(plan.channel, BallResponse):
        return WorstRisk(duchi_risk(*numbers, "semi-user"), 0.0, "exact variance at mean 0", None, 0.0)
    found = {share: signed_risk(*numbers, share) for share in (0.0, 1.0)}
    share = max(found, key=lambda share: found[share])
    return WorstRisk(found[share], 0.0, "exact; +-D on one axis, means 0 and D", None, share * place.size)


def _by_windows(place: Place, plan: OneRound, channel: WindowResponse) -> WorstRisk:
    """Coordinates with one law; of one that nobody sends the estimate is 0."""
    number = answers(place.users, place.dimension, plan.messages)
    laws = (*mean_laws(place.size), *(_spikes(place, place.users) if place.is_heavy else ()))
    least, more = int(number.min()), int(np.sum(number > number.min()))

    def risk(law: SignLaw) -> float:
        few = windowed_risk(channel, least, law, place.samples) if least else law.mean**2
        many = windowed_risk(channel, least + 1, law, place.samples) if more else 0.0
        return (place.dimension - more) * few + more * many

    found = {law: risk(law) for law in laws}
    law = max(found, key=lambda law: found[law])
    told = "signs and rare spikes" if place.is_heavy else "+-D data"
    return WorstRisk(found[law], 0.0, f"exact; {told}, largest of {len(found)} laws", None, law.mean)


def _in_ball(place: Place, plan: OneRound, channel: BallResponse) -> WorstRisk:
    """Data on one axis: a message has the ball's second moment and the mean of the clipped user mean."""
    edge = np.array([float(channel.half_width)])

    def risk(law: SignLaw) -> float:
        bias = float(law.clipped(-edge, edge, place.samples)[0][0])
        return (channel.second_moment - (law.mean + bias) ** 2) / place.users + bias**2

    found = {law: risk(law) for law in (SignLaw(0.0, place.size), *_spikes(place, place.users))}
    law = max(found, key=lambda law: found[law])
    return WorstRisk(found[law], 0.0, f"exact; on one axis, largest of {len(found)} laws", None, law.mean)


def _times(one: WorstRisk, coordinates: int) -> WorstRisk:
    """The sum over coordinates with one law."""
    method = f"{coordinates} times: {one.method}"
    return replace(one, value=coordinates * one.value, error=coordinates * one.error, method=method)


def _spikes(place: Place, half: int) -> Iterator[SignLaw]:
    """(M/q)^(1/p) with chance q, else 0: from certain down to what no voter sees."""
    for q in np.geomspace(1.0, 1 / (10 * place.samples * half), _SPIKES):
        height = place.size * float(q) ** (-1 / place.order)
        for sign in (1, -1):
            yield SignLaw(sign * float(q) * height, height / 2, sign * height / 2)


def _simulated(place: Place, plan: CoordinatePlan) -> WorstRisk:
    """By aggregates, given every user's mean: data on an axis make coordinates that depend on each other."""
    split, embedding, each = plan.split, plan.embedding, plan.each
    work = 2 * split.fold * int(split.folds_of.sum()) + split.coordinates * each.bins.count
    repetitions = int(min(_MOST, _NUMBERS / work))
    if repetitions < _FEWEST:
        method = f"not computed: {work:.1e} numbers in one repetition; coordinates that depend on each other"
        return WorstRisk(inf, inf, method, None, 0.0)
    assert isinstance(embedding, Hadamard | RandomRotation | Kashin)
    axis = place.size * np.eye(1, place.dimension)[0]
    # Kashin's projections make coefficients in proportion to the vector, as linear maps do.
    line = Line(plan, axis, embedding.forward(axis[None])[0])
    laws = [SignLaw(share) for share in (0.0, 0.5, 1.0)]
    if place.is_heavy:
        laws += list(_spikes(replace(place, size=1.0), each.half))[6:12:2]
    found = [line.risk(law, place.samples, repetitions) for law in laws]
    return replace(
        max(found, key=lambda risk: risk.value),
        method=f"Monte Carlo, {repetitions} repetitions; data on one axis, largest of {len(laws)} laws",
        localisation_failure=max(risk.localisation_failure or 0.0 for risk in found),
    )


@dataclass(frozen=True)
class Line:
    """A plan run on multiples of one vector, `axis`, whose coordinates in the plan's embedding are `direction`.

    Only the factors' user means are drawn user by user; summed votes and noise come by their laws given those.
    """

    plan: CoordinatePlan
    axis: FloatArray
    direction: FloatArray

    def risk(self, law: SignLaw, samples: int, repetitions: int) -> WorstRisk:
        """The mean squared error for factors of this law, and the average share of coordinates that are lost."""
        rng, target = stream(0, 3, 1, 0), law.mean * self.direction
        losses, lost = np.empty(repetitions), np.empty(repetitions)
        for i in range(repetitions):
            estimate, winners = self.draw(law, samples, rng)
            lower, upper = self.plan.each.interval(winners)
            losses[i] = np.sum((estimate - law.mean * self.axis) ** 2)
            lost[i] = np.mean((target < lower) | (target > upper))
        error = float(losses.std(ddof=1)) / sqrt(repetitions)
        worst = law.mean * float(self.axis[0])
        return WorstRisk(float(losses.mean()), error, "", float(lost.mean()), worst, repetitions)

    def draw(self, law: SignLaw, samples: int, rng: np.random.Generator) -> tuple[FloatArray, NDArray[np.intp]]:
        """One estimate (d,) and the winning bins (coordinates,)."""
        each, size = self.plan.each, self.plan.split.coordinates
        counts = np.zeros(size * each.bins.count, dtype=np.int64)
        for table, inputs in self._inputs(law, samples, rng):
            places = each.bins.index(inputs) + each.bins.count * table[:, None, :]
            counts += np.bincount(places.ravel(), minlength=len(counts))
        winners = winner(each.vote.sample_sum(counts.reshape(size, each.bins.count), rng))
        lower, upper = each.interval(winners)
        sums = np.zeros(size)
        for table, inputs in self._inputs(law, samples, rng):
            ends = (np.asarray(end)[table][:, None, :] for end in (lower, upper))
            np.add.at(sums, table, np.clip(inputs, *ends).sum(axis=1))
        means = each.refiner(winners).sample_mean(sums / each.half, each.half, rng)
        return self.plan.decode(means * each.half), winners

    def _inputs(
        self, law: SignLaw, samples: int, rng: np.random.Generator
    ) -> Iterator[tuple[NDArray[np.int64], FloatArray]]:
        """For each block of folds its table, and new users' means (folds, users of a fold, coordinates they send)."""
        for block in self.plan.split.blocks:
            factors = law.sample_user_means((block.folds, self.plan.split.fold, 1), samples, rng)
            yield block.table, factors * self.direction[block.table][:, None, :]
