"""zhao Appendix A.2, (41), (42) and Lemma 2: the first stage succeeds with high probability."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy
from flint import arb
from sympy import Abs, Integer, Min, Rational, exp, oo, sqrt

from notation.symbols import epsilon
from verify.kernel.calculus import (
    ADDITIVE,
    COMPLEMENT,
    EXPECTED_MEAN,
    HOEFFDING,
    LINEAR,
    MONOTONE,
    UNION,
    Both,
    Chain,
    Either,
    Expectation,
    Grant,
    Holds,
    Independent,
    LaplaceNoise,
    MeanOfCopies,
    Name,
    Not,
    Probability,
    WholeNumber,
    below,
    cases,
    cite,
    equal,
    included,
    integer,
    line,
    random_real,
    real,
)
from verify.kernel.calculus import at_most as at_most_
from verify.kernel.calculus.facts.votes import INDICATOR, LAPLACE_MEAN, IndicatorOf
from verify.kernel.calculus.facts.voting import (
    CELL_FROM,
    CELL_LAST,
    CELL_TO,
    CELL_WHOLE,
    MEAN_ABOVE,
    VALUE,
    VALUES_UNION,
    WHOLE_STEP,
    WINNER_AMONG,
    WINS,
    Cell,
    Part,
    Share,
    Winner,
)
from verify.kernel.calculus.over import Each
from verify.kernel.calculus.reasons import at_index, each
from verify.kernel.prover import Relation, Variable
from verify.kernel.statements import Case, FiniteCheck, Inequality, UpToConstant, Whole
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.zhao.appA2_first_stage.eq24_votes import BIT, LEMMA3, LEVEL, MEAN_VOTE, NOISE, RATE

_USERS, _SAMPLES, BINS = integer("n", least=2), integer("m", least=1), integer("B", least=1)
_EPS, _WIDTH = real("epsilon", above=0), real("D", above=0)
_SAMPLE, _USER_MEAN, PLACE = random_real("X"), random_real("Y"), random_real("khat")
_BITS, _NOISES, VOTES = (Name(letter, "family of random reals") for letter in "IVS")
K, _HOME, _HEAVY = integer("k"), integer("k_*"), integer("k_0")
_FAR_, _NEAR_ = 2 * exp(-8), Rational(1, 2) - exp(-2)
_CHANCE = exp(-_USERS * Min(_EPS**2, 1) / 2007)
"""What a bin's mean vote is off with, at most."""
_BIT, _NOISE, _MEAN_VOTE = random_real("I", 0, 1), random_real("W"), random_real("S")
_OTHER_BIT, _OTHER_NOISE, _OTHER_VOTE = random_real("I_0", 0, 1), random_real("W_0"), random_real("S_0")
_RATE_, _EXPONENT = Rational(81, 20000) / (Rational(1, 8) + 8 / _EPS**2), Min(_EPS**2, 1) / 2007
_FAST = line(_EXPONENT).le(
    _RATE_,
    cases(
        (at_most_(_EPS, 1), line(_EXPONENT, given=(at_most_(_EPS, 1),)).le(_EPS**2 / 2007).le(_RATE_)),
        (at_most_(1, _EPS), line(_EXPONENT, given=(at_most_(1, _EPS),)).le(Rational(1, 2007)).le(_RATE_)),
    ),
)
_FASTER, _SLOWER = real("x", least=0), real("y", least=0)
_FALLS = line(exp(-_USERS * _FASTER), given=(at_most_(_SLOWER, _FASTER),)).le(
    exp(-_USERS * _SLOWER), at_most_(_SLOWER, _FASTER)
)


def _votes(bit: Any, noise: Any, vote: Any) -> tuple[Any, ...]:
    return (MeanOfCopies(vote, bit + noise, _USERS / 2), Independent(bit, noise), LaplaceNoise(noise, 2 / _EPS))


def _off_mean(way: int, bit: Any, noise: Any, vote: Any) -> Chain:
    """A mean vote is 0.18 above (way = 1) or below (way = -1) what it should be."""
    mean = (
        line(Expectation(vote), given=(WholeNumber(_USERS / 2), *_votes(bit, noise, vote)))
        .eq(Expectation(bit + noise), EXPECTED_MEAN(vote, bit + noise, _USERS / 2))
        .eq(Expectation(bit) + Expectation(noise), ADDITIVE(bit, noise))
        .eq(Expectation(bit), LAPLACE_MEAN(noise, 2 / _EPS, 0))
    )
    total, level = _USERS / 2 * vote, 9 * _USERS / 100
    moved = Holds(at_most_(Rational(9, 50), way * vote - way * Expectation(vote)))
    scaled = Holds(at_most_(level, way * total - way * _USERS / 2 * Expectation(vote)))
    counted = Holds(at_most_(level, way * total - way * Expectation(total)))
    tail = cite(LEMMA3, "(25)" if way == 1 else "(26)").at(
        {
            LEVEL: level,
            BIT: bit,
            NOISE: noise,
            MEAN_VOTE: vote,
        }
    )
    return (
        line(
            Probability(Holds(at_most_(Rational(9, 50), way * vote - way * Expectation(bit)))),
            given=(WholeNumber(_USERS / 2), *_votes(bit, noise, vote)),
        )
        .eq(Probability(moved), mean)
        .le(Probability(scaled), included(moved, scaled))
        .eq(Probability(counted), LINEAR(vote, _USERS / 2, 0))
        .le(exp(-(level**2) / (2 * (Rational(1, 8) + 8 / _EPS**2) * _USERS)), tail)
        .eq(exp(-_USERS * _RATE_))
    )


