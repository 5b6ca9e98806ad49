"""What of a paper has claims: the lists of what it numbers, and that nothing in them is lost."""

import re

import pytest

from notation.papers import papers
from verify.ledger.collect import claims
from verify.ledger.coverage import contents, coverage, coverage_line, covered, read
from verify.ledger.places import places
from verify.ledger.reading import Record

LIST = """
(1)-(4)
Theorem 1, 2
Section 4, 4.1
without content:
(3): defines the risk
"""


def _records() -> list[Record]:
    return [
        {"paper": id_.partition("/")[0], "location": claim.location, "printed": claim.printed}
        for id_, claim in claims().items()
    ]


def test_what_is_listed_has_claims_or_asserts_nothing_or_is_missing() -> None:
    found = covered(read(LIST), ["Section 4.1, (1)-(2)", "Theorem 2, proof"])
    told = [[str(place) for place in part] for part in (found.claimed, found.without, found.missing)]
    assert told == [["(1)", "(2)", "Theorem 2", "Section 4", "Section 4.1"], ["(3)"], ["(4)", "Theorem 1"]]
    assert found.counts() == {"claims": 5, "without_content": 1, "missing": 2, "of": 8}
    assert coverage_line({"a": found.counts()}).startswith("of 8 numbered displays")


def test_a_claim_at_what_asserts_nothing_is_a_contradiction() -> None:
    with pytest.raises(ValueError, match=r"\(3\): without content, but a claim is there"):
        covered(read(LIST), ["(3)"])


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("without content:\n(3): defines the risk\n(3): again", "once"),
        ("without content:\n(7): not listed", "listed place"),
        ("without content:\n(2):  ", "what it does"),
    ],
)
def test_faults_below_are_named(line: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        read("(1)-(4)\n" + line)


@pytest.mark.parametrize("line", ["Theorem 2, 2", "(2)-(5)\n(4)", "nothing here", "Section 4.1-5.2"])
def test_faults_above_are_named(line: str) -> None:
    with pytest.raises(ValueError, match="contents"):
        read(line)


def test_each_paper_lists_all_displays_from_the_first_to_the_last() -> None:
    """A gap in the numbers would hide a display; the copy of kent has no (131)."""
    last = {"zhao": 238, "kent": 241, "bassily": 3, "label": 196}
    for key in papers():
        known = contents(key)
        assert known is not None
        numbers = [place.first[0][0] for place in known.numbered if place.kind == "equation"]
        assert numbers == [k for k in range(1, last[key] + 1) if (key, k) != ("kent", 131)]


def test_no_claim_is_at_a_place_that_the_paper_does_not_list() -> None:
    """A claim's own place is one of those that its paper numbers."""
    astray = []
    for record in _records():
        known = contents(record["paper"])
        assert known is not None
        listed = {place.kind for place in known.numbered} - {"Example"}
        for place in places(record["location"]) if record["printed"] else ():
            if place.kind in listed and not any(place.holds(item) or item.holds(place) for item in known.numbered):
                astray.append((record["location"], str(place)))
    assert astray == []


MISSING: dict[str, list[str]] = {"zhao": [], "kent": [], "bassily": [], "label": []}
"""What has content and no claim at its place yet."""


def test_what_misses_claims_is_known() -> None:
    found = coverage(_records())
    assert {key: [str(place) for place in of_paper.missing] for key, of_paper in found.items()} == MISSING
    assert sum(of_paper.counts()["of"] for of_paper in found.values()) == 967


def test_a_part_of_a_paper_has_no_coverage() -> None:
    assert coverage([record for record in _records() if not re.match("zhao|kent", record["paper"])][:-1]).keys() == {
        "bassily"
    }
