"""What the finite checks grant a side is displayed: slacks for sides that meet, radii that are assumed of floats."""

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from flint import arb

from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements.base import Statement
from verify.kernel.statements.outcome import Settings, Verdict
from verify.ledger.collect import claims, papers

ROOMS = ("verify.papers", "verify.ours", "verify.study.measuring", __name__)
SECOND_ROUTES = {"gaussian_delta_again", "_inside_by_pieces", "_near", "_variance_by_program"}
"""They give `left_again`, which no inequality rests on."""
DRAWN_FROM = {"off_centre"}
"""Its ball holds all numbers that a probability may be."""


def _finite(statement: Statement | None) -> Iterator[FiniteCheck]:
    if isinstance(statement, FiniteCheck):
        yield statement
    elif isinstance(statement, AllOf):
        for _, part in statement.parts:
            yield from _finite(part)
    for _, crosscheck in getattr(statement, "crosschecks", ()):
        yield from _finite(crosscheck)


@cache
def _lambdas(path: str) -> list[ast.AST]:
    return [node for node in ast.walk(ast.parse(Path(path).read_text())) if isinstance(node, ast.Lambda)]


def _grants(function: FunctionType) -> bool:
    """Whether a function's text has a power of 1/2 or a ball of stated radius."""
    first = function.__code__.co_firstlineno
    # The lines of a lambda may be no statement: it is found in its module, with the others that begin there.
    if function.__name__ == "<lambda>":
        found: list[Any] = [node for node in _lambdas(function.__code__.co_filename) if node.lineno == first]
    else:
        found = [ast.parse(textwrap.dedent(inspect.getsource(function)))]
    for node in (inner for outer in found for inner in ast.walk(outer)):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
            power = node.right.operand if isinstance(node.right, ast.UnaryOp) else None
            if isinstance(power, ast.Constant) and power.value >= 8:
                return True
        called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        if called in ("arb", "ball", "enclosed") and len(node.args) == 2:  # type: ignore[attr-defined]
            return True
    return False


def _names(code: CodeType) -> set[str]:
    inner = (_names(constant) for constant in code.co_consts if isinstance(constant, CodeType))
    return set(code.co_names).union(*inner)


def grants(cases: Callable[..., Any]) -> bool:
    """Whether the cases, with all of our functions that they call, grant a side anything."""
    waiting: list[Any] = [cases]
    seen: set[int] = set()
    while waiting:
        found = waiting.pop()
        if isinstance(found, partial):
            waiting += [found.func, *found.args]
            continue
        found = getattr(inspect.unwrap(found) if callable(found) else found, "__func__", found)
        found = inspect.unwrap(found) if callable(found) else found
        if isinstance(found, arb) and 0 < found < 1e-6:
            return True
        if not isinstance(found, FunctionType) or id(found) in seen or not found.__module__.startswith(ROOMS):
            continue
        seen.add(id(found))
        if found.__name__ in SECOND_ROUTES | DRAWN_FROM:
            continue
        if _grants(found):
            return True
        waiting += [found.__globals__[name] for name in _names(found.__code__) if name in found.__globals__]
        waiting += [cell.cell_contents for cell in found.__closure__ or ()]
    return False


def _displayed(check: FiniteCheck) -> bool:
    return bool(check.granted) or "2^{-" in check.text or "up to" in check.text


@pytest.mark.parametrize("paper", sorted(papers()))
def test_what_cases_grant_is_displayed(paper: str) -> None:
    checks = [
        (claim.id, check)
        for claim in claims().of(paper).values()
        for statement in (claim.printed, claim.corrected)
        for check in _finite(statement)
    ]
    assert [id_ for id_, check in checks if grants(check.cases) and not _displayed(check)] == []
    assert any(check.granted for _, check in checks)


def _slack() -> arb:
    return arb(2) ** -40


def _meeting(_: Settings) -> Iterator[Case]:
    yield Case({}, arb(3).sqrt() ** 2, 3 + _slack())


def _exact(_: Settings) -> Iterator[Case]:
    yield Case({}, 2, 3)


def test_a_slack_in_a_lambda_is_seen() -> None:
    kinds = {
        "with one": lambda _: iter([Case({}, arb(3).sqrt() ** 2, 3 + arb(2) ** -40)]),
        "without": lambda _: iter([Case({}, 2, 3)]),
    }
    assert {name: grants(cases) for name, cases in kinds.items()} == {"with one": True, "without": False}


def test_a_slack_is_seen_and_shown() -> None:
    planted = FiniteCheck("a", "one", _meeting)
    assert planted.check(Settings()).verdict is Verdict.CHECKED
    assert grants(_meeting)
    assert grants(partial(_meeting))
    assert not _displayed(planted)
    assert not grants(_exact)
    told = FiniteCheck("a", "one", _meeting, granted="2^{-40}")
    assert told.latex() == r"a\quad(\text{granted: }2^{-40})"
