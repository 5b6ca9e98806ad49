"""Noise of whole vectors whose probability falls with the l_2 norm, drawn exactly: no finite budget, no delta.

P(z) is proportional to e^(-rate N(z)), N(z) the l_2 norm rounded up. Where z moves by s, N moves by no more than |s|
rounded up, and the normaliser not at all: the worst log ratio is rate ceil|s| at most.
"""

import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError, count
from upperbounds.channels.geometric import exponential_coins, two_sided_geometric

_BITS = 24
"""Bits of a rate: the fewer they are, the more draws are thrown away where a vector is made of two."""

_SPARE = 1.6
"""How many vectors are drawn for one that is kept: some sqrt(2) are needed."""


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
    size = int(np.abs(vectors).max(initial=0))
    if size**2 * vectors.shape[-1] >= 1 << 52:
        # Beyond what roots of floats tell.
        rows = vectors.reshape(-1, vectors.shape[-1]).tolist()
        found = [math.isqrt(max(sum(v * v for v in row), 1) - 1) + 1 for row in rows]
        return np.array(found, dtype=np.int64).reshape(vectors.shape[:-1]) * vectors.any(axis=-1)
    squares = (vectors**2).sum(axis=-1)
    found = np.sqrt(squares.astype(np.float64)).astype(np.int64)
    return found + (found**2 < squares)


def binary(rate: Fraction) -> tuple[int, int]:
    """The largest rate a/2^q up to `rate` whose a has few bits.

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
    """Draw vectors z of whole numbers with P(z) proportional to e^(-r N(z)), r = `binary(rate)`, `rate` or a bit less.

    In one dimension it is two-sided geometric. In d = k + l the parts x and y are drawn with rates u <= r sqrt(k/d) and
    v <= r sqrt(l/d), and kept with probability e^-(r N(z) + u + v - u N(x) - v N(y)); else others are drawn. That is no
    more than 1: u|x| + v|y| <= r|z|. Some 0.7 of them are kept, whatever d is, where the rate is small. A
    vector so takes some d^1.5 numbers: a core draws hundreds of vectors a second at d = 100. A release takes one.

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
        For a rate that is not above 0, or no dimension.
    OverflowError
        Where the noise does not fit 64 bits.
    """
    if not rate > 0:
        raise ParameterError(f"rate = {rate}: must be above 0")
    return _drawn(*binary(rate), count("dimension", dimension), number, rng)


def _drawn(a: int, q: int, dimension: int, number: int, rng: np.random.Generator) -> NDArray[np.int64]:
    if dimension == 1:
        return two_sided_geometric(1, Fraction(a, 1 << q), (number, 1), rng)
    # A power of two is made of equal halves, which are drawn at once.
    first = 1 << (dimension - 1).bit_length() - 1
    sizes = (first, dimension - first)
    u, v = (math.isqrt(a * a * size // dimension) for size in sizes)
    # What is added to the exponent makes up for norms that are rounded up.
    spare = _SPARE * math.exp(min((u + v) / (1 << q), 3))
    found, done = np.empty((number, dimension), dtype=np.int64), 0
    while done < number:
        tried = math.ceil(spare * (number - done)) + 2
        if sizes[0] == sizes[1]:
            both = _drawn(u, q, first, 2 * tried, rng)
            x, y = both[:tried], both[tried:]
        else:
            x, y = (_drawn(rate, q, size, tried, rng) for rate, size in zip((u, v), sizes, strict=True))
        z = np.concatenate([x, y], axis=1)
        sides = norms(x), norms(y), norms(z)
        if a * (int(sides[2].max()) + 2) >= 1 << 63:
            raise OverflowError(f"rate = {a / 2**q:g}: the noise is beyond 64 bits")
        kept = z[exponential_coins(a * sides[2] + u + v - u * sides[0] - v * sides[1], 1 << q, rng)]
        kept = kept[: number - done]
        found[done : done + len(kept)] = kept
        done += len(kept)
    return found


def radial_square(rate: Fraction, dimension: int) -> float:
    """A bound on E|z|^2 of `radial_noise`.

    Sums over whole vectors are compared with integrals over unit cubes around them, in which norms differ by sqrt(d)/2
    at most: E|z|^2 <= e^(r (1 + sqrt(d))) E(G + sqrt(d)/2)^2, G of the law Gamma(d, 1/r).

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
