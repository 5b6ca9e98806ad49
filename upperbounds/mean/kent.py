"""kent Algorithms 2, 3, 10 and 11 (Section 3.1, Appendix E.1): votes by randomized response, then Laplace means.

The paper's data are on [-1, 1]; here on [-D, D], with every width times D.
"""

import math

import sympy

from notation.symbols import D, Delta, epsilon, m, n, smallest
from upperbounds.channels import UnaryEncoding
from upperbounds.channels.arrays import Number
from upperbounds.channels.votes import Bins
from upperbounds.estimator import UpperBound
from upperbounds.mean.estimator import checked_parameters
from upperbounds.protocols.two_stage import TwoStage

_EFFECTIVE = n * m * smallest(epsilon**2, 1)
RATE = D**2 * (sympy.log(_EFFECTIVE) / _EFFECTIVE + sympy.exp(-n * smallest(epsilon, epsilon**2)))
"""kent (24) at d = 1; the paper does not give the constant in the exponent."""

K_HIGH_PRIVACY = 8536
"""An integer K for which (106) gives the printed result on all of (0, 1]; the smallest real one is 8535.45."""

K_LOW_PRIVACY = 577
"""An integer K for which the corrected (110) gives (111), alpha >= 1; the smallest real one is 576.68."""


def algorithm2(n: int, m: int, epsilon: Number, delta: Number, D: Number, bins: int) -> TwoStage:
    """kent Algorithm 2: one-hot votes kept with probability omega_(alpha/2), interval widened by 2 Delta.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples that a user averages.
    epsilon : float, Fraction or sympy expression
        Privacy budget of one user, for all of their samples.
    delta : float, Fraction or sympy expression
        Delta, half the width of a bin, in units of the data.
    D : float, Fraction or sympy expression
        Half-width of the range of the data, which are in [-D, D].
    bins : int
        Number of bins.

    Returns
    -------
    TwoStage
        The plan.

    References
    ----------
    Kent et al., Algorithm 2.
    """
    return TwoStage(
        name="kent-algorithm2",
        n=n,
        m=m,
        epsilon=epsilon,
        bins=Bins(-D, 2 * delta, bins),
        vote=UnaryEncoding(bins, 1, epsilon),
        inflation=2 * delta,
        scale=6 * delta / epsilon,
    )


def algorithm10(n: int, m: int, epsilon: Number, delta: Number, D: Number, bins: int) -> TwoStage:
    """The branch alpha > 1 of kent Algorithm 10: votes for three bins at omega_(alpha/6), widened by 5 Delta.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples that a user averages.
    epsilon : float, Fraction or sympy expression
        Privacy budget of one user, for all of their samples.
    delta : float, Fraction or sympy expression
        Delta, half the width of a bin, in units of the data.
    D : float, Fraction or sympy expression
        Half-width of the range of the data, which are in [-D, D].
    bins : int
        Number of bins.

    Returns
    -------
    TwoStage
        The plan.

    References
    ----------
    Kent et al., Algorithm 10.
    """
    return TwoStage(
        name="kent-algorithm10",
        n=n,
        m=m,
        epsilon=epsilon,
        bins=Bins(-D, 2 * delta, bins),
        vote=UnaryEncoding(bins, 3, epsilon),
        inflation=5 * delta,
        scale=12 * delta / epsilon,
    )


def bin_count(delta: float, D: float) -> int:
    """N(Delta) = ceil(D/Delta) bins of width 2 Delta.

    Parameters
    ----------
    delta : float
        Delta, half the width of a bin, in units of the data.
    D : float
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    int
        The number of bins.
    """
    return max(1, math.ceil(D / delta))


def used_samples(n: int, m: int, epsilon: float, constant: float) -> int:
    """T* = T ^ exp(n min(alpha, alpha^2)/K), as an integer of at least 1 (kent (30), Algorithm 11).

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    constant : float
        K of the paper, which limits how many samples are used.

    Returns
    -------
    int
        T*, from 1 to m.

    References
    ----------
    Kent et al., Equation (30).
    """
    exponent = n * min(epsilon, epsilon**2) / constant
    return m if exponent >= math.log(m) else max(1, math.floor(math.exp(exponent)))


