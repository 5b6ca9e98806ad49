"""Fits to a person's own data: the worked file, its convergence to the fit without privacy, spends and refusals."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from notation.parameters import ParameterError
from notation.setting import Setting
from tests.verify.cli.command_line import CommandLine
from upperbounds.optimisation.central import one_pass, pure_one_pass
from upperbounds.optimisation.domains import Ball
from upperbounds.optimisation.estimator import LocalDescent, Oracle, fixed, repeated
from upperbounds.optimisation.local import accelerated_pure
from upperbounds.optimisation.losses import Hinge, Linear, Logistic, Population, Quadratic, Softmax, Valued, minimum
from upperbounds.registry import of_problem
from verify.kernel.statements.measured import BAND, fitted_slope
from verify.study import optimise as module
from verify.study.optimise import fit, labelled, loss_named
from verify.study.table import Rows

TRUE = np.array([2.0, -1.0, 0.5])
COMMAND = ("estimate", "optimisation", "--user", "who", "--features", "a,b,c", "--radius", 3)


def worked(n: int, m: int, seed: int) -> np.ndarray:
    """Users, samples, and of each features in the unit ball and a label 0 or 1 of a logistic law: (n, m, 4)."""
    rng = np.random.default_rng(seed)
    x = Ball(3, 0.999).project(rng.standard_normal((n, m, 3)))
    return np.concatenate([x, (rng.random((n, m)) < 1 / (1 + np.exp(-x @ TRUE)))[..., None]], axis=-1)


def written(path: Path, samples: np.ndarray) -> Path:
    """One row for each observation, users apart."""
    rows = (f"u{i}," + ",".join(f"{v:.6g}" for v in row) for one in samples.swapaxes(0, 1) for i, row in enumerate(one))
    path.write_text("who,a,b,c,y\n" + "\n".join(rows) + "\n")
    return path


@pytest.fixture
def ratecheck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return written(tmp_path / "worked.csv", worked(600, 3, 1))


def rows_of(samples: np.ndarray) -> Rows:
    n, m, k = samples.shape
    return Rows(samples.reshape(-1, k), np.repeat(np.arange(n), m))


def test_private_fits_converge_to_the_one_without_privacy() -> None:
    """Excess risks over the data's own minimum: below the bound, and falling as n^(-1/2) or faster.

    30 runs at each of three n; five standard errors are allowed, from the spread of the runs (3e-7 each).
    """
    loss, ball, numbers = Logistic(3), Ball(3, 3.0), (1000, 4000, 16_000)
    found, spread, bounds = [], 0.0, []
    for n in numbers:
        samples = worked(n, 3, 1)
        samples[..., -1] = 2 * samples[..., -1] - 1
        law = Population.even(samples)
        best = minimum(loss, ball, law, 1e-5)
        plan = accelerated_pure(n, 3, 4.0, loss, ball)
        excess = law.risk(loss, repeated(plan, fixed(samples), 30, np.random.default_rng(3))) - best.value
        error = excess.std() / np.sqrt(30)
        assert -best.gap <= excess.min()
        assert excess.mean() + 5 * error <= plan.bound.total
        found.append(float(excess.mean()))
        spread += (error / excess.mean()) ** 2
        bounds.append(plan.bound.total)
    assert abs(fitted_slope([float(n) for n in numbers], bounds) + 0.5) <= BAND
    # A slope of three points, four times apart each, has at most the ends' error over ln 16.
    assert fitted_slope([float(n) for n in numbers], found) <= -0.5 + 5 * np.sqrt(spread) / np.log(16)


def test_a_worked_file_is_fitted_and_the_output_has_the_contract(ratecheck: CommandLine, data: Path) -> None:
    asked = (*COMMAND, "--data", data, "--label", "y", "--loss", "logistic", "--epsilon", 8, "--seed", 4)
    ran = ratecheck(*asked, "--json")
    assert ran.status == 0
    told = ran.json
    assert [one["feature"] for one in told["parameter"]] == ["a", "b", "c"]
    assert told["parameter"][0]["value"] > 0
    risk = told["excess_risk_at_most"]
    assert risk["total"] == pytest.approx(risk["sampling"] + risk["privacy"] + risk["steps"])
    assert min(risk["sampling"], risk["privacy"], risk["steps"]) > 0
    assert risk["of_no_fit"] == 3.0
    assert told["epsilon_per_user"] == 8
    assert told["delta_per_user"] == 0
    assert sum(group["users"] for group in told["spend"]) == told["n"] == 600
    assert max(group["epsilon"] for group in told["spend"]) == 8
    assert told["randomness"] == "seed"
    assert "1800, from 3 to 3 a user" in ran.err
    text = ratecheck(*asked).out
    for one in told["parameter"]:
        assert f"{one['feature']}        {one['value']:>12.6g}".split() in [line.split() for line in text.splitlines()]
    assert "sampling" in text
    assert "epsilon spent, computed from the plan: 8 by " in text


@pytest.mark.parametrize("problem", ["optimisation", "optimisation-central"])
def test_classes_are_fitted_from_the_label_column(ratecheck: CommandLine, tmp_path: Path, problem: str) -> None:
    """A row of the parameter for each class, named by feature and class; the fit is better than none."""
    rng = np.random.default_rng(6)
    x = Ball(3, 0.999).project(2 * rng.standard_normal((900, 2, 3)))
    samples = np.concatenate([x, np.argmax(x, axis=-1)[..., None]], axis=-1)
    path = written(tmp_path / "classes.csv", samples)
    asked = ("estimate", problem, *COMMAND[2:], "--data", path, "--label", "y", "--loss", "softmax", "--classes", 3)
    told = ratecheck(*asked, "--epsilon", 20, "--delta", 1e-6, "--seed", 4, "--json").json
    assert [one["feature"] for one in told["parameter"]] == [f"{f} [{c}]" for c in range(3) for f in "abc"]
    theta = np.array([one["value"] for one in told["parameter"]]).reshape(3, 3)
    assert np.linalg.norm(theta) <= 3 + 1e-9
    loss, flat = Softmax(3, 3), samples.reshape(-1, 4)
    assert loss.value(theta.ravel(), flat).mean() < np.log(3) - 0.1
    assert told["excess_risk_at_most"]["of_no_fit"] == pytest.approx(3 * np.sqrt(2))
    shown = ratecheck(*asked[:-1], 2, "--epsilon", 20, "--delta", 1e-6).refusal
    assert shown == "--label: 2 is among the labels; each must be a whole number from 0 to 1"


def test_gaussian_noise_tells_what_it_spends(ratecheck: CommandLine, data: Path) -> None:
    asked = (*COMMAND, "--data", data, "--label", "y", "--loss", "hinge", "--epsilon", 0.5, "--delta", 1e-6)
    found = ratecheck(*asked, "--estimator", "bassily-algorithm5", "--json").json
    assert 0 < found["delta_per_user"] <= found["delta_allowed"] == 1e-6
    assert found["spend"] == []
    assert (found["draws"], found["drawn"][-1]) == ("exact", "discrete Gaussian noise on a public grid")
    text = ratecheck(*asked, "--estimator", "bassily-algorithm5").out
    assert "the delta is at most" in text
    assert text.splitlines()[-1].startswith("Every answer was drawn with its exact probability (randomized responses, ")


@pytest.mark.parametrize("loss", ["logistic", "hinge"])
def test_a_server_fits_better_and_says_what_it_releases(ratecheck: CommandLine, data: Path, loss: str) -> None:
    asked = ("--data", data, "--label", "y", "--loss", loss, "--epsilon", 1, "--delta", 1e-6, "--seed", 4)
    ran = ratecheck("estimate", "optimisation-central", *COMMAND[2:], *asked, "--json")
    assert ran.status == 0
    central, local = ran.json, ratecheck(*COMMAND, *asked, "--json").json
    assert central["problem"] == "optimisation-central"
    assert central["estimator"] == "full-batch"
    assert 0 < central["delta_per_user"] <= central["delta_allowed"] == 1e-6
    assert central["spend"] == []
    assert central["excess_risk_at_most"]["total"] < local["excess_risk_at_most"]["total"]
    text = ratecheck("estimate", "optimisation-central", *COMMAND[2:], *asked).out
    assert "a trusted server saw the data" in text
    assert f"steps           {central['steps']}, each of {central['users_of_a_step']} users" in text


def test_fits_by_a_server_converge_to_the_one_without_privacy() -> None:
    """Excess risks over the data's own minimum: below the bound, and falling as n^(-1/2) or faster; 5 errors (3e-7)."""
    loss, ball, numbers = Logistic(3), Ball(3, 3.0), (500, 2000, 8000)
    found, spread = [], 0.0
    for n in numbers:
        samples = worked(n, 3, 1)
        samples[..., -1] = 2 * samples[..., -1] - 1
        law = Population.even(samples)
        best = minimum(loss, ball, law, 1e-5)
        plan = one_pass(n, 3, 1.0, 1e-6, loss, ball)
        excess = law.risk(loss, repeated(plan, fixed(samples), 30, np.random.default_rng(3))) - best.value
        error = excess.std() / np.sqrt(30)
        assert -best.gap <= excess.min()
        assert excess.mean() + 5 * error <= plan.bound.total
        found.append(float(excess.mean()))
        spread += (error / excess.mean()) ** 2
    assert fitted_slope([float(n) for n in numbers], found) <= -0.5 + 5 * np.sqrt(spread) / np.log(16)


