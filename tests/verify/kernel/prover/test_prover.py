"""The prover: what it must prove, what it must refute, what it must never prove."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.kernel.prover import (
    Open,
    Proved,
    Refuted,
    Relation,
    Variable,
    check_certificate,
    falsify,
    prove,
)
from verify.kernel.prover import enclosure as checked
from verify.kernel.prover.algebra import expanded, factored, roots
from verify.kernel.prover.branch import vanishing_order
from verify.kernel.prover.checker import coefficient, is_zero, smooth
from verify.kernel.prover.evaluate import Program
from verify.kernel.prover.interval import point

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
    "exp-below-cosh": claim(sp.exp(x / 4) / 2, "<=", sp.cosh(x / 4), over(x, 4, oo)),
    "rates-far-apart": claim(x * sp.exp(2 * x / 8536 - 2 * x / 577), "<=", 115, over(x, 0, oo)),
    "rates-far-apart-bounded": claim(x * sp.exp(2 * x / 8536 - 2 * x / 577), "<=", 15, over(x, 0, 15)),
    "side": claim(x**2 * y, "<=", x, over(x, 0, 1), over(y, 0, 3), where=(x * y <= half,)),
    "triangle": claim(abs(x - y), "<=", x + y, over(x, 0, oo), over(y, 0, oo)),
    "randomized-response": claim((sp.exp(a) - 1) / (sp.exp(a) + 1), "<=", a / 2, over(a, 0, oo, "(]")),
    "convex": claim(sp.exp(a * x) - 1, "<=", x * (sp.exp(a) - 1), over(a, 0, 1), over(x, 0, 1)),
    "pinsker": claim(2 * (x - half) ** 2, "<=", x * sp.log(2 * x) + (1 - x) * sp.log(2 * (1 - x)), over(x, 0, 1, "()")),
    "three": claim(x * y * p, "<=", (x + y + p) / 3, over(x, 0, 1), over(y, 0, 1), over(p, 0, 1)),
    "geometric": claim((1 - 1 / n) ** n, "<=", sp.exp(-1), over(n, 2, oo, integer=True)),
    "square-2": claim(x * y, "<=", (x**2 + y**2) / 2, over(x, -oo, oo), over(y, -oo, oo)),
}

FALSE = {
    "past-the-crossing": claim(1 / (1 - x), "<=", sp.exp(2 * x), over(x, 0, sp.Rational(4, 5))),
    "tight-tanh": claim(2 * a**2 / 8535, "<=", (sp.tanh(a / 4) / 2) ** 2 / 64, over(a, 0, 1, "(]")),
    "tiny": claim(x, "<=", x - sp.Rational(1, 10**40), over(x, 0, 1)),
    "tiny-transcendental": claim(sp.exp(x), "<=", sp.exp(x) - sp.Rational(1, 10**30), over(x, 0, 1)),
    "strict-at-the-end": claim(x**2, "<", x, over(x, 0, half)),
    "strict-at-the-right-end": claim(x**2, "<", x, over(x, 0, 1, "(]")),
    "end-only": claim(x, "<", 1, over(x, 0, 1)),
    "rates-far-apart": claim(x * sp.exp(2 * x / 8536 - 2 * x / 577), "<=", 113, over(x, 0, oo)),
    "large": claim(sp.log(x), "<=", 20, over(x, 1, oo)),
    "integer": claim(n**2, "<=", 2**n, over(n, 1, oo, integer=True)),
    "min": claim(a, "<=", sp.Min(a, a**2), over(a, 0, oo, "(]")),
    "piecewise": claim(sp.Piecewise((0, x < 1), (3, True)), "<=", 2, over(x, 0, 3)),
    "two": claim(x * y, "<=", (x**2 + y**2) / 3, over(x, 0, oo), over(y, 0, oo)),
    "side": claim(x**2 * y, "<=", x / 2, over(x, 0, 1), over(y, 0, 3), where=(x * y >= half,)),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_true_relation_is_proved_and_its_certificate_is_data(name: str) -> None:
    found = prove(TRUE[name])
    assert isinstance(found, Proved), found
    assert check_certificate(TRUE[name], json.loads(json.dumps(found.certificate)))


@pytest.mark.parametrize("name", FALSE)
def test_a_false_relation_is_refuted_at_a_short_point_of_its_domain(name: str) -> None:
    relation = FALSE[name]
    found = prove(relation)
    assert isinstance(found, Refuted), found
    values = {v.symbol: found.point[v.symbol.name] for v in relation.variables}
    assert all(v.lower <= values[v.symbol] <= v.upper for v in relation.variables)
    assert all(c.subs(values) == sp.true for c in relation.where)
    gap = (relation.right - relation.left).subs(values)
    assert gap < 0 or (relation.sense == "<" and sp.simplify(gap) == 0)
    assert all(len(str(value).rstrip("0")) <= 12 for value in values.values())


def test_integers_stay_integers() -> None:
    relation = claim(n * (3 - n), "<=", 2, over(n, 0, 3, integer=True))
    assert falsify(relation) is None
    assert isinstance(prove(relation), Proved)
    assert isinstance(prove(claim(x * (3 - x), "<=", 2, over(x, 0, 3))), Refuted)


def test_a_power_at_a_long_point_takes_little_memory() -> None:
    """Both sides are equal, which sympy could only see with numbers of 10^13 digits; at a short point it does."""
    code = """
