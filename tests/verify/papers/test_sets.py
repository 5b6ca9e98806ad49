"""A set that a quick run makes smaller says so: what is reported about a check is what was run."""

import inspect
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements.measured import Agreement
from verify.kernel.statements.outcome import Settings
from verify.ledger.collect import claims


def checks(term: Any, seen: set[int]) -> Iterator[FiniteCheck | Agreement]:
    """All checks of sets in a statement, in its parts, its chains and what they are compared with."""
    if isinstance(term, FiniteCheck | Agreement) and id(term) not in seen:
        seen.add(id(term))
        yield term
    elif is_dataclass(term) and not isinstance(term, type) and id(term) not in seen:
        seen.add(id(term))
        for f in fields(term):
            yield from checks(getattr(term, f.name), seen)
    elif isinstance(term, tuple | list | dict):
        for inner in term.values() if isinstance(term, dict) else term:
            yield from checks(inner, seen)


def unsaid(check: FiniteCheck | Agreement) -> bool:
    """Whether the code of a set asks for the profile, and its words report none."""
    code: Any = inspect.unwrap(check.cases if isinstance(check, FiniteCheck) else check.comparisons)
    code = getattr(code, "func", code)
    if ".quick" not in inspect.getsource(code):
        return False
    # A grid of two dimensions is the same in both profiles.
    dimensions = inspect.getclosurevars(code).nonlocals.get("dimensions", (0, 0, 0))
    return len(dimensions) > 2 and not re.search(r"quick|full|^the same$", check.over)


def test_a_set_that_is_smaller_in_a_quick_run_says_so() -> None:
    seen: set[int] = set()
    every = [(id_, c) for id_, claim in claims().items() for c in checks((claim.printed, claim.corrected), seen)]
    assert len(every) > 900
    assert not [(id_, check.over) for id_, check in every if unsaid(check)]


def some(settings: Settings) -> Iterator[Case]:
    """A set that is smaller in a quick run."""
    for k in range(2 if settings.quick else 3):
        yield Case({"k": k}, k, 3)


def test_a_set_that_hides_its_profile_is_found() -> None:
    assert unsaid(FiniteCheck("k <= 3", "k = 0, 1, 2", some))
    assert not unsaid(FiniteCheck("k <= 3", "k = 0, 1 (full: 2)", some))
