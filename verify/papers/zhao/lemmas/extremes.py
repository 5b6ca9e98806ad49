"""Sequences of numbers that a recursion bounds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from verify.kernel.calculus.conditions import at_most
from verify.kernel.calculus.over import Each
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, integer, quantity, real

Term = quantity(
    "Term", r"{0}_t|_{{t = {1}}}", "a sequence's term of this number: Term(a, t)", 0, value=lambda a, t: a(t)
)


def _recursive(sequence: Any, share: Any, added: Any, number: Any) -> Statement:
    each = Each(at_most(Term(sequence, PLACE + 1), share * Term(sequence, PLACE) + added), PLACE)
    rest = added * (1 - share**number) / (1 - share)
    return Statement(at_most(Term(sequence, number), share**number * Term(sequence, 0) + rest), (each,))


def _recursions() -> Iterator[Case]:
    """At equality, and where each term falls short."""
    for share, added, start, off in product(
        map(Fraction, ("0", "1/3", "9/10")), map(Fraction, ("0", "2")), map(Fraction, ("0", "5")), (0, 1)
    ):

        def term(
            number: Fraction, share: Fraction = share, added: Fraction = added, start: Fraction = start, off: int = off
        ) -> Fraction:
            found = start
            for _ in range(int(number)):
                found = max(share * found + added - Fraction(off, 2), Fraction(0))
            return found

        for number in (0, 1, 4):
            yield (
                (_SEQUENCE, _SHARE, _C, _NUMBER),
                {
                    _SEQUENCE: term,
                    _SHARE: share,
                    _C: added,
                    _NUMBER: Fraction(number),
                },
            )


_C = real("c", least=0)
_SEQUENCE, _SHARE, _NUMBER = (
    Name("a", "sequence of numbers, none below 0"),
    real("q", least=0, below=1),
    integer("t", least=0),
)
PLACE = integer("s", least=0)
"""The index that a recursion binds."""
RECURSION = Schema(
    "a linear recursion",
    "lemma",
    "by induction: Graham, Knuth and Patashnik 1994, Section 2.2",
    _recursive,
    (_SEQUENCE, _SHARE, _C, _NUMBER),
    _recursions,
    outside=lambda: iter(
        [
            (
                0,
                (_SEQUENCE, _SHARE, _C, _NUMBER),
                {
                    _SEQUENCE: lambda number: Fraction(10) ** int(number),
                    _SHARE: Fraction(1, 3),
                    _C: Fraction(0),
                    _NUMBER: Fraction(1),
                },
            )
        ]
    ),
)

FACTS = (RECURSION,)
