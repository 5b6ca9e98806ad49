"""Regression functions made of bumps, one in each cell of a grid on the unit cube, with a sign each."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from sympy import Rational

from verify.kernel.calculus.conditions import at_most, below, property_of
from verify.kernel.calculus.facts.hypercube import Corner, FamilyIn, Flip, Hamming, Orthogonal, Vertex
from verify.kernel.calculus.nouns import KL, Law, power_of, transcript_of
from verify.kernel.calculus.reasons import Case, Outside, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, constructor, integer, quantity, real
from verify.kernel.statements.outcome import as_arb

_Values = tuple[Fraction, ...]
"""A function on [-1/2, 1/2] in a stress case: its values at the middles of as many equal parts."""


def _family(bump: _Values, beta: Fraction, cells: Any, _: Any) -> dict[Vertex, Law]:
    """X uniform on the middles of the parts of [0, 1], Y = +-1 with mean the function there; N^beta is rational."""
    scale, count = Fraction(1, round(int(cells) ** float(beta))), int(cells) * len(bump)
    found: dict[Vertex, Law] = {}
    for v in product((1, -1), repeat=int(cells)):
        at_places = [side * scale * x for side in v for x in bump]
        found[v] = {(i, y): (1 + y * mean) / (2 * count) for i, mean in enumerate(at_places) for y in (1, -1)}
    return found


def masses(law: Law) -> list[Fraction]:
    """P(X at a place), for each place, of a law of pairs (place, label)."""
    return [sum((w for (i, _), w in law.items() if i == place), Fraction(0)) for place in range(_places(law))]


def means(law: Law) -> list[Fraction]:
    """E[Y 1(X at a place)]."""
    return [sum((w * y for (i, y), w in law.items() if i == place), Fraction(0)) for place in range(_places(law))]


def function(law: Law) -> list[Fraction]:
    """The regression function at the places."""
    return [mean / mass for mean, mass in zip(means(law), masses(law), strict=True)]


def _places(law: Law) -> int:
    return 1 + max(i for i, _ in law)


class _Smooth:
    """Laws whose regression function is Hoelder continuous at the places, for the stress of membership; d = 1."""

    def __init__(self, most: Fraction, beta: Fraction, low: Fraction, top: Fraction, _: Any) -> None:
        self._most, self._beta, self._low, self._top = most, beta, low, top

    def __contains__(self, law: Law) -> bool:
        values = function(law)
        if min(masses(law)) * len(values) < self._low or max(abs(y) for _, y in law) >= self._top:
            return False
        return not any(
            as_arb(abs(x - y)) > as_arb(self._most) * as_arb(Fraction(j - i, len(values))) ** as_arb(self._beta)
            for (i, x), (j, y) in product(enumerate(values), repeat=2)
            if i < j
        )


def _worst(protocol: Any, laws: list[Law], draws: Any) -> Fraction:
    """The largest mean of the squared distance, over a finite class."""
    _, _, estimate = protocol
    risks = []
    for law in laws:
        total = Fraction(0)
        for z, w in transcript_of(protocol, power_of(law, draws)).items():
            at_places = zip(masses(law), estimate(z), function(law), strict=True)
            total += w * sum((mass * (x - y) ** 2 for mass, x, y in at_places), Fraction(0))
        risks.append(total)
    return max(risks)


def _is_bump(bump: _Values, most: Fraction, beta: Any, _: Any) -> bool:
    """At the middles of the parts, and 0 at both ends; d = 1."""
    many = len(bump)
    places = [(Fraction(0), Fraction(0)), (Fraction(1), Fraction(0))]
    places += [(Fraction(2 * i + 1, 2 * many), x) for i, x in enumerate(bump)]
    steep = any(
        as_arb(abs(x - y)) > as_arb(most) * as_arb(abs(at - to)) ** as_arb(beta)
        for (at, x), (to, y) in product(places, repeat=2)
        if at != to
    )
    return not steep and all(0 <= x <= Fraction(1, 2) for x in bump)


Bumps = constructor("Bumps", r"\mathrm{{Bumps}}_{{{2}^{{{3}}}}}({0}, {1})", _family, sort="family of laws")
"""At v: X uniform on [0, 1]^d, which is cut into N^d cubes, and Y = 1 or -1 with mean v_k N^(-beta) phi(N (x - c_k)) on
the k-th of them, about c_k: Bumps(phi, beta, N, d)."""
RegressionLaws = constructor(
    "RegressionLaws", r"\mathcal{{P}}_{{reg}}({0}, {1}, {2}, {3}, {4})", _Smooth, sort="class of laws"
)
"""Laws of (X, Y): X with a density of at least f_L on [0, 1]^d, |Y| < T, eta(x) = E[Y | X = x] with
|eta(x) - eta(x')| <= C |x - x'|_2^beta: RegressionLaws(C, beta, f_L, T, d)."""
SquaredNorm = quantity(
    "SquaredNorm",
    r"\|{0}\|_2^2",
    "integral of the square of a bounded function over the cube [-1/2, 1/2]^d: SquaredNorm(phi, d)",
    0,
    value=lambda bump, _: sum((x**2 for x in bump), Fraction(0)) / len(bump),
)
WorstL2Risk = quantity(
    "WorstL2Risk",
    r"R^{{L_2}}_{{{0}}}({1}, {2})",
    "largest mean of (eta^(X) - eta(X))^2, for a protocol's estimate of the regression function, "
    "over a class of laws, each user with a given number of draws",
    0,
    infinite=True,
    value=_worst,
)
Bump = property_of(
    "Bump",
    r"{0}: \mathbb{{R}}^{{{3}}} \to [0, \tfrac12],\ 0 \text{{ off }} [-\tfrac12, \tfrac12]^{{{3}}},\ "
    r"|{0}(u) - {0}(u')| \le {1} \|u - u'\|_2^{{{2}}}",
    _is_bump,
)
"""A function to [0, 1/2] that vanishes off the cube [-1/2, 1/2]^d and is Hoelder continuous: Bump(phi, L, beta, d)."""

_Z, _C, phi, _v = Name("Z", "protocol"), Name("C", "class of laws"), Name("phi", "function"), Name("v", "vertex")
beta, most, constant = real("beta", above=0, most=1), real("L", above=0), real("C_b", above=0)
density, _T = real("f_L", above=0), real("T", above=0)
_N, _d, _m, _k = integer("N", least=1), integer("d", least=1), integer("m", least=1), integer("k", least=1)
_TENTS = tuple(tuple(map(Fraction, values)) for values in (("1/4", "1/4"), ("1/8", "3/8", "3/8", "1/8"), ("1/2",)))
"""The tent 1/2 - |u| at two and four places, and its top."""


def _drawn() -> Iterator[dict[Any, Any]]:
    for tent, (cells, power) in product(_TENTS, ((1, Fraction(1)), (2, Fraction(1)), (4, Fraction(1, 2)))):
        if cells * len(tent) > 8:
            continue
        family = _family(tent, power, cells, 1)
        yield {
            phi: tent,
            beta: power,
            most: Fraction(1),
            _N: Fraction(cells),
            _d: Fraction(1),
            _m: Fraction(1),
            _C: list(family.values()),
            _v: next(iter(family)),
            _k: Fraction(cells),
        }


def _placed() -> Iterator[Case]:
    for values in _drawn():
        at = {
            **values,
            constant: Fraction(3, 2) if values[beta] < 1 else Fraction(1),
            density: Fraction(1),
            _T: Fraction(2),
        }
        yield (phi, most, beta, _N, _d, constant, density, _T), at


def _estimated() -> Iterator[Case]:
    """Two users who tell Y of one draw, or nothing; the estimate is a tenth of the bumps by the majority."""
    for values, told in product(_drawn(), (True, False)):
        size = int(values[_N]) * len(values[phi])

        def channel(x: Any, told: bool = told) -> Law:
            return {x[0] if told else 0: Fraction(1)}

        def estimate(z: Any, size: int = size, told: bool = told) -> tuple[Fraction, ...]:
            return tuple(Fraction(sum(y for _, y in z) if told else 0, 20) for _ in range(size))

        yield (_Z, _C, phi, most, beta, _N, _d, _m), {**values, _Z: (2, channel, estimate)}


def _in_class(f: Any, least: Any, power: Any, cells: Any, size: Any, c: Any, low: Any, top: Any) -> Statement:
    return Statement(
        FamilyIn(Bumps(f, power, cells, size), RegressionLaws(c, power, low, top, size), cells**size),
        (Bump(f, least, power, size), at_most(2 ** (1 - power) * least, c), at_most(low, 1), below(1, top)),
    )


def _neighbours(f: Any, least: Any, power: Any, cells: Any, size: Any, vertex: Any, place: Any) -> Statement:
    family = Bumps(f, power, cells, size)
    apart = KL(Corner(family, vertex), Corner(family, Flip(vertex, place)))
    return Statement(at_most(apart, 3 * _of_a_cell(f, power, cells, size)), (Bump(f, least, power, size),))


def _of_a_cell(f: Any, power: Any, cells: Any, size: Any) -> Any:
    """The integral of a bump's square over its cube."""
    return cells ** (-2 * power - size) * SquaredNorm(f, size)


def _steep() -> Iterator[Outside]:
    """A jump from 0 to 1/2 between the middles of two of four parts."""
    jump = {phi: (Fraction(0), Fraction(1, 2), Fraction(0), Fraction(0)), beta: Fraction(1), most: Fraction(1)}
    yield (
        0,
        (phi, most, beta, _N, _d, constant, density, _T),
        {
            **jump,
            _N: Fraction(1),
            _d: Fraction(1),
            constant: Fraction(1),
            density: Fraction(1),
            _T: Fraction(2),
        },
    )


def _high() -> Iterator[Outside]:
    """A top above 1/2."""
    values = next(_drawn())
    yield 0, (phi, most, beta, _N, _d), {**values, phi: (Fraction(19, 20),)}


def _high_at() -> Iterator[Outside]:
    yield from ((place, (*letters, _v, _k), values) for place, letters, values in _high())


BUMPS_SMOOTH = Schema(
    "bumps are smooth",
    "lemma",
    "Tsybakov 2009, Section 2.6.1: across a border the difference is split at it, which costs 2^(1-beta)",
    _in_class,
    (phi, most, beta, _N, _d, constant, density, _T),
    _placed,
    outside=_steep,
)
BUMPS_ORTHOGONAL = Schema(
    "changes of bumps",
    "lemma",
    "disjoint supports; the square of 2 eta/(1 +- eta) has mean 4 eta^2/(1 - eta^2), eta <= 1/2",
    lambda f, least, power, cells, size: Statement(
        Orthogonal(Bumps(f, power, cells, size), cells**size, 1, Rational(16, 3) * _of_a_cell(f, power, cells, size)),
        (Bump(f, least, power, size),),
    ),
    (phi, most, beta, _N, _d),
    lambda: (((phi, most, beta, _N, _d), values) for values in _drawn()),
    outside=_high,
)
BUMPS_KL = Schema(
    "divergence of bumps",
    "lemma",
    "eta log((1 + eta)/(1 - eta)) <= 3 eta^2 for eta <= 1/2, on one of the cubes",
    _neighbours,
    (phi, most, beta, _N, _d, _v, _k),
    lambda: (((phi, most, beta, _N, _d, _v, _k), values) for values in _drawn()),
    outside=_high_at,
)
ASSOUAD_L2 = Schema(
    "Assouad for regression",
    "lemma",
    "Assouad: Yu 1997, Lemma 2, after Tsybakov 2009, Theorem 2.12: on a cube p |f - g|^2 + (1 - p) |f + g|^2 is at "
    "least 4 p (1 - p) |g|^2, hence 2 min(p, 1 - p) |g|^2",
    lambda z, laws, f, least, power, cells, size, draws: Statement(
        at_most(
            2 * _of_a_cell(f, power, cells, size) * Hamming(z, Bumps(f, power, cells, size), draws, cells**size),
            WorstL2Risk(z, laws, draws),
        ),
        (FamilyIn(Bumps(f, power, cells, size), laws, cells**size), Bump(f, least, power, size)),
    ),
    (_Z, _C, phi, most, beta, _N, _d, _m),
    _estimated,
)

FACTS = (BUMPS_SMOOTH, BUMPS_ORTHOGONAL, BUMPS_KL, ASSOUAD_L2)
