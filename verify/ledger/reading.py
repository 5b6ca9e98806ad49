"""What is read off a record, with nothing loaded that judges: the words of the ledger, verdicts, what stands.

The words are those of `verify.statements`, whose modules load the whole of the prover; a test holds them together.
"""

from typing import Any

Record = dict[str, Any]

SCHEMA = "ratecheck/2"
"""Of a run, as `verify --json` writes it."""

KINDS = (
    *("privacy", "identity", "inequality", "construction", "lower-bound", "upper-rate", "rate-algebra"),
    *("algorithm", "experiment", "definition", "place"),
)
VERDICTS = ("proved", "checked", "argued", "supported", "open", "refuted")
"""From strong to weak."""

SEVERITIES = ("privacy", "rate", "condition", "proof gap", "listing", "constant", "typo")
"""The most costly first."""

LARGEST = 1e300
"""What a record says of a larger ratio."""


def verdicts(entry: Record) -> dict[str, str | None]:
    """The verdicts of a record: of the printed statement and of its correction; of a place those of its parts."""
    return {
        side: (entry[side]["verdict"] or entry[side].get("parts")) if entry[side] else None
        for side in ("printed", "corrected")
    }


def is_place(entry: Record) -> bool:
    """Whether a record is of a claim that only holds its parts together."""
    return bool(entry["kind"] == "place")


def standing(entry: Record) -> str | None:
    """The correction's verdict where the printed one is refuted, else the printed one."""
    found = verdicts(entry)
    return found["corrected"] if found["printed"] in (None, "refuted") and entry["corrected"] else found["printed"]


def sides_of(entry: Record) -> list[Record]:
    """What the record says of the printed statement and of its correction, where it has them."""
    return [entry[side] for side in ("printed", "corrected") if entry[side]]
