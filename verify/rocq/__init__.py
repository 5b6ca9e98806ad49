"""A second opinion on certified relations: written as lemmas for Rocq with the Interval library, and run there."""

TABLE = "ratecheck-rocq-table/1"
"""The schema of what is kept of a run."""


def kind_of(found: str) -> str:
    """Of what is said of a relation or a theorem, the first word: proved, failed, inexpressible or waiting."""
    return found.partition(":")[0]
