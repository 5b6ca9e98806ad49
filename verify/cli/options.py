"""Common code of the commands for plans and data: numbers as people write them, and options of problems."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from notation.papers import papers
from notation.parameters import ParameterError, interval
from notation.problem import Problem
from notation.setting import Setting

F = TypeVar("F", bound=Callable[..., Any])

MOST_LETTERS = 200
"""How many characters of a name, a path or a header the terminal shows; these are untrusted."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that move a cursor, end a line or change the direction of writing, and those that no file can hold."""

_LONG = re.compile(r"'[^']{%d,}'|\"[^\"]{%d,}\"|\([^()]{%d,}\)|\S{%d,}" % ((MOST_LETTERS,) * 4))  # noqa: UP031

SEEDED = "--seed: anyone who knows the seed can remove the noise; this output is not private."


def draws(drawn: Sequence[str]) -> dict[str, Any]:
    """What the answers drew, for JSON; each is drawn with its exact probability."""
    return {"draws": "exact", "drawn": list(drawn)}


def drawn_line(drawn: Sequence[str], seeded: bool) -> str:
    """The last line of an estimate: what was drawn exactly, or that a seed makes it not private."""
    if seeded:
        return SEEDED
    return (
        f"Every answer was drawn with its exact probability ({', '.join(drawn)}): rounding of noise does not affect the"
        " privacy."
    )


def harmless(text: object) -> str:
    """A name, a path or a header for a terminal: at most 200 characters in one line, control characters escaped."""
    plain = _CONTROL.sub(lambda found: f"\\x{ord(found.group()):02x}", str(text))
    return plain if len(plain) <= MOST_LETTERS else f"{plain[: MOST_LETTERS - 23]}...{plain[-20:]}"


def one_line(message: str) -> str:
    """A message for a terminal: the parts that repeat an argument are cut as names are, and so is the whole."""
    told = _CONTROL.sub(lambda found: f"\\x{ord(found.group()):02x}", " ".join(message.split()))
    told = _LONG.sub(lambda found: harmless(found.group()), told)
    return told if len(told) <= 5 * MOST_LETTERS else f"{told[: 4 * MOST_LETTERS]}...{told[-MOST_LETTERS:]}"


class Whole(click.IntRange):
    """An integer of at least `min`, with digits not grouped by `_`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number."""
        if isinstance(value, str) and "_" in value:
            self.fail(f"{value!r} is not a whole number: digits take no underscores", param, ctx)
        return super().convert(value, param, ctx)


class PaperKey(click.ParamType):  # type: ignore[type-arg]  # generic in new versions of click alone
    """A paper by its key: one of the registered papers, which are looked up when needed."""

    name = "paper"

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """The keys."""
        return f"[{'|'.join(sorted(papers()))}]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The key, if there is such a paper."""
        if value not in papers():
            self.fail(f"{value!r} is not one of {', '.join(map(repr, sorted(papers())))}.", param, ctx)
        return str(value)


def number(text: str) -> float:
    """A number as `float` reads it, except for digits grouped by `_`; its range is checked where it is used."""
    # A default is a number already.
    if "_" in str(text):
        raise click.BadParameter(f"{text!r} is not a number: digits take no underscores")
    try:
        return float(text)
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a number") from None


def numbers(text: str) -> tuple[float, ...]:
    """One number, or several separated by commas."""
    return tuple(number(part) for part in text.split(","))


RULE_PLOT: Callable[..., Any] = click.option(
    "--plot", "figure", type=click.Path(path_type=Path), metavar="FILE",
    help="One or two features: draw the fitted rule, and no data, as a .png or .svg.",
)  # fmt: skip
"""Options of the commands that learn a rule."""


def integer(text: str) -> int:
    """A whole number, also as 1e6."""
    value = number(text)
    try:
        return int(text)
    except ValueError:
        pass
    if not value.is_integer():
        raise click.BadParameter(f"{text!r} is not a whole number")
    return int(value)


WEAK = 10.0
"""The epsilon beyond which there is little protection: e^10 is 22,026."""


def weak_lines(epsilon: float) -> list[str]:
    """The lines for an epsilon with little protection, for commands whose lines begin with a name; else none."""
    if not epsilon > WEAK:
        return []
    return [
        f"warning         epsilon = {epsilon:g} gives little protection, as any above {WEAK:g}:",
        f"                a message may be e^{epsilon:g} times as likely with other data",
    ]


def setting_of(n: int, m: int, epsilon: float, **sizes: Any) -> Setting:
    """The setting, with defaults for sizes that are not given; raises ParameterError."""
    given = {size: value for size, value in sizes.items() if value is not None}
    return Setting(n, m, epsilon=epsilon, **given)


