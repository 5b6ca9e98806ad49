"""kent Appendix H, Lemmas 25, 29, 30 and the tables: verdicts, counterexamples, planted defects."""

from dataclasses import replace
from fractions import Fraction as F

import pytest
import sympy

from tests.verify.papers.section import results_of
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, FiniteCheck, Identity, UpToConstant, Whole, at_most
from verify.kernel.statements.outcome import Settings, Verdict, as_arb
from verify.ours.kent import smaller_separations as mixture_spaced
from verify.ours.kent import van_trees
from verify.papers.kent import appB_theorem10_lower as mixture_edge
from verify.papers.kent import appF_complexity as complexity
from verify.papers.kent import appH2_high_privacy as high_privacy
from verify.papers.kent import s3_4_tables2_to_5 as tables
from verify.papers.kent import s4_theorem7_lower as sparse_bounds
from verify.papers.kent import s5_2_discrete_density as discrete_density
from verify.papers.kent.appH1_assouad import eq182_assouad as hypercube
from verify.papers.kent.appH1_assouad import eq188_private_bound as hypercube_bound
from verify.papers.kent.appH3_low_privacy import eq195_fluctuation as fluctuation
from verify.papers.kent.appH3_low_privacy import eq203_bound as low_privacy
from verify.papers.kent.appH4_sparse import eq205_cube as sparse_cube
from verify.papers.kent.appH4_sparse import eq206_family as sparse_lower
from verify.papers.kent.appH4_sparse import eq207_rate as sparse_rate
from verify.papers.kent.appH5_density import eq208_family as density_family
from verify.papers.kent.appH5_density import eq210_rate as density_rate
from verify.papers.kent.appH6_mixture import constructions as mixture_lower
from verify.papers.kent.appH6_mixture import eq213_conditional_assouad as mixture_conditional
from verify.papers.kent.appH6_mixture import eq215_rate as mixture_rate
from verify.papers.kent.appI_lemmas import lemma25_without_privacy as without_privacy
from verify.papers.kent.appI_lemmas import lemma29_packings as packings
from verify.papers.kent.instances import hypercubes as cubes

MODULES = (
    hypercube,
    hypercube_bound,
    high_privacy,
    without_privacy,
    fluctuation,
    low_privacy,
    van_trees,
    sparse_cube,
    sparse_lower,
    sparse_rate,
    sparse_bounds,
    density_family,
    density_rate,
    mixture_lower,
    mixture_conditional,
    mixture_rate,
    mixture_spaced,
    mixture_edge,
    packings,
    discrete_density,
    tables,
    complexity,
)
REFUTED = {
    "kent/eq189",
    "kent/eq189/mixtures",
    "kent/eq189/infimum",
    "kent/lemma25/sum",
    "kent/lemma25/chain",
    "kent/eq197",
    "kent/eq198",
    "kent/eq203",
    "kent/eq204",
    "kent/appH.3/rate",
    "kent/lemma16",
    "kent/cor17",
    "kent/appH.4/vertices",
    "kent/appH.4/rate",
    "kent/appH.4/rate/prefactor",
    "kent/appH.4/rate/eta",
    "kent/appH.4/rate/case2",
    "kent/appH.5/fam",
    "kent/appH.5/fam/holder",
    "kent/appH.5/fam/inclusion",
    "kent/eq209",
    "kent/appH.5/eq212",
    "kent/appH.6/two/lecam",
    "kent/appH.6/two/class",
    "kent/appH.6/fam",
    "kent/appH.6/fam/class",
    "kent/appH.6/fam/separation",
    "kent/appH.6/rate",
    "kent/appH.6/rate/printed",
    "kent/lemma29",
    "kent/lemma30/patterns",
    "kent/lemma30/240",
    "kent/sec5.2",
    "kent/sec5.2/separation",
    "kent/sec5.2/count",
    "kent/sec5.2/rate",
    "kent/table2",
    "kent/table2/nonprivate",
    "kent/table2/central",
    "kent/table5",
    "kent/table5/sparse-many",
    "kent/table6/mixture",
    "kent/table6",
    "kent/table6/ball",
    "kent/table6/sparse",
    "kent/thm9/lower",
    "kent/thm10/lower",
    "kent/sec4.2/third",
}
CATALOGUE = {
    "kent/eq182",
    "kent/lemma12",
    "kent/lemma13",
    "kent/thm14",
    "kent/lemma15",
    "kent/eq188",
    "kent/appH.2/fam",
    "kent/appH.2/eta",
    "kent/appH.2/rate",
    "kent/appH.3/dec",
    "kent/eq197",
    "kent/eq198",
    "kent/eq203",
    "kent/eq204",
    "kent/appH.3/rate",
    "kent/lemma25",
    "kent/appH.4/fam",
    "kent/appH.4/eta",
    "kent/lemma16",
    "kent/cor17",
    "kent/appH.4/bern",
    "kent/appH.4/rate",
    "kent/density-class",
    "kent/appH.5/fam",
    "kent/eq209",
    "kent/appH.5/eta",
    "kent/appH.5/rate",
    "kent/lemma29",
    "kent/lemma30",
    "kent/sec5.2",
    "kent/appH.6/two",
    "kent/appH.6/fam",
    "kent/appH.6/chi",
    "kent/prop18",
    "kent/lemma19",
    "kent/eq216",
    "kent/appH.6/rate",
    "kent/table2",
    "kent/table3",
    "kent/table4",
    "kent/table5",
    "kent/table6",
}


