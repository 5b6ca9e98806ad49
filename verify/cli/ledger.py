"""`ratecheck list`, `show`, `errata`, `graph`, `impact`: reading the ledger and a run of it."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from notation.papers import papers
from notation.parameters import ParameterError
from verify.cli.options import PaperKey
from verify.cli.plot import plotter
from verify.cli.verification import run_document, with_progress
from verify.ledger import lock
from verify.ledger.collect import claims, dependents, select, with_premises
from verify.ledger.documents import read_run
from verify.ledger.files import check_apart, json_text
from verify.ledger.findings import finding_line, findings
from verify.ledger.places import at
from verify.ledger.record import Record, standing, verdicts
from verify.ledger.summary import finding_lines, growth, interval
from verify.report.evidence import state
from verify.report.graph import Graph, border
from verify.statements.claim import Kind
from verify.statements.outcome import Settings

RUN = click.option(
    "--run", "run_file", type=click.Path(dir_okay=False, path_type=Path), help="A file of verify --json."
)
_FAMILY = {"ratios", "along", "left", "right", "note"}
"""What `growth` tells of the evidence along a family."""
_CHAIN = {"given", "start", "chain", "words"}
"""What `_show_chain` tells."""
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@click.command("list")
@click.option("--paper", type=PaperKey())
@click.option("--kind", type=click.Choice([kind.value for kind in Kind]))
@click.option("--at", "place", metavar="PLACE", help='By place, such as "(131)", "Theorem 3" or "App. G.2".')
@JSON
def list_(paper: str | None, kind: str | None, place: str | None, as_json: bool) -> None:
    """Show the ledger without running it."""
    chosen = select((), paper, kind)
    if place is not None:
        chosen = at(chosen, place)
    if as_json:
        rows = [
            {
                "id": claim.id,
                "paper": claim.paper,
                "location": claim.location,
                "kind": claim.kind.value,
                "title": claim.title,
                "statement": (claim.printed or claim.corrected).latex() if claim.printed or claim.corrected else "",  # type: ignore[union-attr]
                "has_correction": claim.corrected is not None and claim.printed is not None,
            }
            for claim in chosen
        ]
        click.echo(json_text({"schema": lock.SCHEMA, "claims": rows}))
        return
    width = max((len(claim.id) for claim in chosen), default=0)
    for claim in chosen:
        click.echo(f"{claim.id:<{width}}  {claim.kind.value:<12}  {claim.title}")
    click.echo(f"{len(chosen)} of {len(claims())} claims")


@click.command()
@click.argument("id_", metavar="ID")
@RUN
@JSON
@click.option("--plot", "plot_file", type=click.Path(dir_okay=False, path_type=Path), help="Draw both sides: PNG, SVG.")
@click.option("--along", metavar="VARIABLE", help="The variable on the plot's axis.")
def show(id_: str, run_file: Path | None, as_json: bool, plot_file: Path | None, along: str | None) -> None:
    """Show one claim: statement, both sides as numbers, evidence, what it leans on and what leans on it."""
    _known(id_)
    if along is not None and plot_file is None:
        raise ParameterError(f"--along = {along!r}: names the axis of a plot; --plot FILE is not given")
    check_apart({"--run": run_file, "--plot": plot_file})
    plot = plotter(claims()[id_], along, plot_file) if plot_file else None
    document = _document(run_file, (id_, *claims()[id_].depends_on), premises=True)
    entry = _entry(document, id_)
    if plot:
        plot(entry)
    if as_json:
        click.echo(json_text(entry | {"dependents": dependents(id_)}))
        return
    click.echo(f"{entry['id']}: {entry['title']}")
    click.echo(f"{papers()[entry['paper']].citation}")
    click.echo(f"{entry['location']}; {entry['kind']}")
    for side in ("printed", "corrected"):
        if entry[side]:
            click.echo("")
            _show_part(side, entry[side], document)
    if entry["correction"]:
        click.echo(f"  what changes: {entry['correction']}")
    if entry["severity"]:
        survives = {True: "stands", False: "falls as printed", None: "not decided"}[entry["theorem_survives"]]
        click.echo(f"\nseverity: {entry['severity']}; theorem {entry['theorem'] or ''}: {survives}")
    if entry["note"]:
        click.echo(f"\nnote: {entry['note']}")
    click.echo(f"\nleans on: {', '.join(claims()[id_].depends_on) or 'nothing'}")
    click.echo(f"leaned on by: {', '.join(dependents(id_)) or 'nothing'}")
    drawn = _graph(document)
    below = len(drawn.ancestors(id_))
    click.echo(f"with all it leans on: {drawn.evidence[id_]} ({below} claim{'s' if below != 1 else ''})")
    click.echo(f"fingerprint: {entry['fingerprint']}")


@click.command()
@RUN
@JSON
@click.option("--short", is_flag=True, help="One line each.")
def errata(run_file: Path | None, as_json: bool, short: bool) -> None:
    """Show the findings, the most costly first: what is refuted, the counterexample, the correction, what stands.

    One error is one finding, however many claims repeat it; those about sentences on figures come last.
    """
    document = _document(run_file, ())
    refuted = [entry for entry in document["claims"] if verdicts(entry)["printed"] == "refuted"]
    found = findings(document["claims"])
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
        click.echo(json_text({"schema": lock.SCHEMA, "findings": told, "claims": refuted}))
        return
    for finding in found:
        entry = finding.root
        if short:
            corrected = entry["corrected"]["verdict"] if entry["corrected"] else "none"
            more = f" (also at {len(finding.places)} more)" if finding.places else ""
            click.echo(f"{entry['id']:<32} {finding.severity:<10} correction: {corrected:<8} {entry['title']}{more}")
        else:
            click.echo("\n".join(finding_lines(finding)) + "\n")
    click.echo(finding_line(document["claims"]))


@click.command()
@click.argument("id_", metavar="[ID]", required=False)
@RUN
@JSON
def graph(id_: str | None, run_file: Path | None, as_json: bool) -> None:
    """Show what leans on what: all of it, or what one claim leans on."""
    if id_ is not None:
        _known(id_)
    shown = with_premises([claims()[id_]]) if id_ else claims().values()
    document = _document(run_file, [claim.id for claim in shown] if id_ else ())
    roots = [id_] if id_ else [claim.id for claim in claims().values() if claim.depends_on and not dependents(claim.id)]
    if as_json:
        edges = [[claim.id, below] for claim in shown for below in claim.depends_on]
        found = {entry["id"]: standing(entry) for entry in document["claims"]}
        standings = {claim.id: found.get(claim.id) for claim in shown}
        click.echo(json_text({"schema": lock.SCHEMA, "edges": edges, "standing": standings}))
        return
    drawn = _graph(document)
    for root in roots:
        _tree(root, "", drawn)


@click.command()
@click.argument("id_", metavar="ID")
@RUN
@JSON
def impact(id_: str, run_file: Path | None, as_json: bool) -> None:
    """Show what falls if one claim does; with a run, also how each stands."""
    _known(id_)
    document = read_run(run_file) if run_file else {"claims": []}
    falls: list[str] = []
    waiting = [id_]
    while waiting:
        for above in dependents(waiting.pop()):
            if above not in falls:
                falls.append(above)
                waiting.append(above)
    if as_json:
        found = {entry["id"]: standing(entry) for entry in document["claims"]}
        click.echo(json_text({"schema": lock.SCHEMA, "id": id_, "falls": falls, "standing": found}))
        return
    drawn = _graph(document)
    for above in falls:
        now = f"  [{_mark(above, drawn)}]" if above in drawn.records else ""
        click.echo(f"{above}{now}  {claims()[above].title}")
    click.echo(f"{len(falls)} of {len(claims())} claims lean on {id_}")


def _known(id_: str) -> None:
    if id_ not in claims():
        raise ParameterError(f"id = {id_!r}: no such claim; `ratecheck list` shows them all")


def _document(run_file: Path | None, ids: Iterable[str], *, premises: bool = False) -> Record:
    """The records of a run file, or of a quick run of what is asked for (everything where nothing is named).

    `premises` keeps the records of all that was judged on the way.
    """
    if run_file is not None:
        return read_run(run_file)
    asked = tuple(ids)
    chosen = select(asked) if asked else [claim for claim in select(()) if claim.in_quick]
    done = with_progress(chosen, Settings(), 1, None, Console(stderr=True))
    if premises:
        done = replace(done, chosen=tuple(done.results))
    return run_document(done)


def _graph(document: Record) -> Graph:
    """What leans on what in a run; raises ParameterError where its claims lean on each other."""
    try:
        return Graph(document["claims"])
    except ValueError as error:
        raise ParameterError(f"run: {error}") from None


def _entry(document: Record, id_: str) -> Record:
    for entry in document["claims"]:
        if entry["id"] == id_:
            return dict(entry)
    raise ParameterError(f"id = {id_!r}: not in the run")


def _show_part(side: str, part: dict[str, Any], document: Record) -> None:
    evidence = dict(part["evidence"])
    click.echo(f"{side}: {part['statement']}")
    if "parts" in part:
        click.echo(f"  verdict: none of its own; of its parts: {part['parts']}")
    else:
        click.echo(f"  verdict: {part['verdict'] or 'none: a definition'}")
    if "chain" in evidence:
        _show_chain(evidence)
        click.echo(f"  joints in words: {len(part['words']) or 'none'}")
        evidence = {name: value for name, value in evidence.items() if name not in _CHAIN}
    if "ratios" in evidence:
        click.echo(f"  {growth(evidence)}")
        evidence = {name: value for name, value in evidence.items() if name not in _FAMILY}
    if "left" in evidence:
        slack = f", slack {evidence['slack']:.6g}" if "slack" in evidence else ""
        click.echo(f"  left {interval(evidence.pop('left'))}, right {interval(evidence.pop('right'))}{slack}")
    for step in evidence.pop("steps", []):
        click.echo(f"  step {step['claim']}: {step['verdict']}{_numbers(document, step['claim'])}")
    for joint in evidence.pop("words", []):
        click.echo(f"  in words: {joint}")
    for name, value in evidence.items():
        if name not in {"slack", "certificate"}:
            click.echo(f"  {name}: {value}")


def _show_chain(display: dict[str, Any], indent: str = "  ") -> None:
    """The display as a paper prints it: hypotheses, then line by line with reasons; what stands in words says so."""
    for hypothesis in display["given"]:
        click.echo(f"{indent}given {hypothesis}")
    click.echo(f"{indent}   {display['start']['term']}")
    for line in display["chain"]:
        reasons = [f"in words: {told}" if told in line["words"] else told for told in line["because"]]
        click.echo(f"{indent}{line['op']:<2} {line['term']}")
        click.echo(f"{indent}      by {'; '.join(reasons)}{':' if line['beneath'] else ''}")
        for inner in line["beneath"]:
            _show_chain(inner, indent + "        ")


def _numbers(document: Record, id_: str) -> str:
    """Both sides of a step, where the run has them."""
    for entry in document["claims"]:
        if entry["id"] == id_:
            part = entry["corrected"] or entry["printed"]
            if part and "left" in part["evidence"]:
                return f" (left {interval(part['evidence']['left'])}, right {interval(part['evidence']['right'])})"
    return ""


def _tree(id_: str, indent: str, drawn: Graph) -> None:
    click.echo(f"{indent}{id_}  [{_mark(id_, drawn)}]")
    for below in claims()[id_].depends_on:
        _tree(below, indent + "  ", drawn)


def _mark(id_: str, drawn: Graph) -> str:
    """What the graph on a page shows by fill and border, in the same words."""
    if id_ not in drawn.records:
        return "not in this run"
    entry = drawn.records[id_]
    told = [state(entry)]
    told += {"refuted": ["refuted as printed"], "ours": ["not printed"]}.get(border(entry), [])
    if drawn.evidence[id_] != state(entry):
        told.append(f"with all it leans on {drawn.evidence[id_]}")
    return "; ".join(told)
