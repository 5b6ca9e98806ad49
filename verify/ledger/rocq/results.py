"""The table of results: each statement at a numbered result of the papers, and what Rocq proved of it.

`axioms` are those next to the classical reals' and machine arithmetic's, which stand in `reals`.

A statement is `closed` where it is proved over the definitions of the foundations and rests on the classical reals
alone, from `axioms` where it rests on others too, `algebra` where its chain's algebra is proved and the facts that it
cites are hypotheses about numbers, else `none`. Of the last two the table says what a closed theorem lacks; a statement
that is what other claims say together is as these are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from verify.kernel.statements.whole import Whole
from verify.ledger.collect import claims
from verify.ledger.places import numbered_result
from verify.ledger.rocq import closed, kind_of
from verify.ledger.rocq.closed import FOLDER
from verify.ledger.rocq.export import sides_of
from verify.ledger.rocq.run import allowed

STATUSES = ("closed", "axioms", "algebra", "none")


def results(table: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Of each statement at a numbered result: where it stands, the claim, its side, and what a table tells of it."""
    return [
        {
            "result": f"{claim.id.partition('/')[0]}, {place}",
            "claim": claim.id,
            "side": side,
            **_told(name, claim.id, statement, table),
        }
        for claim in claims().values()
        if (place := numbered_result(claim.location)) is not None
        for name, side, statement in sides_of(claim)
    ]


def _told(name: str, id_: str, statement: Any, table: Mapping[str, Any]) -> dict[str, Any]:
    if isinstance(statement, Whole):
        return _together(statement, table)
    one = table.get("closed", {}).get(f"{name}{closed.ENDING}")
    if one is not None and one["found"] == "proved":
        others = [axiom for axiom in one["axioms"] if not allowed(axiom)]
        status, reals = "axioms" if others else "closed", [axiom for axiom in one["axioms"] if allowed(axiom)]
        file = f"{FOLDER}/{one['file']}"
        return {"rocq": one["lemma"], "file": file, "axioms": others, "reals": reals, "status": status}
    chain = table["claims"].get(id_, {}).get("chains", {}).get(name, {"found": "waiting"})
    why = {"why": _lacking(name)}
    if kind_of(chain["found"]) == "proved":
        return {"rocq": name, "file": None, "axioms": sorted({*chain["cites"].split()}), "status": "algebra", **why}
    return {"rocq": None, "file": None, "axioms": [], "status": "none", **why}


def _together(whole: Whole, table: Mapping[str, Any]) -> dict[str, Any]:
    """What is told of all parts: as little as of the one of which least is."""
    parts = [
        (id_, _told(name, id_, statement, table))
        for id_ in whole.parts
        for name, side, statement in sides_of(claims()[id_])
        if side == ("corrected" if whole.as_corrected and claims()[id_].corrected is not None else "printed")
    ]
    least = max((one["status"] for _, one in parts), key=STATUSES.index)
    if STATUSES.index(least) > 1:
        ids = dict.fromkeys(id_ for id_, one in parts if one["status"] == least)
        return {"rocq": None, "file": None, "axioms": [], "status": least, "why": f"what others say: {', '.join(ids)}"}
    told = {key: sorted({x for _, one in parts for x in one[key]}) for key in ("axioms", "reals")}
    files = {one["file"] for _, one in parts}
    names = ", ".join(one["rocq"] for _, one in parts)
    return {"rocq": names, "file": files.pop() if len(files) == 1 else None, **told, "status": least}


@cache
def _lacking(name: str) -> str:
    """What a closed theorem of a statement lacks."""
    return closed.lacking(_statements()[name])


@cache
def _statements() -> Mapping[str, Any]:
    return {name: statement for claim in claims().values() for name, _, statement in sides_of(claim)}


def stale(table: Mapping[str, Any]) -> list[str]:
    """Closed theorems of a table that say another thing than the ledger, that it lacks, or that it has next to it."""
    known = table.get("closed", {})
    says = {one.name: one.digest for one in _every()}
    return sorted(name for name in known.keys() | says.keys() if known.get(name, {}).get("says") != says.get(name))


def _every() -> Iterator[closed.Closed]:
    yield from closed.closed_facts().values()
    for claim in claims().values():
        yield from closed.closed_results(claim)


def result_lines(found: list[dict[str, Any]]) -> list[str]:
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
        "| result | claim | side | status | in Rocq | file | not closed, since |",
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
    return f"[{file.rpartition('/')[2]}](../verify/kernel/rocq/{file})" if file else ""
