"""The committed table of Rocq's opinion is one of the ledger as it is locked; what a page and a record say of it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from notation.parameters import ParameterError
from tests.verify.cli.command_line import CommandLine
from verify.kernel.rocq import library
from verify.ledger import collect, lock, schema
from verify.ledger.places import numbered_result
from verify.ledger.rocq import kind_of, opinion
from verify.ledger.rocq.export import statements_of
from verify.ledger.rocq.opinion import PATH, mark, proof_table, results_in_rocq, rocq_notes, table_lines

PLANTED = {
    "rocq": "8.16.1",
    "interval": "4.6.1",
    "date": "2026-11-23",
    "axioms": ["Classical_Prop.classic", "PrimInt63.add"],
    "seconds": {"relations": 90, "chains": 6},
    "relations": {"all": 4, "failed": 1, "proved": 2, "waiting": 1},
    "not proved": {"rel_1": "failed: No | tactic.", "rel_4": "waiting"},
    "claims": {
        "a/b": {"fingerprint": "f" * 16, "date": "2026-11-22", "relations": "1 2 3"},
        "a/c": {
            "fingerprint": "f" * 16,
            "relations": "4",
            "chains": {"a__c": {"found": "inexpressible: a sum over | things"}},
        },
        "a/e": {
            "fingerprint": "f" * 16,
            "date": "2026-11-23",
            "result": "Theorem 1",
            "chains": {
                "a__e": {"found": "proved", "cites": "fact_le_cam_1 fact_le_cam_2", "whole": True},
                "a__e__2": {"found": "failed: No | lemma.", "cites": "", "whole": False},
            },
        },
    },
    "chains": {"all": 3, "failed": 1, "inexpressible": 1, "proved": 1},
}


def stale(claims: dict[str, dict[str, str]], locked: dict[str, dict[str, str]]) -> list[str]:
    """Claims that the table does not report as they are locked: that moved, that are new, or that are no more."""
    told, known = ({id_: c["fingerprint"] for id_, c in of.items()} for of in (claims, locked))
    return sorted(id_ for id_ in told | known if told.get(id_) != known.get(id_))


def test_the_table_is_of_the_ledger_as_it_is_locked() -> None:
    assert stale(proof_table()["claims"], lock.load()) == []


def untold(claims: dict[str, dict[str, object]]) -> list[str]:
    """Statements at the places of numbered results of which a table is trivial."""
    every = {
        (id_, name)
        for id_, claim in collect.claims().items()
        if numbered_result(claim.location)
        for name, _ in statements_of(claim)
    }
    told = {(id_, name) for id_, entry in claims.items() for name in entry.get("chains", {})}
    return sorted(name for _, name in every ^ told)


def test_each_statement_of_a_numbered_result_is_in_the_table() -> None:
    found = proof_table()["claims"]
    assert untold(found) == []
    results = {(id_.partition("/")[0], entry["result"]) for id_, entry in found.items() if "result" in entry}
    assert len(results) == 85
    for entry in found.values():
        for chain in entry.get("chains", {}).values():
            assert chain["found"] == "proved" or kind_of(chain["found"]) in ("failed", "inexpressible", "waiting")
            assert ("cites" in chain) == (kind_of(chain["found"]) in ("proved", "failed"))


def test_a_statement_that_is_left_out_is_found() -> None:
    found = dict(proof_table()["claims"])
    found["zhao/prop1"] = {k: v for k, v in found["zhao/prop1"].items() if k != "chains"}
    assert untold(found) == ["zhao__prop1__1", "zhao__prop1__2"]


def test_a_stale_claim_is_found() -> None:
    found, locked = proof_table()["claims"], lock.load()
    id_ = next(iter(found))
    assert stale(found, {**locked, id_: {**locked[id_], "fingerprint": "0" * 16}}) == [id_]
    assert stale(found, {k: entry for k, entry in locked.items() if k != id_}) == [id_]
    assert stale({k: entry for k, entry in found.items() if k != id_}, locked) == [id_]


def test_counts_add_up_and_the_page_is_the_table() -> None:
    found = proof_table()
    counts = dict(found["relations"])
    assert counts.pop("all") == sum(counts.values())
    assert len(found["not proved"]) == sum(n for kind, n in counts.items() if kind != "proved")
    assert PATH.with_suffix(".md").read_text(encoding="utf-8") == "\n".join(table_lines(found)) + "\n"


@pytest.mark.parametrize(
    ("id_", "fingerprint", "said"),
    [
        ("a/b", "f" * 16, "(2026-11-22): 2 of 3 certified relations, 1 not proved there."),
        (
            "a/e",
            "f" * 16,
            "(2026-11-23): 1 of 2 chains, with what they cite as hypotheses about numbers, 1 not proved there.",
        ),
        ("a/e", "0" * 16, ""),
        ("a/b", "0" * 16, ""),
        ("a/c", "f" * 16, ""),
        ("a/d", "f" * 16, ""),
    ],
)
def test_a_page_says_what_rocq_read_of_the_claim_as_it_is(id_: str, fingerprint: str, said: str) -> None:
    assert rocq_notes(id_, fingerprint, PLANTED).endswith(said)
    assert bool(rocq_notes(id_, fingerprint, PLANTED)) == bool(said)
    assert rocq_notes(id_, fingerprint, {}) == ""


ROW = {
    "result": "a, Theorem 1",
    "claim": "a/e",
    "side": "printed",
    "rocq": "bound",
    "file": "A.v",
    "axioms": [],
    "status": "closed",
}
STATED = "Theorem bound : 0 <= 1.\nProof. lra. Qed.\n"


@pytest.fixture
def library_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """A library of Rocq with one file of this text."""

    def written(text: str) -> None:
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        folder.mkdir()
        (folder / "A.v").write_text(text)
        monkeypatch.setattr(library, "folder", lambda: folder)

    return written


def marked(*rows: dict[str, Any]) -> str:
    found = mark("a/e", "f" * 16, PLANTED, rows)
    assert found is not None
    assert schema.wrong(schema.Also, found) == ""
    return str(found["mark"])


def test_a_mark_says_how_much_rocq_has_proved(library_of: Callable[[str], None]) -> None:
    library_of(STATED)
    assert marked() == "algebra re-checked"
    assert marked(ROW) == "closed"
    assert rocq_notes("a/e", "f" * 16, PLANTED, [ROW]).startswith(
        "Closed: machine-checked from definitions by Rocq 8.16.1, as bound. Algebra re-checked by Rocq 8.16.1, "
    )
    assert mark("a/e", "0" * 16, PLANTED, [ROW]) is None
    resting = {**ROW, "axioms": ["fano", "pinsker"], "status": "axioms"}
    assert marked(resting) == "from axioms"
    assert "with 2 axioms: fano; pinsker." in rocq_notes("a/e", "f" * 16, PLANTED, [resting])
    assert marked(ROW, {**resting, "rocq": "bound"}) == "from axioms"


@pytest.mark.parametrize(
    "rows",
    [
        [{**ROW, "status": "algebra"}],
        [{**ROW, "status": "none"}],
        [{**ROW, "axioms": ["fano"]}],
        [{**ROW, "status": "axioms"}],
        [{**ROW, "rocq": "bound_of_another"}],
        [{**ROW, "file": "B.v"}],
        [ROW, {**ROW, "status": "algebra"}],
        [{**ROW, "claim": "a/b"}],
        [ROW, {**ROW, "side": "corrected", "status": "none"}],
    ],
)
def test_a_mark_that_is_too_strong_is_not_given(library_of: Callable[[str], None], rows: list[dict[str, Any]]) -> None:
    library_of(STATED)
    assert marked(*rows) == "algebra re-checked"


@pytest.mark.parametrize(
    "text",
    [
        "Theorem bound : 0 <= 1.\nAdmitted.\n",
        "Axiom bound : 0 <= 1.\n",
        "(* Theorem bound : 0 <= 1.\nProof. lra. Qed. *)\n",
        "Theorem bound_2 : 0 <= 1.\nProof. lra. Qed.\n",
        "Theorem bound : 0 <= 1.\nProof. Abort.\nTheorem other : 0 <= 1.\nProof. lra. Qed.\n",
    ],
)
def test_what_rocq_does_not_prove_closes_nothing(library_of: Callable[[str], None], text: str) -> None:
    library_of(text)
    assert marked(ROW) == "algebra re-checked"


def test_results_are_read_and_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    assert results_in_rocq(path) == []
    path.write_text(json.dumps([ROW]))
    results_in_rocq.cache_clear()
    assert results_in_rocq(path) == [ROW]
    other = tmp_path / "others.json"
    other.write_text(json.dumps([{"claim": "a/e"}]))
    with pytest.raises(ParameterError, match="must be a list of objects with axioms, claim, file"):
        results_in_rocq(other)


def test_the_committed_results_are_proved_where_they_say_so() -> None:
    said = [row for row in results_in_rocq() if row["status"] in ("closed", "axioms")]
    files = {row["rocq"]: row["file"] for row in said if row["file"]}
    named = [(row["file"] or files[name], name) for row in said for name in row["rocq"].split(", ")]
    assert len(named) > 100
    assert [name for file, name in named if not library.proves(library.folder() / Path(file).name, name)] == []


def test_the_page_tells_the_denominator() -> None:
    page = "\n".join(table_lines(PLANTED))
    assert "of the 4 certified relations of 3 claims 2 (50.0 %) are proved" in page
    assert "Of 3 statements at the places of 2 numbered results 1 (33.3 %) are proved" in page
    assert "Of 0 results all are proved, of 1 others some." in page
    assert "took 1.5 minutes of one processor for the relations and 0.1 for the theorems" in page
    assert "| a, Theorem 1 | `a__e` | fact le cam |" in page
    assert "| a, Theorem 1 | a/e, `a__e__2` | failed: No  lemma. |" in page
    assert "| a/c | a/c, `a__c` | inexpressible: a sum over  things |" in page
    assert "1 were not run" in page
    assert "| 1 | failed: No  tactic. | a/b |" in page


ID = "bassily/lemmaB.1/argmax"


def records(folder: Path, ratecheck: CommandLine) -> dict[str, dict[str, object]]:
    assert ratecheck("verify", ID, "--json", folder / "run.json").status == 0
    document = json.loads((folder / "run.json").read_text())
    assert schema.wrong(schema.Run, document) == ""
    return {entry["id"]: entry for entry in document["claims"]}


def test_a_record_is_marked_where_rocq_read_the_claim_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ratecheck, locked = CommandLine(monkeypatch, capsys), lock.load()[ID]["fingerprint"]
    for fingerprint, marked in ((locked, True), ("0" * 16, False)):
        entry = {"fingerprint": fingerprint, "date": "2026-11-22", "relations": "2 3"}
        planted = {**PLANTED, "claims": {ID: entry}}
        monkeypatch.setattr(opinion, "proof_table", lambda planted=planted: planted)
        found = records(tmp_path, ratecheck)[ID]
        assert found["fingerprint"] == locked
        assert found.get("also") == mark(ID, locked, planted)
        assert ("also" in found) == marked
    monkeypatch.setattr(opinion, "proof_table", dict)
    assert "also" not in records(tmp_path, ratecheck)[ID]


def test_the_schema_refuses_a_mark_without_its_day() -> None:
    marked = mark("a/b", "f" * 16, PLANTED)
    assert schema.wrong(schema.Also, marked) == ""
    assert marked is not None
    assert "date" in schema.wrong(schema.Also, {k: v for k, v in marked.items() if k != "date"})


def test_a_statement_that_others_are_together_is_closed_where_their_theorems_are_in_several_files() -> None:
    rows = [{**row} for row in opinion.results_in_rocq()]
    (whole,) = [row for row in rows if row["claim"] == "kent/thm1"]
    assert whole["file"] is None
    fingerprint = lock.load()["kent/thm1"]["fingerprint"]
    marked = opinion.mark("kent/thm1", fingerprint, opinion.proof_table(), rows)
    assert marked is not None
    assert marked["mark"] == "closed"
    whole["rocq"] += ", kent_thm1_unknown"
    assert opinion.mark("kent/thm1", fingerprint, opinion.proof_table(), rows) is None
