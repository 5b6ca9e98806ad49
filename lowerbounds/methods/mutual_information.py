r"""Floors for every number of samples: messages have at most n kappa of information, kappa = epsilon tanh(epsilon/2).

If all samples of a user are the point theta, the user knows it, and m does not matter. Given the earlier messages, the
laws of a message under two points have KL at most kappa (`lowerbounds.information.contraction`). So a message has at
most this information about theta, and the chain rule adds it up over users: I(theta; messages) <= n kappa. Interaction
is allowed.

*Signs* (zhao/own/floor-mean, bassily/thm3.3). theta = V b, V uniform on {-1, 1}^d. Independent V_k:
sum_k I(V_k; Z) <= n kappa. With x the posterior mean of V_k, I(V_k; Z) = E g(x^2), g(u) = ln 2 - h((1 + sqrt u)/2) =
sum_j u^j/(2j(2j-1)), convex and increasing: the mean of x^2 is at most g^-1(n kappa/d), and the posterior variance at
least 1 minus that. g(u) >= u/2 gives the papers' 1 - 2 n kappa/d.

*Volume* (in place of the packings of kent Proposition 3). theta uniform on a body of volume Vol in dimension k:
h(theta) - h(theta - estimate) <= n kappa, and an error of mean square r has entropy at most (k/2) ln(2 pi e r/k)
(Shannon's lower bound on the distortion), so r >= k/(2 pi e) Vol^(2/k) e^(-2 n kappa/k).

*Vertices* (Fano). theta uniform on N orthogonal unit vectors, or on k of them and their negatives, N = 2k: the
posterior mean has squared length at most the largest posterior probability, so the squared error is at least the
probability that the best guess is wrong, at least 1 - (n kappa + ln 2)/ln N.
"""

from fractions import Fraction

import sympy
from flint import arb

from lowerbounds.information.contraction import kl_absolute
from lowerbounds.information.fair_signs import known_at_most
from lowerbounds.methods.assouad import sizes
from lowerbounds.methods.cubes import SignCube
from lowerbounds.methods.perturbations import sized, witness
from lowerbounds.methods.points import PointMasses
from lowerbounds.methods.two_point import BoundChain, BoundStep
from lowerbounds.methods.vector_bounds import VectorBound, bound_of, checked_vector, supports
from lowerbounds.numerics.enclosures import ball, precise
from notation.parameters import ParameterError, count
from notation.symbols import D as D_
from notation.symbols import d as d_
from notation.symbols import epsilon as epsilon_
from notation.symbols import largest
from notation.symbols import n as n_

_SHARE = n_ * epsilon_ * sympy.tanh(epsilon_ / 2) / d_
_BALLS = {"linf": D_**2 * d_, "l2": D_**2, "l1": D_**2 / d_, "cells": 1 / d_}
SIGN_RATES = {name: _BALLS[name] * largest(0, 1 - 2 * _SHARE) for name in ("linf", "l2")}
VOLUME_RATES = {name: size * sympy.exp(-2 * _SHARE) for name, size in _BALLS.items()}
VERTEX_RATES = {
    "l1": D_**2 * largest(0, 1 - (_SHARE * d_ + sympy.log(2)) / sympy.log(2 * d_)),
    "cells": largest(0, 1 - (_SHARE * d_ + sympy.log(2)) / sympy.log(d_)),
}
_POINTS = "every n, m, d >= 1 and epsilon > 0; laws: point masses"


@precise
def sign_floor(n: int, m: int, d: int, epsilon: float, D: float = 1.0, support: str = "linf") -> VectorBound:
    """Return the floor by the corners of the cube in the l_inf or l_2 ball of radius D, for every m.

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
    support : {"linf", "l2"}, default "linf"
        The ball that holds the data.

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.
    """
    n, m, d, epsilon, exact = checked_vector(n, m, d, epsilon, D)
    family = SignCube(d, Fraction(1), supports(support, d, exact))
    share = n * kl_absolute(epsilon) / d
    seen, _ = witness(family, n, m, epsilon)
    chain = BoundChain(
        (
            BoundStep(
                "Bayes risk of the hard instance at the witness", sized(family, seen), "lower end of the exact value"
            ),
            BoundStep("information of one sign", sized(family, 1 - known_at_most(share)), "zhao/own/floor-mean"),
        )
    )
    parameters: dict[str, int | float | Fraction] = {
        "n": n,
        "m": m,
        "d": d,
        "epsilon": epsilon,
        "D": D,
        "s": Fraction(1),
    }
    return bound_of(
        chain, "corners of a cube, information of the messages", parameters, SIGN_RATES[support], (_POINTS,), family
    )


