"""The worst risk and the privacy spend of every estimator in a setting."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial, singledispatch
from math import inf, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from notation.setting import Setting
from upperbounds.channels import UnaryEncoding, WindowResponse
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.ball import BallResponse
from upperbounds.channels.budget import PartOfBudget
from upperbounds.channels.loss import PrivacyLoss
from upperbounds.channels.signed import SignedResponse
from upperbounds.estimator import Estimator
from upperbounds.mean.estimator import Additive
from upperbounds.protocols.coordinate_walk import CoordinateWalk
from upperbounds.protocols.coordinates import CoordinatePlan, Plain
from upperbounds.protocols.range_vote import Range
from upperbounds.protocols.two_stage import TwoStage, winner
from upperbounds.protocols.walk import Walk
from upperbounds.transforms.hadamard import Hadamard, RandomRotation
from upperbounds.transforms.kashin import Kashin
from upperbounds.vectors.balls import ShrinkingBalls
from upperbounds.vectors.baselines import OneRound, duchi_risk, signed_risk
from upperbounds.vectors.heavy import HeavyTwoStage
from upperbounds.vectors.user_means import answers
from verify.study.risk import Risk, SignLaw, UserMeanLaw, exact_risk, exact_stages, exact_work, stream
from verify.study.risk.balls import balls_risk
from verify.study.risk.coordinate_walk import coordinate_walk_risk, is_known
from verify.study.risk.drawn import DrawnWinners
from verify.study.risk.exact import MOST_BINS
from verify.study.risk.side_by_side import each_of
from verify.study.risk.walk import exact_walk_risk

MOST_USERS, MOST_SAMPLES, MOST_DIMENSIONS = 10**12, 10**10, 2048
"""Limits beyond which a risk takes longer than seconds, or its certificate is dominated by rounding."""
_REPETITIONS = 4000
_DRAWS = 10**6
"""How many votes a simulation draws at one position of the mean; with many bins, there are fewer repetitions."""
_TAIL = 1e-18
MOST_WORK = 2e8
"""The most multiplications for an exact risk: about half a second, for about ten means of each estimator."""
_NUMBERS = 1.2e7
"""How many users' coordinates and votes the simulation of a law draws."""
_DIRECTIONS = 2e7
"""How many coordinates of random directions a simulation draws: given the centre that they leave, its risk is exact."""
_FEWEST, _MOST, _PILOTS = 10, 200, 6
"""The fewest repetitions for which a risk is given, and the share of them in the pilot of a law."""
_MOST_PLACES = 1 << 22
"""How many bins of all means are handled at once."""
_SPIKES = 12
_POINT = 1e-9
"""The half-width of what stands for a point mass, in units of the data's."""
_FARTHER = (0.1, 0.25, 0.5, 0.75, 0.9, 1.0)


@dataclass(frozen=True)
class WorstRisk:
    """The largest risk for +-D data over the means that `method` names; without bins, the exact worst risk.

    Attributes
    ----------
    value : float
        The risk, in units of the problem's risk: squared units of the data for a mean squared error.
    error : float
        A certified bound where the risk is exact, a standard error where it is simulated.
    method : str
        The laws, and how the risk was found.
    localisation_failure : float or None, optional
        Probability that the first stage fails; None for estimators that do not localise.
    worst_mean : float, default 0.0
        The mean at which the risk is found, in problems of means.
    repetitions : int, default 0
        Number of repetitions; 0 if nothing is simulated.
    resolution : float, default 0.0
        The error bound of an exact `localisation_failure`.
    """

    value: float
    error: float
    method: str
    localisation_failure: float | None = None
    worst_mean: float = 0.0
    repetitions: int = 0
    resolution: float = 0.0


@dataclass(frozen=True)
class Spend:
    """What the users of a plan spend, exact, in multiples of epsilon: how many spend how much, largest first."""

    groups: tuple[tuple[int, Fraction], ...]

    @property
    def largest(self) -> Fraction:
        """The largest spend of a user."""
        return self.groups[0][1]


def spend_of(estimator: Estimator, plan: Any) -> Spend:
    """The spend of every user, computed from the estimator's plan."""
    return summed_spend(estimator.spend(plan))


