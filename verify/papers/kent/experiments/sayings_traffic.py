"""What kent writes about Figure 4, each sentence compared with the rows of a run; on simulated officers it is no verdict.

- "improve": from T = 100 to T = 300 the error falls at every alpha. Truth and stops are those of one preparation.
- "remain constant": the largest error over T is at most 1.1 times the smallest, as curves that coincide elsewhere.
- "superior performance excepting the full-item-level baseline": below one-item and semi-user level at every T.
"""

from collections.abc import Iterable, Sequence

from verify.papers.kent.experiments.sayings import COINCIDE, span
from verify.papers.kent.experiments.sweep_traffic import RACE, SCHEMES, SEARCH
from verify.study.experiments.figures import Judge, Row, Saying

_PLACE = "6.2"
_OTHERS = ("semi_user", "one_item")


def _on(rows: Sequence[Row], seen: str) -> str:
    """What is seen, and on whom: the paper's sentences are about its data."""
    return f"on SIMULATED officers, not the paper's data: {seen}" if rows[0]["told"].startswith("SIMULATED") else seen


def _panel(rows: Sequence[Row], panel: str, least: float = 0.0) -> list[Row]:
    return [row for row in rows if row["panel"] == panel and row["epsilon"] >= least]


def _ends(rows: Sequence[Row], names: Iterable[str]) -> list[float]:
    """The error at the largest T over that at the smallest, for each alpha and scheme."""
    left = _panel(rows, SEARCH)
    first, last = min(row["m"] for row in left), max(row["m"] for row in left)
    return [
        b[name] / a[name]
        for a in left
        for b in left
        for name in names
        if a["m"] == first and b["m"] == last and a["epsilon"] == b["epsilon"]
    ]


def improve(rows: Sequence[Row]) -> Saying:
    """Full-item level and user level improve with T."""
    ratios = _ends(rows, ("full_item", "user_level"))
    return Saying(
        "kent/experiment4/improve",
        _PLACE,
        "as T grows, the performance of the full-item-level and user-level method improve",
        "both errors at T = 300 are below those at T = 100, at every alpha",
        _on(rows, f"the errors at T = 300 over those at T = 100: {span(ratios)}"),
        max(ratios) < 1,
    )


def constant(rows: Sequence[Row]) -> Saying:
    """One-item level and semi-user level do not."""
    left = _panel(rows, SEARCH)
    ratios = []
    for name in _OTHERS:
        for eps in {row["epsilon"] for row in left}:
            values = [row[name] for row in left if row["epsilon"] == eps]
            ratios.append(max(values) / min(values))
    return Saying(
        "kent/experiment4/constant",
        _PLACE,
        "whilst that for one-item-level and semi-user-level remain constant",
        f"over T the largest error is at most {COINCIDE} times the smallest",
        _on(rows, f"the largest over the smallest: {span(ratios)}"),
        max(ratios) <= COINCIDE,
    )


def _superior(rows: Sequence[Row], claim: str, sentence: str, told: str) -> Saying:
    ratios = [row["user_level"] / min(row[name] for name in _OTHERS) for row in rows]
    general = [row["user_level_general"] / min(row[name] for name in _OTHERS) for row in rows]
    return Saying(
        claim,
        _PLACE,
        sentence,
        f"its error is below those of one-item and semi-user level {told}",
        _on(rows, f"its error over the smaller of both: {span(ratios)}; with Appendix E's algorithms {span(general)}"),
        max(ratios) < 1,
    )


def superior(rows: Sequence[Row]) -> Saying:
    """User level beats both from alpha = 1 on."""
    return _superior(
        _panel(rows, SEARCH, 1.0),
        "kent/experiment4/superior",
        "For alpha >= 1, the user-level method exhibits superior performance excepting the full-item-level baseline",
        "at alpha = 1, 2, 4 and every T",
    )


def races(rows: Sequence[Row]) -> Saying:
    """User level beats both from alpha = 2 on."""
    return _superior(
        _panel(rows, RACE, 2.0),
        "kent/experiment4/races",
        "our user-level method outperforming one-item and semi-user-level for alpha >= 2",
        "at alpha = 2 and 4",
    )


def item(rows: Sequence[Row]) -> Saying:
    """Full-item level performs best."""
    ratios = [min(row[name] for name in SCHEMES[1:]) / row["full_item"] for row in _panel(rows, RACE)]
    return Saying(
        "kent/experiment4/item",
        _PLACE,
        "we again see full-item-level performs best",
        "its error is the smallest at every alpha",
        _on(rows, f"the least of the others' errors over its: {span(ratios)}"),
        min(ratios) > 1,
    )


KENT4: tuple[Judge, ...] = (improve, constant, superior, item, races)
