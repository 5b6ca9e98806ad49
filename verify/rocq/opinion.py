"""What the last run of Rocq said of a claim, from the table that is kept of it in a checkout."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from verify.ledger.documents import read_json
from verify.rocq import TABLE, kind_of

PATH = Path(__file__).parents[2] / "reports" / "rocq.json"


@cache
def table(path: Path = PATH) -> dict[str, Any]:
    """The table; empty where there is none, as outside a checkout.

    Raises:
        ParameterError: where it can't be read.
    """
    if not path.exists():
        return {}
    found: dict[str, Any] = read_json(path, "table")
    return found if found.get("schema") == TABLE else {}


def mark(id_: str, fingerprint: str, found: dict[str, Any]) -> dict[str, Any] | None:
    """What Rocq said of a claim: its version, Interval's, the day, and counts of relations and of chains.

    None where it proved nothing of the claim, or read it with another fingerprint.
    """
    entry = found.get("claims", {}).get(id_)
    if entry is None or entry["fingerprint"] != fingerprint:
        return None
    theorems = [t for t in found.get("theorems", {}).values() if t["claim"] == id_]
    chains = dict(sorted(Counter(kind_of(t["found"]) for t in theorems).items()))
    if not entry["relations"].get("proved") and not chains.get("proved"):
        return None
    dates = [e["date"] for e in (entry, *theorems) if "date" in e]
    by = {"rocq": found["rocq"], "interval": found["interval"], "date": max(dates, default=found["date"])}
    return by | {"relations": entry["relations"], "chains": chains}


def told(id_: str, fingerprint: str, found: dict[str, Any]) -> str:
    """A sentence on a claim's relations and chains; none where Rocq proved none, or of another fingerprint."""
    marked = mark(id_, fingerprint, found)
    if marked is None:
        return ""
    by = f"Rocq {marked['rocq']}, Interval {marked['interval']} ({marked['date']})"
    parts = [
        _of(marked["relations"], "certified relations"),
        _of(marked["chains"], "chains, as theorems from what they cite"),
    ]
    return f"Also proved by {by}: {'; '.join(filter(None, parts))}."


def _of(counts: dict[str, int], what: str) -> str:
    if not counts:
        return ""
    others = {"failed": "not proved there", "inexpressible": "not expressible there", "waiting": "not run there"}
    rest = [f", {counts[kind]} {words}" for kind, words in others.items() if counts.get(kind)]
    return f"{counts.get('proved', 0)} of {sum(counts.values())} {what}{''.join(rest)}"


def lines(found: dict[str, Any]) -> list[str]:
    """The table for people: the counts, and what was not proved, with the reason and the claims that rest on it."""
    counts = found["relations"]
    machine = [a for a in found["axioms"] if a.startswith(("PrimInt63.", "Uint63.", "PrimFloat.", "FloatAxioms."))]
    reals = [f"`{a}`" for a in found["axioms"] if a not in machine]
    changed = f"{found['changed']} of these claims changed since and are not marked." if found.get("changed") else ""
    rows = [
        "# A second opinion",
        "",
        f"Rocq {found['rocq']} with Interval {found['interval']}, {found['date']}: of the {counts['all']} certified "
        f"relations of {len(found['claims']) + found.get('changed', 0)} claims {counts.get('proved', 0)} are proved "
        "by its kernel, each with a point of its domain; "
        f"{counts.get('failed', 0)} are not, {counts.get('inexpressible', 0)} can't be expressed, and "
        f"{counts.get('waiting', 0)} were not run.",
        "",
        f"Axioms below them: {', '.join(reals) or 'none of the reals'}; and {len(machine)} of Rocq's own machine "
        "integers and floats, by which Interval computes.",
        "",
        *([changed, ""] if changed else []),
        "What is not proved there is no refutation: a recipe found no proof in its time.",
        "",
        "| relation | why |",
        "|---|---|",
    ]
    rows += (f"| `{name}` | {_cell(why)} |" for name, why in sorted(found["not proved"].items()))
    return [*rows, *_chains(found)] if found.get("theorems") else rows


def _chains(found: dict[str, Any]) -> list[str]:
    """The chains as theorems: the counts, each that is proved with what it cites, and why the others are not."""
    theorems, counts = found["theorems"], found["chains"]
    by_kind = {kind: {n: t for n, t in theorems.items() if kind_of(t["found"]) == kind} for kind in counts}
    proved = by_kind.get("proved", {})
    reasons = Counter(_cell(t["found"].partition(": ")[2]) for t in by_kind.get("inexpressible", {}).values())
    return [
        "",
        "## Chains as theorems",
        "",
        f"Of {counts['all']} chains that hold {len(proved)} are proved, each a theorem from what it cites; "
        f"{counts.get('failed', 0)} are not, {counts.get('inexpressible', 0)} can't be expressed, and "
        f"{counts.get('waiting', 0)} were not run. Below each stands a point at which its hypotheses hold: for "
        f"{sum(t['whole'] for t in proved.values())} of those proved all, for the others the ranges and what is given.",
        "",
        "| theorem | cited |",
        "|---|---|",
        *(f"| `{name}` | {_cited(t['cites'])} |" for name, t in sorted(proved.items())),
        "",
        "| not proved | why |",
        "|---|---|",
        *(f"| `{n}` | {_cell(t['found'])} |" for n, t in sorted(by_kind.get("failed", {}).items())),
        *(f"| {count} inexpressible | {why} |" for why, count in sorted(reasons.items(), key=lambda r: (-r[1], r[0]))),
    ]


def _cited(names: list[str]) -> str:
    """The facts, claims and words that hypotheses are named after, each once."""
    return ", ".join(sorted({name.rpartition("_")[0].replace("_", " ") for name in names})) or "nothing"


def _cell(text: str) -> str:
    return text.replace("|", "")
