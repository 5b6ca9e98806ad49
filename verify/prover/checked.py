"""What the checker carries down a certificate's tree: a claim about one expression on one box."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import sympy

from verify.prover.enclosure import OO, Evaluator, NoEnclosure, Span, number, span_of

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
        low, high = self.open_lower and at != self.lower, self.open_upper and at != self.upper
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
        return Evaluator(self.spans())(f)[0].at_least_zero(strict)


def require(condition: Any, reason: str) -> None:
    """Reject the certificate unless the condition holds."""
    if not bool(condition):
        raise CertificateError(reason)


def enclosed(value: Any) -> Span:
    """An exact number, or an infinite end, as a span."""
    if value in (sympy.oo, -sympy.oo):
        return span_of(OO if value == sympy.oo else -OO)
    return Evaluator({})(value)[0]


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
    """Identically zero, by algebra and by an enclosure at a point that algebra knows nothing of."""
    probe = {s: number(sympy.Rational(31, 47 + 6 * i))
             for i, s in enumerate(sorted(expression.free_symbols, key=str))}  # fmt: skip
    try:
        value = Evaluator(probe)(expression)[0]
        if value.lo > 0 or value.hi < 0:
            return False
    except NoEnclosure:
        pass
    expanded = sympy.expand(expression)
    if expanded == 0 or sympy.expand(sympy.numer(sympy.together(expanded))) == 0:
        return True
    return bool(sympy.simplify(expanded) == 0)
