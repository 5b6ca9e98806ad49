"""Localise, then refine: the common form of the papers' univariate two-stage estimators.

The first half of the users vote for the bin of their sample mean. The winning bin is widened to an interval. The second
half send their sample mean, clipped to that interval, with Laplace noise proportional to its width.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray

from upperbounds.channels import LaplaceHistogram, LaplaceOnInterval, UnaryEncoding
from upperbounds.channels.arrays import FloatArray, Number
from upperbounds.channels.grid import GeometricHistogram
from upperbounds.channels.votes import Bins
from upperbounds.protocols.protocol import Protocol, Round, State

ANY_BIN = sympy.Symbol("k", integer=True, nonnegative=True)
"""The winning bin as a symbol: a loss that does not contain it holds for any winner."""

Vote = UnaryEncoding | LaplaceHistogram | GeometricHistogram


@dataclass(frozen=True)
class TwoStage:
    """A two-stage estimator with its constants.

    Of n users, floor(n/2) vote and floor(n/2) refine; for odd n the last one is left out. Numbers are floats for a run,
    and rationals or symbols for checks.

    Attributes
    ----------
    name : str
        Name of the estimator.
    n : int
        Number of users.
    m : int
        How many of their samples each user averages.
    epsilon : float, Fraction or sympy expression
        Privacy budget of one user, for all of their samples.
    bins : Bins
        Bins over the range of the data.
    vote : Vote
        The channel of a vote.
    inflation : float, Fraction or sympy expression
        How much the winning bin is widened on each side, in units of the data.
    scale : float, Fraction or sympy expression
        Scale of the Laplace noise of the second stage, in units of the data.
    """

    name: str
    n: int
    m: int
    epsilon: Number
    bins: Bins
    vote: Vote
    inflation: Number
    scale: Number

    @property
    def half(self) -> int:
        """How many users vote, and how many refine."""
        return self.n // 2

    def interval(self, winner: Any) -> tuple[Any, Any]:
        """The ends of the widened interval around a bin.

        Parameters
        ----------
        winner : int or ndarray of int
            The bin, from 0.

        Returns
        -------
        tuple of float or ndarray
            Lower and upper end, in units of the data.
        """
        left = self.bins.left(winner)
        return left - self.inflation, left + self.bins.width + self.inflation

    def refiner(self, winner: Any) -> LaplaceOnInterval:
        """The channel of the second stage once bin `winner` has won.

        Parameters
        ----------
        winner : int or ndarray of int
            The bin, from 0.

        Returns
        -------
        LaplaceOnInterval
            The channel.
        """
        lower, upper = self.interval(winner)
        return LaplaceOnInterval(lower, upper, self.scale, self.epsilon)

    def user_mean(self, samples: FloatArray) -> FloatArray:
        """The mean of each user's first m samples.

        Parameters
        ----------
        samples : ndarray, shape (..., users, m)
            Samples.

        Returns
        -------
        ndarray, shape (..., users)
            User means.
        """
        return samples[..., : self.m].mean(axis=-1)

    def protocol(self) -> Protocol:
        """The plan: who sends what, and the decoders."""
        return Protocol(
            self.name,
            self.n,
            (
                Round(
                    "localise",
                    range(self.half),
                    lambda samples: self.bins.index(self.user_mean(samples)),
                    lambda _: self.vote,
                    lambda messages, _: winner(messages.sum(axis=-2)),
                ),
                Round(
                    "refine",
                    range(self.half, 2 * self.half),
                    self.user_mean,
                    self._refiner_of_state,
                    lambda messages, _: messages.mean(axis=-1),
                    states=(ANY_BIN,),
                ),
            ),
        )

    def _refiner_of_state(self, state: State) -> LaplaceOnInterval:
        return self.refiner(state if np.ndim(state) == 0 else np.asarray(state)[..., None])


def winner(votes: NDArray[Any]) -> NDArray[np.intp]:
    """The first bin with the most votes (kent (27): the smallest argmax).

    Parameters
    ----------
    votes : ndarray, shape (..., bins)
        Votes.

    Returns
    -------
    ndarray of int, shape (...)
        Bins from 0.

    References
    ----------
    Kent et al., Equation (27).
    """
    return np.asarray(np.argmax(votes, axis=-1))
