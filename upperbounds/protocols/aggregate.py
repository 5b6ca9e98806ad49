"""Simulation of a coordinate-wise estimator by its aggregates, not user by user, for a known law of user means.

Bin counts are multinomial. Summed votes have the channel's own law given the counts. Empty bins enter through the law
of their maximum, and a refining user's mean is drawn from a table. A user who answers for several coordinates enters
each with the marginal law. So the joint law of the estimate is exact if each user answers for one coordinate, or
coordinates are independent. The mean squared error is a sum over coordinates, and always exact.
"""

from collections.abc import Sequence
from typing import Protocol as Structural

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError, count
from upperbounds.channels.arrays import FloatArray
from upperbounds.protocols.coordinate_laws import Cells
from upperbounds.protocols.coordinates import CoordinatePlan
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.protocols.winners import draw_winners, listed, users_in_bins

_CHUNK = 1 << 17
_NO_MASS = 1e-18
"""Bins with less of one user's mass count as empty; no simulation could see the difference."""


class MarginalLaw(Structural):
    """The law of the mean of m samples of one coordinate."""

    def cells(self, m: int) -> Cells | None:
        """The law as a mixture of points or short intervals; None if there are too many.

        Parameters
        ----------
        m : int
            Number of samples of each user.

        Returns
        -------
        Cells or None
            The mixture, or None.
        """
        ...

    def sample_user_means(self, shape: tuple[int, ...], m: int, rng: np.random.Generator) -> FloatArray:
        """Draw user means of one coordinate.

        Parameters
        ----------
        shape : tuple of int
            Shape of the draws.
        m : int
            Number of samples of each user.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray, shape (*shape)
            Means of m samples each, in units of the data.
        """
        ...


def draw(
    plan: CoordinatePlan, laws: Sequence[MarginalLaw], repetitions: int, rng: np.random.Generator
) -> tuple[FloatArray, NDArray[np.intp]]:
    """Draw estimates and winning bins, chunk by chunk.

    Coordinates that nobody answers are 0.

    Parameters
    ----------
    plan : CoordinatePlan
        The plan.
    laws : sequence of MarginalLaw
        A law for each coordinate of the embedding, or a single law for all.
    repetitions : int
        Number of independent runs.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    estimates : ndarray, shape (repetitions, d)
        Estimates, in units of the data.
    winners : ndarray of int, shape (repetitions, coordinates)
        Winning bins, from 0.

    Raises
    ------
    ParameterError
        For another number of laws.
    """
    repetitions = count("repetitions", repetitions)
    size = plan.split.coordinates
    if len(laws) not in (1, size):
        raise ParameterError(f"laws: {len(laws)} of them; must be 1 or {size}, one for each coordinate")
    sums = np.zeros((repetitions, size))
    winners = np.zeros((repetitions, size), dtype=np.intp)
    tables = [_Table(plan.each, law) for law in laws]
    step = max(_CHUNK // max(plan.each.half, plan.each.bins.count), 1)
    for j in np.flatnonzero(plan.split.folds_of):
        table = tables[j % len(tables)]
        for start in range(0, repetitions, step):
            chunk = slice(start, min(start + step, repetitions))
            winners[chunk, j] = table.winners(chunk.stop - start, rng)
            sums[chunk, j] = table.means(winners[chunk, j], rng) * plan.each.half
    return plan.decode(sums), winners


class _Table:
    """One coordinate's law: the probabilities of its bins, and a sampler of user means."""

    def __init__(self, each: TwoStage, law: MarginalLaw) -> None:
        self.each, self.law, self.cells = each, law, law.cells(each.m)
        if self.cells is not None:
            self.chances = self.cells.bin_chances(each.bins)
            self.active = np.flatnonzero(self.chances > _NO_MASS)

    def winners(self, repetitions: int, rng: np.random.Generator) -> NDArray[np.intp]:
        """Winning bins: draw counts, then summed votes, then take the first largest."""
        each = self.each
        if self.cells is None:
            means = self.law.sample_user_means((repetitions, each.half), each.m, rng)
            return draw_winners(each.vote, *users_in_bins(each.vote, each.bins.index(means)), rng)
        first, last = listed(each.vote, int(self.active[0]), int(self.active[-1]))
        chances = self.chances[first : last + 1]
        counts = rng.multinomial(each.half, chances / chances.sum(), size=repetitions)
        return draw_winners(each.vote, counts, np.full(repetitions, first), rng)

    def means(self, winners: NDArray[np.intp], rng: np.random.Generator) -> FloatArray:
        """The mean of the refining users' messages, given the winners."""
        lower, upper = (np.asarray(end)[:, None] for end in self.each.interval(winners))
        shape = (len(winners), self.each.half)
        if self.cells is None:
            drawn = self.law.sample_user_means(shape, self.each.m, rng)
        else:
            drawn = self.cells.draw(shape, rng)
        clipped = np.clip(drawn, lower, upper).mean(axis=1)
        return self.each.refiner(winners).sample_mean(clipped, self.each.half, rng)
