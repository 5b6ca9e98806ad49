"""False statements by terms that are infinite, empty, captured or of an author's kind: all are refused."""

from collections.abc import Callable
from typing import Any

import pytest
import sympy
from sympy import Integer, Max, Rational, exp, log

from verify.kernel.calculus import (
    CHEBYSHEV,
    FINITE_MEAN,
    KL,
    TENSORISATION,
    TV,
    Discrete,
    Expectation,
    Member,
    OnInterval,
    Power,
    Probability,
    Variance,
    at_index,
    at_most,
    choose,
    equal,
    integer,
    law,
    line,
    random_real,
    real,
    telescoped,
)
from verify.kernel.calculus.chain import Chain
from verify.kernel.calculus.checking import audit
from verify.kernel.calculus.conditions import Defined
from verify.kernel.calculus.context import Gap
from verify.kernel.calculus.events import Holds
from verify.kernel.calculus.facts.fluctuations import EtaSquared, SparseMeans
from verify.kernel.calculus.facts.gaussian import Gaussian
from verify.kernel.calculus.facts.hypercube import Signs
from verify.kernel.calculus.facts.margin import GammaFunction
from verify.kernel.calculus.facts.packings import KL_RATIO, Density, Diameter, LossAt
from verify.kernel.calculus.facts.signs import NearSigns
from verify.kernel.calculus.nouns import Interactive, Mean
from verify.kernel.calculus.over import Average, Each, Infimum, Maximum, Sum, Supremum
from verify.kernel.calculus.sealed import Step
from verify.kernel.calculus.terms import Let, Name, quantity
from verify.kernel.statements.outcome import Settings
from verify.papers.kent.lemmas.norms import EXPONENTIAL_MARKOV
from verify.papers.label.lemmas.tents import TentNorm
from verify.papers.zhao.lemmas.extremes import Term

x, s = real("x"), real("s", least=0, most=1)
t = real("t", above=0)
epsilon = real("epsilon", above=0)
k, n, T = integer("k"), integer("n", least=1), integer("T", least=1)
X, Y = random_real("X"), random_real("Y")
P, Q, Z = law("P"), law("Q"), Name("Z", "protocol")
DISTANCE = KL(P, Q)
Height = quantity("Height", "h({0})", "a number in [0, 1] for each law", 0, 1)
Share = quantity("Share", "g({0})", "a number in [0, 1] for each number", 0, 1)
UNSURE = "not shown to be strict|is not decided|fails"
LARGEST, TERMS = Maximum(Mean(P), P), Name("a", "sequence of numbers, none below 0")
m, N0, SIZE = integer("m", least=1), integer("N", least=0), real("u", least=0)
UP_TO_ITSELF = Maximum(2 * n, n, at_most(n, n + 1))
OF_TWO, OF_THREE = (Each(at_most(Height(Power(P, n)), 0), n, at_most(n, most)) for most in (2, 3))
NEXT = Supremum(Supremum(Height(Power(P, n)), n, at_most(n, m + 1)), m, at_most(m, 3))
POINT, OTHER, z = Discrete(0, 1), Discrete(1, 1), real("z")


def _largest() -> Chain:
    one = Discrete(x, 1)
    shown = line(x).eq(Mean(one), FINITE_MEAN(one)).le(LARGEST, at_index(LARGEST, one))
    return line(1).le(1 + LARGEST - x, shown).le(0, choose({x: LARGEST + 1}))


def _tail() -> Chain:
    """That the tail of X falls as that of exp(X) with a mean, which there need not be."""
    tail, mean = Probability(Holds(at_most(n, X))) * exp(n), Expectation(exp(X))
    least = Infimum(exp(Supremum(Max(0, tail - s), n)), s)
    below_one = (EXPONENTIAL_MARKOV(X, n, 1),)
    return line(least).le(exp(Supremum(Max(0, tail - mean), n)), at_index(least, mean)).le(1, *below_one)


class Nearer(TV):  # type: ignore[misc, valid-type]
    """A definition that is made from another, with a range of its own."""

    upper = Rational(1, 4)


class Shown(Let):
    """A variable that is displayed as what its author likes."""

    def _latex(self, _: Any) -> str:
        return "1"


