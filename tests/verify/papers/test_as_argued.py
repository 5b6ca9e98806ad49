"""The constants that run are those of the ledger's corrected algorithms, or differ from them just as users are told."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction as F
from math import exp, log, sqrt
from typing import Any

import pytest

from notation.setting import Setting
from upperbounds.mean.kent import K_HIGH_PRIVACY
from upperbounds.optimisation.domains import Ball
from upperbounds.optimisation.local import LOCAL_DESCENTS
from upperbounds.optimisation.losses import Quadratic
from upperbounds.optimisation.subsets import SubsetDescent, bassily_algorithm4
from upperbounds.registry import of_problem
from upperbounds.sparse import kent as sparse
from upperbounds.vectors import heavy
from verify.kernel.calculus import Comparison, unfold
from verify.kernel.calculus.values import truth, value
from verify.papers.bassily.s3_results import theorems
from verify.papers.kent.appI_lemmas.lemma26_eq231_large_coordinates import LEAST_K
from verify.papers.zhao import nouns_heavy

BETA, L, R, M, D = 0.75, 1.0, 2.0, 7, 4


def at(term: Any, **numbers: Any) -> float:
    """A term of the ledger in numbers."""
    term = unfold(term)
    return float(value(term, {letter: F(numbers[letter.name]) for letter in term.free_symbols}))


def of_plan(plan: SubsetDescent) -> dict[str, Any]:
    """The variables of bassily/thm3.1 at a plan."""
    odds = log(2 / plan.delta)
    return {
        "T": plan.steps.number,
        "B": plan.batch,
        "m": plan.m,
        "d": plan.mean.coordinates,
        "r": F(plan.n, plan.batch),
        "Lambda": odds,
        "omega": log(2 / plan.mean.delta) - odds,
        "L": plan.loss.lipschitz,
        "R": plan.domain.radius,
        "beta": plan.loss.smoothness,
        "t": plan.mean.bins.count,
    }


def in_the_ledger(plan: SubsetDescent) -> dict[str, float]:
    """bassily/thm3.1's constants at the T, B, n, m, d, delta and delta_0 of a plan."""
    numbers = of_plan(plan)
    mean = theorems._STEP_MEAN.statement.conclusion.left.args[0]
    reach, tau, level, users, d, budget, delta = (at(term, **numbers) for term in mean.args)
    narrow = tau * at(theorems._ENTRIES, **numbers) / sqrt(d)
    return {
        "sigma": at(theorems._NOISE_AT, **numbers),
        "C": tau * (1 + 2 * at(theorems._ENTRIES, **numbers)),
        "half a bin": min(narrow, reach),
        "step": at(1 / (theorems._BETA + 1 / theorems._LENGTH), **numbers),
        "users": users,
        "epsilon_0": budget,
        "delta_0": delta,
        "gamma": 2 * plan.steps.number * level,
    }


def as_it_runs(plan: SubsetDescent) -> dict[str, float]:
    mean = plan.mean
    return {
        "sigma": mean.sigma,
        "C": mean.radius,
        "half a bin": float(mean.bins.width) / 2,
        "step": plan.steps.rate,
        "users": mean.n,
        "epsilon_0": mean.epsilon,
        "delta_0": mean.delta,
        "gamma": plan.gamma,
    }


@pytest.mark.parametrize(("n", "m", "epsilon", "delta"), [(10**4, 7, 1.0, 1e-4), (10**6, 10**4, 0.5, 1e-7)])
def test_bassily_algorithm_4_runs_as_argued(n: int, m: int, epsilon: float, delta: float) -> None:
    plan = bassily_algorithm4(n, m, epsilon, delta, Quadratic(D, L, R), Ball(D, R))
    argued = in_the_ledger(plan)
    assert as_it_runs(plan) == pytest.approx(argued, rel=1e-9)
    assert plan.steps.ahead
    # The budget of the ledger's plan is at most that asked for: both whole numbers are rounded down.
    spent = at(theorems._EPS, T=plan.steps.number, r=F(n, plan.batch), Lambda=log(2 / delta))
    assert epsilon / 2 < spent <= epsilon * (1 + 1e-12)


@pytest.mark.parametrize(("n", "delta"), [(10**3, 1e-3), (10**4, 1e-6), (10**6, 1e-12), (10**8, 1e-18)])
def test_where_batches_are_large_the_conditions_of_theorem_3_1_hold_and_so_does_its_bound(n: int, delta: float) -> None:
    plan = bassily_algorithm4(n, 100, 1.0, delta, Quadratic(D, L, R), Ball(D, R))

    def holds(condition: Any) -> bool:
        told = Comparison(unfold(condition.left), condition.op, unfold(condition.right))
        numbers = of_plan(plan)
        return truth(told, {letter: F(numbers[letter.name]) for letter in told.free_symbols}) is True

    # Bins over which nothing is cut away at the last end have the whole ball.
    assert plan.mean.bins.count == 1 or holds(theorems._COVERED)
    assert plan.large is (holds(theorems._LARGE_BATCH) and holds(theorems._QUIET))
    few = replace(plan, mean=replace(plan.mean, sigma=2 * plan.mean.sigma * (L / plan.mean.sigma)))
    assert not few.large
    if plan.large and all(map(holds, (*theorems._SMALL_DELTAS, theorems._FEW[0]))):
        rate = 1 / sqrt(plan.n * plan.m) + 1 / sqrt(plan.m * plan.steps.number)
        assert plan.bound.total <= 14 * L * R * rate
    assert plan.large is (n > 10**4)


