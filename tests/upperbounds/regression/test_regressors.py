"""The regressors: what they learn, and what they refuse.

Statistical checks fix their seeds; each errs with probability 1e-9 at most.
"""

from math import inf
from typing import Any

import numpy as np
import pytest

from notation.parameters import ParameterError
from upperbounds.regression.means import STEPS
from upperbounds.regression.regressors import (
    CentralBinRegressor,
    LocalBinRegressor,
    NeighbourRegressor,
    PrivateRegressor,
)

EVERY = [LocalBinRegressor, CentralBinRegressor, NeighbourRegressor]
MAKES = pytest.mark.parametrize("make", EVERY, ids=lambda make: make.__name__)


def waves(n: int, seed: int, d: int = 1) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Features of [2, 4]^d, labels 10 +- 1 whose means are a sine, and these means."""
    rng = np.random.default_rng(seed)
    X = 2 + 2 * rng.random((n, d))
    eta = 0.8 * np.sin(3 * X[:, 0])
    return X, 10 + np.where(rng.random(n) < (1 + eta) / 2, 1.0, -1.0), 10 + eta


@MAKES
def test_a_sine_is_learnt(make: Any) -> None:
    """At epsilon 2 and 20,000 people: over 40 other seeds the mean squared error is 0.0074 at most."""
    X, y, _ = waves(20_000, 1)
    fitted = make(epsilon=2.0, centre=10.0, lower=2, upper=4, L=5, random_state=3).fit(X, y)
    far, told, eta = waves(2000, 2)
    assert np.mean((fitted.predict(far) - eta) ** 2) < 0.02
    assert 0.2 < fitted.score(far, told) < 0.5
    assert fitted.spend().multiple() == 1


@pytest.mark.parametrize("make", EVERY[:2], ids=lambda make: make.__name__)
@pytest.mark.parametrize("d", [1, 2])
def test_cells_without_noise_are_the_means(make: Any, d: int) -> None:
    rng = np.random.default_rng(0)
    X, y = rng.random((400, d)), rng.choice([-1.0, 1.0], 400)
    fitted = make(epsilon=1e6, cells=3, random_state=0).fit(X, y)
    where = (X * 3).astype(int)
    for cell in np.ndindex(*[3] * d):
        inside = (where == cell).all(axis=1)
        assert fitted.predict((np.array([cell]) + 0.5) / 3)[0] == pytest.approx(y[inside].mean(), abs=1e-12)


@pytest.mark.parametrize("as_printed", [False, True])
def test_neighbours_without_noise_are_the_nearest(as_printed: bool) -> None:
    """By sorting all distances in the box made a cube; labels at the ends are rounded to themselves."""
    rng = np.random.default_rng(0)
    X, y = rng.random((60, 2)) * (1, 5), rng.choice([-1.0, 1.0], 60)
    at = rng.random((20, 2)) * (1, 5)
    for k in (1, 7, 60):
        fitted = NeighbourRegressor(1e6, upper=(1, 5), k=k, as_printed=as_printed, random_state=0).fit(X, y)
        apart = np.linalg.norm((X[None] - at[:, None]) / (1, 5), axis=2)
        nearest = np.argsort(apart, axis=1)[:, :k]
        np.testing.assert_allclose(fitted.predict(at), y[nearest].mean(axis=1), atol=1e-4)


def test_where_people_are_few_nothing_is_said_but_as_printed() -> None:
    """One person in a cell reports their noise alone: the corrected rule leaves them out."""
    X, y = np.full((1, 1), 0.1), np.array([1.0])
    for make in EVERY[:2]:
        fitted = make(epsilon=0.1, cells=2, centre=7.0, random_state=0).fit(X, y)
        assert fitted.predict([[0.1], [0.9]]).tolist() == [7.0, 7.0]
    printed = CentralBinRegressor(epsilon=0.1, cells=2, as_printed=True, random_state=0).fit(X, y)
    assert printed.predict([[0.1], [0.9]])[0] != 0
    assert printed.predict([[0.9]])[0] == 0


@MAKES
def test_deviations_hold_what_noise_and_sampling_do(make: Any) -> None:
    """Labels +-1 of mean 0, for which they are exact or nearly so: 400 runs, errors of 6 deviations at most."""
    rng = np.random.default_rng(0)
    X = rng.random((300, 1))
    runs = [make(epsilon=1.0, random_state=rng).fit(X, rng.choice([-1.0, 1.0], 300)) for _ in range(400)]
    seen = np.std([fitted.predict([[0.5]])[0] for fitted in runs], ddof=1)
    assert seen == pytest.approx(runs[0].deviations([[0.5]])[0], rel=6 / 800**0.5)


def test_the_printed_noise_is_told_to_spend_more_where_labels_are_larger() -> None:
    assert CentralBinRegressor(T=3.0, as_printed=True).spend().multiple() == 3
    assert CentralBinRegressor(T=3.0).spend().multiple() == 1
    assert CentralBinRegressor(p=4.0, M=3.0, as_printed=True).spend().multiple() == 1


@MAKES
def test_heavy_tails_are_clipped(make: Any) -> None:
    """One label of 10^9 among 5000: no prediction moves by more than the clipping level over its people."""
    X, y, _ = waves(5000, 4)
    y = y - 10
    found = []
    for last in (-1e9, 1e9):
        y[-1] = last
        fitted = make(epsilon=20.0, p=4.0, lower=2, upper=4, random_state=1).fit(X, y)
        found.append(fitted.predict(X))
    level = float(fitted.plan_.mean.T)
    assert level < 10
    people = fitted.plan_.k if make is NeighbourRegressor else fitted.counts_.min()
    assert 0 < np.abs(found[1] - found[0]).max() <= 2 * level * (1 + 1 / STEPS) / people * 1.05


@MAKES
def test_a_seed_is_a_run_and_none_is_the_systems(make: Any) -> None:
    X, y, _ = waves(300, 3)
    one, two, other = (make(lower=2, upper=4, random_state=seed).fit(X, y).predict(X) for seed in (1, 1, None))
    assert (one == two).all()
    assert (one != other).any()


WRONG = [
    ({"epsilon": 0}, "epsilon = 0"),
    ({"T": 0}, "T = 0"),
    ({"p": 1}, "p = 1"),
    ({"p": 3, "M": -1}, "M = -1"),
    ({"centre": inf}, "centre = inf"),
    ({"lower": 1.0}, "lower = 1.0: must be below upper"),
    ({"lower": [0, 0, 0]}, "3 numbers for 2 features"),
    ({"beta": 2.0}, "beta = 2.0"),
    ({"L": 0}, "L = 0"),
    ({"mechanism": "loud"}, "mechanism = 'loud'"),
    ({"random_state": -1}, "random_state = -1"),
]


@MAKES
@pytest.mark.parametrize(("given", "told"), WRONG, ids=str)
def test_what_is_wrong_is_told_in_one_line(make: Any, given: dict[str, Any], told: str) -> None:
    with pytest.raises(ParameterError, match=told) as caught:
        make(**given).fit(np.zeros((4, 2)), np.zeros(4))
    assert "\n" not in str(caught.value)


def test_sizes_that_are_wrong_are_told() -> None:
    X, y = np.zeros((4, 2)), np.zeros(4)
    for made, told in (
        (LocalBinRegressor(cells=0), "cells = 0"),
        (CentralBinRegressor(cells=10**4), "at most 1e"),
        (NeighbourRegressor(k=0), "k = 0"),
        (NeighbourRegressor(k=5), "k = 5: must be at most N = 4"),
        (LocalBinRegressor(as_printed=True), "mechanism = None: must be one of 'signs'"),
    ):
        with pytest.raises(ParameterError, match=told):
            made.fit(X, y)


@MAKES
def test_other_shapes_are_refused(make: Any) -> None:
    made: PrivateRegressor = make()
    for X, y, told in (
        (np.zeros(3), np.zeros(3), "Reshape your data"),
        (np.zeros((3, 1)), np.zeros(4), "y has shape"),
        (np.zeros((3, 1)), np.array(["a"] * 3), "must hold numbers"),
        (np.zeros((3, 1)), np.full(3, np.nan), "NaN"),
        (np.zeros((3, 1)), None, "target y is None"),
    ):
        with pytest.raises(ParameterError, match=told):
            made.fit(X, y)  # type: ignore[attr-defined]
    with pytest.raises(ParameterError, match="not fitted"):
        made.predict(np.zeros((1, 1)))
    made.fit(np.zeros((3, 1)), np.zeros(3))  # type: ignore[attr-defined]
    with pytest.raises(ParameterError, match="expecting 1 features"):
        made.predict(np.zeros((1, 2)))
    with pytest.raises(ParameterError, match="loudness: no parameter"):
        made.set_params(loudness=1)
