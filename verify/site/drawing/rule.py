"""A fitted rule as a picture: what it says over its public box of one or two features, and nothing else of the data."""

from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from notation.parameters import ParameterError
from upperbounds.channels.arrays import FloatArray
from upperbounds.classification.classifiers import BinClassifier, Rule
from upperbounds.classification.grid import Grid
from upperbounds.regression.regressors import NeighbourRegressor, PrivateRegressor
from verify.site.drawing.style import BLUE, GREEN, GREY, ORANGE, PURPLE, SETTINGS, SKY

COLORS = (BLUE, ORANGE, GREEN, PURPLE, SKY, "#F0E442", "#999999", "#000000")
"""Of classes, in their order: as many as eyes tell apart."""

_MOST_CELLS = {1: 4000, 2: 500}
_NEIGHBOURS = {1: 1000, 2: 64}
"""Places along an axis: of cells at most, and those at which neighbours are looked up."""
_MOST_LINES = 60


def draw(rule: Any, features: Sequence[str], label: str, title: str) -> Figure:
    """The rule over its box: classes and their shares, or values; `features` and `label` name the axes.

    Cells are drawn as they are, up to some hundred along an axis. Raises ParameterError for more than two features or
    more than 8 classes.
    """
    classes = rule.classes_ if isinstance(rule, BinClassifier) else ()
    check(len(features), len(classes))
    edges = edges_of(rule, len(features))
    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(7.2, 4.4) if len(edges) == 1 else (7.2, 5.6), layout="constrained")
        axes = figure.subplots()
        if len(edges) == 1:
            (_shares if len(classes) else _curve)(axes, rule, edges[0], label)
        elif len(classes):
            _regions(axes, rule, edges, label)
        else:
            _surface(figure, axes, rule, edges, label)
        axes.set_xlim(edges[0][0], edges[0][-1])
        axes.set_xlabel(features[0], parse_math=False)
        if len(edges) == 2:
            axes.grid(visible=False)
            axes.set_ylim(edges[1][0], edges[1][-1])
            axes.set_ylabel(features[1], parse_math=False)
        axes.set_title(title, loc="left", fontsize=10, parse_math=False)
    return figure


def check(features: int, classes: int) -> None:
    """Raise ParameterError for more features than a picture has axes, or more classes than it has colours."""
    if features > 2:
        raise ParameterError(f"--plot: a rule of {features} features; one or two are drawn")
    if classes > len(COLORS):
        raise ParameterError(f"--plot: {classes} classes; at most {len(COLORS)} can be distinguished in a picture")


def edges_of(rule: Rule, d: int) -> list[FloatArray]:
    """The ends of what is drawn in one colour along each axis: the cells of the rule, where they are few enough."""
    box = Grid.equal(rule.lower, rule.upper, d, 1).edges  # type: ignore[attr-defined]
    if isinstance(rule, NeighbourRegressor):
        return [np.linspace(low, high, _NEIGHBOURS[d] + 1) for low, high in box]
    grid: Grid = rule.grid_  # type: ignore[attr-defined]
    most = _MOST_CELLS[d]
    return [
        np.asarray(cells) if len(cells) <= most + 1 else np.linspace(cells[0], cells[-1], most + 1)
        for cells in grid.edges
    ]


def middles(edges: Sequence[FloatArray]) -> FloatArray:
    """The middles of all cells, (cells, d), the last axis first to run."""
    axes = np.meshgrid(*((x[1:] + x[:-1]) / 2 for x in edges), indexing="ij")
    return np.stack([x.ravel() for x in axes], axis=1)


def _cut(axes: Axes, edges: Sequence[FloatArray], rule: Rule) -> None:
    """Where one cell ends and the next begins, where there are few of them."""
    if isinstance(rule, NeighbourRegressor):
        return
    for lines, along in zip((axes.axvline, axes.axhline), edges, strict=False):
        if len(along) - 2 <= _MOST_LINES:
            for x in along[1:-1]:
                lines(float(x), color="white" if len(edges) == 2 else "#DDDDDD", linewidth=0.5, zorder=1.5)


