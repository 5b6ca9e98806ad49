"""The exact curve of normal noise: what follows from it, and wrong curves that fall."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sympy import Rational, erfc, exp, sqrt

from verify.kernel.calculus import KL, TV, Settings, Statement, equal, line
from verify.kernel.calculus.checking import audit
from verify.kernel.calculus.context import Gap
from verify.kernel.calculus.facts.gaussian import (
    CLOSE_AT_0,
    NORMAL_CURVE,
    NORMAL_KL,
    Gaussian,
    a,
    b,
    epsilon,
    gap,
    sigma,
)
from verify.kernel.calculus.facts.privacy import HockeyStick
from verify.kernel.calculus.values import value
from verify.kernel.statements.outcome import Verdict, as_arb

ONE, OTHER = Gaussian(a + gap, sigma), Gaussian(a, sigma)
BELOW, FAR = Gaussian(a - gap, sigma), HockeyStick(ONE, OTHER, epsilon)
TURNED = NORMAL_CURVE.build(0, a, -gap, sigma)
PLACE, HALF = epsilon * sigma / gap, gap / (2 * sigma)
TAIL = erfc((PLACE - HALF) / sqrt(2)) / 2


@pytest.mark.parametrize(
    "wrong",
    [
        TAIL,
        TAIL - exp(2 * epsilon) * erfc((PLACE + HALF) / sqrt(2)) / 2,
        TAIL - exp(epsilon) * erfc((PLACE + 2 * HALF) / sqrt(2)) / 2,
        TAIL - exp(epsilon) * erfc((PLACE + HALF) / 2) / 2,
        erfc((PLACE + HALF) / sqrt(2)) / 2 - exp(epsilon) * erfc((PLACE - HALF) / sqrt(2)) / 2,
    ],
)
def test_a_wrong_curve_falls(wrong: Any) -> None:
    def build(*arguments: Any) -> Statement:
        stated = NORMAL_CURVE.build(*arguments)
        letters = dict(zip(NORMAL_CURVE.letters, arguments, strict=True))
        return replace(stated, conclusion=equal(stated.left, wrong.xreplace(letters)))

    assert "fails" in replace(NORMAL_CURVE, build=build).fails()


@pytest.mark.parametrize("factor", [Rational(1, 2), 2, Rational(101, 100)])
def test_a_wrong_divergence_falls(factor: Any) -> None:
    def build(*arguments: Any) -> Statement:
        stated = NORMAL_KL.build(*arguments)
        return replace(stated, conclusion=equal(stated.left, factor * stated.right))

    assert "fails" in replace(NORMAL_KL, build=build).fails()


def test_one_tail_is_enough_and_the_axiom_is_told() -> None:
    shown = line(HockeyStick(ONE, OTHER, epsilon)).le(TAIL, NORMAL_CURVE(epsilon, a, gap, sigma)).check(Settings())
    assert shown is not None
    assert shown.verdict is Verdict.PROVED
    assert shown.evidence["axioms"] == ["the curve of two normal laws"]


def test_total_variation_is_the_curve_at_0() -> None:
    at_0 = erfc(-HALF / sqrt(2)) / 2 - erfc(HALF / sqrt(2)) / 2
    facts = (CLOSE_AT_0(ONE, OTHER), NORMAL_CURVE(0, a, gap, sigma))
    audit(line(TV(ONE, OTHER)).eq(at_0, *facts))
    # By Pinsker's inequality it is below Delta/(2 sigma).
    for apart in (Rational(1, 2), 1, 3):
        at = {gap: apart, sigma: 1}
        assert as_arb(value(at_0.subs(at), {})) < as_arb(value(HALF.subs(at), {}))


@pytest.mark.parametrize(
    ("why", "false"),
    [
        ("fails|not decided", lambda: line(KL(OTHER, ONE)).le(gap**2 / (3 * sigma**2), NORMAL_KL(a, a + gap, sigma))),
        ("there may be no", lambda: line(KL(Gaussian(a, 0), OTHER)).ge(0)),
        ("there may be no", lambda: line(KL(Gaussian(a, b), OTHER)).ge(0)),
        (
            "fails|not decided",
            lambda: line(HockeyStick(BELOW, OTHER, 0)).eq(TURNED.right, NORMAL_CURVE(0, a, -gap, sigma)),
        ),
        ("fails|not decided", lambda: line(FAR).le(TAIL / 2, NORMAL_CURVE(epsilon, a, gap, sigma))),
    ],
)
def test_what_is_false_of_normal_laws_is_refused(why: str, false: Callable[[], Any]) -> None:
    with pytest.raises((Gap, ValueError), match=why):
        audit(false())
