"""zhao's transform of bins (arXiv v1, (130)-(138), (192)-(194)): Hadamard transform of a user's mean over cells."""

from dataclasses import dataclass
from math import prod

import numpy as np

from notation.parameters import ParameterError, count
from upperbounds.channels.arrays import FloatArray
from upperbounds.transforms.hadamard import padded, walsh_hadamard

MOST_NUMBERS = 1 << 28
"""The most users of a half times coordinates: 2 GB."""

_USERS = 1 << 14
"""Users whose means are made at a time."""


@dataclass(frozen=True)
class TurnedBins:
    """The Hadamard transform of a user's mean over cells: H s.

    s_b is the user's mean of Y 1(X in B_b) and, with two `parts`, also of 1(X in B_b). A sample is a pair: its cell,
    from 0 to `cells` - 1, and its value in [-1, 1]. A pair with cell -1 is missing, and a user's mean is over the
    others. Coordinates are U_k = Y H_(k, b) of zhao (136), then V_k = H_(k, b) of (192).

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
        """K of zhao (130), the smallest power of two that is at least the number of cells."""
        return padded(count("cells", self.cells))

    @property
    def coordinates(self) -> int:
        """K for each part."""
        return self.parts * self.size

    def user_means(self, samples: FloatArray) -> FloatArray:
        """The users' coordinates, (..., users, m, 2) to (..., users, coordinates); ParameterError for too many."""
        shape, rows = samples.shape[:-2], samples.reshape(-1, *samples.shape[-2:])
        _refuse_many(len(rows), self.coordinates)
        found = np.empty((len(rows), self.coordinates))
        for start in range(0, len(rows), _USERS):
            found[start : start + _USERS] = self._means(rows[start : start + _USERS])
        return found.reshape(*shape, self.coordinates)

    def _means(self, samples: FloatArray) -> FloatArray:
        """Those of some users, (users, m, 2) to (users, coordinates)."""
        users, K = len(samples), self.size
        cells, values = samples[..., 0].astype(np.int64), samples[..., 1]
        there = cells >= 0
        place = (np.arange(users)[:, None] * K + cells)[there]
        number = np.maximum(there.sum(axis=1), 1)[:, None]
        weights = (values[there], None)[: self.parts]
        means = [np.bincount(place, weight, users * K).reshape(users, K) / number for weight in weights]
        return walsh_hadamard(np.stack(means, axis=1)).reshape(users, -1)

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
    """Signs that distinguish this many classes: all rows except the first of a Hadamard matrix of that size.

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
    """zhao's transform, once for each row of `sign_codes`, with a class's sign as the label +-1: L parts.

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
        """The estimates of E[sign 1(X in B_b)] for each part, (..., coordinates) to (..., parts, cells)."""
        return TurnedBins(self.cells, self.parts).back(coordinates)

    def tallies(self, found: FloatArray) -> FloatArray:
        """A class's mass in a cell minus 1/(L + 1) of the cell's mass.

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
