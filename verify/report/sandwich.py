"""The gaps between lower and upper bounds for the mean: lower bound, risk and explicit bound, as one picture."""

import math
from dataclasses import dataclass
from functools import cache

import numpy as np
from markupsafe import Markup

from lowerbounds.registry import best
from notation.setting import Setting
from upperbounds.registry import of_problem
from verify.report.plot import RIGHT, WIDTH, axis, labels
from verify.study.risk import worst_risk

PLACES = ((2000, 100, 2.0), (100_000, 100, 1.0), (1_000_000, 1000, 0.5))
"""(n, m, epsilon) at which the gaps are shown; data on [-1, 1]."""

_NAMES, _ROW, _TOP, _BOTTOM = 128, 24, 8, 26


@dataclass(frozen=True)
class Row:
    """One estimator at one place.

    `upper` is None where its explicit bound says nothing; `ratio`, risk over lower bound, where it protects no users.
    """

    name: str
    risk: float
    method: str
    upper: float | None
    ratio: float | None


@dataclass(frozen=True)
class Sandwich:
    """What no private estimator can beat at one place, and what each estimator attains and guarantees there."""

    n: int
    m: int
    epsilon: float
    lower: float
    source: str
    rows: list[Row]

    @property
    def private(self) -> list[Row]:
        """The estimators that protect users, the one with the least risk first."""
        return sorted((row for row in self.rows if row.ratio is not None), key=lambda row: row.risk)


@cache
def sandwiches() -> tuple[Sandwich, ...]:
    """The gaps at all places; computed when it is called, as `ratecheck bound` does."""
    return tuple(_sandwich(*place) for place in PLACES)


def _sandwich(n: int, m: int, epsilon: float) -> Sandwich:
    setting = Setting(n, m, epsilon=epsilon)
    lower = best("mean", setting)
    rows = []
    for estimator in of_problem("mean"):
        risk = worst_risk(estimator, setting)
        upper = estimator.bound(setting)
        private = estimator.protects_users and math.isfinite(risk.value)
        rows.append(
            Row(
                estimator.name,
                risk.value,
                risk.method,
                None if upper.vacuous else upper.value,
                risk.value / lower.value if private else None,
            )
        )
    return Sandwich(n, m, epsilon, lower.value, lower.source, rows)


def svg(found: Sandwich) -> Markup:
    """For each private estimator a line from the lower bound to its risk, and on to its explicit bound."""
    rows = found.private
    ends = [row.upper if row.upper is not None else row.risk for row in rows]
    across = axis(np.array([found.lower, *ends]), _NAMES, WIDTH - RIGHT - 6, logarithmic=True)
    bottom = _TOP + _ROW * len(rows)
    start = across(found.lower)
    body = [Markup('<path class="level" d="M{0:.1f} {1}V{2}"/>').format(start, _TOP, bottom)]
    for place, row in enumerate(rows):
        y = _TOP + _ROW * place + _ROW / 2
        body.append(Markup('<text x="{}" y="{:.1f}" text-anchor="end">{}</text>').format(_NAMES - 10, y + 4, row.name))
        body.append(Markup('<path class="gap" d="M{:.1f} {:.1f}H{:.1f}"/>').format(start, y, across(row.risk)))
        if row.upper is not None:
            drawn = '<path class="promise" d="M{0:.1f} {1:.1f}H{2:.1f}M{2:.1f} {3:.1f}V{4:.1f}"/>'
            body.append(Markup(drawn).format(across(row.risk), y, across(row.upper), y - 6, y + 6))
        body.append(Markup('<circle class="dot" cx="{:.1f}" cy="{:.1f}" r="4"/>').format(across(row.risk), y))
    words = f"Mean squared errors from the lower bound {found.lower:.3g} to the risks of {len(rows)} private estimators"
    words += f"; the least is {rows[0].risk:.3g}, {rows[0].ratio:.3g} times the lower bound."
    return Markup('<svg class="plot" role="img" aria-label="{}" viewBox="0 0 {} {}">{}{}</svg>').format(
        words, WIDTH, bottom + _BOTTOM, Markup("").join(body), labels(across, bottom + 16)
    )
