"""Estimates of mean vectors on a person's data: bars that cover, the shuffle, data moved inside, few users."""

from math import sqrt

import numpy as np
import pytest
from scipy import stats

from notation.parameters import ParameterError
from upperbounds.vectors import PROBLEMS, of_problem
from verify import vector_bars, vector_estimation
from verify.study import WorstRisk
from verify.vector_estimation import VectorData, estimate_vectors, in_ball, in_box, shuffled
from verify.vector_study import Place

ALL = [(problem, estimator.name) for problem in PROBLEMS for estimator in of_problem(problem)]


def test_moving_keeps_what_is_inside_and_the_direction_of_the_rest() -> None:
    vectors = np.array([[[0.3, 0.4], [3.0, 4.0]], [[1e300, 0.0], [0.6, 0.8]]])
    inside = in_ball(VectorData(vectors, 0, ()), 1.0, 2, True)
    np.testing.assert_allclose(inside.vectors, [[[0.3, 0.4], [0.6, 0.8]], [[1.0, 0.0], [0.6, 0.8]]], rtol=1e-12)
    assert inside.moved == 2
    # Vectors that rounding alone put outside are no error.
    edge = vectors[:1, :1] / np.linalg.norm(vectors[:1, :1]) * (1 + 1e-12)
    assert in_ball(VectorData(edge, 0, ()), 1.0, 2, False).moved == 0
    boxed = in_box(VectorData(vectors[:1], 0, ()), np.zeros(2), np.array([1.0, 2.0]), True)
    np.testing.assert_allclose(boxed.vectors[0, 1] * boxed.scale + boxed.center, [1.0, 2.0])
    assert boxed.moved == 2


@pytest.mark.parametrize(("problem", "name"), ALL)
@pytest.mark.parametrize(("users", "d"), [(1, 1), (2, 1), (4, 3)])
def test_few_users_get_an_estimate_or_a_reason(problem: str, name: str, users: int, d: int) -> None:
    data = VectorData(np.zeros((users, 1, d)), 0, ())
    place = Place(problem, users, 1, d, 700.0, 1.0)
    if users == 1 and name not in ("duchi-semi-user", "signed-kary"):
        with pytest.raises(ParameterError, match="n = 1: must be an integer of at least 2"):
            estimate_vectors(data, place, name, 1)
        return
    found = estimate_vectors(data, place, name, 1)
    assert np.all(np.isfinite(found.value))
    assert np.all(found.bars.standard_error > 0)
    assert np.all(found.bars.half_width > 0)


def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare the repetitions the risk, which depends on public parameters alone."""
    monkeypatch.setattr(vector_estimation, "vector_risk", lambda *_: WorstRisk(1.0, 0.0, "not asked", None, 0.0))


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
]
"""With the factor that makes a bar too short: users who answer for many coordinates have long bars (Hoeffding)."""


@pytest.mark.parametrize(("problem", "name", "epsilon", "d", "factor"), COVERED)
def test_the_bars_cover_all_coordinates_at_once(
    monkeypatch: pytest.MonkeyPatch, problem: str, name: str, epsilon: float, d: int, factor: float
) -> None:
    """Type-I error 1e-6 each where all coordinates are within their bars with probability 0.95.

    Bars shorter by `factor` must fail the same test. Signs on the axes, or the corners of a cube, whose mean is
    known; localisation is not lost here, or the bars would promise nothing.
    """
    nothing_known(monkeypatch)
    users, samples, repetitions = 800, 20, 80
    mean = np.array([0.5, -0.3, 0.1, 0.0, 0.2])[:d]
    rng, covered, short = np.random.default_rng(3), 0, 0
    for seed in range(repetitions):
        vectors = np.where(rng.random((users, samples, d)) < (1 + mean) / 2, 1.0, -1.0)
        if problem in ("mean-l2", "mean-l1"):
            vectors /= d if problem == "mean-l1" else sqrt(d)
        data = VectorData(vectors, 0, ())
        found = estimate_vectors(data, Place(problem, users, samples, d, epsilon, 1.0), name, seed)
        off = np.abs(found.value - mean * np.abs(vectors[0, 0, 0]))
        covered += bool(np.all(off <= found.bars.half_width))
        short += bool(np.all(off <= found.bars.half_width / factor))
    least = stats.binom.ppf(1e-6, repetitions, 1 - vector_bars.MISS)
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
    data = VectorData(np.full((300, 4, d), 0.2), 0, ())
    place = Place(problem, 300, 4, d, epsilon, 1.0)
    found = [estimate_vectors(data, place, name, seed) for seed in range(80)]
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
    place = Place("mean-linf", 2400, 1, 2, 30.0, 1.0)

    def z() -> float:
        found = [estimate_vectors(VectorData(vectors, 0, ()), place, "kent-tuned", seed).value for seed in range(60)]
        means = np.mean(found, axis=1)
        return float(abs(means.mean()) / (means.std(ddof=1) / sqrt(60)))

    limit = stats.norm.isf(0.5e-7)
    assert z() < limit
    monkeypatch.setattr(vector_estimation, "shuffled", lambda vectors, _: vectors)
    assert z() > limit


def test_the_shuffle_keeps_users_and_vectors_whole() -> None:
    """Each number tells its user, its row and its column."""
    vectors = np.arange(50)[:, None, None] * 100.0 + np.arange(6)[None, :, None] * 10 + np.arange(3)
    mixed = shuffled(vectors, np.random.default_rng(1))
    assert {tuple(sorted(map(tuple, user))) for user in mixed} == {tuple(map(tuple, user)) for user in vectors}
    assert not np.array_equal(mixed[:, :, 0] // 100, vectors[:, :, 0] // 100)
    assert len({tuple(user[:, 0] % 100) for user in mixed}) > 10
