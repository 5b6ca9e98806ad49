"""`ratecheck list` and `verify`, and what all commands share."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.verify.cli.command_line import SLICE, CommandLine, entries, strict
from verify.kernel.statements.outcome import WEAKNESS
from verify.ledger import lock
from verify.ledger.catalogue import Catalogue
from verify.ledger.collect import claims, select
from verify.ledger.schema import Side
from verify.program import CLOSED

RECORD = {"id", "paper", "location", "kind", "fingerprint", "printed", "corrected"} | {
    "severity",
    "theorem_survives",
    "expected",
}
VERDICTS = {verdict.value for verdict in WEAKNESS}


@pytest.fixture
def own_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout of its own with empty locks; the lock of bassily."""
    papers = tmp_path / "checkout" / "verify" / "papers"
    for key in ("zhao", "kent", "bassily", "label"):
        (papers / key).mkdir(parents=True)
    (tmp_path / "checkout" / "pyproject.toml").touch()
    monkeypatch.setattr(lock, "path", lambda key: papers / key / "lock.json")
    return papers / "bassily" / "lock.json"


def test_alone_it_helps_and_says_that_this_is_no_use(ratecheck: CommandLine) -> None:
    ran = ratecheck()
    assert ran.status == 2
    assert ran.out == ""
    assert "Usage: ratecheck" in ran.err
    assert "estimate" in ran.err


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help(ratecheck: CommandLine, flag: str) -> None:
    for command in (
        (),
        ("list",),
        ("verify",),
        ("show",),
        ("errata",),
        ("graph",),
        ("impact",),
        ("bound",),
        ("estimate",),
    ):
        ran = ratecheck(*command, flag)
        assert ran.status == 0
        assert ran.out.startswith("Usage: ratecheck")
    assert "privacy is lost" in " ".join(ratecheck("estimate", "mean", flag).out.split())


def test_version(ratecheck: CommandLine) -> None:
    assert ratecheck("--version").out.startswith("ratecheck, version ")


def test_list_json_has_the_contract(ratecheck: CommandLine) -> None:
    document = ratecheck("list", "--json", "--fresh").json
    assert set(document) == {"schema", "claims"}
    assert document["schema"] == "ratecheck/1"
    assert [row["id"] for row in document["claims"]] == list(claims())
    for row in document["claims"]:
        assert set(row) == {"id", "paper", "location", "kind", "title", "statement", "has_correction"}
        assert row["statement"]


def test_list_filters(ratecheck: CommandLine) -> None:
    rows = ratecheck("list", "--paper", "kent", "--kind", "privacy", "--json").json["claims"]
    assert rows
    assert {(row["paper"], row["kind"]) for row in rows} == {("kent", "privacy")}
    told = ratecheck("list", "--paper", "bassily").out.splitlines()
    groups = {claim.id for claim in claims().values() if claim.is_place}
    shown = {line.split()[0] for line in told[:-1]}
    assert len(shown) == len(told) - 1
    assert (
        told[-1] == f"{len(shown - groups)} of {len(claims()) - len(groups)} claims"
        f" and {len(shown & groups)} of {len(groups)} groups"
    )
    both = ratecheck("list", "--paper", "label", "--kind", "experiment", "--search", "no such words", "--json")
    assert both.json["claims"] == []


def test_ids_are_exact_and_a_star_crosses_slashes() -> None:
    assert [claim.id for claim in select(("zhao/eq41",))] == ["zhao/eq41"]
    assert {claim.id for claim in select(("zhao/eq41*",))} > {"zhao/eq41", "zhao/eq41/a"}
    assert [claim.id for claim in select(("zhao/*",))] == [id_ for id_ in claims() if id_.startswith("zhao/")]
    assert len(select(("*1",))) == len([id_ for id_ in claims() if id_.endswith("1")])


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "zhao/nothing"),
        ("show", ""),
        ("show", "ZHAO/DEF1"),
        ("show", "zhao/*"),
        ("graph", "zhao/nothing"),
        ("impact", "zhao/nothing"),
        ("verify", "zhao/nothing"),
        ("verify", "zhao/def1", "zhao/nothing*"),
        ("verify", "zhao/eq4"),
    ],
)
def test_an_unknown_id_is_one_line(ratecheck: CommandLine, arguments: tuple[str, ...]) -> None:
    refusal = ratecheck(*arguments).refusal
    assert repr(arguments[-1]) in refusal
    assert "no such claim" in refusal


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("nothing",), "No such command 'nothing'"),
        (("list", "--paper", "nobody"), "'nobody' is not one of"),
        (("list", "--kind", "guess"), "'guess' is not one of"),
        (("list", "extra"), "unexpected extra argument"),
        (("show",), "Missing argument"),
        (("verify", "--jobs", "0"), "--jobs"),
        (("verify", "--seed", "-1"), "--seed"),
        (("verify", "--seed", "x"), "--seed"),
        (("verify", "--profile", "slow"), "'slow' is not one of"),
        (("verify", "zhao/*", "--paper", "kent"), "no claim to check"),
    ],
)
def test_wrong_use_is_one_line(ratecheck: CommandLine, arguments: tuple[str, ...], told: str) -> None:
    assert told in ratecheck(*arguments).refusal


