"""Our mixture means: kent Algorithm 9 with windows of two adjacent bins in place of bins.

A component whose mean is at an edge of bins has half of its users in each, and noise may hide both. Of all windows of
two adjacent bins one holds nearly all of them: bins begin half a bin below the data, so that each mean is within w/2 of
the centre of a window. Votes for bins add up to votes for windows; the rest is as in kent Algorithm 9.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from notation.mixture import least_gap, least_weight, trivial_risk
from notation.parameters import ParameterError
from notation.setting import Setting
from notation.symbols import D, Delta, epsilon
from upperbounds.channels import UnaryEncoding
from upperbounds.channels.arrays import Number
from upperbounds.channels.votes import Bins
from upperbounds.estimator import Estimator, UpperBound
from upperbounds.mixture import kent
from upperbounds.mixture.plan import MixturePlan, most_apart

_FACTOR = 0.3
"""w^2 in D^2 log(n m epsilon^2)/m: found by exact risks, as kent's tuned widths."""
_BINS = 4
"""Bins per smallest gap: windows of two components then differ."""


@dataclass(frozen=True)
class WindowPlan(MixturePlan):
    """`MixturePlan` whose chosen bins are each the first of a window of two."""

    @property
    def margin(self) -> Number:
        """How far users may be from their component's mean without being clipped: (reach - w)/2."""
        return (self.reach - self.bins.width) / 2

    @property
    def near(self) -> Number:
        """How far a component's mean is from the centre that is chosen for it, at most: w and the margin."""
        return self.bins.width + self.margin

    def centres(self, chosen: Any) -> Any:
        """Where distances are from.

        Parameters
        ----------
        chosen : ndarray of int, shape (..., K)
            The first bins of the chosen windows.

        Returns
        -------
        ndarray, shape (..., K)
            The midpoints of the windows, in units of the data.
        """
        return self.bins.left(chosen + 1)

    def choose(self, votes: NDArray[Any]) -> NDArray[np.intp]:
        """The first bins of the K chosen windows, in increasing order.

        Each is the first window with the most votes among those that are more than two bins from those chosen before.

        Parameters
        ----------
        votes : ndarray, shape (..., bins)
            Summed votes.

        Returns
        -------
        ndarray of int, shape (..., K)
            Bins from 0.
        """
        return most_apart(votes[..., :-1] + votes[..., 1:], self.components, 2)


def assemble(
    n: int, m: int, components: int, epsilon: Number, delta: Number, D: Number, bins: int, seed: int
) -> WindowPlan:
    """Windows at a width: kept with omega_(alpha/2), margin delta/2, distances clipped to 3 delta.

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
        Half the width w of a bin, in units of the data.
    D : float, Fraction or sympy expression
        Half-width of the range of the data, which are in [-D, D].
    bins : int
        Number of bins.
    seed : int
        Seed of the public signs.

    Returns
    -------
    WindowPlan
        The plan.
    """
    return WindowPlan(
        name="windows",
        n=n,
        m=m,
        components=components,
        epsilon=epsilon,
        bins=Bins(-D - delta, 2 * delta, bins),
        vote=UnaryEncoding(bins, 1, epsilon),
        reach=3 * delta,
        scale=6 * delta / epsilon,
        cutoff=least_weight(components) / 2,
        seed=seed,
    )


def windows(a: Setting, rng: np.random.Generator) -> WindowPlan:
    """All samples, at w = D sqrt(0.3 log(n m epsilon^2)/m) and a quarter of the smallest gap at most.

    Parameters
    ----------
    a : Setting
        Sizes of the problem and the privacy budget.
    rng : numpy.random.Generator
        Draws the seed of the public signs.

    Returns
    -------
    WindowPlan
        The plan.

    Raises
    ------
    ParameterError
        For fewer than three users.
    """
    if a.n < 3:
        raise ParameterError(f"n = {a.n}: must be at least 3, a user for each of three stages")
    effective, width = a.n * a.m * a.epsilon**2, least_gap(a.K, a.D) / _BINS
    if effective > 1:
        width = min(a.D * math.sqrt(_FACTOR * math.log(effective) / a.m), width)
    # At least 8K windows: five for each component.
    bins = math.ceil(2 * a.D / width) + 1
    return assemble(a.n, a.m, a.K, a.epsilon, width / 2, a.D, bins, int(rng.integers(1 << 62)))


