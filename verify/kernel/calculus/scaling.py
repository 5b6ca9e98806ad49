"""Fewer variables: where positive numbers occur only in some products of powers, these products are the variables.

So n m epsilon^2 becomes one number: what holds for all of its values holds for those of n, m and epsilon.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import sympy

from verify.kernel.calculus.terms import Extent, Parameter, StandIn

_Exponents = dict[Any, sympy.Rational]


def rescaled(left: Any, right: Any, extents: dict[Any, Extent]) -> tuple[Any, Any, dict[Parameter, Extent]] | None:
    """Both sides in fewer variables, and these with their ranges; None where that saves none.

    `extents` are the ranges of all letters; those that may be 0 or less are left as they are.
    """
    return _rescaled(left, right, tuple(extents.items()))


@lru_cache(maxsize=8192)
def _rescaled(left: Any, right: Any, ranges: tuple[tuple[Any, Extent], ...]) -> Any:
    extents = dict(ranges)
    positive = [x for x, e in extents.items() if e.lower > 0 or (e.lower == 0 and e.open_lower)]
    left, right = without_common(left, right, set(positive))
    found = [m for side in (left, right) for m in products_of(side, set(positive))]
    rows = sympy.Matrix([[m.get(x, sympy.Integer(0)) for x in positive] for m in found]) if found else sympy.Matrix()
    pivots = rows.T.rref()[1] if found else ()
    if len(pivots) >= len(positive):
        return None
    basis = [turned(tuple(rows.row(i)), rows) for i in pivots]
    known = dict(zip(positive, (extents[x] for x in positive), strict=True))
    fresh = {b: StandIn(f"product{i}", _extent(b, known)) for i, b in enumerate(basis)}
    # Once for all products: the shares of the basis in one of them are this times its exponents.
    solve = sympy.Matrix(basis)
    shares_of = ((solve * solve.T).inv() * solve).tolist()

    def renamed(exponents: _Exponents) -> Any:
        if not any(exponents.values()):
            return sympy.Integer(1)
        target = [exponents.get(x, sympy.Integer(0)) for x in positive]
        shares = [sum(a * e for a, e in zip(row, target, strict=True) if e) for row in shares_of]
        return sympy.Mul(*(fresh[b] ** share for b, share in zip(basis, shares, strict=True)))

    sides = tuple(_rebuilt(side, set(positive), renamed) for side in (left, right))
    return sides[0], sides[1], {p: p.extent for p in fresh.values()}


def without_common(left: Any, right: Any, positive: set[Any]) -> tuple[Any, Any]:
    """Both sides without the powers of positive letters that are factors of both."""
    one, other = parts_of(left, positive)[1], parts_of(right, positive)[1]
    common = sympy.Mul(*(x**e for x, e in one.items() if other.get(x) == e))
    return left / common, right / common


def turned(row: tuple[Any, ...], rows: Any) -> tuple[Any, ...]:
    """A product, or its inverse where that is what mostly occurs."""
    along = sum(sympy.sign(sum(a * b for a, b in zip(row, rows.row(i), strict=True))) for i in range(rows.rows))
    return tuple(-a for a in row) if along < 0 else row


def _product(term: Any, positive: set[Any]) -> tuple[Any, _Exponents] | None:
    """A term as a positive rational coefficient and powers of positive letters, if it is that."""
    if term in positive:
        return sympy.Integer(1), {term: sympy.Integer(1)}
    if term.is_Rational and term > 0:
        return term, {}
    if isinstance(term, sympy.Mul):
        factors = [_product(a, positive) for a in term.args]
        if any(f is None for f in factors):
            return None
        exponents: _Exponents = {}
        for _, more in factors:  # type: ignore[misc]
            for x, e in more.items():
                exponents[x] = exponents.get(x, sympy.Integer(0)) + e
        return sympy.Mul(*(c for c, _ in factors)), exponents  # type: ignore[misc]
    if isinstance(term, sympy.Pow) and term.exp.is_Rational:
        base = _product(term.base, positive)
        return None if base is None else (base[0] ** term.exp, {x: e * term.exp for x, e in base[1].items()})
    return None


def parts_of(term: Any, positive: set[Any]) -> tuple[Any, _Exponents, list[Any]]:
    """A term as coefficient, powers of positive letters, and the other factors."""
    whole = _product(term, positive)
    if whole is not None:
        return whole[0], whole[1], []
    if not isinstance(term, sympy.Mul):
        return sympy.Integer(1), {}, [term]
    inside = [a for a in term.args if _product(a, positive) is not None]
    joined = _product(sympy.Mul(*inside), positive)
    assert joined is not None
    return joined[0], joined[1], [a for a in term.args if a not in inside]


def products_of(term: Any, positive: set[Any]) -> Iterator[_Exponents]:
    """The powers of positive letters in each product of the term, within sums of other terms too."""
    _, exponents, others = parts_of(term, positive)
    if exponents:
        yield exponents
    for other in others:
        for argument in other.args:
            yield from products_of(argument, positive)


def _rebuilt(term: Any, positive: set[Any], renamed: Any) -> Any:
    coefficient, exponents, others = parts_of(term, positive)
    kept = [o.func(*(_rebuilt(a, positive, renamed) for a in o.args)) if o.args else o for o in others]
    return sympy.Mul(coefficient, renamed(exponents), *kept)


def _extent(exponents: tuple[Any, ...], extents: dict[Any, Extent]) -> Extent:
    """The range of a product of powers of positive numbers."""
    low, high, open_low, open_high = sympy.Integer(1), sympy.Integer(1), False, False
    for exponent, extent in zip(exponents, extents.values(), strict=True):
        if exponent == 0:
            continue
        ends = [(extent.lower, extent.open_lower), (extent.upper, extent.open_upper)]
        (least, open_least), (most, open_most) = ends if exponent > 0 else ends[::-1]
        low, open_low = low * _raised(least, exponent), open_low or open_least
        high, open_high = high * _raised(most, exponent), open_high or open_most
    return Extent(low, high, open_low or low == 0, open_high)


def _raised(end: Any, exponent: Any) -> Any:
    """The power of an end, 0 and oo included."""
    if end in (0, sympy.oo):
        return sympy.Integer(0) if (end == 0) == (exponent > 0) else sympy.oo
    return end**exponent
