"""Branch and bound: close every box of a goal by one evaluation, or say on which it stopped."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

import sympy
from sympy.core.relational import Relational

from verify.kernel.prover.evaluate import Program, Unsupported
from verify.kernel.prover.goal import Goal, Node, VariableRange, leaf, split_node, towering, vanishes
from verify.kernel.prover.interval import Interval, Undefined, point
from verify.kernel.prover.relation import encode

MAX_ZEROS = 6
_MAX_DEPTH = 70
_FAR = 2**24
_TAIL_DEPTH = 3


class Stuck(Exception):
    """A goal that was not closed, with the box where the search stopped."""

    def __init__(self, reason: str, goal: Goal) -> None:
        super().__init__(reason)
        self.reason = reason
        self.goal = goal


@dataclass
class Budget:
    """How many boxes and how much CPU time are left for a whole proof: a busy machine decides nothing."""

    boxes: int
    deadline: float
    late: bool = False
    asked: int = 0

    def _is_late(self) -> bool:
        # The clock is slow to read, where a box takes a millisecond.
        self.asked += 1
        if self.asked % 16 == 1:
            self.late = time.thread_time() > self.deadline
        return self.late

    def exhausted(self) -> bool:
        """Whether nothing is left."""
        return self.boxes <= 0 or self._is_late()

    def spend(self, goal: Goal) -> None:
        """Take one box.

        Raises:
            Stuck: when nothing is left.
        """
        self.boxes -= 1
        if self.boxes < 0:
            raise Stuck("out of boxes", goal)
        if self._is_late():
            raise Stuck("out of time", goal)


@dataclass
class Branching:
    """One expression's branch and bound. ``tail`` is asked to close unbounded boxes that resist."""

    goal: Goal
    budget: Budget
    tail: Callable[[Goal], Node | None]
    touching: dict[sympy.Symbol, list[sympy.Expr]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._symbols = list(self.goal.box)
        self._used = [s in self.goal.expression.free_symbols for s in self._symbols]
        conditioned = {s for c in self.goal.where for s in c.free_symbols}
        self._splittable = [u or s in conditioned for s, u in zip(self._symbols, self._used, strict=True)]
        self._program = Program(self.goal.expression, self._symbols)
        self._slope_programs: dict[int, Program] = {}
        self._conditions = [(c, _violation(c, self._symbols)) for c in self.goal.where]

    def close(self, limit: int, depth: int = _MAX_DEPTH) -> Node:
        """A certificate for the goal, from at most ``limit`` boxes, each split at most ``depth`` times.

        Raises:
            Stuck: with the box that did not close.
        """
        self._left = limit
        self._depth = depth
        goal = self.goal
        cuts = [
            (symbol, at)
            for symbol, places in self.touching.items()
            for at in places
            if bool(goal.box[symbol].lower < at) and bool(at < goal.box[symbol].upper)
        ]
        return self._cut(goal, cuts)

    def _cut(self, goal: Goal, cuts: list[tuple[sympy.Symbol, sympy.Expr]]) -> Node:
        for i, (symbol, at) in enumerate(cuts):
            values = goal.box[symbol]
            if bool(values.lower < at) and bool(at < values.upper) and not values.integer:
                low, high = values.split(at)
                rest = cuts[i + 1 :]
                parts = [self._cut(goal.on(symbol, low), rest), self._cut(goal.on(symbol, high), rest)]
                return split_node(symbol, at, parts)
        return self._box(goal, 0)

    def _box(self, goal: Goal, depth: int) -> Node:
        self.budget.spend(goal)
        self._left -= 1
        if self._left < 0:
            raise Stuck("out of boxes", goal)
        values = goal.intervals()
        node = self._empty(goal, values) or self._value(goal, values)
        if node is None:
            node = self._taylor(goal, values) or self._mean_value(goal, values)
        if node is not None:
            return node
        if depth == _TAIL_DEPTH and any(
            r.open_lower or r.open_upper
            for r, splittable in zip(goal.box.values(), self._splittable, strict=True)
            if splittable
        ):
            node = self.tail(goal)
            if node is not None:
                return node
        symbol = self._widest(goal, values)
        if symbol is None or depth > self._depth:
            raise Stuck("the box does not close", goal)
        at = goal.box[symbol].middle()
        if goal.box[symbol].integer:
            at = sympy.floor(at)
        low, high = goal.box[symbol].split(at)
        # The unbounded or the lower part first: where a proof fails, it mostly fails there.
        first = 1 if not high.is_finite() else 0
        parts: list[Node] = [{}, {}]
        for i in (first, 1 - first):
            parts[i] = self._box(goal.on(symbol, (low, high)[i]), depth + 1)
        return split_node(symbol, at, parts)

    def _empty(self, goal: Goal, values: list[Interval]) -> Node | None:
        for i, (_, (program, strict)) in enumerate(self._conditions):
            try:
                if program.value(values).positive(strict):
                    return leaf(goal, "empty", condition=i)
            except Undefined:
                continue
        return None

    def _value(self, goal: Goal, values: list[Interval]) -> Node | None:
        try:
            found = self._program.value(values)
        except Undefined:
            return None
        if found.hi < 0 and not goal.where:
            raise Stuck("the statement is false on the box", goal)
        return leaf(goal, "value") if found.positive(goal.strict) else None

    def _mean_value(self, goal: Goal, values: list[Interval]) -> Node | None:
        if not all(v.is_finite() for v, used in zip(values, self._used, strict=True) if used):
            return None
        middle = [point((v.lo + v.hi) / 2) if v.is_finite() else v for v in values]
        self._slopes = [0.0] * len(values)
        try:
            total = self._program.value(middle)
            for i, v in enumerate(values):
                if v.lo == v.hi or not self._used[i]:
                    continue
                slope = self._program.series(values, i, 1)[1]
                change = slope * (v - middle[i])
                self._slopes[i] = float(change.hi)
                total = total + change
        except Undefined:
            self._slopes = []
            return None
        if not (total.lo > 0 and self._by_slopes(values, middle)):
            return None
        return leaf(goal, "mean-value")

    def _by_slopes(self, values: list[Interval], middle: list[Interval]) -> bool:
        """Whether the checker, who encloses the derivatives as expressions, will find the same; True when unsure."""
        try:
            total = self._program.value(middle)
            for i, v in enumerate(values):
                if v.lo != v.hi and self._used[i]:
                    total = total + self._slope(i).value(values) * (v - middle[i])
        except (Undefined, Unsupported):
            return True
        return bool(total.lo > 0)

    def _slope(self, i: int) -> Program:
        if i not in self._slope_programs:
            self._slope_programs[i] = Program(self.goal.expression.diff(self._symbols[i]), self._symbols)
        return self._slope_programs[i]

    def _taylor(self, goal: Goal, values: list[Interval]) -> Node | None:
        for i, (symbol, span) in enumerate(goal.box.items()):
            if span.is_point() or not self._used[i]:
                continue
            for at in (span.lower, span.upper):
                if not at.is_finite:
                    continue
                zeros = vanishing_order(self.goal.expression, symbol, at) if self._anchored(symbol, at) else 0
                if zeros == 0 and span.is_finite():
                    continue
                for order in range(max(1, zeros), zeros + 3):
                    if self._taylor_closes(goal, values, i, at, order, zeros):
                        return leaf(goal, "taylor", variable=symbol.name, at=encode(at), order=order, zeros=zeros)
        return None

    def _anchored(self, symbol: sympy.Symbol, at: sympy.Expr) -> bool:
        span = self.goal.box[symbol]
        return at in (span.lower, span.upper) or at in self.touching.get(symbol, [])

    def _taylor_closes(
        self, goal: Goal, values: list[Interval], i: int, at: sympy.Expr, order: int, zeros: int
    ) -> bool:
        span = list(goal.box.values())[i]
        lower = at == span.lower
        anchor = VariableRange(at, at).interval()
        # With the end included, so that the expression is smooth up to it.
        values = [*values]
        values[i] = span.closed(at).interval()
        try:
            remainder = self._program.series(values, i, order)[order]
            if order > zeros:
                face = [*values]
                face[i] = anchor
                series = self._program.series(face, i, order - 1)
            else:
                series = []
        except Undefined:
            return False
        offset = values[i] - anchor
        step = Interval(point(0).lo, offset.hi) if lower else Interval(offset.lo, point(0).hi)
        total = remainder
        for coefficient in reversed(series[zeros:]):
            total = coefficient + step * total
        if not lower and zeros % 2:
            total = -total
        if zeros == 0:
            return total.positive(goal.strict)
        closed_end = not (span.open_lower if lower else span.open_upper)
        return not (goal.strict and closed_end) and total.positive(goal.strict)

    def _widest(self, goal: Goal, values: list[Interval]) -> sympy.Symbol | None:
        best, best_score = None, 0.0
        slopes = getattr(self, "_slopes", [])
        for i, (symbol, span) in enumerate(goal.box.items()):
            if span.is_point() or not self._splittable[i]:
                continue
            if not span.is_finite():
                return symbol if values[i].lo < _FAR and values[i].hi > -_FAR else None
            lo, hi = float(values[i].lo), float(values[i].hi)
            score = (hi - lo) / (1 + min(abs(lo), abs(hi)))
            if score < 2.0**-40:
                continue
            if slopes and slopes[i] > 0:
                score *= slopes[i]
            if score > best_score:
                best, best_score = symbol, score
        return best


@lru_cache(maxsize=4096)
def vanishing_order(expression: sympy.Expr, symbol: sympy.Symbol, at: sympy.Expr) -> int:
    """How many Taylor coefficients in symbol - at vanish identically; 0 where all do, or there is no Taylor series."""
    if towering(expression):
        return 0
    derivative = expression
    for zeros in range(MAX_ZEROS + 1):
        value = derivative.subs(symbol, at)
        if value.has(sympy.nan, sympy.zoo, sympy.oo, -sympy.oo) or not vanishes(value):
            return zeros
        # Derivatives of what is zero everywhere swell, and say nothing.
        if not zeros and vanishes(expression):
            return 0
        derivative = derivative.diff(symbol)
    return 0


def _violation(condition: Relational, symbols: list[sympy.Symbol]) -> tuple[Program, bool]:
    """A program that is positive only where the condition fails, and whether it must be so strictly."""
    if not isinstance(condition, sympy.Le | sympy.Lt | sympy.Ge | sympy.Gt):
        raise Unsupported(f"not an inequality: {condition}")
    weak = isinstance(condition, sympy.Le | sympy.Ge)
    return Program(condition.lts - condition.gts, symbols), weak


def describe(goal: Goal) -> dict[str, tuple[str, str]]:
    """The ends of a goal's box as text."""
    return {s.name: (str(r.lower), str(r.upper)) for s, r in goal.box.items()}
