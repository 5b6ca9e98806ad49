"""zhao Theorem 3 and Remark 2: means under E|X|^p <= M_p, with h, Delta and D for which the rate is valid.

The paper does not give h (4D/sqrt(m) loses the rate, zhao/eq83), allows D as small as Delta (which clips the mean away,
zhao/eq86) and takes any constant c in Delta (zhao/lemma5). Here h = 4 M_p^(1/p)/sqrt(m) and D = 2 M_p^(1/p) + 2 Delta,
as the ledger argues. The c that runs is sqrt(p). From p = 2.1 on it is smaller than `proved_factor(p)`, for which the
ledger proves Theorem 3 with a constant. So the rate is not proved for what runs; it has an explicit bound instead, from
the same steps.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import sympy

from notation.parameters import ParameterError, finite
from notation.setting import in_range
from notation.symbols import d, epsilon, largest, m, n, p, smallest
from upperbounds.channels.arrays import Number
from upperbounds.estimator import UpperBound
from upperbounds.mean import zhao
from upperbounds.mean.estimator import checked_parameters
from upperbounds.protocols.coordinates import CoordinatePlan, Embedding, Plain
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.transforms.kashin import LEVEL, Frame, Kashin
from upperbounds.vectors.zhao import split

M_P = sympy.Symbol("M_p", positive=True)
_SPENT = smallest(epsilon**2, epsilon)
_POWER = 1 - 1 / p
RATE = M_P ** (2 / p) * (
    largest(sympy.log(m) / (m * n * epsilon**2), (m**2 * n * epsilon**2) ** (-_POWER)) + 1 / (m * n)
)
"""zhao (4), one dimension; ln m stands for ln m v 1."""
COORDINATE_RATE = M_P ** (2 / p) * (
    largest(d**2 * sympy.log(m) / (m * n * _SPENT), d * (d / (m**2 * n * _SPENT)) ** _POWER) + d / (m * n)
)
"""zhao (12) with the missing factor d in its second term (zhao/remark2a/116)."""
NORM_RATE = M_P ** (2 / p) * (
    largest(d * sympy.log(m) / (m * n * _SPENT), (d / (m**2 * n * _SPENT)) ** _POWER) + 1 / (m * n)
)
"""zhao (13)."""


@dataclass(frozen=True)
class HeavyTwoStage(TwoStage):
    """Algorithm 1 on user means clipped to [-D, D]: bins cover that interval, and the winner's interval is cut to it.

    Clipping to [-D, D] and then to an interval that meets it equals clipping to their intersection. The noise has the
    scale of the uncut interval.
    """

    def interval(self, winner: Any) -> tuple[Any, Any]:
        """The ends of the inflated interval around bin `winner`, within [-D, D]; uncut for a winner in symbols."""
        lower, upper = super().interval(winner)
        if isinstance(winner, sympy.Expr):
            return lower, upper
        return np.maximum(lower, self.bins.lower), np.minimum(upper, -self.bins.lower)


@dataclass(frozen=True)
class HeavyConstants:
    """h, Delta and D of one coordinate.

    Attributes
    ----------
    width : float
        h.
    clip : float
        Delta.
    half_width : float
        D.
    """

    width: float
    clip: float
    half_width: float


def proved_factor(order: float) -> float:
    """The c of Delta for which the ledger proves zhao Theorem 3 with a constant (zhao/thm3/upper).

    Parameters
    ----------
    order : float
        p, the order of the moment.

    Returns
    -------
    float
        c.
    """
    return math.sqrt(max(1.0, (order - 2) * (order + 2) ** 2 * math.exp(order) / 2))


def constants(
    n: int, m: int, epsilon: float, order: float, moment: float, factor: float | None = None
) -> HeavyConstants:
    """h = 4 M^(1/p)/sqrt(m), Delta of zhao (84), D = 2 M^(1/p) + 2 Delta, for n users at budget epsilon.

    Delta is the larger of c M^(1/p) sqrt(max(ln m, 1)/m) and (M^2 n epsilon^2)^(1/(2p)) m^(-(1-1/p)). `factor` is c, by
    default sqrt(p). It must be at least of the order sqrt(p - 2) (zhao/lemma5), and the rate's constant depends on it.
    The ledger's proof uses `proved_factor(p)`.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    order : float
        p, the order of the moment, from 2 to 100.
    moment : float
        M_p, the bound on the moment of order p.
    factor : float or None, optional
        c, by default sqrt(p). It must be at least of the order sqrt(p - 2) (zhao/lemma5), and the rate's constant
        depends on it.

    Returns
    -------
    HeavyConstants
        h, Delta and D, in units of the data.

    References
    ----------
    Zhao et al., Equation (84).
    """
    unit = moment ** (1 / order)
    c = math.sqrt(order) if factor is None else factor
    gaussian = c * unit * math.sqrt(max(math.log(m), 1.0) / m)
    polynomial = unit * (n * epsilon**2) ** (1 / (2 * order)) * m ** (-(1 - 1 / order))
    clip = max(gaussian, polynomial)
    return HeavyConstants(4 * unit / math.sqrt(m), clip, 2 * unit + 2 * clip)


def assemble(n: int, m: int, epsilon: Number, chosen: HeavyConstants) -> HeavyTwoStage:
    """Algorithm 1 with these h, Delta and D.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float, Fraction or sympy expression
        Privacy budget of one user, for all of their samples.
    chosen : HeavyConstants
        h, Delta and D.

    Returns
    -------
    HeavyTwoStage
        The plan.

    References
    ----------
    Zhao et al., Algorithm 1.
    """
    bins = max(1, math.ceil(2 * chosen.half_width / chosen.width))
    plain = zhao.assemble(n, m, epsilon, chosen.half_width, bins, chosen.width, chosen.clip)
    return HeavyTwoStage("zhao-theorem3", n, m, epsilon, plain.bins, plain.vote, plain.inflation, plain.scale)


def checked_moment(order: float, moment: float) -> tuple[float, float]:
    """p and M_p as numbers.

    Parameters
    ----------
    order : float
        p.
    moment : float
        M_p.

    Returns
    -------
    tuple of (float, float)
        p and M_p.

    Raises
    ------
    ParameterError
        Unless 2 <= p <= 100 and M_p is positive and neither too large nor too small for floats.
    """
    order, moment = finite("p", order), finite("M_p", moment)
    if not 2 <= order <= 100:
        raise ParameterError(f"p = {order!r}: must be from 2 to 100")
    if not (moment > 0 and 1e-100 <= moment ** (1 / order) <= 1e100):
        raise ParameterError(f"M_p = {moment!r}: must be above 0, its root of order p from 1e-100 to 1e100")
    return order, moment


def theorem3(n: int, m: int, epsilon: float, order: float, moment: float, factor: float | None = None) -> HeavyTwoStage:
    """zhao Theorem 3 as corrected, in one dimension; the ledger's proof has `factor` = `proved_factor(order)`.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    order : float
        p, the order of the moment, from 2 to 100.
    moment : float
        M_p, the bound on the moment of order p.
    factor : float or None, optional
        c of Delta, sqrt(p) by default.

    Returns
    -------
    HeavyTwoStage
        The plan.

    References
    ----------
    Zhao et al., Theorem 3.
    """
    order, moment = checked_moment(order, moment)
    n, m, epsilon, _ = checked_parameters(n, m, epsilon, 1.0)
    return assemble(n, m, epsilon, constants(n, m, epsilon, order, moment, factor))


def _plan(
    name: str, n: int, m: int, epsilon: float, order: float, moment: float, embedding: Embedding
) -> CoordinatePlan:
    who, share = split(n, embedding.coordinates, epsilon)
    budget = float(share * Fraction(epsilon))
    chosen = constants(who.per_coordinate, m, budget, order, moment)
    return CoordinatePlan(name, who, assemble(who.per_coordinate, m, budget, chosen), share, embedding)


def coordinate_moments(n: int, m: int, d: int, epsilon: float, order: float, moment: float) -> CoordinatePlan:
    """zhao Remark 2, first case: E|X_k|^p <= M_p for each coordinate; Algorithm 2's groups, Theorem 3 in each.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    order : float
        p, the order of the moment, from 2 to 100.
    moment : float
        M_p, the bound on the moment of order p.

    Returns
    -------
    CoordinatePlan
        The plan.

    References
    ----------
    Zhao et al., Remark 2.
    """
    order, moment = checked_moment(order, moment)
    n, m, d, epsilon, _ = in_range(n, m, d, epsilon, 1.0)
    return _plan("zhao-heavy", n, m, epsilon, order, moment, Plain(d))


def norm_moments(
    n: int, m: int, epsilon: float, order: float, moment: float, frame: Frame, level: float = LEVEL
) -> CoordinatePlan:
    """zhao Remark 2, second case: E||X||_2^p <= M_p; Theorem 3 on Kashin coefficients, moments K^p M_p d^(-p/2).

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    order : float
        p, the order of the moment, from 2 to 100.
    moment : float
        M_p, the bound on the moment of order p.
    frame : Frame
        The frame of Kashin coefficients.
    level : float, default LEVEL
        K, the level of the coefficients.

    Returns
    -------
    CoordinatePlan
        The plan.

    References
    ----------
    Zhao et al., Remark 2.
    """
    order, moment = checked_moment(order, moment)
    n, m, _, epsilon, _ = in_range(n, m, frame.dimension, epsilon, 1.0)
    coordinate = kashin_moment(frame, level, order, moment)
    return _plan("zhao-heavy-kashin", n, m, epsilon, order, coordinate, Kashin(frame, level))


def kashin_moment(frame: Frame, level: float, order: float, moment: float) -> float:
    """K^p M_p d^(-p/2): what bounds E|a_k(X)|^p for Kashin coefficients of X.

    Parameters
    ----------
    frame : Frame
        The frame of Kashin coefficients.
    level : float
        K, the level of the coefficients.
    order : float
        p, the order of the moment, from 2 to 100.
    moment : float
        M_p, the bound on the moment of order p.

    Returns
    -------
    float
        The bound on the moment of a coefficient.
    """
    return moment * (level / math.sqrt(frame.dimension)) ** order


def one_tail(m: int, order: float, moment: float, distance: float) -> float:
    """A bound on P(mean - mu > t), the smaller of two inequalities for sums under a moment condition.

    Fuk and Nagaev's (as in zhao/lemma5); and Bernstein's for summands cut at y, plus P(some summand > y), with the best
    y of a list. Centring costs 2^p in the moment; the variance is at most M^(2/p).

    Parameters
    ----------
    m : int
        Number of samples of each user.
    order : float
        p, the order of the moment, from 2 to 100.
    moment : float
        M_p, the bound on the moment of order p.
    distance : float
        t, in units of the data.

    Returns
    -------
    float
        The bound.
    """
    unit = moment ** (1 / order)
    x, variance = m * distance, m * unit**2
    # Powers of ratios: those of the numbers overflow at large orders.
    jumps = m * (2 * unit / x) ** order if 2 * unit < 10 * x else math.inf
    nagaev = (1 + 2 / order) ** order * jumps + math.exp(-2 * x**2 / ((order + 2) ** 2 * math.exp(order) * variance))
    cut = min(
        k**order * jumps + math.exp(-(x**2) / (2 * (variance + x * (x / k) / 3)))
        for k in (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0, 48.0, 64.0)
    )
    return min(1.0, nagaev, cut)


def clip_bias(m: int, order: float, moment: float, clip: float) -> float:
    """A bound on the integral of `one_tail` beyond `clip`: the bias of clipping at distance `clip` on both sides of mu.

    An upper sum on a geometric grid up to 10^4 times max(clip, M^(1/p)), then the smaller of two integrals in closed
    form: of Fuk and Nagaev's inequality, and of Markov's for the mean's moment, which Minkowski's inequality bounds by
    (2 M^(1/p))^p.

    Parameters
    ----------
    m : int
        Number of samples of each user.
    order : float
        p, the order of the moment, from 2 to 100.
    moment : float
        M_p, the bound on the moment of order p.
    clip : float
        The distance, in units of the data.

    Returns
    -------
    float
        The bound, in units of the data.
    """
    ratio, total, t, unit = 1.05, 0.0, clip, moment ** (1 / order)
    end = 1e4 * max(clip, unit)
    while t < end:
        total += one_tail(m, order, moment, t) * t * (ratio - 1)
        t *= ratio
    power = (2 + 4 / order) ** order * unit * (unit / (m * t)) ** (order - 1) / (order - 1)
    rate = 2 * m / ((order + 2) ** 2 * math.exp(order) * unit**2)
    nagaev = power + math.exp(-rate * t**2) / (2 * rate * t)
    return total + min(nagaev, 2 * unit * (2 * unit / t) ** (order - 1) / (order - 1))


def _each_bound(each: HeavyTwoStage, order: float, moment: float) -> tuple[float, float]:
    """Bounds on the mean squared error of one coordinate: everything except the data's variance, and that variance."""
    unit, edge = moment ** (1 / order), -float(each.bins.lower)
    clip = float(each.inflation) - float(each.bins.width)
    exponent = each.n * min(float(each.epsilon) ** 2, 1) / 2663
    failure = min(1.0, edge * math.sqrt(each.m) / unit * math.exp(-exponent))
    bias = clip_bias(each.m, order, moment, clip)
    return bias**2 + 4 * edge**2 * failure + 2 * float(each.scale) ** 2 / each.half, unit**2 / each.m / each.half


