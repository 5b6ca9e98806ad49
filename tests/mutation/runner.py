"""Mutants against the narrowest tests of their module, each in a process of its own that sees a copy of the project.

The copy is a folder of links but for the one file and the folders on the way to it: nothing is written into the
project, and what the tests start sees the defect too. Libraries are loaded once, and each mutant's process is forked
after that.
"""

import importlib
import os
import random
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.mutation.operators import Mutant, mutants

ROOT = Path(__file__).resolve().parents[2]
OURS = ("notation", "upperbounds", "lowerbounds", "verify", "ratecheck", "tests", "examples")
LIBRARIES = (
    "numpy", "scipy.stats", "scipy.optimize", "scipy.special", "scipy.sparse", "sympy", "flint", "pytest",
    "joblib", "click", "rich.console", "jinja2",
)  # fmt: skip
"""Loaded before processes are forked: what is the same for every mutant."""
GROUPS = {
    "upperbounds": "upperbounds/**/*.py",
    "lowerbounds": "lowerbounds/**/*.py",
    "verify/risk": "verify/risk/*.py",
    "verify/study": "verify/study/*.py",
    "verify/cli/estimate": "verify/cli/estimate*.py",
    "ratecheck": "ratecheck/api.py",
    "verify/statements": "verify/statements/*.py",
}
CONFORMANCE = "tests/conformance/test_conformance.py -k "
ALSO = {
    "upperbounds/mean/": (f"{CONFORMANCE}mean/{{stem}}",),
    "upperbounds/mean/baselines": (f"{CONFORMANCE}mean/semi-user-level or mean/user-mean or mean/split-user",),
    "upperbounds/mean/walk_bound": (f"{CONFORMANCE}mean/walk",),
    "upperbounds/mean/stop_loss": (f"{CONFORMANCE}mean/walk",),
    "upperbounds/vectors/": (f"{CONFORMANCE}mean-l and {{stem}}",),
    "upperbounds/vectors/heavy": (f"{CONFORMANCE}mean-heavy",),
    "upperbounds/density/": (f"{CONFORMANCE}density/",),
    "upperbounds/mixture/": (f"{CONFORMANCE}mixture/",),
    "upperbounds/selection/": (f"{CONFORMANCE}infinite-l2",),
    "upperbounds/sparse/": (f"{CONFORMANCE}sparse-mean/",),
    "upperbounds/channels/": (f"{CONFORMANCE}mean/",),
    "upperbounds/protocols/": (f"{CONFORMANCE}mean-linf and kent", "tests/upperbounds/test_walk.py"),
    "verify/cli/estimate": ("tests/verify/cli/test_estimate_told.py", "tests/verify/cli/test_estimate_others.py"),
    "verify/study/plan": ("tests/verify/cli/test_plan.py",),
    "ratecheck/": (
        "tests/test_public.py -k seed or nobody or range_ends or first or claims_are or one_line and not no",
    ),
}  # fmt: skip
"""Tests beyond those of the same package, by the start of a path: pytest's arguments in one line."""


@dataclass(frozen=True)
class Result:
    """What became of a mutant: killed, survived or timed out, in so many seconds."""

    mutant: Mutant
    outcome: str
    seconds: float


def sources(pattern: str, root: Path = ROOT) -> dict[str, str]:
    """The files of a group and their texts."""
    return {str(file.relative_to(root)): file.read_text("utf-8") for file in sorted(root.glob(pattern))}


def chosen(number: int, seed: int, groups: Iterable[str]) -> list[Mutant]:
    """So many mutants, as many of each group where it has them, drawn with a seed."""
    rng, found = random.Random(seed), []
    names = tuple(groups)
    for i, group in enumerate(names):
        texts = sources(GROUPS[group])
        every = [mutant for path, text in texts.items() for mutant in mutants(path, text)]
        rng.shuffle(every)
        wanted = number // len(names) + (i < number % len(names))
        different = (mutant for mutant in every if mutant.differs(texts[mutant.path]))
        found += [mutant for mutant, _ in zip(different, range(wanted), strict=False)]
    return found


def narrowest(path: str, root: Path = ROOT) -> tuple[str, ...]:
    """The tests of a module: those that have its name or import it, and `ALSO`; where these are none, its folder's."""
    file = Path(path)
    folder, module = root / "tests" / file.parent, ".".join(file.with_suffix("").parts)
    parent, _, last = module.rpartition(".")
    parts = file.parts[: 2 if file.parts[0] == "verify" else 1]
    said = (f"import {module}", f"from {module} import", f"from {parent} import {last}")
    named = [test for test in sorted(folder.glob("test_*.py")) if test.stem == f"test_{file.stem}"]
    named += [
        test
        for test in sorted((root / "tests").joinpath(*parts).rglob("test_*.py"))
        if test not in named and any(line.startswith(said) for line in test.read_text("utf-8").splitlines())
    ]
    closest = max((start for start in ALSO if path.startswith(start)), key=len, default=None)
    found = [str(test.relative_to(root)) for test in named]
    found += [line.format(stem=file.stem) for line in ALSO.get(closest or "", ())]
    found = found or [str(test.relative_to(root)) for test in sorted(folder.glob("test_*.py"))]
    return tuple(dict.fromkeys(found))


