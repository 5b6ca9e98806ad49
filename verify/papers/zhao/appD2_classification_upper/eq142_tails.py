"""zhao Appendix D.2, (142)-(154), (159)-(165): the tails of the estimates of classification."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import sympy
from flint import arb
from sympy import Abs, Integer, Min, Rational, exp, log, oo, pi, sqrt

from notation.symbols import n
from upperbounds.mean.zhao import algorithm1
from verify.kernel.calculus import (
    CGF,
    LINEAR,
    UNION,
    Chain,
    Either,
    Expectation,
    Holds,
    Independent,
    LaplaceNoise,
    MeanOfCopies,
    Name,
    Probability,
    Sum,
    WholeNumber,
    because,
    cite,
    equal,
    included,
    integer,
    let,
    line,
    property_of,
    quantity,
    random_real,
    real,
    words,
)
from verify.kernel.calculus import at_most as at_most_
from verify.kernel.calculus.facts.exponential import CGF_OF_MEAN, CGF_OF_SUM, CHERNOFF, LAPLACE_CGF, SCALED_CGF
from verify.kernel.calculus.facts.exponential import HOEFFDING_LEMMA as HOEFFDING_LEMMA_
from verify.kernel.calculus.facts.voting import (
    SIGNED_CGF,
    SIGNED_ERROR,
    VALUE,
    Entry,
    IndependentMembers,
    Part,
    signed_mean,
)
from verify.kernel.calculus.over import Each
from verify.kernel.calculus.reasons import at_index, each
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, FiniteCheck, Undecided, UpToConstant, at_most
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.at_points import Point, at_points
from verify.papers.zhao.appA3_second_stage.eq43_bias import (
    CENTRE,
    CLIPPED,
    DATA,
    EPSILON,
    ESTIMATE,
    LEFT,
    NOISE,
    RIGHT,
    SAMPLE,
    SAMPLES,
    SCALE,
    SHARE,
    SUCCESS,
    USER_MEAN,
    USERS,
    WIDTH,
    bias_cases,
    bias_on_success,
)
from verify.papers.zhao.instances.exact_risks import laplace_sum_tail
from verify.study.risk.exact import exact_risk
from verify.study.risk.laws import SignLaw


def _laplace_sum_tail_by_gamma(count: int, x: arb) -> arb:
    """P(S > x) for a sum of Laplace variables by incomplete gamma functions, a second route."""
    return sum(
        (
            as_arb(Fraction(comb(2 * count - 1 - k, count - 1), 2 ** (2 * count - k)))
            * x.gamma_upper(arb(k), regularized=1)
            for k in range(1, count + 1)
        ),
        arb(0),
    )


def _tail_case(n: int, rational_epsilon: int, share: Fraction, factor: int) -> Case:
    """Constant data, K = 1, D = 1, m = 1, t = share times the width: twice the Laplace tail next to the bound."""
    width = 12 + 2 * arb(n).log().sqrt()
    t, bias = as_arb(share) * width, 4 * (2 * arb.pi()).sqrt() / arb(n).sqrt()
    half = n // 2
    scaled = half * t * rational_epsilon / width
    scale = as_arb(Fraction(1, 4) + Fraction(4, rational_epsilon**2))
    right = 2 * (-n * (t - bias) ** 2 / (factor * scale * width**2)).exp()
    left, again = 2 * laplace_sum_tail(half, scaled), 2 * _laplace_sum_tail_by_gamma(half, scaled)
    return Case(
        {"n": n, "m": 1, "K": 1, "D": 1, "epsilon": rational_epsilon, "t/(3h+2Delta)": str(share)}, left, right, again
    )


def _printed_tail(_: Settings) -> Iterator[Case]:
    yield _tail_case(200, 4, Fraction(7, 5), 2)


def _corrected_tails(_: Settings) -> Iterator[Case]:
    for users, rational_epsilon, share in product((20, 200), (1, 4), (Fraction(1), Fraction(7, 5))):
        yield _tail_case(users, rational_epsilon, share, 4)


def _bias_of_a_group(settings: Settings) -> Iterator[Case]:
    """(52) with Delta = D sqrt(ln(Kn)/m): K = 8 groups."""
    return bias_cases(settings, 8)


_GROUPS = real("K", least=1)
GROUP_SHARE = WIDTH * sqrt(log(USERS * _GROUPS) / SAMPLES)
"""Delta with K groups."""
BIAS_OF_A_GROUP = bias_on_success(
    GROUP_SHARE,
    (
        "sign data, by the definition of a mean",
        FiniteCheck(
            r"|E[\hat\mu\mid E_1]-\mu|\le\frac{4\sqrt{2\pi}D}{\sqrt{mnK}}",
            "K = 8, m = 16, 100; n = 2, 10^4, 10^7; the mean at either end of [L, R]",
            _bias_of_a_group,
        ),
    ),
    _GROUPS,
)


_SENT, _LOW, _SPAN = random_real("U"), real("l"), real("a", above=0)
_UNIT, _TILT = real("u", least=0, most=sqrt(2)), real("r", least=-sqrt(2) / 2, most=sqrt(2) / 2)
_SMALL = real("x", least=0, most=Rational(1, 2))
_SUM, _RATE = _SENT + NOISE, EPSILON * _TILT / _SPAN
_MESSAGES = (
    WholeNumber(USERS / 2),
    MeanOfCopies(ESTIMATE, _SUM, USERS / 2),
    Independent(_SENT, NOISE),
    LaplaceNoise(NOISE, _SPAN / EPSILON),
    at_most_(_LOW, _SENT),
    at_most_(_SENT, _LOW + _SPAN),
)
_SPREAD = Rational(1, 4) + 4 / EPSILON**2
_CUMULANTS = (
    line(CGF(_SUM, _RATE), given=_MESSAGES[2:])
    .eq(CGF(_SENT, _RATE) + CGF(NOISE, _RATE), CGF_OF_SUM(_SENT, NOISE, _RATE))
    .le(
        EPSILON**2 * _TILT**2 / 8 - log(1 - _TILT**2),
        HOEFFDING_LEMMA_(_SENT, _LOW, _LOW + _SPAN, _RATE),
        LAPLACE_CGF(NOISE, _SPAN / EPSILON, _RATE),
    )
    .le(_SPREAD / 2 * EPSILON**2 * _TILT**2, line(-log(1 - _SMALL)).le(2 * _SMALL).at({_SMALL: _TILT**2}))
)


def _one_side(way: int) -> Chain:
    """(143)-(149): the tail of the estimate about its expectation, to one side."""
    beyond = Holds(at_most_(_SPAN * _UNIT, way * ESTIMATE - way * Expectation(ESTIMATE)))
    moved = Holds(at_most_(_SPAN * _UNIT, way * ESTIMATE - Expectation(way * ESTIMATE)))
    rate = USERS / 2 * _RATE
    tilted = (
        line(Probability(beyond), given=(*_MESSAGES, at_most_(0, _TILT)))
        .eq(Probability(moved), LINEAR(ESTIMATE, way, 0))
        .le(exp(CGF(way * ESTIMATE, rate) - rate * _SPAN * _UNIT), CHERNOFF(way * ESTIMATE, _SPAN * _UNIT, rate))
        .eq(
            exp(USERS / 2 * CGF(_SUM, way * _RATE) - rate * _SPAN * _UNIT),
            SCALED_CGF(ESTIMATE, way, rate),
            CGF_OF_MEAN(ESTIMATE, _SUM, USERS / 2, way * rate),
        )
        .le(
            exp(USERS / 2 * (_SPREAD / 2 * EPSILON**2 * _TILT**2 - EPSILON * _TILT * _UNIT)),
            _CUMULANTS.at({_TILT: way * _TILT}),
        )
    )
    reach = EPSILON / 4 + 4 / EPSILON
    best, least = _UNIT / reach, -USERS * _UNIT**2 / (4 * _SPREAD)
    end = tilted.end.xreplace({_TILT: best})
    return (
        line(Probability(beyond), given=_MESSAGES)
        .le(end, tilted.at({_TILT: best}), line(best).le(_UNIT / 2, line(1 / reach).le(Rational(1, 2))).le(sqrt(2) / 2))
        .eq(exp(least), line(end.exp).eq(least))
    )


_LEVEL, _BIAS, _PLACE = real("t", least=0), real("b", least=0), real("mu")
_SIDES = [Holds(at_most_(_LEVEL - _BIAS, way * ESTIMATE - way * Expectation(ESTIMATE))) for way in (1, -1)]
_OFF = Holds(at_most_(_LEVEL, Abs(ESTIMATE - _PLACE)))
_NEAR = (at_most_(Expectation(ESTIMATE) - _PLACE, _BIAS), at_most_(_PLACE - Expectation(ESTIMATE), _BIAS))
_FROM_BIAS, _TO_REACH = at_most_(_BIAS, _LEVEL), at_most_(_LEVEL, sqrt(2) * _SPAN)
_SCALED = {_UNIT: (_LEVEL - _BIAS) / _SPAN}
_BOTH_SIDES = (
    line(Probability(_OFF), given=(*_MESSAGES, *_NEAR, _FROM_BIAS, _TO_REACH))
    .le(Probability(Either(*_SIDES)), included(_OFF, Either(*_SIDES)))
    .le(Probability(_SIDES[0]) + Probability(_SIDES[1]), UNION(*_SIDES))
    .le(
        2 * exp(-USERS * (_LEVEL - _BIAS) ** 2 / (4 * _SPREAD * _SPAN**2)),
        _one_side(1).at(_SCALED),
        _one_side(-1).at(_SCALED),
        line(_SCALED[_UNIT], given=(_TO_REACH,)).le(_LEVEL / _SPAN).le(sqrt(2)),
    )
)
_BIN = real("h", above=0)
_INTERVAL = {RIGHT: LEFT + 3 * _BIN}
_CLIP = CLIPPED.xreplace(_INTERVAL)
_OF_CLIPPED = {_SENT: _CLIP, _LOW: LEFT - SHARE, _SPAN: 3 * _BIN + 2 * SHARE}
_CLIPPED_MEANS = (
    WholeNumber(USERS / 2),
    MeanOfCopies(ESTIMATE, _CLIP + NOISE, USERS / 2),
    Independent(_CLIP, NOISE),
    LaplaceNoise(NOISE, _OF_CLIPPED[_SPAN] / EPSILON),
)
_STAGE_TWO = line(Probability(_OFF), given=(*_CLIPPED_MEANS, *_NEAR, _FROM_BIAS, _TO_REACH.xreplace(_OF_CLIPPED))).le(
    _BOTH_SIDES.end.xreplace(_OF_CLIPPED), _BOTH_SIDES.at(_OF_CLIPPED)
)


def _lemma6() -> Chain:
    """The tail about the mean, at the lemma's h and Delta, given that the interval [L, L + 3h] holds it."""
    width = 4 * WIDTH / sqrt(SAMPLES)
    bound, span = 4 * sqrt(2 * pi) * WIDTH / sqrt(SAMPLES * USERS * _GROUPS), 3 * width + 2 * GROUP_SHARE
    error, size = Expectation(ESTIMATE) - CENTRE, real("z")
    bias = BIAS_OF_A_GROUP.at({RIGHT: LEFT + 3 * width, real("b", above=0): span / EPSILON})
    sides = [
        line(way * error, given=bias.statement.hypotheses)
        .le(Abs(error), line(way * size).le(Abs(size)).at({size: error}))
        .le(bound, bias)
        for way in (1, -1)
    ]
    at = {_BIN: width, SHARE: GROUP_SHARE, _PLACE: CENTRE, _BIAS: bound}
    a, b = let("a", span), let("b", bound)
    return (
        line(
            Probability(Holds(at_most_(_LEVEL, Abs(ESTIMATE - CENTRE)))),
            given=(
                *bias.statement.hypotheses,
                Independent(_CLIP.xreplace({_BIN: width, SHARE: GROUP_SHARE}), NOISE),
                at_most_(b, _LEVEL),
                at_most_(_LEVEL, sqrt(2) * a),
            ),
        )
        .le(2 * exp(-USERS * (_LEVEL - b) ** 2 / (4 * _SPREAD * a**2)), _STAGE_TWO.at(at), *sides)
        .crosschecked(
            "exact Laplace tails",
            r"2P(S_{n/2}>\tfrac{nt\varepsilon}{2a})\le2\exp\Big[-\frac{n(t-b)^2}{4(\frac14+\frac4{\varepsilon^2})a^2}\Big]",
            "constant data, n = 20, 200, epsilon = 1, 4, t = a, 7a/5",
            _corrected_tails,
        )
    )


