"""Privacy plans drawn from the plans themselves: who sends what in which stage, and what each user spends in all."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from markupsafe import Markup

from upperbounds.channels import LaplaceHistogram, LaplaceOnInterval, RoundedResponse, UnaryEncoding
from upperbounds.channels.budget import PartOfBudget
from upperbounds.channels.gaussian import GaussianOnBall
from upperbounds.channels.loss import PrivacyLoss
from upperbounds.estimator import Plan
from upperbounds.protocols.coordinates import CoordinatePlan
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.registry import by_name
from verify.site.exhibits.figure import Exhibit, Row, box, label, svg
from verify.site.plot import WIDTH, line

_LEFT, _ROW, _BARS, _RIGHT = 96.0, 18.0, 48.0, 10.0
_LETTER = 8.0
_OVER = "over"


@dataclass(frozen=True)
class Column:
    """Users who do the same: which rows they send, and what they spend in multiples of epsilon (None: no pure loss)."""

    users: range
    stage: str
    sends: frozenset[int]
    spend: Fraction | None

    @property
    def told(self) -> str:
        """The users, from 1."""
        return f"{self.users.start + 1:,}–{self.users.stop:,}" if len(self.users) > 1 else f"{self.users.start + 1:,}"


@dataclass(frozen=True)
class Sheet:
    """One plan as it is drawn."""

    name: str
    rows: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def unanswered(self) -> list[str]:
        """Rows that nobody sends."""
        return [name for k, name in enumerate(self.rows) if not any(k in column.sends for column in self.columns)]

    @property
    def worst(self) -> Fraction | None:
        """The largest spend of any user."""
        known = [column.spend for column in self.columns if column.spend is not None]
        return max(known) if known else None

    @property
    def idle(self) -> int:
        """How many users send nothing."""
        return sum(len(column.users) for column in self.columns if not column.sends)


def sheet_of_rounds(name: str, plan: Plan, spend: Sequence[tuple[range, PrivacyLoss]] | None) -> Sheet:
    """A plan whose rows are its rounds; `spend` is its exact spend, None where no message has a finite ratio."""
    protocol = plan.protocol()
    rounds = protocol.rounds
    if spend is None:
        ends = sorted({0, protocol.n} | {end for r in rounds for end in (r.users.start, r.users.stop)})
        runs: list[tuple[range, Fraction | None]] = [(range(a, b), None) for a, b in pairwise(ends)]
    else:
        runs = [(users, loss.multiple()) for users, loss in spend]
    columns = []
    for users, multiple in runs:
        sends = frozenset(k for k, step in enumerate(rounds) if users.start in step.users)
        columns.append(Column(users, " and ".join(rounds[k].name for k in sorted(sends)), sends, multiple))
    return Sheet(name, tuple(step.name for step in rounds), tuple(columns))


def sheet_of_coordinates(name: str, plan: CoordinatePlan) -> Sheet:
    """A plan whose rows are coordinates and whose columns are folds, first of the voters, then of the refiners."""
    split = plan.split
    runs = plan.spend()
    columns = []
    for half, stage in enumerate(("localise", "refine")):
        for k, sends in enumerate(split.sends):
            start = half * split.half + k * split.fold
            users = range(start, start + split.fold)
            loss = next((loss for run, loss in runs if start in run), None)
            columns.append(Column(users, stage, frozenset(sends), loss.multiple() if loss else Fraction(0)))
    if 2 * split.half < split.n:
        columns.append(Column(range(2 * split.half, split.n), "left out", frozenset(), Fraction(0)))
    return Sheet(name, tuple(f"coordinate {j + 1}" for j in range(split.coordinates)), tuple(columns))


def drawn(sheets: Sequence[Sheet]) -> Markup:
    """The sheets one under the other: cells where users send, bars of what they spend, a line at epsilon."""
    body: list[Markup] = []
    y = 0.0
    for sheet in sheets:
        part, y = sheet_drawn(sheet, y, named=len(sheets) > 1)
        body += part
    return svg(" ".join(_words(sheet) for sheet in sheets), y, body)


def sheet_drawn(sheet: Sheet, y: float, *, named: bool = True) -> tuple[list[Markup], float]:
    """One sheet from height y on, and where it ends."""
    wide = (WIDTH - _LEFT - _RIGHT) / len(sheet.columns)
    body = [label(4, y + 14, sheet.name, "name", "start")] if named else []
    y += 36 if named else 18
    for stage in dict.fromkeys(column.stage for column in sheet.columns):
        places = [k for k, column in enumerate(sheet.columns) if column.stage == stage]
        body.append(label(_LEFT + wide * (places[0] + places[-1] + 1) / 2, y - 5, stage))
    for row, name in enumerate(sheet.rows):
        body.append(label(_LEFT - 8, y + _ROW * row + 13, name, "", "end"))
        for k, column in enumerate(sheet.columns):
            kind = "sent" if row in column.sends else "silent"
            body.append(box(_LEFT + wide * k + 1, y + _ROW * row + 1, wide - 2, _ROW - 2, kind))
    y += _ROW * len(sheet.rows) + 14
    told = [column.told for column in sheet.columns]
    if all(len(words) * _LETTER < wide for words in told):
        body += [label(_LEFT + wide * (k + 0.5), y, words) for k, words in enumerate(told)]
    else:
        body.append(label(_LEFT + wide * len(told) / 2, y, f"{told[0]}, {told[1]}, …, {told[-1]}"))
    body.append(label(_LEFT - 8, y, "users", "", "end"))
    y += 8
    if sheet.worst is None:
        return body, y + 14
    most = max(Fraction(1), sheet.worst)
    floor = y + _BARS + 10
    level = floor - _BARS * float(1 / most)
    for k, column in enumerate(sheet.columns):
        high = _BARS * float((column.spend or 0) / most)
        kind = _OVER if (column.spend or 0) > 1 else "first"
        body.append(box(_LEFT + wide * k + 3, floor - high, wide - 6, high, kind))
    body += [
        line(_LEFT, WIDTH - _RIGHT, level, level, "level"),
        label(_LEFT - 8, level + 4, "ε", "", "end"),
        label(_LEFT - 8, floor, "spent", "", "end"),
    ]
    return body, floor + 20


def _words(sheet: Sheet) -> str:
    told = f"{sheet.name}: {len(sheet.rows)} rows of what is sent, {len(sheet.columns)} groups of users."
    if sheet.worst is not None:
        told += f" The most that a user spends is {_spent(sheet.worst)}."
    if sheet.unanswered:
        told += f" No user sends {', '.join(sheet.unanswered)}."
    return told


def _spent(multiple: Fraction | None) -> str:
    return "no finite ratio" if multiple is None else f"{multiple} ε"


def _table(sheets: Sequence[Sheet]) -> tuple[Row, ...]:
    """The same as rows: plan, users, stage, what is sent, spend."""
    rows = []
    for sheet in sheets:
        for column in sheet.columns:
            sends = ", ".join(sheet.rows[k] for k in sorted(column.sends)) or "nothing"
            rows.append((sheet.name, column.told, column.stage, sends, _spent(column.spend)))
    return tuple(rows)


def told_sent(channel: Any) -> str:
    """What a message is, in words, from the channel that draws it."""
    match channel:
        case PartOfBudget():
            told = f"{told_sent(channel.channel)} (at {channel.share} of ε)"
        case UnaryEncoding():
            hot = "the bin" if channel.hot == 1 else f"{channel.hot} bins about the bin"
            told = f"{channel.bins} bit{'s' if channel.bins > 1 else ''} that mark {hot} of the user's mean, each by randomised response"
        case LaplaceHistogram():
            noise = f"Laplace noise of scale {float(channel.scale):.3g} on each"
            told = f"a vote for one of {channel.bins} bins, plus {noise}"
        case LaplaceOnInterval():
            length = float(np.max(np.asarray(channel.upper - channel.lower, dtype=float)))
            noise = f"Laplace noise of scale {float(channel.scale):.3g}"
            told = f"a number clipped to an interval of length {length:.3g}, plus {noise}"
        case RoundedResponse():
            told = "one bit: the number rounded to an end of the interval at random, then randomised response"
        case GaussianOnBall():
            noise = f"Gaussian noise of deviation {channel.sigma:.3g}"
            told = f"a vector cut to a ball of radius {channel.radius:.3g}, plus {noise}"
        case _:
            raise TypeError(f"{type(channel).__name__}: no text for what it sends")
    return told


def messages(plan: TwoStage | CoordinatePlan | Plan) -> str:
    """What each round sends, in words."""
    inner = plan.each if isinstance(plan, CoordinatePlan) else plan
    told = []
    for step in inner.protocol().rounds:
        # A winner stands for whichever one; the channel's size does not depend on it.
        state = 0 if isinstance(inner, TwoStage) else None
        many = f"{step.messages} times: " if step.messages > 1 else ""
        told.append(f"{step.name}: {many}{told_sent(step.channel(state))}")
    return "; ".join(told)


def sentence(words: str) -> str:
    """Words as a sentence."""
    return f"{words[:1].upper()}{words[1:]}."


def parameters(**values: object) -> tuple[tuple[str, str], ...]:
    """Parameters as an exhibit shows them."""
    return tuple((name, f"{value:g}" if isinstance(value, float) else str(value)) for name, value in values.items())


def exhibit(title: str, sheets: Sequence[Sheet], caption: str, at: tuple[tuple[str, str], ...]) -> Exhibit:
    """Plans side by side as one exhibit, its table with the same content."""
    header = ("plan", "users", "stage", "sends", "spends in all")
    return Exhibit(title, drawn(sheets), caption, at, header, _table(sheets))


def one_sheet(estimator: str, title: str, plan: Any, at: tuple[tuple[str, str], ...], more: str = "") -> Exhibit:
    """A univariate plan of an estimator of the mean; its spend is that of the same plan in symbols."""
    exact = by_name("mean", estimator).exact(plan)
    sheet = sheet_of_rounds(title, plan, exact.protocol().spend())
    return exhibit(title, [sheet], sentence(messages(plan)) + more, at)


def deltas(sheet: Sheet, spent: dict[str, float], claimed: float) -> tuple[list[Markup], float]:
    """The plan's rounds, and below the decimal exponents of the exact deltas next to the claimed one."""
    cells, y = sheet_drawn(sheet, 0.0)
    left, right, low = 96.0, WIDTH - 10.0, -14.0
    scale = (right - left) / -low
    body = [*cells]
    for name, value in spent.items():
        place = left + scale * (max(float(np.log10(value)), low) - low)
        body.append(box(left, y, place - left, 14, "over" if value > claimed else "first"))
        body.append(label(left - 8, y + 12, name, "", "end"))
        body.append(label(place + 6, y + 12, f"δ = {value:.2g}", "", "start"))
        y += 20
    mark = left + scale * (float(np.log10(claimed)) - low)
    body += [line(mark, mark, y - 42, y + 2, "level"), label(mark, y + 16, f"claimed: {claimed:g}")]
    return body, y + 24
