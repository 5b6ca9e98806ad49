"""Error bars of an estimated mean vector, from messages and public parameters only.

All coordinates at once, for every n: Chernoff's bound, Hoeffding's and Bernstein's inequalities, a union bound; nothing
is approximated by a normal law. What they cover is the expectation of the messages given the
first round: the mean but for the bias of clipping, which is small unless localisation failed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upperbounds.arrays import FloatArray
from upperbounds.channels.ball import BallResponse
from upperbounds.channels.budget import PartOfBudget
from upperbounds.channels.signed import SignedResponse
from upperbounds.vectors import CoordinatePlan
from upperbounds.vectors.baselines import OneRound
from upperbounds.vectors.coordinates import Plain

MISS = 0.05
"""The probability that some coordinate is farther off than its half-width, at most."""

Messages = tuple[NDArray[Any], ...]


@dataclass(frozen=True)
class Bars:
    """Shape (d,) both: standard errors, each of its coordinate, and half-widths that hold for all coordinates at once.

    Standard errors are estimated from the messages; where a user is alone in its group, and for messages on a sphere,
    they are the largest that the channels allow.
    """

    standard_error: FloatArray
    half_width: FloatArray


def bars(plan: CoordinatePlan | OneRound, sent: Messages, half_width: float) -> Bars:
    """The bars of a run whose messages were `sent`; `half_width` is D."""
    if isinstance(plan, CoordinatePlan):
        return _staged(plan, sent)
    if isinstance(plan.channel, BallResponse):
        return _on_sphere(plan, plan.channel)
    assert isinstance(plan.channel, PartOfBudget)
    assert isinstance(plan.channel.channel, SignedResponse)
    return _symbols(plan.channel.channel, sent[0], half_width)


def _staged(plan: CoordinatePlan, sent: Messages) -> Bars:
    """By Chernoff: the generating function of the noise, and that of the clipped means by Hoeffding's lemma."""
    split, each, d = plan.split, plan.each, plan.dimension
    length = float(each.bins.width) + 2 * float(each.inflation)
    answered, size = each.half, split.coordinates
    # All coordinates of a transform enter a coordinate of the vector, with weights that are alike.
    weight, entering = (1.0, 1) if isinstance(plan.embedding, Plain) else (1 / sqrt(size), size)
    sends = [len(chosen) for chosen in split.sends] if entering > 1 else [1] * int(split.folds_of[0])
    squares = sum(split.fold * (number * weight * length / answered) ** 2 for number in sends)
    one = weight * float(each.scale) / answered
    half_width = _chernoff(answered * entering, one, squares, log(2 * d / MISS))
    most = sqrt(2 * answered * entering * one**2 + squares / 4)
    standard_error = np.full(d, most)
    if split.fold > 1:
        variances = (split.fold * np.var(vectors, axis=0, ddof=1) for vectors in _contributions(plan, sent))
        standard_error = np.sqrt(np.sum([*variances], axis=0))
    return Bars(standard_error, np.full(d, half_width))


def _chernoff(number: int, scale: float, squares: float, logs: float) -> float:
    """What so many Laplace variables of this scale and a sum with these squared ranges exceed with chance e^-logs.

    The least of (logs + squares a^2/8 - number ln(1 - (a scale)^2))/a over a list of a, each of which would do.
    """
    share = np.geomspace(1e-9, 1 - 1e-9, 4000)
    a = share / scale
    return float(np.min((logs + squares * a**2 / 8 - number * np.log1p(-(share**2))) / a))


def _contributions(plan: CoordinatePlan, sent: Messages) -> Iterator[FloatArray]:
    """For each fold what its users add to the estimate, (users, d): users are independent, their messages need not be.

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


def _on_sphere(plan: OneRound, channel: BallResponse) -> Bars:
    """By Bernstein: whatever the data, a message is a uniform point of the sphere of radius B but for its sign.

    So a coordinate's second moment is B^2/d, and no message is farther than 2B from its mean.
    """
    n, d, magnitude = plan.users, plan.dimension, channel.magnitude
    logs, deviation = log(2 * d / MISS), magnitude / sqrt(d)
    half_width = deviation * sqrt(2 * logs / n) + 2 * magnitude * logs / (3 * n)
    return Bars(np.full(d, deviation / sqrt(n)), np.full(d, half_width))


def _symbols(channel: SignedResponse, symbols: NDArray[Any], half_width: float) -> Bars:
    """By the empirical Bernstein inequality of Maurer and Pontil (2009, Theorem 4) on the users' decoded averages.

    The standard error counts one symbol more than was seen: a coordinate that no symbol named is not known exactly.
    """
    decoded = channel.decode(symbols).mean(axis=-2)
    n, d = decoded.shape
    most = channel.radius / channel.gap
    logs = log(4 * d / MISS)
    if n == 1:
        return Bars(np.full(d, most), np.full(d, most + half_width))
    variance = decoded.var(axis=0, ddof=1)
    widths = np.sqrt(2 * variance * logs / n) + 14 * most * logs / (3 * (n - 1))
    one = (most / symbols.shape[-1]) ** 2 / n
    # Nothing is farther off than the largest message and the ball are apart.
    return Bars(np.sqrt((variance + one) / n), np.minimum(widths, most + half_width))
