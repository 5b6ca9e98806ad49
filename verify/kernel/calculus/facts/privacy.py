"""Approximate privacy: hockey-stick divergences, privacy profiles, composition, subsampling."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import comb, prod
from typing import Any

import sympy
from flint import arb
from sympy import exp, log

from verify.kernel.calculus.conditions import at_most, below, equal, property_of
from verify.kernel.calculus.facts.information import masses
from verify.kernel.calculus.nouns import TV, Discrete, Law, Mean, Member, OnInterval, Power, Through
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, constructor, integer, law, quantity, real
from verify.kernel.calculus.textbook import HOEFFDING as HOEFFDING_STRESS
from verify.kernel.calculus.textbook import OPTIMAL_COMPOSITION as OPTIMAL_COMPOSITION_STRESS
from verify.kernel.calculus.textbook.fact import laws
from verify.kernel.statements.outcome import as_arb


def _gap(p: Law, q: Law, e: Any) -> Any:
    """The largest P(S) - e^e Q(S); exact at e = 0."""
    ratio = as_arb(e).exp() if e else Fraction(1)
    parts = [(p.get(a, Fraction(0)), q.get(a, Fraction(0))) for a in dict.fromkeys((*p, *q))]
    if isinstance(ratio, Fraction) and not any(isinstance(w, arb) for pair in parts for w in pair):
        return sum((max(a - b, Fraction(0)) for a, b in parts), Fraction(0))
    return sum(((as_arb(a) - as_arb(ratio) * as_arb(b)).max(as_arb(0)) for a, b in parts), as_arb(0))


def _profile(algorithm: Any, e: Any) -> Any:
    """Over the pairs of neighbours' laws, which a stress case lists, both ways round."""
    found = [_gap(*pair, e) for p, q in algorithm for pair in ((p, q), (q, p))]
    worst = found[0]
    for gap in found[1:]:
        worst = worst.max(gap) if hasattr(worst, "max") else max(worst, gap)
    return worst


def _joint(p: Law, q: Law) -> Law:
    return {(a, b): v * w for (a, v), (b, w) in product(p.items(), q.items())}


def summed(masses: list[Any]) -> Any:
    """A sum that is exact where all terms are."""
    return sum(map(as_arb, masses), as_arb(0)) if any(isinstance(w, arb) for w in masses) else sum(masses, Fraction(0))


def _mean_tail(p: Law, k: Fraction, t: Any) -> Any:
    """By all sums of k draws; the places are compared as enclosures, a place that may be t counted."""
    found: list[Any] = []
    atoms = list(p)
    for counts in _compositions(int(k), len(atoms)):
        ways, left = 1, int(k)
        for count in counts:
            ways *= comb(left, count)
            left -= count
        place = sum((as_arb(a) * c for a, c in zip(atoms, counts, strict=True)), as_arb(0)) / int(k)
        if not place < as_arb(t):
            powers = [p[a] ** c for a, c in zip(atoms, counts, strict=True)]
            found.append(ways * prod(powers[1:], start=powers[0]))
    return summed(found)


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    for bars in combinations(range(total + parts - 1), parts - 1):
        ends = (-1, *bars, total + parts - 1)
        yield tuple(b - a - 1 for a, b in pairwise(ends))


