"""Run a lesson's cells in order and keep their outputs, without Jupyter: in a fresh Python process, or in this one.

What a cell's last expression shows is asked of its value as Jupyter asks: `_repr_mimebundle_`, else its repr.
tests/verify/site/lessons/test_running.py runs one in a Jupyter kernel too, and compares.
"""

import ast
import contextlib
import copy
import io
import traceback
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from verify.ledger.reading import Record
from verify.site.lessons.notebook import Notebook, name_of
from verify.workers import StoppedError, alone

SECONDS = 300
"""Of processor time: a lesson takes a few; after this it is stopped."""


class LessonError(RuntimeError):
    """A cell of a lesson failed: an assertion that does not hold, or a defect."""


def executed(lessons: Sequence[Notebook], jobs: int = 1, records: Iterable[Record] = ()) -> list[Notebook]:
    """The lessons with outputs, each run in a fresh process, `jobs` at a time.

    Args:
        lessons: the notebooks.
        jobs: processes at a time.
        records: what a run of the claims as they are found of some in the quick profile; others are judged again.

    Raises:
        LessonError: where a cell of one fails, with the cell and its line, or where one takes too long.
    """
    try:
        return alone(partial(_run_after, {entry["id"]: _shown(entry) for entry in records}), lessons, jobs, SECONDS)
    except StoppedError as error:
        raise LessonError(f"{name_of(error.task)}: {error}") from None


def _shown(entry: Record) -> Record:
    """Of a record what lessons show: it goes to a process for each."""
    sides = {
        name: side | {"evidence": {k: v for k, v in side["evidence"].items() if k in ("left", "right")}}
        for name in ("printed", "corrected")
        if (side := entry[name])
    }
    return entry | sides


def _run_after(records: dict[str, Record], lesson: Notebook) -> Notebook:
    # Most commands never show a claim.
    from verify.site.lessons.show import remember

    remember(records)
    return run_here(lesson)


def run_here(lesson: Notebook) -> Notebook:
    """The lesson with outputs, run in this process in a namespace of its own; raises LessonError where a cell fails."""
    result = copy.deepcopy(lesson)
    names: dict[str, Any] = {"__name__": "__main__"}
    number = 0
    for cell in result["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            cell["execution_count"] = number
            cell["outputs"] = _run("".join(cell["source"]), names, number, f"{name_of(lesson)}, {cell['id']}")
    return result


def _run(source: str, names: dict[str, Any], number: int, place: str) -> list[dict[str, Any]]:
    """Execute one cell; its outputs as a notebook holds them."""
    tree = ast.parse(source, filename=place)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(tree, place, "exec"), names)
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), place, "eval"), names)
    except Exception as error:
        told = "".join(traceback.format_exception_only(error)).strip()
        line = next(
            (f.lineno for f in reversed(traceback.extract_tb(error.__traceback__)) if f.filename == place), None
        )
        shown = source.splitlines()[line - 1].strip() if line else ""
        raise LessonError(f"{place}, line {line}: {shown}: {told}") from error
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": _lines(printed.getvalue())})
    if value is not None:
        outputs.append(
            {"data": _bundle(value), "execution_count": number, "metadata": {}, "output_type": "execute_result"}
        )
    return outputs


def _bundle(value: object) -> dict[str, Any]:
    found: dict[str, Any] = {"text/plain": repr(value)}
    if hasattr(value, "_repr_mimebundle_"):
        found |= value._repr_mimebundle_()
    return {kind: _lines(data) if isinstance(data, str) else data for kind, data in found.items()}


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)