import resource
import sympy as sp
from verify.kernel.prover import Relation, Variable, falsify
resource.setrlimit(resource.RLIMIT_AS, (4 * 10**9,) * 2)
x, least = sp.Symbol("x"), sp.Rational(1, 2)
power = 1029**x
def found(upper, *where):
    over = Variable(x, least, upper, True, True, False)
    return falsify(Relation(power, power * (x + 1) - power * x, "<", (over,), where))
assert found(least + sp.Rational(1, 10**12)) is None
assert found(least + sp.Rational(1, 10**12), power > 2) is None
assert found(sp.Integer(2)) is not None
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)


def test_what_is_not_closed_is_open_and_names_its_box() -> None:
    touching_on_a_circle = claim(0, "<=", sp.exp(x**2 + y**2 - 1) - x**2 - y**2, over(x, -1, 1), over(y, -1, 1))
    found = prove(touching_on_a_circle, max_boxes=300, seconds=2)
    assert isinstance(found, Open)
    assert found.box is not None
    assert set(found.box) == {"x", "y"}


def test_an_unsupported_function_is_open() -> None:
    found = prove(claim(sp.sin(x), "<=", 2, over(x, 0, 1)))
    assert isinstance(found, Open)
    assert "sin" in found.reason


def test_what_the_checker_cannot_evaluate_is_refuted_or_open_but_never_proved() -> None:
    step = sp.Piecewise((0, x < half), (1, True))
    found = prove(claim(step, "<=", 2 * x, over(x, 0, 1)))
    assert isinstance(found, Open)
    assert "Piecewise" in found.reason
    late = sp.Piecewise((0, x < sp.Rational(511, 1024)), (1, True))
    assert isinstance(prove(claim(late, "<=", 2 * x, over(x, sp.Rational(1, 4), 1))), Refuted)


def test_an_undefined_side_is_never_proved() -> None:
    assert not isinstance(prove(claim(1, "<=", 1 / x, over(x, 0, 1))), Proved)
    assert isinstance(prove(claim(1, "<=", 1 / x, over(x, 0, 1, "(]"))), Proved)
    assert not isinstance(prove(claim(sp.log(x), "<=", 5, over(x, -1, 1))), Proved)


@settings(max_examples=40, deadline=None, derandomize=True, database=None)
@given(st.fractions(min_value=Fraction(3, 2), max_value=2, max_denominator=60))
def test_a_threshold_is_never_crossed(slope: Fraction) -> None:
    slack = sp.Rational(slope.numerator, slope.denominator)
    found = prove(claim(sp.exp(x), "<=", 1 + slack * x, over(x, 0, 1)))
    assert isinstance(found, Proved if slack >= sp.E - 1 else Refuted)


z = sp.Symbol("z", real=True)
EXPRESSIONS = [
    sp.exp(z) * sp.log(2 + z),
    sp.tanh(z) / (1 + z**2),
    sp.cosh(z) ** sp.Rational(2, 3) - sp.sinh(z),
    sp.erfc(2 * z) + sp.exp(-z),
    sp.log(sp.cosh(3 * z)) - sp.sqrt(1 + z),
    (1 + z) ** z,
    sp.Min(z, z**2) + abs(z - 3),
]


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(
    st.sampled_from(EXPRESSIONS),
    st.fractions(min_value=Fraction(1, 50), max_value=Fraction(9, 10), max_denominator=50),
    st.integers(min_value=0, max_value=3),
)
def test_both_arithmetics_enclose_the_taylor_coefficients(expression: Any, at: Fraction, order: int) -> None:
    number = sp.Rational(at.numerator, at.denominator)
    reference = sp.N(expression.diff(z, order).subs(z, number) / sp.factorial(order), 20)
    searched = Program(expression, [z]).series([point(at)], 0, order)[order]
    spans = {z: checked.number(number)}
    verified = coefficient(smooth(expression, spans, order), spans, z, order)
    for low, high in ((searched.lo, searched.hi), (verified.lo, verified.hi)):
        assert abs(float(low) - float(reference)) < 1e-12 * (1 + abs(reference))
        assert abs(float(high) - float(reference)) < 1e-12 * (1 + abs(reference))
        assert low <= high


