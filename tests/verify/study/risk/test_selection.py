"""The winner of a vote over a cover: its exact law by two routes, against runs and against aggregates.

Statistical checks have a type-I error of at most 1e-9 each.
"""

import itertools
from collections import Counter

import mpmath
import numpy as np
import pytest
from scipy.stats import binom, binomtest

from notation.parameters import ParameterError
from notation.setting import Setting
from upperbounds.channels import UnaryEncoding
from upperbounds.channels.votes import Bins
from upperbounds.protocols.range_vote import Range
from upperbounds.selection.cover_select import algorithm1, cover_select, log_mistaken
from upperbounds.selection.covers import Body, lattice, own_cover
from verify.study.risk import selection as module
from verify.study.risk.laws import SignLaw
from verify.study.risk.selection import mixed_powers, one_cell, risk_at, winner_chances
from verify.study.worst import exact_stages, voting

ALPHA = 1e-9


def frequencies_agree(winners: np.ndarray, chances: np.ndarray) -> bool:
    """Every cell's frequency by an exact binomial test, at ALPHA over all cells."""
    seen = Counter(np.ravel(winners).tolist())
    return all(
        binomtest(seen[j], np.size(winners), min(max(float(p), 0.0), 1.0)).pvalue > ALPHA / len(chances)
        for j, p in enumerate(chances)
    )


@pytest.mark.parametrize(
    ("n", "epsilon", "cells"), [(1, 1.0, 2), (3, 0.5, 4), (12, 2.0, 7), (200, 0.4, 5), (9, 9.0, 3)]
)
def test_the_closed_form_is_the_chain_over_cells(n: int, epsilon: float, cells: int) -> None:
    """One sum over the winning number against the chain of verify.study.risk.winner, for every cell of the users."""
    vote = UnaryEncoding(cells, 1, epsilon)
    plan = algorithm1(n, 1, epsilon, own_cover(np.arange(cells)[:, None]))
    law = one_cell(vote, n)
    for cell in range(cells):
        chances = law.chances(cell)
        assert chances.sum() == pytest.approx(1, rel=law.relative)
        np.testing.assert_allclose(chances, winner_chances(plan, np.eye(cells)[cell]), rtol=law.relative, atol=2e-13)
        assert 1 - chances[cell] <= np.exp(min(log_mistaken(n, epsilon, cells), 0)) + 1e-12


def test_chances_of_very_many_cells_sum_to_1() -> None:
    """Each a power of some 16,000 of distribution functions: ten times less than what rounding is said to make."""
    law = one_cell(UnaryEncoding(1 << 14, 1, 1.5), 300)
    for cell in (0, 5000, (1 << 14) - 1):
        assert law.chances(cell).sum() == pytest.approx(1, rel=law.relative / 10)
    assert law.relative < 1e-8


@pytest.mark.parametrize("total", [-1, 0, 1, 2, 3, 8, 9, 50])
def test_sums_of_mixed_powers_are_those_term_by_term(total: int) -> None:
    rng = np.random.default_rng(total + 1)
    low, high = np.sort(rng.random((2, 40)), axis=0)
    low[0], weights = 0.0, rng.random((2, 40))
    found = mixed_powers(weights, low, high, total)
    assert found.shape == (2, total + 1)
    for j in range(total + 1):
        np.testing.assert_allclose(found[:, j], weights @ (low**j * high ** (total - j)), rtol=1e-13)
        # Planted: the two exchanged, which only the middle power does not see.
        if 2 * j != total:
            assert not np.allclose(found[:, j], weights @ (high**j * low ** (total - j)), rtol=1e-3)


@pytest.mark.parametrize("epsilon", [2.0, 60.0])
def test_chances_are_within_their_rounding_of_fifty_digits(epsilon: float) -> None:
    """Binomials term by term, 300 cells; at epsilon = 60 a bit is flipped with probability 1e-13."""
    n, cells, vote = 40, 300, UnaryEncoding(300, 1, epsilon)
    law = one_cell(vote, n)
    with mpmath.workdps(50):
        flip = 1 / (1 + mpmath.exp(mpmath.mpf(epsilon) / 2))
        keep = 1 - flip
        pmf = [[mpmath.binomial(n, v) * p**v * (1 - p) ** (n - v) for v in range(n + 1)] for p in (flip, keep)]
        cdf = [[mpmath.mpf(0), *itertools.accumulate(row)] for row in pmf]
        for j in (0, 1, 150, 298, 299):
            here = [(cdf[0][v], cdf[0][v + 1], cdf[1][v], cdf[1][v + 1]) for v in range(n + 1)]
            right = sum(pmf[1][v] * a**j * b ** (cells - 1 - j) for v, (a, b, _, _) in enumerate(here))
            assert right < 1e-290 or abs(law.right[j] / right - 1) < law.relative / 10
            if j < cells - 1:
                before = sum(pmf[0][v] * d * a**j * b ** (cells - 2 - j) for v, (a, b, _, d) in enumerate(here))
                assert before < 1e-290 or abs(law.before[j] / before - 1) < law.relative / 10
            if j:
                after = sum(pmf[0][v] * c * a ** (j - 1) * b ** (cells - 1 - j) for v, (a, b, c, _) in enumerate(here))
                assert after < 1e-290 or abs(law.after[j] / after - 1) < law.relative / 10


