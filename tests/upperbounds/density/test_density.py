"""Estimators of densities: runs against exact risks, printed constants, bounds, and planted defects.

Statistical checks are two-sided, at ALPHA each.
"""

from dataclasses import replace
from fractions import Fraction
from math import log, pi, sqrt

import numpy as np
import pytest
from scipy.special import j0

from notation.parameters import ParameterError
from notation.setting import Setting
from upperbounds.channels.votes import Bins
from upperbounds.density import kent
from upperbounds.density.basis import LARGEST, Trigonometric, basis, left_out, values
from upperbounds.protocols.coordinates import Plain
from upperbounds.registry import of_problem
from upperbounds.vectors import kent as cube
from verify.kernel.statements.measured import fitted_slope
from verify.sample_mean import mean_of_squares
from verify.study.density import density_risk
from verify.study.risk.density import (
    MEANS,
    Coefficient,
    Wave,
    beyond,
    drawn_density_risk,
    exact_density_risk,
    law_of,
)

ALPHA = 1e-9
ESTIMATORS = of_problem("density")


def compare(losses, exact, error=0.0):
    mean = mean_of_squares(np.asarray(losses))
    assert mean.suffices(ALPHA)
    return abs(mean.value - exact) <= error + mean.quantile(ALPHA) * mean.standard_error


def runs(plan, wave, m, repetitions, seed=5):
    rng = np.random.default_rng(seed)
    chunks = np.array_split(np.arange(repetitions), 20)
    found = [plan.protocol().run(wave.sample((len(c), plan.n, m), rng), rng) for c in chunks]
    return wave.loss(np.concatenate(found))


@pytest.mark.parametrize(("n", "m", "epsilon"), [(40, 20, 2.0), (36, 24, 9.0)])
def test_protocol_and_exact_risk_agree(n, m, epsilon):
    """Three coefficients or more, users that answer for one or for all of them."""
    plan = kent._plan("test", n, m, 5, epsilon, kent.one.tuned_general)
    wave = beyond(5, 1, 1.0)
    found = exact_density_risk(plan, wave)
    assert compare(runs(plan, wave, m, 4000), found.value, found.error)


def test_aggregates_and_exact_risk_agree():
    plan = kent._plan("test", 4000, 200, 5, 1.0, kent.one.tuned_general)
    wave = beyond(5, 1, 1.0)
    found, drawn = exact_density_risk(plan, wave), drawn_density_risk(plan, wave, 6000, np.random.default_rng(7))
    assert abs(drawn.value - found.value) <= found.error + 7 * drawn.error
    assert drawn.repetitions == 6000


def test_losses_are_integrals():
    """The squared error in coefficients and beyond is that of the functions, on a fine grid."""
    points = (np.arange(4096) + 0.5) / 4096
    for wave in (Wave(1, 0.5), Wave(4, 0.25)):
        estimate = np.array([1.0, 0.2, -0.1, 0.05])
        apart = values(estimate, points) - wave.density(points)
        assert wave.loss(estimate) == pytest.approx(np.mean(apart**2), abs=1e-12)


@pytest.mark.parametrize("wave", [Wave(1, 0.0), Wave(4, 0.6)])
def test_coefficients_below_the_wave_have_one_law(wave):
    """By characteristic functions of each phi_j(X), j <= 2q, against Bessel's function, by quadrature."""
    for j in range(2, 2 * wave.frequency + 1):
        for t in (0.7, 3.0):
            points = (np.arange(2048) + 0.5) / 2048
            found = np.mean(np.exp(1j * t * basis(j, points) / LARGEST) * wave.density(points))
            assert found == pytest.approx(j0(t), abs=1e-12)


def test_a_wave_of_another_frequency_has_another_law():
    """Planted: at frequency 3 the first sine is not symmetric about its axis; there the wave is refused."""
    points = (np.arange(2048) + 0.5) / 2048
    density = 1 + 0.6 * basis(7, points)
    found = np.mean(np.exp(3j * basis(3, points) / LARGEST) * density)
    assert abs(found.imag) > 0.01
    with pytest.raises(ParameterError):
        Wave(3, 0.6)


