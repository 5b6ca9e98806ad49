"""Error bars of an estimated mean, from messages and public parameters only.

The bars hold for all coordinates at once and every n, by Chernoff's bound, Hoeffding's and Bernstein's inequalities and
a union bound, without a normal approximation. Geometric noise on a grid is deployed in place of Laplace noise, and what
holds for Laplace noise also holds for it (`upperbounds.protocols.deployed`). Users may be heterogeneous: the bars cover
the average over users of their own means. In a single round users may be fixed and only shuffled: the moment generating
function of users drawn without replacement is at most that with replacement (Hoeffding 1963, Theorem 4; for users with
their own noise, Maclaurin's inequality). If a first round chose an interval to which later means are clipped, its votes
bound how many users are outside, and the bars include what clipping those can cost. In that case users are assumed to
be drawn at random from the population of the mean, so that the voters and the users who refine are exchangeable.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import singledispatch
from math import exp, inf, log, sqrt, tanh
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels import (
    KaryResponse,
    LaplaceHistogram,
    LaplaceOnInterval,
    RoundedResponse,
    UnaryEncoding,
    WindowResponse,
)
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.ball import BallResponse
from upperbounds.channels.budget import PartOfBudget
from upperbounds.channels.loss import evaluate
from upperbounds.channels.signed import SignedResponse
from upperbounds.mean.estimator import Additive
from upperbounds.mean.stop_loss import excess_of, stop_loss
from upperbounds.protocols.coordinate_walk import CoordinateWalk
from upperbounds.protocols.coordinates import CoordinatePlan, Plain
from upperbounds.protocols.range_vote import Range
from upperbounds.protocols.split import cyclic
from upperbounds.protocols.two_stage import TwoStage, winner
from upperbounds.protocols.walk import Walk
from upperbounds.sparse.balls import SparseBalls
from upperbounds.sparse.selection import Chosen, SelectionPlan
from upperbounds.sparse.threshold import ThresholdPlan
from upperbounds.transforms.kashin import Kashin
from upperbounds.vectors.balls import ShrinkingBalls, most_moved
from upperbounds.vectors.baselines import OneRound
from upperbounds.vectors.heavy import HeavyTwoStage, kashin_moment
from upperbounds.vectors.user_means import answers, clipping_bias, table
from verify.study.worst import voting

MISS = 0.05
"""Bound on the probability that some coordinate's error exceeds its half-width."""

Messages = tuple[NDArray[Any], ...]


@dataclass(frozen=True)
class Bars:
    """Shape (d,) each: standard errors, and half-widths that hold for all coordinates at once and any users.

    Standard errors are estimated from the messages, and are at least that of the noise alone. For groups of one user,
    and for messages on a sphere, they are the largest that the channels allow. They are None if there is only a vote.
    `one_law` are the half-widths for i.i.d. users. They assume that localisation did not fail and clipping moved
    nothing or, with `covers_misses`, hold in any case. `one_law` is None if i.i.d. users change nothing, or nothing is
    known.
    """

    standard_error: FloatArray | None
    half_width: FloatArray
    one_law: FloatArray | None = None
    covers_misses: bool = False


@dataclass(frozen=True)
class Tails:
    """Public moments: E|X_k|^order <= unit^order."""

    order: float
    unit: float


@singledispatch
def bars(plan: Any, sent: Messages, size: float, tails: Tails | None = None) -> Bars:
    """The bars of a run with the messages `sent`; `size` is D, which bounds the data unless they have `tails`.

    A new form of plan registers its own. Raises TypeError without one.
    """
    raise TypeError(f"no bars are known of {type(plan).__name__}")


@bars.register
def _additive(plan: Additive, sent: Messages, size: float, _: Tails | None = None) -> Bars:
    """Of a single number: bounded messages, or user means on [-D, D] with Laplace noise."""
    (messages,) = sent
    # A user's messages share the user: only users are independent.
    users = np.asarray(messages.reshape(plan.n, -1).mean(axis=1))
    if isinstance(plan.channel, WindowResponse | RoundedResponse):
        return _rows([_bounded(users, float(plan.channel.magnitude), size, 1)])
    assert isinstance(plan.channel, LaplaceOnInterval)
    number = plan.n * plan.messages
    scale, squares = float(plan.channel.scale) / number, plan.n * (2 * size / plan.n) ** 2
    noise = sqrt(2 * number) * scale
    # Few messages on a grid may be alike: noise alone is more.
    error = max(np.std(users, ddof=1) / sqrt(plan.n), noise) if plan.n > 1 else np.hypot(noise, size)
    return _rows([(float(error), chernoff(number, scale, squares, log(2 / MISS)))])


