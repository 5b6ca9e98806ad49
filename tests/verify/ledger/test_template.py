"""The template of a paper: copied under another name it is registered, judged and locked, and its defects are seen."""

import sys
import tomllib
from collections.abc import Iterator
from importlib import metadata, resources
from pathlib import Path

import pytest

import notation.papers
from notation.papers import GROUP, papers
from tests.verify.cli.command_line import CommandLine
from verify.ledger import fingerprint
from verify.ledger.collect import claims
from verify.ledger.cross_examination import Examination

TEMPLATE = Path(str(resources.files("verify.ledger") / "template"))
KEY = "another"
FOUND = {
    f"{KEY}/eq1": ("proved", None),
    f"{KEY}/eq2": ("checked", None),
    f"{KEY}/thm1": ("refuted", "proved"),
}


def _copy(folder: Path) -> None:
    """What the template says: the folder again, with another word for `mypaper`."""
    for path in TEMPLATE.rglob("*"):
        if path.is_file() and path.suffix != ".pyc":
            copy = folder / str(path.relative_to(TEMPLATE)).replace("mypaper", KEY)
            copy.parent.mkdir(exist_ok=True)
            copy.write_text(path.read_text("utf-8").replace("mypaper", KEY), "utf-8")


def _install(folder: Path) -> None:
    """What pip leaves of an editable installation: the name, and the entry points of pyproject.toml."""
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    info = folder / f"{project['name']}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    points = [f"{key} = {value}\n" for key, value in project["entry-points"][GROUP].items()]
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{''.join(points)}")


def _forget() -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == KEY]:
        del sys.modules[name]
    papers.cache_clear()
    claims.cache_clear()
    fingerprint.forget()


@pytest.fixture
def paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the template as the only paper that there is."""
    _copy(tmp_path)
    _install(tmp_path)
    installed = [
        point
        for distribution in metadata.distributions(path=[str(tmp_path)])
        for point in distribution.entry_points.select(group=GROUP)
    ]
    monkeypatch.setattr(notation.papers, "_CHECKOUT", tmp_path / "no checkout of ratecheck")
    monkeypatch.setattr(notation.papers, "entry_points", lambda group: installed if group == GROUP else [])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    # The library's own bounds are examined elsewhere: they have nothing to do with the papers.
    monkeypatch.setattr("verify.cli.verification.problems", lambda *_: Examination(0, 0, ()))
    monkeypatch.syspath_prepend(str(tmp_path))
    _forget()
    yield tmp_path
    monkeypatch.undo()
    _forget()


@pytest.fixture
def ratecheck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


def test_a_copy_is_listed_judged_locked_and_told(paper: Path, ratecheck: CommandLine) -> None:
    listed = ratecheck("list", "--paper", KEY, "--json").json["claims"]
    assert [claim["id"] for claim in listed] == list(FOUND)
    assert ratecheck("list", "--at", "Theorem 1").out.startswith(f"{KEY}/thm1 ")

    unlocked = ratecheck("verify")
    assert unlocked.status == 1
    assert f"unexpected: {KEY}/eq1: not in the lock" in unlocked.out
    assert ratecheck("verify", "--paper", KEY, "--update").status == 0
    assert (paper / KEY / "lock.json").is_file()
    run = paper / "run.json"
    assert ratecheck("verify", "--json", run).status == 0

    shown = ratecheck("show", f"{KEY}/thm1", "--run", run, "--json").json
    assert shown["corrected"]["evidence"]["steps"] == [{"claim": f"{KEY}/eq1", "verdict": "proved"}]
    found = ratecheck("errata", "--run", run, "--json").json
    assert [(finding["id"], finding["severity"]) for finding in found["findings"]] == [(f"{KEY}/thm1", "constant")]
    assert found["findings"][0]["theorem_survives"] is True
    assert ratecheck("impact", f"{KEY}/eq1").out.startswith(f"{KEY}/thm1 ")


@pytest.mark.parametrize("profile", ["quick", "full"])
def test_the_verdicts_are_as_they_should_be(paper: Path, ratecheck: CommandLine, profile: str) -> None:
    run = ratecheck("verify", "--profile", profile, "--json", "-").json
    verdicts = {
        entry["id"]: tuple(entry[side] and entry[side]["verdict"] for side in ("printed", "corrected"))
        for entry in run["claims"]
    }
    assert verdicts == FOUND


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("(2 * _KEEP - 1) ** 2", "(2 * _KEEP - 1) ** 4", {"eq1": "printed: locked proved, now open", "thm1": ""}),
        ("/ arb(2)", "* arb(2)", {"eq2": "printed: locked checked, now refuted"}),
        ("            ALPHA**-2,", "            ALPHA**-2 * 3 / 4,", {"thm1": "corrected: locked proved, now open"}),
        ("(exp(x) - 1) ** 2 / 2", "(exp(x) - 1) ** 2 * 2", {"thm1": "printed: locked refuted"}),
    ],
)
def test_a_wrong_constant_turns_verify_red(
    paper: Path, ratecheck: CommandLine, right: str, wrong: str, told: dict[str, str]
) -> None:
    assert ratecheck("verify", "--update").status == 0
    section = paper / KEY / "s2_variance.py"
    text = section.read_text("utf-8")
    assert text.count(right) == 1
    section.write_text(text.replace(right, wrong), "utf-8")
    _forget()
    ran = ratecheck("verify")
    assert ran.status == 1
    lines = [line for line in ran.out.splitlines() if line.startswith("unexpected: ")]
    assert len(lines) == len(told)
    for line, (claim, words) in zip(lines, told.items(), strict=True):
        assert line.startswith(f"unexpected: {KEY}/{claim}: {words}")
