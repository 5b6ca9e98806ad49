"""How things are found on the site: the index, search and previews in a browser, ids in texts, numbered results."""

import json
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from notation.papers import LEDGER, papers
from tests.verify.site.browser import needs_chromium, seen_on
from tests.verify.site.test_pages import HOSTILE, run_like
from verify.ledger import reference
from verify.ledger.collect import claims
from verify.ledger.places import numbered_result
from verify.site.details import Details
from verify.site.names import page
from verify.site.search import search_index
from verify.site.site import Site, build
from verify.site.words import linked, typeset

IDS = ("zhao/thm2/lower", "zhao/eq63", "kent/lemma22/end")


def record(id_: str, **changes: Any) -> dict[str, Any]:
    """A record as a run has it, refuted as printed and proved as corrected."""
    claim = claims()[id_]
    side = {"conclusion": "", "hypotheses": [], "words": [], "depends_on": [], "evidence": {}}
    return {
        "id": id_,
        "paper": claim.paper,
        "location": claim.location,
        "title": claim.title,
        "kind": "inequality",
        "note": "",
        "correction": "the factor is 2, as zhao/eq63 says",
        "printed": side | {"statement": r"\varepsilon \le 2\mu", "verdict": "refuted"},
        "corrected": side | {"statement": r"\varepsilon \le 4\mu", "verdict": "proved"},
        "severity": "constant",
        "root": None,
        "theorem": None,
        "theorem_survives": None,
        "fingerprint": "made up",
    } | changes


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("find") / "report"
    with pytest.MonkeyPatch.context() as patched:
        # The gaps are slow to compute, and nothing is looked for in them.
        patched.setattr("verify.site.site.sandwiches", tuple)
        build(run_like([*map(record, IDS[:2]), record(IDS[2], title=HOSTILE)]), folder)
    return folder


def index(site: Path) -> list[list[str]]:
    text = (site / "search-index.js").read_text("utf-8")
    assert "<" not in text
    return list(json.loads(text.removeprefix("globalThis.ratecheckIndex=").removesuffix(";\n")))


def test_the_index_holds_every_claim_and_leads_to_its_page(site: Path) -> None:
    rows = {row[0]: row for row in index(site) if row[0]}
    assert set(rows) == set(IDS)
    for id_, row in rows.items():
        assert row[1] == f"claims/{page(id_)}"
        assert (site / row[1]).is_file()
        assert row[4:6] == ["refuted", "constant"]
        assert row[6] == "ε ≤ 2μ"
    assert rows[IDS[2]][2].startswith("</style>")


SEARCHED = """
const found = document.getElementById("found"), box = document.querySelector("input[type=search]"), answers = [];
for (const asked of %s) {
  if (asked !== null) {
    found.textContent = "";
    box.value = asked;
    box.dispatchEvent(new window.Event("input"));
  }
  for (let wait = 0; wait < 50 && !found.textContent; wait++) await new Promise(done => setTimeout(done, 20));
  answers.push([...document.querySelectorAll("#results a")].map(a => a.getAttribute("href")));
}
return answers;
"""
"""What search answers to each question; a null one stands in the page's address."""

QUESTIONS = {
    "zhao/thm2/lower": IDS[:1],
    "Theorem 2": IDS[:1],
    "epsilon mu eq63": (IDS[1], IDS[0], IDS[2]),
    "EPSILON lemma22": IDS[2:],
    "no such thing": (),
}


@needs_chromium
def test_search_finds(site: Path) -> None:
    """By id, place and words; Greek letters by name. An id or title of all words comes first."""
    told = seen_on(site, "search.html", SEARCHED % json.dumps([*QUESTIONS]))
    for (asked, ids), links in zip(QUESTIONS.items(), told, strict=True):
        of_claims = [link for link in links if link.startswith("claims/")]
        assert of_claims == [f"claims/{page(id_)}" for id_ in ids], asked


@needs_chromium
def test_an_address_with_a_question_is_answered(site: Path) -> None:
    (told,) = seen_on(site, "search.html?q=zhao%2Feq63+KL", SEARCHED % "[null]")
    assert told[0] == f"claims/{page('zhao/eq63')}"


TEN: dict[str, tuple[str, ...]] = {
    "Theorem 7": ("zhao/thm7/lower", "kent/thm7/lower", "label/thm7"),
    "thm 2": ("zhao/thm2/lower", "label/thm2"),
    "zhao theorem 2": ("zhao/thm2/lower",),
    "(53)": ("zhao/eq53", "kent/eq53"),
    "eq. 153": ("kent/eq153/increasing",),
    "Table 1": ("zhao/table1",),
    "Algorithm 1": ("zhao/alg1", "kent/alg1"),
    "privacy error": ("bassily/thm4.3/privacy",),
    "calculator": ("calculator.html",),
    "zhao/lemma7": ("zhao/lemma7",),
}
"""Ten questions, each with its first answers."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The search of a site with every claim of the reference runs: its index, and no other page."""
    folder = tmp_path_factory.mktemp("whole")
    records = [entry for key in papers() if (found := reference.read(key)) for entry in found.records.values()]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("verify.site.site.sandwiches", tuple)
        patched.setattr("verify.site.site.shelf", lambda _: None)
        patched.setattr("verify.site.site.collect", lambda entries, *_, **__: {e["id"]: Details() for e in entries})
        made = Site(run_like([entry | {"fingerprint": "made up"} for entry in records]), 1)
        (folder / "search-index.js").write_text(search_index(made._views, (), made._searched()), encoding="utf-8")
        (folder / "search.html").write_text(made._render("search.html", "search.html", "Search"), encoding="utf-8")
    text = (resources.files("verify.site") / "find.js").read_text("utf-8")
    (folder / "find.js").write_text(text, encoding="utf-8")
    return folder


