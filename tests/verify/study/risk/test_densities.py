"""Uniform and Beta data: the certified law of the user mean against rationals, exact moments, ball quadrature, draws.

Statistical comparisons state their level; seeds are fixed.
"""

from fractions import Fraction
from itertools import count
from math import comb, exp, factorial, sqrt

import numpy as np
import pytest
from flint import acb, arb, ctx
from scipy import special, stats

from notation.parameters import ParameterError
from upperbounds.channels import UnaryEncoding
from upperbounds.channels.votes import Bins
from upperbounds.mean import kent
from upperbounds.protocols.two_stage import TwoStage
from verify.study.risk import BetaLaw, SignLaw, UniformLaw, densities, exact_risk, exact_stages, monte_carlo, per_user
from verify.study.risk.densities import REACH, waves

ALPHA = 1e-9
SHAPES = (0.1, 0.5, 1, 3, 5)


def irwin_hall(m: int, x: Fraction, k: int) -> Fraction:
    """E (S - x)_+^k for the mean S of m uniform samples on [-1, 1], exactly."""
    w = m * (1 - x) / 2
    total = sum((-1) ** j * comb(m, j) * (w - j) ** (m + k) for j in range(m + 1) if w > j)
    return Fraction(factorial(k), factorial(m + k)) * total * Fraction(2, m) ** k


def off_rationals(m: int, shape: float) -> list[float]:
    """How many stated errors probabilities and truncated moments are off those of uniform data."""
    sd, points = 1 / sqrt(3 * m), np.array([0.0, 0.25, 1.0, 2.5, 4.0, 7.0])
    found, stated = waves(shape, m).tails(points), waves(shape, m).errors
    exact = [[float(irwin_hall(m, Fraction(x * sd), k)) / sd**k for x in points] for k in range(3)]
    return [float(np.max(np.abs(found[k] - exact[k]))) / stated[k] for k in range(3)]


@pytest.mark.parametrize("m", [4, 6, 12, 30, 100, 300])
def test_uniform_tails_and_moments_equal_rationals(m: int) -> None:
    assert max(off_rationals(m, 1.0)) <= 1
    assert max(waves(1.0, m).errors) < (1e-11 if m >= 12 else 1e-9)
    # The same test sees a shape that is off by a millionth.
    assert max(off_rationals(m, 1 + 1e-6)) > 1 or m < 12


def test_too_few_frequencies_show_in_the_stated_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(densities, "_MOST_TERMS", 20)
    waves.cache_clear()
    try:
        with pytest.raises(ParameterError, match="m = 100"):
            waves(1.0, 100)
        monkeypatch.setattr(densities, "_LOOSEST", 10.0)
        assert max(waves(1.0, 100).errors) > 1e-6
        assert max(off_rationals(100, 1.0)) <= 1
    finally:
        waves.cache_clear()


@pytest.mark.parametrize("shape", [*SHAPES, 10])
def test_moments_of_the_law_are_those_of_its_cumulants(shape: float) -> None:
    """E z^4 and E z^6 from the moments of one sample, against integrals of the tail by Gauss and Legendre."""
    m = 100
    # E x^2j of one standardised sample: the product of (2i - 1)/(2p + 2i - 1), times (2p + 1)^j.
    moments = [1.0]
    for j in range(1, 4):
        moments.append(moments[-1] * (2 * j - 1) / (2 * shape + 2 * j - 1) * (2 * shape + 1))
    k4 = moments[2] - 3
    k6 = moments[3] - 15 * moments[2] + 30
    expected = [1.0, 3 + k4 / m, 15 + 15 * k4 / m + k6 / m**2]
    nodes, weights = np.polynomial.legendre.leggauss(120)
    x, w = REACH * (nodes + 1) / 2, REACH * weights / 2
    upper, first, second = waves(shape, m).tails(x)
    for j, moment in enumerate(expected, start=1):
        assert 4 * j * float(w @ (x ** (2 * j - 1) * upper)) == pytest.approx(moment, rel=1e-9)
    # And d/dx E (z - x)_+^k = -k E (z - x)_+^(k-1): the integrals of one are values of the next.
    assert float(w @ upper) == pytest.approx(float(waves(shape, m).tails(np.zeros(1))[1][0]), abs=1e-12)
    assert 2 * float(w @ first) == pytest.approx(0.5, abs=1e-12)
    assert second[0] < 0.5


