"""zhao's transform of bins (arXiv v1, (130)-(138), (192)-(194)): a user's mean over cells, turned by Hadamard."""

from dataclasses import dataclass
from math import prod

import numpy as np

from notation.parameters import ParameterError, count
from upperbounds.channels.arrays import FloatArray
from upperbounds.transforms.hadamard import padded, walsh_hadamard

MOST_NUMBERS = 1 << 28
"""Of a half's users times coordinates: 2 GB."""


@dataclass(frozen=True)
class TurnedBins:
    """The mean of a user over cells, turned by Hadamard's matrix: H s.

    s_b is the user's mean of Y 1(X in B_b), and with two `parts` of 1(X in B_b) next to it. A sample is a pair: its
    cell, from 0 to `cells` - 1, and its value in [-1, 1]; a pair whose cell is -1 is none, and a user's mean is over
    the others. Coordinates are U_k = Y H_(k, b) of zhao (136), then V_k = H_(k, b) of (192).

    Attributes
    ----------
    cells : int
        Number of cells.
    parts : int, default 1
        1 or 2.

    References
    ----------
    Zhao et al., Equation (136).
    """

    cells: int
    parts: int = 1

    @property
    def dimension(self) -> int:
        """A sample's numbers: a cell and a value."""
        return 2

    @property
    def size(self) -> int:
        """K of zhao (130), the least power of two that is no less than the cells."""
        return padded(count("cells", self.cells))

    @property
    def coordinates(self) -> int:
        """K for each part."""
        return self.parts * self.size

    def user_means(self, samples: FloatArray) -> FloatArray:
        """The users' coordinates, (..., users, m, 2) to (..., users, coordinates); ParameterError for too many."""
        shape, K = samples.shape[:-2], self.size
        users = prod(shape)
        _refuse_many(users, self.coordinates)
        cells, values = samples[..., 0].reshape(users, -1).astype(np.int64), samples[..., 1].reshape(users, -1)
        there = cells >= 0
        place = (np.arange(users)[:, None] * K + cells)[there]
        number = np.maximum(there.sum(axis=1), 1)[:, None]
        weights = (values[there], None)[: self.parts]
        means = [np.bincount(place, weight, users * K).reshape(users, K) / number for weight in weights]
        return walsh_hadamard(np.stack(means, axis=1)).reshape(*shape, self.coordinates)

    def back(self, coordinates: FloatArray) -> FloatArray:
        """zhao (138), (194): H Q/K, (..., coordinates) to (..., parts, cells)."""
        split = coordinates.reshape(*coordinates.shape[:-1], self.parts, self.size)
        return (walsh_hadamard(split) / self.size)[..., : self.cells]


def _refuse_many(users: int, coordinates: int) -> None:
    if users * coordinates > MOST_NUMBERS:
        raise ParameterError(
            f"n: {users} users at a time with {coordinates} coordinates each; at most {MOST_NUMBERS:.1e}"
            " numbers are held"
        )


def sign_codes(classes: int) -> FloatArray:
    """Signs that tell so many classes apart: all rows but the first of Hadamard's matrix of their size.

    Any two classes differ in (L + 1)/2 of the L rows.

    Parameters
    ----------
    classes : int
        Number of classes, at least 2.

    Returns
    -------
    ndarray, shape (L, classes)
        1 or -1.
    """
    size = padded(count("classes", classes, 2))
    return np.ascontiguousarray(walsh_hadamard(np.eye(size))[1:, :classes])


@dataclass(frozen=True)
class TurnedCodes:
    """zhao's transform once for each row of `sign_codes`, with a class's sign for the label +-1: L parts.

    A sample is its cell, or -1, and the number of its class. For two classes there is one part, Algorithm 4's own.

    Attributes
    ----------
    cells : int
        Number of cells.
    classes : int
        Number of classes.

    References
    ----------
    Zhao et al., Algorithm 4.
    """

    cells: int
    classes: int

    @property
    def dimension(self) -> int:
        """A sample's numbers: a cell and a class."""
        return 2

    @property
    def parts(self) -> int:
        """L."""
        return padded(count("classes", self.classes, 2)) - 1

    @property
    def size(self) -> int:
        """K of zhao (130)."""
        return TurnedBins(self.cells).size

    @property
    def coordinates(self) -> int:
        """K for each part."""
        return self.parts * self.size

    def user_means(self, samples: FloatArray) -> FloatArray:
        """The users' coordinates, (..., users, m, 2) to (..., users, coordinates); ParameterError for too many."""
        _refuse_many(prod(samples.shape[:-2]), self.coordinates)
        cells, label = samples[..., 0], samples[..., 1].astype(np.int64)
        turned = TurnedBins(self.cells)
        parts = [turned.user_means(np.stack([cells, signs[label]], axis=-1)) for signs in sign_codes(self.classes)]
        return np.concatenate(parts, axis=-1)

    def back(self, coordinates: FloatArray) -> FloatArray:
        """By part the estimates of E[sign 1(X in B_b)], (..., coordinates) to (..., parts, cells)."""
        return TurnedBins(self.cells, self.parts).back(coordinates)

    def tallies(self, found: FloatArray) -> FloatArray:
        """A class's mass in a cell less 1/(L + 1) of the cell's.

        Parameters
        ----------
        found : ndarray, shape (..., parts, cells)
            The estimates of `back`.

        Returns
        -------
        ndarray, shape (..., cells, classes)
            Masses.
        """
        return np.swapaxes(found, -1, -2) @ sign_codes(self.classes) / padded(self.classes)
