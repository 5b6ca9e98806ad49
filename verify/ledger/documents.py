"""Documents that may be anybody's: JSON from files, and runs of `verify --json`, checked before they are believed."""

import json
import re
from collections.abc import Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

from notation.papers import papers
from notation.parameters import ParameterError
from verify.ledger.schema import Run, wrong

DEEPEST = 100
"""Brackets within brackets, at most: a reader goes down them."""

_LARGEST_FILE = 10**8
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_CONTROL = re.compile(
    r"[\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]"
    r"|\\u(?:00(?:[01].|7f|[89].)|202[89a-e]|200[ef]|206[6-9])",
    re.IGNORECASE,
)
"""As JSON may hold it: what moves a terminal's cursor or turns the direction of writing.

A tab and an end of line are written otherwise.
"""


def read_json(path: Path, name: str) -> Any:
    """A JSON document from a file; `name` is what the reader of an error calls it.

    Raises:
        ParameterError: where the file can't be read or is no JSON, or holds what can't be shown: nesting without end,
            numbers beyond floats, control characters.
    """
    try:
        return parsed(_text(path))
    except (OSError, ValueError) as error:
        told = error.strerror if isinstance(error, OSError) else error
        raise ParameterError(f"{name} = {str(path)!r}: cannot be read ({told})") from None


def _text(path: Path) -> str:
    if path.is_char_device():
        raise ValueError("is not a file")
    with path.open(encoding="utf-8") as stream:
        return stream.read(_LARGEST_FILE + 1)


def parsed(text: str) -> Any:
    """The JSON document that the text is; raises ValueError as `read_json` says."""
    if len(text) > _LARGEST_FILE:
        raise ValueError(f"more than {_LARGEST_FILE} characters")
    brackets = re.findall(r"[\[\]{}]", _STRING.sub("", text))
    if max(accumulate(1 if bracket in "[{" else -1 for bracket in brackets), default=0) > DEEPEST:
        raise ValueError(f"brackets nested more than {DEEPEST} deep")
    if found := _CONTROL.search(text):
        raise ValueError(f"a control character, {found.group()!a}")
    document = json.loads(text, parse_int=_whole, parse_float=_float, parse_constant=_refused)
    # Half a letter of two halves.
    json.dumps(document, ensure_ascii=False).encode()
    return document


def _whole(text: str) -> int:
    if len(text) > 300:
        raise ValueError(f"a whole number of {len(text)} digits")
    return int(text)


def _float(text: str) -> float:
    number = float(text)
    return number if abs(number) < float("inf") else _refused(text)


def _refused(text: str) -> float:
    raise ValueError(f"{text[:20]} is not a number of JSON and floats")


def read_run(path: Path) -> dict[str, Any]:
    """A run file of `verify --json`; raises ParameterError where it is none."""
    document = read_json(path, "run")
    if told := wrong(Run, document) or contradiction(document):
        raise ParameterError(f"run = {str(path)!r}: is not a run of `verify --json`: {told}")
    assert isinstance(document, dict)
    return document


def check_run(document: dict[str, Any]) -> None:
    """Raise ParameterError where a run in memory is none."""
    if told := wrong(Run, document) or contradiction(document):
        raise ParameterError(f"run: {told}")


def contradiction(document: Any) -> str:
    """What no schema tells: ids that stand twice, papers that are not there, claims that depend on each other."""
    records = {entry["id"]: entry for entry in document["claims"]}
    if len(records) < len(document["claims"]):
        ids = [entry["id"] for entry in document["claims"]]
        return f"claim {next(id_ for id_ in ids if ids.count(id_) > 1)!r} occurs twice"
    for id_, entry in records.items():
        if entry["paper"] not in papers():
            return f"claim {id_!r}: paper = {entry['paper']!r}: is not a registered paper"
        if entry["printed"] is None and entry["corrected"] is None:
            return f"claim {id_!r}: it has no statement"
    return _circle({id_: _leaned_on(entry) for id_, entry in records.items()})


def _leaned_on(entry: dict[str, Any]) -> list[str]:
    sides = [entry[side] for side in ("printed", "corrected") if entry[side]]
    return [id_ for side in sides for id_ in side["depends_on"]] + [
        step["claim"] for side in sides for step in side["evidence"].get("steps", ())
    ]


def _circle(below: Mapping[str, Sequence[str]]) -> str:
    """Which claims depend on each other, or too deep for a reader who goes down; nothing where none do."""
    depth: dict[str, int] = {}
    for start, first in below.items():
        path = {start: iter(first)} if start not in depth else {}
        while path:
            id_ = next(reversed(path))
            following = next((x for x in path[id_] if x in below and x not in depth), None)
            if following in path:
                return (
                    f"claims depend on each other: {', '.join((*list(path)[list(path).index(following) :], following))}"
                )
            if following is not None:
                path[following] = iter(below[following])
                continue
            del path[id_]
            depth[id_] = 1 + max((depth[x] for x in below[id_] if x in depth), default=0)
            if depth[id_] > DEEPEST:
                return f"claim {id_!r} has a chain of dependencies of {DEEPEST} claims or more"
    return ""
