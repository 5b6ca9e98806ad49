"""Periodic functions on [0, 1] and their coefficients at 1, sqrt(2) cos(2 pi x), sqrt(2) sin(2 pi x), and so on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from flint import arb
from sympy import pi

from verify.calculus.conditions import equal, property_of
from verify.calculus.reasons import Case, Schema
from verify.calculus.statement import Statement
from verify.calculus.terms import Name, integer, quantity
from verify.statements.outcome import as_arb

f, beta = Name("f", "function"), integer("beta", least=1)

Waves = dict[int, Fraction]
"""In a stress case: multiples of sqrt(2) cos(2 pi j x) at 2j and of sqrt(2) sin(2 pi j x) at 2j + 1, j up to 5."""
_POINTS = 32
"""Equally spaced ones: their mean is the integral of a product of two such functions."""


def _at(waves: Waves, x: Fraction, order: int) -> arb:
    """The derivative of that order."""
    total = arb(0)
    for place, factor in waves.items():
        j = place // 2
        # Each derivative turns by a quarter; the sine is the cosine, turned by three.
        turn = 2 * j * as_arb(x) + as_arb(Fraction(order + 3 * (place % 2), 2))
        total += as_arb(factor) * arb(2).sqrt() * (2 * arb.pi() * j) ** order * turn.cos_pi()
    return total


def _weighted(waves: Waves, order: Any) -> arb:
    """The coefficients by the definition, as means over the points."""
    total = arb(0)
    for place in range(2, 12):
        pairs = (_at(waves, x, 0) * _at({place: Fraction(1)}, x, 0) for x in _grid())
        weight = place if place % 2 == 0 else place - 1
        total += arb(weight) ** (2 * int(order)) * (sum(pairs, arb(0)) / _POINTS) ** 2
    return total


def _energy(waves: Waves, order: Any) -> arb:
    return sum((_at(waves, x, int(order)) ** 2 for x in _grid()), arb(0)) / _POINTS


def _grid() -> Iterator[Fraction]:
    return (Fraction(k, _POINTS) for k in range(_POINTS))


EllipsoidSum = quantity(
    "EllipsoidSum", r"\textstyle\sum_j a_j^2 \theta_j({0})^2_{{\beta = {1}}}",
    "sum over j of a_j^2 times the square of the coefficient at 1, sqrt(2) cos(2 pi x), sqrt(2) sin(2 pi x), ..., "
    "with the "
    "weights a_1 = 0, a_j = j^beta for even and (j - 1)^beta for odd j: EllipsoidSum(f, beta)", 0, infinite=True,
    value=_weighted,
)  # fmt: skip
Energy = quantity(
    "Energy", r"\int_0^1 \{{{0}^{{({1})}}\}}^2", "integral of the squared derivative of order beta", 0, value=_energy
)
Periodic = property_of("Periodic", r"{0}^{{(l)}}(0) = {0}^{{(l)}}(1),\ l < {1}")
"""f^(beta - 1) is absolutely continuous, f^(beta) square integrable, and f^(l)(0) = f^(l)(1) for l < beta."""


def _waves() -> Iterator[Case]:
    several: list[Waves] = [
        {2: Fraction(1)},
        {3: Fraction(1, 2)},
        {4: Fraction(1, 3), 5: Fraction(-1)},
        {2: Fraction(1), 7: Fraction(1, 5), 10: Fraction(1, 50)},
        {11: Fraction(2)},
    ]
    for waves, order in product(several, (1, 2, 3)):
        yield (f, beta), {f: waves, beta: Fraction(order)}


PARSEVAL = Schema(
    "energy of a periodic function",
    "Tsybakov 2009, Proposition 1.14: integrating by parts beta times multiplies the coefficients at 2j and 2j + 1 by "
    "(2 pi j)^beta, but for their signs and order; Parseval",
    lambda function, order: Statement(
        equal(EllipsoidSum(function, order), Energy(function, order) / pi ** (2 * order)), (Periodic(function, order),)
    ),
    (f, beta), _waves,
)  # fmt: skip

FACTS = (PARSEVAL,)
