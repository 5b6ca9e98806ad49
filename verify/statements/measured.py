"""Statements about measured risks: that a slope is the claimed one, and that independent routes agree."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from scipy.stats import norm

from verify.outcome import Outcome, Settings, Verdict
from verify.statements.base import Plain

Point = dict[str, float]
Measure = Callable[[Point], float]

BAND = 0.1
"""How far a fitted exponent may be from the claimed one."""

PLANTED = 0.25
"""An error of the exponent that the band must catch, on either side."""


def fitted_slope(x: list[float], y: list[float]) -> float:
    """The least-squares slope of log y on log x."""
    return float(np.polyfit(np.log(x), np.log(y), 1)[0])


@dataclass(frozen=True)
class SlopeMatch(Plain):
    """The exponent of `measure` in `axis`, fitted over the grid, is that of `claimed` on the same grid.

    Both are fitted the same way, so that logarithms and regimes of the claimed expression count. `points` gives the
    grid of a profile; `claimed` and `measure` map a point to a positive number.
    """

    text: str
    axis: str
    points: Callable[[Settings], list[Point]]
    measure: Measure
    claimed: Measure
    over: str
    band: float = BAND

    def latex(self) -> str:
        """The statement."""
        return self.text

    def canonical(self) -> str:
        """The statement, axis, grid and band; the code of both sides is part of the fingerprint."""
        return f"slope in {self.axis}: {self.text} over {self.over}, band {self.band}"

    def check(self, settings: Settings) -> Outcome:
        """Fit both; checked where they agree within the band and an exponent off by 0.25 would not; else refuted."""
        points = self.points(settings)
        x = [point[self.axis] for point in points]
        risks = [self.measure(point) for point in points]
        claims = [self.claimed(point) for point in points]
        found, claimed = fitted_slope(x, risks), fitted_slope(x, claims)
        evidence = {
            "method": "least squares of log risk on log parameter, exact risks; the claimed expression fitted alike",
            "set": self.over,
            "parameters": {"grid": x},
            "risks": risks,
            "left": [found, found],
            "right": [claimed, claimed],
            "slack": self.band - abs(found - claimed),
            "band": self.band,
        }
        caught = all(abs(found - (claimed + off)) > self.band for off in (PLANTED, -PLANTED))
        if abs(found - claimed) > self.band:
            return Outcome(Verdict.REFUTED, evidence)
        if not caught:
            return Outcome(Verdict.OPEN, evidence | {"reason": f"an exponent off by {PLANTED} would pass the band"})
        return Outcome(Verdict.CHECKED, evidence | {"power": f"an exponent off by {PLANTED} is rejected"})


@dataclass(frozen=True)
class Comparison:
    """An estimate with its standard error, and the number that it should have; `planted` is a wrong number."""

    parameters: dict[str, object]
    estimate: float
    standard_error: float
    expected: float
    planted: float


@dataclass(frozen=True)
class Agreement(Plain):
    """Independent routes to the same numbers agree, by two-sided z tests with total type-I error `alpha`.

    Each comparison names a wrong number that a stated defect would give; the test must reject it.
    """

    text: str
    over: str
    comparisons: Callable[[Settings], Iterator[Comparison]]
    defect: str
    alpha: float = 1e-8

    def latex(self) -> str:
        """The statement."""
        return self.text

    def canonical(self) -> str:
        """The statement, its set, its error and the defect; the routes' code is part of the fingerprint."""
        return f"agreement: {self.text} over {self.over}, alpha {self.alpha}, against {self.defect}"

    def check(self, settings: Settings) -> Outcome:
        """Supported where every test passes and rejects the planted number; refuted where one fails."""
        found = list(self.comparisons(settings))
        limit = float(norm.isf(self.alpha / (2 * len(found))))
        rows = [
            {
                "parameters": c.parameters,
                "z": (c.estimate - c.expected) / c.standard_error,
                "z_planted": (c.estimate - c.planted) / c.standard_error,
            }
            for c in found
        ]
        worst = max(range(len(found)), key=lambda i: abs(rows[i]["z"]))  # type: ignore[arg-type]
        shown = found[worst]
        evidence = {
            "method": f"two-sided z tests with total type-I error {self.alpha:g}, |z| <= {limit:.2f}",
            "set": self.over,
            "tests": rows,
            "parameters": shown.parameters,
            "left": [shown.estimate, shown.estimate],
            "right": [shown.expected, shown.expected],
            "slack": limit - abs(float(rows[worst]["z"])),  # type: ignore[arg-type]
            "power": f"{self.defect}: rejected at every point",
        }
        if any(abs(float(row["z"])) > limit for row in rows):  # type: ignore[arg-type]
            return Outcome(Verdict.REFUTED, evidence, self.alpha)
        if any(abs(float(row["z_planted"])) <= limit for row in rows):  # type: ignore[arg-type]
            return Outcome(Verdict.OPEN, evidence | {"reason": f"the test would not see: {self.defect}"}, self.alpha)
        return Outcome(Verdict.SUPPORTED, evidence, self.alpha)
