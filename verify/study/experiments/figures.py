"""The figures of papers that can be reproduced: grids, what a cell is worked out by, drawings and sentences about them.

Each paper registers its own (`experiments` of notation.papers.Paper).
"""

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from notation.papers import papers, per_ledger
from notation.parameters import ParameterError
from verify.study.experiments import sweep
from verify.study.experiments.sweep import Cell

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SCALES = ("default", "paper")

Row = Mapping[str, Any]
"""A sweep's row, to be read."""


@dataclass(frozen=True)
class Saying:
    """A sentence of the paper, the criterion that it is compared with, what is seen, and whether that meets it.

    `claim` is the ledger's id of the sentence; its verdict may rest on more than one figure shows.
    """

    claim: str
    place: str
    sentence: str
    criterion: str
    seen: str
    holds: bool

    @property
    def verdict(self) -> str:
        """In a word for a table."""
        return "seen" if self.holds else "not seen"


Judge = Callable[[Sequence[Row]], Saying]


@dataclass(frozen=True)
class Experiment:
    """A figure of a paper: what is computed, what draws it, and what is said about it.

    `on_file` makes it the same figure on a file of your own data, given a seed; `data` names those data.
    """

    name: str
    title: str
    cells: Callable[[str], list[Cell]]
    work: Callable[[Cell], sweep.Row]
    draw: Callable[[Sequence[Row]], "Figure"]
    judges: Sequence[Judge]
    notes: str
    seeded: bool = False
    on_file: "Callable[[Path, int], Experiment] | None" = None
    data: str = ""

    def sayings(self, rows: Sequence[Row]) -> list[Saying]:
        """The paper's sentences about the figure, each with what is seen."""
        return [judge(rows) for judge in self.judges]


@per_ledger
def experiments() -> dict[str, Experiment]:
    """Those of all registered papers by name, in their order; raises ParameterError where a name stands twice."""
    found: dict[str, Experiment] = {}
    for paper in papers().values():
        for module in paper.experiments:
            for experiment in paper.part(module, "EXPERIMENTS", tuple):
                if experiment.name in found:
                    raise ParameterError(f"paper = {paper.key!r}: a figure {experiment.name!r} is registered twice")
                found[experiment.name] = experiment
    return found


def find(name: str) -> Experiment:
    """The experiment of that name; raises ParameterError where there is none."""
    if name not in experiments():
        raise ParameterError(f"name = {name!r}: is an unknown figure; available: {', '.join(experiments()) or 'none'}")
    return experiments()[name]


def on_file(experiment: Experiment, path: Path, seed: int) -> Experiment:
    """The figure on a person's file; raises ParameterError where it is of no file, or the file will not do."""
    if experiment.on_file is None:
        raise ParameterError(f"data = {str(path)!r}: the figure {experiment.name} does not use a data file")
    return experiment.on_file(path, seed)


def as_csv(rows: Sequence[Row]) -> str:
    """The rows as comma-separated values, an empty field where a row has no number."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    stream = io.StringIO()
    writer = csv.DictWriter(stream, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()
