"""The types of statements that a run believes: an object that only has their methods is none, nor is a subclass."""

from importlib import import_module
from typing import Any

from verify.statements.base import short

_KNOWN = (
    ("verify.calculus.chain", ("Chain",)),
    ("verify.statements.definition", ("Definition",)),
    ("verify.statements.finite", ("AllOf", "FiniteCheck")),
    ("verify.statements.growth", ("UpToConstant",)),
    ("verify.statements.identity", ("Identity",)),
    ("verify.statements.inequality", ("Inequality",)),
    ("verify.statements.measured", ("Agreement",)),
    ("verify.statements.privacy", ("PlanPrivacy",)),
    ("verify.statements.rate", ("Balance", "SameRate")),
    ("verify.statements.slopes", ("Slopes",)),
    ("verify.statements.undecided", ("Undecided",)),
    ("verify.statements.whole", ("Whole",)),
)
"""By module, and by name, so that no statement's fingerprint has the code of all types."""


def is_statement(value: Any) -> bool:
    """Whether the value is a statement of one of the known types; a subclass could judge itself."""
    of = type(value)
    return any(
        of.__module__ == module and of.__name__ in names and of is getattr(import_module(module), of.__name__)
        for module, names in _KNOWN
    )


def check_statement(name: str, value: Any) -> None:
    """Raise ValueError unless the value is a statement of one of the known types."""
    if not is_statement(value):
        raise ValueError(f"{name} = {short(value)}: must be a statement of a type of verify.statements, or a chain")
