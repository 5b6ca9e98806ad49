"""kent Algorithms 4 and 12 on the l_inf ball, and 5 and 13 on the l_2 ball by a random rotation; printed and corrected.

The paper's data are on [-1, 1]^d and in the unit ball; here all widths are multiplied by D. As printed, Algorithms 12
and 13 give floor(alpha) + 1 folds to a coordinate for 1 < alpha <= d, so that a user spends floor(alpha) + 1 > alpha.
"""

import math
from fractions import Fraction

import sympy

from notation.setting import in_range
from notation.symbols import D, d, epsilon, m, n, smallest
from upperbounds.estimator import UpperBound
from upperbounds.mean import kent
from upperbounds.protocols.coordinates import CoordinatePlan, Plain
from upperbounds.protocols.split import Split, chunks, cyclic
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.transforms.hadamard import RandomRotation, padded
from upperbounds.vectors.bounds import rotated_tail, sum_of_two_stage

_Z = smallest(epsilon, epsilon**2)
_EFFECTIVE = n * m * smallest(epsilon, epsilon**2, d)
RATE = D**2 * (d**2 * sympy.log(_EFFECTIVE / d) / _EFFECTIVE + d * sympy.exp(-n * _Z / d))
"""kent (24); the paper does not give the constant in the exponent."""
L2_RATE = D**2 * (d * sympy.log(_EFFECTIVE) ** 2 / _EFFECTIVE + sympy.exp(-n * _Z / d))
"""kent Theorem 6 on the l_2 ball, likewise."""

WIDTH_CONSTANT = 8.0
"""C of (34), which the paper does not give. With 8, a user mean is outside with probability 1/(nT*), from log(n T*) =
10 on."""


def split(n: int, coordinates: int, epsilon: float, *, printed: bool = False) -> tuple[Split, Fraction]:
    """Algorithms 12 and 13: who sends what, and the share of alpha that each coordinate gets.

    alpha <= 1: one fold, all of alpha; alpha <= d: floor(alpha) folds (printed: one more) at budget 1; beyond: all
    users at alpha/d.

    Parameters
    ----------
    n : int
        Number of users.
    coordinates : int
        Number of coordinates.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    printed : bool, default False
        Whether as printed.

    Returns
    -------
    who : Split
        Who sends which coordinates.
    share : Fraction
        The part of alpha that a coordinate gets.

    References
    ----------
    Kent et al., Algorithms 12 and 13.
    """
    if epsilon <= 1:
        return cyclic(n, coordinates, 1), Fraction(1)
    if epsilon <= coordinates:
        return cyclic(n, coordinates, math.floor(epsilon) + printed), 1 / Fraction(epsilon)
    return chunks(n, coordinates, 1, coordinates), Fraction(1, coordinates)


def cap(m: int, exponent: float) -> int:
    """T ^ exp(exponent), as an integer of at least 1.

    Parameters
    ----------
    m : int
        Number of samples, T.
    exponent : float
        The exponent.

    Returns
    -------
    int
        The number of samples that are used.
    """
    return m if exponent >= math.log(m) else max(1, math.floor(math.exp(exponent)))


def _branch(n: int, used: int, budget: float, delta: float, D: float) -> TwoStage:
    """Algorithm 10, GENERALUSERLEVELMEAN: Algorithm 2 up to budget 1."""
    build = kent.algorithm2 if budget <= 1 else kent.algorithm10
    return build(n, used, budget, delta, D, kent.bin_count(delta, D))


def _width(factor: float, logarithm_of: float, used: float, D: float) -> float:
    """D sqrt(factor log(x)/T*); D, a single bin, if the logarithm is not positive."""
    return D * math.sqrt(factor * math.log(logarithm_of) / used) if logarithm_of > 1 else D


