"""Statements about exponents over several regimes at once, from risks that are exact or that are simulated."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.stats import norm

from verify.outcome import Outcome, Settings, Verdict
from verify.statements.base import Plain
from verify.statements.measured import BAND, PLANTED, Measure, Point, fitted_slope


@dataclass(frozen=True)
class Reading:
    """A measured risk: `standard_error` is 0 unless it is simulated, `error` bounds what a computed one is off by."""

    value: float
    standard_error: float = 0.0
    error: float = 0.0


@dataclass(frozen=True)
class Fit:
    """One regime: the exponent of `measure` in `axis` over `points` is that of `claimed` over the same points.

    `measure` takes a point and the settings of the run, which seed a simulation.
    """

    regime: str
    axis: str
    points: Callable[[Settings], list[Point]]
    measure: Callable[[Point, Settings], Reading]
    claimed: Measure


@dataclass(frozen=True)
class Slopes(Plain):
    """In every regime the measured exponent is the claimed one within `band`, up to its own error.

    Both are fitted the same way, by least squares of logarithms. An exponent from simulated risks is an interval: all
    intervals of a statement hold together but with probability `alpha`, by normal quantiles. Where an interval is
    neither inside of the band nor outside of it, or an exponent off by 0.25 would not be told, the statement is open.
    """

    text: str
    fits: tuple[Fit, ...]
    over: str
    band: float = BAND
    alpha: float = 1e-8

    def latex(self) -> str:
        """The statement."""
        return self.text

    def canonical(self) -> str:
        """The statement, its regimes, set, band and error; the code of both sides is part of the fingerprint."""
        regimes = ", ".join(f"{fit.regime} in {fit.axis}" for fit in self.fits)
        return f"slopes: {self.text} for {regimes} over {self.over}, band {self.band}, alpha {self.alpha}"

    def check(self, settings: Settings) -> Outcome:
        """Fit every regime; checked where all risks are exact, supported where some are simulated."""
        if not self.fits:
            return Outcome(Verdict.OPEN, {"method": "no regime", "reason": "there is nothing to fit"})
        rows = [self._fit(fit, settings) for fit in self.fits]
        worst = max(rows, key=lambda row: row.off + row.half)
        simulated = any(row.simulated for row in rows)
        alpha = self.alpha if simulated else 0.0
        kind = (
            f"simulated risks, intervals with total type-I error {self.alpha:g}"
            if simulated
            else "exact or enclosed risks"
        )
        evidence = {
            "method": f"least squares of log risk on log parameter, {kind}; the claimed expression fitted alike",
            "set": self.over,
            "parameters": {"regime": worst.fit.regime, "axis": worst.fit.axis, "grid": worst.grid},
            "risks": worst.risks,
            "left": [worst.found - worst.half, worst.found + worst.half],
            "right": [worst.claimed, worst.claimed],
            "slack": self.band - worst.off - worst.half,
            "band": self.band,
            "regimes": [row.told() for row in rows],
        }
        if any(row.off - row.half > self.band for row in rows):
            return Outcome(Verdict.REFUTED, evidence, alpha)
        if any(row.off + row.half > self.band for row in rows):
            return Outcome(Verdict.OPEN, evidence | {"reason": "an interval reaches beyond the band"}, alpha)
        if any(PLANTED - row.off - row.half <= self.band for row in rows):
            return Outcome(Verdict.OPEN, evidence | {"reason": f"an exponent off by {PLANTED} would pass"}, alpha)
        verdict = Verdict.SUPPORTED if simulated else Verdict.CHECKED
        return Outcome(verdict, evidence | {"power": f"an exponent off by {PLANTED} is rejected"}, alpha)

    def _fit(self, fit: Fit, settings: Settings) -> "_Row":
        points = fit.points(settings)
        x = [point[fit.axis] for point in points]
        readings = [fit.measure(point, settings) for point in points]
        values = [reading.value for reading in readings]
        centred = np.log(x) - np.mean(np.log(x))
        weights = centred / np.sum(centred**2)
        relative = np.array([reading.standard_error / reading.value for reading in readings])
        quantile = float(norm.isf(self.alpha / (2 * len(self.fits))))
        half = quantile * float(np.sqrt(np.sum((weights * relative) ** 2)))
        # |log(1 + e)| <= 2|e| for |e| <= 1/2: a risk of which less than half is known leaves the exponent open.
        loose = [reading.error / reading.value for reading in readings]
        half += float("inf") if max(loose) > 0.5 else float(np.sum(2 * np.abs(weights) * np.array(loose)))
        claimed = fitted_slope(x, [fit.claimed(point) for point in points])
        simulated = any(reading.standard_error > 0 for reading in readings)
        return _Row(fit, x, values, fitted_slope(x, values), claimed, half, simulated)


@dataclass(frozen=True)
class _Row:
    """One regime's fit: the exponents, and half the width of the measured one's interval."""

    fit: Fit
    grid: list[float]
    risks: list[float]
    found: float
    claimed: float
    half: float
    simulated: bool

    @property
    def off(self) -> float:
        """How far the exponents are apart."""
        return abs(self.found - self.claimed)

    def told(self) -> str:
        """The row in words."""
        grid = ", ".join(f"{x:g}" for x in self.grid)
        error = f" +- {self.half:.3f}" if self.simulated or self.half >= 5e-4 else ""
        return f"{self.fit.regime}, {self.fit.axis} = {grid}: {self.found:.3f}{error}, claimed {self.claimed:.3f}"
