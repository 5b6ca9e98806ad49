"""Kashin's representation (zhao Lemma 1 as corrected): a(x) with U^T a = x and ||a||_inf <= K ||x||/sqrt(d).

The map x -> a(x) is not linear: for U with U^T U = I some row has norm at least 1/sqrt(2), so that Ux itself has an
entry of order 1. Two constructions: alternating projections onto the box and the solutions of U^T a = x (the idea of
Lyubarskii and Vershynin 2010), and the linear program min ||a||_inf. Both end with a check of each vector.
"""

import math
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError, positive
from notation.setting import MOST_DIMENSIONS, count_up_to
from upperbounds.channels.arrays import FloatArray
from upperbounds.transforms.hadamard import padded, walsh_hadamard

LEVEL = 2.0
"""The default K. Alternating projections reach it for random frames of redundancy 2 and more; linear programs reach
1.5."""

ROUNDING = 1e-12
"""The largest distance of U^T a from x, relative to ||x||, in a certified representation."""

_CHUNK = 1 << 20
_STEPS = 400


class Frame(Protocol):
    """A matrix U of N rows and d columns with U^T U = I."""

    @property
    def dimension(self) -> int:
        """d."""
        ...

    @property
    def coordinates(self) -> int:
        """N, at least 2d."""
        ...

    def analyse(self, vectors: FloatArray) -> FloatArray:
        """U x.

        Parameters
        ----------
        vectors : ndarray, shape (..., d)
            Vectors.

        Returns
        -------
        ndarray, shape (..., N)
            Products.
        """
        ...

    def synthesise(self, coefficients: FloatArray) -> FloatArray:
        """U^T a.

        Parameters
        ----------
        coefficients : ndarray, shape (..., N)
            Coefficients.

        Returns
        -------
        ndarray, shape (..., d)
            Vectors.
        """
        ...


@dataclass(frozen=True)
class DenseFrame:
    """U given as a matrix.

    Attributes
    ----------
    matrix : ndarray, shape (N, d)
        A matrix with U^T U = I.

    Raises
    ------
    ParameterError
        Unless the columns are orthonormal.
    """

    matrix: FloatArray

    def __post_init__(self) -> None:
        """Refuse a matrix without orthonormal columns."""
        gram = self.matrix.T @ self.matrix
        if self.matrix.ndim != 2 or not np.allclose(gram, np.eye(len(gram)), rtol=0, atol=1e-10):
            raise ParameterError(f"U of shape {self.matrix.shape}: its columns must be orthonormal")

    @classmethod
    def draw(cls, d: int, rng: np.random.Generator) -> "DenseFrame":
        """The first d columns of a uniform orthogonal matrix of size 2d, for which zhao/own/kashin-net is proved.

        Parameters
        ----------
        d : int
            Dimension.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        DenseFrame
            The frame.
        """
        size = count_up_to("d", d, MOST_DIMENSIONS)
        q, r = np.linalg.qr(rng.standard_normal((2 * size, size)))
        return cls(q * np.sign(np.diagonal(r)))

    @property
    def dimension(self) -> int:
        """d."""
        return int(self.matrix.shape[1])

    @property
    def coordinates(self) -> int:
        """2d."""
        return int(self.matrix.shape[0])

    def analyse(self, vectors: FloatArray) -> FloatArray:
        """U x."""
        return vectors @ self.matrix.T

    def synthesise(self, coefficients: FloatArray) -> FloatArray:
        """U^T a."""
        return coefficients @ self.matrix


@dataclass(frozen=True)
class HadamardFrame:
    """d random columns, with random signs, of the orthogonal matrix H_N/sqrt(N), N = padded(2d).

    Products with it take N log N steps, without an N x d matrix. The first d columns in order do not work: they contain
    subgroups, for which K is at least sqrt(d/2).

    Attributes
    ----------
    places : ndarray of int, shape (d,)
        The indices of the columns, from 0.
    signs : ndarray, shape (d,)
        Their signs.
    """

    places: NDArray[np.int64]
    signs: FloatArray

    @classmethod
    def draw(cls, d: int, rng: np.random.Generator) -> "HadamardFrame":
        """Draw the columns and their signs.

        Parameters
        ----------
        d : int
            Dimension.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        HadamardFrame
            The frame.
        """
        size = padded(2 * count_up_to("d", d, MOST_DIMENSIONS))
        return cls(np.sort(rng.permutation(size)[:d]), rng.choice([-1.0, 1.0], size=d))

    @property
    def dimension(self) -> int:
        """d."""
        return len(self.places)

    @property
    def coordinates(self) -> int:
        """The smallest power of two that is at least 2d."""
        return padded(2 * self.dimension)

    def analyse(self, vectors: FloatArray) -> FloatArray:
        """U x."""
        spread = np.zeros((*vectors.shape[:-1], self.coordinates))
        spread[..., self.places] = vectors * self.signs
        return walsh_hadamard(spread) / math.sqrt(self.coordinates)

    def synthesise(self, coefficients: FloatArray) -> FloatArray:
        """U^T a."""
        return walsh_hadamard(coefficients)[..., self.places] * self.signs / math.sqrt(self.coordinates)


