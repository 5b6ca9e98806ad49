"""A channel that spends a part of a user's budget, with its loss as a multiple of the whole budget."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels.base import Channel
from upperbounds.channels.loss import PrivacyLoss


@dataclass(frozen=True)
class PartOfBudget:
    """A channel built for the budget share * epsilon; `share` is an exact rational.

    It draws from the channel, and gives the channel's losses as multiples of the whole epsilon.

    Attributes
    ----------
    channel : Channel
        A channel whose own epsilon is `share` of the user's.
    share : Fraction
        The part of the user's budget that the channel spends, exact.
    """

    channel: Channel
    share: Fraction

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> NDArray[Any]:
        """Draw the channel's messages."""
        return self.channel.sample(inputs, rng)

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """The channel's loss between x and y."""
        return self._part(self.channel.loss_between(x, y))

    def worst_loss(self) -> PrivacyLoss:
        """The channel's worst loss."""
        return self._part(self.channel.worst_loss())

    def _part(self, loss: PrivacyLoss) -> PrivacyLoss:
        return PrivacyLoss(loss.ratio, loss.unit * self.share)
