"""Files written whole or not at all, JSON that may be anybody's, and the store that a killed run resumes from."""

import errno
import json
import math
import os
import re
import tempfile
from collections.abc import Callable, Mapping
from itertools import accumulate
from pathlib import Path
from typing import Any

from notation.parameters import ParameterError, shown

DEEPEST = 100
"""Brackets within brackets, at most: a reader goes down them."""

_LARGEST_FILE = 10**8
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_CONTROL = re.compile(
    r"[\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]"
    r"|\\u(?:00(?:[01].|7f|[89].)|202[89a-e]|200[ef]|206[6-9])",
    re.IGNORECASE,
)
"""As JSON may hold it: what moves a terminal's cursor or turns the direction of writing.

A tab and an end of line are written otherwise.
"""


def read_json(path: Path, name: str) -> Any:
    """A JSON document from a file; `name` is what the reader of an error calls it.

    Raises:
        ParameterError: where the file can't be read or is no JSON, or holds what can't be shown: nesting without end,
            numbers beyond floats, control characters.
    """
    try:
        return parsed(_text(path))
    except (OSError, ValueError) as error:
        told = error.strerror if isinstance(error, OSError) else error
        raise ParameterError(f"{name} = {str(path)!r}: cannot be read ({told})") from None


def _text(path: Path) -> str:
    if path.is_char_device():
        raise ValueError("is not a file")
    with path.open(encoding="utf-8") as stream:
        return stream.read(_LARGEST_FILE + 1)


def parsed(text: str) -> Any:
    """The JSON document that the text is; raises ValueError as `read_json` says."""
    if len(text) > _LARGEST_FILE:
        raise ValueError(f"more than {_LARGEST_FILE} characters")
    brackets = re.findall(r"[\[\]{}]", _STRING.sub("", text))
    if max(accumulate(1 if bracket in "[{" else -1 for bracket in brackets), default=0) > DEEPEST:
        raise ValueError(f"brackets nested more than {DEEPEST} deep")
    if found := _CONTROL.search(text):
        raise ValueError(f"a control character, {found.group()!a}")
    document = json.loads(text, parse_int=_whole, parse_float=_float, parse_constant=_refused)
    # Half a letter of two halves.
    json.dumps(document, ensure_ascii=False).encode()
    return document


def _whole(text: str) -> int:
    if len(text) > 300:
        raise ValueError(f"a whole number of {len(text)} digits")
    return int(text)


def _float(text: str) -> float:
    number = float(text)
    return number if abs(number) < float("inf") else _refused(text)


def _refused(text: str) -> float:
    raise ValueError(f"{text[:20]} is not a number of JSON and floats")


def json_text(document: Any) -> str:
    """The document as JSON, with null for numbers that JSON does not have."""
    return json.dumps(finite(document), indent=1, allow_nan=False)


def finite(value: Any) -> Any:
    """A document with null for numbers that JSON does not have."""
    if isinstance(value, dict):
        return {key: finite(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [finite(part) for part in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def check_writable(path: Path) -> None:
    """Raise ParameterError where `write_whole` would fail, before the work whose result it is to write."""
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not _is_device(path):
            tempfile.TemporaryFile(dir=_behind_links(path).parent).close()
    except OSError as error:
        raise _unwritable(path, error) from None


def make_folder(path: Path) -> None:
    """Make a folder that files can be written into, before the work; raises ParameterError where there can be none."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(path, error) from None
    check_writable(path / "file")


def write_whole(path: Path, text: str) -> None:
    """Write `text` to `path` in one step; raises ParameterError, with nothing half-written, where that fails.

    A link stays one, and what is no file (/dev/stdout, a pipe) is written to, not replaced.
    """
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, content: bytes) -> None:
    """`write_whole` for bytes."""
    write_all({path: content})


def write_all(contents: Mapping[Path, bytes]) -> None:
    """`write_whole` for several files: none of them is replaced before all have been written next to their places."""
    staged: list[tuple[Path, Path]] = []
    path = Path()
    try:
        for path, content in contents.items():
            if _is_device(path):
                path.write_bytes(content)
                continue
            target = _behind_links(path)
            handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:100]}.")
            staged.append((Path(name), target))
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
            Path(name).chmod(0o644)
        for temporary, path in staged:
            temporary.replace(path)
    except OSError as error:
        raise _unwritable(path, error) from None
    finally:
        for temporary, _ in staged:
            temporary.unlink(missing_ok=True)


def _is_device(path: Path) -> bool:
    return path.exists() and not path.is_file()


def _behind_links(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _unwritable(path: Path, error: OSError) -> ParameterError:
    return ParameterError(f"{path}: cannot write there ({error.strerror})")


def check_apart(files: Mapping[str, Path | None]) -> None:
    """Raise ParameterError where two of the files, by the options that name them, are one: the last would be left.

    A device takes several.
    """
    named: dict[Path, str] = {}
    for option, path in files.items():
        if path is None or _is_device(path):
            continue
        place = _behind_links(path)
        for other, first in named.items():
            if place == other or (place.exists() and other.exists() and place.samefile(other)):
                raise ParameterError(f"{option} = {str(path)!r}: is also the file of {first}; name another")
        named[place] = option


class Store:
    """A run file: one JSON entry a line, appended as parts finish; a broken last line is dropped."""

    def __init__(self, path: Path, run: dict[str, Any], is_entry: Callable[[dict[str, Any]], bool]) -> None:
        """Open the store for `run`; `is_entry` says whether an object with a word as `id` is an entry of such a run.

        Raises ParameterError where it belongs to another run, or is no file.
        """
        self.path = path
        self._is_entry = is_entry
        self.entries: dict[str, dict[str, Any]] = {}
        lines = self._lines()
        if lines and lines[0] != {"run": run}:
            raise ParameterError(
                f"store = {str(path)!r}: holds another run, {shown(lines[0].get('run'))}; this is {shown(run)}"
            )
        for entry in lines[1:]:
            self.entries[entry["id"]] = entry
        write_whole(path, "".join(json.dumps(line) + "\n" for line in [{"run": run}, *self.entries.values()]))

    def append(self, entry: dict[str, Any]) -> None:
        """Add one entry, flushed to the disk before this returns."""
        with self.path.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(finite(entry)) + "\n")
            stream.flush()
            os.fsync(stream.fileno())
        self.entries[entry["id"]] = entry

    def _lines(self) -> list[dict[str, Any]]:
        if not self.path.exists():
            return []
        if _is_device(self.path):
            raise ParameterError(f"store = {str(self.path)!r}: must be a file that can be read")
        try:
            text = self.path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ParameterError(f"store = {str(self.path)!r}: cannot be read ({error})") from None
        lines = []
        *complete, broken = text.split("\n")
        if broken and not complete:
            # The first line is written whole, with the file: this is somebody's own.
            raise ParameterError(f"store = {str(self.path)!r}: is not a store of a run")
        for number, line in enumerate(complete, start=1):
            try:
                entry = parsed(line)
            except ValueError:
                entry = None
            if not isinstance(entry, dict) or not ("run" in entry if number == 1 else self._is_sound(entry)):
                raise ParameterError(f"store = {str(self.path)!r}: line {number} is not a record of a run")
            lines.append(entry)
        return lines

    def _is_sound(self, entry: dict[str, Any]) -> bool:
        return isinstance(entry.get("id"), str) and self._is_entry(entry)
