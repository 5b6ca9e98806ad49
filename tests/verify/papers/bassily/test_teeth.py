"""No broken chain of the paper is accepted."""

from dataclasses import replace

import pytest

from tests.verify.kernel.calculus.teeth import accepted, chains
from verify.kernel.calculus import Chain
from verify.kernel.statements import FiniteCheck
from verify.kernel.statements.outcome import Settings, Verdict
from verify.ledger.collect import claims
from verify.papers.bassily.s6_local.queries import gradients

CHAINS = chains("bassily")
PRIVACY = {id_: chain.given[1:3] for id_, chain in CHAINS.items() if id_.startswith("bassily/thm3.1: m in part")}
"""What the algorithm's privacy needs, and the excess does not: epsilon <= 1, and delta enough for each step."""


@pytest.mark.parametrize("id_", CHAINS)
def test_no_broken_chain_is_accepted(id_: str) -> None:
    assert accepted(CHAINS[id_]) == [f"without {c}" for c in PRIVACY.get(id_, ())]


def test_a_batch_that_answers_twice_is_not_unbiased() -> None:
    """bassily/sec6/unbiased with the first batch's users again."""
    chain = claims()["bassily/sec6/unbiased"].printed
    assert isinstance(chain, Chain)
    ((_, check),) = chain.crosschecks
    assert isinstance(check, FiniteCheck)
    assert check.check(Settings()).verdict is Verdict.CHECKED
    again = replace(check, cases=lambda _: gradients(fresh=False))
    assert again.check(Settings()).verdict is Verdict.REFUTED
