"""The problems of convex optimisation: what `bound` says of them."""

import pytest

from notation.parameters import ParameterError
from notation.setting import Setting
from tests.verify.cli.command_line import CommandLine
from verify.study.problems import problem_of


@pytest.fixture
def ratecheck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


NUMBERS = ("--n", "2000", "--m", "10", "--d", "400", "--epsilon", "0.1")


@pytest.mark.parametrize("name", ["optimisation", "optimisation-central"])
@pytest.mark.parametrize("delta", [0.0, 1e-7])
def test_bound_says_what_the_problem_says(ratecheck: CommandLine, name: str, delta: float) -> None:
    """The text and the JSON have the largest of the lower bounds, and its source, in excess risk."""
    problem, setting = problem_of(name), Setting(2000, 10, 400, 0.1, L=2.0, R=3.0, delta=delta)
    best = max(problem.lower(setting), key=lambda bound: bound.value)
    options = (*NUMBERS, "--lipschitz", "2", "--domain-radius", "3", "--delta", str(delta))
    told = ratecheck("bound", name, *options).out
    assert f"no private estimator has excess risk below {best.value:.4g} ({best.source})" in told
    if not problem.estimators:
        assert "estimators: nothing registered" in told
    found = ratecheck("bound", name, *options, "--json").json
    assert found["lower"]["value"] == best.value
    assert found["parameters"]["delta"] == delta
    assert (found["parameters"]["L"], found["parameters"]["R"]) == (2.0, 3.0)
    assert len(found["estimators"]) == len(problem.estimators)
    assert 0 < best.value <= problem.trivial(setting)


def test_a_server_can_do_no_worse_than_messages() -> None:
    for n, epsilon, delta in ((100, 0.1, 0.0), (10**4, 1.0, 1e-6), (10**6, 3.0, 0.1)):
        setting = Setting(n, 20, 50, epsilon, delta=delta)
        local, central = (
            max(bound.value for bound in problem_of(name).lower(setting))
            for name in ("optimisation", "optimisation-central")
        )
        assert central <= local


def test_what_cannot_be_asked_is_one_line(ratecheck: CommandLine) -> None:
    for arguments, line in (
        (("bound", "optimisation", "--n", "9", "--m", "1", "--epsilon", "1"), "--d: the problem optimisation needs it"),
        (("bound", "optimisation", *NUMBERS, "--delta", "1"), "delta = 1.0: must be"),
        (("bound", "optimisation", *NUMBERS, "--lipschitz", "0"), "L = 0.0: must be"),
        (
            ("bound", "mean", "--n", "9", "--m", "1", "--epsilon", "1", "--L", "2"),
            "--lipschitz = 2.0: the problem mean",
        ),
    ):
        assert ratecheck(*arguments).refusal.startswith(line)
    empty = problem_of("optimisation-central")
    if not empty.estimators:
        with pytest.raises(ParameterError, match="nothing is registered"):
            empty.registered()
        plan = ("plan", empty.name, "--m", "3", "--d", "2", "--epsilon", "1", "--target-rmse", "0.1")
        assert "nothing is registered" in ratecheck(*plan).refusal
