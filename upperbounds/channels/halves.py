"""What the mechanisms of Duchi, Jordan and Wainwright (2018) share: an answer on the near half of its space."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels.arrays import Number
from upperbounds.channels.loss import RationalFunction, T
from upperbounds.channels.randomness import Chance, coins


@dataclass(frozen=True)
class Halves:
    """A vector of a body of half-width (or radius) D, rounded to a point of its border without bias.

    The answer is on the half of its space around that point with probability t/(1 + t), t = e^epsilon, else on the
    other half: an exact coin.

    Attributes
    ----------
    dimension : int
        Dimension of the vectors.
    half_width : float, Fraction or sympy expression
        D, the half-width or the radius of the body.
    epsilon : float, Fraction or sympy expression
        Privacy budget of a message.
    """

    dimension: int
    half_width: Number
    epsilon: Number

    @property
    def near(self) -> RationalFunction:
        """The probability of the half around the rounded vector, given that the answer is on a half, in Q(t)."""
        return T / (1 + T)

    def draw_near(self, shape: tuple[int, ...], rng: np.random.Generator) -> NDArray[np.bool_]:
        """Draw whether answers are on the near half.

        Parameters
        ----------
        shape : tuple of int
            Shape of the draws.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray of bool, shape (*shape)
            Whether each answer is on the near half.
        """
        return coins(Chance.of(self.near, self.epsilon), shape, rng)
