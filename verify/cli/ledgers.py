"""The option --ledger: one folder of papers instead of the registered ones, for every command on claims."""

from pathlib import Path
from typing import Any

import click

OF_LEDGERS = frozenset(
    {"check", "errata", "facts", "figure", "graph", "impact", "lessons", "list", "report", "show", "verify"}
)
"""The commands that read papers."""


def with_ledger(command: click.Command) -> click.Command:
    """The command with the option, which is read before all others."""
    # Where papers are found is asked of commands on claims alone.
    from notation.papers import LEDGER

    if not any(parameter.name == "ledger" for parameter in command.params):
        command.params.append(
            click.Option(
                ["--ledger"],
                type=click.Path(exists=True, file_okay=False, path_type=Path),
                metavar="DIR",
                expose_value=False,
                is_eager=True,
                callback=_use,
                help=f"The papers of this folder, not the registered ones; {LEDGER} says the same.",
            )
        )
    return command


def _use(_context: click.Context, _option: click.Parameter, folder: Any) -> None:
    from notation.papers import use_ledger

    if folder is not None:
        use_ledger(folder)
