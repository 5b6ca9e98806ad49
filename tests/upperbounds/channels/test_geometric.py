"""Noise of whole numbers against its laws. Statistical checks: chi-square at 1e-9 each, fixed seeds."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binomtest, chi2, chisquare, kstest, norm

from upperbounds.channels import geometric
from upperbounds.channels.geometric import discrete_gaussian, two_sided_geometric
from upperbounds.channels.randomness import system_generator

ALPHA = 1e-9


def statistic(drawn: np.ndarray, scale: float, most: int) -> tuple[float, float]:
    """Pearson's statistic over -most .. most, what is beyond in the last, and its limit at ALPHA."""
    r = np.exp(-scale)
    values = np.arange(-most, most + 1)
    law = (1 - r) / (1 + r) * r ** np.abs(values)
    law[[0, -1]] = r**most / (1 + r)
    seen = np.bincount(np.clip(drawn, -most, most) + most, minlength=2 * most + 1)
    expected = drawn.size * law
    return float(((seen - expected) ** 2 / expected).sum()), float(chi2.isf(ALPHA, 2 * most))


@pytest.mark.parametrize(("epsilon", "unit", "most"), [(1.0, Fraction(1), 8), (0.1, Fraction(1, 2), 100), (3.0, 1, 3)])
def test_noise_has_its_law(epsilon: float, unit: Fraction, most: int) -> None:
    drawn = two_sided_geometric(epsilon, Fraction(unit), (200, 500), np.random.default_rng(3))
    assert drawn.shape == (200, 500)
    found, limit = statistic(drawn.ravel(), float(unit) * epsilon, most)
    assert found < limit
    # The same draws against noise of another scale: the check can fail.
    wrong, limit = statistic(drawn.ravel(), 1.05 * float(unit) * epsilon, most)
    assert wrong > limit


def test_noise_beyond_64_bits_is_refused() -> None:
    with pytest.raises(OverflowError, match="beyond 64 bits"):
        two_sided_geometric(1e-20, Fraction(1), (3,), np.random.default_rng(0))


