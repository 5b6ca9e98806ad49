"""Closed theorems: the tables name what there is, the lemmas say what the ledger says, defects are refused."""

import gzip
import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from verify.kernel.calculus import at_most
from verify.kernel.calculus.facts import SCHEMAS
from verify.kernel.calculus.nouns import TV
from verify.kernel.rocq import library
from verify.ledger.collect import all_facts, claims
from verify.ledger.places import numbered_result
from verify.ledger.rocq import closed, opinion, results, run
from verify.ledger.rocq.closed import FOLDER, Closed
from verify.ledger.rocq.export import CLOSED, export, sides_of

NAMES = {name for claim in claims().values() if numbered_result(claim.location) for name, *_ in sides_of(claim)}


def test_each_row_of_the_tables_is_of_a_fact_or_a_result_that_there_is() -> None:
    assert closed.unknown({name: None for claim in claims().values() for name, *_ in sides_of(claim)}) == []
    assert closed.unknown({}) != []
    known = {schema.name for schema in all_facts()}
    assert set(closed.closed_facts()) <= known


def every() -> Iterator[Closed]:
    yield from closed.closed_facts().values()
    for claim in claims().values():
        yield from closed.closed_results(claim)


def test_each_lemma_stands_in_its_file_and_says_just_that() -> None:
    for one in every():
        said = " ".join(one.statement.split())
        assert f"Theorem {one.lemma} : {said}." in " ".join(closed.library()[one.file].split()), one.name


def test_the_library_is_in_its_project_and_assumes_nothing() -> None:
    named = set(closed.library()) - {closed.PROJECT}
    folder = library.folder()
    assert named == {path.name for path in folder.glob("*.v")}
    for name in named:
        words = set(closed.library()[name].replace(".", " ").split())
        assert not words & {"Axiom", "Axioms", "Parameter", "Parameters", "Conjecture", "Admitted", "admit", "give_up"}


def table(found: str, says: str, axioms: list[str]) -> dict[str, Any]:
    entry = {
        "of": "Pinsker",
        "lemma": "l",
        "file": "F.v",
        "says": says,
        "found": found,
        "axioms": axioms,
        "seconds": 1.0,
    }
    chains = {"zhao__thm2__floor": {"found": "proved", "cites": "fact_1 fact_2", "whole": True}}
    return {"closed": {"zhao__thm2__floor__closed": entry}, "claims": {"zhao/thm2/floor": {"chains": chains}}}


@pytest.mark.parametrize(
    ("found", "axioms", "status"),
    [
        ("proved", ["Classical_Prop.classic", "PrimInt63.add"], "closed"),
        ("proved", ["Classical_Prop.classic", "Stirling.stirling"], "axioms"),
        ("failed: No such lemma.", [], "algebra"),
        ("waiting", [], "algebra"),
    ],
)
def test_a_result_is_called_no_more_than_rocq_showed(found: str, axioms: list[str], status: str) -> None:
    told = results.results(table(found, "", axioms))
    (one,) = [entry for entry in told if entry["claim"] == "zhao/thm2/floor"]
    assert one["status"] == status
    assert (one["result"], one["side"]) == ("zhao, Theorem 2", "printed")
    assert {entry["status"] for entry in told if entry is not one} == {"none"}
    assert len(told) == len(NAMES)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("label__privacy4", "no chain, but a check of finitely many cases"),
        ("zhao__lemma10", "all facts are proved, and no theorem is written yet"),
        ("zhao__thm4__upper__corrected", "steps in words: 3; no definition of VectorRisk"),
        # By way of the claims that it cites, at other letters.
        ("zhao__thm9__upper__corrected__2", "steps in words: 4"),
        ("bassily__lemma6_2e_1__1", "facts without proof: a minimiser is a parameter, the excess of the last average"),
    ],
)
def test_what_a_closed_theorem_lacks_is_computed(name: str, said: str) -> None:
    (statement,) = [part for claim in claims().values() for own, _, part in sides_of(claim) if own == name]
    assert closed.lacking(statement).startswith(said)


def test_what_others_say_together_is_closed_where_they_are() -> None:
    names = ["zhao__lemma4__1", "zhao__lemma4__2__1", "zhao__lemma4__2__2"]
    proved = {"found": "proved", "axioms": ["Classical_Prop.classic"], "file": "F.v"}
    entries = {f"{name}{closed.ENDING}": proved | {"lemma": name} for name in names}
    for some, status in ((entries, "closed"), (dict([*entries.items()][:-1]), "none")):
        (one,) = [told for told in results.results({"closed": some, "claims": {}}) if told["claim"] == "zhao/lemma4"]
        assert one["status"] == status
        assert (one["rocq"] == ", ".join(names)) == (status == "closed")
    assert one["why"] == "what others say: zhao/lemma4/2"


def test_a_statement_that_changed_is_stale() -> None:
    fresh = {one.name: {"says": one.digest} for one in every()}
    assert results.stale({"closed": fresh}) == []
    name = next(iter(fresh))
    assert results.stale({"closed": fresh | {name: {"says": "0"}}}) == [name]
    assert results.stale({"closed": {n: e for n, e in fresh.items() if n != name}}) == [name]


def test_the_committed_tables_are_of_the_statements_as_they_are() -> None:
    """A fact or a claim that changes is closed no longer, until Rocq has read its theorem again."""
    found = opinion.proof_table()
    assert results.stale(found) == []
    # A fact that is listed counts as proved in every verdict: Rocq has found it so, from the reals' axioms alone.
    assert {one["found"] for one in found["closed"].values()} == {"proved"}
    assert all(run.allowed(axiom) for one in found["closed"].values() for axiom in one["axioms"])
    assert json.loads((Path("reports") / "results.json").read_text()) == results.results(found)
    assert {one["status"] for one in results.results(found)} <= set(results.STATUSES)


