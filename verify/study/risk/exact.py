"""The exact mean squared error of a two-stage estimator: no simulation.

Given the winning bin the second half's messages are independent of the first's, so the error is the average over the
winner's law of squared bias plus variance of a mean of clipped user means with Laplace noise.

The winner's law comes by one of two routes, the cheaper but that small laws always come by the first: on the whole
lattice of counts (winner.py: digits of rare winners are kept, cost and memory grow with n) or by Gauss sums
(smooth.py: an absolute error, a cost that does not depend on n or m). What remains is one pass over the bins, which
with m are some sqrt(m) in number: that is the only growth in m.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError, count, positive
from upperbounds.channels import LaplaceHistogram, UnaryEncoding
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.grid import GeometricHistogram
from upperbounds.channels.votes import Bins
from upperbounds.protocols.two_stage import TwoStage
from verify.study.risk.ceiling import winner_ceiling
from verify.study.risk.fourier import BitTables
from verify.study.risk.geometric_sum import MOST_STEPS, steps
from verify.study.risk.laws import BinLaw, SignLaw, UserMeanLaw
from verify.study.risk.smooth import SmoothTables, noise_tables, smooth_winner_law, smooth_work
from verify.study.risk.tallies import Tally, Voters, bit_tally, geometric_tally, laplace_tally, noisy_window, unit_of
from verify.study.risk.winner import lattice_work, winner_law

_LEVELS = 4
"""How often the quadrature of Laplace votes is refined at most."""

_ROUNDING = 1e-13
"""A change of the winner's law (in sum over bins) that is put down to rounding."""

_SMALL = 3e7
"""Multiplications up to which the lattice is summed whole, even where Gauss sums would be cheaper."""

_FEW_USERS = 20_000
"""Voters up to which the lattice is preferred; beyond, its tables take seconds that no count of products shows."""

_MANY_NOISES = 64
"""Voters from which the sum of their noise is smooth enough."""

_STEP = 100.0
"""What a step of the law of summed geometric noise takes, in multiplications."""

_FINER = 1e-20
"""The share of a moved tail that Gauss sums take instead."""

_GRID_TAILS = 4
"""How many tails a tally's grid leaves out at most."""

MOST_BINS = 5 * 10**6
"""Bins beyond which a risk is refused: every array over the bins takes 40 MB there."""


