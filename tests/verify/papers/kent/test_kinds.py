"""Users of two kinds: the figure's cells next to users, the sentences on rows that bear them out and on no others.

Fixed seeds; agreement at six standard errors of 4,000 repetitions (a type-I error of 2e-9, were their mean normal).
"""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from notation.setting import Setting
from tests.verify.papers.section import claims_of
from upperbounds.registry import by_name
from verify.kernel.statements import FiniteCheck
from verify.kernel.statements.outcome import Settings, Verdict
from verify.ours.kent import hetero
from verify.papers.kent.experiments import kinds
from verify.study.risk import exact_risk
from verify.study.risk.laws import SignLaw
from verify.study.risk.mixture import KindsMean, Mixture
from verify.study.worst import windowed_risk

LAW = Mixture((0.25, 0.75), (SignLaw(-0.7), SignLaw(0.3)))


def by_users(name: str, n: int, m: int, repetitions: int = 4000) -> np.ndarray:
    """Squared errors of the average over users, each drawn with a kind of their own."""
    rng = np.random.default_rng(11)
    protocol = by_name("mean", name).plan(Setting(n, m, epsilon=4.0)).protocol()
    found = protocol.run(LAW.sample(repetitions, n, m, rng), rng)
    return np.asarray((np.asarray(found).reshape(repetitions) - KindsMean(LAW).mean) ** 2)


@pytest.mark.parametrize("name", ["user-mean", "kent-tuned"])
def test_the_errors_of_one_number_are_those_of_users(name: str) -> None:
    n, m = 40, 25
    squares, plan = by_users(name, n, m), by_name("mean", name).plan(Setting(n, m, epsilon=4.0))
    users = KindsMean(LAW)
    exact = windowed_risk(plan.channel, n, users, m) if name == "user-mean" else exact_risk(plan, users).value
    assert abs(squares.mean() - exact) < 6 * squares.std(ddof=1) / np.sqrt(len(squares))
    # One law for all would not do.
    alike = KindsMean(Mixture((1.0,), (SignLaw(users.mean),)))
    other = windowed_risk(plan.channel, n, alike, m) if name == "user-mean" else exact_risk(plan, alike).value
    assert abs(squares.mean() - other) > 6 * squares.std(ddof=1) / np.sqrt(len(squares))


def rows(**changed: float) -> list[dict[str, Any]]:
    """Rows that bear every sentence out, except for what is changed at the last point of either axis."""
    found: list[dict[str, Any]] = []
    for axis, points in (("gap", (0.2, 0.4, 0.6, 1.0)), ("n", (200, 2000, 200_000))):
        for x in points:
            n, gap = (x, 1.0) if axis == "n" else (2000, x)
            row = {
                "axis": axis,
                "n": n,
                "gap": gap,
                "one_round": 0.3 / n,
                "localised": 0.03,
                "between": 3 * gap**2 / 16,
            }
            row["mixture_own"] = 0.1 if gap == 0.2 else 1e-4
            found.append(row | (changed if x == points[-1] else {}))
    return found


def test_sentences_hold_on_rows_that_bear_them_out_and_on_no_others() -> None:
    ledger = claims_of((hetero,))
    for judge in kinds.JUDGES:
        said = judge(rows())
        assert said.holds
        assert said.claim in ledger
    flat, own, near = kinds.JUDGES
    assert not flat(rows(localised=0.01)).holds
    assert not flat(rows(one_round=1e-3)).holds
    assert not own(rows(mixture_own=0.1)).holds
    assert not near([row | {"mixture_own": 1e-4} for row in rows()]).holds


def test_the_figure_has_both_errors_along_both_axes() -> None:
    cells: list[dict[str, Any]] = [
        {"axis": axis, "gap": gap, "n": 60} for axis, gap in (("gap", 0.0), ("gap", 1.0), ("n", 1.0))
    ]
    found = [cell | kinds.cell(cell) for cell in cells]
    drawn = kinds.figure(found)
    assert [len(axes.lines) for axes in drawn.axes] == [2, 3, 2, 3]
    assert found[0]["between"] == 0
    assert found[1]["localised"] > found[1]["one_round"] > 0
    assert len(kinds.cells("paper")) > len(kinds.cells("default"))


PLANTED = {
    "three times what clipping loses": lambda: hetero.biases(3),
    "three times the square of what clipping loses": lambda: hetero.floors(Fraction(3)),
    "a mixture two thousand times nearer": lambda: (
        replace(case, left=2000 * case.left) for case in hetero._own_means(Settings())
    ),
}


@pytest.mark.parametrize("planted", PLANTED.values(), ids=PLANTED)
def test_planted_defects_are_refuted(planted) -> None:  # type: ignore[no-untyped-def]
    found = FiniteCheck("planted", "planted", lambda _: planted()).check(Settings())
    assert found.verdict is Verdict.REFUTED
