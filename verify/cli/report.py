"""`ratecheck report`: a run of the ledger as a static site."""

from functools import partial
from importlib.util import find_spec
from pathlib import Path

import click
from rich.console import Console

from notation.parameters import ParameterError
from verify.cli.ledger import RUN
from verify.cli.options import Whole
from verify.cli.verification import heartbeat, run_document, with_progress
from verify.kernel.statements.outcome import Settings
from verify.ledger.collect import select
from verify.ledger.held import held
from verify.ledger.run import run
from verify.ledger.seal import is_sealed, sources
from verify.workers import prepare


@click.command()
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("out/report"),
    show_default=True,
    help="The folder; an older report there is replaced.",
)
@RUN
@click.option("--jobs", type=Whole(min=1), default=1, show_default=True, help="Worker processes.")
@click.option(
    "--lessons/--no-lessons", default=True, show_default=True, help="Execute the worked lessons and include them."
)
def report(out: Path, run_file: Path | None, jobs: int, lessons: bool) -> int:
    """Write the ledger as a web site: every claim with its evidence, errata, plots, and dependencies.

    Open index.html in a browser; it needs no network and no script. Without --run, a quick run is made first.
    Exit status 1, and no report, if a cell of a lesson fails.
    """
    # Templates and plots are slow to load, and no other command needs them.
    from verify.site.folder import check_place
    from verify.site.lessons.execute import LessonError, executed
    from verify.site.lessons.notebook import lesson_names, notebook
    from verify.site.site import build

    check_place(out)
    with heartbeat("report", Console(stderr=True)):
        sources()
        prepare(jobs)
        if run_file is not None and run_file.resolve().is_relative_to(out.resolve()):
            raise ParameterError(
                f"--run = {str(run_file)!r}: lies in {str(out)!r}, which is replaced; name another folder"
            )
        if lessons and find_spec("markdown_it") is None:
            click.echo("report: without the lessons, which need pip install 'ratecheck[lessons]'", err=True)
            lessons = False
        if run_file is not None:
            found = held(run_file)
            document = found.document
            for line in found.told():
                click.echo(line, err=True)
        else:
            chosen = [claim for claim in select(()) if claim.in_quick]
            done = with_progress(partial(run, chosen, Settings(), jobs), Console(stderr=True))
            document = run_document(done)
        scripts = [notebook(name) for name in lesson_names()] if lessons else []
        # What the run found is what a lesson would find again: of the same claims, with the same settings.
        again = is_sealed(document) and (document["profile"], document["seed"]) == ("quick", 0)
        execute = partial(executed, jobs=jobs, records=document["claims"] if again else ())
        try:
            number = build(document, out, jobs, scripts, execute if scripts else None)
        except LessonError as error:
            click.echo(f"ratecheck: {error}", err=True)
            return 1
    click.echo(f"{number} pages: {out / 'index.html'}")
    return 0
