"""What the checker carries down a certificate's tree: a claim about one expression on one box."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import factorial
from typing import Any

import sympy

from verify.prover.enclosure import OO, Evaluator, LogCosh, NoEnclosure, Span, number, span_of, times
from verify.prover.zero import identically_zero

_CLASSES: dict[str, Any] = {
    c.__name__: c
    for c in (
        sympy.Add, sympy.Mul, sympy.Pow, sympy.exp, sympy.log, sympy.sinh, sympy.cosh, sympy.tanh, sympy.erf,
        sympy.erfc, sympy.gamma, sympy.loggamma, sympy.Min, sympy.Max, sympy.Abs, sympy.Piecewise,
        sympy.functions.elementary.piecewise.ExprCondPair, sympy.Le, sympy.Lt, sympy.Ge, sympy.Gt,
    )
}  # fmt: skip
_ATOMS: dict[str, Any] = {
    "Exp1": sympy.E, "Pi": sympy.pi, "EulerGamma": sympy.EulerGamma, "BooleanTrue": sympy.true,
    "Infinity": sympy.oo, "NegativeInfinity": -sympy.oo,
}  # fmt: skip

KINKS = (sympy.Min, sympy.Max, sympy.Abs, sympy.Piecewise)


class CertificateError(Exception):
    """A certificate that does not prove its relation, and why."""


@dataclass(frozen=True)
class Ends:
    """The range of one variable."""

    lower: Any
    upper: Any
    open_lower: bool
    open_upper: bool
    integer: bool

    def span(self) -> Span:
        """The real hull, without 0 where that is an open end."""
        low, high = enclosed(self.lower), enclosed(self.upper)
        off = (self.lower == 0 and self.open_lower) or (self.upper == 0 and self.open_upper)
        return span_of(low.lo, high.hi, off_zero=bool(off))

    def closed(self, at: Any) -> Ends:
        """The same with the end ``at`` included."""
        low, high = (self.open_lower and at != self.lower, self.open_upper and at != self.upper)
        return replace(self, open_lower=low, open_upper=high)


@dataclass(frozen=True)
class Claim:
    """f >= 0 (> 0 when strict) wherever in the box every condition of ``where`` holds."""

    f: Any
    strict: bool
    box: dict[Any, Ends]
    where: tuple[Any, ...]

    def spans(self) -> dict[Any, Span]:
        """The box, as spans."""
        return {s: e.span() for s, e in self.box.items()}

    def symbol(self, name: str) -> Any:
        """The variable of that name."""
        symbol = sympy.Symbol(name, real=True)
        require(symbol in self.box, f"no variable {name}")
        return symbol

    def holds(self, f: Any, strict: bool) -> bool:
        """Whether one evaluation over the box shows f >= 0 (> 0)."""
        return Evaluator(self.spans())(f).at_least_zero(strict)

    def stays_defined(self, *kept: Any, change: tuple[Any, Any] | None = None) -> None:
        """Require that what f loses on the way to the expressions ``kept`` is defined on the whole box.

        Else 1/x - 1/x, rewritten as 0, would hold at 0 too, and a squared root below 0. ``change`` is what was put in
        the place of what in f.
        """
        hole = sympy.Dummy(real=True)
        old, new = change or (hole, hole)
        left = set().union(*(_partial(k) for k in kept))
        for part in _partial(self.f.xreplace({old: hole})):
            image = part.xreplace({hole: new})
            if image not in left and not any(_as_partial(image, other) for other in left):
                Evaluator(self.spans())(part.xreplace({hole: old}))


def _partial(f: Any) -> set[Any]:
    """The parts of an expression that are not defined everywhere."""
    return {p for p in f.atoms(sympy.Pow, sympy.log, sympy.gamma, sympy.loggamma)
            if not (isinstance(p, sympy.Pow) and p.exp.is_Integer and p.exp > 0)}  # fmt: skip


def _as_partial(part: Any, other: Any) -> bool:
    """Whether ``other`` is defined only where ``part``, a rational power, is: on a root's or a reciprocal's domain."""
    if not (isinstance(part, sympy.Pow) and part.exp.is_Rational):
        return False
    if isinstance(other, sympy.log):
        return bool(other.args[0] == part.base)
    if not (isinstance(other, sympy.Pow) and other.exp.is_Rational and other.base == part.base):
        return False
    return bool((other.exp < 0 or part.exp > 0) and (part.exp.is_Integer or not other.exp.is_Integer))


def require(condition: Any, reason: str) -> None:
    """Reject the certificate unless the condition holds."""
    if not bool(condition):
        raise CertificateError(reason)


def smooth(f: Any, spans: dict[Any, Span], order: int) -> Any:
    """f with each kinked piece replaced by the branch that is its value on the whole box.

    Raises:
        CertificateError: when a branch is not decided, or f may not have continuous derivatives up to the order.
    """
    value = Evaluator(spans)
    value(f)
    while pieces := [p for p in f.atoms(*KINKS) if not any(a.has(*KINKS) for a in p.args)]:
        f = f.xreplace({p: _decided(p, value) for p in pieces})
    for p in f.atoms(sympy.Pow):
        if p.exp.is_Rational and not p.exp.is_Integer and p.exp < order:
            require(value(p.base).at_least_zero(strict=True), "a root of 0, which has no derivative")
    return f.replace(lambda p: isinstance(p, sympy.log) and isinstance(p.args[0], sympy.cosh),
                     lambda p: LogCosh(p.args[0].args[0]))  # fmt: skip


def _decided(piece: Any, value: Evaluator) -> Any:
    if isinstance(piece, sympy.Piecewise):
        for branch, condition in piece.args:
            holds, fails = value.decide(condition)
            require(holds or fails, "a kink")
            if holds:
                return branch
    branches = [piece.args[0], -piece.args[0]] if isinstance(piece, sympy.Abs) else list(piece.args)
    sign = 1 if isinstance(piece, sympy.Min) else -1
    for branch in branches:
        if all(value(sign * (b - branch)).at_least_zero(strict=True) for b in branches if b != branch):
            return branch
    raise CertificateError("a kink")


def coefficient(f: Any, spans: dict[Any, Span], x: Any, j: int) -> Span:
    """The j-th Taylor coefficient of a smooth expression along x, over a box."""
    return times(Evaluator(spans)(f.diff(x, j)), number(sympy.Rational(1, factorial(j))))


def enclosed(value: Any) -> Span:
    """An exact number, or an infinite end, as a span."""
    if value in (sympy.oo, -sympy.oo):
        return span_of(OO if value == sympy.oo else -OO)
    return Evaluator({})(value)


def decode(data: Any) -> Any:
    """The expression that a certificate's data stand for; only the known node types."""
    if isinstance(data, str):
        return sympy.Rational(data)
    if data[0] == "symbol":
        return sympy.Symbol(data[1], real=True)
    if data[0] in _ATOMS:
        return _ATOMS[data[0]]
    require(data[0] in _CLASSES, f"no such function: {data[0]}")
    return _CLASSES[data[0]](*(decode(a) for a in data[1:]))


def is_zero(expression: Any) -> bool:
    """Identically zero wherever it is defined, by the exact test; an enclosure at a point is a quick no."""
    probe = {s: number(sympy.Rational(31, 47 + 6 * i))
             for i, s in enumerate(sorted(expression.free_symbols, key=str))}  # fmt: skip
    try:
        value = Evaluator(probe)(expression)
        if value.lo > 0 or value.hi < 0:
            return False
    except NoEnclosure:
        pass
    return identically_zero(expression)
