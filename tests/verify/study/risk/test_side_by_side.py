import os
import signal
import threading
import time
from functools import partial

import pytest

from verify.study.risk import side_by_side as module
from verify.study.risk.side_by_side import each_of, side_by_side


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processors, whatever else runs in this process."""
    monkeypatch.setattr(module, "_may_fork", lambda tasks: module._alone())


def _told(number: int) -> tuple[int, int]:
    time.sleep(0.02)
    return number, os.getpid()


@pytest.mark.usefixtures("two")
def test_two_processes_share_the_tasks_and_answers_stand_in_their_order() -> None:
    found = side_by_side([partial(_told, number) for number in range(20)])
    assert [number for number, _ in found] == list(range(20))
    assert len({process for _, process in found}) == 2


@pytest.mark.usefixtures("two")
def test_no_task_and_one() -> None:
    assert side_by_side([]) == []
    assert side_by_side([lambda: 3]) == [3]


def _fails(here: int, only_there: bool) -> int:
    time.sleep(0.02)
    if only_there and os.getpid() == here:
        return 1
    raise ValueError("a task failed")


@pytest.mark.usefixtures("two")
def test_each_of_a_list_is_what_it_is_alone_however_long_it_takes() -> None:
    for pause in (0.0, 0.01):
        for size in (0, 1, 2, 7, 30):
            found = each_of(lambda item, pause=pause: time.sleep(pause) or item**2, range(size))
            assert found == [item**2 for item in range(size)]


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize("large", [0, 1])
def test_who_has_nothing_left_to_do_helps_with_a_large_task(large: int) -> None:
    """Of two tasks one has parts: whichever process has it, the other one takes some once its own task is done."""

    def task(number: int) -> set[int]:
        if number != large:
            time.sleep(0.1)
            return {os.getpid()}
        return {process for _, process in side_by_side([partial(_told, part) for part in range(20)])}

    found = side_by_side([partial(task, number) for number in range(2)])
    assert len(found[large]) == 2


@pytest.mark.usefixtures("two")
def test_two_processes_are_not_made_more_while_both_are_at_work() -> None:
    def task(_: int) -> set[int]:
        return {process for _, process in side_by_side([partial(_told, part) for part in range(5)])}

    first, second = side_by_side([partial(task, number) for number in range(2)])
    assert min(len(first), len(second)) == 1


@pytest.mark.usefixtures("two")
def test_what_a_task_raises_is_raised() -> None:
    with pytest.raises(ValueError, match="a task failed"):
        side_by_side([partial(_fails, os.getpid(), only_there=False) for _ in range(6)])


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize("end", [lambda: os._exit(1), lambda: os.kill(os.getpid(), signal.SIGKILL)])
def test_what_a_dead_process_had_taken_is_done_here(end) -> None:
    here = os.getpid()

    def task(number: int) -> int:
        time.sleep(0.02)
        if os.getpid() != here:
            end()
        return number

    assert side_by_side([partial(task, number) for number in range(6)]) == list(range(6))


@pytest.mark.usefixtures("two")
def test_answers_that_fail_or_cannot_be_pickled_there_are_found_here() -> None:
    here = os.getpid()
    assert side_by_side([partial(_fails, here, only_there=True) for _ in range(6)]) == [1] * 6
    assert all(callable(one) for one in side_by_side([lambda: time.sleep(0.02) or (lambda: 1)] * 6))


@pytest.mark.usefixtures("two")
def test_no_process_is_left_behind_when_this_one_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    here, forked, fork = os.getpid(), [], module._fork

    def recorded() -> int:
        forked.append(fork())
        return forked[-1]

    def task() -> None:
        if os.getpid() == here:
            raise KeyboardInterrupt
        time.sleep(60)

    monkeypatch.setattr(module, "_fork", recorded)
    with pytest.raises(KeyboardInterrupt):
        side_by_side([task] * 4)
    (child,) = forked
    with pytest.raises(ChildProcessError):
        os.waitpid(child, os.WNOHANG)


@pytest.mark.usefixtures("two")
def test_where_no_process_can_be_had_all_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> int:
        raise OSError("no more processes")

    monkeypatch.setattr(module, "_fork", refused)
    here = os.getpid()
    open_before = len(os.listdir("/proc/self/fd"))
    assert side_by_side([partial(_told, number) for number in range(3)]) == [(number, here) for number in range(3)]
    assert len(os.listdir("/proc/self/fd")) == open_before
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_beside_other_threads_nothing_is_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", lambda: pytest.fail("forked"))
    done = threading.Event()
    other = threading.Thread(target=done.wait)
    other.start()
    try:
        assert side_by_side([os.getpid] * 3) == [os.getpid()] * 3
    finally:
        done.set()
        other.join()
