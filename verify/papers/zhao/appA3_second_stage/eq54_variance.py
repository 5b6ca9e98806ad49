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
from verify.kernel.calculus import (
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
    cases,
    cite,
    included,
    integer,
    let,
    line,
    random_real,
    real,
)
from verify.kernel.calculus import at_most as at_most_
from verify.kernel.calculus.facts.voting import SLOT, TOTAL, VALUE, WINNER_AMONG, Part
from verify.kernel.calculus.over import Each
from verify.kernel.calculus.reasons import at_index, each
from verify.kernel.prover import Relation, Variable
from verify.kernel.statements import Case, FiniteCheck, Inequality, Whole
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
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

EQ55_CLAIM = Claim(
    "zhao/eq55",
    "arXiv v1, Appendix A.3, (54), (55)",
    Kind.INEQUALITY,
    "the variance",
    says=(
        r"\mathrm{Var}[Z_i]\le\mathrm{Var}[Y]+\mathrm{Var}[W_i]=\frac{\sigma^2}{m}+2\frac{(3h+2\Delta)^2}{\epsilon^2};\quad "
        r"\mathrm{Var}[\hat\mu]\le\frac{\sigma^2}{mn}+\frac{2(3h+2\Delta)^2}{n\epsilon^2}"
    ),
    match=Match.SAME,
    printed=Whole(
        r"\mathrm{Var} Z_i\le\frac{\sigma^2}m+\frac{2(3h+2\Delta)^2}{\varepsilon^2},\quad \mathrm{Var}\hat\mu\le\frac{\sigma^2}{mn}+\frac{2(3h+2\Delta)^2}{n\varepsilon^2}",
        ("zhao/eq55/54", "zhao/eq55/55"),
    ),
    corrected=Whole(
        r"\mathrm{Var} Z_i\le\frac{\sigma^2}m+\frac{2(3h+2\Delta)^2}{\varepsilon^2},\quad \mathrm{Var}\hat\mu\le\frac{2\sigma^2}{mn}+\frac{4(3h+2\Delta)^2}{n\varepsilon^2}",
        ("zhao/eq55/54", "zhao/eq55/55"),
        as_corrected=True,
    ),
    correction="n/2 users refine, so both terms of the second display double",
    severity=Severity.CONSTANT,
    theorem="zhao/thm1/upper",
)


def _clip_variance(_: Settings) -> Iterator[Case]:
    """Var(U) next to Var(Y), given the interval."""
    for law, low, high in finite_laws():
        sent = {y: clipped(y, low, high) for y in law}
        text = ", ".join(f"{y}: {w}" for y, w in law.items())
        parameters = {"Y": text, "L - Delta": str(low), "R + Delta": str(high)}
        yield Case(parameters, _variance(law, sent), _variance(law, {y: y for y in law}))


def _variance(law: dict[Fraction, Fraction], values: dict[Fraction, Fraction]) -> Fraction:
    mean = sum((w * values[y] for y, w in law.items()), Fraction(0))
    return sum((w * (values[y] - mean) ** 2 for y, w in law.items()), Fraction(0))


