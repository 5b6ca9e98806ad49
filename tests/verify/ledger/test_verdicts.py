"""What every verdict of the ledger owes its reader: no claim is named here, and none is left out.

The verdicts themselves stand in the lock, and a run of the ledger is compared with it.
"""

import pytest

from verify.kernel.statements import Definition, FiniteCheck, Inequality, Undecided, Whole
from verify.kernel.statements.claim import Kind
from verify.kernel.statements.outcome import Settings, Verdict
from verify.ledger import lock
from verify.ledger.collect import claims

LOCKED = lock.load()
REFUTED = [id_ for id_, entry in LOCKED.items() if entry["printed"] == "refuted"]
FIRM = {"proved", "checked", "argued"}
OPEN = {f"kent/experiment4/{part}" for part in ("constant", "improve", "item", "races", "superior")}
"""Sentences on a figure of data that are not ours."""


def standing(id_: str) -> str | None:
    entry = LOCKED[id_]
    beside = entry["printed"] in (None, "refuted", "open") and entry["corrected"]
    return entry["corrected"] if beside else entry["printed"]


def test_only_what_is_measured_is_merely_supported_and_only_what_lacks_data_is_open() -> None:
    for id_, claim in claims().items():
        if standing(id_) is None:
            assert claim.kind is Kind.DEFINITION, id_
        else:
            assert standing(id_) in ({"open"} if id_ in OPEN else FIRM | {"supported"}), id_


def test_a_severity_and_a_correction_go_with_a_refutation() -> None:
    for id_, claim in claims().items():
        left_open = isinstance(claim.printed, Undecided | Definition | Whole)
        shown_instead = left_open and claim.corrected is not None and LOCKED[id_]["printed"] in (None, "open")
        assert (claim.severity is not None) == (id_ in REFUTED), id_
        assert bool(claim.correction) == (id_ in REFUTED or shown_instead), id_


def test_the_theorem_that_a_refuted_step_serves_is_decided() -> None:
    for id_ in REFUTED:
        assert standing(claims()[id_].theorem) in FIRM, id_


@pytest.mark.parametrize("id_", [i for i in REFUTED if isinstance(claims()[i].printed, FiniteCheck)])
def test_a_counterexample_has_two_routes_and_its_sides_apart(id_: str) -> None:
    printed = claims()[id_].printed
    assert isinstance(printed, FiniteCheck)
    found = printed.check(Settings())
    assert found.verdict is Verdict.REFUTED
    assert "left_second_route" in found.evidence
    (low, high), (right_low, right_high) = found.evidence["left"], found.evidence["right"]
    apart = high < right_low or low > right_high
    assert apart or (printed.sense in ("<", ">") and low == right_high), "a strict relation alone fails by equality"


def test_a_text_is_never_proved() -> None:
    """What is displayed and no check reads is argued at best."""
    for id_, claim in claims().items():
        for side, statement in (("printed", claim.printed), ("corrected", claim.corrected)):
            if getattr(statement, "text", "") and not claim.is_place:
                assert LOCKED[id_][side] != "proved", (id_, side)
            elif isinstance(statement, Inequality) and LOCKED[id_][side]:
                assert LOCKED[id_][side] in ("proved", "refuted"), id_


@pytest.mark.parametrize(
    "id_",
    [
        "kent/appG.1/p/votes",
        "kent/eq108/b",
        "kent/own/bessel",
        "kent/lemma21",
        "kent/own/fano",
        "label/prop1",
        "label/privacy2",
        "zhao/eq100/mass",
        "zhao/lemma5",
        "zhao/eq134",
    ],
)
def test_the_full_profile_gives_the_verdict_of_the_quick_one(id_: str) -> None:
    claim = claims()[id_]
    statement = claim.corrected or claim.printed
    assert statement is not None
    quick, full = (statement.check(Settings(quick=quick)) for quick in (True, False))
    assert quick is not None
    assert full is not None
    assert full.verdict is quick.verdict
    assert full.verdict.value in FIRM
