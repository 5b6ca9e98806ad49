"""Assouad's method where part of the cube lies outside the class: priors on the vertices of {-1, 1}^k."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice, product
from math import prod
from typing import Any

from verify.kernel.calculus.conditions import at_most, equal, property_of
from verify.kernel.calculus.facts.cube_laws import Family, Vertex, flipped, squared_distance
from verify.kernel.calculus.facts.hypercube import Corner, Flip
from verify.kernel.calculus.facts.packings import WorstLoss
from verify.kernel.calculus.nouns import TV, Law, Mean, Power, Transcript
from verify.kernel.calculus.over import Sum, Supremum
from verify.kernel.calculus.reasons import Case, Outside, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, constructor, integer, quantity, real
from verify.kernel.calculus.textbook import LE_CAM

Prior = dict[Vertex, Fraction]
"""In a stress case: the probability of each vertex."""
_Loss = Callable[[Any, Any, Fraction], Fraction]
"""In a stress case: Phi(factor rho(x, y)) of two parameters and a factor."""

_Z, _F, _P = Name("Z", "protocol"), Name("F", "class of laws"), Name("P", "family of laws")
_Phi, V, vertex = Name("Phi", "loss"), Name("V", "prior"), Name("v", "vertex")
_m, k, _j = (integer(letter, least=1) for letter in "mkj")
_rho, tau = real("varrho", least=0), real("tau", above=0, most=1)


def _told(plan: Any, family: Family, draws: Any) -> Family:
    return {vertex: Transcript.value(plan, Power.value(law, draws)) for vertex, law in family.items()}


def _averaged(plan: Any, family: Family, draws: Any, weights: Prior, at: Callable[[Any, Vertex], Any]) -> Fraction:
    """The mean over vertices and messages of a function of the estimate and the vertex."""
    told = _told(plan, family, draws)
    return sum((weights[v] * w * at(plan[2](z), v) for v, law in told.items() for z, w in law.items()), Fraction(0))


def _nearest(family: Family, loss: _Loss, estimate: Any) -> Vertex:
    return min(family, key=lambda vertex: loss(estimate, Mean.value(family[vertex]), Fraction(1)))


def _inside(family: Family, prior: Prior, laws: list[Law]) -> Prior:
    return {v: w if family[v] in laws else Fraction(0) for v, w in prior.items()}


def _own_loss(plan: Any, family: Family, draws: Any, loss: _Loss, prior: Prior, laws: list[Law]) -> Fraction:
    weights = _inside(family, prior, laws)
    return _averaged(plan, family, draws, weights, lambda x, v: loss(x, Mean.value(family[v]), Fraction(1)))


def _nearest_loss(plan: Any, family: Family, draws: Any, loss: _Loss, weights: Prior) -> Fraction:
    def half(x: Any, v: Vertex) -> Fraction:
        return loss(Mean.value(family[_nearest(family, loss, x)]), Mean.value(family[v]), Fraction(1, 2))

    return _averaged(plan, family, draws, weights, half)


def _nearest_wrong(plan: Any, family: Family, draws: Any, loss: _Loss, prior: Prior) -> Fraction:
    return _averaged(plan, family, draws, prior, lambda x, v: _apart(_nearest(family, loss, x), v))


def _least_wrong(plan: Any, family: Family, draws: Any, prior: Prior) -> Fraction:
    told, total = _told(plan, family, draws), Fraction(0)
    for j, z in product(range(len(next(iter(family)))), {z for law in told.values() for z in law}):
        total += min(
            sum((prior[v] * law.get(z, Fraction(0)) for v, law in told.items() if v[j] == s), Fraction(0))
            for s in (1, -1)
        )
    return total


def _conditional_tv(plan: Any, family: Family, draws: Any, prior: Prior, size: Any) -> Fraction:
    told, total = _told(plan, family, draws), Fraction(0)
    for j in range(int(size)):
        sides = []
        for s in (1, -1):
            mass = sum((w for v, w in prior.items() if v[j] == s), Fraction(0))
            side: Law = {}
            for v, law in told.items():
                for z, w in law.items():
                    side[z] = side.get(z, Fraction(0)) + (prior[v] / mass * w if v[j] == s else 0)
            sides.append(side)
        total += TV.value(*sides)
    return total / int(size)


def _apart(one: Vertex, other: Vertex) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


def _exactly(family: Family, loss: _Loss, half: Fraction, size: Any) -> bool:
    means = {v: Mean.value(law) for v, law in family.items()}
    return len(next(iter(family))) == size and all(
        loss(means[v], means[w], Fraction(1, 2)) == 2 * half * _apart(v, w) for v, w in product(family, repeat=2)
    )


def _neighbours_apart(plan: Any, family: Family, draws: Any, prior: Prior, size: Any) -> Fraction:
    told = _told(plan, family, draws)
    squares = (w * TV.value(told[v], told[flipped(v, j)]) ** 2 for v, w in prior.items() for j in range(int(size)))
    return sum(squares, Fraction(0)) / int(size)


def _independent(prior: Prior, size: Any) -> bool:
    """Whether a vertex's probability is the product of those of its signs, each strictly between 0 and 1."""
    if len(prior) != 2 ** int(size):
        return False
    ups = [sum((w for at, w in prior.items() if at[place] == 1), Fraction(0)) for place in range(int(size))]
    for at, w in prior.items():
        chance = Fraction(1)
        for sign, up in zip(at, ups, strict=True):
            chance *= up if sign == 1 else 1 - up
        if chance != w:
            return False
    return all(0 < up < 1 for up in ups)


