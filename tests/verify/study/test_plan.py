"""Plans of studies: the least n, m or epsilon, and what is refuted, against closed forms and by brute force."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import ceil, inf, sqrt, tanh
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notation.parameters import ParameterError
from notation.problem import Problem
from notation.setting import LEAST_EPSILON, Setting
from verify.study import plan
from verify.study.plan import (
    DENSE,
    MOST,
    MOST_VALUE,
    RATIO,
    FreeSize,
    Ladder,
    StudyPlan,
    bound_value,
    floor,
    least,
    plan_study,
    reach,
)
from verify.study.problems import problem_of
from verify.study.worst import WorstRisk

MEAN = problem_of("mean")
EXACT = settings(derandomize=True, database=None, deadline=None, max_examples=60)


def no_risk(estimator: Any, setting: Setting) -> WorstRisk:
    return WorstRisk(0.0, 0.0, "none", None, 0.0)


def only(problem: Problem, *names: str) -> Problem:
    """The problem with these estimators, and no risks, which take seconds."""
    found = tuple(estimator for estimator in problem.estimators if estimator.name in names)
    assert len(found) == len(names)
    return replace(problem, estimators=found, risk=no_risk)


def with_lower(value: Any) -> Problem:
    """The problem of means where the only lower bound is a function of a setting."""
    return replace(MEAN, lower=lambda a: (SimpleNamespace(value=value(a), source="planted", conditions=()),))


def bounded(*names: str) -> Problem:
    """These estimators, whose risks are their bounds, and a lower bound that private ones alone are under."""
    lower = with_lower(lambda a: 1 / (16 * a.n * min(a.epsilon, 1) ** 2)).lower
    found = replace(only(MEAN, *names), lower=lower)
    return replace(found, risk=lambda e, a: WorstRisk(bound_value(found, e, a), 0.0, "the bound", None, 0.0))


@pytest.mark.parametrize("free", ["n", "m", "epsilon"])
def test_a_ladder_goes_from_the_first_value_to_the_last(free: FreeSize) -> None:
    ladder = Ladder(free)
    ends = (LEAST_EPSILON, MOST) if free == "epsilon" else (1, MOST_VALUE)
    assert (ladder.at(0), ladder.at(ladder.top)) == ends
    assert (ladder.grid[0], ladder.grid[-1]) == (0, ladder.top)
    for low, high in pairwise(ladder.grid):
        assert low < high
        # Both are rounded, by half a step or by half of 10^-3.
        assert high == low + 1 or ladder.at(high) <= RATIO * 1.001 * ladder.at(low) + 1


@EXACT
@given(st.integers(0, 9000 * 12 - 1))
def test_an_epsilon_is_told_by_four_digits(rung: int) -> None:
    ladder = Ladder("epsilon")
    value = ladder.at(rung)
    assert value == float(f"{value:.3e}") == float(repr(value))
    assert ladder.rung(value) == rung
    assert 1 < ladder.at(rung + 1) / value <= 1.0011


@EXACT
@given(st.lists(st.integers(0, 9), min_size=1, max_size=150), st.integers(0, 9))
def test_the_least_is_the_least_where_every_number_is_tried(values: list[int], most: int) -> None:
    expected = next((place for place, value in enumerate(values) if value <= most), None)
    assert least(values.__getitem__, range(len(values)), Fraction(most), 0) == expected


@EXACT
@given(st.integers(0, 10**17), st.integers(1, DENSE), st.integers(0, 5))
def test_a_dip_just_below_is_found(place: int, back: int, more: int) -> None:
    """Where a value rises again after it has fallen, bisection alone ends at the second fall."""
    place += back + 1

    def value(number: int) -> float:
        return 0.0 if number >= place or place - back <= number <= place - back + more else 2.0

    grid = [*(number for number in Ladder("n").grid if number < place - back), 10**18 - 1]
    assert least(value, grid, Fraction(1), DENSE) == place - back
    if more < back - 1:
        assert least(value, [*grid[:-1], place - back + more + 1, 10**18 - 1], Fraction(1), 0) == place


@EXACT
@given(st.floats(0.01, 20), st.floats(0.01, 5), st.integers(1, 1000), st.floats(0.05, 10))
def test_users_of_one_round_are_as_in_closed_form(D: float, share: float, m: int, epsilon: float) -> None:
    """D^2 (1/m + 8/epsilon^2)/n for noise, 0.07 % more on a grid, D^2 coth(epsilon/2)^2/n for randomized response."""
    target = share * D
    setting = Setting(1, m, epsilon=epsilon, D=D)
    forms = {"semi-user-level": 1.0007 * (1 / m + 8 / epsilon**2), "one-item": 1 / tanh(epsilon / 2) ** 2}
    for name, form in forms.items():
        (estimator,) = only(MEAN, name).estimators
        found = reach(only(MEAN, name), estimator, setting, Ladder("n"), Fraction(target) ** 2)
        assert found.answer is not None
        needed = form / share**2
        # A thousand million users tell nine digits apart; what is next to a whole number may go either way.
        assert found.answer.at == pytest.approx(
            ceil(needed), rel=1e-9, abs=1 if abs(needed - round(needed)) < 1e-6 else 0
        )
        assert found.answer.value <= Fraction(target) ** 2
        assert (found.before is None) == (found.answer.at == 1)
        assert found.before is None or found.before.value > Fraction(target) ** 2


@EXACT
@given(st.integers(100, 10**6), st.integers(1, 1000), st.floats(1.1, 30))
def test_epsilon_of_one_round_is_as_in_closed_form(n: int, m: int, factor: float) -> None:
    target = factor / sqrt(n)
    problem = only(MEAN, "semi-user-level")
    found = reach(problem, problem.estimators[0], Setting(n, m), Ladder("epsilon"), Fraction(target) ** 2)
    needed = sqrt(8 / (factor**2 / 1.0007 - 1 / m))
    assert found.answer is not None
    assert found.before is not None
    assert found.before.at < needed * (1 + 1e-12)
    assert needed * (1 - 1e-12) <= found.answer.at <= needed * 1.0011


@EXACT
@given(st.integers(1, 10**10), st.floats(1e-3, 0.9))
def test_what_is_refuted_is_as_in_closed_form(size: int, target: float) -> None:
    """A lower bound of size/(n 10^6): the last n at which it is above the target's square."""
    square = Fraction(target) ** 2
    found = floor(with_lower(lambda a: size / (a.n * 1e6)), Setting(1, 1), Ladder("n"), square)
    last = next((n for n in range(max(1, int(size / square / 10**6) + 2), 0, -1) if size / (n * 1e6) > square), 0)
    assert (found.refuted.at if found.refuted else 0) == last
    assert found.after is not None
    assert found.after.at == last + 1


