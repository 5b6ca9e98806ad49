"""Without privacy: users who send their data, and what the data tell of the means of signs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from sympy import Integer

from verify.kernel.calculus.conditions import at_most, equal
from verify.kernel.calculus.facts.bodies import Squared
from verify.kernel.calculus.facts.cube_laws import NeighbourTV, SendAll, Separated, Within, squared_distance
from verify.kernel.calculus.facts.hypercube import Ball, Corner, Cube, Flip, Signs
from verify.kernel.calculus.facts.packings import WorstLoss
from verify.kernel.calculus.nouns import KL, TV, Law, Mean, Power
from verify.kernel.calculus.over import Supremum
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, integer, real
from verify.kernel.calculus.textbook import CHAIN_RULE, PINSKER

_g, _F, _P = Name("g", "decoder"), Name("F", "class of laws"), Name("P", "family of laws")
_Phi, _v = Name("Phi", "loss"), Name("v", "vertex")
_n, _m, d, _j = (integer(letter, least=1) for letter in "nmdj")
D, s, r = real("D", above=0), real("s", above=0, below=1), real("r", above=0)


def flipped_divergence(family: Any, size: Any) -> Any:
    """The largest KL divergence between the laws of one draw at a vertex and with one coordinate flipped."""
    at_one = KL(Corner(family, _v), Corner(family, Flip(_v, _j)))
    return Supremum(Supremum(at_one, _j, at_most(1, _j), at_most(_j, size)), _v)


def _flattened(data: Any) -> list[Any]:
    return [x for user in data for x in user]


def _mean_of_all(data: list[Any]) -> tuple[Fraction, ...]:
    return tuple(sum(x, Fraction(0)) / len(data) for x in zip(*data, strict=True))


def _risk(law: Law, users: int, draws: int) -> Fraction:
    """The squared error of the mean of all draws."""
    data = Power.value(Power.value(law, draws), users)
    theta = Mean.value(law)
    return sum(
        (w * squared_distance(_mean_of_all(_flattened(x)), theta, Fraction(1)) for x, w in data.items()), Fraction(0)
    )


def _pooled() -> Iterator[Case]:
    laws = [{(Fraction(1),): p, (Fraction(0),): 1 - p} for p in (Fraction(1, 2), Fraction(1, 10))]
    for users, draws in product((1, 2, 3), (1, 2, 3)):
        apart = max(_risk(law, users, draws) for law in laws)
        pooled = max(_risk(law, users * draws, 1) for law in laws)
        values = {_n: Fraction(users), _m: Fraction(draws), WorstLoss(SendAll(_n, _g), _F, _m, _Phi): apart}
        yield (_n, _g, _F, _m, _Phi), {**values, WorstLoss(SendAll(_n * _m, _g), _F, Integer(1), _Phi): pooled}


def _neighbours() -> Iterator[Case]:
    """Signs: neighbours differ in one coordinate, at each vertex alike."""
    for share, (size, users, draws) in product(
        (Fraction(1, 100), Fraction(1, 2), Fraction(9, 10)), ((1, 1, 1), (1, 2, 2), (2, 1, 1), (2, 1, 2))
    ):
        family = Signs.value(Fraction(1), share, Fraction(size))
        data = {at: Power.value(Power.value(law, draws), users) for at, law in family.items()}
        pairs = [(at, (*at[:i], -at[i], *at[i + 1 :])) for at in family for i in range(size)]
        squares = sum((TV.value(data[one], data[other]) ** 2 for one, other in pairs), Fraction(0)) / len(pairs)
        one, other = pairs[0]
        values = {_n: Fraction(users), _m: Fraction(draws), d: Fraction(size), _P: family}
        values |= {flipped_divergence(_P, d): KL.value(family[one], family[other])}
        yield (_n, _g, _P, _m, d), {**values, NeighbourTV(SendAll(_n, _g), _P, _m, d): squares}


def _flipped_signs() -> Iterator[Case]:
    for values in _families():
        for i in range(int(values[d])):
            yield (D, s, d, _v, _j), {**values, _v: (1,) * int(values[d]), _j: Fraction(i + 1)}


def _families() -> Iterator[dict[Any, Any]]:
    for size, share, width in product(
        (1, 2, 3), (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)), (Fraction(1), Fraction(3))
    ):
        yield {D: width, s: share, d: Fraction(size), Squared(): squared_distance}


def _named() -> Iterator[Case]:
    yield from (((D, s, d), values) for values in _families())


def _balls() -> Iterator[Case]:
    """D^2 d = r^2 at d = 4 and d = 1; below it else."""
    for size, width in ((1, 1), (2, 1), (3, Fraction(1, 2)), (4, 1), (4, Fraction(1, 3))):
        radius = Fraction(2) * width if size > 1 else Fraction(width)
        yield (D, s, d, r), {D: Fraction(width), s: Fraction(1, 2), d: Fraction(size), r: radius}


POOLED = Schema(
    "users who send all",
    "lemma",
    "n users with m draws each send what n m users with one draw send",
    lambda users, decoder, members, draws, loss: Statement(
        equal(
            WorstLoss(SendAll(users, decoder), members, draws, loss),
            WorstLoss(SendAll(users * draws, decoder), members, Integer(1), loss),
        )
    ),
    (_n, _g, _F, _m, _Phi),
    _pooled,
)
NEIGHBOUR_DATA = Schema(
    "all data of neighbours",
    "lemma",
    "Pinsker: Tsybakov 2009, Lemma 2.5, for each pair; KL of n m draws is n m times that of one",
    lambda users, decoder, family, draws, size: Statement(
        at_most(
            NeighbourTV(SendAll(users, decoder), family, draws, size),
            users * draws / 2 * flipped_divergence(family, size),
        )
    ),
    (_n, _g, _P, _m, d),
    _neighbours,
    PINSKER,
)
FLIPPED_SIGN = Schema(
    "divergence of signs with one mean turned",
    "lemma",
    "independent coordinates: the divergence of one, s log((1 + s)/(1 - s)), by 2 s/(1 - s^2) >= log((1 + s)/(1 - s))",
    lambda width, share, size, at, coordinate: Statement(
        at_most(
            KL(Corner(Signs(width, share, size), at), Corner(Signs(width, share, size), Flip(at, coordinate))),
            2 * share**2 / (1 - share**2),
        ),
        (at_most(coordinate, size),),
    ),
    (D, s, d, _v, _j),
    _flipped_signs,
    CHAIN_RULE,
)
SIGNS_SEPARATED = Schema(
    "signs apart",
    "definition",
    "definition: the means are D s v, so that half their distance, squared, is D^2 s^2 for each",
    lambda width, share, size: Statement(
        Separated(Signs(width, share, size), Squared(), width**2 * share**2 / 2, size)
    ),
    (D, s, d),
    _named,
)
SIGNS_WITHIN_CUBE = Schema(
    "signs within a cube",
    "definition",
    "definition",
    lambda width, share, size: Statement(Within(Signs(width, share, size), Cube(width, size))),
    (D, s, d),
    _named,
)
SIGNS_WITHIN_BALL = Schema(
    "signs in a ball",
    "definition",
    "definition: their length is D sqrt(d)",
    lambda width, share, size, radius: Statement(
        Within(Signs(width, share, size), Ball(Integer(2), radius, size)), (at_most(width**2 * size, radius**2),)
    ),
    (D, s, d, r),
    _balls,
)

FACTS = (POOLED, NEIGHBOUR_DATA, FLIPPED_SIGN, SIGNS_SEPARATED, SIGNS_WITHIN_CUBE, SIGNS_WITHIN_BALL)
