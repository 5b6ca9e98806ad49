"""Balls, cubes and sparse vectors of R^d under the Euclidean distance: volumes, diameters, covering numbers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product
from math import ceil, comb
from typing import Any

from flint import arb
from sympy import E, pi, sqrt

from verify.kernel.calculus.chain import Chain, line
from verify.kernel.calculus.conditions import at_most, below, equal
from verify.kernel.calculus.facts.margin import GammaFunction
from verify.kernel.calculus.facts.packings import Covering, Diameter, LossAt
from verify.kernel.calculus.reasons import Case, Outside, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import constructor, integer, quantity, real
from verify.kernel.calculus.textbook import VOLUME_COVERING as VOLUME_COVERING_STRESS
from verify.kernel.calculus.textbook import VOLUMES as VOLUMES_STRESS
from verify.kernel.statements.outcome import as_arb

_d, _s = integer("d", least=1), integer("s", least=1)
_a = real("a", above=0)
_r, _t = real("Delta", above=0), real("t", least=0)

UnitBall = constructor(
    "UnitBall",
    r"\mathbb{{B}}_2^{{{0}}}",
    lambda d: ("ball", int(d)),
    needs=lambda d: (at_most(1, d),),
    sort="metric space",
)
"""The unit ball of R^d."""
UnitCube = constructor(
    "UnitCube", r"[-1, 1]^{{{0}}}", lambda d: ("cube", int(d)), needs=lambda d: (at_most(1, d),), sort="metric space"
)
"""The cube of R^d with half side 1, its distances Euclidean."""
SparseCube = constructor(
    "SparseCube",
    r"\{{\theta \in [-{2}, {2}]^{{{0}}}: \|\theta\|_0 \le {1}\}}",
    needs=lambda d, s, a: (at_most(1, d), at_most(0, s), at_most(0, a)),
    sort="metric space",
)
"""The vectors of a cube of half side a with at most s entries that are not 0, at Euclidean distances:
SparseCube(d, s, a)."""
Choose = quantity(
    "Choose",
    r"\binom{{{0}}}{{{1}}}",
    "number of sets of s elements among d",
    0,
    value=lambda size, part: Fraction(comb(int(size), int(part))),
)
Squared = constructor("Squared", r"(\cdot)^2", sort="loss")
"""The loss that squares a distance."""


def _ratio(body: tuple[str, int]) -> Any:
    kind, dimension = body
    half = arb(dimension) / 2
    return Fraction(1) if kind == "ball" else arb(2) ** dimension * (1 + half).gamma() / arb.pi() ** half


def _corners(d: int) -> int:
    """The largest squared distance of two corners of the cube."""
    corners = list(product((-1, 1), repeat=d))
    return max(sum((a - b) ** 2 for a, b in zip(corners[0], corner, strict=True)) for corner in corners)


VolumeRatio = quantity(
    "VolumeRatio",
    r"\frac{{\mathrm{{vol}}({0})}}{{\mathrm{{vol}}(\mathbb{{B}}_2)}}",
    "volume of a body over that of the unit ball of its dimension",
    0,
    value=_ratio,
)

_SQUARES = {1: arb(2).sqrt(), 2: arb(5).sqrt() / 2, 4: arb(2).sqrt() / 2}
"""The least radii at which 1, 2 and 4 discs cover the square [-1, 1]^2."""


def _covered() -> Iterator[dict[Any, Any]]:
    """Intervals, and the squares whose best coverings are known."""
    for k in range(1, 40):
        radius = Fraction(k, 40)
        yield {_d: Fraction(1), _r: radius, Covering(UnitCube(_d), _r): Fraction(ceil(1 / radius))}
    for many, wide in _SQUARES.items():
        yield {_d: Fraction(2), _r: wide, Covering(UnitCube(_d), _r): Fraction(many)}


def _balls() -> Iterator[Case]:
    """Intervals; discs of radius 1, sqrt(3)/2 and 1/2, of which 1, 3 and 7 cover a disc of radius 1."""
    for values in _covered():
        if values[_d] == 1:
            yield (
                (_d, _r),
                {_d: values[_d], _r: values[_r], Covering(UnitBall(_d), _r): values[Covering(UnitCube(_d), _r)]},
            )
    for many, wide in ((1, arb(1)), (3, arb(3).sqrt() / 2), (7, as_arb(Fraction(1, 2)))):
        yield (_d, _r), {_d: Fraction(2), _r: wide, Covering(UnitBall(_d), _r): Fraction(many)}


def _cubes() -> Iterator[Case]:
    for values in _covered():
        yield (_d, _r), values


def _crosses() -> Iterator[Case]:
    """s = 1: 2 d half axes of length 1, covered one by one except for a ball about the origin."""
    for size, k in product((1, 2, 3, 10, 100), (3, 5, 9, 15)):
        radius = Fraction(1, k)
        # From the origin's ball on, each half axis needs ceil((1 - radius)/(2 radius)) balls.
        many = 1 + 2 * size * ceil((1 - radius) / (2 * radius))
        values = {_d: Fraction(size), _s: Fraction(1), _a: Fraction(1), _r: radius}
        yield (_d, _s, _a, _r), {**values, Covering(SparseCube(_d, _s, _a), _r): Fraction(many)}


def _supports() -> Iterator[Case]:
    for arguments, values in _crosses():
        intervals = Fraction(ceil(1 / values[_r]))
        yield (
            (arguments[0], arguments[1], arguments[3]),
            {
                **values,
                Covering(SparseCube(_d, _s, 1), _r): values[Covering(SparseCube(_d, _s, _a), _r)],
                Covering(UnitCube(_s), _r): intervals,
            },
        )
    for many, wide in _SQUARES.items():
        covers = {Covering(SparseCube(_d, _s, 1), _r): Fraction(many), Covering(UnitCube(_s), _r): Fraction(many)}
        yield (_d, _s, _r), {_d: Fraction(2), _s: Fraction(2), _r: wide, **covers}


def _sets() -> Iterator[Case]:
    for size in range(2, 25):
        for part in range(1, size):
            yield (_d, _s), {_d: Fraction(size), _s: Fraction(part)}


def _opposite() -> Iterator[Case]:
    """Over all pairs of vectors with entries -1, 0, 1."""
    for size in (1, 2, 3):
        for part in range(1, size + 1):
            points = [x for x in product((-1, 0, 1), repeat=size) if sum(map(abs, x)) <= part]
            far = max(sum((p - q) ** 2 for p, q in zip(x, y, strict=True)) for x in points for y in points)
            values = {_d: Fraction(size), _s: Fraction(part)}
            yield (_d, _s), {**values, Diameter(SparseCube(_d, _s, 1)): arb(far).sqrt()}


def _dimensions() -> Iterator[Case]:
    for dimension in range(1, 41):
        yield (_d,), {_d: Fraction(dimension)}


def _halves() -> Iterator[Case]:
    for k in range(1, 21):
        yield (_a,), {_a: Fraction(k, 2)}


def _by_stirling() -> Chain:
    half = _d / 2
    return (
        line(sqrt(pi * _d) * (2 * _d / (pi * E)) ** half)
        .eq(2**_d * pi**-half * sqrt(2 * pi * half) * (half / E) ** half)
        .le(2**_d * pi**-half * GammaFunction(1 + half), STIRLING(half))
        .eq(VolumeRatio(UnitCube(_d)), BALL_VOLUME(_d))
    )


def _wide() -> Iterator[Case]:
    """Two opposite corners, two opposite points."""
    for dimension in range(1, 8):
        wide = {Diameter(UnitCube(_d)): arb(_corners(dimension)).sqrt(), Diameter(UnitBall(_d)): Fraction(2)}
        yield (_d,), {_d: Fraction(dimension), **wide}


def _squares() -> Iterator[Case]:
    for k in range(6):
        yield (_t,), {_t: Fraction(k, 2), LossAt(Squared(), _t): Fraction(k, 2) ** 2}


def _broad() -> Iterator[Outside]:
    """More entries than there are: an interval."""
    yield (
        0,
        (_d, _s, _r),
        {
            _d: Fraction(1),
            _s: Fraction(2),
            _r: Fraction(1, 2),
            Covering(SparseCube(_d, _s, 1), _r): Fraction(2),
            Covering(UnitCube(_s), _r): Fraction(4),
        },
    )
    yield 0, (_d, _s), {_d: Fraction(1), _s: Fraction(2), Diameter(SparseCube(_d, _s, 1)): Fraction(2)}


def _wide_balls() -> Iterator[Outside]:
    """One disc covers the square, and 1 - 2 Delta is far below 0."""
    values = {_d: Fraction(2), _s: Fraction(2), _a: Fraction(1), _r: Fraction(10)}
    yield 0, (_d, _s, _a, _r), {**values, Covering(SparseCube(_d, _s, _a), _r): Fraction(1)}


CUBE_BELOW = Schema(
    "covering numbers by volumes",
    "theorem",
    "Wainwright 2019, Lemma 5.7 (a)",
    lambda k, radius: Statement(at_most(VolumeRatio(UnitCube(k)) * (1 / radius) ** k, Covering(UnitCube(k), radius))),
    (_d, _r),
    _cubes,
    VOLUME_COVERING_STRESS,
)
CUBE_ABOVE = Schema(
    "a grid covers a cube",
    "lemma",
    "cubes of half side Delta/sqrt(d) lie in the balls of radius Delta about them",
    lambda k, radius: Statement(at_most(Covering(UnitCube(k), radius), (sqrt(k) / radius + 1) ** k)),
    (_d, _r),
    _cubes,
)
STIRLING = Schema(
    "Stirling's formula, from below",
    "theorem",
    "DLMF 5.6.1: times x, as Gamma(1 + x) = x Gamma(x)",
    lambda x: Statement(at_most(sqrt(2 * pi * x) * (x / E) ** x, GammaFunction(1 + x))),
    (_a,),
    _halves,
)
BALL_VOLUME = Schema(
    "a cube's volume by that of a ball",
    "theorem",
    "DLMF 5.19.4: the ball's is pi^(d/2)/Gamma(1 + d/2)",
    lambda k: Statement(equal(VolumeRatio(UnitCube(k)), 2**k * pi ** (-k / 2) * GammaFunction(1 + k / 2))),
    (_d,),
    _dimensions,
    VOLUMES_STRESS,
)
CUBE_VOLUME = Schema(
    "volume of a cube over that of a ball",
    "lemma",
    "Stirling's formula, for the volume of the ball",
    lambda k: Statement(at_most(sqrt(pi * k) * (2 * k / (pi * E)) ** (k / 2), VolumeRatio(UnitCube(k)))),
    (_d,),
    _dimensions,
    VOLUMES_STRESS,
    proof=_by_stirling,
)
BALL_BELOW = Schema(
    "covering numbers of a ball from below",
    "theorem",
    "Wainwright 2019, Example 5.8",
    lambda k, radius: Statement(at_most((1 / radius) ** k, Covering(UnitBall(k), radius))),
    (_d, _r),
    _balls,
    VOLUME_COVERING_STRESS,
)
BALL_ABOVE = Schema(
    "covering numbers of a ball from above",
    "theorem",
    "Wainwright 2019, Example 5.8",
    lambda k, radius: Statement(at_most(Covering(UnitBall(k), radius), (1 + 2 / radius) ** k)),
    (_d, _r),
    _balls,
    VOLUME_COVERING_STRESS,
)
CUBE_DIAMETER = Schema(
    "diameter of a cube",
    "definition",
    "definition",
    lambda k: Statement(equal(Diameter(UnitCube(k)), 2 * sqrt(k))),
    (_d,),
    _wide,
)
BALL_DIAMETER = Schema(
    "diameter of a ball", "definition", "definition", lambda k: Statement(equal(Diameter(UnitBall(k)), 2)), (_d,), _wide
)
SQUARED = Schema(
    "the squared distance",
    "definition",
    "definition",
    lambda distance: Statement(equal(LossAt(Squared(), distance), distance**2)),
    (_t,),
    _squares,
)

SPARSE_ABOVE = Schema(
    "supports one by one, from above",
    "lemma",
    "subadditivity: a cover for each support",
    lambda k, part, radius: Statement(
        at_most(Covering(SparseCube(k, part, 1), radius), Choose(k, part) * Covering(UnitCube(part), radius)),
        (at_most(part, k),),
    ),
    (_d, _s, _r),
    _supports,
    outside=lambda: islice(_broad(), 1),
)
SPARSE_BELOW = Schema(
    "supports and signs one by one, from below",
    "lemma",
    "Wainwright 2019, Lemma 5.7 (a), for the vectors of each support and each choice of signs whose entries are above "
    "2 Delta: these sets are further than 2 Delta apart, so that a ball meets one of them at most",
    lambda k, part, half, radius: Statement(
        at_most(
            Choose(k, part) * VolumeRatio(UnitCube(part)) * ((half - 2 * radius) / radius) ** part,
            Covering(SparseCube(k, part, half), radius),
        ),
        (below(2 * radius, half),),
    ),
    (_d, _s, _a, _r),
    _crosses,
    VOLUME_COVERING_STRESS,
    outside=_wide_balls,
)
CHOOSE_ABOVE = Schema(
    "binomial coefficients from above",
    "theorem",
    "Vershynin 2018, Exercise 0.0.5",
    lambda k, part: Statement(at_most(Choose(k, part), (E * k / part) ** part)),
    (_d, _s),
    _sets,
)
CHOOSE_BELOW = Schema(
    "binomial coefficients from below",
    "theorem",
    "Vershynin 2018, Exercise 0.0.5",
    lambda k, part: Statement(at_most((k / part) ** part, Choose(k, part)), (at_most(part, k),)),
    (_d, _s),
    _sets,
)
CHOOSE_SYMMETRIC = Schema(
    "binomial coefficients are symmetric",
    "lemma",
    "complements of sets",
    lambda k, part: Statement(equal(Choose(k, part), Choose(k, k - part)), (at_most(part, k),)),
    (_d, _s),
    _sets,
)
SPARSE_DIAMETER = Schema(
    "diameter of the sparse vectors",
    "definition",
    "definition: two opposite ones",
    lambda k, part: Statement(equal(Diameter(SparseCube(k, part, 1)), 2 * sqrt(part)), (at_most(part, k),)),
    (_d, _s),
    _opposite,
    outside=lambda: islice(_broad(), 1, None),
)

FACTS = (
    SPARSE_ABOVE,
    SPARSE_BELOW,
    CHOOSE_ABOVE,
    CHOOSE_BELOW,
    CHOOSE_SYMMETRIC,
    SPARSE_DIAMETER,
    CUBE_BELOW,
    CUBE_ABOVE,
    STIRLING,
    BALL_VOLUME,
    CUBE_VOLUME,
    BALL_BELOW,
    BALL_ABOVE,
    CUBE_DIAMETER,
    BALL_DIAMETER,
    SQUARED,
)
