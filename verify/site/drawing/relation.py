"""Both sides of an inequality along one of its variables, with the slack: from the statement that is judged."""

from collections.abc import Iterator, Mapping
from typing import Any

import matplotlib as mpl
import numpy as np
import numpy.typing as npt
import sympy
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from verify.kernel.prover import Relation, Variable
from verify.kernel.statements import AllOf, Inequality, UpToConstant
from verify.kernel.statements.base import Statement
from verify.site.drawing.style import BLUE, GREY, ORANGE, SETTINGS

_Array = npt.NDArray[np.float64]
_POINTS = 401


def relations(statement: Statement) -> Iterator[Relation]:
    """The inequalities inside a statement, in its order."""
    if isinstance(statement, Inequality):
        yield statement.relation
    elif isinstance(statement, UpToConstant) and statement.constant is not None:
        yield Relation(statement.left, statement.constant * statement.right, "<=", statement.variables, statement.where)
    elif isinstance(statement, AllOf):
        for _, part in statement.parts:
            yield from relations(part)


def draw(
    relation: Relation, at: Mapping[str, float] | None = None, along: str | None = None, title: str = ""
) -> Figure:
    """Both sides above, the slack below, along one variable.

    Args:
        relation: the inequality; it must have at least one variable.
        at: values of variables, by name: where the others are held, and what is marked on the axis.
        along: the variable on the axis; by default the first along which the sign of the slack changes, else the first
            along which both sides are defined.
        title: a line above.

    Raises:
        ValueError: where the relation has no variable, or none of that name.
    """
    held = _held(relation, at or {})
    choices = [v for v in relation.variables if along in (None, v.symbol.name)]
    if not choices:
        raise ValueError(f"along = {along!r}: no such variable of the inequality")
    curves = [(variable, *_curve(relation, held, variable, at or {})) for variable in choices]
    variable, places, left, right = max(curves, key=lambda c: (_crosses(c[2], c[3]), _defined(c[2], c[3])))
    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(6.4, 5.2), layout="constrained")
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=(2, 1))
        if _logarithmic(places):
            above.set_xscale("log")
        _sides(above, places, left, right)
        _slack(below, places, left, right)
        mark = (at or {}).get(variable.symbol.name)
        for axes in (above, below):
            if mark is not None:
                axes.axvline(mark, color=GREY, linewidth=1, linestyle=":")
            if places[0] < places[-1]:
                axes.set_xlim(places[0], places[-1])
        below.set_xlabel(f"${sympy.latex(variable.symbol)}$")
        others = [
            f"${sympy.latex(v.symbol)} = {_short(held[v.symbol.name])}$" for v in relation.variables if v != variable
        ]
        above.set_title("\n".join(filter(None, (title, ", ".join(others)))), loc="left", fontsize=10)
    return figure


def _sides(axes: Axes, places: _Array, left: _Array, right: _Array) -> None:
    positive = all(np.nanmin(side) > 0 for side in (left, right))
    spread = np.nanmax([left, right]) / np.nanmin([left, right]) if positive else 1.0
    if spread > 50:
        axes.set_yscale("log")
    axes.plot(places, left, color=BLUE, label="left side")
    axes.plot(places, right, color=ORANGE, linestyle=(0, (6, 2)), label="right side")
    fails = left > right
    if fails.any():
        axes.fill_between(
            places, left, right, where=fails, color=GREY, alpha=0.35, linewidth=0, label="left exceeds right"
        )
    axes.legend()
    axes.set_ylabel("both sides")


def _slack(axes: Axes, places: _Array, left: _Array, right: _Array) -> None:
    """The factor right/left where both sides are positive, else the difference; the line below which it fails."""
    if np.nanmin(left) > 0 and np.nanmin(right) > 0:
        slack, level, name = right / left, 1.0, "right / left"
        if np.nanmax(slack) / np.nanmin(slack) > 50:
            axes.set_yscale("log")
    else:
        slack, level, name = right - left, 0.0, "right − left"
    axes.plot(places, slack, color=GREY)
    axes.axhline(level, color="black", linewidth=1)
    axes.set_ylabel(name)
    axes.fill_between(places, slack, level, where=slack < level, color=GREY, alpha=0.35, linewidth=0)


def _held(relation: Relation, at: Mapping[str, float]) -> dict[str, float]:
    """A value for every variable: the given one, else one well inside its range."""
    return {v.symbol.name: float(at.get(v.symbol.name, _inside(v))) for v in relation.variables}


def _inside(variable: Variable) -> float:
    places = _places(variable, None)
    return float(places[len(places) // 2])


def _curve(
    relation: Relation, held: Mapping[str, float], variable: Variable, at: Mapping[str, float]
) -> tuple[_Array, _Array, _Array]:
    """Places on the axis and both sides there; nan where a side is undefined or a side condition fails."""
    places = _places(variable, at.get(variable.symbol.name))
    values: dict[str, Any] = dict(held) | {variable.symbol.name: places}
    left, right = relation.numbers(values)
    for condition in relation.where:
        symbols = [v.symbol for v in relation.variables]
        keeps = sympy.lambdify(symbols, condition, "numpy")(*(np.asarray(values[s.name]) for s in symbols))
        left = np.where(keeps, left, np.nan)
    return places, np.where(np.isfinite(left), left, np.nan), np.where(np.isfinite(right), right, np.nan)


def _places(variable: Variable, near: float | None) -> _Array:
    """A grid over the range: even between finite ends, geometric towards infinity; integers where it must be."""
    lower, upper = float(variable.lower), float(variable.upper)
    if np.isfinite(lower) and np.isfinite(upper):
        grid = np.linspace(lower, upper, _POINTS)
        if lower > 0 and upper / lower > 100:
            grid = np.geomspace(lower, upper, _POINTS)
    elif lower >= 0:
        start = lower if lower > 0 else 1e-3
        stop = max(start * 1e4, 10 * near if near else 0.0)
        grid = np.geomspace(min(start, near or start), stop, _POINTS)
    elif np.isfinite(lower) or np.isfinite(upper):
        end = lower if np.isfinite(lower) else upper
        width = max(12.0, 2 * abs((near or end) - end))
        grid = np.linspace(end, end + width if np.isfinite(lower) else end - width, _POINTS)
    else:
        width = max(6.0, 2 * abs(near or 0.0))
        grid = np.linspace(-width, width, _POINTS)
    grid = np.sort(grid)
    if variable.integer:
        whole = np.unique(np.clip(np.round(grid), np.ceil(lower), np.floor(upper)))
        return np.asarray(whole, dtype=float)
    inner = (grid > lower if variable.open_lower else grid >= lower) & (
        grid < upper if variable.open_upper else grid <= upper
    )
    return np.asarray(grid[inner], dtype=float)


def _crosses(left: _Array, right: _Array) -> bool:
    slack = right - left
    return bool(np.nanmin(slack, initial=np.inf) < 0 < np.nanmax(slack, initial=-np.inf))


def _defined(left: _Array, right: _Array) -> float:
    return float(np.mean(np.isfinite(left) & np.isfinite(right)))


def _logarithmic(places: _Array) -> bool:
    return bool(places[0] > 0 and places[-1] / places[0] > 100)


def _short(value: float) -> str:
    """A number for a title, a power of ten in mathematics."""
    mantissa, _, exponent = f"{value:.4g}".partition("e")
    return rf"{mantissa}\cdot10^{{{int(exponent)}}}" if exponent else mantissa
