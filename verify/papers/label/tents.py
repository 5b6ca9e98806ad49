"""What the six lower bounds of label share: tests of the signs of tents, local, central and without privacy."""

from collections.abc import Callable
from typing import Any

from sympy import Integer, Min, Rational, exp, log, sqrt

from verify.kernel.calculus import (
    BRETAGNOLLE_HUBER,
    DATA_PROCESSING,
    FINITE_KL,
    KL,
    KL_CHI_SQUARE,
    PINSKER,
    PRIVATE_CHI_SQUARE,
    TENSORISATION,
    TV,
    Chain,
    ChiSquare,
    Comparison,
    Expectation,
    Grant,
    Name,
    Power,
    Private,
    Supremum,
    Through,
    Transcript,
    below,
    cases,
    integer,
    line,
    obtain,
    real,
)
from verify.kernel.calculus.facts.optimisation import Flipped
from verify.papers.label.appD_central_lower.lemma1_private_tests import ERRORS, TEST, TWO_LAWS, P, Q
from verify.papers.label.lemmas.labels import LabelPrivate, TestRisk
from verify.papers.label.lemmas.tents import (
    ANY_TEST,
    CLASSIFICATION,
    COUPLED_TENTS,
    FINITE_TV,
    HEAVY_REGRESSION,
    HEAVY_TENT_KL,
    HEAVY_TENT_MESSAGES,
    PRIVATE_DECISION,
    REGRESSION,
    SOME_TEST,
    TENT_DISTANCE,
    TENT_KL,
    TENT_MESSAGES,
    TEST_OF_MESSAGES,
    BoundedClass,
    Decide,
    ExcessRisk,
    HeavyClass,
    LabelChannels,
    MarginClass,
    Tent,
    TentNorm,
    label_law,
)

LEARNER, CHANNEL, SIGNS = Name("A", "algorithm"), Name("K", "channel"), Name("v", "signs")
SAMPLES, DIM, CUBE, CUBES = (integer(letter, least=1) for letter in ("N", "d", "k", "m"))
EPS, SIDE, DENSITY, MEAN = (real(letter, above=0) for letter in ("epsilon", "h", "c", "s"))
BETA, GAMMA, MARGIN, LARGEST = (
    real("beta", above=0, most=1),
    real("gamma", least=0),
    real("C_T", above=0),
    real("T", above=0),
)
NORM1, NORM2 = TentNorm(DIM, BETA, 1), TentNorm(DIM, BETA, 2)
SMALL_MEAN = Comparison(MEAN, "<=", Rational(1, 2))
CHANNELS, _PRIVATE = LabelChannels(LEARNER, SAMPLES, EPS), LabelPrivate(LEARNER, EPS)
SIZE = real("S", above=0)
"""The size of the labels of the family in BoundedClass, below T."""
_SPREAD = DENSITY * SIDE ** (2 * BETA + DIM) * NORM2
"""The squared means of the labels, integrated over one cube."""
FIT = Comparison(DENSITY * CUBES * (2 * SIDE) ** DIM, "<=", 1)
ROOM = Comparison(DENSITY * SIDE**DIM, "<=", 1)
"""One cube has room in the support: FIT says more."""

_LEFT, _RIGHT, _WEIGHT = real("x"), real("y"), real("w", least=0)


def scaled(weight: Any, left: Any, right: Any) -> Grant:
    """weight left <= weight right, where left <= right is known."""
    chain = line(_WEIGHT * _LEFT, given=(Comparison(_LEFT, "<=", _RIGHT),)).le(_WEIGHT * _RIGHT)
    return chain.at({_WEIGHT: weight, _LEFT: left, _RIGHT: right})


def _tent(size: Any, share: Any = 1) -> tuple[Any, ...]:
    """What a law of tents is made of next to its signs."""
    return SIDE, BETA, DIM, DENSITY, size, share


