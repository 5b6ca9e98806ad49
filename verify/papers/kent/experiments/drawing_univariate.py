"""The drawings of kent's experiments on the univariate mean, from the rows of their sweeps."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from verify.papers.kent.experiments.sayings import grouped
from verify.papers.kent.experiments.sweep_univariate import THREE_BINS
from verify.site.drawing.style import BLUE, GREEN, GREY, ORANGE, PURPLE, SETTINGS
from verify.study.experiments.figures import Row

LINES = {
    0.5: (PURPLE, (0, (1, 1.2)), "^"),
    1.0: (GREEN, (0, (4, 1.5, 1, 1.5)), "s"),
    2.0: (ORANGE, (0, (6, 2)), "D"),
    4.0: (BLUE, "-", "o"),
}
"""The colour, line and marker of each alpha."""

_SCHEMES = (
    ("ratio", "user level", BLUE, "-"),
    ("semi_user_ratio", "semi user", ORANGE, (0, (6, 2))),
    ("split_user_ratio", "split user", GREEN, (0, (4, 1.5, 1, 1.5))),
)
"""The schemes of Figure 2: the row's entry, its name, colour and line."""

_STYLES = "-", (0, (6, 2)), (0, (4, 1.5, 1, 1.5)), (0, (1, 1.2))
_PALEST = 0.75
"""Curves in an order get colours in an order, from dark on, no paler than this share of the map, and lines in turn."""

_Ends = defaultdict[Axes, list[tuple[float, float, str, str]]]
"""For each panel where its curves end, what they are called, and their colours."""

_THREE: dict[str, Any] = {"linewidth": 1.0, "marker": "x", "markersize": 5, "linestyle": "-"}
"""The look of three-bin votes: thin, with crosses, in the colour of the curve of one-bin votes."""

_LINE = 11.0
"""The height of a label, in points."""

_LINE_WIDTH = 0.01
"""A share that is safely within a line: 1.8 points, where a decade takes some 60."""

_ERROR = "mean squared error"


def figure5(rows: Sequence[Row]) -> Figure:
    """Least risk against T, one panel per n, one curve per alpha."""
    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(10, 4.8), layout="constrained")
        panels = figure.subplots(1, 2, sharey=True)
        ends: _Ends = defaultdict(list)
        curves = grouped(rows, "n", "epsilon")
        for axes, n in zip(panels, dict.fromkeys(key[0] for key in curves), strict=True):
            axes.set(xscale="log", yscale="log", xlabel="$T$, observations per user")
            axes.set_title(f"$n = {n}$", loc="left")
            for (users, eps), curve in curves.items():
                if users != n:
                    continue
                colour, line, marker = LINES[eps]
                places, values = [r["m"] for r in curve], [r["risk"] for r in curve]
                axes.plot(places, values, color=colour, linestyle=line, marker=marker, markersize=3.5)
                ends[axes].append((places[-1], values[-1], rf"$\alpha = {eps:g}$", colour))
            for (users, eps), curve in grouped(rows, "n", "epsilon", branch=THREE_BINS).items():
                if users == n:
                    places, values = [r["m"] for r in curve], [r["risk"] for r in curve]
                    axes.plot(places, values, color=LINES[eps][0], **_THREE)
                    ends[axes].append((places[-1], values[-1], rf"$\alpha = {eps:g}$, three bins", LINES[eps][0]))
            axes.set_xlim(80, 6e8)
            axes.set_xticks([10**k for k in range(2, 8)])
        figure.supxlabel(_accuracy(rows), fontsize=9)
        _label_all(figure, ends)
        panels[0].set_ylabel(rf"least {_ERROR} over $\Delta$")
    return figure


