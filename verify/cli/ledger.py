"""`ratecheck list`, `show`, `errata`, `graph`, `impact`: reading the ledger and a run of it.

They do not load the code that checks claims: they show the reference runs, unless `--fresh` or `--run` is given.
"""

import fnmatch
import re
import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from notation.papers import papers
from notation.parameters import ParameterError
from verify.cli.options import PaperKey
from verify.files import check_apart, json_text
from verify.ledger import lock
from verify.ledger.catalogue import Catalogue
from verify.ledger.errata import STANDS, finding_lines, wrapped
from verify.ledger.findings import Finding, finding_line, findings
from verify.ledger.held import held
from verify.ledger.places import at
from verify.ledger.reading import KINDS, SEVERITIES, Record, beside, standing, undecided, verdicts
from verify.ledger.reference import Listed
from verify.ledger.rocq import opinion
from verify.ledger.wording import DIFFERS, GROUNDS, growth, interval, plain, resting
from verify.site import citing
from verify.site.evidence import state
from verify.site.graph import Graph, border

RUN = click.option(
    "--run", "run_file", type=click.Path(dir_okay=False, path_type=Path), help="A file of verify --json."
)
_FAMILY = {"ratios", "along", "left", "right", "note"}
"""The items of evidence along a family that `growth` shows."""
_CHAIN = {"given", "given_latex", "start", "chain", "words"}
"""The items that `_show_chain` shows."""
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
FRESH = click.option("--fresh", is_flag=True, help="Load the ledger and compute now, not from the reference run.")
SEVERITY = click.option(
    "--severity", "severities", multiple=True, type=click.Choice(SEVERITIES), help="May be given several times."
)


@click.command("list")
@click.option("--paper", type=PaperKey())
@click.option("--kind", type=click.Choice(KINDS))
@click.option("--at", "place", metavar="PLACE", help='By location, such as "(131)", "Theorem 3" or "App. G.2".')
@click.option("--search", metavar="TEXT", help="Those with all of these words in their title, statement or notes.")
@click.option("--refuted", is_flag=True, help="Only claims that are refuted as printed.")
@click.option("--open", "undecided", is_flag=True, help="Only claims with a statement that is open.")
@SEVERITY
@FRESH
@JSON
def list_(
    paper: str | None,
    kind: str | None,
    place: str | None,
    search: str | None,
    refuted: bool,
    undecided: bool,
    severities: tuple[str, ...],
    fresh: bool,
    as_json: bool,
) -> None:
    """Show the ledger without running it."""
    catalogue = Catalogue(fresh)
    chosen = [
        claim for claim in catalogue.claims.values() if paper in (None, claim.paper) and kind in (None, claim.kind)
    ]
    if refuted or severities:
        locked = lock.load()
        chosen = [claim for claim in chosen if locked.get(claim.id, {}).get("printed") == "refuted"]
    if undecided:
        locked = lock.load()
        chosen = [
            claim
            for claim in chosen
            if "open" in (locked.get(claim.id, {}).get(side) for side in ("printed", "corrected"))
        ]
    if severities:
        chosen = [claim for claim in chosen if claim.severity in severities]
    if search is not None:
        chosen = [claim for claim in chosen if claim.has_words(search)]
    if place is not None:
        chosen = at(chosen, place)
    if as_json:
        rows = [
            {
                "id": claim.id,
                "paper": claim.paper,
                "location": claim.location,
                "kind": claim.kind,
                "title": claim.title,
                "statement": claim.statement,
                "has_correction": claim.has_correction,
            }
            for claim in chosen
        ]
        click.echo(json_text({"schema": lock.SCHEMA, "claims": rows} | catalogue.source()))
        return
    width = max((len(claim.id) for claim in chosen), default=0)
    for claim in chosen:
        click.echo(f"{claim.id:<{width}}  {claim.kind:<12}  {claim.title}")
    click.echo(_counted(chosen, catalogue))
    _tell_source(catalogue)


