"""kent 6.1.1, A.1, A.2: verdicts on what is said of the figures, the counterexamples, and planted defects."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from tests.verify.papers.section import claims_of, results_of
from upperbounds.mean.kent import tuned, width
from verify.kernel.statements.outcome import Settings, Verdict
from verify.papers.kent import appA1_phase_transition as experiments_plateau
from verify.papers.kent.appA2_sensitivity import (
    setting1_figure6 as experiments_width,
)
from verify.papers.kent.appA2_sensitivity import (
    setting2_figures7_8 as experiments_constant,
)
from verify.papers.kent.experiments import simulation_bias as experiments_simulated
from verify.papers.kent.s6_1_1_mean import figure2_univariate as experiments
from verify.study.risk import BetaLaw, SignLaw, exact_risk

MODULES = (experiments, experiments_plateau, experiments_simulated, experiments_width, experiments_constant)
PARTS = {
    "experiment1": "flat phase localisation growth item position",
    "experiment5": "rates flatten vanish linear until position",
    "experiment6": "small decay graceful adverse rademacher coincide over rise earliest over-estimate suitable",
}
SEEN = "rare-failures no-plateau narrowest-width never-linear half-better teeth half-better-shifted"
"""What the exact risks do besides what the paper says of its figures."""
OWN = {"kent/own/monte-carlo-minimum", "kent/own/monte-carlo-ratio"} | {f"kent/own/{name}" for name in SEEN.split()}
IDS = {f"kent/{name}/{part}" for name, parts in PARTS.items() for part in parts.split()}
IDS |= {f"kent/{name}" for name in PARTS} | OWN
REFUTED = {f"kent/{name}" for name in PARTS}
REFUTED |= {f"kent/experiment1/{part}" for part in ("position",)}
REFUTED |= {f"kent/experiment5/{part}" for part in ("position",)}
REFUTED |= {f"kent/experiment6/{part}" for part in ("decay", "earliest", "suitable")}


@pytest.fixture(scope="module")
def results():
    return results_of(MODULES)


def verdict(id_, *, corrected=False):
    claim = claims_of(MODULES)[id_]
    return (claim.corrected if corrected else claim.printed).check(Settings()).verdict


@pytest.fixture
def fresh():
    """Planted numbers neither come from a cache nor stay in one."""
    cached = (experiments.best, experiments.by_pieces, experiments.user_level, experiments._shifted_uniform)
    cached += (experiments._once, experiments_simulated.parts, experiments_width.signs)
    for function in cached:
        function.cache_clear()
    yield
    for function in cached:
        function.cache_clear()


def test_every_accusation_has_a_second_route(results):
    for id_ in REFUTED - {f"kent/{name}" for name in PARTS}:
        evidence = results[id_].printed.evidence
        assert "left_second_route" in evidence, id_
        assert results[id_].claim.correction, id_
        # Either route alone refutes.
        low, _ = evidence["left_second_route"]
        assert low > evidence["right"][1], id_


@pytest.mark.parametrize("law", [SignLaw(0.07, 1.0, 0.07), BetaLaw(0.5, 0.1)])
def test_the_waves_give_the_exact_risk(law):
    for eps in (0.5, 2.0):
        estimator = tuned(60, 50, eps, 1.0, 0.3)
        exact = exact_risk(estimator, law)
        assert experiments.ball(exact.value, exact.error + 1e-10).overlaps(experiments.by_waves(estimator, law))


def test_the_best_constant_is_enclosed_where_errors_overlap():
    near = {0.1: experiments.ball(1.0, 0.1), 0.2: experiments.ball(1.1, 0.1), 0.3: experiments.ball(2.0, 0.1)}
    assert experiments_constant.least_at(near).overlaps(experiments.ball(0.1, 0.0))
    assert experiments_constant.least_at(near).overlaps(experiments.ball(0.2, 0.0))
    assert experiments_constant.least_at(near | {0.1: experiments.ball(0.5, 0.1)}) == experiments.exactly(0.1)


def test_an_exponent_off_by_a_half_is_caught(monkeypatch):
    assert verdict("kent/experiment5/linear", corrected=True) is Verdict.CHECKED
    low, high = experiments_plateau.LINEAR
    for shift in (-0.5, 0.5):
        monkeypatch.setattr(experiments_plateau, "LINEAR", (low + shift, high + shift))
        assert verdict("kent/experiment5/linear", corrected=True) is Verdict.REFUTED


def test_teeth_are_told_from_a_smooth_rise(monkeypatch, fresh):
    """Planted: risks without steps; and steps that are too high for the sentence."""
    monkeypatch.setattr(
        experiments_constant, "signs", lambda n, m, epsilon, c: experiments.ball((c - 0.4) ** 2 + 0.1, 1e-6)
    )
    monkeypatch.setattr(
        experiments_constant, "average_risk", lambda *_, **__: SimpleNamespace(value=0.1036, error=1e-6)
    )
    assert verdict("kent/own/teeth", corrected=True) is Verdict.REFUTED
    assert verdict("kent/experiment6/rise", corrected=True) is Verdict.CHECKED
    high = {0.46: 0.2}
    monkeypatch.setattr(
        experiments_constant,
        "signs",
        lambda n, m, epsilon, c: experiments.ball(high.get(c, (c - 0.4) ** 2 + 0.1), 1e-6),
    )
    assert verdict("kent/experiment6/rise", corrected=True) is Verdict.REFUTED


def test_a_dropped_shift_average_is_caught(monkeypatch):
    """Planted: the mean at 0 in place of the average over U."""
    monkeypatch.setattr(experiments_width, "shifted_beta", experiments_width.beta)
    assert verdict("kent/experiment6/decay", corrected=True) is Verdict.REFUTED


def test_printed_widths_in_place_of_manual_ones_are_caught(monkeypatch, fresh):
    """Planted: Delta of (30) at every T, whatever width is asked for."""
    manual = experiments.at_width

    def printed(n, m, epsilon, _):
        return manual(n, m, epsilon, width(n, m, epsilon, 1.0))

    monkeypatch.setattr(experiments_simulated, "at_width", printed)
    assert verdict("kent/own/monte-carlo-minimum", corrected=True) is Verdict.REFUTED
    monkeypatch.setattr(experiments_plateau, "at_width", printed)
    assert verdict("kent/own/narrowest-width", corrected=True) is not Verdict.CHECKED


def test_a_halved_noise_scale_is_caught(monkeypatch, fresh):
    whole = experiments.at_width
    monkeypatch.setattr(
        experiments_plateau, "at_width", lambda *cell: replace(whole(*cell), scale=whole(*cell).scale / 2)
    )
    assert verdict("kent/experiment5/vanish") is Verdict.OPEN
    assert verdict("kent/own/narrowest-width", corrected=True) is Verdict.OPEN


def test_a_sum_over_the_wrong_winners_is_caught(monkeypatch, fresh):
    """Planted: failures counted where localisation succeeds."""
    right = experiments_simulated.parts_at

    def wrong(estimator, law):
        risk, failure, carried = right(estimator, law)
        return np.array([risk, 1 - failure, risk - carried])

    monkeypatch.setattr(experiments_simulated, "parts_at", wrong)
    assert verdict("kent/own/monte-carlo-minimum", corrected=True) is Verdict.REFUTED
