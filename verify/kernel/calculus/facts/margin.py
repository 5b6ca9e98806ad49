"""Small values and bins: what a margin condition gives, and how far a bin's mean is from the function."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from flint import arb
from sympy import Abs, exp, sqrt

from verify.kernel.calculus.conditions import at_most, below, property_of
from verify.kernel.calculus.nouns import Expectation
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, integer, quantity, random_real, real
from verify.kernel.calculus.values import OUTCOMES
from verify.kernel.statements.outcome import as_arb

GammaFunction = quantity(
    "GammaFunction",
    r"\Gamma({0})",
    "the Gamma function",
    0,
    needs=lambda x: (below(0, x),),
    value=lambda x: as_arb(x).gamma(),
)
Margin = property_of("Margin", r"P({0} < t) \le {1} t^{{{2}}}\ \forall t > 0")
"""A random real that is small with small probability: Margin(H, C, gamma)."""
Smooth = property_of("Smooth", r"|{0}(x) - {0}(x')| \le {1} \|x - x'\|_2^{{{2}}}")
"""A function that is Hoelder continuous: Smooth(eta, C, beta)."""
ValueAt = property_of("ValueAt", r"{0} = {1}(X)")
"""The value of a function at a random point: ValueAt(Y, eta)."""
BinMean = property_of(
    "BinMean", r"{0} = E[{1}(X) \mid X\text{{'s bin, a cube of side }}{2}\text{{ in }}\mathbb{{R}}^{{{3}}}]"
)
"""The mean of a function over the cube that holds a random point: BinMean(T, eta, l, d)."""

_H, _Y, _T, _F = random_real("H", 0), random_real("Y"), random_real("T"), Name("eta", "function")
_C, gamma, _s = real("C", above=0), real("gamma", least=0), real("s", above=0)
beta, side, _d = real("beta", above=0), real("l", above=0), integer("d", least=1)


def _spread() -> Iterator[Case]:
    """H uniform on j/10, or on three places; the least C at its places."""
    grid = [(Fraction(1, 10), Fraction(j, 10)) for j in range(1, 11)]
    few = [(Fraction(1, 2), Fraction(1, 4)), (Fraction(1, 3), Fraction(1)), (Fraction(1, 6), Fraction(3))]
    for law, power, at in product((grid, few), (Fraction(1, 2), Fraction(1), Fraction(2)), (1, 4, 20)):
        least = arb(0)
        for _, place in law:
            below = sum((w for w, x in law if x <= place), Fraction(0))
            least = least.max(as_arb(below) / as_arb(place) ** as_arb(power))
        outcomes = tuple((w, {_H: x}) for w, x in law)
        yield (_H, _C, gamma, _s), {OUTCOMES: outcomes, _C: least, gamma: power, _s: Fraction(at)}


def _bins() -> Iterator[Case]:
    """|x|^beta and its negative on [0, l], the point uniform on a grid, in one dimension."""
    for width, way, points in product((Fraction(1), Fraction(1, 4)), (1, -1), (2, 5, 9)):
        values = [way * width * Fraction(j, points - 1) for j in range(points)]
        mean = sum(values, Fraction(0)) / points
        outcomes = tuple((Fraction(1, points), {_Y: y, _T: mean}) for y in values)
        yield (
            (_T, _Y, _F, _C, beta, side, _d),
            {OUTCOMES: outcomes, _C: Fraction(1), beta: Fraction(1), side: width, _d: Fraction(1)},
        )
    # Nearly all points at the corner that is opposite to one of them: the sum of d coordinates, which is steep sqrt(d).
    for width, size in product((Fraction(1), Fraction(1, 4)), (1, 2, 3)):
        law = ((Fraction(1, 100), Fraction(0)), (Fraction(99, 100), size * width))
        mean = sum((w * y for w, y in law), Fraction(0))
        yield (
            (_T, _Y, _F, _C, beta, side, _d),
            {
                OUTCOMES: tuple((w, {_Y: y, _T: mean}) for w, y in law),
                _C: as_arb(size).sqrt(),
                beta: Fraction(1),
                side: width,
                _d: Fraction(size),
            },
        )


SMALL_BALL = Schema(
    "exponential moment under a margin",
    "lemma",
    "layer cake: E e^(-s H^2) is the integral of P(s H^2 < u) e^(-u) over u > 0",
    lambda h, c, power, at: Statement(
        at_most(Expectation(exp(-at * h**2)), c * GammaFunction(power / 2 + 1) * at ** (-power / 2)),
        (Margin(h, c, power),),
    ),
    (_H, _C, gamma, _s),
    _spread,
    outside=lambda: iter(
        [
            (
                0,
                (_H, _C, gamma, _s),
                {
                    OUTCOMES: ((Fraction(1), {_H: Fraction(0)}),),
                    _C: Fraction(1, 100),
                    gamma: Fraction(1),
                    _s: Fraction(1),
                },
            ),
        ]
    ),
)
BIN_BIAS = Schema(
    "a bin's mean",
    "lemma",
    "points of a cube of side l are at most l sqrt(d) apart, a mean is between values",
    lambda mean, at, f, c, power, width, size: Statement(
        at_most(Abs(mean - at), c * (sqrt(size) * width) ** power),
        (BinMean(mean, f, width, size), ValueAt(at, f), Smooth(f, c, power)),
    ),
    (_T, _Y, _F, _C, beta, side, _d),
    _bins,
    outside=lambda: iter(
        [
            *(
                (
                    place,
                    (_T, _Y, _F, _C, beta, side, _d),
                    {
                        **dict.fromkeys((_C, beta, side, _d), Fraction(1)),
                        OUTCOMES: ((Fraction(1), {_Y: Fraction(0), _T: Fraction(2)}),),
                    },
                )
                for place in range(3)
            ),
        ]
    ),
)

FACTS = (SMALL_BALL, BIN_BIAS)
