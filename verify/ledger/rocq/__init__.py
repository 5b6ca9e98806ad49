"""A second opinion on certified relations: written as lemmas for Rocq with the Interval library, and run there."""

from collections.abc import Mapping
from typing import Any

TABLE = "ratecheck-rocq-table/3"
"""The schema of what is kept of a run."""


def kind_of(found: str) -> str:
    """Of what is said of a relation or a theorem, the first word: proved, failed, inexpressible or waiting."""
    return found.partition(":")[0]


def relations_of(entry: Mapping[str, Any]) -> list[str]:
    """The names of a claim's relations in the table."""
    return [f"rel_{digest}" for digest in entry.get("relations", "").split()]


def seconds_of(entry: Mapping[str, Any]) -> list[float]:
    """The processor time that each of a claim's relations took."""
    return [float(seconds) for seconds in entry.get("seconds", "").split()]
