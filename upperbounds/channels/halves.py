"""What the mechanisms of Duchi, Jordan and Wainwright (2018) share: an answer in the near half of the space."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels.arrays import Number
from upperbounds.channels.loss import RationalFunction, T
from upperbounds.channels.randomness import Chance, coins

_NEAR: RationalFunction = T / (1 + T)


@lru_cache(maxsize=256)
def _chance(epsilon: Number) -> Chance:
    """The coin of a message: a descent throws it in each of thousands of steps."""
    return Chance.of(_NEAR, epsilon)


@dataclass(frozen=True)
class Halves:
    """A vector of a body of half-width (or radius) D, rounded without bias to a point of the boundary.

    The answer is in the half of the space around that point with probability t/(1 + t), t = e^epsilon, and else in the
    other half. This coin is exact.

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
        """The probability of the half around the rounded vector, in Q(t)."""
        return _NEAR

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
        return coins(_chance(self.epsilon), shape, rng)
