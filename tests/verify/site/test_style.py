"""The style sheet of the report: contrast, and no colour but the named ones."""

import re
from importlib import resources

import pytest

from tests.verify.site.site_checks import GROUNDS, SHADES, colour_pairs, colours, contrast, contrast_defects
from verify.site.views import COLUMNS

CSS = (resources.files("verify.site") / "style.css").read_text(encoding="utf-8")


def test_contrast_is_enough_in_both_schemes() -> None:
    assert contrast_defects(CSS, COLUMNS) == []


def test_both_schemes_have_the_same_colours() -> None:
    found = colours(CSS)
    assert set(found["light"]) == set(found["dark"])


def test_contrast_of_black_on_white_and_of_a_colour_on_itself() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#336699", "#336699") == pytest.approx(1)


@pytest.mark.parametrize("name", ["muted", "link", "refuted", "open-bg", "left"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_planted_low_contrast_is_found(name: str, scheme: str) -> None:
    known = colours(CSS)[scheme]
    front = name.removesuffix("-bg")
    # The background that the colour meets, or the text that meets the background: none can be read on itself.
    other = known[front if name.endswith("-bg") else f"{name}-bg" if f"{name}-bg" in known else "bg"]
    place = CSS.rindex(f"--{name}:") if scheme == "dark" else CSS.index(f"--{name}:")
    planted = CSS[:place] + CSS[place:].replace(known[name], other, 1)
    assert any(defect.startswith(scheme) for defect in contrast_defects(planted, COLUMNS))


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        (".x { color: var(--rule); }", "rule on bg"),
        (".x { color: var(--text); background: var(--left); }", "text on left"),
        ("svg.plot .x text { fill: var(--grid); }", "grid on card"),
        (
            "svg.plot .x { stroke: var(--proved-bg); } .y { border-color: var(--rule); color: var(--open-bg); }",
            "open-bg on bg",
        ),
    ],
)
def test_the_pairs_come_from_the_rules_of_the_sheet(rule: str, told: str) -> None:
    found = contrast_defects(CSS + rule, COLUMNS)
    assert any(told in defect for defect in found)
    assert all(told.partition(" on ")[0] in defect for defect in found)


def test_the_pairs_hold_all_colours_but_shades_and_grounds() -> None:
    words, marks = colour_pairs(CSS)
    seen = {front for front, _ in words | marks}
    grounds = {name for name in colours(CSS)["light"] if name.endswith("-bg")} | set(GROUNDS)
    assert set(colours(CSS)["light"]) - SHADES - grounds == seen
    assert {("muted", "card"), ("proved", "card"), ("open", "open-bg")} <= words


def test_print_is_light_and_leaves_out_what_paper_cannot_use() -> None:
    sheet = CSS[CSS.index("@media print") :]
    assert "@media screen and (prefers-color-scheme: dark)" in CSS
    assert CSS.count("prefers-color-scheme") == 1
    for told in ("header, .skip, .filters, .pager, .shown { display: none; }", "pre.code { white-space: pre-wrap;"):
        assert told in sheet


def test_colours_are_named() -> None:
    rules = re.sub(r"--[a-z-]+:[^;]*;", "", CSS)
    assert re.findall(r"#[0-9a-fA-F]{3,8}\b|\brgba?\(|\bhsla?\(", rules) == []


def test_every_variable_is_set() -> None:
    assert set(re.findall(r"var\(--([a-z-]+)\)", CSS)) <= set(re.findall(r"--([a-z-]+):", CSS))


def test_the_filters_hide_themselves_where_they_cannot_work() -> None:
    assert "@supports not selector(:has(*))" in CSS