def take(problem: str, needed: Mapping[str, object], refused: Mapping[str, object]) -> None:
    """Raise ParameterError if an option of the problem is missing, or an option of other problems is given."""
    for option, given in refused.items():
        if given is not None and given is not False:
            told = ",".join(map(str, given)) if isinstance(given, tuple) else given
            shown = option if given is True else f"{option} = {told}"
            raise ParameterError(f"{shown}: is not an option of the problem {problem}")
    for option, given in needed.items():
        if given is None:
            raise ParameterError(f"{option}: is needed for the problem {problem}")


FLAGS = {
    "d": "--d",
    "D": "--half-width",
    "p": "--moment",
    "M": "--moment-bound",
    "s": "--s",
    "beta": "--beta",
    "r": "--class-radius",
    "K": "--components",
    "delta": "--delta",
    "L": "--lipschitz",
    "R": "--domain-radius",
}
"""The options of a problem's sizes, by the field of a setting that they fill."""

_NEEDED = ("d", "s", "beta", "K")
"""Sizes that a problem requires; the others have a default."""

_SIZES: tuple[Callable[[Any], Any], ...] = (
    click.option(
        "--d", "d", type=integer, help="Dimensions of vectors, also for mean-heavy (1 for numbers); infinite-*:"
        " coordinates, in infinite-sobolev coefficients.",
    ),
    click.option(
        "--half-width", "--radius", "--D", "D", type=number, metavar="D",
        help="Data are on [-D, D], or [-D, D]^d in mean-linf, or in the l_2 or l_1 ball of radius D.  [default: 1]",
    ),
    click.option(
        "--lower", type=number, metavar="A", help="mean, mean-linf: data are on [A, B]; in place of --half-width."
    ),
    click.option("--upper", type=number, metavar="B", help="See --lower."),
    click.option("--moment", "--p", "p", type=number, metavar="P", help="Heavy tails: the order.  [default: 4]"),
    click.option(
        "--moment-bound", "--M", "M", type=number, metavar="M",
        help="Heavy tails: E|X_k|^P <= M for every k, or E||X||^P <= M in mean-heavy-l2.  [default: 1]",
    ),
    click.option("--s", "s", type=integer, help="Sparse means: the most nonzero coordinates."),
    click.option("--beta", "beta", type=integer, help="Densities: smoothness, a whole number."),
    click.option("--class-radius", "--r", "r", type=number, metavar="R", help="Densities: radius of the class."),
    click.option("--components", "--K", "K", type=integer, metavar="K", help="Mixtures: components."),
    click.option(
        "--delta", "delta", type=number,
        help="infinite-*, optimisation: approximate privacy.  [default: 0]",
    ),
    click.option(
        "--lipschitz", "--L", "L", type=number, metavar="L", help="Optimisation: losses are L-Lipschitz.  [default: 1]"
    ),
    click.option(
        "--domain-radius", "--R", "R", type=number, metavar="R",
        help="Optimisation: parameters are in the l_2 ball of radius R.  [default: 1]",
    ),
)  # fmt: skip


def options(*found: Callable[[Any], Any]) -> Callable[[F], F]:
    """Several options of a command as one decorator, in the order in which they are to be shown."""

    def add(command: F) -> F:
        for option in reversed(found):
            command = option(command)
        return command

    return add


size_options = options(*_SIZES)
"""The options of every problem's sizes: a command gets them by field, and `lower` and `upper`."""


def sizes_of(problem: Problem, given: Mapping[str, Any]) -> dict[str, Any]:
    """The values of `size_options`, by field of a setting; None for options that were not given.

    Raises ParameterError if a required size is missing, or a size that the problem does not take is given.
    """
    half_width = _half_width(problem, given["D"], given["lower"], given["upper"])
    sizes = {size: given[size] for size in FLAGS} | {"D": half_width}
    take(
        problem.name,
        {FLAGS[size]: sizes[size] for size in problem.sizes if size in _NEEDED},
        {flag: sizes[size] for size, flag in FLAGS.items() if size not in problem.sizes},
    )
    return sizes


def _half_width(problem: Problem, D: float | None, lower: float | None, upper: float | None) -> float | None:
    """D from the ends of the range, if they are given; raises ParameterError."""
    if lower is None and upper is None:
        return D
    if problem.known != "range":
        raise ParameterError(f"--lower, --upper: are not options of the problem {problem.name}")
    if lower is None or upper is None:
        raise ParameterError(f"{'--lower' if lower is None else '--upper'}: both ends are needed")
    if D is not None:
        raise ParameterError(f"--half-width = {D:g}: cannot be used with --lower and --upper")
    low, high = interval("--lower", lower, "--upper", upper)
    return high / 2 - low / 2
