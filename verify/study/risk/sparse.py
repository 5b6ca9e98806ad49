"""Risks of estimators of sparse means on independent coordinates, by aggregates in place of users.

Of Algorithm 6 the selection is drawn: a voter is d bits, d signs and a number, whatever m. Given what is chosen each
coordinate's error is that of its own two-stage mean, which is known. Of Algorithm 7 the estimates of all coordinates
are drawn, by their bin counts, votes and clipped means.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.binomial import binomial_pmf
from upperbounds.channels.cube import CubeResponse
from upperbounds.channels.vectors import packed
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.sparse.balls import SparseBalls
from upperbounds.sparse.bounds import clipped_walk, tally_tail
from upperbounds.sparse.item_level import soft
from upperbounds.sparse.selection import SelectionPlan, first_chosen
from upperbounds.sparse.threshold import ThresholdPlan
from verify.study.risk.aggregate import drawn_means
from verify.study.risk.exact import exact_risk
from verify.study.risk.laws import SignLaw

_CHUNK, _BATCH = 1 << 16, 1 << 12
"""Voters that are drawn at once, and users with a mean of every coordinate."""
_SIGNS = 2.0 * np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1) - 1
"""The eight signs that a byte holds."""
_RARE = 0.1
_TAIL = 1e-18
_CERTAIN = 1e-9
_FEW = 16


@dataclass(frozen=True)
class SparseRisk:
    """A mean squared l_2 error with its standard error; `found` is the share of non-zero coordinates that are chosen.

    It is 1 where no coordinate is non-zero.
    """

    value: float
    error: float
    found: float
    repetitions: int


def signs(means: FloatArray, D: float) -> list[SignLaw]:
    """The laws of independent coordinates +-D with these means, shape (d,)."""
    return [SignLaw(float(mean), D) for mean in means]


def vote_chances(plan: SelectionPlan, laws: Sequence[SignLaw]) -> FloatArray:
    """P(|user mean| >= threshold) for each coordinate, exact except for tails of 1e-18, shape (d,)."""
    known: dict[SignLaw, float] = {}
    for law in dict.fromkeys(laws):
        points, weights = law.support(plan.m, _TAIL)
        known[law] = min(1.0, float(np.sum(weights[np.abs(points) >= plan.threshold])))
    return np.array([known[law] for law in laws])


def draw_tallies(plan: SelectionPlan, chances: FloatArray, repetitions: int, rng: np.random.Generator) -> FloatArray:
    """The tallies of (149), shape (repetitions, d), for independent votes with these probabilities, shape (d,)."""
    d, voters = plan.dimension, plan.voters
    tallies, padded = np.zeros((repetitions, d)), -(-d // 8)
    # Coordinates that are never voted for need no draw, nor those that always are.
    open_ = [(chance, np.flatnonzero(chances == chance)) for chance in np.unique(chances) if 0 < chance < 1]
    always = np.resize(np.append(chances >= 1, np.zeros(8 * padded - d, dtype=bool)), (padded, 8))
    edge, scale = float(plan.hashed.edge), float(plan.hashed.scale)
    every, step = repetitions * voters, _CHUNK
    for start in range(0, every, step):
        run = np.arange(start, min(start + step, every)) // voters
        first, runs = int(run[0]), int(run[-1] - run[0]) + 1
        codes = rng.integers(256, size=(len(run), padded), dtype=np.uint8)
        sums = np.zeros(len(run))
        for column in np.flatnonzero(always.any(axis=-1)):
            sums += (_SIGNS @ always[column])[codes[:, column]]
        for chance, places in open_:
            voter, which = np.divmod(successes(len(run) * len(places), float(chance), rng), len(places))
            byte, bit = np.divmod(places[which], 8)
            sums += np.bincount(voter, _SIGNS[codes[voter, byte], bit], len(run))
        z = np.clip(sums, -edge, edge) + scale * _laplace(len(run), rng)
        # Voters with the same eight signs count together.
        cells = 256 * (run - first)
        by_sign = [np.bincount(cells + column, z, 256 * runs).reshape(runs, 256) @ _SIGNS for column in codes.T]
        tallies[first : first + runs] += np.concatenate(by_sign, axis=-1)[:, :d]
    return tallies / voters


def _laplace(number: int, rng: np.random.Generator) -> NDArray[np.float32]:
    """Standard Laplace variables in single precision, which a simulation cannot distinguish from exact ones."""
    sizes = rng.standard_exponential(number, dtype=np.float32)
    signs = np.unpackbits(rng.integers(256, size=-(-number // 8), dtype=np.uint8))[:number]
    return np.where(signs, sizes, -sizes)


def successes(trials: int, chance: float, rng: np.random.Generator) -> NDArray[np.int64]:
    """The places of the successes among independent trials, 0 < probability < 1; rare ones by the gaps between them."""
    if chance > _RARE:
        return np.flatnonzero(rng.random(trials, dtype=np.float32) < chance)
    found: list[NDArray[np.int64]] = []
    last = -1
    while last < trials:
        expected = (trials - last) * chance
        gaps = rng.geometric(chance, int(expected + 4 * np.sqrt(expected)) + 4)
        # A gap beyond all trials ends them, whatever its size.
        found.append(last + np.cumsum(np.minimum(gaps, trials + 1)))
        last = int(found[-1][-1])
    places = np.concatenate(found)
    return places[: np.searchsorted(places, trials)]


def selection_risk(
    plan: SelectionPlan,
    laws: Sequence[SignLaw],
    repetitions: int,
    rng: np.random.Generator,
    known: Callable[[TwoStage, SignLaw], float] = lambda each, law: exact_risk(each, law).value,
) -> SparseRisk:
    """The risk of Algorithm 6 for independent coordinates of these laws, (d,); `known` is that of a two-stage mean."""
    tallies = draw_tallies(plan, vote_chances(plan, laws), repetitions, rng)
    chosen = first_chosen(tallies >= 0.5, plan.s)
    means = np.array([law.mean for law in laws])
    picked = np.zeros((repetitions, plan.dimension), dtype=bool)
    np.put_along_axis(picked, chosen.place, chosen.any, axis=-1)
    kinds = {law: k for k, law in enumerate(dict.fromkeys(laws))}
    kind = np.array([kinds[law] for law in laws])
    folds = chosen.alike.sum(axis=-1)
    # With s' chosen, slots 0, ..., s' - 1 are one of each.
    number = picked.sum(axis=-1)
    first = np.arange(plan.s) < number[:, None]
    losses = np.sum(np.where(picked, 0.0, means**2), axis=-1)
    of_slot = kind[chosen.place]
    for count, k in {(int(c), int(t)) for c, t in zip(folds[first], of_slot[first], strict=True)}:
        risk = known(replace(plan.each, n=2 * plan.folds.fold * count), laws[int(np.flatnonzero(kind == k)[0])])
        losses += risk * np.sum(first & (folds == count) & (of_slot == k), axis=-1)
    return _told(losses, picked, means)


def chosen_chances(plan: SelectionPlan, size: float, D: float) -> tuple[float, float, float]:
    """P(a tally is 1/2 or more) of a coordinate with this mean and of a zero one, where s have it; an error of both.

    A tally is a mean of independent numbers, one of each voter: a clipped walk, 1 ahead where it has the vote, and
    Laplace noise. Their characteristic function is inverted (Gil-Pelaez 1951) by the trapezoid rule; the error is what
    half as many points change, ten times. Raises ParameterError for fewer than 16 voters, whose noise has long tails.
    """
    if plan.voters < _FEW:
        raise ParameterError(f"n = {plan.n}: must be at least {2 * _FEW}")
    s, zeros = plan.s, plan.dimension - plan.s
    large, zero = vote_chances(plan, [SignLaw(size, D), SignLaw(0.0, D)])
    found = []
    for own, ones, noughts in ((large, s - 1, zeros), (zero, s, zeros - 1)):
        if noughts < 0:
            found.append((0.0, 0.0))
            continue
        others = np.convolve(_votes(ones, large), _votes(noughts, zero))
        values, weights = _numbers(own, others, float(plan.hashed.edge))
        fine, coarse = (_upper_tail(plan, values, weights, points) for points in (1 << 9, 1 << 8))
        found.append((fine, 10 * abs(fine - coarse) + 1e-12))
    return found[0][0], found[1][0], max(error for _, error in found)


def _votes(number: int, chance: float) -> FloatArray:
    """The law of the number of coordinates, of this many, that are voted for."""
    return binomial_pmf(np.arange(number + 1), number, chance, 1 - chance)


def _numbers(own: float, others: FloatArray, edge: float) -> tuple[FloatArray, FloatArray]:
    """Values and weights of r clip(U): clip(1 + W_k) with the vote, of probability `own`, clip(W_k) without."""
    values, weights = [], []
    for k in np.flatnonzero(others > _TAIL):
        walk, chances = 2.0 * np.arange(k + 1) - k, others[k] * _votes(int(k), 0.5)
        values += [np.clip(walk + 1, -edge, edge), np.clip(walk, -edge, edge)]
        weights += [own * chances, (1 - own) * chances]
    # A clipped walk has few values, whatever its length.
    found, place = np.unique(np.concatenate(values), return_inverse=True)
    return found, np.bincount(place, np.concatenate(weights)).astype(np.float64)


def _upper_tail(plan: SelectionPlan, values: FloatArray, weights: FloatArray, points: int) -> float:
    """P(mean of the voters' numbers >= 1/2): 1/2 + (1/pi) int_0^oo Im(e^(-i t N/2) phi(t)^N)/t dt."""
    voters, scale = plan.voters, float(plan.hashed.scale)
    # Beyond this |phi(t)|^N is below 1e-18, by the noise alone.
    end = np.sqrt(np.expm1(41.5 / voters)) / scale
    t = (np.arange(points) + 0.5) * (end / points)
    # In N numbers less 1/2 each, so that no phase is large.
    phi = (weights[:, None] * np.exp(1j * np.outer(values - 0.5, t))).sum(axis=0) / (1 + (scale * t) ** 2)
    return float(0.5 + np.sum((phi**voters).imag / t) * (end / points) / np.pi)


def decided_risk(
    plan: SelectionPlan, size: float, D: float, known: Callable[[TwoStage, SignLaw], float]
) -> SparseRisk | None:
    """The risk of Algorithm 6 if s coordinates have this mean and, by the number of voters, the choice is certain.

    The mean of every tally is exact, and Chernoff's bound says how likely one is on the other side of 1/2: with more
    than 1e-9 it is None, with less that is the error, times 4 s D^2.
    """
    s, zeros = plan.s, plan.dimension - plan.s
    large, zero = vote_chances(plan, [SignLaw(size, D), SignLaw(0.0, D)])
    edge, scale = float(plan.hashed.edge), float(plan.hashed.scale)
    means = []
    for own, ones, noughts in ((large, s - 1, zeros), (zero, s, zeros - 1)):
        votes = np.convolve(_votes(ones, large), _votes(max(noughts, 0), zero))
        means.append(float(own * sum(w * clipped_walk(k, edge) for k, w in enumerate(votes) if w > _TAIL)))
    gaps = [abs(mean - 0.5) for mean in means]
    wrong = s * tally_tail(plan.voters, edge, scale, gaps[0]) + zeros * tally_tail(plan.voters, edge, scale, gaps[1])
    if wrong > _CERTAIN or (zeros and means[1] > 0.5):
        return None
    chosen = size != 0 and means[0] > 0.5
    value = s * (known(plan.each, SignLaw(size, D)) if chosen else size**2)
    return SparseRisk(value, 4 * s * D**2 * wrong, float(chosen) if size else 1.0, 0)


def threshold_risk(
    plan: ThresholdPlan, laws: Sequence[SignLaw], repetitions: int, rng: np.random.Generator
) -> SparseRisk:
    """The risk of Algorithm 7 for independent coordinates of these laws, (d,): users are counted, not drawn.

    All coordinates with the same law are drawn at once.
    """
    means, each = np.array([law.mean for law in laws]), plan.cube.each
    found, seed = np.zeros((repetitions, len(laws))), int(rng.integers(1 << 62))
    for kind, law in enumerate(dict.fromkeys(laws)):
        here = np.array([j for j, one in enumerate(laws) if one == law and plan.cube.split.folds_of[j]], dtype=int)
        if len(here):
            found[:, here] = drawn_means(each, law, repetitions * len(here), (seed, 1, kind)).reshape(repetitions, -1)
    estimates = plan.keep(found)
    return _told(np.sum((estimates - means) ** 2, axis=-1), estimates != 0, means)


def balls_risk(plan: SparseBalls, laws: Sequence[SignLaw], repetitions: int, rng: np.random.Generator) -> SparseRisk:
    """The risk of shrinking balls for independent coordinates of these laws, (d,): users are drawn by their means."""
    means, estimates = np.array([law.mean for law in laws]), np.empty((repetitions, len(laws)))
    chances = np.array([law.plus for law in laws])
    for run in range(repetitions):
        state: Any = None
        for step in plan.protocol().rounds:
            channel, total = step.channel(state), np.zeros(len(laws))
            for start in range(0, len(step.users), _BATCH):
                users = min(_BATCH, len(step.users) - start)
                ones = rng.binomial(plan.m, chances, size=(users, len(laws)))
                vectors = (2 * ones / plan.m - 1) * plan.half_width
                total += channel.sample(packed(vectors), rng).sum(axis=0)
            state = step.decode(total[None] / len(step.users), state)
        estimates[run] = state
    return _told(np.sum((estimates - means) ** 2, axis=-1), estimates != 0, means)


def soft_risks(channel: CubeResponse, messages: int, levels: FloatArray, means: Mapping[float, int]) -> FloatArray:
    """The exact risks of the soft-thresholded mean of this many messages at these levels, except for tails of 1e-18.

    `means` says how many coordinates have which mean. A coordinate of a message is +-B whatever the law of the data, so
    that the number of its B's is binomial; the risk is a sum over coordinates.
    """
    from scipy.stats import binom

    total = np.zeros(len(levels))
    for mean, times in means.items():
        chance = (1 + mean / channel.magnitude) / 2
        last = messages - binom.ppf(_TAIL, messages, 1 - chance)
        ones = np.arange(binom.ppf(_TAIL, messages, chance), last + 1)
        values, weights = channel.magnitude * (2 * ones / messages - 1), binom.pmf(ones, messages, chance)
        total += times * np.array([weights @ (soft(values, level) - mean) ** 2 for level in levels])
    return total


def _told(losses: FloatArray, picked: NDArray[np.bool_], means: FloatArray) -> SparseRisk:
    there = means != 0
    found = float(picked[:, there].mean()) if there.any() else 1.0
    error = float(losses.std(ddof=1)) / np.sqrt(len(losses))
    return SparseRisk(float(losses.mean()), float(error), found, len(losses))
