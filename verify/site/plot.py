"""The plot of both sides of an inequality as a small SVG in the colours of the page, from the figure of the statement.

The curves, the variable on the axis and the places come from `verify.site.drawing.relation.draw`, which reads them
off the statement that is judged; here they are only set out again, so that a page stays light and follows the reader's
colours.
"""

import math
import re
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import Locator, LogLocator, MaxNLocator

from verify.site.terminal import unicode_text

_Array = npt.NDArray[np.float64]

WIDTH, LEFT, RIGHT = 460, 64, 12
_UPPER, _LOWER, GAP, _TOP, _BOTTOM = 190, 84, 28, 12, 52
FAR = 1e300
LETTER, _LINE_HEIGHT = 8.2, 16.0
"""How wide a digit and how high a number is, of the size that the style sheet gives them."""
_MARGIN = 8
"""Signs of a number for which the margin has room."""


@dataclass(frozen=True)
class Axis:
    """A scale from values to places on the page."""

    low: float
    high: float
    start: float
    stop: float
    logarithmic: bool

    def __call__(self, values: _Array | float) -> Any:
        """Places of values, clipped a little outside the frame."""
        low, high = (math.log10(e) if self.logarithmic else e for e in (self.low, self.high))
        with np.errstate(all="ignore"):
            inner = np.log10(values) if self.logarithmic else np.asarray(values, dtype=float)
        share = np.clip((inner - low) / (high - low), -0.05, 1.05)
        return self.start + share * (self.stop - self.start)

    def ticks(self, most: int) -> list[float]:
        """Round values inside the scale."""
        if self.logarithmic:
            short = self.high / self.low < 40
            locator: Locator = LogLocator(subs=(1.0, 2.0, 5.0) if short else (1.0,), numticks=most)
        else:
            locator = MaxNLocator(most, steps=[1, 2, 2.5, 5, 10])
        with np.errstate(over="ignore"):
            found = [float(tick) for tick in locator.tick_values(self.low, self.high)]
        slack = 1e-9 * (self.low if self.logarithmic else self.high - self.low)
        return [tick for tick in found if self.low - slack <= tick <= self.high + slack]


def svg(figure: Figure) -> tuple[Markup, str]:
    """The figure of `draw` as SVG, and what it shows in words.

    Raises:
        ValueError: where no side has two finite points, so that there is nothing to see.
    """
    above, below = figure.axes
    sides = {str(line.get_label()): line for line in above.lines}
    x, left = _data(sides["left side"])
    _, right = _data(sides["right side"])
    _, slack = _data(below.lines[0])
    level = float(np.asarray(below.lines[1].get_ydata(), dtype=float)[0])
    marks = [float(np.asarray(line.get_xdata(), dtype=float)[0]) for line in above.lines[2:]]
    across = axis(x, LEFT, WIDTH - RIGHT, logarithmic=above.get_xscale() == "log")
    upper = axis(np.concatenate([left, right]), _TOP + _UPPER, _TOP, logarithmic=_log(above))
    floor = _TOP + _UPPER + GAP
    lower = axis(np.append(slack, level), floor + _LOWER, floor, logarithmic=_log(below))
    fails = np.asarray(left > right)
    name = str(below.get_ylabel())
    words = _words(x, fails, name, below.get_xlabel())
    height = floor + _LOWER + _BOTTOM
    body = [
        grid(across, upper, _TOP, _TOP + _UPPER),
        grid(across, lower, floor, floor + _LOWER),
        labels(across, floor + _LOWER + 25, unicode_text(below.get_xlabel().strip("$"))),
        _band(across(x), upper(left), upper(right), fails),
        _band(across(x), lower(slack), np.full_like(x, lower(level)), slack < level),
        line(LEFT, WIDTH - RIGHT, lower(level), lower(level), "level"),
        *(line(across(m), across(m), _TOP, floor + _LOWER, "mark") for m in marks),
        curve(across(x), upper(left), "left"),
        curve(across(x), upper(right), "right"),
        curve(across(x), lower(slack), "slack"),
        Markup('<text class="name" x="{}" y="{}">{}</text>').format(LEFT, floor - 6, name),
    ]
    drawn = Markup('<svg class="plot" role="img" aria-label="{}" viewBox="0 0 {} {}">{}</svg>').format(
        words, WIDTH, height, Markup("").join(body)
    )
    return drawn, words


