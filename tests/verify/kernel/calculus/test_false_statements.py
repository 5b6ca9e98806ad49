"""False statements, each by what an author may write: all are refused, with a reason."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import sympy
from sympy import I, Integer, Rational, exp, log, oo, sqrt

from verify.kernel.calculus import (
    JENSEN,
    JENSEN_CURVED,
    KL,
    LINEAR,
    LIPSCHITZ,
    PINSKER,
    TV,
    Average,
    Chain,
    Discrete,
    Expectation,
    Grant,
    Holds,
    Infimum,
    Interactive,
    LaplaceNoise,
    Maximum,
    Name,
    OnInterval,
    Power,
    Private,
    Settings,
    Statement,
    Step,
    Sum,
    Supremum,
    Through,
    Variance,
    at_index,
    at_most,
    choose,
    cite,
    constructor,
    each,
    equal,
    integer,
    law,
    let,
    line,
    multiple_of,
    obtain,
    quantity,
    random_real,
    real,
    telescoped,
    words,
)
from verify.kernel.calculus.checking import audit
from verify.kernel.calculus.context import Gap
from verify.kernel.calculus.facts.voting import Among, Entry, Part
from verify.kernel.calculus.over import Each
from verify.kernel.calculus.reasons import Schema
from verify.kernel.statements import AllOf
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Outcome, Verdict
from verify.ledger.record import Result
from verify.papers.zhao.lemmas.extremes import Term

x, y, z, s = real("x"), real("y"), real("z"), real("s", least=0, most=1)
positive, epsilon = real("a", above=0), real("epsilon", above=0)
k, n, T = integer("k"), integer("n", least=1), integer("T", least=1)
X, Y, W = random_real("X"), random_real("Y"), random_real("W")
SIZE = random_real("V", least=0)
P, Q, K, Z, F = law("P"), law("Q"), Name("K", "channel"), Name("Z", "protocol"), OnInterval(0, 1)
SIGNS, NUMBERS = Name("B", "event"), Name("H", "family of numbers")
Height = quantity("Height", "h({0})", "a number in [0, 1] for each law", 0, 1)
SQUARE = line(x**2).ge(0)
_TERMS = Name("a", "sequence of numbers, none below 0")
LINES = line(Expectation(s * X)).le(Expectation(s * X) + 1)


def _fact(conclusion: Any, *hypotheses: Any) -> Schema:
    """A fact of an author's, in no module's list."""
    return Schema("mine", "definition", "nowhere", lambda: Statement(conclusion, hypotheses), (), lambda: iter(()))


def _claim(statement: Any, id_: str = "zhao/thm2") -> Claim:
    return Claim(id_, "nowhere", Kind.INEQUALITY, "another", statement)


def _forged(claim: Claim, judged: Claim) -> None:
    """A claim of a proved one's id is cited: the chain is not proved."""
    chain = line(1).le(0, cite(claim))
    found = chain.conclude(chain.check(Settings()), {claim.id: Result(judged, Outcome(Verdict.PROVED), None, 0.0, "")})
    assert found is not None
    if found.verdict not in (Verdict.PROVED, Verdict.ARGUED):
        raise Gap(f"the verdict is {found.verdict}")


class _Steeper(Supremum):
    """An operator of an author's: minus the supremum, say."""


class _Always(Chain):
    """A chain whose conclusion is what its author likes."""

    @property
    def statement(self) -> Statement:
        return Statement(at_most(1, 0))


_LIKE = type("Like", (), {"statement": Statement(at_most(1, 0))})()


class _Granted(Grant):
    """A reason of an author's kind."""


class _NoRoot(sympy.exp):  # type: ignore[misc]
    """A function that is called as one of the calculus's is."""


