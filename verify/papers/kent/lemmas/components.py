"""Families of mixtures on the vertices of {-1, 1}^k: what private messages tell, one component at a time."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from sympy import Integer, exp

from lowerbounds.information.channels import extreme_channels
from verify.kernel.calculus.conditions import at_most, equal, property_of
from verify.kernel.calculus.facts.cube_laws import Dominated, Family, Fluctuations, Vertex, dominated, flipped
from verify.kernel.calculus.nouns import ChiSquare, Law, Private, Table, Through
from verify.kernel.calculus.reasons import Case, Outside, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, constructor, quantity, real
from verify.kernel.calculus.textbook import BESSEL, CAUCHY_SCHWARZ
from verify.kernel.statements.outcome import as_arb

Components = list[tuple[Fraction, Family]]
"""In a stress case: each component's probability, and its laws on the vertices."""

K, C, v = Name("K", "channel"), Name("C", "components"), Name("v", "vertex")
epsilon, a = real("epsilon", above=0), real("a", least=0)


def _mixed(parts: Components) -> Family:
    out: Family = {}
    for share, family in parts:
        for vertex, law in family.items():
            at = out.setdefault(vertex, {})
            for letter, mass in law.items():
                at[letter] = at.get(letter, Fraction(0)) + share * mass
    return out


def _dominated(parts: Components) -> bool:
    """Whether no law of a component has an atom that it lacks with one coordinate flipped."""
    return all(dominated(family) for _, family in parts)


def _change(family: Family, vertex: Vertex, j: int) -> dict[Any, Fraction]:
    """phi_j at each atom of the law at a vertex: the density of the law with v_j flipped, less 1."""
    other = family[flipped(vertex, j)]
    return {x: other.get(x, Fraction(0)) / w - 1 for x, w in family[vertex].items() if w}


def _orthogonal(parts: Components, most: Any) -> bool:
    """Whether the changes are orthogonal given each component; over all, each mean square is at most so much."""
    vertices = list(parts[0][1])
    for vertex in vertices:
        squares = [Fraction(0)] * len(vertex)
        for share, family in parts:
            changes = [_change(family, vertex, j) for j in range(len(vertex))]
            for (i, one), (j, other) in product(enumerate(changes), repeat=2):
                inner = sum((w * one[x] * other[x] for x, w in family[vertex].items() if w), Fraction(0))
                if i != j and inner:
                    return False
                squares[i] += share * inner if i == j else 0
        if max(squares) > most:
            return False
    return True


def _projections(channel: Any, family: Family, vertex: Vertex) -> dict[Any, list[tuple[Fraction, Fraction]]]:
    """For each message E[phi_j q] and E[phi_j^2] of all j, under the law at a vertex."""
    out: dict[Any, list[tuple[Fraction, Fraction]]] = {}
    for j in range(len(vertex)):
        change = _change(family, vertex, j)
        square = sum((family[vertex][x] * c**2 for x, c in change.items()), Fraction(0))
        told: dict[Any, Fraction] = {}
        for x, c in change.items():
            for at, chance in channel(x).items():
                told[at] = told.get(at, Fraction(0)) + family[vertex][x] * c * chance
        for at, inner in told.items():
            out.setdefault(at, []).append((inner, square))
    return out


def _over_messages(channel: Any, parts: Components, vertex: Vertex, above: dict[Any, Fraction]) -> Fraction:
    """The sum over messages of a numerator over the mean of q."""
    mean = Through.value(channel, _mixed(parts)[vertex])
    return sum((above.get(at, Fraction(0)) / w for at, w in mean.items() if w), Fraction(0))


def _fluctuations(channel: Any, parts: Components, vertex: Vertex) -> Fraction:
    above: dict[Any, Fraction] = {}
    found = [(share, _projections(channel, family, vertex)) for share, family in parts]
    for at in {at for _, told in found for at in told}:
        for j in range(len(vertex)):
            above[at] = above.get(at, Fraction(0)) + sum((s * told[at][j][0] for s, told in found), Fraction(0)) ** 2
    return _over_messages(channel, parts, vertex, above)


