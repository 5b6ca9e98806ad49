"""The explicit bounds of regression: their parts against exact sums and integrals, and their rates' exponents."""

from dataclasses import replace
from math import inf, log

import numpy as np
import pytest
from scipy.stats import beta as beta_law
from scipy.stats import binom

from notation.parameters import ParameterError
from notation.regression import RegressionSetting
from upperbounds.regression.bounds import (
    REGRESSION_ESTIMATORS,
    BinPlan,
    NeighbourPlan,
    RegressionEstimator,
    clipping_bias,
    corrected_neighbours,
    corrected_width,
    printed_neighbours,
    printed_width,
)
from upperbounds.regression.means import LocalMean

PAIRS = [(problem, estimator) for problem, found in REGRESSION_ESTIMATORS.items() for estimator in found]
BOUNDED = [pair for pair in PAIRS if pair[1].is_bounded]
IDS = [f"{problem[17:]}-{estimator.name}" for problem, estimator in BOUNDED]


def setting(problem: str, n: int, **sizes: float) -> RegressionSetting:
    given: dict[str, float] = {"d": 1, "beta": 1.0, "epsilon": 1.0} | sizes
    return RegressionSetting(n, **({"p": 4.0} if "heavy" in problem else {}) | given)  # type: ignore[arg-type]


@pytest.mark.parametrize("n", [1, 2, 7, 60, 2000])
@pytest.mark.parametrize("p", [0.004, 0.1, 0.5, 1.0])
def test_means_of_inverse_counts_are_below_the_bound(n: int, p: float) -> None:
    k = np.arange(1, n + 1)
    mass = binom.pmf(k, n, p)
    x = (n + 1) * p
    assert mass @ (1 / k) <= 1 / x + 3 / x**2
    assert mass @ (1 / k**2) <= 1 / x**2 + 20 / x**3
    assert binom.pmf(0, n, p) <= np.exp(-n * p)


@pytest.mark.parametrize("s", [0.3, 1.0, 1.7, 2.0])
@pytest.mark.parametrize(("k", "n"), [(1, 1), (1, 50), (20, 50), (50, 50), (300, 10**4)])
def test_powers_of_a_neighbours_mass_are_below_the_bound(k: int, n: int, s: float) -> None:
    u = (np.arange(20_000) + 0.5) / 20_000
    exact = float(np.mean(beta_law.ppf(u, k, n + 1 - k) ** s))
    assert exact <= ((k / (n + 1)) ** s if s <= 1 else (k * (k + 1) / ((n + 1) * (n + 2))) ** (s / 2)) * (1 + 1e-6)


@pytest.mark.parametrize("p", [2.0, 3.5, 8.0])
@pytest.mark.parametrize("level", [0.6, 1.0, 4.0])
def test_clipping_moves_means_as_far_as_said_and_no_farther(p: float, level: float) -> None:
    """Two-valued labels 0 and y, P(y) = M/y^p, on a grid of y: the best one attains the bound, at y = T p/(p - 1)."""
    a = RegressionSetting(10, 1, 1.0, 1.0, p=p, M=2.0)
    y = np.linspace(level, 4 * level, 4001)
    moved = (y - level) * 2.0 / y**p
    assert clipping_bias(a, level) == pytest.approx(moved.max(), rel=1e-4)
    assert y[moved.argmax()] == pytest.approx(level * p / (p - 1), rel=1e-2)


