"""The operating system's randomness is asked where it is promised: by `run`, by every `estimate`, by every rule.

The source is replaced by one whose bytes are known. Without a seed what comes out is a function of these bytes, and
another of other bytes; with a seed the source is not asked. In processes that are forked or begun again nothing of it
is said twice.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ratecheck as public
from tests.transcripts import heard
from tests.unjudged import nothing_known
from tests.verify.cli.command_line import CommandLine
from tests.verify.cli.test_published_numbers import CASES, OF_LABELS, OF_USERS, Asked, cases_files, people, written
from upperbounds.channels import randomness
from verify.study.problems import PROBLEMS


class Source:
    """Stands for `secrets.token_bytes`: bytes that are known, and how many were asked for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("upperbounds.channels.randomness.secrets.token_bytes", self._bytes)
        self.heard = heard(monkeypatch)
        self.begin(0)

    def begin(self, seed: int) -> None:
        """Start again with bytes of this seed."""
        self._rng, self.asked = np.random.default_rng(seed), 0

    def _bytes(self, size: int) -> bytes:
        self.asked += size
        return self._rng.bytes(size)


def asks(source: Source, call: Callable[[int | None], Any]) -> None:
    """Raise AssertionError unless answers and output depend on the source without a seed, and on nothing else with one.

    Output alone may be one of two classes; of all private answers no two runs have the same.
    """

    def told(seed: int, given: int | None) -> Any:
        source.begin(seed)
        source.heard.clear()
        output = call(given)
        assert source.heard, "no mechanism answers"
        assert bool(source.asked) == (given is None), "the source is not asked, or in spite of a seed"
        return output, tuple(source.heard)

    of_source, of_seed = (lambda seed: told(seed, None)), (lambda seed: told(0, seed))
    for of in (of_source, of_seed):
        first = of(1)
        assert of(1) == first, "something else is asked"
        assert of(2)[1] != first[1], "what is asked changes nothing"


@pytest.fixture
def source(monkeypatch: pytest.MonkeyPatch) -> Source:
    return Source(monkeypatch)


def estimators() -> Iterator[tuple[str, str]]:
    for problem in PROBLEMS.values():
        if problem.estimates_means:
            yield from ((problem.name, estimator.name) for estimator in problem.private)


def ran(problem: str, estimator: str, seed: int | None) -> Any:
    """Everyone's data are the same, so that an order of users would change nothing."""
    about = public.problem(problem)
    sizes = {"p": 4.0, "M": 1.0} if about.is_heavy else {"D": 1.0}
    d = 1 if about.is_scalar else 2
    setting = public.Setting(n=200, m=5, d=d, epsilon=1.0, **sizes)
    data = np.full((200, 5) if about.is_scalar else (200, 5, d), 0.2)
    return public.run(problem, estimator, setting, data, seed).tolist()


@pytest.mark.parametrize(("problem", "estimator"), list(estimators()))
def test_run_asks(source: Source, problem: str, estimator: str) -> None:
    asks(source, lambda seed: ran(problem, estimator, seed))


@pytest.mark.parametrize("asked", CASES, ids=str)
def test_estimate_asks(
    source: Source,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    asked: Asked,
) -> None:
    nothing_known(monkeypatch)
    cases_files(monkeypatch, tmp_path)
    ratecheck, data = CommandLine(monkeypatch, capsys), written(Path("data.csv"), people())
    users = ("--user", "who") if asked.private == "users" else ()
    line = ("estimate", asked.problem, "--data", data, *users, "--epsilon", asked.epsilon, *asked.words, "--json")
    asks(source, lambda seed: ratecheck(*line, *(() if seed is None else ("--seed", seed))).out)


