"""Each bound at a numbered result, made wrong by 10^6: which are contradicted by some other statement of the ledger.

A lower bound is, by what the best constant reaches; except for a few far below it. An upper bound mostly is not:
its constants are more than 10^6 times those of a lower bound, or it is of an algorithm's risk, which no other bounds.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from verify.kernel.calculus.chain import Chain
from verify.kernel.statements import AllOf
from verify.ledger import lock
from verify.ledger.collect import claims
from verify.ledger.cross_examination import CountedBound, bounds_in, compare, trivial
from verify.ledger.places import numbered_result

FACTOR = 10**6


def chains(statement: Any) -> Iterator[Chain]:
    """The chains of a statement and of its parts."""
    if isinstance(statement, Chain):
        yield statement
    elif isinstance(statement, AllOf):
        for part in statement.parts:
            yield from chains(part[1])


@cache
def bounds() -> dict[str, list[CountedBound]]:
    """What standing chains bound, by claim."""
    found: dict[str, list[CountedBound]] = defaultdict(list)
    for id_, entry in lock.load().items():
        for side in ("printed", "corrected"):
            if id_ in claims() and entry.get(side) not in (None, "refuted", "open"):
                for chain in chains(getattr(claims()[id_], side)):
                    found[id_] += bounds_in(id_, chain)
    return found


def contradicted(bound: CountedBound) -> bool:
    """Whether the bound, made wrong by the factor, is against something trivial or another claim."""
    broken = replace(bound, bound=bound.bound * FACTOR if bound.below else bound.bound / FACTOR)
    others = [
        other
        for id_, many in bounds().items()
        if id_ != bound.claim
        for other in many
        if other.quantity == bound.quantity and other.below != bound.below
    ]
    return any(compare(broken, other).contradictions for other in (*trivial(broken), *others))


def at_results(below: bool) -> list[CountedBound]:
    """The lower or the upper bounds of claims at numbered results."""
    return [
        bound
        for id_, many in bounds().items()
        if numbered_result(claims()[id_].location)
        for bound in many
        if bound.below == below
    ]


FAR = {
    "kent/prop4": "holds from n alpha^2 of 120 s log(6d) on, where it is below e^-5000",
    "kent/prop5": "its constant is 10^6 below the best constant's at one user",
    "kent/cor8ii/lower": "asks for d and s so large that it is 10^6 below the best constant's",
    "kent/lemma29": "a covering number, which nothing bounds from above",
    "kent/lemma30": "a covering number, which nothing bounds from above",
}
"""Lower bounds that are true, as far as the ledger knows, when they are larger by 10^6."""


def test_no_bound_as_it_stands_is_contradicted_by_what_is_trivial() -> None:
    many = [bound for found in bounds().values() for bound in found]
    assert len(many) > 500
    assert [bound.claim for bound in many for other in trivial(bound) if compare(bound, other).contradictions] == []


def test_a_lower_bound_that_is_too_large_by_a_million_is_contradicted() -> None:
    missed = {bound.claim for bound in at_results(True) if not contradicted(bound)}
    assert missed == set(FAR)


@pytest.mark.parametrize("claim", ["kent/thm6i", "zhao/thm6/lower", "bassily/thm3.1/lower", "kent/prop3ii"])
def test_the_contradiction_is_of_the_bound_and_not_of_its_factor(claim: str) -> None:
    """With the bound as it stands there is none."""
    lows = [bound for bound in at_results(True) if bound.claim == claim]
    assert lows
    assert all(contradicted(bound) for bound in lows)
    assert not any(compare(bound, other).contradictions for bound in lows for other in trivial(bound))


def test_upper_bounds_that_are_contradicted_are_few() -> None:
    """A limit of the cross-examination, told as a number."""
    highs = at_results(False)
    assert (sum(contradicted(bound) for bound in highs), len(highs)) == (1, 63)
