"""How the program `ratecheck` starts and ends: its streams, its interrupts, its exit status.

Nothing else is imported before these are settled, so that an interrupt is one line at any moment.
"""

import contextlib
import gc
import io
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

STOPPED, CLOSED = 130, 141
"""Exit statuses as a shell reports them for a program that ended by SIGINT, or by SIGPIPE."""


def main() -> None:
    """Run the command line as a process of its own."""
    # What is imported stays: to look for garbage among it over and over takes a tenth of a short command's time.
    gc.set_threshold(100_000, 20, 20)
    ended(_commands, final=True)


def ended(run: Callable[[], int], *, final: bool = False) -> None:
    """Run, and exit with what it returns; say in one line where it was stopped, or its output went nowhere.

    What can't be written to standard error changes nothing: the exit status reports the verdicts. `final` says that the
    process ends with this.
    """
    with _streams(), _interrupts(final) as pressed:
        try:
            status = run()
            sys.stdout.flush()
        except BrokenPipeError:
            _drop_output()
            status = CLOSED
        except OSError as error:
            # A full disk under standard output or a store.
            _drop_output()
            status = 2
            sys.stderr.write(f"ratecheck: {_cut(error)}\n")
        except BaseException as error:
            # rich ends the program so where a pipe is closed.
            if isinstance(error, SystemExit) and isinstance(error.__context__, BrokenPipeError):
                sys.exit(CLOSED)
            # An interrupt inside an import may come out as another error.
            if not pressed:
                raise
            _drop_output()
            status = STOPPED
            sys.stderr.write("ratecheck: stopped\n")
        sys.stderr.flush()
    if final:
        # Python's last look for garbage among all that was imported takes a fifth of a second.
        gc.freeze()
    sys.exit(status)


def _cut(error: OSError) -> str:
    from verify.cli.options import one_line

    return one_line(str(error))


def _commands() -> int:
    from verify.cli import run

    return run()


@contextlib.contextmanager
def _interrupts(final: bool) -> Iterator[list[int]]:
    """Raise KeyboardInterrupt at the first SIGINT, and ignore those that follow; the list holds it once it came."""
    pressed: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield pressed
        return

    def press(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        pressed.append(number)
        raise KeyboardInterrupt

    def again(told: threading.Event) -> None:
        told.wait()
        time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    def lost(unraisable: Any) -> None:
        """An interrupt within code whose errors go nowhere, such as a destructor: once more, outside it."""
        if unraisable.exc_type is KeyboardInterrupt and pressed:
            told = threading.Event()
            threading.Thread(target=again, args=(told,)).start()
            signal.signal(signal.SIGINT, press)
            # Last: what comes while this function runs would be lost too.
            told.set()
        else:
            hook(unraisable)

    before, hook = signal.getsignal(signal.SIGINT), sys.unraisablehook
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, press)
    sys.unraisablehook = lost
    try:
        yield pressed
    finally:
        sys.unraisablehook = hook
        # What is left is the interpreter's own end, which no interrupt should reach.
        signal.signal(signal.SIGINT, signal.SIG_IGN if final else before)


@contextlib.contextmanager
def _streams() -> Iterator[None]:
    """Standard streams that are there and can write every letter; standard error forgives what it can't write."""
    before = sys.stdout, sys.stderr
    with contextlib.suppress(OSError):
        # A file that is opened must not become standard output by its number.
        while (nowhere := os.open(os.devnull, os.O_RDWR)) <= 2:
            os.set_inheritable(nowhere, True)
        os.close(nowhere)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  # as long as the process
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Statements hold letters that not every terminal's encoding has.
            stream.reconfigure(errors="backslashreplace")
    if _is_real(sys.stderr):
        raw = io.BufferedWriter(_Forgiving(sys.stderr.fileno()), 1)
        encoding = sys.stderr.encoding
        sys.stderr = io.TextIOWrapper(raw, encoding, "backslashreplace", line_buffering=True, write_through=True)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


class _Forgiving(io.RawIOBase):
    """A file descriptor to which all writing succeeds; what can't be written is lost."""

    def __init__(self, number: int) -> None:
        self._number = number

    def fileno(self) -> int:
        return self._number

    def isatty(self) -> bool:
        return os.isatty(self._number)

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        try:
            return os.write(self._number, data)
        except OSError:
            return len(data)


def _is_real(stream: Any) -> bool:
    """Whether a stream is the process's own, not one that a test or a notebook put in its place."""
    return type(stream) is io.TextIOWrapper and isinstance(stream.buffer, io.BufferedWriter)


def _drop_output() -> None:
    """Let what standard output still holds go nowhere: the interpreter would fail on it again at its end."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
