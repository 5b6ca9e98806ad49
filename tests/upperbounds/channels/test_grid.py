"""Noise on a public grid: ratios in exact arithmetic, samplers against their laws, planted defects.

Statistical checks: chi-square at 1e-9 each, fixed seeds.
"""

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from itertools import product
from math import floor

import numpy as np
import pytest
import sympy
from flint import arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from notation.parameters import ParameterError
from tests.upperbounds.channels.test_randomness import value
from upperbounds.channels import grid
from upperbounds.channels.grid import (
    GeometricHistogram,
    Grid,
    GridLaplace,
    GridLaplaceVector,
    geometric_variance,
    grid_steps,
    message_probability,
    sum_of_geometric,
)
from upperbounds.channels.vectors import packed

ALPHA = 1e-9
EPSILON = sympy.Symbol("epsilon", positive=True)
exactly = settings(derandomize=True, database=None, deadline=None, max_examples=40)
PLACES = st.fractions(-1, 6, max_denominator=7)
BASES = st.sampled_from([Fraction(11, 10), Fraction(2), Fraction(15, 2)])

Law = Callable[[Fraction, int], Fraction]
"""The probability of a message, in steps, given a place in steps."""


def described(steps: int, t: Fraction) -> Law:
    """The law in the words of the channel's description: clip, round to a neighbour, add noise."""

    def law(place: Fraction, message: int) -> Fraction:
        at = min(max(place, Fraction(0)), Fraction(steps))
        low = floor(at)
        rounded = {low: 1 - (at - low), low + 1: at - low}
        return sum((p * (t - 1) / (t + 1) / t ** abs(message - c) for c, p in rounded.items()), Fraction(0))

    return law


def faults(law: Law, steps: int, t: Fraction, places: list[Fraction]) -> set[str]:
    """What is wrong with a law: its mass, its mean or its ratios; beyond two steps off the grid it falls by 1/t."""
    messages = range(-2, steps + 3)
    found = set()
    for place in places:
        masses = [law(place, message) for message in messages]
        ends = masses[0], masses[-1]
        if sum(masses) + sum(ends) / (t - 1) != 1:
            found.add("mass")
        # The sum over j >= 1 of j/t^j is t/(t - 1)^2.
        far = t / (t - 1)
        beyond = (ends[0] * (-2 - far) + ends[1] * (steps + 2 + far)) / (t - 1)
        mean = sum(m * p for m, p in zip(messages, masses, strict=True)) + beyond
        if mean != min(max(place, Fraction(0)), Fraction(steps)):
            found.add("mean")
    for x, y in product(places, places):
        for message in messages:
            if law(x, message) > t**steps * law(y, message):
                found.add("ratio")
    return found


@settings(exactly, max_examples=15)
@given(st.integers(1, 5), BASES, st.lists(PLACES, min_size=2, max_size=4))
def test_every_message_of_a_small_grid_is_private_and_keeps_the_mean(
    steps: int, t: Fraction, places: list[Fraction]
) -> None:
    channel = GridLaplace(Fraction(-1), Fraction(-1) + Fraction(steps, 3), steps, EPSILON)

    def law(place: Fraction, message: int) -> Fraction:
        return value(channel.probability(-1 + place / 3, message), t)

    places = [*places, Fraction(0), Fraction(steps)]
    assert not faults(law, steps, t, places)
    written = described(steps, t)
    for x, y in product(places[:3], places):
        assert all(law(x, k) == written(x, k) for k in range(-2, steps + 3))
        worst = max(written(x, k) / written(y, k) for k in range(-3, steps + 4))
        loss = channel.loss_between(-1 + x / 3, -1 + y / 3)
        assert loss.unit == Fraction(1, steps)
        assert value(loss.ratio, t) == worst
    assert channel.worst_loss().multiple() == 1
    assert value(channel.loss_between(channel.upper, channel.lower).ratio, t) == t**steps


