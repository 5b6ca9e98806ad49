"""Assouad's method: families of laws on the vertices of a cube, and how well private messages tell the vertex."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from flint import arb
from sympy import Integer, exp, oo, sqrt

from lowerbounds.information.channels import extreme_channels
from verify.kernel.calculus.chain import Chain, line
from verify.kernel.calculus.conditions import at_most, property_of
from verify.kernel.calculus.facts.information import PINSKER
from verify.kernel.calculus.nouns import (
    KL,
    TV,
    ChiSquare,
    Interactive,
    Law,
    Power,
    Private,
    Table,
    Through,
    Transcript,
    WorstRisk,
    power_of,
    transcript_of,
)
from verify.kernel.calculus.over import Average, Sum, Supremum
from verify.kernel.calculus.reasons import Case, Outside, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, constructor, integer, quantity, real
from verify.kernel.calculus.textbook import BESSEL, CAUCHY_SCHWARZ, CHAIN_RULE, SUPERADDITIVE_INFORMATION
from verify.kernel.calculus.textbook import LE_CAM as LE_CAM_STRESS
from verify.kernel.calculus.values import value
from verify.kernel.statements.outcome import as_arb

Vertex = tuple[int, ...]
Family = dict[Vertex, Law]


def _vertices(size: int) -> list[Vertex]:
    return list(product((1, -1), repeat=size))


def flipped(vertex: Vertex, k: Any) -> Vertex:
    """The vertex with the sign of coordinate k, from 1, turned."""
    return tuple(-x if i == int(k) - 1 else x for i, x in enumerate(vertex))


def on_axes(width: Fraction, s: Fraction, size: Any) -> Family:
    """At v: an axis k, each as likely, and on it D or -D with probabilities (1 + s v_k)/2 and (1 - s v_k)/2."""
    axes = [tuple(width * (i == k) for i in range(int(size))) for k in range(int(size))]
    return {
        v: {
            tuple(sign * x for x in axis): (1 + sign * s * v[k]) / (2 * int(size))
            for k, axis in enumerate(axes)
            for sign in (1, -1)
        }
        for v in _vertices(int(size))
    }


def of_signs(width: Fraction, s: Fraction, size: Any) -> Family:
    """At v: independent coordinates, D or -D with probabilities (1 + s v_k)/2 and (1 - s v_k)/2."""
    found: Family = {}
    for v in _vertices(int(size)):
        found[v] = {}
        for signs in _vertices(int(size)):
            chance = Fraction(1)
            for a, b in zip(signs, v, strict=True):
                chance *= (1 + s * a * b) / 2
            found[v][tuple(width * x for x in signs)] = chance
    return found


class _BallOf:
    """The laws on a ball of the l_p norm, for the stress of membership: p = 1, 2 or infinite."""

    def __init__(self, p: Any, width: Fraction, _: Any) -> None:
        self._p, self._width = p, width

    def __contains__(self, law: Law) -> bool:
        return sum(law.values()) == 1 and all(self._norm(x) <= 0 for x, w in law.items() if w)

    def _norm(self, x: tuple[Fraction, ...]) -> Fraction:
        if self._p == oo:
            return max(map(abs, x)) - self._width
        return sum((abs(t) ** int(self._p) for t in x), Fraction(0)) - self._width ** int(self._p)


def _least_wrong(protocol: Any, family: Family, draws: Any, size: Any) -> Fraction:
    """The least average number of wrong coordinates, each guessed by itself."""
    told = {v: transcript_of(protocol, power_of(law, draws)) for v, law in family.items()}
    total = Fraction(0)
    for k in range(int(size)):
        messages = {z for law in told.values() for z in law}
        for z in messages:
            total += min(sum(law.get(z, Fraction(0)) for v, law in told.items() if v[k] == sign) for sign in (1, -1))
    return total / len(family)


def _information(protocol: Any, family: Family, draws: Any, _: Any) -> arb:
    told = [transcript_of(protocol, power_of(law, draws)) for law in family.values()]
    mixture: Law = {}
    for law in told:
        for z, w in law.items():
            mixture[z] = mixture.get(z, Fraction(0)) + w / len(told)
    parts = [as_arb(w / len(told)) * as_arb(w / mixture[z]).log() for law in told for z, w in law.items() if w]
    return sum(parts, arb(0))


def orthogonal(family: Family, size: Any, draws: Any, most: Any) -> bool:
    """Whether p_(v + k)/p_v - 1 are orthogonal under p_v for all v, their squares at most so much."""
    for v in family:
        base = power_of(family[v], draws)
        if not all(base.values()):
            return False
        others = [power_of(family[flipped(v, k)], draws) for k in range(1, int(size) + 1)]
        for (i, one), (j, other) in product(enumerate(others), repeat=2):
            inner = sum((w * (one[a] / w - 1) * (other[a] / w - 1) for a, w in base.items()), Fraction(0))
            if (i != j and inner) or (i == j and inner > most):
                return False
    return True


def _separated(family: Family, half: Fraction, _: Any) -> bool:
    """Whether the mean at v is half v."""
    means = {
        v: [sum((x[k] * w for x, w in law.items()), Fraction(0)) for k in range(len(v))] for v, law in family.items()
    }
    return all(mean == [half * x for x in v] for v, mean in means.items())


Corner = constructor("Corner", "{0}_{{{1}}}", lambda family, vertex: family[vertex], sort="law")
"""The law of a family at a vertex of {-1, 1}^d: Corner(F, v)."""
Flip = constructor("Flip", r"{0} \oplus {1}", flipped)
"""A vertex with its k-th coordinate flipped: Flip(v, k)."""


def is_family(_: Any, share: Any, size: Any) -> tuple[Any, ...]:
    """What the probabilities (1 +- s)/2 and the d coordinates ask for."""
    return at_most(-1, share), at_most(share, 1), at_most(1, size)


Axes = constructor("Axes", r"\mathrm{{Axes}}_{{{2}}}({0}, {1})", on_axes, needs=is_family, sort="family of laws")
"""At v: an axis k of d, each as likely, and on it D or -D with probabilities (1 +- s v_k)/2: Axes(D, s, d)."""
Signs = constructor("Signs", r"\mathrm{{Signs}}_{{{2}}}({0}, {1})", of_signs, needs=is_family, sort="family of laws")
"""At v: d independent coordinates, D or -D with probabilities (1 +- s v_k)/2: Signs(D, s, d)."""
Ball = constructor(
    "Ball",
    r"\mathcal{{P}}\{{\|x\|_{{{0}}} \le {1},\ x \in \mathbb{{R}}^{{{2}}}\}}",
    _BallOf,
    needs=lambda _, width, size: (at_most(0, width), at_most(1, size)),
    sort="class of laws",
)
"""All laws on a ball of the l_p norm in d dimensions: Ball(p, D, d)."""
Cube = constructor(
    "Cube",
    r"\mathcal{{P}}([-{0}, {0}]^{{{1}}})",
    lambda width, size: _BallOf(oo, width, size),
    needs=lambda width, size: (at_most(0, width), at_most(1, size)),
    sort="class of laws",
)
"""All laws on a cube: Cube(D, d)."""
Hamming = quantity(
    "Hamming",
    r"\rho_{{{0}}}({1}, {2}, {3})",
    "least average number of coordinates of a uniform vertex of {-1, 1}^d that are guessed wrong from a "
    "protocol's transcript, each user with m draws of the family's law there: Hamming(Z, F, m, d)",
    0,
    value=_least_wrong,
)
VertexInformation = quantity(
    "VertexInformation",
    r"I_{{{0}}}({1}, {2}, {3})",
    "mutual information in nats of a uniform vertex of {-1, 1}^d and a protocol's transcript, "
    "each user with m draws of the family's law there",
    0,
    value=_information,
)
FamilyIn = property_of(
    "FamilyIn",
    r"{0}_v \in {1}\ \forall v \in \{{-1, 1\}}^{{{2}}}",
    lambda family, laws, _: all(law in laws for law in family.values()),
)
Separated = property_of("SeparatedMeans", r"\mu({0}_v) = {1} v\ \forall v \in \{{-1, 1\}}^{{{2}}}", _separated)
"""The mean at each vertex is a multiple of the vertex: Separated(F, half, d)."""
Orthogonal = property_of(
    "OrthogonalChanges",
    r"\varphi_k = {0}_{{v \oplus k}}^{{\otimes {2}}} / {0}_v^{{\otimes {2}}} - 1,\ k \le {1}\text{{, orthogonal, }}"
    r"E_v\varphi_k^2 \le {3}",
    orthogonal,
)
"""The relative changes of the law of m draws, as one coordinate is flipped, are orthogonal in L^2 of that law, their
squares at most a, at each vertex: Orthogonal(F, d, m, a)."""

_Z, _K = Name("Z", "protocol"), Name("K", "channel")
_F, _C, _v = Name("F", "family of laws"), Name("C", "class of laws"), Name("v", "vertex")
_n, _m, _d, _k, _j = (integer(letter, least=1) for letter in "nmdkj")
epsilon, _half, _a = real("epsilon", above=0), real("delta", least=0), real("a", least=0)
_D, _s, _p = real("D", above=0), real("s", above=0, below=1), real("p", least=1)
_TILTS = (Fraction(11, 10), Fraction(3))


def _told(protocol: Any, family: Any, draws: Any, index: Any = _k) -> tuple[Any, Any]:
    """What all users tell at a vertex, and at its neighbour in a coordinate."""
    at, beside = (Transcript(protocol, Power(Corner(family, x), draws)) for x in (_v, Flip(_v, index)))
    return at, beside


def _sent(channel: Any, family: Any, draws: Any, index: Any = _k) -> tuple[Any, Any]:
    at, beside = (Through(channel, Power(Corner(family, x), draws)) for x in (_v, Flip(_v, index)))
    return at, beside


def _channels(family: Family, draws: int) -> Iterator[tuple[Fraction, Callable[[Any], Law]]]:
    """Extreme channels on what a user draws, on at most four data sets a few of them; and responses to a sign."""
    atoms = tuple(power_of(next(iter(family.values())), Fraction(draws)))
    for t in _TILTS:
        tables = list(extreme_channels(atoms, t))[::9] if len(atoms) <= 4 else []
        for table in tables:

            def extreme(x: Any, table: Any = table) -> Law:
                return dict(table[x].masses)

            yield t, extreme
        for k in range(len(next(iter(family)))):

            def response(x: Any, k: int = k, t: Fraction = t) -> Law:
                up = sum(y[k] for y in x) > 0
                return {1: (t if up else Fraction(1)) / (1 + t), 0: (Fraction(1) if up else t) / (1 + t)}

            yield t, response
        yield t, lambda _: {0: Fraction(1)}


def _families() -> Iterator[tuple[Family, int, int]]:
    """Small families: with the number of coordinates, and of draws."""
    for build, s_ in ((on_axes, Fraction(1, 2)), (of_signs, Fraction(1, 3)), (on_axes, Fraction(1, 10))):
        yield build(Fraction(1), s_, 1), 1, 1
        yield build(Fraction(1), s_, 2), 2, 1
    yield on_axes(Fraction(1), Fraction(99, 100), 1), 1, 1
    yield on_axes(Fraction(1), Fraction(1, 2), 1), 1, 3
    yield of_signs(Fraction(2), Fraction(1, 2), 2), 2, 2


def _transcripts(users: int = 2) -> Iterator[dict[Any, Any]]:
    """Equal channels for all users; the estimate is 1/9 or -1/9, by the majority of messages 1."""
    for family, size, draws in _families():
        for t, channel in _channels(family, draws):

            def estimate(z: Any, size: int = size) -> tuple[Fraction, ...]:
                return tuple(Fraction(1 if 2 * sum(map(bool, z)) > len(z) else -1, 9) for _ in range(size))

            at_vertex = {
                _F: family,
                _C: list(family.values()),
                _d: Fraction(size),
                _m: Fraction(draws),
                _v: next(iter(family)),
            }
            yield {
                **at_vertex,
                _Z: (users, channel, estimate),
                _K: channel,
                _n: Fraction(users),
                epsilon: as_arb(t).log(),
            }


def _assouad() -> Iterator[Case]:
    for values in _transcripts():
        means = [abs(sum((x[0] * w for x, w in law.items()), Fraction(0))) for law in values[_F].values()]
        yield (_Z, _C, _F, _m, _d, _half), {**values, _half: means[0]}
    for family, size, draws in _families():
        # Messages that say nothing, and 0 for an answer: the bound is attained.
        blind = (1, lambda _: {0: Fraction(1)}, lambda _, size=size: (Fraction(0),) * size)
        means = [abs(sum((x[0] * w for x, w in law.items()), Fraction(0))) for law in family.values()]
        yield (
            (_Z, _C, _F, _m, _d, _half),
            {
                _Z: blind,
                _F: family,
                _C: list(family.values()),
                _m: Fraction(draws),
                _d: Fraction(size),
                _half: means[0],
            },
        )


def _guessed() -> Iterator[Case]:
    for values in _transcripts():
        left = Sum(Average(TV(*_told(_Z, _F, _m)), _v), _k, 1, _d)
        yield (_Z, _F, _m, _d), {**values, left: _averaged(values, TV(*_told(_Z, _F, _m)))}


def _averaged(values: Mapping[Any, Any], term: Any) -> Any:
    """The sum over k of the average over v."""
    family = values[_F]
    parts = [
        value(term, {**values, _v: vertex, _k: Fraction(j)}) for vertex in family for j in range(1, int(values[_d]) + 1)
    ]
    return sum((as_arb(x) for x in parts), arb(0)) / len(family)


def _pinsker() -> Iterator[Case]:
    for _, values in _guessed():
        tv, kl = TV(*_told(_Z, _F, _m)), KL(*_told(_Z, _F, _m))
        known = {Average(Sum(kl, _k, 1, _d), _v): kl}
        known |= {Sum(Average(body, _v), _k, 1, _d): body for body in (tv, sqrt(kl / 2))}
        yield (_Z, _F, _m, _d), {**values, **{term: _averaged(values, body) for term, body in known.items()}}


def _message(table: Any, law: Law) -> Law:
    return Through.value(lambda x: dict(table[x].masses), law)


def _dialogue(first: Any, answers: Mapping[Any, Any], law: Law) -> Law:
    """The law of two users' messages, the channel of the second chosen by the first message."""
    return {(z, y): w * u for z, w in _message(first, law).items() for y, u in _message(answers[z], law).items()}


