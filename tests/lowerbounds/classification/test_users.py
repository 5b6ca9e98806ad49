"""Lower bounds for users: flat bumps tell no less, few messages leave no less, the class holds the bumps."""

from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from flint import arb

from lowerbounds.classification.bumps import Bumps, member
from lowerbounds.classification.users import (
    Value,
    at_stake,
    best_member,
    bounds,
    flat,
    hidden_bumps,
    known_bumps,
    public_bumps,
    remaining_variance,
)
from lowerbounds.methods.families import chi_square, deficit, divergence
from lowerbounds.regression.users import bounds as regression_bounds
from notation.user_learning import UserSetting

BASE = UserSetting(1000, 20, 1, 1.0, 1.0, 0.5)


@pytest.mark.parametrize(("d", "ramp"), [(1, Fraction(1, 2)), (2, Fraction(1, 4)), (2, Fraction(1, 2))])
@pytest.mark.parametrize("C_b", [0.5, 6.0])
def test_flat_bumps_change_laws_by_more(d: int, ramp: Fraction, C_b: float) -> None:
    """chi-square, KL and Hellinger of a flip of one bump, by sums over its cell, next to those of the flat one."""
    bumps = member(replace(BASE, d=d, C_b=C_b, gamma=0.0, C_a=2.0).labels, "full", 3, ramp)
    assert bumps is not None
    side = {1: 100_000, 2: 1000}[d]
    edge = np.minimum((np.arange(side) + 0.5) / side, 1 - (np.arange(side) + 0.5) / side)
    nearest = np.stack([x.ravel() for x in np.meshgrid(*[edge] * d)]).min(axis=0)
    x = float(bumps.size()) * np.minimum(1, nearest / float(ramp)) ** bumps.setting.beta
    x = np.minimum(x, 1 - 1e-9)
    mass, signal = float(bumps.mass), flat(bumps)
    chi = chi_square(signal)
    assert chi is None or mass * np.mean(4 * x**2 / (1 - x**2)) <= float(chi) * (1 + 1e-3)
    assert mass * np.mean(x * np.log((1 + x) / (1 - x))) <= float(divergence(signal).mid()) * (1 + 1e-3)
    hellinger = mass * np.mean(1 - np.sqrt(1 - x**2))
    assert hellinger <= float(deficit(signal, 1).mid()) * (1 + 1e-3)
    assert hellinger >= float(deficit(signal, 1).mid()) / 8


def test_eta_has_the_users_constant() -> None:
    """The bumps of the labels' class: eta itself, whose constant is twice that of a probability."""
    a = replace(BASE, C_b=1.3, beta=0.6)
    bumps = member(a.labels, "full", 5)
    assert bumps is not None
    x = (np.arange(50_000) + 0.5) / 50_000
    place = np.floor(x * 5)
    edge = np.minimum(x - place / 5, (place + 1) / 5 - x)
    height = float(bumps.size()) * np.minimum(1, edge * 5 / float(bumps.ramp)) ** a.beta
    eta = (1 - 2 * (place % 2)) * height * (place < bumps.bumps)
    for apart in (1, 10, 100, 1000, 20_000):
        assert np.abs(eta[apart:] - eta[:-apart]).max() <= a.C_b * (apart / 50_000) ** a.beta * (1 + 1e-9)


@pytest.mark.parametrize("epsilon", [0.2, 1.0, 4.0])
@pytest.mark.parametrize("m", [1, 5])
def test_one_users_message_leaves_no_less_unknown(epsilon: float, m: int) -> None:
    """One bump, one user: randomised response of the best test of m draws errs no less often than is said."""
    a = replace(BASE, gamma=0.0, n=1, m=m, epsilon=epsilon)
    bumps = member(a.labels, "full", 1)
    assert bumps is not None
    one = replace(bumps, bumps=1)
    # TV of m draws is at most m times that of one.
    variation = min(1.0, m * float(one.mass) * float(one.size()) * float(one.mean_height().mid()))
    error = (1 - np.tanh(epsilon / 2) * variation) / 2
    cost = float(one.mass) * float(one.size()) * float(one.mean_height().mid())
    assert float(known_bumps(one, 1, m, epsilon)) <= cost * error * (1 + 1e-9) or m > 1
    left = float(remaining_variance(one, 1, m, epsilon))
    assert 0 <= left <= 1
    assert float(known_bumps(one, 1, m, epsilon)) > 0


def test_bounds_hold_their_order_and_never_exceed_what_is_trivial() -> None:
    """More users, samples or budget, a smaller class: a smaller bound; up to a coin's 1/2 and T^2."""
    for find, base, most in ((bounds, BASE, 0.5), (regression_bounds, replace(BASE, gamma=0.0, T=2.0), 4.0)):

        def best(a: UserSetting, find: object = find) -> float:
            return max(b.value for b in find(a))  # type: ignore[operator]

        value = best(base)
        assert 0 < value < most
        for more in (replace(base, n=4000), replace(base, m=400), replace(base, epsilon=3.0), replace(base, C_b=0.5)):
            assert best(more) <= value * (1 + 1e-9)


@pytest.mark.parametrize("epsilon", [1e-9, 700.0, 1e30])
@pytest.mark.parametrize(("n", "m", "d"), [(1, 1, 1), (1, 10**15, 3), (10**15, 1, 20)])
def test_extreme_sizes_have_bounds(epsilon: float, n: int, m: int, d: int) -> None:
    a = UserSetting(n, m, d, 0.5, epsilon, 1.0)
    for bound in (*bounds(a), *regression_bounds(replace(a, gamma=0.0))):
        assert 0 <= bound.value <= 1
    assert max(b.value for b in regression_bounds(a)) > 0


def test_samples_alone_never_reveal_what_few_users_hide() -> None:
    """zhao/own/floor-learning: 100 users at epsilon 0.1 and any m."""
    few = replace(BASE, n=100, epsilon=0.1, gamma=0.0)
    values = [bounds(replace(few, m=m))[0].value for m in (10**3, 10**13)]
    assert values[0] >= values[1] > 0.001


def test_hidden_bumps_beat_known_ones_where_there_is_a_margin() -> None:
    """The rate of zhao (20) against that of E13: at 10^8 users hidden places are worth more."""
    known, hidden, _ = bounds(replace(BASE, n=10**8, m=1000, epsilon=0.5))
    assert hidden.value > known.value > 0
    assert hidden.rate == known.rate
    assert all(b.value == 0 for b in bounds(replace(BASE, gamma=1.5)))


@pytest.mark.parametrize("value", [known_bumps, hidden_bumps, public_bumps])
def test_no_value_is_above_its_cap_and_skipping_by_it_changes_nothing(value: Value) -> None:
    a = BASE.labels
    of = partial(value, n=BASE.n, m=BASE.m, eps=BASE.epsilon)
    asked: list[int] = []

    def counted(bumps: Bumps) -> arb:
        asked.append(bumps.cells)
        return of(bumps)

    all_of_them = best_member(a, "full", of, lambda bumps: arb("inf"))
    assert best_member(a, "full", counted, at_stake) == all_of_them
    assert len(asked) < 100
    for cells in (1, 3, 10, 100, 10**6):
        one = member(a, "full", cells)
        assert one is None or not of(one) > at_stake(one)
    # Planted: a cap that values exceed loses the best.
    if value is not hidden_bumps:
        assert best_member(a, "full", of, lambda bumps: at_stake(bumps) / 100)[1] < all_of_them[1]
