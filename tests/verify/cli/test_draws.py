"""`estimate` as it is called draws every answer exactly: of each estimator, with a generator that has no floats."""

from pathlib import Path
from typing import Any

import pytest

from tests.unjudged import nothing_known
from tests.upperbounds.protocols.test_deployed import words
from tests.verify.cli.command_line import CommandLine
from tests.verify.cli.test_published_numbers import Asked, cases_files, of_means, of_others, people, written
from upperbounds.channels import LaplaceOnInterval
from upperbounds.protocols.deployed import EXACT
from verify.study import density, estimate, kinds, selection

CASES = [*of_means(), *of_others()]
SEMI = next(asked for asked in CASES if "semi-user-level" in asked.words)


@pytest.fixture
def ratecheck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> CommandLine:
    nothing_known(monkeypatch)
    cases_files(monkeypatch, tmp_path)
    for module in (density, estimate, kinds, selection):
        monkeypatch.setattr(module, "generator", lambda seed: words())
    return CommandLine(monkeypatch, capsys)


def line(asked: Asked) -> tuple[object, ...]:
    data = written(Path("data.csv"), people())
    return "estimate", asked.problem, "--data", data, "--user", "who", "--epsilon", asked.epsilon, *asked.words


@pytest.mark.parametrize("asked", CASES, ids=str)
def test_every_answer_is_drawn_exactly_and_the_last_line_says_what(ratecheck: CommandLine, asked: Asked) -> None:
    told = ratecheck(*line(asked), "--json").json
    assert told["draws"] == "exact"
    last = ratecheck(*line(asked)).out.splitlines()[-1]
    assert last == (
        f"Every answer was drawn with its exact probability ({', '.join(told['drawn'])}): rounding of noise does not"
        " affect the privacy."
    )
    assert set(told["drawn"]) <= set(EXACT.values())


def test_a_command_that_draws_floats_is_caught(ratecheck: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the printed protocol runs, and is refused; then its noise is said to be exact, and draws floats."""

    def printed(estimator: Any, plan: Any, epsilon: float) -> Any:
        return plan.protocol()

    assert ratecheck(*line(SEMI)).status == 0
    monkeypatch.setattr(estimate, "deployed_protocol", printed)
    ran = ratecheck(*line(SEMI))
    assert ran.status != 0
    assert ran.out == ""
    assert "channel = LaplaceOnInterval: is not drawn exactly" in ran.err
    monkeypatch.setitem(EXACT, LaplaceOnInterval, "noise")
    with pytest.raises(AssertionError, match="standard_exponential: no exact draw"):
        ratecheck(*line(SEMI))
