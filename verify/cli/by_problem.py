"""Commands whose options hang on the problem: those for private labels are loaded where one is named."""

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


class ByProblem(click.Command):
    """A command that gives way to `label_NAME` of another module where its problem is one of private labels."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of the command that the problem asks for."""
        # A word like these further on may be a file's name.
        found = [LABEL_NAMES[word] for word in args if word in LABEL_NAMES]
        found += [module for prefix, module in _MODULES.items() if args and args[0].startswith(prefix)]
        if found:
            other: click.Command = getattr(import_module(found[0]), f"label_{self.name}")
            return other.make_context(info_name, args, parent, **extra)
        return super().make_context(info_name, args, parent, **extra)
