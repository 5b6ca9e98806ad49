"""How expressions are displayed: the usual order and signs, and never another value."""

import pytest
from sympy import Expr, Integer, Max, Rational, Symbol, exp, log, sqrt, symbols

from verify.kernel.calculus.chain import line
from verify.kernel.calculus.conditions import WholeNumber, at_most
from verify.kernel.calculus.terms import real
from verify.kernel.prover import Relation, Variable
from verify.kernel.prover.display import Layout, display
from verify.kernel.statements.finite import AllOf
from verify.kernel.statements.inequality import Inequality
from verify.ledger.record import laid_out

x, y, n, m = symbols("x y n m", positive=True)
s = Symbol("s", real=True)

SHOWN: dict[str, tuple[Expr, str]] = {
    "no minus in front": (Rational(1, 2) - x / 4, r"\frac{1}{2} - \frac{x}{4}"),
    "a minus in front of all": (-x - y, r"- x - y"),
    "one denominator": (x / 2 + Rational(1, 2), r"\frac{x + 1}{2}"),
    "two denominators": (x / 2 + y / 3, r"\frac{x}{2} + \frac{y}{3}"),
    "a power of a sum over one denominator": ((x / 2 + y / 2) ** 2, r"\left(\frac{x + y}{2}\right)^{2}"),
    "a factor of a sum over one denominator": (n * (x / 2 + y / 2), r"n \frac{x + y}{2}"),
    "one root": (sqrt(2) * sqrt(x) * y, r"y \sqrt{2 x}"),
    "one root of a quotient": (sqrt(x) / sqrt(y), r"\sqrt{\frac{x}{y}}"),
    "one root below": (1 / (sqrt(x) * sqrt(y)), r"\frac{1}{\sqrt{x y}}"),
    "roots of what may be negative": (sqrt(2) * sqrt(s), r"\sqrt{2} \sqrt{s}"),
    "a logarithm of a letter": (x * log(n), r"x \log n"),
    "a logarithm of a product": (log(2 * n) / x, r"\frac{\log\left(2 n\right)}{x}"),
    "two logarithms": (log(m) * log(n), r"\left(\log m\right) \log n"),
    "a power of a logarithm": (x * log(n) ** 2, r"x \log^{2} n"),
    "a short exponent": (exp(-x), r"e^{- x}"),
    "a tall exponent": (y * exp(-n * x / 7), r"y \exp\left(- \frac{n x}{7}\right)"),
    "a fraction as an exponent": (x ** Rational(3, 2), r"x^{3/2}"),
    "a name with a prime": (Symbol("epsilon'") ** 2, r"\epsilon'^{2}"),
    "a maximum first": (Max(x, y) - n, r"\max\left(x, y\right) - n"),
}


@pytest.mark.parametrize(("expression", "told"), SHOWN.values(), ids=SHOWN)
def test_expressions_are_displayed_in_the_usual_order_and_signs(expression: Expr, told: str) -> None:
    assert display(expression) == told


def test_a_layout_in_one_line_has_all_parts_in_the_order_of_reading() -> None:
    layout = Layout("a", ("b",), ("c",), ("d",), ("e",))
    assert layout.latex() == r"a \quad (b,\ c,\ d) \quad \text{where } e"
    assert Layout("a").latex() == "a"


def test_of_several_statements_what_all_have_stands_once_and_the_rest_where_it_belongs() -> None:
    """A condition of one of them is not shown as a condition of all."""
    over = (Variable(s, Integer(0), Integer(1)),)
    plain = Inequality(Relation(s**2, s, "<=", over))
    narrow = Inequality(Relation(s**3, s**2, "<=", over, (s <= Rational(1, 2),)))
    told = laid_out(AllOf("", {"first": plain, "second": narrow}))["layout"]
    assert told["domain"] == [r"0 \le s \le 1"]
    assert told["conditions"] == []
    assert told["conclusions"] == [r"s^{2} \le s", r"s^{3} \le s^{2} \quad (s \leq \frac{1}{2})"]
    assert laid_out(AllOf("words", {"first": plain})) == {}


def test_a_statement_separates_conditions_on_numbers_from_its_domain() -> None:
    size, power = real("n", above=0), real("a")
    chain = line(size, given=(at_most(1, power), at_most(power, size), WholeNumber(size / 2))).le(size * power)
    layout = chain.layout()
    assert (layout.setting, layout.conditions) == ((), (r"1 \le a \le n",))
    assert layout.domain == (r"\frac{n}{2} \in \mathbb{Z}", r"a \in \mathbb{R}", "n > 0")
