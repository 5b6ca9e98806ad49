"""The exact mean squared error of a two-stage estimator: no simulation.

Given the winning bin the second half's messages are independent of the first's, so the error is the average over the
winner's law of squared bias plus variance of a mean of clipped user means with Laplace noise.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError, count, positive
from upperbounds.arrays import FloatArray
from upperbounds.channels import UnaryEncoding
from upperbounds.two_stage import TwoStage
from upperbounds.votes import Bins
from verify.risk.laws import BinLaw, SignLaw, UserMeanLaw
from verify.risk.tallies import Tally, Voters, bit_tally, laplace_tally
from verify.risk.winner import Winner, winner_law

_LEVELS = 4
"""How often the quadrature of Laplace votes is refined at most."""

_ROUNDING = 1e-13
"""A change of the winner's law (in sum over bins) that is put down to rounding."""


@dataclass(frozen=True)
class Risk:
    """Mean squared error and its parts; `error` bounds that of `value` but for float rounding.

    Rounding is some 1e-15, relative, times the number of bins where there are very many.

    `localisation_failure` is the probability that the mean is outside the inflated interval of the winning bin, in
    absolute terms within `missing`: a smaller one than that is not resolved.
    """

    value: float
    bias: float
    variance: float
    localisation_failure: float
    error: float
    missing: float
    method: str


@dataclass(frozen=True)
class Stages:
    """What a risk is averaged over: the winner's law, and bias, variance and containment given each winner."""

    winner: FloatArray
    bias: FloatArray
    variance: FloatArray
    contains: NDArray[np.bool_]
    missing: float
    quadrature: float


def as_floats(estimator: TwoStage) -> TwoStage:
    """The same estimator with float constants, as it runs; raises ParameterError where it is not one to run."""
    bins = estimator.bins
    count("users", estimator.users, 2)
    count("samples", estimator.samples)
    hot = estimator.vote.hot
    if hot < 1 or hot % 2 == 0:
        raise ParameterError(f"vote.hot = {hot!r}: must be odd and positive")
    if estimator.vote.bins != bins.count:
        raise ParameterError(f"vote.bins = {estimator.vote.bins!r}: must be the number of bins, {bins.count!r}")
    return replace(
        estimator,
        bins=Bins(float(bins.lower), positive("bins.width", float(bins.width)), count("bins.count", bins.count)),
        inflation=float(estimator.inflation),
        scale=float(estimator.scale),
    )


def exact_stages(estimator: TwoStage, law: UserMeanLaw, tolerance: float = 1e-15) -> Stages:
    """The winner's law and what follows each winner; at most `tolerance` of probability is left out."""
    if not 0 < positive("tolerance", tolerance) < 1:
        raise ParameterError(f"tolerance = {tolerance!r}: must be below 1")
    runs = as_floats(estimator)
    bins = runs.bins
    bin_law = law.bin_law(bins, runs.samples, tolerance / (4 * runs.half))
    found, quadrature = _winner(runs, bin_law, tolerance)
    lower, upper = runs.interval(np.arange(bins.count))
    bias, variance = law.clipped(lower, upper, runs.samples)
    noise = 2 * runs.scale**2
    return Stages(
        found.probabilities,
        bias,
        (variance + noise) / runs.half,
        (lower <= law.mean) & (law.mean <= upper),
        found.missing + runs.half * bin_law.moved,
        quadrature,
    )


def exact_risk(estimator: TwoStage, law: UserMeanLaw, tolerance: float = 1e-15) -> Risk:
    """The exact risk for unary encoding or Laplace votes for an odd number of bins.

    At most `tolerance` of probability is left out, and `error` is that times the largest loss given any winner, plus
    for Laplace votes the change under the last halving of the quadrature's spacing.
    """
    stages = exact_stages(estimator, law, tolerance)
    given = stages.bias**2 + stages.variance
    value = float(stages.winner @ given)
    bias = float(stages.winner @ stages.bias)
    missing = stages.missing + stages.quadrature
    bits = isinstance(estimator.vote, UnaryEncoding)
    return Risk(
        value,
        bias,
        float(stages.winner @ (stages.variance + (stages.bias - bias) ** 2)),
        float(np.sum(stages.winner[~stages.contains])),
        missing * float(np.max(given)),
        missing,
        f"exact, {'summed over the winning tally' if bits else 'quadrature over the winning tally'}",
    )


