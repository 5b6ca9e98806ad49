"""A lesson with its outputs as parts of a page: text with MathML, code, and what each cell showed."""

import re
from collections import Counter
from collections.abc import Container
from dataclasses import dataclass
from typing import Any

from markdown_it import MarkdownIt
from markupsafe import Markup

from notation.papers import papers
from verify.site.lessons.chart import STYLE
from verify.site.lessons.notebook import Heading, Notebook, heading
from verify.site.lessons.show import CLAIM, SLIDER
from verify.site.mathematics import formula, statement
from verify.site.names import page

_MATHS = re.compile(r"\$\$(?P<display>.+?)\$\$|\$(?P<inline>[^$]+?)\$", re.DOTALL)
_KEPT = re.compile("\ue000(\\d+)\ue001")
_CODE = re.compile(r"<code>([a-z]+/[A-Za-z0-9./-]+)</code>")
_NAME = re.compile(r'"([a-z]+/[A-Za-z0-9./-]+)"')
_NOTEBOOK = re.compile(r'href="(\w+)\.ipynb"')
_EXERCISE = re.compile(r"^(?=\*\*\d+\.\*\* )", re.MULTILINE)
"""Where an exercise begins, in the text of a cell."""
_GRADE = re.compile(r"\*\*\d+\.\*\* \((?P<grade>[ABC])(?P<proof>, proof)?\) ")
GRADES = {"A": "computes with what the lesson has", "B": "needs an idea", "C": "goes beyond the lesson"}
"""What the letter of an exercise says."""
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True)
class Block:
    """One part of a page: `kind` is text, code, printed, table, chart, slider, claim, or answer, which holds others."""

    kind: str
    html: Markup | None = None
    source: str = ""
    claim: dict[str, Any] | None = None
    inner: tuple["Block", ...] = ()


@dataclass(frozen=True)
class LessonView:
    """A lesson for the templates."""

    heading: Heading
    question: Markup
    """The heading's question, with its formulas; likewise what it needs and teaches."""
    needs: Markup
    teaches: Markup
    blocks: list[Block]
    claims: list[str]
    """The claims that its code names, in order."""

    @property
    def answered(self) -> bool:
        """Whether it has exercises with answers."""
        return any(block.kind == "answer" for block in self.blocks)

    @property
    def exercises(self) -> int:
        """How many exercises it has."""
        return sum(block.kind == "text" and bool(_EXERCISE.match(block.source)) for block in self.blocks)

    @property
    def grades(self) -> str:
        """How many exercises there are of each grade, and how many of them are proofs."""
        graded = [found for block in self.sheet if (found := _GRADE.match(block.source))]
        number = Counter(found["grade"] for found in graded)
        told = [f"{number[grade]} {grade}" for grade in GRADES if number[grade]]
        proofs = sum(bool(found["proof"]) for found in graded)
        return ", ".join(told + [f"{proofs} proof{'s' if proofs > 1 else ''}"] * bool(proofs))

    @property
    def sheet(self) -> list[Block]:
        """The exercises with their answers."""
        asks = [bool(block.kind == "text" and _EXERCISE.match(block.source)) for block in self.blocks]
        return self.blocks[asks.index(True) :] if any(asks) else []

    @property
    def slides(self) -> bool:
        """Whether the reader of the page chooses a parameter somewhere."""
        return any(block.kind == "slider" for outer in self.blocks for block in (outer, *outer.inner))


def lesson_view(lesson: Notebook, known: Container[str]) -> LessonView:
    """The parts of a lesson's page; ids of claims in `known` become links in its text."""
    blocks: list[Block] = []
    for cell in lesson["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            blocks += [Block("text", text(part, known), part) for part in _EXERCISE.split(source) if part.strip()]
        else:
            blocks.append(Block("code", source=source))
            blocks += [_output(output, known) for output in cell["outputs"]]
    told = heading(lesson)
    question, needs, teaches = (_inline(part, known) for part in (told.question, told.needs, told.teaches))
    return LessonView(told, question, needs, teaches, _folded(blocks), _named(lesson))


def _inline(source: str, known: Container[str]) -> Markup:
    return Markup(text(source, known).strip().removeprefix("<p>").removesuffix("</p>"))


def _folded(blocks: list[Block]) -> list[Block]:
    """The blocks with what follows the text of an exercise in an answer of its own."""
    found: list[Block] = []
    answer: list[Block] | None = None
    for block in blocks:
        asks = block.kind == "text" and _EXERCISE.match(block.source)
        if answer is not None and not asks:
            answer.append(block)
            continue
        if answer:
            found.append(Block("answer", inner=tuple(answer)))
        found.append(block)
        answer = [] if asks else None
    if answer:
        found.append(Block("answer", inner=tuple(answer)))
    return found


def _named(lesson: Notebook) -> list[str]:
    """The claims that a lesson's code names, in order, whether it ran or not."""
    code = "".join("".join(cell["source"]) for cell in lesson["cells"] if cell["cell_type"] == "code")
    return list(dict.fromkeys(id_ for id_ in _NAME.findall(code) if id_.partition("/")[0] in papers()))


def text(source: str, known: Container[str]) -> Markup:
    """Markdown with formulas between dollars, as HTML with MathML; ids of known claims become links.

    A link to another notebook becomes one to its page.
    """
    kept: list[Markup] = []

    def keep(found: re.Match[str]) -> str:
        latex = " ".join((found["inline"] or found["display"]).split())
        kept.append(formula(latex) if found["inline"] else statement(latex))
        return f"\ue000{len(kept) - 1}\ue001"

    html = _MARKDOWN.render(_MATHS.sub(keep, source)).replace("<th>", '<th scope="col">')
    html = _NOTEBOOK.sub(r'href="\1.html"', html)
    # The renderer escapes what it is given, and the formulas are well-formed trees.
    return Markup(_KEPT.sub(lambda found: str(kept[int(found[1])]), _linked(html, known)))


def _linked(html: str, known: Container[str]) -> str:
    """HTML in which a known claim's id in a code element is a link to its page."""

    def link(found: re.Match[str]) -> str:
        return f'<a href="../claims/{page(found[1])}">{found[0]}</a>' if found[1] in known else found[0]

    return _CODE.sub(link, html)


def _output(output: dict[str, Any], known: Container[str]) -> Block:
    if output["output_type"] == "stream":
        return Block("printed", source="".join(output["text"]))
    data = output["data"]
    if SLIDER in data:
        return Block("slider", Markup("".join(data["text/html"]).replace(STYLE, "")), str(data[SLIDER]["start"]))
    if CLAIM in data:
        return Block("claim", claim=data[CLAIM])
    if "image/svg+xml" in data:
        drawing = "".join(data["image/svg+xml"]).replace(STYLE, "")
        return Block("chart", Markup(drawing))
    if "text/html" in data:
        return Block("table", Markup(_linked("".join(data["text/html"]), known)))
    return Block("printed", source="".join(data["text/plain"]))