Joint = constructor("Joint", r"({0}, {1})", _joint, sort="law")
"""The law of independent draws of two laws: Joint(P, Q)."""
Chance = quantity(
    "Chance",
    r"\Pr_{{{0}}}({1})",
    "what a law gives an event",
    0,
    1,
    value=lambda p, s: summed([w for a, w in p.items() if a in s]),
)
HockeyStick = quantity(
    "HockeyStick",
    r"\mathrm{{E}}_{{{2}}}({0} \,\|\, {1})",
    "hockey-stick divergence: the largest P(S) - e^epsilon Q(S) over all events S",
    0,
    1,
    value=_gap,
)
Profile = quantity(
    "Profile",
    r"\delta_{{{0}}}({1})",
    "privacy profile: the largest hockey-stick divergence at epsilon of the outputs' laws on "
    "neighbouring data sets; an algorithm is (epsilon, delta)-private where it is at most delta",
    0,
    1,
    value=_profile,
)
MeanTail = quantity(
    "MeanTail",
    r"P(\bar X_{{{1}}} \ge {2};\, X_i \sim {0})",
    "probability that the mean of a given number of independent draws of a law is at least t",
    0,
    1,
    value=_mean_tail,
)
Sampled = constructor(
    "Sampled",
    r"{0} \circ \mathrm{{wor}}_{{{1}, {2}}}",
    lambda sampled, k, n: sampled[k, n],
    needs=lambda _, k, n: (at_most(1, k), at_most(k, n)),
    sort="algorithm",
)
"""An algorithm run on k of n users, drawn without replacement: Sampled(A, k, n)."""
Cut = constructor("Cut", r"{0}|_{{{2}}}^{{{1}}}", needs=lambda _p, _q, e: (at_most(0, e),))
"""The law P with what exceeds e^epsilon Q cut off and what is below e^-epsilon Q filled up; what is then too much or
too little is made up within these bounds, in proportion to the room: Cut(P, Q, epsilon)."""
Composed = property_of(
    "Composed", r"{0}\text{{ runs }}{1}\text{{ algorithms in turn, each }}({2}, {3})\text{{-private}}"
)
"""Each may depend on the answers before, and is (epsilon, delta)-private given them: Composed(A, k, epsilon, delta)."""
_A, _K = Name("A", "algorithm"), Name("K", "channel")
_P, _Q, _R, _S = law("P"), law("Q"), law("R"), Name("S", "event")
epsilon, delta, _level = real("epsilon", least=0), real("delta", least=0, most=1), real("epsilon'")
_k, _n = integer("k", least=1), integer("n", least=1)
_t, _s, low, high, room = real("t"), real("s"), real("a"), real("b"), real("r", least=0)
_MASSES = (real("p_0", above=0), real("p_1", above=0), real("q_0", above=0), real("q_1", above=0))
_RATIOS = (Fraction(1), Fraction(3, 2), Fraction(3))


def small_laws(size: int = 3, parts: int = 4) -> list[Law]:
    """All laws on a given number of numbers with masses in fourths, or other parts."""
    return [dict(zip(map(Fraction, range(size)), masses, strict=True)) for masses in laws(size, parts)]


def logarithm(ratio: Fraction) -> Any:
    """The logarithm of a ratio; 0 stays exact."""
    return as_arb(ratio).log() if ratio != 1 else Fraction(0)


def _pairs() -> Iterator[dict[Any, Any]]:
    several = small_laws()
    for p, q, ratio in product(several, several, _RATIOS):
        yield {_P: p, _Q: q, _level: logarithm(ratio)}


def _events() -> Iterator[Case]:
    for values in _pairs():
        for size in range(4):
            for inside in combinations(range(3), size):
                yield (_P, _Q, _S, _level), {**values, _S: frozenset(map(Fraction, inside))}


def _processed() -> Iterator[Case]:
    """Channels that tell all, that merge two letters, and that add a coin."""
    tables = (
        {0: {0: Fraction(1)}, 1: {1: Fraction(1)}, 2: {2: Fraction(1)}},
        {0: {0: Fraction(1)}, 1: {0: Fraction(1)}, 2: {1: Fraction(1)}},
        {0: {0: Fraction(2, 3), 1: Fraction(1, 3)}, 1: {0: Fraction(1, 3), 1: Fraction(2, 3)}, 2: {1: Fraction(1)}},
    )
    for values, table in product(_pairs(), tables):
        yield (_K, _P, _Q, _level), {**values, _K: lambda letter, table=table: table[int(letter)]}


def _parts() -> Iterator[Case]:
    for values in _pairs():
        yield (_P, _Q, _R, _level), {**values, _R: {0: Fraction(1, 3), 1: Fraction(2, 3)}}


def _canonical(ratio: Fraction, share: Fraction) -> tuple[Law, Law]:
    """The pair that every (epsilon, delta)-private pair comes from: what gives all away, and randomized response."""
    high, low = (1 - share) * ratio / (1 + ratio), (1 - share) / (1 + ratio)
    return {0: share, 1: high, 2: low}, {1: low, 2: high, 3: share}