FALSE: dict[str, tuple[str, Callable[[], Any]]] = {
    "up and down by hand": (
        "upwards or downwards",
        lambda: Chain(Integer(1), (Step("<=", Integer(2), ()), Step(">=", Integer(0), ()))),
    ),
    "no step by hand": ("by a step at least", lambda: Chain(Integer(1), ())),
    "a relation by hand": ("made by calc", lambda: Chain(Integer(1), (Step("!=", Integer(2), ()),))),
    "the largest mean of all laws": ("may be infinite", _largest),
    "the average over all laws": ("may be infinite", lambda: line(0).le(Average(Height(P), P))),
    "what is said of a letter, under an index of its name": (
        "hypothesis",
        lambda: line(Height(Q), given=(equal(Height(P), 0),)).le(
            0,
            line(Height(Q), given=(at_most(Supremum(Height(P), P), 0),))
            .le(Supremum(Height(P), P), at_index(Supremum(Height(P), P), Q))
            .le(0, at_most(Supremum(Height(P), P), 0)),
            equal(Height(P), 0),
        ),
    ),
    "densities at one point for those at all": (
        "hypothesis|not established",
        lambda: line(KL(POINT, OTHER), given=(equal(Density(POINT, z), 0), equal(Density(OTHER, z), 0))).le(
            epsilon, KL_RATIO(POINT, OTHER, epsilon), equal(Density(POINT, z), 0), equal(Density(OTHER, z), 0)
        ),
    ),
    "the mean of a law at infinity": (
        "may be undefined where",
        lambda: line(0).lt(exp(-Mean(Discrete(DISTANCE, 1)))),
    ),
    "an expectation of what is infinite": (
        "may be undefined where",
        lambda: line(0).lt(exp(-Expectation(X + DISTANCE))),
    ),
    "a number of what is infinite": ("may be undefined where", lambda: line(Share(DISTANCE)).le(1)),
    "an index up to infinity": (
        "which may be infinite",
        lambda: line(0).lt(Infimum(exp(s), s, at_most(s, DISTANCE))),
    ),
    "the largest index up to infinity": (
        "which may be infinite",
        lambda: line(1).le(Maximum(n, n, at_most(n, DISTANCE + 1))),
    ),
    "a sum up to its own index": ("would end where it is", lambda: Sum(Term(TERMS, k), k, 1, k)),
    "a sum from its own index": ("would end where it is", lambda: telescoped(Sum(Term(TERMS, k), k, k, T))),
    "a definition made from another": (
        "a definition is one of its own",
        lambda: line(Nearer(P, Q)).le(Rational(1, 4)),
    ),
    "a letter of an author's kind": ("no letter of the calculus", lambda: line(0).le(Shown("t", Integer(2)))),
    "a maximum up to its own index": (
        "may be infinite",
        lambda: (
            line(0)
            .lt(exp(-UP_TO_ITSELF))
            .le(
                exp(-Supremum(2 * m, m)),
                line(Supremum(2 * m, m)).le(UP_TO_ITSELF, line(2 * m).le(UP_TO_ITSELF, at_index(UP_TO_ITSELF, m))),
            )
        ),
    ),
    "a maximum up to a maximum with its index": (
        "may be infinite",
        lambda: line(7).le(Maximum(n, n, at_most(n, Max(n, 5))), at_index(Maximum(n, n, at_most(n, Max(n, 5))), 7)),
    ),
    "an average up to its index's square": (
        "may be infinite",
        lambda: line(Average(Height(Power(P, n)), n, at_most(n, n**2))).le(1),
    ),
    "a letter put for an index": (
        "fails at",
        lambda: line(Supremum(m / (m + 1), m)).le(0, line(m).le(m**2)),
    ),
    "draws, but none": ("hypothesis", lambda: line(KL(Power(P, N0), Q)).eq(N0 * KL(P, Q), TENSORISATION(P, Q, N0))),
    "normal noise of no size": ("there may be no", lambda: line(KL(Gaussian(0, 0), Gaussian(1, 0))).ge(0)),
    "a tail from 0 on": (
        "not shown to differ from 0|fails",
        lambda: line(Probability(Holds(at_most(x**2, abs(X - Expectation(X)))))).le(
            Variance(X) / x**4, CHEBYSHEV(X, x**2)
        ),
    ),
    "strictly below at each index, hence in the limit": (
        "not shown to be strict|fails",
        lambda: line(Supremum(m / (m + 1), m)).lt(
            Supremum(m / (m + 1) + 1 / (m + 1), m), line(m / (m + 1)).lt(m / (m + 1) + 1 / (m + 1))
        ),
    ),
    "above 0 at each index, hence in the limit": ("fails", lambda: line(0).lt(Infimum(1 / m, m))),
    "below by a factor that may be 0": (
        "fails",
        lambda: line(s * Height(P)).lt(2 * s, line(Height(P)).lt(2)),
    ),
    "each of a sum of none": (
        "fails",
        lambda: line(Sum(Term(TERMS, k), k, 1, N0)).lt(
            Sum(Term(TERMS, k) + 1, k, 1, N0), line(Term(TERMS, k)).lt(Term(TERMS, k) + 1)
        ),
    ),
    "an infimum of what has none": ("may be -oo", lambda: line(0).lt(Infimum(x, x))),
    "infinity by infinity": ("may be undefined where", lambda: line(DISTANCE / (1 + DISTANCE)).le(1)),
    "an index that numbers of a sum leave": (
        "does not take",
        lambda: line(Sum(Term(TERMS, n), n, -3, 0)).ge(0),
    ),
    "a power of 0 to 0": ("not shown to be positive", lambda: line(SIZE**SIZE).ge(0)),
    "what holds of two, for the average of three": (
        "hypothesis",
        lambda: line(Average(Height(Power(P, n)), n, at_most(n, 3)), given=(OF_TWO,)).le(0, at_index(OF_TWO, n)),
    ),
    "what holds of three, up to the next of each of three": (
        "hypothesis",
        lambda: line(NEXT, given=(OF_THREE,)).le(0, at_index(OF_THREE, n)),
    ),
    "a tail for which there may be no mean": ("may be infinite", _tail),
    "a fourth moment": (UNSURE, lambda: line(0).lt(exp(-Expectation(X**4)))),
    "a third moment": ("there may be no", lambda: line(Expectation(X**3)).eq(Expectation(X**3 + 0 * X))),
    "the variance of a square": (UNSURE, lambda: line(0).lt(exp(-Variance(X**2)))),
    "the mean of a logarithm": ("there may be no", lambda: line(0).le(Expectation(log(exp(X) + 1) * X**3) ** 2)),
    "the Gamma function below 0": ("there may be no", lambda: line(GammaFunction(Rational(-1, 2))).ge(0)),
    "a norm of a negative power": ("there may be no", lambda: line(TentNorm(1, 1, Rational(-1, 2))).le(1)),
    "vectors nearer than 0": ("there may be no", lambda: line(NearSigns(n, -1)).ge(1)),
    "ratios of any family": (
        UNSURE,
        lambda: line(0).lt(exp(-EtaSquared(Name("F", "family of laws"), n))),
    ),
    "ratios where a probability is 0": ("there may be no", lambda: line(0).lt(exp(-EtaSquared(Signs(1, 1, 2), n)))),
    "the diameter of any space": (
        UNSURE,
        lambda: line(0).lt(exp(-Diameter(Name("Theta", "metric space")))),
    ),
    "a loss at the diameter of any space": (
        UNSURE,
        lambda: line(0).lt(exp(-LossAt(Name("Phi", "loss"), Diameter(Name("Theta", "metric space"))))),
    ),
    "a class with an end at the index": (
        "a set that may be empty",
        lambda: line(Infimum(Height(P), P, Member(P, OnInterval(Mean(P) + 1, Mean(P) + 2)))).le(1),
    ),
    "laws whose means have fewer than no coordinates": (
        "there may be no|a set that may be empty",
        lambda: line(Infimum(Height(P), P, Member(P, SparseMeans(1, -1)))).le(1),
    ),
    "half a user": (
        "a set that may be empty",
        lambda: line(
            Infimum(
                exp(quantity("Loss", "l({0})", "a number in [0, 1] for each protocol", 0, 1)(Z)),
                Z,
                Interactive(Z, Rational(1, 2), epsilon),
            )
        ).le(3),
    ),
    "half a draw": ("not seen to be whole", lambda: line(KL(Power(P, Rational(1, 2)), Q)).ge(0)),
    "a mean of 0 of what is at least 1": (
        "no means are found",
        lambda: line(1, given=(equal(Expectation(X), 0), at_most(1, X))).le(0),
    ),
    "two means of one": (
        "no means are found",
        lambda: line(1, given=(equal(Expectation(X), 0), equal(Expectation(2 * X), 1))).eq(0),
    ),
    "a mean of x of what is at least x + 1": (
        "no means are found",
        lambda: line(1, given=(equal(Expectation(X), x), at_most(x + 1, X))).le(0),
    ),
    "a mean beyond what a parameter says": (
        "no means are found",
        lambda: line(1, given=(at_most(X, x), at_most(x + t, Expectation(X)))).le(0),
    ),
    "one mean of two that are apart": (
        "no means are found",
        lambda: line(1, given=(at_most(X + t, Y), at_most(Expectation(Y), Expectation(X)))).le(0),
    ),
    "that something is defined, as a hypothesis": (
        "is shown, not assumed",
        lambda: line(0, given=(Defined(sympy.log(x)),)).le(1),
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_it_is_refused(name: str) -> None:
    why, made = FALSE[name]

    def tried() -> None:
        audit(made())

    with pytest.raises((Gap, ValueError), match=why):
        tried()


def test_what_is_true_of_the_same_form_is_shown() -> None:
    spaces = Name("Theta", "metric space")
    for chain in (
        line(Average(Height(Power(P, n)), n, at_most(n, 3))).le(1),
        line(0).lt(exp(-EtaSquared(Signs(1, Rational(1, 2), 2), n))),
        line(Expectation(X**4)).le(Expectation(X**4) + 1),
        line(GammaFunction(Rational(1, 2))).ge(0),
        line(0).le(LossAt(Name("Phi", "loss"), Diameter(spaces))),
        line(TV(P, Q)).le(1 + KL(P, Q)),
        line(Infimum(Height(P), P, Member(P, OnInterval(0, 1)))).le(1),
        line(Sum(Height(Power(P, n)), n, 1, T)).le(Sum(Height(Power(P, n)), n, 1, T) + T),
    ):
        audit(chain)


def test_a_definition_of_an_authors_is_told_whatever_module_it_names() -> None:
    """A module that only says to be the calculus's is found out."""
    space = {"__name__": "verify.kernel.calculus.mine", "quantity": quantity}
    exec('Mine = quantity("Mine", "m({0})", "a number in [0, 1]", 0, 1)', space)
    found = line(space["Mine"](P)).le(1).check(Settings())
    assert found is not None
    assert found.evidence["own"] == ["definition: Mine"]