def test_every_theorem_that_gives_a_verdict_is_one_that_rocq_has_proved() -> None:
    proved = {one["lemma"] for one in opinion.proof_table()["closed"].values() if one["found"] == "proved"}
    credited = {
        name
        for path in Path("verify/papers").glob("*/reference.json.gz")
        for held in json.loads(gzip.decompress(path.read_bytes()))["claims"]
        for side in (held["record"]["printed"], held["record"]["corrected"])
        for name in (side or {"evidence": {}})["evidence"].get("closed", ())
    }
    assert "kent_thm6i_upper" in credited
    assert credited <= proved


def test_a_fact_that_changes_says_another_thing() -> None:
    (pinsker,) = [schema for schema in SCHEMAS if schema.name == "Pinsker"]
    said = closed.closed_facts()["Pinsker"].digest
    halved = replace(pinsker, build=lambda p, q: replace(pinsker.build(p, q), conclusion=at_most(TV(p, q), 0)))
    changed = replace(closed.closed_facts()["Pinsker"], statement=closed.of_fact(halved))
    assert changed.digest != said
    assert replace(changed, statement=closed.of_fact(pinsker)).digest == said


LIBRARY = """From Coq Require Import Reals Lra.
Open Scope R_scope.
Theorem square : forall x : R, 1 <= x -> x <= x ^ 2.
Proof. intros x H. nra. Qed.
Axiom larger : forall x : R, x <= x ^ 2.
Theorem any_square : forall x : R, x <= x ^ 2.
Proof. exact larger. Qed.
"""
STATED = {
    "right": ("forall x : R, 1 <= x -> x <= x ^ 2", "square"),
    "other": ("forall x : R, 1 <= x -> 2 * x <= x ^ 2", "square"),
    "lost": ("forall x : R, x <= x ^ 2", "square"),
    "assumed": ("forall x : R, x <= x ^ 2", "any_square"),
}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, run.Found]:
    """What Rocq says of a small library's theorems, and of defects."""
    if shutil.which("coqc") is None:
        pytest.skip("coqc is not installed (Debian: coq libcoq-interval)")
    folder = tmp_path_factory.mktemp("export")
    built = folder / "built"
    for path in (built, folder / FOLDER):
        path.mkdir()
    (folder / FOLDER / "Squares.v").write_text(LIBRARY)
    (folder / FOLDER / closed.PROJECT).write_text("-Q . Foundations\nSquares.v\n")
    theorems = [Closed(name, "a fact", said, lemma, "Squares.v") for name, (said, lemma) in STATED.items()]
    header = "From Coq Require Import Reals.\nFrom Foundations Require Import Squares.\nOpen Scope R_scope."
    (folder / CLOSED).write_text("\n".join([header, "", *(one.text for one in theorems)]))
    run._built_foundations(folder, built)
    parts = [run.RocqPart(name, text, CLOSED) for name, text in run.blocks_of((folder / CLOSED).read_text()).items()]
    return run.judged(parts, built, 60)[0]


def test_a_lemma_that_says_it_proves_it(found: dict[str, run.Found]) -> None:
    assert found["right"].found == "proved"
    assert found["right"].axioms
    assert all(map(run.allowed, found["right"].axioms))


@pytest.mark.parametrize("name", ["other", "lost"])
def test_a_lemma_of_another_statement_proves_nothing(found: dict[str, run.Found], name: str) -> None:
    assert found[name].found.startswith("failed: ")


def test_an_axiom_is_told_by_name(found: dict[str, run.Found]) -> None:
    assert found["assumed"].found == "proved"
    assert [axiom for axiom in found["assumed"].axioms if not run.allowed(axiom)] == ["Squares.larger"]


def test_the_library_proves_what_the_tables_say(tmp_path: Path) -> None:
    """Each fact and each result, from the definitions, by the axioms of the reals alone."""
    if shutil.which("coqc") is None:
        pytest.skip("coqc is not installed (Debian: coq libcoq-interval)")
    theorems = [*every()]
    built = tmp_path / "built"
    for path in (built, tmp_path / FOLDER):
        path.mkdir()
    for name, text in closed.library().items():
        (tmp_path / FOLDER / name).write_text(text)
    (tmp_path / CLOSED).write_text("\n".join([closed.header(), "", *(one.text for one in theorems)]))
    run._built_foundations(tmp_path, built)
    parts = [run.RocqPart(name, text, CLOSED) for name, text in run.blocks_of((tmp_path / CLOSED).read_text()).items()]
    told = run.judged(parts, built, 300)[0]
    assert {name: one.found for name, one in told.items()} == {one.name: "proved" for one in theorems}
    assert not [(name, axiom) for name, one in told.items() for axiom in one.axioms if not run.allowed(axiom)]


def test_an_export_holds_the_library_and_the_theorems(tmp_path: Path) -> None:
    export([claims()["zhao/thm2/floor"]], tmp_path)
    text = (tmp_path / CLOSED).read_text()
    assert {*run.blocks_of(text)} == {one.name for one in closed.closed_facts().values()} | {
        "zhao__thm2__floor__closed"
    }
    assert {path.name for path in (tmp_path / FOLDER).iterdir()} == {*closed.library()}