def _dialogues() -> Iterator[tuple[dict[Any, Any], arb, arb]]:
    """Two users in turn: the sum of divergences of what they tell, and the largest of one user over all channels.

    The sum is a convex function of a channel, so that its largest value is at an extreme one.
    """
    uneven: Family = {(1,): {0: Fraction(9, 10), 1: Fraction(1, 10)}, (-1,): {0: Fraction(1, 2), 1: Fraction(1, 2)}}
    families: tuple[Family, ...] = (uneven, of_signs(Fraction(1), Fraction(1, 2), 2))
    for t, family in product((*_TILTS, Fraction(20)), families):
        vertex = next(iter(family))
        laws = [family[vertex], *(family[flipped(vertex, i)] for i in range(1, len(vertex) + 1))]
        tables = list(extreme_channels(tuple(laws[0]), t))
        worst = max((_from_first([_message(c, law) for law in laws]) for c in tables), key=float)
        values = {
            _F: family,
            _v: vertex,
            _d: Fraction(len(vertex)),
            _m: Fraction(1),
            _n: Fraction(2),
            epsilon: as_arb(t).log(),
        }
        for first in tables[:: max(1, len(tables) // 3)]:
            answers = {z: tables[(7 * i + 5) % len(tables)] for i, z in enumerate(_message(first, laws[0]))}
            yield values, _from_first([_dialogue(first, answers, law) for law in laws]), worst


def _from_first(laws: list[Law]) -> arb:
    """The sum of the divergences of the first law from each other one."""
    return sum((KL.value(laws[0], law) for law in laws[1:]), arb(0))


def _chained(index: Any) -> Iterator[Case]:
    """The supremum over channels is taken for the one that all use, or over all."""
    letters, one = (_Z, _n, epsilon, _F, _m, _d), Sum(KL(*_sent(_K, _F, _m, index)), index, 1, _d)
    all_told, worst = Sum(KL(*_told(_Z, _F, _m, index)), index, 1, _d), Supremum(one, _K, Private(_K, epsilon))
    for values in _transcripts():
        yield letters, {**values, worst: value(one, values)}
    for values, told, largest in _dialogues():
        yield letters, {**values, all_told: told, worst: largest}


def _contracted() -> Iterator[Case]:
    for values in _transcripts():
        most = next(x for x in _squares(values) if orthogonal(values[_F], values[_d], values[_m], x))
        yield (_K, epsilon, _F, _m, _d, _a), {**values, _a: most}


def _squares(values: dict[Any, Any]) -> Iterator[Fraction]:
    """The square of the change of the first coordinate at the first vertex."""
    family, vertex = values[_F], values[_v]
    base, other = (power_of(family[x], values[_m]) for x in (vertex, flipped(vertex, 1)))
    yield sum((w * (other[atom] / w - 1) ** 2 for atom, w in base.items()), Fraction(0))


def _drawn() -> Iterator[Case]:
    for build, size, draws in product((on_axes, of_signs), (1, 2), (1, 2, 3)):
        family = build(Fraction(1), Fraction(1, 2), size)
        one = {_F: family, _v: next(iter(family)), _m: Fraction(1)}
        yield (_F, _d, _m, _a), {_F: family, _d: Fraction(size), _m: Fraction(draws), _a: next(_squares(one))}


def _named() -> Iterator[Case]:
    for size, s_, width in product((1, 2, 3), (Fraction(1, 2), Fraction(1, 10)), (Fraction(1), Fraction(3))):
        yield (_D, _s, _d), {_D: width, _s: s_, _d: Fraction(size)}


def _placed() -> Iterator[Case]:
    for (_, values), norm in product(_named(), (Fraction(1), Fraction(2))):
        yield (_D, _s, _d, _p), {**values, _p: norm}


def _summed(index: Any, protocol: Any, n: Any, e: Any, family: Any, draws: Any, size: Any) -> Statement:
    total = Sum(KL(*_sent(_K, family, draws, index)), index, 1, size)
    return Statement(
        at_most(
            Sum(KL(*_told(protocol, family, draws, index)), index, 1, size), n * Supremum(total, _K, Private(_K, e))
        ),
        (Interactive(protocol, n, e),),
    )


def _over_users(name: str, index: Any) -> Schema:
    """The chain rule for the sum over this letter, which no argument may hold."""
    return Schema(
        name,
        "lemma",
        "chain rule of KL: Cover and Thomas 2006, Theorem 2.5.3; at v the earlier messages are the same for all "
        f"{index}",
        partial(_summed, index),
        (_Z, _n, epsilon, _F, _m, _d),
        partial(_chained, index),
        CHAIN_RULE,
    )


def _pinsker_summed(protocol: Any, family: Any, draws: Any, size: Any) -> Statement:
    told = _told(protocol, family, draws)
    return Statement(
        at_most(Sum(Average(TV(*told), _v), _k, 1, size), sqrt(size * Average(Sum(KL(*told), _k, 1, size), _v) / 2))
    )


def _roots_summed(protocol: Any, family: Any, draws: Any, size: Any) -> Statement:
    told = _told(protocol, family, draws)
    roots = Sum(Average(sqrt(KL(*told) / 2), _v), _k, 1, size)
    return Statement(at_most(roots, sqrt(size * Average(Sum(KL(*told), _k, 1, size), _v) / 2)))


def _by_roots() -> Chain:
    told, stated = _told(_Z, _F, _m), _pinsker_summed(_Z, _F, _m, _d)
    roots = _roots_summed(_Z, _F, _m, _d).left
    return line(stated.left).le(roots, PINSKER(*told)).le(stated.right, ROOTS_SUMMED(_Z, _F, _m, _d))


def _leaking_user() -> Iterator[Outside]:
    """One user, whose message is the datum."""
    family = of_signs(Fraction(1), Fraction(1, 2), 1)
    table = Table({(x,): {x: Fraction(1)} for x in family[1,]})
    values = {_F: family, _d: Fraction(1), _m: Fraction(1), _n: Fraction(1), epsilon: as_arb(Fraction(1, 100))}
    yield 0, (_Z, _n, epsilon, _F, _m, _d), {**values, _Z: (1, table, None)}


def _leaking() -> Iterator[Outside]:
    """The message is the datum; two coordinates that move one letter alike."""
    family = of_signs(Fraction(1), Fraction(1, 2), 1)
    table = Table({(x,): {x: Fraction(1)} for x in family[1,]})
    values = {_F: family, _d: Fraction(1), _m: Fraction(1), _v: (1,), _K: table, epsilon: as_arb(Fraction(1, 100))}
    yield 0, (_K, epsilon, _F, _m, _d, _a), {**values, _a: Fraction(4, 3)}
    parallel: Family = {
        w: {1: Fraction(1, 2) + Fraction(sum(w), 8), 0: Fraction(1, 2) - Fraction(sum(w), 8)}
        for w in product((1, -1), repeat=2)
    }
    response = Table({(x,): {y: Fraction(3 if x == y else 1, 4) for y in (0, 1)} for x in (0, 1)})
    values = {_F: parallel, _d: Fraction(2), _m: Fraction(1), _v: (1, 1), _K: response, epsilon: as_arb(3).log()}
    yield 1, (_K, epsilon, _F, _m, _d, _a), {**values, _a: Fraction(1, 100)}


ASSOUAD = Schema(
    "Assouad",
    "lemma",
    "Assouad: Yu 1997, Lemma 2, for the squared error: a coordinate of sign 1 with probability p given the messages "
    "costs "
    "4 p (1 - p) delta^2 on average, at least 2 min(p, 1 - p) delta^2",
    lambda z, laws, family, draws, size, delta: Statement(
        at_most(2 * delta**2 * Hamming(z, family, draws, size), WorstRisk(z, laws, draws)),
        (FamilyIn(family, laws, size), Separated(family, delta, size)),
    ),
    (_Z, _C, _F, _m, _d, _half),
    _assouad,
)
HAMMING_TV = Schema(
    "wrong coordinates",
    "lemma",
    "Le Cam: Yu 1997, Lemma 1, for each coordinate given the others",
    lambda z, family, draws, size: Statement(
        at_most(
            (size - Sum(Average(TV(*_told(z, family, draws)), _v), _k, 1, size)) / 2, Hamming(z, family, draws, size)
        )
    ),
    (_Z, _F, _m, _d),
    _guessed,
    LE_CAM_STRESS,
)
ROOTS_SUMMED = Schema(
    "roots of divergences, over the coordinates",
    "theorem",
    "Cauchy and Schwarz: Steele 2004, (1.1), with a vector of ones, over v and k",
    _roots_summed,
    (_Z, _F, _m, _d),
    _pinsker,
    CAUCHY_SCHWARZ,
)
PINSKER_SUMMED = Schema(
    "Pinsker over the coordinates",
    "lemma",
    "Pinsker: Tsybakov 2009, Lemma 2.5; Cauchy and Schwarz over v and k",
    _pinsker_summed,
    (_Z, _F, _m, _d),
    _pinsker,
    CAUCHY_SCHWARZ,
    proof=_by_roots,
)
CHAIN_SUMMED = _over_users("chain rule over users, for all coordinates", _k)
CHAIN_SUMMED_J = _over_users("chain rule over users, for all coordinates j", _j)
PRIVATE_BESSEL = Schema(
    "private contraction, for all coordinates",
    "lemma",
    "after Acharya, Canonne, Sun and Tyagi 2021, Theorem 2: Bessel's inequality; a density of a message is within "
    "(e^epsilon - 1) inf q(z|.)/2 of a constant, and its means are at least inf q(z|.), which sums to at most 1",
    lambda channel, e, family, draws, size, most: Statement(
        at_most(Sum(ChiSquare(*_sent(channel, family, draws)), _k, 1, size), (exp(e) - 1) ** 2 * most / 4),
        (Private(channel, e), Orthogonal(family, size, draws, most)),
    ),
    (_K, epsilon, _F, _m, _d, _a),
    _contracted,
    BESSEL,
    outside=_leaking,
)
ORTHOGONAL_DRAWS = Schema(
    "changes of several draws",
    "lemma",
    "Ingster and Suslina 2003, Section 3.1: E of a product of likelihood ratios is a power",
    lambda family, size, draws, most: Statement(
        Orthogonal(family, size, draws, (1 + most) ** draws - 1), (Orthogonal(family, size, Integer(1), most),)
    ),
    (_F, _d, _m, _a),
    _drawn,
)
ORTHOGONAL_AXES = Schema(
    "changes on the axes",
    "lemma",
    "disjoint supports",
    lambda width, share, size: Statement(
        Orthogonal(Axes(width, share, size), size, Integer(1), 4 * share**2 / (size * (1 - share**2)))
    ),
    (_D, _s, _d),
    _named,
)
ORTHOGONAL_SIGNS = Schema(
    "changes of signs",
    "lemma",
    "independent factors of mean 0",
    lambda width, share, size: Statement(
        Orthogonal(Signs(width, share, size), size, Integer(1), 4 * share**2 / (1 - share**2))
    ),
    (_D, _s, _d),
    _named,
)
AXES_MEAN = Schema(
    "means on the axes",
    "definition",
    "definition",
    lambda width, share, size: Statement(Separated(Axes(width, share, size), width * share / size, size)),
    (_D, _s, _d),
    _named,
)
SIGNS_MEAN = Schema(
    "means of signs",
    "definition",
    "definition",
    lambda width, share, size: Statement(Separated(Signs(width, share, size), width * share, size)),
    (_D, _s, _d),
    _named,
)
AXES_IN_BALL = Schema(
    "axes in a ball",
    "definition",
    "definition: |D e_k|_p = D",
    lambda width, share, size, norm: Statement(FamilyIn(Axes(width, share, size), Ball(norm, width, size), size)),
    (_D, _s, _d, _p),
    _placed,
)
SIGNS_IN_CUBE = Schema(
    "signs in a cube",
    "definition",
    "definition",
    lambda width, share, size: Statement(FamilyIn(Signs(width, share, size), Cube(width, size), size)),
    (_D, _s, _d),
    _named,
)
HAMMING_INFORMATION = Schema(
    "wrong coordinates from the information",
    "lemma",
    "Fano: Cover and Thomas 2006, Theorem 2.10.1: 2 (1/2 - p)^2 <= log 2 - h(p) <= I(V_k; Z), Jensen over k; "
    "the informations of independent coordinates sum to at most I(V; Z)",
    lambda z, family, draws, size: Statement(
        at_most(
            size / 2 * (1 - sqrt(2 * VertexInformation(z, family, draws, size) / size)), Hamming(z, family, draws, size)
        )
    ),
    (_Z, _F, _m, _d),
    _guessed,
    SUPERADDITIVE_INFORMATION,
)
PRIVATE_INFORMATION = Schema(
    "information of private messages",
    "lemma",
    "after Duchi, Jordan and Wainwright 2018, Corollary 1: the information is at most the mean chi-square divergence "
    "of a message's laws from their mixture, and a density of it is within (e^epsilon - 1) inf q(z|.)/2 of a constant; "
    "chain rule over users",
    lambda z, n, e, family, draws, size: Statement(
        at_most(VertexInformation(z, family, draws, size), n * (exp(e) - 1) ** 2 / 4), (Interactive(z, n, e),)
    ),
    (_Z, _n, epsilon, _F, _m, _d),
    lambda: (((_Z, _n, epsilon, _F, _m, _d), values) for values in _transcripts()),
    outside=_leaking_user,
)

FACTS = (
    ASSOUAD,
    HAMMING_TV,
    ROOTS_SUMMED,
    PINSKER_SUMMED,
    CHAIN_SUMMED,
    CHAIN_SUMMED_J,
    PRIVATE_BESSEL,
    ORTHOGONAL_DRAWS,
    ORTHOGONAL_AXES,
    ORTHOGONAL_SIGNS,
    AXES_MEAN,
    SIGNS_MEAN,
    AXES_IN_BALL,
    SIGNS_IN_CUBE,
    HAMMING_INFORMATION,
    PRIVATE_INFORMATION,
)
