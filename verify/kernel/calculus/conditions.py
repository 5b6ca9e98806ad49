"""Conditions: comparisons of expressions, and properties of objects."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import sympy
from sympy.core.relational import Relational
from sympy.core.symbol import Str

from verify.kernel.calculus.printing import laid
from verify.kernel.calculus.terms import Object, made

_SIGNS = {"<=": r"\le", "<": "<", "==": "=", ">=": r"\ge", ">": ">"}


class Comparison(sympy.Basic):  # type: ignore[misc]
    """left op right, kept as it is written: never evaluated, so that it can't turn into `True`."""

    def __new__(cls, left: Any, op: Any, right: Any) -> Any:
        """The term, its arguments read as sympy reads them."""
        if str(op) not in _SIGNS:
            raise ValueError(f"no such relation: {op}")
        return sympy.Basic.__new__(cls, sympy.sympify(left), Str(str(op)), sympy.sympify(right))

    @property
    def left(self) -> Any:
        """The left side."""
        return self.args[0]

    @property
    def op(self) -> str:
        """One of <=, <, ==, >=, >."""
        return self.args[1].name

    @property
    def right(self) -> Any:
        """The right side."""
        return self.args[2]

    @property
    def small(self) -> Any:
        """The side that is at most the other."""
        return self.left if self.op in ("<=", "<", "==") else self.right

    @property
    def large(self) -> Any:
        """The side that is at least the other."""
        return self.right if self.op in ("<=", "<", "==") else self.left

    @property
    def strict(self) -> bool:
        """Whether the sides are never equal."""
        return self.op in ("<", ">")

    @property
    def gap(self) -> Any:
        """The larger less the smaller side."""
        return self.large - self.small

    def _latex(self, printer: Any) -> str:
        return laid(rf"{{0}} {_SIGNS[self.op]} {{1}}", [printer._print(self.left), printer._print(self.right)])

    def _sympystr(self, printer: Any) -> str:
        return f"{printer._print(self.left)} {self.op} {printer._print(self.right)}"


def at_most(left: Any, right: Any) -> Comparison:
    """left <= right."""
    return Comparison(left, "<=", right)


def below(left: Any, right: Any) -> Comparison:
    """left < right."""
    return Comparison(left, "<", right)


def equal(left: Any, right: Any) -> Comparison:
    """left == right."""
    return Comparison(left, "==", right)


class Property(Object):
    """A property of objects; it is granted only by a statement that establishes it, or assumed.

    `asks` tells what its numbers must satisfy for there to be an object with the property, its first argument; where it
    is None that is not known, and no index ranges over such objects.
    """

    asks: Callable[..., tuple[Comparison, ...]] | None = None


class Defined(Property):
    """That a number is defined and real, or that there is an object: shown wherever the conditions hold."""

    form = r"{0}\text{{ is defined}}"


class FiniteMoment(Property):
    """That a random real has a finite moment of an order: seen from how it is built, or assumed, or remarked upon.

    FiniteMoment(X, k).
    """

    form = r"\mathbb{{E}}|{0}|^{1} < \infty"


class WholeNumber(Property):
    """A number that is whole: seen from how it is built."""

    form = r"{0} \in \mathbb{{Z}}"

    @staticmethod
    def value(number: Any) -> bool:
        """Of an exact number."""
        return Fraction(number).denominator == 1


def property_of(
    name: str,
    form: str,
    value: Callable[..., bool | None] | None = None,
    over_outcomes: Callable[..., bool] | None = None,
    asks: Callable[..., tuple[Comparison, ...]] | None = None,
) -> Any:
    """A new property: property_of("Private", r"{0}\\text{{ is }}{1}\\text{{-private}}").

    `value` tells whether given objects have it, where a stress test asks, or None of objects that it can't judge;
    `over_outcomes` does so for a property of the joint law of random reals, and gets the terms, the values of their
    letters and how to find a term's value. `asks` is what numbers must satisfy for any object to have the property,
    none where there always is one: at others a statement about such objects says nothing.
    """
    told = (("value", value), ("over_outcomes", over_outcomes), ("asks", asks))
    return made(name, Property, form=form, **{k: staticmethod(v) for k, v in told if v})


Condition = Comparison | Property


def condition(given: Any) -> Condition:
    """A comparison or property; sympy's own relations are read as comparisons.

    Raises:
        ValueError: when it is neither, or sympy has already evaluated it.
    """
    if isinstance(given, Comparison | Property):
        return given
    if isinstance(given, Relational) and given.rel_op in _SIGNS:
        return Comparison(given.lhs, given.rel_op, given.rhs)
    raise ValueError(f"no condition: {given!r}")
