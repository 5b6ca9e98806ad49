"""What the pages are made of: the graph and its evidence, the steps that lose most, plots, points and gaps."""

import re
from typing import Any

import numpy as np
import pytest
import sympy

from tests.verify.site.site_checks import overlaps
from verify.kernel.prover import Relation, Variable
from verify.site import layered
from verify.site.drawing.relation import draw
from verify.site.evidence import AGREE, STRICT, Part, factor_text, part, sides
from verify.site.graph import Graph, border
from verify.site.plot import LETTER, Axis, _thinned, svg
from verify.site.points import ratio_svg, slope_svg
from verify.site.sandwich import sandwiches
from verify.site.sandwich import svg as sandwich_svg
from verify.site.words import handwritten

X = sympy.Symbol("x", positive=True)


def side(verdict: str | None, *below: str, **evidence: Any) -> dict[str, Any]:
    return {
        **{"statement": "x", "conclusion": "x", "hypotheses": [], "words": []},
        **{"verdict": verdict, "depends_on": list(below), "evidence": evidence},
    }


def entry(id_: str, printed: dict[str, Any] | None, corrected: dict[str, Any] | None = None) -> dict[str, Any]:
    about = {"id": id_, "paper": "zhao", "kind": "inequality", "title": id_, "severity": None}
    return {**about, "printed": printed, "corrected": corrected}


CHAIN = [
    entry("top", side("proved", "left", "right")),
    entry("left", side("refuted", "base"), side("proved", "base")),
    entry("right", side("proved", "def")),
    entry("base", None, side("checked")),
    entry("def", side(None)),
    entry("alone", side("open")),
]


def test_evidence_is_the_weakest_through_all_ancestors_as_they_stand() -> None:
    graph = Graph(CHAIN)
    assert graph.evidence == {
        "top": "checked",
        "left": "checked",
        "right": "proved",
        "base": "checked",
        "def": "definition",
        "alone": "open",
    }
    assert graph.ancestors("top") == {"left", "right", "base", "def"}
    assert graph.order.index("base") < graph.order.index("left") < graph.order.index("top")
    assert graph.descendants(["base"]) == {"base", "left", "top"}
    assert graph.descendants([]) == set()
    assert graph.components() == [["top", "left", "right", "base", "def"]]


def test_what_is_closed_depends_on_no_other_claim() -> None:
    below, theorem = entry("below", side("argued")), {"closed": ["theorem_1"]}
    one, other = entry("one", side("proved", "below", **theorem)), entry("other", side("proved", "below"))
    mended = entry("mended", side("refuted", "below"), side("proved", "below", **theorem))
    repaired = entry("repaired", side("refuted", "below", **theorem), side("proved", "below"))
    worth = Graph([below, one, other, mended, repaired, entry("top", side("proved", "one"))]).evidence
    assert [id_ for id_, found in worth.items() if found == "argued"] == ["below", "other", "repaired"]


def test_a_border_tells_the_printed_statement() -> None:
    assert {e["id"]: border(e) for e in CHAIN} == {
        "top": "holds",
        "left": "refuted",
        "right": "holds",
        "base": "ours",
        "def": "holds",
        "alone": "open",
    }


def test_a_circle_is_refused_and_a_missing_premise_left_out() -> None:
    with pytest.raises(ValueError, match="depend on each other"):
        Graph([entry("a", side("proved", "b")), entry("b", side("proved", "a"))])
    assert Graph([entry("a", side("proved", "b"))]).below == {"a": []}


def test_a_crowded_neighbourhood_says_what_it_leaves_out() -> None:
    crowd = [entry(f"p{k}", side("proved")) for k in range(40)]
    graph = Graph([entry("top", side("proved", *(e["id"] for e in crowd))), *crowd])
    shown, left_out = graph.around("top")
    assert len(shown) + left_out == 41
    assert "top" in shown
    assert left_out == 15


def boxes(drawing: str) -> list[tuple[float, ...]]:
    found = re.findall(r'd="M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)H[\d.]+z"', drawing)
    return [tuple(map(float, row)) for row in found]


