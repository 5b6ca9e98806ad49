"""Duchi et al.'s item-level estimator of a sparse mean: one message per sample, then a soft-thresholded mean.

A baseline: it protects a sample, not a user.
"""

import math

import numpy as np

from notation.setting import Setting
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.cube import CubeResponse
from upperbounds.channels.vectors import packed
from upperbounds.vectors.baselines import OneRound


def soft(values: FloatArray, level: float) -> FloatArray:
    """Each value moved towards 0 by `level`, at most to 0: the minimiser of squares with an l_1 penalty.

    Parameters
    ----------
    values : ndarray, shape (...)
        Numbers.
    level : float
        How far each value is moved, at least 0.

    Returns
    -------
    ndarray, shape (...)
        Numbers of the same shape.
    """
    return np.asarray(np.sign(values) * np.maximum(np.abs(values) - level, 0.0))


def universal_level(a: Setting) -> float:
    """B {2 log(2d)/(nm)}^(1/2), above which no mean of nm messages about 0 is expected.

    Parameters
    ----------
    a : Setting
        Sizes of the problem and the privacy budget.

    Returns
    -------
    float
        The level, in units of the data.
    """
    return CubeResponse(a.d, a.D, a.epsilon).magnitude * math.sqrt(2 * math.log(2 * a.d) / (a.n * a.m))


def full_item(a: Setting, level: float) -> OneRound:
    """Every sample by its own message at epsilon (Duchi et al. 2018); a user spends m epsilon.

    Parameters
    ----------
    a : Setting
        Sizes of the problem and the privacy budget.
    level : float
        The threshold, at least 0.

    Returns
    -------
    OneRound
        The plan.

    References
    ----------
    Duchi et al. (2018).
    """
    return OneRound(
        "duchi-sparse-full-item",
        a.n,
        a.d,
        a.m,
        packed,
        CubeResponse(a.d, a.D, a.epsilon),
        lambda messages: soft(messages.mean(axis=(-3, -2)), level),
    )
