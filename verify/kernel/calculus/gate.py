"""The gate: whatever is put for a variable, an index or a name goes through `admit`, and what it owes is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sympy
from sympy import oo

from verify.kernel.calculus.conditions import Comparison, Condition, Defined, FiniteMoment, WholeNumber, at_most, below
from verify.kernel.calculus.nouns import at_least_0, growth, unseen
from verify.kernel.calculus.over import exposed
from verify.kernel.calculus.terms import (
    Extent,
    Name,
    Object,
    Parameter,
    Quantity,
    Random,
    is_number,
    quantities,
    unfold,
)

_EVENT = "event"
"""The sort of what may be random by its meaning."""


def admit(values: Mapping[Any, Any], terms: Iterable[Any] = ()) -> tuple[Condition, ...]:
    """What has to hold for values to be ones that their letters may take in these terms.

    A value of a variable is a real number wherever the conditions hold, in the variable's range and whole where that
    is; a value of a random real has the moments that this has, where one is taken; a value of a name is an object of
    its sort that there is. That nothing is captured is seen by `substitute`.

    Raises:
        ValueError: when a variable would get what is no number, what may be infinite or, as a constant, what is random;
            or a name a number, an object of another sort, or one that is random inside an expectation.
    """
    owed: list[Condition] = []
    terms = (*map(unfold, terms),)
    for letter, given in values.items():
        new = unfold(given)
        if isinstance(letter, Name):
            _check_object(letter, new)
            if exposed(new) and letter.sort != _EVENT and any(_averaged(term, letter) for term in terms):
                raise ValueError(f"{letter} stands in an expectation, {new} is random")
        elif isinstance(letter, Parameter):
            _check_number(letter, new)
        else:
            raise ValueError(f"{letter} is no variable and no name")  # noqa: TRY004
        if not (isinstance(new, Parameter | Name | sympy.Rational)):
            owed.append(Defined(given))
        if isinstance(letter, Parameter):
            owed += _in_extent(letter, given)
        if isinstance(letter, Random) and (not terms or any(_averaged(term, letter) for term in terms)):
            owed += _moment(letter, new)
    return tuple(owed)


def constant(given: Any) -> tuple[Condition, ...]:
    """What has to hold of a constant that stands in no variable's place.

    Raises:
        ValueError: when it is no number, is random or may be infinite.
    """
    return admit({Parameter("c", Extent()): given})


def _moment(letter: Random, given: Any) -> list[Condition]:
    """The moment that a value must have, where it is not seen to have it: that of a random vector's length is not."""
    seen = growth(given) <= letter.power and (letter.power == oo or not unseen(given))
    return [] if seen else [FiniteMoment(given, 2 / letter.power)]


def _in_extent(letter: Parameter, given: Any) -> list[Condition]:
    extent: Extent = letter.extent
    owed: list[Condition] = []
    if extent.lower.is_finite and not (extent.lower == 0 and not extent.open_lower and at_least_0(unfold(given))):
        owed.append((below if extent.open_lower else at_most)(extent.lower, given))
    if extent.upper.is_finite:
        owed.append((below if extent.open_upper else at_most)(given, extent.upper))
    if extent.integer:
        owed.append(WholeNumber(given))
    return owed


def _check_number(letter: Parameter, given: Any) -> None:
    if not is_number(given):
        raise ValueError(f"{letter} is a number, {given} is none")
    if not isinstance(letter, Random) and exposed(given):
        raise ValueError(f"{letter} is a constant, {given} is random")
    if any(q.infinite for q in quantities(given)):
        raise ValueError(f"{letter} is finite, {given} may be infinite")


def _check_object(letter: Name, given: Any) -> None:
    if is_number(given):
        raise ValueError(f"{letter} is a {letter.sort}, {given} is a number")
    if not isinstance(given, Name | Object) or isinstance(given, Comparison):
        raise ValueError(f"{letter} is a {letter.sort}, {given} is none")  # noqa: TRY004
    if given.sort != letter.sort:
        raise ValueError(f"{letter} is a {letter.sort}, {given} is a {given.sort or 'thing of no sort'}")


def _averaged(term: Any, letter: Name | Random) -> bool:
    """Whether a letter stands in what is taken over the outcomes, as an expectation is."""
    if isinstance(term, Quantity) and term.averages:
        return letter in term.free_symbols
    return any(_averaged(part, letter) for part in term.args)