def algorithm12(n: int, m: int, d: int, epsilon: float, D: float) -> CoordinatePlan:
    """kent Algorithm 12 as corrected: floor(alpha) folds, T* and Delta of Algorithm 11 at a coordinate's users.

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
    D : float
        Half-width of the range of each coordinate, or the radius of the l_2 ball.

    Returns
    -------
    CoordinatePlan
        The plan.

    References
    ----------
    Kent et al., Algorithm 12.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    who, share = split(n, d, epsilon)
    each = kent.algorithm11(who.per_coordinate, m, float(share * Fraction(epsilon)), D)
    return CoordinatePlan("kent-algorithm12", who, each, share, Plain(d))


def printed_algorithm12(n: int, m: int, d: int, epsilon: float, D: float) -> CoordinatePlan:
    """kent Algorithm 12 as printed: one fold too many, and T* = T ^ exp(n/(Kd)), for 1 < alpha <= d.

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
    D : float
        Half-width of the range of each coordinate, or the radius of the l_2 ball.

    Returns
    -------
    CoordinatePlan
        The plan.

    References
    ----------
    Kent et al., Algorithm 12.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    who, share = split(n, d, epsilon, printed=True)
    used, effective = _printed_cap(n, m, d, epsilon)
    delta = _width(4.0 if epsilon > d else 2.0, effective, used, D)
    each = _branch(who.per_coordinate, used, float(share * Fraction(epsilon)), delta, D)
    return CoordinatePlan("kent-algorithm12-printed", who, each, share, Plain(d))


def _printed_cap(n: int, m: int, coordinates: int, epsilon: float) -> tuple[int, float]:
    """T* and the argument of the logarithm in Delta, as printed in Algorithms 12 and 13."""
    # Up to epsilon = d a coordinate has budget 1 at most, for which K is the larger one.
    constant = kent.K_HIGH_PRIVACY if epsilon <= coordinates else kent.K_LOW_PRIVACY
    power = epsilon**2 if epsilon <= 1 else 1.0 if epsilon <= coordinates else epsilon
    used = cap(m, n * power / (constant * coordinates))
    return used, n * used * min(epsilon**2, 1.0) / coordinates


def algorithm4(n: int, m: int, d: int, epsilon: float, D: float) -> CoordinatePlan:
    """kent Algorithm 4, for every alpha: d groups, each with all of alpha, by Algorithm 3 at n/d users.

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
    D : float
        Half-width of the range of each coordinate, or the radius of the l_2 ball.

    Returns
    -------
    CoordinatePlan
        The plan.

    References
    ----------
    Kent et al., Algorithm 4.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    who = cyclic(n, d, 1)
    each = kent.algorithm3(who.per_coordinate, m, epsilon, D)
    return CoordinatePlan("kent-algorithm4", who, each, Fraction(1), Plain(d))


def algorithm5(
    n: int, m: int, epsilon: float, D: float, rotation: RandomRotation, constant: float = WIDTH_CONSTANT
) -> CoordinatePlan:
    """kent Algorithm 5, for every alpha: Algorithm 4's groups on rotated data, Delta of (34).

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Half-width of the range of each coordinate, or the radius of the l_2 ball.
    rotation : RandomRotation
        The public random rotation.
    constant : float, default WIDTH_CONSTANT
        C of the width Delta.

    Returns
    -------
    CoordinatePlan
        The plan.

    References
    ----------
    Kent et al., Algorithm 5.
    """
    n, m, _, epsilon, D = in_range(n, m, rotation.dimension, epsilon, D)
    who = cyclic(n, rotation.coordinates, 1)
    used = cap(m, n * epsilon**2 / (kent.K_HIGH_PRIVACY * rotation.coordinates))
    delta = rotated_width(n * used * epsilon**2, rotation.coordinates, used, D, constant)
    each = kent.algorithm2(who.per_coordinate, used, epsilon, delta, D, kent.bin_count(delta, D))
    return CoordinatePlan("kent-algorithm5", who, each, Fraction(1), rotation)


def rotated_width(effective: float, coordinates: int, used: int, D: float, constant: float) -> float:
    """Delta = [C {log(n T* alpha^2)}^2/(d T*)]^(1/2) of (34), times D and at most D.

    Parameters
    ----------
    effective : float
        n T* alpha^2.
    coordinates : int
        d.
    used : int
        T*.
    D : float
        Half-width of the range of each coordinate, or the radius of the l_2 ball.
    constant : float
        C of the width Delta.

    Returns
    -------
    float
        Delta, in units of the data.
    """
    if effective <= 1:
        return D
    return D * min(1.0, math.sqrt(constant / (coordinates * used)) * math.log(effective))


def _rotated_each(who: Split, share: Fraction, n: int, m: int, epsilon: float, D: float, constant: float) -> TwoStage:
    """Algorithm 13 as corrected: T* at a coordinate's users and budget, Delta of (34) with min(alpha, alpha^2)."""
    budget = float(share * Fraction(epsilon))
    constant_in_cap = kent.K_HIGH_PRIVACY if budget <= 1 else kent.K_LOW_PRIVACY
    used = cap(m, who.per_coordinate * min(budget, budget**2) / constant_in_cap)
    delta = rotated_width(n * used * min(epsilon, epsilon**2), who.coordinates, used, D, constant)
    return _branch(who.per_coordinate, used, budget, delta, D)