def summed_spend(runs: Iterable[tuple[range, PrivacyLoss]]) -> Spend:
    """How many users spend how much, from runs of users with their losses."""
    found: dict[Fraction, int] = {}
    for users, loss in runs:
        multiple = loss.multiple()
        assert multiple is not None
        found[multiple] = found.get(multiple, 0) + len(users)
    return Spend(tuple((found[multiple], multiple) for multiple in sorted(found, reverse=True)))


def worst_risk(estimator: Estimator, setting: Setting) -> WorstRisk:
    """The largest risk for two-valued data and i.i.d. users; exact if that takes seconds.

    Otherwise it is simulated, or infinite with a reason. Two-valued data are +-D in each coordinate, or on one axis in
    the l_2 and l_1 balls (for a walk in the box of the l_2 ball, +-D/sqrt(d) in each coordinate). Under moments they
    are +-M^(1/p), and rare spikes. `localisation_failure` is that of one coordinate; if coordinates differ, it is their
    average. Raises ParameterError if there are too few users for the plan.
    """
    if setting.n > MOST_USERS or setting.m > MOST_SAMPLES or setting.d > MOST_DIMENSIONS:
        told = f"not computed: beyond n = {MOST_USERS:.0e}, m = {MOST_SAMPLES:.0e}, d = {MOST_DIMENSIONS}"
        return WorstRisk(inf, inf, told, None, 0.0)
    return risk_of(estimator.plan(setting), setting, estimator.problem)


@singledispatch
def risk_of(plan: Any, setting: Setting, problem: str) -> WorstRisk:
    """The worst risk of a plan in a problem: a new form of plan registers its own. Raises TypeError without one."""
    raise TypeError(f"no risk is known of {type(plan).__name__}, for {problem}")


@risk_of.register
def _voted(plan: TwoStage | Range, setting: Setting, _: str) -> WorstRisk:
    return worst_staged_risk(plan, setting.D)


@risk_of.register
def _staged(plan: CoordinatePlan, setting: Setting, _: str) -> WorstRisk:
    embedding, each, size = plan.embedding, plan.each, _size(setting, plan)
    if isinstance(embedding, Plain):
        heavy = isinstance(each, HeavyTwoStage)
        more = tuple(spikes(setting, each.half)) if heavy else ()
        one = worst_staged_risk(each, size, more, "+-M^(1/p) data, rare spikes" if heavy else "+-D data")
        return _times(one, setting.d)
    if isinstance(embedding, Hadamard | RandomRotation) and embedding.coordinates == setting.d:
        # An isometry, in which data on an axis are two-valued in every coordinate.
        one = worst_staged_risk(each, size / sqrt(setting.d), data="+-D on one axis")
        return _times(one, setting.d)
    return _on_axis(setting, plan)


def _size(setting: Setting, plan: Any) -> float:
    """D, or M^(1/p) for a plan under moments."""
    each = getattr(plan, "each", None)
    heavy = each.order < inf if isinstance(each, Walk) else isinstance(each, HeavyTwoStage)
    return setting.unit if heavy else setting.D


@risk_of.register
def _additive(plan: Additive, setting: Setting, _: str) -> WorstRisk:
    if not isinstance(plan.channel, WindowResponse):
        return WorstRisk(plan.risk(setting.D**2, 0.0), 0.0, "exact variance at mean 0", None, 0.0)
    found = {law: windowed_risk(plan.channel, setting.n, law, setting.m) for law in mean_laws(setting.D)}
    law = max(found, key=lambda law: found[law])
    return WorstRisk(found[law], 0.0, f"exact; +-D data, largest of {len(found)} means", None, law.mean)


def _walk_means(plan: Walk, D: float) -> tuple[float, ...]:
    """Means that cross a unit of the walk at 0, and larger ones up to D."""
    near = (min(share * float(plan.unit), D) for share in (0.0, 0.25, 0.5, 0.75))
    return (*near, *(share * D for share in _FARTHER))


