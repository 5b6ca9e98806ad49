"""Estimates on a person's data: bars that cover, the shuffle, data moved inside, few users, heterogeneous users."""

from contextlib import nullcontext
from math import sqrt
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import optimize, stats

from notation.parameters import ParameterError
from notation.setting import Setting
from tests.unjudged import nothing_known
from upperbounds.registry import by_name
from verify.study import bars as bars_module
from verify.study import estimate as estimation
from verify.study.bars import MISS, Tails
from verify.study.estimate import Estimate, PublicRange, estimate, within_ball, within_box
from verify.study.order import shuffled
from verify.study.problems import PROBLEMS
from verify.study.table import Rows
from verify.study.worst import worst_risk


def rows_of(vectors: NDArray[np.float64]) -> Rows:
    """The rows of an array (users, m, d)."""
    users, m, d = vectors.shape
    return Rows(vectors.reshape(-1, d), np.repeat(np.arange(users), m))


def run(vectors: NDArray[np.float64], problem: str, epsilon: float, name: str | None, seed: int | None) -> Estimate:
    """The estimate of an array (users, m, d) within public sizes of 1, of users who are said to share a law if named.

    In the moment problems the moment is 1.
    """
    tails = Tails(4.0, 1.0) if problem in ("mean-heavy", "mean-heavy-l2") else None
    order = {"mean-l2": 2, "mean-heavy-l2": 2, "mean-l1": 1}.get(problem)
    known = PublicRange(1.0, order=order, tails=tails)
    setting = Setting(2, 1, epsilon=epsilon)
    return estimate(rows_of(vectors), PROBLEMS[problem], setting, known, vectors.shape[1], name, True, seed)


ALL = [
    (problem.name, e.name)
    for problem in PROBLEMS.values()
    if not problem.is_scalar and problem.known not in ("space", "losses", "class")
    for e in problem.estimators
]


def test_moving_keeps_what_is_inside_and_the_direction_of_the_rest() -> None:
    vectors = np.array([[[0.3, 0.4], [3.0, 4.0]], [[1e300, 0.0], [0.6, 0.8]]])
    inside, _, moved = within_ball(rows_of(vectors), 1.0, 2, True)
    np.testing.assert_allclose(inside.values, [[0.3, 0.4], [0.6, 0.8], [1.0, 0.0], [0.6, 0.8]], rtol=1e-12)
    assert moved == 2
    wider, known, moved = within_ball(rows_of(vectors[:1]), 2.0, 2, True)
    np.testing.assert_allclose(wider.values, [[0.3, 0.4], [1.2, 1.6]], rtol=1e-12)
    assert (known.size, moved) == (2.0, 1)
    # Vectors that rounding alone put outside are no error.
    edge = vectors[:1, :1] / np.linalg.norm(vectors[:1, :1]) * (1 + 1e-12)
    assert within_ball(rows_of(edge), 1.0, 2, False)[2] == 0
    boxed, known, moved = within_box(rows_of(vectors[:1]), np.zeros(2), np.array([1.0, 2.0]), True)
    np.testing.assert_allclose(boxed.values[1] * known.scale + known.center, [1.0, 2.0])
    assert moved == 2
    boxed, known, moved = within_box(rows_of(vectors[:1]), np.array([-1.0, 0.0]), np.array([3.0, 8.0]), False)
    np.testing.assert_array_equal(known.center, [1.0, 4.0])
    np.testing.assert_array_equal(known.scale, [2.0, 4.0])
    assert (known.size, moved) == (1.0, 0)
    np.testing.assert_allclose(boxed.values, [[-0.35, -0.9], [1.0, 0.0]])


@pytest.mark.parametrize(("problem", "name"), ALL)
@pytest.mark.parametrize(("n", "d"), [(1, 1), (2, 1), (4, 3)])
def test_few_users_get_an_estimate_or_a_reason(
    monkeypatch: pytest.MonkeyPatch, problem: str, name: str, n: int, d: int
) -> None:
    if n != 2:
        # Risks take most of the time: those of two users say that such small numbers have one.
        nothing_known(monkeypatch)
    vectors = np.zeros((n, 1, d))
    (estimator,) = (each for each in PROBLEMS[problem].estimators if each.name == name)
    if n == 1 and estimator.needs_one_law and name not in ("walk", "cube-walk", "shrinking-balls", "sparse-balls"):
        with pytest.raises(ParameterError, match="n = 1: must be an integer of at least 2"):
            run(vectors, problem, 700.0, name, 1)
        return
    if (
        estimator.problem == "sparse-mean"
        and name != "sparse-balls"
        and n < (2 * d if name == "kent-algorithm7" else 3)
    ):
        with pytest.raises(ParameterError, match=f"n = {n}: must be at least"):
            run(vectors, problem, 700.0, name, 1)
        return
    found = run(vectors, problem, 700.0, name, 1)
    assert np.all(np.isfinite(found.value))
    assert np.all(found.bars.standard_error > 0)
    assert np.all(found.bars.half_width > 0)


