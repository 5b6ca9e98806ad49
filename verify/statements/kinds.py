"""The types of statements that a run believes: an object that only has their methods is none, nor is a subclass."""

from functools import cache
from typing import Any

from verify.statements.base import short


@cache
def _known() -> frozenset[type]:
    from verify import statements
    from verify.calculus.chain import Chain

    return frozenset(
        (
            Chain,
            statements.Agreement,
            statements.AllOf,
            statements.Balance,
            statements.Definition,
            statements.FiniteCheck,
            statements.Identity,
            statements.Inequality,
            statements.PlanPrivacy,
            statements.SameRate,
            statements.Slopes,
            statements.UpToConstant,
            statements.Whole,
        )
    )


def is_statement(value: Any) -> bool:
    """Whether the value is a statement of one of the known types; a subclass could judge itself."""
    return type(value) in _known()


def check_statement(name: str, value: Any) -> None:
    """Raise ValueError unless the value is a statement of one of the known types."""
    if not is_statement(value):
        raise ValueError(f"{name} = {short(value)}: must be a statement of a type of verify.statements, or a chain")
