"""The source of code as a fingerprint sees it: syntax trees without names of modules, layout, comments and docstrings.

Annotations and imports are left out too: a name enters by what it stands for, which `Free` leaves to the reader. So do
the fields that only some versions of Python have.
"""

import ast
import gc
import linecache
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import resolve_name
from itertools import pairwise
from types import CodeType
from typing import Any, TypeAlias

_Def: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_Comprehension: TypeAlias = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
_BINDS = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.For, ast.While, ast.Import, ast.ImportFrom)
_SCOPES = {ast.Lambda, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef}
_SCOPES |= {ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp}
_SPECIAL = _SCOPES | {ast.AnnAssign}
_BINDERS = {ast.Import, ast.ImportFrom, ast.ExceptHandler, ast.MatchAs, ast.MatchStar, ast.MatchMapping}
_BINDERS |= {ast.Global, ast.Nonlocal}
_LEFT_OUT = {"type_params", "type_comment", "kind", "ctx", "type_ignores", "annotation", "returns"}
_FIELD_MARKERS = {"ClassVar", "InitVar", "KW_ONLY"}
"""Annotations that change what a dataclass makes of a field."""


@dataclass(frozen=True)
class Import:
    """What an import statement binds to a name."""

    module: str
    name: str = ""
    level: int = 0
    top: bool = False
    """Whether it binds the first package of the module's name: `import a.b` binds a."""

    def absolute(self, package: str | None) -> str:
        """The module's full name, where the statement stands in `package`."""
        return resolve_name("." * self.level + self.module, package) if self.level else self.module

    def value(self, package: str | None) -> Any:
        """The object itself; raises ImportError where it can't be had."""
        module = import_module(self.absolute(package))
        if not self.name:
            return import_module(self.module.split(".")[0]) if self.top else module
        if not hasattr(module, self.name):
            return import_module(f"{module.__name__}.{self.name}")
        return getattr(module, self.name)


@dataclass(frozen=True)
class Free:
    """A dotted name that the code does not bind itself; `origin` is the import in the code's own body, if any."""

    names: tuple[str, ...]
    origin: Import | None = None


_Bound: TypeAlias = Mapping[str, Import | None]
Pieces: TypeAlias = list[str | Free]


class Source:
    """What stands in a file, looked up statement by statement."""

    def __init__(self, filename: str) -> None:
        linecache.checkcache(filename)
        text = "".join(linecache.getlines(filename))
        collects = gc.isenabled()
        gc.disable()  # a tree is many objects, of which none is garbage: looking for some takes half of the time
        try:
            self._body = ast.parse(text).body
        finally:
            if collects:
                gc.enable()
        self._starts = [_first_line(statement) for statement in self._body]
        self._functions: dict[int, dict[int, list[_Def]]] = {}
        self._bindings: dict[str, list[ast.stmt]] | None = None

    def function(self, code: CodeType) -> _Def | None:
        """Where a code object was compiled from: of several lambdas on a line, the innermost that spans all of it."""
        place = bisect_right(self._starts, code.co_firstlineno) - 1
        if place < 0:
            return None
        if place not in self._functions:
            self._functions[place] = _functions(self._body[place])
        found = self._functions[place].get(code.co_firstlineno, [])
        if code.co_name != "<lambda>":
            return next((d for d in found if getattr(d, "name", "") == code.co_name), None)
        found = [d for d in found if isinstance(d, ast.Lambda)]
        if len(found) > 1:
            spans = [span for span in code.co_positions() if None not in span and span[2:] != (0, 0)]
            begin = min((line, column) for line, _, column, _ in spans)
            end = max((line, column) for _, line, _, column in spans)
            around = [d for d in found if _start(d) <= begin and end <= _end(d)]
            found = sorted(around, key=_start)
        return found[-1] if found else None

    def cls(self, qualname: str) -> ast.ClassDef | None:
        """The class of a qualified name, also one that a function makes."""
        body = self._body
        found: ast.stmt | None = None
        for name in qualname.split("."):
            if name == "<locals>":
                continue
            found = next((d for d in _definitions(body) if d.name == name), None)
            body = found.body if found else []
        return found if isinstance(found, ast.ClassDef) else None

    def bindings(self, name: str) -> list[ast.stmt]:
        """The statements at the top that bind a name, also those under conditions."""
        if self._bindings is None:
            self._bindings = {}
            for statement in self._body:
                compound = isinstance(statement, ast.If | ast.Try | ast.With)
                for node in ast.walk(statement) if compound else (statement,):
                    for bound in _stored([node]) if isinstance(node, _BINDS) else ():
                        self._bindings.setdefault(bound, []).append(node)  # type: ignore[arg-type]
        return self._bindings.get(name, [])

    def told(self) -> str:
        """All that the file does, without layout, comments and docstrings, alike on every Python."""
        out: Pieces = []
        for statement in self._body:
            if isinstance(statement, ast.Import | ast.ImportFrom):
                out.append(ast.unparse(statement))
            elif not _is_idle(statement):
                _Reader(out).node(statement, {})
        return "\n".join(piece if isinstance(piece, str) else ".".join(piece.names) for piece in out)

    def below(self) -> dict[str, str]:
        """The strings at the top, by the name that the statement before binds."""
        found: dict[str, str] = {}
        for binding, after in pairwise(self._body):
            match binding, after:
                case ast.Assign(targets=[ast.Name(id=name)]), ast.Expr(value=ast.Constant(value=str(text))):
                    found[name] = text
        return found


