"""Slides of a lesson, cut from its own cells: each section's opening, its drawings and tables, the exercises."""

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass, field, replace

from markupsafe import Markup

from verify.site.lessons.page import Block, LessonView, text

FEWEST, MOST = 8, 12
"""Frames of a lesson."""

_WORDS = 55
"""Words of text on a frame; a sentence is never cut."""
_ROWS, _COLUMNS = 9, 6
"""The largest table that a frame holds."""
_RANK = ("chart", "table", "printed")
"""What is shown first where there are more outputs than frames."""
_LINES = 12
"""Lines of a printed output that a frame holds."""

_SECTION = re.compile(r"^## (?P<title>.+)$", re.MULTILINE)
_QUESTION = re.compile(r"\*\*(?P<number>\d+)\.\*\* (?P<grade>\([^)]*\) )?\*(?P<asks>.+?)\*(?=\s|$)", re.DOTALL)
_SENTENCE = re.compile(r"(?<=[.?!])\s+(?=[A-Z$*\[`])")


@dataclass(frozen=True)
class _Frame:
    """One slide: its heading, its text, and the outputs of cells that it shows."""

    title: Markup
    html: Markup = field(default_factory=Markup)
    blocks: tuple[Block, ...] = ()
    kind: str = "text"
    """title, idea, text, output, exercises or end."""


def frames(lesson: LessonView, known: Container[str], pictures: bool = False) -> list[_Frame]:
    """The frames of a lesson, `FEWEST` to `MOST`; with `pictures` one is left for the drawings of its ideas."""
    sections = _sections(lesson.blocks)
    asked = [
        (found["grade"] or "") + found["asks"]
        for block in lesson.blocks
        if block.kind == "text"
        for found in _QUESTION.finditer(block.source)
    ]
    fixed = 3 + pictures + len(sections)
    room = MOST - fixed
    shown = _chosen(sections, room)
    found = [_Frame(_inline(lesson.heading.title, known), lesson.question, kind="title")]
    if pictures:
        found.append(_Frame(Markup("The idea"), kind="idea"))
    for place, (title, blocks) in enumerate(sections):
        name = _inline(title, known)
        found.append(_Frame(name, _opening(blocks, known)))
        for before, block in _outputs(blocks):
            if (place, id(block)) in shown:
                found.append(_Frame(name, text(_cut(before), known) if before else Markup(""), (block,), "output"))
    found += _filled(sections, known, FEWEST - len(found) - 2)
    questions = "\n".join(f"{number}. {' '.join(one.split())}" for number, one in enumerate(asked, start=1))
    return [
        *found,
        _Frame(Markup("Exercises"), text(questions, known), kind="exercises"),
        _Frame(Markup("Where to read on"), kind="end"),
    ]


def _sections(blocks: Sequence[Block]) -> list[tuple[str, list[Block]]]:
    """The numbered sections, each with its blocks; the exercises are none."""
    found: list[tuple[str, list[Block]]] = []
    for block in blocks:
        if block.kind != "text":
            if found:
                found[-1][1].append(block)
            continue
        parts = _SECTION.split(block.source)
        if found and parts[0].strip():
            found[-1][1].append(replace(block, source=parts[0]))
        for title, rest in zip(parts[1::2], parts[2::2], strict=True):
            found.append((title, [replace(block, source=rest)]))
    return [(title, inner) for title, inner in found if re.match(r"\d+\. ", title)]


def _outputs(blocks: Sequence[Block]) -> list[tuple[str, Block]]:
    """What cells showed and a frame holds, each with the last paragraph before it."""
    found, before = [], ""
    for block in blocks:
        if block.kind == "text":
            before = next((part for part in reversed(_paragraphs(block.source)) if _plain(part)), before)
        elif block.kind in _RANK and _fits(block):
            found.append((before, block))
            before = ""
    return found


def _fits(block: Block) -> bool:
    if block.kind == "printed":
        return 1 < block.source.count("\n") <= _LINES
    html = str(block.html)
    return block.kind != "table" or (html.count("<tr") <= _ROWS and html.count("<th") <= _COLUMNS)


def _chosen(sections: Sequence[tuple[str, list[Block]]], room: int) -> set[tuple[int, int]]:
    """The outputs that have room: in turn one a section, drawings before tables."""
    waiting = [
        (turn, _RANK.index(block.kind), place, id(block))
        for place, (_, blocks) in enumerate(sections)
        for turn, (_, block) in enumerate(sorted(_outputs(blocks), key=lambda found: _RANK.index(found[1].kind)))
    ]
    return {(place, key) for _, _, place, key in sorted(waiting)[: max(room, 0)]}


def _opening(blocks: Sequence[Block], known: Container[str]) -> Markup:
    """The first two paragraphs of a section, and its first display where it stands among them."""
    parts = [part for block in blocks if block.kind == "text" for part in _paragraphs(block.source)]
    told = [part for part in parts if _plain(part)][:2]
    display = next((part for part in parts if part.startswith("$$")), "")
    chosen = [part for part in parts if part in told or part == display]
    return text("\n\n".join(part if part == display else _cut(part) for part in chosen), known)


def _filled(sections: Sequence[tuple[str, list[Block]]], known: Container[str], missing: int) -> list[_Frame]:
    """Frames with what a section says last, of the first sections, where a lesson has too few."""
    found = []
    for title, blocks in sections:
        parts = [part for block in blocks if block.kind == "text" for part in _paragraphs(block.source) if _plain(part)]
        if len(parts) > 1:
            found.append(_Frame(_inline(f"{title}: in short", known), text(_cut(parts[-1]), known)))
    return found[: max(missing, 0)]


def _paragraphs(source: str) -> list[str]:
    return [part.strip() for part in source.strip().split("\n\n") if part.strip()]


def _plain(part: str) -> bool:
    """Whether a paragraph is text: no display alone, no table, no list, no exercise."""
    return not part.startswith(("$$", "|", "- ", "#", "**", "1."))


def _cut(part: str) -> str:
    """The first sentences of a paragraph, as many as a frame holds."""
    found: list[str] = []
    for sentence in _SENTENCE.split(" ".join(part.split())):
        if found and len(" ".join([*found, sentence]).split()) > _WORDS:
            break
        found.append(sentence)
    return " ".join(found)


def _inline(source: str, known: Container[str]) -> Markup:
    # A number and a dot at the start of a line would begin a list.
    told = text(re.sub(r"^(\d+)\. ", r"\1\\. ", source), known)
    return Markup(told.strip().removeprefix("<p>").removesuffix("</p>"))
