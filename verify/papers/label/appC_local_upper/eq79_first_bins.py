"""label Appendix C, (79) and (83): the bins with the least margins, and what all of them lose, with constants."""

import sympy
from sympy import Integer, Min, Rational, log, oo

from notation.symbols import N
from verify.kernel.calculus import at_most as limits
from verify.kernel.calculus import cases, cite, line, real
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, UpToConstant
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.papers.label.appC_local_upper.eq68_margin import AT_MOST, EQ75, EQ75_CLAIM, TIED
from verify.papers.label.appC_local_upper.eq76_fast_rate import (
    DOUBLE,
    EXPONENT,
    GROWS,
    HELD,
    KEPT_LESS,
    LARGER,
    SMALLER,
)
from verify.papers.label.averages import EPS, powers
from verify.papers.label.nouns import CLASSES, KEEP, VARIATION
from verify.papers.label.tents import GAMMA, MARGIN, scaled

_X, _Y, _TOTAL, _HALF = real("x", above=0), real("y", above=0), GAMMA + 1, (GAMMA + 1) / 2
_H, _KEPT, _LESS, _DOUBLED, _LN = (real(letter, above=0) for letter in ("H", "c'", "e", "l''", "l'"))
_SHRINK, _FIRST = Min(1, EPS**2), real("Delta_0", above=0)
_ORDER = limits(_X, _Y), limits(_Y, _X)
_BOTH = (2 * _X) ** _TOTAL + (2 * _Y) ** _TOTAL
_SPLIT = line((_X + _Y) ** _TOTAL).le(
    _BOTH,
    cases(
        *(
            (
                order,
                line((_X + _Y) ** _TOTAL, given=(order,))
                .le((2 * most) ** _TOTAL, GROWS.at({SMALLER: _X + _Y, LARGER: 2 * most, EXPONENT: _TOTAL}))
                .le(_BOTH),
            )
            for order, most in zip(_ORDER, (_Y, _X), strict=True)
        )
    ),
)
_ROOM = (
    limits(_FIRST**2, 2 * _DOUBLED / (_H * _KEPT**2)),
    limits(_DOUBLED, 2 * _LN),
    limits(_LESS, Rational(167, 10) * _KEPT**2),
)
_SQUARE = (
    line(4 * _FIRST**2, given=_ROOM)
    .le(8 * _DOUBLED / (_H * _KEPT**2), _ROOM[0])
    .le(16 * _LN / (_H * _KEPT**2), scaled(8 / (_H * _KEPT**2), _DOUBLED, 2 * _LN))
    .le(
        Rational(1336, 5) * _LN / (_H * _LESS),
        scaled(16 * _LN / (_H * _KEPT**2 * _LESS), _LESS, Rational(167, 10) * _KEPT**2),
    )
)
_POWER = (
    line((2 * _FIRST) ** _TOTAL, given=_ROOM)
    .eq((4 * _FIRST**2) ** _HALF, powers((2 * _FIRST) ** _TOTAL, (4 * _FIRST**2) ** _HALF))
    .le(
        (Rational(1336, 5) * _LN / (_H * _LESS)) ** _HALF,
        GROWS.at({SMALLER: 4 * _FIRST**2, LARGER: _SQUARE.statement.right, EXPONENT: _HALF}),
        _SQUARE,
    )
)
_AT = {_H: HELD, _KEPT: KEEP, _DOUBLED: log(2 * CLASSES), _LN: log(CLASSES), _LESS: _SHRINK}
_CHOSEN = _ROOM[0].xreplace(_AT)
_RATE = (Rational(1336, 5) * log(CLASSES) / (HELD * _SHRINK)) ** _HALF
_LEVEL = _FIRST + 2 * VARIATION
_SMALL = cite(EQ75_CLAIM).at({AT_MOST: _LEVEL})
_W = real("w", above=0)
_ONE_MORE = line(_W**GAMMA * (3 * _W)).eq(3 * _W**_TOTAL, powers(_W**GAMMA * (3 * _W), 3 * _W**_TOTAL))
_SUMMED = (
    line((_X + _Y) ** GAMMA * (3 * _X + _Y))
    .le((_X + _Y) ** GAMMA * (3 * (_X + _Y)), scaled((_X + _Y) ** GAMMA, 3 * _X + _Y, 3 * (_X + _Y)))
    .eq(3 * (_X + _Y) ** _TOTAL, _ONE_MORE.at({_W: _X + _Y}))
    .le(3 * ((2 * _X) ** _TOTAL + (2 * _Y) ** _TOTAL), _SPLIT)
)
_OF_BINS, _FEW = real("p", least=0), real("r", above=0)
_RARE = (limits(_OF_BINS, MARGIN * (_X + _Y) ** GAMMA), limits((2 * _X) ** _TOTAL, _FEW))
_LOST = (
    line(_OF_BINS * (3 * _X + _Y), given=_RARE)
    .le(MARGIN * (_X + _Y) ** GAMMA * (3 * _X + _Y), scaled(3 * _X + _Y, _OF_BINS, MARGIN * (_X + _Y) ** GAMMA))
    .le(MARGIN * 3 * ((2 * _X) ** _TOTAL + (2 * _Y) ** _TOTAL), scaled(MARGIN, _SUMMED.start, _SUMMED.end), _SUMMED)
    .le(MARGIN * 3 * (_FEW + (2 * _Y) ** _TOTAL), _RARE[1])
)
_SMALL_BINS = _SMALL.statement.conclusion.left
_R = sympy.Symbol("r", positive=True)
EQ79 = Claim(
    "label/eq79",
    "Appendix C, (79)",
    Kind.INEQUALITY,
    "the bins whose margin is at most Delta_0",
    says=(
        r"\min_{l\in I_0}\{a_l,b_l\}\leq\sum_{l\in "
        r"I_0}a_l\leq\left(\sum_{l:\Delta_l\leq\Delta_0}p(B_l)\right)\left[3\frac{e^{\frac{\epsilon}{2}}+1}{e^{\frac{\epsilon}{2}}-1}\sqrt{\frac{2\ln(2K)}{cNh^d}}+2L_dh^\beta\right]\leq "
        r"M(\Delta_0+2L_dh^\beta)^\gamma\left[3\frac{e^{\frac{\epsilon}{2}}+1}{e^{\frac{\epsilon}{2}}-1}\sqrt{\frac{2\ln(2K)}{cNh^d}}+2L_dh^\beta\right]\lesssim\left(\frac{1}{\epsilon^2\wedge1}\frac{\ln "
        r"K}{Nh^d}\right)^{\frac{\gamma+1}{2}}+h^{\beta(\gamma+1)}"
    ),
    match=Match.READING,
    differs="from the sum of a_l on: the minimum on the left of it, at most one term, is left out",
    printed=AllOf(
        r"\sum_{l\in I_0}a_l\lesssim\Big(\frac1{\varepsilon^2\wedge1}\frac{\ln K}{Nh^d}\Big)^{\frac{\gamma+1}2}+h^{\beta(\gamma+1)}",
        {
            "two classes that tie everywhere": TIED,
            "next to the bound": UpToConstant(
                N ** Rational(-1, 3),
                2 * N ** Rational(-2, 3),
                (Variable(N, Integer(1), oo),),
                family=((N, _R**3),),
                along=_R,
            ),
        },
    ),
    note="As (75): eta_1 = eta_2 = 1/2 on [0,1], d = beta = gamma = c = 1, epsilon = 1, L = 1/2 and h = N^(-1/3), where the sum over a_l is at least 2 L_d "
    "h^beta = h. The left side wants a sum before min{a_l, b_l}, as (82) has it. In the correction Delta_0 is as in (76), so that a_l of (72) is (3 Delta_0 + "
    "2 L_d h^beta) p(B_l); g is the margin at a point, at most Delta_0 + 2 L_d h^beta in such a bin; beta <= 1.",
    corrected=line(_SMALL_BINS * (3 * _FIRST + 2 * VARIATION), given=(*EQ75.given, _CHOSEN)).le(
        3 * MARGIN * (_RATE + (4 * VARIATION) ** _TOTAL),
        _LOST.at({_OF_BINS: _SMALL_BINS, _X: _FIRST, _Y: 2 * VARIATION, _FEW: _RATE}),
        _SMALL,
        _POWER.at(_AT),
        DOUBLE,
        KEPT_LESS,
    ),
    correction="where two classes tie for the first place nothing is lost, and the other points have the mass of the corrected (75)",
    severity=Severity.PROOF_GAP,
    theorem="label/thm2",
    root="label/eq75",
)

CLAIMS = (EQ79,)
