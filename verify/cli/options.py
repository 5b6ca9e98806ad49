"""Common code of the commands for plans and data: numbers as people write them, and options of problems."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from notation.papers import papers
from notation.parameters import ParameterError, count, interval
from notation.problem import Problem
from notation.setting import Setting

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


def seed_checked(seed: int | None) -> None:
    """Raise ParameterError for an invalid seed."""
    if seed is not None:
        count("--seed", seed, 0)


def setting_of(n: int, m: int, epsilon: float, **sizes: Any) -> Setting:
    """The setting, with defaults for sizes that are not given; raises ParameterError."""
    given = {size: value for size, value in sizes.items() if value is not None}
    return Setting(n, m, epsilon=epsilon, **given)


def option(*names: str, **more: Any) -> click.Option:
    """An option as a value, for the commands that have it."""
    return click.Option(list(names), **more)


_FILE = click.Path(dir_okay=False, path_type=Path)
EPSILON = option("--epsilon", type=number, required=True)
USERS = option("--n", type=integer, required=True, help="Users.")
SAMPLES = option("--m", type=integer, required=True, help="Samples of each user.")
PEOPLE = option("--n", type=integer, required=True, help="People, one labelled point each.")
JSON = option("--json", "as_json", is_flag=True, help="Print JSON.")
DATA = option("--data", type=_FILE, required=True, help="CSV or Parquet file.")
USER = option("--user", required=True, help="Column that names the user.")
ESTIMATOR = option("--estimator", "name", help="By name. Default: chosen by public numbers; the reason is printed.")
SEED = option("--seed", type=integer, help="For study only: if others learn the seed, privacy is lost.")
CLIP = option(
    "--clip", "--project", "clip", is_flag=True, help="Move what is outside to the nearest value, or scale it into"
    " the ball.",
)  # fmt: skip
SAME_LAW = option("--same-law", is_flag=True, help="Users are i.i.d.: allow the two-round estimators, which need that.")
COVER = option(
    "--cover", type=_FILE, required=True, help="Public CSV or Parquet file with a centre in each row, its name in the"
    " column of --user, its coordinates in those of --value.",
)  # fmt: skip
PREDICT = option("--predict", type=_FILE, help="A second file with these features.")
BOX = (
    option("--lower", type=numbers, required=True, metavar="A[,...]", help="Lower end of the box, public."),
    option("--upper", type=numbers, required=True, metavar="B[,...]", help="One for all features, or one for each."),
)
RULE = (
    PREDICT,
    option("--beta", type=number, default=1.0, show_default=True, help="Smoothness that the cells are chosen for."),
    option("--cells", type=integer, help="Cells along each axis; else chosen by public numbers."),
    option("--estimator", "name", help="By name; see `ratecheck bound`."),
    SEED,
    option(
        "--plot", "figure", type=click.Path(path_type=Path), metavar="FILE",
        help="One or two features: draw the fitted rule, and no data, as a .png or .svg.",
    ),
    JSON,
)  # fmt: skip
"""Options of the commands that learn a rule."""


def samples(*, required: bool = False) -> click.Option:
    """The option for the number of rows of a user."""
    why = "" if required else " Needed where the method depends on it, as with --same-law."
    told = f"Use this many rows of each user, drawn at random; all of a user with fewer. A public number.{why}"
    return option("--m", "m", type=integer, required=required, help=told)


SIZES = {
    "d": option("--d", type=integer, required=True, help="Dimensions: how many coordinates."),
    "D": option(
        "--half-width", "--radius", "--D", "D", type=number, metavar="D",
        help="Data are on [-D, D] in each coordinate, or in the ball of radius D.  [default: 1]",
    ),
    "p": option("--moment", "--p", "p", type=number, metavar="P", help="The order of the moment.  [default: 4]"),
    "M": option("--moment-bound", "--M", "M", type=number, metavar="M", help="The moment is at most M.  [default: 1]"),
    "s": option("--s", type=integer, required=True, help="The most nonzero coordinates."),
    "beta": option("--beta", type=integer, required=True, help="Smoothness, a whole number."),
    "r": option("--class-radius", "--r", "r", type=number, metavar="R", help="Radius of the class.  [default: 1]"),
    "K": option("--components", "--K", "K", type=integer, metavar="K", required=True, help="Components."),
    "delta": option("--delta", type=number, help="Approximate privacy.  [default: 0]"),
    "L": option("--lipschitz", "--L", "L", type=number, metavar="L", help="Losses are L-Lipschitz.  [default: 1]"),
    "R": option(
        "--domain-radius", "--R", "R", type=number, metavar="R",
        help="Parameters are in the l_2 ball of radius R.  [default: 1]",
    ),
}  # fmt: skip
"""The options of sizes, by the field of a setting that they fill."""

_ENDS = (
    option("--lower", type=number, metavar="A", help="Data are on [A, B]; in place of --half-width."),
    option("--upper", type=number, metavar="B", help="See --lower."),
)


def size_options(problem: Problem) -> Iterator[click.Option]:
    """The options of a problem's sizes, for `sizes_of`."""
    for size in problem.sizes:
        yield SIZES[size]
        if size == "D" and problem.known == "range":
            yield from _ENDS


def sizes_of(*, lower: float | None = None, upper: float | None = None, **sizes: Any) -> dict[str, Any]:
    """The values of `size_options`, by field of a setting; None for those not given. Raises ParameterError."""
    if lower is None and upper is None:
        return sizes
    if lower is None or upper is None:
        raise ParameterError(f"{'--lower' if lower is None else '--upper'}: both ends are needed")
    if sizes["D"] is not None:
        raise ParameterError(f"--half-width = {sizes['D']:g}: cannot be used with --lower and --upper")
    low, high = interval("--lower", lower, "--upper", upper)
    return sizes | {"D": high / 2 - low / 2}
