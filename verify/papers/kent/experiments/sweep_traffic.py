"""kent Figure 4: mean squared errors on the stops of Section 6.2's officers, exact given the stops.

What is random is the messages' noise: the stops are fixed, so that a winner is the first argmax of independent sums of
bits, and a repetition has no sampling error of its own. All bits are of the public range [0, 1] (half-width 1/2), which
scales the noise of every scheme alike. The truth is the share over all officers' 300 stops.

As in the other experiments user level is Section 3's: Algorithm 2 and, for the races, Algorithm 4, with the tuned width
of Appendix A.2; next to it, at that width, Algorithms 10 and 12, which Appendix E adds for alpha > 1.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

from upperbounds.channels import RoundedResponse, UnaryEncoding
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.votes import windowed
from upperbounds.mean import kent
from upperbounds.mean.baselines import full_item_plan, semi_user_plan
from upperbounds.protocols.coordinates import CoordinatePlan, Plain
from upperbounds.protocols.split import cyclic
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.vectors import kent as kent_vectors
from upperbounds.vectors.baselines import duchi, unary
from verify.papers.kent.experiments.traffic_stops import RACES, STOPS, Officers, simulated
from verify.study.experiments.sweep import Cell, Row

_HALF = 0.5
"""D: bits are -1/2 and 1/2, moved by 1/2."""

_EPSILONS = (0.5, 1.0, 2.0, 4.0)
SEARCH, RACE = "search_conducted", "subject_race"
SCHEMES = ("full_item", "user_level", "semi_user", "one_item")
FEWEST = 2 * len(RACES)
"""Users that Algorithm 4 needs at least."""


def cells(scale: str) -> list[Cell]:
    """Figure 4 at either scale: T = 100, 125, ..., 300 for searches, all 300 stops for races."""
    left: list[Cell] = [
        {"panel": SEARCH, "m": m, "epsilon": eps} for eps in _EPSILONS for m in range(100, STOPS + 1, 25)
    ]
    return left + [{"panel": RACE, "m": STOPS, "epsilon": eps} for eps in _EPSILONS]


@lru_cache(maxsize=4)
def _simulated(seed: int) -> Officers:
    return simulated(seed)


def figure4_simulated(cell: Cell) -> Row:
    """A cell of Figure 4 on simulated officers, drawn by the cell's seed."""
    return figure4(cell, _simulated(cell["seed"]))


def figure4(cell: Cell, officers: Officers) -> Row:
    """The mean squared errors of all schemes given the officers' stops."""
    m, epsilon = cell["m"], cell["epsilon"]
    chosen: Callable[[int], NDArray[np.int8]] = officers.searches if cell["panel"] == SEARCH else officers.races
    stops, truth = chosen(m), chosen(STOPS).mean(axis=(0, 1))
    found = searches(stops, truth, epsilon) if cell["panel"] == SEARCH else races(stops, truth, epsilon)
    return {"n": officers.n, "told": officers.told} | found


def searches(stops: NDArray[np.int8], truth: FloatArray, epsilon: float) -> Row:
    """The errors for the share of ones among bits, (n, m, 1)."""
    n, m, _ = stops.shape
    means = stops.mean(axis=1)[:, 0] - _HALF
    goal, half = float(truth[0]) - _HALF, n // 2
    item, user = full_item_plan(n, m, epsilon, _HALF), semi_user_plan(n, m, epsilon, _HALF)
    # An answer has a fixed square, so that its variance given a bit is that less the bit's.
    answered = (RoundedResponse(_HALF, epsilon).second_moment - _HALF**2) / n
    first = float(stops[:, 0, 0].mean()) - _HALF
    bias = (float(means.mean()) - goal) ** 2
    risks = {
        name: two_stage(plan, means[:half], means[half : 2 * half], goal)
        for name, plan in (
            ("user_level", kent.tuned(n, m, epsilon, _HALF)),
            ("user_level_general", kent.tuned_general(n, m, epsilon, _HALF)),
        )
    }
    return {
        "full_item": bias + float(item.noise),
        "semi_user": bias + float(user.noise),
        "one_item": (first - goal) ** 2 + answered,
    } | risks


