"""Randomised response of bits, and votes that are counted: facts of finite channels and of binomial laws."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from sympy import exp, log

from verify.calculus.conditions import at_most, equal
from verify.calculus.facts.packings import At, Density
from verify.calculus.reasons import Case, Schema
from verify.calculus.statement import Statement
from verify.calculus.terms import Name, constructor, integer, quantity, real

x, y, v = Name("x", "bits"), Name("y", "bits"), Name("v", "bits")
d = integer("d", least=1)
p = real("p", above=0, below=1)

Bits = tuple[int, ...]


def _kept(count: Fraction, keep: Fraction) -> Any:
    def answers(bits: Bits) -> dict[Bits, Fraction]:
        return {
            answer: prod((keep if a == b else 1 - keep for a, b in zip(answer, bits, strict=True)), start=Fraction(1))
            for answer in product((0, 1), repeat=int(count))
        }

    return answers


BitFlips = constructor("BitFlips", r"\mathrm{{RR}}_{{{1}}}^{{{0}}}", _kept)
"""The channel that keeps each of d bits with probability p and turns it else, all on their own: BitFlips(d, p)."""
Ones = quantity("Ones", r"\|{0}\|_0", "number of ones", 0, value=lambda bits: Fraction(sum(bits)))
Agreements = quantity("Agreements", r"\#\{{j : {0}_j = {1}_j\}}", "number of places where two vectors agree", 0,
                      value=lambda a, b: Fraction(sum(i == j for i, j in zip(a, b, strict=True))))  # fmt: skip
Hamming = quantity("Hamming", r"\#\{{j : {0}_j \ne {1}_j\}}", "number of places where two vectors differ", 0,
                   value=lambda a, b: Fraction(sum(i != j for i, j in zip(a, b, strict=True))))  # fmt: skip


def _vectors(size: int = 3) -> Iterator[dict[Any, Any]]:
    for bits in product(product((0, 1), repeat=size), repeat=3):
        yield dict(zip((x, y, v), bits, strict=True))


def _flipped() -> Iterator[Case]:
    for values in _vectors(2):
        for keep in (Fraction(1, 3), Fraction(2, 3), Fraction(9, 10)):
            yield (d, p, x, v), {**values, d: Fraction(2), p: keep}


def _answer(count: Any, keep: Any, bits: Any, answer: Any) -> Statement:
    same = Agreements(answer, bits)
    chance = exp(same * log(keep) + (count - same) * log(1 - keep))
    return Statement(equal(Density(At(BitFlips(count, keep), bits), answer), chance))


BIT_FLIPS = Schema("independent flips", "definition: a product of chances", _answer, (d, p, x, v), _flipped)
AGREEMENTS = Schema(
    "agreements with two vectors", "definition: they differ only where the two vectors do",
    lambda at, a, b: Statement(at_most(Agreements(at, a), Agreements(at, b) + Hamming(a, b))), (v, x, y),
    lambda: (((v, x, y), values) for values in _vectors()),
)  # fmt: skip
ONES = Schema(
    "distance of vectors with few ones", "definition: two bits differ only where one of them is 1",
    lambda a, b: Statement(at_most(Hamming(a, b), Ones(a) + Ones(b))), (x, y),
    lambda: (((x, y), values) for values in _vectors()),
)  # fmt: skip

FACTS = (BIT_FLIPS, AGREEMENTS, ONES)
