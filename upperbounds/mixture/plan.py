"""The plan for a mixture's means: votes for bins, weights of the chosen bins, signed distances to their centres."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray

from upperbounds.channels import UnaryEncoding
from upperbounds.channels.arrays import FloatArray, Number
from upperbounds.channels.nearest import HashedDistance, NearestVote, public_signs
from upperbounds.channels.votes import Bins
from upperbounds.protocols.protocol import Protocol, Round


def most_apart(votes: NDArray[Any], number: int, apart: int) -> NDArray[np.intp]:
    """Places with the most votes, in increasing order: each the first one that is not within `apart` of those before.

    Parameters
    ----------
    votes : ndarray, shape (..., places)
        Summed votes.
    number : int
        How many places are chosen.
    apart : int
        How far from each other they are, at least, less 1.

    Returns
    -------
    ndarray of int, shape (..., number)
        Places from 0.
    """
    left, chosen = votes.astype(np.float64), []
    for _ in range(number):
        best = np.argmax(left, axis=-1)[..., None]
        chosen.append(best)
        for shift in range(-apart, apart + 1):
            np.put_along_axis(left, np.clip(best + shift, 0, votes.shape[-1] - 1), -np.inf, axis=-1)
    return np.sort(np.concatenate(chosen, axis=-1), axis=-1)


@dataclass(frozen=True)
class MixturePlan:
    """kent Algorithm 9 with its constants: a third of the users each for votes, for weights and for distances.

    Attributes
    ----------
    name : str
        Name of the estimator.
    n : int
        Number of users.
    m : int
        How many of their samples users average.
    components : int
        K, the number of components.
    epsilon : float, Fraction or sympy expression
        Privacy budget of one user, for all of their samples.
    bins : Bins
        Bins over the range of the data.
    vote : UnaryEncoding
        The channel of a vote for `bins`.
    reach : float, Fraction or sympy expression
        Distances are clipped to [-reach, reach], in units of the data.
    scale : float, Fraction or sympy expression
        Scale of the noise of a distance, in units of the data.
    cutoff : float
        A component with an estimated weight below this is estimated by its bin's centre.
    seed : int
        Seed of the public signs.
    as_printed : bool, default False
        Whether (53) is run on the bins themselves.

    References
    ----------
    Kent et al., Algorithm 9.
    """

    name: str
    n: int
    m: int
    components: int
    epsilon: Number
    bins: Bins
    vote: UnaryEncoding
    reach: Number
    scale: Number
    cutoff: float
    seed: int
    as_printed: bool = False

    @property
    def third(self) -> int:
        """How many users take part in each stage."""
        return self.n // 3

    @cached_property
    def weighing(self) -> UnaryEncoding:
        """The vote for chosen bins."""
        return UnaryEncoding(self.components, 1, self.epsilon)

    @property
    def near(self) -> Number:
        """How far a component's mean is from the centre that is chosen for it, at most."""
        return self.bins.width

    def centres(self, chosen: Any) -> Any:
        """Where distances are from.

        Parameters
        ----------
        chosen : ndarray of int, shape (..., K)
            The chosen bins.

        Returns
        -------
        ndarray, shape (..., K)
            Their midpoints, in units of the data.
        """
        return self.bins.middle(chosen)

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

    def choose(self, votes: NDArray[Any]) -> NDArray[np.intp]:
        """The K chosen bins, in increasing order.

        Each is the first with the most votes among bins that are neither chosen before nor next to a chosen one (51).
        There are always as many as components, even if nobody is in them.

        Parameters
        ----------
        votes : ndarray, shape (..., bins)
            Summed votes.

        Returns
        -------
        ndarray of int, shape (..., K)
            Bins from 0.
        """
        return most_apart(votes, self.components, 1)

    def shares(self, votes: NDArray[Any]) -> FloatArray:
        """Weights estimated without bias (54).

        Parameters
        ----------
        votes : ndarray, shape (..., K)
            Summed votes of the weighing users.

        Returns
        -------
        ndarray, shape (..., K)
            Weights.
        """
        lie, truth = self.weighing.probabilities
        return np.asarray((votes / self.third - lie) / (truth - lie))

    def estimate(self, chosen: NDArray[Any], shares: FloatArray, sums: FloatArray) -> FloatArray:
        """The estimate (56).

        Parameters
        ----------
        chosen : ndarray, shape (..., K)
            The chosen bins.
        shares : ndarray, shape (..., K)
            Their weights.
        sums : ndarray, shape (..., K)
            The mean over users of their messages times their signs.

        Returns
        -------
        ndarray, shape (..., K)
            Means of the components.
        """
        kept = shares >= self.cutoff
        return np.asarray(self.centres(chosen) + np.where(kept, sums / np.where(kept, shares, 1.0), 0.0))

    def protocol(self) -> Protocol:
        """The plan: who sends what, and the decoders.

        Returns
        -------
        Protocol
            The rounds.
        """
        third = self.third
        symbols = np.array(sympy.symbols(f"k1:{self.components + 1}"), dtype=object)
        """Chosen bins as symbols: a loss that does not contain them holds for any choice."""

        def ended(messages: FloatArray, state: tuple[NDArray[Any], FloatArray]) -> FloatArray:
            sums = messages @ public_signs(self.seed, third, self.components) / third
            return self.estimate(*state, sums)

        return Protocol(
            self.name,
            self.n,
            (
                Round(
                    "localise",
                    range(third),
                    lambda samples: self.bins.index(self.user_mean(samples)),
                    lambda _: self.vote,
                    lambda messages, _: self.choose(messages.sum(axis=-2)),
                ),
                Round(
                    "weigh",
                    range(third, 2 * third),
                    self.user_mean,
                    lambda chosen: NearestVote(
                        self.weighing, self.centres(chosen), self.bins if self.as_printed else None
                    ),
                    lambda messages, chosen: (chosen, self.shares(messages.sum(axis=-2))),
                    states=(symbols,),
                ),
                Round(
                    "refine",
                    range(2 * third, 3 * third),
                    self.user_mean,
                    lambda state: HashedDistance(
                        self.centres(state[0]), self.reach, self.scale, self.epsilon, self.seed
                    ),
                    ended,
                    states=((symbols, None),),
                ),
            ),
        )
