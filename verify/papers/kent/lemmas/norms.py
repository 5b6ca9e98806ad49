"""Norms of means of independent vectors, and what a sub-Gaussian tail says of moments."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from flint import arb
from sympy import cosh, exp

from verify.kernel.calculus.conditions import at_most, below, property_of
from verify.kernel.calculus.events import Holds
from verify.kernel.calculus.nouns import Expectation, OverOutcomes, Probability
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import integer, random_real, real
from verify.kernel.calculus.values import OUTCOMES
from verify.kernel.statements.outcome import as_arb

_X, W, S = random_real("X"), random_real("W", 0), random_real("S", 0)
_n, _d = integer("n", least=1), integer("d", least=1)
_t, rate = real("t"), real("lambda", above=0)
_sigma, a = real("sigma", above=0), real("a", above=0)


class TailRatio(OverOutcomes):
    """The largest P(W >= t) e^(t^2/(2 sigma^2)) over t > 0, of a random real W of at least 0: TailRatio(W, sigma)."""

    form = r"\sup_{{t > 0}} e^{{t^2/(2 \cdot {1}^2)}} P({0} \ge t)"
    meaning = "largest ratio of a tail's probability and e^(-t^2/(2 sigma^2)): at most 2 where the tail is sub-Gaussian"
    lower = sympy.Integer(0)
    infinite = True

    @staticmethod
    def over_outcomes(w: Any, scale: Any, values: Any, value: Any) -> arb:
        """Where the probability is about to fall: at each place of the law."""
        found = [(share, value(w, {**values, **outcome})) for share, outcome in values[OUTCOMES]]
        width = value(scale, values)
        ratios = [
            as_arb(sum((s for s, x in found if x >= place), Fraction(0))) * as_arb(place**2 / (2 * width**2)).exp()
            for _, place in found
        ]
        return max(ratios, key=lambda ratio: float(ratio.mid()))


NormOfMean = property_of(
    "NormOfMean", r"{0} = \|\bar X\|_2,\ {1} = \|X_1\|_2,\ X_1, \dots, X_{{{2}}}\text{{ i.i.d. vectors of mean }}0"
)
"""A random real is the Euclidean norm of the mean of n independent copies of a random vector of mean 0 in some R^d, and
another is the norm of one copy: NormOfMean(S, W, n)."""


def _coins() -> Iterator[Case]:
    for share, tilt, place in product(
        (Fraction(1, 10), Fraction(1, 2), Fraction(1)), (Fraction(1, 2), Fraction(3)), (Fraction(-1), Fraction(2))
    ):
        outcomes = ((share, {_X: Fraction(2)}), (1 - share, {_X: Fraction(-1)}))
        yield (_X, _t, rate), {OUTCOMES: outcomes, _t: place, rate: tilt}


def _axes() -> Iterator[Case]:
    """Signed axes of R^d, each as likely, and of different lengths: every sum of n of them."""
    for (size, users), length, tilt in product(
        ((1, 1), (1, 3), (2, 2), (3, 2)), (Fraction(1, 2), Fraction(2)), (Fraction(1, 10), Fraction(1), Fraction(3))
    ):
        draws = [(i, side * s) for i in range(size) for side in (1, -1) for s in (Fraction(1), length)]
        outcomes = []
        for each in product(draws, repeat=users):
            ends = [sum((x for i, x in each if i == axis), Fraction(0)) for axis in range(size)]
            norm = as_arb(sum((x**2 for x in ends), Fraction(0)) / users**2).sqrt()
            outcomes.append((Fraction(1, len(draws) ** users), {S: norm, W: abs(each[0][1])}))
        moment = sum(((as_arb(tilt * abs(x)).exp() - as_arb(tilt * abs(x))) / len(draws) for _, x in draws), arb(0))
        values = {OUTCOMES: tuple(outcomes), _n: Fraction(users), _d: Fraction(size), rate: tilt}
        yield (S, W, _n, _d, rate, a), {**values, a: moment + arb(2) ** -60}


def _tail(places: list[Fraction], scale: Fraction) -> tuple[tuple[Fraction, dict[Any, Fraction]], ...]:
    """A law on these places with P(W >= w) = 2 exp(-w^2/(2 sigma^2)) at each, rounded down; the rest at the first."""
    bounds = [2 * (-as_arb(w**2 / (2 * scale**2))).exp() * (1 - arb(2) ** -40) for w in places]
    above = [Fraction(float(bound.mid())) for bound in bounds]
    above[0] = Fraction(1)
    weights = [x - y for x, y in zip(above, [*above[1:], Fraction(0)], strict=True)]
    return tuple((w, {W: x}) for w, x in zip(weights, places, strict=True))


def _tails() -> Iterator[Case]:
    """Places a step apart from where the tail's bound is 1, up to 12 sigma."""
    for scale, step, share in product(
        (Fraction(1), Fraction(3)), (Fraction(1, 10), Fraction(1)), (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10))
    ):
        start = Fraction(1177, 1000) * scale
        places = [start + k * step * scale for k in range(int(12 / step))]
        yield (W, _sigma, a), {OUTCOMES: _tail(places, scale), _sigma: scale, a: share / (2 * scale**2)}


EXPONENTIAL_MARKOV = Schema(
    "Markov for an exponential",
    "theorem",
    "Chernoff: Boucheron, Lugosi and Massart 2013, Section 2.2",
    lambda x, room, tilt: Statement(
        at_most(Probability(Holds(at_most(room, x))), exp(-tilt * room) * Expectation(exp(tilt * x)))
    ),
    (_X, _t, rate),
    _coins,
)
NORM_OF_SUM = Schema(
    "exponential moments of the norm of a sum",
    "lemma",
    "Pinelis 1994, Theorem 3.1, in a Hilbert space",
    lambda s, w, users, size, tilt, most: Statement(
        at_most(Expectation(cosh(tilt * users * s)), most**users),
        (NormOfMean(s, w, users, size), at_most(Expectation(exp(tilt * w) - tilt * w), most)),
    ),
    (S, W, _n, _d, rate, a),
    _axes,
    outside=lambda: iter(
        [
            (
                0,
                (S, W, _n, _d, rate, a),
                {
                    OUTCOMES: ((Fraction(1), {S: Fraction(10), W: Fraction(1)}),),
                    _n: Fraction(1),
                    _d: Fraction(1),
                    rate: Fraction(1),
                    a: Fraction(2),
                },
            ),
        ]
    ),
)
SQUARED_TAIL = Schema(
    "exponential moment of a square",
    "lemma",
    "E exp(a W^2) = 1 + integral of 2 a t exp(a t^2) P(W >= t): Vershynin 2018, Lemma 1.2.1",
    lambda w, scale, share: Statement(
        at_most(Expectation(exp(share * w**2)), 1 + 4 * share * scale**2 / (1 - 2 * share * scale**2)),
        (at_most(TailRatio(w, scale), 2), below(2 * share * scale**2, 1)),
    ),
    (W, _sigma, a),
    _tails,
)
FACTS = (EXPONENTIAL_MARKOV, NORM_OF_SUM, SQUARED_TAIL)
