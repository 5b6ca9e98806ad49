"""Rate algebra: products of powers compared exponent by exponent, constants dropped, logarithms carried.

Exponents are exact: rationals, or rational functions of beta, gamma, d, p, s. A logarithm log(x) counts as a quantity
of its own, so that a rate with a logarithm too many or too few is another rate; of log(c x^a) the constant c is
dropped, and a where its letters are `fixed`. What is no product of powers and logarithms (a sum, an exponential, a
constant to a variable power) is refused.
"""

from dataclasses import dataclass
from typing import Any

import sympy

from verify.kernel.prover.display import display
from verify.kernel.statements.base import Plain, named_apart, real, reporting, several
from verify.kernel.statements.base import text as check_text
from verify.kernel.statements.identity import as_it_stands, written
from verify.kernel.statements.outcome import Outcome, Settings, Verdict, as_written

_Exponents = dict[sympy.Symbol, sympy.Expr]

_ELSEWHERE = (3, 5, 7, 11, 13, 17, 19, 23)
"""What the other letters are while one goes to its end."""


class _Logarithm(sympy.Symbol):  # type: ignore[misc]
    """What stands for a logarithm; no letter of a rate is one, whatever its name."""


def exponents(rate: sympy.Expr, fixed: tuple[sympy.Symbol, ...] = ()) -> _Exponents:
    """The exponents of a product of powers of positive symbols and of their logarithms; zero exponents left out.

    A constant or a `fixed` letter to a power is dropped where that power is in `fixed` letters alone. Raises ValueError
    where the rate is no such product: a sum, an exponential, a constant to another variable power.
    """
    found: _Exponents = {}
    logs = {log: _logarithm(log, fixed) for log in rate.atoms(sympy.log)}
    for term in sympy.Add.make_args(_parts(rate.xreplace(logs), rate)):
        coefficient, rest = term.as_independent(*term.atoms(sympy.log), as_Add=False)
        constant = rest == 1 or (isinstance(rest, sympy.log) and rest.args[0].is_positive)
        # The logarithm of 1 is no term.
        if term == 0 or (constant and term.is_real and term.free_symbols <= set(fixed if rest != 1 else ())):
            continue
        base = rest.args[0] if isinstance(rest, sympy.log) else None
        if base is None or not base.is_Symbol or not base.is_positive:
            raise ValueError(f"{rate}: no product of powers")
        found[base] = found.get(base, sympy.Integer(0)) + coefficient
    return {symbol: total for symbol, power in found.items() if (total := _least(power)) != 0}


def _least(power: sympy.Expr) -> sympy.Expr:
    """An exponent in lowest terms: 0 where it is 0, for a rational function."""
    return power if power.is_Rational else sympy.cancel(power)


def _parts(rate: sympy.Expr, shown: sympy.Expr) -> sympy.Expr:
    """The logarithm of a rate, apart; its letters are positive, which is what the forcing needs."""
    if not all(symbol.is_positive for symbol in rate.free_symbols):
        raise ValueError(f"{shown}: no product of powers of positive letters")
    return sympy.expand(sympy.expand_log(sympy.log(rate), force=True))


def _logarithm(log: sympy.log, fixed: tuple[sympy.Symbol, ...]) -> sympy.Symbol:
    """A letter for a logarithm up to a constant factor: of log(c x^a), c > 0 and a > 0, that of log(x).

    Only `fixed` letters of an exponent a are constant; with others log(c x^a) has a letter of its own.
    """
    argument = log.args[0]
    try:
        powers = exponents(argument) if not argument.has(sympy.log) else {}
    except ValueError:
        powers = {}
    if powers:
        first = powers[min(powers, key=str)]
        size = first if first.is_positive else -first if first.is_negative else sympy.Integer(1)
        scale = size if size.free_symbols <= set(fixed) else sympy.Integer(1)
        argument = sympy.Mul(*(symbol ** _least(power / scale) for symbol, power in powers.items()))
    return _Logarithm(f"ln({argument})", positive=True)


def _difference(left: _Exponents, right: _Exponents) -> _Exponents:
    zero = sympy.Integer(0)
    gaps = {symbol: _least(left.get(symbol, zero) - right.get(symbol, zero)) for symbol in {*left, *right}}
    return {symbol: gap for symbol, gap in gaps.items() if gap != 0}


def _unbounded(left: sympy.Expr, right: sympy.Expr, fixed: tuple[sympy.Symbol, ...]) -> dict[str, str] | None:
    """A letter that is not fixed with which left/right goes to 0 or infinity, the others held; None without one.

    Only where no logarithm ends at 0 or below: there a rate means nothing.
    """
    letters = sorted(left.free_symbols | right.free_symbols, key=str)
    for letter in (x for x in letters if x not in fixed):
        held = {x: sympy.Integer(k) for x, k in zip((x for x in letters if x != letter), _ELSEWHERE, strict=False)}
        ratio = (left / right).subs(held, simultaneous=True)
        for end in (sympy.oo, sympy.Integer(0)):
            limit = _limit(ratio, letter, end)
            logs = [_limit(log, letter, end) for log in ratio.atoms(sympy.log)]
            if limit in (sympy.oo, 0) and all(log is not None and log.is_extended_positive for log in logs):
                told = {str(x): str(value) for x, value in held.items()}
                return told | {str(letter): f"to {end}", "limit of left/right": str(limit)}
    return None