@pytest.fixture(scope="module")
def mine():
    found = [claim for module in MODULES for claim in module.CLAIMS]
    assert len({claim.id for claim in found}) == len(found)
    return {claim.id: claim for claim in found}


@pytest.fixture(scope="module")
def results():
    return results_of(MODULES)


def test_the_catalogue_is_covered(mine):
    assert set(mine) >= CATALOGUE


def test_numbers_of_the_counterexamples(results):
    def sides(id_):
        evidence = results[id_].printed.evidence
        return evidence["left"][0], evidence["right"][0]

    assert sides("kent/eq198") == pytest.approx((0.0742456, 0.0694051), rel=1e-5)
    assert sides("kent/cor17") == pytest.approx((0, 93 / 500))
    assert sides("kent/lemma16") == pytest.approx((0, 3 / 8))
    assert sides("kent/eq203") == pytest.approx((16e-12, 4e-12), rel=1e-4)


def _halved(statement):
    """The statement with the right side of every case scaled down to a hundredth."""
    return FiniteCheck("", "", lambda s: [replace(c, right=c.right / 100, left_again=None) for c in statement.cases(s)])


def _crosschecks(claim):
    statement = claim.corrected or claim.printed
    parts = [part for _, part in statement.parts] if isinstance(statement, AllOf) else [statement]
    return {name: check for part in parts for name, check in part.crosschecks}


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
        ("kent/own/X1", "exact Bayes risks"),
        ("kent/thm6i/lower", "exact Bayes risks"),
        ("kent/thm6ii/lower", "exact Bayes risks, scaled"),
        ("kent/lemma13", "one user, and two in turn"),
        ("kent/eq188", "exact Bayes risks"),
        ("kent/eq189/infimum", "exact Bayes risks through a channel"),
        ("kent/lemma25", "exact Bayes risks"),
        ("kent/appH.4/rate/prefactor", "exact Bayes risks over V*"),
        ("kent/appH.6/two/lecam", "every extreme channel: the Bayes risk"),
        ("kent/prop18", "every extreme channel, exact"),
    ],
)
def test_a_bound_a_hundred_times_too_small_is_caught(mine, id_, name):
    assert _halved(_crosschecks(mine[id_])[name]).check(Settings()).verdict is Verdict.REFUTED


def test_a_wrong_identity_is_caught():
    x = sympy.Symbol("x", positive=True)
    planted = AllOf("", {"planted": Identity((x + 1) ** 2, x**2 + x + 1)})
    assert planted.check(Settings()).verdict is Verdict.REFUTED


def test_a_constant_of_lemma15_below_ours_is_caught():
    alpha = sympy.Symbol("alpha", positive=True)
    high = Variable(alpha, sympy.Integer(0), sympy.Integer(1), open_lower=True)
    assert at_most(3 * sympy.exp(alpha) / 2, sympy.Integer(4), high).check(Settings()).verdict is Verdict.REFUTED


def test_the_whole_of_a_refuted_part_is_refuted(mine, results):
    for id_, claim in mine.items():
        if isinstance(claim.printed, Whole) and any(p in REFUTED for p in claim.printed.parts):
            assert results[id_].printed.verdict is Verdict.REFUTED, id_


def test_second_moments_agree_with_the_closed_form():
    for delta in (F(1, 4), F(1, 2)):
        assert hypercube_bound._eta_squared(cubes.shifted(2, delta)) == 4 * delta**2 / (1 - delta**2)
        assert hypercube_bound._eta_squared(cubes.sparse(2, delta)) == delta**2 / (1 - delta**2)


def test_polynomial_prior_has_information_forty():
    risk = van_trees.bayes(12, 1, F(0))
    assert F(1, 12 * F(4, 3) + 40) < risk < van_trees.prior_power(2)
    assert van_trees.prior_power(0) == 1


def test_printed_parameter_of_197_is_below_the_variance():
    for delta in (F(1, 10), F(1, 2), F(4, 5)):
        variance = sum(w * g**2 for w, _f, g in fluctuation.pieces(delta, 3))
        assert variance > 3 * delta**2 / (1 - delta**2) ** 2
        assert variance < 12 * delta**2 / (1 - delta**2) ** 2


