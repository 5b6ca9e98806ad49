"""kent Proposition 4 and Appendix C, (71)-(74): the sparse mean at infinitely many samples."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import Any

import sympy
from flint import arb
from sympy import E, Integer, Rational, exp, log, oo, pi, sqrt

from verify.calculus import at_most, below, by, calc, cite, integer, real
from verify.calculus.facts.bodies import (
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
from verify.calculus.facts.packings import Covering
from verify.papers.kent.s2_1_general_rates.eq57_lower import HALF, INFORMATION
from verify.papers.kent.s2_2_1_mean import STEP1 as CUBE_STEP
from verify.papers.kent.s2_2_1_mean import far, near
from verify.prover import Variable
from verify.statements import AllOf, Case, FiniteCheck, Identity
from verify.statements import at_most as ordered
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_D, _S, _X, _G, _DELTA, _E = sympy.symbols("d s x g Delta E", positive=True)
_Y, _P, _U = sympy.symbols("y p u", nonnegative=True)
_DIMENSION = Variable(_D, Integer(1), oo)
_SPARSE = Variable(_S, Integer(1), oo)
_WIDTH = Variable(_DELTA, Integer(0), Integer(1), open_lower=True, open_upper=True)
_HALF = Rational(1, 2)
_INFORMATION = Variable(_X, Integer(60) * log(6), oo, open_lower=True)
"""x = n min{alpha, alpha^2}/s, which the assumptions put above 60 log 6."""


def _doubled(_: Settings) -> Iterator[Case]:
    """Delta^2/2 times the bracket 1/2, beside the printed Delta^2 (1 - 1/2), at Delta = 1/10."""
    delta = Fraction(1, 10)
    yield Case(
        {"Delta": str(delta), "bracket": "1/2"},
        delta**2 / 2 * Fraction(1, 2),
        delta**2 * (1 - Fraction(1, 2)),
        left_again=delta**2 / 4,
    )


def _supports(most: int) -> Iterator[tuple[int, int]]:
    for d in range(1, most + 1):
        for s in range(1, d + 1):
            yield d, s


def _binomials(_: Settings) -> Iterator[Case]:
    for d, s in _supports(30):
        yield Case({"d": d, "s": s}, s**s * comb(d, s), (d * arb(1).exp()) ** s)


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


def _blocks_printed(_: Settings) -> Iterator[Case]:
    for d, s in _supports(12):
        for delta in (Fraction(1, 100), Fraction(1, 8), Fraction(1, 5)):
            right = as_arb(Fraction(d, s)) ** s * as_arb(s * (1 / delta - 2) ** 2 / 20) ** as_arb(Fraction(s, 2))
            yield Case({"d": d, "s": s, "Delta": str(delta)}, _counted(d, s, delta), right)


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


DIMENSION, SUPPORT_SIZE, SIDE = integer("d", least=1), integer("s", least=1), real("r", above=0)
FITS = at_most(SUPPORT_SIZE, DIMENSION)
_VOLUME = calc(
    VolumeRatio(UnitCube(SUPPORT_SIZE)), ">=", sqrt(pi*SUPPORT_SIZE)*(2*SUPPORT_SIZE/(pi*E))**(SUPPORT_SIZE/2),
    by(CUBE_VOLUME(SUPPORT_SIZE)), ">=", (SUPPORT_SIZE/20)**(SUPPORT_SIZE/2),
)  # fmt: skip
_WIDTHS, _SETS = real("w", above=0), Choose(DIMENSION, SUPPORT_SIZE)
_GROWN = calc(
    _SETS*VolumeRatio(UnitCube(SUPPORT_SIZE))*_WIDTHS**SUPPORT_SIZE,
    ">=", _SETS*(SUPPORT_SIZE/20)**(SUPPORT_SIZE/2)*_WIDTHS**SUPPORT_SIZE, by(_VOLUME),
    "==", _SETS*(SUPPORT_SIZE*_WIDTHS**2/20)**(SUPPORT_SIZE/2),
)  # fmt: skip
_BLOCK = (SIDE - 2 * HALF) / HALF
BLOCKS = calc(
    Covering(SparseCube(DIMENSION, SUPPORT_SIZE, SIDE), HALF),
    ">=", _SETS*VolumeRatio(UnitCube(SUPPORT_SIZE))*_BLOCK**SUPPORT_SIZE,
    by(SPARSE_BELOW(DIMENSION, SUPPORT_SIZE, SIDE, HALF)),
    ">=", _SETS*(SUPPORT_SIZE*_BLOCK**2/20)**(SUPPORT_SIZE/2), by(_GROWN.at({_WIDTHS: _BLOCK})),
    given=(below(2*HALF, SIDE),),
)  # fmt: skip
"""Block by block, one for each support and each choice of signs."""
SETS = calc(
    _SETS, ">=", (DIMENSION/SUPPORT_SIZE)**SUPPORT_SIZE, by(CHOOSE_BELOW(DIMENSION, SUPPORT_SIZE)), given=(FITS,),
)  # fmt: skip
STEP1 = Claim(
    "kent/prop4/step1",
    "Appendix C, proof of Proposition 4, (71)",
    Kind.INEQUALITY,
    "covering numbers of the sparse vectors from above",
    calc(
        Covering(SparseCube(DIMENSION, SUPPORT_SIZE, 1), HALF), "<=", _SETS*Covering(UnitCube(SUPPORT_SIZE), HALF),
        by(SPARSE_ABOVE(DIMENSION, SUPPORT_SIZE, HALF)),
        "<=", (E*DIMENSION/SUPPORT_SIZE)**SUPPORT_SIZE*(6*SUPPORT_SIZE/HALF**2)**(SUPPORT_SIZE/2),
        by(CHOOSE_ABOVE(DIMENSION, SUPPORT_SIZE), cite(CUBE_STEP, "from above").at({DIMENSION: SUPPORT_SIZE})),
        given=(FITS, at_most(HALF, 1)),
    ).crosschecked("binomial coefficients, exact", r"s^s\binom ds\le(ed)^s", "1 <= s <= d <= 30", _binomials),
)  # fmt: skip
_UNIT_BLOCK = (1 - 2 * HALF) / HALF
STEP2 = Claim(
    "kent/prop4/step2",
    "Appendix C, proof of Proposition 4, (72)",
    Kind.INEQUALITY,
    "covering numbers of the sparse vectors from below, as printed",
    calc(
        Covering(SparseCube(DIMENSION, SUPPORT_SIZE, 1), HALF),
        ">=", _SETS*(SUPPORT_SIZE*_UNIT_BLOCK**2/20)**(SUPPORT_SIZE/2), by(BLOCKS.at({SIDE: 1})),
        ">=", (DIMENSION/SUPPORT_SIZE)**SUPPORT_SIZE*(SUPPORT_SIZE*_UNIT_BLOCK**2/20)**(SUPPORT_SIZE/2), by(SETS),
        "==", (DIMENSION/SUPPORT_SIZE)**SUPPORT_SIZE*(SUPPORT_SIZE*(1/HALF - 2)**2/20)**(SUPPORT_SIZE/2),
        by(calc(SUPPORT_SIZE*_UNIT_BLOCK**2/20, "==", SUPPORT_SIZE*(1/HALF - 2)**2/20)),
        given=(FITS, below(2*HALF, 1)),
    ).crosschecked(
        "the count and its bound, enclosed",
        r"\binom ds2^s\frac{(1-2\Delta)^s}{\mathrm{Vol}(\mathbb B_2^s(1))\Delta^s}\ge\Big(\frac ds\Big)^s\Big\{\frac{s(1/\Delta-2)^2}{20}\Big\}^{s/2}",
        "1 <= s <= d <= 12; Delta = 1/100, 1/8, 1/5", _blocks_printed, ">=",
    ),
    note="Printed as a consequence of Lemma 30 for Delta < 1/4; here by a direct count.",
)  # fmt: skip

_RATE = real("x", above=0)
_AT = {_RATE: INFORMATION / 12 / SUPPORT_SIZE}
_GIVEN = below(120 * log(6 * DIMENSION), _RATE)
_ROOM = calc(120 * log(6 * DIMENSION), "<=", _RATE, by(_GIVEN), given=(_GIVEN,))
_SIXTH = calc(
    DIMENSION, "==", exp(log(6*DIMENSION))/6, "<=", exp(_RATE/120)/6, by(_ROOM), given=(_GIVEN,),
)  # fmt: skip
_GROWTH, _ANY = real("E", above=0), real("y", above=0)
_SHARP = exp(24 * _RATE + log(4) / SUPPORT_SIZE)
_SLOPE = 2 * sqrt(20 * SUPPORT_SIZE) / DIMENSION
_SHIFT: Any = 1 / (_SLOPE * _GROWTH + 4)
_INSIDE = SUPPORT_SIZE * (1 / (2 * _SHIFT) - 2) ** 2 / 20
_COVERED = calc(
    Covering(SparseCube(DIMENSION, SUPPORT_SIZE, 1), 2*_SHIFT),
    ">=", (DIMENSION/SUPPORT_SIZE)**SUPPORT_SIZE*_INSIDE**(SUPPORT_SIZE/2), by(cite(STEP2).at({HALF: 2*_SHIFT})),
    "==", (DIMENSION/SUPPORT_SIZE)**SUPPORT_SIZE*((SUPPORT_SIZE*_GROWTH/DIMENSION)**2)**(SUPPORT_SIZE/2),
    by(calc(_INSIDE, "==", (SUPPORT_SIZE*_GROWTH/DIMENSION)**2)),
    "==", _GROWTH**SUPPORT_SIZE, given=(FITS,),
)  # fmt: skip
_NEAR = _SHIFT.xreplace({_GROWTH: _SHARP})
_ENOUGH = calc(
    exp(24*SUPPORT_SIZE*_RATE + 2*log(2)), "==", _SHARP**SUPPORT_SIZE,
    "<=", Covering(SparseCube(DIMENSION, SUPPORT_SIZE, 1), 2*_NEAR), by(_COVERED.at({_GROWTH: _SHARP})), given=(FITS,),
)  # fmt: skip
_FOUR = calc(
    Integer(4), "<=", 2*sqrt(20)*exp(24*_RATE)*6*exp(-_RATE/120), "<=", 2*sqrt(20)*exp(24*_RATE)/DIMENSION,
    by(calc(1/DIMENSION, "==", 6*exp(-log(6*DIMENSION)), ">=", 6*exp(-_RATE/120), by(_ROOM), given=(_GIVEN,))),
    "<=", _SLOPE*_SHARP, given=(_GIVEN,),
)  # fmt: skip
_LAST = exp(-48 * _RATE - 2 * log(4) / SUPPORT_SIZE) / 1280
_NEAR_END = calc(
    _NEAR**2/4, ">=", 1/(16*(_SLOPE*_SHARP)**2),
    by(calc((1/(_ANY + 4))**2/4, ">=", 1/(16*_ANY**2), given=(at_most(4, _ANY),)).at({_ANY: _SLOPE*_SHARP}), _FOUR),
    "==", DIMENSION**2*_LAST/SUPPORT_SIZE, ">=", _LAST,
    by(calc(DIMENSION**2*_ANY/SUPPORT_SIZE, ">=", DIMENSION*_ANY, ">=", _ANY, given=(FITS,)).at({_ANY: _LAST})),
    ">=", exp(-48*_RATE)/20480, given=(FITS, _GIVEN),
)  # fmt: skip
_WIDE, _BALLS = sqrt(6) * E * DIMENSION / sqrt(SUPPORT_SIZE) * exp(-_RATE / 40), exp(SUPPORT_SIZE * _RATE / 40)
_NARROW = calc(
    _WIDE, "<=", sqrt(6)*E*exp(-_RATE/40)*DIMENSION, "<=", sqrt(6)*E*exp(-_RATE/40)*exp(_RATE/120)/6, by(_SIXTH),
    "<=", sqrt(6)*E/216,
    by(calc(exp(-_RATE/60), "<=", 1/(36*DIMENSION**2), by(_ROOM), "<=", Rational(1, 36), given=(_GIVEN,))),
    "<=", 1, given=(_GIVEN,),
)  # fmt: skip
_FEW = calc(
    Covering(SparseCube(DIMENSION, SUPPORT_SIZE, 1), _WIDE),
    "<=", (E*DIMENSION/SUPPORT_SIZE)**SUPPORT_SIZE*(6*SUPPORT_SIZE/_WIDE**2)**(SUPPORT_SIZE/2),
    by(cite(STEP1).at({HALF: _WIDE}), _NARROW), "==", _BALLS, given=(FITS, _GIVEN),
)  # fmt: skip
_FIRST = calc(
    6*E**2*DIMENSION**2/SUPPORT_SIZE*exp(-_RATE/20), "<=", 6*E**2*DIMENSION**2*exp(-_RATE/20),
    "<=", 6*E**2*(exp(_RATE/120)/6)**2*exp(-_RATE/20), by(_SIXTH), "<=", Rational(4, 3)*exp(-_RATE/60), given=(_GIVEN,),
)  # fmt: skip
_FADING = exp(-SUPPORT_SIZE * _RATE / 40)
_SECOND = calc(
    4*SUPPORT_SIZE*_FADING, "<=", 4*DIMENSION*_FADING,
    by(calc(4*SUPPORT_SIZE*_ANY, "<=", 4*DIMENSION*_ANY, given=(FITS,)).at({_ANY: _FADING})),
    "<=", 4*DIMENSION*exp(-_RATE/40), by(calc(_FADING, "<=", exp(-_RATE/40))),
    "<=", 4*exp(_RATE/120)/6*exp(-_RATE/40), by(_SIXTH), "==", Rational(2, 3)*exp(-_RATE/60), given=(FITS, _GIVEN),
)  # fmt: skip
_ENDS = calc(
    _WIDE**2 + 4*SUPPORT_SIZE*_BALLS*exp(-SUPPORT_SIZE*_RATE/20),
    "==", 6*E**2*DIMENSION**2/SUPPORT_SIZE*exp(-_RATE/20) + 4*SUPPORT_SIZE*_FADING,
    "<=", Rational(4, 3)*exp(-_RATE/60) + Rational(2, 3)*exp(-_RATE/60), by(_FIRST, _SECOND), "==", 2*exp(-_RATE/60),
    given=(FITS, _GIVEN),
)  # fmt: skip
_SPACE = SparseCube(DIMENSION, SUPPORT_SIZE, 1)
SPARSE_LOWER = far(_SPACE, _NEAR, _ENOUGH, _NEAR_END, _AT)
"""(73)."""
SPARSE_UPPER = near(_SPACE, _WIDE, _BALLS, _FEW, SPARSE_DIAMETER(DIMENSION, SUPPORT_SIZE), _ENDS, _AT)
"""(74)."""
PROP4 = Claim("kent/prop4", "Section 2.2.2, Proposition 4, (17)", Kind.LOWER_BOUND,
              "the sparse mean at infinitely many samples",
              AllOf("",
                    {"(73)": SPARSE_LOWER,
                     "(74)": SPARSE_UPPER.crosschecked("all bounds, enclosed",
                                                       r"\tfrac1{20480}e^{-48x}\le\tfrac{\Delta^2}4\le6e^2\tfrac{d^2}se^{-x/20}+4se^{-sx/40}\le2e^{-x/60}",
                                                       "(d, s) = (1, 1), (2, 1), (2, 2), (50, 1), (50, 7), (50, 50); x "
                                                       "= 120 log(6d) times 101/100, 2",
                                                       _chain)}),
              note="C = 48 and c = 1/60 with constants 1/20480 and 2, uniformly in d and s <= d. The diameter 2 "
                   "sqrt(s) is that of two opposite vectors; other supports give less.")  # fmt: skip

_WIDE_VOLUME = calc(
    VolumeRatio(UnitCube(SUPPORT_SIZE)), ">=", sqrt(pi*SUPPORT_SIZE)*(2*SUPPORT_SIZE/(pi*E))**(SUPPORT_SIZE/2),
    by(CUBE_VOLUME(SUPPORT_SIZE)), ">=", (2*SUPPORT_SIZE/(3*pi))**(SUPPORT_SIZE/2),
)  # fmt: skip
DIRECT = Claim(
    "kent/own/prop4-blocks",
    "to Appendix C, proof of Proposition 4, (72): a direct count, without Lemma 30",
    Kind.INEQUALITY,
    "covering numbers of the sparse vectors from below",
    corrected=AllOf("", {
        "blocks": calc(
            Covering(_SPACE, HALF), ">=", _SETS*VolumeRatio(UnitCube(SUPPORT_SIZE))*_UNIT_BLOCK**SUPPORT_SIZE,
            by(SPARSE_BELOW(DIMENSION, SUPPORT_SIZE, 1, HALF)), given=(below(2*HALF, 1),),
        ),
        "their number": calc(
            _SETS*VolumeRatio(UnitCube(SUPPORT_SIZE))*_UNIT_BLOCK**SUPPORT_SIZE,
            ">=", _SETS*(2*SUPPORT_SIZE/(3*pi))**(SUPPORT_SIZE/2)*_UNIT_BLOCK**SUPPORT_SIZE, by(_WIDE_VOLUME),
            ">=", (DIMENSION/SUPPORT_SIZE)**SUPPORT_SIZE*(2*SUPPORT_SIZE/(3*pi))**(SUPPORT_SIZE/2)
            *_UNIT_BLOCK**SUPPORT_SIZE, by(SETS), given=(FITS, below(2*HALF, 1)),
        ).crosschecked(
            "the count and its bound, enclosed",
            r"\binom ds2^s\frac{(1-2\Delta)^s}{\mathrm{Vol}(\mathbb B_2^s(1))\Delta^s}\ge\Big(\frac ds\Big)^s\Big\{\frac{2s(1/\Delta-2)^2}{3\pi}\Big\}^{s/2}",
            "1 <= s <= d <= 12; Delta = 1/100, 1/8, 2/5", _blocks, ">=",
        ),
    }),
    note="A ball of radius Delta meets at most one block, so the blocks' covering numbers, each at least its volume over "
    "the ball's in s dimensions, add up. No case s > d/2 and no packing in halves is needed, and 2/(3 pi) > 1/20.",
)  # fmt: skip

CLAIMS = (
    STEP1,
    DIRECT,
    STEP2,
    Claim(
        "kent/prop4/step3", "Appendix C, proof of Proposition 4, the choices of Delta in (73), (74)", Kind.RATE_ALGEBRA,
        "the two choices of Delta",
        AllOf(
            r"\Delta^{-1}=\tfrac{2\sqrt{20s}}dE+4,\ E=e^{24x+\log4/s};\quad\Delta=\sqrt6\,\tfrac{ed}{\sqrt s}e^{-x/40}",
            {"1/(2 Delta) - 2": Identity(lambda: (2 * sqrt(20 * _S) / _D * _E + 4) / 2 - 2,
                                         lambda: sqrt(20 * _S) * _E / _D),
             "what stands in the logarithm is E^2":
                 Identity(lambda: _D**2 / (20 * _S) * (sqrt(20 * _S) * _E / _D) ** 2, lambda: _E**2),
             "(s/2) log E^2": Identity(_S * (24 * _X + log(4) / _S), 24 * _S * _X + 2 * log(2)),
             "the bracket is 1/2": Identity(1 - (12 * _S * _X + log(2)) / (24 * _S * _X + 2 * log(2)), _HALF),
             "(74): what stands in N(Delta) is e^(x/20)":
                 Identity(lambda: (exp(1) * _D / _S) ** 2 * 6 * _S / (6 * exp(2) * _D**2 / _S * exp(-_X / 20)),
                          lambda: exp(_X / 20)),
             "(74): what is left": Identity(lambda: _S / 2 * (_X / 20) - _S * _X / 20, lambda: -_S * _X / 40),
             "(74): Delta < 1, with g = log(6d), x > 120 g: log(6 e^2 d^2) <= 2g + 2 - log 6":
                 ordered(2 * _G + 2 - log(6), Integer(6) * _G, Variable(_G, log(6), oo)),
             "(73): 4 <= 2 sqrt(20 s) E/d, so Delta < 1/8: log(2d) <= g < 24 x":
                 ordered(_G, 24 * 120 * _G, Variable(_G, log(6), oo))})),
    Claim("kent/prop4/eq73", "Appendix C, proof of Proposition 4, (73), the equality", Kind.IDENTITY,
          "the factor before the bracket of (73)",
          FiniteCheck(r"\frac{\Delta^2}2\Big(1-\frac12\Big)=\Delta^2\Big(1-\frac12\Big)", "Delta = 1/10", _doubled,
                      "=="),
          Identity(_DELTA**2 / 2 * (1 - (12 * _X + log(2)) / (24 * _X + 2 * log(2))), _DELTA**2 / 4),
          correction="the 1/2 before Phi(Delta) is lost: Delta^2/4, not Delta^2/2", severity=Severity.CONSTANT,
          theorem="kent/prop4"),
    PROP4,
)  # fmt: skip
