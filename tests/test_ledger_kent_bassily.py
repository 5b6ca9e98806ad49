"""kent Section 1.1 to Algorithm 11 and bassily Lemma B.1: verdicts, counterexamples, and planted defects."""

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest
import sympy
from flint import arb

from lowerbounds.channels import extreme_channels, response, worst_ratio
from lowerbounds.divergences import kullback_leibler, total_variation
from lowerbounds.laws import point_mass
from upperbounds.channels import UnaryEncoding
from verify.outcome import Settings, Verdict, as_arb
from verify.papers.bassily import range as bassily
from verify.papers.bassily import tallies
from verify.papers.kent import algorithms, infinite, setting
from verify.papers.kent.setting import brute_power
from verify.prover import Refuted, Relation, Variable, prove
from verify.record import Result
from verify.statements import Case, FiniteCheck

MODULES = (setting, infinite, algorithms, bassily)
REFUTED = {
    "kent/example1a/family": "proved",
    "kent/example1a/tight": "proved",
    "kent/example1b/lecam": "proved",
    "kent/alg10/privacy": "proved",
    "kent/alg10/privacy/one": "proved",
    "kent/alg10/privacy/three": "proved",
    "bassily/sec2a": "proved",
    "bassily/alg2": "proved",
    "bassily/lemmaB.1/b": "proved",
    "bassily/lemmaB.1/b/size": "proved",
    "bassily/lemmaB.1/c": "proved",
    "bassily/lemmaB.1/c/others": "proved",
    "bassily/lemmaB.1/d": "proved",
    "bassily/lemmaB.1/d/display": "proved",
    "bassily/lemmaB.1/argmax": "proved",
    "bassily/lemmaB.1": "proved",
}
CHECKED = {
    "kent/own/lemma28-tight",
    "kent/alg2",
    "kent/alg2/winner",
    "kent/alg3",
    "kent/alg3/code",
    "kent/alg11",
    "kent/alg11/code",
    "kent/alg11/recovers",
    "bassily/own/closed-bins",
}
DEFINITIONS = {"kent/def1", "bassily/def2.6"}


@pytest.fixture(scope="module")
def ledger():
    claims = [claim for module in MODULES for claim in module.CLAIMS]
    assert len({claim.id for claim in claims}) == len(claims)
    return {claim.id: claim for claim in claims}


@pytest.fixture(scope="module")
def results(ledger):
    found = {}

    def judge(claim):
        for premise in claim.depends_on:
            if premise not in found:
                judge(ledger[premise])
        outcomes = [
            statement and statement.conclude(statement.check(Settings()), found)
            for statement in (claim.printed, claim.corrected)
        ]
        found[claim.id] = Result(claim, *outcomes, 0.0)

    for claim in ledger.values():
        if claim.id not in found:
            judge(claim)
    return found


def test_every_verdict_is_the_expected_one(results):
    for id_, result in results.items():
        if id_ in DEFINITIONS:
            assert result.printed is None
        elif id_ in REFUTED:
            assert result.printed.verdict is Verdict.REFUTED, id_
            assert result.corrected.verdict == REFUTED[id_], id_
        else:
            assert result.standing.verdict == ("checked" if id_ in CHECKED else "proved"), id_


def test_what_is_refuted_is_explained(ledger, results):
    for id_ in REFUTED:
        claim = ledger[id_]
        assert claim.correction, id_
        assert claim.severity is not None, id_
        assert claim.theorem in ledger, id_
        assert results[claim.theorem].standing.verdict is Verdict.PROVED, id_


def test_counterexamples_have_both_sides_apart(results):
    for id_ in REFUTED.keys() - {"kent/alg10/privacy", "bassily/lemmaB.1/c", "bassily/lemmaB.1/d"}:
        evidence = results[id_].printed.evidence
        (low, high), (right_low, right_high) = evidence["left"], evidence["right"]
        assert high < right_low or low > right_high, id_


def test_numbers_of_the_catalogue(results):
    votes = results["kent/alg10/privacy/one"].printed.evidence, results["kent/alg10/privacy/three"].printed.evidence
    assert [one["left_exact"] for one in votes] == ["2", "4/3"]
    evidence = results["bassily/lemmaB.1"].printed.evidence
    assert evidence["parameters"] == {"epsilon": 1, "R/tau": 200, "gamma": "1/20", "k": 34}
    assert 0.73 < evidence["left"][0] < evidence["left"][1] < 0.74
    one_bin = next(iter(tallies.one_bin(Settings())))
    assert 0.36 < one_bin.left < 0.37
    room = results["bassily/lemmaB.1/d/display"].printed.evidence
    assert (round(room["left"][0], 2), round(room["right"][0], 2)) == (16.79, -8.47)


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
    assert infinite.bayes_risk(null, alternative, F(1)) == F(2, 9)
    # The printed (1 - TV)/2 is above, and the corrected (1 - TV)/8 below.
    assert (1 - total_variation(null, alternative)) / 8 < F(2, 9) < (1 - total_variation(null, alternative)) / 2


def test_a_wrong_exponent_in_the_floor_is_caught():
    """The planted defect of (7): e^(-n alpha^2/100)/4 is above the exact Bayes risk of randomized response."""
    cases = [
        Case({"n": users}, (-users * as_arb(t).log() ** 2 / 100).exp() / 4, risk)
        for t, users, risk, _ in infinite._responses()
    ]
    assert FiniteCheck("", "", lambda _: cases).check(Settings()).verdict is Verdict.REFUTED


def test_exponential_bound_fails_beyond_one():
    """(e^alpha - 1)^2 <= 3 alpha^2 is refuted on (0, 11/10]: the proof of (6) needs alpha <= 1."""
    a = sympy.Symbol("alpha", positive=True)
    beyond = Variable(a, sympy.Integer(0), sympy.Rational(11, 10), open_lower=True)
    assert isinstance(prove(Relation((sympy.exp(a) - 1) ** 2, 3 * a**2, "<=", (beyond,))), Refuted)


@pytest.mark.parametrize("ties", [True, False])
def test_failure_against_every_outcome(ties):
    """Three bins, two users: the failure probability by listing all votes."""
    one = F(2, 3)
    counted = [tallies.tally(1, 1, one), tallies.tally(1, 1, one), tallies.tally(0, 2, one)]
    exact = F(0)
    for votes in product(range(3), repeat=3):
        weight = counted[0][votes[0]] * counted[1][votes[1]] * counted[2][votes[2]]
        lost = votes[2] >= max(votes[:2]) if ties else votes[2] > max(votes[:2])
        exact += weight * lost
    enclosed = [[arb(m.numerator) / m.denominator for m in masses] for masses in counted]
    for route in tallies.failure(3, enclosed, [False, False, True], ties=ties):
        assert route.overlaps(arb(exact.numerator) / exact.denominator)
        assert route.rad() < 1e-10


def test_tally_is_a_law_and_gap_lemma_needs_its_constant():
    assert sum(tallies.tally(3, 4, F(3, 5))) == 1
    assert all(case.left <= 1 for case in tallies.gap(Settings()))
    # The planted defect: three times the exponent is exceeded, at e^(epsilon/2) = 3/2 and k = 150 users in two bins.
    users, one = 150, F(3, 5)
    full, empty = tallies.tally(users // 2, users // 2, one), tallies.binomial(users, 1 - one)
    beaten = as_arb(sum(p * sum(empty[j:]) for j, p in enumerate(full)))
    exponent = -as_arb(F(1, 25)) * users / 4
    assert (3 * exponent).exp() < beaten < exponent.exp()
