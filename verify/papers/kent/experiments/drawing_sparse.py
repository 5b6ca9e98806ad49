"""The drawing of kent's experiment on the clipping of hashed votes, from the rows of its sweep."""

from collections.abc import Sequence

import matplotlib as mpl
from matplotlib.figure import Figure

from verify.experiments.figures import Row
from verify.papers.kent.experiments.sweep_sparse import HALF
from verify.report.drawing.style import BLUE, GREEN, GREY, ORANGE, SETTINGS

_COLOURS = (GREY, GREEN, ORANGE, BLUE)


def figure9(rows: Sequence[Row]) -> Figure:
    """Chances against C, a panel for each d; dashed at the epsilon of (37), full at half of it."""
    with mpl.rc_context(SETTINGS):
        dimensions = list(dict.fromkeys(row["d"] for row in rows))
        levels = list(dict.fromkeys(row["epsilon"] for row in rows))
        figure = Figure(figsize=(3.0 + 3.6 * len(dimensions), 4.6), layout="constrained")
        panels = figure.subplots(1, len(dimensions), sharey=True, squeeze=False)[0]
        for axes, d in zip(panels, dimensions, strict=True):
            for level, colour in zip(levels, _COLOURS, strict=False):
                for share in dict.fromkeys(row["share"] for row in rows):
                    here = [r for r in rows if (r["d"], r["epsilon"], r["share"]) == (d, level, share)]
                    axes.plot(
                        [r["constant"] for r in here], [r["found"] for r in here], color=colour, marker="o", markersize=3,
                        linestyle="-" if share == HALF else "--", label=f"$\\alpha = {level:g}$" if share == HALF else "_",
                    )  # fmt: skip
            axes.set(xscale="log", xlabel="$C$", ylim=(-0.02, 1.02))
            axes.set_title(f"$d = {d}$", loc="left")
        panels[0].set_ylabel("chance that a non-zero coordinate is chosen")
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside upper center", ncols=4, fontsize=9)
    return figure
