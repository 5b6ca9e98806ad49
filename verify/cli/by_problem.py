"""Commands whose options depend on the problem: those for labels, and for users, are loaded when needed."""

import re
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from importlib import import_module
from typing import Any

import click

_LABELS = {"label-classification-": "verify.cli.labels", "label-regression-": "verify.cli.label_regressions"}
_USERS = "verify.cli.users"
OTHER_COMMANDS = (*_LABELS.values(), _USERS)
"""The modules of commands that replace others."""
LABEL_NAMES = tuple(
    f"label-{kind}-{trusted}"
    for kind in ("classification", "regression", "regression-heavy")
    for trusted in ("local", "central")
)
"""The problems of private labels."""
USER_NAMES = "classification", "regression"


class ByProblem(click.Command):
    """A command that is replaced by `label_NAME` of another module if its problem is one of private labels.

    For classification or regression with private users, it is replaced by `user_NAME` of `verify.cli.users`.

    Parameters
    ----------
    options_of : callable, optional
        The options of one problem, each by its first name: `PROBLEM --help` shows no others. Raises ParameterError for
        an unknown problem.
    """

    def __init__(self, *given: Any, options_of: Callable[[str], frozenset[str]] | None = None, **named: Any) -> None:
        super().__init__(*given, **named)
        self._options_of = options_of

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of the command for the problem."""
        problem = self._problem(args)
        if problem is None:
            return super().make_context(info_name, args, parent, **extra)
        for start, module in _LABELS.items():
            if problem.startswith(start):
                return _other(module, f"label_{self.name}").make_context(info_name, args, parent, **extra)
        if problem in USER_NAMES:
            return _other(_USERS, f"user_{self.name}").make_context(info_name, args, parent, **extra)
        command = self
        if self._options_of and not {"--help", "-h"}.isdisjoint(args):
            known = self._options_of(problem)
            command = copy(self)
            # Paragraphs that tell problems apart name PROBLEM, or the help of one of them.
            kept = [text for text in (self.help or "").split("\n\n") if not re.search(r"PROBLEM|--help", text)]
            command.help = "\n\n".join(kept)
            command.params = [one for one in self.params if not isinstance(one, click.Option) or one.opts[0] in known]
        return click.Command.make_context(command, info_name, args, parent, **extra)

    def _problem(self, args: Sequence[str]) -> str | None:
        """The first word that is neither an option nor the value of one: values may have the name of a problem."""
        if args and not args[0].startswith("-"):
            return args[0]
        valued = {name for one in self._options() if not one.is_flag for name in one.opts}
        words = iter(args)
        for word in words:
            if word in valued:
                next(words, None)
            elif not word.startswith("-"):
                return word
        return None

    def _options(self) -> Iterator[click.Option]:
        """The options of the command for any problem."""
        others = (_other(module, f"label_{self.name}") for module in _LABELS.values())
        for command in (self, *others, _other(_USERS, f"user_{self.name}")):
            yield from (one for one in command.params if isinstance(one, click.Option))


def _other(module: str, name: str) -> click.Command:
    found: click.Command = getattr(import_module(module), name)
    return found
