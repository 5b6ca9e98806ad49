"""Values at which all hypotheses of a theorem hold at once: without them it might say nothing.

What depends on objects is constant there, a sort has one object, and properties hold. The values are found in floats
and prove nothing: Rocq is given them, and proves each hypothesis.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy

from verify.calculus.conditions import Comparison, Condition, WholeNumber
from verify.calculus.terms import Parameter, quantities

_STARTS, _SWEEPS, _MARGIN = 120, 25, 1e-3
Number = Callable[[Sequence[float]], float]


@dataclass(frozen=True)
class Assumed:
    """A hypothesis: where all premises hold, the conclusion does."""

    conclusion: Condition
    premises: tuple[Condition, ...] = ()


@dataclass(frozen=True)
class _Ordered:
    """One number at most another, or less, or equal, once the premises hold; `ends` are unknowns alone on a side."""

    small: Number
    large: Number
    op: str
    ends: tuple[int | None, int | None]
    premises: tuple[_Ordered, ...]

    def holds(self, x: Sequence[float]) -> bool:
        """Up to rounding; false where a side is undefined."""
        if not all(p.holds(x) for p in self.premises):
            return True
        a, b = self.small(x), self.large(x)
        rounding = 1e-12 * (abs(a) + abs(b))
        if self.op == "==":
            return abs(a - b) <= rounding
        return a < b - rounding if self.op in ("<", ">") else a <= b + rounding


def values(
    unknowns: Sequence[Any], assumed: Sequence[Assumed], fixed: Mapping[Any, Any] | None = None
) -> dict[Any, Any] | None:
    """A closed expression for each parameter and quantity at which all that is assumed holds; None if none is found.

    Those that are `fixed` have these values.
    """
    # Each unknown is one letter, whatever others it is built from.
    letters = {q: sympy.Dummy(f"x{i}") for i, q in enumerate(unknowns)}
    of = {x: q for q, x in letters.items()}
    compared = [_in_letters(a, letters) for a in assumed if isinstance(a.conclusion, Comparison)]
    given = {letters[q]: v for q, v in (fixed or {}).items()}
    compared = [_in_letters(a, given) for a in compared]
    solved, compared = _solved(compared, {x for q, x in letters.items() if not isinstance(q, Parameter)})
    given |= solved
    free = [x for x in of if x not in given]
    for x, e in solved.items():
        compared += [Assumed(Comparison(end, "<=", e)) for end in (of[x].lower,) if end.is_finite]
        compared += [Assumed(Comparison(e, "<=", end)) for end in (of[x].upper,) if end.is_finite]
    try:
        asked = [_ordered(a.conclusion, free, a.premises) for a in compared]
        asked += _whole(assumed, letters, free)
    except (ValueError, TypeError, KeyError, SyntaxError, NameError):
        return None
    ranges, rng = [_Range.of(of[x]) for x in free], random.Random(7)
    for number in range(_STARTS):
        x = [r.start(rng, number / _STARTS) for r in ranges]
        if not _repaired(x, asked, ranges):
            continue
        x = [r.put(float(f"{v:.6g}")) for v, r in zip(x, ranges, strict=True)]
        if all(o.holds(x) for o in asked):
            found = {q: sympy.Rational(str(Fraction(repr(v)))) for q, v in zip(free, x, strict=True)}
            found |= {q: e.xreplace(found) for q, e in given.items()}
            return {of[q]: v for q, v in found.items()}
    return None


def _whole(assumed: Sequence[Assumed], letters: Mapping[Any, Any], free: Sequence[Any]) -> Iterator[_Ordered]:
    """That a ratio is whole: its numerator is a multiple of its denominator."""
    for c in dict.fromkeys(c for a in assumed for c in (a.conclusion, *a.premises) if isinstance(c, WholeNumber)):
        ratio = c.args[0].xreplace(letters)
        for x in sorted(ratio.free_symbols & {*free}, key=str):
            each = x / ratio
            if ratio != x and not each.has(x) and not each.is_number:
                yield _ordered(Comparison(x, "==", each * sympy.ceiling(x / each)), free)
                break


def _in_letters(a: Assumed, letters: Mapping[Any, Any]) -> Assumed:
    return Assumed(a.conclusion.xreplace(letters), tuple(p.xreplace(letters) for p in a.premises))


def told(a: Assumed, unknowns: Sequence[Any]) -> bool:
    """Whether a hypothesis is about the unknowns alone: not for each value of an index."""
    forth = {q: sympy.Integer(1) for q in unknowns}
    return not any(c.xreplace(forth).free_symbols for c in (a.conclusion, *a.premises) if isinstance(c, Comparison))


def _solved(assumed: list[Assumed], quantities_: set[Any]) -> tuple[dict[Any, Any], list[Assumed]]:
    """Quantities that are equal to something told by others, and what is assumed of the rest."""
    given: dict[Any, Any] = {}
    rest = list(assumed)
    for a in assumed:
        if a.premises or a.conclusion.op != "==":
            continue
        for q, side in (a.conclusion.args[::2], a.conclusion.args[::-2]):
            e = side.xreplace(given)
            if q in quantities_ and q not in given and not e.has(q):
                given = {k: v.xreplace({q: e}) for k, v in given.items()} | {q: e}
                rest.remove(a)
                break
    return given, [_in_letters(a, given) for a in rest]


@dataclass(frozen=True)
class _Range:
    lower: float
    upper: float
    open_lower: bool
    open_upper: bool
    integer: bool

    @classmethod
    def of(cls, q: Any) -> _Range:
        if isinstance(q, Parameter):
            e = q.extent
            return cls(float(e.lower), float(e.upper), e.open_lower, e.open_upper, bool(e.integer))
        return cls(float(q.lower), float(q.upper), False, False, False)

    def put(self, v: float) -> float:
        """The nearest number inside."""
        v = float(round(v)) if self.integer and math.isfinite(v) else v
        low, high = self.lower + 1e-6 * self.open_lower, self.upper - 1e-6 * self.open_upper
        return min(max(v, low), high)

    def start(self, rng: random.Random, part: float) -> float:
        if rng.random() < 1 / 3 and math.isfinite(self.lower):
            return self.put(self.lower)
        if math.isfinite(self.lower) and math.isfinite(self.upper):
            return self.put(self.lower + (self.upper - self.lower) * rng.random())
        size = 10.0 ** rng.uniform(-3, 1 + 9 * part)
        if math.isfinite(self.lower):
            return self.put(self.lower + size)
        return self.put(self.upper - size if math.isfinite(self.upper) else size * rng.choice((-1, 1)))


def _repaired(x: list[float], asked: Sequence[_Ordered], ranges: Sequence[_Range]) -> bool:
    """Move single numbers, in place, until all is as asked; whether it then is."""
    for _ in range(_SWEEPS):
        wrong = [o for o in asked if not o.holds(x)]
        if not wrong:
            return True
        if not all(o.holds(x) or _moved(x, o, ranges) for o in wrong):
            return False
    return False


def _moved(x: list[float], o: _Ordered, ranges: Sequence[_Range]) -> bool:
    """Move one end beyond the other side; whether there was one to move."""
    for end, way, other in ((o.ends[1], 1, o.small(x)), (o.ends[0], -1, o.large(x))):
        if end is None or not math.isfinite(other):
            continue
        beyond = other + (0.0 if o.op == "==" else way * _MARGIN * (abs(other) + _MARGIN))
        if ranges[end].integer:
            beyond = math.ceil(beyond) if way > 0 else math.floor(beyond)
        x[end] = ranges[end].put(beyond)
        if o.holds(x):
            return True
    return any(end is not None for end in o.ends)


def _ordered(c: Any, free: Sequence[Any], premises: Sequence[Condition] = ()) -> _Ordered:
    letters = [sympy.Dummy(f"x{i}") for i in range(len(free))]
    forth: Mapping[Any, Any] = dict(zip(free, letters, strict=True))

    def number(term: Any) -> Number:
        told = term.xreplace(forth)
        if quantities(told) or told.free_symbols - {*letters}:
            raise ValueError(f"{term}: not of the unknowns alone")
        raw = sympy.lambdify([letters], told, "math")

        def at(x: Sequence[float]) -> float:
            try:
                return float(raw(x))
            except (ArithmeticError, ValueError, TypeError):
                return math.nan

        return at

    place = {q: i for i, q in enumerate(free)}
    beneath = tuple(_ordered(p, free) for p in premises if isinstance(p, Comparison))
    return _Ordered(number(c.small), number(c.large), c.op, (place.get(c.small), place.get(c.large)), beneath)
