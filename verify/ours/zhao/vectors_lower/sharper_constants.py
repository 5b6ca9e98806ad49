"""zhao Theorems 6 and 7 with constants eight times those of the averaged Hamming distance, where enough users answer."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from flint import arb
from sympy import Integer, Min, Rational, exp, pi, sqrt

from lowerbounds.information.laws import binomial
from lowerbounds.methods.van_trees import van_trees
from lowerbounds.methods.vector_bounds import VectorBound
from lowerbounds.vectors import papers
from verify.kernel.calculus import (
    KL,
    TV,
    Average,
    Chain,
    Grant,
    Name,
    Power,
    Private,
    Sum,
    Supremum,
    Transcript,
    WorstRisk,
    at_most,
    cite,
    line,
    minimax_risk,
    property_of,
    real,
    words,
)
from verify.kernel.calculus.facts.hypercube import (
    AXES_IN_BALL,
    AXES_MEAN,
    ORTHOGONAL_AXES,
    ORTHOGONAL_SIGNS,
    PINSKER_SUMMED,
    SIGNS_IN_CUBE,
    SIGNS_MEAN,
    Ball,
    Corner,
    Cube,
    FamilyIn,
    Flip,
    Separated,
)
from verify.kernel.statements import AllOf, Case, FiniteCheck, Identity
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings, as_arb
from verify.ours.zhao.vectors_lower.bessel import (
    MULTIPLE,
    PAIR,
    POSTERIOR,
    SIGNS_TOLD,
    VERTEX,
    FairSign,
    K,
    VertexError,
)
from verify.ours.zhao.vectors_lower.hamming_distance import (
    AXES,
    CHANGE,
    CHANNEL,
    EPSILON,
    FACTOR,
    FAMILY,
    INTERACTIVE,
    PROTOCOL,
    SHARE,
    SIGNS,
    SIZE,
    SMALL,
    SUMMED,
    WIDTH,
    M,
    N,
)
from verify.ours.zhao.vectors_lower.van_trees import LENGTH, AllMeansTrace, MeansTrace
from verify.papers.zhao.appB2_vectors_lower.pinsker import majority_on_axis
from verify.papers.zhao.instances.exact_risks import bayes_square, below_root, lied, responses

_SIZES = tuple(product(((1, 1), (1, 25), (9, 9), (25, 1)), (1, 8), (Fraction(3, 2), Fraction(3), Fraction(6))))
"""Users of a coordinate and samples; dimension; e^epsilon."""
_ROOT = 10**5
"""Roots are rounded down to multiples of its inverse: s is small here."""


def _enough(n: int, size: int, t: Fraction) -> bool:
    """n (e^epsilon - 1)^2 >= d, with n = d times the users of a coordinate."""
    return size * n * (t - 1) ** 2 >= size


def _on_axes(_: Settings) -> Iterator[Case]:
    """min(1/(8d), 3d/(32 nme)) next to the exact Bayes risk of a protocol: one question for each coordinate in turn."""
    for (users, samples), size, t in _SIZES:
        if _enough(users, size, t):
            scale = size * users * samples * (t - 1) ** 2
            s = below_root(min(Fraction(1, 4), Fraction(3 * size**2, 16) / scale), _ROOT)
            high, low = (lied(chance, t) for chance in majority_on_axis(samples, size, s))
            risk = s**2 / size * bayes_square(binomial(users, high), binomial(users, low))
            bound = min(Fraction(1, 8 * size), Fraction(3 * size, 32) / scale)
            yield Case({"n": size * users, "m": samples, "d": size, "e^epsilon": str(t)}, bound, as_arb(risk))


_Y = real("y", least=0, most=1)
_MANY = at_most(SIZE, N * FACTOR)
_TOLD_AT = [Transcript(PROTOCOL, Power(Corner(FAMILY, w), M)) for w in (VERTEX, Flip(VERTEX, K))]
_DIVERGENCES, _APART = Sum(KL(*_TOLD_AT), K, 1, SIZE), Sum(Average(TV(*_TOLD_AT), VERTEX), K, 1, SIZE)
_FEW_CHANGES = at_most(M * CHANGE, SIZE / (N * FACTOR))
_SUMMED = (
    line(_DIVERGENCES, given=(*SUMMED.given, SMALL, _FEW_CHANGES, _MANY))
    .le(N * (exp(EPSILON) - 1) ** 2 / 4 * ((1 + CHANGE) ** M - 1), SUMMED)
    .le(N * FACTOR / 4 * ((1 + CHANGE) ** M - 1), SMALL)
    .le(N * FACTOR / 4 * (exp(M * CHANGE) - 1), line((1 + CHANGE) ** M).le(exp(M * CHANGE)))
    .le(
        N * FACTOR * M * CHANGE / 2,
        line(exp(_Y)).le(1 + 2 * _Y).at({_Y: M * CHANGE}),
        line(SIZE / (N * FACTOR), given=(_MANY,)).le(1),
    )
    .le(SIZE / 2)
)
_NEIGHBOURS = SIZE - sqrt(SIZE * (SIZE / 2) / 2)
_ONE_SIGN = line(FairSign(*SIGNS_TOLD)).ge(
    1 - TV(*SIGNS_TOLD), cite(POSTERIOR, "total variation").at(dict(zip(PAIR, SIGNS_TOLD, strict=True)))
)
HALF_LEFT = (
    line(VertexError(PROTOCOL, FAMILY, M, SIZE, MULTIPLE), given=_SUMMED.given)
    .ge(MULTIPLE**2 * Sum(FairSign(*SIGNS_TOLD), K, 1, SIZE), cite(POSTERIOR, "the error"))
    .ge(MULTIPLE**2 * Sum(1 - TV(*SIGNS_TOLD), K, 1, SIZE), _ONE_SIGN)
    .ge(
        MULTIPLE**2 * (SIZE - _APART),
        words(
            "The laws of the messages given either value of V_k are mixtures, over the other signs, of those at neighbours, and no farther "
            "apart than these on average.",
            at_most(SIZE - _APART, Sum(1 - TV(*SIGNS_TOLD), K, 1, SIZE)),
        ),
    )
    .ge(
        MULTIPLE**2 * (SIZE - sqrt(SIZE * Average(_DIVERGENCES, VERTEX) / 2)), PINSKER_SUMMED(PROTOCOL, FAMILY, M, SIZE)
    )
    .ge(MULTIPLE**2 * _NEIGHBOURS, _SUMMED)
    .eq(MULTIPLE**2 * SIZE / 2)
)
"""Half of the squared length of s V is left where the divergences of neighbours sum to at most d/2."""


def _sharper(
    laws: Any,
    family: Any,
    facts: tuple[Grant, ...],
    mean: Any,
    squared: Any,
    told: Callable[[Settings], Iterator[Case]],
) -> Chain:
    """The bound at the largest s at which the divergences sum to at most d/2; e is (e^epsilon - 1)^2."""
    chi = facts[0].statement.conclusion.args[3]
    small_s = at_most(SHARE**2, squared)
    spread = (
        line(M * chi, given=(small_s,)).le((M * chi).xreplace({1 - SHARE**2: Rational(3, 4)})).le(SIZE / (N * FACTOR))
    )
    error = VertexError(PROTOCOL, family, M, SIZE, mean)
    worst = (
        line(WorstRisk(PROTOCOL, laws, M), given=(INTERACTIVE, SMALL, small_s, _MANY))
        .ge(
            error,
            words(
                "The worst risk is at least the mean over the vertices, whose laws lie in the class and have the means s v.",
                at_most(error, WorstRisk(PROTOCOL, laws, M)),
                given=(FamilyIn(family, laws, SIZE), Separated(family, mean, SIZE)),
            ),
            *facts[1:],
        )
        .ge(mean**2 * SIZE / 2, HALF_LEFT.at({FAMILY: family, CHANGE: chi, MULTIPLE: mean}), facts[0], spread)
    )
    best = Min(Rational(1, 2), sqrt(squared))
    chosen = (
        line(minimax_risk(laws, N, M, EPSILON), given=(SMALL, _MANY))
        .ge((mean**2).xreplace({SHARE: best}) * SIZE / 2, worst.at({SHARE: best}))
        .ge((mean / SHARE) ** 2 * SIZE / 2 * Min(Rational(1, 4), squared))
    )
    every = {FACTOR: (exp(EPSILON) - 1) ** 2}
    bound = line(chosen.start, given=(_MANY.xreplace(every),)).ge(chosen.end.xreplace(every), chosen.at(every))
    return bound.crosschecked(
        "exact Bayes risk of a protocol",
        r"\min\{\cdot,\cdot\}\le E\|\mu-E[\mu\mid Z]\|^2",
        "(users of a coordinate, m) = (1, 1), (1, 25), (9, 9), (25, 1); d = 1, 8; e^epsilon = 3/2, 3, 6, where n e >= d",
        told,
    )


_NORM = real("p", least=1, most=2)
_ON_BALL = _sharper(
    Ball(_NORM, WIDTH, SIZE),
    AXES,
    (ORTHOGONAL_AXES(WIDTH, SHARE, SIZE), AXES_IN_BALL(WIDTH, SHARE, SIZE, _NORM), AXES_MEAN(WIDTH, SHARE, SIZE)),
    WIDTH * SHARE / SIZE,
    3 * SIZE**2 / (16 * N * M * FACTOR),
    _on_axes,
)


_NOTE = "Two from the posterior variance, four from zhao/own/flips; the cap is twice as high."
OWN_AXES_SHARPER = Claim(
    "zhao/own/axes-sharper",
    "ours, for Theorem 6",
    Kind.LOWER_BOUND,
    "eight times the constant, where n (e^epsilon - 1)^2 >= d",
    corrected=_ON_BALL,
    note=_NOTE,
)


def _on_cube(_: Settings) -> Iterator[Case]:
    """min(d/8, 3d^2/(32 nme)) next to the exact Bayes risk over independent signs: majorities by response."""
    for (users, samples), size, t in _SIZES:
        if _enough(users, size, t):
            scale = size * users * samples * (t - 1) ** 2
            s = below_root(min(Fraction(1, 4), Fraction(3 * size, 16) / scale), _ROOT)
            risk = size * s**2 * bayes_square(*responses(users, samples, s, t))
            bound = min(Fraction(size, 8), Fraction(3 * size**2, 32) / scale)
            yield Case({"n": size * users, "m": samples, "d": size, "e^epsilon": str(t)}, bound, as_arb(risk))


_IN_CUBE = _sharper(
    Cube(WIDTH, SIZE),
    SIGNS,
    (ORTHOGONAL_SIGNS(WIDTH, SHARE, SIZE), SIGNS_IN_CUBE(WIDTH, SHARE, SIZE), SIGNS_MEAN(WIDTH, SHARE, SIZE)),
    WIDTH * SHARE,
    3 * SIZE / (16 * N * M * FACTOR),
    _on_cube,
)
OWN_CUBE_SHARPER = Claim(
    "zhao/own/cube-sharper",
    "ours, for Theorem 7",
    Kind.LOWER_BOUND,
    "eight times the constant, where n (e^epsilon - 1)^2 >= d",
    corrected=_IN_CUBE,
    note=_NOTE,
)


def _shipped(theorem: Callable[..., VectorBound], axes: bool) -> Callable[[Settings], Iterator[Case]]:
    """The library's value of the corrected theorem next to its formula, both at rational (e^epsilon - 1)^2."""

    def cases(_: Settings) -> Iterator[Case]:
        for users, samples, size, eps in ((1, 1, 1, 0.5), (100, 10, 4, 1.0), (10_000, 7, 32, 0.3), (50, 400, 8, 2.5)):
            e = as_arb(Fraction(eps)).exp() - 1
            term = 3 * as_arb(Fraction(size if axes else size**2, 256 * users * samples)) / e**2
            cap = as_arb(Fraction(1, 16 * size) if axes else Fraction(size, 16))
            value = as_arb(Fraction(theorem(users, samples, size, eps).value))
            parameters = {"n": users, "m": samples, "d": size, "epsilon": eps}
            exact = term.min(cap)
            yield Case(parameters | {"of": "not above"}, value, exact * (1 + as_arb(2) ** -40))
            yield Case(parameters | {"of": "not far below"}, exact * (1 - as_arb(Fraction(1, 10**6))), value)

    return cases


