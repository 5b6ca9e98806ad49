"""`ratecheck bound` and `ratecheck estimate` for classification with private labels."""

import csv
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from notation.classification import LabelSetting
from notation.problem import TITLES
from tests.upperbounds.classification.test_classifiers import moons
from tests.verify.cli.command_line import CommandLine
from upperbounds.classification.bounds import LABEL_ESTIMATORS
from verify.study.label_regressions import REGRESSION_PROBLEMS
from verify.study.labels import LABEL_PROBLEMS, worst_label_risk

PROBLEMS = tuple(LABEL_PROBLEMS)
BOX = ("--lower", "-1.5,-1", "--upper", "2.5,1.5", "--classes", "above,below", "--features", "x,y", "--label", "which")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, np.ndarray]:
    """Two moons of 8000 people with their labels, another 500 without, and the labels of these."""
    folder = tmp_path_factory.mktemp("moons")
    for name, (X, y) in (("data", moons(8000, 5)), ("new", moons(500, 6))):
        with (folder / f"{name}.csv").open("w", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(("x", "which", "y") if name == "data" else ("x", "y"))
            writer.writerows(
                (a, f" {c}", b) if name == "data" else (a, b) for (a, b), c in zip(X.tolist(), y, strict=True)
            )
    return folder / "data.csv", folder / "new.csv", moons(500, 6)[1]


def bound(problem: str, **changed: object) -> tuple[object, ...]:
    sizes: dict[str, object] = {"n": 1e6, "d": 1, "beta": 1, "gamma": 0.5, "epsilon": 1} | changed
    return ("bound", problem, *(word for size, value in sizes.items() for word in (f"--{size}", value)))


@pytest.mark.parametrize("problem", PROBLEMS)
def test_bound_has_the_contract_and_its_numbers_are_in_order(ratecheck: CommandLine, problem: str) -> None:
    document = ratecheck(*bound(problem), "--json").json
    assert set(document) == {"problem", "parameters", "lower", "estimators"}
    assert document["parameters"] == {
        "n": 10**6,
        "d": 1,
        "beta": 1.0,
        "gamma": 0.5,
        "epsilon": 1.0,
        "L": 1.0,
        "C_T": 1.0,
        "c": 1.0,
        "K": 2,
    }
    assert set(document["lower"]) == {"value", "source", "conditions", "vacuous", "smallest_known_risk", "candidates"}
    assert [row["name"] for row in document["estimators"]] == [e.name for e in LABEL_ESTIMATORS[problem]]
    for row in document["estimators"]:
        assert 0 < document["lower"]["value"] < row["risk"]["value"] <= row["upper"]["value"]
        assert row["spend"] == {"epsilon_per_label": 1.0, "multiple_of_epsilon": "1"}
    assert not document["estimators"][-1]["upper"]["vacuous"]
    text = ratecheck(*bound(problem)).out
    assert f"no private classifier has excess risk below {document['lower']['value']:.4g}" in text
    assert "spends     at most, out of epsilon = 1" in text


@pytest.mark.parametrize("problem", PROBLEMS)
def test_bound_of_more_classes(ratecheck: CommandLine, problem: str) -> None:
    """The lower bound is that of two; risks are above it and below a class at random; no bound is claimed."""
    of_two, of_four = (ratecheck(*bound(problem, n=300, K=K), "--json").json for K in (2, 4))
    assert of_four["lower"] | {"smallest_known_risk": 0} == of_two["lower"] | {"smallest_known_risk": 0}
    assert of_four["parameters"] == {**of_two["parameters"], "K": 4}
    for row in of_four["estimators"]:
        assert row["upper"] == {"value": 0.75, "source": "a class at random", "conditions": [], "vacuous": True}
        assert row["risk"]["value"] is None or of_four["lower"]["value"] < row["risk"]["value"] < 0.75
        assert row["spend"]["multiple_of_epsilon"] == "1"
    assert of_four["estimators"][-1]["risk"]["value"] is not None
    text = ratecheck(*bound(problem, n=300, K=4)).out
    assert text.startswith("4 classes")
    assert "bound      none is stated for 4 classes" in text
    assert "lower      for two classes; it holds for more" in text
    assert "steps, at most 2e+09" in ratecheck(*bound(problem, K=3)).out


def test_bound_says_where_there_is_no_rate_and_what_is_not_computed(ratecheck: CommandLine) -> None:
    local = PROBLEMS[0]
    text = ratecheck(*bound(local, gamma=3)).out
    assert "gamma beta > d: no rate bounds this class from below" in text
    assert "< 1e-12" in text
    text = ratecheck(*bound(local, gamma=1.5, d=2)).out
    assert "gamma beta > 1: the lower bound uses laws whose features have gaps" in text
    assert all(
        row["gap"]["risk_over_lower"] is None for row in ratecheck(*bound(local, gamma=2), "--json").json["estimators"]
    )
    document = ratecheck(*bound(local, n=1e15, beta=0.1), "--json").json
    assert document["estimators"][0]["risk"]["value"] is None
    assert document["estimators"][0]["risk"]["method"].startswith(("not computed", "not usable here"))


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"n": 0}, "n = 0"),
        ({"d": 1.5}, "'1.5' is not a whole number"),
        ({"beta": 2}, "beta = 2.0"),
        ({"gamma": -1}, "gamma"),
        ({"K": 1}, "K = 1: must be from 2 to 100 classes"),
        ({"K": 101}, "K = 101: must be from 2 to 100 classes"),
        ({"K": 2.5}, "'2.5' is not a whole number"),
    ],
)
def test_bound_refuses_in_one_line(ratecheck: CommandLine, changed: dict[str, Any], told: str) -> None:
    assert told in ratecheck(*bound(PROBLEMS[0], **changed)).refusal


