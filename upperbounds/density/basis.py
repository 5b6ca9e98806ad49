"""The trigonometric basis of [0, 1], kent (18): truncation errors and projection to densities.

phi_1 = 1, phi_2j(x) = sqrt(2) cos(2 pi j x), phi_(2j+1)(x) = sqrt(2) sin(2 pi j x). The Sobolev class of smoothness
beta and radius r has sum_j a_j^2 theta_j^2 <= r^2 with a_1 = 0, a_j = j^beta for even and (j-1)^beta for odd j
(Tsybakov 2009, (1.90)). kent (19) prints j^beta for all j from 1 on, where the class of radius 1 is the density 1.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError, count
from upperbounds.channels.arrays import FloatArray

LARGEST = math.sqrt(2)
"""sup |phi_j| for j >= 2."""


def weight(j: int, beta: int) -> float:
    """a_j: 0 for j = 1, else j^beta for even j and (j - 1)^beta for odd j.

    Infinite if it is too large for a float.

    Parameters
    ----------
    j : int
        Number of the coefficient, at least 1.
    beta : int
        Smoothness of the class.

    Returns
    -------
    float
        The weight; infinite if it is too large for a float.

    Raises
    ------
    ParameterError
        Unless j >= 1.
    """
    if count("j", j) == 1:
        return 0.0
    try:
        return float(j - j % 2) ** beta
    except OverflowError:
        return math.inf


def left_out(cutoff: int, beta: int, r: float) -> float:
    """The largest sum of theta_j^2 over j > cutoff in the class: r^2/a_(cutoff+1)^2, reached at cutoff + 1 alone.

    Parameters
    ----------
    cutoff : int
        Number of coefficients that are kept.
    beta : int
        Smoothness of the class.
    r : float
        Radius of the class.

    Returns
    -------
    float
        The sum.
    """
    return (r / weight(cutoff + 1, beta)) ** 2


def constant_risk(beta: int, r: float) -> float:
    """The largest squared L_2 distance of a density of the class from 1: r^2/4^beta, if that density is positive.

    Parameters
    ----------
    beta : int
        Smoothness of the class.
    r : float
        Radius of the class.

    Returns
    -------
    float
        The squared distance.
    """
    return left_out(1, beta, r)


def basis(j: int, x: FloatArray) -> FloatArray:
    """phi_j at x, with period 1, so that it is defined outside [0, 1] too.

    Parameters
    ----------
    j : int
        Number of the basis function, at least 1.
    x : ndarray, shape (...)
        Numbers.

    Returns
    -------
    ndarray, shape (...)
        Values, of the shape of `x`.
    """
    if count("j", j) == 1:
        return np.ones_like(x, dtype=np.float64)
    # Reduced first: sin and cos of large numbers lose what the period keeps.
    angle = 2 * np.pi * ((x % 1.0) * (j // 2) % 1.0)
    return np.asarray(LARGEST * (np.sin(angle) if j % 2 else np.cos(angle)))


def values(coefficients: FloatArray, x: FloatArray) -> FloatArray:
    """The function with these coefficients: sum_j coefficients[..., j - 1] phi_j(x).

    Parameters
    ----------
    coefficients : ndarray, shape (..., M)
        Coefficients of the basis.
    x : ndarray, shape (points,)
        Points of [0, 1].

    Returns
    -------
    ndarray, shape (..., points)
        Values.
    """
    found = np.zeros((*coefficients.shape[:-1], len(x)))
    for j in range(1, coefficients.shape[-1] + 1):
        found += coefficients[..., j - 1, None] * basis(j, x)
    return found


def projected(heights: FloatArray) -> FloatArray:
    """The nearest density in L_2 that is constant on cells of equal length.

    One number is subtracted from all heights, and negative results become 0; the number is such that their mean is 1.
    The set of densities is convex, so the result is no farther from any density than the heights are.

    Parameters
    ----------
    heights : ndarray, shape (cells,)
        Heights of a function that is constant on cells.

    Returns
    -------
    ndarray, shape (cells,)
        Heights of the density.

    Raises
    ------
    ParameterError
        For heights of another shape, or no heights.
    """
    if heights.ndim != 1 or not heights.size:
        raise ParameterError(f"heights of shape {heights.shape}: must be (cells,), one cell at least")
    falling = np.sort(heights)[::-1]
    excess = (np.cumsum(falling) - len(heights)) / np.arange(1, len(heights) + 1)
    return np.asarray(np.maximum(heights - excess[np.max(np.flatnonzero(falling > excess))], 0.0))


def cell_means(coefficients: FloatArray, cells: int) -> FloatArray:
    """The mean of sum_j coefficients[j - 1] phi_j over each of this many cells of [0, 1].

    Parameters
    ----------
    coefficients : ndarray, shape (M,)
        Coefficients of the basis.
    cells : int
        Number of cells.

    Returns
    -------
    ndarray, shape (cells,)
        Means.
    """
    edges = np.arange(count("cells", cells) + 1) / cells
    found = np.full(cells, float(coefficients[0]))
    for j in range(2, len(coefficients) + 1):
        # The integral of cos is sin, that of sin is -cos.
        turned = basis(j + 1, edges) if j % 2 == 0 else -basis(j - 1, edges)
        found += coefficients[j - 1] * np.diff(turned) * cells / (2 * np.pi * (j // 2))
    return found


@dataclass(frozen=True)
class Trigonometric:
    """From numbers to their values under phi_2, ..., phi_cutoff, for `CoordinatePlan`; back to M = cutoff coefficients.

    The first coefficient, the density's integral, is 1 and is not estimated.

    Attributes
    ----------
    cutoff : int
        M, the number of coefficients, at least 2.

    Raises
    ------
    ParameterError
        Unless cutoff >= 2.
    """

    cutoff: int

    def __post_init__(self) -> None:
        """Refuse a basis with no coefficient to estimate."""
        count("cutoff", self.cutoff, 2)

    @property
    def dimension(self) -> int:
        """A sample is one number."""
        return 1

    @property
    def coordinates(self) -> int:
        """How many coefficients are unknown."""
        return self.cutoff - 1

    def user_means(self, samples: FloatArray) -> FloatArray:
        """The users' mean basis functions, (..., users, m, 1) to (..., users, coordinates)."""
        numbers = samples[..., 0]
        found = np.empty((*numbers.shape[:-1], self.coordinates))
        for j in range(2, self.cutoff + 1):
            found[..., j - 2] = basis(j, numbers).mean(axis=-1)
        return found

    def some_means(self, samples: FloatArray, asked: NDArray[np.bool_]) -> FloatArray:
        """Of `user_means` what is asked of each user; the rest is 0.

        Parameters
        ----------
        samples : ndarray, shape (users, m, 1)
            Numbers.
        asked : ndarray of bool, shape (users, coordinates)
            Which coefficients are asked.

        Returns
        -------
        ndarray, shape (users, coordinates)
            The users' mean basis functions.
        """
        found = np.zeros(asked.shape)
        for column in np.flatnonzero(asked.any(axis=0)):
            users = asked[:, column]
            found[users, column] = basis(int(column) + 2, samples[users, :, 0]).mean(axis=-1)
        return found

    def back(self, coordinates: FloatArray) -> FloatArray:
        """All coefficients of the density, (..., coordinates) to (..., cutoff)."""
        first = np.ones((*coordinates.shape[:-1], 1))
        return np.concatenate([first, coordinates], axis=-1)
