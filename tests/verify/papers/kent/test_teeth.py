"""No broken chain of the paper is accepted."""

import pytest

from tests.verify.calculus.teeth import accepted, chains

CHAINS = chains("kent")
SLACK = {
    "kent/lemma20": ["gamma^1/4"],  # the line before the last is 2 gamma^50, below gamma^(5/4) for gamma <= 98/100
    "kent/prop3/step1: from below": ["d^1/4"],  # (10/(pi e))^(d/2) sqrt(pi d) of room, 10/(pi e) = 1.17
    "kent/prop3/step1: from above": ["d^-1/4"],  # (3/2)^(d/2) of room
    "kent/lemma27: the tail": ["d^-1/4"],  # no d is needed: the line before the last is without it
    "kent/lemma30/240: the volume": ["d^1/4"],  # the same room as in kent/prop3/step1
    "kent/lemma30: s < d": ["without s <= d"],  # 1 <= d - s says it
}
"""What is still accepted because it is true too: the paper's bound leaves room."""


@pytest.mark.parametrize("id_", CHAINS)
def test_no_broken_chain_is_accepted(id_: str) -> None:
    assert accepted(CHAINS[id_]) == SLACK.get(id_, [])
