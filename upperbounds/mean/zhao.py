"""zhao Algorithm 1 (arXiv v1, Section 4.1): Laplace votes for bins of width 4D/sqrt(m), then Laplace means."""

import math

import sympy

from notation.symbols import D, Delta, epsilon, h, m, n
from upperbounds.channels import LaplaceHistogram
from upperbounds.channels.arrays import Number
from upperbounds.channels.votes import Bins
from upperbounds.estimator import UpperBound
from upperbounds.mean.estimator import checked_parameters
from upperbounds.protocols.two_stage import TwoStage

RATE = D**2 / (n * m) * (1 + sympy.log(n) / epsilon**2)
"""zhao (2)."""


def bin_count(m: int) -> int:
    """ceil(2D/h) = ceil(sqrt(m)/2) bins at h = 4D/sqrt(m), in exact integers (zhao (42)).

    Parameters
    ----------
    m : int
        Number of samples of each user.

    Returns
    -------
    int
        The number of bins.

    References
    ----------
    Zhao et al., Equation (42).
    """
    root = math.isqrt(m - 1) + 1 if m > 1 else 1
    return (root + 1) // 2


def assemble(n: int, m: int, epsilon: Number, D: Number, bins: int, h: Number, delta: Number) -> TwoStage:
    """zhao Algorithm 1, line by line, for any kind of number.

    Steps 2 and 3: bins of length h and votes with Lap(2/epsilon); step 5: L and R one bin to each side of the
    winner; step 6: clip to [L - Delta, R + Delta] and add Lap((3h + 2 Delta)/epsilon).

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float, Fraction or sympy expression
        Privacy budget of one user, for all of their samples.
    D : float, Fraction or sympy expression
        Half-width of the range of the data, which are in [-D, D].
    bins : int
        Number of bins.
    h : float, Fraction or sympy expression
        Length of a bin, in units of the data.
    delta : float, Fraction or sympy expression
        Delta, the margin, in units of the data.

    Returns
    -------
    TwoStage
        The plan.

    References
    ----------
    Zhao et al., Algorithm 1.
    """
    return TwoStage(
        name="zhao-algorithm1",
        n=n,
        m=m,
        epsilon=epsilon,
        bins=Bins(-D, h, bins),
        vote=LaplaceHistogram(bins, 1, 2 / epsilon, epsilon),
        inflation=h + delta,
        scale=(3 * h + 2 * delta) / epsilon,
    )


def algorithm1(n: int, m: int, epsilon: float, D: float) -> TwoStage:
    """zhao Algorithm 1 with the defaults of Theorem 1: h = 4D/sqrt(m), Delta = D sqrt(ln(n)/m).

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
    TwoStage
        The plan.

    Raises
    ------
    ParameterError
        Unless n >= 2, m >= 1, and epsilon and D are above 0 and squares of them are floats.

    References
    ----------
    Zhao et al., Algorithm 1.
    """
    n, m, epsilon, D = checked_parameters(n, m, epsilon, D)
    width = 4 * D / math.sqrt(m)
    delta = D * math.sqrt(math.log(n) / m)
    return assemble(n, m, epsilon, D, bin_count(m), width, delta)


def algorithm1_symbolic(n: int = 4, bins: int = 5) -> TwoStage:
    """The same algorithm in symbols D, h, Delta, epsilon, for exact privacy ratios.

    Parameters
    ----------
    n : int, default 4
        Number of users.
    bins : int, default 5
        Number of bins.

    Returns
    -------
    TwoStage
        The plan in symbols.

    References
    ----------
    Zhao et al., Algorithm 1.
    """
    return assemble(n, 1, epsilon, D, bins, h, Delta)


def _failure_bound(n: int, m: int, epsilon: float) -> float:
    """P(mu not in [L, R]) <= 2 (B - 1) exp(-0.09^2 n / (2 (1/8 + 8/epsilon^2))): zhao (41), (42) as corrected."""
    if bin_count(m) <= 2:
        return 0.0
    exponent = 0.09**2 * 2 * (n // 2) / (2 * (0.125 + 8 / epsilon**2)) if epsilon > 1e-150 else 0.0
    return min(1.0, 2 * (bin_count(m) - 1) * math.exp(-exponent))


def bound(n: int, m: int, epsilon: float, D: float) -> UpperBound:
    """Explicit bound: bias on success, bias off it, and the variance of n/2 users (zhao (52)-(55) as corrected).

    32 pi D^2/(mn) + 4 D^2 P(failure) + (2/n) (D^2/m + 2 (3h + 2 Delta)^2/epsilon^2).

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

    References
    ----------
    Zhao et al., Equation (52).
    """
    estimator = algorithm1(n, m, epsilon, D)
    variance = D**2 / m + 2 * float(estimator.scale) ** 2
    value = 32 * math.pi * D**2 / (m * n) + 4 * D**2 * _failure_bound(n, m, epsilon) + variance / estimator.half
    return UpperBound(
        value,
        "zhao Theorem 1, assembled from (52), (53), (55) and Lemma 2 with the corrected constants",
        ("data on [-D, D]", "n >= 2"),
        not value < D**2,
    )
