"""kent Appendix H, Lemmas 25, 29, 30 and the tables: verdicts, counterexamples, planted defects."""

from dataclasses import replace
from fractions import Fraction as F

import pytest
import sympy

from verify.ledger import claims
from verify.outcome import Settings, Verdict, as_arb
from verify.papers.kent import (
    cubes,
    density_family,
    high_privacy,
    hypercube,
    hypercube_bound,
    low_privacy,
    mixture_lower,
    mixture_rate,
    packings,
    sparse_cube,
    sparse_lower,
    sparse_rate,
    tables,
    van_trees,
)
from verify.record import Result
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, Whole, at_most

MODULES = (
    hypercube,
    hypercube_bound,
    high_privacy,
    low_privacy,
    van_trees,
    sparse_cube,
    sparse_lower,
    sparse_rate,
    density_family,
    mixture_lower,
    mixture_rate,
    packings,
    tables,
)
CHECKED = {
    "kent/lemma13",
    "kent/thm14",
    "kent/prop18",
    "kent/own/van-trees",
    "kent/own/X1",
    "kent/thm6i/lower",
    "kent/thm6ii/lower",
    "kent/appH.3/rate",
    "kent/sec5.2",
    "kent/sec5.2/count",
}
REFUTED = {
    "kent/eq189", "kent/eq189/mixtures", "kent/eq189/infimum",
    "kent/lemma25/delta", "kent/lemma25/sum", "kent/lemma25/chain",
    "kent/eq197", "kent/eq198", "kent/eq203", "kent/eq204", "kent/appH.3/rate",
    "kent/lemma16", "kent/cor17",
    "kent/appH.4/eta/display", "kent/appH.4/vertices", "kent/appH.4/rate",
    "kent/appH.4/rate/prefactor", "kent/appH.4/rate/eta", "kent/appH.4/rate/case2",
    "kent/appH.5/fam", "kent/appH.5/fam/holder", "kent/appH.5/fam/inclusion", "kent/eq209", "kent/appH.5/eq212",
    "kent/appH.6/two", "kent/appH.6/two/lecam", "kent/appH.6/two/class",
    "kent/appH.6/fam", "kent/appH.6/fam/class", "kent/appH.6/fam/separation",
    "kent/appH.6/rate", "kent/appH.6/rate/printed",
    "kent/lemma29", "kent/lemma30/patterns", "kent/lemma30/240",
    "kent/sec5.2", "kent/sec5.2/separation", "kent/sec5.2/count", "kent/sec5.2/rate",
    "kent/table2", "kent/table2/nonprivate", "kent/table2/central",
    "kent/table3", "kent/table3/central", "kent/table5", "kent/table5/sparse-many", "kent/table6/mixture",
    "kent/table6", "kent/table6/ball", "kent/table6/sparse",
}  # fmt: skip
CATALOGUE = {
    "kent/eq182", "kent/lemma12", "kent/lemma13", "kent/thm14", "kent/lemma15", "kent/eq188", "kent/appH.2/fam",
    "kent/appH.2/eta", "kent/appH.2/rate", "kent/appH.3/dec", "kent/eq197", "kent/eq198", "kent/eq203", "kent/eq204",
    "kent/appH.3/rate", "kent/lemma25", "kent/appH.4/fam", "kent/appH.4/eta", "kent/lemma16", "kent/cor17",
    "kent/appH.4/bern", "kent/appH.4/rate", "kent/density-class", "kent/appH.5/fam", "kent/eq209", "kent/appH.5/eta",
    "kent/appH.5/rate", "kent/lemma29", "kent/lemma30", "kent/sec5.2", "kent/appH.6/two", "kent/appH.6/fam",
    "kent/appH.6/chi", "kent/prop18", "kent/lemma19", "kent/eq216", "kent/appH.6/rate", "kent/table2", "kent/table3",
    "kent/table4", "kent/table5", "kent/table6",
}  # fmt: skip


@pytest.fixture(scope="module")
def mine():
    found = [claim for module in MODULES for claim in module.CLAIMS]
    assert len({claim.id for claim in found}) == len(found)
    return {claim.id: claim for claim in found}


@pytest.fixture(scope="module")
def results(mine):
    everything = claims() | mine
    found = {}

    def judge(claim):
        for premise in claim.depends_on:
            if premise not in found:
                judge(everything[premise])
        outcomes = [
            statement and statement.conclude(statement.check(Settings()), found)
            for statement in (claim.printed, claim.corrected)
        ]
        found[claim.id] = Result(claim, *outcomes, 0.0)

    for claim in mine.values():
        if claim.id not in found:
            judge(claim)
    return {id_: found[id_] for id_ in mine}


def test_the_catalogue_is_covered(mine):
    assert set(mine) >= CATALOGUE


