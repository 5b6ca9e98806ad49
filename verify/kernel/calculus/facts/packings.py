"""Losses of a distance, coverings and packings, and Fano's method: facts of metric spaces and of what messages tell."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from flint import arb
from sympy import exp, log

from verify.kernel.calculus.conditions import WholeNumber, at_most, property_of
from verify.kernel.calculus.facts.signs import NearSigns
from verify.kernel.calculus.nouns import KL, Member, Power, Through, Transcript, minimax
from verify.kernel.calculus.over import Infimum, Supremum
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, constructor, integer, law, quantities, quantity, real
from verify.kernel.calculus.textbook import HAMMING as HAMMING_STRESS
from verify.kernel.calculus.textbook import PACKING_COVERING as PACKING_COVERING_STRESS
from verify.kernel.calculus.textbook.fact import laws
from verify.kernel.statements.outcome import as_arb

_P, _Q = law("P"), law("Q")
_K, _Z = Name("K", "channel"), Name("Z", "protocol")
_F, Theta = Name("F", "class of laws"), Name("Theta", "metric space")
Phi = Name("Phi", "loss")
_x, _y, _z = Name("x", "input"), Name("x'", "input"), Name("z", "message")
_m = integer("m", least=1)
epsilon, Delta, _r = real("epsilon", above=0), real("Delta", above=0), real("r", above=0)
_k, _N = real("k", least=0), real("N", above=1)
places, _width, _scale = integer("k", least=1), real("w", least=0), real("s", above=0)
points = Name("f", "family of points")

_Space = list[list[int]]
"""A finite metric space in a stress case: its distances."""


def smallest_cover(space: _Space, radius: Fraction) -> Fraction:
    """The least number of points within `radius` of which all points are, by trying all sets."""
    points = range(len(space))
    return next(
        Fraction(size)
        for size in range(1, len(space) + 1)
        for centres in combinations(points, size)
        if all(any(space[c][at] <= radius for c in centres) for at in points)
    )


def largest_packing(space: _Space, gap: Fraction) -> Fraction:
    """The largest number of points that are pairwise further apart than `gap`, by trying all sets."""
    points = range(len(space))
    return next(
        Fraction(size)
        for size in range(len(space), 0, -1)
        for chosen in combinations(points, size)
        if all(space[a][b] > gap for a, b in combinations(chosen, 2))
    )


def _hamming(size: Fraction) -> _Space:
    vertices = list(product((0, 1), repeat=int(size)))
    return [[sum(a != b for a, b in zip(u, v, strict=True)) for v in vertices] for u in vertices]


def _cube_in(point: Any, space: Any, size: Fraction, least: Any) -> bool:
    """By all vertices; a space is a table of distances, or tells what is in it and squared distances."""
    inside, squared = (
        space if isinstance(space, tuple) else (range(len(space)).__contains__, lambda p, q: space[p][q] ** 2)
    )
    vertices = list(product((-1, 1), repeat=int(size)))
    family = [point(v) for v in vertices]
    # Narrow enclosures of what is attained: no room for another constant.
    return all(map(inside, family)) and all(
        as_arb(least * sum(a != b for a, b in zip(vertices[i], vertices[j], strict=True)))
        < squared(family[i], family[j]) + arb(2) ** -30
        for i, j in combinations(range(len(family)), 2)
    )


def _named_by_atoms(members: Any, space: _Space) -> bool:
    """Of laws that give all to one atom, which is the parameter."""
    return [p.get(theta) for theta, p in enumerate(members)] == [1] * len(space)


class LossAt(
    quantity(  # type: ignore[misc]
        "_LossAt", r"{0}\left({1}\right)", "a loss at a distance: it does not fall as the distance grows", 0
    )
):
    """A loss at a distance, at infinity its limit: LossAt(Phi, Delta)."""

    @property
    def infinite(self) -> bool:
        """Where the distance may be."""
        return any(q.infinite for q in quantities(self.args[1]))


WorstLoss = quantity(
    "WorstLoss",
    r"\sup_{{P \in {1}}} \mathbb{{E}}_{{P^{{\otimes {2}}}, {0}}} {3}(\rho(\hat\theta, \theta(P)))",
    "largest expected loss of the distance from a protocol's estimate to the law's parameter over a class of laws, "
    "each user with a given number of draws",
    0,
    infinite=True,
)
"""WorstLoss(Z, F, m, Phi)."""
Covering = quantity(
    "Covering",
    r"N_{{{0}}}\left({1}\right)",
    "covering number: the least number of balls of a radius, with centres in the space, that cover it",
    1,
    infinite=True,
    value=smallest_cover,
)
Packing = quantity(
    "Packing",
    r"M_{{{0}}}\left({1}\right)",
    "packing number: the largest number of points at pairwise distances above a number",
    1,
    infinite=True,
    value=largest_packing,
)
CoverSize = quantity(
    "CoverSize",
    r"|\mathcal{{N}}_{{{0}}}({1})|",
    "number of balls of a least cover of a space that has a finite one",
    1,
    value=smallest_cover,
)


class Diameter(
    quantity(  # type: ignore[misc]
        "_Diameter",
        r"\mathrm{{diam}}({0})",
        "largest distance in a space",
        0,
        value=lambda space: Fraction(max(map(max, space))),
    )
):
    """The largest distance in a space: Diameter(Theta)."""

    @property
    def infinite(self) -> bool:
        """Of a space of which nothing is known."""
        return isinstance(self.args[0], Name)


def _dense_within(channel: Any, e: Any) -> bool:
    """Of a function from three letters to laws."""
    told, grown = [channel(letter) for letter in range(3)], as_arb(e).exp()
    return not any(as_arb(w) > grown * as_arb(q.get(at, 0)) for p in told for q in told for at, w in p.items())


Density = quantity(
    "Density",
    r"\frac{{d{0}}}{{d\mu}}({1})",
    "density of a law at a point, for one measure that dominates all laws in sight and one choice of "
    "densities: of a mixture their mean",
    0,
    value=lambda p, at: p.get(at, Fraction(0)),
)
At = constructor("At", r"{0}(\cdot \mid {1})", lambda channel, letter: channel(letter), sort="law")
"""The law of a channel's message on an input: At(K, x)."""
PrivateDensities = property_of(
    "PrivateDensities",
    r"\text{{the densities of }}{0}\text{{ are within }}e^{{{1}}}\text{{ of each other everywhere}}",
    _dense_within,
    asks=lambda _, e: (at_most(0, e),),
)
"""One density of a message is at most e^epsilon times any other, at every point: PrivateDensities(K, epsilon).

Of a private channel two are so at almost every point; with countably many messages at every one.
"""
HammingCube = constructor("HammingCube", r"(\{{\pm1\}}^{{{0}}}, H)", _hamming, sort="metric space")
"""The vertices of a cube at their Hamming distances: HammingCube(k)."""
CubeIn = property_of(
    "CubeIn", r"{0}_v \in {1},\ \rho({0}_u, {0}_v)^2 \ge {3} H(u, v)\ \forall u, v \in \{{\pm1\}}^{{{2}}}", _cube_in
)
"""Points of a metric space, one for each vertex of the cube of k places, whose squared distances are at least s for
each place at which two vertices differ: CubeIn(f, Theta, k, s)."""
PointMasses = constructor(
    "PointMasses",
    r"\{{\delta_\theta : \theta \in {0}\}}",
    lambda space: [{theta: Fraction(1)} for theta in range(len(space))],
    sort="class of laws",
)
"""The laws of data that are the parameter itself, as with infinitely many samples: PointMasses(Theta)."""
HasParameters = property_of("HasParameters", r"\theta({0}) = {1}", _named_by_atoms)
"""The parameters of a class of laws are the points of a metric space: HasParameters(F, Theta)."""


