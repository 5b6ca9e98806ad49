"""zhao Theorem 3 and Remark 2: the choices of h, Delta and D, their bounds, and what the printed choices do."""

from dataclasses import replace
from math import ceil, exp, inf, log, sqrt

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import binom

from notation.parameters import ParameterError
from notation.symbols import m, n, p
from upperbounds.protocols import aggregate
from upperbounds.protocols.coordinate_laws import Signs
from upperbounds.transforms.kashin import LEVEL, DenseFrame, HadamardFrame
from upperbounds.vectors import heavy
from verify.study.risk import SignLaw, exact_risk


@pytest.mark.parametrize("order", [2.0, 2.5, 4.0, 8.0])
@pytest.mark.parametrize(("n_", "m_", "epsilon"), [(100, 1, 0.3), (10**4, 64, 1.0), (10**6, 10**5, 3.0)])
def test_the_constants_are_in_the_range_for_which_the_rate_holds(order, n_, m_, epsilon) -> None:
    """2 (|mu| v Delta) <= D for every |mu| <= M^(1/p); h = 4 M^(1/p)/sqrt(m); Delta >= c M^(1/p) sqrt(ln m/m)."""
    chosen = heavy.constants(n_, m_, epsilon, order, 3.0)
    unit = 3.0 ** (1 / order)
    assert chosen.half_width >= 2 * max(unit, chosen.clip)
    assert chosen.width == pytest.approx(4 * unit / sqrt(m_))
    assert chosen.clip >= sqrt(order) * unit * sqrt(log(m_) / m_)
    assert chosen.clip >= (3.0**2 * n_ * epsilon**2) ** (1 / (2 * order)) * m_ ** (1 / order - 1) * (1 - 1e-12)


def test_everything_scales_with_the_data() -> None:
    """X -> 4X turns M_p into 4^p M_p; all widths grow by 4, bins stay."""
    one = heavy.theorem3(1000, 50, 1.5, 3.0, 2.0)
    four = heavy.theorem3(1000, 50, 1.5, 3.0, 2.0 * 4**3)
    assert one.bins.count == four.bins.count
    for name in ("inflation", "scale"):
        assert getattr(four, name) == pytest.approx(4 * getattr(one, name), rel=1e-12)
    assert heavy.bound(1000, 50, 1.5, 3.0, 128.0).value == pytest.approx(
        16 * heavy.bound(1000, 50, 1.5, 3.0, 2.0).value, rel=1e-6
    )


def test_the_interval_stays_within_the_clip_at_d() -> None:
    """Clipping to [-D, D] and then to the interval is clipping to their intersection, for every winner."""
    plan = heavy.theorem3(400, 30, 1.0, 4.0, 1.0)
    edge, points = -plan.bins.lower, np.linspace(-3, 3, 601) * -plan.bins.lower
    plain = heavy.TwoStage.interval(plan, np.arange(plan.bins.count))
    cut = plan.interval(np.arange(plan.bins.count))
    for k in range(plan.bins.count):
        twice = np.clip(np.clip(points, -edge, edge), plain[0][k], plain[1][k])
        np.testing.assert_allclose(np.clip(points, cut[0][k], cut[1][k]), twice, rtol=1e-12)
    assert plan.interval(0)[0] == -edge


def test_tails_are_above_exact_binomial_ones_and_the_bias_above_the_exact_integral() -> None:
    """Signs have M_p = 1 for every p: P(mean > t) exactly, and the integral of it, E (mean - t)_+."""
    for samples, order in ((4, 2.0), (40, 3.0), (400, 4.0), (400, 8.0)):
        high = np.arange(samples + 1)
        points, weights = (2 * high - samples) / samples, binom.pmf(high, samples, 0.5)
        for t in np.array([0.5, 1.0, 2.0, 3.0, 5.0]) / sqrt(samples):
            assert np.sum(weights[points > t]) <= heavy.one_tail(samples, order, 1.0, t)
            assert np.sum(weights * np.maximum(points - t, 0)) <= heavy.clip_bias(samples, order, 1.0, t)


