"""Problems whose risks are not computed, for tests that run `estimate` often."""

from dataclasses import replace

import pytest

from verify.study.problems import PROBLEMS
from verify.study.risk import WorstRisk


def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare the repetitions the risk, which depends on public parameters alone."""
    for name, problem in PROBLEMS.items():
        unjudged = replace(problem, risk=lambda *_: WorstRisk(1.0, 0.0, "not asked", None, 0.0))
        monkeypatch.setitem(PROBLEMS, name, unjudged)
