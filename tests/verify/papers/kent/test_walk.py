"""The claims of our walk: what is planted in them is refuted."""

from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from fractions import Fraction

import pytest

from upperbounds.protocols.coordinate_walk import CoordinateWalk
from upperbounds.protocols.protocol import Protocol
from upperbounds.protocols.walk import Walk
from verify.kernel.statements import Case, FiniteCheck, PlanPrivacy
from verify.kernel.statements.outcome import Settings, Verdict
from verify.ours.kent import walk

PLANTED: dict[str, Callable[[], Iterable[Case]]] = {
    "twice the risk": lambda: walk.risks(2),
    "five times the best lower bound": lambda: walk.gaps(5),
    "twice the risk of vectors": lambda: walk.vector_risks(2),
    "six times the best lower bound of the cube": lambda: walk.vector_gaps("mean-linf", lambda _: 6),
    "eight times that of the l_1 ball": lambda: walk.vector_gaps("mean-l1", lambda _: 8),
    "60 times that of the l_2 ball": lambda: walk.vector_gaps("mean-l2", lambda d: min(7 * d, 60)),
}


@pytest.mark.parametrize("planted", PLANTED.values(), ids=PLANTED)
def test_planted_defects_are_refuted(planted: Callable[[], Iterable[Case]]) -> None:
    found = FiniteCheck("planted", "planted", lambda _: planted()).check(Settings())
    assert found.verdict is Verdict.REFUTED


def test_a_walk_whose_watchers_refine_too_is_refuted() -> None:
    class Twice(Walk):
        def protocol(self) -> Protocol:
            *first, last = super().protocol().rounds
            again = replace(last, users=range(last.users.start - self.watching, self.n))
            return Protocol(self.name, self.n, (*first, again))

    small = walk.in_symbols(walk._SMALL)
    twice = Twice(**{field.name: getattr(small, field.name) for field in fields(Walk)})
    assert PlanPrivacy("once", lambda: small).check(Settings()).verdict is Verdict.CHECKED
    assert PlanPrivacy("once", lambda: small, Fraction(1, 2)).check(Settings()).verdict is Verdict.REFUTED
    assert PlanPrivacy("twice", lambda: twice).check(Settings()).verdict is Verdict.REFUTED
    assert PlanPrivacy("twice", lambda: twice, Fraction(2)).check(Settings()).verdict is Verdict.CHECKED


def test_a_walk_whose_channels_are_built_for_twice_the_budget_is_not_checked() -> None:
    """Losses are multiples of a channel's own epsilon: what it is must be the plan's."""
    small = walk.in_symbols(walk._SMALL)

    class Loose(Walk):
        def protocol(self) -> Protocol:
            return replace(small, epsilon=2 * small.epsilon).protocol()

    loose = Loose(**{field.name: getattr(small, field.name) for field in fields(Walk)})
    found = PlanPrivacy("loose", lambda: loose).check(Settings())
    assert found.verdict is Verdict.OPEN
    assert "a channel for 2*epsilon, where 1 of epsilon is told" in found.evidence["reason"]


def test_walks_to_coordinates_with_a_user_in_two_folds_are_refuted() -> None:
    shared = walk._SHARED.exact()

    class Overlapping(CoordinateWalk):
        def protocol(self) -> Protocol:
            first, *late = super().protocol().rounds
            return Protocol(self.name, self.n, (replace(first, users=range(first.users.stop + 1)), *late))

    class Whole(CoordinateWalk):
        share = Fraction(1)

    given = {field.name: getattr(shared, field.name) for field in fields(CoordinateWalk)}
    assert PlanPrivacy("once", lambda: shared).check(Settings()).verdict is Verdict.CHECKED
    assert PlanPrivacy("half", lambda: shared, Fraction(1, 2)).check(Settings()).verdict is Verdict.REFUTED
    assert PlanPrivacy("overlapping", lambda: Overlapping(**given)).check(Settings()).verdict is Verdict.REFUTED
    assert PlanPrivacy("twice", lambda: Whole(**given)).check(Settings()).verdict is not Verdict.CHECKED
