"""What the tests of a section of the ledger share."""

from collections.abc import Iterable
from types import ModuleType

from verify.outcome import Settings
from verify.record import Result
from verify.run import run


def results_of(modules: Iterable[ModuleType]) -> dict[str, Result]:
    """The results of all claims of some modules, premises judged as well, in the quick profile."""
    chosen = [claim for module in modules for claim in module.CLAIMS]
    found = run(chosen, Settings()).results
    return {claim.id: found[claim.id] for claim in chosen}