def _limit(ratio: sympy.Expr, letter: sympy.Symbol, end: sympy.Expr) -> Any:
    try:
        return sympy.limit(ratio, letter, end)
    except (NotImplementedError, ValueError, TypeError):
        return None


def _compared(first: sympy.Expr, second: sympy.Expr, fixed: tuple[sympy.Symbol, ...] = ()) -> Outcome:
    """Whether all exponents of two rates are the same; where one differs, the limit of the ratio refutes."""
    try:
        left, right = (exponents(side, fixed) for side in (first, second))
    except ValueError as error:
        return Outcome(Verdict.OPEN, {"method": "exponents of every quantity", "reason": str(error)})
    gaps = _difference(left, right)
    evidence = {
        "method": "exponents of every quantity, exact",
        "exponents_left": {str(s): str(e) for s, e in sorted(left.items(), key=str)},
        "exponents_right": {str(s): str(e) for s, e in sorted(right.items(), key=str)},
    }
    if gaps:
        shown = {f"exponent of {symbol}, left minus right": str(gap) for symbol, gap in sorted(gaps.items(), key=str)}
        along = _unbounded(first, second, fixed)
        if along is None:
            reason = "the exponents differ, and no limit of the ratio tells"
            return Outcome(Verdict.OPEN, evidence | {"reason": reason})
        return Outcome(Verdict.REFUTED, evidence | {"parameters": shown | along})
    logs = any(isinstance(symbol, _Logarithm) for symbol in {*left, *right})
    where = " at which every logarithm is at least a positive constant" if logs else ""
    evidence |= {"domain": f"all positive values{where}, up to a constant"}
    return Outcome(Verdict.PROVED, evidence)


@dataclass(frozen=True)
class SameRate(Plain):
    """Two rates that are products of powers and logarithms are the same up to a constant.

    The constant may depend on the `fixed` letters, exponents of a class, and on nothing else. A side that a function
    without arguments gives is kept as it is written there.

    Raises:
        ValueError: when a side is no expression, a fixed letter no symbol, or two letters have one name; when the sides
            are one expression as they stand.
    """

    left: Any
    right: Any
    text: str = ""
    fixed: tuple[sympy.Symbol, ...] = ()

    def __post_init__(self) -> None:
        for name in ("left", "right"):
            object.__setattr__(self, name, written(name, getattr(self, name)))
        if self.left == self.right:
            raise ValueError(f"{self.left} = {self.right}: the sides are alike, which shows nothing")
        check_text("text", self.text)
        several("fixed", self.fixed, sympy.Symbol, "symbols")
        named_apart(self.left, self.right, *self.fixed)

    def latex(self) -> str:
        """The equality of rates; the letters on which the constant depends stand below the sign."""
        below = f"_{{{', '.join(map(display, self.fixed))}}}" if self.fixed else ""
        return self.text or rf"{as_it_stands(self.left)} \asymp{below} {as_it_stands(self.right)}"

    @reporting
    def check(self, settings: Settings) -> Outcome:
        """Compare all exponents, exactly; where one differs, the limit of the ratio refutes. Other rates stay open."""
        return as_written(_compared(self.left.doit(), self.right.doit(), self.fixed), self.text)


@dataclass(frozen=True)
class Balance(Plain):
    """The value of `variable` at which two terms of a bound are of the same order, and their common order there.

    `solution` may carry logarithms; `order` is what both terms are then said to be.

    Raises:
        ValueError: when a term, the solution or the order is no expression, the variable is in neither term, or two
            letters have one name.
    """

    first: sympy.Expr
    second: sympy.Expr
    variable: sympy.Symbol
    solution: sympy.Expr
    order: sympy.Expr | None = None
    text: str = ""

    def __post_init__(self) -> None:
        for name in ("first", "second", "solution", *(() if self.order is None else ("order",))):
            object.__setattr__(self, name, real(name, getattr(self, name)))
        check_text("text", self.text)
        if (
            not isinstance(self.variable, sympy.Symbol)
            or self.variable not in self.first.free_symbols | self.second.free_symbols
        ):
            raise ValueError(f"variable = {self.variable!r:.80}: must be a symbol of the terms")
        named_apart(self.first, self.second, self.solution, *(() if self.order is None else (self.order,)))

    def latex(self) -> str:
        """The balance."""
        told = rf"{display(self.first)} \asymp {display(self.second)} \text{{ at }} "
        told += rf"{display(self.variable)} \asymp {display(self.solution)}"
        return self.text or told + (rf",\ \asymp {display(self.order)}" if self.order is not None else "")

    @reporting
    def check(self, settings: Settings) -> Outcome:
        """Put the solution in and compare the exponents of the two terms, and of the order."""
        first, second = (term.subs(self.variable, self.solution) for term in (self.first, self.second))
        outcome = _compared(first, second)
        if outcome.verdict is Verdict.PROVED and self.order is not None:
            outcome = _compared(first, self.order)
        found = Outcome(outcome.verdict, outcome.evidence | {"solution": str(self.solution)})
        return as_written(found, self.text)
