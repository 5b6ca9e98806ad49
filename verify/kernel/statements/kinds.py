"""The types of statements that a run believes: an object that only has their methods is none, nor is a subclass."""

from importlib import import_module
from typing import Any

from verify.kernel.statements.base import short

_KNOWN = (
    ("verify.kernel.calculus.chain", ("Chain",)),
    ("verify.kernel.statements.definition", ("Definition",)),
    ("verify.kernel.statements.finite", ("AllOf", "FiniteCheck")),
    ("verify.kernel.statements.growth", ("UpToConstant",)),
    ("verify.kernel.statements.identity", ("Identity",)),
    ("verify.kernel.statements.inequality", ("Inequality",)),
    ("verify.kernel.statements.measured", ("Agreement",)),
    ("verify.kernel.statements.privacy", ("PlanPrivacy",)),
    ("verify.kernel.statements.rate", ("Balance", "SameRate")),
    ("verify.kernel.statements.slopes", ("Slopes",)),
    ("verify.kernel.statements.undecided", ("Undecided",)),
    ("verify.kernel.statements.whole", ("Whole",)),
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
        kinds = "a statement of a type of verify.kernel.statements, or a chain"
        raise ValueError(f"{name} = {short(value)}: must be {kinds}")