@dataclass(frozen=True)
class Representation:
    """Coefficients of vectors, each vector certified or not.

    Certified: ||a||_inf <= K ||x||/sqrt(d) and ||U^T a - x|| <= ROUNDING ||x||, both computed from what is returned.

    Attributes
    ----------
    coefficients : ndarray, shape (..., N)
        Coefficients.
    certified : ndarray of bool, shape (...)
        Whether each vector is certified.
    """

    coefficients: FloatArray
    certified: NDArray[np.bool_]


def certify(frame: Frame, vectors: FloatArray, coefficients: FloatArray, level: float) -> Representation:
    """Check coefficients from any source, vector by vector.

    Parameters
    ----------
    frame : Frame
        A frame of N rows and d columns.
    vectors : ndarray, shape (..., d)
        Vectors.
    coefficients : ndarray, shape (..., N)
        Their coefficients.
    level : float
        K.

    Returns
    -------
    Representation
        The coefficients, each vector certified or not.
    """
    norms = np.linalg.norm(vectors, axis=-1)
    box = level * norms / math.sqrt(frame.dimension)
    reach = np.max(np.abs(coefficients), axis=-1)
    residual = np.linalg.norm(frame.synthesise(coefficients) - vectors, axis=-1)
    return Representation(coefficients, (reach <= box * (1 + ROUNDING)) & (residual <= ROUNDING * norms))


def represent(frame: Frame, vectors: FloatArray, level: float = LEVEL) -> Representation:
    """Coefficients of vectors by alternating projections, vectorized and in chunks.

    Each step clips a to the box of half-width just below K ||x||/sqrt(d), and then restores U^T a = x by the smallest
    change, a <- a + U(x - U^T a). It starts from Ux, the smallest l_2 solution, and ends when all vectors of a chunk
    are in their boxes. Vectors that are not there after many steps are returned uncertified.

    Parameters
    ----------
    frame : Frame
        A frame of N rows and d columns.
    vectors : ndarray, shape (..., d)
        Vectors.
    level : float, default LEVEL
        K, above 0.

    Returns
    -------
    Representation
        The coefficients, certified or not.
    """
    return certify(frame, vectors, _coefficients(frame, vectors, level), level)


