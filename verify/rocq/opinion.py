"""What the last run of Rocq said of a claim, from the table that is kept of it in a checkout."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from verify.ledger.documents import read_json
from verify.rocq import TABLE

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


def told(id_: str, fingerprint: str, found: dict[str, Any]) -> str:
    """A sentence on the certified relations of a claim; none where Rocq read none, or of another fingerprint."""
    entry = found.get("claims", {}).get(id_)
    if entry is None or entry["fingerprint"] != fingerprint:
        return ""
    counts = entry["relations"]
    whole, proved = sum(counts.values()), counts.get("proved", 0)
    if not proved:
        return ""
    by = f"Rocq {found['rocq']}, Interval {found['interval']} ({entry.get('date', found['date'])})"
    others = {"failed": "not proved there", "inexpressible": "not expressible there", "waiting": "not run there"}
    rest = [f"{counts[kind]} {words}" for kind, words in others.items() if counts.get(kind)]
    return f"Certified relations also proved by {by}: {proved} of {whole}{'; ' if rest else ''}{', '.join(rest)}."


def lines(found: dict[str, Any]) -> list[str]:
    """The table for people: the counts, and what was not proved, with the reason and the claims that rest on it."""
    counts = found["relations"]
    machine = [a for a in found["axioms"] if a.startswith(("PrimInt63.", "Uint63.", "PrimFloat.", "FloatAxioms."))]
    reals = [f"`{a}`" for a in found["axioms"] if a not in machine]
    rows = [
        "# A second opinion",
        "",
        f"Rocq {found['rocq']} with Interval {found['interval']}, {found['date']}: of the {counts['all']} certified "
        f"relations of {len(found['claims'])} claims {counts.get('proved', 0)} are proved by its "
        "kernel, each with a point of its domain; "
        f"{counts.get('failed', 0)} are not, {counts.get('inexpressible', 0)} can't be expressed, and "
        f"{counts.get('waiting', 0)} were not run.",
        "",
        f"Axioms below them: {', '.join(reals) or 'none of the reals'}; and {len(machine)} of Rocq's own machine "
        "integers and floats, by which Interval computes.",
        "",
        "What is not proved there is no refutation: a recipe found no proof in its time.",
        "",
        "| relation | why |",
        "|---|---|",
    ]
    return [*rows, *(f"| `{name}` | {why.replace('|', '')} |" for name, why in sorted(found["not proved"].items()))]
