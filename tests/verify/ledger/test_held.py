"""What a run file says is compared with the locks: forged verdicts, expectations and words are told by every reader."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.verify.cli.command_line import CommandLine
from verify.ledger import lock, reference
from verify.ledger.held import Held
from verify.ledger.seal import seal

REFUTED, PROVED = "bassily/lemmaB.1/b", "bassily/lemmaB.1/a"


def _document() -> dict[str, Any]:
    """A run as the reference runs and the locks have it."""
    locked = lock.load("bassily")
    found = reference.read("bassily")
    assert found is not None
    claims = [copy.deepcopy(found.records[id_]) for id_ in found.records if id_.startswith("bassily/lemmaB.1")]
    for entry in claims:
        expected = locked[entry["id"]]
        entry["expected"] = {side: expected[side] for side in ("printed", "corrected")}
    document = {
        "schema": "ratecheck/2",
        "seed": 0,
        "profile": "quick",
        "versions": {"ratecheck": "1"},
        "claims": claims,
    }
    return document | {"seal": seal(document), "summary": {"unexpected": []}}


def _entry(document: dict[str, Any], id_: str = REFUTED) -> dict[str, Any]:
    return next(entry for entry in document["claims"] if entry["id"] == id_)


def _prove(document: dict[str, Any]) -> None:
    """A refuted claim made proved, and all that says so in the file; with a seal that is right."""
    entry = _entry(document)
    assert entry["printed"]["verdict"] == "refuted"
    entry["printed"]["verdict"] = "proved"
    entry |= dict.fromkeys(("corrected", "correction", "severity", "root", "theorem", "theorem_survives"))
    entry["expected"] = {"printed": "proved", "corrected": None}
    document["seal"] = seal(document)


def test_a_run_that_is_as_locked_is_as_locked() -> None:
    found = Held(_document())
    assert (found.differences, found.told(), found.document["summary"]["unexpected"]) == ({}, [], [])


@pytest.mark.parametrize(
    ("forge", "told"),
    [
        (_prove, "printed: locked refuted, now proved"),
        (lambda d: _entry(d)["corrected"].update(verdict="checked"), "corrected: locked "),
        (lambda d: _entry(d).update(fingerprint="0" * 16), "fingerprint: locked "),
        (
            lambda d: _entry(d)["printed"].update(statement="1 = 1"),
            "statement as printed differs from the reference run",
        ),
        (
            lambda d: _entry(d)["printed"].update(hypotheses=["x > 0"]),
            "hypotheses as printed differs from the reference run",
        ),
        (
            lambda d: _entry(d)["corrected"].update(conclusion="1 = 1"),
            "conclusion as corrected differs from the reference run",
        ),
        (lambda d: _entry(d)["corrected"].update(words=["it is so"]), "words as corrected differs from the reference"),
        (
            lambda d: _entry(d)["corrected"]["evidence"].update(method="checked by three provers"),
            "evidence as corrected differs from the reference run",
        ),
        (
            lambda d: _entry(d)["corrected"]["evidence"].update(certificates=99),
            "evidence as corrected differs from the reference run",
        ),
        (lambda d: _entry(d)["corrected"]["evidence"].update(words=["it is so"]), "evidence as corrected differs from"),
        (lambda d: _entry(d)["printed"]["evidence"].clear(), "evidence as printed differs from the reference run"),
        (lambda d: _entry(d).update(title="all is well"), "title differs from the reference"),
        (lambda d: _entry(d).update(note="all is well"), "note differs from the reference"),
        (lambda d: _entry(d).update(location="nowhere"), "location differs from the reference"),
        (lambda d: _entry(d).update(severity="typo"), "severity differs from the reference"),
        (lambda d: _entry(d).update(correction="nothing"), "correction differs from the reference"),
    ],
)
def test_what_was_changed_is_told(forge: Callable[[dict[str, Any]], object], told: str) -> None:
    document = _document()
    forge(document)
    found = Held(document)
    assert list(found.differences) == [REFUTED]
    assert told in found.differences[REFUTED]
    assert found.document["summary"]["unexpected"] == [REFUTED]
    assert f"not as locked: {REFUTED}: " in found.told()[0]
    assert found.told([PROVED]) == []


@pytest.mark.parametrize("settings", [{"profile": "full"}, {"seed": 1}])
def test_of_other_settings_the_numbers_may_be_others_and_the_words_not(settings: dict[str, Any]) -> None:
    document = _document() | settings
    entry = next(e for e in document["claims"] if e["printed"] and "slack" in e["printed"]["evidence"])
    entry["printed"]["evidence"]["slack"] += 1
    assert Held(document).differences == {}
    assert Held(document | {"profile": "quick", "seed": 0}).differences.keys() == {entry["id"]}
    entry["printed"]["evidence"]["method"] = "checked by three provers"
    assert Held(document).differences.keys() == {entry["id"]}


def test_what_the_lock_expects_is_read_from_the_lock() -> None:
    document = _document()
    for entry in document["claims"]:
        entry["expected"] = {"printed": "open", "corrected": None}
    found = Held(document)
    assert found.differences == {}
    assert _entry(found.document)["expected"]["printed"] == "refuted"
    _entry(document)["id"] = "bassily/not-there"
    assert Held(document).differences == {"bassily/not-there": "not in the lock"}
    assert (
        Held(document).document["claims"][document["claims"].index(_entry(document, "bassily/not-there"))]["expected"]
        is None
    )


def test_many_are_counted() -> None:
    document = _document()
    first = document["claims"][0]
    document["claims"] = [first | {"id": f"bassily/{number}"} for number in range(15)]
    told = Held(document).told()
    assert len(told) == 11
    assert told[-1] == "not as locked: 5 more claims"


@pytest.fixture
def forged(tmp_path: Path) -> Path:
    document = _document()
    _prove(document)
    path = tmp_path / "run.json"
    path.write_text(json.dumps(document))
    return path


@pytest.mark.parametrize("command", [("show", REFUTED), ("errata",), ("graph", REFUTED), ("impact", REFUTED)])
def test_every_reader_of_a_run_tells_it(
    command: tuple[str, ...], forged: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = CommandLine(monkeypatch, capsys)(*command, "--run", forged)
    assert ran.status == 0
    assert f"not as locked: {REFUTED}: printed: locked refuted, now proved" in ran.err


def test_a_report_tells_it(
    forged: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # The gaps are slow to compute, and do not depend on a run.
    monkeypatch.setattr("verify.site.site.sandwiches", tuple)
    ran = CommandLine(monkeypatch, capsys)("report", "--run", forged, "--out", tmp_path / "site", "--no-lessons")
    assert f"not as locked: {REFUTED}: printed: locked refuted, now proved" in ran.err
    index = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "claims differ from the committed lock" in index
    assert "all as locked" not in index
