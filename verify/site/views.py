"""What the templates show: a view of each claim and each paper, made from records, the graph and the ledger."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from markupsafe import Markup

from notation.papers import ledger, paper_of, papers
from verify.kernel.calculus.facts import SCHEMAS
from verify.kernel.calculus.grounds import graded, proof_of
from verify.kernel.calculus.reasons import Schema
from verify.kernel.statements.claim import Kind
from verify.ledger.collect import all_facts
from verify.ledger.findings import Finding
from verify.ledger.places import RESULTS, Place, numbered_result
from verify.ledger.reading import SEVERITIES, Record, beside, is_place, verdicts
from verify.ledger.rocq import opinion
from verify.site.details import Details, Plot
from verify.site.evidence import (
    STATES,
    SURVIVES,
    Display,
    Part,
    false_in,
    is_refuted,
    parameters,
    part,
    standing_part,
    state,
)
from verify.site.exhibits.catalogue import Shelf, shelf
from verify.site.graph import Graph
from verify.site.points import ratio_svg, slope_svg
from verify.site.worked import Numbers

COLUMNS = [*STATES, "definition"]
_LETTERS = (
    ("n", "n", "users"),
    ("m", "m", "samples per user"),
    ("d", "d", "dimension"),
    ("epsilon", r"\varepsilon", "privacy budget"),
    ("delta", r"\delta", "failure of approximate privacy"),
    ("D", "D", "half-width of the support"),
    ("s", "s", "sparsity"),
    ("beta", r"\beta", "smoothness"),
    ("gamma", r"\gamma", "margin"),
    ("p", "p", "order of a moment"),
    ("h", "h", "bandwidth"),
    ("N", "N", "samples, where there are no users"),
)
"""Our letters: key in `Paper.letters`, LaTeX, meaning."""

_GREEK = {"alpha", "beta", "gamma", "delta", "epsilon", "theta", "lambda", "mu", "tau", "sigma"}


@dataclass(frozen=True)
class FactView:
    """A fact in a walk: its name and citation, its grade and its proof; no `key` where no module holds it any more."""

    title: str
    key: str = ""
    text: str = ""
    grade: str = "cited theorem"
    proof: str = ""


@dataclass(frozen=True)
class PartView:
    """One part of a statement of several, or one crosscheck."""

    name: str
    verdict: str
    method: str | None = None
    set: str | None = None
    statement: str | None = None


@dataclass(frozen=True)
class _Beneath:
    """A claim that another depends on, at some remove, and how it stands."""

    id: str
    title: str
    state: str


@dataclass(frozen=True)
class _Slope:
    """A measured exponent of a theorem's rate: the claim that holds it, its title, the plot."""

    id: str
    title: str
    drawing: Markup


@dataclass(frozen=True)
class SideView:
    """The printed or the corrected statement with its evidence, for a page."""

    base: Part
    parameters: list[tuple[str, str]]
    parts: list[PartView]
    shown: str | None
    crosschecks: list[PartView]
    facts: list[FactView]
    whole: bool
    plots: list[Plot]
    points: Markup | None
    points_words: str
    false_in: list[str]
    differences: list[tuple[str, str]]
    spend: list[dict[str, str]]
    tests: list[tuple[str, str, str]]
    numbers: Numbers | None

    def __getattr__(self, name: str) -> Any:
        """What the part itself has."""
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.base, name)


