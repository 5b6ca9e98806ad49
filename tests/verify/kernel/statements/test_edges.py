"""What a judge says at the edge: the last half-width that is printed, and where an expression stops being defined."""

from dataclasses import replace

import pytest
import sympy

from tests.verify.kernel.statements.test_undecided import slopes
from verify.kernel.prover import Variable
from verify.kernel.statements.defined import undefined
from verify.kernel.statements.slopes import _Gap, _Row

x, y = (sympy.Symbol(name, real=True) for name in "xy")
REAL = (Variable(x, sympy.Integer(-1), sympy.Integer(1)),)
OUTSIDE = sympy.Abs(x)


def test_a_letter_under_a_sign_is_another_than_that_of_a_derivative_around_it() -> None:
    """The integral of |x| over [0, 1] is 1/2, of which every derivative is 0; that of |x| itself at 0 is none."""
    hidden = sympy.Integral(OUTSIDE, (x, 0, 1))
    assert undefined(sympy.Derivative(x * hidden, x, evaluate=False), REAL) == ""
    assert undefined(sympy.Derivative(x * OUTSIDE, x, evaluate=False), REAL) != ""
    # Where an end moves with the letter, what stands below is derived as well: by Leibniz, its value at the end.
    moving = sympy.Integral(sympy.Abs(y), (y, 0, x))
    assert undefined(sympy.Derivative(moving, x, evaluate=False), REAL) != ""


def test_a_sum_ends_at_a_whole_number() -> None:
    """A letter that need not be whole may be no end, however large it is; an integral may end anywhere."""
    k, n = (sympy.Symbol(name, integer=True) for name in "kn")
    above = tuple(Variable(letter, sympy.Integer(1), sympy.oo, integer=letter is n) for letter in (x, n))
    assert undefined(sympy.Sum(k, (k, 1, x)), above).startswith("the part Sum(")
    assert undefined(sympy.Sum(k, (k, 1, n)), above) == ""
    assert undefined(sympy.Integral(y, (y, 1, x)), above) == ""


@pytest.mark.parametrize(
    ("part", "low", "high", "converges"),
    [
        (sympy.exp(x), -sympy.oo, 0, True),
        (sympy.exp(-x), -sympy.oo, 0, False),
        (sympy.exp(-x), 0, sympy.oo, True),
        (sympy.exp(x), 0, sympy.oo, False),
        (sympy.exp(-(x**2)), -sympy.oo, sympy.oo, True),
        (x**-2, 1, sympy.oo, True),
        (x**-2, -sympy.oo, -1, True),
        # Of which the integral is finite too, but it does not fall faster than the power -3/2.
        (1 / (sympy.sqrt(x) * x), 1, sympy.oo, False),
        (1 / x, 1, sympy.oo, False),
    ],
)
def test_an_infinite_end_is_looked_at_in_its_own_direction(
    part: sympy.Expr, low: sympy.Expr, high: sympy.Expr, converges: bool
) -> None:
    told = undefined(sympy.Integral(part, (x, low, high)), ())
    assert (told == "") is converges, told


HALF = 0.0005
"""The least half of a width that three decimals show: it is printed as 0.001."""


@pytest.mark.parametrize(("half", "printed"), [(HALF, " +- 0.001"), (HALF / 2, "")])
def test_half_a_width_is_printed_from_where_three_decimals_show_it(half: float, printed: str) -> None:
    gap = _Gap(1e3, 1e4, 0.5, 1.0, half)
    row = _Row(slopes().fits[0], [1e3, 1e4], [1.0, 0.1], 0.5, 1.0, half, simulated=False, gaps=[gap])
    assert row.told().endswith(f": 0.500{printed}, claimed 1.000")
    assert f"the exponent is 0.500{printed}, claimed 1.000" in row.bent(0.1)
    assert row.bent(0.5 + half) == ""
    assert " +- 0.000," in replace(row, half=0.0, simulated=True).told()
