"""What a plan's privacy says of each user, with channels of known losses, at its multiple and next to it."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
import sympy

from upperbounds.channels.budget import PartOfBudget
from upperbounds.channels.response import KaryResponse
from upperbounds.protocols.protocol import Protocol, Round
from verify.kernel.statements import PlanPrivacy
from verify.kernel.statements.outcome import Outcome, Settings, Verdict

EPS = sympy.Symbol("epsilon", positive=True)


def answer(users: range, share: Fraction = Fraction(1), budget: Any = None) -> Round:
    """Users answer once, for a share of epsilon."""
    channel: Any = KaryResponse(2, EPS * sympy.Rational(share) if budget is None else budget)
    whole = channel if share == 1 else PartOfBudget(channel, share)
    return Round("ask", users, lambda samples: samples, lambda _: whole, lambda messages, _: messages)


@dataclass
class Plan:
    """A plan of such rounds."""

    rounds: tuple[Round, ...]
    n: int = 6

    def protocol(self) -> Protocol:
        """Its rounds."""
        return Protocol("planted", self.n, self.rounds)


def found(*rounds: Round, multiple: Fraction = Fraction(1)) -> Outcome:
    """What is found of the plan."""
    plan: Any = Plan(rounds)
    return PlanPrivacy("this plan", lambda: plan, multiple).check(Settings())


ROUNDS = (answer(range(4), Fraction(1, 2)), answer(range(2, 6), Fraction(1, 3)))
"""Users 1 and 2 spend 1/2, users 3 and 4 5/6, users 5 and 6 1/3."""


def test_a_plan_spends_epsilon_where_nothing_else_is_said() -> None:
    """Not half of it, and not twice."""
    for share, verdict in ((Fraction(1), Verdict.CHECKED), (Fraction(3, 2), Verdict.REFUTED)):
        plan: Any = Plan((answer(range(6), share),))
        assert PlanPrivacy("this plan", lambda plan=plan: plan).check(Settings()).verdict is verdict


def test_every_user_is_told_with_what_they_spend() -> None:
    outcome = found(*ROUNDS)
    assert outcome.verdict is Verdict.CHECKED
    told = outcome.evidence
    assert told["spend"] == [
        {"users": "1..2", "spend": "1/2 epsilon"},
        {"users": "3..4", "spend": "5/6 epsilon"},
        {"users": "5..6", "spend": "1/3 epsilon"},
    ]
    assert (told["left"], told["right"], told["slack"]) == ([5 / 6, 5 / 6], [1.0, 1.0], pytest.approx(1 / 6))
    assert (told["left_exact"], told["right_exact"]) == ("5/6 epsilon", "1 epsilon")
    assert told["set"] == "this plan, 6 users: every epsilon > 0, every pair of user data sets"


@pytest.mark.parametrize(
    ("multiple", "verdict"),
    [(Fraction(5, 6), Verdict.CHECKED), (Fraction(5, 6) - Fraction(1, 10**30), Verdict.REFUTED)],
)
def test_a_plan_may_spend_its_multiple_and_no_more(multiple: Fraction, verdict: Verdict) -> None:
    outcome = found(*ROUNDS, multiple=multiple)
    assert outcome.verdict is verdict
    shown = {"users": "3..4", "spend": "5/6 epsilon"} if verdict is Verdict.REFUTED else None
    assert outcome.evidence.get("parameters") == shown
    assert outcome.evidence["slack"] == float(multiple - Fraction(5, 6))


def test_a_channel_is_built_for_its_share_of_one_budget() -> None:
    for odd in (answer(range(4), Fraction(1, 2), EPS), answer(range(4), budget=2 * EPS)):
        assert found(odd, answer(range(4, 6))).evidence["reason"].startswith("round 'ask': a channel for")
    # Shares within shares are multiplied.
    inner = PartOfBudget(PartOfBudget(KaryResponse(2, EPS / 6), Fraction(1, 2)), Fraction(1, 3))
    nested = Round("ask", range(6), lambda samples: samples, lambda _: inner, lambda messages, _: messages)
    assert found(nested).evidence["left_exact"] == "1/6 epsilon"
    assert found(answer(range(6), budget=1.5)).evidence["left_exact"] == "1 epsilon"


@pytest.mark.parametrize(
    ("multiple", "latex"),
    [(Fraction(1), r"\varepsilon"), (Fraction(3, 2), r"3/2\,\varepsilon"), (2, r"2\,\varepsilon")],
)
def test_the_multiple_is_displayed(multiple: Any, latex: str) -> None:
    statement = PlanPrivacy("this plan", lambda: Plan(()), multiple)  # type: ignore[arg-type, return-value]
    assert statement.latex() == rf"\text{{this plan: every user's worst log-ratio}} \le {latex}"


@pytest.mark.parametrize("multiple", [0, Fraction(-1), 1.0, True, "1"])
def test_a_multiple_is_an_exact_positive_number(multiple: Any) -> None:
    with pytest.raises(ValueError, match="must be an exact positive number"):
        PlanPrivacy("this plan", lambda: Plan(()), multiple)  # type: ignore[arg-type, return-value]
