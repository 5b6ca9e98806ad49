"""The law of one bin's tally (its summed votes) given how many users voted for the bin.

A `Tally` lives on a grid of values v: whole numbers for bits, quadrature nodes for Laplace votes. `table` gives, for
each number s of users who voted for the bin and each v, P(tally < v | s), the mass at v (density times quadrature
weight where the tally is continuous, times the stride where some values are left out) and P(tally <= v | s). Every
number is a sum of non-negative terms.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import ceil, floor, sqrt
from typing import Protocol

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from upperbounds.channels import LaplaceHistogram, UnaryEncoding
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.binomial import binomial_pmf, binomial_window
from upperbounds.channels.grid import GeometricHistogram
from upperbounds.channels.loss import evaluate
from verify.study.risk.chain import Tables
from verify.study.risk.geometric_sum import deviation, mass_and_tail
from verify.study.risk.laplace_sum import density_and_tail, density_and_tail_on_grid, deviation_beyond

_SMOOTH = 16
"""From this many users on the Laplace noise has 30 continuous derivatives and the trapezoidal rule converges fast."""

_LATTICE_BITS = 18
"""Up to 2^18 lattice points the noise is tabulated once; where it spreads farther it is computed where needed."""

_BLOCK = 256
"""Up to this many users a table of all tallies is made directly; beyond, in blocks of as many."""

_ROW = 3000.0
"""What the law of a block's fixed bits takes for each of its rows, in multiplications."""

_WHOLE_TABLE = 1024
"""Up to this many users the table of all tallies is kept (16 MB)."""

_MOST_KEPT = 1 << 19
"""Entries up to which the table of a few Laplace variables is kept (8 MB)."""

_NEGLIGIBLE = 1e-40
"""The mass that a window of bits with a fixed law leaves out."""


class Tally(Protocol):
    """The law of a bin's tally given its voters, on a grid of values."""

    @property
    def size(self) -> int:
        """How many values the grid has."""
        ...

    def table(self, low: int, high: int, start: int, stop: int) -> Tables:
        """P(tally < v | s), mass at v, P(tally <= v | s): shape (high - low + 1, stop - start).

        s runs over low .. high, and v over the values start .. stop - 1 of the grid.
        """
        ...


@dataclass(frozen=True)
class Voters:
    """Bounds that place the grid: the number of users and how likely one votes for the bins.

    `most` is the largest probability over bins that a user votes for it (exactly, not noisily); `bins` how many bins
    there are; `tail` the mass that a bound may leave out.
    """

    n: int
    most: float
    bins: int
    tail: float


@dataclass(frozen=True)
class BitTally:
    """The sum of n bits: s of them are 1 with probability one[0], and the others with probability zero[0].

    The pairs hold a probability and its complement. Values are first .. first + size - 1.
    """

    n: int
    zero: tuple[float, float]
    one: tuple[float, float]
    first: int
    size: int

    @property
    def row_work(self) -> float:
        """How many multiplications a row of the table takes, where tables are not kept: two products and the rest."""
        return 0.0 if self.n <= _WHOLE_TABLE else 2.0 * _BLOCK * self.size + _ROW

    def table(self, low: int, high: int, start: int, stop: int) -> Tables:
        """As Tally.table."""
        a, b = self.first + start, self.first + stop
        if self.n <= _WHOLE_TABLE:
            mass, upto = _whole_table(self.n, self.zero, self.one)
            mass, upto = mass[low : high + 1], upto[low : high + 1]
        else:
            mass, upto = self._block_table(low, high, a, b)
            a, b = 0, b - a
        # Both arrays carry a column for the value before the first one.
        return upto[:, a:b], mass[:, a + 1 : b + 1], upto[:, a + 1 : b + 1]

    def _block_table(self, low: int, high: int, a: int, b: int) -> tuple[FloatArray, FloatArray]:
        """Mass and P(tally <= v) for s = low .. high and v = a - 1 .. b - 1.

        In a block of 256 values of s all but 256 users have fixed bits: their sum's law is computed once per block
        and the rest is one matrix product.
        """
        mass, upto = [], []
        for block in range(low, high + 1, _BLOCK):
            width = min(_BLOCK, high + 1 - block)
            size = min(_BLOCK, self.n - block)
            offset, fixed = _convolved(block, self.n - block - size, self.zero, self.one)
            part = _small_table(size, self.zero, self.one)[:width]
            # Row u, column v of the matrices: the fixed bits' value v - u.
            values = np.arange(a - 1 - size, b) - offset
            place = np.clip(values, 0, len(fixed) - 1)
            masses = np.where(values == place, fixed[place], 0.0)
            sums = np.cumsum(fixed)
            below = np.where(values >= 0, np.minimum(sums / sums[-1], 1.0)[place], 0.0)
            mass.append(part @ sliding_window_view(masses, b - a + 1)[::-1])
            upto.append(part @ sliding_window_view(below, b - a + 1)[::-1])
        return np.concatenate(mass), np.concatenate(upto)


