"""The locks: ids, verdicts and fingerprints that a run must find again, a file per paper, written only from a run."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from notation.papers import ledger, paper_of, papers
from notation.parameters import ParameterError
from verify.files import read_json, write_all
from verify.ledger import schema
from verify.ledger.reading import VERDICTS, Record, verdicts
from verify.source import source

SCHEMA = "ratecheck/1"
_COMPARED = ("printed", "corrected", "fingerprint")
"""What a run must find again; an entry holds more for the commands that only read."""


def load(*keys: str) -> dict[str, dict[str, Any]]:
    """Entries of the papers, of all where none is named, by id: both verdicts and the fingerprint."""
    return {id_: entry for key in keys or papers() for id_, entry in _entries(path(key)).items()}


def unexpected(records: list[Record], lock: dict[str, dict[str, Any]]) -> list[str]:
    """Ids whose verdict or fingerprint is not as the lock says, or that are not in it."""
    return [entry["id"] for entry in records if _projection(entry) != _locked(lock.get(entry["id"]))]


def differences(entry: Record, lock: dict[str, dict[str, Any]]) -> str:
    """In words, how a record differs from the lock."""
    known = lock.get(entry["id"])
    if known is None:
        return "not in the lock"
    now = _projection(entry)
    told = [f"{key}: locked {known.get(key)}, now {now[key]}" for key in now if now[key] != known.get(key)]
    return "; ".join(told)


def weakened(records: list[Record], lock: dict[str, dict[str, Any]]) -> list[str]:
    """In words, which statements these records would lock open, or weaker than they are locked."""
    found = []
    for entry in records:
        known, now = lock.get(entry["id"], {}), _projection(entry)
        for side in ("printed", "corrected"):
            old, new = known.get(side), now[side]
            falls = None not in (old, new) and VERDICTS.index(new) > VERDICTS.index(old)
            if new != old and (new == "open" or (falls and "refuted" not in (old, new))):
                told = f"{old}, now {new}" if old else f"{new}"
                found.append(f"{entry['id']}{', corrected' if side == 'corrected' else ''}: {told}")
    return found


def check_checkout(keys: Iterable[str]) -> None:
    """Raise ParameterError where a paper's package is in no checkout, whose lock can be written.

    A folder that stands for the ledger is its author's, who may write there.
    """
    for key in keys if ledger() is None else ():
        package = papers()[key].package
        root = path(key).parents[package.count(".") + 1]
        if not any((folder / "pyproject.toml").exists() for folder in (root, root.parent)):
            raise ParameterError(f"--update: works only from a checkout of the project; {package} is not in one")


@dataclass(frozen=True)
class Beside:
    """What is locked next to the entries: a digest of the reference run that is shipped, and of the code that ran it.

    Of papers of which nothing is said here what is locked stays.
    """

    references: Mapping[str, str] = field(default_factory=dict)
    machinery: Mapping[str, str] = field(default_factory=dict)
    certificates: Mapping[str, int] = field(default_factory=dict)
    """By claim, how many certificates it rests on."""
    relations: Mapping[str, str] = field(default_factory=dict)
    """By claim, a digest of the relations that these are of."""


def update(
    records: list[Record],
    ids: set[str],
    beside_it: Mapping[Path, bytes] | None = None,
    more: Beside | None = None,
) -> None:
    """Write the records into their papers' locks, and drop entries of claims that are no more.

    `ids` are all claims that there are; the files `beside_it` are written in the same step. Raises ParameterError
    where a file that changes can't be written.
    """
    more = more or Beside()
    written = dict(beside_it or {})
    for key in papers():
        known = _document(path(key))
        lock = {id_: entry for id_, entry in known["claims"].items() if id_ in ids}
        for entry in records:
            if entry["paper"] == key:
                on = (("certificates", more.certificates), ("relations", more.relations))
                rests = {name: found[entry["id"]] for name, found in on if entry["id"] in found}
                lock[entry["id"]] = _projection(entry) | rests
        digests = (("machinery", more.machinery), ("reference", more.references))
        told = {name: found[key] for name, found in digests if key in found}
        new = {**known, **told, "claims": {id_: lock[id_] for id_ in sorted(lock)}}
        if new != known and (lock or known["claims"]):
            names = [name for name in ("machinery", "reference", "claims") if name in new]
            text = json.dumps({"schema": SCHEMA, **{name: new[name] for name in names}}, indent=1)
            written[path(key)] = f"{text}\n".encode()
            check_checkout([key])
    write_all(written)


def reference(key: str) -> str | None:
    """The digest of the reference run that was written with a paper's lock; None where the lock tells none."""
    found: str | None = _document(path(key)).get("reference")
    return found


def other_machinery(keys: Iterable[str]) -> list[str]:
    """The papers whose claims were judged by other code than what runs and compares them now."""
    return [key for key in keys if _document(path(key)).get("machinery", machinery()) != machinery()]


@cache
def machinery() -> str:
    """A digest of the code that collects, runs, records and compares claims, which no claim's fingerprint reaches."""
    folder = Path(str(resources.files("verify.ledger")))
    beside = ("files.py", "source.py", "workers.py", "cli/verification.py")
    files = [*sorted(folder.glob("*.py")), *(folder.parent / name for name in beside)]
    told = [f"{path.name}\n{source(str(path)).told()}" for path in files]
    return hashlib.sha256("\n".join(told).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def path(key: str) -> Path:
    """Where a paper's lock is: next to its claims."""
    return Path(str(resources.files(paper_of(key).package) / "lock.json"))


def _entries(path: Path) -> dict[str, dict[str, Any]]:
    return dict(_document(path)["claims"])


def _document(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {"claims": {}}
    document = read_json(path, "lock")
    if told := schema.wrong(schema.Lock, document):
        raise ParameterError(f"lock = {str(path)!r}: is not a lock file: {told}")
    return dict(document)


def _locked(entry: Record | None) -> Record | None:
    return entry and {name: entry[name] for name in _COMPARED}


def _projection(entry: Record) -> dict[str, Any]:
    return {**verdicts(entry), "fingerprint": entry["fingerprint"]}
