"""`ratecheck check`: certificates in files, checked without the search."""

from pathlib import Path

import click

from notation.parameters import ParameterError
from verify.cli.options import harmless, one_line
from verify.prover.certificates import check_file
from verify.prover.checker import CertificateError


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def check(folder: Path) -> int:
    """Check the certificates that `verify --certificates DIR` wrote, by the checker alone.

    Nothing of the search is loaded, and nothing in the files is believed: each holds the relations that a claim rests
    on, with a proof, or with a point at which the relation fails.

    Exit status 0: all hold; 1: some do not, a line for each such file; 2: usage.
    """
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
