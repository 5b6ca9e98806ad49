"""Single defects of a module's text, each at one place: the syntax tree says where, and the rest of the text stays."""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate

SWAPPED = {
    "min": "max",
    "max": "min",
    "minimum": "maximum",
    "maximum": "minimum",
    "argmin": "argmax",
    "argmax": "argmin",
    "Min": "Max",
    "Max": "Min",
    "floor": "ceil",
    "ceil": "floor",
    "any": "all",
    "all": "any",
}
COMPARED = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">"}
SIGNS = {ast.Add: "-", ast.Sub: "+"}
SEEDED = {"generator", "default_rng"}
STREAMS = {"stream"}
Source = Callable[[ast.expr], str]


@dataclass(frozen=True)
class Mutant:
    """A file with one defect: from this byte on, in this line (from 1), `before` became `after`."""

    path: str
    line: int
    start: int
    operator: str
    before: str
    after: str

    @property
    def name(self) -> str:
        """Where it is and what it does, in one line."""
        before, after = (" ".join(text.split()) for text in (self.before, self.after))
        return f"{self.path}:{self.line} [{self.operator}] {before} -> {after}"

    def text(self, honest: str) -> str:
        """The file with the defect."""
        data, before = honest.encode(), self.before.encode()
        assert data[self.start : self.start + len(before)] == before
        return (data[: self.start] + self.after.encode() + data[self.start + len(before) :]).decode()

    def differs(self, honest: str) -> bool:
        """Whether it is another program, and one at all."""
        # The statement of the module that it is in says so, without the rest of the text.
        first, last = next((first, last) for first, last in _statements(honest) if first <= self.start < last)
        part = honest.encode()[first:last].decode()
        try:
            return ast.dump(ast.parse(replace(self, start=self.start - first).text(part))) != ast.dump(ast.parse(part))
        except SyntaxError:
            return False


@cache
def _statements(text: str) -> tuple[tuple[int, int], ...]:
    """From which byte to which the lines of every statement of a module go."""
    starts = _starts(text.encode())
    return tuple((starts[node.lineno - 1], starts[node.end_lineno or 0]) for node in ast.parse(text).body)


def _starts(data: bytes) -> list[int]:
    """At which byte every line starts, and where the last one ends."""
    return [0, *accumulate(map(len, data.splitlines(keepends=True)))]


@cache
def mutants(path: str, honest: str) -> tuple[Mutant, ...]:
    """The defects of every operator in a file, in order; a few are the same program, or none: `differs`."""
    data = honest.encode()
    starts = _starts(data)

    def source(node: ast.expr) -> str:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return data[_start(node) : starts[node.end_lineno - 1] + node.end_col_offset].decode()

    def _start(node: ast.expr) -> int:
        return starts[node.lineno - 1] + node.col_offset

    found = [
        Mutant(path, node.lineno, _start(node), operator, source(node), after)
        for node in _expressions(ast.parse(honest))
        for operator, after in _changes(node, source)
    ]
    return tuple(sorted(found, key=lambda one: (one.start, one.before, one.operator, one.after)))


def _expressions(node: ast.AST) -> Iterator[ast.expr]:
    """What runs: no annotations, docstrings, messages of errors, nor f-strings, whose parts have no position."""
    if isinstance(node, ast.JoinedStr | ast.Raise | ast.Assert):
        return
    if isinstance(node, ast.expr):
        yield node
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
        # An axis or a place from the end; the sign is changed with the whole.
        return
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and name not in {"annotation", "returns", "decorator_list"}:
                yield from _expressions(child)


