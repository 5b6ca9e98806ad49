"""The reference runs say what the locks say, and the commands that read them say what a run says."""

import fnmatch
import gzip
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from notation.papers import papers
from tests.verify.cli.command_line import CommandLine
from verify.kernel.statements import growth
from verify.ledger import lock, reading, reference
from verify.ledger.catalogue import Catalogue
from verify.source import source

OURS = ("zhao", "kent", "bassily", "label")
SLICE = "bassily/lemmaB.1*"
"""Claims, some of them refuted, and all are checked in two seconds."""


@pytest.fixture
def ratecheck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copies of all locks and reference runs, in use: the folder of bassily's."""
    folder = tmp_path / "checkout" / "verify" / "papers"
    for key in OURS:
        (folder / key).mkdir(parents=True)
        for name in ("lock.json", reference.FILE):
            shutil.copy(lock.path(key).with_name(name), folder / key / name)
    (tmp_path / "checkout" / "pyproject.toml").touch()
    monkeypatch.setattr(lock, "path", lambda key: folder / key / "lock.json")
    return folder / "bassily"


def edited(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    path = folder / reference.FILE
    document = json.loads(gzip.decompress(path.read_bytes()))
    change(document)
    path.write_bytes(gzip.compress(json.dumps(document).encode()))


def test_the_largest_ratio_is_that_of_the_statements() -> None:
    assert reading.LARGEST == growth.LARGEST


def test_reference_runs_and_locks_agree() -> None:
    """Where this fails after a merge: `ratecheck verify --update` writes both."""
    assert reference.disagreements(OURS) == {}
    assert [key for key in papers() if reference.read(key) is None] == []


def test_they_are_of_these_sources() -> None:
    """No commit ships a reference run that is older than what it reports: `ratecheck verify --update` writes it."""
    found = {key: reference.read(key) for key in OURS}
    assert [key for key, of in found.items() if of is None or reference.is_changed(key, of)] == []


def test_the_locks_say_which_reference_run_and_which_machinery_are_theirs() -> None:
    """After a change of the code that runs and compares claims: a whole `ratecheck verify --update`."""
    assert [key for key in OURS if lock.reference(key) is None] == []
    assert lock.other_machinery(OURS) == []
    assert [id_ for id_, entry in lock.load(*OURS).items() if not {"certificates", "relations"} <= entry.keys()] == []


def test_they_are_small() -> None:
    assert sum(lock.path(key).with_name(reference.FILE).stat().st_size for key in OURS) < 1_500_000


def test_a_verdict_a_fingerprint_or_a_claim_that_the_lock_has_not_is_found(copied: Path) -> None:
    assert reference.disagreements(OURS) == {}
    id_ = next(iter(lock.load("bassily")))

    def record(document: dict[str, Any]) -> dict[str, Any]:
        return next(entry["record"] for entry in document["claims"] if entry["record"]["id"] == id_)

    before = (copied / reference.FILE).read_bytes()
    for change, told in (
        (lambda d: record(d).update(fingerprint="other"), "fingerprint: locked "),
        (lambda d: record(d)["printed"].update({"verdict": "open", "parts": None}), "printed: locked "),
    ):
        edited(copied, change)
        found = reference.disagreements(OURS)
        # The paper, too: its file is not the one that the lock was written with.
        assert list(found) == [id_.partition("/")[0], id_]
        assert found[id_].startswith(told)
        (copied / reference.FILE).write_bytes(before)
    edited(copied, lambda d: d["claims"].pop())
    assert list(reference.disagreements(OURS)) == ["bassily"]


def test_what_is_stale_is_said(ratecheck: CommandLine, copied: Path) -> None:
    locked = json.loads((copied / "lock.json").read_text())
    id_ = "bassily/lemmaB.1/a"
    locked["claims"][id_]["printed"] = "open"
    (copied / "lock.json").write_text(json.dumps(locked))
    assert f"stale: {id_}: printed: locked open, now " in ratecheck("show", id_).err
    assert ratecheck("show", id_, "--json").json["reference"]["stale"] == [id_]
    assert "stale" not in ratecheck("show", "bassily/lemmaB.1/b").err
    assert f"stale: {id_}" in ratecheck("list", "--paper", "bassily").err


@pytest.mark.parametrize(
    "change",
    [
        lambda entry: entry["record"].update(title="all is well"),
        lambda entry: entry["record"].update(note="all is well"),
        lambda entry: entry["record"].update(location="nowhere"),
        lambda entry: entry["record"]["printed"].update(statement="1 = 1"),
        lambda entry: entry["record"]["printed"]["evidence"].update(method="all points"),
        lambda entry: entry["listed"].update(severity="typo"),
        lambda entry: entry["listed"].update(depends_on=[]),
    ],
)
def test_whatever_was_changed_is_said(
    ratecheck: CommandLine, copied: Path, change: Callable[[dict[str, Any]], object]
) -> None:
    """What no verdict and no fingerprint tells: the lock holds a digest of the whole file."""
    found = reference.read("bassily")
    assert found is not None
    document = json.loads((copied / "lock.json").read_text())
    (copied / "lock.json").write_text(json.dumps(document | {"reference": found.digest}))
    assert reference.disagreements(OURS) == {}
    assert ratecheck("show", "bassily/lemmaB.1/b", "--json").json["reference"]["unlocked"] == []
    edited(copied, lambda d: change(next(e for e in d["claims"] if e["record"]["id"] == "bassily/lemmaB.1/b")))
    said = "bassily: its reference run is not the one that the lock was written with"
    for command in (("show", "bassily/lemmaB.1/b"), ("list",), ("errata",)):
        assert said in ratecheck(*command).err
    assert ratecheck("list", "--json").json["reference"]["unlocked"] == ["bassily"]
    assert reference.disagreements(OURS) == {"bassily": "not the reference run that the lock was written with"}


def test_other_machinery_is_said_and_a_run_of_all_writes_it(
    ratecheck: CommandLine, copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = "machinery: bassily: the code that runs and compares claims has changed"
    document = json.loads((copied / "lock.json").read_text())
    (copied / "lock.json").write_text(json.dumps(document | {"machinery": "another"}))
    assert told in ratecheck("verify", "bassily/lemmaB.1/a", "--update").out
    # Of one claim: the others were judged by the other code.
    assert json.loads((copied / "lock.json").read_text())["machinery"] == "another"
    assert lock.other_machinery(OURS) == ["bassily"]
    lock.update([], set(document["claims"]), None, lock.Beside(machinery={"bassily": lock.machinery()}))
    assert lock.other_machinery(OURS) == []
    assert "machinery" not in ratecheck("verify", "bassily/lemmaB.1/a").out


@pytest.mark.parametrize(
    ("name", "old", "new", "seen"),
    [
        ("ledger/run.py", "own[entry[", "own[ entry[", False),
        ("ledger/run.py", '"""Running the ledger', '"""Of the ledger', False),
        ("ledger/run.py", "is not None and outcome and", "is None and outcome and", True),
        ("ledger/lock.py", "_projection(entry) != ", "_projection(entry) == ", True),
        ("ledger/lock.py", "from verify.ledger import schema", "from verify.other import schema", True),
        ("source.py", "_SPECIAL = _SCOPES |", "_SPECIAL = _SCOPES -", True),
        ("cli/verification.py", "return 1 if differs", "return 0 if differs", True),
    ],
)
def test_a_change_of_the_machinery_is_seen(
    name: str, old: str, new: str, seen: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Path(lock.__file__).parents[1]
    for each in ("*.py", "ledger/*.py", "cli/verification.py"):
        for path in room.glob(each):
            copy = tmp_path / path.relative_to(room)
            copy.parent.mkdir(exist_ok=True)
            shutil.copy(path, copy)
    monkeypatch.setattr("verify.ledger.lock.resources.files", lambda package: tmp_path / "ledger")
    assert lock.machinery.__wrapped__() == lock.machinery()
    text = (tmp_path / name).read_text()
    assert text.count(old) == 1
    (tmp_path / name).write_text(text.replace(old, new))
    source.cache_clear()
    assert (lock.machinery.__wrapped__() != lock.machinery()) == seen


def test_changed_modules_are_said_and_a_new_claim_is_found(
    ratecheck: CommandLine, copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_, title = "bassily/lemmaB.1/a", Catalogue().claims["bassily/lemmaB.1/a"].title
    locked = json.loads((copied / "lock.json").read_text())
    del locked["claims"][id_]
    (copied / "lock.json").write_text(json.dumps(locked))
    edited(copied, lambda d: d.update(claims=[e for e in d["claims"] if e["record"]["id"] != id_]))
    assert "no such claim" in ratecheck("show", id_).refusal
    monkeypatch.setattr(reference, "sources", lambda key: "changed" if key == "bassily" else _at_run(key))
    told = ratecheck("list").err
    assert "bassily: its modules have changed" in told
    assert "kent: its modules" not in told
    assert id_ not in Catalogue().claims
    assert Catalogue().find(id_).title == title


def _at_run(key: str) -> str:
    found = reference.read(key)
    assert found is not None
    return found.sources


def test_sources_change_with_a_module_and_not_with_ends_of_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / "module.py"
    monkeypatch.setattr("verify.ledger.reference.resources.files", lambda package: tmp_path)
    found = []
    for text in (b"x = 1\ny = 2\n", b"x = 1\r\ny = 2\r\n", b"x = 1\ny = 3\n"):
        module.write_bytes(text)
        found.append(reference.sources("bassily"))
    assert found[0] == found[1] != found[2]


def test_a_broken_file_is_one_line(ratecheck: CommandLine, copied: Path) -> None:
    whole = (copied / reference.FILE).read_bytes()
    for content in (
        *(b"", b"{}", whole[: len(whole) // 2], gzip.compress(b"{"), gzip.compress(b"[]")),
        *(gzip.compress(b'{"schema": "ratecheck/1"}'), gzip.compress(b'{"schema": "ratecheck-reference/1"}')),
    ):
        (copied / reference.FILE).write_bytes(content)
        assert "is not a reference run" in ratecheck("list").refusal
        assert reference.FILE in ratecheck("impact", "kent/lemma27").refusal


def test_an_update_writes_what_a_run_finds(ratecheck: CommandLine, copied: Path, tmp_path: Path) -> None:
    """Of the slice, in place of what is planted there, and leaves the rest as it was: the file as it was before."""
    was, run = reference.read("bassily"), tmp_path / "run.json"
    assert was is not None
    ids = [id_ for id_ in was.records if fnmatch.fnmatchcase(id_, SLICE)]
    edited(copied, lambda d: [e["record"].update(title="planted") for e in d["claims"] if e["record"]["id"] in ids])
    planted = reference.read("bassily")
    assert planted is not None
    assert planted.records != was.records
    assert ratecheck("verify", SLICE, "--update", "--json", run).status == 0
    now = reference.read("bassily")
    assert now is not None
    assert (now.records, now.listed) == (was.records, was.listed)
    records = {entry["id"]: entry for entry in json.loads(run.read_text())["claims"]}
    assert list(records) == ids
    for id_, entry in records.items():
        assert was.records[id_] == {name: entry[name] for name in was.records[id_]}
        assert set(entry) - set(was.records[id_]) <= {"seconds", "expected", "also"}


def test_a_file_that_would_lack_claims_is_not_written(ratecheck: CommandLine, copied: Path) -> None:
    (copied / reference.FILE).unlink()
    assert ratecheck("verify", "bassily/lemmaB.1/a", "--update").status == 0
    assert not (copied / reference.FILE).exists()


def test_without_a_file_the_claims_are_loaded_and_judged(ratecheck: CommandLine, copied: Path) -> None:
    told = ratecheck("show", "bassily/lemmaB.1/a", "--json").json
    assert told.pop("reference")["stale"] == []
    (copied / reference.FILE).unlink()
    ran = ratecheck("show", "bassily/lemmaB.1/a", "--json")
    assert {name: ran.json[name] for name in told} == told
    assert "reference" not in ran.json


def test_lists_are_those_of_the_ledger(ratecheck: CommandLine) -> None:
    told = ratecheck("list", "--json").json["reference"]
    found = reference.read("zhao")
    assert found is not None
    assert (told["release"], told["stale"]) == (found.release, [])
    assert list(Catalogue().claims.items()) == list(Catalogue(fresh=True).claims.items())


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("--version",),
        ("list", "--refuted"),
        ("show", "--unicode", "zhao/eq55/55"),
        ("graph",),
        ("errata", "--paper", "bassily"),
        ("errata", "--format", "latex"),
        ("impact", "zhao/prop1"),
    ],
)
def test_nothing_that_judges_is_loaded(arguments: tuple[str, ...]) -> None:
    heavy = ("sympy", "scipy", "numpy", "flint", "matplotlib", "rich", "jinja2", "joblib", "verify.kernel.statements")
    program = (
        "import sys\nfrom verify.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        f"print(*[name for name in {heavy} if name in sys.modules], file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True)
    assert ran.stderr.splitlines()[-1] == ""
    assert ran.stdout
