"""kent Proposition 4 and Appendix C, (71)-(74): the sparse mean at infinitely many samples."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import Any

import sympy
from flint import arb
from sympy import E, Integer, Rational, exp, log, oo, pi, sqrt

from verify.kernel.calculus import at_most, below, cite, integer, let, line, real
from verify.kernel.calculus.facts.bodies import (
    CHOOSE_ABOVE,
    CHOOSE_BELOW,
    CUBE_VOLUME,
    SPARSE_ABOVE,
    SPARSE_BELOW,
    SPARSE_DIAMETER,
    Choose,
    SparseCube,
    UnitCube,
    VolumeRatio,
)
from verify.kernel.calculus.facts.packings import Covering
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, FiniteCheck, Identity
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.s2_1_general_rates.eq57_lower import HALF, INFORMATION
from verify.papers.kent.s2_2_1_mean import STEP1 as CUBE_STEP
from verify.papers.kent.s2_2_1_mean import far, near


def _supports(most: int) -> Iterator[tuple[int, int]]:
    for d in range(1, most + 1):
        for s in range(1, d + 1):
            yield d, s


def _binomials(_: Settings) -> Iterator[Case]:
    for d, s in _supports(30):
        yield Case({"d": d, "s": s}, s**s * comb(d, s), (d * arb(1).exp()) ** s)


DIMENSION, SUPPORT_SIZE, SIDE = integer("d", least=1), integer("s", least=1), real("r", above=0)
FITS = at_most(SUPPORT_SIZE, DIMENSION)
_WIDTHS, _SETS = real("w", above=0), Choose(DIMENSION, SUPPORT_SIZE)
STEP1 = Claim(
    "kent/prop4/step1",
    "Appendix C, proof of Proposition 4, (71)",
    Kind.INEQUALITY,
    "covering numbers of the sparse vectors from above",
    says=(
        r"N(\Delta)\le\binom ds\Big(\frac{6s}{\Delta^2}\Big)^{\frac "
        r"s2}\le\Big(\frac{ed}s\Big)^s\Big(\frac{6s}{\Delta^2}\Big)^{\frac s2}\ \text{ for }\Delta\in(0,1)"
    ),
    match=Match.READING,
    differs="the two ends, at Delta = 1 too",
    printed=line(Covering(SparseCube(DIMENSION, SUPPORT_SIZE, 1), HALF), given=(FITS, at_most(HALF, 1)))
    .le(_SETS * Covering(UnitCube(SUPPORT_SIZE), HALF), SPARSE_ABOVE(DIMENSION, SUPPORT_SIZE, HALF))
    .le(
        (E * DIMENSION / SUPPORT_SIZE) ** SUPPORT_SIZE * (6 * SUPPORT_SIZE / HALF**2) ** (SUPPORT_SIZE / 2),
        CHOOSE_ABOVE(DIMENSION, SUPPORT_SIZE),
        cite(CUBE_STEP, "from above").at({DIMENSION: SUPPORT_SIZE}),
    )
    .crosschecked("binomial coefficients, exact", r"s^s\binom ds\le(ed)^s", "1 <= s <= d <= 30", _binomials),
)


def _counted(d: int, s: int, delta: Fraction) -> arb:
    """The sum of the blocks' volumes over the ball's."""
    volume = arb.pi() ** as_arb(Fraction(s, 2)) / (1 + as_arb(Fraction(s, 2))).gamma()
    return comb(d, s) * as_arb(2 * (1 - 2 * delta) / delta) ** s / volume


def _blocks(_: Settings) -> Iterator[Case]:
    for d, s in _supports(12):
        for delta in (Fraction(1, 100), Fraction(1, 8), Fraction(2, 5)):
            inside = as_arb(2 * s * (1 / delta - 2) ** 2) / (3 * arb.pi())
            right = as_arb(Fraction(d, s)) ** s * inside ** as_arb(Fraction(s, 2))
            yield Case({"d": d, "s": s, "Delta": str(delta)}, _counted(d, s, delta), right)


SETS = line(_SETS, given=(FITS,)).ge((DIMENSION / SUPPORT_SIZE) ** SUPPORT_SIZE, CHOOSE_BELOW(DIMENSION, SUPPORT_SIZE))
_UNIT_BLOCK = (1 - 2 * HALF) / HALF
_SPACE = SparseCube(DIMENSION, SUPPORT_SIZE, 1)

_WIDE_VOLUME = (
    line(VolumeRatio(UnitCube(SUPPORT_SIZE)))
    .ge(sqrt(pi * SUPPORT_SIZE) * (2 * SUPPORT_SIZE / (pi * E)) ** (SUPPORT_SIZE / 2), CUBE_VOLUME(SUPPORT_SIZE))
    .ge((2 * SUPPORT_SIZE / (3 * pi)) ** (SUPPORT_SIZE / 2))
)
DIRECT = Claim(
    "kent/own/prop4-blocks",
    "to Appendix C, proof of Proposition 4, (72): a direct count, without Lemma 30",
    Kind.INEQUALITY,
    "covering numbers of the sparse vectors from below",
    corrected=AllOf(
        "",
        {
            "blocks": line(Covering(_SPACE, HALF), given=(below(2 * HALF, 1),)).ge(
                _SETS * VolumeRatio(UnitCube(SUPPORT_SIZE)) * _UNIT_BLOCK**SUPPORT_SIZE,
                SPARSE_BELOW(DIMENSION, SUPPORT_SIZE, 1, HALF),
            ),
            "their number": line(
                _SETS * VolumeRatio(UnitCube(SUPPORT_SIZE)) * _UNIT_BLOCK**SUPPORT_SIZE,
                given=(FITS, below(2 * HALF, 1)),
            )
            .ge(_SETS * (2 * SUPPORT_SIZE / (3 * pi)) ** (SUPPORT_SIZE / 2) * _UNIT_BLOCK**SUPPORT_SIZE, _WIDE_VOLUME)
            .ge(
                (
                    (DIMENSION / SUPPORT_SIZE) ** SUPPORT_SIZE
                    * (2 * SUPPORT_SIZE / (3 * pi)) ** (SUPPORT_SIZE / 2)
                    * _UNIT_BLOCK**SUPPORT_SIZE
                ),
                SETS,
            )
            .crosschecked(
                "the count and its bound, enclosed",
                r"\binom ds2^s\frac{(1-2\Delta)^s}{\mathrm{Vol}(\mathbb B_2^s(1))\Delta^s}\ge\Big(\frac ds\Big)^s\Big\{\frac{2s(1/\Delta-2)^2}{3\pi}\Big\}^{s/2}",
                "1 <= s <= d <= 12; Delta = 1/100, 1/8, 2/5",
                _blocks,
                ">=",
            ),
        },
    ),
    note="A ball of radius Delta meets at most one block, so the blocks' covering numbers, each at least its volume over "
    "the ball's in s dimensions, add up. No case s > d/2 and no packing in halves is needed, and 2/(3 pi) > 1/20.",
)


def _blocks_printed(_: Settings) -> Iterator[Case]:
    for d, s in _supports(12):
        for delta in (Fraction(1, 100), Fraction(1, 8), Fraction(1, 5)):
            right = as_arb(Fraction(d, s)) ** s * as_arb(s * (1 / delta - 2) ** 2 / 20) ** as_arb(Fraction(s, 2))
            yield Case({"d": d, "s": s, "Delta": str(delta)}, _counted(d, s, delta), right)


_VOLUME = (
    line(VolumeRatio(UnitCube(SUPPORT_SIZE)))
    .ge(sqrt(pi * SUPPORT_SIZE) * (2 * SUPPORT_SIZE / (pi * E)) ** (SUPPORT_SIZE / 2), CUBE_VOLUME(SUPPORT_SIZE))
    .ge((SUPPORT_SIZE / 20) ** (SUPPORT_SIZE / 2))
)
_GROWN = (
    line(_SETS * VolumeRatio(UnitCube(SUPPORT_SIZE)) * _WIDTHS**SUPPORT_SIZE)
    .ge(_SETS * (SUPPORT_SIZE / 20) ** (SUPPORT_SIZE / 2) * _WIDTHS**SUPPORT_SIZE, _VOLUME)
    .eq(_SETS * (SUPPORT_SIZE * _WIDTHS**2 / 20) ** (SUPPORT_SIZE / 2))
)
_BLOCK = (SIDE - 2 * HALF) / HALF
BLOCKS = (
    line(Covering(SparseCube(DIMENSION, SUPPORT_SIZE, SIDE), HALF), given=(below(2 * HALF, SIDE),))
    .ge(
        _SETS * VolumeRatio(UnitCube(SUPPORT_SIZE)) * _BLOCK**SUPPORT_SIZE,
        SPARSE_BELOW(DIMENSION, SUPPORT_SIZE, SIDE, HALF),
    )
    .ge(_SETS * (SUPPORT_SIZE * _BLOCK**2 / 20) ** (SUPPORT_SIZE / 2), _GROWN.at({_WIDTHS: _BLOCK}))
)
"""Block by block, one for each support and each choice of signs."""
STEP2 = Claim(
    "kent/prop4/step2",
    "Appendix C, proof of Proposition 4, (72)",
    Kind.INEQUALITY,
    "covering numbers of the sparse vectors from below, as printed",
    says=(
        r"N(\Delta)\ge\Big(\frac ds\Big)^s\Big\{\frac{s(1/\Delta-2)^2}{20}\Big\}^{\frac s2}\ \text{ for "
        r"}\Delta\in(0,1/4)"
    ),
    match=Match.READING,
    differs="for every Delta below 1/2, more than is printed",
    printed=line(Covering(SparseCube(DIMENSION, SUPPORT_SIZE, 1), HALF), given=(FITS, below(2 * HALF, 1)))
    .ge(_SETS * (SUPPORT_SIZE * _UNIT_BLOCK**2 / 20) ** (SUPPORT_SIZE / 2), BLOCKS.at({SIDE: 1}))
    .ge((DIMENSION / SUPPORT_SIZE) ** SUPPORT_SIZE * (SUPPORT_SIZE * _UNIT_BLOCK**2 / 20) ** (SUPPORT_SIZE / 2), SETS)
    .eq(
        (DIMENSION / SUPPORT_SIZE) ** SUPPORT_SIZE * (SUPPORT_SIZE * (1 / HALF - 2) ** 2 / 20) ** (SUPPORT_SIZE / 2),
        line(SUPPORT_SIZE * _UNIT_BLOCK**2 / 20).eq(SUPPORT_SIZE * (1 / HALF - 2) ** 2 / 20),
    )
    .crosschecked(
        "the count and its bound, enclosed",
        r"\binom ds2^s\frac{(1-2\Delta)^s}{\mathrm{Vol}(\mathbb B_2^s(1))\Delta^s}\ge\Big(\frac ds\Big)^s\Big\{\frac{s(1/\Delta-2)^2}{20}\Big\}^{s/2}",
        "1 <= s <= d <= 12; Delta = 1/100, 1/8, 1/5",
        _blocks_printed,
        ">=",
    ),
    note="Printed as a consequence of Lemma 30 for Delta < 1/4; here by a direct count.",
)

_D, _S, _X, _DELTA = sympy.symbols("d s x Delta", positive=True)


def _doubled(_: Settings) -> Iterator[Case]:
    """Delta^2/2 times the bracket 1/2, next to the printed Delta^2 (1 - 1/2), at Delta = 1/10."""
    delta = Fraction(1, 10)
    yield Case(
        {"Delta": str(delta), "bracket": "1/2"},
        delta**2 / 2 * Fraction(1, 2),
        delta**2 * (1 - Fraction(1, 2)),
        left_again=delta**2 / 4,
    )


PROP4_EQ73 = Claim(
    "kent/prop4/eq73",
    "Appendix C, proof of Proposition 4, (73), the equality",
    Kind.IDENTITY,
    "the factor before the bracket of (73)",
    says=r"\frac{\Delta^2}2\Big(1-\frac{24n\min\{\alpha,\alpha^2\}+\log(4)}{s\log[\{d^2/(20s)\}\{1/(2\Delta)-2\}^2]}\Big)=\Big(\frac{2\sqrt{20s}}de^{24n\min\{\alpha,\alpha^2\}/s+2\log(2)/s}+4\Big)^{-2}\Big(1-\frac12\Big)",
    match=Match.READING,
    differs="with Delta for its value and 1/2 for the quotient in the bracket",
    printed=FiniteCheck(
        r"\frac{\Delta^2}2\Big(1-\frac12\Big)=\Delta^2\Big(1-\frac12\Big)", "Delta = 1/10", _doubled, "=="
    ),
    corrected=Identity(_DELTA**2 / 2 * (1 - (12 * _X + log(2)) / (24 * _X + 2 * log(2))), _DELTA**2 / 4),
    correction="the 1/2 before Phi(Delta) is lost: Delta^2/4, not Delta^2/2",
    severity=Severity.CONSTANT,
    theorem="kent/prop4",
)


def _chain(_: Settings) -> Iterator[Case]:
    """Each link is at most the next; both divided by the larger, so that small numbers are told apart."""
    for d, s in ((1, 1), (2, 1), (2, 2), (50, 1), (50, 7), (50, 50)):
        for factor in (Fraction(101, 100), Fraction(2)):
            x = 120 * as_arb(factor) * arb(6 * d).log()
            delta = 1 / (2 * arb(20 * s).sqrt() / d * (24 * x + arb(4).log() / s).exp() + 4)
            above = 6 * arb(2).exp() * d**2 / s * (-x / 20).exp() + 4 * s * (-s * x / 40).exp()
            links = ((-48 * x).exp() / 20480, delta**2 / 4, above, 2 * (-x / 60).exp())
            for place, (low, high) in enumerate(pairwise(links)):
                yield Case({"d": d, "s": s, "x/(120 log(6d))": str(factor), "link": place + 1}, low / high, 1)


_RATE = real("x", above=0)
_AT = {_RATE: INFORMATION / 12 / SUPPORT_SIZE}
_GIVEN = below(120 * log(6 * DIMENSION), _RATE)
_ROOM = line(120 * log(6 * DIMENSION), given=(_GIVEN,)).le(_RATE, _GIVEN)
_SIXTH = line(DIMENSION, given=(_GIVEN,)).eq(exp(log(6 * DIMENSION)) / 6).le(exp(_RATE / 120) / 6, _ROOM)
_GROWTH, _ANY = real("E", above=0), real("y", above=0)
_SHARP = exp(24 * _RATE + log(4) / SUPPORT_SIZE)
_SLOPE = 2 * sqrt(20 * SUPPORT_SIZE) / DIMENSION
_SHIFT: Any = 1 / (_SLOPE * _GROWTH + 4)
_INSIDE = SUPPORT_SIZE * (1 / (2 * _SHIFT) - 2) ** 2 / 20
_COVERED = (
    line(Covering(SparseCube(DIMENSION, SUPPORT_SIZE, 1), 2 * _SHIFT), given=(FITS,))
    .ge((DIMENSION / SUPPORT_SIZE) ** SUPPORT_SIZE * _INSIDE ** (SUPPORT_SIZE / 2), cite(STEP2).at({HALF: 2 * _SHIFT}))
    .eq(
        (DIMENSION / SUPPORT_SIZE) ** SUPPORT_SIZE * ((SUPPORT_SIZE * _GROWTH / DIMENSION) ** 2) ** (SUPPORT_SIZE / 2),
        line(_INSIDE).eq((SUPPORT_SIZE * _GROWTH / DIMENSION) ** 2),
    )
    .eq(_GROWTH**SUPPORT_SIZE)
)
_NEAR = _SHIFT.xreplace({_GROWTH: _SHARP})
_ENOUGH = (
    line(exp(24 * SUPPORT_SIZE * _RATE + 2 * log(2)), given=(FITS,))
    .eq(_SHARP**SUPPORT_SIZE)
    .le(Covering(SparseCube(DIMENSION, SUPPORT_SIZE, 1), 2 * _NEAR), _COVERED.at({_GROWTH: _SHARP}))
)
_FOUR = (
    line(Integer(4), given=(_GIVEN,))
    .lt(2 * sqrt(20) * exp(24 * _RATE) * 6 * exp(-_RATE / 120))
    .le(
        2 * sqrt(20) * exp(24 * _RATE) / DIMENSION,
        line(1 / DIMENSION, given=(_GIVEN,)).eq(6 * exp(-log(6 * DIMENSION))).ge(6 * exp(-_RATE / 120), _ROOM),
    )
    .le(_SLOPE * _SHARP)
)
_LAST = exp(-48 * _RATE - 2 * log(4) / SUPPORT_SIZE) / 1280
_NEAR_END = (
    line(_NEAR**2 / 4, given=(FITS, _GIVEN))
    .ge(
        1 / (16 * (_SLOPE * _SHARP) ** 2),
        line((1 / (_ANY + 4)) ** 2 / 4, given=(at_most(4, _ANY),)).ge(1 / (16 * _ANY**2)).at({_ANY: _SLOPE * _SHARP}),
        _FOUR,
    )
    .eq(DIMENSION**2 * _LAST / SUPPORT_SIZE)
    .ge(_LAST, line(DIMENSION**2 * _ANY / SUPPORT_SIZE, given=(FITS,)).ge(DIMENSION * _ANY).ge(_ANY).at({_ANY: _LAST}))
    .ge(exp(-48 * _RATE) / 20480)
)
_WIDE, _BALLS = sqrt(6) * E * DIMENSION / sqrt(SUPPORT_SIZE) * exp(-_RATE / 40), exp(SUPPORT_SIZE * _RATE / 40)
_NARROW = (
    line(_WIDE, given=(_GIVEN,))
    .le(sqrt(6) * E * exp(-_RATE / 40) * DIMENSION)
    .le(sqrt(6) * E * exp(-_RATE / 40) * exp(_RATE / 120) / 6, _SIXTH)
    .le(
        sqrt(6) * E / 216,
        line(exp(-_RATE / 60), given=(_GIVEN,)).le(1 / (36 * DIMENSION**2), _ROOM).le(Rational(1, 36)),
    )
    .lt(1)
)
_FEW = (
    line(Covering(SparseCube(DIMENSION, SUPPORT_SIZE, 1), _WIDE), given=(FITS, _GIVEN))
    .le(
        (E * DIMENSION / SUPPORT_SIZE) ** SUPPORT_SIZE * (6 * SUPPORT_SIZE / _WIDE**2) ** (SUPPORT_SIZE / 2),
        cite(STEP1).at({HALF: _WIDE}),
        _NARROW,
    )
    .eq(_BALLS)
)
_FIRST = (
    line(6 * E**2 * DIMENSION**2 / SUPPORT_SIZE * exp(-_RATE / 20), given=(_GIVEN,))
    .le(6 * E**2 * DIMENSION**2 * exp(-_RATE / 20))
    .le(6 * E**2 * (exp(_RATE / 120) / 6) ** 2 * exp(-_RATE / 20), _SIXTH)
    .le(Rational(4, 3) * exp(-_RATE / 60))
)
_FADING = exp(-SUPPORT_SIZE * _RATE / 40)
_SECOND = (
    line(4 * SUPPORT_SIZE * _FADING, given=(FITS, _GIVEN))
    .le(
        4 * DIMENSION * _FADING,
        line(4 * SUPPORT_SIZE * _ANY, given=(FITS,)).le(4 * DIMENSION * _ANY).at({_ANY: _FADING}),
    )
    .le(4 * DIMENSION * exp(-_RATE / 40), line(_FADING).le(exp(-_RATE / 40)))
    .le(4 * exp(_RATE / 120) / 6 * exp(-_RATE / 40), _SIXTH)
    .eq(Rational(2, 3) * exp(-_RATE / 60))
)
_ENDS = (
    line(_WIDE**2 + 4 * SUPPORT_SIZE * _BALLS * exp(-SUPPORT_SIZE * _RATE / 20), given=(FITS, _GIVEN))
    .eq(6 * E**2 * DIMENSION**2 / SUPPORT_SIZE * exp(-_RATE / 20) + 4 * SUPPORT_SIZE * _FADING)
    .le(Rational(4, 3) * exp(-_RATE / 60) + Rational(2, 3) * exp(-_RATE / 60), _FIRST, _SECOND)
    .eq(2 * exp(-_RATE / 60))
)
SPARSE_LOWER = far(_SPACE, _NEAR, _ENOUGH, _NEAR_END, _AT)
"""(73)."""
SPARSE_UPPER = near(_SPACE, _WIDE, _BALLS, _FEW, SPARSE_DIAMETER(DIMENSION, SUPPORT_SIZE), _ENDS, _AT)
"""(74)."""
_NEAR_CHOSEN, _WIDE_CHOSEN = (let(r"\Delta", width.xreplace(_AT)) for width in (_NEAR, _WIDE))
_RATED, _SENT = _GIVEN.xreplace(_AT), INFORMATION / 12
_HIDDEN = SUPPORT_SIZE * (24 * _SENT / SUPPORT_SIZE + log(4) / SUPPORT_SIZE)
PROP4_STEP3 = Claim(
    "kent/prop4/step3",
    "Appendix C, proof of Proposition 4, the choices of Delta in (73), (74)",
    Kind.RATE_ALGEBRA,
    "the two choices of Delta",
    says=r"\Delta=\Big(\frac{2(20s)^{1/2}}de^{24n\min\{\alpha,\alpha^2\}/s+\log(4)/s}+4\Big)^{-1}<\frac18;\quad\Delta=6^{1/2}e\,d\,s^{-1/2}e^{-n\min\{\alpha,\alpha^2\}/(40s)}<1",
    match=Match.READING,
    differs="with what (73) and (74) do with the two choices; (74) in the product N(Delta) e^(...) alone",
    printed=AllOf(
        "",
        {
            "(73): Delta < 1/8": line(_NEAR_CHOSEN, given=(_RATED,)).lt(
                Rational(1, 8),
                line(1 / (_SLOPE * _SHARP + 4), given=(_GIVEN,))
                .lt(
                    Rational(1, 8),
                    line(1 / (_ANY + 4), given=(below(4, _ANY),)).lt(Rational(1, 8)).at({_ANY: _SLOPE * _SHARP}),
                    _FOUR,
                )
                .at(_AT),
            ),
            "(74): Delta < 1": line(_WIDE_CHOSEN, given=(_RATED,)).lt(1, _NARROW.at(_AT)),
            "(73): the logarithm": line(
                SUPPORT_SIZE * log(DIMENSION**2 / (20 * SUPPORT_SIZE) * (1 / (2 * _NEAR_CHOSEN) - 2) ** 2)
            ).eq(2 * _HIDDEN),
            "(73): the bracket": line(1 - (24 * _SENT + log(4)) / (2 * _HIDDEN)).eq(Rational(1, 2)),
            "(74): what is left": line(Covering(_SPACE, _WIDE_CHOSEN) * exp(-_SENT / 20), given=(FITS, _RATED))
            .le(exp(_SENT / 40) * exp(-_SENT / 20), _FEW.at(_AT))
            .eq(exp(-_SENT / 40)),
        },
    ),
)
PROP4 = Claim(
    "kent/prop4",
    "Section 2.2.2, Proposition 4, (17)",
    Kind.LOWER_BOUND,
    "the sparse mean at infinitely many samples",
    says=(
        r"\text{if }n\min\{\alpha,\alpha^2\}>120s\log(6d)\text{: "
        r"}e^{-Cn\min\{\alpha,\alpha^2\}/s}\lesssim\mathcal{R}_{n,\infty,\alpha}(\theta(\mathcal{P}_{d,s}),\lVert\cdot\rVert_2^2)\lesssim "
        r"e^{-cn\min\{\alpha,\alpha^2\}/s}\text{, }C>c>0\text{ absolute}"
    ),
    match=Match.READING,
    differs="C = 48, c = 1/60, with the constants 1/20480 and 2",
    printed=AllOf(
        "",
        {
            "(73)": SPARSE_LOWER,
            "(74)": SPARSE_UPPER.crosschecked(
                "all bounds, enclosed",
                r"\tfrac1{20480}e^{-48x}\le\tfrac{\Delta^2}4\le6e^2\tfrac{d^2}se^{-x/20}+4se^{-sx/40}\le2e^{-x/60}",
                "(d, s) = (1, 1), (2, 1), (2, 2), (50, 1), (50, 7), (50, 50); x = 120 log(6d) times 101/100, 2",
                _chain,
            ),
        },
    ),
    note="C = 48 and c = 1/60 with constants 1/20480 and 2, uniformly in d and s <= d. The diameter 2 "
    "sqrt(s) is that of two opposite vectors; other supports give less.",
)
_Y, _P, _U = sympy.symbols("y p u", nonnegative=True)
_DIMENSION = Variable(_D, Integer(1), oo)
_SPARSE = Variable(_S, Integer(1), oo)
_WIDTH = Variable(_DELTA, Integer(0), Integer(1), open_lower=True, open_upper=True)
_INFORMATION = Variable(_X, Integer(60) * log(6), oo, open_lower=True)
"""x = n min{alpha, alpha^2}/s, which the assumptions put above 60 log 6."""

CLAIMS = (
    STEP1,
    DIRECT,
    STEP2,
    PROP4_STEP3,
    PROP4_EQ73,
    PROP4,
)
