"""What the cells of a lesson show: claims as the ledger judges them, and tables.

Every value shows itself as plain text, and richer where a page or Jupyter can.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from notation.parameters import ParameterError
from verify.kernel.statements.outcome import Settings
from verify.ledger.collect import select
from verify.ledger.reading import Record, beside, verdicts
from verify.ledger.record import record
from verify.ledger.run import run
from verify.site.lessons.chart import Chart
from verify.site.words import handwritten, typeset

CLAIM = "application/vnd.ratecheck.claim+json"
"""The kind of output that carries a claim's record, for the page."""

SLIDER = "application/vnd.ratecheck.slider+json"
"""The kind of output that says which row of a table a page shows first, where the reader chooses."""


@dataclass(frozen=True)
class Judged:
    """A claim with the verdicts that a run found when the cell was executed.

    Attributes
    ----------
    entry : Record
        The claim's record in the run.
    """

    entry: Record

    @property
    def id(self) -> str:
        """The claim's id."""
        return str(self.entry["id"])

    @property
    def printed(self) -> str | None:
        """The verdict on the statement as printed; None where no paper prints it."""
        return verdicts(self.entry)["printed"]

    @property
    def corrected(self) -> str | None:
        """The verdict on the correction, or on a claim of ours; None where the printed statement stands."""
        return verdicts(self.entry)["corrected"]

    @property
    def refuted(self) -> bool:
        """Whether the printed statement is false."""
        return self.printed == "refuted"

    @property
    def stands(self) -> bool:
        """Whether it is established, by proof, check or argument: as printed, or its correction, or a claim of ours."""
        return bool({"proved", "checked", "argued"} & {self.printed, self.corrected})

    def sides(self, which: str = "printed") -> tuple[float, float]:
        """The left and the right side at the parameters of the evidence.

        Parameters
        ----------
        which : {"printed", "corrected"}, default "printed"
            Which statement.

        Returns
        -------
        tuple of (float, float)
            The left and the right side.

        Raises
        ------
        ParameterError
            Where the evidence has no two sides as numbers.
        """
        evidence = (self.entry[which] or {}).get("evidence", {})
        if "left" not in evidence:
            raise ParameterError(f"{self.id}: the {which} statement has no two sides as numbers")
        left, right = (sum(evidence[side]) / 2 for side in ("left", "right"))
        return left, right

    def __repr__(self) -> str:
        lines = [f"{self.id} ({self.entry['location']}): {self.entry['title']}"]
        for name, said in self._said():
            lines.append(f"  {name}, {said['verdict']}: {said['statement']}")
        return "\n".join(lines)

    def _said(self) -> list[tuple[str, Record]]:
        named = (("printed", "as printed"), ("corrected", beside(self.entry)))
        return [(name, self.entry[side]) for side, name in named if self.entry[side]]

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        lines = [f"**{self.entry['title']}** (`{self.id}`, {self.entry['location']})"]
        lines += [f"*{name}, {said['verdict']}:* ${said['statement']}$" for name, said in self._said()]
        if self.entry["correction"]:
            told = "What changes" if self.refuted else "How it differs"
            lines.append(f"{told}: {self.entry['correction']}.")
        kept = {name: self.entry[name] for name in ("id", "location", "title", "correction", "note")}
        sides = {
            side: {name: said[name] for name in ("statement", "verdict")} if (said := self.entry[side]) else None
            for side in ("printed", "corrected")
        }
        return {"text/markdown": "\n\n".join(lines), CLAIM: kept | sides}


_JUDGED: dict[str, Record] = {}


def remember(records: Mapping[str, Record]) -> None:
    """Let `judge` answer from the records of a run, by id: one of the claims as they are, in the quick profile."""
    _JUDGED.clear()
    _JUDGED.update(records)


def judge(*patterns: str) -> dict[str, Judged]:
    """Judge claims again (ids, or with `*`), and all that they depend on, in the quick profile; by id.

    In a report the run that it is of has judged them. Raises ParameterError for a pattern that matches nothing.
    """
    chosen = select(patterns)
    # Whether a theorem survives is not asked here, so theorems are judged only where something leans on them.
    found = run([claim for claim in chosen if claim.id not in _JUDGED], Settings(), theorems=False).results
    return {c.id: Judged(_JUDGED.get(c.id) or record(found[c.id], None, None)) for c in chosen}