def test_what_is_refuted_has_a_witness_though_the_lower_bound_is_not_monotone() -> None:
    def value(a: Setting) -> float:
        return 0.0 if a.n % 2 else 1.0 / a.n

    found = floor(with_lower(lambda a: value(a) + 10.0 * (a.n == 1)), Setting(1, 1), Ladder("n"), Fraction(1, 1000))
    assert found.refuted is not None
    assert found.refuted.value > Fraction(1, 1000)
    assert value(Setting(int(found.refuted.at), 1)) == found.refuted.value or found.refuted.at == 1
    assert found.refuted.at < 1000


def test_all_or_nothing_is_refuted() -> None:
    everything = floor(with_lower(lambda a: 1.0), Setting(1, 1), Ladder("m"), Fraction(1, 2))
    assert everything.refuted is not None
    assert (everything.refuted.at, everything.after) == (MOST_VALUE, None)
    nothing = floor(with_lower(lambda a: 1.0 / a.m), Setting(1, 1), Ladder("m"), Fraction(1))
    assert (nothing.refuted, nothing.bound) == (None, None)


CASES: tuple[tuple[str, Setting, FreeSize, float], ...] = (
    ("mean", Setting(1, 30, epsilon=1.0, D=5.0), "n", 0.7),
    ("mean", Setting(1000, 1), "m", 0.1),
    ("mean-linf", Setting(1, 10, d=3, epsilon=2.0), "n", 0.5),
    ("mixture", Setting(1, 10**5, K=2), "n", 0.3),
    ("infinite-l1", Setting(100, 1, d=2), "epsilon", 0.2),
)


@pytest.fixture(scope="module", params=CASES, ids=lambda case: f"{case[0]}, {case[2]}")
def planned(request: pytest.FixtureRequest) -> StudyPlan:
    name, setting, free, target = request.param
    return plan_study(replace(problem_of(name), risk=no_risk), setting, free, target)


