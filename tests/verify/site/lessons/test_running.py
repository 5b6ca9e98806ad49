"""How lessons run: here as in a Jupyter kernel, the same bytes each time, in processes that end, by the command."""

import json
import re
import subprocess
import sys
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import nbformat
import pytest

from notation.parameters import ParameterError
from tests.verify.cli.command_line import CommandLine
from tests.verify.site.lessons.conftest import reference_records
from verify.site.lessons import show
from verify.site.lessons.execute import LessonError, executed
from verify.site.lessons.notebook import Notebook, dumps, heading, lesson_names, notebook, script
from verify.site.lessons.show import SLIDER

NAMES = lesson_names()
KERNEL = "import sys; from nbclient.cli import main; sys.exit(main(sys.argv[1:]))"


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_runs_whole_and_is_a_valid_notebook(name: str, ran: dict[str, Notebook]) -> None:
    lesson = ran[name]
    code = [cell for cell in lesson["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in code] == list(range(1, 1 + len(code)))
    assert sum("assert " in "".join(cell["source"]) for cell in code) >= 6
    charts = [o for cell in code for o in cell["outputs"] if {"image/svg+xml", SLIDER} & set(o.get("data", {}))]
    assert len(charts) >= 3
    nbformat.validate(nbformat.reads(dumps(lesson), as_version=4))


def test_a_kernel_shows_what_the_runner_shows(ran: dict[str, Notebook], tmp_path: Path) -> None:
    """In Jupyter, which judges the claims again, the outputs are the same, byte by byte."""
    path = tmp_path / "lesson.ipynb"
    path.write_text(dumps(notebook("le_cam")), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", KERNEL, "--inplace", str(path)], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    for mine, other in zip(ran["le_cam"]["cells"], json.loads(path.read_text("utf-8"))["cells"], strict=True):
        assert _plain(mine.get("outputs", [])) == _plain(other.get("outputs", []))


def _plain(outputs: list[dict[str, Any]]) -> list[Any]:
    """What is printed as one text: a busy kernel sends it in pieces."""
    return [
        "".join("".join(o["text"]) for o in group)
        if kind == "stream"
        else [
            {name: "".join(data) if isinstance(data, list) else data for name, data in o["data"].items()} for o in group
        ]
        for kind, group in groupby(outputs, key=itemgetter("output_type"))
    ]


def test_no_verdict_is_typed_by_hand() -> None:
    word = re.compile(r"\b(proved|argued|refuted|supported)\b")
    for name in NAMES:
        for line in script(name).splitlines():
            rest = re.sub(r"\.refuted\b", "", line)
            assert not word.search(rest), (name, line)


def test_the_same_script_gives_the_same_bytes() -> None:
    for name in NAMES:
        assert dumps(notebook(name)) == dumps(notebook(name, script(name)))
        ids = [cell["id"] for cell in notebook(name)["cells"]]
        assert len(set(ids)) == len(ids)
        assert heading(notebook(name)).question.endswith("?")


def _wanting(names: tuple[str, ...]) -> list[str]:
    """Lessons that do not say what they need, or need one that is none or comes later."""
    found = []
    for place, name in enumerate(names):
        told = heading(notebook(name))
        needed = re.findall(r"\]\((\w+)\.ipynb\)", told.needs)
        if not (told.needs and told.teaches and set(needed) <= set(names[:place])):
            found.append(name)
    return found


def test_no_lesson_needs_a_later_one() -> None:
    assert _wanting(NAMES) == []
    assert "primer" not in _wanting(NAMES[::-1])
    assert "le_cam" in _wanting(NAMES[::-1])


def test_an_unknown_lesson_is_refused() -> None:
    with pytest.raises(ParameterError, match=f"must be one of {', '.join(NAMES)}"):
        notebook("zeno")


TINY = "# %% [markdown]\n# # A tiny lesson\n#\n# Is 1 + 1 = 2?\n# %%\nassert 1 + 1 == 2\n"


def test_a_lesson_of_a_report_shows_what_the_run_found() -> None:
    """A record that is given is not judged again, even a wrong one; other claims are."""
    found = reference_records()["zhao/lemma1"]
    wrong = found | {"printed": found["printed"] | {"verdict": "open"}}
    asks = notebook(
        "le_cam",
        "# %%\nfrom verify.site.lessons.show import judge\n"
        'found = judge("zhao/lemma1", "zhao/eq63")\n(found["zhao/lemma1"].printed, found["zhao/eq63"].printed)\n',
    )
    (lesson,) = executed([asks], records=[wrong])
    assert "".join(lesson["cells"][0]["outputs"][0]["data"]["text/plain"]) == "('open', 'proved')"
    # Nothing of it stays in this process.
    assert show._JUDGED == {}


def test_a_failing_cell_is_named_and_a_process_of_its_own_is_used() -> None:
    bad = notebook("le_cam", "# %%\nimport os\nx = os.getpid()\n# %%\nx\n# %%\nassert x < 0, 'no'\n")
    with pytest.raises(LessonError, match=r"le_cam, le-cam-03, line 1: assert x < 0, 'no': AssertionError: no"):
        executed([bad])
    (done,) = executed([notebook("le_cam", "# %%\nimport os\nos.getpid()\n")])
    assert int("".join(done["cells"][0]["outputs"][0]["data"]["text/plain"])) != __import__("os").getpid()


def test_a_lesson_that_does_not_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verify.site.lessons.execute.SECONDS", 1)
    with pytest.raises(LessonError, match="le_cam: stopped after 1 seconds of processor time"):
        executed([notebook("le_cam", "# %%\nwhile True:\n    pass\n")])


def test_the_command_writes_notebooks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    ratecheck = CommandLine(monkeypatch, capsys)
    assert "must be one of" in ratecheck("lessons", "zeno", "--out", tmp_path).refusal
    (tmp_path / "file").write_text("x")
    assert "cannot write to this folder" in ratecheck("lessons", "kashin", "--out", tmp_path / "file").refusal
    monkeypatch.setattr("verify.site.lessons.notebook.script", lambda _: TINY)
    done = ratecheck("lessons", "kashin", "--out", tmp_path / "new" / "deep")
    assert done.status == 0
    assert done.out == f"{tmp_path / 'new' / 'deep' / 'kashin.ipynb'}: A tiny lesson\n"
    nbformat.validate(nbformat.read(tmp_path / "new" / "deep" / "kashin.ipynb", as_version=4))
    monkeypatch.setattr("verify.site.lessons.notebook.script", lambda _: "# %%\nassert False\n")
    failed = ratecheck("lessons", "kashin", "--out", tmp_path / "other")
    assert failed.status == 1
    assert "kashin, kashin-01, line 1: assert False: AssertionError" in failed.err
    assert list((tmp_path / "other").iterdir()) == []


def test_the_report_has_them_unless_told_otherwise(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    ratecheck = CommandLine(monkeypatch, capsys)
    monkeypatch.setattr("verify.site.site.sandwiches", tuple)
    monkeypatch.setattr("verify.site.lessons.notebook.lesson_names", lambda: ("kashin",))
    monkeypatch.setattr("verify.site.lessons.notebook.script", lambda _: TINY)
    run_file = tmp_path / "run.json"
    assert ratecheck("verify", "zhao/own/row-norm", "--json", run_file).status == 0
    assert ratecheck("report", "--run", run_file, "--out", tmp_path / "with").status == 0
    assert "A tiny lesson" in (tmp_path / "with" / "lessons" / "kashin.html").read_text("utf-8")
    assert ratecheck("report", "--run", run_file, "--out", tmp_path / "without", "--no-lessons").status == 0
    assert not (tmp_path / "without" / "lessons").exists()
    assert "lessons/" not in (tmp_path / "without" / "index.html").read_text("utf-8")
    monkeypatch.setattr("verify.site.lessons.notebook.script", lambda _: "# %%\n1 / 0\n")
    failed = ratecheck("report", "--run", run_file, "--out", tmp_path / "failed")
    assert failed.status == 1
    assert "1 / 0: ZeroDivisionError" in failed.err
    assert not (tmp_path / "failed").exists()