def _walked(plan: Walk, D: float, more: Iterable[SignLaw] = ()) -> WorstRisk:
    """+-D data with such means, and under moments +-M^(1/p) data and `more` laws."""
    means = _walk_means(plan, D)
    laws = (*(SignLaw(mean, D) for mean in means), *more)
    found = each_of(lambda law: (exact_walk_risk(plan, law), law.mean), laws)
    risk, mean = max(found, key=lambda one: one[0].value)
    told = f"+-D data, largest of {len(means)} means"
    if more:
        told = f"+-M^(1/p) data, rare spikes, largest of {len(laws)} laws"
    return WorstRisk(
        risk.value,
        risk.error,
        f"{risk.method}; {told}",
        max(one.localisation_failure for one, _ in found),
        mean,
        resolution=max(one.missing for one, _ in found),
    )


@risk_of.register
def _one_walk(plan: Walk, setting: Setting, _: str) -> WorstRisk:
    return _walked(plan, setting.D)


@risk_of.register
def _by_walks(plan: CoordinateWalk, setting: Setting, problem: str) -> WorstRisk:
    """Signs in each coordinate, as large as the box or the ball allows; for a transform, +-D on one axis.

    Under moments also rare spikes, of a norm as on one axis, too.
    """
    embedding, each, size = plan.embedding, plan.each, plan.embedding.coordinates
    plain, heavy, length = isinstance(embedding, Plain), plan.each.order < inf, _size(setting, plan)
    in_ball = problem in ("mean-l2", "mean-heavy-l2")
    if plain and not (in_ball and heavy):
        more = tuple(spikes(setting, each.n)) if heavy else ()
        return _times(_walked(each, length / sqrt(size) if in_ball else length, more), size)
    axis = np.eye(1, setting.d)
    vectors = np.concatenate([axis, np.full((1, setting.d), setting.d**-0.5)]) if plain else axis
    if not plain:
        assert isinstance(embedding, Hadamard | Kashin)
        vectors = embedding.forward(vectors)
    largest = length * float(np.abs(vectors[0]).max())
    laws = [SignLaw(mean / largest) for mean in _walk_means(each, largest)]
    if heavy:
        laws += list(spikes(replace(setting, M=1.0), each.n))[::2]
    found = each_of(
        lambda one: (coordinate_walk_risk(plan, [_multiple(one[0], x, length) for x in one[1]]), one[0].mean),
        [(law, vector.tolist()) for vector in vectors for law in laws],
    )
    risk, share = max(found, key=lambda one: one[0].value)
    failure = max(one.localisation_failure for one, _ in found)
    told = "exact, step by step" if is_known(plan) else "at most: that of all coefficients, step by step"
    told += f"; on one axis{' or in all coordinates alike' if plain else ''}, largest of {len(found)} laws"
    if not heavy:
        told = told.replace("laws", "means").replace("on one axis", "+-D on one axis")
    return WorstRisk(risk.value, risk.error, told, failure, share * length)


