"""Vectors as single inputs of a channel: packed into one item each, so that a round counts inputs by users."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels.arrays import FloatArray


def packed(vectors: FloatArray) -> NDArray[Any]:
    """Vectors (..., d) as an array (...) whose items are vectors."""
    kind = np.dtype([("vector", np.float64, (vectors.shape[-1],))])
    return np.ascontiguousarray(vectors, dtype=np.float64).view(kind)[..., 0]


def as_vectors(items: NDArray[Any]) -> FloatArray:
    """The vectors (..., d) of packed items (...)."""
    return np.asarray(items["vector"])
