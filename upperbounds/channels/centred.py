"""A channel for numbers around a public centre."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.loss import PrivacyLoss
from upperbounds.channels.window import WindowResponse


@dataclass(frozen=True, eq=False)
class Centred:
    """`channel` on a number less `centre`; a message is about the distance, so that the centre is still to be added.

    `centre` is a number, or an array that broadcasts against the inputs (one centre per repetition). The worst ratio is
    the channel's, wherever the centre is.
    """

    channel: WindowResponse
    centre: Any

    @property
    def epsilon(self) -> Any:
        """epsilon of the channel."""
        return self.channel.epsilon

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> FloatArray:
        """Draw one message per number; same shape."""
        return self.channel.sample(inputs - self.centre, rng)

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """The exact worst ratio between two rational numbers, for one repetition's centre."""
        return self.channel.loss_between(x - self.centre, y - self.centre)

    def worst_loss(self) -> PrivacyLoss:
        """That of the channel."""
        return self.channel.worst_loss()
