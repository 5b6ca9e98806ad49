"""The parts of one study on two processors, where the system can fork a process."""

import os
import pickle
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from verify.ledger.workers import worth_having

S = TypeVar("S")
T = TypeVar("T")

_PARTS = 8
"""Parts of a list, so that neither process waits long for the other."""
_busy = False
"""Whether tasks are shared already, or this is the process that helps."""


def each_of(function: Callable[[S], T], items: Sequence[S]) -> list[T]:
    """What `function` gives for each item, as `side_by_side` gives it."""

    def some(first: int) -> list[T]:
        return [function(item) for item in items[first::_PARTS]]

    found: list[Any] = [None] * len(items)
    for first, part in enumerate(side_by_side([partial(some, first) for first in range(_PARTS)])):
        found[first::_PARTS] = part
    return found


def side_by_side(tasks: Sequence[Callable[[], T]]) -> list[T]:
    """What each task gives, in their order: a forked process takes every task that this one has not begun.

    One after the other where that helps nothing or is not safe: one processor, no fork, other threads, a task of tasks
    that are shared already. What a task
    gives must be one that can be pickled, and may depend on nothing that another one leaves behind. Raises what the
    first task that failed has raised.
    """
    if len(tasks) > 255 or not _may_fork(len(tasks)):
        return [task() for task in tasks]
    global _busy  # noqa: PLW0603
    waiting, queue = os.pipe()
    answers, told = os.pipe()
    # A byte for each task: who reads it does it.
    os.write(queue, bytes(range(len(tasks))))
    os.close(queue)
    _busy = True
    child = _fork()
    if child == 0:
        _help(tasks, waiting, told)
    os.close(told)
    try:
        found = {number: tasks[number]() for number in _taken(waiting)}
        with suppress(EOFError, pickle.UnpicklingError), os.fdopen(answers, "rb", closefd=False) as file:
            found |= pickle.load(file)
    finally:
        _busy = False
        os.close(waiting)
        os.close(answers)
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    # What is missing failed there, or its process died: here it fails, or is done.
    return [found[number] if number in found else tasks[number]() for number in range(len(tasks))]


def _may_fork(tasks: int) -> bool:
    # A lock that another thread holds would stay locked in the child; on macOS system libraries may not be forked.
    alone = threading.active_count() == 1 and threading.current_thread() is threading.main_thread()
    return sys.platform == "linux" and alone and not _busy and worth_having(2, tasks) == 2


def _fork() -> int:
    with warnings.catch_warnings():
        # Python counts the linear algebra's threads too, which hold no lock while nobody calculates.
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _taken(waiting: int) -> Iterator[int]:
    while number := os.read(waiting, 1):
        yield number[0]


def _help(tasks: Sequence[Callable[[], Any]], waiting: int, told: int) -> None:
    """What the forked process does: it takes tasks while its parent lives, and tells what they gave."""
    try:
        # Interrupts are the parent's, who stops this process.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        parent, found = os.getppid(), {}
        for number in _taken(waiting):
            if os.getppid() != parent:
                break
            with suppress(Exception):
                found[number] = tasks[number]()
        with os.fdopen(told, "wb") as file:
            pickle.dump(found, file)
    finally:
        os._exit(0)