def test_verify_json_has_the_contract(run_file: Path) -> None:
    document = strict(run_file.read_text())
    assert set(document) == {"schema", "seed", "profile", "versions", "seal", "claims", "summary"}
    assert (document["schema"], document["seed"], document["profile"]) == ("ratecheck/2", 0, "quick")
    assert {"python", "numpy"} <= set(document["versions"])
    assert [entry["id"] for entry in document["claims"]] == [claim.id for claim in select((SLICE,))]
    for entry in document["claims"]:
        assert set(entry) >= RECORD
        printed = entry["printed"]
        refuted = printed is not None and "refuted" in (printed["verdict"], printed.get("parts"))
        for part in filter(None, (printed, entry["corrected"])):
            optional = {"parts", "letters", "layout", "axioms", "lemmas", "says", "match", "differs"}
            assert set(part) - optional == Side.__required_keys__
            assert ("says" in part) == (part is printed)
            # A place has the verdict of its parts and none of its own.
            assert part.get("parts", part["verdict"]) in VERDICTS
            assert not ("parts" in part and part["verdict"])
            assert "method" in part["evidence"]
        if not refuted:
            assert (entry["severity"], entry["theorem_survives"]) == (None, None)
            assert entry["corrected"] is None or printed is None
    summary = document["summary"]
    assert set(summary) >= {"claims", "by_verdict", "unexpected", "alpha_total"}
    judged = [entry for entry in document["claims"] if entry["kind"] != "place"]
    assert (summary["claims"], summary["places"]) == (len(judged), len(document["claims"]) - len(judged))
    assert summary["findings"]["total"] == sum(summary["findings"]["by_severity"].values())
    assert sum(summary["by_verdict"]["standing"].values()) == summary["claims"]
    assert 0 <= summary["alpha_total"] <= 1e-6
    printed = [entry["printed"]["verdict"] for entry in judged if entry["printed"]]
    assert summary["by_verdict"]["printed"] == {verdict: printed.count(verdict) for verdict in sorted(set(printed))}


def test_a_definition_has_no_verdict(ratecheck: CommandLine) -> None:
    (entry,) = ratecheck("verify", "zhao/def1", "--json", "-").json["claims"]
    assert entry["printed"]["verdict"] is None


def test_a_dash_prints_the_json_alone(ratecheck: CommandLine, run_file: Path) -> None:
    ran = ratecheck("verify", SLICE, "--json", "-")
    assert [entry["id"] for entry in ran.json["claims"]] == [entry["id"] for entry in entries(run_file)]
    assert "groups of claims, profile quick" in ran.err


def test_exit_status_and_the_lock(ratecheck: CommandLine, own_lock: Path) -> None:
    ids = ("bassily/lemmaB.1/a", "bassily/lemmaB.1/b")
    ran = ratecheck("verify", *ids)
    assert ran.status == 1
    for id_ in ids:
        assert f"unexpected: {id_}: not in the lock" in ran.out
    assert ratecheck("verify", *ids, "--update").status == 0
    assert list(json.loads(own_lock.read_text())["claims"]) == sorted(ids)
    assert ratecheck("verify", *ids).status == 0

    locked = json.loads(own_lock.read_text())
    locked["claims"][ids[0]]["printed"] = "open"
    locked["claims"][ids[1]]["fingerprint"] = "other"
    own_lock.write_text(json.dumps(locked))
    ran = ratecheck("verify", *ids)
    assert ran.status == 1
    assert f"unexpected: {ids[0]}: printed: locked open, now " in ran.out
    assert f"unexpected: {ids[1]}: fingerprint: locked other, now " in ran.out

    # An update of one leaves the other as it is.
    assert ratecheck("verify", ids[0], "--update").status == 0
    assert json.loads(own_lock.read_text())["claims"][ids[1]]["fingerprint"] == "other"
    document = ratecheck("verify", *ids, "--json", "-").json
    assert document["summary"]["unexpected"] == [ids[1]]
    assert document["claims"][0]["expected"] == {
        side: document["claims"][0][side] and document["claims"][0][side]["verdict"]
        for side in ("printed", "corrected")
    }