_USERS, _SAMPLES = integer("n", least=2), integer("m", least=1)
_BIN, _SHARE, _EPS = real("h", above=0), real("Delta", least=0), real("epsilon", above=0)
_LEFT, _RIGHT = real("L"), real("R")
_DRAW, _Y, _NOISE_I, _MU = (random_real(letter) for letter in ("X", "Y", "W", "mu"))
_SENT = let("Z_i", Min(Max(_Y, _LEFT - _SHARE), _RIGHT + _SHARE) + _NOISE_I)
_SCALE = (3 * _BIN + 2 * _SHARE) / _EPS
_V, _END = random_real("V"), real("b")
_FROM_ABOVE = line(Variance(Min(_V, _END))).le(Variance(_V), LIPSCHITZ(_V, Min(_V, _END)))
_FROM_BELOW = line(Variance(Max(_V, _END))).le(Variance(_V), LIPSCHITZ(_V, Max(_V, _END)))
_MESSAGE = (
    line(
        Variance(_SENT),
        given=(
            MeanOfCopies(_Y, _DRAW, _SAMPLES),
            LaplaceNoise(_NOISE_I, _SCALE),
            Independent(_SENT.body - _NOISE_I, _NOISE_I),
        ),
    )
    .eq(Variance(_SENT.body - _NOISE_I) + Variance(_NOISE_I), SUM_OF_INDEPENDENT(_SENT.body - _NOISE_I, _NOISE_I))
    .le(
        Variance(_Y) + Variance(_NOISE_I),
        _FROM_ABOVE.at({_V: Max(_Y, _LEFT - _SHARE), _END: _RIGHT + _SHARE}),
        _FROM_BELOW.at({_V: _Y, _END: _LEFT - _SHARE}),
    )
    .eq(
        Variance(_DRAW) / _SAMPLES + 2 * _SCALE**2,
        MEAN_OF_INDEPENDENT(_Y, _DRAW, _SAMPLES),
        LAPLACE_VARIANCE(_NOISE_I, _SCALE),
    )
    .crosschecked(
        "clipping, finite laws, exact",
        r"\mathrm{Var}(U)\le\mathrm{Var}(Y)",
        "laws on three points of a grid, three intervals",
        _clip_variance,
    )
)
EQ54 = Claim(
    "zhao/eq55/54",
    "arXiv v1, Appendix A.3, (54)",
    Kind.INEQUALITY,
    "the variance of one message, given the first stage",
    says=r"\mathrm{Var}[Z_i]\le\mathrm{Var}[Y]+\mathrm{Var}[W_i]=\frac{\sigma^2}{m}+2\frac{(3h+2\Delta)^2}{\epsilon^2}",
    match=Match.READING,
    differs="given the first stage: L and R are numbers; sigma^2 is Var X",
    printed=_MESSAGE,
    note="Read given the first stage, as (44) is: unconditionally, the variance of the interval itself would "
    "be added, which for constant data (sigma = 0) is positive. Var = E(Y - Y')^2/2 carries the "
    "contraction over.",
)


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


_ESTIMATE = (
    line(Variance(_MU), given=(WholeNumber(_USERS / 2), MeanOfCopies(_MU, _SENT, _USERS / 2), *_MESSAGE.given))
    .eq(Variance(_SENT) / (_USERS / 2), MEAN_OF_INDEPENDENT(_MU, _SENT, _USERS / 2))
    .le(2 * Variance(_DRAW) / (_SAMPLES * _USERS) + 4 * (3 * _BIN + 2 * _SHARE) ** 2 / (_USERS * _EPS**2), EQ54)
    .crosschecked(
        "joint laws of the messages, exact",
        r"\mathrm{Var}[\hat\mu]\le\frac{2\sigma^2}{mn}+\frac{4(3h+2\Delta)^2}{n\varepsilon^2}",
        "laws on three points of a grid, n = 2, 4, 6, m = epsilon = 1",
        _joint_variance,
    )
)

EQ55 = Claim(
    "zhao/eq55/55",
    "arXiv v1, Appendix A.3, (55)",
    Kind.INEQUALITY,
    "the variance of the estimate",
    says=r"\mathrm{Var}[\hat\mu]\le\frac{\sigma^2}{mn}+\frac{2(3h+2\Delta)^2}{n\epsilon^2}",
    match=Match.SAME,
    printed=FiniteCheck(
        r"\mathrm{Var}\hat\mu\le\frac{\sigma^2}{mn}+\frac{2(3h+2\Delta)^2}{n\varepsilon^2}",
        "constant data, m = 1, D = 1; (n, epsilon) = (2, 1), (100, 1), (100, 1/2)",
        _printed_variance,
    ),
    corrected=_ESTIMATE,
    correction="the estimate is a mean over n/2 users, so its variance is 2/n times that of a message, not 1/n; "
    "for constant data the printed bound is exceeded by the factor 2 at every n, m and epsilon",
    severity=Severity.CONSTANT,
    theorem="zhao/thm1/upper",
)