@risk_of.register
def _shrinking(plan: ShrinkingBalls, setting: Setting, _: str) -> WorstRisk:
    """+-D on one axis, of means from 0 to D; drawn again at the mean that looks worst, as on an axis of coordinates."""
    laws = [SignLaw(share * setting.D, setting.D) for share in (0.0, *_FARTHER)]
    work = sum(plan.users[:-1]) * plan.dimension
    repetitions = int(min(_MOST, _DIRECTIONS / work)) if work else 1
    if work and repetitions < _FEWEST:
        return WorstRisk(inf, inf, f"not computed: {work:.1e} numbers in one repetition", None, 0.0)
    few = max(2, repetitions // _PILOTS) if work else 1
    pilot = each_of(lambda cell: balls_risk(plan, laws[cell], few, stream(0, 5, 1, cell)), range(len(laws)))
    law = laws[int(np.argmax([risk.value for risk in pilot]))]
    found = balls_risk(plan, law, repetitions, stream(0, 5, 1, len(laws)))
    told = f"exact; +-D on one axis, largest of {len(laws)} means"
    if work:
        told = f"Monte Carlo of the centre, {repetitions} repetitions; {told}".replace("exact", "exact given it")
    missed = max(risk.missed for risk in (*pilot, found)) if work else None
    return WorstRisk(found.value, found.error, told, missed, law.mean, repetitions if work else 0)


def _multiple(law: SignLaw, factor: float, length: float) -> SignLaw:
    """The law of factor times length times a number; for a factor of 0 it is nearly the point mass at 0."""
    size = max(law.half_width * abs(factor), _POINT) * length
    return SignLaw(law.theta * factor * length, size, law.shift * factor * length)


@risk_of.register
def _one_round(plan: OneRound, setting: Setting, _: str) -> WorstRisk:
    return _sent(plan.channel, plan, setting)


@singledispatch
def _sent(channel: Any, plan: OneRound, setting: Setting) -> WorstRisk:
    """The worst risk of one round through a channel."""
    raise TypeError(f"no risk is known of one round of {type(channel).__name__}: {plan.name}, {setting}")


@_sent.register
def _in_parts(channel: PartOfBudget, plan: OneRound, setting: Setting) -> WorstRisk:
    return _sent(channel.channel, plan, setting)


@_sent.register
def _as_signs(_: SignedResponse, plan: OneRound, setting: Setting) -> WorstRisk:
    numbers = setting.n, setting.m, setting.d, setting.epsilon, setting.D
    found = {share: signed_risk(*numbers, share) for share in (0.0, 1.0)}
    share = max(found, key=lambda share: found[share])
    return WorstRisk(found[share], 0.0, "exact; +-D on one axis, means 0 and D", None, share * setting.D)


@_sent.register
def _by_windows(channel: WindowResponse, plan: OneRound, setting: Setting) -> WorstRisk:
    """Coordinates with the same law; the estimate of a coordinate that nobody sends is 0."""
    number = answers(setting.n, setting.d, plan.messages)
    size = setting.unit if plan.bias else setting.D
    laws = (*mean_laws(size), *(spikes(setting, setting.n) if plan.bias else ()))
    least, more = int(number.min()), int(np.sum(number > number.min()))

    def risk(law: SignLaw) -> float:
        few = windowed_risk(channel, least, law, setting.m) if least else law.mean**2
        many = windowed_risk(channel, least + 1, law, setting.m) if more else 0.0
        return (setting.d - more) * few + more * many

    found = {law: risk(law) for law in laws}
    law = max(found, key=lambda law: found[law])
    told = "signs and rare spikes" if plan.bias else "+-D data"
    return WorstRisk(found[law], 0.0, f"exact; {told}, largest of {len(found)} laws", None, law.mean)


@_sent.register
def _in_ball(channel: BallResponse, plan: OneRound, setting: Setting) -> WorstRisk:
    """Data on one axis: a message has the ball's second moment and the mean of the clipped user mean."""
    if not plan.bias:
        value = duchi_risk(setting.n, setting.m, setting.d, setting.epsilon, setting.D, "semi-user")
        return WorstRisk(value, 0.0, "exact variance at mean 0", None, 0.0)
    edge = np.array([float(channel.half_width)])

    def risk(law: SignLaw) -> float:
        bias = float(law.clipped(-edge, edge, setting.m)[0][0])
        return (channel.second_moment - (law.mean + bias) ** 2) / setting.n + bias**2

    found = {law: risk(law) for law in (SignLaw(0.0, setting.unit), *spikes(setting, setting.n))}
    law = max(found, key=lambda law: found[law])
    return WorstRisk(found[law], 0.0, f"exact; on one axis, largest of {len(found)} laws", None, law.mean)


def _times(one: WorstRisk, coordinates: int) -> WorstRisk:
    """The sum over coordinates with the same law."""
    method = f"{coordinates} times: {one.method}"
    return replace(one, value=coordinates * one.value, error=coordinates * one.error, method=method)


def spikes(setting: Setting, half: int) -> Iterator[SignLaw]:
    """(M/q)^(1/p) with probability q, else 0: from q = 1 down to values so rare that no voter sees them."""
    for q in np.geomspace(1.0, 1 / (10 * setting.m * half), _SPIKES):
        height = setting.unit * float(q) ** (-1 / setting.p)
        for sign in (1, -1):
            yield SignLaw(sign * float(q) * height, height / 2, sign * height / 2)


def _on_axis(setting: Setting, plan: CoordinatePlan) -> WorstRisk:
    """By aggregates, given every user's mean, because data on an axis have dependent coordinates."""
    split, embedding, each = plan.split, plan.embedding, plan.each
    work = 2 * split.fold * int(split.folds_of.sum()) + split.coordinates * each.bins.count
    repetitions = int(min(_MOST, _NUMBERS / work))
    if repetitions < _FEWEST:
        method = f"not computed: {work:.1e} numbers in one repetition; coordinates that depend on each other"
        return WorstRisk(inf, inf, method, None, 0.0)
    assert isinstance(embedding, Hadamard | RandomRotation | Kashin)
    axis = _size(setting, plan) * np.eye(1, setting.d)[0]
    # Kashin's projections make coefficients in proportion to the vector, as linear maps do.
    direction = embedding.forward(axis[None])[0]
    laws = [SignLaw(share) for share in (0.0, 0.5, 1.0)]
    if isinstance(each, HeavyTwoStage):
        laws += list(spikes(replace(setting, M=1.0), each.half))[6:12:2]
    lines = [Line(plan, axis, direction, law, setting.m) for law in laws]
    few = max(_FEWEST, repetitions // _PILOTS)
    pilot = each_of(lambda cell: lines[cell].risk(few, stream(0, 3, 1, cell)), range(len(lines)))
    # Drawn again at the law that looks worst: its risk is not the largest of several that are off.
    found = lines[int(np.argmax([risk.value for risk in pilot]))].risk(repetitions, stream(0, 3, 1, len(lines)))
    return replace(
        found,
        method=f"Monte Carlo, {repetitions} repetitions; data on one axis, the worst of {len(laws)} laws in {few} each",
        localisation_failure=max(risk.localisation_failure or 0.0 for risk in (*pilot, found)),
    )


@dataclass(frozen=True)
class Line:
    """A plan run on multiples of one vector, `axis`; `direction` holds its coordinates in the plan's embedding.

    The counts of a fold's users in bins are drawn at once, and the sum of unclipped means as one mean of all their
    samples. Otherwise the counts of users with each mean are drawn, or single users if there are more possible means
    than users. Summed votes and noise are drawn from their laws given these.
    """

    plan: CoordinatePlan
    axis: FloatArray
    direction: FloatArray
    law: SignLaw
    m: int

    def risk(self, repetitions: int, rng: np.random.Generator) -> WorstRisk:
        """The mean squared error, and the average share of coordinates whose localisation fails."""
        mean = self.law.mean
        losses, lost = np.empty(repetitions), np.empty(repetitions)
        for i in range(repetitions):
            estimate, winners = self.draw(rng)
            lower, upper = self.plan.each.interval(winners)
            losses[i] = np.sum((estimate - mean * self.axis) ** 2)
            lost[i] = np.mean((mean * self.direction < lower) | (mean * self.direction > upper))
        error = float(losses.std(ddof=1)) / sqrt(repetitions)
        return WorstRisk(float(losses.mean()), error, "", float(lost.mean()), mean * float(self.axis[0]), repetitions)

    def draw(self, rng: np.random.Generator) -> tuple[FloatArray, NDArray[np.intp]]:
        """One estimate (d,) and the winning bins (coordinates,)."""
        each = self.plan.each
        counts = np.sum([self._counts(block, rng) for block in self._blocks], axis=0)
        winners = winner(each.vote.sample_sum(counts, rng))
        lower, upper = (np.asarray(end) for end in each.interval(winners))
        sums = np.sum([self._sums(one, lower[one.table], upper[one.table], rng) for one in self._blocks], axis=0)
        means = each.refiner(winners).sample_mean(sums / each.half, each.half, rng)
        return self.plan.decode(means * each.half), winners

    @cached_property
    def _lattice(self) -> tuple[FloatArray, FloatArray]:
        """Users' factors and their probabilities, without those that are 0 in floats."""
        values, chances = self.law.support(self.m, _TAIL)
        return values, chances / chances.sum()

    @cached_property
    def _blocks(self) -> tuple["_Folds", ...]:
        return tuple(self._folds(block.table) for block in self.plan.split.blocks)

    def _folds(self, table: NDArray[np.int64]) -> "_Folds":
        values, chances = self._lattice
        direction = self.direction[table]
        ends = np.sort(np.stack([values[0] * direction, values[-1] * direction]), axis=0)
        if len(values) * table.size > _MOST_PLACES:
            return _Folds(table, ends)
        places = self.plan.each.bins.index(values[:, None] * direction[:, None, :])
        # Neighbouring factors that are in the same bin in each coordinate are met together.
        runs = np.cumsum(np.any(np.diff(places, axis=1, prepend=places[:, :1]), axis=2), axis=1)
        most = int(runs.max()) + 1
        cells = runs + most * np.arange(len(table))[:, None]
        together = np.bincount(cells.ravel(), np.broadcast_to(chances, cells.shape).ravel(), most * len(table))
        kinds = np.zeros((most * len(table), table.shape[1]), dtype=np.int64)
        kinds[cells] = places
        shape = (len(table), most)
        return _Folds(table, ends, np.minimum(together.reshape(shape), 1.0), kinds.reshape(*shape, -1))

    def _counts(self, folds: "_Folds", rng: np.random.Generator) -> NDArray[np.int64]:
        """How many users of these folds are in which bin of which coordinate, (coordinates, bins)."""
        bins, size = self.plan.each.bins, self.plan.split.coordinates
        if folds.chances is not None:
            places, users = folds.places, rng.multinomial(self.plan.split.fold, folds.chances)[..., None]
        else:
            inputs, users = self._inputs(folds.table, rng)
            places = bins.index(inputs)
        cells = places + bins.count * folds.table[:, None, :]
        # Sums of whole numbers in floats, exact.
        counts = np.bincount(cells.ravel(), np.broadcast_to(users, cells.shape).ravel(), size * bins.count)
        return counts.astype(np.int64).reshape(size, bins.count)

    def _sums(self, folds: "_Folds", lower: FloatArray, upper: FloatArray, rng: np.random.Generator) -> FloatArray:
        """The sums of other users' means, each coordinate's clipped to its ends (folds, coordinates of each)."""
        fold, size = self.plan.split.fold, self.plan.split.coordinates
        least, most = folds.ends
        whole = np.all((lower <= least) & (most <= upper), axis=1)
        means = self.law.sample_user_means((int(whole.sum()), 1), self.m * fold, rng)
        unclipped, table = folds.table[whole], folds.table[~whole]
        found = np.bincount(unclipped.ravel(), (fold * means * self.direction[unclipped]).ravel(), size)
        sums = np.asarray(found, dtype=np.float64)
        if not len(table):
            return sums
        inputs, users = self._inputs(table, rng)
        clipped = (users * np.clip(inputs, lower[~whole][:, None, :], upper[~whole][:, None, :])).sum(axis=1)
        return np.asarray(sums + np.bincount(table.ravel(), clipped.ravel(), size))

    def _inputs(self, table: NDArray[np.int64], rng: np.random.Generator) -> tuple[FloatArray, NDArray[np.int64]]:
        """New users' means, (folds, means, coordinates of a fold), and how many have them, (folds, means, 1)."""
        fold, (values, chances) = self.plan.split.fold, self._lattice
        if len(values) < fold:
            factors = np.broadcast_to(values[:, None], (len(table), len(values), 1))
            users = rng.multinomial(fold, chances, len(table))[..., None]
        else:
            factors = self.law.sample_user_means((len(table), fold, 1), self.m, rng)
            users = np.ones(factors.shape, dtype=np.int64)
        return factors * self.direction[table][:, None, :], users


@dataclass(frozen=True)
class _Folds:
    """The coordinates that folds send, (folds, coordinates of each), and the smallest and largest input of each.

    Where users' means are not too many, those in the same bins are a kind of users: `chances` of kinds, (folds, kinds),
    and their bins `places`, (folds, kinds, coordinates of each).
    """

    table: NDArray[np.int64]
    ends: FloatArray
    chances: FloatArray | None = None
    places: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, dtype=np.int64))