def test_update_needs_a_checkout_and_says_so_before_it_runs(ratecheck: CommandLine, own_lock: Path) -> None:
    (own_lock.parents[3] / "pyproject.toml").unlink()
    assert "only from a checkout" in ratecheck("verify", "zhao/def1", "--update").refusal
    assert not own_lock.exists()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"schema": "ratecheck/2"}', "<<<<<<< HEAD"])
def test_a_broken_lock_is_one_line(ratecheck: CommandLine, own_lock: Path, text: str) -> None:
    own_lock.write_text(text)
    ran = ratecheck("verify", "zhao/def1")
    assert ran.status == 2
    assert ran.err.splitlines()[-1].startswith(f"ratecheck: lock = {str(own_lock)!r}: ")
    assert "Traceback" not in ran.err


def test_verify_tells_each_verdict_and_what_is_missing(ratecheck: CommandLine) -> None:
    ids = ("bassily/lemmaB.1/b", "bassily/thm4.3/privacy", "bassily/own/lemmaB.1-union")
    lines = ratecheck("verify", *ids).out.splitlines()
    assert {
        "bassily/lemmaB.1/b  refuted  at e^(epsilon/2) = 3/2, b_i(j) = 0",
        "bassily/lemmaB.1/b, corrected  proved",
        "bassily/own/lemmaB.1-union, corrected  proved",
    } <= {*lines}
    (resting,) = [line for line in lines if line.startswith("bassily/thm4.3/privacy, corrected  ")]
    assert resting.endswith("  argued  2 x informal step; rests on bassily/own/gaussian, argued")


def test_update_names_what_it_locks_weaker(ratecheck: CommandLine, own_lock: Path) -> None:
    id_ = "bassily/own/lemmaB.1-union"
    assert "locked weaker" not in ratecheck("verify", id_, "--update").out
    known = json.loads(own_lock.read_text())
    assert known["claims"][id_]["corrected"] == "proved"
    argued = "bassily/lemmaB.1/c/pair"
    ratecheck("verify", argued, "--update")
    known = json.loads(own_lock.read_text())
    known["claims"][argued]["printed"] = "proved"
    for more, told in (((), True), (("--accept-open",), False)):
        own_lock.write_text(json.dumps(known))
        out = ratecheck("verify", argued, "--update", *more).out
        assert (f"locked weaker: {argued}: proved, now argued" in out) == told
    assert ratecheck("verify", id_, "--accept-open").refusal.startswith("--accept-open: is for --update")


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ({"printed": "proved"}, {"printed": "argued"}, ["a/b: proved, now argued"]),
        ({"printed": "argued"}, {"printed": "proved"}, []),
        ({"printed": "proved"}, {"printed": "refuted", "corrected": "open"}, ["a/b, corrected: open"]),
        ({"printed": "refuted"}, {"printed": "checked"}, []),
        ({}, {"printed": "open"}, ["a/b: open"]),
        ({"printed": "open"}, {"printed": "open"}, []),
        ({"printed": "refuted"}, {"printed": "open"}, ["a/b: refuted, now open"]),
    ],
)
def test_what_would_be_locked_weaker(was: dict[str, str], now: dict[str, str], told: list[str]) -> None:
    sides = {
        side: {"verdict": now[side], "evidence": {}, "words": []} if side in now else None
        for side in ("printed", "corrected")
    }
    entry = {"id": "a/b", "kind": "identity", "fingerprint": "", **sides}
    assert lock.weakened([entry], {"a/b": was} if was else {}) == told


def test_list_open_shows_claims_with_a_statement_that_is_open(ratecheck: CommandLine) -> None:
    locked = lock.load()
    listed = {row["id"] for row in ratecheck("list", "--open", "--json").json["claims"]}
    assert listed == {id_ for id_, entry in locked.items() if "open" in (entry["printed"], entry.get("corrected"))}
    assert 0 < len(listed) < len(locked)


