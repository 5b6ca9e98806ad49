"""The fast Walsh-Hadamard transform in blocks, and the random rotation of kent (33) and bassily Algorithm 3."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from notation.parameters import ParameterError, count
from notation.setting import MOST_DIMENSIONS, count_up_to
from upperbounds.channels.arrays import FloatArray

_BLOCK = 32
"""The side of the dense blocks: H of d = 32^k r is applied as k products with H_32 and one with H_r."""

_CHUNK = 1 << 17
"""How many numbers are transformed at a time (1 MB): no second array of the input's size is needed."""


def padded(d: int) -> int:
    """The smallest power of two that is at least d: kent Section 3.3 appends zeros.

    Parameters
    ----------
    d : int
        Dimension.

    Returns
    -------
    int
        The power of two.

    References
    ----------
    Kent et al., Section 3.3.
    """
    return 1 << (count("d", d) - 1).bit_length()


@lru_cache(maxsize=8)
def _dense(size: int) -> FloatArray:
    """Sylvester's matrix of a small power of two."""
    matrix = np.ones((1, 1))
    while len(matrix) < size:
        matrix = np.block([[matrix, matrix], [matrix, -matrix]])
    return matrix


def walsh_hadamard(vectors: FloatArray) -> FloatArray:
    """H_d x for Sylvester's H_d, whose entries are +-1.

    The Kronecker factors of H_d are applied one after the other, chunk by chunk, as products with matrices of at most
    32 x 32. No d x d matrix is made. Apart from the result, memory stays below 4 MB or a few vectors.

    Parameters
    ----------
    vectors : ndarray, shape (..., d)
        Vectors.

    Returns
    -------
    ndarray, shape (..., d)
        Their transforms.

    Raises
    ------
    ParameterError
        Unless d is a power of two.
    """
    size = vectors.shape[-1]
    if size < 1 or size & (size - 1):
        raise ParameterError(f"d = {size}: must be a power of two for the Hadamard transform")
    result = np.array(vectors, dtype=np.float64, order="C")
    rows = result.reshape(-1, size)
    step = max(_CHUNK // size, 1)
    for start in range(0, len(rows), step):
        rows[start : start + step] = _transformed(rows[start : start + step])
    return result


def _transformed(rows: FloatArray) -> FloatArray:
    size, stride = rows.shape[-1], 1
    while stride < size:
        side = min(_BLOCK, size // stride)
        blocks = rows.reshape(-1, side, stride)
        # H is symmetric; on the fastest axis the vectors stand on the left of it.
        rows = blocks[..., 0] @ _dense(side) if stride == 1 else np.matmul(_dense(side), blocks)
        stride *= side
    return rows.reshape(-1, size)


@dataclass(frozen=True)
class Hadamard:
    """x -> H x/sqrt(d) in the padded dimension: an isometry, ||Hx/sqrt(d)||_inf <= ||x||_1/sqrt(d) (zhao Remark 1).

    Attributes
    ----------
    dimension : int
        d.

    References
    ----------
    Zhao et al., Remark 1.
    """

    dimension: int

    @property
    def coordinates(self) -> int:
        """The padded dimension."""
        return padded(self.dimension)

    def forward(self, vectors: FloatArray) -> FloatArray:
        """Transform vectors to coordinates.

        Parameters
        ----------
        vectors : ndarray, shape (..., d)
            Vectors.

        Returns
        -------
        ndarray, shape (..., padded d)
            Coordinates.
        """
        return walsh_hadamard(_pad(vectors, self.coordinates)) / np.sqrt(self.coordinates)

    def user_means(self, samples: FloatArray) -> FloatArray:
        """The users' mean coordinates, (..., users, m, d) to (..., users, padded d): the mean first, being linear."""
        return self.forward(samples.mean(axis=-2))

    def back(self, coordinates: FloatArray) -> FloatArray:
        """The inverse (..., padded d) to (..., d), which does not stretch errors."""
        return (walsh_hadamard(coordinates) / np.sqrt(self.coordinates))[..., : self.dimension]


@dataclass(frozen=True)
class RandomRotation:
    """x -> H W x/sqrt(d) with W a public diagonal of fair signs, kent (33).

    With signs for each repetition, the repetitions are the first axis of what is rotated.

    Attributes
    ----------
    dimension : int
        d.
    signs : ndarray, shape (padded d,)
        Fair signs; of shape (repetitions, padded d) for a rotation of its own in each repetition.

    References
    ----------
    Kent et al., Equation (33).
    """

    dimension: int
    signs: FloatArray

    @classmethod
    def draw(cls, d: int, rng: np.random.Generator, repetitions: int | None = None) -> "RandomRotation":
        """Draw the signs, once or once for each repetition.

        Parameters
        ----------
        d : int
            Dimension.
        rng : numpy.random.Generator
            Source of randomness.
        repetitions : int or None, optional
            Number of rotations; None is a single one.

        Returns
        -------
        RandomRotation
            The rotation.
        """
        size = padded(count_up_to("d", d, MOST_DIMENSIONS))
        shape = (size,) if repetitions is None else (count("repetitions", repetitions), size)
        return cls(d, rng.choice([-1.0, 1.0], size=shape))

    @property
    def coordinates(self) -> int:
        """The padded dimension."""
        return padded(self.dimension)

    def forward(self, vectors: FloatArray) -> FloatArray:
        """Rotate vectors.

        Parameters
        ----------
        vectors : ndarray, shape (..., d)
            Vectors; with signs for each repetition, repetitions are the first axis.

        Returns
        -------
        ndarray, shape (..., padded d)
            Coordinates.
        """
        signs = self.signs
        if signs.ndim > 1:
            signs = signs.reshape(len(signs), *(1,) * (vectors.ndim - 2), self.coordinates)
        return walsh_hadamard(_pad(vectors, self.coordinates) * signs) / np.sqrt(self.coordinates)

    def user_means(self, samples: FloatArray) -> FloatArray:
        """The users' mean coordinates, (..., users, m, d) to (..., users, padded d): the mean first, being linear."""
        return self.forward(samples.mean(axis=-2))

    def back(self, coordinates: FloatArray) -> FloatArray:
        """The inverse rotation, (..., padded d) to (..., d)."""
        return (walsh_hadamard(coordinates) / np.sqrt(self.coordinates) * self.signs)[..., : self.dimension]


def _pad(vectors: FloatArray, size: int) -> FloatArray:
    if vectors.shape[-1] == size:
        return vectors
    padded_ = np.zeros((*vectors.shape[:-1], size))
    padded_[..., : vectors.shape[-1]] = vectors
    return padded_