@pytest.mark.parametrize("shape", [0.5, 3])
def test_tails_equal_ball_quadrature(shape: float) -> None:
    """Gil and Pelaez's integral in balls: no waves, no period."""
    m, x = 60, 1.25
    unit = sqrt((2 * shape + 1) / m)

    def integrand(v: acb, _: bool) -> acb:
        phi = (-((v * unit) ** 2) / 4).hypgeom_0f1(acb(shape) + 0.5) ** m
        return phi * (v * x).sinc() * x

    before, ctx.prec = ctx.prec, 80
    try:
        ball = arb(0.5) - acb.integral(integrand, 0, 14).real / arb.pi()
    finally:
        ctx.prec = before
    assert float(ball.rad()) < 1e-13
    assert waves(shape, m).tails(np.array([x]))[0][0] == pytest.approx(float(ball.mid()), abs=1e-13)


@pytest.mark.parametrize("width", [0.5, 0.03])
@pytest.mark.parametrize("shift", [0.0, 0.137])
def test_bins_hold_what_rationals_say(width: float, shift: float) -> None:
    m, bins = 40, Bins(-1.0, width, int(np.ceil(2 / width)))
    law = UniformLaw(shift)
    found = law.bin_law(bins, m, 1e-18)
    expected = []
    for b in range(found.first, found.last + 1):
        ends = [2 * (Fraction(float(bins.left(e))) - Fraction(law.mean)) for e in (b, b + 1)]
        below = Fraction(1) if b == found.first else irwin_hall(m, ends[0], 0)
        expected.append(float(below - (0 if b == found.last else irwin_hall(m, ends[1], 0))))
    off = np.abs(found.probabilities - expected)
    assert found.probabilities.sum() == pytest.approx(1, abs=1e-12)
    assert np.max(off) < 1e-13
    assert np.sum(off) <= found.moved + found.relative
    assert found.moved < 1e-12
    assert found.relative < 1e-8


def test_clipped_moments_equal_rationals() -> None:
    m, law = 24, UniformLaw(-0.2)
    rng = np.random.default_rng(5)
    lower = np.concatenate([rng.uniform(-0.5, 1.0, 40), [-3.0, 0.3, -5.0, 2.0, 0.28]])
    upper = lower + np.concatenate([rng.uniform(0.01, 0.6, 40), [9.0, 1e-3, 0.5, 0.5, 0.04]])
    bias, variance = law.clipped(lower, upper, m)
    for i, ends in enumerate(zip(lower, upper, strict=True)):
        # Y = a + (S - a)_+ - (S - b)_+ on the scale of [-1, 1].
        a, b = (2 * (Fraction(float(end)) - Fraction(law.mean)) for end in ends)
        over = [[_upper(m, x, k) for k in (1, 2)] for x in (a, b)]
        first = over[0][0] - over[1][0]
        second = over[0][1] - over[1][1] - 2 * (b - a) * over[1][0]
        off_bias, off_variance = (part[i] for part in law.clipped_error(lower, upper, m))
        assert abs(bias[i] - float((a + first) / 2)) <= off_bias
        assert abs(variance[i] - float((second - first**2) / 4)) <= off_variance
        assert off_bias < 1e-13
        assert off_variance < 1e-12


def _upper(m: int, x: Fraction, k: int) -> Fraction:
    """E (S - x)_+^k, also where all of S or none is above x."""
    if x >= 1:
        return Fraction(0)
    return irwin_hall(m, x, k) if x > -1 else (-x if k == 1 else x * x + Fraction(1, 3 * m))


@pytest.mark.parametrize("m", [10**4, 10**9])
def test_many_samples_are_those_of_a_normal_variable(m: int) -> None:
    x = np.array([0.0, 1.0, 3.0])
    assert waves(1.0, m).tails(x)[0] == pytest.approx(stats.norm.sf(x), abs=1.0 / m)
    assert waves(1.0, m).tails(x)[0] == pytest.approx(waves(1.0, 4 * m).tails(x)[0], abs=1.0 / m)


@pytest.mark.parametrize(("shape", "m"), [(0.1, 7), (1.0, 3), (0.01, 300)])
def test_laws_that_are_not_smooth_are_refused(shape: float, m: int) -> None:
    with pytest.raises(ParameterError, match=f"m = {m}: "):
        BetaLaw(shape).bin_law(Bins(-1.0, 0.5, 4), m, 1e-18)


