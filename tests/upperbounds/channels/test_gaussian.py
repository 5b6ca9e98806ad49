"""Gaussian noise on a grid: its divergence against sums by another route, rounding, law; signs on spheres and cubes."""

from fractions import Fraction
from itertools import product
from math import exp, sqrt

import mpmath
import numpy as np
import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, chisquare

from notation.parameters import ParameterError
from tests.upperbounds.channels.test_geometric import ALPHA, gaussian
from upperbounds.channels import gaussian as module
from upperbounds.channels.ball import BallResponse
from upperbounds.channels.cube import CubeResponse
from upperbounds.channels.gaussian import (
    GaussianOnBall,
    GridGaussian,
    ball_divergence,
    covered,
    covering,
    covering_reach,
    gaussian_on_grid,
    grid_divergence,
)
from upperbounds.channels.halves import Halves
from upperbounds.channels.randomness import system_generator
from upperbounds.channels.vectors import packed
from upperbounds.protocols.privacy_profile import normal_delta

exactly = settings(derandomize=True, database=None, deadline=None, max_examples=25)
VARIANCES = st.fractions(Fraction(1, 2), 12, max_denominator=4)
SHIFTS = st.lists(st.integers(-4, 4), min_size=1, max_size=2)
EPSILONS = st.fractions(0, 3, max_denominator=6)


def summed(variance: Fraction, shift: list[int], epsilon: Fraction) -> mpmath.mpf:
    """The sum of the positive part over all messages of a box that holds the laws except for 1e-30."""
    reach = int(sqrt(160 * float(variance))) + 8
    with mpmath.workdps(40):
        weights = {
            y: mpmath.exp(-mpmath.mpf(y * y) / 2 * variance.denominator / variance.numerator)
            for y in range(-reach, reach + 1)
        }
        total = mpmath.fsum(weights.values())
        factor = mpmath.exp(mpmath.mpf(epsilon.numerator) / epsilon.denominator)
        found = mpmath.mpf(0)
        for message in product(range(-reach, reach + 1), repeat=len(shift)):
            p, q = mpmath.mpf(1), mpmath.mpf(1)
            for y, v in zip(message, shift, strict=True):
                p, q = p * weights[y] / total, q * weights.get(y - v, mpmath.mpf(0)) / total
            found += max(p - factor * q, 0)
    return found


@exactly
@given(VARIANCES, SHIFTS, EPSILONS)
def test_the_divergence_is_the_sum_of_the_positive_part(
    variance: Fraction, shift: list[int], epsilon: Fraction
) -> None:
    found = grid_divergence(variance, shift, epsilon)
    assert found.rad() < 1e-25
    assert float(found) == pytest.approx(float(summed(variance, shift, epsilon)), rel=1e-9, abs=1e-25)


@exactly
@given(VARIANCES, st.lists(st.integers(-6, 6), min_size=1, max_size=3), EPSILONS, st.integers(0, 3))
def test_the_bound_for_a_ball_is_above_every_shift_in_it(
    variance: Fraction, shift: list[int], epsilon: Fraction, more: int
) -> None:
    squared = sum(v * v for v in shift) + more
    if squared:
        bound = ball_divergence(variance, Fraction(squared), len(shift), epsilon)
        assert grid_divergence(variance, shift, epsilon) <= bound


def test_the_normals_own_divergence_is_no_bound_and_the_ball_bound_is_near() -> None:
    """A bound without the part of the variance that rounds would be exceeded; with it little is lost."""
    variance, epsilon = Fraction(4), Fraction(1)
    exceeded = [k for k in range(1, 12) if grid_divergence(variance, (k,), epsilon) > arb(normal_delta(1.0, k / 2))]
    assert exceeded
    wide, far = Fraction(4096), Fraction(100**2)
    bound, least = ball_divergence(wide, far, 64, epsilon), normal_delta(1.0, 100 / 64)
    assert least < float(bound) < 1.01 * least
    assert ball_divergence(Fraction(1, 2), far, 2, epsilon) == 1