@pytest.mark.parametrize(("steps", "t"), [(1, Fraction(2)), (3, Fraction(3, 2)), (4, Fraction(5))])
def test_planted_defects_of_the_law_are_caught(steps: int, t: Fraction) -> None:
    honest = described(steps, t)
    places = [Fraction(k, 3) for k in range(-1, 3 * steps + 2)]

    def half_the_scale(place: Fraction, message: int) -> Fraction:
        return described(steps, t**2)(place, message)

    def one_sided(place: Fraction, message: int) -> Fraction:
        low = floor(min(max(place, Fraction(0)), Fraction(steps)))
        return (1 - 1 / t) / t ** (message - low) if message >= low else Fraction(0)

    def rounded_down(place: Fraction, message: int) -> Fraction:
        return honest(Fraction(floor(place)), message)

    def beyond_the_end(place: Fraction, message: int) -> Fraction:
        return described(steps + 1, t)(place, message)

    assert not faults(honest, steps, t, places)
    assert "ratio" in faults(half_the_scale, steps, t, places)
    assert {"ratio", "mean"} <= faults(one_sided, steps, t, places)
    assert "mean" in faults(rounded_down, steps, t, places)
    assert "ratio" in faults(beyond_the_end, steps, t, places)


def fit(seen: np.ndarray, masses: list[Fraction]) -> float:
    """The p-value of a chi-square test of cells against their masses."""
    expected = seen.sum() * np.array([float(mass) for mass in masses])
    return float(stats.chisquare(seen, expected * seen.sum() / expected.sum()).pvalue)


def of_steps(channel: GridLaplace, place: Fraction, drawn: np.ndarray, t: Fraction) -> float:
    """The p-value of messages to one number, what is two steps off the grid and more in the last cells."""
    law = described(channel.steps, t)
    masses = [law(place, k) for k in range(-2, channel.steps + 3)]
    masses[0], masses[-1] = (mass * t / (t - 1) for mass in (masses[0], masses[-1]))
    assert sum(masses) == 1
    return fit(np.bincount(np.clip(drawn, -2, channel.steps + 2) + 2, minlength=channel.steps + 5), masses)


DEFECTS = ("half the scale", "one-sided", "rounding down", "a step beyond the upper end")


@pytest.mark.parametrize("defect", ["", *DEFECTS])
@pytest.mark.parametrize("steps", [3, 8])
def test_the_sampler_has_the_law_and_defects_are_caught(
    monkeypatch: pytest.MonkeyPatch, steps: int, defect: str
) -> None:
    """At a place between two steps, and at the upper end."""
    t = Fraction(5, 3)
    # A step costs log t, to the digits of a float.
    channel = GridLaplace(2.0, 3.0, steps, steps * float(np.log(5 / 3)))
    honest = grid.two_sided_geometric
    if defect == "half the scale":
        monkeypatch.setattr(grid, "two_sided_geometric", lambda e, u, *rest: honest(e, 2 * u, *rest))
    elif defect == "one-sided":
        monkeypatch.setattr(grid, "two_sided_geometric", lambda *given: np.abs(honest(*given)))
    elif defect == "rounding down":
        monkeypatch.setattr(grid, "uniforms", lambda shape, _: np.zeros(shape))
    elif defect:
        rounded = Grid.round
        monkeypatch.setattr(Grid, "round", lambda self, x, rng: (r := rounded(self, x, rng)) + (r == self.steps))
    rng, pvalues = np.random.default_rng(steps), []
    for place in (Fraction(5, 4), Fraction(steps)):
        drawn = channel.sample_steps(np.full(60_000, 2 + float(place) / steps), rng)
        pvalues.append(of_steps(channel, place, drawn, t))
    assert bool(min(pvalues) < ALPHA) == bool(defect)


