"""The prover's answers, each found once, and a record of those that a check rests on."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

from verify.kernel.prover import Open, Proved, Refuted, Relation, prove

Shown = tuple[Relation, Proved | Refuted]
"""A relation, and its certificate or the point at which it fails."""

_RECORD: ContextVar[list[Shown]] = ContextVar("record")


@contextmanager
def recorded() -> Iterator[list[Shown]]:
    """Collect what the checks inside rest on, each relation once."""
    found: list[Shown] = []
    token = _RECORD.set(found)
    try:
        yield found
    finally:
        _RECORD.reset(token)


def keep(relation: Relation, result: Proved | Refuted) -> None:
    """Add an answer to the record, if one is kept."""
    record = _RECORD.get(None)
    if record is not None and all(relation != known for known, _ in record):
        record.append((relation, result))


@lru_cache(maxsize=1024)
def decided(relation: Relation, seconds: float = 60.0) -> Proved | Refuted | Open:
    """The prover's answer."""
    return prove(relation, seconds=seconds)
