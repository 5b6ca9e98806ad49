"""Approximate privacy: pairs of laws that are close up to a small mass, and the pure pair that they share."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from sympy import exp

from verify.calculus.conditions import at_most, property_of
from verify.calculus.facts.packings import Density
from verify.calculus.nouns import Law, Through
from verify.calculus.reasons import Case, Schema
from verify.calculus.statement import Statement
from verify.calculus.terms import Name, constructor, law, real
from verify.calculus.textbook import CANONICAL_PAIR
from verify.statements.outcome import as_arb

P, Q = law("P"), law("Q")
K, z = Name("K", "channel"), Name("z", "message")
epsilon, delta = real("epsilon", above=0), real("delta", least=0, below=1)


def _beyond(p: Law, q: Law, e: Any) -> Any:
    """The least mass that makes p at most e^epsilon q plus it."""
    t = as_arb(e).exp()
    over = [as_arb(w) - t * as_arb(q.get(x, Fraction(0))) for x, w in p.items()]
    return sum((x for x in over if not x < 0), as_arb(0))


def _close(p: Law, q: Law, e: Any, mass: Any) -> bool:
    return bool(_beyond(p, q, e) <= as_arb(mass) and _beyond(q, p, e) <= as_arb(mass))


def _approximately(rows: Any, e: Any, mass: Any) -> bool:
    """Of a channel on the letters 0, 1, 2."""
    return all(_close(rows(x), rows(y), e, mass) for x, y in product(range(3), repeat=2))


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


Close = property_of(
    "Close", r"{0} \le e^{{{2}}} {1} + {3},\ {1} \le e^{{{2}}} {0} + {3}", _close
)  # fmt: skip
"""Each law has at any event at most e^epsilon times the other's probability plus delta: Close(P, Q, epsilon, delta)."""
ApproximatelyPrivate = property_of(
    "ApproximatelyPrivate", r"{0}\text{{ is }}({1}, {2})\text{{-private}}", _approximately
)
"""A channel whose messages for any two inputs are close: ApproximatelyPrivate(K, epsilon, delta)."""
PurePart = constructor("PurePart", r"[{0} \mid {1}]_{{{2}, {3}}}", _pure_part)
"""The P' of P = (1 - delta) P' + delta P'' and Q = (1 - delta) Q' + delta Q'', where P' and Q' differ by a factor of at
most e^epsilon: PurePart(P, Q, epsilon, delta); Q' is PurePart(Q, P, epsilon, delta)."""


def _pairs() -> Iterator[dict[Any, Any]]:
    """Laws on three letters, the least delta that makes them close, a little enlarged, and a letter."""
    several: list[Law] = [
        {0: Fraction(1), 1: Fraction(0), 2: Fraction(0)}, {0: Fraction(9, 10), 1: Fraction(1, 10), 2: Fraction(0)},
        {0: Fraction(1, 2), 1: Fraction(1, 3), 2: Fraction(1, 6)},
        {0: Fraction(1, 6), 1: Fraction(1, 2), 2: Fraction(1, 3)},
    ]  # fmt: skip
    for p, q, t in product(several, several, (Fraction(6, 5), Fraction(3, 2), Fraction(5))):
        if p != q:
            e = as_arb(t).log()
            least = max(sum((max(a[x] - t * b[x], Fraction(0)) for x in a), Fraction(0)) for a, b in ((p, q), (q, p)))
            for x in p:
                yield {P: p, Q: q, epsilon: e, delta: least + Fraction(1, 2**30), z: x}


def _ratios() -> Iterator[Case]:
    yield from (((P, Q, epsilon, delta, z), values) for values in _pairs())


def _marginals() -> Iterator[Case]:
    """A channel that tells its letter with a little probability; laws of the data on its letters."""
    laws = [{0: Fraction(1), 1: Fraction(0), 2: Fraction(0)}, {0: Fraction(0), 1: Fraction(1, 2), 2: Fraction(1, 2)},
            {0: Fraction(1, 3), 1: Fraction(1, 3), 2: Fraction(1, 3)}]  # fmt: skip
    for t, leak, (p, q) in product((Fraction(6, 5), Fraction(5)), (Fraction(1, 100), Fraction(1, 5)),
                                   product(laws, repeat=2)):  # fmt: skip

        def channel(x: int, t: Fraction = t, leak: Fraction = leak) -> Law:
            plain = {at: (1 - leak) * (t if at == x else Fraction(1)) / (t + 2) for at in range(3)}
            return plain | {("told", x): leak}

        values = {K: channel, P: p, Q: q, epsilon: as_arb(t).log() + as_arb(Fraction(1, 2**30))}
        yield (K, P, Q, epsilon, delta), {**values, delta: leak + Fraction(1, 2**30)}


PURE_RATIO = Schema(
    "the pure pair of two close laws",
    "Kairouz, Oh and Viswanath 2017, Theorem 3.3: but for a mass delta both come from one randomised response",
    lambda p, q, e, mass, at: Statement(
        at_most(Density(PurePart(p, q, e, mass), at), exp(e) * Density(PurePart(q, p, e, mass), at)),
        (Close(p, q, e, mass),),
    ),
    (P, Q, epsilon, delta, z), _ratios, CANONICAL_PAIR,
)  # fmt: skip
PURE_BELOW = Schema(
    "a pure part is below its law", "definition, by Kairouz, Oh and Viswanath 2017, Theorem 3.3",
    lambda p, q, e, mass, at: Statement(
        at_most((1 - mass) * Density(PurePart(p, q, e, mass), at), Density(p, at)), (Close(p, q, e, mass),)
    ),
    (P, Q, epsilon, delta, z), _ratios, CANONICAL_PAIR,
)  # fmt: skip
CLOSE_MARGINALS = Schema(
    "messages of an approximately private channel",
    "definition: means over the inputs, drawn independently of each other",
    lambda channel, p, q, e, mass: Statement(
        Close(Through(channel, p), Through(channel, q), e, mass), (ApproximatelyPrivate(channel, e, mass),)
    ),
    (K, P, Q, epsilon, delta), _marginals,
)  # fmt: skip

FACTS = (PURE_RATIO, PURE_BELOW, CLOSE_MARGINALS)
