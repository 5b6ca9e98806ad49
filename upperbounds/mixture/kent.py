"""kent Algorithm 9 (Appendix B): votes for bins, weights of the chosen bins, then signed distances to their centres.

The paper's data are on [-1, 1]; here they are on [-D, D], with every width times D. (53) is corrected: a user votes for
the nearest chosen centre, as in line 33 and the text, not only if they are in the bin, because its neighbours hold
users too.
"""

import math
from typing import Any

import numpy as np
import sympy

from notation.mixture import least_gap, least_weight, trivial_risk
from notation.parameters import ParameterError
from notation.setting import Setting
from notation.symbols import D, Delta, epsilon, m, n, smallest
from upperbounds.channels import UnaryEncoding
from upperbounds.channels.arrays import Number
from upperbounds.channels.votes import Bins
from upperbounds.estimator import Estimator, UpperBound
from upperbounds.mixture.plan import MixturePlan

K = sympy.Symbol("K", positive=True)
_SIGNAL = smallest(epsilon**2, 1)
RATE = D**2 * (K**3 * sympy.log(n * m * epsilon**2) / (n * m * _SIGNAL) + K * sympy.exp(-n * _SIGNAL / K**2))
"""kent Theorem 10, with one logarithm less; the paper does not give the constant in the exponent."""

K_VOTES = 12_804
"""An integer for which (171) gives the printed result on (0, 1]; beyond, min(alpha, 1) replaces alpha."""

_LEAST_BINS = 8
"""Bins of width 2 Delta per smallest gap, times 2: with Delta <= D/(8K), chosen bins of two components differ."""


def assemble(
    n: int, m: int, components: int, epsilon: Number, delta: Number, D: Number, bins: int, seed: int, **more: Any
) -> MixturePlan:
    """Algorithm 9 at a width: kept with omega_(alpha/2), distances clipped to 3 Delta, noise of scale 6 Delta/alpha.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    components : int
        K, the number of components.
    epsilon : float, Fraction or sympy expression
        Privacy budget of one user, for all of their samples.
    delta : float, Fraction or sympy expression
        Delta, half the width of a bin, in units of the data.
    D : float, Fraction or sympy expression
        Half-width of the range of the data, which are in [-D, D].
    bins : int
        Number of bins.
    seed : int
        Seed of the public signs.
    **more : object
        Other fields of the plan.

    Returns
    -------
    MixturePlan
        The plan.

    References
    ----------
    Kent et al., Algorithm 9.
    """
    given: dict[str, Any] = {"name": "kent-algorithm9", "cutoff": least_weight(components) / 2, **more}
    return MixturePlan(
        n=n,
        m=m,
        components=components,
        epsilon=epsilon,
        bins=Bins(-D, 2 * delta, bins),
        vote=UnaryEncoding(bins, 1, epsilon),
        reach=3 * delta,
        scale=6 * delta / epsilon,
        seed=seed,
        **given,
    )


def _in_symbols(plan: MixturePlan) -> MixturePlan:
    """The same plan by the same function, at epsilon, Delta and D.

    Parameters
    ----------
    plan : MixturePlan
        The plan.

    Returns
    -------
    MixturePlan
        The plan.
    """
    more = {"name": plan.name, "cutoff": plan.cutoff, "as_printed": plan.as_printed}
    return assemble(plan.n, plan.m, plan.components, epsilon, Delta, D, plan.bins.count, plan.seed, **more)


def _used_samples(a: Setting) -> int:
    """T* = T ^ exp(n min(alpha, 1)^2 pi_0^2/K_VOTES), as an integer of at least 1: (49) with pi_0 in place of 1/K.

    Parameters
    ----------
    a : Setting
        Sizes of the problem and the privacy budget.

    Returns
    -------
    int
        T*.
    """
    exponent = a.n * (min(a.epsilon, 1) * least_weight(a.K)) ** 2 / K_VOTES
    return a.m if exponent >= math.log(a.m) else max(1, math.floor(math.exp(exponent)))


def _bounded_width(a: Setting, used: int, factor: float) -> float:
    """Delta = D sqrt(factor log(n T* alpha^2)/T*), at most an eighth of the smallest gap."""
    effective, most = a.n * used * a.epsilon**2, least_gap(a.K, a.D) / _LEAST_BINS
    return min(a.D * math.sqrt(factor * math.log(effective) / used), most) if effective > 1 else most


def _at(a: Setting, used: int, factor: float, rng: np.random.Generator, name: str) -> MixturePlan:
    if a.n < 3:
        raise ParameterError(f"n = {a.n}: must be at least 3, a user for each of three stages")
    delta = _bounded_width(a, used, factor)
    # Beyond 2 D/(8K) bins there are always K that are no neighbours.
    return assemble(
        a.n, used, a.K, a.epsilon, delta, a.D, math.ceil(a.D / delta), int(rng.integers(1 << 62)), name=name
    )


def algorithm9(a: Setting, rng: np.random.Generator) -> MixturePlan:
    """Algorithm 9 with the printed constants, (53) corrected.

    Parameters
    ----------
    a : Setting
        Sizes of the problem and the privacy budget.
    rng : numpy.random.Generator
        Draws the seed of the public signs.

    Returns
    -------
    MixturePlan
        The plan.

    References
    ----------
    Kent et al., Algorithm 9.
    """
    return _at(a, _used_samples(a), 4.0, rng, "kent-algorithm9")


