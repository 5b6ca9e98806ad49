"""Evidence in words: values, enclosures and ratios as people read them."""

from typing import Any

from verify.ledger.reading import LARGEST, Record


def growth(evidence: Record) -> str:
    """The ratio of both sides along a family on which it passes every constant."""
    ((name, places),) = evidence["along"].items()
    told = ", ".join(f"{ratio:.3g}" if ratio < LARGEST else f"over {LARGEST:.0e}" for ratio in evidence["ratios"])
    return f"left/right at {name} = {', '.join(map(str, places))}: {told}; it grows without bound"


def interval(bounds: list[Any]) -> str:
    """An enclosure in few digits: one number where both ends agree in them."""
    low, high = (f"{float(b):.6g}" for b in bounds)
    return low if low == high else f"[{low}, {high}]"


GROUNDS = {"axioms": "theorems of the literature, not proved here", "lemmas": "not proved here"}
"""What a record lists of the facts below a statement, in words."""
DIFFERS = {"same": "is the same", "reading": "is a reading of it", "different": "is another statement"}
"""How near what is judged is to what the paper says, in words."""


def resting(side: Record) -> list[str]:
    """What a statement rests on, down to the facts of the claims that it uses: a line for axioms, one for lemmas."""
    return [
        f"{kind}: {len(side[kind]) or 'none'}{f' ({what}): ' if side[kind] else ''}{'; '.join(side[kind])}"
        for kind, what in GROUNDS.items()
        if kind in side
    ]


def plain(value: object) -> str:
    """A value of the evidence as text."""
    if isinstance(value, dict):
        return ", ".join(f"{key} = {plain(part)}" for key, part in value.items())
    if isinstance(value, list):
        return ", ".join(plain(part) for part in value)
    return number(value)


def number(value: object) -> str:
    """A float in few digits; whole numbers and texts as they are."""
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def row(value: object) -> str:
    """A point as text, as in (1/2, -3), rows of rows within brackets of their own."""
    return f"({', '.join(map(row, value))})" if isinstance(value, tuple | list) else str(value)
