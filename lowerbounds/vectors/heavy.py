r"""Means under a moment condition, E|X_k|^p <= M for each coordinate or E||X||_2^p <= M: ours, for zhao Theorem 3.

X = v T with probability q, else 0, T = (M/q)^(1/p), v = 1 or -1: the means are v M^(1/p) q^(1-1/p). The m-fold laws
differ if any sample is a spike, so TV = 1 - (1-q)^m exactly. One user's affinity is at least 1 minus the largest
squared Hellinger distance of private messages at that TV (`lowerbounds.information.contraction`, Hellinger by TV),
affinities multiply over users, also in sequence, and the squared error is at least mean^2 affinity^2
(`lowerbounds.mean.ours`). At q = 1/(m sqrt(n) epsilon), small epsilon, this is M^(2/p) (m^2 n epsilon^2)^-(1-1/p) up to
a constant: the second term of zhao (4), which is so shown to be needed. The first term is the bounded problem on |X| <=
M^(1/p).

In d dimensions with a condition on each coordinate, (X, ..., X): d times the scalar risk.
"""

import math
from fractions import Fraction

import sympy
from flint import arb

from lowerbounds.information.contraction import hellinger_by_tv, tanh_half
from lowerbounds.information.domination import users_affinity_squared
from lowerbounds.methods.lines import Spikes
from lowerbounds.methods.perturbations import sized, usable
from lowerbounds.methods.two_point import BoundChain, BoundStep
from lowerbounds.methods.vector_bounds import VectorBound, bound_of, checked_vector
from lowerbounds.numerics.enclosures import ball, exact_down, precise
from lowerbounds.numerics.line_search import best_point
from notation.parameters import ParameterError, positive
from notation.symbols import d as d_
from notation.symbols import epsilon as epsilon_
from notation.symbols import largest, smallest
from notation.symbols import m as m_
from notation.symbols import n as n_
from notation.symbols import p as p_

_MOMENT = sympy.Symbol("M_p", positive=True)
_SPIKES = (m_**2 * n_ * sympy.tanh(epsilon_ / 2) ** 2) ** (1 / p_ - 1)
# Few users cannot tell point masses apart: there q = 1.
_SCALAR = _MOMENT ** (2 / p_) * smallest(1, largest(_SPIKES, sympy.cosh(epsilon_ / 2) ** (-2 * n_)))
RATES = {"coordinates": d_ * _SCALAR, "l2": _SCALAR}


@precise
def width(p: float, M: float) -> arb:
    """Enclose M^(1/p).

    Parameters
    ----------
    p : float
        Order of the moment, above 1.
    M : float
        Bound on the moment.

    Returns
    -------
    arb
        An enclosure.

    Raises
    ------
    ParameterError
        Unless p > 1 and M > 0.
    """
    if not positive("p", p) > 1:
        raise ParameterError(f"p = {p!r}: must be above 1, or there is no mean to bound")
    return (ball(positive("M", M)).log() / ball(p)).exp()


@precise
def spikes(
    n: int, m: int, d: int, epsilon: float, p: float, M: float = 1.0, support: str = "coordinates"
) -> VectorBound:
    """Return the bound by rare large values, under a moment condition.

    E|X_k|^p <= M for 'coordinates', or E||X||_2^p <= M for 'l2'.

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
    p : float
        Order of the moment, above 1.
    M : float, default 1.0
        Bound on the moment.
    support : {"coordinates", "l2"}, default "coordinates"
        What the moment is of.

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.

    Raises
    ------
    ParameterError
        Unless p > 1, M > 0 and the support is one of these.
    """
    n, m, d, epsilon, _ = checked_vector(n, m, d, epsilon, 1.0)
    scale = width(p, M)
    if support not in RATES:
        raise ParameterError(f"support = {support!r}: must be 'coordinates' or 'l2'")

    def unknown(q: Fraction) -> arb:
        told = arb(1) if q == 1 else -(m * ball(-q).log1p()).expm1()
        return users_affinity_squared(hellinger_by_tv(epsilon, told), n)

    def height(q: Fraction) -> arb:
        left = unknown(q)
        return (2 * (1 - 1 / ball(p)) * ball(q).log()).exp() * left if usable(left) else -ball(q)

    start = -math.log(m) - math.log(n) - 5
    q = best_point(height, math.exp(max(start, -650.0)), Fraction(1))
    candidates = [(height(x), x) for x in (q, Fraction(1))]
    _, q = max(candidates, key=lambda entry: entry[0].mid())
    # T^2 rounded down: the moment is then at most M.
    family = Spikes(d, q, exact_down((scale / (ball(q).log() / ball(p)).exp()) ** 2), support == "coordinates")
    told = arb(1) if q == 1 else -(m * ball(-q).log1p()).expm1()
    # Each user says by randomised response whether it has seen a spike, and of which sign; a fair coin if none.
    answered = users_affinity_squared(1 - (1 - (tanh_half(epsilon) * told) ** 2).sqrt(), n)
    steps = (
        BoundStep(
            "squared affinity of the hard instance at the witness",
            sized(family, answered),
            "lower end of the exact value",
        ),
        BoundStep("affinity by TV of the m-fold laws", sized(family, unknown(q)), "private contraction of divergences"),
    )
    parameters: dict[str, int | float | Fraction] = {"n": n, "m": m, "d": d, "epsilon": epsilon, "p": p, "M": M, "q": q}
    return bound_of(
        BoundChain(steps),
        "rare large values",
        parameters,
        RATES[support],
        ("every n, m, d >= 1, epsilon > 0 and p > 1",),
        family,
    )