def test_ties_go_to_the_first_cell() -> None:
    """One user and two cells at e^(epsilon/2) = 3: the right one wins outright with 9/16; ties have 6/16."""
    law = one_cell(UnaryEncoding(2, 1, 2 * np.log(3.0)), 1)
    np.testing.assert_allclose(law.chances(0), [15 / 16, 1 / 16], atol=1e-13)
    np.testing.assert_allclose(law.chances(1), [7 / 16, 9 / 16], atol=1e-13)


@pytest.mark.parametrize("m", [1, 6])
def test_at_finite_m_runs_aggregates_and_the_exact_law_agree(m: int) -> None:
    """Users whose means are in several cells: raw samples, counts alone, and the chain."""
    body = Body("l2", 2, 1.0)
    cover = lattice(body, 3)
    assert cover is not None
    plan, rng = algorithm1(20, m, 1.5, cover), np.random.default_rng(4)
    corners = np.array([[0.8, 0.1], [-0.5, 0.6], [0.0, -0.9]])
    chances = np.zeros(cover.size)
    for draws in np.ndindex(*(3,) * m):
        chances[cover.index(corners[list(draws)].mean(axis=0)[None])[0]] += 3.0**-m
    assert np.count_nonzero(chances) >= 3
    exact = winner_chances(plan, chances)
    assert exact.sum() == pytest.approx(1, abs=1e-12)
    repetitions = 20_000
    samples = corners[rng.integers(3, size=(repetitions, 20, m))].reshape(repetitions, 20, 2 * m)
    estimates = plan.protocol().run(samples, rng)
    found = np.argmin(np.linalg.norm(estimates[:, None] - cover.centres, axis=2), axis=1)
    assert frequencies_agree(found, exact)
    assert frequencies_agree(plan.draw(chances, repetitions, rng), exact)
    # An un-inverted vote, one that a user does not cast, and a law of one cell are told apart.
    assert not frequencies_agree(plan.draw(chances[::-1].copy(), repetitions, rng), exact)
    assert not frequencies_agree(found, one_cell(plan.vote, plan.n).chances(int(np.argmax(chances))))


def test_on_an_interval_it_is_the_vote_for_bins() -> None:
    """Another estimator's plan and its exact law: bins of the same width, votes for one bin, at finite m."""
    cover = lattice(Body("linf", 1, 1.0), 6)
    assert cover is not None
    law, vote = SignLaw(0.3), UnaryEncoding(6, 1, 2.0)
    bins = Range("bins", 30, 7, 2.0, Bins(-1.0, 1 / 3, 6), vote)
    expected = exact_stages(voting(bins), law).winner
    means = (2 * np.arange(8) - 7) / 7
    chances = np.zeros(6)
    np.add.at(chances, cover.index(means[:, None]), binom.pmf(np.arange(8), 7, 0.65))
    np.testing.assert_allclose(winner_chances(algorithm1(30, 7, 2.0, cover), chances), expected, atol=1e-12)


def test_the_worst_risk_is_at_most_the_sharp_bound_and_near_it_where_no_vote_is_lost() -> None:
    a = Setting(60, 1, 2, 3.0)
    plan = cover_select("l2", a)
    law = one_cell(plan.vote, a.n)
    inside = 0.7 * np.random.default_rng(0).uniform(-1, 1, (400, 2))
    risks = [risk_at(plan, point, law) for point in inside]
    assert 0.3 * plan.cover.radius**2 < max(risks) <= plan.cover.radius**2 + 1e-6
    with pytest.raises(ParameterError, match="too many for the exact law"):
        one_cell(UnaryEncoding(1 << 14, 1, 1e-3), 10**9)


def test_a_law_with_another_tie_rule_is_caught() -> None:
    """Planted: ties go to the last cell."""
    honest = module.one_cell(UnaryEncoding(4, 1, 1.0), 5)
    rng = np.random.default_rng(1)
    plan = algorithm1(5, 1, 1.0, own_cover(np.arange(4)[:, None]))
    drawn = plan.draw(np.eye(4)[2], 20_000, rng)
    assert frequencies_agree(drawn, honest.chances(2))
    swapped = module.OneCell(honest.after, honest.before, honest.right, 0.0)
    assert not frequencies_agree(drawn, swapped.chances(2))
