"""Rules from estimates of each cube's labels: the sign, for classification; the ratio, for regression."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from typing import Any

from flint import arb
from sympy import sqrt

from verify.kernel.calculus.conditions import at_most
from verify.kernel.calculus.facts.bumps import RegressionLaws, WorstL2Risk, function, masses, means
from verify.kernel.calculus.nouns import Law, power_of, transcript_of
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, constructor, integer, quantity, real
from verify.kernel.statements.outcome import as_arb

_PLACES = 4
"""In stress cases X lies at the middles of a given number of equal parts of [0, 1]; a law has atoms (place, label)."""


def _by_cubes(values: Sequence[Fraction], cubes: Any) -> list[Fraction]:
    """Sums over each of N intervals."""
    size = _PLACES // int(cubes)
    return [sum(values[i : i + size], Fraction(0)) for i in range(0, _PLACES, size)]


def _to_places(values: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(value for value in values for _ in range(_PLACES // len(values)))


def _signs(protocol: Any, *_: Any) -> Any:
    users, channel, estimate = protocol
    return users, channel, lambda z: _to_places([1 if x >= 0 else -1 for x in estimate(z)])


def _ratios(protocol: Any, cubes: Any, _: Any, top: Fraction) -> Any:
    users, channel, estimate = protocol

    def made(z: Any) -> tuple[Fraction, ...]:
        found, count = estimate(z), int(cubes)
        pairs = zip(found[:count], found[count:], strict=True)
        return _to_places([max(-top, min(top, q / p)) if p else Fraction(0) for p, q in pairs])

    return users, channel, made


def _excess(protocol: Any, laws: list[Law], draws: Any) -> Fraction:
    """The largest mean over a finite class of the integral of |eta| where the decision is not its sign."""
    found = []
    for law in laws:
        for_law = Fraction(0)
        for z, w in transcript_of(protocol, power_of(law, draws)).items():
            decided = zip(means(law), protocol[2](z), strict=True)
            for_law += w * sum((abs(mean) for mean, sign in decided if mean * sign < 0), Fraction(0))
        found.append(for_law)
    return max(found)


def _chance(protocol: Any, law: Law, draws: Any, far: Callable[[Any], bool]) -> Fraction:
    """The probability that what a protocol says is far."""
    told = transcript_of(protocol, power_of(law, draws)).items()
    return sum((w for z, w in told if far(protocol[2](z))), Fraction(0))


def _cubes(law: Law, cubes: Any) -> Iterator[tuple[int, Fraction, Fraction]]:
    """Each cube's number, mass and mean label."""
    pairs = zip(_by_cubes(masses(law), cubes), _by_cubes(means(law), cubes), strict=True)
    return ((b, p, q) for b, (p, q) in enumerate(pairs))


def _label_error(protocol: Any, laws: list[Law], draws: Any, cubes: Any, _: Any, share: Fraction) -> Fraction:
    def far(found: Any, b: int, p: Fraction, q: Fraction) -> bool:
        return bool(abs(found[b] - q) >= share * p)

    return max(
        _chance(protocol, law, draws, partial(far, b=b, p=p, q=q)) for law in laws for b, p, q in _cubes(law, cubes)
    )


def _pair_error(
    protocol: Any, laws: list[Law], draws: Any, cubes: Any, _: Any, top: Fraction, share: Fraction
) -> Fraction:
    def far(found: Any, b: int, p: Fraction, q: Fraction) -> bool:
        return bool(abs(found[b] - p) >= share * p or abs(found[int(cubes) + b] - q) >= top * share * p)

    return max(
        _chance(protocol, law, draws, partial(far, b=b, p=p, q=q)) for law in laws for b, p, q in _cubes(law, cubes)
    )


