"""The risk of zhao Algorithm 4 as printed: exact, by aggregates and by users, and with planted defects.

A point of a run that is off by 4 standard errors is run again: it errs twice with probability 4e-9.
"""

from dataclasses import replace
from itertools import product

import mpmath
import numpy as np
import pytest

from notation.parameters import ParameterError
from tests.verify.study.risk.test_user_cells import any_law
from upperbounds.classification.turned import printed_plan
from upperbounds.protocols.coordinates import CoordinatePlan
from upperbounds.protocols.split import chunks
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.transforms.hadamard import walsh_hadamard
from upperbounds.transforms.turned_bins import TurnedBins
from verify.study.measuring.mean import stream
from verify.study.risk import printed_cells
from verify.study.risk.exact import exact_stages
from verify.study.risk.laplace_sum import density_and_tail
from verify.study.risk.laws import SignLaw
from verify.study.risk.printed_cells import (
    Answer,
    OfMeans,
    PrintedEstimates,
    SignCounts,
    Winners,
    drawn_by_coordinate,
    drawn_by_user,
    excess_risk,
    excess_risks,
    normal_excess,
    surest,
)
from verify.study.risk.user_cells import CellLaw, simulated_excess

POINTS = [(400, 9, 0.8, 7), (400, 9, 1.9, 11), (600, 100, 0.9, 4), (10**4, 100, 1.0, 32)]
"""At epsilon 1.9 some coordinates are answered by nobody; at 100 samples first stages fail and users are clipped."""


def plan_of(n: int, m: int, epsilon: float, cells: int) -> CoordinatePlan:
    return printed_plan(n, m, epsilon, TurnedBins(cells))


def off(exact: float, value: float, error: float) -> float:
    return abs(value - exact) / error


@pytest.mark.parametrize(("n", "m", "epsilon", "cells"), POINTS)
def test_exact_risks_are_those_of_aggregates_and_of_users(n: int, m: int, epsilon: float, cells: int) -> None:
    plan, law = plan_of(n, m, epsilon, cells), any_law(cells, cells)
    exact, error = excess_risk(plan, law)
    assert error < 1e-9
    assert any(off(exact, *drawn_by_coordinate(plan, law, 2000, seed)) < 4 for seed in range(2))
    assert any(off(exact, *drawn_by_user(plan, law, 200, stream(0, 17, n, seed))) < 4 for seed in range(2))
    if n < 500:
        assert any(off(exact, *simulated_excess(plan, law, m, 400, stream(0, 9, n, seed))) < 4 for seed in range(2))
    # Noise of an eighth of the scale, in what is drawn, is seen.
    quiet = replace(plan, each=replace(plan.each, scale=plan.each.scale / 8))
    assert off(exact, *drawn_by_coordinate(quiet, law, 2000, 0)) > 6


def test_the_law_of_an_estimate_is_that_of_enumeration() -> None:
    """Two cells, four refining users each: all winners, and all values of the clipped means, one by one."""
    plan, law = plan_of(16, 5, 0.7, 2), any_law(2, 5)
    means = walsh_hadamard(law.q)
    (found,) = PrintedEstimates(plan, means[None]).negative()
    half, scale = plan.each.half, float(plan.each.scale)
    laws = []
    for mean in means:
        one = SignLaw(float(mean))
        points, masses = one.support(5, 1e-18)
        chances: dict[float, float] = {}
        for winner, chance in enumerate(exact_stages(plan.each, one).winner):
            clipped = np.clip(points, *plan.each.interval(winner))
            for some in product(range(len(points)), repeat=half):
                value = round(float(clipped[list(some)].sum()), 12)
                chances[value] = chances.get(value, 0.0) + float(chance * np.prod(masses[list(some)]))
        laws.append((np.array(list(chances)), np.array(list(chances.values()))))
    for b, sign in enumerate((1, -1)):
        sums = laws[0][0][:, None] + sign * laws[1][0]
        _, tail = density_and_tail(2 * half, np.abs(sums) / scale)
        below = np.where(sums > 0, tail, 1 - tail)
        assert found[b] == pytest.approx(laws[0][1] @ below @ laws[1][1], abs=1e-10)