def figure2(rows: Sequence[Row]) -> Figure:
    """Ratios to full item level against T, one panel per alpha."""
    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(10, 7), layout="constrained")
        panels = figure.subplots(2, 2, sharex=True, sharey=True)
        ends: _Ends = defaultdict(list)
        for axes, ((eps,), curve) in zip(panels.flat, grouped(rows, "epsilon").items(), strict=True):
            axes.set(xscale="log", yscale="log")
            axes.set_title(rf"$\alpha = {eps:g}$", loc="left")
            places = [row["m"] for row in curve]
            for name, label, colour, line in _SCHEMES:
                values = [row[name] for row in curve]
                axes.plot(places, values, color=colour, linestyle=line)
                ends[axes].append((places[-1], values[-1], label, colour))
            for row_of, three in grouped(rows, "epsilon", branch=THREE_BINS).items():
                if row_of == (eps,):
                    axes.plot([r["m"] for r in three], [r["ratio"] for r in three], color=BLUE, **_THREE)
                    ends[axes].append((three[-1]["m"], three[-1]["ratio"], "three bins", BLUE))
            axes.set_xlim(90, 3.2e4)
        figure.supxlabel(_accuracy(rows), fontsize=9)
        _label_all(figure, ends)
        for axes in panels[-1]:
            axes.set_xlabel("$T$, observations per user")
        for axes in panels[:, 0]:
            axes.set_ylabel(f"{_ERROR}\nover that of full item level")
    return figure


def figure5_monte_carlo(rows: Sequence[Row]) -> Figure:
    """What the paper's program would plot, with two standard errors, next to the exact least risk."""
    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(10, 4.8), layout="constrained")
        curves = grouped(rows, "n", "epsilon")
        panels = figure.subplots(1, 2, sharey=True)
        ends: _Ends = defaultdict(list)
        for axes, n in zip(panels, dict.fromkeys(key[0] for key in curves), strict=True):
            axes.set(xscale="log", yscale="log", xlabel="$T$, observations per user")
            axes.set_title(f"$n = {n}$: exact least risk (line), what is plotted (marks)", loc="left", fontsize=10)
            for (users, eps), curve in curves.items():
                if users != n:
                    continue
                colour, line, marker = LINES[eps]
                places = [r["m"] for r in curve]
                exact, plotted = ([r[name] for r in curve] for name in ("risk", "plotted"))
                axes.plot(places, exact, color=colour, linestyle=line)
                # Two standard errors of the logarithm: the axis has no room for those of a value below its own error.
                factors = np.exp([2 * r["plotted_error"] / r["plotted"] for r in curve])
                bars = plotted * np.array([1 - 1 / factors, factors - 1])
                axes.errorbar(
                    places,
                    plotted,
                    yerr=bars,
                    color=colour,
                    linestyle="none",
                    marker=marker,
                    markersize=6,
                    markerfacecolor="white",
                    capsize=3,
                )
                for x, true, seen in zip(places, exact, plotted, strict=True):
                    if seen < true / 2:
                        axes.annotate(
                            f"{seen / true:.2f}",
                            (x, seen),
                            (9, 0),
                            textcoords="offset points",
                            va="center",
                            color=colour,
                            fontsize=9,
                        )
                ends[axes].append((places[-1], exact[-1], rf"$\alpha = {eps:g}$", colour))
            axes.set_xlim(places[0] / 2, places[-1] * 8)
            axes.margins(y=0.12)
        figure.supxlabel(
            "numbers: what is plotted over the exact least risk, where below 1/2; bars: two standard errors", fontsize=9
        )
        _label_all(figure, ends)
        panels[0].set_ylabel(rf"least {_ERROR} over $\Delta$")
    return figure


def figure6(rows: Sequence[Row]) -> Figure:
    """Risk against C, one panel per alpha, one curve per shape of the Beta law."""
    return _by_constant(rows, "shape", "p", (1, 3))


def figure7(rows: Sequence[Row]) -> Figure:
    """Risk against C, one panel per alpha, one curve per n."""
    return _by_constant(rows, "n", "n", (2, 2))


def figure8(rows: Sequence[Row]) -> Figure:
    """Risk against C, one panel per alpha, one curve per T."""
    return _by_constant(rows, "m", "T", (2, 2))