OWN_THM6_SHIPPED = Claim(
    "zhao/own/thm6/shipped",
    "ours, for Theorem 6",
    Kind.LOWER_BOUND,
    "the bound that the library computes is the corrected theorem's",
    corrected=FiniteCheck(
        r"L(n,m,d,\varepsilon)=\min\Big(\frac{D^2}{16d},\frac{3D^2d}{256nm(e^\varepsilon-1)^2}\Big)\text{ up to }10^{-6}",
        "(n, m, d, epsilon) = (1, 1, 1, 0.5), (100, 10, 4, 1), (10^4, 7, 32, 0.3), (50, 400, 8, 2.5)",
        _shipped(papers.zhao_theorem6, True),
    ),
)
OWN_THM7_SHIPPED = Claim(
    "zhao/own/thm7/shipped",
    "ours, for Theorem 7",
    Kind.LOWER_BOUND,
    "the bound that the library computes is the corrected theorem's",
    corrected=FiniteCheck(
        r"L(n,m,d,\varepsilon)=\min\Big(\frac{D^2d}{16},\frac{3D^2d^2}{256nm(e^\varepsilon-1)^2}\Big)\text{ up to }10^{-6}",
        "(n, m, d, epsilon) = (1, 1, 1, 0.5), (100, 10, 4, 1), (10^4, 7, 32, 0.3), (50, 400, 8, 2.5)",
        _shipped(papers.zhao_theorem7, False),
    ),
)

