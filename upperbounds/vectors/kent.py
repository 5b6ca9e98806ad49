"""kent Algorithms 4 and 12 on the l_inf ball, 5 and 13 on the l_2 ball through a random rotation; printed, corrected.

The paper's data are on [-1, 1]^d and in the unit ball; here all widths are times D. Printed, Algorithms 12 and 13 give
floor(alpha) + 1 folds to a coordinate for 1 < alpha <= d, so that a user spends floor(alpha) + 1 > alpha.
"""

import math
from fractions import Fraction

import sympy

from notation.symbols import D, d, epsilon, m, n
from upperbounds.estimator import UpperBound
from upperbounds.mean import kent
from upperbounds.protocols.coordinates import CoordinatePlan, Plain
from upperbounds.protocols.split import Split, chunks, cyclic
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.transforms.hadamard import RandomRotation, padded
from upperbounds.vectors.bounds import rotated_tail, sum_of_two_stage
from upperbounds.vectors.estimator import checked_vectors

_Z = sympy.Min(epsilon, epsilon**2)
_EFFECTIVE = n * m * sympy.Min(_Z, d)
RATE = D**2 * (d**2 * sympy.log(_EFFECTIVE / d) / _EFFECTIVE + d * sympy.exp(-n * _Z / d))
"""kent (24); the constant in the exponent is not named there."""
L2_RATE = D**2 * (d * sympy.log(_EFFECTIVE) ** 2 / _EFFECTIVE + sympy.exp(-n * _Z / d))
"""kent Theorem 6 on the l_2 ball, likewise."""

WIDTH_CONSTANT = 8.0
"""C of (34), which the paper leaves open: from log(n T*) of 10 on, 8 puts a user mean outside with chance 1/(nT*)."""


def split(users: int, coordinates: int, eps: float, *, printed: bool = False) -> tuple[Split, Fraction]:
    """Algorithms 12 and 13: who sends what, and the share of alpha that each coordinate gets.

    alpha <= 1: one fold, all of alpha; alpha <= d: floor(alpha) folds (printed: one more) at budget 1; beyond: all
    users at alpha/d.
    """
    if eps <= 1:
        return cyclic(users, coordinates, 1), Fraction(1)
    if eps <= coordinates:
        return cyclic(users, coordinates, math.floor(eps) + printed), 1 / Fraction(eps)
    return chunks(users, coordinates, 1, coordinates), Fraction(1, coordinates)


def cap(samples: int, exponent: float) -> int:
    """T ^ exp(exponent), as an integer of at least 1."""
    return samples if exponent >= math.log(samples) else max(1, math.floor(math.exp(exponent)))


def _branch(users: int, used: int, budget: float, delta: float, half_width: float) -> TwoStage:
    """Algorithm 10, GENERALUSERLEVELMEAN: Algorithm 2 up to budget 1."""
    build = kent.algorithm2 if budget <= 1 else kent.algorithm10
    return build(users, used, budget, delta, half_width, kent.bin_count(delta, half_width))


def _width(factor: float, logarithm_of: float, used: float, half_width: float) -> float:
    """D sqrt(factor log(x)/T*); D, a single bin, where the logarithm is not positive."""
    return half_width * math.sqrt(factor * math.log(logarithm_of) / used) if logarithm_of > 1 else half_width


def algorithm12(users: int, samples: int, dimension: int, eps: float, half_width: float) -> CoordinatePlan:
    """kent Algorithm 12 as corrected: floor(alpha) folds, T* and Delta of Algorithm 11 at a coordinate's users."""
    users, samples, dimension, eps, half_width = checked_vectors(users, samples, dimension, eps, half_width)
    who, share = split(users, dimension, eps)
    each = kent.algorithm11(who.per_coordinate, samples, float(share * Fraction(eps)), half_width)
    return CoordinatePlan("kent-algorithm12", who, each, share, Plain(dimension))


def printed_algorithm12(users: int, samples: int, dimension: int, eps: float, half_width: float) -> CoordinatePlan:
    """kent Algorithm 12 as printed: one fold too many and T* = T ^ exp(n/(Kd)) for 1 < alpha <= d."""
    users, samples, dimension, eps, half_width = checked_vectors(users, samples, dimension, eps, half_width)
    who, share = split(users, dimension, eps, printed=True)
    used, effective = _printed_cap(users, samples, dimension, eps)
    delta = _width(4.0 if eps > dimension else 2.0, effective, used, half_width)
    each = _branch(who.per_coordinate, used, float(share * Fraction(eps)), delta, half_width)
    return CoordinatePlan("kent-algorithm12-printed", who, each, share, Plain(dimension))


