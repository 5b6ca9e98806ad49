"""Aggregates in place of users, for the selection and the threshold: compared with users one by one.

Each comparison is two-sided with type-I error 1e-9, normal approximations of means of thousands.
"""

from dataclasses import replace
from itertools import product
from math import prod

import numpy as np
import pytest
from scipy.stats import binomtest, norm

from notation.parameters import ParameterError
from notation.setting import Setting
from upperbounds.channels.arrays import FloatArray
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.sparse import kent
from upperbounds.sparse.selection import SelectionPlan
from upperbounds.sparse.threshold import ThresholdPlan
from verify.study.risk import SignLaw, sparse
from verify.study.risk.sparse import (
    chosen_chances,
    decided_risk,
    draw_tallies,
    selection_risk,
    signs,
    successes,
    threshold_risk,
    vote_chances,
)
from verify.study.worst import simulated

ALPHA = 1e-9
AT = Setting(60, 9, 5, 12.0, s=3)
MEAN = np.array([0.0, 0.7, -0.4, 0.0, 0.95])


def users(plan: SelectionPlan | ThresholdPlan, at: Setting, mean: FloatArray, runs: int, seed: int) -> FloatArray:
    """Squared errors of runs from raw samples."""
    rng = np.random.default_rng(seed)
    samples = np.where(rng.random((runs, at.n, at.m, at.d)) < (1 + mean) / 2, 1.0, -1.0)
    return np.sum((plan.protocol().run(samples.reshape(runs, at.n, -1), rng) - mean) ** 2, axis=-1)


def apart(losses: FloatArray, value: float, error: float) -> float:
    """How many standard errors runs and aggregates are apart."""
    return float(abs(losses.mean() - value) / np.hypot(losses.std(ddof=1) / np.sqrt(len(losses)), error))


@pytest.mark.parametrize("edge", [1.0, 30.0])
def test_the_selection_by_aggregates_is_that_of_users(edge: float) -> None:
    plan = replace(kent.tuned(AT, edge), threshold=0.5)
    found = selection_risk(plan, signs(MEAN, 1.0), 20_000, np.random.default_rng(1))
    losses = users(plan, AT, MEAN, 4000, 2)
    assert apart(losses, found.value, found.error) < norm.isf(ALPHA / 2)
    # Planted: other noise, votes at another threshold.
    for wrong in (
        replace(plan, hashed=replace(plan.hashed, scale=plan.hashed.scale * 8)),
        replace(plan, threshold=0.9),
        replace(plan, each=replace(plan.each, scale=3 * plan.each.scale)),
    ):
        assert apart(users(wrong, AT, MEAN, 4000, 2), found.value, found.error) > norm.isf(ALPHA / 2)


def test_the_threshold_by_aggregates_is_that_of_users() -> None:
    plan = replace(kent.algorithm7(AT), threshold=0.5)
    found = threshold_risk(plan, signs(MEAN, 1.0), 20_000, np.random.default_rng(1))
    losses = users(plan, AT, MEAN, 4000, 2)
    assert apart(losses, found.value, found.error) < norm.isf(ALPHA / 2)
    for wrong in (replace(plan, threshold=0.95), replace(plan, s=1)):
        assert apart(users(wrong, AT, MEAN, 4000, 2), found.value, found.error) > norm.isf(ALPHA / 2)


def test_tallies_have_their_exact_mean_and_noise() -> None:
    """At s = 1 with one sure vote: the tally is 1 on average, others 0; variances by hand."""
    plan = kent.tuned(Setting(40, 9, 3, 2.0, s=1))
    tallies = draw_tallies(plan, np.array([1.0, 0.0, 0.0]), 40_000, np.random.default_rng(3))
    noise = 2 * float(plan.hashed.scale) ** 2
    variances = np.array([noise, noise + 1, noise + 1]) / plan.voters
    z = (tallies.mean(axis=0) - [1.0, 0.0, 0.0]) / np.sqrt(variances / len(tallies))
    assert np.all(np.abs(z) < norm.isf(ALPHA / 2))
    np.testing.assert_allclose(tallies.var(axis=0), variances, rtol=0.06)


