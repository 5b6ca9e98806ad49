"""What the command line refuses to mix up, what it echoes, and what it says when it is asked to be quiet."""

import json
import os
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from notation.parameters import ParameterError
from tests.verify.cli.command_line import CommandLine
from tests.verify.ledger.runs import RUN
from verify.cli.options import MOST_LETTERS, harmless, one_line
from verify.files import check_apart
from verify.ledger import lock
from verify.ledger.collect import claims
from verify.ledger.summary import junit


@pytest.fixture
def run_file(tmp_path: Path) -> Path:
    path = tmp_path / "run.json"
    path.write_text(json.dumps(RUN))
    return path


OUTPUTS = ("--json", "--junit", "--markdown", "--times", "--store")


@pytest.mark.parametrize("first", OUTPUTS)
@pytest.mark.parametrize("second", OUTPUTS)
def test_two_outputs_are_two_files(ratecheck: CommandLine, tmp_path: Path, first: str, second: str) -> None:
    if OUTPUTS.index(first) >= OUTPUTS.index(second):
        return
    path = tmp_path / "file"
    path.write_text("as it was")
    other = tmp_path / "." / ".." / tmp_path.name / "file"
    told = ratecheck("verify", "zhao/def1", first, path, second, other).refusal
    assert told == f"{second} = {str(other)!r}: is also the file of {first}; name another"
    assert [p.name for p in tmp_path.iterdir()] == ["file"]
    assert path.read_text() == "as it was"


def test_links_are_the_files_that_they_lead_to(tmp_path: Path) -> None:
    path, soft, hard = (tmp_path / name for name in ("file", "soft", "hard"))
    soft.symlink_to(path)
    with pytest.raises(ParameterError, match=r"--b = .*soft.* is also the file of --a"):
        check_apart({"--a": path, "--b": soft})
    path.touch()
    os.link(path, hard)
    with pytest.raises(ParameterError, match=r"--b = .*hard.* is also the file of --a"):
        check_apart({"--a": path, "--b": hard})
    check_apart({"--a": path, "--b": tmp_path / "other", "--c": None, "--d": None})
    check_apart({"--a": Path(os.devnull), "--b": Path(os.devnull)})


def test_an_axis_without_a_plot_is_refused(ratecheck: CommandLine, run_file: Path) -> None:
    assert ratecheck("show", "zhao/def1", "--run", run_file, "--along", "n").refusal == (
        "--along = 'n': needs --plot FILE, as it names the plot's axis"
    )


def test_a_run_is_not_replaced_by_its_own_report(ratecheck: CommandLine, tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "ratecheck-report.txt").touch()
    (site / "run.json").write_text(json.dumps(RUN))
    assert "which is replaced" in ratecheck("report", "--run", site / "run.json", "--out", site).refusal
    assert sorted(path.name for path in site.iterdir()) == ["ratecheck-report.txt", "run.json"]


def test_a_plot_of_what_the_run_lacks_is_refused(ratecheck: CommandLine, tmp_path: Path) -> None:
    id_ = "kent/lemma22/end"
    entry = RUN["claims"][0] | {"id": id_, "paper": "kent", "printed": None}
    run = tmp_path / "run.json"
    run.write_text(json.dumps(RUN | {"claims": [entry]}))
    ran = ratecheck("show", id_, "--run", run, "--plot", tmp_path / "plot.svg")
    *differs, told = ran.err.splitlines()
    assert ran.status == 2
    assert all(line.startswith("not as locked: ") for line in differs)
    assert told == f"ratecheck: id = {id_!r}: the run has no printed statement of it, so nothing to plot"
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]


