"""Components of a mixture of users: their means and shares from your own data, and which certainly exist."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import erfc, exp, inf, log, pi, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import rel_entr

from notation.mixture import least_gap, least_weight
from notation.parameters import ParameterError
from notation.setting import Setting
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.randomness import generator
from upperbounds.estimator import Estimator
from upperbounds.mixture.plan import MixturePlan
from upperbounds.protocols.deployed import drawn
from upperbounds.registry import by_name, of_problem
from verify.study.bars import MISS, chernoff
from verify.study.budget import Charge, free
from verify.study.deployed import deployed_protocol
from verify.study.estimate import MOST_NUMBERS, NotPublic, PublicRange, check_votes, moved_into
from verify.study.mixture import worst_mixture_risk
from verify.study.order import prepared
from verify.study.table import Rows
from verify.study.worst import Spend, WorstRisk, summed_spend

_WINDOWS = 16
"""The most adjacent bins for which the share of users is bounded."""
_ROUNDS = 100
"""How often intervals are narrowed by each other: every time is valid, and the last ones change nothing."""
_MOST_M, MOST_N = 1 << 30, 10**12
"""The largest numbers of rows and of users that are reported as needed."""


@dataclass(frozen=True)
class Kinds:
    """The means of K components of users, in increasing order, and their shares, (K,) each, in the data's units.

    Everything except `not_public` comes from messages and public numbers. `shown` says which components certainly exist
    and are separated; `surely` is a lower bound on the number of components. `interval` (2, K) contains their means,
    all at once with probability 1 - MISS, and is nan for components that are not shown. If all K are shown,
    `share_interval` (2, K) contains their shares in the same event. Then there is also a `standard_error`; it is nan if
    users on the wrong side of a boundary, or clipped users, may matter more. `m_needed` and `n_needed` are the m and n
    that separate components at distance `least_gap` with 1/(2K) of the users each; one of them is None.

    Each user draws all rows from one component, with m rows or more: with fewer, the guarantee does not hold.
    """

    means: FloatArray
    shares: FloatArray
    standard_error: FloatArray
    interval: FloatArray
    share_interval: FloatArray
    shown: NDArray[np.bool_]
    surely: int
    least_gap: float
    m_needed: int | None
    n_needed: int | None
    spend: Spend
    silent: int
    estimator: Estimator
    setting: Setting
    worst: WorstRisk
    seeded: bool
    not_public: NotPublic
    of: str
    drawn: tuple[str, ...]

    @property
    def apart(self) -> bool:
        """Whether all K components are separated."""
        return bool(self.shown.all())


def estimate_kinds(
    rows: Rows,
    setting: Setting,
    known: PublicRange,
    m: int,
    name: str | None = None,
    seed: int | None = None,
    charge: Charge = free,
) -> Kinds:
    """Estimate the means of `setting.K` components of users under epsilon-LDP for users.

    `rows` hold numbers on [-1, 1], `known` maps them to the data's units; `setting` holds epsilon and K, its n is that
    of `rows`. Each user's mean is over `m` of their rows, drawn at random. Without `name` the estimator of the smallest
    worst risk runs. Raises ParameterError for data in more dimensions, an unknown estimator, and too few users.
    """
    if rows.values.shape[1] != 1:
        raise ParameterError(f"--value = {rows.values.shape[1]} columns: must be one for mixture components")
    counts = rows.counts
    if rows.users * m > MOST_NUMBERS:
        raise ParameterError(f"--m = {m}: makes {rows.users * m:.1e} numbers; must be at most {MOST_NUMBERS:.0e}")
    setting = replace(setting, n=rows.users, m=m, d=1, D=1.0)
    estimator = by_name("mixture", name) if name is not None else _best(setting)
    rng = generator(seed)
    plan: MixturePlan = estimator.plan(setting, rng)
    protocol = deployed_protocol(estimator, plan, setting.epsilon)
    draws = drawn(protocol)
    check_votes(estimator.name, replace(protocol, rounds=protocol.rounds[:1]), plan.bins.count)
    # What is drawn above is a public key of hashed votes, no answer.
    charge()
    plan, samples = prepared(plan, rows, m, rng)
    sent, value = protocol.transcript(samples[..., 0], rng)
    votes = sent[0].sum(axis=0)
    chosen, shares = plan.choose(votes), plan.shares(sent[1].sum(axis=0))
    centres = np.asarray(plan.centres(chosen), dtype=np.float64)
    low, high = _located(plan, votes, chosen)
    shown, surely = _distinct(low, high)
    error, share_ends = np.full(setting.K, np.nan), np.full((2, setting.K), np.nan)
    if shown.all():
        kept = shares >= plan.cutoff
        sums = np.where(kept, (value - centres) * shares, 0.0)
        low, high, share_ends = _narrowed(plan, centres, shares, sums, kept, low, high)
        error = _errors(plan, sent[2], shares)
        error = np.where(_bias_at(plan, centres, np.clip(value, low, high)) <= error, error, np.nan)
    means = np.where(shown, np.clip(value, low, high), np.clip(value, -1.0, 1.0))
    order = np.argsort(means, kind="stable")
    scale, center = (float(np.asarray(part).reshape(-1)[0]) for part in (known.scale, known.center))
    ends = np.where(shown, np.stack([low, high]), np.nan)
    m_needed, n_needed = _needed(of_problem("mixture") if name is None else (estimator,), setting)
    return Kinds(
        means=means[order] * scale + center,
        shares=np.clip(shares, 0.0, 1.0)[order],
        standard_error=error[order] * scale,
        interval=ends[:, order] * scale + center,
        share_interval=share_ends[:, order],
        shown=shown[order],
        surely=surely,
        least_gap=float(least_gap(setting.K, 1.0)) * scale,
        m_needed=m_needed,
        n_needed=n_needed,
        spend=summed_spend(protocol.spend()),
        silent=setting.n - 3 * plan.third,
        estimator=estimator,
        setting=setting,
        worst=worst_mixture_risk(estimator, setting),
        seeded=seed is not None,
        not_public=NotPublic(len(rows.owner), int(counts.min()), int(counts.max()), fewer=int(np.sum(counts < m))),
        of=f"the means of {setting.K} mixture components, by the users' own means" + moved_into("values", known.moved),
        drawn=draws,
    )


def _best(setting: Setting) -> Estimator:
    """The estimator with the smallest worst risk at these public numbers."""
    return min(of_problem("mixture"), key=lambda one: worst_mixture_risk(one, setting).value)


def _located(plan: MixturePlan, votes: NDArray[np.int64], chosen: NDArray[np.intp]) -> tuple[FloatArray, FloatArray]:
    """For each chosen bin, an interval that contains some component's mean, (K,) each; +inf to -inf if there is none.

    By Hoeffding's inequality the share of users in w adjacent bins is at least some p, for all such windows at once,
    except with probability MISS/2. If no component's mean were in [low, high] around the window, each component would
    have less than p of its users' means in it (Chernoff's bound for means of m numbers on [-1, 1]), and so would all
    together. Nothing is assumed about the number of components, their shares or their distances.
    """
    lie, truth = plan.vote.probabilities
    low, high = np.full(len(chosen), np.inf), np.full(len(chosen), -np.inf)
    best = np.full(len(chosen), np.inf)
    sums = np.concatenate([[0], np.cumsum(votes)])
    edge, width = float(plan.bins.lower), float(plan.bins.width)
    previous, following = np.append(-1, chosen[:-1]), np.append(chosen[1:], plan.bins.count)
    for size in range(1, min(_WINDOWS, plan.bins.count) + 1):
        margin = _margin(plan, size)
        for shift in range(size):
            first = np.clip(chosen - shift, 0, plan.bins.count - size)
            share = ((sums[first + size] - sums[first]) / plan.third - size * lie) / (truth - lie) - margin
            a, b = edge + width * first, edge + width * (first + size)
            # A window that holds another chosen bin shows that one's users.
            some = (share > 0) & (first > previous) & (first + size <= following)
            level = -np.log(np.where(some, np.minimum(share, 1.0), 1.0)) / plan.m
            below, above = -_reached(-a, level), _reached(b, level)
            better = some & (above - below < best)
            low, high = np.where(better, below, low), np.where(better, above, high)
            best = np.where(better, above - below, best)
    return low, high


def _margin(plan: MixturePlan, size: int) -> float:
    """How much the share of users in `size` adjacent bins is overestimated; fails with probability MISS/2.

    From `size` independent bits of each user, and the sampling of users.
    """
    lie, truth = plan.vote.probabilities
    logs = log(2 * plan.bins.count * _WINDOWS / MISS)
    return sqrt(logs / 2 * (size / (truth - lie) ** 2 + 1) / plan.third)


def _reached(end: NDArray[Any], level: NDArray[Any]) -> FloatArray:
    """The largest mean on [-1, 1] with sample averages at most `end` with probability e^(-m level) or more.

    By Chernoff's bound with the divergence of two-valued laws, which holds for all laws on [-1, 1].
    """
    p = np.clip((1 + end) / 2, 0.0, 1.0)
    least, most = p.copy(), np.ones_like(p)
    for _ in range(60):
        q = (least + most) / 2
        inside = rel_entr(p, q) + rel_entr(1 - p, 1 - q) <= level
        least, most = np.where(inside, q, least), np.where(inside, most, q)
    return np.asarray(2 * most - 1)


def _distinct(low: FloatArray, high: FloatArray) -> tuple[NDArray[np.bool_], int]:
    """Which intervals exist and are separated from all others, and a lower bound on the number of components."""
    there = low <= high
    before = np.maximum.accumulate(np.concatenate([[-np.inf], high[:-1]]))
    after = np.minimum.accumulate(np.concatenate([low[1:], [np.inf]])[::-1])[::-1]
    number, last = 0, -np.inf
    for place in np.argsort(high):
        if there[place] and low[place] > last:
            number, last = number + 1, float(high[place])
    return there & (before < low) & (high < after), max(number, 1)


def _narrowed(
    plan: MixturePlan,
    centres: FloatArray,
    shares: FloatArray,
    sums: FloatArray,
    kept: NDArray[np.bool_],
    low: FloatArray,
    high: FloatArray,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The intervals, narrowed by shares and sums of distances, and intervals of the shares.

    Where there are K components, one in each interval. With P the share of users nearest to a centre M and S their
    average clipped distance from it, summed over all users, P (theta - M) = S + B. The error B comes from users of this
    component on the wrong side of a boundary or clipped, and from users of others on this side. Hoeffding's inequality
    for users' own means bounds B, given intervals of the components' means; so narrower intervals give a smaller B.
    """
    number, m = len(centres), plan.m
    lie, truth = plan.weighing.probabilities
    logs, reach = log(8 * number / MISS), float(plan.reach)
    of_share = sqrt(logs / 2 / plan.third) / (truth - lie)
    of_sum = chernoff(plan.third, float(plan.scale) / plan.third, (2 * reach) ** 2 / plan.third, logs)
    least, most = np.maximum(shares - of_share, 0.0), np.minimum(shares + of_share, 1.0)
    middles = (centres[1:] + centres[:-1]) / 2
    left, right = np.concatenate([[-np.inf], middles]), np.concatenate([middles, [np.inf]])
    leaves, enters = np.full(number, np.inf), np.full(number, np.inf)
    for _ in range(_ROUNDS):
        before = low.copy(), high.copy()
        for k in range(number):
            ways = float(right[k] - high[k]), float(low[k] - left[k])
            leaves[k] = min(1.0, sum(_tail(way, m) for way in ways))
            others = [left[k] - high[k - 1]] if k else []
            others += [low[k + 1] - right[k]] if k + 1 < number else []
            enters[k] = max((_tail(float(way), m) for way in others), default=0.0)
            weight = min(1.0, most[k] / (1 - leaves[k])) if leaves[k] < 1 else 1.0
            down, up = _biases(low[k] - centres[k], high[k] - centres[k], reach, ways, m, _spread(low[k], high[k], m))
            far = max(abs(low[k] - centres[k]), abs(high[k] - centres[k]))
            down, up = (weight * part + enters[k] * (reach + far) for part in (down, up))
            if not (kept[k] and least[k] > 0):
                continue
            ends = sums[k] - of_sum - down, sums[k] + of_sum + up
            below = centres[k] + ends[0] / (most[k] if ends[0] >= 0 else least[k])
            above = centres[k] + ends[1] / (least[k] if ends[1] >= 0 else most[k])
            # Empty where something that has a chance of MISS at most has happened: then what is known already stays.
            if max(below, low[k]) <= min(above, high[k]):
                low[k], high[k] = max(below, low[k]), min(above, high[k])
        if np.array_equal(before[0], low) and np.array_equal(before[1], high):
            break
    stay, free = 1 - leaves, 1 - enters
    smallest = np.where(free > 0, (least - enters) / np.where(free > 0, free, 1.0), 0.0)
    largest = np.where(stay > 0, most / np.where(stay > 0, stay, 1.0), 1.0)
    return low, high, np.stack([np.clip(smallest, 0.0, 1.0), np.clip(largest, 0.0, 1.0)])


