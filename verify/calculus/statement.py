"""Statements: hypotheses, then a comparison of two expressions or a property, for all values of the free letters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import sympy

from verify.calculus.conditions import Condition
from verify.calculus.over import Binding, Sum, between, substitute
from verify.calculus.printing import Level, closed, latex
from verify.calculus.terms import Extent, Let, Name, Object, Parameter, Quantity, Random, text, unfold

_LISTED = r",\ "


@dataclass(frozen=True)
class Statement:
    """Where the hypotheses hold, the conclusion does: for all parameters in their ranges and all named objects."""

    conclusion: Condition
    hypotheses: tuple[Condition, ...] = ()

    @property
    def left(self) -> Any:
        """The left side of a comparison."""
        return self.conclusion.left

    @property
    def right(self) -> Any:
        """The right side of a comparison."""
        return self.conclusion.right

    def free(self) -> set[Any]:
        """The parameters and names over which the statement ranges."""
        return set().union(*(c.free_symbols for c in (self.conclusion, *self.hypotheses)))

    def at(self, values: Mapping[Any, Any]) -> Statement:
        """The statement with parameters and names replaced; that the values lie in the ranges is owed.

        Raises:
            ValueError: when what is replaced does not occur free, or a value would be captured.
        """
        if strange := set(values) - self.free():
            raise ValueError(f"{', '.join(sorted(map(str, strange)))}: not free in the statement")
        return Statement(substitute(self.conclusion, values), tuple(substitute(h, values) for h in self.hypotheses))

    def unfolded(self) -> Statement:
        """The statement without letters."""
        return Statement(unfold(self.conclusion), tuple(unfold(h) for h in self.hypotheses))

    def latex(self) -> str:
        """The conclusion, its hypotheses, the ranges of its parameters and what its letters stand for."""
        letters = self._letters()
        shown = [latex(self.conclusion)]
        scope = [latex(h) for h in self.hypotheses]
        free = self.free()
        scope += [_range(p) for p in sorted(free, key=str) if isinstance(p, Parameter)]
        bound = {n.index for c in (self.conclusion, *self.hypotheses) for n in _parts(c) if _ranges(n)} - free
        whole = (i for i in sorted(bound, key=str) if isinstance(i, Parameter) and i.extent.integer)
        scope += [rf"{latex(i)} \in \mathbb{{Z}}" for i in whole]
        if len(scope) > 1:
            scope = [closed(told, Level.PHRASE) for told in scope]
        if scope:
            shown.append(f"({_LISTED.join(scope)})")
        if letters:
            told = _LISTED.join(rf"{latex(let)} = {closed(latex(let.body), Level.PHRASE)}" for let in letters)
            shown.append(rf"\text{{where }} {told}")
        return r"\quad ".join(shown)

    def text(self) -> str:
        """The whole statement in one formal line, ranges and letters included."""
        parts = [text(self.conclusion)]
        parts += [f"given {text(h)}" for h in self.hypotheses]
        for letter in sorted(self.free(), key=str):
            if isinstance(letter, Parameter):
                e = letter.extent
                opening, closing = "(" if e.open_lower else "[", ")" if e.open_upper else "]"
                ends = f"{opening}{text(e.lower)}, {text(e.upper)}{closing}"
                parts.append(f"{letter.name} in {ends}{' integer' if e.integer else ''}")
            elif isinstance(letter, Name):
                parts.append(f"{letter.name}: {letter.sort}")
        return "; ".join(parts)

    def _letters(self) -> list[Any]:
        found: dict[Any, None] = {}
        for part in (self.conclusion, *self.hypotheses):
            found |= dict.fromkeys(t for t in _parts(part) if isinstance(t, Let))
        return list(found)


def _parts(term: Any) -> Iterator[Any]:
    """A term and all in it, in one order in every process: what a minimum is of has none of its own."""
    yield term
    unordered = isinstance(term, sympy.Min | sympy.Max)
    for part in sorted(term.args, key=text) if unordered else term.args:
        yield from _parts(part)


def _ranges(term: Any) -> bool:
    """Whether it binds an index over a range that its conditions leave open; a sum's index is whole, and told."""
    return isinstance(term, Binding) and not isinstance(term, Sum)


def told_apart(parts: Iterable[Any]) -> None:
    """Require of what is displayed together that no two letters look alike, nor a letter and a number of its name.

    Raises:
        ValueError: with what would stand for two things.
    """
    shown: dict[str, Any] = {}
    for node in (n for part in parts for n in sympy.preorder_traversal(part)):
        # An exponential is displayed as a power of the number e.
        known = sympy.E if isinstance(node, sympy.exp) else node
        lone = not node.args and isinstance(node, Object | Quantity)
        if not lone and not isinstance(known, sympy.Symbol | sympy.NumberSymbol | Let):
            continue
        if shown.setdefault(letter := _letter(known), known) != known:
            raise ValueError(f"{letter}: stands for two things, {shown[letter]!r} and {known!r}")


_letter = lru_cache(maxsize=4096)(latex)


def _range(parameter: Parameter) -> str:
    e: Extent = parameter.extent
    ends = between(
        latex(parameter),
        [(latex(e.lower), e.open_lower)] if e.lower.is_finite else [],
        [(latex(e.upper), e.open_upper)] if e.upper.is_finite else [],
    )
    limited = e.lower.is_finite or e.upper.is_finite
    if isinstance(parameter, Random):
        # Its ends hold almost surely; a random real without ends has a finite second moment.
        return rf"{ends}\text{{ a.s.}}" if limited else rf"{ends} \in L^2"
    if e.integer:
        return rf"{ends}\text{{ whole}}" if limited else rf"{ends} \in \mathbb{{Z}}"
    return ends if limited else rf"{ends} \in \mathbb{{R}}"
