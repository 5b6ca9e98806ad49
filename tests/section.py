"""What the tests of a section of the ledger share."""

from collections.abc import Iterable
from types import ModuleType

from verify.claim import Claim
from verify.outcome import Settings
from verify.record import Result
from verify.run import run


def claims_of(modules: Iterable[ModuleType]) -> dict[str, Claim]:
    """All claims of some modules by id, each id once."""
    claims = [claim for module in modules for claim in module.CLAIMS]
    assert len({claim.id for claim in claims}) == len(claims)
    return {claim.id: claim for claim in claims}


def results_of(modules: Iterable[ModuleType]) -> dict[str, Result]:
    """The results of all claims of some modules, premises judged as well, in the quick profile."""
    chosen = [claim for module in modules for claim in module.CLAIMS]
    found = run(chosen, Settings()).results
    return {claim.id: found[claim.id] for claim in chosen}
