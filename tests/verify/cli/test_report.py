"""`ratecheck report`: what it says, what it refuses, and that a folder is replaced whole or not at all."""

import json
import os
import platform
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from tests.verify.cli.command_line import CommandLine
from verify.cli import verification
from verify.site.folder import MARK, swapped
from verify.site.names import page


@pytest.fixture(autouse=True)
def no_lessons_and_no_gaps(monkeypatch: pytest.MonkeyPatch) -> None:
    """They take longer than all else here; tests/verify/site/lessons/ and tests/verify/site/test_pages.py have them."""
    monkeypatch.setattr("verify.site.lessons.notebook.lesson_names", tuple)
    monkeypatch.setattr("verify.site.site.sandwiches", tuple)


@pytest.fixture(scope="module")
def run_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("run") / "run.json"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sys, "argv", ["ratecheck", "verify", "kent/lemma22/end", "--json", str(path)])
        from verify.cli import main

        with pytest.raises(SystemExit):
            main()
    return path


def test_it_writes_a_site_and_says_where(ratecheck: CommandLine, run_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "new" / "site"
    ran = ratecheck("report", "--run", run_file, "--out", out)
    assert ran.status == 0
    pages = len(list(out.rglob("*.html")))
    assert ran.out == f"{pages} pages: {out / 'index.html'}\n"
    assert ran.err == ""
    assert (out / "claims" / page("kent/lemma22/end")).is_file()


def test_an_older_report_is_replaced_whole(ratecheck: CommandLine, run_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    assert ratecheck("report", "--run", run_file, "--out", out).status == 0
    (out / "claims" / "old.html").write_text("old")
    assert ratecheck("report", "--run", run_file, "--out", out).status == 0
    assert not (out / "claims" / "old.html").exists()
    assert [p.name for p in tmp_path.iterdir()] == ["site"]


def test_an_empty_folder_will_do(ratecheck: CommandLine, run_file: Path, tmp_path: Path) -> None:
    assert ratecheck("report", "--run", run_file, "--out", tmp_path).status == 0
    assert (tmp_path / MARK).is_file()


def test_a_folder_of_somebodys_own_is_refused(ratecheck: CommandLine, run_file: Path, tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("dear")
    refusal = ratecheck("report", "--run", run_file, "--out", tmp_path).refusal
    assert refusal == f"out = {str(tmp_path)!r}: is not empty and is not a report; name another folder"
    assert [p.name for p in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_file_is_refused(ratecheck: CommandLine, run_file: Path, tmp_path: Path) -> None:
    (tmp_path / "x").write_text("x")
    assert "is a file" in ratecheck("report", "--run", run_file, "--out", tmp_path / "x").refusal
    assert (tmp_path / "x").read_text() == "x"
    assert "cannot write there" in ratecheck("report", "--run", run_file, "--out", tmp_path / "x" / "y").refusal


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"schema": "ratecheck/2"}', '{"schema": "ratecheck/2", "claims": [1]}']
)
def test_what_is_no_run_is_refused(text: str, ratecheck: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(text)
    assert "run" in ratecheck("report", "--run", tmp_path / "run.json", "--out", tmp_path / "site").refusal
    assert not (tmp_path / "site").exists()


def test_a_run_of_another_shape_is_refused(ratecheck: CommandLine, run_file: Path, tmp_path: Path) -> None:
    document = json.loads(run_file.read_text())
    del document["versions"]
    (tmp_path / "run.json").write_text(json.dumps(document))
    refusal = ratecheck("report", "--run", tmp_path / "run.json", "--out", tmp_path / "site").refusal
    assert refusal.endswith("is not a run of `verify --json`: must contain ['versions'] properties")
    assert [p.name for p in tmp_path.iterdir()] == ["run.json"]


def test_a_claim_that_the_ledger_judges_otherwise_by_now_has_no_plot(
    ratecheck: CommandLine, run_file: Path, tmp_path: Path
) -> None:
    document = json.loads(run_file.read_text())
    document["claims"][0]["fingerprint"] = "another"
    (tmp_path / "run.json").write_text(json.dumps(document))
    assert ratecheck("report", "--run", tmp_path / "run.json", "--out", tmp_path / "site").status == 0
    text = (tmp_path / "site" / "claims" / page("kent/lemma22/end")).read_text("utf-8")
    assert 'class="plot"' not in text
    assert "This claim has changed in the ledger since the run" in text
    assert "1 of 1 claims have changed in the ledger" in (tmp_path / "site" / "index.html").read_text("utf-8")


def test_a_failure_leaves_the_older_report_as_it_was(tmp_path: Path) -> None:
    out = tmp_path / "site"
    out.mkdir()
    (out / MARK).write_text("mine")

    def fail() -> None:
        with swapped(out) as folder:
            (folder / "index.html").write_text("half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert (out / MARK).read_text() == "mine"
    assert [p.name for p in tmp_path.iterdir()] == ["site"]


def test_what_a_killed_run_left_is_removed_by_the_next(tmp_path: Path) -> None:
    """Of a process that is no more, for this report; not of one that runs, of another report, or of somebody's own."""
    out, here = tmp_path / "site", re.sub(r"\W", "", platform.node())[:60]
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait()
    kept = [
        f".site.ratecheck-{here}-{os.getpid()}-abc",
        f".other.ratecheck-{here}-{ended.pid}-abc",
        f".site.ratecheck-{here}x-{ended.pid}-abc",
        ".site.mine",
    ]
    for name in (*kept, f".site.ratecheck-{here}-{ended.pid}-abc"):
        (tmp_path / name / "claims").mkdir(parents=True)
    with swapped(out) as folder:
        # What this run itself would leave is of that form.
        assert re.fullmatch(rf"\.site\.ratecheck-{here}-{os.getpid()}-.*", folder.name)
    assert {path.name for path in tmp_path.iterdir()} == {"site", *kept}


def test_a_silent_command_says_that_it_works(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(verification, "BEAT", 0.05)
    with verification.heartbeat("report", Console(stderr=True)):
        time.sleep(0.5)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) >= 2
    assert all(re.fullmatch(r"report: running for \d+ seconds", line) for line in lines)
    time.sleep(0.2)
    assert capsys.readouterr().err == ""


def test_pages_of_different_claims_have_different_names() -> None:
    ids = ["a/b", "a~b", "a-b", "a b", "a=20=b", "a.b", "../a", "ä", "a/b/c", "a%2Fb"]
    assert len({page(id_) for id_ in ids}) == len(ids)
    assert all("/" not in page(id_) and ".." not in page(id_).replace("..~", "") for id_ in ids)