@precise
def volume_floor(n: int, m: int, d: int, epsilon: float, D: float = 1.0, support: str = "linf") -> VectorBound:
    """Return the floor by the volume of the ball, or of the laws on d cells.

    For 'l1' and 'cells' the best dimension up to d is taken.

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
        For another support, or for fewer than two cells.
    """
    n, m, d, epsilon, exact = checked_vector(n, m, d, epsilon, D)
    if support not in VOLUME_RATES:
        raise ParameterError(f"support = {support!r}: must be one of {', '.join(VOLUME_RATES)}")
    if support == "cells":
        exact, dimensions = Fraction(1), sizes(count("d", d, 2) - 1)
    else:
        dimensions = sizes(d) if support == "l1" else (d,)
    found = [(_volume(support, k) * (-2 * n * kl_absolute(epsilon) / k).exp(), k) for k in dimensions]
    value, used = max(found, key=lambda entry: entry[0].mid())
    chain = BoundChain((BoundStep("Shannon's lower bound on the distortion", ball(exact**2) * value, "Shannon 1959"),))
    parameters: dict[str, int | float | Fraction] = {
        "n": n,
        "m": m,
        "d": d,
        "epsilon": epsilon,
        "D": D,
        "dimension": used,
    }
    return bound_of(
        chain,
        "uniform on the ball, volume",
        parameters,
        VOLUME_RATES[support],
        (f"{_POINTS}, uniform on the ball",),
        PointMasses(support, d, used + (support == "cells"), exact**2),
    )


def _volume(support: str, k: int) -> arb:
    """Enclose k/(2 pi e) Vol^(2/k) for radius 1 in dimension k; for cells the simplex of k + 1 corners."""
    scale = k / (2 * arb.pi() * arb(1).exp())
    if support == "linf":
        return 4 * scale
    if support == "l2":
        return scale * arb.pi() * (-2 * (1 + arb(k) / 2).lgamma() / k).exp()
    factorial = (-2 * arb(k + 1).lgamma() / k).exp()
    return scale * factorial * (4 if support == "l1" else (arb(k + 1).log() / k).exp())


@precise
def vertex_floor(n: int, m: int, d: int, epsilon: float, D: float = 1.0, support: str = "l1") -> VectorBound:
    """Return the floor by the 2d vertices of the l_1 ball of radius D, or the d point masses on cells.

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
    support : {"l1", "cells"}, default "l1"
        The ball, or the laws on cells.

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.

    Raises
    ------
    ParameterError
        For another support, or for fewer than two cells.
    """
    n, m, d, epsilon, exact = checked_vector(n, m, d, epsilon, D)
    if support not in VERTEX_RATES:
        raise ParameterError(f"support = {support!r}: must be 'l1' or 'cells'")
    letters = 2 * d if support == "l1" else count("d", d, 2)
    square = ball(exact**2) if support == "l1" else arb(1)
    value = 1 - (n * kl_absolute(epsilon) + arb(2).log()) / arb(letters).log()
    chain = BoundChain((BoundStep("Fano's inequality", square * value, "Cover and Thomas 2006, Theorem 2.10.1"),))
    parameters: dict[str, int | float | Fraction] = {"n": n, "m": m, "d": d, "epsilon": epsilon, "D": D}
    return bound_of(
        chain,
        "vertices, Fano",
        parameters,
        VERTEX_RATES[support],
        (f"{_POINTS} on the vertices",),
        PointMasses(support, d, d, exact**2 if support == "l1" else Fraction(1), vertices=True),
    )
