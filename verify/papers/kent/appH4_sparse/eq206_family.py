"""kent Appendix H.4, (206) and the tail of the prior: the family for sparse means."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy
from sympy import E, Integer, Max, Rational, exp, log, oo, sqrt

from lowerbounds.information.laws import binomial
from verify.kernel.calculus import (
    FINITE_MEAN,
    Chain,
    Discrete,
    Grant,
    Mean,
    Name,
    Sum,
    at_most,
    below,
    equal,
    integer,
    let,
    line,
    real,
)
from verify.kernel.calculus.facts.fluctuations import (
    ONES_MARKOV,
    RATIO_OF_DRAWS,
    RATIOS_APART,
    SPARSE_COUNT,
    SPARSE_DOMINATED,
    SPARSE_ETA,
    SPARSE_OFF,
    SPARSE_ON,
    SPARSE_UNCORRELATED,
    EtaSquared,
    NonzeroMeans,
    OnesAtLeast,
    RatioProduct,
    SignAt,
    SparseSigns,
)
from verify.kernel.calculus.facts.hypercube import Corner
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.at_points import Point, at_points
from verify.papers.kent.appH2_high_privacy import COORDINATE, DELTA, SIGNS_SIZE, both_flipped
from verify.papers.kent.instances.hypercubes import sparse, vertices
from verify.papers.kent.setting import DRAWS

_HALF = Rational(1, 2)


def _separated(_: Settings) -> Iterator[Case]:
    delta = Fraction(2, 5)
    for v in vertices(2):
        for w in vertices(2):
            means = [[2 * (Fraction(1, 2) + delta * (x + 1) / 4) - 1 for x in u] for u in (v, w)]
            far = sum(((a - b) ** 2 for a, b in zip(*means, strict=True)), Fraction(0)) / 4
            yield Case({"v": str(v), "v'": str(w)}, far, delta**2 / 4 * sum(a != b for a, b in zip(v, w, strict=True)))


_VERTEX, _VERTEX2 = Name("v", "vertex"), Name("v'", "vertex")


def _law(vertex: Name) -> Any:
    """The law of the j-th coordinate."""
    lean = DELTA * (SignAt(vertex, COORDINATE) + 1) / 4
    return Discrete(1, _HALF + lean, -1, _HALF - lean)


def _mean(vertex: Name) -> Chain:
    return line(Mean(_law(vertex))).eq(DELTA / 2 * (SignAt(vertex, COORDINATE) + 1), FINITE_MEAN(_law(vertex)))


_DIFFER = (SignAt(_VERTEX, COORDINATE) - SignAt(_VERTEX2, COORDINATE)) ** 2 / 4
_ONE_APART = line((Mean(_law(_VERTEX)) - Mean(_law(_VERTEX2))) ** 2 / 4).eq(
    DELTA**2 / 4 * _DIFFER, _mean(_VERTEX), _mean(_VERTEX2)
)
_APART = (
    line(Sum(_ONE_APART.start, COORDINATE, 1, SIGNS_SIZE))
    .eq(Sum(DELTA**2 / 4 * _DIFFER, COORDINATE, 1, SIGNS_SIZE), _ONE_APART)
    .crosschecked(
        "all pairs",
        r"\tfrac14\|\theta_v-\theta_{v'}\|^2",
        "d = 2, Delta = 2/5, all pairs",
        _separated,
        "==",
    )
)
APPH_4_FAM = Claim(
    "kent/appH.4/fam",
    "Appendix H.4, Step 1, (206)",
    Kind.CONSTRUCTION,
    "the family for sparse means",
    says=(
        r"X_j=1\text{ with probability }\frac{1}{2}+\frac{\Delta}{4}(v_j+1),\quad-1\text{ with probability "
        r"}\frac{1}{2}-\frac{\Delta}{4}(v_j+1),\ "
        r"j\in[d];\quad\theta(P_v)=(\Delta/2)(v+1),\quad\frac{1}{4}\lVert\theta(P_v)-\theta(P_{v'})\rVert_2^2=\frac{\Delta^2}{4}\sum_{j=1}^d\mathbb{1}\{v_j\ne "
        r"v_j'\}"
    ),
    match=Match.READING,
    differs="the distance with (v_j - v_j')^2/4 for the indicator",
    printed=AllOf("", {"means": _mean(_VERTEX), "separation": _APART}),
)


def _moments(_: Settings) -> Iterator[Case]:
    """The second moment of phi for a flip of one co-ordinate, over all counts, next to its closed form."""
    for delta in (Fraction(1, 4), Fraction(1, 2)):
        for samples in (1, 2, 5):
            on, off = binomial(samples, (1 + delta) / 2), binomial(samples, Fraction(1, 2))
            for v, (here, there) in ((1, (on, off)), (-1, (off, on))):
                value = sum((there[k] ** 2 / here[k] for k in here.atoms), Fraction(0))
                closed = 1 / (1 - delta**2) ** samples if v == 1 else (1 + delta**2) ** samples
                yield Case({"Delta": str(delta), "T": samples, "v": v}, value, closed)


SPARSE, SUPPORT = SparseSigns(DELTA, SIGNS_SIZE), integer("s", least=1)
_WITHIN = at_most(COORDINATE, SIGNS_SIZE)
_OTHER, _SHORT = integer("i", least=1), at_most(DELTA**2, _HALF)
_PRODUCT, _SQUARE = (RatioProduct(SPARSE, DRAWS, _VERTEX, i, COORDINATE) for i in (_OTHER, COORDINATE))
_HALFWAY = real("y", above=0, most=_HALF)
_FEWER = line((1 / (1 - _HALFWAY)) ** DRAWS).le(
    (1 + 2 * _HALFWAY) ** DRAWS, line(1 / (1 - _HALFWAY)).le(1 + 2 * _HALFWAY)
)
_DISTINCT = below(_OTHER, COORDINATE), _WITHIN


def _two_flipped() -> Iterator[Point]:
    yield from both_flipped(sparse, SIGNS_SIZE, DELTA, _OTHER)


def _moment(sign: int, square: Grant, closed: Any, *crosschecks: tuple[str, FiniteCheck]) -> Chain:
    """The mean square of the ratio where v_j is this sign, by that of one draw."""
    return (
        line(_SQUARE, given=(equal(SignAt(_VERTEX, COORDINATE), sign), _WITHIN))
        .eq(square.statement.right**DRAWS, RATIO_OF_DRAWS(SPARSE, DRAWS, _VERTEX, COORDINATE), square, _DENSE)
        .eq(closed)
        .beside(*crosschecks)
    )


_DENSE, _AT_PLACE = SPARSE_DOMINATED(DELTA, SIGNS_SIZE), (DELTA, SIGNS_SIZE, _VERTEX, COORDINATE)
_ON = _moment(
    1,
    SPARSE_ON(*_AT_PLACE),
    (1 / (1 - DELTA**2)) ** DRAWS,
    ("all counts", FiniteCheck(r"E\varphi^2", "Delta = 1/4, 1/2; T = 1, 2, 5; v = 1, -1", _moments, "==")),
)
_OFF = _moment(-1, SPARSE_OFF(*_AT_PLACE), (1 + DELTA**2) ** DRAWS)
_LARGER = (1 + 2 * DELTA**2) ** DRAWS
_ETA_BOUND = Max((1 / (1 - DELTA**2)) ** DRAWS, (1 + DELTA**2) ** DRAWS) - 1
ETA = Claim(
    "kent/appH.4/eta",
    "Appendix H.4, Step 2",
    Kind.IDENTITY,
    "Assumptions 1 and 2",
    says=(
        r"\text{for }\Delta\le2^{-1/2}\text{ Assumptions 1 and 2 hold with "
        r"}\eta^2=(1+2\Delta^2)^T-1;\quad\mathbb{E}_{P_v}(\varphi_{v,i}\varphi_{v,j})=1,\quad\mathbb{E}_{P_v}(\varphi_{v,i}^2)=\Big(\frac{1+\frac{\Delta^2}{2}(1-v)}{1-\frac{\Delta^2}{2}(1+v)}\Big)^T\text{, "
        r"which is }\Big(\frac{1}{1-\Delta^2}\Big)^T\text{ for }v=1,\ (1+\Delta^2)^T\text{ for }v=-1"
    ),
    match=Match.SAME,
    printed=AllOf(
        "",
        {
            "two coordinates": at_points(
                line(_PRODUCT, given=_DISTINCT).eq(
                    1,
                    RATIOS_APART(SPARSE, SIGNS_SIZE, DRAWS, _VERTEX, _OTHER, COORDINATE),
                    SPARSE_UNCORRELATED(DELTA, SIGNS_SIZE),
                    _DENSE,
                ),
                "all data, two signs flipped",
                "(d, T) = (2, 1), (2, 3), (3, 2); Delta = 1/4, 9/10; all v, i < j",
                _two_flipped,
            ),
            "v = 1": _ON,
            "v = -1": _OFF,
            "eta^2": line(EtaSquared(SPARSE, DRAWS), given=(_SHORT,))
            .le(_ETA_BOUND, SPARSE_ETA(DELTA, SIGNS_SIZE, DRAWS))
            .le(Max(_LARGER, (1 + DELTA**2) ** DRAWS) - 1, _FEWER.at({_HALFWAY: DELTA**2}))
            .le(_LARGER - 1),
        },
    ),
)

_DELTA, _D = sympy.symbols("Delta d", positive=True)


def _plus_sign(_: Settings) -> Iterator[Case]:
    """Both sides at v = 1: the left one in the display's letters, and as E of the squared ratio of the two laws."""
    delta, v = Fraction(1, 2), 1
    up, down = delta / 2 * (1 + v), delta / 2 * (1 - v)
    ratio = (1 + down) / (1 + up) * (1 - up) / (1 - down)
    left = ratio**2 * (Fraction(1, 2) + up / 2) + Fraction(1, 2) - up / 2
    right = (1 + up) * (1 + delta**2 / 4 * (3 * v**2 - 2 * v - 1)) / ((1 - down) ** 2 * (1 + up))
    law = {1: (1 + delta) / 2, -1: (1 - delta) / 2}
    again = sum((p * ((1 - delta) / (1 + delta)) ** (2 * (x == 1)) for x, p in law.items()), Fraction(0))
    yield Case({"v": v, "T": 1, "Delta": "1/2"}, left, right, left_again=again)


