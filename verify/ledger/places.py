"""Places of papers: the numbers that a location's text holds, so that (131) is found in "(130)-(141)"."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from notation.parameters import ParameterError

_Number = tuple[tuple[int, str], ...]
"""A printed number part by part, as number and letter: 4.2 is ((4, ""), (2, "")), G.2 is ((0, "G"), (2, ""))."""

EQUATION = "equation"
_NESTED = {"Section", "Appendix", "Step"}
"""What holds its own parts: Section 4 holds Section 4.2."""
_SHORT = {"Sec": "Section", "App": "Appendix", "Fig": "Figure", "Prop": "Proposition", "Thm": "Theorem"}
_SHORT |= {"Appendices": "Appendix", "Corollaries": "Corollary", "Alg": "Algorithm", "Def": "Definition"}
_KINDS = (
    *("Theorem", "Lemma", "Proposition", "Corollary", "Definition", "Assumption", "Remark", "Example"),
    *("Algorithm", "Table", "Figure", "Section", "Appendix", "Step", "Case", "Setting"),
)
_NUMBER = r"(?:\d+(?:\.\d+)*[a-z]?|[A-Z](?:\.\d+)*)(?![\w)]|\.\d)"
_BETWEEN = r"(?:\s*,\s*and\s+|\s*,\s*|\s+and\s+|\s+to\s+|\s*[-–]\s*)"
_LABELLED = re.compile(
    rf"\b(?P<kind>(?i:{'|'.join([*_KINDS, *_SHORT])}))(?:s|\.)?\s+"
    rf"(?P<numbers>{_NUMBER}(?:{_BETWEEN}{_NUMBER})*)(?:\s+\(\d+\))?"
)
"""A kind and its numbers; a number in brackets right after them, as in Lemma 4 (1), is an item and no equation."""
_EQUATIONS = re.compile(r"\((\d+)\)(?:\s*[-–]\s*\((\d+)\))?")
_CITED = re.compile(
    rf"\b(?:19|20)\d\d[a-z]?,\s*(?:(?:{'|'.join(_KINDS)})\s+{_NUMBER}|\(\d+\.\d+\))"
    rf"|\b(?:{'|'.join(_KINDS)})\s+{_NUMBER}\s+of\s+[A-Z]\w+"
)
"""Places of other works."""


RESULTS = ("Theorem", "Proposition", "Corollary", "Lemma")
"""The kinds of results that papers number."""

_RESULT = re.compile(rf"(?:^|,\s)(?P<result>(?:{'|'.join(RESULTS)})\s{_NUMBER})")
_BESIDE = re.compile(r"(?:ours|for|to|against)\b")
"""What begins the location of a claim that is about a result, without being at its place."""


class Located(Protocol):
    """What has a location in a paper."""

    @property
    def location(self) -> str:
        """The location as text."""
        ...


_L = TypeVar("_L", bound=Located)


@dataclass(frozen=True)
class Place:
    """Numbered things of one kind, from `first` to `last`."""

    kind: str
    first: _Number
    last: _Number

    def holds(self, other: "Place") -> bool:
        """Whether a single numbered thing is among these, or holds these as its parts."""
        if self.kind != other.kind:
            return False
        inside = other.kind in _NESTED and self.first[: len(other.first)] == other.first
        return inside or self.first <= other.first <= self.last

    def __str__(self) -> str:
        return _printed(self.kind, self.first)


def places(text: str) -> list[Place]:
    """All places that a text names, as ranges; those of works that it cites are left out."""
    text = _CITED.sub("", text)
    found: list[Place] = []
    for match in _LABELLED.finditer(text):
        kind = match["kind"].capitalize()
        kind = _SHORT.get(kind, kind)
        numbers = re.findall(rf"({_BETWEEN})?({_NUMBER})", match["numbers"])
        for between, number in numbers:
            last = _number(number)
            name = "Appendix" if kind == "Section" and last[0][1] and not last[0][0] else kind
            if between.strip() in {"to", "-", "–"} and found:
                found.append(Place(name, found.pop().first, last))
            else:
                found.append(Place(name, last, last))
    rest = _LABELLED.sub("", text)
    for match in _EQUATIONS.finditer(rest):
        found.append(Place(EQUATION, _number(match[1]), _number(match[2] or match[1])))
    return found


def numbered_result(location: str) -> Place | None:
    """The numbered result at whose own place a claim stands; none for what is in its proof, or in the text after it."""
    match = None if _BESIDE.match(location) else _RESULT.search(_CITED.sub("", location))
    return places(match["result"])[0] if match else None


def at(claims: Iterable[_L], place: str) -> list[_L]:
    """The claims at a place such as "(131)", "Theorem 3" or "Appendix G.2, Step 1": at all that it names.

    Raises ParameterError where it names none, or where no claim is: then with the nearest places that have one.
    """
    asked = places(f"({place.strip()})" if place.strip().isdigit() else place)
    if not asked:
        raise ParameterError(
            f'at = {place!r}: must be a numbered location such as "(131)", "Theorem 3" or "Section 4.2"'
        )
    known = [(claim, places(claim.location)) for claim in claims]
    found = [claim for claim, here in known if all(any(p.holds(one) for p in here) for one in asked)]
    if not found:
        told = "; ".join(_nearest(one, [p for _, here in known for p in here]) for one in asked)
        raise ParameterError(f"at = {place!r}: no claim has this location; {told}")
    return found


def _nearest(asked: Place, known: list[Place]) -> str:
    """In words, the nearest places below and above."""
    ends = {end for place in known if place.kind == asked.kind for end in (place.first, place.last)}
    if not ends:
        return f"no claim names {'an' if asked.kind[0] in 'aeAE' else 'a'} {asked.kind}"
    if any(place.holds(asked) for place in known):
        return f"{asked} has claims, but not these"
    below = max((end for end in ends if end < asked.first), default=None)
    above = min((end for end in ends if end > asked.first), default=None)
    near = [_printed(asked.kind, end) for end in (below, above) if end is not None]
    return f"the nearest: {' and '.join(near)}"


def _number(text: str) -> _Number:
    parts = []
    for part in text.split("."):
        digits = re.match(r"\d*", part)
        assert digits is not None
        parts.append((int(digits[0] or 0), part[digits.end() :]))
    return tuple(parts)


def _printed(kind: str, number: _Number) -> str:
    text = ".".join(f"{digits or ''}{letter}" for digits, letter in number)
    return f"({text})" if kind == EQUATION else f"{kind} {text}"
