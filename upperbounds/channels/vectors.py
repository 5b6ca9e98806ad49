"""Vectors as single inputs of a channel: each packed into one item, so that a round has one input per user."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels.arrays import FloatArray


def packed(vectors: FloatArray) -> NDArray[Any]:
    """Vectors as single items, which channels for vectors take.

    Parameters
    ----------
    vectors : ndarray, shape (..., d)
        Vectors.

    Returns
    -------
    ndarray, shape (...)
        An array whose items are vectors.
    """
    kind = np.dtype([("vector", np.float64, (vectors.shape[-1],))])
    return np.ascontiguousarray(vectors, dtype=np.float64).view(kind)[..., 0]


def as_vectors(items: NDArray[Any]) -> FloatArray:
    """The vectors of packed items.

    Parameters
    ----------
    items : ndarray, shape (...)
        Packed items.

    Returns
    -------
    ndarray, shape (..., d)
        The vectors.
    """
    return np.asarray(items["vector"])
