"""Draws of the winning bin of unary encoding, at a cost that does not depend on how many bins there are.

Bins that nobody votes for but by flipped bits have summed votes that are alike and independent, so that one draw of
the largest of them, and of its place, stands for them all.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from upperbounds.arrays import FloatArray
from upperbounds.channels import UnaryEncoding
from upperbounds.votes import Bins
from verify.risk.laws import UserMeanLaw
from verify.risk.pmf import binomial_cdf, binomial_pmf, binomial_sf

_TAIL = 1e-18


class DrawnWinners:
    """The first bin with the most votes of `voters` users, the means of whose m samples follow `law`."""

    def __init__(self, vote: UnaryEncoding, bins: Bins, law: UserMeanLaw, m: int, voters: int) -> None:
        """Find the bins that users are in, and those that they vote for."""
        points, weights = law.support(m, _TAIL)
        self._cells, place = np.unique(bins.index(points), return_inverse=True)
        chances = np.bincount(place, weights)
        self._chances = chances / chances.sum()
        self._vote, self._voters = vote, voters
        self._hot = np.unique(np.concatenate([cells for _, cells in self._windows()]))

    @property
    def drawn(self) -> int:
        """For how many bins votes are drawn one by one."""
        return len(self._hot)

    def draw(self, size: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """The winners of so many runs."""
        counts = rng.multinomial(self._voters, self._chances, size=size)
        voters = np.zeros((size, self.drawn), dtype=np.int64)
        for inside, cells in self._windows():
            voters[:, np.searchsorted(self._hot, cells)] += counts[:, inside]
        votes = self._vote.sample_votes(voters, self._voters, rng)
        most, winners = votes.max(axis=1), self._hot[np.argmax(votes, axis=1)]
        others = self._vote.bins - self.drawn
        if others == 0:
            return winners
        largest, place = _largest(others, self._voters, self._vote.probabilities[0], size, rng)
        # As many drawn bins come before the other of this place as have fewer others than that before them.
        rivals = place + np.searchsorted(self._hot - np.arange(self.drawn), place, side="right")
        return np.where((largest > most) | ((largest == most) & (rivals < winners)), rivals, winners)

    def _windows(self) -> Iterator[tuple[NDArray[np.bool_], NDArray[np.int64]]]:
        """For each offset of a vote which cells have a bin there, and these bins."""
        reach = self._vote.hot // 2
        for offset in range(-reach, reach + 1):
            cells = self._cells + offset
            inside = (cells >= 0) & (cells < self._vote.bins)
            yield inside, cells[inside]


def _largest(
    bins: int, voters: int, chance: float, size: int, rng: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The largest of so many independent Bin(voters, chance) and the first place of it, shape (size,) both.

    The largest is the least v with F(v)^bins >= U. Given it, the first place is j with a chance in proportion to
    (F(v - 1)/F(v))^j.
    """
    with np.errstate(divide="ignore"):
        needed = np.log1p(-rng.random(size)) / bins
        low, high = np.full(size, -1), np.full(size, voters)
        for _ in range(voters.bit_length() + 1):
            middle = (low + high) // 2
            enough = _log_cdf(middle, voters, chance) >= needed
            low, high = np.where(enough, low, middle), np.where(enough, middle, high)
        mass = binomial_pmf(high, voters, chance, 1 - chance)
        ratio = bins * np.log1p(-np.minimum(mass / np.exp(_log_cdf(high, voters, chance)), 1.0))
    place, some = rng.random(size), ratio < 0
    place[some] = np.log1p(place[some] * np.expm1(ratio[some])) / ratio[some]
    return high, np.minimum((place * bins).astype(np.int64), bins - 1)


def _log_cdf(value: NDArray[np.int64], voters: int, chance: float) -> FloatArray:
    """ln P(X <= value), with the digits of a small upper tail."""
    above = binomial_sf(value, voters, chance)
    return np.where(above < 0.5, np.log1p(-above), np.log(binomial_cdf(value, voters, 1 - chance)))
