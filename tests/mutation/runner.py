"""Mutants against the narrowest tests of their module: in memory, or in a process that imports a copy of the project.

In memory (`fast.py`) a mutant is a fork in which functions have other code. What that cannot decide runs in a process
that imports the mutant from a copy: a defect of what is computed while modules are imported, or seen only by processes
that tests start. The copy is a folder of links but for the one file and the folders on the way to it: nothing is
written into the project. Libraries are loaded once, before processes are forked.
"""

import ast
import importlib
import os
import random
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tests.mutation.fast import Failing, Found, Group, apart, template
from tests.mutation.operators import Mutant, mutants

HERE = Path(__file__).resolve().parents[2]
ROOT = HERE
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
    """What became of a mutant, one of `OUTCOMES`, in so many seconds, and whether that was found in memory."""

    mutant: Mutant
    outcome: str
    seconds: float
    in_memory: bool


def sources(pattern: str) -> dict[str, str]:
    """The files of a group and their texts."""
    return {str(file.relative_to(ROOT)): file.read_text("utf-8") for file in sorted(ROOT.glob(pattern))}


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


def overlay(folder: Path, path: str, text: str) -> None:
    """Make `folder` a copy of the project, of links, in which the file at `path` has this text."""
    root = ROOT
    for name in Path(path).parts:
        for entry in root.iterdir():
            if entry.name not in {name, "__pycache__"}:
                (folder / entry.name).symlink_to(entry)
        if name != Path(path).name:
            (folder / name).mkdir()
        folder, root = folder / name, root / name
    folder.write_text(text, "utf-8")


class _Chosen(Failing):
    """A plugin of pytest that also leaves only these tests, the fastest first."""

    def __init__(self, tests: Mapping[str, float]) -> None:
        super().__init__()
        self.tests = tests

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Choose them."""
        found = (item for item in items if item.nodeid in self.tests)
        items[:] = sorted(found, key=lambda item: self.tests[item.nodeid])


@dataclass(frozen=True)
class Slow:
    """The tests of some lines in a process that imports a copy of the project: pytest's status and what failed."""

    status: int | None
    failing: tuple[str, ...]
    seconds: float
    told: str