def test_answers_hold_at_the_bounds_themselves(planned: StudyPlan) -> None:
    square = Fraction(planned.target) ** 2
    reached = [reach for reach in planned.reaches if reach.answer]
    assert reached
    for one in reached:
        assert one.answer is not None
        assert bound_value(planned.problem, one.estimator, planned.at(one.answer.at)) == one.answer.value <= square
        if one.before:
            assert bound_value(planned.problem, one.estimator, planned.at(one.before.at)) == one.before.value > square
        if one.rises:
            assert one.rises.at > one.answer.at
            assert bound_value(planned.problem, one.estimator, planned.at(one.rises.at)) == one.rises.value > square
    for one in planned.reaches:
        assert one.least.value == bound_value(planned.problem, one.estimator, planned.at(one.least.at))
        assert one.answer or one.least.value > square


def test_nobody_does_with_what_is_refuted(planned: StudyPlan) -> None:
    best, square = planned.best(), Fraction(planned.target) ** 2
    assert best is not None
    assert best.answer is not None
    assert all(
        best.answer.at <= one.answer.at for one in planned.reaches if one.answer and one.estimator.protects_users
    )
    refuted = planned.floor.refuted
    if refuted:
        assert refuted.at < best.answer.at
        assert max(bound.value for bound in planned.problem.lower(planned.at(refuted.at))) == refuted.value > square


def test_only_private_estimators_are_compared(planned: StudyPlan) -> None:
    """The best, and who is named along m, protect users, though one who does not needs less."""
    private = [one for one in planned.reaches if one.estimator.protects_users]
    best = planned.best()
    assert best in private
    assert best.answer.at == min(one.answer.at for one in private if one.answer)
    for point in planned.tradeoff.points:
        at = replace(Ladder(planned.tradeoff.free).put(planned.setting, point.needs), m=point.m)
        named = {one.estimator.name: one.estimator for one in private}
        assert point.estimator in named
        assert (
            point.needs > 1
            or planned.free == "epsilon"
            or bound_value(planned.problem, named[point.estimator], at) < inf
        )


@pytest.mark.parametrize("free", ["n", "m", "epsilon"])
def test_an_estimator_that_protects_nobody_wins_nothing(free: FreeSize) -> None:
    """`non-private` needs less of anything; what is said of private ones is what is said without it."""
    setting, target = Setting(5000, 100, epsilon=1.0), 0.05
    alone, both = (
        plan_study(bounded(*names), setting, free, target)
        for names in (("user-mean", "split-user"), ("non-private", "user-mean", "split-user"))
    )
    best = alone.best()
    assert best is not None
    assert best.answer is not None
    assert (both.best(), both.best(differing=True)) == (best, alone.best(differing=True))
    assert (both.tradeoff, both.floor) == (alone.tradeoff, alone.floor)
    told = [
        [plan.hint(one.estimator) for one in plan.reaches if one.estimator.protects_users] for plan in (alone, both)
    ]
    assert told[0] == told[1]
    (other,) = (one for one in both.reaches if not one.estimator.protects_users)
    # Below what is refuted for private ones, where that is anything.
    assert other.answer is not None
    assert other.answer.at < best.answer.at or best.answer.at == 1
    refuted = both.floor.refuted
    assert refuted is None or other.answer.at <= refuted.at
    hint = both.hint(other.estimator).answer
    assert hint is not None
    assert hint.at == pytest.approx(other.answer.at, rel=0.02)


def test_what_suffices_along_m_does(planned: StudyPlan) -> None:
    trade, square = planned.tradeoff, Fraction(planned.target) ** 2
    named = {estimator.name: estimator for estimator in planned.problem.estimators}
    assert trade.points
    assert all(after.needs <= before.needs for before, after in pairwise(trade.points))
    for place, point in enumerate(trade.points):
        at = Ladder(trade.free).put(planned.setting, point.needs)
        tried = [
            bound_value(planned.problem, named[point.estimator], replace(at, m=used.m))
            for used in trade.points[: place + 1]
        ]
        assert min(tried) <= square
        assert trade.floor.refuted is None or trade.floor.refuted.at < point.needs
    assert trade.enough is not None
    assert trade.enough.needs <= 1.1 * trade.points[-1].needs