def test_algorithm_4_runs_on_rows_of_uneven_users() -> None:
    """By name, where users share a law: gradients of each user of a subset are over their own rows."""
    samples = worked(900, 1, 2)
    number = np.arange(900) % 3 + 1
    copies = Rows(np.repeat(samples[:, 0], number, axis=0), np.repeat(np.arange(900), number))
    asked = {"m": 3, "delta": 1e-3, "name": "bassily-algorithm4", "seed": 3, "problem": "optimisation-central"}
    found = fit(copies, Logistic(3), 3.0, 1.0, same_law=True, **asked)
    assert found.silent == 0
    assert found.spent_delta <= 1e-3
    assert np.linalg.norm(found.theta) <= 3.0 + 1e-12
    with pytest.raises(ParameterError, match=r"^--estimator = 'bassily-algorithm4': needs --same-law"):
        fit(copies, Logistic(3), 3.0, 1.0, **asked)


def test_a_server_without_a_delta_fits_by_pure_noise(ratecheck: CommandLine, data: Path) -> None:
    """By name it may be asked for where a delta is allowed as well: it spends none."""
    asked = ("estimate", "optimisation-central", *COMMAND[2:], "--data", data, "--label", "y", "--loss", "logistic")
    pure = ratecheck(*asked, "--epsilon", 1, "--seed", 4, "--json").json
    assert pure["estimator"] in ("full-batch-pure", "one-pass-pure")
    assert (pure["delta_per_user"], pure["delta_allowed"]) == (0, 0)
    assert "all steps together are 1-private, with no delta" in ratecheck(*asked, "--epsilon", 1, "--seed", 4).out
    named = ratecheck(*asked, "--epsilon", 1, "--delta", 1e-6, "--estimator", "full-batch-pure", "--json").json
    assert named["delta_per_user"] == 0
    told = ratecheck(*asked, "--epsilon", 1, "--estimator", "full-batch").refusal
    assert told.startswith("--estimator = 'full-batch': needs --delta; must be one of full-batch-pure, one-pass-pure")


