"""A class within another: no estimator of the wider one is better unseen, no lower bound of the narrower one larger."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from math import inf, sqrt

import pytest

from lowerbounds.registry import NEIGHBOURS as WITHIN
from lowerbounds.registry import best, bounds_of
from notation.parameters import ParameterError
from notation.setting import Setting
from upperbounds.registry import NEIGHBOURS, inherited, of_problem
from verify.study.problems import problem_of

BALLS = {"D": 1.0}
MOMENTS = {"p": 4.0, "M": 1.0}
PAIRS = (
    ("sparse-mean", "mean-linf", {"s": 2, "D": 1.0}),
    ("mean-l2", "mean-linf", BALLS),
    ("mean-l1", "mean-l2", BALLS),
    ("mean-heavy-l2", "mean-heavy", MOMENTS),
)
"""A narrower class, a wider one, and the sizes of both."""
PLACES = ((10_000, 100, 10, 1.0), (2000, 50, 3, 4.0), (20_000, 10, 4, 0.5), (3000, 1, 2, 1.0))
"""n, m, d and epsilon."""


def _setting(place: tuple[int, int, int, float], sizes: dict[str, float]) -> Setting:
    n, m, d, epsilon = place
    return Setting(n, m, d=d, epsilon=epsilon, **sizes)  # type: ignore[arg-type]


def _own(problem: str, setting: Setting) -> Setting:
    """The setting with the problem's own sizes alone: what others have changes nothing, and is not computed again."""
    sizes = {size: getattr(setting, size) for size in problem_of(problem).sizes if size != "d"}
    return Setting(setting.n, setting.m, setting.d, setting.epsilon, **sizes)


@cache
def _lower(problem: str, setting: Setting) -> float:
    return best(problem, setting).value


@cache
def _least_risk(problem: str, setting: Setting) -> float:
    found, least = problem_of(problem), inf
    for estimator in found.private:
        try:
            least = min(least, found.risk(estimator, setting).value)
        except ParameterError:
            continue
    return least


@pytest.mark.parametrize(("narrow", "wide", "sizes"), PAIRS)
@pytest.mark.parametrize("place", PLACES)
def test_the_best_of_the_wider_class_is_not_better(
    narrow: str, wide: str, sizes: dict[str, float], place: tuple[int, int, int, float]
) -> None:
    setting = _setting(place, sizes)
    assert _least_risk(narrow, _own(narrow, setting)) <= _least_risk(wide, _own(wide, setting))


@pytest.mark.parametrize(("narrow", "wide", "sizes"), PAIRS)
@pytest.mark.parametrize("place", PLACES)
def test_a_lower_bound_of_the_narrower_class_is_one_of_the_wider(
    narrow: str, wide: str, sizes: dict[str, float], place: tuple[int, int, int, float]
) -> None:
    setting = _setting(place, sizes)
    # Equal bounds are rounded down by different routes.
    assert _lower(narrow, _own(narrow, setting)) <= _lower(wide, _own(wide, setting)) * (1 + 1e-9)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    ("outer", "sizes", "inner", "inside"),
    [
        ("mean-l2", BALLS, "mean-linf", lambda a: replace(a, D=a.D / sqrt(a.d))),
        ("mean-l1", BALLS, "mean-linf", lambda a: replace(a, D=a.D / a.d)),
        ("sparse-mean", {"s": 2, "D": 1.0}, "mean-linf", lambda a: replace(a, d=a.s)),
        ("mean-heavy", MOMENTS, "mean-linf", lambda a: a),
        ("mean-heavy-l2", MOMENTS, "mean-l2", lambda a: a),
    ],
)
def test_bounds_are_no_smaller_than_those_of_classes_inside(
    outer: str,
    sizes: dict[str, float],
    inner: str,
    inside: Callable[[Setting], Setting],
    place: tuple[int, int, int, float],
) -> None:
    setting = _setting(place, sizes)
    assert _lower(inner, _own(inner, inside(setting))) <= _lower(outer, _own(outer, setting)) * (1 + 1e-9)


INSIDE = [(outer, inner) for outer, inners in WITHIN.items() for inner, _ in inners]


@pytest.mark.parametrize(("outer", "inner"), INSIDE)
def test_what_is_registered_as_within_is_no_larger_and_is_used(
    outer: str, inner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bounds of a class within are in the list of the outer one; without the registration some are missing."""
    small = Setting(6, 3, 2, 0.5, s=2, K=1, beta=1)
    [inside] = [made for name, made in WITHIN[outer] if name == inner]
    there = inside(small)
    assert there is not None
    inner_bounds = {(bound.source, bound.value) for bound in bounds_of(inner, there)}
    assert inner_bounds <= {(bound.source, bound.value) for bound in bounds_of(outer, small)}
    assert best(inner, there).value <= best(outer, small).value
    monkeypatch.setitem(WITHIN, outer, ())
    assert not inner_bounds <= {(bound.source, bound.value) for bound in bounds_of(outer, small)}


def test_a_mixture_is_a_mean_only_if_it_has_one_component() -> None:
    [(_, inside)] = WITHIN["mixture"]
    assert inside(Setting(9, 2, K=2)) is None
    assert best("mixture", Setting(9, 2, K=1)).value >= best("mean", Setting(9, 2)).value


def test_what_is_inherited_keeps_its_plan_and_says_where_it_is_trivial() -> None:
    setting = _setting((100_000, 200, 100, 1.0), {"s": 4, "D": 1.0})
    of_cube = {f"cube-{each.name}": each for each in of_problem("mean-linf") if each.protects_users}
    assert [each.name for each in inherited("sparse-mean")] == list(of_cube)
    for each in inherited("sparse-mean"):
        origin = of_cube[each.name]
        assert each.build is origin.build
        assert each.problem == origin.problem
        found, before = each.bound(setting), origin.bound(setting)
        assert found.value == before.value
        assert found.vacuous == (before.vacuous or before.value >= 4)
    [walk] = [each for each in inherited("sparse-mean") if each.name == "cube-walk"]
    assert problem_of("sparse-mean").risk(walk, setting).value == pytest.approx(0.0103, rel=0.01)
    assert _least_risk("sparse-mean", setting) < 0.0103


def test_other_problems_inherit_nothing() -> None:
    assert [problem for problem in ("mean", "mean-l2", "density", "mixture") if inherited(problem)] == []
    assert set(NEIGHBOURS) == {"sparse-mean"}
