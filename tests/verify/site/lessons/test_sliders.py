"""Sliders in the lessons' pages, moved in a browser."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.verify.site.browser import needs_chromium, seen_on_each
from tests.verify.site.lessons.sites import built
from verify.site.lessons.notebook import Notebook, lesson_names
from verify.site.lessons.show import SLIDER

SLIDING = ("le_cam", "transition", "sparse", "labels")
"""The tilt of Le Cam, the bins of the transition, the edge of sparse sums, and the order of a moment are chosen."""


@pytest.fixture(scope="module")
def site(ran: dict[str, Notebook], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report with the lessons that have sliders."""
    return built([ran[name] for name in SLIDING], tmp_path_factory)


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


def _slider_defects(found: list[Any], lesson: Notebook) -> list[str]:
    """Where the sliders found on a lesson's page show other than the tables in its notebook do."""
    shown = [o["data"] for cell in lesson["cells"] for o in cell.get("outputs", ()) if SLIDER in o.get("data", {})]
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


BROKEN = (
    ("cells[k + 1]", "cells[k]"),
    ("value: whole.dataset.start", "value: 0"),
    ("row.dataset.at", "rows[0].dataset.at"),
)
"""The script with a wrong cell, a wrong start, a cursor that stays."""


@needs_chromium
def test_sliders_show_the_rows_of_their_tables(site: Path, ran: dict[str, Notebook]) -> None:
    chosen = [
        name
        for name in lesson_names()
        if any(SLIDER in o.get("data", {}) for c in ran[name]["cells"] for o in c.get("outputs", ()))
    ]
    assert set(chosen) == set(SLIDING)
    honest = (site / "lessons" / "lessons.js").read_text("utf-8")
    for place, (good, bad) in enumerate(BROKEN):
        assert honest.count(good) == 1
        broken = site / f"broken-{place}"
        broken.mkdir()
        (broken / "lessons.js").write_text(honest.replace(good, bad), encoding="utf-8")
        (broken / "labels.html").write_bytes((site / "lessons" / "labels.html").read_bytes())
    pages = [f"lessons/{name}.html" for name in chosen]
    pages += [f"broken-{place}/labels.html" for place in range(len(BROKEN))]
    found = seen_on_each(site, pages, MOVED)
    for name, seen in zip(chosen, found[: len(chosen)], strict=True):
        assert _slider_defects(seen, ran[name]) == [], name
    for (_, bad), seen in zip(BROKEN, found[len(chosen) :], strict=True):
        assert _slider_defects(seen, ran["labels"]), bad
