"""Descents as they are deployed: no float is drawn, no user spends more, the bound is that of what is drawn."""

from dataclasses import replace
from fractions import Fraction
from math import isqrt, sqrt
from typing import Any

import numpy as np
import pytest

from notation.parameters import ParameterError
from tests.upperbounds.protocols.test_deployed import words
from upperbounds.optimisation import central, local
from upperbounds.optimisation.central import pure_full_batch
from upperbounds.optimisation.deployed import DeployedPlan, deployed_descent, drawn
from upperbounds.optimisation.domains import Ball
from upperbounds.optimisation.losses import Linear, Logistic
from upperbounds.optimisation.subsets import SubsetDescent
from upperbounds.protocols import deployed
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors.bassily_central import CentralTruncatedMean, tight_central_mean
from upperbounds.vectors.bassily_spend import run_spend
from upperbounds.vectors.grid_central import GridPureMean, GridTruncatedMean, on_grid
from upperbounds.vectors.pure_central import pure_central_mean
from verify.study.optimise import fit
from verify.study.table import Rows

DESCENTS = [pytest.param(one, id=one.name) for one in (*local.LOCAL_DESCENTS, *central.CENTRAL_DESCENTS)]
SIZES = [(300, 4, 2, 1.0), (3000, 10**6, 3, 0.5)]


def plan_of(one: Any, n: int, m: int, d: int, epsilon: float) -> Any:
    budget = (epsilon, 1e-5) if one.delta else (epsilon,)
    return one.build(n, m, *budget, Logistic(d, 1.0), Ball(d, 1.0), np.random.default_rng(1))


@pytest.mark.parametrize("one", DESCENTS)
@pytest.mark.parametrize("sizes", SIZES, ids=["few", "localised"])
def test_no_user_spends_more_and_the_bound_is_hardly_larger(one: Any, sizes: tuple[int, int, int, float]) -> None:
    printed = plan_of(one, *sizes)
    run = deployed_descent(printed)
    assert drawn(run)
    assert printed.bound.total <= run.bound.total <= 1.01 * printed.bound.total
    if run.delta:
        assert run.spent_delta() <= run.delta
    elif hasattr(run, "spend"):
        assert [loss.multiple() for _, loss in run.spend()] == [loss.multiple() for _, loss in printed.spend()]
    if not isinstance(run, local.LocalDescent):
        assert run_spend(run).upper <= run.delta * (1 + 1e-9)


@pytest.mark.parametrize("one", DESCENTS)
def test_no_answer_of_a_fit_is_drawn_from_floats(monkeypatch: pytest.MonkeyPatch, one: Any) -> None:
    monkeypatch.setattr("verify.study.optimise.generator", lambda _: words())
    # Some seconds less: the bound is least with as many as there may be.
    monkeypatch.setattr(central, "MOST_PASSES", 8)
    values = np.random.default_rng(3).uniform(-0.5, 0.5, (600, 2))
    problem = "optimisation" if one in local.LOCAL_DESCENTS else "optimisation-central"
    found = fit(
        Rows(values, np.repeat(np.arange(300), 2)),
        Linear(2, 1.0),
        1.0,
        1.0,
        m=2,
        name=one.name,
        delta=1e-5 if one.delta else 0.0,
        same_law=one.localises,
        problem=problem,
    )
    assert found.drawn
    assert np.linalg.norm(found.theta) <= 1 + 1e-9


@pytest.mark.parametrize("epsilon", [0.8, 3.0])
def test_gradients_in_two_stages_are_on_a_grid(epsilon: float) -> None:
    """They pay for more users than are tried above: here by themselves."""
    rotation = RandomRotation.draw(3, np.random.default_rng(2))
    oracle = local.two_stage(3000, 10**4, epsilon, 1.0, rotation, 1e-3)
    plan = DeployedPlan(oracle.plan, epsilon)
    protocol = plan.protocol()
    assert replace(oracle, plan=plan).localises == oracle.localises
    assert deployed.drawn(protocol) == ("randomized responses", "geometric noise on a public grid")
    assert protocol.worst_spend().multiple() == oracle.plan.exact().protocol().worst_spend().multiple() == 1
    assert -0.02 < plan.excess < 0.001
    found = protocol.run(np.full((3000, 3 * 10), 0.1), words())
    assert np.linalg.norm(found - 0.1) < 6 * sqrt(oracle.variance)


@pytest.mark.parametrize("sizes", SIZES, ids=["few", "localised"])
def test_normal_noise_on_a_grid_costs_more_but_for_a_hundredth(sizes: tuple[int, int, int, float]) -> None:
    """It covers what rounding moves out, and rounds up: each adds up to 0.4 %."""
    (one,) = (each for each in local.LOCAL_DESCENTS if each.delta)
    found = deployed_descent(plan_of(one, *sizes))
    assert isinstance(found, local.LocalDescent)
    assert 0.001 < found.oracle.plan.excess < 0.009