def test_tails_are_above_those_of_rare_jumps() -> None:
    """X = +-r with probability 1/(2 r^p) each, M_p = 1: one jump in m moves the mean by r/m."""
    for samples, order, radius in ((20, 3.0, 20.0), (100, 2.5, 50.0), (50, 4.0, 6.0)):
        jump = radius**-order / 2
        tail = samples * jump * (1 - 2 * jump) ** (samples - 1)
        assert tail <= heavy.one_tail(samples, order, 1.0, 0.999 * radius / samples)


def test_bounds_are_above_exact_risks_and_say_something() -> None:
    for samples, order, epsilon in ((30, 4.0, 1.0), (200, 3.0, 0.5)):
        plan = heavy.theorem3(2000, samples, epsilon, order, 1.0)
        for mean in (0.0, 0.5, 1.0):
            assert exact_risk(plan, SignLaw(mean)).value <= heavy.bound(2000, samples, epsilon, order, 1.0).value
    bounds = [heavy.bound(10**8, m_, 1.0, 4.0, 1.0) for m_ in (100, 1000, 10_000)]
    assert not any(bound.vacuous for bound in bounds)
    assert bounds[0].value > bounds[1].value > bounds[2].value


def test_the_printed_h_costs_the_rate() -> None:
    """h = 4D/sqrt(m) with the larger D (zhao/eq83): at D = 100 the noise is orders above the corrected one."""
    chosen = heavy.constants(10**4, 1000, 1.0, 4.0, 1.0)
    wide = replace(chosen, half_width=100.0)
    printed = replace(wide, width=4 * wide.half_width / sqrt(1000))
    scales = [heavy.assemble(10**4, 1000, 1.0, c).scale for c in (chosen, wide, printed)]
    assert scales[0] == pytest.approx(scales[1])
    assert (scales[2] / scales[1]) ** 2 > 500


def test_d_as_small_as_delta_clips_the_mean_away() -> None:
    """zhao/eq86: X = 1, D = Delta; the corrected D keeps the mean."""
    chosen = heavy.constants(10**5, 10**4, 1.0, 4.0, 1.0)
    small = replace(chosen, half_width=chosen.clip)
    for constants, wrong in ((chosen, False), (small, True)):
        risk = exact_risk(heavy.assemble(10**5, 10**4, 1.0, constants), SignLaw(1.0)).value
        assert (risk > 0.8) == wrong


def test_the_rates_have_their_transition_in_m() -> None:
    """At p = 4, epsilon = 1 the branches of (4) meet at m ln m = (n)^(1/2) up to the logarithm."""
    few = heavy.RATE.subs({heavy.M_P: 1, p: 4, heavy.epsilon: 1, n: 10**12})
    slopes = []
    for low, high in ((10.0, 100.0), (10.0**9, 10.0**10)):
        values = [float(few.subs(m, x)) for x in (low, high)]
        slopes.append(log(values[1] / values[0]) / log(high / low))
    assert slopes[0] == pytest.approx(-1.5, abs=0.05)
    assert slopes[1] == pytest.approx(-1.0, abs=0.1)


@pytest.mark.parametrize("kind", [DenseFrame, HadamardFrame])
def test_kashin_coefficients_have_the_moments_that_the_plan_takes(kind) -> None:
    """E|a_k|^p <= K^p M_p d^(-p/2), on vectors of very different lengths."""
    rng = np.random.default_rng(3)
    frame = kind.draw(12, rng)
    vectors = rng.standard_normal((2000, 12)) * rng.pareto(5.0, (2000, 1))
    coefficients = heavy.Kashin(frame).forward(vectors)
    moment = np.mean(np.linalg.norm(vectors, axis=1) ** 4)
    largest = np.max(np.mean(coefficients**4, axis=0))
    assert largest <= heavy.kashin_moment(frame, LEVEL, 4.0, moment)


def test_heavy_data_are_estimated_in_both_cases_of_remark_2() -> None:
    """Student's t with 5 degrees of freedom, about a mean that is not 0; errors are below the bounds."""
    rng = np.random.default_rng(4)
    mean = np.array([1.0, -0.5, 0.0])
    samples = mean + 0.3 * rng.standard_t(5, size=(20, 4000, 30, 3))
    moment = float(np.max(np.mean(samples**4, axis=(0, 1, 2)))) * 1.2
    plan = heavy.coordinate_moments(4000, 30, 3, 4.0, 4.0, moment)
    errors = np.sum((plan.run(samples, rng) - mean) ** 2, axis=1)
    assert errors.mean() < 0.1
    assert errors.mean() < heavy.coordinate_bound(4000, 30, 3, 4.0, 4.0, moment).value
    norms = float(np.mean(np.linalg.norm(samples, axis=-1) ** 4)) * 1.2
    frame = HadamardFrame.draw(3, rng)
    plan = heavy.norm_moments(4000, 30, 4.0, 4.0, norms, frame)
    errors = np.sum((plan.run(samples[:4], rng) - mean) ** 2, axis=1)
    assert errors.mean() < heavy.norm_bound(4000, 30, 4.0, 4.0, norms, frame).value < inf


