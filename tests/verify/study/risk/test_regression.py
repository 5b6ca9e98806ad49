"""Exact excess risks of private means: against rationals, quadratures and runs, and with planted defects.

A point of a run that is off by 4 standard errors is run again: it errs twice with probability 4e-9.
"""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb, inf
from time import process_time
from typing import Any

import numpy as np
import pytest
from scipy.stats import beta as beta_law

from notation.parameters import ParameterError
from notation.regression import RegressionSetting
from upperbounds.channels.binomial import binomial_pmf
from upperbounds.classification.grid import Grid
from upperbounds.regression.bounds import REGRESSION_ESTIMATORS, BinPlan, NeighbourPlan, RegressionEstimator
from upperbounds.regression.means import CentralMean, LocalMean
from upperbounds.regression.regressors import (
    CentralBinRegressor,
    LocalBinRegressor,
    NeighbourRegressor,
    PrivateRegressor,
)
from verify.study.risk.regression import (
    CellMeans,
    MeanRidges,
    exact_risk,
    given_features,
    inverse_moments,
    laws_of,
    near_points,
    neighbour_risk,
    simulated_risk,
)
from verify.study.risk.ridges import Ridges

PAIRS = [(problem, estimator) for problem, found in REGRESSION_ESTIMATORS.items() for estimator in found]
IDS = [f"{problem[17:]}-{estimator.name}" for problem, estimator in PAIRS]
BOUNDED = [pair for pair in PAIRS if pair[1].is_bounded]
NEAR = 1e-5
"""What a quadrature may be off by, relative."""


@pytest.mark.parametrize(("n", "p", "least"), [(1, 0.5, 1), (6, 0.25, 2), (20, 0.125, 1), (30, 1.0, 3), (30, 0.5, 40)])
def test_inverse_moments_are_sums_of_rationals(n: int, p: float, least: int) -> None:
    q = Fraction(p)
    mass = [comb(n, k) * q**k * (1 - q) ** (n - k) for k in range(n + 1)]
    found = inverse_moments(n, np.array([p]), least)
    expected = (
        sum(mass[:least], Fraction(0)),
        *(sum((mass[k] / k**j for k in range(least, n + 1)), Fraction(0)) for j in (1, 2)),
    )
    for one, two in zip(found, expected, strict=True):
        assert one[0] == pytest.approx(float(two), rel=1e-13, abs=1e-300)


def test_a_risk_is_that_of_all_data_sets() -> None:
    """Three people, two cells, labels +-1, noise of known variance: every place and label, in rationals."""
    masses, means = (Fraction(1, 4), Fraction(3, 4)), (Fraction(1, 2), Fraction(-1, 3))
    plan = BinPlan(2, None, CentralMean("laplace", 1.0, 2.0), 1)
    noise, total = Fraction(2), Fraction(0)
    for places in product((0, 1), repeat=3):
        for labels in product((1, -1), repeat=3):
            chance = Fraction(1)
            for place, label in zip(places, labels, strict=True):
                chance *= masses[place] * (1 + label * means[place]) / 2
            for cell in (0, 1):
                own = [label for place, label in zip(places, labels, strict=True) if place == cell]
                error = means[cell] ** 2
                if own:
                    error = (Fraction(sum(own), len(own)) - means[cell]) ** 2 + noise / len(own) ** 2
                total += chance * masses[cell] * error
    mass, mean = np.array(masses, dtype=float), np.array(means, dtype=float)
    law = CellMeans(mass, mean, np.zeros(2), mean, np.ones(2), np.ones(2))
    assert exact_risk(3, plan, law) == pytest.approx(float(total), rel=1e-13)


def made(estimator: RegressionEstimator, a: RegressionSetting) -> PrivateRegressor:
    make: Any = NeighbourRegressor
    if estimator.kind == "bins":
        make = CentralBinRegressor if estimator.central else LocalBinRegressor
    regressor: PrivateRegressor = make(
        a.epsilon, a.T, a.p, a.M, beta=a.beta, L=a.L, mechanism=estimator.mechanism, as_printed=estimator.printed
    )
    return regressor


def law_at(a: RegressionSetting, estimator: RegressionEstimator, which: int) -> tuple[Any, MeanRidges]:
    """A plan, and one of the laws of its risk."""
    plan = estimator.plan(a)
    size = plan.grid(0.0, 1.0, 1).size if isinstance(plan, BinPlan) else max(round(a.n / plan.k), 1)
    return plan, laws_of(a, size, float(plan.mean.T))[which]


