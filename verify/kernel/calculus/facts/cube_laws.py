"""Families of laws on the vertices of {-1, 1}^k: mixtures, neighbours, and what private messages tell of a vertex."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from flint import arb
from sympy import Rational, exp

from lowerbounds.information.channels import extreme_channels
from verify.kernel.calculus.conditions import at_most, equal, property_of
from verify.kernel.calculus.facts.hypercube import Corner, Flip, orthogonal
from verify.kernel.calculus.facts.packings import WorstLoss
from verify.kernel.calculus.nouns import (
    TV,
    ChiSquare,
    Hellinger2,
    Interactive,
    Law,
    Mean,
    Power,
    Private,
    Table,
    Through,
    Transcript,
)
from verify.kernel.calculus.over import Sum, Supremum
from verify.kernel.calculus.reasons import Case, Outside, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, constructor, integer, quantity, real
from verify.kernel.calculus.textbook import BESSEL, HELLINGER_TV, LE_CAM, TRANSCRIPT_HELLINGER
from verify.kernel.statements.outcome import as_arb

Vertex = tuple[int, ...]
Family = dict[Vertex, Law]

_K, _Z, _g = Name("K", "channel"), Name("Z", "protocol"), Name("g", "decoder")
_F, _P, _v = Name("F", "class of laws"), Name("P", "family of laws"), Name("v", "vertex")
Phi = Name("Phi", "loss")
_n, _m, _k, _j = (integer(letter, least=1) for letter in "nmkj")
epsilon, eta, _rho = real("epsilon", above=0), real("eta", least=0), real("varrho", least=0)


def flipped(vertex: Vertex, j: int) -> Vertex:
    """The vertex with coordinate j, from 0, flipped."""
    return (*vertex[:j], -vertex[j], *vertex[j + 1 :])


def _mixture(told: Family, j: int, side: int) -> Law:
    chosen = [law for vertex, law in told.items() if vertex[j] == side]
    out: Law = {}
    for law in chosen:
        for at, mass in law.items():
            out[at] = out.get(at, Fraction(0)) + mass / len(chosen)
    return out


def _transcripts(protocol: Any, family: Family, draws: Any) -> Family:
    return {vertex: Transcript.value(protocol, Power.value(law, draws)) for vertex, law in family.items()}


def _messages(channel: Any, family: Family, draws: Any) -> Family:
    return {vertex: Through.value(channel, Power.value(law, draws)) for vertex, law in family.items()}


def _data(n: Any, family: Family, draws: Any) -> Family:
    return {vertex: Power.value(Power.value(law, draws), n) for vertex, law in family.items()}


def _mixed(told: Family) -> Fraction:
    size = len(next(iter(told)))
    return sum((TV.value(_mixture(told, j, 1), _mixture(told, j, -1)) for j in range(size)), Fraction(0)) / size


def _apart(told: Family) -> Fraction:
    """The mean square of the total variation of neighbours."""
    size = len(next(iter(told)))
    found = [TV.value(law, told[flipped(vertex, j)]) ** 2 for vertex, law in told.items() for j in range(size)]
    return sum(found, Fraction(0)) / len(found)


def _summed(told: Family, vertex: Vertex, distance: Callable[[Law, Law], Any]) -> Any:
    parts = [as_arb(distance(told[flipped(vertex, j)], told[vertex])) for j in range(len(vertex))]
    return sum(parts, arb(0))


def _wrong(told: Family) -> Fraction:
    """The least average number of coordinates guessed wrong, each by itself."""
    size, total = len(next(iter(told))), Fraction(0)
    for j in range(size):
        plus, minus = _mixture(told, j, 1), _mixture(told, j, -1)
        total += (1 - TV.value(plus, minus)) / 2
    return total


def _relative_variance(channel: Any, family: Family, draws: Any, vertex: Vertex) -> Fraction:
    law = Power.value(family[vertex], draws)
    mean = Through.value(channel, law)
    square: dict[Any, Fraction] = {}
    for letter, mass in law.items():
        for at, chance in channel(letter).items():
            square[at] = square.get(at, Fraction(0)) + mass * chance**2
    return sum(((square[a] - w**2) / w for a, w in mean.items() if w), Fraction(0))


def _fluctuations(channel: Any, family: Family, draws: Any, vertex: Vertex) -> Fraction:
    """E[phi q]^2/E[q], summed over messages and flips, from the ratio phi of each letter."""
    law, total = Power.value(family[vertex], draws), Fraction(0)
    told = Through.value(channel, law)
    for j in range(len(vertex)):
        other = Power.value(family[flipped(vertex, j)], draws)
        moved: Law = {}
        for letter, mass in law.items():
            phi = other[letter] / mass - 1 if mass else Fraction(0)
            for at, chance in channel(letter).items():
                moved[at] = moved.get(at, Fraction(0)) + mass * phi * chance
        total += sum((moved[at] ** 2 / mass for at, mass in told.items() if mass), Fraction(0))
    return total


def dominated(family: Family) -> bool:
    """Whether no law has an atom that it lacks with one coordinate flipped."""
    return all(
        law.get(x) or not mass
        for vertex, law in family.items()
        for j in range(len(vertex))
        for x, mass in family[flipped(vertex, j)].items()
    )


def _separated(family: Family, loss: Callable[[Any, Any, Fraction], Any], half: Any, _: Any) -> bool:
    """Whether Phi(rho/2) of any two means, by the loss Phi(factor rho(x, y)), is so large for each other sign."""
    means = {vertex: Mean.value(law) for vertex, law in family.items()}
    return all(
        loss(means[v], means[w], Fraction(1, 2)) >= 2 * half * sum(a != b for a, b in zip(v, w, strict=True))
        for v, w in product(family, repeat=2)
    )


def squared_distance(x: Any, y: Any, factor: Fraction) -> Fraction:
    """The square of a multiple of the Euclidean distance."""
    return factor**2 * sum((Fraction(a - b) ** 2 for a, b in zip(x, y, strict=True)), Fraction(0))


MixtureTV = quantity(
    "MixtureTV",
    r"\tfrac1{{{3}}} \textstyle\sum_j D_{{\mathrm{{TV}}}}(M_{{+j}}, M_{{-j}})_{{{0}, {1}, {2}}}",
    "average over j of the total variation between the mixtures of all messages over the vertices with v_j = 1 and "
    "with v_j = -1: MixtureTV(Z, P, m, k)",
    0,
    1,
    value=lambda z, p, draws, _: _mixed(_transcripts(z, p, draws)),
)
DataTV = quantity(
    "DataTV",
    r"\tfrac1{{{3}}} \textstyle\sum_j D_{{\mathrm{{TV}}}}(P_{{+j}}^{{{0}}}, P_{{-j}}^{{{0}}})_{{{1}, {2}}}",
    "average over j of the total variation between the mixtures of all data over the vertices with v_j = 1 and with "
    "v_j = -1: DataTV(n, P, m, k)",
    0,
    1,
    value=lambda n, p, draws, _: _mixed(_data(n, p, draws)),
)
NeighbourTV = quantity(
    "NeighbourTV",
    r"\tfrac1{{{3}}} \textstyle\sum_j \operatorname{{avg}}_v D_{{\mathrm{{TV}}}}(M_v, M_{{v \oplus j}})^2"
    r"_{{{0}, {1}, {2}}}",
    "average over j and v of the squared total variation of all messages at v and with v_j flipped",
    0,
    1,
    value=lambda z, p, draws, _: _apart(_transcripts(z, p, draws)),
)
AllHellinger = quantity(
    "AllHellinger",
    r"\textstyle\sum_j D_{{\mathrm{{H}}}}(M_{{{3}}}^{{{0}}}, M_{{{3} \oplus j}}^{{{0}}})^2_{{{1}, {2}}}",
    "sum over j of the squared Hellinger distance of all messages at v and with v_j flipped: AllHellinger(Z, P, m, v)",
    0,
    value=lambda z, p, draws, at: _summed(_transcripts(z, p, draws), at, Hellinger2.value),
)
UserHellinger = quantity(
    "UserHellinger",
    r"\textstyle\sum_j \sum_i D_{{\mathrm{{H}}}}(M_{{{3}}}^{{{0}}}, M_{{{3}, i, j}}^{{{0}}})^2_{{{1}, {2}}}",
    "sum over j and over users i of the squared Hellinger distance of all messages at v and where user i alone draws "
    "from the law with v_j flipped: UserHellinger(Z, P, m, v)",
    0,
)
OneHellinger = quantity(
    "OneHellinger",
    r"\textstyle\sum_j D_{{\mathrm{{H}}}}({0} P_{{{3}}}, {0} P_{{{3} \oplus j}})^2_{{{1}, {2}}}",
    "sum over j of the squared Hellinger distance of one message at v and with v_j flipped: OneHellinger(K, P, m, v)",
    0,
    value=lambda c, p, draws, at: _summed(_messages(c, p, draws), at, Hellinger2.value),
)
Fluctuations = quantity(
    "Fluctuations",
    r"\textstyle\sum_j \int \frac{{E_{{P_{{{3}}}}}[\phi_{{{3}, j}} q]^2}}{{E_{{P_{{{3}}}}}[q]}}_{{{0}, {1}, {2}}}",
    "sum over j of the integral of E[phi q]^2/E[q] under the law at v, q the density of a message and 1 + phi that of "
    "the law with v_j flipped: Fluctuations(K, P, m, v)",
    0,
    infinite=True,
    value=_fluctuations,
)
RelativeVariance = quantity(
    "RelativeVariance",
    r"\int \frac{{\mathrm{{Var}}_{{P_{{{3}}}}}(q)}}{{E_{{P_{{{3}}}}}[q]}}_{{{0}, {1}, {2}}}",
    "integral of Var(q)/E[q] under the law at v, q the density of a message: RelativeVariance(K, P, m, v)",
    0,
    infinite=True,
    value=_relative_variance,
)
WrongBits = quantity(
    "WrongBits",
    r"E\#\{{j: \hat v_j \ne v_j\}}_{{{0}, {1}, {2}, {3}}}",
    "least average number of coordinates of a uniform vertex of {-1, 1}^k that are guessed wrong from all messages: "
    "WrongBits(Z, P, m, k)",
    0,
    value=lambda z, p, draws, _: _wrong(_transcripts(z, p, draws)),
)
SendAll = constructor("SendAll", r"(\mathrm{{id}}^{{{0}}}, {1})", sort="protocol")
"""The protocol of n users who send their data as they are, and a decoder: SendAll(n, g)."""
Separated = property_of(
    "Separated",
    r"\text{{in }}{0}:\ {1}(\tfrac12\rho(\theta_v, \theta_{{v'}})) \ge 2 \cdot {2} \cdot "
    r" \#\{{j \le {3}: v_j \ne v'_j\}}",
    _separated,
)
"""Half the distance of two parameters costs at least 2 varrho for each coordinate: Separated(P, Phi, varrho, k)."""
Within = property_of(
    "FamilyWithin", r"{0} \subset {1}", lambda family, laws: all(law in laws for law in family.values())
)
"""All laws of a family belong to a class: Within(P, F)."""
Dominated = property_of("Dominated", r"P_{{v \oplus j}} = (1 + \phi_{{v, j}}) P_v\text{{ in }}{0}", dominated)
"""The law at v with v_j flipped has a density under that at v, for all v and j: Dominated(P)."""
Orthogonal = property_of(
    "Orthogonal",
    r"E_{{P_v}} \phi_{{v, i}} \phi_{{v, j}} = 0,\ E_{{P_v}} \phi_{{v, j}}^2 \le {2}\text{{ in }}{0}^{{\otimes {1}}}",
    lambda family, draws, most: orthogonal(family, len(next(iter(family))), draws, most),
)
"""The fluctuations of the laws of m draws are orthogonal, their squares at most a number: Orthogonal(P, m, eta^2)."""


def _signs(size: int, delta: Fraction) -> Family:
    """Independent signs with means delta v."""
    out: Family = {}
    for vertex in product((-1, 1), repeat=size):
        out[vertex] = {}
        for x in product((-1, 1), repeat=size):
            mass = Fraction(1)
            for a, b in zip(x, vertex, strict=True):
                mass *= (1 + a * b * delta) / 2
            out[vertex][x] = mass
    return out


def _settings() -> Iterator[tuple[Any, Any, dict[Any, Any]]]:
    """e^epsilon, a channel on one draw of k signs, and values: the family, k, m = 1, and the vertex of ones."""
    for size, delta in ((1, Fraction(1, 2)), (1, Fraction(9, 10)), (2, Fraction(1, 2))):
        letters = [(x,) for x in product((-1, 1), repeat=size)]
        for t in (Fraction(11, 10), Fraction(3), Fraction(10**6)):
            tables = list(extreme_channels(tuple(letters), t))
            for table in tables[:: max(1, len(tables) // 6)]:

                def channel(letter: Any, table: Any = table) -> Law:
                    return dict(table[letter].masses)

                known = {_P: _signs(size, delta), _k: Fraction(size), _m: Fraction(1), _v: (1,) * size}
                yield t, channel, {**known, eta: 4 * delta**2 / (1 - delta**2)}


def _plans() -> Iterator[dict[Any, Any]]:
    for t, channel, values in _settings():
        for users in (1, 2):
            plan = (users, channel, lambda _: Fraction(0))
            yield {**values, _Z: plan, _K: channel, _n: Fraction(users), epsilon: as_arb(t).log()}


def _mixtures() -> Iterator[Case]:
    yield from (((_Z, _P, _m, _k), values) for values in _plans())


def _neighbours() -> Iterator[Case]:
    for values in _plans():
        yield (
            (_Z, _P, _m, _k),
            {
                **values,
                Supremum(AllHellinger(_Z, _P, _m, _v), _v): AllHellinger.value(
                    values[_Z], values[_P], values[_m], values[_v]
                ),
            },
        )


def _channels() -> Iterator[Case]:
    for t, channel, values in _settings():
        yield (_K, _P, _m, _v), {**values, _K: channel, epsilon: as_arb(t).log()}


def _pasted() -> Iterator[Case]:
    """Lotteries and dialogues of many rounds, which the fact allows: all users' data changed, and one user's."""
    for every, single in TRANSCRIPT_HELLINGER.stress(constant=Fraction(1)):
        yield (
            (_Z, _n, epsilon, _P, _m, _v),
            {AllHellinger(_Z, _P, _m, _v): every, UserHellinger(_Z, _P, _m, _v): single},
        )


def _interactive() -> Iterator[Case]:
    """Users by one channel each: a user's data changed changes one message."""
    for values in _plans():
        worst = Supremum(OneHellinger(_K, _P, _m, _v), _K, Private(_K, epsilon))
        told = OneHellinger.value(values[_K], values[_P], values[_m], values[_v])
        yield (
            (_Z, _n, epsilon, _P, _m, _v),
            {**values, worst: told, UserHellinger(_Z, _P, _m, _v): told * int(values[_n])},
        )


