"""The intervals of a mixture's means next to their second writing, from the inequalities that the docstrings name."""

from itertools import pairwise
from math import erfc, exp, inf, log, pi, sqrt
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from upperbounds.channels.votes import Bins
from verify.study import kinds

THIRD, SCALE, REACH, LIE, TRUTH = 10**6, 3.0, 0.3, 0.25, 0.75
Interval = tuple[float, float]


def noise_and_users(users: int, scale: float, reach: float, number: int) -> float:
    """What the average of distances is off by: the least exponent of Laplace noise and of a sum by Hoeffding."""
    logs = log(8 * number / 0.05)

    def bound(share: float) -> float:
        a = share * users / scale
        squares = (2 * reach) ** 2 / users
        return (logs + squares * a * a / 8 - users * np.log1p(-(share**2))) / a

    found = minimize_scalar(
        lambda x: bound(exp(x)), bounds=(log(1e-9), -1e-9), method="bounded", options={"xatol": 1e-10}
    )
    return float(found.fun)


def tail(distance: float, m: int) -> float:
    """Hoeffding, of m numbers on [-1, 1]."""
    return exp(-m * distance**2 / 2) if distance > 0 else 1.0


def excess(distance: float, m: int, variance: float) -> float:
    """E (Z - distance)_+ : Scarf's bound by the variance, and the integral of Hoeffding's tail from there on."""
    if distance == inf or variance == 0:
        return max(-distance, 0.0)
    scarf = (sqrt(variance + distance**2) - distance) / 2
    return scarf if distance <= 0 else min(scarf, sqrt(pi / (2 * m)) * erfc(distance * sqrt(m / 2)))


def missed(distance: float, m: int, variance: float) -> float:
    """E[|Z|; Z > distance]: by parts, the distance times the tail and what is beyond; or the deviation."""
    if distance <= 0:
        return sqrt(variance)
    # Beyond 2 nothing is.
    return min(sqrt(variance), (distance * tail(distance, m) if distance < 2 else 0.0) + excess(distance, m, variance))


def narrowed(
    centres: list[float], shares: list[float], sums: list[float], kept: list[bool], known: list[Interval], m: int
) -> tuple[list[Interval], list[Interval]]:
    """What is known of means and shares once nothing changes, with the bounds of the docstring in turn."""
    number = len(centres)
    off_share = sqrt(log(8 * number / 0.05) / (2 * THIRD)) / (TRUTH - LIE)
    off_sum = noise_and_users(THIRD, SCALE, REACH, number)
    edges = [-inf, *((a + b) / 2 for a, b in pairwise(centres)), inf]
    of_shares = [(max(p - off_share, 0.0), min(p + off_share, 1.0)) for p in shares]
    known, told = list(known), [(0.0, 1.0)] * number
    for _ in range(100):
        before = list(known)
        for k in range(number):
            low, high = known[k]
            # Users of this component on another side, and of its neighbours on this side.
            leaves = min(1.0, tail(edges[k + 1] - high, m) + tail(low - edges[k], m))
            neighbours = [tail(edges[k] - known[k - 1][1], m)] if k > 0 else []
            neighbours += [tail(known[k + 1][0] - edges[k + 1], m)] if k < number - 1 else []
            enters = max(neighbours, default=0.0)
            least, most = of_shares[k]
            told[k] = (
                min(max((least - enters) / (1 - enters), 0.0), 1.0) if enters < 1 else 0.0,
                min(most / (1 - leaves), 1.0) if leaves < 1 else 1.0,
            )
            own = min(1.0, most / (1 - leaves)) if leaves < 1 else 1.0
            nearest_to_0 = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
            variance = (1 - nearest_to_0**2) / m
            lost = missed(edges[k + 1] - high, m, variance) + missed(low - edges[k], m, variance)
            farthest = max(abs(low - centres[k]), abs(high - centres[k]))
            foreign = enters * (REACH + farthest)
            too_large = own * (lost + excess(REACH + (low - centres[k]), m, variance)) + foreign
            too_small = own * (lost + excess(REACH - (high - centres[k]), m, variance)) + foreign
            if not kept[k] or least == 0:
                continue
            ends = sums[k] - off_sum - too_large, sums[k] + off_sum + too_small
            # The share that moves an end outwards.
            new = (
                max(low, centres[k] + min(ends[0] / least, ends[0] / most)),
                min(high, centres[k] + max(ends[1] / least, ends[1] / most)),
            )
            if new[0] <= new[1]:
                known[k] = new
        if known == before:
            break
    return known, told