def mean_laws(D: float) -> tuple[SignLaw, ...]:
    """+-D data with means across [0, D]; by symmetry, negative means have the same risk."""
    return tuple(SignLaw(float(share) * D, D) for share in np.linspace(0, 1, 33))


def windowed_risk(channel: WindowResponse, n: float, law: UserMeanLaw, m: int) -> float:
    """The exact mean squared error of the average of this many users' messages, for user means of this law.

    The second moment of a message is linear between the channel's levels, and the law knows its clipped means.
    """
    points = np.linspace(-1, 1, channel.levels) * float(channel.half_width)
    bias, _ = law.clipped(points[:-1], points[1:], m)
    parts = bias + law.mean - points[:-1]
    moments = channel.second_moment(points)
    center = float(points[0] + parts.sum())
    second = float(moments[0] + np.sum(np.diff(moments) / np.diff(points) * parts))
    return max(second - center**2, 0.0) / n + (center - law.mean) ** 2


def worst_staged_risk(
    plan: TwoStage | Range, D: float, more: Iterable[SignLaw] = (), data: str = "+-D data"
) -> WorstRisk:
    """`worst_risk` of a plan that localises, for data equal to +-half_width, which its bins may reach beyond.

    Also over `more` laws; `data` describes all laws in words.
    """
    work = exact_work_of(plan, D)
    exact = work <= MOST_WORK
    positions = 3 if not exact else 21 if work <= MOST_WORK / 20 and plan.bins.count <= 10_000 else 5
    judged = worst_exact if exact else simulated
    laws = dict.fromkeys((*sign_laws(plan, D, positions), *more))
    found = each_of(lambda law: (*judged(plan, law), law.mean), list(laws))
    risk, _, mean = max(found, key=lambda one: one[0].value)
    return WorstRisk(
        risk.value,
        risk.error,
        f"{risk.method}; {data}, largest of {positions} means across the bin of 0, and +-D/2, +-9D/10, +-D",
        max(r.localisation_failure for r, _, _ in found),
        mean,
        min(repetitions for _, repetitions, _ in found),
        max(r.missing for r, _, _ in found),
    )


