"""`ratecheck bound` and `ratecheck estimate` for classification and regression of private users."""

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from notation.problem import TITLES
from tests.upperbounds.classification.test_classifiers import moons
from tests.verify.cli.command_line import CommandLine
from verify.study import users
from verify.study.users import USER_PROBLEMS

BOX = ("--lower", "-1.5,-1", "--upper", "2.5,1.5", "--features", "x,y", "--user", "who")
EACH = ("--m", 20)
CLASSES = ("--label", "which", "--classes", "above,below")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, np.ndarray]:
    """Two moons of 1500 users with 20 rows each, another 400 rows without labels, and the labels of these."""
    folder = tmp_path_factory.mktemp("moons")
    X, y = moons(30_000, 5)
    with (folder / "data.csv").open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(("x", "which", "y", "who", "height"))
        writer.writerows(
            (a, c, b, f" u{i % 1500}", b + 1) for i, ((a, b), c) in enumerate(zip(X.tolist(), y, strict=True))
        )
    with (folder / "new.csv").open("w", newline="") as stream:
        csv.writer(stream).writerows([("x", "y"), *moons(400, 6)[0].tolist()])
    return folder / "data.csv", folder / "new.csv", moons(400, 6)[1]


def bound(problem: str, **changed: object) -> tuple[object, ...]:
    sizes: dict[str, object] = {"n": 1e6, "m": 200, "d": 1, "beta": 1, "epsilon": 1} | changed
    return ("bound", problem, *(word for size, value in sizes.items() for word in (f"--{size}", value)))


def test_the_names_are_those_of_the_problems() -> None:
    assert tuple(USER_PROBLEMS) == tuple(TITLES)[-2:]


@pytest.mark.parametrize("problem", USER_PROBLEMS)
def test_bound_has_the_contract_and_its_numbers_are_in_order(ratecheck: CommandLine, problem: str) -> None:
    document = ratecheck(*bound(problem), "--json").json
    assert set(document) == {"problem", "parameters", "lower", "estimators"}
    assert document["parameters"]["m"] == 200
    assert set(document["lower"]) == {"value", "source", "conditions", "vacuous", "smallest_known_risk", "candidates"}
    printed, rule, ours = document["estimators"]
    assert [row["name"] for row in document["estimators"]] == [e.name for e in USER_PROBLEMS[problem].estimators]
    assert 0 < document["lower"]["value"] < rule["risk"]["value"] < rule["upper"]["value"]
    assert rule["spend"] == {"epsilon_per_user": 1.0, "multiple_of_epsilon": "1"}
    assert printed["upper"]["vacuous"]
    assert ours["risk"]["method"].startswith("not computed: ")
    assert ours["upper"]["value"] < rule["upper"]["value"]
    if problem == "regression":
        assert printed["risk"]["value"] is None
        assert printed["risk"]["method"].startswith("infinite")
    else:
        assert document["lower"]["value"] < rule["risk"]["value"] < printed["risk"]["value"]
        assert printed["risk"]["error"] < 1e-6 * printed["risk"]["value"]
    text = ratecheck(*bound(problem)).out
    assert f"below {document['lower']['value']:.4g}" in text
    assert f"spends     {rule['name']}: 1 of 1, by the plan" in text


@pytest.mark.parametrize("problem", USER_PROBLEMS)
def test_balls_have_a_smaller_bound_and_risk(ratecheck: CommandLine, problem: str) -> None:
    """Six standard errors apart."""
    margin = {"gamma": 1} if problem == "classification" else {}
    document = ratecheck(*bound(problem, n=50_000, m=100, **margin), "--json").json
    _, rule, ours = document["estimators"]
    risk = ours["risk"]
    assert document["lower"]["value"] < risk["value"] < ours["upper"]["value"] < rule["upper"]["value"]
    assert 3 * (risk["value"] + 6 * risk["error"]) < rule["risk"]["value"]
    assert risk["method"].startswith("drawn ")
    assert ours["spend"]["multiple_of_epsilon"] == "1"


def test_the_rule_of_the_least_bound_learns() -> None:
    """Balls where their bound is smaller and not trivial; else Algorithm 4 or 5, and for more classes."""
    few, many = {"m": 5, "epsilon": 1.0}, {"m": 100, "epsilon": 1.0}
    classes, numbers = USER_PROBLEMS.values()
    two, three = {"classes": ["a", "b"]}, {"classes": ["a", "b", "c"]}
    assert users._least(classes, many | two, 50_000, 1).name == "shrinking-balls"
    assert users._least(classes, few | two, 500, 1).name == "zhao-algorithm4"
    assert users._least(classes, few | two, 1, 1).name == "zhao-algorithm4"
    assert users._least(classes, many | three, 50_000, 1).name == "zhao-algorithm4"
    assert users._least(numbers, many | {"density": 1.0}, 50_000, 1).name == "shrinking-balls"
    assert users._least(numbers, many | {"density": None}, 50_000, 1).name == "zhao-algorithm5"


