"""Worker processes that have the ledger loaded, and go when the process that started them goes."""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from multiprocessing import connection, forkserver, resource_tracker
from types import TracebackType
from typing import Any, Self, TypeVar

_T = TypeVar("_T")
_R = TypeVar("_R")

_STACK = 64 << 20
"""Bytes for a thread that does a task: some systems give threads little, and expressions are deep."""

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
            with _hashes_fixed():
                forkserver.ensure_running()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


def worth_having(jobs: int, tasks: int) -> int:
    """How many workers do any good: no more than tasks or processors.

    More would finish nothing sooner, and a run that is killed would lose what all of them had begun.
    """
    own = getattr(os, "sched_getaffinity", None)
    return max(1, min(jobs, tasks, len(own(0)) if own else os.cpu_count() or 1))


_PATIENCE = 10
"""Seconds by the clock for each of processor time that a task alone may take: one that only waits is stopped too."""
_OVERDRAWN = 75
"""How a process ends that took more processor time than it may."""


class StoppedError(RuntimeError):
    """A task whose process gave nothing: it died, or took too long."""

    def __init__(self, task: Any, why: str) -> None:
        super().__init__(why)
        self.task = task


def alone(work: Callable[[_T], _R], tasks: Iterable[_T], jobs: int, seconds: float) -> list[_R]:
    """What the function gives for each task, in a process of its own that has the ledger loaded, `jobs` at a time.

    Args:
        work: the function.
        tasks: what it is given, one by one.
        jobs: processes at a time.
        seconds: processor time that a task may take, so that a busy machine stops none; by the clock ten times that.

    Raises:
        StoppedError: where one takes more than that, or dies.
        Exception: what the function raised. Nothing runs on after an error.
    """
    waiting, found = list(enumerate(tasks)), dict[int, _R]()
    running: dict[Any, tuple[int, _T, Any, float]] = {}
    # One at a time is started by the server too: it has loaded the ledger.
    prepare(max(jobs, 2))
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                place, task = waiting.pop(0)
                receive, send = _context().Pipe(duplex=False)
                process = _context().Process(target=_tell, args=(send, work, task, seconds))
                with send, _hashes_fixed():
                    process.start()
                running[receive] = (place, task, process, time.monotonic() + _PATIENCE * seconds)
            first = min(running.values(), key=lambda one: one[-1])
            ready = connection.wait([*running], max(0.0, first[-1] - time.monotonic()))
            if not ready:
                raise StoppedError(first[1], f"stopped after {_PATIENCE * seconds:g} seconds")
            for one in [receive for receive in running if receive in ready]:
                try:
                    error, value = one.recv()
                except EOFError:
                    _, task, process, _ = running[one]
                    process.join()
                    overdrawn = process.exitcode == _OVERDRAWN
                    why = f"stopped after {seconds:g} seconds of processor time" if overdrawn else "its process died"
                    raise StoppedError(task, why) from None
                place, _, process, _ = running.pop(one)
                one.close()
                process.join()
                if error is not None:
                    raise error
                found[place] = value
    except KeyboardInterrupt:
        _kill_server()
        raise
    finally:
        for one, (_, _, process, _) in running.items():
            one.close()
            process.kill()
            process.join()
    return [found[place] for place in sorted(found)]


def _tell(send: connection.Connection, work: Callable[[_T], _R], task: _T, seconds: float) -> None:
    _begin()
    threading.Thread(target=_end_after, args=(seconds,), daemon=True).start()
    try:
        send.send((None, work(task)))
    except Exception as error:
        send.send((error, None))


class Workers:
    """So many processes, or this one alone, within a `with`; at its end, by an error too, they are stopped."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._pool: ProcessPoolExecutor | None = None
        self._others = {child.pid for child in multiprocessing.active_children()}
        self._starting: Future[Any] | None = None
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
        loading = self._starting is not None and not self._starting.done()
        if loading or isinstance(error, KeyboardInterrupt):
            _kill_server()
        if self._starting is not None:
            # It holds the pool's lock as long as it waits for the server; one that was killed answers with an error.
            wait((self._starting,))
        if kind is not None:
            for child in multiprocessing.active_children():
                if child.pid not in self._others:
                    child.terminate()
        self._pool.shutdown(cancel_futures=True)

    def begin(self, work: Callable[[_T], _R], tasks: Iterable[_T]) -> Iterator[_R]:
        """The results in the tasks' order; workers begin now, this process alone when it is asked."""
        if self._pool is None:
            return map(work, tasks)
        begun = [self._pool.submit(work, task) for task in tasks]
        return (future.result() for future in begun)

    def each(self, work: Callable[[_T], _R], tasks: Iterable[_T], *, meanwhile: bool = False) -> Iterator[_R]:
        """The results as they come; a task is taken from the iterable when a worker is nearly free for it.

        With `meanwhile`, this process does tasks itself as long as workers are loading, one by one and in a thread, so
        that a long one keeps no worker waiting.
        """
        if self._pool is None:
            yield from map(work, tasks)
            return
        running: set[Future[_R]] = set()
        for task in tasks:
            if meanwhile and not (ready := self._ready()).done():
                here: Future[Any] = in_thread(work, task)
                wait([here, ready], return_when=FIRST_COMPLETED)
                if here.done():
                    yield here.result()
                else:
                    running.add(here)
                continue
            running.add(self._pool.submit(work, task))
            if len(running) >= _AHEAD * self._jobs:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)

    def _ready(self) -> Future[Any]:
        """Done when a worker is there: the server answers when it has loaded the ledger; the first call asks it."""
        if self._starting is None:
            assert self._pool is not None
            pool = self._pool
            self._starting = in_thread(lambda _: pool.submit(os.getpid).result(), None)
        return self._starting


def in_thread(work: Callable[[_T], _R], task: _T) -> Future[_R]:
    """What the function gives, made in a thread that ends with the program."""
    future: Future[_R] = Future()

    def fill() -> None:
        try:
            future.set_result(work(task))
        except BaseException as error:
            future.set_exception(error)

    before = threading.stack_size(_STACK)
    try:
        threading.Thread(target=fill, daemon=True).start()
    finally:
        threading.stack_size(before)
    return future


def _forks() -> bool:
    return "forkserver" in multiprocessing.get_all_start_methods()


def _context() -> Any:
    """A server that imports the ledger once and is forked, where there is one; else fresh processes."""
    context = multiprocessing.get_context("forkserver" if _forks() else "spawn")
    if _forks():
        context.set_forkserver_preload(["verify.ledger.served", "verify.ledger.loaded"])
    return context


@contextmanager
def _hashes_fixed() -> Iterator[None]:
    """For processes started meanwhile: sets are printed in the order of their hashes."""
    before = os.environ.get("PYTHONHASHSEED")
    os.environ["PYTHONHASHSEED"] = "0"
    try:
        yield
    finally:
        del os.environ["PYTHONHASHSEED"]
        if before is not None:
            os.environ["PYTHONHASHSEED"] = before


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


def _end_after(seconds: float) -> None:
    """End this process when it has taken a given number of seconds of processor time from now on."""
    end = time.process_time() + seconds
    while (left := end - time.process_time()) > 0:
        # Several threads may take it at once.
        time.sleep(min(left, 0.5))
    os._exit(_OVERDRAWN)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)
