"""Hidden signs of tent functions: lower bounds for classification and regression with Hoelder regression functions.

The features have density c on a cube of volume 1/c, in which m disjoint cubes of side h lie. On the k-th the regression
function is v_k h^beta (1 - 2|u|)_+^beta in its relative coordinates u and the maximum norm, elsewhere it is 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, product
from typing import Any

from flint import arb
from sympy import Abs, Integer, Rational

from verify.kernel.calculus.conditions import at_most, below, equal, property_of
from verify.kernel.calculus.facts.cube_laws import flipped
from verify.kernel.calculus.facts.information import masses
from verify.kernel.calculus.facts.optimisation import Flipped
from verify.kernel.calculus.nouns import KL, TV, Discrete, Expectation, Law, Power, Private, Through, Transcript
from verify.kernel.calculus.over import Supremum
from verify.kernel.calculus.reasons import Case, Outside, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, constructor, integer, law, quantity, random_real, real, unfold
from verify.kernel.calculus.values import OUTCOMES
from verify.kernel.statements.outcome import as_arb
from verify.papers.label.lemmas.labels import Coupled, LabelPrivate, TestRisk, coupled


def _norm(d: Fraction, beta: Fraction, p: Fraction) -> arb:
    """The probability that 1 - 2|u| is at least t is (1 - t)^d: d B(p beta + 1, d)."""
    power = as_arb(p * beta + 1)
    return as_arb(d) * power.gamma() * as_arb(d).gamma() / (power + as_arb(d)).gamma()


def _decided(learner: Any, k: Fraction) -> dict[Any, Fraction]:
    """From data to laws of answers, one sign a cube: the probabilities of + on the k-th."""
    return {
        data: sum((w for answer, w in told.items() if answer[int(k) - 1] > 0), Fraction(0))
        for data, told in learner.items()
    }


def _is_weakest(errors: Any, v: Any, k: Fraction, cubes: Fraction, *_: Any) -> bool | None:
    """Of a table of errors by signs and cube: the k-th of m signs is +, and its error at most the average."""
    if not isinstance(errors, dict) or (v, k) not in errors:
        return None
    return len(v) == cubes and v[int(k) - 1] == 1 and errors[v, k] * len(errors) <= sum(errors.values())


TentNorm = quantity(
    "TentNorm",
    r"\int\phi_{{{0}, {1}}}^{{{2}}}",
    "integral of a power of phi(u) = (1 - 2|u|)_+^beta over the unit cube in d dimensions",
    0,
    1,
    value=_norm,
    needs=lambda d, beta, power: (at_most(1, d), at_most(0, beta), at_most(0, power)),
)


def is_tent(side: Any, power: Any, dim: Any, density: Any, size: Any, share: Any) -> tuple[Any, ...]:
    """There is such a law: tents are no higher than a label's mean can be, and a cube has room in the support."""
    return at_most(side**power, share * size), at_most(share, 1), at_most(density * side**dim, 1)


