"""The drawings of kent's experiments on sparse means, from the rows of their sweeps."""

from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from verify.papers.kent.experiments.sweep_sparse import CONSTANTS, GROWING, HALF, MORE, WHOLE
from verify.site.drawing.style import BLUE, GREEN, GREY, ORANGE, SETTINGS
from verify.study.experiments.figures import Row

_COLOURS = (GREY, GREEN, ORANGE, BLUE)
_STYLES = {MORE: "-", WHOLE: "--"}
_TOLD = {
    HALF: r"half of the $\epsilon$ of (37)",
    MORE: r"0.6 of the $\epsilon$ of (37)",
    WHOLE: r"the $\epsilon$ of (37)",
}


def _levels(rows: Sequence[Row]) -> dict[float, str]:
    """A colour for each alpha."""
    return dict(zip(dict.fromkeys(row["epsilon"] for row in rows), _COLOURS, strict=False))


def _legend(figure: Figure, rows: Sequence[Row], styles: dict[str, str]) -> None:
    """Colours for alpha, line styles for what they are."""
    shown = [Line2D([], [], color=c, label=f"$\\alpha = {level:g}$") for level, c in _levels(rows).items()]
    shown += [Line2D([], [], color="black", label=told, ls=style) for told, style in styles.items()]
    figure.legend(handles=shown, loc="outside upper center", ncols=len(shown), fontsize=9)


def _logarithmic(axes: Axes, values: Sequence[float]) -> None:
    """A logarithmic axis with these values as they are, in place of powers of ten."""
    axes.set_xscale("log")
    axes.set_xticks(values, [f"{value:g}" for value in values])
    axes.minorticks_off()


def _ribbon(axes: Axes, rows: Sequence[Row], along: str, errors: float, **look: Any) -> None:
    """Risks with a given number of standard errors either side."""
    x, risk, error = (np.array([row[name] for row in rows]) for name in (along, "risk", "standard_error"))
    axes.plot(x, risk, **look)
    axes.fill_between(x, risk - errors * error, risk + errors * error, color=look["color"], alpha=0.2, linewidth=0)


def figure3(rows: Sequence[Row]) -> Figure:
    """Risks against d, a panel for each threshold; dashed item level at its best threshold."""
    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(10.2, 4.8), layout="constrained")
        panels = figure.subplots(1, 2, sharey=True)
        for axes, share in zip(panels, (HALF, WHOLE), strict=True):
            for level, colour in _levels(rows).items():
                here = [row for row in rows if (row["epsilon"], row["share"]) == (level, share)]
                x = [row["d"] for row in here]
                _ribbon(axes, here, "d", 1.0, color=colour, marker="o", markersize=3)
                axes.plot(x, [row["item_best"] for row in here], color=colour, linestyle="--")
            axes.set(yscale="log", xlabel="$d$")
            _logarithmic(axes, sorted({row["d"] for row in rows if row["d"] in GROWING}))
            axes.set_title(f"user level at {_TOLD[share]}", loc="left", fontsize=10)
        panels[0].set_ylabel("mean squared error")
        _legend(figure, rows, {"user level": "-", "item level, best threshold": "--"})
    return figure


def figure9(rows: Sequence[Row]) -> Figure:
    """Probabilities against C, a panel for each d; dashed at the epsilon of (37), full at six tenths of it."""
    with mpl.rc_context(SETTINGS):
        dimensions = list(dict.fromkeys(row["d"] for row in rows))
        figure = Figure(figsize=(3.0 + 3.6 * len(dimensions), 4.6), layout="constrained")
        panels = figure.subplots(1, len(dimensions), sharey=True, squeeze=False)[0]
        for axes, d in zip(panels, dimensions, strict=True):
            for level, colour in _levels(rows).items():
                for share, style in _STYLES.items():
                    here = [r for r in rows if (r["d"], r["epsilon"], r["share"]) == (d, level, share)]
                    axes.plot(
                        [r["constant"] for r in here],
                        [r["found"] for r in here],
                        style,
                        color=colour,
                        marker="o",
                        markersize=3,
                    )
            axes.set(xlabel="$C$", ylim=(-0.02, 1.02))
            _logarithmic(axes, sorted({row["constant"] for row in rows if row["constant"] in CONSTANTS}))
            axes.set_title(f"$d = {d}$", loc="left")
        panels[0].set_ylabel("probability that a non-zero coordinate is chosen")
        _legend(figure, rows, {_TOLD[share]: style for share, style in _STYLES.items()})
    return figure


def figure10(rows: Sequence[Row]) -> Figure:
    """Risks against the assumed sparsity, a panel for each mean; dotted the part of the coordinates that are missed."""
    with mpl.rc_context(SETTINGS):
        means = list(dict.fromkeys(row["mean"] for row in rows))
        figure = Figure(figsize=(3.0 + 3.6 * len(means), 4.8), layout="constrained")
        panels = figure.subplots(1, len(means), squeeze=False)[0]
        for axes, mean in zip(panels, means, strict=True):
            for level, colour in _levels(rows).items():
                curve = [row for row in rows if (row["mean"], row["epsilon"]) == (mean, level)]
                _ribbon(axes, curve, "assumed", 2.0, color=colour, marker="o", markersize=3)
                x = [row["assumed"] for row in curve]
                axes.plot(x, [row["missed"] for row in curve], color=colour, linestyle=":")
            axes.set(xlabel="assumed sparsity", ylim=(0, None))
            axes.set_xticks(sorted({row["assumed"] for row in rows}))
            axes.set_title(f"means {mean:g} in four of 100 coordinates", loc="left", fontsize=10)
        panels[0].set_ylabel("mean squared error")
        _legend(figure, rows, {"error": "-", "its part from coordinates that are missed": ":"})
    return figure
