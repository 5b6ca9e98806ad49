"""The exact risk averaged over a uniform shift of the data, one pass over a single bin for all bins at once.

Shifting the data by one bin's width moves every law along with the bins: only how many bins without users lie on
either side changes, and these enter the winner's law in closed form. So the chain over the bins that users are in is
computed once for each phase (the place of the mean inside its bin), and all shifts of that phase follow from it.

Where data live on a lattice, the law of the bins is constant in the phase between two crossings of an edge by a
lattice point, and the risk is a quadratic there: two Gauss nodes a piece are exact. Where there are too many pieces
the phases are refined until the average settles.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, floor, inf, sqrt
from typing import Protocol

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from notation.parameters import ParameterError, interval
from upperbounds.arrays import FloatArray
from upperbounds.channels import UnaryEncoding
from upperbounds.two_stage import TwoStage
from upperbounds.votes import Bins
from verify.experiments.winners import Winners, one_bin_winners
from verify.risk.densities import BetaLaw
from verify.risk.exact import as_floats
from verify.risk.laws import BinLaw, SignLaw, UserMeanLaw
from verify.risk.pmf import binomial_cdf, binomial_pmf, binomial_sf

_TAIL = 1e-17
"""The mass of one user's mean that may be moved to a neighbouring bin."""

_NEGLIGIBLE_POINT = 1e-9
"""Lattice points of smaller mass are no kink: the risk jumps by less than their mass times the users there."""

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
"""Room for rounding in the winner's law, in sum over the bins."""

_Phase = tuple[FloatArray, FloatArray, FloatArray, float]
"""Risk, bias and probability of a lost mean at each shift of one phase, and the error of the risks."""


class ShiftedData(Protocol):
    """A law that moves with a shift."""

    def law_at(self, shift: float) -> UserMeanLaw:
        """The law of one sample at a shift."""
        ...

    def kinks(self, m: int) -> FloatArray:
        """Where the mean of m samples has atoms, relative to the shift; empty where it has none."""
        ...

    def deviation(self, m: int) -> float:
        """The standard deviation of the mean of m samples."""
        ...

    def smoothed(self, found: BinLaw, shift: float, bins: Bins, m: int) -> FloatArray | None:
        """The probabilities of `found` with each atom spread evenly to halfway to its neighbours; None without atoms.

        That is their average over a shift by one step of the lattice.
        """
        ...


@dataclass(frozen=True)
class ShiftedSigns:
    """Fair signs plus a shift: kent Rad(1/2) + U."""

    def law_at(self, shift: float) -> SignLaw:
        """As ShiftedData.law_at."""
        return SignLaw(shift, 1.0, shift)

    def kinks(self, m: int) -> FloatArray:
        """As ShiftedData.kinks."""
        points, masses = self.law_at(0.0).support(m, _NEGLIGIBLE_POINT)
        return points[masses > _NEGLIGIBLE_POINT]

    def deviation(self, m: int) -> float:
        """As ShiftedData.deviation."""
        return 1 / sqrt(m)

    def smoothed(self, found: BinLaw, shift: float, bins: Bins, m: int) -> FloatArray | None:
        """As ShiftedData.smoothed."""
        edges = bins.left(np.arange(found.first + 1, found.last + 1))
        place = (edges - shift + 1) * (m / 2) + 0.5
        cell = np.floor(place)
        part = (place - cell) * binomial_pmf(cell, m, 0.5, 0.5)
        below = np.concatenate([[0.0], binomial_cdf(cell - 1, m, 0.5) + part, [1.0]])
        above = np.concatenate([[1.0], binomial_sf(cell - 1, m, 0.5) - part, [0.0]])
        # Differences of the smaller tail, so that rare bins keep their digits.
        return np.maximum(np.where(below[1:] <= 0.5, np.diff(below), above[:-1] - above[1:]), 0.0)


