"""Ledgers of the examples, as their authors run them."""

import sys
from collections.abc import Iterator

import pytest

from notation.papers import LEDGER, papers
from tests.verify.cli.command_line import CommandLine
from verify.ledger import fingerprint

KEYS = ("central", "djw")


def _forget() -> None:
    for name in [name for name in sys.modules if name.split(".")[0] in KEYS]:
        del sys.modules[name]
    papers.cache_clear()
    fingerprint.forget()


@pytest.fixture
def ratecheck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[CommandLine]:
    # So that what a command sets is undone with the test.
    monkeypatch.setenv(LEDGER, "")
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    # Nor does a test know of proofs what those before it learnt.
    monkeypatch.setattr("verify.kernel.prover.recall._KNOWN", {}, raising=False)
    _forget()
    yield CommandLine(monkeypatch, capsys)
    monkeypatch.undo()
    _forget()
