"""Statements: hypotheses, then a comparison of two expressions or a property, for all values of the free letters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sympy

from verify.calculus.conditions import Condition
from verify.calculus.over import substitute
from verify.calculus.terms import Extent, Let, Name, Parameter, text, unfold

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
        shown = [sympy.latex(self.conclusion)]
        scope = [sympy.latex(h) for h in self.hypotheses]
        scope += [_range(p) for p in sorted(self.free(), key=str) if isinstance(p, Parameter)]
        if scope:
            shown.append(f"({_LISTED.join(scope)})")
        if letters := self._letters():
            told = _LISTED.join(rf"{sympy.latex(let)} = {sympy.latex(let.body)}" for let in letters)
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


def _range(parameter: Parameter) -> str:
    e: Extent = parameter.extent
    name, low, high = sympy.latex(parameter), sympy.latex(e.lower), sympy.latex(e.upper)
    if e.integer:
        if e.lower == -sympy.oo and e.upper == sympy.oo:
            return rf"{name} \in \mathbb{{Z}}"
        ends = rf"{name} \ge {low}" if e.lower.is_finite and e.upper == sympy.oo else rf"{low} \le {name} \le {high}"
        return rf"{ends}\text{{ whole}}"
    if e.upper == sympy.oo:
        relation = ">" if e.open_lower else r"\ge"
        return rf"{name} \in \mathbb{{R}}" if e.lower == -sympy.oo else rf"{name} {relation} {low}"
    left, right = "<" if e.open_lower else r"\le", "<" if e.open_upper else r"\le"
    return rf"{low} {left} {name} {right} {high}"
