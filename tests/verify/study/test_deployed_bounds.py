"""What is stated of what `estimate` runs: bounds hold with the grid's part, and risks have the votes as drawn."""

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from notation.setting import Setting
from upperbounds.channels.grid import MOST_EXCESS, GeometricHistogram, GridLaplace
from upperbounds.estimator import Estimator
from upperbounds.mean import zhao
from upperbounds.protocols.two_stage import winner
from upperbounds.registry import PLACES, by_name
from verify.study.deployed import (
    deployed_bound,
    deployed_protocol,
    deployed_worst_risk,
    grid_excess,
    useful_from,
    with_drawn_votes,
)
from verify.study.problems import PROBLEMS
from verify.study.risk import SignLaw, exact_risk, tallies
from verify.study.worst import sign_laws, simulated

EVERY = [
    pytest.param(problem, estimator, id=f"{problem}/{estimator.name}")
    for problem in PLACES
    if problem == "infinite-l2" or not problem.startswith("infinite")
    for estimator in PROBLEMS[problem].estimators
]


def setting_of(problem: str, n: int = 10**5, m: int = 100) -> Setting:
    sizes: dict[str, Any] = {} if problem in ("mean", "density", "mixture") else {"d": 3}
    if "heavy" in problem:
        sizes |= {"p": 4.0, "M": 1.0}
    return Setting(n, m, epsilon=1.0, s=1, beta=1, r=1.0, K=2, delta=1e-6 if "central" in problem else 0.0, **sizes)


@pytest.mark.parametrize(("problem", "estimator"), EVERY)
def test_the_bound_of_what_is_deployed_is_hardly_larger(problem: str, estimator: Estimator) -> None:
    """It is where noise is on a grid, and nowhere else."""
    setting = setting_of(problem)
    printed, found = estimator.bound(setting), deployed_bound(PROBLEMS[problem], estimator, setting)
    assert printed.value <= found.value <= 1.01 * printed.value
    assert found.vacuous == (not found.value < PROBLEMS[problem].trivial(setting))
    if not estimator.protects_users or problem.startswith("optimisation"):
        return
    plan = estimator.plan(setting)
    rounds = deployed_protocol(estimator, plan, setting.epsilon).rounds
    told = repr([step.channel(next(iter(step.states))) for step in rounds])
    assert ("GridLaplace" in told or "steps=8" in told) == (found.value > printed.value)


def test_a_bound_that_is_as_large_as_that_of_no_data_says_nothing() -> None:
    semi, setting = by_name("mean", "semi-user-level"), Setting(1000, 9, epsilon=1.0)
    value = deployed_bound(PROBLEMS["mean"], semi, setting).value
    for trivial, idle in ((value, True), (np.nextafter(value, np.inf), False)):
        problem: Any = SimpleNamespace(known="box", trivial=lambda _, size=trivial: size)
        assert deployed_bound(problem, semi, setting).vacuous is idle


def of_a_constant(place: float, m: int) -> tuple[float, float, float]:
    """The exact deployed risk where all data are one number, the bound that is stated, and the printed one."""
    semi, setting = by_name("mean", "semi-user-level"), Setting(1000, m, epsilon=1.0)
    channel = deployed_protocol(semi, semi.plan(setting), 1.0).rounds[0].channel(None)
    assert isinstance(channel, GridLaplace)
    risk = float(channel.variance(np.array([-1 + place * channel.step]))[0]) / setting.n
    return risk, deployed_bound(PROBLEMS["mean"], semi, setting).value, semi.bound(setting).value


def test_the_bound_holds_between_steps_where_the_printed_one_does_not() -> None:
    """Half-way between two steps rounding adds a quarter of a squared step. The printed bound is planted."""
    risk, bound, printed = of_a_constant(0.5, 10**10)
    assert printed < risk <= bound
    assert risk / printed - 1 > 0.9 * MOST_EXCESS
    for m in (1, 100):
        assert of_a_constant(0.5, m)[0] <= of_a_constant(0.5, m)[1]


def voted(plan: Any, law: SignLaw, runs: int) -> np.ndarray[Any, Any]:
    """Winners of votes with geometric noise."""
    vote = GeometricHistogram(plan.bins.count, 1, plan.epsilon)
    cells = law.bin_law(plan.bins, plan.m, 1e-18)
    chances = np.zeros(plan.bins.count)
    chances[cells.first : cells.last + 1] = cells.probabilities / cells.probabilities.sum()
    rng = np.random.default_rng(4)
    return winner(vote.sample_sum(rng.multinomial(plan.half, chances, size=runs), rng))


