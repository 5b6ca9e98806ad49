"""The exact risk averaged over a uniform shift of the data, one pass over a single bin for all bins at once.

Shifting the data by one bin's width moves every law along with the bins: only how many bins without users lie on
either side changes, and these enter the winner's law in closed form. So the chain over the bins that users are in is
computed once for each phase (the place of the mean inside its bin), and all shifts of that phase follow from it.

Where data live on a lattice, the law of the bins is constant in the phase between two crossings of an edge by a
lattice point, and the risk is a quadratic there: two Gauss nodes a piece are exact. Where there are too many pieces
the phases are refined until the average settles.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, floor, inf, log10, sqrt

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray
from scipy.fft import irfft, next_fast_len, rfft

from notation.parameters import ParameterError, interval
from upperbounds.channels import UnaryEncoding
from upperbounds.channels.arrays import FloatArray
from upperbounds.protocols.two_stage import TwoStage
from verify.study.experiments.shifted_data import ShiftedData
from verify.study.experiments.winners import Winners, one_bin_winners
from verify.study.experiments.winners_wide import wide_winners
from verify.study.risk.exact import as_floats
from verify.study.risk.laws import BinLaw

_TAIL = 1e-17
"""The mass of one user's mean that may be moved to a neighbouring bin."""

_LOOSE = 1e-4
"""The share of a risk that tails may cost at the first levels, which only find out whether a next one is needed."""

_TIGHTER = 1e-3
"""The same at later levels where votes are for several bins, in proportion: digits cost time there."""

_NUMBERS = 1 << 17
"""How many numbers an array over phases and bins may hold (1 MB)."""

_DIRECT = 1 << 15
"""Products up to which a correlation is summed; a Fourier transform takes less beyond."""

_PIECES_PER_PHASE = 1.5
"""Pieces for each phase of a rule up to which the exact average is taken instead: it costs no more than the next."""

MOST_LEVELS = 8
"""Levels of refinement at most."""

_CHANCE = 1 / 200
"""The share of the last but one change that the error holds."""

_COUNTLESS = 10**6
"""Stands for the number of pieces where data have no lattice."""

_LAYERS = 2.0, 9.0
"""Deviations of the users' means from an edge at which the rule is cut."""

_MOST_MOVED = 1e-6
"""The probability that any user's mean is beyond the ends of the bins, above which the shift is refused."""


_ROUNDING = 1e-13
"""Margin for rounding in the winner's law, in sum over the bins."""

_Phase = tuple[FloatArray, FloatArray, FloatArray, float]
"""Risk, bias and probability of a lost mean at each shift of one phase, and the error of the risks."""


@dataclass(frozen=True)
class ShiftRisk:
    """The average over the shift of the mean squared error, and its parts; `error` is of `value`.

    `squared_bias` and `variance` are averages that add up to `value`. `supremum` and `worst_failure` are the largest
    risk and probability of a lost mean over all shifts at which the risk was computed: `phases` places inside a bin,
    in every bin that the shift reaches. `exact` tells whether `error` is a bound (rounding and mass left out) or the
    change under the last refinement.
    """

    value: float
    error: float
    squared_bias: float
    variance: float
    localisation_failure: float
    supremum: float
    worst_failure: float
    phases: int
    exact: bool