def _biased(share: Fraction, size: Any) -> Prior:
    vertices, share = product((1, -1), repeat=int(size)), min(max(share, Fraction(0)), Fraction(1))
    return {v: share ** v.count(1) * (1 - share) ** v.count(-1) for v in vertices}


SeparatedExactly = property_of(
    "SeparatedExactly",
    r"\text{{in }}{0}\text{{ on }}\{{-1, 1\}}^{{{3}}}:\ "
    r"{1}(\tfrac12\rho(\theta_v, \theta_{{v'}})) = 2 \cdot {2} \cdot \#\{{j: v_j \ne v'_j\}}",
    _exactly,
)
"""A family has k coordinates, and half the distance of two of its parameters costs 2 varrho for each that is another:
SeparatedExactly(P, Phi, varrho, k)."""
Biased = constructor("Biased", r"\mathrm{{Bias}}_{{{0}}}^{{\otimes {1}}}", _biased, sort="prior")
"""The law of a vertex of {-1, 1}^k with independent coordinates, each 1 with probability tau, which is cut to [0, 1],
else -1: Biased(tau, k)."""
IndependentSigns = property_of(
    "IndependentSigns", r"{0} = ({0}_1, \dots, {0}_{{{1}}})\text{{ independent, of both signs}}", _independent
)
"""A random vertex has k coordinates, all independent, each 1 and -1 with positive probability:
IndependentSigns(V, k)."""
InsideLoss = quantity(
    "InsideLoss",
    r"\mathbb{{E}}_{{V \sim {4}}} [1\{{{1}_V \in {5}\}} \mathbb{{E}}_{{{1}_V^{{\otimes {2}}}, {0}}} "
    r"{3}(\rho(\hat\theta, \theta({1}_V)))]",
    "expected loss of a protocol's estimate at a random vertex, counted where the vertex's law is in a class: "
    "InsideLoss(Z, P, m, Phi, V, F)",
    0,
    infinite=True,
    value=_own_loss,
)
InsideNearest = quantity(
    "InsideNearest",
    r"\mathbb{{E}}_{{V \sim {4}}} [1\{{{1}_V \in {5}\}} \mathbb{{E}}_{{{1}_V^{{\otimes {2}}}, {0}}} "
    r"{3}(\tfrac12 \rho(\theta_{{\hat v}}, \theta({1}_V)))]",
    "the same of half the distance between the parameters of the vertex that is nearest to the estimate and of the "
    "random vertex: InsideNearest(Z, P, m, Phi, V, F)",
    0,
    value=lambda z, p, draws, loss, prior, laws: _nearest_loss(z, p, draws, loss, _inside(p, prior, laws)),
)
NearestLoss = quantity(
    "NearestLoss",
    r"\mathbb{{E}}_{{V \sim {4}}} \mathbb{{E}}_{{{1}_V^{{\otimes {2}}}, {0}}} "
    r"{3}(\tfrac12 \rho(\theta_{{\hat v}}, \theta({1}_V)))",
    "expected loss, at a random vertex, of half the distance between its parameter and that of the vertex that is "
    "nearest to the estimate: NearestLoss(Z, P, m, Phi, V)",
    0,
    value=_nearest_loss,
)
NearestWrong = quantity(
    "NearestWrong",
    r"\mathbb{{E}}_{{V \sim {4}}} \mathbb{{E}}_{{{1}_V^{{\otimes {2}}}, {0}}} \#\{{j: \hat v_j \ne V_j\}}_{{{3}}}",
    "expected number of coordinates in which the vertex that is nearest to the estimate differs from the random one: "
    "NearestWrong(Z, P, m, Phi, V)",
    0,
    value=_nearest_wrong,
)
LeastWrong = quantity(
    "LeastWrong",
    r"\inf_{{\hat v}} \mathbb{{E}}_{{V \sim {3}}} \#\{{j: \hat v_j \ne V_j\}}_{{{0}, {1}, {2}}}",
    "least expected number of coordinates of a random vertex that are guessed wrong from all messages: "
    "LeastWrong(Z, P, m, V)",
    0,
    value=_least_wrong,
)
OutsideMass = quantity(
    "OutsideMass",
    r"P({1}_V \notin {2}, V \sim {0})",
    "probability that a random vertex's law is not in a class",
    0,
    1,
    value=lambda prior, family, laws: sum((w for v, w in prior.items() if family[v] not in laws), Fraction(0)),
)
"""OutsideMass(V, P, F)."""
ConditionalTV = quantity(
    "ConditionalTV",
    r"\tfrac1{{{4}}} \textstyle\sum_j D_{{\mathrm{{TV}}}}(\mathbb{{E}}[M_V \mid V_j = 1], "
    r"\mathbb{{E}}[M_V \mid V_j = -1])_{{{0}, {1}, {2}, V \sim {3}}}",
    "average over j of the total variation between the laws of all messages given that coordinate j of a random vertex "
    "is 1 and that it is -1: ConditionalTV(Z, P, m, V, k)",
    0,
    1,
    value=_conditional_tv,
)
PriorNeighbourTV = quantity(
    "PriorNeighbourTV",
    r"\tfrac1{{{4}}} \textstyle\sum_j \mathbb{{E}} D_{{\mathrm{{TV}}}}(M_V, M_{{V \oplus j}})^2"
    r"_{{{0}, {1}, {2}, V \sim {3}}}",
    "average over j of the expected squared total variation of all messages at a random vertex and with its coordinate "
    "j flipped: PriorNeighbourTV(Z, P, m, V, k)",
    0,
    1,
    value=_neighbours_apart,
)


