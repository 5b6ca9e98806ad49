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

_E, _F = event("E"), event("F")
_X, _S = random_real("X"), random_real("S")
_low, _high, _t, _M = real("a"), real("b"), real("t", above=0), real("M", above=0)
_m, _K = integer("m", least=1), integer("K", least=2)
order, spread = real("p", least=2), real("V", above=0)
_V, _G = Name("V", "finite random object"), Name("G", "guess")
SumOfIndependent = property_of(
    "SumOfIndependent", r"{0}\text{{ is a sum of independent reals, each at most }}{1}\text{{ above its mean}}"
)
"""SumOfIndependent(S, M)."""
UniformOn = property_of("UniformOn", r"{0}\text{{ is uniform on }}{1}\text{{ values}}")
GuessFrom = property_of("GuessFrom", r"{0}\text{{ is a guess of }}{1}\text{{ from }}{2}")
_Wrong = Name("W", "event")
_THIRDS = [Fraction(k, 3) for k in range(1, 3)]


def _events() -> Iterator[Case]:
    """E and F on three outcomes."""
    for bits in product((False, True), repeat=6):
        weights = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
        outcomes = tuple((w, {_E: bits[i], _F: bits[3 + i]}) for i, w in enumerate(weights))
        yield (_E, _F), {OUTCOMES: outcomes}


def _binomial(size: int, p: Fraction) -> list[Fraction]:
    return [comb(size, k) * p**k * (1 - p) ** (size - k) for k in range(size + 1)]


def _means() -> Iterator[Case]:
    """The mean S of m coins X in {0, 1}; X is the first of them, whose outcomes are those of one coin."""
    for size, k in product((1, 2, 5, 12), range(13)):
        p = Fraction(k, 12)
        # Only E X and the law of S enter: S and an X that is independent of it will do.
        outcomes = tuple(
            (w * v, {_S: Fraction(j, size), _X: x})
            for j, w in enumerate(_binomial(size, p))
            for x, v in ((Fraction(1), p), (Fraction(0), 1 - p))
        )
        for tenth in range(1, 10, 2):
            values = {OUTCOMES: outcomes, _m: Fraction(size), _low: Fraction(0), _high: Fraction(1)}
            yield (_S, _X, _m, _low, _high, _t), {**values, _t: Fraction(tenth, 10)}


def _coins() -> Iterator[Case]:
    """The mean S of m coins X in {0, 1}, fair or rare, an X apart as above."""
    for (size, power), rate in product(((1, 2), (4, 4), (12, 12)), (Fraction(1, 2), Fraction(1, 50))):
        outcomes = tuple(
            (w * v, {_S: Fraction(j, size), _X: x})
            for j, w in enumerate(_binomial(size, rate))
            for x, v in ((Fraction(1), rate), (Fraction(0), 1 - rate))
        )
        for steps in (1, 2, 6):
            values = {OUTCOMES: outcomes, _m: Fraction(size), order: Fraction(power), spread: rate * (1 - rate)}
            yield (_S, _X, _m, order, spread, _t), {**values, _t: Fraction(20 * steps - 1, 20 * size)}


def _spreads() -> Iterator[Case]:
    for p, place in product(_THIRDS, (Fraction(1, 2), Fraction(1, 3), Fraction(2, 3))):
        outcomes = ((p, {_X: Fraction(1)}), (1 - p, {_X: Fraction(0)}))
        yield (_X, _t), {OUTCOMES: outcomes, _t: place}
    # Three atoms at -t, 0, t: both sides meet.
    for side in (Fraction(1, 8), Fraction(1, 2)):
        atoms = ((side, {_X: Fraction(-1)}), (1 - 2 * side, {_X: Fraction(0)}), (side, {_X: Fraction(1)}))
        yield (_X, _t), {OUTCOMES: atoms, _t: Fraction(1)}


def _sizes() -> Iterator[Case]:
    for p, place in product((Fraction(1, 8), Fraction(1, 3), Fraction(1)), (Fraction(1), Fraction(2), Fraction(3))):
        yield (_X, _t), {OUTCOMES: ((p, {_X: Fraction(2)}), (1 - p, {_X: Fraction(0)})), _t: place}


