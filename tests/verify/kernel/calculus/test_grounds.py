"""A proof of a fact is a chain from other facts, without circles; what a chain rests on is listed."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from verify.kernel.calculus import (
    Chain,
    Expectation,
    Schema,
    Settings,
    Statement,
    Variance,
    at_most,
    equal,
    line,
    random_real,
    words,
)
from verify.kernel.calculus import grounds as grounds_module
from verify.kernel.calculus.grounds import closed_by, graded, grounds, proof_of, unproved
from verify.kernel.calculus.reasons import Case, Grade
from verify.kernel.calculus.values import OUTCOMES
from verify.kernel.rocq import library
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.finite import AllOf
from verify.kernel.statements.outcome import RESTS_ON, Outcome, Verdict
from verify.ledger.collect import all_facts, claims
from verify.ledger.wording import resting

X = random_real("X")
SQUARE, SPREAD, MOST = Expectation(X**2), Variance(X), Expectation(X**4)


def coins() -> Iterator[Case]:
    """X on two places."""
    for places in combinations(map(Fraction, (-2, 0, 1, 3)), 2):
        yield (X,), {OUTCOMES: tuple((Fraction(1, 2), {X: x}) for x in places)}


def fact(name: str, grade: Grade, conclusion: Any, proof: Callable[[], Chain] | None = None) -> Schema:
    """A fact about X without hypotheses."""
    stated = Statement(conclusion)
    return Schema(name, grade, "of a test", lambda x: stated.at({X: x}) if x != X else stated, (X,), coins, proof=proof)


BASE = fact("base", "theorem", at_most(SPREAD, SQUARE))
UNSHOWN = fact("unshown", "lemma", at_most(SQUARE, MOST + 1))
NOUN = fact("noun", "definition", equal(SQUARE, SQUARE))
SHOWN = fact(
    "shown",
    "lemma",
    at_most(SPREAD, MOST + 1),
    lambda: line(SPREAD).le(SQUARE, BASE(X)).le(MOST + 1, UNSHOWN(X)),
)
LONG = fact("long", "theorem", at_most(SPREAD, MOST + 2), lambda: line(SPREAD).le(MOST + 2, SHOWN(X)))
FACTS = (BASE, UNSHOWN, NOUN, SHOWN, LONG)
"""Where the calculus looks for a fact of this module."""


def test_a_fact_stands_on_what_its_chain_uses() -> None:
    assert [proof_of(one) for one in FACTS[:5]] == [None, None, None, "chain", "chain"]
    assert [graded(one) for one in FACTS[:5]] == ["axiom", "lemma", "definition", "lemma", "theorem"]
    found = grounds([LONG, NOUN])
    assert found.believed == (BASE, UNSHOWN, NOUN)
    assert (found.axioms, found.lemmas) == (["base"], ["unshown"])


CIRCLE = (
    fact("the hen", "lemma", at_most(SPREAD, MOST + 1), lambda: line(SPREAD).le(MOST + 1, CIRCLE[1](X))),
    fact("the egg", "lemma", at_most(SPREAD, MOST + 1), lambda: line(SPREAD).le(MOST + 1, CIRCLE[0](X))),
)
FACTS += CIRCLE


def test_a_circle_proves_nothing() -> None:
    assert unproved(CIRCLE[0]) == "it is proved from itself: the hen -> the egg -> the hen"
    assert [proof_of(one) for one in CIRCLE] == [None, None]
    assert grounds(CIRCLE).lemmas == ["the hen", "the egg"]


Y = random_real("Y")
WRONG: list[tuple[Schema, str]] = [
    (BASE, "it has no chain"),
    (replace(SHOWN, proof=lambda: line(SPREAD).le(SQUARE, BASE(X))), "the chain shows"),
    (replace(SHOWN, proof=lambda: line(SPREAD).le(MOST + 1, BASE(X))), "step 1"),
    (replace(SHOWN, proof=lambda: line(SPREAD).le(MOST + 1, words("clear"))), "informal step: clear"),
    (
        replace(SHOWN, proof=lambda: line(SPREAD, given=(at_most(SPREAD, MOST),)).le(MOST + 1, at_most(SPREAD, MOST))),
        "the chain shows",
    ),
    (replace(SHOWN, finds=(X,)), "a chain proves what holds for all values of letters"),
    (replace(SHOWN, letters=(X + Y,)), "a chain proves what holds for all values of letters"),
]


@pytest.mark.parametrize(("wrong", "why"), WRONG, ids=[why for _, why in WRONG])
def test_a_chain_that_shows_less_is_no_proof(wrong: Schema, why: str) -> None:
    assert why in unproved(wrong)
    assert proof_of(wrong) is None


CITED = line(SPREAD).le(MOST + 2, LONG(X))


def test_a_chain_lists_its_axioms_and_lemmas() -> None:
    outcome = CITED.check(Settings())
    assert outcome is not None
    assert {kind: outcome.evidence[kind] for kind in RESTS_ON} == {"axioms": ["base"], "lemmas": ["unshown"]}
    assert outcome.evidence["textbook"] == ["long: of a test"]


def test_what_a_chain_uses_is_listed_down_to_the_claims_below() -> None:
    """Of a claim that is cited, in parts and in a whole."""
    below = Claim("a/b", "Lemma 1", Kind.INEQUALITY, "cited", printed=CITED)
    upper = line(SPREAD).le(MOST + 3, below)
    verdicts: Any = {
        "a/b": SimpleNamespace(claim=below, printed=CITED.check(Settings()), corrected=None, standing=None)
    }
    for statement in (upper, AllOf("", {"one": upper, "two": line(SQUARE).le(SQUARE + 1)})):
        own = statement.check(Settings())
        assert own is not None
        assert own.evidence["axioms"] == []
        found = statement.conclude(own, verdicts)
        assert found is not None
        assert {kind: found.evidence[kind] for kind in RESTS_ON} == {"axioms": ["base"], "lemmas": ["unshown"]}
        assert resting({"axioms": found.evidence["axioms"], "lemmas": found.evidence["lemmas"]}) == [
            "axioms: 1 (theorems of the literature, not proved here): base",
            "lemmas: 1 (not proved here): unshown",
        ]


def test_what_rests_on_a_lemma_without_a_proof_is_argued() -> None:
    """At any depth: below a chain that proves a fact, below a chain that is a reason, below a claim."""
    direct, deep = line(SQUARE).le(MOST + 1, UNSHOWN(X)), CITED
    inner = line(SPREAD).le(MOST + 3, deep)
    for chain in (direct, deep, inner):
        found = chain.check(Settings())
        assert found is not None
        assert found.verdict is Verdict.ARGUED
        assert found.evidence["words"] == ["unshown: a lemma that is not proved here"]
    assert direct.display()["chain"][0]["words"] == ["unshown"]
    below = Claim("a/b", "Lemma 1", Kind.INEQUALITY, "cited", printed=direct)
    upper = line(SQUARE).le(MOST + 2, below)
    own, cited = upper.check(Settings()), direct.check(Settings())
    assert own is not None
    assert own.verdict is Verdict.PROVED
    verdicts: Any = {"a/b": SimpleNamespace(claim=below, printed=cited, corrected=None, standing=cited)}
    found = upper.conclude(own, verdicts)
    assert found is not None
    assert found.verdict is Verdict.ARGUED


def test_axioms_definitions_and_proved_lemmas_leave_a_chain_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = line(SPREAD).le(SQUARE, BASE(X)).eq(SQUARE)
    outcome = chain.check(Settings())
    assert outcome is not None
    assert (outcome.verdict, outcome.evidence["words"]) == (Verdict.PROVED, [])
    assert chain.display()["chain"][0]["words"] == []
    monkeypatch.setattr(library, "proofs", lambda: {"unshown": "of_rocq"})
    for remembered in (grounds_module._below, proof_of):
        remembered.cache_clear()
    try:
        proved = line(SQUARE).le(MOST + 1, UNSHOWN(X)).check(Settings())
        assert proved is not None
        assert (proved.verdict, proved.evidence["lemmas"]) == (Verdict.PROVED, [])
    finally:
        for remembered in (grounds_module._below, proof_of):
            remembered.cache_clear()


FALSE = fact("false", "lemma", at_most(SQUARE, SPREAD))
FROM_FALSE = fact(
    "from what is false", "lemma", at_most(SQUARE, SPREAD + 1), lambda: line(SQUARE).le(SPREAD, FALSE(X)).le(SPREAD + 1)
)
FACTS += (FALSE, FROM_FALSE)


def test_a_fact_that_only_a_proof_uses_is_tested_on_its_cases() -> None:
    outcome = line(SQUARE).le(SPREAD + 1, FROM_FALSE(X)).check(Settings())
    assert outcome is not None
    assert outcome.verdict is Verdict.OPEN
    assert "false: " in outcome.evidence["reason"]


PROVED = [one for one in all_facts() if one.proof is not None]


@pytest.mark.parametrize("one", PROVED, ids=lambda one: one.name)
def test_every_proof_in_the_list_holds(one: Schema) -> None:
    assert unproved(one) == ""
    # What a chain shows in letters is what the fact says at other arguments.
    for arguments, _ in one.cases():
        assert one.build(*arguments) == one.statement.at(
            {x: a for x, a in zip(one.letters, arguments, strict=True) if x in one.statement.free()}
        )


def test_the_facts_that_rocq_proves_are_facts_and_its_lemmas_are_there() -> None:
    table = library.folder() / "closed_facts.txt"
    rows = [line.split("\t") for line in table.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert {row[0] for row in rows} <= {one.name for one in all_facts()}
    assert {row[0] for row in rows} == {*library.proofs()}


def test_a_lemma_that_rocq_proves_is_proved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "closed_facts.txt").write_text("base\tbase_of\tA.v\nunshown\tnot_there\tA.v\nnoun\tadmitted\tA.v\n")
    (tmp_path / "A.v").write_text("Lemma base_of : True.\nProof. exact I. Qed.\nLemma admitted : True.\nAdmitted.\n")
    assert library.proofs(tmp_path) == {"base": "base_of"}
    known = library.proofs(tmp_path)
    monkeypatch.setattr(library, "proofs", lambda: known)
    assert [proof_of.__wrapped__(one) for one in (BASE, UNSHOWN, NOUN)] == ["rocq:base_of", None, None]


def test_no_fact_of_the_list_is_proved_from_itself() -> None:
    assert [one.name for one in all_facts() if "proved from itself" in unproved(one)] == []


# Statements that the library proves from the definitions.


def _kent(id_: str) -> dict[str, Chain]:
    """The parts of a claim that is argued in the calculus, and a theorem of the library."""
    whole = claims()[f"kent/{id_}"].printed
    assert isinstance(whole, AllOf)
    return {name: part for name, part in whole.parts if isinstance(part, Chain)}


@pytest.fixture
def theorems(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """What the library says, to be changed."""
    known = dict(library.theorems())
    monkeypatch.setattr(library, "theorems", lambda: known)
    closed_by.cache_clear()
    yield known
    closed_by.cache_clear()


def test_a_chain_that_says_what_a_theorem_of_the_library_says_is_proved(theorems: dict[str, str]) -> None:
    (name, chain), *_ = _kent("thm6/upper1").items()
    found = chain.check(Settings())
    assert found is not None
    assert (name, found.verdict, found.evidence["words"]) == ("alpha <= 1", Verdict.PROVED, [])
    assert "theorem kent_thm6_upper1_high_privacy of the library" in str(found.evidence["method"])
    # Another constant, in the theorem alone: then it says something else.
    [said] = [said for said, lemma in theorems.items() if lemma == "kent_thm6_upper1_high_privacy"]
    theorems[said.replace("125000", "125001")] = theorems.pop(said)
    closed_by.cache_clear()
    argued = chain.check(Settings())
    assert argued is not None
    assert argued.verdict is Verdict.ARGUED
    assert argued.evidence["words"]


def test_what_the_library_proves_rests_on_no_claim(theorems: dict[str, str]) -> None:
    chain = _kent("thm6i")["from above"]
    argued = Outcome(Verdict.ARGUED, {}, 0.0)
    premises = {
        id_: SimpleNamespace(claim=claims()[id_], printed=argued, corrected=argued, standing=argued)
        for id_ in chain.premises
    }
    own = Outcome(Verdict.PROVED, {"words": []}, 0.0)
    kept = chain.conclude(own, premises)  # type: ignore[arg-type]
    assert kept is not None
    assert kept.verdict is Verdict.PROVED
    theorems.clear()
    closed_by.cache_clear()
    weaker = chain.conclude(own, premises)  # type: ignore[arg-type]
    assert weaker is not None
    assert weaker.verdict is Verdict.ARGUED


def test_a_theorem_without_a_proof_is_none(tmp_path: Path) -> None:
    told = "Theorem {0} : forall x : R,\n  x = x. (* a remark. Proof. *)\nProof. {1}\n"
    file = tmp_path / "A.v"
    file.write_text(told.format("shown", "reflexivity. Qed.") + told.format("said", "Admitted."))
    rows = [("one", "shown", "A.v"), ("two", "said", "A.v"), ("three", "absent", "A.v"), ("four", "shown", "B.v")]
    (tmp_path / "closed_results.txt").write_text(
        "# statement, theorem, file\n" + "".join("\t".join(r) + "\n" for r in rows)
    )
    assert library.theorems(tmp_path) == {"forall x : R, x = x": "shown"}
    assert library.theorems(tmp_path / "none") == {}


def test_parts_are_closed_together_where_none_needs_a_claim(theorems: dict[str, str]) -> None:
    parts = _kent("thm6/upper1")
    whole = AllOf("", {**parts, "algebra": line(MOST + 1).le(MOST + 2)})
    closed = whole.check(Settings())
    names = ["kent_thm6_upper1_high_privacy", "kent_thm6_upper1_low_privacy"]
    assert (closed.verdict, closed.evidence["closed"]) == (Verdict.PROVED, names)
    theorems.pop(next(said for said, lemma in theorems.items() if lemma == names[1]))
    closed_by.cache_clear()
    rest = whole.check(Settings())
    assert rest.verdict is Verdict.ARGUED
    assert "closed" not in rest.evidence
