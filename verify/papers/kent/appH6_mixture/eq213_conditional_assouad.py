"""kent Appendix H.6, Step 2, (213), (216), (217): Assouad's method given a component of the mixture."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from typing import Any

from flint import arb
from sympy import E, Integer, Rational, exp, sqrt

from lowerbounds.information.channels import Channel, extreme_channels
from lowerbounds.information.laws import FiniteLaw, binomial
from verify.calculus import (
    Interactive,
    Name,
    Private,
    Supremum,
    at_most,
    by,
    calc,
    cite,
    equal,
    integer,
    quantity,
    real,
    words,
)
from verify.calculus.facts.components import (
    BESSEL_IN_PARTS,
    CAUCHY_OVER_PARTS,
    MIXTURE_DOMINATED,
    PRIVATE_PARTS,
    TOWER,
    DominatedParts,
    Mixed,
    OrthogonalParts,
    PartsFluctuations,
    PartsProjected,
    PartsSquares,
    PartsVariance,
)
from verify.calculus.facts.cube_laws import MixtureTV
from verify.calculus.facts.moved_components import EqualParts
from verify.calculus.reasons import multiple_of
from verify.papers.at_points import Point, at_points
from verify.papers.kent.appH1_assouad.eq182_assouad import FAMILY, SIZE, THEOREM14, VERTEX
from verify.papers.kent.appH6_mixture.constructions import COUNT
from verify.papers.kent.instances.hypercubes import Cube, Vertex, flip, vertices
from verify.papers.kent.setting import ALPHA, CHANNEL, DRAWS, PROTOCOL, USERS
from verify.statements import AllOf, Case
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb


def components(m: int, delta: Fraction, samples: int, v: Vertex) -> list[FiniteLaw]:
    """The laws of the count of ones given each component of (214)."""
    return [binomial(samples, Fraction(1, 4) + Fraction(j + 1, 2 * m) + v[j] * delta / 2) for j in range(m)]


def cube(m: int, delta: Fraction, samples: int) -> Cube:
    """The family (214), seen through the count of ones, which is sufficient."""

    def law(v: Vertex) -> FiniteLaw:
        parts = components(m, delta, samples, v)
        return FiniteLaw(tuple((x, sum((p[x] for p in parts), Fraction(0)) / m) for x in parts[0].atoms))

    return Cube(m, law)


def channels(m: int, t: Fraction) -> list[Channel]:
    """Every extreme channel on the counts 0..m."""
    return list(extreme_channels(tuple(range(m + 1)), t))


def _chi_cases(_: Settings) -> Iterator[Case]:
    """The chi-square of the T-fold laws of one component beside (1 + Delta^2/(q(1-q)))^T - 1."""
    for samples in (1, 2, 4):
        for q in (Fraction(1, 4), Fraction(2, 3)):
            delta = Fraction(1, 10)
            here, there = binomial(samples, q), binomial(samples, q - delta)
            value = sum(((there[k] / here[k] - 1) ** 2 * here[k] for k in here.atoms), Fraction(0))
            yield Case({"T": samples, "q": str(q)}, value, (1 + delta**2 / (q * (1 - q))) ** samples - 1)


def _conditional(_: Settings) -> Iterator[Case]:
    """The sum over j of the integral of E[phi q]^2/E q beside max E eta^2 times the integral of E_I Var(q | I)/E q."""
    m, delta = 2, Fraction(1, 5)
    for samples in (1, 2):
        family = cube(m, delta, samples)
        for t in (Fraction(3, 2), Fraction(27, 10)):
            for place, channel in enumerate(channels(samples, t)):
                for v in ((1, -1), (1, 1)):
                    parts = components(m, delta, samples, v)
                    eta = max(
                        sum(((a[x] / p[x] - 1) ** 2 * p[x] for x in p.atoms), Fraction(0))
                        for j, p in enumerate(parts)
                        for a in (components(m, delta, samples, flip(v, j))[j],)
                    )
                    total = Fraction(0)
                    for z in next(iter(channel.values())).atoms:
                        means = [sum((w * channel[x][z] for x, w in p), Fraction(0)) for p in parts]
                        squares = [sum((w * channel[x][z] ** 2 for x, w in p), Fraction(0)) for p in parts]
                        spread = sum((s - a * a for s, a in zip(squares, means, strict=True)), Fraction(0))
                        total += spread / sum(means)
                    told = {"m": m, "T": samples, "e^alpha": str(t), "channel": place, "v": str(v)}
                    yield Case(told, family.chi(v, channel), eta / m * total)


def _squares(parts: list[FiniteLaw]) -> Fraction:
    """The integral of E_I[E[q|I]^2]/E_I[E[q|I]] for the laws of the message given each component."""
    return sum(
        (
            sum((p[z] ** 2 for p in parts), Fraction(0)) / sum((p[z] for p in parts), Fraction(0))
            for z in parts[0].atoms
        ),
        Fraction(0),
    )


def _average(family: Cube, channel: Channel) -> Fraction:
    return family.average_variation(lambda v: family.law(v).through(channel))


def _components(_: Settings) -> Iterator[Case]:
    """The squared average TV, n = 1, beside 7/m times the largest sum of second moments."""
    m = 2
    for samples in (1, 2):
        family = cube(m, Fraction(1, 5), samples)
        for t in (Fraction(3, 2), Fraction(27, 10)):
            every = channels(samples, t)
            worst = max(family.chi(v, c) for v in vertices(m) for c in every)
            for place, channel in enumerate(every):
                told = {"m": m, "T": samples, "e^alpha": str(t), "channel": place}
                yield Case(told, _average(family, channel) ** 2, Fraction(7, m) * worst)


def _halved_distances(_: Settings) -> Iterator[Case]:
    for samples in (1, 2):
        family = cube(2, Fraction(1, 5), samples)
        for t in (Fraction(3, 2), Fraction(27, 10)):
            for place, channel in enumerate(channels(samples, t)):
                for v in ((1, -1), (1, 1)):
                    told = {"T": samples, "e^alpha": str(t), "channel": place, "v": str(v)}
                    yield Case(told, family.hellinger(v, channel), as_arb(family.chi(v, channel) / 2) + arb(2) ** -40)


def _conditional_lemma(_: Settings) -> Iterator[Case]:
    """The squared average TV, n = 1, beside 21 alpha^2/m times max E eta^2 times the largest integral over the components."""
    m, delta = 2, Fraction(1, 5)
    for samples in (1, 2):
        family = cube(m, delta, samples)
        moments = [
            sum(((a[x] / p[x] - 1) ** 2 * p[x] for x in p.atoms), Fraction(0))
            for v in vertices(m)
            for j, p in enumerate(components(m, delta, samples, v))
            for a in (components(m, delta, samples, flip(v, j))[j],)
        ]
        for t in (Fraction(101, 100), Fraction(3, 2), Fraction(27, 10)):
            every = channels(samples, t)
            worst = max(
                _squares([p.through(c) for p in components(m, delta, samples, v)]) for v in vertices(m) for c in every
            )
            level = 21 * as_arb(t).log() ** 2 / m * as_arb(max(moments) / m * worst)
            for place, channel in enumerate(every):
                told = {"m": m, "T": samples, "e^alpha": str(t), "channel": place}
                yield Case(told, as_arb(_average(family, channel) ** 2), level)


def _mixed(_: Settings) -> Iterator[Case]:
    """The integral of (216) beside m/(1 + (m-1)e^-alpha)."""
    for m in (2, 3):
        for samples in (1, 2, 3):
            for t in (Fraction(3, 2), Fraction(27, 10)):
                for place, channel in enumerate(channels(samples, t)):
                    parts = [p.through(channel) for p in components(m, Fraction(1, 10), samples, (1,) * m)]
                    value = _squares(parts)
                    yield Case(
                        {"m": m, "T": samples, "e^alpha": str(t), "channel": place}, value, m / (1 + (m - 1) / t)
                    )


PARTS = Name("C", "components")
_MIXED = MixtureTV(PROTOCOL, Mixed(PARTS), Integer(1), SIZE)
_TURNS, _PRIVATE = Interactive(PROTOCOL, USERS, ALPHA), Private(CHANNEL, ALPHA)
_CHANGED = PartsFluctuations(CHANNEL, PARTS, VERTEX)
_CHANGED_WORST = Supremum(Supremum(_CHANGED, CHANNEL, _PRIVATE), VERTEX)
_BY_THEOREM14 = cite(THEOREM14).at({FAMILY: Mixed(PARTS), DRAWS: 1})
PROPOSITION18 = Claim(
    "kent/prop18",
    "Appendix H.6, Proposition 18, (213)",
    Kind.INEQUALITY,
    "Theorem 14 given a component",
    calc(
        _MIXED**2, "<=", _BY_THEOREM14.statement.right, by(_BY_THEOREM14, MIXTURE_DOMINATED(PARTS)),
        "==", 7*USERS/SIZE*_CHANGED_WORST, by(TOWER(CHANNEL, PARTS, VERTEX)), given=(_TURNS, DominatedParts(PARTS)),
    ).crosschecked(
        "every extreme channel, exact",
        r"(\tfrac1m\sum_jD_{\mathrm{TV}})^2\le\tfrac7m\max_v\max_Q\sum_j\int E[\phi_Iq]^2/E[q]",
        "(214) at m = 2, Delta = 1/5, n = 1, T = 1, 2, e^alpha = 3/2, 27/10", _components,
    ).crosschecked(
        "Hellinger distances, exact", r"\sum_jD_{\mathrm H}^2\le\tfrac12\sum_j\int E[\phi_Iq]^2/E[q]",
        "(214) at m = 2, Delta = 1/5, T = 1, 2, e^alpha = 3/2, 27/10, two v", _halved_distances, granted="2^{-40}",
    ),
    note="A user's data is one draw of the mixture, of any kind: T samples of one component in (214).",
)  # fmt: skip
MOST = real("a", least=0)
_ASSUMED = (DominatedParts(PARTS), OrthogonalParts(PARTS, MOST), at_most(ALPHA, 1))
_SQUARES = PartsSquares(CHANNEL, PARTS, VERTEX)
LEMMA19_SUM = Claim(
    "kent/lemma19/sum",
    "Appendix H.6, proof of Lemma 19",
    Kind.INEQUALITY,
    "conditional fluctuations through an alpha-LDP channel",
    calc(
        _CHANGED, "<=", MOST*PartsProjected(CHANNEL, PARTS, VERTEX), by(CAUCHY_OVER_PARTS(CHANNEL, PARTS, VERTEX, MOST)),
        "<=", MOST*PartsVariance(CHANNEL, PARTS, VERTEX), by(BESSEL_IN_PARTS(CHANNEL, PARTS, VERTEX, MOST)),
        "<=", MOST*(exp(ALPHA) - 1)**2/4*_SQUARES, by(PRIVATE_PARTS(CHANNEL, PARTS, VERTEX, ALPHA)),
        "<=", 3*ALPHA**2*MOST*_SQUARES,
        by(calc(exp(ALPHA) - 1, "<=", sqrt(3)*ALPHA, given=(at_most(ALPHA, 1),))),
        given=(_PRIVATE, *_ASSUMED),
    ).crosschecked(
        "every extreme channel, exact", r"\sum_j\int E[\phi q]^2/E[q]\le\max E\eta^2\int E\mathrm{Var}/E[q]",
        "(214) at m = 2, Delta = 1/5, T = 1, 2, e^alpha = 3/2, 27/10, two v", _conditional,
    ),
    note="a is any number that is at least max_i E_I[eta_(I, i)^2]. A quarter of the bound is enough.",
)  # fmt: skip
_SCALE = 3*ALPHA**2*MOST  # fmt: skip
_AT_VERTEX = Supremum(_SQUARES, CHANNEL, _PRIVATE)
_WORST = Supremum(_AT_VERTEX, VERTEX)
_SQUARED = calc(
    _MIXED**2, "<=", 7*USERS/SIZE*_CHANGED_WORST, by(PROPOSITION18),
    "<=", 7*USERS/SIZE*Supremum(Supremum(_SCALE*_SQUARES, CHANNEL, _PRIVATE), VERTEX), by(LEMMA19_SUM),
    "==", 7*USERS/SIZE*Supremum(_SCALE*_AT_VERTEX, VERTEX), by(multiple_of(_SCALE, _AT_VERTEX)),
    "==", 21*USERS*ALPHA**2/SIZE*MOST*_WORST, by(multiple_of(_SCALE, _WORST)), given=(_TURNS, *_ASSUMED),
)  # fmt: skip
LEMMA19 = Claim(
    "kent/lemma19",
    "Appendix H.6, Lemma 19",
    Kind.INEQUALITY,
    "the average TV under Assumptions 3 and 4",
    calc(
        _MIXED, "==", sqrt(_MIXED**2), "<=", sqrt(21*USERS*ALPHA**2/SIZE*MOST*_WORST), by(_SQUARED), given=_SQUARED.given,
    ).crosschecked(
        "every extreme channel, exact",
        r"(\tfrac1m\sum_jD_{\mathrm{TV}})^2\le\tfrac{21\alpha^2}m\max E\eta^2\max_v\max_Q\int\frac{E_I[E[q|I]^2]}{E[q]}",
        "(214) at m = 2, Delta = 1/5, n = 1, T = 1, 2, e^alpha = 101/100, 3/2, 27/10", _conditional_lemma,
    ),
)  # fmt: skip

_SHARE, _CHANGE, _PART = real("q", Rational(1, 8), Rational(7, 8)), real("Delta", above=0), integer("I", least=1)
_COORDINATE = integer("i", least=1)
PartSquare = quantity(
    "PartSquare", r"E[\phi_{{I, v, {1}}}^2 \mid I = {0}]_{{q = {2}, \Delta = {3}, T = {4}}}",
    "mean square, given component I, of the fluctuation of T Bernoulli draws as v_i is flipped, the i-th component's "
    "chance q turning to q - Delta or q + Delta: PartSquare(I, i, q, Delta, T)", 0,
)  # fmt: skip
_HERE = PartSquare(_COORDINATE, _COORDINATE, _SHARE, _CHANGE, DRAWS)
_ELSEWHERE = PartSquare(_PART, _COORDINATE, _SHARE, _CHANGE, DRAWS)
_CHI = (1 + _CHANGE**2 / (_SHARE * (1 - _SHARE))) ** DRAWS - 1
_OTHER, _SMALL = at_most(1, (_PART - _COORDINATE) ** 2), at_most(64 * DRAWS * _CHANGE**2, 7)
_ROOM = real("y", above=0, most=1)
_EXACT = calc(
    _HERE, "==", _CHI,
    by(words(
        "The chi-square divergence of T Bernoulli draws plus one is that of one draw plus one to the power T, and one "
        "draw's is Delta^2/q + Delta^2/(1 - q).",
        equal(_HERE, _CHI), given=(at_most(_CHANGE, Rational(1, 8)),), leans=("kent/appH.6/fam/class",),
    )),
    given=(at_most(_CHANGE, Rational(1, 8)),),
).crosschecked(
    "sums over all counts", r"\chi^2", "T = 1, 2, 4; q = 1/4, 2/3; Delta = 1/10", _chi_cases, "==",
)  # fmt: skip
_SPREAD = real("w", least=Rational(7, 64))
_ONE_DRAW = calc(_CHANGE**2 / _SPREAD, "<=", 64 * _CHANGE**2 / 7).at({_SPREAD: _SHARE * (1 - _SHARE)})
_BOUNDED = calc(
    _HERE, "==", _CHI, by(_EXACT), "<=", (1 + 64*_CHANGE**2/7)**DRAWS - 1, by(_ONE_DRAW),
    "<=", exp(64*DRAWS*_CHANGE**2/7) - 1,
    "<=", 128*DRAWS*_CHANGE**2/7, by(calc(exp(_ROOM) - 1, "<=", 2*_ROOM).at({_ROOM: 64*DRAWS*_CHANGE**2/7})),
    given=(*_EXACT.given, _SMALL),
)  # fmt: skip


def _others() -> Iterator[Point]:
    """The chi-square of one component's T draws as v_i is flipped, by the laws of all components at both vertices."""
    for (component, flipped), samples in product(permutations((1, 2, 3), 2), (1, 3)):
        for share, change in product((Fraction(1, 8), Fraction(1, 2)), (Fraction(1, 10), Fraction(1, 3))):
            before, after = (
                [binomial(samples, share + change * (k == flipped) * moved) for k in (1, 2, 3)] for moved in (0, 1)
            )
            here, there = before[component - 1], after[component - 1]
            square = sum(((there[k] / here[k] - 1) ** 2 * here[k] for k in here.atoms), Fraction(0))
            values: dict[Any, Any] = {
                _PART: component,
                _COORDINATE: flipped,
                _SHARE: share,
                _CHANGE: change,
                DRAWS: samples,
            }
            yield {letter: Fraction(x) for letter, x in values.items()}, square


