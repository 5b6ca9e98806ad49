"""Sums with random signs, and coordinates of randomly rotated vectors."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from sympy import Abs, exp, sqrt

from verify.kernel.calculus.conditions import at_most, below, property_of
from verify.kernel.calculus.events import Holds
from verify.kernel.calculus.nouns import Probability
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, constructor, integer, quantity, random_real, real
from verify.kernel.calculus.textbook import HOEFFDING_LEMMA as HOEFFDING_STRESS
from verify.kernel.calculus.values import OUTCOMES
from verify.kernel.statements.outcome import as_arb

_Y = random_real("Y")
_u, _v = Name("x", "vector"), Name("x_0", "vector")
_d = integer("d", least=1)
_s, _t = real("s", least=0), real("t", above=0)
_w, _r = real("w", least=0), real("r", above=0, most=1)
NearSigns = quantity(
    "NearSigns",
    r"N_{{{0}, {1}}}",
    "number of sign vectors in d dimensions that differ from a given one in w signs at most: NearSigns(d, w)",
    1,
    value=lambda size, most: Fraction(sum(math.comb(int(size), k) for k in range(min(int(size), int(most)) + 1))),
    needs=lambda size, most: (at_most(0, size), at_most(0, most)),
)


def _is_signed_sum(y: Any, size: Any, values: Any, value: Any) -> bool:
    """Of equally likely values: below the largest lie the sums of the 2 |a_k|, the least of which gives one away."""
    outcomes = [Fraction(outcome[y]) for _, outcome in values[OUTCOMES]]
    below, squares = sorted(max(outcomes) - place for place in outcomes), Fraction(0)
    while len(below) > 1:
        step, left, kept = below[1], Counter(below), []
        for place in below:
            if left[place]:
                left[place] -= 1
                if not left[place + step]:
                    return False
                left[place + step] -= 1
                kept.append(place)
        squares += (step / 2) ** 2
        below = kept
    return max(outcomes) == -min(outcomes) and bool(as_arb(squares).overlaps(as_arb(value(size, values)) ** 2))


Less = constructor("Less", "{0} - {1}", lambda a, b: tuple(x - y for x, y in zip(a, b, strict=True)), sort="vector")
"""The difference of two vectors."""
Norm = quantity(
    "Norm",
    r"\|{0}\|_2",
    "Euclidean norm of a vector",
    0,
    value=lambda a: as_arb(sum((x * x for x in a), Fraction(0))).sqrt(),
)
SignedSum = property_of("SignedSum", r"{0} = \textstyle\sum_k\pm a_k,\ \|a\|_2 = {1}", over_outcomes=_is_signed_sum)
"""A sum of numbers with independent random signs, the root of the sum of their squares: SignedSum(Y, s)."""
RotatedDifference = property_of("RotatedDifference", r"{0} = (R_{{{3}}}{1})_j - (R_{{{3}}}{2})_j")
"""A coordinate of the difference of two vectors, both multiplied by one random matrix with orthonormal rows, whose
entries have size d^(-1/2) and whose columns have independent random signs: RotatedDifference(Y, x, x_0, d)."""


def _sums() -> Iterator[Case]:
    for numbers in ((1,), (1, 1), (1, 1, 1, 1), (3, 1, 2), (1,) * 8, (5, 1, 1, 1, 1, 1)):
        share = Fraction(1, 2 ** len(numbers))
        outcomes = tuple(
            (share, {_Y: Fraction(sum(a * w for a, w in zip(numbers, signs, strict=True)))})
            for signs in product((-1, 1), repeat=len(numbers))
        )
        size = as_arb(sum(a * a for a in numbers)).sqrt()
        for place in (Fraction(1, 2), Fraction(99, 100), Fraction(3, 2), Fraction(21, 10)):
            yield (_Y, _s, _t), {OUTCOMES: outcomes, _s: size, _t: place}


def _rotated() -> Iterator[Case]:
    """By 1 and by the Hadamard matrix of size 4 over 2, its columns' signs drawn."""
    rows = {1: (1,), 4: (1, -1, 1, -1)}
    for one, other in (
        ((3,), (1,)),
        ((1, 2, 3, 4), (0, 0, 0, 0)),
        ((1, 0, 0, 0), (0, 1, 0, 0)),
        ((5, 1, 1, 1), (1, 1, 1, 0)),
        ((2, 2, 2, 2), (1, 1, 1, 1)),
    ):
        size = len(one)
        outcomes = tuple(
            (
                Fraction(1, 2**size),
                {
                    _Y: sum(
                        (
                            Fraction(e * w * (a - b), math.isqrt(size))
                            for e, w, a, b in zip(rows[size], signs, one, other, strict=True)
                        ),
                        Fraction(0),
                    )
                },
            )
            for signs in product((-1, 1), repeat=size)
        )
        yield (_Y, _u, _v, _d), {OUTCOMES: outcomes, _u: one, _v: other, _d: Fraction(size)}


def _near() -> Iterator[Case]:
    """Up to all signs, at whole and at broken numbers of them."""
    for size, most, rate in product((1, 2, 5, 20), ("0", "1/2", "2", "5", "20"), ("1/99", "1/3", "1")):
        yield (_d, _w, _r), {_d: Fraction(size), _w: Fraction(most), _r: Fraction(rate)}


HOEFFDING_SIGNS = Schema(
    "Hoeffding for random signs",
    "theorem",
    "Hoeffding 1963, Theorem 2",
    lambda y, size, room: Statement(
        at_most(Probability(Holds(below(room * size, Abs(y)))), 2 * exp(-(room**2) / 2)), (SignedSum(y, size),)
    ),
    (_Y, _s, _t),
    _sums,
    HOEFFDING_STRESS,
)
ROTATED = Schema(
    "a coordinate of a rotated vector",
    "definition",
    "definition: the sum over k of +-d^(-1/2) w_k (x - x_0)_k, w_k random signs",
    lambda y, one, other, k: Statement(
        SignedSum(y, Norm(Less(one, other)) / sqrt(k)), (RotatedDifference(y, one, other, k),)
    ),
    (_Y, _u, _v, _d),
    _rotated,
    outside=lambda: iter(
        [
            (0, (_Y, _u, _v, _d), {OUTCOMES: ((Fraction(1), {_Y: Fraction(1)}),), _u: (1,), _v: (0,), _d: Fraction(1)}),
        ]
    ),
)

NEAR_SIGNS = Schema(
    "sign vectors near one",
    "lemma",
    "Boucheron, Lugosi and Massart 2013, Section 2.2: r^(k - w) is 1 at least for k <= w, and C(d, k) r^k add up to "
    "(1 + r)^d",
    lambda size, most, rate: Statement(at_most(NearSigns(size, most), (1 + rate) ** size * rate ** (-most))),
    (_d, _w, _r),
    _near,
)

FACTS = (HOEFFDING_SIGNS, ROTATED, NEAR_SIGNS)
