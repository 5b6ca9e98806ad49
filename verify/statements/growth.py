"""Statements with an unnamed constant: proved by an explicit one, refuted by a family on which the ratio grows."""

from dataclasses import dataclass
from itertools import pairwise

import sympy
from flint import arb

from verify.prover import Relation, Variable
from verify.prover.evaluate import enclose
from verify.prover.falsifier import inside
from verify.statements.base import Plain
from verify.statements.inequality import Inequality
from verify.statements.outcome import Json, Outcome, Settings, Verdict, as_written

_ALONG = (10, 100, 1000, 10000)
"""Where along a family the ratio is enclosed."""

LARGEST = 1e300
"""What a record says of a larger ratio."""


@dataclass(frozen=True)
class UpToConstant(Plain):
    """There is a constant C with left <= C right for all variables in their ranges.

    Given `constant`, that C is put in and the inequality judged. Given `family`, symbols as functions of one symbol
    `along` that grows without bound, the ratio left/right is shown to grow without bound on it, and the family to lie
    in the ranges and under the side conditions where it is evaluated.
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
        """The statement with its constant and domain, or with an unnamed constant; or the paper's words for it."""
        if self.text or self.constant is None:
            return self.text or rf"{sympy.latex(self.left)} \lesssim {sympy.latex(self.right)}"
        return Relation(self.left, self.constant * self.right, "<=", self.variables, self.where).latex()

    def check(self, settings: Settings) -> Outcome:
        """Judge with the explicit constant, or along the family."""
        if self.constant is not None:
            scaled = Relation(self.left, self.constant * self.right, "<=", self.variables, self.where)
            outcome = Inequality(scaled).check(settings)
            found = Outcome(outcome.verdict, outcome.evidence | {"constant": str(self.constant)})
            return as_written(found, self.text)
        return self._along_family()

    def _along_family(self) -> Outcome:
        assert self.along is not None
        substitution = dict(self.family)
        ratio = (self.left / self.right).subs(substitution, simultaneous=True)
        evidence: dict[str, Json] = {
            "method": "one-parameter family: the ratio's limit by sympy, and the ratio itself, enclosed, along it",
            "parameters": {str(symbol): str(value) for symbol, value in self.family},
            "along": {str(self.along): list(_ALONG)},
        }
        outside = [place for place in _ALONG if not self._holds_at(place)]
        if outside:
            reason = f"the family leaves the domain at {self.along} = {outside[0]}"
            return Outcome(Verdict.OPEN, evidence | {"reason": reason})
        limit = sympy.limit(ratio, self.along, sympy.oo)
        ratios = [enclose(ratio.subs(self.along, place), {}) for place in _ALONG]
        evidence |= {
            "ratios": [_shown(found.lo) for found in ratios],
            "note": "left is the ratio at the last point of the family, right at the first; it passes every constant",
            "left": [_shown(ratios[-1].lo), _shown(ratios[-1].hi)],
            "right": [_shown(ratios[0].lo), _shown(ratios[0].hi)],
        }
        growing = all(later.lo > earlier.hi for earlier, later in pairwise(ratios))
        if limit == sympy.oo and growing:
            return Outcome(Verdict.REFUTED, evidence)
        return Outcome(Verdict.OPEN, evidence | {"reason": f"the ratio's limit is {limit}"})

    def _holds_at(self, place: int) -> bool:
        """Whether the family's point lies in every range and satisfies every side condition."""
        point = {self.along: sympy.Integer(place)}
        point |= {symbol: sympy.sympify(value).subs(self.along, place) for symbol, value in self.family}
        ranges = all(inside(variable, point[variable.symbol]) for variable in self.variables)
        return ranges and all(condition.subs(point, simultaneous=True) == sympy.true for condition in self.where)


def _shown(end: arb) -> float:
    """An end of an enclosure for a record; JSON has no infinity."""
    return min(float(end), LARGEST)