@dataclass(frozen=True)
class ClaimView:
    """A claim for the templates."""

    id: str
    paper: str
    location: str
    kind: str
    title: str
    note: str
    printed: SideView | None
    corrected: SideView | None
    correction: str | None
    severity: str | None
    theorem: str | None
    survives: bool | None
    fingerprint: str
    seconds: float | None
    unexpected: bool
    also: str
    """What Rocq proved of it, where it read the claim as it is."""
    filter: str
    same: bool
    below: list[str]
    above: list[str]
    worth: str
    beneath: list[_Beneath]
    refuted: bool
    beside: str
    """What its second statement is: corrected, shown instead, or ours."""
    place: bool
    finding: Finding | None
    letters: list[tuple[str, str]]
    shelf: Shelf
    slopes: list[_Slope]
    section: str
    """The heading of the ledger's module that it stands in."""
    plain: str
    """The statement for lists as text; none where the ledger does not know the claim."""

    @property
    def beneath_by_state(self) -> list[tuple[str, list[_Beneath]]]:
        """All that it depends on, by how that stands, the weakest first."""
        names = (*reversed(STATES), "definition")
        rows = [(name, [row for row in self.beneath if row.state == name]) for name in names]
        return [(name, found) for name, found in rows if found]

    @property
    def sides(self) -> list[SideView]:
        """Its statements, the printed one first."""
        return [side for side in (self.printed, self.corrected) if side is not None]

    @property
    def shown(self) -> str:
        """The statement for lists: what the paper says or as it is judged, else ours."""
        return self.sides[0].base.says or self.sides[0].base.statement if self.sides else ""

    @property
    def false_in(self) -> list[str]:
        """The parts in which it is false; none where it is false at its own place."""
        return self.printed.false_in if self.printed else []

    @property
    def as_printed(self) -> str:
        """The printed verdict, or `ours` where no paper prints the claim."""
        return self.printed.base.verdict if self.printed else "ours"

    @property
    def consequence(self) -> str:
        """Whether the theorem survives, in words."""
        return SURVIVES[self.survives]

    @property
    def severity_index(self) -> int:
        """Where its severity stands among all, from 1; 0 where it has none."""
        return SEVERITIES.index(self.severity) + 1 if self.severity in SEVERITIES else 0


@dataclass(frozen=True)
class PaperView:
    """A paper for the templates."""

    key: str
    authors: str
    title: str
    version: str
    claims: list[ClaimView]
    letters: list[tuple[str, str]] = field(default_factory=list)

    @property
    def total(self) -> int:
        """How many claims the run has of it."""
        return sum(not view.place for view in self.claims)

    @property
    def printed_total(self) -> int:
        """How many of them the paper prints."""
        return sum(view.printed is not None and not view.place for view in self.claims)

    @property
    def printed(self) -> list[tuple[str, int]]:
        """Counts by verdict, as printed."""
        return counted([view.printed.base.verdict for view in self.claims if view.printed and not view.place])

    @property
    def standing(self) -> list[tuple[str, int]]:
        """Counts by verdict after correction."""
        return counted([view.filter for view in self.claims if not view.place])

    @property
    def errata(self) -> list[ClaimView]:
        """Its findings, the most costly first, those about figures last."""
        return by_cost(self.claims)


def by_cost(views: list[ClaimView]) -> list[ClaimView]:
    """The views at the root of a finding, the most costly first, those about figures last."""
    found = [view for view in views if view.finding]
    return sorted(found, key=lambda view: (view.kind == Kind.EXPERIMENT.value, view.severity_index or len(SEVERITIES)))


def counted(states: list[str]) -> list[tuple[str, int]]:
    """How often each verdict stands, in the order of the columns."""
    found = Counter(states)
    return [(name, found[name]) for name in COLUMNS]


def claim_view(entry: Record, graph: Graph, told: Details) -> ClaimView:
    """The view of one record."""
    expected, shown = entry.get("expected"), shelf(entry["id"], told.curves)
    return ClaimView(
        id=entry["id"],
        paper=entry["paper"],
        location=entry["location"],
        kind=entry["kind"],
        title=entry["title"],
        note=entry["note"],
        printed=_side("printed", entry, graph, told),
        corrected=_side("corrected", entry, graph, told),
        correction=(entry["correction"] or "").rstrip(".") or None,
        severity=entry["severity"],
        theorem=entry["theorem"],
        survives=entry["theorem_survives"],
        fingerprint=entry["fingerprint"],
        seconds=entry.get("seconds"),
        unexpected=expected is None or verdicts(entry) != expected,
        also=opinion.rocq_notes(entry["id"], entry["fingerprint"], opinion.proof_table(), opinion.results_in_rocq()),
        filter=state(entry),
        same=told.same,
        below=graph.below[entry["id"]],
        above=graph.above.get(entry["id"], []),
        worth=graph.evidence[entry["id"]],
        beneath=_beneath(entry["id"], graph),
        refuted=is_refuted(entry),
        beside=beside(entry),
        place=is_place(entry),
        finding=graph.findings.get(entry["id"]),
        letters=letters(entry["paper"]),
        shelf=shown,
        slopes=_slopes(shown.slopes, graph.records),
        section=told.section,
        plain=told.plain,
    )


