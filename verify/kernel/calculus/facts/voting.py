"""Families of random reals, the place of the largest, and unions over its values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from flint import arb
from sympy import Abs, Function

from verify.kernel.calculus.conditions import WholeNumber, at_most, below, equal, property_of
from verify.kernel.calculus.events import Either, Holds
from verify.kernel.calculus.nouns import CGF, Expectation, Independent, Law, MeanOfCopies, Probability
from verify.kernel.calculus.over import Each, Sum, exposed, substitute
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, integer, quantity, random_real, real
from verify.kernel.calculus.values import OUTCOMES
from verify.kernel.statements.outcome import as_arb


def _independent(law: Law, most: Fraction) -> bool:
    """Whether a joint law is that of a given number of independent coordinates."""
    marginals: list[Law] = [{} for _ in range(int(most))]
    for point, weight in law.items():
        for marginal, x in zip(marginals, point, strict=True):
            marginal[x] = marginal.get(x, Fraction(0)) + weight
    atoms = product(*(m.items() for m in marginals))
    return all(law.get(tuple(x for x, _ in atom), 0) == prod(w for _, w in atom) for atom in atoms)


Part = quantity(
    "Part",
    "{0}^{{[{1}]}}",
    "a member of a family of random reals",
    random=True,
    value=lambda family, k: family[int(k) - 1],
)
"""Part(S, k), k from 1 on."""
Share = quantity(
    "Share",
    r"{0}^{{\langle {1} \rangle}}",
    "a member of a family of random reals in [0, 1]",
    0,
    1,
    random=True,
    value=lambda family, k: family[int(k) - 1],
)
"""Share(I, k), k from 1 on."""
Entry = quantity(
    "Entry", "{0}_{{[{1}]}}", "a member of a family of numbers", value=lambda family, k: family[int(k) - 1]
)
"""Entry(H, k), k from 1 on."""
Cell = quantity(
    "Cell",
    r"\mathrm{{cell}}_{{{1}, {2}, {3}}}({0})",
    "which of a given number of intervals of one length, from a point on, holds a number; the last one is closed",
    1,
    value=lambda x, a, h, count: Fraction(max(1, min(count, (x - a) // h + 1))),
)
"""Cell(x, a, h, B), where x is in [a, a + B h]."""
Among = property_of(
    "Among", r"{0} \in \{{1, \dots, {1}\}}", lambda place, most: place.denominator == 1 and 1 <= place <= most
)
"""A random real that is a whole number from 1 to some number: Among(J, B)."""
IndependentMembers = property_of(
    "IndependentMembers",
    r"\text{{the }}{1}\text{{ members of }}{0}\text{{ are independent}}",
    _independent,
)
"""So many members of a family are independent: IndependentMembers(X, K)."""
Winner = property_of(
    "Winner",
    r"{0} \in \operatorname{{argmax}}_{{1 \le k \le {2}}}{1}_{{[k]}}",
    lambda place, family, most: family[int(place) - 1] == max(family[: int(most)]) and 1 <= place <= most,
)
"""The place of a largest member of a family: Winner(J, S, B)."""

J, _S, _X = random_real("J"), Name("S", "family of random reals"), random_real("X")
_M, B, _m = random_real("S"), integer("B", least=1), integer("m", least=1)
_H, _R, _K = Name("H", "family of numbers"), Name("R", "family of random reals"), integer("K", least=1)
_tilt, _room = real("lambda"), real("r")
x, h = real("x"), real("h", above=0)
j, _i, _r, _q, _d, end = (
    real("j"),
    real("i"),
    integer("r", least=0),
    real("q", least=0),
    real("d", least=0),
    real("b"),
)
VALUE = integer("v")
"""The letter that a union over values binds."""
SLOT = real("w")
"""The place of a value in an expression."""


def _union(place: Any, centre: Any, room: Any, most: Any, chance: Any) -> Statement:
    """Of the B values the centre itself is none that counts."""
    at = at_most(Probability(Holds(equal(place, VALUE))), chance)
    return Statement(
        at_most(
            Probability(Either(Holds(below(centre + room, place)), Holds(below(place, centre - room)))),
            (most - 1) * chance,
        ),
        (
            Among(place, most),
            WholeNumber(centre),
            at_most(1, centre),
            at_most(centre, most),
            Each(at, VALUE, at_most(centre + room + 1, VALUE), at_most(VALUE, most)),
            Each(at, VALUE, at_most(1, VALUE), at_most(VALUE, centre - room - 1)),
        ),
    )


def _values() -> Iterator[Case]:
    for masses in ((1, 1), (1, 1, 1), (3, 1, 1), (1, 5, 2, 2), (1, 0, 0, 3)):
        total = sum(masses)
        outcomes = tuple((Fraction(w, total), {J: Fraction(k)}) for k, w in enumerate(masses, 1))
        for centre, room in product(range(1, len(masses) + 1), (0, 1)):
            far = [Fraction(w, total) for k, w in enumerate(masses, 1) if abs(k - centre) > room]
            yield (
                (J, j, _r, B, _q),
                {
                    OUTCOMES: outcomes,
                    j: Fraction(centre),
                    _r: Fraction(room),
                    B: Fraction(len(masses)),
                    _q: max(far, default=Fraction(0)),
                },
            )


def _counts() -> Iterator[Case]:
    """Three counts; of equal ones the first or the last wins."""
    families = ((2, 1, 1), (0, 3, 3), (1, 1, 1), (0, 1, 2))
    for first, one, other in product((True, False), (1, 2, 3), (1, 2, 3)):
        outcomes = []
        for weight, family in zip((1, 2, 3, 4), families, strict=True):
            best = [k for k, x in enumerate(family, 1) if x == max(family)]
            at = {J: Fraction(best[0 if first else -1]), _S: tuple(map(Fraction, family))}
            outcomes.append((Fraction(weight, 10), at))
        yield (J, _S, B, _i, j), {OUTCOMES: tuple(outcomes), B: Fraction(3), _i: Fraction(one), j: Fraction(other)}


def _means(way: int) -> Iterator[Case]:
    """The mean of up to three copies of a law on two atoms, the first of which is X itself."""
    for places, copies in product(((1, 2), (2, 7), (1, 10)), (1, 2, 3)):
        outcomes = tuple(
            (Fraction(1, 2**copies), {_X: Fraction(draws[0]), _M: Fraction(sum(draws), copies)})
            for draws in product(places, repeat=copies)
        )
        bound = max(places) if way > 0 else min(places)
        yield (_M, _X, _m, end), {OUTCOMES: outcomes, _m: Fraction(copies), end: Fraction(bound)}


def _total(family: Any, place: Any, centre: Any, most: Any, bound: Any, more: Any, low: Any, high: Any) -> Statement:
    """low and high depend on SLOT: the place is bad where the centre is not between them, the place put for SLOT."""
    if random := exposed(low) | exposed(high):
        raise ValueError(f"the ends depend on {min(random, key=str)}")
    error = Expectation((Part(family, VALUE) - centre) ** 2)
    each = (at_most(1, VALUE), at_most(VALUE, most))
    left, right, first, last = (substitute(end, {SLOT: at}) for at in (VALUE, place) for end in (low, high))
    good = (at_most(left, centre), at_most(centre, right))
    bad = Either(Holds(below(centre, first)), Holds(below(last, centre)))
    return Statement(
        at_most(Expectation((Part(family, place) - centre) ** 2), bound + more * Probability(bad)),
        (
            Among(place, most),
            Independent(place, family),
            at_most(0, bound),
            at_most(0, more),
            Each(at_most(error, bound), VALUE, *each, *good),
            Each(at_most(error, bound + more), VALUE, *each),
        ),
    )


def _later() -> Iterator[Case]:
    """The place on three values, and each member a coin, independent of it; the members differ in their errors."""
    spread = {1: (1, 0), 2: (3, 4), 3: (9, 2)}
    for chances, ends in product(((1, 1, 1), (5, 1, 0), (0, 1, 4)), ((SLOT - 1, 1), (-1, 1 - SLOT))):
        outcomes = []
        for k, w in enumerate(chances, 1):
            for sign in (-1, 1):
                family = tuple(Fraction(centre + sign * step) for centre, step in spread.values())
                outcomes.append((Fraction(w, 2 * sum(chances)), {J: Fraction(k), _S: family}))
        errors = [Fraction(centre**2 + step**2) for centre, step in spread.values()]
        # Of the first alone x = 0 lies between the ends.
        values = {OUTCOMES: tuple(outcomes), x: Fraction(0), B: Fraction(3), _q: errors[0], _d: max(errors) - errors[0]}
        yield (_S, J, x, B, _q, _d, *ends), values


def signed_mean(signs: Any, family: Any, count: Any) -> Any:
    """The mean of H_v X_v, v from 1 to K."""
    return Sum(Entry(signs, VALUE) * Part(family, VALUE), VALUE, 1, count) / count


def _signed(signs: Any, count: Any) -> tuple[Any, ...]:
    """Each H_v is 1 or -1."""
    return (Each(equal(Entry(signs, VALUE) ** 2, 1), VALUE, at_most(1, VALUE), at_most(VALUE, count)),)


def _signed_cgf(signs: Any, family: Any, count: Any, tilt: Any, bound: Any) -> Statement:
    sides = [at_most(CGF(Part(family, VALUE), way * tilt / count), bound) for way in (1, -1)]
    return Statement(
        at_most(CGF(signed_mean(signs, family, count), tilt), count * bound),
        (
            IndependentMembers(family, count),
            *_signed(signs, count),
            *(Each(side, VALUE, at_most(1, VALUE), at_most(VALUE, count)) for side in sides),
        ),
    )


def _signed_error(signs: Any, family: Any, other: Any, count: Any, bound: Any) -> Statement:
    error = Abs(Expectation(Part(family, VALUE)) - Expectation(Part(other, VALUE)))
    wanted = Sum(Entry(signs, VALUE) * Expectation(Part(other, VALUE)), VALUE, 1, count) / count
    return Statement(
        at_most(Abs(Expectation(signed_mean(signs, family, count)) - wanted), bound),
        (*_signed(signs, count), Each(at_most(error, bound), VALUE, at_most(1, VALUE), at_most(VALUE, count))),
    )


def _coins() -> Iterator[tuple[dict[Any, Any], int, tuple[int, ...]]]:
    """Families of up to three independent fair coins of different heights, and signs."""
    for heights in ((1,), (1, 1), (2, 2, 2), (1, 3, 2)):
        for signs in ((1, 1, 1), (1, -1, 1)):
            sides = list(product((0, 1), repeat=len(heights)))
            outcomes = tuple(
                (Fraction(1, len(sides)), {_S: tuple(Fraction(h * x) for h, x in zip(heights, draw, strict=True))})
                for draw in sides
            )
            law = {at[_S]: w for w, at in outcomes}
            yield (
                {OUTCOMES: outcomes, _S: law, _K: Fraction(len(heights)), _H: tuple(map(Fraction, signs))},
                max(heights),
                heights,
            )


def _signed_cgfs() -> Iterator[Case]:
    """A coin of height a has log cosh(lambda a/2), the same for both signs of lambda."""
    for (values, height, _), at in product(_coins(), (Fraction(1, 2), Fraction(-2))):
        bound = (as_arb(at * height / values[_K] / 2)).cosh().log()
        yield (_H, _S, _K, _tilt, _room), {**values, _tilt: at, _room: bound + arb(2) ** -40}


def _signed_errors() -> Iterator[Case]:
    """The other family is 1 less than half of the coins' heights, or more, by the sign: so the errors add up."""
    for values, _, heights in _coins():
        wanted = tuple(Fraction(a, 2) - s for a, s in zip(heights, values[_H], strict=False))
        outcomes = tuple((w, {**at, _R: wanted}) for w, at in values[OUTCOMES])
        yield (_H, _S, _R, _K, _room), {**values, OUTCOMES: outcomes, _room: Fraction(1)}


