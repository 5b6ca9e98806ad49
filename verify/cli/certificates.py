"""`ratecheck check`: certificates in files, checked without the search; or an export, by Rocq."""

import time
from pathlib import Path

import click

from notation.parameters import ParameterError
from verify.cli.options import harmless, one_line
from verify.prover.certificates import check_file
from verify.prover.checker import CertificateError


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--rocq", is_flag=True, help="DIR is what `export rocq` wrote: have Rocq check it.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="With --rocq: processes.")
@click.option("--minutes", type=click.FloatRange(min=0), help="With --rocq: begin no file after so many minutes.")
@click.option(
    "--table",
    type=click.Path(dir_okay=False, path_type=Path),
    help="With --rocq: the counts, JSON, and beside it as .md.",
)
def check(folder: Path, rocq: bool, jobs: int, minutes: float | None, table: Path | None) -> int:
    """Check the certificates that `verify --certificates DIR` wrote, by the checker alone.

    Nothing of the search is loaded, and nothing in the files is believed: each holds the relations that a claim rests
    on, with a proof, or with a point at which the relation fails.

    With --rocq, Rocq is run on the files of `export rocq` instead, each once: a run that was stopped goes on where it
    was, and of files that an earlier --table tells of nothing is run again. Relations and chains are counted apart.
    What Rocq did not prove is listed, and 1 is the exit status if that is anything beyond what can't be expressed.

    Exit status 0: all hold; 1: some do not, a line for each such file; 2: usage.
    """
    if rocq:
        return _by_rocq(folder, jobs, minutes, table)
    if jobs != 1 or minutes is not None or table is not None:
        raise ParameterError("--jobs, --minutes, --table: go with --rocq")
    files = sorted(folder.rglob("*.json"))
    if not files:
        raise ParameterError(
            f"DIR = {str(folder)!r}: must be a folder of certificates, as `verify --certificates` writes"
        )
    accepted = failed = 0
    for path in files:
        try:
            accepted += check_file(path)
        except CertificateError as error:
            failed += 1
            click.echo(f"{harmless(path)}: {one_line(str(error))}", err=True)
    click.echo(f"{accepted} certificates of {len(files) - failed} claims hold")
    return 1 if failed else 0


def _by_rocq(folder: Path, jobs: int, minutes: float | None, table: Path | None) -> int:
    from verify.ledger.documents import read_json
    from verify.ledger.files import json_text, write_whole
    from verify.rocq import TABLE, kind_of, run
    from verify.rocq.opinion import lines

    before = read_json(table, "table") if table is not None and table.exists() else None
    if before is not None and before.get("schema") != TABLE:
        raise ParameterError(f"--table = {str(table)!r}: holds no table of an earlier run")
    found = run.check(
        folder,
        jobs,
        until=None if minutes is None else time.time() + 60 * minutes,
        before=before,
        progress=lambda id_, number, of: click.echo(f"[{number}/{of}] {id_}", err=True),
    )
    failed = {name: told for name, told in found.theorems.items() if kind_of(told) == "failed"}
    for name, told in [*sorted(found.relations.items()), *sorted(failed.items())]:
        if told != "proved":
            click.echo(f"{name}: {harmless(told)}", err=True)
    for axiom in found.foreign:
        click.echo(f"rests on {axiom}, which is no axiom of the reals or of machine arithmetic", err=True)
    by_kind = {"relations": found.counts(), "chains": found.counts_of_theorems()}
    for kind, counts in by_kind.items():
        if counts:
            click.echo(
                f"Rocq {found.rocq}, Interval {found.interval}: {counts.get('proved', 0)} {kind} proved, "
                f"{counts.get('failed', 0)} not, {counts.get('inexpressible', 0)} inexpressible"
            )
    if found.waiting:
        click.echo(f"{found.waiting} files were not begun")
    if table is not None:
        kept = run.table(found)
        write_whole(table, json_text(kept) + "\n")
        write_whole(table.with_suffix(".md"), "\n".join(lines(kept)) + "\n")
    return 1 if failed or found.counts().get("failed") or found.foreign or found.waiting else 0