def _winner(runs: TwoStage, law: BinLaw, tolerance: float) -> tuple[Winner, float]:
    """The winner's law and its quadrature error."""
    voters = Voters(runs.half, _most(law, runs.vote.hot), runs.bins.count, tolerance / 16)

    def winner(tally: Tally) -> Winner:
        return winner_law(tally, law, runs.half, runs.vote.hot, runs.bins.count, tolerance / 4)

    # A grid leaves out at most four tails.
    vote = runs.vote
    if isinstance(vote, UnaryEncoding):
        found, quadrature = winner(bit_tally(vote, voters)), 0.0
    else:
        found, quadrature = _refined(lambda level: winner(laplace_tally(vote, voters, level)))
    return replace(found, missing=found.missing + 4 * voters.tail), quadrature


def _refined(winner_at: Callable[[int], Winner]) -> tuple[Winner, float]:
    """The winner's law on ever finer grids until it no longer changes, and how much it changed last."""
    coarse = winner_at(0)
    change = np.inf
    for level in range(1, _LEVELS + 1):
        fine = winner_at(level)
        last, change = change, float(np.sum(np.abs(fine.probabilities - coarse.probabilities)))
        coarse = fine
        # Rounding alone is left where a halving no longer helps.
        if change <= _ROUNDING or change > last / 2:
            break
    return coarse, change


def _most(law: BinLaw, hot: int) -> float:
    """The largest probability that a user votes for a bin."""
    return min(float(np.max(np.convolve(law.probabilities, np.ones(hot)))), 1.0)


@dataclass(frozen=True)
class PositionSweep:
    """Exact risks as the mean crosses one bin: at `means`, shape (positions,), both edges included.

    `mean` is the trapezoidal average; where the bin holds few lattice points it is off by as much as 9%.
    """

    means: FloatArray
    risks: tuple[Risk, ...]

    @property
    def supremum(self) -> float:
        """The largest risk over the positions."""
        return max(risk.value for risk in self.risks)

    @property
    def worst_mean(self) -> float:
        """The position of the largest risk."""
        return float(self.means[int(np.argmax([risk.value for risk in self.risks]))])

    @property
    def mean(self) -> float:
        """The average risk over the positions."""
        values = np.array([risk.value for risk in self.risks])
        return float(np.mean((values[1:] + values[:-1]) / 2))

    @property
    def localisation_failure(self) -> float:
        """The largest probability that localisation fails."""
        return max(risk.localisation_failure for risk in self.risks)

    @property
    def error(self) -> float:
        """The largest error of the risks."""
        return max(risk.error for risk in self.risks)


def supremum_over_position(
    estimator: TwoStage,
    positions: int = 101,
    centre: float = 0.0,
    law_at: Callable[[float], UserMeanLaw] = SignLaw,
    tolerance: float = 1e-15,
) -> PositionSweep:
    """Exact risks at evenly spaced means across the bin that holds `centre`, its two edges included.

    The position moves the risk by orders of magnitude, so a slope at one fixed mean is an artefact of the grid.
    `law_at` makes the law with a given mean.
    """
    bins = as_floats(estimator).bins
    left = float(bins.left(int(bins.index(np.asarray(centre, dtype=np.float64)))))
    means = left + bins.width * np.linspace(0, 1, count("positions", positions, 2))
    return PositionSweep(means, tuple(exact_risk(estimator, law_at(float(mean)), tolerance) for mean in means))
