"""Coins with exact probabilities, the operating system's generator, and the channel on windows."""

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import product
from math import log

import mpmath
import numpy as np
import pytest
from scipy import stats

from notation.setting import Setting
from upperbounds.channels import KaryResponse, RoundedResponse, WindowResponse, window
from upperbounds.channels.loss import ONE, RationalFunction, T, to_coefficients
from upperbounds.channels.randomness import Chance, SystemBits, coins, flips, system_generator
from upperbounds.channels.window import quietest_response
from upperbounds.registry import by_name
from verify.study.risk import SignLaw
from verify.study.worst import windowed_risk

FUNCTIONS = (T / (1 + T), ONE / (1 + T), 7 * ONE / (T + 6), (T + 2) / (3 * T + 5), ONE / 3, ONE / 2)


def value(function: RationalFunction, t: Fraction) -> Fraction:
    """A rational function at a rational t."""
    top, bottom = (sum(c * t**k for k, c in enumerate(reversed(cs))) for cs in to_coefficients(function))
    return Fraction(top) / Fraction(bottom)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("epsilon", [1e-30, 1e-9, 0.3, 1.0, 17.5, 700.0, 1e4])
@pytest.mark.parametrize("unit", [Fraction(1), Fraction(1, 6)])
def test_digits_are_those_of_another_library(function: RationalFunction, epsilon: float, unit: Fraction) -> None:
    chance = Chance.of(function, epsilon, unit)
    with mpmath.workprec(40_000):
        t = mpmath.exp(mpmath.mpf(epsilon) * unit.numerator / unit.denominator)
        top, bottom = (mpmath.polyval(cs, t) for cs in to_coefficients(function))
        for words in (1, 2, 3):
            assert chance.digits(words) == int(mpmath.floor(top / bottom * mpmath.mpf(2) ** (64 * words)))


@pytest.mark.parametrize("function", [T / (1 + T), ONE / (1 + T)])
def test_digits_beyond_all_floats(function: RationalFunction) -> None:
    assert Chance.of(function, 1e30).digits(2) == ((1 << 128) - 1 if function == T / (1 + T) else 0)
    assert Chance.of(ONE, 1.0).digits(1) == 1 << 64


class Planned:
    """A generator whose words are given."""

    bit_generator = None

    def __init__(self, *words: int) -> None:
        self.left = list(words)

    def integers(self, most: int, size: tuple[int, ...] | None = None, dtype: type = np.uint64) -> object:
        if size is None:
            return np.uint64(self.left.pop(0))
        return np.array([self.left.pop(0) for _ in range(int(np.prod(size)))], dtype=dtype).reshape(size)


def test_a_tie_is_decided_by_the_next_digits() -> None:
    chance = Chance.of(T / (1 + T), 1.0)
    first, second = chance.digits(1), chance.digits(2) & ((1 << 64) - 1)
    third = chance.digits(3) & ((1 << 64) - 1)
    for words, heads in (
        ((first - 1,), True),
        ((first + 1,), False),
        ((first, second - 1), True),
        ((first, second + 1), False),
        ((first, second, third - 1), True),
        ((first, second, third + 1), False),
    ):
        rng = Planned(*words)
        assert bool(coins(chance, (1,), rng)[0]) is heads  # type: ignore[arg-type]
        assert not rng.left
    # The coin that a set bit picks decides, not the other one.
    other = Chance.of(ONE / (1 + T), 1.0)
    found = flips(other, chance, np.array([True, False]), Planned(first, first, second - 1))  # type: ignore[arg-type]
    assert found.tolist() == [True, False]
    # Certain heads, whatever the words are.
    assert coins(Chance.of(ONE, 1.0), (1,), Planned((1 << 64) - 1))[0]  # type: ignore[arg-type]
    assert coins(chance, (), np.random.default_rng(0)).shape == ()


@pytest.mark.parametrize("system", [False, True])
def test_coins_have_their_probability_and_a_biased_one_is_caught(system: bool) -> None:
    """Binomial tests of 10^6 coins, type-I error 1e-8 each, two of three bits set; off by 0.012 is caught."""
    rng = system_generator() if system else np.random.default_rng(1)
    bits = np.arange(10**6) % 3 > 0
    found = flips(Chance.of(ONE / (1 + T), 0.5), Chance.of(T / (1 + T), 0.5), bits, rng)
    for bit, probability in ((False, 1 / (1 + np.exp(0.5))), (True, 1 / (1 + np.exp(-0.5)))):
        seen, number = int(found[bits == bit].sum()), int(np.sum(bits == bit))
        assert stats.binomtest(seen, number, probability).pvalue > 1e-8
        assert stats.binomtest(seen + int(0.012 * number), number, probability).pvalue < 1e-8
    assert KaryResponse(3, 1.0).sample(np.array(1), rng) in range(3)


