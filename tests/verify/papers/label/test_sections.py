"""label Sections 1 to 6 and Appendices A to M: ids, verdicts, counterexamples, and planted defects."""

from collections import Counter
from fractions import Fraction as F

import pytest
import sympy

from tests.verify.papers.section import results_of
from verify.kernel.prover import Variable
from verify.kernel.statements import Case, FiniteCheck, SameRate, UpToConstant, at_most
from verify.kernel.statements.outcome import Settings, Verdict
from verify.ledger.collect import modules
from verify.ledger.fingerprint import fingerprint
from verify.papers.label import s1_table1 as told
from verify.papers.label.appD_central_lower import lemma1_private_tests as private_test
from verify.papers.label.instances import sign_sums as signs
from verify.papers.label.paper import PAPER

MODULES = modules(PAPER)
PRIVACY = {f"label/{name}{k}" for k in range(1, 7) for name in ("privacy", "alg")}
RATES = {f"label/rate/{name}" for name in ("cls-np", "cls-full", "reg-np", "reg-full", "ht-full")}
TRUE_AS_PRINTED = ("label/eq70/71", "label/eq80", "label/eq80/step", "label/eq117", "label/eq151/noise")
"""Displays whose obvious proof step fails, and which hold all the same."""
THEOREMS = {f"label/thm{k}" for k in range(1, 13)}
EQUATIONS = {
    f"label/eq{k}"
    for k in [
        "34",
        "36",
        "37",
        "38",
        "39",
        "41",
        "42",
        "45",
        "46a",
        "46c",
        "46d",
        "47",
        "48",
        "51",
        "53",
        "55",
        "58",
        "60",
        "61",
        "63",
        "64",
        "66",
        "67",
        "69",
        "70",
        "74",
        "75",
        "80",
        "83",
        "86",
        "90",
        "92",
        "94",
        "97",
        "99",
        "101",
        "108",
        "109",
        "112",
        "113",
        "114",
        "116",
        "117",
        "118",
        "120",
        "121",
        "126",
        "130",
        "132",
        "134",
        "137",
        "141",
        "148",
        "151",
        "155",
        "156",
        "161",
        "166",
        "174",
        "176",
        "181",
        "188",
        "193",
        "195",
    ]
}
OTHERS = {
    f"label/{name}"
    for name in [
        "def1",
        "prop1",
        "prop2a",
        "prop2b",
        "assumption1a",
        "assumption1b",
        "assumption1cd",
        "assumption23",
        "table1",
        "text1",
        "text2",
        "text3",
        "text4",
        "text5",
        "text6",
        "lemma1",
        "lemma2",
        "lemma3",
        "own/lower1",
        "own/lower2",
        "own/lower3",
        "own/lower4",
    ]
}


@pytest.fixture(scope="module")
def ledger():
    claims = [claim for module in MODULES for claim in module.CLAIMS]
    assert max(Counter(claim.id for claim in claims).values()) == 1
    return {claim.id: claim for claim in claims}


@pytest.fixture(scope="module")
def results():
    return results_of(MODULES)


def test_the_catalogue_is_there(ledger):
    assert set(ledger) >= PRIVACY | RATES | THEOREMS | EQUATIONS | OTHERS


def test_no_display_is_accused_for_a_step(results):
    for id_ in TRUE_AS_PRINTED:
        assert results[id_].printed.verdict in (Verdict.PROVED, Verdict.ARGUED), id_


def test_every_statement_has_a_fingerprint(ledger):
    assert len({fingerprint(claim) for claim in ledger.values()}) > len(ledger) - 20


def test_numbers_of_the_counterexamples(results):
    def left(id_):
        return results[id_].printed.evidence["left"][0]

    assert left("label/lemma1") == pytest.approx(0.2770, abs=1e-4)
    assert left("label/eq97") == pytest.approx(0.2427, abs=1e-4)
    assert left("label/privacy4") == 1.5


def test_too_much_budget_in_the_exponential_mechanism_is_caught():
    """Planted: weights e^(epsilon n) in place of e^(epsilon n/2)."""
    a, b, c = sympy.symbols("a b c", nonnegative=True)
    t = sympy.Symbol("t", positive=True)
    sizes = [sympy.Integer(0), sympy.oo]
    variables = [Variable(t, sympy.Integer(1), sympy.oo), *(Variable(s, *sizes) for s in (a, b, c))]
    assert at_most(a / t**2 + b * t**2 + c, t * (a + b + c), *variables).check(Settings()).verdict is Verdict.REFUTED


def test_a_wrong_exponent_is_caught():
    """Planted: the rate of Theorem 11 with p in place of p - 1."""
    n, p, beta, d, epsilon = sympy.symbols("N p beta d epsilon", positive=True)
    wrong = (epsilon * n) ** (-2 * beta * p / (p * beta + d * (p - 1)))
    assert SameRate(wrong, (epsilon * n) ** -told.HEAVY_CENTRAL).check(Settings()).verdict is Verdict.REFUTED


def test_a_family_without_growth_is_not_a_refutation():
    """Planted: Theorem 12 with the bin length of (195), as a family against it."""
    r, n = sympy.symbols("r N", positive=True)
    rate = n ** sympy.Rational(-2, 3)
    statement = UpToConstant(rate / 12, rate, (Variable(n, sympy.Integer(1), sympy.oo),), family=((n, r**21),), along=r)
    assert statement.check(Settings()).verdict is Verdict.OPEN


def test_a_test_bound_that_is_too_strong_is_caught():
    """Planted: both bounds of label/own/lower2, three times as large."""
    wrong = FiniteCheck(
        "", "", lambda _: [Case(c.parameters, c.left * 3, c.right) for c in private_test.logistic_tests(_)]
    )
    assert wrong.check(Settings()).verdict is Verdict.REFUTED


def test_the_counterexample_of_lemma1_needs_unequal_points():
    """With phi constant the same Laplace test on all labels keeps the sum above 2/3."""
    laplace = signs.laplace_below(4, F(17, 100))
    assert 2 * laplace > F(2, 3).numerator / sympy.Integer(3)
