"""Votes with geometric noise: the law of its sum and of the winner, by convolution, by counts and by draws."""

from dataclasses import replace
from fractions import Fraction
from math import exp, factorial, prod

import mpmath
import numpy as np
import pytest

from tests.verify.study.risk.test_exact import compositions
from upperbounds.channels.grid import GeometricHistogram
from upperbounds.channels.votes import Bins
from upperbounds.mean import zhao
from upperbounds.protocols.two_stage import TwoStage, winner
from verify.study.risk import SignLaw, exact, exact_risk, exact_stages, exact_work
from verify.study.risk.fourier import GeometricTables
from verify.study.risk.geometric_sum import deviation, mass_and_tail
from verify.study.risk.tallies import Voters


def noise(n, h, reach=400):
    """P(sum = g), g = -reach .. reach, of n variables, one convolution after another; what is farther is left out."""
    one = exp(-h) ** np.abs(np.arange(-reach, reach + 1)) * (1 - exp(-h)) / (1 + exp(-h))
    law = np.eye(1, 2 * reach + 1, reach)[0]
    for _ in range(n):
        law = np.convolve(law, one)[reach:-reach]
    return law


@pytest.mark.parametrize(("n", "h"), [(1, 0.5), (2, 3.0), (7, 0.8), (30, 1.0), (3, 40.0)])
def test_the_sum_has_the_law_of_a_convolution(n, h):
    mass, tail = mass_and_tail(n, h, 40)
    law = noise(n, h)
    assert mass == pytest.approx(law[400:440], rel=1e-12, abs=1e-300)
    assert tail == pytest.approx([law[401 + k :].sum() for k in range(40)], rel=1e-10, abs=1e-300)
    assert deviation(n, h) ** 2 == pytest.approx(np.sum(law * np.arange(-400, 401) ** 2), rel=1e-12)


@pytest.mark.parametrize(("n", "h", "k"), [(20_000, 1.0, 1900), (64, 1e-3, 40_000), (500, 0.2, 0), (7, 50.0, 3)])
def test_masses_keep_their_digits_far_out(n, h, k):
    """c_k = (1 - a)^(2n) a^k binom(n + k - 1, k) F(n, n + k; k + 1; a^2), by Euler's transformation, in 60 digits."""
    with mpmath.workdps(60):
        a = mpmath.exp(-mpmath.mpf(h))
        series = (1 - a * a) ** (1 - 2 * n) * mpmath.hyp2f1(k + 1 - n, 1 - n, k + 1, a * a)
        expected = float((1 - a) ** (2 * n) * a**k * mpmath.binomial(n + k - 1, k) * series)
    assert mass_and_tail(n, h, k + 1)[0][k] == pytest.approx(expected, rel=1e-11)


@pytest.mark.parametrize(("n", "h"), [(70, 0.7), (400, 1.2), (64, 0.05)])
def test_fourier_tables_are_the_law_of_the_recurrence(n, h):
    tables = GeometricTables(Voters(n, 0.7, 5, 1e-18), h)
    assert tables.is_smooth
    voters, values = np.array([0.0, 3.0, n]), np.arange(-40, n + 40, 7, dtype=float)
    below, mass, upto = tables.table(voters, values, 1.0)
    at, beyond = mass_and_tail(n, h, 2 * n + 80)
    for row, s in enumerate(voters):
        far = (values - s).astype(int)
        assert mass[row] == pytest.approx(at[np.abs(far)], abs=1e-14)
        expected = [1 - beyond[k] if k >= 0 else beyond[-k] + at[-k] for k in far]
        assert upto[row] == pytest.approx(expected, abs=1e-13)
        assert below[row] == pytest.approx(np.array(expected) - at[np.abs(far)], abs=1e-13)


def two_stage(k, bins, hot, epsilon):
    vote = GeometricHistogram(bins, hot, epsilon)
    return TwoStage("test", 2 * k, 2, epsilon, Bins(-1.0, 2 / bins, bins), vote, 0.25, 0.5)


