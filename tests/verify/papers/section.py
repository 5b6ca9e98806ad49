"""What the tests of a section of the ledger share."""

from collections.abc import Iterable
from types import ModuleType, SimpleNamespace
from typing import Any

from verify.ledger import lock
from verify.ledger.record import Result
from verify.ledger.run import run
from verify.statements.claim import Claim
from verify.statements.outcome import Settings


def claims_of(modules: Iterable[ModuleType]) -> dict[str, Claim]:
    """All claims of some modules by id, each id once."""
    claims = [claim for module in modules for claim in module.CLAIMS]
    assert len({claim.id for claim in claims}) == len(claims)
    return {claim.id: claim for claim in claims}


def results_of(modules: Iterable[ModuleType]) -> dict[str, Result]:
    """The results of all claims of some modules, judged in the quick profile.

    Premises in other modules are taken from the lock, which other tests hold against their code; they are judged as
    well where their lock is stale.
    """
    chosen = [claim for module in modules for claim in module.CLAIMS]
    mine = {claim.id for claim in chosen}
    entries = {id_: _known(entry) | {"id": id_} for id_, entry in lock.load().items() if id_ not in mine}
    store: Any = SimpleNamespace(entries=entries, append=lambda _: None)
    found = run(chosen, Settings(), store=store).results
    return {claim.id: found[claim.id] for claim in chosen}


def _known(entry: dict[str, Any]) -> dict[str, Any]:
    """A lock's entry as a store holds it."""
    plain: dict[str, Any] = {"fingerprint": entry["fingerprint"], "seconds": 0.0}
    for side in ("printed", "corrected"):
        verdict = entry[side]
        plain[side] = None if verdict is None else {"verdict": verdict, "evidence": {}, "alpha": 0.0}
    return plain
