"""Whole numbers and powers of 2 near a number, for what a protocol counts: cubes, groups, users of a group."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from verify.kernel.calculus.conditions import at_most, property_of
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import integer, real

WithinTwo = property_of("WithinTwo", r"{0} \le {1} \le 2\cdot {0}", lambda a, b: a <= b <= 2 * a)
"""One number is at least another and at most twice it: WithinTwo(a, b), a <= b <= 2a."""

_a, _b, _x = real("a", above=0), real("b", above=0), real("x", least=1)
_N, _r = integer("N", least=1), integer("r", least=0)
_NUMBERS = tuple(map(Fraction, ("1", "9/8", "31/16", "2", "15/4", "4", "199/2", "128")))


def _pairs() -> Iterator[Case]:
    """Twice as large, just as large, and between."""
    for k, number in enumerate(_NUMBERS):
        yield (_a, _b), {_a: number, _b: number * Fraction(4 + k % 5, 4)}


def _wholes() -> Iterator[Case]:
    yield from (((_N, _x), {_x: number, _N: Fraction(number // 1)}) for number in _NUMBERS)


def _powers() -> Iterator[Case]:
    for number in _NUMBERS:
        yield (_x, _r), {_x: number, _r: Fraction((-(-number // 1) - 1).bit_length())}


WITHIN_FROM, WITHIN_TO = (
    Schema(
        name,
        "definition",
        "definition",
        lambda one, other, side=side: Statement(side(one, other), (WithinTwo(one, other),)),
        (_a, _b),
        _pairs,
    )
    for name, side in (("at least the number", at_most), ("at most twice the number", lambda p, q: at_most(q, 2 * p)))
)
WHOLE_WITHIN = Schema(
    "a whole number within a factor of 2",
    "lemma",
    "the whole part of x, for x >= 1",
    lambda whole, number: Statement(WithinTwo(whole, number)),
    (_N, _x),
    _wholes,
    finds=(_N,),
)
POWER_WITHIN = Schema(
    "a power of 2 within a factor of 2",
    "lemma",
    "the least power of 2 that is at least x, for x >= 1",
    lambda number, power: Statement(WithinTwo(number, 2**power)),
    (_x, _r),
    _powers,
    finds=(_r,),
)

FACTS = (WITHIN_FROM, WITHIN_TO, WHOLE_WITHIN, POWER_WITHIN)