def _rarely_off(way: int, bit: Any, noise: Any, vote: Any) -> Chain:
    tail = _off_mean(way, bit, noise, vote)
    return (
        line(tail.start, given=tail.given)
        .le(exp(-_USERS * _RATE_), tail)
        .le(_CHANCE, _FALLS.at({_FASTER: _RATE_, _SLOWER: _EXPONENT}), _FAST)
    )


def _votes_on(k: Any) -> tuple[Any, ...]:
    return _votes(Share(_BITS, k), Part(_NOISES, k), Part(VOTES, k))


_HIGH = Holds(at_most_(Rational(9, 50), _MEAN_VOTE - Expectation(_BIT)))
_LOW = Holds(at_most_(Rational(9, 50), Expectation(_OTHER_BIT) - _OTHER_VOTE))
_LEVEL = Rational(91, 500)
_BOTH_VOTES = (
    WholeNumber(_USERS / 2),
    *_votes(_BIT, _NOISE, _MEAN_VOTE),
    *_votes(_OTHER_BIT, _OTHER_NOISE, _OTHER_VOTE),
)
_BEATEN = Holds(at_most_(_OTHER_VOTE, _MEAN_VOTE))
_LIGHT_AND_HEAVY = (at_most_(Expectation(_BIT), _FAR_), at_most_(_NEAR_, Expectation(_OTHER_BIT)))
_ABOVE, _BELOW = Holds(at_most_(_LEVEL, _MEAN_VOTE)), Holds(at_most_(_OTHER_VOTE, _LEVEL))
_CONFUSED = (
    line(Probability(_BEATEN), given=(*_BOTH_VOTES, *_LIGHT_AND_HEAVY))
    .le(Probability(Either(_ABOVE, _BELOW)), included(_BEATEN, Either(_ABOVE, _BELOW)))
    .le(Probability(_ABOVE) + Probability(_BELOW), UNION(_ABOVE, _BELOW))
    .le(Probability(_HIGH) + Probability(_LOW), included(_ABOVE, _HIGH), included(_BELOW, _LOW))
    .le(2 * _CHANCE, _rarely_off(1, _BIT, _NOISE, _MEAN_VOTE), _rarely_off(-1, _OTHER_BIT, _OTHER_NOISE, _OTHER_VOTE))
)
_ALL = (at_most_(1, K), at_most_(K, BINS))
_ALL_VOTES = tuple(Each(c, K, *_ALL) for c in _votes_on(K))


def _mass(k: Any) -> Any:
    return Expectation(Share(_BITS, k))


_HEAVY_BIN = (at_most_(1, _HEAVY), at_most_(_HEAVY, BINS), at_most_(2 * _NEAR_, 2 * _mass(_HEAVY)))


