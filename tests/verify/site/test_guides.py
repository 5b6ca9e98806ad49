"""The guides as pages of the site: links between them lead to pages, other links are only named."""

from pathlib import Path

from tests.verify.site.site_checks import Page
from verify.site.guides import guides

ROOT = Path(__file__).parents[3]


def test_every_guide_is_a_page_whose_links_are_pages() -> None:
    found = guides()
    assert len(found) == len([*(ROOT / "docs").glob("*.md")]) > 5
    files = {guide.file for guide in found}
    assert "index.html" in files
    for guide in found:
        links = Page(str(guide.html)).links
        assert {*links} <= files
        assert f"<h1>{guide.title}</h1>" in guide.html
    index = next(guide for guide in found if guide.file == "index.html")
    assert {*Page(str(index.html)).links} == files - {"index.html"}


def test_a_link_out_of_the_guides_is_only_named(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "README.md").write_text("# All\n\n[One](one.md), [the code](../code.md) & <b>\n", "utf-8")
    (tmp_path / "docs" / "one.md").write_text("# One\n\n| a |\n|---|\n| b |\n", "utf-8")
    everything, one = guides(tmp_path)
    assert '<a href="one.html">One</a>, the code &amp; &lt;b&gt;' in everything.html
    assert 'aria-label="Table: One"' in one.html


def test_an_installation_has_none(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "README.md").write_text("# Of another package\n", "utf-8")
    assert guides(tmp_path) == []
