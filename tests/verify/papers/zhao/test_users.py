"""zhao Algorithms 4 and 5 and the sentences about them: verdicts, planted defects, the counterexample once more."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from notation.user_learning import UserSetting
from tests.verify.papers.section import claims_of, results_of
from upperbounds.channels.response import KaryResponse
from upperbounds.classification import turned
from upperbounds.classification.turned import Sizes
from verify.kernel.statements.outcome import Settings, Verdict
from verify.ours.zhao import kary_cells
from verify.papers.zhao import appD1_hadamard_transform, appE1_hadamard_transform, s6_matching
from verify.study.risk.classification import _averages
from verify.study.risk.ridges import Ridges
from verify.study.risk.user_cells import CellLaw
from verify.study.users import USER_PROBLEMS, laws_of, worst_user_risk

MODULES = appD1_hadamard_transform, appE1_hadamard_transform, kary_cells, s6_matching
CLAIMS = claims_of(MODULES)
RESULTS = results_of(MODULES)
VERDICTS = {
    "zhao/alg4/privacy": ("proved", None),
    "zhao/alg5/privacy": ("proved", None),
    "zhao/own/alg4/every-epsilon": (None, "proved"),
    "zhao/own/alg5/every-epsilon": (None, "proved"),
    "zhao/thm10/matching": ("open", "proved"),
    "zhao/thm12/matching": ("open", "proved"),
    "zhao/own/kary-cells": (None, "argued"),
}


@pytest.mark.parametrize("key", VERDICTS)
def test_verdicts(key: str) -> None:
    found = RESULTS[key]
    sides = (found.printed, found.corrected)
    assert tuple(side and side.verdict.value for side in sides) == VERDICTS[key]


@pytest.mark.parametrize("key", ["zhao/own/alg4/every-epsilon", "zhao/own/alg5/every-epsilon"])
@pytest.mark.parametrize(
    "plant",
    [
        lambda patch: patch.setattr(Sizes, "groups", property(lambda self: self.parts * self.K // (2 * self.c) or 1)),
        lambda patch: patch.setattr(turned, "Fraction", lambda one, c: 2 * Fraction(one, c)),
    ],
    ids=["half of the groups", "twice the share"],
)
def test_planted_plans_that_skip_or_overspend_are_refuted(
    key: str, plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    statement = CLAIMS[key].corrected
    assert statement is not None
    outcome = statement.check(Settings())
    assert outcome is not None
    assert outcome.verdict in (Verdict.REFUTED, Verdict.OPEN)


def kary_risk(n: int, side: int, law: Ridges) -> float:
    """The exact excess risk of k-ary response of cell and label at epsilon = ln(2 side), by the law of its steps."""
    seen, letters = CellLaw.of_ridges(law, side), 2 * side
    channel = KaryResponse(letters, float(np.log(letters)))
    t = float(np.exp(channel.epsilon))
    truth, lie = t / (t + letters - 1), 1 / (t + letters - 1)
    up, down = ((truth - lie) * (seen.mass + sign * seen.q) / 2 + lie for sign in (1, -1))
    second = _averages(n, up, down, lambda leads: np.where(leads > 0, 1.0, np.where(leads < 0, 0.0, 0.5)))
    return float(seen.wrong[:, 0] @ (1 - second) + seen.wrong[:, 1] @ second)


def test_the_counterexample_of_the_abstract_by_exact_risks() -> None:
    """At n = N^3, m = 1, epsilon = ln(2N) exact worst risks part by a power of n: with fourfold N by 4^(1/4) or so."""
    problem, ratios = USER_PROBLEMS["classification"], []
    for side in (32, 128):
        a = UserSetting(side**3, 1, 1, 1.0, float(np.log(2 * side)))
        by_cells = max(kary_risk(a.n, side, law) for law in laws_of(problem, a, side))
        assert by_cells <= (3 + 6 * np.log(side) ** 0.5) / side
        ratios.append(worst_user_risk(problem, problem.estimators[-1], a).value / by_cells)
    assert 1 < 1.3 * ratios[0] < ratios[1]
