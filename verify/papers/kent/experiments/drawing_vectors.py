"""The drawing of kent's experiments on the multivariate mean, from the rows of their sweeps."""

from collections.abc import Sequence

import matplotlib as mpl
from matplotlib.figure import Figure

from verify.papers.kent.experiments.sweep_vectors import HIGH
from verify.site.drawing.style import BLUE, GREEN, GREY, ORANGE, SETTINGS
from verify.study.experiments.figures import Row

_SCHEMES = (
    ("semi_user", "semi-user-level", GREY, "s"),
    ("linf", r"user level, $\ell_\infty$", ORANGE, "^"),
    ("l2", r"user level, $\ell_2$", BLUE, "o"),
    ("full_item", "full-item-level", GREEN, "D"),
)
_SETTINGS = {1: "axis", 2: "sphere"}


def figure2(rows: Sequence[Row]) -> Figure:
    """Risks by setting and alpha, one panel per d; open marks are those of the algorithms for large alpha."""
    with mpl.rc_context(SETTINGS):
        dimensions = list(dict.fromkeys(row["d"] for row in rows))
        figure = Figure(figsize=(3.0 + 3.6 * len(dimensions), 4.8), layout="constrained")
        panels = figure.subplots(1, len(dimensions), sharey=True, squeeze=False)[0]
        for axes, d in zip(panels, dimensions, strict=True):
            here = [row for row in rows if row["d"] == d]
            places = list(dict.fromkeys((row["setting"], row["epsilon"]) for row in here))
            for row in here:
                x = places.index((row["setting"], row["epsilon"]))
                high = row["algorithms"] == HIGH
                for k, (name, label, colour, marker) in enumerate(_SCHEMES):
                    if not high and name not in ("linf", "l2"):
                        continue
                    axes.plot(
                        x + 0.12 * (k - 1.5),
                        row[name],
                        color=colour,
                        marker=marker,
                        linestyle="none",
                        markersize=6,
                        markerfacecolor=colour if high else "white",
                        label=label if high and x == 0 else "_",
                    )
            axes.set(yscale="log", xlim=(-0.6, len(places) - 0.4))
            axes.set_xticks(range(len(places)), [f"{_SETTINGS[s]}\n$\\alpha = {a:g}$" for s, a in places])
            axes.set_title(f"$d = {d}$", loc="left")
            axes.grid(visible=False, axis="x")
        panels[0].set_ylabel("mean squared error")
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside upper center", ncols=4, fontsize=9)
        figure.supxlabel("data on an axis or on the sphere (filled: Algorithms 4 and 5, open: 12 and 13)", fontsize=9)
    return figure
