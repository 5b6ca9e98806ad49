"""One-round plans: all users vote for the cell of their own statistic, and the winning cell gives the answer."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels import UnaryEncoding
from upperbounds.channels.arrays import FloatArray, Number
from upperbounds.channels.votes import Bins
from upperbounds.protocols.protocol import Protocol, Round
from upperbounds.protocols.two_stage import winner


def one_vote(
    name: str,
    n: int,
    index: Callable[[FloatArray], NDArray[np.int64]],
    vote: UnaryEncoding,
    decode: Callable[[Any], FloatArray],
) -> Protocol:
    """The plan of the one round.

    Parameters
    ----------
    name : str
        Name of the estimator.
    n : int
        Number of users.
    index : callable
        The bin of each user, from the user's samples (..., users, m).
    vote : UnaryEncoding
        The channel of a vote.
    decode : callable
        The answer, from the counts of votes (..., bins).

    Returns
    -------
    Protocol
        The plan.
    """
    return Protocol(
        name,
        n,
        (Round("vote", range(n), index, lambda _: vote, lambda messages, _: decode(messages.sum(axis=-2))),),
    )


@dataclass(frozen=True)
class Range:
    """Algorithm 2 of bassily on user means: every user votes, the midpoint of the winning bin is the answer.

    Attributes
    ----------
    name : str
        Name of the estimator.
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float, Fraction or sympy expression
        Privacy budget of one user, for all of their samples.
    bins : Bins
        Bins over the range of the data.
    vote : UnaryEncoding
        The channel of a vote.

    References
    ----------
    Bassily and Sun, Algorithm 2.
    """

    name: str
    n: int
    m: int
    epsilon: Number
    bins: Bins
    vote: UnaryEncoding

    def protocol(self) -> Protocol:
        """The plan of the one round."""
        return one_vote(
            self.name, self.n, lambda samples: self.bins.index(samples.mean(axis=-1)), self.vote, self.decode
        )

    def decode(self, votes: FloatArray) -> FloatArray:
        """The midpoint of the bin with the most votes.

        Parameters
        ----------
        votes : ndarray, shape (..., bins)
            Counts of votes.

        Returns
        -------
        ndarray, shape (...)
            Midpoints, in units of the data.
        """
        return np.asarray(self.bins.middle(winner(votes)), dtype=np.float64)
