"""What `ratecheck estimate` prints of a fitted parameter, and which errors an interval covers."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.verify.cli.command_line import CommandLine
from verify.cli import estimate_fit
from verify.study.optimise import Fit

USERS = 100
MODES: dict[str, tuple[object, ...]] = {"optimisation": ("--same-law",), "optimisation-central": ("--delta", 1e-6)}
LOCALISING = ("--same-law", "--estimator", "accelerated")
"""A descent whose steps may fail, which is a part of the bound."""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four rows of each user, within [-1, 1]."""
    path = tmp_path_factory.mktemp("fit") / "rows.csv"
    values = np.random.default_rng(2).uniform(-1, 1, (USERS, 4, 2))
    rows = [f"u{user},{x!r},{y!r}" for user, of in enumerate(values.tolist()) for x, y in of]
    path.write_text("\n".join(["who,x,y", *rows]) + "\n", "utf-8")
    return path


def fit(problem: str, data: Path, *more: object) -> list[object]:
    rows: list[object] = ["estimate", problem, "--data", data, "--user", "who", "--features", "x", "--label", "y"]
    return [*rows, "--loss", "huber", "--radius", 2, "--project", "--m", 4, "--epsilon", 4, "--seed", 1, *more]


@pytest.mark.parametrize(("problem", "mode"), [*MODES.items(), ("optimisation", LOCALISING)])
def test_a_bound_is_the_sum_of_its_parts(
    ratecheck: CommandLine, data: Path, problem: str, mode: tuple[object, ...]
) -> None:
    bound = ratecheck(*fit(problem, data, *mode, "--json")).json["excess_risk_at_most"]
    parts = [bound[name] for name in ("sampling", "privacy", "steps")]
    assert min(parts) > 0
    # Huber's loss has slopes of at most 1: on a ball of radius 2 nothing is worse than its best by more than 4.
    assert sum(parts) == pytest.approx(bound["total"], rel=1e-12)
    assert bound["total"] < bound["of_no_fit"] <= 4
    assert bound["if_users_share_one_law"] is True


@pytest.mark.parametrize("problem", MODES)
def test_features_have_radius_one_where_none_is_given(ratecheck: CommandLine, data: Path, problem: str) -> None:
    told = fit(problem, data, *MODES[problem], "--json")
    default, one, two = (
        ratecheck(*told, *more).json for more in ((), ("--feature-radius", 1), ("--feature-radius", 2))
    )
    assert default == one
    assert default["excess_risk_at_most"] != two["excess_risk_at_most"]


def test_users_who_send_nothing_are_counted_where_there_are_any(ratecheck: CommandLine, data: Path) -> None:
    [line] = [
        x for x in ratecheck(*fit("optimisation-central", data, "--delta", 1e-6)).out.splitlines() if "users   " in x
    ]
    assert line.split() == ["users", str(USERS)]
    told = fit("optimisation", data, "--same-law")
    silent = ratecheck(*told, "--json").json["send_nothing"]
    assert 0 < silent < USERS
    [line] = [x for x in ratecheck(*told).out.splitlines() if x.startswith("users   ")]
    assert line.split(maxsplit=1)[1] == f"{USERS}; {silent} drawn at random send nothing"


@pytest.mark.parametrize("covers", [True, False])
def test_what_an_interval_leaves_out_is_said_where_it_does(ratecheck: CommandLine, data: Path, covers: bool) -> None:
    """The interval of a walk has the failed localisations too."""
    told: list[object] = ["estimate", "mean", "--data", data, "--user", "who", "--value", "x", "--m", 4, "--epsilon", 4]
    told += ["--lower", -1, "--upper", 1, "--same-law", "--estimator", "walk" if covers else "kent-tuned", "--seed", 1]
    missing = ratecheck(*told, "--json").json["error_bar"]["not_covered_if_one_law"]
    assert (missing is None) is covers
    lines = [" ".join(line.split()) for line in ratecheck(*told).out.splitlines()]
    after = lines[next(i for i, line in enumerate(lines) if line.startswith("if that holds")) + 1]
    assert after == (
        "includes a localisation that ended far from the mean, and the largest bias of clipping over all laws"
        if covers
        else f"not covered: {missing}"
    )


