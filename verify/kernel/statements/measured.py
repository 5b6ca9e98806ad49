"""Statements about measured risks: what slopes are fitted with, and that independent routes agree."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from upperbounds.channels.arrays import FloatArray
from verify.kernel.statements.base import Plain, function, number, reporting, text
from verify.kernel.statements.outcome import Outcome, Settings, Verdict
from verify.sample_mean import SampleMean, too_few

Point = dict[str, float]
Measure = Callable[[Point], float]

BAND = 0.1
"""How far a fitted exponent may be from the claimed one."""

PLANTED = 0.25
"""An error of the exponent that the band must catch, on either side."""


def fitted_slope(x: list[float], y: list[float]) -> float:
    """The least-squares slope of log y on log x."""
    return float(np.polyfit(np.log(x), np.log(y), 1)[0])


def slope_weights(x: list[float]) -> FloatArray:
    """What the least-squares slope takes of each log y."""
    centred = np.log(x) - np.mean(np.log(x))
    return np.asarray(centred / np.sum(centred**2))


@dataclass(frozen=True)
class Comparison:
    """A mean of draws, and the number that it should have; `planted` is a wrong number.

    `error` is what the expected number may be off by, and what losses too rare for the draws to show add to it.
    """

    parameters: dict[str, object]
    estimate: SampleMean
    expected: float
    planted: float
    error: float

    def is_sound(self) -> bool:
        """Whether there are numbers to compare, and an error to compare them by."""
        error, spread = self.error, self.estimate.standard_error
        finite = np.isfinite([self.estimate.value, self.estimate.skewness, self.expected, self.planted, error, spread])
        return bool(np.all(finite)) and error >= 0 and spread > 0

    def off(self, number: float) -> float:
        """How many standard errors the estimate is above a number."""
        return (self.estimate.value - number) / self.estimate.standard_error

    def limit(self, tail: float) -> float:
        """How many it may be from the truth."""
        return self.estimate.quantile(tail) + self.error / self.estimate.standard_error


@dataclass(frozen=True)
class Agreement(Plain):
    """Independent routes to the same numbers agree, by two-sided tests of means with total type-I error `alpha`.

    Quantiles allow for skewness; where there are too few repetitions for that the statement is open. Each comparison
    names a wrong number that a stated defect would give; the test must reject it.

    Raises:
        ValueError: when a text is no string, the comparisons are no function, or alpha is no probability above 0.
    """

    text: str
    over: str
    comparisons: Callable[[Settings], Iterator[Comparison]]
    defect: str
    alpha: float = 1e-8

    def __post_init__(self) -> None:
        for name in ("text", "over", "defect"):
            text(name, getattr(self, name))
        function("comparisons", self.comparisons)
        number("alpha", self.alpha, most=0.5)

    def latex(self) -> str:
        """The statement."""
        return self.text

    @reporting
    def check(self, settings: Settings) -> Outcome:
        """Supported where every test passes and rejects the planted number; refuted where one fails."""
        found = list(self.comparisons(settings))
        if not found or not all(comparison.is_sound() for comparison in found):
            reason = (
                "there is nothing to compare" if not found else "a mean, an error or a number to compare is no number"
            )
            return Outcome(Verdict.OPEN, {"method": "two-sided tests of studentised means", "reason": reason})
        tail = self.alpha / (2 * len(found))
        slacks = [c.limit(tail) - abs(c.off(c.expected)) for c in found]
        shown = found[slacks.index(min(slacks))]
        limits = [c.limit(tail) for c in found]
        evidence = {
            "method": f"two-sided tests of studentised means with total type-I error {self.alpha:g}, quantiles "
            f"corrected for skewness: |z| <= {min(limits):.2f} to {max(limits):.2f}",
            "set": self.over,
            "tests": [
                {
                    "parameters": c.parameters,
                    "z": c.off(c.expected),
                    "z_planted": c.off(c.planted),
                    "limit": limit,
                    "skewness": c.estimate.skewness,
                }
                for c, limit in zip(found, limits, strict=True)
            ],
            "parameters": shown.parameters,
            "left": [shown.estimate.value, shown.estimate.value],
            "right": [shown.expected, shown.expected],
            "slack": min(slacks),
        }
        few = too_few((c.estimate for c in found), tail)
        if few:
            return Outcome(Verdict.OPEN, evidence | {"reason": few}, self.alpha)
        if min(slacks) < 0:
            return Outcome(Verdict.REFUTED, evidence, self.alpha)
        if any(abs(c.off(c.planted)) <= limit for c, limit in zip(found, limits, strict=True)):
            return Outcome(Verdict.OPEN, evidence | {"reason": f"the test would not see: {self.defect}"}, self.alpha)
        return Outcome(Verdict.SUPPORTED, evidence | {"power": f"{self.defect}: rejected at every point"}, self.alpha)