LEMMA6 = _lemma6()
LEMMA6_CLAIM = Claim(
    "zhao/lemma6",
    "arXiv v1, Appendix D.2, Lemma 6, (142), (150)",
    Kind.INEQUALITY,
    "the tail of the one-dimensional estimate",
    says=(
        r"\mathrm{P}(|\hat\mu-\mu|>t\mid E_1)\le2\exp\left[-\frac{n\left(t-4\sqrt{2\pi}\frac "
        r"D{\sqrt{mnK}}\right)^2}{2\left(\frac14+\frac4{\epsilon^2}\right)(3h+2\Delta)^2}\right]\text{ for "
        r"any }t\le\sqrt2(3h+2\Delta),\ h=4D/\sqrt m,\ \Delta=D\sqrt{\ln(Kn)/m}"
    ),
    match=Match.SAME,
    printed=FiniteCheck(
        r"t\le\sqrt2a:\ P(|\hat\mu-\mu|>t\mid E_1)\le2\exp\Big[-\frac{n(t-b)^2}{2(\frac14+\frac4{\varepsilon^2})a^2}\Big],\ a=3h+2\Delta,\ b=4\sqrt{2\pi}\frac D{\sqrt{mnK}}",
        "constant data in mid-interval, n = 200, m = K = D = 1, epsilon = 4, t = 7a/5",
        _printed_tail,
    ),
    corrected=LEMMA6,
    correction="the exponent has 4 where 2 is printed: the minimum of -lambda t + A lambda^2 is -t^2/(4A), A = "
    "(1/4 + 4/epsilon^2) a^2/n; and t must be at least the bias b",
    severity=Severity.CONSTANT,
    theorem="zhao/thm9/upper",
    note="(148) and the minimiser (149) are right; put into (148), (149) gives half the printed exponent. Both "
    "versions. The data are a constant, so there is no bias and E_1 can hold with the clip inactive.",
)
LEMMA6_BIAS = Claim(
    "zhao/lemma6/bias",
    "arXiv v1, Appendix D.2, Lemma 6, the range of t",
    Kind.INEQUALITY,
    "the bias, and the range of t: from the bias on",
    says=(
        r"\text{with }h=4D/\sqrt m\text{ and }\Delta=D\sqrt{\ln(Kn)/m}\text{ the bias is bounded by "
        r"}4\sqrt{2\pi}D/\sqrt{mnK}"
    ),
    match=Match.READING,
    differs=(
        "given the first stage: L and R are numbers with L <= mu <= R; the range of t, which the claim is "
        "named after, is not part of what is judged"
    ),
    printed=BIAS_OF_A_GROUP,
    note="The bound is used for t >= b, where it falls with t; it is printed for every t <= sqrt(2) a, also "
    "below b, where it is trivial.",
)
_LAMBDA_, _MOST_ = real("lambda"), USERS * EPSILON / (2 * sqrt(2) * _SPAN)
_IN_TILT = (
    line(CGF(ESTIMATE, USERS / 2 * _RATE), given=_MESSAGES)
    .eq(USERS / 2 * CGF(_SUM, _RATE), CGF_OF_MEAN(ESTIMATE, _SUM, USERS / 2, USERS / 2 * _RATE))
    .le(USERS / 2 * _SPREAD / 2 * EPSILON**2 * _TILT**2, _CUMULANTS)
)
_IN_RANGE = (at_most_(_LAMBDA_, _MOST_), at_most_(-_LAMBDA_, _MOST_))
_MOMENTS = line(CGF(ESTIMATE, _LAMBDA_), given=(*_MESSAGES, *_IN_RANGE)).le(
    (Rational(1, 8) + 2 / EPSILON**2) * 2 * _SPAN**2 * _LAMBDA_**2 / USERS,
    _IN_TILT.at({_TILT: 2 * _SPAN * _LAMBDA_ / (USERS * EPSILON)}),
)
LEMMA6_CHERNOFF = Claim(
    "zhao/lemma6/chernoff",
    "arXiv v1, Appendix D.2, (143)-(149)",
    Kind.INEQUALITY,
    "the moment generating function and the range of lambda",
    says=(
        r"\mathbb{E}[e^{\lambda(Z_i-\mathbb{E}[Z_i])}\mid "
        r"E_1]\le\exp\left[\left(\frac18+\frac2{\epsilon^2}\right)a^2\lambda^2\right],\ "
        r"\lambda^2\le\frac{\epsilon^2}{2a^2};\quad\mathbb{E}\left[e^{\lambda(\hat\mu-\mathbb{E}[\hat\mu])}\mid "
        r"E_1\right]\le\exp\left[\left(\frac18+\frac2{\epsilon^2}\right)\frac{2a^2\lambda^2}n\right],\ "
        r"\lambda^2\le\frac{n^2\epsilon^2}{8a^2};\quad\lambda^*=\frac{nt}{2\left(\frac14+\frac4{\epsilon^2}\right)a^2}"
    ),
    match=Match.READING,
    differs=(
        "the logarithm of (146) only; (144), which prints no lambda on its left and L + Delta for R + "
        "Delta, (148) and (149) are not part of what is judged"
    ),
    printed=_MOMENTS,
    note="The logarithm of the printed left side; U is the clipped mean, in an interval of length a.",
)