def _in_the_middle(sign: int) -> Chain:
    """The display at that sign, with the minus in the numerator."""
    v = let("v", Integer(sign))
    up, down = DELTA / 2 * (1 + v), DELTA / 2 * (1 - v)
    left = ((1 + down) / (1 + up) * (1 - up) / (1 - down)) ** 2 * (_HALF + up / 2) + (_HALF - up / 2)
    right = (1 - up) * (1 + DELTA**2 / 4 * (3 * v**2 - 2 * v - 1)) / ((1 - down) ** 2 * (1 + up))
    return line(left**DRAWS).eq(right**DRAWS, line(left).eq(right))


APPH_4_ETA_DISPLAY = Claim(
    "kent/appH.4/eta/display",
    "Appendix H.4, Step 2.2, the display before that of E(varphi^2)",
    Kind.IDENTITY,
    "the generating function in the middle of Step 2.2",
    says=r"\Big[\Big(\frac{1+\frac{\Delta}{2}(1-v_i)}{1+\frac{\Delta}{2}(1+v_i)}\cdot\frac{1-\frac{\Delta}{2}(1+v_i)}{1-\frac{\Delta}{2}(1-v_i)}\Big)^2\Big(\frac{1}{2}+\frac{\Delta}{4}(1+v_i)\Big)+\Big(\frac{1}{2}-\frac{\Delta}{4}(1+v_i)\Big)\Big]^T=\Big(\frac{(1+\frac{\Delta}{2}(1+v))(1+\frac{\Delta^2}{4}(3v^2-2v-1))}{(1-\frac{\Delta}{2}(1-v))^2(1+\frac{\Delta}{2}(1+v))}\Big)^T",
    match=Match.SAME,
    printed=FiniteCheck(
        r"\Big[\ldots\Big]^T=\Big(\frac{(1+\frac\Delta2(1+v))(1+\frac{\Delta^2}4(3v^2-2v-1))}{(1-\frac\Delta2(1-v))^2(1+\frac\Delta2(1+v))}\Big)^T",
        "v = 1, T = 1, Delta = 1/2; the left side is that of the display, again as a sum over the two points",
        _plus_sign,
        "==",
    ),
    corrected=AllOf("", {"v = 1": _in_the_middle(1), "v = -1": _in_the_middle(-1)}),
    correction=(
        "1 - Delta/2 (1 + v) for the first factor of the numerator, which as printed cancels with the denominator"
    ),
    severity=Severity.TYPO,
    theorem="kent/appH.4/eta",
    note="In our copy the first factor of the numerator has the plus; the next display is right.",
)