@click.command()
@click.argument("id_", metavar="ID")
@RUN
@FRESH
@JSON
@click.option("--plot", "plot_file", type=click.Path(dir_okay=False, path_type=Path), help="Draw both sides: PNG, SVG.")
@click.option("--along", metavar="VARIABLE", help="The variable on the plot's axis.")
@click.option(
    "--latex/--unicode", "as_latex", default=None, help="Notation of mathematics.  [default: Unicode in a terminal]"
)
def show(
    id_: str,
    run_file: Path | None,
    fresh: bool,
    as_json: bool,
    plot_file: Path | None,
    along: str | None,
    as_latex: bool | None,
) -> None:
    """Show one claim: statement, both sides as numbers, evidence, what it depends on and what depends on it.

    An id that only begins others (kent/thm7) shows these, with their verdicts.
    """
    if along is not None and plot_file is None:
        raise ParameterError(f"--along = {along!r}: needs --plot FILE, as it names the plot's axis")
    check_apart({"--run": run_file, "--plot": plot_file})
    catalogue = Catalogue(fresh)
    if id_ not in catalogue.claims and run_file is plot_file is None:
        parts = [part for part in catalogue.claims.values() if part.id.startswith(f"{id_.rstrip('/')}/")]
        if parts:
            _show_group(id_.rstrip("/"), parts, catalogue, as_json=as_json)
            return
    claim = catalogue.find(id_)
    plot = None
    if plot_file:
        # Only a plot needs the statement itself.
        from verify.cli.plot import plotter
        from verify.ledger.collect import claims

        plot = plotter(claims()[id_], along, plot_file)
    document = _document(run_file, catalogue, (id_, *claim.depends_on))
    entry = _entry(document, id_)
    if plot:
        plot(entry)
    dependents = catalogue.dependents.get(id_, [])
    if as_json:
        click.echo(json_text(entry | {"dependents": dependents} | ({} if run_file else catalogue.source([id_]))))
        return
    shown = _Shown(document, entry["paper"], latex=not sys.stdout.isatty() if as_latex is None else as_latex)
    click.echo(f"{entry['id']}: {entry['title']}")
    click.echo(f"{papers()[entry['paper']].citation}")
    click.echo(f"{entry['location']}; {entry['kind']}")
    for side in ("printed", "corrected"):
        if entry[side]:
            click.echo("")
            shown.part(side if side == "printed" else beside(entry), entry[side])
    if entry["correction"]:
        told = "what changes" if beside(entry) == "corrected" else "how it differs"
        click.echo(f"  {told}: {entry['correction']}")
    if entry["severity"]:
        survives = STANDS[entry["theorem_survives"]]
        click.echo(f"\nseverity: {entry['severity']}; theorem {entry['theorem'] or ''}: {survives}")
    if entry["note"]:
        click.echo(f"\nnote: {entry['note']}")
    click.echo(f"\ndepends on: {', '.join(claim.depends_on) or 'nothing'}")
    click.echo(f"used by: {', '.join(dependents) or 'nothing'}")
    drawn = _graph(document)
    below = len(drawn.ancestors(id_))
    click.echo(f"with all dependencies: {drawn.evidence[id_]} ({below} claim{'s' if below != 1 else ''})")
    if also := opinion.rocq_notes(entry["id"], entry["fingerprint"], opinion.proof_table(), opinion.results_in_rocq()):
        click.echo(also)
    click.echo(f"fingerprint: {entry['fingerprint']}")
    _tell_source(catalogue, run_file, [id_])


