"""The law of the winning bin at a cost that does not grow with the number of users, within a stated error.

A bin's tally has its own noise, of deviation tau about sqrt(users) times a constant, so the probability that it is
below a value v is a smooth function of the number s of users who voted for the bin, on the scale tau. Three things
follow. Sums over counts are Gauss sums (nodes.py) of a few dozen nodes, two or three for a bin that few users are
in. Sums over the winning tally are sums over a sub-lattice. The probabilities themselves, at the real s of the
nodes, are Fourier sums of some forty terms (bits) or the noise's own distribution function (Laplace).

Errors: Gauss and sub-lattice sums converge geometrically; what they leave is measured, by the change of the law
when there are more nodes on a shifted and finer lattice. The Fourier sums leave at most `TAIL` (see
`fourier.LatticeTables`). Signed terms are added, so rounding is absolute: `floor` states it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, log1p, sqrt
from typing import Protocol

import numpy as np

from upperbounds.channels import LaplaceHistogram
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.grid import GeometricHistogram
from verify.study.risk.chain import CHUNK, Link, Tables, idle_winners, meet
from verify.study.risk.fourier import MOST_DEVIATIONS, GeometricTables
from verify.study.risk.laplace_sum import density_and_tail, deviation_beyond
from verify.study.risk.laws import BinLaw
from verify.study.risk.nodes import NodeGrid, gauss, joined, point
from verify.study.risk.tallies import Voters, noisy_window, unit_of

_FAR = 1e-40
"""The tail of Laplace noise at which its law is cut: probabilities are off by no more."""

_LEVELS = 4
"""How often nodes and values are refined at most."""

_SETTLED = 1e-13
"""A change of the law (in sum over bins) that is attributed to rounding."""


class SmoothTables(Protocol):
    """The law of a tally given a real number of voters, and the values over which the winning tally is summed."""

    @property
    def spread(self) -> float:
        """How many deviations of the noise one voter moves the tally."""
        ...

    def values(self, stride: float, shift: float) -> tuple[FloatArray, float]:
        """Values between which the winning tally lies, about `stride` deviations of the noise apart, and the step.

        `shift`, in steps, moves them all.
        """
        ...

    def table(self, voters: FloatArray, values: FloatArray, step: float) -> Tables:
        """P(tally < v | s), mass at v times the step, P(tally <= v | s): shape (*voters.shape, values)."""
        ...

    def idle(self, values: FloatArray, step: float) -> Tables:
        """The same without voters, shape (values,), the first and last as logarithms that keep their digits."""
        ...

    @property
    def idle_rounding(self) -> float:
        """What each bin without voters adds to the rounding of the winner's law; 0 where `idle` keeps all digits."""
        ...


@dataclass(frozen=True)
class NoiseTables:
    """Laplace votes: the tally is s plus the sum of `voters.n` Laplace variables of scale `scale`."""

    voters: Voters
    scale: float

    @property
    def deviation(self) -> float:
        """The deviation of the noise."""
        return self.scale * sqrt(2 * self.voters.n)

    @property
    def spread(self) -> float:
        """As SmoothTables.spread."""
        return 1 / self.deviation

    def values(self, stride: float, shift: float) -> tuple[FloatArray, float]:
        """As SmoothTables.values."""
        low, high = self._window
        step = stride * self.deviation
        size = ceil((high - low) / step) + 2
        return low + step * (np.arange(size, dtype=np.float64) - 1 + shift), float(step)

    @property
    def idle_rounding(self) -> float:
        """As SmoothTables.idle_rounding."""
        return 0.0

    @property
    def is_smooth(self) -> bool:
        """Whether the winning tally spreads over at most this many standard deviations of the noise."""
        low, high = self._window
        return high - low <= MOST_DEVIATIONS * self.deviation

    @cached_property
    def _window(self) -> tuple[float, float]:
        return noisy_window(self.scale, self.voters)

    def table(self, voters: FloatArray, values: FloatArray, step: float) -> Tables:
        """As SmoothTables.table."""
        noise = (values - voters[..., None]) / self.scale
        # What is farther has no mass: the law is not asked for points by the million.
        most = deviation_beyond(self.voters.n, _FAR)
        density, tail = density_and_tail(self.voters.n, np.minimum(np.abs(noise), most))
        upto = np.where(noise >= 0, 1 - tail, tail)
        return upto, density * (step / self.scale), upto

    def idle(self, values: FloatArray, step: float) -> Tables:
        """As SmoothTables.idle."""
        density, tail = density_and_tail(self.voters.n, np.abs(values) / self.scale)
        with np.errstate(divide="ignore"):
            logs = np.where(values >= 0, np.log1p(-tail), np.log(tail))
        return logs, density * (step / self.scale), logs