FALSE: dict[str, tuple[str, Callable[[], Any]]] = {
    # A value that is no real number on the whole domain.
    "a square of i is at least 0": (
        r"is not a number that the calculus knows",
        lambda: line(-1).ge(0, SQUARE.at({x: I})),
    ),
    "a square of (1 + i): 2 i is at least 0": (
        r"is not a number that the calculus knows",
        lambda: line(2 * I).ge(0, SQUARE.at({x: 1 + I})),
    ),
    "x <= x^2 + 1 at the root of -4": (
        r"is not a number that the calculus knows",
        lambda: line(sqrt(-4)).le(-3, line(x).le(x**2 + 1).at({x: sqrt(-4)})),
    ),
    "y^2 = y for the root of a number of either sign": (
        r"which is not shown to be at least 0",
        lambda: line(0).le(x**2).le(y, choose({x: sqrt(y)})),
    ),
    "a logarithm of what may be negative": (
        r"its argument is not shown to be positive",
        lambda: line(0).le(x**2).le(log(y) ** 2, choose({x: log(y)})),
    ),
    "a quotient at 0": (
        r"not shown to differ from 0",
        lambda: line(0).le(x**2).le(1 / y**2, choose({x: 1 / y})),
    ),
    "x <= x + 1 at infinity": (
        r"is not a number that the calculus knows",
        lambda: line(oo).le(oo, line(x).le(x + 1).at({x: oo})),
    ),
    "a power of a negative number": (
        r"which is not shown to be positive",
        lambda: line(0).le(x**2).le(y ** (2 * z), choose({x: y**z})),
    ),
    "a fact at i": (
        r"is not a number that the calculus knows",
        lambda: line(Expectation(I * X)).eq(I * Expectation(X), LINEAR(X, I, 0)),
    ),
    "a fact at a root of a number of either sign": (
        r"which is not shown to be at least 0",
        lambda: line(Expectation(sqrt(y) * X)).eq(sqrt(y) * Expectation(X), LINEAR(X, sqrt(y), 0)),
    ),
    "an infinite divergence for a number": (
        r"may be infinite",
        lambda: line(KL(P, Q) - KL(P, Q)).eq(0, line(x - x).eq(0).at({x: KL(P, Q)})),
    ),
    # A value outside the range, or not whole.
    "s <= 1 at 2": (r"hypothesis .* fails at", lambda: line(2).le(1, line(s).le(1).at({s: 2}))),
    "0 < a at 0": (r"hypothesis .* fails at", lambda: line(0).lt(0, line(0).lt(positive).at({positive: 0}))),
    "n >= 1 at 1/2": (
        r"hypothesis .* fails at",
        lambda: line(Rational(1, 2)).ge(1, line(n).ge(1).at({n: Rational(1, 2)})),
    ),
    "a whole number's square at 3/2": (
        r"not established: WholeNumber",
        lambda: line(1).le(n**2).le(2, choose({n: sqrt(2)})),
    ),
    "a choice above the range": (r"hypothesis .* fails at", lambda: line(0).le(1 - s).le(-1, choose({s: 2}))),
    # Members of suprema and infima.
    "an infimum at a member that is none": (
        r"fails at quantity0",
        lambda: line(1).le(Infimum(s + 1, s)).le(-4, at_index(Infimum(s + 1, s), -5)),
    ),
    "a supremum at a member that is none": (
        r"fails at quantity0",
        lambda: (
            line(2)
            .ge(Supremum(s, s, at_most(s, Rational(1, 2))))
            .ge(1, at_index(Supremum(s, s, at_most(s, Rational(1, 2))), 1))
        ),
    ),
    "a maximum over whole numbers at a half": (
        r"fails at quantity0",
        lambda: (
            line(0)
            .ge(Maximum(k * (1 - k), k, at_most(0, k), at_most(k, 3)))
            .ge(Rational(1, 4), at_index(Maximum(k * (1 - k), k, at_most(0, k), at_most(k, 3)), Rational(1, 2)))
        ),
    ),
    "a supremum at a random member": (
        r"is a constant, .* is random",
        lambda: at_index(Supremum(s * Expectation(X), s), Among(X, 1).args[0]),
    ),
    "an infimum over protocols at one that is not private": (
        r"is a protocol, K is a channel",
        lambda: (
            line(0)
            .le(Infimum(Height(Through(Z, P)), Z, Interactive(Z, n, epsilon)))
            .le(Height(Through(K, P)), at_index(Infimum(Height(Through(Z, P)), Z, Interactive(Z, n, epsilon)), K))
        ),
    ),
    "each index beyond its range": (
        r"hypothesis .* fails at",
        lambda: line(Entry(NUMBERS, 7), given=(Each(at_most(Entry(NUMBERS, k), 1), k, at_most(k, 3)),)).le(
            1, at_index(Each(at_most(Entry(NUMBERS, k), 1), k, at_most(k, 3)), 7)
        ),
    ),
    # Multiples and telescopes.
    "a negative multiple of a supremum": (
        r"hypothesis .* fails at",
        lambda: line(Supremum(-s, s)).eq(-Supremum(s, s), multiple_of(-1, Supremum(s, s))),
    ),
    "a multiple by the index": (r"depends on s", lambda: multiple_of(s, Supremum(s, s))),
    "a random multiple": (r"is a constant, .* is random", lambda: multiple_of(X, Supremum(s, s))),
    "0 times a sum of what may be infinite": (
        r"hypothesis .* fails at",
        lambda: line(0).eq(0 * Sum(KL(P, Power(Q, k)), k, 1, T), multiple_of(0, Sum(KL(P, Power(Q, k)), k, 1, T))),
    ),
    "a telescope that runs backwards": (
        r"may be turned round",
        lambda: line(Sum(Term(_TERMS, k) - Term(_TERMS, k + 1), k, 3, T)).eq(
            Term(_TERMS, 3) - Term(_TERMS, T + 1), telescoped(Sum(Term(_TERMS, k), k, 3, T))
        ),
    ),
    # Free variables of facts, held down.
    "Var(2 X) <= Var(X)": (
        r"hypothesis .* fails at",
        lambda: line(Variance(2 * X), given=(equal(random_real("X'"), 0),)).le(Variance(X), LIPSCHITZ(X, 2 * X)),
    ),
    "Jensen for a concave function": (
        r"hypothesis .* fails at",
        lambda: line(-(Expectation(X) ** 2), given=(equal(X, random_real("X'")),)).le(
            Expectation(-(X**2)), JENSEN(X, -(X**2)), equal(X, random_real("X'"))
        ),
    ),
    "Jensen for what is convex at 0 alone": (
        r"there may be no",
        lambda: line(Expectation(X) ** 3, given=(equal(X * (X + 1), 0),)).le(Expectation(X**3), JENSEN_CURVED(X, X**3)),
    ),
    "Jensen at one tangent": (
        r"not free in the statement",
        lambda: line(Expectation(X) ** 3).le(Expectation(X**3), JENSEN(X, X**3).at({random_real("X'"): Integer(0)})),
    ),
    "a contraction near 0 alone": (
        r"hypothesis .* fails at",
        lambda: line(
            Variance(X**2),
            given=(at_most(random_real("X''"), Rational(1, 4)), at_most(random_real("X'"), Rational(1, 4))),
        ).le(Variance(X), LIPSCHITZ(X, X**2)),
    ),
    # Contradictions and empty sets.
    "a supremum over laws of a height of 100": (
        r"a set that may be empty",
        lambda: line(1).ge(Supremum(Height(P), P, equal(Height(P), 100))).ge(5),
    ),
    "laws with two heights": (
        r"a set that may be empty",
        lambda: line(1).ge(Supremum(Height(P), P, equal(Height(P), 0), equal(Height(P), 1))).ge(5),
    ),
    "channels of a negative epsilon": (
        r"a set that may be empty",
        lambda: line(0).le(Supremum(Height(Through(K, P)), K, Private(K, -epsilon))),
    ),
    "protocols of -n users": (
        r"a set that may be empty",
        lambda: line(0).le(Infimum(Height(Through(Z, P)), Z, Interactive(Z, -n, epsilon))),
    ),
    "an index of numbers by sympy's relation": (
        r"a set that may be empty",
        lambda: line(0).le(Supremum(s, s, s <= -(z**2) - 1)),
    ),
    "a total variation of 2": (
        r"at which all hypotheses hold",
        lambda: line(1, given=(equal(TV(P, Q), 2),)).eq(0, equal(TV(P, Q), 2)),
    ),
    "a total variation of 1 + a": (
        r"at which all hypotheses hold",
        lambda: line(TV(P, Q), given=(equal(TV(P, Q), 1 + positive),)).gt(1),
    ),
    "two values of one quantity": (
        r"at which all hypotheses hold",
        lambda: line(0, given=(equal(Height(P), 0), equal(Height(P), 1))).eq(
            1, equal(Height(P), 0), equal(Height(P), 1)
        ),
    ),
    "two Laplace laws of one variable": (
        r"may exclude each other",
        lambda: line(Variance(W), given=(LaplaceNoise(W, 1), LaplaceNoise(W, 2))).ge(0),
    ),
    "a Laplace law on whole numbers": (
        r"may exclude each other",
        lambda: line(Variance(W), given=(LaplaceNoise(W, 1), Among(W, 3))).ge(0),
    ),
    "an expectation outside the range": (
        r"at which all hypotheses hold",
        lambda: line(Expectation(random_real("V", 0, 1)), given=(equal(Expectation(random_real("V", 0, 1)), 2),)).ge(
            2, equal(Expectation(random_real("V", 0, 1)), 2)
        ),
    ),
    "each of no values": (
        r"at which all hypotheses hold",
        lambda: line(Height(P), given=(Each(at_most(2, Height(Power(P, k))), k, at_most(1, k), at_most(k, 3)),)).ge(0),
    ),
    "an average over no index": (
        r"a set that may be empty",
        lambda: line(1).le(Average(k, k, at_most(2, k), at_most(k, 1))),
    ),
    # Randomness.
    "a constant that is random": (r"is a constant, .* is random", lambda: LINES.at({s: X})),
    "a constant that is a random member": (
        r"is a constant, .* is random",
        lambda: LINES.at({s: Part(Name("S", "family of random reals"), 1)}),
    ),
    "a supremum over what is random": (r"is no index", lambda: Supremum(Expectation(X) * X, X)),
    "a supremum to a random end": (r"is random", lambda: Supremum(s, s, at_most(s, X))),
    "a sum to a random end": (r"is random", lambda: Sum(k, k, 1, X)),
    "a supremum of random reals over the line": (r"is random", lambda: Supremum(s * X, s)),
    "a random law in an expectation": (
        r"is random",
        lambda: (
            line(Expectation(Height(P) * X))
            .le(Expectation(Height(P) * X) + 1)
            .at({P: Discrete(0, Rational(1, 2), X, Rational(1, 2))})
        ),
    ),
    "cases of something random": (r"is no index", lambda: line(0).le(1, each(line(s).le(1), X))),
    # Capture.
    "the index of a sum for a letter": (
        r"would be captured",
        lambda: line(Sum(k * x, k, 1, T)).le(Sum(k * x, k, 1, T) + 1).at({x: k}),
    ),
    "an index that is assumed of": (
        r"free in what is assumed",
        lambda: line(Supremum(s + y, s), given=(at_most(s, 0),)).le(1 + y),
    ),
    "each of an index that is assumed of": (
        r"depends on s",
        lambda: each(line(s, given=(at_most(s, z),)).le(z, at_most(s, z)), s),
    ),
    "an index bound twice": (r"is bound twice", lambda: line(0).le(Supremum(s + Supremum(s, s), s))),
    "a letter bound and free": (r"both bound and free", lambda: line(s).le(s + Supremum(s, s))),
    "two letters of one name": (r"two letters are called", lambda: line(real("u", least=1)).ge(1).ge(real("u"))),
    "one letter for two numbers": (r"two letters are called", lambda: line(let("u", x)).le(let("u", x + 1))),
    "a letter that hides an index": (
        r"would be captured",
        lambda: line(Sum(let("u", k * x), k, 1, T)).le(Sum(k * x, k, 1, T) + 1).at({x: k}),
    ),
    # Sorts.
    "a number for a law": (r"is a number$", lambda: PINSKER(P, Integer(1))),
    "a law for a number": (r"is none$", lambda: SQUARE.at({x: P})),
    "a channel for a law": (r"is a channel$", lambda: PINSKER(P, K)),
    "a class for a law": (r"is a class of laws", lambda: PINSKER(P, F)),
    "an event for a law": (r"is a event", lambda: PINSKER(P, Holds(at_most(X, 0)))),
    "a thing of no sort for a law": (r"thing of no sort", lambda: PINSKER(P, constructor("Thing", "thing({0})")(x))),
    "a law that is none": (
        r"there may be no",
        lambda: line(TV(P, Discrete(0, 2, 1, 2))).le(1, line(TV(P, Q)).le(1).at({Q: Discrete(0, 2, 1, 2)})),
    ),
    # Sealed objects.
    "a grant by hand": (
        r"nothing stands behind",
        lambda: line(1).le(0, Grant(Statement(at_most(1, 0)), "x", schemas=(PINSKER,))),
    ),
    "a grant with another's origin": (
        r"nothing stands behind",
        lambda: line(1).le(0, Grant(Statement(at_most(1, 0)), "x", origin=PINSKER(P, Q).origin, schemas=(PINSKER,))),
    ),
    "a grant that is changed": (
        r"nothing stands behind",
        lambda: line(1).le(0, replace(PINSKER(P, Q), statement=Statement(at_most(1, 0)))),
    ),
    "a grant that owes nothing any more": (
        r"nothing stands behind",
        lambda: line(2).le(1, replace(line(s).le(1).at({s: 2}), owed=())),
    ),
    "a grant of another kind": (
        r"nothing stands behind",
        lambda: line(1).le(0, _Granted(Statement(at_most(1, 0)), "x")),
    ),
    "a fact by hand": (r"in the FACTS of a module", lambda: line(1).le(0, _fact(at_most(1, 0))())),
    "a fact that is changed": (
        r"in the FACTS of a module",
        lambda: line(1).le(0, replace(PINSKER, build=lambda *_: Statement(at_most(1, 0)))(P, Q)),
    ),
    "a fact without a hypothesis": (
        r"in the FACTS of a module",
        lambda: line(Variance(X + Y)).eq(
            Variance(X) + Variance(Y),
            replace(PINSKER, name="sum", build=lambda *_: Statement(equal(Variance(X + Y), Variance(X) + Variance(Y))))(
                P, Q
            ),
        ),
    ),
    "a chain of another kind": (
        r"a chain, not",
        lambda: line(1).le(0, _Always(Integer(1), (Step("<=", Integer(1), ()),))),
    ),
    "what only looks like a chain": (r"no condition", lambda: line(1).le(0, _LIKE)),
    "a reason in a step by hand": (
        r"nothing stands behind",
        lambda: Chain(Integer(1), (Step("<=", Integer(0), (Grant(Statement(at_most(1, 0)), "x"),)),)),
    ),
    "an operator of an author's": (r"does not know", lambda: line(0).le(_Steeper(s, s))),
    "a function of an author's": (r"does not know", lambda: line(_NoRoot(x)).ge(0)),
    "a claim of another's id": (
        r"the verdict is open",
        lambda: _forged(_claim(line(1).le(0, words("so it is"))), _claim(SQUARE)),
    ),
    "a claim that is no chain": (r"no chain and no inequality", lambda: cite(_claim(AllOf("", {"a": SQUARE})))),
    "a quantity of an empty range": (r"range is empty", lambda: quantity("Odd", "o", "no number", 3, 2)),
    "what exists, as a fact about a letter": (
        r"a fact that says what exists",
        lambda: obtain(PINSKER(P, Q), line(1).le(1)),
    ),
}


