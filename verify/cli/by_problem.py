"""Commands whose options hang on the problem: those for labels, and for users, are loaded where one is named."""

from importlib import import_module
from typing import Any

import click

LABEL_PREFIX = "label-classification-"
LABEL_NAMES = f"{LABEL_PREFIX}local", f"{LABEL_PREFIX}central"
USER_NAMES = "classification", "regression"


class ByProblem(click.Command):
    """A command that gives way to `label_NAME` of `verify.cli.labels` where its problem is one of private labels.

    Where it is classification or regression of private users, it gives way to `user_NAME` of `verify.cli.users`.
    """

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of the command that the problem asks for."""
        # A word like these further on may be a file's name.
        if args and (args[0].startswith(LABEL_PREFIX) or any(word in LABEL_NAMES for word in args)):
            other: click.Command = getattr(import_module("verify.cli.labels"), f"label_{self.name}")
            return other.make_context(info_name, args, parent, **extra)
        # Columns may have these names too: a problem stands first, or last behind options.
        if args and (args[0] in USER_NAMES or (args[0].startswith("-") and args[-1] in USER_NAMES)):
            learn: click.Command = getattr(import_module("verify.cli.users"), f"user_{self.name}")
            return learn.make_context(info_name, args, parent, **extra)
        return super().make_context(info_name, args, parent, **extra)