def _named(axes: Axes, handles: Sequence[Any], names: Sequence[str], title: str) -> None:
    """A legend next to the axes, whose names are shown as they are."""
    legend = axes.legend(
        handles, [str(i) for i in range(len(names))], title=" ", fontsize=8, loc="upper left", bbox_to_anchor=(1, 1)
    )
    for text, name in zip((legend.get_title(), *legend.get_texts()), (title, *names), strict=True):
        text.set_parse_math(False)
        text.set_text(name)


def _shares(axes: Axes, rule: BinClassifier, edges: FloatArray, label: str) -> None:
    at = middles([edges])
    shares, chosen = rule.predict_proba(at), np.searchsorted(rule.classes_, rule.predict(at))
    _cut(axes, [edges], rule)
    lines = [
        axes.stairs(shares[:, k], edges, baseline=None, color=color, linewidth=1.8)
        for k, color in zip(range(len(rule.classes_)), COLORS, strict=False)
    ]
    # A strip below the shares shows which class is predicted; neighbours of one class are one piece.
    starts = np.flatnonzero(np.diff(chosen, prepend=-1))
    for start, stop in zip(starts, [*starts[1:], len(chosen)], strict=True):
        axes.fill_between([edges[start], edges[stop]], -0.09, -0.03, color=COLORS[chosen[start]], linewidth=0, zorder=3)
    axes.set_ylim(-0.1, 1.02)
    axes.set_ylabel("estimated share; strip: class predicted")
    _named(axes, lines, [str(name) for name in rule.classes_], label)


def _curve(axes: Axes, rule: Any, edges: FloatArray, label: str) -> None:
    at = middles([edges])
    values = rule.predict(at)
    if isinstance(rule, NeighbourRegressor):
        handles: list[Any] = list(axes.plot(at[:, 0], values, color=BLUE))
    else:
        _cut(axes, [edges], rule)
        handles = [axes.stairs(values, edges, baseline=None, color=BLUE, linewidth=1.8)]
    names = ["fitted"]
    if isinstance(rule, PrivateRegressor):
        spread = 2 * rule.deviations(at)
        low, high = (np.append(end, end[-1]) for end in (values - spread, values + spread))
        axes.fill_between(edges, low, high, step="post", color=BLUE, alpha=0.18, linewidth=0)
        handles.append(Patch(color=BLUE, alpha=0.18))
        names.append("2 deviations,\nby sampling\nand privacy")
    axes.set_ylabel(label, parse_math=False)
    _named(axes, handles, names, "")


def _regions(axes: Axes, rule: BinClassifier, edges: Sequence[FloatArray], label: str) -> None:
    at, K = middles(edges), len(rule.classes_)
    shares, chosen = rule.predict_proba(at), np.searchsorted(rule.classes_, rule.predict(at))
    # The paler, the closer the largest share is to that of classes which are all alike.
    lead = np.clip((shares[np.arange(len(at)), chosen] - 1 / K) / (1 - 1 / K), 0, 1)
    own = np.array([to_rgb(color) for color in COLORS[:K]])[chosen]
    strength = (0.25 + 0.75 * lead)[:, None]
    shape = tuple(len(x) - 1 for x in edges)
    axes.pcolormesh(*edges, (1 - strength * (1 - own)).reshape(*shape, 3).swapaxes(0, 1), rasterized=True)
    _cut(axes, edges, rule)
    _named(axes, [Patch(color=color) for color in COLORS[:K]], [str(name) for name in rule.classes_], label)
    axes.text(1.02, 0.02, "paler: a smaller\nestimated share", transform=axes.transAxes, fontsize=8, color=GREY)


def _surface(figure: Figure, axes: Axes, rule: Any, edges: Sequence[FloatArray], label: str) -> None:
    values = rule.predict(middles(edges)).reshape(tuple(len(x) - 1 for x in edges))
    mesh = axes.pcolormesh(*edges, values.T, cmap="cividis", rasterized=True)
    _cut(axes, edges, rule)
    figure.colorbar(mesh, ax=axes).set_label(label, parse_math=False)