def test_messages_are_values_of_the_grid_and_ends_may_be_arrays() -> None:
    rng = np.random.default_rng(1)
    channel = GridLaplace(np.array([[0.0], [10.0]]), np.array([[1.0], [14.0]]), 8, 1.0)
    sent = channel.sample(np.array([[0.5] * 4, [11.0] * 4]), rng)
    assert sent.shape == (2, 4)
    whole = (sent - [[0.0], [10.0]]) / [[0.125], [0.5]]
    assert np.array_equal(whole, np.rint(whole))
    assert channel.sample_mean(np.zeros((2, 5)), rng).shape == (2,)
    assert np.ravel(channel.noise)[1] == pytest.approx(16 * np.ravel(channel.noise)[0])
    plain = Grid(Fraction(0), Fraction(3), 6)
    assert [plain.value(k) for k in (0, 3, 6)] == [0, Fraction(3, 2), 3]


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf, 1e308, -1e308, 3.0 + 1e-15])
def test_no_float_leads_off_the_grid(number: float) -> None:
    rng = np.random.default_rng(2)
    steps = Grid(1.0, 3.0, 7).round(np.full(100, number), rng)
    assert steps.min() >= 0
    assert steps.max() <= 7
    sizes = GridLaplaceVector(3, 2.0, 6, 1.0).round(np.tile([number, 1.0, -number], (100, 1)), rng)
    assert np.abs(sizes).sum(axis=1).max() <= 3


@exactly
@given(st.floats(1e-4, 60))
def test_the_default_grid_costs_less_than_a_thousandth(epsilon: float) -> None:
    """Enclosed: the noise and the largest variance of rounding against Laplace noise's."""
    steps = grid_steps(epsilon)
    assert steps & (steps - 1) == 0
    assert steps >= 8 * max(1, epsilon) > steps / 2 or steps == 8
    with ctx.workprec(200):
        exact = Fraction(epsilon) / steps
        s = arb(fmpq(exact.numerator, exact.denominator))
        q = (-s).exp()
        noise = 2 * q / (1 - q) ** 2
        assert noise + arb(1) / 4 <= (2 / s**2) * arb("1.0007")
        assert noise < 2 / s**2
        assert geometric_variance(epsilon / steps) == pytest.approx(float(noise), rel=1e-12)
    channel = GridLaplace(-1.0, 3.0, steps, epsilon)
    assert channel.most_noise <= 1.0007 * 2 * (4 / epsilon) ** 2
    # A grid of two steps would cost more than 1 %.
    assert GridLaplace(-1.0, 3.0, 2, 1.0).most_noise > 1.01 * 2 * 4**2


