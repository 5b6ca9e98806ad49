"""Sliders in the lessons' pages, moved in a browser."""

import re
from pathlib import Path

import pytest

from tests.verify.lessons.sites import built
from tests.verify.report.browser import needs_chromium, seen_on
from verify.lessons.notebook import Notebook, lesson_names
from verify.lessons.show import SLIDER

NAMES = lesson_names()


@pytest.fixture(scope="module")
def site(ran: dict[str, Notebook], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report with all lessons."""
    return built([ran[name] for name in NAMES], tmp_path_factory)


MOVED = """
return [...document.querySelectorAll(".slider")].map(whole => {
  const range = whole.querySelector("input"), start = Number(range.value);
  const at = value => {
    range.value = value;
    range.dispatchEvent(new window.Event("input"));
    return [whole.querySelector("output").textContent, ...[...whole.querySelectorAll("dd")].map(e => e.textContent),
      whole.querySelector(".cursor").getAttribute("transform")];
  };
  return [start, ...Array.from({length: Number(range.max) + 1}, (_, value) => at(value))];
});"""


def _slider_defects(site: Path, name: str, lesson: Notebook) -> list[str]:
    """Where a slider on a lesson's page shows other than the table in its notebook does."""
    shown = [o["data"] for cell in lesson["cells"] for o in cell.get("outputs", ()) if SLIDER in o.get("data", {})]
    found = seen_on(site, f"lessons/{name}.html", MOVED)
    defects = [] if len(found) == len(shown) else [f"{len(found)} sliders, not {len(shown)}"]
    for (start, *rows), data in zip(found, shown, strict=False):
        html = "".join(data["text/html"])
        told = [
            [*re.findall(r"<td[^>]*>(.*?)</td>", cells), f"translate({place})"]
            for place, cells in re.findall(r'<tr data-at="([\d.]+)">(.*?)</tr>', html)
        ]
        if start != data[SLIDER]["start"]:
            defects.append(f"starts at {start}")
        defects += [f"{ours} in place of {theirs}" for ours, theirs in zip(rows, told, strict=True) if ours != theirs]
    return defects


@needs_chromium
def test_sliders_show_the_rows_of_their_tables(site: Path, ran: dict[str, Notebook]) -> None:
    """The tilt of Le Cam, the bins of the transition, the edge of sparse sums, and the order of a moment are chosen."""
    chosen = [
        name
        for name in NAMES
        if any(SLIDER in o.get("data", {}) for c in ran[name]["cells"] for o in c.get("outputs", ()))
    ]
    assert sorted(chosen) == ["labels", "le_cam", "sparse", "transition"]
    for name in chosen:
        if name != "le_cam":  # the small lesson stands there
            assert _slider_defects(site, name, ran[name]) == [], name
    script = site / "lessons" / "lessons.js"
    honest = script.read_text("utf-8")
    try:
        for good, bad in (
            ("cells[k + 1]", "cells[k]"),
            ("value: whole.dataset.start", "value: 0"),
            ("row.dataset.at", "rows[0].dataset.at"),
        ):
            assert honest.count(good) == 1
            script.write_text(honest.replace(good, bad), encoding="utf-8")
            assert _slider_defects(site, "labels", ran["labels"]), bad
    finally:
        script.write_text(honest, encoding="utf-8")
