r"""The excess risk of zhao Algorithm 4 as printed: first stages that fail and users who are clipped are part of it.

Where a user answers one coordinate (epsilon below 2) the estimates Q_k of coordinates are by different users, and
q_b^ = (1/K) sum_k H_kb Q_k is a sum of independent numbers. Given the winner w of the first stage, of probability P_w,
Q_k is a mean of `half` numbers clip(user's mean) + noise, so that with u = t/(K half) the characteristic function of
Q_k/K at t is sum_w P_w E[e^(i u clip_w)]^half times that of the noise: at -t its conjugate, so that the phases of all
q_b^ are a Hadamard transform over k, as in `user_cells`. P_w is a polynomial in the coordinate's mean, and is
interpolated at Chebyshev's points where means are many, up to `WINNERS`.

Where a user answers several coordinates her votes for them hang together, and so do the winners: a law of as many bins
to the power of so many coordinates, which is no product, and which the clipping of the second stage hangs on in turn.
There the rule is drawn, user by user but by how many of her samples have each vector of signs.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import factorial, sqrt

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError, count
from upperbounds.channels.arrays import FloatArray
from upperbounds.protocols.coordinates import CoordinatePlan
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.protocols.winners import draw_winners
from upperbounds.transforms.hadamard import walsh_hadamard
from verify.risk.aggregate import drawn_means
from verify.risk.exact import as_floats, exact_stages
from verify.risk.laws import SignLaw
from verify.risk.refined import TAIL
from verify.risk.user_cells import CellLaw

RESOLUTION = 1e-10
"""What a chance may be off by, through period, cut-off and rounding."""
WINNERS = 1e-12
"""What a winner's chance may be off by where it is interpolated."""
_DEVIATIONS, _TAILS = 12.0, 40.0
_FAINT = 40.0
_MOST_STEPS, _ENTRIES = 1 << 14, 1 << 22
_ORDER = 18
"""Moments up to which e^(iux) is its series where |ux| is at most 1/2: 0.5^19/19! is 2e-23."""
_FEW_KINDS, _DIRECT = 12, 2
"""So few means, and of more the largest, whose winners' laws are not interpolated."""
_MOST_NODES = 128
_UNLIKELY, _MOST_HELD = 1e-18, 1 << 24
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
    """The chances of bins to win, (bins,), and what they are off by together: at once where one hardly fails."""
    likely, fails = surest(each, mean)
    if fails < _UNLIKELY:
        return np.where(np.arange(each.bins.count) == likely, 1.0, 0.0), fails
    stages = exact_stages(each, SignLaw(mean))
    return stages.winner, stages.uncertain + stages.rounded + sqrt(stages.divergence)


def surest(each: TwoStage, mean: float) -> tuple[int, float]:
    """The likeliest bin, and at most the chance that another one outvotes it: Chernoff's bound, and a union."""
    law = SignLaw(mean).bin_law(each.bins, each.m, _UNLIKELY**2)
    chances = np.zeros(each.bins.count)
    chances[law.first : law.last + 1] = law.probabilities
    likely, scale = int(np.argmax(chances)), float(each.vote.scale)  # type: ignore[union-attr]
    u = np.geomspace(1e-4, 1.0, 60)[:, None] * min(1 / scale, 30.0) * (1 - 1e-9)
    votes = np.log1p(np.expm1(u) * np.delete(chances, likely) + np.expm1(-u) * chances[likely])
    logs = each.half * (votes - 2 * np.log1p(-((u * scale) ** 2)))
    return likely, float(np.exp(np.minimum(logs.min(axis=0), 0.0)).sum()) + each.half * law.moved