MarginLaws = constructor("MarginLaws", r"\mathcal{{P}}_{{cls}}({0}, {1}, {2}, {3}, {4}, {5})")
"""All laws of (X, Y), Y = 1 or -1, X with a density of at least f_L on [0, 1]^d, eta(x) = E[Y | X = x] with
|eta(x) - eta(x')| <= C_b |x - x'|_2^beta and P(|eta(X)| < t) <= C_a t^gamma for all t > 0:
MarginLaws(C_a, gamma, C_b, beta, f_L, d)."""
WorstExcessRisk = quantity(
    "WorstExcessRisk",
    r"\sup_{{{1}}}\,\mathbb{{E}}[R_{{{0}, {2}}} - R^*]",
    "largest mean excess risk of a protocol's decision over a class of laws of (X, Y), Y = 1 or -1, each user with m "
    "draws: WorstExcessRisk(Z, C, m)",
    0,
    1,
    value=_excess,
)
SignRule = constructor("SignRule", r"\mathrm{{sign}}({0})", _signs, sort="protocol")
"""The protocol whose estimates are one number for each of N^d cubes of [0, 1]^d, made a decision: in each cube the sign
of its number: SignRule(Z, N, d)."""
RatioRule = constructor(
    "RatioRule", r"\mathrm{{ratio}}({0})", _ratios, needs=lambda _z, _n, _d, top: (at_most(0, top),), sort="protocol"
)
"""The protocol whose estimates are a mass and a number for each of N^d cubes of [0, 1]^d, made an estimate of the
regression function: in each cube the number over the mass, clipped to [-T, T]: RatioRule(Z, N, d, T)."""
LabelError = quantity(
    "LabelError",
    r"\max_{{{1},\, B}}P(|{0}_B - E[Y 1(X \in B)]| \ge {5}\, P(X \in B))_{{{2}}}",
    "largest probability, over a class of laws and N^d cubes B of [0, 1]^d, that a protocol's number for B is off "
    "the mean "
    "of Y 1(X in B) by a share t of P(X in B) or more, each user with m draws: LabelError(Z, C, m, N, d, t)",
    0,
    1,
    value=_label_error,
)
PairError = quantity(
    "PairError",
    r"\max_{{{1},\, B}}P(|{0}_B - P(X \in B)| \ge {6}\, P(X \in B)\text{{ or }}"
    r"|{0}'_B - E[Y 1(X \in B)]| \ge {5}\,{6}\, P(X \in B))_{{{2}}}",
    "largest probability, over a class of laws and N^d cubes B of [0, 1]^d, that a protocol's mass for B is off P(X "
    "in B) "
    "by a share t of it or more, or its number for B off the mean of Y 1(X in B) by T times that: "
    "PairError(Z, C, m, N, d, T, t)",
    0,
    1,
    value=_pair_error,
)

_Z = Name("Z", "protocol")
C_a, _gamma, C_b = real("C_a", above=0), real("gamma", least=0), real("C_b", above=0)
_beta, f_L, _T, _t = real("beta", above=0, most=1), real("f_L", above=0), real("T", above=0), real("t", above=0)
d, _N, _m = integer("d", least=1), integer("N", least=1), integer("m", least=1)


def _laws(top: Fraction) -> Iterator[list[Law]]:
    """Single laws of labels +-top: X even or not, eta level, steep, of both signs."""
    even, leaning = [Fraction(1, 4)] * _PLACES, [Fraction(k, 10) for k in (1, 2, 3, 4)]
    for weights, levels in product((even, leaning), ((9, 9, 9, 9), (-1, -1, -1, -1), (1, 2, 3, 4), (-3, -1, 1, 3))):
        yield [
            {
                (i, y * top): w * (1 + y * Fraction(x, 10)) / 2
                for i, (w, x) in enumerate(zip(weights, levels, strict=True))
                for y in (1, -1)
            }
        ]


