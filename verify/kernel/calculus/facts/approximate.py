"""Approximate privacy: pairs of laws that are close up to a small mass, and the pure pair that they share."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from sympy import exp, log

from verify.kernel.calculus.conditions import at_most, below, property_of
from verify.kernel.calculus.facts.packings import Density, HasParameters, LossAt, Packing, WorstLoss
from verify.kernel.calculus.nouns import KL, Law, Power, Through, Transcript
from verify.kernel.calculus.over import Supremum
from verify.kernel.calculus.reasons import Case, Outside, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, constructor, integer, law, quantity, real
from verify.kernel.calculus.textbook import CANONICAL_PAIR, CHAIN_RULE, DATA_PROCESSING
from verify.kernel.calculus.values import value
from verify.kernel.statements.outcome import as_arb

_P, _Q = law("P"), law("Q")
_K, _z, _Z = Name("K", "channel"), Name("z", "message"), Name("Z", "protocol")
_F, Theta, Phi = Name("F", "class of laws"), Name("Theta", "metric space"), Name("Phi", "loss")
_W = Name("W", "laws")
_n, _m, _N = integer("n", least=1), integer("m", least=1), integer("N", least=2)
Delta, _y, _k = real("Delta", above=0), real("y", above=0), real("k", least=0)
epsilon, delta = real("epsilon", above=0), real("delta", least=0, below=1)


def mass_beyond(p: Law, q: Law, e: Any) -> Any:
    """The least mass that makes p at most e^epsilon q plus it."""
    t = as_arb(e).exp()
    over = [as_arb(w) - t * as_arb(q.get(x, Fraction(0))) for x, w in p.items()]
    return sum((x for x in over if not x < 0), as_arb(0))


def close_laws(p: Law, q: Law, e: Any, mass: Any) -> bool:
    """Whether each has at most `mass` beyond e times the other."""
    return bool(mass_beyond(p, q, e) <= as_arb(mass) and mass_beyond(q, p, e) <= as_arb(mass))


def _approximately(rows: Any, e: Any, mass: Any) -> bool:
    """Of a channel on the letters 0, 1, 2."""
    return all(close_laws(rows(x), rows(y), e, mass) for x, y in product(range(3), repeat=2))


def _pure_part(p: Law, q: Law, e: Any, _: Any) -> Law:
    """Cut both at e^epsilon times the other, bring the heavier down to the mass of the lighter, scale to mass 1."""
    # A rational just below e^epsilon keeps all masses exact, and the ratio below.
    t = Fraction(float(as_arb(e).exp().mid())) - Fraction(1, 2**40)
    letters = dict.fromkeys((*p, *q))
    one = {x: min(p.get(x, Fraction(0)), t * q.get(x, Fraction(0))) for x in letters}
    other = {x: min(q.get(x, Fraction(0)), t * p.get(x, Fraction(0))) for x in letters}
    light, heavy = sum(other.values()), sum(one.values())
    if heavy > light:
        share = (light - light / t) / (heavy - light / t)
        one = {x: other[x] / t + share * (one[x] - other[x] / t) for x in letters}
    total = sum(one.values())
    return {x: w / total for x, w in one.items()}


def _sent(plan: Any, p: Law, draws: Any) -> Law:
    """The law of one user's message."""
    return dict(Through.value(plan[1], Power.value(p, draws)))


Close = property_of("Close", r"{0} \le e^{{{2}}} {1} + {3},\ {1} \le e^{{{2}}} {0} + {3}", close_laws)
"""Each law has at any event at most e^epsilon times the other's probability plus delta: Close(P, Q, epsilon, delta)."""
ApproximatelyPrivate = property_of(
    "ApproximatelyPrivate",
    r"{0}\text{{ is }}({1}, {2})\text{{-private}}",
    _approximately,
    asks=lambda _, e, mass: (at_most(0, e), at_most(0, mass)),
)
"""A channel whose messages for any two inputs are close: ApproximatelyPrivate(K, epsilon, delta)."""
PurePart = constructor(
    "PurePart",
    r"[{0} \mid {1}]_{{{2}, {3}}}",
    _pure_part,
    needs=lambda _p, _q, e, mass: (at_most(0, e), at_most(0, mass), below(mass, 1)),
    sort="law",
)
"""The P' of P = (1 - delta) P' + delta P'' and Q = (1 - delta) Q' + delta Q'', where P' and Q' differ by a factor of at
most e^epsilon: PurePart(P, Q, epsilon, delta); Q' is PurePart(Q, P, epsilon, delta). Of such pairs it is one: each
law cut at e^epsilon times the other, the heavier part brought down to the lighter's mass, both scaled to mass 1."""