def winner_laws(each: TwoStage, means: FloatArray) -> tuple[FloatArray, float]:
    """The chances of bins to win, (means, bins), and what all of a law's are off by together.

    Raises ParameterError where that of many means is no polynomial of at most 128 points.
    """
    kinds, back = np.unique(means.round(15), return_inverse=True)
    if len(kinds) <= _FEW_KINDS:
        laws = [_winner(each, float(mean)) for mean in kinds]
        return np.stack([law for law, _ in laws])[back], max(off for _, off in laws)
    order = np.argsort(-np.abs(means), kind="stable")
    found, most = np.empty((len(means), each.bins.count)), 0.0
    for k in order[:_DIRECT]:
        found[k], off = _winner(each, float(means[k]))
        most = max(most, off)
    rest = order[_DIRECT:]
    # A power of two, so that laws share their points.
    reach = min(2.0 ** np.ceil(np.log2(max(float(np.abs(means[rest]).max()), 1e-12))), 1.0)
    nodes, before = 8, None
    while nodes <= _MOST_NODES:
        x = np.cos(np.pi * np.arange(nodes + 1) / nodes)
        laws = [_winner(each, float(reach * one)) for one in x]
        values, off = np.stack([law for law, _ in laws]), max(off for _, off in laws)
        if before is not None:
            # The points in between are new.
            change = float(np.abs(_interpolated(before, x[1::2]) - values[1::2]).max())
            if change <= WINNERS:
                found[rest] = np.clip(_interpolated(values, means[rest] / reach), 0.0, 1.0)
                return found, max(most, off + each.bins.count * WINNERS)
        before, nodes = values, 2 * nodes
    raise ParameterError(f"n = {each.n}: the winner of a coordinate's first stage hangs on its mean too steeply")


def _interpolated(values: FloatArray, x: FloatArray) -> FloatArray:
    """The polynomials of these values (nodes, bins) at cos(pi j/(nodes - 1)), at x (points,): (points, bins)."""
    nodes = len(values) - 1
    at, weights = np.cos(np.pi * np.arange(nodes + 1) / nodes), np.where(np.arange(nodes + 1) % 2, -1.0, 1.0)
    weights[[0, -1]] /= 2
    apart: FloatArray = x[:, None] - at
    hit = np.asarray(np.abs(apart) < 1e-15)
    shares = weights / np.where(hit, 1.0, apart)
    shares = np.where(np.any(hit, axis=1, keepdims=True), hit * 1.0, shares)
    return np.asarray(shares @ values / shares.sum(axis=1)[:, None])


