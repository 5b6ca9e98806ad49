"""The claims of our walk under moments: what is planted in them is refuted."""

from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from fractions import Fraction

import pytest

from notation.symbols import Delta, epsilon
from upperbounds.protocols.protocol import Protocol
from upperbounds.protocols.walk import Walk
from verify.kernel.statements import Case, FiniteCheck, PlanPrivacy
from verify.kernel.statements.outcome import Settings, Verdict
from verify.ours.zhao.heavy_tails import walk

PLANTED: dict[str, Callable[[], Iterable[Case]]] = {
    "twice the risk": lambda: walk.risks(2),
    "five times the best lower bound": lambda: walk.gaps(5),
    "the excess of one and a half times as much": lambda: walk.excesses(Fraction(3, 2)),
}


@pytest.mark.parametrize("planted", PLANTED.values(), ids=PLANTED)
def test_planted_defects_are_refuted(planted: Callable[[], Iterable[Case]]) -> None:
    found = FiniteCheck("planted", "planted", lambda _: planted()).check(Settings())
    assert found.verdict is Verdict.REFUTED


def test_a_walk_in_which_a_user_sends_twice_is_refuted() -> None:
    class Twice(Walk):
        def protocol(self) -> Protocol:
            *first, last = super().protocol().rounds
            again = replace(last, users=range(last.users.start - self.watching, self.n))
            return Protocol(self.name, self.n, (*first, again))

    small = replace(walk._SMALL, epsilon=epsilon, unit=Delta)
    twice = Twice(**{field.name: getattr(small, field.name) for field in fields(Walk)})
    assert PlanPrivacy("once", lambda: small).check(Settings()).verdict is Verdict.CHECKED
    assert PlanPrivacy("twice", lambda: twice).check(Settings()).verdict is Verdict.REFUTED