def minimax_loss(members: Any, n: Any, draws: Any, epsilon: Any, loss: Any) -> Any:
    """The least worst loss of all sequentially interactive epsilon-private protocols of n users with m draws each."""
    protocol = Name("Z", "protocol")
    return minimax(WorstLoss(protocol, members, draws, loss), protocol, n, epsilon)


def _spaces() -> Iterator[Case]:
    for points in ((0, 1, 2, 3), (0, 1, 3, 7, 8), (0, 2, 3, 5, 9, 10)):
        for radius in (1, 2, 3):
            yield (Theta, _r), {Theta: [[abs(a - b) for a in points] for b in points], _r: Fraction(radius)}
    for size in (5, 6, 7):
        circle = [[min((a - b) % size, (b - a) % size) for a in range(size)] for b in range(size)]
        yield (Theta, _r), {Theta: circle, _r: Fraction(1)}


def _sized() -> Iterator[Case]:
    for arguments, values in _spaces():
        yield (*arguments, _N), values


def _cubes() -> Iterator[Case]:
    for size in (1, 2, 3):
        for radius in (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2)):
            yield (places, _width), {places: Fraction(size), _width: radius}


def _images() -> Iterator[Case]:
    """The cube itself, its distances twice as large: squared at least 4 for each place."""
    for size in (1, 2, 3):
        number = {v: i for i, v in enumerate(product((-1, 1), repeat=size))}
        doubled = [[2 * a for a in row] for row in _hamming(Fraction(size))]
        for gap in (Fraction(1, 4), Fraction(1)):
            yield (
                (points, Theta, places, _scale, _width, Delta),
                {
                    points: number.__getitem__,
                    Theta: doubled,
                    places: Fraction(size),
                    _scale: Fraction(4),
                    _width: gap,
                    Delta: gap,
                },
            )


