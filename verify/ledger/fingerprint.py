"""Fingerprints: they change with all that a claim's verdict depends on and all that its reader is told.

A value enters by its structure, at any depth. A function enters by its syntax tree (see `verify.source`), its
defaults, and what each name that it does not bind stands for: a cell of its closure, a table, another function, a
class. A class enters by its source, and by its plain attributes as they are, for they may be set from elsewhere. No
name of a module is part of it, so that code may move. Libraries enter by their names of things, not by their source.
What can't be read so (an open file, a generator) is an error, unless a module binds it to a name: then the binding's
source stands for it.

Code refers to code, in circles too. Each strongly connected set of functions and classes is hashed as many rounds as
it has members, each round over the last one's hashes, so that the order in which they are visited doesn't matter.
"""

import ast
import builtins
import hashlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import partial
from pathlib import PurePath
from types import FunctionType, MappingProxyType, MethodType, ModuleType
from typing import Any, TypeAlias

import flint
import numpy as np
import sympy
from sympy.core.function import UndefinedFunction

from notation.papers import papers
from notation.parameters import ParameterError
from verify import source
from verify.kernel.statements.claim import Claim
from verify.ledger.seal import OURS
from verify.source import Free, Pieces


class _Node:
    """A function, a class or a binding: what other code refers to, perhaps in a circle."""

    __slots__ = ("build", "digest", "keeps", "references", "term")

    def __init__(self, keeps: object, build: "Callable[[], _Term]") -> None:
        self.keeps = keeps  # keeps its id from being used again
        self.build = build
        self.term: _Term = b""
        self.references: tuple[_Node, ...] | None = None
        self.digest = b""


_Term: TypeAlias = "bytes | _Node | tuple[str, tuple[_Term, ...]]"
"""A digest, a node, or a tag with parts of which some are nodes."""


class _UnreadableError(Exception):
    """A value without a structure that can be told."""


def fingerprint(claim: Claim) -> str:
    """Sixteen hex digits, the same on every supported Python; raises ParameterError where something can't be read."""
    return _ENCODER.fingerprint(claim)


def forget() -> None:
    """Forget what was read of code and claims: for a process in which they were changed."""
    _ENCODER.__init__()  # type: ignore[misc]
    source.source.cache_clear()


def _leaf(kind: str, text: str) -> bytes:
    return hashlib.sha256(f"{kind}:{text}".encode("utf-8", "surrogatepass")).digest()


def _join(tag: str, parts: Iterable[_Term]) -> _Term:
    known = tuple(parts)
    if any(type(part) is not bytes for part in known):
        return tag, known
    return _hash(tag, known)  # type: ignore[arg-type]


def _hash(tag: str, digests: Iterable[bytes]) -> bytes:
    ordered = sorted(digests) if tag == "set" else digests
    return hashlib.sha256(f"{tag}(".encode() + b"".join(ordered)).digest()


def _value(term: _Term, digest: Callable[[_Node], bytes]) -> bytes:
    """The digest of a term; terms share parts, each of which is digested once."""
    known: dict[int, bytes] = {}

    def of(part: _Term) -> bytes:
        if isinstance(part, bytes):
            return part
        if isinstance(part, _Node):
            return digest(part)
        if id(part) not in known:
            known[id(part)] = _hash(part[0], [of(inner) for inner in part[1]])
        return known[id(part)]

    return of(term)


def _nodes(term: _Term) -> Iterator[_Node]:
    """The nodes of a term, in order; parts that it shares are entered once."""
    waiting, entered = [term], set()
    while waiting:
        part = waiting.pop()
        if isinstance(part, _Node):
            yield part
        elif isinstance(part, tuple) and id(part) not in entered:
            entered.add(id(part))
            waiting.extend(reversed(part[1]))


def _top(module: str) -> str:
    return module.partition(".")[0]


def _library(module: str, name: str) -> bytes:
    """A thing of a library by its name; where in the library it stands differs between versions."""
    return _leaf("library", f"{_top(module).lstrip('_')}:{name}")


