"""Values at which all hypotheses of a theorem hold at once: without them it might say nothing.

What depends on objects is constant there, a sort has one object, and properties hold. The values are found in floats
and prove nothing: Rocq is given them, and proves each hypothesis.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy
from flint import ctx

from verify.kernel.calculus.conditions import Comparison, Condition, WholeNumber
from verify.kernel.calculus.over import Each
from verify.kernel.calculus.terms import Extent, Parameter, Quantity
from verify.kernel.prover.enclosure import Evaluator, LogCosh, NoEnclosure
from verify.kernel.prover.enclosure import number as exactly
from verify.kernel.rocq.terms import gallina

_STARTS, _SWEEPS, _MARGIN = 120, 25, 1e-3
_BITS = 2048
_SAMPLES = (sympy.Rational(1, 4), *map(sympy.Rational, ("1/2", 1, 2, 3)))
"""Values of an index, for which all is to hold that is of it."""
_Number = Callable[[Sequence[float]], float]


@dataclass(frozen=True)
class Assumed:
    """A hypothesis: where all premises hold, the conclusion does; of an index, for each value where `limits` hold."""

    conclusion: Condition
    premises: tuple[Condition, ...] = ()
    limits: tuple[Condition, ...] = ()


@dataclass(frozen=True)
class _Ordered:
    """One number at most another, or less, or equal, once the premises hold; `ends` are unknowns alone on a side."""

    small: _Number
    large: _Number
    op: str
    ends: tuple[int | None, int | None]
    premises: tuple[_Ordered, ...]

    def holds(self, x: Sequence[float]) -> bool:
        """Up to rounding; false where a side is undefined, of a premise too."""
        for p in self.premises:
            if not p.holds(x):
                return p.defined(x)
        a, b = self.small(x), self.large(x)
        rounding = 1e-12 * (abs(a) + abs(b))
        if self.op == "==":
            return abs(a - b) <= rounding
        return a < b - rounding if self.op in ("<", ">") else a <= b + rounding

    def defined(self, x: Sequence[float]) -> bool:
        """Whether both sides have values that floats can hold."""
        return not (math.isnan(self.small(x)) or math.isnan(self.large(x)))


def values(
    unknowns: Sequence[Any], assumed: Sequence[Assumed], fixed: Mapping[Any, Any] | None = None
) -> dict[Any, str] | None:
    """A number for each parameter and quantity, as it is written there, at which all that is assumed holds.

    None if none are found. Those that are `fixed` have these values. No number is put into an expression, where exact
    powers could grow without end: expressions are evaluated in floats, and written there over the numbers' texts.
    """
    given = dict(fixed or {})
    known = frozenset(unknowns)
    # What depends on an index is the same for each.
    each = (Assumed(a.conclusion.body, a.premises) for a in assumed if isinstance(a.conclusion, Each))
    compared = [a for a in assumed if isinstance(a.conclusion, Comparison)]
    compared += [a for a in each if isinstance(a.conclusion, Comparison) and _told(a, known)]
    solved, compared = _solved([replace(a, conclusion=_rooted(a.conclusion)) for a in compared], unknowns, given)
    free = [q for q in unknowns if q not in solved]
    for q, e in solved.items():
        compared += [Assumed(Comparison(end, "<=", e)) for end in (q.lower,) if end.is_finite]
        compared += [Assumed(Comparison(e, "<=", end)) for end in (q.upper,) if end.is_finite]
    place = {q: _at(i) for i, q in enumerate(free)}
    ends = {q: i for i, q in enumerate(free)}
    try:
        for q, e in solved.items():
            place[q] = _number(e, place)
        asked = [_ordered(a.conclusion, place, ends, a.premises) for a in compared]
        asked += [_ordered(c, place, ends) for c in _whole(assumed, free)]
    except (ValueError, TypeError):
        return None
    whole = {a.conclusion.args[0] for a in assumed if isinstance(a.conclusion, WholeNumber)}
    ranges, rng = [_Range.of(q, given.get(q), q in whole) for q in free], random.Random(7)
    for number in range(_STARTS):
        x = [r.start(rng, number / _STARTS) for r in ranges]
        if not _repaired(x, asked, ranges):
            continue
        x = [r.put(float(f"{v:.6g}")) for v, r in zip(x, ranges, strict=True)]
        exact = [given.get(q, sympy.Rational(str(Fraction(repr(v))))) for q, v in zip(free, x, strict=True)]
        if all(o.holds(x) for o in asked) and not _fails(compared, dict(zip(free, exact, strict=True)), solved):
            found = {q: gallina(v, {}) for q, v in zip(free, exact, strict=True)}
            for q, e in solved.items():
                found[q] = gallina(e, found)
            return found
    return None


def _rooted(c: Comparison) -> Comparison:
    """A number of which the square is told as the root; all else as it is."""
    for square, e in ((c.left, c.right), (c.right, c.left)):
        if c.op == "==" and isinstance(square, sympy.Pow) and square.exp == 2 and e.is_number and e.is_nonnegative:
            return Comparison(square.base, "==", sympy.sqrt(e))
    return c


def _fails(assumed: Sequence[Assumed], exact: Mapping[Any, Any], solved: Mapping[Any, Any]) -> bool:
    """Whether something that holds in floats certainly does not: log(1 - 1e-17) is not 0."""
    with ctx.workprec(_BITS):
        box = {q: exactly(v) for q, v in exact.items()}
        try:
            for q, e in solved.items():
                box[q] = Evaluator(box)(e)
        except NoEnclosure:
            return False
        at = Evaluator(box)
        return any(_false(a.conclusion, at) and not any(_false(p, at) for p in a.premises) for a in assumed)


def _false(c: Condition, at: Evaluator) -> bool:
    """Whether a comparison certainly fails; what has no enclosure may hold."""
    if not isinstance(c, Comparison):
        return False
    try:
        small, large = at(c.small), at(c.large)
    except NoEnclosure:
        return False
    apart = small.lo >= large.hi if c.strict else small.lo > large.hi
    return bool(apart or (c.op == "==" and small.hi < large.lo))


def _whole(assumed: Sequence[Assumed], free: Sequence[Any]) -> Iterator[Comparison]:
    """That a ratio is whole: its numerator is a multiple of its denominator."""
    for c in dict.fromkeys(c for a in assumed for c in (a.conclusion, *a.premises)):
        if (found := multiple(c, free)) is not None:
            x, each = found
            yield Comparison(x, "==", each * sympy.ceiling(x / each))


def multiple(c: Condition, free: Iterable[Any]) -> tuple[Any, Any] | None:
    """The unknown that is to be a whole multiple of others for a ratio to be whole, and those; None of no ratio."""
    if not isinstance(c, WholeNumber):
        return None
    ratio = c.args[0]
    found = ((x, x / ratio) for x in sorted(ratio.free_symbols & {*free}, key=str) if ratio != x)
    return next(((x, each) for x, each in found if not each.has(x)), None)


def inside(q: Any) -> Any:
    """A number in the range of a parameter; 0 of what is none."""
    if not isinstance(q, Parameter):
        return sympy.Integer(0)
    e = q.extent
    low, high = e.lower, e.upper
    if low.is_finite and high.is_finite and not e.integer:
        return (low + high) / 2
    return low + 1 if low.is_finite and low + 1 < high else high - 1 if high.is_finite else sympy.Integer(1)


def _told(a: Assumed, known: frozenset[Any]) -> bool:
    """Whether a hypothesis is about the unknowns alone: not for each value of an index."""
    return all(
        _reached(side, known) is not None
        for c in (a.conclusion, *a.premises)
        if isinstance(c, Comparison)
        for side in (c.left, c.right)
    )


def sampled(a: Assumed, known: frozenset[Any]) -> Iterator[Assumed]:
    """What is left of a hypothesis where it is about the unknowns alone: at some values of the indices in it."""
    if _told(a, known):
        yield a
        return
    words = {q: sympy.Dummy() for q in known}
    back = {x: q for q, x in words.items()}
    parts = [c.xreplace(words) for c in (a.conclusion, *a.limits, *a.premises)]
    indices = sorted({x for c in parts for x in c.free_symbols if isinstance(x, Parameter)}, key=str)
    for values in itertools.product(*([v for v in _SAMPLES if _inside(v, x.extent)] for x in indices)):
        conclusion, *premises = (c.xreplace(dict(zip(indices, values, strict=True))).xreplace(back) for c in parts)
        if _told(at := Assumed(conclusion, tuple(premises)), known):
            yield at


def _inside(v: Any, e: Extent) -> bool:
    above = v > e.lower or (v == e.lower and not e.open_lower)
    below = v < e.upper or (v == e.upper and not e.open_upper)
    return bool(above and below and (v.is_integer or not e.integer))


def _reached(e: Any, known: frozenset[Any]) -> frozenset[Any] | None:
    """The unknowns that an expression is of; None where it is of others too."""
    if e in known:
        return frozenset({e})
    if isinstance(e, sympy.Symbol | Quantity):
        return None
    parts = [_reached(a, known) for a in e.args]
    return None if None in parts else frozenset().union(*filter(None, parts))


def _solved(
    assumed: Sequence[Assumed], unknowns: Sequence[Any], fixed: Mapping[Any, Any]
) -> tuple[dict[Any, Any], list[Assumed]]:
    """Quantities that are equal to something told by others, each after those, and what is assumed of the rest."""
    known = frozenset(unknowns)
    given: dict[Any, Any] = {}
    of: dict[Any, frozenset[Any]] = {}
    """The unknowns that a solved quantity is of, none of them solved."""
    rest = list(assumed)
    for a in sorted(assumed, key=lambda a: bool(a.premises)):
        if a.conclusion.op != "==":
            continue
        for q, e in (a.conclusion.args[::2], a.conclusion.args[::-2]):
            if q not in known or isinstance(q, Parameter) or q in given or q in fixed:
                continue
            reached = _reached(e, known)
            if reached is None:
                continue
            whole = frozenset().union(*(of.get(x, {x}) for x in reached))
            if q not in whole:
                of = {k: frozenset().union(*(whole if x == q else {x} for x in v)) for k, v in of.items()} | {q: whole}
                given[q] = e
                rest.remove(a)
                break
    return {q: given[q] for q in _in_order(given, known)}, rest


def _in_order(given: Mapping[Any, Any], known: frozenset[Any]) -> Iterator[Any]:
    """Solved quantities, each after those that it is of."""
    done: set[Any] = set()
    while waiting := [q for q in given if q not in done]:
        for q in waiting:
            if (_reached(given[q], known) or frozenset()) & {*waiting} <= done:
                done.add(q)
                yield q


@dataclass(frozen=True)
class _Range:
    lower: float
    upper: float
    open_lower: bool
    open_upper: bool
    integer: bool

    @classmethod
    def of(cls, q: Any, fixed: Any = None, whole: bool = False) -> _Range:
        if fixed is not None:
            return cls(float(fixed), float(fixed), False, False, False)
        if isinstance(q, Parameter):
            e = q.extent
            return cls(float(e.lower), float(e.upper), e.open_lower, e.open_upper, bool(e.integer))
        return cls(float(q.lower), float(q.upper), False, False, whole)

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


def _ordered(
    c: Any, place: Mapping[Any, _Number], ends: Mapping[Any, int], premises: Sequence[Condition] = ()
) -> _Ordered:
    beneath = tuple(_ordered(p, place, ends) for p in premises if isinstance(p, Comparison))
    sides = _number(c.small, place), _number(c.large, place)
    return _Ordered(*sides, c.op, (ends.get(c.small), ends.get(c.large)), beneath)


def _at(i: int) -> _Number:
    return lambda x: x[i]


def _number(e: Any, place: Mapping[Any, _Number]) -> _Number:
    """An expression's value where the unknowns have theirs; not a number where it is undefined.

    Raises:
        ValueError: where it is not of the unknowns alone, or holds a function that has no value here.
    """
    inner = _evaluated(e, place)

    def at(x: Sequence[float]) -> float:
        try:
            return float(inner(x))
        except (ArithmeticError, ValueError, TypeError):
            return math.nan

    return at


_FUNCTIONS: dict[Any, Callable[..., float]] = {
    sympy.Add: lambda *v: sum(v),
    sympy.Mul: lambda *v: math.prod(v),
    sympy.Pow: lambda b, e: b**e,
    sympy.Min: min,
    sympy.Max: max,
    sympy.Abs: abs,
    sympy.exp: math.exp,
    sympy.log: math.log,
    sympy.tanh: math.tanh,
    sympy.cosh: math.cosh,
    sympy.sinh: math.sinh,
    sympy.ceiling: lambda v: float(math.ceil(v)),
    sympy.floor: lambda v: float(math.floor(v)),
    LogCosh: lambda v: math.log(math.cosh(v)),
}


def _evaluated(e: Any, place: Mapping[Any, _Number]) -> _Number:
    if e in place:
        return place[e]
    if not e.args and e.is_number:
        value = float(e)
        return lambda _: value
    if e.func not in _FUNCTIONS:
        raise ValueError(f"{e}: not of the unknowns alone")
    function, parts = _FUNCTIONS[e.func], [_evaluated(a, place) for a in e.args]
    return lambda x: function(*(part(x) for part in parts))
