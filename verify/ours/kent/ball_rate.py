"""To kent Appendix G.2 and Theorem 6 (ii), ours: the mean in the ball with constants, through the random rotation.

C = 32 in Delta^2 = C L^2/(d T*). L = log(n T* min{alpha, alpha^2}), x = n min{alpha, alpha^2}/d, g = log d, and h users
of a co-ordinate refine.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy
from flint import arb
from sympy import Integer, Max, Min, Rational, exp, log, oo, sqrt

from verify.kernel.calculus import Chain, WholeNumber, because, below, integer, let, line, quantity, real
from verify.kernel.calculus import at_most as at_most_
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, Identity, at_most
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings, as_arb
from verify.ours.kent.ball_error import BALL_TAIL, LOG, VOTES_HIGH, WIDTH, ball_bound
from verify.papers.kent.appE2_vectors.groups_of_users import share
from verify.papers.kent.instances.parameter_points import HIGH, LOG_D, LOW, REST, G, S, Shape, Share, shapes
from verify.papers.kent.lemmas.rotated_means import BallError, RotatedOff
from verify.papers.kent.nouns_ball import DIM, FOLDS, IN_BALL, LAW, PADDED
from verify.papers.kent.nouns_upper import HIGH as AT_MOST_1
from verify.papers.kent.nouns_upper import USED, USERS
from verify.papers.kent.nouns_upper import WIDTH as HALF_BIN

HIGH_CONSTANT, LOW_CONSTANT = Integer(4800), Integer(47000)
_GRID = "d = 1, 2, 64; alpha = 1/2, 1, 3/2, 2, 7/2, 64, 200; n at the least value and 10 times that; T = 1, 1000, 10^6, 10^15"


def _points() -> Iterator[tuple[Shape, int]]:
    """d, n, alpha with n min(alpha, alpha^2) at least 64 K d log(ed), and T."""
    for d in (1, 2, 64):
        levels = [Fraction(level) for level in ("1/2", "1", "3/2", "2", "7/2", "64", "200")]
        for shape in shapes(d, levels, 64 * HIGH, 10, unit=2 * d):
            for samples in (1, 1000, 10**6, 10**15):
                yield shape, samples


def assembled(shape: Shape, m: int) -> tuple[arb, int]:
    """The explicit bound of kent/own/ball-bound at a co-ordinate's users and budget, C = 32, and T*."""
    d, low = shape.d, shape.alpha > shape.d
    each = Share(*share(shape.n, d, shape.alpha))
    used, half = each.used(m), each.n // 2
    log_ = as_arb(shape.n * used * shape.power).log()
    delta = (arb(int(WIDTH)) / (d * used)).sqrt() * log_
    tail = 3 * (-2 * log_).exp()
    votes = 3 * (1 + 1 / delta) * (-2 * each.exponent).exp() + (half if low else 4) * tail
    noise = 2 * ((12 if low else 6) * delta / as_arb(each.budget)) ** 2
    return 4 * d * (votes + tail) + arb(1) / (used * half) + d * noise / half, used


def _stated(constant: sympy.Expr, low: bool) -> Iterator[Case]:
    """The explicit bound next to the rate in T*, alpha > d or not."""
    for shape, samples in _points():
        if (shape.alpha > shape.d) is low:
            left, used = assembled(shape, samples)
            y = shape.effective(used)
            yield shape.case(samples, used, left, int(constant) * shape.d * y.log() ** 2 / y)


def _high(_: Settings) -> Iterator[Case]:
    yield from _stated(8 * HIGH_CONSTANT, low=False)


