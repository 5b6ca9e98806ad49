"""Pictures of constructions that are functions: bumps of regression functions and of densities, and mixtures."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import numpy.typing as npt
from markupsafe import Markup
from scipy.integrate import trapezoid

from lowerbounds.information.divergences import total_variation
from lowerbounds.information.laws import FiniteLaw, binomial
from lowerbounds.methods import bumps
from verify.site.exhibits.figure import Exhibit, Panel, dot, key, label, minus, svg
from verify.site.exhibits.laws import ONE, TWO
from verify.site.plot import LEFT, RIGHT, WIDTH, Axis, curve, grid, labels, line

_Array = npt.NDArray[np.float64]
_POINTS = 1201
_TOP, _HEIGHT = 34.0, 150.0


def _scales(low: float, high: float) -> tuple[Axis, Axis]:
    return (
        Axis(0.0, 1.0, LEFT, WIDTH - RIGHT, False),
        Axis(low, high, _TOP + _HEIGHT, _TOP, False),
    )


def _frame(low: float, high: float, cells: int) -> tuple[Axis, Axis, list[Markup]]:
    """The scales, the grid, and dotted lines at the edges of the cells."""
    across, up = _scales(low, high)
    body = [grid(across, up, _TOP, _TOP + _HEIGHT), labels(across, _TOP + _HEIGHT + 25)]
    body += [line(across(k / cells), across(k / cells), _TOP, _TOP + _HEIGHT, "mark") for k in range(cells + 1)]
    return across, up, body


def _signs(signs: tuple[int, ...]) -> str:
    return "(" + ", ".join({1: "+", -1: "−", 0: "0"}[s] for s in signs) + ")"


def classification() -> Exhibit:
    """zhao (176), (177): printed bumps break the Hoelder condition across an edge, the corrected ones reach it."""
    cells, signs, beta, constant = 5, (1, -1, 1), 0.5, 1.0
    x = np.linspace(0, 1, _POINTS)

    def eta(at: _Array, height: float) -> _Array:
        shape = lambda u: bumps.edge_distance(u, beta, height)  # noqa: E731
        return bumps.regression_function(at, signs, cells, beta, shape)

    printed, corrected = (eta(x, c) for c in (constant, constant * 2 ** (beta - 1)))
    across, up, body = _frame(-0.4, 0.4, cells)
    # Two points at a quarter of the width to either side of the edge between opposite signs, where the slope is worst.
    pair = np.array([0.75, 1.25]) / cells
    allowed = constant * abs(pair[1] - pair[0]) ** beta
    told = []
    for height, kind in ((constant, TWO), (constant * 2 ** (beta - 1), ONE)):
        values = eta(pair, height)
        told.append(abs(values[1] - values[0]))
        body += [dot(across(p), up(value), kind) for p, value in zip(pair, values, strict=True)]
    body += [
        curve(across(x), up(printed), "right"),
        curve(across(x), up(corrected), "left"),
        key(LEFT, 14, TWO, "printed: constant C_b"),
        key(LEFT + 190, 14, ONE, "corrected: C_b 2^(β−1)"),
    ]
    words = (
        f"A regression function on [0, 1] with bumps of signs {_signs(signs)} in {cells} cells and 0 in the last two: printed"
        " and, lower, corrected. Two dots across an edge show that the printed one is too steep there."
    )
    caption = (
        f"Every cell has a bump or none; the signs v are unknown. At the dots, {pair[1] - pair[0]:.2g} apart across an edge,"
        f" the printed bumps differ by {told[0]:.3f}, more than the {allowed:.3f} that the class allows; the corrected ones by {told[1]:.3f}."
    )
    at = (("d", "1"), ("beta", "1/2"), ("C_b", "1"), ("l", "1/5"), ("K", "3"), ("phi", "C dist(u, edge)^beta"))
    rows = (("printed", f"{told[0]:.4f}", f"{allowed:.4f}"), ("corrected", f"{told[1]:.4f}", f"{allowed:.4f}"))
    header = ("bumps", "difference at the dots", "allowed")
    return Exhibit("The bumps of classification", _whole(words, body), caption, at, header, rows)


def regression() -> Exhibit:
    """zhao (223): all cells have a bump; a neighbour differs in one cell."""
    caption = (
        "Labels are ±1 with mean η_v. A wrong sign costs at least a quarter of the squared distance of both curves over its"
        " cell, ‖φ‖₂² l^(2β+d); samples in other cells carry no information on it."
    )
    at = (("d", "1"), ("beta", "1/2"), ("l", "1/5"), ("C_b", "1"), ("phi", "2^(beta-1) dist(u, edge)^beta"))
    beta = 0.5
    return _two(
        "The bumps of regression",
        lambda u: bumps.edge_distance(u, beta, 2 ** (beta - 1)),
        (1, -1, 1, 1, -1),
        5,
        beta,
        caption,
        at,
    )


def tents() -> Exhibit:
    """label (36), (121): tents of height h^beta."""
    caption = (
        "The probabilities of the two labels differ by η_v. Dashed: the neighbour with the second sign flipped; the two laws of a"
        " labelled sample differ in that cell only, by |η_v|."
    )
    at = (("d", "1"), ("beta", "1"), ("h", "1/6"), ("phi", "1 - 2|u|"))
    signs = (1, 1, -1, 1, -1)
    return _two("The tents", lambda u: bumps.tent(u, 1.0), signs, 6, 1.0, caption, at, flipped=1)


def _two(
    title: str,
    shape: Callable[[_Array], _Array],
    signs: tuple[int, ...],
    cells: int,
    beta: float,
    caption: str,
    at: tuple[tuple[str, str], ...],
    flipped: int = 2,
) -> Exhibit:
    """A member and its neighbour, which differs in one sign."""
    x = np.linspace(0, 1, _POINTS)
    other = tuple(-s if k == flipped else s for k, s in enumerate(signs))
    ours, theirs = (bumps.regression_function(x, v, cells, beta, shape) for v in (signs, other))
    most = float(np.max(np.abs(ours))) * 1.15
    across, up, body = _frame(-most, most, cells)
    body += [
        curve(across(x), up(theirs), "right"),
        curve(across(x), up(ours), "left"),
        key(LEFT, 14, ONE, f"v = {_signs(signs)}"),
        key(LEFT + 200, 14, TWO, f"sign {flipped + 1} flipped"),
    ]
    words = f"A regression function on [0, 1] with bumps of signs {_signs(signs)} in {cells} cells, and its neighbour, which differs in cell {flipped + 1} only."
    rows = (("largest value", f"{most / 1.15:.4f}"), ("cell's length", f"{1 / cells:.4f}"))
    return Exhibit(title, _whole(words, body), caption, at, ("quantity", "value"), rows)


def densities() -> Exhibit:
    """kent (208): f_v = 1 + sum v_j g_(beta,j), each bump with its own negative half."""
    signs, radius, beta = (1, -1, 1), 4.0, 1
    x = np.linspace(0, 1, _POINTS)
    other = (signs[0], -signs[1], signs[2])
    ours, theirs = (bumps.density(x, v, radius, beta) for v in (signs, other))
    low, high = float(min(ours.min(), theirs.min())), float(max(ours.max(), theirs.max()))
    room = (high - low) * 0.1
    across, up, body = _frame(low - room, high + room, len(signs))
    mass = float(trapezoid(ours, x))
    distance = float(trapezoid((ours - theirs) ** 2, x))
    bump = float(trapezoid((ours - 1) ** 2, x)) / len(signs)
    body += [
        curve(across(x), up(theirs), "right"),
        curve(across(x), up(ours), "left"),
        key(LEFT, 14, ONE, f"f_v, v = {_signs(signs)}"),
        key(LEFT + 200, 14, TWO, "second sign flipped"),
    ]
    words = f"Two densities on [0, 1] that wave about 1, with bumps of signs {_signs(signs)} and with the second one flipped: each bump goes up and down by as much."
    caption = (
        f"Each bump is followed by its own negative, so the mass stays {mass:.4f}. One flipped sign moves the density by"
        f" ‖f_v − f_v′‖² = {distance:.3g}, four times the {bump:.3g} of one bump, not twice as (209) prints."
    )
    at = (("beta", "1"), ("r", "4"), ("k", "3"))
    rows = (
        ("mass of f_v", f"{mass:.6f}"),
        ("squared distance", f"{distance:.4g}"),
        ("one bump squared", f"{bump:.4g}"),
    )
    return Exhibit("The bumps of densities", _whole(words, body), caption, at, ("quantity", "value"), rows)


def _whole(words: str, body: list[Markup]) -> Markup:
    return svg(words, _TOP + _HEIGHT + 34, body)


def mixture_cube() -> Exhibit:
    """kent (214): the means of the components, and the law of a user's count, at v and with one sign flipped."""
    m, delta, samples = 3, Fraction(1, 12), 20
    v = (1, -1, 1)
    members = (v, (v[0], -v[1], v[2]))
    means = [[Fraction(1, 4) + Fraction(j + 1, 2 * m) + s * delta / 2 for j, s in enumerate(u)] for u in members]
    laws = []
    for row in means:
        parts = [binomial(samples, q) for q in row]
        laws.append(FiniteLaw(tuple((k, sum((p[k] for p in parts), Fraction(0)) / m) for k in range(samples + 1))))
    across = Axis(0.0, 1.0, LEFT, WIDTH - RIGHT, False)
    body = [
        key(LEFT, 14, ONE, f"v = {_signs(v)}"),
        key(LEFT + 180, 14, TWO, "second sign flipped"),
        label(LEFT, 38, "means of the components", "name", "start"),
        line(LEFT, WIDTH - RIGHT, 62, 62, "level"),
        labels(across, 88),
    ]
    body += [
        dot(across(float(q)), 62 + 7 * side, kind, 5)
        for side, kind, row in ((-1, ONE, means[0]), (1, TWO, means[1]))
        for q in row
    ]
    panel = Panel(LEFT, 126, WIDTH - LEFT - RIGHT, 100)
    groups = [[float(law[k]) for law in laws] for k in range(samples + 1)]
    most = max(max(g) for g in groups)
    names = [str(k) if k % 5 == 0 else "" for k in range(samples + 1)]
    body += [
        panel.title(f"probabilities of a user's count among {samples} samples"),
        panel.bars(groups, names, (ONE, TWO), most),
    ]
    far = total_variation(*laws)
    words = f"Above, the {m} component means at v and with the second sign flipped: one of them moves. Below, the two laws of a user's count, which overlap widely."
    caption = (
        f"Each user has one of {m} components; a flipped sign moves one mean by Δ = {delta}. The laws of a user's count have total"
        f" variation {float(far):.3f}: the other components hide the change."
    )
    at = (("m", str(m)), ("Delta", str(delta)), ("T", str(samples)))
    rows = tuple((str(j + 1), str(a), str(b)) for j, (a, b) in enumerate(zip(*means, strict=True)))
    header = ("component", "mean at v", "flipped")
    return Exhibit("The hypercube of mixtures", svg(words, 252, body), caption, at, header, rows)


