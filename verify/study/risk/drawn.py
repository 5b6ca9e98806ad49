"""Draws of the winning bin of unary encoding where few values of a user's mean lie in bins far apart."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels import UnaryEncoding
from upperbounds.channels.votes import Bins
from upperbounds.protocols.winners import draw_among
from verify.study.risk.laws import UserMeanLaw

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
        """The winners of this many runs."""
        counts = rng.multinomial(self._voters, self._chances, size=size)
        voters = np.zeros((size, self.drawn), dtype=np.int64)
        for inside, cells in self._windows():
            voters[:, np.searchsorted(self._hot, cells)] += counts[:, inside]
        return draw_among(self._vote, voters, self._hot, self._voters, rng)

    def _windows(self) -> Iterator[tuple[NDArray[np.bool_], NDArray[np.int64]]]:
        """For each offset of a vote which cells have a bin there, and these bins."""
        reach = self._vote.hot // 2
        for offset in range(-reach, reach + 1):
            cells = self._cells + offset
            inside = (cells >= 0) & (cells < self._vote.bins)
            yield inside, cells[inside]
