"""label Appendix C, (76)-(85): the margin brings the faster rate, and the route point by point that does it."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import sympy
from flint import arb
from sympy import E, Integer, Max, Min, Rational, exp, log, oo, pi, sqrt, tanh

from notation.symbols import N, beta, d, epsilon, gamma, h
from verify.calculus import at_most as limits
from verify.calculus import by, calc, cite, integer, real, words
from verify.calculus.facts.tents import ExcessRisk
from verify.papers.label.appC_local_upper.eq70_peeling import AT_LEVEL, TAU, UPPER2, series
from verify.papers.label.averages import BETA, DENSITY, DIM, EPS, LAW, SAMPLES, SIDE, powers
from verify.papers.label.nouns import (
    CLASSES,
    FALL,
    KEEP,
    MASS,
    STEEP_BIN,
    VARIATION,
    ExcessAt,
    LocalBins,
    PrintedSeries,
    ShellSeries,
    Tied,
)
from verify.papers.label.tents import GAMMA, LEARNER, MARGIN, scaled
from verify.prover import Variable
from verify.statements import AllOf, Balance, Case, Whole, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings

_K, _E = sympy.symbols("K e", positive=True)
_X, _Y, _Z = sympy.symbols("x y z", nonnegative=True)
_Q = sympy.Symbol("k", positive=True)
NONNEG_X, NONNEG_Y = Variable(_X, Integer(0), oo), Variable(_Y, Integer(0), oo)


def _shell_ends(_: Settings) -> Iterator[Case]:
    """Both sides of (80), second line, for one bin, in units of Delta_0, with M^(-y^2) divided out."""
    for classes, k, part, a in product((2, 3, 11, 12), (1, 2, 3), (2, 3, 4), (0, 1)):
        base = arb(2 * classes).log()
        x = arb(part * 2**k) / 4
        low = arb(2 ** (k - 1))
        left = (x + a + (arb.pi() / base).sqrt()) * (-base * (x**2 - low**2)).exp()
        yield Case({"K": classes, "k": k, "Delta_l/Delta_0": f"{part * 2**k}/4", "a": a}, left, 2**k + 1 + a)


def _shells(_: Settings) -> Iterator[Case]:
    """Consecutive shells k, k+1 of the sum in (81): the ratio of their terms beside 1/2, gamma = 1, 3, 10, k large enough."""
    for margin in (1, 3, 10):
        for k in range(3, 12):
            powers = [margin * i + i - 2 ** (2 * i - 2) + 2 for i in (k, k + 1)]
            yield Case({"gamma": margin, "k": k}, powers[1] - powers[0], -1)


_Y1, _Z1, _A1, _M1 = real("y", least=1), real("z", least=0), real("a", least=0), integer("M", least=4)
_LN = log(_M1)
_RAPID = calc(
    exp(-_LN*(_Y1 + _Z1)**2), "==", exp(-_LN*_Y1**2)*exp(-_LN*_Z1*(2*_Y1 + _Z1)), "<=", exp(-_LN*_Y1**2)*exp(-log(4)*_Z1*(2*_Y1 + _Z1)),
)  # fmt: skip
_SHELL_END = calc(
    (_Y1 + _Z1 + _A1 + sqrt(pi)/sqrt(_LN))*exp(-_LN*(_Y1 + _Z1)**2),
    "<=", (_Y1 + _Z1 + _A1 + sqrt(pi/log(4)))*exp(-_LN*(_Y1 + _Z1)**2), by(calc(sqrt(pi)/sqrt(_LN), "<=", sqrt(pi/log(4)))),
    "<=", (_Y1 + _Z1 + _A1 + sqrt(pi/log(4)))*exp(-_LN*_Y1**2)*exp(-log(4)*_Z1*(2*_Y1 + _Z1)), by(_RAPID),
    "==", exp(-_LN*_Y1**2)*((_Y1 + _Z1 + sqrt(pi/log(4)))*exp(-log(4)*_Z1*(2*_Y1 + _Z1)) + _A1*exp(-log(4)*_Z1*(2*_Y1 + _Z1))),
    "<=", exp(-_LN*_Y1**2)*(2*_Y1 + 1 + _A1*exp(-log(4)*_Z1*(2*_Y1 + _Z1))),
    by(calc((_Y1 + _Z1 + sqrt(pi/log(4)))*exp(-log(4)*_Z1*(2*_Y1 + _Z1)), "<=", 2*_Y1 + 1)),
    "<=", exp(-_LN*_Y1**2)*(2*_Y1 + 1 + _A1), by(calc(_A1*exp(-log(4)*_Z1*(2*_Y1 + _Z1)), "<=", _A1)),
)  # fmt: skip
_SHELL, _MARGIN, _SPREAD, _RATE, _MASS = (integer("k", least=1), real("Delta_l", above=0), real("v", least=0),
                                          real("c'", above=0), real("x", above=0))  # fmt: skip
_ROOT_LN, _ROOT, _FALLS = real("l'", above=0), real("w", above=0), real("f", least=0)
_UNIT = sqrt(2)*sqrt(log(2*CLASSES))/(sqrt(_MASS)*_RATE)  # fmt: skip
_TAKEN_OUT = calc(
    2*CLASSES*(_MARGIN + 2*_SPREAD + sqrt(2*pi)/(_ROOT*_RATE))*_FALLS, "==",
    2*CLASSES*sqrt(2)*_ROOT_LN/(_ROOT*_RATE)*(_MARGIN*_ROOT*_RATE/(sqrt(2)*_ROOT_LN) + 2*_SPREAD*_ROOT*_RATE/(sqrt(2)*_ROOT_LN) + sqrt(pi)/_ROOT_LN)*_FALLS,
)  # fmt: skip


def _bin(margin: Any, spread: Any, rate: Any, mass: Any) -> Any:
    """b_l of (73), over p(B_l)."""
    return 2*CLASSES*(margin + 2*spread + sqrt(2*pi)/(sqrt(mass)*rate))*exp(-rate**2*mass*margin**2/2)  # fmt: skip


_IN_UNITS = _SHELL_END.at({_Y1: 2**(_SHELL - 1), _Z1: _MARGIN/_UNIT - 2**(_SHELL - 1), _A1: 2*_SPREAD/_UNIT, _M1: 2*CLASSES})  # fmt: skip
_LEFT, _RIGHT = _IN_UNITS.statement.conclusion.left, _IN_UNITS.statement.conclusion.right
_ABOVE = limits(2**(_SHELL - 1)*_UNIT, _MARGIN)  # fmt: skip
_STEP = calc(
    _bin(_MARGIN, _SPREAD, _RATE, _MASS), "==", 2*CLASSES*_UNIT*_LEFT,
    by(_TAKEN_OUT.at({_ROOT_LN: sqrt(log(2*CLASSES)), _ROOT: sqrt(_MASS), _FALLS: exp(-_RATE**2*_MASS*_MARGIN**2/2)})), "<=", 2*CLASSES*_UNIT*_RIGHT,
    by(_IN_UNITS, calc(0, "<=", _MARGIN/_UNIT - 2**(_SHELL - 1), by(_ABOVE), given=(_ABOVE,))),
    "==", 2*CLASSES*(2**_SHELL*_UNIT + 2*_SPREAD + _UNIT)*exp(-_RATE**2*_MASS*(2**(_SHELL - 1)*_UNIT)**2/2),
    given=(_ABOVE,),
)  # fmt: skip
_HELD = SAMPLES*DENSITY*SIDE**DIM  # fmt: skip
_MARGINS = {_RATE: KEEP, _MASS: _HELD, _SPREAD: VARIATION}
_OF_BIN = _STEP.at(_MARGINS)
_SMALL_BIN, _LARGE_BIN = _OF_BIN.statement.conclusion.left, _OF_BIN.statement.conclusion.right
_EQ80 = calc(
    MASS*_SMALL_BIN, "<=", MASS*_LARGE_BIN, by(scaled(MASS, _SMALL_BIN, _LARGE_BIN), _OF_BIN),
    given=(_ABOVE.xreplace(_MARGINS),),
).crosschecked(
    "the ends of the shells, enclosed", r"(x+a+r)M^{-x^2}\le(2^k+1+a)M^{-4^{k-1}}",
    "K = 2, 3, 11, 12; k = 1, 2, 3; x = 2^(k-1), 3 2^(k-2), 2^k; a = 0, 1", _shell_ends,
)  # fmt: skip
_SUM = series(PrintedSeries(GAMMA), 2, 1).crosschecked(
           "the ratio is at most 1/2 beyond k = 2", r"\log_2\text{ ratio}\le-1", "gamma = 1, 3, 10, k = 3..11", _shells)  # fmt: skip
_TIMES = integer("r", least=1)
_LONG, _FAR = 1/(2*_TIMES), sqrt(4*_TIMES**3/(2*_TIMES)*Rational(1, 3)*81*(1/(24*_TIMES))**2/2)  # fmt: skip
_RISK = ExcessRisk(LEARNER, Tied(3), 4 * _TIMES**3)
_TIES = calc(
    _RISK, ">=", 1/_LONG*(1 - 2*_FAR)/3*3*(_LONG/12)*(_LONG/2),
    by(words("Assouad over 1/h cubes, h = 1/(2r): one class of three, unknown in each, is 1/3 - 2 x at a point and the others are 1/3 + x, "
             "x = h phi/12, phi(u) = 1 - 2|u|; to say it costs 3x. Over its three values the chances of saying it sum to at least 1 - 2 TV "
             "(Le Cam), and TV is at most the root of half of KL (Pinsker), which is at most chi-square, 81 x^2 a sample, integrated.",
             limits(1/_LONG*(1 - 2*_FAR)/3*3*(_LONG/12)*(_LONG/2), _RISK))),
    ">=", _LONG/48,
    "==", (2*4*_TIMES**3)**Rational(-1, 3)/48, by(powers(_LONG/48, (2*4*_TIMES**3)**Rational(-1, 3)/48)),
).beside(
    ("chi-square of two choices", at_most(9 * _X**2 * (1 / (_X + Rational(1, 3)) + 1 / (Rational(1, 3) - 2 * _X)), 81 * _X**2, Variable(_X, Integer(0), Rational(1, 12)))),
)  # fmt: skip

SIZE, EXPONENT, SMALLER, LARGER = real("u", above=0), real("s", above=0), real("x", above=0), real("y", above=0)
_RAISED = calc(SIZE**EXPONENT, "<=", exp(SIZE - 1) ** EXPONENT, by(calc(SIZE, "<=", exp(SIZE - 1))))
SHRINKS = calc(
    exp(-SIZE), "==", (SIZE/EXPONENT)**EXPONENT*exp(-SIZE)*(EXPONENT/SIZE)**EXPONENT, by(powers(exp(-SIZE), (SIZE/EXPONENT)**EXPONENT*exp(-SIZE)*(EXPONENT/SIZE)**EXPONENT)),
    "<=", exp(SIZE/EXPONENT - 1)**EXPONENT*exp(-SIZE)*(EXPONENT/SIZE)**EXPONENT, by(_RAISED.at({SIZE: SIZE/EXPONENT})),
    "==", exp(-EXPONENT)*(EXPONENT/SIZE)**EXPONENT,
)  # fmt: skip
_ORDER = (limits(SMALLER, LARGER),)
GROWS = calc(SMALLER**EXPONENT, "<=", LARGER**EXPONENT, by(*_ORDER), given=_ORDER)
_DECAYS = calc(exp(-EXPONENT * LARGER), "<=", exp(-EXPONENT * SMALLER), by(*_ORDER), given=_ORDER)
EITHER = calc((2 * Max(SMALLER, LARGER)) ** EXPONENT, "<=", (2 * SMALLER) ** EXPONENT + (2 * LARGER) ** EXPONENT)
HELD, _HALF, HEIGHT = SAMPLES*DENSITY*SIDE**DIM, (GAMMA + 1)/2, SIDE**(BETA*(GAMMA + 1))  # fmt: skip
ENOUGH = limits(log(CLASSES), SAMPLES * SIDE ** (2 * BETA + DIM))
_AT_LEAST = DENSITY*log(2)*SIDE**(-2*BETA)  # fmt: skip
_HOLDS = calc(
    _AT_LEAST, "<=", DENSITY*log(CLASSES)*SIDE**(-2*BETA), by(calc(log(2), "<=", log(CLASSES))),
    "<=", DENSITY*SAMPLES*SIDE**(2*BETA + DIM)*SIDE**(-2*BETA), by(scaled(DENSITY*SIDE**(-2*BETA), log(CLASSES), SAMPLES*SIDE**(2*BETA + DIM))),
    "==", HELD, by(powers(DENSITY*SAMPLES*SIDE**(2*BETA + DIM)*SIDE**(-2*BETA), HELD)),
    given=(ENOUGH,),
)  # fmt: skip
FEW_COST = (_HALF/(E*FALL*DENSITY*log(2)))**_HALF  # fmt: skip
FEW = calc(
    exp(-FALL*HELD), "<=", exp(-FALL*_AT_LEAST), by(_DECAYS.at({EXPONENT: FALL, LARGER: HELD, SMALLER: _AT_LEAST}), _HOLDS),
    "<=", exp(-_HALF)*(_HALF/(FALL*_AT_LEAST))**_HALF, by(SHRINKS.at({SIZE: FALL*_AT_LEAST, EXPONENT: _HALF})),
    "==", FEW_COST*HEIGHT, by(powers(exp(-_HALF)*(_HALF/(FALL*_AT_LEAST))**_HALF, FEW_COST*HEIGHT)),
    given=(ENOUGH,),
)  # fmt: skip
_BOUND, _CONSTANT = real("B", above=0), real("C", above=0)
_SLOPE, LESS = real("c'", above=0, most=1), real("e", above=0, most=1)
_HELD_LN = limits(log(CLASSES), SAMPLES * LESS * SIDE ** (2 * BETA + DIM))
_NARROW = (limits(LESS, Rational(167, 10) * _SLOPE**2), limits(Rational(2672, 5) / DENSITY, _BOUND**2))
DOUBLE = calc(log(2 * CLASSES), "<=", 2 * log(CLASSES))
ROOT_OF = calc(
              sqrt(SMALLER), "<=", sqrt(LARGER**2), by(limits(SMALLER, LARGER**2)),
              "==", LARGER,
              given=(limits(SMALLER, LARGER**2),),
          )  # fmt: skip
PER_SAMPLE = calc(
    log(2*CLASSES)/HELD, "<=", 2*log(CLASSES)/HELD, by(DOUBLE),
    "<=", 2*SAMPLES*LESS*SIDE**(2*BETA + DIM)/HELD, by(scaled(2/HELD, log(CLASSES), SAMPLES*LESS*SIDE**(2*BETA + DIM))),
    "==", 2*LESS/DENSITY*SIDE**(2*BETA), by(powers(2*SAMPLES*LESS*SIDE**(2*BETA + DIM)/HELD, 2*LESS/DENSITY*SIDE**(2*BETA))),
    given=(_HELD_LN,),
)  # fmt: skip
_SQUARED = calc(
    log(2*CLASSES)/HELD, "<=", 2*LESS/DENSITY*SIDE**(2*BETA), by(PER_SAMPLE),
    "<=", 2*Rational(167, 10)*_SLOPE**2/DENSITY*SIDE**(2*BETA), by(scaled(2/DENSITY*SIDE**(2*BETA), LESS, Rational(167, 10)*_SLOPE**2)),
    "<=", _SLOPE**2*_BOUND**2/16*SIDE**(2*BETA), by(scaled(_SLOPE**2/16*SIDE**(2*BETA), Rational(2672, 5)/DENSITY, _BOUND**2)),
    "==", (_SLOPE*_BOUND/4*SIDE**BETA)**2,
    given=(_HELD_LN, *_NARROW),
)  # fmt: skip
_LEVEL = calc(
    4/_SLOPE*sqrt(log(2*CLASSES)/HELD), "<=", 4/_SLOPE*(_SLOPE*_BOUND/4*SIDE**BETA),
    by(ROOT_OF.at({SMALLER: log(2*CLASSES)/HELD, LARGER: _SLOPE*_BOUND/4*SIDE**BETA}), _SQUARED),
    "==", _BOUND*SIDE**BETA,
    given=_SQUARED.given,
)  # fmt: skip
_SMOOTH_LEVEL = calc(
                    4 * VARIATION, "<=", _BOUND * SIDE**BETA, by(scaled(SIDE**BETA, 4 * STEEP_BIN, _BOUND)),
                    given=(limits(4 * STEEP_BIN, _BOUND),),
                )  # fmt: skip
_EQ83 = Claim("label/eq83", "Appendix C, (79), (82)-(85)", Kind.RATE_ALGEBRA, "the tuned rate",
              AllOf("",
                    {"the balance": Balance((log(_K) / (_E * N * h**d)) ** ((gamma + 1) / 2), h ** (beta * (gamma + 1)),
                                            h, (N * _E / log(_K)) ** (-1 / (2 * beta + d)),
                                            (N * _E / log(_K)) ** (-beta * (gamma + 1) / (2 * beta + d))),
                     "the loss of the channel":
                         at_most(sympy.Min(epsilon**2, 1), Rational(167, 10) * sympy.tanh(epsilon / 4) ** 2,
                                 Variable(epsilon, Integer(0), oo, open_lower=True))}))  # fmt: skip
_CHANNEL_LOSS = cite(_EQ83, "the loss of the channel")
(_PRIVACY,) = _CHANNEL_LOSS.statement.free()
_SHRINK = Min(1, EPS**2)
KEPT_LESS = calc(
    _SHRINK, "<=", Rational(167, 10)*tanh(EPS/4)**2, by(_CHANNEL_LOSS.at({_PRIVACY: EPS})), "==", Rational(167, 10)*KEEP**2
)  # fmt: skip
_LAW = UPPER2.given
_LOCAL_RISK, _SERIES = ExcessAt(LocalBins(SIDE, EPS), LAW, SAMPLES), 1 + ShellSeries(GAMMA)  # fmt: skip
_FILLS = _HELD_LN.xreplace({LESS: _SHRINK})
_COST = FEW_COST + MARGIN*_BOUND**(GAMMA + 1)*_SERIES  # fmt: skip
_CONSTANTS = (limits(4 * STEEP_BIN, _BOUND), _NARROW[1], limits(_COST, _CONSTANT))
_AT_SIDE = calc(
    _LOCAL_RISK, "<=", exp(-FALL*HELD) + MARGIN*(_BOUND*SIDE**BETA)**(GAMMA + 1)*_SERIES,
    by(AT_LEVEL.at({TAU: _BOUND*SIDE**BETA}), _LEVEL.at({_SLOPE: KEEP, LESS: _SHRINK}), _SMOOTH_LEVEL, KEPT_LESS),
    "<=", FEW_COST*HEIGHT + MARGIN*(_BOUND*SIDE**BETA)**(GAMMA + 1)*_SERIES,
    by(FEW, calc(log(CLASSES), "<=", SAMPLES*_SHRINK*SIDE**(2*BETA + DIM), by(_FILLS), "<=", SAMPLES*SIDE**(2*BETA + DIM), by(calc(_SHRINK, "<=", 1)), given=(_FILLS,))),
    "==", _COST*HEIGHT, by(powers((_BOUND*SIDE**BETA)**(GAMMA + 1), _BOUND**(GAMMA + 1)*HEIGHT)),
    "<=", _CONSTANT*HEIGHT, by(_CONSTANTS[2]),
    given=(*_LAW, _FILLS, *_CONSTANTS),
)  # fmt: skip
_LOGS = real("l'", above=0)
_TUNED, _OF_RATE = (SAMPLES*LESS/_LOGS)**(-1/(2*BETA + DIM)), BETA*(GAMMA + 1)  # fmt: skip
_FILLED = calc(
    _LOGS, "==", SAMPLES*LESS*_TUNED**(2*BETA + DIM), by(powers(_LOGS, SAMPLES*LESS*_TUNED**(2*BETA + DIM))),
    "<=", SAMPLES*LESS*SIDE**(2*BETA + DIM), by(scaled(SAMPLES*LESS, _TUNED**(2*BETA + DIM), SIDE**(2*BETA + DIM)), GROWS.at({SMALLER: _TUNED, LARGER: SIDE, EXPONENT: 2*BETA + DIM})),
    given=(limits(_TUNED, SIDE),),
)  # fmt: skip
_LOCAL_RATE = 2**_OF_RATE*(SAMPLES*LESS/_LOGS)**(-_OF_RATE/(2*BETA + DIM))  # fmt: skip
_AT_RATE = calc(
    HEIGHT, "<=", (2*_TUNED)**_OF_RATE, by(GROWS.at({SMALLER: SIDE, LARGER: 2*_TUNED, EXPONENT: _OF_RATE})),
    "==", _LOCAL_RATE, by(powers((2*_TUNED)**_OF_RATE, _LOCAL_RATE)),
    given=(limits(SIDE, 2*_TUNED),),
)  # fmt: skip
_SHRUNK = {LESS: _SHRINK, _LOGS: log(CLASSES)}
_SIDES = tuple(c.xreplace(_SHRUNK) for c in (*_FILLED.given, *_AT_RATE.given))
_THM2 = calc(
    _LOCAL_RISK, "<=", _CONSTANT*HEIGHT, by(_AT_SIDE, _FILLED.at(_SHRUNK)), "<=", _CONSTANT*_LOCAL_RATE.xreplace(_SHRUNK), by(_AT_RATE.at(_SHRUNK)),
    given=(*_LAW, *_SIDES, *_CONSTANTS),
)  # fmt: skip

CLAIMS = (
    Claim("label/eq80", "Appendix C, (76)-(82)", Kind.RATE_ALGEBRA, "the sum over shells of the margin",
          Whole(r"\sum_{l\in I_k}b_l\le C_T(\Delta_0+2L_dh^\beta)^{\gamma+1}2^{k\gamma+k-2^{2k-2}+2},\ \sum_k<\infty",
                ("label/eq80/step", "label/eq80/algebra", "label/eq80/sum"))),
    Claim("label/eq80/step", "Appendix C, (80), second line", Kind.INEQUALITY, "a bin of the k-th shell", _EQ80,
          note="The last term of (73) alone exceeds Delta_0 where K <= 11, sqrt(2 pi) > sqrt(2 ln(2K)), so that the "
               "line does not follow term by term; it holds, since Delta_l has room: at its least, 2^(k-1) Delta_0, "
               "the bracket is smaller, and beyond, the exponential is."),
    Claim("label/eq80/algebra", "Appendix C, (80), third and fourth line", Kind.INEQUALITY, "the powers of two",
          AllOf(r"(2^k\Delta_0+a)^\gamma((2^k+1)\Delta_0+a)(2K)^{1-2^{2k-2}}\le(\Delta_0+a)^{\gamma+1}2^{k\gamma+k+2-2^{2k-2}}",
                {"2^k D + a <= 2^k (D + a); z = 2^k - 1":
                     at_most((_Z + 1) * _X + _Y, (_Z + 1) * (_X + _Y), Variable(_Z, Integer(1), oo), NONNEG_X,
                             NONNEG_Y),
                 "(2^k + 1) D + a <= 2^(k+1) (D + a)": at_most((_Z + 2) * _X + _Y, 2 * (_Z + 1) * (_X + _Y),
                                                               Variable(_Z, Integer(1), oo), NONNEG_X, NONNEG_Y),
                 "2^(k+1) 4^(1-q) <= 2^(k+2-q) for q = 4^(k-1) >= 1":
                     at_most(_Q + 1 + 2 * (1 - _X), _Q + 2 - _X, Variable(_Q, Integer(1), oo),
                             Variable(_X, Integer(1), oo))})),
    Claim("label/eq80/sum", "Appendix C, (81)", Kind.INEQUALITY, "the sum over shells is finite", _SUM),
    _EQ83,
    Claim("label/own/ties", "ours, on Theorems 2 and 4", Kind.LOWER_BOUND,
          "three classes, the best two tied: no method learns faster than h = (2N)^(-1/3)", corrected=_TIES,
          note="This holds without privacy. N = 4 r^3."),
    Claim("label/thm2", "Section 4.1, Theorem 2, (14), and Appendix C, (85)", Kind.UPPER_RATE,
          "the rate of the local classifier", _THM2,
          note="Ambiguous at ties: eta_s is the second largest of the set of values, that is the largest value below "
               "eta^*; counted with ties, as the text has it for K = 2, the margin at a tie is 0 and for K >= 3 the "
               "rate is N^(-beta/(2 beta + d)) at best (label/own/ties). The bins divide the support "
               "(label/eq74/mass), and beta <= 1, without which (a) leaves constants only."),
)  # fmt: skip
