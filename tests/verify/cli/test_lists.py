"""What `list`, `errata` and `show` choose and how they write it; the table of commands; ids that are nearly right."""

import json
import pydoc
import re
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import click
import pytest

from notation.papers import papers
from tests.verify.cli.command_line import CommandLine, strict
from verify.cli import _COMMANDS, commands
from verify.cli.ledger import _Shown
from verify.kernel.calculus import LE_CAM
from verify.ledger import lock
from verify.ledger.catalogue import Catalogue
from verify.ledger.collect import all_facts
from verify.ledger.findings import findings
from verify.ledger.reading import SEVERITIES, sides_of
from verify.ledger.reference import near
from verify.site.mathematics import tree
from verify.site.names import page


def test_the_help_says_what_the_commands_say(ratecheck: CommandLine) -> None:
    context = click.Context(commands)
    for name, (_, told) in _COMMANDS.items():
        command = commands.get_command(context, name)
        assert command is not None
        assert command.help is not None
        assert " ".join(command.help.split()).startswith(told.removesuffix("."))
        assert f"  {name} " in ratecheck("--help").out


def test_list_of_the_refuted_and_by_severity(ratecheck: CommandLine) -> None:
    refuted = {id_ for id_, entry in lock.load().items() if entry["printed"] == "refuted"}
    told = ratecheck("list", "--refuted", "--json").json["claims"]
    assert {row["id"] for row in told} == refuted
    graded: set[str] = set()
    for severity in SEVERITIES:
        found = {row["id"] for row in ratecheck("list", "--severity", severity, "--json").json["claims"]}
        assert found
        assert not found & graded
        graded |= found
    records = Catalogue().records
    assert graded == {id_ for id_ in refuted if records[id_]["severity"]}
    two = ratecheck("list", "--severity", "rate", "--severity", "privacy", "--json").json["claims"]
    assert {records[row["id"]]["severity"] for row in two} == {"rate", "privacy"}


def test_list_by_words(ratecheck: CommandLine) -> None:
    rows = ratecheck("list", "--search", "KASHIN net", "--json").json["claims"]
    assert "zhao/own/kashin-net" in [row["id"] for row in rows]
    claims = Catalogue().claims
    for row in rows:
        claim = claims[row["id"]]
        told = " ".join(map(str, (claim.id, claim.title, claim.statement, claim.note, claim.correction))).lower()
        assert "kashin" in told
        assert "net" in told
    assert ratecheck("list", "--search", "no claim holds these words", "--json").json["claims"] == []


def test_errata_chosen_by_id_paper_and_severity(ratecheck: CommandLine) -> None:
    every = ratecheck("errata", "--json").json["findings"]
    assert [f["id"] for f in every] == [f.root["id"] for f in findings(list(Catalogue().records.values()))]
    for arguments, keep in (
        (("--paper", "label"), lambda f: f["id"].startswith("label/")),
        (("--severity", "rate", "--severity", "privacy"), lambda f: f["severity"] in {"rate", "privacy"}),
        (("zhao/eq41*",), lambda f: any(i.startswith("zhao/eq41") for i in (f["id"], *f["places"]))),
        (("zhao/thm9/upper", "--paper", "zhao"), lambda f: "zhao/thm9/upper" in (f["id"], *f["places"])),
    ):
        document = ratecheck("errata", *arguments, "--json").json
        assert document["findings"] == [f for f in every if keep(f)] != every
        shown = {i for f in document["findings"] for i in (f["id"], *f["places"])}
        assert {entry["id"] for entry in document["claims"]} == shown
        assert (
            ratecheck("errata", *arguments, "--short")
            .out.splitlines()[-1]
            .startswith(f"{len(document['findings'])} of ")
        )


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("errata", "zhao/eq42"), "no finding"),
        (("errata", "zhao/nothing"), "no such claim"),
        (("errata", "--short", "--json"), "only one"),
        (("errata", "--format", "latex", "--short"), "only one"),
        (("errata", "--format", "word"), "'word' is not one of"),
        (("list", "--severity", "grave"), "'grave' is not one of"),
    ],
)
def test_wrong_use_is_one_line(ratecheck: CommandLine, arguments: tuple[str, ...], told: str) -> None:
    assert told in ratecheck(*arguments).refusal


