"""Draws of the winning bin against its exact law: type-I error ALPHA each by the chi-squared law, seeds fixed."""

import numpy as np
import pytest
from scipy import stats

from upperbounds.channels import UnaryEncoding
from upperbounds.channels.binomial import binomial_sf
from upperbounds.channels.votes import Bins
from upperbounds.protocols import winners
from upperbounds.protocols.two_stage import TwoStage
from verify.study.risk import SignLaw, exact_stages
from verify.study.risk.aggregate import stream
from verify.study.risk.drawn import DrawnWinners

ALPHA = 1e-9
DRAWS = 200_000


def two_stage(bins, n, m, epsilon, hot=1):
    return TwoStage("drawn", n, m, epsilon, Bins(-1.0, 2 / bins, bins), UnaryEncoding(bins, hot, epsilon), 0.1, 0.1)


def p_value(plan, mean):
    law = SignLaw(mean)
    expected = DRAWS * exact_stages(plan, law).winner
    found = DrawnWinners(plan.vote, plan.bins, law, plan.m, plan.half)
    seen = np.bincount(found.draw(DRAWS, stream(7, 0, 0, 0)), minlength=plan.bins.count)
    # Neighbours together until all are expected often enough.
    groups = (np.cumsum(expected) / 60).astype(int)
    expected, seen = np.bincount(groups, expected), np.bincount(groups, seen)
    held = expected > 30
    assert seen[~held].sum() < 120
    expected, seen = expected[held], seen[held]
    return float(stats.chisquare(seen, expected * seen.sum() / expected.sum()).pvalue)


CASES = {
    "many ties": (two_stage(40, 4, 1, 1.0), 0.2),
    "one voter": (two_stage(9, 2, 3, 2.0), -0.5),
    "votes at both ends": (two_stage(200, 30, 1, 2.0), 0.0),
    "some bins apart": (two_stage(300, 40, 4, 3.0), 0.3),
    "three bins each": (two_stage(150, 20, 4, 2.0, hot=3), -0.4),
    "three bins each, at an end": (two_stage(30, 10, 2, 4.0, hot=3), 1.0),
    "no other bins": (two_stage(3, 10, 20, 1.0), 0.1),
    "many users": (two_stage(100, 4000, 50, 0.3), 0.4),
}


@pytest.mark.parametrize(("plan", "mean"), CASES.values(), ids=CASES)
def test_drawn_winners_follow_the_exact_law(plan, mean):
    assert p_value(plan, mean) > ALPHA


def test_other_bins_in_the_wrong_place_are_caught(monkeypatch):
    right = winners._largest

    def mirrored(bins, *rest):
        value, place = right(bins, *rest)
        return value, bins - 1 - place

    monkeypatch.setattr(winners, "_largest", mirrored)
    assert p_value(*CASES["many ties"]) < ALPHA


@pytest.mark.parametrize(("bins", "voters"), [(10**14, 10), (10**14, 10**12), (1, 1)])
def test_the_largest_of_very_many_votes(bins, voters):
    """Type-I error ALPHA: it is at most the median of its law with probability 1/2 or more."""
    rng = stream(8, 0, 0, 0)
    value, place = winners._largest(bins, voters, 0.3, rng.random(4000), rng)
    assert np.all((value >= 0) & (value <= voters) & (place >= 0) & (place < bins))
    low, high, above = -1, voters, -np.expm1(-np.log(2) / bins)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if float(binomial_sf(middle, voters, 0.3)) <= above else (middle, high)
    median = high
    assert np.sum(value <= median + 1) >= stats.binom.ppf(ALPHA, 4000, 0.5)
    assert np.sum(value >= median - 1) >= stats.binom.ppf(ALPHA, 4000, 0.5)