def test_a_digit_of_256_and_what_exceeds_it_have_their_law() -> None:
    """At 1/100 a step: two digits and coins beyond. Blocks of 256 numbers, and the last digit."""
    drawn = two_sided_geometric(0.01, Fraction(1), (200_000,), np.random.default_rng(4))
    values = np.arange(-(1 << 13), 1 << 13)
    law = np.exp(-0.01 * np.abs(values))
    blocks = np.clip(values // 256, -4, 3) + 4
    for cells, parts in ((blocks, np.clip(drawn // 256, -4, 3) + 4), (values % 256, drawn % 256)):
        expected = np.bincount(cells, law / law.sum())
        seen = np.bincount(parts, minlength=len(expected))
        assert chisquare(seen, expected * drawn.size).pvalue > ALPHA
        # Digits that are all as frequent, and blocks, are caught.
        assert chisquare(seen).pvalue < ALPHA


def gaussian(variance: float, most: int) -> np.ndarray:
    """The law over -most .. most, what is beyond in the last."""
    values = np.arange(-40 * most, 40 * most + 1)
    masses = np.exp(-(values**2) / (2 * variance))
    return np.bincount(np.clip(values, -most, most) + most, masses / masses.sum())


@pytest.mark.parametrize("variance", [Fraction(1, 3), Fraction(1), Fraction(5, 2), Fraction(7), Fraction(40)])
def test_discrete_gaussian_noise_has_its_law(variance: Fraction) -> None:
    most = int(3 * variance**0.5) + 1
    drawn = discrete_gaussian(variance, (100, 600), np.random.default_rng(5))
    assert drawn.shape == (100, 600)
    seen = np.bincount(np.clip(drawn, -most, most).ravel() + most, minlength=2 * most + 1)
    assert chisquare(seen, 60_000 * gaussian(float(variance), most)).pvalue > ALPHA
    # Noise of half the scale is caught.
    assert chisquare(seen, 60_000 * gaussian(4 * float(variance), most)).pvalue < ALPHA
    assert drawn.var() == pytest.approx(
        float((gaussian(float(variance), 40) * np.arange(-40, 41) ** 2).sum()), rel=0.05
    )


@pytest.mark.parametrize("variance", [Fraction(4095**2 - 1), Fraction(30_000**2), Fraction(10**16)])
def test_wide_gaussian_noise_has_the_normal_law(variance: Fraction) -> None:
    """Kolmogorov-Smirnov at 1e-9: steps of 1/4000 are not seen by 20,000 draws. Off by 15 % is."""
    drawn = discrete_gaussian(variance, (20_000,), np.random.default_rng(6)) / float(variance) ** 0.5
    assert kstest(drawn, norm.cdf).pvalue > ALPHA
    assert kstest(1.15 * drawn, norm.cdf).pvalue < ALPHA


def test_a_planted_acceptance_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """All kept: the noise is two-sided geometric. The coins of one digit left out: it is too wide."""
    honest = geometric.exponential_coins
    expected = 60_000 * gaussian(40.0, 19)
    for planted in (lambda x, *_: np.ones(x.shape, dtype=bool), lambda x, *rest: honest(x & ~255, *rest)):
        monkeypatch.setattr(geometric, "exponential_coins", planted)
        drawn = discrete_gaussian(Fraction(40), (60_000,), np.random.default_rng(5))
        assert chisquare(np.bincount(np.clip(drawn, -19, 19) + 19, minlength=39), expected).pvalue < ALPHA


def test_exponents_are_whole_and_their_coins_multiply(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is thrown for each size is (size - variance/t)^2/(2 variance), exactly; sizes beyond 64 bits too."""
    asked: dict[int, Fraction] = {}

    def keep(exponents: np.ndarray, whole: int, rng: np.random.Generator) -> np.ndarray:
        asked.update(zip(given, (Fraction(int(x), whole) for x in exponents), strict=True))
        return np.ones(exponents.shape, dtype=bool)

    monkeypatch.setattr(geometric, "exponential_coins", keep)
    for variance in (Fraction(1, 3), Fraction(22, 7), Fraction(10**8 + 1), Fraction(10**16)):
        t = max(int(variance**0.5), 1)
        given = [0, 1, t, 3 * t, 11 * t]
        monkeypatch.setattr(geometric, "two_sided_geometric", lambda *_, given=given: np.array(given))
        discrete_gaussian(variance, (5,), np.random.default_rng(0))
        assert asked == {y: (y - variance / t) ** 2 / (2 * variance) for y in given}
        asked.clear()
    # Far beyond: e^-(10^6) is drawn by a coin of its own, and not kept.
    draws = iter(([10**9], [7]))
    monkeypatch.setattr(geometric, "two_sided_geometric", lambda *_: np.array(next(draws)))
    given = [7]
    assert discrete_gaussian(Fraction(10**8 + 1), (1,), np.random.default_rng(0)).tolist() == [7]
    monkeypatch.undo()
    coins = geometric.exponential_coins(np.full(50_000, 70_000), 100_000, np.random.default_rng(1))
    assert binomtest(int(coins.sum()), 50_000, np.exp(-0.7)).pvalue > ALPHA
    assert geometric.exponential_coins(np.zeros(9, dtype=np.int64), 3, np.random.default_rng(1)).all()
    with pytest.raises(OverflowError, match="too fine"):
        discrete_gaussian(Fraction(10**20 + 1, 3), (2,), np.random.default_rng(0))


def test_noise_has_its_law_with_the_systems_bits() -> None:
    rng = system_generator()
    found, limit = statistic(two_sided_geometric(1.0, Fraction(1, 8), (100_000,), rng), 0.125, 50)
    assert found < limit
    drawn = discrete_gaussian(Fraction(40), (60_000,), rng)
    assert chisquare(np.bincount(np.clip(drawn, -19, 19) + 19), 60_000 * gaussian(40.0, 19)).pvalue > ALPHA


def test_what_exceeds_the_blocks_is_counted_coin_by_coin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four numbers at e^-9 a step; the coins fall as given: one number has three heads."""
    thrown = iter(([True, False, True, False], [False, True], [True], [False]))
    monkeypatch.setattr(geometric, "coins", lambda *_: np.array(next(thrown)))
    assert geometric._geometric(Fraction(9), (4,), np.random.default_rng(0)).tolist() == [1, 0, 3, 0]
