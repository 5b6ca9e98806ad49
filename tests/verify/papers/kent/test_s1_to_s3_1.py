"""kent Section 1.1 to Algorithm 11: verdicts, counterexamples, and planted defects."""

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest
import sympy
from flint import arb

from lowerbounds.information.channels import extreme_channels, response, worst_ratio
from lowerbounds.information.divergences import kullback_leibler, total_variation
from lowerbounds.information.laws import point_mass
from tests.verify.papers.section import results_of
from upperbounds.channels import UnaryEncoding
from verify.kernel.prover import Refuted, Relation, Variable, prove
from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements.outcome import Settings, Verdict, as_arb
from verify.papers.kent import appE1_univariate as algorithms_general
from verify.papers.kent import s3_1_univariate as algorithms
from verify.papers.kent import setting
from verify.papers.kent.s2_example1 import (
    eq6_lower as infinite,
)
from verify.papers.kent.s2_example1 import (
    eq6_tightness as infinite_class,
)
from verify.papers.kent.s2_example1 import (
    eq7_lower as infinite_floor,
)
from verify.papers.kent.setting import brute_power

MODULES = (setting, infinite, infinite_class, infinite_floor, algorithms, algorithms_general)


@pytest.fixture(scope="module")
def results():
    return results_of(MODULES)


def test_numbers_of_the_catalogue(results):
    votes = results["kent/alg10/privacy/one"].printed.evidence, results["kent/alg10/privacy/three"].printed.evidence
    assert [one["left_exact"] for one in votes] == ["2", "4/3"]


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_brute_power_is_the_hamming_distance(size):
    for x, y in product(product((0, 1), repeat=size), repeat=2):
        assert brute_power(x, y) == sum(a != b for a, b in zip(x, y, strict=True))


def test_a_budget_of_alpha_over_m_per_bit_is_caught():
    """The planted defect of Lemma 28: twice the budget per bit."""
    channel = UnaryEncoding(4, 2, 1, unit=F(1, 2))
    x, y = np.array([1, 1, 0, 0], dtype=bool), np.array([0, 0, 1, 1], dtype=bool)
    assert channel.loss_between_bits(x, y).multiple() == 2
    assert not channel.loss_between_bits(x, y).at_most(F(1))


def test_half_open_bins_are_private_and_closed_ones_are_not():
    for delta in (F(1, 3), F(2, 5), F(1)):
        points = [F(k, 30) for k in range(-30, 31)]
        assert {len(algorithms.holding(p, delta, closed=False)) for p in points} == {1}
    assert max(len(algorithms.holding(F(k, 3), F(1, 3), closed=True)) for k in range(-3, 4)) == 2


def test_contraction_on_every_extreme_channel_and_its_planted_defect():
    """(e^alpha - 1)^2 TV^2 bounds KL; a sixth of it does not, at e^alpha = 11/10 and TV = 1."""
    t = F(11, 10)
    worst = arb(0)
    for channel in extreme_channels((1, 0), t):
        assert worst_ratio(channel) <= t
        p, q = (point_mass(x).through(channel) for x in (1, 0))
        worst = worst.max(kullback_leibler(p, q))
    limit = as_arb((t - 1) ** 2)
    assert limit / 6 < worst < limit


def test_bayes_risk_by_hand():
    """Randomized response at e^alpha = 2 of 0 or 1: the best estimates are 2/3 and 1/3, with risk 2/9."""
    channel = response({0: F(0), 1: F(1)}, F(2))
    null, alternative = (point_mass(x).through(channel) for x in (0, 1))
    assert infinite_floor.bayes_risk(null, alternative, F(1)) == F(2, 9)
    # The printed (1 - TV)/2 is above, and the corrected (1 - TV)/8 below.
    assert (1 - total_variation(null, alternative)) / 8 < F(2, 9) < (1 - total_variation(null, alternative)) / 2


def test_a_wrong_exponent_in_the_floor_is_caught():
    """The planted defect of (7): e^(-n alpha^2/100)/4 is above the exact Bayes risk of randomized response."""
    cases = [
        Case({"n": users}, (-users * as_arb(t).log() ** 2 / 100).exp() / 4, risk)
        for t, users, risk, _ in infinite_floor._responses()
    ]
    assert FiniteCheck("", "", lambda _: cases).check(Settings()).verdict is Verdict.REFUTED


def test_exponential_bound_fails_beyond_one():
    """(e^alpha - 1)^2 <= 3 alpha^2 is refuted on (0, 11/10]: the proof of (6) needs alpha <= 1."""
    a = sympy.Symbol("alpha", positive=True)
    beyond = Variable(a, sympy.Integer(0), sympy.Rational(11, 10), open_lower=True)
    assert isinstance(prove(Relation((sympy.exp(a) - 1) ** 2, 3 * a**2, "<=", (beyond,))), Refuted)


def refuted(cases):
    """Whether a finite set of cases, changed by a planted defect, is refuted."""
    return FiniteCheck("", "", lambda _: cases).check(Settings()).verdict is Verdict.REFUTED


@pytest.mark.parametrize("dropped", ["n", "T"])
def test_a_factor_lost_in_example_1_is_caught(dropped):
    """Planted: n or T lost in (6), against the exact risks of Algorithm 11; and in Le Cam's step."""
    attained = list(infinite._attained(Settings()))
    assert not refuted(attained)
    assert refuted([Case(c.parameters, c.left * c.parameters[dropped], c.right) for c in attained])
    told = []
    for case in infinite._sent_tests(Settings()):
        delta = as_arb(F(case.parameters["Delta"]))
        inside = (1 - 2 * case.left / delta**2) ** 2 / case.parameters[dropped]
        told.append(Case(case.parameters, delta**2 / 2 * (1 - inside.sqrt()), case.right))
    assert refuted(told)


def test_an_interval_that_is_too_wide_for_its_noise_is_caught():
    """Planted: the interval of Algorithm 2 with the noise of an interval 4 Delta wide."""
    cases = [c for c in algorithms._reach_two(Settings()) if c.note == "scale times alpha"]
    wrong = [Case(c.parameters, c.left, c.right * F(4, 6)) for c in cases]
    assert refuted(wrong)
