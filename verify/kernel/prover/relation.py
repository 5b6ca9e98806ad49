"""The statement: one inequality between two expressions, over ranges of its variables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, cast

import numpy as np
import numpy.typing as npt
import sympy
from scipy import special
from sympy.core.relational import Relational

from verify.kernel.prover.display import Layout, display

_Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Variable:
    """A real or integer variable and its range; an infinite end is open.

    Raises:
        ValueError: when the range is empty, an end is no exact number, or the symbol's own assumptions
            claim more than the range gives: that it is even, say, or rational, or not zero.
    """

    symbol: sympy.Symbol
    lower: sympy.Expr
    upper: sympy.Expr
    open_lower: bool = False
    open_upper: bool = False
    integer: bool = False

    def __post_init__(self) -> None:
        for end in ("lower", "upper"):
            value = sympy.sympify(getattr(self, end))
            if value.free_symbols or value.has(sympy.Float) or value.is_extended_real is not True:
                raise ValueError(f"{self.symbol}: the {end} end {value} is no exact number")
            object.__setattr__(self, end, value)
        if self.lower == -sympy.oo:
            object.__setattr__(self, "open_lower", True)
        if self.upper == sympy.oo:
            object.__setattr__(self, "open_upper", True)
        if not bool(self.lower <= self.upper) or (self.lower == self.upper and (self.open_lower or self.open_upper)):
            raise ValueError(f"{self.symbol}: empty range")
        if self.integer and bool(sympy.ceiling(self.lower) > sympy.floor(self.upper)):
            raise ValueError(f"{self.symbol}: no integer in its range")
        known = sympy.Symbol("x", **self._facts()).assumptions0
        if any(known.get(name) is not value for name, value in self.symbol.assumptions0.items() if value is not None):
            raise ValueError(f"{self.symbol}: its assumptions say more than its range")

    def _facts(self) -> dict[str, bool]:
        """What the range alone says of a real symbol."""
        facts = {"real": True, "positive": bool(self.lower > 0) or (self.lower == 0 and self.open_lower)}
        facts["nonnegative"] = bool(self.lower >= 0)
        facts["negative"] = bool(self.upper < 0) or (self.upper == 0 and self.open_upper)
        facts["nonpositive"] = bool(self.upper <= 0)
        return {name: True for name, holds in ({**facts, "integer": self.integer}).items() if holds}

    def latex(self) -> str:
        """The range, as LaTeX."""
        name, lower, upper = display(self.symbol), display(self.lower), display(self.upper)
        low, high = "<" if self.open_lower else r"\le", "<" if self.open_upper else r"\le"
        above = ">" if self.open_lower else r"\ge"
        whole = r"\text{ whole}" if self.integer else ""
        if self.lower.is_finite and self.upper.is_finite:
            return rf"{lower} {low} {name} {high} {upper}{whole}"
        if self.lower.is_finite:
            return rf"{name} {above} {lower}{whole}"
        if self.upper.is_finite:
            return rf"{name} {high} {upper}{whole}"
        return rf"{name} \in \mathbb{{{'Z' if self.integer else 'R'}}}"

    def text(self) -> str:
        """The range, as plain text."""
        opening, closing = "(" if self.open_lower else "[", ")" if self.open_upper else "]"
        kind = ", integer" if self.integer else ""
        return f"{self.symbol} in {opening}{self.lower}, {self.upper}{closing}{kind}"


@dataclass(frozen=True)
class Relation:
    """``left <= right`` (or <) for all values of the variables that satisfy every side condition.

    Raises:
        ValueError: when a symbol has no variable, or two variables share a name, or a number is inexact, or a side
            condition is no inequality.
    """

    left: sympy.Expr
    right: sympy.Expr
    sense: Literal["<=", "<"]
    variables: tuple[Variable, ...]
    where: tuple[Relational, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "left", sympy.sympify(self.left))
        object.__setattr__(self, "right", sympy.sympify(self.right))
        if self.sense not in ("<=", "<"):
            raise ValueError(f"no such sense: {self.sense!r}")
        if any(c == sympy.false for c in self.where):
            raise ValueError("a side condition that never holds")
        object.__setattr__(self, "where", tuple(c for c in self.where if c != sympy.true))
        if strange := [c for c in self.where if not isinstance(c, sympy.Le | sympy.Lt | sympy.Ge | sympy.Gt)]:
            raise ValueError(f"a side condition {strange[0]}: must be an inequality, <=, <, >= or >")
        symbols = {v.symbol for v in self.variables}
        if len({s.name for s in symbols}) < len(self.variables):
            raise ValueError("two variables share a name")
        for part in (self.left, self.right, *self.where):
            missing = part.free_symbols - symbols
            if missing:
                raise ValueError(f"no range for {sorted(s.name for s in missing)}")
            if part.has(sympy.Float):
                raise ValueError(f"a floating-point number in {part}: write it as a Rational")

    def layout(self) -> Layout:
        """The statement in its parts."""
        sign = r"\le" if self.sense == "<=" else "<"
        return Layout(
            f"{display(self.left)} {sign} {display(self.right)}",
            conditions=tuple(display(c) for c in self.where),
            domain=tuple(v.latex() for v in self.variables),
        )

    def latex(self) -> str:
        """The statement, as LaTeX."""
        return self.layout().latex()

    def canonical(self) -> str:
        """A text that names this statement and no other, the same on every Python and sympy."""
        parts = [f"{canonical_text(self.left)} {self.sense} {canonical_text(self.right)}"]
        parts += [
            f"{v.symbol.name} in {'(' if v.open_lower else '['}{canonical_text(v.lower)}, "
            f"{canonical_text(v.upper)}{')' if v.open_upper else ']'}{' integer' if v.integer else ''}"
            for v in self.variables
        ]
        parts += [f"where {canonical_text(c)}" for c in self.where]
        return "; ".join(parts)

    def numbers(self, values: Mapping[str, npt.ArrayLike]) -> tuple[_Array, _Array]:
        """Both sides in floating point, elementwise; nan where a side is undefined.

        Raises:
            KeyError: when a variable has no value.
        """
        symbols = [v.symbol for v in self.variables]
        arrays = np.broadcast_arrays(*(np.asarray(values[s.name], dtype=float) for s in symbols))
        shape = arrays[0].shape if arrays else ()
        left, right = numeric((self.left, self.right), symbols, [np.asarray(a) for a in arrays])
        return np.broadcast_to(left, shape).copy(), np.broadcast_to(right, shape).copy()


_NUMERIC: dict[str, Any] = {
    "erf": special.erf,
    "erfc": special.erfc,
    "gamma": special.gamma,
    "polygamma": special.polygamma,
    "loggamma": special.gammaln,
    "factorial": lambda x: special.gamma(x + 1),
    "binomial": special.binom,
}


@lru_cache(maxsize=4096)
def _compiled(expressions: tuple[sympy.Expr, ...], symbols: tuple[sympy.Symbol, ...]) -> Callable[..., Any]:
    return cast("Callable[..., Any]", sympy.lambdify(list(symbols), list(expressions), modules=[_NUMERIC, "numpy"]))


def numeric(expressions: tuple[sympy.Expr, ...], symbols: list[sympy.Symbol], arrays: list[_Array]) -> list[_Array]:
    """Expressions in floating point, elementwise over arrays of one shape."""
    function = _compiled(expressions, tuple(symbols))
    with np.errstate(all="ignore"):
        return [np.asarray(v, dtype=float) for v in function(*arrays)]


def canonical_text(node: sympy.Basic) -> str:
    """A node and its arguments in prefix form; the arguments of commutative nodes are sorted."""
    if isinstance(node, sympy.Symbol):
        return str(node.name)
    if isinstance(node, sympy.Rational):
        return str(node)
    if not node.args:
        return type(node).__name__
    arguments = [canonical_text(a) for a in node.args]
    if isinstance(node, sympy.Add | sympy.Mul | sympy.Min | sympy.Max | sympy.And | sympy.Or):
        arguments.sort()
    return f"{type(node).__name__}({', '.join(arguments)})"


def encode(node: sympy.Basic) -> Any:
    """An expression as JSON-able data: a number's text, ["symbol", name], or [class, arguments...]."""
    if isinstance(node, sympy.Rational):
        return str(node)
    if isinstance(node, sympy.Symbol):
        return ["symbol", node.name]
    return [type(node).__name__, *(encode(a) for a in node.args)]