def closest_laws(protocol: Any, members: Any, draws: Any) -> Any:
    """The largest KL divergence between all messages under two laws of a class."""
    first, second = Name("P", "law"), Name("P'", "law")
    told = KL(Transcript(protocol, Power(first, draws)), Transcript(protocol, Power(second, draws)))
    return Supremum(Supremum(told, second, Member(second, members)), first, Member(first, members))


def _fano(protocol: Any, members: Any, draws: Any, space: Any, loss: Any, half: Any, most: Any, many: Any) -> Statement:
    return Statement(
        at_most(LossAt(loss, half) * (1 - (most + log(2)) / log(many)), WorstLoss(protocol, members, draws, loss)),
        (
            HasParameters(members, space),
            at_most(many, Packing(space, 2 * half)),
            at_most(closest_laws(protocol, members, draws), most),
        ),
    )


def _named() -> Iterator[Case]:
    """One user names one of N letters at distance 1 by randomised response; the loss is 1 where the name is wrong."""
    for letters, t in ((2, 1), (4, 3), (32, 1), (32, 5), (1024, 1), (1024, 20), (2**20, 100)):
        told = as_arb(Fraction(t - 1, t + letters - 1)) * arb(t).log()
        error = Fraction(letters - 1, t + letters - 1)
        values = {_k: told, _N: Fraction(letters), Delta: Fraction(1, 4), LossAt(Phi, Delta): Fraction(1)}
        values |= {WorstLoss(_Z, _F, _m, Phi): error, Packing(Theta, 2 * Delta): Fraction(letters)}
        yield (_Z, _F, _m, Theta, Phi, Delta, _k, _N), {**values, closest_laws(_Z, _F, _m): told}


def _excess(p: Any, q: Any, e: Any) -> Any:
    return Supremum(Density(p, _z) - exp(e) * Density(q, _z), _z)


def _ratios() -> Iterator[Case]:
    """Pairs of laws on three atoms, and the log of their largest likelihood ratio."""
    several = [dict(enumerate(p)) for p in laws(3)]
    for p in several:
        for q in several:
            if all(q.values()):
                t = max(p[i] / q[i] for i in p)
                if t > 1:
                    yield (
                        (_P, _Q, epsilon),
                        {_P: p, _Q: q, epsilon: as_arb(t).log(), _excess(_P, _Q, epsilon): Fraction(0)},
                    )


def _mixed() -> Iterator[Case]:
    """Channels on three letters to three messages, with the ends of their densities at each message."""
    tables = [dict(enumerate(p)) for p in laws(3)]
    for i, p in enumerate(tables):
        rows = [tables[(i * j + 5 * j + 2) % len(tables)] for j in range(3)]
        for at in range(3):
            seen = [row[at] for row in rows]
            ends = {Supremum(Density(At(_K, _y), _z), _y): max(seen), Infimum(Density(At(_K, _x), _z), _x): min(seen)}
            yield (_K, _P, _z), {_K: rows.__getitem__, _P: p, _z: at, **ends}


def _answers() -> Iterator[Case]:
    """Randomised response of three letters."""
    for t in (Fraction(11, 10), Fraction(3), Fraction(20)):

        def channel(letter: int, t: Fraction = t) -> dict[int, Fraction]:
            return {at: (t if at == letter else Fraction(1)) / (t + 2) for at in range(3)}

        for one in range(3):
            for at in range(3):
                values = {_K: channel, epsilon: as_arb(t).log(), _x: one, _y: (one + 1) % 3, _z: at}
                yield (_K, epsilon, _x, _y, _z), values


