"""The ledger that `ratecheck new` makes: as a folder and installed, judged and locked, and its defects are seen."""

import errno
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib import import_module, metadata
from pathlib import Path

import pytest

import notation.papers
from notation.papers import GROUP, LEDGER, papers, read_paper
from notation.parameters import ParameterError
from tests.verify.cli.command_line import CommandLine, strict
from tests.verify.site.site_checks import site_defects
from verify.cli.new import TEMPLATES, template
from verify.kernel.calculus.grounds import unproved
from verify.kernel.statements.claim import Claim
from verify.kernel.statements.outcome import Settings
from verify.ledger import fingerprint

KEY = "another"
FOUND = {
    f"{KEY}/eq1": ("proved", None),
    f"{KEY}/eq2": ("checked", None),
    f"{KEY}/thm1": ("refuted", "proved"),
}


def _copy(folder: Path) -> None:
    for name, text in template(KEY).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")


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
    fingerprint.forget()


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The template under another name as the only paper that is registered."""
    _copy(tmp_path)
    _install(tmp_path)
    found = [
        point
        for distribution in metadata.distributions(path=[str(tmp_path)])
        for point in distribution.entry_points.select(group=GROUP)
    ]
    monkeypatch.setattr(notation.papers, "_CHECKOUT", tmp_path / "no checkout of ratecheck")
    monkeypatch.setattr(notation.papers, "entry_points", lambda group: found if group == GROUP else [])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    # The library's own bounds are examined elsewhere: they have nothing to do with the papers.
    monkeypatch.setattr("verify.cli.verification.PLACES", {})
    monkeypatch.syspath_prepend(str(tmp_path))
    _forget()
    yield tmp_path
    monkeypatch.undo()
    _forget()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The template under another name, in a folder that nothing registers."""
    _copy(tmp_path)
    # So that what a command sets is undone with the test.
    monkeypatch.setenv(LEDGER, "")
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    _forget()
    yield tmp_path
    monkeypatch.undo()
    _forget()


@pytest.fixture
def ratecheck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


def test_a_copy_is_listed_judged_locked_and_told(installed: Path, ratecheck: CommandLine) -> None:
    listed = ratecheck("list", "--paper", KEY, "--json").json["claims"]
    assert [claim["id"] for claim in listed] == list(FOUND)
    assert ratecheck("list", "--at", "Theorem 1").out.startswith(f"{KEY}/thm1 ")

    unlocked = ratecheck("verify")
    assert unlocked.status == 1
    assert f"unexpected: {KEY}/eq1: not in the lock" in unlocked.out
    assert ratecheck("verify", "--paper", KEY, "--update").status == 0
    assert (installed / KEY / "lock.json").is_file()
    run = installed / "run.json"
    assert ratecheck("verify", "--json", run).status == 0

    shown = ratecheck("show", f"{KEY}/thm1", "--run", run, "--json").json
    assert shown["corrected"]["evidence"]["steps"] == [{"claim": f"{KEY}/eq1", "verdict": "proved"}]
    found = ratecheck("errata", "--run", run, "--json").json
    assert [(finding["id"], finding["severity"]) for finding in found["findings"]] == [(f"{KEY}/thm1", "constant")]
    assert found["findings"][0]["theorem_survives"] is True
    assert ratecheck("impact", f"{KEY}/eq1").out.startswith(f"{KEY}/thm1 ")


