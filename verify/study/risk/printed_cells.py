r"""The excess risk of zhao Algorithm 4 as printed: first stages that fail and users who are clipped are part of it.

Where a user answers one coordinate (epsilon below 2) the estimates Q_k of coordinates are by different users, and
q_b^ = (1/K) sum_k H_kb Q_k is a sum of independent numbers. Given the winner w of the first stage, of probability P_w,
Q_k is a mean of `half` numbers clip(user's mean) + noise, so that with u = t/(K half) the characteristic function of
Q_k/K at t is sum_w P_w E[e^(i u clip_w)]^half times that of the noise: at -t its conjugate, so that the phases of all
q_b^ are a Hadamard transform over k, as in `user_cells`. P_w is a polynomial in the coordinate's mean mu, and the sum
over w without noise and without e^(i u half mu) is entire in mu; where means are many, as they are at several laws
together, both are interpolated at Chebyshev's points, up to `INTERPOLATED`.

If a user answers several coordinates, the user's votes are dependent, and so are the winners. Their joint law is not a
product, it has bins^coordinates outcomes, and the clipping of the second stage depends on it. In this case the rule is
simulated user by user, from the number of the user's samples with each vector of signs.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from math import ceil, expm1, log, pi, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError, count
from upperbounds.channels.arrays import FloatArray
from upperbounds.protocols.coordinates import CoordinatePlan
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.protocols.winners import draw_winners
from upperbounds.transforms.hadamard import walsh_hadamard
from verify.study.risk.aggregate import drawn_means
from verify.study.risk.exact import as_floats, exact_stages
from verify.study.risk.laplace_sum import density_and_tail
from verify.study.risk.laws import SignLaw
from verify.study.risk.refined import TAIL
from verify.study.risk.side_by_side import each_of
from verify.study.risk.user_cells import CellLaw

RESOLUTION = 1e-10
"""Error bound of a probability, from period, cut-off and rounding."""
INTERPOLATED = 1e-12
"""Error bound of a winner's probability, or a characteristic function, if it is interpolated."""
_DEVIATIONS, _TAILS = 12.0, 40.0
_FAINT = 40.0
_FEWEST_STEPS, _MOST_STEPS, _ENTRIES = 16, 1 << 14, 1 << 22
_SERIES = 2.0
"""E[e^(iux)] is its series up to this |ux|, whose terms exceed the sum by e^2 at most."""
_NO_TERM = 1e-23
_SHORT = 12
"""Signs whose patterns are counted by number."""
_DIRECT = 12
"""This many means, the largest, are never interpolated."""
_FEWEST_NODES, _TELLING_NODES, _MOST_NODES, _TRIED = 8, 32, 128, 12
_UNLIKELY, _SELDOM, _MOST_HELD = 1e-18, 1e-16, 1 << 24
_NUMBERS = 1 << 22


def one_answer(plan: CoordinatePlan) -> bool:
    """Whether no user answers more than one coordinate."""
    return max(len(sent) for sent in plan.split.sends) == 1


def refuse_several(plan: CoordinatePlan) -> None:
    """Raise ParameterError where a user answers several coordinates."""
    if not one_answer(plan):
        most = max(len(sent) for sent in plan.split.sends)
        raise ParameterError(f"as printed a user answers {most} coordinates, whose means are not independent")


@lru_cache(maxsize=1 << 12)
def _winner(each: TwoStage, mean: float) -> tuple[FloatArray, float]:
    """The probabilities that bins win, (bins,), and their total error; immediate if one bin almost always wins."""
    likely, fails = surest(each, mean)
    if fails < _UNLIKELY:
        return np.where(np.arange(each.bins.count) == likely, 1.0, 0.0), fails
    stages = exact_stages(each, SignLaw(mean))
    return stages.winner, stages.uncertain + stages.rounded + sqrt(stages.divergence)


def surest(each: TwoStage, mean: float) -> tuple[int, float]:
    """The likeliest bin, and a bound on the probability that another one wins: Chernoff's bound, and a union bound."""
    law = SignLaw(mean).bin_law(each.bins, each.m, _UNLIKELY**2)
    chances = np.zeros(each.bins.count)
    chances[law.first : law.last + 1] = law.probabilities
    likely, scale = int(np.argmax(chances)), float(each.vote.scale)  # type: ignore[union-attr]
    u = np.geomspace(1e-4, 1.0, 60)[:, None] * min(1 / scale, 30.0) * (1 - 1e-9)
    votes = np.log1p(np.expm1(u) * np.delete(chances, likely) + np.expm1(-u) * chances[likely])
    logs = each.half * (votes - 2 * np.log1p(-((u * scale) ** 2)))
    return likely, float(np.exp(np.minimum(logs.min(axis=0), 0.0)).sum()) + each.half * law.moved


