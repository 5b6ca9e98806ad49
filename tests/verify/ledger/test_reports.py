"""The committed report says what the lock and the ledger say: verdicts, counts, and every word but a run's numbers."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from benchmarks import coverage
from verify.kernel.statements import Whole
from verify.kernel.statements.claim import Kind
from verify.ledger import lock
from verify.ledger.collect import claims
from verify.ledger.errata import finding_lines
from verify.ledger.findings import finding_line, findings
from verify.ledger.summary import _rows, inequality_counts, inequality_line

ROOT = Path(__file__).parents[3]
REPORT = ROOT / "reports" / "verification.md"
_OF_A_RUN = re.compile(r"^  counterexample:|^ {18}(left|false in)|^  theorem: ")
"""Lines of an erratum that only a run can tell."""


@pytest.fixture(scope="module")
def text() -> str:
    return REPORT.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def records() -> list[dict[str, Any]]:
    """What a run's records would be as far as the lock and the ledger tell: all but evidence, save a place's parts."""
    found = []
    locked = lock.load()
    for id_, claim in claims().items():
        if id_ not in locked:
            continue
        entry = locked[id_]
        refuted = entry["printed"] == "refuted"
        parts = claim.printed.parts if isinstance(claim.printed, Whole) else ()
        steps = [{"claim": part, "verdict": locked[part]["printed"]} for part in parts]
        own = {"verdict": None, "parts": entry["printed"]} if claim.is_place else {}
        sides = {
            side: {"statement": statement.latex(), "verdict": entry[side], "evidence": {"method": "", "steps": steps}}
            | ({**own, "parts": entry[side]} if own else {})
            if (statement := getattr(claim, side))
            and (side == "printed" or entry["printed"] in (None, "open", "refuted"))
            else None
            for side in ("printed", "corrected")
        }
        if sides["printed"]:
            sides["printed"] |= {"says": claim.says, "match": claim.match.value if claim.match else "untold"}
        words = {name: getattr(claim, name) for name in ("id", "paper", "location", "title", "note")}
        of_erratum = {
            "correction": claim.correction,
            "severity": claim.severity.value if claim.severity else None,
            "theorem": claim.theorem,
            "root": claim.root,
        }
        kept = of_erratum if refuted else dict.fromkeys(of_erratum)
        found.append(
            {
                **words,
                **sides,
                **kept,
                "kind": (Kind.PLACE if claim.is_place else claim.kind).value,
                "theorem_survives": None,
            }
        )
    return found


def test_the_committed_report_is_not_stale(text: str) -> None:
    rows = [line.split("|") for line in text.split("## All claims")[1].splitlines() if "/" in line]
    told = {cells[1].strip(): [cell.strip() for cell in cells[3:5]] for cells in rows}
    locked = {id_: [entry["printed"] or "", entry["corrected"] or ""] for id_, entry in lock.load().items()}
    assert told == locked


def test_the_committed_report_counts_with_denominators(text: str, records: list[dict[str, Any]]) -> None:
    refuted = sum(entry["printed"] == "refuted" and not claims()[id_].is_place for id_, entry in lock.load().items())
    assert f"in {refuted} claims that are refuted as printed" in finding_line(records)
    assert f"## Errata: {finding_line(records)}" in text.splitlines()


def test_the_tables_of_the_report_are_those_of_the_lock(text: str, records: list[dict[str, Any]]) -> None:
    for which, suffix in (("printed", ""), ("standing", ", corrected")):
        for key, counts, total in _rows(records, which):
            assert f"| {key}{suffix} | {' | '.join((*counts, total))} |" in text.splitlines()
    assert inequality_line({"summary": {"inequalities": inequality_counts(records)}}) + "." in text.splitlines()
    judged = sum(entry["kind"] != "place" for entry in records)
    assert f"Not as the lock expects: 0 of {judged}." in text.splitlines()


def errata(text: str) -> dict[str, list[str]]:
    """The blocks of the report by claim."""
    blocks = re.findall(r"^```text\n(.*?)\n```$", text, re.S | re.M)
    return {block.split()[0]: block.splitlines() for block in blocks}


def stale(text: str, records: list[dict[str, Any]]) -> list[str]:
    """Errata whose words are not the ledger's: place, title, both statements, what changes, severity, theorem, note."""
    told, found = errata(text), []
    ours_all = findings(records)
    if list(told) != [finding.root["id"] for finding in ours_all]:
        found.append("other errata, or another order")
    for finding in ours_all:
        entry = finding.root
        ours = [line for line in finding_lines(finding) if not _OF_A_RUN.match(line)]
        lines = told.get(entry["id"], [])
        theirs = [line for line in lines if not _OF_A_RUN.match(line)]
        theorem = next(
            (line.removeprefix("  theorem:").split(":")[0].strip() for line in lines if "  theorem:" in line), ""
        )
        if ours != theirs or theorem != (entry["theorem"] or theorem):
            found.append(entry["id"])
    return found


def test_the_words_of_every_erratum_are_the_ledgers(text: str, records: list[dict[str, Any]]) -> None:
    assert stale(text, records) == []


def test_a_stale_word_is_found(text: str, records: list[dict[str, Any]]) -> None:
    id_, lines = next(iter(errata(text).items()))
    for line in lines:
        if not _OF_A_RUN.match(line):
            assert id_ in stale(text.replace(line, line[:-1] + "~", 1), records) or line is lines[0]
    assert stale(text.replace(lines[0], "other" + lines[0], 1), records)


def test_places_and_the_version_are_those_of_the_ledger(text: str) -> None:
    rows = [line.split(" | ") for line in text.split("## All claims")[1].splitlines() if line.startswith("| ")][1:]
    assert {row[0].removeprefix("| "): row[1] for row in rows} == {id_: claims()[id_].location for id_ in lock.load()}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert f"ratecheck {project['version']}." in text


def test_the_command_that_makes_the_report_is_the_one_that_is_told() -> None:
    told = (ROOT / "reports" / "README.md").read_text(encoding="utf-8")
    assert "ratecheck verify --jobs 2 --markdown reports/verification.md" in told
    assert {path.name for path in REPORT.parent.iterdir()} == {
        "README.md",
        "verification.md",
        "rocq.json",
        "rocq.md",
        "coverage.md",
        "bounds.md",
        "deployed.md",
        "mutation.md",
        "results.json",
        "results.md",
    }


def test_the_coverage_report_is_that_of_its_benchmark() -> None:
    """Its head and the rows that it has; the numbers of the quickest way, reproduced."""
    kept = (REPORT.parent / "coverage.md").read_text("utf-8").splitlines()
    ways = [(way.title, name) for way in coverage.WAYS for name in coverage.LAWS]
    others = [(title, name) for title, (laws, _) in coverage.OTHERS.items() for name in laws]
    assert "\n".join(kept).startswith(coverage.HEAD)
    rows = [tuple(line.removeprefix("| ").split(" | ")[:2]) for line in kept if line.startswith("| `")]
    averages = [(f"`{problem}`", law) for problem in coverage.AVERAGES for law in coverage.NUMBERS]
    assert rows == [*ways, *others, *averages]
    way = coverage.WAYS[0]
    seen = coverage.study(way, "two groups", 20)
    assert coverage.row(way.title, "two groups", seen, 20) in kept
