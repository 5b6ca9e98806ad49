"""Additive plans of one round for the mean of numbers, and the range of the numbers that plans take."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from notation.parameters import ParameterError, count, within
from upperbounds.arrays import FloatArray, Number
from upperbounds.channels import Channel
from upperbounds.protocol import Protocol, Round

MOST_USERS = MOST_SAMPLES = 10**18
LEAST_EPSILON, MOST_EPSILON = 1e-30, 1e30
LEAST_HALF_WIDTH, MOST_HALF_WIDTH = 1e-100, 1e100
"""Within these no square that a plan, a risk or a bound takes overflows, or vanishes."""


def checked(
    users: int, samples: int, eps: float, half_width: float, least_users: int = 2
) -> tuple[int, int, float, float]:
    """n, m, epsilon and D as numbers; raises ParameterError for one outside what floats carry."""
    users, samples = count("n", users, least_users), count("m", samples)
    for name, number, most in (("n", users, MOST_USERS), ("m", samples, MOST_SAMPLES)):
        if number > most:
            raise ParameterError(
                f"{name} = {number:.3e}: must be at most {most:.0e}"
                if number < 10**300
                else f"{name}: has {number.bit_length()} bits; must be at most {most:.0e}"
            )
    eps = within("epsilon", eps, LEAST_EPSILON, MOST_EPSILON)
    return users, samples, eps, within("D", half_width, LEAST_HALF_WIDTH, MOST_HALF_WIDTH)


@dataclass(frozen=True)
class Additive:
    """One round: the estimate is the mean of all messages; each message is unbiased for the user's own mean.

    `noise` is the variance that the channel adds to the estimate, exactly, and `effective` how many samples per
    user the estimate averages, so that its mean squared error is variance of the data / (n effective) + noise
    (where messages are rounded, `rounding` is the largest second moment of one, in place of both). Messages have the
    users on their last axis, or users and samples on the last two where each sample is sent (`message_axes`).
    """

    name: str
    users: int
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
            self.users,
            (
                Round(
                    "send",
                    range(self.users),
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
            return float((self.rounding - mean**2) / self.users)
        return float(variance / (self.users * self.effective) + self.noise)
