"""Curves over n: what no private estimator can beat, risks, and what an explicit bound says next to them."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from lowerbounds.registry import best
from notation.problem import Problem
from notation.setting import Setting
from upperbounds.registry import by_name
from verify.site.exhibits.figure import Exhibit, dot, key, svg, times
from verify.site.plot import LEFT, RIGHT, WIDTH, axis, curve, grid, labels
from verify.study.problems import problem_of
from verify.study.worst import worst_risk

_USERS = tuple(round(10 ** (4 + k / 2)) for k in range(8))
"""n from 10^4 to 10^7.5, two to a decade."""

_RISKS = (10_000, 100_000, 1_000_000, 10_000_000)
_KEY, _HEIGHT = 19.0, 170.0


@dataclass(frozen=True)
class Curve:
    """One curve: its class in the style sheet, its name, and its values by n; dots where they are risks.

    Values in `hidden` are in the table only. Of curves of one kind and one name the key has one.
    """

    kind: str
    name: str
    values: dict[int, float]
    column: str = ""
    hidden: frozenset[int] = frozenset()

    @property
    def shown(self) -> dict[int, float]:
        """What is drawn."""
        return {n: value for n, value in self.values.items() if n not in self.hidden}


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
    curves = [Curve("left", "the best lower bound here", lower)]
    if risks:
        curves.append(Curve("dot", f"the exact risk of {estimator}, at data ±1", risks))
    curves.append(Curve("right", f"the explicit bound of {estimator}", promised))
    caption = f"Mean squared errors over the number of users, on logarithmic scales. {caption}"
    return drawn(f"{estimator}: {told}", curves, caption, _told(about, settings[0]))


def _over_users(problem: str, estimator: str, m: int, d: int, epsilon: float) -> tuple[Any, Problem, list[Setting]]:
    about = problem_of(problem)
    users = _USERS if about.is_scalar else _USERS[::2]
    return by_name(problem, estimator), about, [Setting(n, m, d, epsilon) for n in users]


def _told(about: Problem, setting: Setting) -> tuple[tuple[str, str], ...]:
    shown = {"m": setting.m, **({} if about.is_scalar else {"d": setting.d}), "epsilon": setting.epsilon}
    sizes = {size: getattr(setting, size) for size in about.sizes if size != "d"}
    return tuple((name, f"{value:g}") for name, value in (shown | sizes).items())


def drawn(title: str, curves: list[Curve], caption: str, at: tuple[tuple[str, str], ...]) -> Exhibit:
    """The curves over n on logarithmic scales, under a key with their names."""
    users = sorted({n for each in curves for n in each.values})
    keys = list(dict.fromkeys((each.kind, each.name) for each in curves))
    top = 16 + _KEY * len(keys)
    across = axis(
        np.array([n for each in curves for n in each.shown], dtype=float), LEFT, WIDTH - RIGHT, logarithmic=True
    )
    heights = np.array([value for each in curves for value in each.shown.values()])
    up = axis(heights, top + _HEIGHT, top, logarithmic=True)
    body = [grid(across, up, top, top + _HEIGHT), labels(across, top + _HEIGHT + 25, "n, users")]
    squares = {"left": "first", "right": "second", "dot": "mark-dot"}
    for each in (each for each in curves if each.shown):
        x = np.array(list(each.shown), dtype=float)
        y = up(np.array(list(each.shown.values())))
        if each.kind == "dot" or len(x) == 1:
            body += [dot(a, b, squares[each.kind]) for a, b in zip(across(x), y, strict=True)]
        else:
            body.append(curve(across(x), y, each.kind))
    body += [key(LEFT, 14 + _KEY * place, squares[kind], name) for place, (kind, name) in enumerate(keys)]
    rows = tuple(
        (f"{n:,}", *(f"{each.values[n]:.3g}" if n in each.values else _missing(each) for each in curves)) for n in users
    )
    words = f"Over n from {users[0]:,} to {users[-1]:,}, on logarithmic scales: {'; '.join(name for _, name in keys)}."
    drawing = svg(words, top + _HEIGHT + 52, body)
    header = ("n", *(each.column or each.name for each in curves))
    return Exhibit(title, drawing, caption, at, header, rows)


def _missing(of: Curve) -> str:
    return "" if of.kind == "dot" else "trivial"
