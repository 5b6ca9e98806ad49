"""Mutants against the narrowest tests of their module: in memory, or in a process that imports a copy of the project.

In memory (`fast.py`) a mutant is a fork in which functions have other code. What that cannot decide runs in a process
that imports the mutant from a copy: a defect of what is computed while modules are imported, or seen only by processes
that tests start. The copy is a folder of links except for the one file and the folders on the way to it: nothing is
written into the project but Python's own `__pycache__`, once, of the honest code. Libraries are loaded once, before
processes are forked.
"""

import ast
import compileall
import importlib
import os
import random
import re
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tests.mutation.fast import Failing, Found, Group, apart, module_of, template
from tests.mutation.operators import Mutant, mutants

HERE = Path(__file__).resolve().parents[2]
ROOT = HERE
OURS = ("notation", "upperbounds", "lowerbounds", "verify", "ratecheck", "tests", "examples")
LIBRARIES = (
    "numpy",
    "scipy.stats",
    "scipy.optimize",
    "scipy.special",
    "scipy.sparse",
    "sympy",
    "flint",
    "pytest",
    "joblib",
    "click",
    "rich.console",
    "jinja2",
)
"""Loaded before processes are forked: what is the same for every mutant."""
GROUPS = {
    "upperbounds": "upperbounds/**/*.py",
    "lowerbounds": "lowerbounds/**/*.py",
    "verify/study/risk": "verify/study/risk/*.py",
    "verify/study": "verify/study/*.py",
    "verify/cli/estimate": "verify/cli/estimate*.py",
    "ratecheck": "ratecheck/api.py",
    "verify/kernel/statements": "verify/kernel/statements/*.py",
}
CONFORMANCE = "tests/conformance/test_conformance.py -k "
TERMS = "tests/upperbounds/terms/test_"
ALSO = {
    "upperbounds/mean/": (f"{CONFORMANCE}mean/kent-algorithm11 or mean/zhao or mean/user-mean", f"{TERMS}means.py"),
    "upperbounds/mean/baselines": (
        f"{CONFORMANCE}mean/semi-user-level or mean/user-mean or mean/split-user",
        f"{TERMS}means.py",
    ),
    "upperbounds/mean/bassily": (f"{CONFORMANCE}mean/bassily", f"{TERMS}means.py"),
    "upperbounds/mean/kent": (f"{CONFORMANCE}mean/kent", f"{TERMS}claimed.py"),
    **dict.fromkeys(
        [f"upperbounds/mean/{name}" for name in ("ours", "walk", "stop_loss")],
        (f"{CONFORMANCE}mean/walk-of-few", f"{TERMS}walks.py"),
    ),
    "upperbounds/vectors/": (f"{CONFORMANCE}mean-l and algorithm", f"{TERMS}claimed.py"),
    "upperbounds/vectors/balls": (f"{CONFORMANCE}mean-l2 and balls", f"{TERMS}means.py"),
    "upperbounds/vectors/baselines": (f"{CONFORMANCE}mean-l and (signed or semi-user)", f"{TERMS}means.py"),
    "upperbounds/vectors/bassily": (f"{CONFORMANCE}mean-l2/bassily",),
    "upperbounds/vectors/heavy": (f"{CONFORMANCE}mean-heavy", f"{TERMS}means.py"),
    "upperbounds/vectors/ours": (f"{CONFORMANCE}mean-linf/walks-of-few", f"{TERMS}walks.py"),
    "upperbounds/vectors/user_means": (f"{CONFORMANCE}user-means", f"{TERMS}means.py"),
    "upperbounds/vectors/zhao": (f"{CONFORMANCE}mean-l and zhao", f"{TERMS}means.py"),
    "upperbounds/density/": (f"{CONFORMANCE}density/", f"{TERMS}shapes.py"),
    "upperbounds/mixture/": (f"{CONFORMANCE}mixture/", f"{TERMS}claimed.py"),
    "upperbounds/selection/": (f"{CONFORMANCE}infinite-l2", f"{TERMS}shapes.py"),
    "upperbounds/optimisation/": (f"{CONFORMANCE}optimisation/", f"{TERMS}descents.py"),
    "upperbounds/sparse/": (f"{CONFORMANCE}sparse-mean/", f"{TERMS}shapes.py"),
    "upperbounds/channels/": (
        f"{CONFORMANCE}mean/kent-algorithm11 or mean/zhao or mean/user-mean",
        "tests/upperbounds/protocols/test_deployed.py",
    ),
    "upperbounds/protocols/": (f"{CONFORMANCE}mean-linf/kent-algorithm12", "tests/upperbounds/test_walk.py"),
    "verify/cli/estimate": tuple(f"tests/verify/cli/test_estimate_{name}.py" for name in ("told", "others", "fit")),
    "verify/study/risk/cell_balls": ("tests/upperbounds/classification/test_balls.py",),
    "verify/study/risk/balls": ("tests/upperbounds/vectors/test_balls.py",),
    "verify/study/risk/density": ("tests/upperbounds/density/test_density.py", "tests/verify/study/test_density.py"),
    "verify/study/risk/mixture": ("tests/upperbounds/mixture/test_kent.py", "tests/verify/study/test_kinds.py"),
    "verify/study/risk/vectors": ("tests/verify/study/measuring/test_vectors.py",),
    "verify/study/risk/refined": ("tests/upperbounds/channels/test_inversion.py",),
    "verify/study/risk/walk": ("tests/upperbounds/test_walk.py",),
    "verify/study/label_regressions": ("tests/verify/cli/test_label_regressions.py",),
    "verify/study/plan": ("tests/verify/cli/test_plan.py",),
    "ratecheck/": (
        "tests/test_public.py -k seed or nobody or range_ends or first or claims_are or one_line and not no",
    ),
}
"""Tests beyond those of the same package, by the start of a path: pytest's arguments in one line."""


