"""Duchi et al.'s item-level estimator of sparse means: the channel, its ties, and exact risks next to runs."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import sqrt

import numpy as np
import pytest
import sympy
from scipy.stats import norm

from notation.parameters import ParameterError
from notation.setting import Setting
from upperbounds.channels import RoundedResponse
from upperbounds.channels.cube import CubeResponse
from upperbounds.channels.loss import ONE, evaluate, larger
from upperbounds.channels.vectors import packed
from upperbounds.sparse.item_level import full_item, soft, universal_level
from verify.study.risk.sparse import soft_risks

EPSILON = sympy.Symbol("epsilon", positive=True)
ALPHA = 1e-9


@pytest.mark.parametrize("d", [1, 2, 3, 4, 5])
def test_the_ratio_of_every_two_corners_is_the_declared_one(d: int) -> None:
    """By every message: masses sum to one, the mean is the vector, the worst ratio is t and reached except for ties."""
    channel, corners = CubeResponse(d, Fraction(1), EPSILON), list(product((-1, 1), repeat=d))
    x = corners[0]
    total = sum((channel.weight(x, z) for z in corners), 0 * ONE)
    assert total == 2 ** (d - 1) * ONE
    for y in corners:
        worst = ONE
        for z in corners:
            worst = larger(worst, channel.weight(x, z) / channel.weight(y, z))
        assert channel.loss_between(x, y).ratio == worst
        assert channel.loss_between(x, y).at_most(Fraction(1))
    assert channel.worst_loss().multiple() == 1
    running = replace(channel, epsilon=1.3)
    mean = sum(evaluate(channel.weight(x, z), 1.3) * np.array(z) for z in corners) / 2 ** (d - 1)
    np.testing.assert_allclose(running.magnitude * mean, x, rtol=1e-12)
    with pytest.raises(ParameterError, match=f"must be {d} signs each"):
        channel.loss_between(x, (*x, 1))


def test_ties_on_both_sides_spend_more_than_epsilon() -> None:
    """Planted: corners at a right angle drawn with either side: for d = 2 they have 1 + t times a far one's mass."""
    channel = CubeResponse(2, Fraction(1), EPSILON)
    tie, far = ONE / 3, (ONE - channel.near) / 3
    assert evaluate(tie / far, 1.0) == pytest.approx(1 + np.e)
    assert evaluate(larger(tie / far, channel.worst_loss().ratio), 1.0) > np.e


@pytest.mark.parametrize("d", [1, 2, 5, 40])
def test_messages_are_corners_with_the_vector_for_a_mean(d: int) -> None:
    """z tests in each coordinate at 1e-9, for a vector within; a coordinate outside is clipped."""
    rng, number = np.random.default_rng(d), 40_000
    channel = CubeResponse(d, 2.0, 1.3)
    vector = rng.uniform(-2, 2, d)
    sent = channel.sample(packed(np.broadcast_to(vector, (number, d))), rng)
    assert np.all(np.abs(sent) == channel.magnitude)
    z = (sent.mean(axis=0) - vector) / (channel.magnitude / sqrt(number))
    assert np.max(np.abs(z)) < norm.isf(ALPHA / (2 * d))
    if d == 1:
        assert channel.magnitude == pytest.approx(RoundedResponse(2.0, 1.3).magnitude, rel=1e-12)
        outside = channel.sample(packed(np.full((number, 1), 9.0)), rng)
        assert abs(outside.mean() - 2) / (channel.magnitude / sqrt(number)) < norm.isf(ALPHA / 2)


@pytest.mark.parametrize("part", [0.0, 0.4])
def test_exact_risks_are_those_of_users(part: float) -> None:
    """By users one by one, two-sided at 1e-9; planted: another threshold, fewer messages, another epsilon."""
    at = Setting(12, 10, 6, 3.0, s=2)
    mean, level = np.array([0.8, 0.8, 0.0, 0.0, 0.0, 0.0]), part * universal_level(at)
    rng = np.random.default_rng(3)
    samples = np.where(rng.random((6000, at.n, at.m, at.d)) < (1 + mean) / 2, 1.0, -1.0)
    losses = np.sum((full_item(at, level).run(samples, rng) - mean) ** 2, axis=-1)

    def apart(epsilon: float, messages: int, used: float) -> float:
        (risk,) = soft_risks(CubeResponse(at.d, at.D, epsilon), messages, np.array([used]), {0.8: 2, 0.0: 4})
        return float(abs(losses.mean() - risk) / (losses.std(ddof=1) / sqrt(len(losses))))

    assert apart(at.epsilon, 120, level) < norm.isf(ALPHA / 2)
    for wrong in ((at.epsilon, 120, level + 0.1), (at.epsilon, 90, level), (1.5, 120, level)):
        assert apart(*wrong) > norm.isf(ALPHA / 2)


def test_without_a_threshold_the_risk_is_a_closed_form_and_users_spend_m_epsilon() -> None:
    channel = CubeResponse(7, 1.0, 0.8)
    closed = (7 * channel.magnitude**2 - 3 * 0.25) / 400
    found = soft_risks(channel, 400, np.array([0.0, 9.0]), {0.5: 3, 0.0: 4})
    np.testing.assert_allclose(found, [closed, 0.75], rtol=1e-12)
    assert soft(np.array([-2.0, 0.5, 1.5]), 1.0).tolist() == [-1.0, 0.0, 0.5]
    ((_, loss),) = full_item(Setting(3, 5, 2, 1.0), 0.1).spend()
    assert loss.multiple() == 5