PACKING_COVERING = Schema(
    "packings above coverings",
    "theorem",
    "Vershynin 2018, Lemma 4.2.8",
    lambda space, radius: Statement(at_most(Covering(space, radius), Packing(space, radius))),
    (Theta, _r),
    _spaces,
    PACKING_COVERING_STRESS,
)
HAMMING_COVER = Schema(
    "covers of the cube",
    "lemma",
    "Vershynin 2018, Section 4.2: each ball holds as many vertices",
    lambda size, radius: Statement(at_most(2**size / NearSigns(size, radius), Covering(HammingCube(size), radius))),
    (places, _width),
    _cubes,
    HAMMING_STRESS,
)
CUBE_PACKED = Schema(
    "an image of the cube",
    "lemma",
    "triangle inequality: of two points further than 2 Delta apart a ball of radius Delta holds one",
    lambda family, space, size, least, gap, radius: Statement(
        at_most(Packing(HammingCube(size), gap), Covering(space, radius)),
        (CubeIn(family, space, size, least), at_most(4 * radius**2, least * gap)),
    ),
    (points, Theta, places, _scale, _width, Delta),
    _images,
)
COVER_SIZE = Schema(
    "size of a least cover",
    "definition",
    "definition",
    lambda space, radius, many: Statement(
        at_most(CoverSize(space, radius), many), (at_most(Covering(space, radius), many),)
    ),
    (Theta, _r, _N),
    lambda: ((a, {**values, _N: smallest_cover(values[Theta], values[_r])}) for a, values in _sized()),
)
WHOLE_COVER = Schema(
    "the size of a cover is whole",
    "definition",
    "definition",
    lambda space, radius: Statement(WholeNumber(CoverSize(space, radius))),
    (Theta, _r),
    _spaces,
)
FANO_PACKING = Schema(
    "Fano's method",
    "theorem",
    "Fano: Wainwright 2019, Proposition 15.12 with (15.34): the parameters of a packing are named by the nearest one",
    _fano,
    (_Z, _F, _m, Theta, Phi, Delta, _k, _N),
    _named,
    outside=lambda: iter(
        [
            *(
                (
                    place,
                    (_Z, _F, _m, Theta, Phi, Delta, _k, _N),
                    {
                        _k: Fraction(1, 10),
                        _N: Fraction(1024),
                        Delta: Fraction(1, 4),
                        LossAt(Phi, Delta): Fraction(1),
                        WorstLoss(_Z, _F, _m, Phi): Fraction(0),
                        Packing(Theta, 2 * Delta): Fraction(1024),
                        closest_laws(_Z, _F, _m): told,
                    },
                )
                for place, told in ((0, Fraction(0)), (2, Fraction(100)))
            ),
        ]
    ),
)
POINT_MASSES = Schema(
    "parameters of point masses",
    "definition",
    "definition",
    lambda space: Statement(HasParameters(PointMasses(space), space)),
    (Theta,),
    lambda: (((Theta,), values) for _, values in _spaces()),
)
MIXED_ABOVE = Schema(
    "a mean is at most the largest",
    "lemma",
    "the density of K P at z is the mean of that of K(.|x) under P",
    lambda channel, p, at: Statement(
        at_most(Density(Through(channel, p), at), Supremum(Density(At(channel, _y), at), _y))
    ),
    (_K, _P, _z),
    _mixed,
)
MIXED_BELOW = Schema(
    "a mean is at least the least",
    "lemma",
    "the density of K P at z is the mean of that of K(.|x) under P",
    lambda channel, p, at: Statement(
        at_most(Infimum(Density(At(channel, _x), at), _x), Density(Through(channel, p), at))
    ),
    (_K, _P, _z),
    _mixed,
)
PRIVATE_DENSITY = Schema(
    "densities of a private channel",
    "definition",
    "definition",
    lambda channel, e, one, other, at: Statement(
        at_most(exp(-e) * Density(At(channel, one), at), Density(At(channel, other), at)),
        (PrivateDensities(channel, e),),
    ),
    (_K, epsilon, _x, _y, _z),
    _answers,
    outside=lambda: iter(
        [
            (
                0,
                (_K, epsilon, _x, _y, _z),
                {_K: lambda letter: {letter: Fraction(1)}, epsilon: Fraction(1, 10), _x: 0, _y: 1, _z: 0},
            ),
        ]
    ),
)
KL_RATIO = Schema(
    "KL below the log of the largest ratio",
    "theorem",
    "Renyi divergences do not fall with their order: van Erven and Harremoes 2014, Theorem 3",
    lambda p, q, e: Statement(at_most(KL(p, q), e), (at_most(_excess(p, q, e), 0),)),
    (_P, _Q, epsilon),
    _ratios,
    outside=lambda: iter(
        [
            (
                0,
                (_P, _Q, epsilon),
                {
                    _P: {0: Fraction(3, 5), 1: Fraction(2, 5)},
                    _Q: {0: Fraction(9, 10), 1: Fraction(1, 10)},
                    epsilon: Fraction(1, 10),
                    _excess(_P, _Q, epsilon): Fraction(1, 5),
                },
            ),
        ]
    ),
)

FACTS = (
    PACKING_COVERING,
    HAMMING_COVER,
    CUBE_PACKED,
    COVER_SIZE,
    WHOLE_COVER,
    FANO_PACKING,
    POINT_MASSES,
    MIXED_ABOVE,
    MIXED_BELOW,
    PRIVATE_DENSITY,
    KL_RATIO,
)