def bound(n: int, m: int, epsilon: float, order: float, moment: float) -> UpperBound:
    """Theorem 3 as corrected: bias^2 + 4 D^2 P(failure) + (M^(2/p)/m + 2 (3h + 2 Delta)^2/epsilon^2)/(n/2).

    The failure probability is that of zhao/own/heavy-first-stage.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    order : float
        p, the order of the moment, from 2 to 100.
    moment : float
        M_p, the bound on the moment of order p.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.

    References
    ----------
    Zhao et al., Theorem 3.
    """
    value = sum(_each_bound(theorem3(n, m, epsilon, order, moment), *checked_moment(order, moment)))
    return UpperBound(
        value,
        "ours, by the steps of zhao Appendix A.5 as corrected",
        ("E|X|^p <= M_p",),
        not value < moment ** (2 / order),
    )


def coordinate_bound(n: int, m: int, d: int, epsilon: float, order: float, moment: float) -> UpperBound:
    """d times the bound of Theorem 3 for a coordinate, at its users and its share of the budget.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    order : float
        p, the order of the moment, from 2 to 100.
    moment : float
        M_p, the bound on the moment of order p.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.

    References
    ----------
    Zhao et al., Theorem 3.
    """
    plan = coordinate_moments(n, m, d, epsilon, order, moment)
    assert isinstance(plan.each, HeavyTwoStage)
    value = d * sum(_each_bound(plan.each, order, moment))
    return UpperBound(
        value,
        "zhao Remark 2 (12) as corrected, by d bounds of Theorem 3",
        ("E|X_k|^p <= M_p for every k",),
        not value < d * moment ** (2 / order),
    )


def norm_bound(
    n: int, m: int, epsilon: float, order: float, moment: float, frame: Frame, level: float = LEVEL
) -> UpperBound:
    """N times the bound of Theorem 3 at the moment K^p M_p d^(-p/2) of a coefficient.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    order : float
        p, the order of the moment, from 2 to 100.
    moment : float
        M_p, the bound on the moment of order p.
    frame : Frame
        The frame of Kashin coefficients.
    level : float, default LEVEL
        K, the level of the coefficients.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.

    References
    ----------
    Zhao et al., Theorem 3.
    """
    plan = norm_moments(n, m, epsilon, order, moment, frame, level)
    assert isinstance(plan.each, HeavyTwoStage)
    value = frame.coordinates * sum(_each_bound(plan.each, order, kashin_moment(frame, level, order, moment)))
    return UpperBound(
        value,
        "zhao Remark 2 (13), by N bounds of Theorem 3 on Kashin coefficients",
        ("E||X||_2^p <= M_p", f"every sample has coefficients within K ||x||/sqrt(d), K = {level:g}"),
        not value < moment ** (2 / order),
    )
