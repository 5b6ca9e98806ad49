"""Fingerprints: a claim's statement, and the source of its check and of every function that this reaches.

Sources enter as a normalised syntax tree, without comments, docstrings and layout, and without the fields that only
some versions of Python have, so that a fingerprint is the same on every supported Python.
"""

import ast
import hashlib
import inspect
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

import sympy

from verify.claim import Claim

OURS = ("notation", "upperbounds", "lowerbounds", "verify")
_VERSION_FIELDS = {"type_params", "type_comment", "kind", "ctx", "type_ignores"}


def fingerprint(claim: Claim) -> str:
    """Sixteen hex digits over the statements' canonical texts and all code that their checks reach."""
    digest = hashlib.sha256()
    reached: dict[str, str] = {}
    for statement in (claim.printed, claim.corrected):
        if statement is None:
            digest.update(b"none")
            continue
        digest.update(statement.canonical().encode())
        _reach(statement, reached)
    for name in sorted(reached):
        digest.update(f"{name}\n{reached[name]}\n".encode())
    return digest.hexdigest()[:16]


def _reach(root: Any, reached: dict[str, str]) -> None:
    """Add the normalised source of every function and class of this project that `root` reaches."""
    stack = list(_code_of(root))
    while stack:
        code = stack.pop()
        name = f"{code.__module__}.{code.__qualname__}"
        if name not in reached:
            source, references = _source_and_references(code)
            reached[name] = source
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
    """The normalised source of a function or class, and the project's code that it names."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(code))) if "<lambda>" not in code.__qualname__ else _lambda(code)
    scope = dict(vars(sys.modules[code.__module__]))
    scope |= _closure(code)
    references: list[Any] = []
    constants: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in scope:
            name, target = node.id, scope[node.id]
        elif isinstance(node, ast.Attribute):
            name, target = node.attr, _resolve(node, scope)
        else:
            continue
        references.extend(_code_of(target))
        if isinstance(target, int | float | str | Fraction):
            constants[name] = repr(target)
        elif isinstance(target, sympy.Expr):
            constants[name] = sympy.srepr(target)
    return _normalised(tree) + repr(sorted(constants.items())), tuple(references)


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


def _resolve(node: ast.Attribute, scope: dict[str, Any]) -> Any:
    """The object that a dotted name stands for, where its root is a module or class in scope."""
    if isinstance(node.value, ast.Name):
        root = scope.get(node.value.id)
    elif isinstance(node.value, ast.Attribute):
        root = _resolve(node.value, scope)
    else:
        return None
    return getattr(root, node.attr, None) if isinstance(root, ModuleType | type) else None


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
