"""The drawings of kent's experiments on mixtures, from the rows of their sweeps."""

from collections.abc import Sequence
from typing import Literal

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from verify.papers.kent.experiments.sweep_mixture import LISTED, NEAREST
from verify.site.drawing.style import BLUE, GREEN, GREY, ORANGE, SETTINGS
from verify.study.experiments.figures import Row

_COLOURS = (BLUE, ORANGE, GREEN, GREY)
_LETTERS = {"n": "$n$", "m": "$T$"}
_STYLES: dict[Literal["-", "--", ":"], str] = {
    "-": "votes for the nearest centre, one deviation either side",
    "--": "votes as printed",
    ":": "the truth",
}


def figure(rows: Sequence[Row]) -> Figure:
    """Each component's mean and a deviation either side along n or T; dashed the votes as printed, dotted the truth."""
    with mpl.rc_context(SETTINGS):
        places = list(dict.fromkeys((row["axis"], row["epsilon"]) for row in rows))
        drawn = Figure(figsize=(1.4 + 3.2 * len(places), 4.4), layout="constrained")
        panels = drawn.subplots(1, len(places), sharey=True, squeeze=False)[0]
        for axes, (axis, epsilon) in zip(panels, places, strict=True):
            for votes, style in ((NEAREST, "-"), (LISTED, "--")):
                here = [r for r in rows if (r["axis"], r["epsilon"], r["votes"]) == (axis, epsilon, votes)]
                x = np.array([row[axis] for row in here])
                for k, colour in enumerate(_COLOURS, start=1):
                    if here[0].get(f"truth{k}") is None:
                        continue
                    mean, spread = (np.array([row[f"{name}{k}"] for row in here]) for name in ("mean", "deviation"))
                    axes.plot(x, mean, style, color=colour)
                    if votes == NEAREST:
                        axes.fill_between(x, mean - spread, mean + spread, color=colour, alpha=0.2, linewidth=0)
                        axes.axhline(here[0][f"truth{k}"], color=colour, linestyle=":", linewidth=0.8)
            axes.set(ylim=(-1.5, 1.5), xlabel=_LETTERS[axis])
            axes.set_title(rf"$\alpha = {epsilon:g}$", loc="left")
        panels[0].set_ylabel("estimates of the components' means")
        shown = [Line2D([], [], color="black", linestyle=style, label=told) for style, told in _STYLES.items()]
        drawn.legend(handles=shown, loc="outside upper center", ncols=len(shown), fontsize=9)
    return drawn