def risk_of(a: RegressionSetting, plan: Any, law: MeanRidges) -> float:
    if isinstance(plan, NeighbourPlan):
        return neighbour_risk(a.n, plan, law)
    return exact_risk(a.n, plan, law.cells(plan.grid(0.0, 1.0, 1), float(plan.mean.T)))


@pytest.mark.parametrize(("n", "p"), [(10**6, 1 / 16), (10**8, 1 / 32), (10**8, 7 / 8), (10**9, 5 / 16)])
def test_inverse_moments_of_many_people_are_sums_over_every_count(n: int, p: float) -> None:
    """Steps are of one hundredth of the deviation; a sum by steps of nine deviations is seen to be another."""
    spread = 11 * (n * p * (1 - p)) ** 0.5
    k = np.arange(int(n * p - spread), int(n * p + spread), dtype=np.float64)
    chance = binomial_pmf(k, n, p, 1 - p)
    few, first, second = inverse_moments(n, np.array([p]), 1)
    assert few[0] == 0
    assert first[0] == pytest.approx(chance @ (1 / k), rel=1e-13)
    assert second[0] == pytest.approx(chance @ (1 / k**2), rel=1e-13)
    step = int(9 * spread / 11)
    assert step * (chance[::step] @ (1 / k[::step])) != pytest.approx(first[0], rel=1e-3)
    # Who is beyond the least count is counted one by one.
    least = int(n * p)
    few, first, _ = inverse_moments(n, np.array([p]), least)
    assert few[0] == pytest.approx(chance[k < least].sum(), rel=1e-12)
    assert first[0] == pytest.approx(chance[k >= least] @ (1 / k[k >= least]), rel=1e-12)


def test_inverse_moments_of_all_people_there_may_be_are_those_of_expansions() -> None:
    """Of 10^15: 1/E[k] times 1 + (1 - p)/(n p) and so on."""
    for p in (0.5, 1e-4):
        _, first, second = inverse_moments(10**15, np.array([p]), 1)
        relative = (1 - p) / (1e15 * p)
        assert first[0] * 1e15 * p == pytest.approx(1 + relative, rel=1e-11)
        assert second[0] * (1e15 * p) ** 2 == pytest.approx(1 + 3 * relative, rel=1e-11)


@pytest.mark.parametrize(("problem", "estimator"), PAIRS, ids=IDS)
@pytest.mark.parametrize("which", [2, -1])
@pytest.mark.parametrize("d", [1, 2])
def test_exact_risks_are_those_of_runs(problem: str, estimator: RegressionEstimator, which: int, d: int) -> None:
    """44 points: data of people through the regressor, against the law of cells, or of neighbours on a line.

    In the plane neighbours' risk given the features, averaged over draws of these, next to answers that are drawn too.
    """
    heavy = {"p": 3.0, "M": 2.0} if "heavy" in problem else {"T": 1.5}
    a = RegressionSetting(150, d, 0.8, 2.0, L=2.0, **heavy)
    plan, law = law_at(a, estimator, which)
    rng, drawn = np.random.default_rng(d), 0.0
    for _ in range(2):
        mean, error = simulated_risk(a.n, made(estimator, a), law, 100, rng, points=40)
        if isinstance(plan, NeighbourPlan) and d > 1:
            risks = [given_features(rng.random((a.n, d)), rng.random((40, d)), plan, law).mean() for _ in range(100)]
            exact, drawn = float(np.mean(risks)), float(np.std(risks) / 10)
        else:
            exact = risk_of(a, plan, law)
        if abs(mean - exact) <= 4 * np.hypot(error, drawn):
            return
    pytest.fail(f"exact {exact:.4g}, twice another in runs, {mean:.4g} +- {error:.1g}")


class Unclipped(CentralBinRegressor):
    """A defect: labels are added up as they are, and the noise is that of clipped ones."""

    def fit(self, X: Any, y: Any) -> Any:
        fitted = super().fit(X, y)
        sums = np.bincount(self.grid_.index(X), y, minlength=self.grid_.size) / np.maximum(self.counts_, 1)
        clip = float(self.plan_.mean.T)
        clipped = np.bincount(self.grid_.index(X), np.clip(y, -clip, clip), minlength=self.grid_.size)
        self.values_ = self.values_ + sums - clipped / np.maximum(self.counts_, 1)
        return fitted