_T = sympy.Symbol("t", positive=True)
_R = sympy.Symbol("r", positive=True)
_C1 = sympy.Symbol("C_1", positive=True)
_C2 = sympy.Symbol("C_2", positive=True)
FAR = UpToConstant(
    exp(-(_T + 2) / 14),
    exp(-2 * _C1 / log(2) * (_T - _C2) ** 2),
    (Variable(_T, Integer(0), oo, True), Variable(_C1, Integer(0), oo, True), Variable(_C2, Integer(0), oo, True)),
    family=((_T, 3 * _R), (_C1, 1 / _R), (_C2, _R)),
    along=_R,
    text=r"n=2,\ m=K=\varepsilon=1:\ \tfrac12P(|\hat q-q|>t)\le\exp[-\tfrac{2C_1}{\ln2}(t-C_2)^2]\ "
    r"\forall t",
)
"""The Laplace tail next to a Gaussian one; C_1 may even tend to 0 and C_2 to infinity."""
GROUP_COUNT, _V = integer("K", least=1), random_real("V")
_ROOM = real("u", least=0)
_STRENGTH = USERS * _ROOM / (2 * _SPREAD * _SPAN**2)
_PROXY = _SPREAD * _SPAN**2


def _beyond(way: int, total: Any) -> Chain:
    """The tail of what has a sub-Gaussian cumulant at the best tilt, to one side."""
    beyond = Holds(at_most_(_ROOM, way * total - way * Expectation(total)))
    moved = Holds(at_most_(_ROOM, way * total - Expectation(way * total)))
    least, spent = -USERS * _ROOM**2 / (4 * _PROXY), _PROXY * _STRENGTH**2 / USERS - _STRENGTH * _ROOM
    known = at_most_(CGF(total, way * _STRENGTH), _PROXY * _STRENGTH**2 / USERS)
    return (
        line(Probability(beyond), given=(known,))
        .eq(Probability(moved), LINEAR(total, way, 0))
        .le(exp(CGF(way * total, _STRENGTH) - _STRENGTH * _ROOM), CHERNOFF(way * total, _ROOM, _STRENGTH))
        .eq(exp(CGF(total, way * _STRENGTH) - _STRENGTH * _ROOM), SCALED_CGF(total, way, _STRENGTH))
        .le(exp(spent), known)
        .eq(exp(least), line(spent).eq(least))
    )


