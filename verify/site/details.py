"""What the ledger adds to a record: the parts, the crosschecks, the facts and the plots."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from notation.papers import paper_of
from verify.kernel.calculus.chain import Chain
from verify.kernel.calculus.reasons import Grant
from verify.kernel.prover import Relation
from verify.kernel.statements import AllOf, Whole
from verify.kernel.statements.base import Statement
from verify.kernel.statements.claim import Claim
from verify.ledger.collect import claims, modules
from verify.ledger.fingerprint import fingerprint
from verify.ledger.reading import Record
from verify.site.evidence import display
from verify.site.exhibits.catalogue import own_bound
from verify.site.exhibits.figure import Exhibit
from verify.site.mathematics import converted, remember, statement
from verify.site.terminal import unicode_text
from verify.site.worked import Numbers, numbers
from verify.workers import Workers, worth_having

_CHUNK = 24
"""Claims that a worker takes at once."""
GONE = "No longer in the ledger"


@dataclass(frozen=True)
class Plot:
    """One plot: the SVG, the inequality that it shows, and of which statement."""

    side: str
    drawing: str
    inequality: str
    caption: str


@dataclass(frozen=True)
class Details:
    """What the ledger says of one claim beyond its record. Texts are LaTeX."""

    same: bool = True
    parts: dict[str, dict[str, str]] = field(default_factory=dict)
    crosschecks: dict[str, dict[str, str]] = field(default_factory=dict)
    facts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    wholes: tuple[str, ...] = ()
    plots: tuple[Plot, ...] = ()
    numbers: dict[str, Numbers] = field(default_factory=dict)
    plain: str = ""
    """The statement that lists show, as text; none where the details are not known."""
    section: str = GONE
    """The heading of the ledger's module in which the claim stands."""
    curves: Exhibit | None = None
    """A numbered result's bound over n, where it has one."""


def collect(records: Sequence[Record], jobs: int, *, sealed: bool = False) -> dict[str, Details]:
    """The details of every record, in parallel; where the run is `sealed`, no fingerprint is compared."""
    chunks = [(records[start : start + _CHUNK], sealed) for start in range(0, len(records), _CHUNK)]
    with Workers(worth_having(jobs, len(chunks))) as workers:
        found = dict[str, Details]()
        for part, formulas in workers.each(_chunk, chunks):
            found |= part
            remember(formulas)
    return {entry["id"]: found[entry["id"]] for entry in records}


_SENT: set[str] = set()
"""Formulas that this process has told the one that makes the pages."""


def _chunk(task: tuple[Sequence[Record], bool]) -> tuple[dict[str, Details], dict[str, Markup]]:
    """The details of some records, and their formulas: to convert these is half of the work on pages."""
    records, sealed = task
    found = {entry["id"]: details(entry, sealed=sealed) for entry in records}
    for entry in records:
        for side in filter(None, (entry["printed"], entry["corrected"])):
            for latex in _shown_of(side, found[entry["id"]]):
                statement(latex)
    formulas = converted(_SENT)
    _SENT.update(formulas)
    return found, formulas


def _shown_of(side: dict[str, Any], told: Details) -> Iterator[str]:
    """What the pages show of a side as mathematics, or most of it."""
    yield from filter(None, (side.get("says"), side["statement"]))
    for texts in (*told.parts.values(), *told.crosschecks.values()):
        yield from texts.values()
    yield from _lines(side["evidence"])


def _lines(evidence: dict[str, Any]) -> Iterator[str]:
    """The lines of a chain and of those beneath it, with their signs, and what each assumes."""
    if "chain" in evidence:
        chain = display(evidence)
        yield from chain.given
        for line in chain.lines:
            yield f"{line.sign} {line.latex}"
        for row in evidence["chain"]:
            for inner in row["beneath"]:
                yield from _lines(inner)