def width(n: int, used: int, epsilon: float, D: float) -> float:
    """Delta of (30) for alpha <= 1 and of (101) beyond; D, a single bin, if its logarithm is not positive.

    Parameters
    ----------
    n : int
        Number of users.
    used : int
        T*, how many samples a user averages.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    float
        Delta, in units of the data.
    """
    effective, factor = (n * used * epsilon**2, 2.0) if epsilon <= 1 else (float(n * used), 4.0)
    if effective <= 1:
        return D
    return D * math.sqrt(factor * math.log(effective) / used)


def algorithm3(n: int, m: int, epsilon: float, D: float, constant: float = K_HIGH_PRIVACY) -> TwoStage:
    """kent Algorithm 3 with the printed constants: Algorithm 2 at T* and Delta of (30), for every alpha.

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
    constant : float, default K_HIGH_PRIVACY
        K of the paper, which limits how many samples are used.

    Returns
    -------
    TwoStage
        The plan.

    References
    ----------
    Kent et al., Algorithm 3.
    """
    n, m, epsilon, D = checked_parameters(n, m, epsilon, D)
    exponent = n * epsilon**2 / constant
    used = m if exponent >= math.log(m) else max(1, math.floor(math.exp(exponent)))
    effective = n * used * epsilon**2
    delta = D * math.sqrt(2 * math.log(effective) / used) if effective > 1 else D
    return algorithm2(n, used, epsilon, delta, D, bin_count(delta, D))


def algorithm11(n: int, m: int, epsilon: float, D: float) -> TwoStage:
    """kent Algorithm 11 with the printed constants: Algorithm 10 at T* and Delta of (101), for every alpha > 0.

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

    References
    ----------
    Kent et al., Algorithm 11.
    """
    n, m, epsilon, D = checked_parameters(n, m, epsilon, D)
    constant = K_HIGH_PRIVACY if epsilon <= 1 else K_LOW_PRIVACY
    used = used_samples(n, m, epsilon, constant)
    delta = width(n, used, epsilon, D)
    branch = algorithm2 if epsilon <= 1 else algorithm10
    return branch(n, used, epsilon, delta, D, bin_count(delta, D))


def tuned_width(n: int, m: int, epsilon: float, D: float, constant: float | None = None) -> float:
    """Delta_C = C sqrt(log(n T alpha^2)/T) with C = 0.5 for alpha <= 1 and 0.25 beyond (kent Appendix A.2).

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
    constant : float or None, optional
        C; None means the paper's.

    Returns
    -------
    float
        Delta_C, in units of the data.

    References
    ----------
    Kent et al., Appendix A.2.
    """
    if constant is None:
        constant = 0.5 if epsilon <= 1 else 0.25
    effective = n * m * epsilon**2
    return D * constant * math.sqrt(math.log(effective) / m) if effective > 1 else D


def tuned(n: int, m: int, epsilon: float, D: float, constant: float | None = None) -> TwoStage:
    """kent Algorithm 2 with the tuned width and T* = T, as in the paper's experiments (Appendix A.2).

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
    constant : float or None, optional
        C of the width; None means the paper's.

    Returns
    -------
    TwoStage
        The plan.

    References
    ----------
    Kent et al., Algorithm 2.
    """
    n, m, epsilon, D = checked_parameters(n, m, epsilon, D)
    delta = tuned_width(n, m, epsilon, D, constant)
    return algorithm2(n, m, epsilon, delta, D, bin_count(delta, D))


def tuned_general(n: int, m: int, epsilon: float, D: float) -> TwoStage:
    """kent Algorithm 10 with the tuned width and T* = T: three-bin votes where alpha > 1.

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

    References
    ----------
    Kent et al., Algorithm 10.
    """
    n, m, epsilon, D = checked_parameters(n, m, epsilon, D)
    delta = tuned_width(n, m, epsilon, D)
    branch = algorithm2 if epsilon <= 1 else algorithm10
    return branch(n, m, epsilon, delta, D, bin_count(delta, D))