_FAMILY = "family of random reals"
_ESTIMATES, _NOISES, _USERS_MEANS, _DATA_OF = (Name(letter, _FAMILY) for letter in ("Qhat", "W", "Y", "U"))
_LEFTS, _HADAMARD = Name("L", "family of numbers"), Name("H", "family of numbers")
_PER_GROUP = USERS / GROUP_COUNT
_H, _DELTA = 4 * WIDTH / sqrt(SAMPLES), WIDTH * sqrt(log(USERS) / SAMPLES)
_A = 3 * _H + 2 * _DELTA
_J = integer("j")


def _group(k: Any) -> dict[Any, Any]:
    """What stands for what in the group k, of n/K users."""
    return {
        ESTIMATE: Part(_ESTIMATES, k),
        SAMPLE: Part(_DATA_OF, k),
        USER_MEAN: Part(_USERS_MEANS, k),
        NOISE: Part(_NOISES, k),
        LEFT: Entry(_LEFTS, k),
        RIGHT: Entry(_LEFTS, k) + 3 * _H,
        SHARE: _DELTA,
    }


_OF_GROUP = (
    MeanOfCopies(ESTIMATE, CLIPPED + NOISE, _PER_GROUP / 2),
    Independent(CLIPPED, NOISE),
    LaplaceNoise(NOISE, _A / EPSILON),
    *DATA,
    *SUCCESS,
)
_GROUPS_ = tuple(Each(c.xreplace(_group(_J)), _J, at_most_(1, _J), at_most_(_J, GROUP_COUNT)) for c in _OF_GROUP)
_SIZES = (WholeNumber(_PER_GROUP / 2), WholeNumber(_PER_GROUP), at_most_(2, _PER_GROUP))
_INSIDE_GROUP = (at_most_(1, VALUE), at_most_(VALUE, GROUP_COUNT))
_OF_EACH = [at_index(c, VALUE) for c in _GROUPS_]
_REACHED = (
    line(_STRENGTH, given=(at_most_(_ROOM, sqrt(2) * _SPAN),))
    .le(USERS * sqrt(2) * _SPAN / (2 * _SPREAD * _SPAN**2), at_most_(_ROOM, sqrt(2) * _SPAN))
    .eq(USERS / (sqrt(2) * _SPAN) * (1 / _SPREAD))
    .le(USERS / (sqrt(2) * _SPAN) * (EPSILON / 2), line(1 / _SPREAD).le(EPSILON / 2))
)
_WITHIN = at_most_(_ROOM, sqrt(2) * _A)
_TILTED = _STRENGTH.xreplace({_SPAN: _A})


