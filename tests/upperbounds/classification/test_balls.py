"""Rules by shrinking balls: the vectors that users send, and each step of the bounds, against exact values or draws."""

from dataclasses import replace
from math import sqrt

import numpy as np
import pytest

from notation.parameters import ParameterError
from notation.user_learning import UserSetting
from upperbounds.channels.ball import BallResponse
from upperbounds.channels.vectors import as_vectors, packed
from upperbounds.classification import balls
from upperbounds.classification.grid import Grid
from upperbounds.classification.users import ESTIMATORS, UserBinClassifier
from upperbounds.regression import balls as numbers
from upperbounds.regression.users import ESTIMATORS as REGRESSORS
from upperbounds.regression.users import UserBinRegressor, ratio
from upperbounds.vectors.balls import ShrinkingBalls
from verify.study.risk import cell_balls
from verify.study.risk.ridges import Ridges
from verify.study.risk.user_cells import CellLaw

FEW = ShrinkingBalls("few", 30, 4, 6, 1.5, 1.0, (8, 10, 12), (1.0, 0.6, 0.3))
"""Six cells, or three of two blocks."""


@pytest.mark.parametrize("parts", [1, 2])
def test_a_user_sends_the_mean_of_unit_vectors_times_labels(parts: int) -> None:
    plan, rng = balls.CellBalls(FEW, parts), np.random.default_rng(1)
    samples = np.stack([rng.integers(-1, plan.cells, (2, 30, 4)), rng.uniform(-1, 1, (2, 30, 4))], axis=-1)
    step = plan.protocol().rounds[0]
    found = as_vectors(step.statistic(samples[:, :8].reshape(2, 8, -1)))
    assert found.shape == (2, 8, 6)
    assert np.all(np.sum(found**2, axis=-1) <= 1)
    for place in np.ndindex(2, 8):
        expected = np.zeros((parts, plan.cells))
        for cell, value in samples[place]:
            if cell >= 0:
                expected[:, int(cell)] += np.array([value, 1.0])[:parts] / 4
        np.testing.assert_allclose(plan.back(found[place]), expected, atol=1e-15)


@pytest.mark.parametrize("parts", [1, 2])
def test_estimates_from_counts_have_the_law_of_those_from_samples(parts: int) -> None:
    """Means within 6 standard errors, and variances within 12 %, of 3000 runs each."""
    plan = balls.CellBalls(FEW, parts)
    rng, runs, law = np.random.default_rng(2), 3000, CellLaw.of_ridges(Ridges(1, 1.0, 1.0, 1, 0.8), plan.cells)
    cells = rng.choice(plan.cells, size=(runs, 30, 4), p=law.mass)
    labels = np.where(rng.random(cells.shape) < (1 + (law.q / law.mass)[cells]) / 2, 1.0, -1.0)
    one = plan.run(np.stack([cells, labels], axis=-1).reshape(runs, 30, 8), rng)
    other = np.array([cell_balls.estimates(plan, law, rng) for _ in range(runs)])
    assert one.shape == other.shape == (runs, parts, plan.cells)
    spread = np.sqrt(one.var(axis=0) / runs + other.var(axis=0) / runs)
    assert np.all(np.abs(one.mean(axis=0) - other.mean(axis=0)) < 6 * spread)
    np.testing.assert_allclose(one.var(axis=0), other.var(axis=0), rtol=0.12)


@pytest.mark.parametrize(("d", "users"), [(2, 30), (12, 200)])
def test_noise_in_one_direction_is_within_bernsteins_bound(d: int, users: int) -> None:
    """Of 4000 averages, within six standard errors; along vectors of full length, and across."""
    channel, rng, runs = BallResponse(d, 0.7, 1.0), np.random.default_rng(4), 4000
    vector = np.zeros((runs, users, d))
    vector[..., 0] = 0.7
    noise = channel.sample(packed(vector), rng).mean(axis=1)
    noise[:, 0] -= 0.7
    deviation = channel.magnitude / sqrt(d * users)
    assert noise[:, 1].std() == pytest.approx(deviation, rel=0.05)
    assert noise[:, 0].std() < 1.05 * deviation
    for x in deviation * np.array([0.0, 1.0, 2.0, 3.0]):
        most = float(balls.below(channel, users, np.array(x)))
        for direction in (0, 1):
            assert np.mean(noise[:, direction] <= -x) <= most + 6 * sqrt(most / runs)
    assert balls.below(channel, users, np.array([-1.0, 0.0])).tolist() == [1, 1]


def test_errors_of_clipped_ratios_are_within_their_factor() -> None:
    """For every error of q and p; the two cases are nearly reached."""
    rng, closest = np.random.default_rng(6), 0.0
    for density, cells in ((0.2, 5), (0.6, 3), (0.97, 10)):
        f, factor = density / cells, numbers.factor(density, cells)
        most = 1 - (cells - 1) * f
        p = np.append(rng.uniform(f, most, 200_000), np.full(100_000, f))
        e = np.where(rng.random(p.shape) < 0.5, rng.uniform(-1, 1, p.shape), rng.choice([-1.0, 1.0], p.shape))
        b, a = (p * rng.normal(size=p.shape) * 10 ** rng.uniform(-2, 0.5, p.shape) for _ in range(2))
        error = p * (ratio(e * p + a, p + b, f, 1.0) - e) ** 2
        share = error / (factor / f * (a**2 + b**2) / 2)
        assert share.max() <= 1
        closest = max(closest, float(share.max()))
    assert closest > 0.5
    assert numbers.factor(1.0, 7) == 1


