"""`ratecheck show`, `errata`, `graph` and `impact`: what they print about a run, and about a file that is not one."""

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.verify.cli.command_line import CommandLine, entries
from verify.ledger.collect import claims, dependents
from verify.ledger.findings import finding_line
from verify.ledger.reading import SEVERITIES, verdicts


def test_show_says_what_the_run_found(ratecheck: CommandLine, run_file: Path) -> None:
    for entry in entries(run_file):
        told = ratecheck("show", entry["id"], "--run", run_file)
        assert told.status == 0
        assert told.out.startswith(f"{entry['id']}: {entry['title']}\n")
        if entry["printed"]:
            printed = entry["printed"]
            own = f"none of its own; of its parts: {printed['parts']}" if "parts" in printed else printed["verdict"]
            assert f"verdict: {own}" in told.out
            parts = printed.get("layout", {"conclusions": [printed["statement"]]})
            assert [one for group in parts.values() for one in group if one not in told.out] == []
        assert entry["fingerprint"] in told.out
        document = ratecheck("show", entry["id"], "--run", run_file, "--json").json
        assert document == entry | {"dependents": dependents(entry["id"])}


def test_show_runs_what_it_needs(ratecheck: CommandLine) -> None:
    ran = ratecheck("show", "bassily/lemmaB.1/a", "--json", "--fresh")
    assert ran.status == 0
    assert ran.json["id"] == "bassily/lemmaB.1/a"
    assert "bassily/lemmaB.1/a" in ran.err


def test_show_of_a_claim_that_the_run_lacks(ratecheck: CommandLine, run_file: Path) -> None:
    assert "not in the run" in ratecheck("show", "zhao/def1", "--run", run_file).refusal


def test_show_of_a_beginning_shows_what_begins_so(ratecheck: CommandLine) -> None:
    found = ratecheck("show", "zhao/thm2", "--json").json
    assert found["group"] == "zhao/thm2"
    assert {"zhao/thm2/lower", "zhao/thm2/floor"} <= {part["id"] for part in found["claims"]}
    assert all(part["id"].startswith("zhao/thm2/") for part in found["claims"])
    text = ratecheck("show", "zhao/thm2/").out
    assert "zhao/thm2/lower: " in text
    assert "printed: refuted" in text
    # A claim that also begins others is shown itself.
    assert "verdict: " in ratecheck("show", "label/eq113").out


def test_errata_of_a_run_without_findings(ratecheck: CommandLine, run_file: Path, tmp_path: Path) -> None:
    document = json.loads(run_file.read_text("utf-8"))
    document["claims"] = [entry for entry in document["claims"] if verdicts(entry)["printed"] != "refuted"]
    path = tmp_path / "run.json"
    path.write_text(json.dumps(document), "utf-8")
    assert ratecheck("errata", "--run", path).out.startswith("0 findings, 0 more about sentences on figures; ")


def test_errata_are_the_refuted(ratecheck: CommandLine, run_file: Path) -> None:
    refuted = [e["id"] for e in entries(run_file) if verdicts(e)["printed"] == "refuted"]
    assert refuted
    document = ratecheck("errata", "--run", run_file, "--json").json
    assert [entry["id"] for entry in document["claims"]] == refuted
    told = document["findings"]
    assert {id_ for finding in told for id_ in (finding["id"], *finding["places"])} == set(refuted)
    costs = [SEVERITIES.index(finding["severity"]) for finding in told if not finding["about_figure"]]
    assert costs == sorted(costs)
    short = ratecheck("errata", "--run", run_file, "--short").out.splitlines()
    assert [line.split()[0] for line in short[:-1]] == [finding["id"] for finding in told]
    assert short[-1] == finding_line(entries(run_file))
    assert short[-1].startswith(f"{len(told)} findings")
    long = ratecheck("errata", "--run", run_file).out
    assert long.count("counterexample:") == len(told) < len(refuted)
    assert "None" not in long


def test_graph_and_impact_are_each_others_inverse(ratecheck: CommandLine, run_file: Path) -> None:
    edges = ratecheck("graph", "--run", run_file, "--json").json["edges"]
    assert edges == [[claim.id, below] for claim in claims().values() for below in claim.depends_on]
    ((below, most),) = Counter(under for _, under in edges).most_common(1)
    assert most == len(dependents(below))
    fallen = ratecheck("impact", below, "--json").json
    assert (fallen["schema"], fallen["id"]) == ("ratecheck/1", below)
    reached = more = {below}
    while more:
        more = {above for above, under in edges if under in reached} - reached
        reached = reached | more
    assert set(fallen["falls"]) == reached - {below}
    groups, above = {claim.id for claim in claims().values() if claim.is_place}, reached - {below}
    counted = (
        f"{len(above - groups)} of {len(claims()) - len(groups)} claims and {len(above & groups)} of {len(groups)}"
    )
    assert f"{counted} groups depend on {below}" in ratecheck("impact", below).out


def test_graph_of_one_claim_is_what_it_leans_on(ratecheck: CommandLine, run_file: Path) -> None:
    document = ratecheck("graph", "bassily/lemmaB.1/b", "--run", run_file, "--json").json
    assert set(document["standing"]) == {"bassily/lemmaB.1/b"} | {below for _, below in document["edges"]}
    tree = ratecheck("graph", "bassily/lemmaB.1/b", "--run", run_file).out.splitlines()
    assert tree[0].startswith("bassily/lemmaB.1/b  [")
    assert all(line.startswith("  ") for line in tree[1:])


def test_impact_takes_a_run(ratecheck: CommandLine, run_file: Path) -> None:
    there = {e["id"] for e in entries(run_file)}
    below, above = next((id_, d) for id_ in sorted(there) for d in dependents(id_) if d in there)
    assert f"{above}  [" in ratecheck("impact", below, "--run", run_file).out
    assert above in ratecheck("impact", below, "--run", run_file, "--json").json["standing"]


@pytest.mark.parametrize("command", [("show", "zhao/def1"), ("errata",), ("graph",), ("impact", "zhao/def1")])
@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "{",
        "[]",
        '{"schema": "ratecheck/1", "claims": []}',
        '{"schema": "ratecheck/2"}',
        '{"schema": "ratecheck/2", "claims": {"id": 1}}',
        '{"schema": "ratecheck/2", "claims": [1]}',
        '{"schema": "ratecheck/2", "claims": [{"id": "zhao/def1"}]}',
        "[" * 200_000,
        "list",
    ],
)
def test_a_bad_run_file_is_one_line(
    ratecheck: CommandLine, tmp_path: Path, command: tuple[str, ...], text: str | None
) -> None:
    path = tmp_path / "run.json"
    if text is not None:
        path.write_text(ratecheck("list", "--json").out if text == "list" else text)
    assert "run = " in ratecheck(*command, "--run", path).refusal
    assert "is a directory" in ratecheck(*command, "--run", tmp_path).refusal
