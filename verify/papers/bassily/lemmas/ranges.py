"""The range of concentrated numbers by randomized response: each user says of each bin whether it holds the number."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate, product
from math import comb, prod
from typing import Any

from sympy import Rational, exp

from verify.kernel.calculus.conditions import at_most, property_of
from verify.kernel.calculus.nouns import Law
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import integer, law, quantity, real
from verify.kernel.statements.outcome import as_arb

_EXACT = 50
"""Beyond a given number of users sums are enclosed."""


def _binomial(size: int, p: Fraction) -> list[Fraction]:
    return [comb(size, j) * p**j * (1 - p) ** (size - j) for j in range(size + 1)]


def _votes(inside: int, users: int, keep: Fraction) -> list[Fraction]:
    """The law of the votes of a bin that a given number of the users are in."""
    found = [Fraction(0)] * (users + 1)
    for (i, v), (j, w) in product(enumerate(_binomial(inside, keep)), enumerate(_binomial(users - inside, 1 - keep))):
        found[i + j] += v * w
    return found


def _outvoted(users: Fraction, keep: Fraction) -> Any:
    """Where just half of the users are in the bin: more of them can only add votes."""
    size = int(users)
    full, empty = _votes((size + 1) // 2, size, keep), _binomial(size, 1 - keep)
    if size > _EXACT:
        full, empty = ([as_arb(w) for w in law] for law in (full, empty))
    beyond = list(accumulate(reversed(empty)))[::-1]
    products = [v * w for v, w in zip(full, beyond, strict=True)]
    return sum(products[1:], products[0])


def _spread(p: Law, tau: Fraction) -> Fraction:
    return sum((w for data, w in p.items() if max(data) - min(data) > 2 * tau), Fraction(0))


def _missed(p: Law, tau: Fraction, bins: Fraction, keep: Fraction) -> Fraction:
    """Over all data and all votes; where bins have equally many, the furthest wins. The range begins at -t tau."""
    found = Fraction(0)
    for data, weight in p.items():
        mean = sum(data, Fraction(0)) / len(data)
        holders = [sum((x + bins * tau) // (2 * tau) == j for x in data) for j in range(int(bins))]
        laws = [list(enumerate(_votes(inside, len(data), keep))) for inside in holders]
        far = [abs((2 * j + 1 - bins) * tau - mean) > 3 * tau for j in range(int(bins))]
        for outcome in product(*laws):
            top = max(votes for votes, _ in outcome)
            if any(votes == top and away for (votes, _), away in zip(outcome, far, strict=True)):
                chance = weight
                for _, w in outcome:
                    chance *= w
                found += chance
    return found


RangeMissed = quantity(
    "RangeMissed",
    r"P(|\tilde\mu(X) - \mu(X)| > 3{1};\, X \sim {0})",
    "probability that the middle of the bin with most votes is further than 3 tau from the mean of the users' "
    "numbers: t "
    "bins of width 2 tau from -t tau on, each user's bit for each bin kept with probability p",
    0,
    1,
    value=_missed,
)
"""RangeMissed(P, tau, t, p)."""
Spread = quantity(
    "RangeSpread",
    r"P(\nexists x\,\forall i: |X_i - x| \le {1};\, X \sim {0})",
    "probability that no point is within tau of all users' numbers",
    0,
    1,
    value=_spread,
)
"""Spread(P, tau): the numbers are (tau, gamma)-concentrated where it is at most gamma."""
NumbersWithin = property_of(
    "NumbersWithin",
    r"X \sim {0}\text{{: }}X_1, \dots, X_{{{1}}} \in [-{2}, {2})",
    lambda p, users, most: all(len(data) == users and all(-most <= x < most for x in data) for data in p),
)
"""The joint law of the numbers of k users, which are within a range: NumbersWithin(P, k, R)."""
BinOutvoted = quantity(
    "BinOutvoted",
    r"P_{{{0}, {1}}}(\bar Y(j) \ge \bar Y(j'))",
    "probability that a bin without data has at least as many votes as one that half of the k users or more are in, "
    "at most",
    0,
    1,
    value=_outvoted,
)

_P = law("P")
_k, _t = integer("k", least=1), integer("t", least=2)
tau, _p = real("tau", above=0), real("p", least=Rational(1, 2), most=1)


def _ranges() -> Iterator[Case]:
    """Up to three users in up to four bins: in one bin, in two, far apart; independent, or all alike."""
    places = (
        {Fraction(1): Fraction(1)},
        {Fraction(0): Fraction(1, 2), Fraction(3, 2): Fraction(1, 2)},
        {Fraction(7, 4): Fraction(1, 3), Fraction(9, 4): Fraction(2, 3)},
        {Fraction(0): Fraction(1, 2), Fraction(5): Fraction(1, 2)},
    )
    for one, users, bins, keep in product(places, (1, 2, 3), (3, 4), (Fraction(1, 2), Fraction(3, 4), Fraction(1))):
        apart = {tuple(x - bins for x in data): prod(one[x] for x in data) for data in product(one, repeat=users)}
        alike = {(x - bins,) * users: w for x, w in one.items()}
        for together in (apart, alike):
            yield (
                (_P, _k, tau, _t, _p),
                {_P: together, _k: Fraction(users), tau: Fraction(1), _t: Fraction(bins), _p: keep},
            )


def _races() -> Iterator[Case]:
    for users, keep in product((1, 2, 3, 8, 40), (Fraction(1, 2), Fraction(11, 20), Fraction(3, 4), Fraction(9, 10))):
        yield (_k, _p), {_k: Fraction(users), _p: keep}
    yield (_k, _p), {_k: Fraction(300), _p: Fraction(3, 5)}


BINS_UNION = Schema(
    "union bound over the bins without data",
    "lemma",
    "subadditivity: numbers within tau of a point are in two neighbouring bins, one of which half of the users are in; "
    "the middle of either is within 3 tau of the mean",
    lambda data, users, radius, bins, keep: Statement(
        at_most(RangeMissed(data, radius, bins, keep), Spread(data, radius) + (bins - 2) * BinOutvoted(users, keep)),
        (NumbersWithin(data, users, bins * radius),),
    ),
    (_P, _k, tau, _t, _p),
    _ranges,
)
VOTES_HOEFFDING = Schema(
    "Hoeffding for two bins",
    "lemma",
    "Hoeffding 1963, Theorem 2, for 2k bits, of mean difference (2p - 1) k/2 at least",
    lambda users, keep: Statement(at_most(BinOutvoted(users, keep), exp(-((2 * keep - 1) ** 2) * users / 4))),
    (_k, _p),
    _races,
)

FACTS = (BINS_UNION, VOTES_HOEFFDING)
