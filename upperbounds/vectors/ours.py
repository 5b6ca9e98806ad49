"""Our best estimator of mean vectors for i.i.d. users: sequential localisation (a "walk") of each coordinate's mean.

In the l_inf ball the coordinates are the data's own; in the l_1 ball they are Hadamard's, within D/sqrt(d). In the l_2
ball they are the data's own, as in its box, or Kashin's N coefficients, within 2D/sqrt(d): whichever has the smaller
explicit bound. A user may answer for several coordinates at a share of epsilon each; from about epsilon = 6 on this is
better than one answer. Their number is also chosen by explicit bounds. Under moments of coordinates the walk is that of
`upperbounds.mean.ours` under moments.
"""

from functools import lru_cache
from math import ceil, floor, inf, sqrt

import numpy as np
import sympy

from notation.parameters import ParameterError
from notation.setting import in_range
from notation.symbols import D, d, epsilon, largest, m, n, p, smallest
from upperbounds.estimator import UpperBound
from upperbounds.mean import ours
from upperbounds.protocols.coordinate_walk import CoordinateWalk
from upperbounds.protocols.coordinates import Embedding, Plain
from upperbounds.transforms.hadamard import Hadamard, padded
from upperbounds.transforms.kashin import LEVEL, HadamardFrame, Kashin
from upperbounds.vectors.heavy import M_P
from upperbounds.vectors.zhao import kashin_half_width

_ANSWERS = n * smallest(epsilon**2, epsilon, d) / d
"""The effective number of answers for a coordinate, in units of a user's whole answer at epsilon = 1."""
RATE = D**2 * d * largest(1, sympy.log(_ANSWERS)) / (_ANSWERS * m)
"""d times the rate of a number."""
HEAVY_RATE = (
    M_P ** (2 / p) * d * largest(largest(1, sympy.log(_ANSWERS)) / (_ANSWERS * m), (_ANSWERS * m**2) ** (1 / p - 1))
)
"""Under moments of coordinates: zhao (12), without its ln m."""
NORM_RATE = HEAVY_RATE / d
"""Under a moment of the norm, by Kashin's coefficients."""
L2_RATE = D**2 * largest(1, sympy.log(_ANSWERS)) / (_ANSWERS * m)
"""In the l_2 and the l_1 ball."""

_SPENT = 4.0
"""About the best epsilon for one answer: at twice that, its noise hardly decreases."""
_FEWEST = 8
"""The smallest dimension with Kashin's coefficients: they cost 4 N/d times as much as d coordinates, at least 8
times."""


@lru_cache(maxsize=4096)
def _best(n: int, m: int, epsilon: float, coordinates: int, dimension: int, order: float = inf) -> tuple[int, float]:
    """How many coordinates a user answers for, and the vector's bound for D = 1: the smallest of some.

    With more coordinates than dimensions, by a matrix with orthonormal columns and rows of one length, the inverse map
    keeps d/N of the variance if errors are independent, as they are between users, and at most all of the bias.
    Otherwise it keeps at most the whole error.
    """
    if n < coordinates:
        raise ParameterError(f"n = {n}: must be at least {coordinates}, a user for each of as many coordinates")
    fold, many = n // coordinates, epsilon / _SPENT
    tried = sorted({int(min(max(k, 1), coordinates)) for k in (1, floor(many), ceil(many))})
    shares = {k: dimension / coordinates if k == 1 else 1.0 for k in tried}
    found = {k: ours.partial_bound(k * fold, m, epsilon / k, share, order) for k, share in shares.items()}
    sends = min(found, key=lambda k: found[k])
    return sends, coordinates * found[sends]