# Algebra in bounded work.

FACTORED = [
    (z**2 - 1, "(z - 1)*(z + 1)"),
    (sp.exp(2 * z) - 2 * sp.exp(z) + 1, "(exp(z) - 1)**2"),
    (z - sp.sqrt(z), "sqrt(z)*(sqrt(z) - 1)"),
    (1 / (1 - z) - 1 - z - z**2, "-z**3/(z - 1)"),
    (sp.log(z) ** 2 - 1, "(log(z) - 1)*(log(z) + 1)"),
]


@pytest.mark.parametrize(("expression", "factors"), FACTORED)
def test_factors_multiply_to_what_they_came_from(expression: Any, factors: str) -> None:
    found = factored(expression)
    assert found == sp.sympify(factors, locals={"z": z})
    assert is_zero(found - expression)


def test_algebra_gives_up_on_what_would_not_end() -> None:
    far_apart = sp.exp(z / 8536) + sp.exp(z / 577) - 2
    assert factored(far_apart) is None
    assert expanded((1 + z + sp.exp(z)) ** 100) is None
    assert expanded((1 + z) ** 3) == z**3 + 3 * z**2 + 3 * z + 1


def test_roots_are_those_of_linear_and_quadratic_factors() -> None:
    assert roots((z**2 - 2) * (3 * z - 1) * sp.exp(z) * (z**2 + 1), z) == [-sp.sqrt(2), sp.Rational(1, 3), sp.sqrt(2)]
    assert roots(sp.exp(z) - 2, z) == []


# The statement itself.


def test_a_relation_gives_latex_text_and_numbers() -> None:
    relation = claim(x**2, "<=", 2 * x + p, over(x, 0, 1, "(]"), over(p, 0, oo), where=(x <= p,))
    assert relation.latex() == (r"x^{2} \le p + 2 x \quad (x \leq p,\ 0 < x \le 1,\ p \ge 0)")
    assert relation.canonical() == (
        "Pow(x, 2) <= Add(Mul(2, x), p); x in (0, 1]; p in [0, Infinity); where LessThan(x, p)"
    )
    left, right = relation.numbers({"x": np.array([0.5, 1.0]), "p": 2})
    assert left.tolist() == [0.25, 1.0]
    assert right.tolist() == [3.0, 4.0]


def test_a_constant_side_is_broadcast() -> None:
    left, right = claim(sp.Rational(1, 2), "<=", sp.erfc(-x), over(x, 0, 1)).numbers({"x": [0.0, 0.5]})
    assert left.tolist() == [0.5, 0.5]
    assert right[0] == 1.0


@pytest.mark.parametrize(
    "make",
    [
        lambda: over(x, 1, 0),
        lambda: over(x, 0, 0, "(]"),
        lambda: over(x, 0.5, 1),
        lambda: over(x, 0, p),
        lambda: over(sp.Symbol("q", positive=True), 0, 1),
        lambda: over(n, sp.Rational(1, 3), half, integer=True),
        lambda: claim(x, "<=", p, over(x, 0, 1)),
        lambda: claim(x, ">=", 1, over(x, 0, 1)),
        lambda: claim(x, "<=", 0.1, over(x, 0, 1)),
        lambda: claim(x, "<=", 1, over(x, 0, 1), over(sp.Symbol("x", real=True), 0, 1)),
    ],
)
def test_an_ill_posed_statement_is_an_error(make: Any) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        make()


def test_relations_without_variables_are_decided() -> None:
    assert isinstance(prove(Relation(sympy.exp(1), sympy.Integer(3), "<=", ())), Proved)
    assert isinstance(prove(Relation(sympy.exp(1), sympy.Integer(2), "<=", ())), Refuted)


def test_a_violation_near_an_open_end_is_found() -> None:
    q = sympy.Symbol("q", positive=True)
    unit = (Variable(q, sympy.Integer(0), sympy.Integer(1), open_lower=True, open_upper=True),)
    assert isinstance(prove(Relation(q + 1, sympy.Rational(3, 2), "<=", unit)), Refuted)


def test_zeros_are_counted_and_what_is_zero_everywhere_has_none() -> None:
    x, y = sympy.symbols("x y", positive=True)
    found = [vanishing_order(y * sympy.sin(x - 1) ** k, x, sympy.Integer(1)) for k in range(4)]
    assert found == [0, 1, 2, 3]
    assert vanishing_order((x + y) ** 2 - x**2 - 2 * x * y - y**2, x, sympy.Integer(1)) == 0