def _by_constant(rows: Sequence[Row], name: str, letter: str, shape: tuple[int, int]) -> Figure:
    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(11, 4.4) if shape[0] == 1 else (10, 7.4), layout="constrained")
        panels = figure.subplots(*shape, sharex=True, sharey=True, squeeze=False)
        ends: _Ends = defaultdict(list)
        curves = grouped(rows, "epsilon", name)
        varied = list(dict.fromkeys(key[1] for key in curves))
        for axes, eps in zip(panels.flat, dict.fromkeys(key[0] for key in curves), strict=True):
            axes.set(yscale="log", xlim=(0, 1.03 if shape[0] == 1 else 1.5), xticks=(0, 0.2, 0.4, 0.6, 0.8, 1))
            axes.set_title(rf"$\alpha = {eps:g}$", loc="left")
            for value in varied:
                curve = curves[eps, value]
                colour, line = _look(varied, value)
                places, risks = [row["constant"] for row in curve], [row["risk"] for row in curve]
                axes.plot(places, risks, color=colour, linestyle=line, label=f"${letter} = {value:g}$")
                best = int(np.argmin(risks))
                axes.plot(places[best], risks[best], color=colour, marker="o", markersize=4.5)
                ends[axes].append((places[-1], risks[-1], f"${letter} = {value:g}$", colour))
                three = grouped(rows, "epsilon", name, branch=THREE_BINS).get((eps, value), [])
                if three:
                    places, risks = [row["constant"] for row in three], [row["risk"] for row in three]
                    label = f"${letter} = {value:g}$, three bins"
                    axes.plot(places, risks, color=colour, **_THREE, label=label)
                    ends[axes].append((places[-1], risks[-1], label, colour))
            axes.axvline(0.5 if eps <= 1 else 0.25, color=GREY, linewidth=1, linestyle=":", zorder=0)
        if shape[0] == 1:
            # The curves end together: only a legend tells them apart.
            panels.flat[0].legend(*panels.flat[-1].get_legend_handles_labels(), loc="lower left", fontsize=9)
        else:
            _label_all(figure, ends)
        legend = "$C$ (dots: the least; dotted line: the paper's choice)"
        figure.supxlabel(f"{legend}\n{_accuracy(rows)}", fontsize=10)
        for axes in panels[:, 0]:
            axes.set_ylabel(_ERROR)
    return figure


def _look(varied: Sequence[float], value: float) -> tuple[str, object]:
    """Of one among curves in an order: printed in grey, they go from dark to light."""
    place = varied.index(value)
    shade = mpl.colormaps["plasma"](_PALEST * place / max(len(varied) - 1, 1))
    return mpl.colors.to_hex(shade), _STYLES[place % len(_STYLES)]


def _accuracy(rows: Sequence[Row]) -> str:
    """How far off the risks may be, as a share: what an error bar would show."""
    worst = max(row["error"] / row["risk"] for row in rows)
    seen = ", less than a line is wide" if worst < _LINE_WIDTH else ""
    return f"numerical errors are at most {100 * worst:.2g}%{seen}"


def _label_all(figure: Figure, ends: _Ends) -> None:
    """The labels of all panels, once the shared axis has its range and the panels their places."""
    figure.draw_without_rendering()
    for axes, labels in ends.items():
        _labels(axes, labels, axes.bbox.height * 72 / figure.dpi)


def _labels(axes: Axes, ends: Sequence[tuple[float, float, str, str]], height: float) -> None:
    """A label for the end (x, y, text, colour) of each curve, apart from each other; `height` of the panel in points.

    Thin lines lead to them where one had to move.
    """
    low, high = np.log(axes.get_ylim())
    ordered = sorted(ends, key=lambda end: end[1])
    places = [height * (np.log(y) - low) / (high - low) for _, y, _, _ in ordered]
    spread = _spread(places, height)
    moved = any(abs(place - own) > _LINE for place, own in zip(spread, places, strict=True))
    for (x, y, text, colour), place, own in zip(ordered, spread, places, strict=True):
        line = {"arrowstyle": "-", "color": colour, "linewidth": 0.5, "relpos": (0, 0.5), "shrinkA": 1, "shrinkB": 2}
        axes.annotate(
            text,
            (x, y),
            (22 if moved else 6, place - own),
            textcoords="offset points",
            color=colour,
            va="center",
            annotation_clip=False,
            fontsize=9,
            arrowprops=line if moved else None,
        )


def _spread(places: Sequence[float], height: float) -> list[float]:
    """Rising places moved to at least a line's distance, half up and half down, no higher than `height`."""
    up, down = list(places), list(places)
    for i in range(1, len(up)):
        up[i] = max(up[i], up[i - 1] + _LINE)
    for i in range(len(down) - 2, -1, -1):
        down[i] = min(down[i], down[i + 1] - _LINE)
    found = [(a + b) / 2 for a, b in zip(up, down, strict=True)]
    found[-1] = min(found[-1], height)
    for i in range(len(found) - 2, -1, -1):
        found[i] = min(found[i], found[i + 1] - _LINE)
    return found
