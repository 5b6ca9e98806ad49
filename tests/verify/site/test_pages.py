"""The pages of the report: links, ids, well-formedness, names of drawings, escaping, the same bytes again."""

import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from notation.papers import papers
from notation.parameters import ParameterError
from tests.verify.site.browser import browser_defects, needs_chromium
from tests.verify.site.site_checks import Page, site_defects
from tests.verify.site.weight import ERRATA, FIRST, WHOLE, weight_defects
from verify.cli.verification import run_document
from verify.kernel.statements import AllOf
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings
from verify.ledger import reference
from verify.ledger.collect import all_facts, claims, select
from verify.ledger.findings import findings
from verify.ledger.fingerprint import fingerprint
from verify.ledger.reading import SEVERITIES, verdicts
from verify.ledger.run import run
from verify.ledger.schema import Mark
from verify.site.details import details
from verify.site.names import anchor, page
from verify.site.site import Site, build
from verify.site.views import fact_view
from verify.site.words import ARXIV

SLICE = (
    "bassily/lemmaB.1*",
    "zhao/eq41*",
    "zhao/lemma2",
    "kent/lemma22/end",
    "bassily/sec5/7/step",
    "kent/alg2/privacy",
    "zhao/own/prop1-b",
    "zhao/family/two-point/laws",
    "zhao/own/slope/m",
    "label/eq156",
)
"""Refuted in a part, on a family and at a point; a derivation, a whole, a privacy plan; constructions, a slope."""

HOSTILE = "</style><script>alert(1)</script> \"'&<b>x</b> ${x} {{ 6007*7919 }}"


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """A run of the slice."""
    chosen = [claim for pattern in SLICE for claim in select((pattern,))]
    return run_document(run(list(dict.fromkeys(chosen)), Settings()))


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    """A run file with a record of every claim, made up: each has a verdict and no evidence, nothing is run."""
    records = []
    for claim in claims().values():
        sides = {
            name: {
                "statement": side.latex(),
                "verdict": None if claim.is_place else made_up(claim, name),
                **({"parts": made_up(claim, name)} if claim.is_place else {}),
                "conclusion": side.latex(),
                "hypotheses": [],
                "words": [],
                "depends_on": list(side.premises),
                "evidence": {
                    "steps": [{"claim": id_, "verdict": made_up(claims()[id_], name)} for id_ in side.premises]
                },
            }
            if (side := getattr(claim, name))
            else None
            for name in ("printed", "corrected")
        }
        records.append(
            {
                **{name: getattr(claim, name) for name in ("id", "paper", "location", "title", "note", "correction")},
                **sides,
                "kind": (Kind.PLACE if claim.is_place else claim.kind).value,
                "severity": claim.severity.value if claim.severity and not claim.is_place else None,
                "root": claim.root,
                "theorem": claim.theorem,
                "theorem_survives": None,
                "fingerprint": "made up",
            }
        )
    return run_like(records)


def made_up(claim: Claim, name: str) -> str:
    """Refuted is what has a correction, as printed."""
    return "refuted" if name == "printed" and claim.printed and claim.corrected else "proved"


def run_like(records: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "schema": "ratecheck/2",
        "seed": 0,
        "profile": "quick",
        "versions": {"ratecheck": "0"},
        "claims": records,
        "summary": {"unexpected": []},
    }