PackingLaws = constructor("PackingLaws", r"({0}_v)_{{v \le {3}}}")
"""N laws of a class whose parameters, in a metric space, are more than a gap apart, or any N laws of it where there are
not so many: PackingLaws(F, Theta, gap, N). An estimate names the law whose parameter is nearest to it."""
InteractiveApproximately = property_of(
    "InteractiveApproximately",
    r"{0}\text{{: }}{1}\text{{ users in turn, each by a }}({2}, {3})\text{{-private channel}}",
    lambda plan, users, e, mass: plan[0] == users and _approximately(plan[1], e, mass),
    asks=lambda _, users, e, mass: (at_most(0, users), at_most(0, e), at_most(0, mass)),
)
"""A sequentially interactive protocol: each of n users sends one message, by an (epsilon, delta)-private channel that
may depend on the earlier messages; the estimate is a function of the messages."""
PureTranscript = constructor(
    "PureTranscript",
    r"{0}[{1} \mid {2}]_{{{4}, {5}}}^{{{3}}}",
    lambda plan, p, q, draws, e, mass: Power.value(
        _pure_part(_sent(plan, p, draws), _sent(plan, q, draws), e, mass), plan[0]
    ),
)
"""The law of all messages if each is drawn, given the earlier ones, from the pure part of its law under P, next to that
under Q, each user with m draws: PureTranscript(Z, P, Q, m, epsilon, delta)."""
NamingError = quantity(
    "NamingError",
    r"\tfrac1N \textstyle\sum_v M_v(\hat v \ne v)_{{{0}, {1}, {2}}}",
    "average probability that a protocol's estimate names another law than that of the data, each user with a given "
    "number of draws: "
    "NamingError(Z, W, m)",
    0,
    1,
    value=lambda plan, laws, draws: 1 - _named(plan, [Transcript.value(plan, Power.value(p, draws)) for p in laws]),
)
PureHit = quantity(
    "PureHit",
    r"\tfrac1N \textstyle\sum_v A_v(\hat v = v)_{{{0}, {1}, {2}, {3}, {4}}}",
    "average over laws of the probability to name each under its pure transcript next to the first law's: "
    "PureHit(Z, W, m, epsilon, delta)",
    0,
    1,
    value=lambda plan, laws, *rest: _named(plan, [PureTranscript.value(plan, p, laws[0], *rest) for p in laws]),
)
PureFalse = quantity(
    "PureFalse",
    r"\tfrac1N \textstyle\sum_v B_v(\hat v = v)_{{{0}, {1}, {2}, {3}, {4}}}",
    "average over laws of the probability to name each under the first law's pure transcript next to that of it: "
    "PureFalse(Z, W, m, epsilon, delta)",
    0,
    1,
    value=lambda plan, laws, *rest: _named(plan, [PureTranscript.value(plan, laws[0], p, *rest) for p in laws]),
)


def _named(plan: Any, told: list[Law]) -> Fraction:
    """The mean over laws of the probability that the estimate is the law's place in the list."""
    return sum((w for v, law in enumerate(told) for z, w in law.items() if plan[2](z) == v), Fraction(0)) / len(told)


def pure_divergence(plan: Any, draws: Any, e: Any, mass: Any) -> Any:
    """The largest divergence of the two pure transcripts of a pair of laws."""
    told = KL(PureTranscript(plan, _P, _Q, draws, e, mass), PureTranscript(plan, _Q, _P, draws, e, mass))
    return Supremum(Supremum(told, _Q), _P)


def one_pure_divergence(channel: Any, one: Any, other: Any, draws: Any, e: Any, mass: Any) -> Any:
    """The divergence of the pure parts of one message's laws."""
    laws = [Through(channel, Power(x, draws)) for x in (one, other)]
    return KL(PurePart(*laws, e, mass), PurePart(*reversed(laws), e, mass))


