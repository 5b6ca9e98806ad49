"""Worker processes: what they give back, what they share, and that none outlives what started it."""

import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from verify.kernel.calculus.facts import SCHEMAS
from verify.kernel.calculus.reasons import stressed
from verify.kernel.statements.claim import Claim
from verify.kernel.statements.outcome import Settings
from verify.ledger.collect import claims, select
from verify.ledger.fingerprint import fingerprint, forget
from verify.ledger.run import _Task, _worked, run
from verify.workers import StoppedError, Workers, alone, worth_having


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
    done = run(select(("zhao/def1", "zhao/def1/domain")), Settings(quick=True), jobs)
    assert asked == [worth_having(jobs, len(done.results))]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_in_a_worker_is_raised(jobs: int) -> None:
    with pytest.raises(ArithmeticError, match="at 1"), Workers(jobs) as workers:
        list(workers.each(_fail, [1]))


def test_a_worker_that_dies_is_told() -> None:
    with pytest.raises(BrokenExecutor), Workers(2) as workers:
        list(workers.each(_die, [1, 2]))


@pytest.mark.parametrize("jobs", [1, 3])
def test_each_alone_has_a_process_of_its_own(jobs: int) -> None:
    assert alone(_square, range(5), jobs, 60) == [x * x for x in range(5)]
    processes = alone(_process, range(5), jobs, 60)
    assert len({*processes, os.getpid()}) == 6
    # Sets are printed in one order, whatever this process's hashes are.
    assert set(alone(_hashed, range(3), jobs, 60)) == {_hashed_by_zero()}


def _hashed(_: int) -> int:
    return hash("a")


def _hashed_by_zero() -> int:
    environment = os.environ | {"PYTHONHASHSEED": "0"}
    told = subprocess.run([sys.executable, "-c", "print(hash('a'))"], env=environment, capture_output=True, check=True)
    return int(told.stdout)


def _sleep(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def _spin(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def test_what_waits_takes_no_processor_time() -> None:
    """A second by the clock, as on a machine that is busy with other things, with half of one allowed."""
    assert alone(_sleep, [1.0], 1, 0.5)


def test_one_alone_that_fails_dies_or_does_not_end_is_told_and_no_other_runs_on() -> None:
    before = set(multiprocessing.active_children())
    with pytest.raises(ArithmeticError, match="at 1"):
        alone(_fail, [1], 2, 60)
    with pytest.raises(StoppedError, match="its process died") as died:
        alone(_die, [3], 1, 60)
    assert died.value.task == 3
    with pytest.raises(StoppedError, match=r"stopped after 5 seconds$") as stopped:
        alone(_sleep, [0, 600, 601], 2, 0.5)
    assert stopped.value.task == 600
    with pytest.raises(StoppedError, match=r"stopped after 0\.3 seconds of processor time") as stopped:
        alone(_spin, [0, 600], 1, 0.3)
    assert stopped.value.task == 600
    assert set(multiprocessing.active_children()) == before


def test_workers_end_with_what_started_them(tmp_path: Path) -> None:
    """Killed, it can't stop them."""
    script = tmp_path / "starts.py"
    script.write_text(
        "import os, time\n"
        "from tests.verify.test_workers import _process\n"
        "from verify.workers import Workers\n"
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


def test_what_is_known_of_a_fact_is_not_sought_again(monkeypatch: pytest.MonkeyPatch) -> None:
    fact = SCHEMAS[0]
    monkeypatch.setitem(stressed.known, fact, "")
    _, found, _ = _worked(_Task("zhao/def1", Settings(quick=True), None, {fact.name: "broken at 3"}))
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


def test_a_run_of_an_iterator_judges_before_it_asks_for_more() -> None:
    """So that a run of all claims has its first verdict before the last paper is loaded; the results are the same."""
    ids = ("zhao/def1", "zhao/def1/domain", "bassily/lemmaB.1/a")
    told: list[str] = []

    def asked() -> Iterator[Claim]:
        for id_ in ids:
            told.append(f"asked for {id_}")
            yield claims()[id_]

    settings = Settings(quick=True)
    by_turns = run(asked(), settings, progress=lambda claim, *_: told.append(claim.id))
    for id_, following in pairwise(ids):
        assert told.index(id_) < told.index(f"asked for {following}")
    at_once = run([claims()[id_] for id_ in ids], settings)
    assert by_turns.chosen == at_once.chosen == ids
    assert {k: (r.printed, r.corrected) for k, r in by_turns.results.items()} == {
        k: (r.printed, r.corrected) for k, r in at_once.results.items()
    }


def test_progress_has_one_total() -> None:
    """A claim that depends on others: all of them are counted from the first on."""
    told: list[tuple[int, int]] = []
    done = run(
        [claims()["zhao/eq55/55"]], Settings(quick=True), progress=lambda _, number, of: told.append((number, of))
    )
    assert len(done.results) > 1
    assert told == [(number, len(done.results)) for number in range(1, len(done.results) + 1)]


def test_a_claim_loads_its_own_paper_alone() -> None:
    program = (
        "import sys\nfrom verify.ledger.collect import select\n"
        "print([c.id for c in select(('bassily/lemmaB.1/*',))][0], "
        "any(m.startswith('verify.papers.label.app') for m in sys.modules))"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["bassily/lemmaB.1/a", "False"]