@click.command()
@click.argument("ids", nargs=-1, metavar="[ID or glob ...]")
@click.option("--paper", type=PaperKey(), help="Only claims of this paper.")
@SEVERITY
@RUN
@FRESH
@JSON
@click.option("--short", is_flag=True, help="One line for each error.")
@click.option(
    "--format", "form", type=click.Choice([*citing.FORMS]), help="A form to paste into your own text, with sources."
)
@click.option(
    "--latex/--unicode",
    "as_latex",
    default=None,
    help="Notation of mathematics.  [default: Unicode where it can be written]",
)
def errata(
    ids: tuple[str, ...],
    paper: str | None,
    severities: tuple[str, ...],
    run_file: Path | None,
    fresh: bool,
    as_json: bool,
    short: bool,
    form: str | None,
    as_latex: bool | None,
) -> None:
    """List errors, most severe first, each with its counterexample, its correction, and whether the theorem stands.

    One error is one finding, however many claims repeat it; errors in sentences about figures come last. An ID is that
    of a refuted claim: its finding is shown, also if the claim only repeats the error.
    """
    if (as_json, short, form is not None).count(True) > 1:
        raise ParameterError("--json, --short, --format: only one of them")
    if as_latex is None:
        as_latex = not _writes("≤")
    catalogue = Catalogue(fresh)
    for pattern in ids:
        catalogue.matching(pattern)
    document = _document(run_file, catalogue)
    refuted = [entry for entry in document["claims"] if verdicts(entry)["printed"] == "refuted"]
    every = findings(document["claims"])
    found = [
        finding
        for finding in every
        if paper in (None, finding.root["paper"])
        and (not severities or finding.severity in severities)
        and (not ids or any(fnmatch.fnmatchcase(at_, p) for p in ids for at_ in (finding.root["id"], *finding.places)))
    ]
    if ids and not found:
        raise ParameterError(f"id = {', '.join(ids)}: no finding of this run matches, with the other options given")
    if as_json:
        told = [
            {
                "id": f.root["id"],
                "severity": f.root["severity"],
                "about_figure": f.about_figure,
                "theorem": f.root["theorem"],
                "theorem_survives": f.root["theorem_survives"],
                "places": list(f.places),
            }
            for f in found
        ]
        shown = {id_ for f in found for id_ in (f.root["id"], *f.places)}
        entries = [entry for entry in refuted if entry["id"] in shown]
        source = {} if run_file else catalogue.source()
        click.echo(json_text({"schema": lock.SCHEMA, "findings": told, "claims": entries} | source))
        return
    if form is not None:
        click.echo(citing.FORMS[form](found, document["versions"]["ratecheck"]))
        return
    for finding in found:
        lines = finding_lines(finding, _written(finding.root["paper"], latex=as_latex))
        # A command stays in one line.
        fitted = [*wrapped(lines[:-1]), lines[-1]]
        click.echo(_short(finding) if short else "\n".join(lines if as_latex else fitted) + "\n")
    counts = finding_line(document["claims"])
    click.echo(counts if found == every else f"{len(found)} of {counts}")
    _tell_source(catalogue, run_file, [finding.root["id"] for finding in found])


@click.command()
@click.argument("id_", metavar="[ID]", required=False)
@RUN
@FRESH
@JSON
def graph(id_: str | None, run_file: Path | None, fresh: bool, as_json: bool) -> None:
    """Show which claims depend on which: of all claims, or what one claim depends on."""
    catalogue = Catalogue(fresh)
    shown = catalogue.with_premises(catalogue.find(id_)) if id_ is not None else [*catalogue.claims.values()]
    document = _document(run_file, catalogue, [claim.id for claim in shown] if id_ is not None else ())
    if as_json:
        edges = [[claim.id, below] for claim in shown for below in claim.depends_on]
        found = {entry["id"]: standing(entry) for entry in document["claims"]}
        standings = {claim.id: found.get(claim.id) for claim in shown}
        source = {} if run_file else catalogue.source()
        click.echo(json_text({"schema": lock.SCHEMA, "edges": edges, "standing": standings} | source))
        return
    drawn = _graph(document)
    tops = [claim.id for claim in shown if claim.depends_on and not catalogue.dependents.get(claim.id)]
    lines: list[str] = []
    for root in [id_] if id_ is not None else tops:
        _tree(root, "", drawn, catalogue, lines)
    click.echo("\n".join(lines))
    _tell_source(catalogue, run_file, [claim.id for claim in shown])


