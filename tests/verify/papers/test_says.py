"""What the papers say: each printed claim has it, pages can show it, and how the judged statement differs is told."""

from dataclasses import replace

import pytest

from verify.kernel.statements.claim import Claim, Match
from verify.ledger.collect import claims
from verify.site.mathematics import statement


def faults(claim: Claim) -> list[str]:
    """What is wrong with the display of a printed claim."""
    found = []
    if not claim.says or claim.match is None:
        found.append("nothing is said of what the paper says")
    if claim.match is not None and (claim.match is Match.SAME) == bool(claim.differs.strip()):
        found.append("how it differs is told of what is the same, or not told of what differs")
    shown = str(statement(claim.says))
    if "<code" in shown or "\\" in shown:
        found.append("a page can't show it")
    return found


PRINTED = [claim for claim in claims().values() if claim.printed is not None]


def test_every_printed_claim_has_what_the_paper_says() -> None:
    assert len(PRINTED) == 937
    assert {claim.id: told for claim in PRINTED if (told := faults(claim))} == {}


def test_a_claim_of_ours_has_no_such_display() -> None:
    assert [claim.id for claim in claims().values() if claim.printed is None and (claim.says or claim.match)] == []


@pytest.mark.parametrize(
    "changed",
    [
        {"says": ""},
        {"match": None},
        {"match": Match.SAME, "differs": "a constant"},
        {"match": Match.READING, "differs": " "},
        {"says": r"\begin{x} 1"},
        {"says": r"\unknown{x}"},
    ],
)
def test_a_planted_fault_is_found(changed: dict[str, object]) -> None:
    (right,) = [claim for claim in PRINTED if claim.id == "zhao/def1"]
    assert faults(right) == []
    assert faults(replace(right, **changed))  # type: ignore[arg-type]