VACUOUS = 1e-12
"""A lower bound that is at most this share of the smallest known risk is trivial."""


def says_nothing(lower: float, smallest: float) -> bool:
    """Whether a lower bound is trivial, compared with the `smallest_known` risk."""
    return not lower > VACUOUS * smallest


def smallest_known(constant: float, rows: Iterable[Mapping[str, Any]]) -> float:
    """The smallest of the best constant's risk, and of private estimators' risks (each with its error) and bounds."""
    private = [row for row in rows if row.get("protects_users", True)]
    risks = [row["risk"]["value"] + row["risk"]["error"] for row in private]
    bounds = [row["upper"]["value"] for row in private if not row["upper"]["vacuous"]]
    return float(min([constant, *risks, *bounds]))


def sign_laws(plan: TwoStage | Range, D: float, positions: int) -> Iterator[SignLaw]:
    """+-D data with means across the bin of 0, with both edges, and large means, where a wrong bin costs most."""
    left = float(plan.bins.left(int(plan.bins.index(np.zeros(1))[0])))
    for mean in left + float(plan.bins.width) * np.linspace(0, 1, positions):
        yield SignLaw(float(np.clip(mean, -D, D)), D)
    for share in (-1.0, -0.9, -0.5, 0.5, 0.9, 1.0):
        yield SignLaw(share * D, D)


