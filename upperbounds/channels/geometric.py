"""Two-sided geometric noise: the discrete Laplace law, drawn with its exact probabilities."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels.arrays import Number
from upperbounds.channels.randomness import Chance, coins

_LARGE = 64
"""Beyond e^-64 a digit is not drawn for itself: what exceeds it is, exactly, by coins that nearly never fall."""


def two_sided_geometric(
    epsilon: Number, unit: Fraction, shape: tuple[int, ...], rng: np.random.Generator
) -> NDArray[np.int64]:
    """Draw G with P(G = g) proportional to e^(-unit epsilon |g|).

    The difference of two geometric numbers, whose binary digits are independent coins: digit j is 1 with probability 1
    / (1 + e^(unit epsilon 2^j)) (Ghosh, Roughgarden and Sundararajan 2012).

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
    return _geometric(scale, shape, rng) - _geometric(scale, shape, rng)


def _geometric(scale: Fraction, shape: tuple[int, ...], rng: np.random.Generator) -> NDArray[np.int64]:
    """Numbers k = 0, 1, ... with probability proportional to e^(-scale k)."""
    drawn, digit = np.zeros(shape, dtype=np.int64), 0
    while scale * 2**digit < _LARGE:
        drawn += coins(Chance((1,), (1, 1), scale * 2**digit), shape, rng).astype(np.int64) << digit
        digit += 1
    more = np.ones(shape, dtype=np.bool_)
    while True:
        # What remains is a multiple of 2^digit, geometric again.
        more &= coins(Chance((1,), (1, 0), scale * 2**digit), shape, rng)
        if not more.any():
            return drawn
        drawn += more.astype(np.int64) << digit
