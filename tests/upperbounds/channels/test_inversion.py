"""Sums drawn from tables against their laws, exactly where they are tabulated and by chi-squared tests as drawn.

Each comparison of draws is wrong with probability at most ALPHA under a random seed; seeds are fixed.
"""

from math import floor, log

import numpy as np
import pytest
from scipy import stats
from scipy.special import rel_entr

from upperbounds.channels import UnaryEncoding, inversion
from upperbounds.channels.binomial import binomial_window
from upperbounds.channels.inversion import Inversion, sum_of_bits
from upperbounds.channels.votes import Bins
from upperbounds.protocols.two_stage import TwoStage
from verify.study.risk import SignLaw, refined
from verify.study.risk.aggregate import stream
from verify.study.risk.refined import ClippedMeans

ALPHA = 1e-9
DRAWS = 200_000


def masses(table: Inversion, law: int, values: np.ndarray) -> np.ndarray:
    """P(X = v) of one of the tabulated laws."""
    width = table._width
    tabulated = np.diff(table._below[law * width : (law + 1) * width], prepend=0.0)
    place = values - table._first[law]
    inside = (place >= 0) & (place < width)
    return np.where(inside, tabulated[np.clip(place, 0, width - 1)], 0.0)


def two_binomials(n: int, hot: int, zero: float, one: float) -> np.ndarray:
    return np.convolve(
        stats.binom.pmf(np.arange(hot + 1), hot, one), stats.binom.pmf(np.arange(n - hot + 1), n - hot, zero)
    )


@pytest.mark.parametrize(
    ("n", "zero", "one"),
    [(1, 0.3, 0.7), (5, 0.0, 0.4), (250, 0.38, 0.62), (250, 0.0, 1.0), (2000, 0.02, 0.98)],
)
def test_tables_of_bits_are_exact(n: int, zero: float, one: float) -> None:
    table = inversion._bits(n, zero, one, 0, 64)
    for hot in {0, 1, min(n, 40), min(n, 63)}:
        found = masses(table, hot, np.arange(n + 1))
        assert np.abs(found - two_binomials(n, hot, zero, one)).sum() < 1e-12


@pytest.mark.parametrize(("m", "p", "first", "last", "n"), [(6, 0.5, 1, 4, 9), (40, 0.2, 0, 7, 30), (9, 0.6, 5, 5, 4)])
def test_tables_of_counts_are_exact(m: int, p: float, first: int, last: int, n: int) -> None:
    table, least = refined._counts(m, p, 1 - p, first, last, n)
    one = stats.binom.pmf(np.arange(first, last + 1), m, p)
    expected = np.ones(1)
    for _ in range(n):
        expected = np.convolve(expected, one / one.sum())
    assert least == n * first
    assert np.abs(masses(table, 0, np.arange(len(expected))) - expected).sum() < 1e-12


def test_a_wide_table_of_counts_keeps_the_moments() -> None:
    m, users, first, last = 10_000, 250, 4_950, 5_300
    table, least = refined._counts(m, 0.51, 0.49, first, last, users)
    values = np.arange(first, last + 1)
    one = stats.binom.pmf(values, m, 0.51)
    one /= one.sum()
    mean = float(values @ one)
    variance = float((values - mean) ** 2 @ one)
    sums = np.arange(table._width) + table._first[0]
    found = masses(table, 0, sums)
    assert found @ (sums + least) == pytest.approx(users * mean, rel=1e-12)
    assert found @ (sums + least - users * mean) ** 2 == pytest.approx(users * variance, rel=1e-9)


def goodness(drawn: np.ndarray, law: np.ndarray) -> float:
    """The p-value of draws, with neighbours together until 30 are expected."""
    groups = np.floor(np.cumsum(law) * len(drawn) / 30).astype(int)
    expected, seen = np.bincount(groups, law * len(drawn)), np.bincount(groups, np.bincount(drawn, minlength=len(law)))
    held = expected > 20
    assert seen[~held].sum() < 100
    return float(stats.chisquare(seen[held], expected[held] * seen[held].sum() / expected[held].sum()).pvalue)