def test_floats_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a fit that runs the printed descent, or says of it that it is exact."""
    printed = plan_of(central.CENTRAL_DESCENTS[0], *SIZES[0])
    with pytest.raises(ParameterError, match="CentralTruncatedMean: is not drawn exactly"):
        drawn(printed)
    monkeypatch.setattr("verify.study.optimise.deployed_descent", lambda run: run)
    monkeypatch.setattr("verify.study.optimise.drawn", lambda run: ("all",))
    with pytest.raises(AssertionError, match="no exact draw"):
        test_no_answer_of_a_fit_is_drawn_from_floats(monkeypatch, central.CENTRAL_DESCENTS[0])


def means(kind: str, n: int = 40) -> tuple[CentralTruncatedMean, GridTruncatedMean]:
    rotation = RandomRotation.draw(3, np.random.default_rng(2))
    make: Any = (
        pure_central_mean
        if kind == "pure"
        else lambda *given, **more: tight_central_mean(*given[:4], 1e-6, given[4], **more)
    )
    plan = make(n, 5, 1.0, 2.0, rotation, localised=False)
    return plan, on_grid(plan)


@pytest.mark.parametrize("kind", ["gaussian", "pure"])
def test_one_user_moves_the_sum_no_farther_than_the_noise_covers(kind: str) -> None:
    """In whole steps, under the same coins; opposite users come near the farthest."""
    _, found = means(kind)
    quiet = type(found)(**vars(found))
    rng, most = np.random.default_rng(4), 0
    for trial in range(200):
        data = rng.normal(size=(40, 3)) * 3
        other = data.copy()
        other[7] = -data[7] if trial % 2 else 1e100
        sums = [
            quiet._grid(0.0, Fraction(1)).round(one, np.random.default_rng(trial)).sum(axis=0) for one in (data, other)
        ]
        most = max(most, int(((sums[0] - sums[1]) ** 2).sum()))
    assert 4 * found.reach**2 * 0.99 < most <= 4 * found.outermost


def test_pure_noise_costs_no_more_than_is_declared_by_enumeration() -> None:
    """Every ratio of a small grid: weights of N, shifts of all differences of two rounded points."""
    plan, found = means("pure")
    assert isinstance(found, GridPureMean)
    assert found.rate * (isqrt(4 * found.outermost - 1) + 1) == Fraction(found.noise_epsilon)
    small = replace(found, reach=2)
    points = [
        (a, b, c)
        for a in range(-4, 5)
        for b in range(-4, 5)
        for c in range(-4, 5)
        if a * a + b * b + c * c <= small.outermost
    ]
    assert len(points) > 200

    def norm(z: np.ndarray) -> np.ndarray:
        return np.ceil(np.sqrt((z**2).sum(axis=-1)) - 1e-9)

    grid = np.array(points)
    moved = max(int((norm(grid - x) - norm(grid - y)).max()) for x in grid[::7] for y in grid[::5])
    assert 0.9 < moved * small.rate / Fraction(plan.noise_epsilon) <= 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", ["gaussian", "pure"])
def test_estimates_have_the_mean_and_the_variance_that_is_told(kind: str) -> None:
    """Of 3000 runs, six standard errors; half the noise is caught."""
    printed, found = means(kind)
    data = np.random.default_rng(6).uniform(-0.5, 0.5, (40, 3))
    runs = found.of_means(np.broadcast_to(data, (3000, 40, 3)), np.random.default_rng(7))
    told = found.noise_variance
    assert printed.noise_variance < told < 1.01 * printed.noise_variance
    assert np.all(np.abs(runs.mean(axis=0) - data.mean(axis=0)) < 6 * sqrt(told / 3000))
    share = ((runs - data.mean(axis=0)) ** 2).mean() / told
    assert 0.9 < share < 1.1


def test_subsets_are_uniform() -> None:
    """Each pair of 4 users as often, chi-square at 1e-9; without two equal words."""
    from scipy.stats import chisquare

    from upperbounds.optimisation.subsets import _subsets

    pairs = np.sort(_subsets(12_000, 4, 2, np.random.default_rng(8)), axis=1)
    counts = np.unique(pairs @ np.array([4, 1]), return_counts=True)[1]
    assert len(counts) == 6
    assert chisquare(counts).pvalue > 1e-9


def test_many_steps_take_seconds() -> None:
    """The pure full batch in ten dimensions: each step draws one vector."""
    run = deployed_descent(pure_full_batch(500, 3, 1.0, Linear(10, 1.0), Ball(10, 1.0), number=20))
    assert not isinstance(run, SubsetDescent)
    found = run.follow(lambda theta, users: np.zeros((len(users), 10)), words())
    assert found.shape == (10,)
