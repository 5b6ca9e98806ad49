"""Conditions for each index, families of random reals, what is outside unions: right steps pass, wrong ones don't."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from sympy import Abs, Rational

from tests.verify.kernel.calculus.chains import chained
from verify.kernel.calculus import (
    Both,
    Either,
    Expectation,
    Gap,
    Holds,
    Name,
    Not,
    Probability,
    Schema,
    Statement,
    WholeNumber,
    at_most,
    below,
    equal,
    included,
    integer,
    line,
    random_real,
    real,
)
from verify.kernel.calculus.checking import audit
from verify.kernel.calculus.facts.voting import (
    CELL_WHOLE,
    VALUE,
    VALUES_UNION,
    WHOLE_STEP,
    WINNER_AMONG,
    Among,
    B,
    Cell,
    Entry,
    J,
    Part,
    Winner,
    end,
    h,
    j,
    x,
)
from verify.kernel.calculus.over import Each, Maximum
from verify.kernel.calculus.reasons import at_index, each
from verify.kernel.calculus.values import satisfiable

S, H = Name("S", "family of random reals"), Name("H", "family of numbers")
X, k, q, s = random_real("X"), integer("k"), real("q", least=0), real("s")
SMALL = Each(at_most(Entry(H, k), 3), k, at_most(1, k), at_most(k, B))


def refused(why: str, *chain: Any, **more: Any) -> None:
    with pytest.raises((Gap, ValueError), match=why):
        audit(chained(*chain, **more))


def test_a_condition_for_each_index_holds_at_one_in_its_range() -> None:
    audit(line(Entry(H, B), given=(SMALL,)).le(3, at_index(SMALL, B)))
    refused("not shown|fails", Entry(H, B + 1), "<=", 3, (at_index(SMALL, B + 1),), given=(SMALL,))
    refused("hypothesis .* fails at", Entry(H, B), "<=", 3, (at_index(SMALL, B),))
    refused(
        "not established|fails",
        Entry(H, q),
        "<=",
        3,
        (at_index(SMALL, q),),
        given=(SMALL, at_most(1, q), at_most(q, B)),
    )
    refused("fails", Entry(H, B), "<=", 2, (at_index(SMALL, B),), given=(SMALL,))


def test_a_chain_shows_its_conclusion_for_each_index() -> None:
    wide = at_most(1, VALUE), at_most(VALUE, B)
    bound = Probability(Holds(equal(J, VALUE)))
    one = line(bound, given=(*wide, at_most(bound, q))).le(q, at_most(bound, q))
    with pytest.raises(ValueError, match="depends on v"):
        each(one, VALUE, *wide)
    far = Either(Holds(below(j, J)), Holds(below(J, j)))
    ends = Among(J, B), WholeNumber(j), at_most(1, j), at_most(j, B)
    sides = ((at_most(j + 1, VALUE), at_most(VALUE, B)), (at_most(1, VALUE), at_most(VALUE, j - 1)))
    shown = [each(line(bound, given=side).le(1), VALUE, *side) for side in sides]
    audit(line(Probability(far), given=ends).le(B - 1, VALUES_UNION(J, j, 0, B, 1), *shown))
    # What holds of each index by algebra needs no chain: a chance is at most 1, and no less.
    audit(line(Probability(far), given=ends).le(B - 1, VALUES_UNION(J, j, 0, B, 1), shown[0]))
    half = VALUES_UNION(J, j, 0, B, Rational(1, 2))
    refused("hypothesis .* fails at", Probability(far), "<=", (B - 1) / 2, (half,), given=ends)
    # A range that is too short is another condition.
    known = [Each(at_most(bound, Rational(1, 2)), VALUE, *side) for side in sides]
    audit(line(Probability(far), given=(*ends, *known)).le((B - 1) / 2, half))
    refused("hypothesis .* fails at", Probability(far), "<=", (B - 1) / 2, (half,), given=(*ends, known[0]))


def test_an_index_is_bound() -> None:
    with pytest.raises(ValueError, match="no index"):
        Each(at_most(X, 1), X)
    assert k not in SMALL.free_symbols
    with pytest.raises(ValueError, match="is random"):
        at_index(Each(at_most(s, 1), s), X)
    rule = line(Entry(H, B), given=(Each(at_most(Entry(H, k), 3 + q), k),)).le(
        3 + q, at_index(Each(at_most(Entry(H, k), 3 + q), k), B)
    )
    with pytest.raises(ValueError, match="captured"):
        rule.at({q: Abs(k)})


def test_a_member_of_a_family_is_random() -> None:
    constant = line(Expectation(s * X)).le(Expectation(s * X) + 1)
    with pytest.raises(ValueError, match="is random"):
        constant.at({s: Part(S, k)})
    constant.at({s: Entry(H, k)})
    with pytest.raises(ValueError, match="is random"):
        constant.at({s: Maximum(Part(S, k), k, at_most(1, k), at_most(k, B))})


def test_what_is_outside_a_union_is_outside_both() -> None:
    low, high = Holds(below(X, 0)), Holds(below(1, X))
    inside = Both(Holds(at_most(0, X)), Holds(at_most(X, 1)))
    outside = Not(Either(low, high))
    audit(line(Probability(outside)).le(Probability(inside), included(outside, inside)))
    audit(line(Probability(Either(low, high))).le(Probability(Not(inside)), included(Either(low, high), Not(inside))))
    wrong = Both(Holds(at_most(Rational(1, 2), X)), Holds(at_most(X, 1)))
    refused("fails|not shown", Probability(outside), "<=", Probability(wrong), (included(outside, wrong),))
    refused("fails|not shown", Probability(Not(wrong)), "<=", Probability(low), (included(Not(wrong), low),))


def test_hypotheses_that_meet_at_few_points_are_met() -> None:
    letters = [integer(f"n_{i}", least=1) for i in range(6)]
    rising = tuple(below(one, other) for one, other in pairwise(letters))
    assert satisfiable((*rising, equal(letters[0], 1), equal(letters[1], 2)))
    assert not satisfiable((*rising, below(letters[-1], letters[0])))


@pytest.mark.parametrize(
    ("schema", "wrong"),
    [
        (WINNER_AMONG, Among(J, B - 1)),
        (CELL_WHOLE, WholeNumber(Cell(x, end, h, B) / 2)),
    ],
    ids=lambda given: given.name if isinstance(given, Schema) else "",
)
def test_properties_that_are_wrongly_said_fall(schema: Schema, wrong: Any) -> None:
    def build(*arguments: Any) -> Statement:
        return replace(schema.build(*arguments), conclusion=wrong)

    assert schema.fails() == ""
    assert "fails" in replace(schema, build=build).fails()


def test_facts_ask_for_all_that_they_need() -> None:
    """Planted: the winner compared with what is no candidate, a step that is not whole, a union over too few values."""
    refused("not shown|fails|not established", s + 1, "<=", 2, (WHOLE_STEP(s, 2),), given=(below(s, 2),))
    bound = at_most(Probability(Holds(equal(J, VALUE))), q)
    right = Each(bound, VALUE, at_most(j + 1, VALUE), at_most(VALUE, B))
    far = Either(Holds(below(j, J)), Holds(below(J, j)))
    ends = Among(J, B), WholeNumber(j), at_most(1, j), at_most(j, B)
    union = (VALUES_UNION(J, j, 0, B, q),)
    refused("hypothesis .* fails at", Probability(far), "<=", (B - 1) * q, union, given=(*ends, right))
    refused("not established", Probability(far), "<=", (B - 1) * q, union, given=ends[1:])
    assert Winner(J, S, B) not in ends