Tent = constructor(
    "Tent", r"P_{{{0}; {1}, {2}, {3}, {4}, {5}, {6}}}", needs=lambda _, *numbers: is_tent(*numbers), sort="law"
)
"""The law of a sample with the regression function of signs v and labels T, 0 and -T, nonzero with probability q:
Tent(v, h, beta, d, c, T, q)."""
MarginClass = constructor("MarginClass", r"\mathcal{{F}}_{{\mathrm{{cls}}}}({0}, {1}, {2}, {3}, {4})")
"""Laws with two classes, smoothness beta of P(Y = 1) given the features at L = 1, so that E[Y] has L = 2 for Y = 1, -1,
margin gamma of |E[Y]| at C_T and a density of at least c on a support that is regular at theta = 2^-d and
D = c^(-1/d): MarginClass(d, beta, gamma, C_T, c)."""
BoundedClass = constructor("BoundedClass", r"\mathcal{{F}}_{{\mathrm{{reg1}}}}({0}, {1}, {2}, {3})")
"""Laws with labels within (-T, T), smoothness beta at L = 2 and a density of at least c on a support that is
regular at theta = 2^-d and D = c^(-1/d): BoundedClass(d, beta, T, c)."""
HeavyClass = constructor("HeavyClass", r"\mathcal{{F}}_{{\mathrm{{reg2}}}}({0}, {1}, {2}, {3}, {4})")
"""Laws with E|Y|^p at most M given the features, smoothness beta at L = 2 and a density of at least c on a support that
is regular at theta = 2^-d and D = c^(-1/d): HeavyClass(d, beta, p, M, c)."""
ExcessRisk = quantity(
    "ExcessRisk",
    r"\sup_{{{1}}}\,(R_{{{0}, {2}}} - R^*)",
    "largest excess risk of a learner from N samples over a class of laws",
    0,
    infinite=True,
)
Decide = constructor("Decide", r"\hat{{v}}_{{{1}}}({0})", _decided, sort="algorithm")
"""The test of the k-th sign by what a learner says on the k-th cube: Decide(A, k)."""
Weakest = property_of(
    "Weakest",
    r"{1}_{{{2}}} = +,\ {0}\text{{ errs about it at most as on average over signs and }}{3}\text{{ cubes, from }}{4}"
    r"\text{{ samples of }}P_{{{1}; {5}, {6}, {7}, {8}, {9}, {10}}}",
    _is_weakest,
)
"""At m signs v with v_k = +, k <= m, a learner's test of v_k against its flip, from N samples of tents, errs at most as
on average over all signs and cubes: Weakest(A, v, k, m, N, h, beta, d, c, T, q)."""
LabelChannels = property_of(
    "LabelChannels", r"{0}\text{{: }}{1}\text{{ samples in turn, each label by a }}{2}\text{{-private channel}}"
)
"""Each label is told by a channel that may depend on its features and the earlier messages: LabelChannels(Z, N, e)."""


_A, _K, corner = Name("A", "algorithm"), Name("K", "channel"), Name("v", "signs")
_P, _Q = law("P"), law("Q")
_N, d, _k, _m = (integer(letter, least=1) for letter in ("N", "d", "k", "m"))
epsilon, h, c, _s = (real(letter, above=0) for letter in ("epsilon", "h", "c", "s"))
beta, gamma = real("beta", above=0, most=1), real("gamma", least=0)
C_T, T, _M, _p, q = (
    real("C_T", above=0),
    real("T", above=0),
    real("M_p", above=0),
    real("p", least=2),
    real("q", above=0, most=1),
)
top, size = real("r", above=0, most=1), real("S", above=0)
_ERRORS = random_real("a", 0, 1), random_real("b", 0, 1), random_real("l", 0)


def label_law(size: Any, share: Any, lean: Any) -> Any:
    """Labels size, 0 and -size, not 0 with probability `share`, of mean size share lean; without 0 at share 1."""
    ends = (size, share * (1 + lean) / 2), (-size, share * (1 - lean) / 2)
    middle = () if share == 1 else (0, 1 - share)
    return Discrete(*ends[0], *middle, *ends[1])


def _risk(learner: Any, v: Any, index: Any, tent: tuple[Any, ...], size: Any) -> Any:
    return TestRisk(Decide(learner, index), *(Power(Tent(w, *tent), size) for w in (v, Flipped(v, index))))


def _fits(learner: Any, v: Any, index: Any, cubes: Any, samples: Any, tent: tuple[Any, ...]) -> tuple[Any, ...]:
    """The cubes fit into one of volume 1/c, side by side; the test is not worse than most."""
    side, _, dim, density, *_ = tent
    return Weakest(learner, v, index, cubes, samples, *tent), at_most(density * cubes * (2 * side) ** dim, 1)


def _classify(
    a: Any, v: Any, i: Any, cubes: Any, side: Any, b: Any, g: Any, d: Any, margin: Any, density: Any, size: Any
) -> Statement:
    cost, tent = density * side ** (b + d) * TentNorm(d, b, 1) / 2, (side, b, d, density, 1, 1)
    return Statement(
        at_most(cost * cubes * _risk(a, v, i, tent, size), ExcessRisk(a, MarginClass(d, b, g, margin, density), size)),
        (
            *_fits(a, v, i, cubes, size, tent),
            at_most(side**b, 1),
            at_most(g * b, 1),
            at_most(density * d * cubes * side**d, margin * side ** (g * b)),
        ),
    )


