"""What the last run of Rocq said of a claim, from the table that is kept of it in a checkout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from notation.parameters import ParameterError
from verify.files import read_json
from verify.kernel.rocq import library
from verify.ledger.rocq import TABLE, kind_of, relations_of

_SHOWN = 3
"""How many claims stand next to a reason."""
PATH = Path(__file__).parents[3] / "reports" / "rocq.json"
_RESULTS = PATH.with_name("results.json")


@cache
def proof_table(path: Path = PATH) -> dict[str, Any]:
    """The table; empty where there is none, as outside a checkout.

    Raises:
        ParameterError: where it can't be read.
    """
    return known(path) if path.exists() else {}


def known(path: Path) -> dict[str, Any]:
    """The table of an earlier run; raises ParameterError where the file holds none."""
    found: dict[str, Any] = read_json(path, "table")
    if not isinstance(found, dict) or found.get("schema") != TABLE:
        raise ParameterError(f"table = {str(path)!r}: holds no table of `check --rocq`")
    return found


@cache
def results_in_rocq(path: Path = _RESULTS) -> list[dict[str, Any]]:
    """What the library of Rocq holds of each statement at a numbered result; nothing where no file says so.

    Raises:
        ParameterError: where it can't be read.
    """
    if not path.exists():
        return []
    found = read_json(path, "results")
    if not isinstance(found, list) or not all(isinstance(row, dict) and {*row} >= _OF_A_ROW for row in found):
        raise ParameterError(f"results = {str(path)!r}: must be a list of objects with {', '.join(sorted(_OF_A_ROW))}")
    return found


_OF_A_ROW = {"claim", "side", "rocq", "file", "axioms", "status"}


def mark(
    id_: str, fingerprint: str, found: dict[str, Any], known: Iterable[Mapping[str, Any]] = ()
) -> dict[str, Any] | None:
    """What Rocq said of a claim: a mark, its version, Interval's, the day, and counts of relations and of chains.

    `known` are the results of the library, from which a claim is `closed` or stands `from axioms`; of another one Rocq
    has re-checked the algebra alone. None where it proved nothing of the claim, or read it with another fingerprint.
    """
    entry = found.get("claims", {}).get(id_)
    if entry is None or entry["fingerprint"] != fingerprint:
        return None
    of = {
        "relations": Counter(kind_of(found["not proved"].get(name, "proved")) for name in relations_of(entry)),
        "chains": Counter(kind_of(chain["found"]) for chain in entry.get("chains", {}).values()),
    }
    stated = _stated(id_, known)
    if not stated and not any(counts["proved"] for counts in of.values()):
        return None
    by = {"rocq": found["rocq"], "interval": found["interval"], "date": entry.get("date", found["date"])}
    counted = {kind: {k: n for k, n in sorted(counts.items()) if n} for kind, counts in of.items()}
    axioms = sorted({axiom for row in stated for axiom in row["axioms"]})
    whole = {"theorems": [row["rocq"] for row in stated], "axioms": axioms} if stated else {}
    return {"mark": ("from axioms" if axioms else "closed") if stated else "algebra re-checked"} | by | counted | whole


def _stated(id_: str, known: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The theorems of the library that are a claim's statement: as corrected where it is; none unless all are proved.

    What a file does not prove counts for nothing, whatever the results say of it.
    """
    known = list(known)
    ours = [row for row in known if row["claim"] == id_]
    ours = [row for row in ours if row["side"] == "corrected"] or ours
    # A statement that others are together names their theorems, which may be in several files.
    files = {row["rocq"]: row["file"] for row in known if row["file"]}
    proved = [
        row
        for row in ours
        if row["status"] == ("axioms" if row["axioms"] else "closed")
        and all(_proves(row["file"] or files.get(name), name) for name in row["rocq"].split(", "))
    ]
    return proved if len(proved) == len(ours) else []


def _proves(file: str | None, name: str) -> bool:
    return file is not None and library.proves(library.folder() / Path(file).name, name)


def rocq_notes(id_: str, fingerprint: str, found: dict[str, Any], known: Iterable[Mapping[str, Any]] = ()) -> str:
    """Sentences on what Rocq proved of a claim, its mark first; none where it proved nothing, or of another one."""
    marked = mark(id_, fingerprint, found, known)
    if marked is None:
        return ""
    by = f"Rocq {marked['rocq']}, Interval {marked['interval']} ({marked['date']})"
    parts = [
        _of(marked["relations"], "certified relations"),
        _of(marked["chains"], "chains, with what they cite as hypotheses about numbers"),
    ]
    again = f"Algebra re-checked by {by}: {'; '.join(filter(None, parts))}." if any(parts) else ""
    if marked["mark"] == "algebra re-checked":
        return again
    what = f"machine-checked from definitions by Rocq {marked['rocq']}, as {', '.join(marked['theorems'])}"
    axioms = marked["axioms"]
    whole = f"From axioms: {what}, with {len(axioms)} axioms: {'; '.join(axioms)}." if axioms else f"Closed: {what}."
    return f"{whole} {again}".rstrip()


