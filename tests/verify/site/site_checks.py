"""What a page of the report must be, found with nothing but Python's own HTML parser."""

import re
from collections import Counter
from functools import cache, lru_cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote, unquote

from verify.site.words import ARXIV

VOID = {"meta", "link", "input", "br", "hr", "img", "wbr"}
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
SCRIPTS = ("find.js", "map.js", "lessons.js", "calculator-tables.js", "calculate.js")
Attributes = dict[str, str | None]


class Page(HTMLParser):
    """One page: its ids, links and boxes, and what is wrong with it on its own."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.ids: list[str] = []
        self.links: list[str] = []
        self.named: list[str] = []
        self.defects: list[str] = []
        self.boxes: list[list[tuple[float, ...]]] = []
        self.scripts = 0
        self._open: list[tuple[str, Attributes]] = []
        self._headings: list[int] = []
        self._seen: list[str] = []
        self._words: list[str] = []
        self.feed(text)
        self.close()
        self._finish()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self._look(tag, found)
        if tag not in VOID:
            self._open.append((tag, found))
            self._words.append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._look(tag, dict(attrs))

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1][0] != tag:
            self.defects.append(f"</{tag}> closes {self._open[-1][0] if self._open else 'nothing'}")
            return
        self._open.pop()
        words = self._words.pop()
        if self._words:
            self._words[-1] += words
        if tag in ("a", "th", "summary", "title", "caption", "legend", *HEADINGS) and not words.strip():
            self.defects.append(f"an empty <{tag}>")

    def handle_data(self, data: str) -> None:
        if self._words:
            self._words[-1] += data

    def _look(self, tag: str, found: Attributes) -> None:
        self._seen.append(tag)
        if len(found) and "id" in found:
            self.ids.append(found["id"] or "")
        for name in ("href", "src"):
            if found.get(name) is not None:
                self.links.append(found[name] or "")
        self.named += (found.get("aria-labelledby") or "").split()
        script = (found.get("src") or "").removeprefix("../") if tag == "script" and "defer" in found else ""
        ours = script in SCRIPTS
        self.scripts += script == "find.js"
        if (tag == "script" and not ours) or any(name.startswith("on") for name in found):
            self.defects.append(f"a script: <{tag}>")
        if tag == "img" and not found.get("alt"):
            self.defects.append("an image without alt text")
        if tag == "svg" and not (found.get("role") in ("img", "group") and found.get("aria-label")):
            self.defects.append("a drawing without role and aria-label")
        if found.get("role") in ("img", "region") and not found.get("aria-label"):
            self.defects.append(f"<{tag}> with a role and without a name")
        if tag == "th" and found.get("scope") not in ("row", "col"):
            self.defects.append("a table header without scope")
        if tag == "input" and not any(outer == "label" for outer, _ in self._open):
            self.defects.append("an input without a label")
        if tag in HEADINGS:
            self._headings.append(HEADINGS.index(tag) + 1)
        if tag == "svg" and "graph" in (found.get("class") or ""):
            self.boxes.append([])
        box = re.fullmatch(r"M(\S+) (\S+)h(\S+)v(\S+)H\S+z", found.get("d") or "") if tag == "path" else None
        if box and self.boxes:
            self.boxes[-1].append(tuple(map(float, box.groups())))

    def _finish(self) -> None:
        self.defects += [f"<{tag}> is not closed" for tag, _ in self._open]
        for tag in ("main", "h1", "nav", "header", "footer", "title", "html"):
            least = 1
            if self._seen.count(tag) < least or (tag in ("main", "h1") and self._seen.count(tag) > 1):
                self.defects.append(f"{self._seen.count(tag)} of <{tag}>")
        if self.scripts != 1:
            self.defects.append(f"{self.scripts} times the script of the search")
        jumps = [b for a, b in zip([0, *self._headings], self._headings, strict=False) if b > a + 1]
        self.defects += [f"a heading of level {level} with none above it" for level in jumps]
        self.defects += [f"id {i} stands twice" for i, n in Counter(self.ids).items() if n > 1]
        self.defects += [f"aria-labelledby names {i}, which is not there" for i in self.named if i not in self.ids]
        if self._seen.count("table") > self._seen.count("th"):
            self.defects.append("a table without headers")
        for boxes in self.boxes:
            self.defects += ["two boxes of a graph overlap"] * overlaps(boxes)


def overlaps(boxes: list[tuple[float, ...]]) -> int:
    """How many pairs of boxes share a point inside both."""
    found = 0
    for place, (x, y, w, h) in enumerate(boxes):
        for u, v, s, t in boxes[place + 1 :]:
            found += x < u + s and u < x + w and y < v + t and v < y + h
    return found


@lru_cache(maxsize=512)
def _read(text: str) -> Page:
    """A page, read once: sites that differ in one page are compared."""
    return Page(text)


def site_defects(folder: Path) -> list[str]:
    """All that is wrong with a site: its pages, and the links between them."""
    pages = {path.relative_to(folder).as_posix(): _read(path.read_text("utf-8")) for path in folder.rglob("*.html")}
    ids = {name: {*page.ids} for name, page in pages.items()}
    found = [f"{name}: {defect}" for name, page in pages.items() for defect in page.defects]
    root = folder.resolve()

    @cache
    def target(place: Path, path: str) -> str | None:
        """The file, in the site, that a path leads to from a place."""
        file = place / unquote(path)
        whole = file.resolve()
        return whole.relative_to(root).as_posix() if file.is_file() and root in whole.parents else None

    def dead(name: str, link: str) -> str:
        if re.fullmatch(re.escape(ARXIV) + r"\d{4}\.\d{4,5}(v\d+)?", link):
            return ""
        if re.match(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//", link):
            return f"{link} leaves the site"
        path, _, fragment = link.partition("#")
        there = target((folder / name).parent, path or quote(Path(name).name))
        if there is None:
            return f"{link} leads nowhere"
        return f"{link}: no such place" if fragment and unquote(fragment) not in ids[there] else ""

    for name, page in pages.items():
        found += [f"{name}: {told}" for link in dict.fromkeys(page.links) if (told := dead(name, link))]
    return found


def colours(css: str) -> dict[str, dict[str, str]]:
    """The colours of both schemes, by name."""
    light, dark = re.findall(r":root\s*\{([^}]*--bg[^}]*)\}", css)
    return {
        scheme: dict(re.findall(r"--([a-z-]+):\s*(#[0-9a-fA-F]{6})\b", block))
        for scheme, block in (("light", light), ("dark", dark))
    }


def contrast(first: str, second: str) -> float:
    """The contrast of two colours as WCAG 2.1 defines it."""
    a, b = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (a + 0.05) / (b + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


GROUNDS = ("bg", "card")
SHADES = {"grid", "fails", "rule"}
"""Colours that separate and shade, and that nothing has to be read from."""


def colour_pairs(css: str) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """(front, ground) of all words, and of all lines and areas, that the rules of a sheet bring together.

    A rule without a ground of its own is on the page or on a card. A drawing's `text` is words; what else it fills or
    strokes is lines and areas.
    """
    words, marks = set(), set()
    filled = dict(re.findall(r"(\.fill-[a-z]+) path \{ fill: var\(--([a-z-]+)\)", css))
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", css):
        ground = re.findall(r"background(?:-color)?: var\(--([a-z-]+)\)", body)
        for place, front in re.findall(
            r"(?<![a-z-])(color|fill|stroke|border-color|border-top|border-left)[^;{}]*?var\(--([a-z-]+)\)", body
        ):
            box = next((name for name in filled if name in selectors), None)
            if place == "color" or (place == "fill" and "text" in selectors):
                words |= {(front, on) for on in ([filled[box]] if box else ground or GROUNDS)}
            elif front not in SHADES and not front.endswith("-bg"):
                marks |= {(front, on) for on in ground or GROUNDS}
        if not re.search(r"(?<![a-z-])color:", body):
            marks |= {
                (own, on)
                for own in ground
                for on in GROUNDS
                if own not in (*GROUNDS, *SHADES) and not own.endswith("-bg")
            }
    return words, marks


def contrast_defects(css: str, states: list[str]) -> list[str]:
    """Pairs of colours that meet on a page, with less than 4.5 for words and 3 for lines and areas."""
    words, marks = colour_pairs(css)
    words |= {(state, f"{state}-bg") for state in states}
    # Dark and light cells of a matrix meet each other.
    marks |= {("checked", "grid")}
    found = []
    for scheme, known in colours(css).items():
        for pairs, least in ((words, 4.5), (marks, 3.0)):
            found += [
                f"{scheme}: {a} on {b}: {value:.2f}"
                for a, b in sorted(pairs)
                if (value := contrast(known[a], known[b])) < least
            ]
    return found