def test_no_edge_runs_through_a_box() -> None:
    """Lanes are level lines across a whole layer: none may lie inside a box of that layer."""
    deep = [entry(f"c{k}", side("proved", *([f"c{k - 1}"] if k else []))) for k in range(6)]
    wide = [entry(f"w{k}", side("proved", "c0", f"c{1 + k % 4}")) for k in range(9)]
    graph = Graph([*deep, *wide, entry("end", side("proved", "c0", "c5", *(f"w{k}" for k in range(9))))])
    drawing = layered.svg(graph, list(graph.records), lambda id_: id_, "all")
    placed = boxes(drawing)
    assert len(placed) == 16
    assert overlaps(placed) == 0
    lanes = re.findall(r"M([\d.]+) ([\d.]+)H", drawing)
    assert lanes
    for x, y in (map(float, lane) for lane in lanes):
        assert not any(bx == x and by < y < by + h for bx, by, _, h in placed)


def numbers(left: float, right: float, **more: Any) -> dict[str, Any]:
    return {"left": [left, left], "right": [right, right], "slack": right - left, **more}


def walk(*steps: dict[str, Any], verdict: str = "proved") -> Part:
    told = [{"claim": e["id"], "verdict": (e["printed"])["verdict"]} for e in steps]
    top = entry("top", side(verdict, *(e["id"] for e in steps), steps=told))
    found = part("printed", top, {e["id"]: e for e in (top, *steps)})
    assert found is not None
    return found


def test_the_step_that_loses_most_is_marked() -> None:
    found = walk(
        entry("a", side("proved", **numbers(1, 2))),
        entry("b", side("proved", **numbers(1, 30))),
        entry("c", side("checked", **numbers(3, 3))),
    )
    assert [step.loses for step in found.steps] == [False, True, False]


@pytest.mark.parametrize(
    "worst",
    [
        side("refuted", **numbers(90, 1)),
        side("proved", **numbers(1, 90), shown="one of its parts"),
    ],
)
def test_what_says_nothing_of_a_loss_is_not_marked(worst: dict[str, Any]) -> None:
    """A violation, and the numbers of a part alone."""
    found = walk(
        entry("a", side("proved", **numbers(1, 2))),
        entry("b", side("proved", **numbers(1, 1.5))),
        entry("worst", worst),
    )
    assert [step.loses for step in found.steps] == [True, False, False]


def test_numbers_say_what_they_are_of() -> None:
    assert sides(numbers(1, 2)).of == ""  # type: ignore[union-attr]
    assert sides(numbers(1, 2, shown="p")).of == "the part “p”"  # type: ignore[union-attr]
    assert sides({"ratios": [1, 2], "left": [1, 1], "right": [2, 2]}) is None
    measured = sides({"left": [-1.0, -1.0], "right": [-1.02, -1.02], "slack": 0.08})
    assert measured is not None
    assert (measured.slack_name, measured.factor) == ("margin of the test", None)


@pytest.mark.parametrize(
    ("left", "right", "told"),
    [
        (1, 3, "the right side is 3 times the left"),
        (3, 1, "the left side is 3 times the right"),
        (2, 2, AGREE),
        (0, 0, AGREE),
        (-1, 2, "right − left: 3"),
    ],
)
def test_slack_as_a_factor(left: float, right: float, told: str) -> None:
    found = sides(numbers(left, right))
    assert found is not None
    assert factor_text(found) == told


def test_equal_sides_refute_a_strict_claim_only() -> None:
    found = sides(numbers(0, 0), refute=True)
    assert found is not None
    assert factor_text(found) == STRICT


def test_ticks_stay_on_their_scale() -> None:
    """Over many decades too, where a margin in proportion to the top would let in what lies far below the bottom."""
    for low in (3e-12, 2e-5, 0.3):
        found = Axis(low, 1.0, 0.0, 100.0, True).ticks(5)
        assert found
        assert low <= min(found) <= max(found) <= 1.0


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("for nm epsilon^2 -> 0 the risk <= D^2", "for nm ε² → 0 the risk ≤ D²"),
        ("(e^epsilon - 1)^2 TV^2, epsilon^2 ^ 1", "(e^ε − 1)² TV², ε² ∧ 1"),
        ("n^1/2, (1 - q)^m, d^2s, n_l, c_1, +-1", "n^1/2, (1 − q)^m, d^2s, n_l, c_1, ±1"),
        ("the l_inf ball, sqrt(8)/epsilon, sqrt(pi), sqrt(1/m)", "the ℓ∞ ball, √8/ε, √π, √(1/m)"),
        ("4.84e+04, 1e-08, 10^-8, -3.1e-16", "4.84·10⁴, 10⁻⁸, 10⁻⁸, −3.1·10⁻¹⁶"),
        ("zhao/own/slope/epsilon by --epsilon 2", "zhao/own/slope/epsilon by --epsilon 2"),
        ("-1, {-1/2, 0}, [-sqrt 2, sqrt 2], (e^epsilon-1), -T != 0", "−1, {−1/2, 0}, [−√2, √2], (e^ε−1), −T ≠ 0"),
        ("Theorem-1 of (1)-(3), epsilon-LDP, 2026-11-27", "Theorem-1 of (1)-(3), ε-LDP, 2026-11-27"),
        ("2*d**2, N*epsilon, T* and kent/alg*", "2 d², N ε, T* and kent/alg*"),
        ("m = infinity, p -> infinity; tends to infinity", "m = ∞, p → ∞; tends to infinity"),
        ("theta_+ and Gamma_(t-1), epsilonish", "θ_+ and Γ_(t−1), epsilonish"),
        (
            "muhat_k, khat, Qhat_v and Ybar; That, what, bar",
            "μ\u0302_k, k\u0302, Q\u0302_v and Y\u0304; That, what, bar",
        ),
    ],
)
def test_plain_words_get_their_signs(typed: str, written: str) -> None:
    assert handwritten(typed) == written
    assert handwritten(written) == written


