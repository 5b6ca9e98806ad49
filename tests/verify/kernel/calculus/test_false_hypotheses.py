"""Hypotheses that contradict each other prove what is false: each kind is refused; what can hold together is not."""

from collections.abc import Callable

import pytest
from sympy import Abs, Rational, exp

from verify.kernel.calculus import (
    KL,
    LAPLACE_VARIANCE,
    TV,
    Chain,
    Discrete,
    Expectation,
    Holds,
    Independent,
    Infimum,
    LaplaceNoise,
    Maximum,
    Mean,
    MeanOfCopies,
    Member,
    Name,
    Not,
    OnInterval,
    Private,
    Probability,
    Sum,
    Supremum,
    Variance,
    at_index,
    at_most,
    equal,
    event,
    integer,
    law,
    line,
    quantity,
    random_real,
    real,
)
from verify.kernel.calculus.checking import audit
from verify.kernel.calculus.context import Gap
from verify.kernel.calculus.facts.information import FINITE_MEAN, PINSKER
from verify.kernel.calculus.facts.moments import (
    BIAS_VARIANCE,
    EXPECTED_MEAN,
    LINEAR_VARIANCE,
    MEAN_OF_INDEPENDENT,
    SUM_OF_INDEPENDENT,
)
from verify.kernel.calculus.over import Each
from verify.papers.label.lemmas.tents import FINITE_TV
from verify.papers.zhao.lemmas.extremes import Term

x, t, s = real("x"), real("t", above=0), real("s", least=0, most=1)
k, j, r = integer("k"), integer("j", least=1), integer("r", least=1)
P, Q, R, E = law("P"), law("Q"), law("R"), event("E")
X, S, W, V = random_real("X"), random_real("S"), random_real("W"), random_real("V", 0, 1)
A = Name("a", "sequence of numbers, none below 0")
Height = quantity("Height", "h({0})", "a number in [0, 1] for each law", 0, 1)
COIN, ZERO, AT_X = Discrete(0, Rational(1, 2), 1, Rational(1, 2)), Discrete(0, 1, 1, 0), Discrete(x, 1)
ONE, CHANNEL = Discrete(1, 1), Name("K", "channel")
EACH_MEAN = Each(at_most(Mean(P), 0), P)
LEAST = Each(at_most(x, k), k)
REACHED = Each(at_most(1, 1 / r), r)
CROSSED = Each(Each(at_most(r, j), j), r)
LOW, HIGH = Each(at_most(Term(A, r), 1), r), Each(at_most(2, Term(A, r)), r, at_most(3, r))
LARGEST, LEFT, HEIGHTS = Maximum(r, r, at_most(r, 3)), Infimum(s**2 + s, s), Supremum(Height(P), P)
NOWHERE, BETWEEN = "no example is found", "no means are found|no values of the parameters|no example is found"

