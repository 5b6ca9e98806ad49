"""Probabilities of events: unions, tails, errors of tests."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from sympy import Abs, exp, log

from verify.kernel.calculus.conditions import at_most, below, equal, property_of
from verify.kernel.calculus.events import Either, Holds, Not
from verify.kernel.calculus.nouns import Expectation, Information, MeanOfCopies, Probability, Variance
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, event, integer, integrable_real, random_real, real
from verify.kernel.calculus.textbook import BERNSTEIN as BERNSTEIN_STRESS
from verify.kernel.calculus.textbook import FANO as FANO_STRESS
from verify.kernel.calculus.textbook import FUK_NAGAEV as FUK_NAGAEV_STRESS
from verify.kernel.calculus.textbook import HOEFFDING as HOEFFDING_STRESS
from verify.kernel.calculus.textbook.fact import entropy
from verify.kernel.calculus.values import OUTCOMES
from verify.kernel.statements.outcome import as_arb

E, F = event("E"), event("F")
X, S = random_real("X"), random_real("S")
low, high, t, M = real("a"), real("b"), real("t", above=0), real("M", above=0)
m, K = integer("m", least=1), integer("K", least=2)
order, spread = real("p", least=2), real("V", above=0)
V, G = Name("V", "finite random object"), Name("G", "guess")
SumOfIndependent = property_of(
    "SumOfIndependent", r"{0}\text{{ is a sum of independent reals, each at most }}{1}\text{{ above its mean}}"
)
"""SumOfIndependent(S, M)."""
UniformOn = property_of("UniformOn", r"{0}\text{{ is uniform on }}{1}\text{{ values}}")
GuessFrom = property_of("GuessFrom", r"{0}\text{{ is a guess of }}{1}\text{{ from }}{2}")
Wrong = Name("W", "event")
_THIRDS = [Fraction(k, 3) for k in range(1, 3)]


def _events() -> Iterator[Case]:
    """E and F on three outcomes."""
    for bits in product((False, True), repeat=6):
        weights = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
        outcomes = tuple((w, {E: bits[i], F: bits[3 + i]}) for i, w in enumerate(weights))
        yield (E, F), {OUTCOMES: outcomes}


def _binomial(size: int, p: Fraction) -> list[Fraction]:
    return [comb(size, k) * p**k * (1 - p) ** (size - k) for k in range(size + 1)]


def _means() -> Iterator[Case]:
    """The mean S of m coins X in {0, 1}; X is the first of them, whose outcomes are those of one coin."""
    for size, k in product((1, 2, 5, 12), range(13)):
        p = Fraction(k, 12)
        # Only E X and the law of S enter: S and an X that is independent of it will do.
        outcomes = tuple(
            (w * v, {S: Fraction(j, size), X: x})
            for j, w in enumerate(_binomial(size, p))
            for x, v in ((Fraction(1), p), (Fraction(0), 1 - p))
        )
        for tenth in range(1, 10, 2):
            values = {OUTCOMES: outcomes, m: Fraction(size), low: Fraction(0), high: Fraction(1)}
            yield (S, X, m, low, high, t), {**values, t: Fraction(tenth, 10)}


def _coins() -> Iterator[Case]:
    """The mean S of m coins X in {0, 1}, fair or rare, an X apart as above."""
    for (size, power), rate in product(((1, 2), (4, 4), (12, 12)), (Fraction(1, 2), Fraction(1, 50))):
        outcomes = tuple(
            (w * v, {S: Fraction(j, size), X: x})
            for j, w in enumerate(_binomial(size, rate))
            for x, v in ((Fraction(1), rate), (Fraction(0), 1 - rate))
        )
        for steps in (1, 2, 6):
            values = {OUTCOMES: outcomes, m: Fraction(size), order: Fraction(power), spread: rate * (1 - rate)}
            yield (S, X, m, order, spread, t), {**values, t: Fraction(20 * steps - 1, 20 * size)}


def _spreads() -> Iterator[Case]:
    for p, place in product(_THIRDS, (Fraction(1, 2), Fraction(1, 3), Fraction(2, 3))):
        outcomes = ((p, {X: Fraction(1)}), (1 - p, {X: Fraction(0)}))
        yield (X, t), {OUTCOMES: outcomes, t: place}
    # Three atoms at -t, 0, t: both sides meet.
    for side in (Fraction(1, 8), Fraction(1, 2)):
        atoms = ((side, {X: Fraction(-1)}), (1 - 2 * side, {X: Fraction(0)}), (side, {X: Fraction(1)}))
        yield (X, t), {OUTCOMES: atoms, t: Fraction(1)}


def _sizes() -> Iterator[Case]:
    for p, place in product((Fraction(1, 8), Fraction(1, 3), Fraction(1)), (Fraction(1), Fraction(2), Fraction(3))):
        yield (X, t), {OUTCOMES: ((p, {X: Fraction(2)}), (1 - p, {X: Fraction(0)})), t: place}


def _sums() -> Iterator[Case]:
    for size, p in product((1, 4, 20), (Fraction(1, 2), Fraction(1, 10), Fraction(1, 100))):
        outcomes = tuple((w, {S: Fraction(k)}) for k, w in enumerate(_binomial(size, p)))
        for k in range(size + 1):
            if k > size * p:
                yield (S, M, t), {OUTCOMES: outcomes, M: 1 - p, t: k - size * p}


def _guesses() -> Iterator[Case]:
    """V uniform on K values, each guessed right with probability p, else evenly: I = log K - H(guess given V)."""
    for size, k in product((2, 3, 5), range(7)):
        p = Fraction(1, size) + Fraction(k, 6) * (1 - Fraction(1, size))
        told = as_arb(size).log() - entropy((p, *[(1 - p) / (size - 1)] * (size - 1)))
        yield (V, G, K, Wrong), {K: Fraction(size), Information(V, G): told, OUTCOMES: ((1 - p, {Wrong: True}),)}


_ONE_COIN = tuple((Fraction(1, 2), {S: Fraction(x), X: Fraction(x)}) for x in (0, 1))
"""A coin in the place of the mean of several."""


def _mean_of(s: Any, x: Any, k: Any, least: Any, most: Any, room: Any) -> Statement:
    tail = Holds(at_most(room, Abs(s - Expectation(x))))
    return Statement(
        at_most(Probability(tail), 2 * exp(-2 * k * room**2 / (most - least) ** 2)),
        (MeanOfCopies(s, x, k), at_most(least, x), at_most(x, most), below(least, most)),
    )


def _heavy_mean_of(s: Any, x: Any, k: Any, power: Any, variance: Any, room: Any) -> Statement:
    away = Abs(x - Expectation(x)) ** power
    jumps = (1 + 2 / power) ** power * k ** (1 - power) * Expectation(away) / room**power
    return Statement(
        at_most(
            Probability(Holds(below(room, Abs(s - Expectation(x))))),
            2 * (jumps + exp(-2 * k * room**2 / ((power + 2) ** 2 * exp(power) * variance))),
        ),
        (MeanOfCopies(s, x, k), at_most(Variance(x), variance)),
    )


UNION = Schema(
    "union bound",
    "lemma",
    "subadditivity",
    lambda e, f: Statement(at_most(Probability(Either(e, f)), Probability(e) + Probability(f))),
    (E, F),
    _events,
)
COMPLEMENT = Schema(
    "complement",
    "lemma",
    "additivity",
    lambda e, f: Statement(equal(Probability(Not(e)), 1 - Probability(e))),
    (E, F),
    _events,
)
HOEFFDING = Schema(
    "Hoeffding",
    "theorem",
    "Hoeffding 1963, Theorem 2",
    _mean_of,
    (S, X, m, low, high, t),
    _means,
    HOEFFDING_STRESS,
    outside=lambda: iter(
        [
            (
                0,
                (S, X, m, low, high, t),
                {OUTCOMES: _ONE_COIN, m: Fraction(12), low: Fraction(0), high: Fraction(1), t: Fraction(1, 2)},
            ),
        ]
    ),
)
FUK_NAGAEV = Schema(
    "Fuk and Nagaev",
    "theorem",
    "S. V. Nagaev 1979, Corollary 1.8, for both signs of X - E X",
    _heavy_mean_of,
    (S, X, m, order, spread, t),
    _coins,
    FUK_NAGAEV_STRESS,
)
CHEBYSHEV = Schema(
    "Chebyshev",
    "theorem",
    "Chebyshev: Williams 1991, Section 7.3",
    lambda x, room: Statement(
        at_most(Probability(Holds(at_most(room, Abs(x - Expectation(x))))), Variance(x) / room**2)
    ),
    (X, t),
    _spreads,
)
MARKOV = Schema(
    "Markov",
    "theorem",
    "Markov: Williams 1991, Section 6.4",
    lambda x, room: Statement(at_most(Probability(Holds(at_most(room, x))), Expectation(x) / room), (at_most(0, x),)),
    (integrable_real("X"), t),
    _sizes,
    outside=lambda: iter(
        [
            (
                0,
                (X, t),
                {OUTCOMES: ((Fraction(1, 2), {X: Fraction(2)}), (Fraction(1, 2), {X: Fraction(-10)})), t: Fraction(2)},
            ),
        ]
    ),
)
BERNSTEIN = Schema(
    "Bernstein",
    "theorem",
    "Bernstein: Boucheron, Lugosi and Massart 2013, Corollary 2.11 at c = M/3",
    lambda s, most, room: Statement(
        at_most(
            Probability(Holds(at_most(room, s - Expectation(s)))),
            exp(-(room**2) / (2 * (Variance(s) + most * room / 3))),
        ),
        (SumOfIndependent(s, most),),
    ),
    (S, M, t),
    _sums,
    BERNSTEIN_STRESS,
    outside=lambda: iter(
        [
            (
                0,
                (S, M, t),
                {
                    OUTCOMES: ((Fraction(99, 100), {S: Fraction(0)}), (Fraction(1, 100), {S: Fraction(100)})),
                    M: Fraction(1, 100),
                    t: Fraction(99),
                },
            ),
        ]
    ),
)
FANO = Schema(
    "Fano",
    "theorem",
    "Fano: Cover and Thomas 2006, Theorem 2.10.1, for a uniform V",
    lambda v, z, k, wrong: Statement(
        at_most(1 - (Information(v, z) + log(2)) / log(k), Probability(wrong)),
        (UniformOn(v, k), GuessFrom(wrong, v, z)),
    ),
    (V, G, K, Wrong),
    _guesses,
    FANO_STRESS,
    outside=lambda: iter(
        [
            *(
                (
                    place,
                    (V, G, K, Wrong),
                    {K: Fraction(5), Information(V, G): Fraction(0), OUTCOMES: ((Fraction(1), {Wrong: False}),)},
                )
                for place in (0, 1)
            ),
        ]
    ),
)

FACTS = (UNION, COMPLEMENT, HOEFFDING, FUK_NAGAEV, CHEBYSHEV, MARKOV, BERNSTEIN, FANO)
