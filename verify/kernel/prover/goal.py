"""What the search works on: an expression to be shown nonnegative on a box, and its certificate's nodes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
import sympy
from flint import arb, ctx
from sympy.core.relational import Relational

from verify.kernel.prover.evaluate import PRECISION, Program, Unsupported, enclose
from verify.kernel.prover.interval import Interval, Undefined, point
from verify.kernel.prover.relation import Relation, encode

Node = dict[str, Any]
KINKS = (sympy.Min, sympy.Max, sympy.Abs)
_PROBES = 5
_PROBE_PRECISION = 320
_TINY = arb(2) ** -100


@dataclass(frozen=True)
class VariableRange:
    """The values of one variable, its ends exact."""

    lower: sympy.Expr
    upper: sympy.Expr
    open_lower: bool = False
    open_upper: bool = False
    integer: bool = False

    def is_finite(self) -> bool:
        """Whether both ends are finite."""
        return bool(self.lower.is_finite and self.upper.is_finite)

    def is_point(self) -> bool:
        """Whether it holds one number."""
        return bool(self.lower == self.upper)

    def interval(self) -> Interval:
        """An enclosure of the real hull."""
        with ctx.workprec(PRECISION):
            lo, hi = _end(self.lower), _end(self.upper)
            nonzero = (self.lower == 0 and self.open_lower) or (self.upper == 0 and self.open_upper)
            return Interval(lo.lo, hi.hi, nonzero)

    def split(self, at: sympy.Expr) -> tuple[VariableRange, VariableRange]:
        """Both parts at an interior number; for integers, up to it and above it."""
        if self.integer:
            floor = sympy.floor(at)
            return (
                replace(self, upper=floor, open_upper=False),
                replace(self, lower=floor + 1, open_lower=False),
            )
        return replace(self, upper=at, open_upper=False), replace(self, lower=at, open_lower=False)

    def closed(self, at: sympy.Expr) -> VariableRange:
        """The same with the end ``at`` included."""
        return replace(
            self,
            open_lower=self.open_lower and at != self.lower,
            open_upper=self.open_upper and at != self.upper,
        )

    def middle(self) -> sympy.Expr:
        """A short number inside: the midpoint, or a power of two towards an infinite end."""
        if self.is_finite():
            if self.lower.is_Rational and self.upper.is_Rational:
                return (self.lower + self.upper) / 2
            box = self.interval()
            return sympy.Rational(round(float((box.lo + box.hi) / 2) * 2**20), 2**20)
        if self.lower == -sympy.oo and self.upper == sympy.oo:
            return sympy.Integer(0)
        if self.upper == sympy.oo:
            return _beyond(self.lower)
        return -_beyond(-self.upper)


def _beyond(number: sympy.Expr) -> sympy.Expr:
    result = sympy.Integer(1)
    while not bool(result > number):
        result *= 4
    return result


@lru_cache(maxsize=65536)
def _end(number: sympy.Expr) -> Interval:
    if number in (sympy.oo, -sympy.oo):
        infinite = Interval.infinite()
        return infinite if number == sympy.oo else -infinite
    return enclose(number, {})


_Box = Mapping[sympy.Symbol, VariableRange]


@dataclass(frozen=True)
class Goal:
    """``expression`` >= 0 (> 0 when strict) on the part of the box where every condition of ``where`` holds."""

    expression: sympy.Expr
    strict: bool
    box: _Box
    where: tuple[Relational, ...] = ()

    def on(self, symbol: sympy.Symbol, values: VariableRange) -> Goal:
        """The same goal with another range for one variable."""
        return replace(self, box={**self.box, symbol: values})

    def about(self, expression: sympy.Expr, strict: bool | None = None) -> Goal:
        """Another goal on the same box."""
        return replace(self, expression=expression, strict=self.strict if strict is None else strict)

    def intervals(self) -> list[Interval]:
        """Enclosures of the ranges."""
        return [r.interval() for r in self.box.values()]

    def key(self) -> Hashable:
        """What two equal goals share."""
        return self.expression, self.strict, tuple(self.box.items()), self.where

    def nonnegative(self, expression: sympy.Expr, strict: bool = False) -> bool:
        """Whether one evaluation over the whole box shows an expression >= 0 (> 0)."""
        try:
            found = enclose(expression, dict(zip(self.box, self.intervals(), strict=True)))
        except Undefined:
            return False
        return found.positive(strict)


@dataclass(frozen=True)
class ProofStep:
    """Goals that together imply another goal, and how their certificates make its certificate."""

    goals: list[Goal]
    combine: Callable[[list[Node]], Node]
    normal: bool = False


@lru_cache(maxsize=1024)
def root_goal(relation: Relation) -> Goal:
    """The goal of a relation: its symbols are replaced by real ones of the same names."""
    symbols = _real(relation)
    difference = (relation.right - relation.left).xreplace(symbols)
    return Goal(
        difference, relation.sense == "<", root_box(relation), tuple(c.xreplace(symbols) for c in relation.where)
    )


def _real(relation: Relation) -> dict[sympy.Symbol, sympy.Symbol]:
    return {v.symbol: sympy.Symbol(v.symbol.name, real=True) for v in relation.variables}


def root_box(relation: Relation) -> _Box:
    """The box of a relation's goal, which is there sooner than the goal."""
    symbols, box = _real(relation), {}
    for v in relation.variables:
        lower, upper, low_open, high_open = v.lower, v.upper, v.open_lower, v.open_upper
        if v.integer:
            # The least and the greatest integer inside.
            if lower.is_finite:
                lower = sympy.floor(lower) + 1 if low_open else sympy.ceiling(lower)
                low_open = False
            if upper.is_finite:
                upper = sympy.ceiling(upper) - 1 if high_open else sympy.floor(upper)
                high_open = False
        box[symbols[v.symbol]] = VariableRange(lower, upper, low_open, high_open, v.integer)
    return box


