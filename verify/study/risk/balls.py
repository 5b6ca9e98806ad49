"""The mean squared error of balls that shrink around the mean, for data on a line: exact given the last centre.

Messages turn with the data, so every line through 0 has the same risk. Earlier rounds are run as they are, on user
means. Given the centre that they leave, a last message has the ball's second moment, and its expectation is a sum over
the user means that there are.
"""

from dataclasses import dataclass
from functools import partial
from math import sqrt

import numpy as np

from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.vectors import packed
from upperbounds.vectors.balls import ShrinkingBalls
from verify.study.risk.laws import UserMeanLaw

_TAIL = 1e-18


@dataclass(frozen=True)
class BallsRisk:
    """The risk, its standard error, which is 0 after a single round, and how often mu was not in the last ball."""

    value: float
    error: float
    missed: float


def balls_risk(plan: ShrinkingBalls, law: UserMeanLaw, repetitions: int, rng: np.random.Generator) -> BallsRisk:
    """For data with this law along the first axis; a plan of one round needs no repetitions."""
    draw = partial(last_centre, plan, law, rng)
    centres = [draw() for _ in range(repetitions)] if len(plan.users) > 1 else [np.zeros(plan.dimension)]
    risks = np.array([risk_given(plan, law, centre) for centre in centres])
    mu = law.mean * np.eye(plan.dimension)[0]
    missed = np.mean([np.linalg.norm(centre - mu) > plan.radii[-1] for centre in centres])
    error = float(risks.std(ddof=1)) / sqrt(len(risks)) if len(risks) > 1 else 0.0
    return BallsRisk(float(risks.mean()), error, float(missed))


def last_centre(plan: ShrinkingBalls, law: UserMeanLaw, rng: np.random.Generator) -> FloatArray:
    """The centre before the last round, drawn: users are taken by their means."""
    state = None
    for step in plan.protocol().rounds[:-1]:
        vectors = np.zeros((len(step.users), plan.dimension))
        vectors[:, 0] = law.sample_user_means((len(step.users),), plan.m, rng)
        state = step.decode(step.channel(state).sample(packed(vectors), rng), state)
    return np.asarray(state)


def risk_given(plan: ShrinkingBalls, law: UserMeanLaw, centre: FloatArray) -> float:
    """The mean squared error of the last round's average, exact, given the centre."""
    channel, users = plan.channel(-1), plan.users[-1]
    points, chances = law.support(plan.m, _TAIL)
    along, across = points - centre[0], np.sum(centre[1:] ** 2)
    lengths = np.sqrt(along**2 + across)
    kept = chances * np.minimum(1.0, float(channel.half_width) / np.maximum(lengths, 1e-300))
    expected = -centre * kept.sum()
    expected[0] = along @ kept
    off = centre + expected
    off[0] -= law.mean
    return float((channel.second_moment - expected @ expected) / users + off @ off)