_X = sympy.Symbol("x", nonnegative=True)
_PEOPLE_56, _DRAWS_56 = integer("n", least=2), integer("m", least=1)
_REACH_56, _LOG_56 = real("D", above=0), real("x", least=log(2))
_BINS_56 = let("h", 4 * _REACH_56 / sqrt(_DRAWS_56))
_WIDENED_56 = let(r"\Delta", _REACH_56 * sqrt(log(_PEOPLE_56) / _DRAWS_56))
OWN_THM1_NOISE = Claim(
    "zhao/own/thm1/noise",
    "ours, for (56)",
    Kind.RATE_ALGEBRA,
    "the order of the noise at the chosen h and Delta",
    corrected=line((3 * _BINS_56 + 2 * _WIDENED_56) ** 2)
    .eq(_REACH_56**2 / _DRAWS_56 * (12 + 2 * sqrt(log(_PEOPLE_56))) ** 2)
    .le(
        _REACH_56**2 / _DRAWS_56 * (270 * log(_PEOPLE_56)),
        line((12 + 2 * sqrt(_LOG_56)) ** 2).le(270 * _LOG_56).at({_LOG_56: log(_PEOPLE_56)}),
    ),
)

FAILURE = Integer(5908)
"""4 x exp(-c_0 x/2) stays below this."""
OWN_THM1_FAILURE = Claim(
    "zhao/own/thm1/failure",
    "ours, for (56)",
    Kind.INEQUALITY,
    "the failure term is of the order of the rate",
    corrected=Inequality(Relation(4 * _X * exp(-C0 * _X / 2), FAILURE, "<=", (Variable(_X, Integer(0), oo),))),
    note="With x = n (epsilon^2 ^ 1) >= c_1 ln m and c_1 = 3/c_0: 4 D^2 sqrt(m) e^(-c_0 x) is at most (D^2/(m "
    "x)) 4 x e^(-c_0 x/2), and the rate is at least (D^2/(m x)) ln 2.",
)
CONSTANT = Integer(9700)
"""The constant of Theorem 1 that the assembly gives, with c_1 = 3/c_0 = 6021."""

_MESSAGES = Name("muhat", "family of random reals")
_H = 4 * WIDTH / sqrt(SAMPLES)
_SPAN = 3 * _H + 2 * INSIDE
_LOW, _HIGH_ = _H * (SLOT - 2) - WIDTH, _H * (SLOT + 1) - WIDTH


def _interval(k: Any) -> dict[Any, Any]:
    """L, R and Delta where bin k has won."""
    return {LEFT: _LOW.xreplace({SLOT: k}), RIGHT: _HIGH_.xreplace({SLOT: k}), SHARE: INSIDE}


def _clipped_in(k: Any) -> Any:
    return CLIPPED.xreplace(_interval(k))


_EACH = (at_most_(1, VALUE), at_most_(VALUE, BINS))
_ALL_BINS = (at_most_(1, K), at_most_(K, BINS))
_SECOND_STAGE = (
    Each(MeanOfCopies(Part(_MESSAGES, K), _clipped_in(K) + NOISE, USERS / 2), K, *_ALL_BINS),
    Each(Independent(_clipped_in(K), NOISE), K, *_ALL_BINS),
    LaplaceNoise(NOISE, _SPAN / EPSILON),
    Independent(PLACE, _MESSAGES),
)
_ERROR = Expectation((Part(_MESSAGES, VALUE) - CENTRE) ** 2)
_SIZE, _ANY, _REACH_ = random_real("A", 0), random_real("x"), real("y", least=0)
_SQUARE = line(_SIZE**2, given=(at_most_(_SIZE, _REACH_),)).le(_REACH_**2, at_most_(_SIZE, _REACH_))
_WITHIN = (
    line(Abs(SAMPLE), given=DATA[1:])
    .eq(Max(SAMPLE, -SAMPLE), line(Abs(_ANY)).eq(Max(_ANY, -_ANY)).at({_ANY: SAMPLE}))
    .le(WIDTH)
)
SPREAD = (
    line(Variance(SAMPLE), given=DATA[1:])
    .le((Expectation(SAMPLE) - 0) ** 2 + Variance(SAMPLE))
    .eq(Expectation((SAMPLE - 0) ** 2), BIAS_VARIANCE(SAMPLE, 0))
    .le(Expectation(WIDTH**2), MONOTONE(SAMPLE**2, WIDTH**2), _SQUARE.at({_SIZE: Abs(SAMPLE), _REACH_: WIDTH}), _WITHIN)
    .eq(WIDTH**2, LINEAR(SAMPLE, 0, WIDTH**2))
)
_VARIANCE = 2 * WIDTH**2 / (SAMPLES * USERS) + 4 * _SPAN**2 / (USERS * EPSILON**2)
_ONE_BIAS, _WORST = 4 * sqrt(2 * pi) * WIDTH / sqrt(SAMPLES * USERS), 2 * WIDTH
_GIVEN_BIN = (WholeNumber(USERS / 2), *DATA, *_SECOND_STAGE, *_EACH)
_OFFSET, _DISTANCE = real("z"), real("a", least=0)
_SQUARED = line(_DISTANCE**2, given=(at_most_(_DISTANCE, _REACH_),)).le(_REACH_**2, at_most_(_DISTANCE, _REACH_))
_AT_BIN = [at_index(rule, VALUE) for rule in _SECOND_STAGE[:2]]