def _tail(distance: float, m: int) -> float:
    """The largest probability that the mean of m numbers on [-1, 1] is farther above its expectation than that."""
    return exp(-m * distance * distance / 2) if distance > 0 else 1.0


def _spread(low: float, high: float, m: int) -> float:
    """The largest variance of the mean of m numbers on [-1, 1] whose expectation is from low to high."""
    return (1 - (0.0 if low <= 0 <= high else min(low * low, high * high))) / m


def _biases(
    low: float, high: float, reach: float, ways: Sequence[float], m: int, variance: float
) -> tuple[float, float]:
    """Bounds on how much the clipped distances of one component's users are too large, and too small, on average.

    The component's mean is low to high from its centre, and at least `ways` from the boundaries to others. Users beyond
    these are not counted. Clipping from below makes a distance larger, from above smaller.
    """
    missed = sum(_missed(way, m, variance) for way in ways)
    return missed + _excess(reach + low, m, variance), missed + _excess(reach - high, m, variance)


def _bias_at(plan: MixturePlan, centres: FloatArray, means: FloatArray) -> FloatArray:
    """About the largest error of an estimate from users who are clipped or nearer to another centre, (K,)."""
    ends = np.concatenate([[-np.inf], (centres[1:] + centres[:-1]) / 2, [np.inf]])
    found, m, reach = [], plan.m, float(plan.reach)
    for k, mean in enumerate(means.tolist()):
        ways, off = (float(ends[k + 1]) - mean, mean - float(ends[k])), mean - float(centres[k])
        theirs = max(
            (_tail(abs(other - float(ends[k + (other > mean)])), m) for other in means if other != mean), default=0
        )
        own = max(_biases(off, off, reach, ways, m, _spread(mean, mean, m)))
        found.append(own + theirs * (reach + abs(off)))
    return np.array(found)