def _audited(made: Any) -> None:
    if isinstance(made, Grant):
        made = line(made.statement.left).step(made.statement.conclusion.op, made.statement.right, made)
    if isinstance(made, Chain):
        audit(made)


@pytest.mark.parametrize("name", FALSE)
def test_it_is_refused(name: str) -> None:
    why, made = FALSE[name]

    def tried() -> None:
        _audited(made())

    with pytest.raises((Gap, ValueError), match=why):
        tried()


def test_there_are_enough_of_them() -> None:
    assert len(FALSE) >= 60


def test_what_is_true_of_the_same_form_is_shown() -> None:
    """The suite's means prove what is true: it is not refused for its form."""
    half = Supremum(s, s, at_most(s, Rational(1, 2)))
    for chain in (
        line(4).ge(0, SQUARE.at({x: -2})),
        line(0).le(x**2).le(exp(y), choose({x: exp(y / 2)})),
        line(half).ge(Rational(1, 4), at_index(half, Rational(1, 4))),
        line(Supremum(2 * s, s)).eq(2 * Supremum(s, s), multiple_of(2, Supremum(s, s))),
        line(Sum(Term(_TERMS, k) - Term(_TERMS, k + 1), k, 1, T)).eq(
            Term(_TERMS, 1) - Term(_TERMS, T + 1), telescoped(Sum(Term(_TERMS, k), k, 1, T))
        ),
        line(Variance(X / 2)).le(Variance(X), LIPSCHITZ(X, X / 2)),
        line(exp(Expectation(SIZE))).le(Expectation(exp(SIZE)), JENSEN_CURVED(SIZE, exp(SIZE))),
        line(TV(P, Q)).le(sqrt(KL(P, Q) / 2), PINSKER(P, Q)),
        line(0).le(Supremum(Height(Through(K, P)), K, Private(K, epsilon))),
    ):
        audit(chain)
