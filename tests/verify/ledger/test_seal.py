"""The seal of a run: what breaks it, what does not, and that a run of other sources is noticed where it is broken."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from notation.papers import Paper
from verify.ledger import seal as module
from verify.ledger.collect import claims
from verify.ledger.fingerprint import fingerprint
from verify.ledger.seal import is_sealed, seal, sources
from verify.site import details as report_details
from verify.site.details import collect, details

ID = "zhao/eq63"


def _record() -> dict[str, Any]:
    side = {"statement": "x", "verdict": "proved", "evidence": {}}
    return {"id": ID, "paper": "zhao", "fingerprint": fingerprint(claims()[ID]), "printed": side, "corrected": None}


def _document(records: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    document: dict[str, Any] = {"profile": "quick", "seed": 0, "claims": [_record()] if records is None else records}
    return document | {"seal": seal(document), "summary": {}}


def test_a_run_of_what_is_here_is_sealed() -> None:
    assert is_sealed(_document())
    # What is made anew for whoever reads a run is no part of it.
    assert is_sealed(_document([_record() | {"expected": None}]) | {"summary": {"unexpected": ["a"]}})
    assert not is_sealed({name: value for name, value in _document().items() if name != "seal"})
    assert not is_sealed(_document() | {"seal": ""})


@pytest.mark.parametrize("what", ["sources", "versions", "id", "fingerprint", "claims", "profile", "verdict", "title"])
def test_the_seal_breaks(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    records = [_record()]
    document = _document(records)
    if what == "sources":
        monkeypatch.setattr(module, "sources", lambda: "other")
    elif what == "versions":
        monkeypatch.setattr(module, "versions", lambda: {"python": "3.99"})
    elif what == "claims":
        document["claims"] = [*records, _record()]
    elif what == "profile":
        document["profile"] = "full"
    elif what == "verdict":
        records[0]["printed"]["verdict"] = "refuted"
    else:
        records[0][what] = "other"
    assert not is_sealed(document)


@pytest.mark.parametrize(
    ("change", "breaks"),
    [
        (lambda folder: (folder / "a.py").write_text("x = 2\n"), True),
        (lambda folder: (folder / "deep" / "b.py").unlink(), True),
        (lambda folder: (folder / "deep" / "b.py").rename(folder / "b.py"), True),
        (lambda folder: (folder / "table.json").write_text("{}"), True),
        (lambda folder: (folder / "lock.json").write_text("{}"), False),
        (lambda folder: (folder / "__pycache__" / "a.pyc").write_text("x"), False),
        (lambda folder: (folder / "a.py").write_bytes(b"x = 1\r\n"), False),
    ],
)
def test_a_change_of_a_file_is_seen(
    change: Callable[[Path], object], breaks: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in (("a.py", "x = 1\n"), ("deep/b.py", "y = 1\n"), ("__pycache__/a.pyc", ""), ("table.json", "")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(module, "OURS", {"ours"})
    monkeypatch.setattr(module.resources, "files", lambda _: tmp_path)
    before = sources.__wrapped__()
    change(tmp_path)
    assert (sources.__wrapped__() != before) == breaks


def test_a_ledger_from_elsewhere_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    paper = next(iter(module.papers().values()))
    assert isinstance(paper, Paper)
    monkeypatch.setattr(module, "papers", lambda: {"mine": type("Mine", (), {"package": "mypaper"})()})
    assert seal({"claims": [_record()]}) == ""


def test_a_sealed_run_is_believed_and_another_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a run without its seal a claim that is another by now is noticed, and one that is not is as it was."""
    record = _record()
    assert details(record).same
    assert not details(record | {"fingerprint": "other"}).same
    monkeypatch.setattr(report_details, "fingerprint", lambda _: pytest.fail("made again"))
    assert details(record, sealed=True) == details(record, sealed=True)
    assert details(record, sealed=True).same


def test_a_report_of_a_run_of_other_sources_notices_what_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    document = _document()
    assert collect(document["claims"], 1, sealed=is_sealed(document))[ID].same
    monkeypatch.setitem(claims(), ID, replace(claims()[ID], note="another note"))
    monkeypatch.setattr(module, "sources", lambda: "those with another note")
    assert not collect(document["claims"], 1, sealed=is_sealed(document))[ID].same
