"""Every definition and theorem that a chain may cite is in the one list, wherever it stands."""

import importlib
import pkgutil
from collections import Counter
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import verify.kernel.calculus
import verify.ours
import verify.papers
from verify.kernel.calculus import SCHEMAS, Schema
from verify.ledger.collect import all_facts


def modules(package: ModuleType) -> Iterator[ModuleType]:
    """A package's modules."""
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        yield importlib.import_module(found.name)


def facts_in(held: Any) -> Iterator[Schema]:
    """Those that are bound to a name, or stand in a container that is."""
    if isinstance(held, Schema):
        yield held
    elif isinstance(held, tuple | list | set | frozenset | dict):
        for one in [*held.values()] if isinstance(held, dict) else held:
            yield from facts_in(one)


def unlisted(package: ModuleType, listed: tuple[Schema, ...]) -> list[str]:
    """Facts of a package's modules that are not in a list, with where they stand."""
    return [
        f"{module.__name__}.{name}"
        for module in modules(package)
        for name, held in vars(module).items()
        if not all(fact in listed for fact in facts_in(held))
    ]


def test_every_fact_is_listed_once() -> None:
    assert unlisted(verify.kernel.calculus, SCHEMAS) == []
    assert [*unlisted(verify.papers, all_facts()), *unlisted(verify.ours, all_facts())] == []
    for told in ("name", "title"):
        assert Counter(getattr(fact, told) for fact in all_facts()).most_common(1)[0][1] == 1


def test_a_fact_that_is_in_no_list_is_seen() -> None:
    missing = unlisted(verify.papers, SCHEMAS)
    assert "verify.papers.kent.s2_example1.classes.MEANS_WITHIN" in missing
    assert "verify.papers.kent.s2_1_general_rates.eq61_cover_select.COVER_SELECT" in missing