@cache
def source(filename: str) -> Source:
    """The source of a file, or of what stands for one in linecache; empty where there is none."""
    return Source(filename)


def _first_line(node: ast.stmt | _Def) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", []))])


def _functions(statement: ast.stmt) -> dict[int, list[_Def]]:
    """The functions in a statement by their first line."""
    found: dict[int, list[_Def]] = {}
    for node in ast.walk(statement):
        if isinstance(node, _Def):
            found.setdefault(_first_line(node), []).append(node)
    return found


def _definitions(body: Iterable[ast.stmt]) -> Iterator[ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]:
    """The classes and functions that statements define, also under conditions, the last first."""
    for statement in reversed(list(body)):
        if isinstance(statement, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield statement
        else:
            yield from _definitions(child for child in ast.iter_child_nodes(statement) if isinstance(child, ast.stmt))


def _start(node: _Def) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _end(node: _Def) -> tuple[int | None, int | None]:
    return node.end_lineno, node.end_col_offset


def imported(statement: ast.stmt, name: str) -> Import | None:
    """What a statement imports under a name, if it does."""
    return _stored([statement]).get(name) if isinstance(statement, ast.Import | ast.ImportFrom) else None


def of_function(node: _Def) -> Pieces:
    """A function without its name, decorators and defaults, which its value tells."""
    out: Pieces = []
    _Reader(out).function(node, {}, defaults=False)
    return out


def of_class(node: ast.ClassDef) -> Pieces:
    """A class with its name, bases, decorators and body."""
    out: Pieces = []
    _Reader(out).node(node, {})
    return out


def of_statements(statements: Iterable[ast.stmt], name: str) -> Pieces:
    """Statements that bind a name."""
    out: Pieces = []
    for statement in statements:
        _Reader(out).node(statement, {name: None})
    return out


class _Reader:
    """Walks a tree with the names that are bound at each place, and writes text and free names."""

    def __init__(self, out: Pieces) -> None:
        self.out = out

    def node(self, node: Any, bound: _Bound) -> None:
        """Write what stands in a field of a tree."""
        kind = type(node)
        if kind is list:
            self.out.append("[")
            for item in node:
                if not _is_idle(item):
                    self.node(item, bound)
                    self.out.append(",")
            self.out.append("]")
        elif not isinstance(node, ast.AST):
            self.out.append(repr(node))
        elif isinstance(node, ast.Name | ast.Attribute):
            self._dotted(node, bound)
        elif kind not in _SPECIAL:
            self._fields(node, bound)
        elif isinstance(node, ast.Lambda):
            self.function(node, bound)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            self.out.append(node.name)
            self.node(node.decorator_list, bound)
            self.function(node, bound)
        elif isinstance(node, ast.ClassDef):
            self._class(node, bound)
        elif isinstance(node, ast.AnnAssign):
            self.out.append(next((m for m in _FIELD_MARKERS if m in ast.dump(node.annotation)), ""))
            self._fields(node, bound)
        elif isinstance(node, _Comprehension):
            targets = _stored([generator.target for generator in node.generators])
            self._fields(node, {**bound, **targets})

    def function(self, node: _Def, bound: _Bound, *, defaults: bool = True) -> None:
        """Arguments and body; `defaults` says whether the text tells the defaults."""
        arguments = node.args
        names = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        names += [extra for extra in (arguments.vararg, arguments.kwarg) if extra]
        body = [node.body] if isinstance(node, ast.Lambda) else node.body
        inner = {**bound, **{argument.arg: None for argument in names}, **_stored(body)}
        self.out.append(f"{type(node).__name__}(")
        if defaults:
            self.node(arguments, bound)
        else:
            kinds = (arguments.posonlyargs, arguments.args, [arguments.vararg], arguments.kwonlyargs, [arguments.kwarg])
            self.out.append(str([[argument and argument.arg for argument in kind] for kind in kinds]))
        self.node(body, inner)
        self.out.append(")")

    def _class(self, node: ast.ClassDef, bound: _Bound) -> None:
        self.out.append(f"class {node.name}")
        for part in (node.decorator_list, node.bases, node.keywords):
            self.node(part, bound)
        inner = {**bound, **_stored(node.body)}
        for statement in node.body:
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                # Methods don't see the names of the class's body; their decorators do.
                self.out.append(statement.name)
                self.node(statement.decorator_list, inner)
                self.function(statement, bound)
            elif not _is_idle(statement):
                self.node(statement, inner)

    def _fields(self, node: ast.AST, bound: _Bound) -> None:
        self.out.append(f"{type(node).__name__}(")
        for name in node._fields:
            value = getattr(node, name, None)
            if name not in _LEFT_OUT and value is not None and value != []:
                self.out.append(f"{name}=")
                self.node(value, bound)
        self.out.append(")")

    def _dotted(self, node: ast.Name | ast.Attribute, bound: _Bound) -> None:
        names: list[str] = []
        root: ast.expr = node
        while isinstance(root, ast.Attribute):
            names.append(root.attr)
            root = root.value
        if not isinstance(root, ast.Name):
            self._fields(node, bound)
        elif root.id in bound and bound[root.id] is None:
            self.out.append(f"local {root.id}{''.join(f'.{name}' for name in reversed(names))}")
        else:
            self.out.append(Free((root.id, *reversed(names)), bound.get(root.id)))


def bound(body: Iterable[ast.AST]) -> set[str]:
    """The names that statements bind in their own scope."""
    return set(_stored(body))


def _is_idle(node: Any) -> bool:
    """Whether a statement does nothing of its own: a docstring, or an import, which its names tell."""
    text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    return text or isinstance(node, ast.Import | ast.ImportFrom)


def _stored(nodes: Iterable[ast.AST]) -> dict[str, Import | None]:
    """The names that nodes bind in their own scope, with what the imports among them bring."""
    names: dict[str, Import | None] = {}
    elsewhere: set[str] = set()
    stack = list(nodes)
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind is ast.Name:
            if type(node.ctx) is not ast.Load:  # type: ignore[attr-defined]
                names.setdefault(node.id, None)  # type: ignore[attr-defined]
            continue
        if kind in _SCOPES:
            if isinstance(node, _Comprehension):
                stack += [inner.target for inner in ast.walk(node) if isinstance(inner, ast.NamedExpr)]
            elif not isinstance(node, ast.Lambda):
                names[node.name] = None  # type: ignore[attr-defined]
            continue
        if kind in _BINDERS:
            _bind(node, names, elsewhere)
        for name in node._fields:
            value = getattr(node, name, None)
            if type(value) is list:
                stack += [item for item in value if isinstance(item, ast.AST)]
            elif isinstance(value, ast.AST):
                stack.append(value)
    return {name: origin for name, origin in names.items() if name not in elsewhere}


def _bind(node: ast.AST, names: dict[str, Import | None], elsewhere: set[str]) -> None:
    """Note the names that a node binds otherwise than by assignment."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            names[alias.asname or alias.name.split(".")[0]] = Import(alias.name, top=not alias.asname)
    elif isinstance(node, ast.ImportFrom):
        for alias in node.names:
            names[alias.asname or alias.name] = Import(node.module or "", alias.name, node.level)
    elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
        if node.name:
            names[node.name] = None
    elif isinstance(node, ast.MatchMapping):
        if node.rest:
            names[node.rest] = None
    elif isinstance(node, ast.Global | ast.Nonlocal):
        elsewhere.update(node.names)