_LETTERS = (_BIT, _NOISE, _MEAN_VOTE, _OTHER_BIT, _OTHER_NOISE, _OTHER_VOTE)
_MEMBERS = [part for k in (VALUE, _HEAVY) for part in (Share(_BITS, k), Part(_NOISES, k), Part(VOTES, k))]
_WINS = (
    line(
        Probability(Holds(equal(PLACE, VALUE))),
        given=(
            WholeNumber(_USERS / 2),
            *_ALL_VOTES,
            Winner(PLACE, VOTES, BINS),
            *_HEAVY_BIN,
            at_most_(1, VALUE),
            at_most_(VALUE, BINS),
            at_most_(_mass(VALUE), _FAR_),
        ),
    )
    .le(Probability(Holds(at_most_(Part(VOTES, _HEAVY), Part(VOTES, VALUE)))), WINS(PLACE, VOTES, BINS, VALUE, _HEAVY))
    .le(
        2 * _CHANCE,
        _CONFUSED.at(dict(zip(_LETTERS, _MEMBERS, strict=True))),
        *(at_index(rule, k) for rule in _ALL_VOTES for k in (VALUE, _HEAVY)),
    )
)
EQ41 = Claim(
    "zhao/eq41",
    "arXiv v1, Appendix A.2, (41), (42)",
    Kind.INEQUALITY,
    "a far bin wins with exponentially small probability",
    says=(
        r"\mathrm{P}(\hat k^*=k)\le\mathrm{P}(s_k\ge s_{k_0})\le\mathrm{P}(s_k\ge "
        r"n(p_k+0.18))+\mathrm{P}(s_{k_0}\le "
        r"n(p_{k_0}-0.18))\le2e^{-\frac{0.18^2}{2(1/8+8/\epsilon^2)}n}\le2e^{-c_0n\epsilon^2}\text{ for "
        r"}|k-k^*|\ge2"
    ),
    match=Match.READING,
    differs="the second member is left out",
    printed=Whole(
        r"P(\hat k^*=k) \le P(s_k\ge n(p_k+0.18))+P(s_{k_0}\le n(p_{k_0}-0.18)) "
        r"\le 2e^{-\frac{0.18^2}{2(1/8+8/\varepsilon^2)}n} \le 2e^{-c_0n\varepsilon^2}",
        ("zhao/eq41/a", "zhao/eq41/b", "zhao/eq41/c", "zhao/eq42"),
    ),
    corrected=_WINS,
    correction="the means are n p_k/2, so the deviation is 0.09 n; the exponent saturates in epsilon",
    severity=Severity.CONSTANT,
    theorem="zhao/lemma2",
    note="I_k is 1 where a user's mean lies in bin k, so that E I_k = p_k; S_k is the mean of the n/2 votes "
    "on it. By Lemma 4 there is such a k_0, and p_v is as small for bins two or more from that of the "
    "mean.",
)

_X = sympy.Symbol("x", nonnegative=True)
_PRINTED, _HALVED = Rational(18, 100), Rational(9, 100)
_ABOVE_PRINTED = Holds(at_most_(_PRINTED, _MEAN_VOTE / 2 - Expectation(_BIT)))
_BELOW_PRINTED = Holds(at_most_(_PRINTED, Expectation(_OTHER_BIT) - _OTHER_VOTE / 2))
_BETWEEN = Rational(73, 200)
_ABOVE_BETWEEN, _BELOW_BETWEEN = Holds(at_most_(_BETWEEN, _MEAN_VOTE)), Holds(at_most_(_OTHER_VOTE, _BETWEEN))
_PASSED = (
    line(Probability(_BEATEN), given=_LIGHT_AND_HEAVY)
    .le(Probability(Either(_ABOVE_BETWEEN, _BELOW_BETWEEN)), included(_BEATEN, Either(_ABOVE_BETWEEN, _BELOW_BETWEEN)))
    .le(Probability(_ABOVE_BETWEEN) + Probability(_BELOW_BETWEEN), UNION(_ABOVE_BETWEEN, _BELOW_BETWEEN))
    .le(
        Probability(_ABOVE_PRINTED) + Probability(_BELOW_PRINTED),
        included(_ABOVE_BETWEEN, _ABOVE_PRINTED),
        included(_BELOW_BETWEEN, _BELOW_PRINTED),
    )
    .at({k: x for k, x in zip(_LETTERS, _MEMBERS, strict=True) if k not in (_NOISE, _OTHER_NOISE)})
)
_EITHER_WAY = (
    line(
        _WINS.start,
        given=(
            Winner(PLACE, VOTES, BINS),
            *_HEAVY_BIN,
            at_most_(1, VALUE),
            at_most_(VALUE, BINS),
            at_most_(_mass(VALUE), _FAR_),
        ),
    )
    .le(_PASSED.statement.left, WINS(PLACE, VOTES, BINS, VALUE, _HEAVY))
    .le(_PASSED.statement.right, _PASSED)
)
EQ41_A = Claim(
    "zhao/eq41/a",
    "arXiv v1, Appendix A.2, (41), first step",
    Kind.INEQUALITY,
    "a far bin wins only if one of two thresholds is passed",
    says=r"\mathrm{P}(\hat k^*=k)\le\mathrm{P}(s_k\ge s_{k_0})\le\mathrm{P}(s_k\ge "
    r"n(p_k+0.18))+\mathrm{P}(s_{k_0}\le n(p_{k_0}-0.18))",
    match=Match.READING,
    differs="S_k = 2 s_k/n is the mean vote and E I_k is p_k, so that the thresholds are divided by n",
    printed=_EITHER_WAY,
    note="The thresholds do not cross: p_k + 0.18 <= p_k0 - 0.18 by Lemma 4, as 2 e^-8 + 0.36 <= 1/2 - e^-2.",
)


