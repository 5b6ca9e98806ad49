"""Moments that a fact needs of what is put in: seen, or told as a remark, so that nothing rests on them unseen."""

from typing import Any

import pytest
from sympy import Abs, cosh, exp, sqrt

from verify.kernel.calculus import MONOTONE, MONOTONE_ABOVE_0, Expectation, audit, line, random_real, real
from verify.kernel.calculus.facts.moments import BIAS_VARIANCE, LINEAR, MULTIPLE, X, Y, a, b, t
from verify.kernel.calculus.facts.signs import Norm
from verify.kernel.calculus.nouns import growth
from verify.kernel.calculus.reasons import Grant
from verify.kernel.calculus.terms import Name, extended_real, integrable_real
from verify.kernel.statements.outcome import Settings, Verdict
from verify.papers.bassily.lemmas.descents import Shock

ANY, POSITIVE = integrable_real("Q"), extended_real("U")
SIZE, RATE = random_real("H", least=0), real("s", above=0)


@pytest.mark.parametrize(
    ("term", "power"),
    [
        (X, 1),
        (ANY, 2),
        (X * Y, 2),
        (random_real("C", 0, 1) * X**2, 2),
        (SIZE * exp(-RATE * SIZE**2), 1),
        (1 / (1 + exp(X)), 0),
        (sqrt(Abs(X)), "1/2"),
        (exp(X), "oo"),
        (POSITIVE, "oo"),
        (1 / X, "oo"),
        (1 / (X - 1), "oo"),
        (exp(-RATE * X), "oo"),
        (X ** real("p", least=1), "oo"),
    ],
)
def test_growth_is_seen_from_how_a_term_is_built(term: Any, power: Any) -> None:
    assert str(growth(term)) == str(power)


LENGTH = Norm(Shock(Name("G", "gradient oracle"), 0, random_real("omega")))


@pytest.mark.parametrize(
    ("used", "asked"),
    [
        (MONOTONE(X**2, X**2 + 1), []),
        (LINEAR(X * Y, a, t), []),
        (LINEAR(ANY, a, t), []),
        (MONOTONE(X, exp(X)), [1]),
        (LINEAR(X**3, a, t), [1]),
        (BIAS_VARIANCE(X**2, a), [2]),
        (BIAS_VARIANCE(ANY, a), [2]),
        (MONOTONE_ABOVE_0(X**2, exp(X**2)), []),
        (MULTIPLE(cosh(X), b), []),
        (LINEAR(LENGTH, a, t), [1]),
        (MONOTONE(X, X).at({X: LENGTH}), [2]),
    ],
)
def test_a_fact_asks_for_the_moments_that_are_not_seen(used: Grant, asked: list[int]) -> None:
    assert [c.args[1] for c in used.owed if type(c).__name__ == "FiniteMoment"] == asked


def test_what_rests_on_a_moment_that_is_not_seen_is_argued_and_says_so() -> None:
    seen = line(Expectation(X)).le(Expectation(X**2 + 1), MONOTONE(X, X**2 + 1))
    assert audit(seen).words == ()
    unseen = line(Expectation(X)).le(Expectation(X**4 + 1), MONOTONE(X, X**4 + 1))
    assert audit(unseen).words == ("not shown to be finite: the moments of X**4 + 1",)
    assert [one.check(Settings()).verdict for one in (seen, unseen)] == [Verdict.PROVED, Verdict.ARGUED]
    of_a_vector = line(Expectation(2 * LENGTH)).eq(2 * Expectation(LENGTH), LINEAR(LENGTH, 2, 0))
    assert audit(of_a_vector).words == ("not shown to be finite: the moments of Norm",)