def thumbnail(drawing: str) -> Markup:
    """The curves of a plot of an inequality alone: no grid, no words, no slack; its claim's page has these."""
    words = _LABELLED.search(drawing)
    kept = Markup("").join(Markup(part) for part in _CURVES.findall(drawing))
    frame = f"{LEFT} {_TOP - 4} {WIDTH - LEFT - RIGHT} {_UPPER + 8}"
    told = Markup(words[1]) if words else "A plot"
    return Markup('<svg class="plot" role="img" aria-label="{}" viewBox="{}">{}</svg>').format(told, frame, kept)


_LABELLED = re.compile('aria-label="([^"]*)"')
_CURVES = re.compile('<path class="(?:fails|curve left|curve right)" d="[^"]*"/>')


def _data(line: Any) -> tuple[_Array, _Array]:
    y = np.asarray(line.get_ydata(), dtype=float)
    # Beyond this floats end, and a curve that is cut off there would seem to level.
    return np.asarray(line.get_xdata(), dtype=float), np.where(np.abs(y) > FAR, np.nan, y)


def _log(axes: Axes) -> bool:
    return axes.get_yscale() == "log"


def axis(values: _Array, start: float, stop: float, *, logarithmic: bool) -> Axis:
    """The scale that holds all finite values; raises ValueError where there are fewer than two."""
    seen = values[np.isfinite(values) & ((values > 0) | (not logarithmic))]
    if seen.size < 2:
        raise ValueError("nothing to draw: fewer than two finite values")
    low, high = float(seen.min()), float(seen.max())
    if low == high:
        room = abs(low) / 2 or 1.0
        return Axis(low - room if not logarithmic else low / 2, high + room, start, stop, logarithmic)
    return Axis(low, high, start, stop, logarithmic)


def grid(across: Axis, up: Axis, top: float, bottom: float) -> Markup:
    """Lines at the ticks of both scales, and the numbers of the upright one that have room."""
    path = "".join(f"M{short(across(t))} {short(top)}V{short(bottom)}" for t in across.ticks(5))
    path += "".join(f"M{LEFT} {short(up(t))}H{WIDTH - RIGHT}" for t in up.ticks(4))
    numbers, last = [], math.inf
    for t in up.ticks(4):
        if abs(last - up(t)) >= _LINE_HEIGHT:
            numbers.append(tick(LEFT - 6, up(t) + 4, t, "end"))
            last = up(t)
    return Markup('<path class="grid" d="{}"/>{}').format(path, Markup("").join(numbers))


def labels(across: Axis, y: float, name: str = "") -> Markup:
    """The numbers of the level scale that have room next to each other, moved inwards at its ends; below, its name."""
    found, free = [], -math.inf
    for t in across.ticks(5):
        half = LETTER * len(number(t).striptags()) / 2
        x = min(across(t), WIDTH - 4 - half)
        if x - half >= free:
            found.append(tick(x, y, t, "middle"))
            free = x + half + LETTER
    if name:
        middle = (across.start + across.stop) / 2
        found.append(
            Markup('<text class="name" x="{}" y="{}" text-anchor="middle">{}</text>').format(
                short(middle), y + 17, name
            )
        )
    return Markup("").join(found)


def line(x1: float, x2: float, y1: float, y2: float, kind: str) -> Markup:
    """A straight line of a class of the style sheet."""
    return Markup('<path class="{}" d="M{} {}L{} {}"/>').format(kind, *map(short, (x1, y1, x2, y2)))


def short(place: float) -> str:
    """A place on the page to a tenth of a pixel, in as few signs as that takes: a site has thousands of them."""
    return f"{place:.1f}".removesuffix(".0")


