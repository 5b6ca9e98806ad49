"""A site is written whole or not at all: built next to its place, then swapped in."""

import os
import platform
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from notation.parameters import ParameterError

MARK = "ratecheck-report.txt"
"""The file that tells a report from a folder of somebody's own."""


def check_place(out: Path) -> None:
    """Raise ParameterError where no report can be written: a file, a folder that is none of ours, no such parent."""
    try:
        if out.exists() and not out.is_dir():
            raise ParameterError(f"out = {str(out)!r}: is a file; a report is a folder")
        if out.is_dir() and any(out.iterdir()) and not (out / MARK).is_file():
            raise ParameterError(f"out = {str(out)!r}: is not empty and is not a report; name another folder")
        standing = next(parent for parent in _target(out).parents if parent.exists())
        tempfile.TemporaryDirectory(dir=standing).cleanup()
    except OSError as error:
        raise _unwritable(out, error) from None


@contextmanager
def swapped(out: Path) -> Iterator[Path]:
    """A new folder next to `out` that takes its place at the end, or is removed where the work fails.

    Raises ParameterError where it cannot be written.
    """
    check_place(out)
    target = _target(out)
    fresh: Path | None = None
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _remove_left(target)
        fresh = _beside(target)
        yield fresh
        (fresh / MARK).write_text(
            "A report of ratecheck. `ratecheck report` may replace this folder.\n", encoding="utf-8"
        )
        fresh.chmod(0o755)
        _swap(fresh, target)
    except OSError as error:
        raise _unwritable(out, error) from None
    finally:
        if fresh is not None:
            shutil.rmtree(fresh, ignore_errors=True)


def _swap(fresh: Path, target: Path) -> None:
    """Put the new folder in the old one's place; the old one comes back where that fails."""
    if not target.exists():
        fresh.replace(target)
        return
    aside = _beside(target)
    try:
        target.replace(aside)
        fresh.replace(target)
    finally:
        # After an error, or an interrupt, at any moment of the two.
        if not target.exists():
            aside.replace(target)
        shutil.rmtree(aside, ignore_errors=True)


_HIDDEN = re.compile(r"\.(?P<name>.*)\.ratecheck-(?P<host>[^-]*)-(?P<process>\d+)-[^-]*")
"""The name of a folder that is made next to a report: whose it is, and by which process of which machine."""


def _beside(target: Path) -> Path:
    """A new hidden folder next to a report."""
    prefix = f".{target.name[:100]}.ratecheck-{_host()}-{os.getpid()}-"
    return Path(tempfile.mkdtemp(dir=target.parent, prefix=prefix))


def _remove_left(target: Path) -> None:
    """Remove what runs for this report left that were killed: of processes of this machine that are no more."""
    for path in target.parent.iterdir():
        found = _HIDDEN.fullmatch(path.name)
        if (
            found
            and found["name"] == target.name[:100]
            and found["host"] == _host()
            and not _runs(int(found["process"]))
        ):
            shutil.rmtree(path, ignore_errors=True)


def _host() -> str:
    return re.sub(r"\W", "", platform.node())[:60]


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        # Somebody else's.
        return True
    return True


def _target(out: Path) -> Path:
    return out.resolve()


def _unwritable(out: Path, error: OSError) -> ParameterError:
    return ParameterError(f"out = {str(out)!r}: cannot write there ({error.strerror})")
