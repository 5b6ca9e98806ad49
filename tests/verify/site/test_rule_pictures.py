"""Pictures of fitted rules: what is drawn is what the rule predicts, place by place, and the axes are the columns."""

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.collections import QuadMesh
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import StepPatch

from notation.parameters import ParameterError
from tests.verify.cli.command_line import CommandLine
from upperbounds.classification.classifiers import CentralBinClassifier
from upperbounds.classification.users import UserBinClassifier
from upperbounds.regression.regressors import CentralBinRegressor, NeighbourRegressor
from upperbounds.regression.users import UserBinRegressor
from verify.site.drawing.rule import COLORS, draw, middles

BOX: dict[str, Any] = {"lower": (-1.0, 2.0), "upper": (1.0, 5.0)}


@pytest.fixture
def ratecheck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


def surface(d: int) -> tuple[np.ndarray, np.ndarray]:
    """Places in the box and values that no mirror leaves alone."""
    X = np.random.default_rng(d).uniform((-1.0, 2.0)[:d], (1.0, 5.0)[:d], (3000, d))
    return X, X[:, 0] + (0.2 * (X[:, 1] - 3) ** 2 if d == 2 else 0)


def mesh(figure: Figure) -> QuadMesh:
    (found,) = (part for part in figure.axes[0].collections if isinstance(part, QuadMesh))
    return found


def told(figure: Figure) -> tuple[str, str, str]:
    axes = figure.axes[0]
    return axes.get_xlabel(), axes.get_ylabel(), axes.get_title(loc="left")


def places(found: QuadMesh) -> np.ndarray:
    """The middles of the drawn cells, (rows, columns, 2)."""
    corners = np.asarray(found.get_coordinates())
    return (corners[1:, 1:] + corners[:-1, :-1]) / 2


@pytest.mark.parametrize("make", [CentralBinClassifier, UserBinClassifier])
def test_regions_have_the_colours_of_the_classes_that_are_predicted(make: Any) -> None:
    X, value = surface(2)
    names = np.array(["$low", "_mid", "up$"])
    y = names[np.digitize(value, (-0.3, 0.4))]
    rule = make(300.0, list(names), cells=4, random_state=1, **BOX).fit(X, y)
    figure = draw(rule, ("$a", "b_$"), "kind$", "the title")
    assert told(figure) == ("$a", "b_$", "the title")
    found = mesh(figure)
    at = places(found)
    shown = np.asarray(found.get_array())
    own = np.array([to_rgb(color) for color in COLORS[:3]])
    predicted = np.searchsorted(names, rule.predict(at.reshape(-1, 2))).reshape(at.shape[:2])
    assert len(np.unique(predicted)) == 3
    # A paler colour is on the way from white to its own, and on nobody else's.
    way = (1 - shown) @ (1 - own).T / np.linalg.norm(1 - own, axis=1) / np.linalg.norm(1 - shown, axis=-1)[..., None]
    assert (way.argmax(axis=-1) == predicted).all()
    # A planted picture with its axes exchanged is another one.
    assert not (way.argmax(axis=-1) == predicted.T).all()
    legend = figure.axes[0].get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == list(names)
    assert not any(text.get_parse_math() for text in legend.get_texts())


@pytest.mark.parametrize("make", [CentralBinRegressor, NeighbourRegressor, UserBinRegressor])
def test_a_surface_has_the_values_that_are_predicted(make: Any) -> None:
    X, y = surface(2)
    more: dict[str, Any] = {"k": 5} if make is NeighbourRegressor else {"cells": 4}
    rule = make(300.0, T=3.0, random_state=1, **BOX, **more).fit(X, y)
    figure = draw(rule, ("a", "b"), "the value $", "t")
    found = mesh(figure)
    at = places(found)
    values = rule.predict(at.reshape(-1, 2)).reshape(at.shape[:2])
    assert np.array_equal(np.asarray(found.get_array()).reshape(values.shape), values)
    assert not np.array_equal(values, values.T)
    assert figure.axes[1].get_ylabel() == "the value $"


def test_a_line_is_the_rule_along_its_cells() -> None:
    X, value = surface(1)
    rule = CentralBinClassifier(50.0, [0, 1, 2], lower=-1.0, upper=1.0, cells=6, random_state=1)
    rule.fit(X, np.digitize(value, (-0.4, 0.3)))
    figure = draw(rule, ("a",), "kind", "t")
    at = middles([np.linspace(-1, 1, 7)])
    steps = [part for part in figure.axes[0].patches if isinstance(part, StepPatch)]
    for k, step in enumerate(steps):
        assert np.array_equal(np.asarray(step.get_data()[0]), rule.predict_proba(at)[:, k])
        assert np.array_equal(np.asarray(step.get_data()[1]), rule.grid_.edges[0])
    assert len(steps) == 3
    strip = [
        (np.asarray(part.get_paths()[0].vertices)[:, 0].min(), to_rgb(part.get_facecolor()[0]))  # type: ignore[arg-type]
        for part in figure.axes[0].collections
    ]
    for x, predicted in zip(at[:, 0], rule.predict(at), strict=True):
        assert max(piece for piece in strip if piece[0] < x)[1] == to_rgb(COLORS[predicted])


