"""Planting a defect in a function: its source with one piece of text replaced, whoever holds the function."""

import ast
import inspect
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, reduce
from importlib import import_module
from textwrap import dedent
from types import FunctionType
from typing import Any

import pytest

from tests.mutation.operators import Mutant, mutants

CHANGES = ("twice", "half", "exponent", "min for max", "term dropped")
"""What is generated at every place of a function: kinds of `tests.mutation.operators`."""


@dataclass(frozen=True)
class Plant:
    """In `where`, module:function or module:Class.function, `old` becomes `new`; as `ast.unparse` writes the source."""

    where: str
    old: str
    new: str
    package: str = "upperbounds"

    def __str__(self) -> str:
        return f"{self.where.split('.')[-1]}: {self.old} -> {self.new}"

    def put(self, patch: pytest.MonkeyPatch) -> None:
        """Plant it. Raises AssertionError unless the text stands there once."""
        found = _function(self.package, self.where)
        source = _source(found)
        assert source.count(self.old) == 1, f"{source.count(self.old)} times {self.old!r} in\n{source}"
        _replace(patch, found, source.replace(self.old, self.new))


@dataclass(frozen=True)
class Generated:
    """A defect that an operator makes at one place of a function."""

    where: str
    mutant: Mutant
    package: str

    @property
    def told(self) -> str:
        """What it changes, and in which line."""
        line = _source(_function(self.package, self.where)).splitlines()[self.mutant.line - 1].strip()
        return f"{self.mutant.before} -> {self.mutant.after} in {line}"

    def __str__(self) -> str:
        return f"{self.where}: {self.told}"

    def put(self, patch: pytest.MonkeyPatch) -> None:
        """Plant it."""
        found = _function(self.package, self.where)
        _replace(patch, found, self.mutant.text(_source(found)))


def generated(where: str, package: str, but: frozenset[str] = frozenset()) -> Iterator[Generated]:
    """Every single defect of these kinds in a function, except for functions inside it of some names."""
    source = _source(_function(package, where))
    inner = [
        range(node.lineno, (node.end_lineno or 0) + 1)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and node.name in but
    ]
    for mutant in mutants(where, source):
        if mutant.operator in CHANGES and mutant.differs(source) and not any(mutant.line in lines for lines in inner):
            yield Generated(where, mutant, package)


def _function(package: str, where: str) -> FunctionType:
    """The function itself, without what wraps it."""
    name, path = where.split(":")
    *owners, last = path.split(".")
    owner: Any = reduce(getattr, owners, import_module(f"{package}.{name}"))
    found = vars(owner)[last]
    for inside in ("fget", "func", "__func__"):
        found = getattr(found, inside, found)
    found = inspect.unwrap(found)
    assert isinstance(found, FunctionType)
    return found


@cache
def _source(found: FunctionType) -> str:
    """Its text, read before anything is planted.

    Only the body is taken: what else is evaluated where it is defined needs the module's names.
    """
    tree = ast.parse(dedent(inspect.getsource(found)))
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    function.decorator_list, function.returns = [], None
    function.args.defaults, function.args.kw_defaults = [], [None] * len(function.args.kwonlyargs)
    for argument in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs):
        argument.annotation = None
    if ast.get_docstring(function) is not None:
        del function.body[0]
    return ast.unparse(tree)


def _replace(patch: pytest.MonkeyPatch, found: FunctionType, source: str) -> None:
    space: dict[str, Any] = {}
    exec(compile(source, found.__qualname__, "exec"), {}, space)
    patch.setattr(found, "__code__", space[found.__name__].__code__)


def forget() -> None:
    """Empty all caches of both packages, so that nothing of another code is remembered.

    But the estimators' registry: it lists functions, whose code is replaced in place, and problems hold its very
    estimators.
    """
    for name, module in list(sys.modules.items()):
        if name.startswith(("upperbounds", "lowerbounds")) and name != "upperbounds.registry":
            for value in list(vars(module).values()):
                if callable(getattr(value, "cache_clear", None)):
                    value.cache_clear()