def _walk(n: int, m: int, epsilon: float, reach: float, embedding: Embedding, order: float = inf) -> CoordinateWalk:
    """The walk to coordinates within [-reach, reach], or with moments as if they were."""
    sends, _ = _best(n, m, epsilon, embedding.coordinates, embedding.dimension, order)
    each = ours.walk(sends * (n // embedding.coordinates), m, epsilon / sends, reach, order)
    return CoordinateWalk("walk", n, each, sends, embedding)


def walk(n: int, m: int, d: int, epsilon: float, D: float, order: float = inf) -> CoordinateWalk:
    """A walk for each coordinate of data in [-D, D]^d, or with E|X_k|^p <= D^p.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Radius of the ball that holds the data, or half-width of their range.
    order : float, default infinity
        p, if not the data but the coordinates' moments of order p are bounded; from 2 to 100.

    Returns
    -------
    CoordinateWalk
        The plan.

    Raises
    ------
    ParameterError
        If there are fewer users than coordinates.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    return _walk(n, m, epsilon, D, Plain(d), order)


def bound(n: int, m: int, d: int, epsilon: float, D: float, order: float = inf) -> UpperBound:
    """d times the bound for a number, for every law on [-D, D]^d, or with E|X_k|^p <= D^p.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Radius of the ball that holds the data, or half-width of their range.
    order : float, default infinity
        p, as for `walk`.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.

    Raises
    ------
    ParameterError
        As `walk`.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    value = D**2 * _best(n, m, epsilon, d, d, order)[1]
    data = "data on [-D, D]^d" if order == inf else "E|X_k|^p <= M_p for every k"
    return UpperBound(value, _SOURCE, (data,), not value < d * D**2)


def in_ball(
    n: int, m: int, d: int, epsilon: float, D: float, rng: np.random.Generator, order: float = inf
) -> CoordinateWalk:
    """A walk for each coordinate of data in the l_2 ball, or for each Kashin coefficient.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Radius of the ball that holds the data, or half-width of their range.
    rng : numpy.random.Generator
        Source of randomness.
    order : float, default infinity
        p, if not the data's norm but its moment of order p is at most D^p; from 2 to 100.

    Returns
    -------
    CoordinateWalk
        The plan.

    Raises
    ------
    ParameterError
        As `walk`.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    if _of_box(n, m, d, epsilon, order) <= _of_kashin(n, m, d, epsilon, order):
        return _walk(n, m, epsilon, D, Plain(d), order)
    frame = HadamardFrame.draw(d, rng)
    return _walk(n, m, epsilon, kashin_half_width(frame, LEVEL, D), Kashin(frame), order)


def l2_bound(n: int, m: int, d: int, epsilon: float, D: float, order: float = inf) -> UpperBound:
    """The smaller of the two bounds.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Radius of the ball that holds the data, or half-width of their range.
    order : float, default infinity
        p, as for `in_ball`.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.

    Raises
    ------
    ParameterError
        As `walk`.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    box, kashin = _of_box(n, m, d, epsilon, order), _of_kashin(n, m, d, epsilon, order)
    value = D**2 * min(box, kashin)
    told = f"every sample has coefficients within {LEVEL:g} ||x||/sqrt({d}): checked one by one"
    data = "data in the l_2 ball of radius D" if order == inf else "E||X||_2^p <= M_p"
    conditions = (data, *((told,) if kashin < box else ()))
    return UpperBound(value, _SOURCE, conditions, not value < D**2)


def _of_box(n: int, m: int, d: int, epsilon: float, order: float) -> float:
    return _best(n, m, epsilon, d, d, order)[1]


def _of_kashin(n: int, m: int, d: int, epsilon: float, order: float) -> float:
    """Infinite with fewer users than coefficients, or for dimensions in which their number alone costs more."""
    size = padded(2 * d)
    if n < size or d < _FEWEST:
        return inf
    return LEVEL**2 / d * _best(n, m, epsilon, size, d, order)[1]


def through_hadamard(n: int, m: int, d: int, epsilon: float, D: float) -> CoordinateWalk:
    """A walk for each Hadamard coefficient of data in the l_1 ball.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Radius of the ball that holds the data, or half-width of their range.

    Returns
    -------
    CoordinateWalk
        The plan.

    Raises
    ------
    ParameterError
        If there are fewer users than coefficients.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    embedding = Hadamard(d)
    return _walk(n, m, epsilon, D / sqrt(embedding.coordinates), embedding)


def hadamard_bound(n: int, m: int, d: int, epsilon: float, D: float) -> UpperBound:
    """The bound for a number within D/sqrt(padded d), times the padded dimension.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Radius of the ball that holds the data, or half-width of their range.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.

    Raises
    ------
    ParameterError
        As `through_hadamard`.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    size = padded(d)
    value = D**2 / size * _best(n, m, epsilon, size, d)[1]
    return UpperBound(value, _SOURCE, ("data in the l_1 ball of radius D",), not value < D**2)


_SOURCE = "ours: for each coordinate the recursion over a localisation's steps, clipping at its worst"