@click.command()
@click.argument("id_", metavar="ID")
@RUN
@FRESH
@JSON
def impact(id_: str, run_file: Path | None, fresh: bool, as_json: bool) -> None:
    """Show the claims that depend on one claim, with their verdicts.

    With --fresh only the claims are shown, unless a run has their verdicts.
    """
    catalogue = Catalogue(fresh)
    catalogue.find(id_)
    records = _run(run_file)["claims"] if run_file else [*catalogue.records.values()]
    falls: list[str] = []
    waiting = [id_]
    while waiting:
        for above in catalogue.dependents.get(waiting.pop(), ()):
            if above not in falls:
                falls.append(above)
                waiting.append(above)
    if as_json:
        found = {entry["id"]: standing(entry) for entry in records if entry["id"] in {id_, *falls}}
        source = {} if run_file else catalogue.source([id_, *falls])
        click.echo(json_text({"schema": lock.SCHEMA, "id": id_, "falls": falls, "standing": found} | source))
        return
    drawn = _graph({"claims": records})
    for above in falls:
        now = f"  [{_mark(above, drawn)}]" if above in drawn.records else ""
        click.echo(f"{above}{now}  {catalogue.claims[above].title}")
    click.echo(f"{_counted([catalogue.claims[above] for above in falls], catalogue)} depend on {id_}")
    _tell_source(catalogue, run_file, [id_, *falls])


def _counted(chosen: Collection[Listed], catalogue: Catalogue) -> str:
    """How many claims these are, and how many groups of claims, out of all."""

    def told(noun: str, *, groups: bool) -> str:
        found, of = (sum(claim.is_group is groups for claim in every) for every in (chosen, catalogue.claims.values()))
        return f"{found} of {of} {noun}" if of else ""

    return " and ".join(filter(None, (told("claims", groups=False), told("groups", groups=True))))


def _document(run_file: Path | None, catalogue: Catalogue, ids: Iterable[str] = ()) -> Record:
    """A run file, or the reference runs with a quick run of the requested claims that they lack.

    Without names, all claims are requested.
    """
    if run_file is not None:
        return _run(run_file, tuple(ids) or None)
    records = dict(catalogue.records)
    asked = tuple(ids)
    lacking = [id_ for id_ in asked or catalogue.claims if id_ not in records]
    release = catalogue.release
    if lacking:
        # What judges is slow to load, and no other case needs it.
        from rich.console import Console

        from verify.cli.verification import run_document, with_progress
        from verify.kernel.statements.outcome import Settings
        from verify.ledger.collect import claims
        from verify.ledger.run import run as judge

        chosen = [claim for claim in map(claims().__getitem__, lacking) if asked or claim.in_quick]
        done = with_progress(partial(judge, chosen, Settings()), Console(stderr=True))
        run = run_document(replace(done, chosen=tuple(done.results)) if asked else done)
        records = {entry["id"]: entry for entry in run["claims"]} | records
        release = run["versions"]["ratecheck"]
    order = {id_: place for place, id_ in enumerate(catalogue.claims)}
    return {
        # Claims of other papers, which these lean on, come first.
        "claims": sorted(records.values(), key=lambda entry: order.get(entry["id"], -1)),
        "versions": {"ratecheck": release},
    }


def _run(path: Path, ids: Iterable[str] | None = None) -> Record:
    """A run file; its differences from the lock go to standard error, for the named claims or for all."""
    found = held(path)
    for line in found.told(ids):
        click.echo(line, err=True)
    return found.document


def _tell_source(catalogue: Catalogue, run_file: Path | None = None, ids: Iterable[str] | None = None) -> None:
    """On standard error, what was shown comes from."""
    if run_file is None:
        for line in catalogue.told(ids):
            click.echo(line, err=True)


def _short(finding: Finding) -> str:
    entry = finding.root
    corrected = entry["corrected"]["verdict"] if entry["corrected"] else "none"
    more = f" (also at {len(finding.places)} more)" if finding.places else ""
    return f"{entry['id']:<32} {finding.severity:<10} correction: {corrected:<8} {entry['title']}{more}"


def _graph(document: Record) -> Graph:
    """The dependencies in a run; raises ParameterError if its claims depend on each other in a circle."""
    try:
        return Graph(document["claims"])
    except ValueError as error:
        raise ParameterError(f"run: {error}") from None


def _entry(document: Record, id_: str) -> Record:
    for entry in document["claims"]:
        if entry["id"] == id_:
            return dict(entry)
    raise ParameterError(f"id = {id_!r}: not in the run")


