"""What measures pages in a real browser finds the defects that it is for; `test_pages` uses it on a site."""

from pathlib import Path

from tests.verify.site.browser import browser_defects, needs_chromium

pytestmark = needs_chromium

PLANTED = {
    "wide": ('<p style="width:500px">too wide for a telephone</p>', "500 px wide, first P"),
    "long": ("<p style='white-space:nowrap'>" + "a long line that does not break " * 4 + "</p>", "px wide"),
    "crowded": (
        '<svg class="plot" viewBox="0 0 400 40" width="380"><text x="10" y="20">one</text>'
        '<text x="14" y="22">two</text></svg>',
        '"one" runs into "two"',
    ),
    "cut": (
        '<svg class="plot" viewBox="0 0 40 40" width="40"><text x="30" y="20">word</text></svg>',
        "leaves its drawing",
    ),
    "folded": (
        '<details><summary>more</summary><p style="width:500px">hidden at first</p></details>',
        "500 px wide, first P",
    ),
}


def test_planted_defects_are_found_and_an_honest_page_has_none(tmp_path: Path) -> None:
    """At 390 px, which a headless window alone never is: it stays at 500."""
    frame = (
        '<!doctype html><meta name="viewport" content="width=device-width"><style>body{margin:0}</style><main>%s</main>'
    )
    (tmp_path / "good.html").write_text(frame % "<p>short</p>", encoding="utf-8")
    for name, (body, _) in PLANTED.items():
        (tmp_path / f"{name}.html").write_text(frame % body, encoding="utf-8")
    found = browser_defects(tmp_path, ["good.html", *(f"{name}.html" for name in PLANTED)], (390,))
    assert not any(defect.startswith("good") for defect in found)
    for name, (_, told) in PLANTED.items():
        assert any(defect.startswith(f"{name}.html at 390 px") and told in defect for defect in found), (name, found)
    assert not any(
        d.startswith(("wide", "folded")) for d in browser_defects(tmp_path, ["wide.html", "folded.html"], (1280,))
    )
