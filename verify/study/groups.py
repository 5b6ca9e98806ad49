"""Whether one-hot votes show several groups of users, which an estimator of one mean that localises would miss."""

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from upperbounds.channels import UnaryEncoding
from upperbounds.channels.votes import Bins

SEEN = 1e-6
"""The probability that a vote shows a group where there is none, over all bins."""


def surely_above(vote: UnaryEncoding, voters: int) -> float:
    """A share that, except with probability SEEN over all bins, no bin without users reaches."""
    lie, truth = vote.probabilities
    return float(-ndtri(SEEN / vote.bins) * np.sqrt(lie * (1 - lie) / voters) / (truth - lie))


def kinds_in_votes(vote: UnaryEncoding, bins: Bins, votes: NDArray[np.int64], voters: int) -> list[tuple[float, float]]:
    """The groups that summed one-hot votes show: (middle, share) of each, in increasing order; from messages alone.

    Bins that certainly contain users and are at most three apart form one group. i.i.d. users give one group, or none
    if votes show nothing. A second group means that an estimator of the mean that localises has left it out.
    """
    lie, truth = vote.probabilities
    shares = (votes / voters - lie) / (truth - lie)
    found: list[list[int]] = []
    for place in np.flatnonzero(shares > surely_above(vote, voters)):
        if found and place - found[-1][-1] <= 3:
            found[-1].append(int(place))
        else:
            found.append([int(place)])
    return [
        (float(np.average([float(bins.middle(j)) for j in group], weights=shares[group])), float(shares[group].sum()))
        for group in found
    ]
