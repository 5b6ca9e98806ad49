"""A lower bound and the same number written again, and what every single defect of the bound's code does to the two.

Defects are generated at every place of the functions that a tie names: constants doubled and halved, other exponents,
min for max, terms dropped. Those that no comparison sees are listed with the reason: another place to look at, which
gives a bound that is as valid.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import pairwise
from typing import Any

import pytest

from lowerbounds.methods.bounds import Bound
from lowerbounds.numerics.line_search import best_point
from tests.planted import Generated, forget, generated

CLOSE = 1e-9
"""What two numbers in floats may differ by, relatively."""


@dataclass(frozen=True)
class Tie:
    """A bound as it ships and written again, at arguments of both; and the functions whose every defect is seen."""

    name: str
    shipped: Callable[..., Any]
    again: Callable[..., float]
    settings: tuple[tuple[Any, ...], ...]
    functions: tuple[str, ...] = ()
    close: float = CLOSE

    def numbers(self, given: tuple[Any, ...]) -> tuple[float, float]:
        """The bound and its second writing."""
        found = self.shipped(*given)
        if not isinstance(found, Bound):
            return float(found.mid()), _again(self.again, given, None)
        assert falls(found)
        return found.value, _again(self.again, given, tuple((found.parameters | {"source": found.source}).items()))

    def near(self, found: float, expected: float) -> bool:
        """Whether the two are one number."""
        return abs(found - expected) <= self.close * abs(expected)


@cache
def _again(again: Callable[..., float], given: tuple[Any, ...], told: tuple[tuple[str, Any], ...] | None) -> float:
    """The second writing, once for the same arguments and reported parameters; a part of a bound reports none."""
    return again(*given) if told is None else again(dict(told), *given)


def falls(bound: Bound) -> bool:
    """Whether each step of its chain is at most the one before, down to the number shown."""
    values = [] if bound.chain is None else [max(float(step.value.mid()), 0.0) for step in bound.chain.steps]
    return all(after <= before * (1 + CLOSE) for before, after in pairwise([*values, bound.value]))


def of(told: dict[str, Any], *names: str) -> tuple[float, ...]:
    """Free parameters as floats."""
    return tuple(float(told[name]) for name in names)


def route_of(told: dict[str, Any]) -> str:
    """The route that a source names after a colon."""
    return str(told["source"]).split(": ", 1)[1]


SEARCHED = "where a free parameter is looked for, or which of valid bounds is taken"
ABOVE = "a step above the last, of which only the order is seen"
RECORDED = "what is recorded next to the number"
REFUSED = "what is refused, or infinite"
ANOTHER_WAY = "another way to the same number"
Unseen = Mapping[str, tuple[tuple[str, str], ...]]
"""Defects that no comparison sees, by reason: in functions that begin so, in lines that hold this."""
INNER = frozenset({"height"})
"""Functions in which a search looks at values; the largest is then computed again."""
CACHED = "density.bumps"
"""The module whose cached functions are planted."""


def agree(tie: Tie) -> None:
    """Check that a bound is its second writing wherever it is taken, and more than 0 somewhere."""
    numbers = [tie.numbers(given) for given in tie.settings]
    assert max(found for found, _ in numbers) > 0
    for given, (found, expected) in zip(tie.settings, numbers, strict=True):
        assert tie.near(found, expected), (given, found, expected)


def survives(tie: Tie) -> bool:
    """Whether neither a comparison nor an error shows a defect, nor a bound that is 0 throughout."""
    largest = 0.0
    try:
        for given in tie.settings:
            found, expected = tie.numbers(given)
            if not tie.near(found, expected):
                return False
            largest = max(largest, found)
    except (ArithmeticError, AssertionError, AttributeError, IndexError, TypeError, ValueError):
        return False
    return largest > 0


def another_constant_is_seen(tie: Tie, path: str, constant: str, patch: pytest.MonkeyPatch) -> None:
    """Check that twice a constant of a module is seen, and half of it."""
    module = import_module(path)
    for factor in (2, Fraction(1, 2)):
        changed = factor * getattr(module, constant)
        with patch.context() as planted:
            planted.setattr(module, constant, int(changed) if changed == int(changed) else changed)
            assert not survives(tie), factor


def excuses(defect: Generated, unseen: Unseen) -> set[tuple[str, str]]:
    """The places that say why it may be unseen."""
    line = defect.told.split(" in ", 1)[1]
    return {
        (where, fragment)
        for places in unseen.values()
        for where, fragment in places
        if defect.where.startswith(where) and fragment in line
    }


def every_defect_is_seen(ties: Iterable[Tie], unseen: Unseen, patch: pytest.MonkeyPatch, least: int, most: int) -> None:
    """Check that single defects are seen except for those listed, of which each place stands there for something.

    At least `least` are seen, and at most `most` are not.
    """
    seen: set[Generated] = set()
    left: dict[Generated, set[tuple[str, str]]] = {}
    # A short search finds parameters that are as valid.
    patch.setattr(best_point, "__defaults__", (6,))
    forget()
    _again.cache_clear()
    try:
        # What is seen is the defect. And nothing of the second writing is computed while one is planted.
        assert all(map(survives, ties))
        for tie in ties:
            for defect in (one for where in tie.functions for one in generated(where, "lowerbounds", INNER)):
                if defect in seen or "best_point(" in defect.told:
                    continue
                with patch.context() as planted:
                    defect.put(planted)
                    if CACHED in defect.where:
                        forget()
                    if survives(tie):
                        left[defect] = excuses(defect, unseen)
                    else:
                        seen.add(defect)
            if any(CACHED in where for where in tie.functions):
                forget()
    finally:
        forget()
        _again.cache_clear()
    not_seen = {defect: told for defect, told in left.items() if defect not in seen}
    assert [str(defect) for defect, told in not_seen.items() if not told] == []
    assert {place for places in unseen.values() for place in places} == set().union(*not_seen.values())
    assert len(seen) >= least
    assert len(not_seen) <= most
