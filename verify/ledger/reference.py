"""The reference runs: what the run that made a paper's lock found of each claim, shipped next to the lock.

They are there to be read at once. No verdict comes from them: `verify` does not look at them, and whatever is shown is
compared with the lock, by verdicts and fingerprint, and said to be stale where the two differ; so is a file that is not
the one whose digest the lock holds, whatever in it is another. They are written by `verify --update`, in one step with
the locks.
"""

import difflib
import gzip
import hashlib
import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from notation.papers import paper_of, papers
from notation.parameters import ParameterError
from verify.ledger import lock
from verify.ledger.reading import Record, is_place, sides_of

if TYPE_CHECKING:
    from verify.kernel.statements.claim import Claim

FILE = "reference.json.gz"
_SCHEMA = "ratecheck-reference/1"

_OF_A_RUN = ("seconds", "expected")
"""What a record says of its own run, and not of the claim."""


@dataclass(frozen=True)
class Listed:
    """A claim as lists show it."""

    id: str
    location: str
    kind: str
    title: str
    statement: str
    note: str
    correction: str
    severity: str | None
    """What it would cost the theorem, should it be refuted."""
    has_correction: bool
    depends_on: tuple[str, ...]
    is_group: bool
    """Whether it only holds its parts together."""

    @property
    def paper(self) -> str:
        """The paper's key."""
        return self.id.split("/", 1)[0]

    def has_words(self, text: str) -> bool:
        """Whether all words of the text stand in what is told of the claim, whatever their case."""
        told = " ".join((self.id, self.location, self.title, self.statement, self.note, self.correction)).lower()
        return all(word in told for word in text.lower().split())


@dataclass(frozen=True)
class Reference:
    """The reference run of one paper: its claims and their records by id, in the paper's order.

    `release` is the version of ratecheck that made it, and `sources` a digest of the paper's modules at that time.
    """

    release: str
    sources: str
    listed: dict[str, Listed]
    records: dict[str, Record]
    digest: str
    """Of all that the file says, as the lock holds it."""


def listed(claim: "Claim") -> Listed:
    """A claim of the ledger as lists show it."""
    shown = claim.printed or claim.corrected
    return Listed(
        id=claim.id,
        location=claim.location,
        kind=claim.kind.value,
        title=claim.title,
        statement=shown.latex() if shown else "",
        note=claim.note,
        correction=claim.correction,
        severity=claim.severity.value if claim.severity and not claim.is_place else None,
        has_correction=claim.corrected is not None and claim.printed is not None,
        depends_on=claim.depends_on,
        is_group=claim.is_place,
    )


def read(key: str) -> Reference | None:
    """A paper's reference run; None where there is none, or it is not of the claims that are locked.

    It is not to be changed: who asks again in this process is given the same. Raises ParameterError where the file
    can't be read.
    """
    path = _path(key)
    try:
        found = _reference(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ParameterError(f"{path}: is not a reference run ({error!r}); --fresh does not use it") from None
    return found if set(found.records) == set(lock.load(key)) else None


def contents(records: Iterable[Record], claims: Mapping[str, "Claim"]) -> dict[Path, bytes]:
    """The files of the papers that the records are of, with these records in them, to be written with the locks.

    A file holds all claims of its paper or is not written: `claims` are all that there are.
    """
    found: dict[Path, bytes] = {}
    new = {entry["id"]: {k: v for k, v in entry.items() if k not in _OF_A_RUN} for entry in records}
    for key in {entry["paper"] for entry in new.values()}:
        known = _readable(key) | new
        ours = [claim for claim in claims.values() if claim.paper == key]
        if all(claim.id in known for claim in ours):
            document = {
                "schema": _SCHEMA,
                "release": version("ratecheck"),
                "sources": sources(key),
                "claims": [{"listed": _told(listed(claim)), "record": known[claim.id]} for claim in ours],
            }
            text = json.dumps(document, separators=(",", ":"), ensure_ascii=False)
            found[_path(key)] = gzip.compress(text.encode(), mtime=0)
    return found


def digests(written: Mapping[Path, bytes]) -> dict[str, str]:
    """By paper, the digest of a file of `contents`, for its lock."""
    of = {_path(key): key for key in papers()}
    return {of[path]: _digest(gzip.decompress(content)) for path, content in written.items() if path in of}


def is_locked(key: str, reference: Reference) -> bool:
    """Whether a reference run is the one that the lock was written with; an older lock does not say."""
    return lock.reference(key) in (None, reference.digest)


def _digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()[:32]


def disagreements(keys: Iterable[str]) -> dict[str, str]:
    """By claim, how the reference runs differ from the locks; by paper, that there is no such run."""
    found: dict[str, str] = {}
    for key in keys:
        reference, locked = read(key), lock.load(key)
        if reference is None:
            found[key] = "no reference run of the claims that are locked"
            continue
        if not is_locked(key, reference):
            found[key] = "not the reference run that the lock was written with"
        for id_ in lock.unexpected(list(reference.records.values()), locked):
            found[id_] = lock.differences(reference.records[id_], locked)
    return found


def is_changed(key: str, reference: Reference) -> bool:
    """Whether the paper's modules are others than at the reference run."""
    return sources(key) != reference.sources


def sources(key: str) -> str:
    """A digest of the modules of a paper's package, whatever their ends of lines."""
    folder = Path(str(resources.files(paper_of(key).package)))
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        text = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{path.relative_to(folder).as_posix()} {len(text)}\n".encode() + text)
    return digest.hexdigest()[:16]


def near(id_: str, ids: Iterable[str]) -> str:
    """A question that names the ids that one which does not exist may stand for; empty where none is near."""
    by_small = {known.lower(): known for known in ids}
    asked = id_[:100].lower()
    found = difflib.get_close_matches(asked, by_small, 3, 0.75)
    # The place alone, as in eq41, of whatever paper; and the start of several parts.
    found += [small for small in by_small if asked and (small.endswith(f"/{asked}") or small.startswith(f"{asked}/"))]
    told = [by_small[small] for small in dict.fromkeys(found)][:3]
    return f"did you mean {', '.join(told)}?" if told else ""


def _path(key: str) -> Path:
    return lock.path(key).with_name(FILE)


def _readable(key: str) -> dict[str, Record]:
    """The records that a file holds so far; none of one that can't be read, since it is written again."""
    try:
        return dict(found.records) if (found := read(key)) else {}
    except ParameterError:
        return {}


@lru_cache(maxsize=8)
def _reference(content: bytes) -> Reference:
    """What a file holds, once for a process that asks often; raises one of many errors where it is no file of ours."""
    text = gzip.decompress(content)
    document = json.loads(text)
    if document["schema"] != _SCHEMA:
        raise ValueError(document["schema"])
    entries = document["claims"]
    return Reference(
        document["release"],
        document["sources"],
        {entry["record"]["id"]: _listed(entry) for entry in entries},
        {entry["record"]["id"]: entry["record"] for entry in entries},
        _digest(text),
    )


def _told(claim: Listed) -> dict[str, Any]:
    """Of a listed claim what its record does not say."""
    return {name: getattr(claim, name) for name in ("kind", "correction", "severity", "has_correction", "depends_on")}


def _listed(entry: dict[str, Any]) -> Listed:
    record, told = entry["record"], entry["listed"]
    shown = sides_of(record)
    return Listed(
        record["id"],
        record["location"],
        told["kind"],
        record["title"],
        shown[0]["statement"] if shown else "",
        record["note"],
        told["correction"],
        told["severity"],
        told["has_correction"],
        tuple(told["depends_on"]),
        is_place(record),
    )
