"""zhao Sections 4.2 to 6 with Theorem 3, Table 1 and the appendices: verdicts, counterexamples, planted defects."""

from dataclasses import replace
from fractions import Fraction as F

import pytest
import sympy

from tests.verify.papers.section import results_of
from tests.verify.papers.zhao.ids import SECTION_4_2
from verify.kernel.prover import Variable
from verify.kernel.statements import Case, FiniteCheck, Identity, SameRate, UpToConstant, Whole, at_most
from verify.kernel.statements.outcome import Settings, Verdict, as_arb
from verify.ours.zhao.vectors_lower import (
    averaged_assouad,
)
from verify.ours.zhao.vectors_lower import (
    hamming_distance as quarter,
)
from verify.ours.zhao.vectors_lower import (
    mutual_information as product_information,
)
from verify.papers.zhao import (
    appB4_heavy_tails as heavy_vectors,
)
from verify.papers.zhao import (
    appD1_hadamard_transform as transform,
)
from verify.papers.zhao import (
    appE1_hadamard_transform as regression_transform,
)
from verify.papers.zhao import (
    appE2_regression_upper as regression,
)
from verify.papers.zhao import (
    appE3_regression_lower as regression_lower,
)
from verify.papers.zhao import (
    appF_margin_integral as auxiliary,
)
from verify.papers.zhao import (
    s1_table1 as table,
)
from verify.papers.zhao import (
    setting,
)
from verify.papers.zhao.appA2_first_stage import eq24_votes as localise
from verify.papers.zhao.appA2_first_stage import eq41_success as success
from verify.papers.zhao.appA3_second_stage import eq43_bias as refine
from verify.papers.zhao.appA3_second_stage import eq54_variance as variance
from verify.papers.zhao.appA4_lower import eq57_two_points as two_point
from verify.papers.zhao.appA4_lower import eq64_bounds as lower
from verify.papers.zhao.appA5_heavy_tails import eq71_risk as heavy_tails
from verify.papers.zhao.appA5_heavy_tails import eq73_tail as heavy_lemma
from verify.papers.zhao.appB2_vectors_lower import hypercubes
from verify.papers.zhao.appB2_vectors_lower import pinsker as product_pinsker
from verify.papers.zhao.appB2_vectors_lower import rates as hypercube_rates
from verify.papers.zhao.appD2_classification_upper import (
    eq142_tails as classification,
)
from verify.papers.zhao.appD2_classification_upper import (
    eq166_rates as classification_rates,
)
from verify.papers.zhao.appD2_classification_upper import (
    eq172_low_privacy as low_privacy,
)
from verify.papers.zhao.appD3_classification_lower import (
    eq176_bumps as classification_lower,
)
from verify.papers.zhao.appD3_classification_lower import (
    theorem10_margin as classification_margin,
)
from verify.papers.zhao.s4_2_vectors import eq5_rates as multivariate
from verify.papers.zhao.s4_2_vectors import lemma1_kashin as kashin
from verify.papers.zhao.s5_optimisation import theorem8 as optimisation

BASE = (setting, localise, success, refine, variance, two_point, lower)
MODULES = (
    table,
    heavy_lemma,
    heavy_tails,
    kashin,
    multivariate,
    heavy_vectors,
    product_pinsker,
    hypercubes,
    averaged_assouad,
    quarter,
    product_information,
    hypercube_rates,
    optimisation,
    transform,
    classification,
    low_privacy,
    classification_rates,
    classification_lower,
    classification_margin,
    regression_transform,
    regression,
    regression_lower,
    auxiliary,
)
CATALOGUE = [
    "table1",
    *SECTION_4_2,
    "assumption1",
    "thm8/upper",
    "eq125",
    "eq126",
    "eq128",
    "eq122",
    "assumption2",
    "eq18",
    "thm9/upper",
    "own/floor-learning",
    "eq134",
    "lemma6",
    "lemma7",
    "eq154",
    "eq161",
    "eq168",
    "eq171",
    "eq172",
    "lemma11",
    "thm10/lower",
    "family/classification",
    "eq187",
    "eq189",
    "thm11/upper",
    "lemma8",
    "eq201",
    "lemma9",
    "eq207",
    "eq212",
    "eq214",
    "eq220",
    "thm12/lower",
    "family/regression",
    "lemma10",
]


@pytest.fixture(scope="module")
def ledger():
    claims = [claim for module in (*BASE, *MODULES) for claim in module.CLAIMS]
    assert len({claim.id for claim in claims}) == len(claims)
    return {claim.id: claim for claim in claims}


