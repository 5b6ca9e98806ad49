"""zhao Algorithm 2 (Section 4.2) on the l_inf ball, and on the l_2 and l_1 balls by Kashin and Hadamard coefficients.

As printed it spends too little between d and d ln n. If epsilon is not an integer, it skips coordinates or spends too
much (zhao/eq6). As corrected, floor(epsilon) coordinates share epsilon, and the switch is at epsilon = d.
"""

import math
from fractions import Fraction
from typing import Literal

import numpy as np
import sympy
from numpy.typing import NDArray

from notation.parameters import ParameterError
from notation.setting import in_range
from notation.symbols import D, d, epsilon, m, n, smallest
from upperbounds.channels.arrays import FloatArray
from upperbounds.estimator import UpperBound
from upperbounds.mean import zhao
from upperbounds.protocols.coordinates import CoordinatePlan, Embedding, Plain
from upperbounds.protocols.split import Split, chunks, covering
from upperbounds.transforms.hadamard import Hadamard
from upperbounds.transforms.kashin import LEVEL, Frame, Kashin

_SPENT = smallest(epsilon**2, epsilon)
RATE = D**2 * d / (n * m) * (1 + d * sympy.log(n) / _SPENT)
"""zhao (8), l_inf."""
L2_RATE = D**2 / (n * m) * (1 + d * sympy.log(n) / _SPENT)
"""zhao (9); also l_1 by Remark 1 as corrected."""

_CONSTANT = 195_000
"""zhao/thm4/upper: the constant of (8) for m >= 2, n (epsilon^2 ^ 1) >= 48168 d ln m."""

Reading = Literal["floor", "ceil"]


def split(n: int, coordinates: int, epsilon: float) -> tuple[Split, Fraction]:
    """Algorithm 2 as corrected: who sends what, and the share of epsilon that each coordinate gets.

    floor(epsilon) coordinates per group, at least one and at most all, which share epsilon equally.

    Parameters
    ----------
    n : int
        Number of users.
    coordinates : int
        Number of coordinates.
    epsilon : float
        Privacy budget of one user, for all of their samples.

    Returns
    -------
    who : Split
        Who sends which coordinates.
    share : Fraction
        The part of epsilon that a coordinate gets.

    References
    ----------
    Zhao et al., Algorithm 2.
    """
    size = min(coordinates, max(1, math.floor(epsilon)))
    return covering(n, coordinates, size), Fraction(1, size)


def printed_split(n: int, coordinates: int, epsilon: float, reading: Reading = "floor") -> tuple[Split, Fraction]:
    """Algorithm 2 as printed; budget 1 for each coordinate from epsilon = 1 to d ln n, in ceil(d/epsilon) groups.

    Group k sends the coordinates from (k - 1) epsilon + 1 to k epsilon. If epsilon is not an integer, this is read as
    floor(epsilon) or as ceil(epsilon) coordinates: the first skips some, the second spends ceil(epsilon).

    Parameters
    ----------
    n : int
        Number of users.
    coordinates : int
        Number of coordinates.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    reading : {"floor", "ceil"}, default "floor"
        How an epsilon that is not an integer is read.

    Returns
    -------
    who : Split
        Who sends which coordinates.
    share : Fraction
        The part of epsilon that a coordinate gets.

    References
    ----------
    Zhao et al., Algorithm 2.
    """
    if epsilon < 1:
        return chunks(n, coordinates, coordinates, 1), Fraction(1)
    if epsilon >= coordinates * math.log(max(n, 2)):
        return chunks(n, coordinates, 1, coordinates), Fraction(1, coordinates)
    size = min(coordinates, math.floor(epsilon) if reading == "floor" else math.ceil(epsilon))
    groups = math.ceil(Fraction(coordinates) / Fraction(epsilon))
    return chunks(n, coordinates, groups, size), 1 / Fraction(epsilon)


