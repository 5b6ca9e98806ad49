"""Results of a section whose premises elsewhere are taken from the lock, which other tests hold against their code."""

from collections.abc import Iterable
from types import ModuleType, SimpleNamespace
from typing import Any

from verify import lock
from verify.outcome import Settings
from verify.record import Result
from verify.run import run


def _known(entry: dict[str, Any]) -> dict[str, Any]:
    """A lock's entry as a store holds it."""
    plain = {"fingerprint": entry["fingerprint"]}
    for side in ("printed", "corrected"):
        verdict = entry[side]
        plain[side] = None if verdict is None else {"verdict": verdict, "evidence": {}, "alpha": 0.0}
    return plain | {"seconds": 0.0}


def results_on_lock(modules: Iterable[ModuleType]) -> dict[str, Result]:
    """The results of all claims of some modules, judged in the quick profile, with premises whose lock is stale."""
    chosen = [claim for module in modules for claim in module.CLAIMS]
    mine = {claim.id for claim in chosen}
    entries = {id_: _known(entry) | {"id": id_} for id_, entry in lock.load().items() if id_ not in mine}
    store: Any = SimpleNamespace(entries=entries, append=lambda _: None)
    found = run(chosen, Settings(), store=store).results
    return {claim.id: found[claim.id] for claim in chosen}
