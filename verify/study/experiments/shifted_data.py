"""Data that move with a shift, as an average over the shift needs them: laws of bins at many phases at once.

A phase is the place of the mean in its bin, in [0, 1). Edges, intervals and bins are counted from the mean here, so
that nothing depends on the shift but through the phase.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import floor, sqrt
from typing import Protocol

import numpy as np

from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.binomial import binomial_cdf, binomial_pmf, binomial_sf, binomial_window
from upperbounds.channels.votes import Bins
from verify.study.risk.densities import REACH, BetaLaw
from verify.study.risk.laws import BinLaw, SignLaw, rounding_of_tails, with_errors

_NEGLIGIBLE_POINT = 1e-9
"""Lattice points of smaller mass are no kink: the risk jumps by less than their mass times the users there."""


class ShiftedData(Protocol):
    """A law that moves with a shift."""

    @property
    def offset(self) -> float:
        """The mean where the shift is 0."""
        ...

    def kinks(self, m: int) -> FloatArray:
        """Where the mean of m samples has atoms, relative to its own mean; empty where it has none."""
        ...

    def deviation(self, m: int) -> float:
        """The standard deviation of the mean of m samples."""
        ...

    def bin_laws(self, phases: FloatArray, width: float, m: int, tail: float, mirrored: bool) -> list[list[BinLaw]]:
        """For each phase the law of a user's bin, counted from that of the mean, with at most `tail` moved.

        Where `mirrored`, and the data have atoms, a second law follows: the first reflected about the one in which
        each atom is spread evenly to halfway to its neighbours (the average over a shift by a step of the lattice).
        """
        ...

    def clipped(self, lower: FloatArray, upper: FloatArray, m: int) -> tuple[FloatArray, FloatArray]:
        """Bias and variance of the mean of m samples clipped to each [lower, upper], ends relative to the mean."""
        ...


@dataclass(frozen=True)
class ShiftedSigns:
    """Fair signs plus a shift: kent Rad(1/2) + U."""

    @property
    def offset(self) -> float:
        """As ShiftedData.offset."""
        return 0.0

    def kinks(self, m: int) -> FloatArray:
        """As ShiftedData.kinks."""
        points, masses = SignLaw(0.0).support(m, _NEGLIGIBLE_POINT)
        return points[masses > _NEGLIGIBLE_POINT]

    def deviation(self, m: int) -> float:
        """As ShiftedData.deviation."""
        return 1 / sqrt(m)

    def clipped(self, lower: FloatArray, upper: FloatArray, m: int) -> tuple[FloatArray, FloatArray]:
        """As ShiftedData.clipped."""
        return SignLaw(0.0).clipped(lower, upper, m)

    def bin_laws(self, phases: FloatArray, width: float, m: int, tail: float, mirrored: bool) -> list[list[BinLaw]]:
        """As ShiftedData.bin_laws."""
        low, high = binomial_window(m, 0.5, 0.5, tail / 2)
        reach = (high - low) / m
        most = floor(reach / width) + 1
        edges = (np.arange(-most, most + 2) - phases[:, None]) * width
        # The window is symmetric; beyond it nothing is before or behind an edge.
        outside = (edges <= -reach, edges > reach)
        place = (edges + 1) * (m / 2)
        below, above = _both_tails(np.ceil(place) - 1, m, (low, high))
        off = rounding_of_tails(m) * np.minimum(below, above)
        off[outside[0] | outside[1]] = 0.0
        laws = [[law] for law in _laws(_between(below, above, outside), off[:, :-1] + off[:, 1:], -most, tail)]
        if mirrored:
            cell = np.floor(place + 0.5)
            part = (place + 0.5 - cell) * binomial_pmf(cell, m, 0.5, 0.5)
            before, behind = _both_tails(cell - 1, m, (low, high))
            smooth = _between(before + part, behind - part, outside)
            for row, listed in zip(smooth, laws, strict=True):
                (law,) = listed
                kept = row[law.first + most : law.last + most + 1]
                reflected = np.maximum(2 * kept - law.probabilities, 0.0)
                listed.append(replace(law, probabilities=reflected / reflected.sum()))
        return laws


def _both_tails(cuts: FloatArray, m: int, window: tuple[int, int]) -> tuple[FloatArray, FloatArray]:
    """P(X <= cut) and P(X > cut) for X of Bin(m, 1/2); from a list where there are fewer values than cuts.

    What is outside of the window may be that of its end.
    """
    low, high = window
    if high - low >= cuts.size:
        return binomial_cdf(cuts, m, 0.5), binomial_sf(cuts, m, 0.5)
    listed = np.arange(low - 1, high + 1)
    at = np.clip(cuts, low - 1, high).astype(np.int64) - (low - 1)
    return binomial_cdf(listed, m, 0.5)[at], binomial_sf(listed, m, 0.5)[at]


def _between(below: FloatArray, above: FloatArray, outside: tuple[np.ndarray, np.ndarray]) -> FloatArray:
    """The mass between neighbouring edges, from the smaller of two tails, so that rare bins keep their digits."""
    below = np.where(outside[0], 0.0, np.where(outside[1], 1.0, below))
    above = np.where(outside[0], 1.0, np.where(outside[1], 0.0, above))
    straddling = 1 - below[:, :-1] - above[:, 1:]
    upper = np.where(above[:, :-1] <= 0.5, above[:, :-1] - above[:, 1:], straddling)
    return np.asarray(np.maximum(np.where(below[:, 1:] <= 0.5, np.diff(below), upper), 0.0))


def _laws(chances: FloatArray, off: FloatArray, first: int, tail: float) -> Iterator[BinLaw]:
    """Each row as a law, without the empty bins at its ends."""
    for row, wrong in zip(chances, off, strict=True):
        kept = np.flatnonzero(row)
        inner = slice(int(kept[0]), int(kept[-1]) + 1)
        held = np.where(row[inner] > 0, wrong[inner], 0.0)
        yield with_errors(first + inner.start, row[inner], tail, held)


@dataclass(frozen=True)
class ShiftedBeta:
    """half_width (2 B - 1) + centre plus a shift, B of Beta(shape, shape); Unif[0, 1] + U for shape 1, both 1/2."""

    shape: float
    centre: float = 0.0
    half_width: float = 1.0

    @property
    def _law(self) -> BetaLaw:
        return BetaLaw(self.shape, 0.0, self.half_width)

    @property
    def offset(self) -> float:
        """As ShiftedData.offset."""
        return self.centre

    def kinks(self, m: int) -> FloatArray:
        """As ShiftedData.kinks: there are none."""
        return np.zeros(0)

    def deviation(self, m: int) -> float:
        """As ShiftedData.deviation."""
        return self._law.deviation(m)

    def clipped(self, lower: FloatArray, upper: FloatArray, m: int) -> tuple[FloatArray, FloatArray]:
        """As ShiftedData.clipped."""
        return self._law.clipped(lower, upper, m)

    def bin_laws(self, phases: FloatArray, width: float, m: int, tail: float, mirrored: bool) -> list[list[BinLaw]]:
        """As ShiftedData.bin_laws: nothing to mirror."""
        most = floor(min(REACH * self.deviation(m), self.half_width) / width) + 1
        laws = []
        for phase in phases:
            found = self._law.bin_law(Bins((-most - phase) * width, width, 2 * most + 1), m, tail)
            laws.append([replace(found, first=found.first - most)])
        return laws