def test_fits_by_a_server_without_a_delta_converge_too() -> None:
    """Excess risks over the data's own minimum: below the bound, and four times the users leave less than half."""
    loss, ball, found = Logistic(3), Ball(3, 3.0), []
    for n in (1000, 4000):
        samples = worked(n, 3, 1)
        samples[..., -1] = 2 * samples[..., -1] - 1
        law = Population.even(samples)
        best = minimum(loss, ball, law, 1e-5)
        plan = pure_one_pass(n, 3, 1.0, loss, ball)
        excess = law.risk(loss, repeated(plan, fixed(samples), 30, np.random.default_rng(3))) - best.value
        error = excess.std() / np.sqrt(30)
        assert -best.gap <= excess.min()
        assert excess.mean() + 5 * error <= plan.bound.total
        found.append((float(excess.mean()), 5 * float(error)))
    assert found[1][0] - found[1][1] < (found[0][0] + found[0][1]) / 2


def test_the_seed_and_nothing_else_makes_the_fit_the_same(ratecheck: CommandLine, data: Path) -> None:
    asked = (*COMMAND, "--data", data, "--loss", "quadratic", "--epsilon", 2, "--estimator", "accelerated", "--json")
    first, second = (ratecheck(*asked, "--seed", 5).json for _ in range(2))
    assert first == second
    free = [ratecheck(*asked).json["parameter"] for _ in range(2)]
    assert free[0] != free[1]


