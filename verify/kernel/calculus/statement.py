"""Statements: hypotheses, then a comparison of two expressions or a property, for all values of the free letters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import sympy

from verify.kernel.calculus.conditions import Comparison, Condition, WholeNumber
from verify.kernel.calculus.over import Binding, Sum, between, substitute
from verify.kernel.calculus.printing import Level, closed, latex
from verify.kernel.calculus.terms import Extent, Let, Name, Object, Parameter, Quantity, Random, text, unfold
from verify.kernel.prover.display import Layout


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
        return self.layout().latex()

    def layout(self) -> Layout:
        """The same in parts: conditions are comparisons of numbers, all other hypotheses introduce objects."""
        free = self.free()
        ranges = [_range(p) for p in sorted(free, key=str) if isinstance(p, Parameter)]
        bound = {n.index for c in (self.conclusion, *self.hypotheses) for n in _parts(c) if _ranges(n)} - free
        whole = (i for i in sorted(bound, key=str) if isinstance(i, Parameter) and i.extent.integer)
        ranges += [rf"{latex(i)} \in \mathbb{{Z}}" for i in whole]
        numbers = [h for h in self.hypotheses if isinstance(h, Comparison) and _is_number(h)]
        wholes = [h for h in self.hypotheses if isinstance(h, WholeNumber) and _is_number(h)]
        ranges = [*map(latex, wholes), *ranges]
        setting = _between(h for h in self.hypotheses if h not in numbers and h not in wholes)
        conditions = _between(numbers)
        if len(setting) + len(conditions) + len(ranges) > 1:
            setting, conditions, ranges = ([closed(t, Level.PHRASE) for t in g] for g in (setting, conditions, ranges))
        return Layout(
            latex(self.conclusion),
            tuple(setting),
            tuple(conditions),
            tuple(ranges),
            where=tuple(rf"{latex(let)} = {closed(latex(let.body), Level.PHRASE)}" for let in self._letters()),
        )

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


def _is_number(term: Any) -> bool:
    """Whether nothing random or named is in it."""
    return all(isinstance(x, Parameter) and not isinstance(x, Random) for x in term.free_symbols)


def _between(hypotheses: Iterable[Condition]) -> list[str]:
    """Each as it is displayed; a lower end and the upper end behind it as one."""
    told: list[str] = []
    before: Condition | None = None
    for h in hypotheses:
        if before is not None and _meets(before, h):
            told[-1] = between(latex(h.small), [(latex(before.small), before.strict)], [(latex(h.large), h.strict)])
            before = None
        else:
            told.append(latex(h))
            before = h
    return told


def _meets(lower: Any, upper: Any) -> bool:
    """Whether what is at least one end is at most another."""
    pair = all(isinstance(h, Comparison) and h.op != "==" for h in (lower, upper))
    return pair and lower.large == upper.small


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
        # Braces and spaces are not seen: \hat x is \hat{x}.
        if shown.setdefault(seen := _letter(known).translate(_UNSEEN), known) != known:
            raise ValueError(f"{_letter(known)}: stands for two things, {shown[seen]!r} and {known!r}")


_letter = lru_cache(maxsize=4096)(latex)
_UNSEEN = str.maketrans("", "", "{} ")


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