@pytest.mark.parametrize("profile", ["quick", "full"])
def test_the_verdicts_are_as_they_should_be(folder: Path, ratecheck: CommandLine, profile: str) -> None:
    run = ratecheck("verify", "--ledger", folder, "--profile", profile, "--json", "-").json
    verdicts = {
        entry["id"]: tuple(entry[side] and entry[side]["verdict"] for side in ("printed", "corrected"))
        for entry in run["claims"]
    }
    assert verdicts == FOUND


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("(2 * _KEEP - 1) ** 2", "(2 * _KEEP - 1) ** 4", {"eq1": "printed: locked proved, now refuted", "thm1": ""}),
        ("/ arb(2)", "* arb(2)", {"eq2": "printed: locked checked, now refuted"}),
        (".le(ALPHA**-2)", ".le(ALPHA**-2 * 3 / 4)", {"thm1": "corrected: locked proved, now refuted"}),
        ("(exp(x) - 1) ** 2 / 2", "(exp(x) - 1) ** 2 * 2", {"thm1": "printed: locked refuted"}),
    ],
)
def test_a_wrong_constant_turns_verify_red(
    folder: Path, ratecheck: CommandLine, right: str, wrong: str, told: dict[str, str]
) -> None:
    assert ratecheck("verify", "--ledger", folder, "--update").status == 0
    section = folder / KEY / "s2_variance.py"
    text = section.read_text("utf-8")
    assert text.count(right) == 1
    section.write_text(text.replace(right, wrong), "utf-8")
    _forget()
    ran = ratecheck("verify", "--ledger", folder)
    assert ran.status == 1
    lines = [line for line in ran.out.splitlines() if line.startswith("unexpected: ")]
    assert len(lines) == len(told)
    for line, (claim, words) in zip(lines, told.items(), strict=True):
        assert line.startswith(f"unexpected: {KEY}/{claim}: {words}")


def test_a_folder_is_a_ledger_for_every_command(folder: Path, ratecheck: CommandLine) -> None:
    """The same claims, fingerprints and files as those of the installed paper, and no other paper's."""
    assert ratecheck("verify", "--ledger", folder, "--update").status == 0
    run = folder / "run.json"
    assert ratecheck("verify", "--ledger", folder / KEY, "--json", run).status == 0
    listed = ratecheck("list", "--ledger", folder, "--json").json["claims"]
    assert [claim["id"] for claim in listed] == list(FOUND)
    assert f"[{KEY}]" in ratecheck("list", "--ledger", folder, "--help").out
    shown = ratecheck("show", "--ledger", folder, f"{KEY}/thm1", "--run", run)
    assert "A. Author: The variance of randomized response." in shown.out
    again = f"ratecheck verify --ledger {folder} {KEY}/thm1 && ratecheck show --ledger {folder} {KEY}/thm1\n"
    assert again in ratecheck("errata", "--ledger", folder, "--run", run).out
    assert ratecheck("impact", "--ledger", folder, f"{KEY}/eq1").out.startswith(f"{KEY}/thm1 ")
    assert ratecheck("graph", "--ledger", folder, f"{KEY}/thm1", "--run", run).out.startswith(f"{KEY}/thm1 ")
    assert "'zhao/def1'" in ratecheck("show", "--ledger", folder, "zhao/def1").refusal


def test_a_folder_has_a_report_of_its_own(folder: Path, ratecheck: CommandLine) -> None:
    run, site = folder / "run.json", folder / "site"
    assert ratecheck("verify", "--ledger", folder, "--json", run).status == 1
    assert ratecheck("report", "--ledger", folder, "--run", run, "--out", site).status == 0
    assert site_defects(site) == []
    assert {path.name for path in (site / "papers").iterdir()} == {f"{KEY}.html"}
    assert not (site / "gaps.html").exists()
    assert "ratecheck.risk" in (site / "api.html").read_text("utf-8")
    assert len(list((site / "claims").iterdir())) == len(FOUND)
    assert "α" in (site / "papers" / f"{KEY}.html").read_text("utf-8")
    pages = {path.relative_to(site): path.read_text("utf-8") for path in site.rglob("*.html")}
    assert not [name for name, text in pages.items() if str(folder) in text]
    commands = [
        found for text in pages.values() for found in re.findall(r"ratecheck (?:show|verify|report)\b[^<;]*", text)
    ]
    run_here = [command for command in commands if "--run" in command or KEY in command or "--json" in command]
    assert len(run_here) >= 2 * len(FOUND)
    assert all(" --ledger ." in command for command in run_here)
    # No fact of other papers that its claims do not cite.
    assert "0 facts that chains cite" in (site / "textbook.html").read_text("utf-8")
    assert "textbook.html#" not in (site / "search-index.js").read_text("utf-8")