@pytest.mark.parametrize("arguments", [(0.0,), (-1,), (float("nan"),), (1e3,), (1, float("inf")), (1, 0.0, 0.0)])
def test_wrong_laws_are_refused(arguments: tuple[float, ...]) -> None:
    with pytest.raises(ParameterError):
        BetaLaw(*arguments)


def test_a_continuous_law_has_no_list_of_values() -> None:
    with pytest.raises(ParameterError, match="no list"):
        UniformLaw().support(10, 1e-9)


# risks


@pytest.mark.parametrize("epsilon", [0.5, 1.0, 2.0, 4.0])
@pytest.mark.parametrize("m", [100, 10**4])
def test_errors_at_kents_figure_2_are_far_below_a_thousandth(m: int, epsilon: float) -> None:
    risk = exact_risk(kent.tuned(500, m, epsilon, 1.0), UniformLaw(0.013))
    assert 0 < risk.error < 3e-4 * risk.value


@pytest.mark.parametrize("shape", SHAPES)
def test_errors_at_kents_figure_6_are_far_below_a_thousandth(shape: float) -> None:
    for constant in (0.02, 0.3, 1.0):
        risk = exact_risk(kent.tuned(200, 100, 1.0, 1.0, constant), BetaLaw(shape))
        assert 0 < risk.error < 1e-5 * risk.value


def wide(n: int = 40, epsilon: float = 2.0) -> TwoStage:
    return TwoStage("wide", n, 12, epsilon, Bins(-1.0, 0.25, 8), UnaryEncoding(8, 1, epsilon), 0.1, 0.2)


@pytest.mark.parametrize("law", [UniformLaw(-0.37), BetaLaw(1.0), BetaLaw(3.0, 0.2, 0.6)], ids=str)
@pytest.mark.parametrize("simulate", [monte_carlo, per_user])
def test_simulations_agree_with_exact(law: BetaLaw, simulate) -> None:  # type: ignore[no-untyped-def]
    """Two-sided at level ALPHA; half the noise, or another shape of the data, is caught."""
    exact, simulated = exact_risk(wide(), law), simulate(wide(), law, 20_000, 31)
    z = float(stats.norm.isf(ALPHA / 2))
    assert abs(simulated.value - exact.value) < z * simulated.standard_error
    other = exact_risk(wide(), BetaLaw(0.7, law.centre, 1.5 * law.half_width))
    assert abs(simulated.value - other.value) > z * simulated.standard_error


@pytest.mark.parametrize(("shape", "m"), [(1.0, 50), (1.0, 1000), (0.5, 30), (0.1, 100), (5.0, 3000)])
def test_drawn_user_means_have_the_law_of_raw_ones(shape: float, m: int) -> None:
    """Kolmogorov and Smirnov's two-sample test at level ALPHA; a tenth of a deviation is caught."""
    law, rng = BetaLaw(shape, 0.3, 2.0), np.random.default_rng(41)
    drawn = law.sample_user_means((8000,), m, rng)
    raw = np.concatenate([law.sample((500, m), rng).mean(axis=1) for _ in range(16)])
    assert stats.ks_2samp(drawn, raw).pvalue > ALPHA
    assert stats.ks_2samp(drawn + 0.15 * law.deviation(m), raw).pvalue < ALPHA
    # And both have the certified law.
    if m * shape >= 8:
        points = np.sort((drawn - law.mean) / law.deviation(m))
        upper = waves(shape, m).tails(np.abs(points))[0]
        ranks = np.arange(1, 8001) / 8000
        distance = np.max(np.abs(np.where(points < 0, upper, 1 - upper) - ranks))
        # Dvoretzky, Kiefer and Wolfowitz, with Massart's constant.
        assert 2 * exp(-2 * 8000 * (distance - 1 / 8000) ** 2) > ALPHA


def test_digits_of_uniform_samples_are_exact_in_law() -> None:
    """At the number of samples where the binomials begin, against the digits' own mean and variance."""
    draws = UniformLaw().sample_user_means((100_000,), 1000, np.random.default_rng(42))
    sd = 1 / sqrt(12_000)
    assert abs(draws.mean() - 0.5) < 6 * sd / sqrt(1e5)
    assert draws.std() == pytest.approx(sd, rel=6 / sqrt(2e5))


# what rounding is worth