def test_bound_of_several_classes(ratecheck: CommandLine) -> None:
    of_two, of_three = (ratecheck(*bound("classification", n=1e4, m=5, K=K), "--json").json for K in (2, 3))
    assert of_two["parameters"] == of_three["parameters"] | {"K": 2}
    assert of_two["lower"] | {"smallest_known_risk": 0} == of_three["lower"] | {"smallest_known_risk": 0}
    assert [row["name"] for row in of_three["estimators"]] == ["zhao-algorithm4"]
    risk = of_three["estimators"][0]["risk"]
    assert of_three["lower"]["value"] < risk["value"] < 2 / 3
    assert risk["method"].startswith("exact except for first-stage failures, the largest at")
    text = ratecheck(*bound("classification", n=1e4, m=5, K=3)).out
    assert "3 classes are ours: Algorithm 4 once for each sign of a class" in text
    assert "lower      for two classes" in text


def test_bound_says_what_is_not_known(ratecheck: CommandLine) -> None:
    text = ratecheck(*bound("classification", n=200)).out
    assert "first-stage failure probability up to 1" in text
    assert "gamma beta > 1: eta has one sign" in ratecheck(*bound("classification", gamma=1.5)).out
    # As printed floor(epsilon) of epsilon is spent.
    text = ratecheck(*bound("classification", n=1e4, m=5, epsilon=2.5)).out
    assert "zhao-algorithm4-printed: 2 of 2.5" in text
    assert "unknown    zhao-algorithm4-printed" not in text
    text = ratecheck(*bound("classification", n=1e5, epsilon=700)).out
    assert "a user answers 700 coordinates, and 100000 users are too many to draw" in text


@pytest.mark.parametrize(
    ("problem", "changed", "told"),
    [
        ("classification", {"n": 0}, "n = 0"),
        ("classification", {"epsilon": 0}, "epsilon = 0.0"),
        ("classification", {"d": 1.5}, "'1.5' is not a whole number"),
        ("classification", {"bound": 2}, "--bound: is not an option of the problem classification"),
        ("classification", {"K": 1}, "K = 1: must be from 2 to 100 classes"),
        ("regression", {"K": 3}, "--K: is not an option of the problem regression"),
        ("regression", {"gamma": 1}, "--gamma: is not an option of the problem regression"),
        ("regression", {"beta": 2}, "beta = 2.0"),
    ],
)
def test_bound_refuses_in_one_line(ratecheck: CommandLine, problem: str, changed: dict[str, Any], told: str) -> None:
    assert told in ratecheck(*bound(problem, **changed)).refusal


def test_estimate_classifies_a_second_file(ratecheck: CommandLine, files: tuple[Path, Path, np.ndarray]) -> None:
    """At epsilon 8, seed fixed; a fair coin would be right half the time."""
    data, new, truth = files
    asked = ("estimate", "classification", "--data", data, *BOX, *EACH, *CLASSES, "--epsilon", 8, "--predict", new)
    document = ratecheck(*asked, "--seed", 3, "--json").json
    assert np.mean(np.array(document["predictions"]) == truth) > 0.75
    assert np.shape(document["shares"]) == (400, 2)
    assert document["n"] == 1500
    assert document["epsilon_per_user"] == 8.0
    assert document["spend"]["multiple_of_epsilon"] == "1"
    assert document["randomness"] == "seed"
    told = ratecheck(*asked)
    assert "epsilon spent by each user, computed from the plan: 8; delta = 0" in told.out
    assert "380 more rows: --json has them" in told.out
    assert (
        "Every answer was drawn with its exact probability (votes with geometric noise, geometric noise on a public"
        " grid): rounding of noise does not affect the privacy." in told.out.splitlines()
    )
    unseeded = ratecheck(*asked, "--json").json
    assert (unseeded["randomness"], unseeded["draws"]) == ("operating system", "exact")
    assert unseeded["drawn"] == ["votes with geometric noise", "geometric noise on a public grid"]


def test_estimate_classifies_among_three(ratecheck: CommandLine, files: tuple[Path, Path, np.ndarray]) -> None:
    """A class that nobody has, and is named all the same."""
    data, new, truth = files
    asked = (
        "estimate",
        "classification",
        "--data",
        data,
        *BOX,
        *EACH,
        "--label",
        "which",
        "--classes",
        "above,below,beside",
    )
    document = ratecheck(*asked, "--epsilon", 100, "--predict", new, "--seed", 3, "--json").json
    assert np.mean(np.array(document["predictions"]) == truth) > 0.8
    assert np.shape(document["shares"]) == (400, 3)
    assert document["classes"] == ["above", "below", "beside"]
    assert document["spend"]["multiple_of_epsilon"] == "1"
    assert "as_printed = True" in ratecheck(*asked, "--epsilon", 1, "--estimator", "zhao-algorithm4-printed").refusal


