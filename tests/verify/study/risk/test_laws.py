"""The law of a user mean: bins, clipped moments and probabilities against exact rationals."""

from fractions import Fraction
from math import comb, sqrt

import flint
import numpy as np
import pytest

from notation.parameters import ParameterError
from upperbounds.channels.binomial import binomial_cdf, binomial_pmf, binomial_sf, binomial_window, poisson_pmf
from upperbounds.channels.votes import Bins
from verify.study.risk import SignLaw
from verify.study.risk.laplace_sum import density_and_tail, deviation_beyond

TAIL = 1e-20


def weights(m, p):
    return [comb(m, x) * p**x * (1 - p) ** (m - x) for x in range(m + 1)]


@pytest.mark.parametrize("bins", [Bins(-1.0, 0.5, 4), Bins(-1.0, 0.1, 20), Bins(-1.0, 1 / 3, 6), Bins(-0.5, 0.3, 3)])
@pytest.mark.parametrize("theta", [0.0, 0.25, -0.875, 1.0, -1.0])
@pytest.mark.parametrize("m", [1, 4, 10, 20, 30, 57])
def test_bin_law_puts_each_lattice_point_where_a_user_would(bins, theta, m):
    # 0.1 and 1/3 put float edges beside lattice points: the float rule decides, the same for both.
    law = SignLaw(theta)
    expected = np.zeros(bins.count)
    for x, weight in enumerate(weights(m, Fraction(law.plus))):
        samples = np.repeat([1.0, -1.0], [x, m - x])
        expected[int(bins.index(samples.mean()))] += float(weight)
    found = law.bin_law(bins, m, TAIL)
    got = np.zeros(bins.count)
    got[found.first : found.last + 1] = found.probabilities
    assert got == pytest.approx(expected, rel=1e-12, abs=2 * TAIL)


def test_an_edge_on_the_lattice_belongs_to_the_bin_on_its_right():
    found = SignLaw(0.0).bin_law(Bins(-1.0, 1.0, 2), 2, TAIL)
    assert found.probabilities == pytest.approx([0.25, 0.75])
    # Closed bins would count the middle point twice.
    assert found.probabilities.sum() == pytest.approx(1, abs=1e-15)


@pytest.mark.parametrize("D", [1.0, 0.25, 4.0])
def test_points_are_the_floats_that_users_compute(D):
    rng = np.random.default_rng(1)
    law = SignLaw(0.1 * D, D)
    samples = law.sample((200, 37), rng)
    high = (samples > 0).sum(axis=-1)
    assert np.array_equal(samples.mean(axis=-1), law.point(high, 37))


@pytest.mark.parametrize("m", [1, 3, 20])
@pytest.mark.parametrize("theta", [0.0, 0.3, -0.77, 1.0])
def test_clipped_moments_equal_rationals(m, theta):
    law, rng = SignLaw(theta), np.random.default_rng(2)
    lower = rng.uniform(-1.3, 1.0, 60)
    upper = lower + np.where(np.arange(60) % 5, rng.uniform(0, 1.5, 60), 1e-3)
    bias, variance = law.clipped(lower, upper, m)
    chances = weights(m, Fraction(law.plus))
    for i in range(60):
        clipped = [min(max(Fraction(2 * x - m, m), Fraction(lower[i])), Fraction(upper[i])) for x in range(m + 1)]
        first = sum(w * c for w, c in zip(chances, clipped, strict=True))
        second = sum(w * c * c for w, c in zip(chances, clipped, strict=True))
        assert bias[i] == pytest.approx(float(first - Fraction(theta)), abs=1e-14)
        assert variance[i] == pytest.approx(float(second - first**2), rel=1e-11, abs=1e-15)


@pytest.mark.parametrize("m", [10**4, 10**9])
def test_clipped_moments_of_many_samples_are_those_of_a_normal_variable(m):
    law = SignLaw(0.2)
    sd = sqrt(law.variance / m)
    bias, variance = law.clipped(np.array([0.2, -1.0, 0.2 + 30 * sd]), np.array([1.0, 1.0, 1.0]), m)
    assert bias[0] == pytest.approx(sd / sqrt(2 * np.pi), rel=0.01)
    assert abs(bias[1]) < 1e-12 * sd
    assert variance[1] == pytest.approx(sd**2, rel=1e-9)
    assert bias[2] == pytest.approx(30 * sd, rel=1e-9)
    assert variance[2] == 0


def test_support_lists_the_law():
    points, chances = SignLaw(0.3).support(40, TAIL)
    assert chances.sum() == pytest.approx(1, abs=1e-14)
    assert chances @ points == pytest.approx(0.3, abs=1e-14)


@pytest.mark.parametrize("arguments", [(1.5,), (0.0, 0.0), (float("nan"),), (3.0, 1.0, 1.0)])
def test_wrong_laws_are_refused(arguments):
    with pytest.raises(ParameterError):
        SignLaw(*arguments)


def test_wrong_sample_count_is_refused():
    with pytest.raises(ParameterError, match="m = 0"):
        SignLaw(0.0).bin_law(Bins(-1.0, 1.0, 2), 0, TAIL)


