"""Binomial numbers by an alias table: its probabilities one by one, and draws against numpy's own."""

import numpy as np
import pytest

from upperbounds.channels.binomial import binomial_pmf
from verify.study.risk.alias import alias_table, draw_binomial

LAWS = [(1, 0.5), (10, 0.75), (100, 0.51), (7, 0.999999), (1000, 0.0), (1000, 1.0), (100_000, 0.3)]


def chances_of(keep: np.ndarray, other: np.ndarray) -> np.ndarray:
    """What a fair choice of a value, kept or replaced, draws."""
    found = keep / len(keep)
    np.add.at(found, other, (1 - keep) / len(keep))
    return found


@pytest.mark.parametrize(("n", "p"), LAWS)
def test_the_table_has_the_chances(n: int, p: float) -> None:
    values = np.arange(max(int(n * p) - 2000, 0), min(int(n * p) + 2000, n) + 1)
    chances = binomial_pmf(values, n, p, 1 - p)
    chances /= chances.sum()
    keep, other = alias_table(chances)
    assert np.abs(chances_of(keep, other) - chances).max() < len(chances) * 2.0**-52
    # Planted: nothing is replaced, which is right for a fair choice alone.
    wrong = np.abs(chances_of(np.ones_like(keep), other) - chances).max()
    assert wrong > 1e-9 or np.ptp(chances) == 0


@pytest.mark.parametrize(("n", "p"), LAWS)
def test_draws_are_binomial(n: int, p: float) -> None:
    """Frequencies of 10^6 draws, within 6 standard errors (2e-9) where 50 are expected; numpy's next to them."""
    number = 10**6
    for drawn in (draw_binomial(n, p, (1000, number // 1000), np.random.default_rng(5)), None):
        found = np.random.default_rng(6).binomial(n, p, number) if drawn is None else drawn.ravel()
        values, counts = np.unique(found, return_counts=True)
        expected = number * binomial_pmf(values, n, p, 1 - p)
        often = expected >= 50
        assert expected[often].sum() > 0.99 * number or not often.any()
        errors = np.sqrt(expected * np.maximum(1 - expected / number, 1e-12))
        assert np.all(np.abs(counts - expected)[often] <= 6 * errors[often] + 1e-3)
        assert abs(found.mean() - n * p) <= 6 * np.sqrt(n * p * (1 - p) / number)


def test_few_draws_are_numpys() -> None:
    few = draw_binomial(1000, 0.5, (20,), np.random.default_rng(1))
    assert np.array_equal(few, np.random.default_rng(1).binomial(1000, 0.5, 20))
