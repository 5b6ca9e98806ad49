"""How expressions and statements are displayed: the order and the signs that a reader of the field is used to.

One printer serves all statements. What it changes of sympy's output never changes what is said: which of the summands
stands first, whether a common denominator stands below the whole sum, whether roots that multiply share one sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sympy
from sympy.printing.latex import LatexPrinter

_HALF = sympy.Rational(1, 2)
_LONG = 24
"""An exponent of e of more characters than this stands in the brackets of exp."""

_LISTED = r",\ "
"""What separates the conditions of a statement."""


@dataclass(frozen=True)
class Layout:
    """A statement in the parts in which a reader takes it in, each in LaTeX.

    `setting` introduces the objects, `conditions` are those of the theorem on its numbers, `domain` has the ranges of
    its letters, `where` what stands for a longer term.
    """

    conclusion: str
    setting: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    domain: tuple[str, ...] = ()
    where: tuple[str, ...] = ()

    def latex(self) -> str:
        """The whole statement in one line."""
        shown = [self.conclusion]
        if scope := (*self.setting, *self.conditions, *self.domain):
            shown.append(f"({_LISTED.join(scope)})")
        if self.where:
            shown.append(rf"\text{{where }} {_LISTED.join(self.where)}")
        return r" \quad ".join(shown)


class Typesetter(LatexPrinter):  # type: ignore[misc]
    """sympy's printer with the usual order of summands, sums over one denominator, joint roots, and short functions."""

    def __init__(self, settings: dict[str, Any] | None = None) -> None:
        super().__init__({"fold_frac_powers": True, **(settings or {})})

    def _as_ordered_terms(self, expr: Any, order: Any = None) -> list[Any]:
        """A sum does not begin with a minus where it has a summand without one."""
        terms = list(super()._as_ordered_terms(expr, order))
        if self.order == "none" or not terms[0].could_extract_minus_sign():
            return terms
        return sorted(terms, key=lambda term: bool(term.could_extract_minus_sign()))

    def _print_Add(self, expr: Any, order: Any = None) -> str:
        if self.order != "none" and (below := _denominator(expr)) > 1:
            return rf"\frac{{{self._print_Add(sympy.Add(*(below * t for t in expr.args)))}}}{{{below}}}"
        return str(super()._print_Add(expr, order))

    def _print_Mul(self, expr: Any) -> str:
        # A power with a negative exponent comes here too.
        joint = _with_one_root(expr) if expr.is_Mul and self.order != "none" else expr
        return str(super()._print_Mul(joint) if joint.is_Mul or joint is expr else self._print(joint))

    def _needs_mul_brackets(self, expr: Any, first: bool = False, last: bool = False) -> bool:
        if isinstance(expr, sympy.log):
            return not last and not self._called(expr)
        if isinstance(expr, sympy.Pow) and isinstance(expr.base, sympy.log) and not last:
            return not expr.exp.is_negative and not self._called(expr.base) and not _is_root(expr)
        if expr.is_Add and self.order != "none" and _denominator(expr) > 1:
            return False
        return bool(super()._needs_mul_brackets(expr, first=first, last=last))

    def _print_Symbol(self, expr: Any, style: str = "plain") -> str:
        # sympy reads a name with a prime letter by letter, so that epsilon' would be a product.
        name = expr.name.rstrip("'")
        if name == expr.name:
            return str(super()._print_Symbol(expr, style))
        return str(super()._print_Symbol(sympy.Symbol(name), style)) + expr.name[len(name) :]

    def _print_Subs(self, expr: Any) -> str:
        at = r",\ ".join(f"{self._print(old)} = {self._print(new)}" for old, new in zip(*expr.args[1:], strict=True))
        return rf"\left. {self._print(expr.expr)} \right|_{{{at}}}"

    def _called(self, logarithm: Any) -> bool:
        """Whether a logarithm is displayed with brackets around its argument."""
        return not (logarithm.args[0].is_Symbol or logarithm.args[0].is_Integer)

    def _print_log(self, expr: Any, exp: Any = None) -> str:
        power = rf"^{{{exp}}}" if exp is not None else ""
        inner = self._print(expr.args[0])
        return rf"\log{power}\left({inner}\right)" if self._called(expr) else rf"\log{power} {inner}"

    def _print_ExpBase(self, expr: Any, exp: Any = None) -> str:
        power = rf"^{{{exp}}}" if exp is not None else ""
        inner = self._print(expr.args[0])
        if power or r"\frac" in inner or len(inner) > _LONG:
            return rf"\exp{power}\left({inner}\right)"
        return rf"e^{{{inner}}}"


def display(expression: Any) -> str:
    """An expression in LaTeX."""
    return str(Typesetter().doprint(expression))


def _denominator(total: Any) -> int:
    """The denominator that all summands have, 1 if they differ."""
    found = {term.as_coeff_Mul()[0] for term in total.args}
    if not all(number.is_Rational for number in found):
        return 1
    below = {int(number.q) for number in found}
    return below.pop() if len(below) == 1 else 1


def _is_root(power: Any) -> bool:
    return bool(power.exp.is_Rational and abs(power.exp) == _HALF)


def _with_one_root(product: Any) -> Any:
    """The product with its square roots of what is not negative as one root."""
    roots = [f for f in product.args if f.is_Pow and _is_root(f) and _no_sign(f.base)]
    if len(roots) < 2:
        return product
    above = [root.base for root in roots if root.exp == _HALF]
    below = [root.base for root in roots if root.exp != _HALF]
    rest = [factor for factor in product.args if factor not in roots]
    inner = _product(above) / _product(below) if above else _product(below)
    root = sympy.Pow(inner, _HALF if above else -_HALF, evaluate=False)
    return sympy.Mul(*rest, root, evaluate=False)


def _product(factors: Sequence[Any]) -> Any:
    return sympy.Mul(*factors)


def _no_sign(base: Any) -> bool:
    return bool(base.is_nonnegative)