def pair(size: Any, share: Any = 1) -> tuple[Any, Any]:
    """The laws of one sample under v and its flip at the k-th cube."""
    one, other = (Tent(v, *_tent(size, share)) for v in (SIGNS, Flipped(SIGNS, CUBE)))
    return one, other


def error_of_test(size: Any, share: Any = 1) -> Any:
    """The error of the test of the k-th sign from all samples."""
    return TestRisk(Decide(LEARNER, CUBE), *(Power(one, SAMPLES) for one in pair(size, share)))


def _plain(size: Any) -> Chain:
    """The divergence of labels size and -size, of means size s and -size s."""
    plus, minus = label_law(size, 1, MEAN), label_law(size, 1, -MEAN)
    return line(KL(plus, minus), given=(SMALL_MEAN,)).le(3 * MEAN**2, FINITE_KL(plus, minus))


def each_label(size: Any) -> Chain:
    """The divergence of their messages, in both regimes of privacy."""
    plus, minus = label_law(size, 1, MEAN), label_law(size, 1, -MEAN)
    messages = Through(CHANNEL, plus), Through(CHANNEL, minus)
    ratio, known, small, large = KL(*messages) / MEAN**2, 3 * Min(1, EPS**2), _SMALL_EPS, _LARGE_EPS
    high_privacy = (
        line(ratio, given=(Private(CHANNEL, EPS), SMALL_MEAN, small))
        .le(ChiSquare(*messages) / MEAN**2, KL_CHI_SQUARE(*messages))
        .le((exp(EPS) - 1) ** 2 * TV(plus, minus) ** 2 / MEAN**2, PRIVATE_CHI_SQUARE(CHANNEL, EPS, plus, minus))
        .eq((exp(EPS) - 1) ** 2, FINITE_TV(plus, minus))
        .le(3 * EPS**2, line(exp(EPS) - 1, given=(small,)).le(sqrt(3) * EPS))
        .eq(known)
    )
    low_privacy = (
        line(ratio, given=(SMALL_MEAN, large))
        .le(KL(plus, minus) / MEAN**2, DATA_PROCESSING(CHANNEL, plus, minus))
        .le(3, _plain(size))
        .eq(known)
    )
    return line(ratio, given=(Private(CHANNEL, EPS), SMALL_MEAN)).le(
        known, cases((small, high_privacy), (large, low_privacy))
    )


_SMALL_EPS, _LARGE_EPS = Comparison(EPS, "<=", 1), Comparison(1, "<=", EPS)


def _told(size: Any) -> tuple[Any, Any]:
    one, other = pair(size)
    return Transcript(LEARNER, one), Transcript(LEARNER, other)


def local_divergence(size: Any, each: Chain) -> Chain:
    """The divergence of all messages about labels size and -size, from that of one label's."""
    told, bound = _told(size), each.end
    worst = Supremum(Supremum(each.start, CHANNEL, Private(CHANNEL, EPS)), MEAN, SMALL_MEAN)
    return (
        line(KL(*told), given=(CHANNELS, _half(size), ROOM))
        .le(
            SAMPLES * _SPREAD / size**2 * worst,
            TENT_MESSAGES(LEARNER, SIGNS, CUBE, *_tent(size)[:-1], Rational(1, 2), SAMPLES, EPS),
        )
        .le(SAMPLES * _SPREAD / size**2 * bound, each)
    )


def local_test(size: Any) -> Chain:
    """The test by messages about labels size and -size."""
    laws, told, all_told = pair(size), _told(size), local_divergence(size, each_label(size))
    few = Comparison(6 * SAMPLES * Min(1, EPS**2) * _SPREAD, "<=", size**2)
    divergence = line(KL(*told), given=(*all_told.given, few)).le(all_told.end, all_told).le(Rational(1, 2))
    return (
        line(error_of_test(size), given=divergence.given)
        .ge((1 - TV(*told)) / 2, TEST_OF_MESSAGES(LEARNER, CUBE, *laws, SAMPLES, EPS))
        .ge((1 - sqrt(KL(*told) / 2)) / 2, PINSKER(*told))
        .ge(Rational(1, 4), divergence)
    )


