"""Prediction of a label from features: conditional means and probabilities, and expectations of what is equal."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from sympy import Integer, Max

from verify.kernel.calculus.conditions import equal, property_of
from verify.kernel.calculus.events import Holds
from verify.kernel.calculus.nouns import Expectation, Probability
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import integrable_real, random_real
from verify.kernel.calculus.values import OUTCOMES

MeanGiven = property_of(
    "MeanGiven", r"{0} = \mathbb{{E}}[{1} \mid X]\text{{, }}{2}\text{{ from }}X\text{{ and other data}}"
)
"""The mean of a label given the features X, and a number that is made of X and of data that are independent of the
label given X: MeanGiven(M, Y, A)."""
ChanceGiven = property_of(
    "ChanceGiven", r"{0} = P({1} = j \mid X)_{{j = {2}}}\text{{, }}{2}\text{{ from }}X\text{{ and other data}}"
)
"""The probability given the features X of the class chosen by X and by data that are independent of the label given
X: ChanceGiven(H, Y, C)."""
LargestChance = property_of("LargestChance", r"{0} = \max_j P({1} = j \mid X)\text{{, at }}j = {2}")
"""The largest probability of a class given the features X, and a class that has it: LargestChance(H, Y, C)."""

_X, _Y, _A, _M = (random_real(letter) for letter in "XYAM")
_C, _H = random_real("C"), random_real("H", 0, 1)
_FEATURES = (Fraction(1, 4), Fraction(3, 4))


def _same() -> Iterator[Case]:
    for low, high in product((-3, -1, 0), (1, 2)):
        outcomes = ((Fraction(1, 3), {_X: Fraction(low)}), (Fraction(2, 3), {_X: Fraction(high)}))
        yield (_X, Max(_X, Integer(0)) - Max(-_X, Integer(0))), {OUTCOMES: outcomes}


def _regressions() -> Iterator[Case]:
    """Two features, a label on two places with a law for each, an estimate of two values that ignores the label."""
    for chances, places in product(product((Fraction(0), Fraction(1, 3), Fraction(1)), repeat=2), ((-1, 1), (0, 3))):
        for estimates in product(((0, 1), (-2, 1), (3, 3)), repeat=2):
            outcomes = []
            for weight, chance, values in zip(_FEATURES, chances, estimates, strict=True):
                mean = chance * places[1] + (1 - chance) * places[0]
                for label, share in zip(places, (1 - chance, chance), strict=True):
                    outcomes += [(weight * share / 2, {_Y: Fraction(label), _M: mean, _A: Fraction(a)}) for a in values]
            yield (_Y, _M, _A), {OUTCOMES: tuple(outcomes)}


_CLASSES = (
    (Fraction(1, 6), Fraction(1, 3), Fraction(1, 2)),
    (Fraction(0), Fraction(1), Fraction(0)),
    (Fraction(2, 5), Fraction(2, 5), Fraction(1, 5)),
)


def _choices() -> Iterator[Case]:
    """Two features, three classes, and all choices at the first feature, a fair one of two at the second."""
    for one, other in product(_CLASSES, repeat=2):
        for first, pair in product(range(3), ((0, 1), (1, 2), (2, 2))):
            outcomes = []
            for weight, law, picks in zip(_FEATURES, (one, other), ((first, first), pair), strict=True):
                outcomes += [
                    (weight * share / 2, {_Y: Fraction(j), _C: Fraction(pick), _H: law[pick]})
                    for j, share in enumerate(law)
                    for pick in picks
                ]
            yield (_Y, _H, _C), {OUTCOMES: tuple(outcomes)}


def _best() -> Iterator[Case]:
    for one, other in product(_CLASSES, repeat=2):
        outcomes = []
        for weight, law in zip(_FEATURES, (one, other), strict=True):
            best = max(law)
            outcomes += [
                (weight * share, {_Y: Fraction(j), _C: Fraction(law.index(best)), _H: best})
                for j, share in enumerate(law)
            ]
        yield (_Y, _H, _C), {OUTCOMES: tuple(outcomes)}


SAME = Schema(
    "equal random reals",
    "lemma",
    "positivity of the expectation, in both directions",
    lambda x, y: Statement(equal(Expectation(x), Expectation(y)), (equal(x, y),)),
    (integrable_real("X"), integrable_real("Y")),
    _same,
    outside=lambda: iter(
        [
            (0, (_X, _Y), {OUTCOMES: ((Fraction(1), {_X: Fraction(1), _Y: Fraction(0)}),)}),
        ]
    ),
)
TOWER = Schema(
    "tower property",
    "theorem",
    "Williams 1991, Section 9.7 (i), (j): the error is uncorrelated with what the features tell",
    lambda y, m, a: Statement(equal(Expectation((a - m) * y), Expectation((a - m) * m)), (MeanGiven(m, y, a),)),
    (_Y, _M, _A),
    _regressions,
    outside=lambda: iter(
        [
            (0, (_Y, _M, _A), {OUTCOMES: ((Fraction(1), {_Y: Fraction(1), _M: Fraction(0), _A: Fraction(1)}),)}),
        ]
    ),
)
TOTAL = Schema(
    "law of total probability",
    "theorem",
    "Williams 1991, Section 9.7 (a), given the features and the other data",
    lambda y, h, c: Statement(equal(Probability(Holds(equal(y, c))), Expectation(h)), (ChanceGiven(h, y, c),)),
    (_Y, _H, _C),
    _choices,
    outside=lambda: iter(
        [
            (0, (_Y, _H, _C), {OUTCOMES: ((Fraction(1), {_Y: Fraction(0), _H: Fraction(1, 2), _C: Fraction(0)}),)}),
        ]
    ),
)
TOTAL_LARGEST = Schema(
    "law of total probability, for the likeliest class",
    "theorem",
    "Williams 1991, Section 9.7 (a), given the features",
    lambda y, h, c: Statement(equal(Probability(Holds(equal(y, c))), Expectation(h)), (LargestChance(h, y, c),)),
    (_Y, _H, _C),
    _best,
    outside=lambda: iter(
        [
            (0, (_Y, _H, _C), {OUTCOMES: ((Fraction(1), {_Y: Fraction(0), _H: Fraction(1, 2), _C: Fraction(0)}),)}),
        ]
    ),
)

FACTS = (SAME, TOWER, TOTAL, TOTAL_LARGEST)
