"""A folder for Rocq: the library of lemmas, a file for each claim with its certified relations, and what is in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import sympy

from verify.calculus.chain import Chain
from verify.calculus.checking import audit
from verify.calculus.context import Gap
from verify.ledger import proofs as stored
from verify.ledger.files import make_folder, write_all
from verify.ledger.fingerprint import fingerprint
from verify.prover import Proved, Relation, witness
from verify.prover.certificates import read, written
from verify.prover.recall import digest
from verify.rocq.proofs import lemma
from verify.rocq.terms import Inexpressible, assumptions, check_expressible, gallina, names_of
from verify.statements import AllOf, Balance, Identity, Inequality, SameRate, UpToConstant
from verify.statements.claim import Claim
from verify.statements.outcome import Settings
from verify.statements.proofs import recorded

LIBRARY = "Ratecheck.v"
INDEX = "index.json"
SCHEMA = "ratecheck-rocq/1"
_ASK = (Inequality, UpToConstant, SameRate, Balance, Identity)
"""Statements whose checks rest on the prover's answers; chains do too."""


@dataclass(frozen=True)
class Certified:
    """A relation that a claim rests on, with the proof that the checker accepted, and what it is there."""

    relation: Relation
    proof: dict[str, Any]
    said: str

    @property
    def name(self) -> str:
        """The lemma's name."""
        return f"rel_{digest(self.relation)}"


def certified(claim: Claim) -> list[Certified]:
    """The certified relations of a claim, printed and corrected, each once."""
    found: dict[str, Certified] = {}
    for side in ("printed", "corrected"):
        for one in _of_statement(getattr(claim, side), side):
            found.setdefault(one.name, one)
    return list(found.values())


def _of_statement(statement: Any, side: str) -> Iterator[Certified]:
    if isinstance(statement, AllOf):
        for _, part in statement.parts:
            yield from _of_statement(part, side)
    elif isinstance(statement, Chain):
        try:
            shown = audit(statement).proofs
        except (Gap, ValueError):
            # An open chain rests on nothing.
            shown = ()
        for proof in shown:
            if proof.relation is not None:
                yield _entry(proof.relation, proof.certificate["proof"], f"{side}, in its chain: {proof.claim}")
        for name, crosscheck in statement.crosschecks:
            yield from _of_statement(crosscheck, f"{side}, crosscheck {name}")
    elif isinstance(statement, _ASK):
        with recorded() as answers:
            statement.check(Settings())
        for relation, answer in answers:
            if isinstance(answer, Proved):
                yield _entry(relation, answer.certificate["proof"], side)


def _entry(relation: Relation, proof: dict[str, Any], said: str) -> Certified:
    # As a file of certificates holds it, and as the checker reads it back.
    return Certified(read(written(relation)), proof, said)


def module_of(id_: str) -> str:
    """The name of a claim's file, without its ending: letters, digits and _ alone, begun by a letter."""
    return re.sub(r"[^A-Za-z0-9]", lambda found: f"_{ord(found.group()):x}_" if found.group() != "/" else "__", id_)


def export(claims: Iterable[Claim], folder: Path) -> dict[str, Any]:
    """Write the folder, each relation once, with the first claim that rests on it; what is in it, by claim.

    Raises:
        ParameterError: where the folder can't be written.
    """
    make_folder(folder)
    stored.learn()
    seen: dict[str, str] = {}
    entries: dict[str, Any] = {}
    for claim in claims:
        relations: dict[str, Any] = {}
        blocks: list[str] = []
        for one in certified(claim):
            if one.name in seen:
                relations[one.name] = {"in": seen[one.name]}
                continue
            seen[one.name] = claim.id
            text, reason = _written(one)
            relations[one.name] = {"kind": one.proof["node"]} | ({"inexpressible": reason} if reason else {})
            blocks += [text] if text else []
        if relations:
            entries[claim.id] = {"fingerprint": fingerprint(claim), "relations": relations}
        if blocks:
            write_all({folder / f"{module_of(claim.id)}.v": _file(claim, blocks).encode()})
    index = {"schema": SCHEMA, "claims": entries}
    library = resources.files("verify.rocq").joinpath(LIBRARY).read_bytes()
    write_all({folder / INDEX: f"{json.dumps(index, indent=1)}\n".encode(), folder / LIBRARY: library})
    return entries


def _file(claim: Claim, blocks: list[str]) -> str:
    head = [f"(* {_comment(claim.id)}, {_comment(claim.location)}", f"   {_comment(claim.title)} *)", "", HEADER]
    return "\n".join([*head, "", *blocks])


HEADER = "From Ratecheck Require Import Ratecheck.\nOpen Scope R_scope."
BEGIN = "(* relation {name} *)"
"""What a relation's part of a file begins with."""


def _comment(text: str) -> str:
    """A text for a comment there, in which neither comments nor strings begin or end."""
    return re.sub(r"\s+", " ", text).replace("(*", "( *").replace("*)", "* )").replace('"', "'")


def block(one: Certified) -> str:
    """A relation's part of a file: the lemma, and that its hypotheses can hold.

    Raises:
        Inexpressible: where it has no counterpart there.
    """
    check_expressible(one.relation)
    head = [BEGIN.format(name=one.name), f"(* {_comment(one.said)} *)"]
    return "\n".join([*head, lemma(one.name, one.relation, one.proof), _domain(one), ""])


def _written(one: Certified) -> tuple[str, str]:
    try:
        return block(one), ""
    except Inexpressible as reason:
        return "", str(reason)


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