def by_counts(estimator, theta, h, last=False):
    """P(winner = j): all counts of voters of two samples each, all tallies; ties to the first, planted to the last."""
    bins, k, hot = estimator.bins, estimator.half, estimator.vote.hot
    homes = [int(b) for b in bins.index(np.array([-1.0, 0.0, 1.0]))]
    plus, law, found = (1 + theta) / 2, noise(k, h), np.zeros(bins.count)
    for counts in compositions(k, 3):
        chances = ((1 - plus) ** 2, 2 * plus * (1 - plus), plus**2)
        weight = factorial(k) * prod(p**c / factorial(c) for p, c in zip(chances, counts, strict=True))
        votes = [
            sum(c for c, home in zip(counts, homes, strict=True) if abs(home - b) <= hot // 2)
            for b in range(bins.count)
        ]
        tallies = np.array([np.roll(law, v) for v in votes])
        upto = np.cumsum(tallies, axis=1)
        for j in range(bins.count):
            first = [b for b in range(bins.count) if b != j and (b < j) != last]
            others = [b for b in range(bins.count) if b != j and b not in first]
            below = np.prod((upto - tallies)[first], axis=0) * np.prod(upto[others], axis=0)
            found[j] += weight * np.sum(tallies[j] * below)
    return found


COUNTED = [(1, 3, 1, 1.0), (3, 4, 1, 2.0), (9, 3, 3, 6.0), (12, 5, 1, 0.8), (2, 3, 1, 60.0)]


@pytest.mark.parametrize(("k", "bins", "hot", "epsilon"), COUNTED)
def test_the_winner_equals_a_sum_over_counts(k, bins, hot, epsilon):
    estimator = two_stage(k, bins, hot, epsilon)
    stages = exact_stages(estimator, SignLaw(0.2))
    assert stages.winner == pytest.approx(by_counts(estimator, 0.2, epsilon / (2 * hot)), rel=1e-11)
    assert stages.quadrature < 1e-13
    assert np.all(stages.winner <= stages.ceiling)


def test_sums_over_counts_catch_planted_defects():
    """Ties to the last bin, noise of twice the privacy, one voter less."""
    estimator = two_stage(3, 4, 1, 2.0)
    found = exact_stages(estimator, SignLaw(0.2)).winner
    for defect in (
        by_counts(estimator, 0.2, 1.0, last=True),
        by_counts(estimator, 0.2, 2.0),
        by_counts(replace(estimator, n=4), 0.2, 1.0),
    ):
        assert np.max(np.abs(found - defect)) > 1e-3


SIZES = [(400, 400, 0.8, 0.3), (1000, 400, 1.0, 0.05), (600, 10**6, 2.0, 0.21), (140, 64, 1.0, 0.3)]


@pytest.mark.parametrize(("n", "m", "epsilon", "theta"), SIZES)
def test_gauss_sums_equal_sums_over_the_lattice(monkeypatch, n, m, epsilon, theta):
    plan = zhao.algorithm1(n, m, epsilon, 1.0)
    plan = replace(plan, vote=GeometricHistogram(plan.bins.count, 1, epsilon))
    risks, laws = [], []
    for costs in ((0.0, np.inf), (np.inf, 0.0)):
        monkeypatch.setattr(exact, "_costs", lambda *_, costs=costs: costs)
        laws.append(exact_stages(plan, SignLaw(theta)))
        risks.append(exact_risk(plan, SignLaw(theta)))
    assert laws[0].route != laws[1].route
    assert np.sum(np.abs(laws[0].winner - laws[1].winner)) <= laws[0].uncertain + laws[1].uncertain + 1e-14
    assert max(law.uncertain for law in laws) < 1e-12
    assert abs(risks[0].value - risks[1].value) <= risks[0].error + risks[1].error
    assert np.all(laws[0].winner <= laws[0].ceiling * (1 + 1e-9))


def test_bins_without_votes_have_a_stated_rounding_where_no_law_is_tabulated(monkeypatch):
    plan = zhao.algorithm1(600, 10**6, 2.0, 1.0)
    plan = replace(plan, vote=GeometricHistogram(plan.bins.count, 1, 2.0))
    monkeypatch.setattr(exact, "_costs", lambda *_: (np.inf, 0.0))
    fine = exact_stages(plan, SignLaw(0.21))
    monkeypatch.setattr("verify.study.risk.fourier.MOST_STEPS", 1)
    coarse = exact_stages(plan, SignLaw(0.21))
    assert 1e-13 < np.sum(np.abs(coarse.winner - fine.winner)) < coarse.uncertain
    assert fine.uncertain < coarse.uncertain < 1e-10


def test_strides_leave_out_nothing_that_is_seen(monkeypatch):
    """On every value, and on every some, as where noise is wide."""
    plan = zhao.algorithm1(60, 100, 0.02, 1.0)
    plan = replace(plan, vote=GeometricHistogram(plan.bins.count, 1, 0.02))
    coarse = exact_stages(plan, SignLaw(0.3))
    assert coarse.quadrature > 0
    monkeypatch.setattr("verify.study.risk.tallies._SMOOTH", 10**9)
    fine = exact_stages(plan, SignLaw(0.3))
    assert fine.quadrature == 0
    assert np.sum(np.abs(coarse.winner - fine.winner)) <= coarse.uncertain + fine.uncertain + 1e-14


@pytest.mark.parametrize(("n", "epsilon"), [(40, 2.0), (100, 1.0)])
def test_winners_of_messages_that_are_drawn_have_the_law(n, epsilon):
    """Voters' own messages, bit by bit exact; five standard errors of 4,000 runs, in every bin."""
    plan = zhao.algorithm1(n, 400, epsilon, 1.0)
    vote, rng = GeometricHistogram(plan.bins.count, 1, Fraction(epsilon)), np.random.default_rng(6)
    law = SignLaw(0.3).bin_law(plan.bins, 400, 1e-18)
    places = law.first + rng.choice(
        len(law.probabilities), (4000, n // 2), p=law.probabilities / sum(law.probabilities)
    )
    seen = np.bincount(winner(vote.sample(places, rng).sum(axis=1)), minlength=plan.bins.count) / 4000
    expected = exact_stages(replace(plan, vote=vote), SignLaw(0.3)).winner
    assert np.all(np.abs(seen - expected) <= 5 * np.sqrt(expected * (1 - expected) / 4000) + 1e-12)
    assert np.max(expected) < 0.95


@pytest.mark.parametrize("n", [2, 3, 50, 2000])
@pytest.mark.parametrize("epsilon", [1e-4, 700.0, 1e4])
def test_extreme_budgets(n, epsilon):
    plan = two_stage(n // 2, 8, 1, epsilon)
    stages = exact_stages(plan, SignLaw(0.3))
    assert stages.winner.sum() == pytest.approx(1, abs=1e-12)
    if epsilon < 1:
        assert stages.winner == pytest.approx(np.full(8, 1 / 8), rel=0.01)


def test_noise_that_is_too_wide_for_few_voters_is_refused():
    """Its law is not tabulated, and too few derivatives stand against Gauss sums."""
    assert exact_work(two_stage(5, 8, 1, 1e-9), SignLaw(0.3)) == np.inf
