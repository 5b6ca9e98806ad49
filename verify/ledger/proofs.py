"""The proofs that a paper's claims rest on, next to its lock, so that a run need not search for them again.

`verify --update` writes them, `verify` in the quick profile recalls them and has the checker read each; in the full
profile all are searched for again. No verdict comes from these files: without them a run only takes longer.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from notation.papers import papers
from notation.parameters import ParameterError
from verify.files import write_all
from verify.kernel.prover import recall
from verify.kernel.prover.recall import Proofs
from verify.ledger import lock

_SCHEMA = "ratecheck-proofs/1"


def learn() -> None:
    """Make all papers' proofs known to this process."""
    for key in papers():
        recall.learn(_read(key))


def update(used: Mapping[str, Proofs], *, whole: bool) -> None:
    """Add the proofs that a run used, by paper; after a `whole` run, drop those that none used.

    A proof stays in the file that holds it, whichever paper used it first in this run. Raises ParameterError where a
    file that changes can't be written.
    """
    by_all = {digest for proofs in used.values() for digest in proofs}
    before = {key: _read(key) for key in papers()}
    kept = {k: {d: p for d, p in proofs.items() if not whole or d in by_all} for k, proofs in before.items()}
    written = {}
    for key, proofs in kept.items():
        elsewhere = {d for other, found in kept.items() if other != key for d in found}
        proofs |= {d: p for d, p in used.get(key, {}).items() if d not in elsewhere}
        if proofs != before[key]:
            lines = ",\n".join(f" {json.dumps(d)}: {json.dumps(proofs[d])}" for d in sorted(proofs))
            text = f'{{"schema": {json.dumps(_SCHEMA)}, "proofs": {{\n{lines}\n}}}}\n'
            written[_path(key)] = text.encode()
    write_all(written)


def _path(key: str) -> Path:
    return lock.path(key).with_name("proofs.json")


def _read(key: str) -> Proofs:
    """A paper's proofs; none where there is no file."""
    path = _path(key)
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        found: Any = document["proofs"] if document["schema"] == _SCHEMA else None
        return dict(found)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
        raise ParameterError(f"{path}: holds no proofs ({error!r})") from None