def test_every_block_of_the_guide_runs(folder: Path, ratecheck: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands as they stand, in their order; the code in one module of the paper, and its claims judged."""
    guide = (folder / "README.md").read_text("utf-8")
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", guide, flags=re.DOTALL | re.MULTILINE)
    assert {kind for kind, _ in blocks} == {"sh", "python"}
    monkeypatch.chdir(folder)
    commands = [line for kind, text in blocks if kind == "sh" for line in text.splitlines()]
    for place, told in enumerate(commands):
        name, *arguments = shlex.split(told, comments=True)
        assert name == "ratecheck"
        # Nothing is locked before the second line.
        assert ratecheck(*arguments).status == (0 if place else 1), told
    code = "\n".join(text for kind, text in blocks if kind == "python")
    (folder / KEY / "guide.py").write_text(code, "utf-8")
    found = vars(import_module(f"{KEY}.guide"))
    verdicts = {
        name: tuple(side and side.check(Settings()).verdict.value for side in (value.printed, value.corrected))
        for name, value in found.items()
        if isinstance(value, Claim)
    }
    assert verdicts == {"EQ7": ("proved", None), "EQ8": ("refuted", "proved")}
    for name, verdict in (("VARIANCE", "proved"), ("DISTANCE", "proved"), ("MAJORITY", "checked")):
        assert found[name].check(Settings()).verdict.value == verdict
    assert [(fact.fails(), unproved(fact)) for fact in found["FACTS"][1:]] == [("", "")]


def test_own_definitions_and_facts_are_told_with_their_grade(
    tmp_path: Path, ratecheck: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The template of central privacy: an axiom is told, and a lemma without a proof makes its claim argued."""
    monkeypatch.setenv(LEDGER, "")
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr("verify.cli.verification.PLACES", {})
    folder, run, site = tmp_path / KEY, tmp_path / "run.json", tmp_path / "site"
    _forget()
    try:
        assert ratecheck("new", KEY, "--template", "central", "--out", folder).status == 0
        assert ratecheck("verify", "--ledger", folder, "--update", "--json", run).status == 0
        sides = {entry["id"].partition("/")[2]: entry for entry in strict(run.read_text("utf-8"))["claims"]}
        verdicts = {
            name: tuple(entry[side] and entry[side]["verdict"] for side in ("printed", "corrected"))
            for name, entry in sides.items()
        }
        assert verdicts == {"eq1": ("proved", None), "eq2": ("argued", None), "thm1": ("refuted", "checked")}
        assert sides["eq1"]["printed"]["axioms"] == ["the curve of normal noise"]
        assert sides["eq2"]["printed"]["lemmas"] == ["the tail of the privacy loss"]
        told = ratecheck("facts", "--ledger", folder, "normal noise").out
        assert f"from {KEY}.facts import CURVE" in told
        assert f"as in {KEY}.s3_gaussian, line " in told
        assert ratecheck("report", "--ledger", folder, "--run", run, "--out", site).status == 0
        page = (site / "textbook.html").read_text("utf-8")
        assert "2 facts that chains cite" in page
        assert "1 axiom" in page
        assert "1 lemma" in page
        assert ", not proved here" in page
        facts = folder / KEY / "facts.py"
        text = facts.read_text("utf-8")
        assert text.count(" - exp(epsilon) * erfc") == 1
        facts.write_text(text.replace(" - exp(epsilon) * erfc", " - exp(2 * epsilon) * erfc"), "utf-8")
        _forget()
        assert "a fact fails on its test cases" in ratecheck("verify", "--ledger", folder, f"{KEY}/eq1").out
    finally:
        _forget()


def test_what_new_writes_is_verified_in_processes_of_its_own(tmp_path: Path) -> None:
    """As its author and the workflow do it, with worker processes and nothing installed."""
    program = [sys.executable, "-c", "from verify.cli import main; main()"]
    root = str(Path(notation.papers.__file__).parents[1])
    environment = {name: value for name, value in os.environ.items() if name != LEDGER} | {"PYTHONPATH": root}

    def ratecheck(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*program, *arguments], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )

    assert ratecheck("new", KEY).returncode == 0
    written = {str(path.relative_to(tmp_path / KEY)) for path in (tmp_path / KEY).rglob("*") if path.is_file()}
    assert written == set(template(KEY))
    done = ratecheck("verify", "--ledger", KEY, "--jobs", "2", "--update")
    assert (done.returncode, done.stderr.count("Traceback")) == (0, 0), done.stderr
    assert (tmp_path / KEY / KEY / "lock.json").is_file()