def overlay(folder: Path, path: str, text: str, root: Path = ROOT) -> None:
    """Make `folder` a copy of the project, of links, in which the file at `path` has this text."""
    for name in Path(path).parts:
        for entry in root.iterdir():
            if entry.name not in {name, "__pycache__"}:
                (folder / entry.name).symlink_to(entry)
        if name != Path(path).name:
            (folder / name).mkdir()
        folder, root = folder / name, root / name
    folder.write_text(text, "utf-8")


def tested(mutant: Mutant, tests: Sequence[str], seconds: float) -> Result:
    """Run the tests on a mutant until one fails; those that fail without any defect are left out."""
    tests = sorted(tests, key=lambda line: baseline(line).seconds)
    before = [baseline(line) for line in tests]
    failing = [name for one in before for name in one.failing]
    start, limit = time.monotonic(), min(seconds, 40 + 10 * sum(one.seconds for one in before))
    honest = (ROOT / mutant.path).read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        overlay(Path(folder), mutant.path, mutant.text(honest))
        lines = [["-x", *line.split(" ", 2), *(f"--deselect={name}" for name in failing)] for line in tests]
        status = _apart(Path(folder), lines, limit)
    outcome = {None: "timed out", 0: "survived"}.get(status, "killed")
    return Result(mutant, outcome, time.monotonic() - start)


@dataclass(frozen=True)
class Baseline:
    """What tests do without a defect."""

    failing: tuple[str, ...]
    seconds: float


@cache
def baseline(line: str) -> Baseline:
    """The tests of a line on the project as it is; raises RuntimeError where these are none."""
    start, path = time.monotonic(), "pyproject.toml"
    with tempfile.TemporaryDirectory() as folder:
        overlay(Path(folder), path, (ROOT / path).read_text("utf-8"))
        report = Path(folder) / "failing"
        status = _apart(Path(folder), [line.split(" ", 2)], 600, report)
        if status not in {0, 1, 5} or not report.exists():
            told = "".join((Path(folder) / name).read_text("utf-8") for name in ("told-1", "told-2"))
            raise RuntimeError(f"{line}: pytest ends with {status} without any defect: {told[-2000:]}")
        return Baseline(tuple(report.read_text("utf-8").splitlines()), time.monotonic() - start)


class _Failing:
    """A plugin of pytest that collects the names of tests that fail."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Take a test that failed."""
        if report.failed:
            self.names.append(report.nodeid)


def _apart(folder: Path, lines: Sequence[Sequence[str]], seconds: float, report: Path | None = None) -> int | None:
    """Run pytest in the copy, in a forked process: its first status that is not 0, or None where the time is over."""
    sys.stdout.flush()
    process = os.fork()
    if process:
        return _waited(process, time.monotonic() + seconds)
    status = 6
    try:
        os.setsid()
        os.chdir(folder)
        for place in (1, 2):
            os.dup2(os.open(folder / f"told-{place}", os.O_WRONLY | os.O_CREAT), place)
        for name in [name for name in sys.modules if name.partition(".")[0] in OURS]:
            del sys.modules[name]
        sys.path[:] = [str(folder), *(entry for entry in sys.path if Path(entry).resolve() != ROOT)]
        os.environ |= {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
        sys.dont_write_bytecode = True
        importlib.invalidate_caches()
        pytest, failing, status = importlib.import_module("pytest"), _Failing(), 0
        for line in lines:
            quiet = ("-q", "-p", "no:cacheprovider", "--rootdir", str(folder))
            status = status or {5: 0}.get(code := int(pytest.main([*quiet, *line], plugins=[failing])), code)
        if report:
            report.write_text("".join(f"{name}\n" for name in failing.names), "utf-8")
    except BaseException:
        traceback.print_exc()
        status = 6
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _waited(process: int, until: float) -> int | None:
    """The exit status, or None where the time is over and the process with what it started is ended."""
    while time.monotonic() < until:
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    os.killpg(process, signal.SIGKILL)
    os.waitpid(process, 0)
    return None


def run(asked: Iterable[tuple[Mutant, Sequence[str]]], seconds: float) -> Iterator[Result]:
    """Test mutants one after the other, each by its tests."""
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    for name in LIBRARIES:
        importlib.import_module(name)
    for mutant, tests in asked:
        yield tested(mutant, tests, seconds)


def table(results: Sequence[Result], head: str) -> str:
    """The results in Markdown: numbers by group, then every survivor."""
    lines = ["# Mutants of the product's code", "", head, ""]
    lines += ["| group | mutants | killed | survived | timed out |", "|---|---|---|---|---|"]
    for group, pattern in {**GROUPS, "all": "**/*.py"}.items():
        paths = sources(pattern)
        counted = Counter(one.outcome for one in results if one.mutant.path in paths)
        row = (counted.total(), counted["killed"], counted["survived"], counted["timed out"])
        lines.append(f"| {group} | {' | '.join(map(str, row))} |")
    for outcome in ("survived", "timed out"):
        of = [one.mutant.name for one in results if one.outcome == outcome]
        lines += ["", f"## {outcome.capitalize()}", "", *(f"- `{name}`" for name in of or ["none"])]
    return "\n".join(lines) + "\n"
