"""Charts of the lessons: small SVG drawings, for a notebook in fixed colours and for a page in the page's.

A curve is told from the others by its colour and its dashes, and named in a legend inside the drawing.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from markupsafe import Markup, escape

from notation.parameters import ParameterError
from verify.site.plot import Axis, number, tick
from verify.site.words import sketched

_WIDTH, _LEFT, _RIGHT, _TOP, _HEIGHT, _BOTTOM, _ROW = 460, 62, 14, 30, 230, 42, 20
LONGEST = 55
"""Letters of a name in the legend: more would leave the drawing."""

STYLE = (
    "<style>.chart{background:#fff}.chart text{fill:#3d444d;font:13px system-ui,sans-serif}"
    ".chart path{fill:none;stroke-width:2;stroke-linejoin:round}.chart .grid{stroke:#dde1e6;stroke-width:1}"
    ".chart .s1{stroke:#0072b2}.chart .s2{stroke:#c04f00;stroke-dasharray:7 3}"
    ".chart .s3{stroke:#0b5a35;stroke-dasharray:2 3}.chart .s4{stroke:#5b3a94;stroke-dasharray:9 3 2 3}"
    ".chart .s5{stroke:#555e68;stroke-width:1.2}.chart .fails{fill:#97171740;stroke:none}"
    ".chart .bar{stroke-width:1;stroke-dasharray:none}.chart .bar.s1{fill:#0072b2}.chart .bar.s2{fill:#c04f00}"
    ".chart .bar.s3{fill:#0b5a35}.chart .bar.s4{fill:#5b3a94}"
    ".chart .cursor{stroke:#3d444d;stroke-width:1}.chart .script{font-size:.78em}"
    ".chart .dot{stroke-width:7;stroke-linecap:round;stroke-dasharray:none}</style>"
)
"""The colours of a drawing that stands alone; on a page the page's own sheet takes its place."""

_Numbers = Sequence[float]


@dataclass(frozen=True)
class _Series:
    kind: str
    style: int
    name: str
    x: list[float]
    y: list[float]
    base: list[float]


@dataclass
class Chart:
    """Axes with curves, bars and dots; add them by `line`, `dots`, `bars`, `level` and `between`, in any order.

    `words` says what the eye should see, for those who do not see it. `equal` gives both axes the same scale. Adding
    raises ParameterError for a name that is longer than the legend is wide.
    """

    across: str
    up: str
    words: str
    log_x: bool = False
    log_y: bool = False
    equal: bool = False
    low: float | None = None
    high: float | None = None
    series: list[_Series] = field(default_factory=list)

    def line(self, x: _Numbers, y: _Numbers, name: str, style: int = 0) -> "Chart":
        """Add a curve through the points; styles are 1 to 5, given in turn where none is named."""
        return self._add("line", x, y, name, style)

    def dots(self, x: _Numbers, y: _Numbers, name: str, style: int = 0) -> "Chart":
        """Add single points."""
        return self._add("dots", x, y, name, style)

    def bars(self, x: _Numbers, y: _Numbers, name: str, style: int = 0) -> "Chart":
        """Add a bar from 0 to y at each x; the scale upwards must not be logarithmic."""
        return self._add("bars", x, y, name, style)

    def level(self, value: float, name: str, style: int = 0) -> "Chart":
        """Add a level line across the whole chart."""
        return self._add("level", [math.nan], [value], name, style)

    def mark(self, value: float, name: str, style: int = 0) -> "Chart":
        """Add an upright line at one x."""
        return self._add("mark", [value], [math.nan], name, style)

    def between(self, x: _Numbers, below: _Numbers, above: _Numbers, name: str) -> "Chart":
        """Shade where the second row of numbers exceeds the first."""
        return self._add("between", x, above, name, 5, below)

    def _add(self, kind: str, x: _Numbers, y: _Numbers, name: str, style: int, base: _Numbers = ()) -> "Chart":
        if len(name) > LONGEST:
            raise ParameterError(f"name = {name!r}: is longer than the {LONGEST} letters that a legend holds")
        used = sum(s.kind != "between" for s in self.series)
        row = _Series(kind, style or used % 5 + 1, name, *([float(v) for v in part] for part in (x, y, base)))
        self.series.append(row)
        return self

    def __repr__(self) -> str:
        return f"[a chart: {self.words}]"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        return {"image/svg+xml": self.svg()}

    def place(self, x: float) -> float:
        """How far from the drawing's left edge an x stands, in units of its viewBox."""
        return float(self._across()[0](x))

    def svg(self, cursor: float | None = None) -> str:
        """The drawing, standing alone; `cursor` is an x at which a thin upright line stands that a page may move."""
        across, gap = self._across()
        ys = [v for s in self.series for v in (*s.y, *s.base) if math.isfinite(v) and (v > 0 or not self.log_y)]
        if any(s.kind == "bars" for s in self.series):
            ys.append(0.0)
        low = self.low if self.low is not None else min(ys)
        high = self.high if self.high is not None else max(ys)
        height = float(_HEIGHT)
        if self.equal:
            height = (_WIDTH - _RIGHT - _LEFT) * (high - low) / (across.high - across.low)
        room = 0.0 if self.log_y or self.equal else 0.04 * (high - low)
        bottom = _TOP + height
        up = _scale(low if low == 0 or self.low is not None else low - room, high + room, bottom, _TOP, self.log_y)
        total = bottom + _BOTTOM + _ROW * len(self.series) + 4
        parts = [
            _grid(across, up, bottom),
            *(_drawn(s, across, up, bottom, gap) for s in sorted(self.series, key=lambda s: s.kind != "between")),
            Markup('<path class="cursor" d="M0 {}V{}" transform="translate({:.1f})"/>').format(
                _TOP, f"{bottom:.1f}", across(cursor)
            )
            if cursor is not None
            else Markup(""),
            *(_legend(s, bottom + _BOTTOM + _ROW * row + 12) for row, s in enumerate(self.series)),
            Markup('<text x="{}" y="16">{}</text>').format(4, self.up),
            Markup('<text x="{}" y="{:.0f}" text-anchor="end">{}</text>').format(
                _WIDTH - _RIGHT, bottom + 34, self.across
            ),
        ]
        opening = f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" aria-label="{escape(self.words)}"'
        return f'{opening} viewBox="0 0 {_WIDTH} {total:.0f}">{STYLE}{Markup("").join(parts)}</svg>'

    def _across(self) -> tuple[Axis, float]:
        """The level scale, and the distance of bars."""
        xs = [v for s in self.series for v in s.x if math.isfinite(v)]
        places = sorted({v for s in self.series if s.kind == "bars" for v in s.x})
        gap = min((b - a for a, b in pairwise(places)), default=1.0)
        if places:
            xs += [places[0] - gap, places[-1] + gap]
        return _scale(min(xs), max(xs), _LEFT, _WIDTH - _RIGHT, self.log_x), gap


