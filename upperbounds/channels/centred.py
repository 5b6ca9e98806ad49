"""Channels for numbers around a public centre."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels.arrays import FloatArray, Number
from upperbounds.channels.loss import PrivacyLoss
from upperbounds.channels.response import KaryResponse
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
    def epsilon(self) -> Number:
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


@dataclass(frozen=True, eq=False)
class Near:
    """Whether a number is within `half_width` of `centre`, 1 or 0, by randomized response.

    `centre` is as of `Centred`. The worst ratio is that of randomized response: of two numbers, one of them near.
    """

    half_width: Number
    centre: Any
    epsilon: Number

    @property
    def response(self) -> KaryResponse:
        """The randomized response."""
        return KaryResponse(2, self.epsilon)

    def is_near(self, inputs: Any) -> Any:
        """Whether numbers are near; same shape."""
        return abs(inputs - self.centre) <= self.half_width

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
        """Draw one answer per number; same shape."""
        return self.response.sample(np.asarray(self.is_near(inputs), dtype=np.int64), rng)

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """t where one of two rational numbers is near, for one repetition's centre; 1 where both or none are."""
        return self.response.loss_between(bool(self.is_near(x)), bool(self.is_near(y)))

    def worst_loss(self) -> PrivacyLoss:
        """t."""
        return self.response.worst_loss()
