"""Figures are drawn from the statement that is judged, and the eye sees where it fails."""

from pathlib import Path

import numpy as np
import pytest
import sympy
from matplotlib.collections import PolyCollection

from notation.parameters import ParameterError
from tests.verify.cli.command_line import CommandLine
from verify.kernel.prover import Relation, Variable
from verify.kernel.statements import AllOf, Identity, Inequality
from verify.site.drawing.relation import draw, relations
from verify.site.drawing.style import save


@pytest.fixture
def ratecheck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


_X, _Y = sympy.symbols("x y", positive=True)
_OPEN = Variable(_X, sympy.Integer(0), sympy.oo, open_lower=True)
_UNIT = Variable(_Y, sympy.Integer(0), sympy.Integer(1), open_lower=True)


def _shaded(relation: Relation, **options: object) -> list[bool]:
    """Whether each panel has a shaded part."""
    figure = draw(relation, **options)  # type: ignore[arg-type]
    return [
        any(isinstance(c, PolyCollection) and len(c.get_paths()) > 0 for c in axes.collections) for axes in figure.axes
    ]


def test_both_sides_and_the_slack_are_those_of_the_relation() -> None:
    relation = Relation(_X * _Y, _X + 1, "<=", (_OPEN, _UNIT))
    above, below = draw(relation, {"y": 0.25}, along="x").axes
    places, left = (np.asarray(part, dtype=float) for part in above.lines[0].get_data())
    right = np.asarray(above.lines[1].get_ydata(), dtype=float)
    assert np.allclose(left, 0.25 * places)
    assert np.allclose(right, places + 1)
    assert np.allclose(np.asarray(below.lines[0].get_ydata(), dtype=float), right / left)
    assert above.get_xscale() == "log"
    assert "y = 0.25" in above.get_title(loc="left")


def test_where_it_fails_is_shaded_and_the_axis_is_one_along_which_it_crosses() -> None:
    assert _shaded(Relation(_X, _X + 1, "<=", (_OPEN,))) == [False, False]
    crossing = Relation(_X * _Y, sympy.Rational(1, 2) + 0 * _X, "<=", (_UNIT, _OPEN))
    assert _shaded(crossing, at={"y": 0.9, "x": 0.7}) == [True, True]
    above, _ = draw(crossing, {"y": 0.1, "x": 10**5}).axes
    assert above.get_xlim()[1] >= 10**5


def test_integers_and_side_conditions() -> None:
    k = sympy.Symbol("k", positive=True)
    whole = Variable(k, sympy.Integer(1), sympy.Integer(9), integer=True)
    relation = Relation(k, k + 1, "<=", (whole,), (k <= 5,))
    above, _ = draw(relation).axes
    places, left = (np.asarray(part, dtype=float) for part in above.lines[0].get_data())
    assert list(places) == list(range(1, 10))
    assert list(np.isfinite(left)) == [place <= 5 for place in places]


def test_relations_are_found_among_several_statements() -> None:
    inner = Inequality(Relation(_X, _X + 1, "<=", (_OPEN,)))
    statement = AllOf("t", {"a": Identity(lambda: _X + _X, 2 * _X), "b": inner})
    assert list(relations(statement)) == [inner.relation]
    with pytest.raises(ValueError, match="no such variable"):
        draw(inner.relation, along="z")


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_the_same_figure_is_the_same_bytes(tmp_path: Path, suffix: str) -> None:
    relation = Relation(_X, _X + 1, "<=", (_OPEN,))
    paths = [tmp_path / f"{name}.{suffix}" for name in "ab"]
    for path in paths:
        save(draw(relation), path)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    with pytest.raises(ParameterError, match=r"must end in \.png or \.svg"):
        save(draw(relation), tmp_path / "a.pdf")


def test_show_draws_a_claim(tmp_path: Path, ratecheck: CommandLine) -> None:
    target = tmp_path / "plot.png"
    assert ratecheck("show", "zhao/lemma3/29", "--plot", target).status == 0
    assert target.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("zhao/lemma3/29", "--plot", "a.pdf"), "must end in .png or .svg"),
        (("zhao/def1", "--plot", "a.png"), "nothing to plot"),
        (("zhao/lemma3/29", "--plot", "a.png", "--along", "q"), "allowed: x"),
        (("zhao/lemma3/29", "--plot", "no/such/a.png"), "cannot write"),
    ],
)
def test_what_cannot_be_drawn_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ratecheck: CommandLine, arguments: tuple[str, ...], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert told in ratecheck("show", *arguments).refusal
    assert not list(tmp_path.iterdir())
