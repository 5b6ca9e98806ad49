r"""Bounds on the excess risk at delta = 0: how little a trusted server's pure answer depends on a direction.

The data depend on v, uniform on the corners of the cube in the unit sphere. The loss is -L theta.z, and E z = alpha v.
Users' data are replaced one by one by data of a law without v. Let the two laws of all data of one user have total
variation distance at most tau. Then the probability g(x) of an answer given a user's data x, with g(x) <= e^epsilon
g(x'), changes its mean by a factor of at most 1 + tau (e^epsilon - 1), because the means differ by at most tau (max g -
min g). So

(a) the law of the answer is within a factor e^kappa, on both sides, of one that does not depend on v, with kappa = n
    log(1 + tau (e^epsilon - 1)): its divergence is at most that of randomized response, kappa tanh(kappa/2);
(b) E theta.v <= R sqrt(2 kappa tanh(kappa/2)/d): theta.v is R^2/d-subgaussian if theta does not depend on v;
(c) E F(theta) - min F = L alpha (R - E theta.v).

Together excess >= RL alpha (1 - sqrt(2 kappa tanh(kappa/2)/d)), for every alpha up to 1 and two ways to hide v: z = v
with probability alpha, else 0, against z = 0, tau = 1 - (1 - alpha)^m; and corners of the cube with biases alpha v,
against fair ones, tau^2 at most half of and 1 - e^-of m d times the divergence of one biased sign.
"""

from collections.abc import Callable
from fractions import Fraction

import sympy
from flint import arb

from lowerbounds.information.contraction import kl_absolute
from lowerbounds.methods.two_point import BoundChain, BoundStep
from lowerbounds.methods.vector_bounds import VectorBound, bound_of, checked_vector
from lowerbounds.numerics.enclosures import ball, precise
from lowerbounds.numerics.line_search import best_point
from lowerbounds.optimisation.excess_risk import LIPSCHITZ, RADIUS, Parameters
from notation.parameters import positive
from notation.symbols import d as d_
from notation.symbols import epsilon as epsilon_
from notation.symbols import m as m_
from notation.symbols import n as n_
from notation.symbols import smallest

PURE_RATE = (
    LIPSCHITZ
    * RADIUS
    * smallest(1, d_ / (n_ * (sympy.exp(epsilon_) - 1)) * sympy.Max(1 / m_, 1 / sympy.sqrt(m_ * d_)))
    / 16
)
"""For n (e^epsilon - 1) above d; below, it is LR for every m."""
PURE = "all user-level epsilon-private algorithms, central ones included"


@precise
def sparse_distance(alpha: Fraction, m: int, d: int) -> arb:
    """Enclose 1 - (1 - alpha)^m: the distance of m samples, each v with probability alpha, from zeros.

    Parameters
    ----------
    alpha : Fraction
        alpha, in (0, 1].
    m : int
        Number of samples of each user.
    d : int
        Not used: the distance is the same in every dimension.

    Returns
    -------
    arb
        An enclosure.
    """
    return arb(1) if alpha == 1 else -(m * (-ball(alpha)).log1p()).expm1()


@precise
def biased_distance(alpha: Fraction, m: int, d: int) -> arb:
    """Enclose a bound on the distance of m samples of d signs with bias +-alpha from fair signs.

    Parameters
    ----------
    alpha : Fraction
        alpha, in (0, 1].
    m : int
        Number of samples of each user.
    d : int
        Dimension.

    Returns
    -------
    arb
        An enclosure.
    """
    a = ball(alpha)
    rest = arb(0) if alpha == 1 else (1 - a) * (-a).log1p()
    told = m * d * ((1 + a) * a.log1p() + rest) / 2
    # Pinsker, and Bretagnolle and Huber; of what rounding leaves below 0 nothing.
    return (told / 2).nonnegative_part().sqrt().min((-(-told).expm1()).nonnegative_part().sqrt())


WAYS: dict[str, Callable[[Fraction, int, int], arb]] = {
    "a direction in few samples": sparse_distance,
    "signs of a small bias": biased_distance,
}
"""The ways in which data depend on v, each with the distance of one user's data from data that do not."""


@precise
def pure_server(n: int, m: int, d: int, epsilon: float, L: float = 1.0, R: float = 1.0) -> VectorBound:
    """Return RL max_alpha alpha (1 - sqrt(2 kappa tanh(kappa/2)/d)) by the better of both; every n, m, d, epsilon.

    A constant share of RL below about d/epsilon users, for every m.

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
    L : float, default 1.0
        Lipschitz constant of the losses.
    R : float, default 1.0
        Radius of the ball of parameters.

    Returns
    -------
    VectorBound
        The bound on the excess risk, in units of the loss.

    Raises
    ------
    ParameterError
        Unless L and R are above 0.
    """
    n, m, d, epsilon, _ = checked_vector(n, m, d, epsilon, 1.0)
    size = ball(positive("L", L)) * ball(positive("R", R))
    level = ball(epsilon)

    def height(alpha: Fraction, apart: Callable[[Fraction, int, int], arb]) -> arb:
        kappa = n * (apart(alpha, m, d) * level.expm1()).log1p()
        return ball(alpha) * (1 - (2 * kl_absolute(kappa) / d).sqrt())

    found = []
    for name, apart in WAYS.items():

        def at(alpha: Fraction, apart: Callable[[Fraction, int, int], arb] = apart) -> arb:
            return height(alpha, apart)

        alpha = best_point(at, 1e-300, Fraction(1), rounds=80)
        found.append((at(alpha), alpha, name))
    value, alpha, name = max(found, key=lambda entry: entry[0].mid())
    record: Parameters = {"n": n, "m": m, "d": d, "epsilon": epsilon, "L": float(L), "R": float(R), "alpha": alpha}
    source = f"a pure answer knows no direction: {name}"
    steps = (BoundStep("what a pure answer knows of a direction", size * value.nonnegative_part(), source),)
    conditions = ("every n, m, d >= 1 and epsilon > 0; delta = 0; losses on the ball, answers within it",)
    return bound_of(BoundChain(steps), source, record, PURE_RATE, conditions, protocols=PURE)