def _in_symbols(plan: WindowPlan) -> WindowPlan:
    """The same plan by the same function, at epsilon, Delta and D.

    Parameters
    ----------
    plan : WindowPlan
        The plan.

    Returns
    -------
    WindowPlan
        The plan.
    """
    return assemble(plan.n, plan.m, plan.components, epsilon, Delta, D, plan.bins.count, plan.seed)


def bound_of(a: Setting, plan: WindowPlan) -> UpperBound:
    """A bound over all mixtures with weights of 1/(2K) and gaps of D/K at least, for w up to D/(4K).

    With h = n/3, g = tanh(alpha/4), the margin t <= w/2 and q = 2 e^(-m t^2/(2 D^2)), a user's mean differs from its
    component's by t or more with probability at most q. A window is near a component if it has a point within t of its
    mean, so that its centre is within w + t.

    - the window whose centre is nearest to a component's mean has a share of (1 - q) pi_0 of the users at least, and
      one that is near none q at most. A user's votes for two windows are up to four independent bits about a mean in
      [-g, g]: by Hoeffding's lemma for both, K N pairs of windows have the right order except with probability F = K N
      e^(-h g^2 ((1 - q) pi_0 - q)^2/(2 (1 + g^2))). Then a window near each component is chosen: those near one are
      within 2w + 2t <= 3w of each other, so two bins apart at most, and the best windows of others are more than 2w
      away, as gaps of 4w keep them.
    - then a user within t of their mean counts for their own component, and the distance is not clipped. So the sums
      have means pi_k (theta_k - M_k) + e with |e| <= q (2D + reach), shares have means within q of pi_k and variances
      of 1/(4 h g^2) at most, sums of (reach^2 + 2 scale^2)/h, and they are independent.
    - a share is below pi_0/2 with probability e^(-2 h g^2 (pi_0/2 - q)^2) at most, which costs (w + t)^2.
    - if votes fail, the error is that of a centre, 2D + w, and of a sum divided by pi_0/2.

    Parameters
    ----------
    a : Setting
        Sizes of the problem and the privacy budget.
    plan : WindowPlan
        A plan of these sizes, of any width up to D/(4K) and any margin up to half of it.

    Returns
    -------
    UpperBound
        The bound on the squared error of the sorted means, in squared units of the data.
    """
    third, pi = plan.third, least_weight(a.K)
    width, near, reach, margin = (float(x) for x in (plan.bins.width, plan.near, plan.reach, plan.margin))
    gain = math.tanh(min(a.epsilon, 1e3) / 4)
    off = min(1.0, 2 * math.exp(-plan.m * (margin / a.D) ** 2 / 2))
    gap = max(0.0, (1 - off) * pi - off)
    failure = min(1.0, a.K * (plan.bins.count - 1) * math.exp(-third * (gain * gap) ** 2 / (2 * (1 + gain**2))))
    light = math.exp(-2 * third * (gain * max(0.0, pi / 2 - off)) ** 2)
    noise = (reach**2 + 2 * float(plan.scale) ** 2) / third
    spread, missed = 1 / (4 * third * gain**2) + off**2, off * (2 * a.D + reach)
    chosen = 4 / pi**2 * (noise + 2 * near**2 * spread + 2 * missed**2) + near**2 * light
    astray = 2 * (2 * a.D + width) ** 2 + 8 / pi**2 * (noise + reach**2)
    value = a.K * (chosen + failure * astray)
    return UpperBound(
        value,
        "ours, by the steps of kent Appendix G.5 for windows",
        ("weights of at least 1/(2K)", "means at least D/K apart", "n a multiple of 3, or up to two users left out"),
        not value < trivial_risk(a.K, a.D),
    )


ESTIMATORS = (
    *kent.ESTIMATORS,
    Estimator(
        "windows",
        "windows of two bins by votes, weights of the nearest ones, signed distances; tuned width",
        "ours; kent Algorithm 9 with windows in place of bins",
        "mixture",
        kent.RATE,
        windows,
        lambda a: bound_of(a, windows(a, np.random.default_rng(0))),
        _in_symbols,
    ),
)
"""Of the problem `mixture`."""