def _of(counts: dict[str, int], what: str) -> str:
    if not counts:
        return ""
    others = {"failed": "not proved there", "inexpressible": "not expressible there", "waiting": "not run there"}
    rest = [f", {counts[kind]} {words}" for kind, words in others.items() if counts.get(kind)]
    return f"{counts.get('proved', 0)} of {sum(counts.values())} {what}{''.join(rest)}"


def table_lines(found: dict[str, Any]) -> list[str]:
    """The table for people: the counts, what is proved of chains, and what was not proved, by the reason."""
    counts = found["relations"]
    machine = [a for a in found["axioms"] if a.startswith(("PrimInt63.", "Uint63.", "PrimFloat.", "FloatAxioms."))]
    reals = [f"`{a}`" for a in found["axioms"] if a not in machine]
    claims_of: dict[str, list[str]] = {}
    for id_, entry in found["claims"].items():
        for name in relations_of(entry):
            claims_of.setdefault(name, []).append(id_)
    return [
        "# A second opinion",
        "",
        f"Rocq {found['rocq']} with Interval {found['interval']}, {found['date']}: of the {counts['all']} certified "
        f"relations of {len(found['claims'])} claims {_share(counts)} are proved by its kernel, each with a point of "
        f"its domain; {_others(counts)}.",
        "",
        f"Axioms below them: {', '.join(reals) or 'none of the reals'}; and {len(machine)} of Rocq's own machine "
        "integers and floats, by which Interval computes.",
        "",
        f"All this took {found['seconds']['relations'] / 60:.1f} minutes of one processor for the relations and "
        f"{found['seconds']['chains'] / 60:.1f} for the theorems, without the start of Rocq and the listing of axioms.",
        "",
        "What is not proved there is no refutation: a recipe found no proof in its time.",
        "",
        *_reasons("relations", {name: (why, claims_of[name][0]) for name, why in found["not proved"].items()}),
        *_chains(found),
    ]


def _share(counts: dict[str, int]) -> str:
    proved = counts.get("proved", 0)
    return f"{proved} ({100 * proved / counts['all']:.1f} %)" if counts["all"] else "0"


def _others(counts: dict[str, int]) -> str:
    failed, untold, waiting = (counts.get(kind, 0) for kind in ("failed", "inexpressible", "waiting"))
    return f"{failed} are not, {untold} can't be expressed, and {waiting} were not run"


def _reasons(what: str, told: dict[str, tuple[str, str]]) -> list[str]:
    """How many were not proved, by the reason, and some of the claims that they are of."""
    places: dict[str, list[str]] = {}
    for why, id_ in told.values():
        places.setdefault(why, []).append(id_)
    rows = []
    for why, ids in sorted(places.items(), key=lambda row: (-len(row[1]), row[0])):
        some = [*dict.fromkeys(sorted(ids))]
        more = f" and {len(some) - _SHOWN} more claims" if len(some) > _SHOWN else ""
        rows.append(f"| {len(ids)} | {_cell(why)} | {', '.join(some[:_SHOWN])}{more} |")
    return [f"| {what} | not proved, since | of |", "|---|---|---|", *rows] if rows else []


def _chains(found: dict[str, Any]) -> list[str]:
    """Numbered results as theorems: the counts, each that is proved with what it cites, why each other is not."""
    counts = found["chains"]
    if not counts["all"]:
        return []
    rows = [
        (f"{id_.partition('/')[0]}, {entry['result']}" if "result" in entry else id_, id_, name, chain)
        for id_, entry in found["claims"].items()
        for name, chain in entry.get("chains", {}).items()
    ]
    proved = [row for row in rows if row[3]["found"] == "proved"]
    results = {row[0] for row in rows}
    in_part = {row[0] for row in proved}
    whole = in_part - {row[0] for row in rows if row not in proved}
    return [
        "",
        "## Numbered results as theorems",
        "",
        f"Of {counts['all']} statements at the places of {len(results)} numbered results {_share(counts)} are proved, "
        f"each a theorem from what its chain cites; {_others(counts)}. Of {len(whole)} results all are proved, of "
        f"{len(in_part) - len(whole)} others some. Below each theorem stands a point at which its hypotheses hold: "
        f"for {sum(row[3]['whole'] for row in proved)} of those proved all, else the ranges and what is given.",
        "",
        "| result | theorem | from |",
        "|---|---|---|",
        *(f"| {result} | `{name}` | {_cited(chain['cites'].split())} |" for result, _, name, chain in proved),
        "",
        "| result | statement | not a theorem, since |",
        "|---|---|---|",
        *(
            f"| {result} | {id_}, `{name}` | {_cell(chain['found'])} |"
            for result, id_, name, chain in rows
            if chain["found"] != "proved"
        ),
    ]


def _cited(names: list[str]) -> str:
    """The facts, claims and words that hypotheses are named after, each once."""
    return ", ".join(sorted({name.rpartition("_")[0].replace("_", " ") for name in names})) or "nothing"


def _cell(text: str) -> str:
    return text.replace("|", "")
