"""The committed report says what the lock says."""

from pathlib import Path

from verify import lock

REPORT = Path(__file__).parent.parent / "reports" / "verification.md"


def test_the_committed_report_is_not_stale() -> None:
    text = REPORT.read_text(encoding="utf-8")
    rows = [line.split("|") for line in text.split("## All claims")[1].splitlines() if "/" in line]
    told = {cells[1].strip(): [cell.strip() for cell in cells[3:5]] for cells in rows}
    locked = {id_: [entry["printed"] or "", entry["corrected"] or ""] for id_, entry in lock.load().items()}
    assert told == locked


def test_the_committed_report_counts_with_denominators() -> None:
    text = REPORT.read_text(encoding="utf-8")
    refuted = sum(entry["printed"] == "refuted" for entry in lock.load().values())
    assert f"## Errata: {refuted} of {len(lock.load())} claims are refuted as printed" in text
