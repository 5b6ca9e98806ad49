"""Cumulant generating functions: facts of exponential moments, for tails by Chernoff's method."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from flint import acb, arb
from sympy import Max, exp, log, pi, sqrt

from verify.kernel.calculus.conditions import at_most, below, equal
from verify.kernel.calculus.events import Holds
from verify.kernel.calculus.nouns import CGF, Expectation, Independent, LaplaceNoise, MeanOfCopies, Probability
from verify.kernel.calculus.reasons import Case, Outside, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import integer, random_real, real
from verify.kernel.calculus.textbook import HOEFFDING_LEMMA as HOEFFDING_LEMMA_STRESS
from verify.kernel.calculus.textbook import LAPLACE_MOMENT
from verify.kernel.calculus.values import OUTCOMES
from verify.kernel.statements.outcome import as_arb

_X, _Y, _S, _W = (random_real(letter) for letter in "XYSW")
_a, _low, _high, _t = real("c"), real("a"), real("b"), real("t")
_b, _tilt, _rate = real("b", above=0), real("lambda"), real("lambda", least=0)
_m = integer("m", least=1)
_TILTS = (Fraction(-2), Fraction(1, 2), Fraction(3))
_ATOMS = ((Fraction(0), Fraction(1)), (Fraction(-1), Fraction(2)))
_CHANCES = (Fraction(1, 5), Fraction(1, 2), Fraction(9, 10))

_Law = list[tuple[Fraction, Fraction]]


def _coins() -> Iterator[_Law]:
    for chance, (x, y) in product(_CHANCES, _ATOMS):
        yield [(1 - chance, x), (chance, y)]


def _scaled() -> Iterator[Case]:
    for law, tilted, factor in product(_coins(), _TILTS, (Fraction(-1), Fraction(1, 3), Fraction(2))):
        yield (_X, _a, _tilt), {OUTCOMES: tuple((w, {_X: x}) for w, x in law), _a: factor, _tilt: tilted}


def _sums() -> Iterator[Case]:
    for one, other, tilted in product(_coins(), list(_coins())[1:4], _TILTS):
        outcomes = tuple((v * w, {_X: x, _Y: y}) for v, x in one for w, y in other)
        yield (_X, _Y, _tilt), {OUTCOMES: outcomes, _tilt: tilted}


def _means() -> Iterator[Case]:
    """The mean S of up to three copies of X, the first of which is X itself."""
    for law, size, tilted in product(_coins(), (1, 2, 3), _TILTS):
        outcomes = []
        for draws in product(law, repeat=size):
            weight = Fraction(1)
            for w, _ in draws:
                weight *= w
            outcomes.append((weight, {_X: draws[0][1], _S: sum((x for _, x in draws), Fraction(0)) / size}))
        yield (_S, _X, _m, _tilt), {OUTCOMES: tuple(outcomes), _m: Fraction(size), _tilt: tilted}


def _bounded() -> Iterator[Case]:
    for law, tilted in product(_coins(), (*_TILTS, Fraction(1, 100))):
        ends = sorted(x for _, x in law)
        yield (
            (_X, _low, _high, _tilt),
            {OUTCOMES: tuple((w, {_X: x}) for w, x in law), _low: ends[0], _high: ends[1], _tilt: tilted},
        )


def _tails() -> Iterator[Case]:
    """At the atom above the mean, where the best rate makes both sides meet as its probability tends to 0."""
    for law, tilted in product(_coins(), (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3))):
        mean = sum((w * x for w, x in law), Fraction(0))
        outcomes = tuple((w, {_X: x}) for w, x in law)
        yield (_X, _t, _rate), {OUTCOMES: outcomes, _t: max(x for _, x in law) - mean, _rate: tilted}


def _excesses() -> Iterator[Case]:
    """The mean S of m copies of a coin X, the first of which is X itself."""
    for _, values in _means():
        places = [x[_S] for _, x in values[OUTCOMES]]
        ends = {_low: min(places), _high: max(places)}
        for way, room in product((Fraction(1), Fraction(-1)), (Fraction(0), Fraction(1, 3))):
            yield (_S, _X, _m, _low, _high, _rate, _a), {**values, **ends, _rate: room, _a: way}


def _laplace() -> Iterator[Case]:
    """log E exp(lambda W) by enclosed integrals over each half line, cut where less than e^-40 of it is left."""
    for scale, share in product((Fraction(1), Fraction(3)), (Fraction(-4, 5), Fraction(1, 10), Fraction(1, 2))):
        tilted = share / scale
        moment = arb(0)
        for side in (1, -1):
            fall = as_arb(1 / scale - side * tilted)
            end = 40 / fall
            inside = acb.integral(lambda w, _, fall=fall: (-fall * w).exp(), 0, end).real
            moment += (inside + ((-arb(40)).exp() / fall).union(arb(0))) / (2 * as_arb(scale))
        yield (_W, _b, _tilt), {_b: scale, _tilt: tilted, CGF(_W, _tilt): moment.log()}


def _tied() -> Iterator[Outside]:
    """The same coin twice."""
    outcomes = tuple((Fraction(1, 2), {_X: x, _Y: x}) for x in (Fraction(0), Fraction(1)))
    yield 0, (_X, _Y, _tilt), {OUTCOMES: outcomes, _tilt: Fraction(1)}


def _not_narrowed() -> Iterator[Outside]:
    """A coin for the mean of nine; a coin below the least value that is said; a constant between two equal ends."""
    letters = _S, _X, _m, _low, _high, _rate, _a
    coin = tuple((Fraction(1, 2), {_S: x, _X: x}) for x in (Fraction(0), Fraction(1)))
    values = {
        OUTCOMES: coin,
        _low: Fraction(0),
        _high: Fraction(1),
        _rate: Fraction(0),
        _a: Fraction(1),
        _m: Fraction(1),
    }
    yield 0, letters, {**values, _m: Fraction(9)}
    yield 1, letters, {**values, _low: Fraction(99, 100)}
    yield 3, letters, {**values, OUTCOMES: ((Fraction(1), {_S: Fraction(0), _X: Fraction(0)}),), _high: Fraction(0)}


def _copies() -> Iterator[Outside]:
    coin = tuple((Fraction(1, 2), {_S: x, _X: x}) for x in (Fraction(0), Fraction(1)))
    yield 0, (_S, _X, _m, _tilt), {OUTCOMES: coin, _m: Fraction(9), _tilt: Fraction(1)}


def _other_noise() -> Iterator[Outside]:
    """Noise that is 0; a tilt at which Laplace noise has no moment."""
    yield 0, (_W, _b, _tilt), {_b: Fraction(1), _tilt: Fraction(1, 2), CGF(_W, _tilt): Fraction(0)}
    yield 1, (_W, _b, _tilt), {_b: Fraction(1), _tilt: Fraction(2), CGF(_W, _tilt): arb("inf")}


CHERNOFF = Schema(
    "Chernoff",
    "theorem",
    "Chernoff: Boucheron, Lugosi and Massart 2013, Section 2.2",
    lambda x, room, at: Statement(
        at_most(Probability(Holds(at_most(room, x - Expectation(x)))), exp(CGF(x, at) - at * room))
    ),
    (_X, _t, _rate),
    _tails,
)
SCALED_CGF = Schema(
    "scaled variable",
    "definition",
    "definition",
    lambda x, factor, at: Statement(equal(CGF(factor * x, at), CGF(x, factor * at))),
    (_X, _a, _tilt),
    _scaled,
)
CGF_OF_SUM = Schema(
    "cumulants add",
    "lemma",
    "Boucheron, Lugosi and Massart 2013, Section 2.2",
    lambda x, y, at: Statement(equal(CGF(x + y, at), CGF(x, at) + CGF(y, at)), (Independent(x, y),)),
    (_X, _Y, _tilt),
    _sums,
    outside=_tied,
)
CGF_OF_MEAN = Schema(
    "cumulants of a mean",
    "lemma",
    "Boucheron, Lugosi and Massart 2013, Section 2.2",
    lambda s, x, k, at: Statement(equal(CGF(s, at), k * CGF(x, at / k)), (MeanOfCopies(s, x, k),)),
    (_S, _X, _m, _tilt),
    _means,
    outside=_copies,
)
HOEFFDING_LEMMA = Schema(
    "Hoeffding's lemma",
    "theorem",
    "Hoeffding 1963, (4.16)",
    lambda x, least, most, at: Statement(
        at_most(CGF(x, at), at**2 * (most - least) ** 2 / 8), (at_most(least, x), at_most(x, most))
    ),
    (_X, _low, _high, _tilt),
    _bounded,
    HOEFFDING_LEMMA_STRESS,
)
LAPLACE_CGF = Schema(
    "cumulants of Laplace noise",
    "lemma",
    "moment generating function of the Laplace law",
    lambda w, scale, at: Statement(
        equal(CGF(w, at), -log(1 - scale**2 * at**2)), (LaplaceNoise(w, scale), below(scale**2 * at**2, 1))
    ),
    (_W, _b, _tilt),
    _laplace,
    LAPLACE_MOMENT,
    outside=_other_noise,
)
HOEFFDING_EXCESS = Schema(
    "expected excess",
    "lemma",
    "Hoeffding 1963, Theorem 2, integrated: the integral of e^(-u^2/2) beyond t is at most sqrt(pi/2) e^(-t^2/2)",
    lambda s, x, k, least, most, room, way: Statement(
        at_most(
            Expectation(Max(way * (s - Expectation(x)) - room, 0)),
            sqrt(pi / 2) * (most - least) / (2 * sqrt(k)) * exp(-2 * k * room**2 / (most - least) ** 2),
        ),
        (MeanOfCopies(s, x, k), at_most(least, x), at_most(x, most), below(least, most), equal(way**2, 1)),
    ),
    (_S, _X, _m, _low, _high, _rate, _a),
    _excesses,
    outside=_not_narrowed,
)

FACTS = (HOEFFDING_EXCESS, CHERNOFF, SCALED_CGF, CGF_OF_SUM, CGF_OF_MEAN, HOEFFDING_LEMMA, LAPLACE_CGF)
