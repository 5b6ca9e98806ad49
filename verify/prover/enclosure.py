"""The checker's own arithmetic: enclosures of sympy expressions and of their Taylor coefficients.

Independent of the search: nothing here is imported from it. A span is a closed interval with exact,
possibly infinite, ends; an expression is evaluated recursively into a list of spans, its Taylor coefficients
along one variable over a box (just the value when the order is 0).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import factorial
from typing import Any

import sympy
from flint import arb, arb_series, fmpq

OO = arb("inf")


class NoEnclosure(ArithmeticError):
    """The expression may be undefined, or not smooth enough, somewhere on the box."""


@dataclass(frozen=True)
class Span:
    """All reals from ``lo`` to ``hi``, without 0 when ``off_zero``."""

    lo: arb
    hi: arb
    off_zero: bool = False

    def at_least_zero(self, strict: bool) -> bool:
        """Whether every member is >= 0 (> 0)."""
        return bool(self.lo > 0 or (self.lo >= 0 and (self.off_zero or not strict)))

    def has_zero(self) -> bool:
        """Whether 0 may be a member."""
        return bool(self.lo <= 0 <= self.hi) and not self.off_zero

    def is_limit(self) -> bool:
        """Whether this is the limit at +oo or -oo."""
        return bool(self.lo == OO or self.hi == -OO)


def span_of(*ends: arb, off_zero: bool = False) -> Span:
    """The hull of some numbers.

    Raises:
        NoEnclosure: when one of them is undefined.
    """
    if any(e.is_nan() for e in ends):
        raise NoEnclosure("not a number")
    lo, hi = min(e.lower() for e in ends), max(e.upper() for e in ends)
    return Span(lo, hi, off_zero or bool(lo > 0 or hi < 0))


def number(value: Any) -> Span:
    """The span of a rational number."""
    rational = sympy.Rational(value)
    return span_of(arb(fmpq(int(rational.p), int(rational.q))))


Row = list[Span]


def plus(x: Span, y: Span) -> Span:
    """The sum."""
    agree = (x.lo >= 0 and y.lo >= 0) or (x.hi <= 0 and y.hi <= 0)
    total = span_of(x.lo + y.lo, x.hi + y.hi)
    return Span(total.lo, total.hi, total.off_zero or (agree and (x.off_zero or y.off_zero)))


def times(x: Span, y: Span) -> Span:
    """The product."""
    if (x.is_limit() and y.lo <= 0 <= y.hi) or (y.is_limit() and x.lo <= 0 <= x.hi):
        raise NoEnclosure("zero times infinity")
    corners = [arb(0) if a == 0 or b == 0 else a * b for a in (x.lo, x.hi) for b in (y.lo, y.hi)]
    return span_of(*corners, off_zero=x.off_zero and y.off_zero)


def minus(x: Span) -> Span:
    """The negative."""
    return Span(-x.hi, -x.lo, x.off_zero)


def _image(function: Callable[[arb], arb], x: Span, at_minus: arb, at_plus: arb) -> Span:
    """The image under a monotone function with the given limits."""
    return span_of(*(at_plus if e == OO else at_minus if e == -OO else function(e) for e in (x.lo, x.hi)))


def _clip(x: Span, lo: Any, hi: Any, off_zero: bool) -> Span:
    return Span(max(x.lo, arb(lo)), min(x.hi, arb(hi)), x.off_zero or off_zero)


def _size(x: Span) -> Span:
    low = arb(0) if x.lo <= 0 <= x.hi else min(abs(x.lo), abs(x.hi))
    return Span(low, max(abs(x.lo), abs(x.hi)), x.off_zero)


def _exp(x: Span) -> Span:
    return _clip(_image(arb.exp, x, arb(0), OO), 0, OO, bool(x.hi != -OO))


def _log(x: Span) -> Span:
    if not x.at_least_zero(strict=True):
        raise NoEnclosure("logarithm")
    return span_of(*(e if e == OO else -OO if e == 0 else e.log() for e in (x.lo, x.hi)))


def _tanh(x: Span) -> Span:
    return _clip(_image(arb.tanh, x, arb(-1), arb(1)), -1, 1, x.off_zero)


def _log_cosh(x: Span) -> Span:
    return _image(lambda t: t + (1 + (-2 * t).exp()).log() - arb(2).log(), _size(x), OO, OO)


def _erf(x: Span) -> Span:
    return _clip(_image(arb.erf, x, arb(-1), arb(1)), -1, 1, x.off_zero)


def _erfc(x: Span) -> Span:
    return _clip(_image(arb.erfc, x, arb(2), arb(0)), 0, 2, bool(x.lo != OO))


def _power(x: Span, exponent: Any) -> Span:
    if exponent == 0:
        return number(1)
    if exponent < 0:
        base = _power(x, -exponent)
        if base.has_zero() or base.lo < 0 < base.hi:
            raise NoEnclosure("division by zero")
        low, high = (-OO if base.hi == 0 else 1 / base.hi), (OO if base.lo == 0 else 1 / base.lo)
        return span_of(low, high, off_zero=True)
    if exponent.q == 1:
        base = x if exponent.p % 2 else _size(x)
        return span_of(base.lo ** int(exponent.p), base.hi ** int(exponent.p), off_zero=x.off_zero)
    if not x.lo >= 0:
        raise NoEnclosure("root of a negative number")
    raised = [e if e in (0, OO) else e.root(int(exponent.q)) ** int(exponent.p) for e in (x.lo, x.hi)]
    return span_of(*raised, off_zero=x.off_zero)


def _scaled(x: Span, numerator: int, denominator: int = 1) -> Span:
    return times(x, number(sympy.Rational(numerator, denominator)))


# The Taylor coefficients of a function of one variable over a span, orders 0 to n.


def _row_exp(x: Span, n: int) -> Row:
    return [_scaled(_exp(x), 1, factorial(j)) for j in range(n + 1)]


def _row_log(x: Span, n: int) -> Row:
    derivatives = [_scaled(_power(x, sympy.Integer(-j)), (-1) ** (j + 1), j) for j in range(1, n + 1)]
    return [_log(x), *derivatives]


def _row_hyperbolic(first: int) -> Callable[[Span, int], Row]:
    def row(x: Span, n: int) -> Row:
        sinh = _image(arb.sinh, x, -OO, OO)
        values = (Span(sinh.lo, sinh.hi, x.off_zero), _image(arb.cosh, _size(x), OO, OO))
        return [_scaled(values[(j + first) % 2], 1, factorial(j)) for j in range(n + 1)]

    return row


def _row_tanh(x: Span, n: int) -> Row:
    result = [_tanh(x)]
    if n:
        slope = [_power(_image(arb.cosh, _size(x), OO, OO), sympy.Integer(-2))]
        for j in range(1, n + 1):
            result.append(_scaled(slope[-1], 1, j))
            slope.append(minus(product(result, result, j)[j]))
    return result


def _row_log_cosh(x: Span, n: int) -> Row:
    slopes = _row_tanh(x, n - 1) if n else []
    return [_log_cosh(x), *(_scaled(t, 1, j + 1) for j, t in enumerate(slopes))]


def _row_error(value: Callable[[Span], Span], sign: int) -> Callable[[Span, int], Row]:
    def row(x: Span, n: int) -> Row:
        if n == 0:
            return [value(x)]
        exponent = [minus(_power(x, sympy.Integer(2))), _scaled(x, -2), number(-1)]
        density = compose(_row_exp(exponent[0], n - 1), exponent, n - 1)
        scale = span_of(2 * sign / arb.pi().sqrt())
        return [value(x), *(_scaled(times(d, scale), 1, j + 1) for j, d in enumerate(density))]

    return row


def _row_loggamma(x: Span, n: int) -> Row:
    if not x.lo > 0:
        raise NoEnclosure("loggamma")
    ends = [e.lgamma() if e.is_finite() else OO for e in (x.lo, x.hi)]
    if x.lo < arb("1.47").upper() and x.hi > arb("1.46").lower():
        ends.append(arb("-0.122"))  # the minimum, at 1.4616..., is above this
    result = [span_of(*ends)]
    for j in range(1, n + 1):
        limit = OO if j == 1 else arb(0)
        derivatives = [arb_series([e, 1], prec=j + 1).lgamma()[j] if e.is_finite() else limit for e in (x.lo, x.hi)]
        result.append(span_of(*derivatives))
    return result


_ROWS: dict[type[sympy.Expr], Callable[[Span, int], Row]] = {
    sympy.exp: _row_exp,
    sympy.log: _row_log,
    sympy.sinh: _row_hyperbolic(0),
    sympy.cosh: _row_hyperbolic(1),
    sympy.tanh: _row_tanh,
    sympy.erf: _row_error(_erf, 1),
    sympy.erfc: _row_error(_erfc, -1),
    sympy.loggamma: _row_loggamma,
}
_CONSTANTS = {sympy.pi: arb.pi, sympy.E: arb.const_e, sympy.EulerGamma: arb.const_euler}


def product(x: Row, y: Row, n: int) -> Row:
    """The product of two series, orders 0 to n; a row that ends early ends in zeros."""
    result = []
    for k in range(min(n, len(x) + len(y) - 2) + 1):
        terms = [times(x[j], y[k - j]) for j in range(len(x)) if 0 <= k - j < len(y)]
        total = terms[0]
        for term in terms[1:]:
            total = plus(total, term)
        result.append(total)
    return result


def compose(outer: Row, inner: Row, n: int) -> Row:
    """The series of a function, given by its Taylor coefficients at the inner value, of a series."""
    result, step = outer[:1], [number(1)]
    for coefficient in outer[1:] if len(inner) > 1 else []:
        step = product(step, [number(0), *inner[1:]], n)
        result = _total([result, [times(coefficient, s) for s in step]])
    return result


def _total(rows: list[Row]) -> Row:
    result = [*rows[0]]
    for row in rows[1:]:
        for j, x in enumerate(row):
            if j < len(result):
                result[j] = plus(result[j], x)
            else:
                result.append(x)
    return result


class Evaluator:
    """Evaluates expressions over one box, to Taylor coefficients along one of its variables."""

    def __init__(self, box: Mapping[sympy.Symbol, Span], along: sympy.Symbol | None = None, n: int = 0) -> None:
        self._n = n
        self._known: dict[sympy.Basic, Row] = {s: [x] for s, x in box.items()}
        if along is not None and n:
            self._known[along] = [box[along], number(1)]

    def __call__(self, node: sympy.Expr) -> Row:
        """The coefficients; a row that ends early ends in zeros.

        Raises:
            NoEnclosure: when the expression may be undefined or not smooth on the box.
        """
        if node not in self._known:
            self._known[node] = self._evaluate(node)
        return self._known[node]

    def _evaluate(self, node: sympy.Expr) -> Row:
        kind = type(node)
        special = {sympy.Pow: self._power, sympy.Piecewise: self._piecewise, sympy.gamma: self._gamma}
        if isinstance(node, sympy.Rational):
            return [number(node)]
        if node in _CONSTANTS:
            return [span_of(_CONSTANTS[node]())]
        if kind in special:
            return special[kind](node)
        if kind is sympy.log and isinstance(node.args[0], sympy.cosh):
            return self._function(_row_log_cosh, node.args[0].args[0])
        if kind in _ROWS:
            return self._function(_ROWS[kind], node.args[0])
        if kind not in _COMBINED:
            raise NoEnclosure(f"no such function: {kind.__name__}")
        return _COMBINED[kind]([self(a) for a in node.args], self._n)

    def _function(self, row: Callable[[Span, int], Row], argument: sympy.Expr) -> Row:
        inner = self(argument)
        return compose(row(inner[0], self._n if len(inner) > 1 else 0), inner, self._n)

    def _gamma(self, node: sympy.Expr) -> Row:
        return self(sympy.exp(sympy.loggamma(node.args[0]), evaluate=False))

    def _power(self, node: sympy.Expr) -> Row:
        base, exponent = node.args
        if not isinstance(exponent, sympy.Rational):
            return self(sympy.exp(exponent * sympy.log(base), evaluate=False))

        def row(x: Span, n: int) -> Row:
            top = min(n, int(exponent.p)) if exponent.q == 1 and exponent.p >= 0 else n
            falling = [sympy.ff(exponent, j) / factorial(j) for j in range(top + 1)]
            return [times(_power(x, exponent - j), number(c)) for j, c in enumerate(falling)]

        return self._function(row, base)

    def _piecewise(self, node: sympy.Piecewise) -> Row:
        possible: list[Row] = []
        for branch, condition in node.args:
            holds, fails = (True, False) if condition == sympy.true else self._decide(condition)
            if not fails:
                possible.append(self(branch))
            if holds and len(possible) > 1 and self._n:
                raise NoEnclosure("a jump")
            if holds:
                return _either(possible)
        raise NoEnclosure("no piece applies")

    def _decide(self, condition: Any) -> tuple[bool, bool]:
        strict = isinstance(condition, sympy.StrictLessThan | sympy.StrictGreaterThan)
        gap = self(condition.gts - condition.lts)[0]
        return gap.at_least_zero(strict), minus(gap).at_least_zero(not strict)


def _least(rows: list[Row]) -> Row:
    for i, row in enumerate(rows):
        if all(row[0].hi < other[0].lo for j, other in enumerate(rows) if j != i):
            return row
    low = min(row[0].lo for row in rows)
    _either(rows)
    return [span_of(low, min(row[0].hi for row in rows), off_zero=all(r[0].off_zero for r in rows))]


def _absolute(row: Row) -> Row:
    if row[0].lo > 0 or row[0].hi < 0:
        return row if row[0].lo > 0 else [minus(x) for x in row]
    if len(row) > 1:
        raise NoEnclosure("a kink")
    return [_size(row[0])]


def _either(rows: list[Row]) -> Row:
    if len(rows) == 1:
        return rows[0]
    if any(len(row) > 1 for row in rows):
        raise NoEnclosure("a kink")
    ends = [e for row in rows for e in (row[0].lo, row[0].hi)]
    return [span_of(*ends, off_zero=all(row[0].off_zero for row in rows))]


def _product_of_all(rows: list[Row], n: int) -> Row:
    result = rows[0]
    for row in rows[1:]:
        result = product(result, row, n)
    return result


_COMBINED: dict[type[sympy.Expr], Callable[[list[Row], int], Row]] = {
    sympy.Add: lambda rows, _n: _total(rows),
    sympy.Mul: _product_of_all,
    sympy.Min: lambda rows, _n: _least(rows),
    sympy.Max: lambda rows, _n: [minus(x) for x in _least([[minus(x) for x in row] for row in rows])],
    sympy.Abs: lambda rows, _n: _absolute(rows[0]),
}