@pytest.mark.parametrize(("n", "hot", "draws"), [(60, 20, DRAWS), (250, 130, DRAWS), (60, 20, 500)])
def test_sums_of_bits_follow_their_law(n: int, hot: int, draws: int) -> None:
    # 500 draws a call are too few for tables: those are binomials.
    rng = stream(1, 0, 0, n + draws)
    drawn = [sum_of_bits(np.full(draws, hot), n, 0.3, 0.8, rng) for _ in range(DRAWS // draws)]
    law = two_binomials(n, hot, 0.3, 0.8)
    assert goodness(np.concatenate(drawn), law) > ALPHA


def test_laws_that_differ_from_draw_to_draw() -> None:
    hot = np.tile([3, 77], DRAWS)
    drawn = sum_of_bits(hot, 90, 0.2, 0.9, stream(2, 0, 0, 0))
    for start, voting in enumerate(hot[:2]):
        assert goodness(drawn[start::2], two_binomials(90, int(voting), 0.2, 0.9)) > ALPHA


def test_bits_kept_too_often_are_caught() -> None:
    drawn = sum_of_bits(np.full(DRAWS, 130), 250, 0.38, 0.63, stream(3, 0, 0, 0))
    assert goodness(drawn, two_binomials(250, 130, 0.38, 0.62)) < ALPHA


def refine(n: int, m: int, width: float, inflation: float) -> TwoStage:
    bins = Bins(-1.0, width, int(np.ceil(2 / width)))
    return TwoStage("refine", n, m, 1.0, bins, UnaryEncoding(bins.count, 1, 1.0), inflation, 0.0)


def both(estimator: TwoStage, law: SignLaw, winner: int, table: SignLaw | None = None) -> float:
    """The p-value that sums drawn from their law are as those drawn user by user (Kolmogorov and Smirnov)."""
    winners = np.full(20_000, winner)
    lower, upper = (np.asarray(end, dtype=np.float64) for end in estimator.interval(winners))
    one = ClippedMeans(estimator, table or law).draw(winners, stream(4, 0, 0, 0))
    other = ClippedMeans(estimator, law)._by_user(lower, upper, stream(4, 0, 0, 1))
    # Off the lattice of the sums by rounding alone: ties must tie.
    return float(stats.ks_2samp(np.round(one, 10), np.round(other, 10), method="asymp").pvalue)


CASES = {
    "none at an end": (refine(60, 100, 0.5, 2.0), 0.1, 2),
    "few at both ends": (refine(60, 100, 0.1, 0.1), 0.05, 10),
    "half at one end": (refine(60, 100, 0.1, 0.1), 0.05, 12),
    "most at one end": (refine(60, 100, 0.1, 0.0), 0.05, 12),
    "all at one end": (refine(60, 100, 0.1, 0.1), 0.05, 19),
    "no point inside": (refine(60, 4, 0.1, 0.0), 0.05, 12),
    "a sample each": (refine(40, 1, 0.1, 0.0), -0.3, 10),
    "a fair coin's end": (refine(40, 30, 0.1, 0.1), 1.0, 19),
    "wide": (refine(500, 10_000, 0.04, 0.01), 0.02, 25),
}


@pytest.mark.parametrize(("estimator", "mean", "winner"), CASES.values(), ids=CASES)
def test_clipped_means_are_as_user_by_user(estimator: TwoStage, mean: float, winner: int) -> None:
    assert both(estimator, SignLaw(mean), winner) > ALPHA


def test_another_mean_or_interval_is_caught() -> None:
    estimator, mean, winner = CASES["few at both ends"]
    assert both(estimator, SignLaw(mean), winner, SignLaw(mean + 0.005)) < ALPHA
    estimator, mean, winner = CASES["half at one end"]
    assert both(estimator, SignLaw(mean), winner, SignLaw(mean + 0.01)) < ALPHA


def test_users_at_the_wrong_end_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    estimator, mean, winner = CASES["few at both ends"]
    monkeypatch.setattr(refined, "binomial_sf", lambda x, m, p: np.zeros(np.shape(x)))
    assert both(estimator, SignLaw(mean), winner) < ALPHA


def test_rare_winners_are_drawn_user_by_user(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_table(*_: object) -> None:
        raise AssertionError("a table for a winner that came once")

    monkeypatch.setattr(refined, "_counts", no_table)
    estimator, mean, winner = CASES["wide"]
    assert ClippedMeans(estimator, SignLaw(mean)).draw(np.array([winner]), stream(5, 0, 0, 0)).shape == (1,)
    with pytest.raises(AssertionError, match="a table"):
        ClippedMeans(estimator, SignLaw(mean)).draw(np.full(20_000, winner), stream(5, 0, 0, 0))


@pytest.mark.parametrize(("n", "p", "tail"), [(1000, 0.1, 1e-9), (37, 0.5, 1e-3), (500, 0.97, 1e-18), (9, 0.01, 0.5)])
def test_a_window_is_the_narrowest_of_chernoffs_bound(n: int, p: float, tail: float) -> None:
    """By trying every end: the first whose next value has a relative entropy of log(1/tail)/n or more."""

    def end(chance: float) -> int:
        def rare(h: int) -> bool:
            share = (h + 1) / n
            entropy = rel_entr(share, chance) + rel_entr(1 - share, 1 - chance)
            return share > chance and n * entropy >= -log(tail)

        return next((h for h in range(floor(n * chance), n) if rare(h)), n)

    assert binomial_window(n, p, 1 - p, tail) == (n - end(1 - p), end(p))
