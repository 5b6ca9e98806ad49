"""What a whole report may weigh: `python -m tests.verify.site.weight FOLDER` names what is too heavy, and fails."""

import sys
from pathlib import Path

WHOLE, FIRST, ERRATA = 30_000_000, 200_000, 500_000
"""Bytes of all files together, of the first page, and of each page of errata, which is the letter on a whole paper."""


def weight_defects(folder: Path) -> list[str]:
    """The files of a report that are too heavy, and the whole where it is."""
    sizes = {path.relative_to(folder).as_posix(): path.stat().st_size for path in folder.rglob("*") if path.is_file()}
    most = {"index.html": FIRST, **{name: ERRATA for name in sizes if name.startswith("errata")}}
    found = [f"{name}: {sizes[name]:,} bytes, at most {limit:,}" for name, limit in most.items() if sizes[name] > limit]
    total = sum(sizes.values())
    return found + [f"all files: {total:,} bytes, at most {WHOLE:,}"] * (total > WHOLE)


def main(folder: Path) -> int:
    """Print what is too heavy; 1 where something is."""
    found = weight_defects(folder)
    sys.stdout.write("\n".join(found or [f"{folder}: no page is too heavy"]) + "\n")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
