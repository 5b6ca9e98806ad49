"""The calculator's tables are what `ratecheck bound` computes, and its script looks up the right place in them."""

import json
import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from notation.parameters import ParameterError
from tests.verify.cli.command_line import CommandLine
from tests.verify.site.browser import needs_chromium, seen_on
from tests.verify.site.test_pages import run_like
from verify.site.calculator import GRIDS, UNUSED, SizeGrid, at, calculated_point, described, estimators_of, main, tables
from verify.site.site import build

AGAIN: tuple[tuple[str, dict[str, Any]], ...] = (
    ("mean", {"n": 5000, "m": 20, "epsilon": 1.0}),
    ("mean-linf", {"n": 100_000, "m": 100, "d": 4, "epsilon": 2.0}),
    ("mean-heavy", {"n": 20_000, "m": 20, "d": 1, "p": 4.0, "epsilon": 1.0}),
    ("density", {"n": 10_000, "m": 100, "beta": 2, "epsilon": 1.0}),
    ("label-classification-central", {"n": 100_000, "d": 2, "beta": 1.0, "gamma": 1.0, "epsilon": 1.0}),
    ("regression", {"n": 100_000, "m": 100, "d": 2, "beta": 1.0, "epsilon": 1.0}),
)


@pytest.mark.parametrize(("problem", "sizes"), AGAIN)
def test_a_point_computed_anew_is_the_table_s(problem: str, sizes: dict[str, Any]) -> None:
    told, found = at(problem, **sizes), calculated_point(problem, sizes)
    assert found[0] == pytest.approx(told[0], rel=2e-4)
    assert found[1] == told[1]
    for new, old in zip(found[2:], told[2:], strict=True):
        assert (new is None) == (old is None)
        if new is not None:
            assert [x or -1.0 for x in new[:3]] == pytest.approx([x or -1.0 for x in old[:3]], rel=2e-4)
            assert new[3:] == old[3:]


def test_the_tables_are_of_the_grids_and_of_the_estimators_registered() -> None:
    for grid, table in zip(GRIDS, tables(), strict=True):
        told = described(grid)
        for name in ("problem", "axes", "estimators"):
            assert table[name] == told[name], f"python -m verify.site.calculator {grid.problem} makes the table again"
        assert len(table["points"]) == len(grid.points())


def test_a_table_that_there_is_not_is_refused() -> None:
    with pytest.raises(ParameterError, match="problem = 'median': must be one of mean, "):
        main(["median"])


def out_of_order(grid: SizeGrid, points: list[list[Any]]) -> list[dict[str, Any]]:
    """Where the lower bound at the next larger sizes is above a risk at these: both are told for what is between."""
    where = {tuple(sizes.values()): row for sizes, row in zip(grid.points(), points, strict=True)}
    following = {
        name: dict(zip(axis, [*axis[1:], axis[-1]], strict=True)) for name, axis in grid.sizes.items() if name in UNUSED
    }
    wrong = []
    for sizes, row in zip(grid.points(), points, strict=True):
        up = where[tuple(following[name][size] if name in UNUSED else size for name, size in sizes.items())]
        private = [one for one in row[2:] if one is not None and (one[3] is None or Fraction(one[3]) <= 1)]
        least = min((one[0] for one in private if one[0] is not None), default=math.inf)
        if least < up[0] or row[0] > least:
            wrong.append(sizes)
    return wrong


def test_bounds_are_below_risks_everywhere() -> None:
    for grid, table in zip(GRIDS, tables(), strict=True):
        assert out_of_order(grid, table["points"]) == [], grid.problem
    spoilt = [list(row) for row in tables()[0]["points"]]
    spoilt[7][0] = 10.0
    assert out_of_order(GRIDS[0], spoilt) != []


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("calculator") / "report"
    with pytest.MonkeyPatch.context() as patched:
        # The gaps are slow to compute, and no page that is looked at shows them.
        patched.setattr("verify.site.site.sandwiches", tuple)
        build(run_like([]), folder)
    return folder


ASKED = """
const form = document.getElementById("calculator");
return %s.map(told => {
  for (const name of ["problem", ...Object.keys(told)]) if (name in told) {
    form.elements.namedItem(name).value = told[name];
    form.elements.namedItem(name).dispatchEvent(new window.Event("input", {bubbles: true}));
  }
  return [document.getElementById("lower").textContent, document.getElementById("places").textContent,
    document.getElementById("command").textContent,
    [...document.querySelectorAll("#estimators tr")].map(row => [...row.children].map(c => c.textContent)),
    [...form.querySelectorAll("label[data-size]:not([hidden])")].map(label => label.dataset.size)];
});
"""