def test_every_verdict_is_the_expected_one(results):
    for id_, result in results.items():
        if result.standing is None:
            continue
        expected = Verdict.CHECKED if id_ in CHECKED else Verdict.PROVED
        assert result.standing.verdict is expected, id_
        if result.printed is not None:
            assert (result.printed.verdict is Verdict.REFUTED) is (id_ in REFUTED), id_


def test_what_is_refuted_is_explained(mine, results):
    for id_ in REFUTED:
        claim = mine[id_]
        assert claim.correction, id_
        assert claim.severity is not None, id_
        assert results[claim.theorem].standing.verdict in (Verdict.PROVED, Verdict.CHECKED), id_


def test_counterexamples_have_two_routes(mine, results):
    for id_ in REFUTED:
        if isinstance(mine[id_].printed, FiniteCheck):
            assert "left_second_route" in results[id_].printed.evidence, id_


def test_numbers_of_the_counterexamples(results):
    def sides(id_):
        evidence = results[id_].printed.evidence
        return evidence["left"][0], evidence["right"][0]

    assert sides("kent/eq198") == pytest.approx((0.0742456, 0.0694051), rel=1e-5)
    assert sides("kent/cor17") == pytest.approx((0, 54 / 125))
    assert sides("kent/lemma16") == pytest.approx((0, 3 / 8))
    assert sides("kent/eq203") == pytest.approx((16e-12, 4e-12), rel=1e-4)


def _halved(statement):
    """The statement with the right side of every case scaled down to a hundredth."""
    return FiniteCheck("", "", lambda s: [replace(c, right=c.right / 100, left_again=None) for c in statement.cases(s)])


def _crosschecks(claim):
    statement = claim.corrected or claim.printed
    return dict(statement.crosschecks)


@pytest.mark.parametrize(
    ("id_", "name"),
    [
        ("kent/lemma12", "exact Bayes risks of (190)"),
        ("kent/own/cube-kl", "one user, and two in turn"),
        ("kent/own/cube-chi", "all extreme channels"),
        ("kent/own/bessel", "all extreme channels, exact"),
        ("kent/eq198", "extreme channels and k-ary response"),
        ("kent/cor17", "Bayes risks over V*"),
        ("kent/eq216", "every extreme channel, exact"),
        ("kent/own/X1/score", "exact traces"),
    ],
)
def test_a_bound_a_hundred_times_too_small_is_caught(mine, id_, name):
    assert _halved(_crosschecks(mine[id_])[name]).check(Settings()).verdict is Verdict.REFUTED


def test_a_wrong_identity_in_a_derivation_is_caught():
    x = sympy.Symbol("x", positive=True)
    planted = Derived("", (), AllOf("", (("planted", Identity((x + 1) ** 2, x**2 + x + 1)),)))
    assert planted.check(Settings()).verdict is Verdict.REFUTED


def test_a_constant_of_lemma15_below_ours_is_caught():
    alpha = sympy.Symbol("alpha", positive=True)
    from verify.prover import Variable

    high = Variable(alpha, sympy.Integer(0), sympy.Integer(1), open_lower=True)
    assert at_most(3 * sympy.exp(alpha) / 2, sympy.Integer(4), high).check(Settings()).verdict is Verdict.REFUTED


def test_the_whole_of_a_refuted_part_is_refuted(results):
    for id_, result in results.items():
        if isinstance(result.claim.printed, Whole) and any(p in REFUTED for p in result.claim.printed.parts):
            assert result.printed.verdict is Verdict.REFUTED, id_


def test_second_moments_agree_with_the_closed_form():
    for delta in (F(1, 4), F(1, 2)):
        assert hypercube_bound._eta_squared(cubes.shifted(2, delta)) == 4 * delta**2 / (1 - delta**2)
        assert hypercube_bound._eta_squared(cubes.sparse(2, delta)) == delta**2 / (1 - delta**2)


def test_polynomial_prior_has_information_forty():
    risk = van_trees._bayes(12, F(0))
    assert F(1, 12 * F(4, 3) + 40) < risk < van_trees._beta(2)
    assert van_trees._beta(0) == 1


def test_printed_parameter_of_197_is_below_the_variance():
    for delta in (F(1, 10), F(1, 2), F(4, 5)):
        variance = sum(w * g**2 for w, _f, g in low_privacy.pieces(delta, 3))
        assert variance > 3 * delta**2 / (1 - delta**2) ** 2
        assert variance < 12 * delta**2 / (1 - delta**2) ** 2


def test_full_profile_gives_the_same_verdicts(mine):
    for id_ in ("kent/lemma13", "kent/own/bessel"):
        statement = mine[id_].corrected or mine[id_].printed
        assert statement.check(Settings(quick=False)).verdict in (Verdict.PROVED, Verdict.CHECKED), id_


def test_a_case_that_fails_is_found():
    wrong = FiniteCheck("", "", lambda _: [Case({}, as_arb(F(1, 3)), F(1, 4))])
    assert wrong.check(Settings()).verdict is Verdict.REFUTED