def test_aggregates_agree_with_the_exact_risk() -> None:
    """Two-sided z test, type-I error below 1e-10."""
    plan = heavy.coordinate_moments(120, 9, 2, 2.5, 3.0, 1.0)
    drawn, _ = aggregate.draw(plan, (Signs(0.25),), 20_000, np.random.default_rng(5))
    squares = np.sum((drawn - 0.25) ** 2, axis=1)
    expected = 2 * exact_risk(plan.each, SignLaw(0.25)).value
    assert abs((squares.mean() - expected) / (squares.std() / sqrt(len(squares)))) < 6.5


@pytest.mark.parametrize(
    ("order", "moment"),
    [
        (1.5, 1.0),
        (100.5, 1.0),
        (4.0, 0.0),
        (4.0, -1.0),
        (float("nan"), 1.0),
        (4.0, float("inf")),
        (2.0, 1.1e200),
        (2.0, 0.9e-200),
    ],
)
def test_wrong_moments_are_named_in_one_line(order: float, moment: float) -> None:
    with pytest.raises(ParameterError, match=" = "):
        heavy.theorem3(100, 5, 1.0, order, moment)
    with pytest.raises(ParameterError, match=" = "):
        heavy.coordinate_bound(100, 5, 2, 1.0, order, moment)


@pytest.mark.parametrize(
    ("order", "moment", "unit"),
    [(2.0, 0.9e200, 0.95e100), (2.0, 1.1e-200, 1.05e-100), (100.0, 1e300, 1e3), (3.0, 8.0, 2.0)],
)
def test_moments_are_taken_up_to_their_ends(order: float, moment: float, unit: float) -> None:
    """From p = 2 to 100, with a root of order p from 1e-100 to 1e100, which everything scales with."""
    plan = heavy.theorem3(100, 50, 1.0, order, moment)
    assert plan.bins.width == pytest.approx(4 * unit / sqrt(50), rel=0.01)


def test_a_tail_is_at_most_that_of_every_cut() -> None:
    """Cuts at x/k for k = 1, 3/2, 2, 3, ..., 48, 64: most of them are the best at some distance."""
    factors, best = sorted([*(2.0**i for i in range(7)), *(1.5 * 2**i for i in range(6))]), set()
    for samples, order in ((2, 2.1), (2, 3.0), (400, 2.5), (400, 8.0)):
        for distance in np.geomspace(0.1, 300.0, 120):
            x = samples * distance
            jumps = exp(log(samples) + order * log(2 / x))
            tails = [k**order * jumps + exp(-(x**2) / (2 * (samples + x**2 / (3 * k)))) for k in factors]
            best.add(factors[int(np.argmin(tails))])
            assert heavy.one_tail(samples, order, 1.0, distance) <= min(1.0, *tails) * (1 + 1e-9)
    assert best >= set(factors[2:-1]), best


@pytest.mark.parametrize(("order", "square"), [(2.0, 1.0), (3.0, 25 * np.e**3 / 2), (6.0, 128 * np.e**6)])
def test_the_proved_factor_is_that_of_its_statement(order: float, square: float) -> None:
    """c^2 is the larger of 1 and (p - 2)(p + 2)^2 e^p/2."""
    assert heavy.proved_factor(order) == pytest.approx(sqrt(square), rel=1e-12)


