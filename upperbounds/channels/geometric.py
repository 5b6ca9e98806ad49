"""Two-sided geometric noise: the discrete Laplace law, drawn with its exact probabilities."""

import math
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels.arrays import Number
from upperbounds.channels.choice import Weights
from upperbounds.channels.randomness import Chance, coins

_BLOCK = 256
"""How many values of a geometric number one draw tells apart."""

_LARGE = 8
"""Beyond e^-8 no block is drawn: what exceeds it is, exactly, by coins that seldom fall."""


def two_sided_geometric(
    epsilon: Number, unit: Fraction, shape: tuple[int, ...], rng: np.random.Generator
) -> NDArray[np.int64]:
    """Draw G with P(G = g) proportional to e^(-unit epsilon |g|) (Ghosh, Roughgarden and Sundararajan 2012).

    G is K or -1 - K, K geometric, the latter with probability 1/(1 + e^(unit epsilon)). The digits of K to a base are
    independent, and each has a geometric law that is cut off.

    Parameters
    ----------
    epsilon : float, Fraction or sympy expression
        Privacy budget, as a number.
    unit : Fraction
        What one step of G costs, as a multiple of epsilon.
    shape : tuple of int
        Shape of the draws.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    ndarray of int, shape (*shape)
        Draws.

    Raises
    ------
    OverflowError
        Where unit * epsilon is below 2^-56: the noise does not fit 64 bits.

    References
    ----------
    Ghosh, Roughgarden and Sundararajan (2012).
    """
    scale = unit * Fraction(epsilon)
    if scale < Fraction(1, 2**56):
        raise OverflowError(f"unit * epsilon = {float(scale):g}: the noise is beyond 64 bits")
    drawn = _geometric(scale, shape, rng)
    return np.where(coins(Chance((1,), (1, 1), scale), shape, rng), ~drawn, drawn)


def _geometric(scale: Fraction, shape: tuple[int, ...], rng: np.random.Generator) -> NDArray[np.int64]:
    """Numbers k = 0, 1, ... with probability proportional to e^(-scale k)."""
    if scale < _LARGE:
        digit = _block(scale).draw(shape, rng)
        return digit + _BLOCK * _geometric(_BLOCK * scale, shape, rng)
    drawn, more = np.zeros(math.prod(shape), dtype=np.int64), Chance((1,), (1, 0), scale)
    left = np.flatnonzero(coins(more, drawn.shape, rng))
    while left.size:
        drawn[left] += 1
        left = left[coins(more, left.shape, rng)]
    return drawn.reshape(shape)


@lru_cache(maxsize=64)
def _block(scale: Fraction) -> Weights:
    """The law of a geometric number's last digit to the base _BLOCK."""
    return Weights(tuple(-scale * k for k in range(_BLOCK)))
