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
    """H s of the vectors s of a user: s_b is her mean of Y 1(X in B_b), and with two `parts` of 1(X in B_b) beside it.

    A sample is a pair: its cell, from 0 to `cells` - 1, and its value in [-1, 1]; a pair whose cell is -1 is none, and
    a user's mean is over the others. Coordinates are U_k = Y H_(k, b) of zhao (136), then V_k = H_(k, b) of (192).
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
        if users * self.coordinates > MOST_NUMBERS:
            raise ParameterError(
                f"n: {users} users at a time with {self.coordinates} coordinates each; at most {MOST_NUMBERS:.1e}"
                " numbers are held"
            )
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