@pytest.mark.parametrize(
    ("people", "samples", "epsilon"), [(400, 100, 0.5), (400, 2, 0.5), (10**9, 30, 4.0), (400, 10**6, 0.5)]
)
def test_constants_are_those_of_the_paper(people: int, samples: int, epsilon: float) -> None:
    """h = 4 M^(1/p)/sqrt(m); Delta the larger of two; D = 2 M^(1/p) + 2 Delta: with M = 8, p = 3 the root is 2."""
    found = heavy.constants(people, samples, epsilon, 3.0, 8.0, 1.5)
    spread = 1.5 * 2 * sqrt(max(log(samples), 1.0) / samples)
    rare = (64 * people * epsilon**2) ** (1 / 6) * samples ** (-2 / 3)
    assert found.width == pytest.approx(8 / sqrt(samples))
    assert found.clip == pytest.approx(max(spread, rare))
    assert found.half_width == pytest.approx(4 + 2 * max(spread, rare))
    bins = heavy.assemble(people, samples, epsilon, found).bins
    assert bins.count == -(-2 * found.half_width // found.width)


@pytest.mark.parametrize(("samples", "order", "moment"), [(30, 2.5, 8.0), (400, 4.0, 1.0), (50, 8.0, 256.0)])
def test_the_bias_of_clipping_is_an_integral_of_tails_to_a_quarter(samples: int, order: float, moment: float) -> None:
    """On a grid of 4000 points from the clip on, on which a sum by the upper ends is below and by the lower above."""
    unit = moment ** (1 / order)
    for clip in (0.3 * unit, unit, 4 * unit):
        points = np.geomspace(clip, 1e4 * max(clip, unit), 4000)
        tails = np.array([heavy.one_tail(samples, order, moment, float(t)) for t in points])
        below, above = float(tails[1:] @ np.diff(points)), float(tails[:-1] @ np.diff(points))
        found = heavy.clip_bias(samples, order, moment, clip)
        assert below <= found <= 1.25 * above


@pytest.mark.parametrize(("samples", "order"), [(10, 2.0), (10, 2.5), (1, 2.0), (1, 3.0)])
def test_beyond_the_grid_the_bias_is_the_smaller_of_two_integrals(samples: int, order: float) -> None:
    """What is left of it without the upper sum on the grid, whose steps are a twentieth of each point."""

    def nagaev(t: float) -> float:
        jumps = samples * (2 * (1 + 2 / order) / (samples * t)) ** order
        return jumps + exp(-2 * samples * t**2 / ((order + 2) ** 2 * exp(order)))

    def markov(t: float) -> float:
        return (2 / t) ** order

    steps = ceil(log(1e4 / 0.3) / log(1.05))
    grid = 0.3 * 1.05 ** np.arange(steps + 1)
    inside = sum(heavy.one_tail(samples, order, 1.0, float(t)) * float(t) * 0.05 for t in grid[:-1])
    ends = log(grid[-1]), log(grid[-1]) + 14
    beyond = [quad(lambda u, of=of: of(exp(u)) * exp(u), *ends, limit=200)[0] for of in (nagaev, markov)]
    found = heavy.clip_bias(samples, order, 1.0, 0.3) - inside
    assert found == pytest.approx(min(beyond), rel=0.08)
    # Of one sample the moment itself tells more; of ten their sum does.
    assert (beyond[1] < beyond[0]) is (samples == 1)


def test_the_bound_of_a_large_order_is_small_beyond_the_grid() -> None:
    """Nagaev's exponential needs t of e^(p/2) or more: at p = 20 it alone says nothing where the moment says all."""
    for order in (14.0, 20.0, 60.0):
        assert heavy.clip_bias(100, order, 1.0, 4.0) < 1e-6
    assert heavy.coordinate_bound(10**6, 100, 2, 1.0, 20.0, 1.0).value < 1


def test_a_bound_is_trivial_from_the_largest_square_on() -> None:
    """No mean is longer than M^(1/p), here 100: a bound of M^(2/p) or more is trivial, by coordinates of d M^(2/p)."""
    frame = HadamardFrame.draw(2, np.random.default_rng(1))
    for most, bound_of in (
        (2 * 1e4, lambda people: heavy.coordinate_bound(people, 200, 2, 1.0, 4.0, 1e8)),
        (1e4, lambda people: heavy.norm_bound(people, 200, 1.0, 4.0, 1e8, frame)),
    ):
        bounds = [bound_of(people) for people in np.geomspace(10**3, 10**11, 33).astype(int).tolist()]
        assert all(bound.vacuous is not (bound.value < most) for bound in bounds)
        near = [bound.value / most for bound in bounds if 0.01 < bound.value / most < 100]
        assert min(near) < 1 < max(near)
