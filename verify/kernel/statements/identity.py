"""An identity: proved by sympy and confirmed by a second route, high-precision numbers at random points."""

import ast
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sympy

from verify.kernel.prover import Variable
from verify.kernel.prover.display import Layout, Typesetter
from verify.kernel.statements.base import LaidOut, given, named_apart, real, reporting, several
from verify.kernel.statements.base import text as check_text
from verify.kernel.statements.defined import undefined
from verify.kernel.statements.outcome import Outcome, Settings, Verdict, as_written
from verify.kernel.statements.signs import shown
from verify.source import source

_POINTS, _DIGITS = 12, 60
_MOST = 1000
"""The power of symbols up to which sympy is asked: it multiplies some out, and takes exact ones at points."""
_REACH = 4
"""How far from the finite end of an infinite range the points are."""

_PLAIN = str.maketrans({sign: f"\\{sign}" for sign in "_%#&${}"})
"""Signs of code that LaTeX reads otherwise."""


@dataclass(frozen=True)
class Identity(LaidOut):
    """left = right for all values of its symbols, each in its range.

    A side that sympy would evaluate to the other is given as `lambda: side`, and stands as it is written. Where a plan
    or another function gives the left side it is made by `computed`: that value is the left side, and next to the
    equation the code that gave it, in its own words.

    A range is stated as a variable, or by a symbol's ends, rational numbers or oo, which belong to it where it is an
    integer. A symbol without one ranges over all that its assumptions allow.

    Raises:
        ValueError: when a side is no expression, a symbol is assumed to be more than its range gives, two letters have
            one name, or the sides are one expression; when the code that gives the left side calls nothing, has no
            source, or gives another side.
    """

    left: Any
    right: Any
    ranges: tuple[tuple[sympy.Symbol, str, str] | Variable, ...] = ()
    text: str = ""
    code: Callable[[], Any] | None = None

    def __post_init__(self) -> None:
        check_text("text", self.text)
        several("ranges", self.ranges, (Variable, tuple), "variables, or symbols with both ends")
        if self.code is not None:
            _ = self.computed
            value = real("left", given("code", self.code))
            if self.left is not None and self.left != value:
                raise ValueError(f"left = {self.left!r:.80}: must be what the code gives, {value}")
            object.__setattr__(self, "left", value)
        for name in ("left", "right"):
            object.__setattr__(self, name, written(name, getattr(self, name)))
        if self.left == self.right and self.code is None:
            raise ValueError(f"{self.left} = {self.right}: the sides are alike, which shows nothing")
        named_apart(self.left, self.right)
        _ = self.variables

    @cached_property
    def computed(self) -> str:
        """The code that gives the left side, as it stands in its source; empty where none does."""
        if self.code is None:
            return ""
        made = getattr(self.code, "__code__", None)
        found = source(made.co_filename).function(made) if made else None
        if not isinstance(found, ast.Lambda):
            raise ValueError("code: must be a lambda in a file, whose source is shown")  # noqa: TRY004 (as all arguments)
        if not any(isinstance(node, ast.Call | ast.Attribute) for node in ast.walk(found.body)):
            raise ValueError(f"code = {ast.unparse(found.body)}: calls nothing, so a side can say it itself")
        return ast.unparse(found.body)

    @cached_property
    def variables(self) -> tuple[Variable, ...]:
        """The symbols and their ranges, by name."""
        stated = {v.symbol: v for v in (r if isinstance(r, Variable) else _variable(*r) for r in self.ranges)}
        found = []
        for symbol in sorted(self.left.free_symbols | self.right.free_symbols, key=str):
            whole = bool(symbol.is_integer)
            if symbol in stated:
                found.append(stated[symbol])
            elif symbol.is_positive:
                found.append(Variable(symbol, sympy.Integer(int(whole)), sympy.oo, not whole, integer=whole))
            else:
                low = sympy.Integer(0) if symbol.is_nonnegative else -sympy.oo
                found.append(Variable(symbol, low, sympy.oo, integer=whole))
        return tuple(found)

    def layout(self) -> Layout:
        """The equation with the ranges of its letters; or the paper's words for it."""
        if self.text:
            return Layout(self.text)
        code = (rf"\text{{left: {self.computed.translate(_PLAIN)}}}",) if self.computed else ()
        equation = f"{as_it_stands(self.left)} = {as_it_stands(self.right)}"
        return Layout(equation, domain=(*(v.latex() for v in self.variables), *code))

    @reporting
    def check(self, settings: Settings) -> Outcome:
        """A point of disagreement: refuted; both sides defined on the ranges, and symbolic zero: proved; else open."""
        if high := [p for side in (self.left, self.right) for p in side.atoms(sympy.Pow) if _is_high(p)]:
            reason = f"a power above {_MOST}: {sympy.sstr(high[0])[:80]}"
            return Outcome(Verdict.OPEN, {"method": "sympy", "reason": reason})
        points = self._points(settings.seed)
        for point in points:
            left, right = (_at(side, point, _DIGITS) for side in (self.left, self.right))
            if not (left.is_finite and left.is_real and right.is_finite and right.is_real):
                told = ", ".join(f"{k} = {v}" for k, v in point.items()) or "any point"
                return Outcome(Verdict.OPEN, {"method": "sympy", "reason": f"a side is no real number at {told}"})
            if abs(left - right) > sympy.Float(10) ** (10 - _DIGITS) * (1 + abs(left) + abs(right)):
                return Outcome(
                    Verdict.REFUTED,
                    {
                        "method": f"both sides to {_DIGITS} digits",
                        "parameters": {str(k): str(v) for k, v in point.items()},
                        "left": [float(left), float(left)],
                        "right": [float(right), float(right)],
                        "slack": float(right - left),
                    },
                )
        if gap := undefined(self.left, self.variables) or undefined(self.right, self.variables):
            return Outcome(Verdict.OPEN, {"method": "sympy", "reason": gap})
        if not self._is_zero():
            return Outcome(Verdict.OPEN, {"method": "sympy", "reason": "the difference did not simplify to 0"})
        first = points[0]
        value = float(_at(self.left, first, 30))
        evidence = {
            "method": f"sympy; confirmed to {_DIGITS} digits at {len(points)} random points",
            "domain": ", ".join(v.text() for v in self.variables) or "no variables",
            "parameters": {str(k): str(v) for k, v in first.items()},
            "left": [value, value],
            "right": [value, value],
            "slack": 0.0,
        }
        return as_written(Outcome(Verdict.PROVED, evidence), self.text)

    def _points(self, seed: int) -> list[dict[sympy.Symbol, sympy.Rational]]:
        """Short rationals first, then random ones, inside the ranges."""
        stream = random.Random(seed)
        points = []
        for index in range(_POINTS):
            point = {}
            for place, variable in enumerate(self.variables):
                low, high = _window(variable)
                share = sympy.Rational(1 + place, 2 + place) if index == 0 else _thousandths(stream)
                value = low + (high - low) * share
                point[variable.symbol] = sympy.Integer(round(value)) if variable.integer else value
            points.append(point)
        return points

    def _is_zero(self) -> bool:
        """Whether sympy reduces the difference to 0 by one of its routes, letters taken as what their ranges make them.

        The logarithm of a product is expanded where each factor is shown to be positive.
        """
        difference = self.left.doit() - self.right.doit()
        routes = (sympy.simplify, sympy.cancel, lambda e: sympy.simplify(sympy.expand(e.replace(_is_log, self._apart))))
        return any(route(difference) == 0 for route in routes)

    def _apart(self, log: sympy.Expr) -> sympy.Expr:
        factors = [factor.as_base_exp() for factor in sympy.Mul.make_args(log.args[0])]
        if not all(power.is_real and shown(base, self.variables) for base, power in factors):
            return log
        return sympy.Add(*(power * sympy.log(base) for base, power in factors))


