"""Tails of binomial laws, for any number of trials."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc

from upperbounds.channels.arrays import FloatArray


def at_least(k: NDArray[Any], n: int, p: FloatArray) -> FloatArray:
    """P(B >= k) for B of Bin(n, p) and whole numbers k, which broadcast against p."""
    inner = np.clip(k, 1, max(n, 1))
    return np.where(k <= 0, 1.0, np.where(k > n, 0.0, betainc(inner, np.maximum(n - inner + 1.0, 1.0), p)))