def _coefficients(frame: Frame, vectors: FloatArray, level: float) -> FloatArray:
    """The coefficients of `represent`, (..., N), not checked."""
    level = positive("K", level)
    flat = np.asarray(vectors, dtype=np.float64).reshape(-1, frame.dimension)
    result = np.empty((len(flat), frame.coordinates))
    step = max(_CHUNK // frame.coordinates, 1)
    for start in range(0, len(flat), step):
        result[start : start + step] = _projected(frame, flat[start : start + step], level)
    return result.reshape(*vectors.shape[:-1], frame.coordinates)


def _projected(frame: Frame, vectors: FloatArray, level: float) -> FloatArray:
    """One chunk; only vectors that are not yet in their boxes are updated."""
    box = level * np.linalg.norm(vectors, axis=-1, keepdims=True) / math.sqrt(frame.dimension)
    result = frame.analyse(vectors)
    # Aiming a little inside makes the projections end after finitely many steps.
    inner = box * 0.98
    for _ in range(_STEPS):
        open_ = np.flatnonzero(np.max(np.abs(result), axis=-1) > box[:, 0])
        if not len(open_):
            break
        # Reflecting in the box instead of stopping at it doubles the progress of each step.
        a = result[open_]
        a += 1.8 * (np.clip(a, -inner[open_], inner[open_]) - a)
        result[open_] = a + frame.analyse(vectors[open_] - frame.synthesise(a))
    # Once more, so that what rounding left of the constraint is gone.
    return result + frame.analyse(vectors - frame.synthesise(result))


def least_coefficients(frame: DenseFrame, vector: FloatArray) -> tuple[FloatArray, float]:
    """Coefficients of one vector with the least ||a||_inf, by linear programming.

    The dual gives a lower bound: x^T y for a y with ||Uy||_1 <= 1 (rescaled so that this holds in floats). So the two
    certify each other.

    Parameters
    ----------
    frame : DenseFrame
        A frame of N rows and d columns.
    vector : ndarray, shape (d,)
        A vector.

    Returns
    -------
    coefficients : ndarray, shape (N,)
        The coefficients.
    bound : float
        The lower bound on their ||a||_inf.

    Raises
    ------
    ParameterError
        If the linear program has no optimum.
    """
    from scipy.optimize import linprog

    size, rows = frame.dimension, frame.coordinates
    u, length = frame.matrix, float(np.linalg.norm(vector))
    if length == 0:
        return np.zeros(rows), 0.0
    # The solver's tolerances are absolute, so it gets a unit vector.
    unit = vector / length
    # Variables a and s: minimise s subject to |a_i| <= s, U^T a = x.
    bounds = np.block([[np.eye(rows), -np.ones((rows, 1))], [-np.eye(rows), -np.ones((rows, 1))]])
    solved = linprog(
        np.concatenate([np.zeros(rows), [1.0]]),
        A_ub=bounds,
        b_ub=np.zeros(2 * rows),
        A_eq=np.hstack([u.T, np.zeros((size, 1))]),
        b_eq=unit,
        bounds=[(None, None)] * rows + [(0, None)],
        method="highs",
    )
    if solved.status != 0:
        raise ParameterError(f"x: the linear program ended with {solved.message!r}")
    a = np.asarray(solved.x)[:rows]
    a = length * (a + u @ (unit - u.T @ a))
    y = solved.eqlin.marginals
    return a, abs(float(vector @ y)) / float(np.sum(np.abs(u @ y)))


def exact_constant(frame: DenseFrame) -> float:
    """The smallest K of a small frame: sqrt(d) max ||y||/||Uy||_1, reached at a vertex, where d - 1 rows vanish.

    By linear duality this is the smallest K for which every x has coefficients.

    Parameters
    ----------
    frame : DenseFrame
        A frame of N rows and d columns.

    Returns
    -------
    float
        K.

    Raises
    ------
    ParameterError
        Beyond d = 6, where there are too many vertices.
    """
    size, rows = frame.dimension, frame.coordinates
    if size > 6:
        raise ParameterError(f"d = {size}: must be at most 6 for the exact constant")
    best = 0.0
    for chosen in combinations(range(rows), size - 1):
        picked = np.asarray(frame.matrix[list(chosen)])
        # The last right singular vector is orthogonal to the chosen rows.
        y = np.linalg.svd(picked)[2][-1] if size > 1 else np.ones(1)
        best = max(best, float(np.linalg.norm(y) / np.sum(np.abs(frame.matrix @ y))))
    return math.sqrt(size) * best


def linear_constant(frame: DenseFrame) -> float:
    """sqrt(d) times the largest row norm: the K of the linear map x -> Ux, at least sqrt(d/2) for every U.

    Parameters
    ----------
    frame : DenseFrame
        A frame of N rows and d columns.

    Returns
    -------
    float
        K.
    """
    return math.sqrt(frame.dimension) * float(np.max(np.linalg.norm(frame.matrix, axis=1)))


@dataclass(frozen=True)
class Kashin:
    """Every sample is replaced by its coefficients a(x), so that U^T E a(X) = mu; K is public.

    A sample without certified coefficients keeps those that were found. Privacy does not depend on this, because the
    plan clips to the range. `uncertified` counts such samples in a data set.

    Attributes
    ----------
    frame : Frame
        The frame.
    level : float, default LEVEL
        K.
    """

    frame: Frame
    level: float = LEVEL

    @property
    def dimension(self) -> int:
        """d."""
        return self.frame.dimension

    @property
    def coordinates(self) -> int:
        """N."""
        return self.frame.coordinates

    def forward(self, vectors: FloatArray) -> FloatArray:
        """Coefficients of each vector; the map is not linear.

        Parameters
        ----------
        vectors : ndarray, shape (..., d)
            Vectors.

        Returns
        -------
        ndarray, shape (..., N)
            Coefficients.
        """
        return _coefficients(self.frame, vectors, self.level)

    def user_means(self, samples: FloatArray) -> FloatArray:
        """The users' mean coefficients, (..., users, m, d) to (..., users, N): sample by sample, in bounded memory."""
        lead, m = samples.shape[:-2], samples.shape[-2]
        flat = samples.reshape(-1, m, self.dimension)
        result = np.empty((len(flat), self.coordinates))
        step = max(_CHUNK // (m * self.coordinates), 1)
        for start in range(0, len(flat), step):
            result[start : start + step] = self.forward(flat[start : start + step]).mean(axis=-2)
        return result.reshape(*lead, self.coordinates)

    def uncertified(self, samples: FloatArray) -> int:
        """How many samples have no certified coefficients at this K.

        Parameters
        ----------
        samples : ndarray, shape (..., d)
            Samples.

        Returns
        -------
        int
            Their number.
        """
        return int(np.sum(~represent(self.frame, samples, self.level).certified))

    def back(self, coordinates: FloatArray) -> FloatArray:
        """U^T theta, which does not stretch errors (zhao (88) as corrected)."""
        return self.frame.synthesise(coordinates)
