"""Runs of `verify --json`, and what a store keeps of one: anybody's, checked before they are believed."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from notation.papers import papers
from notation.parameters import ParameterError
from verify.files import DEEPEST, read_json
from verify.ledger.schema import Own, Run, wrong


def is_own(entry: dict[str, Any]) -> bool:
    """Whether an entry is what a ledger run stores of a claim."""
    return not wrong(Own, entry)


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
