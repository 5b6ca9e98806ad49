"""How the program starts and ends: interrupts, and standard streams that are closed, full or left."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.verify.cli.command_line import CommandLine
from verify.program import CLOSED, STOPPED

PROGRAM = "from verify.program import main\nmain()\n"
"""As the installed script has it."""


@pytest.fixture
def ratecheck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


# Where tests run in the background, interrupts are ignored from the start.
HEARD = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
LIGHT = HEARD + "import sys, time\nfrom verify.program import ended\n"
STOPPED_LINE = "ratecheck: stopped\n"


def _python(code: str, *arguments: object, wrap: str = "", buffered: bool = True) -> "subprocess.CompletedProcess[str]":
    """The code in a process of its own; `wrap` is shell text with {} for the command."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    command = [sys.executable, "-c", HEARD + code, *map(str, arguments)]
    if not buffered:
        environment["PYTHONUNBUFFERED"] = "1"
    if wrap:
        command = ["bash", "-c", "set -o pipefail; " + wrap.format('"$0" "$@"'), *command]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment, timeout=120)


@pytest.mark.parametrize(
    "module", ["click", "numpy", "numpy._core.multiarray", "scipy.special", "upperbounds.registry"]
)
def test_an_interrupt_during_an_import_is_one_line(module: str) -> None:
    """Some libraries turn what happens in an import into an ImportError."""
    press = (
        "import signal, sys\n"
        "class Press:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}:\n"
        "            signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Press())\n"
    )
    ran = _python(press + PROGRAM, "bound", "mean", "--n", 20, "--m", 2, "--epsilon", 1)
    assert (ran.returncode, ran.stdout, ran.stderr) == (STOPPED, "", STOPPED_LINE)


@pytest.mark.parametrize(
    "run",
    [
        "raise ImportError('numpy failed to import')",
        "raise SystemExit(3)",
        "print('half of a line' * 10_000)",
        "sys.stdout.flush()",
    ],
)
def test_an_interrupt_that_comes_out_as_something_else_is_one_line(run: str) -> None:
    code = (
        "def run():\n"
        "    import signal\n"
        "    try:\n"
        "        signal.raise_signal(signal.SIGINT)\n"
        "    finally:\n"
        f"        {run}\n"
    )
    ran = _python(f"{LIGHT}{code}ended(run, final=True)")
    assert (ran.returncode, ran.stderr) == (STOPPED, STOPPED_LINE)


def test_an_interrupt_in_a_destructor_comes_again_outside_it() -> None:
    code = (
        "import signal\n"
        "class Late:\n"
        "    def __del__(self):\n"
        "        signal.raise_signal(signal.SIGINT)\n"
        "def run():\n"
        "    Late()\n"
        "    time.sleep(60)\n"
        "    return 0\n"
    )
    start = time.monotonic()
    ran = _python(f"{LIGHT}{code}ended(run, final=True)")
    assert (ran.returncode, ran.stderr) == (STOPPED, STOPPED_LINE)
    assert time.monotonic() - start < 50


def test_later_interrupts_change_nothing() -> None:
    code = (
        "import atexit, os, signal\n"
        "press = lambda: os.kill(os.getpid(), signal.SIGINT)\n"
        "atexit.register(press)\n"
        "def run():\n"
        "    try:\n"
        "        press()\n"
        "        time.sleep(60)\n"
        "    finally:\n"
        "        press()\n"
    )
    ran = _python(f"{LIGHT}{code}ended(run, final=True)")
    assert (ran.returncode, ran.stderr) == (STOPPED, STOPPED_LINE)


WORKERS = """
import multiprocessing
from pathlib import Path
from verify import workers

def context():
    found = multiprocessing.get_context("forkserver")
    found.set_forkserver_preload(["verify.ledger.served", "slow"])
    return found

def run():
    import slow
    with workers.Workers(2) as started:
        list(started.each(slow.work, range(8)))
    return 0

if __name__ == "__main__":
    workers._context = context
    ended(run, final=True)
"""
SLOW = """
import os, time
from pathlib import Path

def mark(name):
    Path(os.environ["MARKS"], name).touch()

def work(number):
    mark("working")
    time.sleep(60)

if not Path(os.environ["MARKS"], "parent").exists():
    mark("parent")
else:
    mark("loading")
    time.sleep(1)
"""


