"""Balls, cubes and sparse vectors of R^d under the Euclidean distance: volumes, diameters, covering numbers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import ceil
from typing import Any

from flint import arb
from sympy import E, pi, sqrt

from verify.calculus.conditions import at_most, equal
from verify.calculus.facts.packings import Covering, Diameter, LossAt
from verify.calculus.reasons import Case, Schema
from verify.calculus.statement import Statement
from verify.calculus.terms import constructor, integer, quantity, real
from verify.calculus.textbook import VOLUME_COVERING as VOLUME_COVERING_STRESS
from verify.calculus.textbook import VOLUMES as VOLUMES_STRESS
from verify.statements.outcome import as_arb

d = integer("d", least=1)
r, t = real("Delta", above=0), real("t", least=0)

UnitBall = constructor("UnitBall", r"\mathbb{{B}}_2^{{{0}}}", lambda dimension: ("ball", int(dimension)))
"""The unit ball of R^d."""
UnitCube = constructor("UnitCube", r"[-1, 1]^{{{0}}}", lambda dimension: ("cube", int(dimension)))
"""The cube of R^d with half side 1, its distances Euclidean."""
Squared = constructor("Squared", r"(\cdot)^2")
"""The loss that squares a distance."""


def _ratio(body: tuple[str, int]) -> Any:
    kind, dimension = body
    half = arb(dimension) / 2
    return Fraction(1) if kind == "ball" else arb(2) ** dimension * (1 + half).gamma() / arb.pi() ** half


def _corners(dimension: int) -> int:
    """The largest squared distance of two corners of the cube."""
    corners = list(product((-1, 1), repeat=dimension))
    return max(sum((a - b) ** 2 for a, b in zip(corners[0], corner, strict=True)) for corner in corners)


VolumeRatio = quantity("VolumeRatio", r"\frac{{\mathrm{{vol}}({0})}}{{\mathrm{{vol}}(\mathbb{{B}}_2)}}",
                       "volume of a body over that of the unit ball of its dimension", 0, value=_ratio)  # fmt: skip

_SQUARES = {1: arb(2).sqrt(), 2: arb(5).sqrt() / 2, 4: arb(2).sqrt() / 2}
"""The least radii at which 1, 2 and 4 discs cover the square [-1, 1]^2."""


def _covered() -> Iterator[dict[Any, Any]]:
    """Intervals, and the squares whose best coverings are known."""
    for k in range(1, 40):
        radius = Fraction(k, 40)
        yield {d: Fraction(1), r: radius, Covering(UnitCube(d), r): Fraction(ceil(1 / radius))}
    for many, wide in _SQUARES.items():
        yield {d: Fraction(2), r: wide, Covering(UnitCube(d), r): Fraction(many)}


def _balls() -> Iterator[Case]:
    """Intervals; discs of radius 1, sqrt(3)/2 and 1/2, of which 1, 3 and 7 cover a disc of radius 1."""
    for values in _covered():
        if values[d] == 1:
            yield (d, r), {d: values[d], r: values[r], Covering(UnitBall(d), r): values[Covering(UnitCube(d), r)]}
    for many, wide in ((1, arb(1)), (3, arb(3).sqrt() / 2), (7, as_arb(Fraction(1, 2)))):
        yield (d, r), {d: Fraction(2), r: wide, Covering(UnitBall(d), r): Fraction(many)}


def _cubes() -> Iterator[Case]:
    for values in _covered():
        yield (d, r), values


def _dimensions() -> Iterator[Case]:
    for dimension in range(1, 41):
        yield (d,), {d: Fraction(dimension)}


def _wide() -> Iterator[Case]:
    """Two opposite corners, two opposite points."""
    for dimension in range(1, 8):
        wide = {Diameter(UnitCube(d)): arb(_corners(dimension)).sqrt(), Diameter(UnitBall(d)): Fraction(2)}
        yield (d,), {d: Fraction(dimension), **wide}


def _squares() -> Iterator[Case]:
    for k in range(6):
        yield (t,), {t: Fraction(k, 2), LossAt(Squared(), t): Fraction(k, 2) ** 2}


CUBE_BELOW = Schema(
    "covering numbers by volumes", "Wainwright 2019, Lemma 5.7 (a)",
    lambda k, radius: Statement(
        at_most(VolumeRatio(UnitCube(k)) * (1 / radius) ** k, Covering(UnitCube(k), radius))
    ),
    (d, r), _cubes, VOLUME_COVERING_STRESS,
)  # fmt: skip
CUBE_ABOVE = Schema(
    "a grid covers a cube", "definition: cubes of half side Delta/sqrt(d) lie in the balls of radius Delta about them",
    lambda k, radius: Statement(at_most(Covering(UnitCube(k), radius), (sqrt(k) / radius + 1) ** k)), (d, r), _cubes,
)  # fmt: skip
CUBE_VOLUME = Schema(
    "volume of a cube over that of a ball", "Stirling's formula: Gamma(1 + x) >= sqrt(2 pi x) (x/e)^x, DLMF 5.6.1",
    lambda k: Statement(at_most(sqrt(pi * k) * (2 * k / (pi * E)) ** (k / 2), VolumeRatio(UnitCube(k)))), (d,),
    _dimensions, VOLUMES_STRESS,
)  # fmt: skip
BALL_BELOW = Schema(
    "covering numbers of a ball from below", "Wainwright 2019, Example 5.8",
    lambda k, radius: Statement(at_most((1 / radius) ** k, Covering(UnitBall(k), radius))), (d, r), _balls,
    VOLUME_COVERING_STRESS,
)  # fmt: skip
BALL_ABOVE = Schema(
    "covering numbers of a ball from above", "Wainwright 2019, Example 5.8",
    lambda k, radius: Statement(at_most(Covering(UnitBall(k), radius), (1 + 2 / radius) ** k)), (d, r), _balls,
    VOLUME_COVERING_STRESS,
)  # fmt: skip
CUBE_DIAMETER = Schema("diameter of a cube", "definition",
                       lambda k: Statement(equal(Diameter(UnitCube(k)), 2 * sqrt(k))), (d,), _wide)  # fmt: skip
BALL_DIAMETER = Schema("diameter of a ball", "definition",
                       lambda k: Statement(equal(Diameter(UnitBall(k)), 2)), (d,), _wide)  # fmt: skip
SQUARED = Schema("the squared distance", "definition",
                 lambda distance: Statement(equal(LossAt(Squared(), distance), distance**2)), (t,),
                 _squares)  # fmt: skip

FACTS = (
    CUBE_BELOW,
    CUBE_ABOVE,
    CUBE_VOLUME,
    BALL_BELOW,
    BALL_ABOVE,
    CUBE_DIAMETER,
    BALL_DIAMETER,
    SQUARED,
)
