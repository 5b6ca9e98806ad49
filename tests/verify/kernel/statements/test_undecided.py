"""What decides nothing is open, of each kind of statement that may end so: a judge that takes it for shown is caught.

No lock sees such a judge, as long as no claim of the ledger ends there.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
import sympy
from flint import arb

from verify.kernel.prover import Open, Relation, Variable
from verify.kernel.statements import (
    Agreement,
    AllOf,
    Balance,
    Case,
    Comparison,
    FiniteCheck,
    Fit,
    Identity,
    Inequality,
    Reading,
    SameRate,
    Slopes,
    UpToConstant,
    Whole,
    at_most,
    inequality,
)
from verify.kernel.statements.base import Statement
from verify.kernel.statements.outcome import WEAKNESS, Outcome, Settings, Verdict, argued, as_written, weakest
from verify.sample_mean import SampleMean

n = sympy.Symbol("n", positive=True)
x = sympy.Symbol("x", real=True)
AT_LEAST_1 = (Variable(n, sympy.Integer(1), sympy.oo),)
SOUND = Comparison({}, SampleMean(1.0, 0.01, 10**6, 1.0), 1.0, 2.0, 0.0)


def agreement(**changes: object) -> Agreement:
    """Two comparisons, one of them with changes."""
    found = (SOUND, replace(SOUND, **changes))  # type: ignore[arg-type]
    return Agreement("x", "x", lambda _: iter(found), "twice the mean")


def slopes(
    risk: Callable[[float], float] = lambda n: 1 / n, spread: float = 1e-3, repetitions: int = 10**8, **changes: object
) -> Slopes:
    """Simulated risks along n, next to 1/n."""

    def measure(point: dict[str, float], _: Settings) -> Reading:
        value = risk(point["n"])
        return Reading(value, 0.0, SampleMean(value, spread * value, repetitions, 3.0))

    points = [{"n": place} for place in (1e3, 1e4, 1e5, 1e6)]
    fit = Fit("all", "n", lambda _: points, measure, lambda point: 1 / point["n"])
    return replace(Slopes("x", (fit,), "x"), **changes)  # type: ignore[arg-type]


def finite(*cases: Case) -> FiniteCheck:
    """A finite set."""
    return FiniteCheck("t", "s", lambda _: cases)


HELD = Case({}, Fraction(1), Fraction(2))
SHOWN: dict[str, tuple[Statement, Verdict]] = {
    "routes agree": (agreement(), Verdict.SUPPORTED),
    "one of the routes is elsewhere": (agreement(expected=1.2), Verdict.REFUTED),
    "exponents": (slopes(), Verdict.SUPPORTED),
    "another exponent": (slopes(lambda n: n**-1.3), Verdict.REFUTED),
    "cases": (finite(HELD), Verdict.CHECKED),
    "enclosures": (finite(HELD, Case({}, arb(1, 0.25), arb(2, 0.25))), Verdict.CHECKED),
    "enclosures that are apart": (finite(HELD, Case({}, arb(2, 0.25), arb(1, 0.25))), Verdict.REFUTED),
    "two routes that agree": (finite(Case({}, Fraction(1), Fraction(2), arb(1, 0.25))), Verdict.CHECKED),
    "a case fails": (finite(HELD, Case({}, Fraction(2), Fraction(1))), Verdict.REFUTED),
}
OPEN: dict[str, tuple[Statement, str]] = {
    "routes, of which one has a planted number too near": (agreement(planted=1.03), "would not see"),
    "routes, of which one has a planted number below": (agreement(planted=0.97), "would not see"),
    "routes, of which one has too few draws": (
        agreement(estimate=SampleMean(1.0, 0.01, 100, 3.0)),
        "too few repetitions",
    ),
    "routes that disagree by too few draws": (
        agreement(estimate=SampleMean(1.0, 0.01, 100, 3.0), expected=2.0),
        "too few repetitions",
    ),
    "routes with an error as large as the planted defect": (agreement(error=0.97), "would not see"),
    "no routes": (Agreement("x", "x", lambda _: iter(()), "d"), "nothing to compare"),
    "exponents by too few draws": (slopes(repetitions=10), "too few repetitions"),
    "exponents that an interval leaves open": (slopes(spread=0.05), "beyond the band"),
    "an exponent at the band's edge": (slopes(lambda n: n**-1.0999), "beyond the band"),
    "a band that an error of 1/4 passes": (slopes(band=0.26, between=0.26), "would pass"),
    "an exponent in a wide band": (slopes(lambda n: n**-1.1, band=0.16, between=0.2), "would pass"),
    "exponents between neighbours": (slopes(spread=1e-3, between=1e-3), "no such power law"),
    "no fits": (Slopes("x", (), "x"), "nothing to fit"),
    "no cases": (finite(), "empty"),
    "enclosures that overlap": (finite(HELD, Case({}, arb(1, 1), arb(2))), "overlap"),
    "two routes that disagree": (finite(HELD, Case({}, Fraction(1), Fraction(2), Fraction(3, 2))), "disagree"),
    "rates that are no products": (SameRate(n + 1, n), ""),
    "a balance that is no product": (Balance(n + 1, n**2, n, sympy.Integer(1) + n), ""),
    "a family whose ratio is bounded": (
        UpToConstant(n, n + 1, AT_LEAST_1, family=((n, n),), along=n),
        "limit is 1",
    ),
    "parts of which one is open": (AllOf("", {"a": finite(HELD), "b": finite()}), ""),
    "conditions that contradict each other": (
        Inequality(Relation(x, x + 1, "<=", (Variable(x, sympy.Integer(1), sympy.oo),), (x <= 0,))),
        "no point was found",
    ),
}


@pytest.mark.parametrize("case", SHOWN)
def test_what_is_shown_has_its_verdict(case: str) -> None:
    """The same statements without what is in the way."""
    statement, expected = SHOWN[case]
    found = statement.check(Settings())
    assert found is not None
    assert found.verdict is expected


@pytest.mark.parametrize("case", OPEN)
def test_what_decides_nothing_is_open(case: str) -> None:
    statement, told = OPEN[case]
    found = statement.check(Settings())
    assert found is not None
    assert found.verdict is Verdict.OPEN
    assert told in str(found.evidence.get("reason", ""))


def test_a_check_that_ends_in_an_error_is_open() -> None:
    def fail(_: Settings) -> list[Case]:
        raise ZeroDivisionError("planted")

    found = FiniteCheck("t", "s", fail).check(Settings())
    assert found is not None
    assert found.verdict is Verdict.OPEN
    assert "planted" in found.evidence["reason"]


def test_an_inequality_that_the_prover_leaves_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inequality, "decided", lambda _: Open("no time", {}))
    assert at_most(n, n + 1, *AT_LEAST_1).check(Settings()).verdict is Verdict.OPEN


def test_the_weakest_is_that_of_the_order() -> None:
    assert [*Verdict] == WEAKNESS
    for place, strong in enumerate(WEAKNESS):
        for weak in WEAKNESS[place:]:
            assert weakest([strong, weak]) is weakest([weak, strong]) is weak
    for own, part in ((Verdict.OPEN, Verdict.SUPPORTED), (Verdict.PROVED, Verdict.OPEN)):
        found = Whole("t", ("a",)).conclude(Outcome(own), {"a": _Part(part)})  # type: ignore[dict-item]
        assert found is not None
        assert found.verdict is Verdict.OPEN


class _Part:
    """A claim of which only verdicts are known."""

    def __init__(self, verdict: Verdict) -> None:
        self.printed = self.corrected = self.standing = Outcome(verdict)


@pytest.mark.parametrize("verdict", [Verdict.SUPPORTED, Verdict.OPEN, Verdict.REFUTED])
def test_an_informal_step_strengthens_nothing(verdict: Verdict) -> None:
    assert argued(Outcome(verdict), "a step").verdict is verdict
    assert as_written(Outcome(verdict), "a text").verdict is verdict
    assert argued(Outcome(Verdict.CHECKED), "a step").verdict is Verdict.ARGUED


def test_a_planted_number_at_the_limit_is_not_seen() -> None:
    """Just within and just beyond what the test can tell."""
    limit = SOUND.limit(1e-8 / 4) * SOUND.estimate.standard_error
    for factor, expected in ((0.999, Verdict.OPEN), (1.001, Verdict.SUPPORTED)):
        assert agreement(planted=1 + factor * limit).check(Settings()).verdict is expected
    for factor, expected in ((0.999, Verdict.SUPPORTED), (1.001, Verdict.REFUTED)):
        assert agreement(expected=1 + factor * limit).check(Settings()).verdict is expected
    assert math.isfinite(limit)


def test_a_record_has_the_numbers_that_decided() -> None:
    found = slopes(lambda n: n**-1.02).check(Settings()).evidence
    low, high = found["left"]
    assert low < -1.02 < high
    assert (low + high) / 2 == pytest.approx(-1.02, abs=1e-9)
    assert found["right"] == pytest.approx([-1, -1])
    assert found["slack"] == pytest.approx(0.1 - 0.02 - (high - low) / 2, abs=1e-9)
    # At a hundredth of the spread a hundredth of the interval, to first order.
    less = slopes(lambda n: n**-1.02, spread=1e-5).check(Settings()).evidence["left"]
    assert less[1] - less[0] == pytest.approx((high - low) / 100, rel=0.02)
    tight = Case({"n": 2.0}, Fraction(1), Fraction(5, 4))
    shown = finite(HELD, tight, replace(HELD, left=Fraction(0))).check(Settings()).evidence
    assert (shown["parameters"], shown["cases"], shown["slack"]) == ({"n": 2.0}, 3, 0.25)
    again = finite(replace(tight, left_again=arb(1, 0.25))).check(Settings()).evidence
    assert again["left_second_route"] == pytest.approx([0.75, 1.25], abs=1e-6)


@pytest.mark.parametrize("base", [n, 1 + n])
@pytest.mark.parametrize("power", [10**12, -(10**12)])
def test_a_huge_power_is_open_at_once(base: sympy.Expr, power: int) -> None:
    """Sympy would take it exactly at a point, or multiply it out, and would not end. Up to 1000 it is proved."""
    found = Identity(base**power, lambda: base ** (power - 1) * base).check(Settings())
    assert found.verdict is Verdict.OPEN
    assert "a power above 1000" in str(found.evidence["reason"])
    assert Identity(base**1000, lambda: base**999 * base).check(Settings()).verdict is Verdict.PROVED