def _regress(
    a: Any, v: Any, i: Any, cubes: Any, side: Any, b: Any, d: Any, most: Any, size: Any, density: Any, m: Any
) -> Statement:
    cost, tent = density * side ** (2 * b + d) * TentNorm(d, b, 2), (side, b, d, density, size, 1)
    return Statement(
        at_most(cost * cubes * _risk(a, v, i, tent, m), ExcessRisk(a, BoundedClass(d, b, most, density), m)),
        (*_fits(a, v, i, cubes, m, tent), at_most(side**b, size), below(size, most)),
    )


def _regress_heavy(  # every letter of the family
    a: Any,
    v: Any,
    i: Any,
    cubes: Any,
    side: Any,
    b: Any,
    d: Any,
    power: Any,
    moment: Any,
    density: Any,
    top: Any,
    share: Any,
    size: Any,
) -> Statement:
    cost, tent = density * side ** (2 * b + d) * TentNorm(d, b, 2), (side, b, d, density, top, share)
    return Statement(
        at_most(
            cost * cubes * _risk(a, v, i, tent, size), ExcessRisk(a, HeavyClass(d, b, power, moment, density), size)
        ),
        (*_fits(a, v, i, cubes, size, tent), at_most(side**b, share * top), at_most(share * top**power, moment)),
    )


def _error_tables() -> Iterator[Case]:
    """For a learner's errors at all signs of m cubes, the least at a sign +, and one that is just their average.

    A sign and its flip have one test, which errs alike at both.
    """
    for cubes, base in product((1, 2, 3), (2, 3, 7)):
        pairs = [(v, i) for v in product((-1, 1), repeat=cubes) for i in range(cubes) if v[i] == 1]
        uneven = [Fraction(base**j % 11, 11) for j in range(len(pairs))]
        for errors in (uneven, [Fraction(base, 11)] * len(pairs)):
            known = dict(zip(pairs, errors, strict=True))
            table = {(w, Fraction(i + 1)): known[v, i] for v, i in pairs for w in (v, flipped(v, i))}
            signs, index = min(((v, Fraction(i + 1)) for v, i in pairs), key=table.__getitem__)
            yield (
                (_A, corner, _k, _m, _N, h, beta, d, c, T, q),
                {
                    _A: table,
                    corner: signs,
                    _k: index,
                    _m: Fraction(cubes),
                    **{letter: Fraction(1) for letter in (_N, h, beta, d, c, T, q)},
                },
            )


def _learners() -> Iterator[tuple[dict[Any, Any], Fraction, Fraction]]:
    """The share of a cube's weight that is wrong on average, and how often its sign is taken for wrong.

    One that says + on the left halves and - on the right is half wrong for all signs, and each sign is told by a tie.
    """
    for size, side, right in product((1, 2), (Fraction(1, 8), Fraction(1, 4)), (None, Fraction(1, 2), Fraction(9, 10))):
        values = {
            _m: Fraction(2),
            h: side,
            d: Fraction(size),
            c: Fraction(1),
            gamma: Fraction(1),
            _N: Fraction(3),
            beta: Fraction(1),
            C_T: Fraction(100),
            T: Fraction(2),
            _p: Fraction(2),
            _M: Fraction(4),
            q: Fraction(1),
            _k: Fraction(1),
        }
        yield values, Fraction(1, 2) if right is None else 1 - right, Fraction(1, 2) if right is None else 1 - right
    # One that has the signs nearly always, from many samples, and is wrong on just more than half of each cube.
    yield {**values, _N: Fraction(10**9)}, Fraction(501, 1000), Fraction(99, 100)


def _classified() -> Iterator[Case]:
    arguments = (_A, corner, _k, _m, h, beta, gamma, d, C_T, c, _N)
    for values, wrong, missed in _learners():
        side, dim = values[h], values[d]
        cost = 2 * as_arb(side ** (1 + int(dim))) * _norm(dim, Fraction(1), Fraction(1))
        yield (
            arguments,
            {
                **values,
                ExcessRisk(_A, MarginClass(d, beta, gamma, C_T, c), _N): as_arb(wrong) * cost,
                _risk(_A, corner, _k, (h, beta, d, c, 1, 1), _N): missed,
            },
        )


