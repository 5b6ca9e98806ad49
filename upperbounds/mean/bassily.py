"""bassily Algorithm 2 (ICML 2023): the range of concentrated numbers by randomized response on bins of width 2 tau."""

import math

import sympy

from notation.parameters import ParameterError
from notation.symbols import D, epsilon, m, n
from upperbounds.channels import UnaryEncoding
from upperbounds.channels.arrays import Number
from upperbounds.channels.votes import Bins
from upperbounds.estimator import UpperBound
from upperbounds.mean.estimator import checked_parameters
from upperbounds.protocols.range_vote import Range

RATE = D**2 * sympy.log(n * m) / m
"""(4 tau)^2 at tau = D sqrt(2 log(nm)/m), the concentration radius of n user means."""


def algorithm2(n: int, m: int, epsilon: Number, radius: Number, tau: Number, bins: int) -> Range:
    """bassily Algorithm 2 for any kind of number: `bins` intervals of width 2 tau from -R on.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float, Fraction or sympy expression
        Privacy budget of one user, for all of their samples.
    radius : float, Fraction or sympy expression
        R, half-width of the range of the data.
    tau : float, Fraction or sympy expression
        Half the width of a bin, in units of the data.
    bins : int
        Number of bins.

    Returns
    -------
    Range
        The plan.

    References
    ----------
    Bassily and Sun, Algorithm 2.
    """
    return Range("bassily-algorithm2", n, m, epsilon, Bins(-radius, 2 * tau, bins), UnaryEncoding(bins, 1, epsilon))


def algorithm2_symbolic(n: int = 4, bins: int = 5) -> Range:
    """Algorithm 2 in symbols, for exact privacy ratios.

    Parameters
    ----------
    n : int, default 4
        Number of users.
    bins : int, default 5
        Number of bins.

    Returns
    -------
    Range
        The plan in symbols.

    References
    ----------
    Bassily and Sun, Algorithm 2.
    """
    return algorithm2(n, 1, epsilon, D, D / bins, bins)


def concentration_radius(n: int, m: int, D: float) -> float:
    """tau such that all n user means are within tau of the mean with probability 1 - 1/(nm): Hoeffding.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    D : float
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    float
        tau, in units of the data.
    """
    return D * math.sqrt(2 * math.log(2 * n**2 * m) / m)


def estimator(n: int, m: int, epsilon: float, D: float) -> Range:
    """Algorithm 2 on the means of m samples, with the radius at which they concentrate.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    Range
        The plan.

    Raises
    ------
    ParameterError
        Unless n >= 1, m >= 1, and epsilon and D are above 0 and squares of them are floats.

    References
    ----------
    Bassily and Sun, Algorithm 2.
    """
    n, m, epsilon, D = checked_parameters(n, m, epsilon, D, least_users=1)
    tau = min(D, concentration_radius(n, m, D))
    if not tau > 0:
        raise ParameterError(f"m = {m}: the bins' width vanishes")
    return algorithm2(n, m, epsilon, D, tau, math.ceil(D / tau))


def bound(n: int, m: int, epsilon: float, D: float) -> UpperBound:
    """(3 tau)^2 on success, ((2t - 1) tau)^2 on failure, which has probability at most t exp(-tanh(epsilon/4)^2 k/4).

    This is Lemma B.1 as corrected.

    Where tau does not divide D the last of the t midpoints is beyond D, and farther than 2D from a mean at -D.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    UpperBound
        A bound on the mean squared error, in squared units of the data.
    """
    built = estimator(n, m, epsilon, D)
    tau, bins = float(built.bins.width) / 2, built.bins.count
    spread = 1 / (n * m)
    failure = min(1.0, bins * math.exp(-(math.tanh(epsilon / 4) ** 2) * n / 4)) if bins > 2 else 0.0
    value = (3 * tau) ** 2 + ((2 * bins - 1) * tau) ** 2 * min(1.0, failure + spread)
    return UpperBound(
        value,
        "bassily Lemma B.1 as corrected, on Hoeffding's radius",
        ("data on [-D, D]",),
        not value < D**2,
    )
