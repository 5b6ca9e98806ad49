"""An identity: proved by sympy and confirmed by a second route, high-precision numbers at random points."""

import random
from dataclasses import dataclass
from fractions import Fraction

import sympy

from verify.statements.base import Plain
from verify.statements.outcome import Outcome, Settings, Verdict, as_written

_POINTS, _DIGITS = 12, 60


@dataclass(frozen=True)
class Identity(Plain):
    """left = right for all values of its symbols within the given rational ranges (by default (0, 4))."""

    left: sympy.Expr
    right: sympy.Expr
    ranges: tuple[tuple[sympy.Symbol, str, str], ...] = ()
    text: str = ""

    def latex(self) -> str:
        """The equation."""
        return self.text or f"{sympy.latex(self.left)} = {sympy.latex(self.right)}"

    def check(self, settings: Settings) -> Outcome:
        """Symbolic zero and numeric agreement: proved; a point of disagreement: refuted; else open."""
        points = self._points(settings.seed)
        for point in points:
            left, right = (side.xreplace(point).evalf(_DIGITS) for side in (self.left, self.right))
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
        if not symbolically_zero(self.left - self.right):
            return Outcome(Verdict.OPEN, {"method": "sympy", "reason": "the difference did not simplify to 0"})
        shown = points[0]
        value = float(self.left.xreplace(shown).evalf(30))
        evidence = {
            "method": f"sympy; confirmed to {_DIGITS} digits at {len(points)} random points",
            "parameters": {str(k): str(v) for k, v in shown.items()},
            "left": [value, value],
            "right": [value, value],
            "slack": 0.0,
        }
        return as_written(Outcome(Verdict.PROVED, evidence), self.text)

    def _points(self, seed: int) -> list[dict[sympy.Symbol, sympy.Rational]]:
        """Short rationals first, then random ones, inside the ranges."""
        symbols = sorted((self.left.free_symbols | self.right.free_symbols), key=str)
        ranges = {symbol: (Fraction(low), Fraction(high)) for symbol, low, high in self.ranges}
        stream = random.Random(seed)
        points = []
        for index in range(_POINTS):
            point = {}
            for place, symbol in enumerate(symbols):
                low, high = ranges.get(symbol, (Fraction(0), Fraction(4)))
                share = Fraction(1 + place, 2 + place) if index == 0 else Fraction(stream.randrange(1, 1000), 1001)
                value = low + (high - low) * share
                point[symbol] = sympy.Rational(round(value) if symbol.is_integer else value)
            points.append(point)
        return points


def symbolically_zero(expression: sympy.Expr) -> bool:
    """Whether sympy reduces the expression to 0 by one of its routes."""
    routes = (sympy.simplify, lambda e: sympy.simplify(sympy.expand_log(sympy.expand(e), force=True)), sympy.cancel)
    return any(route(expression) == 0 for route in routes)