def assemble(
    name: str, embedding: Embedding, who: tuple[Split, Fraction], m: int, epsilon: float, D: float
) -> CoordinatePlan:
    """Algorithm 1 for each coordinate of an embedding whose coordinates are within [-D, D].

    Parameters
    ----------
    name : str
        Name of the estimator.
    embedding : Embedding
        How vectors become coordinates, and back.
    who : tuple of (Split, Fraction)
        Who sends which coordinates, and the share of epsilon that each gets.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Half-width of the range of each coordinate of the embedding.

    Returns
    -------
    CoordinatePlan
        The plan.

    References
    ----------
    Zhao et al., Algorithm 1.
    """
    chosen, share = who
    each = zhao.algorithm1(chosen.per_coordinate, m, float(share * Fraction(epsilon)), D)
    return CoordinatePlan(name, chosen, each, share, embedding)


def algorithm2(n: int, m: int, d: int, epsilon: float, D: float) -> CoordinatePlan:
    """zhao Algorithm 2 as corrected, for data in [-D, D]^d.

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
        Half-width of the range of each coordinate, or the radius of the ball.

    Returns
    -------
    CoordinatePlan
        The plan.

    Raises
    ------
    ParameterError
        If there are fewer than two users for each of the ceil(d/floor(epsilon)) groups, at most d of them.

    References
    ----------
    Zhao et al., Algorithm 2.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    who = split(n, d, epsilon)
    return assemble("zhao-algorithm2", Plain(d), who, m, epsilon, D)


def printed_algorithm2(n: int, m: int, d: int, epsilon: float, D: float, reading: Reading = "floor") -> CoordinatePlan:
    """zhao Algorithm 2 as printed, in one of two readings if epsilon is not an integer.

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
        Half-width of the range of each coordinate, or the radius of the ball.
    reading : {"floor", "ceil"}, default "floor"
        How an epsilon that is not an integer is read.

    Returns
    -------
    CoordinatePlan
        The plan.

    References
    ----------
    Zhao et al., Algorithm 2.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    who = printed_split(n, d, epsilon, reading)
    return assemble("zhao-algorithm2-printed", Plain(d), who, m, epsilon, D)


def through_kashin(n: int, m: int, epsilon: float, D: float, frame: Frame, level: float = LEVEL) -> CoordinatePlan:
    """zhao Theorem 5 on the l_2 ball: Algorithm 2 on Kashin coefficients, within K D/sqrt(d), then U^T.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Half-width of the range of each coordinate, or the radius of the ball.
    frame : Frame
        The frame of Kashin coefficients.
    level : float, default LEVEL
        K, the level of the coefficients.

    Returns
    -------
    CoordinatePlan
        The plan.

    References
    ----------
    Zhao et al., Theorem 5.
    """
    n, m, _, epsilon, D = in_range(n, m, frame.dimension, epsilon, D)
    embedding = Kashin(frame, level)
    who = split(n, embedding.coordinates, epsilon)
    return assemble("zhao-kashin", embedding, who, m, epsilon, kashin_half_width(frame, level, D))


def kashin_half_width(frame: Frame, level: float, D: float) -> float:
    """K D/sqrt(d): the coefficients of a vector of the l_2 ball of radius D are within it.

    Parameters
    ----------
    frame : Frame
        The frame of Kashin coefficients.
    level : float
        K, the level of the coefficients.
    D : float
        Half-width of the range of each coordinate, or the radius of the ball.

    Returns
    -------
    float
        The half-width, in units of the data.
    """
    return level * D / math.sqrt(frame.dimension)


def through_hadamard(n: int, m: int, d: int, epsilon: float, D: float) -> CoordinatePlan:
    """zhao Remark 1 on the l_1 ball: Algorithm 2 on Hx/sqrt(d), within D/sqrt(d), in the padded dimension.

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
        Half-width of the range of each coordinate, or the radius of the ball.

    Returns
    -------
    CoordinatePlan
        The plan.

    References
    ----------
    Zhao et al., Remark 1.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    embedding = Hadamard(d)
    who = split(n, embedding.coordinates, epsilon)
    return assemble("zhao-hadamard", embedding, who, m, epsilon, D / math.sqrt(embedding.coordinates))


def _sum_bound(who: tuple[Split, Fraction], m: int, epsilon: float, coordinate: float) -> float:
    """Theorem 1's bound for a coordinate, times the number of coordinates."""
    chosen, share = who
    one = zhao.bound(chosen.per_coordinate, m, float(share * Fraction(epsilon)), coordinate)
    return chosen.coordinates * one.value