def _protocols(count: int) -> Iterator[Any]:
    """One user, who tells one draw, or nothing; the numbers are what she tells, or the same always."""
    for first, last in ((-1, -1), (0, 0), (1, 1), (1, -9)):
        numbers = (*[Fraction(first)] * (count // 2), *[Fraction(last)] * (count - count // 2))
        yield 1, (lambda _: {0: Fraction(1)}), (lambda _, numbers=numbers: numbers)

    def told(z: Any) -> tuple[Fraction, ...]:
        place, label = z[0]
        return tuple(Fraction(label) if place * count // _PLACES == b else Fraction(0) for b in range(count))

    yield 1, (lambda x: {x[0]: Fraction(1)}), told


def _slope(values: list[Fraction]) -> Fraction:
    """The Lipschitz constant at the places; 1/100 for a constant function, as none is 0."""
    pairs = combinations(range(_PLACES), 2)
    return max(Fraction(1, 100), *(abs(values[i] - values[j]) * _PLACES / (j - i) for i, j in pairs))


def _least_margin(law: Law, power: Fraction) -> arb:
    """The least C_a of a law."""
    sizes, weights, least = [abs(x) for x in function(law)], masses(law), arb(0)
    for size in sizes:
        small = sum((w for w, x in zip(weights, sizes, strict=True) if x <= size), Fraction(0))
        least = least.max(as_arb(small) / as_arb(size) ** as_arb(power))
    return least


def _classified() -> Iterator[Case]:
    for laws, count, power in product(_laws(Fraction(1)), (1, 2), (Fraction(0), Fraction(1))):
        law = laws[0]
        edge = max(map(abs, function(law)))
        # Just above the label's mean, where 0 is not far off, and below.
        for protocol, level in product(_protocols(count), (edge * Fraction(101, 100), edge / 4)):
            values = {
                _Z: protocol,
                C_a: _least_margin(law, power),
                _gamma: power,
                C_b: _slope(function(law)),
                _beta: Fraction(1),
                f_L: _PLACES * min(masses(law)),
                d: Fraction(1),
                _m: Fraction(1),
                _N: Fraction(count),
                _t: level,
            }
            yield (
                (_Z, C_a, _gamma, C_b, _beta, f_L, d, _m, _N, _t),
                {**values, MarginLaws(C_a, _gamma, C_b, _beta, f_L, d): laws},
            )


def _regressed() -> Iterator[Case]:
    """Next to these, numbers that are right, and ones that are not far off."""
    for top, count in product((Fraction(1), Fraction(3)), (1, 2)):
        for laws, level in product(_laws(top), (Fraction(1, 50), Fraction(1, 3))):
            law = laws[0]
            weights, sums = (tuple(_by_cubes(sizes(law), count)) for sizes in (masses, means))
            near = tuple(q + top * level * p * Fraction(9, 10) for p, q in zip(weights, sums, strict=True))
            known = [(1, lambda _: {0: Fraction(1)}, lambda _, told=(*weights, *x): told) for x in (sums, near)]
            # |Y| < T.
            values = {
                C_b: _slope(function(law)),
                _beta: Fraction(1),
                f_L: _PLACES * min(masses(law)),
                _T: top * Fraction(101, 100),
                d: Fraction(1),
                _m: Fraction(1),
                _N: Fraction(count),
                _t: level,
            }
            classes = {RegressionLaws(C_b, _beta, f_L, _T, d): laws}
            for protocol in (*_protocols(2 * count), *known):
                yield (_Z, C_b, _beta, f_L, _T, d, _m, _N, _t), {**values, **classes, _Z: protocol}


def _swing(constant: Any, power: Any, cubes: Any, size: Any) -> Any:
    """How far the regression function moves within a cube of side 1/N."""
    return constant * (sqrt(size) / cubes) ** power


PLUG_IN_SIGNS = Schema(
    "plug-in classification",
    "lemma",
    "Audibert and Tsybakov 2007, Lemma 5.1 and Theorem 3.1: where |eta| is above its swing in the cube and t, a wrong "
    "sign takes an error of the share t; elsewhere the margin bounds what it costs",
    lambda z, margin, power, constant, smooth, density, size, draws, cubes, share: Statement(
        at_most(
            WorstExcessRisk(
                SignRule(z, cubes, size), MarginLaws(margin, power, constant, smooth, density, size), draws
            ),
            margin * (_swing(constant, smooth, cubes, size) + share) ** (1 + power)
            + LabelError(z, MarginLaws(margin, power, constant, smooth, density, size), draws, cubes, size, share),
        ),
    ),
    (_Z, C_a, _gamma, C_b, _beta, f_L, d, _m, _N, _t),
    _classified,
)
PLUG_IN_RATIO = Schema(
    "plug-in regression",
    "lemma",
    "Gyoerfi, Kohler, Krzyzak and Walk 2002, Section 4.3: the bias in a cube is at most its swing; the ratio is off "
    "the cube's mean by 2 T t at most where both estimates are near and it is cut to [-T, T], as |q| <= T p",
    lambda z, constant, smooth, density, top, size, draws, cubes, share: Statement(
        at_most(
            WorstL2Risk(RatioRule(z, cubes, size, top), RegressionLaws(constant, smooth, density, top, size), draws),
            _swing(constant, smooth, cubes, size) ** 2
            + 4 * top**2 * share**2
            + 4
            * top**2
            * PairError(z, RegressionLaws(constant, smooth, density, top, size), draws, cubes, size, top, share),
        ),
    ),
    (_Z, C_b, _beta, f_L, _T, d, _m, _N, _t),
    _regressed,
)

FACTS = (PLUG_IN_SIGNS, PLUG_IN_RATIO)