class OfMeans:
    """Functions (...) of a coordinate's mean: as they are where means are few or large, elsewhere interpolated."""

    def __init__(self, function: Callable[[FloatArray], NDArray[Any]], means: FloatArray, named: str) -> None:
        """Increase the Chebyshev points until they give the function at a dozen points halfway between.

        All but a dozen of the means are within `reach`, a power of two, so that functions share their points. Raises
        ParameterError, which mentions what is `named`, if 128 points are too few, and there are many more means.
        """
        self.function, self.reach, sizes = function, 0.0, np.sort(np.abs(means))
        self.values: NDArray[Any] | None = None
        if len(means) > _DIRECT:
            self.reach = min(2.0 ** ceil(log(max(float(sizes[-_DIRECT - 1]), 1e-12), 2)), 1.0)
        nodes, many = _FEWEST_NODES, int(np.sum(sizes <= self.reach))
        if many <= 2 * nodes:
            return
        values = function(self.reach * _chebyshev(nodes))
        while True:
            between = _chebyshev(2 * nodes)[1::2]
            tried = np.unique(np.linspace(0, nodes - 1, _TRIED).round().astype(np.int64))
            seen = function(self.reach * between[tried])
            off = float(np.abs(_interpolated(values, between[tried]) - seen).max())
            if off <= INTERPOLATED:
                self.values = values
                return
            steep = nodes == _MOST_NODES or _too_steep(off, nodes)
            if many <= 2 * (_MOST_NODES if steep else nodes):
                return
            if steep:
                raise ParameterError(f"{named} depends on its mean too steeply")
            others = np.setdiff1d(np.arange(nodes), tried)
            finer = np.empty((2 * nodes + 1, *values.shape[1:]), dtype=values.dtype)
            finer[::2], finer[2 * tried + 1] = values, seen
            if others.size:
                finer[2 * others + 1] = function(self.reach * between[others])
            values, nodes = finer, 2 * nodes

    @property
    def interpolated(self) -> bool:
        """Whether any value is interpolated."""
        return self.values is not None

    def __call__(self, means: FloatArray) -> NDArray[Any]:
        """The functions there, (means, ...)."""
        near = np.abs(means) <= self.reach
        if self.values is None or not near.any():
            return self.function(means)
        found = np.empty((len(means), *self.values.shape[1:]), dtype=self.values.dtype)
        found[near] = _interpolated(self.values, means[near] / self.reach)
        if not near.all():
            found[~near] = self.function(means[~near])
        return found


def _too_steep(off: float, nodes: int) -> bool:
    """Whether the most points are too few, judged by the current error; steps of normal laws converge fast.

    The error of such a step falls like e^(-a nodes^2), that of a function with poles no faster than e^(-a nodes).
    """
    return nodes >= _TELLING_NODES and log(off) * (_MOST_NODES / nodes) ** 2 > log(INTERPOLATED)


def _chebyshev(nodes: int) -> FloatArray:
    """cos(pi j/nodes), (nodes + 1,): every other one is that of half as many."""
    return np.asarray(np.cos(np.pi * np.arange(nodes + 1) / nodes))


def _interpolated(values: NDArray[Any], x: FloatArray) -> NDArray[Any]:
    """The polynomials of these values (nodes + 1, ...) at Chebyshev's points, at x (means,): (means, ...)."""
    nodes = len(values) - 1
    weights = np.where(np.arange(nodes + 1) % 2, -1.0, 1.0)
    weights[[0, -1]] /= 2
    apart: FloatArray = x[:, None] - _chebyshev(nodes)
    hit = np.asarray(np.abs(apart) < 1e-15)
    shares = weights / np.where(hit, 1.0, apart)
    shares = np.where(np.any(hit, axis=1, keepdims=True), hit * 1.0, shares)
    shares /= shares.sum(axis=1)[:, None]
    return np.asarray(shares @ values.reshape(nodes + 1, -1)).reshape(len(x), *values.shape[1:])


