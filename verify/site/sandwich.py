"""The gaps between lower and upper bounds of the problems: lower bound, risk and explicit bound, as one picture."""

import math
from dataclasses import dataclass
from functools import cache

import numpy as np
from markupsafe import Markup

from notation.problem import Problem
from notation.setting import Setting
from verify.site.plot import LETTER, RIGHT, WIDTH, axis, labels
from verify.study.problems import problem_of

_PLACES = (
    ("mean", Setting(2000, 100, epsilon=2.0)),
    ("mean", Setting(100_000, 100, epsilon=1.0)),
    ("mean", Setting(1_000_000, 1000, epsilon=0.5)),
    ("sparse-mean", Setting(10_000_000, 10_000, d=64, s=4, epsilon=2.0)),
    ("density", Setting(1_000_000, 100, beta=1, epsilon=1.0)),
    ("mixture", Setting(1_000_000, 10_000, K=2, epsilon=2.0)),
    ("infinite-l2", Setting(100, 1, d=2, epsilon=1.0)),
)
"""The problems and settings at which the gaps are shown."""

_ROW, _TOP, _BOTTOM = 24, 8, 26


@dataclass(frozen=True)
class _Row:
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

    problem: Problem
    setting: Setting
    lower: float
    source: str
    rows: list[_Row]

    @property
    def sizes(self) -> dict[str, str]:
        """What the setting says of the problem, by the letters of `ratecheck bound`'s options."""
        told = {size: getattr(self.setting, size) for size in ("n", "m", *self.problem.sizes, "epsilon")}
        return {size: f"{value:g}" if isinstance(value, float) else str(value) for size, value in told.items()}

    @property
    def private(self) -> list[_Row]:
        """The estimators that protect users, the one with the least risk first."""
        return sorted((row for row in self.rows if row.ratio is not None), key=lambda row: row.risk)


@cache
def sandwiches() -> tuple[Sandwich, ...]:
    """The gaps at all places; computed when it is called, as `ratecheck bound` does."""
    return tuple(_sandwich(*place) for place in _PLACES)


def _sandwich(name: str, setting: Setting) -> Sandwich:
    problem = problem_of(name)
    lower = max(problem.lower(setting), key=lambda bound: bound.value)
    rows = []
    for estimator in problem.estimators:
        risk, upper = problem.risk(estimator, setting), estimator.bound(setting)
        private = estimator.protects_users and math.isfinite(risk.value)
        rows.append(
            _Row(
                estimator.name,
                risk.value,
                risk.method,
                None if upper.vacuous else upper.value,
                risk.value / lower.value if private else None,
            )
        )
    return Sandwich(problem, setting, lower.value, lower.source, rows)


def svg(found: Sandwich) -> Markup:
    """For each private estimator a line from the lower bound to its risk, and on to its explicit bound."""
    rows = found.private
    ends = [row.upper if row.upper is not None else row.risk for row in rows]
    left = 10 + LETTER * max(len(row.name) for row in rows)
    across = axis(np.array([found.lower, *ends]), left, WIDTH - RIGHT - 6, logarithmic=True)
    bottom = _TOP + _ROW * len(rows)
    start = across(found.lower)
    body = [Markup('<path class="level" d="M{0:.1f} {1}V{2}"/>').format(start, _TOP, bottom)]
    for place, row in enumerate(rows):
        y = _TOP + _ROW * place + _ROW / 2
        body.append(
            Markup('<text x="{:.1f}" y="{:.1f}" text-anchor="end">{}</text>').format(left - 10, y + 4, row.name)
        )
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