def _zero_estimates() -> Iterator[tuple[dict[Any, Any], Any, Fraction]]:
    """The estimate 0 loses the square everywhere, and its tests are ties."""
    for values, _, missed in _learners():
        side, dim = values[h], values[d]
        loss = 2 * as_arb(side ** (2 + int(dim))) * _norm(dim, Fraction(1), Fraction(2))
        if missed == Fraction(1, 2):
            yield values, loss, missed
        elif missed > Fraction(1, 2):
            # A little of the function itself with the other sign, nearly always.
            yield values, loss * as_arb(Fraction(501, 500)), missed


def _regressed() -> Iterator[Case]:
    for values, loss, missed in _zero_estimates():
        for bias in (Fraction(0), Fraction(1, 100)):
            # A constant estimate loses its square, too.
            yield (
                (_A, corner, _k, _m, h, beta, d, T, size, c, _N),
                {
                    **values,
                    size: Fraction(1),
                    ExcessRisk(_A, BoundedClass(d, beta, T, c), _N): loss + as_arb(bias) ** 2,
                    _risk(_A, corner, _k, (h, beta, d, c, size, 1), _N): missed,
                },
            )


def _regressed_heavily() -> Iterator[Case]:
    for values, loss, missed in _zero_estimates():
        for share in (Fraction(1), Fraction(1, 2)):
            yield (
                (_A, corner, _k, _m, h, beta, d, _p, _M, c, T, q, _N),
                {
                    **values,
                    q: share,
                    ExcessRisk(_A, HeavyClass(d, beta, _p, _M, c), _N): loss,
                    _risk(_A, corner, _k, (h, beta, d, c, T, q), _N): missed,
                },
            )


def _coins() -> Iterator[tuple[Law, Law]]:
    for one, other in product([Fraction(i, 8) for i in range(1, 8)], repeat=2):
        yield {0: one, 1: 1 - one}, {0: other, 1: 1 - other}


def _tested() -> Iterator[Case]:
    """The best test, and one that is turned with probability 1/4."""
    for one, other in _coins():
        apart = sum((abs(one[z] - other[z]) for z in one), Fraction(0)) / 2
        for turned in (Fraction(0), Fraction(1, 4)):
            yield (_A, _P, _Q), {_P: one, _Q: other, TestRisk(_A, _P, _Q): (1 - (1 - 2 * turned) * apart) / 2}


def _heard() -> Iterator[Case]:
    for one, other in _coins():
        apart = sum((abs(one[z] - other[z]) for z in one), Fraction(0)) / 2
        told = TV(Transcript(_A, _P), Transcript(_A, _Q))
        for turned in (Fraction(0), Fraction(1, 4)):
            risk = TestRisk(Decide(_A, _k), Power(_P, _N), Power(_Q, _N))
            yield (_A, _k, _P, _Q, _N, epsilon), {told: apart, risk: (1 - (1 - 2 * turned) * apart) / 2}


def _ratio(size: Any, share: Any, top: Any, e: Any = None) -> Any:
    """The largest divergence between labels that lean opposite ways, over the squared lean; or between messages."""
    one, other = label_law(size, share, _s), label_law(size, share, -_s)
    if e is None:
        return Supremum(KL(one, other) / _s**2, _s, at_most(_s, top))
    return Supremum(
        Supremum(KL(Through(_K, one), Through(_K, other)) / _s**2, _K, Private(_K, e)), _s, at_most(_s, top)
    )


def _spread(side: Any, b: Any, d: Any, density: Any, size: Any) -> Any:
    """The squares of the leans of labels of this mean size, integrated over one cube."""
    return density * side ** (2 * b + d) * TentNorm(d, b, 2) / size**2


def _leans(side: Any, b: Any, d: Any, density: Any, size: Any, share: Any, top: Any) -> tuple[Any, ...]:
    """Labels lean by this much at most, and there are such laws: a probability of 1 is one."""
    _, chance, room = is_tent(side, b, d, density, size, share)
    return at_most(side**b, size * share * top), at_most(top, 1), *(() if share == 1 else (chance,)), room


def _divergence(v: Any, i: Any, side: Any, b: Any, d: Any, density: Any, size: Any, share: Any, top: Any) -> Statement:
    one, other = (Tent(w, side, b, d, density, size, share) for w in (v, Flipped(v, i)))
    known = _spread(side, b, d, density, size * share) * _ratio(size, share, top)
    return Statement(at_most(KL(one, other), known), _leans(side, b, d, density, size, share, top))


