"""A second opinion on certified relations: written as lemmas for Rocq with the Interval library, and run there."""

TABLE = "ratecheck-rocq-table/1"
"""The schema of what is kept of a run."""
