"""What the suites of planted defects share: a defect in the code, a defect in a statement, and verdicts without any."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from verify.kernel.statements.outcome import Outcome, Settings, Verdict
from verify.ledger.collect import claims

Patch = pytest.MonkeyPatch
GOOD = {Verdict.PROVED, Verdict.CHECKED, Verdict.ARGUED, Verdict.SUPPORTED}


@dataclass(frozen=True)
class Planted:
    """A defect planted in the code, and the claim whose check must change its verdict."""

    name: str
    plant: Callable[[Patch], None]
    caught_by: str
    side: str = "printed"


@dataclass(frozen=True)
class Altered:
    """A defect planted in a statement, and the claim that the statement belongs to."""

    name: str
    caught_by: str
    alter: Callable[[Any], Any]
    side: str = "corrected"


@cache
def honest_verdict(id_: str, side: str) -> Verdict:
    """The verdict without any defect, found once."""
    return outcome(id_, side).verdict


def outcome(id_: str, side: str) -> Outcome:
    statement = getattr(claims()[id_], side)
    found = statement.check(Settings())
    assert found is not None
    return found