_LEVEL, _ALL = real("L", least=11), real("m", above=0)
_WIDE, _VOTERS = let(r"\Delta", sqrt(WIDTH / (DIM * USED)) * _LEVEL), USERS / (2 * DIM)
_SHARE, _PART, _WIDTH = real("a"), real("u", above=0), real("w", above=0)
_EARLY = at_most_(log(USED), _SHARE)
_DECAYS = (
    line(exp(-3 * _SHARE / 2 - _PART / 2), given=(_EARLY,))
    .le(exp(-3 * log(USED) / 2 - _PART / 2), _EARLY)
    .eq(USED ** Rational(-3, 2) * exp(-_PART / 2))
)
LARGE = real("x", least=8 * HIGH)
_BEFORE, _FEW = at_most_(USED, exp(LARGE / HIGH)), at_most_(DIM, exp(LARGE / (8 * HIGH) - 1))
_LOGS = line(log(USED), given=(_BEFORE,)).le(log(exp(LARGE / HIGH)), _BEFORE).eq(LARGE / HIGH)
_DECAY = line(exp(-2 * LARGE / HIGH), given=(_BEFORE,)).le(
    USED ** Rational(-3, 2) * exp(-LARGE / (2 * HIGH)), _DECAYS.at({_SHARE: LARGE / HIGH, _PART: LARGE / HIGH}), _LOGS
)
_SMALL = (
    line(12 * DIM ** Rational(3, 2) * LARGE * exp(-LARGE / (2 * HIGH)), given=(_FEW,))
    .le(12 * exp(LARGE / (8 * HIGH) - 1) ** Rational(3, 2) * LARGE * exp(-LARGE / (2 * HIGH)), _FEW)
    .le(16600)
)
MANY_BINS = (
    line(12 * DIM * sqrt(DIM * USED) * exp(-2 * LARGE / HIGH), given=(_BEFORE, _FEW))
    .le(12 * DIM * sqrt(DIM * USED) * USED ** Rational(-3, 2) * exp(-LARGE / (2 * HIGH)), _DECAY)
    .eq(12 * DIM ** Rational(3, 2) * LARGE * exp(-LARGE / (2 * HIGH)) / (LARGE * USED))
    .le(16600 / (LARGE * USED), _SMALL)
)
_SIZE = real("z", above=0)
_RARE = line(60 * _PART * exp(-2 * _LEVEL), given=(at_most_(_PART, exp(_LEVEL) / _SIZE),)).le(
    60 * exp(-_LEVEL) / _SIZE, at_most_(_PART, exp(_LEVEL) / _SIZE)
)
_RATE = USERS * AT_MOST_1**2 / DIM
_RUN, _TAU = (LAW, USERS, USED, DIM, AT_MOST_1, _WIDE), RotatedOff(LAW, USED, DIM, _WIDE)
_NOISE, _CLIPPED = 2 * DIM * (6 * _WIDE / AT_MOST_1) ** 2 / _VOTERS, 1 / (USED * _VOTERS)
_ASSUMED = (
    at_most_(8 * HIGH, _RATE),
    at_most_(USED, exp(_RATE / HIGH)),
    at_most_(DIM, exp(_RATE / (8 * HIGH) - 1)),
    at_most_(DIM, exp(_LEVEL) / (_RATE * USED)),
)
_EXPONENT = exp(-2 * _RATE / HIGH)
_BY_BUDGET = (
    line(BallError(*_RUN), given=(IN_BALL, FOLDS, PADDED, *_ASSUMED))
    .le(ball_bound(AT_MOST_1, 6).at({HALF_BIN: _WIDE}).statement.right, ball_bound(AT_MOST_1, 6).at({HALF_BIN: _WIDE}))
    .le(4 * DIM * (3 / Min(_WIDE, 1) * _EXPONENT + 5 * _TAU) + _CLIPPED + _NOISE, VOTES_HIGH.at({HALF_BIN: _WIDE}))
    .le(
        4 * DIM * (3 / Min(_WIDE, 1) * _EXPONENT + 15 * exp(-2 * _LEVEL)) + _CLIPPED + _NOISE,
        BALL_TAIL.at({LOG: _LEVEL}),
    )
    .eq(12 * DIM * _EXPONENT / Min(_WIDE, 1) + 60 * DIM * exp(-2 * _LEVEL) + _CLIPPED + _NOISE)
    .le(
        12 * DIM * _EXPONENT * sqrt(DIM * USED) + 60 * DIM * exp(-2 * _LEVEL) + _CLIPPED + _NOISE,
        line(1 / Min(_WIDE, 1))
        .le(Max(1 / _WIDE, 1), line(1 / Min(_WIDTH, 1)).le(Max(1 / _WIDTH, 1)).at({_WIDTH: _WIDE}))
        .le(sqrt(DIM * USED)),
    )
    .le(16600 / (_RATE * USED) + 60 * DIM * exp(-2 * _LEVEL) + _CLIPPED + _NOISE, MANY_BINS.at({LARGE: _RATE}))
    .le(
        16600 / (_RATE * USED) + 60 * exp(-_LEVEL) / (_RATE * USED) + _CLIPPED + _NOISE,
        _RARE.at({_PART: DIM, _SIZE: _RATE * USED}),
    )
    .le(HIGH_CONSTANT * _LEVEL**2 / (_RATE * USED))
)
_ALL_USERS = at_most_(_ALL, 8 * USERS * AT_MOST_1**2)
OWN_BALL_RATE_HIGH = Claim(
    "kent/own/ball-rate/high",
    "for Appendix G.2, Step 4, Cases 1 and 2",
    Kind.UPPER_RATE,
    "the rate in T*, alpha <= d",
    corrected=AllOf(
        "",
        {
            "by a co-ordinate's users": _BY_BUDGET.crosschecked(
                "the explicit bound, enclosed",
                r"\text{explicit}\le38400\,\tfrac{d\log^2y}y",
                _GRID + "; alpha <= d",
                _high,
            ),
            "by all users": line(BallError(*_RUN), given=(IN_BALL, FOLDS, PADDED, *_ASSUMED, _ALL_USERS))
            .le(HIGH_CONSTANT * _LEVEL**2 / (_RATE * USED), _BY_BUDGET)
            .le(
                8 * HIGH_CONSTANT * DIM * _LEVEL**2 / (_ALL * USED),
                line(HIGH_CONSTANT * _LEVEL**2 / (_RATE * USED), given=(_ALL_USERS,)).le(
                    8 * HIGH_CONSTANT * DIM * _LEVEL**2 / (_ALL * USED)
                ),
            ),
        },
    ),
    note="d a power of two, n_0 even, as kent/alg12/multiple has it. y = n_0 d b^2 T* <= n T* min(alpha, "
    "alpha^2). L >= log y >= log(8K) > 11. h = n_0/2; T* <= e^(x/K), so that e^(-2x/K) <= (T*)^(-3/2) "
    "e^(-x/(2K)).",
)
_N, _T, _D, _L, _Y, _A, _U = sympy.symbols("n T d L y a u", positive=True)
_LOG_LOW = Variable(_L, log(Integer(2)), oo)
_AT_LEAST_1 = tuple(Variable(v, Integer(1), oo) for v in (_T, _D))
_BUDGET = Variable(_A, Integer(1), oo)


