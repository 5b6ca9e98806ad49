r"""The private van Trees bound in d dimensions, for every n, m and epsilon, without conditions.

theta in [-L, L]^k has independent coordinates of density cos^2(pi x/(2L))/L, information (pi/L)^2 each. If the
information of one message has trace at most J for all such theta, then by van Trees, coordinate by coordinate, and
Jensen E sum (a_k - theta_k)^2 >= k^2/(n J + k (pi/L)^2); given the earlier messages each channel is epsilon-LDP and the
informations add up (Gill and Levit 1995; kent/own/X1, with a rational prior on [-1/2, 1/2]).

The scores s_k of a user's m samples are centred and uncorrelated under P_theta with variance mass m/(1 - theta_k^2),
so, as in `perturbations`, trace = sum_k sum_z E[s_k q]^2/E q is at most each of
 mass m sinh(epsilon/2)^2/(1-L^2)   by Bessel,
 mass m k tanh(epsilon/2)^2/(1-L^2) each coordinate by itself,
 2 m kappa/(1-L^2)^2                for independent signs: sub-Gaussian scores and I(X; Z) <= kappa (kent/own/X1/score).
L is optimised.
"""

from collections.abc import Callable
from fractions import Fraction

import sympy
from flint import arb

from lowerbounds.information.contraction import kl_absolute
from lowerbounds.methods.assouad import sizes
from lowerbounds.methods.cubes import Axes, PairedCells, SignCube
from lowerbounds.methods.families import Family
from lowerbounds.methods.perturbations import bessel_constant
from lowerbounds.methods.two_point import BoundChain, BoundStep
from lowerbounds.methods.vector_bounds import VectorBound, bound_of, checked_vector, supports
from lowerbounds.numerics.enclosures import ball, precise
from lowerbounds.numerics.line_search import best_point
from notation.parameters import ParameterError, count
from notation.symbols import D as D_
from notation.symbols import d as d_
from notation.symbols import epsilon as epsilon_
from notation.symbols import m as m_
from notation.symbols import n as n_
from notation.symbols import smallest

_SINH, _TANH = sympy.sinh(epsilon_ / 2) ** 2, sympy.tanh(epsilon_ / 2)
_CUBE = n_ * m_ * smallest(_SINH, d_ * _TANH**2, epsilon_ * _TANH) + d_
_AXES = n_ * m_ * smallest(_SINH, d_ * _TANH**2)
_RATES = {
    "linf": D_**2 * d_**2 / _CUBE,
    "l2": D_**2 * d_ / _CUBE,
    "l1": D_**2 / (_AXES / d_ + d_),
    "cells": 1 / (_AXES / d_ + d_),
}
_SOURCE = "Gill and Levit 1995; kent/own/X1"
# Beyond, 1/(1 - L^2) loses more than the prior gains.
WIDEST = 1 - Fraction(1, 2**20)


@precise
def trace(family: Family, m: int, epsilon: float) -> arb:
    """Enclose J, with the family's s as L; below 1.

    Parameters
    ----------
    family : Family
        The hard instance.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.

    Returns
    -------
    arb
        An enclosure of J.
    """
    rest = ball(1 - family.s**2)
    value = ball(family.mass) * m * bessel_constant(family.signs, epsilon) / rest
    return value.min(2 * m * kl_absolute(epsilon) / rest**2) if family.mass == 1 else value


@precise
def van_trees(n: int, m: int, d: int, epsilon: float, D: float = 1.0, support: str = "linf") -> VectorBound:
    """Return the bound for the ball of radius D, or for laws on d cells.

    The family returned holds the laws at the corners of the prior's box.

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
    D : float, default 1.0
        Half-width of the range of each coordinate, or radius of the ball that holds the data.
    support : {"linf", "l2", "l1", "cells"}, default "linf"
        The ball that holds the data, or the laws on cells.

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.

    Raises
    ------
    ParameterError
        For another support.
    """
    n, m, d, epsilon, exact = checked_vector(n, m, d, epsilon, D)
    if support == "l1":
        makers: tuple[Callable[[Fraction], Family], ...] = tuple(
            lambda s, k=k: Axes(k, s, exact**2, d)  # type: ignore[misc]
            for k in sizes(d)
        )
    elif support == "cells":
        makers = tuple(lambda s, k=k: PairedCells(k, s, d) for k in sizes(count("d", d, 2) // 2))  # type: ignore[misc]
    elif support in ("linf", "l2"):
        unit = supports(support, d, exact)
        makers = (lambda s: SignCube(d, s, unit),)
    else:
        raise ParameterError(f"support = {support!r}: must be one of {', '.join(_RATES)}")
    found = []
    for make in makers:

        def height(length: Fraction, make: Callable[[Fraction], Family] = make) -> arb:
            return _value(make(length), n, m, epsilon)

        family = make(best_point(height, 1e-3, WIDEST))
        found.append((_value(family, n, m, epsilon), family))
    value, family = max(found, key=lambda entry: entry[0].mid())
    chain = BoundChain((BoundStep("van Trees, trace of the messages' information", value, _SOURCE),))
    parameters: dict[str, int | float | Fraction] = {"n": n, "m": m, "d": d, "epsilon": epsilon, "D": D}
    parameters |= {"L": family.s, "signs": family.signs}
    return bound_of(
        chain,
        "van Trees in d dimensions",
        parameters,
        _RATES[support],
        ("every n, m, d >= 1 and epsilon > 0; laws: the family with any means in its box",),
        family,
    )


def _value(family: Family, n: int, m: int, epsilon: float) -> arb:
    k = family.signs
    prior = (arb.pi() / ball(family.s)) ** 2
    return ball(family.weight) * k**2 / (n * trace(family, m, epsilon) + k * prior)