def _unlike() -> Iterator[Case]:
    """What is rare under the flipped law is what the bound is made for; the message is the datum."""
    for rare in (Fraction(1, 10), Fraction(1, 100), Fraction(1, 10**4)):
        family = {(1,): {0: Fraction(9, 10), 1: Fraction(1, 10)}, (-1,): {0: 1 - rare, 1: rare}}
        values = {_P: family, _m: Fraction(1), _v: (1,), _K: lambda letter: {letter: Fraction(1)}}
        yield (_K, _P, _m, _v), values
    yield from _channels()


def _tests() -> Iterator[Case]:
    """Signs with means delta v, each guessed: the squared error of delta v^ is 4 delta^2 for each wrong bit."""
    for values in _plans():
        wrong = WrongBits.value(values[_Z], values[_P], values[_m], values[_k])
        half = Mean.value(values[_P][values[_v]])[0] ** 2 / 2
        known = {_F: list(values[_P].values()), Phi: squared_distance, _rho: half}
        yield (_Z, _F, _m, Phi, _P, _rho, _k), {**values, **known, WorstLoss(_Z, _F, _m, Phi): 4 * half * wrong}
        if values[_k] == 1:
            # A loss that is 1 at half the distance already: the bound is attained.
            known |= {Phi: lambda x, y, _: Fraction(x != y), _rho: Fraction(1, 2), WorstLoss(_Z, _F, _m, Phi): wrong}
            yield (_Z, _F, _m, Phi, _P, _rho, _k), {**values, **known}


