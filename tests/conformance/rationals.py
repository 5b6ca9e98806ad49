"""Which exact rationals stand for the constants of a plan that runs."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import sympy


def rational(running: Any, exact: Any) -> Any:
    """The plan that runs, with the constants of the plan in symbols as exact rationals.

    Symbols are solved for, one at a time, from the constants that run; raises AssertionError where those are not, up
    to rounding (1e-12), what the plan in symbols makes of them: then what is judged is not what runs.
    """
    pairs = list(_paired(running, exact))
    known: dict[sympy.Symbol, sympy.Rational] = {}
    while open_ := [(v, e) for v, e in pairs if len(e.free_symbols - known.keys()) == 1]:
        value, expression = min(open_, key=lambda pair: sympy.count_ops(pair[1]))
        (symbol,) = expression.free_symbols - known.keys()
        (solution,) = sympy.solve(expression.subs(known) - _simple(value), symbol)
        known[symbol] = solution
        pairs.remove((value, expression))
    for value, expression in pairs:
        assert abs(float(expression.subs(known)) - value) <= 1e-12 * abs(value), f"{expression} is not {value}"
    return _with(running, exact, known)


def _simple(value: float) -> sympy.Rational:
    """The number that a float stands for: a simple one near it, or itself."""
    near = Fraction(value).limit_denominator(10**4)
    exact = near if abs(near - Fraction(value)) <= abs(Fraction(value)) / 2**50 else Fraction(value)
    return sympy.Rational(exact.numerator, exact.denominator)


def _paired(running: Any, exact: Any) -> Iterator[tuple[float, sympy.Expr]]:
    for name in getattr(exact, "__dataclass_fields__", ()):
        a, b = getattr(running, name), getattr(exact, name)
        if isinstance(b, sympy.Expr) and b.free_symbols:
            yield float(a), b
        elif hasattr(b, "__dataclass_fields__"):
            yield from _paired(a, b)
        elif isinstance(b, int | Fraction):
            assert a == b, f"{name}: {a!r} runs, {b!r} is judged"


def _with(running: Any, exact: Any, known: dict[sympy.Symbol, sympy.Rational]) -> Any:
    changed = {}
    for name in getattr(exact, "__dataclass_fields__", ()):
        b = getattr(exact, name)
        if isinstance(b, sympy.Expr) and b.free_symbols:
            value = b.subs(known)
            if value.is_Rational:
                changed[name] = Fraction(int(value.p), int(value.q))
        elif hasattr(b, "__dataclass_fields__"):
            changed[name] = _with(getattr(running, name), b, known)
    return replace(running, **changed) if changed else running
