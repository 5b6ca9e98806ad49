"""zhao Appendix A.3, (54)-(56): the variance of the second stage, and Theorem 1 with explicit constants."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import sympy
from flint import arb
from sympy import Abs, Integer, Max, Min, Rational, exp, log, oo, pi, sqrt

from upperbounds.mean import zhao
from verify.calculus import (
    BIAS_VARIANCE,
    COMPLEMENT,
    LAPLACE_VARIANCE,
    LINEAR,
    LIPSCHITZ,
    MEAN_OF_INDEPENDENT,
    MONOTONE,
    SUM_OF_INDEPENDENT,
    Chain,
    Expectation,
    Independent,
    LaplaceNoise,
    MeanOfCopies,
    Name,
    Not,
    Probability,
    Variance,
    WholeNumber,
    below,
    by,
    calc,
    cases,
    cite,
    included,
    integer,
    let,
    random_real,
    real,
)
from verify.calculus import at_most as at_most_
from verify.calculus.facts.voting import SLOT, TOTAL, VALUE, WINNER_AMONG, Part
from verify.calculus.over import Each
from verify.calculus.reasons import at_index, each
from verify.papers.zhao.appA2_first_stage.eq41_success import (
    BINS,
    C0,
    FIRST_STAGE,
    HIT,
    LEMMA2,
    MISSED,
    PLACE,
    VOTES,
    K,
)
from verify.papers.zhao.appA3_second_stage.eq43_bias import (
    CENTRE,
    CLIPPED,
    DATA,
    EPSILON,
    EQ50,
    ESTIMATE,
    INSIDE,
    LEFT,
    MEETS,
    NOISE,
    OFF,
    RIGHT,
    SAMPLE,
    SAMPLES,
    SCALE,
    SHARE,
    USERS,
    WIDTH,
    clipped,
    finite_laws,
)
from verify.prover import Relation, Variable
from verify.statements import Case, FiniteCheck, Inequality, UpToConstant, Whole
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_X = sympy.Symbol("x", nonnegative=True)

FAILURE = Integer(5908)
"""4 x exp(-c_0 x/2) stays below this."""
CONSTANT = Integer(9700)
"""The constant of Theorem 1 that the assembly gives, with c_1 = 3/c_0 = 6021."""


def _clip_variance(_: Settings) -> Iterator[Case]:
    """Var(U) beside Var(Y), given the interval."""
    for law, low, high in finite_laws():
        sent = {y: clipped(y, low, high) for y in law}
        text = ", ".join(f"{y}: {w}" for y, w in law.items())
        parameters = {"Y": text, "L - Delta": str(low), "R + Delta": str(high)}
        yield Case(parameters, _variance(law, sent), _variance(law, {y: y for y in law}))


def _variance(law: dict[Fraction, Fraction], values: dict[Fraction, Fraction]) -> Fraction:
    mean = sum((w * values[y] for y, w in law.items()), Fraction(0))
    return sum((w * (values[y] - mean) ** 2 for y, w in law.items()), Fraction(0))


def _joint_variance(_: Settings) -> Iterator[Case]:
    """Var of the mean of n/2 clipped means with Laplace noise, the clipped part from the joint law of all messages.

    m = 1, epsilon = 1; the interval's length is 3h + 2 Delta, so the noise has variance 2 (high - low)^2.
    """
    for (law, low, high), half in product(list(finite_laws())[::7], (1, 2, 3)):
        joint = [
            (prod(w for _, w in a), sum(clipped(y, low, high) for y, _ in a) / half)
            for a in product(law.items(), repeat=half)
        ]
        mean = sum((w * value for w, value in joint), Fraction(0))
        spread = sum((w * (value - mean) ** 2 for w, value in joint), Fraction(0))
        noise = sum((2 * (high - low) ** 2 / half**2 for _ in range(half)), Fraction(0))
        text = ", ".join(f"{y}: {w}" for y, w in law.items())
        sigma = _variance(law, {y: y for y in law})
        parameters = {"Y": text, "n": 2 * half, "L - Delta": str(low), "R + Delta": str(high)}
        yield Case(parameters, spread + noise, sigma / half + 4 * (high - low) ** 2 / (2 * half))


def _printed_variance(_: Settings) -> Iterator[Case]:
    """Constant data, so that only the noise counts: the variance of the mean of the refining users' noise.

    The number of refining users and the noise come from the plan that runs; D = 1, m = 1, so h = 4.
    """
    for users, rational_epsilon in ((2, Fraction(1)), (100, Fraction(1)), (100, Fraction(1, 2))):
        plan = zhao.algorithm1(users, 1, float(rational_epsilon), 1.0)
        squared = (12 + 2 * arb(users).log().sqrt()) ** 2 / as_arb(rational_epsilon) ** 2
        left = 2 * squared / plan.half
        again = sum((2 * squared for _ in range(plan.half)), arb(0)) / plan.half**2
        yield Case(
            {"n": users, "m": 1, "D": 1, "epsilon": str(rational_epsilon), "data": "constant, sigma = 0"},
            left,
            2 * squared / users,
            left_again=again,
        )


_USERS, _SAMPLES = integer("n", least=2), integer("m", least=1)
_BIN, _SHARE, _EPS = real("h", above=0), real("Delta", least=0), real("epsilon", above=0)
_LEFT, _RIGHT = real("L"), real("R")
_DRAW, _Y, _NOISE_I, _MU = (random_real(letter) for letter in ("X", "Y", "W", "mu"))
_SENT = let("Z_i", Min(Max(_Y, _LEFT - _SHARE), _RIGHT + _SHARE) + _NOISE_I)
_SCALE = (3*_BIN + 2*_SHARE)/_EPS  # fmt: skip
_V, _END = random_real("V"), real("b")
_FROM_ABOVE = calc(Variance(Min(_V, _END)), "<=", Variance(_V), by(LIPSCHITZ(_V, Min(_V, _END))))
_FROM_BELOW = calc(Variance(Max(_V, _END)), "<=", Variance(_V), by(LIPSCHITZ(_V, Max(_V, _END))))
_MESSAGE = calc(
    Variance(_SENT), "==", Variance(_SENT.body - _NOISE_I) + Variance(_NOISE_I),
    by(SUM_OF_INDEPENDENT(_SENT.body - _NOISE_I, _NOISE_I)),
    "<=", Variance(_Y) + Variance(_NOISE_I),
    by(_FROM_ABOVE.at({_V: Max(_Y, _LEFT - _SHARE), _END: _RIGHT + _SHARE}),
       _FROM_BELOW.at({_V: _Y, _END: _LEFT - _SHARE})),
    "==", Variance(_DRAW)/_SAMPLES + 2*_SCALE**2,
    by(MEAN_OF_INDEPENDENT(_Y, _DRAW, _SAMPLES), LAPLACE_VARIANCE(_NOISE_I, _SCALE)),
    given=(MeanOfCopies(_Y, _DRAW, _SAMPLES), LaplaceNoise(_NOISE_I, _SCALE), Independent(_SENT.body - _NOISE_I, _NOISE_I)),
).crosschecked(
    "clipping, finite laws, exact", r"\mathrm{Var}(U)\le\mathrm{Var}(Y)",
    "laws on three points of a grid, three intervals", _clip_variance,
)  # fmt: skip
EQ54 = Claim("zhao/eq55/54", "arXiv v1, Appendix A.3, (54)", Kind.INEQUALITY,
             "the variance of one message, given the first stage", _MESSAGE,
             note="Read given the first stage, as (44) is: unconditionally, the variance of the interval itself would "
                  "be added, which for constant data (sigma = 0) is positive. Var = E(Y - Y')^2/2 carries the "
                  "contraction over.")  # fmt: skip
_ESTIMATE = calc(
    Variance(_MU), "==", Variance(_SENT)/(_USERS/2), by(MEAN_OF_INDEPENDENT(_MU, _SENT, _USERS/2)),
    "<=", 2*Variance(_DRAW)/(_SAMPLES*_USERS) + 4*(3*_BIN + 2*_SHARE)**2/(_USERS*_EPS**2), by(EQ54),
    given=(WholeNumber(_USERS/2), MeanOfCopies(_MU, _SENT, _USERS/2), *_MESSAGE.given),
).crosschecked(
    "joint laws of the messages, exact",
    r"\mathrm{Var}[\hat\mu]\le\frac{2\sigma^2}{mn}+\frac{4(3h+2\Delta)^2}{n\varepsilon^2}",
    "laws on three points of a grid, n = 2, 4, 6, m = epsilon = 1", _joint_variance,
)  # fmt: skip

EQ55 = Claim(
           "zhao/eq55/55", "arXiv v1, Appendix A.3, (55)", Kind.INEQUALITY, "the variance of the estimate",
           FiniteCheck(r"\mathrm{Var}\hat\mu\le\frac{\sigma^2}{mn}+\frac{2(3h+2\Delta)^2}{n\varepsilon^2}",
                       "constant data, m = 1, D = 1; (n, epsilon) = (2, 1), (100, 1), (100, 1/2)", _printed_variance),
           _ESTIMATE,
           correction="the estimate is a mean over n/2 users, so its variance is 2/n times that of a message, not 1/n; "
                      "for constant data the printed bound is exceeded by the factor 2 at every n, m and epsilon",
           severity=Severity.CONSTANT, theorem="zhao/thm1/upper")  # fmt: skip
# fmt: off
_MESSAGES = Name("muhat", "family of random reals")
_H = 4*WIDTH/sqrt(SAMPLES)
_SPAN = 3*_H + 2*INSIDE
_LOW, _HIGH_ = _H*(SLOT - 2) - WIDTH, _H*(SLOT + 1) - WIDTH


def _interval(k: Any) -> dict[Any, Any]:
    """L, R and Delta where bin k has won."""
    return {LEFT: _LOW.xreplace({SLOT: k}), RIGHT: _HIGH_.xreplace({SLOT: k}), SHARE: INSIDE}


def _clipped_in(k: Any) -> Any:
    return CLIPPED.xreplace(_interval(k))


_EACH = (at_most_(1, VALUE), at_most_(VALUE, BINS))
_ALL_BINS = (at_most_(1, K), at_most_(K, BINS))
_SECOND_STAGE = (Each(MeanOfCopies(Part(_MESSAGES, K), _clipped_in(K) + NOISE, USERS/2), K, *_ALL_BINS),
                 Each(Independent(_clipped_in(K), NOISE), K, *_ALL_BINS), LaplaceNoise(NOISE, _SPAN/EPSILON),
                 Independent(PLACE, _MESSAGES))  # fmt: skip
_ERROR = Expectation((Part(_MESSAGES, VALUE) - CENTRE)**2)
_SIZE, _ANY, _REACH_ = random_real("A", 0), random_real("x"), real("y", least=0)
_SQUARE = calc(_SIZE**2, "<=", _REACH_**2, by(at_most_(_SIZE, _REACH_)), given=(at_most_(_SIZE, _REACH_),))
_WITHIN = calc(Abs(SAMPLE), "==", Max(SAMPLE, -SAMPLE), by(calc(Abs(_ANY), "==", Max(_ANY, -_ANY)).at({_ANY: SAMPLE})),
               "<=", WIDTH, given=DATA[1:])
SPREAD = calc(
    Variance(SAMPLE), "<=", (Expectation(SAMPLE) - 0)**2 + Variance(SAMPLE), "==", Expectation((SAMPLE - 0)**2), by(BIAS_VARIANCE(SAMPLE, 0)),
    "<=", Expectation(WIDTH**2), by(MONOTONE(SAMPLE**2, WIDTH**2), _SQUARE.at({_SIZE: Abs(SAMPLE), _REACH_: WIDTH}), _WITHIN),
    "==", WIDTH**2, by(LINEAR(SAMPLE, 0, WIDTH**2)), given=DATA[1:],
)
_VARIANCE = 2*WIDTH**2/(SAMPLES*USERS) + 4*_SPAN**2/(USERS*EPSILON**2)
_ONE_BIAS, _WORST = 4*sqrt(2*pi)*WIDTH/sqrt(SAMPLES*USERS), 2*WIDTH
_GIVEN_BIN = (WholeNumber(USERS/2), *DATA, *_SECOND_STAGE, *_EACH)
_OFFSET, _DISTANCE = real("z"), real("a", least=0)
_SQUARED = calc(_DISTANCE**2, "<=", _REACH_**2, by(at_most_(_DISTANCE, _REACH_)), given=(at_most_(_DISTANCE, _REACH_),))
_AT_BIN = [at_index(rule, VALUE) for rule in _SECOND_STAGE[:2]]


def _in_bin(bias: Any, limit: Any, *where: Any) -> Chain:
    """The squared error where bin v has won, from a bound on the bias."""
    error = Expectation(Part(_MESSAGES, VALUE)) - CENTRE
    return calc(
        _ERROR, "==", error**2 + Variance(Part(_MESSAGES, VALUE)), by(BIAS_VARIANCE(Part(_MESSAGES, VALUE), CENTRE)),
        "<=", limit**2 + Variance(Part(_MESSAGES, VALUE)), by(_SQUARED.at({_DISTANCE: Abs(error), _REACH_: limit}), *bias, _AT_BIN[0]),
        "<=", limit**2 + 2*Variance(SAMPLE)/(SAMPLES*USERS) + 4*_SPAN**2/(USERS*EPSILON**2),
        by(cite(EQ55).at({_MU: Part(_MESSAGES, VALUE), _BIN: _H, **_interval(VALUE)}), *_AT_BIN),
        "<=", limit**2 + _VARIANCE, by(SPREAD), given=(*_GIVEN_BIN, *where),
    )


_TO_BIN = {ESTIMATE: Part(_MESSAGES, VALUE), **_interval(VALUE)}
_SUCCEEDED = (at_most_(_interval(VALUE)[LEFT], CENTRE), at_most_(CENTRE, _interval(VALUE)[RIGHT]))
_IN_GOOD = _in_bin((cite(EQ50).at({k: x for k, x in _TO_BIN.items() if k != SHARE} | {SCALE: _SPAN/EPSILON}),), _ONE_BIAS, *_SUCCEEDED)
_FEW = below(BINS, sqrt(SAMPLES)/2 + 1)
_MEETS_BIN = [c.xreplace(_interval(VALUE)) for c in MEETS]
_MEETING = (
    calc(_MEETS_BIN[0].left, "<=", -INSIDE - WIDTH + _H*(BINS - 2), by(_EACH[1]),
         "<=", -INSIDE - WIDTH + _H*(sqrt(SAMPLES)/2 - 1), by(_FEW), "<=", WIDTH, given=(*_EACH, _FEW)),
    calc(_MEETS_BIN[1].left, "<=", _MEETS_BIN[1].right, given=_EACH),
)
_IN_ANY = _in_bin((OFF.at({**_TO_BIN, SCALE: _SPAN/EPSILON}), *_MEETING), _WORST, _FEW)
_GOOD, _MORE = _ONE_BIAS**2 + _VARIANCE, _WORST**2
_BOTH_STAGES = (*FIRST_STAGE, *_SECOND_STAGE)
_IN_ALL = calc(_ERROR, "<=", _WORST**2 + _VARIANCE, by(_IN_ANY), "<=", _GOOD + _MORE, given=_IN_ANY.given)
_FAILING = calc(
    Probability(MISSED), "<=", Probability(Not(HIT)), by(included(MISSED, Not(HIT))), "==", 1 - Probability(HIT), by(COMPLEMENT(HIT, HIT)),
    "<=", sqrt(SAMPLES)*exp(-USERS*Min(EPSILON**2, 1)/2007), by(cite(LEMMA2)), given=FIRST_STAGE,
)
_STAGES = calc(
    Expectation((Part(_MESSAGES, PLACE) - CENTRE)**2), "<=", _GOOD + _MORE*Probability(MISSED),
    by(TOTAL(_MESSAGES, PLACE, CENTRE, BINS, _GOOD, _MORE, _LOW, _HIGH_), WINNER_AMONG(PLACE, VOTES, BINS),
       each(_IN_GOOD, VALUE, *_EACH, *_SUCCEEDED), each(_IN_ALL, VALUE, *_EACH)),
    "<=", _GOOD + _MORE*sqrt(SAMPLES)*exp(-USERS*Min(EPSILON**2, 1)/2007), by(_FAILING), given=_BOTH_STAGES,
)
_STRENGTH = Min(EPSILON**2, 1)
_ENOUGH = at_most_(6021*log(SAMPLES), USERS*_STRENGTH)
_TOTAL_, _LEFT_OVER, _RIGHT_OVER, _WEIGHT = real("y", above=0), real("p"), real("q"), real("w", least=0)
_TIMES = calc(_LEFT_OVER*_WEIGHT, "<=", _RIGHT_OVER*_WEIGHT, by(at_most_(_LEFT_OVER, _RIGHT_OVER)), given=(at_most_(_LEFT_OVER, _RIGHT_OVER),))
_HALF = exp(-_TOTAL_/4014)
_FALLEN = calc(
    _HALF, "<=", SAMPLES**Rational(-3, 2), by(at_most_(6021*log(SAMPLES), _TOTAL_)),
    given=(at_most_(6021*log(SAMPLES), _TOTAL_),),
)
_FAILURE = calc(
    4*sqrt(SAMPLES)*exp(-_TOTAL_/2007), "<=", 4*_HALF/SAMPLES,
    by(calc(4*sqrt(SAMPLES)*_HALF*_WEIGHT, "<=", 4*_WEIGHT/SAMPLES, by(_FALLEN), given=_FALLEN.given).at({_WEIGHT: _HALF})),
    "<=", FAILURE/(SAMPLES*_TOTAL_),
    by(_TIMES.at({_LEFT_OVER: 4*_TOTAL_*_HALF, _RIGHT_OVER: FAILURE, _WEIGHT: 1/(SAMPLES*_TOTAL_)}), calc(4*_TOTAL_*_HALF, "<=", FAILURE)),
    given=_FALLEN.given,
)
_GAIN = 1 + log(USERS)/EPSILON**2
_WEAK = calc(1/_STRENGTH, "<=", _GAIN/log(2), by(cases(
    (at_most_(EPSILON, 1), calc(1/_STRENGTH, "<=", 1/EPSILON**2, "<=", _GAIN/log(2), given=(at_most_(EPSILON, 1),))),
    (at_most_(1, EPSILON), calc(1/_STRENGTH, "<=", 1, "<=", _GAIN/log(2), given=(at_most_(1, EPSILON),))),
)))
_ROOT = calc((12 + 2*sqrt(log(USERS)))**2, "<=", 270*log(USERS))
_UNIT = WIDTH**2/(SAMPLES*USERS)
_COST = calc(
    _MORE*sqrt(SAMPLES)*exp(-USERS*_STRENGTH/2007), "==", WIDTH**2*(4*sqrt(SAMPLES)*exp(-USERS*_STRENGTH/2007)),
    "<=", WIDTH**2*(FAILURE/(SAMPLES*USERS*_STRENGTH)), by(_FAILURE.at({_TOTAL_: USERS*_STRENGTH})),
    "==", FAILURE*_UNIT*(1/_STRENGTH), "<=", FAILURE*_UNIT*_GAIN/log(2), by(_WEAK), given=(_ENOUGH,),
)
_NOISE_COST = calc(
    4*_SPAN**2/(USERS*EPSILON**2), "==", 4*_UNIT/EPSILON**2*(12 + 2*sqrt(log(USERS)))**2,
    "<=", 4*_UNIT/EPSILON**2*270*log(USERS), by(_ROOT),
)
_RATIO = real("x", least=0)
_SUM = calc(32*pi + 2 + 4*270*_RATIO + FAILURE/log(2)*(1 + _RATIO), "<=", CONSTANT*(1 + _RATIO))
_SUMMED = calc(
    _UNIT*(32*pi + 2 + 4*270*_RATIO + FAILURE/log(2)*(1 + _RATIO)), "<=", _UNIT*(CONSTANT*(1 + _RATIO)),
    by(_TIMES.at({_LEFT_OVER: _SUM.start, _RIGHT_OVER: CONSTANT*(1 + _RATIO), _WEIGHT: _UNIT}), _SUM),
)
THEOREM1 = calc(
    Expectation((Part(_MESSAGES, PLACE) - CENTRE)**2),
    "<=", _GOOD + _MORE*sqrt(SAMPLES)*exp(-USERS*_STRENGTH/2007), by(_STAGES),
    "<=", _ONE_BIAS**2 + 2*_UNIT + 4*_UNIT/EPSILON**2*270*log(USERS) + FAILURE*_UNIT*_GAIN/log(2), by(_COST, _NOISE_COST),
    "==", _SUMMED.start.xreplace({_RATIO: log(USERS)/EPSILON**2}), "<=", CONSTANT*_UNIT*_GAIN, by(_SUMMED.at({_RATIO: log(USERS)/EPSILON**2})), given=(*_BOTH_STAGES, _ENOUGH),
)
# fmt: on

CLAIMS = (
    Claim("zhao/eq55", "arXiv v1, Appendix A.3, (54), (55)", Kind.INEQUALITY, "the variance",
          Whole(r"\mathrm{Var} Z_i\le\frac{\sigma^2}m+\frac{2(3h+2\Delta)^2}{\varepsilon^2},\quad \mathrm{Var}\hat\mu\le\frac{\sigma^2}{mn}+\frac{2(3h+2\Delta)^2}{n\varepsilon^2}",
                ("zhao/eq55/54", "zhao/eq55/55")),
          Whole(r"\mathrm{Var} Z_i\le\frac{\sigma^2}m+\frac{2(3h+2\Delta)^2}{\varepsilon^2},\quad \mathrm{Var}\hat\mu\le\frac{2\sigma^2}{mn}+\frac{4(3h+2\Delta)^2}{n\varepsilon^2}",
                ("zhao/eq55/54", "zhao/eq55/55"), as_corrected=True),
          correction="n/2 users refine, so both terms of the second display double", severity=Severity.CONSTANT,
          theorem="zhao/thm1/upper"),
    EQ54,
    EQ55,
    Claim("zhao/eq56", "arXiv v1, Appendix A.3, (56)", Kind.RATE_ALGEBRA, "the noise term at the chosen h and Delta",
          UpToConstant((12 + 2 * sqrt(_X)) ** 2, _X, (Variable(_X, log(Integer(2)), oo),), constant=Integer(270),
                       text=r"(3h+2\Delta)^2=\frac{D^2}m(12+2\sqrt{\ln n})^2\lesssim\frac{D^2\ln n}m,\ n\ge2"),
          note="x = ln n; D^2/m cancels."),
    Claim("zhao/own/thm1/failure", "ours, for (56)", Kind.INEQUALITY, "the failure term is of the order of the rate",
          corrected=Inequality(Relation(4 * _X * exp(-C0 * _X / 2), FAILURE, "<=", (Variable(_X, Integer(0), oo),))),
          note="With x = n (epsilon^2 ^ 1) >= c_1 ln m and c_1 = 3/c_0: 4 D^2 sqrt(m) e^(-c_0 x) is at most (D^2/(m "
               "x)) 4 x e^(-c_0 x/2), and the rate is at least (D^2/(m x)) ln 2."),
    Claim("zhao/thm1/upper", "arXiv v1, Section 4.1, Theorem 1, (2)", Kind.UPPER_RATE, "the rate of Algorithm 1",
          THEOREM1,
          note="With the constants 9700 and c_1 = 6021; h = 4D/sqrt(m), Delta = D sqrt(ln(n)/m). muhat_k is the "
               "estimate where bin k has won, khat the bin that wins. Mean squared error = mean of (conditional "
               "bias)^2 + mean of the conditional variance; on success the bias is that of (52), off it at most 2D. "
               "The explicit bound of the estimator is this sum before the last step."),
)  # fmt: skip