def _norm(_: Settings) -> Iterator[Case]:
    """||v||_0 next to s for a vertex whose mean is 0, so that P_v is in the class."""
    v = (-1, -1)
    yield Case({"d": 2, "s": 1, "v": str(v)}, sum(x != 0 for x in v), 1, left_again=len(v))


def _counted(_: Settings) -> Iterator[Case]:
    """The number of co-ordinates of the exact mean that are not 0 next to the number of ones of v."""
    for d in (1, 2, 3):
        family = sparse(d, Fraction(2, 5))
        for v in vertices(d):
            means = [sum((p * x[j] for x, p in family.law(v)), Fraction(0)) for j in range(d)]  # type: ignore[index]
            yield Case({"d": d, "v": str(v)}, sum(m != 0 for m in means), sum(x == 1 for x in v))


_ONES = Sum((SignAt(_VERTEX, COORDINATE) + 1) / 2, COORDINATE, 1, SIGNS_SIZE)
_COUNTED = NonzeroMeans(Corner(SPARSE, _VERTEX))
APPH_4_VERTICES = Claim(
    "kent/appH.4/vertices",
    "Appendix H.4, Step 3, the set V*",
    Kind.CONSTRUCTION,
    "the vertices in the class",
    says=(
        r"\mathcal{P}^*=\{P\in\mathcal{P}:\lVert\mathbb{E}_P(X)\rVert_0\le s\},\ "
        r"\mathcal{V}^*=\{v\in\mathcal{V}:\lVert v\rVert_0\le s\};\quad v\in\mathcal{V}^*\text{ if and "
        r"only if }P_v\in\mathcal{P}^*"
    ),
    match=Match.READING,
    differs="one of both directions",
    printed=FiniteCheck(
        r"P_v\in\mathcal P^*\Rightarrow v\in\mathcal V^*=\{v\in\{-1,1\}^d:\|v\|_0\le s\}",
        "d = 2, s = 1, v = (-1, -1)",
        _norm,
    ),
    corrected=line(_COUNTED)
    .eq(_ONES, SPARSE_COUNT(DELTA, SIGNS_SIZE, _VERTEX))
    .crosschecked(
        "exact means",
        r"\|\theta(P_v)\|_0=\textstyle\sum_j1\{v_j=1\}",
        "d = 1, 2, 3, all v",
        _counted,
        "==",
    ),
    correction="count the co-ordinates that are 1: the norm of a vector of signs is d. (V is likewise a vector "
    "of signs, not of 0 and 1.)",
    severity=Severity.TYPO,
    theorem="kent/thm7/lower",
)