@pytest.mark.parametrize(("problem", "estimator"), BOUNDED, ids=IDS)
def test_plans_make_the_bound_least(problem: str, estimator: RegressionEstimator) -> None:
    a = setting(problem, 10**6, epsilon=0.5, beta=0.7)
    plan = estimator.plan(a)
    found = estimator.bound_of(a, plan)
    if estimator.printed:
        assert found > 0
    elif isinstance(plan, BinPlan):
        assert plan.cells is not None
        for other in (plan.cells // 2, 2 * plan.cells):
            assert estimator.bound_of(a, estimator.plan(a, other)) > found
    else:
        for k in (plan.k // 2, 2 * plan.k):
            assert estimator.bound_of(a, NeighbourPlan(k, plan.mean)) > found


WAYS = {
    "people": ((10**10, 1.0), (10**12, 1.0)),
    "people at small epsilon": ((10**13, 1e-8), (10**15, 1e-8)),
    "epsilon": ((10**15, 1e-8), (10**15, 1e-7)),
}
"""From which n and epsilon to which: under a curator both terms of a rate are seen."""


@pytest.mark.parametrize(("problem", "estimator"), BOUNDED, ids=IDS)
@pytest.mark.parametrize("way", WAYS)
def test_bounds_have_the_rates_exponents(problem: str, estimator: RegressionEstimator, way: str) -> None:
    """Except for the paper's k of Theorem 10, which is off in epsilon by more than its square root."""
    small = way != "people"
    if small and "central" not in problem:
        # Of signs that are hidden so well only n epsilon^2 = 0.001 is left at 10^13.
        way_there = [(n, 1e5 * epsilon) for n, epsilon in WAYS[way]]
    else:
        way_there = list(WAYS[way])
    sizes = {"d": 2, "beta": 0.8, "p": 3.0 if "heavy" in problem else inf}
    values, rates = [], []
    for n, epsilon in way_there:
        a = RegressionSetting(n, epsilon=epsilon, **sizes)  # type: ignore[arg-type]
        values.append(estimator.bound_of(a, estimator.plan(a)))
        letters = {"N": n, "epsilon": epsilon, **sizes}
        rates.append(float(estimator.rate.subs({x: letters[x.name] for x in estimator.rate.free_symbols})))
    (n, epsilon), (more, larger) = way_there
    off = (log(values[1] / values[0]) - log(rates[1] / rates[0])) / log(more * larger / n / epsilon)
    if estimator.printed and "heavy" in problem and small:
        assert (off < -0.5) == (way == "epsilon")
    else:
        assert off == pytest.approx(0, abs=0.02)


def test_choices_are_the_papers() -> None:
    bounded, heavy = (RegressionSetting(10**6, 1, 1.0, 0.1, p=p) for p in (inf, 4.0))
    assert printed_width(bounded) == corrected_width(bounded) == pytest.approx(1e-2 + 1e5**-0.5)
    assert printed_width(heavy) == pytest.approx(1e-2 + 1e5 ** (-1 / 7))
    assert corrected_width(heavy) == pytest.approx(1e-2 + 1e5 ** (-3 / 7))
    assert printed_neighbours(bounded) == corrected_neighbours(bounded) == round(1e4 * 0.1 ** (-2 / 3) + 0.5)
    assert printed_neighbours(heavy) == 10**4
    assert corrected_neighbours(heavy) == round(1e6 ** (8 / 11) * 0.1 ** (-6 / 11) + 0.5)


def test_cut_cells_have_no_bound() -> None:
    problem, printed = next(pair for pair in PAIRS if not pair[1].is_bounded)
    a = setting(problem, 1000)
    with pytest.raises(ParameterError, match="no bound"):
        printed.bound_of(a, printed.plan(a))
    assert printed.bound(a).vacuous


@pytest.mark.parametrize(("problem", "estimator"), PAIRS, ids=[f"{p[17:]}-{e.name}" for p, e in PAIRS])
def test_extremes_give_numbers(problem: str, estimator: RegressionEstimator) -> None:
    for n, sizes in (
        (1, {"epsilon": 1e-9}),
        (1, {"epsilon": 1e30, "d": 20}),
        (10**15, {"epsilon": 1e-9, "beta": 0.001}),
        (10**15, {"epsilon": 50.0, "d": 20, "L": 1e6, "c": 1e-6}),
        (2, {"T": 1e12, "M": 1e12, "L": 1e-6}),
    ):
        a = setting(problem, n, **sizes)  # type: ignore[arg-type]
        found = estimator.bound(a)
        assert 0 < found.value <= a.unit**2
        plan = estimator.plan(a)
        assert (plan.k if isinstance(plan, NeighbourPlan) else plan.least) >= 1


def test_what_is_out_of_range_is_refused() -> None:
    for wrong, told in (
        ({"n": 0}, "n = 0"),
        ({"d": 21}, "d = 21"),
        ({"beta": 1.5}, "beta = 1.5"),
        ({"epsilon": 0}, "epsilon = 0"),
        ({"L": 0}, "L = 0"),
        ({"c": 2}, "c = 2"),
        ({"T": -1}, "T = -1"),
        ({"p": 1.5}, "p = 1.5"),
        ({"p": 3, "M": 0}, "M = 0"),
        ({"p": float("nan")}, "p = nan"),
    ):
        given = {"n": 10, "d": 1, "beta": 1.0, "epsilon": 1.0} | wrong
        with pytest.raises(ParameterError, match=told):
            RegressionSetting(**given)  # type: ignore[arg-type]


@pytest.mark.parametrize(("problem", "estimator"), BOUNDED, ids=IDS)
@pytest.mark.parametrize("epsilon", [0.01, 1.0, 50.0, 700.0])
def test_a_bound_is_that_of_what_is_deployed(problem: str, estimator: RegressionEstimator, epsilon: float) -> None:
    """At most 1% above that of the printed noise, and nothing where that is what is drawn."""
    a = setting(problem, 10**5, epsilon=epsilon)
    plan = estimator.plan(a)
    printed, found = estimator.bound_of(a, plan), estimator.bound(a).value
    assert min(printed, a.unit**2) <= found <= 1.01 * printed
    if plan.mean.deployed == plan.mean:
        assert found == min(printed, a.unit**2)


def spread_of_an_answer(plan: BinPlan | NeighbourPlan, label: float) -> float:
    """The variance of what is sent for one label: its law on the grid, summed; nothing of it is the bound's."""
    mean = plan.mean.deployed
    assert isinstance(mean, LocalMean)
    assert mean.mechanism == "geometric"
    T, cost = float(mean.T), float(mean.epsilon) / (2 * mean.steps)
    place = label / T * mean.steps
    share, noise = place - np.floor(place), np.arange(-40_000, 40_001)
    law = np.exp(-cost * np.abs(noise))
    steps = np.concatenate([np.floor(place) + noise, np.floor(place) + 1 + noise])
    chances = np.concatenate([(1 - share) * law, share * law]) / law.sum()
    return float((T / mean.steps) ** 2 * (chances @ (steps - place) ** 2))


@pytest.mark.parametrize("problem", ["label-regression-local", "label-regression-heavy-local"])
@pytest.mark.parametrize("epsilon", [5.0, 700.0])
def test_the_bound_holds_between_steps_where_that_of_printed_noise_does_not(problem: str, epsilon: float) -> None:
    """Of all that a bound says of one answer's noise; the printed noise is planted."""
    estimator = REGRESSION_ESTIMATORS[problem][0]
    plan = estimator.plan(setting(problem, 10**5, epsilon=epsilon))
    mean, level = plan.mean, float(plan.mean.T)
    assert isinstance(mean, LocalMean)
    for place in (0.0, 0.25, 0.5):
        assert spread_of_an_answer(plan, level * (10 + place) / mean.steps) <= mean.deployed.added * (1 + 1e-12)
    assert mean.added < spread_of_an_answer(plan, level * 10.5 / mean.steps)


CELLS = [pair for pair in BOUNDED if pair[1].kind == "bins" and not pair[1].printed]


@pytest.mark.parametrize("epsilon", [0.03, 0.7])
@pytest.mark.parametrize(("problem", "estimator"), CELLS, ids=[estimator.name for _, estimator in CELLS])
def test_the_fewest_people_are_those_whose_mean_is_no_worse_than_0(
    problem: str, estimator: RegressionEstimator, epsilon: float
) -> None:
    """The variance is U^2 at most with so many, and more with one fewer, whatever the rule does with these."""
    a = setting(problem, 10**7, epsilon=epsilon)
    plan = estimator.plan(a)
    assert isinstance(plan, BinPlan)
    enough, fewer = estimator.variance(a, replace(plan, least=1), np.array([plan.least, plan.least - 1.0]))
    assert enough <= a.unit**2 * (1 + 1e-9)
    assert fewer > a.unit**2 or plan.least == 1
    assert 1 < plan.least < a.n or epsilon > 0.5
    # Of fewer people than the plan asks for the answer is 0.
    assert estimator.variance(a, replace(plan, least=5000), np.array([4999.0])) == a.unit**2


@pytest.mark.parametrize(("problem", "estimator"), BOUNDED, ids=IDS)
def test_variances_have_the_square_of_the_labels_unit(problem: str, estimator: RegressionEstimator) -> None:
    """Labels in half the unit, of functions as smooth: the plan is the same, and variances four times as large."""
    one = setting(problem, 10**6, epsilon=0.5)
    two = replace(one, L=2 * one.L, **({"M": 2**one.p * one.M} if one.is_heavy else {"T": 2 * one.T}))
    people = np.array([50.0, 1e3, 1e5])
    first, second = (estimator.variance(a, estimator.plan(a), people) for a in (one, two))
    np.testing.assert_allclose(second, 4 * first, rtol=1e-9)


@pytest.mark.parametrize(("problem", "estimator"), CELLS, ids=[estimator.name for _, estimator in CELLS])
def test_as_many_cells_as_there_may_be_are_tried_in_seven_dimensions(
    problem: str, estimator: RegressionEstimator
) -> None:
    """The seventh root of 10^7 is 10, also where floats are just below."""
    plan = estimator.plan(setting(problem, 10**15, d=7, epsilon=1e3))
    assert isinstance(plan, BinPlan)
    assert plan.cells == 10