def _told_divergence(  # every letter of the family
    z: Any,
    v: Any,
    i: Any,
    side: Any,
    b: Any,
    d: Any,
    density: Any,
    size: Any,
    share: Any,
    top: Any,
    n: Any,
    e: Any,
) -> Statement:
    one, other = (Transcript(z, Tent(w, side, b, d, density, size, share)) for w in (v, Flipped(v, i)))
    known = n * _spread(side, b, d, density, size * share) * _ratio(size, share, top, e)
    owed = LabelChannels(z, n, e), *_leans(side, b, d, density, size, share, top)
    return Statement(at_most(KL(one, other), known), owed)


def _series(side: Fraction, reach: Fraction, lean: Fraction) -> tuple[arb, arb]:
    """d = beta = c = 1: the divergence of answers of means v phi reach, and its largest ratio to the squared lean.

    The divergence of means x and -x is x log((1+x)/(1-x)) = sum 2 x^(2i)/(2i-1), and phi^(2i) has integral 1/(2i+1).
    """
    x = as_arb(reach)
    terms = [2 * x ** (2 * i) / ((2 * i - 1) * (2 * i + 1)) for i in range(1, 60)]
    whole = as_arb(side) * (sum(terms, arb(0)) + arb(0, 1) * x**120)
    return whole, x * ((1 + x) / (1 - x)).log() / as_arb(lean) ** 2


def _tents() -> Iterator[tuple[dict[Any, Any], Fraction]]:
    for side, keep in product(
        (Fraction(1, 8), Fraction(1, 4), Fraction(1, 2)), (Fraction(1, 10), Fraction(1, 2), Fraction(1))
    ):
        yield {h: side, beta: Fraction(1), d: Fraction(1), c: Fraction(1), _k: Fraction(1), _N: Fraction(1)}, keep


def _divergences(size: Fraction, share: Fraction) -> Iterator[tuple[tuple[Any, ...], dict[Any, Any]]]:
    """Labels of this size, not 0 with this probability: where they are not 0, they lean by h/(size share)."""
    for values, keep in _tents():
        if keep == 1:
            lean = values[h] / (size * share)
            whole, largest = _series(values[h], lean, lean)
            form = Integer(1) if share == 1 else q
            one, other = (Tent(w, h, beta, d, c, T, form) for w in (corner, Flipped(corner, _k)))
            yield (
                (corner, _k, h, beta, d, c, T, *(() if share == 1 else (q,)), top),
                {
                    **values,
                    T: size,
                    **({} if share == 1 else {q: share}),
                    top: lean,
                    _ratio(T, form, top): as_arb(share) * largest,
                    KL(one, other): as_arb(values[c] * share) * whole,
                },
            )


def _beyond(place: int, cases: Iterator[Case]) -> Iterator[Outside]:
    """Labels lean by more than r, at which messages tell next to nothing: twice the squared lean and no more."""
    for letters, values in cases:
        ratio = next(x for x in values if isinstance(x, Supremum))
        share = values.get(q, Fraction(1))
        yield place, letters, {**values, top: Fraction(1, 1000), ratio: as_arb(2 * share)}
        return


def _loud(cases: Iterator[Case]) -> Iterator[Outside]:
    """Messages that are the labels themselves, and channels at so low a level that they tell nothing."""
    for letters, values in cases:
        ratio = next(x for x in values if isinstance(x, Supremum))
        yield 0, letters, {**values, epsilon: Fraction(1, 1000), ratio: as_arb(Fraction(1, 1000))}
        return


def _tent_divergences() -> Iterator[Case]:
    for size in (Fraction(1), Fraction(2)):
        yield from _divergences(size, Fraction(1))


def _heavy_divergences() -> Iterator[Case]:
    for size, share in ((Fraction(3), Fraction(1, 2)), (Fraction(1), Fraction(3, 4))):
        yield from _divergences(size, share)


