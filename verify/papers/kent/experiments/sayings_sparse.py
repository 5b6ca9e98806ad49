"""What kent writes about Figure 9, each sentence held against exact chances.

- "a clear increase as C is decreased": from C = 30 to 4 the chance rises at every step, at every d and alpha.
- "up to a limit as C takes a value of approximately one": the best C of the grid is within a factor of two of 1.
"""

from collections.abc import Sequence
from itertools import pairwise

from verify.experiments.figures import Judge, Row, Saying
from verify.papers.kent.experiments.sayings import span
from verify.papers.kent.experiments.sweep_sparse import HALF, WHOLE


def _curves(rows: Sequence[Row], share: float) -> list[list[Row]]:
    """Rows of each (d, alpha) in the order of C."""
    kept = [row for row in rows if row["share"] == share]
    places = dict.fromkeys((row["d"], row["epsilon"]) for row in kept)
    return [
        sorted((row for row in kept if (row["d"], row["epsilon"]) == place), key=lambda row: row["constant"])
        for place in places
    ]


def _falls(rows: Sequence[Row]) -> bool:
    found = [row["found"] for row in rows]
    return all(a > b for a, b in pairwise(found))


def kent9_increase(rows: Sequence[Row]) -> Saying:
    """More coordinates are found as C is decreased."""
    ends = [[row for row in curve if row["constant"] >= 4] for curve in _curves(rows, HALF)]
    gains = [curve[0]["found"] - curve[-1]["found"] for curve in ends]
    return Saying(
        "kent/own/figure9/half", "A.2",
        "across all privacy levels, there is a clear increase in the ability to identify the correct co-ordinates as C is decreased",
        "at half of the epsilon of (37) the chance rises at every step from C = 30 down to 4",
        f"from 30 to 4 it gains {span(gains)}", all(_falls(curve) for curve in ends),
    )  # fmt: skip


def kent9_limit(rows: Sequence[Row]) -> Saying:
    """The increase ends at about C = 1."""
    best = [max(curve, key=lambda row: row["found"])["constant"] for curve in _curves(rows, HALF)]
    return Saying(
        "kent/own/figure9/half", "A.2", "up to a limit as C takes a value of approximately one",
        "at half of the epsilon of (37) the best C is within a factor of two of 1",
        f"the best C is {span(best)}", all(0.5 <= c <= 2 for c in best),
    )  # fmt: skip


def kent9_printed(rows: Sequence[Row]) -> Saying:
    """At the epsilon of (37) nothing of it is seen."""
    curves = _curves(rows, WHOLE)
    most = max(row["found"] for curve in curves for row in curve)
    return Saying(
        "kent/own/figure9/printed-threshold", "ours", "at the epsilon of (37) itself fewer are found as C is decreased",
        "at every d and alpha the chance falls with C, and is below 1/2",
        f"the largest chance is {most:.3g}", most < 0.5 and all(_falls(curve[::-1]) for curve in curves),
    )  # fmt: skip


KENT9: tuple[Judge, ...] = (kent9_increase, kent9_limit, kent9_printed)
