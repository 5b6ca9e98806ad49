"""Chains whose sentence grants all of the conclusion: their crosschecks see a planted defect in it."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from verify.calculus import Chain
from verify.ledger.collect import claims
from verify.statements import AllOf, Case, FiniteCheck
from verify.statements.outcome import Settings, Verdict, as_arb, is_exact

TWICE = Fraction(2)
CHAINS: dict[tuple[str, str], Fraction] = {
    ("kent/alg5/hadamard", "a diagonal block"): TWICE,
    ("kent/alg5/hadamard", "off the diagonal blocks"): TWICE,
    ("kent/alg5/hadamard", "off the diagonal"): TWICE,
    ("kent/alg5/hadamard", "the rotation"): TWICE,
    ("kent/alg5/hadamard", "the rotation, off the diagonal"): TWICE,
}
"""The claim and its part ("" where it has none), and by what factor a wrong bound is stronger.

At the points of the crosscheck no bound is loose by more. An equation is off by a thousandth.
"""


def chain_of(id_: str, part: str) -> Chain:
    claim = claims()[id_]
    statement: Any = claim.corrected or claim.printed
    found = dict(statement.parts)[part] if isinstance(statement, AllOf) else statement
    assert isinstance(found, Chain)
    return found


def planted(check: FiniteCheck, factor: Fraction) -> FiniteCheck:
    def cases(settings: Settings) -> Iterator[Case]:
        for case in check.cases(settings):
            if check.sense == "==":
                yield replace(case, right=case.right + Fraction(1, 1000))
            else:
                stronger = 1 / factor if check.sense in ("<=", "<") else factor
                yield replace(case, right=case.right * (stronger if is_exact(case.right) else as_arb(stronger)))

    return replace(check, cases=cases)


@pytest.mark.parametrize(("id_", "part"), CHAINS)
def test_a_wrong_conclusion_is_seen(id_, part):
    (_, check), *others = chain_of(id_, part).crosschecks
    assert not others
    assert isinstance(check, FiniteCheck)
    assert check.check(Settings()).verdict is Verdict.CHECKED
    assert planted(check, CHAINS[id_, part]).check(Settings()).verdict is Verdict.REFUTED