def _projected(channel: Any, parts: Components, vertex: Vertex) -> Fraction:
    above: dict[Any, Fraction] = {}
    for share, family in parts:
        for at, told in _projections(channel, family, vertex).items():
            for inner, square in told:
                above[at] = above.get(at, Fraction(0)) + (share * inner**2 / square if square else 0)
    return _over_messages(channel, parts, vertex, above)


def _moments(channel: Any, law: Law) -> tuple[dict[Any, Fraction], dict[Any, Fraction]]:
    """E[q] and E[q^2] for each message."""
    square: dict[Any, Fraction] = {}
    for x, mass in law.items():
        for at, chance in channel(x).items():
            square[at] = square.get(at, Fraction(0)) + mass * chance**2
    return Through.value(channel, law), square


def _variance(channel: Any, parts: Components, vertex: Vertex) -> Fraction:
    above: dict[Any, Fraction] = {}
    for share, family in parts:
        mean, square = _moments(channel, family[vertex])
        for at, w in mean.items():
            above[at] = above.get(at, Fraction(0)) + share * (square[at] - w**2)
    return _over_messages(channel, parts, vertex, above)


def _squares(channel: Any, parts: Components, vertex: Vertex) -> Fraction:
    above: dict[Any, Fraction] = {}
    for share, family in parts:
        for at, w in Through.value(channel, family[vertex]).items():
            above[at] = above.get(at, Fraction(0)) + share * w**2
    return _over_messages(channel, parts, vertex, above)


Mixed = constructor("Mixed", r"\mathbb{{E}}_I[{0}_{{I}}]", _mixed, sort="family of laws")
"""The family of the mixtures P_v = E_I[P_{I, v}] of a family of components: Mixed(C)."""
DominatedParts = property_of(
    "DominatedParts", r"P_{{I, v \oplus j}} = (1 + \phi_{{I, v, j}}) P_{{I, v}}\text{{ in }}{0}", _dominated
)
"""Given each component, the law with v_j flipped has a density under that at v, and both have one under the mixture at
v: DominatedParts(C)."""
OrthogonalParts = property_of(
    "OrthogonalParts",
    r"\mathbb{{E}}[\phi_{{I, v, i}} \phi_{{I, v, j}} \mid I] = 0,\ \mathbb{{E}}[\phi_{{I, v, i}}^2 \mid I] \le "
    r"\eta_{{I, i}}^2,\ \max_i \mathbb{{E}}_I[\eta_{{I, i}}^2] \le {1}\text{{ in }}{0}",
    _orthogonal,
)
"""Given each component the fluctuations are orthogonal; the mean over components of bounds of their squares is at most
a number: OrthogonalParts(C, a)."""
PartsFluctuations = quantity(
    "PartsFluctuations",
    r"\textstyle\sum_j \int \frac{{\mathbb{{E}}_{{P_{{{2}}}}}[\phi_{{I, {2}, j}} q]^2}}"
    r"{{\mathbb{{E}}_I[\mathbb{{E}}_{{P_{{I, {2}}}}}[q \mid I]]}}_{{{0}, {1}}}",
    "sum over j of the integral of E_I[E[phi_I q | I]]^2/E_I[E[q | I]], q the density of a message and 1 + phi_I that "
    "of the component's law with v_j flipped: PartsFluctuations(K, C, v)",
    0,
    infinite=True,
    value=_fluctuations,
)
PartsProjected = quantity(
    "PartsProjected",
    r"\int \frac{{\mathbb{{E}}_I \sum_j \langle q, \psi_{{I, {2}, j}} \rangle^2}}"
    r"{{\mathbb{{E}}_I[\mathbb{{E}}_{{P_{{I, {2}}}}}[q \mid I]]}}_{{{0}, {1}}}",
    "integral of E_I sum_j <q, psi_j>^2 over E_I[E[q | I]], psi_j the fluctuation given the component, divided by its "
    "norm: PartsProjected(K, C, v)",
    0,
    infinite=True,
    value=_projected,
)
PartsVariance = quantity(
    "PartsVariance",
    r"\int \frac{{\mathbb{{E}}_I[\mathrm{{Var}}_{{P_{{I, {2}}}}}(q \mid I)]}}"
    r"{{\mathbb{{E}}_I[\mathbb{{E}}_{{P_{{I, {2}}}}}[q \mid I]]}}_{{{0}, {1}}}",
    "integral of E_I[Var(q | I)]/E_I[E[q | I]], q the density of a message: PartsVariance(K, C, v)",
    0,
    infinite=True,
    value=_variance,
)
PartsSquares = quantity(
    "PartsSquares",
    r"\int \frac{{\mathbb{{E}}_I[\mathbb{{E}}_{{P_{{I, {2}}}}}[q \mid I]^2]}}"
    r"{{\mathbb{{E}}_I[\mathbb{{E}}_{{P_{{I, {2}}}}}[q \mid I]]}}_{{{0}, {1}}}",
    "integral of E_I[E[q | I]^2]/E_I[E[q | I]], q the density of a message: PartsSquares(K, C, v)",
    0,
    infinite=True,
    value=_squares,
)


