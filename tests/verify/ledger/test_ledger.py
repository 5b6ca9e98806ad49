"""The ledger as a whole: ids, dependencies, lock, fingerprints."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
import sympy

from notation.parameters import ParameterError
from upperbounds.mean import kent
from verify.kernel.statements import Case, FiniteCheck, Identity, PlanPrivacy
from verify.kernel.statements.outcome import Outcome, Settings, Verdict, as_arb, enclosure, weakest
from verify.ledger import lock
from verify.ledger.collect import claims, select, with_premises
from verify.ledger.fingerprint import fingerprint
from verify.ledger.run import run

REQUIRED = [
    "zhao/def1",
    "zhao/prop1",
    "zhao/alg1",
    "zhao/alg1/privacy",
    "zhao/thm1/upper",
    "zhao/lemma2",
    "zhao/lemma3",
    "zhao/lemma4",
    "zhao/eq41",
    "zhao/eq49",
    "zhao/eq50",
    "zhao/eq53",
    "zhao/eq55",
    "zhao/eq56",
    "zhao/thm2/lower",
    "zhao/thm2/floor",
    "zhao/family/two-point",
    "zhao/eq62",
    "zhao/contraction",
    "zhao/eq63",
    "zhao/eq66",
    "zhao/eq64",
    "zhao/text-after-thm1",
    "kent/def1",
    "kent/lemma28",
    "kent/alg2/privacy",
    "kent/alg10/privacy",
    "kent/example1a",
    "kent/example1b",
    "kent/alg2",
    "kent/alg3",
    "kent/alg11",
    "kent/eq104",
    "kent/appG.1/p",
    "kent/eq106",
    "kent/eq107",
    "kent/eq108",
    "kent/eq110",
    "kent/eq111",
    "kent/eq113",
    "kent/eq114",
    "kent/eq117",
    "kent/eq118",
    "kent/eq119x",
    "kent/eq119",
    "kent/thm6/upper1",
    "bassily/alg2",
    "bassily/alg2/privacy",
    "bassily/lemmaB.1",
    "bassily/lemmaB.1/c",
    "bassily/lemmaB.1/a",
    "bassily/lemmaB.1/b",
    "bassily/lemmaB.1/d",
]


@pytest.mark.parametrize("id_", REQUIRED)
def test_required_claims_are_there(id_: str) -> None:
    assert id_ in claims()


def test_every_claim_is_locked_with_its_fingerprint() -> None:
    locked = lock.load()
    assert set(locked) == set(claims())
    stale = [id_ for id_, claim in claims().items() if locked[id_]["fingerprint"] != fingerprint(claim)]
    assert stale == []


def test_no_claim_of_a_finite_dimensional_inequality_is_merely_supported() -> None:
    for id_, entry in lock.load().items():
        if "supported" in (entry["printed"], entry["corrected"]):
            assert id_.split("/")[1] == "own", id_


KNOWN_MACROS = set(
    """Big Delta Pi Rightarrow alpha approx arg bar begin big cap cdot check cosh cup e emptyset end epsilon exists exp
    forall frac gamma ge gtrsim hat in inf infty int lambda lceil le left lesssim lim ln log mathbb mathcal mathrm max
    mid min mu ne omega operatorname otimes overline pi pm quad rceil right sigma sqrt subset subseteq sum sup tanh tau
    text textstyle tfrac theta tilde times to varepsilon vee wedge Gamma Lambda Theta asymp beta delta ell eta ldots
    lfloor rfloor mathbf nabla nu sim vec rho Phi circ liminf dots binom varphi psi phi chi kappa prod bigcap bigcup
    setminus langle rangle xi zeta limsup sinh coth arctan Sigma Omega perp ast star hbox mathsf odot oplus
    equiv varrho cdots notin iff iota varsigma tbinom cos sin limits mathfrak nexists Pr lVert rVert widehat""".split()  # noqa: SIM905
)


@pytest.mark.parametrize("id_", list(claims()))
def test_statements_are_well_formed_latex(id_: str) -> None:
    """Balanced braces, and no macro that runs into the letter after it."""
    claim = claims()[id_]
    for statement in (claim.printed, claim.corrected):
        if statement is not None:
            text = statement.latex()
            assert text.count("{") == text.count("}")
            assert set(re.findall(r"\\([A-Za-z]+)", text)) <= KNOWN_MACROS


def test_premises_come_before_what_leans_on_them() -> None:
    order = [claim.id for claim in with_premises(list(claims().values()))]
    for claim in claims().values():
        assert all(order.index(below) < order.index(claim.id) for below in claim.depends_on)


def test_selection_is_exact_and_stars_cross_slashes() -> None:
    assert [c.id for c in select(("zhao/lemma3",))] == ["zhao/lemma3"]
    assert {c.id for c in select(("zhao/lemma3*",))} > {"zhao/lemma3", "zhao/lemma3/29"}
    with pytest.raises(ParameterError, match="no such claim"):
        select(("zhao/lemma99",))


def test_finite_checks_count_what_they_find() -> None:
    def settle(left: object, right: object, sense: str = "<=") -> Verdict:
        return FiniteCheck("t", "s", lambda _: [Case({}, left, right)], sense).check(Settings()).verdict  # type: ignore[arg-type]

    wide = as_arb(0).union(as_arb(2))
    assert settle(1, 1) is Verdict.CHECKED
    assert settle(1, 1, "<") is Verdict.REFUTED
    assert settle(wide, 1) is Verdict.OPEN
    assert settle(wide, 3) is Verdict.CHECKED
    assert settle(as_arb(1), 1, "==") is Verdict.OPEN
    disagree = FiniteCheck("t", "s", lambda _: [Case({}, 1, 2, left_again=5)])
    assert disagree.check(Settings()).verdict is Verdict.OPEN


def test_identities_are_refuted_at_a_point_and_proved_by_two_routes() -> None:
    x = sympy.Symbol("x", positive=True)
    assert Identity((x + 1) ** 2, x**2 + 2 * x + 1).check(Settings()).verdict is Verdict.PROVED
    assert Identity((x + 1) ** 2, x**2 + 2 * x + 2).check(Settings()).verdict is Verdict.REFUTED


def test_verdicts_combine_to_the_weakest() -> None:
    assert weakest([]) is Verdict.PROVED
    assert weakest([Verdict.PROVED, Verdict.SUPPORTED, Verdict.CHECKED]) is Verdict.SUPPORTED
    assert weakest([Verdict.OPEN, Verdict.REFUTED]) is Verdict.REFUTED


def test_enclosures_are_rounded_outward_and_floats_are_refused() -> None:
    low, high = enclosure(sympy.Rational(1, 3))
    assert low <= 1 / 3 <= high
    assert low < high
    with pytest.raises(TypeError, match="neither exact"):
        as_arb(0.5)


def test_a_run_gives_the_same_results_with_two_processes() -> None:
    chosen = select(("zhao/lemma4*", "kent/alg2*"))
    one, two = (run(chosen, Settings(), jobs=jobs) for jobs in (1, 2))

    def told(result: Outcome | None) -> object:
        return None if result is None else (result.verdict, result.evidence)

    assert [(told(r.printed), told(r.corrected)) for r in one.results.values()] == [
        (told(r.printed), told(r.corrected)) for r in two.results.values()
    ]


def test_privacy_statements_name_who_overspends() -> None:
    honest = PlanPrivacy("t", kent.algorithm2_symbolic)
    assert honest.check(Settings()).evidence["spend"][0]["users"] == "1..2"
    strict = replace(honest, multiple=Fraction(1, 2))
    assert strict.check(Settings()).verdict is Verdict.REFUTED


def test_this_suite_was_collected(request: pytest.FixtureRequest) -> None:
    """A floor under the number of tests, where the whole suite runs."""
    if len({item.fspath for item in request.session.items}) > 8:
        assert len(request.session.items) >= 900
