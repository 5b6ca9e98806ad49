"""kent Appendix G.1: (118), the explicit bound before (119), the rate (119), and Theorem 6 (24) from above at d = 1.

T stands for T* throughout; x = n min{alpha, alpha^2}, L = log(n T* (alpha^2 ^ 1)).
"""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

import sympy
from flint import arb
from sympy import E, Integer, Max, Min, Rational, exp, log, oo, sqrt

from notation.symbols import Delta, n
from upperbounds.mean import kent
from verify.prover import Variable
from verify.risk import SignLaw, exact_risk
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

CONSTANT = Integer(125000)
"""(119) below the phase transition holds with this constant, for alpha <= 1 and for alpha > 1."""
AFTER = Integer(184000)
"""(119) beyond the phase transition holds with this constant: 4/e times the other, T* rounded down included."""
_ALPHA, _T, _X, _Y, _K, _L, _R = sympy.symbols("alpha T x y K L r", positive=True)
_TAU, _S, _P, _Q = sympy.symbols("tau s p q", nonnegative=True)
_ANY_ALPHA = Variable(_ALPHA, Integer(0), oo, open_lower=True)
_POSITIVE = tuple(Variable(symbol, Integer(0), oo, open_lower=True) for symbol in (_X, _Y, _R))
_LENGTHS = tuple(Variable(symbol, Integer(0), oo) for symbol in (_TAU, _S, _P, _Q))
_UNIT = tuple(Variable(symbol, Integer(0), Integer(1)) for symbol in (_P, _Q))
_SAMPLES = Variable(_T, Integer(1), oo)
_LOG_HIGH, _LOG_LOW = Variable(_L, log(Integer(8)), oo), Variable(_L, log(Integer(2)), oo)
_CONSTANTS = Variable(_K, Integer(kent.K_LOW_PRIVACY), oo)


def _total(constant: int, factor: int) -> sympy.Expr:
    """The display before (119) times y: what must be at most a constant times L."""
    return 32 + 48 * constant / E * (1 + 1 / sqrt(_L)) + 384 + 674 * factor * _L


def display(n: int, m: int, alpha: Fraction, constant: int) -> arb:
    """The last display before (119), enclosed, at T* = samples."""
    total = n * m
    squared = (2 if alpha <= 1 else 4) * as_arb(total * min(alpha, Fraction(1)) ** 2).log() / m
    delta, small = squared.sqrt(), as_arb(min(alpha, Fraction(1)) ** 2)
    rate = as_arb(n * min(alpha, alpha**2)) / constant
    bins = 1 / delta if delta < 1 else arb(1)
    return 32 * (-m * squared).exp() + 24 * bins * (-2 * rate).exp() + arb(384) / total + 674 * squared / n / small


def _settings() -> Iterator[tuple[int, int, Fraction, int]]:
    yield 400000, 1000, Fraction(1), kent.K_HIGH_PRIVACY
    yield 2000000, 100, Fraction(1, 2), kent.K_HIGH_PRIVACY
    yield 2000, 1000, Fraction(4), kent.K_LOW_PRIVACY
    yield 8000, 2000, Fraction(2), kent.K_LOW_PRIVACY


def _code(_: Settings) -> Iterator[Case]:
    """The bound that ships with the estimator beside the display; the float route is good to 1e-9."""
    for users, samples, alpha, constant in _settings():
        shown = display(users, samples, alpha, constant)
        shipped = as_arb(Fraction(kent.bound(users, samples, float(alpha), 1.0).value))
        yield Case({"n": users, "T": samples, "alpha": str(alpha)}, abs(shipped - shown), shown / 10**9)


def _exact_risks(settings: Settings) -> Iterator[Case]:
    """The exact risk of Algorithm 11 on +-1 data beside the display; its floats are widened by 1e-6."""
    for users, samples, alpha, constant in list(_settings())[2:]:
        estimator = kent.algorithm11(users, samples, float(alpha), 1.0)
        assert estimator.m == samples
        for mean in (Fraction(-1, 3), Fraction(0)) if settings.quick else (Fraction(k, 7) for k in range(-7, 8)):
            risk = exact_risk(estimator, SignLaw(float(mean)))
            value = as_arb(Fraction(risk.value)) * arb(1, 1e-6) + arb(0, risk.error)
            parameters = {"n": users, "T": samples, "alpha": str(alpha), "theta": str(mean)}
            yield Case(parameters, value, display(users, samples, alpha, constant))


