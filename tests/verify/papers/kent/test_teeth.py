"""No broken chain of the paper is accepted."""

import pytest

from tests.verify.kernel.calculus.teeth import accepted, chains

CHAINS = chains("kent")
SLACK = {
    "kent/own/example1a-low-privacy: for alpha > 1": ["alpha^1/4"],  # alpha^2 of room
    "kent/own/example1b-low-privacy: n alpha": ["alpha^1/4"],  # tanh(alpha/2) is at most alpha^(1/4)
    "kent/own/example1b-low-privacy: 12 n alpha^2": ["alpha^-1/4"],  # alpha of room
    "kent/own/varshamov-gilbert: more than the usual": ["k^1/4"],  # e^(0.19 k) of room
    "kent/prop5: (76)": ["min to max"],  # the larger of both makes the bound smaller
    "kent/lemma20": ["gamma^1/4"],  # the line before the last is 2 gamma^50, below gamma^(5/4) for gamma <= 98/100
    "kent/prop3/step1: from below": ["d^1/4"],  # (10/(pi e))^(d/2) sqrt(pi d) of room, 10/(pi e) = 1.17
    "kent/prop3/step1: from above": ["d^-1/4"],  # (3/2)^(d/2) of room
    "kent/eq156": ["y^1/4", "y^-1/4"],  # the line before the last is 1/(12 y^(3/2)), and y is at least e
    "kent/prop3i: (66)": ["d^1/4"],  # d 16^(1 - 1/d) of room
    "kent/lemma27: the tail": ["d^-1/4"],  # no d is needed: the line before the last is without it
    "kent/own/eq110/far: the square": ["T^*^-1/4", "n^-1/4"],  # 2/(nT*)^8 is far below the square of 2/(nT*)^2
    "kent/eq111/b: the second term": ["T^*^-1/4"],  # the line before the last is smaller by the root of T*
    "kent/lemma30/240: the volume": ["d^1/4"],  # the same room as in kent/prop3/step1
    "kent/appB/general: next to the tailored one": ["m^-1/4"],  # m^2 of room
    "kent/appH.5/eq212: the printed bound is below it": ["beta^-1/4"],  # 84^(2 beta + 1) of room
    "kent/lemma30: s < d": ["without s <= d"],  # 1 <= d - s says it
    "kent/eq119/decay: the third sign": ["alpha^-1/4"],  # alpha of room above 1
    "kent/alg12/budget": ["without alpha < k + 1"],  # k is floor(alpha); the budget needs k <= alpha alone
    "kent/eq104/c": ["without 8 <= alpha**2*n"],  # an equality: the condition has the root of its logarithm real
}
"""What is still accepted because it is true too: the paper's bound leaves slack."""


@pytest.mark.parametrize("id_", CHAINS)
def test_no_broken_chain_is_accepted(id_: str) -> None:
    # What is true all the same must be found on a slow machine too.
    assert accepted(CHAINS[id_], seconds=5 if id_ in SLACK else 1) == SLACK.get(id_, [])
