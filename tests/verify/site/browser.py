"""What a real browser finds on a site: pages wider than the window, and words in drawings that run into each other."""

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), ""
)

needs_chromium = pytest.mark.skipif(not CHROMIUM, reason="no Chromium on this machine: pages are not measured")
"""What no test can do without a browser; `.ci/run` brings one, and a run lists what it skipped."""

# A window of a headless browser is never narrower than 500 px; a frame inside it is as narrow as a telephone.
_HARNESS = """<!doctype html><meta charset="utf-8"><body><iframe id="f" style="border:0;height:900px"></iframe><script>
const pages = %s, widths = %s, found = [], frame = document.getElementById("f");
function look(page, width) {
  const page_ = frame.contentDocument, root = page_.documentElement;
  if (root.clientWidth !== width) found.push(`${page}: ${root.clientWidth} px wide, not ${width}`);
  if (root.scrollWidth > root.clientWidth) {
    const wide = [...page_.querySelectorAll("main *")].find(e => e.getBoundingClientRect().right > width + 1
      && !e.closest(".scroll, pre, .statement"));
    found.push(`${page} at ${width} px: ${root.scrollWidth} px wide${wide ? ", first " + wide.tagName : ""}`);
  }
  for (const drawing of page_.querySelectorAll("svg.plot, svg.graph")) {
    const frame_ = drawing.getBoundingClientRect();
    const words = [...drawing.querySelectorAll("text")].map(e => [e, e.getBoundingClientRect()]);
    words.forEach(([e, a], place) => {
      if (a.left < frame_.left - 1 || a.right > frame_.right + 1)
        found.push(`${page} at ${width} px: "${e.textContent}" leaves its drawing`);
      for (const [other, b] of words.slice(place + 1))
        if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3)
          found.push(`${page} at ${width} px: "${e.textContent}" runs into "${other.textContent}"`);
    });
  }
}
async function all() {
  for (const width of widths) for (const page of pages) {
    frame.style.width = width + "px";
    await new Promise(done => { frame.onload = done; frame.src = page; });
    for (const fold of frame.contentDocument.querySelectorAll("details")) fold.open = true;
    look(page, width);
  }
  const told = document.createElement("pre");
  told.id = "found";
  told.textContent = JSON.stringify(found);
  document.body.append(told);
}
all();
</script>"""


_ASKED = """<!doctype html><meta charset="utf-8"><body><iframe id="f" width="1000" height="900"></iframe><script>
const frame = document.getElementById("f"), found = [];
async function all() {
  for (const page of %s) {
    await new Promise(done => { frame.onload = done; frame.src = page; });
    found.push(await (async (document, window) => { %s })(frame.contentDocument, frame.contentWindow));
  }
  const told = document.createElement("pre");
  told.id = "found";
  told.textContent = JSON.stringify(found);
  document.body.append(told);
}
all();
</script>"""


def browser_defects(site: Path, pages: list[str], widths: tuple[int, ...] = (390, 1280)) -> list[str]:
    """What is wrong with the pages (paths within the site) at each width of the window in px, all folds open."""
    return list(_ran(site, _HARNESS % (json.dumps(pages), json.dumps(widths)), max(widths) + 40))


def seen_on(site: Path, page: str, script: str) -> Any:
    """What a script (the body of an async function of the page's document and window) returns on a page of the site."""
    return seen_on_each(site, [page], script)[0]


def seen_on_each(site: Path, pages: list[str], script: str) -> list[Any]:
    """What a script returns on each of several pages, opened by one start of the browser."""
    return list(_ran(site, _ASKED % (json.dumps(pages), script), 1040))


def _ran(site: Path, text: str, width: int) -> Any:
    """The JSON that a page next to the site's leaves in its element `found`."""
    harness = site / "harness.html"
    harness.write_text(text, encoding="utf-8")
    flags = (
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--allow-file-access-from-files",
        "--virtual-time-budget=600000",
    )
    try:
        ran = subprocess.run(
            [CHROMIUM, *flags, f"--window-size={width},1000", "--dump-dom", harness.as_uri()],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    finally:
        harness.unlink()
    told = re.search(r'<pre id="found">(.*?)</pre>', ran.stdout, re.S)
    if told is None:
        raise RuntimeError(f"the browser did not finish: {ran.stderr[-500:]}")
    return json.loads(unescape(told.group(1)))