def test_interpolated_winners_are_the_winners() -> None:
    each = plan_of(10**4, 100, 1.0, 32).each
    means = np.random.default_rng(1).uniform(-0.1, 0.1, 40)
    winners = Winners(each, means)
    found = winners(means)
    for k in range(0, 40, 7):
        np.testing.assert_allclose(
            found[k], exact_stages(each, SignLaw(float(means[k]))).winner, atol=winners.error + 1e-15
        )
    assert winners.error < 1e-10
    # As many voters that a winner's chance rises from 0 to 1 between two of the points.
    with pytest.raises(ParameterError, match="too steeply"):
        Winners(plan_of(10**10, 100, 1.0, 4).each, np.linspace(-1, 1, 600))


@pytest.mark.parametrize("centre", [0.0, 0.23])
def test_a_function_of_means_is_interpolated_where_that_is_less_and_told_where_it_is_steep(
    monkeypatch: pytest.MonkeyPatch, centre: float
) -> None:
    asked: list[float] = []

    def rise(means: np.ndarray, width: float) -> np.ndarray:
        asked.extend(means)
        return np.exp(1j * means[:, None]) * np.tanh((means[:, None] - centre) / width) * (1.0, 2.0)

    means = np.append(np.random.default_rng(0).uniform(-0.2, 0.2, 600), np.linspace(-1, 1, 9))
    smooth = OfMeans(lambda means: rise(means, 0.3), means, "it")
    assert smooth.interpolated
    np.testing.assert_allclose(smooth(means), rise(means, 0.3), rtol=0, atol=1e-12)
    # Once a point, and at the far means.
    assert len(asked) - len(means) < 80
    with pytest.raises(ParameterError, match="it depends on its mean too steeply"):
        OfMeans(lambda means: rise(means, 1e-3), means, "it")
    few = OfMeans(lambda means: rise(means, 1e-3), means[:250], "it")
    assert not few.interpolated
    np.testing.assert_array_equal(few(means), rise(means, 1e-3))
    # Planted: points too few to tell it.
    monkeypatch.setattr(printed_cells, "INTERPOLATED", 1e-2)
    coarse = OfMeans(lambda means: rise(means, 0.05), means, "it")
    assert np.abs(coarse(means) - rise(means, 0.05)).max() > 1e-9


def test_a_polynomial_between_16_and_32_points_is_not_called_steep() -> None:
    """cos(20 arccos x) is off by more than 1.8 with 16 points, where nothing is told yet, and by nothing with 32."""
    means = np.cos(np.linspace(0.1, 3, 600))
    found = OfMeans(lambda means: np.cos(20 * np.arccos(means)), means, "it")
    assert found.interpolated
    np.testing.assert_allclose(found(means), np.cos(20 * np.arccos(means)), rtol=0, atol=1e-12)


def test_means_are_interpolated_from_twice_the_fewest_points_on() -> None:
    """Of 28 and of 29 means the 12 largest are computed: 16 are as many as twice 8 points, 17 are more."""
    far = np.full(12, 0.9)
    for many in (16, 17):
        means = np.append(np.linspace(-0.5, 0.5, many), far)
        assert OfMeans(lambda means: 1 + means, means, "it").interpolated is (many == 17)


def test_interpolated_winners_have_probabilities() -> None:
    """The polynomials leave [0, 1] by rounding, what is told of winners does not."""
    means = np.random.default_rng(1).uniform(-0.02, 0.02, 60)
    winners = Winners(plan_of(10**5, 100, 1.0, 32).each, means)
    polynomials, found = winners._laws(means), winners(means)
    assert np.any((polynomials < 0) | (polynomials > 1))
    assert 0 <= found.min() < 1e-6
    assert 1 - 1e-6 < found.max() <= 1
    np.testing.assert_allclose(found, polynomials, rtol=0, atol=1e-13)


@mpmath.workdps(40)
def test_transforms_by_series_and_by_sums_are_those_of_many_digits() -> None:
    """Both routes of `less_one`, and the sum of many users, of which float logarithms of 1 + z would lose digits."""
    away = np.array([[-0.3, 0.1, 0.25], [-0.1, 0.0, 0.2]])
    masses, chances = np.array([0.2, 0.5, 0.3]), np.array([0.75, 0.25])
    one = Answer(chances, away, masses, away @ masses)
    half = 40_000
    for u in (3e-6, 1e-3, 2.0, 6.6, 6.7, 40.0):
        parts = [
            mpmath.fsum(float(p) * mpmath.expj(mpmath.mpf(u) * float(x)) for p, x in zip(masses, row, strict=True))
            for row in away
        ]
        less = [complex(part - mpmath.fsum(map(float, masses))) for part in parts]
        np.testing.assert_allclose(one.less_one(np.array([u]))[0], less, rtol=2e-14)
        if u < 1e-2:
            exact = complex(mpmath.fsum(float(c) * part**half for c, part in zip(chances, parts, strict=True)))
            assert abs(one.transform(np.array([u]), half)[0] - exact) < 1e-14
            # Planted: a bias of as many digits as the masses have, and one user more.
            assert abs(replace(one, bias=one.bias + 1e-12).transform(np.array([u]), half)[0] - exact) > 5e-14
            assert abs(one.transform(np.array([u]), half + 1)[0] - exact) > 1e-8


