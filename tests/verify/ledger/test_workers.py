"""Worker processes: what they give back, what they share, and that none outlives what started it."""

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from verify.calculus.facts import SCHEMAS
from verify.calculus.reasons import stressed
from verify.ledger.collect import claims
from verify.ledger.fingerprint import fingerprint, forget
from verify.ledger.run import _own_outcomes, _Task, _worked
from verify.ledger.workers import Workers, worth_having
from verify.statements.outcome import Settings


def _square(x: int) -> int:
    return x * x


def _process(_: int) -> int:
    time.sleep(0.05)
    return os.getpid()


def _fail(x: int) -> int:
    raise ArithmeticError(f"at {x}")


def _die(_: int) -> int:
    os._exit(1)


@pytest.mark.parametrize("jobs", [1, 3])
def test_results_are_those_of_the_function(jobs: int) -> None:
    with Workers(jobs) as workers:
        assert sorted(workers.each(_square, range(20))) == [x * x for x in range(20)]
        assert list(workers.each(_square, ())) == []
        processes = set(workers.each(_process, range(12)))
    assert (processes == {os.getpid()}) == (jobs == 1)
    assert len(processes) <= jobs


def test_tasks_are_taken_when_a_worker_is_nearly_free() -> None:
    taken, ahead = 0, []

    def tasks() -> Iterator[int]:
        nonlocal taken
        for x in range(30):
            taken += 1
            yield x

    with Workers(2) as workers:
        for done, _ in enumerate(workers.each(_square, tasks())):
            ahead.append(taken - done)
    assert max(ahead) <= 6


@pytest.mark.parametrize(
    ("jobs", "tasks", "processors", "workers"),
    [(64, 3, 8, 3), (64, 100, 2, 2), (2, 100, 8, 2), (4, 0, 8, 1), (1, 9, 9, 1)],
)
def test_no_more_workers_than_tasks_or_processors(
    monkeypatch: pytest.MonkeyPatch, jobs: int, tasks: int, processors: int, workers: int
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(processors)), raising=False)
    assert worth_having(jobs, tasks) == workers
    asked: list[int] = []

    class Counted(Workers):
        def __init__(self, number: int) -> None:
            asked.append(number)
            super().__init__(1)

    monkeypatch.setattr("verify.ledger.run.Workers", Counted)
    own = _own_outcomes(["zhao/def1"] * min(tasks, 2), Settings(quick=True), jobs, None)
    assert len(list(own)) == min(tasks, 2)
    assert asked == [worth_having(jobs, min(tasks, 2))]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_in_a_worker_is_raised(jobs: int) -> None:
    with pytest.raises(ArithmeticError, match="at 1"), Workers(jobs) as workers:
        list(workers.each(_fail, [1]))


def test_a_worker_that_dies_is_told() -> None:
    with pytest.raises(BrokenExecutor), Workers(2) as workers:
        list(workers.each(_die, [1, 2]))


def test_workers_end_with_what_started_them(tmp_path: Path) -> None:
    """Killed, it can't stop them."""
    script = tmp_path / "starts.py"
    script.write_text(
        "import os, time\n"
        "from tests.verify.ledger.test_workers import _process\n"
        "from verify.ledger.workers import Workers\n"
        "if __name__ == '__main__':\n"
        "    with Workers(2) as workers:\n"
        "        print(*workers.each(_process, range(6)), flush=True)\n"
        "        time.sleep(600)\n"
    )
    environment = os.environ | {"PYTHONPATH": os.getcwd()}
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True, env=environment) as started:
        assert started.stdout is not None
        processes = {int(x) for x in started.stdout.readline().split()}
        assert processes
        started.kill()
    for _ in range(200):
        if not any(_runs(process) for process in processes):
            return
        time.sleep(0.1)
    pytest.fail("workers still run")


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    # One that has ended may wait for its own parent to see it.
    status = Path(f"/proc/{process}/stat")
    return not (status.exists() and status.read_text().rsplit(")", 1)[1].split()[0] == "Z")


def test_facts_have_names_of_their_own() -> None:
    """By which workers tell each other what their stress found."""
    assert Counter(fact.name for fact in SCHEMAS).most_common(1)[0][1] == 1


def test_what_is_known_of_a_fact_is_not_sought_again(monkeypatch: pytest.MonkeyPatch) -> None:
    fact = SCHEMAS[0]
    monkeypatch.setitem(stressed.known, fact, "")
    _, found = _worked(_Task("zhao/def1", Settings(quick=True), None, {fact.name: "broken at 3"}))
    assert found[fact.name] == "broken at 3"
    assert fact.fails() == "broken at 3"
    assert replace(fact, name="another").fails() == ""


def test_what_is_known_of_facts_is_in_no_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    before = _fingerprint()
    monkeypatch.setitem(stressed.known, replace(SCHEMAS[0], name="another"), "broken at 3")
    assert _fingerprint() == before


def _fingerprint() -> str:
    forget()
    return fingerprint(claims()["bassily/lemmaB.1"])