@pytest.mark.parametrize("m", [10**3, 10**6, 10**9, 10**10])
@pytest.mark.parametrize("q", [0.5, 0.45])
def test_binomial_tails_are_off_by_a_tenth_of_the_allowance_at_most(m: int, q: float) -> None:
    from upperbounds.channels.binomial import binomial_cdf
    from verify.study.risk.laws import rounding_of_tails

    sd = sqrt(m * q * (1 - q))
    before, ctx.prec = ctx.prec, 300
    try:
        for z in (-9, -6, -3, -1, 0, 0.5):
            x = round(m * (1 - q) + z * sd)
            exact = arb(q).beta_lower(arb(m - x), arb(x + 1), True)
            off = abs(arb(float(binomial_cdf(x, m, q))) / exact - 1)
            assert off < rounding_of_tails(m) / 4
    finally:
        ctx.prec = before


@pytest.mark.parametrize(("n", "m"), [(200, 10**4), (500, 10**9)])
def test_rounding_is_within_the_stated_error(n: int, m: int) -> None:
    """theta moved by the last digits moves a risk as rounding does: by no more than the error says."""
    estimator = kent.tuned(n, m, 1.0, 1.0)
    risks = [exact_risk(estimator, SignLaw(0.1 + i * 2.0**-54)) for i in range(-4, 5, 4)]
    values = [risk.value for risk in risks]
    assert max(values) - min(values) <= 2 * risks[0].error
    assert risks[0].error < 1e-6 * risks[0].value
    stages = exact_stages(estimator, SignLaw(0.1))
    assert stages.rounded > 0
    assert stages.divergence > 0


@pytest.mark.parametrize("least", [1, 2, 3, 100, 12_345])
def test_so_many_terms_as_leave_out_little_are_found_by_halving(least: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The k-th term is at (2k - 1) steps; what is left out falls to the limit there, and is told as the limit."""
    asked = count()

    def beyond(shape: float, m: int, t: float) -> float:
        assert next(asked) < 64
        return densities._TRUNCATED if t >= 0.25 * (2 * least - 1) else 2 * densities._TRUNCATED

    monkeypatch.setattr(densities, "_beyond", beyond)
    assert densities._terms(1.0, 5, 0.25) == least


@pytest.mark.parametrize("shape", [1.0, 2.5])
def test_intervals_on_both_sides_of_the_centre_have_opposite_biases(shape: float) -> None:
    law, m = BetaLaw(shape), 30
    low, high = np.array([0.05, 0.1, 0.2]), np.array([0.1, 0.3, 0.9])
    (bias, variance), (other, same) = law.clipped(low, high, m), law.clipped(-high, -low, m)
    assert other == pytest.approx(-bias, rel=1e-9, abs=1e-15)
    assert same == pytest.approx(variance, rel=1e-9, abs=1e-15)
    # Clipped to the right of the centre the mean is within the interval, and no more than its end above it.
    assert np.all((low <= bias) & (bias <= high))


@pytest.mark.parametrize("shape", [0.5, 1.0, 2.0, 3.0, 5.0])
@pytest.mark.parametrize("m", [4, 60])
def test_what_is_beyond_a_frequency_is_below_its_bound(shape: float, m: int) -> None:
    """The sum over odd multiples of a small step, also around the zeros of the Bessel function, where bounds meet."""
    step, last = 0.01, 2 * shape + 12
    k = np.arange(1, 10_000, 2)
    terms = np.abs(special.hyp0f1(shape + 0.5, -((k * step) ** 2) / 4)) ** m / k
    beyond = np.cumsum(terms[::-1])[::-1]
    for place in range(50, int(last / step / 2), 7):
        assert beyond[place + 1] <= densities._beyond(shape, m, step * k[place])


@pytest.mark.parametrize("shape", [0.5, 1.0, 5.0])
@pytest.mark.parametrize("m", [300, 10_000])
def test_the_bound_beyond_a_frequency_is_near_where_means_are_normal(shape: float, m: int) -> None:
    """Seven deviations out the sum over odd multiples of a small step is a third of it or more."""
    t = 7 * sqrt((2 * shape + 1) / m)
    k = np.arange(2003, 10_000, 2)
    exact = np.sum(np.abs(special.hyp0f1(shape + 0.5, -((k * t / 2001) ** 2) / 4)) ** m / k)
    assert exact < densities._beyond(shape, m, t) < 3 * exact
