"""`ratecheck verify`: run the checks and compare with the lock."""

import fnmatch
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from notation.papers import ledger, papers
from notation.parameters import ParameterError
from upperbounds.registry import PLACES
from verify.cli.options import PaperKey, Whole, harmless
from verify.files import Store, check_apart, check_writable, json_text, make_folder, write_whole
from verify.kernel.statements.claim import Claim
from verify.kernel.statements.outcome import UNPROVED, Settings
from verify.ledger import lock, proofs, reference
from verify.ledger.catalogue import Catalogue
from verify.ledger.collect import claims, select, selected
from verify.ledger.coverage import coverage_line
from verify.ledger.cross_examination import Examination
from verify.ledger.documents import is_own
from verify.ledger.reading import SCHEMA, Record, beside, verdicts
from verify.ledger.record import record
from verify.ledger.rocq import opinion
from verify.ledger.run import Run, run
from verify.ledger.seal import seal, sources, versions
from verify.ledger.summary import inequality_line, junit, markdown, match_line, summarise, table
from verify.ledger.wording import plain
from verify.workers import prepare


@click.command()
@click.argument("ids", nargs=-1, metavar="[ID or glob ...]")
@click.option("--paper", type=PaperKey(), help="Only this paper's claims.")
@click.option("--profile", type=click.Choice(["quick", "full"]), default="quick", show_default=True)
@click.option("--jobs", type=Whole(min=1), default=1, show_default=True, help="Worker processes.")
@click.option("--seed", type=Whole(min=0), default=0, show_default=True)
@click.option("--json", "json_file", metavar="FILE", help="Write the records; - for standard output.")
@click.option("--junit", "junit_file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--markdown", "markdown_file", type=click.Path(dir_okay=False, path_type=Path), help="A page to read.")
@click.option("--times", "times_file", type=click.Path(dir_okay=False, path_type=Path), help="Seconds by claim, JSON.")
@click.option("--store", "store_file", type=click.Path(dir_okay=False, path_type=Path), help="Resume from this file.")
@click.option(
    "--certificates",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write the certificates of the claims, a file each, for `ratecheck check DIR`.",
)
@click.option(
    "--update",
    is_flag=True,
    help="Write verdicts and fingerprints into the lock, and the proofs and the run next to it.",
)
@click.option(
    "--accept-open", is_flag=True, help="With --update: do not name what is locked open, or weaker than it was."
)
@click.option("--quiet", is_flag=True, help="Print only differences from the lock, and contradictions.")
def verify(
    ids: tuple[str, ...],
    paper: str | None,
    profile: str,
    jobs: int,
    seed: int,
    json_file: str | None,
    junit_file: Path | None,
    markdown_file: Path | None,
    times_file: Path | None,
    store_file: Path | None,
    certificates: Path | None,
    update: bool,
    accept_open: bool,
    quiet: bool,
) -> int:
    """Check claims and compare the verdicts with the lock.

    Statements about the same quantity are compared with each other; a run of all claims also compares the bounds of
    every problem.

    Two runs with the same seed write the same bytes with --json: times are in a separate file, --times.

    Exit status 0: all as the lock expects; 1: some differ from it or contradict each other (they are named), or, in a
    run of whole papers, the code that runs and compares claims has changed since they were locked; 2: usage; 130:
    stopped; 141: broken pipe, which means nothing about the verdicts.
    """
    # A lock that can't be read, or an id that is none, is reported before the work.
    _check_ids(ids)
    sources()
    prepare(jobs)
    whole = not ids and not paper
    # The first papers are judged before the last are loaded.
    chosen = _all(profile) if whole else _chosen(ids, paper, profile)
    json_path = Path(json_file) if json_file not in (None, "-") else None
    files = {
        "--json": json_path,
        "--junit": junit_file,
        "--markdown": markdown_file,
        "--times": times_file,
        "--store": store_file,
    }
    check_apart(files)
    for path in filter(None, files.values()):
        check_writable(path)
    if certificates is not None:
        make_folder(certificates)
    if update:
        lock.check_checkout(papers() if whole else {claim.paper for claim in chosen})
    if accept_open and not update:
        raise ParameterError("--accept-open: is for --update")
    settings = Settings(quick=profile == "quick", seed=seed)
    store = Store(store_file, {"seed": seed, "profile": profile}, is_own) if store_file else None
    check = partial(
        run,
        chosen,
        settings,
        jobs,
        store,
        certificates=certificates,
        problems=tuple(PLACES) if whole and ledger() is None else (),
    )
    done = check() if quiet else with_progress(check, Console(stderr=True))
    weaker: list[str] = []
    if update:
        judged = run_records(done)
        weaker = [] if accept_open else lock.weakened(judged, lock.load())
        contents = reference.contents(judged, claims())
        ran = [] if ids else [paper] if paper else [*papers()]
        by = {key: lock.machinery() for key in papers() if key in ran or not lock.load(key)}
        beside = lock.Beside(reference.digests(contents), by, done.certificates, done.relations)
        lock.update(judged, set(claims()), contents, beside)
        proofs.update(done.proofs, whole=whole and store is None)
    found = done.examination
    document = run_document(done)
    records = document["claims"]
    lost = sorted(set(lock.load()) - set(claims())) if whole else []
    document["summary"]["unexpected"] += lost
    of = papers() if whole else {claims()[id_].paper for id_ in done.chosen}
    document["summary"]["other_machinery"] = lock.other_machinery(of)
    times = {id_: round(done.results[id_].seconds, 3) for id_ in done.chosen}
    texts = (
        (json_path, json_text(document) + "\n"),
        (junit_file, junit(records, lock.load(), times)),
        (markdown_file, markdown(document)),
        (times_file, json_text(times) + "\n"),
    )
    written = [(path, text) for path, text in texts if path]
    # Before anything is printed: the reader of standard output may have left.
    for path, text in written:
        write_whole(path, text)
    if json_file == "-":
        click.echo(json_text(document))
    console = Console(stderr=json_file == "-", soft_wrap=True)
    _tell(document, found, [path for path, _ in written], console, quiet)
    for line in weaker:
        console.print(f"locked weaker: {line}", markup=False, highlight=False)
    if weaker:
        console.print("--accept-open locks such verdicts without these lines", markup=False, highlight=False)
    differs = document["summary"]["unexpected"] or (document["summary"]["other_machinery"] and not ids)
    return 1 if differs or found.contradictions else 0


