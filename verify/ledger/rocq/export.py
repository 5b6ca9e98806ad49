"""A folder for Rocq: the library of lemmas, a file for each claim with its certified relations, and what is in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal

import sympy

from verify.files import make_folder, write_all, write_whole
from verify.kernel.calculus.chain import Chain
from verify.kernel.calculus.context import Gap
from verify.kernel.prover import witness
from verify.kernel.rocq.certified import Certified, certified
from verify.kernel.rocq.chains import theorem
from verify.kernel.rocq.proofs import lemma
from verify.kernel.rocq.terms import Inexpressible, assumptions, check_expressible, gallina, names_of
from verify.kernel.statements import AllOf
from verify.kernel.statements.claim import Claim
from verify.ledger import collect
from verify.ledger import proofs as stored
from verify.ledger.fingerprint import fingerprint
from verify.ledger.places import numbered_result
from verify.ledger.rocq import closed, relations_of
from verify.workers import Workers, worth_having

LIBRARY, CHAINS = "Ratecheck.v", "Chains.v"
"""What the lemmas rest on, and what the theorems do next to it."""
CLOSED = "closed.v"
"""The theorems over the definitions of the foundations."""
INDEX = "index.json"
SCHEMA = "ratecheck-rocq/3"
HEADER = "From Ratecheck Require Import Ratecheck.\nOpen Scope R_scope."
HEADER_OF_CHAINS = HEADER.replace("Import Ratecheck", "Import Chains")
Chains = Literal["numbered", "all", "none"]
_OTHERS = {
    "AllOf": "several statements, none of them a chain",
    "Balance": "a balance of rates",
    "FiniteCheck": "a check of finitely many cases",
    "Inequality": "a single relation, which is among the certified ones",
    "PlanPrivacy": "the privacy of a program, by its plan",
    "SameRate": "a comparison of rates",
    "UpToConstant": "a bound up to constants",
    "Whole": "what other claims say together",
}
"""What a statement is that is no chain, by its kind."""
_BEGIN, BEGIN_THEOREM = "(* relation {name} *)", "(* theorem {name} *)"
"""What a relation's part of a file begins with, and a theorem's."""


def module_of(id_: str) -> str:
    """The name of a claim's file, without its ending: letters, digits and _ alone, begun by a letter."""
    return re.sub(r"[^A-Za-z0-9]", lambda found: f"_{ord(found.group()):x}_" if found.group() != "/" else "__", id_)


def theorems_of(id_: str) -> str:
    """The name of the file of a claim's chains."""
    return f"theorem_{module_of(id_)}"


@dataclass(frozen=True)
class _Task:
    """A claim for a worker, and whether its chains are written."""

    id: str
    chains: bool


@dataclass(frozen=True)
class _Made:
    """What is told of a claim's relations and chains, by name, and the parts of its files."""

    id: str
    relations: dict[str, Any]
    blocks: dict[str, str]
    theorems: dict[str, Any]
    shown: list[str]


def export(
    claims: Iterable[Claim],
    folder: Path,
    chains: Chains = "numbered",
    since: Mapping[str, Any] | None = None,
    jobs: int = 1,
) -> dict[str, Any]:
    """Write the folder, each relation once, with the first claim that rests on it; what is in it, by claim.

    The library of foundations goes with it, and over its definitions a theorem for each fact, and for each of the
    claims' statements, that one is named for. The chains that hold are written too, as theorems from what they cite:
    those at the places of the papers' numbered results, or all, or none. A claim of which the table `since` tells all
    that is asked, with the fingerprint that it has, is left out, and so are all others that the table lists: the
    index keeps their ids, and `run.table` what was found. What waits to be run is written.

    Raises:
        ParameterError: where the folder can't be written.
    """
    make_folder(folder)
    marks = {claim.id: (claim, fingerprint(claim)) for claim in claims}
    wanted = {
        id_
        for id_, (claim, _) in marks.items()
        if chains == "all" or (chains == "numbered" and numbered_result(claim.location))
    }
    told_of, not_proved = (since["claims"], since["not proved"]) if since else ({}, {})
    known = {id_: told["fingerprint"] for id_, told in told_of.items() if _settled(told, not_proved, id_ in wanted)}
    kept = [id_ for id_, (_, mark) in marks.items() if known.get(id_) == mark]
    tasks = [_Task(id_, id_ in wanted) for id_ in marks if id_ not in {*kept}]
    with Workers(worth_having(jobs, len(tasks))) as workers:
        made = {one.id: one for one in workers.each(_made, tasks)}
    seen: dict[str, str] = {}
    entries: dict[str, Any] = {}
    for id_, (claim, mark) in marks.items():
        if id_ not in made:
            continue
        one = made[id_]
        first = {name: told for name, told in one.relations.items() if seen.setdefault(name, id_) == id_}
        relations = {name: first.get(name, {"in": seen[name]}) for name in one.relations}
        entries[id_] = {"fingerprint": mark, "relations": relations}
        if id_ in wanted:
            result = numbered_result(claim.location)
            entries[id_] |= {"result": str(result)} if result else {}
            entries[id_] |= {"theorems": one.theorems}
        blocks = [text for name, text in one.blocks.items() if name in first]
        if blocks:
            write_all({folder / f"{module_of(id_)}.v": _file(claim, HEADER, blocks).encode()})
        if one.shown:
            write_all({folder / f"{theorems_of(id_)}.v": _file(claim, HEADER_OF_CHAINS, one.shown).encode()})
    beside = [id_ for id_ in told_of if id_ not in marks and id_ in collect.claims()]
    theorems = [
        *closed.closed_facts().values(),
        *(one for claim, _ in marks.values() for one in closed.closed_results(claim)),
    ]
    make_folder(folder / closed.FOLDER)
    write_all({folder / closed.FOLDER / name: text.encode() for name, text in closed.library().items()})
    write_whole(folder / CLOSED, "\n".join([closed.header(), "", *(one.text for one in theorems)]))
    told = {one.name: {"of": one.of, "lemma": one.lemma, "file": one.file, "says": one.digest} for one in theorems}
    index = {"schema": SCHEMA, "claims": entries, "kept": [*kept, *beside], "closed": told}
    libraries = {
        folder / name: resources.files("verify.kernel.rocq").joinpath(name).read_bytes() for name in (LIBRARY, CHAINS)
    }
    write_all({folder / INDEX: f"{json.dumps(index, indent=1)}\n".encode(), **libraries})
    return entries


