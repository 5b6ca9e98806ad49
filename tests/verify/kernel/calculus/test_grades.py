"""Every fact says what stands behind it, and a theorem says where it can be read."""

import re

import pytest

from verify.kernel.calculus import Schema
from verify.ledger.collect import all_facts

_YEAR = re.compile(r"\b1[6-9]\d\d\b|\b20\d\d\b|\bDLMF\b")
_PLACE = re.compile(
    r"\b(?:Theorem|Lemma|Corollary|Proposition|Section|Exercise|Example)s? [A-Z\d]|\(\d+(?:\.\d+)*\)|\b\d+\.\d+\.\d+\b"
)
# What an argument rests on, however short: a definition needs none of these.
_ARGUED = re.compile(
    r"linearity|subadditivity|monotonicity|inequality|independent|integrated|averaged|by symmetry|total probability",
    re.I,
)
UNPLACED = ("Pinsker", "Markov", "subadditivity", "definition", "Tsybakov 2009", "Robbins 1955, Stirling's formula")


def placed(citation: str) -> bool:
    """Whether a citation names a work, by its year, and a place in it behind that."""
    year = _YEAR.search(citation)
    return year is not None and _PLACE.search(citation, year.end()) is not None


def defines(citation: str) -> bool:
    """Whether a citation refers to a definition, without an argument behind it."""
    return "definition" in citation.lower() and _ARGUED.search(citation) is None


@pytest.mark.parametrize("fact", all_facts(), ids=lambda fact: fact.name)
def test_a_theorem_says_where_it_stands_and_a_lemma_why_it_holds(fact: Schema) -> None:
    assert fact.grade != "theorem" or placed(fact.citation)
    assert fact.grade != "lemma" or not fact.citation.startswith("definition")
    assert fact.grade != "definition" or defines(fact.citation)


@pytest.mark.parametrize(
    "citation",
    [
        "subadditivity",
        "Nesterov 2004, (2.1.2)",
        "definition: linearity",
        "definition, integrated",
        "triangle inequality",
    ],
)
def test_what_needs_an_argument_is_no_definition(citation: str) -> None:
    assert not defines(citation)


@pytest.mark.parametrize("citation", UNPLACED)
def test_what_names_no_place_is_no_theorem(citation: str) -> None:
    assert not placed(citation)


def test_a_fact_without_a_grade_is_refused() -> None:
    fact = all_facts()[0]
    ungraded = (fact.name, fact.citation, fact.build, fact.letters, fact.cases)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'cases'"):
        Schema(*ungraded)  # type: ignore[arg-type, call-arg]
    with pytest.raises(ValueError, match="grade = 'folklore': must be one of definition, theorem, lemma"):
        Schema(fact.name, "folklore", *ungraded[1:])  # type: ignore[arg-type]