def uncapped(a: Setting, rng: np.random.Generator) -> MixturePlan:
    """Algorithm 9 with T* = T and the printed width: the cap only limits the bins, and costs a logarithm.

    Parameters
    ----------
    a : Setting
        Sizes of the problem and the privacy budget.
    rng : numpy.random.Generator
        Draws the seed of the public signs.

    Returns
    -------
    MixturePlan
        The plan.

    References
    ----------
    Kent et al., Algorithm 9.
    """
    return _at(a, a.m, 4.0, rng, "uncapped")


def _tuned_factor(epsilon: float) -> float:
    """C^2 of the tuned widths: C = 0.5 for alpha <= 1 and 0.25 beyond (kent Appendix A.2)."""
    return 0.25 if epsilon <= 1 else 0.0625


def tuned(a: Setting, rng: np.random.Generator) -> MixturePlan:
    """Algorithm 9 with T* = T and the tuned width of Appendix A.2.

    Parameters
    ----------
    a : Setting
        Sizes of the problem and the privacy budget.
    rng : numpy.random.Generator
        Draws the seed of the public signs.

    Returns
    -------
    MixturePlan
        The plan.

    References
    ----------
    Kent et al., Algorithm 9.
    """
    return _at(a, a.m, _tuned_factor(a.epsilon), rng, "kent-tuned")


def bound_of(a: Setting, plan: MixturePlan) -> UpperBound:
    """A bound over all mixtures with weights of 1/(2K) and gaps of D/K at least, at any width up to D/(8K).

    With h = n/3, g = tanh(alpha/4) and q = 2 e^(-T* Delta^2/(2 D^2)), a user's mean differs from its component's by
    Delta or more with probability at most q:

    - a bin next to a component's mean has at least a share (1 - q) pi_0/2 of the users, and a bin next to none at most
      q. By Hoeffding's inequality, K N pairs of summed votes have the right order except with probability F = K N e^(-h
      g^2 ((1 - q) pi_0/2 - q)^2/2). Then K bins are chosen, each within 2 Delta of its mean, as gaps of 8 Delta keep
      components' bins apart.
    - then a user with a mean within Delta counts for its own component, and its distance is not clipped. So the sums
      have means pi_k (theta_k - M_k) + e with |e| <= q (2 D + 4 Delta), shares have means within q of pi_k and
      variances of 1/(4 h g^2) at most, sums of (9 + 72/alpha^2) Delta^2/h, and they are independent.
    - a share is below pi_0/2 with probability e^(-2 h g^2 (pi_0/2 - q)^2) at most, which costs (2 Delta)^2.
    - if votes fail, the error is that of a centre, 2 D + Delta, and of a sum divided by pi_0/2.

    Parameters
    ----------
    a : Setting
        Sizes of the problem and the privacy budget.
    plan : MixturePlan
        A plan of these sizes, of any width up to D/(8K).

    Returns
    -------
    UpperBound
        The bound on the squared error of the sorted means, in squared units of the data.
    """
    third, pi, delta = plan.third, least_weight(a.K), float(plan.bins.width) / 2
    gain = math.tanh(min(a.epsilon, 1e3) / 4)
    off = min(1.0, 2 * math.exp(-plan.m * (delta / a.D) ** 2 / 2))
    gap = max(0.0, (1 - off) * pi / 2 - off)
    failure = min(1.0, a.K * plan.bins.count * math.exp(-third * (gain * gap) ** 2 / 2))
    light = math.exp(-2 * third * (gain * max(0.0, pi / 2 - off)) ** 2)
    noise = delta**2 * (9 + 72 / a.epsilon**2) / third
    spread, missed = 1 / (4 * third * gain**2) + off**2, off * (2 * a.D + 4 * delta)
    chosen = 4 / pi**2 * (noise + 8 * delta**2 * spread + 2 * missed**2) + 4 * delta**2 * light
    astray = 2 * (2 * a.D + delta) ** 2 + 8 / pi**2 * (noise + 9 * delta**2)
    value = a.K * (chosen + failure * astray)
    return UpperBound(
        value,
        "ours, by the steps of kent Appendix G.5 with (56), (171) and (178) as corrected",
        ("weights of at least 1/(2K)", "means at least D/K apart", "n a multiple of 3, or up to two users left out"),
        not value < trivial_risk(a.K, a.D),
    )


def _estimator(name: str, title: str, source: str, build: Any) -> Estimator:
    return Estimator(
        name,
        title,
        source,
        "mixture",
        RATE,
        build,
        lambda a: bound_of(a, build(a, np.random.default_rng(0))),
        _in_symbols,
    )


ESTIMATORS = (
    _estimator(
        "kent-algorithm9",
        "bins by votes, weights of the nearest ones, signed distances; printed constants",
        "kent Algorithm 9 with (53) as corrected, Theorem 10",
        algorithm9,
    ),
    _estimator(
        "uncapped",
        "bins by votes, weights of the nearest ones, signed distances; all samples at the printed width",
        "ours; kent Algorithm 9 with (53) as corrected and T* = T",
        uncapped,
    ),
    _estimator(
        "kent-tuned",
        "bins by votes, weights of the nearest ones, signed distances; tuned width",
        "kent Algorithm 9 with (53) as corrected, at the width of Appendix A.2",
        tuned,
    ),
)