def _group_cgf(way: int) -> Chain:
    """The cumulant of the estimate of one group."""
    clip = CLIPPED.xreplace(_group(VALUE))
    at = {
        ESTIMATE: Part(_ESTIMATES, VALUE),
        NOISE: Part(_NOISES, VALUE),
        _SENT: clip,
        _LOW: Entry(_LEFTS, VALUE) - _DELTA,
        _SPAN: _A,
        USERS: _PER_GROUP,
        _LAMBDA_: way * _TILTED / GROUP_COUNT,
    }
    return line(
        CGF(Part(_ESTIMATES, VALUE), way * _TILTED / GROUP_COUNT),
        given=(*_SIZES, *_GROUPS_[:3], *_INSIDE_GROUP, _WITHIN),
    ).le(
        _SPREAD * _A**2 * _TILTED**2 / (USERS * GROUP_COUNT), cite(LEMMA6_CHERNOFF).at(at), *_OF_EACH[:3], *_limits(way)
    )


def _limits(way: int) -> list[Chain]:
    """That the tilt is in the range of Lemma 6."""
    most = _PER_GROUP * EPSILON / (2 * sqrt(2) * _A)
    scaled = line(_TILTED / GROUP_COUNT, given=(_WITHIN,)).le(most, _REACHED.at({_SPAN: _A}))
    other = line(-_TILTED / GROUP_COUNT).le(0).le(most)
    return [scaled, other]


_ESTIMATE_OF = signed_mean(_HADAMARD, _ESTIMATES, GROUP_COUNT)
_WANTED = Sum(Entry(_HADAMARD, VALUE) * Expectation(Part(_DATA_OF, VALUE)), VALUE, 1, GROUP_COUNT) / GROUP_COUNT
_SIGNS_ARE = Each(equal(Entry(_HADAMARD, VALUE) ** 2, 1), VALUE, *_INSIDE_GROUP)
_TOGETHER = (*_SIZES, *_GROUPS_, IndependentMembers(_ESTIMATES, GROUP_COUNT), _SIGNS_ARE)
_OFFSET = 4 * sqrt(2 * pi) * WIDTH / sqrt(SAMPLES * USERS)


def _one_tail(way: int) -> Chain:
    """The tail of the transformed estimate about its expectation, to one side."""
    beyond = Holds(at_most_(_ROOM, way * _ESTIMATE_OF - way * Expectation(_ESTIMATE_OF)))
    total = line(CGF(_ESTIMATE_OF, way * _TILTED), given=(*_SIZES, *_GROUPS_[:3], *_TOGETHER[-2:], _WITHIN)).le(
        GROUP_COUNT * (_SPREAD * _A**2 * _TILTED**2 / (USERS * GROUP_COUNT)),
        SIGNED_CGF(
            _HADAMARD, _ESTIMATES, GROUP_COUNT, way * _TILTED, _SPREAD * _A**2 * _TILTED**2 / (USERS * GROUP_COUNT)
        ),
        *(each(_group_cgf(w), VALUE, *_INSIDE_GROUP) for w in (1, -1)),
    )
    return line(Probability(beyond), given=total.given).le(
        exp(-USERS * _ROOM**2 / (4 * _SPREAD * _A**2)), _beyond(way, _V).at({_V: _ESTIMATE_OF, _SPAN: _A}), total
    )


_GROUP_BIAS = line(
    Abs(Expectation(Part(_ESTIMATES, VALUE)) - Expectation(Part(_DATA_OF, VALUE))),
    given=(*_SIZES, *_GROUPS_, *_INSIDE_GROUP),
).le(
    _OFFSET,
    BIAS_OF_A_GROUP.at(
        {
            **{k: x for k, x in _group(VALUE).items() if k != SHARE},
            USERS: _PER_GROUP,
            _GROUPS: GROUP_COUNT,
            SCALE: _A / EPSILON,
        }
    ),
    *_OF_EACH[:1],
    *_OF_EACH[2:],
)
_BIAS_OF_ALL = line(Abs(Expectation(_ESTIMATE_OF) - _WANTED), given=(*_SIZES, *_GROUPS_, _SIGNS_ARE)).le(
    _OFFSET,
    SIGNED_ERROR(_HADAMARD, _ESTIMATES, _DATA_OF, GROUP_COUNT, _OFFSET),
    each(_GROUP_BIAS, VALUE, *_INSIDE_GROUP),
)
_ASIDE = [Holds(at_most_(_LEVEL - _BIAS, way * _V - way * Expectation(_V))) for way in (1, -1)]
_AWAY = Holds(at_most_(_LEVEL, Abs(_V - _PLACE)))
_NEAR_V = tuple(c.xreplace({ESTIMATE: _V}) for c in _NEAR)
_TWO_SIDES = (
    line(Probability(_AWAY), given=_NEAR_V)
    .le(Probability(Either(*_ASIDE)), included(_AWAY, Either(*_ASIDE)))
    .le(Probability(_ASIDE[0]) + Probability(_ASIDE[1]), UNION(*_ASIDE))
)
_LOGS = line((12 + 2 * sqrt(log(USERS))) ** 2).le(270 * log(USERS))
_FLAT = (
    line(4 * _SPREAD * _A**2, given=(at_most_(EPSILON, 1),))
    .eq(_SPREAD * (4 * WIDTH**2 / SAMPLES * (12 + 2 * sqrt(log(USERS))) ** 2))
    .le(_SPREAD * (4 * WIDTH**2 / SAMPLES * 270 * log(USERS)), _LOGS)
    .le(
        Rational(17, 4) / EPSILON**2 * (4 * WIDTH**2 / SAMPLES * 270 * log(USERS)),
        line(_SPREAD, given=(at_most_(EPSILON, 1),)).le(Rational(17, 4) / EPSILON**2),
    )
    .eq(4590 * WIDTH**2 * log(USERS) / (SAMPLES * EPSILON**2))
)
_THIN, _WIDE = real("p", above=0), real("q", above=0)
_FAST, _SLOW = real("x", least=0), real("y", least=0)
_FALLS = line(exp(-USERS * _ROOM**2 * _FAST), given=(at_most_(_SLOW, _FAST),)).le(
    exp(-USERS * _ROOM**2 * _SLOW), at_most_(_SLOW, _FAST)
)
_SLOWER = line(exp(-USERS * _ROOM**2 / _THIN), given=(at_most_(_THIN, _WIDE),)).le(
    exp(-USERS * _ROOM**2 / _WIDE),
    _FALLS.at({_FAST: 1 / _THIN, _SLOW: 1 / _WIDE}),
    line(1 / _WIDE, given=(at_most_(_THIN, _WIDE),)).le(1 / _THIN),
)


