"""Run files compared with the locks and the reference runs: what a file says is not believed, what differs is told.

A run file is anybody's: neither its verdicts need be those of a run, nor what it says that the lock expects, nor the
words of its statements. Verdicts and fingerprints must be those of the lock. Where the fingerprint is that of the
reference run, so must be all that a fingerprint covers of what a reader sees.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from notation.papers import papers
from verify.ledger import lock, reference
from verify.ledger.documents import read_run
from verify.ledger.reading import Record, verdicts

_OF_A_CLAIM = ("location", "kind", "title", "note")
_OF_A_SIDE = ("statement", "letters", "conclusion", "hypotheses", "words", "depends_on")
_OF_ANY_RUN = (
    "method", "start", "chain", "given", "given_latex", "words", "textbook", "steps", "parts", "certificates",
    "crosscheck", "crosschecks",
)  # fmt: skip
"""What no profile, no seed and no library of numbers changes of the evidence."""
_MEASURED = {"tests", "risks"}
"""What only evidence of simulations and of fits has."""
_SETTINGS = ("quick", 0)
"""Profile and seed of the reference runs."""
_MOST = 10
"""How many claims are told of by name."""


class Held:
    """A run file, with what the locks expect in place of what the file says that they do."""

    def __init__(self, document: Record) -> None:
        locked, known = lock.load(), _references(document["claims"])
        as_known = (document["profile"], document["seed"]) == _SETTINGS
        self.differences: dict[str, str] = {}
        """By claim, how it is not as it was locked."""
        for entry in document["claims"]:
            found = [lock.differences(entry, locked)] if lock.unexpected([entry], locked) else []
            found += _other_words(entry, known.get(entry["id"]), as_known)
            if found:
                self.differences[entry["id"]] = "; ".join(found)
        claims = [entry | {"expected": _expected(locked.get(entry["id"]))} for entry in document["claims"]]
        summary = document.get("summary", {}) | {"unexpected": [*self.differences]}
        self.document = document | {"claims": claims, "summary": summary}

    def told(self, ids: Iterable[str] | None = None) -> list[str]:
        """In lines, what differs of the claims named, or of all."""
        asked = None if ids is None else set(ids)
        found = [
            f"not as locked: {id_}: {how}" for id_, how in self.differences.items() if asked is None or id_ in asked
        ]
        rest = len(found) - _MOST
        return [*found[:_MOST], f"not as locked: {rest} more claims"] if rest > 1 else found


def held(path: Path) -> Held:
    """The run of a file; raises ParameterError where it holds none."""
    return Held(read_run(path))


def _references(claims: list[Record]) -> dict[str, Record]:
    found: dict[str, Record] = {}
    for key in {entry["paper"] for entry in claims} & set(papers()):
        if (of := reference.read(key)) is not None and reference.is_locked(key, of):
            found |= of.records
    return found


def _expected(entry: dict[str, Any] | None) -> Record | None:
    return {"printed": entry["printed"], "corrected": entry["corrected"]} if entry else None


def _other_words(entry: Record, known: Record | None, as_known: bool) -> list[str]:
    """What a run says of a claim otherwise than the reference run of the same fingerprint.

    With `as_known` it had the settings of the reference run: all evidence that is not measured has to be the same.
    """
    if known is None or known["fingerprint"] != entry["fingerprint"]:
        return []
    found = [name for name in _OF_A_CLAIM if entry[name] != known[name]]
    if verdicts(entry) == verdicts(known):
        found += [name for name in ("correction", "severity", "root", "theorem") if entry.get(name) != known.get(name)]
        for side in ("printed", "corrected"):
            there, here = known[side], entry[side]
            if there and here:
                found += [f"{name} as {side}" for name in _OF_A_SIDE if here.get(name) != there.get(name)]
                shown, expected = here["evidence"], there["evidence"]
                whole = as_known and not _MEASURED & (shown.keys() | expected.keys())
                names = shown.keys() | expected.keys() if whole else _OF_ANY_RUN
                if any(shown.get(name) != expected.get(name) for name in names):
                    found.append(f"evidence as {side}")
    return [f"{name} differs from the reference run" for name in found]
