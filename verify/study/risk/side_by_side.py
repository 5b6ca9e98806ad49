"""The parts of one study on two processors, where the system can fork a process."""

import os
import pickle
import select
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from verify.workers import worth_having

_S = TypeVar("_S")
_T = TypeVar("_T")

_PARTS, _MOST = 8, 255
"""Parts of a list, so that neither process waits long for the other; and tasks that have a byte."""
_PAYS = 0.06
"""Seconds of work, a few times what a process costs."""
_alone: Callable[[], bool] = lambda: True  # noqa: E731
"""Whether no other process is at work for this one, or with it."""


def each_of(function: Callable[[_S], _T], items: Sequence[_S]) -> list[_T]:
    """What `function` gives for each item, as `side_by_side` gives it where the first item says that this pays."""
    if not items:
        return []
    began = time.perf_counter()
    first, rest = function(items[0]), items[1:]
    if (time.perf_counter() - began) * len(rest) < _PAYS:
        return [first, *map(function, rest)]
    parts = min(_PARTS, len(rest))

    def some(start: int) -> list[_T]:
        return [function(item) for item in rest[start::parts]]

    found: list[Any] = [None] * len(rest)
    for start, part in enumerate(side_by_side([partial(some, start) for start in range(parts)])):
        found[start::parts] = part
    return [first, *found]


def side_by_side(tasks: Sequence[Callable[[], _T]]) -> list[_T]:
    """What each task gives, in their order: a forked process takes every task that this one has not begun.

    One after the other where that helps nothing or is not safe: one processor, no fork, other threads; and until one of
    two processes that are at work already has nothing left to do. What a task gives must be one that can be pickled,
    and may depend on nothing that another one leaves behind. Raises what the first task that failed has raised.
    """
    found: list[_T] = []
    while len(found) < len(tasks) and not _may_fork(len(tasks) - len(found)):
        found.append(tasks[len(found)]())
    return found + _shared(tasks[len(found) :])


def _shared(tasks: Sequence[Callable[[], _T]]) -> list[_T]:
    global _alone  # noqa: PLW0603
    if not tasks:
        return []
    waiting, queue = os.pipe()
    answers, told = os.pipe()
    idle, busy = os.pipe()
    # A byte for each task: who reads it does it.
    os.write(queue, bytes(range(len(tasks))))
    os.close(queue)
    # An interrupt in between would make two programs that are stopped, or leave the child behind.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        child = _fork()
    except OSError:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for pipe in (waiting, answers, told, idle, busy):
            os.close(pipe)
        return [task() for task in tasks]
    if child == 0:
        os.close(busy)
        _help(tasks, waiting, told, idle)
    before, _alone = _alone, partial(_has_ended, child)
    os.close(told)
    os.close(idle)
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        try:
            found = {number: tasks[number]() for number in _taken(waiting)}
        finally:
            os.close(busy)
        with suppress(EOFError, pickle.UnpicklingError), os.fdopen(answers, "rb", closefd=False) as file:
            found |= pickle.load(file)
    finally:
        _alone = before
        os.close(waiting)
        os.close(answers)
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    # What is missing failed there, or its process died: here it fails, or is done.
    return [found[number] if number in found else tasks[number]() for number in range(len(tasks))]


def _may_fork(tasks: int) -> bool:
    # A lock that another thread holds would stay locked in the child; on macOS system libraries may not be forked.
    single = threading.active_count() == 1 and threading.current_thread() is threading.main_thread()
    return sys.platform == "linux" and single and tasks <= _MOST and worth_having(2, tasks) == 2 and _alone()


def _fork() -> int:
    with warnings.catch_warnings():
        # Python counts the linear algebra's threads too, which hold no lock while nobody calculates.
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _has_ended(child: int) -> bool:
    return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _is_readable(pipe: int) -> bool:
    return bool(select.select([pipe], [], [], 0)[0])


def _taken(waiting: int) -> Iterator[int]:
    while number := os.read(waiting, 1):
        yield number[0]


def _help(tasks: Sequence[Callable[[], Any]], waiting: int, told: int, idle: int) -> None:
    """What the forked process does: it takes tasks while its parent lives, and tells what they gave."""
    global _alone  # noqa: PLW0603
    try:
        # Interrupts are the parent's, who stops this process.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        # The parent closes its end once nothing is left to take.
        _alone = partial(_is_readable, idle)
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