def test_laws_together_and_one_by_one_have_the_same_risks() -> None:
    """Interpolated, with the period of the widest, or at each of a few means with its own."""
    plan = plan_of(10**4, 100, 1.0, 32)
    laws = [any_law(32, seed) for seed in range(1, 9)] + [CellLaw(np.full(32, 1 / 32), *constant(32, 0.3), 0.0)]
    means = walsh_hadamard(np.stack([law.q for law in laws]))
    assert not PrintedEstimates(plan, means[8:]).winners._laws.interpolated
    assert PrintedEstimates(plan, means).winners._laws.interpolated
    values, error = excess_risks(plan, laws)
    np.testing.assert_allclose(values, [excess_risk(plan, law)[0] for law in laws], rtol=0, atol=1e-11)
    assert error < 1e-9


def constant(cells: int, eta: float) -> tuple[np.ndarray, np.ndarray]:
    q = np.full(cells, eta / cells)
    return q, np.stack([q, np.zeros(cells)], axis=1)


def test_a_first_stage_fails_no_more_often_than_is_said() -> None:
    for n, epsilon in ((600, 0.9), (10**4, 1.0), (10**5, 3.0)):
        each = plan_of(n, 100, epsilon, 4).each
        for mean in (-0.37, 0.0, 0.05, 1.0):
            winner = exact_stages(each, SignLaw(mean)).winner
            likely, fails = surest(each, mean)
            assert winner.argmax() == likely or fails > 0.1
            assert 1 - winner[likely] <= fails + 1e-12


def test_planted_first_stages_that_never_fail_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    plan, law = plan_of(200, 100, 0.9, 4), any_law(4, 4)
    exact = excess_risk(plan, law)[0]
    assert off(exact, *drawn_by_coordinate(plan, law, 40_000, 0)) < 4

    found = printed_cells._winner

    def never(each: TwoStage, mean: float) -> tuple[np.ndarray, float]:
        law, error = found(each, mean)
        return (law == law.max()) * 1.0, error

    monkeypatch.setattr(printed_cells, "_winner", never)
    assert off(excess_risk(plan, law)[0], *drawn_by_coordinate(plan, law, 40_000, 0)) > 6
    assert abs(excess_risk(plan, law)[0] - exact) > 1e-3


def test_a_mean_that_rounding_leaves_above_1_is_drawn() -> None:
    """Labels that are all 1: every user says so, and the shares of the cells add up to 1 + 2e-16."""
    # How a sum rounds depends on the machine.
    masses = (np.random.default_rng(seed).dirichlet(np.ones(7)) for seed in range(200))
    laws = (CellLaw(mass, mass, np.stack([mass, np.zeros(7)], axis=1), 0.0) for mass in masses)
    law = next(law for law in laws if walsh_hadamard(law.padded(8)[0]).max() > 1)
    plan = plan_of(400, 9, 0.8, 7)
    exact = excess_risk(plan, law)[0]
    assert any(off(exact, *drawn_by_coordinate(plan, law, 2000, seed)) < 4 for seed in range(2))