def local_errors() -> tuple[Chain, Chain]:
    """The error of the same test at labels 1 and -1, by the divergence: by Bretagnolle and Huber, and by Pinsker."""
    laws, told, all_told = pair(1), _told(1), local_divergence(1, each_label(1))
    most = all_told.end
    heard = line(error_of_test(1), given=all_told.given).ge(
        (1 - TV(*told)) / 2, TEST_OF_MESSAGES(LEARNER, CUBE, *laws, SAMPLES, EPS)
    )
    return (
        heard.ge(exp(-KL(*told)) / 4, BRETAGNOLLE_HUBER(*told)).ge(exp(-most) / 4, all_told),
        heard.ge((1 - sqrt(KL(*told) / 2)) / 2, PINSKER(*told)).ge((1 - sqrt(most / 2)) / 2, all_told),
    )


def _half(size: Any) -> Comparison:
    """That labels lean by a half at most."""
    return Comparison(SIDE**BETA, "<=", Rational(1, 2) * size)


def open_test(size: Any) -> Chain:
    """The test without privacy."""
    one, other = pair(size)
    plus, minus = label_law(size, 1, MEAN), label_law(size, 1, -MEAN)
    data = Power(one, SAMPLES), Power(other, SAMPLES)
    divergence = (
        line(SAMPLES * KL(one, other), given=(_half(size), Comparison(6 * SAMPLES * _SPREAD, "<=", size**2), ROOM))
        .le(
            SAMPLES * _SPREAD / size**2 * Supremum(KL(plus, minus) / MEAN**2, MEAN, SMALL_MEAN),
            TENT_KL(SIGNS, CUBE, *_tent(size)[:-1], Rational(1, 2)),
        )
        .le(SAMPLES * _SPREAD / size**2 * 3, line(KL(plus, minus) / MEAN**2, given=(SMALL_MEAN,)).le(3, _plain(size)))
        .le(Rational(1, 2))
    )
    return _open_test(error_of_test(size), one, other, data, divergence)


def _open_test(risk: Any, one: Any, other: Any, data: tuple[Any, Any], divergence: Chain) -> Chain:
    return (
        line(risk, given=divergence.given)
        .ge((1 - TV(*data)) / 2, ANY_TEST(Decide(LEARNER, CUBE), *data))
        .ge((1 - sqrt(KL(*data) / 2)) / 2, PINSKER(*data))
        .ge((1 - sqrt(SAMPLES * KL(one, other) / 2)) / 2, TENSORISATION(one, other, SAMPLES))
        .ge(Rational(1, 4), divergence)
    )


def central_error(size: Any, share: Any = 1) -> Chain:
    """The error of a label private learner's test, labels of this size that are not 0 with probability `share`."""
    laws = tuple(Power(one, SAMPLES) for one in pair(size, share))
    coupled = COUPLED_TENTS(LEARNER, SIGNS, CUBE, *_tent(size, share), SAMPLES, *ERRORS)
    errors = (
        line(error_of_test(size, share), given=(coupled.statement.conclusion, _PRIVATE, low(size, share), ROOM))
        .ge(
            1 / (1 + exp(EPS * Expectation(ERRORS[2]))),
            TWO_LAWS.at({TEST: Decide(LEARNER, CUBE), P: laws[0], Q: laws[1]}),
            PRIVATE_DECISION(LEARNER, CUBE, EPS),
        )
        .ge(1 / (1 + exp(MOVED / size)), TENT_DISTANCE(LEARNER, SIGNS, CUBE, *_tent(size, share), SAMPLES, *ERRORS))
    )
    return line(error_of_test(size, share), given=errors.given[1:]).ge(
        1 / (1 + exp(MOVED / size)), obtain(coupled, errors)
    )


MOVED = EPS * SAMPLES * DENSITY * SIDE ** (BETA + DIM) * NORM1
"""The mean number of labels of size 1 that differ, times epsilon."""


