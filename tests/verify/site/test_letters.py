"""A page of errata is a letter that can be sent: what it must have, and that it prints."""

import re
from html import unescape
from pathlib import Path

import pytest

from notation.papers import papers
from tests.verify.site.browser import needs_chromium
from tests.verify.site.handouts import sheets
from tests.verify.site.test_pages import run_like
from verify.ledger import reference
from verify.ledger.findings import findings
from verify.site.names import anchor, page
from verify.site.site import build

IDS = ("zhao/lemma7", "zhao/thm6/lower", "bassily/lemmaB.1", "kent/lemma22/end")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    records = []
    for id_ in IDS:
        found = reference.read(id_.partition("/")[0])
        assert found is not None
        records.append(found.records[id_])
    folder = tmp_path_factory.mktemp("letters") / "report"
    with pytest.MonkeyPatch.context() as patched:
        # The gaps are slow to compute, and no letter shows them.
        patched.setattr("verify.site.site.sandwiches", tuple)
        build(run_like(records), folder)
    return folder


def letter_defects(text: str, key: str, ids: list[str]) -> list[str]:
    """What a letter on findings of a paper lacks."""
    paper, plain = papers()[key], " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())
    parts = {
        "the address": f"To {paper.authors}",
        "who writes": "From [your name and address]",
        "the version": f"Judged: {paper.version}",
        "what computed it": "Computed by ratecheck ",
        "how to answer": "How to answer:",
        "how to run it again": "How to run it again:",
        **{f"the command of {id_}": f"ratecheck show {id_}" for id_ in ids},
    }
    defects = [name for name, words in parts.items() if words not in plain]
    if not re.search(r"<dt>Date</dt><dd><time>\d{4}-\d\d-\d\d</time>", text):
        defects.append("the date")
    for id_ in ids:
        own = f"@misc{{ratecheck:{id_}," in plain
        if not own and not (f'id="{anchor(id_)}"' in text and f'<a href="{page(id_)}">errata/' in text):
            defects.append(f"the link and the BibTeX of {id_}")
    return defects


def test_every_letter_is_addressed_dated_and_can_be_answered_and_cited(site: Path) -> None:
    """Of a paper and of a single finding; each part that is taken out is missed."""
    for id_ in IDS:
        key = id_.partition("/")[0]
        text = (site / "errata" / page(id_)).read_text("utf-8")
        assert letter_defects(text, key, [id_]) == []
        assert f'href="../errata/{page(id_)}"' in (site / "claims" / page(id_)).read_text("utf-8")
    whole = (site / "errata" / "zhao.html").read_text("utf-8")
    ids = [id_ for id_ in IDS if id_.startswith("zhao/")]
    assert letter_defects(whole, "zhao", ids) == []
    for planted, defect in (
        (papers()["zhao"].authors, "the address"),
        ("<time>", "the date"),
        ("Judged: ", "the version"),
        ("How to answer", "how to answer"),
        (f"ratecheck show {IDS[1]}", f"the command of {IDS[1]}"),
        (f'<a href="{page(IDS[1])}">', f"the link and the BibTeX of {IDS[1]}"),
    ):
        assert letter_defects(whole.replace(planted, ""), "zhao", ids) == [defect]


def test_a_letter_has_all_findings_of_its_paper(site: Path) -> None:
    for key in ("zhao", "bassily", "kent"):
        found = reference.read(key)
        assert found is not None
        ours = findings([found.records[id_] for id_ in IDS if id_.startswith(f"{key}/")])
        text = (site / "errata" / page(key)).read_text("utf-8")
        assert text.count("<article") == len(ours)


@needs_chromium
def test_a_finding_prints_on_two_sheets_with_what_is_folded(site: Path) -> None:
    """On paper nothing can be unfolded: without the rule for letters the conditions would be missing."""
    path = site / "errata" / page("zhao/lemma7")
    assert sheets(path) <= 2
    sheet = (site / "style.css").read_text("utf-8")
    assert ".letter ~ dl.facts details::details-content" in sheet[sheet.index("@media print") :]
