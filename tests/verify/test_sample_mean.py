"""Means of skewed draws: the stated error under the null, what normal quantiles would do, and too few repetitions."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom, norm

from upperbounds.mean import kent
from upperbounds.protocols.two_stage import TwoStage
from verify.kernel.statements import Agreement, Comparison, Fit, Reading, Slopes
from verify.kernel.statements.outcome import Settings, Verdict
from verify.sample_mean import SQUARED_NORMAL, SampleMean, mean_of_squares
from verify.study.risk import SignLaw, exact_risk, monte_carlo, unseen_loss

RUNS, DRAWS, ALPHA = 60_000, 300, 1e-3
"""Draws so few that a verdict would be open: where the correction holds here, it does where it is trusted."""
SEEN = 1e-9
"""The probability that the test of a rate fails although the rate is as stated."""


@pytest.fixture(scope="module")
def null() -> list[SampleMean]:
    """Means of squared normal variables, whose mean is 1."""
    rng = np.random.default_rng(7)
    return [mean_of_squares(rng.standard_normal(DRAWS) ** 2) for _ in range(RUNS)]


def rejections(means: list[SampleMean], quantile: float | None = None) -> int:
    """How often a two-sided test of the true mean at ALPHA rejects; `quantile` in place of each mean's own."""
    tail = ALPHA / 2
    return sum(abs(m.value - 1) > (quantile or m.quantile(tail)) * m.standard_error for m in means)


def test_the_stated_error_holds_for_skewed_draws(null: list[SampleMean]) -> None:
    assert not any(mean.suffices(ALPHA / 2) for mean in null)
    assert rejections(null) <= binom.isf(SEEN, RUNS, ALPHA)


def test_normal_quantiles_err_more_than_is_stated(null: list[SampleMean]) -> None:
    """A planted defect: without the correction the same draws reject too often."""
    assert rejections(null, float(norm.isf(ALPHA / 2))) > binom.isf(SEEN, RUNS, ALPHA)


def test_the_correction_is_the_first_of_the_expansion() -> None:
    mean = SampleMean(0.0, 1.0, 400, -3.0)
    z = float(norm.isf(1e-4))
    assert mean.quantile(1e-4) == pytest.approx(z + 3 / 20 * (2 * z**2 + 1) / 6)
    assert replace(mean, skewness=0.0).quantile(1e-4) == z


def test_squares_are_granted_the_skewness_of_a_squared_normal_variable() -> None:
    assert mean_of_squares(np.array([0.0, 1.0] * 50)).skewness == SQUARED_NORMAL
    found = mean_of_squares(np.array([0.0] * 99 + [1.0]))
    assert found.skewness == pytest.approx(0.98 / (0.01 * 0.99) ** 0.5)
    assert (found.value, found.repetitions) == (0.01, 100)
    assert mean_of_squares(np.ones(9)).skewness == SQUARED_NORMAL


def agreement(estimate: SampleMean, error: float = 0.0) -> Agreement:
    def comparisons(_: Settings) -> Iterator[Comparison]:
        yield Comparison({}, estimate, 1.0, 2.0, error)

    return Agreement("x", "x", comparisons, "twice the mean")


FIRM = SampleMean(1.0, 0.01, 10**6, 3.0)


@pytest.mark.parametrize(
    ("estimate", "error", "verdict"),
    [
        (FIRM, 0.0, Verdict.SUPPORTED),
        (replace(FIRM, value=1.1), 0.0, Verdict.REFUTED),
        (replace(FIRM, value=1.1), 0.05, Verdict.SUPPORTED),
        # Neither the planted number nor the expected one can be told from a vague estimate.
        (replace(FIRM, standard_error=0.3), 0.0, Verdict.OPEN),
        (FIRM, 2.0, Verdict.OPEN),
        # Too few repetitions, whatever they say.
        (replace(FIRM, repetitions=2_000), 0.0, Verdict.OPEN),
        (replace(FIRM, repetitions=2_000, value=9.0), 0.0, Verdict.OPEN),
        (replace(FIRM, skewness=100.0), 0.0, Verdict.OPEN),
    ],
)
def test_verdicts_of_an_agreement(estimate: SampleMean, error: float, verdict: Verdict) -> None:
    found = agreement(estimate, error).check(Settings())
    assert found.verdict is verdict
    assert ("too few" in str(found.evidence.get("reason"))) == (estimate.repetitions < 10**6 or estimate.skewness > 3)
    assert ("power" in found.evidence) == (verdict is Verdict.SUPPORTED)


def test_an_exponent_of_too_few_repetitions_is_open() -> None:
    def measured(repetitions: int) -> Slopes:
        def measure(point: dict[str, float], _: Settings) -> Reading:
            risk = 1 / point["n"]
            return Reading(risk, 0.0, SampleMean(risk, 1e-3 * risk, repetitions, SQUARED_NORMAL))

        points = [{"n": float(n)} for n in (1, 10, 100)]
        return Slopes("x", (Fit("all", "n", lambda _: points, measure, lambda p: 1 / p["n"]),), "x")

    few = measured(2_500).check(Settings())
    assert few.verdict is Verdict.OPEN
    assert "2500 draws of skewness 2.83" in few.evidence["reason"]
    assert measured(4_000).check(Settings()).verdict is Verdict.SUPPORTED


def failing(n: int) -> TwoStage:
    return kent.tuned_general(n, 100, 4.0, 1.0)


def test_rare_failures_that_no_draw_shows_are_counted() -> None:
    """At 60 users one in 300 fails: some hundred draws need not show it, and then lack its part of the risk."""
    law, repetitions = SignLaw(0.013), 300
    exact = exact_risk(failing(60), law)
    unseen = unseen_loss(failing(60), [law], repetitions)
    assert unseen > 0.05 * exact.value
    assert unseen_loss(failing(60), [law], 10**5) < 0.05 * unseen
    assert unseen_loss(failing(60), [law, law], repetitions) > 2 * unseen
    blind = [
        found
        for seed in range(60)
        if (found := monte_carlo(failing(60), law, repetitions, seed)).localisation_failure == 0
    ]
    assert blind
    mean = float(np.mean([found.value for found in blind]))
    assert exact.value - unseen < mean < exact.value