def details(entry: Record, *, sealed: bool = False) -> Details:
    """The details of one record; next to none where the claim is no more, or its fingerprint is another."""
    claim = claims().get(entry["id"])
    if claim is None:
        return Details(same=False)
    if not sealed and fingerprint(claim) != entry["fingerprint"]:
        return Details(same=False, section=_heading(claim), curves=own_bound(claim.id))
    sides = {name: side for name in ("printed", "corrected") if (side := getattr(claim, name)) and entry[name]}
    return Details(
        parts={name: found for name, side in sides.items() if (found := _parts(side))},
        crosschecks={
            name: {told: check.latex() for chain in _chains(side) for told, check in chain.crosschecks}
            for name, side in sides.items()
        },
        facts={
            name: tuple(dict.fromkeys(title for chain in _chains(side) for title in _facts(chain)))
            for name, side in sides.items()
        },
        wholes=tuple(name for name, side in sides.items() if isinstance(side, Whole)),
        plots=tuple(_plots(claim, entry)),
        plain=next((unicode_text(entry[name]["statement"]) for name in sides), ""),
        numbers={
            name: numbers(chain)
            for name, side in sides.items()
            if (chain := _displayed(side, entry[name]["evidence"])) is not None
        },
        section=_heading(claim),
        curves=own_bound(claim.id),
    )


def _heading(claim: Claim) -> str:
    """The heading of the ledger's module that a claim stands in."""
    for module in modules(paper_of(claim.paper)):
        if any(one.id == claim.id for one in module.CLAIMS):
            title = (module.__doc__ or module.__name__).strip().splitlines()[0]
            title = title.removeprefix(f"{claim.paper} ").rstrip(".")
            return title[:1].upper() + title[1:]
    return GONE


def _displayed(side: Statement, evidence: dict[str, Any]) -> Chain | None:
    """The chain that the evidence displays: the statement itself, or the part of several that is shown."""
    shown = dict(side.parts).get(str(evidence.get("shown"))) if isinstance(side, AllOf) else side
    return shown if isinstance(shown, Chain) else None


def _parts(side: Statement) -> dict[str, str]:
    return {name: part.latex() for name, part in side.parts} if isinstance(side, AllOf) else {}


def _chains(side: Statement) -> Iterator[Chain]:
    """The chain that a statement is, or those among several statements."""
    if isinstance(side, AllOf):
        for _, part in side.parts:
            yield from _chains(part)
    elif isinstance(side, Chain):
        yield side


def _facts(chain: Chain) -> Iterator[str]:
    """Titles of the facts that it uses, and of those that the chains among its reasons use."""
    for reason in (reason for step in chain.steps for reason in step.reasons):
        if isinstance(reason, Grant):
            yield from (schema.title for schema in reason.schemas)
            for inner in reason.chains:
                yield from _facts(inner)


def _plots(claim: Claim, entry: Record) -> Iterator[Plot]:
    """The inequality whose numbers the evidence shows: as printed, and as corrected where that is another."""
    from verify.site.drawing.relation import draw
    from verify.site.plot import svg

    drawn: set[str] = set()
    for name in ("printed", "corrected"):
        statement = getattr(claim, name)
        if statement is None or not entry[name]:
            continue
        evidence = entry[name]["evidence"]
        relation = _shown(statement, evidence)
        if relation is None or relation.canonical() in drawn:
            continue
        drawn.add(relation.canonical())
        at = _numbers(evidence.get("parameters"), [v.symbol.name for v in relation.variables])
        try:
            figure = draw(relation, at)
            drawing, _ = svg(figure)
        except (ValueError, ArithmeticError, TypeError, NameError):
            # A function that numpy does not have, or nothing finite to see: the page goes without a plot.
            continue
        axis = figure.axes[1].get_xlabel().strip("$")
        held = figure.axes[0].get_title(loc="left").replace("$", "")
        yield Plot(name, str(drawing), relation.latex(), _caption(axis, held))


def _caption(axis: str, held: str) -> str:
    return axis if not held else rf"{axis} \quad \text{{at}} \quad {held}"


def _shown(statement: Statement, evidence: dict[str, Any]) -> Relation | None:
    """The inequality that the evidence's numbers belong to, else the first with variables."""
    from verify.site.drawing.relation import relations

    if isinstance(statement, AllOf):
        named = [part for name, part in statement.parts if name == evidence.get("shown")]
        others = [part for name, part in statement.parts if name != evidence.get("shown")]
        candidates: list[Statement] = named + others
    else:
        candidates = [statement]
    return next((r for part in candidates for r in relations(part) if r.variables), None)


def _numbers(parameters: object, names: list[str]) -> dict[str, float]:
    """The parameters of the evidence that are variables and plain rationals."""
    found: dict[str, float] = {}
    if not isinstance(parameters, dict):
        return found
    for name in names:
        top, _, bottom = str(parameters.get(name, "")).partition("/")
        try:
            found[name] = float(top) / float(bottom or 1)
        except (ValueError, ZeroDivisionError):
            continue
    return found
