"""What every privacy channel offers."""

from fractions import Fraction
from typing import Any, Protocol

import numpy as np
import sympy
from numpy.typing import NDArray

from upperbounds.channels.arrays import Number
from upperbounds.channels.loss import PrivacyLoss


class Channel(Protocol):
    """A privacy mechanism as a conditional law: it draws messages and gives its exact worst log ratio.

    For the channels that `upperbounds.protocols.deployed` lists as exact, what is drawn has exactly this ratio. For
    noise in floats, as papers print it, the ratio holds in ideal real arithmetic: for study, not for deployment.
    """

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> NDArray[Any]:
        """Draw one message per input; the inputs' shape leads the messages' shape.

        Parameters
        ----------
        inputs : ndarray, shape (...)
            One input per message; channels for vectors take them packed into one item each.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray, shape (..., *message)
            One message per input: the shape of the inputs comes first.
        """
        ...

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """The exact worst ratio over messages between the inputs x and y.

        Parameters
        ----------
        x : object
            An input, as an exact number.
        y : object
            Another input.

        Returns
        -------
        PrivacyLoss
            The worst ratio as a function of t = e^(unit epsilon).
        """
        ...

    def worst_loss(self) -> PrivacyLoss:
        """The exact worst ratio over messages and pairs of inputs.

        Returns
        -------
        PrivacyLoss
            The worst ratio as a function of t = e^(unit epsilon).
        """
        ...


class SummableChannel(Channel, Protocol):
    """A vote over bins: its messages are summed over users, and the sum has an exact law given the counts."""

    @property
    def bins(self) -> int:
        """How many bins a vote covers."""
        ...

    def sample_sum(self, counts: NDArray[np.int64], rng: np.random.Generator) -> NDArray[Any]:
        """Draw the sum of all users' votes, given how many users are in each bin (last axis).

        Parameters
        ----------
        counts : ndarray of int, shape (..., bins)
            How many users are in each bin.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray, shape (..., bins)
            The sum of all users' votes for each bin.
        """
        ...


def exact_multiple(quantity: Number, epsilon: Number) -> Fraction:
    """The ratio `quantity` / `epsilon` as an exact rational.

    Floats are refused: a ratio compared in floating point would not be proved.

    Parameters
    ----------
    quantity : float, Fraction or sympy expression
        A rational, or a sympy expression that is a rational multiple of `epsilon`.
    epsilon : float, Fraction or sympy expression
        A rational, or a sympy expression.

    Returns
    -------
    Fraction
        The ratio.

    Raises
    ------
    ValueError
        If the ratio is not a rational number.
    TypeError
        For a float.
    """
    if isinstance(quantity, float) or isinstance(epsilon, float):
        raise TypeError(f"{quantity!r} / {epsilon!r}: an exact ratio takes rationals or symbols, not floats")
    ratio = sympy.cancel(sympy.sympify(quantity) / sympy.sympify(epsilon))
    if not ratio.is_Rational:
        raise ValueError(f"{quantity} / {epsilon} = {ratio}: not a rational multiple")
    return Fraction(int(ratio.p), int(ratio.q))
