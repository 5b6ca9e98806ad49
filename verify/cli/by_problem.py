"""Groups of commands, one for each problem, with the options of that problem alone."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from types import MappingProxyType
from typing import Any

import click

from notation.parameters import ParameterError, shown
from notation.problem import ALIASES, TITLES

_FAMILIES = {
    "label-classification": "labels",
    "label-regression": "label_regressions",
    "classification": "users",
    "regression": "users",
}
"""The modules of the commands of problems, by the beginning of their names; others are next to their group."""
FLAGS = frozenset(("--best", "--by-risk", "--clip", "--help", "--json", "--project", "--same-law", "-h"))
"""Options without a value: an option has none in all problems, or a value in all."""


class OfProblem(click.Command):
    """The command of one problem; what it refuses names the problem."""

    def __init__(
        self, problem: str, run: Callable[..., None], told: str, options: Iterable[click.Parameter], **more: Any
    ) -> None:
        super().__init__(problem, params=list(options), callback=run, help=told, **more)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The words as options."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            # What is near one letter is every other letter.
            near = get_close_matches(
                error.option_name, [x for x in error.possibilities or () if len(x) > 4], cutoff=0.75
            )
            told = f"; did you mean {' or '.join(near)}?" if near else ""
            raise ParameterError(f"{error.option_name}: is not an option of the problem {self.name}{told}") from None
        except click.MissingParameter as error:
            needed = error.param.opts[0] if error.param else error.param_hint
            raise ParameterError(f"{needed}: is needed for the problem {self.name}") from None


class ByProblem(click.Group):
    """A group with a command for each problem, made when called: `NAME_of(problem)` of a module of `verify.cli`.

    Parameters
    ----------
    problems : dict from str to str, optional
        Its problems, with what each is in a line.
    families : dict from str to str, optional
        The modules of commands that are not next to the group, by the beginning of the problem's name.
    """

    def __init__(
        self,
        *given: Any,
        problems: Mapping[str, str] = TITLES,
        families: Mapping[str, str] = MappingProxyType({}),
        **named: Any,
    ) -> None:
        super().__init__(*given, **named)
        self.subcommand_metavar, self.options_metavar = "PROBLEM [OPTIONS]", ""
        self._problems, self._families = problems, {**_FAMILIES, **families}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The problems."""
        return list(self._problems)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a problem, or of an alias of one."""
        problem = cmd_name if cmd_name in self._problems else ALIASES.get(cmd_name, "")
        if problem not in self._problems:
            return None
        known = (module for start, module in self._families.items() if problem.startswith(start))
        made = getattr(import_module(f"verify.cli.{next(known, self.name)}"), f"{self.name}_of")
        command: click.Command = made(problem)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The problem in front: it may stand behind options."""
        if ctx.resilient_parsing:
            # A shell completes words: nothing is wrong with a line that is not yet written.
            return super().parse_args(ctx, args)
        place = self._place(args)
        if place is None:
            if {"-h", "--help"}.isdisjoint(args):
                raise ParameterError(f"PROBLEM: is needed; must be one of {', '.join(self._problems)}")
            args = ["--help"]
        else:
            args = [args[place], *args[:place], *args[place + 1 :]]
        return super().parse_args(ctx, args)

    @staticmethod
    def _place(args: Sequence[str]) -> int | None:
        """Where the first word stands that is neither an option nor the value of one."""
        place = 0
        while place < len(args) and args[place].startswith("-"):
            place += 1 if args[place] in FLAGS or "=" in args[place] else 2
        return place if place < len(args) else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The problem's command; raises ParameterError for another word."""
        if not ctx.resilient_parsing and self.get_command(ctx, args[0]) is None:
            raise ParameterError(f"problem = {shown(args[0])}: must be one of {', '.join(self._problems)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The problems with what each is."""
        with formatter.section("Problems"):
            formatter.write_dl(list(self._problems.items()))