def test_each_form_has_every_finding_its_release_and_fingerprint(ratecheck: CommandLine) -> None:
    document = ratecheck("errata", "--json").json
    release = document["reference"]["release"]
    records = Catalogue().records
    for form, start in (("latex", r"\item["), ("bibtex", "@misc{ratecheck:"), ("markdown", "## ")):
        parts = ratecheck("errata", "--format", form).out.split(f"\n{start}")
        parts[0] = parts[0].removeprefix(start)
        told = parts[1:] if form == "latex" else parts
        assert len(told) == len(document["findings"])
        for finding, text in zip(document["findings"], told, strict=True):
            record = records[finding["id"]]
            assert record["fingerprint"] in text
            assert f"ratecheck {release}" in text
            assert finding["severity"].lower() in text.lower()


def test_latex_is_balanced_and_its_text_escaped(ratecheck: CommandLine) -> None:
    text = ratecheck("errata", "--format", "latex").out
    assert text.count(r"\[") == text.count(r"\]") > 100
    prose = re.sub(r"\\\[.*?\\\]", "", text.split("\n", 1)[1])
    assert not re.search(r"(?<!\\)[#$%&_^~<>|]", prose)
    bare = re.sub(r"\\[{}]", "", text)
    depth = 0
    for character in bare:
        depth += (character == "{") - (character == "}")
        assert depth >= 0
    assert depth == 0
    for entry in re.split(r"\n\n(?=@)", re.sub(r"\\[{}]", "", ratecheck("errata", "--format", "bibtex").out).strip()):
        assert entry.count("{") == entry.count("}")
        assert entry.endswith("\n}")


def test_planted_signs_are_escaped() -> None:
    record = dict(next(r for r in Catalogue().records.values() if r["id"] == "zhao/eq55/55"))
    (finding,) = findings([record | {"title": r"50% of {x_1} & $\alpha$ ~ #2 ^ <a> | *b*", "theorem": None}])
    from verify.site.citing import FORMS

    assert r"50\% of \{x\_1\} \& \$\textbackslash{}alpha\$ \textasciitilde{} \#2" in FORMS["latex"]([finding], "1")
    assert r"50\% of \{x\_1\} \& \$" in FORMS["bibtex"]([finding], "1")
    assert r"50% of \{x\_1\} & \$\\alpha\$ \~ \#2 ^ \<a\> \| \*b\*" in FORMS["markdown"]([finding], "1")


def test_a_letter_to_the_authors_can_be_mailed(ratecheck: CommandLine) -> None:
    """It has an address, a date, every finding with how to run it again, and lines that a mail carries."""
    found = [f["id"] for f in ratecheck("errata", "--paper", "bassily", "--json").json["findings"]]
    text = ratecheck("errata", "--paper", "bassily", "--format", "letter").out
    assert text.startswith(f"To: {papers()['bassily'].authors}\n")
    assert f"\nDate: {date.today().isoformat()}\n" in text
    assert f"{len(found)} statements do not hold as printed" in " ".join(text.split())
    assert re.findall(r"^  Again: ratecheck verify (\S+)$", text, re.M) == found
    assert re.findall(r"^  Cite: ratecheck errata (\S+) --format bibtex$", text, re.M) == found
    assert re.findall(r"^  Page: errata/(\S+) of the report; fingerprint \w+$", text, re.M) == [*map(page, found)]
    for part in ("  The paper says: ", "  It fails: ", "  What follows: "):
        assert text.count(part) == len(found)
    broken = [line for line in text.splitlines() if not re.match(r"  (Again|Cite|Page): ", line)]
    assert [line for line in broken if len(line) > 78 and " " in line.strip()] == []
    assert "\\" not in text
    both = ratecheck("errata", "bassily/*", "zhao/thm6/lower", "--format", "letter").out
    assert re.findall("^To: .*", both, re.M) == [f"To: {papers()[key].authors}" for key in ("bassily", "zhao")]
    one = ratecheck("errata", "zhao/thm6/lower", "--format", "letter").out
    assert "1 statement does not hold as printed" in " ".join(one.split())
    assert re.findall(r"^\d+\. ", one, re.M) == ["1. "]
    laid = ratecheck("errata", "zhao/lemma7", "--format", "letter").out
    parts = ["  Corrected (proved): P", "    If: 2 ≤ n/K; ε ≤ 1; ", "    Let: Q", "    Domain: n/(2K) ∈ ℤ; "]
    assert sorted(parts, key=laid.index) == parts


