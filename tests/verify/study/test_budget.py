"""The ledger of what runs spend: exact sums, no run beyond the limit, none lost, nothing half-written."""

import json
import subprocess
import sys
import threading
import time
from contextlib import nullcontext
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notation.parameters import ParameterError
from verify.study import budget
from verify.study.budget import Account, Price


def account(path: Path, epsilon: float, limit: float | None = None, delta: float = 0.0) -> Account:
    return Account(path, None if limit is None else Price.of(limit, 1e-6), "user", "mean", Price.of(epsilon, delta))


def entered(path: Path) -> list[str]:
    return [run["epsilon"] for run in json.loads(path.read_text("utf-8"))["spent"]]


def test_decimals_add_exactly(tmp_path: Path) -> None:
    """In floats 0.1 + 0.2 is above 0.3."""
    path = tmp_path / "b.json"
    for epsilon in (0.1, 0.2):
        account(path, epsilon, 0.3).charge()
    with pytest.raises(
        ParameterError, match=r"epsilon = 0\.3 spent; this run's epsilon = 0\.0{9}1 would pass the limit"
    ):
        account(path, 1e-10).charge()
    assert entered(path) == ["0.1", "0.2"]


@pytest.mark.parametrize("text", ["0.04", "0.12", "12.48", "0.008", "7", "0.000064", "3.52"])
def test_an_amount_is_written_in_full(text: str) -> None:
    """As it was given: in lowest terms its denominator has a factor 5 for each digit."""
    assert Price(Fraction(text), Fraction(0)).document == {"epsilon": text, "delta": "0"}


def test_sums_in_floats_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted defect of `test_decimals_add_exactly`."""
    monkeypatch.setattr(Price, "__add__", lambda a, b: Price(Fraction(float(a.epsilon) + float(b.epsilon)), a.delta))
    path = tmp_path / "b.json"
    account(path, 0.1, 0.3).charge()
    with pytest.raises(ParameterError, match="would pass the limit"):
        account(path, 0.2).charge()


def test_deltas_have_their_own_limit(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    account(path, 0.1, 1.0, delta=6e-7).charge()
    with pytest.raises(ParameterError, match=r"delta = 0\.0000006 spent; .* would pass the limit"):
        account(path, 0.1, delta=5e-7).charge()
    account(path, 0.1, delta=4e-7).charge()
    assert entered(path) == ["0.1", "0.1"]


@given(st.decimals(0, 10**9, allow_nan=False, places=9), st.decimals(0, 1, allow_nan=False, places=25))
def test_what_is_written_is_what_is_read(epsilon: object, delta: object) -> None:
    price = Price(Fraction(str(epsilon)), Fraction(str(delta)))
    assert budget._price("limit", json.loads(json.dumps(price.document))) == price


def test_a_ledger_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    path.write_text('{"name": "visits", "limit": 0.3, "spent": [{"epsilon": 0.1, "why": "a table"}]}', "utf-8")
    account(path, 0.2).charge()
    found = json.loads(path.read_text("utf-8"))
    assert (found["name"], found["unit"], found["spent"][0]["why"]) == ("visits", "user", "a table")
    with pytest.raises(ParameterError, match="would pass"):
        account(path, 0.1).charge()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is no budget"),
        ("[]", "must have the key limit"),
        ('{"limit": 1, "spnet": []}', "must have the key limit"),
        ('{"limit": 1, "spent": [{"epsilon": 1}], "spent": []}', "a key stands twice"),
        ('{"limit": 1, "spent": {}}', "spent must be a list"),
        ('{"limit": 1, "spent": [{"epsilon": -1}]}', "must be a number from 0 on"),
        ('{"limit": 1, "spent": [{}]}', "spent has no epsilon"),
        ('{"limit": true}', "must be a number"),
        ('{"limit": "1e999999999"}', "must be a number"),
        ('{"limit": NaN}', "NaN is not a number"),
        ('{"limit": 1, "unit": 3}', "unit must be a string"),
        ("[" * 100_000, "is no budget"),
    ],
)
def test_what_is_no_ledger_is_refused_and_left(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "b.json"
    path.write_text(text, "utf-8")
    with pytest.raises(ParameterError, match=told):
        account(path, 0.1).charge()
    assert path.read_text("utf-8") == text


def test_another_limit_or_unit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    with pytest.raises(ParameterError, match="no such file; --budget-limit makes it"):
        account(path, 0.1).charge()
    account(path, 0.1, 1.0).charge()
    with pytest.raises(ParameterError, match="does not change it"):
        account(path, 0.1, 2.0).charge()
    with pytest.raises(ParameterError, match="counts what each user spends; this run is about each label"):
        Account(path, None, "label", "mean", Price.of(0.1)).charge()
    assert entered(path) == ["0.1"]


def race(path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many of 6 runs of 0.1 at one time pass a limit of 0.3; the time between reading and writing is long."""
    write, passed, begin = budget._write, [], threading.Barrier(6)

    def slow(path: Path, text: str) -> None:
        time.sleep(0.05)
        write(path, text)

    def run() -> None:
        begin.wait()
        try:
            account(path, 0.1, 0.3).charge()
        except ParameterError:
            return
        passed.append(1)

    monkeypatch.setattr(budget, "_write", slow)
    threads = [threading.Thread(target=run) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(passed)


def test_runs_at_one_time_do_not_pass_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "b.json"
    assert race(path, monkeypatch) == 3
    assert entered(path) == ["0.1"] * 3


def test_a_lost_update_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "_locked", lambda _: nullcontext())
    assert race(tmp_path / "b.json", monkeypatch) > 3


def test_two_processes(tmp_path: Path) -> None:
    """One by a link: the file behind it is one, and so is its lock."""
    path, link = tmp_path / "b.json", tmp_path / "link.json"
    path.write_text('{"limit": 1}', "utf-8")
    link.symlink_to(path)
    code = (
        "import sys; from pathlib import Path; from verify.study.budget import Account, Price\n"
        "for _ in range(40): Account(Path(sys.argv[1]), None, 'user', 'mean', Price.of(0.01)).charge()"
    )
    both = [subprocess.Popen([sys.executable, "-c", code, str(each)]) for each in (path, link)]
    assert [process.wait() for process in both] == [0, 0]
    assert entered(path) == ["0.01"] * 80
    assert link.is_symlink()


def test_a_write_that_fails_leaves_the_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "b.json"
    account(path, 0.1, 1.0).charge()
    before = path.read_text("utf-8")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(budget.os, "fsync", full)
    with pytest.raises(ParameterError, match="cannot be written"):
        account(path, 0.1).charge()
    assert path.read_text("utf-8") == before
    assert {file.name for file in tmp_path.iterdir()} == {"b.json", ".b.json.lock"}
