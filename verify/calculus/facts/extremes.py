"""Infima and suprema over an index, beside the value at one member; multiples of suprema and sums; telescopes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from sympy import Rational

from verify.calculus.conditions import at_most, below, equal
from verify.calculus.over import Each, Infimum, Sum, Supremum, substitute
from verify.calculus.reasons import Case, Schema
from verify.calculus.statement import Statement
from verify.calculus.terms import Name, integer, quantity, real, unfold

Term = quantity(
    "Term", r"{0}_t|_{{t = {1}}}", "a sequence's term of this number: Term(a, t)", 0, value=lambda a, t: a(t)
)
_S, _T = real("s", least=0, most=1), real("t", least=0, most=1)
_BODY = (_S - _S**2 / 2 + 1) / 2
_INSIDE = (at_most(_S, 1), at_most(0, _S))


def _at_member(extreme: Any, member: Any) -> tuple[Any, tuple[Any, ...]]:
    extreme = unfold(extreme)
    index = {extreme.index: member}
    return substitute(extreme.body, index), tuple(substitute(c, index) for c in extreme.conditions)


def _least(extreme: Any, member: Any) -> Statement:
    if not isinstance(unfold(extreme), Infimum):
        raise ValueError(f"{extreme} is no infimum")  # noqa: TRY004
    found, owed = _at_member(extreme, member)
    return Statement(at_most(unfold(extreme), found), owed)


def _largest(extreme: Any, member: Any) -> Statement:
    if not isinstance(unfold(extreme), Supremum):
        raise ValueError(f"{extreme} is no supremum")  # noqa: TRY004
    found, owed = _at_member(extreme, member)
    return Statement(at_most(found, unfold(extreme)), owed)


def _members(extreme: Any, end: Fraction) -> Iterator[Case]:
    """The body rises from 1/2 at 0 to 3/4 at 1."""
    for k in range(9):
        yield (extreme, _T), {_T: Fraction(k, 8), extreme: end}


def _times(factor: Any, extreme: Any) -> Any:
    extreme = unfold(extreme)
    return Supremum(factor * extreme.body, extreme.index, *extreme.conditions)


def _scaled(factor: Any, extreme: Any) -> Statement:
    return Statement(equal(_times(factor, extreme), factor * extreme), (at_most(0, factor),))


def _multiples() -> Iterator[Case]:
    """The largest of the multiples, each taken for itself."""
    for factor in map(Fraction, ("0", "1/3", "1", "2", "7")):
        multiples = [factor * (s - s**2 / 2 + 1) / 2 for s in (Fraction(i, 8) for i in range(9))]
        yield (_C, _LARGEST), {_C: factor, _LARGEST: Fraction(3, 4), _times(_C, _LARGEST): max(multiples)}


def _scaled_sum(factor: Any, total: Any) -> Statement:
    total = unfold(total)
    if not isinstance(total, Sum):
        raise ValueError(f"{total} is no sum")  # noqa: TRY004
    return Statement(
        equal(Sum(factor * total.body, total.index, total.first, total.last), factor * total), (below(0, factor),)
    )


def _sums() -> Iterator[Case]:
    for factor, last in product(map(Fraction, ("1/3", "1", "7")), range(4)):
        yield (_C, _TOTAL), {_C: factor, _LAST: Fraction(last)}


def _telescoped(total: Any) -> Statement:
    total = unfold(total)
    if not isinstance(total, Sum):
        raise ValueError(f"{total} is no sum")  # noqa: TRY004
    following, first, last = (
        substitute(total.body, {total.index: place}) for place in (total.index + 1, total.first, total.last + 1)
    )
    fallen = Sum(total.body - following, total.index, total.first, total.last)
    return Statement(equal(fallen, first - last), (at_most(total.first, total.last),))


def _recursive(sequence: Any, share: Any, added: Any, number: Any) -> Statement:
    each = Each(at_most(Term(sequence, PLACE + 1), share * Term(sequence, PLACE) + added), PLACE)
    rest = added * (1 - share**number) / (1 - share)
    return Statement(at_most(Term(sequence, number), share**number * Term(sequence, 0) + rest), (each,))


def _recursions() -> Iterator[Case]:
    """At equality, and where each term falls short."""
    for share, added, start, off in product(
        map(Fraction, ("0", "1/3", "9/10")), map(Fraction, ("0", "2")), map(Fraction, ("0", "5")), (0, 1)
    ):

        def term(number: Fraction, share: Fraction = share, added: Fraction = added, start: Fraction = start,
                 off: int = off) -> Fraction:  # fmt: skip
            found = start
            for _ in range(int(number)):
                found = max(share * found + added - Fraction(off, 2), Fraction(0))
            return found

        for number in (0, 1, 4):
            yield (_SEQUENCE, _SHARE, _C, _NUMBER), {
                _SEQUENCE: term, _SHARE: share, _C: added, _NUMBER: Fraction(number),
            }  # fmt: skip


_C = real("c", least=0)
_SEQUENCE, _SHARE, _NUMBER = (
    Name("a", "sequence of numbers, none below 0"),
    real("q", least=0, below=1),
    integer("t", least=0),
)
PLACE = integer("s", least=0)
"""The index that a recursion binds."""
_PLACE, _LAST = integer("k", least=1), integer("d", least=0)
_TOTAL = Sum(1 / (1 + _PLACE), _PLACE, 1, _LAST)
_LEAST, _LARGEST = Infimum(_BODY, _S, *_INSIDE), Supremum(_BODY, _S, *_INSIDE)
INFIMUM_AT = Schema("an infimum and a member", "definition", _least, (_LEAST, Rational(1, 2)),
                    lambda: _members(_LEAST, Fraction(1, 2)))  # fmt: skip
SUPREMUM_AT = Schema("a supremum and a member", "definition", _largest, (_LARGEST, Rational(1, 2)),
                     lambda: _members(_LARGEST, Fraction(3, 4)))  # fmt: skip

SCALED_SUPREMUM = Schema("a multiple of a supremum", "definition", _scaled, (_C, _LARGEST), _multiples)
# What is summed may be infinite: 0 times it is no number.
SCALED_SUM = Schema("a multiple of a sum", "definition", _scaled_sum, (_C, _TOTAL), _sums)
TELESCOPE = Schema(
    "a telescoping sum", "definition: the terms between cancel", _telescoped, (_TOTAL,),
    lambda: (((_TOTAL,), {_LAST: Fraction(last)}) for last in range(1, 6)),
)  # fmt: skip
RECURSION = Schema(
    "a linear recursion", "by induction: Graham, Knuth and Patashnik 1994, Section 2.2", _recursive,
    (_SEQUENCE, _SHARE, _C, _NUMBER), _recursions,
)  # fmt: skip

FACTS = (INFIMUM_AT, SUPREMUM_AT, SCALED_SUPREMUM, SCALED_SUM, TELESCOPE, RECURSION)