FALSE: dict[str, tuple[str, Callable[[], Chain]]] = {
    # Of each index.
    "1/r is at least 1 for each r": (
        NOWHERE,
        lambda: line(1, given=(REACHED,)).le(Rational(1, 5), at_index(REACHED, 5)),
    ),
    "a number below all others": (NOWHERE, lambda: line(x, given=(LEAST,)).le(-1000, at_index(LEAST, -1000))),
    "a height above all numbers": (
        NOWHERE,
        lambda: line(5, given=(Each(at_most(r, Height(P)), r),)).le(
            Height(P), at_index(Each(at_most(r, Height(P)), r), 5)
        ),
    ),
    "each index at most each other": (
        NOWHERE,
        lambda: line(2, given=(CROSSED,)).le(
            1, at_index(at_index(CROSSED, 2).statement.conclusion, 1), at_index(CROSSED, 2)
        ),
    ),
    "terms at most 1, and at least 2 from the third on": (
        NOWHERE,
        lambda: line(2, given=(LOW, HIGH)).le(Term(A, 3), at_index(HIGH, 3)).le(1, at_index(LOW, 3)),
    ),
    "terms at most 1, and one of 5": (
        NOWHERE,
        lambda: line(5, given=(LOW, equal(Term(A, 7), 5))).eq(Term(A, 7), equal(Term(A, 7), 5)).le(1, at_index(LOW, 7)),
    ),
    "each law's height at most 1/2, and one of 1": (
        NOWHERE,
        lambda: (
            line(1, given=(Each(at_most(Height(P), Rational(1, 2)), P), equal(Height(Q), 1)))
            .eq(Height(Q), equal(Height(Q), 1))
            .le(Rational(1, 2), at_index(Each(at_most(Height(P), Rational(1, 2)), P), Q))
        ),
    ),
    "the largest height 0, and one of 1": (
        NOWHERE,
        lambda: (
            line(1, given=(at_most(HEIGHTS, 0), equal(Height(Q), 1)))
            .eq(Height(Q), equal(Height(Q), 1))
            .le(HEIGHTS, at_index(HEIGHTS, Q))
            .le(0, at_most(HEIGHTS, 0))
        ),
    ),
    "a maximum below one of its terms": (
        NOWHERE,
        lambda: line(3, given=(at_most(LARGEST, 1),)).le(LARGEST, at_index(LARGEST, 3)).le(1, at_most(LARGEST, 1)),
    ),
    "an infimum above one of its terms": (
        NOWHERE,
        lambda: line(5, given=(at_most(5, LEFT),)).le(LEFT, at_most(5, LEFT)).le(0, at_index(LEFT, 0)),
    ),
    "a largest mean below that of 0": (
        NOWHERE,
        lambda: line(Supremum(Expectation(s * X), s), given=(equal(Supremum(Expectation(s * X), s), -1),)).le(
            0, equal(Supremum(Expectation(s * X), s), -1)
        ),
    ),
    "squares that sum to 0": (
        NOWHERE,
        lambda: line(Sum(k**2, k, 1, 3), given=(equal(Sum(k**2, k, 1, 3), 0),)).le(0, equal(Sum(k**2, k, 1, 3), 0)),
    ),
    # Of laws.
    "a distance of two coins that is another": (
        BETWEEN,
        lambda: (
            line(1, given=(equal(TV(COIN, ZERO), 1),))
            .eq(TV(COIN, ZERO), equal(TV(COIN, ZERO), 1))
            .eq(Rational(1, 2), FINITE_TV(COIN, ZERO))
        ),
    ),
    "a mean of a point that is another": (
        BETWEEN,
        lambda: (
            line(x + 1, given=(equal(Mean(AT_X), x + 1),))
            .eq(Mean(AT_X), equal(Mean(AT_X), x + 1))
            .eq(x, FINITE_MEAN(AT_X))
        ),
    ),
    "a law far from itself": (NOWHERE, lambda: line(TV(P, P), given=(equal(TV(P, P), 1),)).ge(0)),
    "laws that are near in one way alone": (
        NOWHERE,
        lambda: (
            line(1, given=(equal(TV(P, Q), 1), equal(KL(P, Q), Rational(1, 100))))
            .eq(TV(P, Q), equal(TV(P, Q), 1))
            .le(Rational(1, 10), PINSKER(P, Q), equal(KL(P, Q), Rational(1, 100)))
        ),
    ),
    "three laws, two steps of 0 and one of 1": (
        NOWHERE,
        lambda: line(0, given=(equal(TV(P, Q), 0), equal(TV(Q, R), 0), equal(TV(P, R), 1))).le(TV(P, Q)),
    ),
    "a law on two intervals that are apart": (
        "may exclude each other",
        lambda: line(0, given=(Member(P, OnInterval(0, 1)), Member(P, OnInterval(2, 3)))).le(1),
    ),
    "a law on an interval, with a mean beyond": (
        NOWHERE,
        lambda: line(5, given=(Member(P, OnInterval(0, 1)), equal(Mean(P), 5))).eq(Mean(P), equal(Mean(P), 5)),
    ),
    "a law on no interval": (BETWEEN, lambda: line(0, given=(Member(P, OnInterval(1, 0)),)).le(1)),
    "each law's mean at most 0": (
        NOWHERE,
        lambda: line(1, given=(EACH_MEAN,)).eq(Mean(ONE), FINITE_MEAN(ONE)).le(0, at_index(EACH_MEAN, ONE)),
    ),
    "no two laws apart": (
        NOWHERE,
        lambda: line(0, given=(at_most(Supremum(Supremum(TV(P, Q), P), Q), 0),)).le(1),
    ),
    "each channel private": (
        "of every channel that there is",
        lambda: line(0, given=(Each(Private(CHANNEL, 1), CHANNEL),)).le(1),
    ),
    # Of random reals.
    "a second moment beyond the range": (NOWHERE, lambda: line(0, given=(equal(Expectation(V**2), 5),)).le(1)),
    "a variance beyond the range": (NOWHERE, lambda: line(0, given=(equal(Variance(V), 5),)).le(1)),
    "a mean above the root of the second moment": (
        NOWHERE,
        lambda: (
            line(25, given=(equal(Expectation(X), 5), equal(Expectation(X**2), 1)))
            .le(25 + Variance(X))
            .eq(Expectation(X) ** 2 + Variance(X), equal(Expectation(X), 5))
            .eq(Expectation(X**2), BIAS_VARIANCE(X, 0))
            .eq(1, equal(Expectation(X**2), 1))
        ),
    ),
    "a mean size below 0": (NOWHERE, lambda: line(0, given=(at_most(Expectation(Abs(X)), -1),)).le(1)),
    "a mean of exponentials below that of the mean": (
        NOWHERE,
        lambda: line(0, given=(at_most(Expectation(exp(X)), exp(Expectation(X)) - 1),)).le(1),
    ),
    "what never happens, with probability 1": (
        NOWHERE,
        lambda: line(0, given=(equal(Probability(Holds(at_most(2, V))), 1),)).le(1),
    ),
    "two events that are apart, both with probability 1": (
        NOWHERE,
        lambda: line(
            0, given=(equal(Probability(Holds(at_most(X, 0))), 1), equal(Probability(Holds(at_most(1, X))), 1))
        ).le(1),
    ),
    "an event and its complement, both with probability 1": (
        NOWHERE,
        lambda: line(0, given=(equal(Probability(E), 1), equal(Probability(Not(E)), 1))).le(1),
    ),
    "what is independent of itself, and varies": (
        "of one thing twice",
        lambda: (
            line(4, given=(equal(Variance(X), 1), Independent(X, X)))
            .eq(Variance(2 * X), LINEAR_VARIANCE(X, 2, 0), equal(Variance(X), 1))
            .eq(2, SUM_OF_INDEPENDENT(X, X), equal(Variance(X), 1))
        ),
    ),
    "a mean of copies of itself": (
        "of one thing twice",
        lambda: line(Variance(X), given=(MeanOfCopies(X, X, 2),)).eq(Variance(X) / 2, MEAN_OF_INDEPENDENT(X, X, 2)),
    ),
    "a mean of copies with another mean": (
        NOWHERE,
        lambda: (
            line(1, given=(MeanOfCopies(S, X, 2), equal(Expectation(S), 1), equal(Expectation(X), 0)))
            .eq(Expectation(S), equal(Expectation(S), 1))
            .eq(0, EXPECTED_MEAN(S, X, 2), equal(Expectation(X), 0))
        ),
    ),
    "noise of another variance": (
        NOWHERE,
        lambda: (
            line(5, given=(LaplaceNoise(W, 1), equal(Variance(W), 5)))
            .eq(Variance(W), equal(Variance(W), 5))
            .eq(2, LAPLACE_VARIANCE(W, 1))
        ),
    ),
    "a mean of half a copy": (BETWEEN, lambda: line(0, given=(MeanOfCopies(S, X, Rational(1, 2)),)).le(1)),
    "noise of a negative scale": (BETWEEN, lambda: line(0, given=(LaplaceNoise(W, -1),)).le(1)),
    "noise within a range": ("on the whole line", lambda: line(0, given=(LaplaceNoise(V, 1),)).le(Variance(V))),
    "noise below a number": (
        "on the whole line",
        lambda: line(Variance(W), given=(LaplaceNoise(W, 1), at_most(W, x))).eq(2, LAPLACE_VARIANCE(W, 1)),
    ),
    "a mean of noise within a range": (
        "on the whole line",
        lambda: line(0, given=(LaplaceNoise(W, 1), MeanOfCopies(V, W, 1))).le(Variance(V)),
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_they_are_refused(name: str) -> None:
    why, made = FALSE[name]
    chain = made()
    with pytest.raises(Gap, match=why):
        audit(chain)


@pytest.mark.parametrize(
    "given",
    [
        (Each(at_most(x, r), r),),
        (Each(at_most(r, KL(P, Q)), r),),
        (LOW, Each(at_most(1, Term(A, r)), r, at_most(3, r)), equal(Term(A, 7), 1)),
        (at_most(HEIGHTS, Rational(1, 2)), equal(Height(Q), Rational(1, 3))),
        (equal(TV(P, Q), Rational(1, 3)), at_most(KL(P, Q), 1)),
        (equal(KL(P, Q), x), at_most(TV(Q, R), s), at_most(TV(P, R), s)),
        (equal(Mean(P), x), Member(P, OnInterval(0, 1))),
        (equal(Expectation(V), Rational(1, 3)), equal(Variance(V), Rational(1, 9))),
        (equal(Expectation(X), x), equal(Variance(X), t), MeanOfCopies(S, X, 2)),
        (equal(Probability(Holds(at_most(X, 0))), Rational(1, 7)), equal(Expectation(X), 0)),
        (at_most(Probability(E), Rational(1, 3)), at_most(Rational(2, 3), Probability(Not(E)))),
        (LaplaceNoise(W, t), Independent(W, V), at_most(Expectation(V), Rational(1, 2))),
    ],
    ids=str,
)
def test_those_that_hold_together_are_not(given: tuple[object, ...]) -> None:
    audit(line(0, given=given).le(1))