def test_the_law_of_one_sample_is_the_arcsine_law():
    law, bins = law_of(1), Bins(-LARGEST, LARGEST / 3, 6)
    chances = law.bin_law(bins, 1, 1e-18).probabilities
    angles = np.arccos(np.linspace(-1, 1, 7)) / pi
    np.testing.assert_allclose(chances, -np.diff(angles), atol=1e-14)
    for lower, upper in ((-0.3, 0.9), (-5.0, 5.0), (1.0, 4.0), (2.0, 3.0), (-3.0, -1.0)):
        numbers = np.clip(LARGEST * np.cos(pi * (np.arange(10**6) + 0.5) / 10**6), lower, upper)
        moments = [np.mean(numbers), np.mean(numbers**2)]
        bias, variance = law.clipped(np.array([lower]), np.array([upper]), 1)
        assert bias[0] == pytest.approx(moments[0], abs=1e-7)
        assert variance[0] == pytest.approx(moments[1] - moments[0] ** 2, abs=1e-7)
    with pytest.raises(ParameterError, match="m = 5"):
        law_of(5)
    with pytest.raises(ParameterError, match="m = 17"):
        law.bin_law(bins, 17, 1e-18)


def test_cells_are_the_law_of_means():
    cells = Coefficient().cells(50)
    middles = cells.lefts + cells.widths / 2
    assert cells.weights @ middles == pytest.approx(0, abs=1e-12)
    assert cells.weights @ middles**2 == pytest.approx(MEANS.variance / 50, rel=1e-4)
    assert Coefficient().cells(5) is None


def test_the_printed_cut_off():
    """(45) as printed, T_0 and all, for alpha <= 1; 2 where it gives less."""
    for n, m, beta, epsilon in ((10**12, 10**4, 1, 0.5), (10**9, 10**9, 1, 1.0), (10**11, 10**15, 2, 0.25)):
        z, C = n * epsilon**2, kent.logarithm_constant(beta)
        t0 = z ** (2 * beta + 1) / (C * log(z)) ** (2 * beta + 2)
        M = (z * min(m, t0)) ** (1 / (2 * beta + 2))
        assert kent.cutoff(n, m, beta, epsilon) == max(2, int(M))
    assert kent.cutoff(100, 10, 1, 1.0) == 2
    # Beyond the printed range: never more than without privacy.
    assert kent.cutoff(10**6, 1000, 1, 1e6, constant=1.0) <= (10**9) ** (1 / 3) + 1e-6


@pytest.mark.parametrize("epsilon", [0.5, 1.0, 2.5, 40.0])
def test_shortcuts_build_what_plans_run(epsilon):
    """The estimator of one coefficient without the table of users is that of the plan."""
    for M in (2, 5, 9):
        plan = kent._plan("test", 1000, 20, M, epsilon, kent.one.tuned_general)
        assert kent._each(1000, 20, M - 1, epsilon, kent.one.tuned_general) == plan.each
        assert plan.each == cube.tuned(1000, 20, M - 1, epsilon, LARGEST).each


def test_bounds_are_those_of_the_plan_and_hold():
    """The explicit bound is the sum over the plan's coefficients, above the exact risk, and near it."""
    a = Setting(10**4, 100)
    plan = kent.least_bound(a.n, a.m, 1, 1.0, 1.0)
    bound, risk = kent.bound_of_least(a), density_risk(ESTIMATORS[1], a)
    assert ESTIMATORS[1].name == plan.name == "kent-least-bound"
    assert risk.value + risk.error < bound.value < 1.02 * risk.value
    assert not bound.vacuous
    M = plan.embedding.cutoff
    assert kent._least(a.n, a.m, 1, 1.0, 1.0)[1] == M
    printed = kent.bound(Setting(10**9, 10**9))
    M = kent.cutoff(10**9, 10**9, 1, 1.0)
    assert printed.value == pytest.approx(
        cube.bound(10**9, 10**9, M - 1, 1.0, LARGEST).value + left_out(M, 1, 1.0), rel=1e-12
    )


def test_variances_are_bounded_for_every_density():
    """At two points half a period apart phi_2 has variance 2, more than 1 for its one coefficient; pairs have 2."""
    points = np.array([0.0, 0.5])
    assert np.var(basis(2, points)) == pytest.approx(2)
    x = np.random.default_rng(0).random(1000)
    for M in (2, 3, 5, 8):
        total = sum(basis(j, x) ** 2 for j in range(2, M + 1))
        assert np.max(total) <= kent._variance(M) + 1e-9
    assert [kent._variance(M) for M in (2, 3, 4, 5)] == [2, 2, 4, 4]


