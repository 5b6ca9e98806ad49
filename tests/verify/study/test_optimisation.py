"""The problems of convex optimisation: what `bound` says of them."""

import pytest

from notation.parameters import ParameterError
from notation.setting import Setting
from tests.unjudged import nothing_known
from tests.verify.cli.command_line import CommandLine
from upperbounds.optimisation.losses import LOSSES
from verify.study.optimise import loss_of_setting, offers
from verify.study.problems import problem_of


@pytest.fixture
def ratecheck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


NUMBERS = ("--n", "2000", "--m", "10", "--d", "400", "--epsilon", "0.1")


@pytest.mark.parametrize("name", ["optimisation", "optimisation-central"])
@pytest.mark.parametrize("delta", [0.0, 1e-7])
def test_bound_says_what_the_problem_says(
    ratecheck: CommandLine, monkeypatch: pytest.MonkeyPatch, name: str, delta: float
) -> None:
    """The text and the JSON have the largest of the lower bounds, and its source, in excess risk."""
    problem, setting = problem_of(name), Setting(2000, 10, 400, 0.1, L=2.0, R=3.0, delta=delta)
    best = max(problem.lower(setting), key=lambda bound: bound.value)
    options = (*NUMBERS, "--lipschitz", "2", "--domain-radius", "3", "--delta", str(delta))
    found = ratecheck("bound", name, *options, "--json").json
    assert found["lower"]["value"] == best.value
    assert found["parameters"]["delta"] == delta
    assert (found["parameters"]["L"], found["parameters"]["R"]) == (2.0, 3.0)
    assert len(found["estimators"]) == len(problem.estimators)
    assert 0 < best.value <= problem.trivial(setting)
    # The risks, which are slow, were computed for the JSON.
    nothing_known(monkeypatch)
    told = ratecheck("bound", name, *options).out
    assert f"no private estimator has excess risk below {best.value:.4g} ({best.source})" in told


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
        (
            ("bound", "optimisation", "--n", "9", "--m", "1", "--epsilon", "1"),
            "--d: is needed for the problem optimisation",
        ),
        (("bound", "optimisation", *NUMBERS, "--delta", "1"), "delta = 1.0: must be"),
        (("bound", "optimisation", *NUMBERS, "--lipschitz", "0"), "L = 0.0: must be"),
        (
            ("bound", "mean", "--n", "9", "--m", "1", "--epsilon", "1", "--L", "2"),
            "--L: is not an option of the problem mean",
        ),
    ):
        assert ratecheck(*arguments).refusal.startswith(line)
    plan = ("plan", "optimisation-central", "--m", "3", "--d", "2", "--epsilon", "1", "--target-rmse", "0.1")
    assert "did you mean --target-risk" in ratecheck(*plan).refusal


SIZES = ("--n", "20000", "--m", "50", "--d", "3", "--epsilon", "1", "--delta", "1e-6")


@pytest.mark.parametrize("name", ["optimisation", "optimisation-central"])
@pytest.mark.parametrize("loss", LOSSES)
def test_a_bound_for_a_loss_is_that_of_the_plan_that_a_fit_would_take(
    ratecheck: CommandLine, name: str, loss: str
) -> None:
    """The JSON's parts add up, the text has the same, and the least is what `fit` would choose at these numbers."""
    classes = 3 if loss == "softmax" else None
    asked = ("bound", name, *SIZES, "--loss", loss, "--L", "3", "--R", "2", *(("--classes", "3") if classes else ()))
    found = ratecheck(*asked, "--json").json
    rows = [row for row in found["estimators"] if row["upper"]]
    assert rows
    text = ratecheck(*asked).out
    for row in rows:
        parts = row["upper"]
        assert parts["value"] == pytest.approx(parts["sampling"] + parts["privacy"] + parts["steps"])
        assert min(parts["sampling"], parts["privacy"], parts["steps"]) >= 0
        assert parts["vacuous"] or f"{row['name']} {parts['value']:.3g}" in " ".join(text.split())
    assert 0 < found["lower"]["value"] <= min(row["upper"]["value"] for row in rows)
    setting = Setting(20_000, 50, 3, 1.0, L=3.0, R=2.0, delta=1e-6)
    again = offers(name, loss_of_setting(loss, setting, classes), setting)
    assert [offer.bound and offer.bound.total for offer in again] == [
        row["upper"] and row["upper"]["value"] for row in found["estimators"]
    ]


