"""The rules that make grants: a check makes each one again by its rule, and believes nothing else that stands in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from verify.kernel.calculus.counting import by_induction, last_summand
from verify.kernel.calculus.reasons import (
    Grant,
    Schema,
    assumed,
    at_index,
    cases,
    cite,
    each,
    home,
    included,
    multiple_of,
    obtain,
    shown,
    telescoped,
    words,
)


def derived(grant: Grant) -> Grant:
    """The grant, made again by its rule.

    Raises:
        ValueError: when no rule makes it.
    """
    rule, of = grant.origin if type(grant) is Grant else ("", ())
    if rule not in _RULES:
        raise ValueError(f"nothing stands behind {grant.statement.conclusion}: no rule makes it")
    again = _RULES[rule](*of)
    if again != grant:
        made = again.statement.conclusion
        raise ValueError(f"nothing stands behind {grant.statement.conclusion}: its rule makes {made}")
    return again


_RULES: Mapping[str, Callable[..., Grant]] = {
    "fact": lambda schema, *arguments: _listed(schema)(*arguments),
    "at": lambda grant, *values: derived(grant).at(dict(values)),
    "chain": shown,
    "hypothesis": assumed,
    "words": lambda sentence, grants, given, leans: words(sentence, grants, given=given, leans=leans),
    "claim": cite,
    "cases": cases,
    "obtain": lambda existing, chain: obtain(derived(existing), chain),
    "each": each,
    "included": included,
    "at index": at_index,
    "multiple of": multiple_of,
    "telescoped": telescoped,
    "induction": by_induction,
    "last summand": last_summand,
}


def _listed(schema: Any) -> Schema:
    """A fact that stands in the FACTS of its module: no other is believed.

    Raises:
        ValueError: when it stands in none.
    """
    if type(schema) is not Schema or home(schema) is None:
        raise ValueError(f"{getattr(schema, 'name', schema)!r} is no fact in the FACTS of a module")
    return schema
