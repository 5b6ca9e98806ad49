"""kent Figure 1: the regimes of user level next to item level over (T, n alpha^2/d), from the symbolic rates.

Each point's regime is found twice, by comparing the rates there and by the borders solved for T; both are in its row.
"""

from collections.abc import Callable, Sequence
from functools import cache

import matplotlib as mpl
import numpy as np
import sympy
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from upperbounds.channels.arrays import FloatArray
from verify.papers.kent.s4_2_figure1 import BALL, BORDERS, RATES, SIZE, SPARSE, SPARSITY, T, Y, bordered, compared
from verify.site.drawing.style import ORANGE, SETTINGS, SKY
from verify.study.experiments.figures import Judge, Row, Saying
from verify.study.experiments.sweep import Cell
from verify.study.experiments.sweep import Row as NewRow

LEVELS, _SAMPLES = (-2.5, 1.5), (0.0, 12.0)
"""The decades of n alpha^2/d and of T."""

_ORDER = ("better", "equal", "worse")
_COLOURS = {"better": SKY, "equal": "#EEEEEE", "worse": ORANGE}
_TOLD = {"better": "user level better", "equal": "equal", "worse": "user level worse"}
_TITLES = {BALL: "(a) mean in the $\\ell_2$ ball", SPARSE: f"(b) sparse mean, $d/s = {SIZE / SPARSITY}$"}


def cells(scale: str) -> list[Cell]:
    """A grid of points for either panel, no point on a border; the paper's scale is finer."""
    steps = 97 if scale == "paper" else 41
    return [
        {"panel": panel, "level": float(10**level), "m": float(10**power)}
        for panel in (BALL, SPARSE)
        for level in np.linspace(*LEVELS, steps)
        for power in np.linspace(*_SAMPLES, steps)
    ]


@cache
def _functions(panel: str) -> tuple[Callable[..., float], ...]:
    rates, borders = RATES[panel], BORDERS[panel]
    expressions = (rates.lower, rates.upper, rates.item, *borders.better, borders.worse)
    return tuple(sympy.lambdify((Y, T), expression, "math") for expression in expressions)


def figure1(cell: Cell) -> NewRow:
    """The rates at a point, what they say, and what the borders say."""
    y, samples = cell["level"], cell["m"]
    lower, upper, item, first, last, worse = (float(f(y, samples)) for f in _functions(cell["panel"]))
    return {
        "lower": lower,
        "upper": upper,
        "item": item,
        "regime": compared(lower, upper, item),
        "by_borders": bordered(first, last, worse, samples),
    }


def draw(rows: Sequence[Row]) -> Figure:
    """A panel each for the ball and for sparse means: the regions by the rates, lines where the borders are."""
    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(10, 4.8), layout="constrained")
        for axes, panel in zip(figure.subplots(1, 2, sharey=True), (BALL, SPARSE), strict=True):
            chosen = [row for row in rows if row["panel"] == panel]
            levels, samples = (sorted({row[name] for row in chosen}) for name in ("level", "m"))
            codes = {(row["level"], row["m"]): _ORDER.index(row["regime"]) for row in chosen}
            table = [[codes[level, m] for m in samples] for level in levels]
            colours = ListedColormap([_COLOURS[name] for name in _ORDER])
            axes.pcolormesh(samples, levels, table, cmap=colours, vmin=0, vmax=2, shading="nearest", rasterized=True)
            fine = np.geomspace(levels[0], levels[-1], 400)
            first, last, worse = (_places(border, fine) for border in (*BORDERS[panel].better, BORDERS[panel].worse))
            inside = first <= last
            for border in (np.where(inside, first, np.nan), np.where(inside, last, np.nan), worse):
                axes.plot(border, fine, color="black", linewidth=1.2)
            # The theorems ask for n alpha^2 of at least d, or s, up to logarithms.
            least = 1 if panel == BALL else float(SPARSITY / SIZE)
            axes.axhspan(levels[0], least, facecolor="white", alpha=0.65, linewidth=0)
            axes.axhline(least, color="black", linewidth=0.8, linestyle=":")
            axes.set(
                xscale="log", yscale="log", xlabel="$T$", xlim=(samples[0], samples[-1]), ylim=(levels[0], levels[-1])
            )
            axes.set_title(_TITLES[panel], loc="left")
            axes.grid(visible=False)
        figure.axes[0].set_ylabel(r"$n\alpha^2/d$")
        patches = [Patch(color=_COLOURS[name], label=_TOLD[name]) for name in _ORDER]
        figure.legend(handles=patches, loc="outside upper center", ncols=3)
        figure.supxlabel(
            "from rates without constants and logarithms, equal up to a factor 2; lines: the borders solved for T; pale:"
            " the theorems' assumption fails",
            fontsize=8,
        )
    return figure


def _places(border: sympy.Expr, levels: FloatArray) -> FloatArray:
    """The border's T at some levels, nothing where there is none."""
    function = sympy.lambdify((Y,), border, "math")
    found = np.array([float(function(level)) for level in levels])
    return np.where(np.isfinite(found) & (found > 0), found, np.nan)


def _regimes(rows: Sequence[Row], panel: str) -> list[Row]:
    return [row for row in rows if row["panel"] == panel]


def _told(rows: Sequence[Row]) -> str:
    counts = ", ".join(f"{sum(row['regime'] == name for row in rows)} {name}" for name in _ORDER)
    apart = sum(row["regime"] != row["by_borders"] for row in rows)
    return f"of {len(rows)} points {counts}; the borders say otherwise at {apart}"


def _agree(rows: Sequence[Row]) -> bool:
    return all(row["regime"] == row["by_borders"] for row in rows)


def ball(rows: Sequence[Row]) -> Saying:
    """Never better in the ball, and equivalent up to some T."""
    chosen = _regimes(rows, BALL)
    never = not any(row["regime"] == "better" for row in chosen)
    lines: dict[float, list[tuple[float, str]]] = {}
    for row in chosen:
        lines.setdefault(row["level"], []).append((row["m"], row["regime"]))
    # Equal before worse, as T grows.
    ordered = all(
        [regime for _, regime in sorted(line)] == sorted(regime for _, regime in line) for line in lines.values()
    )
    return Saying(
        "kent/figure1/a",
        "4.2",
        "for estimation on an l_2-ball, user-level is never better than item-level, with equivalent performance as long as T is not too large",
        "better at no point, equal from T = 1 up to some T, worse beyond; comparing rates and solved borders agree at every point",
        _told(chosen),
        never and ordered and _agree(chosen),
    )


def sparse(rows: Sequence[Row]) -> Saying:
    """Better in certain regimes for sparse means."""
    chosen = _regimes(rows, SPARSE)
    better = [row for row in chosen if row["regime"] == "better" and row["level"] >= SPARSITY / SIZE]
    return Saying(
        "kent/figure1/b",
        "4.2",
        "in Figure 1b, the behaviour where user-level outperforms item-level in certain regimes is apparent",
        "better at some points where n alpha^2 is s or more; comparing rates and solved borders agree at every point",
        _told(chosen),
        bool(better) and _agree(chosen),
    )


KENT1: tuple[Judge, ...] = (ball, sparse)
