"""Pictures of packings: the grid of discrete densities, a code in the cube of signs."""

from collections.abc import Sequence
from itertools import combinations
from math import sqrt

from verify.site.exhibits.figure import Exhibit, box, dot, label, svg
from verify.site.plot import line


def simplex(points: Sequence[Sequence[int]], parts: int) -> Exhibit:
    """kent Section 5.2: densities on three outcomes with values in multiples of Delta = 1/parts, and balls about them.

    A ball's radius is half the least distance, so that they touch.
    """
    least = min(sum((a - b) ** 2 for a, b in zip(p, q, strict=True)) for p, q in combinations(points, 2))
    side, left, floor = 230.0, 115.0, 226.0
    corners = ((left, floor), (left + side, floor), (left + side / 2, floor - side * sqrt(3) / 2))
    # The simplex's side is sqrt(2) long; half the least distance is a ball's radius.
    radius = side / sqrt(2) * sqrt(least) / parts / 2
    body = [line(a[0], b[0], a[1], b[1], "level") for a, b in combinations(corners, 2)]
    for point in points:
        x, y = (sum(w * c[axis] for w, c in zip(point, corners, strict=True)) / parts for axis in (0, 1))
        body += [dot(x, y, "ring", radius), dot(x, y)]
    names = (("(1, 0, 0)", -50, 4), ("(0, 1, 0)", 50, 4), ("(0, 0, 1)", 52, 4))
    for (x, y), (name, right, down) in zip(corners, names, strict=True):
        body.append(label(x + right, y + down, name))
    count = len(points)
    words = f"The triangle of densities on three outcomes with a grid of {count} points, about each a circle; the circles touch and do not overlap."
    caption = (
        f"{count} densities with values in multiples of Δ = 1/{parts}. Their least distance is √{least} Δ, not 2Δ as printed; the circles,"
        " of half that radius, touch. No estimate is inside two circles."
    )
    at = (("N", "3"), ("Delta", f"1/{parts}"))
    rows = (("points", str(count)), ("least squared distance", f"{least}/{parts**2}"), ("printed", f"4/{parts**2}"))
    return Exhibit("A packing of discrete densities", svg(words, 256, body), caption, at, ("quantity", "value"), rows)


def code(members: Sequence[int], k: int) -> Exhibit:
    """A lexicographic code, its members as bits: vertices of the k-dimensional cube, pairwise far apart."""
    shown = members[:16]
    size, left, top = 20.0, 50.0, 30.0
    body = [label(left + 9 * size, 14, f"the first {len(shown)} of {len(members)} sign vectors: dark +, light −")]
    for row, word in enumerate(shown):
        x0, y0 = left + (row // 8) * 10 * size, top + (row % 8) * size
        body += [
            box(x0 + bit * size, y0, size - 2, size - 2, "plus" if word >> (k - 1 - bit) & 1 else "minus")
            for bit in range(k)
        ]
    distances = [(a ^ b).bit_count() for a, b in combinations(members, 2)]
    words = f"Sign vectors of length {k} as rows of dark and light cells; any two rows differ in at least {min(distances)} places."
    caption = (
        f"Taken greedily, {len(members)} of the {2**k} vertices of the cube differ pairwise in at least {min(distances)} places. Signs on"
        " bumps turn such a code into far-apart functions."
    )
    rows = tuple((str(d), str(distances.count(d))) for d in sorted(set(distances)))
    at = (("k", str(k)), ("distances", f"above k/8 = {k // 8}"))
    return Exhibit(
        "A code in the cube of signs", svg(words, top + 8 * size + 8, body), caption, at, ("distance", "pairs"), rows
    )
