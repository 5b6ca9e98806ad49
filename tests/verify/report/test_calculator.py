"""The calculator's tables are what `ratecheck bound` computes, and its script looks up the right place in them."""

import json
from pathlib import Path
from typing import Any

import pytest

from notation.setting import Setting
from tests.verify.report.browser import needs_chromium, seen_on
from tests.verify.report.test_pages import run_like
from verify.report.calculator import GRIDS, Grid, at, point, tables
from verify.report.site import build
from verify.study.problems import problem_of

AGAIN = (
    ("mean", Setting(5000, 20, epsilon=1.0)),
    ("mean-linf", Setting(100_000, 100, d=4, epsilon=2.0)),
)


@pytest.mark.parametrize(("problem", "setting"), AGAIN)
def test_a_point_computed_anew_is_the_table_s(problem: str, setting: Setting) -> None:
    told, found = at(problem, setting), point(problem_of(problem), setting)
    assert found[0] == pytest.approx(told[0], rel=2e-4)
    assert found[1] == told[1]
    for new, old in zip(found[2:], told[2:], strict=True):
        assert (new is None) == (old is None)
        if new is not None:
            assert [x or -1.0 for x in new[:3]] == pytest.approx([x or -1.0 for x in old[:3]], rel=2e-4)
            assert new[3:] == old[3:]


def test_the_tables_are_of_the_grids_and_of_the_estimators_registered() -> None:
    for grid, table in zip(GRIDS, tables(), strict=True):
        assert table["problem"] == grid.problem
        assert table["axes"] == {"n": [*grid.n], "m": [*grid.m], "d": [*grid.d], "epsilon": [*grid.epsilon]}
        assert len(table["points"]) == len(grid.settings())
        names = [[one.name, one.needs_one_law] for one in problem_of(grid.problem).private]
        assert table["estimators"] == names, "python -m verify.report.calculator makes the tables again"


def out_of_order(grid: Grid, points: list[list[Any]]) -> list[Setting]:
    """Where the lower bound at the next larger sizes is above a risk at these: both are told for what is between."""
    where = dict(zip(grid.settings(), points, strict=True))
    following = {axis: dict(zip(sizes, [*sizes[1:], sizes[-1]], strict=True)) for axis, sizes in vars(grid).items()
                 if axis in ("n", "m", "epsilon")}  # fmt: skip
    wrong = []
    for a, row in where.items():
        up = Setting(following["n"][a.n], following["m"][a.m], a.d, following["epsilon"][a.epsilon])
        risks = [each[0] for each in row[2:] if each is not None and each[0] is not None]
        if min(risks) < where[up][0] or row[0] > min(risks):
            wrong.append(a)
    return wrong


def test_bounds_are_below_risks_everywhere() -> None:
    for grid, table in zip(GRIDS, tables(), strict=True):
        assert out_of_order(grid, table["points"]) == []
        spoilt = [list(row) for row in table["points"]]
        spoilt[7][0] = 10.0
        assert out_of_order(grid, spoilt) != []


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("calculator") / "report"
    with pytest.MonkeyPatch.context() as patched:
        # The gaps are slow to compute, and no page that is looked at shows them.
        patched.setattr("verify.report.site.sandwiches", tuple)
        build(run_like([]), folder)
    return folder


ASKED = """
const form = document.getElementById("calculator"), told = %s;
for (const name of ["problem", ...Object.keys(told)]) if (name in told) {
  form.elements.namedItem(name).value = told[name];
  form.elements.namedItem(name).dispatchEvent(new window.Event("input", {bubbles: true}));
}
return [document.getElementById("lower").textContent, document.getElementById("places").textContent,
  document.getElementById("command").textContent,
  [...document.querySelectorAll("#estimators tr")].map(row => [...row.children].map(c => c.textContent))];
"""


def number(text: str) -> float:
    front, _, ten = text.partition("·10")
    return float(front) * 10.0 ** int(ten.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")) or 0)


def asked(site: Path, **sizes: Any) -> Any:
    return seen_on(site, "calculator.html", ASKED % json.dumps(sizes))


@needs_chromium
@pytest.mark.parametrize(
    ("problem", "low", "high", "D"),
    [
        ("mean", Setting(5000, 20, epsilon=1.0), Setting(5000, 20, epsilon=1.0), 1.0),
        ("mean", Setting(20_000, 100, epsilon=1.0), Setting(50_000, 1000, epsilon=2.0), 30.0),
        ("mean-linf", Setting(5000, 100, d=16, epsilon=2.0), Setting(5000, 100, d=16, epsilon=2.0), 0.5),
    ],
)
def test_the_page_tells_the_numbers_of_the_tables(
    problem: str, low: Setting, high: Setting, D: float, site: Path
) -> None:
    between = {name: (getattr(low, name) + getattr(high, name)) / 2 for name in ("n", "m", "epsilon")}
    lower, places, command, rows = asked(site, problem=problem, d=low.d, D=D, **between)
    assert number(lower) == pytest.approx(at(problem, high)[0] * D**2, rel=1e-4)
    table = next(t for t in tables() if t["problem"] == problem)
    expected = {
        name: row[0] * D**2
        for (name, _), row in zip(table["estimators"], at(problem, low)[2:], strict=True)
        if row is not None
    }
    assert {row[0].removesuffix(" *"): number(row[1]) for row in rows} == pytest.approx(expected, rel=1e-4)
    risks = [number(row[1]) for row in rows]
    assert risks == sorted(risks)
    assert places.startswith("These sizes are in the tables" if low == high else "Not in the tables")
    assert command.startswith(f"ratecheck bound {problem} --n {between['n']:g}")


@needs_chromium
def test_sizes_beyond_the_tables_are_told(site: Path) -> None:
    lower, places, _, rows = asked(site, n=10**9)
    assert (lower, rows) == ("–", [])
    assert places.startswith("The tables go from n = 100 to 10,000,000")


def test_the_page_answers_without_its_script(site: Path) -> None:
    """The certified lower bound and the best risk at n = 5000, m = 20, epsilon = 1."""
    text = (site / "calculator.html").read_text("utf-8")
    lower, _, *rows = at("mean", Setting(5000, 20, epsilon=1.0))
    best = min(row[0] for row in rows if row is not None)
    assert '<b id="lower">4.4876·10⁻⁵</b>' in text
    assert lower == 4.4876e-5
    assert best == 1.8615e-4
    first = text.index('<th scope="row">walk *</th><td class="number">0.00018615</td>')
    assert first == text.index('<th scope="row">')