def _transformed() -> Chain:
    """The tail of the transformed estimate where the data lie in [-D, D]."""
    error = Expectation(_ESTIMATE_OF) - _WANTED
    size = real("z")
    sides = [
        line(way * error, given=_BIAS_OF_ALL.given)
        .le(Abs(error), line(way * size).le(Abs(size)).at({size: error}))
        .le(_OFFSET, _BIAS_OF_ALL)
        for way in (1, -1)
    ]
    far, reach = _LEVEL - _OFFSET, at_most_(_LEVEL, sqrt(2) * _A)
    return (
        line(
            Probability(Holds(at_most_(_LEVEL, Abs(_ESTIMATE_OF - _WANTED)))),
            given=(*_TOGETHER, at_most_(EPSILON, 1), at_most_(_OFFSET, _LEVEL), reach),
        )
        .le(
            (
                Probability(Holds(at_most_(far, _ESTIMATE_OF - Expectation(_ESTIMATE_OF))))
                + Probability(Holds(at_most_(far, -_ESTIMATE_OF + Expectation(_ESTIMATE_OF))))
            ),
            _TWO_SIDES.at({_V: _ESTIMATE_OF, _PLACE: _WANTED, _BIAS: _OFFSET}),
            *sides,
        )
        .le(
            2 * exp(-USERS * far**2 / (4 * _SPREAD * _A**2)),
            *(_one_tail(way).at({_ROOM: far}) for way in (1, -1)),
            line(far, given=(reach,)).le(sqrt(2) * _A),
        )
        .le(
            2 * exp(-USERS * far**2 / (4590 * WIDTH**2 * log(USERS) / (SAMPLES * EPSILON**2))),
            _SLOWER.at(
                {_ROOM: far, _THIN: 4 * _SPREAD * _A**2, _WIDE: 4590 * WIDTH**2 * log(USERS) / (SAMPLES * EPSILON**2)}
            ),
            _FLAT,
        )
    )


TRANSFORMED = _transformed()


def at_width(width: Any) -> Chain:
    """Lemma 7 for data in [-width, width]."""
    grant = TRANSFORMED.at({WIDTH: width})
    shown = grant.statement
    return line(shown.left, given=shown.hypotheses).le(shown.right, grant)


LEMMA7 = Claim(
    "zhao/lemma7",
    "arXiv v1, Appendix D.2, Lemma 7, (151)-(153)",
    Kind.INEQUALITY,
    "the tail of the transformed estimate",
    says=r"\text{there are constants }C_1,C_2\text{ with }\mathrm{P}(|\hat q_k-q_k|>t\mid "
    r"E_1)\le2\exp\left[-C_1\frac{mn\epsilon^2}{\ln(nK)}\left(t-C_2\sqrt{\frac1{mn}}\right)^2\right]",
    match=Match.READING,
    differs="refuted at n = 2, m = K = epsilon = 1 and large t, whatever C_1 and C_2, by half of the left side",
    printed=replace(
        FAR,
        text=r"\mathrm P(|\hat q_k-q_k|>t\mid E_1)\le2\exp\Big[-C_1\frac{mn\varepsilon^2}{\ln(nK)}\Big(t-C_2\sqrt{\tfrac1{mn}}\Big)^2\Big]",
    ),
    corrected=at_width(1),
    correction="for t between the bias and sqrt(2) a, the range that Lemma 6 states and Lemma 7 drops: further "
    "out the tail is that of a Laplace variable. C_1 = 1/4590, C_2 = 4 sqrt(2 pi)",
    severity=Severity.CONDITION,
    theorem="zhao/thm9/upper",
    note="n = 2, m = K = epsilon = 1, one refining user: a = 12 + 2 sqrt(ln 2) <= 14, so P(|q^-q| > t) >= P(|W| "
    "> t + 2) >= e^(-(t+2)/14), whatever C_1 and C_2: along the family C_1 tends to 0 and C_2 to infinity. "
    "The estimate is the mean of H_v Qhat_v, each of n/K users who have the data U_v, so that Q_v = E U_v; "
    "L_v <= E U_v <= L_v + 3h is E_1.",
)
_Y = sympy.Symbol("y", positive=True)