@singledispatch
def worst_exact(plan: Any, law: SignLaw) -> tuple[Risk, int]:
    """The risk, and no repetitions."""
    return exact_risk(plan, law), 0


@worst_exact.register
def _(plan: Range, law: SignLaw) -> tuple[Risk, int]:
    stages = exact_stages(voting(plan), law)
    miss = plan.bins.middle(np.arange(plan.bins.count)) - law.mean
    value, bias = float(stages.winner @ miss**2), float(stages.winner @ miss)
    risk = Risk(
        value,
        bias,
        value - bias**2,
        float(np.sum(stages.winner[_beyond(plan, miss)])),
        stages.error_of(miss**2),
        stages.uncertain,
        f"exact, {stages.route}",
    )
    return risk, 0


@singledispatch
def voting(plan: Any) -> Any:
    """The two-stage plan whose first half votes as this plan's users do."""
    return plan


@voting.register
def _(plan: Range) -> TwoStage:
    return TwoStage(plan.name, 2 * plan.n, plan.m, plan.epsilon, plan.bins, plan.vote, 0.0, 0.0)


@singledispatch
def _after(plan: Any, law: SignLaw, winners: NDArray[np.int64]) -> tuple[FloatArray, FloatArray, NDArray[np.bool_]]:
    """The bias and the variance of the estimate given the winner, and whether localisation failed, (winners,) each."""
    lower, upper = plan.interval(winners)
    bias, variance = law.clipped(lower, upper, plan.m)
    return bias, (variance + 2 * plan.scale**2) / plan.half, (law.mean < lower) | (law.mean > upper)


