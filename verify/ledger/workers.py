"""Worker processes that have the ledger loaded, and go when the process that started them goes."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from multiprocessing import connection, forkserver, resource_tracker
from types import TracebackType
from typing import Any, Self, TypeVar

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 2
"""Tasks that wait for each worker, so that none is idle and a task is told what the last ones found."""


def prepare(jobs: int) -> None:
    """Begin to load what workers need, while this process does other things; nothing where there are none."""
    if jobs > 1 and _forks():
        _context()
        # It stops ignoring interrupts for the time of its start, so this comes first.
        resource_tracker.ensure_running()
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            # Blocked interrupts are inherited: a terminal sends them to this process's children too.
            forkserver.ensure_running()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


def worth_having(jobs: int, tasks: int) -> int:
    """How many workers do any good: no more than tasks or processors.

    More would finish nothing sooner, and a run that is killed would lose what all of them had begun.
    """
    own = getattr(os, "sched_getaffinity", None)
    return max(1, min(jobs, tasks, len(own(0)) if own else os.cpu_count() or 1))


class Workers:
    """So many processes, or this one alone, within a `with`; at its end, by an error too, they are stopped."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._pool: ProcessPoolExecutor | None = None
        self._others = {child.pid for child in multiprocessing.active_children()}
        prepare(jobs)
        if jobs > 1:
            self._pool = ProcessPoolExecutor(jobs, mp_context=_context(), initializer=_begin)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool is None:
            return
        if isinstance(error, KeyboardInterrupt):
            _kill_server()
        if kind is not None:
            for child in multiprocessing.active_children():
                if child.pid not in self._others:
                    child.terminate()
        self._pool.shutdown(cancel_futures=True)

    def each(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """The results as they come; a task is taken from the iterable when a worker is nearly free for it."""
        if self._pool is None:
            yield from map(work, tasks)
            return
        running: set[Future[R]] = set()
        for task in tasks:
            running.add(self._pool.submit(work, task))
            if len(running) >= _AHEAD * self._jobs:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)


def _forks() -> bool:
    return "forkserver" in multiprocessing.get_all_start_methods()


def _context() -> Any:
    """A server that imports the ledger once and is forked, where there is one; else fresh processes."""
    context = multiprocessing.get_context("forkserver" if _forks() else "spawn")
    if _forks():
        context.set_forkserver_preload(["verify.ledger.loaded"])
    return context


def _kill_server() -> None:
    """Let nobody be started who would find that what started them is gone, and say so at length."""
    server = getattr(getattr(forkserver, "_forkserver", None), "_forkserver_pid", None)
    if server is not None:
        with suppress(ProcessLookupError):
            os.kill(server, signal.SIGKILL)


def _begin() -> None:
    """Leave interrupts to the process that started this one, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)