def _sums() -> Iterator[Case]:
    for size, p in product((1, 4, 20), (Fraction(1, 2), Fraction(1, 10), Fraction(1, 100))):
        outcomes = tuple((w, {_S: Fraction(k)}) for k, w in enumerate(_binomial(size, p)))
        for k in range(size + 1):
            if k > size * p:
                yield (_S, _M, _t), {OUTCOMES: outcomes, _M: 1 - p, _t: k - size * p}


def _guesses() -> Iterator[Case]:
    """V uniform on K values, each guessed right with probability p, else evenly: I = log K - H(guess given V)."""
    for size, k in product((2, 3, 5), range(7)):
        p = Fraction(1, size) + Fraction(k, 6) * (1 - Fraction(1, size))
        told = as_arb(size).log() - entropy((p, *[(1 - p) / (size - 1)] * (size - 1)))
        yield (
            (_V, _G, _K, _Wrong),
            {_K: Fraction(size), Information(_V, _G): told, OUTCOMES: ((1 - p, {_Wrong: True}),)},
        )


_ONE_COIN = tuple((Fraction(1, 2), {_S: Fraction(x), _X: Fraction(x)}) for x in (0, 1))
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
    (_E, _F),
    _events,
)
COMPLEMENT = Schema(
    "complement",
    "lemma",
    "additivity",
    lambda e, f: Statement(equal(Probability(Not(e)), 1 - Probability(e))),
    (_E, _F),
    _events,
)
HOEFFDING = Schema(
    "Hoeffding",
    "theorem",
    "Hoeffding 1963, Theorem 2",
    _mean_of,
    (_S, _X, _m, _low, _high, _t),
    _means,
    HOEFFDING_STRESS,
    outside=lambda: iter(
        [
            (
                0,
                (_S, _X, _m, _low, _high, _t),
                {OUTCOMES: _ONE_COIN, _m: Fraction(12), _low: Fraction(0), _high: Fraction(1), _t: Fraction(1, 2)},
            ),
        ]
    ),
)
FUK_NAGAEV = Schema(
    "Fuk and Nagaev",
    "theorem",
    "S. V. Nagaev 1979, Corollary 1.8, for both signs of X - E X",
    _heavy_mean_of,
    (_S, _X, _m, order, spread, _t),
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
    (_X, _t),
    _spreads,
)
MARKOV = Schema(
    "Markov",
    "theorem",
    "Markov: Williams 1991, Section 6.4",
    lambda x, room: Statement(at_most(Probability(Holds(at_most(room, x))), Expectation(x) / room), (at_most(0, x),)),
    (integrable_real("X"), _t),
    _sizes,
    outside=lambda: iter(
        [
            (
                0,
                (_X, _t),
                {
                    OUTCOMES: ((Fraction(1, 2), {_X: Fraction(2)}), (Fraction(1, 2), {_X: Fraction(-10)})),
                    _t: Fraction(2),
                },
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
    (_S, _M, _t),
    _sums,
    BERNSTEIN_STRESS,
    outside=lambda: iter(
        [
            (
                0,
                (_S, _M, _t),
                {
                    OUTCOMES: ((Fraction(99, 100), {_S: Fraction(0)}), (Fraction(1, 100), {_S: Fraction(100)})),
                    _M: Fraction(1, 100),
                    _t: Fraction(99),
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
    (_V, _G, _K, _Wrong),
    _guesses,
    FANO_STRESS,
    outside=lambda: iter(
        [
            *(
                (
                    place,
                    (_V, _G, _K, _Wrong),
                    {_K: Fraction(5), Information(_V, _G): Fraction(0), OUTCOMES: ((Fraction(1), {_Wrong: False}),)},
                )
                for place in (0, 1)
            ),
        ]
    ),
)

FACTS = (UNION, COMPLEMENT, HOEFFDING, FUK_NAGAEV, CHEBYSHEV, MARKOV, BERNSTEIN, FANO)
