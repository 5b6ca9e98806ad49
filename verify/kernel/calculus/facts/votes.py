"""Votes: indicators, and noise of mean 0."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from flint import acb, arb

from verify.kernel.calculus.conditions import equal, property_of
from verify.kernel.calculus.nouns import Expectation, LaplaceNoise, Probability
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import event, random_real, real
from verify.kernel.calculus.values import OUTCOMES
from verify.kernel.statements.outcome import as_arb

IndicatorOf = property_of("IndicatorOf", r"{0} = 1({1})")
"""A random real that is 1 where an event holds, else 0: IndicatorOf(I, E)."""

_E = event("E")
_X, _W = random_real("I", 0, 1), random_real("W")
_b, _a = real("b", above=0), real("a")


def _indicators() -> Iterator[Case]:
    for bits in product((False, True), repeat=3):
        weights = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
        outcomes = tuple((w, {_E: bit, _X: Fraction(bit)}) for w, bit in zip(weights, bits, strict=True))
        yield (_X, _E), {OUTCOMES: outcomes}


def _noises() -> Iterator[Case]:
    """The mean by enclosed integrals over each half line, cut where little is left."""
    for scale in map(Fraction, ("1/10", "1/2", "1", "3", "20")):
        wide, total = as_arb(scale), arb(0)
        for side in (1, -1):
            part = acb.integral(lambda w, _, wide=wide: w * (-w / wide).exp() / (2 * wide), 0, 60 * wide).real
            # What is beyond x is (x + b) e^(-x/b)/2.
            total += side * (part + (61 * wide * (-arb(60)).exp()).union(arb(0)))
        for place in (Fraction(-2), Fraction(1, 3)):
            yield (_W, _b, _a), {_b: scale, _a: place, Expectation(_a + _W): total + as_arb(place)}


INDICATOR = Schema(
    "expectation of an indicator",
    "definition",
    "definition",
    lambda i, e: Statement(equal(Expectation(i), Probability(e)), (IndicatorOf(i, e),)),
    (_X, _E),
    _indicators,
    outside=lambda: iter(
        [
            (0, (_X, _E), {OUTCOMES: ((Fraction(1), {_E: True, _X: Fraction(0)}),)}),
        ]
    ),
)
LAPLACE_MEAN = Schema(
    "mean of Laplace noise",
    "lemma",
    "symmetry",
    lambda w, scale, c: Statement(equal(Expectation(c + w), c), (LaplaceNoise(w, scale),)),
    (_W, _b, _a),
    _noises,
    outside=lambda: iter(
        [
            (0, (_W, _b, _a), {_b: Fraction(1), _a: Fraction(0), Expectation(_a + _W): Fraction(1)}),
        ]
    ),
)

FACTS = (INDICATOR, LAPLACE_MEAN)
