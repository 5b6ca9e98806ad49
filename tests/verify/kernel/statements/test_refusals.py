"""What the arguments of statements may be, up to each end, and what is reported about those that are refused."""

import math
from typing import Any

import pytest
import sympy

from verify.kernel.statements.base import Plain, function, given, number, real, reporting, several, text
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.definition import Definition
from verify.kernel.statements.outcome import Outcome, Settings, Verdict
from verify.kernel.statements.whole import Whole

t = sympy.Symbol("t", real=True)


class _Failing(Plain):
    def __init__(self, error: BaseException) -> None:
        self.error = error

    @reporting
    def check(self, settings: Settings) -> Outcome:
        """End in the error."""
        raise self.error


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (KeyError("x"), "KeyError: 'x'"),
        (ValueError("one\ntwo"), "ValueError: one"),
        (ValueError(), "ValueError: "),
        (ValueError("a" * 300), f"ValueError: {'a' * 200}"),
    ],
)
def test_a_check_that_fails_says_how_and_where(error: Exception, told: str) -> None:
    found = _Failing(error).check(Settings())
    line = _Failing.check.__wrapped__.__code__.co_firstlineno + 3  # type: ignore[attr-defined]
    reason = f"the check ends in an error: {told} ({__name__}, line {line})"
    assert found == Outcome(Verdict.OPEN, {"method": "none", "reason": reason})
    with pytest.raises(MemoryError):
        _Failing(MemoryError()).check(Settings())


@pytest.mark.parametrize(
    "value",
    [1, t, sympy.Integral(sympy.exp(-(t**2)), (t, -sympy.oo, sympy.oo)), sympy.Sum(1 / t, (t, 1, sympy.oo)) + 1],
)
def test_an_expression_may_have_infinite_ends_of_an_integral_or_a_sum(value: Any) -> None:
    assert real("side", value) == value


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("t", "must be an expression in real numbers"),
        (b"t", "must be an expression in real numbers"),
        (True, "must be an expression in real numbers"),
        ([1], "must be an expression in real numbers"),
        (sympy.I * (1 + t**2), "must be an expression in real numbers"),
        (sympy.true, "must be an expression in real numbers"),
        (sympy.Symbol("A", commutative=False), "must be an expression in real numbers"),
        (t + sympy.oo, "must be exact and finite"),
        (sympy.Float(1) * t, "must be exact and finite"),
        (sympy.Order(t), "must be an expression in real numbers"),
        (sympy.Integral(sympy.Float(0.5) * t, (t, 0, sympy.oo)), "must be exact and finite"),
    ],
)
def test_what_is_no_exact_real_expression_is_refused(value: Any, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        real("side", value)


@pytest.mark.parametrize("value", [5e-324, 1, 0.5, 1.7e308])
def test_a_number_is_positive(value: float) -> None:
    number("it", value)
    number("it", value, most=value)
    if value > 1e-300:
        with pytest.raises(ValueError, match="it = "):
            number("it", value, most=math.nextafter(value, 0))


@pytest.mark.parametrize("value", [0, -0.0, -1, math.inf, math.nan, True, "1", None, sympy.Integer(1)])
def test_what_is_no_positive_number_is_refused(value: Any) -> None:
    for most, told in ((math.inf, "number$"), (1.0, "number$"), (0.5, r"number, at most 0\.5$")):
        with pytest.raises(ValueError, match=f"must be a positive {told}"):
            number("it", value, most=most)


def test_several_are_a_tuple_of_one_kind() -> None:
    for values in ((), (1, 2), [1, 2]):
        several("them", values, int, "whole numbers")
    for values in (1, "12", {1}, (1, "2"), ["1", 2], None):
        with pytest.raises(ValueError, match=r"them = .*: must be a tuple of whole numbers"):
            several("them", values, int, "whole numbers")


def test_texts_and_functions_are_what_they_are() -> None:
    text("it", "")
    function("it", len)
    for value in (1, None, b"x"):
        with pytest.raises(ValueError, match="must be a string"):
            text("it", value)
    for value in (1, sympy.Lambda(t, t)):
        with pytest.raises(ValueError, match="must be a function"):
            function("it", value)
    assert given("it", lambda: 3) == 3
    with pytest.raises(ValueError, match="it: its function ends in an error: ZeroDivisionError: division by zero"):
        given("it", lambda: 1 / 0)


def test_a_claim_leans_on_the_claims_of_both_its_statements() -> None:
    printed, corrected = Whole("t", ("a/1", "a/2")), Whole("t", ("a/2", "b/3"))
    claim = Claim("key/place/part", "Section 1", Kind.PLACE, "title", printed, corrected)
    assert claim.depends_on == ("a/1", "a/2", "b/3")
    assert (claim.paper, claim.is_place, claim.in_quick) == ("key", True, True)
    assert repr(claim) == "Claim('key/place/part', 'Section 1', 'title')"
    ours = Claim("key/own", "Section 1", Kind.IDENTITY, "title", corrected=corrected)
    assert (ours.depends_on, ours.is_place) == (("a/2", "b/3"), True)
    plain = Claim("key/own", "Section 1", Kind.IDENTITY, "title", Definition("d"), corrected)
    assert not plain.is_place
    assert not Claim("key/own", "Section 1", Kind.IDENTITY, "title").is_place


class _Verdicts:
    """A claim of which only verdicts are known."""

    def __init__(self, printed: Verdict | None, corrected: Verdict | None, standing: Verdict | None) -> None:
        found = (None if each is None else Outcome(each) for each in (printed, corrected, standing))
        self.printed, self.corrected, self.standing = found


def test_a_whole_counts_its_parts_as_printed_or_as_they_stand() -> None:
    parts: Any = {
        "a": _Verdicts(Verdict.REFUTED, Verdict.CHECKED, Verdict.CHECKED),
        "b": _Verdicts(None, Verdict.PROVED, Verdict.PROVED),
        "c": _Verdicts(None, None, None),
    }
    for corrected, verdict in ((False, Verdict.REFUTED), (True, Verdict.CHECKED)):
        found = Whole("t", ("a", "b", "c"), corrected).conclude(Outcome(Verdict.PROVED, {"method": "m"}, 0.1), parts)
        steps = [{"claim": "a", "verdict": verdict.value}, {"claim": "b", "verdict": "proved"}]
        assert found == Outcome(verdict, {"method": "m", "steps": steps}, 0.1)