def test_a_fit_says_where_its_randomness_comes_from_and_what_delta_was_allowed(
    ratecheck: CommandLine, data: Path
) -> None:
    told = fit("optimisation-central", data, "--delta", 1e-6, "--json")
    seeded, drawn = ratecheck(*told).json, ratecheck(*told[: told.index("--seed")], "--delta", 1e-6, "--json").json
    assert (seeded["randomness"], drawn["randomness"]) == ("seed", "operating system")
    assert seeded["delta_allowed"] == 1e-6
    assert 0 < seeded["delta_per_user"] <= 1e-6
    none = ratecheck(*fit("optimisation-central", data, "--json")).json
    assert none["delta_allowed"] == none["delta_per_user"] == 0
    assert ratecheck(*told, "--delta", 0.75).refusal.startswith("--delta = 0.75: must be")


def test_parameters_stand_in_a_table_as_wide_as_their_names(ratecheck: CommandLine, data: Path) -> None:
    for name, width in (("x", 7), ("a_long_name", 11)):
        file = data.with_name(f"{name}.csv")
        file.write_text(data.read_text("utf-8").replace("who,x,y", f"who,{name},y"), "utf-8")
        told = [name if word == "x" else word for word in fit("optimisation", file, "--same-law")]
        head, row = ratecheck(*told).out.splitlines()[:2]
        assert head == f"{'feature':<{width}}  {'parameter':>12}"
        assert row.startswith(f"{name:<{width}}  ")
        assert len(row) == width + 14


@pytest.mark.parametrize(("name", "heading"), [("user-means", "standard error"), ("zhao-algorithm2", "if i.i.d.")])
def test_a_tables_last_column_says_when_its_errors_hold(
    ratecheck: CommandLine, data: Path, name: str, heading: str
) -> None:
    told = ["estimate", "mean-linf", "--data", data, "--user", "who", "--values", "x,y", "--m", 4, "--epsilon", 4]
    head = ratecheck(
        *told, "--lower", -1, "--upper", 1, "--same-law", "--estimator", name, "--seed", 1
    ).out.splitlines()[0]
    assert head.endswith(f"  {heading:>14}")


@pytest.mark.parametrize("option", ["--value", "--values"])
def test_a_fit_takes_no_columns_of_values(ratecheck: CommandLine, data: Path, option: str) -> None:
    refusal = ratecheck(*fit("optimisation", data, "--same-law", option, "y")).refusal
    assert refusal.startswith("--value")
    assert "is not an option of the problem optimisation" in refusal


def test_a_delta_is_taken_from_its_least_on(ratecheck: CommandLine, data: Path) -> None:
    """1e-300 is allowed and named as the least."""
    found = ratecheck(*fit("optimisation-central", data, "--delta", 1e-300, "--json")).json
    assert found["delta_allowed"] in (0, 1e-300)
    refusal = ratecheck(*fit("optimisation-central", data, "--delta", 0.9e-300)).refusal
    assert refusal.startswith("--delta = 9e-301")
    assert "1e-300" in refusal


@pytest.mark.parametrize(("share", "said"), [(0.99, False), (1.0, True), (1.5, True)])
def test_a_bound_as_large_as_that_of_no_fit_is_said_to_be_trivial(
    data: Path, monkeypatch: pytest.MonkeyPatch, ratecheck: CommandLine, share: float, said: bool
) -> None:
    seen = list[str]()

    def told(found: Fit, features: tuple[str, ...]) -> str:
        text = honest(replace(found, trivial=found.bound.total / share), features)
        seen.append(text)
        return text

    honest = estimate_fit._fit_text
    monkeypatch.setattr(estimate_fit, "_fit_text", told)
    ratecheck(*fit("optimisation", data, "--same-law"))
    assert (": trivial, no better than no fit" in seen[0]) is said


def test_the_part_of_privacy_has_what_failures_cost(
    data: Path, monkeypatch: pytest.MonkeyPatch, ratecheck: CommandLine
) -> None:
    """Failures are rare at these sizes: with a part of 1/4 in their place, 1/4 more is told."""
    seen = list[Fit]()

    def told(found: Fit, features: tuple[str, ...], m: int | None) -> dict[str, Any]:
        seen.append(found)
        return honest(replace(found, bound=replace(found.bound, failure=0.25)), features, m)

    honest = estimate_fit._fit
    monkeypatch.setattr(estimate_fit, "_fit", told)
    part = ratecheck(*fit("optimisation", data, "--same-law", "--json")).json["excess_risk_at_most"]["privacy"]
    assert part == pytest.approx(seen[0].bound.privacy + 0.25)