def _settled(told: Mapping[str, Any], not_proved: Mapping[str, str], with_chains: bool) -> bool:
    """Whether a table tells of a claim's relations, and of its chains if they are asked for, and none waits."""
    found = [not_proved.get(name, "proved") for name in relations_of(told)]
    if with_chains:
        found += [chain["found"] for chain in told.get("chains", {"": {"found": "waiting"}}).values()]
    return "waiting" not in found


def _made(task: _Task) -> _Made:
    _learned()
    claim = collect.claims()[task.id]
    relations: dict[str, Any] = {}
    blocks: dict[str, str] = {}
    for one in certified(claim):
        try:
            blocks[one.name] = block(one)
        except Inexpressible as reason:
            relations[one.name] = {"kind": one.proof["node"], "inexpressible": str(reason)}
        else:
            relations[one.name] = {"kind": one.proof["node"]}
    return _Made(task.id, relations, blocks, *(_theorems(claim) if task.chains else ({}, [])))


@cache
def _learned() -> None:
    stored.learn()


def _file(claim: Claim, header: str, blocks: list[str]) -> str:
    head = [f"(* {_comment(claim.id)}, {_comment(claim.location)}", f"   {_comment(claim.title)} *)", "", header]
    return "\n".join([*head, "", *blocks])


def statements_of(claim: Claim) -> Iterator[tuple[str, Any]]:
    """The statements of a claim that are to be theorems, each with a name for its own."""
    for name, _, statement in sides_of(claim):
        yield name, statement


def sides_of(claim: Claim) -> Iterator[tuple[str, str, Any]]:
    """The statements of a claim that are to be theorems, each with a name for its own and its side.

    They are the parts of a side that has a chain among them; where no side has one, what stands for the whole claim.
    """
    sides = {side: found for side in ("printed", "corrected") if (found := getattr(claim, side)) is not None}
    parted = {
        side: [part for _, part in found.parts] if isinstance(found, AllOf) else [found]
        for side, found in sides.items()
    }
    kept = {side: parts for side, parts in parted.items() if any(isinstance(part, Chain) for part in parts)}
    if not kept:
        yield module_of(claim.id), [*sides][-1], [*sides.values()][-1]
    for side, parts in kept.items():
        name = module_of(claim.id) + (f"__{side}" if len(sides) > 1 else "")
        for number, part in enumerate(parts, 1):
            yield name + (f"__{number}" if isinstance(sides[side], AllOf) else ""), side, part


def _theorems(claim: Claim) -> tuple[dict[str, Any], list[str]]:
    """What is told of each theorem, and the parts of the file."""
    told: dict[str, Any] = {}
    blocks = []
    for name, statement in statements_of(claim):
        try:
            found = theorem(name, check_chain(statement))
        except Inexpressible as reason:
            told[name] = {"inexpressible": str(reason)}
        except (Gap, ValueError) as gap:
            told[name] = {"inexpressible": f"a chain that is open: {gap}"}
        else:
            told[name] = {"cites": list(found.cites), "whole": found.whole}
            blocks.append(f"{BEGIN_THEOREM.format(name=name)}\n{found.text}")
    return told, blocks


def check_chain(statement: Any) -> Chain:
    """The statement, which must be a chain.

    Raises:
        Inexpressible: where it is none: what it is.
    """
    if not isinstance(statement, Chain):
        raise Inexpressible(f"no chain, but {_OTHERS.get(type(statement).__name__, type(statement).__name__)}")
    return statement


def _comment(text: str) -> str:
    """A text for a comment there, in which neither comments nor strings begin or end."""
    return re.sub(r"\s+", " ", text).replace("(*", "( *").replace("*)", "* )").replace('"', "'")


def block(one: Certified) -> str:
    """A relation's part of a file: the lemma, and that its hypotheses can hold.

    Raises:
        Inexpressible: where it has no counterpart there.
    """
    check_expressible(one.relation)
    head = [_BEGIN.format(name=one.name), f"(* {_comment(one.said)} *)"]
    return "\n".join([*head, lemma(one.name, one.relation, one.proof), _domain(one), ""])


def _domain(one: Certified) -> str:
    """That there is a point where all hypotheses hold: else the lemma would say nothing."""
    relation = one.relation
    if not relation.variables:
        return ""
    point = witness(relation) or {v.symbol.name: sympy.Integer(0) for v in relation.variables}
    names = names_of(v.symbol for v in relation.variables)
    assumed = " /\\ ".join(f"({h})" for h in assumptions(relation, names))
    if not assumed:
        return ""
    values = ", ".join(gallina(point[v.symbol.name], {}) for v in relation.variables)
    wholes = " ".join(f"| exists ({point[v.symbol.name]})%Z; reflexivity" for v in relation.variables if v.integer)
    return "\n".join(
        [
            f"Lemma {one.name}_domain : exists {' '.join(names.values())} : R, {assumed}.",
            f"Proof. exists {values}. parts; first [ lra | bounds | sign {wholes} ]. Qed.",
        ]
    )
