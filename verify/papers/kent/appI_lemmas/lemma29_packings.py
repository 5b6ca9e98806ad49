"""kent Lemmas 29 and 30 of Appendix I: packings by construction."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

import sympy
from flint import arb
from sympy import Integer, Min, Rational, log, oo, pi

from verify.calculus import at_most, below, by, calc, cases
from verify.calculus.facts.bodies import CHOOSE_SYMMETRIC, Choose, SparseCube
from verify.calculus.facts.packings import Covering
from verify.calculus.textbook import PACKING_COVERING, VOLUME_COVERING, VOLUMES
from verify.papers.kent.s2_1_general_rates.eq57_lower import HALF
from verify.papers.kent.s2_2_2_sparse_mean import BLOCKS, DIMENSION, FITS, SETS, SIDE, SUPPORT_SIZE
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity
from verify.statements import at_most as ordered
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_K, _DELTA, _R, _X, _Y, _S, _C = sympy.symbols("k Delta r x y s c", positive=True)
_PB, _KB = sympy.symbols("P Q", positive=True)
"""pi^beta and k^beta."""
_W = sympy.Symbol("w", nonnegative=True)
_ONE = Variable(_W, Integer(0), Integer(1))
_I = sympy.Symbol("i", integer=True, nonnegative=True)
_ANY = Variable(_X, Integer(0), oo, open_lower=True)


def _ball(s: int, ratio: Fraction) -> arb:
    """ratio^s 2^s Gamma(1 + s/2)/pi^(s/2)."""
    half = as_arb(Fraction(s, 2))
    return as_arb(2 * ratio) ** s * (half + 1).gamma() / arb.pi() ** half


def _volumes(_: Settings) -> Iterator[Case]:
    """(s/5)^(s/2) beside 2^s Gamma(1 + s/2)/pi^(s/2), at r = Delta."""
    for s in (1, 2, 3, 5, 10, 40, 200):
        yield Case({"s": s}, as_arb(Fraction(s, 5)) ** as_arb(Fraction(s, 2)), _ball(s, Fraction(1)))


def _printed_volume(_: Settings) -> Iterator[Case]:
    """The covering number of [-1, 1] by radius 1/10 beside (d r^2/(5 Delta^2))^(1/2) at d = 100; second route: length/length."""
    intervals = len(range(-9, 10, 2))
    yield Case(
        {"s": 1, "d": 100, "r": 1, "Delta": "1/10"},
        intervals**2,
        Fraction(100 * 100, 5),
        left_again=(Fraction(2) / Fraction(2, 10)) ** 2,
    )


def _patterns(_: Settings) -> Iterator[Case]:
    """The number of sign vectors on a support of size s as S_iota is printed, beside 2^s."""
    for s in (1, 2):
        yield Case({"s": s}, len(list(product((-1, 0, 1), repeat=s))), 2**s, left_again=3**s)


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


def _hypercodes(_: Settings) -> Iterator[Case]:
    """A greedy code in {0, 1}^k: its size beside 2^(k/8), to the eighth power."""
    for k in (8, 9, 10, 12):
        code: list[int] = []
        for word in range(2**k):
            if all(8 * (word ^ other).bit_count() >= k for other in code):
                code.append(word)
        yield Case({"k": k, "distance": "k/8"}, 2**k, len(code) ** 8)


def _exact_patterns(_: Settings) -> Iterator[Case]:
    for d in range(1, 6):
        for support in product((0, 1), repeat=d):
            here = [
                v
                for v in product((-1, 0, 1), repeat=d)
                if all((x == 0) == (i == 0) for x, i in zip(v, support, strict=True))
            ]
            yield Case({"iota": str(support)}, len(here), 2 ** sum(support))


_LEAST = Min(SUPPORT_SIZE, DIMENSION - SUPPORT_SIZE)
_FEWER, _MORE = at_most(SUPPORT_SIZE, DIMENSION - SUPPORT_SIZE), at_most(DIMENSION - SUPPORT_SIZE, SUPPORT_SIZE)
_PROPER = at_most(1, DIMENSION - SUPPORT_SIZE)
_CHOICES = (DIMENSION / _LEAST) ** _LEAST
_SETS = cases(
    (_FEWER, calc(
        Choose(DIMENSION, SUPPORT_SIZE), ">=", (DIMENSION/SUPPORT_SIZE)**SUPPORT_SIZE, by(SETS), "==", _CHOICES,
        by(calc(_LEAST, "==", SUPPORT_SIZE, given=(_FEWER,))), given=(FITS, _PROPER, _FEWER),
    )),
    (_MORE, calc(
        Choose(DIMENSION, SUPPORT_SIZE), "==", Choose(DIMENSION, DIMENSION - SUPPORT_SIZE),
        by(CHOOSE_SYMMETRIC(DIMENSION, SUPPORT_SIZE)),
        ">=", (DIMENSION/(DIMENSION - SUPPORT_SIZE))**(DIMENSION - SUPPORT_SIZE),
        by(SETS.at({SUPPORT_SIZE: DIMENSION - SUPPORT_SIZE})), "==", _CHOICES,
        by(calc(_LEAST, "==", DIMENSION - SUPPORT_SIZE, given=(_MORE,))), given=(FITS, _PROPER, _MORE),
    )),
)  # fmt: skip
_POWER = (SUPPORT_SIZE * (SIDE - 2 * HALF) ** 2 / (20 * HALF**2)) ** (SUPPORT_SIZE / 2)
_SUPPORTED = calc(
    Covering(SparseCube(DIMENSION, SUPPORT_SIZE, SIDE), HALF), ">=", Choose(DIMENSION, SUPPORT_SIZE)*_POWER, by(BLOCKS),
    ">=", _CHOICES*_POWER, by(_SETS), given=(FITS, _PROPER, below(2*HALF, SIDE)),
    crosschecks=(
                (
                    "binomial coefficients",
                    FiniteCheck(r"(d/l)^l\le\tbinom ds,\ l=s\wedge(d-s)", "2 <= d < 30, all s", _binomials),
                ),
                (
                    "blocks and grids",
                    FiniteCheck(r"4\Delta^2\le\|x-y\|^2", "r = 1; (d, s) = (3, 1), (3, 2), (4, 2)", _grids),
                ),
    ),
)  # fmt: skip
_FULL_POWER = _POWER.xreplace({SUPPORT_SIZE: DIMENSION})
_FULL = calc(
    Covering(SparseCube(DIMENSION, DIMENSION, SIDE), HALF), ">=", Choose(DIMENSION, DIMENSION)*_FULL_POWER,
    by(BLOCKS.at({SUPPORT_SIZE: DIMENSION})), ">=", _FULL_POWER, by(SETS.at({SUPPORT_SIZE: DIMENSION})),
    given=(below(2*HALF, SIDE),),
)  # fmt: skip
LEMMA30 = Claim(
    "kent/lemma30",
    "Appendix I, Lemma 30",
    Kind.LOWER_BOUND,
    "the covering number of the sparse cube",
    AllOf("", (("s < d", _SUPPORTED), ("s = d", _FULL))),
    note="With s = d the first factor is 1. For every Delta < r/2, where r/4 is printed.",
)

CLAIMS = (
    Claim(
        "kent/lemma29/code",
        "Appendix I, proof of Lemma 29",
        Kind.CONSTRUCTION,
        "separation along a Varshamov-Gilbert code",
        Derived(
            r"H(u,u')\ge\tfrac k8\Rightarrow\|f_u-f_{u'}\|_2^2\ge\tfrac{c'_\beta r^2\pi^{2\beta}}{16k^{2\beta}}\ge\Delta^2,\ \Delta=\tfrac{\sqrt{c'_\beta}r\pi^\beta}{16k^\beta}",
            ("kent/eq209", "kent/own/varshamov-gilbert"),
            AllOf(
                r"\text{(209) with }H\ge k/8",
                (
                    (
                        "the product",
                        Identity(_C * _R**2 * _PB**2 / (2 * _KB**2 * _K) * _K / 8, _C * _R**2 * _PB**2 / (16 * _KB**2)),
                    ),
                    ("1/16^2 <= 1/16", ordered(_W / 256, _W / 16, _ONE)),
                    ("k from Delta", Identity(_R * _PB / (16 * (_R * _PB / (16 * _KB))), _KB)),
                ),
            ),
            (),
            (("greedy codes", FiniteCheck(r"2^{k/8}\le|\mathcal V'|", "k = 8, 9, 10, 12", _hypercodes)),),
        ),
        note="1/4 would do in place of 1/16.",
    ),
    Claim(
        "kent/lemma29",
        "Appendix I, Lemma 29",
        Kind.LOWER_BOUND,
        "the covering number of the densities",
        Derived(
            r"N_{\mathcal F_{\beta,r}}(\Delta)\ge\exp\{c_\beta(r/\Delta)^{1/\beta}\},\ c_\beta>0,\ r=1",
            ("kent/own/sobolev-point",),
            ordered(_X, log(Integer(1)), _ANY),
        ),
        Derived(
            r"N(\Delta)\ge\exp\{c_\beta(r/\Delta)^{1/\beta}\},\ \Delta\le\tfrac{\sqrt{c'_\beta}r\pi^\beta}{32},\text{ in }\{f>0,\int f=1,\textstyle\sum_ja_j^2\theta_j^2\le r^2\},\ r\le1",
            ("kent/lemma29/code", "kent/appH.5/fam"),
            AllOf(
                r"\log2^{k/8}=\tfrac{k\log2}8,\ N(\Delta/2)\ge M(\Delta)",
                (
                    ("the exponent", Identity(_K / 8 * log(2), log(2) / 8 * _K)),
                    (
                        "a floor: at least half of it for k >= 1",
                        ordered(_X / 2, _X - _W / 2, Variable(_X, Integer(1), oo), _ONE),
                    ),
                ),
            ),
            (PACKING_COVERING,),
        ),
        correction=(
            "in the ellipsoid without the first coefficient: for r <= 1 the printed class has at most one point, so that its covering number "
            "is at most 1"
        ),
        severity=Severity.CONDITION,
        theorem="kent/own/thm9-lower",
        note=(
            "x = c_beta (1/Delta)^(1/beta) > 0 beside log N = 0. The paper's Delta is small; here N(Delta/2) >= "
            "M(Delta) at Delta of kent/lemma29/code with k >= 1."
        ),
        root="kent/prop5",
    ),
    Claim(
        "kent/lemma30/patterns",
        "Appendix I, proof of Lemma 30, the set of sign vectors",
        Kind.CONSTRUCTION,
        "the sign vectors on a support",
        FiniteCheck(
            r"|S_\iota|=|\{\varsigma\in\{-1,0,1\}^d:\varsigma_j=0\text{ where }\iota_j=0\}|=2^s",
            "s = 1, 2",
            _patterns,
            "==",
        ),
        Derived(
            r"|\{\varsigma:\varsigma_j=0\iff\iota_j=0\}|=2^s",
            (),
            Identity(sympy.summation(sympy.binomial(_S, _I), (_I, 0, _S)), 2**_S, ((_S, "1", "oo"),)),
            (),
            (("enumerated", FiniteCheck(r"|S_\iota|=2^s", "d = 1..5, every iota", _exact_patterns, "==")),),
        ),
        correction="zero exactly where iota is zero; as printed there are 3^s. (For the same reason the union of the A_iota holds all vectors with at "
        "most s entries, not exactly s.)",
        severity=Severity.TYPO,
        theorem="kent/lemma30",
    ),
    Claim(
        "kent/lemma30/240",
        "Appendix I, proof of Lemma 30, (240)",
        Kind.INEQUALITY,
        "the volume bound",
        FiniteCheck(
            r"N_{\mathbb B_\infty(r)}(\Delta)^2\ge\Big(\frac{dr^2}{5\Delta^2}\Big)^s,\ \mathbb B_\infty(r)\subset\mathbb R^s",
            "s = 1, d = 100, r = 1, Delta = 1/10",
            _printed_volume,
            ">=",
        ),
        Derived(
            r"\Big(\frac{sr^2}{5\Delta^2}\Big)^{s/2}\le\Big(\frac r\Delta\Big)^s\frac{2^s\Gamma(1+s/2)}{\pi^{s/2}}\le N_{\mathbb B_\infty(r)}(\Delta)",
            (),
            AllOf(
                r"\text{from }s\text{ to }s+2:\ \tfrac{4(1+s/2)}\pi\ge\tfrac{e(s+2)}5\ge\tfrac{s+2}5(1+\tfrac2s)^{s/2}",
                (
                    ("2/pi >= e/5", ordered(sympy.E * _W / 5, 2 * _W / pi, _ONE)),
                    ("(1 + 1/x)^x <= e, w = 1/x", ordered(log(1 + _W), _W, Variable(_W, Integer(0), Integer(2)))),
                    (
                        "s = 1: Gamma(3/2) = sqrt(pi)/2",
                        Identity(2 * sympy.gamma(Rational(3, 2)) / sympy.sqrt(pi), Integer(1)),
                    ),
                    ("s = 2", ordered(2 * _W / 5, 4 * _W / pi, _ONE)),
                    ("the factor of Gamma", Identity(sympy.gamma(_Y + 2) / sympy.gamma(_Y + 1), _Y + 1)),
                ),
            ),
            (VOLUMES, VOLUME_COVERING),
            (
                (
                    "volumes",
                    FiniteCheck(r"(s/5)^{s/2}\le2^s\Gamma(1+s/2)\pi^{-s/2}", "s = 1, 2, 3, 5, 10, 40, 200", _volumes),
                ),
            ),
        ),
        correction="s in place of d: the ball is s-dimensional, and (241) has s",
        severity=Severity.TYPO,
        theorem="kent/lemma30",
        note="By induction from s to s + 2; both sides scale alike in r/Delta. Covers by balls, so that volumes compare.",
    ),
    LEMMA30,
)