def _whole() -> Iterator[Case]:
    for size, users in product((1, 2), (1, 2, 3)):
        family = _signs(size, Fraction(1, 2))
        values = {_n: Fraction(users), _P: family, _m: Fraction(1), _k: Fraction(size)}
        yield (
            (_n, _g, _P, _m, _k),
            {**values, MixtureTV(SendAll(_n, _g), _P, _m, _k): _mixed(_data(Fraction(users), family, Fraction(1)))},
        )


def _elsewhere() -> Iterator[Outside]:
    """A class without the family's laws, whose one mean is known."""
    (letters, values) = next(_tests())
    yield 1, letters, {**values, _F: [], WorstLoss(_Z, _F, _m, Phi): Fraction(0)}


def _joint_answer() -> Iterator[Outside]:
    """The second user tells whether both data are 1: no user alone changes it, both together do."""
    data = list(product((0, 1), repeat=2))
    values = {_Z: {x: {(0, x[0] * x[1]): Fraction(1)} for x in data}, _n: Fraction(2), epsilon: Fraction(1)}
    yield (
        0,
        (_Z, _n, epsilon, _P, _m, _v),
        {
            **values,
            AllHellinger(_Z, _P, _m, _v): Fraction(1),
            UserHellinger(_Z, _P, _m, _v): Fraction(0),
        },
    )