@pytest.fixture(scope="module")
def site(document: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "report"
    build(document, folder)
    return folder


@pytest.fixture(scope="module")
def whole_site(whole: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole") / "report"
    build(whole, folder)
    return folder


@pytest.fixture(params=["slice", "whole"])
def any_site(request: pytest.FixtureRequest, site: Path, whole_site: Path) -> Path:
    return site if request.param == "slice" else whole_site


def test_every_page_is_well_formed_and_every_link_resolves(any_site: Path) -> None:
    assert site_defects(any_site) == []


@needs_chromium
def test_every_page_fits_a_telephone_and_a_desk(site: Path) -> None:
    pages = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    assert len(pages) > 25
    assert browser_defects(site, pages, (390, 768, 1280)) == []


def test_listings_that_overspend_are_told_apart_from_privacy(site: Path, tmp_path: Path) -> None:
    """None in the slice: no sentence. With one, of kind privacy and graded listing, both pages name it."""
    for name in ("index.html", "errata.html"):
        assert "coded literally" not in (site / name).read_text("utf-8")
    found = run_document(run(select(("kent/alg12/privacy",)), Settings()))
    (record,) = found["claims"]
    assert (record["kind"], record["severity"]) == ("privacy", "listing")
    build(found, tmp_path / "report")
    for name in ("index.html", "errata.html"):
        text = (tmp_path / "report" / name).read_text("utf-8")
        assert (
            '1 further listing, coded literally, spends more than declared (<a href="claims/kent~alg12~privacy' in text
        )


def test_lost_is_explained_where_factors_are_shown(site: Path) -> None:
    assert 'id="lost"' in (site / "glossary.html").read_text("utf-8")
    pages = [path.read_text("utf-8") for path in (site / "claims").glob("*.html")]
    told = [text for text in pages if "In numbers at" in text]
    assert told
    assert all('href="../glossary.html#lost"' in text for text in told)


def test_every_severity_is_explained(site: Path) -> None:
    text = (site / "glossary.html").read_text("utf-8")
    for severity in SEVERITIES:
        assert f'<th scope="row">{severity}</th>' in text


def test_no_page_is_too_heavy(site: Path, tmp_path: Path) -> None:
    """The whole report is weighed by `.ci/run`; here the rule, and what it finds."""
    assert weight_defects(site) == []
    (tmp_path / "errata").mkdir()
    for name, size in (("index.html", 200_001), ("errata/kent.html", ERRATA), ("errata/zhao.html", ERRATA + 1)):
        (tmp_path / name).write_bytes(b"x" * size)
    assert [defect.partition(":")[0] for defect in weight_defects(tmp_path)] == ["index.html", "errata/zhao.html"]
    (tmp_path / "search-index.js").write_bytes(b"x" * WHOLE)
    assert weight_defects(tmp_path)[-1].startswith(f"all files: {WHOLE + FIRST + 1 + 2 * ERRATA + 1:,} bytes")


def test_the_errata_of_every_paper_are_light() -> None:
    """As the reference runs have them."""
    records = [entry for key in papers() if (found := reference.read(key)) for entry in found.records.values()]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("verify.site.site.sandwiches", tuple)
        made = Site(run_like([entry | {"fingerprint": "made up"} for entry in records]), 1)
    pages = {paper.key: made._errata_of(paper) for paper in made._papers}
    assert len(pages) == 4
    sizes = {name: len(text.encode()) for name, text in {**pages, "all": made._errata()}.items()}
    assert {name: size for name, size in sizes.items() if size > ERRATA} == {}
    assert len(made._index().encode()) < FIRST


def test_every_claim_has_a_page(whole_site: Path) -> None:
    pages = {path.name for path in (whole_site / "claims").iterdir()}
    assert pages == {page(id_) for id_ in claims()}
    assert {path.name for path in (whole_site / "papers").iterdir()} == {page(key) for key in papers()}


def test_every_refuted_claim_stands_among_the_errata(whole_site: Path, whole: dict[str, Any]) -> None:
    """Each error once, and the claims and places that repeat it or fall with it beneath."""
    text = "".join((whole_site / "errata" / page(key)).read_text("utf-8") for key in papers())
    refuted = [r["id"] for r in whole["claims"] if verdicts(r)["printed"] == "refuted"]
    roots = [finding.root["id"] for finding in findings(whole["claims"])]
    assert len(refuted) > len(roots) > 100
    assert text.count("<article") == len(roots)
    for id_ in roots:
        assert f"<code>ratecheck show {id_}</code>" in text
        assert f'<a href="{page(id_)}">errata/' in text
    for id_ in refuted:
        assert f'href="../claims/{page(id_)}"' in text, id_
    assert {path.name for path in (whole_site / "errata").iterdir()} == {page(k) for k in (*papers(), *roots)}
    listed = (whole_site / "errata.html").read_text("utf-8")
    for id_ in roots:
        key = id_.partition("/")[0]
        assert len(re.findall(rf'href="errata/{key}\.html#{re.escape(anchor(id_))}"', listed)) == 1, id_


def test_no_statement_of_the_ledger_is_shown_as_code(whole_site: Path) -> None:
    for path in whole_site.rglob("*.html"):
        assert 'class="tex"' not in path.read_text("utf-8"), path.name


def test_the_pages_ask_for_nothing_from_elsewhere(any_site: Path) -> None:
    for path in any_site.rglob("*"):
        # A licence names where its work is from, and no page loads it.
        if path.is_file() and path.name != "stix-two-math-OFL.txt":
            text = path.read_text("utf-8").replace('url("data:font/woff2;base64,', "")
            assert "http:" not in text.replace("http://www.w3.org", "")
            # A link to a paper that is judged is followed by the reader alone.
            assert "https:" not in re.sub(rf'<a href="{re.escape(ARXIV)}[\d.v]+">', "", text)
            assert "@import" not in text
            assert "url(" not in text


def test_a_refuted_inequality_shows_where_it_fails(site: Path) -> None:
    pages = [
        (site / "claims" / f"{name}.html").read_text("utf-8") for name in ("kent~lemma22~end", "bassily~sec5~7~step")
    ]
    false, true = ([line for line in page.splitlines() if line.startswith('<svg class="plot"')] for page in pages)
    assert "The left side exceeds the right" in false[0]
    assert 'class="fails"' in false[0]
    assert "nowhere exceeds" in true[-1]
    assert 'class="fails"' not in true[-1]
    for told in ("Why it is false as printed", "the left side is 1.5 times the right", "Corrected", "What changes:"):
        assert told in pages[1]


def test_a_family_shows_its_ratio_and_a_plan_its_spend(site: Path) -> None:
    family = (site / "claims" / "zhao~eq41~c.html").read_text("utf-8")
    assert "the ratio of the left side to the right exceeds every constant" in family
    assert "it grows without bound" in family
    plan = (site / "claims" / "zhao~own~prop1-b.html").read_text("utf-8")
    assert "what each user spends" in plan
    assert "<td>1 ε</td>" in plan


def test_a_whole_that_is_false_in_its_parts_names_them(site: Path) -> None:
    text = (site / "claims" / "zhao~eq41.html").read_text("utf-8")
    assert ">parts, printed: refuted<" in text
    assert ">parts, corrected: " in text
    assert ">printed: " not in text
    assert "not graded" not in text
    assert 'False because of <a href="zhao~eq41~b.html">' in text


def test_a_list_counts_its_claims_and_its_places(whole_site: Path, whole: dict[str, Any]) -> None:
    for key in papers():
        text = (whole_site / "papers" / page(key)).read_text("utf-8")
        listed = [r for r in whole["claims"] if r["paper"] == key]
        places = sum(r["kind"] == "place" for r in listed)
        assert len(re.findall(r'<li class="v-\w+ k-\d+"', text)) == len(listed)
        told = f" and {places} groups of claims" if places else ""
        assert f"Shown of {len(listed) - places} claims{told}: " in text


def test_counts_have_denominators_and_fit_the_run(site: Path, document: dict[str, Any]) -> None:
    text = (site / "index.html").read_text("utf-8")
    own = [r for r in document["claims"] if r["kind"] != "place"]
    assert len(own) < len(document["claims"])
    printed = [r for r in own if r["printed"]]
    refuted = {r["id"]: r for r in printed if r["printed"]["verdict"] == "refuted"}
    assert f"{len(own)} claims of 4 papers" in text
    assert f"refuted</span> {len(refuted)} of {len(printed)}" in text
    errors = [r for r in refuted.values() if r["root"] not in refuted]
    assert not any(set(r["printed"]["depends_on"]) & set(refuted) for r in errors)
    assert len(errors) < len(refuted)
    for name in ("index.html", "errata.html"):
        text = (site / name).read_text("utf-8")
        assert f"{len(errors)} findings (" in text
        assert f"they appear in {len(refuted)} claims that are refuted as printed" in text
    assert len(re.findall(r'<li class="e-\d of-', text)) == len(errors)


def test_the_same_run_gives_the_same_bytes(
    site: Path, document: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Made once by this process, now with two workers from the run as a file has it."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    build(json.loads(json.dumps(document)), tmp_path / "two", 2)
    first, second = _files(site), _files(tmp_path / "two")
    assert first.keys() == second.keys()
    # Only the front page says when it was made, and the letters of errata on what day.
    day = re.compile(rb"<time>(.*?)</time>")
    differ = {name for name, text in first.items() if day.sub(b"", text) != day.sub(b"", second[name])}
    assert differ == {"index.html"}
    dated = {name for name, text in second.items() if day.search(text)}
    assert dated == {name for name in second if name.startswith("errata/")}
    assert day.search(second["errata/kent.html"])[1] == b"1970-01-01"  # type: ignore[index]
    made = re.compile(rb"<dt>made</dt><dd>(.*?)</dd>")
    assert made.search(second["index.html"])[1] == b"1970-01-01 00:00 UTC"  # type: ignore[index]
    assert made.sub(b"", first["index.html"]) == made.sub(b"", second["index.html"])


def _files(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_hostile_text_stays_text(document: dict[str, Any], tmp_path: Path) -> None:
    hostile = copy.deepcopy(document)
    entry = next(r for r in hostile["claims"] if r["id"] == "kent/lemma22/end")
    entry["id"] = f"kent/../../x {HOSTILE}"
    for name in ("title", "note", "location", "correction", "fingerprint"):
        entry[name] = HOSTILE
    entry["printed"]["statement"] = rf"\text{{{HOSTILE}}} \href{{javascript:alert(1)}}{{x}} <script>x</script>"
    entry["corrected"]["statement"] = HOSTILE
    entry["printed"] |= {"axioms": [HOSTILE], "lemmas": [HOSTILE]}
    entry["printed"]["evidence"] |= {
        "method": HOSTILE,
        "parameters": {HOSTILE: HOSTILE},
        "left_exact": HOSTILE,
        "textbook": [HOSTILE],
        "crosschecks": [{"crosscheck": HOSTILE, "verdict": "checked", "set": HOSTILE}],
        "steps": [{"claim": HOSTILE, "verdict": "proved"}],
        HOSTILE: HOSTILE,
    }
    hostile["versions"][HOSTILE] = HOSTILE
    hostile["summary"]["unexpected"] = [HOSTILE]
    build(hostile, tmp_path / "site")
    assert site_defects(tmp_path / "site") == []
    for path in (tmp_path / "site").rglob("*.html"):
        text = path.read_text("utf-8")
        # The search's own, and the calculator's or the map's.
        own = 3 if path.name == "calculator.html" else 2 if path.parent.name == "graphs" else 1
        assert text.count("<script") == own
        assert "javascript:" not in text.replace(r"\href{javascript:alert(1)}{x}", "")
        assert "47569433" not in text
    assert sorted(p.name for p in tmp_path.iterdir()) == ["site"]


def test_a_page_shows_axioms_and_lemmas_and_each_mark_is_explained(document: dict[str, Any], tmp_path: Path) -> None:
    resting = copy.deepcopy(document)
    entry = next(r for r in resting["claims"] if r["id"] == "kent/lemma22/end")
    entry["printed"] |= {"axioms": ["Fano", "Pinsker"], "lemmas": []}
    build(resting, tmp_path / "site")
    shown = (tmp_path / "site" / "claims" / page("kent/lemma22/end")).read_text("utf-8")
    assert "Axioms: 2 (theorems of the literature, not proved here): Fano; Pinsker." in shown
    assert "Lemmas: none." in shown
    trust = (tmp_path / "site" / "glossary.html").read_text("utf-8")
    assert all(f'<th scope="row">{mark}</th>' in trust for mark in get_args(Mark))
    facts = (tmp_path / "site" / "textbook.html").read_text("utf-8")
    for view in map(fact_view, (fact.title for fact in all_facts())):
        assert f'id="{view.key}"' in facts
        assert facts.split(f'id="{view.key}"')[1].split('<p class="small">')[1].startswith(view.grade)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda r: r["printed"].update(verdict="surely"), "verdict must be one of"),
        (lambda r: r.update(severity="terrible"), "severity must be one of"),
        (lambda r: r.update(title=3), "title must be string"),
        (lambda r: r.update(printed=None, corrected=None), "it has no statement"),
        (lambda r: r["printed"].update(evidence=[]), "evidence must be object"),
        (lambda r: r["printed"].update(depends_on=["kent/lemma22/end"]), "depend on each other"),
        (lambda r: r["printed"]["evidence"].update(steps=[3]), r"steps\[0\] must be object"),
        (lambda r: r.update(id="KENT/alg2/privacy"), "would be that of several claims"),
        (lambda r: r.update(id="kent/alg2/privacy"), "occurs twice"),
    ],
)
def test_a_run_that_is_none_is_refused_and_nothing_is_left(
    change: Any, told: str, document: dict[str, Any], tmp_path: Path
) -> None:
    broken = copy.deepcopy(document)
    change(next(r for r in broken["claims"] if r["id"] == "kent/lemma22/end"))
    with pytest.raises(ParameterError, match=told):
        build(broken, tmp_path / "site")
    assert list(tmp_path.iterdir()) == []


def planted() -> Iterator[tuple[str, str, str]]:
    """(what is found, what stands on a page, what a defect puts there)."""
    yield "leads nowhere", 'href="errata.html"', 'href="erratum.html"'
    yield "no such place", 'href="#main"', 'href="#mian"'
    yield "leaves the site", 'href="style.css"', 'href="https://example.org/style.css"'
    yield "stands twice", "<h1>", '<h1 id="main">'
    yield "closes", "</h1>", "</h2>"
    yield "is not closed", "</main>", ""
    yield "without a name", ' aria-label="Counts by paper and verdict"', ""
    yield "without alt text", "<h2>By paper</h2>", '<h2>By paper</h2><img src="style.css">'
    yield "without role", "<h2>By paper</h2>", "<h2>By paper</h2><svg></svg>"
    yield "without scope", '<th scope="col">paper</th>', "<th>paper</th>"
    yield "without a label", "<h2>By paper</h2>", '<h2>By paper</h2><input type="checkbox">'
    yield "a script", "<h2>By paper</h2>", '<h2 onclick="x()">By paper</h2>'
    yield "a script", "<h2>By paper</h2>", '<h2>By paper</h2><script src="other.js" defer></script>'
    yield "0 times the script", '<script src="find.js" defer></script>', ""
    yield "none above it", "<h2>As printed</h2>", "<h3>As printed</h3>"
    yield "an empty <a>", ">Errata</a>", "></a>"
    yield "which is not there", "<h2>By paper</h2>", '<section aria-labelledby="x"></section>'


@pytest.mark.parametrize(("found", "good", "bad"), list(planted()))
def test_planted_defects_are_found(found: str, good: str, bad: str, site: Path, tmp_path: Path) -> None:
    for name, content in _files(site).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    text = (tmp_path / "index.html").read_text("utf-8")
    assert good in text
    (tmp_path / "index.html").write_text(text.replace(good, bad, 1), "utf-8")
    assert any(found in defect for defect in site_defects(tmp_path))


def test_overlapping_boxes_are_found(site: Path) -> None:
    text = (site / "graphs" / "zhao.html").read_text("utf-8")
    boxes = max(Page(text).boxes, key=len)
    assert len(boxes) > 3
    first, second = boxes[:2]
    moved = text.replace(f'd="M{first[0]:g} {first[1]:g}h', f'd="M{second[0]:g} {second[1] + 5:g}h', 1)
    assert moved != text
    assert "two boxes of a graph overlap" in Page(moved).defects


def test_an_empty_run_gives_an_empty_report(tmp_path: Path) -> None:
    build(run_like([]), tmp_path / "site")
    assert site_defects(tmp_path / "site") == []
    assert "0 claims of 0 papers" in (tmp_path / "site" / "index.html").read_text("utf-8")


def test_a_page_lists_the_facts_of_all_parts() -> None:
    """And not of the weakest alone, whose evidence is shown."""
    claim = claims()["kent/appH.2/rate"]
    assert isinstance(claim.printed, AllOf)
    outcome = claim.printed.check(Settings())
    entry = {
        "id": claim.id,
        "fingerprint": fingerprint(claim),
        "printed": {"statement": claim.printed.latex(), "evidence": outcome.evidence},
    }
    listed = details(entry | {"corrected": None}).facts["printed"]
    each = [part.check(Settings()).evidence["textbook"] for _, part in claim.printed.parts]  # type: ignore[union-attr]
    assert set(listed) == set().union(*each)
    assert len(set(map(tuple, each))) > 1
