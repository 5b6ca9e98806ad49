"""Sparse means by balls: the noise beyond a threshold, the bound's steps, and the risk by means next to samples."""

from dataclasses import replace
from math import sqrt

import numpy as np
import pytest

from notation.setting import Setting
from upperbounds.channels.ball import BallResponse
from upperbounds.channels.vectors import packed
from upperbounds.sparse import balls
from upperbounds.sparse.balls import SparseBalls
from verify.study.bars import bars
from verify.study.risk.sparse import balls_risk, signs

FEW = SparseBalls("few", 24, 3, 4, 1.5, 2.0, (6, 8, 10), (2.0, 1.2, 0.9), 0.4)
"""Three rounds of few users, on [-1, 1]^4."""


@pytest.mark.parametrize(("d", "users", "epsilon"), [(3, 8, 1.0), (40, 300, 1.0), (5, 4, 4.0)])
def test_noise_beyond_a_threshold_is_below_its_bound(d: int, users: int, epsilon: float) -> None:
    """Of 20000 averages within six standard errors, along the vector and across; it is nearly reached."""
    channel, rng, runs = BallResponse(d, 0.8, epsilon), np.random.default_rng(5), 20_000
    sigma, closest = channel.magnitude / sqrt(d * users), 0.0
    vector = np.zeros((2000, users, d))
    vector[..., 0] = 0.8
    noise = np.concatenate([channel.sample(packed(vector), rng).mean(axis=1)[:, :2] for _ in range(runs // 2000)])
    noise[:, 0] -= 0.8
    for level in (0.1, 0.5, 1.0, 1.5, 2.5, 4.0):
        most = float(balls.beyond(channel, users, np.array(level * sigma)))
        found = np.maximum(np.abs(noise) - level * sigma, 0.0) ** 2
        for j in (0, 1):
            assert found[:, j].mean() <= most + 6 * found[:, j].std() / sqrt(runs)
            closest = max(closest, float(found[:, j].mean()) / most)
    assert closest > 0.5


def test_each_of_the_three_bounds_is_the_least_somewhere() -> None:
    channel, users = BallResponse(50, 1.0, 1.0), 10_000
    variance = channel.second_moment / (50 * users)
    levels = np.geomspace(0.05, 8, 400) * sqrt(variance)
    found = balls.beyond(channel, users, levels)
    assert found[0] == variance
    assert np.all(np.diff(found) <= 0)
    # By the fourth moment it falls as the square of the threshold, and by Bernstein's inequality ever faster.
    slopes = np.diff(np.log(found)) / np.diff(np.log(levels))
    assert np.min(np.abs(slopes + 2)) < 0.01
    assert slopes[-1] < -20


def test_means_that_are_not_zero_cost_at_most_the_threshold_squared_and_the_noise() -> None:
    """Normal noise and two-valued noise, for means of every size and a bias of either sign."""
    rng = np.random.default_rng(7)
    for noise in (
        rng.normal(size=400_000),
        rng.choice([-1.0, 1.0], 400_000),
        rng.choice([-0.2, 5.0], 400_000, p=[25 / 26, 1 / 26]),
    ):
        for mean in (0.3, 1.0, 2.5, 20.0):
            for bias in (-0.7, 0.0, 0.4):
                y = mean + bias + noise - noise.mean()
                error = float(np.mean((y - np.clip(y, -1.3, 1.3) - mean) ** 2))
                assert error <= noise.var() + bias**2 + 1.3**2 + 2 * 1.3 * abs(bias) + 1e-9


def test_averages_are_moved_towards_zero_and_into_the_range() -> None:
    found = FEW.kept(np.array([0.3, -0.5, 0.9, 5.0]))
    np.testing.assert_allclose(found, [0.0, -0.1, 0.5, 1.0], atol=1e-15)
    assert FEW.half_width == 1.0


def test_the_risk_by_means_is_that_by_samples() -> None:
    """Three rounds; 6 standard errors of 4000 runs each."""
    rng, means = np.random.default_rng(3), np.array([0.0, 0.0, 0.5, -0.9])
    samples = np.where(rng.random((4000, 24, 3, 4)) < (1 + means) / 2, 1.0, -1.0)
    losses = np.sum((FEW.protocol().run(samples.reshape(4000, 24, 12), rng) - means) ** 2, axis=-1)
    found = balls_risk(FEW, signs(means, 1.0), 4000, rng)
    assert abs(losses.mean() - found.value) < 6 * np.hypot(losses.std() / sqrt(4000), found.error)
    assert 0 < found.found < 1


@pytest.mark.parametrize("a", [Setting(4000, 100, 6, 2.0, s=2), Setting(3000, 40, 30, 4.0, 2.0, s=1)], ids=str)
def test_the_risk_is_below_the_bound(a: Setting) -> None:
    plan = balls.plan(a)
    assert len(plan.users) > 1
    value = balls.bound(a).value
    for size in (plan.threshold, 2 * plan.threshold, a.D):
        means = np.zeros(a.d)
        means[: a.s] = min(size, a.D)
        found = balls_risk(plan, signs(means, a.D), 20, np.random.default_rng(2))
        assert found.value + 6 * found.error < value or found.value < value / 2


def test_bars_hold_what_the_threshold_moves() -> None:
    """They are those of all coordinates, wider by the threshold: of many users, and of one round of any users."""
    rng = np.random.default_rng(8)
    samples = np.where(rng.random((40_000, 6)) < 0.5, 1.0, -1.0)
    many = balls.plan(Setting(40_000, 1, 6, 4.0, s=2))
    one = replace(many, users=(40_000,), radii=many.radii[:1])
    more = replace(many, users=(20_000, 20_000), radii=(many.radii[0], many.radii[0]))
    for plan in (one, more):
        sent, value = plan.protocol().transcript(samples, rng)
        found, without = (bars(each, sent, 1.0) for each in (plan, replace(plan, threshold=0.0)))
        if plan is one:
            assert found.one_law is None
            np.testing.assert_allclose(found.half_width, without.half_width + plan.threshold)
        else:
            assert found.one_law is not None
            assert without.one_law is not None
            np.testing.assert_allclose(found.half_width, 1 + np.abs(value))
            np.testing.assert_allclose(found.one_law, without.one_law + plan.threshold)
            assert np.all(found.one_law < found.half_width)
