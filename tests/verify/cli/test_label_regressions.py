"""`ratecheck bound` and `ratecheck estimate` for regression with private labels."""

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from notation.problem import TITLES
from tests.verify.cli.command_line import CommandLine
from upperbounds.regression.bounds import REGRESSION_ESTIMATORS

PROBLEMS = tuple(REGRESSION_ESTIMATORS)
COLUMNS = ("--features", "a,b", "--label", "y", "--lower", "0", "--upper", "1,2")
BOUNDED, HEAVY = ("--least", "4", "--most", "6"), ("--moment", "3", "--moment-bound", "8", "--centre", "5")


def values(X: np.ndarray) -> np.ndarray:
    return np.asarray(5 + 0.8 * np.sin(3 * X[:, 0]) * X[:, 1] / 2)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, np.ndarray]:
    """A surface seen with noise of heavy tails by 20,000 people, cut in `bounded`; 300 places and their values."""
    folder, rng = tmp_path_factory.mktemp("surface"), np.random.default_rng(8)
    X, new = (rng.random((n, 2)) * (1, 2) for n in (20_000, 300))
    y = values(X) + 0.3 * rng.standard_t(4, len(X))
    for name, rows in (
        ("heavy", np.column_stack([X, y])),
        ("bounded", np.column_stack([X, y.clip(4, 6)])),
        ("new", new),
    ):
        with (folder / f"{name}.csv").open("w", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(("a", "b", "y")[: rows.shape[1]])
            writer.writerows(rows.tolist())
    return folder, folder / "new.csv", values(new)


def bound(problem: str, **changed: object) -> tuple[object, ...]:
    sizes: dict[str, object] = {"n": 1e5, "d": 1, "beta": 1, "epsilon": 1} | changed
    return ("bound", problem, *(word for size, value in sizes.items() for word in (f"--{size}", value)))


def line(problem: str, files: tuple[Path, Path, np.ndarray], *more: object) -> tuple[object, ...]:
    labels = (
        ("--data", files[0] / "heavy.csv", *HEAVY)
        if "heavy" in problem
        else ("--data", files[0] / "bounded.csv", *BOUNDED)
    )
    return ("estimate", problem, *labels, *COLUMNS, "--epsilon", 2, *more)


@pytest.mark.parametrize("problem", PROBLEMS)
def test_bound_has_the_contract_and_its_numbers_are_in_order(ratecheck: CommandLine, problem: str) -> None:
    document = ratecheck(*bound(problem), "--json").json
    assert set(document) == {"problem", "parameters", "lower", "trivial", "estimators"}
    labels = {"p": 4.0, "M": 1.0} if "heavy" in problem else {"T": 1.0}
    assert document["parameters"] == {"n": 10**5, "d": 1, "beta": 1.0, "epsilon": 1.0, "L": 1.0, "c": 1.0, **labels}
    assert [row["name"] for row in document["estimators"]] == [e.name for e in REGRESSION_ESTIMATORS[problem]]
    for row in document["estimators"]:
        assert 0 < document["lower"]["value"] < row["risk"]["value"] <= row["upper"]["value"] <= document["trivial"]
        assert row["spend"] == {"epsilon_per_label": 1.0, "multiple_of_epsilon": "1"}
        assert row["risk"]["error"] < 1e-3 * row["risk"]["value"]
    assert not document["estimators"][-1]["upper"]["vacuous"]
    text = ratecheck(*bound(problem)).out
    assert f"no private estimate has mean squared error below {document['lower']['value']:.4g}" in text
    assert "spends     at most, out of epsilon = 1" in text


def test_noise_as_printed_is_said_to_spend_more(ratecheck: CommandLine, files: tuple[Path, Path, np.ndarray]) -> None:
    printed, corrected = ratecheck(*bound(PROBLEMS[1], range=5), "--json").json["estimators"]
    assert (printed["spend"]["epsilon_per_label"], corrected["spend"]["epsilon_per_label"]) == (5.0, 1.0)
    assert printed["gap"]["risk_over_lower"] is None
    assert "printed-bins is not private at epsilon" in ratecheck(*bound(PROBLEMS[1], range=5)).out
    refused = (
        "estimate",
        PROBLEMS[1],
        "--data",
        files[0] / "bounded.csv",
        *COLUMNS,
        "--epsilon",
        1,
        "--least",
        0,
        "--most",
        6,
    )
    assert "spends 3 times epsilon" in ratecheck(*refused, "--estimator", "printed-bins").refusal


def test_bound_says_what_is_not_computed(ratecheck: CommandLine) -> None:
    rows = ratecheck(*bound(PROBLEMS[0], d=2, n=2000), "--json").json["estimators"]
    assert "averaged over 400 points" in rows[0]["risk"]["method"]
    assert 0 < rows[0]["risk"]["error"] < 0.1 * rows[0]["risk"]["value"]
    rows = ratecheck(*bound(PROBLEMS[0], d=2, n=1e15, beta=0.9), "--json").json["estimators"]
    assert all(row["risk"]["value"] is None and row["risk"]["method"].startswith("not ") for row in rows[:2])


@pytest.mark.parametrize(
    ("problem", "changed", "told"),
    [
        (0, {"n": 0}, "n = 0"),
        (0, {"d": 1.5}, "'1.5' is not a whole number"),
        (0, {"beta": 2}, "beta = 2.0"),
        (0, {"moment": 3}, "--moment: is not an option of the problem label-regression-local"),
        (2, {"range": 3}, "--range: is not an option of the problem label-regression-heavy-local"),
        (2, {"moment": 1}, "p = 1.0"),
        (2, {"moment": "inf"}, "must be finite in label-regression-heavy-local"),
        (3, {"moment-bound": -1}, "M = -1.0"),
        (1, {"range": 0}, "T = 0.0"),
    ],
)
def test_bound_refuses_in_one_line(ratecheck: CommandLine, problem: int, changed: dict[str, Any], told: str) -> None:
    assert told in ratecheck(*bound(PROBLEMS[problem], **changed)).refusal


def test_a_problem_that_is_not_there_is_refused(ratecheck: CommandLine) -> None:
    refusal = ratecheck(*bound("label-regression-remote")).refusal
    assert refusal == f"problem = 'label-regression-remote': must be one of {', '.join(TITLES)}"


@pytest.mark.parametrize("problem", PROBLEMS)
def test_a_function_is_learnt_and_predicts_a_second_file(
    ratecheck: CommandLine, files: tuple[Path, Path, np.ndarray], problem: str
) -> None:
    """Predictions are nearer than the mean is; the values' own deviation is 0.29."""
    asked = line(problem, files, "--predict", files[1], "--seed", 1)
    document = ratecheck(*asked, "--json").json
    off = np.array(document["predictions"]) - files[2]
    assert np.sqrt(np.mean(off**2)) < 0.25
    # Deviations leave out what the function bends in a cell: by 2 at most over the box.
    assert np.mean(np.abs(off) < 3 * np.array(document["deviations"]) + 0.2) > 0.99
    assert document["spend"] == [{"people": 20_000, "multiple_of_epsilon": "1", "epsilon": 2.0}]
    assert (document["protects"], document["draws"], document["randomness"]) == ("labels", "exact", "seed")
    text = ratecheck(*asked).out
    assert "epsilon spent by each label, computed from the plan: 2; delta = 0; features are not protected" in text
    assert "280 more rows: --json has them" in text
    assert "this output is not private" in text


def test_without_a_seed_and_a_second_file_the_rule_is_told(
    ratecheck: CommandLine, files: tuple[Path, Path, np.ndarray]
) -> None:
    text = ratecheck(*line(PROBLEMS[1], files, "--cells", 5)).out
    assert "a mean in each of 25 cells, 5 x 5; too few people in 0 of them" in text
    assert "the mean of labels moved into [4, 6], given features moved into" in text
    assert "rounding of noise does not affect" in text
    near = ratecheck(*line(PROBLEMS[0], files, "--estimator", "laplace-neighbours", "--k", 50, "--json")).json
    assert (near["neighbours"], near["predictions"], near["draws"]) == (50, None, "exact")
    assert (near["mechanism"], near["drawn"]) == ("geometric", ["two-sided geometric noise"])


REFUSED = [
    (("--label", "who"), "'who': no such column"),
    (("--features", "a,z"), "'z': no such column"),
    (("--features", "a,a"), "--features = 'a,a': must be names, each once"),
    (("--features", "a,y"), "--features = 'y': must be another column than --label"),
    (("--least", "7"), "--least = 7.0: must be below --most"),
    (("--moment", "3"), "--moment: is not an option of the problem label-regression-local"),
    (("--lower", "3,3"), "lower = 3.0: must be below upper"),
    (("--lower", "0,0,0"), "3 numbers for 2 features"),
    (("--epsilon", "0"), "epsilon = 0.0"),
    (("--cells", "0"), "cells = 0"),
    (("--k", "7"), "--k = 7: is not an option of sign-bins"),
    (("--estimator", "sign-neighbours", "--cells", "3"), "--cells = 3: is not an option of sign-neighbours"),
    (("--estimator", "trees"), "--estimator = 'trees': must be one of laplace-neighbours"),
    (("--seed", "-1"), "--seed = -1"),
    (("--holder", "0"), "L = 0.0"),
    (("--predict", "nowhere.csv"), "cannot be read"),
]


@pytest.mark.parametrize(("more", "told"), REFUSED, ids=str)
def test_estimate_refuses_in_one_line(
    ratecheck: CommandLine, files: tuple[Path, Path, np.ndarray], more: tuple[str, ...], told: str
) -> None:
    assert told in ratecheck(*line(PROBLEMS[0], files, *more)).refusal


def test_what_a_problem_needs_is_asked_for(ratecheck: CommandLine, files: tuple[Path, Path, np.ndarray]) -> None:
    for problem, told in (
        (PROBLEMS[0], "--least: is needed for the problem"),
        (PROBLEMS[3], "--moment: is needed for the problem"),
    ):
        refusal = ratecheck("estimate", problem, "--data", files[0] / "heavy.csv", *COLUMNS, "--epsilon", 1).refusal
        assert told in refusal


def test_files_at_fault_are_told_by_line(ratecheck: CommandLine, tmp_path: Path) -> None:
    for row, told in (
        ("1,2,high", "line 2, y = 'high': must be a number"),
        ("", "holds no rows"),
        ("1,,3", "line 2, b is missing"),
    ):
        (tmp_path / "bad.csv").write_text(f"a,b,y\n{row}\n")
        asked = ("estimate", PROBLEMS[0], "--data", tmp_path / "bad.csv", *COLUMNS, *BOUNDED, "--epsilon", 1)
        assert told in ratecheck(*asked).refusal


def test_parquet_is_read_as_csv_is(
    ratecheck: CommandLine, files: tuple[Path, Path, np.ndarray], tmp_path: Path
) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    tables = pytest.importorskip("pyarrow.csv")
    parquet.write_table(tables.read_csv(files[0] / "bounded.csv"), tmp_path / "data.parquet")
    asked = line(PROBLEMS[1], files, "--predict", files[1], "--seed", 3, "--json")
    other = [tmp_path / "data.parquet" if word == files[0] / "bounded.csv" else word for word in asked]
    assert ratecheck(*asked).json == ratecheck(*other).json