def _answers(share: Fraction, least: Fraction = Fraction(0)) -> Iterator[tuple[tuple[Any, ...], dict[Any, Any]]]:
    """Randomized response of the label's sign, if it has one, whose answers have means (e^epsilon - 1)/(e^epsilon + 1)
    times those of the sign, at least so many; of a label 0 it tells that it is."""
    for values, keep in _tents():
        if keep * values[h] >= share or keep < least:
            continue
        form = Integer(1) if share == 1 else q
        lean = values[h] / share
        whole, largest = _series(values[h], keep * lean, lean)
        one, other = (Transcript(_A, Tent(w, h, beta, d, c, T, form)) for w in (corner, Flipped(corner, _k)))
        yield (
            (_A, corner, _k, h, beta, d, c, T, *(() if share == 1 else (q,)), top, _N, epsilon),
            {
                **values,
                T: Fraction(1),
                **({} if share == 1 else {q: share}),
                top: lean,
                KL(one, other): as_arb(share) * whole,
                _ratio(T, form, top, epsilon): as_arb(share) * largest,
            },
        )


def _tent_answers() -> Iterator[Case]:
    yield from _answers(Fraction(1))


def _heavy_answers() -> Iterator[Case]:
    yield from _answers(Fraction(1, 2))


def _distance(
    a: Any,
    v: Any,
    i: Any,
    side: Any,
    b: Any,
    d: Any,
    density: Any,
    size: Any,
    share: Any,
    m: Any,
    one: Any,
    other: Any,
    far: Any,
) -> Statement:
    laws = (Power(Tent(w, side, b, d, density, size, share), m) for w in (v, Flipped(v, i)))
    known = m * density * side ** (b + d) * TentNorm(d, b, 1) / size
    there = is_tent(side, b, d, density, size, share)
    # None differ where the signs have no i-th one.
    return Statement(at_most(Expectation(far), known), (Coupled(Decide(a, i), *laws, one, other, far), *there))


def _coupled_tents(
    a: Any,
    v: Any,
    i: Any,
    side: Any,
    b: Any,
    d: Any,
    density: Any,
    size: Any,
    share: Any,
    m: Any,
    one: Any,
    other: Any,
    far: Any,
) -> Statement:
    laws = (Power(Tent(w, side, b, d, density, size, share), m) for w in (v, Flipped(v, i)))
    return Statement(Coupled(Decide(a, i), *laws, one, other, far), is_tent(side, b, d, density, size, share))


def _coupled_answers() -> Iterator[Case]:
    """One sample: its place, out of the cube or at one of two leans, and a label -1, 0 or 1, coupled at each place."""
    places = {
        0: (Fraction(1, 2), Fraction(0)),
        1: (Fraction(1, 4), Fraction(1, 8)),
        2: (Fraction(1, 4), Fraction(1, 2)),
    }
    for share, test_by in product((Fraction(1), Fraction(1, 2), Fraction(3, 4)), (3, 8)):
        labels = {u: {-1: (share - lean) / 2, 0: 1 - share, 1: (share + lean) / 2} for u, (_, lean) in places.items()}
        one = {((u, y),): w * labels[u][y] for u, (w, _) in places.items() for y in (-1, 0, 1)}
        other = {((u, y),): w * labels[u][-y] for u, (w, _) in places.items() for y in (-1, 0, 1)}
        test = {((u, y),): Fraction(test_by + y * (u + 1), 2 * test_by) for u in places for y in (-1, 0, 1)}
        outcomes = tuple(
            (w * chance, {_ERRORS[0]: 1 - test[(u, y),], _ERRORS[1]: test[(u, z),], _ERRORS[2]: Fraction(y != z)})
            for u, (w, _) in places.items()
            for y, z, chance in coupled(labels[u], {y: labels[u][-y] for y in labels[u]})
        )
        tents = (Power(Tent(w, h, beta, d, c, T, q), _N) for w in (corner, Flipped(corner, _k)))
        yield (
            (_A, corner, _k, h, beta, d, c, T, q, _N, *_ERRORS),
            {
                Decide(_A, _k): test,
                **dict(zip(tents, (one, other), strict=True)),
                OUTCOMES: outcomes,
                h: Fraction(1, 2),
                q: share,
                **dict.fromkeys((beta, d, c, T), Fraction(1)),
            },
        )


