"""kent Appendix H.2, (190)-(194): the hypercube for means, high privacy."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import sympy
from sympy import Integer, Rational, exp, sqrt

from lowerbounds.information.laws import binomial
from verify.kernel.calculus import (
    FINITE_MEAN,
    Chain,
    Discrete,
    Mean,
    Name,
    Sum,
    at_most,
    below,
    choose,
    cite,
    equal,
    integer,
    line,
    real,
)
from verify.kernel.calculus.facts.bodies import Squared
from verify.kernel.calculus.facts.fluctuations import (
    ORTHOGONAL_RATIOS,
    RATIO_OF_DRAWS,
    RATIOS_APART,
    SIGNS_DOMINATED,
    SIGNS_ETA,
    SIGNS_SQUARE,
    SIGNS_UNCORRELATED,
    EtaSquared,
    RatioProduct,
    SignAt,
)
from verify.kernel.calculus.facts.hypercube import Ball, Cube, Signs
from verify.kernel.calculus.facts.packings import minimax_loss
from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.at_points import Point, at_points
from verify.papers.kent.appH1_assouad.eq182_assouad import CLASS, FAMILY, HALF, LOSS, SIZE
from verify.papers.kent.appH1_assouad.eq188_private_bound import EQ188, LEVEL
from verify.papers.kent.instances.hypercubes import Cube as CubeOfLaws
from verify.papers.kent.instances.hypercubes import flips_together, shifted, vertices
from verify.papers.kent.lemmas.all_data import SIGNS_SEPARATED, SIGNS_WITHIN_BALL, SIGNS_WITHIN_CUBE
from verify.papers.kent.setting import ALPHA, DRAWS, USERS


def _separated(_: Settings) -> Iterator[Case]:
    """A quarter of the squared distance of the exact means next to Delta^2 (Delta^2/d) times the Hamming distance."""
    delta = Fraction(1, 3)
    for d in (1, 2, 3):
        means = {v: [(1 + delta * x) / 2 - (1 - delta * x) / 2 for x in v] for v in vertices(d)}
        for v, w in product(means, means):
            far = sum((Fraction(a - b) ** 2 for a, b in zip(means[v], means[w], strict=True)), Fraction(0)) / 4
            yield Case(
                {"d": d, "v": str(v), "v'": str(w)}, far, delta**2 * sum(a != b for a, b in zip(v, w, strict=True))
            )


DELTA, SIGNS_SIZE, COORDINATE = real("Delta", above=0, below=1), integer("d", least=1), integer("j", least=1)
WIDTH = real("D", above=0)
_V, _V2, _OTHER = Name("v", "vertex"), Name("v'", "vertex"), integer("i", least=1)


def _sign(vertex: Name, width: Any) -> Any:
    """The law of the j-th coordinate."""
    share = DELTA * SignAt(vertex, COORDINATE)
    return Discrete(width, (1 + share) / 2, -width, (1 - share) / 2)


def _mean(vertex: Name, width: Any) -> Chain:
    return line(Mean(_sign(vertex, width))).eq(
        width * DELTA * SignAt(vertex, COORDINATE), FINITE_MEAN(_sign(vertex, width))
    )


def _apart(width: Any, *crosschecks: tuple[str, FiniteCheck]) -> Chain:
    """A quarter of the squared distance of two means by the number of different signs."""
    differ = (SignAt(_V, COORDINATE) - SignAt(_V2, COORDINATE)) ** 2 / 4
    one = line((Mean(_sign(_V, width)) - Mean(_sign(_V2, width))) ** 2 / 4).eq(
        width**2 * DELTA**2 * differ, _mean(_V, width), _mean(_V2, width)
    )
    return (
        line(Sum(one.start, COORDINATE, 1, SIGNS_SIZE))
        .eq(Sum(one.end, COORDINATE, 1, SIGNS_SIZE), one)
        .beside(*crosschecks)
    )


APPH_2_FAM = Claim(
    "kent/appH.2/fam",
    "Appendix H.2, Step 1, (190), (191)",
    Kind.CONSTRUCTION,
    "the hypercube families for means",
    says=(
        r"X_j=1\text{ with probability }(1+\Delta v_j)/2,\ -1\text{ with probability }(1-\Delta "
        r"v_j)/2;\quad X_j'=\pm d^{-1/2}\text{ with the same};\quad\theta(P_v)=\Delta v,\ "
        r"\theta(P_v')=\Delta "
        r"v/d^{1/2};\quad\frac{1}{4}\lVert\theta(P_v)-\theta(P_{v'})\rVert_2^2\ge\Delta^2\sum_{j=1}^d\mathbb{1}\{v_j\ne "
        r"v_j'\}\quad\text{and}\quad\frac{1}{4}\lVert\theta(P_v')-\theta(P_{v'}')\rVert_2^2\ge\frac{\Delta^2}{d}\sum_{j=1}^d\mathbb{1}\{v_j\ne "
        r"v_j'\}"
    ),
    match=Match.READING,
    differs=(
        "in parts: the means by co-ordinate, and the distances with equality and (v_j - v_j')^2/4 for the indicator"
    ),
    printed=AllOf(
        "",
        {
            "means": _mean(_V, WIDTH),
            "cube": _apart(
                Integer(1),
                (
                    "all pairs, exact",
                    FiniteCheck(
                        r"\tfrac14\|\theta_v-\theta_{v'}\|^2=\Delta^2\sum1\{v_j\ne v_j'\}",
                        "d = 1, 2, 3, Delta = 1/3, all pairs",
                        _separated,
                        "==",
                    ),
                ),
            ),
            "ball": _apart(1 / sqrt(SIGNS_SIZE)),
        },
    ),
)


def _moments(_: Settings) -> Iterator[Case]:
    """E phi_i^2 and E phi_i phi_j of the T-fold products, summed over all data, next to (192) and 0."""
    for delta in (Fraction(1, 4), Fraction(1, 2)):
        for samples in (1, 2, 3, 4):
            eta = ((1 + 3 * delta**2) / (1 - delta**2)) ** samples - 1
            counts = {v: [binomial(samples, (1 + delta * s) / 2) for s in v] for v in vertices(2)}
            for v in vertices(2):
                (p, q), (pf, qf) = counts[v], counts[(-v[0], -v[1])]
                square = sum(((pf[a] / p[a] - 1) ** 2 * p[a] for a in p.atoms), Fraction(0))
                cross = sum(
                    ((pf[a] / p[a] - 1) * (qf[b] / q[b] - 1) * p[a] * q[b] for a in p.atoms for b in q.atoms),
                    Fraction(0),
                )
                yield Case({"Delta": str(delta), "T": samples, "v": str(v)}, square + cross, eta)


SIGNS = Signs(WIDTH, DELTA, SIGNS_SIZE)
_BASE = (1 + 3 * DELTA**2) / (1 - DELTA**2)
FLUCTUATION = _BASE**DRAWS - 1
_SQUARE, _PRODUCT = (RatioProduct(SIGNS, DRAWS, _V, i, COORDINATE) for i in (COORDINATE, _OTHER))
_FACTOR = 1 + 2 * DELTA**2 / (1 + DELTA) + 2 * DELTA**2 / (1 - DELTA)
_WITHIN = at_most(COORDINATE, SIGNS_SIZE)
_DISTINCT = below(_OTHER, COORDINATE), _WITHIN
_DENSE = SIGNS_DOMINATED(WIDTH, DELTA, SIGNS_SIZE)
_RATIO = (
    line(_SQUARE, given=(_WITHIN,))
    .eq(
        _FACTOR**DRAWS,
        RATIO_OF_DRAWS(SIGNS, DRAWS, _V, COORDINATE),
        SIGNS_SQUARE(WIDTH, DELTA, SIGNS_SIZE, _V, COORDINATE),
        _DENSE,
    )
    .eq(_BASE**DRAWS)
    .crosschecked(
        "all data sets",
        r"E\phi_i^2+E\phi_i\phi_j=\eta^2",
        "Delta = 1/4, 1/2; T = 1..4; d = 2, all v",
        _moments,
        "==",
    )
)


def both_flipped(make: Callable[[int, Fraction], CubeOfLaws], size: Any, width: Any, first: Any) -> Iterator[Point]:
    """The mean product of two ratios in a family of k bits at a width, by its letters: over all data."""
    for (d, samples), delta in product(((2, 1), (2, 3), (3, 2)), (Fraction(1, 4), Fraction(9, 10))):
        cube = make(d, delta)
        for v, (i, j) in product(vertices(d), combinations(range(d), 2)):
            values: dict[Any, Any] = {size: d, DRAWS: samples, first: i + 1, COORDINATE: j + 1, width: delta}
            yield {letter: Fraction(x) for letter, x in values.items()}, flips_together(cube, v, i, j, samples)


def _two_flipped() -> Iterator[Point]:
    yield from both_flipped(shifted, SIGNS_SIZE, DELTA, _OTHER)


ETA_SQUARED = (
    line(EtaSquared(SIGNS, DRAWS))
    .eq(RatioProduct(SIGNS, DRAWS, _V, 1, 1) - 1, SIGNS_ETA(WIDTH, DELTA, SIGNS_SIZE, DRAWS, _V))
    .eq(FLUCTUATION, _RATIO.at({COORDINATE: 1}))
)
ETA = Claim(
    "kent/appH.2/eta",
    "Appendix H.2, Step 2, (192), (193)",
    Kind.IDENTITY,
    "Assumptions 1 and 2 for T-fold products",
    says=(
        r"\text{Assumptions 1 and 2 hold for the }T\text{-fold products with "
        r"}\eta^2=\Big(\frac{1+3\Delta^2}{1-\Delta^2}\Big)^T-1;\quad\mathbb{E}_{P_v}(\varphi_{v,i}\varphi_{v,j})=1,\ "
        r"i\ne j,\quad\mathbb{E}_{P_v}(\varphi_{v,i}^2)=\Big(\frac{1+3\Delta^2}{1-\Delta^2}\Big)^T"
    ),
    match=Match.SAME,
    printed=AllOf(
        "",
        {
            "two coordinates": at_points(
                line(_PRODUCT, given=_DISTINCT).eq(
                    1,
                    RATIOS_APART(SIGNS, SIGNS_SIZE, DRAWS, _V, _OTHER, COORDINATE),
                    SIGNS_UNCORRELATED(WIDTH, DELTA, SIGNS_SIZE),
                    _DENSE,
                ),
                "all data, two signs flipped",
                "(d, T) = (2, 1), (2, 3), (3, 2); Delta = 1/4, 9/10; all v, i < j",
                _two_flipped,
            ),
            "one coordinate": _RATIO,
            "eta^2": ETA_SQUARED,
        },
    ),
)

_D = sympy.Symbol("d", positive=True)
_SMALL_C, _PART = real("c", above=0), real("y", above=0, most=1)
_SHIFT = real("Delta", above=0, most=sqrt(2) / 2)
"""Delta, whose square is at most 1/2."""
_ODDS = _SMALL_C * SIGNS_SIZE / (USERS * DRAWS * ALPHA**2)
_CHOSEN, _ONE_AT_MOST = equal(_SHIFT**2, _ODDS), at_most(8 * DRAWS * _ODDS, 1)
APPH_2_EQ194 = Claim(
    "kent/appH.2/eq194",
    "Appendix H.2, Step 3, (194)",
    Kind.INEQUALITY,
    "the fluctuation at Delta^2 = cd/(nT alpha^2)",
    says=(
        r"\eta^2=\Big(1+\frac{4\Delta^2}{1-\Delta^2}\Big)^T-1\le\Big(1+\frac{8cd}{nT\alpha^2}\Big)^T-1\le\frac{16cd}{n\alpha^2},\quad\Delta=\{cd/(nT\alpha^2)\}^{1/2},\ "
        r"c\text{ small enough that }\Delta^2\le1/2\text{ and }8cd/(n\alpha^2)<1"
    ),
    match=Match.READING,
    differs="the two inequalities, the first with Delta^2 = cd/(nT alpha^2) <= 1/2; 8cd/(n alpha^2) <= 1 for the printed < 1",
    printed=AllOf(
        "",
        {
            "the first inequality": line((1 + 4 * _SHIFT**2 / (1 - _SHIFT**2)) ** DRAWS - 1, given=(_CHOSEN,))
            .le((1 + 8 * _SHIFT**2) ** DRAWS - 1, line(4 * _SHIFT**2 / (1 - _SHIFT**2)).le(8 * _SHIFT**2))
            .le((1 + 8 * _ODDS) ** DRAWS - 1, _CHOSEN),
            "the second inequality": line((1 + 8 * _ODDS) ** DRAWS - 1, given=(_ONE_AT_MOST,)).le(
                16 * DRAWS * _ODDS,
                line((1 + _PART / DRAWS) ** DRAWS - 1).le(exp(_PART) - 1).le(2 * _PART).at({_PART: 8 * DRAWS * _ODDS}),
            ),
        },
    ),
)

_C = Rational(1, 1344)
"""The c of Step 3 that makes the bracket 1/2."""


def _private_cases(settings: Settings) -> Iterator[Case]:
    """The average TV over every extreme channel at n = T = 1, d = 2, next to sqrt(21 n alpha^2 eta^2/d), squared."""
    delta = Fraction(1, 4)
    cube = shifted(2, delta)
    for t in (Fraction(3, 2), Fraction(27, 10)):
        for place, channel in enumerate(cube.channels(t)):
            average = cube.average_variation(lambda v, c=channel: cube.law(v).through(c))  # type: ignore[misc]
            eta = 4 * delta**2 / (1 - delta**2)
            yield Case(
                {"e^alpha": str(t), "channel": place}, as_arb(average**2), 21 * as_arb(t).log() ** 2 * as_arb(eta) / 2
            )


_EXPONENT, _HALFWAY = real("y", above=0, most=1), real("x", above=0, most=Rational(1, 2))
_CHANGE = sqrt(_C * SIGNS_SIZE / (USERS * DRAWS * ALPHA**2))
_SHARE = real("w", above=0, most=1)
_HARD = at_most(ALPHA, 1), at_most(SIGNS_SIZE, USERS * ALPHA**2)
_AT = {_SHARE: SIGNS_SIZE / (USERS * ALPHA**2)}
_IN_RANGE = line(_CHANGE, given=_HARD[1:]).lt(1, line(sqrt(_C * _SHARE / DRAWS)).lt(1).at(_AT))
_FEW_ENOUGH = line(8 * DRAWS * _CHANGE**2, given=_HARD[1:]).le(1, line(8 * DRAWS * (_C * _SHARE / DRAWS)).le(1).at(_AT))
_SMALL_ENOUGH = line(_CHANGE**2, given=_HARD[1:]).le(
    Rational(1, 2), line(_C * _SHARE / DRAWS).le(Rational(1, 2)).at(_AT)
)
_FEW = at_most(8 * DRAWS * DELTA**2, 1), at_most(DELTA**2, Rational(1, 2))
_SMALL = (
    line(EtaSquared(SIGNS, DRAWS), given=_FEW)
    .eq(FLUCTUATION, cite(ETA, "eta^2"))
    .le(
        16 * DRAWS * DELTA**2,
        line(((1 + 3 * _HALFWAY) / (1 - _HALFWAY)) ** DRAWS - 1, given=(at_most(8 * DRAWS * _HALFWAY, 1),))
        .le((1 + 8 * _HALFWAY) ** DRAWS - 1, line((1 + 3 * _HALFWAY) / (1 - _HALFWAY)).le(1 + 8 * _HALFWAY))
        .le(exp(8 * DRAWS * _HALFWAY) - 1)
        .le(16 * DRAWS * _HALFWAY, line(exp(_EXPONENT) - 1).le(2 * _EXPONENT).at({_EXPONENT: 8 * DRAWS * _HALFWAY}))
        .at({_HALFWAY: DELTA**2}),
    )
)


def _rate(size: Any, width: Any, members: Any, within: Any, *crosschecks: tuple[str, FiniteCheck]) -> Chain:
    """(188) for signs of this width, and Delta chosen."""
    family = Signs(width, DELTA, size)
    square = EtaSquared(family, DRAWS)
    found = cite(EQ188).at(
        {
            CLASS: members,
            LOSS: Squared(),
            FAMILY: family,
            SIZE: size,
            HALF: width**2 * DELTA**2 / 2,
            LEVEL: sqrt(square),
        },
    )
    plain = width**2 * DELTA**2 * size / 2 * (1 - sqrt(21 * USERS / size) * ALPHA * sqrt(square))
    rate = width**2 * _C * size**2 / (4 * USERS * DRAWS * ALPHA**2)
    risk = minimax_loss(members, USERS, DRAWS, ALPHA, Squared())
    chosen = (
        line(risk, given=(*_HARD, _IN_RANGE.statement.conclusion))
        .ge(
            found.statement.right,
            found,
            SIGNS_SEPARATED(width, DELTA, size),
            within,
            SIGNS_DOMINATED(width, DELTA, size),
            ORTHOGONAL_RATIOS(family, size, DRAWS),
            SIGNS_UNCORRELATED(width, DELTA, size),
        )
        .eq(plain)
        .ge(plain.xreplace({DELTA: _CHANGE}), choose({DELTA: _CHANGE}))
        .ge(rate, _SMALL.at({DELTA: _CHANGE, WIDTH: width}), _FEW_ENOUGH, _SMALL_ENOUGH)
        # That there are such laws.
    )
    return line(risk, given=_HARD).ge(rate, chosen, _IN_RANGE).beside(*crosschecks)


RATE = Claim(
    "kent/appH.2/rate",
    "Appendix H.2, Step 3",
    Kind.LOWER_BOUND,
    "the T-dependent lower bound for means, high privacy",
    says=r"\mathcal{R}_{n,T,\alpha}(\theta(\mathcal{P}_d),\lVert\cdot\rVert_2^2)\ge\frac{\Delta^2d}{2}\Big(1-\sqrt{\frac{21}{d}n\alpha^2\eta^2}\Big)\ge\frac{cd^2}{2nT\alpha^2}(1-\sqrt{336c})\gtrsim\frac{d^2}{nT\alpha^2};\quad\mathcal{R}_{n,T,\alpha}(\theta(\mathcal{P}_d'),\lVert\cdot\rVert_2^2)\ge\frac{\Delta^2}{2}\Big(1-\sqrt{\frac{21}{d}n\alpha^2\eta^2}\Big)\ge\frac{cd}{2nT\alpha^2}(1-\sqrt{336c})\gtrsim\frac{d}{nT\alpha^2}",
    match=Match.READING,
    differs="the ends, with the constant 1/5376 and n alpha^2 >= d in place of C d log(ed)",
    printed=AllOf(
        "",
        {
            "cube": _rate(
                SIGNS_SIZE,
                Integer(1),
                Cube(Integer(1), SIGNS_SIZE),
                SIGNS_WITHIN_CUBE(Integer(1), DELTA, SIGNS_SIZE),
                (
                    "every extreme channel",
                    FiniteCheck(
                        r"(\tfrac1d\sum_jD_{\mathrm{TV}})^2\le\tfrac{21}dn\alpha^2\eta^2",
                        "d = 2, n = T = 1, Delta = 1/4, e^alpha = 3/2, 27/10",
                        _private_cases,
                    ),
                ),
            ),
            "ball": _rate(
                SIGNS_SIZE,
                1 / sqrt(SIGNS_SIZE),
                Ball(Integer(2), Integer(1), SIGNS_SIZE),
                SIGNS_WITHIN_BALL(1 / sqrt(SIGNS_SIZE), DELTA, SIGNS_SIZE, Integer(1)),
            ),
        },
    ),
    note="In the paper c is small and unnamed; the condition n alpha^2 > C d log(ed) is more than n alpha^2 >= d.",
)
_HALF = Rational(1, 2)

CLAIMS = (
    APPH_2_FAM,
    ETA,
    APPH_2_EQ194,
    RATE,
)
