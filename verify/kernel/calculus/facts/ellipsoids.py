"""Periodic functions on [0, 1] and their coefficients at 1, sqrt(2) cos(2 pi x), sqrt(2) sin(2 pi x), and so on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from flint import arb
from sympy import pi, sqrt

from verify.kernel.calculus.conditions import at_most, below, equal, property_of
from verify.kernel.calculus.facts.packings import CubeIn, Diameter
from verify.kernel.calculus.reasons import Case, Outside, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, constructor, integer, quantity, real
from verify.kernel.statements.outcome import as_arb

_f, beta = Name("f", "function"), integer("beta", least=1)
_order, _radius, height, _places = real("beta", least=1), real("r", above=0), real("g", above=0), integer("k", least=1)
small = real("r", above=0, most=1)

_Waves = dict[int, Fraction]
"""In a stress case: multiples of sqrt(2) cos(2 pi j x) at 2j and of sqrt(2) sin(2 pi j x) at 2j + 1, j up to 5."""
_POINTS = 32
"""Equally spaced ones: their mean is the integral of a product of two such functions."""


def _at(waves: _Waves, x: Fraction, order: int) -> arb:
    """The derivative of that order."""
    total = arb(0)
    for place, factor in waves.items():
        j = place // 2
        # Each derivative turns by a quarter; the sine is the cosine, turned by three.
        turn = 2 * j * as_arb(x) + as_arb(Fraction(order + 3 * (place % 2), 2))
        total += as_arb(factor) * arb(2).sqrt() * (2 * arb.pi() * j) ** order * turn.cos_pi()
    return total


def _weighted(waves: _Waves, order: Any) -> arb:
    """The coefficients by the definition, as means over the points."""
    total = arb(0)
    for place in range(2, 12):
        pairs = (_at(waves, x, 0) * _at({place: Fraction(1)}, x, 0) for x in _grid())
        weight = place if place % 2 == 0 else place - 1
        total += arb(weight) ** (2 * int(order)) * (sum(pairs, arb(0)) / _POINTS) ** 2
    return total


def _energy(waves: _Waves, order: Any) -> arb:
    return sum((_at(waves, x, int(order)) ** 2 for x in _grid()), arb(0)) / _POINTS


def _grid() -> Iterator[Fraction]:
    return (Fraction(k, _POINTS) for k in range(_POINTS))


def _densities(order: Any, radius: Any) -> tuple[Any, Any]:
    """What 1 + a sum of waves is in the class, and squared distances, both from the functions' values."""

    def inside(waves: _Waves) -> bool:
        positive = all(1 + _at(waves, x, 0) > 0 for x in _grid())
        return positive and bool(_weighted(waves, order) < as_arb(radius) ** 2 + arb(2) ** -30)

    def squared(one: _Waves, other: _Waves) -> arb:
        apart = [_at(one, x, 0) - _at(other, x, 0) for x in _grid()]
        return sum((a * a for a in apart), arb(0)) / _POINTS

    return inside, squared


DensityEllipsoid = constructor(
    "DensityEllipsoid",
    r"\mathcal{{F}}^a_{{{0}, {1}}}",
    _densities,
    needs=lambda _, radius: (at_most(0, radius),),
    sort="metric space",
)
"""The positive densities on [0, 1] with sum_j a_j^2 theta_j^2 <= r^2, the weights those of EllipsoidSum, at L2
distances: DensityEllipsoid(beta, r)."""
Cosines = constructor(
    "Cosines",
    r"(1 + {1}\textstyle\sum_{{j \le {0}}} v_j\sqrt2\cos(2\pi j\,\cdot))",
    lambda size, share: lambda v: {2 * j: share * v[j - 1] for j in range(1, int(size) + 1)},
    sort="family of points",
)
"""A density for each vertex v of the cube of k places: Cosines(k, g)."""
EllipsoidSum = quantity(
    "EllipsoidSum",
    r"\textstyle\sum_j a_j^2 \theta_j({0})^2_{{\beta = {1}}}",
    "sum over j of a_j^2 times the square of the coefficient at 1, sqrt(2) cos(2 pi x), sqrt(2) sin(2 pi x), ..., "
    "with the "
    "weights a_1 = 0, a_j = j^beta for even and (j - 1)^beta for odd j: EllipsoidSum(f, beta)",
    0,
    infinite=True,
    value=_weighted,
)
Energy = quantity(
    "Energy",
    r"\int_0^1 \{{{0}^{{({1})}}\}}^2",
    "integral of the squared derivative of order beta",
    0,
    infinite=True,
    value=_energy,
)
Periodic = property_of("Periodic", r"{0}^{{(l)}}(0) = {0}^{{(l)}}(1),\ l < {1}")
"""f^(beta - 1) is absolutely continuous, f^(beta) square integrable, and f^(l)(0) = f^(l)(1) for l < beta."""