def _rows(found: list[tuple[float, float]]) -> Bars:
    """Bars of coordinates, each with its standard error and half-width."""
    return Bars(*np.array(found, dtype=np.float64).T)


def _bounded(
    messages: FloatArray,
    most: float,
    size: float,
    coordinates: int,
    bias: float = 0.0,
    second_moment: float | None = None,
) -> tuple[float, float]:
    """Standard error and half-width for the mean of independent messages in [-most, most].

    The smaller of Hoeffding's bound and the empirical Bernstein bound of Maurer and Pontil (2009, Theorem 11: the
    messages need not share a law), each at half the probability; no message is farther off than the largest and D. If
    the messages are from users drawn from all users, they are not independent, and Bernstein's inequality with the
    public `second_moment` replaces it.
    """
    n = len(messages)
    if n == 0:
        return size + bias, size + bias
    logs = log(4 * coordinates / MISS)
    widths = [most * sqrt(2 * logs / n), most + size]
    variance = most**2
    if n > 1:
        # Messages that are all alike: one that differs by `most` could have been missed.
        variance = max(float(np.var(messages, ddof=1)), most**2 / n)
    if second_moment is not None:
        widths.append(sqrt(2 * second_moment * logs / n) + (most + size) * logs / (3 * n))
    elif n > 1:
        more = log(8 * coordinates / MISS)
        widths.append(sqrt(2 * float(np.var(messages, ddof=1)) * more / n) + 14 * most * more / (3 * (n - 1)))
    return sqrt(variance / n), min(widths) + bias


@bars.register
def _one_round(plan: OneRound, sent: Messages, size: float, _: Tails | None = None) -> Bars:
    return _sent(plan.channel, plan, sent[0], size)


@singledispatch
def _sent(channel: Any, plan: OneRound, messages: NDArray[Any], size: float) -> Bars:
    """The bars of one round through a channel."""
    raise TypeError(f"no bars are known of one round of {type(channel).__name__}: {plan.name}, {len(messages)}, {size}")


@_sent.register
def _in_parts(channel: PartOfBudget, plan: OneRound, messages: NDArray[Any], size: float) -> Bars:
    return _sent(channel.channel, plan, messages, size)


@_sent.register
def _by_coordinate(channel: WindowResponse, plan: OneRound, messages: NDArray[Any], _: float) -> Bars:
    """Each coordinate by those who send it."""
    d, size = plan.dimension, float(channel.half_width)
    places = table(plan.n, d, plan.messages).ravel()
    order = np.argsort(places, kind="stable")
    groups = np.split(messages.ravel()[order], np.cumsum(answers(plan.n, d, plan.messages))[:-1])
    second = channel.most_second_moment if plan.messages < d else None
    return _rows([_bounded(group, channel.magnitude, size, d, plan.bias, second) for group in groups])


@bars.register
def _vote(plan: Range, sent: Messages, size: float, _: Tails | None = None) -> Bars:
    """For a vote only: bassily's Lemma B.1 corrected, for i.i.d. users; else by the share of users near the winner."""
    summed = sent[0].sum(axis=0)[None]
    outside = _outside(voting(plan), summed, np.array([plan.n]), log(2 * plan.bins.count / MISS))[0]
    near, value = 3 * float(plan.bins.width) / 2, float(plan.bins.middle(int(winner(summed)[0])))
    half_width = near + outside * (size + abs(value))
    failure = plan.bins.count * exp(-(tanh(plan.epsilon / 4) ** 2) * plan.n / 4) if plan.bins.count > 2 else 0.0
    holds = failure + 1 / (plan.n * plan.m) <= MISS
    return Bars(None, np.array([half_width]), np.array([near]) if holds else None)