def _writes(sign: str) -> bool:
    """Whether standard output has a letter."""
    try:
        sign.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _written(paper: str, *, latex: bool) -> Callable[[str], str]:
    """The notation for mathematics, with the logarithm as the paper prints it."""
    shown: Callable[[str], str] = str
    if not latex:
        # What reads LaTeX takes a moment to load.
        from verify.site.terminal import unicode_text

        shown = unicode_text
    logarithm = papers()[paper].logarithm
    return lambda told: shown(re.sub(r"\\log(?![a-zA-Z])", rf"\\{logarithm}", told))


class _Shown:
    """How one claim's record is written: mathematics as LaTeX or as Unicode, and the numbers of its steps."""

    def __init__(self, document: Record, paper: str, *, latex: bool) -> None:
        self._records: dict[str, Record] = {entry["id"]: entry for entry in document["claims"]}
        self._latex = latex
        self._mathematics = _written(paper, latex=latex)

    def _statement(self, side: str, part: dict[str, Any]) -> None:
        """What the paper says, how what is judged differs, and what is judged."""
        if says := part.get("says"):
            click.echo(f"the paper says: {self._mathematics(says)}")
        if differs := part.get("differs"):
            click.echo(f"  what is judged {DIFFERS[part['match']]}: {differs}")
        if undecided(part):
            return
        name = f"{side}{', as judged' if says else ''}:"
        if "layout" not in part:
            click.echo(f"{name} {self._mathematics(part['statement'])}")
            return
        click.echo(name)
        for word, group in _GROUPS.items():
            for place, told in enumerate(part["layout"][group]):
                click.echo(f"  {word if place == 0 else '':<6} {self._mathematics(told)}")

    def part(self, side: str, part: dict[str, Any]) -> None:
        """One side of the record."""
        evidence = dict(part["evidence"])
        self._statement(side, part)
        for letter in part.get("letters", ()):
            click.echo(f"  where {self._letter(letter)} is: {letter['meaning']}")
        if "parts" in part:
            click.echo(f"  verdict: none of its own; of its parts: {part['parts']}")
        else:
            click.echo(f"  verdict: {_told_verdict(part['verdict'])}")
        if "chain" in evidence:
            self._chain(evidence, told=part["hypotheses"] if "layout" in part else ())
            needed = " that counts: Rocq proves the statement" if "closed" in evidence else ""
            click.echo(f"  informal steps: {len(part['words']) or f'none{needed}'}")
            evidence = {name: value for name, value in evidence.items() if name not in _CHAIN}
        for line in resting(part):
            click.echo(f"  {line}")
        evidence = {name: value for name, value in evidence.items() if name not in GROUNDS}
        if "ratios" in evidence:
            click.echo(f"  {growth(evidence)}")
            evidence = {name: value for name, value in evidence.items() if name not in _FAMILY}
        if "left" in evidence:
            slack = f", slack {evidence['slack']:.6g}" if "slack" in evidence else ""
            click.echo(f"  left {interval(evidence.pop('left'))}, right {interval(evidence.pop('right'))}{slack}")
        for step in evidence.pop("steps", []):
            click.echo(f"  step {step['claim']}: {step['verdict']}{self._numbers(step['claim'])}")
        for joint in evidence.pop("words", []):
            click.echo(f"  informal step: {joint}")
        for name, value in evidence.items():
            if name not in {"slack", "certificate"}:
                self._evidence(name.replace("_", " "), value)

    def _evidence(self, name: str, value: object) -> None:
        """A value of the evidence: a list of objects row by row."""
        if isinstance(value, list) and any(isinstance(row, dict | list) for row in value):
            click.echo(f"  {name}:")
            for row in value:
                click.echo(f"    {plain(row)}")
        else:
            click.echo(f"  {name}: {plain(value) or 'none'}")

    def _chain(self, display: dict[str, Any], indent: str = "  ", told: Collection[str] = ()) -> None:
        """The display as a paper prints it: hypotheses, then line by line with reasons; informal steps are marked.

        Hypotheses that the chain above has, `told`, are not listed again.
        """
        given = dict(zip(display["given"], self._given(display), strict=True))
        for hypothesis in (shown for name, shown in given.items() if name not in told):
            click.echo(f"{indent}given {hypothesis}")
        click.echo(f"{indent}   {self._term(display['start'])}")
        for line in display["chain"]:
            reasons = [f"informal step: {told}" if told in line["words"] else told for told in line["because"]]
            click.echo(f"{indent}{_SIGNS[line['op']] if not self._latex else line['op']:<2} {self._term(line)}")
            click.echo(f"{indent}      by {'; '.join(reasons)}{':' if line['beneath'] else ''}")
            for inner in line["beneath"]:
                self._chain(inner, indent + "        ", [*told, *given])

    def _given(self, display: dict[str, Any]) -> list[str]:
        """The hypotheses, as the terminal shows mathematics if the run has them so."""
        if self._latex or "given_latex" not in display:
            return list(display["given"])
        return [self._mathematics(told) for told in display["given_latex"]]

    def _term(self, line: dict[str, Any]) -> str:
        """A term of a chain: as the terminal shows mathematics, else in the terms of the calculus."""
        return str(line["term"]) if self._latex else self._mathematics(line["latex"])

    def _letter(self, letter: dict[str, str]) -> str:
        """A term of the statement, as the statement has it and as the chain and the meaning write it."""
        shown = self._mathematics(letter["latex"])
        return shown if shown == letter["term"] else f"{shown}, {letter['term']},"

    def _numbers(self, id_: str) -> str:
        """Both sides of a step, if the run has them."""
        entry = self._records.get(id_)
        part = (entry["corrected"] or entry["printed"]) if entry else None
        if not part or "left" not in part["evidence"]:
            return ""
        return f" (left {interval(part['evidence']['left'])}, right {interval(part['evidence']['right'])})"