def races(stops: NDArray[np.int8], truth: FloatArray, epsilon: float) -> Row:
    """The errors for the shares of letters, given as unit vectors (n, m, d)."""
    n, m, d = stops.shape
    means = stops.mean(axis=1)
    item = 0.0
    for j, group in enumerate(np.array_split(np.arange(n), d)):
        noise = float(full_item_plan(len(group), m, epsilon, _HALF).noise)
        item += float(means[group, j].mean() - truth[j]) ** 2 + noise
    # A message's norm is fixed, so that its variance given a user's mean is the norm's square less the mean's.
    norm = duchi(n, m, d, epsilon, 1.0, "semi-user").channel.second_moment  # type: ignore[attr-defined]
    semi = float(np.sum((means.mean(axis=0) - truth) ** 2) + np.sum(norm - np.sum(means**2, axis=1)) / n**2)
    flip, keep = unary(n, m, d, epsilon).channel.probabilities  # type: ignore[attr-defined]
    bits = stops[:, 0].mean(axis=0)
    variances = bits * keep * (1 - keep) + (1 - bits) * flip * (1 - flip)
    one = float(np.sum((bits - truth) ** 2 + variances / n / (keep - flip) ** 2))
    plans = {
        "user_level": algorithm4(n, m, d, epsilon),
        "user_level_general": kent_vectors.tuned(n, m, d, epsilon, _HALF),
    }
    risks = {name: by_coordinates(plan, means - _HALF, truth - _HALF) for name, plan in plans.items()}
    return {"full_item": item, "semi_user": semi, "one_item": one} | risks


def algorithm4(n: int, m: int, d: int, epsilon: float) -> CoordinatePlan:
    """Algorithm 4 at the tuned width of a coordinate's users: a fold for each coordinate, all of alpha."""
    who = cyclic(n, d, 1)
    each = kent.tuned(who.per_coordinate, m, epsilon, _HALF)
    return CoordinatePlan("kent-algorithm4-tuned", who, each, Fraction(1), Plain(d))


def by_coordinates(plan: CoordinatePlan, means: FloatArray, truth: FloatArray) -> float:
    """The mean squared error of a plan given the users' means, (n, d): a sum over coordinates."""
    split = plan.split
    total = 0.0
    for j in range(split.coordinates):
        voters = np.concatenate(
            [np.arange(k * split.fold, (k + 1) * split.fold) for k, sent in enumerate(split.sends) if j in sent]
        )
        total += two_stage(plan.each, means[voters, j], means[voters + split.half, j], float(truth[j]))
    return total


def two_stage(plan: TwoStage, voting: FloatArray, refining: FloatArray, truth: float) -> float:
    """The mean squared error of a two-stage plan given the means of the users who vote and of those who refine."""
    chances = winners(plan, voting)
    lower, upper = plan.interval(np.arange(plan.bins.count))
    clipped = np.clip(refining, np.asarray(lower)[:, None], np.asarray(upper)[:, None]).mean(axis=1)
    noise = 2 * float(plan.scale) ** 2 / len(refining)
    return float(chances @ (clipped - truth) ** 2 + noise)


def winners(plan: TwoStage, voting: FloatArray) -> FloatArray:
    """The probability of each bin to be the first with the most votes, given the voters' means: bits are independent."""
    vote: Any = plan.vote
    assert isinstance(vote, UnaryEncoding)
    flip, keep = vote.probabilities
    users = len(voting)
    ones = windowed(np.bincount(plan.bins.index(voting), minlength=vote.bins), vote.hot)
    laws = np.array(
        [
            np.convolve(binom.pmf(np.arange(k + 1), k, keep), binom.pmf(np.arange(users - k + 1), users - k, flip))
            for k in ones
        ]
    )
    upto = np.minimum(np.cumsum(laws, axis=1), 1.0)
    below = np.concatenate([np.zeros((len(laws), 1)), upto[:, :-1]], axis=1)
    before = np.cumprod(np.concatenate([np.ones((1, users + 1)), below[:-1]]), axis=0)
    after = np.cumprod(np.concatenate([np.ones((1, users + 1)), upto[:0:-1]]), axis=0)[::-1]
    return np.asarray((laws * before * after).sum(axis=1))
