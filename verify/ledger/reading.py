"""What is read off a record, with nothing loaded that judges: the words of the ledger, verdicts, what stands."""

from typing import Any, get_args

from verify.ledger.schema import Kind, Severity, Verdict

Record = dict[str, Any]

SCHEMA = "ratecheck/2"
"""Of a run, as `verify --json` writes it."""

KINDS: tuple[str, ...] = get_args(Kind)
VERDICTS: tuple[str, ...] = get_args(Verdict)
"""From strong to weak."""

SEVERITIES: tuple[str, ...] = get_args(Severity)
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
    """The printed statement's verdict, or that of what stands next to it where it is refuted or open."""
    found = verdicts(entry)
    beside = found["printed"] in (None, "refuted", "open") and entry["corrected"]
    return found["corrected"] if beside else found["printed"]


def undecided(side: Record) -> bool:
    """Whether a printed side is what the paper says, not judged."""
    return bool(side["verdict"] == "open" and side.get("says") == side["statement"])


def beside(entry: Record) -> str:
    """What the second statement of a record is, in a word: a correction, what is shown instead, or ours."""
    if not entry["printed"]:
        return "ours"
    return "corrected" if verdicts(entry)["printed"] == "refuted" else "shown instead"


def sides_of(entry: Record) -> list[Record]:
    """What the record says of the printed statement and of its correction, where it has them."""
    return [entry[side] for side in ("printed", "corrected") if entry[side]]
