"""The exact mean squared error of a walk to the mean: the law of its centre, step by step, for data of a known law."""

from dataclasses import dataclass
from math import fsum

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels import WindowResponse
from upperbounds.channels.arrays import FloatArray
from upperbounds.protocols.walk import Walk
from verify.risk.exact import Risk
from verify.risk.laws import UserMeanLaw
from verify.risk.pmf import binomial_cdf, binomial_sf
from verify.risk.unseen import SHOWN

_NOTHING = 1e-30
"""Centres with less probability are left out of averages, and counted as missing."""

_ROUNDING = 2.0**-46


@dataclass(frozen=True)
class Centres:
    """The law of the last centre: places that may be reached, their probabilities, and the mass that is left out."""

    places: NDArray[np.int64]
    chances: FloatArray
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


def last_centres(plan: Walk, law: UserMeanLaw) -> Centres:
    """The law of the centre around which the last messages are sent."""
    places = np.arange(-plan.cells, plan.cells + 1)
    chances = np.zeros(len(places))
    chances[plan.cells] = 1.0
    if plan.steps:
        up = binomial_sf(plan.group // 2, plan.group, answers_plus(plan, law, plan.comparison, places))
        for step in plan.steps:
            chances = _moved(chances * up, step) + _moved(chances * (1 - up), -step)
    if plan.recentring:
        some = np.flatnonzero(chances > _NOTHING)
        plus = answers_plus(plan, law, plan.recentrer, places[some])
        moves = np.arange(-plan.reach, plan.reach + 1)
        below = binomial_cdf(plan.last_counts(), plan.recentring, 1 - plus[:, None])
        weights = np.diff(below, axis=1, prepend=0.0, append=1.0) * chances[some, None]
        to = np.clip(places[some, None] + moves, -plan.cells, plan.cells) + plan.cells
        chances = np.asarray(np.bincount(to.ravel(), weights.ravel(), minlength=len(places)), dtype=np.float64)
    some = np.flatnonzero(chances > _NOTHING)
    return Centres(places[some], chances[some], fsum(np.delete(chances, some)))


def _moved(chances: FloatArray, step: int) -> FloatArray:
    """The law of a centre that moved `step` units, with what would leave the range at its end."""
    found = np.zeros_like(chances)
    if step > 0:
        found[step:], found[-1] = chances[:-step], found[-1] + chances[-step - 1 :].sum()
    else:
        found[:step], found[0] = chances[-step:], found[0] + chances[: -step + 1].sum()
    return found


def exact_walk_risk(plan: Walk, law: UserMeanLaw) -> Risk:
    """The exact risk; `localisation_failure` is the chance that the mean is not in the last messages' interval.

    Given the centre the last messages are independent with the second moment that the channel says: their average has
    the bias of clipping, and their variance over the users.
    """
    found, channel = last_centres(plan, law), plan.refiner
    centres = np.asarray(found.places * float(plan.unit), dtype=np.float64)
    miss, variance = given_centres(plan, law, centres)
    given = miss**2 + variance
    worst = (2 * float(plan.unit) * plan.cells + float(channel.half_width)) ** 2 + channel.most_second_moment
    rounding = _ROUNDING * ((1 + len(plan.steps)) * float(found.chances @ given) + channel.most_second_moment)
    value, bias = float(found.chances @ given), float(found.chances @ miss)
    outside = np.abs(law.mean - centres) > float(channel.half_width)
    return Risk(
        value,
        bias,
        value - bias**2,
        float(found.chances[outside].sum()),
        found.missing * worst + rounding,
        found.missing,
        "exact, step by step",
    )


def given_centres(plan: Walk, law: UserMeanLaw, centres: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Bias and variance of the estimate given where the walk ended; same shape."""
    half = float(plan.refiner.half_width)
    bias, _ = law.clipped(centres - half, centres + half, plan.m)
    expected = np.clip(bias + law.mean - centres, -half, half)
    variance = (second_moment(plan, law, centres) - expected**2) / plan.refining
    return centres + expected - law.mean, np.maximum(variance, 0.0)


def unseen_walks(plan: Walk, law: UserMeanLaw, repetitions: int) -> float:
    """The part of the risk that rests on centres which so many repetitions need not show."""
    found = last_centres(plan, law)
    rare = found.chances * repetitions < SHOWN
    miss, variance = given_centres(plan, law, np.asarray(found.places[rare] * float(plan.unit), dtype=np.float64))
    return float(
        found.chances[rare] @ (miss**2 + variance) + found.chances[rare].sum() * exact_walk_risk(plan, law).value
    )


def second_moment(plan: Walk, law: UserMeanLaw, centres: FloatArray) -> FloatArray:
    """The second moment of a last message around each centre, linear between the channel's levels; same shape."""
    channel = plan.refiner
    levels = np.linspace(-1, 1, channel.levels) * float(channel.half_width)
    moments = channel.second_moment(levels)
    left, right = (centres[:, None] + ends for ends in (levels[:-1], levels[1:]))
    bias, _ = law.clipped(left, right, plan.m)
    return np.asarray(moments[0] + (bias + law.mean - left) @ (np.diff(moments) / np.diff(levels)))