class _Encoder:
    """Terms of values, with a memory for code."""

    def __init__(self) -> None:
        self._claims: dict[int, tuple[Claim, str]] = {}
        self._codes: dict[object, _Node] = {}
        self._globals: dict[tuple[int, str], tuple[dict[str, Any], _Term]] = {}
        self._expressions: dict[int, tuple[sympy.Basic, _Term]] = {}
        self._pieces: dict[object, Pieces] = {}
        self._frozen: dict[int, tuple[Any, _Term]] = {}
        self._read: dict[str, bool] = {}
        self._open: set[int] = set()

    def fingerprint(self, claim: Claim) -> str:
        if id(claim) not in self._claims:
            told = (claim.title, claim.note, claim.correction, claim.severity, claim.theorem, claim.root)
            self._frozen.clear()
            try:
                term = _join("claim", [self.term(part) for part in (*told, claim.printed, claim.corrected)])
                digest = self._settled(term)
            except _UnreadableError as error:
                raise ParameterError(f"claim {claim.id}: no fingerprint of {error}") from None
            self._claims[id(claim)] = claim, digest.hex()[:16]
        return self._claims[id(claim)][1]

    def term(self, value: Any) -> _Term:  # noqa: PLR0911, PLR0912  # one branch a kind of value
        """The term of a value; raises _UnreadableError where it has none."""
        kind = type(value)
        if kind is str:
            return _leaf("str", value)
        if kind is int:
            return _leaf("int", hex(value))
        if kind is float:
            return _leaf("float", value.hex())
        if value is None or kind in _AS_TEXT or isinstance(value, np.dtype):
            return _leaf(kind.__name__, repr(value))
        if isinstance(value, sympy.Basic):
            return self._expression(value)
        if isinstance(value, Enum):
            return _join("member", [self.term(kind), _leaf("str", value.name)])
        if isinstance(value, UndefinedFunction):
            return _leaf("undefined function", str(value))
        if isinstance(value, type):
            return self._class(value)
        if isinstance(value, FunctionType):
            return self._function(value)
        if isinstance(value, ModuleType):
            return self._module(value)
        if isinstance(value, MethodType):
            return _join("method", [self.term(value.__self__), self.term(value.__func__)])
        if isinstance(value, np.ndarray | np.generic):
            return self._array(value)
        if kind.__module__.startswith("flint."):
            return self._flint(value)
        if not isinstance(value, partial) and hasattr(value, "__wrapped__"):
            return self.term(value.__wrapped__)
        parts = self._parts(value)
        if parts is not None:
            return self._composite(value, *parts)
        name = getattr(value, "__qualname__", getattr(value, "__name__", None))
        module = getattr(value, "__module__", None) or getattr(kind, "__module__", "")
        if callable(value) and name and not self._is_read(module):
            bound = getattr(value, "__self__", None)
            whose = [] if bound is None or isinstance(bound, ModuleType | type) else [self.term(bound)]
            return _join("of a library", [_library(str(module), str(name)), *whose])
        raise _UnreadableError(f"{value!r:.80}")

    def _parts(self, value: Any) -> tuple[str, Iterable[Any]] | None:  # noqa: PLR0911  # one branch a kind of value
        """Tag and parts of a value that holds others; a dict's items are in no order, since sets fill dicts too."""
        kind = type(value)
        if kind in (tuple, list):
            return kind.__name__, value
        if isinstance(value, dict | MappingProxyType):
            more = ["made as", kind, getattr(value, "default_factory", None)]
            return "set", (*value.items(), *([] if kind is dict or kind is MappingProxyType else [more]), "dict")
        if kind in (set, frozenset):
            return "set", value
        if is_dataclass(kind):
            # What stands behind it in a table of the library is in no field, nor in code.
            behind = [value.library_proof()] if hasattr(kind, "library_proof") else []
            return "fields", (kind, *(getattr(value, part.name, None) for part in fields(kind)), *behind)
        if isinstance(value, tuple) and hasattr(kind, "_fields"):
            return "fields", (kind, *value)
        if isinstance(value, partial):
            return "partial", (value.func, value.args, value.keywords)
        if kind is Fraction:
            return "Fraction", (value.numerator, value.denominator)
        if isinstance(value, re.Pattern):
            return "pattern", (value.pattern, value.flags)
        if isinstance(value, PurePath):
            return "path", value.parts
        if isinstance(value, sympy.MatrixBase):
            return "matrix", (*value.shape, *value.flat())
        return None

    def _composite(self, value: Any, tag: str, parts: Iterable[Any]) -> _Term:
        if id(value) in self._open:
            raise _UnreadableError(f"a {type(value).__name__} that holds itself")
        # A chain's parts hold one another many times over.
        frozen = tag == "fields" and getattr(type(value), "__dataclass_params__", None) is not None
        frozen = frozen and type(value).__dataclass_params__.frozen
        if frozen and id(value) in self._frozen:
            return self._frozen[id(value)][1]
        self._open.add(id(value))
        try:
            term = _join(tag, [self.term(part) for part in parts])
        finally:
            self._open.discard(id(value))
        if frozen:
            self._frozen[id(value)] = value, term
        return term

    def _expression(self, value: sympy.Basic) -> _Term:
        known = self._expressions.get(id(value))
        if known is None:
            known = self._expressions[id(value)] = value, self._fresh_expression(value)
        return known[1]

    def _fresh_expression(self, value: sympy.Basic) -> _Term:
        if isinstance(value, sympy.Dummy):
            # Its number differs from process to process.
            return _leaf("dummy", f"{value.name} {sorted(value.assumptions0.items())}")
        if isinstance(value, sympy.Symbol) and self._is_read(type(value).__module__):
            return _join("symbol", [self.term(type(value)), *map(self.term, value.__getnewargs_ex__()[0])])
        if not value.args and self._is_read(type(value).__module__):
            # What such a class is stands in its source and its attributes alone.
            return _join("sympy", [self.term(type(value)), _leaf("text", sympy.srepr(value))])
        if not value.args or isinstance(value, sympy.Poly):
            return _leaf("sympy", sympy.srepr(value))
        return _join("sympy", [self.term(value.func), *map(self.term, value.args)])

    def _array(self, value: Any) -> _Term:
        flat = value.ravel()
        items = [self.term(item) for item in flat] if value.dtype.hasobject else [_leaf("bytes", flat.tobytes().hex())]
        return _join("array", [_leaf("str", f"{value.dtype.str} {value.shape}"), *items])

    def _flint(self, value: Any) -> _Term:
        if isinstance(value, flint.arb) and value.is_finite():
            return _leaf("arb", f"{value.mid().man_exp()} {value.rad().man_exp()}")
        if isinstance(value, flint.acb):
            return _join("acb", [self._flint(value.real), self._flint(value.imag)])
        if isinstance(value, flint.arb | flint.fmpz | flint.fmpq | flint.fmpz_poly | flint.fmpq_poly):
            return _leaf(type(value).__name__, repr(value))
        raise _UnreadableError(f"{value!r:.80}")

    def _is_read(self, module: str | None) -> bool:
        """Whether a module's source counts: all but the standard library and what is installed, papers excepted."""
        top = _top(module or "")
        if top not in self._read:
            ours = OURS | {_top(paper.package) for paper in papers().values()}
            file = PurePath(getattr(sys.modules.get(top), "__file__", None) or "")
            installed = {"site-packages", "dist-packages"} & {*file.parts}
            self._read[top] = top in ours or not (top in sys.stdlib_module_names or installed)
        return self._read[top]

    def _node(self, key: object, keeps: object, build: Callable[[], _Term]) -> _Node:
        if key not in self._codes:
            self._codes[key] = _Node(keeps, build)
        return self._codes[key]

    def _function(self, function: FunctionType) -> _Term:
        scope, code = function.__globals__, function.__code__
        if not self._is_read(scope.get("__name__")):
            held = [function.__wrapped__] if hasattr(function, "__wrapped__") else _cells(function).values()
            name = code.co_qualname if hasattr(function, "__wrapped__") else function.__qualname__
            return _join("of a library", [_library(scope["__name__"], name), *map(self.term, held)])
        place = code.co_filename, code  # code objects are equal where their files differ
        if place not in self._pieces:
            tree = source.source(code.co_filename).function(code)
            if tree is None:
                raise _UnreadableError(f"{function.__qualname__}(), whose source is not to be found")
            self._pieces[place] = source.of_function(tree)

        def build() -> _Term:
            cells = _cells(function)
            parts = self._resolved(self._pieces[place], cells, scope)
            for name, default in (("defaults", function.__defaults__), ("defaults by name", function.__kwdefaults__)):
                parts.append(self._within(default, name, function))
            owner = scope.get(code.co_qualname.split(".")[0])
            if isinstance(owner, type) and vars(owner).get(code.co_name) is function:
                parts.append(self.term(owner))
            elif "__class__" in cells:
                parts.append(self.term(cells["__class__"]))
            return _join("function", parts)

        return self._node(id(function), function, build)

    def _within(self, value: Any, name: str, code: Any) -> _Term:
        try:
            return self.term(value)
        except _UnreadableError as error:
            raise _UnreadableError(f"{error} ({name} of {code.__qualname__})") from None

    def _class(self, cls: type) -> _Term:
        """A class by its source, or by what it says that it is made of."""
        if not self._is_read(cls.__module__):
            return _library(cls.__module__, cls.__qualname__)
        if id(cls) in self._codes:
            return self._codes[id(cls)]
        if "__made_of__" in vars(cls):
            parts = vars(cls)["__made_of__"]
            return self._node(id(cls), cls, lambda: _join("made", [self.term(parts)]))
        methods = [method for method in map(_plain_function, vars(cls).values()) if method is not None]
        scope = next((m.__globals__ for m in methods if m.__module__ == cls.__module__), None)
        scope = scope or vars(sys.modules[cls.__module__])
        tree = source.source(scope.get("__file__") or "").cls(cls.__qualname__)
        if tree is None:
            raise _UnreadableError(f"class {cls.__qualname__}, whose source is not to be found")

        def build() -> _Term:
            cells = {name: value for method in methods for name, value in _cells(method).items()}
            told = _attributes(cls, tree)
            attributes = [_join("attribute", [_leaf("str", name), self.term(value)]) for name, value in told]
            return _join("class", [*self._resolved(source.of_class(tree), cells, scope), *attributes])

        return self._node(id(cls), cls, build)

    def _module(self, module: ModuleType) -> _Term:
        """A module as a value: by its name, or by all that it binds."""
        if not self._is_read(module.__name__):
            return _library(module.__name__, f"module {module.__name__.partition('.')[2]}")
        names = sorted(name for name in vars(module) if not name.startswith("__"))

        def build() -> _Term:
            return _join("module", [part for n in names for part in (_leaf("str", n), self._global(vars(module), n))])

        return self._node(id(module), module, build)

    def _resolved(self, pieces: Pieces, cells: dict[str, Any], scope: dict[str, Any]) -> list[_Term]:
        """The terms of a code's text and of what its free names stand for."""
        parts: list[_Term] = []
        text: list[str] = []
        for piece in pieces:
            if isinstance(piece, str):
                text.append(piece)
                continue
            term, rest = self._free(piece, cells, scope)
            text += rest
            parts += [_leaf("text", "\n".join(text)), term]
            text = []
        return [*parts, _leaf("text", "\n".join(text))]

    def _free(self, free: Free, cells: dict[str, Any], scope: dict[str, Any]) -> tuple[_Term, tuple[str, ...]]:
        """What a dotted name stands for, as far as it leads through modules, and the attributes that are left."""
        root, *rest = free.names
        if free.origin is not None:
            package = scope.get("__package__")
            try:
                value = free.origin.value(package)
            except ImportError:
                return _library(free.origin.absolute(package), free.origin.name), tuple(rest)
            holder = sys.modules.get(free.origin.absolute(package))
            name = free.origin.name
        elif root in cells:
            return self._cell(root, cells[root]), tuple(rest)
        elif root in scope:
            value, holder, name = scope[root], None, root
        elif hasattr(builtins, root):
            return _library("builtins", root), tuple(rest)
        else:
            return _leaf("unbound", root), tuple(rest)
        while isinstance(value, ModuleType) and rest and hasattr(value, rest[0]):
            holder, name = value, rest.pop(0)
            value = getattr(value, name)
        if isinstance(value, ModuleType):
            return self._module(value), tuple(rest)
        return self._global(vars(holder) if holder else scope, name), tuple(rest)

    def _cell(self, name: str, value: Any) -> _Term:
        if value is _EMPTY:
            return _leaf("cell", "empty")
        try:
            return self.term(value)
        except _UnreadableError as error:
            raise _UnreadableError(f"{error} ({name} in a closure)") from None

    def _global(self, scope: dict[str, Any], name: str) -> _Term:
        """What a module binds to a name: its value where that can be read, else the source that binds it."""
        key = id(scope), name
        if key not in self._globals:
            try:
                term = self.term(scope[name])
            except _UnreadableError as error:
                term = self._binding(scope, name, error)
            self._globals[key] = scope, term
        return self._globals[key][1]

    def _binding(self, scope: dict[str, Any], name: str, error: _UnreadableError) -> _Term:
        if not self._is_read(scope.get("__name__")):
            return _library(scope["__name__"], name)
        statements = source.source(scope.get("__file__") or "").bindings(name)
        if not statements:
            raise _UnreadableError(f"{error} ({name} in a module)")
        origin = source.imported(statements[-1], name)
        if origin is not None:
            module = origin.absolute(scope.get("__package__"))
            return self._global(vars(sys.modules[module]), origin.name)
        pieces = source.of_statements(statements, name)
        return self._node((id(scope), name), scope, lambda: _join("binding", self._resolved(pieces, {}, scope)))

    def _settled(self, term: _Term) -> bytes:
        """The digest of a term, once all nodes that it reaches have theirs."""
        for node in _nodes(term):
            if not node.digest:
                self._settle(node)
        return _value(term, lambda node: node.digest)

    def _settle(self, root: _Node) -> None:
        """Tarjan's algorithm, without recursion: strongly connected sets, those that are referred to first."""
        index: dict[_Node, int] = {}
        low: dict[_Node, int] = {}
        stack: list[_Node] = []
        work: list[tuple[_Node, Iterator[_Node]]] = []

        def enter(node: _Node) -> None:
            index[node] = low[node] = len(index)
            if node.references is None:
                node.term = node.build()
                node.references = tuple(dict.fromkeys(_nodes(node.term)))
            stack.append(node)
            work.append((node, iter(node.references)))

        enter(root)
        while work:
            node, references = work[-1]
            for below in references:
                if below.digest:
                    continue
                if below not in index:
                    enter(below)
                    break
                low[node] = min(low[node], index[below])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[node])
                if low[node] == index[node]:
                    cut = stack.index(node)
                    _digest_together(stack[cut:])
                    del stack[cut:]


