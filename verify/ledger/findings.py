"""Findings: the errors of the papers, each counted once, with the places where it shows."""

from collections import Counter
from dataclasses import dataclass

from verify.ledger.reading import SEVERITIES, Record, is_place, verdicts


@dataclass(frozen=True)
class Finding:
    """One error: the record at its root, and the ids of the refuted claims that repeat it or fall with it.

    `about_figure` says that it contradicts a sentence about an experiment, by a criterion that is ours.
    """

    root: Record
    places: tuple[str, ...]

    @property
    def severity(self) -> str:
        """Its severity; `not graded` where it has none."""
        return str(self.root["severity"] or "not graded")

    @property
    def about_figure(self) -> bool:
        """Whether it is about a sentence on a figure."""
        return bool(self.root["kind"] == "experiment")


def findings(records: list[Record]) -> list[Finding]:
    """What is refuted, one finding an error, the most costly first; those about figures last.

    A claim that is refuted in its steps or parts is a place of their findings, and so is one that names its root. A
    place of several findings is listed with each.
    """
    refuted = {r["id"]: r for r in records if verdicts(r)["printed"] == "refuted"}
    known: dict[str, set[str]] = {}
    named = {root for id_ in refuted for root in roots_of(id_, refuted, known)}
    roots: dict[str, list[str]] = {id_: [] for id_ in refuted if id_ in named}
    for id_ in refuted:
        for root in roots_of(id_, refuted, known) - {id_}:
            roots[root].append(id_)
    found = [Finding(refuted[id_], tuple(places)) for id_, places in roots.items()]
    return sorted(found, key=lambda f: (f.about_figure, (*SEVERITIES, "not graded").index(f.severity)))


def roots_of(id_: str, refuted: dict[str, Record], known: dict[str, set[str]]) -> set[str]:
    """The ids at which the errors of a refuted claim lie: its own, its root's, or those of its refuted steps.

    What is found is kept in `known`: claims share their steps.
    """
    if id_ not in known:
        root = refuted[id_].get("root")
        steps = refuted[id_]["printed"]["evidence"].get("steps", [])
        below = [step["claim"] for step in steps if step["verdict"] == "refuted" and step["claim"] in refuted]
        found = {root} if root in refuted else {at for claim in below for at in roots_of(claim, refuted, known)}
        known[id_] = found or {id_}
    return known[id_]


def finding_counts(records: list[Record]) -> Record:
    """How many findings there are, by severity, the most costly first; those about figures apart."""
    found = findings(records)
    graver = Counter(finding.severity for finding in found if not finding.about_figure)
    return {
        "total": sum(graver.values()),
        "by_severity": {name: graver[name] for name in (*SEVERITIES, "not graded") if graver[name]},
        "about_figures": sum(finding.about_figure for finding in found),
        "claims_refuted": sum(verdicts(r)["printed"] == "refuted" and not is_place(r) for r in records),
    }


def finding_line(records: list[Record]) -> str:
    """The counts in a sentence."""
    counts = finding_counts(records)
    by = ", ".join(f"{number} {name}" for name, number in counts["by_severity"].items())
    told = f" ({by})" if by else ""
    noun = "finding" if counts["total"] == 1 else "findings"
    return (
        f"{counts['total']} {noun}{told}, {counts['about_figures']} more about sentences on figures; "
        f"they appear in {counts['claims_refuted']} claims that are refuted as printed"
    )
