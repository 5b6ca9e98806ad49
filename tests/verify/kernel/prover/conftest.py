"""Here proofs are searched for: none is known from before, whatever this process has loaded."""

import pytest

from verify.kernel.prover import recall


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> recall.Proofs:
    """The proofs that are known: at first none."""
    proofs: recall.Proofs = {}
    monkeypatch.setattr(recall, "_known", lambda: proofs)
    return proofs
