"""What private messages keep of a nearly normal score: the best channels on coarse ones, exact distances, the grid."""

import math
from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest
from flint import arb, ctx
from scipy.integrate import quad
from scipy.stats import binom, norm

from lowerbounds.information import scores
from lowerbounds.information.scores import distance_to_normal, information_kept
from lowerbounds.numerics.enclosures import ball
from lowerbounds.numerics.linear_programs import Program, maximise

NEXT_TO_NOTHING = arb(1e-12)
EDGES = (-1.6, -0.9, -0.4, 0.0, 0.4, 0.9, 1.6)
"""Eight bins of a normal score."""


def most_kept(ends, t, mass=1.0):
    """The most that an epsilon-LDP message keeps of a normal score of which the bin alone is seen; e^epsilon = t.

    Except with probability `mass` the score is 0, which is seen too.
    """
    places = [-math.inf, *ends, math.inf]
    weights = mass * np.diff(norm.cdf(places))
    moments = -mass * np.diff(norm.pdf(places))
    if mass < 1:
        weights, moments = np.append(weights, 1 - mass), np.append(moments, 0.0)
    columns = [v for v in product((F(1), t), repeat=len(weights)) if v != (t,) * len(weights)]

    def gain(column):
        heights = np.array([float(v) for v in column])
        return F(float(heights @ moments) ** 2 / float(heights @ weights))

    start = tuple(j for j, column in enumerate(columns) if column.count(t) == 1)
    return float(maximise(Program(tuple(map(gain, columns)), tuple(columns), (F(1),) * len(weights), start)).value)


@pytest.mark.parametrize("t", [F(11, 10), F(27, 10), F(7)])
def test_no_channel_keeps_more_of_a_coarse_score(t):
    """The best of all channels on eight bins is below, and keeps what randomised response of the sign does at least."""
    limit, most = float(information_kept(math.log(t), NEXT_TO_NOTHING).upper()), most_kept(EDGES, t)
    sign = 2 / math.pi * float((t - 1) / (t + 1)) ** 2
    assert sign <= most * (1 + 1e-9)
    assert most <= limit <= 1.01 * most
    assert limit <= (1.002 if t < 4 else 1.01) * sign


@pytest.mark.parametrize("t", [F(11, 10), F(27, 10), F(5)])
@pytest.mark.parametrize("mass", [F(1, 2), F(1, 8)])
def test_no_channel_keeps_more_of_a_coarse_score_that_is_rare(t, mass):
    limit = float(information_kept(math.log(t), NEXT_TO_NOTHING, mass).upper())
    most = most_kept((-0.9, 0.0, 0.9), t, float(mass))
    assert most <= limit <= float(mass) * 2 / math.pi * float((t - 1) / (t + 1)) ** 2
    assert limit <= 1.5 * most


def test_half_of_the_positive_part_of_a_rare_score_is_caught(monkeypatch):
    honest = scores._Dual.positive
    monkeypatch.setattr(scores._Dual, "positive", lambda dual, r: honest(dual, r) / 2)
    kept = scores._kept.__wrapped__(math.log(5), 1e-12, F(1, 8))
    assert float(kept.upper()) < most_kept((-0.9, 0.0, 0.9), F(5), 1 / 8)


@pytest.mark.parametrize("defect", ["positive", "largest"])
def test_a_height_that_is_too_small_is_caught(monkeypatch, defect):
    honest = getattr(scores._Dual, defect)
    monkeypatch.setattr(scores._Dual, defect, lambda *given: honest(*given) - (0.05 if defect == "largest" else 0.02))
    kept = scores._kept.__wrapped__(1.0, 1e-12, F(1))
    assert float(kept.upper()) < 2 / math.pi * math.tanh(0.5) ** 2


def test_two_bins_keep_what_the_sign_does():
    """The program against a closed form: randomised response is the best channel of a bit."""
    assert most_kept((0.0,), F(3)) == pytest.approx(2 / math.pi / 4, rel=1e-9)


