"""Explicit bounds on votes in cells: their integrals, the cells that make them least, and their exponents; exact."""

from dataclasses import replace
from math import exp, inf, log

import numpy as np
import pytest
from scipy.integrate import quad

from notation.classification import LabelSetting
from upperbounds.classification.bounds import (
    LABEL_ESTIMATORS,
    LabelEstimator,
    _firsts,
    _squares,
    central_bound,
    local_bound,
)
from upperbounds.classification.grid import MOST_CELLS

BOUNDED = [estimator for found in LABEL_ESTIMATORS.values() for estimator in found if estimator.by_cells]
every = pytest.mark.parametrize("estimator", BOUNDED, ids=lambda found: found.name)


@pytest.mark.parametrize("gamma", [0.0, 0.5, 1.0, 3.0])
@pytest.mark.parametrize("size", [0.5, 20.0, 1e4])
def test_margins_bound_the_means(gamma: float, size: float) -> None:
    """Next to the integral by quadrature, and above the mean at P(U < t) = min(C t^gamma, 1), the largest there is."""
    a = LabelSetting(10, 1, 1.0, gamma, 1.0, C_T=1.5)
    scale = size**-0.5
    found = quad(
        lambda u: 1.5 * u**gamma * max(2 * size * u * u - 1, 0) * exp(-size * u * u),
        0,
        12 * scale,
        points=[scale / 2**0.5],
    )[0]
    assert _squares(a, size) == pytest.approx(found, rel=1e-6)
    first = quad(
        lambda u: 1.5 * u**gamma * max(size * u - 1, 0) * exp(-size * u), 0, 80 / size, points=[1 / size], limit=200
    )[0]
    assert _firsts(a, size) == pytest.approx(first, rel=1e-6)
    if gamma:
        u = ((np.arange(200_000) + 0.5) / 200_000 / 1.5) ** (1 / gamma)
        assert np.mean(u * np.exp(-size * u * u)) <= _squares(a, size) * (1 + 1e-3)
        assert np.mean(u * np.exp(-size * u)) <= _firsts(a, size) * (1 + 1e-3)


@every
@pytest.mark.parametrize("a", [LabelSetting(10**5, 1, 1.0, 0.5, 1.0), LabelSetting(10**8, 2, 0.5, 2.0, 0.2)], ids=str)
def test_cells_make_the_bound_least(estimator: LabelEstimator, a: LabelSetting) -> None:
    assert estimator.by_cells is not None
    most = min(round(MOST_CELLS ** (1 / a.d)), 3000)
    values = [estimator.by_cells(a, cells) for cells in range(1, most + 1)]
    assert estimator.by_cells(a, estimator.cells(a)) == min(values) < inf


@every
@pytest.mark.parametrize(("d", "beta", "gamma"), [(1, 1.0, 0.5), (1, 1.0, 1.0), (2, 1.0, 0.5)])
def test_bounds_have_the_rates_exponents(estimator: LabelEstimator, d: int, beta: float, gamma: float) -> None:
    low, high = 10**9, 10**11
    values, rates = [], []
    for n in (low, high):
        a = LabelSetting(n, d, beta, gamma, 0.05)
        values.append(estimator.bound(a).value)
        letters = {"N": n, "d": d, "beta": beta, "gamma": gamma, "epsilon": a.epsilon}
        rates.append(float(estimator.rate.subs({x: letters[x.name] for x in estimator.rate.free_symbols})))
    assert values[0] < 0.5
    assert log(values[1] / values[0]) / log(100) == pytest.approx(log(rates[1] / rates[0]) / log(100), abs=0.03)


@every
def test_bounds_fall_with_epsilon_and_say_nothing_where_a_coin_is_as_good(estimator: LabelEstimator) -> None:
    a = LabelSetting(10**7, 1, 1.0, 1.0, 1.0)
    values = [estimator.bound(replace(a, epsilon=epsilon)).value for epsilon in (0.1, 1.0, 10.0)]
    assert values[0] > values[1] > values[2]
    few = estimator.bound(replace(a, n=3))
    assert few.vacuous
    assert few.value == 0.5


def test_trusting_a_curator_costs_less_where_epsilon_is_small() -> None:
    a = LabelSetting(10**9, 1, 1.0, 1.0, 0.01)
    assert central_bound(a, 100) < local_bound(a, 100) / 3
