"""What the terms of a statement mean: a line for each kind of quantity and object in it, and the sort of each name.

A quantity carries its meaning; an object's stands in its module, in the string below its name. Nothing is judged by
either: they are what a reader needs in order to evaluate what is displayed.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any

import sympy

from verify.kernel.calculus.chain import Chain
from verify.kernel.calculus.conditions import Comparison, Property, WholeNumber
from verify.kernel.calculus.events import Both, Either, Holds, Not
from verify.kernel.calculus.nouns import Discrete, Expectation, Probability, Variance
from verify.kernel.calculus.over import Binding
from verify.kernel.calculus.printing import latex
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Let, Name, Object, Quantity
from verify.kernel.statements.finite import AllOf
from verify.source import source

_PLAIN = (Comparison, Let, Binding, Both, Either, Holds, Not, Discrete, Expectation, Probability, Variance, WholeNumber)
"""What every reader knows, or what is displayed as what it is."""
_SIGNATURE = re.compile(r"\w+\([^()]*\)\.?")


def legend(statements: Iterable[Statement]) -> list[dict[str, str]]:
    """Rows of `term`, `latex` and `meaning` in the order of reading: the first term of each kind, and each name."""
    found: dict[Any, dict[str, str]] = {}
    for term in (t for s in statements for c in (s.conclusion, *s.hypotheses) for t in _in_order(c)):
        key = term if isinstance(term, Name) else type(term)
        if key not in found and (meaning := meaning_of(term)):
            found[key] = {"term": str(term), "latex": latex(term), "meaning": meaning}
    return list(found.values())


def _in_order(term: Any) -> Iterator[Any]:
    """A term and all in it as they are read; sympy keeps the parts of a minimum or a maximum in no order."""
    yield term
    unordered = isinstance(term, sympy.Min | sympy.Max)
    for part in sorted(term.args, key=sympy.default_sort_key) if unordered else term.args:
        yield from _in_order(part)


def meaning_of(term: Any) -> str:
    """What a term is, in a line; empty for what its own display says, and for what every reader knows."""
    if isinstance(term, Name):
        return str(term.sort)
    if not isinstance(term, Object | Quantity) or isinstance(term, _PLAIN):
        return ""
    kind = type(term)
    told = [getattr(kind, "meaning", ""), _below(kind) if "__made_of__" in vars(kind) else _first(kind.__doc__)]
    if isinstance(term, Property) and _SIGNATURE.fullmatch(told[1]):
        return ""
    return ": ".join(dict.fromkeys(t.rstrip(".") for t in told if t))


def stated(whole: Any) -> Iterator[Statement]:
    """The formal statements in a claim's statement: of a chain, or of all that stand together."""
    if isinstance(whole, Chain):
        yield whole.statement
    elif isinstance(whole, AllOf):
        for _, part in whole.parts:
            yield from stated(part)


class _Below:
    """The string below the name that a module gives a class without a source of its own; each module is read once."""

    def __init__(self) -> None:
        self._read: set[str] = set()
        self._told: dict[type, str] = {}

    def __call__(self, kind: type) -> str:
        if kind not in self._told:
            for name in sorted(set(sys.modules) - self._read):
                self._learn(sys.modules[name])
            self._read.update(sys.modules)
        return self._told.setdefault(kind, "")

    def _learn(self, module: ModuleType | None) -> None:
        names = vars(module) if isinstance(module, ModuleType) else {}
        bound = {n: v for n, v in names.items() if isinstance(v, type) and "__made_of__" in vars(v)}
        for name, text in source(names["__file__"]).below().items() if bound else ():
            if name in bound:
                self._told.setdefault(bound[name], " ".join(text.split()))


_below = _Below()


def _first(text: str | None) -> str:
    """The first paragraph of a docstring, on one line."""
    return " ".join((text or "").strip().partition("\n\n")[0].split())