class Winners:
    """The probabilities that bins win a coordinate's first stage, by its mean, for the means of some coordinates."""

    def __init__(self, each: TwoStage, means: FloatArray) -> None:
        """Raise ParameterError if the probabilities at many means are not polynomials of at most 128 points."""
        self.each, self._off = each, 0.0
        self._laws = OfMeans(self._exact, means, f"n = {each.n}: the winner of a coordinate's first stage")

    def _exact(self, means: FloatArray) -> FloatArray:
        laws = each_of(partial(_winner, self.each), means.tolist())
        self._off = max(self._off, *(off for _, off in laws))
        return np.stack([law for law, _ in laws])

    @property
    def error(self) -> float:
        """Bound on the total error of the probabilities at one mean, over those computed so far."""
        return self._off + self.each.bins.count * INTERPOLATED * self._laws.interpolated

    def __call__(self, means: FloatArray) -> FloatArray:
        """The probabilities, (means, bins)."""
        return np.clip(self._laws(means), 0.0, 1.0)


@dataclass(frozen=True)
class Answer:
    """What a coordinate's estimate depends on: the probabilities of winners that are not too unlikely, (winners,).

    `away` are users' means, clipped as each winner wants, less the coordinate's, (winners, points), of these `masses`
    (points,), and `bias` (winners,) their means, with more digits than `masses` have.
    """

    chances: FloatArray
    away: FloatArray
    masses: FloatArray
    bias: FloatArray

    @cached_property
    def farthest(self) -> float:
        """The largest |away|."""
        return float(np.abs(self.away).max())

    def moments(self, half: int) -> tuple[float, float]:
        """The bias of the mean of this many users' clipped means, and its variance."""
        middle = float(self.chances @ self.bias)
        spread = (self.away**2 @ self.masses - self.bias**2) / half + (self.bias - middle) ** 2
        return middle, float(self.chances @ spread)

    def transform(self, u: FloatArray, half: int) -> NDArray[np.complex128]:
        """E[e^(iux)] at u (steps,), x the sum of this many users' clipped means minus the coordinate's, (steps,)."""
        less = self.less_one(u)
        # numpy's logarithm of a complex 1 + z forgets what of z is below 1e-16.
        with np.errstate(divide="ignore"):
            modulus = np.log1p(np.maximum(2 * less.real + np.abs(less) ** 2, -1.0)) / 2
        phase = np.arctan2(less.imag, 1 + less.real)
        return np.asarray((np.exp(half * modulus) * np.exp(1j * half * phase)) @ self.chances)

    def less_one(self, u: FloatArray) -> NDArray[np.complex128]:
        """E[e^(iux)] - 1 for one user's x and every winner, without cancellation, (steps, winners)."""
        largest = float(np.abs(u).max()) * self.farthest
        if largest > _SERIES:
            # Winners share the points that they do not clip.
            values, place = np.unique(self.away, return_inverse=True)
            weights = np.zeros((len(values), len(self.away)))
            np.add.at(weights, (place.reshape(self.away.shape).T, np.arange(len(self.away))), self.masses[:, None])
            turn = np.outer(u, values) / 2
            found = (2j * np.sin(turn) * np.exp(1j * turn)) @ weights
            return np.asarray(found + 1j * np.outer(u, self.bias - self.away @ self.masses))
        orders, term = 1, largest
        while term > _NO_TERM:
            orders += 1
            term *= largest / orders
        unit = max(self.farthest, 1e-300)
        moments, power = np.empty((orders, len(self.away)), dtype=np.complex128), self.away / unit
        moments[0] = 1j * self.bias / unit
        for j in range(2, orders + 1):
            power = power * (self.away / (unit * j))
            moments[j - 1] = 1j**j * (power @ self.masses)
        powers = np.cumprod(np.repeat((u * unit)[:, None], orders, axis=1), axis=1)
        return np.asarray(powers @ moments)


