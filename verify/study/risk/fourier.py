"""Tallies on whole numbers, given any real number of voters, by Fourier sums: bits, and votes with geometric noise."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import ceil, floor, inf, log, log1p, pi, sinh, sqrt, tanh

import numpy as np

from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.binomial import binomial_cdf, binomial_pmf, binomial_sf
from verify.study.risk.chain import Tables
from verify.study.risk.geometric_sum import MOST_STEPS, deviation, mass_and_tail, steps
from verify.study.risk.laplace_sum import deviation_beyond
from verify.study.risk.tallies import BitTally, Voters, noisy_window

_TAIL = 1e-18
"""What a Fourier sum leaves out."""

MOST_DEVIATIONS = 1e6
"""Of the noise of votes, over which the winning tally may spread: the grid has some numbers for each."""


class LatticeTables(ABC):
    """A tally on whole numbers by Fourier sums over its lattice.

    With f its characteristic function given s voters, at every real s, P(tally < v) = 1/2 - the sum over odd multiples
    t of pi/M of Im(e^(-i t (v - 1/2)) f(t)) / (M sin(t/2)), except for at most P(|tally - v| >= M). M is the largest
    distance of a value from a mean and `room` for TAIL more; sums stop where |f| < TAIL.
    """

    @property
    @abstractmethod
    def deviation(self) -> float:
        """The least deviation of the noise over s, tau."""

    @property
    @abstractmethod
    def spread(self) -> float:
        """As smooth.SmoothTables.spread."""

    @property
    @abstractmethod
    def ends(self) -> tuple[int, int]:
        """The least and the largest value of the winning tally."""

    @property
    @abstractmethod
    def room(self) -> float:
        """A distance from its mean that the tally reaches with a probability of TAIL at most."""

    @property
    @abstractmethod
    def last(self) -> float:
        """The angle from which on |f| < TAIL, at most pi."""

    @property
    def idle_rounding(self) -> float:
        """As smooth.SmoothTables.idle_rounding."""
        return 0.0

    @abstractmethod
    def means(self, voters: FloatArray) -> FloatArray:
        """The tally's mean given this many voters."""

    @abstractmethod
    def log_centred(self, voters: FloatArray, angles: FloatArray) -> np.ndarray:
        """The logarithm of f about the mean, shape (voters, angles)."""

    def values(self, stride: float, shift: float) -> tuple[FloatArray, float]:
        """As smooth.SmoothTables.values; the step is a whole number, and so is the shift."""
        step, (low, high) = max(int(stride * self.deviation), 1), self.ends
        start = low - step + round(shift * step)
        count = -(-(high - low + 1 + 2 * step) // step)
        return start + step * np.arange(count, dtype=np.float64), float(step)

    def table(self, voters: FloatArray, values: FloatArray, step: float) -> Tables:
        """As smooth.SmoothTables.table."""
        means, room = self.means(voters), self.room
        below = means < values[0] - room
        near = ~below & (means <= values[-1] + room)
        before, mass = np.zeros((2, *voters.shape, len(values)))
        before[below] = 1.0
        if np.any(near):
            before[near], mass[near] = self._near(voters[near], means[near], values, room)
        return before, mass * step, before + mass

    def _near(
        self, voters: FloatArray, means: FloatArray, values: FloatArray, room: float
    ) -> tuple[FloatArray, FloatArray]:
        """P(tally < v | s) and the mass at v by Fourier sums, shape (voters, values)."""
        centre = round(float(np.mean(values)))
        period = ceil(max(values[-1] - np.min(means), np.max(means) - values[0]) + room)
        count = min(ceil((self.last * period / pi + 1) / 2), (period + 1) // 2)
        angles = (2 * np.arange(count) + 1) * pi / period
        sent = np.exp(self.log_centred(voters, angles) + 1j * (means - centre)[:, None] * angles)
        below = np.exp(-1j * angles[:, None] * (values - 0.5 - centre)) / (period * np.sin(angles / 2))[:, None]
        at = np.exp(-1j * angles[:, None] * (values - centre)) * (2 / period)
        # An odd period has the angle pi once, where the others stand for two.
        if angles[-1] > pi * (1 - 1e-9):
            below[-1], at[-1] = below[-1] / 2, at[-1] / 2
        return 0.5 - (sent @ below).imag, (sent @ at).real


@dataclass(frozen=True)
class BitTables(LatticeTables):
    """Bits: the tally is Bin(s, one) + Bin(users - s, zero).

    With a = 1 - one + one e^(i t), b likewise of zero, the characteristic function is a^s b^(users - s).
    """

    tally: BitTally

    @property
    def deviation(self) -> float:
        """As LatticeTables.deviation."""
        zero, one = self.tally.zero, self.tally.one
        return sqrt(self.tally.n * min(zero[0] * zero[1], one[0] * one[1]))

    @property
    def is_smooth(self) -> bool:
        """Whether the characteristic function is below TAIL at the angle pi, where real powers of it would jump."""
        return 0.5 * self.tally.n * log1p(-4 * self.deviation**2 / self.tally.n * (1 - 1e-15)) <= log(_TAIL)

    @property
    def spread(self) -> float:
        """As smooth.SmoothTables.spread."""
        return abs(self.tally.one[0] - self.tally.zero[0]) / self.deviation

    @property
    def ends(self) -> tuple[int, int]:
        """As LatticeTables.ends."""
        return self.tally.first, self.tally.first + self.tally.size - 1

    @property
    def room(self) -> float:
        """By Hoeffding's bound."""
        return sqrt(self.tally.n * log(2 / _TAIL) / 2) + 1

    @property
    def last(self) -> float:
        """As LatticeTables.last: |a|^2 = 1 - 4 one (1 - one) sin(t/2)^2."""
        users = self.tally.n
        share = -np.expm1(2 * log(_TAIL) / users) / (4 * self.deviation**2 / users)
        return float(2 * np.arcsin(sqrt(min(share, 1.0))))

    def means(self, voters: FloatArray) -> FloatArray:
        """As LatticeTables.means."""
        one, zero = self.tally.one[0], self.tally.zero[0]
        return np.asarray(self.tally.n * zero + voters * (one - zero))

    def log_centred(self, voters: FloatArray, angles: FloatArray) -> np.ndarray:
        """As LatticeTables.log_centred."""
        hot, cold = _log_centred(*self.tally.one, angles), _log_centred(*self.tally.zero, angles)
        return np.asarray(voters[:, None] * hot + (self.tally.n - voters[:, None]) * cold)

    def idle(self, values: FloatArray, step: float) -> Tables:
        """As smooth.SmoothTables.idle."""
        users, (p, q) = self.tally.n, self.tally.zero
        with np.errstate(divide="ignore"):
            logs = [
                np.where(sf < 0.5, np.log1p(-sf), np.log(binomial_cdf(v, users, q)))
                for v, sf in ((v, binomial_sf(v, users, p)) for v in (values - 1, values))
            ]
        return logs[0], binomial_pmf(values, users, p, q) * step, logs[1]


@dataclass(frozen=True)
class GeometricTables(LatticeTables):
    """Votes with geometric noise: the tally is s plus the sum of `voters.n` two-sided geometric variables.

    About its mean the characteristic function is (1 + (sin(t/2)/sinh(h/2))^2)^-n, whatever s is.
    """

    voters: Voters
    h: float

    @property
    def deviation(self) -> float:
        """As LatticeTables.deviation."""
        return deviation(self.voters.n, self.h)

    @property
    def is_smooth(self) -> bool:
        """Whether |f(pi)| < TAIL, and the winning tally spreads over no more than this many deviations of the noise."""
        low, high = self.ends
        return 2 * self.voters.n * log(tanh(self.h / 2)) <= log(_TAIL) and (
            high - low <= MOST_DEVIATIONS * self.deviation < inf
        )

    @property
    def spread(self) -> float:
        """As smooth.SmoothTables.spread."""
        return 1 / self.deviation

    @property
    def ends(self) -> tuple[int, int]:
        """As LatticeTables.ends."""
        low, high = noisy_window(1 / self.h, self.voters)
        return floor(low), ceil(high)

    @property
    def room(self) -> float:
        """By Chernoff's bound for Laplace noise, whose generating function is not smaller."""
        return deviation_beyond(self.voters.n, _TAIL / 2) / self.h + 1

    @property
    def last(self) -> float:
        """As LatticeTables.last."""
        return float(2 * np.arcsin(min(sinh(self.h / 2) * sqrt(np.expm1(-log(_TAIL) / self.voters.n)), 1.0)))

    def means(self, voters: FloatArray) -> FloatArray:
        """As LatticeTables.means."""
        return voters

    def log_centred(self, voters: FloatArray, angles: FloatArray) -> np.ndarray:
        """As LatticeTables.log_centred."""
        one = -self.voters.n * np.log1p((np.sin(angles / 2) / sinh(self.h / 2)) ** 2)
        return np.broadcast_to(one, (len(voters), len(angles)))

    @property
    def idle_rounding(self) -> float:
        """As smooth.SmoothTables.idle_rounding, where noise is too wide for the recurrence that keeps all digits."""
        return 0.0 if self._tabulated else 2.0**-53 * (self.ends[1] - self.ends[0]) / self.deviation

    @property
    def _tabulated(self) -> bool:
        return steps(self.voters.n, self.h, self._reach) <= MOST_STEPS

    @property
    def _reach(self) -> int:
        """How far `values` go from 0, rounded up to a power of 2, so that tables are shared."""
        return 1 << ceil(max(map(abs, self.ends)) + 4 * self.deviation).bit_length()

    def idle(self, values: FloatArray, step: float) -> Tables:
        """As smooth.SmoothTables.idle."""
        if self._tabulated:
            at, beyond = mass_and_tail(self.voters.n, self.h, self._reach)
            places = values.astype(np.int64)
            size = np.abs(places)
            mass, far, here = at[size], beyond[size], beyond[size] + at[size]
            with np.errstate(divide="ignore"):
                upto = np.where(places >= 0, np.log1p(-far), np.log(here))
                below = np.where(places > 0, np.log1p(-here), np.log(far))
            return below, mass * step, upto
        before, mass, after = (np.clip(one[0], 0.0, 1.0) for one in self.table(np.zeros(1), values, 1.0))
        with np.errstate(divide="ignore"):
            return np.log(before), mass * step, np.log(after)


def _log_centred(p: float, q: float, angles: FloatArray) -> np.ndarray:
    """log(q + p e^(it)) - itp, q = 1 - p: a bit's characteristic function about its mean, without cancellation.

    Its argument is atan(r x) - r atan(x) with r = p - q and x = tan(t/2): a series in x where x is small.
    """
    r, x = p - q, np.tan(angles / 2)
    small = np.minimum(x, 0.1)
    series = sum((-1) ** j * (r ** (2 * j) - 1) * small ** (2 * j + 1) / (2 * j + 1) for j in range(1, 9))
    argument = np.where(x < 0.1, r * series, np.arctan(r * x) - r * angles / 2)
    with np.errstate(divide="ignore"):
        size = 0.5 * np.log1p(-4 * p * q * np.sin(angles / 2) ** 2)
    return np.asarray(np.maximum(size, -800.0) + 1j * argument)
