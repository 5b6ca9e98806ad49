"""Tables of numbers in a terminal."""

from collections.abc import Iterable, Sequence

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table


def show_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows under their columns: the first and what has no title to the left, numbers to the right.

    A number that is cut to fit is another number; a line that is too long is only ugly.
    """
    view = Table(box=SIMPLE, pad_edge=False, show_edge=False, padding=(0, 0))
    for place, title in enumerate(columns):
        view.add_column(title, justify="right" if place and title else "left", no_wrap=True)
    for row in rows:
        view.add_row(*row)
    console = Console()
    console.width = max(console.width, console.measure(view, options=console.options.update(max_width=1000)).maximum)
    console.print(view)