def _all(profile: str) -> Iterator[Claim]:
    """All claims of a profile, the first before other papers are loaded; each check is followed by loading a paper."""
    others = iter(papers())
    for claim in selected(()):
        if claim.in_quick or profile == "full":
            yield claim
            for key in islice(others, 1):
                claims().of(key)


def _check_ids(ids: tuple[str, ...]) -> None:
    """Raise ParameterError for a pattern that matches nothing; papers are loaded only if they have changed."""
    locked = lock.load()
    if strange := [pattern for pattern in ids if not fnmatch.filter(locked, pattern)]:
        catalogue = Catalogue()
        for pattern in strange:
            catalogue.matching(pattern)


def _chosen(ids: tuple[str, ...], paper: str | None, profile: str) -> Iterable[Claim]:
    """The claims to check; raises ParameterError if there are none."""
    chosen = select(ids, paper)
    if profile == "quick":
        chosen = [claim for claim in chosen if claim.in_quick or claim.id in ids]
    if not chosen:
        raise ParameterError(f"no claim to check with --paper {paper}, --profile {profile}")
    return chosen


def _tell(document: Record, found: Examination, written: list[Path], console: Console, quiet: bool) -> None:
    """The tables, and in any case the unexpected results."""
    if not quiet:
        console.print(table(document))
        rows = [row for entry in document["claims"] for row in _rows(entry)]
        if len(rows) > _FEW:
            rows = [row for row in rows if row[1] == "open"]
        for row in rows:
            console.print("  ".join(filter(None, row)), markup=False, highlight=False)
        console.print(inequality_line(document), markup=False, highlight=False)
        console.print(match_line(document), markup=False, highlight=False)
        if covered := document["summary"]["coverage"]:
            console.print(coverage_line(covered), markup=False, highlight=False)
    locked, entries = lock.load(), {entry["id"]: entry for entry in document["claims"]}
    told = {id_: lock.differences(entries[id_], locked) for id_ in document["summary"]["unexpected"] if id_ in entries}
    lines = [
        f"unexpected: {id_}: {told.get(id_, 'locked, and no longer in the ledger')}"
        for id_ in document["summary"]["unexpected"]
    ]
    lines += [
        f"machinery: {key}: the code that runs and compares claims has changed since all of them were locked"
        for key in document["summary"]["other_machinery"]
    ]
    lines += [f"contradiction: {against}" for against in found.contradictions]
    if not quiet:
        lines += [f"cross-examination: {found}", *(f"written: {harmless(path)}" for path in written)]
    for line in lines:
        console.print(line, markup=False, highlight=False)


