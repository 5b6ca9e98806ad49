"""The Laplace mechanism, by the hockey-stick divergence of its laws."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from flint import arb
from sympy import Abs, Integer, Max, exp

from verify.kernel.calculus.conditions import below, equal
from verify.kernel.calculus.facts.privacy import HockeyStick
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import constructor, real
from verify.kernel.statements.outcome import as_arb

LaplaceAt = constructor(
    "LaplaceAt", r"\mathrm{{Laplace}}({0}, {1})", needs=lambda _, scale: (below(0, scale),), sort="law"
)
"""The Laplace law about a place, of some scale: LaplaceAt(y, b)."""

_y, _z, _b, _e = real("y"), real("z"), real("b", above=0), real("epsilon", least=0)


def _below(place: arb, centre: Fraction, scale: Fraction) -> arb:
    """The distribution function."""
    at = (place - as_arb(centre)) / as_arb(scale)
    return at.exp() / 2 if at < 0 else 1 - (-at).exp() / 2


def _pairs() -> Iterator[Case]:
    """The best event is a half line, up to where the log-ratio, which is linear between the places, is epsilon."""
    for centre, other, scale, level in product(
        (Fraction(0), Fraction(-1)),
        (Fraction(0), Fraction(2)),
        (Fraction(1, 3), Fraction(1), Fraction(5)),
        (Fraction(0), Fraction(1, 2), Fraction(3)),
    ):
        known = as_arb(0)
        if other - centre > scale * level:
            end = (as_arb(centre + other) - as_arb(scale * level)) / 2
            known = _below(end, centre, scale) - as_arb(level).exp() * _below(end, other, scale)
        stick = HockeyStick(LaplaceAt(_y, _b), LaplaceAt(_z, _b), _e)
        yield (_y, _z, _b, _e), {_y: centre, _z: other, _b: scale, _e: level, stick: known}


LAPLACE_STICK = Schema(
    "two Laplace laws",
    "theorem",
    "Balle, Barthe and Gaboardi 2018, Theorem 3",
    lambda one, other, scale, level: Statement(
        equal(
            HockeyStick(LaplaceAt(one, scale), LaplaceAt(other, scale), level),
            Max(Integer(0), 1 - exp((level - Abs(one - other) / scale) / 2)),
        )
    ),
    (_y, _z, _b, _e),
    _pairs,
)

FACTS = (LAPLACE_STICK,)
