"""Channels for numbers around a public centre."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels.arrays import FloatArray, Number
from upperbounds.channels.loss import PrivacyLoss, worse
from upperbounds.channels.response import KaryResponse
from upperbounds.channels.window import WindowResponse


@dataclass(frozen=True, eq=False)
class Centred:
    """`channel` applied to a number minus `centre`: a message is about the difference, and the decoder adds the centre.

    The worst ratio is the channel's, wherever the centre is.

    Attributes
    ----------
    channel : WindowResponse
        The channel for the number minus the centre.
    centre : float or ndarray, shape broadcasting to the inputs
        A public number, or one for each repetition.
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

    The worst ratio is that of randomized response, between a number that is near and one that is not.

    Attributes
    ----------
    half_width : float, Fraction or sympy expression
        Largest distance at which a number counts as near.
    centre : float or ndarray, shape broadcasting to the inputs
        A public number, or one for each repetition.
    epsilon : float, Fraction or sympy expression
        Privacy budget of a message.
    """

    half_width: Number
    centre: Any
    epsilon: Number

    @property
    def response(self) -> KaryResponse:
        """The randomized response."""
        return KaryResponse(2, self.epsilon)

    def is_near(self, inputs: Any) -> Any:
        """Whether numbers are near.

        Parameters
        ----------
        inputs : float, Fraction or ndarray
            Numbers.

        Returns
        -------
        bool or ndarray of bool
            One answer per number, of the same shape.
        """
        return abs(inputs - self.centre) <= self.half_width

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
        """Draw one answer per number; same shape."""
        return self.response.sample(np.asarray(self.is_near(inputs), dtype=np.int64), rng)

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """t if one of two rational numbers is near, 1 if both or neither are, for one repetition's centre."""
        return self.response.loss_between(bool(self.is_near(x)), bool(self.is_near(y)))

    def worst_loss(self) -> PrivacyLoss:
        """t."""
        return self.response.worst_loss()


@dataclass(frozen=True, eq=False)
class Fading:
    """How near a number is to `centre`: `reach` minus their distance, sent through `channel`.

    The channel clips this number. It is largest within reach - half_width of the centre, and smallest beyond reach +
    half_width. The worst ratio is the channel's.

    Attributes
    ----------
    channel : WindowResponse
        The channel for the reach minus the distance.
    centre : float or ndarray, shape broadcasting to the inputs
        A public number, or one for each repetition.
    reach : float, Fraction or sympy expression
        The distance at which the number is 0.
    """

    channel: WindowResponse
    centre: Any
    reach: Number

    @property
    def epsilon(self) -> Number:
        """epsilon of the channel."""
        return self.channel.epsilon

    def left(self, inputs: Any) -> Any:
        """The reach minus the distance.

        Parameters
        ----------
        inputs : float, Fraction or ndarray
            Numbers.

        Returns
        -------
        float, Fraction or ndarray
            `reach` - |input - centre|, of the same shape.
        """
        return self.reach - abs(inputs - self.centre)

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> FloatArray:
        """Draw one message per number; same shape."""
        return self.channel.sample(self.left(inputs), rng)

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """The exact worst ratio between two rational numbers, for one repetition's centre."""
        return self.channel.loss_between(self.left(x), self.left(y))

    def worst_loss(self) -> PrivacyLoss:
        """That of the channel."""
        return self.channel.worst_loss()


@dataclass(frozen=True, eq=False)
class Either:
    """One of two channels, chosen by public information.

    Attributes
    ----------
    first : Centred, Near or Fading
        The channel where `which` is false.
    second : Centred, Near or Fading
        The channel where `which` is true.
    which : bool or ndarray of bool
        The choice, one for all or one per repetition.
    """

    first: "Centred | Near | Fading"
    second: "Centred | Near | Fading"
    which: Any

    @property
    def epsilon(self) -> Number:
        """epsilon of both."""
        return self.first.epsilon

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> FloatArray:
        """Draw one message per number; same shape."""
        return np.where(self.which, self.second.sample(inputs, rng), self.first.sample(inputs, rng))

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """The loss of the chosen channel, for one repetition."""
        return (self.second if self.which else self.first).loss_between(x, y)

    def worst_loss(self) -> PrivacyLoss:
        """The larger of both channels' worst losses."""
        return worse(self.first.worst_loss(), self.second.worst_loss())