@dataclass(frozen=True)
class _Walked:
    """For one walk: the standard error, and half-widths for the distances `alone`, for `any` users and for `one_law`.

    `most` bounds the error of every estimate; `number` is how many users sent distances.
    """

    error: float
    alone: float
    any: float
    one_law: float
    most: float
    number: int


def _walked(plan: Walk, sent: Messages, size: float, likewise: int = 1) -> _Walked:
    """From the distances that were sent, and the share of users who said that they are near the last centre.

    There are `likewise` such walks, and their half-widths hold all at once. For i.i.d. users nothing is assumed about
    the walk: a mean at distance delta from the centre has an average message of at least delta - s(a - delta), so an
    upper end of that average gives one of delta. Under moments `size` is M_p^(1/p), which the mean is within.
    """
    at, messages = plan.heard(sent)
    channel = plan.refiner
    half, value = float(channel.half_width), float(messages.mean())
    # In one round users may be fixed, and those of one of several walks are drawn from all.
    second = channel.most_second_moment if likewise > 1 and not plan.steps else None
    bias = 0.0 if plan.steps or plan.order == inf else size * float(excess_of(half / size, plan.order))
    error, alone = _bounded(messages, channel.magnitude, half, likewise, bias, second)
    if not plan.steps:
        return _Walked(error, alone, alone, alone, inf, len(messages))
    center = float(plan.unit) * int(at.centre)
    _, width = _bounded(messages, channel.magnitude, half, 2 * likewise)
    near = KaryResponse(2, plan.epsilon)
    truth, lie = (evaluate(chance, float(plan.epsilon)) for chance in (near.truth, near.lie))
    # Beyond that the chance to say that she is near falls, at once or, for another walk to depend on it, in a line.
    within, falls, outside = half, 0.0, 1.0
    if plan.again:
        within, falls = (float(plan.unit) * length for length in (plan.close - plan.test, 2 * plan.test))
    if plan.watching and (not plan.again or at.stands):
        told = (float((sent[len(plan.steps) + (plan.recentring > 0)] > 0).mean()) - lie) / (truth - lie)
        margin = sqrt(log(2 * likewise / MISS) / (2 * plan.watching)) / (truth - lie)
        outside = min(max(1 - told + margin, 0.0), 1.0)
    # By a chord: what is beyond `within`, on average, is at most the share of who is not near times the most it can be.
    # Under moments that is so up to any level, with a mean excess beyond: the best level.
    level, beyond = size, 0.0
    if plan.order < inf:
        level = size * (1 - 1 / plan.order) * max(outside, MISS / len(messages)) ** (-1 / plan.order)
        beyond = size * float(excess_of(level / size, plan.order))
    far = max(level + abs(center) - within, falls)
    # Both sums are over users drawn from all without putting back.
    moved = outside * far + beyond + max(within - half, 0.0)
    one_law = max(_farthest(plan, value + alone, size) - value, _farthest(plan, -value + alone, size) + value)
    return _Walked(error, alone, width + moved, one_law, size + abs(center + value), len(messages))


@bars.register
def _walk(plan: Walk, sent: Messages, size: float, _: Tails | None = None) -> Bars:
    """The bars of a walk to a number."""
    return _apart(plan, [_walked(plan, sent, size)])


def _apart(plan: Walk, walks: Sequence[_Walked]) -> Bars:
    """The bars of each walk's number; without walk steps, no common law is assumed."""
    half_width = np.array([min(one.any, one.most) for one in walks])
    error, one_law = (np.array([getattr(one, name) for one in walks]) for name in ("error", "one_law"))
    if not plan.steps:
        return Bars(error, half_width)
    return Bars(error, half_width, np.minimum(one_law, half_width), True)


