"""Commands whose options hang on the problem: those for private labels are loaded where one is named."""

from importlib import import_module
from typing import Any

import click

LABEL_PREFIX = "label-classification-"
LABEL_NAMES = f"{LABEL_PREFIX}local", f"{LABEL_PREFIX}central"


class ByProblem(click.Command):
    """A command that gives way to `label_NAME` of `verify.cli.labels` where its problem is one of private labels."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of the command that the problem asks for."""
        # A word like these further on may be a file's name.
        if args and (args[0].startswith(LABEL_PREFIX) or any(word in LABEL_NAMES for word in args)):
            other: click.Command = getattr(import_module("verify.cli.labels"), f"label_{self.name}")
            return other.make_context(info_name, args, parent, **extra)
        return super().make_context(info_name, args, parent, **extra)