def tick(x: float, y: float, value: float, where: str) -> Markup:
    """A number at a place, `where` being its text-anchor; one that would leave the margin is set smaller."""
    shown = number(value)
    kind = Markup(' class="long"') if where == "end" and len(shown.striptags()) > _MARGIN else ""
    return Markup('<text{} x="{}" y="{}" text-anchor="{}">{}</text>').format(kind, short(x), short(y), where, shown)


def number(value: float) -> Markup:
    """A tick's number; a power of ten with its exponent raised."""
    if value == 0 or 1e-3 <= abs(value) < 1e6:
        return Markup("{}").format(f"{value:.6g}".replace("-", "−"))
    mantissa, _, exponent = f"{value:.3e}".partition("e")
    front = "" if float(mantissa) == 1 else f"{float(mantissa):g}·".replace("-", "−")
    return Markup('{}10<tspan dy="-4" font-size="9">{}</tspan>').format(front, str(int(exponent)).replace("-", "−"))


def curve(x: _Array, y: _Array, kind: str) -> Markup:
    """The finite stretches of a curve, without the points that a straight line passes anyway."""
    path = ""
    for part in _stretches(np.isfinite(x) & np.isfinite(y)):
        kept = _thinned(np.column_stack([x[part], y[part]]))
        path += "M" + "L".join(f"{short(a)} {short(b)}" for a, b in kept)
    return Markup('<path class="curve {}" d="{}"/>').format(kind, path)


def _band(x: _Array, first: _Array, second: _Array, where: npt.NDArray[np.bool_]) -> Markup:
    """The area between two curves where a condition holds."""
    known = where & np.isfinite(first) & np.isfinite(second)
    path = ""
    for part in _stretches(known):
        there = _thinned(np.column_stack([x[part], first[part]]))
        back = _thinned(np.column_stack([x[part], second[part]]))[::-1]
        path += "M" + "L".join(f"{short(a)} {short(b)}" for a, b in np.concatenate([there, back])) + "Z"
    return Markup('<path class="fails" d="{}"/>').format(path) if path else Markup("")


def _stretches(known: _Array | npt.NDArray[np.bool_]) -> list[slice]:
    """Runs of true entries."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], np.asarray(known, dtype=int), [0]])))
    return [slice(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def _thinned(points: _Array, tolerance: float = 0.15) -> _Array:
    """The points of a polyline that matter at this tolerance (Douglas and Peucker)."""
    keep = np.zeros(len(points), dtype=bool)
    keep[[0, -1]] = True
    waiting = [(0, len(points) - 1)]
    while waiting:
        a, b = waiting.pop()
        if b - a < 2:
            continue
        (x0, y0), (x1, y1) = points[a], points[b]
        inner = points[a + 1 : b]
        away = np.abs((x1 - x0) * (inner[:, 1] - y0) - (y1 - y0) * (inner[:, 0] - x0)) / max(
            math.hypot(x1 - x0, y1 - y0), 1e-9
        )
        worst = int(np.argmax(away))
        if away[worst] > tolerance:
            keep[a + 1 + worst] = True
            waiting += [(a, a + 1 + worst), (a + 1 + worst, b)]
    return np.asarray(points[keep], dtype=float)


def _words(x: _Array, fails: npt.NDArray[np.bool_], slack: str, variable: str) -> str:
    """What the plot shows, for those who do not see it."""
    name = variable.strip("$").replace("\\", "") or "the variable"
    over = f"Left and right side along {name} from {x[0]:.4g} to {x[-1]:.4g}, and {slack} below."
    stretches = [
        f"at {x[part][0]:.4g}" if x[part][0] == x[part][-1] else f"from {x[part][0]:.4g} to {x[part][-1]:.4g}"
        for part in _stretches(fails)
    ]
    if not stretches:
        return f"{over} The left side nowhere exceeds the right at the points drawn."
    shown = ", ".join(stretches[:4]) + (" and elsewhere" if len(stretches) > 4 else "")
    return f"{over} The left side exceeds the right {shown}."