def _low(_: Settings) -> Iterator[Case]:
    yield from _stated(LOW_CONSTANT, low=True)


_SPREAD = Rational(11, 10)
"""1 + 1/(sqrt(32) L) for L >= 2."""
_BASE = (1 + G) * exp(-4 - Rational(5, 2) * G)
"""x e^(3g/2 - x/(2K))/(8K) at x = 8K(1 + g), the largest in x from there on."""
_FALLING = {
    "x e^(-x/(2K)) falls from x = 8K(1 + g) on, over 8K": at_most((1 + G + S) * exp(-4 * S), 1 + G, LOG_D, REST)
}


GroupedError = quantity(
    "GroupedError",
    r"\mathbb{{E}}_{{{0}, {1}, {2}, {3}, {4}}}\|\hat\theta - \theta\|_2^2",
    "mean squared error of Algorithm 13 as corrected, with C = 32 and in groups of users where alpha <= d, for n users with T draws of a law on the unit ball of "
    "dimension d each and privacy alpha, which uses T* of the draws",
    0,
)
"""GroupedError(P, n, T, d, alpha)."""
_DRAWS, _SPENT, _ANY, _EVEN = (
    integer("T", least=1),
    real("alpha", above=1),
    real("alpha", above=0),
    WholeNumber(USERS / 2),
)
_LOW_RUN, _LOW_BOUND = (
    (LAW, USERS, _DRAWS, DIM, _SPENT),
    LOW_CONSTANT * log(DIM * USERS * _DRAWS) ** 2 / (USERS * _DRAWS),
)
_LOW_GIVEN = (
    IN_BALL,
    PADDED,
    _EVEN,
    below(DIM, _SPENT),
    at_most_(8 * LOW * (1 + log(DIM)), USERS * _SPENT / DIM),
    at_most_(_DRAWS, exp(USERS * _SPENT / (LOW * DIM))),
)
OWN_BALL_RATE_LOW = Claim(
    "kent/own/ball-rate/low",
    "for Appendix G.2, Step 4, Case 3",
    Kind.UPPER_RATE,
    "the rate in T*, alpha > d",
    corrected=line(GroupedError(*_LOW_RUN), given=_LOW_GIVEN)
    .le(
        _LOW_BOUND,
        because(
            "The explicit bound of kent/own/ball-bound for all n users of each co-ordinate at budget alpha/d, each term next to (log dnT)^2/(nT).",
            "kent/own/ball-tail",
            "kent/own/ball-votes",
            "kent/own/ball-bound",
            "kent/eq119/decay",
        ),
    )
    .beside(
        (
            "the terms, one by one",
            AllOf(
                r"4d(h+1)\tau+12d\Big(1+\tfrac1\Delta\Big)e^{-2x/577}+\frac2{nT^*}+\frac{576d\Delta^2}{na^2}\text{, times }nT^*,\ a=\tfrac\alpha d",
                {
                    "h + 1 = n/2 + 1 <= n": at_most(_N / 2 + 1, _N, Variable(_N, Integer(2), oo)),
                    "12 d n^2 T*/(n T* a d)^2 <= 12": at_most(
                        12 / (_D * _T * _A**2), Integer(12), *_AT_LEAST_1, _BUDGET
                    ),
                    **_FALLING,
                    "12 n d^(3/2) e^(-x/(2 577)), n <= x = 8 577 (1 + g)": at_most(
                        12 * _SPREAD * 8 * LOW * _BASE, Integer(1130), LOG_D
                    ),
                    "the noise, 576 d Delta^2 T*/a^2": Identity(
                        lambda: 576 * _D * (WIDTH * _L**2 / (_D * _T)) * _T / _A**2, lambda: 18432 * (_L / _A) ** 2
                    ),
                    "log(nT* d a)/a <= log(nT* d) + 3/8: log a/a": at_most(log(_A) / _A, Rational(3, 8), _BUDGET),
                    "and the rest": at_most(_L / _A, _L, _LOG_LOW, _BUDGET),
                    "the sum, L = log(dnT*) >= log 2": at_most(
                        18432 * (_L + Rational(3, 8)) ** 2 + 12 + 1130 + 2, LOW_CONSTANT * _L**2, _LOG_LOW
                    ),
                },
            ),
        )
    )
    .crosschecked(
        "the explicit bound, enclosed",
        r"\text{explicit}\le47000\,\tfrac{d\log^2y}y,\ y=dnT^*",
        _GRID + "; alpha > d",
        _low,
    ),
    note="n even. The Delta of the program takes log(nT* alpha), which for alpha much above d is more than "
    "log(dnT*); the noise falls by d/alpha.",
)


