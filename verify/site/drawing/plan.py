"""A plan of a study as a picture: errors against what is looked for, and what is needed against m."""

from math import isfinite

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from verify.site.drawing.style import BLUE, GREEN, GREY, ORANGE, PURPLE, SETTINGS, SKY
from verify.study.plan import ALONG, StudyPlan, Tradeoff, bound_value

_LINES = tuple(
    (color, style) for style in ("-", (0, (5, 2)), (0, (1, 1.5))) for color in (BLUE, ORANGE, GREEN, PURPLE, SKY)
)
_BOUNDS, _LOWER = 120, 16
"""Points of a curve: of bounds, and of lower bounds, which take longer."""


def draw(found: StudyPlan) -> Figure:
    """Bounds of private estimators and the lower bound against what is looked for; below, the trade-off against m."""
    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(9.0, 6.2 if found.tradeoff else 4.4), layout="constrained")
        if found.tradeoff:
            above, below = figure.subplots(2, 1, height_ratios=(3, 2))
            _needs(below, found, found.tradeoff)
        else:
            above = figure.subplots()
        _errors(above, found)
        at, names = found.setting, (*found.problem.counts, "epsilon")
        fixed = ", ".join(f"{name} = {getattr(at, name):g}" for name in names if name != found.free)
        above.set_title(f"{found.problem.name}: {found.problem.about(at)}\n{fixed}", loc="left", fontsize=10)
    return figure


def _span(found: StudyPlan) -> tuple[float, float]:
    """The values of what is looked for that are worth seeing."""
    seen = [float(reach.answer.at) for reach in found.reaches if reach.answer and reach.estimator.protects_users]
    if found.floor.refuted and found.floor.after:
        seen.append(float(found.floor.refuted.at))
    ladder = found.ladder
    least, most = float(ladder.at(0)), float(ladder.at(ladder.top))
    if not seen:
        return (0.1, 10.0) if found.free == "epsilon" else (1.0, 1e6)
    return max(min(seen) / 10, least), min(max(max(seen) * 10, min(seen) * 100), most)


def _along(found: StudyPlan, points: int) -> list[int | float]:
    """Values that the command line can be given too."""
    ladder = found.ladder
    return list(dict.fromkeys(ladder.at(ladder.rung(value)) for value in np.geomspace(*_span(found), points)))


def _errors(axes: Axes, found: StudyPlan) -> None:
    values = _along(found, _BOUNDS)
    told = np.vectorize(found.problem.told, otypes=[float])
    most = found.problem.told(found.problem.trivial(found.setting))
    private = [reach for reach in found.reaches if reach.estimator.protects_users]
    for reach, (color, style) in zip(private, _LINES, strict=False):
        errors = told([bound_value(found.problem, reach.estimator, found.at(value)) for value in values])
        # A bound above the error of a constant estimate is trivial.
        errors[errors > most] = np.nan
        if np.isnan(errors).all():
            continue
        star = "*" if reach.estimator.needs_one_law else ""
        axes.plot(values, errors, color=color, linestyle=style, label=f"{reach.estimator.name}{star}")
        if reach.answer:
            axes.plot(reach.answer.at, told(reach.answer.value), "o", color=color, markersize=6)
            if reach.risk and isfinite(reach.risk.value):
                axes.plot(reach.answer.at, told(reach.risk.value), "x", color=color, markersize=6)
    few = _along(found, _LOWER)
    lower = told([max(bound.value for bound in found.problem.lower(found.at(value))) for value in few])
    axes.fill_between(few, lower, 0, color=GREY, alpha=0.2, linewidth=0, label="impossible, by the lower bound")
    axes.axhline(found.target, color=GREY, linewidth=1, linestyle=(0, (2, 2)), label="target")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(values[0], values[-1])
    axes.set_xlabel(found.free)
    axes.set_ylabel(found.problem.measure)
    axes.plot([], [], "o", color=GREY, label="sufficient, by the bound")
    axes.plot([], [], "x", color=GREY, label="its risk there")
    axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1, 1))


def _needs(axes: Axes, found: StudyPlan, trade: Tradeoff) -> None:
    axes.set_xscale("log")
    axes.set_yscale("log")
    if trade.points:
        places, needs = zip(*((point.m, point.needs) for point in trade.points), strict=True)
        axes.step(
            places, needs, where="post", color=BLUE, marker="o", markersize=3, label="sufficient, by the best bound"
        )
    if trade.enough:
        axes.axvline(trade.enough.m, color=GREEN, linewidth=1, linestyle=(0, (2, 2)), label="more m hardly helps")
    if trade.floor.refuted:
        told = "too small for every m" if trade.most > ALONG[-1] else f"too small with m = {trade.most:g}"
        axes.axhspan(0, trade.floor.refuted.at, color=GREY, alpha=0.2, linewidth=0, label=told)
    if found.free == "m":
        axes.axhline(found.setting.n, color=ORANGE, linewidth=1, label=f"n = {found.setting.n:g}")
    else:
        axes.axvline(found.setting.m, color=ORANGE, linewidth=1, label=f"m = {found.setting.m:g}")
    axes.set_xlim(ALONG[0], ALONG[-1])
    axes.set_xlabel("m")
    axes.set_ylabel(trade.free)
    axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1, 1))