def test_estimate_learns_a_regression(ratecheck: CommandLine, files: tuple[Path, Path, np.ndarray]) -> None:
    data, new, _ = files
    asked = (
        "estimate",
        "regression",
        "--data",
        data,
        *BOX,
        *EACH,
        "--label",
        "height",
        "--bound",
        2.5,
        "--epsilon",
        100,
    )
    document = ratecheck(*asked, "--cells", 2, "--seed", 1, "--predict", new, "--json").json
    predicted, y = np.array(document["predictions"]), moons(400, 6)[0][:, 1] + 1
    assert np.mean((predicted - y) ** 2) < np.mean((y - 1.25) ** 2)
    assert np.abs(predicted).max() <= 2.5
    assert "value" in ratecheck(*asked, "--predict", new).out


@pytest.mark.parametrize("epsilon", [1e-9, 700])
@pytest.mark.parametrize("problem", USER_PROBLEMS)
def test_extreme_budgets_are_spent_and_no_more(
    ratecheck: CommandLine, files: tuple[Path, Path, np.ndarray], problem: str, epsilon: float
) -> None:
    more = CLASSES if problem == "classification" else ("--label", "height", "--bound", 2.5)
    document = ratecheck(
        "estimate", problem, "--data", files[0], *BOX, *EACH, *more, "--epsilon", epsilon, "--json"
    ).json
    assert document["epsilon_per_user"] == epsilon


def rows(folder: Path, text: str) -> Path:
    path = folder / "some.csv"
    path.write_text("x,y,which,who\n" + text)
    return path


@pytest.mark.parametrize(
    ("text", "more", "told"),
    [
        ("1,1,above,a\n", (), "n = 1: must be at least 2"),
        ("nan,1,above,a\n", (), "x is 'nan': must be a finite number"),
        ("one,1,above,a\n", (), "x = 'one': must be a number"),
        ("1,1,above,\n", (), "has no who"),
        ("1,1,,a\n", (), "has no which"),
        ("1,1,beside,a\n", (), "'beside' in"),
        ("1,1,above,a\n", ("--classes", "above"), "--classes: must be two or more"),
        ("", (), "holds no rows"),
        ("1,1,above,a\n1,1,below,b\n", ("--epsilon", -1), "epsilon = -1.0"),
        ("1,1,above,a\n1,1,below,b\n", ("--cells", 8), "n = 2: must be at least 128"),
        ("1,1,above,a\n1,1,below,b\n", ("--bound", 3), "--bound: is not an option of the problem classification"),
        ("1,1,above,a\n1,1,below,b\n", ("--estimator", "best"), "--estimator = 'best'"),
    ],
)
def test_estimate_refuses_in_one_line(
    ratecheck: CommandLine, tmp_path: Path, text: str, more: tuple[object, ...], told: str
) -> None:
    path = rows(tmp_path, text)
    asked = ("estimate", "classification", "--data", path, *BOX, "--m", 1, *CLASSES, "--epsilon", 1, *more)
    assert told in ratecheck(*asked).refusal


def test_one_row_of_each_user_will_do(ratecheck: CommandLine, tmp_path: Path) -> None:
    path = rows(tmp_path, "".join(f"{i / 9},0,{'above' if i % 2 else 'below'},u{i}\n" for i in range(9)))
    document = ratecheck(
        "estimate", "classification", "--data", path, *BOX, "--m", 1, *CLASSES, "--epsilon", 1, "--json"
    ).json
    assert document["n"] == 9


@pytest.mark.parametrize("problem", USER_PROBLEMS)
def test_how_many_rows_a_user_has_is_in_nothing_that_may_be_published(
    ratecheck: CommandLine, tmp_path: Path, problem: str
) -> None:
    """40 users of 3 rows each, and of 30: --m is asked for, and what is told apart from the rule is the same."""
    more = CLASSES if problem == "classification" else ("--label", "height", "--bound", 2.5)
    told = []
    for number in (3, 30):
        path = tmp_path / "some.csv"
        lines = [f"{i / 40},{k % 2},{('above', 'below')[k % 2]},u{i},{k}" for i in range(40) for k in range(number)]
        path.write_text("\n".join(["x,y,which,who,height", *lines, "9,0,above,u1,1", ""]))
        asked = ("estimate", problem, "--data", path, *BOX, *more, "--epsilon", 4)
        assert "--m" in ratecheck(*asked).refusal
        text, document = ratecheck(*asked, "--m", 2), ratecheck(*asked, "--m", 2, "--json").json
        assert document.pop("not_private") == {
            "users": {"kept": 40, "left_out": 0, "why": []},
            "rows": 40 * number + 1,
            "rows_of_a_user": [number, number + 1],
            "moved_inside": 1,
        }
        assert "moved into [-1.5, 2.5] x [-1, 1.5]" in document["estimate_of"]
        assert ("labels moved into [-2.5, 2.5]" in document["estimate_of"]) == (problem == "regression")
        assert f"estimate        of {document['estimate_of']}\n" in text.out
        assert f"rows    {40 * number + 1}, from {number} to {number + 1} a user" in text.err
        told.append((text.out, document))
    assert told[0] == told[1]
