"""What `estimate` publishes: two files that differ in one user give outputs within e^epsilon, by a statistical test."""

import json
from collections import Counter
from dataclasses import replace
from importlib import import_module
from math import exp
from pathlib import Path

import click
import numpy as np
import pytest
from scipy import stats

from tests.unjudged import nothing_known
from tests.verify.cli.command_line import CommandLine
from upperbounds.estimator import Estimator
from verify.study import estimate as estimation

EPSILON, RUNS, ERROR, EVENTS = 1.0, 1000, 1e-8, 12


@pytest.fixture
def ratecheck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    nothing_known(monkeypatch)
    rng = np.random.default_rng(7)
    # One stream for all runs, as the system's would be.
    monkeypatch.setattr(estimation, "generator", lambda seed: rng)
    return CommandLine(monkeypatch, capsys)


def files(folder: Path) -> tuple[Path, Path]:
    """One user differs, in their values, in how many rows they have, and in how many are outside."""
    pair = folder / "one.csv", folder / "other.csv"
    pair[0].write_text("who,x\na,1\nb,1\nb,1\n")
    pair[1].write_text("who,x\na,-1\na,-5\na,-1\nb,1\nb,1\n")
    return pair


def outputs(ratecheck: CommandLine, path: Path, runs: int, *more: object) -> Counter[str]:
    line = ("estimate", "mean", "--data", path, "--user", "who", "--value", "x", "--epsilon", EPSILON)
    seen: Counter[str] = Counter()
    for _ in range(runs):
        ran = ratecheck(*line, "--lower", -1, "--upper", 1, "--clip", *more)
        assert ran.status == 0
        text = ran.out
        if "--json" in more:
            document = json.loads(text)
            assert document.pop("not_private")["users"]["kept"] == 2
            text = json.dumps(document)
        seen[text] += 1
    return seen


def smallest(one: Counter[str], other: Counter[str]) -> float:
    """The smallest p-value over outputs, both ways, that one is at most e^epsilon times as likely as in the other.

    Given how often an output came in all, the share of one file is binomial with e^epsilon/(1 + e^epsilon) at most.
    """
    most = exp(EPSILON) / (1 + exp(EPSILON))
    return min(
        float(stats.binom.sf(a[text] - 1, a[text] + b[text], most))
        for text in one | other
        for a, b in ((one, other), (other, one))
    )


@pytest.mark.parametrize("more", [(), ("--json",), ("--m", 2)])
def test_outputs_of_two_files_are_within_epsilon(
    ratecheck: CommandLine, tmp_path: Path, more: tuple[object, ...]
) -> None:
    """Type-I error 1e-8 for all outputs; one twice as far apart as allowed is told with probability 1 - 1e-6."""
    one, other = (outputs(ratecheck, path, RUNS, *more) for path in files(tmp_path))
    assert 1 < len(one | other) <= EVENTS
    assert smallest(one, other) > ERROR / (2 * EVENTS)
    # The power: an output that came `number` times, with a true ratio of e^(2 epsilon).
    number = max((one + other).values())
    most, true = (exp(k * EPSILON) / (1 + exp(k * EPSILON)) for k in (1, 2))
    least = stats.binom.isf(ERROR / (2 * EVENTS), number, most) + 1
    assert stats.binom.cdf(least - 1, number, true) < 1e-6


def test_an_estimator_that_spends_twice_as_much_is_told(
    ratecheck: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: the plan is built for 2 epsilon."""
    honest = Estimator.plan
    monkeypatch.setattr(
        Estimator, "plan", lambda e, setting, rng=None: honest(e, replace(setting, epsilon=2 * setting.epsilon), rng)
    )
    one, other = (outputs(ratecheck, path, RUNS) for path in files(tmp_path))
    assert smallest(one, other) < ERROR / (2 * EVENTS)


def test_counts_in_the_output_are_told(ratecheck: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: what goes to standard error goes to standard output."""
    # The package has a command of the module's name.
    module = import_module("verify.cli.estimate")
    monkeypatch.setattr(module, "tell_not_public", lambda counted, *_: click.echo(f"moved {counted.moved}"))
    one, other = (outputs(ratecheck, path, 300) for path in files(tmp_path))
    assert smallest(one, other) < ERROR / (2 * EVENTS)