def test_the_system_generator_draws_all_that_is_used() -> None:
    """Kolmogorov-Smirnov and chi-square at 1e-8 each; two generators have nothing in common."""
    rng = system_generator()
    laws = (
        (rng.random(20_000), "uniform"),
        (rng.standard_normal(20_000), "norm"),
        (rng.standard_exponential(20_000), "expon"),
    )
    for drawn, law in laws:
        assert stats.kstest(drawn, law).pvalue > 1e-8
    assert stats.kstest(rng.standard_gamma(3.0, 20_000), stats.gamma(3.0).cdf).pvalue > 1e-8
    for most in (7, 2**33):
        drawn = rng.integers(most, size=20_000) * 7 // most
        assert stats.chisquare(np.bincount(drawn, minlength=7)).pvalue > 1e-8
    assert sorted(rng.permutation(50)) == list(range(50))
    assert set(rng.choice([-1.0, 1.0], size=100)) == {-1.0, 1.0}
    table = rng.permuted(np.broadcast_to(np.arange(9), (4, 9)), axis=1)
    assert np.array_equal(np.sort(table, axis=1), np.broadcast_to(np.arange(9), (4, 9)))
    words = [system_generator().integers(1 << 64, size=1000, dtype=np.uint64) for _ in range(2)]
    assert not set(words[0].tolist()) & set(words[1].tolist())


def test_threads_share_a_system_generator() -> None:
    """No word comes twice: among 40,000 of 64 bits that has probability below 1e-10."""
    rng = system_generator()
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(lambda _: rng.integers(1 << 64, size=10_000, dtype=np.uint64), range(4)))
    assert len(np.unique(np.concatenate(parts))) == 40_000


def test_an_interrupted_draw_ends_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """numpy would go on with zeros: here the end is caught before it comes."""
    left: list[int] = []
    bits = SystemBits()

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(bits, "words", interrupted)
    monkeypatch.setattr("upperbounds.channels.randomness.os._exit", left.append)
    bits._next()
    assert left == [130]


# The channel on windows.

SHAPES = ((2, 1), (3, 1), (2, 3), (4, 2), (5, 7), (3, 2))


def law(levels: int, window: int, place: Fraction, t: Fraction) -> list[Fraction]:
    """The probabilities of all answers to a number in [-1, 1], by the words of the channel's description."""
    at = (place + 1) / 2 * (levels - 1)
    low = min(int(at), levels - 2)
    answers = levels + window - 1
    total = window * t + answers - window

    def of_level(level: int, answer: int) -> Fraction:
        return (t if level <= answer < level + window else Fraction(1)) / total

    up = at - low
    return [(1 - up) * of_level(low, a) + up * of_level(low + 1, a) for a in range(answers)]


@pytest.mark.parametrize(("levels", "window"), SHAPES)
@pytest.mark.parametrize("t", [Fraction(11, 10), Fraction(2), Fraction(15, 2), Fraction(400)])
def test_ratios_mean_and_second_moment_are_exact(levels: int, window: int, t: Fraction) -> None:
    channel = WindowResponse(levels, window, Fraction(1), log(t))
    places = [Fraction(k, 7) for k in range(-7, 8)]
    laws = {place: law(levels, window, place, t) for place in places}
    worst = Fraction(0)
    for x, y in product(places, places):
        ratio = max(p / q for p, q in zip(laws[x], laws[y], strict=True))
        worst = max(worst, ratio)
        try:
            told = channel.loss_between(x, y)
        except ValueError:
            # Which answer is the worst hangs on epsilon.
            continue
        assert value(told.ratio, t) == ratio
    assert worst == t == value(channel.worst_loss().ratio, t)
    answers = levels + window - 1
    unit = Fraction(2, levels - 1) * (1 + answers / (window * (t - 1)))
    assert channel.answers == answers
    assert channel.unit == pytest.approx(float(unit), rel=1e-12)
    np.testing.assert_allclose(
        channel.decode(np.arange(answers)),
        [float((a - Fraction(answers - 1, 2)) * unit) for a in range(answers)],
        rtol=1e-12,
        atol=1e-12,
    )
    assert channel.magnitude == pytest.approx(channel.decode(np.array([answers - 1]))[0])
    for place, chances in laws.items():
        assert sum(chances) == 1
        numbers = [(a - Fraction(answers - 1, 2)) * unit for a in range(answers)]
        assert sum(p * x for p, x in zip(chances, numbers, strict=True)) == place
        second = sum(p * x**2 for p, x in zip(chances, numbers, strict=True))
        assert channel.second_moment(np.array(float(place))) == pytest.approx(float(second), rel=1e-10)
        assert second - place**2 <= Fraction(channel.most_noise) * (1 + Fraction(1, 10**9))
    assert channel.most_second_moment == pytest.approx(float(channel.second_moment(np.array(1.0))), rel=1e-12)
    assert value(channel.anywhere, t) == answers * min(law(levels, window, Fraction(1), t))


