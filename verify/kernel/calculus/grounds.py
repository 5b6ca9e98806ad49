"""What stands behind a fact: its proof, in Rocq or by a chain, and the axioms and lemmas on which it rests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from verify.kernel.calculus.checking import audit
from verify.kernel.calculus.context import Gap
from verify.kernel.calculus.reasons import Grant, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, Parameter
from verify.kernel.rocq import library


@dataclass(frozen=True)
class Grounds:
    """What facts rest on, each once: all that is believed, and of it the axioms and the lemmas."""

    believed: tuple[Schema, ...]

    @property
    def axioms(self) -> list[str]:
        """Theorems of the literature that are not proved here, by name."""
        return [fact.name for fact in self.believed if fact.grade == "theorem"]

    @property
    def lemmas(self) -> list[str]:
        """Lemmas that are not proved here, by name."""
        return [fact.name for fact in self.believed if fact.grade == "lemma"]


def grounds(facts: Iterable[Schema]) -> Grounds:
    """What facts rest on: one that a chain proves stands on what the chain uses, one that Rocq proves on nothing."""
    return Grounds(tuple(dict.fromkeys(one for fact in facts for one in _below(fact))))


@cache
def _below(fact: Schema) -> tuple[Schema, ...]:
    proof = proof_of(fact)
    if proof == "chain":
        return tuple(dict.fromkeys(one for used in _used(fact) for one in _below(used)))
    return () if proof else (fact,)


@cache
def closed_by(statement: Statement) -> str:
    """The library's theorem that says just this from the definitions alone, word for word as the exporter writes it.

    Empty where there is none.
    """
    from verify.kernel.rocq.definitions import stated
    from verify.kernel.rocq.terms import Inexpressible

    try:
        said = stated(statement)
    except (Inexpressible, Gap):
        return ""
    return library.theorems().get(" ".join(said.split()), "")


@cache
def proof_of(fact: Schema) -> str | None:
    """How a fact is proved here: `rocq:` and the name of a lemma of the library, `chain`, or None."""
    if lemma := fact.library_proof():
        return f"rocq:{lemma}"
    return "chain" if fact.proof is not None and not unproved(fact) else None


def graded(fact: Schema) -> str:
    """Its grade, as people are told: a theorem of the literature that is not proved here is an axiom."""
    return "axiom" if fact.grade == "theorem" and proof_of(fact) is None else fact.grade


@cache
def unproved(fact: Schema) -> str:
    """Why its chain does not prove a fact, in words; empty where it does."""
    try:
        _check_proof(fact)
    except (Gap, ValueError) as gap:
        return str(gap)
    return ""


def _check_proof(fact: Schema) -> None:
    """Require a chain in the fact's own letters, each of which stands for everything in its range.

    It shows the fact's conclusion from its hypotheses by other facts alone, none of which is proved from this one.

    Raises:
        Gap: where it does not.
    """
    if fact.proof is None:
        raise Gap("it has no chain")
    if fact.finds or not all(isinstance(letter, Parameter | Name) for letter in fact.letters):
        raise Gap("a chain proves what holds for all values of letters")
    chain, stated = fact.proof(), fact.statement
    shown = chain.statement
    if shown.conclusion != stated.conclusion or not {*shown.hypotheses} <= {*stated.hypotheses}:
        raise Gap(f"the chain shows {shown.text()}")
    if circle := _back_to(fact, (fact,)):
        raise Gap(f"it is proved from itself: {' -> '.join(one.name for one in circle)}")
    if chain.premises:
        raise Gap(f"it uses the claim {chain.premises[0]}")
    if words := audit(chain).words:
        raise Gap(f"informal step: {words[0]}")


@cache
def _used(fact: Schema) -> tuple[Schema, ...]:
    """The facts that its chain uses, the chain not yet checked."""
    waiting, found = [fact.proof()] if fact.proof is not None else [], dict[Schema, None]()
    while waiting:
        for reason in (reason for step in waiting.pop().steps for reason in step.reasons):
            if isinstance(reason, Grant):
                found |= dict.fromkeys(reason.schemas)
                waiting += reason.chains
    return tuple(found)


def _back_to(fact: Schema, path: tuple[Schema, ...]) -> tuple[Schema, ...]:
    """A way along chains that leads back to a fact; none where there is no circle."""
    for used in _used(path[-1]):
        if used is fact:
            return (*path, used)
        if used not in path and (found := _back_to(fact, (*path, used))):
            return found
    return ()