@lru_cache(maxsize=4)
def _small_table(n: int, zero: tuple[float, float], one: tuple[float, float]) -> FloatArray:
    """P(tally = u | s), shape (users + 1, users + 1), for s = 0 .. users hot bits."""
    users = np.arange(n + 1)
    hot, cold = (binomial_pmf(users, users[:, None], *chances) for chances in (one, zero))
    table = np.array([np.convolve(hot[s, : s + 1], cold[n - s, : n - s + 1]) for s in users])
    # A power over thousands of bins would multiply the rounding of a row's sum.
    return np.asarray(table / table.sum(axis=1, keepdims=True))


@lru_cache(maxsize=4)
def _whole_table(n: int, zero: tuple[float, float], one: tuple[float, float]) -> tuple[FloatArray, FloatArray]:
    """Mass and P(tally <= v), shape (users + 1, users + 2): s = 0 .. users, v = -1 .. users."""
    if n <= _BLOCK:
        mass = np.pad(_small_table(n, zero, one), [(0, 0), (1, 0)])
        return mass, np.minimum(np.cumsum(mass, axis=1), 1.0)
    return BitTally(n, zero, one, 0, n + 1)._block_table(0, n, 0, n + 1)


@lru_cache(maxsize=128)
def _convolved(hot: int, cold: int, zero: tuple[float, float], one: tuple[float, float]) -> tuple[int, FloatArray]:
    """The law of the sum of `hot` and `cold` bits, as the first value and the probabilities from it on."""
    laws = []
    for users, (p, q) in ((hot, one), (cold, zero)):
        low, high = binomial_window(users, p, q, _NEGLIGIBLE)
        laws.append((low, binomial_pmf(np.arange(low, high + 1), users, p, q)))
    (a, first), (b, second) = laws
    sums = np.convolve(first, second)
    return a + b, sums / sums.sum()


def bit_tally(channel: UnaryEncoding, voters: Voters) -> BitTally:
    """The tally of unary encoding, on the values between which the winning tally lies except for 2 `tail`.

    The winner has at least the tally of the likeliest bin, and no bin's tally is above the upper end.
    """
    zero, one = _answers(channel)
    p, q = (voters.most * one[i] + (1 - voters.most) * zero[i] for i in (0, 1))
    low, _ = binomial_window(voters.n, p, q, voters.tail)
    # A bin's chance of a bit lies between the two ends; the upper tail grows with it.
    p, q = max((p, q), zero)
    _, high = binomial_window(voters.n, p, q, voters.tail / voters.bins)
    return BitTally(voters.n, zero, one, low, high - low + 1)


@lru_cache(maxsize=64)
def _answers(channel: UnaryEncoding) -> tuple[tuple[float, float], tuple[float, float]]:
    """The probability of a bit 1 and its complement, of a user who did not vote for the bin and of one who did."""
    log_t = float(channel.unit) * float(channel.epsilon)
    zero, one = ((evaluate(r, log_t), evaluate(1 - r, log_t)) for r in channel.answer_one)
    return zero, one


@dataclass(frozen=True)
class GridTally:
    """s plus the sum of n Laplace variables of scale `scale`, by the trapezoidal rule.

    Values are (first + i * stride) / per_unit for i < size: the votes s are on the same lattice, so that the noise is
    needed at lattice points only.
    """

    n: int
    scale: float
    per_unit: int
    stride: int
    first: int
    size: int

    def table(self, low: int, high: int, start: int, stop: int) -> Tables:
        """As Tally.table."""
        values = self.first + self.stride * np.arange(start, stop)
        noise = values - self.per_unit * np.arange(low, high + 1)[:, None]
        distance, unit = np.abs(noise), 1 / (self.per_unit * self.scale)
        far = int(np.max(distance)).bit_length()
        if far < _LATTICE_BITS:
            # Rounded up to a power of 2, so that neighbouring calls share one table.
            law = density_and_tail_on_grid(self.n, unit, 1 << far)
            density, tail = law[0][distance], law[1][distance]
        else:
            density, tail = density_and_tail(self.n, distance * unit)
        upto = np.where(noise >= 0, 1 - tail, tail)
        return upto, density * (self.stride * unit), upto


