"""kent Lemmas 29 and 30 of Appendix I: packings by construction."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

from flint import arb
from sympy import E, Min, pi, sqrt

from verify.kernel.calculus import (
    Name,
    at_most,
    because,
    below,
    cases,
    cite,
    equal,
    integer,
    line,
    quantity,
    real,
    words,
)
from verify.kernel.calculus.facts.bits import Differences, Ones
from verify.kernel.calculus.facts.bodies import (
    CHOOSE_SYMMETRIC,
    CUBE_BELOW,
    CUBE_VOLUME,
    Choose,
    SparseCube,
    UnitCube,
    VolumeRatio,
)
from verify.kernel.calculus.facts.packings import Covering
from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.appH5_density.eq208_family import BumpSquare, DensityDistance
from verify.papers.kent.s2_1_general_rates.eq57_lower import HALF
from verify.papers.kent.s2_2_2_sparse_mean import BLOCKS, DIMENSION, FITS, SETS, SIDE, SUPPORT_SIZE
from verify.papers.kent.s2_2_3_density import PACKED


def _hypercodes(_: Settings) -> Iterator[Case]:
    """A greedy code in {0, 1}^k: its size next to 2^(k/8), to the eighth power."""
    for k in (8, 9, 10, 12):
        code: list[int] = []
        for word in range(2**k):
            if all(8 * (word ^ other).bit_count() >= k for other in code):
                code.append(word)
        yield Case({"k": k, "distance": "k/8"}, 2**k, len(code) ** 8)


_BETA, _BUMPS, _RADIUS = integer("beta", least=1), integer("k", least=1), real("r", above=0, most=1)
_CODE, _CODE2 = Name("u", "vertex"), Name("u'", "vertex")
_FAR_APART = at_most(_BUMPS / 8, Differences(_CODE, _CODE2))
_APART = DensityDistance(_CODE, _CODE2, _BETA, _BUMPS, _RADIUS)
_UNIT_DISTANCE = BumpSquare(_BETA) * _RADIUS**2 * pi ** (2 * _BETA) / _BUMPS ** (2 * _BETA)
_SPACED = (
    line(_APART, given=(_FAR_APART,))
    .eq(
        _UNIT_DISTANCE / _BUMPS * Differences(_CODE, _CODE2),
        words(
            "(209): the squared norms of the bumps at which the vertices differ, four times each.",
            equal(_APART, _UNIT_DISTANCE / _BUMPS * Differences(_CODE, _CODE2)),
            leans=("kent/eq209",),
        ),
    )
    .ge(_UNIT_DISTANCE / _BUMPS * (_BUMPS / 8), _FAR_APART)
    .ge(_UNIT_DISTANCE / 16)
)
LEMMA29_CODE = Claim(
    "kent/lemma29/code",
    "Appendix I, proof of Lemma 29",
    Kind.CONSTRUCTION,
    "separation along a Varshamov-Gilbert code",
    says=(
        r"|\mathcal{V}'|\ge2^{k/8},\ \mathrm{Hamm}(u,u')\ge k/8:\quad\lVert "
        r"f_u-f_{u'}\rVert_2^2\ge\frac{c_\beta'r^2\pi^{2\beta}}{16k^{2\beta}},\quad\Delta=(c_\beta')^{1/2}r\pi^\beta/(16k^\beta)"
    ),
    match=Match.READING,
    differs=(
        "for r <= 1 and any pair at Hamming distance k/8 at least; the second part is the square of the "
        "Delta that the text then names"
    ),
    printed=AllOf(
        "",
        {
            "the code": _SPACED,
            "Delta": line(_APART, given=(_FAR_APART,))
            .ge(_UNIT_DISTANCE / 16, _SPACED)
            .ge((sqrt(BumpSquare(_BETA)) * _RADIUS * pi**_BETA / (16 * _BUMPS**_BETA)) ** 2)
            .crosschecked("greedy codes", r"2^{k/8}\le|\mathcal V'|", "k = 8, 9, 10, 12", _hypercodes),
        },
    ),
    note="1/4 would do in place of 1/16.",
)
_COSINES = cite(PACKED, "the best k")


def _one_point(_: Settings) -> Iterator[Case]:
    """The covering number of the class {1} next to 1, below the printed bound for every c_beta > 0.

    Again: how many of 1 + t varphi_2, t in tenths, lie in the class.
    """
    for beta in (1, 2, 3):
        inside = sum(1 + 4**beta * Fraction(i, 10) ** 2 <= 1 for i in range(-10, 11))
        yield Case({"beta": beta, "r": 1, "class": "{1}"}, 1, 1, left_again=Fraction(inside))


LEMMA29 = Claim(
    "kent/lemma29",
    "Appendix I, Lemma 29",
    Kind.LOWER_BOUND,
    "the covering number of the densities",
    says=(
        r"N(\Delta)\ge\exp\Big(c_\beta(r/\Delta)^{1/\beta}\Big)\text{ for "
        r"}(\mathcal{F}_{\beta,r},\lVert\cdot\rVert_2),\ \beta\in\mathbb{N},\ r>0,\ \Delta>0\text{ "
        r"sufficiently small}"
    ),
    match=Match.READING,
    differs="at r = 1, one of the radii that the lemma is about",
    printed=FiniteCheck(
        r"N_{\mathcal F_{\beta,r}}(\Delta)\ge\exp\{c_\beta(r/\Delta)^{1/\beta}\}>1,\ c_\beta>0,\ r=1",
        "beta = 1, 2, 3: the class is one point",
        _one_point,
        ">",
    ),
    corrected=line(_COSINES.statement.left, given=_COSINES.statement.hypotheses).ge(_COSINES.statement.right, _COSINES),
    correction="in the ellipsoid without the first coefficient: for r <= 1 the printed class has at most one "
    "point, so that its covering number is at most 1",
    severity=Severity.CONDITION,
    theorem="kent/own/thm9-lower",
    note="c_beta = 9/128 (2 sqrt(2))^(-1/beta), for Delta <= r 2^-beta/(2 sqrt(2)): by cosines in place of the "
    "bumps, whose separation is kent/lemma29/code.",
    root="kent/prop5",
)


def _patterns(_: Settings) -> Iterator[Case]:
    """The number of sign vectors on a support of size s as S_iota is printed, next to 2^s."""
    for s in (1, 2):
        yield Case({"s": s}, len(list(product((-1, 0, 1), repeat=s))), 2**s, left_again=3**s)


def _exact_patterns(_: Settings) -> Iterator[Case]:
    for d in range(1, 6):
        for support in product((0, 1), repeat=d):
            here = [
                v
                for v in product((-1, 0, 1), repeat=d)
                if all((x == 0) == (i == 0) for x, i in zip(v, support, strict=True))
            ]
            yield Case({"iota": str(support)}, len(here), 2 ** sum(support))


SignPatterns = quantity(
    "SignPatterns",
    r"|\{{\varsigma \in \{{-1, 0, 1\}}^d: \varsigma_j = 0 \iff {0}_j = 0\}}|",
    "number of vectors of -1, 0 and 1 that are 0 exactly where a binary vector is",
    0,
)
_IOTA, _ON = Name(r"\iota", "bits"), integer("s", least=0)
LEMMA30_PATTERNS = Claim(
    "kent/lemma30/patterns",
    "Appendix I, proof of Lemma 30, the set of sign vectors",
    Kind.CONSTRUCTION,
    "the sign vectors on a support",
    says=(
        r"S_\iota=\{\varsigma\in\{-1,0,1\}^d:\varsigma_j=0\text{ for }j\in[d]\text{ such that "
        r"}\iota_j=0\},\ \lVert\iota\rVert_0=s;\quad\text{of these there are }2^s"
    ),
    match=Match.SAME,
    printed=FiniteCheck(
        r"|S_\iota|=|\{\varsigma\in\{-1,0,1\}^d:\varsigma_j=0\text{ where }\iota_j=0\}|=2^s",
        "s = 1, 2",
        _patterns,
        "==",
    ),
    corrected=line(SignPatterns(_IOTA), given=(equal(Ones(_IOTA), _ON),))
    .eq(2**_ON, because("Two signs for each of the s ones."))
    .crosschecked("enumerated", r"|S_\iota|=2^s", "d = 1..5, every iota", _exact_patterns, "=="),
    correction="zero exactly where iota is zero; as printed there are 3^s. (For the same reason the union of the "
    "A_iota holds all vectors with at most s entries, not exactly s.)",
    severity=Severity.TYPO,
    theorem="kent/lemma30",
)


def _ball(s: int, ratio: Fraction) -> arb:
    """ratio^s 2^s Gamma(1 + s/2)/pi^(s/2)."""
    half = as_arb(Fraction(s, 2))
    return as_arb(2 * ratio) ** s * (half + 1).gamma() / arb.pi() ** half


def _volumes(_: Settings) -> Iterator[Case]:
    """(s/5)^(s/2) next to 2^s Gamma(1 + s/2)/pi^(s/2), at r = Delta."""
    for s in (1, 2, 3, 5, 10, 40, 200):
        yield Case({"s": s}, as_arb(Fraction(s, 5)) ** as_arb(Fraction(s, 2)), _ball(s, Fraction(1)))


def _printed_volume(_: Settings) -> Iterator[Case]:
    """The covering number of [-1, 1] by radius 1/10 next to (d r^2/(5 Delta^2))^(1/2) at d = 100; second route: length/length."""
    intervals = len(range(-9, 10, 2))
    yield Case(
        {"s": 1, "d": 100, "r": 1, "Delta": "1/10"},
        intervals**2,
        Fraction(100 * 100, 5),
        left_again=(Fraction(2) / Fraction(2, 10)) ** 2,
    )


_VOLUME = VolumeRatio(UnitCube(DIMENSION)) * (SIDE / HALF) ** DIMENSION
_CUBE = Covering(SparseCube(DIMENSION, DIMENSION, SIDE), HALF)
_POWER240 = (DIMENSION * SIDE**2 / (5 * HALF**2)) ** (DIMENSION / 2)
_STIRLING = sqrt(pi * DIMENSION) * (2 * DIMENSION / (pi * E)) ** (DIMENSION / 2) * (SIDE / HALF) ** DIMENSION
LEMMA30_240 = Claim(
    "kent/lemma30/240",
    "Appendix I, proof of Lemma 30, (240)",
    Kind.INEQUALITY,
    "the volume bound",
    says=(
        r"N_{\mathbb{B}_\infty(r)}(\Delta)\ge\frac{\mathrm{Vol}(\mathbb{B}_\infty(r))}{\mathrm{Vol}(\mathbb{B}_2(\Delta))}=\Big(\frac{r}{\Delta}\Big)^s\frac{2^s\Gamma(1+s/2)}{\pi^{s/2}}\ge\Big(\frac{dr^2}{5\Delta^2}\Big)^{\frac{s}{2}}\text{ "
        r"in }s\text{ dimensions}"
    ),
    match=Match.READING,
    differs="both ends, squared",
    printed=FiniteCheck(
        r"N_{\mathbb B_\infty(r)}(\Delta)^2\ge\Big(\frac{dr^2}{5\Delta^2}\Big)^s,\ "
        r"\mathbb B_\infty(r)\subset\mathbb R^s",
        "s = 1, d = 100, r = 1, Delta = 1/10",
        _printed_volume,
        ">=",
    ),
    corrected=AllOf(
        "",
        {
            "volumes": line(_CUBE)
            .eq(Covering(UnitCube(DIMENSION), HALF / SIDE), because("Scaling by 1/r."))
            .ge(_VOLUME, CUBE_BELOW(DIMENSION, HALF / SIDE))
            .crosschecked(
                "volumes",
                r"(s/5)^{s/2}\le2^s\Gamma(1+s/2)\pi^{-s/2}",
                "s = 1, 2, 3, 5, 10, 40, 200",
                _volumes,
            ),
            "the volume": line(_VOLUME).ge(_STIRLING, CUBE_VOLUME(DIMENSION)).ge(_POWER240),
        },
    ),
    correction="s in place of d: the ball is s-dimensional, and (241) has s",
    severity=Severity.TYPO,
    theorem="kent/lemma30",
    note="Covers by balls, so that volumes compare.",
)


def _grids(_: Settings) -> Iterator[Case]:
    """A packing of the sparse cube by blocks and grids, counted and measured: least squared distance above (2 Delta)^2."""
    for d, s, step in ((3, 1, Fraction(1, 5)), (3, 2, Fraction(1, 5)), (4, 2, Fraction(9, 40))):
        start = 2 * step + Fraction(1, 1000)
        # r = 1: values of one co-ordinate, spaced by more than 2 Delta, all beyond 2 Delta.
        values = [
            start + i * (2 * step + Fraction(1, 1000))
            for i in range(20)
            if start + i * (2 * step + Fraction(1, 1000)) <= 1
        ]
        points = []
        for support in product((0, 1), repeat=d):
            if sum(support) == s:
                grid = product(
                    *([v * sign for v in values for sign in (-1, 1)] if on else [Fraction(0)] for on in support)
                )
                points += list(grid)
        least = min(
            sum(((a - b) ** 2 for a, b in zip(p, q, strict=True)), Fraction(0))
            for i, p in enumerate(points)
            for q in points[:i]
        )
        yield Case({"d": d, "s": s, "Delta": str(step), "points": len(points)}, 4 * step**2, least)


def _binomials(_: Settings) -> Iterator[Case]:
    for d in range(2, 30):
        for s in range(1, d):
            least = min(s, d - s)
            yield Case({"d": d, "s": s}, Fraction(d, least) ** least, comb(d, s))


_LEAST = Min(SUPPORT_SIZE, DIMENSION - SUPPORT_SIZE)
_FEWER, _MORE = at_most(SUPPORT_SIZE, DIMENSION - SUPPORT_SIZE), at_most(DIMENSION - SUPPORT_SIZE, SUPPORT_SIZE)
_PROPER = at_most(1, DIMENSION - SUPPORT_SIZE)
_CHOICES = (DIMENSION / _LEAST) ** _LEAST
_SETS = cases(
    (
        _FEWER,
        line(Choose(DIMENSION, SUPPORT_SIZE), given=(FITS, _PROPER, _FEWER))
        .ge((DIMENSION / SUPPORT_SIZE) ** SUPPORT_SIZE, SETS)
        .eq(_CHOICES, line(_LEAST, given=(_FEWER,)).eq(SUPPORT_SIZE)),
    ),
    (
        _MORE,
        line(Choose(DIMENSION, SUPPORT_SIZE), given=(FITS, _PROPER, _MORE))
        .eq(Choose(DIMENSION, DIMENSION - SUPPORT_SIZE), CHOOSE_SYMMETRIC(DIMENSION, SUPPORT_SIZE))
        .ge(
            (DIMENSION / (DIMENSION - SUPPORT_SIZE)) ** (DIMENSION - SUPPORT_SIZE),
            SETS.at({SUPPORT_SIZE: DIMENSION - SUPPORT_SIZE}),
        )
        .eq(_CHOICES, line(_LEAST, given=(_MORE,)).eq(DIMENSION - SUPPORT_SIZE)),
    ),
)
_POWER = (SUPPORT_SIZE * (SIDE - 2 * HALF) ** 2 / (20 * HALF**2)) ** (SUPPORT_SIZE / 2)
_SUPPORTED = (
    line(Covering(SparseCube(DIMENSION, SUPPORT_SIZE, SIDE), HALF), given=(FITS, _PROPER, below(2 * HALF, SIDE)))
    .ge(Choose(DIMENSION, SUPPORT_SIZE) * _POWER, BLOCKS)
    .ge(_CHOICES * _POWER, _SETS)
    .crosschecked(
        "binomial coefficients",
        r"(d/l)^l\le\tbinom ds,\ l=s\wedge(d-s)",
        "2 <= d < 30, all s",
        _binomials,
    )
    .crosschecked(
        "blocks and grids",
        r"4\Delta^2\le\|x-y\|^2",
        "r = 1; (d, s) = (3, 1), (3, 2), (4, 2)",
        _grids,
    )
)
_FULL_POWER = _POWER.xreplace({SUPPORT_SIZE: DIMENSION})
_FULL = (
    line(Covering(SparseCube(DIMENSION, DIMENSION, SIDE), HALF), given=(below(2 * HALF, SIDE),))
    .ge(Choose(DIMENSION, DIMENSION) * _FULL_POWER, BLOCKS.at({SUPPORT_SIZE: DIMENSION}))
    .ge(_FULL_POWER, SETS.at({SUPPORT_SIZE: DIMENSION}))
)
LEMMA30 = Claim(
    "kent/lemma30",
    "Appendix I, Lemma 30",
    Kind.LOWER_BOUND,
    "the covering number of the sparse cube",
    says=(
        r"N(\Delta)\ge\Big\{\frac{d}{s\wedge(d-s)}\Big\}^{s\wedge(d-s)}\Big\{\frac{s(r-2\Delta)^2}{20\Delta^2}\Big\}^{\frac{s}{2}}\text{ "
        r"for }(\{\theta\in[-r,r]^d:\lVert\theta\rVert_0\le s\},\lVert\cdot\rVert_2),\ s\in[d],\ "
        r"0<\Delta<r/4"
    ),
    match=Match.READING,
    differs="two parts, s < d and s = d with the first factor 1, for every Delta below r/2",
    printed=AllOf("", {"s < d": _SUPPORTED, "s = d": _FULL}),
    note="With s = d the first factor is 1. For every Delta < r/2, where r/4 is printed.",
)

CLAIMS = (
    LEMMA29_CODE,
    LEMMA29,
    LEMMA30_PATTERNS,
    LEMMA30_240,
    LEMMA30,
)
