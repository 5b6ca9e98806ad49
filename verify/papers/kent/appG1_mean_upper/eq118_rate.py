"""kent Appendix G.1: (118), the explicit bound before (119), the rate (119), and Theorem 6 (24) from above at d = 1.

T stands for T* throughout; x = n min{alpha, alpha^2}, L = log(n T* (alpha^2 ^ 1)).
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import ceil
from typing import Any

import sympy
from flint import arb
from sympy import E, Integer, Max, Min, Rational, exp, log, oo, sqrt

from notation.symbols import n
from upperbounds.mean import kent
from verify.calculus import (
    Chain,
    OnInterval,
    Supremum,
    below,
    by,
    calc,
    cases,
    cite,
    integer,
    minimax_risk,
    real,
    words,
)
from verify.calculus import at_most as at_most_
from verify.papers.kent.appG1_mean_upper import eq111_union_bound as union
from verify.papers.kent.appG1_mean_upper import eq113_decomposition as decomposition
from verify.papers.kent.nouns_upper import ALPHA as ANY
from verify.papers.kent.nouns_upper import (
    AT_HIGH,
    AT_LOW,
    EVEN,
    HIGH,
    IS_LEVEL,
    LAW,
    LEVEL,
    LOW,
    ON_INTERVAL,
    USED,
    USERS,
    WIDTH,
    Error10,
    FailureBias,
    FirstStageFails,
    MessageVariance,
    SuccessBias,
    claim,
    crossed,
)
from verify.prover import Variable
from verify.risk import SignLaw, exact_risk
from verify.statements import AllOf, Case, FiniteCheck, Identity, at_most
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


def _either_regime(*, high: bool) -> Callable[[Settings], Iterator[Case]]:
    def cases(_: Settings) -> Iterator[Case]:
        for users, used, alpha, constant, level in _transitions():
            for samples in (1, used, 10 * used) if (alpha <= 1) is high else ():
                scale = as_arb(users * samples * min(alpha, alpha**2, Fraction(1)))
                right = int(CONSTANT) * scale.log() / scale + int(AFTER) * (-level / 2).exp()
                shown = display(users, min(samples, used), alpha, constant)
                yield Case({"n": users, "T": samples, "T*": used, "alpha": str(alpha)}, shown, right)

    return cases


# fmt: off
_K_HIGH, _K_LOW = Integer(kent.K_HIGH_PRIVACY), Integer(kent.K_LOW_PRIVACY)
_CASES: dict[str, tuple[Any, Any, Any, tuple[Any, ...], Any, Any]] = {
    "alpha <= 1": (HIGH, AT_HIGH, _K_HIGH, (EVEN, ON_INTERVAL, IS_LEVEL), USERS*HIGH**2, HIGH**2),
    "alpha > 1": (LOW, AT_LOW, _K_LOW, (EVEN, ON_INTERVAL), USERS*LOW, Integer(1)),
}
"""alpha, Delta, K, what is assumed, n min{alpha, alpha^2} and alpha^2 ^ 1."""


def _failure(case: str) -> Chain:
    """(118)."""
    alpha, width, constant, given, rate, _small = _CASES[case]
    run = (LAW, USERS, USED, alpha, width)
    return calc(
        FailureBias(*run), "<=", 4*FirstStageFails(*run),
        by(words("Clipped and unclipped means lie in [-1, 1], the noise has mean zero, and P(A^c | j*)^2 is at most P(A^c | j*).",
                 at_most_(FailureBias(*run), 4*FirstStageFails(*run)), given=(EVEN, ON_INTERVAL), leans=("kent/eq117/115",))),
        "<=", 4*(3/Min(width, 1)*exp(-2*rate/constant) + 48/(USERS*USED)), by(cite(claim(union.CLAIMS, "kent/eq112"), case)),
        "==", 12/Min(width, 1)*exp(-2*rate/constant) + 192/(USERS*USED), given=given,
    )


def _parts(chains: dict[str, Chain]) -> AllOf:
    return AllOf("", chains)


_FAILURES = {case: _failure(case) for case in _CASES}
FAILURE = Claim("kent/eq118", "Appendix G.1, Step 2, (118)", Kind.INEQUALITY, "the squared bias on failure",
                _parts(_FAILURES))  # fmt: skip


def _explicit(case: str) -> Chain:
    """The first line of the display before (119)."""
    alpha, width, constant, given, rate, small = _CASES[case]
    run = (LAW, USERS, USED, alpha, width)
    parts = cite(claim(decomposition.CLAIMS, "kent/eq113"), "the terms").at({ANY: alpha, WIDTH: width})
    first, third = 16*exp(-USED*width**2), 337*width**2/small
    return calc(
        Error10(*run), "<=", 2*(SuccessBias(*run) + FailureBias(*run) + MessageVariance(*run)/USERS), by(parts),
        "<=", 2*(first + FailureBias(*run) + third/USERS),
        by(words("(117) for every j*.", at_most_(SuccessBias(*run), first), given=(EVEN, ON_INTERVAL), leans=("kent/eq117",)),
           words("(114).", at_most_(MessageVariance(*run), third), given=(ON_INTERVAL,), leans=("kent/eq114",))),
        "<=", 32*exp(-USED*width**2) + 24/Min(width, 1)*exp(-2*rate/constant) + 384/(USERS*USED) + 674*width**2/(USERS*small),
        by(cite(FAILURE, case)), given=given,
    )


_EXPLICIT = {case: _explicit(case) for case in _CASES}
EXPLICIT = Claim("kent/eq119x", "Appendix G.1, Step 2, the first line of the display before (119)", Kind.UPPER_RATE,
                 "the explicit bound on the error of Algorithm 11",
                 crossed(_parts(_EXPLICIT),
                         (("the bound that ships with the estimator",
                           FiniteCheck(r"|\text{shipped}-\text{display}|\le10^{-9}\,\text{display}",
                                       "(n, T, alpha) = (400000, 1000, 1), (2000000, 100, 1/2), (2000, 1000, 4), "
                                       "(8000, 2000, 2)",
                                       _code)),
                          ("exact risks",
                           FiniteCheck(r"E|\hat\theta-\theta|^2\le\text{display}",
                                       "+-1 data, (n, T, alpha) = (2000, 1000, 4), (8000, 2000, 2); theta = -1/3, 0 "
                                       "(full: sevenths)",
                                       _exact_risks, granted=r"10^{-6}\text{ of each risk, and its computed error}")))),
                 note="y = n T* alpha^2 at alpha <= 1. For alpha > 1 n >= 2 is enough: the corrected (110) does not "
                      "need n T^2 >= 16. The paper's K is unnamed.")  # fmt: skip
_LEVEL, _SHARE, _LESS, _WIDE, _MUCH = real("u", above=0), real("a"), real("s", above=0), real("w", above=0), real("v", least=2)
_EARLY = at_most_(log(USED), _SHARE)
_DECAYS = calc(
    exp(-3*_SHARE/2 - _LEVEL/2), "<=", exp(-3*log(USED)/2 - _LEVEL/2), by(_EARLY), "==", USED**Rational(-3, 2)*exp(-_LEVEL/2),
    "<=", USED**Rational(-3, 2)*2/(E*_LEVEL), by(calc(exp(-_LEVEL/2), "<=", 2/(E*_LEVEL))), given=(_EARLY,),
)
_OVER = calc(2/_WIDE, "<=", 2/_LESS, given=(at_most_(_LESS, _WIDE),))
_PLACE, _OTHER = real("z", above=0), real("b")
_ONE_LOG = calc(log(_PLACE)/_PLACE + _OTHER, "<=", 1/E + _OTHER)
_FALLING = calc((2/E + _LEVEL)*CONSTANT*exp(-_LEVEL), "<=", AFTER*exp(-_LEVEL/2))
_WIDEST = calc(1/Min(_WIDE, 1), "<=", Max(1/_WIDE, 1))


def _before(case: str) -> Any:
    """T* is at most the cap."""
    _alpha, _width, constant, _given, rate, _small = _CASES[case]
    return at_most_(USED, exp(rate/constant))


def _logs(case: str) -> Chain:
    _alpha, _width, constant, _given, rate, _small = _CASES[case]
    return calc(
        log(USED), "<=", log(exp(rate/constant)), by(_before(case)), "==", rate/constant, given=(_before(case),),
    )


def _in_used(case: str) -> Chain:
    """The rate in terms of T*."""
    _alpha, width, constant, given, rate, small = _CASES[case]
    explicit, size, at_least = _EXPLICIT[case], USERS*USED*small, 8 if case == "alpha <= 1" else 2
    much, times = real("v", least=at_least), 2 if case == "alpha <= 1" else 4
    bins = calc(1/Min(width, 1), "<=", Max(1/width, 1), by(_WIDEST.at({_WIDE: width})), "<=", sqrt(USED))
    decay = calc(
        exp(-2*rate/constant), "<=", 2*constant/(E*USED**Rational(3, 2)*rate),
        by(_DECAYS.at({_SHARE: rate/constant, _LEVEL: rate/constant}), _logs(case)), given=(_before(case),),
    )
    last = calc(32/much**times + 48*constant/(E*much) + 384/much + 674*times*log(much)/much, "<=", CONSTANT*log(much)/much)
    enough = calc(at_least, "<=", size, given=(IS_LEVEL,) if case == "alpha <= 1" else ())
    return calc(
        explicit.start, "<=", explicit.steps[-1].term, by(cite(EXPLICIT, case)),
        "<=", 32*exp(-USED*width**2) + 24*sqrt(USED)*exp(-2*rate/constant) + 384/(USERS*USED) + 674*width**2/(USERS*small), by(bins),
        "<=", 32*exp(-USED*width**2) + 24*sqrt(USED)*2*constant/(E*USED**Rational(3, 2)*rate) + 384/(USERS*USED)
        + 674*width**2/(USERS*small), by(decay),
        "<=", 32/size**times + 48*constant/(E*size) + 384/size + 674*times*log(size)/size, *((by(IS_LEVEL),) if case == "alpha <= 1" else ()),
        "<=", CONSTANT*log(size)/size, by(last.at({much: size}), enough), given=(*given, _before(case)),
    )


_IN_USED = {case: _in_used(case) for case in _CASES}
CHAIN = Claim("kent/eq119/chain", "Appendix G.1, Step 2, the display before (119)", Kind.UPPER_RATE,
              "the rate in terms of T*",
              crossed(_parts(_IN_USED),
                      (("the display itself, enclosed",
                        FiniteCheck(r"\text{display}\le125000\,\tfrac{\log y}y,\ y=nT(\alpha^2\wedge1)",
                                    "(n, T, alpha) = (8, 1, 1), (400000, 1000, 1), (2000000, 100, 1/2), (2, 1, 2), "
                                    "(2000, 1000, 4), (8000, 2000, 2)",
                                    _chained)),)))  # fmt: skip


def _beyond(case: str) -> Chain:
    """The rate beyond the phase transition, T* rounded down."""
    _alpha, _width, constant, given, rate, small = _CASES[case]
    cut, size, chain = below(exp(rate/constant), USED + 1), USERS*small, _IN_USED[case]
    level = rate/constant
    logs = _ONE_LOG.at({_PLACE: size, _OTHER: log(USED)/size})
    inverse = calc(
        1/USED, "<=", 2/(USED + 1), "<=", 2*exp(-level),
        by(_OVER.at({_LESS: exp(level), _WIDE: USED + 1}), calc(exp(level), "<=", USED + 1, by(cut), given=(cut,))), given=(cut,),
    )
    split = calc(
        chain.start, "<=", CONSTANT*log(size*USED)/(size*USED), by(cite(CHAIN, case)), "==", (log(size)/size + log(USED)/size)/USED*CONSTANT,
        "<=", (1/E + log(USED)/size)/USED*CONSTANT, by(logs), "<=", (1/E + level/size)/USED*CONSTANT, by(_logs(case)),
        given=(*given, _before(case)),
    )
    if case == "alpha <= 1":
        return calc(
            chain.start, "<=", split.steps[-1].term, by(split), "<=", CONSTANT*2/E/USED, "<=", CONSTANT*4/E*exp(-level), by(inverse),
            "<=", AFTER*exp(-level/2), given=(*given, _before(case), cut),
        )
    return calc(
        chain.start, "<=", split.steps[-1].term, by(split), "<=", (1/E + level/size)*2*exp(-level)*CONSTANT, by(inverse),
        "<=", (2/E + level)*CONSTANT*exp(-level), "<=", AFTER*exp(-level/2), by(_FALLING.at({_LEVEL: level})),
        given=(*given, _before(case), cut),
    )


_AFTER = {case: _beyond(case) for case in _CASES}
_DRAWS = integer("T", least=1)


def _before_cap(case: str) -> Chain:
    """The minimax risk below the phase transition, T* = T: Algorithm 11 at its worst law; at alpha <= 1 y is a letter."""
    alpha, small = _CASES[case][0], _CASES[case][-1]
    risk, size = minimax_risk(OnInterval(-1, 1), USERS, _DRAWS, alpha), USERS*_DRAWS*small
    shown = cite(CHAIN, case).at({USED: _DRAWS})
    worst = Supremum(shown.statement.left, LAW, ON_INTERVAL)
    given = tuple(h for h in shown.statement.hypotheses if h != ON_INTERVAL)
    return calc(
        risk, "<=", worst, by(words("Algorithm 11 is private, for any width.", at_most_(risk, worst), given=(EVEN,), leans=("kent/alg10/privacy",))),
        "<=", CONSTANT*log(size)/size, by(shown), given=given,
    )


BEFORE_CAP = _before_cap("alpha <= 1").at({LEVEL: USERS*_DRAWS*HIGH**2})
"""Below the phase transition, alpha <= 1."""


def _theorem(case: str) -> Chain:
    alpha, _width, constant, _given, rate, small = _CASES[case]
    risk, size, cap = minimax_risk(OnInterval(-1, 1), USERS, _DRAWS, alpha), USERS*_DRAWS*small, exp(rate/constant)
    first, second = CONSTANT*log(size)/size, AFTER*exp(-rate/(2*constant))
    few, many = at_most_(_DRAWS, cap), at_most_(cap, _DRAWS)
    given = (EVEN, *((below(8, rate),) if case == "alpha <= 1" else ()))
    leans, much = ("kent/eq119", "kent/alg10/privacy"), real("v", least=1)
    positive = calc(0, "<=", CONSTANT*log(much)/much).at({much: size})
    eight = [calc(8, "<=", rate, "<=", size, given=given[1:])] if case == "alpha <= 1" else []
    enough = calc(1, "<=", rate if case == "alpha <= 1" else USERS, "<=", size, given=given[1:])
    return calc(
        risk, "<=", first + second,
        by(cases(
            (few, calc(risk, "<=", first, by(BEFORE_CAP if eight else _before_cap(case), *eight), "<=", first + second, given=(*given, few))),
            (many, calc(
                risk, "<=", second,
                by(words("Algorithm 11 is private, and beyond the phase transition its largest error is that of (119).",
                         at_most_(risk, second), given=(*given, many), leans=leans)),
                "<=", first + second, by(positive, enough), given=(*given, many))),
        )), given=given,
    )


_DISPLAYED = {
    case: (
        "the display at T* rounded down, enclosed",
        FiniteCheck(
            r"\text{display}\le125000\,\tfrac{\log(nTz)}{nTz}+184000\,e^{-n\min\{\alpha,\alpha^2\}/(2K)}",
            f"x = K, 2K, 5K, 10K; alpha = {levels}; T = 1, T* and 10 T*", _either_regime(high=high),
        ),
    )
    for case, levels, high in (("alpha <= 1", "1/2, 1", True), ("alpha > 1", "2, 8", False))
}
_ENOUGH = at_most_(8, USERS * HIGH**2)
_LOG_ENOUGH = calc(log(8), "<=", log(USERS*HIGH**2), by(_ENOUGH), "<=", log(USERS*USED*HIGH**2), given=(_ENOUGH,))
# fmt: on


CLAIMS = (
    FAILURE,
    EXPLICIT,
    Claim("kent/eq119/decay", "Appendix G.1, Step 2, 'using the fact that', before (119)", Kind.INEQUALITY,
          "the exponential term against T*",
          AllOf(r"e^{-2x/K}\le(T^*)^{-3/2}e^{-x/(2K)}\le\frac{2K}{e\,(T^*)^{3/2}x}\le\frac{2K}{e\,(T^*)^{3/2}n\min\{\alpha^2,1\}},\ x=n\min\{\alpha,\alpha^2\},\ T^*\le e^{x/K}",
                {"with log T* = tau, x/K = tau + s": at_most(-2 * (_TAU + _S), -Rational(3, 2) * _TAU - (_TAU + _S) / 2,
                                                             *_LENGTHS[:2], shown=(("tau", "1"), ("s", "0"))),
                 "y e^(-y) <= 1/e, y = x/(2K)": at_most(_Y * exp(-_Y), exp(Integer(-1)), _POSITIVE[1]),
                 "the third step": at_most(Min(_ALPHA**2, 1), Min(_ALPHA, _ALPHA**2), _ANY_ALPHA)})),
    Claim("kent/eq119/log", "Appendix G.1, Step 2, 'controlling the log term', before (119)", Kind.INEQUALITY,
          "the logarithm in the denominator",
          AllOf("", {"alpha <= 1": _LOG_ENOUGH, "alpha > 1": calc(log(2), "<=", log(USERS * USED))}),
          note="y = n alpha^2. For alpha > 1 it is n >= 2 that bounds it: the assumption n alpha > C~, which the text "
               "names, allows n = 2."),
    CHAIN,
    Claim("kent/eq119/after", "Appendix G.1, Step 2, the display after 'In the case T <= ...'", Kind.RATE_ALGEBRA,
          "the rate beyond the phase transition",
          AllOf(r"\frac{\log\{nT^*(\alpha^2\wedge1)\}}{nT^*(\alpha^2\wedge1)}=\Big(\frac{\log\{n(\alpha^2\wedge1)\}}{n(\alpha^2\wedge1)}+\frac{\log T^*}{n(\alpha^2\wedge1)}\Big)\frac1{T^*}\lesssim(\alpha\vee1)e^{-x/K}\lesssim e^{-x/(2K)},\ T^*=e^{x/K}",
                {"the equality, y = n (alpha^2 ^ 1)":
                     Identity(log(_Y * _T) / (_Y * _T), (log(_Y) / _Y + log(_T) / _Y) / _T),
                 "log y/y <= 1/e": at_most(log(_Y) / _Y, exp(Integer(-1)), _POSITIVE[1]),
                 "log T*/y = (alpha v 1)/K, alpha > 1":
                     Identity(lambda: (n * _ALPHA / _K) / (n * 1), lambda: _ALPHA / _K),
                 "and alpha <= 1": Identity(lambda: (n * _ALPHA**2 / _K) / (n * _ALPHA**2), lambda: 1 / _K),
                 "with the constant 1/e + 1/K":
                     at_most(1 / E + Max(_ALPHA, 1) / _K, (1 / E + 1) * Max(_ALPHA, 1), _ANY_ALPHA, _CONSTANTS),
                 "alpha <= 1: 1/e + 1/K <= 2/e": at_most(1 / E + 1 / _K, 2 / E, _CONSTANTS),
                 "alpha > 1: (alpha/K) e^(-n alpha/(2K)) <= 1/e for n >= 2, with y = alpha/K":
                     at_most(_Y * exp(-_Y), exp(Integer(-1)), _POSITIVE[1])}),
          note="The factor alpha v 1 is controlled: n >= 2 is enough, so that the last two steps hold with 2/e."),
    Claim("kent/eq119", "Appendix G.1, Step 2, (119)", Kind.UPPER_RATE, "the rate of Algorithm 11, in two regimes",
          crossed(AllOf("",
                        {
                            **{f"T* = T, {case}": _IN_USED[case] for case in _CASES},
                            **{f"T* rounded down, {case}": _AFTER[case] for case in _CASES},
                        }),
                  (("the display at T* rounded down, enclosed",
                    FiniteCheck(r"\text{display}\le184000\,e^{-x/(2K)},\ T^*=\lfloor e^{x/K}\rfloor",
                                "x = K, 2K, 5K, 10K; alpha = 1/2, 1, 2, 8", _transition)),)),
          note="In the first two lines T* = T is at most the cap; in the others T* is the cap rounded down, for a "
               "larger T."),
    Claim("kent/thm6/upper1", "Section 3, Theorem 6 (i), (24), the upper bound at d = 1", Kind.UPPER_RATE,
          "the rate of the univariate mean from above",
          AllOf("", {case: _theorem(case).beside(_DISPLAYED[case]) for case in _CASES}),
          note="The minimax risk is at most the largest risk of Algorithm 11, which is private with half-open bins."),
)  # fmt: skip
