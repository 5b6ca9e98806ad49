"""Planting a defect in a function: its source with one piece of text replaced, whoever holds the function."""

import ast
import sys
from dataclasses import dataclass
from functools import reduce
from importlib import import_module
from inspect import getsource
from textwrap import dedent
from types import FunctionType
from typing import Any

import pytest


@dataclass(frozen=True)
class Plant:
    """In `where`, module:function or module:Class.function, `old` becomes `new`; as `ast.unparse` writes the source."""

    where: str
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.where.split('.')[-1]}: {self.old} -> {self.new}"

    def put(self, patch: pytest.MonkeyPatch) -> None:
        """Plant it. Raises AssertionError unless the text stands there once."""
        name, path = self.where.split(":")
        *owners, last = path.split(".")
        owner: Any = reduce(getattr, owners, import_module(f"upperbounds.{name}"))
        found = vars(owner)[last]
        for inside in ("fget", "func", "__func__", "__wrapped__"):
            found = getattr(found, inside, found)
        assert isinstance(found, FunctionType)
        tree = ast.parse(dedent(getsource(found)))
        function = tree.body[0]
        assert isinstance(function, ast.FunctionDef)
        # Only the body is taken: what else is evaluated where a function is defined needs the module's names.
        function.decorator_list, function.returns = [], None
        function.args.defaults, function.args.kw_defaults = [], [None] * len(function.args.kwonlyargs)
        for argument in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs):
            argument.annotation = None
        if ast.get_docstring(function) is not None:
            del function.body[0]
        source = ast.unparse(tree)
        assert source.count(self.old) == 1, f"{source.count(self.old)} times {self.old!r} in\n{source}"
        space: dict[str, Any] = {}
        exec(compile(source.replace(self.old, self.new), self.where, "exec"), {}, space)
        patch.setattr(found, "__code__", space[last].__code__)


def forget() -> None:
    """Empty all caches of the package, so that nothing of another code is remembered."""
    for name, module in list(sys.modules.items()):
        if name.startswith("upperbounds"):
            for value in list(vars(module).values()):
                if callable(getattr(value, "cache_clear", None)):
                    value.cache_clear()
