"""The certified relations that a claim rests on, as the checker accepted them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from verify.kernel.calculus.chain import Chain
from verify.kernel.calculus.checking import audit
from verify.kernel.calculus.context import Gap
from verify.kernel.prover import Proved, Relation
from verify.kernel.prover.certificates import read, written
from verify.kernel.prover.recall import digest
from verify.kernel.rocq.proofs import named, statement
from verify.kernel.rocq.terms import Inexpressible
from verify.kernel.statements import AllOf, Balance, Identity, Inequality, SameRate, UpToConstant
from verify.kernel.statements.claim import Claim
from verify.kernel.statements.outcome import Settings
from verify.kernel.statements.proofs import recorded

_ASK = (Inequality, UpToConstant, SameRate, Balance, Identity)
"""Statements whose checks rest on the prover's answers; chains do too."""


@dataclass(frozen=True)
class Certified:
    """A relation that a claim rests on, with the proof that the checker accepted, and what it is there."""

    relation: Relation
    proof: dict[str, Any]
    said: str

    @cached_property
    def name(self) -> str:
        """The lemma's name: a digest of what it says there, or of the relation where it says nothing there."""
        try:
            return named(statement(self.relation)[0])
        except Inexpressible:
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
                yield entry(proof.relation, proof.certificate["proof"], f"{side}, in its chain: {proof.claim}")
        for name, crosscheck in statement.crosschecks:
            yield from _of_statement(crosscheck, f"{side}, crosscheck {name}")
    elif isinstance(statement, _ASK):
        with recorded() as answers:
            statement.check(Settings())
        for relation, answer in answers:
            if isinstance(answer, Proved):
                yield entry(relation, answer.certificate["proof"], side)


def entry(relation: Relation, proof: dict[str, Any], said: str) -> Certified:
    """A relation as a file of certificates holds it, and as the checker reads it back."""
    return Certified(read(written(relation)), proof, said)
