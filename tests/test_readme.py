"""README.md and docs/: every fenced command runs, its output is what is shown, and the numbers in the text are true."""

import csv
import os
import re
import shlex
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from notation.papers import LEDGER, papers
from tests.verify.cli.command_line import CommandLine

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").glob("*.md"))]

ELSEWHERE = {
    "./run verify": "takes minutes; CI runs it",
    "./run test": "runs this test",
    "pip install .": "needs a package index",
    "ratecheck report --out report": "takes minutes; `./run verify` does it",
    "ratecheck lessons --out lessons": "takes minutes; tests/verify/site/lessons runs each lesson",
    "ratecheck figure kent-5 --jobs 2": "takes minutes; tests/verify/cli/test_figure.py runs figures on small grids",
    "ratecheck verify 'zhao/eq4*'": "takes a minute; `./run verify` verifies these claims",
}
"""Fenced commands that are not run here, with the reason."""

_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NUMBER = re.compile(r"-?\d+(?:,\d{3})*(?:\.\d+)?(?:e[+-]\d+)?")


@dataclass(frozen=True)
class Example:
    """A fenced command, and the lines that the page shows of its output."""

    command: str
    shown: tuple[str, ...] = ()


def examples(text: str) -> list[Example]:
    """The commands of the blocks `sh`; a block `text` shows what the last one before it prints."""
    found: list[Example] = []
    for language, body in _FENCE.findall(text):
        if language == "sh":
            lines = [shlex.join(shlex.split(line, comments=True)) for line in body.replace("\\\n", " ").splitlines()]
            found += [Example(line) for line in lines if line]
        elif language == "text":
            found[-1] = Example(found[-1].command, tuple(body.splitlines()))
    return found


def differences(example: Example, printed: str) -> list[str]:
    """The shown lines that the output has not, in their order. Numbers of an estimate are random, and not compared."""

    def kind(line: str) -> str:
        words = " ".join(line.split())
        return _NUMBER.sub("0", words) if example.command.startswith("ratecheck estimate") else words

    rest = iter([kind(line) for line in printed.splitlines()])
    return [line for line in example.shown if not any(kind(line) == other for other in rest)]


@pytest.fixture
def ratecheck(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Iterator[CommandLine]:
    """The command in a folder that has the examples, as the repository has."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "docs" / "images").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(LEDGER, "")
    yield CommandLine(monkeypatch, capsys)
    monkeypatch.undo()
    papers.cache_clear()


@pytest.mark.parametrize("page", PAGES, ids=[page.name if page is not README else "../README.md" for page in PAGES])
def test_the_commands_of_a_page_run_and_print_what_it_shows(page: Path, ratecheck: CommandLine) -> None:
    for example in examples(page.read_text("utf-8")):
        if example.command in {shlex.join(shlex.split(command)) for command in ELSEWHERE}:
            assert not example.shown
            continue
        program, *arguments = shlex.split(example.command)
        assert program == "ratecheck"
        ran = ratecheck(*arguments)
        assert ran.status == 0, (example.command, ran.err)
        assert differences(example, ran.out) == [], example.command


def test_a_wrong_output_is_found() -> None:
    bound = Example("ratecheck bound mean", ("the bound is 2", "the risk is 3"))
    assert differences(bound, "the bound is 2\nmore\nthe  risk is 3\n") == []
    assert differences(bound, "the bound is 2\nthe risk is 4\n") == ["the risk is 3"]
    assert differences(bound, "the risk is 3\nthe bound is 2\n") == ["the risk is 3"]
    drawn = Example("ratecheck estimate mean", ("estimate 2.5, of the mean",))
    assert differences(drawn, "estimate -3, of the mean\n") == []
    assert differences(drawn, "estimate 2.5, of the median\n") == list(drawn.shown)


def test_what_is_not_run_stands_in_a_page() -> None:
    commands = {example.command for page in PAGES for example in examples(page.read_text("utf-8"))}
    assert {shlex.join(shlex.split(command)) for command in ELSEWHERE} <= commands


def test_links_and_pictures_are_there() -> None:
    for page in PAGES:
        for link in re.findall(r"\]\(([^)#\s]+)", page.read_text("utf-8")):
            assert link.startswith("https://") or (page.parent / link).exists(), (page.name, link)
    listed = re.findall(r"\]\((\w[\w-]*\.md)\)", (ROOT / "docs" / "README.md").read_text("utf-8"))
    assert {*listed} == {page.name for page in PAGES[1:]} - {"README.md"}


def test_the_counts_are_those_of_the_reference(ratecheck: CommandLine) -> None:
    told = re.search(r"four papers: ([\d,]+) claims and (\d+) errors", README.read_text("utf-8"))
    assert told is not None
    last = ratecheck("errata").out.splitlines()[-1]
    assert last.startswith(f"{told[2]} findings")
    assert f"One of the {told[2]}:" in README.read_text("utf-8")
    report = (ROOT / "reports" / "verification.md").read_text("utf-8")
    assert f"\n{told[1].replace(',', '')} claims," in report


def test_the_numbers_below_the_picture_are_those_of_the_command(ratecheck: CommandLine) -> None:
    text = README.read_text("utf-8")
    command = next(example.command for example in examples(text) if " plan " in example.command)
    found = ratecheck(*shlex.split(command.split(" --plot ")[0])[1:], "--json").json
    answers = {row["name"]: row["answer"] for row in found["estimators"]}
    needed = (found["lower"]["refuted"], answers[found["best"]], answers[found["best_where_users_differ"]])
    numbers = [f"{answer['n']:,}" for answer in needed]
    told = re.findall(r"([\d,]+) (?:users )?(?:cannot suffice|suffice|if they differ)", text)
    assert told == numbers


def test_the_picture_is_small() -> None:
    picture = (ROOT / "docs" / "images" / "plan.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) < 150_000


def test_the_data_are_those_of_their_script(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [os.fspath(ROOT / "examples"), *sys.path])
    import visits

    file = ROOT / "examples" / "visits.csv"
    assert file.read_text("utf-8") == visits.table()
    minutes = defaultdict(list)
    with file.open(encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            minutes[row["patient"]].append(float(row["minutes"]))
    truth = statistics.fmean(statistics.fmean(own) for own in minutes.values())
    assert f"true average in this file is {truth:.2f};" in README.read_text("utf-8")


def test_it_is_read_in_minutes() -> None:
    text = README.read_text("utf-8")
    assert len(text.split()) <= 1300
    prose = re.sub(r"^[|#!].*$", "", _FENCE.sub("", text), flags=re.MULTILINE)
    sentences = [part for part in re.split(r"(?<=[.?:])\s+|\n\n|\n- ", prose) if part.split()]
    assert statistics.median(len(sentence.split()) for sentence in sentences) <= 15
