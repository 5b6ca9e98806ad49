"""`ratecheck export`: the relations that claims depend on, and chains, for another program to check."""

from pathlib import Path

import click

from verify.cli.options import Whole


@click.command()
@click.argument("form", metavar="rocq", type=click.Choice(["rocq"]))
@click.argument("ids", nargs=-1, metavar="[ID or glob ...]")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="The folder to write to.")
@click.option(
    "--chains/--no-chains",
    default=True,
    show_default=True,
    help="Write chains as theorems, too: those of the ids, or of all numbered results; with --since, of these alone.",
)
@click.option(
    "--since",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A table of `check --rocq`: leave out claims that it lists unchanged, and those not asked for.",
)
@click.option("--jobs", type=Whole(min=1), default=1, show_default=True, help="Processes.")
def export(form: str, ids: tuple[str, ...], out: Path, chains: bool, since: Path | None, jobs: int) -> int:
    """Write certified relations and chains as Rocq files, to be checked by another program.

    Files for each claim, for Coq 8.16 with the Interval library. Each lemma's proof follows the tree of the
    relation's certificate. The library of foundations is copied; facts and numbered results that it proves from
    definitions are theorems. Chains become theorems too: the hypotheses of one are what its chain cites, named after
    the cited theorems, and a point at which they hold follows. `ratecheck check DIR --rocq` checks the files with Rocq;
    this command needs only the ledger. An id that matches nothing is an error; without ids, all claims.
    """
    from verify.ledger.collect import select
    from verify.ledger.rocq.export import Chains
    from verify.ledger.rocq.export import export as write
    from verify.ledger.rocq.opinion import known

    which: Chains = "none" if not chains else "all" if ids and since is None else "numbered"
    entries = write(select(ids), out, which, known(since) if since is not None else None, jobs)
    relations = [told for entry in entries.values() for told in entry["relations"].values() if "in" not in told]
    untold = sum("inexpressible" in told for told in relations)
    click.echo(f"{len(relations) - untold} relations of {len(entries)} claims written to {out}; {untold} inexpressible")
    if chains:
        theorems = {name: told for entry in entries.values() for name, told in entry.get("theorems", {}).items()}
        untold = sum("inexpressible" in told for told in theorems.values())
        click.echo(f"{len(theorems) - untold} chains as theorems; {untold} inexpressible")
    return 0
