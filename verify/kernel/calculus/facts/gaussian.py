"""Normal laws, and how far one is above e^epsilon times another: the exact curve of the Gaussian mechanism."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from flint import acb, arb
from sympy import erfc, exp, sqrt

from verify.kernel.calculus.conditions import at_most, below, equal
from verify.kernel.calculus.facts.information import K, P, Q, contracted
from verify.kernel.calculus.facts.privacy import HockeyStick
from verify.kernel.calculus.nouns import KL, TV, Through
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import constructor, real
from verify.kernel.calculus.textbook.fact import laws
from verify.kernel.statements.outcome import as_arb

_WIDE = 12
"""How many deviations from a mean are integrated over; what is beyond has at most the mass e^(-72)."""


Gaussian = constructor(
    "Gaussian", r"\mathcal{{N}}({0}, {1}^2)", needs=lambda _, deviation: (below(0, deviation),), sort="law"
)
"""The normal law: Gaussian(mean, deviation)."""
epsilon, a, b = real("epsilon", least=0), real("a"), real("b")
gap, sigma = real("Delta", above=0), real("sigma", above=0)


def _curve(e: Any, mean: Any, apart: Any, deviation: Any) -> Statement:
    """Two normal tails, at epsilon sigma/Delta -+ Delta/(2 sigma)."""
    place, half = e * deviation / apart, apart / (2 * deviation)
    tails = erfc((place - half) / sqrt(2)) / 2 - exp(e) * erfc((place + half) / sqrt(2)) / 2
    one, other = Gaussian(mean + apart, deviation), Gaussian(mean, deviation)
    return Statement(equal(HockeyStick(one, other, e), tails))


def _density(x: acb, mean: arb, deviation: arb) -> acb:
    return (-((x - mean) ** 2) / (2 * deviation**2)).exp() / (deviation * (2 * arb.pi()).sqrt())


def _integrated() -> Iterator[Case]:
    """By integration of the densities, from where the one is above the other's multiple."""
    for e, mean, apart, deviation in (
        *((0, 0, 1, 1), (1, 0, 1, 1), (Fraction(1, 2), 3, 2, 1), (1, -1, 1, 2)),
        *((2, 0, 3, 1), (3, 1, 4, 2), (Fraction(1, 4), 0, Fraction(1, 2), 1)),
    ):
        low, high, s, odds = as_arb(mean), as_arb(mean + apart), as_arb(deviation), as_arb(e).exp()

        def excess(x: acb, _: bool, low: arb = low, high: arb = high, s: arb = s, odds: arb = odds) -> acb:
            return _density(x, high, s) - odds * _density(x, low, s)

        start = (low + high) / 2 + as_arb(e) * s**2 / as_arb(apart)
        found = acb.integral(excess, start, arb.max(start, high) + _WIDE * s).real + arb(0, (-arb(72)).exp())
        values = {epsilon: Fraction(e), a: Fraction(mean), gap: Fraction(apart), sigma: Fraction(deviation)}
        at = HockeyStick(Gaussian(a + gap, sigma), Gaussian(a, sigma), epsilon)
        yield (epsilon, a, gap, sigma), {**values, at: found}


def _divergences() -> Iterator[Case]:
    """By integration of the density times the log of the ratio, which grows as a line."""
    for mean, other, deviation in ((0, 1, 1), (1, -1, 1), (0, 3, 2), (2, 1, Fraction(1, 2)), (-1, 4, 3), (0, 0, 1)):
        m, n, s = as_arb(mean), as_arb(other), as_arb(deviation)

        def part(x: acb, _: bool, m: arb = m, n: arb = n, s: arb = s) -> acb:
            return _density(x, m, s) * ((x - n) ** 2 - (x - m) ** 2) / (2 * s**2)

        # Beyond 12 deviations, a line times the density is less than e^(-60).
        found = acb.integral(part, m - _WIDE * s, m + _WIDE * s).real + arb(0, (-arb(60)).exp())
        values = {a: Fraction(mean), b: Fraction(other), sigma: Fraction(deviation)}
        yield (a, b, sigma), {**values, KL(Gaussian(a, sigma), Gaussian(b, sigma)): found}


def _pairs() -> Iterator[Case]:
    several = [dict(zip(map(Fraction, range(3)), masses, strict=True)) for masses in laws(3, 4)]
    yield from (((P, Q), {P: p, Q: q}) for p in several for q in several)


def _processed() -> Iterator[Case]:
    """The channels of private contraction, at levels below and above their own."""
    for _, values in contracted():
        for e in (Fraction(0), Fraction(1, 2)):
            yield (epsilon, K, P, Q), {**{x: values[x] for x in (K, P, Q)}, epsilon: e}


NORMAL_CURVE = Schema(
    "the curve of two normal laws",
    "theorem",
    "Balle and Wang 2018, Theorem 8, for two means in one dimension",
    _curve,
    (epsilon, a, gap, sigma),
    _integrated,
)
NORMAL_KL = Schema(
    "KL of two normal laws",
    "theorem",
    "Bun and Steinke 2016, Lemma 2.4, for the order 1 in one dimension",
    lambda x, y, s: Statement(equal(KL(Gaussian(x, s), Gaussian(y, s)), (x - y) ** 2 / (2 * s**2))),
    (a, b, sigma),
    _divergences,
)
CLOSE_AT_0 = Schema(
    "closeness at epsilon = 0",
    "lemma",
    "both are the largest difference of an event's probabilities",
    lambda p, q: Statement(equal(HockeyStick(p, q, 0), TV(p, q))),
    (P, Q),
    _pairs,
)
PROCESSED_CLOSENESS = Schema(
    "closeness of messages",
    "theorem",
    "Dwork and Roth 2014, Proposition 2.1, for one pair of laws",
    lambda e, k, p, q: Statement(at_most(HockeyStick(Through(k, p), Through(k, q), e), HockeyStick(p, q, e))),
    (epsilon, K, P, Q),
    _processed,
)

FACTS = (NORMAL_CURVE, NORMAL_KL, CLOSE_AT_0, PROCESSED_CLOSENESS)