def _exclusive() -> Iterator[Outside]:
    """Laws that exclude each other; the message is the datum."""
    family: Family = {(1,): {0: Fraction(1), 1: Fraction(0)}, (-1,): {0: Fraction(0), 1: Fraction(1)}}
    values = {_P: family, _m: Fraction(1), _v: (1,), _k: Fraction(1), _K: lambda x: {x[0]: Fraction(1)}}
    yield 0, (_K, _P, _m, _v), values


def _parallel() -> Iterator[Outside]:
    """Two coordinates that move one letter alike; the message is the datum."""
    family: Family = {
        w: {1: Fraction(1, 2) + Fraction(sum(w), 8), 0: Fraction(1, 2) - Fraction(sum(w), 8)}
        for w in product((1, -1), repeat=2)
    }
    values = {_P: family, _m: Fraction(1), _v: (1, 1), _K: lambda x: {x[0]: Fraction(1)}}
    yield 1, (_K, _P, _m, _v, eta), {**values, eta: Fraction(1, 3)}


def _leaking() -> Iterator[Outside]:
    """The message is the datum."""
    family = _signs(1, Fraction(1, 2))
    table = Table({(x,): {x: Fraction(1)} for x in family[1,]})
    yield 0, (_K, _P, _m, _v, epsilon), {_P: family, _m: Fraction(1), _v: (1,), _K: table, epsilon: Fraction(1, 100)}