def test_the_floor_of_theorem_9_shows_in_the_bound():
    """At T of 10^18 the printed bound falls as n^(-2 beta), except for the logarithm in M."""
    points = [Setting(n, 10**18, r=100.0) for n in (10**7, 10**8)]
    slope = fitted_slope([a.n for a in points], [kent.bound(a).value for a in points])
    logs = 2 * fitted_slope([a.n for a in points], [log(a.n) for a in points])
    assert slope == pytest.approx(-2 + logs, abs=0.1)
    # And no further with T.
    assert kent.bound(points[1]).value == pytest.approx(kent.bound(replace(points[1], m=10**17)).value, rel=1e-3)


def test_a_lost_coefficient_is_caught():
    """Planted: coefficients read off by one place. At the wave nothing changes, but where one coefficient is not 0."""
    plan, wave = kent._plan("test", 400, 24, 3, 8.0, kent.one.tuned_general), Wave(1, 0.6)

    class Shifted(Trigonometric):
        def user_means(self, samples):
            return Trigonometric(self.cutoff + 1).user_means(samples)[..., 1:]

    right, wrong = (
        runs(replace(plan, embedding=embedding), wave, 24, 40).mean() for embedding in (plan.embedding, Shifted(3))
    )
    noise = exact_density_risk(plan, Wave(2, 0.0)).value
    assert right < 2 * noise < 0.5 * wrong


def test_an_interval_that_is_not_widened_is_caught():
    """Planted: the winning bin itself as the interval. The exact risk is that of the plan as it is, not of this one."""
    plan = kent._plan("test", 40, 20, 3, 2.0, kent.one.tuned_general)
    wave = beyond(3, 1, 1.0)
    found = exact_density_risk(plan, wave)
    narrow = replace(plan, each=replace(plan.each, inflation=0.0))
    assert compare(runs(plan, wave, 20, 4000), found.value, found.error)
    assert not compare(runs(narrow, wave, 20, 4000), found.value, found.error)


def test_printed_bins_lose_a_coefficient_beyond_1():
    """As printed phi_j(X), up to sqrt(2), goes to an estimator on [-1, 1]: a coefficient above 1 + 2 Delta is cut off.

    A density that is steep enough has one: 1 + sum of c_q sqrt(2) cos(2 pi q x) with Fejer's c_q has c_1 near sqrt(2).
    """
    q = np.arange(1, 40)
    fejer = sqrt(2) * (1 - q / 40)
    points = (np.arange(4096) + 0.5) / 4096
    density = 1 + (sqrt(2) * fejer[:, None] * np.cos(2 * pi * q[:, None] * points)).sum(axis=0)
    assert density.min() > -1e-9
    assert fejer[0] > 1.3
    each = kent.one.algorithm2(10**4, 10**4, 1.0, 0.05, 1.0, 20)
    assert each.interval(19)[1] < fejer[0]
    wide = kent.one.algorithm2(10**4, 10**4, 1.0, 0.05, LARGEST, kent.one.bin_count(0.05, LARGEST))
    assert wide.interval(wide.bins.index(np.array([fejer[0]])))[1][0] > fejer[0]


def test_settings_out_of_range_are_refused():
    wave, plan = Wave(1, 0.5), kent.algorithm8(40, 20, 1, 1.0)
    for call in (
        lambda: kent.algorithm8(1, 20, 1, 1.0),
        lambda: kent.least_bound(1, 20, 1, 1.0, 1.0),
        lambda: Wave(1, 0.8),
        lambda: Wave(1, float("nan")),
        lambda: exact_density_risk(replace(plan, embedding=Plain(1)), wave),
        lambda: exact_density_risk(kent._plan("test", 40, 20, 3, 1.0, kent.one.tuned_general), wave),
    ):
        with pytest.raises(ParameterError):
            call()


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda e: e.name)
def test_spend_is_epsilon(estimator):
    for epsilon in (0.5, 2.0, 9.0):
        plan = estimator.plan(Setting(400, 20, epsilon=epsilon))
        assert max(loss.multiple() for _, loss in estimator.spend(plan)) <= Fraction(1)
