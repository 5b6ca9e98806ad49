"""label Appendix E, (105)-(120): the exponential mechanism in each bin, and the upper bound under central label privacy."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy
from flint import arb
from sympy import Abs, Integer, Max, Rational, erfc, exp, log, oo, pi, sqrt

from notation.symbols import N, beta, d, epsilon, h
from verify.calculus import Expectation, Holds, Name, Probability, below, by, calc, choose, cite, real, words
from verify.calculus import at_most as limits
from verify.papers.label.appC_local_upper.eq52_bins import SHARP_ERFC
from verify.papers.label.appC_local_upper.eq70_peeling import series
from verify.papers.label.appC_local_upper.eq76_fast_rate import (
    DOUBLE,
    EITHER,
    ENOUGH,
    EXPONENT,
    FEW,
    FEW_COST,
    GROWS,
    HEIGHT,
    LARGER,
    LESS,
    PER_SAMPLE,
    ROOT_OF,
    SMALLER,
)
from verify.papers.label.averages import BETA, DENSITY, DIM, EPS, LAW, SAMPLES, SIDE, STEEP, TILES, powers
from verify.papers.label.instances.bins import count_and_value, largest_deviations, point_and_mean, shortfalls
from verify.papers.label.nouns import (
    CLASS,
    CLASSES,
    COUNT,
    ETA,
    FALL,
    FEATURES,
    IN_BIN,
    LEVEL,
    POINT,
    SMOOTH_CLASSES,
    STEEP_BIN,
    VARIATION,
    CentralBins,
    CentralPointLost,
    ChanceLost,
    ClassCount,
    DrawnChance,
    ExcessAt,
    LargestDeviation,
    MeanChance,
    PointGap,
    RareSeries,
    ShellSeries,
    Shortfall,
    SmoothLaw,
    TiesMargin,
)
from verify.papers.label.tents import GAMMA, MARGIN, scaled
from verify.prover import Variable
from verify.statements import AllOf, Balance, Case, FiniteCheck, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_K, _M, _R = sympy.symbols("K M r", positive=True)
_X, _Y = sympy.symbols("x' y", nonnegative=True)
X, Y = Variable(_X, Integer(0), oo), Variable(_Y, Integer(0), oo)


def _gaps(_: Settings) -> Iterator[Case]:
    """P(n* - n_c > t) and E(n* - n_c) for all counts up to 3 of three classes, e^(epsilon/2) = 3/2, enclosed."""
    root = Fraction(3, 2)
    epsilon_value = 2 * as_arb(root).log()
    for counts in product(range(4), repeat=3):
        best, weights = max(counts), sum(root**k for k in counts)
        for level in (0, 1, 2):
            tail = sum((root**k / weights for k in counts if best - k > level), Fraction(0))
            yield Case({"counts": list(counts), "t": level}, tail, 3 / root**level)
        mean = sum(((best - k) * root**k / weights for k in counts), Fraction(0))
        yield Case({"counts": list(counts)}, mean, 2 / epsilon_value * (1 + arb(3).log()))


def _justification(_: Settings) -> Iterator[Case]:
    """What (61) gives for the last integral of (113), sqrt(2 pi n), beside the sqrt(2 n ln(2K)) that is left for it; n = 1."""
    for classes in (2, 11):
        yield Case(
            {"K": classes, "n_l": 1},
            (2 * arb.pi()).sqrt(),
            (2 * arb(2 * classes).log()).sqrt(),
            left_again=(8 * arb(1).atan()).sqrt(),
        )


_COUNTS = Name("n", "counts")
_SHORT = Shortfall(_COUNTS, CLASSES, EPS)
_LATE = Probability(Holds(below(LEVEL, _SHORT)))
_EQ108 = calc(
    _LATE, "<=", CLASSES*exp(-EPS*LEVEL/2),
    by(words("A class whose count is more than t below the largest is drawn with chance at most e^(-eps t/2), its weight over that of the "
             "largest count; there are K classes.", limits(_LATE, CLASSES*exp(-EPS*LEVEL/2)))),
).crosschecked(
    "all small counts", r"\text{(108) and (109)}", "three classes, counts up to 3, e^(epsilon/2) = 3/2", _gaps,
)  # fmt: skip
_FROM = real("t_0", least=0)
_CUT = _FROM + CLASSES*2/EPS*exp(-EPS*_FROM/2)  # fmt: skip
_CUT_OFF = calc(
    Expectation(_SHORT), "<=", _CUT,
    by(words("The integral over t of the chance that n* - n_c > t, which is at most 1 up to t_0 and at most K e^(-eps t/2) beyond.",
             limits(Expectation(_SHORT), _CUT), leans=("label/eq108",))),
)  # fmt: skip
_EQ109 = calc(
    Expectation(_SHORT), "<=", _CUT, by(_CUT_OFF),
    "<=", 2*log(CLASSES)/EPS + 2/EPS, by(choose({_FROM: 2*log(CLASSES)/EPS})),
    "==", 2/EPS*(log(CLASSES) + 1),
).crosschecked(
    "one class ahead of all others, and the sum of the integrals", r"E[n^*-n_c]\le\tfrac2\varepsilon(\ln K+1)",
    "K = 2, 5, 1000; gaps 1 to 37; epsilon = 1/10, 1, 4", shortfalls, granted="2^{-40}",
)  # fmt: skip
_OF_CLASS = (ETA, CLASS, FEATURES, COUNT)
_OFF = Probability(Holds(below(LEVEL, Abs(ClassCount(*_OF_CLASS) - COUNT * MeanChance(*_OF_CLASS)))))
_EQ112 = calc(
    _OFF, "<=", 2*exp(-2*COUNT*(LEVEL/COUNT)**2),
    by(words("Hoeffding 1963, Theorem 2, as in (55): given the features, n_j is a sum of n_l independent bits of mean n_l v_j.",
             limits(_OFF, 2*exp(-2*COUNT*(LEVEL/COUNT)**2)), leans=("label/eq55",))),
    "<=", 2*exp(-LEVEL**2/(2*COUNT)),
)  # fmt: skip
_DEVIATION, _AFTER = LargestDeviation(ETA, CLASSES, FEATURES, COUNT), real("t_0", above=0)
_SPREAD, _ROOT = _AFTER + 2*CLASSES*sqrt(pi*COUNT/2)*erfc(_AFTER/sqrt(2*COUNT)), sqrt(COUNT)*sqrt(2*log(2*CLASSES))  # fmt: skip
(_AT,) = cite(SHARP_ERFC).statement.free()
_DEVIATES = calc(
    Expectation(_DEVIATION), "<=", _SPREAD,
    by(words("The integral over t of the chance that one of K counts is further than t off, which is at most 1 up to t_0 and K times (112) "
             "beyond; erfc gives the antiderivative.", limits(Expectation(_DEVIATION), _SPREAD), leans=("label/eq112",))),
    "<=", _AFTER + 2*CLASSES*sqrt(pi*COUNT/2)*exp(-(_AFTER/sqrt(2*COUNT))**2), by(cite(SHARP_ERFC).at({_AT: _AFTER/sqrt(2*COUNT)})),
)  # fmt: skip
_EQ113 = calc(
    Expectation(_DEVIATION), "<=", _DEVIATES.steps[-1].term, by(_DEVIATES),
    "<=", _ROOT + sqrt(pi*COUNT/2), by(choose({_AFTER: _ROOT})),
    "==", sqrt(COUNT)*(sqrt(2*log(2*CLASSES)) + sqrt(2*pi)/2),
    "<", 2*_ROOT,
).crosschecked(
    "two classes, exact; the integral, enclosed", r"E\max_j|n_{lj}-n_lv_{lj}|<2\sqrt{2n_l\ln(2K)}",
    "K = 2: n_l = 1, 2, 9, 30, eta = 1/10, 1/2; K = 2, 3, 11, 100: the integral at n_l = 1", largest_deviations, "<",
)  # fmt: skip
_LOST = ChanceLost(ETA, CLASSES, FEATURES, COUNT, EPS)
_BOTH = (2/EPS*(log(CLASSES) + 1) + 2*Expectation(_DEVIATION))/COUNT  # fmt: skip
_EQ114 = calc(
    Expectation(_LOST), "<=", _BOTH,
    by(words("n_l v* - n_l v_c is at most n* - n_c and twice the largest deviation of a count, and (109) holds for any counts.",
             limits(Expectation(_LOST), _BOTH), leans=("label/eq109",))),
    "<=", (2/EPS*(log(CLASSES) + 1) + 4*_ROOT)/COUNT, by(_EQ113),
    "==", 2/(EPS*COUNT)*(log(CLASSES) + 1) + 4*sqrt(2*log(2*CLASSES)/COUNT),
).crosschecked(
    "all counts of four samples", r"nv^*-nv_c\le n^*-n_c+2\max_j|n_j-nv_j|",
    "K = 3, n = 4: all counts, all v with denominator 6, all c", count_and_value,
)  # fmt: skip
_POINT_LOST, _SMOOTH = CentralPointLost(ETA, CLASSES, FEATURES, COUNT, EPS, POINT), (SMOOTH_CLASSES, IN_BIN)
_EQ116 = calc(
    Expectation(_POINT_LOST), "<=", Expectation(_LOST) + 2*VARIATION,
    by(words("By (63) the chances at the point are within L_d h^beta of their means over the features, for the best class and the drawn one.",
             limits(Expectation(_POINT_LOST), Expectation(_LOST) + 2*VARIATION), given=_SMOOTH, leans=("label/eq63",))),
    "<=", 2/(EPS*COUNT)*(log(CLASSES) + 1) + 4*sqrt(2*log(2*CLASSES)/COUNT) + 2*VARIATION, by(_EQ114),
    given=_SMOOTH,
).crosschecked(
    "a point and two samples of its bin", r"\eta^*(x)-\eta_c(x)\le v^*-v_c+2\max|\eta_j-\eta_j'|",
    "K = 3, n_l = 2, eta with denominator 6 at the point and the samples, all c", point_and_mean,
)  # fmt: skip
_DRAWN, _BEHIND = DrawnChance(ETA, CLASSES, CLASS, FEATURES, COUNT, EPS), PointGap(ETA, CLASSES, CLASS, POINT)
_WORSE, _AHEAD = (*_SMOOTH, limits(CLASS, CLASSES), limits(4*VARIATION, _BEHIND)), _BEHIND - 2*VARIATION  # fmt: skip
_RARELY = exp(-2*COUNT*(_AHEAD/2)**2/4) + exp(-EPS*COUNT*_AHEAD/4)  # fmt: skip
_SMALL, _LARGE, _SPEED = real("y", least=0), real("y'", least=0), real("r", least=0)
_FALLS = [
    calc(
        exp(-_SPEED * _LARGE**power),
        "<=",
        exp(-_SPEED * _SMALL**power),
        by(limits(_SMALL, _LARGE)),
        given=(limits(_SMALL, _LARGE),),
    )
    for power in (1, 2)
]
_HALVED = calc(_BEHIND / 2, "<=", _AHEAD, given=(limits(4 * VARIATION, _BEHIND),))
_SELECTION = calc(
    _DRAWN, "<=", _RARELY,
    by(words("The count of the best class at the point less that of the j-th has by (63) a mean of at least n_l (delta_j - 2 L_d h^beta), of n_l "
             "differences in [-1, 1]; half of it is lost with the chance of Hoeffding 1963, Theorem 2, else the weights differ by a factor.",
             limits(_DRAWN, _RARELY), given=_WORSE, leans=("label/eq63",))),
    "<=", exp(-COUNT/8*(_BEHIND/2)**2) + exp(-EPS*COUNT/4*(_BEHIND/2)),
    by(*(fall.at({_SPEED: speed, _LARGE: _AHEAD, _SMALL: _BEHIND/2}) for fall, speed in zip(_FALLS, (EPS*COUNT/4, COUNT/8), strict=True)), _HALVED),
    "<=", 2*exp(-COUNT*_BEHIND**2/32) + exp(-EPS*COUNT*_BEHIND/8),
    given=_WORSE,
)  # fmt: skip
_HELD = SAMPLES*DENSITY*SIDE**DIM  # fmt: skip
_TAU = real("tau", above=0)
_LAW = (SmoothLaw(LAW, CLASSES, STEEP, BETA, DIM), TILES, TiesMargin(LAW, MARGIN, GAMMA))
_RISK, _FEW = ExcessAt(CentralBins(SIDE, EPS), LAW, SAMPLES), exp(-FALL*_HELD)  # fmt: skip
_LEVELS = (4*VARIATION, 8*sqrt(log(2*CLASSES)/_HELD), 16*log(2*CLASSES)/(EPS*_HELD))  # fmt: skip
_WIDE = tuple(limits(level, _TAU) for level in _LEVELS)
_OF_ALL = _FEW + _TAU*MARGIN*_TAU**GAMMA + MARGIN*_TAU**(GAMMA + 1)*(ShellSeries(GAMMA) + RareSeries(GAMMA))  # fmt: skip
_AT_ANY = calc(
    _RISK, "<=", _OF_ALL,
    by(words("Point by point, as in label/own/upper2: bins with less than half of their share lose 1 at most; elsewhere classes that lose "
             "between 2^(k-1) tau and 2^k tau cost 2^k tau, on points of mass C_T (2^k tau)^gamma, with the chances of "
             "label/own/central-selection, whose exponents are at least 4^(k-1) ln(2K) and 2^(k-1) ln(2K).",
             limits(_RISK, _OF_ALL), given=(*_LAW, *_WIDE),
             leans=("label/prop2a", "label/own/central-selection", "label/eq74/sum", "label/eq75"))),
    "==", _FEW + MARGIN*_TAU**(GAMMA + 1)*(1 + ShellSeries(GAMMA) + RareSeries(GAMMA)),
    given=(*_LAW, *_WIDE),
)  # fmt: skip
_UPPER = calc(
    _RISK, "<=", _FEW + MARGIN*Max(*_LEVELS)**(GAMMA + 1)*(1 + ShellSeries(GAMMA) + RareSeries(GAMMA)), by(_AT_ANY.at({_TAU: Max(*_LEVELS)})),
    given=_LAW,
)  # fmt: skip
_EQ118 = AllOf("", {"the excess risk": _UPPER, "the second series": series(RareSeries(GAMMA), 1, 2)})

_BOUND, _CONSTANT, _AT_BOUND = real("B", above=0), real("C", above=0), real("B", above=0)*SIDE**BETA  # fmt: skip
_ENDS = (limits(4 * STEEP_BIN, _BOUND), limits(128 / DENSITY, _BOUND**2), limits(32 / DENSITY, _BOUND))
_PRIVATE_ENOUGH = limits(log(CLASSES), EPS * SAMPLES * SIDE ** (BETA + DIM))
_SECOND = calc(
    8*sqrt(log(2*CLASSES)/_HELD), "<=", 8*(_AT_BOUND/8),
    by(ROOT_OF.at({SMALLER: log(2*CLASSES)/_HELD, LARGER: _AT_BOUND/8}), calc(
        log(2*CLASSES)/_HELD, "<=", 2/DENSITY*SIDE**(2*BETA), by(PER_SAMPLE.at({LESS: 1})),
        "<=", _BOUND**2/64*SIDE**(2*BETA), by(scaled(SIDE**(2*BETA)/64, 128/DENSITY, _BOUND**2)), "==", (_AT_BOUND/8)**2,
        given=(ENOUGH, _ENDS[1]),
    )),
    "==", _AT_BOUND, given=(ENOUGH, _ENDS[1]),
)  # fmt: skip
_THIRD = calc(
    16*log(2*CLASSES)/(EPS*_HELD), "<=", 32*log(CLASSES)/(EPS*_HELD), by(DOUBLE),
    "<=", 32*EPS*SAMPLES*SIDE**(BETA + DIM)/(EPS*_HELD), by(scaled(32/(EPS*_HELD), log(CLASSES), EPS*SAMPLES*SIDE**(BETA + DIM))),
    "==", 32/DENSITY*SIDE**BETA, by(powers(32*EPS*SAMPLES*SIDE**(BETA + DIM)/(EPS*_HELD), 32/DENSITY*SIDE**BETA)),
    "<=", _AT_BOUND, by(scaled(SIDE**BETA, 32/DENSITY, _BOUND)),
    given=(_PRIVATE_ENOUGH, _ENDS[2]),
)  # fmt: skip
_FIRST = calc(4 * VARIATION, "<=", _AT_BOUND, by(scaled(SIDE**BETA, 4 * STEEP_BIN, _BOUND)), given=_ENDS[:1])
_SERIES = 1 + ShellSeries(GAMMA) + RareSeries(GAMMA)  # fmt: skip
_COST = FEW_COST + MARGIN*_BOUND**(GAMMA + 1)*_SERIES  # fmt: skip
_CONSTANTS = (*_ENDS, limits(_COST, _CONSTANT))
_AT_SIDE = calc(
    _RISK, "<=", _FEW + MARGIN*_AT_BOUND**(GAMMA + 1)*_SERIES, by(_AT_ANY.at({_TAU: _AT_BOUND}), _FIRST, _SECOND, _THIRD),
    "<=", FEW_COST*HEIGHT + MARGIN*_AT_BOUND**(GAMMA + 1)*_SERIES, by(FEW),
    "==", _COST*HEIGHT, by(powers(_AT_BOUND**(GAMMA + 1), _BOUND**(GAMMA + 1)*HEIGHT)),
    "<=", _CONSTANT*HEIGHT, by(_CONSTANTS[-1]),
    given=(*_LAW, ENOUGH, _PRIVATE_ENOUGH, *_CONSTANTS),
)  # fmt: skip
_LOGS, _RATE_POWER = real("l'", above=0), BETA*(GAMMA + 1)  # fmt: skip
_AMOUNTS = ((SAMPLES, 2*BETA + DIM), (EPS*SAMPLES, BETA + DIM))  # fmt: skip
_LENGTHS = [(amount/_LOGS)**(-1/power) for amount, power in _AMOUNTS]  # fmt: skip
_FILLED = [
    calc(
        _LOGS, "==", amount*length**power, by(powers(_LOGS, amount*length**power)),
        "<=", amount*SIDE**power, by(scaled(amount, length**power, SIDE**power), GROWS.at({SMALLER: length, LARGER: SIDE, EXPONENT: power})),
        given=(limits(length, SIDE),),
    )
    for (amount, power), length in zip(_AMOUNTS, _LENGTHS, strict=True)
]  # fmt: skip
_RATES = [2**_RATE_POWER*(amount/_LOGS)**(-_RATE_POWER/power) for amount, power in _AMOUNTS]  # fmt: skip
_WIDE_SIDE = limits(SIDE, 2 * Max(*_LENGTHS))
_AT_RATE = calc(
    HEIGHT, "<=", (2*Max(*_LENGTHS))**_RATE_POWER, by(GROWS.at({SMALLER: SIDE, LARGER: 2*Max(*_LENGTHS), EXPONENT: _RATE_POWER})),
    "<=", (2*_LENGTHS[0])**_RATE_POWER + (2*_LENGTHS[1])**_RATE_POWER, by(EITHER.at({SMALLER: _LENGTHS[0], LARGER: _LENGTHS[1], EXPONENT: _RATE_POWER})),
    "==", _RATES[0] + _RATES[1], by(*(powers((2*length)**_RATE_POWER, rate) for length, rate in zip(_LENGTHS, _RATES, strict=True))),
    given=(_WIDE_SIDE,),
)  # fmt: skip
_AT_LOGS = {_LOGS: log(CLASSES)}
_SIDES = tuple(c.xreplace(_AT_LOGS) for c in (*(limits(length, SIDE) for length in _LENGTHS), _WIDE_SIDE))
_THM4 = calc(
    _RISK, "<=", _CONSTANT*HEIGHT, by(_AT_SIDE, *(filled.at(_AT_LOGS) for filled in _FILLED)),
    "<=", _CONSTANT*(_RATES[0] + _RATES[1]).xreplace(_AT_LOGS), by(_AT_RATE.at(_AT_LOGS)),
    given=(*_LAW, *_SIDES, *_CONSTANTS),
)  # fmt: skip

CLAIMS = (
    Claim("label/eq108", "Appendix E, (105)-(108)", Kind.INEQUALITY,
          "the exponential mechanism rarely picks a class with few samples", _EQ108),
    Claim("label/eq109", "Appendix E, (109)", Kind.INEQUALITY, "the expected shortfall of the chosen count", _EQ109),
    Claim("label/eq112", "Appendix E, (110)-(112)", Kind.INEQUALITY, "concentration of a class count", _EQ112),
    Claim("label/eq113/justification", "Appendix E, (113), last step, and the sentence after it", Kind.INEQUALITY,
          "the tail by the inequality (61)",
          FiniteCheck(r"\sqrt{2\pi n_l}<\sqrt{2n_l\ln(2K)}", "K = 2, 11", _justification),
          at_most(sqrt(2 * pi) / 2, sqrt(2 * log(_M)), Variable(_M, Integer(4), oo)),
          correction="(61) gives the last step for K >= 12 only; with its best constant 1/2 it holds for every K >= 2",
          severity=Severity.CONSTANT, theorem="label/eq113", note="M = 2K."),
    Claim("label/eq113", "Appendix E, (113)", Kind.INEQUALITY, "the largest deviation of the counts", _EQ113),
    Claim("label/eq114", "Appendix E, (114)", Kind.INEQUALITY, "the expected loss of the chosen class in its bin",
          _EQ114),
    Claim("label/eq116", "Appendix E, (115), (116)", Kind.INEQUALITY, "from the bin's averages to a point", _EQ116),
    Claim("label/own/central-selection", "ours, for (118)", Kind.INEQUALITY,
          "a class that is worse at a point is rarely chosen", corrected=_SELECTION),
    Claim("label/eq118", "Appendix E, (118)", Kind.UPPER_RATE, "the margin brings the power gamma + 1", _EQ118,
          note="Under the margin assumption as Theorem 2 has it, beta <= 1 and bins that divide the support; the "
               "proof, which the paper omits, goes point by point."),
    Claim("label/eq120", "Appendix E, (119), (120)", Kind.RATE_ALGEBRA, "the tuned rate",
          AllOf(r"h=\Big(\frac{\ln K}{\varepsilon N}\Big)^{\frac1{\beta+d}}+\Big(\frac{\ln K}N\Big)^{\frac1{2\beta+d}}:\text{ each term of (118) is at most }h^\beta",
                {"private": Balance(log(_K) / (epsilon * N * h**d), h**beta, h,
                                    (log(_K) / (epsilon * N)) ** (1 / (beta + d)),
                                    (log(_K) / (epsilon * N)) ** (beta / (beta + d))),
                 "not private": Balance((log(_K) / (N * h**d)) ** Rational(1, 2), h**beta, h,
                                        (log(_K) / N) ** (1 / (2 * beta + d)),
                                        (log(_K) / N) ** (beta / (2 * beta + d))),
                 "a larger h lowers both terms":
                     at_most(1 / (_X + _R), 1 / _R, Variable(_R, Integer(0), oo, True), X)})),
    Claim("label/thm4", "Section 4.2, Theorem 4, (18), and Appendix E, (120)", Kind.UPPER_RATE,
          "the rate of the central classifier", _THM4,
          note="Ambiguous at ties, as Theorem 2: eta_s is the second largest of the set of values, that is the largest "
               "value below eta^*; counted with ties, as the text has it for K = 2, the margin at a tie is 0 and for K "
               ">= 3 the rate is N^(-beta/(2 beta + d)) at best (label/own/ties)."),
)  # fmt: skip
