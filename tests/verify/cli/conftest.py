"""What the tests of commands share: the command line, and a run of few claims."""

import sys
from pathlib import Path

import pytest

from tests.verify.cli.command_line import SLICE, CommandLine


@pytest.fixture
def ratecheck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    """The command, run in this process."""
    return CommandLine(monkeypatch, capsys)


@pytest.fixture(scope="session")
def run_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of the slice."""
    path = tmp_path_factory.mktemp("run") / "run.json"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sys, "argv", ["ratecheck", "verify", SLICE, "--json", str(path)])
        from verify.cli import main

        with pytest.raises(SystemExit):
            main()
    return path