def algorithm13(
    n: int, m: int, epsilon: float, D: float, rotation: RandomRotation, constant: float = WIDTH_CONSTANT
) -> CoordinatePlan:
    """kent Algorithm 13 as corrected: floor(alpha) folds, and bins narrower by sqrt(d), as in Algorithm 5.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Half-width of the range of each coordinate, or the radius of the l_2 ball.
    rotation : RandomRotation
        The public random rotation.
    constant : float, default WIDTH_CONSTANT
        C of the width Delta.

    Returns
    -------
    CoordinatePlan
        The plan.

    References
    ----------
    Kent et al., Algorithm 13.
    """
    n, m, _, epsilon, D = in_range(n, m, rotation.dimension, epsilon, D)
    who, share = split(n, rotation.coordinates, epsilon)
    each = _rotated_each(who, share, n, m, epsilon, D, constant)
    return CoordinatePlan("kent-algorithm13", who, each, share, rotation)


def printed_algorithm13(
    n: int, m: int, epsilon: float, D: float, rotation: RandomRotation, constant: float = WIDTH_CONSTANT
) -> CoordinatePlan:
    """kent Algorithm 13 as printed: one fold too many, and Delta = {C log(n T* alpha^2/d)/T*}^(1/2) without 1/d.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Half-width of the range of each coordinate, or the radius of the l_2 ball.
    rotation : RandomRotation
        The public random rotation.
    constant : float, default WIDTH_CONSTANT
        C of the width Delta.

    Returns
    -------
    CoordinatePlan
        The plan.

    References
    ----------
    Kent et al., Algorithm 13.
    """
    n, m, _, epsilon, D = in_range(n, m, rotation.dimension, epsilon, D)
    who, share = split(n, rotation.coordinates, epsilon, printed=True)
    used, effective = _printed_cap(n, m, rotation.coordinates, epsilon)
    delta = min(D, _width(constant, effective, used, D))
    each = _branch(who.per_coordinate, used, float(share * Fraction(epsilon)), delta, D)
    return CoordinatePlan("kent-algorithm13-printed", who, each, share, rotation)


