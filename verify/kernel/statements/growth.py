"""Statements with an unnamed constant: proved by an explicit one, refuted by a family on which the ratio grows."""

from dataclasses import dataclass
from itertools import pairwise

import sympy
from flint import arb

from verify.kernel.prover import Relation, Variable
from verify.kernel.prover.display import Layout, display
from verify.kernel.prover.evaluate import enclose
from verify.kernel.statements.base import LaidOut, real, reporting, several
from verify.kernel.statements.base import text as check_text
from verify.kernel.statements.inequality import Inequality
from verify.kernel.statements.outcome import Json, Outcome, Settings, Verdict, as_written
from verify.kernel.statements.signs import shown

_CONDITIONS = (sympy.Le, sympy.Lt, sympy.Ge, sympy.Gt)
_ALONG = (10, 100, 1000, 10000)
"""Where along a family the ratio is enclosed; from the first on the family has to lie in the domain."""

LARGEST = 1e300
"""What a record says of a larger ratio."""


@dataclass(frozen=True)
class UpToConstant(LaidOut):
    """There is a constant C with left <= C right for all variables in their ranges.

    Given `constant`, a number, that C is put in and the inequality judged. Given `family`, symbols as functions of one
    symbol `along` that grows without bound, the ratio left/right is shown to grow without bound on it, both sides to be
    positive there, and the family to lie in the ranges and under the side conditions for all large values.

    Raises:
        ValueError: when a side is no expression, a condition no inequality, or a symbol has no range; when the constant
            is no positive number; when a family has no letter that it goes along, or lacks a variable.
    """

    left: sympy.Expr
    right: sympy.Expr
    variables: tuple[Variable, ...]
    constant: sympy.Expr | None = None
    family: tuple[tuple[sympy.Symbol, sympy.Expr], ...] = ()
    along: sympy.Symbol | None = None
    text: str = ""
    where: tuple[sympy.Basic, ...] = ()

    def __post_init__(self) -> None:
        for name in ("left", "right", *(() if self.constant is None else ("constant",))):
            object.__setattr__(self, name, real(name, getattr(self, name)))
        check_text("text", self.text)
        several("variables", self.variables, Variable, "variables with their ranges")
        several("where", self.where, (*_CONDITIONS, sympy.logic.boolalg.BooleanTrue), "inequalities: <=, <, >=, >")
        if self.constant is not None and (self.constant.free_symbols or not self.constant.is_positive):
            raise ValueError(f"constant = {self.constant}: must be a positive number, free of the variables")
        # It refuses what no relation can say.
        Relation(self.left, self.right, "<=", self.variables, self.where)
        if self.constant is None:
            self._require_family()

    def _require_family(self) -> None:
        if not isinstance(self.along, sympy.Symbol) or self.family == ():
            raise ValueError("either a constant, or a family and the letter that it goes along")
        several("family", self.family, tuple, "pairs of a symbol and its value")
        if not all(len(pair) == 2 and isinstance(pair[0], sympy.Symbol) for pair in self.family):
            raise ValueError(f"family = {self.family!r:.80}: must be pairs of a symbol and its value")
        for symbol, value in self.family:
            real(f"family, {symbol}", value)
        if lacking := {v.symbol for v in self.variables} - {symbol for symbol, _ in self.family} - {self.along}:
            raise ValueError(f"family: has no value for {', '.join(sorted(map(str, lacking)))}")

    def layout(self) -> Layout:
        """The statement with its constant, unnamed where none is known, and its domain; or the paper's words for it."""
        if self.text:
            return Layout(self.text)
        left, right = display(self.left), display(self.right)
        told = rf"{left} \lesssim {right}" if self.constant is None else rf"{left} \le C\left({right}\right)"
        return Layout(
            told,
            conditions=tuple(map(display, self.where)),
            domain=tuple(v.latex() for v in self.variables),
            where=() if self.constant is None else (f"C = {display(self.constant)}",),
        )

    @reporting
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
            "method": "one-parameter family, in the domain by the prover: the ratio's limit by sympy, and the ratio "
            "itself, enclosed, along it",
            "parameters": {str(symbol): str(value) for symbol, value in self.family},
            "along": {str(self.along): list(_ALONG)},
        }
        if outside := self._outside():
            return Outcome(Verdict.OPEN, evidence | {"reason": outside})
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

    def _outside(self) -> str:
        """What is not shown of the family for all large values: ranges, side conditions, positive sides; or nothing."""
        grows = sympy.Symbol(str(self.along), integer=True, positive=True)
        letters = {self.along: grows} | {
            symbol: sympy.sympify(value).subs(self.along, grows) for symbol, value in self.family
        }
        ray = Variable(grows, sympy.Integer(_ALONG[0]), sympy.oo, integer=True)
        owed = [(self.left, sympy.Integer(0), True), (self.right, sympy.Integer(0), True)]
        for variable in self.variables:
            if variable.integer and not letters[variable.symbol].is_integer:
                return f"{variable.symbol} is not shown to be an integer along the family"
            if variable.lower.is_finite:
                owed.append((variable.symbol, variable.lower, variable.open_lower))
            if variable.upper.is_finite:
                owed.append((variable.upper, variable.symbol, variable.open_upper))
        for condition in (c for c in self.where if c != sympy.true):
            owed.append((condition.gts, condition.lts, isinstance(condition, sympy.Gt | sympy.Lt)))
        for large, small, strict in owed:
            above, below = (sympy.sympify(side).subs(letters, simultaneous=True) for side in (large, small))
            if not (above.free_symbols | below.free_symbols) <= {grows}:
                return "the family leaves a letter free"
            if not shown(above - below, (ray,), strict=strict):
                sign = ">" if strict else ">="
                return f"along the family {large} {sign} {small} is not shown for all {self.along} >= {_ALONG[0]}"
        return ""


def _shown(end: arb) -> float:
    """An end of an enclosure for a record; JSON has no infinity."""
    return min(float(end), LARGEST)
