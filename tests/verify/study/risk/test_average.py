"""The average over a random shift: against plain Monte Carlo over shifts, and what its error estimate sees."""

import numpy as np
import pytest

from notation.parameters import ParameterError
from upperbounds.mean import kent
from verify.study.experiments.shifted import ShiftedRisk
from verify.study.experiments.shifted_data import ShiftedSigns
from verify.study.risk import SignLaw, average_risk, exact_risk, supremum_over_position


@pytest.mark.parametrize(("n", "m"), [(200, 100), (200, 10**4)])
def test_the_average_is_that_of_random_shifts(n, m):
    """Two-sided |z| <= 6 over 400 random shifts: type-I error 2e-9 each."""
    estimator = kent.tuned(n, m, 1.0, 1.0)
    found = average_risk(estimator, -0.3, 0.3, relative=3e-3, most=600)
    shifts = np.random.default_rng(4).uniform(-0.3, 0.3, 400)
    risks = np.array([exact_risk(estimator, SignLaw(u, 1.0, u)).value for u in shifts])
    assert abs(found.value - risks.mean()) <= 6 * risks.std() / np.sqrt(400) + found.error
    assert 0 < found.error < 0.1 * found.value
    assert found.evaluations <= 600


def test_the_error_estimate_sees_too_few_nodes():
    estimator = kent.tuned(200, 10**4, 1.0, 1.0)
    coarse, fine = (average_risk(estimator, -0.3, 0.3, most=most) for most in (15, 615))
    assert coarse.error > 10 * fine.error
    assert abs(coarse.value - fine.value) <= 3 * (coarse.error + fine.error)


def test_the_sweep_says_how_far_its_trapezoids_are_off():
    estimator = kent.tuned(200, 400, 1.0, 1.0)
    coarse, fine = (supremum_over_position(estimator, positions=p) for p in (17, 257))
    assert abs(coarse.mean - fine.mean) <= 3 * coarse.mean_error
    assert fine.mean_error < coarse.mean_error
    assert supremum_over_position(estimator, positions=2).mean_error == np.inf


@pytest.mark.parametrize("ends", [(0.3, -0.3), (float("nan"), 1.0), (-1e308, 1e308)])
def test_wrong_ranges_are_refused(ends):
    with pytest.raises(ParameterError, match=r"lower|upper"):
        average_risk(kent.tuned(200, 100, 1.0, 1.0), *ends)


def test_panels_end_at_the_bins_edges_and_agree_with_the_other_route():
    """One panel over six bins would see no kink, and understate its error forty-fold."""
    estimator = kent.algorithm2(100, 100, 0.5, 0.1, 1.0, kent.bin_count(0.1, 1.0))
    found = average_risk(estimator, -0.3, 0.3, relative=1e-4)
    exact = ShiftedRisk(estimator, ShiftedSigns(), -0.3, 0.3).at_level(6)
    assert abs(found.value - exact.value) <= found.error + exact.error
