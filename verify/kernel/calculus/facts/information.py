"""Divergences, private channels, tests and estimates: facts of laws."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import sympy
from sympy import Integer, Rational, exp, log, sqrt

from lowerbounds.information.channels import extreme_channels
from verify.kernel.calculus.conditions import at_most, below, equal
from verify.kernel.calculus.nouns import (
    KL,
    TV,
    ChiSquare,
    Discrete,
    Hellinger2,
    Interactive,
    Law,
    Mean,
    Member,
    OnInterval,
    Power,
    Private,
    Table,
    TestError,
    Through,
    Transcript,
    WorstRisk,
)
from verify.kernel.calculus.over import Supremum
from verify.kernel.calculus.reasons import Case, Outside, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, integer, law, real, unfold
from verify.kernel.calculus.textbook import BRETAGNOLLE_HUBER as BRETAGNOLLE_HUBER_STRESS
from verify.kernel.calculus.textbook import CHAIN_RULE, EXTREME_CHANNELS, HELLINGER_TV, KL_BELOW_CHI_SQUARE
from verify.kernel.calculus.textbook import DATA_PROCESSING as DATA_PROCESSING_STRESS
from verify.kernel.calculus.textbook import LE_CAM as LE_CAM_STRESS
from verify.kernel.calculus.textbook import PINSKER as PINSKER_STRESS
from verify.kernel.calculus.textbook.fact import laws
from verify.kernel.statements.outcome import as_arb

P, Q = law("P"), law("Q")
K = Name("K", "channel")
_Z = Name("Z", "protocol")
_F = Name("F", "class of laws")
_n, _m = integer("n", least=1), integer("m", least=1)
epsilon, delta = real("epsilon", above=0), real("delta", least=0)


def _laws(size: int = 3, parts: int = 6) -> list[Law]:
    return [dict(zip(map(Fraction, range(size)), masses, strict=True)) for masses in laws(size, parts)]


def _pairs() -> Iterator[Case]:
    several = _laws()
    yield from (((P, Q), {P: p, Q: q}) for p, q in product(several, several))


def _powers() -> Iterator[Case]:
    several = _laws(2)
    for p, q, k in product(several, several, (1, 2, 3)):
        yield (P, Q, _m), {P: p, Q: q, _m: Fraction(k)}


def _private_channels(size: int) -> Iterator[tuple[Fraction, Callable[[Any], Law]]]:
    """Extreme channels: e^epsilon and the channel on the letters 0, 1, ..., or on draws of one such letter."""
    for t in (Fraction(11, 10), Fraction(3), Fraction(20)):
        for table in extreme_channels(tuple(Fraction(i) for i in range(size)), t):

            def channel(letter: Any, table: Any = table) -> Law:
                return dict(table[letter[0] if isinstance(letter, tuple) else letter].masses)

            yield t, channel


def contracted() -> Iterator[Case]:
    """Laws on three atoms through private channels."""
    several = _laws()
    for t, channel in _private_channels(3):
        for p, q in zip(several[::2], reversed(several), strict=False):
            yield (K, epsilon, P, Q), {P: p, Q: q, K: channel, epsilon: as_arb(t).log()}


def _rarely() -> Iterator[Case]:
    """Also a message that is rare, e^epsilon times as likely under the first law."""
    yield from contracted()
    for t, rare in product((Fraction(3), Fraction(20)), (Fraction(1, 100), Fraction(1, 10**4))):

        def channel(letter: Any, t: Fraction = t, rare: Fraction = rare) -> Law:
            chance = rare if letter else t * rare
            return {1: chance, 0: 1 - chance}

        one, other = {Fraction(0): Fraction(1)}, {Fraction(1): Fraction(1)}
        yield (K, epsilon, P, Q), {P: one, Q: other, K: channel, epsilon: as_arb(t).log()}


def _processed() -> Iterator[Case]:
    for arguments, values in contracted():
        yield (arguments[0], *arguments[2:]), values


def _protocols(users: int = 2) -> Iterator[dict[Any, Any]]:
    """All users by one channel; the estimate is a function of the number of messages 1, for every such function."""
    for t, channel in _private_channels(2):
        for values in product((Fraction(0), Fraction(1, 2), Fraction(1)), repeat=2):

            def estimate(z: tuple[Any, ...], values: tuple[Fraction, ...] = values) -> Fraction:
                return values[0] + (values[1] - values[0]) * Fraction(sum(map(bool, z)), users)

            yield {_Z: (users, channel, estimate), epsilon: as_arb(t).log(), _n: Fraction(users), _m: Fraction(1)}


def _two_points() -> Iterator[Case]:
    """Classes of two laws on {0, 1}, all linear estimates with three values at each end, one or two users."""
    for users, (p, q) in product((1, 2), ((Fraction(3, 4), Fraction(1, 4)), (Fraction(1), Fraction(0)))):
        both = [{Fraction(1): x, Fraction(0): 1 - x} for x in (p, q)]
        for values in _protocols(users):
            yield (_Z, _F, _m, P, Q, delta), {**values, P: both[0], Q: both[1], _F: both, delta: (p - q) / 2}
    # Where both laws are one, no message says more than the mean: the bound is 0, and the middle of the two is best.
    for users in (1, 2):
        half = {Fraction(1): Fraction(1, 2), Fraction(0): Fraction(1, 2)}
        blind = (users, lambda _: {0: Fraction(1)}, lambda _: Fraction(1, 2))
        for p in (Fraction(1), Fraction(3, 4)):
            both = [{Fraction(1): x, Fraction(0): 1 - x} for x in (p, 1 - p)]
            yield (
                (_Z, _F, _m, P, Q, delta),
                {_Z: blind, _m: Fraction(1), P: both[0], Q: both[1], _F: [*both, half], delta: p - Fraction(1, 2)},
            )


def _le_cam(protocol: Any, members: Any, draws: Any, p: Any, q: Any, half: Any) -> Statement:
    told = TV(Transcript(protocol, Power(p, draws)), Transcript(protocol, Power(q, draws)))
    return Statement(
        at_most(half**2 * (1 - told), WorstRisk(protocol, members, draws)),
        (Member(p, members), Member(q, members), at_most(2 * half, Mean(p) - Mean(q))),
    )


def _elsewhere() -> Iterator[Outside]:
    """A class of one of two point masses, and its mean as the estimate whatever the messages are."""
    one, other = {Fraction(1): Fraction(1)}, {Fraction(0): Fraction(1)}
    for place, kept, mean in ((0, other, Fraction(0)), (1, one, Fraction(1))):
        blind = (1, lambda _: {0: Fraction(1)}, lambda _, mean=mean: mean)
        yield (
            place,
            (_Z, _F, _m, P, Q, delta),
            {
                _Z: blind,
                _m: Fraction(1),
                P: one,
                Q: other,
                _F: [kept],
                delta: Fraction(1, 2),
            },
        )


def leaking() -> Iterator[Outside]:
    """The message is the datum, except for a share of lies, which is rarer under one law."""
    table = Table({Fraction(1): {1: Fraction(99, 100), 0: Fraction(1, 100)}, Fraction(0): {0: Fraction(1)}})
    laws_ = {P: {Fraction(1): Fraction(1, 2), Fraction(0): Fraction(1, 2)}, Q: {Fraction(0): Fraction(1)}}
    yield 0, (K, epsilon, P, Q), {K: table, epsilon: as_arb(Fraction(1, 100)), **laws_}


LE_CAM = Schema(
    "Le Cam, two points",
    "lemma",
    "Le Cam: Yu 1997, Lemma 1, for the squared error: the squares of the distances "
    "of an estimate from both means add up to 2 delta^2 at least",
    _le_cam,
    (_Z, _F, _m, P, Q, delta),
    _two_points,
    LE_CAM_STRESS,
    outside=_elsewhere,
)
TESTING = Schema(
    "least error of a test",
    "theorem",
    "Neyman and Pearson: Lehmann and Romano 2005, Theorem 13.1.1",
    lambda p, q: Statement(equal(TestError(p, q), (1 - TV(p, q)) / 2)),
    (P, Q),
    _pairs,
    LE_CAM_STRESS,
)
PINSKER = Schema(
    "Pinsker",
    "theorem",
    "Pinsker: Tsybakov 2009, Lemma 2.5",
    lambda p, q: Statement(at_most(TV(p, q), sqrt(KL(p, q) / 2))),
    (P, Q),
    _pairs,
    PINSKER_STRESS,
)
BRETAGNOLLE_HUBER = Schema(
    "Bretagnolle and Huber",
    "theorem",
    "Bretagnolle and Huber: Tsybakov 2009, (2.25)",
    lambda p, q: Statement(at_most(TV(p, q), 1 - exp(-KL(p, q)) / 2)),
    (P, Q),
    _pairs,
    BRETAGNOLLE_HUBER_STRESS,
)
KL_CHI_SQUARE = Schema(
    "KL below chi-square",
    "theorem",
    "Tsybakov 2009, Lemma 2.7",
    lambda p, q: Statement(at_most(KL(p, q), ChiSquare(p, q))),
    (P, Q),
    _pairs,
    KL_BELOW_CHI_SQUARE,
)
HELLINGER = Schema(
    "Hellinger above TV",
    "theorem",
    "Le Cam's inequalities: Tsybakov 2009, Lemma 2.3",
    lambda p, q: Statement(at_most(TV(p, q), sqrt(Hellinger2(p, q) * (2 - Hellinger2(p, q))))),
    (P, Q),
    _pairs,
    HELLINGER_TV,
)
TENSORISATION = Schema(
    "tensorisation",
    "theorem",
    "chain rule of KL: Cover and Thomas 2006, Theorem 2.5.3, independent parts",
    lambda p, q, k: Statement(equal(KL(Power(p, k), Power(q, k)), k * KL(p, q))),
    (P, Q, _m),
    _powers,
    CHAIN_RULE,
)
DATA_PROCESSING = Schema(
    "data processing",
    "theorem",
    "van Erven and Harremoes 2014, Theorem 9",
    lambda k, p, q: Statement(at_most(KL(Through(k, p), Through(k, q)), KL(p, q))),
    (K, P, Q),
    _processed,
    DATA_PROCESSING_STRESS,
)
PRIVATE_CHI_SQUARE = Schema(
    "private contraction",
    "lemma",
    "Duchi, Jordan and Wainwright 2018, Lemma 1 and Theorem 1, in its form for chi-square: both means of q(z|.) are "
    "within inf q(z|.) (e^epsilon - 1) TV of each other and at least inf q(z|.), which sums to at most 1",
    lambda k, e, p, q: Statement(
        at_most(ChiSquare(Through(k, p), Through(k, q)), (exp(e) - 1) ** 2 * TV(p, q) ** 2), (Private(k, e),)
    ),
    (K, epsilon, P, Q),
    contracted,
    EXTREME_CHANNELS,
    outside=leaking,
)

PRIVATE_TURNED = Schema(
    "chi-square of private messages, turned",
    "lemma",
    "the probabilities of a message under two laws are at most e^epsilon apart",
    lambda k, e, p, q: Statement(
        at_most(ChiSquare(Through(k, p), Through(k, q)), exp(e) * ChiSquare(Through(k, q), Through(k, p))),
        (Private(k, e),),
    ),
    (K, epsilon, P, Q),
    _rarely,
    EXTREME_CHANNELS,
    outside=leaking,
)


def _users(protocol: Any, n: Any, e: Any, p: Any, q: Any) -> Statement:
    channel = Name("K", "channel")
    worst = Supremum(KL(Through(channel, p), Through(channel, q)), channel, Private(channel, e))
    return Statement(
        at_most(KL(Transcript(protocol, p), Transcript(protocol, q)), n * worst), (Interactive(protocol, n, e),)
    )


def _transcripts() -> Iterator[Case]:
    """Equal channels for all users: the supremum over channels is taken for the one that they use."""
    for values, (p, q) in product(_protocols(2), ((Fraction(3, 4), Fraction(1, 4)), (Fraction(2, 3), Fraction(1, 2)))):
        first, second = ({Fraction(1): x, Fraction(0): 1 - x} for x in (p, q))
        _, channel, _ = values[_Z]
        sample = {**values, P: first, Q: second, K: channel}
        worst = Supremum(KL(Through(K, P), Through(K, Q)), K, Private(K, epsilon))
        at_channel = KL(Through(K, P), Through(K, Q))
        from verify.kernel.calculus.values import value

        yield (_Z, _n, epsilon, P, Q), {**sample, worst: value(at_channel, sample)}


CHAIN_OVER_USERS = Schema(
    "chain rule over users",
    "lemma",
    "chain rule of KL: Cover and Thomas 2006, Theorem 2.5.3; given the earlier messages, each is a private channel's",
    _users,
    (_Z, _n, epsilon, P, Q),
    _transcripts,
    CHAIN_RULE,
)


def masses(p: Any, *, positive: bool = False) -> tuple[Any, ...]:
    """That a finite law is one, with mass at each of its points where it is `positive`."""
    p = unfold(p)
    return (*((below if positive else at_most)(0, w) for w in p.masses), equal(sympy.Add(*p.masses), 1))


def _finite_kl(p: Any, q: Any) -> Statement:
    """KL of two laws with mass at the same points, which differ."""
    one, other = unfold(p), unfold(q)
    if one.points != other.points:
        raise ValueError("laws on other points")
    found = sympy.Add(*(a * log(a / b) for a, b in zip(one.masses, other.masses, strict=True)))
    apart = (below(0, (x - y) ** 2) for x, y in combinations(one.points, 2))
    return Statement(equal(KL(p, q), found), (*masses(p, positive=True), *masses(q, positive=True), *apart))


def _finite_mean(p: Any) -> Statement:
    known = unfold(p)
    return Statement(
        equal(Mean(p), sympy.Add(*(x * w for x, w in zip(known.points, known.masses, strict=True)))), masses(p)
    )


def _supported(p: Any, low: Any, high: Any) -> Statement:
    inside = tuple(c for x in unfold(p).points for c in (at_most(low, x), at_most(x, high)))
    return Statement(Member(p, OnInterval(low, high)), (*masses(p), *inside))


_X, _Y = real("x"), real("y", above=0, below=1)
_COIN, _OTHER = Discrete(-1, _Y, 1, 1 - _Y), Discrete(-1, Rational(1, 3), 1, Rational(2, 3))


def _coins() -> Iterator[Case]:
    for k in range(1, 8):
        yield (_COIN, _OTHER), {_Y: Fraction(k, 8)}


def _means() -> Iterator[Case]:
    for arguments, values in _coins():
        yield arguments[:1], values


def _inside() -> Iterator[Case]:
    for k in range(1, 8):
        yield (_COIN, Integer(-1), Integer(k)), {_Y: Fraction(k, 8), OnInterval(-1, k): _Interval(-1, k)}


class _Interval:
    """The class of laws on an interval, for the stress of membership."""

    def __init__(self, low: int, high: int) -> None:
        self._low, self._high = low, high

    def __contains__(self, p: Law) -> bool:
        return sum(p.values()) == 1 and all(self._low <= x <= self._high for x, w in p.items() if w)


_ANY = real("z")
_FREE, _TWICE = Discrete(-1, _ANY, 1, 1 - _ANY), Discrete(0, _Y, 0, 1 - _Y)


def _no_mass() -> Iterator[Outside]:
    """Points without mass, under the one law or the other; one point twice."""
    for place, p, q, at in ((0, _FREE, _OTHER, 0), (1, _FREE, _OTHER, 1), (3, _OTHER, _FREE, 0), (4, _OTHER, _FREE, 1)):
        yield place, (p, q), {_ANY: Fraction(at)}
    yield 6, (_TWICE, Discrete(0, Rational(1, 3), 0, Rational(2, 3))), {_Y: Fraction(1, 2)}


def _beyond() -> Iterator[Outside]:
    """Points that lie below the interval or above it."""
    for place, low, high in ((3, 0, 1), (6, -1, 0)):
        inside = {OnInterval(low, high): _Interval(low, high)}
        yield place, (_COIN, Integer(low), Integer(high)), {_Y: Fraction(1, 2), **inside}


FINITE_KL = Schema(
    "KL of finite laws", "definition", "definition", _finite_kl, (_COIN, _OTHER), _coins, outside=_no_mass
)
FINITE_MEAN = Schema("mean of a finite law", "definition", "definition", _finite_mean, (_COIN,), _means)
SUPPORT = Schema(
    "law on an interval",
    "definition",
    "definition",
    _supported,
    (_COIN, Integer(-1), Integer(1)),
    _inside,
    outside=_beyond,
)

FACTS = (
    LE_CAM,
    TESTING,
    PINSKER,
    BRETAGNOLLE_HUBER,
    KL_CHI_SQUARE,
    HELLINGER,
    TENSORISATION,
    DATA_PROCESSING,
    PRIVATE_CHI_SQUARE,
    PRIVATE_TURNED,
    CHAIN_OVER_USERS,
    FINITE_KL,
    FINITE_MEAN,
    SUPPORT,
)