def test_no_rows_of_a_user_are_refused() -> None:
    asked = rows_of(np.zeros((4, 2, 1))), PROBLEMS["mean"], Setting(2, 1), PublicRange(1.0)
    with pytest.raises(ParameterError, match="m = 0: must be an integer of at least 1"):
        estimate(*asked, 0)


COVERED = [
    ("mean-linf", "kent-tuned", 2.5, 3, 4),
    ("mean-linf", "zhao-algorithm2", 9.0, 3, 4),
    ("mean-l2", "zhao-kashin", 4.0, 3, 8),
    ("mean-l2", "kent-tuned-rotated", 2.0, 5, 4),
    ("mean-l2", "kent-tuned-rotated", 6.0, 3, 8),
    ("mean-l2", "duchi-semi-user", 1.0, 3, 4),
    ("mean-l1", "zhao-hadamard", 4.0, 3, 8),
    ("mean-l1", "signed-kary", 5.0, 3, 4),
    ("mean-heavy", "zhao-heavy", 4.0, 2, 4),
    ("mean-linf", "user-means", 2.5, 3, 4),
    ("mean-linf", "walk", 9.0, 3, 8),
    ("mean-l2", "walk", 2.5, 3, 8),
    ("mean-l2", "shrinking-balls", 1.0, 3, 8),
    ("mean-l1", "walk", 4.0, 3, 8),
    ("mean-heavy", "walk", 9.0, 3, 8),
    ("mean-heavy", "user-means-clipped", 2.5, 3, 8),
]
"""With the factor that makes a bar too short: users who answer for many coordinates have long bars (Hoeffding)."""


@pytest.mark.parametrize(("problem", "name", "epsilon", "d", "factor"), COVERED)
def test_the_bars_cover_all_coordinates_at_once(
    monkeypatch: pytest.MonkeyPatch, problem: str, name: str, epsilon: float, d: int, factor: float
) -> None:
    """Type-I error 1e-6 each where all coordinates are within their bars with probability 0.95.

    Bars shorter by `factor` must fail the same test. Signs on the axes, or the corners of a cube, whose mean is
    known; users share a law and localisation is not lost here, or the narrow bars would promise nothing.
    """
    nothing_known(monkeypatch)
    users, samples, repetitions = 800, 20, 80
    mean = np.array([0.5, -0.3, 0.1, 0.0, 0.2])[:d]
    rng, covered, short = np.random.default_rng(3), 0, 0
    for seed in range(repetitions):
        vectors = np.where(rng.random((users, samples, d)) < (1 + mean) / 2, 1.0, -1.0)
        if problem in ("mean-l2", "mean-l1"):
            vectors /= d if problem == "mean-l1" else sqrt(d)
        found = run(vectors, problem, epsilon, name, seed)
        off = np.abs(found.value - mean * np.abs(vectors[0, 0, 0]))
        half_width = found.bars.half_width if found.bars.one_law is None else found.bars.one_law
        covered += bool(np.all(off <= half_width))
        short += bool(np.all(off <= half_width / factor))
        assert np.all(found.bars.half_width >= half_width)
    least = stats.binom.ppf(1e-6, repetitions, 1 - MISS)
    assert covered >= least
    assert short < least


@pytest.mark.parametrize(("problem", "name", "epsilon", "d", "factor"), COVERED)
def test_standard_errors_are_those_of_many_runs(
    monkeypatch: pytest.MonkeyPatch, problem: str, name: str, epsilon: float, d: int, factor: float
) -> None:
    """Given the data: the spread of 80 estimates of one data set, by a chi-squared test with type-I error 1e-8.

    One-sided, the other way a factor of 1.6: users differ, which enters the standard error but not these runs.
    """
    nothing_known(monkeypatch)
    # The spread of what is not moved to the public range.
    monkeypatch.setattr(PublicRange, "nearest", lambda _, value: value)
    data = np.full((300, 4, d), 0.2)
    found = [run(data, problem, epsilon, name, seed) for seed in range(80)]
    spread = np.var([f.value for f in found], axis=0, ddof=1).sum()
    told = np.mean([f.bars.standard_error**2 for f in found], axis=0).sum()
    degrees = 79
    assert spread * degrees / told < stats.chi2.isf(1e-8, degrees)
    assert told < 1.6**2 * spread