def _printed_cap(users: int, samples: int, coordinates: int, eps: float) -> tuple[int, float]:
    """T* and what Delta takes the logarithm of, as Algorithms 12 and 13 print them."""
    # Up to epsilon = d a coordinate has budget 1 at most, for which K is the larger one.
    constant = kent.K_HIGH_PRIVACY if eps <= coordinates else kent.K_LOW_PRIVACY
    power = eps**2 if eps <= 1 else 1.0 if eps <= coordinates else eps
    used = cap(samples, users * power / (constant * coordinates))
    return used, users * used * min(eps**2, 1.0) / coordinates


def algorithm4(users: int, samples: int, dimension: int, eps: float, half_width: float) -> CoordinatePlan:
    """kent Algorithm 4, whatever alpha is: d groups, each with all of alpha, by Algorithm 3 at n/d users."""
    users, samples, dimension, eps, half_width = checked_vectors(users, samples, dimension, eps, half_width)
    who = cyclic(users, dimension, 1)
    each = kent.algorithm3(who.per_coordinate, samples, eps, half_width)
    return CoordinatePlan("kent-algorithm4", who, each, Fraction(1), Plain(dimension))


def algorithm5(
    users: int, samples: int, eps: float, half_width: float, rotation: RandomRotation, constant: float = WIDTH_CONSTANT
) -> CoordinatePlan:
    """kent Algorithm 5, whatever alpha is: Algorithm 4's groups on rotated data, Delta of (34)."""
    users, samples, _, eps, half_width = checked_vectors(users, samples, rotation.dimension, eps, half_width)
    who = cyclic(users, rotation.coordinates, 1)
    used = cap(samples, users * eps**2 / (kent.K_HIGH_PRIVACY * rotation.coordinates))
    delta = rotated_width(users * used * eps**2, rotation.coordinates, used, half_width, constant)
    each = kent.algorithm2(who.per_coordinate, used, eps, delta, half_width, kent.bin_count(delta, half_width))
    return CoordinatePlan("kent-algorithm5", who, each, Fraction(1), rotation)


def rotated_width(effective: float, coordinates: int, used: int, half_width: float, constant: float) -> float:
    """Delta = [C {log(n T* alpha^2)}^2/(d T*)]^(1/2) of (34), times D and at most D."""
    if effective <= 1:
        return half_width
    return half_width * min(1.0, math.sqrt(constant / (coordinates * used)) * math.log(effective))


def _rotated_each(
    who: Split, share: Fraction, users: int, samples: int, eps: float, half_width: float, constant: float
) -> TwoStage:
    """Algorithm 13 as corrected: T* at a coordinate's users and budget, Delta of (34) with min(alpha, alpha^2)."""
    budget = float(share * Fraction(eps))
    constant_in_cap = kent.K_HIGH_PRIVACY if budget <= 1 else kent.K_LOW_PRIVACY
    used = cap(samples, who.per_coordinate * min(budget, budget**2) / constant_in_cap)
    delta = rotated_width(users * used * min(eps, eps**2), who.coordinates, used, half_width, constant)
    return _branch(who.per_coordinate, used, budget, delta, half_width)


def algorithm13(
    users: int, samples: int, eps: float, half_width: float, rotation: RandomRotation, constant: float = WIDTH_CONSTANT
) -> CoordinatePlan:
    """kent Algorithm 13 as corrected: floor(alpha) folds, and bins narrower by sqrt(d), as in Algorithm 5."""
    users, samples, _, eps, half_width = checked_vectors(users, samples, rotation.dimension, eps, half_width)
    who, share = split(users, rotation.coordinates, eps)
    each = _rotated_each(who, share, users, samples, eps, half_width, constant)
    return CoordinatePlan("kent-algorithm13", who, each, share, rotation)


def printed_algorithm13(
    users: int, samples: int, eps: float, half_width: float, rotation: RandomRotation, constant: float = WIDTH_CONSTANT
) -> CoordinatePlan:
    """kent Algorithm 13 as printed: one fold too many, and Delta = {C log(n T* alpha^2/d)/T*}^(1/2) without 1/d."""
    users, samples, _, eps, half_width = checked_vectors(users, samples, rotation.dimension, eps, half_width)
    who, share = split(users, rotation.coordinates, eps, printed=True)
    used, effective = _printed_cap(users, samples, rotation.coordinates, eps)
    delta = min(half_width, _width(constant, effective, used, half_width))
    each = _branch(who.per_coordinate, used, float(share * Fraction(eps)), delta, half_width)
    return CoordinatePlan("kent-algorithm13-printed", who, each, share, rotation)


