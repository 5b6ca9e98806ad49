"""What the six lower bounds of label share: tests of the signs of tents, local, central and without privacy."""

from collections.abc import Callable
from typing import Any

from sympy import Integer, Min, Rational, exp, log, sqrt

from verify.calculus import (
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
    by,
    calc,
    cases,
    integer,
    obtain,
    real,
)
from verify.calculus.facts.labels import LabelPrivate, TestRisk
from verify.calculus.facts.optimisation import Flipped
from verify.calculus.facts.tents import (
    ANY_TEST,
    CLASSIFICATION,
    COUPLED_TENTS,
    FINITE_TV,
    HEAVY_REGRESSION,
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
from verify.papers.label.appD_central_lower.lemma1_private_tests import ERRORS, TEST, TWO_LAWS, P, Q

LEARNER, CHANNEL, SIGNS = Name("A", "algorithm"), Name("K", "channel"), Name("v", "signs")
SAMPLES, DIM, CUBE, CUBES = (integer(letter, least=1) for letter in ("N", "d", "k", "m"))
EPS, SIDE, DENSITY, MEAN = (real(letter, above=0) for letter in ("epsilon", "h", "c", "s"))
BETA, GAMMA, MARGIN, LARGEST = (real("beta", above=0, most=1), real("gamma", least=0), real("C_T", above=0),
                                real("T", above=0))  # fmt: skip
NORM1, NORM2 = TentNorm(DIM, BETA, 1), TentNorm(DIM, BETA, 2)
SMALL_MEAN = Comparison(MEAN, "<=", Rational(1, 2))
CHANNELS, PRIVATE = LabelChannels(LEARNER, SAMPLES, EPS), LabelPrivate(LEARNER, EPS)
SIZE = real("S", above=0)
"""The size of the labels of the family in BoundedClass, below T."""
SPREAD = DENSITY * SIDE ** (2 * BETA + DIM) * NORM2
"""The squared means of the labels, integrated over one cube."""
FIT = Comparison(DENSITY * CUBES * (2 * SIDE) ** DIM, "<=", 1)
ROOM = Comparison(DENSITY * SIDE**DIM, "<=", 1)
"""One cube has room in the support: FIT says more."""

_LEFT, _RIGHT, _WEIGHT = real("x"), real("y"), real("w", least=0)


def scaled(weight: Any, left: Any, right: Any) -> Grant:
    """weight left <= weight right, where left <= right is known."""
    chain = calc(_WEIGHT * _LEFT, "<=", _WEIGHT * _RIGHT, given=(Comparison(_LEFT, "<=", _RIGHT),))
    return chain.at({_WEIGHT: weight, _LEFT: left, _RIGHT: right})


def tent(size: Any, share: Any = 1) -> tuple[Any, ...]:
    """What a law of tents is made of beside its signs."""
    return SIDE, BETA, DIM, DENSITY, size, share


def pair(size: Any, share: Any = 1) -> tuple[Any, Any]:
    """The laws of one sample under v and its flip at the k-th cube."""
    one, other = (Tent(v, *tent(size, share)) for v in (SIGNS, Flipped(SIGNS, CUBE)))
    return one, other


def error_of_test(size: Any, share: Any = 1) -> Any:
    """The error of the test of the k-th sign from all samples."""
    return TestRisk(Decide(LEARNER, CUBE), *(Power(one, SAMPLES) for one in pair(size, share)))


def _plain(size: Any) -> Chain:
    """The divergence of labels size and -size, of means size s and -size s."""
    plus, minus = label_law(size, 1, MEAN), label_law(size, 1, -MEAN)
    return calc(KL(plus, minus), "<=", 3*MEAN**2, by(FINITE_KL(plus, minus)), given=(SMALL_MEAN,))  # fmt: skip


def _each(size: Any) -> Chain:
    """The divergence of their messages, in both regimes of privacy."""
    plus, minus = label_law(size, 1, MEAN), label_law(size, 1, -MEAN)
    messages = Through(CHANNEL, plus), Through(CHANNEL, minus)
    ratio, known, small, large = KL(*messages)/MEAN**2, 3*Min(1, EPS**2), _SMALL_EPS, _LARGE_EPS  # fmt: skip
    high_privacy = calc(
        ratio, "<=", ChiSquare(*messages)/MEAN**2, by(KL_CHI_SQUARE(*messages)),
        "<=", (exp(EPS) - 1)**2*TV(plus, minus)**2/MEAN**2, by(PRIVATE_CHI_SQUARE(CHANNEL, EPS, plus, minus)),
        "==", (exp(EPS) - 1)**2, by(FINITE_TV(plus, minus)),
        "<=", 3*EPS**2, by(calc(exp(EPS) - 1, "<=", sqrt(3)*EPS, given=(small,))),
        "==", known,
        given=(Private(CHANNEL, EPS), SMALL_MEAN, small),
    )  # fmt: skip
    low_privacy = calc(
        ratio, "<=", KL(plus, minus)/MEAN**2, by(DATA_PROCESSING(CHANNEL, plus, minus)), "<=", 3, by(_plain(size)),
        "==", known,
        given=(SMALL_MEAN, large),
    )  # fmt: skip
    return calc(
        ratio, "<=", known, by(cases((small, high_privacy), (large, low_privacy))),
        given=(Private(CHANNEL, EPS), SMALL_MEAN),
    )  # fmt: skip


_SMALL_EPS, _LARGE_EPS = Comparison(EPS, "<=", 1), Comparison(1, "<=", EPS)


def _told(size: Any) -> tuple[Any, Any]:
    one, other = pair(size)
    return Transcript(LEARNER, one), Transcript(LEARNER, other)


def local_divergence(size: Any, each: Chain) -> Chain:
    """The divergence of all messages about labels size and -size, from that of one label's."""
    told, bound = _told(size), each.steps[-1].term
    worst = Supremum(Supremum(each.start, CHANNEL, Private(CHANNEL, EPS)), MEAN, SMALL_MEAN)
    return calc(
        KL(*told), "<=", SAMPLES*SPREAD/size**2*worst,
        by(TENT_MESSAGES(LEARNER, SIGNS, CUBE, *tent(size), Rational(1, 2), SAMPLES, EPS)),
        "<=", SAMPLES*SPREAD/size**2*bound, by(each),
        given=(CHANNELS, half(size), ROOM),
    )  # fmt: skip


def local_test(size: Any) -> Chain:
    """The test by messages about labels size and -size."""
    laws, told, all_told = pair(size), _told(size), local_divergence(size, _each(size))
    few = Comparison(6 * SAMPLES * Min(1, EPS**2) * SPREAD, "<=", size**2)
    divergence = calc(
        KL(*told), "<=", all_told.steps[-1].term, by(all_told), "<=", Rational(1, 2), given=(*all_told.given, few)
    )  # fmt: skip
    return calc(
        error_of_test(size), ">=", (1 - TV(*told))/2, by(TEST_OF_MESSAGES(LEARNER, CUBE, *laws, SAMPLES, EPS)),
        ">=", (1 - sqrt(KL(*told)/2))/2, by(PINSKER(*told)),
        ">=", Rational(1, 4), by(divergence),
        given=divergence.given,
    )  # fmt: skip


def local_errors() -> tuple[Chain, Chain]:
    """The error of the same test at labels 1 and -1, by the divergence: by Bretagnolle and Huber, and by Pinsker."""
    laws, told, all_told = pair(1), _told(1), local_divergence(1, _each(1))
    most = all_told.steps[-1].term
    heard = error_of_test(1), ">=", (1 - TV(*told))/2, by(TEST_OF_MESSAGES(LEARNER, CUBE, *laws, SAMPLES, EPS))  # fmt: skip
    return (
        calc(
            *heard, ">=", exp(-KL(*told))/4, by(BRETAGNOLLE_HUBER(*told)), ">=", exp(-most)/4, by(all_told),
            given=all_told.given,
        ),
        calc(
            *heard, ">=", (1 - sqrt(KL(*told)/2))/2, by(PINSKER(*told)), ">=", (1 - sqrt(most/2))/2, by(all_told),
            given=all_told.given,
        ),
    )  # fmt: skip


def half(size: Any) -> Comparison:
    """That labels lean by a half at most."""
    return Comparison(SIDE**BETA, "<=", Rational(1, 2) * size)


def open_test(size: Any) -> Chain:
    """The test without privacy."""
    one, other = pair(size)
    plus, minus = label_law(size, 1, MEAN), label_law(size, 1, -MEAN)
    data = Power(one, SAMPLES), Power(other, SAMPLES)
    divergence = calc(
        SAMPLES*KL(one, other), "<=",
        SAMPLES*SPREAD/size**2*Supremum(KL(plus, minus)/MEAN**2, MEAN, SMALL_MEAN),
        by(TENT_KL(SIGNS, CUBE, *tent(size), Rational(1, 2))),
        "<=", SAMPLES*SPREAD/size**2*3, by(calc(KL(plus, minus)/MEAN**2, "<=", 3, by(_plain(size)), given=(SMALL_MEAN,))),
        "<=", Rational(1, 2),
        given=(half(size), Comparison(6*SAMPLES*SPREAD, "<=", size**2), ROOM),
    )  # fmt: skip
    return _open_test(error_of_test(size), one, other, data, divergence)


def _open_test(risk: Any, one: Any, other: Any, data: tuple[Any, Any], divergence: Chain) -> Chain:
    return calc(
        risk, ">=", (1 - TV(*data))/2, by(ANY_TEST(Decide(LEARNER, CUBE), *data)),
        ">=", (1 - sqrt(KL(*data)/2))/2, by(PINSKER(*data)),
        ">=", (1 - sqrt(SAMPLES*KL(one, other)/2))/2, by(TENSORISATION(one, other, SAMPLES)),
        ">=", Rational(1, 4), by(divergence),
        given=divergence.given,
    )  # fmt: skip


def central_error(size: Any, share: Any = 1) -> Chain:
    """The error of a label private learner's test, labels of this size that are not 0 with chance `share`."""
    laws = tuple(Power(one, SAMPLES) for one in pair(size, share))
    coupled = COUPLED_TENTS(LEARNER, SIGNS, CUBE, *tent(size, share), SAMPLES, *ERRORS)
    errors = calc(
        error_of_test(size, share), ">=", 1/(1 + exp(EPS*Expectation(ERRORS[2]))),
        by(TWO_LAWS.at({TEST: Decide(LEARNER, CUBE), P: laws[0], Q: laws[1]}), PRIVATE_DECISION(LEARNER, CUBE, EPS)),
        "==", 1/(1 + exp(MOVED/size)), by(TENT_DISTANCE(LEARNER, SIGNS, CUBE, *tent(size, share), SAMPLES, *ERRORS)),
        given=(coupled.statement.conclusion, PRIVATE, low(size, share), ROOM),
    )  # fmt: skip
    return calc(
        error_of_test(size, share), ">=", 1/(1 + exp(MOVED/size)), by(obtain(coupled, errors)), given=errors.given[1:]
    )  # fmt: skip


MOVED = EPS * SAMPLES * DENSITY * SIDE ** (BETA + DIM) * NORM1
"""The mean number of labels of size 1 that differ, times epsilon."""


def central_test(size: Any, share: Any = 1) -> Chain:
    """That it is a quarter at least where few labels differ."""
    few, error = Comparison(MOVED, "<=", size), central_error(size, share)
    return calc(
        error.start, ">=", 1/(1 + exp(MOVED/size)), by(error),
        ">=", 1/(1 + exp(Integer(1))), by(calc(MOVED/size, "<=", 1, given=(few,))),
        ">=", Rational(1, 4),
        given=(*error.given, few),
    )  # fmt: skip


def _some_test(chain: Callable[[Any], Chain], size: Any, share: Any = 1) -> Chain:
    """A bound by the test of one sign, where that is one that errs as on average at most."""
    least = SOME_TEST(LEARNER, SIGNS, CUBE, CUBES, SAMPLES, *tent(size, share))
    shown = chain(least.statement.conclusion)
    known, given = shown.statement.conclusion, shown.given[1:]
    return calc(known.left, known.op, known.right, by(obtain(least, shown)), given=given)


def low(size: Any, share: Any = 1) -> Comparison:
    """That a tent is a regression function of labels of this size, not 0 with chance `share`."""
    return Comparison(SIDE**BETA, "<=", share * size)


def asked(test: Chain) -> tuple[Any, ...]:
    """What a test asks for beside the room of all cubes."""
    return tuple(c for c in test.given if c != ROOM)


def classification(test: Chain) -> Chain:
    """The excess risk of a classifier whose tests err so often."""
    filled, cost = 2 * DENSITY * DIM * CUBES * SIDE**DIM, NORM1 * SIDE**BETA / (16 * DIM)
    budget = MARGIN * SIDE ** (GAMMA * BETA)
    return _some_test(
        lambda least: calc(
            ExcessRisk(LEARNER, MarginClass(DIM, BETA, GAMMA, MARGIN, DENSITY), SAMPLES),
            ">=", DENSITY*SIDE**(BETA + DIM)*NORM1/2*CUBES*error_of_test(1),
            by(CLASSIFICATION(LEARNER, SIGNS, CUBE, CUBES, SIDE, BETA, GAMMA, DIM, MARGIN, DENSITY, SAMPLES)),
            ">=", DENSITY*SIDE**(BETA + DIM)*NORM1*CUBES/8, by(test),
            ">=", cost*budget, by(scaled(cost, budget, filled)),
            "==", MARGIN*NORM1/(16*DIM)*SIDE**(BETA*(GAMMA + 1)),
            given=(least, Comparison(GAMMA*BETA, "<=", 1), FIT,
                   Comparison(filled/2, "<=", budget), Comparison(budget, "<=", filled), *asked(test)),
        ),
        1,
    )  # fmt: skip


def explicit_classification(error: Chain) -> Chain:
    """The same with as many cubes as are given, and the error of a test as it is."""
    cost = DENSITY * SIDE ** (BETA + DIM) * NORM1 / 2
    return _some_test(
        lambda least: calc(
            ExcessRisk(LEARNER, MarginClass(DIM, BETA, GAMMA, MARGIN, DENSITY), SAMPLES),
            ">=", cost*CUBES*error_of_test(1),
            by(CLASSIFICATION(LEARNER, SIGNS, CUBE, CUBES, SIDE, BETA, GAMMA, DIM, MARGIN, DENSITY, SAMPLES)),
            ">=", cost*CUBES*error.steps[-1].term, by(error),
            given=(least, *IN_CLASS, *asked(error)),
        ),
        1,
    )  # fmt: skip


IN_CLASS = (Comparison(GAMMA * BETA, "<=", 1), FIT,
            Comparison(DENSITY * DIM * CUBES * SIDE**DIM, "<=", MARGIN * SIDE ** (GAMMA * BETA)))  # fmt: skip
"""So many cubes have room, and their tents meet the margin assumption."""
FULL = Comparison(1, "<=", 2 * DENSITY * CUBES * (2 * SIDE) ** DIM)
RATE = NORM2 / 8 * 2**-DIM * SIDE ** (2 * BETA)


def filled(start: Any, first: Grant, test: Chain, given: tuple[Any, ...], size: Any, share: Any = 1) -> Chain:
    """The risk of a regression estimate whose tests err so often, on cubes that fill half of the support."""
    return _some_test(
        lambda least: calc(
            start, ">=", SPREAD*CUBES*error_of_test(size, share), by(first), ">=", SPREAD*CUBES/4, by(test),
            ">=", RATE, by(scaled(RATE, 1, 2*DENSITY*CUBES*(2*SIDE)**DIM)),
            given=(least, *given, FIT, FULL, *asked(test)),
        ),
        size, share,
    )  # fmt: skip


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
_HEAVY, (_HIGH, _LOW) = tent(LARGEST, SHARE), pair(LARGEST, SHARE)
_UP, _DOWN = label_law(LARGEST, SHARE, MEAN), label_law(LARGEST, SHARE, -MEAN)
_LEANS = Comparison(MEAN, "<=", 1)
_ANSWERS = Through(CHANNEL, _UP), Through(CHANNEL, _DOWN)
_ANSWER = KL(*_ANSWERS) / MEAN**2
_PER_ANSWER = calc(
    _ANSWER, "<=", ChiSquare(*_ANSWERS)/MEAN**2, by(KL_CHI_SQUARE(*_ANSWERS)),
    "<=", (exp(EPS) - 1)**2*TV(_UP, _DOWN)**2/MEAN**2, by(PRIVATE_CHI_SQUARE(CHANNEL, EPS, _UP, _DOWN)),
    "==", (exp(EPS) - 1)**2*SHARE**2, by(FINITE_TV(_UP, _DOWN)),
    given=(Private(CHANNEL, EPS), _LEANS),
)  # fmt: skip
_HEARD = Transcript(LEARNER, _HIGH), Transcript(LEARNER, _LOW)
_REACH = low(LARGEST, SHARE)
_FEW_HEARD = Comparison(2 * SAMPLES * (exp(EPS) - 1) ** 2 * SPREAD, "<=", LARGEST**2)
_HEAVY_TOLD = calc(
    KL(*_HEARD), "<=",
    SAMPLES*SPREAD/(LARGEST*SHARE)**2*Supremum(Supremum(_ANSWER, CHANNEL, Private(CHANNEL, EPS)), MEAN, _LEANS),
    by(TENT_MESSAGES(LEARNER, SIGNS, CUBE, *_HEAVY, 1, SAMPLES, EPS)),
    "<=", SAMPLES*SPREAD/(LARGEST*SHARE)**2*(exp(EPS) - 1)**2*SHARE**2, by(_PER_ANSWER),
    "<=", Rational(1, 2),
    given=(CHANNELS, _REACH, _FEW_HEARD, ROOM),
)  # fmt: skip
HEAVY_LOCAL_TEST = calc(
    error_of_test(LARGEST, SHARE), ">=", (1 - TV(*_HEARD))/2, by(TEST_OF_MESSAGES(LEARNER, CUBE, _HIGH, _LOW, SAMPLES, EPS)),
    ">=", (1 - sqrt(KL(*_HEARD)/2))/2, by(PINSKER(*_HEARD)),
    ">=", Rational(1, 4), by(_HEAVY_TOLD),
    given=_HEAVY_TOLD.given,
)  # fmt: skip
_ENTROPY = (1 + MEAN)/2*log((1 + MEAN)/(1 - MEAN)) + (1 - MEAN)/2*log((1 - MEAN)/(1 + MEAN))  # fmt: skip
_PER_LABEL = calc(
    KL(_UP, _DOWN)/MEAN**2, "==", SHARE*_ENTROPY/MEAN**2, by(FINITE_KL(_UP, _DOWN)),
    "<=", 3*SHARE, by(calc(_ENTROPY, "<=", 3*MEAN**2, given=(SMALL_MEAN,))),
    given=(SMALL_MEAN,),
)  # fmt: skip
_NEAR = Comparison(2 * SIDE**BETA, "<=", SHARE * LARGEST)
_FEW_HEAVY = Comparison(6 * SAMPLES * SPREAD, "<=", SHARE * LARGEST**2)
_BOTH = Power(_HIGH, SAMPLES), Power(_LOW, SAMPLES)
_HEAVY_DIVERGENCE = calc(
    SAMPLES*KL(_HIGH, _LOW), "<=",
    SAMPLES*SPREAD/(LARGEST*SHARE)**2*Supremum(KL(_UP, _DOWN)/MEAN**2, MEAN, SMALL_MEAN),
    by(TENT_KL(SIGNS, CUBE, *_HEAVY, Rational(1, 2))),
    "<=", SAMPLES*SPREAD/(LARGEST*SHARE)**2*3*SHARE, by(_PER_LABEL),
    "<=", Rational(1, 2),
    given=(_NEAR, _FEW_HEAVY, ROOM),
)  # fmt: skip
HEAVY_OPEN_TEST = _open_test(error_of_test(LARGEST, SHARE), _HIGH, _LOW, _BOTH, _HEAVY_DIVERGENCE)
HEAVY_CENTRAL_TEST = central_test(LARGEST, SHARE)


def heavy_regression(test: Chain) -> Chain:
    """The same for labels with a moment: T, 0 and -T, not 0 with chance q."""
    return filled(
        ExcessRisk(LEARNER, HeavyClass(DIM, BETA, POWER, MOMENT, DENSITY), SAMPLES),
        HEAVY_REGRESSION(
            LEARNER, SIGNS, CUBE, CUBES, SIDE, BETA, DIM, POWER, MOMENT, DENSITY, LARGEST, SHARE, SAMPLES
        ),
        test,
        (Comparison(SHARE * LARGEST**POWER, "<=", MOMENT),),
        LARGEST, SHARE,
    )  # fmt: skip


def explicit_heavy_regression() -> Chain:
    """The same by the error of a label private test as it is, with labels not 0 with chance 2 h^beta/T."""
    error = central_error(LARGEST, SHARE)
    at_any = _some_test(
        lambda least: calc(
            ExcessRisk(LEARNER, HeavyClass(DIM, BETA, POWER, MOMENT, DENSITY), SAMPLES),
            ">=", SPREAD*CUBES*error.start,
            by(HEAVY_REGRESSION(
                LEARNER, SIGNS, CUBE, CUBES, SIDE, BETA, DIM, POWER, MOMENT, DENSITY, LARGEST, SHARE, SAMPLES
            )),
            ">=", SPREAD*CUBES*error.steps[-1].term, by(error),
            given=(least, FIT, Comparison(SHARE * LARGEST**POWER, "<=", MOMENT), *asked(error)),
        ),
        LARGEST, SHARE,
    )  # fmt: skip
    chosen, moment = (
        Comparison(2 * SIDE**BETA, "<", LARGEST),
        Comparison(2 * SIDE**BETA * LARGEST ** (POWER - 1), "==", MOMENT),
    )
    return calc(
        at_any.start, ">=", at_any.steps[-1].term, by(at_any.at({SHARE: 2*SIDE**BETA/LARGEST})), given=(FIT, chosen, moment, PRIVATE),
    )  # fmt: skip
