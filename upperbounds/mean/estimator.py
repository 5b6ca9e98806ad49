"""Additive plans of one round for the mean of numbers, and the range of the numbers that plans take."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from notation.setting import in_range
from upperbounds.channels import Channel
from upperbounds.channels.arrays import FloatArray, Number
from upperbounds.protocols.protocol import Protocol, Round


def checked(n: int, m: int, epsilon: float, D: float, least_users: int = 2) -> tuple[int, int, float, float]:
    """n, m, epsilon and D as numbers; raises ParameterError for one outside what floats carry."""
    n, m, _, epsilon, D = in_range(n, m, 1, epsilon, D, least_users)
    return n, m, epsilon, D


@dataclass(frozen=True)
class Additive:
    """One round: the estimate is the mean of all messages; each message is unbiased for the user's own mean.

    `noise` is the variance that the channel adds to the estimate, exactly, and `effective` how many samples per
    user the estimate averages, so that its mean squared error is variance of the data / (n effective) + noise
    (where messages are rounded, `rounding` is the largest second moment of one, in place of both). Messages have the
    users on their last axis, or users and samples on the last two where each sample is sent (`message_axes`).
    """

    name: str
    n: int
    effective: int
    statistic: Callable[[FloatArray], NDArray[Any]]
    channel: Channel
    messages: int
    noise: Number
    rounding: Number | None = None
    message_axes: int = 1

    def protocol(self) -> Protocol:
        """The plan of the one round."""
        return Protocol(
            self.name,
            self.n,
            (
                Round(
                    "send",
                    range(self.n),
                    self.statistic,
                    lambda _: self.channel,
                    lambda messages, _: messages.reshape(*messages.shape[: messages.ndim - self.message_axes], -1).mean(
                        -1
                    ),
                    messages=self.messages,
                ),
            ),
        )

    def risk(self, variance: float, mean: float) -> float:
        """The exact mean squared error for data with this variance and mean; of rounded messages, no less."""
        if self.rounding is not None:
            return float((self.rounding - mean**2) / self.n)
        return float(variance / (self.n * self.effective) + self.noise)
