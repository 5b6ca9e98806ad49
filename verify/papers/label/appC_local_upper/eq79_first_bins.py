"""label Appendix C, (79) and (83): the bins with the least margins, and what all of them lose, with constants."""

from sympy import Min, Rational, log

from verify.calculus import at_most as limits
from verify.calculus import by, calc, cases, real
from verify.papers.label.appC_local_upper.eq68_margin import AT_MOST, EQ75
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
from verify.statements.claim import Claim, Kind

# fmt: off
_X, _Y, _TOTAL, _HALF = real("x", above=0), real("y", above=0), GAMMA + 1, (GAMMA + 1)/2
_H, _KEPT, _LESS, _DOUBLED, _LN = (real(letter, above=0) for letter in ("H", "c'", "e", "l''", "l'"))
_SHRINK, _FIRST = Min(1, EPS**2), real("Delta_0", above=0)
_ORDER = limits(_X, _Y), limits(_Y, _X)
_BOTH = (2*_X)**_TOTAL + (2*_Y)**_TOTAL
_SPLIT = calc((_X + _Y)**_TOTAL, "<=", _BOTH, by(cases(*(
    (order, calc((_X + _Y)**_TOTAL, "<=", (2*most)**_TOTAL, by(GROWS.at({SMALLER: _X + _Y, LARGER: 2*most, EXPONENT: _TOTAL})),
                 "<=", _BOTH, given=(order,)))
    for order, most in zip(_ORDER, (_Y, _X), strict=True)
))))
_ROOM = (limits(_FIRST**2, 2*_DOUBLED/(_H*_KEPT**2)), limits(_DOUBLED, 2*_LN), limits(_LESS, Rational(167, 10)*_KEPT**2))
_SQUARE = calc(
    4*_FIRST**2, "<=", 8*_DOUBLED/(_H*_KEPT**2), by(_ROOM[0]), "<=", 16*_LN/(_H*_KEPT**2), by(scaled(8/(_H*_KEPT**2), _DOUBLED, 2*_LN)),
    "<=", Rational(1336, 5)*_LN/(_H*_LESS), by(scaled(16*_LN/(_H*_KEPT**2*_LESS), _LESS, Rational(167, 10)*_KEPT**2)),
    given=_ROOM,
)
_POWER = calc(
    (2*_FIRST)**_TOTAL, "==", (4*_FIRST**2)**_HALF, by(powers((2*_FIRST)**_TOTAL, (4*_FIRST**2)**_HALF)),
    "<=", (Rational(1336, 5)*_LN/(_H*_LESS))**_HALF,
    by(GROWS.at({SMALLER: 4*_FIRST**2, LARGER: _SQUARE.statement.right, EXPONENT: _HALF}), _SQUARE),
    given=_ROOM,
)
_AT = {_H: HELD, _KEPT: KEEP, _DOUBLED: log(2*CLASSES), _LN: log(CLASSES), _LESS: _SHRINK}
_CHOSEN = _ROOM[0].xreplace(_AT)
_RATE = (Rational(1336, 5)*log(CLASSES)/(HELD*_SHRINK))**_HALF
_LEVEL = _FIRST + 2*VARIATION
_SMALL = EQ75.at({AT_MOST: _LEVEL})
_W = real("w", above=0)
_ONE_MORE = calc(_W**GAMMA*(3*_W), "==", 3*_W**_TOTAL, by(powers(_W**GAMMA*(3*_W), 3*_W**_TOTAL)))
_SUMMED = calc(
    (_X + _Y)**GAMMA*(3*_X + _Y), "<=", (_X + _Y)**GAMMA*(3*(_X + _Y)), by(scaled((_X + _Y)**GAMMA, 3*_X + _Y, 3*(_X + _Y))),
    "==", 3*(_X + _Y)**_TOTAL, by(_ONE_MORE.at({_W: _X + _Y})),
    "<=", 3*((2*_X)**_TOTAL + (2*_Y)**_TOTAL), by(_SPLIT),
)
_OF_BINS, _FEW = real("p", least=0), real("r", above=0)
_RARE = (limits(_OF_BINS, MARGIN*(_X + _Y)**GAMMA), limits((2*_X)**_TOTAL, _FEW))
_LOST = calc(
    _OF_BINS*(3*_X + _Y), "<=", MARGIN*(_X + _Y)**GAMMA*(3*_X + _Y), by(scaled(3*_X + _Y, _OF_BINS, MARGIN*(_X + _Y)**GAMMA)),
    "<=", MARGIN*3*((2*_X)**_TOTAL + (2*_Y)**_TOTAL), by(scaled(MARGIN, _SUMMED.start, _SUMMED.steps[-1].term), _SUMMED),
    "<=", MARGIN*3*(_FEW + (2*_Y)**_TOTAL), by(_RARE[1]),
    given=_RARE,
)
_SMALL_BINS = _SMALL.statement.conclusion.left
_EQ79 = calc(
    _SMALL_BINS*(3*_FIRST + 2*VARIATION), "<=", 3*MARGIN*(_RATE + (4*VARIATION)**_TOTAL),
    by(_LOST.at({_OF_BINS: _SMALL_BINS, _X: _FIRST, _Y: 2*VARIATION, _FEW: _RATE}), _SMALL, _POWER.at(_AT), DOUBLE, KEPT_LESS),
    given=(*EQ75.given, _CHOSEN),
)
# fmt: on

CLAIMS = (
    Claim("label/eq79", "Appendix C, (79)", Kind.INEQUALITY, "the bins whose margin is at most Delta_0", _EQ79,
          note="Delta_0 as in (76), so that a_l of (72) is (3 Delta_0 + 2 L_d h^beta) p(B_l); g is the margin at a "
               "point, at most Delta_0 + 2 L_d h^beta in such a bin. The left side of (79) wants a sum before min{a_l, "
               "b_l}, as (82) has it, and M is C_T."),
)  # fmt: skip
