"""Statements wider than their box: `python -m tests.verify.site.overflow REPORT` counts them on all claim pages.

A statement that is wider scrolls in its box, which a reader of a telephone does not see. Folded ones are not counted.
"""

import sys
from pathlib import Path

from tests.verify.site.browser import seen_on_each

WIDTHS = (390, 1280)
_PAGES = 150
"""Pages that one start of the browser opens."""

_WIDE = """
window.frameElement.style.width = "%dpx";
return [...document.querySelectorAll(".card .statement")]
  .filter(box => box.checkVisibility() && box.clientWidth && box.scrollWidth > box.clientWidth + 1)
  .map(box => box.scrollWidth - box.clientWidth);
"""


def wide_statements(site: Path, pages: list[str], width: int) -> dict[str, list[int]]:
    """By page, by how many px each statement that is too wide is wider than its box, in a window of this width."""
    found: dict[str, list[int]] = {}
    for start in range(0, len(pages), _PAGES):
        chunk = pages[start : start + _PAGES]
        found |= {
            page: over for page, over in zip(chunk, seen_on_each(site, chunk, _WIDE % width), strict=True) if over
        }
    return found


def main(report: Path) -> int:
    """Print for each width how many pages and statements are too wide, and the widest; 1 where there are some."""
    site = report.resolve()
    pages = sorted(f"claims/{path.name}" for path in (site / "claims").glob("*.html"))
    wrong = False
    for width in WIDTHS:
        found = wide_statements(site, pages, width)
        worst = sorted(found, key=lambda page: -max(found[page]))[:10]
        told = ", ".join(f"{page} by {max(found[page])} px" for page in worst)
        count = sum(map(len, found.values()))
        sys.stdout.write(
            f"{width} px: {count} statements on {len(found)} of {len(pages)} pages{': ' + told if told else ''}\n"
        )
        wrong |= bool(found)
    return wrong


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
