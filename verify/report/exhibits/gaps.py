"""Curves over n: what no private estimator can beat, risks, and what a theorem or an explicit bound says beside them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from lowerbounds.methods.bounds import Bound
from lowerbounds.registry import best
from notation.problem import Problem
from notation.setting import Setting
from upperbounds.registry import by_name
from verify.report.exhibits.figure import Exhibit, dot, key, svg, times
from verify.report.plot import LEFT, RIGHT, WIDTH, axis, curve, grid, labels
from verify.study.problems import problem_of
from verify.study.risk import worst_risk

_USERS = tuple(round(10 ** (4 + k / 2)) for k in range(8))
"""n from 10^4 to 10^7.5, two to a decade."""

_RISKS = (10_000, 100_000, 1_000_000, 10_000_000)
_KEY, _HEIGHT = 19.0, 170.0


@dataclass(frozen=True)
class _Curve:
    """One curve: its class in the style sheet, its name, and its values by n; dots where they are risks."""

    kind: str
    name: str
    values: dict[int, float]


@cache
def sandwich(problem: str, estimator: str, m: int, d: int, epsilon: float) -> Exhibit:
    """An estimator of a problem over n: the best lower bound, the explicit bound, and for numbers exact risks."""
    made, about, settings = _over_users(problem, estimator, m, d, epsilon)
    lower = {a.n: best(problem, a).value for a in settings}
    bounds = {a.n: made.bound(a) for a in settings}
    promised = {n: bound.value for n, bound in bounds.items() if not bound.vacuous}
    risks = {n: worst_risk(made, replace(settings[0], n=n)).value for n in _RISKS} if about.is_scalar else {}
    told = "lower bound, risk, explicit bound" if risks else "lower bound and explicit bound"
    last = settings[-1].n
    gap = times(promised[last] / lower[last]) if last in promised else "unbounded"
    caption = f"At n = {last:,} the explicit bound is {gap} times the lower bound."
    if risks:
        caption += (
            f" The risk at n = {_RISKS[-1]:,} is {times(risks[_RISKS[-1]] / lower[_RISKS[-1]])} times the lower bound."
        )
    curves = [_Curve("left", "the best lower bound here", lower)]
    if risks:
        curves.append(_Curve("dot", f"the exact risk of {estimator}, at data ±1", risks))
    curves.append(_Curve("right", f"the explicit bound of {estimator}", promised))
    return _drawn(f"{estimator}: {told}", curves, caption, _told(about, settings[0]))


@cache
def beside(
    theorem: str, bound: Callable[[Setting], Bound], problem: str, estimator: str, m: int, d: int, epsilon: float
) -> Exhibit:
    """A theorem's lower bound over n, below the best one that is known here, below the exact risk of an estimator."""
    made, about, settings = _over_users(problem, estimator, m, d, epsilon)
    its = {a.n: bound(a).value for a in settings}
    known = {a.n: best(problem, a) for a in settings}
    lower = {n: found.value for n, found in known.items()}
    risks = {n: worst_risk(made, replace(settings[0], n=n)).value for n in _RISKS}
    first = settings[0].n
    caption = (
        f"At n = {first:,}, {theorem} says {its[first]:.3g} and the best bound here {lower[first]:.3g}, {times(lower[first] / its[first])} times as much,"
        f" from {known[first].source}; the risk of {estimator} is {risks[first]:.3g}, {times(risks[first] / lower[first])} times the best bound."
    )
    curves = [
        _Curve("right", f"{theorem} with its constants", its),
        _Curve("left", "the best lower bound here", lower),
        _Curve("dot", f"the exact risk of {estimator}", risks),
    ]
    return _drawn(f"{theorem}, the best lower bound, and a risk", curves, caption, _told(about, settings[0]))


def _over_users(problem: str, estimator: str, m: int, d: int, epsilon: float) -> tuple[Any, Problem, list[Setting]]:
    about = problem_of(problem)
    users = _USERS if about.is_scalar else _USERS[::2]
    return by_name(problem, estimator), about, [Setting(n, m, d, epsilon) for n in users]


def _told(about: Problem, setting: Setting) -> tuple[tuple[str, str], ...]:
    shown = {"m": setting.m, **({} if about.is_scalar else {"d": setting.d}), "epsilon": setting.epsilon}
    sizes = {size: getattr(setting, size) for size in about.sizes if size != "d"}
    return tuple((name, f"{value:g}") for name, value in (shown | sizes).items())


def _drawn(title: str, curves: list[_Curve], caption: str, at: tuple[tuple[str, str], ...]) -> Exhibit:
    """The curves over n on logarithmic scales, under a key with their names."""
    users = sorted({n for each in curves for n in each.values})
    top = 16 + _KEY * len(curves)
    across = axis(np.array(users, dtype=float), LEFT, WIDTH - RIGHT, logarithmic=True)
    heights = np.array([value for each in curves for value in each.values.values()])
    up = axis(heights, top + _HEIGHT, top, logarithmic=True)
    body = [grid(across, up, top, top + _HEIGHT), labels(across, top + _HEIGHT + 25, "n, users")]
    for place, each in enumerate(curves):
        x = np.array(list(each.values), dtype=float)
        y = up(np.array(list(each.values.values())))
        if each.kind == "dot":
            body += [dot(a, b, "mark-dot") for a, b in zip(across(x), y, strict=True)]
        else:
            body.append(curve(across(x), y, each.kind))
        square = {"left": "first", "right": "second", "dot": "mark-dot"}[each.kind]
        body.append(key(LEFT, 14 + _KEY * place, square, each.name))
    rows = tuple(
        (f"{n:,}", *(f"{each.values[n]:.3g}" if n in each.values else _missing(each) for each in curves)) for n in users
    )
    words = (
        f"Over n from {users[0]:,} to {users[-1]:,}, on logarithmic scales: {'; '.join(each.name for each in curves)}."
    )
    told = f"Mean squared errors over the number of users, on logarithmic scales. {caption}"
    drawing = svg(words, top + _HEIGHT + 52, body)
    return Exhibit(title, drawing, told, at, ("n", *(each.name for each in curves)), rows)


def _missing(of: _Curve) -> str:
    return "" if of.kind == "dot" else "says nothing"