CASES = {
    "two": ([-0.5, 0.4], [0.6, 0.4], [0.01, -0.02], [True, True], [(-0.7, -0.2), (0.2, 0.6)], 200),
    "two, wide": ([-0.5, 0.4], [0.6, 0.4], [0.01, -0.02], [True, True], [(-0.75, -0.2), (0.1, 0.8)], 200),
    "a rare one": ([-0.5, 0.4], [0.999, 0.001], [-0.02, 0.0], [True, True], [(-0.7, -0.2), (0.2, 0.6)], 200),
    "one that is not kept": ([-0.5, 0.4], [0.6, 0.4], [0.01, 0.02], [True, False], [(-0.7, -0.2), (0.2, 0.6)], 200),
    "three": (
        [-0.6, 0.1, 0.7], [0.3, 0.3, 0.4], [0.02, 0.01, -0.03], [True] * 3,
        [(-0.8, -0.4), (-0.1, 0.3), (0.5, 0.9)], 300,
    ),
    "three of few samples": (
        [-0.6, 0.1, 0.7], [0.3, 0.3, 0.4], [0.0, 0.0, 0.0], [True] * 3,
        [(-0.9, -0.3), (-0.1, 0.3), (0.45, 1.0)], 400,
    ),
    "of so few samples that nothing is known": (
        [-0.5, 0.4], [0.6, 0.4], [0.0, 0.0], [True, True],
        [(-1.0, 1.0), (-1.0, 1.0)], 2,
    ),
    "one": ([0.2], [1.0], [-0.04], [True], [(-0.1, 0.4)], 50),
    "sums that contradict": ([-0.5, 0.4], [0.6, 0.4], [0.2, -0.2], [True, True], [(-0.6, -0.5), (0.39, 0.6)], 200),
}  # fmt: skip


UNCHANGED = {"sums that contradict", "of so few samples that nothing is known"}


@pytest.mark.parametrize("case", CASES)
def test_intervals_are_their_second_writing(case: str) -> None:
    centres, shares, sums, kept, known, m = CASES[case]
    plan: Any = SimpleNamespace(
        m=m, third=THIRD, scale=SCALE, reach=REACH, weighing=SimpleNamespace(probabilities=(LIE, TRUTH))
    )
    low, high = (np.array([one[i] for one in known]) for i in (0, 1))
    arrays = (np.array(one, dtype=np.float64) for one in (centres, shares, sums))
    found = kinds._narrowed(plan, *arrays, np.array(kept), low, high)
    expected, told = narrowed(centres, shares, sums, kept, known, m)
    assert found[0] == pytest.approx([one[0] for one in expected], abs=1e-7)
    assert found[1] == pytest.approx([one[1] for one in expected], abs=1e-7)
    assert found[2] == pytest.approx(np.array(told).T, abs=1e-7)
    assert any(one != other for one, other in zip(expected, known, strict=True)) is (case not in UNCHANGED)


@pytest.mark.parametrize("variance", [0.0, 1e-4, 0.01, 0.5])
@pytest.mark.parametrize("m", [1, 40, 900])
def test_tails_and_excesses_are_their_second_writing(m: int, variance: float) -> None:
    for distance in (-3.0, -0.1, 0.0, 1e-3, 0.03, 0.4, 1.5, 2.0, 2.5, inf):
        assert kinds._tail(distance, m) == pytest.approx(tail(distance, m), rel=1e-12, abs=0)
        assert kinds._excess(distance, m, variance) == pytest.approx(excess(distance, m, variance), rel=1e-6, abs=1e-15)
        assert kinds._missed(distance, m, variance) == pytest.approx(missed(distance, m, variance), rel=1e-6, abs=1e-15)