@dataclass(frozen=True)
class PrintedEstimates:
    """The laws of the estimates q_b^ of a plan whose users answer one coordinate each; `means` (K,) of coordinates."""

    plan: CoordinatePlan
    means: FloatArray

    def __post_init__(self) -> None:
        """Refuse what is no sum of independent numbers."""
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
    def winners(self) -> tuple[FloatArray, float]:
        """Those of the coordinates that are answered."""
        return winner_laws(self.each, np.clip(self.means[self.answered], -1, 1))

    @cached_property
    def clipped(self) -> list[tuple[FloatArray, FloatArray, FloatArray, FloatArray]]:
        """By coordinate that is answered: chances of winners, and users' means less their own: (winners, points)."""
        found, held = [], 0
        for k, chances in zip(self.answered, self.winners[0], strict=True):
            law = SignLaw(float(np.clip(self.means[k], -1, 1)))
            likely = np.flatnonzero(chances > _UNLIKELY)
            lower, upper = self.each.interval(likely)
            points, masses = law.support(self.each.m, TAIL)
            held += len(likely) * len(points)
            if held > _MOST_HELD:
                raise ParameterError(f"m = {self.each.m}: winners and users' means are too many for an exact law")
            away = np.clip(points, lower[:, None], upper[:, None]) - law.mean
            found.append((chances[likely], away, masses / masses.sum(), away @ (masses / masses.sum())))
        return found

    @cached_property
    def moments(self) -> tuple[FloatArray, float, float]:
        """The means of all q_b^, (K,), their deviation, and how far a winner of some likelihood moves one at most."""
        K, half = len(self.means), self.each.half
        told, variance, moved = np.zeros(K), 0.0, 0.0
        for k, (chances, away, masses, bias) in zip(self.answered, self.clipped, strict=True):
            middle = chances @ bias
            told[k] = self.means[k] + middle
            spread = (away**2 @ masses - bias**2) / half + (bias - middle) ** 2
            variance += float(chances @ spread) + 2 * self.each.scale**2 / half
            moved = max(moved, float(np.abs(bias - middle)[chances > 1e-16 / K].max(initial=0.0)))
        return walsh_hadamard(told) / K, sqrt(variance) / K, moved / K

    def logarithm(self, t: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Log modulus (steps,) and phases (steps, K) of the characteristic functions at t."""
        K, half = len(self.means), self.each.half
        u = t / (K * half)
        phase, modulus = np.zeros((len(t), K)), np.zeros(len(t))
        for k, (chances, away, masses, _) in zip(self.answered, self.clipped, strict=True):
            one = half * np.log1p(_less_one(u, away, masses))
            top = one.real.max(axis=1)
            mixed = np.log(np.exp(one - top[:, None]) @ chances)
            modulus += mixed.real + top
            phase[:, k] = mixed.imag + u * half * self.means[k]
        return modulus + self.faded(t), walsh_hadamard(phase)

    def faded(self, t: FloatArray) -> FloatArray:
        """Log characteristic function (steps,) of the noise: at least the log modulus."""
        together = len(self.answered) * self.each.half
        return np.asarray(-together * np.log1p((t * self.each.scale / (len(self.means) * self.each.half)) ** 2))

    def negative(self) -> FloatArray:
        """P(q_b^ < 0) for every b, (K,), by Gil-Pelaez' formula as in `user_cells`."""
        mean, deviation, moved = self.moments
        single = self.each.scale / (len(self.means) * self.each.half)
        reach = _DEVIATIONS * deviation + _TAILS * max(single, moved)
        near, found = np.abs(mean) < reach, (mean < 0).astype(np.float64)
        step, steps = np.pi / (2 * reach), 16
        while self.faded(np.array([steps * step]))[0] > -_FAINT:
            steps *= 2
            if steps > _MOST_STEPS:
                raise ParameterError(f"n = {self.plan.n}: too few messages for the law of an estimate to be smooth")
        total = np.zeros(int(near.sum()))
        odd = np.arange(steps) + 0.5
        for some in np.array_split(odd, -(-len(odd) * len(mean) // _ENTRIES)):
            modulus, phase = self.logarithm(some * step)
            total += (np.exp(modulus) / some) @ np.sin(phase[:, near])
        found[near] = 0.5 - total / np.pi
        return np.clip(found, 0.0, 1.0)


def _less_one(u: FloatArray, away: FloatArray, masses: FloatArray) -> NDArray[np.complex128]:
    """E[e^(iux)] - 1 at u (steps,), without cancellation, for x (winners, points) of these masses: (steps, winners)."""
    if np.abs(u).max() * np.abs(away).max() <= 0.5:
        orders = np.arange(1, _ORDER + 1)
        moments = np.stack([away**j @ masses / factorial(j) for j in orders])
        return np.asarray((1j * u[:, None]) ** orders @ moments)
    found = np.empty((len(u), len(away)), dtype=np.complex128)
    for i, x in enumerate(away):
        turn = np.outer(u, x) / 2
        found[:, i] = (2j * np.sin(turn) * np.exp(1j * turn)) @ masses
    return found


def excess_risk(plan: CoordinatePlan, law: CellLaw) -> tuple[float, float]:
    """The exact excess risk where users answer one coordinate each, and what it is off by; raises ParameterError."""
    K = plan.embedding.coordinates
    laws = PrintedEstimates(plan, walsh_hadamard(law.padded(K)[0]))
    negative = laws.negative()[: len(law.mass)]
    value = float(law.wrong[:, 0] @ negative + law.wrong[:, 1] @ (1 - negative))
    return value, RESOLUTION + len(laws.answered) * laws.winners[1]


def drawn_by_coordinate(plan: CoordinatePlan, law: CellLaw, repetitions: int, seed: int) -> tuple[float, float]:
    """The same by drawing the aggregates of each coordinate, and its standard error; raises ParameterError as above."""
    refuse_several(plan)
    K = plan.embedding.coordinates
    means = walsh_hadamard(law.padded(K)[0])
    found = np.zeros((repetitions, K))
    for k in {k for sent in plan.split.sends for k in sent}:
        # Rounding may leave a mean of 1 beyond it.
        found[:, k] = drawn_means(plan.each, SignLaw(float(np.clip(means[k], -1, 1))), repetitions, (seed, 11, k))
    estimates = (walsh_hadamard(found) / K)[:, : len(law.q)]
    losses = np.where(estimates > 0, law.wrong[:, 1], law.wrong[:, 0]).sum(axis=1)
    return float(losses.mean()), float(losses.std(ddof=1) / sqrt(repetitions))


@dataclass(frozen=True)
class SignCounts:
    """What a user of a group sends hangs on: vectors of signs (patterns, coordinates) and their chances (patterns,)."""

    signs: FloatArray
    chances: FloatArray

    @classmethod
    def of_group(cls, sent: tuple[int, ...], law: CellLaw, K: int) -> "SignCounts":
        """Those of a group that sends these coordinates: of Y H_(k, b), cells and labels alike taken together."""
        rows = walsh_hadamard(np.eye(K)[list(sent)])[:, : len(law.mass)].T
        signs = np.concatenate([rows, -rows])
        weights = np.concatenate([law.mass + law.q, law.mass - law.q]).clip(0) / 2
        kinds, back = np.unique(signs, axis=0, return_inverse=True)
        chances = np.bincount(back.ravel(), weights)
        return cls(kinds, chances / chances.sum())

    def user_means(self, users: tuple[int, ...], m: int, rng: np.random.Generator) -> FloatArray:
        """Means of m samples each, (*users, coordinates)."""
        return np.asarray(rng.multinomial(m, self.chances, size=users) @ self.signs / m)


def drawn_by_user(
    plan: CoordinatePlan, law: CellLaw, repetitions: int, rng: np.random.Generator
) -> tuple[float, float]:
    """The mean excess risk of Algorithm 4 as printed, whatever users answer, and its standard error."""
    each, K = as_floats(plan.each), plan.embedding.coordinates
    fold, found = plan.split.fold, np.zeros((count("repetitions", repetitions, 2), K))
    answers = plan.split.folds_of
    for sent in plan.split.sends:
        if not sent:
            continue
        data = SignCounts.of_group(sent, law, K)
        part = max(_NUMBERS // (2 * fold * len(data.chances)), 1)
        for some in np.array_split(np.arange(repetitions), -(-repetitions // part)):
            means = data.user_means((len(some), 2 * fold), each.m, rng)
            for place, k in enumerate(sent):
                found[some, k] += _estimate(each, means[:, :, place], rng) / answers[k]
    estimates = (walsh_hadamard(found) / K)[:, : len(law.q)]
    losses = np.where(estimates > 0, law.wrong[:, 1], law.wrong[:, 0]).sum(axis=1)
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


def _estimate(each: TwoStage, means: FloatArray, rng: np.random.Generator) -> FloatArray:
    """The two stages of a coordinate by users' means (repetitions, 2 fold): the first half votes, (repetitions,)."""
    repetitions, half = len(means), means.shape[1] // 2
    bins = each.bins.index(means[:, :half]) + each.bins.count * np.arange(repetitions)[:, None]
    counts = np.bincount(bins.ravel(), minlength=repetitions * each.bins.count).reshape(repetitions, -1)
    winners = draw_winners(each.vote, counts, np.zeros(repetitions, dtype=np.int64), rng)
    lower, upper = each.interval(winners)
    clipped = np.clip(means[:, half:], lower[:, None], upper[:, None]).mean(axis=1)
    return np.asarray(each.refiner(winners).sample_mean(clipped, half, rng))