def _power(p: Law, k: int) -> Law:
    return {atoms: prod((p[a] for a in atoms), start=Fraction(1)) for atoms in product(p, repeat=k)}


def _compositions_of_canonical() -> Iterator[Case]:
    """k rounds of the worst pair, at levels between and at the corners."""
    for ratio, share, rounds in product((Fraction(3, 2), Fraction(3)), (Fraction(0), Fraction(1, 10)), (1, 2, 3)):
        pair = tuple(_power(p, rounds) for p in _canonical(ratio, share))
        for total in (Fraction(1), ratio, ratio ** (rounds - 1), ratio**rounds):
            yield (
                (_A, _k, epsilon, delta, _level),
                {
                    _A: [pair],
                    _k: Fraction(rounds),
                    epsilon: logarithm(ratio),
                    delta: share,
                    _level: logarithm(total),
                },
            )


def _losses() -> Iterator[Case]:
    for ratio, rounds, above in product(
        (Fraction(3, 2), Fraction(3)), (1, 2, 3, 4), (Fraction(-1, 3), Fraction(1, 10), 1)
    ):
        total = as_arb(ratio).log() * (rounds - 1) + as_arb(above) / 7
        beyond = sum(
            comb(rounds, j) * (ratio ** (rounds - j)) / (1 + ratio) ** rounds
            for j in range(rounds + 1)
            if as_arb(ratio).log() * (rounds - 2 * j) > total
        )
        high, low = ratio / (1 + ratio), 1 / (1 + ratio)
        known = _loss_tail(*_MASSES, _k, _level).right
        yield (
            (*_MASSES, _k, _level),
            {
                **dict(zip(_MASSES, (high, low, low, high), strict=True)),
                _k: Fraction(rounds),
                _level: total,
                known: Fraction(beyond),
            },
        )


def _tails() -> Iterator[Case]:
    for p, rounds, place in product(small_laws(), (1, 2, 5), (Fraction(1, 5), Fraction(9, 10), Fraction(17, 10))):
        for less in (Fraction(0), Fraction(1, 7)):
            yield (_P, _k, _t, _s), {_P: p, _k: Fraction(rounds), _t: place, _s: place - less}


def _hoeffdings() -> Iterator[Case]:
    for p, rounds, above in product(small_laws(2, 6), (1, 2, 5, 12), (Fraction(1, 10), Fraction(1, 4), Fraction(1, 2))):
        yield (
            (_P, _k, low, high, room),
            {
                _P: p,
                _k: Fraction(rounds),
                low: Fraction(0),
                high: Fraction(1),
                room: above - Fraction(1, 1000),
                OnInterval(low, high): _Everything(),
            },
        )


class _Everything:
    """A class to which each law of a stress case belongs by construction."""

    def __contains__(self, _: Any) -> bool:
        return True


def _responses() -> Iterator[Case]:
    """Randomized response of the number of ones in the sample, k = 1; all data sets of n bits that are neighbours."""
    for users, ratio in product((2, 3, 5), (Fraction(3, 2), Fraction(3))):
        keep = ratio / (1 + ratio)
        told = [
            {1: w * keep + (1 - w) * (1 - keep), 0: w * (1 - keep) + (1 - w) * keep}
            for w in (Fraction(ones, users) for ones in range(users + 1))
        ]
        inner = [({1: keep, 0: 1 - keep}, {1: 1 - keep, 0: keep})]
        for level_ in (Fraction(1), (1 + ratio) / 2):

            class Algorithm(list[Any]):
                """On one user: a pair of neighbours. On one of n, drawn: those that differ in a bit."""

                def __getitem__(self, _: Any, told: Any = told) -> Any:
                    return list(pairwise(told))

            yield (
                (_A, _k, _n, epsilon),
                {
                    _A: Algorithm(inner),
                    _k: Fraction(1),
                    _n: Fraction(users),
                    epsilon: logarithm(level_),
                },
            )


def _levels() -> Iterator[Case]:
    for p, q, (lower, higher) in product(
        small_laws(), small_laws(), (((1, 1), (3, 2)), ((2, 1), (2, 1)), ((3, 2), (4, 1)))
    ):
        yield (_A, _level, _t), {_A: [(p, q)], _level: logarithm(Fraction(*higher)), _t: logarithm(Fraction(*lower))}