def _pairs() -> Iterator[dict[Any, Any]]:
    """Laws on three letters, the least delta that makes them close, a little enlarged, and a letter."""
    several: list[Law] = [
        {0: Fraction(1), 1: Fraction(0), 2: Fraction(0)},
        {0: Fraction(9, 10), 1: Fraction(1, 10), 2: Fraction(0)},
        {0: Fraction(1, 2), 1: Fraction(1, 3), 2: Fraction(1, 6)},
        {0: Fraction(1, 6), 1: Fraction(1, 2), 2: Fraction(1, 3)},
    ]
    for p, q, t in product(several, several, (Fraction(6, 5), Fraction(5))):
        if p != q:
            e = as_arb(t).log()
            least = max(sum((max(a[x] - t * b[x], Fraction(0)) for x in a), Fraction(0)) for a, b in ((p, q), (q, p)))
            for x in p:
                yield {_P: p, _Q: q, epsilon: e, delta: least + Fraction(1, 2**30), _z: x}


def _ratios() -> Iterator[Case]:
    yield from (((_P, _Q, epsilon, delta, _z), values) for values in _pairs())


def _marginals() -> Iterator[Case]:
    """A channel that tells its letter with a little probability; laws of the data on its letters."""
    laws = [
        {0: Fraction(1), 1: Fraction(0), 2: Fraction(0)},
        {0: Fraction(0), 1: Fraction(1, 2), 2: Fraction(1, 2)},
        {0: Fraction(1, 3), 1: Fraction(1, 3), 2: Fraction(1, 3)},
    ]
    for t, leak, (p, q) in product(
        (Fraction(6, 5), Fraction(5)), (Fraction(1, 100), Fraction(1, 5)), product(laws, repeat=2)
    ):
        values = {_K: leaky(t, leak), _P: p, _Q: q, epsilon: as_arb(t).log() + as_arb(Fraction(1, 2**30))}
        yield (_K, _P, _Q, epsilon, delta), {**values, delta: leak + Fraction(1, 2**30)}


def leaky(t: Fraction, leak: Fraction) -> Any:
    """Randomised response of three letters that now and then tells the letter."""

    def channel(x: Any) -> Law:
        letter = x[0] if isinstance(x, tuple) else x
        plain = {at: (1 - leak) * (t if at == letter else Fraction(1)) / (t + 2) for at in range(3)}
        return plain | {("told", letter): leak}

    return channel


def _plans() -> Iterator[dict[Any, Any]]:
    """Two or three point masses, one or two users; the estimate follows the first message, or is the second law."""
    for t, leak, users, many in product(
        (Fraction(6, 5), Fraction(5)), (Fraction(1, 100), Fraction(1, 5)), (1, 2), (2, 3)
    ):

        def first(z: Any) -> int:
            return int(z[0][1] if isinstance(z[0], tuple) else z[0])

        for rule in (first, lambda _: 1):
            known = {
                _W: [{v: Fraction(1)} for v in range(many)],
                _m: Fraction(1),
                _N: Fraction(many),
                _n: Fraction(users),
            }
            known |= {_Z: (users, leaky(t, leak), rule), _K: leaky(t, leak), delta: leak + Fraction(1, 2**30)}
            yield {**known, epsilon: as_arb(t).log() + as_arb(Fraction(1, 2**30))}


def _laws_of(values: dict[Any, Any]) -> dict[Any, Any]:
    return {**values, PackingLaws(_F, Theta, Delta, _N): values[_W]}


def _in_class() -> Iterator[Case]:
    """Letters at distance 1, the loss 1 where the name is wrong."""
    for values in _plans():
        laws, plan = values[_W], values[_Z]
        told = [Transcript.value(plan, Power.value(p, Fraction(1))) for p in laws]
        worst = max(sum((w for z, w in law.items() if plan[2](z) != v), Fraction(0)) for v, law in enumerate(told))
        known = {Delta: Fraction(1, 4), LossAt(Phi, Delta): Fraction(1), Packing(Theta, 2 * Delta): values[_N]}
        known |= {WorstLoss(_Z, _F, _m, Phi): worst, PackingLaws(_F, Theta, 2 * Delta, _N): laws}
        yield (_Z, _F, _m, Theta, Phi, Delta, _N), {**values, **known}