def walk(ledger: dict[str, Judged], ids: Iterable[str]) -> "Table":
    """Claims as a table: what each says, and its verdicts."""
    rows = [
        (
            Markup("<code>{}</code>").format(i),
            handwritten(ledger[i].entry["title"]),
            ledger[i].printed or "not printed",
            ledger[i].corrected or "",
        )
        for i in ids
    ]
    return Table(("claim", "what it says", "as printed", "corrected, or ours"), rows, stacked=True)


@dataclass(frozen=True)
class Table:
    """A small table; numbers are set to four digits."""

    header: Sequence[str]
    rows: Sequence[Sequence[object]]
    caption: str = ""
    stacked: bool = False
    """Whether a telephone shows each row as a block: the first two cells, then each with the name of its column."""

    def __repr__(self) -> str:
        cells = [list(self.header), *([cell_text(value) for value in row] for row in self.rows)]
        widths = [max(len(row[place]) for row in cells) for place in range(len(self.header))]
        lines = [
            "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in cells
        ]
        return "\n".join(([self.caption] if self.caption else []) + lines)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        return {"text/html": str(self.html())}

    def html(self, places: Sequence[float] = ()) -> Markup:
        """The table for a page; `places` are written into its rows, for a script."""
        rows = [f' data-at="{place:.1f}"' for place in places] or [""] * len(self.rows)
        number = [any(isinstance(row[place], int | float) for row in self.rows) for place in range(len(self.header))]
        head = Markup("").join(
            Markup('<th scope="col"{}>{}</th>').format(Markup(' class="number"') if right else "", typeset(name))
            for name, right in zip(self.header, number, strict=True)
        )
        body = Markup("\n").join(
            Markup("<tr{}>{}</tr>").format(
                Markup(at),
                Markup("").join(
                    _cell(value, right, name if self.stacked else "")
                    for value, right, name in zip(row, number, self.header, strict=True)
                ),
            )
            for at, row in zip(rows, self.rows, strict=True)
        )
        caption = Markup('<p class="caption">{}</p>\n').format(typeset(self.caption)) if self.caption else ""
        kind = Markup(' class="stacked"') if self.stacked else ""
        return Markup("{}<table{}><thead><tr>{}</tr></thead>\n<tbody>{}</tbody></table>").format(
            caption, kind, head, body
        )


@dataclass(frozen=True)
class Slider:
    """A parameter that the reader chooses among values for which all was computed: a row of the table for each.

    The first column is the parameter. Where a chart is given, it has the parameter across. A page without a script, and
    a notebook, show the whole table.
    """

    table: Table
    start: int
    """The row that is shown first."""
    chart: Chart | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.start < len(self.table.rows):
            raise ParameterError(f"start = {self.start}: must be a row of the table, 0 to {len(self.table.rows) - 1}")

    def __repr__(self) -> str:
        return f"{self.chart!r}\n{self.table!r}" if self.chart else repr(self.table)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        return {"text/html": self.html(), SLIDER: {"start": self.start}}

    def html(self) -> str:
        """The chart, then the table."""
        chosen = [float(row[0]) for row in self.table.rows]  # type: ignore[arg-type]
        drawing = self.chart.svg(chosen[self.start]) if self.chart else ""
        places = [self.chart.place(x) for x in chosen] if self.chart else []
        return f"{drawing}{self.table.html(places)}"


def cell_text(value: object) -> str:
    """A value in a table: floats to four digits."""
    if isinstance(value, float):
        return handwritten(f"{value:.4g}").replace("-", "−")
    if isinstance(value, Markup):
        return value.striptags()
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def _cell(value: object, right: bool, of: str = "") -> Markup:
    shown = value if isinstance(value, Markup) else typeset(value) if isinstance(value, str) else cell_text(value)
    named = Markup(' data-of="{}"').format(of) if of else ""
    return Markup("<td{}{}>{}</td>").format(Markup(' class="number"') if right else "", named, shown)