_Z, _L = sympy.Symbol("theta", real=True), sympy.Symbol("L", positive=True)
_PRIOR = sympy.cos(sympy.pi * _Z / (2 * _L)) ** 2 / _L
_SCORE = sympy.simplify(sympy.diff(_PRIOR, _Z) ** 2 / _PRIOR)


def _van_trees(_: Settings) -> Iterator[Case]:
    """The library's van Trees bound, D = 1, next to its formula at the L that it chose, and next to L = 1/2 and the prior of kent/own/X1.

    The trace is at most mass m min(sinh^2(epsilon/2), k tanh^2(epsilon/2))/(1-L^2), for independent signs also
    2 m kappa/(1-L^2)^2; the prior's information is (pi/L)^2 for each of k signs.
    """
    for support, (users, samples, size, eps) in product(
        ("linf", "l2", "l1"), ((100, 10, 4, 1.0), (10_000, 7, 32, 0.25), (50, 400, 8, 2.5))
    ):
        found = van_trees(users, samples, size, eps, 1.0, support)
        k, length = int(found.parameters["signs"]), as_arb(Fraction(found.parameters["L"]))
        half = as_arb(Fraction(eps)) / 2
        sinh, kappa = half.sinh() ** 2, 2 * half * half.tanh()
        mass = as_arb(Fraction(1, k) if support == "l1" else Fraction(1))
        weight = as_arb({"linf": Fraction(1), "l2": Fraction(1, size), "l1": Fraction(1, k**2)}[support])
        rest = 1 - length**2
        trace = mass * samples * sinh.min(k * half.tanh() ** 2) / rest
        if support != "l1":
            trace = trace.min(2 * samples * kappa / rest**2)
        formula = weight * k**2 / (users * trace + k * (arb.pi() / length) ** 2)
        parameters = {
            "support": support,
            "n": users,
            "m": samples,
            "d": size,
            "epsilon": eps,
            "L": str(float(length.mid())),
        }
        value = as_arb(Fraction(found.value))
        yield Case(parameters | {"of": "its formula"}, abs(value / formula - 1), arb(2) ** -40)
        plain = as_arb({"linf": Fraction(size), "l2": Fraction(1), "l1": Fraction(1, size)}[support])
        per = Fraction(4, 3) * users * samples
        simple = plain * size / (as_arb(per) * sinh * (as_arb(Fraction(1, size)) if support == "l1" else 1) + 40 * size)
        yield Case(parameters | {"of": "L = 1/2"}, simple, value)