@dataclass(frozen=True)
class ShiftedBeta:
    """half_width (2 B - 1) + centre plus a shift, B of Beta(shape, shape); Unif[0, 1] + U for shape 1, both 1/2."""

    shape: float
    centre: float = 0.0
    half_width: float = 1.0

    def law_at(self, shift: float) -> BetaLaw:
        """As ShiftedData.law_at."""
        return BetaLaw(self.shape, self.centre + shift, self.half_width)

    def kinks(self, m: int) -> FloatArray:
        """As ShiftedData.kinks: there are none."""
        return np.zeros(0)

    def deviation(self, m: int) -> float:
        """As ShiftedData.deviation."""
        return self.law_at(0.0).deviation(m)

    def smoothed(self, found: BinLaw, shift: float, bins: Bins, m: int) -> FloatArray | None:
        """As ShiftedData.smoothed: nothing to smooth."""
        return None


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

    Raises ParameterError for votes that are not unary encoding, and where the data come so near to the ends of the
    bins that a shift no longer moves bins with them.
    """

    def __init__(self, estimator: TwoStage, data: ShiftedData, low: float, high: float) -> None:
        self._runs = as_floats(estimator)
        if not isinstance(estimator.vote, UnaryEncoding) or estimator.vote.hot != 1:
            raise ParameterError(f"estimator = {estimator.name!r}: must vote for one bin, by unary encoding")
        self._vote = estimator.vote
        self._data = data
        self._shifts = interval("low", low, "high", high)
        self._offset = data.law_at(0.0).mean
        self._levels: dict[int, ShiftRisk] = {}
        self._last: tuple[tuple[int, bytes], Winners] | None = None

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
                self._levels[level] = self._found(self._pieces, [2] * (len(self._pieces) - 1), True, mirrored=False)
            else:
                fine = self._found(self._segments, sizes, False, mirrored=level > 0)
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

    def _change(self, value: float, level: int) -> float:
        """What the last refinement changed, and a small share of the one before: one may agree by chance."""
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
        ends = [(shift + self._offset - bins.lower) / bins.width % 1.0 for shift in self._shifts]
        near = [min(layer * self._spread, 0.5) for layer in _LAYERS]
        return np.unique(np.round([0.0, 1.0, *ends, *near, *(1 - layer for layer in near)], 12))

    @cached_property
    def _spread(self) -> float:
        """The deviation of a user's mean, in bins."""
        return self._data.deviation(self._runs.samples) / float(self._runs.bins.width)

    @cached_property
    def _pieces(self) -> FloatArray:
        """Ends of the intervals of phases on which the risk is a quadratic, where the data live on a lattice."""
        atoms = self._data.kinks(self._runs.samples) - self._offset
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

    def _found(self, cuts: FloatArray, sizes: list[int], exact: bool, mirrored: bool) -> ShiftRisk:
        """Gauss-Legendre's rule of so many nodes on each interval of phases."""
        total = np.zeros(4)
        supremum, worst, error, phases = 0.0, 0.0, 0.0, 0
        for a, b, size in zip(cuts[:-1], cuts[1:], sizes, strict=True):
            nodes, weights = np.polynomial.legendre.leggauss(size)
            for node, weight in zip(a + (b - a) * (nodes + 1) / 2, weights * (b - a) / 2, strict=True):
                at = self._at_phase(float(node), mirrored)
                phases += bool(at)
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
            phases,
            exact,
        )

    def _at_phase(self, phase: float, mirrored: bool) -> list[_Phase]:
        """The risks at every shift that puts the mean there in its bin; an empty list where no shift does.

        A second entry, where `mirrored`, has the bins' law reflected about the smoothed one: the average of both has
        no jumps of first order as the lattice crosses the edges, and the same integral over the phase to third order.
        """
        bins, runs = self._runs.bins, self._runs
        low, high = ((shift + self._offset - bins.lower) / bins.width for shift in self._shifts)
        places = np.arange(ceil(low - phase), floor(high - phase) + 1)
        if not len(places):
            return []
        middle = int(places[len(places) // 2])
        law = self._data.law_at(bins.lower + bins.width * (middle + phase) - self._offset)
        offsets = np.arange(-places[-1], bins.count - places[0])
        lower, upper = runs.interval(middle + offsets)
        bias, variance = law.clipped(lower, upper, runs.samples)
        given = bias**2 + (variance + 2 * runs.scale**2) / runs.half
        lost = np.asarray((law.mean < lower) | (law.mean > upper), dtype=np.float64)
        laws = self._bin_laws(law, middle, int(places[0]), int(places[-1]), mirrored)
        return [
            _averaged(self._winners(one), places, offsets[0], bins.count, np.stack([given, bias, lost])) for one in laws
        ]

    def _bin_laws(self, law: UserMeanLaw, middle: int, first: int, last: int, mirrored: bool) -> list[BinLaw]:
        """The law of a user's bin, counted from that of the mean; and its mirror image."""
        bins, runs = self._runs.bins, self._runs
        wide = Bins(bins.lower - bins.count * bins.width, bins.width, 3 * bins.count)
        found = law.bin_law(wide, runs.samples, _TAIL)
        laws = [found]
        smooth = self._data.smoothed(found, law.mean - self._offset, wide, runs.samples) if mirrored else None
        if smooth is not None:
            reflected = np.maximum(2 * smooth - found.probabilities, 0.0)
            laws.append(replace(found, probabilities=reflected / reflected.sum()))
        return [
            _cropped(replace(one, first=one.first - bins.count - middle), -first, bins.count - 1 - last, runs.half)
            for one in laws
        ]

    def _winners(self, law: BinLaw) -> Winners:
        """The winners over the bins that users are in; the last ones are kept."""
        key = (law.first, law.probabilities.tobytes())
        if self._last is None or self._last[0] != key:
            self._last = key, one_bin_winners(self._vote, law, self._runs.half, _TAIL)
        return self._last[1]


def _averaged(found: Winners, places: NDArray[np.int64], first: int, bins: int, given: FloatArray) -> _Phase:
    """The rows of `given`, a number for each offset from `first` on, averaged over the winner for the mean in `places`.

    The offset is that of the winner's bin from the mean's.
    """
    size = len(found.core)
    left = found.first + places
    with np.errstate(under="ignore"):
        around = np.exp(np.outer(left, found.log_before) + np.outer(bins - size - left, found.log_upto))
        active = around @ found.core.T
    idle = np.arange(bins - size)
    below, above = _idle(found, len(idle))
    is_left = idle < left[:, None]
    on_left, on_right = np.where(is_left, below, 0.0), np.where(is_left, 0.0, above)
    start = -places - first
    own = np.arange(size) + found.first - first
    sums = []
    for row in given:
        total = active @ row[own]
        if len(idle):
            windows = sliding_window_view(row, len(idle))
            total += np.einsum("qj,qj->q", on_left, windows[start])
            total += np.einsum("qj,qj->q", on_right, windows[start + size])
        sums.append(total)
    risks, biases, failures = sums
    failures = np.maximum(failures, 0.0)
    total = active.sum(axis=1) + on_left.sum(axis=1) + on_right.sum(axis=1)
    wrong = found.missing + float(np.max(np.abs(total - 1))) + _ROUNDING
    return risks, biases, failures, wrong * float(np.max(given[0]))


def _cropped(law: BinLaw, first: int, last: int, users: int) -> BinLaw:
    """The law with what is beyond [first, last] moved to its ends; raises ParameterError where that is much."""
    p, low, high = law.probabilities, max(law.first, first), min(law.last, last)
    if (low, high) == (law.first, law.last):
        return law
    kept = p[low - law.first : high - law.first + 1].copy()
    beyond = float(p[: low - law.first].sum()), float(p[high - law.first + 1 :].sum())
    if not len(kept) or users * sum(beyond) > _MOST_MOVED:
        raise ParameterError(
            f"shift: {users} users' means are beyond the bins' ends with probability {sum(beyond):.1e}"
        )
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
