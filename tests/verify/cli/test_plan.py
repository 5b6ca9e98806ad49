"""`ratecheck plan`: what it says is what `ratecheck bound` says with the same values."""

import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notation.setting import Setting
from tests.verify.cli.command_line import CommandLine
from upperbounds.registry import PLACES
from verify.cli.bound import bound
from verify.cli.options import setting_of, sizes_of
from verify.cli.plan import bound_command
from verify.site.drawing.plan import draw
from verify.study.plan import plan_study
from verify.study.problems import problem_of
from verify.study.worst import WorstRisk

PLANS = (
    "infinite-linf --find n --m 1 --epsilon 1 --d 2 --target-rmse 0.3 --half-width 2",
    "infinite-l1 --n 100 --m 1 --d 2 --target-rmse 0.1",
    "mean --n 1000 --epsilon 1 --target-rmse 0.5 --lower 0 --upper 10",
    "optimisation-central --m 10 --epsilon 1 --d 2 --target-risk 0.2",
    "regression --m 10 --epsilon 2 --d 1 --beta 1 --target-rmse 0.4 --bound 2 --holder 2",
    "classification --m 100000 --n 200000 --d 1 --beta 1 --target-risk 0.3",
    "label-classification-local --epsilon 2 --d 1 --beta 1 --gamma 1 --target-risk 0.05 --density 0.5",
    "label-regression-central --n 100000 --d 2 --beta 0.5 --target-rmse 0.3",
    "label-regression-heavy-local --epsilon 2 --d 1 --beta 1 --target-rmse 0.6 --moment 3",
)


def levels(document: dict[str, Any]) -> list[tuple[str | None, dict[str, Any]]]:
    """What a plan says of bounds: the estimator, None for a lower bound, and the level."""
    lower = [document["lower"][name] for name in ("refuted", "after")]
    lower += [document["tradeoff"]["lower"]["refuted"]] if document["tradeoff"] else []
    rows = [(row["name"], row[name]) for row in document["estimators"] for name in ("answer", "before", "rises")]
    return [(name, level) for name, level in [*((None, level) for level in lower), *rows] if level]


@pytest.mark.parametrize("line", PLANS)
def test_every_number_is_what_bound_says(ratecheck: CommandLine, line: str) -> None:
    document = ratecheck("plan", *line.split(), "--json").json
    free, squared = document["find"], "target_rmse" in document
    most = document["target_rmse"] ** 2 if squared else document["target_risk"]
    found = levels(document)
    for command in {level["command"] for _, level in found}:
        program, *arguments = shlex.split(command)
        assert program == "ratecheck"
        told = ratecheck(*arguments, "--json").json
        rows = {row["name"]: row for row in told["estimators"]}
        for name, level in ((name, level) for name, level in found if level["command"] == command):
            value = rows[name]["upper"]["value"] if name else told["lower"]["value"]
            assert value == level["value"]
            assert level.get("rmse") == (pytest.approx(value**0.5, rel=1e-12) if squared else None)
    for row in document["estimators"]:
        if row["answer"]:
            assert row["answer"]["value"] <= most
            assert row["before"] is None or row["before"]["value"] is None or row["before"]["value"] > most
            if row["risk"]["value"] is None:
                assert row["risk"]["method"].startswith("not computed: ")
            else:
                assert row["risk"]["value"] <= row["answer"]["value"] + 6 * row["risk"]["error"]
    best = {row["name"]: row for row in document["estimators"]}[document["best"]]
    refuted = document["lower"]["refuted"]
    assert refuted is None or refuted[free] < best["answer"][free]


def test_the_text_says_the_same(ratecheck: CommandLine) -> None:
    line = PLANS[0].split()
    document, text = ratecheck("plan", *line, "--json").json, ratecheck("plan", *line).out
    (row,) = document["estimators"]
    assert f"best       {row['name']}, n = {row['answer']['n']}\n           {row['answer']['command']}\n" in text
    assert f"no private estimator reaches it with n <= {document['lower']['refuted']['n']}: " in text
    assert document["lower"]["refuted"]["command"] in text
    assert "NaN" not in text