def _first_stages() -> Iterator[Point]:
    """The probability, on data of two values, that the mean is outside the winning bin and its neighbours: the larger of two."""
    for group, samples, epsilon in (
        (2, 1, Fraction(1)),
        (2, 100, Fraction(1, 10)),
        (200, 16, Fraction(1)),
        (20000, 64, Fraction(1)),
    ):
        plan = algorithm1(group, samples, float(epsilon), 1.0)
        plan = replace(plan, inflation=plan.bins.width)
        risks = [exact_risk(plan, SignLaw(mean)) for mean in (-0.9, 1 / 3)]
        fails = max(Fraction(risk.localisation_failure) + Fraction(risk.missing) for risk in risks)
        yield (
            {GROUP_COUNT: Fraction(2), USERS: Fraction(2 * group), SAMPLES: Fraction(samples), EPSILON: epsilon},
            fails,
        )


GroupFails = quantity(
    "GroupFails",
    r"P(E_{{1k}}^c)_{{{0}, {1}, {2}}}",
    "largest probability, over the laws of data in [-D, D], that the first stage of zhao's Algorithm 1 fails for a group of n users with m samples each: "
    "that the interval does not hold the mean: GroupFails(n, m, epsilon)",
    0,
    1,
)
SomeGroupFails = quantity(
    "SomeGroupFails",
    r"P(E_1^c)_{{{0}, {1}, {2}, {3}}}",
    "largest probability that it fails for one of K groups of n/K users: SomeGroupFails(n, m, epsilon, K)",
    0,
    1,
)
_GROUP_FAILS, _SOME_FAIL = (
    GroupFails(_PER_GROUP, SAMPLES, EPSILON),
    SomeGroupFails(USERS, SAMPLES, EPSILON, GROUP_COUNT),
)
_FAILURE = sqrt(SAMPLES) * exp(-_PER_GROUP * Min(1, EPSILON**2) / 2007)
_WHOLE_GROUPS = (WholeNumber(_PER_GROUP / 2), at_most_(2, _PER_GROUP))
_ONE_FAILS = at_points(
    line(_GROUP_FAILS, given=_WHOLE_GROUPS).le(
        _FAILURE, because("Lemma 2 for the n/K users of the group.", "zhao/lemma2")
    ),
    "exact failures of the first stage",
    "data of two values with means -9/10 and 1/3; K = 2; (n/K, m, epsilon) = (2, 1, 1), (2, 100, 1/10), (200, 16, 1), (20000, 64, 1)",
    _first_stages,
)
_SOME_FAILS = (
    line(_SOME_FAIL, given=_WHOLE_GROUPS)
    .le(
        GROUP_COUNT * _GROUP_FAILS,
        words("A union has at most the sum.", at_most_(_SOME_FAIL, GROUP_COUNT * _GROUP_FAILS)),
    )
    .le(GROUP_COUNT * _FAILURE, _ONE_FAILS)
)