def test_a_users_gradient_is_over_her_own_rows_however_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Copies of a row change no user's gradient, nor the plan; at most m rows of each are taken."""
    samples, seen = worked(40, 1, 2), []
    # Blocks of users that do not divide them.
    monkeypatch.setattr(module, "BLOCK", 5)

    def asked(plan: Any, gradients: Any, _: Any) -> np.ndarray:
        seen.append(np.concatenate([gradients(TRUE, users) for users in (range(13), range(13, 40))]))
        return np.zeros(3)

    monkeypatch.setattr(LocalDescent, "follow", asked)
    number = np.arange(40) % 5 + 1
    copies = Rows(np.repeat(samples[:, 0], number, axis=0), np.repeat(np.arange(40), number))
    loss = Logistic(3)
    found = [fit(rows, loss, 3.0, 4.0, m=m) for rows in (rows_of(samples), copies) for m in (None, 2)]
    assert len({(one.plan.batches, one.plan.steps) for one in found if one.plan.m == 1}) == 1
    assert (found[3].not_public.fewest, found[3].not_public.most, found[3].not_public.fewer) == (1, 5, 8)
    labels = 2 * samples[:, 0, -1:] - 1
    own = loss.gradient(TRUE, np.concatenate([samples[:, 0, :-1], labels], axis=-1))
    for gradients in seen:
        assert np.allclose(gradients[np.argsort(gradients[:, 0])], own[np.argsort(own[:, 0])], atol=1e-12)
    rows, starts = copies.at_most(2, np.random.default_rng(0))
    assert sorted(np.diff(np.append(starts, len(rows)))) == sorted(np.minimum(number, 2))


@pytest.mark.parametrize("name", ["linear", "quadratic", "huber", "absolute", "hinge", "softmax"])
def test_every_loss_is_fitted_near_its_minimum(name: str) -> None:
    """One run, with its seed: below the bound on the mean, and inside the ball."""
    samples = worked(800, 2, 3)
    loss = loss_named(name, 3, 1.0, 2.0, 2 if name == "softmax" else None)
    if name in ("linear", "quadratic"):
        samples = samples[..., :-1]
    found = fit(rows_of(samples), loss, 2.0, 6.0, seed=2)
    assert found.why == "the least bound at these public numbers"
    law = Population.even(samples)
    if name not in ("linear", "quadratic"):
        law = Population.even(np.concatenate([samples[..., :-1], labelled(loss, samples[..., -1])[..., None]], axis=-1))
    best = minimum(loss, Ball(loss.dimension, 2.0), law, 1e-3)
    assert np.linalg.norm(found.theta) <= 2.0 + 1e-12
    assert float(law.risk(loss, found.theta)) - best.value <= found.bound.total < found.trivial


