"""The files of proofs: what a run adds, what a whole run drops, and what is no such file."""

import json
from pathlib import Path

import pytest

from notation.parameters import ParameterError
from verify.kernel.prover import recall
from verify.ledger import proofs


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the papers' files are, instead of next to their locks."""
    monkeypatch.setattr(proofs, "_path", lambda key: tmp_path / f"{key}.json")
    return tmp_path


def _held(folder: Path, key: str) -> object:
    return json.loads((folder / f"{key}.json").read_text())["proofs"]


def test_a_run_adds_and_a_whole_run_drops(folder: Path) -> None:
    proofs.update({"zhao": {"a": 1, "b": 2}, "kent": {"c": 3}}, whole=False)
    assert _held(folder, "zhao") == {"a": 1, "b": 2}
    assert sorted(path.name for path in folder.iterdir()) == ["kent.json", "zhao.json"]
    # Found first by kent this time, "a" stays where it is; "b" is used by none.
    proofs.update({"kent": {"a": 1, "d": 4}}, whole=False)
    assert _held(folder, "kent") == {"c": 3, "d": 4}
    proofs.update({"kent": {"a": 1, "d": 4}}, whole=True)
    assert _held(folder, "zhao") == {"a": 1}
    assert _held(folder, "kent") == {"d": 4}


def test_what_is_written_is_learned(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known: recall.Proofs = {}
    monkeypatch.setattr(recall, "_known", lambda: known)
    proofs.update({"zhao": {"a": ["leaf", "1/2"]}, "label": {"b": {"x": None}}}, whole=True)
    proofs.learn()
    assert known == {"a": ["leaf", "1/2"], "b": {"x": None}}


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"schema": "ratecheck-proofs/9", "proofs": {}}', '{"schema": "ratecheck-proofs/1"}']
)
def test_what_is_no_such_file_is_named(folder: Path, text: str) -> None:
    (folder / "zhao.json").write_text(text)
    with pytest.raises(ParameterError, match=r"zhao\.json: holds no proofs"):
        proofs.learn()