@pytest.mark.parametrize(
    ("told", "pin"),
    [
        (None, f"ratecheck=={metadata.version('ratecheck')}"),
        ('{"url": "file:///a/folder", "dir_info": {"editable": true}}', f"ratecheck=={metadata.version('ratecheck')}"),
        (
            '{"url": "https://host/ratecheck.git", "vcs_info": {"vcs": "git", "commit_id": "abc123"}}',
            "ratecheck @ git+https://host/ratecheck.git@abc123",
        ),
    ],
)
def test_the_workflow_installs_what_wrote_it(told: str | None, pin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = type(metadata.distribution("ratecheck"))  # of the standard library, or of a package that stands in for it
    monkeypatch.setattr(found, "read_text", _instead(found.read_text, told))
    for kind in TEMPLATES:
        files = template(KEY, kind)
        assert f'- run: pip install "{pin}"' in files[".github/workflows/ratecheck.yml"]
        assert not any("THIS_RATECHECK" in text or "mypaper" in text for text in files.values())


def _instead(read: Callable[..., str | None], told: str | None) -> Callable[..., str | None]:
    """Reading a distribution's files, with another direct_url.json."""
    return lambda self, name: told if name == "direct_url.json" else read(self, name)


@pytest.mark.parametrize("key", ["Upper", "1paper", "a/b", "class", "a-b", ""])
def test_new_refuses_a_key_that_is_no_package(key: str, ratecheck: CommandLine, tmp_path: Path) -> None:
    assert "must be lowercase letters" in ratecheck("new", key, "--out", tmp_path / "x").refusal
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("empty", [False, True], ids=["no folder", "an empty folder"])
def test_new_that_fails_leaves_nothing_and_may_be_run_again(
    ratecheck: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, empty: bool
) -> None:
    """A disk that is full at the fifth file."""
    out, write, left = tmp_path / "mine", Path.write_bytes, [4]
    if empty:
        out.mkdir()

    def full(path: Path, content: bytes) -> int:
        if not left[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        left[0] -= 1
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    assert ratecheck("new", "mine", "--out", out).refusal == f"out = '{out}': can't be made (No space left on device)"
    assert [path.name for path in tmp_path.rglob("*")] == (["mine"] if empty else [])
    monkeypatch.setattr(Path, "write_bytes", write)
    assert ratecheck("new", "mine", "--out", out).status == 0
    assert {str(path.relative_to(out)) for path in out.rglob("*") if path.is_file()} == set(template("mine"))
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_new_refuses_what_is_there(ratecheck: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    assert "exists already" in ratecheck("new", KEY, "--out", tmp_path).refusal
    for key in ("numpy", "verify", "json"):
        assert "is the name of a package" in ratecheck("new", key, "--out", tmp_path / "x").refusal
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def _toml(**fields: str) -> str:
    told = {"key": '"k"', "authors": '"A"', "title": '"T"', "version": '"V"', "sections": '["s"]'} | fields
    return "".join(f"{name} = {value}\n" for name, value in told.items() if value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("key = ", "can't be read"),
        (_toml(key=""), "key = None: must be lowercase letters"),
        (_toml(title=""), "title = None: must be a string"),
        (_toml(authors="3"), "authors = 3: must be a string"),
        (_toml(sections="[]"), "must name at least one module"),
        (_toml(sections='"s"'), "must be a list of module names"),
        (_toml(letters='["a"]'), "must be a table of strings"),
        (_toml(chapters='["s"]'), "chapters: must be one of key, authors"),
        (_toml(facts='"s"'), "facts = 's': must be a list of module names"),
    ],
)
def test_a_paper_toml_that_fails_is_one_line(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "paper.toml").write_text(text)
    with pytest.raises(ParameterError, match=told) as raised:
        read_paper(tmp_path / "paper.toml")
    assert "\n" not in str(raised.value)


def _broken(name: str, change: Callable[[str], str]) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        path = folder / KEY / name
        path.write_text(change(path.read_text("utf-8")), "utf-8")

    return apply


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (lambda folder: (folder / KEY / "paper.toml").unlink(), "neither it nor a folder in it contains a paper.toml"),
        (lambda folder: (folder / KEY / "__init__.py").unlink(), "must be in a package"),
        (_broken("paper.toml", lambda text: text.replace('"another"', '"numpy"')), "is the name of another package"),
        (_broken("paper.toml", lambda text: text.replace("s2_variance", "s3")), "section 's3' can't be loaded"),
        (_broken("s2_variance.py", lambda text: text + "\nno python\n"), r"s2_variance.py, line \d+: SyntaxError"),
        (_broken("s2_variance.py", lambda text: text + "\n1 / 0\n"), r"s2_variance.py, line \d+: ZeroDivisionError"),
        # What fails inside a library is told by the author's line.
        (
            _broken("s2_variance.py", lambda text: text.replace("Kind.IDENTITY", "Kind('none')")),
            r"another/s2_variance.py, line \d+: ValueError: 'none' is not a valid Kind",
        ),
        (_broken("s2_variance.py", lambda text: text + "\nCLAIMS = (1,)\n"), "must bind CLAIMS"),
        (_broken("s2_variance.py", lambda text: text.replace("another/eq2", "another/eq1")), "occurs twice"),
        (_broken("s2_variance.py", lambda text: text.replace("another/eq2", "zhao/eq2")), "is in the paper"),
    ],
)
def test_a_ledger_that_fails_is_one_line(
    folder: Path, ratecheck: CommandLine, harm: Callable[[Path], None], told: str
) -> None:
    harm(folder)
    assert re.search(told, ratecheck("verify", "--ledger", folder).refusal)