def fitted(make: Callable[..., Any], seed: int | None) -> Any:
    rule, rng = make(), np.random.default_rng(0)
    X = rng.random((300, 2))
    # Where neither label leads, a vote by the curator is not the same each time.
    given = (X, rng.integers(0, 2, 300), *([np.arange(300) // 3] if make in OF_USERS else []))
    return rule.set_params(random_state=seed, epsilon=1.0).fit(*given).predict(X).tolist()


@pytest.mark.parametrize("make", [*OF_USERS, *OF_LABELS])
def test_rules_ask(source: Source, make: Callable[..., Any]) -> None:
    asks(source, lambda seed: fitted(make, seed))


@pytest.mark.parametrize("call", [lambda seed: ran("mean", "user-mean", seed), lambda seed: fitted(OF_USERS[3], seed)])
def test_a_generator_that_is_always_the_same_is_found(
    source: Source, monkeypatch: pytest.MonkeyPatch, call: Callable[[int | None], Any]
) -> None:
    for module in ("channels.randomness", "classification.classifiers"):
        monkeypatch.setattr(f"upperbounds.{module}.system_generator", lambda: np.random.default_rng(7))
    with pytest.raises(AssertionError, match="the source is not asked"):
        asks(source, call)


def test_noise_that_hangs_on_something_else_is_found(source: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    """A seed drawn from the source, of few values; and a generator that is asked next to it."""
    honest = randomness.system_generator
    few = np.random.default_rng(3)
    for make, told in (
        (lambda: np.random.default_rng(honest().integers(2) // 2), "changes nothing"),
        (lambda: np.random.default_rng(few.integers(1 << 60) + honest().integers(1 << 60)), "something else"),
    ):
        monkeypatch.setattr("upperbounds.channels.randomness.system_generator", make)
        with pytest.raises(AssertionError, match=told):
            asks(source, lambda seed: ran("mean", "user-mean", seed))


SCRIPT = """
import json, os, sys
import numpy as np
import ratecheck
from upperbounds.channels.randomness import system_generator
from upperbounds.regression.users import UserBinRegressor

data, setting = np.full((50, 5, 2), 0.2), ratecheck.Setting(n=50, m=5, d=2, epsilon=1.0, p=4.0, M=1.0)
X = np.random.default_rng(0).random((300, 2))
early = system_generator()
early.random(3)

def told(cut):
    bits = early.bit_generator
    if cut:
        # Planted: what a process drew before it was forked counts as its own.
        bits._process = os.getpid()
    def rule(seed):
        return UserBinRegressor(1.0, T=1.0, cells=2, m=1, random_state=seed).fit(X, X[:, 0]).predict(X[:9]).tolist()
    def run(seed):
        return ratecheck.run("mean-heavy-l2", "user-means-ball", setting, data, seed).tolist()
    return {"drawn": early.random(4).tolist(), "run": run(None), "again": run(None), "rule": rule(None),
            "seeded": [run(3), rule(3)]}

# What is imported on the way is there before processes are forked.
found = [told(False)]
for cut in (False, False, True, True):
    end, start = os.pipe()
    if os.fork() == 0:
        os.write(start, json.dumps(told(cut)).encode())
        os._exit(0)
    os.close(start)
    with os.fdopen(end) as stream:
        found.append(json.load(stream))
    os.wait()
print(json.dumps(found))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes are forked here")
def test_processes_share_no_randomness_but_that_of_a_seed() -> None:
    """Two processes begun alike, each with two that are forked from it: numbers of 40 bits are never equal."""
    ran_twice = [
        json.loads(
            subprocess.run(
                [sys.executable, "-c", SCRIPT], check=True, capture_output=True, text=True, timeout=120
            ).stdout
        )
        for _ in range(2)
    ]
    honest = [each for found in ran_twice for each in found[:3]]
    for name in ("drawn", "rule"):
        assert len({str(each[name]) for each in honest}) == len(honest), f"{name} twice"
    runs = [str(each[name]) for each in honest for name in ("run", "again")]
    assert len(set(runs)) == len(runs), "a run twice"
    assert len({str(each["seeded"]) for each in honest}) == 1
    for found in ran_twice:
        # The planted defect is seen.
        assert found[3]["drawn"] == found[4]["drawn"] != found[1]["drawn"]
