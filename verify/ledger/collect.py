"""The ledger: all claims of all registered papers, each paper's in its own order."""

import fnmatch
import importlib
from collections.abc import Container, Iterator, MutableMapping
from threading import RLock
from types import ModuleType
from typing import TYPE_CHECKING

from notation.papers import Paper, ledger, paper_of, papers, per_ledger
from notation.parameters import ParameterError
from verify.kernel.statements.claim import Claim
from verify.ledger import proofs
from verify.ledger.former import current
from verify.ledger.reference import near

if TYPE_CHECKING:
    from verify.kernel.calculus.reasons import Schema


def modules(paper: Paper) -> list[ModuleType]:
    """A paper's modules with claims, one per section, in the paper's order; raises ParameterError where one fails."""
    return [_section(paper, name) for name in paper.sections]


def _section(paper: Paper, name: str) -> ModuleType:
    try:
        module = importlib.import_module(paper.full(name))
    except Exception as error:
        told = paper.blame(error)
        raise ParameterError(f"paper = {paper.key!r}: section {name!r} can't be loaded ({told})") from error
    found = getattr(module, "CLAIMS", None)
    if not isinstance(found, tuple | list) or not all(isinstance(claim, Claim) for claim in found):
        raise ParameterError(f"paper = {paper.key!r}: section {name!r} must bind CLAIMS to a tuple of claims")
    return module


STILL = RLock()
"""Held while a paper is loaded and while a claim is checked: no two threads make expressions or enclosures."""


class _Ledger(MutableMapping[str, Claim]):
    """All claims by id, in the papers' order; a paper is loaded when one of its claims is asked for, or all are."""

    def __init__(self) -> None:
        self._papers: dict[str, dict[str, Claim]] = {}
        self._unseen: list[Claim] = []
        proofs.learn()

    def of(self, key: str) -> dict[str, Claim]:
        """A paper's claims; raises ParameterError where an id occurs twice or one is missing."""
        if key in self._papers:
            return self._papers[key]
        with STILL:
            found: dict[str, Claim] = {}
            for module in modules(paper_of(key)):
                for claim in module.CLAIMS:
                    if claim.id in found:
                        raise ParameterError(f"claim id {claim.id} occurs twice")
                    if claim.paper != key:
                        raise ParameterError(f"claim id {claim.id} is in the paper {key}")
                    found[claim.id] = claim
            self._papers[key] = found
            later = set(papers()).difference(self._papers)
            self._unseen = [c for c in (*self._unseen, *found.values()) if not self._names_what_is_there(c, later)]
        return self._papers[key]

    def _names_what_is_there(self, claim: Claim, later: set[str]) -> bool:
        """Whether all that a claim names has been seen, except for what is in papers to be loaded `later`.

        Raises ParameterError where an id is in no paper.
        """
        named = {*claim.depends_on, *filter(None, (claim.theorem, claim.root))}
        waiting = {id_ for id_ in named if id_.partition("/")[0] in later}
        if missing := sorted(id_ for id_ in named - waiting if id_ not in self):
            where = "the ledger" if ledger() is None else "this ledger or a registered paper"
            raise ParameterError(f"claim {claim.id} names {', '.join(missing)}: not in {where}")
        return not waiting

    def matching(self, pattern: str) -> list[str]:
        """The ids that a pattern, in which * crosses slashes, is or matches; a former id is read as that of now."""
        pattern = current(pattern)
        paper = pattern.partition("/")[0]
        keys = [paper] if paper in papers() and "/" in pattern else [*papers()]
        return [id_ for key in keys for id_ in fnmatch.filter(self.of(key), pattern)]

    def __getitem__(self, id_: str) -> Claim:
        """A claim, also of a registered paper that is cited from a folder's; such claims are not counted or listed."""
        return self.of(id_.partition("/")[0])[id_]

    def __setitem__(self, id_: str, claim: Claim) -> None:
        self.of(claim.paper)[id_] = claim

    def __delitem__(self, id_: str) -> None:
        del self.of(id_.partition("/")[0])[id_]

    def __iter__(self) -> Iterator[str]:
        return (id_ for key in papers() for id_ in self.of(key))

    def __len__(self) -> int:
        return sum(len(self.of(key)) for key in papers())


@per_ledger
def claims() -> _Ledger:
    """The ledger."""
    return _Ledger()


def facts_in_reach(key: str) -> "tuple[Schema, ...]":
    """What a paper's chains may cite: the calculus's facts and the paper's own; no other paper is loaded for it."""
    from verify.kernel.calculus.facts import SCHEMAS

    paper = paper_of(key)
    return (*SCHEMAS, *(fact for name in paper.facts for fact in paper.part(name, "FACTS", tuple)))


@per_ledger
def all_facts() -> "tuple[Schema, ...]":
    """All definitions and theorems that chains cite, in one list: those of the calculus, then each paper's own.

    Raises ParameterError where a paper's own is none, or has no name under which a claim can import it.
    """
    from verify.kernel.calculus.facts import SCHEMAS

    own = [
        (paper, name, fact)
        for paper in papers().values()
        for name in paper.facts
        for fact in paper.part(name, "FACTS", tuple)
    ]
    for paper, name, fact in own:
        _check_fact(paper, name, fact)
    return (*SCHEMAS, *(fact for _, _, fact in own))


def _check_fact(paper: Paper, name: str, fact: object) -> None:
    from verify.kernel.calculus.listing import named
    from verify.kernel.calculus.reasons import Schema

    if not isinstance(fact, Schema):
        raise ParameterError(f"paper = {paper.key!r}: {name}.FACTS must hold facts, not {type(fact).__name__}")
    try:
        named(fact)
    except ValueError as error:
        raise ParameterError(f"paper = {paper.key!r}: {name}: {error}") from None


def select(patterns: tuple[str, ...], paper: str | None = None, kind: str | None = None) -> list[Claim]:
    """The claims that match any of the patterns (exact ids, or with * across slashes), the paper and the kind.

    Raises ParameterError for a pattern that matches nothing.
    """
    return list(selected(patterns, paper, kind))


def selected(patterns: tuple[str, ...], paper: str | None = None, kind: str | None = None) -> Iterator[Claim]:
    """`select` one by one, each paper loaded when its turn comes."""
    chosen: set[str] = set()
    for pattern in patterns:
        found = claims().matching(pattern)
        if not found:
            told = near(pattern, claims()) or "`ratecheck list` shows them all"
            raise ParameterError(f"id = {pattern!r}: no such claim; {told}")
        chosen.update(found)
    keys = {id_.partition("/")[0] for id_ in chosen} if patterns else set(papers())
    for key in papers():
        if key in keys and paper in (None, key):
            for id_, claim in claims().of(key).items():
                if (id_ in chosen or not patterns) and kind in (None, claim.kind.value):
                    yield claim


def with_premises(chosen: list[Claim], known: Container[str] = ()) -> list[Claim]:
    """The claims and all that they depend on, premises before what depends on them; without what is `known` already."""
    ordered: dict[str, Claim] = {}

    def visit(claim: Claim, path: tuple[str, ...]) -> None:
        if claim.id in path:
            raise ValueError(f"claims depend on each other: {' -> '.join((*path, claim.id))}")
        if claim.id in ordered or claim.id in known:
            return
        for id_ in claim.depends_on:
            visit(claims()[id_], (*path, claim.id))
        ordered[claim.id] = claim

    for claim in chosen:
        visit(claim, ())
    return list(ordered.values())


def dependents(id_: str) -> list[str]:
    """Ids of the claims that depend on this one, directly."""
    return [claim.id for claim in claims().values() if id_ in claim.depends_on]