@bars.register
def _walks(plan: CoordinateWalk, sent: Messages, _: float, __: Tails | None = None) -> Bars:
    """The bars of walks to all coordinates; a vector coordinate's error is a weighted sum of errors of the transform.

    Walks that share users have dependent errors: the variance of a sum is at most `sends` times that of independent
    ones. If walks do not share users, Hoeffding's inequality holds for all distances together, plus what clipping moved
    in each walk.
    """
    each, size = plan.each, plan.embedding.coordinates
    plain, together = isinstance(plan.embedding, Plain), plan.sends == 1 and bool(each.steps)
    likewise = size if plain or not together else 2 * size
    reach = float(each.unit) * each.cells
    walks = [_walked(each, messages, reach, likewise) for messages in plan.by_coordinate(sent)]
    found = _apart(each, walks)
    if plain:
        return found
    assert found.standard_error is not None
    number = float(np.mean([1 / one.number for one in walks]))
    hoeffding = each.refiner.magnitude * sqrt(2 * log(4 * plan.dimension / MISS) * number)

    def of_vector(half_widths: FloatArray, name: str) -> FloatArray:
        width = float(half_widths.sum()) / sqrt(size)
        if together:
            width = min(width, hoeffding + sum(getattr(one, name) - one.alone for one in walks) / sqrt(size))
        return np.full(plan.dimension, width)

    error = np.full(plan.dimension, sqrt(plan.sends * float(found.standard_error @ found.standard_error) / size))
    one_law = None if found.one_law is None else of_vector(found.one_law, "one_law")
    return Bars(error, of_vector(found.half_width, "any"), one_law, found.covers_misses)


@bars.register
def _shrinking(plan: ShrinkingBalls, sent: Messages, size: float, _: Tails | None = None) -> Bars:
    """By Bernstein for the last messages, as in one round.

    For i.i.d. users plus what scaling down to the last ball may have moved, wherever the centre is. For other users
    nothing is known of that, but that their mean is in the data's ball.
    """
    state: Any = None
    for step, messages in zip(plan.protocol().rounds, sent, strict=True):
        state = step.decode(messages, state)
    n, d, magnitude = len(sent[-1]), plan.dimension, plan.channel(-1).magnitude
    alone = len(sent) == 1
    logs, deviation = log(2 * d / (MISS if alone else MISS / 2)), magnitude / sqrt(d)
    width = deviation * sqrt(2 * logs / n) + 2 * magnitude * logs / (3 * n)
    error = np.full(d, deviation / sqrt(n))
    if alone:
        return Bars(error, np.full(d, width))
    anyone = size + np.abs(state)
    return Bars(error, anyone, np.minimum(width + most_moved(plan, MISS / 2), anyone), True)


def _farthest(plan: Walk, average: float, size: float) -> float:
    """The largest delta up to 2D with delta - s(a - delta) <= average, which increases with delta; to a 4096th of D."""
    scale = size / sqrt(plan.m)
    deltas = np.linspace(-2 * size, 2 * size, 1 << 14)
    least = deltas - scale * stop_loss(plan.m, plan.order)((float(plan.refiner.half_width) - deltas) / scale)
    return float(deltas[min(int(np.sum(least <= average)), len(deltas) - 1)])


@bars.register
def _towards_zero(plan: SparseBalls, sent: Messages, size: float, _: Tails | None = None) -> Bars:
    """The bars of all coordinates before they are moved towards 0, plus that move."""
    found = _shrinking(plan, sent, size)
    if found.one_law is None:
        return replace(found, half_width=found.half_width + plan.threshold)
    return replace(found, one_law=np.minimum(found.one_law + plan.threshold, found.half_width))


@bars.register
def _selected(plan: SelectionPlan, sent: Messages, size: float, _: Tails | None = None) -> Bars:
    """The bars of a chosen coordinate's two-stage mean; another coordinate may be anywhere in the range."""
    chosen = plan.protocol().rounds[0].decode(sent[0], None)
    assert isinstance(chosen, Chosen)
    error, half_width = np.full(plan.dimension, size), np.full(plan.dimension, size)
    for j in np.unique(chosen.place) if chosen.any[0] else ():
        folds = np.flatnonzero(chosen.place == j)
        users = (folds[:, None] * plan.folds.fold + np.arange(plan.folds.fold)).ravel()
        one = replace(plan.each, n=2 * len(users))
        alone = CoordinatePlan(plan.name, cyclic(one.n, 1, 1), one, Fraction(1), Plain(1))
        told = _staged(alone, tuple(part[users][:, None] for part in sent[1:]), size, None, plan.s)
        assert told.standard_error is not None
        error[j], half_width[j] = told.standard_error[0], told.half_width[0]
    return Bars(error, half_width)