def test_two_levels_and_one_answer_are_randomized_response() -> None:
    """Duchi, Jordan and Wainwright's, which rounds to two answers."""
    one, other = WindowResponse(2, 1, 3.0, 0.7), RoundedResponse(3.0, 0.7)
    assert one.magnitude == pytest.approx(float(other.magnitude), rel=1e-12)
    for x, y in product((-3, -1, 0, 2, 3), repeat=2):
        first, second = (c.loss_between(Fraction(x), Fraction(y)) for c in (_exact(one), _exact(other)))
        assert first.ratio == second.ratio


def _exact(channel: WindowResponse | RoundedResponse) -> WindowResponse | RoundedResponse:
    if isinstance(channel, WindowResponse):
        return WindowResponse(channel.levels, channel.window, Fraction(3), channel.epsilon)
    return RoundedResponse(Fraction(3), channel.epsilon)


@pytest.mark.parametrize(("levels", "window"), SHAPES)
def test_the_sample_has_the_law_whose_ratio_is_checked(levels: int, window: int) -> None:
    """Chi-square of 100,000 draws at 1e-9 each; the law at a larger epsilon is rejected."""
    rng, t = np.random.default_rng(levels), Fraction(5, 2)
    channel = WindowResponse(levels, window, 2.0, log(t))
    sent = channel.sample(np.full(100_000, 0.6), rng)
    answers = np.rint(sent / channel.unit + (channel.answers - 1) / 2).astype(int)
    seen = np.bincount(answers, minlength=channel.answers)
    for at, fits in ((t, True), (2 * t, False)):
        expected = np.array(list(map(float, law(levels, window, Fraction(3, 10), at))))
        assert bool(stats.chisquare(seen, 100_000 * expected / expected.sum()).pvalue > 1e-9) == fits


@pytest.mark.parametrize("epsilon", [0.2, 2.0, 7.0])
@pytest.mark.parametrize("mean", [0.0, 0.3, 1.0])
def test_the_risk_is_a_sum_over_the_binomial(epsilon: float, mean: float) -> None:
    channel, m, n = quietest_response(1.0, epsilon), 9, 40
    counts = np.arange(m + 1)
    chances = stats.binom.pmf(counts, m, (1 + mean) / 2)
    second = float(np.sum(chances * channel.second_moment(2 * counts / m - 1)))
    assert windowed_risk(channel, n, SignLaw(mean), m) == pytest.approx((second - mean**2) / n, rel=1e-9)


@pytest.mark.parametrize("epsilon", [1e-9, 0.5, 3.0, 40.0, 1e4])
def test_the_bound_for_any_users_is_reached_by_users_at_both_ends(epsilon: float) -> None:
    estimator = by_name("mean", "user-mean")
    bound = estimator.bound(Setting(30, 5, epsilon=epsilon)).value
    assert windowed_risk(quietest_response(1.0, epsilon), 30, SignLaw(0.0), 1) == pytest.approx(bound, rel=1e-9)


@pytest.mark.parametrize("epsilon", [1e-9, 0.1, 0.5, 1.0, 2.0, 5.0, 11.9, 12.0, 30.0, 300.0, 1500.0, 1e4])
def test_windows_add_the_least_noise_of_the_channels_for_a_mean(epsilon: float) -> None:
    noise = quietest_response(1.0, epsilon).most_noise
    assert noise <= 8 / epsilon**2
    assert noise <= RoundedResponse(1.0, epsilon).second_moment * (1 + 1e-9)


def test_the_table_of_levels_has_every_power_of_the_root_of_two() -> None:
    # So that no number of levels up to 256 is farther than a factor of 2^(1/4) from one that is tried.
    tried = {levels for levels, _ in window._shapes(1.0)}
    assert {round(2 ** (k / 2)) for k in range(2, 17)} <= tried
    assert max(tried) == 512