def _signs(size: int, delta: Fraction, centre: Fraction) -> Family:
    """Independent signs with means delta (v + centre)/2."""
    out: Family = {}
    for vertex in product((1, -1), repeat=size):
        out[vertex] = {}
        for x in product((1, -1), repeat=size):
            mass = Fraction(1)
            for sign, v in zip(x, vertex, strict=True):
                mass *= (1 + sign * delta * (v + centre) / 2) / 2
            out[vertex][tuple(map(Fraction, x))] = mass
    return out


def _size(x: Any, y: Any, factor: Fraction) -> Fraction:
    return factor * sum((abs(Fraction(a - b)) for a, b in zip(x, y, strict=True)), Fraction(0))


def _answer(t: Fraction) -> Callable[[Any], Law]:
    """Randomised response to whether most signs of all draws are up."""

    def channel(x: Any) -> Law:
        up = sum(sum(draw) for draw in x) > 0
        return {1: (t if up else Fraction(1)) / (1 + t), 0: (Fraction(1) if up else t) / (1 + t)}

    return channel


def _everything(x: Any) -> Law:
    return {x: Fraction(1)}


def _always(estimate: Any) -> Callable[[Any], Any]:
    return lambda _: estimate


def _by_majority(up: Any, down: Any) -> Callable[[Any], Any]:
    return lambda z: up if sum(map(bool, z)) * 2 > len(z) else down


