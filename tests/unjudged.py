"""Problems whose risks are not computed, for tests that run `estimate` often."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from notation.problem import Problem
from notation.setting import Setting
from verify.study import problems
from verify.study.worst import WorstRisk


def nothing_known(monkeypatch: pytest.MonkeyPatch, failure: Callable[[Setting], float | None] = lambda _: None) -> None:
    """Spare the repetitions the risk, of public parameters alone; `failure` is reported for a first stage."""
    made = problems.made

    def unjudged(name: str) -> Problem:
        return replace(made(name), risk=lambda _, setting: WorstRisk(1.0, 0.0, "not asked", failure(setting), 0.0))

    monkeypatch.setattr(problems, "made", unjudged)