def paper_views(views: list[ClaimView]) -> list[PaperView]:
    """The papers of which the run has claims, in their order."""
    found = []
    for paper in papers().values():
        ours = [view for view in views if view.paper == paper.key]
        if ours:
            found.append(PaperView(paper.key, paper.authors, paper.title, paper.version, ours, letters(paper.key)))
    return found


def letters(key: str) -> list[tuple[str, str]]:
    """(the paper's letter, ours) where they differ, as LaTeX."""
    return [(tex(theirs), tex(ours)) for ours, theirs in paper_of(key).letters.items() if ours != theirs]


def letter_rows() -> list[tuple[str, str, list[str]]]:
    """Our letters with their meaning, and each paper's letter where it is another."""
    rows = []
    for key, ours, meaning in _LETTERS:
        theirs = [paper.letters.get(key, key) for paper in papers().values()]
        rows.append((ours, meaning, [tex(letter) if letter != key else "" for letter in theirs]))
    return rows


def tex(letter: str) -> str:
    """A letter's LaTeX."""
    return {"epsilon": r"\varepsilon"}.get(letter, f"\\{letter}" if letter in _GREEK else letter)


def sections(views: list[ClaimView]) -> list[tuple[str, list[ClaimView]]]:
    """The claims of a paper under the headings of the ledger's modules, in the paper's order."""
    found: dict[str, list[ClaimView]] = {}
    for view in views:
        found.setdefault(view.section, []).append(view)
    return list(found.items())


def numbered(views: Sequence[ClaimView]) -> list[tuple[str, list[ClaimView]]]:
    """The results that the paper numbers, each with the claims at its own place: not those of its proof."""
    found: dict[Place, list[ClaimView]] = {}
    for view in views:
        result = numbered_result(view.location)
        if result:
            found.setdefault(result, []).append(view)
    rows = sorted(found.items(), key=lambda row: (RESULTS.index(row[0].kind), row[0].first))
    return [(str(result), claims) for result, claims in rows]


def _side(name: str, entry: Record, graph: Graph, told: Details) -> SideView | None:
    base = part(name, entry, graph.records)
    if base is None:
        return None
    evidence = base.evidence
    at = parameters(evidence)
    known = told
    statements, checks = known.parts.get(name, {}), known.crosschecks.get(name, {})
    return SideView(
        base=base,
        parameters=[row for row in at if not row[0].startswith(_EXPONENT)],
        parts=[
            PartView(p["part"], p["verdict"], method=p.get("method"), statement=statements.get(p["part"]))
            for p in evidence.get("parts", ())
        ],
        shown=evidence.get("shown"),
        crosschecks=_crosschecks(evidence, checks),
        facts=[fact_view(t) for t in dict.fromkeys((*evidence.get("textbook", ()), *known.facts.get(name, ())))],
        whole=name in known.wholes,
        plots=[plot for plot in known.plots if plot.side == name],
        points=ratio_svg(evidence) or slope_svg(evidence),
        points_words="the ratio of both sides along the family" if "ratios" in evidence else "the measured risks",
        false_in=false_in(entry) if name == "printed" else [],
        differences=[(n.removeprefix(_EXPONENT).split(",")[0], by_hand(v)) for n, v in at if n.startswith(_EXPONENT)],
        spend=list(evidence.get("spend", ())),
        tests=[_test(row) for row in evidence.get("tests", ())],
        numbers=known.numbers.get(name),
    )


