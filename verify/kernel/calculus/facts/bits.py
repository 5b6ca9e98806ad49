"""Randomised response of bits, codes that it is applied to, and votes that are counted: facts of binomial laws."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Any

from sympy import Rational, exp, log

from verify.kernel.calculus.conditions import at_most, equal
from verify.kernel.calculus.facts.packings import At, Density
from verify.kernel.calculus.nouns import Interactive, Private
from verify.kernel.calculus.over import Supremum
from verify.kernel.calculus.reasons import Case, Outside, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, constructor, integer, quantity, real
from verify.kernel.calculus.textbook import CHERNOFF_HALF as CHERNOFF_STRESS
from verify.kernel.statements.outcome import as_arb

_x, _y, _v = Name("x", "bits"), Name("y", "bits"), Name("v", "message")
_K, _c, _g = Name("K", "channel"), Name("c", "code"), Name("g", "decoder")
one, other, answer = Name("x", "input"), Name("x'", "input"), Name("z", "message")
_d, _n, _N = integer("d", least=1), integer("n", least=1), integer("N", least=1)
_p, epsilon = real("p", above=0, below=1), real("epsilon", above=0)

_Bits = tuple[int, ...]


def _kept(count: Fraction, keep: Fraction) -> Any:
    def answers(bits: _Bits) -> dict[_Bits, Fraction]:
        return {
            answer: prod((keep if a == b else 1 - keep for a, b in zip(answer, bits, strict=True)), start=Fraction(1))
            for answer in product((0, 1), repeat=int(count))
        }

    return answers


BitFlips = constructor(
    "BitFlips",
    r"\mathrm{{RR}}_{{{1}}}^{{{0}}}",
    _kept,
    needs=lambda count, keep: (at_most(1, count), at_most(0, keep), at_most(keep, 1)),
    sort="channel",
)
"""The channel that keeps each of d bits with probability p and turns it else, all on their own: BitFlips(d, p)."""
Ones = quantity("Ones", r"\|{0}\|_0", "number of ones", 0, value=lambda bits: Fraction(sum(bits)))
Agreements = quantity(
    "Agreements",
    r"\#\{{j : {0}_j = {1}_j\}}",
    "number of places where two vectors agree",
    0,
    value=lambda a, b: Fraction(sum(i == j for i, j in zip(a, b, strict=True))),
)
Differences = quantity(
    "Differences",
    r"\#\{{j : {0}_j \ne {1}_j\}}",
    "number of places where two vectors differ",
    0,
    value=lambda a, b: Fraction(sum(i != j for i, j in zip(a, b, strict=True))),
)


def _masses(size: Fraction, chance: Fraction) -> list[Fraction]:
    trials = int(size)
    return [comb(trials, k) * chance**k * (1 - chance) ** (trials - k) for k in range(trials + 1)]


def _outvoted(n: Fraction, keep: Fraction) -> Fraction:
    """P(Z <= Z') from the two totals."""
    right, wrong = _masses(n, keep), _masses(n, 1 - keep)
    return sum((right[k] * sum(wrong[k:], Fraction(0)) for k in range(int(n) + 1)), Fraction(0))


def _lost(n: Fraction, keep: Fraction, places: Fraction) -> Fraction:
    """P(some wrong total is at least the right one), the totals being independent."""
    right, wrong = _masses(n, keep), _masses(n, 1 - keep)
    below = [sum(wrong[:k], Fraction(0)) for k in range(int(n) + 1)]
    return sum((mass * (1 - below[k] ** (int(places) - 1)) for k, mass in enumerate(right)), Fraction(0))


def _all_by(channel: Any, n: Fraction, _: Any) -> dict[Any, dict[Any, Fraction]]:
    """From the users' inputs to the law of their messages."""
    return {
        data: {
            told: prod((channel[x].get(z, Fraction(0)) for x, z in zip(data, told, strict=True)), start=Fraction(1))
            for told in product(set().union(*channel.values()), repeat=int(n))
        }
        for data in product(channel, repeat=int(n))
    }


BinomialAtMost = quantity(
    "BinomialAtMost",
    r"P(\mathrm{{Bin}}({0}, {1}) \le {2})",
    "lower tail of a binomial law",
    0,
    1,
    value=lambda size, chance, k: sum(_masses(size, chance)[: int(k) + 1], Fraction(0)),
)
Outvoted = quantity(
    "Outvoted",
    r"P_{{{0}, {1}}}(Z_l \le Z_j)",
    "probability that the right place has no more votes than a given wrong one: n independent votes for each place, "
    "each "
    "kept with probability p",
    0,
    1,
    value=_outvoted,
)
VoteLost = quantity(
    "VoteLost",
    r"P_{{{0}, {1}}}(\exists j \in [{2}] \setminus \{{l\}}: Z_l \le Z_j)",
    "probability that some wrong place of N has at least as many votes as the right one: n independent votes for each "
    "place, each kept with probability p",
    0,
    1,
    value=_lost,
)
"""VoteLost(n, p, N)."""
Code = constructor("Code", r"\mathrm{{code}}_{{{0}}}({1})", lambda code, letter: code(letter), sort="bits")
"""The bits that stand for an input: Code(c, x)."""
OnCodes = constructor(
    "OnCodes", r"{0} \circ {1}", lambda channel, code: lambda letter: channel(code(letter)), sort="channel"
)
"""The channel that is applied to the code of its input: OnCodes(K, c)."""
AllBy = constructor("AllBy", r"({0}^{1}, {2})", _all_by, sort="protocol")
"""The protocol of n users who all send one message by the same channel, and a decoder: AllBy(K, n, g)."""


def _vectors(size: int = 3) -> Iterator[dict[Any, Any]]:
    for bits in product(product((0, 1), repeat=size), repeat=3):
        yield dict(zip((_x, _y, _v), bits, strict=True))


def _flipped() -> Iterator[Case]:
    for values in _vectors(2):
        for keep in (Fraction(1, 3), Fraction(2, 3), Fraction(9, 10)):
            yield (_d, _p, _x, _v), {**values, _d: Fraction(2), _p: keep}


def _answer(count: Any, keep: Any, bits: Any, answer: Any) -> Statement:
    same = Agreements(answer, bits)
    chance = exp(same * log(keep) + (count - same) * log(1 - keep))
    return Statement(equal(Density(At(BitFlips(count, keep), bits), answer), chance))


def _coded() -> Iterator[Case]:
    for values in _vectors(2):
        for keep in (Fraction(1, 3), Fraction(9, 10)):
            table = {0: values[_x], 1: values[_y]}
            yield (
                (_K, _c, one, answer),
                {_K: _kept(Fraction(2), keep), _c: table.__getitem__, one: 1, answer: values[_v]},
            )


def _counted() -> Iterator[dict[Any, Any]]:
    for users, t in product((1, 2, 3, 8, 40), (Fraction(101, 100), Fraction(3, 2), Fraction(9))):
        yield {_n: Fraction(users), _p: t / (1 + t)}


def _races() -> Iterator[Case]:
    for values in _counted():
        for places in (2, 3, 20):
            yield (_n, _p, _N), {**values, _N: Fraction(places)}


def _responses() -> Iterator[dict[Any, Any]]:
    """Channels of two inputs and two or three messages, at their least epsilon and above it."""
    for a, b in ((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 2), Fraction(1, 2)), (Fraction(2, 3), Fraction(1, 5))):
        rest = (1 - a) / 2, (1 - b) / 2
        channel = {0: {0: a, 1: rest[0], 2: rest[0]}, 1: {0: b, 1: rest[1], 2: rest[1]}}
        ratio = max(max(u[z] / w[z], w[z] / u[z]) for u, w in [channel.values()] for z in u)
        for level in (ratio, 2 * ratio):
            yield {
                _K: channel,
                epsilon: as_arb(level).log(),
                channel_excess(_K, epsilon): max(
                    u[z] - level * w[z] for u, w in product(channel.values(), repeat=2) for z in u
                ),
            }