@dataclass(frozen=True)
class Risk:
    """Mean squared error and its parts; `error` bounds that of `value`.

    Mass left out, quadrature and Fourier sums enter it by proved bounds, float rounding by an allowance of some ten
    times what is seen (`rounding`, `lattice_rounding`, `rounding_of_tails`).

    `localisation_failure` is the probability that the mean is outside the inflated interval of the winning bin, in
    absolute terms within `missing` (rounding apart, which is in proportion to it): a smaller one is not resolved.
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
    """What a risk is averaged over: the winner's law, and bias, variance and containment given each winner.

    With probability `moved` at most a user's bin was moved; `missing` is the mass that windows leave out, `quadrature`
    how far a quadrature's sum over the bins may be off; no bin's probability is above `ceiling`. Every probability may
    be off by `rounded` times itself; and the whole law is that of other voters, whose own law has at most
    `divergence` = chi-squared from the true one. `loose` is what bias^2 + variance may be off by.
    """

    winner: FloatArray
    bias: FloatArray
    variance: FloatArray
    contains: NDArray[np.bool_]
    moved: float
    missing: float
    quadrature: float
    ceiling: FloatArray
    rounded: float
    divergence: float
    loose: FloatArray
    route: str

    @property
    def uncertain(self) -> float:
        """A bound on what all probabilities of `winner` together are off by."""
        return self.moved + self.missing + self.quadrature

    def error_of(self, given: FloatArray) -> float:
        """A bound on the error of the average of `given` >= 0: wrong mass costs most, but no bin takes much of it.

        The mass `moved` is an exception, as no ceiling covers it. What other voters change is at most the root of the
        divergence times the root mean square of `given` (Cauchy and Schwarz).
        """
        wrong, most = self.missing + self.quadrature, float(np.max(given))
        mean, square = float(self.winner @ given), float(self.winner @ given**2)
        rounding = self.rounded * mean + min(sqrt(self.divergence * square), most)
        return min(wrong * most, float(np.minimum(wrong, self.ceiling) @ given)) + self.moved * most + rounding


def as_floats(estimator: TwoStage) -> TwoStage:
    """The same estimator with float constants, as it runs; raises ParameterError where it is not one to run."""
    bins = estimator.bins
    count("n", estimator.n, 2)
    count("m", estimator.m)
    hot = estimator.vote.hot
    if hot < 1 or hot % 2 == 0:
        raise ParameterError(f"vote.hot = {hot!r}: must be odd and positive")
    if estimator.vote.bins != bins.count:
        raise ParameterError(f"vote.bins = {estimator.vote.bins!r}: must be the number of bins, {bins.count!r}")
    if bins.count > MOST_BINS:
        raise ParameterError(f"bins.count = {bins.count!r}: must be at most {MOST_BINS:.0e} for a risk")
    return replace(
        estimator,
        bins=Bins(float(bins.lower), positive("bins.width", float(bins.width)), count("bins.count", bins.count)),
        inflation=float(estimator.inflation),
        scale=float(estimator.scale),
    )


def exact_stages(estimator: TwoStage, law: UserMeanLaw, tolerance: float = 1e-15) -> Stages:
    """The winner's law and what follows each winner; at most `tolerance` of probability is left out.

    Raises ParameterError where neither route takes less than some two minutes, or for more than MOST_BINS bins.
    """
    if not 0 < positive("tolerance", tolerance) < 1:
        raise ParameterError(f"tolerance = {tolerance!r}: must be below 1")
    runs = as_floats(estimator)
    bins = runs.bins
    bin_law = law.bin_law(bins, runs.m, tolerance / (4 * runs.half))
    lattice, smooth = _costs(runs, bin_law, tolerance)
    by_nodes = smooth < lattice and (lattice > _SMALL or runs.half > _FEW_USERS)
    if by_nodes:
        # More bins cost next to nothing there, and no ceiling covers what is moved.
        bin_law = law.bin_law(bins, runs.m, bin_law.moved * _FINER)
    found = (_smooth_winner if by_nodes else _lattice_winner)(runs, bin_law, tolerance)
    lower, upper = runs.interval(np.arange(bins.count))
    bias, variance = law.clipped(lower, upper, runs.m)
    noise = 2 * runs.scale**2
    bias_off, variance_off = law.clipped_error(lower, upper, runs.m)
    return Stages(
        found.probabilities,
        bias,
        (variance + noise) / runs.half,
        (lower <= law.mean) & (law.mean <= upper),
        runs.half * bin_law.moved,
        found.missing,
        found.quadrature,
        winner_ceiling(runs.vote, bin_law, runs.half),
        0.0 if by_nodes else lattice_rounding(runs.half, bins.count),
        float(np.expm1(min(runs.half * np.log1p(bin_law.relative**2), 700.0))),
        (2 * np.abs(bias) + bias_off) * bias_off + variance_off / runs.half,
        found.route,
    )


def exact_risk(estimator: TwoStage, law: UserMeanLaw, tolerance: float = 1e-15) -> Risk:
    """The exact risk for unary encoding or noisy votes for an odd number of bins.

    At most `tolerance` of probability is left out; for noisy votes and Gauss sums the change under the last
    refinement, and rounding, are added. `error` is what this probability can cost in bins that may hold it.
    """
    stages = exact_stages(estimator, law, tolerance)
    given = stages.bias**2 + stages.variance
    if not np.all(np.isfinite(given)):
        raise ParameterError(f"scale = {estimator.scale!r}: the noise's variance overflows")
    value = float(stages.winner @ given)
    bias = float(stages.winner @ stages.bias)
    return Risk(
        value,
        bias,
        float(stages.winner @ (stages.variance + (stages.bias - bias) ** 2)),
        float(np.sum(stages.winner[~stages.contains])),
        stages.error_of(given) + float(stages.winner @ stages.loose) + 2.0**-46 * value,
        stages.uncertain,
        f"exact, {stages.route}",
    )


def lattice_rounding(n: int, bins: int) -> float:
    """Allowance for rounding in each probability of the winner's law on the lattice, relative to it.

    Tables and weights of counts are off by some sqrt(users) units, a power over bins without users by one each.
    """
    return 2.0**-53 * (400 + 100 * sqrt(n) + (8 + sqrt(n)) * bins)


def exact_work(estimator: TwoStage, law: UserMeanLaw, tolerance: float = 1e-15) -> float:
    """How many multiplications the winner's law takes, about: some 3e8 a second; inf where it is refused."""
    runs = as_floats(estimator)
    bin_law = law.bin_law(runs.bins, runs.m, tolerance / (4 * runs.half))
    return min(_costs(runs, bin_law, tolerance))


@dataclass(frozen=True)
class _Found:
    """The winner's law by either route, with what windows left out and what a quadrature may be off by."""

    probabilities: FloatArray
    missing: float
    quadrature: float
    route: str