def _distances() -> Iterator[Case]:
    """d = beta = 1: a label differs where it is in the cube, at u, and the part |eta|/T of its probability turns."""
    for values, _ in _tents():
        for size in (Fraction(1), Fraction(2)):
            # |eta| = h (1 - 2|u|) has mean h/2 on the cube.
            turned = values[h] * values[h] / 2 / size
            outcomes = ((turned, {_ERRORS[2]: Fraction(1)}), (1 - turned, {_ERRORS[2]: Fraction(0)}))
            yield (
                (_A, corner, _k, h, beta, d, c, T, q, _N, *_ERRORS),
                {**values, T: size, q: Fraction(1), OUTCOMES: outcomes},
            )


def _drawn_apart() -> Iterator[Outside]:
    """Every label differs, as of data that are drawn with no care."""
    for letters, values in _distances():
        yield 0, letters, {**values, OUTCOMES: ((Fraction(1), {_ERRORS[2]: Fraction(1)}),)}
        return


def _learned() -> Iterator[Case]:
    """Two answers by the odds of one label."""
    for ratio in (Fraction(3, 2), Fraction(2), Fraction(4), Fraction(10), Fraction(100)):
        learner = {(y,): {(1, 1): w, (-1, 1): 1 - w} for y, w in ((1, ratio / (1 + ratio)), (-1, 1 / (1 + ratio)))}
        yield (_A, _k, epsilon), {_A: learner, _k: Fraction(1), epsilon: as_arb(ratio).log()}


def _finite_tv(one: Any, other: Any) -> Statement:
    """TV of two laws with mass at the same points, which differ."""
    first, second = unfold(one), unfold(other)
    if first.points != second.points or len(set(first.points)) < len(first.points):
        raise ValueError("laws on other points, or on one twice")
    parts = (Abs(a - b) for a, b in zip(first.masses, second.masses, strict=True))
    apart = tuple(below(0, (x - y) ** 2) for i, x in enumerate(first.points) for y in first.points[:i])
    return Statement(equal(TV(one, other), sum(parts, Integer(0)) / 2), (*masses(one), *masses(other), *apart))


_Y = real("y", above=0, below=1)
_COINS = Discrete(-1, _Y, 1, 1 - _Y), Discrete(-1, Rational(1, 3), 1, Rational(2, 3))


def _finite() -> Iterator[Case]:
    for i in range(1, 8):
        yield _COINS, {_Y: Fraction(i, 8)}


