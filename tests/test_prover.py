"""The prover: what it must prove, what it must refute, what it must never prove."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.prover import Open, Proved, Refuted, Relation, Variable, check_certificate, falsify, prove

x, y, a, p, n, m = sp.symbols("x y a p n m")
half = sp.Rational(1, 2)
oo = sp.oo


def over(symbol: sp.Symbol, lower: Any, upper: Any, ends: str = "[]", integer: bool = False) -> Variable:
    lower, upper = sp.sympify(lower), sp.sympify(upper)
    return Variable(symbol, lower, upper, ends[0] == "(", ends[1] == ")", integer)


def claim(left: Any, sense: Any, right: Any, *variables: Variable, where: tuple[Any, ...] = ()) -> Relation:
    return Relation(sp.sympify(left), sp.sympify(right), sense, variables, where)


TRUE = {
    "log-ratio": claim(x * sp.log((1 + x) / (1 - x)), "<=", 3 * x**2, over(x, 0, half, "(]")),
    "exp-square": claim((sp.exp(a) - 1) ** 2, "<=", 3 * a**2, over(a, 0, 1, "(]")),
    "log-corner": claim(-sp.log(1 - 16 * x**2) / 2, "<=", 16 * x**2, over(x, 0, sp.Rational(1, 5), "(]")),
    "reciprocal": claim(1 / (1 - x), "<=", sp.exp(2 * x), over(x, 0, half)),
    "tight-tanh": claim(2 * a**2 / 8536, "<=", (sp.tanh(a / 4) / 2) ** 2 / 64, over(a, 0, 1, "(]")),
    "tanh-exp": claim(a * sp.tanh(a / 2), "<=", a * (sp.exp(a) - 1), over(a, 0, oo, "(]")),
    "tanh-square": claim(a * sp.tanh(a / 2), "<=", 12 * a**2, over(a, 0, oo, "(]")),
    "log-cosh": claim(a * sp.log(sp.cosh(sp.Rational(1, 12))), "<=", sp.log(sp.cosh(a / 12)), over(a, 1, oo)),
    "mills": claim(
        sp.sqrt(sp.pi / 2) * sp.erfc(x / sp.sqrt(2)), "<=", sp.sqrt(2 * sp.pi) * sp.exp(-(x**2) / 2), over(x, 0, oo)
    ),
    "min-below": claim(sp.Min(a, a**2), "<=", a, over(a, 0, oo)),
    "below-min": claim(a * sp.tanh(a / 2), "<=", sp.Min(a, a**2), over(a, 0, oo, "(]")),
    "min-tanh": claim(sp.Min(a, a**2) / 4, "<=", a * sp.tanh(a / 2), over(a, 0, oo, "(]")),
    "piecewise": claim(
        sp.Piecewise((x**2, x < 1), (2 * x - 1, True)), "<=", x**2, over(x, 0, oo)
    ),
    "square": claim(4 * p * (1 - p) * y, "<=", (1 - p + p * y) ** 2, over(p, 0, 1), over(y, 0, oo, "(]")),
    "root": claim((12 + 2 * sp.sqrt(x)) ** 2, "<=", 270 * x, over(x, sp.log(2), oo)),
    "interior": claim(x * sp.exp(-x), "<=", sp.exp(-1), over(x, 0, oo)),
    "curve": claim(x * sp.exp(-a * x), "<=", 1 / (sp.E * a), over(x, 0, oo), over(a, 0, oo, "(]")),
    "open-end": claim(x**2, "<", x, over(x, 0, half, "(]")),
    "x-log-x": claim(-x * sp.log(x), "<=", sp.exp(-1), over(x, 0, 1, "(]")),
    "compound": claim((1 + 1 / n) ** n, "<", sp.E, over(n, 1, oo, integer=True)),
    "powers-of-two": claim(n + 1, "<=", 2**n, over(n, 1, oo, integer=True)),
    "square-power": claim(n**2, "<=", 2**n, over(n, 4, oo, integer=True)),
    "union-bound": claim(1 - (1 - p) ** m, "<=", m * p, over(p, 0, half), over(m, 1, oo, integer=True)),
    "integers": claim(n * m, "<=", n**2 + m**2, over(n, 2, oo, integer=True), over(m, 1, oo, integer=True)),
    "integer-gap": claim(3 * n, "<=", n**2 + 2, over(n, 1, oo, integer=True)),
    "chord": claim(sp.exp(-x), "<=", 1 - x / 2, over(x, 0, 1)),
    "log-below": claim(x / (1 + x), "<=", sp.log(1 + x), over(x, -1, oo, "(]")),
    "cosh-gauss": claim(sp.cosh(x), "<=", sp.exp(x**2 / 2), over(x, -oo, oo)),
    "exp-line": claim(1 + x, "<=", sp.exp(x), over(x, -oo, oo)),
    "means": claim(sp.sqrt(x * y), "<=", (x + y) / 2, over(x, 0, oo), over(y, 0, oo)),
    "removable": claim((1 - sp.exp(-x)) / x, "<=", 1, over(x, 0, oo, "(]")),
    "parabola": claim(x * (1 - x), "<=", sp.Rational(1, 4), over(x, 0, 1)),
    "factorial": claim(sp.factorial(n), "<=", n**n, over(n, 1, 20, integer=True)),
    "side": claim(x**2 * y, "<=", x, over(x, 0, 1), over(y, 0, 3), where=(x * y <= half,)),
    "triangle": claim(abs(x - y), "<=", x + y, over(x, 0, oo), over(y, 0, oo)),
    "randomized-response": claim((sp.exp(a) - 1) / (sp.exp(a) + 1), "<=", a / 2, over(a, 0, oo, "(]")),
    "convex": claim(sp.exp(a * x) - 1, "<=", x * (sp.exp(a) - 1), over(a, 0, 1), over(x, 0, 1)),
    "square-2": claim(x * y, "<=", (x**2 + y**2) / 2, over(x, -oo, oo), over(y, -oo, oo)),
}
