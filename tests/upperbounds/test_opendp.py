"""Against OpenDP, an independent library, where both have the mechanism: laws of draws, and what is accounted for them.

Skipped where it is not installed (the extra `opendp`). OpenDP draws with the system's bits, so that each comparison of
laws is a chi-squared test whose probability of a false alarm is ALARM.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import exp, log, sqrt
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from scipy.stats import chi2_contingency

from upperbounds.channels import KaryResponse
from upperbounds.channels.gaussian import grid_divergence
from upperbounds.channels.geometric import discrete_gaussian, two_sided_geometric
from upperbounds.channels.randomness import generator
from upperbounds.protocols.accountant import Noise, total_divergence

ALARM = 1e-8
DRAWS = 20_000
EPSILONS = (0.2, 1.0, 3.0)
SCALES = (0.8, 3.0, 10.0)
"""Standard deviations of Gaussian noise on the whole numbers, whose data move by 1."""


@pytest.fixture(scope="module")
def dp() -> Any:
    """The library, with the mechanisms that it calls contributed."""
    prelude = pytest.importorskip("opendp.prelude")
    prelude.enable_features("contrib")
    return prelude


def one_law(ours: NDArray[np.int64], theirs: Sequence[int]) -> float:
    """The p-value that two samples have the same law: values at the ends with fewer than 20 of both are joined."""
    both = np.concatenate([ours, np.asarray(theirs)])
    low, high = np.sort(both)[[20, -21]]
    bins = np.arange(high - low + 1)
    counts = [np.bincount(np.clip(each, low, high) - low, minlength=len(bins)) for each in (ours, np.asarray(theirs))]
    table = np.stack(counts)
    return float(chi2_contingency(table[:, table.sum(axis=0) > 0]).pvalue)


def numbers(dp: Any, make: Any, metric: Any, scale: float) -> Any:
    """A measurement of vectors of whole numbers."""
    return make(dp.vector_domain(dp.atom_domain(T=int)), metric, scale=scale)


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_discrete_laplace(dp: Any, epsilon: float) -> None:
    """The epsilon of the law that we draw is that which OpenDP accounts for it; a law of 5/4 of that scale is seen."""
    theirs = numbers(dp, dp.m.make_laplace, dp.l1_distance(T=int), 1 / epsilon)
    assert theirs.map(1) == pytest.approx(epsilon, rel=1e-12)
    assert theirs.map(3) == pytest.approx(3 * epsilon, rel=1e-12)
    drawn = theirs([0] * DRAWS)
    assert one_law(two_sided_geometric(epsilon, Fraction(1), (DRAWS,), generator()), drawn) > ALARM
    assert one_law(two_sided_geometric(epsilon, Fraction(4, 5), (DRAWS,), generator()), drawn) < ALARM


@pytest.mark.parametrize("symbols", [2, 3, 8])
@pytest.mark.parametrize("epsilon", EPSILONS)
def test_randomised_response(dp: Any, symbols: int, epsilon: float) -> None:
    channel = KaryResponse(symbols, epsilon)
    truth = exp(epsilon) / (exp(epsilon) + symbols - 1)
    theirs = dp.m.make_randomized_response(list(range(symbols)), prob=truth)
    assert theirs.map(1) == pytest.approx(epsilon, rel=1e-9)
    assert channel.worst_loss().multiple() == 1
    draws = DRAWS // 4
    drawn = [theirs(1) for _ in range(draws)]
    ours = channel.sample(np.ones(draws, dtype=np.int64), generator())
    assert one_law(ours, drawn) > ALARM
    wrong = KaryResponse(symbols, epsilon + 1).sample(np.ones(draws, dtype=np.int64), generator())
    assert one_law(wrong, drawn) < ALARM


def test_randomised_response_of_a_bit(dp: Any) -> None:
    for epsilon in EPSILONS:
        theirs = dp.m.make_randomized_response_bool(prob=exp(epsilon) / (1 + exp(epsilon)))
        assert theirs.map(1) == pytest.approx(epsilon, rel=1e-9)


@pytest.mark.parametrize("scale", SCALES)
def test_discrete_gaussian(dp: Any, scale: float) -> None:
    theirs = numbers(dp, dp.m.make_gaussian, dp.l2_distance(T=int), scale)
    assert theirs.map(1) == pytest.approx(1 / (2 * scale**2), rel=1e-12)
    drawn = theirs([0] * DRAWS)
    variance = Fraction(str(scale)) ** 2
    assert one_law(discrete_gaussian(variance, (DRAWS,), generator()), drawn) > ALARM
    assert one_law(discrete_gaussian(variance * Fraction(25, 16), (DRAWS,), generator()), drawn) < ALARM


def converted(rho: float, epsilon: float) -> float:
    """The least delta of a rho-concentrated mechanism at epsilon (Canonne, Kamath and Steinke 2020, Corollary 13)."""

    def log_delta(order: float) -> float:
        return (order - 1) * (order * rho - epsilon) - log(order - 1) + order * log(1 - 1 / order)

    found = minimize_scalar(lambda size: log_delta(1 + exp(size)), bounds=(-8, 12), method="bounded")
    return min(exp(found.fun), 1.0)


@pytest.mark.parametrize(("scale", "epsilon"), list(product(SCALES, (0.1, 0.5, 1.0, 2.0))))
def test_gaussian_accounting(dp: Any, scale: float, epsilon: float) -> None:
    """OpenDP's delta is that of the conversion from concentrated privacy; our enclosures are below it.

    They are near enough that those of noise half as large, a planted defect, are above it.
    """
    theirs = numbers(dp, dp.m.make_gaussian, dp.l2_distance(T=int), scale)
    told = dp.c.make_zCDP_to_approxDP(theirs).map(1).delta(epsilon)
    rho = 1 / (2 * scale**2)
    assert told == pytest.approx(converted(rho, epsilon), rel=1e-3)
    on_grid = float(grid_divergence(Fraction(str(scale)) ** 2, (1,), Fraction(epsilon)).upper())
    smooth = total_divergence((Noise(1, scale),), epsilon).upper
    half = total_divergence((Noise(2, scale),), epsilon).upper
    # The enclosure on the grid leaves out tails, of less than that.
    assert on_grid <= told + 1e-50
    assert smooth <= told
    assert half > told


@pytest.mark.parametrize("times", [2, 10])
def test_composition(dp: Any, times: int) -> None:
    """Both add: OpenDP the concentrated privacy of runs, as ours has the same shift of one Gaussian."""
    one = numbers(dp, dp.m.make_gaussian, dp.l2_distance(T=int), 5.0)
    assert times * one.map(1) == pytest.approx(
        numbers(dp, dp.m.make_gaussian, dp.l2_distance(T=int), 5.0 / sqrt(times)).map(1), rel=1e-12
    )
    ours = total_divergence((Noise(1, 5.0, times=times),), 1.0).upper
    assert ours <= converted(times * one.map(1), 1.0)
    assert ours == pytest.approx(total_divergence((Noise(1, 5.0 / sqrt(times)),), 1.0).upper, rel=1e-9)
