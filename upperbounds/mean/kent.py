"""kent Algorithms 2, 3, 10 and 11 (Section 3.1, Appendix E.1): votes by randomized response, then Laplace means.

The paper's data are on [-1, 1]; here on [-D, D], with every width times D.
"""

import math

import sympy

from notation.symbols import D, Delta, epsilon, m, n
from upperbounds.channels import UnaryEncoding
from upperbounds.channels.arrays import Number
from upperbounds.channels.votes import Bins
from upperbounds.estimator import UpperBound
from upperbounds.mean.estimator import checked
from upperbounds.protocols.two_stage import TwoStage

_EFFECTIVE = n * m * sympy.Min(epsilon**2, 1)
RATE = D**2 * (sympy.log(_EFFECTIVE) / _EFFECTIVE + sympy.exp(-n * sympy.Min(epsilon, epsilon**2)))
"""kent (24) at d = 1; the constant in the exponent is not named there."""

K_HIGH_PRIVACY = 8536
"""An integer K for which (106) ends as printed on all of (0, 1]; the least real one is 8535.45."""

K_LOW_PRIVACY = 577
"""An integer K for which the corrected (110) gives (111), alpha >= 1; the least real one is 576.68."""


def algorithm2(users: int, samples: int, eps: Number, delta: Number, half_width: Number, bins: int) -> TwoStage:
    """kent Algorithm 2: one-hot votes kept with probability omega_(alpha/2), interval widened by 2 Delta."""
    return TwoStage(
        name="kent-algorithm2",
        users=users,
        samples=samples,
        epsilon=eps,
        bins=Bins(-half_width, 2 * delta, bins),
        vote=UnaryEncoding(bins, 1, eps),
        inflation=2 * delta,
        scale=6 * delta / eps,
    )


def algorithm10(users: int, samples: int, eps: Number, delta: Number, half_width: Number, bins: int) -> TwoStage:
    """The branch alpha > 1 of kent Algorithm 10: votes for three bins at omega_(alpha/6), widened by 5 Delta."""
    return TwoStage(
        name="kent-algorithm10",
        users=users,
        samples=samples,
        epsilon=eps,
        bins=Bins(-half_width, 2 * delta, bins),
        vote=UnaryEncoding(bins, 3, eps),
        inflation=5 * delta,
        scale=12 * delta / eps,
    )


def bin_count(delta: float, half_width: float) -> int:
    """N(Delta) = ceil(D/Delta) bins of width 2 Delta."""
    return max(1, math.ceil(half_width / delta))


def used_samples(users: int, samples: int, eps: float, constant: float) -> int:
    """T* = T ^ exp(n min(alpha, alpha^2)/K), as an integer of at least 1 (kent (30), Algorithm 11)."""
    exponent = users * min(eps, eps**2) / constant
    return samples if exponent >= math.log(samples) else max(1, math.floor(math.exp(exponent)))


def width(users: int, used: int, eps: float, half_width: float) -> float:
    """Delta of (30) for alpha <= 1 and of (101) beyond; where its logarithm is not positive, D: a single bin."""
    effective, factor = (users * used * eps**2, 2.0) if eps <= 1 else (float(users * used), 4.0)
    if effective <= 1:
        return half_width
    return half_width * math.sqrt(factor * math.log(effective) / used)


def algorithm3(users: int, samples: int, eps: float, half_width: float, constant: float = K_HIGH_PRIVACY) -> TwoStage:
    """kent Algorithm 3 with the printed constants: Algorithm 2 at T* and Delta of (30), whatever alpha is."""
    users, samples, eps, half_width = checked(users, samples, eps, half_width)
    exponent = users * eps**2 / constant
    used = samples if exponent >= math.log(samples) else max(1, math.floor(math.exp(exponent)))
    effective = users * used * eps**2
    delta = half_width * math.sqrt(2 * math.log(effective) / used) if effective > 1 else half_width
    return algorithm2(users, used, eps, delta, half_width, bin_count(delta, half_width))


def algorithm11(users: int, samples: int, eps: float, half_width: float) -> TwoStage:
    """kent Algorithm 11 with the printed constants: Algorithm 10 at T* and Delta of (101), for every alpha > 0."""
    users, samples, eps, half_width = checked(users, samples, eps, half_width)
    constant = K_HIGH_PRIVACY if eps <= 1 else K_LOW_PRIVACY
    used = used_samples(users, samples, eps, constant)
    delta = width(users, used, eps, half_width)
    branch = algorithm2 if eps <= 1 else algorithm10
    return branch(users, used, eps, delta, half_width, bin_count(delta, half_width))


def tuned_width(users: int, samples: int, eps: float, half_width: float, constant: float | None = None) -> float:
    """Delta_C = C sqrt(log(n T alpha^2)/T) with C = 0.5 for alpha <= 1 and 0.25 beyond (kent Appendix A.2)."""
    if constant is None:
        constant = 0.5 if eps <= 1 else 0.25
    effective = users * samples * eps**2
    return half_width * constant * math.sqrt(math.log(effective) / samples) if effective > 1 else half_width


