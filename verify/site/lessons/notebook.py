"""A lesson as a Jupyter notebook: its script's cells, as nbformat 4.5, the same bytes for the same script.

A script is in the percent format that Jupytext and editors share: `# %%` starts a cell of code, `# %% [markdown]` one
of text in comments. So the code of a lesson is linted and typed like all other code.
"""

import json
import re
from dataclasses import dataclass
from importlib import resources
from typing import Any

from notation.papers import Paper, papers, per_ledger
from notation.parameters import ParameterError

Notebook = dict[str, Any]
"""A notebook as JSON."""

_NEEDS = re.compile(r"\*\*Needs\*\* (.+?)\. \*\*Teaches\*\* (.+)\.$")
_MARK = re.compile(r"^# %%(?P<text> \[markdown\])?$")


@dataclass(frozen=True)
class Heading:
    """What a list of lessons shows of one."""

    name: str
    title: str
    question: str
    needs: str = ""
    """What to have read before, and what the lesson teaches, in Markdown; neither where the lesson does not say."""
    teaches: str = ""


@per_ledger
def _registered() -> dict[str, tuple[Paper, str]]:
    """Where each lesson is: its paper and the module; raises ParameterError where a name stands twice."""
    found: dict[str, tuple[Paper, str]] = {}
    for paper in papers().values():
        for module in paper.lessons:
            name = module.rpartition(".")[2]
            if name in found:
                raise ParameterError(f"paper = {paper.key!r}: a lesson {name!r} is registered twice")
            found[name] = (paper, module)
    return found


def lesson_names() -> tuple[str, ...]:
    """The lessons of all papers, in the order in which they are read: the papers', then each paper's own."""
    return tuple(_registered())


def script(name: str) -> str:
    """The script of a lesson; raises ParameterError for a name that is none, or one whose file is not there."""
    if name not in _registered():
        raise ParameterError(f"lesson = {name!r}: must be one of {', '.join(lesson_names())}")
    paper, module = _registered()[name]
    package, _, last = paper.full(module).rpartition(".")
    try:
        return resources.files(package).joinpath(f"{last}.py").read_text(encoding="utf-8")
    except OSError as error:
        raise ParameterError(f"paper = {paper.key!r}: {module} can't be read ({error.strerror})") from error


def notebook(name: str, text: str | None = None) -> Notebook:
    """The lesson without outputs; `text` stands for its script. Raises ParameterError for a name that is none."""
    cells = [
        _cell(f"{name.replace('_', '-')}-{number:02}", is_text, lines)
        for number, (is_text, lines) in enumerate(_cells(script(name) if text is None else text), start=1)
    ]
    return {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
            "ratecheck": {"lesson": name},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def name_of(lesson: Notebook) -> str:
    """The lesson's name."""
    return str(lesson["metadata"]["ratecheck"]["lesson"])


def heading(lesson: Notebook) -> Heading:
    """Title and question, the first heading and the first paragraph under it; and what the second one says it needs."""
    first = "".join(lesson["cells"][0]["source"])
    title, _, rest = first.partition("\n")
    paragraphs = [text.replace("\n", " ") for text in rest.strip().split("\n\n")]
    said = _NEEDS.match(paragraphs[1]) if len(paragraphs) > 1 else None
    return Heading(name_of(lesson), title.removeprefix("# "), paragraphs[0], *(said.groups() if said else ()))


def dumps(lesson: Notebook) -> str:
    """The notebook as text, as nbformat writes it."""
    return json.dumps(lesson, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def _cells(text: str) -> list[tuple[bool, list[str]]]:
    """(is text, lines) of each cell; what stands before the first mark is left out."""
    found: list[tuple[bool, list[str]]] = []
    for line in text.splitlines():
        mark = _MARK.match(line)
        if mark:
            found.append((mark["text"] is not None, []))
        elif found:
            is_text, lines = found[-1]
            lines.append(re.sub(r"^# ?", "", line) if is_text else line)
    return found


def _cell(id_: str, is_text: bool, lines: list[str]) -> dict[str, Any]:
    source = "\n".join(lines).strip("\n").splitlines(keepends=True)
    if is_text:
        return {"cell_type": "markdown", "id": id_, "metadata": {}, "source": source}
    return {"cell_type": "code", "execution_count": None, "id": id_, "metadata": {}, "outputs": [], "source": source}