def test_by_risk_says_what_bound_says_of_the_risk(ratecheck: CommandLine) -> None:
    line = ("plan", *PLANS[0].split(), "--by-risk")
    (row,) = ratecheck(*line, "--json").json["estimators"]
    hint = row["by_risk"]
    assert row["answer"]["n"] >= hint["answer"]["n"] > hint["before"]["n"] >= 0.98 * hint["answer"]["n"] - 1
    for level in (hint["answer"], hint["before"]):
        (told,) = ratecheck(*level["command"].split()[1:], "--json").json["estimators"]
        assert told["risk"]["value"] == level["value"]
    assert hint["answer"]["value"] <= 0.3**2 < hint["before"]["value"]
    assert f"{hint['answer']['n']:,}" in ratecheck(*line).out


def test_what_no_value_reaches_is_said(ratecheck: CommandLine) -> None:
    ran = ratecheck("plan", "infinite-l2", "--n", 1, "--epsilon", 1, "--d", 2, "--target-rmse", 0.1)
    assert ran.status == 0
    assert "no private estimator reaches it with any m up to 1e+12: lower bound" in ran.out
    assert "never" in ran.out
    assert "best" not in ran.out


def test_a_target_above_the_range_needs_no_data(ratecheck: CommandLine) -> None:
    ran = ratecheck("plan", "infinite-l2", "--m", 1, "--epsilon", 1, "--d", 2, "--target-rmse", 1)
    assert "no data are needed, n = 1 suffices: a constant is off by 1 at most" in ran.out
    assert "no n is excluded" in ran.out


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("mean --m 100 --epsilon 0 --target-rmse 0.1", "epsilon = 0.0: must be a finite number above 0"),
        ("mean --m 100 --epsilon nan --target-rmse 0.1", "epsilon = nan"),
        ("mean --m 100 --epsilon 1e30 --target-rmse 0.1", "epsilon = 1e+30: must be from 1e-09 to 1000"),
        ("mean --m 100 --epsilon 1 --target-rmse -1", "--target-rmse = -1.0: must be a finite number above 0"),
        ("mean --m 100 --epsilon 1 --target-rmse nan", "--target-rmse = nan"),
        ("mean --m 100 --epsilon 1 --target-rmse 1e60", "--target-rmse = 1e+60: must be from 1e-50 to 1e+50"),
        ("mean --m 100 --epsilon 1", "--target-rmse: is needed for the problem mean"),
        (
            "mean --m 100 --epsilon 1 --target-risk 1",
            "option of the problem mean; did you mean --target-rmse",
        ),
        (
            "optimisation --m 1 --epsilon 1 --target-rmse 1 --d 1",
            "of the problem optimisation; did you mean --target-risk?",
        ),
        ("classification --m 1 --epsilon 1 --target-risk nan --d 1 --beta 1", "--target-risk = nan"),
        ("classification --m 1 --epsilon 1 --target-risk 1 --d 1 --beta 2", "beta = 2.0: must be above 0"),
        (
            "classification --m 1 --epsilon 1 --target-risk 1 --d 1 --beta 1 --bound 1",
            "--bound: is not an option",
        ),
        ("label-classification-local --target-risk 1 --d 1 --beta 1 --gamma 1", "--epsilon: needed to find --n"),
        (
            "label-regression-local --n 1 --target-rmse 1 --d 1 --beta 1 --moment 4",
            "--moment: is not an option of the problem",
        ),
        ("mean --m 0 --epsilon 1 --target-rmse 0.1", "m = 0: must be an integer of at least 1"),
        ("mean --n 0 --epsilon 1 --target-rmse 0.1", "n = 0: must be an integer of at least 1"),
        ("mean --find n --n 5 --m 1 --epsilon 1 --target-rmse 1", "--n = 5: --find asks for it; leave it out"),
        ("mean --n 5 --m 1 --epsilon 1 --target-rmse 1", "--n, --m, --epsilon: leave out the one that is to be found"),
        ("mean --n 5 --target-rmse 1", "--epsilon: needed to find --m"),
        ("mean --find d --m 1 --epsilon 1 --target-rmse 1", "'d' is not one of 'n', 'm', 'epsilon'"),
        ("mean --m 1 --epsilon 1 --target-rmse 1 --d 2", "--d: is not an option of the problem mean"),
        ("mean-l2 --m 1 --epsilon 1 --target-rmse 1", "--d: is needed for the problem mean-l2"),
        ("mean --m 1 --epsilon 1 --target-rmse 1 --lower 0", "--upper: both ends are needed"),
        ("nothing --m 1 --epsilon 1 --target-rmse 1", "problem = 'nothing': must be one of mean, "),
        ("mean --m 1 --epsilon 1 --target-rmse 1 --plot x.pdf", "x.pdf: must end in .png or .svg"),
        ("mean --m 1 --epsilon 1 --target-rmse 1 --plot no/x.png", "no/x.png: cannot write there"),
    ],
)
def test_what_cannot_be_planned_is_refused_in_one_line(ratecheck: CommandLine, line: str, told: str) -> None:
    assert told in ratecheck("plan", *line.split()).refusal