def _in_bin(bias: Any, limit: Any, *where: Any) -> Chain:
    """The squared error where bin v has won, from a bound on the bias."""
    error = Expectation(Part(_MESSAGES, VALUE)) - CENTRE
    return (
        line(_ERROR, given=(*_GIVEN_BIN, *where))
        .eq(error**2 + Variance(Part(_MESSAGES, VALUE)), BIAS_VARIANCE(Part(_MESSAGES, VALUE), CENTRE))
        .le(
            limit**2 + Variance(Part(_MESSAGES, VALUE)),
            _SQUARED.at({_DISTANCE: Abs(error), _REACH_: limit}),
            *bias,
            _AT_BIN[0],
        )
        .le(
            limit**2 + 2 * Variance(SAMPLE) / (SAMPLES * USERS) + 4 * _SPAN**2 / (USERS * EPSILON**2),
            cite(EQ55).at({_MU: Part(_MESSAGES, VALUE), _BIN: _H, **_interval(VALUE)}),
            *_AT_BIN,
        )
        .le(limit**2 + _VARIANCE, SPREAD)
    )


_TO_BIN = {ESTIMATE: Part(_MESSAGES, VALUE), **_interval(VALUE)}
_SUCCEEDED = (at_most_(_interval(VALUE)[LEFT], CENTRE), at_most_(CENTRE, _interval(VALUE)[RIGHT]))
_IN_GOOD = _in_bin(
    (cite(EQ50).at({k: x for k, x in _TO_BIN.items() if k != SHARE} | {SCALE: _SPAN / EPSILON}),),
    _ONE_BIAS,
    *_SUCCEEDED,
)
_FEW = below(BINS, sqrt(SAMPLES) / 2 + 1)
_MEETS_BIN = [c.xreplace(_interval(VALUE)) for c in MEETS]
_MEETING = (
    line(_MEETS_BIN[0].left, given=(*_EACH, _FEW))
    .le(-INSIDE - WIDTH + _H * (BINS - 2), _EACH[1])
    .le(-INSIDE - WIDTH + _H * (sqrt(SAMPLES) / 2 - 1), _FEW)
    .le(WIDTH),
    line(_MEETS_BIN[1].left, given=_EACH).le(_MEETS_BIN[1].right),
)
_IN_ANY = _in_bin((OFF.at({**_TO_BIN, SCALE: _SPAN / EPSILON}), *_MEETING), _WORST, _FEW)
_GOOD, _MORE = _ONE_BIAS**2 + _VARIANCE, _WORST**2
_BOTH_STAGES = (*FIRST_STAGE, *_SECOND_STAGE)
_IN_ALL = line(_ERROR, given=_IN_ANY.given).le(_WORST**2 + _VARIANCE, _IN_ANY).le(_GOOD + _MORE)
_FAILING = (
    line(Probability(MISSED), given=FIRST_STAGE)
    .le(Probability(Not(HIT)), included(MISSED, Not(HIT)))
    .eq(1 - Probability(HIT), COMPLEMENT(HIT, HIT))
    .le(sqrt(SAMPLES) * exp(-USERS * Min(EPSILON**2, 1) / 2007), cite(LEMMA2))
)
_STAGES = (
    line(Expectation((Part(_MESSAGES, PLACE) - CENTRE) ** 2), given=_BOTH_STAGES)
    .le(
        _GOOD + _MORE * Probability(MISSED),
        TOTAL(_MESSAGES, PLACE, CENTRE, BINS, _GOOD, _MORE, _LOW, _HIGH_),
        WINNER_AMONG(PLACE, VOTES, BINS),
        each(_IN_GOOD, VALUE, *_EACH, *_SUCCEEDED),
        each(_IN_ALL, VALUE, *_EACH),
    )
    .le(_GOOD + _MORE * sqrt(SAMPLES) * exp(-USERS * Min(EPSILON**2, 1) / 2007), _FAILING)
)
_STRENGTH = Min(EPSILON**2, 1)
_ENOUGH = at_most_(6021 * log(SAMPLES), USERS * _STRENGTH)
_TOTAL_, _LEFT_OVER, _RIGHT_OVER, _WEIGHT = real("y", above=0), real("p"), real("q"), real("w", least=0)
_TIMES = line(_LEFT_OVER * _WEIGHT, given=(at_most_(_LEFT_OVER, _RIGHT_OVER),)).le(
    _RIGHT_OVER * _WEIGHT, at_most_(_LEFT_OVER, _RIGHT_OVER)
)
_HALF = exp(-_TOTAL_ / 4014)
_FALLEN = line(_HALF, given=(at_most_(6021 * log(SAMPLES), _TOTAL_),)).le(
    SAMPLES ** Rational(-3, 2), at_most_(6021 * log(SAMPLES), _TOTAL_)
)
_FAILURE = (
    line(4 * sqrt(SAMPLES) * exp(-_TOTAL_ / 2007), given=_FALLEN.given)
    .le(
        4 * _HALF / SAMPLES,
        line(4 * sqrt(SAMPLES) * _HALF * _WEIGHT, given=_FALLEN.given)
        .le(4 * _WEIGHT / SAMPLES, _FALLEN)
        .at({_WEIGHT: _HALF}),
    )
    .le(
        FAILURE / (SAMPLES * _TOTAL_),
        _TIMES.at({_LEFT_OVER: 4 * _TOTAL_ * _HALF, _RIGHT_OVER: FAILURE, _WEIGHT: 1 / (SAMPLES * _TOTAL_)}),
        line(4 * _TOTAL_ * _HALF).le(FAILURE),
    )
)
_GAIN = 1 + log(USERS) / EPSILON**2
_WEAK = line(1 / _STRENGTH).le(
    _GAIN / log(2),
    cases(
        (
            at_most_(EPSILON, 1),
            line(1 / _STRENGTH, given=(at_most_(EPSILON, 1),)).le(1 / EPSILON**2).le(_GAIN / log(2)),
        ),
        (at_most_(1, EPSILON), line(1 / _STRENGTH, given=(at_most_(1, EPSILON),)).le(1).le(_GAIN / log(2))),
    ),
)
_ROOT = line((12 + 2 * sqrt(log(USERS))) ** 2).le(270 * log(USERS))
_UNIT = WIDTH**2 / (SAMPLES * USERS)
_COST = (
    line(_MORE * sqrt(SAMPLES) * exp(-USERS * _STRENGTH / 2007), given=(_ENOUGH,))
    .eq(WIDTH**2 * (4 * sqrt(SAMPLES) * exp(-USERS * _STRENGTH / 2007)))
    .le(WIDTH**2 * (FAILURE / (SAMPLES * USERS * _STRENGTH)), _FAILURE.at({_TOTAL_: USERS * _STRENGTH}))
    .eq(FAILURE * _UNIT * (1 / _STRENGTH))
    .le(FAILURE * _UNIT * _GAIN / log(2), _WEAK)
)
_NOISE_COST = (
    line(4 * _SPAN**2 / (USERS * EPSILON**2))
    .eq(4 * _UNIT / EPSILON**2 * (12 + 2 * sqrt(log(USERS))) ** 2)
    .le(4 * _UNIT / EPSILON**2 * 270 * log(USERS), _ROOT)
)
_RATIO = real("x", least=0)
_SUM = line(32 * pi + 2 + 4 * 270 * _RATIO + FAILURE / log(2) * (1 + _RATIO)).le(CONSTANT * (1 + _RATIO))
_SUMMED = line(_UNIT * (32 * pi + 2 + 4 * 270 * _RATIO + FAILURE / log(2) * (1 + _RATIO))).le(
    _UNIT * (CONSTANT * (1 + _RATIO)),
    _TIMES.at({_LEFT_OVER: _SUM.start, _RIGHT_OVER: CONSTANT * (1 + _RATIO), _WEIGHT: _UNIT}),
    _SUM,
)
THEOREM1 = (
    line(Expectation((Part(_MESSAGES, PLACE) - CENTRE) ** 2), given=(*_BOTH_STAGES, _ENOUGH))
    .le(_GOOD + _MORE * sqrt(SAMPLES) * exp(-USERS * _STRENGTH / 2007), _STAGES)
    .le(
        _ONE_BIAS**2 + 2 * _UNIT + 4 * _UNIT / EPSILON**2 * 270 * log(USERS) + FAILURE * _UNIT * _GAIN / log(2),
        _COST,
        _NOISE_COST,
    )
    .eq(_SUMMED.start.xreplace({_RATIO: log(USERS) / EPSILON**2}))
    .le(CONSTANT * _UNIT * _GAIN, _SUMMED.at({_RATIO: log(USERS) / EPSILON**2}))
)
EQ56 = Claim(
    "zhao/eq56",
    "arXiv v1, Appendix A.3, (56)",
    Kind.UPPER_RATE,
    "the risk at the chosen h and Delta",
    says=r"\mathbb{E}[(\hat\mu-\mu)^2]\lesssim\frac{D^2\ln n}{nm\epsilon^2}+\frac{D^2}{mn}",
    match=Match.READING,
    differs="the constants 9700 and c_1 = 6021 of zhao/thm1/upper, under the conditions of Theorem 1",
    printed=line(THEOREM1.start, given=THEOREM1.given).le(
        CONSTANT * (WIDTH**2 * log(USERS) / (USERS * SAMPLES * EPSILON**2) + WIDTH**2 / (SAMPLES * USERS)), THEOREM1
    ),
    note="The same bound as (2), as a sum.",
)
THM1_UPPER = Claim(
    "zhao/thm1/upper",
    "arXiv v1, Section 4.1, Theorem 1, (2)",
    Kind.UPPER_RATE,
    "the rate of Algorithm 1",
    says=(
        r"\mathbb{E}[(\hat\mu-\mu)^2]\lesssim\frac{D^2}{nm}\left(1+\frac{\ln n}{\epsilon^2}\right)\text{ "
        r"with }h=4D/\sqrt m\text{ and }\Delta=D\sqrt{\ln n/m}\text{, if }n(\epsilon^2\wedge1)\ge c_1\ln m"
    ),
    match=Match.READING,
    differs="constants 9700 and c_1 = 6021 explicit, Algorithm 1 written out, n even, bins as in zhao/alg1",
    printed=THEOREM1,
    note="With the constants 9700 and c_1 = 6021; h = 4D/sqrt(m), Delta = D sqrt(ln(n)/m). muhat_k is the "
    "estimate where bin k has won, khat the bin that wins. Mean squared error = mean of (conditional "
    "bias)^2 + mean of the conditional variance; on success the bias is that of (52), off it at most 2D. "
    "The explicit bound of the estimator is this sum before the last step.",
)

CLAIMS = (
    EQ55_CLAIM,
    EQ54,
    EQ55,
    OWN_THM1_NOISE,
    OWN_THM1_FAILURE,
    EQ56,
    THM1_UPPER,
)
