"""The parameters of bassily's Algorithm 4, written again: its step, its batches and from where on its theorem holds."""

from dataclasses import replace
from math import exp, expm1, floor, log, sqrt

import numpy as np
import pytest

from notation.setting import Setting
from upperbounds.optimisation import subsets
from upperbounds.optimisation.domains import Ball
from upperbounds.optimisation.losses import Linear
from upperbounds.optimisation.subsets import ROUND_EPSILON, SubsetDescent
from upperbounds.registry import by_name


def plan_of(**changes: float) -> SubsetDescent:
    setting = replace(Setting(2 * 10**5, 10**4, 4, 0.5, delta=1e-6), **changes)
    plan = by_name("optimisation-central", "bassily-algorithm4").plan(setting)
    assert isinstance(plan, SubsetDescent)
    return plan


def test_the_parts_of_the_printed_step() -> None:
    x, y = subsets._step_sizes(400, 9, 5, 0.5, 3.0)
    assert x == pytest.approx(5 * 3 / (8000 * 0.25))
    assert y == pytest.approx(3 * sqrt(45) / 200)
    # min(c^2 x, y) at the c for which T is whole, c = n epsilon/sqrt(d T).
    T = 7
    c = 400 * 0.5 / sqrt(5 * T)
    x, y = subsets._step_sizes(400, 9, 5, 0.5, c)
    assert subsets.balanced_step(400, 9, T) == pytest.approx(min(c**2 * x, y))


@pytest.mark.parametrize("n", [3000, 2 * 10**5, 3 * 10**6])
@pytest.mark.parametrize("m", [10, 10**4])
def test_batches_steps_and_tails_are_those_of_the_theorem(n: int, m: int) -> None:
    """B (e - 1) sqrt(2 T ln(2/delta)) <= n epsilon for rounds of epsilon 1; a tail of 1/sqrt(nm) for all steps."""
    plan = plan_of(n=n, m=m)
    T, d, gamma = plan.steps.number, plan.mean.coordinates, 1 / sqrt(n * m)
    assert plan.batch == floor(n * 0.5 / (expm1(ROUND_EPSILON) * sqrt(2 * T * log(2e6))))
    assert plan.gamma == pytest.approx(gamma)
    # As many steps as c allows, where c is ln n ln(1/delta) times a power of 1.1.
    c = log(n) * log(1e6)
    while max(1, floor((n * 0.5 / c) ** 2 / d)) > T:
        c *= 1.1
    assert max(1, floor((n * 0.5 / c) ** 2 / d)) == T


@pytest.mark.parametrize("n", [3000, 2 * 10**4, 2 * 10**5, 3 * 10**6])
@pytest.mark.parametrize("m", [10, 10**4, 10**6])
def test_a_plan_is_large_where_both_conditions_hold(n: int, m: int) -> None:
    plan = plan_of(n=n, m=m)
    size, T = plan.mean.coordinates, plan.steps.number
    finds = log(8 * size * plan.mean.bins.count * T / plan.gamma) <= plan.mean.range_epsilon * plan.batch / 4
    quiet = plan.mean.sigma <= (exp(ROUND_EPSILON) - 1) * plan.loss.lipschitz * sqrt(2 / (m * size))
    assert plan.large is (finds and quiet)


def test_each_condition_alone_makes_no_large_plan() -> None:
    plan = plan_of(n=3 * 10**6)
    assert plan.large
    loud = replace(plan, loss=replace(plan.loss, lipschitz=plan.loss.lipschitz * 1e-6))
    assert not loud.large
    few = replace(plan, mean=replace(plan.mean, n=2))
    assert not few.large
    assert np.isfinite(plan.bound.total)


@pytest.mark.parametrize(("n", "delta"), [(3, 0.45), (5, 0.4), (7, 0.3)])
def test_few_users_have_the_factor_ln_n_too(n: int, delta: float) -> None:
    """c is ln n ln(1/delta) for as few users as make a batch: by the printed step, which has c in it."""
    plan = subsets.printed_bassily_algorithm4(n, 9, 1.0, delta, Linear(64, 2.0), Ball(64, 3.0))
    assert plan.steps.number == 1
    c = log(n) * log(1 / delta)
    assert plan.steps.rate == pytest.approx(1.5 * sum(subsets._step_sizes(n, 9, 64, 1.0, c)))
    # What a step leaves of delta, which is no more than a half.
    assert plan.mean.delta == pytest.approx(min(n * delta / (2 * plan.batch), 0.5))


@pytest.mark.parametrize("smoothness", [0.0, 0.25, 7.0])
def test_the_corrected_step_is_shorter_for_a_smooth_loss(smoothness: float) -> None:
    """1/(beta + 1/eta), with eta the balanced step in units of R/L."""
    loss = replace(Linear(4, 2.0), smoothness=smoothness)
    plan = subsets.bassily_algorithm4(2 * 10**5, 10**3, 0.5, 1e-6, loss, Ball(4, 3.0))
    eta = 1.5 * subsets.balanced_step(2 * 10**5, 10**3, plan.steps.number)
    assert 1 / plan.steps.rate == pytest.approx(smoothness + 1 / eta)
