"""The locks: ids, verdicts and fingerprints that a run must find again, a file per paper, written only from a run."""

import json
from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from notation.papers import ledger, paper_of, papers
from notation.parameters import ParameterError
from verify.ledger import schema
from verify.ledger.documents import read_json
from verify.ledger.files import write_all
from verify.ledger.reading import Record, verdicts

SCHEMA = "ratecheck/1"


def load(*keys: str) -> dict[str, dict[str, Any]]:
    """Entries of the papers, of all where none is named, by id: both verdicts and the fingerprint."""
    return {id_: entry for key in keys or papers() for id_, entry in _entries(path(key)).items()}


def unexpected(records: list[Record], lock: dict[str, dict[str, Any]]) -> list[str]:
    """Ids whose verdict or fingerprint is not as the lock says, or that are not in it."""
    return [entry["id"] for entry in records if _projection(entry) != lock.get(entry["id"])]


def differences(entry: Record, lock: dict[str, dict[str, Any]]) -> str:
    """In words, how a record differs from the lock."""
    known = lock.get(entry["id"])
    if known is None:
        return "not in the lock"
    now = _projection(entry)
    told = [f"{key}: locked {known.get(key)}, now {now[key]}" for key in now if now[key] != known.get(key)]
    return "; ".join(told)


def check_checkout(keys: Iterable[str]) -> None:
    """Raise ParameterError where a paper's package is in no checkout, whose lock can be written.

    A folder that stands for the ledger is its author's, who may write there.
    """
    for key in keys if ledger() is None else ():
        package = papers()[key].package
        root = path(key).parents[package.count(".") + 1]
        if not any((folder / "pyproject.toml").exists() for folder in (root, root.parent)):
            raise ParameterError(f"--update: works only from a checkout of the project; {package} is not in one")


def update(records: list[Record], ids: set[str], beside_it: Mapping[Path, bytes] | None = None) -> None:
    """Write the records into their papers' locks, and drop entries of claims that are no more.

    `ids` are all claims that there are; the files `beside_it` are written in the same step. Raises ParameterError
    where a file that changes can't be written.
    """
    written = dict(beside_it or {})
    for key in papers():
        known = _entries(path(key))
        lock = {id_: entry for id_, entry in known.items() if id_ in ids}
        lock |= {entry["id"]: _projection(entry) for entry in records if entry["paper"] == key}
        if lock != known:
            text = json.dumps({"schema": SCHEMA, "claims": {id_: lock[id_] for id_ in sorted(lock)}}, indent=1)
            written[path(key)] = f"{text}\n".encode()
            check_checkout([key])
    write_all(written)


def path(key: str) -> Path:
    """Where a paper's lock is: beside its claims."""
    return Path(str(resources.files(paper_of(key).package) / "lock.json"))


def _entries(path: Path) -> dict[str, dict[str, Any]]:
    if not path.exists():
        return {}
    document = read_json(path, "lock")
    if told := schema.wrong(schema.Lock, document):
        raise ParameterError(f"lock = {str(path)!r}: is no lock: {told}")
    return dict(document["claims"])


def _projection(entry: Record) -> dict[str, Any]:
    return {**verdicts(entry), "fingerprint": entry["fingerprint"]}