def _scale(low: float, high: float, start: float, stop: float, logarithmic: bool) -> Axis:
    """The scale between two values; a single value stands in the middle."""
    if low < high:
        return Axis(low, high, start, stop, logarithmic)
    return Axis(low / 2, 2 * low, start, stop, True) if logarithmic else Axis(low - 1, low + 1, start, stop, False)


def _grid(across: Axis, up: Axis, bottom: float) -> Markup:
    lines = []
    for value in across.ticks(6):
        half = 4 * len(number(value).striptags())
        lines.append(_path("grid", [(across(value), _TOP), (across(value), bottom)]))
        lines.append(tick(min(across(value), _WIDTH - half), bottom + 17, value, "middle"))
    for value in up.ticks(6):
        lines.append(_path("grid", [(_LEFT, up(value)), (_WIDTH - _RIGHT, up(value))]))
        lines.append(tick(_LEFT - 6, up(value) + 4, value, "end"))
    return Markup("").join(lines)


def _drawn(s: _Series, across: Axis, up: Axis, bottom: float, gap: float) -> Markup:
    style = f"s{s.style}"
    if s.kind == "level":
        return _path(style, [(_LEFT, up(s.y[0])), (_WIDTH - _RIGHT, up(s.y[0]))])
    if s.kind == "mark":
        return _path(style, [(across(s.x[0]), _TOP), (across(s.x[0]), bottom)])
    points = [(across(x), up(y)) for x, y in zip(s.x, s.y, strict=True) if math.isfinite(y)]
    if s.kind == "dots":
        return Markup("").join(_path(f"dot {style}", [point, point]) for point in points)
    if s.kind == "bars":
        half, floor = 0.4 * (across(across.low + gap) - across(across.low)), up(0.0)
        return Markup("").join(
            _path(f"bar {style}", [(x - half, floor), (x - half, y), (x + half, y), (x + half, floor)])
            for x, y in points
        )
    if s.kind == "between":
        return _shaded(s, across, up)
    return _path(style, points)


def _shaded(s: _Series, across: Axis, up: Axis) -> Markup:
    """The areas where the upper row exceeds the lower, from where the straight lines between their points cross."""
    rows = [(across(x), up(low), up(high)) for x, low, high in zip(s.x, s.base, s.y, strict=True)]
    areas, current = Markup(""), list[tuple[float, float, float]]()
    for (x, low, high), following in zip(rows, [*rows[1:], None], strict=True):
        # Places grow downwards.
        inside = high < low
        if inside:
            current.append((x, low, high))
        after = following is not None and following[2] < following[1]
        if following is not None and inside != after:
            share = (low - high) / ((low - high) - (following[1] - following[2]))
            y = low + share * (following[1] - low)
            current.append((x + share * (following[0] - x), y, y))
        if current and not after:
            there = [(x, y) for x, _, y in current]
            back = [(x, y) for x, y, _ in reversed(current)]
            areas += _path("fails", [*there, *back])
            current = []
    return areas


def _legend(s: _Series, y: float) -> Markup:
    start, stop = _LEFT, _LEFT + 30
    if s.kind == "between":
        sample = _path("fails", [(start, y - 9), (stop, y - 9), (stop, y + 1), (start, y + 1)])
    elif s.kind == "bars":
        sample = _path(
            f"bar s{s.style}", [(start + 8, y + 1), (start + 8, y - 9), (stop - 8, y - 9), (stop - 8, y + 1)]
        )
    elif s.kind == "dots":
        sample = _path(f"dot s{s.style}", [(start + 15, y - 4)] * 2)
    else:
        sample = _path(f"s{s.style}", [(start, y - 4), (stop, y - 4)])
    return sample + Markup('<text x="{}" y="{:.1f}">{}</text>').format(stop + 8, y, sketched(s.name))


def _path(kind: str, points: Sequence[tuple[float, float]]) -> Markup:
    drawn = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return Markup('<path class="{}" d="M{}"/>').format(kind, drawn) if points else Markup("")