def _chained(_: Settings) -> Iterator[Case]:
    small = ((8, 1, Fraction(1), kent.K_HIGH_PRIVACY), (2, 1, Fraction(2), kent.K_LOW_PRIVACY))
    for users, samples, alpha, constant in (*small, *_settings()):
        y = as_arb(users * samples * min(alpha, Fraction(1)) ** 2)
        shown = display(users, samples, alpha, constant)
        yield Case({"n": users, "T": samples, "alpha": str(alpha)}, shown, int(CONSTANT) * y.log() / y)


def _transitions() -> Iterator[tuple[int, int, Fraction, int, arb]]:
    """n, T* rounded down, alpha, K and x/K around the phase transition."""
    for alpha in (Fraction(1, 2), Fraction(1), Fraction(2), Fraction(8)):
        constant = kent.K_HIGH_PRIVACY if alpha <= 1 else kent.K_LOW_PRIVACY
        for ratio in (1, 2, 5, 10):
            users = 2 * ceil(ratio * constant / min(alpha, alpha**2) / 2)
            level = as_arb(users * min(alpha, alpha**2) / constant)
            used = level.exp().floor().unique_fmpz()
            assert used is not None
            yield users, int(used), alpha, constant, level


def _transition(_: Settings) -> Iterator[Case]:
    for users, used, alpha, constant, level in _transitions():
        parameters = {"n": users, "T*": used, "alpha": str(alpha)}
        yield Case(parameters, display(users, used, alpha, constant), int(AFTER) * (-level / 2).exp())


def _either_regime(_: Settings) -> Iterator[Case]:
    for users, used, alpha, constant, level in _transitions():
        for samples in (1, used, 10 * used):
            scale = as_arb(users * samples * min(alpha, alpha**2, Fraction(1)))
            right = int(CONSTANT) * scale.log() / scale + int(AFTER) * (-level / 2).exp()
            shown = display(users, min(samples, used), alpha, constant)
            yield Case({"n": users, "T": samples, "T*": used, "alpha": str(alpha)}, shown, right)