@dataclass(frozen=True)
class PrintedEstimates:
    """The laws of the estimates q_b^ of a plan whose users answer one coordinate each: of several data laws at once.

    `means` (laws, K) are those of coordinates.
    """

    plan: CoordinatePlan
    means: FloatArray

    def __post_init__(self) -> None:
        """Refuse plans whose estimates are not sums of independent numbers."""
        refuse_several(self.plan)

    @cached_property
    def each(self) -> TwoStage:
        """The estimator of a coordinate, in floats."""
        return as_floats(self.plan.each)

    @cached_property
    def answered(self) -> NDArray[np.int64]:
        """The coordinates that anybody answers; the others are estimated by 0."""
        return np.flatnonzero(self.plan.split.folds_of > 0)

    @cached_property
    def kinds(self) -> tuple[FloatArray, NDArray[np.int64]]:
        """The means of coordinates that are answered, each once, and which of them is whose, (laws, answered)."""
        there = np.clip(self.means[:, self.answered], -1, 1)
        kinds, back = np.unique(there.round(15), return_inverse=True)
        return kinds, back.reshape(there.shape)

    @cached_property
    def winners(self) -> Winners:
        """Those of the coordinates that are answered."""
        return Winners(self.each, self.kinds[0])

    @cached_property
    def held(self) -> dict[float, Answer]:
        """The answers that were asked for, by the coordinate's mean."""
        return {}

    def answers(self, means: FloatArray) -> list[Answer]:
        """What estimates at these means (means,) depend on; raises ParameterError for too many possible user means."""
        new = [float(mean) for mean in means if float(mean) not in self.held]
        for mean, chances in zip(new, self.winners(np.array(new)) if new else (), strict=True):
            law, likely = SignLaw(mean), np.flatnonzero(chances > _UNLIKELY)
            lower, upper = self.each.interval(likely)
            points, masses = law.support(self.each.m, TAIL)
            if len(likely) * len(points) * (len(self.held) + 1) > _MOST_HELD:
                raise ParameterError(f"m = {self.each.m}: winners and users' means are too many for an exact law")
            away = np.clip(points, lower[:, None], upper[:, None]) - law.mean
            bias, _ = law.clipped(lower, upper, self.each.m)
            self.held[mean] = Answer(chances[likely], away, masses / masses.sum(), bias)
        return [self.held[float(mean)] for mean in means]

    def by_kind(self, function: Callable[[Answer], Any], named: str) -> NDArray[Any]:
        """Numbers (...) of answers, for all kinds of coordinates, (kinds, ...); raises ParameterError as `OfMeans`."""

        def at(means: FloatArray) -> NDArray[Any]:
            return np.stack([np.asarray(function(answer)) for answer in self.answers(means)])

        return OfMeans(at, self.kinds[0], f"n = {self.each.n}: {named} of a coordinate's estimate")(self.kinds[0])

    @cached_property
    def moments(self) -> tuple[FloatArray, float, float]:
        """The means of all q_b^, (laws, K), their largest deviation, and how far a winner moves one at most.

        Winners of negligible probability are not counted.
        """
        K, half = self.means.shape[1], self.each.half
        kinds, back = self.kinds
        bias, spread = self.by_kind(lambda answer: answer.moments(half), "the moments").T
        told = np.zeros(self.means.shape)
        told[:, self.answered] = (kinds + bias)[back]
        variance = float(spread[back].sum(axis=1).max()) + len(self.answered) * 2 * self.each.scale**2 / half
        moved = max(
            float(np.abs(one.bias - one.chances @ one.bias)[one.chances > _SELDOM / K].max(initial=0.0))
            for one in self.held.values()
        )
        return walsh_hadamard(told) / K, sqrt(variance) / K, moved / K

    def logarithm(self, t: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Log modulus (laws, steps) and phases (laws, steps, K) of the characteristic functions at t."""
        K, half = self.means.shape[1], self.each.half
        kinds, back = self.kinds
        u = t / (K * half)
        found = self.by_kind(lambda answer: answer.transform(u, half), "the law")
        with np.errstate(divide="ignore"):
            modulus = np.log(np.abs(found))[back].sum(axis=1)
        phase = np.zeros((len(back), len(t), K))
        phase[:, :, self.answered] = (np.angle(found) + np.outer(kinds, u * half))[back].swapaxes(1, 2)
        return modulus + self.faded(t), walsh_hadamard(phase)

    def faded(self, t: FloatArray) -> FloatArray:
        """Log characteristic function (steps,) of the noise: at least the log modulus."""
        together, K = len(self.answered) * self.each.half, self.means.shape[1]
        return np.asarray(-together * np.log1p((t * self.each.scale / (K * self.each.half)) ** 2))

    def negative(self) -> FloatArray:
        """P(q_b^ < 0) for every b, (laws, K), by Gil-Pelaez' formula as in `user_cells`."""
        mean, deviation, moved = self.moments
        together = self.means.shape[1] * self.each.half
        single = self.each.scale / together
        reach = _DEVIATIONS * deviation + _TAILS * max(single, moved)
        near, found = np.abs(mean) < reach, (mean < 0).astype(np.float64)
        # From here on `faded` is below -_FAINT.
        last = sqrt(expm1(_FAINT / (len(self.answered) * self.each.half))) / single
        step = pi / (2 * reach)
        steps = max(ceil(last / step), _FEWEST_STEPS)
        if steps > _MOST_STEPS:
            raise ParameterError(f"n = {self.plan.n}: too few messages for the law of an estimate to be smooth")
        odd = np.arange(steps) + 0.5

        def summed(some: FloatArray) -> FloatArray:
            modulus, phase = self.logarithm(some * step)
            return np.asarray(np.einsum("ls,lsk->lk", np.exp(modulus) / some, np.sin(phase)))

        total = np.sum(each_of(summed, np.array_split(odd, -(-len(odd) * mean.size // _ENTRIES))), axis=0)
        found[near] = 0.5 - total[near] / np.pi
        return np.clip(found, 0.0, 1.0)


def excess_risks(plan: CoordinatePlan, laws: Sequence[CellLaw]) -> tuple[FloatArray, float]:
    """The exact excess risks (laws,) where users answer one coordinate each, and what they are off by.

    Raises ParameterError.
    """
    K = plan.embedding.coordinates
    found = PrintedEstimates(plan, walsh_hadamard(np.stack([law.padded(K)[0] for law in laws])))
    negative = found.negative()
    values = [
        law.wrong[:, 0] @ chances[: len(law.mass)] + law.wrong[:, 1] @ (1 - chances[: len(law.mass)])
        for law, chances in zip(laws, negative, strict=True)
    ]
    # A transform that is off moves no product of them further, and sum over steps of 1/(step + 1/2) is below 4 pi.
    off = found.winners.error + 4 * INTERPOLATED
    return np.array(values), RESOLUTION + len(found.answered) * off


def excess_risk(plan: CoordinatePlan, law: CellLaw) -> tuple[float, float]:
    """The same for a single law."""
    values, error = excess_risks(plan, [law])
    return float(values[0]), error


def drawn_by_coordinate(plan: CoordinatePlan, law: CellLaw, repetitions: int, seed: int) -> tuple[float, float]:
    """The same by drawing the aggregates of each coordinate, and its standard error; raises ParameterError as above."""
    refuse_several(plan)
    K = plan.embedding.coordinates
    means = walsh_hadamard(law.padded(K)[0])
    found = np.zeros((repetitions, K))
    answered = sorted({k for sent in plan.split.sends for k in sent})

    def drawn(k: int) -> FloatArray:
        # Rounding may leave a mean of 1 beyond it.
        return drawn_means(plan.each, SignLaw(float(np.clip(means[k], -1, 1))), repetitions, (seed, 11, k))

    found[:, answered] = np.stack(each_of(drawn, answered), axis=1)
    estimates = (walsh_hadamard(found) / K)[:, : len(law.q)]
    losses = np.where(estimates > 0, law.wrong[:, 1], law.wrong[:, 0]).sum(axis=1)
    return float(losses.mean()), float(losses.std(ddof=1) / sqrt(repetitions))


@dataclass(frozen=True)
class SignCounts:
    """Determines what users of a group send: vectors of signs (patterns, coordinates), probabilities (patterns,)."""

    signs: FloatArray
    chances: FloatArray

    @classmethod
    def of_group(cls, sent: tuple[int, ...], law: CellLaw, K: int) -> "SignCounts":
        """Those of a group that sends these coordinates: of Y H_(k, b), cells and labels alike taken together."""
        units = np.zeros((len(sent), K))
        units[np.arange(len(sent)), sent] = 1
        rows = walsh_hadamard(units)[:, : len(law.mass)].T
        weights = np.stack([law.mass + law.q, law.mass - law.q]).clip(0) / 2
        if len(sent) <= _SHORT:
            # A pattern's number has a bit for each sign; that of the negative has all others.
            size = 1 << len(sent)
            plus = (rows > 0) @ (1 << np.arange(len(sent)))
            met = np.bincount(plus, minlength=size)
            shares = np.bincount(plus, weights[0], size) + np.bincount(plus, weights[1], size)[::-1]
            numbers = np.flatnonzero(met + met[::-1])
            kinds = np.asarray(2.0 * (numbers[:, None] >> np.arange(len(sent)) & 1) - 1, dtype=np.float64)
            chances = shares[numbers]
        else:
            kinds, back = np.unique(np.concatenate([rows, -rows]), axis=0, return_inverse=True)
            chances = np.bincount(back.ravel(), weights.ravel())
        return cls(kinds, np.asarray(chances / chances.sum(), dtype=np.float64))

    def user_means(self, users: tuple[int, ...], m: int, rng: np.random.Generator) -> FloatArray:
        """Means of m samples each, (*users, coordinates)."""
        return np.asarray(rng.multinomial(m, self.chances, size=users) @ self.signs / m)


def drawn_by_user(
    plan: CoordinatePlan, law: CellLaw, repetitions: int, rng: np.random.Generator
) -> tuple[float, float]:
    """The mean excess risk of Algorithm 4 as printed, whatever users answer, and its standard error.

    The second stage's noise is not drawn: given all else, that of every q_b^ is one sum of Laplace variables, whose law
    is exact. Raises ParameterError where coordinates are answered unequally often, as those of a plan are not.
    """
    each, K = as_floats(plan.each), plan.embedding.coordinates
    fold, found = plan.split.fold, np.zeros((count("repetitions", repetitions, 2), K))
    answered = plan.split.folds_of[plan.split.folds_of > 0]
    often = int(answered[0])
    if np.any(answered != often):
        raise ParameterError(
            f"plan: coordinates are answered {answered.min()} to {answered.max()} times; must be alike"
        )
    for sent in plan.split.sends:
        if not sent:
            continue
        data = SignCounts.of_group(sent, law, K)
        part = max(_NUMBERS // (2 * fold * len(data.chances)), 1)
        for some in np.array_split(np.arange(repetitions), -(-repetitions // part)):
            means = data.user_means((len(some), 2 * fold), each.m, rng)
            for place, k in enumerate(sent):
                found[some, k] += _clipped_mean(each, means[:, :, place], rng) / often
    quiet = (walsh_hadamard(found) / K)[:, : len(law.q)]
    _, tail = density_and_tail(len(answered) * often * fold, np.abs(quiet) * (K * often * fold / each.scale))
    above = np.where(quiet > 0, 1 - tail, tail)
    losses = above @ law.wrong[:, 1] + (1 - above) @ law.wrong[:, 0]
    return float(losses.mean()), float(losses.std(ddof=1) / sqrt(repetitions))


def draws_of(plan: CoordinatePlan, law: CellLaw) -> float:
    """How many binomial draws a run of `drawn_by_user` takes."""
    K = plan.embedding.coordinates
    patterns = (len(SignCounts.of_group(sent, law, K).chances) for sent in plan.split.sends if sent)
    return 2.0 * plan.split.fold * sum(patterns)


def normal_excess(plan: CoordinatePlan, law: CellLaw) -> float:
    """The excess risk where estimates are normal, no first stage fails and nobody is clipped: which law is hard."""
    from scipy.special import ndtr

    each, K = as_floats(plan.each), plan.embedding.coordinates
    means = walsh_hadamard(law.padded(K)[0])
    there = plan.split.folds_of > 0
    variance = float(np.sum((1 - means[there] ** 2) / each.m + 2 * each.scale**2)) / (each.half * K**2)
    mean = (walsh_hadamard(np.where(there, means, 0.0)) / K)[: len(law.q)]
    negative = ndtr(-mean / sqrt(variance))
    return float(law.wrong[:, 0] @ negative + law.wrong[:, 1] @ (1 - negative))


def _clipped_mean(each: TwoStage, means: FloatArray, rng: np.random.Generator) -> FloatArray:
    """The refining users' clipped mean, (repetitions,), by users' means (repetitions, 2 fold): the first half votes."""
    repetitions, half = len(means), means.shape[1] // 2
    bins = each.bins.index(means[:, :half]) + each.bins.count * np.arange(repetitions)[:, None]
    counts = np.bincount(bins.ravel(), minlength=repetitions * each.bins.count).reshape(repetitions, -1)
    winners = draw_winners(each.vote, counts, np.zeros(repetitions, dtype=np.int64), rng)
    lower, upper = each.interval(winners)
    return np.asarray(np.clip(means[:, half:], lower[:, None], upper[:, None]).mean(axis=1))
