"""Fingerprints: a claim's statement, and the source of its check and of every function that this reaches.

Sources enter as a normalised syntax tree, without comments, docstrings and layout, and without the fields that only
some versions of Python have, so that a fingerprint is the same on every supported Python. What a module binds to a name
(a grid, a table, an expression) counts as code too: by its assignments, wherever the name is imported from.
"""

import ast
import hashlib
import inspect
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

import sympy

from verify.claim import Claim

OURS = ("notation", "upperbounds", "lowerbounds", "verify")
_VERSION_FIELDS = {"type_params", "type_comment", "kind", "ctx", "type_ignores"}


@dataclass(frozen=True)
class _Bound:
    """A name to which a module of this project binds a value."""

    module: str
    name: str


def fingerprint(claim: Claim) -> str:
    """Sixteen hex digits over the statements' canonical texts and all code that their checks reach."""
    digest = hashlib.sha256()
    reached: set[str] = set()
    for statement in (claim.printed, claim.corrected):
        if statement is None:
            digest.update(b"none")
            continue
        digest.update(statement.canonical().encode())
        _reach(statement, reached)
    for source in sorted(reached):
        digest.update(f"{source}\n".encode())
    return digest.hexdigest()[:16]


def _reach(root: Any, reached: set[str]) -> None:
    """Add the normalised source of every function, class and bound name of this project that `root` reaches."""
    stack = list(_code_of(root))
    while stack:
        source, references = _source_and_references(stack.pop())
        if source not in reached:
            reached.add(source)
            stack.extend(references)


def _code_of(value: Any) -> Iterator[Any]:
    """The project's functions and classes inside a value: a statement, and what its fields hold."""
    if isinstance(value, FunctionType | type):
        if _is_ours(value):
            yield value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _code_of(item)
    elif is_dataclass(value):
        yield from _code_of(type(value))
        for part in fields(value):
            yield from _code_of(getattr(value, part.name))
    elif hasattr(value, "__wrapped__"):
        yield from _code_of(value.__wrapped__)


def _is_ours(code: Any) -> bool:
    return str(getattr(code, "__module__", "")).split(".")[0] in OURS


@cache
def _source_and_references(code: Any) -> tuple[str, tuple[Any, ...]]:
    """The name and normalised source of a function, a class or a bound name, and the project's code that it names."""
    closed: dict[str, Any] = {}
    if isinstance(code, _Bound):
        module, name = code.module, code.name
        tree: ast.AST = ast.Module(body=list(_bindings(module)[name]), type_ignores=[])
    else:
        module, name = code.__module__, code.__qualname__
        is_lambda = "<lambda>" in name
        tree = _lambda(code) if is_lambda else ast.parse(textwrap.dedent(inspect.getsource(code)))
        closed = _closure(code)
    scope = vars(sys.modules[module])
    references: list[Any] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            if node.id in closed:
                references.extend(_code_of(closed[node.id]))
            elif node.id in scope:
                references.extend(_named(module, node.id))
        elif isinstance(node, ast.Attribute):
            owner = _resolve(node.value, scope | closed)
            if isinstance(owner, ModuleType):
                references.extend(_named(owner.__name__, node.attr))
            elif isinstance(owner, type):
                references.extend(_code_of(getattr(owner, node.attr, None)))
    told = sorted((name, _told(value)) for name, value in closed.items())
    return f"{module}.{name}\n{_normalised(tree)}{told}", tuple(references)


def _told(value: Any) -> str:
    """A closed-over value as text, the same in every process; what is neither number nor text enters by its code."""
    if isinstance(value, int | float | str | Fraction):
        return repr(value)
    if isinstance(value, tuple | list):
        return f"({', '.join(_told(item) for item in value)})"
    return sympy.srepr(value) if isinstance(value, sympy.Basic) else type(value).__name__


def _named(module: str, name: str) -> Iterator[Any]:
    """The project's code behind a name of a module: a function or class, or the place that binds the name."""
    value = getattr(sys.modules.get(module), name, None)
    if isinstance(value, FunctionType | type) or hasattr(value, "__wrapped__"):
        yield from _code_of(value)
    elif module.split(".", maxsplit=1)[0] in OURS and not isinstance(value, ModuleType):
        for statement in _bindings(module).get(name, ()):
            if isinstance(statement, ast.ImportFrom):
                yield from _named(str(statement.module), _original(statement, name))
            else:
                yield _Bound(module, name)
                return


def _original(statement: ast.ImportFrom, name: str) -> str:
    return next(alias.name for alias in statement.names if name in (alias.asname, alias.name))


@cache
def _bindings(module: str) -> dict[str, list[ast.stmt]]:
    """The statements at the top of a module that bind each name: assignments and imports."""
    found: dict[str, list[ast.stmt]] = {}
    for statement in ast.parse(inspect.getsource(sys.modules[module])).body:
        if isinstance(statement, ast.ImportFrom):
            names = [alias.asname or alias.name for alias in statement.names]
        elif isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            names = [node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]
        else:
            continue
        for name in names:
            found.setdefault(name, []).append(statement)
    return found


def _lambda(code: FunctionType) -> ast.AST:
    """The statement in which a lambda stands: its own source cannot be cut out reliably."""
    module = ast.parse(inspect.getsource(sys.modules[code.__module__]))
    line = code.__code__.co_firstlineno
    found = [node for node in ast.walk(module) if isinstance(node, ast.Lambda) and node.lineno == line]
    return ast.Module(body=[ast.Expr(node) for node in found], type_ignores=[])


def _closure(code: Any) -> dict[str, Any]:
    """The names that a function closes over."""
    if isinstance(code, type) or code.__closure__ is None:
        return {}
    return {
        name: cell.cell_contents
        for name, cell in zip(code.__code__.co_freevars, code.__closure__, strict=True)
        if _filled(cell)
    }


def _filled(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018  # an empty cell raises
    except ValueError:
        return False
    return True


def _resolve(node: ast.expr, scope: dict[str, Any]) -> Any:
    """The object that a plain or dotted name stands for, where its root is a module or class in scope."""
    if isinstance(node, ast.Name):
        return scope.get(node.id)
    if isinstance(node, ast.Attribute):
        root = _resolve(node.value, scope)
        return getattr(root, node.attr, None) if isinstance(root, ModuleType | type) else None
    return None


def _normalised(node: Any) -> str:
    """A text of the tree: node types and fields, without docstrings, empty fields and version-dependent ones."""
    if isinstance(node, ast.AST):
        parts = []
        for name, value in ast.iter_fields(node):
            if name in _VERSION_FIELDS or value is None or value == []:
                continue
            body = _without_docstring(value) if name == "body" and isinstance(value, list) else value
            parts.append(f"{name}={_normalised(body)}")
        return f"{type(node).__name__}({','.join(parts)})"
    if isinstance(node, list):
        return f"[{','.join(_normalised(item) for item in node)}]"
    return repr(node)


def _without_docstring(body: list[Any]) -> list[Any]:
    first = body[0] if body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        return body[1:]
    return body
