"""The measurements of label's regression theorems, with planted defects that they catch, and two routes to a sliver."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb

from tests.verify.papers.section import claims_of
from upperbounds.regression.means import LocalMean
from verify.kernel.statements import Case, FiniteCheck, Slopes
from verify.kernel.statements.outcome import Outcome, Settings, Verdict
from verify.papers.label import appHI_central_regression, s1_to_s7_findings
from verify.papers.label.experiments import regression
from verify.study.risk.regression import inverse_moments

CLAIMS = claims_of((regression, s1_to_s7_findings, appHI_central_regression))


def outcome(statement: Any) -> Outcome:
    found = statement.check(Settings())
    assert found is not None
    return found


def slopes(problem: str, which: int) -> Slopes:
    """The claim on exponents, of another estimate of one problem."""
    estimator = regression.REGRESSION_PROBLEMS[problem].estimators[which]
    statement = CLAIMS["label/own/regression/exponents"].corrected
    assert isinstance(statement, Slopes)
    fits = tuple(
        replace(fit, measure=lambda point, settings: regression._risk(problem, estimator, point, settings))
        for fit in statement.fits
        if fit.regime.startswith(f"{problem},")
    )
    assert len(fits) == 3
    return replace(statement, fits=fits)


@pytest.mark.parametrize("problem", ["label-regression-heavy-local", "label-regression-heavy-central"])
def test_printed_powers_of_k_and_h_are_caught(problem: str) -> None:
    assert outcome(slopes(problem, -1)).verdict is Verdict.CHECKED
    assert outcome(slopes(problem, 0)).verdict is Verdict.REFUTED


def test_an_exponent_off_by_a_quarter_is_caught() -> None:
    honest = slopes("label-regression-local", -1)
    wrong = tuple(
        replace(fit, claimed=lambda point, fit=fit: fit.claimed(point) * point[fit.axis] ** 0.25) for fit in honest.fits
    )  # type: ignore[misc]
    assert outcome(replace(honest, fits=wrong)).verdict is Verdict.REFUTED


def test_a_lower_bound_beyond_the_risk_and_less_noise_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sandwich with lower bounds taken 30 times, and with noise of which the bound knows nothing."""
    statement = CLAIMS["label/own/regression/sandwich"].corrected
    assert isinstance(statement, FiniteCheck)

    def larger(settings: Settings) -> Iterator[Case]:
        for case in statement.cases(settings):
            lower = str(case.parameters["side"]).startswith("lower")
            yield replace(case, left=30 * case.left) if lower else case

    assert outcome(statement).verdict is Verdict.CHECKED
    assert outcome(replace(statement, cases=larger)).verdict is Verdict.REFUTED
    honest = LocalMean.variances

    def noisier(self: LocalMean, one: Any, two: Any) -> Any:
        return tuple(4 * part for part in honest(self, one, two))

    monkeypatch.setattr(LocalMean, "variances", noisier)
    assert outcome(statement).verdict is Verdict.REFUTED


def test_a_sliver_costs_what_is_said_by_two_routes() -> None:
    """Exact by rationals and by the sums of risks; half of the noise, 2/(n_l epsilon) for T = 1/2, would be below."""
    for size in (2, 7, 33):
        q = Fraction(1, size)
        chance = [(1 - q) ** size]
        for k in range(1, size + 1):
            chance.append(chance[-1] * (size - k + 1) / k * q / (1 - q) if q < 1 else Fraction(0))
        exact = sum((c / k**2 for k, c in enumerate(chance) if k), Fraction(0))
        assert inverse_moments(size, np.array([1 / size]), 1)[2][0] == pytest.approx(float(exact), rel=1e-12)
    statement = CLAIMS["label/own/sliver"].corrected
    assert isinstance(statement, FiniteCheck)

    def quieter(settings: Settings) -> Iterator[Case]:
        for case in statement.cases(settings):
            assert isinstance(case.left, Fraction)
            yield replace(case, left=case.left / 4, left_again=case.left / 4)

    assert outcome(statement).verdict is Verdict.CHECKED
    assert outcome(replace(statement, cases=quieter)).verdict is Verdict.REFUTED


@pytest.mark.parametrize("name", ["label/text9", "label/text10", "label/thm8/rate"])
def test_sentences_that_fail_stand_corrected(name: str) -> None:
    claim = CLAIMS[name]
    assert outcome(claim.printed).verdict is Verdict.REFUTED
    if name != "label/thm8/rate":
        assert outcome(claim.corrected).verdict is Verdict.PROVED


@pytest.mark.parametrize("p", [2.0, 4.0, 9.0])
def test_clipping_falls_with_epsilon_where_the_bound_is_least(p: float) -> None:
    """label/text10 by the plans: T of the least bound has the power 2 beta/(2 p beta + d (p - 1)) of epsilon."""
    estimator = regression.REGRESSION_PROBLEMS["label-regression-heavy-local"].estimators[1]
    plans = [estimator.plan(regression._setting("heavy", 1e13, epsilon, p=p)) for epsilon in (1e-4, 1e-3)]
    power = np.log10(float(plans[1].mean.T) / float(plans[0].mean.T))
    assert power == pytest.approx(2 / (2 * p + p - 1), abs=0.01)


def test_at_p_2_what_a_curator_adds_stays() -> None:
    """label/text9 by exact risks at epsilon = 1/20: what privacy multiplies the risk by, from N = 10^6 to 10^8."""
    multiples = {}
    for p in (2.0, 6.0):
        problem = "label-regression-heavy-central"
        risks = [
            [
                regression.worst_regression_risk(
                    regression._BEST[problem], regression._setting(problem, n, epsilon, p=p)
                ).value
                for epsilon in (0.05, 1e6)
            ]
            for n in (1e6, 1e8)
        ]
        multiples[p] = [private / free for private, free in risks]
    assert multiples[2.0][1] > 0.9 * multiples[2.0][0] > 2
    assert multiples[6.0][1] - 1 < 0.5 * (multiples[6.0][0] - 1)


def test_what_is_enclosed_is_no_wider_than_its_error() -> None:
    for case in regression._losses(Settings()):
        assert isinstance(case.left, arb)
        assert float(case.left.rad()) < 1e-5 * float(case.left.mid())