_NONE = at_points(
    calc(
        _ELSEWHERE, "==", 0,
        by(words("Another component does not change with v_i.", equal(_ELSEWHERE, 0), given=(_OTHER,))), given=(_OTHER,),
    ), "three components", "T = 1, 3; q = 1/8, 1/2; Delta = 1/10, 1/3; all I, i", _others,
)  # fmt: skip
_INVERSE = real("y", above=0, most=1)
_SHARED = COUNT / (1 + (COUNT - 1) * exp(-ALPHA))
_BY_RATIOS = calc(
    _SQUARES, "<=", _SHARED,
    by(words(
        "The components' densities of a message are at most e^alpha apart, so that the square of one is at most itself "
        "times their sum divided by 1 + (m - 1) e^-alpha.",
        at_most(_SQUARES, _SHARED), given=(EqualParts(PARTS, COUNT), _PRIVATE),
    )),
    given=(EqualParts(PARTS, COUNT), _PRIVATE),
).crosschecked(
    "every extreme channel, exact", r"\int\le\tfrac m{1+(m-1)e^{-\alpha}}",
    "m = 2, 3; T = 1, 2, 3; e^alpha = 3/2, 27/10", _mixed,
)  # fmt: skip
_AT_ALPHA = calc(
    _SQUARES, "<=", _SHARED, by(_BY_RATIOS), "<=", exp(ALPHA),
    by(calc(COUNT/(1 + (COUNT - 1)*_INVERSE), "<=", 1/_INVERSE).at({_INVERSE: exp(-ALPHA)})), given=_BY_RATIOS.given,
)  # fmt: skip
_HIGH = at_most(ALPHA, 1)
AT_ONE = calc(_SQUARES, "<=", exp(ALPHA), by(_AT_ALPHA), "<=", E, by(_HIGH), given=(*_AT_ALPHA.given, _HIGH))
EQ216 = Claim("kent/eq216", "Appendix H.6, Step 3, (216)", Kind.INEQUALITY, "the integral over the components",
              AllOf("", {"m components": _BY_RATIOS, "e^alpha": _AT_ALPHA, "e": AT_ONE}))  # fmt: skip


CLAIMS = (
    Claim("kent/appH.6/chi", "Appendix H.6, Step 2", Kind.INEQUALITY, "the chi-square of a component",
          AllOf("", {"the component": _EXACT, "bounded": _BOUNDED, "others": _NONE}),
          note="phi_{I,v,i} is 0 unless I = i, so that different ones are orthogonal."),
    PROPOSITION18,
    LEMMA19_SUM,
    LEMMA19,
    EQ216,
)  # fmt: skip