FIRST_STAGE = Claim(
    "zhao/eq154",
    "arXiv v1, Appendix D.2, (154); also (211)",
    Kind.INEQUALITY,
    "the failure of the first stage in one group",
    says=r"\mathrm{P}(E_{1k}^c)\le\sqrt me^{-c_0n\epsilon^2}",
    match=Match.READING,
    differs="refuted at m = 64, epsilon = 1 and K = n/2, whatever c_0, by a probability of failure of at least 1/10 in a group of two users",
    printed=AllOf(
        "",
        {
            "the family": UpToConstant(
                Rational(1, 10),
                8 * exp(-_C1 * n),
                (Variable(n, Integer(2), oo), Variable(_C1, Integer(0), oo, True)),
                family=((n, 2 * _R**2), (_C1, 1 / _R)),
                along=_R,
                text=r"P(E_{1k}^c)\le\sqrt me^{-c_0n\varepsilon^2}",
            ),
            "one voting user: the failure probability is at least 1/10": at_most(
                Rational(1, 10),
                exp(-_Y) / 2 * (1 - exp(-_Y / 2) / 2) * (1 - exp(-_Y) / 2),
                Variable(_Y, Integer(1), Integer(1)),
            ),
        },
    ),
    corrected=AllOf("", {"one group": _ONE_FAILS, "some group": _SOME_FAILS}),
    correction="a group has n/K users, and all K groups have to succeed",
    severity=Severity.RATE,
    theorem="zhao/thm9/upper",
    root="zhao/thm9/upper",
    note="Groups of two users, one of whom votes on four bins with noise Lap(2): if X is in the first "
    "bin, W_3 > 2, W_1 <= 1 and W_2 <= 2 make the third or the fourth bin win, with probability "
    "e^(-1)/2 (1 - e^(-1/2)/2)(1 - e^(-1)/2) = 0.104. c_0 may tend to 0 along the family.",
)
LabelMass = quantity(
    "LabelMass",
    r"E_{{{0}}}[Y 1(X \in {1})]",
    "mean of the label, Y = 1 or -1, where X lies in a cube, else 0: LabelMass(P, B)",
    -1,
    1,
)
CubeMass = quantity("CubeMass", r"{0}(X \in {1})", "probability that X lies in a cube: CubeMass(P, B)", 0, 1)
CubeLabels = property_of(
    "ValueOfCube",
    r"{2} = \eta(x)\text{{ at some }}x\text{{ of the cube }}{1}\text{{ of side }}{5}\text{{ in }}\mathbb{{R}}^{{{6}}},\ "
    r"\eta(x) = E_{{{0}}}[Y \mid x],\ |\eta(x) - \eta(x')| \le {3} \|x - x'\|_2^{{{4}}}",
)
"""CubeLabels(P, B, eta, C, beta, l, d)."""
_LAW_OF, _CUBE, _ETA = Name("P", "law"), Name("B", "cube"), real("eta", above=0)
_Q_K, _P_K = LabelMass(_LAW_OF, _CUBE), CubeMass(_LAW_OF, _CUBE)
_SMOOTH, _POWER, _EDGE, _DIM, _LEAST_DENSITY, _ERROR_BOUND = (
    real("C_b", above=0),
    real("beta", above=0),
    real("l", above=0),
    integer("d", least=1),
    real("f_L", above=0),
    real("C_2", above=0),
)
_SWING, _DENSE = _SMOOTH * _DIM ** (_POWER / 2) * _EDGE**_POWER, _LEAST_DENSITY * _EDGE**_DIM
_IN_CUBE = CubeLabels(_LAW_OF, _CUBE, _ETA, _SMOOTH, _POWER, _EDGE, _DIM)
_HEAVY = at_most_(_DENSE, _P_K)
_NOISE_LEVEL = _ERROR_BOUND / sqrt(SAMPLES * USERS)
_BOUNDARY = at_most_(2 * _SWING + 2 * _NOISE_LEVEL / _DENSE, _ETA)
_W, _NOISY, _SIGNAL = real("w", above=0), real("v", above=0), real("h", above=0)
_SPLIT, _AT_SPLIT = at_most_(2 * _W + 2 * _NOISY, _SIGNAL), {_SIGNAL: _ETA, _W: _SWING, _NOISY: _NOISE_LEVEL / _DENSE}
_BELOW_HALF = line(2 * _W, given=(_SPLIT,)).le(2 * _W + 2 * _NOISY).le(_SIGNAL)
_HALF_LEFT = (
    line(_SIGNAL - _W, given=(_SPLIT,))
    .ge(_SIGNAL / 2, line(_W, given=(_SPLIT,)).le(_SIGNAL / 2, _BELOW_HALF))
    .at(_AT_SPLIT)
)
_MORE_LEFT = line(_SIGNAL - _W, given=(_SPLIT,)).ge(2 * _W + 2 * _NOISY - _W, _SPLIT).ge(2 * _NOISY).at(_AT_SPLIT)
_LABELS = words(
    "In the cube eta is at least eta(x) - C_b (sqrt(d) l)^beta, the diameter being sqrt(d) l.",
    at_most_(_P_K * (_ETA - _SWING), _Q_K),
    given=(_IN_CUBE,),
)
_TWICE = (
    line(_Q_K, given=(_IN_CUBE, _HEAVY, _BOUNDARY))
    .ge(_P_K * (_ETA - _SWING), _LABELS)
    .ge(_P_K * (2 * _NOISE_LEVEL / _DENSE), _MORE_LEFT)
    .ge(_DENSE * (2 * _NOISE_LEVEL / _DENSE), _HEAVY)
    .eq(2 * _NOISE_LEVEL)
)
EQ161 = Claim(
    "zhao/eq161",
    "arXiv v1, Appendix D.2, (159)-(165)",
    Kind.INEQUALITY,
    "away from the boundary the bins have the right sign",
    printed=Undecided(
        r"\mathrm{P}(\mathrm{sign}(\hat "
        r"q_k)\ne\mathrm{sign}(\eta(\mathbf{x})))\le\mathrm{P}(E_1^c)+\mathrm{P}(|\hat q_k-q_k|>|q_k|\mid "
        r"E_1)\le\sqrt me^{-c_0n\epsilon^2}+2\exp\left[-\frac1{16}C_1f_L^2\frac{mn\epsilon^2}{\ln "
        r"n}\eta^2(\mathbf{x})l^{2d}\right]\text{ if "
        r"}\eta(\mathbf{x})>\eta_0;\quad\eta_0=2C_bd^{\frac\beta2}l^\beta+\frac{2C_2}{f_Ll^d}\sqrt{\frac1{mn}};\quad|q_k|-\frac{C_2}{\sqrt{mn}}\ge\frac12|q_k|;\quad|q_k|\ge\frac12\eta(\mathbf{x})\int_{B_k}f(\mathbf{x})d\mathbf{x}\ge\frac12\eta(\mathbf{x})f_Ll^d",
        "the tail of Lemma 7 and the bound (154) of the first stage, which are refuted as printed",
    ),
    corrected=AllOf(
        "",
        {
            "the size": line(_Q_K, given=(_IN_CUBE, _HEAVY, _BOUNDARY))
            .ge(_P_K * (_ETA - _SWING), _LABELS)
            .ge(_P_K * (_ETA / 2), _HALF_LEFT)
            .ge(_DENSE * (_ETA / 2), _HEAVY),
            "next to the bias": line(_Q_K - _NOISE_LEVEL, given=_TWICE.given)
            .ge(_Q_K - _Q_K / 2, line(_Q_K / 2, given=_TWICE.given).ge(_NOISE_LEVEL, _TWICE))
            .eq(_Q_K / 2),
        },
    ),
    correction="(163) and (165) alone: that q_k is as large as they say; no probability occurs",
    note="Negative eta by symmetry.",
)
LEVEL, OFFSET = _LEVEL, _OFFSET

CLAIMS = (
    LEMMA6_CLAIM,
    LEMMA6_BIAS,
    LEMMA6_CHERNOFF,
    LEMMA7,
    FIRST_STAGE,
    EQ161,
)
