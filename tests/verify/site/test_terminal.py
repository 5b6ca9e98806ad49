"""Mathematics as Unicode says the same as its LaTeX: read back, it is the same expression."""

import re
import unicodedata

import pytest
import sympy
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sympy.parsing.sympy_parser import (
    convert_xor,
    implicit_multiplication,
    parse_expr,
    standard_transformations,
)

from verify.ledger.catalogue import Catalogue
from verify.ledger.reading import sides_of
from verify.site.terminal import unicode_text

a, b, c, x = sympy.symbols("a b c x", positive=True)


def read(text: str) -> sympy.Expr:
    """The expression that a line of Unicode is, by the usual precedence: powers, products, sums."""
    raised = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ᵃᵇᶜˣ", "0123456789+-()abcx", strict=True))
    told = re.sub(f"[{''.join(raised)}]+", lambda run: f"^({''.join(raised[s] for s in run[0])})", text)
    told = re.sub(r"√(\w+)", r"√(\1)", told).replace("√(", "sqrt(").replace("−", "-").replace("·", "*")
    told = re.sub(r"(?<=[\w)]) ?(?=sqrt\(|log\(|exp\()", "*", told)
    rules = (*standard_transformations, convert_xor, implicit_multiplication)
    names = {"a": a, "b": b, "c": c, "x": x, "log": sympy.log, "e": sympy.E, "sqrt": sympy.sqrt}
    return parse_expr(told, local_dict=names, transformations=rules)


def expressions() -> st.SearchStrategy[sympy.Expr]:
    leaves = st.sampled_from([a, b, c, x, *map(sympy.Integer, (2, 3, 7, -1)), sympy.Rational(1, 2)])

    def grown(inner: st.SearchStrategy[sympy.Expr]) -> st.SearchStrategy[sympy.Expr]:
        return st.one_of(
            st.builds(sympy.Add, inner, inner),
            st.builds(sympy.Mul, inner, inner),
            st.builds(lambda p, q: p / (q**2 + 1), inner, inner),
            st.builds(lambda p, q: (p**2 + 1) ** q, inner, st.sampled_from([2, -1, sympy.Rational(-3, 2), a, -a / b])),
            st.builds(lambda p: sympy.sqrt(p**2 + 3), inner),
            st.builds(lambda p: sympy.log(p**2 + 2), inner),
        )

    return st.recursive(leaves, grown, max_leaves=6)


AT = [{a: 1.3, b: 0.7, c: 2.1, x: 0.4}, {a: 0.6, b: 1.9, c: 0.8, x: 1.7}]


@settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    database=None,
    # A busy machine makes few inputs in its time, and nothing is wrong with them.
    suppress_health_check=[HealthCheck.too_slow],
)
@given(expressions())
def test_what_is_read_back_is_the_same(expression: sympy.Expr) -> None:
    back = read(unicode_text(sympy.latex(expression)))
    for point in AT:
        assert abs(sympy.N((back - expression).subs(point))) < 1e-9 * (1 + abs(sympy.N(expression.subs(point))))


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"\frac{a}{b}c", "(a/b) c"),
        (r"c\frac{a}{b}", "c(a/b)"),
        (r"\frac{a+b}{c d}", "(a + b)/(c d)"),
        (r"\frac{\frac{a}{b}}{\frac{c}{d}}", "(a/b)/(c/d)"),
        (r"\Big(\frac d{m^2n}\Big)^{1-1/p}", "(d/(m² n))^(1−1/p)"),
        (r"x^{y^{z}}", "x^(yᶻ)"),
        (r"e^{-\varepsilon/2}", "e^(−ε/2)"),
        (r"R_{Z}^{L_2} F", "R_Z^(L₂) F"),
        (r"\frac{\sum_{i=1}^{n} x_i}{n}", "(∑ᵢ₌₁ⁿ xᵢ)/n"),
        (r"\frac{\log x}{y}", "(log x)/y"),
        (r"\mathrm{Laplace}(0, b)", "Laplace(0, b)"),
        (r"W \sim \mathcal{N}(0,1)", "W ~ 𝒩(0, 1)"),
        (r"\sqrt{x+1}\,\hat\mu", "√(x + 1) μ̂"),
        (r"\left\lceil \frac{n}{2}\right\rceil", "⌈n/2⌉"),
        (r"|x|\le 2\text{ whole},\ n \ge 1", "|x| ≤ 2 whole, n ≥ 1"),
        (r"\mathbb{E}[X \mid Y]", "𝔼[X | Y]"),
        (r"\unknowncommand{", r"\unknowncommand{"),
    ],
)
def test_formulas(latex: str, text: str) -> None:
    assert unicode_text(latex) == text


def test_what_drops_a_bracket_is_caught() -> None:
    """The reading back sees what the second line would say."""
    right, wrong = unicode_text(sympy.latex((a + b) / (c * x))), "a + b/c x"
    assert read(right).equals((a + b) / (c * x))
    assert not read(wrong).equals((a + b) / (c * x))


def test_statements_of_the_ledger_keep_their_numbers_and_letters() -> None:
    """Of every eighth: all digits in their order, no command left, and brackets that match."""
    found = [side["statement"] for record in Catalogue().records.values() for side in sides_of(record)]
    for latex in found[::8]:
        text = unicode_text(latex)
        assert "\\" not in text
        plain = unicodedata.normalize("NFKC", text)
        # An eighth root is written as the power 1/8.
        digits = re.findall(r"\d", latex.replace(r"\sqrt[", r"\sqrt[1"))
        assert sorted(re.findall(r"\d", plain)) == sorted(digits)
        # An end of a half-open interval is of the other kind.
        assert sum(map(text.count, "([")) == sum(map(text.count, ")]"))
        if not set("[]") & set(text):
            assert text.count("(") == text.count(")")