def test_wrong_noise_a_cell_twice_and_an_unclipped_label_are_caught() -> None:
    """Planted in what runs, or in the law: 8 standard errors from the exact risk, or refused."""
    rng = np.random.default_rng(5)
    # Laplace noise as at 2 epsilon, as 2/(n_l epsilon) is for T = 2.
    a = RegressionSetting(300, 1, 1.0, 0.2, T=2.0)
    central = REGRESSION_ESTIMATORS["label-regression-central"][1]
    cells = 4
    plan = central.plan(a, cells)
    law = MeanRidges(Ridges(1, 1.0, 0.25, 4, 0.125), 2.0)
    exact = exact_risk(a.n, plan, law.cells(plan.grid(0.0, 1.0, 1), 2.0))  # type: ignore[union-attr]
    mean, error = simulated_risk(a.n, CentralBinRegressor(0.2, 2.0, cells=cells, as_printed=True), law, 200, rng)
    assert mean < exact - 8 * error
    # Heavy labels without clipping: their variance, not that of clipped ones.
    heavy = RegressionSetting(2000, 1, 1.0, 1.0, p=2.0)
    rare = MeanRidges(Ridges(1, 1.0, 0.0, 1, 0.0), 30.0, 1 / 900)
    found = made(REGRESSION_ESTIMATORS["label-regression-heavy-central"][1], heavy).get_params()
    made_plan = REGRESSION_ESTIMATORS["label-regression-heavy-central"][1].plan(heavy, 2)
    exact = exact_risk(2000, made_plan, rare.cells(Grid.equal(0, 1, 1, 2), float(made_plan.mean.T)))  # type: ignore[arg-type]
    mean, error = simulated_risk(2000, Unclipped(**found | {"cells": 2}), rare, 300, rng)
    assert mean > exact + 4 * error
    twice = law.cells(Grid.equal(0, 1, 1, 4), 2.0)
    with pytest.raises(ParameterError, match=r"adds up to 1\.25"):
        replace(twice, number=np.array([2.0, 1, 1, 1]))
    with pytest.raises(ParameterError, match="second"):
        replace(twice, second=twice.second * 0)
    with pytest.raises(ParameterError, match="spread"):
        replace(twice, spread=twice.spread - 1)


def test_cells_of_a_law_are_its_integrals() -> None:
    """Midpoint sums over a fine grid that the tents and the cells share, next to the closed forms."""
    law = MeanRidges(Ridges(1, 0.5, 0.25, 4, 0.4, alternate=True), 1.5, 0.5)
    grid = Grid.of_length(0.0, 1.0, 1, 0.3)
    cells = law.cells(grid, 1.0)
    x = (np.arange(600_000) + 0.5) / 600_000
    eta, where = law.ridges.eta(x[:, None]), grid.index(x[:, None])
    for k in range(4):
        own = eta[where == k]
        assert cells.truth[k] == pytest.approx(own.mean(), abs=1e-5)
        assert cells.spread[k] == pytest.approx(own.var() * np.mean(where == k), rel=1e-4)
        assert cells.mean[k] == pytest.approx(own.mean() / 1.5, abs=1e-5)
        assert cells.second[k] == 0.5


@pytest.mark.parametrize(("k", "n"), [(1, 3), (5, 40), (40, 40), (300, 20_000)])
def test_a_neighbours_risk_is_an_integral(k: int, n: int) -> None:
    """By quantiles of the Beta law and midpoints, on tents; and more nodes change nothing."""
    law, plan = MeanRidges(Ridges(1, 0.7, 0.25, 4, 0.4), 1.0), NeighbourPlan(k, LocalMean("laplace", 0.8, 1.0))
    x = (np.arange(2000) + 0.5) / 2000
    q = beta_law.ppf((np.arange(400) + 0.5) / 400, k + 1, n - k)[:, None] if k < n else np.ones((1, 1))
    low = np.clip(x - q / 2, 0, 1 - q)
    mean = (law.integral((low + q).ravel(), 1) - law.integral(low.ravel(), 1)).reshape(low.shape) / q
    variance = 0.64 - (0.8 * mean) ** 2 + 8 * 0.64
    expected = float(np.mean((0.8 * mean - law.ridges.eta(x[:, None])) ** 2 + variance / k))
    assert neighbour_risk(n, plan, law) == pytest.approx(expected, rel=1e-4)
    assert neighbour_risk(n, plan, law, 96) == pytest.approx(neighbour_risk(n, plan, law), rel=NEAR)