def _settings() -> Iterator[dict[Any, Any]]:
    """Small families, all or some of their laws in the class; estimates at vertices, between them, and constant."""
    for size, delta, centre in ((1, Fraction(1, 2), 0), (2, Fraction(1, 2), 1), (1, Fraction(9, 10), 1)):
        family = _signs(size, delta, Fraction(centre))
        vertices = list(family)
        means = [Mean.value(law) for law in family.values()]
        middle = tuple(sum(x) / len(means) for x in zip(*means, strict=True))
        rules = [_always(middle), _always(means[0]), _always(means[-1]), _by_majority(means[0], means[-1])]
        point = {v: Fraction(v == vertices[0]) for v in vertices}
        spread = {v: Fraction(i + 1, len(vertices) * (len(vertices) + 1) // 2) for i, v in enumerate(vertices)}
        for loss, half in ((squared_distance, delta**2 / 8), (_size, delta / 4)):
            known = {_P: family, _m: Fraction(1), _Phi: loss, _rho: half, k: Fraction(size)}
            for inside, prior, rule in product((vertices, vertices[-1:], vertices[:1]), (point, spread), rules):
                for channel in (_answer(Fraction(3)), _everything):
                    yield {**known, V: prior, _F: [family[v] for v in inside], _Z: (1, channel, rule)}


def _worst() -> Iterator[Case]:
    for values in _settings():
        known = {_Phi: values[_Phi], _P: values[_P]}
        at = [
            _own_loss(
                values[_Z], known[_P], values[_m], known[_Phi], {u: Fraction(u == v) for u in known[_P]}, values[_F]
            )
            for v in known[_P]
        ]
        yield (_Z, _F, _m, _Phi, _P, V), {**values, WorstLoss(_Z, _F, _m, _Phi): max(at)}


def _with_class() -> Iterator[Case]:
    yield from (((_Z, _F, _m, _Phi, _P, V), values) for values in _settings())


def _outside() -> Iterator[Case]:
    yield from (((_Z, _F, _m, _Phi, _P, V, _rho, k), values) for values in _settings())


def _counted() -> Iterator[Case]:
    yield from (((_Z, _m, _Phi, _P, V, _rho, k), values) for values in _settings())


def _guessed() -> Iterator[Case]:
    yield from (((_Z, _m, _Phi, _P, V), values) for values in _settings())


def _tests() -> Iterator[Case]:
    # The estimate does not matter here.
    for values in islice(_settings(), 0, None, 7):
        for share in (Fraction(1, 10), Fraction(1, 2)):
            yield (_Z, _P, _m, tau, k), {**values, tau: share}


def _conditioned() -> Iterator[Case]:
    """Independent coordinates of equal and of unequal probabilities."""
    several = (
        (Fraction(1, 2),),
        (Fraction(1, 10),),
        (Fraction(1, 2), Fraction(1, 2)),
        (Fraction(9, 10), Fraction(1, 3)),
    )
    for ups, delta, channel in product(several, (Fraction(1, 2), Fraction(9, 10)), (_answer(Fraction(3)), _everything)):
        family = _signs(len(ups), delta, Fraction(1))
        prior = {
            v: prod((u if x == 1 else 1 - u for u, x in zip(ups, v, strict=True)), start=Fraction(1)) for v in family
        }
        plan = (1, channel, _always(0))
        yield (_Z, _P, _m, V, k), {_Z: plan, _P: family, _m: Fraction(1), V: prior, k: Fraction(len(ups))}


def _one_of_two() -> Iterator[Outside]:
    """Parameters that the first of two coordinates gives; all is certain but which of two equal vertices is nearest."""
    family: Family = {at: {(Fraction(at[0]),): Fraction(1)} for at in product((1, -1), repeat=2)}
    prior = {at: Fraction(at == (1, -1)) for at in family}
    plan = (1, _everything, _always((Fraction(1),)))
    values = {_Z: plan, _P: family, V: prior, _m: Fraction(1), _Phi: squared_distance, _rho: Fraction(1, 2)}
    yield 0, (_Z, _m, _Phi, _P, V, _rho, k), {**values, k: Fraction(1)}


def _tied_signs() -> Iterator[Outside]:
    """Two coordinates that are always equal; the message is the second, and what is asked is about the first."""
    family: Family = {at: {at[1]: Fraction(1)} for at in product((1, -1), repeat=2)}
    prior = {at: Fraction(at[0] == at[1], 2) for at in family}
    plan = (1, lambda x: {x[0]: Fraction(1)}, _always(0))
    for size in (1, 2):
        yield 0, (_Z, _P, _m, V, k), {_Z: plan, _P: family, V: prior, _m: Fraction(1), k: Fraction(size)}


def _largest_neighbours() -> Iterator[Case]:
    """Point masses too, at which the average is the largest."""
    for letters, values in _conditioned():
        points = [{v: Fraction(v == at) for v in values[_P]} for at in values[_P]]
        most = (
            max(_neighbours_apart(values[_Z], values[_P], values[_m], point, values[k]) for point in points) * values[k]
        )
        for prior in (values[V], *points):
            yield letters, {**values, V: prior, largest_neighbours(_Z, _P, _m, k): most}


def largest_neighbours(plan: Any, family: Any, draws: Any, size: Any) -> Any:
    """The largest sum over j of the squared total variation of all messages at v and with v_j flipped."""
    at, beside = (Transcript(plan, Power(Corner(family, x), draws)) for x in (vertex, Flip(vertex, _j)))
    return Supremum(Sum(TV(at, beside) ** 2, _j, 1, size), vertex)


PRIOR_IN_CLASS = Schema(
    "an average over a class",
    "lemma",
    "a supremum is at least the average of a loss over what lies in the class",
    lambda plan, members, draws, loss, family, prior: Statement(
        at_most(InsideLoss(plan, family, draws, loss, prior, members), WorstLoss(plan, members, draws, loss))
    ),
    (_Z, _F, _m, _Phi, _P, V),
    _worst,
)
NEAREST_PARAMETER = Schema(
    "the nearest vertex",
    "lemma",
    "triangle inequality: the nearest vertex's parameter is at most as far from the estimate as the true one",
    lambda plan, members, draws, loss, family, prior: Statement(
        at_most(
            InsideNearest(plan, family, draws, loss, prior, members),
            InsideLoss(plan, family, draws, loss, prior, members),
        )
    ),
    (_Z, _F, _m, _Phi, _P, V),
    _with_class,
)
OUTSIDE_CLASS = Schema(
    "vertices outside of a class",
    "lemma",
    "there the loss is at most its largest value, at k wrong coordinates",
    lambda plan, members, draws, loss, family, prior, half, size: Statement(
        at_most(
            NearestLoss(plan, family, draws, loss, prior),
            InsideNearest(plan, family, draws, loss, prior, members)
            + 2 * size * half * OutsideMass(prior, family, members),
        ),
        (SeparatedExactly(family, loss, half, size),),
    ),
    (_Z, _F, _m, _Phi, _P, V, _rho, k),
    _outside,
)
WRONG_COORDINATES = Schema(
    "a loss that counts wrong coordinates",
    "definition",
    "definition",
    lambda plan, draws, loss, family, prior, half, size: Statement(
        equal(NearestLoss(plan, family, draws, loss, prior), 2 * half * NearestWrong(plan, family, draws, loss, prior)),
        (SeparatedExactly(family, loss, half, size),),
    ),
    (_Z, _m, _Phi, _P, V, _rho, k),
    _counted,
    outside=_one_of_two,
)
BEST_GUESS = Schema(
    "the best guess of a random vertex",
    "lemma",
    "the nearest vertex is one guess",
    lambda plan, draws, loss, family, prior: Statement(
        at_most(LeastWrong(plan, family, draws, prior), NearestWrong(plan, family, draws, loss, prior))
    ),
    (_Z, _m, _Phi, _P, V),
    _guessed,
)
BIASED_TESTS = Schema(
    "least error of a test of each biased coordinate",
    "lemma",
    "Le Cam: Yu 1997, Lemma 1: the sum of min(tau p, (1 - tau) q) is at least tau times that of min(p, q)",
    lambda plan, family, draws, share, size: Statement(
        at_most(
            share * size * (1 - ConditionalTV(plan, family, draws, Biased(share, size), size)),
            LeastWrong(plan, family, draws, Biased(share, size)),
        ),
        (at_most(2 * share, 1),),
    ),
    (_Z, _P, _m, tau, k),
    _tests,
    LE_CAM,
)
GIVEN_ONE_COORDINATE = Schema(
    "mixtures given a coordinate next to neighbours",
    "lemma",
    "both mixtures run over the same law of the other coordinates; total variation is convex in pairs of laws, and "
    "Jensen's inequality for the square",
    lambda plan, family, draws, prior, size: Statement(
        at_most(
            ConditionalTV(plan, family, draws, prior, size) ** 2, PriorNeighbourTV(plan, family, draws, prior, size)
        ),
        (IndependentSigns(prior, size),),
    ),
    (_Z, _P, _m, V, k),
    _conditioned,
    outside=_tied_signs,
)
LARGEST_NEIGHBOURS = Schema(
    "neighbours at a random vertex",
    "lemma",
    "an expectation is at most the largest value",
    lambda plan, family, draws, prior, size: Statement(
        at_most(
            PriorNeighbourTV(plan, family, draws, prior, size), largest_neighbours(plan, family, draws, size) / size
        )
    ),
    (_Z, _P, _m, V, k),
    _largest_neighbours,
)

FACTS = (
    PRIOR_IN_CLASS,
    NEAREST_PARAMETER,
    OUTSIDE_CLASS,
    WRONG_COORDINATES,
    BEST_GUESS,
    BIASED_TESTS,
    GIVEN_ONE_COORDINATE,
    LARGEST_NEIGHBOURS,
)
