"""The winning bin drawn without the bins that nobody votes for, against its exact law; seeds are fixed.

Each comparison is a chi-squared test that is wrong with probability at most ALPHA under a random seed.
"""

import numpy as np
import pytest
from scipy import stats

from upperbounds.channels import LaplaceHistogram, UnaryEncoding
from upperbounds.protocols import winners
from upperbounds.protocols.two_stage import winner
from upperbounds.protocols.winners import draw_winners, listed, users_in_bins

ALPHA = 1e-9
REPETITIONS = 40_000
BINS = 12


def exact_law(vote: UnaryEncoding, counts: np.ndarray) -> np.ndarray:
    """P(first bin with the most votes = j) given how many users are in each of all bins."""
    users, reach = int(counts.sum()), vote.hot // 2
    voting = [int(counts[max(j - reach, 0) : j + reach + 1].sum()) for j in range(vote.bins)]
    zero, one = vote.probabilities
    values = np.arange(users + 1)
    pmf = np.array(
        [
            np.convolve(*(stats.binom.pmf(np.arange(k + 1), k, chance) for k, chance in ((c, one), (users - c, zero))))
            for c in voting
        ]
    )
    below = np.cumsum(pmf, axis=1) - pmf
    law = [
        sum(np.prod(below[:j, v]) * pmf[j, v] * np.prod((below + pmf)[j + 1 :, v]) for v in values)
        for j in range(vote.bins)
    ]
    assert sum(law) == pytest.approx(1)
    return np.array(law)


def p_value(drawn: np.ndarray, law: np.ndarray) -> float:
    seen = np.bincount(drawn, minlength=len(law))
    return float(stats.chisquare(seen, law * len(drawn)).pvalue)


CASES = {
    "inside": (1, {5: 3, 6: 2}),
    "at the left end": (1, {0: 4}),
    "at the right end": (1, {10: 1, 11: 3}),
    "three bins": (3, {4: 3, 6: 1}),
    "three bins at an end": (3, {0: 2, 1: 2}),
    "everywhere": (1, dict.fromkeys(range(BINS), 1)),
}


@pytest.mark.parametrize(("hot", "placed"), CASES.values(), ids=CASES)
def test_winners_have_their_exact_law(hot: int, placed: dict[int, int]) -> None:
    vote = UnaryEncoding(BINS, hot, 2.0 * hot)
    places = np.tile(np.repeat(list(placed), list(placed.values())), (REPETITIONS, 1))
    counts = np.bincount(places[0], minlength=BINS)
    law = exact_law(vote, counts)
    rng = np.random.default_rng(3)
    assert p_value(draw_winners(vote, *users_in_bins(vote, places), rng), law) > ALPHA
    first, last = listed(vote, min(placed), max(placed))
    kept = np.tile(counts[first : last + 1], (REPETITIONS, 1))
    assert p_value(draw_winners(vote, kept, np.full(REPETITIONS, first), rng), law) > ALPHA


def test_windows_differ_from_repetition_to_repetition() -> None:
    vote = UnaryEncoding(BINS, 1, 2.0)
    places = np.array([[1, 1, 1], [8, 9, 10]] * (REPETITIONS // 2))
    drawn = draw_winners(vote, *users_in_bins(vote, places), np.random.default_rng(4))
    for start in (0, 1):
        law = exact_law(vote, np.bincount(places[start], minlength=BINS))
        assert p_value(drawn[start::2], law) > ALPHA


def test_laplace_votes_are_all_drawn() -> None:
    vote = LaplaceHistogram(BINS, 1, 1.0, 2.0)
    assert listed(vote, 5, 6) == (0, BINS - 1)
    places = np.tile([5, 5, 6], (REPETITIONS, 1))
    counts, first = users_in_bins(vote, places)
    assert counts.shape == (REPETITIONS, BINS)
    drawn = draw_winners(vote, counts, first, np.random.default_rng(5))
    whole = winner(vote.sample_sum(counts, np.random.default_rng(6)))
    both = np.array([np.bincount(w, minlength=BINS) for w in (drawn, whole)])
    assert stats.chi2_contingency(both).pvalue > ALPHA


def last_place(bins, n, flip, chances, rng):
    values, places = honest(bins, n, flip, chances, rng)
    return values, bins - 1 - places


def one_bin_fewer(bins, n, flip, chances, rng):
    return honest(bins - 1, n, flip, chances, rng)


def a_bit_not_reset(bins, n, flip, chances, rng):
    return honest(bins, n, flip**2, chances, rng)


honest = winners._largest


@pytest.mark.parametrize("planted", [last_place, one_bin_fewer, a_bit_not_reset])
def test_planted_laws_of_the_largest_are_caught(planted, monkeypatch: pytest.MonkeyPatch) -> None:
    vote = UnaryEncoding(BINS, 1, 1.0)
    places = np.tile([5, 5, 6], (REPETITIONS, 1))
    law = exact_law(vote, np.bincount(places[0], minlength=BINS))
    monkeypatch.setattr(winners, "_largest", planted)
    assert p_value(draw_winners(vote, *users_in_bins(vote, places), np.random.default_rng(7)), law) < ALPHA


def test_so_many_bins_cost_what_few_do() -> None:
    vote = UnaryEncoding(10**9, 1, 1.0)
    drawn = draw_winners(vote, np.full((5, 2), 10), np.full(5, 10**8), np.random.default_rng(8))
    assert drawn.shape == (5,)
    assert np.all((drawn >= 0) & (drawn < 10**9))
    # Among so many bins that nobody is in some have all votes: nearly all winners are such.
    assert np.unique(drawn).size == 5