_FEW = 40
"""Of more statements than this only those that are open are told one by one."""


def _rows(entry: Record) -> Iterator[tuple[str, str, str]]:
    """Of each statement of a claim: which it is, its verdict, and what is missing or where it fails."""
    for side, verdict in verdicts(entry).items():
        if verdict is None:
            continue
        part = entry[side]
        second = "corrected" if entry["printed"] is None else beside(entry)
        name = entry["id"] if side == "printed" else f"{entry['id']}, {second}"
        yield name, verdict, _missing(part, verdict) if part["verdict"] == verdict else ""


def _missing(part: Record, verdict: str) -> str:
    """Why a statement is no more than it is."""
    evidence = part["evidence"]
    if verdict == "open":
        weak = [step["claim"] for step in evidence.get("steps", ()) if step["verdict"] == "open"]
        return evidence.get("reason") or (f"rests on {', '.join(weak)}, open" if weak else "")
    if verdict == "refuted":
        at = plain(evidence.get("parameters", {}))
        return f"at {at}" if at else ""
    if verdict == "argued":
        lemmas = sum(told.endswith(UNPROVED) for told in part["words"])
        counts = {"informal step": len(part["words"]) - lemmas, "lemma without a proof": lemmas}
        own = [f"{many} x {what}" for what, many in counts.items() if many]
        weak = [step["claim"] for step in evidence.get("steps", ()) if step["verdict"] == "argued"]
        return "; ".join([*own, *([f"rests on {', '.join(weak)}, argued"] if weak else [])])
    return ""


def run_records(done: Run) -> list[Record]:
    """The records of the chosen claims, in the ledger's order."""
    expected = lock.load()
    return [
        record(result, done.results.get(result.claim.theorem or ""), expected.get(id_))
        for id_, result in ((id_, done.results[id_]) for id_ in done.chosen)
    ]


def _marked(entry: Record) -> Record:
    """The record with what Rocq proved of the claim, if Rocq read the same claim."""
    found = opinion.mark(entry["id"], entry["fingerprint"], opinion.proof_table(), opinion.results_in_rocq())
    return entry | ({"also": found} if found else {})


def run_document(done: Run) -> Record:
    """The complete run, in the form of `verify --json`."""
    records, settings = [*map(_marked, run_records(done))], done.settings
    summary = summarise(records, lock.unexpected(records, lock.load()))
    said = {"schema": SCHEMA, "seed": settings.seed, "profile": settings.profile, "versions": versions()}
    told = {"claims": records, "summary": summary | {"cross_examination": done.examination.told()}}
    return said | {"seal": seal(said | told)} | told


BEAT = 10.0
"""Seconds between two lines of a command that otherwise prints nothing."""


@contextmanager
def heartbeat(name: str, console: Console) -> Iterator[None]:
    """Report every ten seconds that a command is still running, if standard error is not a terminal."""
    if sys.stderr.isatty():
        yield
        return
    over, start = threading.Event(), time.monotonic()

    def beat() -> None:
        while not over.wait(BEAT):
            console.print(f"{name}: running for {time.monotonic() - start:.0f} seconds", markup=False, highlight=False)

    thread = threading.Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def with_progress(check: Callable[..., Run], console: Console) -> Run:
    """Run what takes `progress` with a progress bar on a terminal, and plain lines otherwise."""
    if not sys.stderr.isatty():

        def tell(claim: Claim, number: int, of: int) -> None:
            console.print(f"[{number}/{of}] {claim.id}", markup=False, highlight=False)

        return check(progress=tell)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("verifying", total=None)

        def move(claim: Claim, number: int, of: int) -> None:
            bar.update(task, completed=number, total=of, description=claim.id)

        return check(progress=move)
