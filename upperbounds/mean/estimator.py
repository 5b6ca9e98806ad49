"""One-round additive plans for the mean of numbers, and the range of numbers that plans accept."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from notation.setting import in_range
from upperbounds.channels import Channel
from upperbounds.channels.arrays import FloatArray, Number
from upperbounds.protocols.protocol import Protocol, Round


def checked_parameters(n: int, m: int, epsilon: float, D: float, least_users: int = 2) -> tuple[int, int, float, float]:
    """n, m, epsilon and D as numbers.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Half-width of the range of the data, which are in [-D, D].
    least_users : int, default 2
        The fewest users that are allowed.

    Returns
    -------
    tuple of (int, int, float, float)
        n, m, epsilon and D.

    Raises
    ------
    ParameterError
        For a number too large or too small for floats.
    """
    n, m, _, epsilon, D = in_range(n, m, 1, epsilon, D, least_users)
    return n, m, epsilon, D


@dataclass(frozen=True)
class Additive:
    """One round: the estimate is the mean of all messages; each message is unbiased for the user's own mean.

    The mean squared error is variance of the data / (n effective) + noise. If messages are rounded, `rounding` replaces
    both terms.

    Attributes
    ----------
    name : str
        Name of the estimator.
    n : int
        Number of users.
    effective : int
        How many samples per user the estimate averages.
    statistic : callable
        Maps samples (..., users, m) to the channel's inputs.
    channel : Channel
        The channel of a message.
    messages : int
        How many messages a user sends.
    noise : float, Fraction or sympy expression
        Exact variance that the channel adds to the estimate, in squared units of the data.
    rounding : float, Fraction, sympy expression or None, optional
        Largest second moment of a message if messages are rounded, else None.
    message_axes : int, default 1
        1 if messages have the users on their last axis, 2 if users and samples are the last two axes.
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
        """The exact mean squared error; for rounded messages, an upper bound.

        Parameters
        ----------
        variance : float
            Variance of the data, in squared units of the data.
        mean : float
            Mean of the data.

        Returns
        -------
        float
            The mean squared error, in squared units of the data.
        """
        if self.rounding is not None:
            return float((self.rounding - mean**2) / self.n)
        return float(variance / (self.n * self.effective) + self.noise)