def agree(one: np.ndarray, two: np.ndarray) -> bool:
    """Whether means over the last axis are within 5 standard errors, and a rounding."""
    error = np.hypot(*(x.std(axis=-1, ddof=1) / x.shape[-1] ** 0.5 for x in (one, two)))
    return bool((np.abs(one.mean(axis=-1) - two.mean(axis=-1)) <= 5 * error + 1e-12).all())


@pytest.mark.parametrize(("n", "d", "k"), [(1, 2, 1), (40, 2, 40), (2000, 2, 30), (300, 3, 200), (5000, 3, 1)])
def test_people_near_a_point_are_enough(n: int, d: int, k: int) -> None:
    """Next to all people and a tree of them, for every law of the class."""
    a = RegressionSetting(n, d, 0.8, 2.0, L=2.0)
    plan, laws = NeighbourPlan(k, LocalMean("signs", 1.0, 2.0)), laws_of(a, 4, 1.0)
    near = near_points(n, plan, laws, 600, np.random.default_rng(1))
    rng, whole = np.random.default_rng(2), []
    for _ in range(15):
        points, at = rng.random((n, d)), rng.random((100, d))
        whole.append([given_features(points, at, plan, law).mean() for law in laws])
    assert agree(near, np.array(whole).T)


def test_people_near_a_point_on_a_line_have_the_risk_of_the_quadrature() -> None:
    a = RegressionSetting(10**6, 1, 1.0, 1.0)
    plan = NeighbourPlan(2000, LocalMean("signs", 1.0, 1.0))
    laws = laws_of(a, 500, 1.0)
    near = near_points(a.n, plan, laws, 300, np.random.default_rng(1))
    assert agree(near, np.repeat([[neighbour_risk(a.n, plan, law)] for law in laws], 2, axis=1))
    # Neighbours that are twice as many are told apart.
    twice = near_points(a.n, replace(plan, k=4000), laws, 300, np.random.default_rng(1))
    assert not agree(twice, near)


def test_planted_neighbours_that_are_not_the_nearest_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    a = RegressionSetting(10**5, 2, 1.0, 1.0)
    plan = NeighbourPlan(100, LocalMean("signs", 1.0, 1.0))
    monkeypatch.setattr(np, "argpartition", lambda squares, k: np.arange(len(squares)))
    with pytest.raises(ArithmeticError, match="fewer than 100"):
        near_points(a.n, plan, laws_of(a, 4, 1.0), 20, np.random.default_rng(0))
    for k, d in ((10**6, 2), (100, 20)):
        laws = laws_of(replace(a, d=d), 4, 1.0)
        with pytest.raises(ParameterError, match=f"k = {k}: .* people near a point in d = {d}"):
            near_points(10**9, replace(plan, k=k), laws, 1, np.random.default_rng(0))


def test_ten_thousand_cells_and_a_million_people_take_seconds() -> None:
    """Cells of 10^4 different masses; one of a hundred that are alike takes a hundredth of the time."""
    mass = np.linspace(1, 3, 10_000)
    mass /= mass.sum()
    zero = np.zeros(10_000)
    law = CellMeans(mass, zero + 0.1, zero, zero + 0.1, zero + 1, zero + 1)
    start = process_time()
    risk = exact_risk(10**6, BinPlan(10_000, None, CentralMean("geometric", 1.0, 1.0), 2), law)
    assert process_time() - start < 5
    # To the order of the mean of 1/n: 1/(N p) + ... summed over cells.
    assert risk == pytest.approx(0.99 * 10_000 / 10**6 + np.sum(8 / 10**12 / mass), rel=0.05)