def test_a_user_of_several_coordinates_is_drawn_and_not_taken_for_several_users() -> None:
    """At low privacy a user's coordinates share samples: laws of independent ones are wrong for rare cells."""
    mass = np.array([0.88, 0.04, 0.04, 0.04])
    q = mass * (0.2, 0.5, 0.5, -0.5)
    law = CellLaw(mass, q, np.stack([np.maximum(q, 0), np.maximum(-q, 0)], axis=1), 0.0)
    plan = plan_of(40, 3, 200.0, 4)
    assert len(plan.split.sends[0]) == 4
    with pytest.raises(ParameterError, match="as printed a user answers 4 coordinates"):
        excess_risk(plan, law)
    value, error = drawn_by_user(plan, law, 20_000, stream(0, 17, 1, 0))
    assert any(off(value, *simulated_excess(plan, law, 3, 4000, stream(0, 9, 1, seed))) < 6 for seed in range(2))
    # Planted: noise of half the scale, as its law has it.
    quiet = replace(plan, each=replace(plan.each, scale=plan.each.scale / 2))
    assert off(value, *drawn_by_user(quiet, law, 20_000, stream(0, 17, 1, 0))) > 6
    several = replace(plan, split=chunks(4 * plan.n, 4, 4, 1))
    assert off(excess_risk(several, law)[0], value, error) > 6
    with pytest.raises(ParameterError, match="coordinates are answered 1 to 2 times"):
        drawn_by_user(replace(plan, split=replace(plan.split, sends=((0, 1, 2, 3), (0,)))), law, 2, stream(0, 17, 1, 0))
    for epsilon in (2.5, 3.0):
        some = plan_of(300, 9, epsilon, 7)
        one, two = (
            drawn_by_user(some, law_of(7), 2000, stream(0, 17, 2, 0)),
            simulated_excess(some, law_of(7), 9, 1500, stream(0, 9, 2, 0)),
        )
        assert abs(one[0] - two[0]) < 5 * np.hypot(one[1], two[1])


def test_standard_errors_halve_at_four_times_as_many_runs() -> None:
    plan, law = plan_of(400, 9, 0.8, 7), law_of(7)
    few, many = (drawn_by_user(plan, law, runs, stream(0, 17, 3, 0))[1] for runs in (100, 400))
    assert 1.6 < few / many < 2.5


@pytest.mark.parametrize("sent", [(0,), (3, 5), (0, 1, 2, 7)])
def test_patterns_by_number_are_those_row_by_row(monkeypatch: pytest.MonkeyPatch, sent: tuple[int, ...]) -> None:
    law = law_of(7)

    def chances() -> dict[tuple[float, ...], float]:
        found = SignCounts.of_group(sent, law, 8)
        return dict(zip(map(tuple, found.signs.tolist()), found.chances.tolist(), strict=True))

    by_number = chances()
    monkeypatch.setattr(printed_cells, "_SHORT", 0)
    assert by_number == pytest.approx(chances())
    # Planted: labels of the other sign.
    law = replace(law, q=-law.q, wrong=law.wrong[:, ::-1])
    assert by_number != pytest.approx(chances())


def law_of(cells: int) -> CellLaw:
    return any_law(cells, cells)


def test_normal_estimates_are_near_the_exact_ones() -> None:
    """They say which law is hard, no more."""
    plan = plan_of(10**4, 100, 1.0, 32)
    for seed in (1, 2):
        assert normal_excess(plan, any_law(32, seed)) == pytest.approx(
            excess_risk(plan, any_law(32, seed))[0], rel=0.02
        )


def test_the_error_of_excess_risks_is_of_the_winners_of_every_coordinate_that_is_answered() -> None:
    plan = plan_of(400, 9, 1.9, 11)
    laws = [any_law(11, seed) for seed in (1, 2)]
    padded = walsh_hadamard(np.stack([np.pad(law.q, (0, 5)) for law in laws]))
    found = PrintedEstimates(plan, padded)
    found.negative()
    answered = {k for sent in plan.split.sends for k in sent}
    assert 0 < len(answered) < 16
    each = found.winners.error + 4 * printed_cells.INTERPOLATED
    assert excess_risks(plan, laws)[1] == pytest.approx(printed_cells.RESOLUTION + len(answered) * each, rel=1e-9)


def test_laws_are_held_up_to_so_many_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every mean the likely winners times a user's possible means, times how many means are held with it."""
    plan, means = plan_of(600, 9, 0.9, 4), np.array([0.1, -0.3])
    sizes = []
    for mean in means:
        [answer] = PrintedEstimates(plan, np.zeros((1, 4))).answers(np.array([mean]))
        sizes.append(answer.away.size)
    most = max(sizes[0], 2 * sizes[1])
    for allowed, refused in ((most, False), (most - 1, True)):
        monkeypatch.setattr(printed_cells, "_MOST_HELD", allowed)
        estimates = PrintedEstimates(plan, np.zeros((1, 4)))
        if refused:
            with pytest.raises(ParameterError, match="too many for an exact law"):
                estimates.answers(means)
        else:
            assert len(estimates.answers(means)) == 2