def _digest_together(members: list[_Node]) -> None:
    """Digests of a strongly connected set: after as many rounds as members, each has heard of all."""
    for _ in members:
        heard = [_value(node.term, lambda below: below.digest) for node in members]
        for node, digest in zip(members, heard, strict=True):
            node.digest = digest


def _cells(function: FunctionType) -> dict[str, Any]:
    """The names that a function closes over."""
    found = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:
            found[name] = _EMPTY
    return found


def _plain_function(attribute: Any) -> FunctionType | None:
    """The function behind a method, a property or what wraps one."""
    for name in ("fget", "__func__", "func", "__wrapped__"):
        attribute = getattr(attribute, name, attribute)
    return attribute if isinstance(attribute, FunctionType) else None


def _attributes(cls: type, tree: ast.ClassDef) -> list[tuple[str, Any]]:
    """The plain attributes of a class as they are, whoever set them: those that its body binds, and those of others.

    What Python and sympy add is left out, since it differs between their versions: private names and assumptions.
    """
    body = source.bound(tree.body)
    return [
        (name, value)
        for name, value in sorted(vars(cls).items())
        if _is_plain(value) and not name.startswith("__") and (name in body or not name.startswith(("_", "is_")))
    ]


def _is_plain(value: Any) -> bool:
    if isinstance(value, tuple | frozenset):
        return all(map(_is_plain, value))
    return isinstance(value, _PLAIN)


_PLAIN = (str, int, float, Fraction, type(None), Enum, sympy.Basic)
_EMPTY = object()
_AS_TEXT = {bool, bytes, complex, range, type(...), type(NotImplemented), Decimal, date, datetime, time, timedelta}
_ENCODER = _Encoder()