def central_test(size: Any, share: Any = 1) -> Chain:
    """That it is a quarter at least where few labels differ."""
    few, error = Comparison(MOVED, "<=", size), central_error(size, share)
    return (
        line(error.start, given=(*error.given, few))
        .ge(1 / (1 + exp(MOVED / size)), error)
        .ge(1 / (1 + exp(Integer(1))), line(MOVED / size, given=(few,)).le(1))
        .ge(Rational(1, 4))
    )


def _some_test(chain: Callable[[Any], Chain], size: Any, share: Any = 1) -> Chain:
    """A bound by the test of one sign, where that is one that errs as on average at most."""
    least = SOME_TEST(LEARNER, SIGNS, CUBE, CUBES, SAMPLES, *_tent(size, share))
    shown = chain(least.statement.conclusion)
    known, given = shown.statement.conclusion, shown.given[1:]
    return line(known.left, given=given).step(known.op, known.right, obtain(least, shown))


def low(size: Any, share: Any = 1) -> Comparison:
    """That a tent is a regression function of labels of this size, not 0 with probability `share`."""
    return Comparison(SIDE**BETA, "<=", share * size)


def asked(test: Chain) -> tuple[Any, ...]:
    """What a test asks for next to the room of all cubes."""
    return tuple(c for c in test.given if c != ROOM)


def classification(test: Chain) -> Chain:
    """The excess risk of a classifier whose tests err so often."""
    filled, cost = 2 * DENSITY * DIM * CUBES * SIDE**DIM, NORM1 * SIDE**BETA / (16 * DIM)
    budget = MARGIN * SIDE ** (GAMMA * BETA)
    return _some_test(
        lambda least: (
            line(
                ExcessRisk(LEARNER, MarginClass(DIM, BETA, GAMMA, MARGIN, DENSITY), SAMPLES),
                given=(
                    least,
                    Comparison(GAMMA * BETA, "<=", 1),
                    FIT,
                    Comparison(filled / 2, "<=", budget),
                    Comparison(budget, "<=", filled),
                    *asked(test),
                ),
            )
            .ge(
                DENSITY * SIDE ** (BETA + DIM) * NORM1 / 2 * CUBES * error_of_test(1),
                CLASSIFICATION(LEARNER, SIGNS, CUBE, CUBES, SIDE, BETA, GAMMA, DIM, MARGIN, DENSITY, SAMPLES),
            )
            .ge(DENSITY * SIDE ** (BETA + DIM) * NORM1 * CUBES / 8, test)
            .ge(cost * budget, scaled(cost, budget, filled))
            .eq(MARGIN * NORM1 / (16 * DIM) * SIDE ** (BETA * (GAMMA + 1)))
        ),
        1,
    )


def explicit_classification(error: Chain) -> Chain:
    """The same with as many cubes as are given, and the error of a test as it is."""
    cost = DENSITY * SIDE ** (BETA + DIM) * NORM1 / 2
    return _some_test(
        lambda least: (
            line(
                ExcessRisk(LEARNER, MarginClass(DIM, BETA, GAMMA, MARGIN, DENSITY), SAMPLES),
                given=(least, *IN_CLASS, *asked(error)),
            )
            .ge(
                cost * CUBES * error_of_test(1),
                CLASSIFICATION(LEARNER, SIGNS, CUBE, CUBES, SIDE, BETA, GAMMA, DIM, MARGIN, DENSITY, SAMPLES),
            )
            .ge(cost * CUBES * error.end, error)
        ),
        1,
    )


IN_CLASS = (
    Comparison(GAMMA * BETA, "<=", 1),
    FIT,
    Comparison(DENSITY * DIM * CUBES * SIDE**DIM, "<=", MARGIN * SIDE ** (GAMMA * BETA)),
)
"""So many cubes have room, and their tents meet the margin assumption."""
FULL = Comparison(1, "<=", 2 * DENSITY * CUBES * (2 * SIDE) ** DIM)
_RATE = NORM2 / 8 * 2**-DIM * SIDE ** (2 * BETA)


