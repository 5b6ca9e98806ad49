"""The guides of the folder docs as pages of the site: where it is made from a checkout, and Markdown can be read."""

import re
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from markupsafe import Markup, escape

_ROOT = Path(__file__).parents[2]
_LINK = re.compile(r'<a href="(?P<target>[^"]*)">(?P<text>.*?)</a>', re.DOTALL)


@dataclass(frozen=True)
class Guide:
    """A page: its file in the site's folder docs, its title, and its text with its heading."""

    file: str
    title: str
    html: Markup


def guides(root: Path = _ROOT) -> list[Guide]:
    """The guides of a checkout; none of an installation, which has no folder docs of its own."""
    if not (root / "pyproject.toml").is_file() or find_spec("markdown_it") is None:
        return []
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    texts = {path.name: path.read_text("utf-8") for path in sorted((root / "docs").glob("*.md"))}
    files = {name: name.lower().replace("readme", "index").replace(".md", ".html") for name in texts}

    def page(file: str, text: str) -> Guide:
        title = text.partition("\n")[0].removeprefix("# ")
        html = _LINK.sub(link, markdown.render(text)).replace("<th>", '<th scope="col">')
        box = f'<div class="scroll" tabindex="0" role="region" aria-label="Table: {escape(title)}"><table>'
        return Guide(file, title, Markup(html.replace("<table>", box).replace("</table>", "</table></div>")))

    def link(found: re.Match[str]) -> str:
        """A link between guides; what else the repository holds is not in the site, and is only named."""
        file = files.get(found["target"])
        return f'<a href="{file}">{found["text"]}</a>' if file else found["text"]

    return [page(files[name], text) for name, text in texts.items()]