def bound(n: int, m: int, d: int, epsilon: float, D: float) -> UpperBound:
    """d times the bound of Theorem 1 for a coordinate, at its users and its share of the budget.

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
        Half-width of the range of each coordinate, or the radius of the ball.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.

    References
    ----------
    Zhao et al., Theorem 1.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    value = _sum_bound(split(n, d, epsilon), m, epsilon, D)
    return UpperBound(
        value,
        "zhao Theorem 4 as corrected, by d bounds of Theorem 1",
        ("data on [-D, D]^d", "two users for each group of coordinates"),
        not value < d * D**2,
    )


def theorem4(n: int, m: int, d: int, epsilon: float, D: float) -> UpperBound:
    """zhao Theorem 4 with the constant of the ledger, 195000 times (8); infinite where its condition fails.

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
        Half-width of the range of each coordinate, or the radius of the ball.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.

    References
    ----------
    Zhao et al., Theorem 4.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    holds = m >= 2 and n * min(epsilon**2, 1) >= 48168 * d * math.log(m)
    scale = _CONSTANT * D**2 * d / (n * m)
    value = scale * (1 + d * math.log(n) / min(epsilon, epsilon**2)) if holds else math.inf
    return UpperBound(
        value,
        "zhao Theorem 4 as corrected, with the constant 195000",
        ("data on [-D, D]^d", "m >= 2", "n (epsilon^2 ^ 1) >= 48168 d ln m"),
        not value < d * D**2,
    )


def kashin_bound(n: int, m: int, epsilon: float, D: float, frame: Frame, level: float = LEVEL) -> UpperBound:
    """N times the bound of Theorem 1 at half-width K D/sqrt(d): ||U^T(theta^ - theta)|| <= ||theta^ - theta||.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Half-width of the range of each coordinate, or the radius of the ball.
    frame : Frame
        The frame of Kashin coefficients.
    level : float, default LEVEL
        K, the level of the coefficients.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.

    References
    ----------
    Zhao et al., Theorem 1.
    """
    n, m, dimension, epsilon, D = in_range(n, m, frame.dimension, epsilon, D)
    who = split(n, frame.coordinates, epsilon)
    value = _sum_bound(who, m, epsilon, kashin_half_width(frame, level, D))
    return UpperBound(
        value,
        "zhao Theorem 5 as corrected, by N bounds of Theorem 1",
        (
            "data in the l_2 ball of radius D",
            f"every sample has coefficients within K ||x||/sqrt({dimension}), K = {level:g}: checked one by one",
        ),
        not value < D**2,
    )


def hadamard_bound(n: int, m: int, d: int, epsilon: float, D: float) -> UpperBound:
    """The bound of Theorem 1 at half-width D/sqrt(padded d), times the padded dimension.

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
        Half-width of the range of each coordinate, or the radius of the ball.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.

    References
    ----------
    Zhao et al., Theorem 1.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    size = Hadamard(d).coordinates
    value = _sum_bound(split(n, size, epsilon), m, epsilon, D / math.sqrt(size))
    return UpperBound(
        value,
        "zhao Remark 1 as corrected, by the bounds of Theorem 1",
        ("data in the l_1 ball of radius D",),
        not value < D**2,
    )


def one_hot(letters: NDArray[np.int64], alphabet: int) -> FloatArray:
    """Symbols as unit vectors, which lie in the l_1 ball of radius 1.

    Parameters
    ----------
    letters : ndarray of int, shape (...)
        Symbols, from 0 to alphabet - 1.
    alphabet : int
        Number of symbols.

    Returns
    -------
    ndarray, shape (..., alphabet)
        Unit vectors.

    Raises
    ------
    ParameterError
        For a symbol out of range.
    """
    if letters.size and not (letters.min() >= 0 and letters.max() < alphabet):
        raise ParameterError(f"letters: must be from 0 to {alphabet - 1}")
    return np.asarray(letters[..., None] == np.arange(alphabet), dtype=np.float64)