def wrong_hits(site: Path) -> list[str]:
    """The questions whose first answers are not those expected."""
    told = seen_on(site, "search.html", SEARCHED % json.dumps([*TEN]))
    expected = [[id_ if id_.endswith(".html") else f"claims/{page(id_)}" for id_ in ids] for ids in TEN.values()]
    return [q for q, ids, links in zip(TEN, expected, told, strict=True) if links[: len(ids)] != ids]


@needs_chromium
def test_ten_questions_have_the_first_answers_that_a_reader_expects(whole: Path) -> None:
    """A place comes first, one result a paper. Planted: without the rule for places some go wrong."""
    assert wrong_hits(whole) == []
    script = whole / "find.js"
    kept = script.read_text("utf-8")
    script.write_text(kept.replace("const found = /^(?:([a-z]+)", "const found = /^never(?:([a-z]+)"), encoding="utf-8")
    try:
        assert {"Theorem 7", "(53)", "eq. 153"} <= set(wrong_hits(whole))
    finally:
        script.write_text(kept, encoding="utf-8")


@needs_chromium
def test_american_and_british_spellings_find_the_same(whole: Path) -> None:
    pairs = [("optimization", "optimisation"), ("neighbor", "neighbour"), ("regularized", "regularised")]
    told = seen_on(whole, "search.html", SEARCHED % json.dumps([word for pair in pairs for word in pair]))
    assert told[0::2] == told[1::2]
    assert told[0]
    assert told[2]


PREVIEW = """
const link = document.querySelector('main a[href$="zhao~eq63.html"]');
link.focus();
for (let wait = 0; wait < 50 && !document.querySelector(".preview"); wait++)
  await new Promise(done => setTimeout(done, 20));
const shown = document.querySelector(".preview")?.textContent ?? "";
const described = link.getAttribute("aria-describedby");
document.dispatchEvent(new window.KeyboardEvent("keydown", {key: "Escape"}));
return [shown, described, document.querySelectorAll(".preview").length];
"""


@needs_chromium
def test_a_link_to_a_claim_shows_what_it_says_and_escape_ends_it(site: Path) -> None:
    """The link stands in the text of a correction. Planted: without an index nothing opens."""
    shown, described, left = seen_on(site, "claims/zhao~thm2~lower.html", PREVIEW)
    assert claims()["zhao/eq63"].title.split()[0] in shown
    assert "ε ≤ 2μ" in shown
    assert described == "preview"
    assert left == 0
    kept = (site / "search-index.js").read_bytes()
    (site / "search-index.js").unlink()
    try:
        assert seen_on(site, "claims/zhao~thm2~lower.html", PREVIEW) == ["", None, 0]
    finally:
        (site / "search-index.js").write_bytes(kept)


def test_ids_in_texts_are_links_and_all_else_stays_text() -> None:
    found = linked("see zhao/eq63, (kent/lemma22/end). zhao/none: <b> alpha", lambda i: f"c/{i}" if i in IDS else None)
    assert found == (
        'see <a href="c/zhao/eq63">zhao/eq63</a>, (<a href="c/kent/lemma22/end">kent/lemma22/end</a>). '
        "zhao/none: &lt;b&gt; α"
    )


def test_what_an_id_is_follows_the_ledger_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words met under one ledger are set again under the next: where patterns were kept, no id of ours was a link."""
    monkeypatch.setenv(LEDGER, str(Path(__file__).parents[3] / "examples" / "djw"))
    papers.cache_clear()
    try:
        assert "<a " not in linked("see zhao/eq63", str)
        assert "<a " in linked("see djw/prop1", str)
    finally:
        monkeypatch.undo()
        papers.cache_clear()
    assert "<a " in linked("see zhao/eq63", str)
    assert typeset("zhao/thm2_lower") == "zhao/thm2_lower"


@pytest.mark.parametrize(
    ("location", "result"),
    [
        ("arXiv v1, Section 4.1, Theorem 2, (3); lower", "Theorem 2"),
        ("Appendix H.4, Lemma 16; Appendix I, (222)", "Lemma 16"),
        ("Section 3, Theorem 6 (i), (24)", "Theorem 6"),
        ("Theorem 3.1 and its proof in Section 5", "Theorem 3.1"),
        ("Appendix B.2, Lemma B.1", "Lemma B.1"),
        ("Appendix I, proof of Lemma 28, up to (239)", None),
        ("Section 4.1, text after Theorem 1", None),
        ("ours, for Theorem 3.2", None),
        ("Appendix B.2, proof of Lemma 4.2, after Levy et al. 2021, Lemma 2", None),
    ],
)
def test_numbered_results_are_told_from_their_proofs(location: str, result: str | None) -> None:
    found = numbered_result(location)
    assert (str(found) if found else None) == result


def test_every_numbered_result_of_the_papers_is_in_the_tables() -> None:
    """Theorems 1 to 12 of zhao and of label, without a gap: a location that no longer reads so would open one."""
    for key in ("zhao", "label"):
        found = {str(numbered_result(claim.location)) for claim in claims().values() if claim.paper == key}
        assert {f"Theorem {number}" for number in range(1, 13)} <= found