def noise_tables(channel: LaplaceHistogram | GeometricHistogram, voters: Voters) -> NoiseTables | GeometricTables:
    """The smooth tables of a noisy histogram."""
    if isinstance(channel, GeometricHistogram):
        return GeometricTables(voters, unit_of(channel))
    return NoiseTables(voters, float(channel.scale))


@dataclass(frozen=True)
class SmoothWinner:
    """P(winner = j) for every bin j, off by at most `change` in sum over the bins, `floor` of it rounding."""

    probabilities: FloatArray
    change: float
    floor: float
    nodes: int
    values: int


def smooth_winner_law(tables: SmoothTables, law: BinLaw, n: int, hot: int, bins: int) -> SmoothWinner:
    """The law of the winner among `bins` bins for n voters whose bins follow `law`.

    Nodes and values are refined until the law changes by less than rounding, or no longer by half.
    """
    floor = rounding(n, bins) + tables.idle_rounding * bins
    coarse, _, _ = _at_level(tables, law, n, hot, bins, 0)
    change = np.inf
    for level in range(1, _LEVELS + 1):
        fine, nodes, values = _at_level(tables, law, n, hot, bins, level)
        last, change = change, float(np.sum(np.abs(fine - coarse)))
        coarse = fine
        if change <= _SETTLED or change > last / 2:
            break
    return SmoothWinner(coarse, change + floor, floor, nodes, values)


def rounding(n: int, bins: int) -> float:
    """Allowance for rounding in sum over the bins, about ten times the observed error.

    One unit in the last place of a bin's probability moves sqrt(users) units of a tally's distribution function; the
    values add up about a hundred of them; and powers of a distribution function multiply its rounding by the bins.
    """
    return 2.0**-53 * (500 + 10 * sqrt(n) + bins)


def grid_sizes(tables: SmoothTables, law: BinLaw, n: int, level: int, share: float = 1.0) -> tuple[int, ...]:
    """How many nodes each partial sum gets, sums that are certain included.

    Gauss sums of `size` nodes leave some r^size of a product of distribution functions, r = x / (1 + x) with x half
    the variance of their arguments; sizes aim at 1e-16 to the power `share`.
    """
    below, above = _shares(law)
    sizes = []
    for p, q in zip(below, above, strict=True):
        # Each sum is in two tallies, as the newest and as the oldest one.
        x = tables.spread**2 * n * p * q
        nodes = ceil((2 + 36 * share / log1p(1 / x)) * 1.2**level) if x > 0 else 1
        sizes.append(min(nodes, n + 1))
    return tuple(sizes)


def smooth_work(tables: SmoothTables, law: BinLaw, n: int, hot: int, bins: int) -> float:
    """How many multiplications the law takes, its refinements included."""
    sizes = [1] * hot + list(grid_sizes(tables, law, n, 1)) + [1] * hot
    values = len(tables.values(_stride(law, hot, bins, 1), 0.0)[0])
    chain = 3.0 * sum(np.prod(sizes[i : i + hot + 1], dtype=float) for i in range(len(sizes) - hot))
    # Tables take some sixty Fourier terms for each pair of nodes.
    pairs = sum(sizes[i] * sizes[i + hot] for i in range(len(sizes) - hot))
    return 2.5 * values * (chain + 100.0 * pairs)


def _shares(law: BinLaw) -> tuple[FloatArray, FloatArray]:
    """P(bin <= i) and P(bin > i) of one user for every listed bin but the last."""
    p = law.probabilities
    return np.cumsum(p)[:-1], np.cumsum(p[::-1])[::-1][1:]


