"""Errata for people: a finding in plain lines."""

from collections.abc import Callable
from pathlib import Path
from shlex import quote
from textwrap import wrap

from notation.papers import ledger
from verify.ledger.findings import Finding
from verify.ledger.reading import Record
from verify.ledger.wording import growth, interval, plain

STANDS = {True: "stands, as printed or as corrected", False: "false as printed", None: "not decided"}
"""Of a theorem, by what a record says of its survival."""


def erratum_lines(entry: Record, mathematics: Callable[[str], str] = str) -> list[str]:
    """An erratum in a few plain lines: where, printed, counterexample, corrected, what it costs.

    `mathematics` says how LaTeX is shown.
    """
    printed = entry["printed"]
    lines = [
        f"{entry['id']}  [{entry['severity']}]  {entry['paper']}, {entry['location']}",
        f"  {entry['title']}",
        *([f"  the paper says: {mathematics(says)}"] if (says := printed.get("says")) else []),
    ]
    if printed.get("match") != "same":
        lines.append(f"  {'judged:        ' if says else 'printed:       '} {mathematics(printed['statement'])}")
    at, numbers = counterexample(entry)
    lines += [f"  counterexample: {at}", *([f"                  {numbers}"] if numbers else [])]
    if entry["corrected"]:
        corrected = entry["corrected"]
        lines.append(f"  corrected:      {mathematics(corrected['statement'])}  [{corrected['verdict']}]")
    if entry["correction"]:
        lines.append(f"                  {entry['correction']}")
    lines.append(f"  theorem:        {': '.join(filter(None, (entry['theorem'], STANDS[entry['theorem_survives']])))}")
    if entry["note"]:
        lines.append(f"  note:           {entry['note']}")
    where = "" if (folder := ledger()) is None else f" --ledger {quote(_from_here(folder))}"
    lines.append(f"  reproduce:      ratecheck verify{where} {entry['id']} && ratecheck show{where} {entry['id']}")
    return lines


def _from_here(folder: Path) -> str:
    """A folder as called from the working directory, if it is inside: a text that is sent names no machine's path."""
    here = Path.cwd()
    return str(folder.relative_to(here) if folder.is_relative_to(here) else folder)


def counterexample(entry: Record) -> tuple[str, str]:
    """Where a refuted claim fails, and the numbers that show it, where it has them."""
    evidence = entry["printed"]["evidence"]
    at = plain(evidence.get("parameters", {})) or (
        "in one of its parts" if evidence.get("steps") else evidence.get("method")
    )
    if "ratios" in evidence:
        return str(at), growth(evidence)
    if "left" in evidence:
        return str(at), f"left {interval(evidence['left'])}, right {interval(evidence['right'])}"
    failing = [step["claim"] for step in evidence.get("steps", ()) if step["verdict"] == "refuted"]
    return str(at), f"false in {', '.join(failing)}" if failing else ""


_LABEL = len("  the paper says: ")


def wrapped(lines: list[str], width: int = 98) -> list[str]:
    """Lines of errata in lines of this width, what a line continues below its text."""
    found = []
    for line in lines:
        hanging = " " * _LABEL if line.startswith("  ") else ""
        found += wrap(line, width, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False)
    return found


def finding_lines(finding: Finding, mathematics: Callable[[str], str] = str) -> list[str]:
    """A finding in a few plain lines: the erratum at its root, and where it shows too."""
    lines = erratum_lines(finding.root, mathematics)
    return [*lines[:-1], f"  also at:        {', '.join(finding.places)}", lines[-1]] if finding.places else lines