@pytest.mark.parametrize("moment", ["loading", "working"])
def test_an_interrupt_of_a_terminal_reaches_all_processes_and_is_one_line(tmp_path: Path, moment: str) -> None:
    """The server that loads what workers need, the workers, and what started them."""
    (tmp_path / "slow.py").write_text(SLOW)
    (tmp_path / "start.py").write_text(LIGHT + WORKERS)
    path = os.pathsep.join((str(tmp_path), os.getcwd()))
    started = subprocess.Popen(
        [sys.executable, tmp_path / "start.py"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=os.environ | {"PYTHONPATH": path, "MARKS": str(tmp_path)},
    )
    deadline = time.monotonic() + 100
    while started.poll() is None and not (tmp_path / moment).exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(started.pid, signal.SIGINT)
    out, err = started.communicate(timeout=60)
    assert (started.returncode, out, err) == (STOPPED, "", STOPPED_LINE)


RUN = """
def run():
    for line in range({lines}):
        print(line, "x" * 100, file=sys.{stream})
    return {status}
ended(run, final=True)
"""


@pytest.mark.parametrize("status", [0, 1])
@pytest.mark.parametrize("wrap", ["{} 2>&-", "{} 2>/dev/full", "{{ {} 2>&1 1>&3 | true; }} 3>&1"])
def test_what_standard_error_cannot_take_changes_no_status(wrap: str, status: int) -> None:
    ran = _python(LIGHT + RUN.format(stream="stderr", lines=3000, status=status), wrap=wrap)
    assert (ran.returncode, ran.stdout, ran.stderr) == (status, "", "")


@pytest.mark.parametrize("status", [0, 1])
@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("lines", [1, 3000])
def test_a_reader_who_leaves_is_told_by_the_status(lines: int, buffered: bool, status: int) -> None:
    code = LIGHT + "time.sleep(0.3)" + RUN.format(stream="stdout", lines=lines, status=status)
    ran = _python(code, wrap="{} | true", buffered=buffered)
    assert (ran.returncode, ran.stderr) == (CLOSED, "")


def test_a_closed_standard_output_is_nobodys_loss(tmp_path: Path) -> None:
    path = tmp_path / "file"
    code = LIGHT + f"stream = open({str(path)!r}, 'w')\n" + RUN.format(stream="stdout", lines=3, status=1)
    ran = _python(code, wrap="{} >&-")
    assert (ran.returncode, ran.stderr, path.read_text()) == (1, "", "")


def test_a_full_disk_under_standard_output_is_one_line() -> None:
    ran = _python(LIGHT + RUN.format(stream="stdout", lines=3000, status=1), wrap="{} >/dev/full")
    assert (ran.returncode, ran.stderr) == (2, "ratecheck: [Errno 28] No space left on device\n")


def test_a_verification_whose_reader_leaves_has_written_its_files(
    ratecheck: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "run.json"

    def left(*_: object, **__: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("verify.cli.verification._tell", left)
    assert ratecheck("verify", "zhao/def1", "--json", path).status == CLOSED
    assert path.read_text().startswith("{")


def test_the_streams_and_the_signal_of_a_process_that_goes_on_are_as_before() -> None:
    code = (
        "import signal\n"
        "before = sys.stdout, sys.stderr, signal.getsignal(signal.SIGINT), sys.unraisablehook\n"
        "try: ended(lambda: 7)\n"
        "except SystemExit as left: status = left.code\n"
        "print(status, before == (sys.stdout, sys.stderr, signal.getsignal(signal.SIGINT), sys.unraisablehook))\n"
    )
    assert _python(LIGHT + code).stdout == "7 True\n"


@pytest.mark.parametrize("module", ["scipy.stats", "scipy.optimize", "scipy.spatial", "joblib", "matplotlib"])
def test_what_is_slow_to_import_is_left_to_those_who_need_it(module: str) -> None:
    """They take longer than a bound does."""
    ran = _python(
        f"import sys\nsys.modules[{module!r}] = None\n{PROGRAM}", "bound", "mean", "--n", 20, "--m", 2, "--epsilon", 1
    )
    assert (ran.returncode, ran.stderr) == (0, "")