def tuned(users: int, samples: int, dimension: int, eps: float, half_width: float) -> CoordinatePlan:
    """Algorithm 12 as corrected with T* = T and the tuned width of Appendix A.2 at a coordinate's users and budget."""
    users, samples, dimension, eps, half_width = checked_vectors(users, samples, dimension, eps, half_width)
    who, share = split(users, dimension, eps)
    each = kent.tuned_general(who.per_coordinate, samples, float(share * Fraction(eps)), half_width)
    return CoordinatePlan("kent-tuned", who, each, share, Plain(dimension))


def _tuned_rotated_each(who: Split, share: Fraction, samples: int, eps: float, half_width: float) -> TwoStage:
    """The tuned width over sqrt(d), as a rotated coordinate of a user mean deviates by D/sqrt(dT)."""
    budget = float(share * Fraction(eps))
    delta = kent.tuned_width(who.per_coordinate, samples, budget, half_width) / math.sqrt(who.coordinates)
    return _branch(who.per_coordinate, samples, budget, delta, half_width)


def tuned_rotated(users: int, samples: int, eps: float, half_width: float, rotation: RandomRotation) -> CoordinatePlan:
    """Algorithm 13 as corrected with T* = T and the tuned width of Appendix A.2 over sqrt(d)."""
    users, samples, _, eps, half_width = checked_vectors(users, samples, rotation.dimension, eps, half_width)
    who, share = split(users, rotation.coordinates, eps)
    each = _tuned_rotated_each(who, share, samples, eps, half_width)
    return CoordinatePlan("kent-tuned-rotated", who, each, share, rotation)


def bound(users: int, samples: int, dimension: int, eps: float, half_width: float) -> UpperBound:
    """d times the bound for Algorithm 11 at a coordinate's users and budget."""
    users, samples, dimension, eps, half_width = checked_vectors(users, samples, dimension, eps, half_width)
    who, share = split(users, dimension, eps)
    one = kent.bound(who.per_coordinate, samples, float(share * Fraction(eps)), half_width)
    value = dimension * one.value
    return UpperBound(
        value,
        "kent Theorem 6 on the l_inf ball, by d bounds for Algorithm 11",
        ("data on [-D, D]^d", *one.conditions[1:]),
        not value < dimension * half_width**2,
    )


def l2_bound(
    users: int, samples: int, dimension: int, eps: float, half_width: float, constant: float = WIDTH_CONSTANT
) -> UpperBound:
    """Algorithm 13 as corrected at any C, on average over the rotation; by bounded differences and Hoeffding."""
    users, samples, dimension, eps, half_width = checked_vectors(users, samples, dimension, eps, half_width)
    size = padded(dimension)
    who, share = split(users, size, eps)
    each = _rotated_each(who, share, users, samples, eps, half_width, constant)
    return _rotated_bound(each, size, half_width)


def _rotated_bound(each: TwoStage, size: int, half_width: float) -> UpperBound:
    tail = rotated_tail(float(each.bins.width) / 2, size, each.samples, half_width)
    value = sum_of_two_stage(each, tail, size, half_width, half_width**2 / each.samples)
    return UpperBound(
        value,
        "ours, by the steps of kent Appendix G.2 with explicit constants, at this width",
        ("data in the l_2 ball of radius D",),
        not value < half_width**2,
    )


def tuned_bound(users: int, samples: int, dimension: int, eps: float, half_width: float) -> UpperBound:
    """d times the univariate bound at the tuned width."""
    users, samples, dimension, eps, half_width = checked_vectors(users, samples, dimension, eps, half_width)
    who, share = split(users, dimension, eps)
    one = kent.tuned_bound(who.per_coordinate, samples, float(share * Fraction(eps)), half_width)
    value = dimension * one.value
    return UpperBound(value, one.source, ("data on [-D, D]^d",), not value < dimension * half_width**2)


def tuned_l2_bound(users: int, samples: int, dimension: int, eps: float, half_width: float) -> UpperBound:
    """The bound of `l2_bound` at the tuned width."""
    users, samples, dimension, eps, half_width = checked_vectors(users, samples, dimension, eps, half_width)
    size = padded(dimension)
    who, share = split(users, size, eps)
    return _rotated_bound(_tuned_rotated_each(who, share, samples, eps, half_width), size, half_width)