@bars.register
def _thresholded(plan: ThresholdPlan, sent: Messages, size: float, _: Tails | None = None) -> Bars:
    """The bars of all coordinates before the threshold, plus what the threshold moved."""
    found = _staged(plan.cube, sent, size, None)
    state: Any = None
    for step, messages in zip(plan.cube.protocol().rounds, sent, strict=True):
        state = step.decode(messages, state)
    assert found.one_law is not None
    moved = np.abs(plan.keep(state) - state)
    return Bars(found.standard_error, found.half_width + moved, found.one_law + moved)


@bars.register
def _staged(plan: CoordinatePlan, sent: Messages, size: float, tails: Tails | None = None, likewise: int = 1) -> Bars:
    """By Chernoff: the generating function of the noise, and that of the clipped means by Hoeffding's lemma.

    There are `likewise` such plans, and their bars hold all at once.
    """
    split, each, d = plan.split, plan.each, plan.dimension
    length = float(each.bins.width) + 2 * float(each.inflation)
    answered, coordinates = each.half, split.coordinates
    # All coordinates of a transform enter a coordinate of the vector, with weights that are alike.
    weight, entering = (1.0, 1) if isinstance(plan.embedding, Plain) else (1 / sqrt(coordinates), coordinates)
    sends = [len(chosen) for chosen in split.sends] if entering > 1 else [1] * int(split.folds_of[0])
    squares = sum(split.fold * (number * weight * length / answered) ** 2 for number in sends)
    one = weight * float(each.scale) / answered
    one_law, part = (chernoff(answered * entering, one, squares, log(k * d * likewise / MISS)) for k in (2, 4))
    noise = sqrt(2 * answered * entering) * one
    most = sqrt(noise**2 + squares / 4)
    standard_error = np.full(d, most)
    if split.fold > 1:
        variances = (split.fold * np.var(vectors, axis=0, ddof=1) for vectors in _contributions(plan, sent))
        standard_error = np.maximum(np.sqrt(np.sum([*variances], axis=0)), noise)
    moved = _moved(plan, sent, tails, likewise)
    half_width = part + (moved if entering == 1 else np.full(d, weight * moved.sum()))
    return Bars(standard_error, half_width, np.full(d, one_law))


def _moved(plan: CoordinatePlan, sent: Messages, tails: Tails | None, likewise: int) -> FloatArray:
    """The most that clipping to the winner's interval moves a coordinate's mean, except with probability MISS/2.

    Coordinates of a transform are assumed to be within its bins, as they are for data within D.
    """
    each, votes = plan.each, plan.votes(sent)
    winners, edge = winner(votes), -float(each.bins.lower)
    lower, upper = each.interval(winners)
    far = np.maximum(np.maximum(lower + edge, edge - upper), 0.0)
    # Users whose means are in the bins next to the winner are beyond the interval by this much at most.
    near = max(float(each.bins.width) - float(each.inflation), 0.0)
    logs = log(2 * len(votes) * each.bins.count * likewise / MISS)
    outside = _outside(each, votes, plan.split.folds_of * plan.split.fold, logs)
    moved = outside * far + np.minimum(near, far)
    if isinstance(each, HeavyTwoStage):
        assert tails is not None
        moment = tails.unit**tails.order
        if isinstance(plan.embedding, Kashin):
            moment = kashin_moment(plan.embedding.frame, plan.embedding.level, tails.order, moment)
        moved = moved + clipping_bias(edge, tails.order, moment)
    return np.asarray(moved)