def test_errata_in_a_terminal_are_unicode_in_lines_that_fit(ratecheck: CommandLine) -> None:
    lines = ratecheck("errata", "zhao/thm6/lower").out.splitlines()
    assert max(map(len, lines[:-1])) <= 98
    assert any("≳" in line for line in lines)
    assert "\\" not in "".join(lines)
    assert r"\gtrsim" in ratecheck("errata", "zhao/thm6/lower", "--latex").out


def test_mathematics_between_dollars_is_read(ratecheck: CommandLine) -> None:
    text = ratecheck("errata", "--format", "markdown", "--severity", "privacy").out
    formulas = re.findall(r"(?<!\\)\$(.+?)(?<!\\)\$", text)
    assert len(formulas) >= 4
    for formula in formulas:
        assert isinstance(tree(formula), ET.Element)


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("zhao/eq55/54x", "zhao/eq55/54"),
        ("ZHAO/DEF1", "zhao/def1"),
        ("eq55/54", "zhao/eq55/54"),
        ("zhao/lema3", "zhao/lemma3"),
        ("kent/lemma-27", "kent/lemma27"),
    ],
)
def test_what_may_be_meant(ratecheck: CommandLine, asked: str, meant: str) -> None:
    told = near(asked, lock.load())
    assert meant in re.findall(r"[^\s,?]+/[^\s,?]+", told)
    assert meant in ratecheck("show", asked).refusal
    assert meant in ratecheck("errata", asked).refusal
    assert meant in ratecheck("verify", asked).refusal


def test_nothing_is_meant_by_what_is_far() -> None:
    assert near("zzzzzzzzzzzz", lock.load()) == ""
    assert near("", lock.load()) == ""
    assert near("q" * 100_000, lock.load()) == ""


def test_show_writes_unicode_or_latex(ratecheck: CommandLine) -> None:
    told = ratecheck("show", "zhao/eq55/55", "--unicode").out
    assert "printed, as judged: Var μ̂ ≤ σ²/(m n) + 2(3h + 2Δ)²/(n ε²)" in told
    assert "\\" not in told
    latex = ratecheck("show", "zhao/eq55/55", "--latex").out
    assert r"\frac{\sigma^2}{mn}" in latex
    # No terminal: the same.
    assert ratecheck("show", "zhao/eq55/55").out == latex


def test_evidence_is_written_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    """Of every claim; a Python value would have its quotes, its braces or its None."""
    records = list(Catalogue().records.values())
    shown = _Shown({"claims": records}, "zhao", latex=True)
    for record in records:
        for side in sides_of(record):
            told = {name: value for name, value in side.items() if name != "layout"}
            shown.part("printed", told | {"statement": "", "letters": [], "says": "", "differs": ""})
            text = capsys.readouterr().out
            assert not _PYTHON.search(text), (record["id"], text)
    shown.part("printed", {"statement": "", "verdict": "open", "words": [], "evidence": {"rows": [{"x": [None, "y"]}]}})
    assert "    x = none, y\n" in capsys.readouterr().out
    assert _PYTHON.search(str({"x": [None, "y"]}))


_PYTHON = re.compile(r"\['|\{'|'\]|'\}|\bNone\b|: True\b|: False\b")


def test_facts_lists_every_fact_with_its_grade_and_proof(ratecheck: CommandLine) -> None:
    rows = ratecheck("facts", "--json").json
    assert [row["name"] for row in rows] == [fact.name for fact in all_facts()]
    for row, fact in zip(rows, all_facts(), strict=True):
        assert list(row)[:5] == ["name", "grade", "proof", "source", "statement"]
        assert row["proof"] in (None, "chain") or row["proof"].startswith("rocq:")
        # A theorem that is not proved here is an axiom, and nothing else is one.
        assert row["grade"] == {"theorem": "theorem" if row["proof"] else "axiom"}.get(fact.grade, fact.grade)
        assert (row["source"], row["statement"]) == (fact.citation, fact.latex())
    proved = {row["name"]: row["proof"] for row in rows}
    assert proved["private divergence"] is not None
    assert proved["Markov"] == "rocq:fact_Markov"
    assert proved["Fano"] is None


