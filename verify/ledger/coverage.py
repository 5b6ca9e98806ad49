"""What of a paper has claims: each thing that it numbers, by the places that claims name.

`contents.txt`, next to a paper's `paper.py`, lists what the paper numbers, a kind and its numbers a line. Below a line
"without content:" are the things that assert nothing, each with what it does instead. What is in neither is missing.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from notation.papers import papers
from verify.ledger.collect import claims
from verify.ledger.places import Place, places
from verify.ledger.reading import Record

_WITHOUT = "without content:"


@dataclass(frozen=True)
class Contents:
    """What a paper numbers, in its order by kinds, and of some of it why no claim is about it."""

    numbered: tuple[Place, ...]
    without: dict[Place, str]


@dataclass(frozen=True)
class Coverage:
    """The things that a paper numbers: those with claims, those without content, and those that miss claims."""

    claimed: tuple[Place, ...]
    without: tuple[Place, ...]
    missing: tuple[Place, ...]

    def counts(self) -> Record:
        """How many there are of each, and of all."""
        found = {"claims": len(self.claimed), "without_content": len(self.without), "missing": len(self.missing)}
        return found | {"of": sum(found.values())}


@cache
def contents(key: str) -> Contents | None:
    """What a paper numbers; None for a paper that has no such file. Raises ValueError where the file can't be read."""
    file = resources.files(papers()[key].package) / "contents.txt"
    return read(file.read_text("utf-8")) if file.is_file() else None


def read(text: str) -> Contents:
    """Contents as a file has them.

    Raises:
        ValueError: for a line that names no place or several, for what is listed twice or not at all, and for what is
            without content and not told.
    """
    listed, _, rest = text.partition(_WITHOUT)
    numbered = tuple(single for line in filter(None, map(str.strip, listed.splitlines())) for single in _singles(line))
    if len(set(numbered)) < len(numbered):
        raise ValueError("contents: a thing is listed twice")
    without: dict[Place, str] = {}
    for line in filter(None, map(str.strip, rest.splitlines())):
        where, _, why = line.partition(": ")
        place = places(where)
        if len(place) != 1 or place[0] not in numbered or place[0] in without or not why.strip():
            raise ValueError(f"contents: {line!r} must be one listed place, once, and what it does")
        without[place[0]] = why.strip()
    return Contents(numbered, without)


def _singles(line: str) -> list[Place]:
    """The single things of a line: "Theorem 1-12" names twelve, "(1)-(3)" three."""
    found: list[Place] = []
    for place in places(line):
        if place.first == place.last:
            found.append(place)
            continue
        *above, (low, letter) = place.first
        *same, (high, _) = place.last
        if above != same:
            raise ValueError(f"contents: {line!r} is a range across sections")
        found += [Place(place.kind, number, number) for k in range(low, high + 1) for number in [(*above, (k, letter))]]
    if not found or re.sub(r"[\w\s.,()–-]", "", line):
        raise ValueError(f"contents: {line!r} names no place")
    return found


def covered(known: Contents, locations: Sequence[str]) -> Coverage:
    """What of a paper has claims, which are at these locations.

    Raises:
        ValueError: where something that is said to be without content has a claim.
    """
    named = [place for location in locations for place in places(location)]
    claimed = {item for item in known.numbered if any(place.holds(item) for place in named)}
    both = [str(item) for item in known.without if item in claimed]
    if both:
        raise ValueError(f"contents: {', '.join(both)}: without content, but a claim is there")
    return Coverage(
        tuple(item for item in known.numbered if item in claimed),
        tuple(item for item in known.numbered if item in known.without),
        tuple(item for item in known.numbered if item not in claimed and item not in known.without),
    )


def coverage(records: Sequence[Record]) -> dict[str, Coverage]:
    """Of each paper whose claims are all in a run, and that lists what it numbers, what has printed claims."""
    whole = Counter(id_.partition("/")[0] for id_ in claims())
    found = {}
    for key, number in Counter(record["paper"] for record in records).items():
        known = contents(key) if number == whole[key] else None
        if known is not None:
            ours = [record["location"] for record in records if record["paper"] == key and record["printed"]]
            found[key] = covered(known, ours)
    return found


def coverage_line(found: Record) -> str:
    """The counts of all papers in a sentence."""
    total = Counter[str]()
    for counts in found.values():
        total.update(counts)
    return (
        f"of {total['of']} numbered displays, results, algorithms, tables, figures and sections {total['claims']} have "
        f"claims, {total['without_content']} assert nothing, {total['missing']} have no claim"
    )
