"""`ratecheck check`: certificates in files, checked without the search; or an export, by Rocq."""

import fnmatch
import time
from collections import Counter
from pathlib import Path
from typing import Any

import click

from notation.parameters import ParameterError
from verify.cli.options import Whole, harmless, one_line
from verify.kernel.prover.certificates import check_file
from verify.kernel.prover.checker import CertificateError
from verify.ledger import lock

_SHOWN = 10
"""How many missing claims are named."""


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("ids", nargs=-1, metavar="[ID or glob ...]")
@click.option("--rocq", is_flag=True, help="DIR is what `export rocq` wrote: have Rocq check it.")
@click.option("--jobs", type=Whole(min=1), default=1, show_default=True, help="With --rocq: processes.")
@click.option("--minutes", type=click.FloatRange(min=0), help="With --rocq: start no new file after this many minutes.")
@click.option(
    "--table",
    type=click.Path(dir_okay=False, path_type=Path),
    help="With --rocq: the counts, as JSON, and next to it as .md.",
)
def check(folder: Path, ids: tuple[str, ...], rocq: bool, jobs: int, minutes: float | None, table: Path | None) -> int:
    """Check the certificates that `verify --certificates DIR` wrote, by the checker alone.

    The search is not loaded, and nothing in the files is trusted: each holds the relations that a claim depends on,
    with a proof, or with a point at which the relation fails. The locks record how many relations a claim depends on,
    and a digest of these: a file of another claim, with fewer relations, or with others is refused. Claims whose file
    is missing are counted; with an ID they are listed, as errors.

    With --rocq, Rocq is run on the files of `export rocq` instead: a stopped run resumes, and
    what an earlier --table lists as proved is not run again. Relations and chains are counted separately. What Rocq
    did not prove is listed, and the exit status is 1 unless all of that is inexpressible.

    Exit status 0: all hold; 1: some do not, or are missing of the claims named, a line for each; 2: usage.
    """
    if rocq:
        if ids:
            raise ParameterError(f"ID = {ids[0]!r}: cannot be used with --rocq")
        return _by_rocq(folder, jobs, minutes, table)
    if jobs != 1 or minutes is not None or table is not None:
        raise ParameterError("--jobs, --minutes, --table: only with --rocq")
    files = sorted(folder.rglob("*.json"))
    if not files:
        raise ParameterError(
            f"DIR = {str(folder)!r}: must be a folder of certificates, as `verify --certificates` writes"
        )
    locked = lock.load()
    expected = {id_: n for id_, entry in locked.items() if (n := entry.get("certificates")) and _is_asked(id_, ids)}
    accepted = failed = 0
    for path in files:
        id_ = path.relative_to(folder).with_suffix("").as_posix()
        try:
            _require_locked(id_, locked)
            accepted += check_file(path, id_, locked[id_].get("certificates"), locked[id_].get("relations"))
        except CertificateError as error:
            failed += 1
            click.echo(f"{harmless(path)}: {one_line(str(error))}", err=True)
        expected.pop(id_, None)
    click.echo(f"{accepted} certificates of {len(files) - failed} claims hold")
    if expected and ids:
        more = f" and {len(expected) - _SHOWN} more" if len(expected) > _SHOWN else ""
        click.echo(f"not found, and expected by the lock: {', '.join([*expected][:_SHOWN])}{more}", err=True)
    elif expected:
        noun = "claim has" if len(expected) == 1 else "claims have"
        click.echo(f"{len(expected)} other {noun} certificates by the lock, and no file here", err=True)
    return 1 if failed or (ids and expected) else 0


def _is_asked(id_: str, ids: tuple[str, ...]) -> bool:
    return not ids or any(fnmatch.fnmatchcase(id_, pattern) for pattern in ids)


def _require_locked(id_: str, locked: dict[str, dict[str, Any]]) -> None:
    if id_ not in locked:
        raise CertificateError(f"{id_} is no claim of the locks")


def _by_rocq(folder: Path, jobs: int, minutes: float | None, table: Path | None) -> int:
    from verify.files import json_text, write_whole
    from verify.ledger.rocq import kind_of, results, run
    from verify.ledger.rocq.opinion import known, table_lines

    before = known(table) if table is not None and table.exists() else None
    found = run.check_folder(
        folder,
        jobs,
        until=None if minutes is None else time.time() + 60 * minutes,
        before=before,
        progress=lambda name, number, of: click.echo(f"[{number}/{of}] {name}", err=True),
    )
    told = {kind: found.told(kind) for kind in ("relations", "theorems")}
    for name, said in [*sorted(told["relations"].items()), *sorted(told["theorems"].items())]:
        if kind_of(said) == "failed" or (kind_of(said) == "inexpressible" and name in told["relations"]):
            click.echo(f"{name}: {harmless(said)}", err=True)
    closed = found.closed
    for name, one in sorted(closed.items()):
        if one["found"] != "proved":
            click.echo(f"{name}: {harmless(one['found'])}", err=True)
    for axiom in found.foreign:
        click.echo(f"rests on {axiom}, which is no axiom of the reals or of machine arithmetic", err=True)
    counts = {kind: Counter(map(kind_of, said.values())) for kind, said in told.items()}
    for kind, of in counts.items():
        if of:
            click.echo(
                f"Rocq {found.rocq}, Interval {found.interval}: {of['proved']} {kind} proved, "
                f"{of['failed']} not, {of['inexpressible']} inexpressible"
            )
    whole = counts["relations"] + counts["theorems"]
    if closed:
        whole += Counter(kind_of(one["found"]) for one in closed.values())
        proved = sum(one["found"] == "proved" for one in closed.values())
        click.echo(f"{proved} of {len(closed)} closed theorems proved from the definitions")
    if whole["waiting"]:
        click.echo(f"{whole['waiting']} were not begun")
    if table is not None:
        kept = run.run_table(found, before)
        write_whole(table, json_text(kept) + "\n")
        write_whole(table.with_suffix(".md"), "\n".join(table_lines(kept)) + "\n")
        of_results = results.results(kept)
        write_whole(table.with_name("results.json"), json_text(of_results) + "\n")
        write_whole(table.with_name("results.md"), "\n".join(results.result_lines(of_results)) + "\n")
    return 1 if whole["failed"] or whole["waiting"] or found.foreign else 0