def rate(constant: sympy.Expr = LOW_CONSTANT) -> Iterator[Case]:
    """The explicit bound next to the sum of both terms, in T."""
    for shape, samples in _points():
        left, used = assembled(shape, samples)
        yield shape.case(samples, used, left, shape.ball(samples, constant, 16 * HIGH))


def _rate(_: Settings) -> Iterator[Case]:
    yield from rate()


def _rate_low(_: Settings) -> Iterator[Case]:
    for shape, samples in _points():
        if shape.alpha > shape.d:
            left, used = assembled(shape, samples)
            yield shape.case(samples, used, left, shape.ball(samples, LOW_CONSTANT, 16 * HIGH))


_LEANT = ("kent/own/ball-rate/high", "kent/own/ball-rate/low", "kent/alg12/multiple")


def _in_all(told: str, size: Any, *where: Any) -> Chain:
    """Both terms, z d/n^2 in the size."""
    rate = USERS * Min(_ANY, _ANY**2) / DIM
    error, bound = (
        GroupedError(LAW, USERS, _DRAWS, DIM, _ANY),
        LOW_CONSTANT * DIM * log(size) ** 2 / size + 2 * exp(-rate / (16 * HIGH)),
    )
    given = (IN_BALL, PADDED, *where, at_most_(64 * HIGH * (1 + log(DIM)), rate))
    return line(error, given=given).le(bound, because(told, *_LEANT))