def test_every_fact_is_imported_by_its_line_and_has_an_example_where_it_is_called(ratecheck: CommandLine) -> None:
    rows = {row["name"]: row for row in ratecheck("facts", "--json").json}
    assert len(rows) == len(all_facts())
    for fact in all_facts():
        row, here = rows[fact.name], dict[str, Any]()
        exec(row["import"], here)
        assert here[row["call"].partition("(")[0]] is fact
        assert len(row["arguments"]) == len(fact.letters)
        assert len(row["hypotheses"]) == len(fact.statement.hypotheses)
    cited = [row for row in rows.values() if row["example"]]
    assert len(cited) > len(rows) * 3 // 4
    for row in cited:
        module, line = re.fullmatch(r"(\S+), line (\d+)", row["example"]["at"]).groups()
        source = Path(find_spec(module).origin).read_text("utf-8").splitlines()
        assert row["example"]["code"].partition("(")[0] in source[int(line) - 1]


def test_a_fact_is_found_by_what_it_says_and_takes(ratecheck: CommandLine) -> None:
    for words in (["WorstRisk", "le cam"], ["LE_CAM"], ["Yu 1997", "protocol"], ["class of laws", "two points"]):
        names = [row["name"] for row in ratecheck("facts", *words, "--json").json]
        assert "Le Cam, two points" in names
    assert "lemma Le Cam, two points" in repr(LE_CAM)
    told = pydoc.plain(pydoc.render_doc(LE_CAM))
    for part in (
        "given Member(P, F)",
        "m: a whole number, at least 1",
        "from verify.kernel.calculus.facts.information import",
    ):
        assert part in told
    assert pydoc.plain(pydoc.render_doc(type(LE_CAM))).count("A fact: from its arguments a statement") == 1


def test_facts_finds_by_words_and_shows_what_they_say(ratecheck: CommandLine) -> None:
    found = ratecheck("facts", "bretagnolle", "HUBER").out.splitlines()
    assert re.match(r"(?:axiom       -|theorem     rocq:\S+) +Bretagnolle and Huber: ", found[0])
    assert "TV(P, Q) ≤ 1 − " in found[1]
    assert found[2:6] == [
        "    from verify.kernel.calculus.facts.information import BRETAGNOLLE_HUBER",
        "    BRETAGNOLLE_HUBER(P, Q)",
        "        P: any law",
        "        Q: any law",
    ]
    assert re.fullmatch(r"1 facts: (?:axiom: 1 \(0|theorem: 1 \(1) proved here\)", found[-1])
    assert len(ratecheck("facts").out.splitlines()) == len(all_facts()) + 1
    assert (
        "WORDS = 'Bretagnolle Stirling': no fact has all of these words"
        in ratecheck("facts", "Bretagnolle", "Stirling").refusal
    )


def test_a_claim_shows_its_axioms_and_lemmas_by_name_and_number(ratecheck: CommandLine, tmp_path: Path) -> None:
    run = tmp_path / "run.json"
    claim = "bassily/own/central-rate"
    ratecheck("verify", claim, "--json", run)
    document = strict(run.read_text())
    side = next(entry for entry in document["claims"] if entry["id"] == claim)["corrected"]
    assert side["axioms"] == ["optimal composition"]
    assert "optimal composition" in {fact.name for fact in all_facts()}
    # Of the papers' claims none rests on a lemma without a proof; one of a ledger of one's own may.
    assert not any(sides.get("lemmas") for entry in document["claims"] for sides in sides_of(entry))
    side["lemmas"] = ["first lemma", "second lemma"]
    run.write_text(json.dumps(document))
    shown = ratecheck("show", claim, "--run", run).out
    assert "  axioms: 1 (theorems of the literature, not proved here): optimal composition\n" in shown
    assert "  lemmas: 2 (not proved here): first lemma; second lemma\n" in shown
