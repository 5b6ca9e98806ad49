"""Exact risks of vectors put together from univariate ones, fits of exponents, and exact optima on tiny alphabets."""

from dataclasses import replace
from fractions import Fraction as F

import numpy as np
import pytest

from lowerbounds.information import optimal_protocols as optimal
from lowerbounds.information.laws import FiniteLaw
from lowerbounds.methods import assouad
from notation.parameters import ParameterError
from upperbounds.protocols.split import Split
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.transforms.kashin import HadamardFrame
from upperbounds.vectors import kent, zhao
from verify.kernel.statements import Fit, Reading, Slopes
from verify.kernel.statements.outcome import Settings, Verdict
from verify.sample_mean import SampleMean
from verify.site.points import slope_svg
from verify.study.measuring.vectors import axes_prior, axis, edge_share, line_laws, multiples, spike_laws
from verify.study.risk import SignLaw, coefficient_risk, exact_risk, exact_vector_risk, vectors
from verify.study.risk.vectors import coordinate_risks, is_isometry

RNG = np.random.default_rng(0)


def test_the_risk_of_a_vector_is_the_sum_over_coordinates() -> None:
    plan = zhao.algorithm2(600, 25, 3, 1.5, 1.0)
    laws = [SignLaw(mean) for mean in (0.1, -0.4, 0.8)]
    parts = [exact_risk(plan.each, law).value for law in laws]
    assert exact_vector_risk(plan, laws).value == pytest.approx(sum(parts), rel=1e-14)
    shared = exact_vector_risk(plan, laws[:1])
    assert shared.value == pytest.approx(3 * parts[0], rel=1e-14)
    assert shared.error >= 3 * exact_risk(plan.each, laws[0]).error * (1 - 1e-12)


def test_a_coordinate_that_nobody_answers_is_estimated_by_zero() -> None:
    plan = zhao.algorithm2(600, 25, 3, 0.9, 1.0)
    sends = (*plan.split.sends[:2], ())
    silent = replace(plan, split=Split(600, 3, sends))
    risks = coordinate_risks(silent, [SignLaw(0.5)])
    assert risks[2].value == 0.25
    assert risks[2].bias == -0.5
    assert risks[2].localisation_failure == 1.0
    assert exact_vector_risk(silent, [SignLaw(0.5)]).value > 0.25


def test_a_frame_shortens_errors_and_needs_independent_coordinates() -> None:
    frame = HadamardFrame.draw(3, RNG)
    plan = zhao.through_kashin(640, 25, 0.9, 1.0, frame)
    laws = line_laws(plan, 0.6, np.array([0.6, 0.0, 0.8]))
    assert not is_isometry(plan)
    assert 0 < exact_vector_risk(plan, laws).value < coefficient_risk(plan, laws).value
    joint = zhao.through_kashin(640, 25, 2.5, 1.0, frame)
    with pytest.raises(ParameterError, match="several coordinates"):
        exact_vector_risk(joint, laws)
    assert coefficient_risk(joint, laws).value > 0