def tuned(users: int, samples: int, eps: float, half_width: float, constant: float | None = None) -> TwoStage:
    """kent Algorithm 2 with the tuned width and T* = T, as in the paper's experiments (Appendix A.2)."""
    users, samples, eps, half_width = checked(users, samples, eps, half_width)
    delta = tuned_width(users, samples, eps, half_width, constant)
    return algorithm2(users, samples, eps, delta, half_width, bin_count(delta, half_width))


def tuned_general(users: int, samples: int, eps: float, half_width: float) -> TwoStage:
    """kent Algorithm 10 with the tuned width and T* = T: three-bin votes where alpha > 1."""
    users, samples, eps, half_width = checked(users, samples, eps, half_width)
    delta = tuned_width(users, samples, eps, half_width)
    branch = algorithm2 if eps <= 1 else algorithm10
    return branch(users, samples, eps, delta, half_width, bin_count(delta, half_width))


def algorithm2_symbolic(users: int = 4, bins: int = 5) -> TwoStage:
    """Algorithm 2 in symbols, for exact privacy ratios."""
    return algorithm2(users, 1, epsilon, Delta, D, bins)


def algorithm10_symbolic(users: int = 4, bins: int = 7) -> TwoStage:
    """The branch alpha > 1 of Algorithm 10 in symbols, for exact privacy ratios."""
    return algorithm10(users, 1, epsilon, Delta, D, bins)


def bound(users: int, samples: int, eps: float, half_width: float) -> UpperBound:
    """The last display before (119), with K of this module; for Algorithm 11, every alpha > 0.

    32 e^(-T* Delta^2) + (24/(Delta ^ 1)) e^(-2 n min(alpha, alpha^2)/K) + 384/(n T*) + 674 Delta^2/(n (alpha^2 ^ 1)).
    """
    estimator = algorithm11(users, samples, eps, half_width)
    used, constant = estimator.samples, K_HIGH_PRIVACY if eps <= 1 else K_LOW_PRIVACY
    n_used = 2 * estimator.half
    delta = float(estimator.bins.width) / 2 / half_width
    value = half_width**2 * (
        32 * math.exp(-used * delta**2)
        + 24 / min(delta, 1) * math.exp(-2 * n_used * min(eps, eps**2) / constant)
        + 384 / (n_used * used)
        + 674 * delta**2 / n_used / min(eps, 1) ** 2
    )
    conditions = ["data on [-D, D]", "n even, or one user left out"]
    in_range = n_used * used * eps**2 >= 8 if eps <= 1 else n_used * used**2 >= 16
    if not in_range:
        conditions.append("n T* alpha^2 >= 8 (alpha <= 1), n T*^2 >= 16 (alpha > 1): not met, so the bound is infinite")
        value = math.inf
    source = "kent Theorem 6 at d = 1: the display before (119), with (106), (110), (111) as corrected"
    return UpperBound(value, source, tuple(conditions), not value < half_width**2)


def tuned_bound(users: int, samples: int, eps: float, half_width: float) -> UpperBound:
    """Algorithm 2 or 10 at any width, by Hoeffding and Chernoff: what the proof of (119) gives at the tuned one.

    With q >= P(|user mean - mean| >= Delta): bias (4 e^(-T Delta^2/2))^2 on success, 4 P(failure) off it, and the
    variance of n/2 users. It is vacuous at the sample sizes for which the widths were tuned, and says so.
    """
    estimator = tuned_general(users, samples, eps, half_width)
    delta = float(estimator.bins.width) / 2 / half_width
    tail = min(1.0, 2 * math.exp(-samples * delta**2 / 2))
    keep = estimator.vote.probabilities[1]  # type: ignore[union-attr]
    if eps <= 1:
        gap = max(0.0, (2 * keep - 1) * ((1 - tail) / 2 - tail))
        certain, failure = 1, estimator.bins.count * math.exp(-estimator.half * gap**2 / 2)
    else:
        beaten = math.exp(-2 * estimator.half * math.log(math.cosh(min(eps / 12, 300.0))))
        certain, failure = 3, estimator.bins.count * beaten + estimator.half * tail
    # With so few bins every winner leaves the mean a buffer of Delta inside the widened interval.
    failure = 0.0 if estimator.bins.count <= certain else min(1.0, failure)
    value = half_width**2 * (4 * tail**2 + 4 * failure + 1 / (samples * estimator.half))
    value += 2 * float(estimator.scale) ** 2 / estimator.half
    return UpperBound(
        value,
        "ours, by the steps of kent Appendix G.1 at a free width",
        ("data on [-D, D]",),
        not value < half_width**2,
    )