def filled(start: Any, first: Grant, test: Chain, given: tuple[Any, ...], size: Any, share: Any = 1) -> Chain:
    """The risk of a regression estimate whose tests err so often, on cubes that fill half of the support."""
    return _some_test(
        lambda least: (
            line(start, given=(least, *given, FIT, FULL, *asked(test)))
            .ge(_SPREAD * CUBES * error_of_test(size, share), first)
            .ge(_SPREAD * CUBES / 4, test)
            .ge(_RATE, scaled(_RATE, 1, 2 * DENSITY * CUBES * (2 * SIDE) ** DIM))
        ),
        size,
        share,
    )


def regression(test: Chain) -> Chain:
    """The same for labels within (-T, T), by labels SIZE and -SIZE."""
    return filled(
        ExcessRisk(LEARNER, BoundedClass(DIM, BETA, LARGEST, DENSITY), SAMPLES),
        REGRESSION(LEARNER, SIGNS, CUBE, CUBES, SIDE, BETA, DIM, LARGEST, SIZE, DENSITY, SAMPLES),
        test,
        (below(SIZE, LARGEST),),
        SIZE,
    )


SHARE, POWER, MOMENT = real("q", above=0, below=1), real("p", least=2), real("M_p", above=0)
_HEAVY, (_HIGH, _LOW) = _tent(LARGEST, SHARE), pair(LARGEST, SHARE)
_UP, _DOWN = label_law(LARGEST, SHARE, MEAN), label_law(LARGEST, SHARE, -MEAN)
_LEANS = Comparison(MEAN, "<=", 1)
_ANSWERS = Through(CHANNEL, _UP), Through(CHANNEL, _DOWN)
_ANSWER = KL(*_ANSWERS) / MEAN**2
_PER_ANSWER = (
    line(_ANSWER, given=(Private(CHANNEL, EPS), _LEANS))
    .le(ChiSquare(*_ANSWERS) / MEAN**2, KL_CHI_SQUARE(*_ANSWERS))
    .le((exp(EPS) - 1) ** 2 * TV(_UP, _DOWN) ** 2 / MEAN**2, PRIVATE_CHI_SQUARE(CHANNEL, EPS, _UP, _DOWN))
    .eq((exp(EPS) - 1) ** 2 * SHARE**2, FINITE_TV(_UP, _DOWN))
)
_HEARD = Transcript(LEARNER, _HIGH), Transcript(LEARNER, _LOW)
_REACH = low(LARGEST, SHARE)
_FEW_HEARD = Comparison(2 * SAMPLES * (exp(EPS) - 1) ** 2 * _SPREAD, "<=", LARGEST**2)
_HEAVY_TOLD = (
    line(KL(*_HEARD), given=(CHANNELS, _REACH, _FEW_HEARD, ROOM))
    .le(
        SAMPLES
        * _SPREAD
        / (LARGEST * SHARE) ** 2
        * Supremum(Supremum(_ANSWER, CHANNEL, Private(CHANNEL, EPS)), MEAN, _LEANS),
        HEAVY_TENT_MESSAGES(LEARNER, SIGNS, CUBE, *_HEAVY, 1, SAMPLES, EPS),
    )
    .le(SAMPLES * _SPREAD / (LARGEST * SHARE) ** 2 * (exp(EPS) - 1) ** 2 * SHARE**2, _PER_ANSWER)
    .le(Rational(1, 2))
)
HEAVY_LOCAL_TEST = (
    line(error_of_test(LARGEST, SHARE), given=_HEAVY_TOLD.given)
    .ge((1 - TV(*_HEARD)) / 2, TEST_OF_MESSAGES(LEARNER, CUBE, _HIGH, _LOW, SAMPLES, EPS))
    .ge((1 - sqrt(KL(*_HEARD) / 2)) / 2, PINSKER(*_HEARD))
    .ge(Rational(1, 4), _HEAVY_TOLD)
)
_ENTROPY = (1 + MEAN) / 2 * log((1 + MEAN) / (1 - MEAN)) + (1 - MEAN) / 2 * log((1 - MEAN) / (1 + MEAN))
_PER_LABEL = (
    line(KL(_UP, _DOWN) / MEAN**2, given=(SMALL_MEAN,))
    .eq(SHARE * _ENTROPY / MEAN**2, FINITE_KL(_UP, _DOWN))
    .le(3 * SHARE, line(_ENTROPY, given=(SMALL_MEAN,)).le(3 * MEAN**2))
)
_NEAR = Comparison(2 * SIDE**BETA, "<=", SHARE * LARGEST)
_FEW_HEAVY = Comparison(6 * SAMPLES * _SPREAD, "<=", SHARE * LARGEST**2)
_BOTH = Power(_HIGH, SAMPLES), Power(_LOW, SAMPLES)
_HEAVY_DIVERGENCE = (
    line(SAMPLES * KL(_HIGH, _LOW), given=(_NEAR, _FEW_HEAVY, ROOM))
    .le(
        SAMPLES * _SPREAD / (LARGEST * SHARE) ** 2 * Supremum(KL(_UP, _DOWN) / MEAN**2, MEAN, SMALL_MEAN),
        HEAVY_TENT_KL(SIGNS, CUBE, *_HEAVY, Rational(1, 2)),
    )
    .le(SAMPLES * _SPREAD / (LARGEST * SHARE) ** 2 * 3 * SHARE, _PER_LABEL)
    .le(Rational(1, 2))
)
HEAVY_OPEN_TEST = _open_test(error_of_test(LARGEST, SHARE), _HIGH, _LOW, _BOTH, _HEAVY_DIVERGENCE)
HEAVY_CENTRAL_TEST = central_test(LARGEST, SHARE)