@pytest.mark.parametrize(("n", "epsilon"), [(60, 2.0), (120, 1.5), (400, 0.8)])
def test_failures_are_those_of_the_votes_that_are_drawn(n: int, epsilon: float) -> None:
    """Of 20,000 runs, within five standard errors."""
    zhao_, setting, law = by_name("mean", "zhao-algorithm1"), Setting(n, 400, epsilon=epsilon), SignLaw(0.3)
    plan = with_drawn_votes(zhao_, zhao_.plan(setting), epsilon)
    assert plan.vote == GeometricHistogram(plan.bins.count, 1, Fraction(epsilon))
    lower, upper = plan.interval(voted(plan, law, 20_000))
    seen = float(np.mean((law.mean < lower) | (upper < law.mean)))
    exact = exact_risk(plan, law).localisation_failure
    assert abs(seen - exact) < 5 * (exact * (1 - exact) / 20_000) ** 0.5 < exact


def test_votes_of_more_or_less_noise_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a law of the winner for noise of twice, and of half the privacy."""
    for factor in (0.5, 2.0):
        monkeypatch.setattr(tallies, "unit_of", lambda vote, k=factor: k * float(vote.unit) * float(vote.epsilon))
        with pytest.raises(AssertionError):
            test_failures_are_those_of_the_votes_that_are_drawn(400, 0.8)


@pytest.mark.parametrize("n", [100, 1000])
def test_a_choice_has_the_grids_part_and_the_votes_that_are_drawn(n: int) -> None:
    problem, setting = PROBLEMS["mean"], setting_of("mean", n)
    for estimator in problem.private:
        plan = estimator.plan(setting)
        printed, found = problem.risk(estimator, setting), deployed_worst_risk(problem, estimator, setting)
        factor = 1 + grid_excess(plan)
        if estimator.name != "zhao-algorithm1":
            assert found == replace(printed, value=factor * printed.value, error=factor * printed.error)
            continue
        votes = with_drawn_votes(estimator, plan, setting.epsilon)
        assert found.method == printed.method
        assert found.value == factor * max(exact_risk(votes, law).value for law in sign_laws(votes, 1.0, 21))
        assert found.localisation_failure != printed.localisation_failure
        assert found.value == pytest.approx(printed.value, rel=0.05)


@pytest.mark.parametrize("name", ["zhao-algorithm2", "zhao-kashin", "zhao-hadamard", "zhao-heavy", "zhao-heavy-kashin"])
def test_vectors_have_the_votes_that_are_drawn(name: str) -> None:
    (problem,) = (problem for problem in PROBLEMS.values() if any(one.name == name for one in problem.estimators))
    estimator, setting = by_name(problem.name, name), setting_of(problem.name, 600)
    plan = estimator.plan(setting)
    votes = with_drawn_votes(estimator, plan, 1.0)
    assert isinstance(votes.each.vote, GeometricHistogram)
    assert replace(votes, each=plan.each) == plan
    found = deployed_worst_risk(problem, estimator, setting)
    assert 0 < found.value < np.inf
    assert found.localisation_failure is not None


@pytest.mark.parametrize(("n", "epsilon"), [(60, 2.0), (400, 0.8), (3000, 1.0)])
def test_the_risk_of_geometric_votes_is_not_above_that_of_laplace_votes(n: int, epsilon: float) -> None:
    """Here, where failures cost much and where they do not; five standard errors of a simulation agree."""
    plan, law = zhao.algorithm1(n, 400, epsilon, 1.0), SignLaw(0.3)
    other = replace(plan, vote=GeometricHistogram(plan.bins.count, 1, plan.epsilon))
    exact, (found, _) = exact_risk(other, law), simulated(other, law)
    assert found.error < 0.06 * found.value
    assert abs(found.value - exact.value) <= 5 * found.error + exact.error
    assert exact.value <= exact_risk(plan, law).value + exact.error


def test_a_bound_is_nontrivial_from_where_its_own_value_is() -> None:
    problem, estimator = PROBLEMS["mean"], by_name("mean", "semi-user-level")
    setting = Setting(2, 10, epsilon=1.0)
    n = useful_from(problem, estimator, setting)
    assert n is not None
    assert not deployed_bound(problem, estimator, replace(setting, n=n)).vacuous
    assert deployed_bound(problem, estimator, replace(setting, n=n - 1)).vacuous