def test_users_who_differ_are_not_localised() -> None:
    """With m of 10^9 two stages would be best, except for the one law that they need."""
    samples, loss = worked(8000, 1, 0), Logistic(3)
    shared = fit(rows_of(samples), loss, 1.0, 8.0, m=10**9, same_law=True, name="accelerated", seed=1)
    alone = fit(rows_of(samples), loss, 1.0, 8.0, m=10**9, name="accelerated", seed=1)
    assert shared.why == alone.why == "named by --estimator"
    assert shared.plan.oracle.localises
    assert not alone.plan.oracle.localises
    with pytest.raises(ParameterError, match="is needed with --same-law"):
        fit(rows_of(samples), loss, 1.0, 8.0, same_law=True)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--label", "y", "--loss", "ridge"), "--loss = 'ridge': must be one of linear, "),
        (("--loss", "logistic"), "--label: the loss logistic needs it"),
        (("--label", "y", "--loss", "linear"), "--label: the loss linear has no label"),
        (("--label", "b", "--loss", "logistic"), "--label = 'b': is one of the features"),
        (("--label", "y"), "--loss: is needed for the problem optimisation"),
        (("--label", "y", "--loss", "softmax"), "--classes: is needed for the loss softmax"),
        (("--label", "y", "--loss", "softmax", "--classes", 1), "--classes = 1: must be"),
        (("--label", "y", "--loss", "huber", "--classes", 2), "--classes = 2: is not an option of the loss huber"),
        (
            ("--label", "y", "--loss", "hinge", "--lower", 1),
            "--lower: is not an option of the problem optimisation",
        ),
        (
            ("--label", "y", "--loss", "hinge", "--value", "a"),
            "--value: is not an option of the problem optimisation",
        ),
        (("--label", "y", "--loss", "hinge", "--epsilon", 0), "--epsilon = 0.0: must be"),
        (("--label", "y", "--loss", "hinge", "--delta", 0.7), "--delta = 0.7: must be"),
        (("--label", "y", "--loss", "hinge", "--radius", -1), "--radius = -1.0: must be"),
        (("--label", "y", "--loss", "hinge", "--feature-radius", 0), "--feature-radius = 0.0: must be"),
        (
            ("--label", "y", "--loss", "hinge", "--feature-radius", 0.1),
            "--feature-radius = 0.1: vectors are outside the l_2 ball (not private: 1798 of 1800); --project moves",
        ),
        (("--label", "y", "--loss", "hinge", "--estimator", "kent-tuned"), "--estimator = 'kent-tuned': is no"),
        (("--label", "y", "--loss", "hinge", "--estimator", "bassily-algorithm5"), "--estimator = 'bassily-algo"),
        (("--label", "y", "--loss", "hinge", "--m", 0), "--m = 0: must be"),
        (("--label", "y", "--loss", "hinge", "--same-law"), "--m: is needed with --same-law"),
        (("--label", "y", "--loss", "hinge", "--seed", -1), "--seed = -1: must be"),
        (("--label", "nobody", "--loss", "hinge"), "--features and --label = 'nobody': no such column"),
        (("--features", "a,d", "--loss", "linear"), "--features = 'd': no such column"),
    ],
)
def test_what_cannot_be_fitted_is_one_line(
    ratecheck: CommandLine, data: Path, options: tuple[object, ...], told: str
) -> None:
    refusal = ratecheck(*COMMAND, "--data", data, "--epsilon", 1, *options).refusal
    assert refusal.startswith(told), refusal


def test_moved_features_are_said_to_be_and_counts_are_marked(ratecheck: CommandLine, data: Path) -> None:
    """The words depend on what was asked for, not on whether any feature was outside."""
    asked = (*COMMAND, "--data", data, "--epsilon", 4, "--label", "y", "--loss", "hinge")
    plain = ratecheck(*asked, "--json").json
    within = "the parameter of the least average loss in the l_2 ball of radius "
    assert plain["estimate_of"].startswith(within)
    assert "moved" not in plain["estimate_of"]
    assert plain["not_private"]["moved_inside"] == 0
    for radius, some in ((0.1, True), (1e6, False)):
        line = (*asked, "--project", "--feature-radius", radius)
        document, text = ratecheck(*line, "--json").json, ratecheck(*line).out
        assert document["estimate_of"].endswith(f" of features moved into the l_2 ball of radius {radius:g}")
        assert f"parameter       {document['estimate_of']}\n" in text
        assert (document["not_private"]["moved_inside"] > 0) == some


def test_no_delta_is_a_delta_of_zero(ratecheck: CommandLine, data: Path) -> None:
    asked = (*COMMAND, "--data", data, "--label", "y", "--loss", "hinge", "--epsilon", 1, "--seed", 1, "--json")
    assert ratecheck(*asked, "--delta", 0).json == ratecheck(*asked).json
    assert ratecheck(*asked, "--delta", -1).refusal.startswith("--delta = -1.0: must be")


