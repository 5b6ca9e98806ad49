"""The command line: `ratecheck`."""

import os
import sys
from concurrent.futures import BrokenExecutor
from importlib import import_module

import click

from notation.parameters import ParameterError
from verify.cli.ledgers import OF_LEDGERS, with_ledger
from verify.program import ended

__all__ = ["main"]


_COMMANDS = {
    "bound": ("bound", "Show the best lower bound, and what each estimator guarantees and attains."),
    "check": ("certificates", "Check the certificates that `verify --certificates DIR` wrote, by the checker alone."),
    "errata": ("ledger", "List errors, most severe first."),
    "estimate": ("estimate", "Estimate from your own data, one row per observation, with epsilon-LDP for each user."),
    "export": ("export", "Write certified relations and chains as Rocq files, to be checked by another program."),
    "facts": ("facts", "List the definitions, theorems and lemmas that chains cite."),
    "figure": ("figure", "Reproduce a figure of a paper."),
    "graph": ("ledger", "Show which claims depend on which."),
    "impact": ("ledger", "Show the claims that depend on one claim, with their verdicts."),
    "lessons": ("lessons", "Write the worked lessons as executed notebooks, NAME.ipynb."),
    "list": ("ledger", "Show the ledger without running it."),
    "new": (
        "new",
        "Write a ledger for a paper of your own: three claims to replace, a guide, and a workflow for GitHub.",
    ),
    "plan": (
        "plan",
        "Find the smallest n, m or epsilon that reaches a target error, and a lower bound on what any method needs.",
    ),
    "report": ("report", "Write the ledger as a web site."),
    "show": ("ledger", "Show one claim."),
    "verify": ("verification", "Check claims and compare the verdicts with the lock."),
}
"""The module of each command, which is loaded when the command is called, and what the help says of it."""


class _Commands(click.Group):
    """Commands that are imported when called; listing them loads none."""

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
        """The names with what each command does."""
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
    """Check the claims of four papers on user-level local differential privacy, and use their estimators."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help(), err=True)
        context.exit(2)


def main() -> None:
    """Run a command in a process that continues, and raise SystemExit with its exit status."""
    ended(run)


def run() -> int:
    """Run a command, and return its exit status; an error that a user can cause is one line, with status 2."""
    if "_RATECHECK_COMPLETE" in os.environ:
        commands.main(prog_name="ratecheck")
    try:
        # Not `main`, whose exit status of a closed pipe is that of an unexpected verdict.
        with commands.make_context("ratecheck", sys.argv[1:]) as context:
            status = commands.invoke(context)
    except click.exceptions.Exit as left:
        return left.exit_code
    except ParameterError as error:
        return _refused(str(error))
    except click.ClickException as error:
        return _refused(error.format_message())
    except BrokenExecutor:
        return _refused("a worker process was killed: is there too little memory for --jobs?")
    except MemoryError:
        return _refused("there is too little memory for this")
    return status if isinstance(status, int) else 0


def _refused(message: str) -> int:
    # It needs more than this module, which every command waits for.
    from verify.cli.options import one_line

    click.echo(f"ratecheck: {one_line(message)}", err=True)
    return 2