def test_an_estimator_that_rises_again_says_so() -> None:
    """Splitting epsilon among more samples costs more than they bring: 8 m/(n epsilon^2)."""
    found = plan_study(only(MEAN, "split-user"), Setting(1000, 1), "m", 0.1)
    (one,) = found.reaches
    assert one.answer is not None
    assert one.rises is not None
    assert (one.answer.at, one.rises.at) == (1, 2)
    assert one.rises.value == pytest.approx(1.0007 * (1 / 2 + 16) / 1000)


def test_where_users_differ_what_needs_one_law_is_not_the_best() -> None:
    problem = replace(only(MEAN, "one-item", "zhao-algorithm1"), lower=with_lower(lambda a: 1e-12).lower)
    found = plan_study(problem, Setting(1, 10**6, epsilon=4.0), "n", 1e-3)
    best, differing = found.best(), found.best(differing=True)
    assert best is not None
    assert differing is not None
    assert (best.estimator.name, differing.estimator.name) == ("zhao-algorithm1", "one-item")


def test_a_trade_off_takes_what_reaches_the_target_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    """With ten times the m one rung less suffices, then seven less: there the bound is the target and no smaller."""
    limits = {m: 900 - place - 6 * (place // 2) for place, m in enumerate(plan.ALONG)}

    def best(_: Any, __: Any, a: Setting, ___: Any, place: int) -> tuple[float, str]:
        return 1.0 + (limits[a.m] > place) - (limits[a.m] < place) / 2, "it"

    monkeypatch.setattr(plan, "_best", best)
    monkeypatch.setattr(plan, "floor", lambda *_: SimpleNamespace(refuted=None))
    ladder = Ladder("n")
    found = plan.tradeoff(MEAN, Setting(2, 1), "n", Fraction(1))
    rungs = ladder.spread(1.01)
    assert [(one.m, one.needs) for one in found.points] == [(m, ladder.at(rungs[limits[m]])) for m in plan.ALONG]


def test_where_a_constant_is_as_good_as_asked_it_is_said() -> None:
    problem = only(MEAN, "one-item")
    assert plan_study(problem, Setting(1, 5, D=3.0), "n", 3.0).constant
    assert not plan_study(problem, Setting(1, 5, D=3.0), "n", 2.999).constant


@pytest.mark.parametrize("target", [0.0, -1.0, inf, float("nan"), 1e-60])
def test_a_target_is_a_positive_number(target: float) -> None:
    with pytest.raises(ParameterError, match="--target-rmse"):
        plan_study(MEAN, Setting(1, 1), "n", target)


def test_an_epsilon_beyond_the_ladder_is_refused() -> None:
    with pytest.raises(ParameterError, match=r"epsilon = 1001\.0: must be from 1e-09 to 1000"):
        plan_study(MEAN, Setting(1, 1, epsilon=1001.0), "n", 0.1)


def test_by_risk_needs_what_the_risk_does() -> None:
    """A planted risk of 1/(4 n) needs a quarter of 1/target^2."""
    problem = only(MEAN, "one-item", "semi-user-level", "non-private")
    planted = replace(
        problem,
        risk=lambda estimator, a: WorstRisk(0.25 / a.n, 0.0, "planted", None, 0.0),
        lower=with_lower(lambda a: 0.01 / a.n).lower,
    )
    found = plan_study(planted, Setting(1, 10), "n", 0.05)
    best = found.best()
    assert best is not None
    assert best.answer is not None
    for one in found.reaches:
        hint = found.hint(one.estimator)
        assert hint.answer is not None
        assert hint.before is not None
        assert hint.before.value > 0.05**2 >= hint.answer.value
        assert 100 <= hint.answer.at <= 102
        assert hint.most == best.answer.at
    assert found.hint(best.estimator).method == "planted"
    never = replace(found, problem=replace(problem, risk=lambda estimator, a: WorstRisk(1.0, 0.0, "", None, 0.0)))
    assert never.hint(best.estimator).answer is None


def test_by_risk_a_one_round_estimator_needs_what_its_bound_says() -> None:
    problem = replace(MEAN, estimators=only(MEAN, "one-item").estimators)
    found = plan_study(problem, Setting(1, 10), "n", 0.1)
    (one,) = found.reaches
    hint = found.hint(one.estimator)
    assert one.answer is not None
    assert hint.answer is not None
    assert one.answer.at <= hint.answer.at <= 1.01 * one.answer.at + 1
