"""The ledger: all claims of all registered papers, each paper's in its own order."""

import fnmatch
import importlib
import traceback
from functools import cache
from types import ModuleType

from notation.papers import Paper, papers
from notation.parameters import ParameterError
from verify.ledger import proofs
from verify.ledger.reference import near
from verify.statements.claim import Claim


def modules(paper: Paper) -> list[ModuleType]:
    """A paper's modules with claims, one per section, in the paper's order; raises ParameterError where one fails."""
    return [_section(paper, name) for name in paper.sections]


def _section(paper: Paper, name: str) -> ModuleType:
    try:
        module = importlib.import_module(f"{paper.package}.{name}")
    except Exception as error:
        # An author reads this: the last line that ran, and what it said.
        *_, last = traceback.extract_tb(error.__traceback__)
        where = f"{last.filename}, line {last.lineno}"
        if isinstance(error, SyntaxError):
            where = f"{error.filename}, line {error.lineno}"
        told = f"{type(error).__name__}: {error}"
        raise ParameterError(f"paper = {paper.key!r}: section {name!r} can't be loaded ({where}: {told})") from error
    if not all(isinstance(claim, Claim) for claim in getattr(module, "CLAIMS", (None,))):
        raise ParameterError(f"paper = {paper.key!r}: section {name!r} must bind CLAIMS to a tuple of claims")
    return module


@cache
def claims() -> dict[str, Claim]:
    """All claims by id; raises ParameterError where an id stands twice or a dependency is missing."""
    ledger: dict[str, Claim] = {}
    for paper in papers().values():
        for module in modules(paper):
            for claim in module.CLAIMS:
                if claim.id in ledger:
                    raise ParameterError(f"claim id {claim.id} stands twice")
                if claim.paper != paper.key:
                    raise ParameterError(f"claim id {claim.id} stands in the paper {paper.key}")
                ledger[claim.id] = claim
    for claim in ledger.values():
        named = (*claim.depends_on, *filter(None, (claim.theorem, claim.root)))
        missing = [id_ for id_ in named if id_ not in ledger]
        if missing:
            raise ParameterError(f"claim {claim.id} names {', '.join(missing)}: not in the ledger")
    proofs.learn()
    return ledger


def select(patterns: tuple[str, ...], paper: str | None = None, kind: str | None = None) -> list[Claim]:
    """The claims that match any of the patterns (exact ids, or with * across slashes), the paper and the kind.

    Raises ParameterError for a pattern that matches nothing.
    """
    chosen: dict[str, Claim] = {}
    for pattern in patterns or ("*",):
        found = {id_: c for id_, c in claims().items() if fnmatch.fnmatchcase(id_, pattern)}
        if not found:
            told = near(pattern, claims()) or "`ratecheck list` shows them all"
            raise ParameterError(f"id = {pattern!r}: no such claim; {told}")
        chosen |= found
    return [
        claim
        for id_, claim in claims().items()
        if id_ in chosen and paper in (None, claim.paper) and kind in (None, claim.kind.value)
    ]


def with_premises(chosen: list[Claim]) -> list[Claim]:
    """The claims and all that they lean on, premises before what leans on them."""
    ordered: dict[str, Claim] = {}

    def visit(claim: Claim, path: tuple[str, ...]) -> None:
        if claim.id in path:
            raise ValueError(f"claims lean on each other: {' -> '.join((*path, claim.id))}")
        if claim.id in ordered:
            return
        for id_ in claim.depends_on:
            visit(claims()[id_], (*path, claim.id))
        ordered[claim.id] = claim

    for claim in chosen:
        visit(claim, ())
    return list(ordered.values())


def dependents(id_: str) -> list[str]:
    """Ids of the claims that lean on this one, directly."""
    return [claim.id for claim in claims().values() if id_ in claim.depends_on]