def test_other_problems_take_no_loss(ratecheck: CommandLine, data: Path) -> None:
    asked = ("estimate", "mean", "--data", data, "--user", "who", "--value", "a", "--epsilon", 1, "--lower", -1)
    assert ratecheck(*asked, "--upper", 1, "--loss", "hinge").refusal.startswith(
        "--loss: is not an option of the problem mean"
    )


def test_labels_of_other_kinds_are_refused() -> None:
    assert labelled(Hinge(1), np.array([0.0, 1.0, -1.0])).tolist() == [-1, 1, -1]
    kinds: list[tuple[Valued, float]] = [(Logistic(1), 2.0), (Softmax(1, 3), 3.0), (Softmax(1, 3), 0.5)]
    for loss, label in kinds:
        with pytest.raises(ParameterError, match=f"^--label: {label:g} is among"):
            labelled(loss, np.array([1.0, label]))
    assert labelled(Linear(1), np.array([7.0])).tolist() == [7.0]


def test_features_that_are_too_long_are_scaled_where_asked() -> None:
    samples = worked(300, 1, 2)
    found = fit(rows_of(2 * samples[..., :-1]), Quadratic(3, 1.0, 1.0), 1.0, 2.0, clip=True, seed=1)
    assert found.not_public.moved == int(np.sum(np.linalg.norm(2 * samples[..., :-1], axis=-1) > 1))


@pytest.mark.parametrize("name", ["logistic", "quadratic"])
def test_no_block_of_rows_or_users_changes_a_bit(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of features that are scaled, users with few and many rows, under one seed."""
    rng = np.random.default_rng(4)
    owner = np.sort(np.append(np.arange(200), rng.integers(0, 200, 700))).astype(np.int32)
    values = rng.uniform(-2, 2, (900, 3))
    values[:, 2] = np.sign(values[:, 2])
    loss, found = loss_named(name, 2 if name == "logistic" else 3, 1.0, 1.0), []
    for block, chunk in ((1 << 15, 1 << 16), (7, 13)):
        monkeypatch.setattr(module, "BLOCK", block)
        monkeypatch.setattr(module, "CHUNK", chunk)
        found.append(fit(Rows(values, owner), loss, 1.0, 2.0, clip=True, seed=3))
    assert np.array_equal(found[0].theta, found[1].theta)
    assert found[0].not_public == found[1].not_public
    assert found[0].not_public.moved > 100
    with pytest.raises(ParameterError, match=f"not private: {found[0].not_public.moved} of 900"):
        fit(Rows(values, owner), loss, 1.0, 2.0, seed=3)


@pytest.mark.parametrize(("numbers", "pilot", "repetitions"), [(0.0, 3, 20), (1e15, 30, 400)])
def test_descents_are_run_between_3_and_30_times_at_each_bias_and_between_20_and_400_at_the_worst(
    numbers: float, pilot: int, repetitions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = []

    def run(plan: Any, tried: list[float], number: int, rng: Any) -> np.ndarray:
        runs.append((len(tried), number))
        return np.zeros((len(tried), number, 7))

    monkeypatch.setattr(module, "run_on_corners", run)
    monkeypatch.setattr(module, "each_of", lambda one, some: [one(each) for each in some])
    monkeypatch.setattr(module, "_NUMBERS", numbers)
    (rule,) = (one for one in of_problem("optimisation") if one.name == "accelerated")
    found = module.worst_excess_risk(rule, Setting(300, 3, 7, 1.0))
    assert {number for _, number in runs[:-1]} == {pilot}
    assert runs[-1] == (1, found.repetitions) == (1, repetitions)


def test_who_localises_is_drawn_by_users_and_not_by_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gradients of users who localise are looked at one by one, n d numbers; else steps' means are, of all samples."""
    (rule,) = (one for one in of_problem("optimisation-central") if one.name == "one-pass-pure")
    setting = Setting(3000, 10, 7, 1.0)
    monkeypatch.setattr(module, "_MOST_NUMBERS", 0)
    assert rule.plan(setting).steps.number != 3000
    assert f"{7 * rule.plan(setting).steps.number:.1e} numbers" in module.worst_excess_risk(rule, setting).method
    monkeypatch.setattr(Oracle, "localises", True)
    assert "2.1e+04 numbers" in module.worst_excess_risk(rule, setting).method