def test_a_plot_marks_where_the_left_side_exceeds_the_right() -> None:
    crossing = Relation(X**2, X, "<=", (Variable(X, sympy.Integer(0), sympy.Integer(2), open_lower=True),))
    drawing, words = svg(draw(crossing, {"x": 1.5}))
    assert "exceeds the right from 1.00" in words
    assert words in drawing
    assert drawing.count('class="fails"') == 2
    assert 'class="mark"' in drawing
    holds = Relation(X**2, 2 * X, "<=", (Variable(X, sympy.Integer(0), sympy.Integer(1), open_lower=True),))
    drawing, words = svg(draw(holds))
    assert "nowhere exceeds" in words
    assert 'class="fails"' not in drawing


def test_thinning_keeps_the_curve() -> None:
    x = np.linspace(0, 400, 401)
    curve = np.column_stack([x, 100 * np.sin(x / 40)])
    kept = _thinned(curve)
    assert len(kept) < 120
    # At most 0.15 across the curve, whose slope is at most 2.5.
    assert np.max(np.abs(np.interp(x, kept[:, 0], kept[:, 1]) - curve[:, 1])) < 0.15 * np.hypot(1, 2.5)


def test_pictures_of_numbers() -> None:
    assert ratio_svg({"along": {"r": [10, 100]}, "ratios": [2.0, 20.0]}) is not None
    assert ratio_svg({"along": {"r": [10, 100]}, "ratios": [-2.0, 20.0]}) is None
    assert ratio_svg({}) is None
    evidence = {"parameters": {"grid": [10, 100]}, "risks": [1.0, 0.1], "left": [-1.0, -1.0], "right": [-0.9, -0.9]}
    drawn = slope_svg(evidence)
    assert drawn is not None
    assert "fitted exponent −1.000, claimed −0.900" in drawn
    assert slope_svg({"parameters": {"n": 3}}) is None
    measured = evidence | {"parameters": {"regime": "small", "n": [10, 100]}, "left": [-0.99, -0.95], "band": 0.1}
    drawn = slope_svg(measured)
    assert drawn is not None
    assert "fitted −0.970 ± 0.020, claimed −0.900 ± 0.1" in drawn
    assert 'class="band"' in drawn
    assert slope_svg(measured | {"risks": [1.0]}) is None


def test_every_gap_is_one() -> None:
    assert [len(found.private) > 3 for found in sandwiches() if found.problem.name == "mean"] == [True] * 3
    assert len({found.problem.name for found in sandwiches()}) > 3
    for found in sandwiches():
        assert found.lower > 0
        assert found.private
        for row in found.private:
            assert row.ratio is not None
            assert row.ratio == pytest.approx(row.risk / found.lower)
            assert row.ratio > 1
            assert row.upper is None or row.risk <= row.upper * (1 + 1e-9)
        drawn = sandwich_svg(found)
        assert drawn.count('class="gap"') == drawn.count("<circle") == len(found.private)
        # Each name ends at its place and begins within the drawing, in letters as wide as digits.
        names = re.findall(r'<text x="([\d.]+)" y="[\d.]+" text-anchor="end">([^<]+)</text>', drawn)
        assert len(names) == len(found.private)
        assert all(float(end) >= LETTER * len(name) for end, name in names)