def test_moments_and_means_are_those_of_the_law() -> None:
    """|z| <= 7 each: type-I error below 1e-10 in all; the variance of half the noise is caught."""
    channel, rng, draws = GridLaplace(-1.0, 1.0, 8, 0.7), np.random.default_rng(4), 200_000
    sent = channel.sample(np.full(draws, 0.3), rng)
    variance = float(channel.variance(np.array(0.3)))
    assert abs(sent.mean() - 0.3) < 7 * np.sqrt(variance / draws)
    # Laplace noise has the kurtosis 6.
    spread = variance * np.sqrt(5.5 / draws)
    assert abs(sent.var() - variance) < 7 * spread
    assert abs(sent.var() - variance / 4) > 7 * spread
    means = channel.sample_mean(np.tile([0.3, -0.9, 5.0], (draws // 4, 1)), rng)
    of_three = float(channel.variance(np.array([0.3, -0.9, 1.0])).sum()) / 9
    assert abs(means.mean() - 0.4 / 3) < 7 * np.sqrt(of_three / len(means))
    assert means.var() == pytest.approx(of_three, rel=0.1)


def test_sums_of_noise_have_the_variance_of_their_terms() -> None:
    rng = np.random.default_rng(5)
    sums = sum_of_geometric(0.5, np.array([0, 1, 9]), (100_000, 3), rng)
    assert not sums[:, 0].any()
    for column, terms in ((1, 1), (2, 9)):
        assert sums[:, column].var() == pytest.approx(terms * geometric_variance(0.5), rel=0.1)
    # One term has the law of the noise.
    seen = np.bincount(np.clip(sums[:, 1], -5, 5) + 5, minlength=11)
    r = np.exp(-0.5)
    law = (1 - r) / (1 + r) * r ** np.abs(np.arange(-5, 6))
    law[[0, -1]] /= 1 - r
    assert stats.chisquare(seen, law * len(sums)).pvalue > ALPHA
    assert not sum_of_geometric(1e4, 3, (9,), rng).any()


# Vectors of the l_1 ball.

PARTS = st.lists(st.fractions(-1, 1, max_denominator=5), min_size=3, max_size=3)


def in_ball(parts: list[Fraction], d: int) -> tuple[Fraction, ...]:
    """A vector of the unit l_1 ball."""
    kept = parts[:d]
    return tuple(part / max(sum(map(abs, kept)), Fraction(1)) for part in kept)


@exactly
@given(st.integers(1, 3), st.sampled_from([2, 4, 6]), BASES, PARTS, PARTS)
def test_rounded_vectors_stay_in_the_ball_and_every_message_is_private(
    d: int, steps: int, t: Fraction, first: list[Fraction], second: list[Fraction]
) -> None:
    channel = GridLaplaceVector(d, Fraction(1), steps, EPSILON)
    x, y = in_ball(first, d), in_ball(second, d)
    laws = [channel.rounding(v) for v in (x, y)]
    for v, law in zip((x, y), laws, strict=True):
        assert sum(law.values()) == 1
        assert min(law.values()) > 0
        assert max(sum(map(abs, c)) for c in law) <= channel.reach
        assert all(sum(c[j] * p for c, p in law.items()) == v[j] * channel.reach for j in range(d))
        assert all(abs(c[j] - v[j] * channel.reach) < 1 for c in law for j in range(d))

    def mass(law: dict[tuple[int, ...], Fraction], message: tuple[int, ...]) -> Fraction:
        return sum(
            (p / t ** sum(abs(a - b) for a, b in zip(c, message, strict=True)) for c, p in law.items()), Fraction(0)
        )

    box = list(product(range(-channel.reach - 1, channel.reach + 2), repeat=d))
    worst = max(mass(laws[0], message) / mass(laws[1], message) for message in box)
    assert worst <= t**steps
    # For some pairs it depends on epsilon which message is the worst: these have no one ratio.
    with suppress(ValueError):
        assert value(channel.loss_between(x, y).ratio, t) == worst
    noise = ((t - 1) / (t + 1)) ** d
    assert value(channel.probability(x, box[0]), t) == noise * mass(laws[0], box[0])


def test_the_worst_vectors_are_opposite_corners_and_rounding_each_coordinate_overspends() -> None:
    channel = GridLaplaceVector(2, Fraction(3), 4, EPSILON)
    assert channel.worst_loss().multiple() == 1
    corners = [(3, 0), (-3, 0), (0, 3), (0, -3)]
    for x, y in product(corners, corners):
        loss = channel.loss_between(tuple(map(Fraction, x)), tuple(map(Fraction, y)))
        assert loss.multiple() == (0 if x == y else 1)
    # Rounded each for itself, both coordinates of (3/2, 1/2) steps may go outwards: against the corner (-2, 0).
    t, half = Fraction(50), Fraction(1, 2)
    apart = {(a, b): half * half for a in (1, 2) for b in (0, 1)}
    masses = [value(message_probability(law, (2, 1)), t) for law in (apart, {(-2, 0): Fraction(1)})]
    assert masses[0] > t**4 * masses[1]
    with pytest.raises(ParameterError, match="must be even"):
        GridLaplaceVector(2, 1.0, 3, 1.0)
    with pytest.raises(ParameterError, match="in the l_1 ball"):
        channel.rounding((Fraction(2), Fraction(2)))
    with pytest.raises(ParameterError, match="messages to compare"):
        GridLaplaceVector(2, Fraction(1), 400, EPSILON).loss_between(
            (Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))
        )


def test_vectors_are_rounded_by_their_law() -> None:
    """And scaled down where they are outside; moments at |z| <= 7."""
    rng, draws = np.random.default_rng(6), 60_000
    channel = GridLaplaceVector(3, 1.0, 4, 1.0)
    vector = (Fraction(1, 3), Fraction(-1, 4), Fraction(1, 4))
    law = GridLaplaceVector(3, Fraction(1), 4, EPSILON).rounding(vector)
    assert len(law) > 2
    for factor in (1.0, 7.0):
        inside = vector if factor == 1 else tuple(v / sum(map(abs, vector)) for v in vector)
        law = GridLaplaceVector(3, Fraction(1), 4, EPSILON).rounding(inside)
        rounded = channel.round(np.tile([factor * float(v) for v in vector], (draws, 1)), rng)
        found, counts = np.unique(rounded, axis=0, return_counts=True)
        assert set(map(tuple, found.tolist())) <= set(law)
        seen = dict(zip(map(tuple, found.tolist()), counts, strict=True))
        assert fit(np.array([seen.get(c, 0) for c in law]), list(law.values())) > ALPHA
    sent = channel.sample(packed(np.tile([float(v) for v in vector], (draws, 1))), rng)
    spread = np.sqrt(channel.most_noise / draws)
    assert np.abs(sent.mean(axis=0) - [float(v) for v in vector]).max() < 7 * spread
    assert np.all(sent.var(axis=0) < channel.most_noise * 1.1)
    assert np.all(sent.var(axis=0) > channel.noise * 0.9)


def test_rounding_half_a_step_has_the_variance_that_is_said() -> None:
    channel = GridLaplaceVector(1, 3.0, 4, 1.0)
    law = GridLaplaceVector(1, Fraction(3), 4, EPSILON).rounding((Fraction(9, 4),))
    variance = sum(p * (c - Fraction(3, 2)) ** 2 for (c,), p in law.items())
    assert channel.most_noise - channel.noise == pytest.approx(float(variance) * 1.5**2)


# Votes.


@pytest.mark.parametrize(("bins", "hot"), [(1, 1), (2, 1), (3, 1), (4, 3), (7, 3)])
def test_votes_are_private_by_enumeration_and_have_their_law(bins: int, hot: int) -> None:
    channel, t = GeometricHistogram(bins, hot, EPSILON), Fraction(3)
    votes = [tuple(int(abs(j - k) <= hot // 2) for j in range(bins)) for k in range(bins)]
    worst = Fraction(1)
    for x, y in product(range(bins), range(bins)):
        messages = product((0, 1), repeat=bins)
        logs = [
            sum(abs(b - m) - abs(a - m) for a, b, m in zip(votes[x], votes[y], message, strict=True))
            for message in messages
        ]
        assert value(channel.loss_between(x, y).ratio, t) == t ** max(logs)
        worst = max(worst, t ** max(logs))
    told = channel.worst_loss()
    assert told.at_most(Fraction(1))
    assert worst <= value(told.ratio, t)
    if bins >= 2 * hot:
        assert told.multiple() == 1
        assert not GeometricHistogram(bins, hot, EPSILON, unit=Fraction(1, hot)).worst_loss().at_most(Fraction(1))
    drawn = GeometricHistogram(bins, hot, 2.0).sample(np.zeros(50_000, dtype=np.int64), np.random.default_rng(bins))
    r = np.exp(-1 / hot)
    law = (1 - r) / (1 + r) * r ** np.abs(np.arange(-6, 7))
    law[[0, -1]] /= 1 - r
    for column, vote in enumerate(votes[0]):
        seen = np.bincount(np.clip(drawn[:, column] - vote, -6, 6) + 6, minlength=13)
        assert stats.chisquare(seen, 50_000 * law).pvalue > ALPHA


def test_summed_votes_have_the_moments_of_votes_user_by_user() -> None:
    """|z| <= 7 on means; variances to a tenth, where half the noise is off by three quarters."""
    channel, rng = GeometricHistogram(4, 1, 1.2), np.random.default_rng(8)
    users = np.array([0, 0, 0, 1, 3])
    counts = np.broadcast_to(np.bincount(users, minlength=4), (40_000, 4))
    single = channel.sample(np.broadcast_to(users, (40_000, 5)), rng).sum(axis=-2)
    summed = channel.sample_sum(counts, rng)
    for drawn in (single, summed):
        assert np.abs(drawn.mean(axis=0) - counts[0]).max() < 7 * np.sqrt(5 * channel.noise / 40_000)
        np.testing.assert_allclose(drawn.var(axis=0), 5 * channel.noise, rtol=0.1)
    # Less than Laplace noise of the same privacy.
    assert channel.noise < 2 * (2 / 1.2) ** 2
