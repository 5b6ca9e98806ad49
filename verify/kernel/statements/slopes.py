"""Statements about exponents over several regimes at once, from risks that are exact or that are simulated."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from upperbounds.channels.arrays import FloatArray
from verify.kernel.statements.base import Plain, function, number, reporting, several, text
from verify.kernel.statements.measured import BAND, PLANTED, Measure, Point, fitted_slope, slope_weights
from verify.kernel.statements.outcome import Outcome, Settings, Verdict
from verify.sample_mean import SampleMean, too_few

_FEWEST = 3
"""How many points a fit needs at least."""


@dataclass(frozen=True)
class Reading:
    """A measured risk, off by `error` at most where it is computed; a simulated one is a mean of `draws`.

    There `error` is what the draws need not show.
    """

    value: float
    error: float
    draws: SampleMean | None = None

    @property
    def simulated(self) -> bool:
        """Whether it is up to probability."""
        return self.draws is not None

    @property
    def errors(self) -> tuple[float, ...]:
        """All that it may be off by."""
        return (self.error,) if self.draws is None else (self.error, self.draws.standard_error)

    def relative(self, tail: float) -> float:
        """How far it is from the truth at most, relative to it, with probability `tail` on either side."""
        chance = self.draws.quantile(tail) * self.draws.standard_error if self.draws else 0.0
        return (chance + self.error) / self.value


@dataclass(frozen=True)
class Fit:
    """One regime: the exponent of `measure` in `axis` over `points` is that of `claimed` over the same points.

    `measure` takes a point and the settings of the run, which seed a simulation.

    Raises:
        ValueError: when a text is no string, or a function is none.
    """

    regime: str
    axis: str
    points: Callable[[Settings], list[Point]]
    measure: Callable[[Point, Settings], Reading]
    claimed: Measure

    def __post_init__(self) -> None:
        text("regime", self.regime)
        text("axis", self.axis)
        for name in ("points", "measure", "claimed"):
            function(name, getattr(self, name))


@dataclass(frozen=True)
class Slopes(Plain):
    """In every regime the measured exponent is the claimed one within `band`, up to its own error, at all its points.

    Both are fitted the same way, by least squares of logarithms, over three points or more; and between any two
    neighbouring points the exponents are within `between` of each other, since a line fits steps, waves and bends, too.
    A simulated risk is an interval: all intervals of a statement hold together but with probability `alpha`, by
    quantiles that allow for skewness, and the exponent's is what they leave to it.

    A fit that is outside of the band refutes. Where it is neither inside nor outside, where the exponents between some
    neighbours are not shown to be so near, an exponent off by 0.25 would not be told, or there are too few
    repetitions for the quantiles, the statement is open; so it is where a risk, an error or what is claimed is no
    number, or there are fewer than three points, or one stands twice. What the band can't tell apart is said.

    Raises:
        ValueError: when the fits are none, or the band or alpha is no positive number.
    """

    text: str
    fits: tuple[Fit, ...]
    over: str
    band: float = BAND
    between: float = BAND
    alpha: float = 1e-8

    def __post_init__(self) -> None:
        text("text", self.text)
        text("over", self.over)
        several("fits", self.fits, Fit, "fits")
        number("band", self.band)
        number("between", self.between)
        number("alpha", self.alpha, most=0.5)

    def latex(self) -> str:
        """The statement."""
        return self.text

    @reporting
    def check(self, settings: Settings) -> Outcome:
        """Fit every regime; checked where all risks are exact, supported where some are simulated."""
        found = [_Measured.of(fit, settings) for fit in self.fits]
        unfit = [told for each in found if (told := each.unfit())]
        if unfit or not found:
            reason = unfit[0] if unfit else "there is nothing to fit"
            return Outcome(Verdict.OPEN, {"method": "no exponent", "set": self.over, "reason": reason})
        draws = [reading.draws for each in found for reading in each.readings if reading.draws is not None]
        tail = self.alpha / (2 * max(len(draws), 1))
        rows = [each.fitted(tail) for each in found]
        worst = max(rows, key=lambda row: row.off + row.half)
        simulated = bool(draws)
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
            "band between neighbours": self.between,
            "regimes": [row.told() for row in rows],
            "between neighbours": [row.between() for row in rows],
            "not told apart": [row.blind(self.band) for row in rows],
        }
        few = too_few(draws, tail)
        if not few and any(row.off - row.half > self.band for row in rows):
            return Outcome(Verdict.REFUTED, evidence, alpha)
        if reason := few or self._undecided(rows):
            return Outcome(Verdict.OPEN, evidence | {"reason": reason}, alpha)
        verdict = Verdict.SUPPORTED if simulated else Verdict.CHECKED
        return Outcome(verdict, evidence | {"power": f"an exponent off by {PLANTED} is rejected"}, alpha)

    def _undecided(self, rows: list["_Row"]) -> str:
        """Why rows that don't refute don't show the statement either; empty where they do."""
        if any(row.off + row.half > self.band for row in rows):
            return "an interval reaches beyond the band"
        if bent := [told for row in rows if (told := row.bent(self.between))]:
            return "; ".join(bent)
        if any(PLANTED - row.off - row.half <= self.band for row in rows):
            return f"an exponent off by {PLANTED} would pass"
        return ""


@dataclass(frozen=True)
class _Measured:
    """One regime's points and what was measured there."""

    fit: Fit
    points: list[Point]
    readings: list[Reading]

    @classmethod
    def of(cls, fit: Fit, settings: Settings) -> "_Measured":
        """Measure all points."""
        points = sorted(fit.points(settings), key=lambda point: point[fit.axis])
        return cls(fit, points, [fit.measure(point, settings) for point in points])

    def unfit(self) -> str:
        """Why no exponent can be read off; empty where one can be."""
        x = [point[self.fit.axis] for point in self.points]
        claimed = [self.fit.claimed(point) for point in self.points]
        numbers = [*x, *claimed, *(reading.value for reading in self.readings)]
        errors = [error for reading in self.readings for error in reading.errors]
        if len(x) < _FEWEST or len(set(x)) < len(x):
            # Through two points there is always a power law.
            return f"{self.fit.regime}: {self.fit.axis} = {x} are not three points or more, each once"
        if not all(0 < number < np.inf for number in numbers):
            return f"{self.fit.regime}: a risk or what is claimed is no positive number, among {numbers}"
        if not all(0 <= error < np.inf for error in errors):
            return f"{self.fit.regime}: an error is no number, among {errors}"
        return ""

    def fitted(self, tail: float) -> "_Row":
        """The exponents, where every simulated risk is off its interval with probability `tail` on a side."""
        x = [point[self.fit.axis] for point in self.points]
        values = [reading.value for reading in self.readings]
        loose = [reading.relative(tail) for reading in self.readings]
        # A risk of which nothing is known, log(1 - 1), leaves the exponent open.
        known = max(loose) < 1
        reach = -np.log1p(-np.array(loose)) if known else np.full(len(x), np.inf)
        half = float(np.sum(np.abs(slope_weights(x)) * reach)) if known else np.inf
        claimed = [self.fit.claimed(point) for point in self.points]
        simulated = any(reading.simulated for reading in self.readings)
        between = [
            _Gap(*ends, *slopes)
            for ends, slopes in zip(
                pairwise(x), zip(_local(x, values), _local(x, claimed), _reach(x, reach), strict=True), strict=True
            )
        ]
        return _Row(self.fit, x, values, fitted_slope(x, values), fitted_slope(x, claimed), half, simulated, between)