def test_the_order_of_the_file_does_not_choose_who_answers_what(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sorted data: -1 in the first half of the file. 60 runs; type-I error 1e-7 by the normal law of their mean.

    Planted: users taken in the file's order vote with one half, refine with the other, and the mean is off.
    """
    nothing_known(monkeypatch)
    vectors = np.repeat(np.linspace(-0.4, 0.4, 2400)[:, None, None], 2, axis=2)

    def z() -> float:
        found = [run(vectors, "mean-linf", 30.0, "kent-tuned", seed).value for seed in range(60)]
        means = np.mean(found, axis=1)
        return float(abs(means.mean()) / (means.std(ddof=1) / sqrt(60)))

    limit = stats.norm.isf(0.5e-7)
    assert z() < limit
    monkeypatch.setattr("verify.study.order.shuffled", lambda vectors, _: vectors)
    assert z() > limit


def test_the_shuffle_keeps_users_and_vectors_whole() -> None:
    """Each number tells its user, its row and its column."""
    vectors = np.arange(50)[:, None, None] * 100.0 + np.arange(6)[None, :, None] * 10 + np.arange(3)
    mixed = shuffled(vectors, np.random.default_rng(1))
    assert {tuple(sorted(map(tuple, user))) for user in mixed} == {tuple(map(tuple, user)) for user in vectors}
    assert not np.array_equal(mixed[:, :, 0] // 100, vectors[:, :, 0] // 100)
    assert len({tuple(user[:, 0] % 100) for user in mixed}) > 10


# Scalars.


@pytest.mark.parametrize("name", ["user-mean", "semi-user-level", "split-user", "one-item"])
def test_one_round_estimates_are_unbiased(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Type-I error 1e-7 each: 400 fresh estimates, by the normal law of their mean.

    An estimate that is off by a twentieth of the range is 15 standard errors away or more.
    """
    nothing_known(monkeypatch)
    samples = np.random.default_rng(2).choice([-1.0, -0.5, 1.0], (200, 3, 1))
    samples[:, 1:] = samples[:, :1]
    found = np.array([run(samples, "mean", 2.0, name, seed).value for seed in range(400)])
    error = found.std(ddof=1) / np.sqrt(len(found))
    assert error < 0.1 / 15 * (3 if name == "split-user" else 1)
    assert abs(found.mean() - samples.mean()) < stats.norm.isf(0.5e-7) * error


@pytest.mark.parametrize("name", ["kent-tuned", "zhao-algorithm1", "walk", "user-mean", "semi-user-level", "one-item"])
def test_the_error_bar_is_honest(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Type-I error 1e-6 each where 1.96 error bars cover the mean with probability 0.93 or more.

    Bars of half the length, which cover with probability 0.67, must fail the same test; they pass with probability
    below 1e-9. Where localisation fails (probability below 1e-5 here) no bar is promised.
    """
    users, samples, epsilon, mean, repetitions = 1000, 30, 8.0, 0.2, 300
    worst = worst_risk(by_name("mean", name), Setting(200, samples, epsilon=epsilon))
    assert (worst.localisation_failure or 0.0) < 1e-5
    nothing_known(monkeypatch)
    rng = np.random.default_rng(3)
    off = []
    for seed in range(repetitions):
        found = run(np.where(rng.random((users, samples, 1)) < (1 + mean) / 2, 1.0, -1.0), "mean", epsilon, name, seed)
        assert found.bars.standard_error is not None
        off.append(abs(found.value[0] - mean) / found.bars.standard_error[0])
    least = stats.binom.ppf(1e-6, repetitions, 0.93)
    assert np.sum(np.array(off) < 1.96) >= least
    assert np.sum(np.array(off) < 1.96 / 2) < least


def test_the_error_bar_takes_users_for_independent_not_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Heterogeneous users: their samples say no more than one of each would."""
    nothing_known(monkeypatch)
    samples = np.repeat(np.resize([1.0, -1.0], (400, 1, 1)), 50, axis=1)
    found = run(samples, "mean", 1e4, "split-user", 0)
    assert found.bars.standard_error == pytest.approx(1 / np.sqrt(400), rel=0.1)


def test_the_order_of_the_file_does_not_choose_who_votes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sorted data: were the first half to vote, they would send the others to the wrong bin every time."""
    nothing_known(monkeypatch)
    samples = np.repeat(np.where(np.arange(2000)[:, None, None] < 1000, -1.0, 1.0), 400, axis=1)
    found = [run(samples, "mean", 8.0, "kent-tuned", seed).value[0] for seed in range(40)]
    # Each winner is the left or the right heap, by a coin: all alike has probability 2^-39.
    assert min(found) < 0 < max(found)


# Users who differ, and the order of their rows.


def groups(d: int, m: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """60 % of 2000 users with mean -0.6, 40 % with mean 0.8: on [0, 1] that is 0.2 and 0.9, and the truth 0.48."""
    means = np.where(np.arange(2000) < 1200, -0.6, 0.8)[:, None, None]
    return np.where(rng.random((2000, m, d)) < (1 + means) / 2, 1.0, -1.0)


@pytest.mark.parametrize(("problem", "d"), [("mean", 1), ("mean-linf", 3)])
@pytest.mark.parametrize("name", [None, "kent-tuned"])
def test_two_groups_of_users_are_held_by_the_interval(
    monkeypatch: pytest.MonkeyPatch, problem: str, d: int, name: str | None
) -> None:
    """n = 2000, m = 400, epsilon = 2, 12 runs: type-I error 1e-7. Planted: the bar of one law holds next to none."""
    nothing_known(monkeypatch)
    data = groups(d, 400, np.random.default_rng(1))
    held = short = 0
    for seed in range(12):
        asked = rows_of(data), PROBLEMS[problem], Setting(2, 1, epsilon=2.0), PublicRange(1.0)
        found = estimate(*asked, 400 if name else None, name, bool(name), seed)
        truth = data.mean(axis=(0, 1))
        held += bool(np.all((found.interval[0] <= truth) & (truth <= found.interval[1])))
        if found.bars.one_law is not None:
            short += bool(np.all(np.abs(found.value - truth) <= found.bars.one_law))
    assert held >= stats.binom.ppf(1e-7, 12, 1 - MISS)
    assert short < stats.binom.ppf(1e-7, 12, 1 - MISS)


def test_a_walk_is_the_default_of_one_law_and_its_bars_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """n = 1000, m = 100, epsilon = 1, 40 runs of one law: both bars, type-I error 1e-7 each; a twentieth must not.

    For users of two kinds the interval holds, and what is shown for one law does not: there the walk goes to one kind.
    """
    least, m = stats.binom.ppf(1e-7, 40, 1 - MISS), 100
    chosen = run(np.zeros((1000, m, 1)), "mean", 1.0, None, 1)
    assert chosen.estimator.name == "walk"
    nothing_known(monkeypatch)
    rng = np.random.default_rng(11)
    held = short = little = 0
    widths = []
    for seed in range(40):
        data = np.where(rng.random((1000, m, 1)) < 0.6, 1.0, -1.0)
        found = run(data, "mean", 1.0, "walk", seed)
        assert found.bars.one_law is not None
        off = abs(found.value[0] - 0.2)
        held += bool(found.interval[0][0] <= 0.2 <= found.interval[1][0])
        short += bool(off <= found.bars.one_law[0])
        little += bool(off <= found.bars.one_law[0] / 20)
        widths.append(found.bars.one_law[0])
    assert min(held, short) >= least > little
    # Where a walk ends a deviation away and the noise adds to it, nothing bounds the mean from the last interval.
    assert np.quantile(widths, 0.9) < 0.2
    held = short = 0
    for seed in range(12):
        data = groups(1, 400, rng)
        found = run(data, "mean", 2.0, "walk", seed)
        assert found.bars.one_law is not None
        held += bool(found.interval[0][0] <= data.mean() <= found.interval[1][0])
        short += bool(abs(found.value[0] - data.mean()) <= found.bars.one_law[0])
        assert found.bars.half_width[0] < 1.9
    assert held >= stats.binom.ppf(1e-7, 12, 1 - MISS) > short


def test_the_bar_of_one_law_covers_a_walk_that_ended_far_away() -> None:
    """All who walk say plus, so that the mean is out of the last interval; type-I error 1e-8. The noise alone fails."""
    plan = by_name("mean", "walk").plan(Setting(1000, 100, epsilon=1.0))
    first = plan.n - plan.refining - plan.watching
    held = seen = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        data = np.where(rng.random((plan.n, 100)) < 0.6, 1.0, -1.0)
        data[:first] = 1.0
        sent, value = plan.protocol().transcript(data, rng)
        found = bars_module.bars(plan, sent, 1.0, None)
        assert found.one_law is not None
        assert found.covers_misses
        held += bool(abs(float(value) - 0.2) <= found.one_law[0])
        seen += bool(abs(float(value) - 0.2) <= bars_module._bounded(sent[-1], plan.refiner.magnitude, 0.0, 1)[1])
    assert held >= stats.binom.ppf(1e-8, 20, 1 - MISS) > seen


def test_a_bar_without_the_variance_between_users_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Users at both ends, drawn at random, epsilon = 12: the spread of users is all there is. 200 runs, 1e-7.

    Planted: the standard error of the channel's noise alone, which is next to nothing.
    """
    nothing_known(monkeypatch)
    rng, held, planted, noise = np.random.default_rng(5), 0, 0, sqrt(channel_noise(12.0) / 400)
    for seed in range(200):
        data = rng.choice([-1.0, 1.0], (400, 1, 1))
        found = run(data, "mean", 12.0, "user-mean", seed)
        held += bool(found.interval[0][0] <= 0 <= found.interval[1][0])
        planted += bool(abs(found.value[0]) <= 3 * noise)
    assert held >= stats.binom.ppf(1e-7, 200, 1 - MISS)
    assert planted < stats.binom.ppf(1e-7, 200, 1 - MISS)


def channel_noise(epsilon: float) -> float:
    """The largest variance of a message given its input."""
    plan = by_name("mean", "user-mean").plan(Setting(2, 1, epsilon=epsilon))
    return float(plan.channel.most_noise)


def test_a_sorted_file_has_the_law_of_a_shuffled_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows sorted within users, --m 3 of 12, 300 runs each: two-sample Kolmogorov-Smirnov at 1e-7.

    Planted: the first rows of the file, whose mean is far below, are told from the others.
    """
    nothing_known(monkeypatch)
    values = np.random.default_rng(4).uniform(-1, 1, (300, 12, 1))
    mixed, ordered = rows_of(values), rows_of(np.sort(values, axis=1))
    asked = PROBLEMS["mean"], Setting(2, 1, epsilon=4.0), PublicRange(1.0)

    def estimates(rows: Rows, first: int) -> list[float]:
        return [float(estimate(rows, *asked, 3, None, False, seed).value[0]) for seed in range(first, first + 300)]

    shuffled_file = estimates(mixed, 0)
    assert stats.ks_2samp(shuffled_file, estimates(ordered, 300)).pvalue > 1e-7
    with monkeypatch.context() as patched:
        patched.setattr(Rows, "drawn_means", lambda rows, m, _: rows.values.reshape(300, 12, 1)[:, :m].mean(axis=1))
        assert stats.ks_2samp(shuffled_file, estimates(ordered, 300)).pvalue < 1e-7


# The public range.


@pytest.mark.parametrize("order", [None, 1, 2])
def test_the_nearest_vector_is_a_general_optimisers(order: int | None) -> None:
    rng = np.random.default_rng(6)
    known = PublicRange(1.5, order=order)
    for _ in range(20):
        value = rng.normal(0, 2, 3)
        found = known.nearest(value)
        norm = float(np.linalg.norm(found, ord=np.inf if order is None else order))
        assert norm <= 1.5 * (1 + 1e-12)
        # As parts above and below 0 the l_1 ball is a polytope.
        parts = optimize.minimize(
            lambda x: np.sum((x[:3] - x[3:] - value) ** 2),  # noqa: B023
            np.zeros(6),
            bounds=[(0, 1.5)] * 6,
            constraints=[
                {"type": "ineq", "fun": lambda x: 1.5 - np.sum(x)}
                if order == 1
                else {"type": "ineq", "fun": lambda x: 2.25 - np.sum((x[:3] - x[3:]) ** 2)}
            ]
            if order
            else [],
            method="SLSQP",
            options={"ftol": 1e-14, "maxiter": 500},
        )
        np.testing.assert_allclose(found, parts.x[:3] - parts.x[3:], atol=1e-4)


@pytest.mark.parametrize(("problem", "name"), ALL)
def test_estimates_stay_in_the_public_range(problem: str, name: str) -> None:
    """Few users and a small budget: the noise alone is far outside."""
    data = np.zeros((16, 1, 3))
    found = run(data, problem, 0.1, name, 1)
    order = {"mean-l2": 2, "mean-heavy-l2": 2, "mean-l1": 1}.get(problem, np.inf)
    assert np.linalg.norm(found.value, ord=order) <= 1 + 1e-12
    assert np.all(np.abs(found.interval) <= 1)
    assert found.tells_little
    assert not run(np.zeros((4000, 1, 1)), "mean", 20.0, "user-mean", 1).tells_little


def test_of_many_numbers_three_are_told() -> None:
    assert [estimation._told(np.arange(k) / 2) for k in (1, 3, 4)] == ["0", "0,0.5,1", "0,0.5,1,..."]


def test_of_many_sides_of_a_box_four_are_told() -> None:
    five, six = (estimation.told_box(np.zeros(k), np.arange(1.0, k + 1)) for k in (5, 6))
    assert five == "[0, 1] x [0, 2] x [0, 3] x [0, 4] x [0, 5]"
    assert six == "[0, 1] x [0, 2] x [0, 3] x [0, 4] x ..."


@pytest.mark.parametrize(("widths", "little"), [((0.5, 0.1), False), ((0.51, 0.1), True), ((0.1, 0.51), True)])
def test_an_interval_is_the_bars_around_the_value(
    widths: tuple[float, float], little: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It tells little where one coordinate's is longer than half the range."""
    half_width = np.array(widths)
    monkeypatch.setattr(estimation, "bars", lambda *_: bars_module.Bars(None, half_width))
    found = run(np.full((4000, 1, 2), 0.1), "mean-linf", 20.0, "user-means", 1)
    np.testing.assert_allclose(found.interval, [found.value - half_width, found.value + half_width], rtol=1e-12)
    assert found.tells_little is little


def test_a_coordinate_that_nobody_sends_is_all_open() -> None:
    """Under moments the level of clipping may be below what a mean can be."""
    found = run(np.full((2, 1, 5), 0.5), "mean-heavy", 0.1, "user-means-clipped", 1)
    np.testing.assert_array_equal(found.interval[:, 2:], [[-1.0] * 3, [1.0] * 3])


def test_a_row_out_of_floats_enters_as_one_far_out() -> None:
    """Under moments no range bounds a row, and no row may stop the run."""
    data = np.zeros((50, 2, 3))
    data[0] = 1.7e308
    for problem, name in ALL:
        if problem in ("mean-heavy", "mean-heavy-l2"):
            assert np.all(np.isfinite(run(data, problem, 2.0, name, 1).value)), name


def test_bars_of_some_users_hold_where_these_are_drawn_without_putting_back() -> None:
    """One coordinate of six for each user, 60 users at both ends: 400 runs, type-I error 1e-7."""
    rng, held = np.random.default_rng(7), 0
    messages = np.resize([1.0, -1.0], 360)
    for _ in range(400):
        group = rng.permutation(messages)[:60]
        _, width = bars_module._bounded(group, 1.0, 1.0, 1, second_moment=1.0)
        held += abs(group.mean()) <= width
    assert held >= stats.binom.ppf(1e-7, 400, 1 - MISS)


def test_groups_are_told_within_the_range_and_in_the_datas_units(monkeypatch: pytest.MonkeyPatch) -> None:
    """The middle of an outer bin may be beyond the range."""
    nothing_known(monkeypatch)
    monkeypatch.setattr(estimation, "_groups", lambda *_: [(-1.5, 0.5), (0.25, 0.25), (9.0, 0.25)])
    found = run(np.zeros((40, 4, 1)), "mean", 8.0, "user-mean", 0)
    assert found.groups == ((-1.0, 0.5), (0.25, 0.25), (1.0, 0.25))


@pytest.mark.parametrize(("rounds", "voting"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_votes_are_counted_in_the_first_half_of_the_rounds(rounds: int, voting: int) -> None:
    for large in range(rounds):
        users = [range(estimation.MOST_VOTES + 1 if step == large else 1) for step in range(rounds)]
        protocol: Any = SimpleNamespace(rounds=[SimpleNamespace(users=some, messages=1) for some in users])
        with pytest.raises(ParameterError, match="it") if large < voting else nullcontext():
            estimation.check_votes("it", protocol, 1)


def test_all_votes_are_at_most_ten_times_those_of_a_round() -> None:
    for voting in (10, 11):
        rounds = [SimpleNamespace(users=range(estimation.MOST_VOTES // 5), messages=1)] * (2 * voting)
        protocol: Any = SimpleNamespace(rounds=rounds)
        with pytest.raises(ParameterError, match="ten times that in all") if voting > 10 else nullcontext():
            estimation.check_votes("it", protocol, 5)
