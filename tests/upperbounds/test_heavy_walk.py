"""Walks to means under moments: the excess of user means, risks of the worst laws, runs, planted defects."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import inf, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import binom

from lowerbounds.registry import best
from notation.setting import Setting
from tests.upperbounds.test_walk import SMALL, Points
from upperbounds.mean import ours, stop_loss, walk_bound
from upperbounds.mean.walk_bound import Distances, worst_risks
from upperbounds.protocols.walk import Walk
from upperbounds.registry import by_name
from verify.sample_mean import mean_of_squares
from verify.study.risk import SignLaw
from verify.study.risk.walk import exact_walk_risk

ALPHA = 1e-9
HEAVY = replace(SMALL, name="heavy", order=4.0, half=12)
"""With every kind of round, for E X^4 <= 1 at unit 1/9."""


def within(values: tuple[float, ...], chances: tuple[float, ...], order: float) -> Points:
    """The law of these values times what makes its moment 1."""
    moment = float(np.abs(values) ** order @ np.array(chances))
    return Points(tuple(float(x) * moment ** (-1 / order) for x in values), chances)


def laws(order: float) -> Iterator[Points]:
    """Of moment 1: signs, skew and rare values, on one side, on both, and around a mean that is not 0."""
    yield within((-1.0, 1.0), (0.5, 0.5), order)
    yield within((-1.0, 1.0), (0.1, 0.9), order)
    yield Points((0.8,), (1.0,))
    for q in (0.3, 0.1, 0.03, 0.01, 1e-3, 1e-4):
        yield within((0.0, 1.0), (1 - q, q), order)
        yield within((0.0, -1.0), (1 - q, q), order)
        yield within((-1.0, 0.0, 1.0), (q / 2, 1 - q, q / 2), order)
        yield within((-(q**0.25), 1.0), (1 - q, q), order)
        yield within((-(q**0.6), 1.0), (1 - q, q), order)


@pytest.mark.parametrize("order", [2.0, 2.5, 4.0, 7.0])
@pytest.mark.parametrize("m", [1, 2, 5, 17])
def test_no_law_has_a_larger_excess(m: int, order: float) -> None:
    """Upper and lower excess of every law are below s, and one law comes near it."""
    s, nearest = stop_loss.stop_loss(m, order), 0.0
    for law in laws(order):
        points, chances = law.sums(m)
        z = sqrt(m) * (points - law.mean)
        for x in (-1.3, -0.2, 0.0, 0.31, 1.0, 2.2, 3.5, 4.5, 17.0):
            excess = max(float(np.maximum(sign * z - x, 0) @ chances) for sign in (1, -1))
            most = float(s(np.array(x)))
            assert excess <= most + 1e-12
            nearest = max(nearest, excess / most)
    assert nearest > 0.9


@given(st.floats(-1, 1), st.floats(0.01, 0.99), st.floats(0, 6), st.sampled_from([2.0, 3.0, 4.0, 6.0]))
def test_no_two_values_have_a_larger_excess(left: float, q: float, x: float, order: float) -> None:
    """One sample, of any two values that the moment allows."""
    right = ((1 - (1 - q) * abs(left) ** order) / q) ** (1 / order)
    mean = (1 - q) * left + q * right
    excess = (1 - q) * max(left - mean - x, 0) + q * max(right - mean - x, 0)
    assert excess <= float(stop_loss.stop_loss(1, order)(np.array(x))) * (1 + 1e-9) + 1e-12


def test_a_variance_alone_is_attained() -> None:
    """p = 2, one sample: two values of mean 0 and variance 1 have the excess that is granted at a tabulated x."""
    for x in (0.25, 1.0, 3.0):
        root = sqrt(1 + x**2)
        points, chances = np.array([x + root, x - root]), np.array([root - x, root + x]) / (2 * root)
        assert (points @ chances, points**2 @ chances) == pytest.approx((0, 1), abs=1e-12)
        excess = float(np.maximum(points - x, 0) @ chances)
        assert float(stop_loss.stop_loss(1, 2.0)(np.array(x))) == pytest.approx(excess, rel=1e-9)


def test_rare_values_of_many_samples_have_the_excess_of_jumps() -> None:
    """10^4 samples, p = 3: far out s is within 20 times the excess of one large value, where few moments allow more."""
    m, order, x = 10**4, 3.0, 12.0
    granted = float(stop_loss.stop_loss(m, order)(np.array(x)))
    jumps = []
    for y in np.geomspace(x, 3 * x, 40):
        height = y * sqrt(m)
        q = height**-order
        count = np.arange(40)
        z = (count * height - m * q * height) / sqrt(m)
        jumps.append(float(np.maximum(z - x, 0) @ binom.pmf(count, m, q)))
    assert 0.05 < max(jumps) / granted <= 1
    assert granted < 0.01 * float(stop_loss.few_moments(np.array(x), order))


def worst(plan: Walk, some: Iterator[Points]) -> float:
    return max(exact_walk_risk(plan, law).value for law in some)


PLANS = [HEAVY, replace(HEAVY, half=5), replace(HEAVY, steps=(1,)), replace(HEAVY, order=2.0, epsilon=0.7)]


@pytest.mark.parametrize("plan", PLANS, ids=range(len(PLANS)))
def test_the_recursion_is_above_every_law(plan: Walk) -> None:
    bound = float(worst_risks(plan, [plan], 4)[0]) / plan.m
    assert bound / 4 < worst(plan, laws(plan.order)) <= bound


WANTED = [(10**4, 100, 1.0, 4.0), (3000, 1000, 2.0, 4.0), (20_000, 30, 1.0, 2.0), (20_000, 100, 0.7, 3.0)]


def rare(order: float, number: int) -> Iterator[SignLaw]:
    """Rare values of moment 1, up or down, from an eighth of the samples down to one of a million."""
    for q in np.geomspace(1 / 8, 1e-6, number):
        half, mean = float(q) ** (-1 / order) / 2, float(q) ** (1 - 1 / order)
        for sign in (1, -1):
            yield SignLaw(sign * mean, half, sign * half)


@pytest.mark.parametrize(("n", "m", "epsilon", "order"), WANTED)
def test_risks_at_the_sizes_of_use(n: int, m: int, epsilon: float, order: float) -> None:
    """The exact risk of signs and of spikes of every rarity: below the bound, and not far below."""
    plan, bound = ours.walk(n, m, epsilon, 1.0, order), ours.partial_bound(n, m, epsilon, 1.0, order)
    assert plan.steps
    signs = (SignLaw(mean) for mean in (0.0, 0.3, 0.9, 1.0))
    risk = max(exact_walk_risk(plan, law).value for law in (*signs, *rare(order, 24)))
    assert bound / 2 < risk <= bound
    setting = Setting(n, m, epsilon=epsilon, p=order, M=1.0)
    assert by_name("mean-heavy", "walk").bound(setting).value == bound
    assert bound <= (60 if order < 4 else 12) * best("mean-heavy", setting).value


SAMPLERS: dict[str, Callable[[np.random.Generator, tuple[int, ...]], NDArray[np.float64]]] = {
    # E T^4 = 3 df^2/((df - 2)(df - 4)), and E P^4 = 1/(1 - 4/4.5) for P >= 1 with tail x^-4.5.
    "Student": lambda rng, size: rng.standard_t(4.5, size) / (3 * 4.5**2 / (2.5 * 0.5)) ** 0.25,
    "Pareto": lambda rng, size: (rng.pareto(4.5, size) + 1) / 9**0.25,
    "exponential": lambda rng, size: (rng.exponential(1.0, size) - 1) / 9**0.25,
    "spikes": lambda rng, size: (rng.random(size) < 1e-3) * 1e-3**-0.25,
}
MEANS = {"Student": 0.0, "Pareto": 4.5 / 3.5 / 9**0.25, "exponential": 0.0, "spikes": 1e-3**0.75}


@pytest.mark.parametrize("name", SAMPLERS)
def test_runs_of_raw_samples_err_no_more_than_the_bound(name: str) -> None:
    """Users with tails that no finite law has: a mean of squares above the bound has a type-I error of 10^-9."""
    rng, repetitions = np.random.default_rng(7), 10_000
    found = HEAVY.protocol().run(SAMPLERS[name](rng, (repetitions, HEAVY.n, HEAVY.m)), rng)
    mean = mean_of_squares((found - MEANS[name]) ** 2)
    bound = float(worst_risks(HEAVY, [HEAVY], 4)[0]) / HEAVY.m
    assert mean.suffices(ALPHA)
    assert bound / 5 < mean.value <= bound + mean.quantile(ALPHA) * mean.standard_error


def test_where_no_walk_pays_means_are_clipped_for_their_moment() -> None:
    """As `user-means-clipped`, but for rounding the level to a 64th."""
    plan = ours.walk(12, 4, 0.5, 2.0, 4.0)
    assert (plan.steps, plan.refining) == ((), 12)
    setting = Setting(12, 4, epsilon=0.5, p=4.0, M=16.0)
    clipped = by_name("mean-heavy", "user-means-clipped").bound(setting).value
    assert 4 * ours.partial_bound(12, 4, 0.5, 1.0, 4.0) == pytest.approx(clipped, rel=1e-3)


@pytest.mark.parametrize("order", [2.0, 3.0, 7.5])
@pytest.mark.parametrize("n", [40, 10**5])
def test_no_other_level_of_clipping_is_better(n: int, order: float) -> None:
    """The squared bias of a mean that is clipped at T, and the noise of messages from [-T, T]."""
    one = ours.one_round(n, 9, 0.7, order)
    noise = one.refiner.most_second_moment / one.half**2 * one.cells**2 / n

    def cost(level: float) -> float:
        return float(stop_loss.excess_of(level, order)) ** 2 + noise * level**2

    best = stop_loss.clipping_level(order, noise)
    assert cost(best) < min(cost(0.99 * best), cost(1.01 * best))
    assert one.half / one.cells == pytest.approx(best, abs=0.5 / one.cells)


def test_data_without_a_bound_are_a_wider_class() -> None:
    """For every p a law on [-D, D] has the moment, and more moments are a narrower class."""
    bounds = [ours.partial_bound(5000, 100, 1.0, 1.0, order) for order in (2.0, 2.5, 3.0, 4.0, 8.0, inf)]
    assert bounds == sorted(bounds, reverse=True)


# Planted defects: each is caught by a comparison above.


@pytest.mark.parametrize("defect", ["half the noise", "no bias", "no failure"])
def test_a_bound_without_a_part_is_caught(monkeypatch: pytest.MonkeyPatch, defect: str) -> None:
    plan = {
        "half the noise": HEAVY,
        "no bias": replace(HEAVY, half=2),
        "no failure": replace(HEAVY, half=4, steps=(1,), recentring=0),
    }[defect]
    risk = worst(plan, laws(plan.order))
    assert risk <= float(worst_risks(plan, [plan], 4)[0]) / plan.m
    if defect == "half the noise":
        honest = walk_bound.most_second_moment
        monkeypatch.setattr(walk_bound, "most_second_moment", lambda *given: honest(*given) / 2)
    elif defect == "no bias":
        monkeypatch.setattr(Distances, "loss", lambda _, x: np.maximum(-x, 0.0))
    else:
        monkeypatch.setattr(Distances, "stepped", lambda cells, values, steps: np.full(values.shape, values.min()))
    assert risk > float(worst_risks(plan, [plan], 4)[0]) / plan.m
