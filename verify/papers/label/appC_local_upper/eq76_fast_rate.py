"""label Appendix C, (76)-(85): the margin brings the faster rate, and the route point by point that does it."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import sympy
from flint import arb
from sympy import Integer, Rational, exp, log, oo, pi, sqrt

from notation.symbols import N, beta, d, epsilon, gamma, h
from verify.calculus import at_most as limits
from verify.calculus import (
    by,
    calc,
    integer,
    real,
    words,
)
from verify.calculus.facts.tents import ExcessRisk
from verify.papers.label.appC_local_upper.eq70_peeling import series
from verify.papers.label.averages import DENSITY, DIM, SAMPLES, SIDE, powers
from verify.papers.label.nouns import (
    CLASSES,
    KEEP,
    MASS,
    VARIATION,
    PrintedSeries,
    Tied,
)
from verify.papers.label.tents import GAMMA, LEARNER, scaled
from verify.prover import Variable
from verify.statements import (
    AllOf,
    Balance,
    Case,
    Derived,
    FiniteCheck,
    Whole,
    at_most,
)
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings

_K, _N, _T, _C, _P, _M, _R, _E = sympy.symbols("K n tau c p M r e", positive=True)
_A, _B, _X, _Y, _Z, _W = sympy.symbols("a b x y z w", nonnegative=True)
_Q = sympy.Symbol("k", positive=True)
_DELTA, _SECOND = sympy.symbols("Delta eta_s", nonnegative=True)
_SIZES = tuple(Variable(s, Integer(0), oo) for s in (_A, _X, _W))
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
_SHELL, _MARGIN, _SPREAD, _RATE, _MASS = (
    integer("k", least=1),
    real("Delta_l", above=0),
    real("v", least=0),
    real("c'", above=0),
    real("x", above=0),
)
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
    crosschecks=(
                (
                    "the ends of the shells, enclosed",
                    FiniteCheck(
                        r"(x+a+r)M^{-x^2}\le(2^k+1+a)M^{-4^{k-1}}",
                        "K = 2, 3, 11, 12; k = 1, 2, 3; x = 2^(k-1), 3 2^(k-2), 2^k; a = 0, 1",
                        _shell_ends,
                    ),
                ),
            ),
)  # fmt: skip
_SUM = series(
    PrintedSeries(GAMMA),
    2,
    1,
    crosschecks=(
        (
            "the ratio is at most 1/2 beyond k = 2",
            FiniteCheck(r"\log_2\text{ ratio}\le-1", "gamma = 1, 3, 10, k = 3..11", _shells),
        ),
    ),
)
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
    crosschecks=(
        (
            "chi-square of two choices",
            at_most(
                9 * _X**2 * (1 / (_X + Rational(1, 3)) + 1 / (Rational(1, 3) - 2 * _X)),
                81 * _X**2,
                Variable(_X, Integer(0), Rational(1, 12)),
            ),
        ),
    ),
)  # fmt: skip

CLAIMS = (
    Claim(
        "label/eq80",
        "Appendix C, (76)-(82)",
        Kind.RATE_ALGEBRA,
        "the sum over shells of the margin",
        Whole(
            r"\sum_{l\in I_k}b_l\le C_T(\Delta_0+2L_dh^\beta)^{\gamma+1}2^{k\gamma+k-2^{2k-2}+2},\ \sum_k<\infty",
            ("label/eq80/step", "label/eq80/algebra", "label/eq80/sum"),
        ),
    ),
    Claim(
        "label/eq80/step",
        "Appendix C, (80), second line",
        Kind.INEQUALITY,
        "a bin of the k-th shell",
        _EQ80,
        note="The last term of (73) alone exceeds Delta_0 where K <= 11, sqrt(2 pi) > sqrt(2 ln(2K)), so that the line does not follow term by term; it holds, "
        "since Delta_l has room: at its least, 2^(k-1) Delta_0, the bracket is smaller, and beyond, the exponential is.",
    ),
    Claim(
        "label/eq80/algebra",
        "Appendix C, (80), third and fourth line",
        Kind.INEQUALITY,
        "the powers of two",
        AllOf(
            r"(2^k\Delta_0+a)^\gamma((2^k+1)\Delta_0+a)(2K)^{1-2^{2k-2}}\le(\Delta_0+a)^{\gamma+1}2^{k\gamma+k+2-2^{2k-2}}",
            (
                (
                    "2^k D + a <= 2^k (D + a); z = 2^k - 1",
                    at_most((_Z + 1) * _X + _Y, (_Z + 1) * (_X + _Y), Variable(_Z, Integer(1), oo), NONNEG_X, NONNEG_Y),
                ),
                (
                    "(2^k + 1) D + a <= 2^(k+1) (D + a)",
                    at_most(
                        (_Z + 2) * _X + _Y, 2 * (_Z + 1) * (_X + _Y), Variable(_Z, Integer(1), oo), NONNEG_X, NONNEG_Y
                    ),
                ),
                (
                    "2^(k+1) 4^(1-q) <= 2^(k+2-q) for q = 4^(k-1) >= 1",
                    at_most(
                        _Q + 1 + 2 * (1 - _X), _Q + 2 - _X, Variable(_Q, Integer(1), oo), Variable(_X, Integer(1), oo)
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "label/eq80/sum",
        "Appendix C, (81)",
        Kind.INEQUALITY,
        "the sum over shells is finite",
        _SUM,
    ),
    Claim(
        "label/eq83",
        "Appendix C, (79), (82)-(85)",
        Kind.RATE_ALGEBRA,
        "the tuned rate",
        AllOf(
            r"\Big(\frac{\ln K}{(\varepsilon^2\wedge1)Nh^d}\Big)^{\frac{\gamma+1}2}\asymp h^{\beta(\gamma+1)}\ \text{at (84)};\ "
            r"c_\varepsilon^{-2}\le\frac{16.7}{\varepsilon^2\wedge1}",
            (
                (
                    "the balance",
                    Balance(
                        (log(_K) / (_E * N * h**d)) ** ((gamma + 1) / 2),
                        h ** (beta * (gamma + 1)),
                        h,
                        (N * _E / log(_K)) ** (-1 / (2 * beta + d)),
                        (N * _E / log(_K)) ** (-beta * (gamma + 1) / (2 * beta + d)),
                    ),
                ),
                (
                    "the loss of the channel",
                    at_most(
                        sympy.Min(epsilon**2, 1),
                        Rational(167, 10) * sympy.tanh(epsilon / 4) ** 2,
                        Variable(epsilon, Integer(0), oo, open_lower=True),
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "label/own/ties",
        "ours, on Theorems 2 and 4",
        Kind.LOWER_BOUND,
        "three classes, the best two tied: no method learns faster than h = (2N)^(-1/3)",
        None,
        _TIES,
        note="This holds without privacy. N = 4 r^3.",
    ),
    Claim(
        "label/thm2",
        "Section 4.1, Theorem 2, (14), and Appendix C, (85)",
        Kind.UPPER_RATE,
        "the rate of the local classifier",
        Derived(
            r"R-R^*\lesssim\Big(\frac{N(\varepsilon^2\wedge1)}{\ln K}\Big)^{-\beta(\gamma+1)/(2\beta+d)},\ "
            r"\eta_s=\max\{\eta_j:\eta_j<\eta^*\},\ \beta\le1,\ B_l\subset\mathcal X",
            ("label/own/upper2", "label/eq83"),
            AllOf(
                r"e^{-bx}\le(a/(eb))^ax^{-a},\ x=Nh^d,\ a=\tfrac{\gamma+1}2;\ \ln(2K)\le2\ln K",
                (
                    ("z <= e^(z-1), with z = e^u, u >= 0", at_most(1 + _X, exp(_X), NONNEG_X)),
                    ("and u <= 0", at_most(1 - _X, exp(-_X), NONNEG_X)),
                    ("2K <= K^2", at_most(2 * _K, _K**2, Variable(_K, Integer(2), oo))),
                ),
            ),
        ),
        note=(
            "Ambiguous at ties: eta_s is the second largest of the set of values, that is the largest value below eta^*; "
            "counted with ties, as the text has it for K = 2, the margin at a tie is 0 and for K >= 3 the rate is "
            "N^(-beta/(2 beta + d)) at best (label/own/ties). The bins divide the support (label/eq74/mass), and beta <= "
            "1, without which (a) leaves constants only."
        ),
    ),
)