def chain_anchor(name: str) -> str:
    """Where the chain of a side stands on its claim's page."""
    return f"chain-{name}"


def inner_anchor(at: str, line: int, number: int) -> str:
    """Where, within the chain at `at`, the chain stands that is a line's reason of that number."""
    return f"{at}-{line}-{number}"


def chains_at(views: Sequence[ClaimView]) -> dict[tuple[Display, Numbers | None], tuple[str, str]]:
    """The claim and the anchor at which each chain stands in full: its own claim's page, else the first that uses it.

    Chains share their lemmas; shown wherever they are used these were an eighth of all pages.
    """
    own = [(view.id, chain_anchor(side.name), side) for view in views for side in view.sides if side.display]
    found: dict[tuple[Display, Numbers | None], tuple[str, str]] = {}
    for id_, at, side in own:
        found.setdefault((side.display, side.numbers), (id_, at))

    def place(chain: Display, numbers: Numbers | None, id_: str, at: str) -> None:
        for row, line in enumerate(chain.lines):
            for number, inner in enumerate(line.beneath):
                below = numbers.beneath[row][number] if numbers else None
                if (inner, below) not in found:
                    spot = inner_anchor(at, row, number)
                    found[inner, below] = (id_, spot)
                    place(inner, below, id_, spot)

    for id_, at, side in own:
        place(side.display, side.numbers, id_, at)
    return found


def _slopes(ids: Sequence[str], records: dict[str, Record]) -> list[_Slope]:
    """The plots of those measured exponents that the run has."""
    found = []
    for id_ in ids:
        side = standing_part(records[id_]) if id_ in records else None
        drawing = slope_svg(side["evidence"]) if side else None
        if drawing is not None:
            found.append(_Slope(id_, records[id_]["title"], drawing))
    return found


_EXPONENT = "exponent of "
"""How the evidence of two rates names the exponents that differ."""


def _beneath(id_: str, graph: Graph) -> list[_Beneath]:
    """All that a claim depends on, premises first."""
    below = graph.ancestors(id_)
    records = (graph.records[other] for other in graph.order if other in below)
    return [_Beneath(entry["id"], entry["title"], state(entry)) for entry in records]


def _crosschecks(evidence: dict[str, Any], statements: dict[str, str]) -> list[PartView]:
    found = [
        PartView(c["crosscheck"], c["verdict"], set=c.get("set"), statement=statements.get(c["crosscheck"]))
        for c in evidence.get("crosschecks", ())
    ]
    broken = evidence.get("crosscheck")
    if broken:
        found.append(PartView(broken, "refuted", set=evidence.get("set"), statement=statements.get(broken)))
    return found


def facts_of(views: Iterable[ClaimView]) -> list[Schema]:
    """The facts that a site shows: all, or of a folder's ledger its own and those that its claims cite."""
    if ledger() is None:
        return [*all_facts()]
    cited = {fact.title for view in views for side in view.sides for fact in side.facts}
    return [fact for fact in all_facts() if fact.title in cited or fact not in SCHEMAS]


@cache
def fact_view(title: str) -> FactView:
    """The fact of this title, in its own letters."""
    fact = next((fact for fact in all_facts() if fact.title == title), None)
    if fact is None:
        return FactView(title)
    return FactView(title, re.sub(r"\W+", "-", fact.name), fact.latex(), graded(fact), proof_of(fact) or "")


def by_hand(expression: str) -> str:
    """An expression of Python's as one writes it: 2 beta^2 for 2*beta**2."""
    return expression.replace("**", "^").replace("*", " ")


def _test(row: dict[str, Any]) -> tuple[str, str, str]:
    at = ", ".join(f"{name} = {value}" for name, value in row.get("parameters", {}).items())
    return at, f"{row['z']:.2f}", f"{row['z_planted']:.2f}"
