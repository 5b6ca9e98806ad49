"""Baselines: exact worst ratios of the l_2 mechanism and of signed response, exact risks, Theorem 6 beaten."""

from fractions import Fraction
from itertools import product
from math import comb, exp, log, sqrt

import numpy as np
import pytest
import sympy
from scipy.stats import ks_2samp

from notation.parameters import ParameterError
from upperbounds.channels import RoundedResponse, UnaryEncoding
from upperbounds.channels.ball import BallResponse
from upperbounds.channels.budget import PartOfBudget
from upperbounds.channels.signed import SignedResponse
from upperbounds.channels.vectors import as_vectors, packed
from upperbounds.vectors import baselines

EPSILON = sympy.Symbol("epsilon", positive=True)


def ball(rng: np.random.Generator, shape: tuple[int, ...], d: int) -> np.ndarray:
    """Points of the unit ball."""
    points = rng.standard_normal((*shape, d))
    return points / np.linalg.norm(points, axis=-1, keepdims=True) * rng.random((*shape, 1)) ** (1 / d)


@pytest.mark.parametrize("d", [1, 2, 3, 17])
def test_the_ball_response_spends_epsilon_exactly(d: int) -> None:
    channel = BallResponse(d, Fraction(1), EPSILON)
    assert channel.worst_loss().multiple() == 1
    assert channel.loss_between(Fraction(1), Fraction(1)).multiple() == 0
    middle = channel.loss_between(Fraction(0), Fraction(1))
    assert middle.at_most(Fraction(1))
    assert not middle.at_most(Fraction(1, 10))
    # A vector outside is scaled down: no more than the ends.
    assert channel.loss_between(Fraction(5), Fraction(-5)).multiple() == 1


@pytest.mark.parametrize("d", [1, 2, 5, 40])
def test_messages_are_unbiased_on_a_sphere_of_the_stated_radius(d: int) -> None:
    """z tests in each coordinate, |z| <= 6.5; the half space around the input has the exact probability."""
    rng, number = np.random.default_rng(d), 60_000
    channel = BallResponse(d, 2.0, 1.3)
    vector = ball(rng, (), d) * 2
    sent = channel.sample(packed(np.broadcast_to(vector, (number, d))), rng)
    np.testing.assert_allclose(np.linalg.norm(sent, axis=1), channel.magnitude, rtol=1e-12)
    z = (sent.mean(axis=0) - vector) / (sent.std(axis=0) / sqrt(number))
    assert np.max(np.abs(z)) < 6.5
    share = (1 + np.linalg.norm(vector) / 2) / 2
    toward = (1 + (2 * share - 1) * np.tanh(1.3 / 2)) / 2
    assert abs(np.mean(sent @ vector >= 0) - toward) < 6.5 * 0.5 / sqrt(number)


def test_in_one_dimension_it_is_the_rounded_response_and_zero_has_every_direction() -> None:
    assert BallResponse(1, 1.5, 0.8).magnitude == pytest.approx(RoundedResponse(1.5, 0.8).magnitude, rel=1e-12)
    sent = BallResponse(3, 1.0, 5.0).sample(packed(np.zeros((40_000, 3))), np.random.default_rng(1))
    assert np.all(np.abs(sent.mean(axis=0)) < 6.5 * sent.std(axis=0) / 200)


@pytest.mark.parametrize("level", ["semi-user", "one-item", "full-item"])
def test_the_exact_risk_of_the_l2_mechanism(level: str) -> None:
    """Two-sided z test, |z| <= 6.5."""
    rng = np.random.default_rng(2)
    samples = ball(rng, (4000, 12, 5), 4) * 0.5 + np.array([0.3, 0, 0, 0])
    mean = np.array([0.3, 0, 0, 0])
    squares = np.sum((baselines.duchi(12, 5, 4, 1.7, 1.0, level).run(samples, rng) - mean) ** 2, axis=1)
    expected = baselines.duchi_risk(12, 5, 4, 1.7, 1.0, level, 0.3)
    assert abs((squares.mean() - expected) / (squares.std() / sqrt(4000))) < 6.5
    assert expected <= baselines.duchi_risk(12, 5, 4, 1.7, 1.0, level)