def test_junit_and_markdown(ratecheck: CommandLine, own_lock: Path, tmp_path: Path) -> None:
    ids = ("bassily/lemmaB.1/a", "bassily/lemmaB.1/b")
    ratecheck("verify", ids[0], "--update")
    xml, page = tmp_path / "run.xml", tmp_path / "run.md"
    xml.write_text("old" * 100_000)
    ran = ratecheck("verify", *ids, "--junit", xml, "--markdown", page)
    assert f"written: {xml}" in ran.out.replace("\n", "")
    suite = ET.parse(xml).getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    cases = {case.get("name"): case.find("failure") for case in suite}
    assert cases[ids[0]] is None
    failure = cases[ids[1]]
    assert failure is not None
    assert failure.get("message") == "not in the lock"
    told = {case.get("name"): {one.get("name"): one.get("value") for one in case.iter("property")} for case in suite}
    assert told[ids[1]] == {"printed": "refuted", "corrected": "proved"}
    assert all(f"| {id_} |" in page.read_text() for id_ in ids)


@pytest.mark.parametrize("option", ["--json", "--junit", "--markdown", "--store"])
@pytest.mark.parametrize("place", [".", "nowhere/file", "file/below", "/proc/nowhere"])
def test_where_nothing_can_be_written_is_said_before_it_runs(
    ratecheck: CommandLine, tmp_path: Path, option: str, place: str
) -> None:
    (tmp_path / "file").write_text("as it was")
    good = tmp_path / "good.json"
    assert ratecheck("verify", "zhao/def1", "--json", good, option, tmp_path / place).refusal
    assert (tmp_path / "file").read_text() == "as it was"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_workers_and_seeds(ratecheck: CommandLine) -> None:
    def records(*more: object) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = ratecheck("verify", SLICE, "zhao/own/routes", "--json", "-", *more).json["claims"]
        return found

    alone = records()
    assert records("--jobs", 2) == alone
    other = records("--seed", 1)
    assert other != alone
    assert [e["printed"] and e["printed"]["verdict"] for e in other] == [
        e["printed"] and e["printed"]["verdict"] for e in alone
    ]


def test_an_unknown_id_is_told_before_a_paper_is_loaded(
    ratecheck: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("verify.ledger.catalogue.is_changed", lambda *_: False)
    monkeypatch.setattr("verify.ledger.collect.modules", lambda *_: pytest.fail("a paper is loaded"))
    assert ratecheck("verify", "nope").refusal.startswith("id = 'nope': no such claim")


def test_a_claim_newer_than_the_reference_run_is_matched(monkeypatch: pytest.MonkeyPatch) -> None:
    new = replace(Catalogue().claims["zhao/def1"], id="zhao/new/one")
    monkeypatch.setattr("verify.ledger.catalogue.is_changed", lambda *_: True)
    monkeypatch.setattr("verify.ledger.catalogue._loaded", lambda _: {new.id: new})
    assert Catalogue().matching("zhao/new*") == [new]


PROGRAM = (sys.executable, "-c", "from verify.cli import main; main()")


def test_a_reader_who_leaves_is_no_error() -> None:
    command = subprocess.Popen([*PROGRAM, "list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert command.stdout is not None
    assert command.stderr is not None
    command.stdout.close()
    assert command.stderr.read() == b""
    command.stderr.close()
    assert command.wait() == CLOSED


@pytest.mark.parametrize("room", [0, 4096, 90_000])
def test_a_full_disk_is_one_line(tmp_path: Path, room: int) -> None:
    """A limit on the size of files stands for the disk's: every system that runs `./run` has one."""
    limit = f"resource.setrlimit(resource.RLIMIT_FSIZE, ({room},) * 2)"
    program = f"import resource; from verify.cli import ledger, main; {limit}"
    # Buffered, as in a shell: what is left in the buffer must not fail a second time.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with (tmp_path / "out").open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-c", f"{program}; main()", "list"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env=environment,
        )
    assert ran.returncode == 2
    assert ran.stderr == "ratecheck: [Errno 27] File too large\n"


def test_letters_that_the_terminal_lacks_are_escaped(run_file: Path) -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    command = [*PROGRAM, "errata", "--run", str(run_file)]
    ran = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.isascii()
