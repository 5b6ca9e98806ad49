"""Statements with an unnamed constant: proved by an explicit one, refuted by a family on which the ratio grows."""

from dataclasses import dataclass
from itertools import pairwise

import sympy

from verify.outcome import Outcome, Settings, Verdict
from verify.prover import Relation, Variable
from verify.statements.base import Plain
from verify.statements.inequality import Inequality

_DIGITS = 40


@dataclass(frozen=True)
class UpToConstant(Plain):
    """There is a constant C with left <= C right for all variables in their ranges.

    Given `constant`, that C is put in and the inequality judged. Given `family`, symbols as functions of one symbol
    `along` that grows without bound, the ratio left/right is shown to grow without bound on it.
    """

    left: sympy.Expr
    right: sympy.Expr
    variables: tuple[Variable, ...]
    constant: sympy.Expr | None = None
    family: tuple[tuple[sympy.Symbol, sympy.Expr], ...] = ()
    along: sympy.Symbol | None = None
    text: str = ""
    where: tuple[sympy.Basic, ...] = ()

    def latex(self) -> str:
        """The statement with its unnamed constant."""
        return self.text or rf"{sympy.latex(self.left)} \lesssim {sympy.latex(self.right)}"

    def canonical(self) -> str:
        """Both sides, the ranges, the constant and the family."""
        family = ";".join(f"{symbol}={sympy.srepr(value)}" for symbol, value in self.family)
        relation = Relation(self.left, self.right, "<=", self.variables, self.where).canonical()
        return f"up to a constant {self.constant}: {relation} family {family}"

    def check(self, settings: Settings) -> Outcome:
        """Judge with the explicit constant, or along the family."""
        if self.constant is not None:
            scaled = Relation(self.left, self.constant * self.right, "<=", self.variables, self.where)
            outcome = Inequality(scaled).check(settings)
            return Outcome(outcome.verdict, outcome.evidence | {"constant": str(self.constant)})
        return self._along_family()

    def _along_family(self) -> Outcome:
        assert self.along is not None
        substitution = dict(self.family)
        ratio = (self.left / self.right).subs(substitution, simultaneous=True)
        limit = sympy.limit(ratio, self.along, sympy.oo)
        values = [10**k for k in (1, 2, 3, 4)]
        numbers = [ratio.subs(self.along, value).evalf(_DIGITS) for value in values]
        evidence = {
            "method": "one-parameter family: the ratio's limit by sympy, and the ratio itself along it",
            "parameters": {str(symbol): str(value) for symbol, value in self.family},
            "along": {str(self.along): values},
            "ratios": [float(sympy.Min(number, sympy.Float("1e300"))) for number in numbers],
            "note": "left is the ratio at the last point of the family, right at the first; it passes every constant",
            "left": [float(sympy.Min(numbers[-1], sympy.Float("1e300")))] * 2,
            "right": [float(numbers[0])] * 2,
        }
        growing = all(b > a for a, b in pairwise(numbers))
        if limit == sympy.oo and growing:
            return Outcome(Verdict.REFUTED, evidence)
        return Outcome(Verdict.OPEN, evidence | {"reason": f"the ratio's limit is {limit}"})
