"""Small pictures of the evidence's own numbers on logarithmic scales: a ratio along a family, risks with a slope."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from markupsafe import Markup

from verify.site.plot import FAR, LEFT, RIGHT, WIDTH, Axis, axis, grid, labels, short
from verify.site.words import handwritten as written

_HEIGHT, _TOP, _BOTTOM = 190, 12, 52


def ratio_svg(evidence: dict[str, Any]) -> Markup | None:
    """The ratio of both sides along the family; None where the evidence has none with two positive values."""
    along = next(iter((evidence.get("along") or {}).items()), None)
    if along is None:
        return None
    name, places = along
    words = f"The ratio of the left side to the right along {name}, both on logarithmic scales; it grows without bound."
    return _drawing(list(places), list(evidence.get("ratios", ())), written(name), words)


def slope_svg(evidence: dict[str, Any]) -> Markup | None:
    """The risks over the grid, and a line with the claimed exponent through their middle; None where it has none."""
    parameters = evidence.get("parameters")
    found_lists = parameters.items() if isinstance(parameters, dict) else ()
    lists = {name: value for name, value in found_lists if isinstance(value, list)}
    risks = evidence.get("risks")
    name, grid_ = next(iter(lists.items()), ("", []))
    name = str(parameters.get("axis", name)) if isinstance(parameters, dict) else name
    if not isinstance(risks, list) or len(grid_) != len(risks):
        return None
    (low, high), claimed = evidence["left"], evidence["right"][0]
    found, half = (low + high) / 2, (high - low) / 2
    band = float(evidence.get("band", 0.0))
    fitted, promised = (f"{slope:.3f}".replace("-", "−") for slope in (found, claimed))
    words = f"Risks over the grid on logarithmic scales: fitted exponent {fitted}, claimed {promised} (dashed)."
    told = f"fitted {fitted}, claimed {promised}"
    if half >= 0.0005:
        words += f" The exponent's own interval is {low:.3f} to {high:.3f}."
        told = told.replace(",", f" ± {half:.3f},", 1)
    if band:
        words += f" Shaded: exponents within {band:g} of the claimed one."
        told += f" ± {band:g}"
    return _drawing(list(grid_), list(risks), written(name), words, slope=float(claimed), band=band, told=told)


def _drawing(
    x: Sequence[float],
    y: Sequence[float],
    name: str,
    words: str,
    slope: float | None = None,
    band: float = 0.0,
    told: str = "",
) -> Markup | None:
    # Beyond this floats end, and points that are cut off there would seem to level.
    pairs = [(float(a), float(b)) for a, b in zip(x, y, strict=False) if a > 0 and 1 / FAR < b < FAR]
    if len(pairs) < 2:
        return None
    xs, ys = (np.array(side) for side in zip(*pairs, strict=True))
    line = _line_through(xs, ys, slope) if slope is not None else np.array([])
    across = axis(xs, LEFT + 8, WIDTH - RIGHT - 8, logarithmic=True)
    up = axis(np.concatenate([ys, line]), _TOP + _HEIGHT - 6, _TOP + 6, logarithmic=True)
    body = [grid(across, up, _TOP, _TOP + _HEIGHT), labels(across, _TOP + _HEIGHT + 25, name)]
    if slope is not None:
        if band:
            body.append(_wedge(across, up, xs, ys, (slope - band, slope + band)))
        body.append(_path(across, up, xs, line, "curve right"))
        # In the upper corner that the line does not reach.
        place, anchor = (LEFT + 14, "start") if slope > 0 else (WIDTH - RIGHT - 6, "end")
        body.append(Markup('<text x="{}" y="{}" text-anchor="{}">{}</text>').format(place, _TOP + 14, anchor, told))
    body.append(_path(across, up, xs, ys, "curve left"))
    dot = '<circle class="dot" cx="{}" cy="{}" r="3.5"/>'
    body += [Markup(dot).format(short(across(a)), short(up(b))) for a, b in pairs]
    return Markup('<svg class="plot" role="img" aria-label="{}" viewBox="0 0 {} {}">{}</svg>').format(
        words, WIDTH, _TOP + _HEIGHT + _BOTTOM, Markup("").join(body)
    )


def _wedge(across: Axis, up: Axis, x: Any, y: Any, slopes: tuple[float, float]) -> Markup:
    """The area between the lines of two slopes through the middle of the points."""
    first, second = (_line_through(x, y, slope) for slope in slopes)
    # The lines meet at the mean of the logarithms, where the area changes sides.
    middle = np.exp(np.array([np.mean(np.log(x)), np.mean(np.log(y))]))
    path = ""
    for end in (0, -1):
        corners = [(middle[0], middle[1]), (x[end], first[end]), (x[end], second[end])]
        path += "M" + "L".join(f"{short(across(a))} {short(up(b))}" for a, b in corners) + "Z"
    return Markup('<path class="band" d="{}"/>').format(path)


def _line_through(x: Any, y: Any, slope: float) -> Any:
    """The line of this slope through the middle of the points, all in logarithms."""
    offset = float(np.mean(np.log(y)) - slope * np.mean(np.log(x)))
    return np.exp(offset + slope * np.log(x))


def _path(across: Axis, up: Axis, x: Any, y: Any, kind: str) -> Markup:
    points = "L".join(f"{short(across(a))} {short(up(b))}" for a, b in zip(x, y, strict=True) if math.isfinite(b))
    return Markup('<path class="{}" d="M{}"/>').format(kind, points)