@pytest.mark.parametrize(("build", "optimised"), [("kary", None), ("unary", False), ("unary", True)])
@pytest.mark.parametrize("epsilon", [0.4, 3.3])
def test_frequencies_have_their_exact_risk(build: str, optimised: bool | None, epsilon: float) -> None:
    rng, frequencies = np.random.default_rng(3), np.array([0.5, 0.3, 0.2, 0.0, 0.0])
    keywords = {} if optimised is None else {"optimised": optimised}
    plan = getattr(baselines, build)(30, 2, 5, epsilon, **keywords)
    letters = rng.choice(5, p=frequencies, size=(12_000, 30, 2))
    found = plan.run(unit_vectors(letters), rng)
    squares = np.sum((found - frequencies) ** 2, axis=1)
    expected = baselines.frequency_risk(plan, frequencies)
    assert abs((squares.mean() - expected) / (squares.std() / sqrt(12_000))) < 6.5
    drawn = baselines.draw_frequencies(plan, frequencies, 12_000, rng)
    squares = np.sum((drawn - frequencies) ** 2, axis=1)
    assert abs((squares.mean() - expected) / (squares.std() / sqrt(12_000))) < 6.5
    # The twin: the same law in each coordinate, by the largest gap of the distribution functions.
    for j in range(5):
        assert ks_2samp(drawn[:, j], found[:, j]).pvalue > 1e-9
    if optimised is not True:
        bound = getattr(baselines, f"{build}_bound")(30, 2, 5, epsilon)
        assert expected <= bound.value * (1 + 1e-12)


def unit_vectors(letters: np.ndarray) -> np.ndarray:
    """Letters as unit vectors."""
    return np.eye(5)[letters]


def test_optimised_unary_encoding_is_private_and_better() -> None:
    plain, optimised = (baselines.unary(100, 1, 50, 1.0, optimised=choice) for choice in (False, True))
    uniform = np.full(50, 1 / 50)
    assert baselines.frequency_risk(optimised, uniform) < baselines.frequency_risk(plain, uniform)
    channel = optimised.channel
    assert isinstance(channel, UnaryEncoding)
    assert channel.worst_loss().multiple() == 1


def test_signed_symbols_are_unbiased_exactly() -> None:
    """The mean of a decoded message by the channel's exact law, at a corner, inside, at 0, and outside."""
    d, epsilon = 3, 1.1
    channel = SignedResponse(d, 2.0, epsilon)
    t = exp(epsilon)
    truth, lie = t / (t + 2 * d), 1 / (t + 2 * d)
    decoded = channel.decode(np.arange(2 * d + 1))
    np.testing.assert_array_equal(decoded[:d], -decoded[d : 2 * d])
    assert not decoded[2 * d].any()
    for vector in (np.array([2.0, 0, 0]), np.array([0.5, -0.5, 0.1]), np.zeros(3), np.array([4.0, -4.0, 0])):
        inside = vector * min(1.0, 2 / max(np.abs(vector).sum(), 1e-9))
        law = np.concatenate([np.maximum(inside, 0), np.maximum(-inside, 0)]) / 2
        law = np.append(law, 1 - law.sum())
        answers = law * truth + (1 - law) * lie
        np.testing.assert_allclose(answers @ decoded, inside, atol=1e-12)
        drawn = channel.sample(packed(np.broadcast_to(vector, (60_000, d))), np.random.default_rng(4))
        shares = np.bincount(drawn, minlength=2 * d + 1) / 60_000
        assert np.max(np.abs(shares - answers)) < 6.5 * 0.5 / sqrt(60_000)
    assert channel.worst_loss().multiple() == 1


@pytest.mark.parametrize(("d", "epsilon", "order"), [(5, 2.6, 1.0), (5, 9.9, 1.0), (3, 6.5, 1.5), (4, 30.0, 2.0)])
def test_signed_response_is_private_and_within_its_bound(d: int, epsilon: float, order: float) -> None:
    rng = np.random.default_rng(5)
    plan = baselines.signed(40, 2, d, epsilon, 1.0, order)
    assert plan.protocol().worst_spend().multiple() == 1
    assert plan.messages == max(1, int(epsilon / log(2 * d + 2)))
    points = rng.standard_normal((3000, 40, 2, d))
    points /= np.sum(np.abs(points) ** order, axis=-1, keepdims=True) ** (1 / order)
    errors = plan.run(points, rng)
    assert np.max(np.abs(errors.mean(axis=0)) / (errors.std(axis=0) / sqrt(3000))) < 6.5
    assert np.mean(np.sum(errors**2, axis=1)) < baselines.signed_bound(40, 2, d, epsilon, 1.0, order).value


