"""kent Figures 3 and 10: planted defects of their claims, drawings, and the item level's part."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from sympy import Rational

from notation.setting import Setting
from verify.kernel.statements import Undecided
from verify.kernel.statements.claim import Claim
from verify.kernel.statements.outcome import Settings, Verdict
from verify.papers.kent import s6_1_2_figure3 as figure3
from verify.papers.kent.appA2_sensitivity import figure9, figure10
from verify.papers.kent.experiments import sweep_sparse
from verify.study.experiments.figures import find
from verify.study.risk.sparse import SparseRisk, draw_tallies

CLAIMS: dict[str, Claim] = {claim.id: claim for module in (figure3, figure9, figure10) for claim in module.CLAIMS}


def verdict(id_: str) -> Verdict:
    claim = CLAIMS[id_]
    statement = claim.corrected if isinstance(claim.printed, Undecided | None) else claim.printed
    assert statement is not None
    outcome = statement.check(Settings())
    assert outcome is not None
    return outcome.verdict


def known(risk: Callable[[Setting, float, float], float], found: float = 0.5) -> Callable[..., SparseRisk]:
    """Risks as told, with hardly an error."""
    return lambda at, share, mean: SparseRisk(risk(at, share, mean), 1e-6, found, 500)


HONEST = {
    "kent/experiment3/decreasing": lambda at, share, mean: 1 / at.m,
    "kent/experiment3/surpass": lambda at, share, mean: 0.3,
    "kent/experiment3/linear": lambda at, share, mean: 40 / at.m,
    "kent/experiment6/over-estimated": lambda at, share, mean: max(4 - at.s, 0) + 0.1 * at.s,
    "kent/experiment6/relative": lambda at, share, mean: max(at.s - 4, 0) / at.epsilon,
    "kent/experiment6/missed": lambda at, share, mean: 2.1 * mean**2,
}
WRONG = {
    "kent/experiment3/decreasing": lambda at, share, mean: 1 / at.m if at.d < 500 else 1.0,
    "kent/experiment3/surpass": lambda at, share, mean: 0.7,
    "kent/experiment3/linear": lambda at, share, mean: 40 / at.m**1.3,
    "kent/experiment6/over-estimated": lambda at, share, mean: max(4 - at.s, 0) + 0.6 * at.s,
    "kent/experiment6/relative": lambda at, share, mean: max(at.s - 4, 0) * mean**3 / at.epsilon,
    "kent/experiment6/missed": lambda at, share, mean: 2.3 * mean**2,
}


@pytest.mark.parametrize("id_", HONEST)
def test_criteria_tell_risks_that_meet_them_from_others(id_: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for rule, expected in ((HONEST[id_], Verdict.CHECKED), (WRONG[id_], Verdict.REFUTED)):
        for module in (figure3, figure10):
            monkeypatch.setattr(module, "user_level", known(rule))
        assert verdict(id_) is expected


def test_draws_that_are_too_few_leave_it_open(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = known(HONEST["kent/experiment6/over-estimated"])
    monkeypatch.setattr(figure10, "user_level", lambda *given: replace(honest(*given), error=0.2))
    assert verdict("kent/experiment6/over-estimated") is Verdict.OPEN


def test_an_item_level_that_vanishes_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: risks that fall like d^(-1/4)."""
    assert verdict("kent/experiment3/item") is Verdict.CHECKED
    honest = sweep_sparse.item_level
    monkeypatch.setattr(figure3, "item_level", lambda at: tuple(x * at.d**-0.25 for x in honest(at)))
    assert verdict("kent/experiment3/item") is Verdict.REFUTED


def test_at_the_whole_threshold_figures_3_and_9_are_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the reading; no decay is linear, no probability falls with d, and wider clipping finds more."""
    assert verdict("kent/own/figure3/larger") is Verdict.CHECKED
    monkeypatch.setattr(figure3, "HALF", 1.0)
    assert verdict("kent/experiment3/linear") is Verdict.REFUTED
    assert verdict("kent/own/figure3/larger") is Verdict.REFUTED
    assert verdict("kent/experiment6/coordinates") is Verdict.CHECKED
    monkeypatch.setattr(figure9, "SIX_TENTHS", 1.0)
    assert verdict("kent/experiment6/coordinates") is Verdict.REFUTED


def test_what_one_assumed_coordinate_keeps_of_four_votes() -> None:
    """The identity, and drawn selections: with s = 1 the mean tally is 3/8, and hardly any reaches 1/2."""
    assert verdict("kent/own/figure10/one") is Verdict.CHECKED
    # With fewer votes the printed eta keeps enough: the case is no foregone conclusion.
    assert all(case.left < case.right for case in figure10._printed_eta(Settings()))
    assert figure10._kept(50, Rational(5478, 1000)) > 1 / 2
    at = sweep_sparse.misspecified(1, 4.0)
    means = np.array([1.0] * 4 + [0.0] * 96)
    tallies = draw_tallies(sweep_sparse.tuned(at), means, 400, np.random.default_rng(8))[:, :4]
    # Two-sided at 1e-9, the four tallies of a run as one mean.
    of_runs = tallies.mean(axis=1)
    assert abs(of_runs.mean() - 3 / 8) / (of_runs.std(ddof=1) / 20) < 6.2
    assert np.mean(tallies >= 0.5) < 0.05


@pytest.mark.parametrize(("name", "along"), [("kent-3", "d"), ("kent-10", "assumed")])
def test_figures_have_their_curves(name: str, along: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two panels; of every alpha a curve with a ribbon, and one next to it; rows from the cells' own work."""
    monkeypatch.setattr(sweep_sparse, "user_level", known(lambda at, share, mean: 1 / at.d))
    experiment = find(name)
    cells = [cell for cell in experiment.cells("default") if cell[along] <= 200]
    rows = [cell | experiment.work(cell) for cell in cells]
    assert len({tuple(cell.items()) for cell in cells}) == len(cells)
    assert len(experiment.cells("paper")) > len(experiment.cells("default"))
    figure = experiment.draw(rows)
    assert len(figure.axes) == 2
    assert all(len(axes.lines) == 8 and len(axes.collections) == 4 for axes in figure.axes)
