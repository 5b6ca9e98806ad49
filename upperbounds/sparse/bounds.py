"""Explicit bounds for sparse means: selection by hashed votes, and a threshold after two stages."""

import math
from functools import lru_cache

import numpy as np

from upperbounds.channels import UnaryEncoding
from upperbounds.channels.binomial import binomial_pmf
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.sparse.selection import SelectionPlan
from upperbounds.sparse.threshold import ThresholdPlan

_STEPS = 400
"""Points at which an exponent is tried; each gives a bound."""


def hoeffding(m: int, width: float) -> float:
    """An upper bound on P(|mean of m numbers in [-1, 1] - its expectation| >= width).

    Parameters
    ----------
    m : int
        Number of numbers.
    width : float
        The distance, in the units of the numbers.

    Returns
    -------
    float
        The bound.
    """
    return min(1.0, 2 * math.exp(-m * width**2 / 2))


def lost(each: TwoStage, D: float) -> tuple[float, float]:
    """Bounds on the probability that the winning bin is wrong, and on the bias where it is right.

    The bin is wrong if its interval does not contain the mean with a margin of Delta. With q >= P(|user mean - mean| >=
    Delta), the better of the two bins around the mean has probability at least (1 - q)/2, and the others together at
    most q. Votes differ by at most 1, and Hoeffding's inequality applies to each other bin. The bias is in units of D:
    a user mean is outside the interval only if it differs from the mean by Delta.

    Parameters
    ----------
    each : TwoStage
        The two-stage estimator of one coordinate.
    D : float
        Half-width of the range of each coordinate.

    Returns
    -------
    tuple of (float, float)
        The probability, and the bias in units of D.
    """
    assert isinstance(each.vote, UnaryEncoding)
    assert each.vote.hot == 1
    delta = float(each.bins.width) / 2 / D
    tail = hoeffding(each.m, delta)
    # E(|user mean - mean| - Delta)_+, by the tail or by its integral.
    bias = min(2 * tail, math.sqrt(math.pi / (2 * each.m)) * 2 * math.exp(-each.m * delta**2 / 2))
    if each.bins.count == 1:
        return 0.0, bias
    gap = max(0.0, (2 * each.vote.probabilities[1] - 1) * ((1 - tail) / 2 - tail))
    return min(1.0, each.bins.count * math.exp(-each.half * gap**2 / 2)), bias


def one_coordinate(each: TwoStage, D: float) -> float:
    """A bound on E (estimate - mean)^2 of a two-stage mean with one-hot votes on [-D, D]; decreasing in the users.

    Parameters
    ----------
    each : TwoStage
        The two-stage estimator of one coordinate.
    D : float
        Half-width of the range of each coordinate.

    Returns
    -------
    float
        The bound, in squared units of the data.
    """
    failure, bias = lost(each, D)
    return D**2 * (bias**2 + 4 * failure + 1 / (each.m * each.half)) + 2 * float(each.scale) ** 2 / each.half


def clipped_walk(k: int, edge: float) -> float:
    """E[r clip(r + W_k)], W_k the sum of k signs and r another sign: by symmetry it is E clip(1 + W_k).

    Parameters
    ----------
    k : int
        Number of signs.
    edge : float
        Largest size of a clipped sum of signs.

    Returns
    -------
    float
        The expectation.
    """
    heads = np.arange(k + 1)
    return float(binomial_pmf(heads, k, 0.5, 0.5) @ np.clip(1.0 + 2 * heads - k, -edge, edge))


@lru_cache(maxsize=4096)
def seen(votes: int, edge: float) -> float:
    """The smallest mean that a vote adds to its tally, with up to this many other votes, in [0, 1].

    Parameters
    ----------
    votes : int
        The most other votes.
    edge : float
        Largest size of a clipped sum of signs.

    Returns
    -------
    float
        The least mean.
    """
    return max(0.0, min(clipped_walk(k, edge) for k in range(votes + 1)))


def tally_tail(users: int, edge: float, scale: float, gap: float) -> float:
    """P(a mean of `users` clipped sums in [-edge, edge] with noise is `gap` or more above its mean), by Chernoff.

    Parameters
    ----------
    users : int
        Number of users.
    edge : float
        Largest size of a clipped sum of signs.
    scale : float
        Scale of the Laplace noise.
    gap : float
        The distance.

    Returns
    -------
    float
        The bound.
    """
    if gap <= 0:
        return 1.0
    slopes = np.append(np.geomspace(1e-6, 0.999, _STEPS) / scale, min(gap / edge**2, 0.999 / scale))
    exponents = slopes * gap - (slopes * edge) ** 2 / 2 + np.log1p(-((slopes * scale) ** 2))
    return math.exp(-users * max(0.0, float(exponents.max())))


def _misselected(plan: SelectionPlan, D: float) -> float:
    """A bound on P(a zero coordinate is chosen, or one larger than twice the threshold is not).

    A zero coordinate's tally has mean at most q, the probability of a vote for it. A large coordinate's tally has mean
    at least `seen`, for at most s - 1 other nonzero coordinates and no vote for a zero one. With k nonzero coordinates
    the sum over all is linear in k, so it is largest at k = 0 or s.
    """
    edge, scale, d, s = float(plan.hashed.edge), float(plan.hashed.scale), plan.dimension, plan.s
    q = hoeffding(plan.m, plan.threshold / D)
    large = max(0.0, 1 - d * q) * seen(s - 1, edge)
    zeros, larges = (tally_tail(plan.voters, edge, scale, gap) for gap in (0.5 - q, large - 0.5))
    return min(1.0, max(d * zeros, (d - s) * zeros + s * larges))


def selection_bound(plan: SelectionPlan, D: float) -> float:
    """s min{(2 threshold)^2, D^2} if the selection is right, else s D^2, plus s two-stage means of a fold.

    Parameters
    ----------
    plan : SelectionPlan
        The plan.
    D : float
        Half-width of the range of each coordinate.

    Returns
    -------
    float
        The bound, in squared units of the data.
    """
    missed = min((2 * plan.threshold) ** 2, D**2)
    return plan.s * (missed + _misselected(plan, D) * D**2 + one_coordinate(plan.each, D))


def laplace_tail(users: int, deviations: float) -> float:
    """P(|mean of standard Laplace variables| >= deviations): Chernoff's bound at its optimum.

    Parameters
    ----------
    users : int
        Number of variables.
    deviations : float
        The distance.

    Returns
    -------
    float
        The bound.
    """
    slope = deviations / (1 + math.sqrt(1 + deviations**2))
    return min(1.0, 2 * math.exp(-users * (slope * deviations + math.log1p(-(slope**2)))))


def threshold_bound(plan: ThresholdPlan, D: float) -> float:
    """36 s e^2 if all coordinates have error at most 3 e, the threshold; else 4 s D^2, since both vectors are s-sparse.

    In each coordinate, e bounds each of three errors: clipping (Markov), users' means (Hoeffding) and noise (Chernoff).

    Parameters
    ----------
    plan : ThresholdPlan
        The plan.
    D : float
        Half-width of the range of each coordinate.

    Returns
    -------
    float
        The bound, in squared units of the data.
    """
    each, e = plan.cube.each, plan.threshold / 3
    failure, bias = lost(each, D)
    off = failure + bias * D / e + hoeffding(each.half * each.m, e / D)
    off += laplace_tail(each.half, e / float(each.scale))
    return min(plan.s * (36 * e**2 + min(1.0, plan.dimension * off) * 4 * D**2), 4 * plan.s * D**2)
