"""Problems whose risks are not computed, for tests that run `estimate` often."""

from dataclasses import replace

import pytest

from notation.problem import Problem
from verify.study import problems
from verify.study.risk import WorstRisk


def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare the repetitions the risk, which depends on public parameters alone."""
    made = problems.made

    def unjudged(name: str) -> Problem:
        return replace(made(name), risk=lambda *_: WorstRisk(1.0, 0.0, "not asked", None, 0.0))

    monkeypatch.setattr(problems, "made", unjudged)