CLASSIFICATION = Schema(
    "signs of tents, classification",
    "lemma",
    "Audibert and Tsybakov 2007, proof of Theorem 3.5; with gamma beta <= 1 tents meet the margin assumption",
    _classify,
    (_A, corner, _k, _m, h, beta, gamma, d, C_T, c, _N),
    _classified,
)
REGRESSION = Schema(
    "signs of tents, bounded labels",
    "lemma",
    "Assouad: Tsybakov 2009, Section 2.6.1 and Lemma 2.12",
    _regress,
    (_A, corner, _k, _m, h, beta, d, T, size, c, _N),
    _regressed,
)
HEAVY_REGRESSION = Schema(
    "signs of tents, labels with a moment",
    "lemma",
    "Assouad: Tsybakov 2009, Section 2.6.1 and Lemma 2.12",
    _regress_heavy,
    (_A, corner, _k, _m, h, beta, d, _p, _M, c, T, q, _N),
    _regressed_heavily,
)
ANY_TEST = Schema(
    "least error of any test",
    "theorem",
    "Neyman and Pearson: Lehmann and Romano 2005, Theorem 13.1.1",
    lambda a, one, other: Statement(at_most((1 - TV(one, other)) / 2, TestRisk(a, one, other))),
    (_A, _P, _Q),
    _tested,
)
TEST_OF_MESSAGES = Schema(
    "least error of a test of messages",
    "lemma",
    "Le Cam: Yu 1997, Lemma 1",
    lambda a, i, one, other, size, e: Statement(
        at_most(
            (1 - TV(Transcript(a, one), Transcript(a, other))) / 2,
            TestRisk(Decide(a, i), Power(one, size), Power(other, size)),
        ),
        (LabelChannels(a, size, e),),
    ),
    (_A, _k, _P, _Q, _N, epsilon),
    _heard,
    outside=lambda: iter(
        [
            (
                0,
                (_A, _k, _P, _Q, _N, epsilon),
                {
                    TV(Transcript(_A, _P), Transcript(_A, _Q)): Fraction(0),
                    TestRisk(Decide(_A, _k), Power(_P, _N), Power(_Q, _N)): Fraction(0),
                },
            ),
        ]
    ),
)
TENT_KL = Schema(
    "KL of two tents",
    "lemma",
    "chain rule of KL: Cover and Thomas 2006, Theorem 2.5.3, features first",
    lambda v, i, side, b, d, density, size, top: _divergence(v, i, side, b, d, density, size, 1, top),
    (corner, _k, h, beta, d, c, T, top),
    _tent_divergences,
    outside=lambda: _beyond(0, _tent_divergences()),
)
HEAVY_TENT_KL = Schema(
    "KL of two tents, labels that may be 0",
    "lemma",
    "chain rule of KL: Cover and Thomas 2006, Theorem 2.5.3, features first",
    _divergence,
    (corner, _k, h, beta, d, c, T, q, top),
    _heavy_divergences,
    outside=lambda: _beyond(0, _heavy_divergences()),
)
TENT_MESSAGES = Schema(
    "KL of the messages of two tents",
    "lemma",
    "chain rule of KL: Cover and Thomas 2006, Theorem 2.5.3, user by user, features first",
    lambda z, v, i, side, b, d, density, size, top, n, e: _told_divergence(
        z, v, i, side, b, d, density, size, 1, top, n, e
    ),
    (_A, corner, _k, h, beta, d, c, T, top, _N, epsilon),
    _tent_answers,
    outside=lambda: chain(_loud(_tent_answers()), _beyond(1, _answers(Fraction(1), Fraction(1)))),
)
HEAVY_TENT_MESSAGES = Schema(
    "KL of the messages of two tents, labels that may be 0",
    "lemma",
    "chain rule of KL: Cover and Thomas 2006, Theorem 2.5.3, user by user, features first",
    _told_divergence,
    (_A, corner, _k, h, beta, d, c, T, q, top, _N, epsilon),
    _heavy_answers,
    outside=lambda: chain(_loud(_heavy_answers()), _beyond(1, _answers(Fraction(1, 2), Fraction(1)))),
)
TENT_DISTANCE = Schema(
    "labels of two tents that differ",
    "lemma",
    "maximal coupling of each label: Levin, Peres and Wilmer 2009, Proposition 4.7",
    _distance,
    (_A, corner, _k, h, beta, d, c, T, q, _N, *_ERRORS),
    _distances,
    outside=_drawn_apart,
)
SOME_TEST = Schema(
    "a test of one sign",
    "lemma",
    "an average is at least the least of its terms",
    lambda *names: Statement(Weakest(*names)),
    (_A, corner, _k, _m, _N, h, beta, d, c, T, q),
    _error_tables,
    finds=(corner, _k),
)
COUPLED_TENTS = Schema(
    "labels of two tents are coupled",
    "lemma",
    "maximal coupling of each label given its features: Levin, Peres and Wilmer 2009, Proposition 4.7",
    _coupled_tents,
    (_A, corner, _k, h, beta, d, c, T, q, _N, *_ERRORS),
    _coupled_answers,
    finds=_ERRORS,
)
PRIVATE_DECISION = Schema(
    "a decision by a private learner",
    "theorem",
    "post-processing: Dwork and Roth 2014, Proposition 2.1",
    lambda a, i, e: Statement(LabelPrivate(Decide(a, i), e), (LabelPrivate(a, e),)),
    (_A, _k, epsilon),
    _learned,
)
FINITE_TV = Schema("total variation of finite laws", "definition", "definition", _finite_tv, _COINS, _finite)

FACTS = (
    CLASSIFICATION,
    REGRESSION,
    HEAVY_REGRESSION,
    ANY_TEST,
    TEST_OF_MESSAGES,
    TENT_KL,
    HEAVY_TENT_KL,
    TENT_MESSAGES,
    HEAVY_TENT_MESSAGES,
    TENT_DISTANCE,
    SOME_TEST,
    COUPLED_TENTS,
    PRIVATE_DECISION,
    FINITE_TV,
)
