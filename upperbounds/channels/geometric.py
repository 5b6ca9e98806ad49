"""Integer noise, drawn with exact probabilities: two-sided geometric (discrete Laplace) and discrete Gaussian."""

import math
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels.arrays import Number
from upperbounds.channels.choice import Weights
from upperbounds.channels.randomness import Chance, coins, coins_of

_BLOCK = 256
"""How many values of a geometric number one draw distinguishes."""

_LARGE = 8
"""Largest exponent that a block covers: larger values are drawn, also exactly, by coins that rarely show heads."""


def two_sided_geometric(
    epsilon: Number, unit: Fraction, shape: tuple[int, ...], rng: np.random.Generator
) -> NDArray[np.int64]:
    """Draw G with P(G = g) proportional to e^(-unit epsilon |g|) (Ghosh, Roughgarden and Sundararajan 2012).

    G is K or -1 - K with K geometric, the latter with probability 1/(1 + e^(unit epsilon)). The digits of K in a base
    are independent, and each has a truncated geometric law.

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
        If unit * epsilon is below 2^-56: the noise does not fit in 64 bits.

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


def discrete_gaussian(variance: Fraction, shape: tuple[int, ...], rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw G with P(G = g) proportional to e^(-g^2/(2 variance)) (Canonne, Kamath and Steinke 2020, Algorithm 3).

    Y has P(Y = y) proportional to e^(-|y|/t), with t the integer part of sqrt(variance). It is kept with probability
    e^-x, x = (|Y| - variance/t)^2/(2 variance); else another Y is drawn. All x have one common denominator, and e^-x is
    a product over the digits of the numerator: one coin for each digit.

    Parameters
    ----------
    variance : Fraction
        The parameter, above 0: the variance itself is a little less.
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
        If the integers do not fit in 64 bits. They fit for an integer variance up to 10^8, and for a square up to
        10^16.

    References
    ----------
    Canonne, Kamath and Steinke (2020), The discrete Gaussian for differential privacy, Algorithm 3.
    """
    t = max(math.isqrt(math.floor(variance)), 1)
    centre = variance / t
    square = centre.denominator**2
    unit = Fraction(1, 2) / variance / square
    # (|y| - centre)^2/(2 variance) = part (|y| denominator - numerator)^2 / whole.
    part, whole = unit.numerator, unit.denominator
    # Sizes of draws up to which it fits; beyond, seldom, it is reckoned in Python.
    most = (math.isqrt(((1 << 63) - 1) // part) + centre.numerator) // centre.denominator - 1
    if most < 12 * t:
        raise OverflowError(f"variance = {float(variance):g}: the grid is too fine for noise of 64 bits")
    found = np.empty(math.prod(shape), dtype=np.int64)
    left = np.arange(found.size)
    while left.size:
        drawn = two_sided_geometric(1, Fraction(1, t), left.shape, rng)
        sizes = np.abs(drawn)
        exponents = part * (np.minimum(sizes, most) * centre.denominator - centre.numerator) ** 2
        kept = exponential_coins(exponents, whole, rng)
        for place in np.flatnonzero(sizes > most):
            exact = (int(sizes[place]) - centre) ** 2 / (2 * variance)
            kept[place] = coins(Chance((1,), (1, 0), exact), (), rng)
        found[left[kept]] = drawn[kept]
        left = left[~kept]
    return found.reshape(shape)


def exponential_coins(exponents: NDArray[np.int64], whole: int, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Coins with probability e^(-exponents/whole) of heads: heads if the coins of all digits in base _BLOCK are heads.

    Parameters
    ----------
    exponents : ndarray of int, shape (...)
        Whole numbers, at least 0.
    whole : int
        Their common denominator, above 0.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    ndarray of bool, shape (...)
        True for heads.
    """
    heads = np.ones(exponents.shape, dtype=np.bool_)
    for place in reversed(range(8)):
        digits = exponents >> 8 * place & (_BLOCK - 1)
        thrown = np.flatnonzero(heads & (digits > 0))
        if thrown.size:
            heads[thrown] = coins_of(_powers(Fraction(_BLOCK**place, whole)), digits[thrown], rng)
    return heads


@lru_cache(maxsize=64)
def _powers(scale: Fraction) -> tuple[Chance, ...]:
    """The probabilities e^(-scale k) for all digits k; 0 throws no coin."""
    return tuple(Chance((1,), (1, 0), scale * max(k, 1)) for k in range(_BLOCK))
