"""Commands that a signal or a full disk ends: no file is half-written, and what was spent counts.

Each signal is sent at a stated moment of the run, by code that takes the place of a function of the system.
"""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from verify.program import STOPPED
from verify.site.folder import MARK

SIGNALS = {"SIGINT": STOPPED, "SIGTERM": -signal.SIGTERM, "SIGKILL": -signal.SIGKILL}
"""The exit status of a process that each of them ends."""
SEND = """
import os, secrets, signal
from pathlib import Path
# Where tests run in the background, interrupts are ignored from the start.
signal.signal(signal.SIGINT, signal.default_int_handler)
def send(*_): signal.raise_signal(signal.{name})
"""
PROGRAM = "\nfrom verify.program import main\nmain()\n"
ENTERED, DRAWING, WRITTEN = "os.fsync = send", "secrets.token_bytes = send", "Path.replace = send"
"""Before the account is on the disk, at the first random bits, and before a finished file takes its place."""


PLACE = os.environ | {"PYTHONPATH": os.pathsep.join((os.getcwd(), *sys.path))}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Data of 300 users, and an account that has spent 1 of 9."""
    values = np.random.default_rng(3).uniform(-0.9, 0.9, 1200).tolist()
    rows = [f"u{number % 300},{x!r}" for number, x in enumerate(values)]
    (tmp_path / "data.csv").write_text("\n".join(["who,x", *rows]) + "\n", "utf-8")
    (tmp_path / "b.json").write_text('{"limit": 9, "spent": [{"epsilon": 1}]}', "utf-8")
    return tmp_path


def ended(folder: Path, name: str, moment: str, *command: object) -> "subprocess.CompletedProcess[str]":
    """The command, run in the folder, with the signal at that moment; standard output is a file."""
    code = SEND.format(name=name) + moment + PROGRAM
    with (folder / "out").open("w", encoding="utf-8") as out:
        return subprocess.run(
            [sys.executable, "-c", code, *map(str, command)],
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder,
            check=False,
            timeout=120,
            env=PLACE,
        )


ESTIMATE = ("estimate", "mean", "--data", "data.csv", "--user", "who", "--value", "x", "--lower", -1, "--upper", 1,
            "--epsilon", 2, "--json", "--budget", "b.json")  # fmt: skip


@pytest.mark.parametrize("moment", [ENTERED, DRAWING])
@pytest.mark.parametrize("name", SIGNALS)
def test_an_estimate_that_is_ended_has_spent_if_it_drew(name: str, moment: str, folder: Path) -> None:
    """It publishes nothing, and the account is whole: the next run finds it as it should be."""
    ran = ended(folder, name, moment, *ESTIMATE)
    assert ran.returncode == SIGNALS[name], ran.stderr
    assert ran.stderr == ("ratecheck: stopped\n" if name == "SIGINT" else "")
    assert (folder / "out").read_text() == ""
    spent = [str(run["epsilon"]) for run in json.loads((folder / "b.json").read_text("utf-8"))["spent"]]
    assert spent == (["1"] if moment == ENTERED else ["1", "2"])
    again = ended(folder, name, "", *ESTIMATE)
    assert again.returncode == 0, again.stderr
    assert json.loads((folder / "out").read_text())["epsilon_per_user"] == 2
    assert len(json.loads((folder / "b.json").read_text("utf-8"))["spent"]) == len(spent) + 1


PLAN = ("plan", "mean", "--m", 20, "--epsilon", 2, "--lower", 0, "--upper", 60, "--target-rmse", 1, "--plot", "p.svg")


@pytest.mark.parametrize("name", SIGNALS)
def test_a_plot_that_is_ended_leaves_the_old_one(name: str, folder: Path) -> None:
    (folder / "p.svg").write_text("old")
    ran = ended(folder, name, WRITTEN, *PLAN)
    assert ran.returncode == SIGNALS[name], ran.stderr
    assert (folder / "p.svg").read_text() == "old"


PAGES = """
from verify.site.folder import swapped
with swapped(Path("site")) as fresh:
    (fresh / "index.html").write_text("half")
    {half}
"""
"""What `report` does with its pages."""


BETWEEN = """
replace, calls = Path.replace, []
def second(*paths):
    calls.append(paths)
    if len(calls) == 2:
        send()
    return replace(*paths)
Path.replace = second
"""
"""When the old report is out of its place, and the new one is not yet there."""


@pytest.mark.parametrize(
    ("name", "half", "swap"),
    [*((name, *moment) for name in SIGNALS for moment in (("send()", ""), ("", WRITTEN))), ("SIGINT", "", BETWEEN)],
)
def test_a_report_that_is_ended_leaves_the_old_one(name: str, half: str, swap: str, folder: Path) -> None:
    """What is left next to it is hidden, and removed by the next report; an interrupt leaves nothing."""
    (folder / "site").mkdir()
    (folder / "site" / MARK).write_text("old")
    before = {path.name for path in folder.iterdir()}
    ran = subprocess.run(
        [sys.executable, "-c", SEND.format(name=name) + swap + PAGES.format(half=half)],
        capture_output=True,
        cwd=folder,
        check=False,
        timeout=120,
        env=PLACE,
    )
    assert ran.returncode == -signal.Signals[name]
    assert {path.name: path.read_text() for path in (folder / "site").iterdir()} == {MARK: "old"}
    left = {path.name for path in folder.iterdir()} - before
    assert all(path.startswith(".site.ratecheck-") for path in left)
    assert bool(left) == (name != "SIGINT")


def test_a_full_disk_under_a_small_answer_is_one_line(folder: Path) -> None:
    """An answer of one block fails where it is flushed, after it was entered: it has spent."""
    if not Path("/dev/full").exists():
        pytest.skip("the system has no full device")
    with open("/dev/full", "w") as full:
        code = [sys.executable, "-c", PROGRAM, *map(str, ESTIMATE)]
        ran = subprocess.run(code, stdout=full, stderr=subprocess.PIPE, text=True, cwd=folder, check=False, env=PLACE)
    assert ran.returncode == 2
    assert ran.stderr.endswith("ratecheck: [Errno 28] No space left on device\n")
    assert len(json.loads((folder / "b.json").read_text("utf-8"))["spent"]) == 2