@pytest.fixture(scope="module")
def results():
    return results_of(MODULES)


def test_every_catalogue_id_is_there(results):
    assert {f"zhao/{name}" for name in CATALOGUE} <= set(results)


def test_numbers_of_the_counterexamples(results):
    assert results["zhao/eq100/mass"].printed.evidence["left_exact"] == "225/16384"
    assert results["zhao/eq100/end"].printed.evidence["right_exact"] == "3/256"
    assert results["zhao/eq214"].printed.evidence["left_exact"] == "1/6"
    left, right = (results["zhao/eq100/101"].printed.evidence[side][0] for side in ("left", "right"))
    assert left == pytest.approx(2.8978e-4, rel=1e-4)
    assert right == pytest.approx(2.25e-4, rel=1e-12)


def test_a_linear_kashin_map_would_need_a_growing_constant(ledger):
    family = ledger["zhao/lemma1"].printed
    assert replace(family, right=sympy.Integer(1)).check(Settings()).verdict is not Verdict.REFUTED


def test_the_single_sample_mass_is_caught_in_the_corrected_bound(ledger):
    """Planted: the printed mass 1/d put back into the corrected finite check."""

    def planted(settings):
        for case in product_pinsker._true_mass(settings):
            size, samples = case.parameters["d"], case.parameters["m"]
            yield replace(case, right=case.right / as_arb(size * (1 - (1 - F(1, size)) ** samples)))

    (_, axis), *_ = ledger["zhao/eq100/mass"].corrected.parts
    (_, check), *_ = axis.crosschecks
    assert replace(check, cases=planted).check(Settings()).verdict is Verdict.REFUTED


def test_a_smaller_bound_on_the_sum_of_divergences_is_caught(ledger):
    """Planted: a hundredth of the bound."""

    def planted(settings):
        for case in averaged_assouad._divergences(settings):
            yield replace(case, right=case.right / 100)

    (_, check), *_ = ledger["zhao/own/averaged-assouad"].corrected.crosschecks
    assert replace(check, cases=planted).check(Settings()).verdict is Verdict.REFUTED


def test_the_printed_exponent_of_lemma6_is_caught_by_the_crosscheck(ledger):
    def planted(_):
        yield classification._tail_case(200, 4, F(7, 5), 2)

    (_, check), *_ = ledger["zhao/lemma6"].corrected.crosschecks
    assert check.check(Settings()).verdict is Verdict.CHECKED
    assert replace(check, cases=planted).check(Settings()).verdict is Verdict.REFUTED


def test_planted_identity_rate_and_family(ledger):
    m, n = sympy.symbols("m n", positive=True)
    assert SameRate(m * sympy.log(n), m).check(Settings()).verdict is Verdict.REFUTED
    balance = ledger["zhao/eq220"].printed
    dropped = replace(balance, solution=balance.solution.subs(sympy.log(sympy.Symbol("n", positive=True)), 1))
    assert dropped.check(Settings()).verdict is Verdict.REFUTED
    family = ledger["zhao/thm6/lower"].printed
    assert isinstance(family, UpToConstant)
    assert replace(family, left=sympy.Integer(1)).check(Settings()).verdict is not Verdict.REFUTED
    assert Identity(m / (2 * m), sympy.Rational(1, 3)).check(Settings()).verdict is Verdict.REFUTED


def test_the_threshold_of_the_quarter_is_needed():
    """A floor of 1/5 of information per coordinate would not leave a quarter of errors."""
    assert (1 - sympy.sqrt(2 * sympy.Rational(1, 5))) / 2 < sympy.Rational(1, 4)
    x = sympy.Symbol("x", nonnegative=True)
    domain = Variable(x, sympy.Integer(0), sympy.Integer(1))
    assert at_most(sympy.exp(x) - 1, sympy.Rational(3, 2) * x, domain).check(Settings()).verdict is Verdict.REFUTED


def test_a_refuted_premise_does_not_stand_in_a_whole(results, ledger):
    whole = ledger["zhao/eq100"].printed
    assert isinstance(whole, Whole)
    found = whole.conclude(whole.check(Settings()), results)
    assert found.verdict is Verdict.REFUTED


def test_a_broken_crosscheck_breaks_its_derivation(ledger):
    derived = ledger["zhao/family/hadamard-hypercube/110"].corrected
    wrong = FiniteCheck("1 <= 0", "one case", lambda _: iter([Case({}, F(1), F(0))]))
    assert derived.beside(("planted", wrong)).check(Settings()).verdict is Verdict.REFUTED