def test_the_error_through_a_frame_covers_biases_that_are_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Biases moved by what a large planted error allows, coordinates' risks kept: the vector's risk moves by less."""
    plan = zhao.through_kashin(640, 25, 0.9, 1.0, HadamardFrame.draw(3, RNG))
    laws = line_laws(plan, 0.6, np.array([0.6, 0.0, 0.8]))
    loose = [replace(risk, bias=0.1, variance=risk.value - 0.01, error=1e-3) for risk in coordinate_risks(plan, laws)]
    offs = [vectors._bias_error(plan, law, risk) for law, risk in zip(laws, loose, strict=True)]
    moved = [
        replace(risk, bias=0.1 + off, variance=risk.value - (0.1 + off) ** 2)
        for risk, off in zip(loose, offs, strict=True)
    ]
    found = []
    for risks in (loose, moved):
        monkeypatch.setattr(vectors, "coordinate_risks", lambda *_, risks=risks: risks)
        found.append(exact_vector_risk(plan, laws))
    assert 0 < abs(found[1].value - found[0].value) < found[0].error
    assert min(offs) > 0


def test_the_wrong_number_of_laws_or_users_is_refused() -> None:
    plan = zhao.algorithm2(600, 25, 3, 0.9, 1.0)
    with pytest.raises(ParameterError, match="must be 1 or 3"):
        coordinate_risks(plan, [SignLaw(0.0)] * 2)
    with pytest.raises(ParameterError, match="must be the users who answer"):
        coordinate_risks(replace(plan, each=replace(plan.each, n=600)), [SignLaw(0.0)])


def test_laws_along_a_line() -> None:
    rotation = RandomRotation.draw(4, RNG)
    plan = kent.tuned_rotated(800, 25, 0.9, 1.0, rotation)
    laws = line_laws(plan, 0.5, axis(4))
    assert [law.half_width for law in laws] == [0.5] * 4
    assert {abs(law.mean) for law in laws} == {0.25}
    with pytest.raises(ValueError, match="are no signs"):
        line_laws(zhao.algorithm2(600, 25, 3, 0.9, 1.0), 0.5, axis(3))
    (law,) = spike_laws(0.1, 3.0, -1)
    assert law.mean == pytest.approx(-0.3)
    assert sorted((law.shift - law.half_width, law.shift + law.half_width)) == [-3.0, 0.0]
    assert abs(edge_share(plan, 1.0)) <= 0.9


def test_the_prior_on_axes_has_weight_one_and_the_means_of_signs() -> None:
    plan = zhao.through_hadamard(800, 25, 4, 0.9, 1.0)

    hard = assouad.axes_bound(800, 25, 4, 0.9)
    hard = replace(hard, parameters=hard.parameters | {"s": F(1, 2), "signs": 4})
    weighed = axes_prior(plan, hard)
    assert sum(share for share, _ in weighed) == 1
    assert [laws[0].mean for _, laws in weighed] == [-0.25, -0.125, 0.0, 0.125, 0.25]


def test_spends_are_exact_fractions() -> None:
    assert max(multiples(kent.tuned(80, 25, 4, 2.5, 1.0))) == F(4, 5)


def power(exponent: float, error: float = 0.0, certified: float = 0.0) -> Slopes:
    """A measured power law with errors relative to it, next to x^-1."""

    def measure(point, settings):  # type: ignore[no-untyped-def]
        value = point["n"] ** exponent
        draws = SampleMean(value, error * value, 10**6, 0.0) if error else None
        return Reading(value, certified * value, draws)

    fit = Fit("all", "n", lambda _: [{"n": float(x)} for x in (1, 10, 100)], measure, lambda p: 1 / p["n"])
    return Slopes("x", (fit,), "x")


@pytest.mark.parametrize(
    ("statement", "verdict"),
    [
        (power(-1.0), Verdict.CHECKED),
        (power(-1.09), Verdict.CHECKED),
        (power(-1.11), Verdict.REFUTED),
        (power(-0.75), Verdict.REFUTED),
        (power(-1.0, error=0.01), Verdict.SUPPORTED),
        # The interval reaches beyond the band, or lies beyond it.
        (power(-1.0, error=0.1), Verdict.OPEN),
        (power(-1.25, error=0.01), Verdict.REFUTED),
        (power(-1.0, certified=0.01), Verdict.CHECKED),
        (power(-1.0, certified=0.4), Verdict.OPEN),
        (power(-1.0, certified=0.6), Verdict.OPEN),
        (replace(power(-1.0), fits=()), Verdict.OPEN),
        (replace(power(-1.0), band=0.3), Verdict.OPEN),
    ],
)
def test_verdicts_of_fitted_exponents(statement: Slopes, verdict: Verdict) -> None:
    found = statement.check(Settings())
    assert found.verdict is verdict
    assert found.alpha == (1e-8 if "simulated" in str(found.evidence.get("method")) else 0.0)
    if found.verdict is Verdict.OPEN:
        assert found.evidence["reason"]


def test_the_report_draws_the_worst_regime() -> None:
    found = power(-1.05).check(Settings()).evidence
    assert found["parameters"] == {"regime": "all", "axis": "n", "grid": [1.0, 10.0, 100.0]}
    assert slope_svg(found) is not None


def test_an_interval_that_matters_is_told() -> None:
    for statement, told in (
        (power(-1.0), ""),
        (power(-1.0, certified=0.01), " +- 0.004"),
        (power(-1.0, error=1e-6), " +- 0.000"),
    ):
        (row,) = statement.check(Settings()).evidence["regimes"]
        assert row == f"all, n = 1, 10, 100: -1.000{told}, claimed -1.000"


def test_one_bad_regime_among_good_ones_refutes() -> None:
    good, bad = power(-1.0), power(-0.5)
    assert replace(good, fits=(*good.fits, *bad.fits, *good.fits)).check(Settings()).verdict is Verdict.REFUTED


def test_exact_optima_on_one_bit() -> None:
    """n users who know a fair sign: randomised response is best, and after one answer tanh(epsilon/2)^2 is known."""
    t = F(3)
    laws = [FiniteLaw((((1,), F(1)),)), FiniteLaw((((-1,), F(1)),))]
    targets = [(F(1),), (F(-1),)]
    one = optimal.best_explained(laws, targets, t, 1)
    assert one == ((t - 1) / (t + 1)) ** 2
    # Two answers agree with chance 5/8, and then the sign is known to be that with chance 9/10.
    two = optimal.best_explained(laws, targets, t, 2)
    assert two == F(5, 8) * F(4, 5) ** 2
    fair = FiniteLaw((((1,), F(1, 2)), ((-1,), F(1, 2))))
    assert optimal.largest_squares(fair, [{(1,): F(1), (-1,): F(-1)}], t) == one
    assert optimal.law_of_draws(fair, 2)[((-1,), (1,))] == F(1, 2)
    with pytest.raises(ParameterError, match="t ="):
        optimal.largest_squares(fair, [{(1,): F(1), (-1,): F(-1)}], F(1))
    with pytest.raises(ParameterError, match="n = 0"):
        optimal.best_explained(laws, targets, t, 0)
