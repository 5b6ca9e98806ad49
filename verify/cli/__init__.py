"""The command line: `ratecheck`."""

import contextlib
import io
import os
import sys
from concurrent.futures import BrokenExecutor
from importlib import import_module

import click

from notation.parameters import ParameterError
from verify.cli.ledgers import OF_LEDGERS, with_ledger

__all__ = ["main"]


_COMMANDS = {
    "bound": ("bound", "Show what no estimator can beat, and what each estimator guarantees and attains."),
    "check": ("certificates", "Check the certificates that `verify --certificates DIR` wrote, by the checker alone."),
    "errata": ("ledger", "Show the findings, the most costly first."),
    "estimate": ("estimate", "Estimate from your own data, one row per observation, with epsilon-LDP for each user."),
    "figure": ("figure", "Make a figure of a paper again."),
    "graph": ("ledger", "Show what leans on what."),
    "impact": ("ledger", "Show what falls if one claim does, and how each stands."),
    "lessons": ("lessons", "Write the worked lessons as notebooks, NAME.ipynb, executed."),
    "list": ("ledger", "Show the ledger without running it."),
    "new": (
        "new",
        "Write a ledger for a paper of your own: three claims to replace, a guide, and a workflow for GitHub.",
    ),
    "plan": (
        "plan",
        "Find the least n, m or epsilon that brings an error down to a target, and what nobody can do with less.",
    ),
    "report": ("report", "Write the ledger as a site to read."),
    "show": ("ledger", "Show one claim."),
    "verify": ("verification", "Check claims and compare the verdicts with the lock."),
}
"""The module of each command, which is loaded when the command is called, and what the help says of it."""


class _Commands(click.Group):
    """Commands that are imported when they are called: to list them is to load none."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, if there is one of that name."""
        if cmd_name not in _COMMANDS:
            return None
        module = import_module(f"verify.cli.{_COMMANDS[cmd_name][0]}")
        command: click.Command = getattr(module, "list_" if cmd_name == "list" else cmd_name)
        return with_ledger(command) if cmd_name in OF_LEDGERS else command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The names, and what each does."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, told) for name, (_, told) in _COMMANDS.items()])


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    invoke_without_command=True,
)
@click.version_option(package_name="ratecheck")
@click.pass_context
def commands(context: click.Context) -> None:
    """Hold four papers on user-level local differential privacy to their word, and use their estimators."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help(), err=True)
        context.exit(2)


def main() -> None:
    """Run a command; an error that a user can cause is one line on standard error and exit status 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Statements hold letters that not every terminal's encoding has.
            stream.reconfigure(errors="backslashreplace")
    try:
        status = commands.main(prog_name="ratecheck", standalone_mode=False)
    except ParameterError as error:
        _refuse(str(error))
    except click.ClickException as error:
        _refuse(error.format_message())
    except click.Abort:
        click.echo("ratecheck: stopped", err=True)
        sys.exit(130)
    except BrokenExecutor:
        _refuse("a worker process was killed: is there too little memory for --jobs?")
    except OSError as error:
        # A full disk under standard output or the store; click has dealt with a closed pipe.
        _drop_output()
        _refuse(str(error))
    sys.exit(status if isinstance(status, int) else 0)


def _drop_output() -> None:
    """Let what standard output still holds go nowhere: the interpreter would fail on it again at its end."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _refuse(message: str) -> None:
    click.echo(f"ratecheck: {' '.join(message.split())}", err=True)
    sys.exit(2)
