"""What stands on which page: pictures, plans, chains of losses, sandwiches, code and measured slopes by claim id.

Each paper registers its own (`exhibits` of notation.papers.Paper); what several papers show is drawn and listed once.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from notation.papers import papers, per_ledger
from verify.site.exhibits.bounds import Subject, bounds
from verify.site.exhibits.code import Code
from verify.site.exhibits.figure import Exhibit

Listed = tuple[tuple[Callable[[], Exhibit], tuple[str, ...]], ...]
"""Drawings, each with the claims on whose pages it stands."""


@dataclass(frozen=True)
class Exhibits:
    """What a paper shows next to its claims, each list in the paper's order.

    `pictures` are of constructions, `plans` of who sends what, `chains` of a lower bound's argument in numbers, `gaps`
    of bounds and risks over n. `ideas` has what makes a numbered result true, in two sentences. `slopes` lists for a
    theorem the claims that hold the measured exponents of its rate. `bounds` says of a numbered result with a rate
    which problem it is about, and `without` why it is about none. `taught` are pictures at the head of lessons, each
    with the lessons' names in place of claims.
    """

    pictures: Listed = ()
    plans: Listed = ()
    chains: Listed = ()
    gaps: Listed = ()
    code: tuple[tuple[Code, tuple[str, ...]], ...] = ()
    slopes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ideas: Mapping[str, str] = field(default_factory=dict)
    bounds: Mapping[str, Subject] = field(default_factory=dict)
    without: Mapping[str, str] = field(default_factory=dict)
    taught: Listed = ()


def by_claim(*ideas: tuple[tuple[str, ...], str]) -> dict[str, str]:
    """Ideas by claim id, from those of results with the claims on whose pages each stands; ValueError where an id is twice."""
    found: dict[str, str] = {}
    for ids, idea in ideas:
        if twice := found.keys() & set(ids):
            raise ValueError(f"two ideas of {', '.join(sorted(twice))}")
        found |= dict.fromkeys(ids, idea)
    return found


@per_ledger
def exhibits() -> Exhibits:
    """Those of all registered papers, in their order; raises ParameterError where a module of a paper's can't be loaded."""
    found = [paper.part(module, "EXHIBITS", Exhibits) for paper in papers().values() for module in paper.exhibits]
    return Exhibits(
        _together(each.pictures for each in found),
        _together(each.plans for each in found),
        _together(each.chains for each in found),
        _together(each.gaps for each in found),
        tuple(shown for each in found for shown in each.code),
        {theorem: ids for each in found for theorem, ids in each.slopes.items()},
        {theorem: idea for each in found for theorem, idea in each.ideas.items()},
        {theorem: subject for each in found for theorem, subject in each.bounds.items()},
        {theorem: why for each in found for theorem, why in each.without.items()},
        _together(each.taught for each in found),
    )


def _together(lists: Iterable[Listed]) -> Listed:
    """The lists one after the other; a drawing that is in several stands where it is first, with all its claims."""
    joined: dict[Callable[[], Exhibit], tuple[str, ...]] = {}
    for listed in lists:
        for make, ids in listed:
            joined[make] = (*joined.get(make, ()), *ids)
    return tuple(joined.items())


@dataclass(frozen=True)
class Shelf:
    """What stands on one claim's page."""

    pictures: tuple[Exhibit, ...] = ()
    plans: tuple[Exhibit, ...] = ()
    chains: tuple[Exhibit, ...] = ()
    gaps: tuple[Exhibit, ...] = ()
    code: tuple[Code, ...] = ()
    slopes: tuple[str, ...] = ()
    idea: str = ""
    without: str = ""


@cache
def own_bound(id_: str) -> Exhibit | None:
    """A numbered result's bound over n, drawn from its claim as it is; None where it has none."""
    subject = exhibits().bounds.get(id_)
    return bounds(id_, subject) if subject else None


def shelf(id_: str, own: Exhibit | None = None) -> Shelf:
    """What stands on the page of a claim; `own` is the drawing of a numbered result's own bound, where there is one."""
    shown = exhibits()
    pictures, plans, chains, gaps = (
        tuple(_drawn(make) for make, ids in listed if id_ in ids)
        for listed in (shown.pictures, shown.plans, shown.chains, shown.gaps)
    )
    code = tuple(code for code, ids in shown.code if id_ in ids)
    gaps = (*filter(None, (own,)), *gaps)
    slopes, idea, without = shown.slopes.get(id_, ()), shown.ideas.get(id_, ""), shown.without.get(id_, "")
    return Shelf(pictures, plans, chains, gaps, code, slopes, idea, without)


def gallery(listed: Listed, known: Iterable[str]) -> list[tuple[Exhibit, list[str]]]:
    """All of a list, each with those of its claims that are known."""
    there = set(known)
    return [(_drawn(make), [id_ for id_ in ids if id_ in there]) for make, ids in listed]


@cache
def _drawn(make: Callable[[], Exhibit]) -> Exhibit:
    """An exhibit, drawn once."""
    return make()
