"""Closed theorems: what statements say over the definitions of the foundations, and which lemmas there prove them.

`foundations/` is a library of Rocq. Its tables name, for facts and for statements at numbered results, the lemmas that
prove them; the statement is written from the ledger's own, so that a lemma for another statement is none for it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from verify.kernel.calculus.chain import Chain
from verify.kernel.calculus.context import Gap
from verify.kernel.calculus.grounds import grounds
from verify.kernel.calculus.reasons import Grant, Schema
from verify.kernel.rocq.definitions import stated
from verify.kernel.rocq.terms import Inexpressible, fresh
from verify.kernel.statements import AllOf
from verify.kernel.statements.claim import Claim
from verify.ledger.collect import all_facts

FOLDER = "foundations"
PROJECT = "_CoqProject"
_BEGIN = "(* closed {name} *)"
ENDING = "__closed"
"""What the name of a closed theorem ends with, behind that of the statement."""
_HEADER = """From Coq Require Import Reals List.
From Foundations Require Import {modules}.
Import ListNotations.
Open Scope R_scope."""


@dataclass(frozen=True)
class Closed:
    """A statement over the definitions: the theorem's name, whose it is, and the lemma that proves it with its file."""

    name: str
    of: str
    statement: str
    lemma: str
    file: str

    @property
    def digest(self) -> str:
        """Of what it says."""
        return hashlib.sha256(" ".join(self.statement.split()).encode()).hexdigest()[:16]

    @property
    def text(self) -> str:
        """The theorem for Rocq."""
        said = f"Theorem {self.name} :\n  {self.statement}.\nProof. exact {self.lemma}. Qed."
        return f"{_BEGIN.format(name=self.name)}\n{said}\n"


@cache
def library() -> Mapping[str, str]:
    """The files of the foundations with their texts, in the order in which they are compiled; the project's last."""
    folder = resources.files("verify.kernel.rocq").joinpath(FOLDER)
    project = folder.joinpath(PROJECT).read_text(encoding="utf-8")
    names = [line for line in project.split() if line.endswith(".v")]
    return {name: folder.joinpath(name).read_text(encoding="utf-8") for name in (*names, PROJECT)}


def header() -> str:
    """What stands before closed theorems."""
    modules = " ".join(name.removesuffix(".v") for name in library() if name.endswith(".v"))
    return _HEADER.format(modules=modules)


@cache
def _table(name: str) -> Mapping[str, tuple[str, str]]:
    """By fact or by theorem, the lemma and its file."""
    text = resources.files("verify.kernel.rocq").joinpath(FOLDER, name).read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {of: (lemma, file) for of, lemma, file in rows}


def of_fact(schema: Schema) -> str:
    """What a fact says over the definitions, in its own letters.

    Raises:
        Inexpressible: where it has no counterpart there, or is shown at an instance and not by letters alone.
    """
    return stated(schema.statement, schema.letters, schema.finds)


@cache
def closed_facts() -> Mapping[str, Closed]:
    """By its name, each fact for which a lemma is named.

    Raises:
        Inexpressible: where such a fact has no counterpart there.
    """
    known = {schema.name: schema for schema in all_facts()}
    return {
        name: Closed(f"fact__{fresh(name, ())}", name, of_fact(known[name]), lemma, file)
        for name, (lemma, file) in _table("closed_facts.txt").items()
    }


def closed_results(claim: Claim) -> Iterator[Closed]:
    """The statements of a claim for which a lemma is named.

    Raises:
        Inexpressible: where such a statement has no counterpart there.
    """
    from verify.ledger.rocq.export import statements_of

    for name, statement in statements_of(claim):
        if name in _table("closed_results.txt"):
            if not isinstance(statement, Chain):
                raise Inexpressible(f"{name}: no chain")
            yield Closed(f"{name}{ENDING}", claim.id, stated(statement.statement), *_table("closed_results.txt")[name])


def lacking(statement: Any) -> str:
    """Why no theorem over the definitions can say just a statement as it stands, or what one still waits for, in words.

    It counts a chain's steps in words, those of the claims that it cites too, and names the facts below them without a
    proof and the first noun without a definition; of a statement that is no chain it says what it is.
    """
    from verify.ledger.rocq.export import check_chain

    try:
        check_chain(statement)
        cited = [grant for one in _below(statement) for grant in _grants(one)]
    except Inexpressible as reason:
        return str(reason)
    unproved = grounds(schema for grant in cited for schema in grant.schemas).believed
    words = {grant.because for grant in cited if grant.in_words}
    said = [f"steps in words: {len(words)}"] if words else []
    if unproved:
        said.append(f"facts without proof: {', '.join(sorted({fact.name for fact in unproved}))}")
    try:
        stated(statement.statement)
    except (Inexpressible, Gap) as reason:
        said.append(str(reason))
    return "; ".join(said) or "all facts are proved, and no theorem is written yet"


def _below(chain: Chain) -> Iterator[Chain]:
    """A chain, those that are cited of claims, and so on, each once."""
    waiting, seen = [chain], set[tuple[str, str | None]]()
    while waiting:
        one = waiting.pop()
        yield one
        for claim, part in map(_cited, filter(lambda grant: grant.claim, _grants(one))):
            if (claim.id, part) not in seen:
                seen.add((claim.id, part))
                whole = claim.corrected or claim.printed
                found = dict(whole.parts)[part] if isinstance(whole, AllOf) and part is not None else whole
                waiting += [found] if isinstance(found, Chain) else []


def _cited(grant: Grant) -> tuple[Claim, str | None]:
    """The claim and the part of it that a grant cites, at whatever values."""
    rule, of = grant.origin
    return _cited(of[0]) if rule == "at" else of


def _grants(chain: Chain) -> Iterator[Grant]:
    for grant in (reason for step in chain.steps for reason in step.reasons):
        if isinstance(grant, Grant):
            yield grant
            for other in grant.chains:
                yield from _grants(other)


def unknown(names: Mapping[str, Any]) -> list[str]:
    """The theorems of the table that none of these is."""
    return sorted({*_table("closed_results.txt")} - {*names})