def _kept() -> Iterator[Case]:
    for values in _plans():
        yield (_Z, _n, epsilon, delta, _F, Theta, Delta, _N, _m), _laws_of(values)


def _told() -> Iterator[Case]:
    """The bound on the false names as it is, as exp(-y)."""
    for values in _plans():
        rest = values[_m], values[epsilon], values[delta]
        false = PureFalse.value(values[_Z], values[_W], *rest)
        if not 0 < false < 1:
            continue
        pairs = [(values[_W][0], p) for p in values[_W][1:]]
        told = [
            KL.value(
                PureTranscript.value(values[_Z], *pair, *rest), PureTranscript.value(values[_Z], *pair[::-1], *rest)
            )
            for pair in (*pairs, *(p[::-1] for p in pairs))
        ]
        largest = max(told, key=lambda x: float(x.mid()))
        known = {_y: -as_arb(false).log() - as_arb(Fraction(1, 2**30)), _k: largest + as_arb(Fraction(1, 2**30))}
        letters = _Z, _F, Theta, Delta, _N, _m, epsilon, delta, _y, _k
        yield letters, {**_laws_of(values), **known, pure_divergence(_Z, _m, epsilon, delta): largest}


def _chained() -> Iterator[Case]:
    for values in _plans():
        known = {_P: values[_W][0], _Q: values[_W][1]}
        one = one_pure_divergence(_K, _P, _Q, _m, epsilon, delta)
        largest = value(one, {**values, **known})
        worst = Supremum(one, _K, ApproximatelyPrivate(_K, epsilon, delta))
        # Equal channels for all users, the supremum taken for that one, and a little more.
        yield (_Z, _n, epsilon, delta, _P, _Q, _m), {**values, **known, worst: largest + as_arb(Fraction(1, 2**30))}


def _one_law() -> Iterator[Outside]:
    """Two names for one law, since no two parameters are so far apart; no estimate is far from it."""
    for values in _plans():
        law_ = {0: Fraction(1)}
        known = {Delta: Fraction(1, 4), LossAt(Phi, Delta): Fraction(1), Packing(Theta, 2 * Delta): Fraction(1)}
        known |= {WorstLoss(_Z, _F, _m, Phi): Fraction(0), PackingLaws(_F, Theta, 2 * Delta, _N): [law_, law_]}
        yield 1, (_Z, _F, _m, Theta, Phi, Delta, _N), {**values, _N: Fraction(2), **known}
        return


PURE_RATIO = Schema(
    "the pure pair of two close laws",
    "lemma",
    "Kairouz, Oh and Viswanath 2017, Theorem 3.3: except for a mass delta both come from one randomised response",
    lambda p, q, e, mass, at: Statement(
        at_most(Density(PurePart(p, q, e, mass), at), exp(e) * Density(PurePart(q, p, e, mass), at)),
        (Close(p, q, e, mass),),
    ),
    (_P, _Q, epsilon, delta, _z),
    _ratios,
    CANONICAL_PAIR,
)
PURE_BELOW = Schema(
    "a pure part is below its law",
    "lemma",
    "by Kairouz, Oh and Viswanath 2017, Theorem 3.3",
    lambda p, q, e, mass, at: Statement(
        at_most((1 - mass) * Density(PurePart(p, q, e, mass), at), Density(p, at)), (Close(p, q, e, mass),)
    ),
    (_P, _Q, epsilon, delta, _z),
    _ratios,
    CANONICAL_PAIR,
)
CLOSE_MARGINALS = Schema(
    "messages of an approximately private channel",
    "lemma",
    "means over the inputs, drawn independently of each other",
    lambda channel, p, q, e, mass: Statement(
        Close(Through(channel, p), Through(channel, q), e, mass), (ApproximatelyPrivate(channel, e, mass),)
    ),
    (_K, _P, _Q, epsilon, delta),
    _marginals,
)