def test_a_planted_defect_of_the_divergence_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half the noise tells more than it is said to."""
    said = grid_divergence(Fraction(9), (3,), Fraction(1))
    assert summed(Fraction(9, 4), [3], Fraction(1)) > float(said) * 2
    # Rounding that is not counted: (reach + sqrt 2)^2 against reach^2.
    honest = GridGaussian(0.0, 1.0, 2, 3, Fraction(30))
    assert honest.outermost == 9 + 2 + 8
    corner = grid_divergence(Fraction(30), (6, 6), Fraction(1))
    assert corner <= honest.divergence(Fraction(1))
    monkeypatch.setattr(GridGaussian, "outermost", property(lambda self: self.reach**2))
    assert not corner <= honest.divergence(Fraction(1))


@pytest.mark.parametrize(
    ("dimension", "epsilon", "delta"),
    [(1, 1.0, 1e-6), (1, 0.3, 1e-4), (1, 20.0, 1e-9), (2, 1.0, 1e-6), (64, 0.1, 1e-9)],
)
def test_the_default_noise_keeps_delta_and_costs_a_hundredth(dimension: int, epsilon: float, delta: float) -> None:
    channel = gaussian_on_grid(0.0, 2.0, dimension, epsilon, delta)
    exact = Fraction(epsilon)
    assert channel.divergence(exact) <= arb(delta)
    least = 1.0
    while normal_delta(epsilon, 4 / least) > delta:
        least *= 1.0001
    assert channel.most_noise < 1.01 * least**2
    assert channel.most_noise > 0.99 * least**2
    # The least: 3 % less noise tells too much.
    less = GridGaussian(0.0, 2.0, dimension, channel.reach, channel.variance * Fraction(97, 100))
    assert not less.divergence(exact) <= arb(delta)
    assert channel.sample(packed(np.zeros((3, dimension))), np.random.default_rng(0)).shape == (3, dimension)


@pytest.mark.parametrize("variance", [Fraction(1, 2), Fraction(2), Fraction(9)])
def test_the_bound_on_a_messages_variance_is_reached_between_two_steps(variance: Fraction) -> None:
    """Halfway, where rounding has the variance 1/4; the noise by summing its law."""
    masses = {y: exp(-y * y / (2 * float(variance))) for y in range(-60, 61)}
    noise = sum(y * y * mass for y, mass in masses.items()) / sum(masses.values())
    found = GridGaussian(np.zeros(1), 3.0, 1, 6, variance).most_noise / 0.25
    assert noise + 0.25 <= found * (1 + 1e-12)
    assert noise + 0.25 > found - 0.01


@pytest.mark.parametrize(("least", "low", "high"), [(1, 0, 1), (13, 0, 1), (64, 0, 1), (37, 20, 90), (20, 20, 21)])
def test_the_least_number_is_found_in_few_steps(least: int, low: int, high: int) -> None:
    asked = list[int]()

    def enough(number: int) -> bool:
        asked.append(number)
        assert len(asked) < 30
        return number >= least

    assert module._least(enough, low, high) == max(least, low + 1)


@pytest.mark.parametrize("delta", [0.0, 1.0, 1.5])
def test_a_delta_that_is_no_probability_is_refused(delta: float) -> None:
    with pytest.raises(ParameterError, match="delta"):
        gaussian_on_grid(0.0, 1.0, 1, 1.0, delta)


def test_what_is_out_of_range_is_refused() -> None:
    with pytest.raises(ParameterError, match="delta"):
        gaussian_on_grid(0.0, 1.0, 1, 1.0, 0.0)
    channel = GridGaussian(np.zeros(2), 1.0, 2, 512, Fraction(10**6))
    with pytest.raises(ValueError, match="no finite privacy loss"):
        channel.worst_loss()
    assert channel.loss_between([3.0, 0.0], [5.0, 0.0]).multiple() == 0


def test_rounding_keeps_the_mean_and_what_the_noise_covers() -> None:
    rng, draws = np.random.default_rng(1), 40_000
    flat = GridGaussian(1.0, 2.0, 1, 4, Fraction(9))
    for number, mean in ((1.6, 1.2), (9.0, 4.0), (-9.0, -4.0)):
        steps = flat.round(np.full((draws, 1), number), rng)
        assert np.abs(steps).max() <= 4
        assert abs(steps.mean() - mean) < 7 * 0.5 / np.sqrt(draws)
    wide = GridGaussian(np.zeros(3), 1.0, 3, 5, Fraction(9))
    vector = np.array([0.58, -0.55, 0.66])
    steps = wide.round(np.tile(vector, (draws, 1)), rng)
    inside = 5 * vector / np.linalg.norm(vector)
    assert np.abs(steps.mean(axis=0) - inside).max() < 7 * 0.5 / np.sqrt(draws)
    longest = (np.abs(np.array(list(product(*((np.floor(v), np.ceil(v)) for v in inside))))) ** 2).sum(axis=1).max()
    assert (steps**2).sum(axis=1).max() == longest <= wide.outermost
    # The law of a message, one coordinate: that of the noise around 0.
    sent = np.rint(flat.sample(packed(np.ones((draws, 1))), rng) / 0.5 - 2).astype(int).ravel()
    seen = np.bincount(np.clip(sent, -9, 9) + 9, minlength=19)
    assert chisquare(seen, draws * gaussian(9.0, 9)).pvalue > ALPHA


@pytest.mark.parametrize("number", [np.nan, np.inf, 1e308, -1e200])
def test_no_float_leads_further_out(number: float) -> None:
    for dimension in (1, 3):
        channel = GridGaussian(0.0, 1.0, dimension, 4, Fraction(9))
        with np.errstate(all="ignore"):
            steps = channel.round(np.full((50, dimension), number), np.random.default_rng(2))
        assert (steps**2).sum(axis=1).max() <= channel.outermost


def test_a_projection_that_fails_is_held_in_whole_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GridGaussian, "project", lambda self, vectors: 1.7 * vectors)
    for dimension in (1, 3):
        channel = GridGaussian(0.0, 1.0, dimension, 8, Fraction(9))
        steps = channel.round(np.full((50, dimension), 1.0), np.random.default_rng(3))
        assert (steps**2).sum(axis=1).max() <= channel.outermost


# Messages that are a direction, drawn without data, and an exact sign.


@pytest.mark.parametrize("kind", [BallResponse, CubeResponse])
@pytest.mark.parametrize("dimension", [1, 2, 3, 8])
def test_a_message_is_what_is_drawn_without_data_and_one_exact_sign(
    monkeypatch: pytest.MonkeyPatch, kind: type[BallResponse] | type[CubeResponse], dimension: int
) -> None:
    """Bit by bit the messages of any two inputs are the same or opposite; and opposite where the coin is."""
    channel = kind(dimension, 1.0, 0.7)
    data = np.random.default_rng(0).standard_normal((7, dimension))
    inputs = [data, 1e3 * data, 1e-300 * data, np.zeros_like(data), -data, np.full_like(data, np.nan)]
    sent = [channel.sample(packed(x), np.random.default_rng(1)) for x in inputs]
    for one in sent:
        same = (one == sent[0]).all(axis=1)
        assert (same | (one == -sent[0]).all(axis=1)).all()
    for near in (True, False):
        monkeypatch.setattr(Halves, "draw_near", lambda self, shape, rng, near=near: np.full(shape, near))
        sent.append(channel.sample(packed(data), np.random.default_rng(1)))
    turned = (sent[-1] == -sent[-2]).all(axis=1)
    # On a cube a corner at a right angle is left alone, whatever the coin.
    assert turned.all() or (kind is CubeResponse and dimension % 2 == 0 and turned.any())


def test_a_length_that_depends_on_data_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = BallResponse._turn

    def planted(self: BallResponse, points: np.ndarray, vectors: np.ndarray, *rest: np.ndarray) -> None:
        honest(self, points, vectors, *rest)
        points *= 1 + 1e-15 * np.linalg.norm(vectors, axis=1, keepdims=True)

    monkeypatch.setattr(BallResponse, "_turn", planted)
    with pytest.raises(AssertionError):
        test_a_message_is_what_is_drawn_without_data_and_one_exact_sign(monkeypatch, BallResponse, 3)


@pytest.mark.parametrize("kind", [BallResponse, CubeResponse])
def test_the_sign_is_near_with_its_probability_with_the_systems_bits(
    kind: type[BallResponse] | type[CubeResponse],
) -> None:
    """A vector of the border, odd dimension; binomial at 1e-9, off by 0.02 is caught."""
    channel, vector = kind(3, 1.0, 0.7), np.array([1.0, 0.0, 0.0]) if kind is BallResponse else np.ones(3)
    sent = channel.sample(packed(np.tile(vector, (50_000, 1))), system_generator())
    near = int((sent @ vector > 0).sum())
    truth = 1 / (1 + exp(-0.7))
    assert binomtest(near, 50_000, truth).pvalue > ALPHA
    assert binomtest(near, 50_000, truth + 0.02).pvalue < ALPHA
    np.testing.assert_allclose(sent.mean(axis=0), vector, atol=7 * channel.magnitude / np.sqrt(50_000))


def test_the_normal_divergence_is_the_accountants() -> None:
    found = module.normal_divergence(arb(1), arb(2))
    assert float(found) == pytest.approx(normal_delta(1.0, 2.0), rel=1e-12)


SPREADS = st.fractions(Fraction(1, 2), 9, max_denominator=8)


def normal(epsilon: Fraction, spread: Fraction, times: int = 1) -> arb:
    """The divergence of a given number of normal noises together, of inputs at both ends of the radius."""
    shift = arb(2 * spread.denominator) / spread.numerator * arb(times).sqrt()
    return module.normal_divergence(arb(epsilon.numerator) / epsilon.denominator, shift)


@exactly
@given(st.integers(1, 12), SPREADS, EPSILONS, st.integers(1, 2))
def test_noise_on_a_grid_stands_for_normal_noise(reach: int, spread: Fraction, epsilon: Fraction, times: int) -> None:
    """Once, and twice together: two answers are one of two coordinates."""
    variance = covering(reach**2, spread)
    assert grid_divergence(variance, (2 * reach,) * times, epsilon) <= normal(epsilon, spread, times)


def test_points_that_rounding_moves_out_are_covered_and_a_planted_defect_is_caught() -> None:
    """(2.12, 2.12) in the ball of radius 3 may be rounded to (3, 3), and its opposite to (-3, -3)."""
    spread, epsilon = Fraction(6), Fraction(1, 2)
    grid = GridGaussian(0.0, 3.0, 2, 3, Fraction(1))
    far = grid_divergence(covering(grid.outermost, spread), (6, 6), epsilon)
    assert far <= normal(epsilon, spread)
    assert not grid_divergence(spread**2 * grid.reach**2, (6, 6), epsilon) <= normal(epsilon, spread)


@pytest.mark.parametrize(("dimension", "sigma"), [(1, 0.4), (1, 30.0), (3, 5.0), (200, 50.0)])
def test_the_covering_channel_has_the_noise_but_for_a_hundredth(dimension: int, sigma: float) -> None:
    printed = GaussianOnBall(np.zeros(dimension), 2.0, sigma)
    found = covered(printed)
    assert sigma**2 < found.most_noise < 1.01 * sigma**2
    points = np.full((3000, dimension), 0.1)
    noise = found.sample(packed(points), np.random.default_rng(3)) - points
    assert abs(noise.var() / sigma**2 - 1) < 6 * sqrt(2 / noise.size) + 0.01
    assert abs(noise.mean()) < 6 * sigma / sqrt(noise.size)


def test_noise_beyond_64_bits_is_refused() -> None:
    with pytest.raises(ParameterError, match="beyond 64 bits on this grid"):
        covering(10**12, Fraction(10**5))
    assert covering_reach(1e7, 10, 3) < covering_reach(1.0, 10, 3)


@pytest.mark.parametrize(("variance", "shift"), [(Fraction(4), [2]), (Fraction(3, 2), [1, 2])])
def test_what_a_short_window_leaves_out_is_in_the_enclosure(
    variance: Fraction, shift: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 2^-120 replaced by e^-4 the tail is seen; planted: one that is not counted leaves the value out."""
    monkeypatch.setattr(module, "_TAIL", 4)
    exact = arb(mpmath.nstr(summed(variance, shift, Fraction(1, 2)), 30))
    found = grid_divergence(variance, shift, Fraction(1, 2))
    assert 1e-4 < float(found.rad()) < 0.2
    assert found.contains(exact)
    monkeypatch.setattr(module, "_up_to", lambda _: arb(0))
    assert not grid_divergence(variance, shift, Fraction(1, 2)).overlaps(exact)


