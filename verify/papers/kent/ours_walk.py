"""Beside kent Example 1: our walk to the mean, its privacy, its risk below its explicit bound, and how far the optimum is."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache

from lowerbounds.mean.best import best
from notation.symbols import Delta, epsilon
from upperbounds.mean import ours
from upperbounds.protocols.walk import Walk
from verify.risk.laws import SignLaw
from verify.risk.walk import exact_walk_risk
from verify.statements import AllOf, Case, FiniteCheck, PlanPrivacy
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings

NAMED = ((1000, 100, 1.0), (2000, 100, 2.0), (5000, 20, 1.0), (100_000, 1000, 1.0))
"""n, T and alpha at which the papers' estimators are 21 to 142 times above the best lower bound."""
HARD = ((500, 100_000, 1.0), (1000, 1_000_000, 1.0), (500, 1_000_000, 1.0))
"""Where users are few for so many places that the mean may have: they pay for two walks."""
MEANS = tuple(Fraction(i, 8) for i in range(9))
_OVER = "(n, T, alpha) = (1000, 100, 1), (2000, 100, 2), (5000, 20, 1), (100000, 1000, 1), (500, 100000, 1), (1000, 10^6, 1), (500, 10^6, 1)"
_ROUNDED = r"\text{the rounding of the recursion in floats}"
_SMALL = Walk("walk", 40, 4, 2.0, 1 / 9, 9, 3, 4, (4, 3, 2, 1, 1), 8, 3, 3, 6, 5, 2)
"""With every kind of round: groups of three walk, some recentre, some watch, the others send by windows."""
_TWO = replace(_SMALL, again=(2, 1), close=5, needed=2)
"""Where too few are near, groups of three walk again; else they send by windows as well."""


@cache
def _bound(n: int, m: int, alpha: float) -> Fraction:
    return Fraction(ours.bound(n, m, alpha, 1.0).value)


def _told(n: int, m: int, alpha: float) -> dict[str, object]:
    return {"n": n, "T": m, "alpha": alpha}


def risks(times: int = 1) -> Iterator[Case]:
    """So many times the exact risk, its error added, beside the explicit bound: +-1 data of some means."""
    for n, m, alpha in NAMED + HARD:
        plan = ours.walk(n, m, alpha, 1.0)
        # The walk at these sizes is one: the fall-back to one round has no steps.
        assert plan.steps
        for mean in MEANS:
            found = exact_walk_risk(plan, SignLaw(float(mean)))
            risk = Fraction(found.value) + Fraction(found.error)
            yield Case({**_told(n, m, alpha), "mean": str(mean)}, times * risk, _bound(n, m, alpha))


def _risks(_: Settings) -> Iterator[Case]:
    yield from risks()


def gaps(times: int = 10) -> Iterator[Case]:
    """The explicit bound beside so many times the best certified lower bound, which is rounded down."""
    for n, m, alpha in NAMED + HARD:
        yield Case(_told(n, m, alpha), _bound(n, m, alpha), times * Fraction(best(n, m, alpha).value))


def _gaps(_: Settings) -> Iterator[Case]:
    yield from gaps()


def in_symbols(plan: Walk) -> Walk:
    """The plan at every epsilon, and for every half-width."""
    return replace(plan, epsilon=epsilon, unit=Delta)


CLAIMS = (
    Claim(
        "kent/own/walk/privacy",
        "to Section 2.2.1: a walk to the mean, then clipped distances",
        Kind.PRIVACY,
        "every user of a walk spends epsilon once",
        None,
        AllOf(
            "",
            (
                ("every kind of round", PlanPrivacy("a walk of 40 users", lambda: in_symbols(_SMALL))),
                ("two walks", PlanPrivacy("two walks of 40 users", lambda: in_symbols(_TWO))),
                (
                    "as it runs",
                    PlanPrivacy("the walk at n = 1000, T = 100", lambda: in_symbols(ours.walk(1000, 100, 1.0, 1.0))),
                ),
            ),
        ),
        note="The groups that walk, those who recentre, those who watch and those who refine are different users, and each "
        "sends one message: the spends do not add.",
    ),
    Claim(
        "kent/own/walk/risk",
        "to Section 2.2.1: a walk to the mean, then clipped distances",
        Kind.UPPER_RATE,
        "the exact risk is at most the explicit bound",
        None,
        FiniteCheck(
            r"\mathbb E(\hat\mu-\mu)^2\le V_0(\mu)",
            f"{_OVER}; +-1 data of means 0, 1/8, ..., 1; V_0 is the recursion over the walk's steps, worst over all laws",
            _risks,
            granted=_ROUNDED,
        ),
        note="The bound is computed without the law: from the largest mean excess of a user mean (Hoeffding) by a recursion over "
        "distances. The risk is computed with it: the law of the centre, step by step.",
    ),
    Claim(
        "kent/own/walk/gap",
        "to Section 2.2.1, Example 1: the best lower and the best upper bound",
        Kind.UPPER_RATE,
        "the walk's bound is within ten times the best certified lower bound",
        None,
        FiniteCheck(
            r"\text{the walk's explicit bound}\le10\cdot\text{the largest certified lower bound}",
            _OVER,
            _gaps,
            granted=_ROUNDED,
        ),
        note="kent's and zhao's estimators, and one round of all users, are 21 to 142 times above the lower bound at the first "
        "four. The lower bound is van Trees' inequality with the contraction of Fisher information by tanh(alpha/2)^2, or, for "
        "many samples, by what a private message keeps of a nearly normal score, up to pi/2 times less.",
    ),
)
