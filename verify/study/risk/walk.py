"""The exact mean squared error of a walk to the mean: the law of its centre, step by step, for data of a known law."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels import WindowResponse
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.binomial import binomial_cdf, binomial_sf
from upperbounds.protocols.walk import Walk
from verify.study.risk.exact import Risk
from verify.study.risk.laws import UserMeanLaw
from verify.study.risk.unseen import SHOWN

_NOTHING = 1e-30
"""Centres with less probability are left out of averages, and counted as missing."""

_ROUNDING = 2.0**-46


@dataclass(frozen=True)
class _Centres:
    """The law of the last centre: places that may be reached, their probabilities, and the mass that is left out.

    `users` is how many send their distances to it: a place appears once for each walk after which it may stand.
    """

    places: NDArray[np.int64]
    chances: FloatArray
    users: NDArray[np.int64]
    missing: float


def answers_plus(plan: Walk, law: UserMeanLaw, channel: WindowResponse, places: NDArray[np.int64]) -> FloatArray:
    """The probability that a user answers plus by a channel of two answers, for each centre; same shape."""
    return np.asarray((1 + received(plan, law, channel, places) / channel.magnitude) / 2)


def received(plan: Walk, law: UserMeanLaw, channel: WindowResponse, places: NDArray[np.int64]) -> FloatArray:
    """The expectation of a message, that of the clipped distance to the centre; same shape as `places`."""
    half = float(channel.half_width)
    centres = np.asarray(places * float(plan.unit), dtype=np.float64)
    bias, _ = law.clipped(centres - half, centres + half, plan.m)
    return np.asarray(np.clip(bias + (law.mean - centres), -half, half))


def is_near(plan: Walk, law: UserMeanLaw, places: NDArray[np.int64]) -> FloatArray:
    """The probability that a user who watches says that they are near each centre, if a walk depends on it.

    What the channel rounds falls from close + test to close - test off the centre: two clipped means make it.
    """
    centres = np.asarray(places * float(plan.unit), dtype=np.float64)
    inner, outer = (float(plan.unit) * (plan.close + sign * plan.test) for sign in (-1, 1))
    above, _ = law.clipped(centres + inner, centres + outer, plan.m)
    below, _ = law.clipped(centres - outer, centres - inner, plan.m)
    beyond = (above + law.mean - centres - inner) + (centres - inner - below - law.mean)
    share = np.clip(1 - beyond / (outer - inner), 0.0, 1.0)
    return np.asarray((1 + np.tanh(float(plan.epsilon) / 2) * (2 * share - 1)) / 2)


def last_centres(plan: Walk, law: UserMeanLaw) -> _Centres:
    """The law of the centre around which the last messages are sent."""
    places = np.arange(-plan.cells, plan.cells + 1)
    chances = np.zeros(len(places))
    chances[plan.cells] = 1.0
    up = binomial_sf(plan.group // 2, plan.group, answers_plus(plan, law, plan.comparison, places))
    ends, missing = [], 0.0
    for number, steps in enumerate(plan.walks):
        chances = _walked(chances, up, steps)
        if number == 0 and plan.recentring:
            chances = _recentred(plan, law, chances)
        stands = chances
        if number < len(plan.walks) - 1:
            near = is_near(plan, law, places)
            stands = chances * binomial_sf(plan.needed - 1, plan.watching, near)
            chances = chances - stands
        some = np.flatnonzero(stands > _NOTHING)
        ends.append((places[some], stands[some], np.full(len(some), plan.left[number])))
        missing += fsum(np.delete(stands, some))
    at, weights, users = (np.concatenate(parts) for parts in zip(*ends, strict=True))
    return _Centres(at, weights, users, missing)


def _recentred(plan: Walk, law: UserMeanLaw, chances: FloatArray) -> FloatArray:
    """The law of the centre once the average of those who recentre has moved it."""
    some = np.flatnonzero(chances > _NOTHING)
    places = some - plan.cells
    plus = answers_plus(plan, law, plan.recentrer, places)
    moves = np.arange(-plan.reach, plan.reach + 1)
    below = binomial_cdf(plan.last_counts(), plan.recentring, 1 - plus[:, None])
    weights = np.diff(below, axis=1, prepend=0.0, append=1.0) * chances[some, None]
    to = np.clip(places[:, None] + moves, -plan.cells, plan.cells) + plan.cells
    return np.asarray(np.bincount(to.ravel(), weights.ravel(), minlength=len(chances)), dtype=np.float64)


def _walked(chances: FloatArray, up: FloatArray, steps: Sequence[int]) -> FloatArray:
    """The law of a centre after these steps, up with probability `up`, clipped to the range."""
    chances, down = chances.copy(), 1 - up
    found, plus, minus = (np.empty_like(chances) for _ in range(3))
    for step in steps:
        np.multiply(chances, up, out=plus)
        np.multiply(chances, down, out=minus)
        found[:step], found[step:] = 0.0, plus[:-step]
        found[-1] += plus[-step:].sum()
        found[:-step] += minus[step:]
        found[0] += minus[:step].sum()
        chances, found = found, chances
    return chances


def exact_walk_risk(plan: Walk, law: UserMeanLaw) -> Risk:
    """The exact risk; `localisation_failure` is the probability that the mean is not in the last messages' interval.

    Given the centre the last messages are independent with the second moment that the channel says: their average has
    the bias of clipping, and their variance over the users.
    """
    found, channel = last_centres(plan, law), plan.refiner
    miss, variance = given_centres(plan, law, found)
    given = miss**2 + variance
    worst = (2 * float(plan.unit) * plan.cells + float(channel.half_width)) ** 2 + channel.most_second_moment
    rounding = _ROUNDING * ((1 + sum(map(len, plan.walks))) * float(found.chances @ given) + channel.most_second_moment)
    value, bias = float(found.chances @ given), float(found.chances @ miss)
    outside = np.abs(law.mean - found.places * float(plan.unit)) > float(channel.half_width)
    return Risk(
        value,
        bias,
        value - bias**2,
        float(found.chances[outside].sum()),
        found.missing * worst + rounding,
        found.missing,
        "exact, step by step",
    )


def given_centres(plan: Walk, law: UserMeanLaw, found: _Centres) -> tuple[FloatArray, FloatArray]:
    """Bias and variance of the estimate given where the walk ended; same shape."""
    half, centres = float(plan.refiner.half_width), np.asarray(found.places * float(plan.unit), dtype=np.float64)
    bias, _ = law.clipped(centres - half, centres + half, plan.m)
    expected = np.clip(bias + law.mean - centres, -half, half)
    variance = (second_moment(plan, law, centres) - expected**2) / found.users
    return centres + expected - law.mean, np.maximum(variance, 0.0)


def rare_walks(plan: Walk, law: UserMeanLaw, repetitions: int) -> tuple[float, float]:
    """The probability of centres that may not occur in this many repetitions, and their part of the risk."""
    found = last_centres(plan, law)
    rare = found.chances * repetitions < SHOWN
    miss, variance = given_centres(plan, law, found)
    return float(found.chances[rare].sum()), float(found.chances[rare] @ (miss**2 + variance)[rare])


def unseen_walks(plan: Walk, law: UserMeanLaw, repetitions: int) -> float:
    """The part of the risk from such centres."""
    chance, part = rare_walks(plan, law, repetitions)
    return part + chance * exact_walk_risk(plan, law).value


def second_moment(plan: Walk, law: UserMeanLaw, centres: FloatArray) -> FloatArray:
    """The second moment of a last message around each centre, linear between the channel's levels; same shape."""
    channel = plan.refiner
    levels = np.linspace(-1, 1, channel.levels) * float(channel.half_width)
    moments = channel.second_moment(levels)
    left, right = (centres[:, None] + ends for ends in (levels[:-1], levels[1:]))
    bias, _ = law.clipped(left, right, plan.m)
    return np.asarray(moments[0] + (bias + law.mean - left) @ (np.diff(moments) / np.diff(levels)))