def number(text: str) -> float:
    front, _, ten = text.partition(",")[0].partition("·10")
    return float(front) * 10.0 ** int(ten.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")) or 0)


def asked(site: Path, *told: dict[str, Any]) -> Any:
    return seen_on(site, "calculator.html", ASKED % json.dumps(told))


PLACES: dict[str, dict[str, Any]] = {grid.problem: grid.points()[-1] for grid in GRIDS} | {
    "mean": {"n": 5000, "m": 20, "epsilon": 1.0},
    "mean-linf": {"n": 5000, "m": 100, "d": 4, "epsilon": 2.0},
    "optimisation": {"n": 10_000, "m": 20, "d": 2, "delta": 1e-6, "epsilon": 1.0},
    "optimisation-central": {"n": 10_000, "m": 20, "d": 2, "delta": 1e-6, "epsilon": 1.0},
}
"""A point of each table; units are 3 there, not 1."""


@pytest.fixture(scope="module")
def shown(site: Path) -> dict[str, Any]:
    """What the page says at the places, by problem."""
    questions = [{"problem": grid.problem, **PLACES[grid.problem], **dict.fromkeys(grid.unit, 3.0)} for grid in GRIDS]
    return {grid.problem: answer for grid, answer in zip(GRIDS, asked(site, *questions), strict=True)}


@pytest.fixture
def ratecheck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


@needs_chromium
@pytest.mark.parametrize("grid", [pytest.param(grid, id=grid.problem) for grid in GRIDS])
def test_the_page_tells_the_numbers_of_its_command(
    grid: SizeGrid, shown: dict[str, Any], ratecheck: CommandLine
) -> None:
    lower, places, command, rows, fields = shown[grid.problem]
    assert places.startswith("These sizes are in the tables")
    assert sorted(fields) == sorted([*grid.sizes, *grid.unit])
    program, *arguments = command.split()
    assert program == "ratecheck"
    told = ratecheck(*arguments, "--json").json
    assert number(lower) == pytest.approx(told["lower"]["value"], rel=2e-4)
    known = {row["name"]: row for row in told["estimators"]}
    assert {row[0].removesuffix("\u00a0*") for row in rows} >= {
        name
        for name, row in known.items()
        if row.get("protects_users", True) and not row["risk"]["method"].startswith("not usable here")
    }
    for name, risk, bound, _, _, _, spend in rows:
        row = known[name.removesuffix("\u00a0*")]
        assert name.endswith("\u00a0*") == row.get("needs_one_law", False)
        for cell, value in ((risk, row["risk"]["value"]), (bound, row["upper"]["value"])):
            if cell != "–":
                assert number(cell) == pytest.approx(value, rel=2e-4)
        assert (risk == "–") == (not is_finite(row["risk"]["value"]))
        assert (bound == "–") == row["upper"]["vacuous"]
        multiple = row["spend"] and row["spend"]["multiple_of_epsilon"]
        assert spend == ("–" if multiple is None else "ε" if multiple == "1" else f"{multiple} ε")


def is_finite(value: float | None) -> bool:
    return value is not None and math.isfinite(value)


@needs_chromium
def test_between_the_sizes_of_a_table_both_sides_are_those_that_hold(site: Path) -> None:
    low, high = {"n": 20_000, "m": 100, "epsilon": 1.0}, {"n": 50_000, "m": 1000, "epsilon": 2.0}
    between = {name: (low[name] + high[name]) / 2 for name in low}
    ((lower, places, _, rows, _),) = asked(site, {"problem": "mean", "D": 30.0, **between})
    assert places.startswith("Not in the tables: the lower bound is that at n = 50,000, m = 1,000, ε = 2")
    assert number(lower) == pytest.approx(at("mean", **high)[0] * 900, rel=1e-4)
    names = [name for name, _ in tables()[0]["estimators"]]
    expected = {name: row[0] * 900 for name, row in zip(names, at("mean", **low)[2:], strict=True) if row is not None}
    assert {row[0].removesuffix("\u00a0*"): number(row[1]) for row in rows} == pytest.approx(expected, rel=1e-4)
    risks = [number(row[1]) for row in rows]
    assert risks == sorted(risks)


ADVICE = """
const form = document.getElementById("calculator"), change = (name, value) => {
  form.elements.namedItem(name).value = value;
  form.elements.namedItem(name).dispatchEvent(new window.Event("input", {bubbles: true}));
};
const seen = () => [document.getElementById("lower").textContent, document.getElementById("command").textContent,
  form.elements.namedItem("D").value, form.elements.namedItem("A").value,
  document.getElementById("differ").checkVisibility(), document.getElementById("differ").textContent];
const found = [seen()];
change("A", "10"); change("B", "16"); found.push(seen());
change("B", "4"); found.push(seen());
change("B", "16"); change("D", "2"); found.push(seen());
change("problem", "regression"); found.push(seen());
return [found, [...form.querySelectorAll("label[data-range]:not([hidden])")].length, window.location.hash];
"""


@needs_chromium
def test_a_range_is_half_its_width_and_users_that_differ_have_an_estimator(site: Path) -> None:
    """[10, 16] has the errors of D = 3; an empty range changes nothing; the advice is the best without a star."""
    (first, moved, empty, again, other), ranges, _ = seen_on(
        site, "calculator.html#problem=mean&n=5000&m=20&epsilon=1&D=1", ADVICE
    )
    lower, _, *rows = at("mean", n=5000, m=20, epsilon=1.0)
    assert number(first[0]) == pytest.approx(lower, rel=1e-4)
    assert number(moved[0]) == pytest.approx(9 * lower, rel=1e-4)
    assert moved[2] == "3"
    assert moved[1] == "ratecheck bound mean --n 5000 --m 20 --epsilon 1 --lower 10 --upper 16"
    assert empty[1].endswith("--D 3")
    assert (again[1].endswith("--D 2"), again[3]) == (True, "")
    named = zip(
        [name for name, one_law in estimators_of("mean") if not one_law],
        [row[0] for (_, one_law), row in zip(estimators_of("mean"), rows, strict=True) if not one_law],
        strict=True,
    )
    name, risk = min(named, key=lambda pair: pair[1])
    for scale, seen in ((1, first), (9, moved)):
        assert seen[4]
        assert f"take {name}:" in seen[5]
        assert number(seen[5].partition("smallest risk, ")[2]) == pytest.approx(scale * risk, rel=1e-3)
    # Rules that are learnt are for i.i.d. users all of them: there is no other to take.
    assert (ranges, other[4]) == (0, False)


@needs_chromium
def test_sizes_beyond_the_tables_are_told(site: Path) -> None:
    ((lower, places, _, rows, _),) = asked(site, {"n": 10**9})
    assert (lower, rows) == ("–", [])
    assert places.startswith("The tables go from n = 100 to 10,000,000")


def test_the_page_answers_without_its_script(site: Path) -> None:
    """The certified lower bound and the best risk at n = 5000, m = 20, epsilon = 1."""
    text = (site / "calculator.html").read_text("utf-8")
    lower, _, *rows = at("mean", n=5000, m=20, epsilon=1.0)
    best = min(row[0] for row in rows if row is not None)
    assert '<b id="lower">4.4876·10⁻⁵</b>' in text
    assert lower == 4.4876e-5
    assert best == 1.8615e-4
    walk = '<a href="estimators.html#walk">walk</a>\u00a0*'
    first = text.index(f'<th scope="row">{walk}</th><td class="number">0.00018615</td>')
    assert first == text.index('<th scope="row">')


DRAWN = """
const svg = document.getElementById("curves"), all = name => [...svg.querySelectorAll(name)];
return [
  all("text[text-anchor=end]").map(text => [text.textContent, Number(text.getAttribute("y")) - 4]),
  all("path.curve").map(path => path.getAttribute("d")),
  all("text.of-line").map(text => text.textContent),
  all("path.beyond").map(path => path.getAttribute("d")),
  [...document.getElementById("along").options].map(option => option.value),
  document.getElementById("command").textContent,
  window.location.hash,
];
"""


def heights(path: str, levels: list[tuple[float, float]]) -> list[float]:
    """The values at the corners of a path, read off two levels of the grid: value and place."""
    (one, top), (other, bottom) = levels[-1], levels[0]
    slope = (math.log10(one) - math.log10(other)) / (top - bottom)
    places = [float(corner.split()[1]) for corner in path.removeprefix("M").partition("V")[0].split("L")]
    return [10 ** (math.log10(other) + slope * (place - bottom)) for place in places]


@needs_chromium
def test_the_address_is_read_and_the_curves_are_the_tables(site: Path) -> None:
    """Along n at m = 100, epsilon = 2, D = 3: each corner is a number of the table, times 9."""
    address = "calculator.html#problem=mean&n=20000&m=100&epsilon=2&D=3"
    levels, curves, names, (area,), along, command, kept = seen_on(site, address, DRAWN)
    assert command == "ratecheck bound mean --n 20000 --m 100 --epsilon 2 --D 3"
    assert kept == "#problem=mean&n=20000&m=100&epsilon=2&D=3"
    assert along == ["n", "m", "epsilon"]
    values = [(number(text) if "·" in text or "10" not in text else number(f"1·{text}"), y) for text, y in levels]
    users = [n for n in GRIDS[0].sizes["n"] if n > 0]
    rows = [at("mean", n=n, m=100, epsilon=2.0) for n in users]
    assert heights(area, values) == pytest.approx([9 * row[0] for row in rows], rel=1e-3)
    known = [name for name, _ in tables()[0]["estimators"]]
    risks = {name: [9 * row[place + 2][0] for row in rows] for place, name in enumerate(known)}
    best = sorted(known, key=lambda name: risks[name][users.index(20_000)])[:5]
    assert len(curves) == len(names) == 5
    assert {name: heights(curve, values) for name, curve in zip(best, curves, strict=True)} == {
        name: pytest.approx(risks[name], rel=1e-3) for name in best
    }
    assert sorted(names) == sorted(best)


@needs_chromium
def test_an_address_with_unknown_names_or_values_changes_nothing(site: Path) -> None:
    *_, command, _ = seen_on(site, "calculator.html#problem=nothing&n=x&colour=red&d=7", DRAWN)
    assert command.startswith("ratecheck bound mean --n ")
    assert "colour" not in command
