"""What every privacy channel offers."""

from fractions import Fraction
from typing import Any, Protocol

import numpy as np
import sympy
from numpy.typing import NDArray

from upperbounds.channels.arrays import Number
from upperbounds.channels.loss import PrivacyLoss


class Channel(Protocol):
    """A privacy mechanism as a conditional law: it draws, and it gives its exact worst log ratio.

    Ratios are those of idealised real arithmetic; floating-point noise is for study, not for deployment.
    """

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> NDArray[Any]:
        """Draw one message per input; the inputs' shape leads the messages' shape."""
        ...

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """The exact worst ratio over messages between the inputs x and y."""
        ...

    def worst_loss(self) -> PrivacyLoss:
        """The exact worst ratio over messages and pairs of inputs."""
        ...


class SummableChannel(Channel, Protocol):
    """A vote over bins: its messages are summed over users, and the sum has an exact law given the counts."""

    @property
    def bins(self) -> int:
        """How many bins a vote covers."""
        ...

    def sample_sum(self, counts: NDArray[np.int64], rng: np.random.Generator) -> NDArray[Any]:
        """Draw the sum of all users' votes, given how many users are in each bin (last axis)."""
        ...


def exact_multiple(quantity: Number, epsilon: Number) -> Fraction:
    """`quantity` / `epsilon` as an exact rational; raises ValueError where it is none, TypeError for a float.

    A ratio checked in floating point is not checked.
    """
    if isinstance(quantity, float) or isinstance(epsilon, float):
        raise TypeError(f"{quantity!r} / {epsilon!r}: an exact ratio takes rationals or symbols, not floats")
    ratio = sympy.cancel(sympy.sympify(quantity) / sympy.sympify(epsilon))
    if not ratio.is_Rational:
        raise ValueError(f"{quantity} / {epsilon} = {ratio}: not a rational multiple")
    return Fraction(int(ratio.p), int(ratio.q))
