"""Sandwich plots over n: what no private estimator can beat, the exact risk, and what the explicit bound promises."""

from collections.abc import Callable
from functools import cache

import numpy as np

from lowerbounds.mean import best as best_mean
from lowerbounds.vectors.problems import best as best_vectors
from upperbounds.mean.estimator import UpperBound
from upperbounds.mean.registry import by_name
from upperbounds.vectors.registry import by_name as vectors_by_name
from verify.report.exhibits.figure import Exhibit, dot, key, svg, times
from verify.report.plot import LEFT, RIGHT, WIDTH, axis, curve, grid, labels
from verify.study import worst_risk

_USERS = tuple(round(10 ** (4 + k / 2)) for k in range(8))
"""n from 10^4 to 10^7.5, two to a decade."""

_RISKS = (10_000, 100_000, 1_000_000, 10_000_000)
_TOP, _HEIGHT = 34.0, 170.0


@cache
def _least(problem: str, n: int, m: int, d: int, eps: float) -> float:
    """The best lower bound of a problem; moments are of order 4."""
    if problem == "mean":
        return best_mean(n, m, eps, 1.0).value
    return best_vectors(problem, n, m, d, eps, p=4.0).value


@cache
def mean(estimator: str, m: int = 100, eps: float = 1.0) -> Exhibit:
    """An estimator of the mean on [-1, 1]: the best lower bound, exact risks, the explicit bound."""
    made = by_name(estimator)
    lower = [_least("mean", n, m, 1, eps) for n in _USERS]
    upper = [made.bound(n, m, eps, 1.0) for n in _USERS]
    risks = [worst_risk(made, n, m, eps, 1.0).value for n in _RISKS]
    at = (("m", str(m)), ("epsilon", f"{eps:g}"), ("D", "1"))
    return _drawn(f"{estimator}: lower bound, risk, explicit bound", _USERS, lower, upper, risks, at)


@cache
def vectors(estimator: str, m: int = 20, d: int = 4, eps: float = 1.0) -> Exhibit:
    """An estimator of a mean vector: the best lower bound of its problem and its explicit bound."""
    made = vectors_by_name(estimator)
    heavy = "heavy" in made.problem
    users = _USERS[::2]
    lower = [_least(made.problem, n, m, d, eps) for n in users]
    upper = [made.bound(n, m, d, eps, 1.0) for n in users]
    at = (("m", str(m)), ("d", str(d)), ("epsilon", f"{eps:g}"), *((("p", "4"),) if heavy else ()), ("D", "1"))
    return _drawn(f"{estimator}: lower bound and explicit bound", users, lower, upper, [], at)


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


def _mean(name: str) -> Callable[[], Exhibit]:
    return lambda: mean(name)


def _vectors(name: str) -> Callable[[], Exhibit]:
    return lambda: vectors(name)


GAPS: tuple[tuple[Callable[[], Exhibit], tuple[str, ...]], ...] = (
    (_mean("zhao-algorithm1"), ("zhao/thm1/upper", "zhao/thm2/lower", "zhao/own/sandwich")),
    (
        _mean("kent-algorithm11"),
        ("kent/thm6/upper1", "kent/eq119x", "kent/eq119", "kent/example1a", "kent/own/sandwich"),
    ),
    (_vectors("zhao-algorithm2"), ("zhao/thm4/upper", "zhao/thm7/lower", "zhao/own/vectors/sandwich/linf")),
    (_vectors("zhao-kashin"), ("zhao/thm5/upper", "zhao/thm6/lower", "zhao/own/vectors/sandwich/l2")),
    (_vectors("zhao-heavy"), ("zhao/remark2a", "zhao/own/vectors/sandwich/heavy")),
    (
        _vectors("kent-algorithm12"),
        ("kent/thm6i", "kent/thm6i/lower", "kent/appH.2/rate", "kent/own/vectors/sandwich/linf"),
    ),
)
"""The sandwiches that are shown, each with the claims on whose pages it stands."""
