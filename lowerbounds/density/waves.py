"""Ours: the problem of a mean on [-D, D] as a part of the problem of densities."""

import sympy
from flint import arb

from lowerbounds.mean.best import all_bounds
from lowerbounds.methods.bounds import Bound
from lowerbounds.methods.vector_bounds import VectorBound, checked_vector
from lowerbounds.numerics.enclosures import down, precise
from notation.parameters import within
from notation.setting import LEAST_SIZE, MOST_SIZE, MOST_SMOOTHNESS, count_up_to
from notation.symbols import D, beta, r, smallest


@precise
def wave(n: int, m: int, beta_: int, epsilon: float, radius: float = 1.0) -> VectorBound:
    """Return the largest bound for a mean on [-D, D], D = min(r/2^beta, 1/sqrt(2)), which also holds for densities.

    From a number x in [-D, D] one can draw a sample of the density 1 + x phi_3, which is at least 0. Averaged over x
    the density is 1 + E(x) phi_3, in the class since a_3 = 2^beta. So an estimate of the density gives an estimate of
    the mean with no larger error: its coefficient of phi_3.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    beta_ : int
        Smoothness of the class.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    radius : float, default 1.0
        r, the radius of the class.

    Returns
    -------
    VectorBound
        The bound, a squared L_2 distance.

    Raises
    ------
    ParameterError
        For a number out of range.
    """
    n, m, _, epsilon, _ = checked_vector(n, m, 1, epsilon, 1.0)
    beta_ = count_up_to("beta", beta_, MOST_SMOOTHNESS)
    radius = float(within("r", radius, LEAST_SIZE, MOST_SIZE))
    # Below 1/sqrt(2) densities are above 0.
    half_width = down(min(arb(radius) / arb(2) ** beta_, arb("0.7071")))
    best: Bound = max(all_bounds(n, m, epsilon, half_width), key=lambda bound: bound.value)
    return VectorBound(
        best.value,
        f"one wave: {best.source}",
        (*best.conditions, "the class with a_1 = 0"),
        {"n": n, "m": m, "beta": beta_, "epsilon": epsilon, "r": radius, "D": half_width},
        best.rate.subs(D, smallest(r / 2**beta, 1 / sympy.sqrt(2))),
        best.chain,
    )