def test_a_problem_that_is_not_there_is_refused(ratecheck: CommandLine) -> None:
    refusal = ratecheck(*bound("label-classification-remote")).refusal
    assert refusal == f"problem = 'label-classification-remote': must be one of {', '.join(TITLES)}"


def test_options_may_come_first_and_files_have_any_name(ratecheck: CommandLine, tmp_path: Path) -> None:
    name, *options = bound(PROBLEMS[1])[1:]
    assert ratecheck("bound", *options, name, "--json").json == ratecheck("bound", name, *options, "--json").json
    assert (*PROBLEMS, *REGRESSION_PROBLEMS) == tuple(name for name in TITLES if name.startswith("label-"))
    strange = tmp_path / "label-classification-x.csv"
    refusal = ratecheck(
        "estimate", "mean", "--user", "u", "--value", "v", "--epsilon", 1, "--lower", 0, "--upper", 1, "--data", strange
    ).refusal
    assert "cannot be read" in refusal


@pytest.mark.parametrize("problem", PROBLEMS)
def test_a_rule_is_learnt_and_predicts_a_second_file(
    ratecheck: CommandLine, files: tuple[Path, Path, np.ndarray], problem: str
) -> None:
    """At epsilon 3: over 40 other seeds 0.989 or more of predictions are right, with a deviation of 0.0042 at most."""
    data, new, right = files
    line = ("estimate", problem, "--data", data, *BOX, "--epsilon", 3, "--predict", new, "--seed", 1)
    document = ratecheck(*line, "--json").json
    assert document["classes"] == ["above", "below"]
    assert np.mean(np.array(document["predictions"]) == right) > 0.95
    shares = np.array(document["shares"])
    assert shares.shape == (500, 2)
    assert [document["classes"][k] for k in shares.argmax(axis=1)] == document["predictions"]
    assert document["spend"] == [{"people": 8000, "multiple_of_epsilon": "1", "epsilon": 3.0}]
    assert (document["protects"], document["draws"], document["randomness"]) == ("labels", "exact", "seed")
    text = ratecheck(*line).out
    assert "epsilon spent by each label, computed from the plan: 3; delta = 0; features are not protected" in text
    assert "480 more rows: --json has them" in text
    assert "this output is not private" in text