def test_the_largest_variance_is_that_of_two_values_with_the_mean_nearest_to_0() -> None:
    for low, high, expected in ((-0.5, 0.25, 1.0), (0.25, 0.5, 15 / 16), (-0.5, -0.25, 15 / 16), (0.0, 0.5, 1.0)):
        assert kinds._spread(low, high, 40) == pytest.approx(expected / 40)
        assert kinds._spread(-high, -low, 40) == pytest.approx(expected / 40)
    assert kinds._spread(-0.5, 0.0, 40) == pytest.approx(1 / 40)


@pytest.mark.parametrize("means", [(0.15,), (-0.45, 0.3), (-0.65, 0.1, 0.72), (-0.65, -0.2, 0.72)])
@pytest.mark.parametrize("m", [20, 300])
def test_a_bias_is_that_of_its_own_users_and_of_the_nearest_others(means: tuple[float, ...], m: int) -> None:
    """Own users beyond a boundary or clipped, the larger of both signs, and the likeliest of others on this side."""
    centres = (-0.5, 0.4) if len(means) == 2 else (0.2,) if len(means) == 1 else (-0.6, 0.1, 0.7)
    edges = [-inf, *((a + b) / 2 for a, b in pairwise(centres)), inf]
    expected = []
    for k, mean in enumerate(means):
        variance, off = (1 - mean**2) / m, mean - centres[k]
        own = missed(edges[k + 1] - mean, m, variance) + missed(mean - edges[k], m, variance)
        clipped = max(excess(REACH + off, m, variance), excess(REACH - off, m, variance))
        theirs = [tail(abs(other - edges[k + 1 if other > mean else k]), m) for other in means if other != mean]
        expected.append(own + clipped + max(theirs, default=0.0) * (REACH + abs(off)))
    plan: Any = SimpleNamespace(m=m, reach=REACH)
    found = kinds._bias_at(plan, np.array(centres), np.array(means))
    assert found == pytest.approx(np.array(expected), rel=1e-6, abs=1e-15)


def test_the_shares_of_windows_of_up_to_16_bins_fail_together_as_rarely_as_one_half_of_all() -> None:
    """Hoeffding's bound for each of 16 windows at each bin, and the sampling of users, adds up to 1/40."""
    plan: Any = SimpleNamespace(
        third=500, bins=SimpleNamespace(count=30), vote=SimpleNamespace(probabilities=(0.2, 0.7))
    )
    total = 0.0
    for size in range(1, 17):
        total += 30 * exp(-2 * 500 * kinds._margin(plan, size) ** 2 / (size / 0.5**2 + 1))
    assert total == pytest.approx(0.05 / 2)


def test_a_component_is_found_in_as_many_as_16_bins() -> None:
    """Users spread evenly over 16 bins, so few that only windows of 14 or more hold a share that is surely above 0."""
    plan: Any = SimpleNamespace(
        m=50, third=2000, bins=Bins(-1.0, 0.02, 100), vote=SimpleNamespace(probabilities=(0.2, 0.7))
    )
    votes = np.full(100, 400)
    for width, found in ((16, True), (12, False)):
        votes[42 : 42 + width], votes[42 + width :] = 429, 400
        [low], [high] = kinds._located(plan, votes, np.array([50]))
        assert bool(low < high) is found


def test_of_several_intervals_those_apart_from_all_others_are_told() -> None:
    """The second and third meet, and an interval from inf to -inf is none."""
    low, high = np.array([-0.9, -0.2, 0.1, 0.5, inf]), np.array([-0.5, 0.15, 0.3, 0.6, -inf])
    shown, surely = kinds._distinct(low, high)
    assert shown.tolist() == [True, False, False, True, False]
    assert surely == 3
    shown, surely = kinds._distinct(low[:4], high[:4])
    assert shown.tolist() == [True, False, False, True]
    assert kinds._distinct(np.array([-0.2, 0.1]), np.array([0.0, 0.3]))[0].all()
    # One that reaches beyond its neighbour is not apart from the one after.
    assert kinds._distinct(np.array([-0.5, -0.2, 0.4]), np.array([0.5, 0.0, 0.7]))[0].tolist() == [False] * 3