def slow(path: str, text: str, lines: Sequence[str], tests: Mapping[str, float], seconds: float) -> Slow:
    """Run these of the lines' tests until one fails, where the file at `path` has this text."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mutant-") as name:
        folder = Path(name)
        overlay(folder, path, text)
        status = _apart(folder, [line.split(" ", 2) for line in lines], tests, seconds)
        failing = folder / "failing"
        names = failing.read_text("utf-8").splitlines() if failing.exists() else []
        told = "".join((folder / f"told-{place}").read_text("utf-8", "replace") for place in (1, 2))
    return Slow(status, tuple(names), time.monotonic() - start, told)


@cache
def _honest(lines: tuple[str, ...], names: frozenset[str]) -> Slow:
    """These tests without any defect; with no names they are only collected. Raises RuntimeError where they cannot."""
    path = "pyproject.toml"
    found = slow(path, (ROOT / path).read_text("utf-8"), lines, dict.fromkeys(names, 0.0), 600)
    if found.status not in {None, 0, 1, 5}:
        raise RuntimeError(f"{lines}: pytest ends with {found.status} without any defect: {found.told[-2000:]}")
    return found


def slowly(mutant: Mutant, lines: tuple[str, ...], tests: Mapping[str, float], seconds: float) -> str:
    """What becomes of a mutant whose process imports it: a test that also fails without a defect does not kill it."""
    text, failed = mutant.text((ROOT / mutant.path).read_text("utf-8")), set[str]()
    while True:
        left = {name: each for name, each in tests.items() if name not in failed}
        limit = min(seconds, 40 + 10 * sum(left.values()))
        found = slow(mutant.path, text, lines, left, limit)
        if found.status in {0, 5}:
            return "survived"
        if found.status is None:
            usual = _honest(lines, frozenset(left))
            return "killed by time" if usual.status is not None and usual.seconds < limit / 10 else "timed out"
        if found.status != 1 or not found.failing:
            # Nothing could be collected, which without a defect can.
            _honest(lines, frozenset())
            return "killed"
        if all(_honest(lines, frozenset({name})).status == 0 for name in found.failing):
            return "killed"
        failed.update(found.failing)


def _apart(folder: Path, lines: Sequence[Sequence[str]], tests: Mapping[str, float], limit: float) -> int | None:
    """Run pytest in the copy, in a forked process: its first status that is not 0, or None where the time is over."""

    def run(say: Callable[[Any], None]) -> None:
        _enter(folder)
        pytest, status = importlib.import_module("pytest"), 0
        for i, line in enumerate(lines):
            chosen_ones = _Chosen(tests)
            quiet = ("-q", "-x", "--tb=native", "-p", "no:cacheprovider", "--rootdir", str(folder))
            made = f"--basetemp={folder / f'made-{i}'}"
            code = int(pytest.main([*quiet, made, *line], plugins=[chosen_ones]))
            if code not in {0, 5}:
                (folder / "failing").write_text("".join(f"{name}\n" for name in chosen_ones.names), "utf-8")
                status = code
                break
        sys.stdout.flush()
        sys.stderr.flush()
        say(status)

    said, over = apart(run, limit)
    return None if over else 6 if said is None else int(said)


def _enter(folder: Path) -> None:
    """Make this process one that sees the copy in this folder in place of the project."""
    os.chdir(folder)
    for place in (1, 2):
        os.dup2(os.open(folder / f"told-{place}", os.O_WRONLY | os.O_CREAT), place)
    for name in list(sys.modules):
        # These modules stay: what processes say to one another is of their classes.
        if name.partition(".")[0] in OURS and not name.startswith("tests.mutation."):
            del sys.modules[name]
    sys.path[:] = [str(folder), *(entry for entry in sys.path if Path(entry).resolve() not in {ROOT, HERE})]
    os.environ |= {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    sys.dont_write_bytecode = True
    importlib.invalidate_caches()


def _settled(mutant: Mutant, lines: tuple[str, ...], found: Found, seconds: float) -> tuple[str, bool]:
    """The outcome, and whether it was found in memory, not by a process that imports the mutant."""
    if not found.early and (found.outcome not in {"unknown", "survived"} or not found.left):
        return found.outcome, True
    if found.early and found.first and slowly(mutant, lines, {found.first: 0.0}, seconds) == "killed":
        return "killed", False
    some = found.left if found.outcome == "survived" and not found.early else found.tests
    return slowly(mutant, lines, {name: found.tests[name] for name in some}, seconds), False


def _work(groups: Sequence[Group], turns: int, seconds: float, shared: Path, results: Connection) -> None:
    """Take one group after the other, and say what becomes of each mutant."""
    here, there = Pipe()
    folder = Path(tempfile.mkdtemp(dir=shared))
    overlay(folder, "pyproject.toml", (ROOT / "pyproject.toml").read_text("utf-8"))
    paths = sorted({mutant.path for group in groups for _, mutant in group.mutants})
    process = os.fork()
    if not process:
        try:
            here.close()
            _enter(folder)
            template(folder, paths, seconds, shared, there)
        except BaseException:
            traceback.print_exc()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
    there.close()
    while turn := os.read(turns, 2):
        group = groups[int.from_bytes(turn, "big")]
        here.send(group)
        found = dict[int, tuple[Found, float]]()
        try:
            while one := here.recv():
                found[one[0]] = one[1:]
        except EOFError:
            found.clear()
        if len(found) < len(group.mutants):
            told = "".join((folder / f"told-{place}").read_text("utf-8", "replace")[-2000:] for place in (1, 2))
            raise RuntimeError(f"{group.lines}: the tests cannot be collected without any defect: {told}")
        for index, mutant in group.mutants:
            start = time.monotonic()
            outcome, memory = _settled(mutant, group.lines, found[index][0], seconds)
            results.send((index, Result(mutant, outcome, found[index][1] + time.monotonic() - start, memory)))
    here.send(None)
    os.waitpid(process, 0)


def run(asked: Iterable[tuple[Mutant, Sequence[str]]], seconds: float, jobs: int = 1) -> Iterator[Result]:
    """Test mutants, each by its tests, in so many processes; raises RuntimeError where one of these fails."""
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    for name in LIBRARIES:
        importlib.import_module(name)
    same = defaultdict[tuple[str, ...], list[tuple[int, Mutant]]](list)
    for index, (mutant, tests) in enumerate(asked):
        same[tuple(tests)].append((index, mutant))
    # The longest first, so that the processes end together.
    groups = sorted((Group(lines, tuple(some)) for lines, some in same.items()), key=lambda one: -len(one.mutants))
    turns, write = os.pipe()
    os.write(write, b"".join(i.to_bytes(2, "big") for i in range(len(groups))))
    os.close(write)
    workers = list[int]()
    here, there = Pipe(duplex=False)
    with tempfile.TemporaryDirectory(prefix="mutation-") as shared:
        for _ in range(jobs):
            sys.stdout.flush()
            process = os.fork()
            if not process:
                status = 1
                try:
                    here.close()
                    _work(groups, turns, seconds, Path(shared), there)
                    status = 0
                except BaseException:
                    traceback.print_exc()
                sys.stderr.flush()
                os._exit(status)
            workers.append(process)
        os.close(turns)
        there.close()
        with suppress(EOFError):
            while True:
                yield here.recv()[1]
        if sum(os.waitpid(process, 0)[1] for process in workers):
            raise RuntimeError("a process of the mutation suite failed; standard error says why")


def equivalents(file: Path) -> set[Mutant]:
    """The mutants of a file's lines: path, function, operator, old -> new and reason, with tabs between.

    Of several that are the same in one function the second has the operator `sign#2`, and so on. Raises ValueError
    where a line matches no mutant.
    """
    found = set[Mutant]()
    for line in file.read_text("utf-8").splitlines():
        path, *rest = line.split("\t")
        if len(rest) != 4 or not rest[3].strip():
            raise ValueError(f"{file}: {line!r} must be path, function, operator, old -> new and reason, with tabs")
        here = ROOT / path
        matching = named(path, here.read_text("utf-8")).get(tuple(rest[:3])) if here.is_file() else None
        if matching is None:
            raise ValueError(f"{file}: {line!r} matches no mutant")
        found.add(matching)
    return found


def named(path: str, honest: str) -> dict[tuple[str, ...], Mutant]:
    """The mutants of a file by function, operator and change."""
    found, counted = dict[tuple[str, ...], Mutant](), Counter[tuple[str, ...]]()
    functions = list(qualified(ast.parse(honest)))
    for mutant in mutants(path, honest):
        around = [name for name, node in functions if node.lineno <= mutant.line <= (node.end_lineno or 0)]
        change = mutant.name.split("] ", 1)[1]
        name = (around[-1] if around else "", mutant.operator, change)
        counted[name] += 1
        number = f"#{counted[name]}" if counted[name] > 1 else ""
        found[name[0], mutant.operator + number, change] = mutant
    return found


def qualified(node: ast.AST, before: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """Functions and their qualified names, outer ones first."""
    for child in ast.iter_child_nodes(node):
        inner = before
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            inner = f"{before}{child.name}."
            if isinstance(child, ast.FunctionDef):
                yield inner[:-1], child
                inner += "<locals>."
        yield from qualified(child, inner)


OUTCOMES = ("killed", "killed by time", "survived", "equivalent", "timed out")
"""By time: it did not end, and its tests need less than a tenth of the limit without a defect. Else it timed out."""


def table(results: Sequence[Result], head: str) -> str:
    """The results in Markdown: numbers by group, then every mutant that no test failed on."""
    lines = ["# Mutants of the product's code", "", head, ""]
    lines += [f"| group | mutants | {' | '.join(OUTCOMES)} |", f"|---{'|---' * (len(OUTCOMES) + 1)}|"]
    for group, pattern in {**GROUPS, "all": "**/*.py"}.items():
        # For fnmatch a star is any number of folders.
        within = pattern.replace("**/", "")
        counted = Counter(one.outcome for one in results if fnmatchcase(one.mutant.path, within))
        row = (counted.total(), *(counted[outcome] for outcome in OUTCOMES))
        lines.append(f"| {group} | {' | '.join(map(str, row))} |")
    for outcome in OUTCOMES[1:]:
        of = [one.mutant.name for one in results if one.outcome == outcome]
        lines += ["", f"## {outcome.capitalize()}", "", *(f"- `{name}`" for name in of or ["none"])]
    return "\n".join(lines) + "\n"
