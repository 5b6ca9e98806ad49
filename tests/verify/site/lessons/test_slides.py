"""Slides are cut from a lesson's own cells, 8 to 12 a lesson; each fits its sheet; the syllabus lists every lesson."""

import re
from html import unescape
from pathlib import Path

import pytest

from tests.verify.site.browser import needs_chromium, seen_on, seen_on_each
from tests.verify.site.handouts import sheets
from tests.verify.site.lessons.sites import built
from verify.site.exhibits.ideas import ideas
from verify.site.lessons.notebook import Notebook, lesson_names
from verify.site.lessons.page import Block, lesson_view
from verify.site.lessons.slides import FEWEST, MOST, frames

NAMES = lesson_names()
META = {"ratecheck": {"lesson": "made-up"}}


def words(html: object) -> str:
    """The letters of a text, without its tags and spaces."""
    return re.sub(r"\s", "", unescape(re.sub(r"<[^>]*>", "", str(html))))


@pytest.mark.parametrize("name", NAMES)
def test_slides_are_cut_from_the_cells_of_the_lesson(name: str, ran: dict[str, Notebook]) -> None:
    view = lesson_view(ran[name], {})
    found = frames(view, {}, bool(ideas(name)))
    assert FEWEST <= len(found) <= MOST
    inner = [block for outer in view.blocks for block in (outer, *outer.inner)]
    whole = words("".join(str(block.html) for block in inner if block.kind == "text"))
    for frame in found:
        assert set(map(id, frame.blocks)) <= set(map(id, inner))
        if frame.kind in ("text", "output"):
            for paragraph in re.findall(r"<p>(.*?)</p>", str(frame.html), re.S):
                assert words(paragraph) in whole, paragraph
    sections = re.findall(r"<h2>(\d+\. .*?)</h2>", "".join(str(block.html) for block in view.blocks))
    titles = [words(frame.title) for frame in found]
    assert sections
    assert {words(title) for title in sections} <= set(titles)
    assert found[-2].html.count("<li>") == view.exercises >= 3
    assert any(frame.blocks for frame in found)


def test_a_sentence_that_no_cell_has_is_seen(ran: dict[str, Notebook]) -> None:
    """The check of the test above, on a made-up frame: planted."""
    view = lesson_view(ran["le_cam"], {})
    whole = words("".join(str(block.html) for block in view.blocks if block.kind == "text"))
    assert words("Every estimator is private.") not in whole


def test_a_large_table_is_left_to_the_page() -> None:
    from verify.site.lessons.slides import _fits

    small = Block("table", "<table>" + "<tr><th></th></tr>" * 3 + "</table>")  # type: ignore[arg-type]
    large = Block("table", "<table>" + "<tr><th></th></tr>" * 30 + "</table>")  # type: ignore[arg-type]
    assert _fits(small)
    assert not _fits(large)


@pytest.fixture(scope="module")
def site(ran: dict[str, Notebook], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built([ran[name] for name in NAMES], tmp_path_factory)


def test_the_syllabus_leads_to_every_lesson_its_slides_and_notebook(site: Path) -> None:
    text = (site / "lessons" / "syllabus.html").read_text("utf-8")
    for name in NAMES:
        for file in (f"{name}.html", f"{name}-slides.html", f"{name}-sheet.html", f"{name}.ipynb"):
            assert f'href="{file}"' in text
            assert (site / "lessons" / file).is_file()
    for name in ("index", "syllabus", *NAMES):
        assert "Use it in class" in (site / "lessons" / f"{name}.html").read_text("utf-8")


OVER = """
return [...document.querySelectorAll(".frame")].filter(frame => frame.scrollHeight > frame.clientHeight + 1).length;
"""
ANSWERS = """
const shown = () => [...document.querySelectorAll(".answer")].filter(one => one.checkVisibility()).length;
const before = shown();
document.getElementById("answers").click();
return [before, shown(), document.querySelectorAll(".answer").length];
"""


@needs_chromium
def test_no_frame_is_cut_and_one_prints_on_a_sheet(site: Path) -> None:
    pages = [f"lessons/{name}-slides.html" for name in NAMES]
    # Narrow frames grow; wide ones have a fixed height.
    wide = f"frameElement.style.width = '1280px'; {OVER}".replace("frameElement", "window.frameElement")
    assert seen_on_each(site, pages, wide) == [0] * len(pages)
    page = site / pages[1]
    text = page.read_text("utf-8")
    assert sheets(page) == text.count('<section class="frame')
    page.write_text(
        text.replace('<p class="number">', "<p>A line. </p>" * 30 + '<p class="number">', 1), encoding="utf-8"
    )
    try:
        assert seen_on(site, pages[1], wide) == 1
    finally:
        page.write_text(text, encoding="utf-8")


def test_a_sheet_has_the_exercises_of_its_lesson_and_each_has_a_grade(site: Path, ran: dict[str, Notebook]) -> None:
    """All three grades occur, every lesson has a proof, and the answer of a proof is text without code."""
    letters = set()
    for name in NAMES:
        view = lesson_view(ran[name], {})
        sheet = (site / "lessons" / f"{name}-sheet.html").read_text("utf-8")
        asked = re.findall(r"<strong>\d+\.</strong> \(([ABC])(, proof)?\) <em>", sheet)
        assert len(asked) == view.exercises == sheet.count('<details class="answer">')
        letters |= {letter for letter, _ in asked}
        answers = [block for block in view.sheet if block.kind == "answer"]
        proofs = [answer for answer, (_, proof) in zip(answers, asked, strict=True) if proof]
        assert proofs, name
        assert {inner.kind for answer in proofs for inner in answer.inner} == {"text"}, name
        told = f"{len(proofs)} proof"
        assert told in view.grades
        assert view.grades in (site / "lessons" / "syllabus.html").read_text("utf-8")
        assert f'href="{name}-sheet.html"' in (site / "lessons" / f"{name}.html").read_text("utf-8")
    assert letters == {"A", "B", "C"}


def test_an_exercise_without_a_grade_is_seen() -> None:
    """Planted: the sheet has it, the count of grades does not."""
    cells = [{"cell_type": "markdown", "source": [f"**1.** {grade}*One?*"]} for grade in ("", "(B, proof) ")]
    plain, graded = (
        lesson_view({"cells": [{"cell_type": "markdown", "source": ["# T\n", "\n", "Q?"]}, cell], "metadata": META}, {})
        for cell in cells
    )
    assert (plain.grades, graded.grades) == ("", "1 B, 1 proof")
    assert len(plain.sheet) == len(graded.sheet) == 1


@needs_chromium
def test_answers_stand_behind_a_switch(site: Path) -> None:
    for page in ("le_cam.html", "le_cam-sheet.html"):
        before, after, number = seen_on(site, f"lessons/{page}", ANSWERS)
        assert (before, after) == (0, number)
        assert number >= 3