@pytest.mark.parametrize("make", [CentralBinRegressor, NeighbourRegressor])
def test_a_curve_has_the_rules_values_and_deviations(make: Any) -> None:
    X, y = surface(1)
    rule = make(2.0, T=3.0, lower=-1.0, upper=1.0, random_state=1).fit(X, y)
    axes = draw(rule, ("a",), "value", "t").axes[0]
    if make is NeighbourRegressor:
        at, values = (np.asarray(part, dtype=float) for part in axes.lines[0].get_data())
    else:
        (step,) = (part for part in axes.patches if isinstance(part, StepPatch))
        values, edges, _ = step.get_data()
        at = (edges[1:] + edges[:-1]) / 2
    assert np.array_equal(values, rule.predict(at[:, None]))
    band = np.asarray(axes.collections[0].get_paths()[0].vertices)[:, 1]
    spread = 2 * rule.deviations(at[:, None])
    assert (band.min(), band.max()) == pytest.approx(((values - spread).min(), (values + spread).max()))
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("a", "value")


def test_more_features_or_classes_than_a_picture_has_are_refused() -> None:
    X = np.random.default_rng(0).random((50, 3))
    with pytest.raises(ParameterError, match="a rule of 3 features"):
        draw(CentralBinRegressor(cells=2).fit(X, X[:, 0]), ("a", "b", "c"), "y", "t")
    rule = CentralBinClassifier(classes=list(range(9)), cells=2).fit(X[:, :1], np.arange(50) % 9)
    with pytest.raises(ParameterError, match="9 classes; at most 8"):
        draw(rule, ("a",), "y", "t")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """400 users, two rows each: two features, a class, a number; a column in letters that the font has not."""
    rng = np.random.default_rng(4)
    path = tmp_path_factory.mktemp("rule") / "data.csv"
    with path.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(("who", "年", "b", "c", "kind", "y"))
        for i in range(800):
            a, b = rng.random(2)
            writer.writerow((i % 400, a, b, b, "no" if a > b else "yes", a - b))
    return path


LINES = [
    ("label-classification-central", "--label", "kind", "--classes", "no,yes"),
    ("label-regression-local", "--label", "y", "--least", "-1", "--most", "1"),
    ("label-regression-heavy-central", "--label", "y", "--moment", "3", "--moment-bound", "1"),
    ("classification", "--user", "who", "--m", "2", "--label", "kind", "--classes", "no,yes"),
    ("regression", "--user", "who", "--m", "2", "--label", "y", "--bound", "1"),
]
COMMON = ("--epsilon", 4, "--lower", 0, "--upper", 1, "--seed", 2)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[0])
def test_the_command_writes_the_same_picture_each_time(
    ratecheck: CommandLine, data: Path, tmp_path: Path, line: tuple[str, ...]
) -> None:
    files = [tmp_path / "one.png", tmp_path / "two.png"]
    for file in files:
        ran = ratecheck("estimate", *line, "--data", data, "--features", "年", *COMMON, "--plot", file)
        # Rules that protect users also tell what only their owner may see.
        apart = "  rows    800, from 2 to 2 a user\n  moved   0 inside the public range\n" if "--user" in line else ""
        assert (ran.status, ran.err) == (0, apart and f"not private: for you, not to publish\n{apart}")
    assert files[0].read_bytes().startswith(b"\x89PNG")
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize("line", LINES[::2], ids=lambda line: line[0])
@pytest.mark.parametrize(
    ("more", "refusal"),
    [
        (("--features", "b", "--plot", "a.pdf"), "must end in .png or .svg"),
        (("--features", "b", "--plot", "no/such/a.png"), "cannot write"),
        (("--features", "年,b,c", "--plot", "a.png"), "--plot: a rule of 3 features"),
    ],
)
def test_what_cannot_be_drawn_is_refused_before_a_file_is_read(
    ratecheck: CommandLine,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    line: tuple[str, ...],
    more: Any,
    refusal: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert refusal in ratecheck("estimate", *line, "--data", "nowhere.csv", *COMMON, *more).refusal
    assert not list(tmp_path.iterdir())