@pytest.mark.parametrize(
    "planted",
    [
        lambda plan: replace(plan, mean=replace(plan.mean, sigma=plan.mean.sigma * 0.99)),
        lambda plan: replace(plan, mean=replace(plan.mean, radius=plan.mean.radius * 1.01)),
        lambda plan: replace(plan, steps=replace(plan.steps, rate=1 / (1 / plan.steps.rate - plan.loss.smoothness))),
        lambda plan: replace(plan, gamma=plan.gamma / plan.steps.number),
    ],
    ids=["less noise", "another ball", "steps of eta", "a gamma for each step"],
)
def test_a_constant_that_is_not_argued_is_found_out(planted: Callable[[SubsetDescent], SubsetDescent]) -> None:
    plan = planted(bassily_algorithm4(10**6, M, 1.0, 1e-4, Quadratic(D, L, R), Ball(D, R)))
    assert as_it_runs(plan) != pytest.approx(in_the_ledger(plan), rel=1e-9)


@pytest.mark.parametrize("order", [2.0, 3.0, 4.0, 8.0])
def test_zhaos_clip_is_that_of_theorem_3_at_the_proved_factor_and_another_as_it_runs(order: float) -> None:
    numbers = {"n": 10**6, "m": 10**4, "epsilon": 0.7, "p": order, "rho": 1.5}
    letters = {letter.name: letter for letter in unfold(nouns_heavy.BALANCED).free_symbols}
    argued = float(value(unfold(nouns_heavy.BALANCED), {letters[k]: F(numbers[k]) for k in letters}))
    built = (10**6, 10**4, 0.7, order, 1.5**order)
    proved = heavy.constants(*built, heavy.proved_factor(order))
    assert proved.clip == pytest.approx(argued, rel=1e-9)
    assert (proved.width, proved.half_width) == pytest.approx((4 * 1.5 / 100, 3 + 2 * argued), rel=1e-9)
    # At p = 2 the c that runs is large enough for the proof.
    assert (sqrt(order) < heavy.proved_factor(order)) is (order > 2)
    assert heavy.constants(*built) == heavy.constants(*built, sqrt(order))
    for name in ("mean-heavy", "mean-heavy-l2"):
        assert any("c = sqrt(p)" in one.source for one in of_problem(name) if one.name.startswith("zhao-heavy"))


def test_kents_algorithms_6_and_7_are_those_of_the_ledger_but_for_what_is_told() -> None:
    a = Setting(10**6, 50, 4, 0.8, D=1.0, s=2)
    plan = sparse.algorithm6(a)
    level = a.n * a.epsilon**2
    used = min(a.m, int(exp(level / (int(LEAST_K) * a.s))))
    assert plan.m == used
    assert plan.threshold == pytest.approx(sqrt(2 * log(a.d * level * used) / used))
    assert float(plan.hashed.edge) == pytest.approx(sqrt(30 * a.s))
    assert float(plan.hashed.scale) == pytest.approx(2 * sqrt(30 * a.s) / a.epsilon)
    # Two stages at the users of one of s folds, whatever is chosen.
    assert plan.each.n == plan.folds.per_coordinate == a.n // 2 // a.s
    for constant in (sparse.PROVED_THRESHOLD, sparse.THRESHOLD):
        seventh = sparse.algorithm7(a, constant)
        kept = min(a.m, int(exp(level / (K_HIGH_PRIVACY * a.d))))
        delta = 2 * sqrt(log(level * kept) / kept)
        assert float(seventh.cube.each.bins.width) == pytest.approx(2 * delta)
        assert seventh.threshold == pytest.approx(3 * constant * delta * sqrt(a.d * log(level * kept) / level))
    sources = {one.name: one.source for one in of_problem("sparse-mean")}
    assert f"C' = {sparse.THRESHOLD}" in sources["kent-algorithm7"]
    assert f"C' = {sparse.PROVED_THRESHOLD}" in sources["kent-algorithm7"]
    assert "for s coordinates" in sources["kent-algorithm6"]


def test_what_runs_for_zhao_algorithm_3_says_that_its_gradients_are_others() -> None:
    told = next(one for one in LOCAL_DESCENTS if one.name == "zhao-algorithm3")
    assert told.source.startswith("ours")
    assert "zhao Theorem 5" in told.source
    assert "as corrected" not in told.source
