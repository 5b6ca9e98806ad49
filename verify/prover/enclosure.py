"""The checker's own arithmetic: enclosures of sympy expressions and of their derivatives.

Independent of the search: nothing here is imported from it. A span is a closed interval with exact, possibly
infinite, ends; an expression is evaluated recursively over a box. Its Taylor coefficients are the enclosures of its
derivatives, which sympy gives as expressions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
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
        low, high = ((-OO if base.hi == 0 else 1 / base.hi), (OO if base.lo == 0 else 1 / base.lo))
        return span_of(low, high, off_zero=True)
    if exponent.q == 1:
        base = x if exponent.p % 2 else _size(x)
        return span_of(base.lo ** int(exponent.p), base.hi ** int(exponent.p), off_zero=x.off_zero)
    if not x.lo >= 0:
        raise NoEnclosure("root of a negative number")
    raised = [e if e in (0, OO) else e.root(int(exponent.q)) ** int(exponent.p) for e in (x.lo, x.hi)]
    return span_of(*raised, off_zero=x.off_zero)


def _cosh(x: Span) -> Span:
    return _image(arb.cosh, _size(x), OO, OO)


def _sinh(x: Span) -> Span:
    image = _image(arb.sinh, x, -OO, OO)
    return Span(image.lo, image.hi, x.off_zero)


def _loggamma(x: Span) -> Span:
    if not x.lo > 0:
        raise NoEnclosure("loggamma")
    ends = [e.lgamma() if e.is_finite() else OO for e in (x.lo, x.hi)]
    if x.lo < arb("1.47").upper() and x.hi > arb("1.46").lower():
        ends.append(arb("-0.122"))  # the minimum, at 1.4616..., is above this
    return span_of(*ends)


def _polygamma(order: int, x: Span) -> Span:
    # Monotone, as all derivatives of loggamma but loggamma itself are.
    if not x.lo > 0:
        raise NoEnclosure("polygamma")
    j = order + 1
    limit = OO if j == 1 else arb(0)
    return span_of(*(arb_series([e, 1], prec=j + 1).lgamma()[j] * factorial(j) if e.is_finite() else limit
                     for e in (x.lo, x.hi)))  # fmt: skip


class LogCosh(sympy.Function):  # type: ignore[misc]
    """log(cosh(x)), whose derivative stays bounded as an expression."""

    @classmethod
    def eval(cls, argument: sympy.Expr) -> sympy.Expr | None:
        """0 at 0; else left alone."""
        return argument if argument == 0 else None

    def fdiff(self, argindex: int = 1) -> sympy.Expr:
        """The derivative."""
        return sympy.tanh(self.args[0])


_FUNCTIONS: dict[type[sympy.Expr], Callable[[Span], Span]] = {
    sympy.exp: _exp,
    sympy.log: _log,
    sympy.sinh: _sinh,
    sympy.cosh: _cosh,
    sympy.tanh: _tanh,
    sympy.erf: _erf,
    sympy.erfc: _erfc,
    sympy.loggamma: _loggamma,
    sympy.gamma: lambda x: _exp(_loggamma(x)),
    sympy.Abs: _size,
    LogCosh: _log_cosh,
}
_CONSTANTS = {sympy.pi: arb.pi, sympy.E: arb.const_e, sympy.EulerGamma: arb.const_euler}


class Evaluator:
    """Evaluates expressions over one box."""

    def __init__(self, box: Mapping[sympy.Symbol, Span]) -> None:
        self._known: dict[sympy.Basic, Span] = dict(box)

    def __call__(self, node: sympy.Expr) -> Span:
        """The enclosure.

        Raises:
            NoEnclosure: when the expression may be undefined on the box.
        """
        if node not in self._known:
            self._known[node] = self._evaluate(node)
        return self._known[node]

    def _evaluate(self, node: sympy.Expr) -> Span:
        kind = type(node)
        special = {sympy.Pow: self._power, sympy.Piecewise: self._piecewise, sympy.polygamma: self._polygamma}
        if isinstance(node, sympy.Rational):
            return number(node)
        if node in _CONSTANTS:
            return span_of(_CONSTANTS[node]())
        if kind in special:
            return special[kind](node)
        if kind in _FUNCTIONS:
            folded = kind is sympy.log and isinstance(node.args[0], sympy.cosh)
            return _log_cosh(self(node.args[0].args[0])) if folded else _FUNCTIONS[kind](self(node.args[0]))
        if kind not in _COMBINED:
            raise NoEnclosure(f"no such function: {kind.__name__}")
        return reduce(_COMBINED[kind], [self(a) for a in node.args])

    def _polygamma(self, node: sympy.Expr) -> Span:
        return _polygamma(int(node.args[0]), self(node.args[1]))

    def _power(self, node: sympy.Expr) -> Span:
        base, exponent = node.args
        if isinstance(exponent, sympy.Rational):
            return _power(self(base), exponent)
        return self(sympy.exp(exponent * sympy.log(base), evaluate=False))

    def _piecewise(self, node: sympy.Piecewise) -> Span:
        possible: list[Span] = []
        for branch, condition in node.args:
            holds, fails = self.decide(condition)
            if not fails:
                possible.append(self(branch))
            if holds:
                return reduce(_hull, possible)
        raise NoEnclosure("no piece applies")

    def decide(self, condition: Any) -> tuple[bool, bool]:
        """Whether a condition surely holds, and whether it surely fails, on the whole box."""
        if condition == sympy.true:
            return True, False
        strict = isinstance(condition, sympy.StrictLessThan | sympy.StrictGreaterThan)
        gap = self(condition.gts - condition.lts)
        return gap.at_least_zero(strict), minus(gap).at_least_zero(not strict)


def _hull(x: Span, y: Span) -> Span:
    return span_of(x.lo, x.hi, y.lo, y.hi, off_zero=x.off_zero and y.off_zero)


def _least(x: Span, y: Span) -> Span:
    return span_of(min(x.lo, y.lo), min(x.hi, y.hi), off_zero=x.off_zero and y.off_zero)


_COMBINED: dict[type[sympy.Expr], Callable[[Span, Span], Span]] = {
    sympy.Add: plus,
    sympy.Mul: times,
    sympy.Min: _least,
    sympy.Max: lambda x, y: minus(_least(minus(x), minus(y))),
}
