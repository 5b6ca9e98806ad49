"""A chain whose conclusion is false is refuted, where that is about numbers; else it is open."""

from typing import Any

import pytest
from sympy import exp, log, sqrt

from verify.kernel.calculus import Expectation, Probability, at_most, event, integer, line, random_real, real
from verify.kernel.calculus.chain import Chain
from verify.kernel.statements.outcome import Outcome, Settings

X, Y, N = real("x", above=0), real("y", least=0, most=2), integer("n", least=1)


def _judged(chain: Chain) -> Outcome:
    found = chain.check(Settings())
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("chain", "at", "left", "right"),
    [
        (line(exp(X)).le(1 + X), {"x": "1"}, 2.718281828459045, 2),
        (line(N).ge(2), {"n": "1"}, 2, 1),
        (line(Y**2).lt(4), {"y": "2"}, 4, 4),
        (line(X).eq(2 * X), {"x": "1"}, 1, 2),
        (line(X, given=(at_most(X, 1),)).le(1 / (1 + X)), {"x": "1"}, 1, 0.5),
        (line(log(N)).le(N / 3), {"n": "2"}, 0.6931471805599453, 2 / 3),
    ],
)
def test_a_false_conclusion_is_refuted_inside_its_hypotheses(
    chain: Chain, at: dict[str, str], left: float, right: float
) -> None:
    found = _judged(chain)
    assert found.verdict.value == "refuted"
    assert found.evidence["parameters"] == at
    assert (found.evidence["left"][0], found.evidence["right"][0]) == pytest.approx((left, right))


def test_a_false_step_to_a_true_conclusion_is_open_and_its_point_told() -> None:
    found = _judged(line(X).le(X + Y).le(X * (1 + Y)))
    assert found.verdict.value == "open"
    assert "step 2" in found.evidence["reason"]
    assert "fails at x = " in found.evidence["reason"]


E = event("E")


@pytest.mark.parametrize(
    "chain",
    [
        line(Probability(E)).le(X),
        line(Expectation(random_real("V"))).le(X),
        line(X, given=(at_most(Probability(E), X),)).le(X / 2),
    ],
)
def test_what_is_not_about_numbers_alone_is_open(chain: Any) -> None:
    assert _judged(chain).verdict.value == "open"


def test_a_conclusion_that_is_true_is_never_refuted() -> None:
    assert _judged(line(sqrt(X)).le((1 + X) / 2)).verdict.value in ("proved", "open")
    assert _judged(line(X, given=(at_most(X, Y), at_most(Y, 1))).le(1)).verdict.value == "proved"