@pytest.mark.parametrize("name", LOSSES)
def test_a_loss_of_a_setting_has_its_dimension_and_its_lipschitz_constant(name: str) -> None:
    setting = Setting(100, 1, 6, 1.0, L=3.0, R=2.0)
    loss = loss_of_setting(name, setting, 3 if name == "softmax" else None)
    assert loss.dimension == setting.d
    assert loss.lipschitz == pytest.approx(setting.L, rel=1e-15)


def test_a_bound_for_a_loss_that_cannot_be_asked_is_one_line(ratecheck: CommandLine) -> None:
    for arguments, line in (
        (("optimisation", "--loss", "ridge"), "--loss = 'ridge': must be one of linear, "),
        (("optimisation", "--loss", "softmax"), "--classes: is needed for the loss softmax"),
        (("optimisation", "--loss", "softmax", "--classes", "2"), "--d = 3: must be a multiple of --classes = 2"),
        (("optimisation", "--loss", "softmax", "--classes", "1"), "--classes = 1: must be from 2"),
        (("optimisation", "--loss", "softmax", "--classes", "0"), "--classes = 0: must be"),
        (("optimisation", "--loss", "hinge", "--classes", "3"), "--classes = 3: is not an option of the loss hinge"),
        (("optimisation", "--classes", "3"), "--classes = 3: is an option of the loss softmax"),
        (("optimisation", "--loss", "quadratic"), "--lipschitz = 1: must be above --domain-radius"),
        (("optimisation", "--loss", "hinge", "--best"), "--best: cannot be used with --loss"),
        (("mean-l2", "--loss", "hinge"), "--loss: is not an option of the problem mean-l2"),
    ):
        sizes = SIZES if arguments[0] == "optimisation" else SIZES[:-2]
        assert ratecheck("bound", arguments[0], *sizes, *arguments[1:]).refusal.startswith(line)
    told = ratecheck("bound", "optimisation-central", *SIZES[:-2], "--loss", "hinge").out
    assert told.count("needs --delta") == 3


@pytest.mark.parametrize("name", ["full-batch-pure", "one-pass-pure"])
def test_the_worst_bias_is_looked_for_where_sampling_hides_it(name: str) -> None:
    """At 10^9 samples that is far below 2^-10; batches are drawn whole, so that the risk is known there too."""
    problem, setting = problem_of("optimisation-central"), Setting(10**6, 10**3, 10, 1.0)
    estimator = next(one for one in problem.estimators if one.name == name)
    found = problem.risk(estimator, setting)
    assert found.repetitions
    assert found.worst_mean < 2**-10
    assert max(bound.value for bound in problem.lower(setting)) < found.value - 6 * found.error
    assert found.value + 6 * found.error < estimator.bound(setting).value


def test_an_estimator_that_needs_a_delta_says_so(ratecheck: CommandLine) -> None:
    told = ratecheck("bound", "optimisation-central", *SIZES[:-2], "--json").json
    methods = {row["name"]: row["risk"]["method"] for row in told["estimators"]}
    assert methods["one-pass"] == "not usable here: delta = 0: must be above 0 for one-pass"


@pytest.mark.parametrize(("d", "classes"), [(7, 2), (2, 3)])
def test_a_softmax_loss_has_as_many_coordinates_for_each_class(d: int, classes: int) -> None:
    with pytest.raises(ParameterError, match=f"--d = {d}: must be a multiple of --classes = {classes}"):
        loss_of_setting("softmax", Setting(100, 3, d, 1.0), classes)