def tuned(n: int, m: int, d: int, epsilon: float, D: float) -> CoordinatePlan:
    """Algorithm 12 as corrected with T* = T and the tuned width of Appendix A.2 at a coordinate's users and budget.

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
    D : float
        Half-width of the range of each coordinate, or the radius of the l_2 ball.

    Returns
    -------
    CoordinatePlan
        The plan.

    References
    ----------
    Kent et al., Algorithm 12 and Appendix A.2.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    who, share = split(n, d, epsilon)
    each = kent.tuned_general(who.per_coordinate, m, float(share * Fraction(epsilon)), D)
    return CoordinatePlan("kent-tuned", who, each, share, Plain(d))


def _tuned_rotated_each(who: Split, share: Fraction, m: int, epsilon: float, D: float) -> TwoStage:
    """The tuned width over sqrt(d), because a rotated coordinate of a user mean deviates by D/sqrt(dT)."""
    budget = float(share * Fraction(epsilon))
    delta = kent.tuned_width(who.per_coordinate, m, budget, D) / math.sqrt(who.coordinates)
    return _branch(who.per_coordinate, m, budget, delta, D)


def tuned_rotated(n: int, m: int, epsilon: float, D: float, rotation: RandomRotation) -> CoordinatePlan:
    """Algorithm 13 as corrected with T* = T and the tuned width of Appendix A.2 over sqrt(d).

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Half-width of the range of each coordinate, or the radius of the l_2 ball.
    rotation : RandomRotation
        The public random rotation.

    Returns
    -------
    CoordinatePlan
        The plan.

    References
    ----------
    Kent et al., Algorithm 13 and Appendix A.2.
    """
    n, m, _, epsilon, D = in_range(n, m, rotation.dimension, epsilon, D)
    who, share = split(n, rotation.coordinates, epsilon)
    each = _tuned_rotated_each(who, share, m, epsilon, D)
    return CoordinatePlan("kent-tuned-rotated", who, each, share, rotation)


def bound(n: int, m: int, d: int, epsilon: float, D: float) -> UpperBound:
    """d times the bound for Algorithm 11 at a coordinate's users and budget.

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
    D : float
        Half-width of the range of each coordinate, or the radius of the l_2 ball.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.

    References
    ----------
    Kent et al., Algorithm 11.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    who, share = split(n, d, epsilon)
    one = kent.bound(who.per_coordinate, m, float(share * Fraction(epsilon)), D)
    value = d * one.value
    return UpperBound(
        value,
        "kent Theorem 6 on the l_inf ball, by d bounds for Algorithm 11",
        ("data on [-D, D]^d", *one.conditions[1:]),
        not value < d * D**2,
    )


def l2_bound(n: int, m: int, d: int, epsilon: float, D: float, constant: float = WIDTH_CONSTANT) -> UpperBound:
    """Algorithm 13 as corrected at any C, on average over the rotation; by bounded differences and Hoeffding.

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
    D : float
        Half-width of the range of each coordinate, or the radius of the l_2 ball.
    constant : float, default WIDTH_CONSTANT
        C of the width Delta.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.

    References
    ----------
    Kent et al., Algorithm 13.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    size = padded(d)
    who, share = split(n, size, epsilon)
    each = _rotated_each(who, share, n, m, epsilon, D, constant)
    return _rotated_bound(each, size, D)


def _rotated_bound(each: TwoStage, size: int, D: float) -> UpperBound:
    tail = rotated_tail(float(each.bins.width) / 2, size, each.m, D)
    value = sum_of_two_stage(each, tail, size, D, D**2 / each.m)
    return UpperBound(
        value,
        "ours, by the steps of kent Appendix G.2 with explicit constants, at this width",
        ("data in the l_2 ball of radius D",),
        not value < D**2,
    )


def tuned_bound(n: int, m: int, d: int, epsilon: float, D: float) -> UpperBound:
    """d times the univariate bound at the tuned width.

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
    D : float
        Half-width of the range of each coordinate, or the radius of the l_2 ball.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    who, share = split(n, d, epsilon)
    one = kent.tuned_bound(who.per_coordinate, m, float(share * Fraction(epsilon)), D)
    value = d * one.value
    return UpperBound(value, one.source, ("data on [-D, D]^d",), not value < d * D**2)


def tuned_l2_bound(n: int, m: int, d: int, epsilon: float, D: float) -> UpperBound:
    """The bound of `l2_bound` at the tuned width.

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
    D : float
        Half-width of the range of each coordinate, or the radius of the l_2 ball.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    size = padded(d)
    who, share = split(n, size, epsilon)
    return _rotated_bound(_tuned_rotated_each(who, share, m, epsilon, D), size, D)
