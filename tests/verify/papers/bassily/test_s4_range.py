"""bassily Definition 2.6, Algorithm 2 and Lemma B.1: verdicts, counterexamples again, and planted defects."""

from dataclasses import replace
from fractions import Fraction as F
from itertools import product

import pytest
import sympy
from flint import arb

from notation.symbols import epsilon
from tests.verify.papers.section import results_of
from verify.kernel.statements import Case, FiniteCheck, Identity
from verify.kernel.statements.outcome import Settings, Verdict, as_arb
from verify.papers.bassily.appB2_range import randomized_response as range
from verify.papers.bassily.appB2_range import votes
from verify.papers.bassily.instances import vector_norms as vectors
from verify.papers.bassily.instances import vote_counts as tallies
from verify.papers.bassily.s2_preliminaries import def2_6_concentration as concentration
from verify.papers.bassily.setting import BIT, BIT_GAP, BIT_MEAN

MODULES = (concentration, range, votes)
QUICK = Settings()


@pytest.fixture(scope="module")
def results():
    return results_of(MODULES)


def test_numbers_of_the_catalogue(results):
    evidence = results["bassily/lemmaB.1"].printed.evidence
    assert evidence["parameters"] == {"epsilon": 1, "R/tau": 200, "gamma": "1/20", "k": 34}
    assert 0.73 < evidence["left"][0] < evidence["left"][1] < 0.74
    one_bin = next(iter(tallies.one_bin(QUICK)))
    assert 0.36 < one_bin.left < 0.37
    room = results["bassily/lemmaB.1/d/display"].printed.evidence
    assert (round(room["left"][0], 2), round(room["right"][0], 2)) == (16.79, -8.47)


@pytest.mark.parametrize("ties", [True, False])
def test_failure_against_every_outcome(ties):
    """Three bins, two users: the failure probability by listing all votes."""
    one = F(2, 3)
    counted = [tallies.tally(1, 1, one), tallies.tally(1, 1, one), tallies.tally(0, 2, one)]
    exact = F(0)
    for ballots in product((0, 1, 2), repeat=3):
        weight = counted[0][ballots[0]] * counted[1][ballots[1]] * counted[2][ballots[2]]
        lost = ballots[2] >= max(ballots[:2]) if ties else ballots[2] > max(ballots[:2])
        exact += weight * lost
    enclosed = [[arb(m.numerator) / m.denominator for m in masses] for masses in counted]
    for route in tallies.failure(3, enclosed, [False, False, True], ties=ties):
        assert route.overlaps(arb(exact.numerator) / exact.denominator)
        assert route.rad() < 1e-10


def test_tally_is_a_law_and_gap_lemma_needs_its_constant():
    assert sum(tallies.tally(3, 4, F(3, 5))) == 1
    assert all(case.left <= 1 for case in tallies.gap(QUICK))
    # The planted defect: three times the exponent is exceeded, at e^(epsilon/2) = 3/2 and k = 150 users in two bins.
    users, one = 150, F(3, 5)
    full, empty = tallies.tally(users // 2, users // 2, one), tallies.binomial(users, 1 - one)
    beaten = as_arb(sum(p * sum(empty[j:]) for j, p in enumerate(full)))
    exponent = -as_arb(F(1, 25)) * users / 4
    assert (3 * exponent).exp() < beaten < exponent.exp()


def test_a_radius_without_the_root_of_d_is_refuted(monkeypatch):
    """The planted defect of bassily/sec2a: sqrt(2 log(2nd/gamma)) for every d."""
    exact = vectors.within

    def without_root(squared, law, n):
        return exact(squared / round(sum(norm * mass for norm, mass in law.items())), law, n)

    monkeypatch.setattr(vectors, "within", without_root)
    assert FiniteCheck("", "", vectors.in_ball, ">=").check(QUICK).verdict is Verdict.REFUTED


def test_a_width_of_l_for_the_gradient_is_refuted():
    """The planted defect of bassily/sec2b: an interval of width L, four times the exponent."""

    def narrow(settings):
        for case in vectors.centred_tails(settings):
            yield Case(case.parameters, case.left, 2 * (case.right / 2) ** 4)

    assert FiniteCheck("", "", narrow).check(QUICK).verdict is Verdict.REFUTED


def test_a_bit_without_its_offset_is_refuted():
    printed = Identity(BIT_MEAN, BIT_GAP * BIT, ((BIT, "0", "1"),))
    assert printed.check(QUICK).verdict is Verdict.REFUTED
    swapped = replace(printed, right=BIT_MEAN.subs(BIT, 1 - BIT))
    assert swapped.check(QUICK).verdict is Verdict.REFUTED
    assert sympy.simplify(BIT_GAP - sympy.tanh(epsilon / 4).rewrite(sympy.exp)) == 0