def heavy_regression(test: Chain) -> Chain:
    """The same for labels with a moment: T, 0 and -T, not 0 with probability q."""
    return filled(
        ExcessRisk(LEARNER, HeavyClass(DIM, BETA, POWER, MOMENT, DENSITY), SAMPLES),
        HEAVY_REGRESSION(LEARNER, SIGNS, CUBE, CUBES, SIDE, BETA, DIM, POWER, MOMENT, DENSITY, LARGEST, SHARE, SAMPLES),
        test,
        (Comparison(SHARE * LARGEST**POWER, "<=", MOMENT),),
        LARGEST,
        SHARE,
    )


def explicit_heavy_regression() -> Chain:
    """The same by the error of a label private test as it is, with labels not 0 with probability 2 h^beta/T."""
    error = central_error(LARGEST, SHARE)
    at_any = _some_test(
        lambda least: (
            line(
                ExcessRisk(LEARNER, HeavyClass(DIM, BETA, POWER, MOMENT, DENSITY), SAMPLES),
                given=(least, FIT, Comparison(SHARE * LARGEST**POWER, "<=", MOMENT), *asked(error)),
            )
            .ge(
                _SPREAD * CUBES * error.start,
                HEAVY_REGRESSION(
                    LEARNER, SIGNS, CUBE, CUBES, SIDE, BETA, DIM, POWER, MOMENT, DENSITY, LARGEST, SHARE, SAMPLES
                ),
            )
            .ge(_SPREAD * CUBES * error.end, error)
        ),
        LARGEST,
        SHARE,
    )
    chosen, moment = (
        Comparison(2 * SIDE**BETA, "<", LARGEST),
        Comparison(2 * SIDE**BETA * LARGEST ** (POWER - 1), "==", MOMENT),
    )
    return line(at_any.start, given=(FIT, chosen, moment, _PRIVATE)).ge(
        at_any.end, at_any.at({SHARE: 2 * SIDE**BETA / LARGEST})
    )