@dataclass(frozen=True)
class PanelTally:
    """s plus the sum of a few Laplace variables of scale `scale`, by Gauss-Legendre panels.

    The density has a kink where the noise is 0, so panels end at every s.
    """

    n: int
    scale: float
    nodes: FloatArray
    weights: FloatArray

    @property
    def size(self) -> int:
        """How many nodes."""
        return len(self.nodes)

    def table(self, low: int, high: int, start: int, stop: int) -> Tables:
        """As Tally.table."""
        if (self.n + 1) * self.size > _MOST_KEPT:
            return self._computed(low, high, start, stop)
        upto, mass, _ = self._whole
        upto, mass = upto[low : high + 1, start:stop], mass[low : high + 1, start:stop]
        return upto, mass, upto

    @cached_property
    def _whole(self) -> Tables:
        return self._computed(0, self.n, 0, self.size)

    def _computed(self, low: int, high: int, start: int, stop: int) -> Tables:
        noise = (self.nodes[start:stop] - np.arange(low, high + 1)[:, None]) / self.scale
        density, tail = density_and_tail(self.n, np.abs(noise))
        upto = np.where(noise >= 0, 1 - tail, tail)
        return upto, density * self.weights[start:stop] / self.scale, upto


def noisy_window(scale: float, voters: Voters) -> tuple[float, float]:
    """The values between which the winning tally of noisy votes lies except for 4 `tail`.

    `scale` is that of Laplace noise; of geometric noise 1/h, as its generating function is not larger.
    """
    users, most = voters.n, voters.most
    low, _ = binomial_window(users, most, 1 - most, voters.tail)
    _, high = binomial_window(users, most, 1 - most, voters.tail / voters.bins)
    reach = scale * deviation_beyond(users, voters.tail / voters.bins)
    return low - reach, high + reach


def laplace_tally(channel: LaplaceHistogram, voters: Voters, level: int) -> GridTally | PanelTally:
    """The tally of a noisy histogram, on nodes between which the winning tally lies except for 4 `tail`.

    Each `level` halves the spacing of the nodes.
    """
    users, scale = voters.n, float(channel.scale)
    spacing = scale * sqrt(2 * users) / (4 << level)
    if users < _SMOOTH:
        wide = 4 * spacing
        steps = ceil(scale * deviation_beyond(users, voters.tail / voters.bins) / wide)
        return _panel_tally(users, scale, wide, steps)
    if spacing >= 1:
        per_unit, stride = 1, floor(spacing)
    else:
        per_unit, stride = ceil(1 / spacing), 1
    low, high = noisy_window(scale, voters)
    first = floor(low * per_unit)
    size = ceil((high * per_unit - first) / stride) + 1
    return GridTally(users, scale, per_unit, stride, first, size)


@dataclass(frozen=True)
class GeometricTally:
    """s plus the sum of n two-sided geometric variables: all its values, or every `stride`-th by the trapezoidal rule.

    Values are first + i stride for i < size.
    """

    n: int
    h: float
    stride: int
    first: int
    size: int

    def table(self, low: int, high: int, start: int, stop: int) -> Tables:
        """As Tally.table."""
        noise = self.first + self.stride * np.arange(start, stop) - np.arange(low, high + 1)[:, None]
        distance = np.abs(noise)
        # Rounded up to a power of 2, so that neighbouring calls share one table.
        mass, tail = mass_and_tail(self.n, self.h, 1 << int(np.max(distance)).bit_length())
        beyond, from_here = tail[distance], tail[distance] + mass[distance]
        below = np.where(noise > 0, 1 - from_here, beyond)
        return below, mass[distance] * self.stride, np.where(noise >= 0, 1 - beyond, from_here)


def geometric_tally(channel: GeometricHistogram, voters: Voters, level: int) -> GeometricTally:
    """The tally of votes with geometric noise, on values between which the winning tally lies except for 4 `tail`.

    Each `level` halves the stride, down to 1; with few users it is 1.
    """
    h = unit_of(channel)
    spacing = deviation(voters.n, h) / (4 << level) if voters.n >= _SMOOTH else 1.0
    stride = max(floor(spacing), 1)
    low, high = noisy_window(1 / h, voters)
    first = floor(low)
    return GeometricTally(voters.n, h, stride, first, ceil((high - first) / stride) + 1)


def unit_of(channel: GeometricHistogram) -> float:
    """h, of noise with P(G = g) proportional to e^(-h |g|)."""
    return float(channel.unit) * float(channel.epsilon)


@lru_cache(maxsize=8)
def _panel_tally(n: int, scale: float, wide: float, steps: int) -> PanelTally:
    """Eight Gauss-Legendre nodes on each panel; panels end up to `steps` times `wide` from every s = 0 .. users.

    It is remembered, with its table: no law of users enters it.
    """
    ends = np.unique(np.arange(n + 1)[:, None] + wide * np.arange(-steps, steps + 1, dtype=np.float64))
    half = np.diff(ends) / 2
    nodes, weights = np.polynomial.legendre.leggauss(8)
    return PanelTally(
        n, scale, ((ends[:-1] + half)[:, None] + half[:, None] * nodes).ravel(), np.outer(half, weights).ravel()
    )
