"""What kent writes about Figure 2, centre and right, each sentence compared with exact risks.

The risks are those of Section 3's Algorithms 4 and 5, as verify.papers.kent.experiments.sweep_vectors reads them.

- "outperforms for sufficiently large d": at the largest d of the figure, in both settings and at both alpha.
- "best", "worst", "always outperforming", "still outperforms": at every point of the figure, whatever the factor.
- "by an order of magnitude": a factor whose nearest power of ten is ten, sqrt(10) or more, at one point at least.
"""

from collections.abc import Sequence
from math import sqrt

from verify.papers.kent.experiments.sayings import span
from verify.papers.kent.experiments.sweep_vectors import BALLS, HIGH
from verify.study.experiments.figures import Judge, Row, Saying

ORDER = sqrt(10)


def _chosen(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row["algorithms"] == HIGH]


def _places(rows: Sequence[Row]) -> str:
    told = [f"(d = {r['d']}, setting {r['setting']}, alpha = {r['epsilon']:g})" for r in rows]
    return ", ".join(told[:4]) + (f" and {len(told) - 4} more" if len(told) > 4 else "")


def larger_dimension(rows: Sequence[Row]) -> Saying:
    """The l_2-ball procedure outperforms the l_inf-ball for sufficiently large d."""
    ratios = {(r["d"], r["setting"], r["epsilon"]): r["l2"] / r["linf"] for r in _chosen(rows)}
    return Saying(
        "kent/experiment2/larger-d",
        "6.1.1",
        "the l_2-ball procedure outperforms the l_inf-ball for sufficiently large d",
        "at d = 32 its risk is the smaller one, in both settings and at both alpha",
        f"its risk over that of the l_inf-ball procedure: {span(ratios.values())}",
        max(ratios.values()) < 1,
    )


def item_best(rows: Sequence[Row]) -> Saying:
    """Full item level performs best."""
    ratios = [min(row[ball] for ball in BALLS) / row["full_item"] for row in _chosen(rows)]
    return Saying(
        "kent/experiment2/item",
        "6.1.1",
        "as expected full-item-level performs best",
        "its risk is the smallest at every point",
        f"the better user-level procedure's risk over its: {span(ratios)}",
        min(ratios) > 1,
    )


def _beats_semi(rows: Sequence[Row], balls: Sequence[str], claim: str, sentence: str) -> Saying:
    worst = [(max(row[ball] for ball in balls) / row["semi_user"], row) for row in _chosen(rows)]
    worse = [row for ratio, row in worst if ratio >= 1]
    told = f"the risk over that of semi-user-level: {span(ratio for ratio, _ in worst)}"
    return Saying(
        claim,
        "6.1.1",
        sentence,
        "its risk is below that of semi-user-level at every point",
        told + (f"; not below at {_places(worse)}" if worse else ""),
        not worse,
    )


def both_beat_semi(rows: Sequence[Row]) -> Saying:
    """Both procedures always outperform semi-user-level."""
    sentence = "semi-user-level worst, with the user-level methods always outperforming semi-user-level"
    return _beats_semi(rows, BALLS, "kent/experiment2/semi", sentence)


def cube_beats_semi(rows: Sequence[Row]) -> Saying:
    """The l_inf-ball procedure still outperforms semi-user-level."""
    sentence = "the user-level l_inf-ball procedure, though not specialized for the l_2-ball setting, still outperforms"
    return _beats_semi(rows, ("linf",), "kent/experiment2/cube", sentence)


def _magnitude(rows: Sequence[Row]) -> Saying:
    """At times by an order of magnitude."""
    factors = [row["semi_user"] / row[ball] for row in _chosen(rows) for ball in BALLS]
    return Saying(
        "kent/experiment2/magnitude",
        "6.1.1",
        "at times by an order of magnitude",
        f"semi-user-level's risk is at least sqrt(10) = {ORDER:.3g} times that of a user-level procedure at one point",
        f"the factor is {span(factors)}",
        max(factors) >= ORDER,
    )


CENTRE: tuple[Judge, ...] = (item_best, both_beat_semi, cube_beats_semi, _magnitude)
RIGHT: tuple[Judge, ...] = (larger_dimension, *CENTRE)
