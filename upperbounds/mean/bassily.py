"""bassily Algorithm 2 (ICML 2023): the range of concentrated numbers by randomized response on bins of width 2 tau."""

import math

import sympy

from notation.parameters import ParameterError
from notation.symbols import D, epsilon, m, n
from upperbounds.channels import UnaryEncoding
from upperbounds.channels.arrays import Number
from upperbounds.channels.votes import Bins
from upperbounds.estimator import UpperBound
from upperbounds.mean.estimator import checked
from upperbounds.protocols.range_vote import Range

RATE = D**2 * sympy.log(n * m) / m
"""(4 tau)^2 at tau = D sqrt(2 log(nm)/m), the concentration radius of n user means."""


def algorithm2(users: int, samples: int, eps: Number, radius: Number, tau: Number, bins: int) -> Range:
    """bassily Algorithm 2 for any kind of number: `bins` intervals of width 2 tau from -R on."""
    return Range("bassily-algorithm2", users, samples, eps, Bins(-radius, 2 * tau, bins), UnaryEncoding(bins, 1, eps))


def algorithm2_symbolic(users: int = 4, bins: int = 5) -> Range:
    """Algorithm 2 in symbols, for exact privacy ratios."""
    return algorithm2(users, 1, epsilon, D, D / bins, bins)


def concentration_radius(users: int, samples: int, half_width: float) -> float:
    """tau such that all n user means are within tau of the mean with probability 1 - 1/(nm): Hoeffding."""
    return half_width * math.sqrt(2 * math.log(2 * users**2 * samples) / samples)


def estimator(users: int, samples: int, eps: float, half_width: float) -> Range:
    """Algorithm 2 on the means of m samples, with the radius at which they concentrate.

    Raises ParameterError unless n >= 1, m >= 1, and epsilon and D are above 0 and squares of them are floats.
    """
    users, samples, eps, half_width = checked(users, samples, eps, half_width, least_users=1)
    tau = min(half_width, concentration_radius(users, samples, half_width))
    if not tau > 0:
        raise ParameterError(f"m = {samples}: the bins' width vanishes")
    return algorithm2(users, samples, eps, half_width, tau, math.ceil(half_width / tau))


def bound(users: int, samples: int, eps: float, half_width: float) -> UpperBound:
    """(3 tau)^2 on success, ((2t - 1) tau)^2 off it: Lemma B.1 as corrected, failure <= t exp(-tanh(epsilon/4)^2 k/4).

    Where tau does not divide D the last of the t midpoints is beyond D, and farther than 2D from a mean at -D.
    """
    built = estimator(users, samples, eps, half_width)
    tau, bins = float(built.bins.width) / 2, built.bins.count
    spread = 1 / (users * samples)
    failure = min(1.0, bins * math.exp(-(math.tanh(eps / 4) ** 2) * users / 4)) if bins > 2 else 0.0
    value = (3 * tau) ** 2 + ((2 * bins - 1) * tau) ** 2 * min(1.0, failure + spread)
    return UpperBound(
        value,
        "bassily Lemma B.1 as corrected, on Hoeffding's radius",
        ("data on [-D, D]",),
        not value < half_width**2,
    )