def _is_high(power: sympy.Pow) -> bool:
    return bool(power.exp.is_Integer and abs(power.exp) > _MOST and power.free_symbols)


def computed(code: Callable[[], Any], right: Any, ranges: Any = (), text: str = "") -> Identity:
    """What the code gives is the right side: the code is shown, and so is what it gave."""
    return Identity(None, right, ranges, text, code)


def written(name: str, side: sympy.Expr | Callable[[], sympy.Expr]) -> sympy.Expr:
    """The side itself, or what a function without arguments writes, with nothing evaluated."""
    if isinstance(side, sympy.Basic) or not callable(side):
        return real(name, side)
    with sympy.evaluate(False):
        found = given(name, side)
        written = found if isinstance(found, str) else sympy.sympify(found, evaluate=False)
    return real(name, written)


class _Printer(Typesetter):
    """With brackets about a derivative, a limit or a substitution before another factor."""

    def _needs_mul_brackets(self, expr: sympy.Expr, first: bool = False, last: bool = False) -> bool:
        reaches = not last and expr.has(sympy.Derivative, sympy.Limit, sympy.Subs)
        return bool(reaches or super()._needs_mul_brackets(expr, first, last))

    def _print_Derivative(self, expr: sympy.Derivative) -> str:
        counts = [(letter, count.doit()) for letter, count in expr.variable_count]
        return str(super()._print_Derivative(sympy.Derivative(expr.expr, *counts, evaluate=False)))


def as_it_stands(side: sympy.Expr) -> str:
    """The LaTeX of a side, in its own order where something in it is not evaluated."""
    return str(_Printer({"order": None if side == side.doit() else "none"}).doprint(side))


def _at(side: sympy.Expr, point: dict[sympy.Symbol, sympy.Rational], digits: int) -> sympy.Expr:
    """The value of a side as it is written, numbers put in exactly; a derivative is taken before."""
    taken = side.doit() if side.has(sympy.Derivative) else side
    try:
        return taken.xreplace(point).evalf(digits)
    except OverflowError:
        # An exact power has too many digits.
        return taken.evalf(digits, subs=point)
    except (TypeError, ValueError):
        # sympy's own errors at a pole, or of a sum that diverges.
        return sympy.nan


def _is_log(node: sympy.Basic) -> bool:
    return isinstance(node, sympy.log)


def _variable(*told: Any) -> Variable:
    if len(told) != 3 or not isinstance(told[0], sympy.Symbol):
        raise ValueError(f"range = {told!r:.80}: must be a symbol and both ends")
    symbol, (low, high) = told[0], told[1:]
    whole = bool(symbol.is_integer)
    try:
        ends = sympy.sympify(low), sympy.sympify(high)
    except (TypeError, ValueError, AttributeError):
        ends = (sympy.nan, sympy.nan)
    if not all(isinstance(end, sympy.Expr) for end in ends):
        raise ValueError(f"range = {told!r:.80}: must have exact numbers as ends")
    return Variable(symbol, *ends, not whole, not whole, integer=whole)


def _window(variable: Variable) -> tuple[sympy.Expr, sympy.Expr]:
    """Finite ends for the points."""
    low, high = variable.lower, variable.upper
    if high == sympy.oo:
        high = _REACH + (low if low.is_finite else 0)
    return (low if low.is_finite else high - 2 * _REACH), high


def _thousandths(stream: random.Random) -> sympy.Rational:
    return sympy.Rational(stream.randrange(1, 1000), 1001)