@dataclass(frozen=True)
class _Gap:
    """Two neighbouring points and the exponents between them, half the width of the measured one's interval."""

    start: float
    end: float
    found: float
    claimed: float
    half: float

    @property
    def off(self) -> float:
        """How far the exponents are apart, at most."""
        return abs(self.found - self.claimed) + self.half


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
    gaps: list[_Gap]

    @property
    def off(self) -> float:
        """How far the exponents are apart."""
        return abs(self.found - self.claimed)

    def told(self) -> str:
        """The row in words."""
        grid = ", ".join(f"{x:g}" for x in self.grid)
        error = f" +- {self.half:.3f}" if self.simulated or self.half >= 5e-4 else ""
        return f"{self.fit.regime}, {self.fit.axis} = {grid}: {self.found:.3f}{error}, claimed {self.claimed:.3f}"

    def between(self) -> str:
        """The exponents between neighbouring points, in words."""
        measured, claimed = ([gap.found for gap in self.gaps], [gap.claimed for gap in self.gaps])
        told = (", ".join(f"{slope:.3f}" for slope in slopes) for slopes in (measured, claimed))
        return f"{self.fit.regime}: {', claimed '.join(told)}"

    def bent(self, band: float) -> str:
        """Where the exponents between neighbours are not shown to be within the band, the farthest; or nothing."""
        gap = max(self.gaps, key=lambda each: each.off)
        if gap.off <= band:
            return ""
        error = f" +- {gap.half:.3f}" if gap.half >= 5e-4 else ""
        return (
            f"{self.fit.regime}: from {self.fit.axis} = {gap.start:g} to {gap.end:g} the exponent is "
            f"{gap.found:.3f}{error}, claimed {gap.claimed:.3f}: no such power law within the band"
        )

    def blind(self, band: float) -> str:
        """Which factors next to the claimed expression the band would pass on this grid, in words."""
        axis = self.fit.axis
        told = f"{self.fit.regime}: a factor {axis}^a with |a| <= {band - self.off:.3f}; what lies between the points"
        steps = np.diff(np.log(self.grid))
        if np.allclose(steps, steps[0], rtol=1e-2):
            told += f", as a factor that repeats with each step of {np.exp(abs(steps[0])):.4g} times"
        if min(self.grid) <= 1:
            return told
        adds = fitted_slope(self.grid, [float(np.log(x)) for x in self.grid])
        return f"{told}; log({axis}) adds {adds:.3f} here, {'too little' if adds <= band else 'enough'} to be told"


def _reach(x: list[float], reach: FloatArray) -> list[float]:
    """Half the widths of the intervals of the exponents between neighbours, of logarithms off by `reach` at most."""
    found: list[float] = ((reach[:-1] + reach[1:]) / np.abs(np.diff(np.log(x)))).tolist()
    return found


def _local(x: list[float], y: list[float]) -> list[float]:
    """The slopes of log y on log x between neighbouring points."""
    slopes: list[float] = (np.diff(np.log(y)) / np.diff(np.log(x))).tolist()
    return slopes