def far(m, mean):
    """The exact L1-distance between the distribution functions of the score of m draws of +-1 and the normal one."""
    p, deviation = (1 + mean) / 2, math.sqrt(m * (1 - mean**2))
    places = (2 * np.arange(m + 1) - m - m * mean) / deviation
    below = binom.cdf(np.arange(m + 1), m, p)
    inner = sum(
        quad(lambda x, level=level: abs(level - norm.cdf(x)), a, b, limit=200)[0]
        for a, b, level in zip(places[:-1], places[1:], below[:-1], strict=True)
    )
    left = places[0] * norm.cdf(places[0]) + norm.pdf(places[0])
    right = norm.pdf(places[-1]) - places[-1] * norm.sf(places[-1])
    return inner + left + right


@pytest.mark.parametrize(("m", "mean"), [(1, 0.0), (1, 0.6), (2, 0.1), (9, 0.3), (40, 0.0), (40, 0.8)])
def test_the_distance_is_at_least_the_exact_one(m, mean):
    w, exact = float(distance_to_normal(m, ball(mean) ** 2).lower()), far(m, mean)
    assert exact <= w
    # A distance for fewer means than it is asked for, or with half the constant, is too small for a fair coin.
    if m == 1 and mean == 0.0:
        assert exact > w / 2


@pytest.mark.parametrize("epsilon", [0.2, 1.0, 2.0])
@pytest.mark.parametrize(("w", "mass"), [(0.0, arb(1)), (0.02, arb(1)), (0.02, arb(1) / 4)])
def test_the_grid_misses_nothing(epsilon, w, mass):
    """On a hundred times as many points, and far beyond the last, no height is above what the grid grants."""
    odds, distance = arb(epsilon).expm1(), arb(w)
    last = scores._last(mass * odds, distance)
    strong = mass * arb(epsilon / 2).tanh() ** 2
    for dual in (
        scores._near((8 / arb.pi()).sqrt() * strong, odds, distance, last, mass),
        scores._Dual(arb(-0.5) * strong, arb(0.3) * strong, odds, distance, last, mass),
        scores._Dual(arb(0), arb(0), odds, distance, last, mass),
    ):
        granted, seen = dual.largest(16), dual.height(arb(0))
        for i in range(1, 1601):
            seen = seen.max(dual.height(last * i / 400))
        assert not seen.max(arb(0)) > granted.max(arb(0))
        coarse = max(float(dual.height(arb(i) * last / 3)) for i in range(8))
        assert coarse <= float(granted.max(arb(0)))


@pytest.mark.parametrize("epsilon", [0.3, 1.0, 2.0])
@pytest.mark.parametrize("mean", [0.0, 0.05])
def test_samples_keep_no_more_than_the_limit(epsilon, mean):
    """Counts of many samples, answered by randomised response of one side of a threshold; exact."""
    m = 20_000
    p = (1 + mean) / 2
    counts = np.arange(m + 1)
    chances, score = binom.pmf(counts, m, p), (counts - m * p) / math.sqrt(m * p * (1 - p))
    limit = float(information_kept(epsilon, distance_to_normal(m, ball(mean) ** 2)).upper())
    best = 0.0
    for threshold in (-1.0, -0.3, 0.0, 0.4):
        weights = np.where(score > threshold, math.exp(epsilon), 1.0)
        for answer in (weights, 1 + math.exp(epsilon) - weights):
            share = answer / (1 + math.exp(epsilon))
            best_part = (chances @ (share * score)) ** 2 / (chances @ share)
            best = best_part if answer is weights else best + best_part
        assert best <= limit
        if threshold == 0.0:
            assert best > 0.9 * limit or epsilon == 2.0


def test_where_nothing_is_known_of_the_score_it_is_the_strong_constant():
    for epsilon, w in ((1.0, "1"), (5.0, "1e-9"), (1e300, "1e-9"), (5e-324, "1"), (1.0, "inf")):
        with ctx.workprec(96):
            assert (information_kept(epsilon, arb(w)) - (ball(epsilon) / 2).tanh() ** 2).contains(0)


def test_less_is_kept_of_a_more_normal_score():
    kept = [float(information_kept(1.0, arb(w)).upper()) for w in (1e-9, 1e-3, 1e-2, 3e-2, 0.2)]
    assert kept == sorted(kept)
    assert kept[-1] == pytest.approx(math.tanh(0.5) ** 2)