@_after.register
def _(plan: Range, law: SignLaw, winners: NDArray[np.int64]) -> tuple[FloatArray, FloatArray, NDArray[np.bool_]]:
    miss = plan.bins.middle(winners) - law.mean
    return miss, np.zeros(len(winners)), _beyond(plan, miss)


def exact_work_of(plan: TwoStage | Range, D: float) -> float:
    """How many multiplications an exact risk takes at the most expensive of some means; inf beyond MOST_BINS bins."""
    if plan.bins.count > MOST_BINS:
        return np.inf
    voters = voting(plan)
    return max(exact_work(voters, law) for law in sign_laws(plan, D, 5))


def simulated(plan: TwoStage | Range, law: SignLaw) -> tuple[Risk, int]:
    """The risk and the repetitions: the winner is drawn, and the risk given the winner is exact."""
    winners = _winners(plan, law)
    every, place = np.unique(winners, return_inverse=True)
    bias, variance, failed = _after(plan, law, every)
    losses = (bias**2 + variance)[place]
    mean_bias = float(bias[place].mean())
    risk = Risk(
        float(losses.mean()),
        mean_bias,
        float(losses.mean()) - mean_bias**2,
        float(failed[place].mean()),
        float(losses.std(ddof=1) / np.sqrt(len(losses))),
        0.0,
        f"Monte Carlo on the winning bin, {len(winners)} repetitions",
    )
    return risk, len(winners)


def _winners(plan: TwoStage | Range, law: SignLaw) -> NDArray[np.int64]:
    """Draw the winning bins, chunk by chunk; with votes for many bins there are fewer repetitions."""
    voters = voting(plan).half
    if isinstance(plan.vote, UnaryEncoding):
        found = DrawnWinners(plan.vote, plan.bins, law, plan.m, voters)
        drawn, draw = found.drawn, found.draw
    else:
        drawn, draw = plan.bins.count, partial(_noisy_winners, plan, law, voters)
    repetitions = int(np.clip(_DRAWS // drawn, 50, _REPETITIONS))
    size = max(_DRAWS // (10 * drawn), 1)
    chunks = enumerate(range(0, repetitions, size))
    return np.concatenate([draw(min(size, repetitions - start), stream(0, 2, 0, chunk)) for chunk, start in chunks])


def _noisy_winners(plan: TwoStage, law: SignLaw, voters: int, size: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """The winners of this many runs in which every bin's votes are drawn."""
    cells = law.bin_law(plan.bins, plan.m, _TAIL)
    counts = np.zeros((size, plan.bins.count), dtype=np.int64)
    counts[:, cells.first : cells.last + 1] = rng.multinomial(
        voters, cells.probabilities / cells.probabilities.sum(), size=size
    )
    return winner(plan.vote.sample_sum(counts, rng))


def _beyond(plan: Range, miss: np.ndarray) -> np.ndarray:
    """Whether the answer is farther from the mean than 3 tau, as in Lemma B.1 as corrected, up to rounding."""
    return np.abs(miss) > 1.5 * float(plan.bins.width) * (1 + 1e-12)