_UP_TO_D = _in_all(
    "Up to the cap on T* the rate of kent/own/ball-rate/high, and beyond it T* is at least half of the cap.",
    USERS * _DRAWS * Min(_ANY, _ANY**2),
    at_most_(_ANY, DIM),
)
_OVER_D = _in_all(
    "Up to the cap on T* the rate of kent/own/ball-rate/low, and beyond it T* is at least half of the cap.",
    USERS * _DRAWS * DIM,
    below(DIM, _ANY),
    _EVEN,
)
OWN_BALL_RATE = Claim(
    "kent/own/ball-rate",
    "to Section 3, Theorem 6 (ii), from above",
    Kind.UPPER_RATE,
    "the mean in the ball, every alpha, with constants",
    corrected=AllOf(
        "",
        {
            "alpha <= d": _UP_TO_D.beside(
                (
                    "the constants and the exponents",
                    AllOf(
                        r"T\le e^{u}:\ T^*=T;\ \text{beyond }T^*\ge\tfrac12e^u,\ "
                        r"u=\tfrac{n_0b^2}K\ge\tfrac x{8K}\text{, or }\tfrac x{577}\text{ "
                        r"for }\alpha>d",
                        {
                            "the constants": at_most(
                                8 * HIGH_CONSTANT * _Y, LOW_CONSTANT * _Y, Variable(_Y, Integer(0), oo, True)
                            ),
                            "alpha <= d: L <= log 8 + log(Ku) + u/8 + u, E <= 9600 L^2/(Ku e^u)": at_most(
                                2
                                * HIGH_CONSTANT
                                * (log(8 * HIGH) + log(_U) + Rational(9, 8) * _U) ** 2
                                * exp(-_U / 2)
                                / (HIGH * _U),
                                Integer(2),
                                Variable(_U, Integer(8), oo),
                            ),
                            "alpha > d: L <= log(577 u) + u/8 + u, E <= 47000 L^2/e^u as n >= "
                            "2, u >= 64 K/577 > 200": at_most(
                                LOW_CONSTANT * (log(LOW) + log(_U) + Rational(9, 8) * _U) ** 2 * exp(-_U / 2),
                                Integer(2),
                                Variable(_U, Integer(200), oo),
                            ),
                            "64 K/577 > 200": at_most(Integer(200), 64 * HIGH / LOW * (1 + G), LOG_D),
                            "the exponents: u/2 >= x/(16K), x/(2 577)": at_most(
                                1 / (16 * HIGH), 1 / (2 * LOW) * (1 + G), LOG_D
                            ),
                        },
                    ),
                )
            ).crosschecked(
                "the explicit bound, enclosed",
                r"\text{explicit}\le47000\,\tfrac{d\log^2(nTz)}{nTz}+2e^{-x/136576}",
                _GRID,
                _rate,
            ),
            "alpha > d": _OVER_D.crosschecked(
                "the explicit bound beyond d, enclosed",
                r"\text{explicit}\le47000\,\tfrac{d\log^2(nTd)}{nTd}+2e^{-x/136576},\ "
                r"\alpha>d",
                _GRID + "; alpha > d",
                _rate_low,
            ),
        },
    ),
    note="g = log d <= u/8 by the assumption. For alpha <= d in groups of users; for alpha > d all users answer, "
    "in halves, so that one of an odd number is left out.",
)
_Q = sympy.Symbol("q", nonnegative=True)
_LOG = Variable(_L, Integer(11), oo)
"""L >= log(8K) = 11.1."""
_UNIT = Variable(_Q, Integer(0), Integer(1))

CLAIMS = (
    OWN_BALL_RATE_HIGH,
    OWN_BALL_RATE_LOW,
    OWN_BALL_RATE,
)