def _voters(runs: TwoStage, law: BinLaw, tolerance: float) -> Voters:
    return Voters(runs.half, _most(law, runs.vote.hot), runs.bins.count, tolerance / 16)


def _tables(runs: TwoStage, voters: Voters) -> SmoothTables | None:
    """The tables for Gauss sums; None where the tally's noise is too small for them."""
    if isinstance(runs.vote, UnaryEncoding):
        bits = BitTables(bit_tally(runs.vote, voters))
        return bits if bits.is_smooth else None
    tables = noise_tables(runs.vote, voters)
    return tables if runs.half >= _MANY_NOISES and tables.is_smooth else None


def _costs(runs: TwoStage, law: BinLaw, tolerance: float) -> tuple[float, float]:
    """Multiplications on the lattice, and by Gauss sums (inf where they do not apply)."""
    voters, vote = _voters(runs, law, tolerance), runs.vote
    products, rows = lattice_work(law, runs.half, vote.hot, runs.bins.count, tolerance / 4)
    if isinstance(vote, UnaryEncoding):
        tally = bit_tally(vote, voters)
        lattice = tally.size * products + tally.row_work * rows
    else:
        # Noisy votes go through some refinements, each twice as fine.
        lattice = 8 * _noisy_tally(vote, voters, 1).size * products
        if isinstance(vote, GeometricHistogram):
            lattice += _noise_work(vote, voters)
    tables = _tables(runs, voters)
    smooth = np.inf if tables is None else smooth_work(tables, law, runs.half, vote.hot, runs.bins.count)
    return lattice, smooth


def _noisy_tally(vote: LaplaceHistogram | GeometricHistogram, voters: Voters, level: int) -> Tally:
    if isinstance(vote, GeometricHistogram):
        return geometric_tally(vote, voters, level)
    return laplace_tally(vote, voters, level)


def _noise_work(vote: GeometricHistogram, voters: Voters) -> float:
    """What the law of the summed noise takes, in multiplications; inf where it is not tabulated."""
    # A distance is at most the window of the winning tally and the users.
    low, high = noisy_window(1 / unit_of(vote), voters)
    taken = steps(voters.n, unit_of(vote), 2 * (int(max(-low, high)) + voters.n))
    return _STEP * taken if taken <= MOST_STEPS else np.inf


def _smooth_winner(runs: TwoStage, law: BinLaw, tolerance: float) -> _Found:
    """The winner's law by Gauss sums; signed rounding is cut off at 0."""
    voters = _voters(runs, law, tolerance)
    tables = _tables(runs, voters)
    assert tables is not None, "their cost is finite"
    found = smooth_winner_law(tables, law, runs.half, runs.vote.hot, runs.bins.count)
    kept = np.clip(found.probabilities, 0.0, winner_ceiling(runs.vote, law, runs.half))
    return _Found(kept, _GRID_TAILS * voters.tail, found.change, "by Gauss sums over counts and tallies")


def _lattice_winner(runs: TwoStage, law: BinLaw, tolerance: float) -> _Found:
    """The winner's law on the whole lattice of counts."""
    voters, vote = _voters(runs, law, tolerance), runs.vote

    def winner(tally: Tally) -> FloatArray:
        return winner_law(tally, law, runs.half, vote.hot, runs.bins.count, tolerance / 4).probabilities

    if isinstance(vote, UnaryEncoding):
        found, quadrature, route = winner(bit_tally(vote, voters)), 0.0, "summed over the winning tally"
    else:
        found, quadrature = _refined(lambda level: winner(_noisy_tally(vote, voters, level)))
        route = "quadrature over the winning tally"
    return _Found(found, tolerance / 4 + _GRID_TAILS * voters.tail, quadrature, route)


def _refined(winner_at: Callable[[int], FloatArray]) -> tuple[FloatArray, float]:
    """The winner's law on ever finer grids until it no longer changes, and how much it changed last."""
    coarse = winner_at(0)
    change = np.inf
    for level in range(1, _LEVELS + 1):
        fine = winner_at(level)
        last, change = change, float(np.sum(np.abs(fine - coarse)))
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

    `mean` is the trapezoidal average, `mean_error` what every other position alone would change of it: where the bin
    holds few lattice points that is as much as 9%, and `average_risk` is the better tool.
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
    def mean_error(self) -> float:
        """An estimate of the error of `mean`: its change from the rule on every other position; inf where that misses.

        Every other position holds both edges where the number of positions is odd.
        """
        values = np.array([risk.value for risk in self.risks])[::2]
        if len(self.risks) % 2 == 0 or len(values) < 2:
            return float("inf")
        return abs(self.mean - float(np.mean((values[1:] + values[:-1]) / 2))) + self.error

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
