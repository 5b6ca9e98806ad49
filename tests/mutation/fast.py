"""Mutants in memory: our packages are imported and tests collected once, then each mutant is a fork with other code.

What is imported is instrumented, so that it is known which blocks of statements run while modules are imported and
tests collected, and which run in each test. A test can notice a defect in a block only if it runs the block. Where a
block runs before the tests do, values of the honest code remain in the process, and what is found here decides nothing.
"""

import _posixsubprocess
import ast
import builtins
import functools
import gc
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import pickle
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import accumulate, zip_longest
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from tests.mutation.operators import Mutant

STARTING = frozenset({"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.system"})
"""Events of tests whose work is partly in other processes, which have the honest code."""
REACHED: set[str] = set()
MORE = 10.0
"""Seconds of the processor that a test may take with a defect, beyond five times its usual ones."""
ONE_FILE = 20.0
"""Seconds of the processor in which a group's tests of one file are measured, in an order that has no sense: those that
are not reached within these kill no mutant."""
ONE_TEST = 5.0
"""Seconds of the processor after which a test without any defect is left out: it kills no mutant."""


def suites(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    """The suites of statements, outer ones first, except for those of a module or a class."""
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list) and body and not isinstance(node, ast.Module | ast.ClassDef):
                yield body


def blocks(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    """The parts of all suites: a new one begins where the statement before may have left the suite."""
    return (part for body in suites(tree) for part in _parts(body))


def _parts(body: Sequence[ast.stmt]) -> Iterator[list[ast.stmt]]:
    part: list[ast.stmt] = []
    for node in body:
        part.append(node)
        if any(isinstance(each, ast.Return | ast.Raise | ast.Continue | ast.Break) for each in ast.walk(node)):
            yield part
            part = []
    if part:
        yield part


def key(path: str, body: Sequence[ast.stmt]) -> str:
    """The name of a block."""
    return f"{path}:{body[0].lineno}:{body[0].col_offset}"


def block(mutant: Mutant, honest: str) -> str | None:
    """The smallest block around a mutant; None where it is of the module itself."""
    last = mutant.line + mutant.before.rstrip("\n").count("\n")
    around = [body for body in blocks(ast.parse(honest)) if body[0].lineno <= mutant.line and last <= _end(body)]
    return key(mutant.path, min(around, key=lambda body: _end(body) - body[0].lineno)) if around else None


def _blocks(path: str, file: Path) -> frozenset[str]:
    return frozenset(key(path, body) for body in blocks(ast.parse(file.read_text("utf-8"))))


def _end(body: Sequence[ast.stmt]) -> int:
    return body[-1].end_lineno or body[-1].lineno


def instrumented(path: str, honest: str) -> ast.Module:
    """The text's tree, in which every block first says that it runs."""
    tree = ast.parse(honest)
    for body in list(suites(tree)):
        told: list[ast.stmt] = []
        for part in _parts(body):
            call = ast.parse(f"__reached__({key(path, part)!r})").body[0]
            for node in ast.walk(call):
                ast.copy_location(node, part[0])
            first = part[0]
            docstring = not told and isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
            told += [first, call, *part[1:]] if docstring else [call, *part]
        body[:] = told
    return tree


def changed(before: CodeType, after: CodeType) -> dict[int, CodeType] | None:
    """By identity, codes of functions that become others; None where that of a module or a class does."""
    found: dict[int, CodeType] = {}
    if before == after:
        return found
    inside = [_kept(before), _kept(after)]
    if before.co_flags & 1:  # The code of a function: CO_OPTIMIZED.
        if before.co_freevars != after.co_freevars:
            return None
        found[id(before)] = after
    elif _alone(before) != _alone(after):
        return None
    for one, other in zip_longest(*inside):
        if one is None or other is None or one.co_qualname != other.co_qualname:
            # Functions that exist already cannot be matched with the new ones.
            return None
        part = changed(one, other)
        if part is None:
            return None
        found |= part
    return found


def _kept(code: CodeType) -> list[CodeType]:
    """The codes within one of which functions may exist, so not those of comprehensions."""
    inside = [each for each in code.co_consts if isinstance(each, CodeType)]
    plain = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"} if code.co_flags & 1 else set[str]()
    return [each for each in inside if each.co_name not in plain or _kept(each)]


def _alone(code: CodeType) -> CodeType:
    """A code without those within it and without places in the text, which change with the length of a line."""
    consts = tuple(each.co_qualname if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_consts=consts, co_linetable=b"", co_firstlineno=1)


class _Loader(importlib.machinery.SourceFileLoader):
    """Loads one module instrumented, and keeps its code."""

    def __init__(self, fullname: str, path: str, name: str) -> None:
        super().__init__(fullname, path)
        self.name_of_file = name
        self.loaded: CodeType | None = None

    def get_code(self, fullname: str) -> CodeType:
        """Compile, always."""
        text = Path(self.path).read_text("utf-8")
        self.loaded = compile(instrumented(self.name_of_file, text), self.path, "exec", dont_inherit=True)
        return self.loaded


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the modules of these files."""

    def __init__(self, folder: Path, paths: Sequence[str]) -> None:
        self.loaders = {module_of(path): _Loader(module_of(path), str(folder / path), path) for path in paths}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The instrumented one, where it is asked for."""
        del path, target
        loader = self.loaders.get(fullname)
        package = loader is not None and loader.name_of_file.endswith("__init__.py")
        place = [str(Path(loader.path).parent)] if loader and package else None
        if loader is None:
            return None
        return importlib.util.spec_from_file_location(
            fullname, loader.path, loader=loader, submodule_search_locations=place
        )


def module_of(path: str) -> str:
    """The name of a file's module."""
    return ".".join(Path(path).with_suffix("").parts).removesuffix(".__init__")


@dataclass(frozen=True)
class Test:
    """A test without any defect: whether it passes, its seconds of the processor, the blocks that it runs, and
    whether it starts other processes."""

    __test__ = False
    passes: bool
    seconds: float
    reached: frozenset[str]
    starts: bool


@dataclass(frozen=True)
class Found:
    """What was found of a mutant in memory.

    `outcome` is killed, survived, timed out, or unknown; `early` says that its block runs before the tests do or that
    it cannot be changed in memory. `tests` has the seconds of the tests that pass without a defect, may notice
    it and were chosen, of which `first` failed; `left` those that were not run or work in other processes too.
    """

    outcome: str
    early: bool
    tests: dict[str, float] = field(default_factory=dict)
    first: str | None = None
    left: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Group:
    """Mutants that have the same tests, which are pytest's arguments in lines."""

    lines: tuple[str, ...]
    mutants: tuple[tuple[int, Mutant], ...]


class Failing:
    """A plugin of pytest that collects the names of tests that fail, and ends the process at a test that takes long.

    `usual` has each test's seconds of the processor; another load of the machine makes none longer.
    """

    def __init__(self, usual: Mapping[str, float] | None = None) -> None:
        self.names: list[str] = []
        self.usual = usual or {}

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Wind up the clock again."""
        usual = self.usual.get(nodeid)
        signal.setitimer(signal.ITIMER_PROF, ONE_TEST if usual is None else MORE + 5 * usual)

    def pytest_configure(self) -> None:
        """Have an example that fails made no smaller, which takes long, nor kept for other mutants."""
        hypothesis = importlib.import_module("hypothesis")
        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        hypothesis.settings.register_profile("mutation", phases=phases, database=None)
        hypothesis.settings.load_profile("mutation")

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Take a test that failed."""
        if report.failed:
            self.names.append(report.nodeid)


def template(folder: Path, paths: Sequence[str], seconds: float, kept: Callable[[str], Path], pipe: Connection) -> None:
    """Import the modules, then answer for each group that comes what was found of its mutants; None ends.

    `kept` says where what is measured of a file of tests is remembered.
    """
    builtins.__reached__ = REACHED.add  # type: ignore[attr-defined]
    finder = _Finder(folder, paths)
    sys.meta_path.insert(0, finder)
    for name in finder.loaders:
        importlib.import_module(name)
    while group := pipe.recv():
        sys.stdout.flush()
        process = os.fork()
        if not process:
            os.setsid()
            try:
                _Server(folder, finder, seconds, kept, pipe).collect(group, [], group.lines)
            except BaseException:
                traceback.print_exc()
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(0)
        os.waitpid(process, 0)
        pipe.send(None)


def _remember(kept: Path, name: str, test: Test) -> None:
    with kept.open("ab") as lines:
        lines.write(pickle.dumps((name, test)))


def _measured(kept: Path) -> dict[str, Test]:
    found = dict[str, Test]()
    if kept.exists():
        with kept.open("rb") as lines, suppress(EOFError):
            while True:
                found.update([pickle.load(lines)])
    return found


class _Server:
    """Collects the tests of a group, and tries its mutants in forks."""

    def __init__(
        self, folder: Path, finder: _Finder, seconds: float, kept: Callable[[str], Path], pipe: Connection
    ) -> None:
        self.folder, self.seconds, self.kept, self.pipe = folder, seconds, kept, pipe
        self.loaders = {one.name_of_file: one for one in finder.loaders.values()}
        self.failing, self.baseline = Failing(), dict[str, Test]()
        self.items, self.functions = dict[str, Any](), dict[int, list[FunctionType]]()

    def collect(self, group: Group, items: list[Any], left: Sequence[str]) -> None:
        """Collect the lines one within the other, as a session's tests run only while it is open; then try all."""
        if not left:
            self._try_all(group, items)
            return
        # Files without a choice among their tests are one session.
        whole = [line for line in left if " " not in line]
        line = whole or left[0].split(" ", 2)
        rest = [other for other in left if " " in other][int(not whole) :]
        server = self

        class Held:
            """Instead of running the tests."""

            def pytest_runtestloop(self, session: Any) -> bool:
                """Keep them."""
                server.collect(group, [*items, *session.items], rest)
                return True

        pytest = importlib.import_module("pytest")
        quiet = ("-q", "-s", "--tb=native", "-p", "no:cacheprovider", "-p", "no:faulthandler")
        places = (f"--rootdir={self.folder}", f"--basetemp={self.folder / f'made-{os.getpid()}-{len(left)}'}")
        pytest.main([*quiet, *places, *line], plugins=[self.failing, Held()])

    def _try_all(self, group: Group, items: list[Any]) -> None:
        early = frozenset(REACHED)
        # What tests/conftest.py has set apart is not among the objects.
        gc.unfreeze()
        found = gc.get_objects()
        self.caches = [
            one for one in found if isinstance(one, functools._lru_cache_wrapper) and self._ours(one.__wrapped__)
        ]
        for one in found:
            if isinstance(one, FunctionType):
                self.functions.setdefault(id(one.__code__), []).append(one)
        del found
        gc.freeze()
        self.items = {item.nodeid: item for item in items}
        self._measure()
        self.codes = {path: self._honest(path) for path in {mutant.path for _, mutant in group.mutants}}
        self.blocks = {path: _blocks(path, Path(self.loaders[path].path)) for path in self.codes}
        for index, mutant in group.mutants:
            start = time.monotonic()
            try:
                outcome = self._tried(mutant, early)
            except SyntaxError:
                outcome = Found("unknown", early=True)
            self.pipe.send((index, outcome, time.monotonic() - start))

    def _ours(self, function: Any) -> bool:
        code = getattr(function, "__code__", None)
        return isinstance(code, CodeType) and code.co_filename.startswith(str(self.folder))

    def _measure(self) -> None:
        """Run tests without a defect, each file's in one fork, where that is not remembered of the same code."""
        for file in {name.partition("::")[0] for name in self.items}:
            kept = self.kept(file)
            names = [name for name in self.items if name.startswith(f"{file}::")]
            names.sort(key=lambda name: sha256(name.encode()).digest())
            self.baseline |= _measured(kept)
            while left := [self.items[name] for name in names if name not in self.baseline]:
                seconds = ONE_FILE - sum(self.baseline[name].seconds for name in names if name in self.baseline)
                if seconds <= 0:
                    break
                ended, _ = apart(functools.partial(self._measure_all, left, seconds, kept), 50 * ONE_FILE)
                self.baseline |= _measured(kept)
                if not ended and (rest := [item.nodeid for item in left if item.nodeid not in self.baseline]):
                    # It ended the process, or took long.
                    _remember(kept, rest[0], Test(False, ONE_TEST, frozenset(), starts=True))
                    self.baseline |= _measured(kept)
        self.failing.usual = {name: test.seconds for name, test in self.baseline.items()}

    def _measure_all(self, items: Sequence[Any], most: float, kept: Path, say: Callable[[Any], None]) -> None:
        started: list[str] = []
        sys.addaudithook(lambda event, _: started.append(event) if event in STARTING else None)
        start_one = _posixsubprocess.fork_exec

        def fork_exec(*given: Any) -> int:
            # What multiprocessing starts has no event.
            started.append("fork_exec")
            return start_one(*given)

        _posixsubprocess.fork_exec = fork_exec
        for item in items:
            started.clear()
            REACHED.clear()
            start = sum(os.times()[:4])
            self._run([item])
            seconds = sum(os.times()[:4]) - start
            _remember(kept, item.nodeid, Test(not self.failing.names, seconds, frozenset(REACHED), bool(started)))
            most -= seconds
            if most <= 0:
                break
        say(True)

    def _run(self, items: Sequence[Any]) -> str | None:
        """Run tests until one fails, and say which."""
        self.failing.names.clear()
        for cache in self.caches:
            cache.cache_clear()
        for item, after in zip_longest(items, items[1:]):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if self.failing.names:
                return str(item.nodeid)
        return None

    def _honest(self, path: str) -> CodeType:
        """Put the honest code in place of the instrumented."""
        loader = self.loaders[path]
        assert loader.loaded is not None
        code = compile(Path(loader.path).read_text("utf-8"), loader.path, "exec", dont_inherit=True)
        pairs = [(loader.loaded, code)]
        for before, after in pairs:
            inside = [[each for each in one.co_consts if isinstance(each, CodeType)] for one in (before, after)]
            pairs += zip(*inside, strict=True)
            for function in self.functions.pop(id(before), []):
                function.__code__ = after
                self.functions.setdefault(id(after), []).append(function)
        return code

    def _tried(self, mutant: Mutant, early: frozenset[str]) -> Found:
        loader, honest = self.loaders[mutant.path], self.codes[mutant.path]
        text = Path(loader.path).read_text("utf-8")
        where = block(mutant, text)
        codes = changed(honest, compile(mutant.text(text), loader.path, "exec", dont_inherit=True))
        passing = {name: test for name, test in self.baseline.items() if name in self.items and test.passes}
        # First those that run the block, or any of the file where it is no function's; the fastest first.
        near = frozenset({where}) if where else self.blocks[mutant.path]
        close = {name for name, test in passing.items() if near & test.reached}
        order = sorted(passing, key=lambda name: (name not in close, passing[name].seconds))
        if where is None or codes is None or not any(self.functions.get(code) for code in codes):
            # A constant is read by others too: tests of those that run nothing of the file have the same time.
            sides = ([name for name in order if (name in close) is side] for side in (True, False))
            chosen = {name: each for some in sides for name, each in self._within(some, self.seconds).items()}
            return Found("unknown", early=True, tests=chosen)
        before = where in early
        able = self._within((name for name in order if before or name in close or passing[name].starts), self.seconds)
        # What is early runs again anyway, with the values that are computed early: here only to find one that fails.
        asked = self._within((name for name in able if name in close), 10 if before else self.seconds)

        def run(say: Callable[[Any], None]) -> None:
            for function in (one for code in codes for one in self.functions.get(code, [])):
                function.__code__ = codes[id(function.__code__)]
            say(("ended", self._run([self.items[name] for name in asked])))

        said, over = apart(run, 60 + 20 * sum(asked.values())) if asked else (("ended", None), False)
        first = said[1] if said else None
        outcome = "timed out" if over else "killed" if first else "survived" if said else "unknown"
        left = frozenset(name for name in able if name not in asked or passing[name].starts)
        return Found(outcome, before, able, first, left)

    def _within(self, names: Iterable[str], seconds: float) -> dict[str, float]:
        """The first of the tests, as many as take so long together, and their seconds."""
        usual = {name: self.baseline[name].seconds for name in names}
        ends = zip(usual, accumulate(usual.values()), strict=True)
        return {name: usual[name] for name, end in ends if end <= seconds}


def apart(run: Callable[[Callable[[Any], None]], None], seconds: float) -> tuple[Any, bool]:
    """What `run` says in a forked process, None where it ends without; and whether its time was over.

    The time is over after the given seconds, or where the clock of `Failing` rang.
    """
    sys.stdout.flush()
    here, there = Pipe(duplex=False)
    process = os.fork()
    if not process:
        try:
            os.setsid()
            here.close()
            run(there.send)
        except BaseException:
            traceback.print_exc()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
    there.close()
    with here:
        over = not here.poll(seconds)
        try:
            said = None if over else here.recv()
        except EOFError:
            said = None
    for kill in (os.killpg, os.kill):
        with suppress(ProcessLookupError):
            kill(process, signal.SIGKILL)
    status = os.waitpid(process, 0)[1]
    return said, over or (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF)