def _cut(p: Law, q: Law, ratio: Fraction) -> Law:
    """The law cut to [q/ratio, ratio q], the excess or lack spread in proportion to the room."""
    found = {a: min(max(p[a], q[a] / ratio), ratio * q[a]) for a in q}
    lack = 1 - sum(found.values())
    rooms = {a: ratio * q[a] - v if lack > 0 else v - q[a] / ratio for a, v in found.items()}
    whole = sum(rooms.values())
    return {a: v + (lack * rooms[a] / whole if whole else 0) for a, v in found.items()}


def _cuts() -> Iterator[tuple[Law, Law, Law, dict[Any, Any]]]:
    for p, q, ratio in product(small_laws(), small_laws(), (Fraction(3, 2), Fraction(3))):
        cut = _cut(p, q, ratio)
        apart = sum((abs(cut[a] - p[a]) for a in p), Fraction(0)) / 2
        yield (
            p,
            q,
            cut,
            {
                _P: p,
                _Q: q,
                epsilon: logarithm(ratio),
                Cut(_P, _Q, epsilon): cut,
                TV(_P, Cut(_P, _Q, epsilon)): apart,
            },
        )


def _near() -> Iterator[Case]:
    for *_, values in _cuts():
        yield (_P, _Q, epsilon), values


def _within() -> Iterator[Case]:
    for *_, values in _cuts():
        for place in range(3):
            yield (_P, _Q, epsilon, _S), {**values, _S: frozenset({Fraction(place)})}


def _loss_tail(p: Any, rest_p: Any, q: Any, rest_q: Any, rounds: Any, e: Any) -> Statement:
    """Of laws on 0 and 1, by their masses at 0 and at 1."""
    one, other = Discrete(0, p, 1, rest_p), Discrete(0, q, 1, rest_q)
    losses = Discrete(log(p / q), p, log(rest_p / rest_q), rest_p)
    return Statement(
        at_most(HockeyStick(Power(one, rounds), Power(other, rounds), e), MeanTail(losses, rounds, e / rounds)),
        (*masses(one, positive=True), *masses(other, positive=True)),
    )


def _composition(a: Any, rounds: Any, e: Any, d: Any, total: Any) -> Statement:
    high = exp(e) / (1 + exp(e))
    one, other = Discrete(0, high, 1, 1 / (1 + exp(e))), Discrete(0, 1 / (1 + exp(e)), 1, high)
    pure = HockeyStick(Power(one, rounds), Power(other, rounds), total)
    return Statement(at_most(Profile(a, total), 1 - (1 - d) ** rounds * (1 - pure)), (Composed(a, rounds, e, d),))


