"""Files written whole or not at all, and the store that a killed run resumes from."""

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from notation.parameters import ParameterError


def write_whole(path: Path, text: str) -> None:
    """Write `text` to `path` in one step; raises ParameterError, with nothing half-written, where that fails."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise ParameterError(f"{path}: cannot write there ({error.strerror})") from None
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        temporary.chmod(0o644)
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise ParameterError(f"{path}: cannot write there ({error.strerror})") from None


class Store:
    """A run file: one JSON record a line, appended as claims finish; a broken last line is dropped."""

    def __init__(self, path: Path, run: dict[str, Any]) -> None:
        """Open the store for `run` (seed and profile); raises ParameterError where it belongs to another run."""
        self.path = path
        self.entries: dict[str, dict[str, Any]] = {}
        lines = self._lines()
        if lines and lines[0] != {"run": run}:
            raise ParameterError(f"store = {str(path)!r}: holds another run, {lines[0].get('run')}; this is {run}")
        for entry in lines[1:]:
            self.entries[entry["id"]] = entry
        write_whole(path, "".join(json.dumps(line) + "\n" for line in [{"run": run}, *self.entries.values()]))

    def append(self, entry: dict[str, Any]) -> None:
        """Add one entry, flushed to the disk before this returns."""
        with self.path.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(entry) + "\n")
            stream.flush()
            os.fsync(stream.fileno())
        self.entries[entry["id"]] = entry

    def _lines(self) -> list[dict[str, Any]]:
        if not self.path.exists():
            return []
        try:
            text = self.path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ParameterError(f"store = {str(self.path)!r}: cannot be read ({error})") from None
        lines = []
        complete = text.split("\n")[:-1]
        for number, line in enumerate(complete, start=1):
            try:
                entry = json.loads(line)
            except json.JSONDecodeError:
                raise ParameterError(f"store = {str(self.path)!r}: line {number} is no record of a run") from None
            if not isinstance(entry, dict) or not ("run" in entry if number == 1 else "id" in entry):
                raise ParameterError(f"store = {str(self.path)!r}: line {number} is no record of a run")
            lines.append(entry)
        return lines