def test_vote_chances_are_exact_tails() -> None:
    plan = replace(kent.tuned(AT), threshold=1 / 3)
    found = vote_chances(plan, [SignLaw(0.0), SignLaw(1.0), SignLaw(0.0)])
    # Of nine signs three or more in excess: all but 4 or 5 heads.
    np.testing.assert_allclose(found, [1 - 252 / 512, 1.0, 1 - 252 / 512], rtol=1e-12)


def test_a_bound_is_above_the_risk_where_it_says_anything() -> None:
    for build, bound in ((kent.tuned, kent.tuned_bound),):
        at = Setting(200_000, 1000, 8, 1.0, s=1)
        told = bound(at)
        assert not told.vacuous
        means = np.zeros(8)
        for size in (0.5, 1.0, 2.0):
            means[-1] = min(1.0, size * build(at).threshold)
            found = selection_risk(build(at), signs(means, 1.0), 20, np.random.default_rng(5))
            assert found.value - 6 * found.error <= told.value


@pytest.mark.parametrize("size", [0.0, 0.3, 0.9])
def test_a_certain_selection_has_the_risk_that_is_drawn(size: float) -> None:
    """Means below and above the threshold; too few voters for a certain choice leave it undecided."""
    at = Setting(60_000, 25, 6, 4.0, s=2)
    plan = kent.tuned(at)
    means = np.array([0.0] * 4 + [size] * 2)

    def known(each: TwoStage, law: SignLaw) -> float:
        return simulated(each, law)[0].value

    drawn = selection_risk(plan, signs(means, 1.0), 20, np.random.default_rng(9), known)
    found = decided_risk(plan, size, 1.0, known)
    assert found is not None
    assert found.value == pytest.approx(drawn.value, rel=1e-9)
    assert drawn.error < 1e-12
    assert found.error < 1e-7
    assert found.found == drawn.found
    assert decided_risk(kent.tuned(Setting(60, 25, 6, 4.0, s=2)), size, 1.0, known) is None


