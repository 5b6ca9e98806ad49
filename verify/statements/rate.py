"""Rate algebra: products of powers compared exponent by exponent, constants dropped, logarithms carried.

Exponents are exact: rationals, or rational functions of beta, gamma, d, p, s. A logarithm log(x) counts as a quantity
of its own, so that a rate with a logarithm too many or too few is another rate.
"""

from dataclasses import dataclass

import sympy

from verify.statements.base import Plain
from verify.statements.outcome import Outcome, Settings, Verdict, as_written

Exponents = dict[sympy.Symbol, sympy.Expr]


def exponents(rate: sympy.Expr) -> Exponents:
    """The exponents of a product of powers of positive symbols and of their logarithms; zero exponents left out.

    Raises ValueError where the rate is no such product (a sum, say).
    """
    logs = {log: sympy.Symbol(f"ln({log.args[0]})", positive=True) for log in rate.atoms(sympy.log)}
    terms = sympy.expand_log(sympy.log(rate.xreplace(logs)), force=True)
    found: Exponents = {}
    for term in sympy.Add.make_args(sympy.expand(terms)):
        coefficient, rest = term.as_independent(*term.atoms(sympy.log), as_Add=False)
        if rest == 1:
            continue
        base = rest.args[0] if isinstance(rest, sympy.log) else None
        if base is None:
            raise ValueError(f"{rate}: no product of powers")
        if base.is_Symbol:
            found[base] = found.get(base, sympy.Integer(0)) + coefficient
        elif base.free_symbols:
            raise ValueError(f"{rate}: no product of powers")
    return {symbol: total for symbol, power in found.items() if (total := sympy.simplify(power)) != 0}


def exponent_difference(left: sympy.Expr, right: sympy.Expr) -> Exponents:
    """Exponents of left/right that are not zero."""
    a, b = exponents(left), exponents(right)
    gaps = {symbol: sympy.simplify(a.get(symbol, 0) - b.get(symbol, 0)) for symbol in {*a, *b}}
    return {symbol: gap for symbol, gap in gaps.items() if gap != 0}


@dataclass(frozen=True)
class SameRate(Plain):
    """Two rates that are products of powers are the same up to a constant."""

    left: sympy.Expr
    right: sympy.Expr
    text: str = ""

    def latex(self) -> str:
        """The equality of rates."""
        return self.text or rf"{sympy.latex(self.left)} \asymp {sympy.latex(self.right)}"

    def check(self, settings: Settings) -> Outcome:
        """Compare all exponents, exactly; the first that differs refutes."""
        gaps = exponent_difference(self.left, self.right)
        evidence = {
            "method": "exponents of every quantity, exact",
            "exponents_left": {str(s): str(e) for s, e in sorted(exponents(self.left).items(), key=str)},
            "exponents_right": {str(s): str(e) for s, e in sorted(exponents(self.right).items(), key=str)},
        }
        if gaps:
            shown = {
                f"exponent of {symbol}, left minus right": str(gap) for symbol, gap in sorted(gaps.items(), key=str)
            }
            return Outcome(Verdict.REFUTED, evidence | {"parameters": shown})
        found = Outcome(Verdict.PROVED, evidence | {"domain": "all positive values, up to a constant"})
        return as_written(found, self.text)


@dataclass(frozen=True)
class Balance(Plain):
    """The value of `variable` at which two terms of a bound are of the same order, and their common order there.

    `solution` may carry logarithms; `order` is what both terms are then said to be.
    """

    first: sympy.Expr
    second: sympy.Expr
    variable: sympy.Symbol
    solution: sympy.Expr
    order: sympy.Expr | None = None
    text: str = ""

    def latex(self) -> str:
        """The balance."""
        told = rf"{sympy.latex(self.first)} \asymp {sympy.latex(self.second)} \text{{ at }} "
        told += rf"{sympy.latex(self.variable)} \asymp {sympy.latex(self.solution)}"
        return self.text or told + (rf",\ \asymp {sympy.latex(self.order)}" if self.order is not None else "")

    def check(self, settings: Settings) -> Outcome:
        """Put the solution in and compare the exponents of the two terms, and of the order."""
        first, second = (term.subs(self.variable, self.solution) for term in (self.first, self.second))
        outcome = SameRate(first, second).check(settings)
        if outcome.verdict is Verdict.PROVED and self.order is not None:
            outcome = SameRate(first, self.order).check(settings)
        found = Outcome(outcome.verdict, outcome.evidence | {"solution": str(self.solution)})
        return as_written(found, self.text)
