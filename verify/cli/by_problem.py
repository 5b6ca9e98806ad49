"""Commands whose options depend on the problem: those for labels, and for users, are loaded when needed."""

from importlib import import_module
from typing import Any

import click

_MODULES = {"label-classification-": "verify.cli.labels", "label-regression-": "verify.cli.label_regressions"}
LABEL_NAMES = {
    f"{prefix}{trusted}": module
    for prefix, module in (*_MODULES.items(), ("label-regression-heavy-", _MODULES["label-regression-"]))
    for trusted in ("local", "central")
}
"""The module of each problem of private labels."""
USER_NAMES = "classification", "regression"


class ByProblem(click.Command):
    """A command that is replaced by `label_NAME` of another module if its problem is one of private labels.

    For classification or regression with private users, it is replaced by `user_NAME` of `verify.cli.users`.
    """

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of the command for the problem."""
        # A word like these further on may be a file's name.
        found = [LABEL_NAMES[word] for word in args if word in LABEL_NAMES]
        found += [module for prefix, module in _MODULES.items() if args and args[0].startswith(prefix)]
        if found:
            other: click.Command = getattr(import_module(found[0]), f"label_{self.name}")
            return other.make_context(info_name, args, parent, **extra)
        # Columns may have these names too: a problem stands first, or last behind options.
        if args and (args[0] in USER_NAMES or (args[0].startswith("-") and args[-1] in USER_NAMES)):
            learn: click.Command = getattr(import_module("verify.cli.users"), f"user_{self.name}")
            return learn.make_context(info_name, args, parent, **extra)
        return super().make_context(info_name, args, parent, **extra)