@dataclass(frozen=True)
class Result:
    """What became of a mutant within `seconds`, and whether that was found in memory: `report.OUTCOMES`."""

    mutant: Mutant
    outcome: str
    seconds: float
    in_memory: bool


def sources(pattern: str) -> dict[str, str]:
    """The files of a group and their texts."""
    return {str(file.relative_to(ROOT)): file.read_text("utf-8") for file in sorted(ROOT.glob(pattern))}


LEAST = 60
"""So many mutants of a group at least, where it has them."""


def chosen(number: int, seed: int, groups: Iterable[str]) -> list[Mutant]:
    """So many mutants of all groups, in proportion to their sizes but `LEAST` of each, drawn with a seed.

    Of some groups alone they are those that are drawn of all; at most, as the sizes are rounded.
    """
    texts = {group: sources(pattern) for group, pattern in GROUPS.items()}
    every = {
        group: [mutant for path, text in files.items() for mutant in mutants(path, text)]
        for group, files in texts.items()
    }
    least = {group: min(len(some), LEAST, number // len(GROUPS)) for group, some in every.items()}
    large = {group: some for group, some in every.items() if len(some) > LEAST}
    share = (number - sum(least.values())) / max(1, sum(map(len, large.values())))
    found = list[Mutant]()
    for group in groups:
        random.Random(f"{seed} {group}").shuffle(every[group])
        different = (mutant for mutant in every[group] if mutant.differs(texts[group][mutant.path]))
        wanted = least[group] + round(share * len(large.get(group, ())))
        found += [mutant for mutant, _ in zip(different, range(wanted), strict=False)]
    return found


def narrowest(path: str, root: Path = ROOT) -> tuple[str, ...]:
    """The tests of a module: its folder's except for commands, those of its package that import it, and `ALSO`."""
    file = Path(path)
    parts, (parent, _, last) = file.parts[: 2 if file.parts[0] == "verify" else 1], module_of(path).rpartition(".")
    said = re.compile(
        rf"^(import {re.escape(parent)}\.{last}\b|from {re.escape(parent)}\.{last} import"
        rf"|from {re.escape(parent)} import (\([^)]*|.*)\b{last}\b)",
        re.MULTILINE,
    )
    found = [
        str(test.relative_to(root))
        for test in sorted((root / "tests").joinpath(*parts).rglob("test_*.py"))
        if (test.parent == root / "tests" / file.parent and not path.startswith("verify/cli/"))
        or said.search(test.read_text("utf-8"))
    ]
    closest = max((start for start in ALSO if path.startswith(start)), key=len, default=None)
    return tuple(dict.fromkeys([*found, *ALSO.get(closest or "", ())]))


def overlay(folder: Path, path: str, text: str) -> None:
    """Make `folder` a copy of the project, of links, in which the file at `path` has this text."""
    root = ROOT
    for name in Path(path).parts:
        for entry in root.iterdir():
            if entry.name not in {name, "__pycache__"}:
                (folder / entry.name).symlink_to(entry)
        # What is compiled of the files beside, so that only the one is compiled again.
        (folder / "__pycache__").mkdir()
        for entry in root.glob("__pycache__/*"):
            if not entry.name.startswith(f"{Path(name).stem}."):
                (folder / "__pycache__" / entry.name).symlink_to(entry)
        if name != Path(path).name:
            (folder / name).mkdir()
        folder, root = folder / name, root / name
    folder.write_text(text, "utf-8")


class _Chosen(Failing):
    """A plugin of pytest that also leaves only these tests, the fastest first."""

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Choose them."""
        found = (item for item in items if item.nodeid in self.usual)
        items[:] = sorted(found, key=lambda item: self.usual[item.nodeid])


@dataclass(frozen=True)
class Slow:
    """Some tests in a process that imports a copy of the project: pytest's status, what failed, and seconds.

    The status is None where the time was over.
    """

    status: int | None
    failing: tuple[str, ...]


def slow(path: str, text: str, tests: Mapping[str, float]) -> Slow:
    """Run these tests until one fails, where the file at `path` has this text."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as name:
        folder = Path(name)
        overlay(folder, path, text)
        found = _apart(folder, tests)
    return Slow(*found) if isinstance(found, tuple) else Slow(found, ())


@cache
def _passes(name: str, usual: float) -> bool:
    """Whether a test passes without any defect."""
    path = "pyproject.toml"
    return slow(path, (ROOT / path).read_text("utf-8"), {name: usual}).status == 0


def slowly(mutant: Mutant, tests: Mapping[str, float]) -> str:
    """What becomes of a mutant whose process imports it: a test that also fails without a defect does not kill it."""
    text, left = mutant.text((ROOT / mutant.path).read_text("utf-8")), dict(tests)
    while left:
        found = slow(mutant.path, text, left)
        if found.status in {0, 5}:
            break
        if found.status is None:
            return "timed out"
        if found.status != 1 or not found.failing:
            return "not collected"
        if all(_passes(name, left[name]) for name in found.failing):
            return "killed"
        for name in found.failing:
            del left[name]
    return "survived"


def _apart(folder: Path, tests: Mapping[str, float]) -> Any:
    """Run pytest in the copy, in a forked process: its status and what failed; None where the time is over."""

    def run(say: Callable[[Any], None]) -> None:
        _enter(folder)
        pytest, chosen_ones = importlib.import_module("pytest"), _Chosen(tests)
        files = dict.fromkeys(name.partition("::")[0] for name in tests)
        quiet = ("-q", "-x", "--tb=native", "-p", "no:cacheprovider", "--rootdir", str(folder))
        status = int(pytest.main([*quiet, f"--basetemp={folder / 'made'}", *files], plugins=[chosen_ones]))
        sys.stdout.flush()
        sys.stderr.flush()
        say((status, tuple(chosen_ones.names)))

    said, over = apart(run, 120 + 20 * sum(tests.values()))
    return None if over else said or 6


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


def _decides(found: Found) -> bool:
    """Whether what was found in memory needs no process that imports the mutant.

    One that a test of this process runs and none notices survives, whatever other processes would see.
    """
    seen = found.outcome == "survived" and found.left != found.tests.keys()
    return not found.early and (seen or found.outcome not in {"unknown", "survived"} or not found.left)


def _settled(mutant: Mutant, found: Found) -> str:
    """What becomes of a mutant by a process that imports it."""
    if found.early and found.first and slowly(mutant, {found.first: found.tests[found.first]}) == "killed":
        return "killed"
    some = found.left if found.outcome == "survived" and not found.early else found.tests
    return slowly(mutant, {name: found.tests[name] for name in some})


def remembered(root: Path) -> Callable[[str], Path]:
    """Where what is measured of a file of tests is kept: in `out/`, by a digest of the code that the tests run."""
    files = [file for name in OURS for file in sorted((root / name).rglob("*.py")) if not file.match("test_*.py")]
    files += [file for file in (root / "pyproject.toml", root / "tests/mutation/fast.py") if file.is_file()]
    # The tool itself changes nothing, but for what is measured.
    files = [file for file in files if file.parent.name != "mutation" or file.name == "fast.py"]
    code = sha256(sys.version.encode())
    for file in files:
        code.update(f"{file.relative_to(root)}\0".encode() + file.read_bytes())
    folder = root / "out/mutation"
    folder.mkdir(parents=True, exist_ok=True)

    def kept(file: str) -> Path:
        digest = code.copy()
        digest.update((root / file).read_bytes())
        return folder / digest.hexdigest()

    return kept


def _work(
    groups: Sequence[Group], turns: int, seconds: float, shared: Path, kept: Callable[[str], Path], results: Connection
) -> None:
    """Take one group after the other, and say what becomes of each mutant."""
    here, there = Pipe()
    folder = Path(tempfile.mkdtemp(dir=shared))
    overlay(folder, "pyproject.toml", (ROOT / "pyproject.toml").read_text("utf-8"))
    paths = sorted(path for pattern in GROUPS.values() for path in sources(pattern))
    process = os.fork()
    if not process:
        try:
            here.close()
            _enter(folder)
            template(folder, paths, seconds, kept, there)
        except BaseException:
            traceback.print_exc()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
    there.close()
    while turn := os.read(turns, 2):
        group = groups[int.from_bytes(turn, "big")]
        here.send(group)
        found, asked = dict[int, tuple[Found, float]](), dict(group.mutants)
        try:
            while one := here.recv():
                index, what, seconds_in_memory = one
                found[index] = what, seconds_in_memory
                if _decides(what):
                    results.send((index, Result(asked[index], what.outcome, seconds_in_memory, True)))
        except EOFError:
            found.clear()
        if len(found) < len(asked):
            told = "".join((folder / f"told-{place}").read_text("utf-8", "replace")[-2000:] for place in (1, 2))
            raise RuntimeError(f"{group.lines}: the tests cannot be collected without any defect: {told}")
        for index, (what, seconds_in_memory) in found.items():
            if not _decides(what):
                start = time.monotonic()
                outcome = _settled(asked[index], what)
                passed = seconds_in_memory + time.monotonic() - start
                results.send((index, Result(asked[index], outcome, passed, False)))
    here.send(None)
    os.waitpid(process, 0)


def run(asked: Iterable[tuple[Mutant, Sequence[str]]], seconds: float, jobs: int = 1) -> Iterator[Result]:
    """Test mutants, each by its tests, in parallel processes; raises RuntimeError where one of these fails.

    Of a mutant's tests those are run that take a given number of seconds together without a defect, the fastest first.
    """
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    for name in LIBRARIES:
        importlib.import_module(name)
    for name in OURS:
        compileall.compile_dir(ROOT / name, quiet=2)
    same = defaultdict[tuple[str, ...], list[tuple[int, Mutant]]](list)
    for index, (mutant, tests) in enumerate(asked):
        same[tuple(tests)].append((index, mutant))
    # The longest first, so that the processes end together.
    groups = sorted((Group(lines, tuple(some)) for lines, some in same.items()), key=lambda one: -len(one.mutants))
    turns, write = os.pipe()
    os.write(write, b"".join(i.to_bytes(2, "big") for i in range(len(groups))))
    os.close(write)
    workers, kept = list[int](), remembered(ROOT)
    here, there = Pipe(duplex=False)
    with tempfile.TemporaryDirectory(prefix="mutation-") as shared:
        for _ in range(jobs):
            sys.stdout.flush()
            process = os.fork()
            if not process:
                status = 1
                try:
                    here.close()
                    _work(groups, turns, seconds, Path(shared), kept, there)
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


@cache
def named(path: str, honest: str) -> Mapping[tuple[str, ...], Mutant]:
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
