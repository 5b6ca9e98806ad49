"""The lower bounds at the cubes that give their rates: exponents of N and epsilon as printed, and planted defects."""

import pytest
import sympy

from verify.kernel.calculus import Chain, line, unfold
from verify.kernel.statements.outcome import Settings, Verdict
from verify.papers.label import lower_rates as bounds
from verify.papers.label.averages import BETA, DIM, EPS, SAMPLES
from verify.papers.label.tents import GAMMA, POWER

CLASS, HEAVY = {BETA: sympy.Rational(1, 2), DIM: 2}, {BETA: sympy.Rational(1, 2), DIM: 2, POWER: 4}
"""Exponents of Theorems 1 and 5 at beta = 1/2, d = 2, gamma = 1; of Theorems 9 and 11 at p = 4."""


def exponent(chain: Chain, of: sympy.Symbol, at: dict[sympy.Symbol, sympy.Expr]) -> sympy.Expr:
    """The power of a letter in the bound's end, its other letters held."""
    end = unfold(chain.end).xreplace(at)
    value = sympy.log(end.xreplace({of: 4 * of}) / end)
    return sympy.simplify(sympy.expand_log(value, force=True) / sympy.log(4))


@pytest.mark.parametrize(
    ("name", "of", "at", "printed"),
    [
        ("THEOREM1", SAMPLES, CLASS | {GAMMA: 1}, "-1/3"),
        ("THEOREM5", SAMPLES, CLASS, "-1/3"),
        ("NOT_PRIVATE", SAMPLES, HEAVY, "-1/3"),
        ("HEAVY9", SAMPLES, HEAVY, "-3/10"),
        ("HEAVY11", SAMPLES, HEAVY, "-3/8"),
        ("HEAVY11", EPS, HEAVY, "-3/8"),
    ],
)
def test_the_exponents_are_those_of_the_theorems(
    name: str, of: sympy.Symbol, at: dict[sympy.Symbol, sympy.Expr], printed: str
) -> None:
    assert exponent(getattr(bounds, name), of, at) == sympy.Rational(printed)


def test_a_bound_that_is_larger_is_not_shown() -> None:
    """Planted: Theorem 5 with a thousand times its constant."""
    shown = bounds.THEOREM5
    assert shown.check(Settings()).verdict is Verdict.PROVED
    larger = line(shown.start, given=shown.given).ge(1000 * shown.end, shown)
    assert larger.check(Settings()).verdict not in (Verdict.ARGUED, Verdict.PROVED)
