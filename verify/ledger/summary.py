"""Summaries of a run for people: a table, a Markdown page, a JUnit file. Counts always come with denominators."""

from collections import Counter
from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree as ET

from rich.box import SIMPLE
from rich.table import Table

from notation.papers import papers
from verify.ledger import lock
from verify.ledger.coverage import coverage, coverage_line
from verify.ledger.errata import finding_lines
from verify.ledger.findings import finding_counts, finding_line, findings
from verify.ledger.reading import VERDICTS, Record, is_place, standing, undecided, verdicts

_COLUMNS = [*VERDICTS]


def summarise(records: list[Record], unexpected: list[str]) -> Record:
    """Counts by verdict, as printed and as standing after correction, and what the lock did not expect."""
    judged = [r for r in records if not is_place(r)]
    printed = Counter(verdicts(r)["printed"] or "none" for r in judged if r["printed"])
    stand = Counter(standing(r) or "none" for r in judged)
    return {
        "claims": len(judged),
        "places": len(records) - len(judged),
        "findings": finding_counts(records),
        "by_verdict": {"printed": dict(sorted(printed.items())), "standing": dict(sorted(stand.items()))},
        "inequalities": inequality_counts(records),
        "matches": match_counts(records),
        "coverage": {paper: found.counts() for paper, found in coverage(records).items()},
        "unexpected": unexpected,
        "alpha_total": sum(r["alpha"] for r in records),
    }


def inequality_counts(records: list[Record]) -> Record:
    """Of the claims that are inequalities: how many there are, are refuted as printed, and of the rest are proved."""
    ours = [r for r in records if r["kind"] == "inequality"]
    refuted = [r for r in ours if verdicts(r)["printed"] == "refuted"]
    rest = [r for r in ours if r not in refuted]
    proved = sum(standing(r) == "proved" for r in rest)
    return {"claims": len(ours), "refuted": len(refuted), "proved": proved, "of": len(rest)}


def match_counts(records: list[Record]) -> Record:
    """By paper, how many printed statements are judged as the paper says them, by a reading, otherwise, or not."""
    found: dict[str, Counter[str]] = {}
    for r in records:
        if r["printed"]:
            match = "undecided" if undecided(r["printed"]) else r["printed"].get("match", "untold")
            found.setdefault(r["paper"], Counter())[match] += 1
    return {paper: dict(sorted(counts.items())) for paper, counts in found.items()}


def match_line(document: Record) -> str:
    """The counts of what is judged next to what the papers say, in a sentence."""
    counts: Counter[str] = Counter()
    for of_paper in document["summary"]["matches"].values():
        counts.update(of_paper)
    untold = f"; {counts['untold']} without the paper's display" if counts["untold"] else ""
    return (
        f"printed statements: {counts['same']} judged as the paper says them, {counts['reading']} by a reading of it, "
        f"{counts['different']} by another statement, {counts['undecided']} not judged{untold}"
    )


def inequality_line(document: Record) -> str:
    """The counts of inequalities in a sentence."""
    counts = document["summary"]["inequalities"]
    return (
        f"inequalities: {counts['refuted']} of {counts['claims']} refuted as printed; "
        f"of the others {counts['proved']} of {counts['of']} proved"
    )


def table(document: Record) -> Table:
    """Claims as printed by paper and verdict, and below what stands after correction."""
    summary = document["summary"]
    title = f"{summary['claims']} claims, {summary['places']} groups of claims, profile {document['profile']}"
    view = Table(title=title, title_justify="left", box=SIMPLE, pad_edge=False, padding=(0, 1, 0, 0))
    view.add_column("as printed", no_wrap=True)
    for name in (*_COLUMNS, "definition", "of"):
        view.add_column(name, justify="right")
    for key, counts, total in _rows(document["claims"], "printed"):
        view.add_row(key, *counts, total)
    view.add_section()
    # A line of its own: beside each paper the word made the table wider than 80 columns, and headings were cut.
    view.add_row("corrected")
    for key, counts, total in _rows(document["claims"], "standing"):
        view.add_row(key, *counts, total)
    return view


