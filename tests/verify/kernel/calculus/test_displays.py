"""What is displayed in the ledger is what is judged: no two statements, lines or nouns look alike."""

from __future__ import annotations

import importlib
import pkgutil
import string
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import sympy

import verify.kernel.calculus
import verify.ours
import verify.papers
from verify.kernel.calculus import Chain
from verify.kernel.calculus.conditions import Comparison
from verify.kernel.calculus.over import Each, Over
from verify.kernel.calculus.printing import latex
from verify.kernel.calculus.statement import Statement, told_apart
from verify.kernel.calculus.terms import Let, Object, Quantity, text
from verify.kernel.statements.finite import AllOf
from verify.ledger.collect import claims

_EACH = 3
"""Of the ledger's terms every third is changed, so that the test takes some fifteen seconds."""


def _chains(judged: Any) -> Iterator[Chain]:
    if isinstance(judged, Chain):
        yield judged
        for reason in (r for step in judged.steps for r in step.reasons):
            for chain in getattr(reason, "chains", ()):
                yield from _chains(chain)
    elif isinstance(judged, AllOf):
        for _, part in judged.parts:
            yield from _chains(part)


@cache
def _all_chains() -> tuple[Chain, ...]:
    known: dict[int, Chain] = {}
    for claim in claims().values():
        for part in (claim.printed, claim.corrected):
            known |= {id(chain): chain for chain in _chains(part)}
    return tuple(known.values())


@cache
def _statements() -> tuple[Statement, ...]:
    return tuple(dict.fromkeys(chain.statement for chain in _all_chains()))


@cache
def _lines() -> tuple[Any, ...]:
    return tuple(dict.fromkeys(line for c in _all_chains() for line in (c.start, *(step.term for step in c.steps))))


def _as_shown(term: Any) -> str:
    """What a term is made of, each variable by its display: what it stands for, and its range, are told elsewhere."""
    if isinstance(term, sympy.Symbol | Let):
        return latex(term)
    if not term.args:
        return text(term)
    parts = [_as_shown(a) for a in term.args]
    if isinstance(term, sympy.Add | sympy.Mul | sympy.Min | sympy.Max):
        parts.sort()
    return f"{type(term).__name__}({', '.join(parts)})"


def _nouns() -> list[type]:
    """Every kind of object, quantity and property that a module of ours binds, or a line of the ledger has."""
    found: dict[type, None] = {}
    for package in (verify.kernel.calculus, verify.papers, verify.ours):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not {"experiments", "instances"} & set(module.name.split(".")):
                found |= {v: None for v in vars(importlib.import_module(module.name)).values() if isinstance(v, type)}
    found |= dict.fromkeys(type(t) for line in _lines() for t in sympy.preorder_traversal(line))
    return [kind for kind in found if issubclass(kind, Object | Quantity)]


def _read(form: str) -> str:
    """A form without spaces, its arguments in the order of their places."""
    numbers: dict[str, int] = {}
    read = ""
    for literal, field, _, _ in string.Formatter().parse(form):
        read += literal
        read += f"<{numbers.setdefault(field, len(numbers))}>" if field is not None else ""
    return "".join(read.split())


def test_no_two_nouns_share_a_name_or_a_form() -> None:
    names, forms = defaultdict(list), defaultdict(list)
    nouns = _nouns()
    assert len(nouns) > 650
    for kind in nouns:
        names[kind.__name__].append(kind)
        if kind.form:  # type: ignore[attr-defined]
            forms[_read(kind.form)].append(kind)  # type: ignore[attr-defined]
    assert {n: kinds for n, kinds in names.items() if len(kinds) > 1} == {}
    assert {f: kinds for f, kinds in forms.items() if len(kinds) > 1} == {}


def test_statements_of_the_ledger_that_are_displayed_alike_are_one() -> None:
    shown: dict[tuple[str, tuple[tuple[str, str], ...]], set[Statement]] = defaultdict(set)
    for statement in _statements():
        names = {(str(x), x.sort) for x in statement.free() if hasattr(x, "sort")}
        shown[statement.latex(), tuple(sorted(names))].add(statement)
        layout = statement.layout()
        entries = (*layout.setting, *layout.conditions, *layout.domain)
        for h in statement.hypotheses:
            signs = [latex(h)] if not isinstance(h, Comparison) else [latex(h.small), latex(h.large)]
            assert any(all(sign in entry for sign in signs) for entry in entries), f"{h}: not displayed"
    assert len(shown) > 2000
    for chain in _all_chains():
        told_apart((chain.start, *(step.term for step in chain.steps), *chain.given))
    assert [one for one in shown.values() if len(one) > 1] == []


def test_lines_of_the_ledger_that_are_displayed_alike_are_one() -> None:
    shown = defaultdict(set)
    for line in _lines():
        shown[latex(line)].add(_as_shown(line))
    assert {told: lines for told, lines in shown.items() if len(lines) > 1} == {}


def _changes(term: Any) -> Iterator[Any]:
    """What differs from a term in one place: a part is moved out of what stands around it, or two change places."""
    if isinstance(term, Over):
        yield from _moved(term.body, lambda body: term.func(body, *term.args[1:]))
        if isinstance(term.body, Over):
            inner = term.body
            yield inner.func(term.func(inner.body, *term.args[1:]), *inner.args[1:])
    elif isinstance(term, sympy.Pow):
        yield from _moved(term.base, lambda base: base**term.exp)
    elif isinstance(term, Object | Quantity) and not isinstance(term, Let | Each):
        for i, part in enumerate(term.args):
            if isinstance(term, Quantity):
                yield from _moved(part, partial(_with, term, i))
            if isinstance(part, Object) and len(term.args) == len(part.args) == 2 and i == 0:
                yield part.func(term.func(part.args[0], term.args[1]), part.args[1])
            if i:
                yield term.func(*term.args[: i - 1], part, term.args[i - 1], *term.args[i + 1 :])


def _with(term: Any, place: int, part: Any) -> Any:
    return term.func(*term.args[:place], part, *term.args[place + 1 :])


def _moved(body: Any, around: Callable[[Any], Any]) -> Iterator[Any]:
    """A sum or a product of which a part stands outside; a power that is taken outside."""
    if isinstance(body, sympy.Add | sympy.Mul):
        for part in body.args:
            yield body.func(around(body.func(*(a for a in body.args if a != part))), part)
    if isinstance(body, sympy.Pow):
        yield around(body.base) ** body.exp


def test_whatever_is_moved_is_seen() -> None:
    """In every operator, power and definition of the ledger, alone, times two and next to one."""
    nodes = dict.fromkeys(t for line in _lines() for t in sympy.preorder_traversal(line))
    seen = 0
    for node in list(nodes)[::_EACH]:
        for other in _changes(node):
            if other == node:
                continue
            seen += 1
            assert latex(node) != latex(other), (node, other)
            if isinstance(node, sympy.Expr) and isinstance(other, sympy.Expr):
                assert latex(2 * node) != latex(2 * other), (node, other)
                assert latex(node + 1) != latex(other + 1), (node, other)
    assert seen > 1900