def channel_excess(channel: Any, e: Any) -> Any:
    """By how much, at most, an answer's probability under one input exceeds e^epsilon times that under another."""
    gap = Density(At(channel, one), answer) - exp(e) * Density(At(channel, other), answer)
    return Supremum(Supremum(Supremum(gap, answer), other), one)


def _leaking() -> Iterator[Outside]:
    """Channels at less than their least epsilon."""
    for values in _responses():
        if values[channel_excess(_K, epsilon)] == 0 and values[epsilon] > as_arb(Fraction(1, 10)):
            level = values[epsilon] / 2
            gap = max(
                as_arb(u[z]) - as_arb(level).exp() * as_arb(w[z])
                for u, w in product(values[_K].values(), repeat=2)
                for z in u
            )
            yield 0, (_K, epsilon), {_K: values[_K], epsilon: level, channel_excess(_K, epsilon): gap}


def _leaking_users() -> Iterator[Outside]:
    yield from (
        (place, (_K, _n, _g, epsilon), {**values, _n: Fraction(2), _g: None}) for place, _, values in _leaking()
    )


BIT_FLIPS = Schema(
    "independent flips", "definition", "definition: a product of probabilities", _answer, (_d, _p, _x, _v), _flipped
)
AGREEMENTS = Schema(
    "agreements with two vectors",
    "lemma",
    "they differ only where the two vectors do",
    lambda at, a, b: Statement(at_most(Agreements(at, a), Agreements(at, b) + Differences(a, b))),
    (_v, _x, _y),
    lambda: (((_v, _x, _y), values) for values in _vectors()),
)
ONES = Schema(
    "distance of vectors with few ones",
    "lemma",
    "two bits differ only where one of them is 1",
    lambda a, b: Statement(at_most(Differences(a, b), Ones(a) + Ones(b))),
    (_x, _y),
    lambda: (((_x, _y), values) for values in _vectors()),
)
CODED = Schema(
    "a channel of codes",
    "definition",
    "definition",
    lambda channel, code, letter, at: Statement(
        equal(Density(At(OnCodes(channel, code), letter), at), Density(At(channel, Code(code, letter)), at))
    ),
    (_K, _c, one, answer),
    _coded,
)
PRIVATE_CHANNEL = Schema(
    "privacy by densities",
    "lemma",
    "the bound on densities, integrated over an event",
    lambda channel, e: Statement(Private(channel, e), (at_most(channel_excess(channel, e), 0),)),
    (_K, epsilon),
    lambda: (((_K, epsilon), values) for values in _responses()),
    outside=_leaking,
)
ALL_BY = Schema(
    "users who do not interact",
    "definition",
    "definition",
    lambda channel, n, decoder, e: Statement(Interactive(AllBy(channel, n, decoder), n, e), (Private(channel, e),)),
    (_K, _n, _g, epsilon),
    lambda: (
        ((_K, _n, _g, epsilon), {**values, _n: Fraction(size), _g: None})
        for values in _responses()
        for size in (1, 2, 3)
    ),
    outside=_leaking_users,
)
VOTES_UNION = Schema(
    "union bound over the wrong places",
    "lemma",
    "subadditivity",
    lambda n, keep, places: Statement(at_most(VoteLost(n, keep, places), (places - 1) * Outvoted(n, keep))),
    (_n, _p, _N),
    _races,
)
VOTES_PAIR = Schema(
    "difference of two binomials",
    "lemma",
    "n - Bin(n, 1 - p) is Bin(n, p), and sums of independent ones add up",
    lambda n, keep: Statement(equal(Outvoted(n, keep), BinomialAtMost(2 * n, keep, n))),
    (_n, _p),
    lambda: (((_n, _p), values) for values in _counted()),
)
CHERNOFF_HALF = Schema(
    "Chernoff's bound at one half",
    "theorem",
    "Hoeffding 1963, Theorem 1, at the level 1/2",
    lambda n, keep: Statement(
        at_most(BinomialAtMost(2 * n, keep, n), (4 * keep * (1 - keep)) ** n),
        (at_most(Rational(1, 2), keep),),
    ),
    (_n, _p),
    lambda: (((_n, _p), values) for values in _counted()),
    CHERNOFF_STRESS,
)

FACTS = (
    BIT_FLIPS,
    AGREEMENTS,
    ONES,
    CODED,
    PRIVATE_CHANNEL,
    ALL_BY,
    VOTES_UNION,
    VOTES_PAIR,
    CHERNOFF_HALF,
)
