"""The table of results: each statement at a numbered result of the papers, and what Rocq proved of it.

`axioms` are those beside the classical reals' and machine arithmetic's, which stand in `reals`.

A statement is `closed` where it is proved over the definitions of the foundations and rests on the classical reals
alone, from `axioms` where it rests on others too, `algebra` where its chain's algebra is proved and the facts that it
cites are hypotheses about numbers, else `none`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from verify.ledger.collect import claims
from verify.ledger.places import numbered_result
from verify.rocq import closed, kind_of
from verify.rocq.closed import FOLDER
from verify.rocq.export import sides_of
from verify.rocq.run import allowed

STATUSES = ("closed", "axioms", "algebra", "none")


def results(table: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Of each statement at a numbered result: where it stands, the claim, its side, and what a table tells of it."""
    return [
        {
            "result": f"{claim.id.partition('/')[0]}, {place}",
            "claim": claim.id,
            "side": side,
            **_told(name, claim.id, table),
        }
        for claim in claims().values()
        if (place := numbered_result(claim.location)) is not None
        for name, side, _ in sides_of(claim)
    ]


def _told(name: str, id_: str, table: Mapping[str, Any]) -> dict[str, Any]:
    one = table.get("closed", {}).get(f"{name}{closed.ENDING}")
    if one is not None and one["found"] == "proved":
        others = [axiom for axiom in one["axioms"] if not allowed(axiom)]
        status, reals = "axioms" if others else "closed", [axiom for axiom in one["axioms"] if allowed(axiom)]
        file = f"{FOLDER}/{one['file']}"
        return {"rocq": one["lemma"], "file": file, "axioms": others, "reals": reals, "status": status}
    chain = table["claims"].get(id_, {}).get("chains", {}).get(name, {"found": "waiting"})
    if kind_of(chain["found"]) == "proved":
        return {"rocq": name, "file": None, "axioms": sorted({*chain["cites"].split()}), "status": "algebra"}
    return {"rocq": None, "file": None, "axioms": [], "status": "none", "why": chain["found"]}


def stale(table: Mapping[str, Any]) -> list[str]:
    """Closed theorems of a table that say another thing than the ledger, that it lacks, or that it has beside it."""
    known = table.get("closed", {})
    says = {one.name: one.digest for one in _every()}
    return sorted(name for name in known.keys() | says.keys() if known.get(name, {}).get("says") != says.get(name))


def _every() -> Iterator[closed.Closed]:
    yield from closed.facts().values()
    for claim in claims().values():
        yield from closed.results(claim)


def lines(found: list[dict[str, Any]]) -> list[str]:
    """The table for people."""
    counts = Counter(one["status"] for one in found)
    whole = {one["result"] for one in found} - {one["result"] for one in found if one["status"] != "closed"}
    rows = sorted(found, key=lambda one: STATUSES.index(one["status"]))
    return [
        "# The numbered results in Rocq",
        "",
        f"Of {len(found)} statements at {len({one['result'] for one in found})} numbered results:",
        "",
        f"- {counts['closed']} are closed: proved from the definitions of the foundations, no fact or sentence being a "
        "hypothesis;",
        f"- {counts['axioms']} rest on axioms other than those of the classical reals;",
        f"- of {counts['algebra']} the algebra is proved, and the facts that they cite are hypotheses about numbers;",
        f"- {counts['none']} are not proved there.",
        "",
        f"Of {len(whole)} results every statement is closed.",
        "",
        "| result | claim | side | status | in Rocq | file | not proved, since |",
        "|---|---|---|---|---|---|---|",
        *(
            f"| {one['result']} | {one['claim']} | {one['side']} | {one['status']} | {_code(one['rocq'])} | "
            f"{_link(one['file'])} | {one.get('why', '').replace('|', '')} |"
            for one in rows
        ),
    ]


def _code(name: str | None) -> str:
    return f"`{name}`" if name else ""


def _link(file: str | None) -> str:
    return f"[{file.rpartition('/')[2]}](../verify/rocq/{file})" if file else ""
