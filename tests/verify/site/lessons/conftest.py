"""What the tests of the lessons share: every lesson run once, whichever files and processes ask for it."""

import fcntl
import json
from functools import cache
from typing import Any

import pytest

from notation.papers import papers
from verify.ledger import reference
from verify.site.lessons import show
from verify.site.lessons.execute import run_here
from verify.site.lessons.notebook import Notebook, lesson_names, notebook


@cache
def reference_records() -> dict[str, Any]:
    """What the reference runs found, by claim; another test holds them to the locks."""
    found = [reference.read(key) for key in papers()]
    return {id_: record for run in found if run for id_, record in run.records.items()}


@pytest.fixture
def quick_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    """`judge` answers from the reference runs, as it does in a report from its own run."""
    monkeypatch.setattr(show, "_JUDGED", reference_records())


@pytest.fixture(scope="session")
def ran(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> dict[str, Notebook]:
    """Every lesson with its outputs. The first process that asks runs them, and leaves them for the others."""
    folder = tmp_path_factory.getbasetemp()
    folder = folder if worker_id == "master" else folder.parent
    kept = folder / "lessons.json"
    with (folder / "lessons.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            with pytest.MonkeyPatch.context() as patched:
                patched.setattr(show, "_JUDGED", reference_records())
                found = {name: run_here(notebook(name)) for name in lesson_names()}
            kept.write_text(json.dumps(found), encoding="utf-8")
    made: dict[str, Notebook] = json.loads(kept.read_text("utf-8"))
    return made
