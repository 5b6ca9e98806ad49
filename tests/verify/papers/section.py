"""What the tests of a section of the ledger share."""

from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType, SimpleNamespace
from typing import Any

from verify.kernel.statements.claim import Claim
from verify.kernel.statements.outcome import Settings
from verify.ledger import lock
from verify.ledger.record import Result
from verify.ledger.run import run


def claims_of(modules: Iterable[ModuleType]) -> dict[str, Claim]:
    """All claims of some modules by id, each id once."""
    claims = [claim for module in modules for claim in module.CLAIMS]
    assert len({claim.id for claim in claims}) == len(claims)
    return {claim.id: claim for claim in claims}


class Results(Mapping[str, Result]):
    """The results of all claims of some modules, each judged in the quick profile when it is asked for.

    Its premises are taken from the lock, which other tests hold against their code; they are judged as well where
    their lock is stale.
    """

    def __init__(self, modules: Iterable[ModuleType]) -> None:
        self._claims = claims_of(modules)
        self._found: dict[str, Result] = {}

    def __getitem__(self, id_: str) -> Result:
        if id_ not in self._found:
            entries = {other: _known(entry) | {"id": other} for other, entry in lock.load().items() if other != id_}
            store: Any = SimpleNamespace(entries=entries, append=lambda _: None)
            self._found[id_] = run([self._claims[id_]], Settings(), store=store).results[id_]
        return self._found[id_]

    def __iter__(self) -> Iterator[str]:
        return iter(self._claims)

    def __len__(self) -> int:
        return len(self._claims)


def results_of(modules: Iterable[ModuleType]) -> Results:
    """The results of all claims of some modules."""
    return Results(modules)


def _known(entry: dict[str, Any]) -> dict[str, Any]:
    """A lock's entry as a store holds it."""
    plain: dict[str, Any] = {"fingerprint": entry["fingerprint"], "seconds": 0.0}
    for side in ("printed", "corrected"):
        verdict = entry[side]
        plain[side] = None if verdict is None else {"verdict": verdict, "evidence": {}, "alpha": 0.0}
    return plain