def test_laws_are_in_their_class() -> None:
    """Smoothness on pairs of points, and moments of labels; each label's probability is one."""
    for a in (RegressionSetting(10, 1, 0.7, 1.0, L=1.5, T=0.8), RegressionSetting(10, 1, 1.0, 1.0, p=3.0, M=0.5)):
        x = (np.arange(4000) + 0.5) / 4000
        for law in laws_of(a, 4, 2.0):
            eta = law.ridges.eta(x[:, None])
            for step in (1, 7, 100, 600):
                assert np.abs(eta[step:] - eta[:-step]).max() <= a.L * (step / 4000) ** a.beta * (1 + 1e-9)
            assert np.abs(eta).max() <= law.share * law.level * (1 + 1e-12)
            assert law.share <= 1
            moment = law.share * law.level**a.p if a.is_heavy else law.level
            assert moment <= (a.M if a.is_heavy else a.T) * (1 + 1e-9)


@pytest.mark.parametrize("beta", [0.4, 0.7, 1.0])
def test_tents_in_turn_are_as_steep_as_the_class_allows(beta: float) -> None:
    """Across the foot between two of them L |x - y|^beta is reached, by every row that the labels do not cut."""
    a = RegressionSetting(10, 1, beta, 1.0, L=0.5, T=10.0)
    x = np.arange(0, 4096 + 1) / 4096
    rows = [law.ridges for law in laws_of(a, 4, 10.0) if law.ridges.alternate and law.ridges.bumps > 1]
    assert rows
    for row in rows:
        eta = row.eta(np.minimum(x, 1 - 1e-12)[:, None])
        lags = 4096 // row.bumps // np.array([1, 2, 4])
        steepest = max(np.abs(eta[lag:] - eta[:-lag]).max() / (lag / 4096) ** beta for lag in lags)
        assert steepest == pytest.approx(a.L, rel=1e-6)


def test_a_constant_far_out_has_labels_of_the_largest_moment() -> None:
    """y with probability M/y^p, at y = T p/(p - 1) where clipping moves means most: the mean is M/y^(p - 1)."""
    a = RegressionSetting(10, 1, 1.0, 1.0, p=3.0, M=5.0)
    y = 7.0 * 1.5
    constants = [law for law in laws_of(a, 4, 7.0) if law.ridges.width == 0 and 0 < law.ridges.size < a.unit]
    assert any(law.ridges.size == pytest.approx(5.0 / y**2) for law in constants)
    assert any(law.level == pytest.approx(y) and law.share == pytest.approx(5.0 / y**3) for law in constants)


def test_labels_are_drawn_with_their_means() -> None:
    """At 10^5 people, the moments of labels given two places of features, within 6 deviations."""
    law = MeanRidges(Ridges(1, 1.0, 1.0, 1, 0.4), 2.0, 0.5)
    points, labels = law.draw(100_000, np.random.default_rng(2))
    assert set(np.unique(labels)) == {-2.0, 0.0, 2.0}
    assert abs(np.mean(labels - law.ridges.eta(points))) < 6 * 2 / 100_000**0.5
    assert abs(np.mean(labels != 0) - 0.5) < 6 * 0.5 / 100_000**0.5


@pytest.mark.parametrize(
    ("problem", "estimator"), BOUNDED, ids=[name for pair, name in zip(PAIRS, IDS, strict=True) if pair in BOUNDED]
)
@pytest.mark.parametrize("n", [200, 10**6])
def test_risks_are_below_the_explicit_bound(problem: str, estimator: RegressionEstimator, n: int) -> None:
    a = RegressionSetting(n, 1, 0.8, 0.7, L=2.0, T=1.5, p=3.0 if "heavy" in problem else inf)
    plan = estimator.plan(a)
    worst = max(risk_of(a, plan, law_at(a, estimator, which)[1]) for which in range(len(laws_of(a, 4, 1.0))))
    assert worst <= estimator.bound_of(a, plan)
    if n == 10**6:
        assert estimator.bound_of(a, plan) < 3 * worst


def test_what_has_no_exact_risk_is_refused() -> None:
    plan = NeighbourPlan(3, LocalMean("signs", 1.0, 1.0))
    with pytest.raises(ParameterError, match="d = 2"):
        neighbour_risk(10, plan, MeanRidges(Ridges(2, 1.0, 0.5, 2, 0.1), 1.0))
    with pytest.raises(ParameterError, match="tents"):
        neighbour_risk(10, plan, MeanRidges(Ridges(1, 1.0, 1e-5, 10**5, 0.1), 1.0))
    with pytest.raises(ParameterError, match="counts"):
        inverse_moments(10**15, np.array([0.5]), 5 * 10**14)