def test_theorem_6_is_beaten_at_p_1() -> None:
    """At e^epsilon = 2d + 2 the risk is at most (D^2/n)(1 + 4); d/(n epsilon) is larger without bound."""
    ratios = []
    for d in (100, 10_000, 1_000_000):
        epsilon = log(2 * d + 2)
        assert SignedResponse(d, 1.0, epsilon).gap == pytest.approx(0.5)
        assert baselines.signed_bound(100, 1, d, epsilon, 1.0).value == pytest.approx(5 / 100)
        ratios.append(d / (100 * epsilon) / baselines.signed_bound(100, 1, d, epsilon, 1.0).value)
    assert ratios[0] > 1
    assert ratios[0] < ratios[1] < ratios[2]
    assert ratios[2] > 10_000


def test_a_part_of_a_budget_is_told_in_multiples_of_the_whole() -> None:
    channel = PartOfBudget(UnaryEncoding(4, 1, EPSILON / 3), Fraction(1, 3))
    assert channel.worst_loss().multiple() == Fraction(1, 3)
    assert channel.loss_between(0, 2).multiple() == Fraction(1, 3)
    assert channel.loss_between(1, 1).multiple() == 0


def test_packed_vectors_are_single_items() -> None:
    vectors = np.arange(24.0).reshape(2, 3, 4)
    items = packed(vectors)
    assert items.shape == (2, 3)
    np.testing.assert_array_equal(as_vectors(items), vectors)
    np.testing.assert_array_equal(as_vectors(packed(vectors[:, :, ::2])), vectors[:, :, ::2])


def test_wrong_parameters_are_named() -> None:
    with pytest.raises(ParameterError, match="level = 'nobody'"):
        baselines.duchi(4, 1, 2, 1.0, 1.0, "nobody")
    with pytest.raises(ParameterError, match="p = 3"):
        baselines.signed(4, 1, 2, 1.0, 1.0, 3.0)
    with pytest.raises(ParameterError, match="d = 1: must be at least 2"):
        baselines.kary(4, 1, 1, 1.0)
    with pytest.raises(ParameterError, match="must be kary or unary"):
        baselines.frequency_risk(baselines.duchi(4, 1, 2, 1.0, 1.0, "semi-user"), np.ones(2))


def m_fold(d: int, m: int, s: Fraction) -> tuple[Fraction, Fraction]:
    """TV^2 between two m-fold laws of zhao's l_1 hypercube that differ in one coordinate, and S's mass in one sample.

    Samples fall on +-D e_k with probability (1 +- s)/(2d): the number N that meets coordinate k is binomial.
    """
    total = Fraction(0)
    for count in range(m + 1):
        weight = comb(m, count) * Fraction(1, d) ** count * Fraction(d - 1, d) ** (m - count)
        up, down = (1 + s) / 2, (1 - s) / 2
        tv = sum(
            (comb(count, k) * abs(up**k * down ** (count - k) - down**k * up ** (count - k)) for k in range(count + 1)),
            Fraction(0),
        )
        total += weight * tv / 2
    return total**2, Fraction(1, d)


def pinsker_holds(d: int, m: int, s: Fraction, mass: Fraction) -> bool:
    """TV^2 <= mass KL/2 for the m-fold laws; KL = m (s/d) ln((1+s)/(1-s)), rounded up."""
    kullback = m * float(s) / d * log((1 + float(s)) / (1 - float(s))) * (1 + 1e-12)
    return float(m_fold(d, m, s)[0]) <= float(mass) * kullback / 2


def test_the_single_sample_mass_is_caught() -> None:
    """zhao's proof of Theorem 6 at d = 8, m = 2, s = 1/2: TV^2 = 225/16384; the laws differ on 1 - (1 - 1/d)^m."""
    s = Fraction(1, 2)
    square, mass = m_fold(8, 2, s)
    assert square == Fraction(225, 16384)
    assert pinsker_holds(8, 1, s, mass)
    assert not pinsker_holds(8, 2, s, mass), "the single-sample mass"
    for d, m in product((2, 8, 16), (1, 2, 16, 64)):
        assert pinsker_holds(d, m, s, 1 - Fraction(d - 1, d) ** m)
