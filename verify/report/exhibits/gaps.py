"""Sandwich plots over n: what no private estimator can beat, the exact risk, and what the explicit bound promises."""

from dataclasses import replace
from functools import cache

import numpy as np

from lowerbounds.registry import best
from notation.setting import Setting
from upperbounds.estimator import UpperBound
from upperbounds.registry import by_name
from verify.report.exhibits.figure import Exhibit, dot, key, svg, times
from verify.report.plot import LEFT, RIGHT, WIDTH, axis, curve, grid, labels
from verify.study.problems import problem_of
from verify.study.risk import worst_risk

_USERS = tuple(round(10 ** (4 + k / 2)) for k in range(8))
"""n from 10^4 to 10^7.5, two to a decade."""

_RISKS = (10_000, 100_000, 1_000_000, 10_000_000)
_TOP, _HEIGHT = 34.0, 170.0


@cache
def sandwich(problem: str, estimator: str, m: int, d: int, epsilon: float) -> Exhibit:
    """An estimator of a problem over n: the best lower bound, the explicit bound, and for numbers exact risks."""
    made, about = by_name(problem, estimator), problem_of(problem)
    users = _USERS if about.is_scalar else _USERS[::2]
    settings = [Setting(n, m, d, epsilon) for n in users]
    lower = [best(problem, a).value for a in settings]
    upper = [made.bound(a) for a in settings]
    risks = [worst_risk(made, replace(settings[0], n=n)).value for n in _RISKS] if about.is_scalar else []
    shown = {"m": m, **({} if about.is_scalar else {"d": d}), "epsilon": epsilon}
    sizes = {size: getattr(settings[0], size) for size in about.sizes if size != "d"}
    at = tuple((name, f"{value:g}") for name, value in (shown | sizes).items())
    told = "lower bound, risk, explicit bound" if risks else "lower bound and explicit bound"
    return _drawn(f"{estimator}: {told}", users, lower, upper, risks, at)


def _drawn(
    title: str,
    users: tuple[int, ...],
    lower: list[float],
    bounds: list[UpperBound],
    risks: list[float],
    at: tuple[tuple[str, str], ...],
) -> Exhibit:
    """Both bounds as curves and the risks as dots, over n, on logarithmic scales."""
    x = np.array(users, dtype=float)
    promised = [None if bound.vacuous else bound.value for bound in bounds]
    upper = np.array([np.nan if value is None else value for value in promised])
    across = axis(x, LEFT, WIDTH - RIGHT, logarithmic=True)
    up = axis(np.concatenate([lower, upper, risks]), _TOP + _HEIGHT, _TOP, logarithmic=True)
    body = [
        grid(across, up, _TOP, _TOP + _HEIGHT),
        labels(across, _TOP + _HEIGHT + 25),
        curve(across(x), up(np.array(lower)), "left"),
        curve(across(x), up(upper), "right"),
        *(dot(across(float(n)), up(risk)) for n, risk in zip(_RISKS, risks, strict=False)),
        key(LEFT, 14, "first", "lower bound"),
        key(LEFT + 120, 14, "second", "explicit bound"),
    ]
    rows = []
    risk_at = dict(zip(_RISKS, risks, strict=False))
    for n, low, high in zip(users, lower, promised, strict=True):
        cells = [f"{n:,}", f"{low:.3g}"]
        if risks:
            cells.append(f"{risk_at[n]:.3g}" if n in risk_at else "")
        rows.append((*cells, f"{high:.3g}" if high is not None else "says nothing"))
    gap = times(promised[-1] / lower[-1]) if promised[-1] is not None else "unbounded"
    words = f"Over n from {users[0]:,} to {users[-1]:,}, on logarithmic scales: the lower bound{', exact risks as dots' if risks else ''} and above the explicit bound."
    caption = f"Over the number of users, on logarithmic scales{'; dots are exact risks at data ±1' if risks else ''}. At n = {users[-1]:,} the explicit bound is {gap} times the lower bound."
    if risks:
        caption += f" The risk at n = {_RISKS[-1]:,} is {times(risks[-1] / lower[users.index(_RISKS[-1])])} times the lower bound."
    header = ("n", "lower bound", *(("risk",) if risks else ()), "explicit bound")
    return Exhibit(title, svg(words, _TOP + _HEIGHT + 34, body), caption, at, header, tuple(rows))