def _rows(records: list[Record], which: str) -> list[tuple[str, list[str], str]]:
    rows = []
    for key in papers():
        ours = [r for r in records if r["paper"] == key and (which == "standing" or r["printed"]) and not is_place(r)]
        if not ours:
            continue
        found = Counter((verdicts(r)["printed"] if which == "printed" else standing(r)) or "definition" for r in ours)
        rows.append((key, [str(found[c]) if found[c] else "" for c in (*_COLUMNS, "definition")], str(len(ours))))
    return rows


def markdown(document: Record) -> str:
    """A page with the counts, the errata and every claim's verdict."""
    summary = document["summary"]
    lines = [
        "# ratecheck: verification",
        "",
        f"{summary['claims']} claims, profile {document['profile']}, seed {document['seed']}; "
        f"ratecheck {document['versions']['ratecheck']}.",
        "",
        "| as printed | " + " | ".join((*_COLUMNS, "definition", "of")) + " |",
        "|---|" + "--:|" * (len(_COLUMNS) + 2),
    ]
    for which, suffix in (("printed", ""), ("standing", ", corrected")):
        lines += [
            f"| {key}{suffix} | " + " | ".join((*counts, total)) + " |"
            for key, counts, total in _rows(document["claims"], which)
        ]
    unexpected = summary["unexpected"]
    named = f" ({', '.join(unexpected)})" if unexpected else ""
    lines += [
        "",
        inequality_line(document) + ".",
        "",
        match_line(document) + ".",
        "",
        *_covered(document),
        f"Not as the lock expects: {len(unexpected)} of {summary['claims']}{named}.",
    ]
    lines += ["", f"## Errata: {finding_line(document['claims'])}", ""]
    for finding in findings(document["claims"]):
        lines += ["```text", *finding_lines(finding), "```", ""]
    lines += ["## All claims", "", "| id | location | printed | corrected | method |", "|---|---|---|---|---|"]
    for entry in document["claims"]:
        found = verdicts(entry)
        method = (entry["printed"] or entry["corrected"])["evidence"].get("method", "")
        cells = (entry["id"], entry["location"], found["printed"] or "", found["corrected"] or "", method)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _covered(document: Record) -> list[str]:
    """What of each paper has claims: the counts, and what has none."""
    found = coverage(document["claims"])
    if not found:
        return []
    rows = [
        f"| {paper} | {here.counts()['claims']} | {len(here.without)} | {len(here.missing)} | "
        f"{', '.join(map(str, here.missing))} |"
        for paper, here in found.items()
    ]
    return [
        coverage_line(document["summary"]["coverage"]).capitalize() + ".",
        "",
        "| paper | with claims | assert nothing | no claim | which |",
        "|---|--:|--:|--:|---|",
        *rows,
        "",
    ]


def junit(records: list[Record], locked: dict[str, dict[str, Any]], times: Mapping[str, float]) -> str:
    """A JUnit file: one test case a claim, with its verdicts as properties and its seconds of `times`.

    Failed is what is not as the lock says. Of the rest, skipped is what is open, as printed or as corrected.
    """
    bad = set(lock.unexpected(records, locked))
    left = {entry["id"] for entry in records if standing(entry) == "open"} - bad
    counts = {"tests": len(records), "failures": len(bad), "errors": 0, "skipped": len(left)}
    suite = ET.Element("testsuite", {"name": "ratecheck"} | {name: str(number) for name, number in counts.items()})
    for entry in records:
        id_ = entry["id"]
        case = ET.SubElement(suite, "testcase", classname=entry["paper"], name=id_, time=str(times[id_]))
        told = ET.SubElement(case, "properties")
        for side, verdict in verdicts(entry).items():
            if verdict is not None:
                ET.SubElement(told, "property", name=side, value=verdict)
        if id_ in bad:
            ET.SubElement(case, "failure", message=lock.differences(entry, locked))
        elif id_ in left:
            ET.SubElement(case, "skipped", message="open: neither proved nor refuted")
    ET.indent(suite)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(suite, encoding="unicode") + "\n"