def test_labels_vary_within_cells_by_no_more_than_the_bound() -> None:
    """eta = x has the variance of uniform numbers; steps at the ends of a cell that of its range."""
    a = UserSetting(10, 2, 1, 1.0, 1.0)
    assert numbers.within(a, 5) == pytest.approx(1 / 5**2 / 12)
    assert numbers.within(replace(a, f_L=0.5), 5) == pytest.approx(1 / 5**2 / 4)
    rng = np.random.default_rng(7)
    for d, beta in ((1, 0.4), (3, 1.0), (2, 0.7)):
        x = rng.random((200_000, d)) / 5
        worst = max(float(np.var(np.linalg.norm(x - centre, axis=1) ** beta)) for centre in (0.0, 0.1))
        assert worst <= numbers.within(UserSetting(10, 2, d, beta, 1.0), 5)


SIZES = (
    UserSetting(20_000, 50, 1, 1.0, 2.0),
    UserSetting(20_000, 400, 1, 1.0, 2.0, f_L=0.9),
    UserSetting(20_000, 400, 2, 1.0, 4.0, T=2.0),
)


@pytest.mark.parametrize("a", SIZES, ids=str)
def test_bounds_of_regression_are_above_risks(a: UserSetting) -> None:
    """Of whole rules, at tents as tall and wide as the class allows."""
    estimator = REGRESSORS[-1]
    side = estimator.side(a)
    value = estimator.bound(a).value
    assert value < a.T**2
    law = Ridges(a.d, 1.0, 1 / side, side, min(0.5 / side, 1.0))
    rng, plan = np.random.default_rng(9), estimator.plan(a)
    assert isinstance(plan, balls.CellBalls)
    seen = CellLaw.of_ridges(replace(law, size=law.size / a.T), side)
    risks = [
        a.T**2 * cell_balls.squares(cell_balls.estimates(plan, seen, rng), seen, a.f_L / side**a.d) for _ in "1234"
    ]
    assert max(risks) < value


def test_bounds_of_classification_are_above_risks() -> None:
    a = UserSetting(50_000, 400, 1, 1.0, 2.0, gamma=1.0)
    estimator = ESTIMATORS[-1]
    value, plan, side = estimator.bound(a).value, estimator.plan(a), estimator.side(a)
    assert value < 0.2
    assert isinstance(plan, balls.CellBalls)
    law, rng = CellLaw.of_ridges(Ridges(1, 1.0, 0.5, 2, 0.25, alternate=True), side), np.random.default_rng(3)
    assert max(cell_balls.excess(cell_balls.estimates(plan, law, rng), law) for _ in "1234") < value
    assert cell_balls.excess(law.q[None], law) == pytest.approx(float(law.wrong.min(axis=1).sum()))
    assert cell_balls.normal_excess(law, 1e-9) == pytest.approx(float(law.wrong.min(axis=1).sum()), abs=1e-6)


def test_cells_are_those_of_the_least_sum() -> None:
    a = UserSetting(50_000, 400, 1, 1.0, 2.0)

    def cost(side: int) -> float:
        error = BallResponse(side, 1.0, 2.0).second_moment / a.n * 9 / a.m
        return side**-2.0 + side * error

    assert balls.best_side(a, 1, balls.squares) == min(range(1, 100), key=cost)
    assert balls.best_side(UserSetting(1, 1, 20, 1.0, 2.0), 1, balls.squares) == 1


@pytest.mark.parametrize("density", [0.0, 0.6, 1.0])
def test_a_rule_learns_numbers(density: float) -> None:
    """Off by less than a third of what 0 is off, for uniform features; labels of other sizes are clipped."""
    rng = np.random.default_rng(11)
    users = np.repeat(np.arange(6000), 20)
    X = rng.random((len(users), 1))
    y = np.where(X[:, 0] < 0.5, 2.0, -2.0) + rng.normal(size=len(users))
    rule = UserBinRegressor(8.0, 2.0, m=20, cells=4, density=density, random_state=1, mechanism="balls")
    found = rule.fit(X, y, users).predict(X[:500])
    assert np.mean((found - np.where(X[:500, 0] < 0.5, 1.6, -1.6)) ** 2) < 1.6**2 / 3
    assert isinstance(rule.plan_, balls.CellBalls)
    assert rule.plan_.parts == (1 if density == 1 else 2)
    assert rule.spend().multiple() == 1


def test_a_rule_tells_two_classes_apart() -> None:
    rng = np.random.default_rng(12)
    users = np.repeat(np.arange(4000), 20)
    X = rng.random((len(users), 2))
    y = (X[:, 0] > 0.5).astype(int)
    rule = UserBinClassifier(2.0, [0, 1], m=20, beta=1.0, random_state=1, mechanism="balls")
    assert np.mean(rule.fit(X, y, users).predict(X[:500]) == y[:500]) > 0.9
    side = balls.best_side(UserSetting(4000, 20, 2, 1.0, 2.0), 1, balls.squares)
    assert rule.grid_.shape == Grid.equal(0.0, 1.0, 2, side).shape
    assert rule.spend().multiple() == 1


def test_what_balls_do_not_learn_is_refused() -> None:
    X, y = np.zeros((8, 1)), np.arange(8) % 2
    for rule in (
        UserBinClassifier(classes=[0, 1, 2], mechanism="balls"),
        UserBinClassifier(classes=[0, 1], mechanism="balls", as_printed=True),
        UserBinRegressor(mechanism="balls", as_printed=True),
        UserBinRegressor(mechanism="loud"),  # type: ignore[arg-type]
    ):
        with pytest.raises(ParameterError, match="mechanism = "):
            rule.fit(X, y)