ScaledMeans = property_of(
    "ScaledMeans",
    r"{0}\text{{ holds }}{1}_\theta\text{{ scaled to means with }}"
    r"\|\mu - \mu'\|_2^2 = {2} \|\theta - \theta'\|_2^2,\ \theta \in [-{3}, {3}]^{{{4}}}",
)
"""A class with the laws of a family at all theta in a cube, on scaled points: ScaledMeans(C, F, w, L, d)."""
_CLASS, _WEIGHT, _TRACE = Name(r"\mathcal{P}", "class of laws"), real("w", above=0), real("J", above=0)
_SCALED = ScaledMeans(_CLASS, FAMILY, _WEIGHT, LENGTH, SIZE)
_ALL = AllMeansTrace(PROTOCOL, FAMILY, M, SIZE, LENGTH)
_LARGEST = Supremum(MeansTrace(CHANNEL, FAMILY, M, SIZE, LENGTH), CHANNEL, Private(CHANNEL, EPSILON))
_VAN_TREES = _WEIGHT * SIZE**2 / (_ALL + SIZE * (pi / LENGTH) ** 2)
_PROTOCOL_AT_LENGTH = (
    line(WorstRisk(PROTOCOL, _CLASS, M), given=(INTERACTIVE, _SCALED, at_most(_LARGEST, _TRACE)))
    .ge(
        _VAN_TREES,
        words(
            "van Trees (Gill and Levit 1995, (10)) with the density cos^2(pi theta/(2 L))/L for each theta_k, of information (pi/L)^2.",
            at_most(_VAN_TREES, WorstRisk(PROTOCOL, _CLASS, M)),
            given=(_SCALED,),
            leans=("zhao/own/van-trees", "kent/own/X1/score", "zhao/own/tanh-each"),
        ),
    )
    .ge(
        _WEIGHT * SIZE**2 / (N * _LARGEST + SIZE * (pi / LENGTH) ** 2),
        words(
            "Chain rule of Fisher information: given the earlier messages each is a private channel's.",
            at_most(_ALL, N * _LARGEST),
            given=(INTERACTIVE,),
        ),
    )
    .ge(_WEIGHT * SIZE**2 / (N * _TRACE + SIZE * (pi / LENGTH) ** 2), at_most(_LARGEST, _TRACE))
)
OWN_VAN_TREES_SHIPPED = Claim(
    "zhao/own/van-trees/shipped",
    "ours, for Theorems 6 and 7",
    Kind.LOWER_BOUND,
    "the van Trees bound that the library computes, by the cosine-squared prior",
    corrected=AllOf(
        "",
        {
            "the bound": line(minimax_risk(_CLASS, N, M, EPSILON), given=_PROTOCOL_AT_LENGTH.given[1:]).ge(
                _PROTOCOL_AT_LENGTH.end, _PROTOCOL_AT_LENGTH
            ),
            "the prior's mass": Identity(sympy.Integral(_PRIOR, (_Z, -_L, _L)), Integer(1)),
            "its information": Identity(sympy.Integral(_SCORE, (_Z, -_L, _L)), (sympy.pi / _L) ** 2),
            "the values": FiniteCheck(
                r"L(n,m,d,\varepsilon)=\text{formula up to }2^{-40},\ "
                r"\ge\text{zhao/own/van-trees/axes, cube}",
                "l_inf, l_2, l_1; (n, m, d, epsilon) = (100, 10, 4, 1), (10^4, 7, 32, 1/4), (50, 400, 8, 2.5)",
                _van_trees,
            ),
        },
    ),
    note="L and, on the axes, the number d of axes are chosen by the library; J is the least of the three bounds "
    "on the trace.",
)

CLAIMS = (
    OWN_AXES_SHARPER,
    OWN_CUBE_SHARPER,
    OWN_THM6_SHIPPED,
    OWN_THM7_SHIPPED,
    OWN_VAN_TREES_SHIPPED,
)
