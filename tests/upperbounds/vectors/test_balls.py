"""Balls that shrink around the mean: what the bound is made of, each against exact laws or draws."""

from fractions import Fraction
from itertools import product
from math import comb, sqrt

import numpy as np
import pytest

from notation.setting import Setting
from upperbounds.channels.ball import BallAround, BallResponse
from upperbounds.channels.vectors import packed
from upperbounds.registry import by_name
from upperbounds.vectors import balls
from verify.study.risk.balls import balls_risk, last_centre, risk_given
from verify.study.risk.laws import SignLaw


def user_means(m: int, share: float) -> tuple[np.ndarray, np.ndarray]:
    """W in units of 1/sqrt(m), for signs of mean `share`: values and probabilities."""
    highs = np.arange(m + 1)
    chances = np.array([comb(m, int(k)) * ((1 + share) / 2) ** k * ((1 - share) / 2) ** (m - k) for k in highs])
    return (2 * highs - m) / sqrt(m) - share * sqrt(m), chances


@pytest.mark.parametrize("m", [1, 3, 20])
@pytest.mark.parametrize("share", [0.0, 0.3, 1 / sqrt(3), 0.9, 1.0])
def test_moments_of_user_means_are_at_most_what_is_said(m: int, share: float) -> None:
    values, chances = user_means(m, share)
    second, third, fourth = (float(chances @ values**k) for k in (2, 3, 4))
    assert second <= 1 + 1e-12
    assert abs(third) <= sqrt(4 / (3 * m)) + 1e-12
    assert fourth <= 3 + 1e-12
    if share == 0:
        assert second == pytest.approx(1)
    if m == 1:
        assert fourth == pytest.approx((1 - share**2) * (1 + 3 * share**2))


@pytest.mark.parametrize("m", [1, 4, 30])
def test_scaling_down_moves_means_by_less_than_the_bound(m: int) -> None:
    """For signs on one axis and centres in three directions; somewhere it is nearly reached."""
    closest = 0.0
    for share, far, angle, radius in product((0.0, 0.5, 0.9), (0.0, 0.4, 1.5, 4.0), (0.0, 1.0, np.pi), (0.8, 1.6, 4.0)):
        values, chances = user_means(m, share)
        off = np.stack([values - far * np.cos(angle), np.full(len(values), far * np.sin(angle))])
        lengths = np.sqrt((off**2).sum(axis=0))
        lost = off * np.maximum(1 - radius / np.maximum(lengths, 1e-300), 0)
        bias, bound = float(np.linalg.norm(lost @ chances)), float(balls.most_bias(far, np.array(radius), m))
        assert bias <= bound * (1 + 1e-12)
        closest = max(closest, bias / bound)
    assert closest > 0.7


@pytest.mark.parametrize(("d", "users", "epsilon"), [(2, 40, 1.0), (10, 300, 1.0), (3, 5, 4.0)])
def test_noise_is_below_its_law(d: int, users: int, epsilon: float) -> None:
    """At every tail that 4000 draws show, within six standard errors; vectors of full length are the least alike."""
    channel, repetitions, rng = BallResponse(d, 1.5, epsilon), 4000, np.random.default_rng(5)
    for length in (0.0, 1.0, 1.5):
        vector = np.zeros((repetitions, users, d))
        vector[..., 0] = length
        noise = channel.sample(packed(vector), rng).mean(axis=1)
        noise[:, 0] -= length
        norms = np.linalg.norm(noise, axis=1)
        points = balls.FINE.noise(channel, users)
        for point, above in zip(points, balls.FINE.above, strict=False):
            assert np.mean(norms > point) <= above + 6 * sqrt(above / repetitions) + 20 / repetitions
        assert np.mean(norms**2) == pytest.approx((channel.second_moment - length**2) / users, rel=0.15)
        assert balls.FINE.chances @ points**2 <= 4 * channel.second_moment / users


def test_laws_of_tails_are_laws() -> None:
    tails = balls.Tails(30)
    assert tails.chances.sum() == pytest.approx(1)
    assert np.max(np.diff(balls._COARSE.logs)) < balls._STEP
    one = np.linspace(0, 3, 31)
    found = tails.total(one, np.zeros(31))
    # What is added is 0: the same law, or a part of the tail farther out where rounding decides.
    assert np.all((found == one) | (found == np.append(one[1:], one[-1])))
    rng = np.random.default_rng(3)
    other = np.cumsum(rng.random(31))
    a, b = (rng.choice(points, 200_000, p=tails.chances) for points in (one, other))
    for point, above in zip(tails.total(one, other), tails.above, strict=False):
        assert np.mean(a + b > point) <= above + 6 * sqrt(above / len(a)) + 1e-4
    assert tails.quantile(one, 1.0) == one[0]
    assert tails.quantile(one, 1e-300) == one[-1]


def test_the_centre_is_within_its_law_and_the_risk_below_the_bound() -> None:
    a = Setting(3000, 50, 4, 1.0)
    plan = by_name("mean-l2", "shrinking-balls").plan(a)
    assert len(plan.users) > 2
    law, rng = SignLaw(0.3, 1.0), np.random.default_rng(8)
    biases = []
    for _ in range(300):
        centre = last_centre(plan, law, rng)
        assert np.linalg.norm(centre) <= 1 + 1e-12
        given = risk_given(plan, law, centre)
        biases.append(sqrt(max(given - plan.channel(-1).second_moment / plan.users[-1], 0.0)))
    for miss in (0.5, 0.1, 0.02):
        assert np.mean(np.array(biases) > balls.most_moved(plan, miss)) <= miss
    assert balls_risk(plan, law, 300, rng).value <= by_name("mean-l2", "shrinking-balls").bound(a).value


def test_one_round_is_that_of_duchi() -> None:
    a = Setting(20, 9, 3, 1.0, 2.0)
    ours, other = (by_name("mean-l2", name) for name in ("shrinking-balls", "duchi-semi-user"))
    plan = ours.plan(a)
    assert plan.users == (20,)
    assert plan.radii == (2.0,)
    assert ours.bound(a).value == pytest.approx(other.bound(a).value, rel=1e-12)
    assert balls.most_moved(plan, 0.01) == 0
    found = balls_risk(plan, SignLaw(0.5, 2.0), 1, np.random.default_rng(0))
    assert found.value == pytest.approx((plan.channel(0).second_moment - 0.25) / 20, rel=1e-12)
    assert found.error == 0


def test_a_message_is_about_the_difference_to_the_centre() -> None:
    """The same draws for a vector around a centre and for the difference around 0; the loss is the ball's."""
    inner, centre = BallResponse(3, 0.5, 1.0), np.array([0.3, -0.1, 0.2])
    vectors = np.random.default_rng(1).normal(size=(50, 3))
    around = BallAround(inner, centre)
    one, other = (
        channel.sample(packed(each), np.random.default_rng(2))
        for channel, each in ((around, vectors), (inner, vectors - centre))
    )
    np.testing.assert_array_equal(one, other)
    assert around.worst_loss() == inner.worst_loss()
    pair = Fraction(1, 2), Fraction(-1, 3)
    assert around.loss_between(*pair) == inner.loss_between(*pair)
