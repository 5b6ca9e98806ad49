"""How many sheets of paper pages take: `python -m tests.verify.site.handouts REPORT` prints every numbered result's.

It names those of more than two sheets, and fails where one is not in `LONG`. A report has some 160 of them, a minute or
two for two browsers; the usual tests print a few.
"""

import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.verify.site.browser import CHROMIUM

MOST = 2
LONG: dict[str, str] = {}
"""Claims whose handouts take more, and why."""


def sheets(page: Path) -> int:
    """How many sheets a page takes; raises CalledProcessError where the browser fails."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.pdf"
        flags = ("--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", f"--print-to-pdf={out}")
        profile = f"--user-data-dir={folder}/profile"
        subprocess.run([CHROMIUM, *flags, profile, page.as_uri()], capture_output=True, timeout=120, check=True)
        return len(re.findall(rb"/Type\s*/Page\b", out.read_bytes()))


def handouts(report: Path) -> list[Path]:
    """The pages of numbered results."""
    pages = sorted((report / "claims").glob("*.html"))
    return [path for path in pages if '<main id="main" class="handout">' in path.read_text("utf-8")]


def main(report: Path) -> int:
    """Print the sheets of each handout above two and the counts; 1 where one is too long for no reason given."""
    pages = handouts(report)
    with ThreadPoolExecutor(2) as pool:
        found = dict(zip(pages, pool.map(sheets, pages), strict=True))
    long = {path.stem.replace("~", "/"): number for path, number in found.items() if number > MOST}
    for id_, number in long.items():
        sys.stdout.write(f"{id_}: {number} sheets{': ' + LONG[id_] if id_ in LONG else ''}\n")
    sys.stdout.write(f"{len(pages)} handouts, {len(pages) - len(long)} of at most {MOST} sheets\n")
    return bool(set(long) - set(LONG)) or not pages


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
