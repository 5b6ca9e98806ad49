"""The lock: ids, verdicts and fingerprints that a run must find again; written only from a run."""

import json
from importlib import resources
from pathlib import Path
from typing import Any

from notation.parameters import ParameterError
from verify.files import write_whole
from verify.record import Record, verdicts

SCHEMA = "ratecheck/1"
_PATH = resources.files("verify") / "lock.json"


def load() -> dict[str, dict[str, Any]]:
    """Entries by id: printed and corrected verdicts, and the fingerprint."""
    try:
        return dict(json.loads(_PATH.read_text(encoding="utf-8"))["claims"])
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ParameterError(f"{_PATH}: is no lock ({error!r})") from None


def unexpected(records: list[Record], lock: dict[str, dict[str, Any]]) -> list[str]:
    """Ids whose verdict or fingerprint is not as the lock says, or that are not in it."""
    return [entry["id"] for entry in records if _projection(entry) != lock.get(entry["id"])]


def differences(entry: Record, lock: dict[str, dict[str, Any]]) -> str:
    """In words, how a record differs from the lock."""
    known = lock.get(entry["id"])
    if known is None:
        return "not in the lock"
    now = _projection(entry)
    told = [f"{key}: locked {known.get(key)}, now {now[key]}" for key in now if now[key] != known.get(key)]
    return "; ".join(told)


def check_checkout() -> None:
    """Raise ParameterError where the package is not a checkout, whose lock can be written."""
    if not (Path(str(_PATH)).parent.parent / "pyproject.toml").exists():
        raise ParameterError("--update: works only from a checkout of the project")


def update(records: list[Record], ids: set[str]) -> None:
    """Write the records into the lock, and drop entries of claims that are no more (`ids` are all that there are).

    Raises ParameterError where the package is not a checkout that can be written.
    """
    check_checkout()
    lock = {id_: entry for id_, entry in load().items() if id_ in ids}
    lock |= {entry["id"]: _projection(entry) for entry in records}
    ordered = {id_: lock[id_] for id_ in sorted(lock)}
    write_whole(Path(str(_PATH)), json.dumps({"schema": SCHEMA, "claims": ordered}, indent=1) + "\n")


def _projection(entry: Record) -> dict[str, Any]:
    return {**verdicts(entry), "fingerprint": entry["fingerprint"]}
