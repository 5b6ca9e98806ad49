"""Plans of one round: all vote for the cell of their own statistic, and the winning cell decides the answer."""

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
    """The plan of the one round: `index` of each user's samples is voted for, and `decode` has the counts of votes."""
    return Protocol(
        name,
        n,
        (Round("vote", range(n), index, lambda _: vote, lambda messages, _: decode(messages.sum(axis=-2))),),
    )


@dataclass(frozen=True)
class Range:
    """bassily Algorithm 2 on user means: everyone votes, the midpoint of the winning bin is the answer."""

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
        """The midpoint of the bin with the most votes (over the last axis)."""
        return np.asarray(self.bins.middle(winner(votes)), dtype=np.float64)
