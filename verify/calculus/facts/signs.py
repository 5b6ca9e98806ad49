"""Sums with random signs, and coordinates of randomly rotated vectors."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from sympy import Abs, exp, sqrt

from verify.calculus.conditions import at_most, below, property_of
from verify.calculus.events import Holds
from verify.calculus.nouns import Probability
from verify.calculus.reasons import Case, Schema
from verify.calculus.statement import Statement
from verify.calculus.terms import Name, constructor, integer, quantity, random_real, real
from verify.calculus.textbook import HOEFFDING_LEMMA as HOEFFDING_STRESS
from verify.calculus.values import OUTCOMES
from verify.statements.outcome import as_arb

Y = random_real("Y")
u, v = Name("x", "vector"), Name("x_0", "vector")
d = integer("d", least=1)
s, t = real("s", least=0), real("t", above=0)

Less = constructor("Less", "{0} - {1}")
"""The difference of two vectors."""
Norm = quantity("Norm", r"\|{0}\|_2", "Euclidean norm of a vector", 0)
SignedSum = property_of("SignedSum", r"{0} = \textstyle\sum_k\pm a_k,\ \|a\|_2 = {1}")
"""A sum of numbers with independent random signs, the root of the sum of their squares: SignedSum(Y, s)."""
RotatedDifference = property_of("RotatedDifference", r"{0} = (R_{{{3}}}{1})_j - (R_{{{3}}}{2})_j")
"""A coordinate of the difference of two vectors, both multiplied by one random matrix with orthonormal rows, whose
entries have size d^(-1/2) and whose columns have independent random signs: RotatedDifference(Y, x, x_0, d)."""


def _sums() -> Iterator[Case]:
    for numbers in ((1,), (1, 1), (1, 1, 1, 1), (3, 1, 2), (1,) * 8, (5, 1, 1, 1, 1, 1)):
        share = Fraction(1, 2 ** len(numbers))
        outcomes = tuple(
            (share, {Y: Fraction(sum(a * w for a, w in zip(numbers, signs, strict=True)))})
            for signs in product((-1, 1), repeat=len(numbers))
        )
        size = as_arb(sum(a * a for a in numbers)).sqrt()
        for place in (Fraction(1, 2), Fraction(99, 100), Fraction(3, 2), Fraction(21, 10)):
            yield (Y, s, t), {OUTCOMES: outcomes, s: size, t: place}


HOEFFDING_SIGNS = Schema(
    "Hoeffding for random signs", "Hoeffding 1963, Theorem 2",
    lambda y, size, room: Statement(
        at_most(Probability(Holds(below(room * size, Abs(y)))), 2 * exp(-room**2 / 2)), (SignedSum(y, size),)
    ),
    (Y, s, t), _sums, HOEFFDING_STRESS,
)  # fmt: skip
ROTATED = Schema(
    "a coordinate of a rotated vector", "definition: the sum over k of +-d^(-1/2) w_k (x - x_0)_k, w_k random signs",
    lambda y, one, other, k: Statement(
        SignedSum(y, Norm(Less(one, other)) / sqrt(k)), (RotatedDifference(y, one, other, k),)
    ),
    (Y, u, v, d), lambda: (((Y, u, v, d), {}) for _ in range(5)),
)  # fmt: skip

FACTS = (HOEFFDING_SIGNS, ROTATED)