def _outside(each: TwoStage, votes: NDArray[Any], voters: NDArray[np.int64], logs: float) -> FloatArray:
    """Bounds on the share of users with means in no bin next to the winner, each with probability 1 - e^-logs; (rows,).

    `votes` (rows, bins) are sums over `voters` (rows,). Answers for the winning bin, and for its neighbours where a
    vote is for one bin only, count each user near it once; their number is Hoeffding's, noise added.
    """
    hot = each.vote.hot
    assert hot in (1, 3), "a vote covers one bin, or its neighbours too"
    reach = 1 if hot == 1 else 0
    place = winner(votes)[:, None] + np.arange(-reach, reach + 1)
    there = (place >= 0) & (place < each.bins.count)
    counted = np.where(there, np.take_along_axis(votes, np.clip(place, 0, each.bins.count - 1), axis=1), 0)
    number = there.sum(axis=1)
    people = np.maximum(voters, 1)
    if isinstance(each.vote, LaplaceHistogram):
        near = counted.sum(axis=1) / people
        margin = np.array(
            [
                chernoff(int(k * bins), float(each.vote.scale) / k, 1 / k, logs)
                for k, bins in zip(people, number, strict=True)
            ]
        )
    else:
        assert isinstance(each.vote, UnaryEncoding), "a plan has the printed votes"
        zero, one = each.vote.probabilities
        near = (counted.sum(axis=1) / people - number * zero) / (one - zero)
        margin = np.sqrt(logs / 2 * (number / (one - zero) ** 2 + 1) / people)
    return np.where(voters > 0, np.clip(1 - near + margin, 0.0, 1.0), 1.0)


def chernoff(number: int, scale: float, squares: float, logs: float) -> float:
    """A level that this many Laplace variables plus a sum with these squared ranges exceed with probability e^-logs.

    The smallest (logs + squares a^2/8 - number ln(1 - (a scale)^2))/a over a list of a; every a is valid.
    """
    share = np.geomspace(1e-9, 1 - 1e-9, 4000)
    a = share / scale
    return float(np.min((logs + squares * a**2 / 8 - number * np.log1p(-(share**2))) / a))


def _contributions(plan: CoordinatePlan, sent: Messages) -> Iterator[FloatArray]:
    """For each fold what its users add to the estimate, (users, d); users are independent, their messages need not be.

    The second half of the rounds is that of the messages on intervals, in the order of the blocks.
    """
    fold, rounds = plan.split.fold, plan.protocol().rounds
    late = list(zip(rounds, sent, strict=True))[len(rounds) // 2 :]
    for block in plan.split.blocks:
        first = plan.split.half + block.first * fold
        messages = np.concatenate([found for step, found in late if step.users.start == first], axis=-1)
        for k, chosen in enumerate(block.table):
            vectors = np.zeros((fold, plan.split.coordinates))
            vectors[:, chosen] = messages[k * fold : (k + 1) * fold] / plan.each.half
            yield plan.embedding.back(vectors)


@_sent.register
def _on_sphere(channel: BallResponse, plan: OneRound, _: NDArray[Any], __: float) -> Bars:
    """By Bernstein: for any data, a message is a uniform point on the sphere of radius B, except for its sign.

    So a coordinate's second moment is B^2/d, and no message is farther than 2B from its mean.
    """
    n, d, magnitude = plan.n, plan.dimension, channel.magnitude
    logs, deviation = log(2 * d / MISS), magnitude / sqrt(d)
    half_width = deviation * sqrt(2 * logs / n) + 2 * magnitude * logs / (3 * n)
    return Bars(np.full(d, deviation / sqrt(n)), np.full(d, half_width + plan.bias))


@_sent.register
def _symbols(channel: SignedResponse, _: OneRound, symbols: NDArray[Any], size: float) -> Bars:
    """By the empirical Bernstein inequality of Maurer and Pontil (2009, Theorem 11) on the users' decoded averages.

    The standard error adds one symbol to those seen, because a coordinate without symbols is not known exactly.
    """
    decoded = channel.decode(symbols).mean(axis=-2)
    n, d = decoded.shape
    most = channel.radius / channel.gap
    logs = log(4 * d / MISS)
    if n == 1:
        return Bars(np.full(d, most), np.full(d, most + size))
    variance = decoded.var(axis=0, ddof=1)
    widths = np.sqrt(2 * variance * logs / n) + 14 * most * logs / (3 * (n - 1))
    one = (most / symbols.shape[-1]) ** 2 / n
    # Nothing is farther off than the largest message and the ball are apart.
    return Bars(np.sqrt((variance + one) / n), np.minimum(widths, most + size))
