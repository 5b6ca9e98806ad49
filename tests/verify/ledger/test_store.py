"""Files written whole or not at all, and a killed run that resumes from its store."""

import errno
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from notation.parameters import ParameterError
from tests.verify.cli.command_line import CommandLine, strict
from verify.files import Store, check_writable, json_text, write_whole
from verify.ledger.collect import claims
from verify.ledger.documents import is_own

RUN = {"seed": 0, "profile": "quick"}
SLICE = ("bassily/lemmaB.1/*", "bassily/alg2*")
"""Claims that are checked within two seconds."""


def entry(id_: str, fingerprint: str = "f") -> dict[str, object]:
    return {"id": id_, "fingerprint": fingerprint, "seconds": 0.1, "printed": None, "corrected": None}


@pytest.fixture
def ratecheck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


def test_json_has_null_where_a_number_is_none() -> None:
    assert strict(json_text({"a": [float("nan"), 1.5, (float("inf"), "x")]})) == {"a": [None, 1.5, [None, "x"]]}


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old and longer")
    write_whole(path, "new")
    assert path.read_text() == "new"
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


def test_nothing_is_left_where_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(ParameterError, match="No space left"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


def test_a_link_stays_a_link_and_a_device_a_device(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("target")
    write_whole(link, "text")
    assert link.is_symlink()
    assert (tmp_path / "target").read_text() == "text"
    write_whole(Path(os.devnull), "text")
    assert Path(os.devnull).is_char_device()


@pytest.mark.parametrize("place", ["", "nowhere/file", "file/below"])
def test_where_nothing_can_be_written_is_known_before(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").touch()
    for attempt in (check_writable, lambda path: write_whole(path, "text")):
        with pytest.raises(ParameterError, match="cannot write there"):
            attempt(tmp_path / place)
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


def test_a_store_keeps_what_was_appended(tmp_path: Path) -> None:
    path = tmp_path / "store"
    store = Store(path, RUN, is_own)
    store.append(entry("a"))
    store.append(entry("b"))
    assert Store(path, RUN, is_own).entries == {"a": entry("a"), "b": entry("b")}


@pytest.mark.parametrize("cut", range(1, 20))
def test_a_broken_last_line_is_dropped(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "store"
    Store(path, RUN, is_own).append(entry("a"))
    whole = path.read_bytes()
    Store(path, RUN, is_own).append(entry("b"))
    path.write_bytes(path.read_bytes()[:-cut])
    assert list(Store(path, RUN, is_own).entries) == ["a"]
    assert path.read_bytes() == whole


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    path = tmp_path / "store"
    path.touch()
    assert Store(path, RUN, is_own).entries == {}


@pytest.mark.parametrize(
    "text",
    [
        "not JSON\n",
        "a file of one line, that is no store",
        "{",
        '{"run": {"seed"',
        '{"schema": "ratecheck/1"}\n',
        '{"run": {"seed": 1, "profile": "quick"}}\n',
        '{"run": {"seed": 0, "profile": "full"}}\n',
        json.dumps({"run": RUN}) + '\n{"id": "a"}\n',
        json.dumps({"run": RUN}) + "\n[]\n",
        json.dumps({"run": RUN}) + "\n" + "[" * 100_000 + "\n",
        json.dumps({"run": RUN}) + "\n\n" + json.dumps(entry("a")) + "\n",
        b"\xff\n",
    ],
)
def test_a_file_that_is_no_store_of_this_run_is_refused_and_kept(tmp_path: Path, text: str | bytes) -> None:
    path = tmp_path / "store"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    before = path.read_bytes()
    with pytest.raises(ParameterError, match="store = "):
        Store(path, RUN, is_own)
    assert path.read_bytes() == before


def test_a_store_of_another_run_is_one_line(tmp_path: Path, ratecheck: CommandLine) -> None:
    store = tmp_path / "store"
    ratecheck("verify", "zhao/def1", "--store", store)
    assert "holds another run" in ratecheck("verify", "zhao/def1", "--store", store, "--seed", 1).refusal
    assert "holds another run" in ratecheck("verify", "zhao/def1", "--store", store, "--profile", "full").refusal


def test_a_claim_that_changed_since_is_checked_again(tmp_path: Path, ratecheck: CommandLine) -> None:
    store, found = tmp_path / "store", tmp_path / "run.json"
    ratecheck("verify", *SLICE, "--store", store, "--json", found)
    before = {claim["id"]: claim["printed"]["verdict"] for claim in strict(found.read_text())["claims"]}
    header, *lines = store.read_text().splitlines()
    entries = [json.loads(line) for line in lines]
    for number, part in enumerate(entries):
        if part["printed"]:
            part["printed"] |= {"verdict": "open", "evidence": {}}
        if number:
            part["fingerprint"] = "of another time"
    store.write_text("\n".join([header, *map(json.dumps, entries)]) + "\n")
    again = ratecheck("verify", *SLICE, "--store", store, "--json", found)
    # All but the first are checked again; the first is believed.
    assert again.err.count("\n") == len(entries) - 1
    verdicts = {claim["id"]: claim["printed"]["verdict"] for claim in strict(found.read_text())["claims"]}
    assert entries[0]["id"] == "bassily/alg2"
    assert verdicts["bassily/alg2"] == "open"
    assert verdicts["bassily/lemmaB.1/b"] == before["bassily/lemmaB.1/b"] != "open"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_killed_run_resumes_to_the_same_bytes(tmp_path: Path, ratecheck: CommandLine, jobs: int) -> None:
    whole, resumed, store = tmp_path / "whole.json", tmp_path / "resumed.json", tmp_path / "store"
    status = ratecheck("verify", *SLICE, "--json", whole).status
    arguments = ["verify", *SLICE, "--jobs", str(jobs), "--store", str(store), "--json", str(resumed)]
    program = [sys.executable, "-c", "from verify.cli import main; main()", *arguments]
    for lines in (0, 3):
        with subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
            while running.poll() is None and not (store.exists() and store.read_bytes().count(b"\n") > lines):
                time.sleep(0.002)
            running.kill()
        assert not resumed.exists()
        assert store.read_bytes().count(b"\n") > lines
    with store.open("a") as stream:
        stream.write('{"id": "bassily/alg2", "finger')
    again = ratecheck(*arguments)
    assert again.status == status
    assert 0 < again.err.count("\n") < len([id_ for id_ in claims() if id_.startswith("bassily/")])
    assert resumed.read_bytes() == whole.read_bytes()
    assert ratecheck(*arguments).err == ""
    assert resumed.read_bytes() == whole.read_bytes()


LONG = '''"""A claim whose check ends when a file is there, among three that end at once."""

from collections.abc import Iterator
from pathlib import Path
from time import sleep

from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings

FOLDER = Path({folder!r})


def _at_once(settings: Settings) -> Iterator[Case]:
    yield Case({{"n": 1}}, 0, 1)


def _held(settings: Settings) -> Iterator[Case]:
    store = FOLDER / "store"
    (FOLDER / "held").write_bytes(store.read_bytes())
    while not (FOLDER / "go").exists():
        sleep(0.01)
    yield Case({{"n": 1}}, 0, 1)


CLAIMS = tuple(
    Claim(f"planted/{{name}}", f"Section 1, ({{name}})", Kind.INEQUALITY, name, FiniteCheck("0 < 1", "one case", check))
    for name, check in {checks}
)
'''


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_verdict_is_stored_while_a_long_check_runs(tmp_path: Path, jobs: int) -> None:
    """A planted claim holds one worker. When the run is killed the store has all others, and the next run lacks one.

    With one worker the long claim comes last, and finds the others stored as it begins; with two it comes first.
    """
    if jobs > (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1):
        pytest.skip("no more workers than processors")
    ledger, store = tmp_path / "planted", tmp_path / "store"
    ledger.mkdir()
    short = [f"short{i}" for i in range(3)]
    listed = [*((name, "_at_once") for name in short), ("long", "_held")]
    checks = ", ".join(f"({name!r}, {check})" for name, check in (listed if jobs == 1 else [listed[-1], *listed[:-1]]))
    (ledger / "__init__.py").write_text('"""A paper."""\n')
    (ledger / "s1.py").write_text(LONG.format(folder=str(tmp_path), checks=f"({checks})"))
    (ledger / "paper.toml").write_text(
        'key = "planted"\nauthors = "Nobody"\ntitle = "Nothing"\nversion = "none"\nsections = ["s1"]\n'
    )
    command = ["verify", "--ledger", str(tmp_path), "planted/*", "--jobs", str(jobs), "--store", str(store)]
    program = [sys.executable, "-c", "from verify.cli import main; main()", *command]
    with subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as running:
        for _ in range(10_000):
            if running.poll() is not None or (_stored(store) >= {*short} and (tmp_path / "held").exists()):
                break
            time.sleep(0.01)
        assert running.poll() is None, running.stderr and running.stderr.read()
        running.kill()
    assert _stored(store) == {*short}
    if jobs == 1:
        assert _stored(tmp_path / "held") == {*short}
    (tmp_path / "go").touch()
    # Not in its lock, none is expected: the verdicts are there all the same.
    again = subprocess.run(program, capture_output=True, text=True, check=False)
    assert any("planted/long" in line for line in again.stderr.splitlines())
    assert not [line for line in again.stderr.splitlines() if "planted/short" in line]
    assert _stored(store) == {*short, "long"}


def _stored(store: Path) -> set[str]:
    """The names of the planted claims of which a store holds whole lines."""
    lines = store.read_text().split("\n")[1:-1] if store.exists() else []
    return {json.loads(line)["id"].removeprefix("planted/") for line in lines}


@pytest.mark.parametrize(
    "damage",
    [
        {"id": {}},
        {"seconds": "long"},
        {"printed": {"verdict": "nonsense", "evidence": {}, "alpha": 0}},
        {"printed": {"verdict": ["proved"], "evidence": {}, "alpha": 0}},
        {"corrected": {"verdict": "proved", "evidence": 7, "alpha": 0}},
    ],
)
def test_an_entry_that_is_none_of_a_run_is_refused(tmp_path: Path, damage: dict[str, object]) -> None:
    path = tmp_path / "store"
    path.write_text("".join(json.dumps(line) + "\n" for line in ({"run": RUN}, entry("a") | damage)))
    with pytest.raises(ParameterError, match="line 2 is not a record of a run"):
        Store(path, RUN, is_own)


def test_a_store_that_cannot_be_read_again_is_refused() -> None:
    """/dev/full reads as zeros without an end."""
    with pytest.raises(ParameterError, match="must be a file"):
        Store(Path("/dev/full"), RUN, is_own)
