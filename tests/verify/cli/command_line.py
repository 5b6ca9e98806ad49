"""Running `ratecheck` inside the test process, by its real entry, as the tests of the command line share it."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from verify.cli import main

SLICE = "bassily/lemmaB.1*"
"""Claims, some of them refuted, and all are checked in two seconds."""


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as strict JSON: NaN and Infinity are none."""
        return strict(self.out)

    @property
    def refusal(self) -> str:
        """The one line of a refused command, without the program's name."""
        assert self.status == 2, (self.status, self.out, self.err)
        assert self.out == ""
        assert self.err.count("\n") == 1
        assert "Traceback" not in self.err
        assert self.err.startswith("ratecheck: ")
        return self.err.removeprefix("ratecheck: ").rstrip("\n")


def strict(text: str) -> Any:
    """JSON without the numbers that Python adds to it."""

    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is no JSON")

    return json.loads(text, parse_constant=refuse)


def entries(run_file: Path) -> list[dict[str, Any]]:
    """The claims of a run."""
    return list(strict(run_file.read_text())["claims"])


class CommandLine:
    """Calls `ratecheck` with arguments and gives what it printed and its exit status."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys
        monkeypatch.setenv("COLUMNS", "80")

    def __call__(self, *arguments: object) -> Ran:
        self._monkeypatch.setattr(sys, "argv", ["ratecheck", *map(str, arguments)])
        self._capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main()
        printed = self._capsys.readouterr()
        assert isinstance(left.value.code, int)
        return Ran(left.value.code, printed.out, printed.err)