def _tails(_: Settings) -> Iterator[Case]:
    """P(Bin(d, s/(2d)) > s), exact, next to 3 tau/8, and next to e^(-3s/16) where s is large enough."""
    for d, s in ((22, 22), (40, 26), (64, 28), (100, 31), (200, 34)):
        tau = Fraction(s, 2 * d)
        tail = sum((p for k, p in binomial(d, tau) if k > s), Fraction(0))  # type: ignore[operator]
        yield Case({"d": d, "s": s, "against": "3 tau/8"}, as_arb(tail), as_arb(3 * tau / 8))
        yield Case({"d": d, "s": s, "against": "e^(-3s/16)"}, as_arb(tail), (-as_arb(Fraction(3 * s, 16))).exp())


TAU = SUPPORT / (2 * SIGNS_SIZE)
_LOG = log(E * SIGNS_SIZE)
ENOUGH = at_most(Rational(16, 3) * _LOG, SUPPORT)
_SIZE_LOG, FITS = real("L", least=1), at_most(SUPPORT, SIGNS_SIZE)
HALF_AT_MOST = line(TAU, given=(FITS,)).le(_HALF, FITS)
TAIL = OnesAtLeast(SIGNS_SIZE, TAU, SUPPORT)
_MARKOV = exp(-SUPPORT * log(2)) * (1 + TAU) ** SIGNS_SIZE
_GAIN = real("u", above=0)
_GROWTH = (
    line((1 + _GAIN) ** SIGNS_SIZE)
    .le(exp(_GAIN) ** SIGNS_SIZE, line(1 + _GAIN).le(exp(_GAIN)))
    .eq(exp(_GAIN * SIGNS_SIZE))
)
_BY_MARKOV = (
    line(TAIL, given=(FITS,))
    .le(_MARKOV, HALF_AT_MOST, ONES_MARKOV(SIGNS_SIZE, TAU, SUPPORT))
    .le(exp(-SUPPORT * log(2)) * exp(SUPPORT / 2), _GROWTH.at({_GAIN: TAU}))
    .le(exp(-3 * SUPPORT / 16))
)
_INVERSE = (
    line(TAIL, given=(ENOUGH, FITS)).le(exp(-3 * SUPPORT / 16), _BY_MARKOV).le(exp(-_LOG), ENOUGH).le(1 / SIGNS_SIZE)
)
_BY_LOG = (
    line(TAIL, given=(ENOUGH, FITS))
    .le(1 / SIGNS_SIZE, _INVERSE)
    .eq(Rational(16, 3) * _LOG * 3 / (16 * SIGNS_SIZE * _LOG))
    .le(SUPPORT * 3 / (16 * SIGNS_SIZE * _LOG), ENOUGH)
    .eq(3 * TAU / (8 * _LOG))
)
TAIL_BOUND = (
    line(TAIL, given=(ENOUGH, FITS))
    .le(3 * TAU / (8 * _LOG), _BY_LOG)
    .le(3 * TAU / 8, line(3 * TAU / (8 * _SIZE_LOG)).le(3 * TAU / 8).at({_SIZE_LOG: _LOG}))
    .crosschecked(
        "exact tails",
        r"P(V_+>s)",
        "(d, s) = (22, 22), (40, 26), (64, 28), (100, 31), (200, 34)",
        _tails,
    )
)
BERNSTEIN_BOUND = Claim(
    "kent/appH.4/bern",
    "Appendix H.4, Step 3, the tail of V_+",
    Kind.INEQUALITY,
    "the prior rarely leaves the class",
    says=(
        r"\mathbb{P}(V_+\ge2d\tau)\le\exp\Big(-\frac{(d\tau)^2}{2\{\sum_{j=1}^d\mathbb{P}(V_j=1)+d\tau/3\}}\Big)\le "
        r"e^{-3d\tau/8}=e^{-3s/16}\le\frac{1}{d}\le\frac{3\tau}{8\log(ed)};\quad\mathbb{P}(V\notin\mathcal{V}^*)\le\frac{3\tau}{8}\text{ "
        r"under }16\log(ed)/3\le s\le d"
    ),
    match=Match.READING,
    differs=(
        "in parts, each against the probability itself, with tau = s/(2d) put in and without Bernstein's middle term"
    ),
    printed=AllOf("", {"Markov": _BY_MARKOV, "s": _INVERSE, "by the logarithm": _BY_LOG, "the end": TAIL_BOUND}),
    note="By Markov for 2^V, where the paper cites Bernstein.",
)

_X = sympy.Symbol("x", positive=True)

_V, _W = sympy.Symbol("v", real=True), sympy.Symbol("w", nonnegative=True)

_LOW = Variable(_DELTA, Integer(0), sqrt(2) / 2, open_lower=True)

_ONE = Variable(_W, Integer(0), Integer(1))

_ANY = Variable(_X, Integer(0), oo, open_lower=True)

CLAIMS = (
    APPH_4_FAM,
    ETA,
    APPH_4_ETA_DISPLAY,
    APPH_4_VERTICES,
    BERNSTEIN_BOUND,
)
