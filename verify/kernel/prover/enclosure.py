"""The checker's own arithmetic: an expression's enclosure over a box, from the ends of closed intervals.

Nothing here is imported from the search. Each function below is monotone, or even and monotone in the size, so its
image comes from two exact, possibly infinite, ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

import sympy
from flint import arb, fmpq

OO = arb("inf")


class NoEnclosure(ArithmeticError):
    """The expression may be undefined somewhere on the box."""


class LogCosh(sympy.Function):  # type: ignore[misc]
    """log(cosh(x)), whose derivative stays bounded as an expression."""

    def fdiff(self, argindex: int = 1) -> sympy.Expr:
        """The derivative."""
        return sympy.tanh(self.args[0])


@dataclass(frozen=True)
class Span:
    """All reals from ``lo`` to ``hi``, without 0 when ``off_zero``."""

    lo: arb
    hi: arb
    off_zero: bool = False

    def at_least_zero(self, strict: bool) -> bool:
        """Whether every member is >= 0 (> 0)."""
        return bool(self.lo > 0 or (self.lo >= 0 and (self.off_zero or not strict)))

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


def plus(x: Span, y: Span) -> Span:
    """The sum."""
    agree = (x.lo >= 0 and y.lo >= 0) or (x.hi <= 0 and y.hi <= 0)
    return span_of(x.lo + y.lo, x.hi + y.hi, off_zero=bool(agree and (x.off_zero or y.off_zero)))


def minus(x: Span) -> Span:
    """The negative."""
    return Span(-x.hi, -x.lo, x.off_zero)


def times(x: Span, y: Span) -> Span:
    """The product."""
    if (x.is_limit() and y.lo <= 0 <= y.hi) or (y.is_limit() and x.lo <= 0 <= x.hi):
        raise NoEnclosure("zero times infinity")
    corners = [arb(0) if a == 0 or b == 0 else a * b for a in (x.lo, x.hi) for b in (y.lo, y.hi)]
    return span_of(*corners, off_zero=x.off_zero and y.off_zero)


def _size(x: Span) -> Span:
    low = arb(0) if x.lo <= 0 <= x.hi else min(abs(x.lo), abs(x.hi))
    return Span(low, max(abs(x.lo), abs(x.hi)), x.off_zero)


def _monotone(function: Callable[[arb], arb], at_minus: arb, at_plus: arb) -> Callable[[Span], Span]:
    """The image under a function between these limits: 0 at 0 alone if one is negative, else in a limit alone."""
    least, most = min(at_minus, at_plus), max(at_minus, at_plus)

    def image(x: Span) -> Span:
        found = span_of(*(at_plus if e == OO else at_minus if e == -OO else function(e) for e in (x.lo, x.hi)))
        off_zero = x.off_zero if least < 0 else not x.is_limit()
        return Span(max(found.lo, least), min(found.hi, most), found.off_zero or off_zero)

    return image


def _log(x: Span) -> Span:
    if not x.at_least_zero(strict=True):
        raise NoEnclosure("logarithm")
    return span_of(*(e if e == OO else -OO if e == 0 else e.log() for e in (x.lo, x.hi)))


def _power(x: Span, exponent: Any) -> Span:
    if exponent < 0:
        base = _power(x, -exponent)
        if base.lo < 0 < base.hi or (base.lo <= 0 <= base.hi and not base.off_zero):
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


def _least(x: Span, y: Span) -> Span:
    return span_of(min(x.lo, y.lo), min(x.hi, y.hi), off_zero=x.off_zero and y.off_zero)


_exp = _monotone(arb.exp, arb(0), OO)
_cosh = _monotone(arb.cosh, arb(1), OO)
_log_cosh = _monotone(lambda t: t + (1 + (-2 * t).exp()).log() - arb(2).log(), -OO, OO)
FUNCTIONS: dict[Any, Callable[[Span], Span]] = {
    sympy.exp: _exp, sympy.log: _log, sympy.Abs: _size,
    sympy.sinh: _monotone(arb.sinh, -OO, OO), sympy.tanh: _monotone(arb.tanh, arb(-1), arb(1)),
    sympy.erfc: _monotone(arb.erfc, arb(2), arb(0)),
    sympy.cosh: lambda x: _cosh(_size(x)), LogCosh: lambda x: _log_cosh(_size(x)),
}  # fmt: skip
COMBINED: dict[Any, Callable[[Span, Span], Span]] = {
    sympy.Add: plus, sympy.Mul: times, sympy.Min: _least, sympy.Max: lambda x, y: minus(_least(minus(x), minus(y))),
}  # fmt: skip
CONSTANTS = {sympy.pi: arb.pi, sympy.E: arb.const_e}


class Evaluator:
    """Evaluates expressions over one box."""

    def __init__(self, box: Mapping[Any, Span]) -> None:
        self._known: dict[Any, Span] = dict(box)

    def __call__(self, node: Any) -> Span:
        """The enclosure.

        Raises:
            NoEnclosure: when the expression may be undefined on the box.
        """
        if node not in self._known:
            self._known[node] = self._evaluate(node)
        return self._known[node]

    def _evaluate(self, node: Any) -> Span:
        kind = type(node)
        if isinstance(node, sympy.Rational):
            return number(node)
        if node in CONSTANTS:
            return span_of(CONSTANTS[node]())
        if kind is sympy.Pow:
            base, exponent = node.args
            whole = isinstance(exponent, sympy.Rational)
            return _power(self(base), exponent) if whole else _exp(self(exponent * sympy.log(base)))
        if kind is sympy.log and isinstance(node.args[0], sympy.cosh):
            return self(LogCosh(node.args[0].args[0]))
        if kind in FUNCTIONS:
            return FUNCTIONS[kind](self(node.args[0]))
        if kind not in COMBINED:
            raise NoEnclosure(f"no such function: {kind.__name__}")
        return reduce(COMBINED[kind], [self(a) for a in node.args])