@pytest.mark.parametrize("edge", [1.5, 2.0])
def test_tallies_are_as_far_from_the_edge_as_every_vote_and_sign_says(
    edge: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two large coordinates and three zeros: all votes of the others, each with a sign, enumerated."""
    large, zero, gaps = 0.75, 0.125, list[float]()

    def tail(voters: int, edge: float, scale: float, gap: float) -> float:
        gaps.append(gap)
        return 0.0

    monkeypatch.setattr(sparse, "vote_chances", lambda *_: np.array([large, zero]))
    monkeypatch.setattr(sparse, "tally_tail", tail)
    plan = kent.tuned(Setting(60_000, 25, 5, 4.0, s=2))
    decided_risk(replace(plan, hashed=replace(plan.hashed, edge=edge)), 0.9, 1.0, lambda *_: 0.0)
    expected = []
    for own, others in ((large, [large, zero, zero, zero]), (zero, [large, large, zero, zero])):
        mean = 0.0
        for turned in product((-1, 0, 1), repeat=4):
            mass = prod(chance / 2 if sign else 1 - chance for sign, chance in zip(turned, others, strict=True))
            mean += own * mass * min(max(1 + sum(turned), -edge), edge)
        expected.append(abs(mean - 0.5))
    assert gaps == pytest.approx(expected, rel=1e-12)


def test_chances_of_a_choice_are_those_that_are_drawn() -> None:
    """Two-sided binomial tests at 1e-9; a probability that is 1/20 off is told."""
    at = Setting(80, 25, 12, 6.0, s=3)
    for edge in (0.5, 1.0, 30.0):
        plan = kent.tuned(at, edge)
        means = np.array([0.0] * 9 + [0.4] * 3)
        tallies = draw_tallies(plan, vote_chances(plan, signs(means, 1.0)), 6000, np.random.default_rng(4))
        large, zero, error = chosen_chances(plan, 0.4, 1.0)
        assert error < 1e-8
        # Coordinates of one run share its users: one of each kind is counted.
        for column, chance in ((-1, large), (0, zero)):
            seen = int(np.sum(tallies[:, column] >= 0.5))
            assert binomtest(seen, 6000, chance).pvalue > ALPHA
            assert binomtest(seen, 6000, min(chance + 0.05, 1.0)).pvalue < ALPHA
    # Two tallies of one sure vote, symmetric around 1: what is above 1/2 is what is below 3/2.
    alone = kent.tuned(Setting(40, 4, 1, 2.0, s=1))
    chance, _, _ = chosen_chances(alone, 1.0, 1.0)
    noise = draw_tallies(alone, np.array([1.0]), 6000, np.random.default_rng(6))[:, 0]
    assert binomtest(int(np.sum(noise < 1.5)), 6000, chance).pvalue > ALPHA
    with pytest.raises(ParameterError, match="n = 31: must be at least 32"):
        chosen_chances(kent.tuned(Setting(31, 4, 1, 2.0, s=1)), 1.0, 1.0)


def test_the_widest_figure_takes_seconds_not_minutes() -> None:
    """The point of kent Figure 3 at d = 500, a tenth of its repetitions: 88 voters, 500 coordinates."""
    at = Setting(176, 176, 500, 4.0, s=4)
    means = np.zeros(500)
    means[:4] = 0.5
    found = selection_risk(kent.tuned(at), signs(means, 1.0), 50, np.random.default_rng(1))
    assert found.repetitions == 50
    assert 0.1 < found.value < 1


CHANCES = np.array([1.0, 0.3, 0.0, 0.3, 0.05, 1.0, 0.0, 0.6, 1.0, 0.3, 0.05])


def plainly(plan: SelectionPlan, runs: int, rng: np.random.Generator) -> FloatArray:
    """Tallies voter by voter and coordinate by coordinate, as (149) reads."""
    shape = (runs, plan.voters, plan.dimension)
    r = rng.choice([-1.0, 1.0], size=shape)
    sums = np.sum(r * (rng.random(shape) < CHANCES), axis=-1)
    edge, scale = float(plan.hashed.edge), float(plan.hashed.scale)
    z = np.clip(sums, -edge, edge) + rng.laplace(0.0, scale, sums.shape)
    return np.asarray(np.mean(r * z[..., None], axis=1))


def test_tallies_by_signs_are_those_of_voters() -> None:
    """Eleven coordinates, some voted for by all, by none, by some: in the mean, and with what their products are."""
    plan = kent.tuned(Setting(40, 9, 11, 8.0, s=1), 2.0)
    by_signs = draw_tallies(plan, CHANCES, 20_000, np.random.default_rng(5))

    def far(others: FloatArray) -> float:
        gaps = []
        for make in (lambda t: t, lambda t: (t[:, :, None] * t[:, None, :]).reshape(len(t), -1)):
            a, b = make(by_signs), make(others)
            gaps.append(np.abs(a.mean(0) - b.mean(0)) / np.hypot(a.std(0), b.std(0)) * np.sqrt(len(a)))
        return float(np.concatenate(gaps).max())

    assert far(plainly(plan, 20_000, np.random.default_rng(6))) < norm.isf(ALPHA / 2 / 132)
    wrong = replace(plan, hashed=replace(plan.hashed, edge=1.0))
    assert far(plainly(wrong, 20_000, np.random.default_rng(6))) > norm.isf(ALPHA / 2 / 132)


@pytest.mark.parametrize(("trials", "chance"), [(1, 0.5), (1000, 0.999), (10**6, 1e-5), (10, 1e-300), (50, 0.2)])
def test_successes_are_independent_trials(trials: int, chance: float) -> None:
    rng = np.random.default_rng(7)
    runs = [successes(trials, chance, rng) for _ in range(400)]
    assert all(np.all(np.diff(run) > 0) and np.all((run >= 0) & (run < trials)) for run in runs)
    assert binomtest(sum(map(len, runs)), 400 * trials, chance).pvalue > ALPHA
    late = sum(int(np.sum(run >= trials // 2)) for run in runs)
    assert binomtest(late, 400 * (trials - trials // 2), chance).pvalue > ALPHA