def shifted_mixtures() -> Exhibit:
    """kent Appendix H.6, the T-independent bound as corrected: point masses at -1 + 2k/m, from k = 1 and from k = 0."""
    m = 5
    first, second = ([-1 + Fraction(2 * (k + shift), m) for k in range(m)] for shift in (1, 0))
    laws = [FiniteLaw(tuple((x, Fraction(1, m)) for x in row)) for row in (first, second)]
    across = Axis(-1.0, 1.0, LEFT, WIDTH - RIGHT - 8, False)
    body = [
        key(LEFT, 14, ONE, "k = 1 … m"),
        key(LEFT + 120, 14, TWO, "k = 0 … m − 1"),
        line(LEFT, WIDTH - RIGHT, 62, 62, "level"),
    ]
    body += [
        dot(across(float(x)), 62 + 8 * side, kind, 6)
        for side, kind, row in ((-1, ONE, first), (1, TWO, second))
        for x in row
    ]
    body.append(labels(across, 92))
    far = total_variation(*laws)
    moved = sum(((a - b) ** 2 for a, b in zip(sorted(first), sorted(second), strict=True)), Fraction(0))
    words = f"Two sets of {m} point masses on [−1, 1], one the other moved by 2/{m}: all but one point are the same."
    caption = (
        f"All but one point agree, so the laws of a user's data have total variation {far} only; yet every mean of the sorted vector moves,"
        f" by {moved} in squared distance in all."
    )
    rows = tuple((str(k + 1), minus(a), minus(b)) for k, (a, b) in enumerate(zip(first, second, strict=True)))
    return Exhibit(
        "Two mixtures of point masses",
        svg(words, 100, body),
        caption,
        (("m", str(m)),),
        ("place", "first", "second"),
        rows,
    )