NAMED_LAW = Schema(
    "the nearest point names the law",
    "theorem",
    "Fano's method: Wainwright 2019, Proposition 15.1, with the parameters of a packing: where the nearest is wrong "
    "the estimate is Delta away",
    lambda plan, members, draws, space, loss, half, many: Statement(
        at_most(
            LossAt(loss, half) * NamingError(plan, PackingLaws(members, space, 2 * half, many), draws),
            WorstLoss(plan, members, draws, loss),
        ),
        (HasParameters(members, space), at_most(many, Packing(space, 2 * half))),
    ),
    (_Z, _F, _m, Theta, Phi, Delta, _N),
    _in_class,
    outside=_one_law,
)
PURE_MASS = Schema(
    "names under pure parts",
    "lemma",
    "each message's law is at least 1 - delta times its pure part",
    lambda plan, users, e, mass, members, space, gap, many, draws: Statement(
        at_most(
            (1 - mass) ** users * (1 - PureHit(plan, PackingLaws(members, space, gap, many), draws, e, mass)),
            NamingError(plan, PackingLaws(members, space, gap, many), draws),
        ),
        (InteractiveApproximately(plan, users, e, mass),),
    ),
    (_Z, _n, epsilon, delta, _F, Theta, Delta, _N, _m),
    _kept,
)
FALSE_NAMES = Schema(
    "names of other laws",
    "lemma",
    "the names exclude each other: those under the first law have probabilities of at most 1 in all, pure parts at "
    "most "
    "(1 - delta)^(-n) times as much",
    lambda plan, users, e, mass, members, space, gap, many, draws: Statement(
        at_most(
            (1 - mass) ** users * many * PureFalse(plan, PackingLaws(members, space, gap, many), draws, e, mass), 1
        ),
        (InteractiveApproximately(plan, users, e, mass),),
    ),
    (_Z, _n, epsilon, delta, _F, Theta, Delta, _N, _m),
    _kept,
)
PURE_FACTOR = Schema(
    "pure transcripts differ by a factor",
    "lemma",
    "e^epsilon for each message",
    lambda plan, users, e, mass, members, space, gap, many, draws: Statement(
        at_most(
            PureHit(plan, PackingLaws(members, space, gap, many), draws, e, mass),
            exp(users * e) * PureFalse(plan, PackingLaws(members, space, gap, many), draws, e, mass),
        ),
        (InteractiveApproximately(plan, users, e, mass),),
    ),
    (_Z, _n, epsilon, delta, _F, Theta, Delta, _N, _m),
    _kept,
)
PURE_FANO = Schema(
    "Fano for a pair of probabilities",
    "lemma",
    "data processing for the event that the name is right, v uniform, and the entropy of one bit: Cover and Thomas "
    "2006, Theorem 2.10.1",
    lambda plan, members, space, gap, many, draws, e, mass, rare, most: Statement(
        at_most(PureHit(plan, PackingLaws(members, space, gap, many), draws, e, mass) * rare, most + log(2)),
        (
            at_most(PureFalse(plan, PackingLaws(members, space, gap, many), draws, e, mass), exp(-rare)),
            at_most(pure_divergence(plan, draws, e, mass), most),
        ),
    ),
    (_Z, _F, Theta, Delta, _N, _m, epsilon, delta, _y, _k),
    _told,
    DATA_PROCESSING,
)
PURE_CHAIN = Schema(
    "chain rule for pure transcripts",
    "lemma",
    "chain rule of KL: Cover and Thomas 2006, Theorem 2.5.3",
    lambda plan, users, e, mass, one, other, draws: Statement(
        at_most(
            KL(PureTranscript(plan, one, other, draws, e, mass), PureTranscript(plan, other, one, draws, e, mass)),
            users
            * Supremum(one_pure_divergence(_K, one, other, draws, e, mass), _K, ApproximatelyPrivate(_K, e, mass)),
        ),
        (InteractiveApproximately(plan, users, e, mass),),
    ),
    (_Z, _n, epsilon, delta, _P, _Q, _m),
    _chained,
    CHAIN_RULE,
)

FACTS = (
    PURE_RATIO,
    PURE_BELOW,
    CLOSE_MARGINALS,
    NAMED_LAW,
    PURE_MASS,
    FALSE_NAMES,
    PURE_FACTOR,
    PURE_FANO,
    PURE_CHAIN,
)