def _printed_split(_: Settings) -> Iterator[Case]:
    """Constant data in the middle of bin k_0, so that p_(k_0) = 1: P(s_(k_0) <= n (p_(k_0) - 0.18)) alone.

    s_(k_0) = n/2 + (a sum of n/2 Laplace variables of scale 2/epsilon), and n/2 + 0.32 n is far above its mean.
    """
    for users, rational_epsilon in ((1000, Fraction(1)), (5000, Fraction(1))):
        room, scale = Fraction(32, 100) * users, 2 / as_arb(rational_epsilon)
        tilt = arb(8) / 100
        beyond = (-tilt * as_arb(room)).exp() * (1 - (scale * tilt) ** 2) ** (-(users // 2))
        left = (1 - beyond).union(arb(1))
        right = 2 * (-((arb(18) / 100) ** 2) * users / (2 * (arb(1) / 8 + 8 / as_arb(rational_epsilon) ** 2))).exp()
        # By symmetry alone, the noise is at most 0 with probability 1/2: a second route to a left side above.
        yield Case(
            {"n": users, "epsilon": str(rational_epsilon), "p_k0": 1, "p_k": 0},
            left,
            right,
            left_again=(arb(1) / 2).union(arb(1)),
        )


EQ41_B = Claim(
    "zhao/eq41/b",
    "arXiv v1, Appendix A.2, (41), second step",
    Kind.INEQUALITY,
    "the deviation from the mean is 0.18 n",
    says=(
        r"\mathrm{P}(s_k\ge n(p_k+0.18))+\mathrm{P}(s_{k_0}\le "
        r"n(p_{k_0}-0.18))\le2e^{-\frac{0.18^2}{2(1/8+8/\epsilon^2)}n}"
    ),
    match=Match.SAME,
    printed=FiniteCheck(
        r"P(s_k\ge n(p_k+0.18))+P(s_{k_0}\le n(p_{k_0}-0.18))\le 2e^{-\frac{0.18^2}{2(1/8+8/\varepsilon^2)}n}",
        "constant data in the middle of a bin, n = 1000 and 5000, epsilon = 1",
        _printed_split,
    ),
    corrected=line(Probability(_HIGH) + Probability(_LOW), given=_BOTH_VOTES).le(
        2 * exp(-_USERS * _RATE_),
        _off_mean(1, _BIT, _NOISE, _MEAN_VOTE),
        _off_mean(-1, _OTHER_BIT, _OTHER_NOISE, _OTHER_VOTE),
    ),
    correction="E s_k = n p_k/2, not n p_k: at p_k0 = 1 the printed threshold 0.82 n is above the mean n/2, and "
    "the probability is nearly 1",
    severity=Severity.CONSTANT,
    theorem="zhao/lemma2",
)

C0 = Rational(1, 2007)
"""An explicit c_0 of Lemma 2, from the deviation 0.09 n; the largest that this route gives is 81/162500."""
_EPSILON = Variable(epsilon, Integer(0), oo, open_lower=True)
_GROWING = sympy.Symbol("r", positive=True)
EQ41_C = Claim(
    "zhao/eq41/c",
    "arXiv v1, Appendix A.2, (41), third step",
    Kind.INEQUALITY,
    "the exponent is of order n epsilon^2",
    says=r"2e^{-\frac{0.18^2}{2(1/8+8/\epsilon^2)}n}\le2e^{-c_0n\epsilon^2}",
    match=Match.READING,
    differs=(
        "of the exponents, with the quantifiers that the paper leaves to the word constant: one c_0 for all epsilon"
    ),
    printed=UpToConstant(
        epsilon**2,
        _PRINTED**2 * RATE,
        (_EPSILON,),
        family=((epsilon, _GROWING),),
        along=_GROWING,
        text=r"\exists c_0>0:\ c_0\varepsilon^2\le\frac{0.18^2}{2(1/8+8/\varepsilon^2)}\ "
        r"\forall\varepsilon>0",
    ),
    corrected=line(Min(_EPS**2, 1) * C0).le(Rational(9, 100) ** 2 / (2 * (Rational(1, 8) + 8 / _EPS**2))),
    correction="epsilon^2 becomes min(epsilon^2, 1), as Lemma 2 states it",
    severity=Severity.TYPO,
    theorem="zhao/lemma2",
)
_F = sympy.Symbol("f", nonnegative=True)
EQ42 = Claim(
    "zhao/eq42",
    "arXiv v1, Appendix A.2, (42)",
    Kind.INEQUALITY,
    "the number of far bins, doubled, is at most sqrt(m)",
    says=(
        r"\mathrm{P}(|\hat k^*-k^*|\ge2)\le2(B-1)e^{-c_0n\epsilon^2}\le2\left(\left\lceil\tfrac12\sqrt "
        r"m\right\rceil-1\right)e^{-c_0n\epsilon^2}\le\sqrt me^{-c_0n\epsilon^2}"
    ),
    match=Match.READING,
    differs=(
        "the last step only, with x for sqrt(m)/2 and x + f for it rounded up; the first step, and the "
        "factor e^(-c_0 n epsilon^2), are not part of what is judged"
    ),
    printed=Inequality(
        Relation(
            2 * (_X + _F - 1),
            2 * _X,
            "<=",
            (Variable(_X, Integer(0), oo), Variable(_F, Integer(0), Integer(1), open_upper=True)),
        )
    ),
    note="With x = sqrt(m)/2 and ceil(x) = x + f, 0 <= f < 1: 2 (ceil(sqrt(m)/2) - 1) <= sqrt(m).",
)
_CENTRE, _BIN = Expectation(_SAMPLE), 4 * _WIDTH / sqrt(_SAMPLES)


def edge(k: Any) -> Any:
    """The left end of a bin."""
    return -_WIDTH + (k - 1) * _BIN


_DATA = (MeanOfCopies(_USER_MEAN, _SAMPLE, _SAMPLES), at_most_(-_WIDTH, _SAMPLE), at_most_(_SAMPLE, _WIDTH))
_NUMBER = (at_most_(sqrt(_SAMPLES) / 2, BINS), below(BINS, sqrt(_SAMPLES) / 2 + 1))
_IN = Both(Holds(at_most_(edge(K), _USER_MEAN)), Holds(below(_USER_MEAN, edge(K) + _BIN)))
_INNER_BITS = Each(IndicatorOf(Share(_BITS, K), _IN), K, at_most_(1, K), at_most_(K, BINS - 1))
_LAST_BIT = Each(IndicatorOf(Share(_BITS, K), _IN.args[0]), K, below(BINS - 1, K), at_most_(K, BINS))
_RULES = (_INNER_BITS, _LAST_BIT, *_ALL_VOTES, Winner(PLACE, VOTES, BINS))
_IN_HOME = (
    at_most_(1, _HOME),
    at_most_(_HOME, BINS),
    at_most_(edge(_HOME), _CENTRE),
    at_most_(_CENTRE, -_WIDTH + _HOME * _BIN),
)


_LEFT, _EDGE = real("L"), real("l")
_OFF = Holds(at_most_(_BIN, Abs(_USER_MEAN - _CENTRE)))
_REACHES, _INSIDE = Holds(at_most_(_EDGE, _USER_MEAN)), Holds(below(_USER_MEAN, _EDGE + _BIN))


def _far(part: Any, *where: Any) -> Chain:
    """The mass of a bin, or of what is right of its left end, two or more from the bin of the mean."""
    return (
        line(Probability(part), given=(*_DATA, *where))
        .le(Probability(_OFF), included(part, _OFF))
        .le(_FAR_, HOEFFDING(_USER_MEAN, _SAMPLE, _SAMPLES, -_WIDTH, _WIDTH, _BIN))
    )


_FAR_RIGHT = _far(_REACHES, at_most_(_CENTRE, _LEFT + _BIN), at_most_(_LEFT + 2 * _BIN, _EDGE))
_FAR_LEFT = _far(_INSIDE, at_most_(_LEFT, _CENTRE), at_most_(_EDGE + 2 * _BIN, _LEFT))
_RIGHT_OF_HOME = (at_most_(_HOME + 2, VALUE), at_most_(VALUE, BINS))
_LEFT_OF_HOME = (at_most_(1, VALUE), at_most_(VALUE, _HOME - 2))


def _light(side: int) -> Chain:
    """The mass of a bin that is two or more to the right (1) or left (-1) of that of the mean."""
    reaches, inside = (e.xreplace({_EDGE: edge(VALUE)}) for e in (_REACHES, _INSIDE))
    both, at = Both(reaches, inside), {_LEFT: edge(_HOME), _EDGE: edge(VALUE)}
    is_inner, is_last = at_most_(VALUE, BINS - 1), below(BINS - 1, VALUE)
    given = (*_DATA, _INNER_BITS, _LAST_BIT, *_IN_HOME)
    if side < 0:
        return (
            line(_mass(VALUE), given=(*given, *_LEFT_OF_HOME))
            .eq(Probability(both), INDICATOR(Share(_BITS, VALUE), both), at_index(_INNER_BITS, VALUE))
            .le(Probability(inside), included(both, inside))
            .le(_FAR_, _FAR_LEFT.at(at))
        )
    here = (*given, *_RIGHT_OF_HOME)
    inner = (
        line(_mass(VALUE), given=(*here, is_inner))
        .eq(Probability(both), INDICATOR(Share(_BITS, VALUE), both), at_index(_INNER_BITS, VALUE))
        .le(Probability(reaches), included(both, reaches))
        .le(_FAR_, _FAR_RIGHT.at(at))
    )
    last = (
        line(_mass(VALUE), given=(*here, is_last))
        .eq(Probability(reaches), INDICATOR(Share(_BITS, VALUE), reaches), at_index(_LAST_BIT, VALUE))
        .le(_FAR_, _FAR_RIGHT.at(at))
    )
    return line(_mass(VALUE), given=here).le(_FAR_, cases((is_inner, inner), (is_last, last)))


MISSED = Either(Holds(below(_CENTRE, _BIN * (PLACE - 2) - _WIDTH)), Holds(below(_BIN * (PLACE + 1) - _WIDTH, _CENTRE)))
_FAR_AWAY = Either(Holds(below(_HOME + 1, PLACE)), Holds(below(PLACE, _HOME - 1)))
_SETTING = (WholeNumber(_USERS / 2), *_DATA, *_RULES)
_BOUND = 2 * (BINS - 1) * _CHANCE


def _won(side: int, *far: Any) -> Grant:
    """Each of the far bins to one side wins as rarely."""
    given = (*_SETTING, *_IN_HOME, *_HEAVY_BIN, *far)
    left, right = at_most_(1, VALUE), at_most_(VALUE, BINS)
    one = line(Probability(Holds(equal(PLACE, VALUE))), given=given).le(
        2 * _CHANCE,
        cite(EQ41),
        _light(side),
        *(line(c.left, given=(*_IN_HOME, *far)).le(c.right) for c in (left, right) if c not in far),
    )
    return each(one, VALUE, *far)


_STEP = real("h", above=0)
_OUT = Either(Holds(below(_CENTRE, _STEP * (PLACE - 2) - _WIDTH)), Holds(below(_STEP * (PLACE + 1) - _WIDTH, _CENTRE)))
_AWAY = Either(Holds(below(_STEP * (_HOME + 1), _STEP * PLACE)), Holds(below(_STEP * PLACE, _STEP * (_HOME - 1))))
_MISSED_IS_FAR = (
    line(
        Probability(_OUT),
        given=(at_most_(_STEP * (_HOME - 1) - _WIDTH, _CENTRE), at_most_(_CENTRE, _STEP * _HOME - _WIDTH)),
    )
    .le(Probability(_AWAY), included(_OUT, _AWAY))
    .le(Probability(_FAR_AWAY), line(Probability(_AWAY)).le(Probability(_FAR_AWAY), included(_AWAY, _FAR_AWAY)))
)
_LOST = (
    line(Probability(MISSED), given=(*_SETTING, *_IN_HOME, *_HEAVY_BIN))
    .le(Probability(_FAR_AWAY), _MISSED_IS_FAR.at({_STEP: _BIN}))
    .le(
        _BOUND,
        VALUES_UNION(PLACE, _HOME, 1, BINS, 2 * _CHANCE),
        WINNER_AMONG(PLACE, VOTES, BINS),
        _won(1, *_RIGHT_OF_HOME),
        _won(-1, *_LEFT_OF_HOME),
    )
)
_AT_LEAST_HALF = Holds(at_most_(_BIN / 2, Abs(_USER_MEAN - _CENTRE)))
_SPREAD = (
    line(2 * _NEAR_, given=_DATA)
    .le(1 - Probability(_AT_LEAST_HALF), HOEFFDING(_USER_MEAN, _SAMPLE, _SAMPLES, -_WIDTH, _WIDTH, _BIN / 2))
    .eq(Probability(Not(_AT_LEAST_HALF)), COMPLEMENT(_AT_LEAST_HALF, _AT_LEAST_HALF))
)
_FIRST, _SECOND = (
    Both(Holds(at_most_(_LEFT + k * _BIN, _USER_MEAN)), Holds(below(_USER_MEAN, _LEFT + k * _BIN + _BIN)))
    for k in (0, 1)
)
_ACROSS = Both(_FIRST.args[0], _SECOND.args[1])
_TWO = (
    line(2 * _NEAR_, given=(*_DATA, at_most_(_LEFT + _BIN / 2, _CENTRE), at_most_(_CENTRE, _LEFT + 3 * _BIN / 2)))
    .le(Probability(Not(_AT_LEAST_HALF)), _SPREAD)
    .le(Probability(_ACROSS), included(Not(_AT_LEAST_HALF), _ACROSS))
    .le(Probability(Either(_FIRST, _SECOND)), included(_ACROSS, Either(_FIRST, _SECOND)))
    .le(Probability(_FIRST) + Probability(_SECOND), UNION(_FIRST, _SECOND))
)


def _one(part: Any, *where: Any) -> Chain:
    """All that is near the mean lies in the first or in the last bin."""
    return (
        line(2 * _NEAR_, given=(*_DATA, *where))
        .le(Probability(Not(_AT_LEAST_HALF)), _SPREAD)
        .le(Probability(part), included(Not(_AT_LEAST_HALF), part))
    )


_ONLY_LAST = _one(_FIRST.args[0], at_most_(_LEFT + _BIN / 2, _CENTRE))
_ONLY_FIRST = _one(_FIRST, at_most_(_CENTRE, _LEFT + _BIN / 2), at_most_(_LEFT, _USER_MEAN))
_ALL_BITS = (_INNER_BITS, _LAST_BIT)
_HELD_EVENT = _FIRST.xreplace({_LEFT: edge(VALUE)})
_VALUE_IN = (WholeNumber(VALUE), at_most_(1, VALUE), at_most_(VALUE, BINS))
_IS_INNER, _IS_LAST = at_most_(VALUE, BINS - 1), below(BINS - 1, VALUE)
_HELD = line(Probability(_HELD_EVENT), given=(*_ALL_BITS, *_VALUE_IN[1:])).le(
    _mass(VALUE),
    cases(
        (
            _IS_INNER,
            line(Probability(_HELD_EVENT), given=(*_ALL_BITS, *_VALUE_IN[1:], _IS_INNER)).le(
                _mass(VALUE), INDICATOR(Share(_BITS, VALUE), _HELD_EVENT), at_index(_INNER_BITS, VALUE)
            ),
        ),
        (
            _IS_LAST,
            line(Probability(_HELD_EVENT), given=(*_ALL_BITS, *_VALUE_IN[1:], _IS_LAST))
            .le(Probability(_HELD_EVENT.args[0]), included(_HELD_EVENT, _HELD_EVENT.args[0]))
            .eq(_mass(VALUE), INDICATOR(Share(_BITS, VALUE), _HELD_EVENT.args[0]), at_index(_LAST_BIT, VALUE)),
        ),
    ),
)
_SETTING_AND_HOME = (*_SETTING, *_IN_HOME)
_MIDDLE = edge(_HOME) + _BIN / 2


def _pair(first: Any, *where: Any) -> Chain:
    """One of two bins is heavy, and the interval about the winner holds the mean."""
    heavy = (
        line(2 * _NEAR_, given=(*_SETTING_AND_HOME, *where))
        .le(
            Probability(_FIRST.xreplace({_LEFT: edge(first)})) + Probability(_SECOND.xreplace({_LEFT: edge(first)})),
            _TWO.at({_LEFT: edge(first)}),
        )
        .le(
            Probability(_FIRST.xreplace({_LEFT: edge(first)})) + Probability(_FIRST.xreplace({_LEFT: edge(first + 1)})),
            included(_SECOND.xreplace({_LEFT: edge(first)}), _FIRST.xreplace({_LEFT: edge(first + 1)})),
        )
        .le(_mass(first) + _mass(first + 1), _HELD.at({VALUE: first}), _HELD.at({VALUE: first + 1}))
    )
    parts = []
    for one, other in ((first, first + 1), (first + 1, first)):
        larger = at_most_(_mass(other), _mass(one))
        twice = (
            line(2 * _NEAR_, given=(*heavy.given, larger))
            .le(_mass(first) + _mass(first + 1), heavy)
            .le(2 * _mass(one), larger)
        )
        parts.append((larger, line(Probability(MISSED), given=twice.given).le(_BOUND, _LOST.at({_HEAVY: one}), twice)))
    return line(Probability(MISSED), given=heavy.given).le(_BOUND, cases(*parts))


def _alone(part: Any, heavy: Any, *where: Any) -> Chain:
    """The mean's own bin is heavy, and the interval about the winner holds the mean."""
    given = (*_SETTING_AND_HOME, *where)
    last = (INDICATOR(Share(_BITS, _HOME), part), at_index(_LAST_BIT, _HOME))
    own = (
        line(2 * _NEAR_, given=given)
        .le(Probability(part), *heavy)
        .le(_mass(_HOME), *last if part == _OWN_REACHES else [_HELD.at({VALUE: _HOME})])
    )
    twice = line(2 * _NEAR_, given=given).le(4 * _NEAR_).le(2 * _mass(_HOME), own)
    return line(Probability(MISSED), given=given).le(_BOUND, _LOST.at({_HEAVY: _HOME}), twice)


_OWN = _FIRST.xreplace({_LEFT: edge(_HOME)})
_OWN_REACHES = _OWN.args[0]
_AT_THE_END = (
    line(edge(_HOME), given=(*_DATA, at_most_(_HOME + 1, 2)))
    .le(-_WIDTH)
    .le(_USER_MEAN, MEAN_ABOVE(_USER_MEAN, _SAMPLE, _SAMPLES, -_WIDTH))
)
_RIGHT_HALF, _LEFT_HALF = at_most_(_MIDDLE, _CENTRE), at_most_(_CENTRE, _MIDDLE)
_INNER_HOME, _LAST_HOME = at_most_(_HOME, BINS - 1), below(BINS - 1, _HOME)
_LATER_HOME, _FIRST_HOME = at_most_(2, _HOME), below(_HOME, 2)
_ONE_STEP = line(_HOME + 1, given=(_FIRST_HOME,)).le(2, WHOLE_STEP(_HOME, 2))
_FROM_HOME = line(Probability(MISSED), given=_SETTING_AND_HOME).le(
    _BOUND,
    cases(
        (
            _RIGHT_HALF,
            line(Probability(MISSED), given=(*_SETTING_AND_HOME, _RIGHT_HALF)).le(
                _BOUND,
                cases(
                    (_INNER_HOME, _pair(_HOME, _RIGHT_HALF, _INNER_HOME)),
                    (_LAST_HOME, _alone(_OWN_REACHES, (_ONLY_LAST.at({_LEFT: edge(_HOME)}),), _RIGHT_HALF, _LAST_HOME)),
                ),
            ),
        ),
        (
            _LEFT_HALF,
            line(Probability(MISSED), given=(*_SETTING_AND_HOME, _LEFT_HALF)).le(
                _BOUND,
                cases(
                    (_LATER_HOME, _pair(_HOME - 1, _LEFT_HALF, _LATER_HOME)),
                    (
                        _FIRST_HOME,
                        _alone(
                            _OWN,
                            (_ONLY_FIRST.at({_LEFT: edge(_HOME)}), _AT_THE_END, _ONE_STEP),
                            _LEFT_HALF,
                            _FIRST_HOME,
                        ),
                    ),
                ),
            ),
        ),
    ),
)
_CELL = (_CENTRE, -_WIDTH, _BIN, BINS)
_RIGHT_END = -_WIDTH + BINS * _BIN
LOWEST = (
    line(-_WIDTH, given=_DATA[1:2])
    .eq(Expectation(-_WIDTH), LINEAR(_SAMPLE, 0, -_WIDTH))
    .le(_CENTRE, MONOTONE(-_WIDTH, _SAMPLE))
)
HIGHEST = (
    line(_CENTRE, given=_DATA[2:])
    .le(Expectation(_WIDTH), MONOTONE(_SAMPLE, _WIDTH))
    .eq(_WIDTH, LINEAR(_SAMPLE, 0, _WIDTH))
)
_TO_RIGHT = (
    line(_CENTRE, given=(_DATA[2], _NUMBER[0]))
    .le(_WIDTH, HIGHEST)
    .le(_RIGHT_END, line(_WIDTH, given=_NUMBER[:1]).le(_RIGHT_END))
)
_OWN_CELL = Cell(*_CELL)
FIRST_STAGE = (*_SETTING, *_NUMBER)
_IN_CELL = tuple(
    line(low, given=(at_most_(-_WIDTH, _CENTRE), at_most_(_CENTRE, _RIGHT_END))).le(high, fact(*_CELL))
    for fact, low, high in (
        (CELL_LAST, _OWN_CELL, BINS),
        (CELL_FROM, edge(_OWN_CELL), _CENTRE),
        (CELL_TO, _CENTRE, -_WIDTH + _OWN_CELL * _BIN),
    )
)
HIT = Both(Holds(at_most_(_BIN * (PLACE - 2) - _WIDTH, _CENTRE)), Holds(at_most_(_CENTRE, _BIN * (PLACE + 1) - _WIDTH)))
_ALL_MISSED = (
    line(Probability(MISSED), given=FIRST_STAGE)
    .le(_BOUND, _FROM_HOME.at({_HOME: _OWN_CELL}), CELL_WHOLE(*_CELL), LOWEST, _TO_RIGHT, *_IN_CELL)
    .le(sqrt(_SAMPLES) * _CHANCE)
)
_LEMMA2 = (
    line(Probability(HIT), given=_ALL_MISSED.given)
    .ge(Probability(Not(MISSED)), included(Not(MISSED), HIT))
    .eq(1 - Probability(MISSED), COMPLEMENT(MISSED, MISSED))
    .ge(1 - sqrt(_SAMPLES) * _CHANCE, _ALL_MISSED)
)

LEMMA2 = Claim(
    "zhao/lemma2",
    "arXiv v1, Appendix A.2, Lemma 2",
    Kind.INEQUALITY,
    "the interval holds the mean with high probability",
    says=(
        r"\text{let }h=4D/\sqrt m\text{; then }\mu\in[L,R]\text{ with probability at least }1-\sqrt "
        r"me^{-c_0n(\epsilon^2\wedge1)}"
    ),
    match=Match.READING,
    differs="c_0 = 1/2007; n even, L and R written out from Algorithm 1, bins as in zhao/alg1",
    printed=_LEMMA2,
    note="h is 4D/sqrt(m), and the B = ceil(sqrt(m)/2) bins cover [-D, D]; k^ is the bin with the most votes.",
)

CLAIMS = (
    EQ41,
    EQ41_A,
    EQ41_B,
    EQ41_C,
    EQ42,
    LEMMA2,
)