def test_without_a_seed_and_a_second_file_the_rule_is_told(
    ratecheck: CommandLine, files: tuple[Path, Path, np.ndarray]
) -> None:
    line = ("estimate", PROBLEMS[1], "--data", files[0], *BOX, "--epsilon", 1, "--cells", 5)
    text = ratecheck(*line).out
    assert "a vote in each of 25 cells, 5 x 5" in text
    assert "votes           geometric, of 2 classes" in text
    assert "rounding of noise does not affect" in text
    printed = ratecheck(*line, "--estimator", "exponential-bins", "--json").json
    assert printed["predictions"] is None
    assert (printed["mechanism"], printed["draws"]) == ("exponential", "exact")
    assert printed["drawn"] == ["choices by weight"]


REFUSED = [
    (("--label", "who"), "--label = 'who': no such column"),
    (("--features", "x,z"), "--features = 'z': no such column"),
    (("--features", "x,x"), "--features = 'x,x': must be names, each once"),
    (("--features", "x,which"), "--features = 'which': must be another column than --label"),
    (("--classes", "above"), "classes: must be two or more"),
    (("--classes", "above,under"), "--label: 'below'"),
    (("--lower", "3,3"), "lower = 3.0: must be below upper"),
    (("--lower", "0,0,0"), "3 numbers for 2 features"),
    (("--epsilon", "0"), "epsilon = 0.0"),
    (("--cells", "0"), "cells = 0"),
    (("--estimator", "trees"), "--estimator = 'trees': must be one of one-hot-bins, k-ary-bins"),
    (("--seed", "-1"), "--seed = -1"),
    (("--predict", "nowhere.csv"), "cannot be read"),
]


@pytest.mark.parametrize(("more", "told"), REFUSED, ids=str)
def test_estimate_refuses_in_one_line(
    ratecheck: CommandLine, files: tuple[Path, Path, np.ndarray], more: tuple[str, str], told: str
) -> None:
    line = ("estimate", PROBLEMS[0], "--data", files[0], *BOX, "--epsilon", "1", *more)
    assert told in ratecheck(*line).refusal


def test_files_at_fault_are_told_by_line(ratecheck: CommandLine, tmp_path: Path) -> None:
    line = ("estimate", PROBLEMS[0], *BOX, "--epsilon", 1, "--data", tmp_path / "bad.csv")
    for rows, told in (
        ("1,,2", "line 2 has no which"),
        ("1,above,far", "line 2, y = 'far': must be a number"),
        ("", "holds no rows"),
        ("1,above,", "line 2, y is missing"),
    ):
        (tmp_path / "bad.csv").write_text(f"x,which,y\n{rows}\n")
        assert told in ratecheck(*line).refusal


def test_parquet_is_read_as_csv_is(
    ratecheck: CommandLine, files: tuple[Path, Path, np.ndarray], tmp_path: Path
) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    tables = pytest.importorskip("pyarrow.csv")
    line = ["estimate", PROBLEMS[1], *BOX, "--epsilon", 1, "--seed", 3, "--json"]
    found = []
    for data, new in (files[:2], [tmp_path / f"{path.stem}.parquet" for path in files[:2]]):
        if data.suffix == ".parquet":
            for source, path in zip(files[:2], (data, new), strict=True):
                parquet.write_table(tables.read_csv(source), path)
        found.append(ratecheck(*line, "--data", data, "--predict", new).json)
    assert found[0] == found[1]


def test_the_worst_risk_is_the_largest_of_its_laws() -> None:
    """Wider cells than the best ones do worse at wide tents, and their risk is larger: the laws tell cells apart."""
    a = LabelSetting(10**5, 1, 1.0, 0.5, 1.0)
    good = LABEL_ESTIMATORS[PROBLEMS[0]][1]
    coarse = replace(good, by_cells=lambda _, cells: float(cells))
    assert coarse.cells(a) == 1
    assert worst_label_risk(coarse, a).value > 3 * worst_label_risk(good, a).value