def test_an_option_that_is_far_from_every_other_suggests_none(ratecheck: CommandLine) -> None:
    for option, problem in (("--radius", "density"), ("--colour", "mean")):
        refusal = ratecheck("bound", problem, option, "2").refusal
        assert refusal.endswith(f"{option}: is not an option of the problem {problem}"), refusal


def test_a_picture_is_written_and_the_same_each_time(ratecheck: CommandLine, tmp_path: Path) -> None:
    line, files = PLANS[1].split(), [tmp_path / "one.png", tmp_path / "two.png", tmp_path / "one.svg"]
    for file in files:
        assert ratecheck("plan", *line, "--plot", file).status == 0
    one, two, drawing = (file.read_bytes() for file in files)
    assert one.startswith(b"\x89PNG")
    assert one == two
    assert b"<svg" in drawing


def test_a_picture_shows_every_private_estimator_and_its_answer() -> None:
    def no_risk(estimator: Any, setting: Setting) -> WorstRisk:
        return WorstRisk(1e-4, 0.0, "planted", None, 0.0)

    mean = problem_of("mean")
    names = ("semi-user-level", "one-item", "non-private")
    problem = replace(mean, estimators=tuple(e for e in mean.estimators if e.name in names), risk=no_risk)
    found = plan_study(problem, Setting(1, 10), "n", 0.1)
    above, below = draw(found).axes
    curves = {str(line.get_label()): line for line in above.lines if len(line.get_xdata()) > 2}
    assert set(curves) == {"semi-user-level", "one-item"}
    dots = {(float(line.get_xdata()[0]), line.get_marker()) for line in above.lines if len(line.get_xdata()) == 1}
    answers = {one.answer.at for one in found.reaches if one.answer and one.estimator.protects_users}
    assert dots == {(float(at), marker) for at in answers for marker in "ox"}
    steps = next(line for line in below.lines if len(line.get_xdata()) > 2)
    assert list(steps.get_ydata()) == [point.needs for point in found.tradeoff.points]


SETTINGS = st.builds(
    Setting,
    n=st.integers(1, 10**18),
    m=st.integers(1, 10**18),
    d=st.integers(3, 1 << 20),
    epsilon=st.floats(1e-9, 1e3),
    D=st.floats(1e-50, 1e50),
    p=st.floats(2, 100),
    M=st.floats(1e-3, 1e3),
    s=st.integers(1, 3),
    beta=st.integers(1, 100),
    r=st.floats(1e-50, 1e50),
    K=st.integers(1, 10**6),
)


@settings(derandomize=True, database=None, deadline=None, max_examples=100)
@given(st.sampled_from(sorted(PLACES)), SETTINGS)
def test_a_command_reads_back_as_its_setting(name: str, setting: Setting) -> None:
    problem = problem_of(name)
    program, command, *arguments = shlex.split(bound_command(problem, setting))
    assert (program, command) == ("ratecheck", "bound")
    context = click.Context(bound)
    given_ = bound.get_command(context, arguments[0]).make_context("bound", arguments[1:]).params
    shown = {name: value for name, value in given_.items() if name not in ("best", "as_json", "loss", "classes")}
    read = setting_of(**sizes_of(**shown))
    kept = {size: getattr(setting, size) for size in problem.sizes}
    if "s" in kept:
        kept["d"] = setting.d
    assert read == Setting(setting.n, setting.m, epsilon=setting.epsilon, **kept)
