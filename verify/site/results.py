"""The map of results: every numbered result with a rate, next to the best lower bound and the risk of an estimator.

All numbers are those at which the caption of the result's own curves compares them, as multiples of the best lower
bound that is known here for its problem: where a mark stands at 1, the bounds meet.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from verify.site.exhibits.bounds import Bounded, Compared
from verify.site.exhibits.figure import times
from verify.site.names import result_name
from verify.site.plot import number
from verify.site.views import PaperView, numbered

LOW, HIGH = 1e-4, 1e10
"""The ratios at the two ends of the scale; what is beyond stands at the end, with an arrow."""

_MEETS = 1.01
"""Bounds that differ by less than this factor are one on the map: the tables have five digits."""


@dataclass(frozen=True)
class ResultRow:
    """One row of the map: the result's claim and name, its bounds, and the sizes at which they are compared."""

    id: str
    name: str
    compared: Compared
    sizes: tuple[tuple[str, str], ...]

    @property
    def best(self) -> float:
        """The best lower bound: of the table, or the result's own where that is larger."""
        return max(self.compared.lower, self.compared.own.get(">=", 0.0))

    @property
    def below(self) -> float | None:
        """The result's lower bound over the best, where it has one."""
        return self._over(self.compared.own.get(">="))

    @property
    def above(self) -> float | None:
        """The result's upper bound over the best lower bound, where it has one."""
        return self._over(self.compared.own.get("<="))

    @property
    def risk(self) -> float | None:
        """The estimator's risk over the best lower bound, where it is known."""
        return self._over(self.compared.risk)

    @property
    def meets(self) -> bool:
        """Whether one of the result's bounds is the best lower bound."""
        return any(bound is not None and 1 / _MEETS <= bound <= _MEETS for bound in (self.below, self.above))

    def _over(self, bound: float | None) -> float | None:
        return None if bound is None else bound / self.best

    @property
    def gap(self) -> str:
        """The risk over the best lower bound in words; a dash where it is not known."""
        if self.risk is None:
            return "–"
        return f"×{times(self.risk)}" if self.risk <= HIGH else f"> {HIGH:.0e}".replace("1e+", "10^")

    @property
    def words(self) -> str:
        """What the row shows, for those who do not see it."""
        told = [f"{times(x)} times the best lower bound from {side}" for x, side in self._bounds() if x is not None]
        if self.risk is not None:
            told.append(f"the risk of {self.compared.estimator} {times(self.risk)} times")
        at = ", ".join(f"{name} = {value}" for name, value in self.sizes)
        return f"{self.name} at n = {self.compared.n:,}, {at}: {'; '.join(told) or 'trivial at these sizes'}"

    def _bounds(self) -> tuple[tuple[float | None, str], ...]:
        return (self.below, "below"), (self.above, "above")


def map_rows(papers: Sequence[PaperView]) -> list[tuple[PaperView, list[ResultRow]]]:
    """The rows of each paper that has some, in the paper's order."""
    found = []
    for paper in papers:
        rows = []
        for result, view in ((result, view) for result, views in numbered(paper.claims) for view in views):
            drawn = next((x for x in view.shelf.gaps if isinstance(x, Bounded) and x.compared), None)
            if drawn is not None and drawn.compared is not None:
                rows.append(ResultRow(view.id, result_name(result, view.id), drawn.compared, drawn.parameters))
        if rows:
            found.append((paper, rows))
    return found


def place(ratio: float) -> float:
    """Where a ratio stands on the scale, in per cent from its left end."""
    inner = min(max(ratio, LOW), HIGH)
    return round(100 * math.log(inner / LOW) / math.log(HIGH / LOW), 2)


def scale() -> Markup:
    """The numbers of the scale."""
    body = [
        Markup('<text x="{}%" y="12" text-anchor="middle">{}</text>').format(place(tick), number(tick))
        for tick in (1e-3, 1, 1e3, 1e6, 1e9)
    ]
    words = "A logarithmic scale from a thousandth to a thousand million times the best lower bound"
    return _svg(words, body, 16)


def track(row: ResultRow) -> Markup:
    """One row: a line at 1, a bar to the result's bounds, and a dot at the risk."""
    body = [
        Markup('<line class="grid" x1="{0}%" x2="{0}%" y1="0" y2="20"/>').format(place(tick))
        for tick in (1e-3, 1e3, 1e6, 1e9)
    ]
    body.append(Markup('<line class="level" x1="{0}%" x2="{0}%" y1="0" y2="20"/>').format(place(1)))
    for ratio, side in row._bounds():
        if ratio is None:
            continue
        end, kind = place(ratio), "promise" if side == "above" else "gap"
        body.append(Markup('<line class="{}" x1="{}%" x2="{}%" y1="10" y2="10"/>').format(kind, place(1), end))
        if LOW <= ratio <= HIGH:
            body.append(Markup('<line class="{}" x1="{}%" x2="{}%" y1="4" y2="16"/>').format(kind, end, end))
        else:
            anchor = "start" if ratio < LOW else "end"
            sign = "◂" if ratio < LOW else "▸"
            body.append(Markup('<text x="{}%" y="15" text-anchor="{}">{}</text>').format(end, anchor, sign))
    if row.risk is not None:
        body.append(Markup('<circle class="dot" cx="{}%" cy="10" r="4"/>').format(place(row.risk)))
    return _svg(row.words, body, 20)


def _svg(words: str, body: Sequence[Markup], height: int) -> Markup:
    drawn = '<svg class="track" role="img" aria-label="{}" width="100%" height="{}">{}</svg>'
    return Markup(drawn).format(words, height, Markup("").join(body))


def map_summary(found: Sequence[tuple[PaperView, Sequence[ResultRow]]]) -> str:
    """What the map says as a whole."""
    rows = [row for _, rows in found for row in rows]
    meeting = [row for row in rows if row.meets]
    near = min((row for row in rows if row.risk is not None), key=lambda row: row.risk or 0.0, default=None)
    said = f"{len(rows)} numbered results with a rate. For {len(meeting)} the bound is itself the best lower bound."
    if near is not None and near.risk is not None:
        said += f" The smallest gap that an estimator leaves is a factor of {times(near.risk)}, at {near.id}."
    return said
