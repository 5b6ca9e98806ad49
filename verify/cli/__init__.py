"""The command line: `ratecheck`."""

import sys

import click

from notation.parameters import ParameterError
from verify.cli.ledger import errata, graph, impact, list_, show
from verify.cli.mean import bound, estimate
from verify.cli.verification import verify

__all__ = ["main"]


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="ratecheck")
def commands() -> None:
    """Hold four papers on user-level local differential privacy to their word, and use their estimators."""


for command in (list_, verify, show, errata, graph, impact, bound, estimate):
    commands.add_command(command)


def main() -> None:
    """Run a command; an error that a user can cause is one line on standard error and exit status 2."""
    try:
        status = commands.main(standalone_mode=False)
    except ParameterError as error:
        _refuse(str(error))
    except click.UsageError as error:
        _refuse(error.format_message().replace("\n", " "))
    except click.Abort:
        click.echo("ratecheck: stopped", err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(1)
    sys.exit(status if isinstance(status, int) else 0)


def _refuse(message: str) -> None:
    click.echo(f"ratecheck: {message}", err=True)
    sys.exit(2)