NEAREST_VERTEX = Schema(
    "Assouad's reduction",
    "lemma",
    "Assouad: Yu 1997, Lemma 2: the nearest vertex errs where the estimate is far; a supremum is at least an average",
    lambda plan, members, draws, loss, family, half, size: Statement(
        at_most(2 * half * WrongBits(plan, family, draws, size), WorstLoss(plan, members, draws, loss)),
        (Separated(family, loss, half, size), Within(family, members)),
    ),
    (_Z, _F, _m, Phi, _P, _rho, _k),
    _tests,
    outside=_elsewhere,
)
WRONG_BITS = Schema(
    "least error of a test of each bit",
    "lemma",
    "Le Cam: Yu 1997, Lemma 1, for each coordinate",
    lambda plan, family, draws, size: Statement(
        equal(WrongBits(plan, family, draws, size), size * (1 - MixtureTV(plan, family, draws, size)) / 2)
    ),
    (_Z, _P, _m, _k),
    _mixtures,
    LE_CAM,
)
ALL_DATA = Schema(
    "messages that are the data",
    "definition",
    "definition",
    lambda n, decoder, family, draws, size: Statement(
        equal(MixtureTV(SendAll(n, decoder), family, draws, size), DataTV(n, family, draws, size))
    ),
    (_n, _g, _P, _m, _k),
    _whole,
)
MIXTURES = Schema(
    "mixtures next to neighbours",
    "lemma",
    "convexity of total variation in pairs of laws, and Jensen's inequality for the square",
    lambda plan, family, draws, size: Statement(
        at_most(MixtureTV(plan, family, draws, size) ** 2, NeighbourTV(plan, family, draws, size))
    ),
    (_Z, _P, _m, _k),
    _mixtures,
)
NEIGHBOURS = Schema(
    "total variation of neighbours by Hellinger distances",
    "lemma",
    "Le Cam's inequalities: Tsybakov 2009, Lemma 2.3, summed",
    lambda plan, family, draws, size: Statement(
        at_most(NeighbourTV(plan, family, draws, size), 2 / size * Supremum(AllHellinger(plan, family, draws, _v), _v))
    ),
    (_Z, _P, _m, _k),
    _neighbours,
    HELLINGER_TV,
)
CUT_AND_PASTE = Schema(
    "Hellinger distances of transcripts",
    "lemma",
    "Jayram 2009, Hellinger strikes back, for each j; summed",
    lambda plan, users, e, family, draws, at: Statement(
        at_most(AllHellinger(plan, family, draws, at), Rational(347, 100) * UserHellinger(plan, family, draws, at)),
        (Interactive(plan, users, e),),
    ),
    (_Z, _n, epsilon, _P, _m, _v),
    _pasted,
    TRANSCRIPT_HELLINGER,
    outside=_joint_answer,
)
ONE_USER_CHANGED = Schema(
    "one user's data changed",
    "lemma",
    "both transcripts' laws differ in one conditional law, so that their distance is its mean over the "
    "earlier messages, whose law is the same for all j",
    lambda plan, n, e, family, draws, at: Statement(
        at_most(
            UserHellinger(plan, family, draws, at),
            n * Supremum(OneHellinger(_K, family, draws, at), _K, Private(_K, e)),
        ),
        (Interactive(plan, n, e),),
    ),
    (_Z, _n, epsilon, _P, _m, _v),
    _interactive,
)
HELLINGER_FLUCTUATIONS = Schema(
    "Hellinger distances by chi-square",
    "lemma",
    "(sqrt a - sqrt b)^2 <= (a - b)^2/b",
    lambda channel, family, draws, at: Statement(
        at_most(OneHellinger(channel, family, draws, at), Fluctuations(channel, family, draws, at) / 2),
        (Dominated(family),),
    ),
    (_K, _P, _m, _v),
    _unlike,
    outside=_exclusive,
)
CHI_SQUARE_FLUCTUATIONS = Schema(
    "fluctuations as chi-square divergences",
    "lemma",
    "the law with v_j flipped has the density 1 + phi; the sum over all coordinates is that over some",
    lambda channel, family, draws, at, size: Statement(
        at_most(
            Sum(
                ChiSquare(*(Through(channel, Power(Corner(family, x), draws)) for x in (Flip(at, _j), at))), _j, 1, size
            ),
            Fluctuations(channel, family, draws, at),
        ),
        (Dominated(family),),
    ),
    (_K, _P, _m, _v, _k),
    lambda: (((*letters, _k), {**values, _k: Fraction(len(values[_v]))}) for letters, values in _unlike()),
    outside=lambda: ((place, (*letters, _k), values) for place, letters, values in _exclusive()),
)
BESSEL_FLUCTUATIONS = Schema(
    "Bessel for fluctuations",
    "lemma",
    "Bessel's inequality in L2 of the law at v, for each message",
    lambda channel, family, draws, at, most: Statement(
        at_most(Fluctuations(channel, family, draws, at), most * RelativeVariance(channel, family, draws, at)),
        (Dominated(family), Orthogonal(family, draws, most)),
    ),
    (_K, _P, _m, _v, eta),
    lambda: (((*letters, eta), values) for letters, values in _channels()),
    BESSEL,
    outside=_parallel,
)
PRIVATE_VARIANCE = Schema(
    "variance of a private channel's density",
    "lemma",
    "Popoviciu: q lies between its least value a, which is at most E[q], and e^epsilon a; all a sum to at most 1",
    lambda channel, family, draws, at, e: Statement(
        at_most(RelativeVariance(channel, family, draws, at), (exp(e) - 1) ** 2 / 4), (Private(channel, e),)
    ),
    (_K, _P, _m, _v, epsilon),
    lambda: (((*letters, epsilon), values) for letters, values in _channels()),
    outside=_leaking,
)

FACTS = (
    NEAREST_VERTEX,
    WRONG_BITS,
    ALL_DATA,
    MIXTURES,
    NEIGHBOURS,
    CUT_AND_PASTE,
    ONE_USER_CHANGED,
    HELLINGER_FLUCTUATIONS,
    CHI_SQUARE_FLUCTUATIONS,
    BESSEL_FLUCTUATIONS,
    PRIVATE_VARIANCE,
)
