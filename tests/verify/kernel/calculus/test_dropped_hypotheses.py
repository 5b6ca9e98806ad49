"""For each hypothesis of each fact: without it some case breaks the fact, or the list says why none is known."""

import pytest

from tests.verify.kernel.calculus.dropped import refuted
from tests.verify.kernel.calculus.untested import FIRST, SECOND, UNTESTED
from verify.kernel.calculus import Schema
from verify.ledger.collect import all_facts

ASKING = [schema for schema in all_facts() if schema.statement.hypotheses]


@pytest.mark.parametrize("schema", ASKING, ids=lambda schema: schema.name)
def test_each_hypothesis_is_needed_or_listed(schema: Schema) -> None:
    asked = [str(hypothesis) for hypothesis in schema.statement.hypotheses]
    listed = {told for name, told in UNTESTED if name == schema.name}
    shown = {asked[place] for place in refuted(schema)}
    assert set(asked) - shown == listed


def test_the_list_is_of_hypotheses_that_there_are() -> None:
    known = {(schema.name, str(hypothesis)) for schema in ASKING for hypothesis in schema.statement.hypotheses}
    assert set(UNTESTED) <= known
    assert all(reason.strip() for reason in UNTESTED.values())


def test_the_list_only_shrinks() -> None:
    assert len(FIRST) <= 39
    assert len(SECOND) <= 99