def algorithm2_symbolic(n: int = 4, bins: int = 5) -> TwoStage:
    """Algorithm 2 in symbols, for exact privacy ratios.

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
    Kent et al., Algorithm 2.
    """
    return algorithm2(n, 1, epsilon, Delta, D, bins)


def algorithm10_symbolic(n: int = 4, bins: int = 7) -> TwoStage:
    """The branch alpha > 1 of Algorithm 10 in symbols, for exact privacy ratios.

    Parameters
    ----------
    n : int, default 4
        Number of users.
    bins : int, default 7
        Number of bins.

    Returns
    -------
    TwoStage
        The plan in symbols.

    References
    ----------
    Kent et al., Algorithm 10.
    """
    return algorithm10(n, 1, epsilon, Delta, D, bins)


def bound(n: int, m: int, epsilon: float, D: float) -> UpperBound:
    """The last display before (119), with K of this module; for Algorithm 11, every alpha > 0.

    32 e^(-T* Delta^2) + (24/(Delta ^ 1)) e^(-2 n min(alpha, alpha^2)/K) + 384/(n T*) + 674 Delta^2/(n (alpha^2 ^ 1)).

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
    Kent et al., Algorithm 11.
    """
    estimator = algorithm11(n, m, epsilon, D)
    used, constant = estimator.m, K_HIGH_PRIVACY if epsilon <= 1 else K_LOW_PRIVACY
    n_used = 2 * estimator.half
    delta = float(estimator.bins.width) / 2 / D
    value = D**2 * (
        32 * math.exp(-used * delta**2)
        + 24 / min(delta, 1) * math.exp(-2 * n_used * min(epsilon, epsilon**2) / constant)
        + 384 / (n_used * used)
        + 674 * delta**2 / n_used / min(epsilon, 1) ** 2
    )
    conditions = ["data on [-D, D]", "n even, or one user left out"]
    in_range = n_used * used * epsilon**2 >= 8 if epsilon <= 1 else n_used * used**2 >= 16
    if not in_range:
        conditions.append("n T* alpha^2 >= 8 (alpha <= 1), n T*^2 >= 16 (alpha > 1): not met, so the bound is infinite")
        value = math.inf
    source = "kent Theorem 6 at d = 1: the display before (119), with (106), (110), (111) as corrected"
    return UpperBound(value, source, tuple(conditions), not value < D**2)


def tuned_bound(n: int, m: int, epsilon: float, D: float) -> UpperBound:
    """A bound for Algorithm 2 or 10 at any width, by Hoeffding and Chernoff, as in the proof of (119).

    With q >= P(|user mean - mean| >= Delta): bias (4 e^(-T Delta^2/2))^2 on success, 4 P(failure) on failure, and the
    variance of n/2 users. At the sample sizes for which the widths were tuned it is trivial, and `vacuous` is true.

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
    Kent et al., Algorithm 2.
    """
    estimator = tuned_general(n, m, epsilon, D)
    delta = float(estimator.bins.width) / 2 / D
    tail = min(1.0, 2 * math.exp(-m * delta**2 / 2))
    keep = estimator.vote.probabilities[1]  # type: ignore[union-attr]
    if epsilon <= 1:
        gap = max(0.0, (2 * keep - 1) * ((1 - tail) / 2 - tail))
        certain, failure = 1, estimator.bins.count * math.exp(-estimator.half * gap**2 / 2)
    else:
        beaten = math.exp(-2 * estimator.half * math.log(math.cosh(min(epsilon / 12, 300.0))))
        certain, failure = 3, estimator.bins.count * beaten + estimator.half * tail
    # With so few bins every winner leaves the mean a buffer of Delta inside the widened interval.
    failure = 0.0 if estimator.bins.count <= certain else min(1.0, failure)
    value = D**2 * (4 * tail**2 + 4 * failure + 1 / (m * estimator.half))
    value += 2 * float(estimator.scale) ** 2 / estimator.half
    return UpperBound(
        value,
        "ours, by the steps of kent Appendix G.1 at a free width",
        ("data on [-D, D]",),
        not value < D**2,
    )
