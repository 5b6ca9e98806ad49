"""Laws that agree off a set: what a set's share says of their divergence and distance."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from verify.kernel.calculus.conditions import at_most, below, equal, property_of
from verify.kernel.calculus.facts.privacy import Chance
from verify.kernel.calculus.nouns import KL, TV, Law
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, constructor, law
from verify.kernel.calculus.textbook.fact import laws

Atoms = frozenset[Any]


def _share(p: Law, inside: Atoms) -> Fraction:
    return sum((w for x, w in p.items() if x in inside), Fraction(0))


def _restricted(p: Law, inside: Atoms) -> Law:
    mass = _share(p, inside)
    return {x: w / mass for x, w in p.items() if x in inside} if mass else p


def _agree(p: Law, q: Law, inside: Atoms) -> bool:
    return all(p.get(x, Fraction(0)) == q.get(x, Fraction(0)) for x in {*p, *q} - inside)


Restricted = constructor("Restricted", r"{0}_{{|{1}}}", _restricted, sort="law")
"""A law given that its draw lies in a set, or the law itself where the set has no mass: Restricted(P, S)."""
AgreeOff = property_of("AgreeOff", r"{0} = {1}\text{{ off }}{2}", _agree)
"""Two laws that give the same mass to all that lies outside a set: AgreeOff(P, Q, S)."""

_P, _Q, _S = law("P"), law("Q"), Name("S", "event")


def _pairs() -> Iterator[Case]:
    """Laws on four atoms that agree off the first two or three, with mass there."""
    several = [dict(zip(map(Fraction, range(4)), masses, strict=True)) for masses in laws(4, 5)]
    sets = [frozenset(map(Fraction, inside)) for inside in ((0, 1), (0, 1, 2))]
    for (p, q), inside in product(combinations(several, 2), sets):
        if _agree(p, q, inside) and _share(p, inside):
            yield (_P, _Q, _S), {_P: p, _Q: q, _S: inside}


RESTRICTED_KL = Schema(
    "divergence on a set",
    "lemma",
    "chain rule of KL: Cover and Thomas 2006, Theorem 2.5.3, off the set the ratio is 1",
    lambda p, q, inside: Statement(
        equal(KL(p, q), Chance(p, inside) * KL(Restricted(p, inside), Restricted(q, inside))),
        (AgreeOff(p, q, inside), below(0, Chance(p, inside))),
    ),
    (_P, _Q, _S),
    _pairs,
)
RESTRICTED_TV = Schema(
    "distance on a set",
    "lemma",
    "off the set the laws are equal, so that their masses on it are, too",
    lambda p, q, inside: Statement(
        equal(TV(p, q), Chance(p, inside) * TV(Restricted(p, inside), Restricted(q, inside))),
        (AgreeOff(p, q, inside), below(0, Chance(p, inside))),
    ),
    (_P, _Q, _S),
    _pairs,
)
SHARED_TV = Schema(
    "distance below a set's mass",
    "lemma",
    "off the set the laws are equal",
    lambda p, q, inside: Statement(at_most(TV(p, q), Chance(p, inside)), (AgreeOff(p, q, inside),)),
    (_P, _Q, _S),
    _pairs,
)

FACTS = (RESTRICTED_KL, RESTRICTED_TV, SHARED_TV)