@pytest.mark.parametrize(
    "words", ["x" * 10_000, "a b " * 5000, "'" * 5000, '"' * 5000, "\x1b[2J\x07\x9b", "\u202eab", "\udcff", "a\nb\rc"]
)
def test_what_is_echoed_is_short_and_harmless(ratecheck: CommandLine, tmp_path: Path, words: str) -> None:
    commands = (
        (words,),
        ("show", words),
        ("verify", f"zhao/{words}"),
        ("verify", "zhao/def1", words),
        ("list", "--paper", words),
        ("bound", words, "--n", 2, "--m", 1, "--epsilon", 1),
        ("bound", "mean", "--n", words, "--m", 1, "--epsilon", 1),
        ("show", "zhao/def1", "--run", tmp_path / words),
        ("check", tmp_path / words),
        ("figure", words),
    )
    for command in commands:
        told = ratecheck(*command).refusal
        assert told.isprintable()
        assert words not in told
        # Beside the message's own words, and a folder's name that is ours.
        assert len(told) <= len(str(tmp_path)) + 5 * MOST_LETTERS
        assert max(map(len, told.split())) <= len(str(tmp_path)) + MOST_LETTERS


def test_headers_of_data_are_echoed_short_and_harmless(ratecheck: CommandLine, tmp_path: Path) -> None:
    names = ("x" * 5000, "\x1b[2J")
    path = tmp_path / "data.csv"
    path.write_text(f"user,{','.join(names)}\n" + "".join(f"u{i},0.5,0.5\n" for i in range(20)))
    told = ratecheck(
        "estimate",
        "mean-linf",
        "--data",
        path,
        "--user",
        "user",
        *(p for name in names for p in ("--value", name)),
        "--lower",
        0,
        "--upper",
        1,
        "--epsilon",
        1,
    )
    assert told.status == 0
    assert told.out.replace("\n", "").isprintable()
    assert "x" * MOST_LETTERS not in told.out
    assert told.out.splitlines()[2].startswith("\\x1b[2J")


def test_a_name_is_cut_in_its_middle_and_a_short_one_is_itself() -> None:
    assert harmless("zhao/def1") == "zhao/def1"
    assert len(harmless("a" * 500 + "the end")) == MOST_LETTERS
    assert harmless("a" * 500 + "the end").endswith("the end")
    assert one_line("a message  of\nseveral words") == "a message of several words"
    assert len(one_line("word " * 5000)) == 5 * MOST_LETTERS + 3


def test_quiet_says_only_what_is_not_as_expected(
    ratecheck: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = ratecheck("verify", "zhao/def1", "--quiet", "--json", tmp_path / "run.json")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    monkeypatch.setattr(lock, "load", lambda *_: {})
    ran = ratecheck("verify", "zhao/def1", "--quiet")
    assert (ran.status, ran.out, ran.err) == (1, "unexpected: zhao/def1: not in the lock\n", "")


def test_times_stand_apart(ratecheck: CommandLine, tmp_path: Path) -> None:
    run, times = tmp_path / "run.json", tmp_path / "times.json"
    ratecheck("verify", "zhao/def1", "bassily/lemmaB.1/a", "--json", run, "--times", times, "--quiet")
    told = json.loads(times.read_text())
    assert list(told) == [entry["id"] for entry in json.loads(run.read_text())["claims"]]
    assert all(isinstance(seconds, float) and seconds >= 0 for seconds in told.values())
    assert "seconds" not in run.read_text()


def test_open_claims_are_skipped_and_what_is_unexpected_fails() -> None:
    records = [RUN["claims"][place] for place in (0, 1, 2)]
    locked = {
        entry["id"]: {
            "printed": entry["printed"] and entry["printed"]["verdict"],
            "corrected": entry["corrected"] and entry["corrected"]["verdict"],
            "fingerprint": entry["fingerprint"],
        }
        for entry in records
    }
    times = {entry["id"]: 0.5 for entry in records}

    def told() -> tuple[dict[str, str], dict[str | None, list[str]]]:
        suite = ET.fromstring(junit(records, locked, times).partition("\n")[2])
        return suite.attrib, {
            case.get("name"): [part.tag for part in case if part.tag != "properties"] for case in suite
        }

    counts, cases = told()
    assert counts == {"name": "ratecheck", "tests": "3", "failures": "0", "errors": "0", "skipped": "1"}
    assert cases == {"zhao/def1": [], "kent/alg1": [], "label/own": ["skipped"]}
    locked["label/own"]["corrected"] = "proved"
    counts, cases = told()
    assert (counts["failures"], counts["skipped"], cases["label/own"]) == ("1", "0", ["failure"])


def test_ids_of_the_ledger_are_echoed_whole() -> None:
    assert all(harmless(id_) == id_ for id_ in claims())