EVENT = Schema(
    "hockey-stick divergence",
    "lemma",
    "a supremum is at least each of its terms",
    lambda p, q, event, e: Statement(at_most(Chance(p, event), exp(e) * Chance(q, event) + HockeyStick(p, q, e))),
    (_P, _Q, _S, _level),
    _events,
)
POST_PROCESSING = Schema(
    "post-processing",
    "theorem",
    "Dwork and Roth 2014, Proposition 2.1",
    lambda c, p, q, e: Statement(at_most(HockeyStick(Through(c, p), Through(c, q), e), HockeyStick(p, q, e))),
    (_K, _P, _Q, _level),
    _processed,
)
INDEPENDENT_PART = Schema(
    "an independent part of both",
    "lemma",
    "integrated over the part",
    lambda p, q, r, e: Statement(equal(HockeyStick(Joint(p, r), Joint(q, r), e), HockeyStick(p, q, e))),
    (_P, _Q, _R, _level),
    _parts,
)
COMPOSITION = Schema(
    "optimal composition",
    "theorem",
    "Kairouz, Oh and Viswanath 2015 (ICML), Theorem 3.3 and its proof, by Theorem 2.5",
    _composition,
    (_A, _k, epsilon, delta, _level),
    _compositions_of_canonical,
    OPTIMAL_COMPOSITION_STRESS,
    outside=lambda: iter(
        [
            (
                0,
                (_A, _k, epsilon, delta, _level),
                {
                    _A: [({0: Fraction(1)}, {1: Fraction(1)})],
                    _k: Fraction(1),
                    epsilon: Fraction(0),
                    delta: Fraction(0),
                    _level: Fraction(0),
                },
            ),
        ]
    ),
)
LOSS_TAIL = Schema(
    "tail of the privacy loss",
    "lemma",
    "Dwork and Roth 2014, Lemma 3.17: P - e^epsilon Q counts only losses above epsilon",
    _loss_tail,
    (*_MASSES, _k, _level),
    _losses,
)
TAIL_MONOTONE = Schema(
    "a tail falls",
    "lemma",
    "monotonicity",
    lambda p, rounds, far, near: Statement(
        at_most(MeanTail(p, rounds, far), MeanTail(p, rounds, near)), (at_most(near, far),)
    ),
    (_P, _k, _t, _s),
    _tails,
)
HOEFFDING_TAIL = Schema(
    "Hoeffding, one tail",
    "theorem",
    "Hoeffding 1963, Theorem 2",
    lambda p, rounds, least, most, r: Statement(
        at_most(MeanTail(p, rounds, Mean(p) + r), exp(-2 * rounds * r**2 / (most - least) ** 2)),
        (Member(p, OnInterval(least, most)), below(least, most)),
    ),
    (_P, _k, low, high, room),
    _hoeffdings,
    HOEFFDING_STRESS,
    outside=lambda: iter(
        [
            (
                0,
                (_P, _k, low, high, room),
                {
                    _P: {Fraction(10): Fraction(1, 2), Fraction(-10): Fraction(1, 2)},
                    _k: Fraction(1),
                    low: Fraction(0),
                    high: Fraction(1),
                    room: Fraction(5),
                },
            ),
            (
                1,
                (_P, _k, low, high, room),
                {
                    _P: {Fraction(0): Fraction(1)},
                    _k: Fraction(1),
                    low: Fraction(0),
                    high: Fraction(0),
                    room: Fraction(1, 10),
                    OnInterval(low, high): _Everything(),
                },
            ),
        ]
    ),
)
SUBSAMPLING = Schema(
    "sampling without replacement",
    "theorem",
    "Balle, Barthe and Gaboardi 2018, Theorem 9, a user's data replaced",
    lambda a, drawn, n, e: Statement(
        at_most(Profile(Sampled(a, drawn, n), log(1 + drawn / n * (exp(e) - 1))), drawn / n * Profile(a, e)),
        (at_most(drawn, n),),
    ),
    (_A, _k, _n, epsilon),
    _responses,
)
PROFILE_MONOTONE = Schema(
    "a privacy profile falls",
    "lemma",
    "e^epsilon grows, so that each term of the supremum falls",
    lambda a, larger, smaller: Statement(at_most(Profile(a, larger), Profile(a, smaller)), (at_most(smaller, larger),)),
    (_A, _level, _t),
    _levels,
)
CUT_NEAR = Schema(
    "a law cut to e^epsilon of another",
    "lemma",
    "Feldman, McMillan and Talwar 2022: what is cut off or filled up moves",
    lambda p, q, e: Statement(at_most(TV(p, Cut(p, q, e)), sympy.Max(HockeyStick(p, q, e), HockeyStick(q, p, e)))),
    (_P, _Q, epsilon),
    _near,
)
CUT_ABOVE = Schema(
    "a law cut from above",
    "definition",
    "definition of the cut",
    lambda p, q, e, event: Statement(at_most(Chance(Cut(p, q, e), event), exp(e) * Chance(q, event))),
    (_P, _Q, epsilon, _S),
    _within,
)
CUT_BELOW = Schema(
    "a law cut from below",
    "definition",
    "definition of the cut",
    lambda p, q, e, event: Statement(at_most(Chance(q, event), exp(e) * Chance(Cut(p, q, e), event))),
    (_P, _Q, epsilon, _S),
    _within,
)
FACTS = (
    EVENT,
    POST_PROCESSING,
    INDEPENDENT_PART,
    COMPOSITION,
    LOSS_TAIL,
    TAIL_MONOTONE,
    HOEFFDING_TAIL,
    SUBSAMPLING,
    PROFILE_MONOTONE,
    CUT_NEAR,
    CUT_ABOVE,
    CUT_BELOW,
)