@pytest.mark.parametrize(
    ("added", "told"),
    [
        ("1 / 0\nFACTS = ()\n", r"another/facts.py, line 1: ZeroDivisionError"),
        ("FACTS = []\n", "facts.FACTS is no tuple"),
        ("FACTS = (1,)\n", "facts.FACTS must hold facts, not int"),
    ],
)
def test_own_facts_that_fail_are_one_line(folder: Path, ratecheck: CommandLine, added: str, told: str) -> None:
    (folder / KEY / "facts.py").write_text(added, "utf-8")
    paper = folder / KEY / "paper.toml"
    paper.write_text(paper.read_text("utf-8").replace("\n[letters]", '\nfacts = ["facts"]\n[letters]'), "utf-8")
    assert re.search(told, ratecheck("facts", "--ledger", folder, "anything").refusal)


def _citing(folder: Path, id_: str) -> None:
    """A claim of the template that holds (1) and a claim of another paper together."""
    section = folder / KEY / "s2_variance.py"
    text = section.read_text("utf-8")
    for old, new in (
        (
            "from verify.kernel.statements import",
            "from verify.kernel.statements.whole import Whole\nfrom verify.kernel.statements import",
        ),
        ("\nEQ1 = Claim(", f'\nBOTH = Whole("both", ("{KEY}/eq1", "{id_}"))\nEQ1 = Claim('),
        ("\n    EQ1,", f'\n    EQ1,\n    Claim("{KEY}/both", "(4)", Kind.DEFINITION, "both", BOTH),'),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    section.write_text(text, "utf-8")


def test_a_folders_claim_leans_on_another_papers(folder: Path, ratecheck: CommandLine) -> None:
    """What it depends on is judged with it, shown below it, and neither listed nor locked with the folder's."""
    _citing(folder, "zhao/def1")
    assert ratecheck("verify", "--ledger", folder, "--update").status == 0
    ran = ratecheck("verify", "--ledger", folder)
    assert ran.status == 0
    assert "zhao/def1" in ran.err
    assert "zhao" not in (folder / KEY / "lock.json").read_text("utf-8")
    assert "zhao" not in ratecheck("list", "--ledger", folder).out
    for more in ((), (f"{KEY}/both",)):
        assert "\n  zhao/def1  [" in ratecheck("graph", "--ledger", folder, *more).out
    assert f"depends on: {KEY}/eq1, zhao/def1" in ratecheck("show", "--ledger", folder, f"{KEY}/both").out
    assert "'zhao/def1'" in ratecheck("show", "--ledger", folder, "zhao/def1").refusal


@pytest.mark.parametrize("id_", ["zhao/nothing", "nobody/eq1"])
def test_a_claim_that_no_paper_has_can_not_be_cited(folder: Path, ratecheck: CommandLine, id_: str) -> None:
    _citing(folder, id_)
    told = f"claim {KEY}/both names {id_}: not in this ledger or a registered paper"
    assert ratecheck("verify", "--ledger", folder).refusal == told
    told = f"id = '{id_}': is not a claim of this ledger or of a registered paper"
    assert ratecheck("graph", "--ledger", folder, f"{KEY}/both").refusal == told