def rounded_last(variance: float, distance: float, dimension: int, epsilon: float, s: float, times: int) -> float:
    """`ball_divergence` for one s, at epsilon - `times` log k, again: by mpmath, all terms of r."""
    with mpmath.workdps(40):
        r = mpmath.nsum(lambda j: mpmath.exp(-2 * mpmath.pi**2 * s * j * j), [1, mpmath.inf])
        k = ((1 + 2 * r) / (1 - 2 * r)) ** dimension
        level, mu = epsilon - times * mpmath.log(k), mpmath.sqrt(distance / (mpmath.mpf(variance) - s))
        normal = mpmath.ncdf(mu / 2 - level / mu) - mpmath.exp(level) * mpmath.ncdf(-mu / 2 - level / mu)
        return float(k * normal)


@pytest.mark.parametrize(("variance", "distance", "dimension"), [(4, 4, 1), (9, 20, 6), (30, 8, 3)])
def test_the_bound_for_a_ball_gives_up_twice_log_k(
    variance: int, distance: int, dimension: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a part of the variance so small that k is not 1; one log k fewer, or one more, is another number."""
    monkeypatch.setattr(module, "_SMOOTH", (Fraction(1, 2),))
    found = float(ball_divergence(Fraction(variance), Fraction(distance), dimension, Fraction(1)))
    # r is bounded by a geometric series.
    assert found == pytest.approx(rounded_last(variance, distance, dimension, 1.0, 0.5, 2), rel=1e-6)
    for times in (0, 1, 3):
        assert found != pytest.approx(rounded_last(variance, distance, dimension, 1.0, 0.5, times), rel=1e-5)


def test_laws_within_k_of_another_need_both_factors() -> None:
    """P <= k P' and Q' <= k Q, so that P - e^epsilon Q <= k (P' - e^(epsilon - 2 log k) Q'): both are reached."""
    k, epsilon = Fraction(11, 10), 1.0
    ours, theirs = np.array([0.5, 0.5]), np.array([0.1, 0.9])
    p, q = ours * np.array([float(k), 2 - float(k)]), theirs.copy()
    q[0] /= float(k)
    gap = np.maximum(p - exp(epsilon) * q, 0).sum()

    def bound(times: int) -> float:
        level = exp(epsilon) * float(k) ** -times
        return float(k) * float(np.maximum(ours - level * theirs, 0).sum())

    assert bound(1) < gap <= bound(2) * (1 + 1e-12)
