"""The classifiers: what they learn, and what they refuse.

Statistical checks fix their seeds; each errs with probability 1e-9 at most.
"""

from typing import Any

import numpy as np
import pytest

from notation.parameters import ParameterError
from upperbounds.classification.classifiers import (
    BinClassifier,
    CentralBinClassifier,
    LocalBinClassifier,
    better_channel,
    equal_cells,
    printed_width,
)
from upperbounds.classification.grid import Grid
from upperbounds.classification.votes import LocalVote

BOTH = pytest.mark.parametrize("make", [LocalBinClassifier, CentralBinClassifier])


def moons(n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Two half circles that reach into each other, with noise, and their names."""
    rng = np.random.default_rng(seed)
    angle, up = rng.random(n) * np.pi, rng.random(n) < 0.5
    x = np.where(up, np.cos(angle), 1 - np.cos(angle)) + rng.normal(0, 0.1, n)
    y = np.where(up, np.sin(angle), 0.5 - np.sin(angle)) + rng.normal(0, 0.1, n)
    return np.stack([x, y], axis=1), np.where(up, "above", "below")


@BOTH
@pytest.mark.parametrize("as_printed", [False, True])
def test_moons_are_told_apart(make: type[BinClassifier], as_printed: bool) -> None:
    """At epsilon 1 and 20,000 people: over 40 other seeds 0.994 on average at least, deviations 0.0024 at most."""
    X, y = moons(20_000, 1)
    box: dict[str, Any] = {"lower": (-1.5, -1.0), "upper": (2.5, 1.5), "classes": ("below", "above")}
    fitted = make(epsilon=1.0, as_printed=as_printed, random_state=4, **box).fit(X, y)  # type: ignore[call-arg]
    far, told = moons(5000, 2)
    assert fitted.score(far, told) > 0.97
    assert fitted.spend().multiple() == 1
    assert fitted.classes_.tolist() == ["above", "below"]
    shares = fitted.predict_proba(far)
    assert shares.shape == (5000, 2)
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    assert (fitted.classes_[shares.argmax(axis=1)] == fitted.predict(far)).all()


@BOTH
def test_three_classes_without_noise_are_the_majorities(make: type[BinClassifier]) -> None:
    rng = np.random.default_rng(0)
    X, y = rng.random((900, 1)), rng.integers(3, size=900)
    fitted = make(epsilon=80.0, classes=[0, 1, 2], cells=4, random_state=1).fit(X, y)  # type: ignore[call-arg]
    where = (X[:, 0] * 4).astype(int)
    counts = np.array([[np.sum((where == cell) & (y == j)) for j in range(3)] for cell in range(4)])
    centres = (np.arange(4)[:, None] + 0.5) / 4
    assert fitted.predict(centres).tolist() == counts.argmax(axis=1).tolist()
    np.testing.assert_allclose(fitted.predict_proba(centres), counts / counts.sum(axis=1)[:, None], atol=1e-12)


@BOTH
def test_empty_cells_are_fair_coins_and_printed_ones_are_not(make: type[BinClassifier]) -> None:
    X, y = np.full((1, 1), 0.99), np.array([1])
    fitted = make(epsilon=1.0, classes=[0, 1], cells=4000, random_state=2).fit(X, y)  # type: ignore[call-arg]
    assert abs(fitted.chosen_[:-50].mean() - 0.5) < 0.05
    if make is LocalBinClassifier:
        printed = make(epsilon=1.0, classes=[0, 1], cells=4000, as_printed=True, random_state=2).fit(X, y)  # type: ignore[call-arg]
        assert not printed.chosen_[:-50].any()


@BOTH
def test_a_seed_is_a_run_and_none_is_the_systems(make: type[BinClassifier]) -> None:
    X, y = moons(300, 3)
    asked: dict[str, Any] = {"classes": ["above", "below"], "lower": -2, "upper": 3, "cells": 30}
    one, two, other = (make(random_state=seed, **asked).fit(X, y).chosen_ for seed in (1, 1, None))
    assert (one == two).all()
    assert (one != other).any()


def test_cells_cover_the_box_and_the_last_is_cut() -> None:
    grid = Grid.of_length((0, -1), (1, 1), 2, 0.3)
    assert grid.shape == (4, 4)
    np.testing.assert_allclose(grid.edges[1], [-1, -0.4, 0.2, 0.8, 1])
    points = np.array([[0.0, -1.0], [0.3, -0.4], [1.0, 1.0], [5.0, -7.0], [0.29, 0.81]])
    assert grid.index(points).tolist() == [0, 5, 15, 12, 3]
    assert Grid.of_length(0, 1, 1, 0.25).shape == (4,)
    assert Grid.equal(0, 1, 3, 2).size == 8


def test_widths_are_the_papers() -> None:
    assert printed_width(1000, 2, 2, 0.5, 1.0, central=False) == pytest.approx((250 / np.log(2)) ** -0.25)
    assert printed_width(1000, 2, 3, 0.5, 0.5, central=True) == pytest.approx(
        (np.log(3) / 500) ** 0.4 + (np.log(3) / 1000) ** (1 / 3)
    )
    assert printed_width(2, 1, 9, 0.01, 1.0, central=False) == 1
    assert equal_cells(10**6, 1, 2, 50.0, 1.0, central=False) == int((10**6 / np.log(2)) ** (1 / 3))


def test_the_better_channel_is_that_of_the_larger_signal() -> None:
    """For two classes k-ary always; one-hot for many classes at small epsilon."""
    assert all(better_channel(2, epsilon) == "k-ary" for epsilon in (0.1, 1.0, 5.0))
    assert better_channel(20, 0.5) == "one-hot"
    assert better_channel(20, 8.0) == "k-ary"
    # Signal over noise by the variance of the difference of two marks, from the channels' own draws.
    for K, epsilon in ((20, 0.5), (3, 1.0)):
        found = {}
        for name in ("k-ary", "one-hot"):
            vote = LocalVote(name, K, epsilon)  # type: ignore[arg-type]
            labels = np.arange(60_000) % K
            cells = np.arange(60_000) // K
            tallies = vote.tallies(cells, labels, 60_000 // K, np.random.default_rng(0)).astype(float)
            zero, one = vote.marks
            found[name] = (one - zero) ** 2 / np.var(tallies[:, 0] - tallies[:, 1])
        assert better_channel(K, epsilon) == max(found, key=lambda name: found[name])


WRONG = [
    ({"epsilon": 0}, "epsilon = 0"),
    ({"classes": None}, "must name all classes"),
    ({"classes": [1]}, "two or more"),
    ({"classes": [1, 1]}, "two or more"),
    ({"classes": [1, 2]}, "0 is none of the classes"),
    ({"lower": 1.0}, "lower = 1.0: must be below upper"),
    ({"lower": [0, 0, 0]}, "3 numbers for 2 features"),
    ({"cells": 0}, "cells = 0"),
    ({"cells": 10**4}, "at most 1e"),
    ({"beta": 2.0}, "beta = 2.0"),
    ({"mechanism": "loud"}, "mechanism = 'loud'"),
    ({"random_state": -1}, "random_state = -1"),
]


@BOTH
@pytest.mark.parametrize(("given", "told"), WRONG, ids=str)
def test_what_is_wrong_is_told_in_one_line(make: type[BinClassifier], given: dict[str, Any], told: str) -> None:
    X, y = np.zeros((4, 2)), np.array([0, 1, 0, 1])
    with pytest.raises(ParameterError, match=told) as caught:
        make(**{"classes": [0, 1]} | given).fit(X, y)
    assert "\n" not in str(caught.value)


@BOTH
def test_other_shapes_are_refused(make: type[BinClassifier]) -> None:
    made = make(classes=[0, 1])  # type: ignore[call-arg]
    y = np.zeros(3, dtype=int)
    for X, told in (
        (np.zeros(3), "Reshape your data"),
        (np.full((3, 1), np.nan), "NaN"),
        (np.zeros((3, 0)), "0 feature"),
        (np.zeros((0, 2)), "0 sample"),
        ([["a"]] * 3, "must hold numbers"),
        (np.zeros((3, 1), complex), "Complex"),
        (np.zeros((4, 1)), "y has shape"),
    ):
        with pytest.raises(ParameterError, match=told):
            made.fit(X, y)
    with pytest.raises(ParameterError, match="not fitted"):
        made.predict(np.zeros((1, 1)))
    made.fit(np.zeros((3, 1)), y)
    with pytest.raises(ParameterError, match="expecting 1 features"):
        made.predict(np.zeros((1, 2)))
    with pytest.raises(ParameterError, match="loudness: no parameter"):
        made.set_params(loudness=1)
    assert made.set_params(epsilon=2.0).get_params()["epsilon"] == 2.0