def _waves() -> Iterator[Case]:
    several: list[_Waves] = [
        {2: Fraction(1)},
        {3: Fraction(1, 2)},
        {4: Fraction(1, 3), 5: Fraction(-1)},
        {2: Fraction(1), 7: Fraction(1, 5), 10: Fraction(1, 50)},
        {11: Fraction(2)},
    ]
    for waves, order in product(several, (1, 2, 3)):
        yield (_f, beta), {_f: waves, beta: Fraction(order)}


def _cosines() -> Iterator[Case]:
    """As high as the class allows, at three levels of smoothness."""
    for size, smooth in product((1, 2, 3), (1, 2, 3)):
        wide = as_arb(size * (2 * size) ** (2 * smooth)).sqrt()
        values = {_places: Fraction(size), _order: Fraction(smooth), _radius: Fraction(1), height: 1 / wide}
        yield (_places, height, _order, _radius), values


def _widest() -> Iterator[Case]:
    """Among single waves and sums of two, each as high as the class allows."""
    for smooth, most in product((1, 2, 3), (Fraction(1), Fraction(1, 3))):
        inside, squared = _densities(smooth, most)
        heights = {place: most / (place - place % 2) ** smooth for place in (2, 3, 4)}
        waves = [{place: sign * a} for place, a in heights.items() for sign in (1, -1)]
        waves += [{2: sign * 3 * heights[2] / 5, 3: 4 * heights[3] / 5} for sign in (1, -1)]
        members = [w for w in waves if inside(w)]
        widest = max((squared(u, v) for u, v in combinations(members, 2)), key=float).sqrt()
        yield (
            (_order, small),
            {_order: Fraction(smooth), small: most, Diameter(DensityEllipsoid(_order, small)): widest},
        )


def _negative() -> Iterator[Outside]:
    """A wave so high that the density is negative."""
    yield (
        0,
        (_places, height, _order, _radius),
        {
            _places: Fraction(1),
            height: Fraction(1),
            _order: Fraction(1),
            _radius: Fraction(100),
        },
    )


PARSEVAL = Schema(
    "energy of a periodic function",
    "theorem",
    "Tsybakov 2009, Proposition 1.14: integrating by parts beta times multiplies the coefficients at 2j and 2j + 1 by "
    "(2 pi j)^beta, except for their signs and order; Parseval",
    lambda function, order: Statement(
        equal(EllipsoidSum(function, order), Energy(function, order) / pi ** (2 * order)), (Periodic(function, order),)
    ),
    (_f, beta),
    _waves,
)

COSINES_IN = Schema(
    "a cube of cosines",
    "lemma",
    "Parseval: the sum is at least 1 - sqrt(2) g k, its squared coefficients are g^2, of weights at most "
    "(2k)^(2 beta), and (2g)^2 is the squared distance for one place",
    lambda size, share, smooth, most: Statement(
        CubeIn(Cosines(size, share), DensityEllipsoid(smooth, most), size, 4 * share**2),
        (below(sqrt(2) * share * size, 1), at_most(share**2 * size * (2 * size) ** (2 * smooth), most**2)),
    ),
    (_places, height, _order, _radius),
    _cosines,
    outside=_negative,
)
DENSITIES_APART = Schema(
    "diameter of the densities",
    "lemma",
    "Parseval: the least weight is 2^beta, and 1 +- r 2^-beta sqrt(2) cos are in the class",
    lambda smooth, most: Statement(equal(Diameter(DensityEllipsoid(smooth, most)), 2 * most / 2**smooth)),
    (_order, small),
    _widest,
)

FACTS = (PARSEVAL, COSINES_IN, DENSITIES_APART)
