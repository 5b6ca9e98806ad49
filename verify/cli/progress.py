"""A progress bar while a file is read, if standard error is a terminal, and the time that it took."""

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from verify.cli.options import harmless
from verify.study.table import Rows, Seen, read_chunks

TOLD = 1.0
"""Seconds from which the time is reported."""


def read_with_bar(
    path: Path, user: str, values: Sequence[str], options: tuple[str, str] = ("--user", "--value")
) -> Iterator[Rows]:
    """`read_chunks`, with a bar, and the time when all has been read."""
    with _reading(path) as seen:
        yield from read_chunks(path, user, values, options, seen)


@contextmanager
def _reading(path: Path) -> Iterator[Seen]:
    """The callback for the share that has been read."""
    begin = time.monotonic()
    if sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True), transient=True) as progress:
            # Not markup: a name may have brackets.
            task = progress.add_task(f"reading {harmless(path.name)}".replace("[", "\\["), total=1.0)
            yield lambda share: progress.update(task, completed=share)
    else:
        yield lambda _: None
    seconds = time.monotonic() - begin
    context = click.get_current_context(silent=True)
    if seconds >= TOLD and context is not None:
        # Said by a command that answers: one that refuses says one line.
        context.meta[__name__] = f"  time    {seconds:.1f} s to read {harmless(path)}"


def tell_time() -> None:
    """Report on standard error how long a file took, if that was long."""
    if told := click.get_current_context().meta.get(__name__):
        click.echo(told, err=True)