def _cells() -> Iterator[Case]:
    """Points at and between the ends of the intervals."""
    for first, width, count in (
        (Fraction(-1), Fraction(1, 3), 6),
        (Fraction(3), Fraction(2), 1),
        (Fraction(1), Fraction(1), 9),
    ):
        for k in range(4 * count + 1):
            yield (x, end, h, B), {x: first + width * Fraction(k, 4), end: first, h: width, B: Fraction(count)}


def _of_cell(conclude: Callable[[Any, Any, Any, Any, Any], Any]) -> Callable[..., Statement]:
    """What holds of the number of the cell, where there is one."""
    return lambda point, start, length, count: Statement(
        conclude(Cell(point, start, length, count), point, start, length, count),
        (at_most(start, point), at_most(point, start + count * length)),
    )


WINS = Schema(
    "the largest is no smaller",
    "lemma",
    "monotonicity: the largest of all is at least each",
    lambda place, family, most, one, other: Statement(
        at_most(
            Probability(Holds(equal(place, one))), Probability(Holds(at_most(Part(family, other), Part(family, one))))
        ),
        (
            Winner(place, family, most),
            WholeNumber(one),
            at_most(1, one),
            at_most(one, most),
            WholeNumber(other),
            at_most(1, other),
            at_most(other, most),
        ),
    ),
    (J, _S, B, _i, j),
    _counts,
)
VALUES_UNION = Schema(
    "union bound over values",
    "lemma",
    "subadditivity: of B values at most B - 1 are not the one in the middle",
    _union,
    (J, j, _r, B, _q),
    _values,
)
WINNER_AMONG = Schema(
    "the largest is one of them",
    "definition",
    "definition",
    lambda place, family, most: Statement(Among(place, most), (Winner(place, family, most),)),
    (J, _S, B),
    lambda: (((J, _S, B), values) for _, values in _counts()),
)
WHOLE_STEP = Schema(
    "whole numbers apart",
    "definition",
    "definition",
    lambda one, other: Statement(at_most(one + 1, other), (below(one, other), WholeNumber(one), WholeNumber(other))),
    (_i, j),
    lambda: (((_i, j), {_i: Fraction(k), j: Fraction(k + step)}) for k in (-1, 0, 4) for step in (1, 2)),
)
CELL_WHOLE, CELL_LAST, CELL_FROM, CELL_TO = (
    Schema(f"the cell of a number{told}", "definition", "definition", _of_cell(conclude), (x, end, h, B), _cells)
    for told, conclude in (
        ("", lambda k, *_: WholeNumber(k)),
        (": its count", lambda k, _point, _start, _length, count: at_most(k, count)),
        (": from its left end on", lambda k, point, start, length, _: at_most(start + (k - 1) * length, point)),
        (": to its right end", lambda k, point, start, length, _: at_most(point, start + k * length)),
    )
)
TOTAL = Schema(
    "an independent second stage",
    "lemma",
    "law of total expectation",
    _total,
    (_S, J, x, B, _q, _d, Function("f")(SLOT), Function("g")(SLOT)),
    _later,
)
SIGNED_CGF = Schema(
    "cumulants of a signed mean",
    "lemma",
    "Boucheron, Lugosi and Massart 2013, Section 2.2: cumulants of independent parts add",
    _signed_cgf,
    (_H, _S, _K, _tilt, _room),
    _signed_cgfs,
)
SIGNED_ERROR = Schema(
    "expectation of a signed mean",
    "lemma",
    "linearity and the triangle inequality",
    _signed_error,
    (_H, _S, _R, _K, _room),
    _signed_errors,
)
MEAN_ABOVE = Schema(
    "a mean is no smaller than what all parts are at least",
    "lemma",
    "monotonicity",
    lambda s, x, k, least: Statement(at_most(least, s), (MeanOfCopies(s, x, k), at_most(least, x))),
    (_M, _X, _m, end),
    lambda: _means(-1),
)
MEAN_BELOW = Schema(
    "a mean is no larger than what all parts are at most",
    "lemma",
    "monotonicity",
    lambda s, x, k, most: Statement(at_most(s, most), (MeanOfCopies(s, x, k), at_most(x, most))),
    (_M, _X, _m, end),
    lambda: _means(1),
)

FACTS = (
    WINS,
    WINNER_AMONG,
    WHOLE_STEP,
    VALUES_UNION,
    TOTAL,
    SIGNED_CGF,
    SIGNED_ERROR,
    MEAN_ABOVE,
    MEAN_BELOW,
    CELL_WHOLE,
    CELL_LAST,
    CELL_FROM,
    CELL_TO,
)