def _missed(distance: float, m: int, variance: float) -> float:
    """The largest E[|Z|; Z > distance] of the error Z of such a mean, by its tail, or by its standard deviation."""
    if not distance > 0:
        return sqrt(variance)
    beyond = (distance * _tail(distance, m) if distance < 2 else 0.0) + _excess(distance, m, variance)
    return min(sqrt(variance), beyond)


def _excess(distance: float, m: int, variance: float) -> float:
    """The largest E max(Z - distance, 0) of the error Z of such a mean, by its variance (Scarf 1958) and its tail."""
    if distance == inf or not variance > 0:
        return max(-distance, 0.0)
    length = sqrt(variance + distance * distance)
    if not distance > 0:
        return (length - distance) / 2
    # Written so that nothing cancels where the distance is large.
    return min(variance / (length + distance) / 2, sqrt(pi / (2 * m)) * erfc(distance * sqrt(m / 2)))


def _needed(estimators: Sequence[Estimator], setting: Setting) -> tuple[int | None, int | None]:
    """About the smallest m that separates components at distance D/K, with 1/(2K) of the users each, at this n.

    If there is none, about the smallest n for which there is one. From public numbers.
    """

    def tells(n: int, m: int) -> bool:
        return any(by(estimator, n, m) for estimator in estimators)

    def by(estimator: Estimator, n: int, m: int) -> bool:
        plan: MixturePlan = estimator.plan(replace(setting, n=n, m=m), np.random.default_rng(0))
        half, gap, weight = float(plan.bins.width) / 2, float(least_gap(setting.K, 1.0)), least_weight(setting.K)
        for size in range(1, min(_WINDOWS, plan.bins.count) + 1):
            share = weight * (1 - 2 * _tail(size * half, plan.m)) - _margin(plan, size)
            if share > 0 and size * half + sqrt(-2 * log(share) / plan.m) < gap / 2:
                return True
        return False

    m = _first(lambda m: tells(setting.n, m), _MOST_M)
    if m is not None:
        return m, None
    return None, _first(lambda n: tells(max(n, 3), _MOST_M), MOST_N)


def _first(holds: Callable[[int], bool], most: int) -> int | None:
    """About the smallest number up to `most` for which a monotone condition holds; None if there is none."""
    high = 1
    while not holds(high):
        high *= 2
        if high > most:
            return None
    low = high // 2
    while high - low > max(1, high // 50):
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _errors(plan: MixturePlan, messages: FloatArray, shares: FloatArray) -> FloatArray:
    """Standard errors (K,): of the sum, seen in its messages, and of the share, whose votes' spread is known.

    A component is at most `near` its centre, which is what a share's error multiplies.
    """
    lie, truth = plan.weighing.probabilities
    of_sum = np.var(messages) / plan.third
    of_share = (float(plan.near) / (truth - lie)) ** 2 / (4 * plan.third)
    kept = shares >= plan.cutoff
    return np.where(kept, np.sqrt(of_sum + of_share) / np.where(kept, shares, 1.0), np.nan)
