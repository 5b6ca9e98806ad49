"""Tables of numbers in a terminal."""

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from verify.study.worst import VACUOUS


def lower_line(who: str, error: str, least: Mapping[str, Any], root: str = "") -> str:
    """A lower bound in a line, or the word trivial, because a number close to 0 is not informative."""
    if least["vacuous"]:
        smallest = f"{least['smallest_known_risk']:.4g}"
        return f"lower bound trivial here: at most {VACUOUS:g} times the smallest known risk, {smallest}"
    return f"no private {who} has {error} below {least['value']:.4g}{root} ({least['source']})"


def worse_lines(rows: Iterable[Mapping[str, Any]], constant: float, what: str = "a constant") -> list[str]:
    """A line for each estimator whose risk is above that of the best constant, which needs no data."""
    return [
        f"worse      {row['name']}: risk {row['risk']['value']:.3g}; {what} does better, with {constant:.3g}"
        for row in rows
        if isfinite(row["risk"]["value"]) and row["risk"]["value"] - row["risk"]["error"] > constant
    ]


def show_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows under their columns: the first column, and columns without a title, to the left, numbers to the right.

    Numbers are never cut to fit, because a cut number would be wrong; lines may be too long.
    """
    view = Table(box=SIMPLE, pad_edge=False, show_edge=False, padding=(0, 0))
    for place, title in enumerate(columns):
        view.add_column(title, justify="right" if place and title else "left", no_wrap=True)
    for row in rows:
        view.add_row(*row)
    console = Console()
    console.width = max(console.width, console.measure(view, options=console.options.update(max_width=1000)).maximum)
    console.print(view)