@pytest.mark.parametrize("n", [1, 15, 250, 900])
@pytest.mark.parametrize("p", [0.5, 0.125, 2.0**-20])
def test_binomial_probabilities_equal_rationals(n, p):
    exact = [flint.fmpq(comb(n, x)) * flint.fmpq(*p.as_integer_ratio()) ** x for x in range(n + 1)]
    exact = [w * flint.fmpq(*(1 - p).as_integer_ratio()) ** (n - x) for x, w in enumerate(exact)]
    as_floats = np.array([float(Fraction(int(w.p), int(w.q))) for w in exact])
    live = as_floats > 1e-290
    x = np.arange(n + 1)
    assert binomial_pmf(x, n, p, 1 - p)[live] == pytest.approx(as_floats[live], rel=2e-13)
    sums, rest, total = [], [], flint.fmpq(0)
    for w in exact:
        total += w
        sums.append(float(Fraction(int(total.p), int(total.q))))
        rest.append(float(Fraction(int((1 - total).p), int((1 - total).q))))
    assert binomial_cdf(x, n, 1 - p) == pytest.approx(np.array(sums), rel=1e-11, abs=1e-280)
    assert binomial_sf(x, n, p) == pytest.approx(np.array(rest), rel=1e-11, abs=1e-280)


@pytest.mark.parametrize("n", [1, 10, 250, 10**9])
@pytest.mark.parametrize("p", [0.0, 1e-9, 0.3, 0.5, 1.0])
@pytest.mark.parametrize("tail", [1e-3, 1e-17])
def test_windows_hold_what_they_certify(n, p, tail):
    low, high = binomial_window(n, p, 1 - p, tail)
    assert 0 <= low <= high <= n
    assert low <= n * p <= high + 1
    assert float(binomial_cdf(low - 1, n, 1 - p)) <= tail
    assert float(binomial_sf(high, n, p)) <= tail


def test_poisson_probabilities_sum_to_one():
    for mean in (0.0, 1e-9, 3.0, 5e4):
        assert poisson_pmf(np.arange(-2, int(mean + 40 * sqrt(mean)) + 20), mean).sum() == pytest.approx(1, abs=1e-13)
    assert float(poisson_pmf(1, 0.0)) == 0.0


def test_sum_of_laplace_in_closed_form():
    x = np.array([0.0, 0.5, 3.0, 30.0])
    one, two = density_and_tail(1, x), density_and_tail(2, x)
    assert one[0] == pytest.approx(np.exp(-x) / 2, rel=1e-15)
    assert one[1] == pytest.approx(np.exp(-x) / 2, rel=1e-15)
    assert two[0] == pytest.approx((1 + x) * np.exp(-x) / 4, rel=1e-14)
    assert two[1] == pytest.approx((2 + x) * np.exp(-x) / 4, rel=1e-14)


def test_expansion_and_recurrence_of_the_sum_of_laplace_meet():
    # 255 takes the recurrence and 256 the expansion; d_k - d_{k+1} = -d''_{k+1}, by central differences.
    h = 0.05
    x = np.array([0.0, 5.0, 20.0, 60.0])
    below, above = density_and_tail(255, x + h), density_and_tail(256, np.abs(x[:, None] + h * np.arange(0, 3)))
    curvature = (above[0][:, 0] - 2 * above[0][:, 1] + above[0][:, 2]) / h**2
    assert below[0] - above[0][:, 1] == pytest.approx(-curvature, rel=1e-3, abs=1e-10)
    assert above[1][0, 0] == pytest.approx(0.5, abs=1e-15)


def test_far_points_of_a_sum_of_laplace_cost_and_change_nothing():
    # With an integral for every eighth of a deviation on the way the last point would take 40 terabytes.
    k = 10**12
    near = np.sqrt(2 * k) * np.array([0.0, 1.0, 9.0, 37.0])
    for alone, beside in zip(density_and_tail(k, near), density_and_tail(k, np.append(near, 1e18)), strict=True):
        assert np.all(alone > 0)
        assert np.array_equal(beside, np.append(alone, 0.0))


@pytest.mark.parametrize("k", [1, 30, 5000])
def test_deviation_bound_of_the_sum_of_laplace(k):
    x = deviation_beyond(k, 1e-12)
    assert 0 < density_and_tail(k, np.array([x]))[1][0] <= 1e-12


@pytest.mark.parametrize(("theta", "half_width", "shift"), [(0.2, 0.5, 0.1), (-3.0, 4.0, 0.5), (0.7, 1.0, 0.0)])
def test_a_law_at_two_points_has_the_mean_and_variance_of_these(theta: float, half_width: float, shift: float) -> None:
    law = SignLaw(theta, half_width, shift)
    points, chances = (shift - half_width, shift + half_width), (law.minus, law.plus)
    assert sum(chances) == pytest.approx(1)
    assert sum(p * x for p, x in zip(chances, points, strict=True)) == pytest.approx(law.mean) == pytest.approx(theta)
    spread = sum(p * (x - theta) ** 2 for p, x in zip(chances, points, strict=True))
    assert law.variance == pytest.approx(spread, rel=1e-12)
    assert [float(law.point(high, 4)) for high in (0, 1, 4)] == pytest.approx(
        [points[0], points[0] + half_width / 2, points[1]]
    )