def test_a_case_that_fails_is_found():
    wrong = FiniteCheck("", "", lambda _: [Case({}, as_arb(F(1, 3)), F(1, 4))])
    assert wrong.check(Settings()).verdict is Verdict.REFUTED


FACTORS = [
    ("kent/eq188", "exact Bayes risks", 4),
    ("kent/eq189/infimum", "exact Bayes risks through a channel", 4),
    ("kent/eq189/mixtures", "the vertices, counted", 2),
    ("kent/lemma25", "exact Bayes risks", 24),
    ("kent/appH.3/rate", "in numbers", 4),
    ("kent/own/X1", "exact Bayes risks", 2),
    ("kent/thm6i/lower", "exact Bayes risks", 8),
    ("kent/thm6ii/lower", "exact Bayes risks, scaled", 8),
    ("kent/appH.4/vertices", "exact means", 2),
    ("kent/appH.4/rate/prefactor", "exact Bayes risks over V*", 8),
    ("kent/appH.4/rate", "put in numbers at (207)", 2),
    ("kent/thm7/lower", "in numbers", 2),
    ("kent/own/thm7-every-alpha", "in numbers", 2),
    ("kent/cor8i/lower", "in numbers", 4),
    ("kent/cor8ii/lower", "in numbers", 2),
    ("kent/appH.5/fam/holder", "the steepest periodic function", 2),
    ("kent/own/thm9-lower", "in numbers", 4),
    ("kent/appH.6/two", "in numbers", 10**9),
    ("kent/appH.6/two/lecam", "every extreme channel: the Bayes risk", 8),
    ("kent/appH.6/fam/separation", "all pairs", 2),
    ("kent/appH.6/rate/printed", "opposite vertices", 2),
    ("kent/own/mixture-middle", "all pairs", 2),
    ("kent/own/mixture-answers", "exact means", 3),
    ("kent/own/mixture-edge", "monotone sequences", 5),
    ("kent/lemma19", "every extreme channel, exact", 1000),
    ("kent/own/thm10-spaced", "exact Bayes risks", 4),
    ("kent/lemma30/patterns", "enumerated", 2),
    ("kent/sec5.2/separation", "all pairs", 2),
    ("kent/sec5.2/count", "all points", 2),
    ("kent/table5/sparse-many", "the lower bound of Theorem 7 in numbers", 4),
]


@pytest.mark.parametrize(("id_", "name", "factor"), FACTORS)
def test_a_conclusion_off_by_a_factor_is_caught(mine, id_, name, factor):
    """The conclusion's side times the factor that a slip would lose or gain."""
    check = _crosschecks(mine[id_])[name]
    wrong = replace(check, cases=lambda s: [replace(c, left=c.left * factor, left_again=None) for c in check.cases(s)])
    assert wrong.check(Settings()).verdict is Verdict.REFUTED


def test_the_family_of_the_counterexample_to_17_meets_its_conditions():
    law = sparse_cube._hidden(3, F(1, 10))
    assert len({tuple(sorted(p.masses)) for p in law.values()}) == 8
    assert all(sum(p for _, p in one) == 1 for one in law.values())
    same = sparse_cube._hidden(3, F(0))
    assert sparse_cube._sides(same, 0, F(1, 2)) == 0
    assert sparse_cube._sides(law, 0, F(1, 2)) == F(1, 10)


def test_the_answers_of_the_majority_are_those_of_enumeration():
    for samples in (1, 3, 5):
        for theta in (F(-1, 3), F(1, 2)):
            value = sum(c * theta**i for i, c in enumerate(van_trees.sent(samples, F(1, 4))))
            up = sum(p for k, p in fluctuation.binomial(samples, (1 + theta) / 2) if 2 * k > samples)
            assert value == F(1, 4) + F(1, 2) * up


def test_a_risk_that_does_not_gain_from_blocks_refutes_nothing(mine):
    """Planted: blocks of one component, so that the estimator's risk is of the order of the printed bound or above."""
    printed = mine["kent/thm10/lower"].printed
    assert isinstance(printed, UpToConstant)
    r = printed.along
    family = tuple((symbol, sympy.Integer(1) if str(symbol) == "b" else value) for symbol, value in printed.family)
    assert replace(printed, family=family).check(Settings()).verdict is Verdict.OPEN
    m, n, t = r**16, 2 * r**36, r**35
    for power, limit in ((m**2, n), (m**2, t)):
        assert sympy.limit(power * sympy.log(n * t) / limit, r, sympy.oo) == 0


def test_the_offsets_of_the_largest_separation_are_monotone():
    for offsets in mixture_edge._offsets(3, 4):
        assert list(offsets) == sorted(offsets)
        assert 0 <= offsets[0] <= offsets[-1] <= F(2, 3)
