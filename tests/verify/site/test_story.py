"""`show`, `graph` and `impact` tell what the pages tell: the same verdicts, dependencies and evidence."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.verify.cli.command_line import CommandLine
from verify.cli.verification import run_document
from verify.kernel.statements.outcome import Settings
from verify.ledger.collect import claims, with_premises
from verify.ledger.run import run
from verify.site.names import page
from verify.site.site import build

ROOTS = ("zhao/family/two-point", "kent/alg2", "kent/sec5.2", "bassily/lemmaB.1", "bassily/appA/8", "label/eq121")
"""Constructions, an algorithm, a packing, a lemma, a bound with a chain below it: refuted, proved and ours."""

JUDGED = ("proved", "argued", "checked", "supported", "open", "refuted", "definition")


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, list[str]]:
    """A run of the roots and all below them, as a file and as a site."""
    folder = tmp_path_factory.mktemp("story")
    reached = {claim.id for claim in with_premises([claims()[id_] for id_ in ROOTS])}
    # In the ledger's order, as `verify` writes a run.
    chosen = [claim for claim in claims().values() if claim.id in reached]
    document = run_document(run(chosen, Settings()))
    (folder / "run.json").write_text(json.dumps(document), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patched:
        # The gaps are slow to compute, and no page that is looked at shows them.
        patched.setattr("verify.site.site.sandwiches", tuple)
        build(document, folder / "site")
    return folder / "run.json", folder / "site", [claim.id for claim in chosen]


@pytest.fixture
def ratecheck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


def of_page(site: Path, id_: str) -> dict[str, Any]:
    """What a claim's page says, read from its HTML."""
    text = (site / "claims" / page(id_)).read_text("utf-8")
    place = re.search(r'<p class="place">(.*?)</p>', text, re.S)
    assert place is not None

    def listed(name: str) -> str:
        found = re.search(rf"<dt>{name}</dt><dd>(.*?)</dd>", text, re.S)
        assert found is not None
        return unescape(re.sub(r"<[^>]*>", "", found.group(1)))

    badges = re.findall(r">(?:parts, )?(printed|corrected|ours): (\w+)<", place.group(1))
    return {
        "verdicts": {"corrected" if name == "ours" else name: verdict for name, verdict in badges},
        "of its parts": ">parts, " in place.group(1),
        "depends on": listed("depends on").split(", "),
        "used by": listed("used by").split(", "),
        "all": listed("with all dependencies"),
    }


def test_show_tells_what_the_page_tells(told: tuple[Path, Path, list[str]], ratecheck: CommandLine) -> None:
    run_file, site, ids = told
    inside = set(ids)
    for id_ in ids:
        seen = of_page(site, id_)
        out = ratecheck("show", id_, "--run", run_file).out
        side = (
            r"^(printed|corrected|shown instead|ours)(?:, as judged)?:.*\n(?:(?!  verdict: )  .*\n)*"
            r"  verdict: (?:none of its own; of its parts: )?(\w+)"
        )
        parts = re.findall(side, out, re.M)
        found = {side if side == "printed" else "corrected": verdict for side, verdict in parts if verdict != "none"}
        assert found == seen["verdicts"], id_
        assert ("verdict: none of its own" in out) == seen["of its parts"], id_
        for name in ("depends on", "used by"):
            line = re.search(rf"^{name}: (.*)$", out, re.M)
            assert line is not None
            listed = [other for other in line.group(1).split(", ") if other in inside] or ["nothing"]
            assert listed == seen[name], (id_, name)
        whole = re.search(r"^with all dependencies: (.*)$", out, re.M)
        assert whole is not None
        assert whole.group(1) == seen["all"], id_


def test_the_words_for_a_severity_are_those_of_the_page(
    told: tuple[Path, Path, list[str]], ratecheck: CommandLine
) -> None:
    run_file, site, ids = told
    refuted = 0
    for id_ in ids:
        out = ratecheck("show", id_, "--run", run_file).out
        line = re.search(r"^severity: (.*); theorem (\S*): (.*)$", out, re.M)
        text = (site / "claims" / page(id_)).read_text("utf-8")
        costs = re.search(r"<b>What it costs:</b> (.*?)(?: \(|\.</p>)", text)
        assert (line is None) == (costs is None), id_
        if line is not None and costs is not None:
            refuted += 1
            severity, consequence = unescape(costs.group(1)).split("; ")
            assert severity == line.group(1)
            assert line.group(3) in consequence
    assert refuted > 3


def test_graph_marks_what_the_drawing_shows(told: tuple[Path, Path, list[str]], ratecheck: CommandLine) -> None:
    run_file, site, _ = told
    compared = 0
    for root in ROOTS:
        tree = re.findall(r"^ *(\S+)  \[(.*)\]$", ratecheck("graph", root, "--run", run_file).out, re.M)
        marks = dict(tree)
        text = (site / "claims" / page(root)).read_text("utf-8")
        for id_, words in marks.items():
            drawn = re.search(rf'<a [^>]*class="([^"]*)"[^>]*href="{re.escape(page(id_))}"', text) or re.search(
                rf'<a [^>]*href="{re.escape(page(id_))}"[^>]*class="([^"]*)"', text
            )
            if drawn is None:
                continue
            compared += 1
            border, fill = (re.search(rf"{kind}-(\w+)", drawn.group(1)) for kind in ("border", "fill"))
            assert border is not None
            assert fill is not None
            assert ("refuted as printed" in words) == (border.group(1) == "refuted"), (root, id_)
            assert ("not printed" in words) == (border.group(1) == "ours"), (root, id_)
            evidence = re.search(r"with all dependencies (\w+)", words)
            assert (evidence.group(1) if evidence else words.split(";")[0]) == fill.group(1), (root, id_)
            assert words.split(";")[0] in JUDGED
    assert compared > 10


def test_impact_is_what_the_pages_reach_upwards(told: tuple[Path, Path, list[str]], ratecheck: CommandLine) -> None:
    run_file, site, ids = told
    inside = set(ids)
    for below in ("kent/sec5.2/count", "kent/alg2/privacy"):
        out = ratecheck("impact", below, "--run", run_file).out
        falls = {line.split()[0] for line in out.splitlines()[:-1]} & inside
        reached: set[str] = set()
        waiting = [below]
        while waiting:
            for above in of_page(site, waiting.pop())["used by"]:
                if above != "nothing" and above not in reached:
                    reached.add(above)
                    waiting.append(above)
        assert reached
        assert falls == reached