def _sign(delta: Fraction) -> Law:
    return {1: (1 + delta) / 2, -1: (1 - delta) / 2}


def _parts() -> Iterator[Components]:
    """Two components on a few letters; each answers to its own coordinate, or both to one."""
    for delta, share in ((Fraction(1, 2), Fraction(1, 2)), (Fraction(9, 10), Fraction(1, 4))):
        yield [(share, {(s,): _sign(delta * s) for s in (1, -1)}), (1 - share, {(s,): _sign(delta) for s in (1, -1)})]
        yield [
            (share, {w: _sign(delta * w[0]) for w in product((1, -1), repeat=2)}),
            (1 - share, {w: _sign(delta * w[1] / 3) for w in product((1, -1), repeat=2)}),
        ]
        one: Family = {(s,): _sign(delta * s) for s in (1, -1)}
        yield [(share, one), (1 - share, one)]
        # Disjoint components: the mean square over the components is as large as it can be.
        apart: Family = {(s,): {x + 10: w for x, w in _sign(delta * s).items()} for s in (1, -1)}
        yield [(share, one), (1 - share, apart)]


def _settings() -> Iterator[tuple[Fraction, dict[Any, Any]]]:
    """e^epsilon, and components, a vertex, a channel on their letters."""
    for parts in _parts():
        vertex = next(iter(parts[0][1]))
        letters = tuple(dict.fromkeys(x for _, family in parts for law in family.values() for x in law))
        for t in (Fraction(11, 10), Fraction(3), Fraction(10**6)):
            tables = list(extreme_channels(letters, t))
            for table in tables[:: max(1, len(tables) // 6)]:

                def channel(letter: Any, table: Any = table) -> Law:
                    return dict(table[letter].masses)

                yield t, {C: parts, v: vertex, K: channel}


def _towers() -> Iterator[Case]:
    for _, values in _settings():
        family = _mixed(values[C])
        told = {vertex: Through.value(values[K], law) for vertex, law in family.items()}
        at = values[v]
        exact = sum((ChiSquare.value(told[flipped(at, j)], told[at]) for j in range(len(at))), Fraction(0))
        yield (K, C, v), {**values, Fluctuations(K, Mixed(C), Integer(1), v): exact}


def _bounded() -> Iterator[Case]:
    """The least number that bounds all mean squares."""
    for _, values in _settings():
        parts = values[C]
        least = max(
            sum(
                (s * w * _change(f, at, j)[x] ** 2 for s, f in parts for x, w in f[at].items() if w),
                Fraction(0),
            )
            for at in parts[0][1]
            for j in range(len(at))
        )
        yield (K, C, v, a), {**values, a: least}


def _private() -> Iterator[Case]:
    for t, values in _settings():
        yield (K, C, v, epsilon), {**values, epsilon: as_arb(t).log()}


def _bare() -> Iterator[Outside]:
    """Laws that exclude each other."""
    yield 0, (C,), {C: [(Fraction(1), {w: {w[0]: Fraction(1)} for w in ((1,), (-1,))})]}


def _parallel(share: Fraction) -> Iterator[Outside]:
    """Two coordinates that move one letter alike; the message is the letter, and a share of the bound is said."""
    family: Family = {
        w: {1: Fraction(1, 2) + Fraction(sum(w), 8), 0: Fraction(1, 2) - Fraction(sum(w), 8)}
        for w in product((1, -1), repeat=2)
    }
    values = {C: [(Fraction(1), family)], v: (1, 1), K: lambda letter: {letter: Fraction(1)}}
    yield 1, (K, C, v, a), {**values, a: share}


def _leaking() -> Iterator[Outside]:
    """The message is the letter."""
    for parts in _parts():
        letters = {x for _, family in parts for law in family.values() for x in law}
        values = {C: parts, v: next(iter(parts[0][1])), K: Table({x: {x: Fraction(1)} for x in letters})}
        yield 0, (K, C, v, epsilon), {**values, epsilon: Fraction(1, 100)}


MIXTURE_DOMINATED = Schema(
    "densities of mixtures",
    "lemma",
    "a null set of the mixture is one of each component",
    lambda parts: Statement(Dominated(Mixed(parts)), (DominatedParts(parts),)),
    (C,),
    lambda: (((C,), {C: parts}) for parts in _parts()),
    outside=_bare,
)
TOWER = Schema(
    "fluctuations of a mixture",
    "lemma",
    "tower property: E q changes by E_I[E[phi_I q | I]] as a coordinate is flipped",
    lambda channel, parts, at: Statement(
        equal(Fluctuations(channel, Mixed(parts), Integer(1), at), PartsFluctuations(channel, parts, at)),
        (DominatedParts(parts),),
    ),
    (K, C, v),
    _towers,
)
CAUCHY_OVER_PARTS = Schema(
    "Cauchy and Schwarz over the components",
    "lemma",
    "Cauchy and Schwarz: E_I[|phi_I| <q, psi_I>]^2 <= E_I|phi_I|^2 E_I<q, psi_I>^2, for each message and coordinate",
    lambda channel, parts, at, most: Statement(
        at_most(PartsFluctuations(channel, parts, at), most * PartsProjected(channel, parts, at)),
        (DominatedParts(parts), OrthogonalParts(parts, most)),
    ),
    (K, C, v, a),
    _bounded,
    CAUCHY_SCHWARZ,
    outside=lambda: _parallel(Fraction(1, 9)),
)
BESSEL_IN_PARTS = Schema(
    "Bessel given the component",
    "lemma",
    "Bessel's inequality in L2 of the component's law, 1 and all psi_j orthonormal in it",
    lambda channel, parts, at, most: Statement(
        at_most(PartsProjected(channel, parts, at), PartsVariance(channel, parts, at)),
        (DominatedParts(parts), OrthogonalParts(parts, most)),
    ),
    (K, C, v, a),
    _bounded,
    BESSEL,
    outside=lambda: _parallel(Fraction(9)),
)
PRIVATE_PARTS = Schema(
    "variance of a private channel's density given the component",
    "lemma",
    "Popoviciu: q lies between its least value, which is at most E[q | I], and e^epsilon times that",
    lambda channel, parts, at, e: Statement(
        at_most(PartsVariance(channel, parts, at), (exp(e) - 1) ** 2 / 4 * PartsSquares(channel, parts, at)),
        (Private(channel, e),),
    ),
    (K, C, v, epsilon),
    _private,
    outside=_leaking,
)

FACTS = (MIXTURE_DOMINATED, TOWER, CAUCHY_OVER_PARTS, BESSEL_IN_PARTS, PRIVATE_PARTS)
