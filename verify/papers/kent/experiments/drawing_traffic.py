"""The drawing of kent's Figure 4, from the rows of its sweep."""

import textwrap
from collections.abc import Sequence

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from verify.papers.kent.experiments.sweep_traffic import RACE, SEARCH
from verify.site.drawing.style import BLUE, GREEN, ORANGE, PURPLE, SETTINGS, SKY
from verify.study.experiments.figures import Row

_SCHEMES = (
    ("full_item", "full item", PURPLE, (0, (1, 1.2)), "^"),
    ("user_level", "user level (Algorithms 2, 4)", BLUE, "-", "o"),
    ("user_level_general", "user level (Algorithms 10, 12)", SKY, (0, (6, 2, 1, 2)), "x"),
    ("semi_user", "semi user", ORANGE, (0, (6, 2)), "D"),
    ("one_item", "one item", GREEN, (0, (4, 1.5, 1, 1.5)), "s"),
)
"""The row's entry, its name, colour, line and marker."""


def figure4(rows: Sequence[Row]) -> Figure:
    """Left, a panel per alpha: errors times alpha^2 against T; right: errors of the races' shares against alpha."""
    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(12, 6.4), layout="constrained")
        panels = figure.subplot_mosaic([["0", "1", "r"], ["2", "3", "r"]], width_ratios=(1, 1, 1.2))
        left = [row for row in rows if row["panel"] == SEARCH]
        alphas = list(dict.fromkeys(row["epsilon"] for row in left))
        for place, eps in enumerate(alphas):
            axes, curve = panels[str(place)], [row for row in left if row["epsilon"] == eps]
            axes.set(yscale="log", xlabel="$T$, stops per officer", ylabel=r"mean squared error $\times\ \alpha^2$")
            axes.set_title(rf"searches, $\alpha = {eps:g}$", loc="left")
            for name, _label, colour, line, marker in _SCHEMES:
                values = [row[name] * eps**2 for row in curve]
                axes.plot(
                    [row["m"] for row in curve], values, color=colour, linestyle=line, marker=marker, markersize=3.5
                )
        bars, right = panels["r"], [row for row in rows if row["panel"] == RACE]
        bars.set(yscale="log", ylabel="mean squared error", xlabel=r"$\alpha$")
        bars.set_title(f"races, $T = {right[0]['m']}$", loc="left")
        places = np.arange(len(right))
        for k, (name, label, colour, _line, marker) in enumerate(_SCHEMES):
            bars.plot(
                places + 0.12 * (k - 2),
                [row[name] for row in right],
                color=colour,
                linestyle="none",
                marker=marker,
                markersize=7,
                label=label,
            )
        bars.set_xticks(places, [f"{row['epsilon']:g}" for row in right])
        figure.legend(loc="outside upper center", ncols=5, fontsize=9)
        figure.supxlabel(
            "\n".join(textwrap.wrap(rows[0]["told"], 150)) + ".\nErrors are exact given the stops.", fontsize=9
        )
    return figure
