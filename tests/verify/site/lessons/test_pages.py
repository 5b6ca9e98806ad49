"""The lessons' pages, and the parts that they are made of."""

import re
from pathlib import Path

import pytest

from notation.parameters import ParameterError
from tests.verify.site.lessons.sites import SMALL, built
from tests.verify.site.site_checks import site_defects
from verify.site.lessons.chart import LONGEST, STYLE, Chart
from verify.site.lessons.execute import run_here
from verify.site.lessons.notebook import Notebook, lesson_names, notebook
from verify.site.lessons.page import lesson_view, text
from verify.site.lessons.show import CLAIM, Table

NAMES = lesson_names()


@pytest.fixture(scope="module")
def small() -> Notebook:
    """A small lesson with everything that a page must show."""
    return run_here(notebook("le_cam", SMALL))


@pytest.fixture(scope="module")
def site(small: Notebook, ran: dict[str, Notebook], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report with all lessons, the small one in place of the one on Le Cam."""
    return built([small if name == "le_cam" else ran[name] for name in NAMES], tmp_path_factory)


def test_pages_of_the_lessons_are_sound(site: Path) -> None:
    assert site_defects(site) == []
    assert {p.name for p in (site / "lessons").iterdir()} == {
        "index.html",
        "syllabus.html",
        "lessons.css",
        "lessons.js",
        *(f"{name}{kind}" for name in NAMES for kind in (".html", ".ipynb", "-slides.html", "-sheet.html")),
    } - {"le_cam-sheet.html"}  # the small lesson asks nothing
    for path in (site / "lessons").glob("*.html"):
        page = path.read_text("utf-8")
        assert 'class="tex"' not in page, path.name
        assert STYLE not in page
        assert "$" not in re.sub(r"<pre>.*?</pre>", "", page, flags=re.DOTALL), path.name
        assert page.count('<a href="') > 5
    order = (site / "lessons" / "index.html").read_text("utf-8").partition("In what order")[2]
    assert re.search(
        r'kashin\.html">[^<]*</a></th><td><a href="localise\.html">localising</a></td><td>how a ball', order
    )
    front = (site / "index.html").read_text("utf-8")
    assert 'href="lessons/index.html"' in front
    assert 'href="lessons/kashin.html"' in front


def test_a_page_shows_every_kind_of_output_and_nothing_hostile(site: Path) -> None:
    page = (site / "lessons" / "le_cam.html").read_text("utf-8")
    assert page.count("<script") == 1  # the search's own
    assert "&lt;script&gt;" in page
    assert '<a href="../claims/zhao~eq63.html"><code>zhao/eq63</code></a>' in page
    assert '<span class="badge proved">proved</span>' in page
    assert "1.25·10⁻⁷" in page
    assert "20,000" in page
    assert page.count('<svg xmlns="http://www.w3.org/2000/svg" class="chart"') == 2
    assert 'aria-label="a &#34;quoted&#34; &amp; &lt;drawn&gt; thing"' in page
    assert "&lt;b&gt;&amp;amp;" in page


def test_a_claim_outside_the_run_is_named_and_not_linked(site: Path) -> None:
    page = (site / "lessons" / "kashin.html").read_text("utf-8")
    assert 'href="../claims/zhao~own~row-norm.html"' in page
    assert "zhao~lemma1.html" not in page
    assert "<code>zhao/lemma1</code>" in page


def test_a_card_has_the_record_and_the_text_the_statement(small: Notebook) -> None:
    card = next(o["data"] for c in small["cells"] for o in c.get("outputs", ()) if CLAIM in o.get("data", {}))
    assert card[CLAIM]["printed"]["verdict"] == "proved"
    assert "printed, proved" in "".join(card["text/plain"])


def test_formulas_and_code_in_text() -> None:
    assert "<math" in text("Let $a_1$ and\n$b$ be.", {})
    assert text("`$x` and $x$", {}).count("<math") <= 1
    assert "<b>" not in text("<b>bold</b>", {})


def test_a_name_that_leaves_the_drawing_is_refused() -> None:
    chart = Chart("x", "y", "words")
    assert len(chart.line([1, 2], [1, 2], "x" * LONGEST).series) == 1
    with pytest.raises(ParameterError, match="longer than the 55 letters"):
        chart.level(1.0, "x" * (LONGEST + 1))


def test_the_shading_begins_where_the_lines_cross() -> None:
    """2x - 3 over x: the lines cross at 3, between the points 2 and 4."""
    drawing = Chart("x", "y", "words").between([0, 2, 4], [0, 2, 4], [-3, 1, 5], "above").svg()
    corners, _ = re.findall(r'class="fails" d="M([^"]*)"', drawing)
    across = [float(corner.split()[0]) for corner in corners.split("L")]
    left, right = 62, 460 - 14
    assert min(across) == pytest.approx(left + 3 / 4 * (right - left), abs=0.1)
    assert max(across) == right


def test_a_table_of_nothing_has_its_header() -> None:
    assert "<th" in Table(("a",), []).html()
    assert repr(Table(("a", "b"), [(1, "x")])) == "a  b\n1  x"


def test_what_follows_an_exercise_is_folded() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Title\n", "\n", "Why?\n"]},
        {"cell_type": "markdown", "source": ["## Exercises\n", "\n", "**1.** *One?*"]},
        {"cell_type": "code", "source": ["1"], "outputs": [{"output_type": "stream", "text": ["one"]}]},
        {"cell_type": "markdown", "source": ["So it is.\n", "\n", "**2.** *Two?*"]},
        {"cell_type": "code", "source": ["2"], "outputs": []},
    ]
    view = lesson_view({"cells": cells, "metadata": {"ratecheck": {"lesson": "made-up"}}}, ())
    kinds = [(block.kind, [inner.kind for inner in block.inner]) for block in view.blocks]
    assert kinds == [
        ("text", []),
        ("text", []),
        ("text", []),
        ("answer", ["code", "printed", "text"]),
        ("text", []),
        ("answer", ["code"]),
    ]
    assert "So it is" in str(view.blocks[3].inner[2].html)
    assert "Two?" in str(view.blocks[4].html)