_GROUPS = {"let": "setting", "if": "conditions", "then": "conclusions", "where": "where", "for": "domain"}
"""The parts of a statement by the word that introduces them, in the order of reading."""


def _show_group(name: str, parts: Sequence[Listed], catalogue: Catalogue, *, as_json: bool) -> None:
    """The claims whose ids begin with one, each with its place and its locked verdicts."""
    locked = lock.load()
    rows = [
        {
            "id": part.id,
            "location": part.location,
            "title": part.title,
            **{side: locked.get(part.id, {}).get(side) for side in ("printed", "corrected")},
        }
        for part in parts
    ]
    if as_json:
        click.echo(json_text({"group": name, "claims": rows} | catalogue.source([part.id for part in parts])))
        return
    click.echo(f"{name}: {len(rows)} claim{'s' if len(rows) != 1 else ''}")
    for row in rows:
        verdicts_ = "; ".join(f"{side}: {row[side]}" for side in ("printed", "corrected") if row[side])
        click.echo(f"\n{row['id']}: {row['title']}\n  {row['location']}\n  {verdicts_ or 'no verdict of its own'}")
    _tell_source(catalogue, None, [part.id for part in parts])


def _told_verdict(verdict: str | None) -> str:
    if verdict is None:
        return "none: a definition"
    return verdict + (": some steps are justified informally" if verdict == "argued" else "")


_SIGNS = {"<=": "≤", ">=": "≥", "==": "=", "<": "<", ">": ">"}


def _tree(id_: str, indent: str, drawn: Graph, catalogue: Catalogue, lines: list[str]) -> None:
    lines.append(f"{indent}{id_}  [{_mark(id_, drawn)}]")
    for below in catalogue.premise(id_).depends_on:
        _tree(below, indent + "  ", drawn, catalogue, lines)


def _mark(id_: str, drawn: Graph) -> str:
    """In words, what the graph on a page shows by fill and border."""
    if id_ not in drawn.records:
        return "not in this run"
    entry = drawn.records[id_]
    told = [state(entry)]
    told += {"refuted": ["refuted as printed"], "ours": ["not printed"]}.get(border(entry), [])
    if drawn.evidence[id_] != state(entry):
        told.append(f"with all dependencies {drawn.evidence[id_]}")
    return "; ".join(told)