def _changes(node: ast.expr, source: Source) -> Iterator[tuple[str, str]]:
    """Operators and the texts that they put for this expression."""
    if isinstance(node, ast.Constant):
        yield from _constants(node.value)
    elif isinstance(node, ast.BinOp):
        yield from _operations(node, source)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield "sign", f"({source(node.operand)})"
    elif isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARED:
        yield "strictness", f"({source(node.left)}) {COMPARED[type(node.ops[0])]} ({source(node.comparators[0])})"
    elif isinstance(node, ast.BoolOp):
        yield from (("condition dropped", f"({source(one)})") for one in node.values)
    elif isinstance(node, ast.IfExp):
        yield from (("condition dropped", f"({source(one)})") for one in (node.body, node.orelse))
    elif isinstance(node, ast.Subscript):
        yield from _indices(node, source)
    elif isinstance(node, ast.Call):
        yield from _calls(node, source)


def _constants(value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, int | float) and not isinstance(value, bool) and value:
        yield "twice", f"{2 * value!r}"
        yield "half", f"{value // 2 if isinstance(value, int) and value % 2 == 0 else value / 2!r}"
    elif isinstance(value, bool):
        yield "flag", f"{not value}"
    elif value in ("left", "right"):
        yield "tie", repr("left" if value == "right" else "right")


def _operations(node: ast.BinOp, source: Source) -> Iterator[tuple[str, str]]:
    left, right = (f"({source(one)})" for one in (node.left, node.right))
    if isinstance(node.op, ast.Pow):
        yield from (("exponent", f"{left} ** ({right} {sign} 0.25)") for sign in "+-")
    elif type(node.op) in SIGNS and not any(isinstance(one, ast.JoinedStr) for one in (node.left, node.right)):
        yield "sign", f"{left} {SIGNS[type(node.op)]} {right}"
        yield "term dropped", left
        yield "term dropped", right if isinstance(node.op, ast.Add) else f"(-{right})"
    elif isinstance(node.op, ast.Mult | ast.Div):
        yield "factor dropped", left


def _indices(node: ast.Subscript, source: Source) -> Iterator[tuple[str, str]]:
    """An index that is a whole number, and the ends of a slice, one more or less."""
    value, at = source(node.value), node.slice
    for by in (-1, 1):
        if isinstance(at, ast.Constant) and isinstance(at.value, int) and at.value + by >= 0:
            yield "index", f"{value}[{at.value + by}]"
        if isinstance(at, ast.Slice) and at.step is None:
            low, high = (None if end is None else f"({source(end)})" for end in (at.lower, at.upper))
            if low is not None:
                yield "index", f"{value}[{low} + {by} : {high or ''}]"
            if high is not None:
                yield "index", f"{value}[{low or ''} : {high} + {by}]"


def _calls(node: ast.Call, source: Source) -> Iterator[tuple[str, str]]:
    function, rest = source(node.func), [source(one) for one in (*node.args,)]
    given = [
        *rest,
        *(f"{one.arg}={source(one.value)}" if one.arg else f"**{source(one.value)}" for one in node.keywords),
    ]
    name = node.func.attr if isinstance(node.func, ast.Attribute) else function
    if name in SWAPPED:
        yield "min for max", f"{function[: len(function) - len(name)]}{SWAPPED[name]}({', '.join(given)})"
    if name == "clip" and rest:
        yield "clip removed", f"({rest[0] if function == 'np.clip' else source(node.func.value)})"  # type: ignore[attr-defined]
    if name in {"sqrt", "abs", "maximum", "minimum", "max", "min"} and rest:
        yield ("exponent" if name == "sqrt" else "clip removed"), f"({rest[0]})"
    if name == "sqrt" and rest:
        yield from (("exponent", f"({function}({rest[0]}) ** {power})") for power in (0.5, 1.5))
    if name == "argmax" and [one.arg for one in node.keywords] == ["axis"] and not rest:
        # Of equal values the last.
        value = source(node.func.value)  # type: ignore[attr-defined]
        yield "tie", f"({value}.shape[-1] - 1 - {value}[..., ::-1].argmax(axis=-1))"
    if name in SEEDED:
        yield "seed fixed", f"{function}(0)"
    if name in STREAMS and rest:
        yield "stream reused", f"{function}({', '.join([*rest[:-1], '0'])})"
