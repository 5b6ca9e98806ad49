"""No broken chain of the paper is accepted."""

import pytest

from tests.verify.kernel.calculus.teeth import accepted, chains

CHAINS = chains("label")


@pytest.mark.parametrize("id_", CHAINS)
def test_no_broken_chain_is_accepted(id_: str) -> None:
    assert accepted(CHAINS[id_]) == []