class ShiftedRisk:
    """The risk of one estimator over shifts uniform on [low, high], refined level by level so that others can race it.

    Votes may be for several bins: the winner's law comes by Gauss sums then, which aim at what tails may cost.

    Raises ParameterError for votes that are not unary encoding, and where the data come so near to the ends of the
    bins that a shift no longer moves bins with them.
    """

    def __init__(self, estimator: TwoStage, data: ShiftedData, low: float, high: float) -> None:
        self._runs = as_floats(estimator)
        if not isinstance(estimator.vote, UnaryEncoding):
            raise ParameterError(f"estimator = {estimator.name!r}: must vote by unary encoding")
        self._vote = estimator.vote
        self._data = data
        self._shifts = interval("low", low, "high", high)
        self._levels: dict[int, ShiftRisk] = {}
        self._last: tuple[tuple[int, bytes], dict[tuple[int, int], Winners]] = (0, b""), {}

    @property
    def floor(self) -> float:
        """What no risk is below: the variance of the Laplace noise."""
        return 2 * float(self._runs.scale) ** 2 / self._runs.half

    def at_level(self, level: int) -> ShiftRisk:
        """The average on ever more phases, about twice as many a level; the error follows its last changes.

        Where the phases fall into few pieces the answer is exact. Levels start at 0, where no error is known
        (inf); that of level 1 is a mere first change.
        """
        if level not in self._levels:
            sizes = self._sizes(level)
            if len(self._pieces) - 1 <= _PIECES_PER_PHASE * sum(sizes):
                self._levels[level] = self._found(
                    self._pieces, [2] * (len(self._pieces) - 1), True, False, self._tail(MOST_LEVELS)
                )
            else:
                fine = self._found(self._segments, sizes, False, level > 0, self._tail(level))
                self._levels[level] = replace(fine, error=fine.error + self._change(fine.value, level))
        return self._levels[level]

    def settled(self, relative: float) -> ShiftRisk:
        """The average with a relative error of at most `relative`, or as far as refinement goes."""
        # Bins narrower than the spread of the users' means leave next to no phase to tell apart.
        for level in range(1 if self._spread > 1 else 2, MOST_LEVELS):
            risk = self.at_level(level)
            if risk.exact or risk.error <= relative * risk.value:
                break
        return risk

    def _tail(self, level: int) -> float:
        """The tail of a level: what it can cost is a share of the noise, below which no risk is."""
        share = _LOOSE
        if level > (self._spread <= 1):
            if self._vote.hot == 1:
                return _TAIL
            share *= _TIGHTER
        return float(np.clip(share * self.floor / (16 * (self._runs.half + 5)), _TAIL, 1e-6))

    def _change(self, value: float, level: int) -> float:
        """What the last refinement changed, and a small share of the one before: one may agree at random."""
        if level == 0:
            return inf
        if level == 1:
            return abs(value - self.at_level(0).value)
        last, before = self.at_level(level - 1).value, self.at_level(level - 2).value
        return abs(value - last) + _CHANCE * abs(last - before)

    @cached_property
    def _segments(self) -> FloatArray:
        """Phases where the rule is cut: where the set of bins that the shift reaches changes, and near the edges.

        Within a few deviations of the users' means from an edge the risk changes quickly; further inside it is flat.
        """
        bins = self._runs.bins
        ends = [(shift + self._data.offset - bins.lower) / bins.width % 1.0 for shift in self._shifts]
        near = [min(layer * self._spread, 0.5) for layer in _LAYERS]
        return np.unique(np.round([0.0, 1.0, *ends, *near, *(1 - layer for layer in near)], 12))

    @cached_property
    def _spread(self) -> float:
        """The deviation of a user's mean, in bins."""
        return self._data.deviation(self._runs.m) / float(self._runs.bins.width)

    @cached_property
    def _pieces(self) -> FloatArray:
        """Ends of the intervals of phases on which the risk is a quadratic, where the data live on a lattice."""
        atoms = self._data.kinks(self._runs.m)
        if not len(atoms):
            return np.linspace(0, 1, _COUNTLESS)
        bins = self._runs.bins
        clipping = self._runs.interval(0)[0] - bins.lower
        edges = np.concatenate([-atoms, clipping - atoms]) / bins.width % 1.0
        return np.unique(np.round(np.concatenate([self._segments, edges]), 12))

    def _sizes(self, level: int) -> list[int]:
        """How many nodes each segment gets: by its length in deviations of the users' means, up to a few."""
        lengths = np.diff(self._segments) / self._spread
        return [ceil(2.0 ** (level - 1) * (1 + min(length, _LAYERS[0]))) for length in lengths]

    def _found(self, cuts: FloatArray, sizes: list[int], exact: bool, mirrored: bool, tail: float) -> ShiftRisk:
        """Gauss-Legendre's rule of a given number of nodes on each interval of phases."""
        rules = [np.polynomial.legendre.leggauss(size) for size in sizes]
        phases = [a + (b - a) * (rule[0] + 1) / 2 for a, b, rule in zip(cuts[:-1], cuts[1:], rules, strict=True)]
        weights = [rule[1] * (b - a) / 2 for a, b, rule in zip(cuts[:-1], cuts[1:], rules, strict=True)]
        total = np.zeros(4)
        supremum, worst, error, count = 0.0, 0.0, 0.0, 0
        for weight, at in zip(
            np.concatenate(weights), self._at_phases(np.concatenate(phases), mirrored, tail), strict=True
        ):
            count += bool(at)
            for risks, biases, failures, own in at:
                sums = np.array([risks.sum(), (biases**2).sum(), failures.sum(), len(risks)])
                total += weight / len(at) * sums
                error = max(error, own)
            supremum = max([supremum, *(float(part[0].max()) for part in at[:1])])
            worst = max([worst, *(float(part[2].max()) for part in at[:1])])
        value, squared_bias, failure, _ = total / total[3]
        return ShiftRisk(
            float(value),
            error,
            float(squared_bias),
            float(value - squared_bias),
            # A probability below rounding may come out as -1e-38.
            max(float(failure), 0.0),
            supremum,
            worst,
            count,
            exact,
        )

    def _at_phases(self, phases: FloatArray, mirrored: bool, tail: float) -> Iterator[list[_Phase]]:
        """For each phase the risks at every shift that puts the mean there in its bin; an empty list where none does.

        A second entry, where `mirrored`, has the bins' law reflected about the smoothed one: the average of both has
        no jumps of first order as the lattice crosses the edges, and the same integral over the phase to third order.
        """
        bins, runs = self._runs.bins, self._runs
        low, high = ((shift + self._data.offset - bins.lower) / bins.width for shift in self._shifts)
        first, last = floor(low), floor(high)
        offsets = np.arange(-last, bins.count - first)
        size = max(_NUMBERS // len(offsets), 1)
        for part in np.split(phases, range(size, len(phases), size)):
            left = (offsets - part[:, None]) * bins.width
            lower, upper = left - runs.inflation, left + (bins.width + runs.inflation)
            bias, variance = self._data.clipped(lower, upper, runs.m)
            given = bias**2 + (variance + 2 * runs.scale**2) / runs.half
            lost = np.asarray((lower > 0) | (upper < 0), dtype=np.float64)
            laws = self._data.bin_laws(part, bins.width, runs.m, tail, mirrored)
            for phase, listed, rows in zip(part, laws, np.stack([given, bias, lost], axis=1), strict=True):
                places = np.arange(ceil(low - phase), floor(high - phase) + 1)
                if not len(places):
                    yield []
                    continue
                ends = -int(places[0]), bins.count - 1 - int(places[-1])
                at = [self._at_places(_cropped(law, *ends, runs.half), places, rows, last, tail) for law in listed]
                yield at

    def _at_places(self, law: BinLaw, places: NDArray[np.int64], rows: FloatArray, last: int, tail: float) -> _Phase:
        """One law at all places of the mean; `rows` lists offsets from -last on.

        Near the ends of the bins some that users of an inner bin vote for do not exist: such places go apart.
        """
        count, reach = self._runs.bins.count, self._vote.hot // 2
        before = np.maximum(reach - law.first - places, 0)
        behind = np.maximum(law.last + reach + places - (count - 1), 0)
        cuts = np.flatnonzero((np.diff(before) != 0) | (np.diff(behind) != 0)) + 1
        parts = []
        for group in np.split(np.arange(len(places)), cuts):
            winners = self._winners(law, tail, (int(before[group[0]]), int(behind[group[0]])))
            here = places[group]
            own = rows[:, last - here[-1] : last - here[0] + count]
            parts.append(_averaged(winners, here, -int(here[-1]), count, own))
        risks, biases, failures, errors = zip(*parts, strict=True)
        return np.concatenate(risks), np.concatenate(biases), np.concatenate(failures), max(errors)

    def _winners(self, law: BinLaw, tail: float, absent: tuple[int, int]) -> Winners:
        """The winners over the bins that users vote for, those absent at either end apart; the last law's are kept."""
        key = (law.first, law.probabilities.tobytes())
        if self._last[0] != key:
            self._last = key, {}
        found = self._last[1]
        if absent not in found:
            half = self._runs.half
            if self._vote.hot == 1:
                found[absent] = one_bin_winners(self._vote, law, half, tail)
            else:
                found[absent] = wide_winners(self._vote, law, half, tail, -log10((half + 5) * tail), absent)
        return found[absent]


def _averaged(found: Winners, places: NDArray[np.int64], first: int, bins: int, given: FloatArray) -> _Phase:
    """The rows of `given`, a number for each offset from `first` on, averaged over the winner for the mean in `places`.

    The offset is that of the winner's bin from the mean's; `first` is that of bin 0 from the last place.
    """
    size = len(found.core)
    left = found.first + places
    start = found.first - first
    with np.errstate(under="ignore"):
        around = np.exp(np.outer(left, found.log_before) + np.outer(bins - size - left, found.log_upto))
        active = around @ found.core.T
    sums = active @ given[:, start : start + size].T
    total = active.sum(axis=1)
    if bins > size:
        below, above = _idle(found, bins - size)
        rows = given.copy()
        rows[:, start:] = 0.0
        sums += _correlated(below, rows[:, :-size]).T[::-1]
        rows = given.copy()
        rows[:, : start + size] = 0.0
        sums += _correlated(above, rows[:, size:]).T[::-1]
        total += np.concatenate([[0.0], np.cumsum(below)])[left]
        total += np.concatenate([np.cumsum(above[::-1])[::-1], [0.0]])[left]
    risks, biases, failures = sums.T
    wrong = found.missing + float(np.max(np.abs(total - 1))) + _ROUNDING
    most = float(np.max(given[0]))
    off = wrong * most + sqrt(found.divergence * most * max(float(np.max(risks)), 0.0))
    return risks, biases, np.maximum(failures, 0.0), off


def _correlated(weights: FloatArray, rows: FloatArray) -> FloatArray:
    """Sum over j of weights[j] rows[:, q + j], for every q that keeps it inside; shape (rows, lags)."""
    lags = rows.shape[1] - len(weights) + 1
    if lags * len(weights) <= _DIRECT:
        return np.asarray(np.einsum("j,rqj->rq", weights, sliding_window_view(rows, len(weights), axis=1)))
    length = next_fast_len(rows.shape[1], real=True)
    product = np.conj(rfft(weights, length)) * rfft(rows, length, axis=1)
    return np.asarray(irfft(product, length, axis=1)[:, :lags])


def _cropped(law: BinLaw, first: int, last: int, n: int) -> BinLaw:
    """The law with what is beyond [first, last] moved to its ends; raises ParameterError where that is much."""
    p, low, high = law.probabilities, max(law.first, first), min(law.last, last)
    if (low, high) == (law.first, law.last):
        return law
    kept = p[low - law.first : high - law.first + 1].copy()
    beyond = float(p[: low - law.first].sum()), float(p[high - law.first + 1 :].sum())
    if not len(kept) or n * sum(beyond) > _MOST_MOVED:
        raise ParameterError(f"shift: {n} users' means are beyond the bins' ends with probability {sum(beyond):.1e}")
    kept[0] += beyond[0]
    kept[-1] += beyond[1]
    return replace(law, first=low, probabilities=kept, moved=law.moved + sum(beyond))


def _idle(found: Winners, count: int) -> tuple[FloatArray, FloatArray]:
    """P(the j-th of `count` bins without users wins), where the others are all on its right, or all on its left.

    These do not depend on where among the empty bins the others are, as long as that is on the one side.
    """
    if not count:
        return np.zeros(0), np.zeros(0)
    j = np.arange(count)
    with np.errstate(under="ignore"):
        powers = np.exp(np.outer(j, found.log_before) + np.outer(count - 1 - j, found.log_upto)) * found.mass
    return powers @ found.upto, powers @ found.below