def _stride(law: BinLaw, hot: int, bins: int, level: int) -> float:
    """The distance of values, in deviations of the noise: that of the narrowest product of this many functions."""
    functions = min(len(law.probabilities) + hot, 8) + 2 * log1p(bins)
    return 0.9 / sqrt(functions) / 1.2**level


@dataclass(frozen=True)
class Met:
    """The chain at some values of the winning tally, as `chain.meet` leaves it, and the law of a tally without voters.

    `core[i]` is that of bin law.first - hot // 2 + i, shape (bins, values); `idle` as SmoothTables.idle.
    """

    core: FloatArray
    all_below: FloatArray
    upto: FloatArray
    idle: Tables
    nodes: int


def met(tables: SmoothTables, law: BinLaw, n: int, hot: int, bins: int, level: int, share: float = 1.0) -> list[Met]:
    """The chain on all values of one level of refinement, in chunks, with a share of its nodes."""
    below, above = _shares(law)
    sizes = grid_sizes(tables, law, n, level, share)
    inner = [
        gauss(n, float(p), float(q), size) if size > 1 else point(n * float(p))
        for p, q, size in zip(below, above, sizes, strict=True)
    ]
    grids = [point(0.0)] * hot + inner + [point(n)] * hot
    values, step = tables.values(_stride(law, hot, bins, level), level / 3)
    largest = max(np.prod([len(g.nodes) for g in grids[i : i + hot + 1]]) for i in range(len(grids) - hot))
    chunk = max(int(CHUNK // largest), 4)
    found = []
    for start in range(0, len(values), chunk):
        part = values[start : start + chunk]
        core, all_below, upto = meet(_links(tables, law, grids, hot, bins, part, step), hot)
        stacked = np.stack([core[vote] for vote in sorted(core)])
        nodes = max((len(g.nodes) for g in inner), default=1)
        found.append(Met(stacked, all_below, upto, tables.idle(part, step), nodes))
    return found


def _at_level(
    tables: SmoothTables, law: BinLaw, n: int, hot: int, bins: int, level: int
) -> tuple[FloatArray, int, int]:
    """The law at one level of refinement, with the most nodes of a sum and the number of values."""
    left = max(law.first - hot // 2, 0)
    right = max(bins - 1 - law.last - hot // 2, 0)
    found, nodes, values = np.zeros(bins), 0, 0
    for part in met(tables, law, n, hot, bins, level):
        log_before, mass, log_upto = part.idle
        on_left = np.exp(log_before * left) if left else np.ones_like(mass)
        on_right = np.exp(log_upto * right) if right else np.ones_like(mass)
        found[left : bins - right] += part.core @ (on_left * on_right)
        found[:left] += idle_winners(log_before, mass, log_upto, left, part.upto * on_right)
        found[bins - right :] += idle_winners(log_before, mass, log_upto, right, on_left * part.all_below)
        nodes, values = part.nodes, values + len(mass)
    return found, nodes, values


def _links(
    tables: SmoothTables, law: BinLaw, grids: Sequence[NodeGrid], hot: int, bins: int, values: FloatArray, step: float
) -> list[Link]:
    """The steps of the chain for these values; grids[hot + i] is that of the sum up to the i-th listed bin."""
    reach = hot // 2
    links = []
    for i in range(min(len(law.probabilities) + 2 * reach, bins + reach - law.first)):
        oldest, previous, now = (grids[min(i + k, len(grids) - 1)] for k in (0, hot - 1, hot))
        vote = law.first + i - reach
        join = joined(previous, now)
        if 0 <= vote < bins:
            here = tables.table(now.nodes - oldest.nodes[:, None], values, step)
        else:
            ones = np.ones((len(oldest.nodes), len(now.nodes), len(values)))
            here = ones, ones, ones
        if hot == 1:
            here = here[0] * join[..., None], here[1] * join[..., None], here[2] * join[..., None]
        links.append(Link(vote if 0 <= vote < bins else None, here, None if hot == 1 else join))
    return links
