"""A plan of one round: all vote for the bin of their own mean, and the midpoint of the winning bin is the answer."""

from dataclasses import dataclass

import numpy as np

from upperbounds.channels import UnaryEncoding
from upperbounds.channels.arrays import FloatArray, Number
from upperbounds.channels.votes import Bins
from upperbounds.protocols.protocol import Protocol, Round
from upperbounds.protocols.two_stage import winner


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
        return Protocol(
            self.name,
            self.n,
            (
                Round(
                    "vote",
                    range(self.n),
                    lambda samples: self.bins.index(samples.mean(axis=-1)),
                    lambda _: self.vote,
                    lambda messages, _: self.decode(messages.sum(axis=-2)),
                ),
            ),
        )

    def decode(self, votes: FloatArray) -> FloatArray:
        """The midpoint of the bin with the most votes (over the last axis)."""
        return np.asarray(self.bins.middle(winner(votes)), dtype=np.float64)
