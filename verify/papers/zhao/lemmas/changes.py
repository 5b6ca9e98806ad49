"""Relative changes of a family of laws as a coordinate of the vertex is flipped, and their mean products."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from verify.kernel.calculus.conditions import at_most, equal, property_of
from verify.kernel.calculus.facts.cube_laws import dominated
from verify.kernel.calculus.facts.hypercube import Axes, Family, Signs, Vertex, flipped, of_signs, on_axes
from verify.kernel.calculus.nouns import power_of
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, integer, quantity, real


def _mean_product(family: Family, draws: Fraction, k: Any, other: Any) -> Fraction:
    """At all vertices the same, or there is no such number."""
    laws = {v: power_of(law, draws) for v, law in family.items()}

    def at(v: Vertex) -> Fraction:
        one, two = (laws[flipped(v, j)] for j in (k, other))
        return sum((p * (one[x] / p - 1) * (two[x] / p - 1) for x, p in laws[v].items()), Fraction(0))

    (found,) = {at(v) for v in family}
    return found


Common = quantity(
    "Common",
    r"E_{{{0}_v^{{\otimes {1}}}}}[\varphi_{{v, {2}}} \varphi_{{v, {3}}}]",
    "mean, under the law of m draws at any vertex v, of the product of its relative changes "
    "p_(v with a coordinate flipped)/p_v - 1 for two coordinates: Common(F, m, k, l)",
    value=_mean_product,
)

Changes = property_of(
    "Changes",
    r"P_{{v \oplus j}} \ll P_v,\ E_{{{0}_v}}[\varphi_{{v, {1}}} \varphi_{{v, {2}}}] = {3}",
    lambda family, one, other, square: dominated(family) and _mean_product(family, Fraction(1), one, other) == square,
)
"""The same of one draw, where each law has a density under that at a neighbour, so that a relative change has mean 0:
Changes(F, k, l, a)."""

_F = Name("F", "family of laws")
_D, _s, _a = real("D", above=0), real("s", above=0, below=1), real("a", least=0)
_d, _m, _k, _j = (integer(letter, least=1) for letter in ("d", "m", "k", "l"))


def _drawn() -> Iterator[Case]:
    for build, size, draws in product((on_axes, of_signs), (1, 2), (1, 2, 3)):
        family = build(Fraction(1), Fraction(1, 2), size)
        for one, other in product(range(1, size + 1), repeat=2):
            single = _mean_product(family, Fraction(1), one, other)
            at = {_F: family, _m: Fraction(draws), _k: Fraction(one), _j: Fraction(other), _a: single}
            yield (_F, _m, _k, _j, _a), at


def _single() -> Iterator[Case]:
    for size, share in product((1, 2, 3), (Fraction(1, 3), Fraction(1, 2), Fraction(9, 10))):
        at = {_D: Fraction(2), _s: share, _d: Fraction(size)}
        yield from (((_D, _s, _d, _k), {**at, _k: Fraction(one)}) for one in range(1, size + 1))


def _pairs() -> Iterator[Case]:
    for size, share in product((2, 3), (Fraction(1, 3), Fraction(9, 10))):
        at = {_D: Fraction(2), _s: share, _d: Fraction(size)}
        for one in range(1, size):
            yield (_D, _s, _d, _k, _j), {**at, _k: Fraction(one), _j: Fraction(size)}


def _alone(name: str, why: str, family: Any, square: Any) -> Schema:
    return Schema(
        f"the change of {name}",
        "definition",
        f"definition: {why}",
        lambda width, share, size, one: Statement(
            Changes(family(width, share, size), one, one, square(share, size)), (at_most(one, size),)
        ),
        (_D, _s, _d, _k),
        _single,
    )


def _together(name: str, why: str, family: Any) -> Schema:
    return Schema(
        f"the changes of two {name}",
        "lemma",
        why,
        lambda width, share, size, one, other: Statement(
            Changes(family(width, share, size), one, other, 0), (at_most(one + 1, other), at_most(other, size))
        ),
        (_D, _s, _d, _k, _j),
        _pairs,
    )


POWER_OF_CHANGES = Schema(
    "changes of several draws, in the mean",
    "lemma",
    "Ingster and Suslina 2003, Section 3.1: E of a product of likelihood ratios is a power",
    lambda family, draws, one, other, single: Statement(
        equal(1 + Common(family, draws, one, other), (1 + single) ** draws), (Changes(family, one, other, single),)
    ),
    (_F, _m, _k, _j, _a),
    _drawn,
)
AXIS_CHANGE = _alone(
    "an axis", "the masses (1 +- s)/(2d) are exchanged", Axes, lambda x, n: 4 * x**2 / (n * (1 - x**2))
)
SIGN_CHANGE = _alone("a sign", "the masses (1 +- s)/2 are exchanged", Signs, lambda x, _: 4 * x**2 / (1 - x**2))
AXES_APART = _together("axes", "disjoint supports", Axes)
SIGNS_APART = _together("signs", "independent, with mean 0", Signs)

FACTS = (POWER_OF_CHANGES, AXIS_CHANGE, SIGN_CHANGE, AXES_APART, SIGNS_APART)