def encode_box(box: _Box) -> dict[str, list[Any]]:
    """The ends of a box, by variable."""
    return {s.name: [encode(r.lower), encode(r.upper)] for s, r in box.items()}


def leaf(goal: Goal, method: str, **data: Any) -> Node:
    """A node that closes its box by one evaluation."""
    return {"node": method, "box": encode_box(goal.box), **data}


def value_leaf(relation: Relation) -> Node:
    """The node that closes a whole relation by one evaluation."""
    return {"node": "value", "box": encode_box(root_box(relation))}


def split_node(symbol: sympy.Symbol, at: sympy.Expr, parts: list[Node]) -> Node:
    """A node that covers its box by two parts."""
    return {"node": "split", "variable": symbol.name, "at": encode(at), "parts": parts}


def towering(expression: sympy.Expr) -> bool:
    """Whether a variable is raised to a variable: algebra is slow there."""
    return any(p.exp.free_symbols and p.base.free_symbols for p in expression.atoms(sympy.Pow))


@lru_cache(maxsize=4096)
def vanishes(expression: sympy.Expr) -> bool:
    """Whether an expression looks identically zero: at some points, to many digits. The checker proves it again."""
    if expression.is_Rational:
        return bool(expression == 0)
    if expression.has(*KINKS):
        # It may vanish on a whole region without being zero.
        return bool(sympy.expand(expression) == 0)
    symbols = sorted(expression.free_symbols, key=lambda s: s.name)
    try:
        program = Program(expression, symbols, _PROBE_PRECISION)
    except Unsupported:
        return bool(sympy.expand(expression) == 0)
    defined = False
    for number in range(_PROBES):
        try:
            value = program.value([_probe(number, i) for i in range(len(symbols))])
        except Undefined:
            continue
        if value.lo > 0 or value.hi < 0:
            return False
        defined = defined or bool(value.hi - value.lo < _TINY)
    return defined


def _probe(number: int, index: int) -> Interval:
    """A short number: below 1 at the first point, above it at the next, then negative, then of alternating signs."""
    value, sign = Fraction(17 + 4 * index, 41 + 12 * index), (-1) ** index
    with ctx.workprec(_PROBE_PRECISION):
        return point((value, 3 + value, -value, sign * value, -sign * value)[number])


def sample(goal: Goal, count: int = 64) -> list[np.ndarray[tuple[int], np.dtype[np.float64]]]:
    """Floating-point points of the box's inside, one array for each variable."""
    generator = np.random.default_rng(0)
    result = []
    for span in goal.box.values():
        lower, upper = float(span.lower), float(span.upper)
        unit = generator.uniform(size=count)
        if np.isfinite(lower) and np.isfinite(upper):
            result.append(lower + (upper - lower) * unit)
        else:
            ray = np.exp(generator.uniform(-4, 4, size=count))
            if np.isfinite(lower):
                result.append(lower + ray)
            elif np.isfinite(upper):
                result.append(upper - ray)
            else:
                result.append(np.where(unit < 0.5, ray, -ray))
    return result
