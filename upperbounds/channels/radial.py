"""Integer vector noise whose probability decreases with the l_2 norm, drawn exactly, without a delta.

P(z) is proportional to e^(-rate N(z)), with N(z) the l_2 norm rounded up. If z moves by s, N changes by at most |s|
rounded up, and the normaliser does not change. So the worst log ratio is at most rate ceil|s|.
"""

import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError, count
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.geometric import exponential_coins, two_sided_geometric

_BITS = 24
"""Bits of a rate: with fewer bits, more draws are rejected when a vector is composed of two."""

_NEEDED = 1.45
"""How many vectors are drawn for one that is kept: about sqrt(2) are needed."""

_NUMBERS = 1 << 22
"""About how many numbers are drawn at a time: some 200 MB."""


def norms(vectors: NDArray[np.int64]) -> NDArray[np.int64]:
    """The l_2 norms rounded up, exactly.

    Parameters
    ----------
    vectors : ndarray of int, shape (..., d)
        Vectors.

    Returns
    -------
    ndarray of int, shape (...)
        N(z).
    """
    return _roots((vectors.astype(np.float64) ** 2).sum(axis=-1), vectors)


def _roots(squares: FloatArray, vectors: NDArray[np.int64]) -> NDArray[np.int64]:
    """The norms of vectors rounded up, from their sums of squares, which are exact as far as floats tell roots."""
    if squares.max(initial=0.0) >= 1 << 52:
        rows = vectors.reshape(-1, vectors.shape[-1]).tolist()
        found = [math.isqrt(max(sum(v * v for v in row), 1) - 1) + 1 for row in rows]
        return np.array(found, dtype=np.int64).reshape(vectors.shape[:-1]) * vectors.any(axis=-1)
    whole = np.floor(np.sqrt(squares))
    return (whole + (whole**2 < squares)).astype(np.int64)


def binary(rate: Fraction) -> tuple[int, int]:
    """The largest rate a/2^q that is at most `rate` and whose a has few bits.

    Parameters
    ----------
    rate : Fraction
        A rate, above 0.

    Returns
    -------
    tuple of (int, int)
        a and q, both at least 0.
    """
    q = max(_BITS - math.floor(math.log2(rate)), 0)
    return math.floor(rate * (1 << q)), q


def radial_noise(rate: Fraction, dimension: int, number: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw integer vectors z with P(z) proportional to e^(-r N(z)), where r = `binary(rate)` is at most `rate`.

    In one dimension it is two-sided geometric. In d = k + l dimensions the parts x and y are drawn with rates u <= r
    sqrt(k/d) and v <= r sqrt(l/d), and kept with probability e^-(r N(z) + u + v - u N(x) - v N(y)); else others are
    drawn. This probability is at most 1, since u|x| + v|y| <= r|z|. For a small rate about 0.7 of the draws are kept,
    for every d. So a vector takes about d^1.5 numbers. Parts that are kept are used, none is drawn twice. A release
    takes one vector.

    Parameters
    ----------
    rate : Fraction
        The rate, above 0.
    dimension : int
        d.
    number : int
        Number of vectors.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    ndarray of int, shape (number, d)
        Vectors.

    Raises
    ------
    ParameterError
        For a rate that is not above 0, or a dimension below 1.
    OverflowError
        If the noise does not fit in 64 bits.
    """
    if not rate > 0:
        raise ParameterError(f"rate = {rate}: must be above 0")
    a, q = binary(rate)
    most = max(int(_NUMBERS / count("dimension", dimension) ** 1.55), 1)
    found, done = np.empty((number, dimension), dtype=np.int64), 0
    while done < number:
        kept, _ = _some(a, q, dimension, min(number - done, most), rng)
        kept = kept[: number - done]
        found[done : done + len(kept)] = kept
        done += len(kept)
    return found


def _some(a: int, q: int, dimension: int, about: int, rng: np.random.Generator) -> tuple[NDArray[np.int64], FloatArray]:
    """`about` vectors or more, and their sums of squares; how many does not depend on what they are."""
    if dimension == 1:
        drawn = two_sided_geometric(1, Fraction(a, 1 << q), (about, 1), rng)
        return drawn, drawn[:, 0].astype(np.float64) ** 2
    # A power of two is made of equal halves, which are drawn at once.
    first = 1 << (dimension - 1).bit_length() - 1
    sizes = (first, dimension - first)
    u, v = (math.isqrt(a * a * size // dimension) for size in sizes)
    # What is added to the exponent makes up for norms that are rounded up.
    needed = _NEEDED * math.exp(min((u + v) / (1 << q), 3))
    tried = math.ceil(needed * about + 2 * math.sqrt(about)) + 1
    if sizes[0] == sizes[1]:
        both, squares = _some(u, q, first, 2 * tried, rng)
        pairs = len(both) // 2
        (x, y), (one, other) = (both[:pairs], both[pairs : 2 * pairs]), (squares[:pairs], squares[pairs : 2 * pairs])
    else:
        parts = [_some(rate, q, size, tried, rng) for rate, size in zip((u, v), sizes, strict=True)]
        pairs = min(len(part) for part, _ in parts)
        (x, y), (one, other) = ((part[:pairs] for part in column) for column in zip(*parts, strict=True))
    z, total = np.concatenate([x, y], axis=1), one + other
    sides = _roots(one, x), _roots(other, y), _roots(total, z)
    if a * (int(sides[2].max(initial=0)) + 2) >= 1 << 63:
        raise OverflowError(f"rate = {a / 2**q:g}: the noise is beyond 64 bits")
    kept = exponential_coins(a * sides[2] + u + v - u * sides[0] - v * sides[1], 1 << q, rng)
    return z[kept], total[kept]


def radial_square(rate: Fraction, dimension: int) -> float:
    """A bound on E|z|^2 of `radial_noise`.

    Sums over integer vectors are compared with integrals over unit cubes around them, in which norms differ by at most
    sqrt(d)/2: E|z|^2 <= e^(r (1 + sqrt(d))) E(G + sqrt(d)/2)^2, where G has the law Gamma(d, 1/r).

    Parameters
    ----------
    rate : Fraction
        The rate, above 0.
    dimension : int
        d.

    Returns
    -------
    float
        The bound.
    """
    a, q = binary(rate)
    r, d = float(Fraction(a, 1 << q)), float(dimension)
    square = d * (d + 1) / r**2 + math.sqrt(d) * d / r + d / 4
    return math.exp(r * (1 + math.sqrt(d))) * square