CLAIMS = (
    Claim(
        "kent/eq118",
        "Appendix G.1, Step 2, (118)",
        Kind.INEQUALITY,
        "the squared bias on failure",
        Derived(
            r"E\{E[(\hat\theta^{(i)}-\overline{X^{(i)}})1\{A^c\}|j^*]\}^2\le4P(A^c)\le"
            r"\frac{12}{\Delta\wedge1}e^{-2n\min\{\alpha,\alpha^2\}/K}+\frac{192}{nT^*}",
            ("kent/eq112", "kent/eq117/115"),
            AllOf(
                r"\Pi_{\tilde I}:[-1,1]\to[-1,1];\ E[P(A^c|j^*)^2]\le P(A^c);\ 4\cdot3=12,\ 4\cdot48=192",
                (
                    ("clipped from above", at_most(Max(1 - _TAU, 1 - _S), Integer(1), *_LENGTHS[:2])),
                    ("clipped from below", at_most(Integer(-1), Min(-1 + _TAU, -1 + _S), *_LENGTHS[:2])),
                    ("two points of [-1, 1], squared", at_most(((1 - _P) - (-1 + _Q)) ** 2, Integer(4), *_UNIT)),
                    ("the square of a probability", at_most(_P**2, _P, _UNIT[0])),
                    ("the sum", Identity(4 * (3 * _X + 48 / (n * _T)), 12 * _X + 192 / (n * _T))),
                ),
            ),
        ),
    ),
    Claim(
        "kent/eq119x",
        "Appendix G.1, Step 2, the first line of the display before (119)",
        Kind.UPPER_RATE,
        "the explicit bound on the error of Algorithm 11",
        Derived(
            r"E|\hat\theta-\theta|^2\le32e^{-T^*\Delta^2}+\frac{24}{\Delta\wedge1}e^{-2n\min\{\alpha,\alpha^2\}/K}"
            r"+\frac{384}{nT^*}+\frac{674\Delta^2}{n(\alpha^2\wedge1)},\ K=8536\ (\alpha\le1),\ 577\ (\alpha>1)",
            ("kent/eq113", "kent/eq114", "kent/eq117", "kent/eq118"),
            Identity(
                2 * (16 * exp(-_T * Delta**2) + (12 * _P * _Q + 192 / (n * _T)) + 337 * Delta**2 / _S / n),
                32 * exp(-_T * Delta**2) + 24 * _P * _Q + 384 / (n * _T) + 674 * Delta**2 / (n * _S),
                (Variable(_S, Integer(0), Integer(1), open_lower=True),),
                text=r"2\{(I)+(II)+(III)\}",
            ),
            (),
            (
                (
                    "the bound that ships with the estimator",
                    FiniteCheck(
                        r"|\text{shipped}-\text{display}|\le10^{-9}\,\text{display}",
                        "(n, T, alpha) = (400000, 1000, 1), (2000000, 100, 1/2), (2000, 1000, 4), (8000, 2000, 2)",
                        _code,
                    ),
                ),
                (
                    "exact risks",
                    FiniteCheck(
                        r"E|\hat\theta-\theta|^2\le\text{display}",
                        "+-1 data, (n, T, alpha) = (2000, 1000, 4), (8000, 2000, 2); theta = -1/3, 0 (full: sevenths)",
                        _exact_risks,
                        granted=r"10^{-6}\text{ of each risk, and its computed error}",
                    ),
                ),
            ),
        ),
        note="p = 1/(Delta ^ 1), q the exponential, s = alpha^2 ^ 1. For n even, and n alpha^2 >= 8 where alpha <= 1; for "
        "alpha > 1 n >= 2 is enough: the corrected (110) does not need n T^2 >= 16. The paper's K is unnamed.",
    ),
    Claim(
        "kent/eq119/decay",
        "Appendix G.1, Step 2, 'using the fact that', before (119)",
        Kind.INEQUALITY,
        "the exponential term against T*",
        AllOf(
            r"e^{-2x/K}\le(T^*)^{-3/2}e^{-x/(2K)}\le\frac{2K}{e\,(T^*)^{3/2}x}\le\frac{2K}{e\,(T^*)^{3/2}n\min\{\alpha^2,1\}}"
            r",\ x=n\min\{\alpha,\alpha^2\},\ T^*\le e^{x/K}",
            (
                (
                    "with log T* = tau, x/K = tau + s",
                    at_most(
                        -2 * (_TAU + _S),
                        -Rational(3, 2) * _TAU - (_TAU + _S) / 2,
                        *_LENGTHS[:2],
                        shown=(("tau", "1"), ("s", "0")),
                    ),
                ),
                ("y e^(-y) <= 1/e, y = x/(2K)", at_most(_Y * exp(-_Y), exp(Integer(-1)), _POSITIVE[1])),
                ("the third step", at_most(Min(_ALPHA**2, 1), Min(_ALPHA, _ALPHA**2), _ANY_ALPHA)),
            ),
        ),
    ),
    Claim(
        "kent/eq119/log",
        "Appendix G.1, Step 2, 'controlling the log term', before (119)",
        Kind.INEQUALITY,
        "the logarithm in the denominator",
        AllOf(
            r"\log\{nT^*(\alpha^2\wedge1)\}\ge\log8\ (\alpha\le1,\ n\alpha^2\ge8),\quad\ge\log2\ (\alpha>1,\ n\ge2)",
            (
                ("alpha <= 1", at_most(log(Integer(8)), log(_Y * _T), Variable(_Y, Integer(8), oo), _SAMPLES)),
                ("alpha > 1", at_most(log(Integer(2)), log(n * _T), Variable(n, Integer(2), oo), _SAMPLES)),
            ),
        ),
        note="y = n alpha^2. For alpha > 1 it is n >= 2 that bounds it: the assumption n alpha > C~, which the text names, "
        "allows n = 2.",
    ),
    Claim(
        "kent/eq119/chain",
        "Appendix G.1, Step 2, the display before (119)",
        Kind.UPPER_RATE,
        "the rate in terms of T*",
        Derived(
            r"E|\hat\theta-\theta|^2\lesssim\frac{\log\{nT^*(\alpha^2\wedge1)\}}{nT^*(\alpha^2\wedge1)}"
            r"\text{; here with the constant } 125000",
            ("kent/eq119x", "kent/eq119/decay", "kent/eq119/log"),
            AllOf(
                r"\frac{32}y+\frac{48K}e(1+L^{-1/2})+384+674cL\le125000L,\ c=2,4;\ L=\log y,\ y=nT^*(\alpha^2\wedge1)",
                (
                    ("the first term, alpha <= 1", Identity(32 * exp(-2 * log(_Y)), 32 / _Y**2)),
                    ("the first term, alpha > 1", Identity(32 * exp(-4 * log(_Y)), 32 / _Y**4)),
                    ("the number of bins, r^2 = T*/L", at_most(Max(_R / sqrt(Integer(2)), 1), _R + 1, _POSITIVE[2])),
                    (
                        "against (T*)^(3/2), with T* = x^2",
                        at_most(
                            (_X / sqrt(_L) + 1) / _X**3,
                            (1 + 1 / sqrt(_L)) / _X**2,
                            Variable(_X, Integer(1), oo),
                            _LOG_LOW,
                        ),
                    ),
                    ("alpha <= 1", at_most(_total(kent.K_HIGH_PRIVACY, 2), CONSTANT * _L, _LOG_HIGH)),
                    ("alpha > 1", at_most(_total(kent.K_LOW_PRIVACY, 4), CONSTANT * _L, _LOG_LOW)),
                ),
            ),
            crosschecks=(
                (
                    "the display itself, enclosed",
                    FiniteCheck(
                        r"\text{display}\le125000\,\tfrac{\log y}y,\ y=nT(\alpha^2\wedge1)",
                        "(n, T, alpha) = (8, 1, 1), (400000, 1000, 1), (2000000, 100, 1/2), (2, 1, 2), (2000, 1000, 4), (8000, 2000, 2)",
                        _chained,
                    ),
                ),
            ),
        ),
        note="All terms times y, where y >= 1 and n T* >= y. For alpha > 1 the bins are fewer than for alpha <= 1.",
    ),
    Claim(
        "kent/eq119/after",
        "Appendix G.1, Step 2, the display after 'In the case T <= ...'",
        Kind.RATE_ALGEBRA,
        "the rate beyond the phase transition",
        AllOf(
            r"\frac{\log\{nT^*(\alpha^2\wedge1)\}}{nT^*(\alpha^2\wedge1)}=\Big(\frac{\log\{n(\alpha^2\wedge1)\}}"
            r"{n(\alpha^2\wedge1)}+\frac{\log T^*}{n(\alpha^2\wedge1)}\Big)\frac1{T^*}\lesssim(\alpha\vee1)e^{-x/K}"
            r"\lesssim e^{-x/(2K)},\ T^*=e^{x/K}",
            (
                (
                    "the equality, y = n (alpha^2 ^ 1)",
                    Identity(log(_Y * _T) / (_Y * _T), (log(_Y) / _Y + log(_T) / _Y) / _T),
                ),
                ("log y/y <= 1/e", at_most(log(_Y) / _Y, exp(Integer(-1)), _POSITIVE[1])),
                (
                    "log T*/y = (alpha v 1)/K, alpha > 1",
                    Identity((n * _ALPHA / _K) / (n * 1), _ALPHA / _K),
                ),
                (
                    "and alpha <= 1",
                    Identity((n * _ALPHA**2 / _K) / (n * _ALPHA**2), 1 / _K),
                ),
                (
                    "with the constant 1/e + 1/K",
                    at_most(1 / E + Max(_ALPHA, 1) / _K, (1 / E + 1) * Max(_ALPHA, 1), _ANY_ALPHA, _CONSTANTS),
                ),
                ("alpha <= 1: 1/e + 1/K <= 2/e", at_most(1 / E + 1 / _K, 2 / E, _CONSTANTS)),
                (
                    "alpha > 1: (alpha/K) e^(-n alpha/(2K)) <= 1/e for n >= 2, with y = alpha/K",
                    at_most(_Y * exp(-_Y), exp(Integer(-1)), _POSITIVE[1]),
                ),
            ),
        ),
        note="The factor alpha v 1 is controlled: n >= 2 is enough, so that the last two steps hold with 2/e.",
    ),
    Claim(
        "kent/eq119",
        "Appendix G.1, Step 2, (119)",
        Kind.UPPER_RATE,
        "the rate of Algorithm 11, in two regimes",
        Derived(
            r"E|\hat\theta-\theta|^2\lesssim\begin{cases}\frac{\log\{nT(\alpha^2\wedge1)\}}{nT(\alpha^2\wedge1)}&"
            r"T\le e^{n\min\{\alpha,\alpha^2\}/K}\\e^{-n\min\{\alpha,\alpha^2\}/(2K)}&\text{otherwise}\end{cases}"
            r"\text{; here with the constants } 125000 \text{ and } 184000",
            ("kent/eq119/chain", "kent/eq119/after"),
            at_most(2 * CONSTANT * 2 * _Y / E, AFTER * _Y, Variable(_Y, Integer(0), Integer(1), open_lower=True)),
            crosschecks=(
                (
                    "the display at T* rounded down, enclosed",
                    FiniteCheck(
                        r"\text{display}\le184000\,e^{-x/(2K)},\ T^*=\lfloor e^{x/K}\rfloor",
                        "x = K, 2K, 5K, 10K; alpha = 1/2, 1, 2, 8",
                        _transition,
                    ),
                ),
            ),
        ),
        note="For n even, n >= 2, and n alpha^2 >= 8 where alpha <= 1. The further factor 2 lets T* be rounded down: then "
        "e^(x/K)/2 < T* <= e^(x/K). In the composition y = e^(-x/(2K)).",
    ),
    Claim(
        "kent/thm6/upper1",
        "Section 3, Theorem 6 (i), (24), the upper bound at d = 1",
        Kind.UPPER_RATE,
        "the rate of the univariate mean from above",
        Derived(
            r"n\text{ even},\ n\min\{\alpha,\alpha^2\}>8:\ \mathcal R_{n,T,\alpha}\lesssim\frac{\log(nTz_{\alpha,1})}{nTz_{\alpha,1}}+e^{-cn\min\{\alpha,\alpha^2\}},\ "
            r"z_{\alpha,1}=\min\{\alpha,\alpha^2,1\}\text{; here } \tilde C=8,\ c=\tfrac1{17072}\ (\alpha\le1),\ "
            r"\tfrac1{1154}\ (\alpha>1)\text{, constants } 125000, 184000",
            ("kent/eq119", "kent/alg10/privacy"),
            AllOf(
                r"\min\{\alpha,\alpha^2,1\}=\min\{\alpha^2,1\};\ c=\tfrac1{2K}",
                (
                    ("z from above", at_most(Min(_ALPHA, _ALPHA**2, 1), Min(_ALPHA**2, 1), _ANY_ALPHA)),
                    ("z from below", at_most(Min(_ALPHA**2, 1), Min(_ALPHA, _ALPHA**2, 1), _ANY_ALPHA)),
                    ("either regime is at most the sum", at_most(Max(_P, _Q), _P + _Q, *_LENGTHS[2:])),
                    ("c, alpha <= 1", Identity(Integer(1) / (2 * kent.K_HIGH_PRIVACY), Rational(1, 17072))),
                    ("c, alpha > 1", Identity(Integer(1) / (2 * kent.K_LOW_PRIVACY), Rational(1, 1154))),
                ),
            ),
            crosschecks=(
                (
                    "the display at T* rounded down, enclosed",
                    FiniteCheck(
                        r"\text{display}\le125000\,\tfrac{\log(nTz)}{nTz}+184000\,e^{-n\min\{\alpha,\alpha^2\}/(2K)}",
                        "x = K, 2K, 5K, 10K; alpha = 1/2, 1, 2, 8; T = 1, T* and 10 T*",
                        _either_regime,
                    ),
                ),
            ),
        ),
        note=("The minimax risk is at most the largest risk of Algorithm 11, which is private with half-open bins."),
    ),
)
