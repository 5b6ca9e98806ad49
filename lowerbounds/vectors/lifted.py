"""The scalar bounds in d dimensions: a line in the ball is a scalar problem, and the diagonal of the cube is d of them.

In the l_inf ball data X = (Y, ..., Y): every coordinate of an estimate is an estimate of the mean of Y, so the squared
error is at least d times the scalar minimax risk. In the l_2 and l_1 balls, data are on the first axis. For laws on
cells, on the first two cells: (X, 1 - X) with X a bit, half of the squared error of a sign's mean. All that holds for
scalar data holds here: every n, m and epsilon, with the floors and the exact risk without privacy.
"""

from fractions import Fraction
from functools import lru_cache

import sympy
from flint import arb

from lowerbounds.mean.best import best_mean_bound
from lowerbounds.methods.bounds import Bound
from lowerbounds.methods.cubes import Axes, PairedCells
from lowerbounds.methods.families import Family
from lowerbounds.methods.lines import Diagonal
from lowerbounds.methods.two_point import BoundChain, BoundStep
from lowerbounds.methods.vector_bounds import VectorBound, bound_of, checked_vector
from lowerbounds.numerics.enclosures import ball, precise
from notation.parameters import ParameterError, count
from notation.symbols import D as D_
from notation.symbols import d as d_
from notation.symbols import m as m_
from notation.symbols import n as n_

SHARES = {"linf": d_, "l2": sympy.Integer(1), "l1": sympy.Integer(1), "cells": sympy.Rational(1, 2)}
CELLS_NONPRIVATE_RATE = (1 - 1 / d_) / (1 + sympy.sqrt(n_ * m_)) ** 2


@lru_cache(maxsize=256)
def _scalar(n: int, m: int, epsilon: float) -> Bound:
    """The best scalar bound for D = 1, common to all balls."""
    return best_mean_bound(n, m, epsilon)


@precise
def lifted(n: int, m: int, d: int, epsilon: float, D: float = 1.0, support: str = "linf") -> VectorBound:
    """Return the best scalar bound, lifted to the ball of radius D or to d cells.

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
    if support not in SHARES:
        raise ParameterError(f"support = {support!r}: must be one of {', '.join(SHARES)}")
    if support == "cells":
        count("d", d, 2)
    # Scalar bounds grow with D^2 exactly: the float that they return is for D = 1.
    scalar = _scalar(n, m, epsilon)
    s = Fraction(scalar.parameters.get("s", Fraction(1)))
    family: Family
    if support == "linf":
        family = Diagonal(d, s, exact**2)
    elif support == "cells":
        family = PairedCells(1, s, d)
    else:
        family = Axes(1, s, exact**2, d)
    share = ball(family.weight)
    chain = BoundChain(
        (
            *(
                BoundStep(step.name, share * step.value, step.source)
                for step in (scalar.chain.steps if scalar.chain is not None else ())
            ),
            BoundStep(f"scalar data: {scalar.source}", share * arb(scalar.value), "the bound for scalar data"),
        )
    )
    parameters: dict[str, int | float | Fraction] = {"n": n, "m": m, "d": d, "epsilon": epsilon, "D": D, "s": s}
    rate = SHARES[support] * (scalar.rate.subs(D_, 1) if support == "cells" else scalar.rate)
    return bound_of(chain, f"scalar data: {scalar.source}", parameters, rate, scalar.conditions, family)


@precise
def cells_nonprivate(n: int, m: int, d: int, epsilon: float) -> VectorBound:
    """Return (1 - 1/d)/(1 + sqrt(nm))^2, the minimax risk of a law on d cells without privacy.

    Under the Dirichlet prior of weights sqrt(nm)/d the Bayes estimate has this risk whatever the law (Steinhaus 1957;
    Trybula 1958).

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Number of cells, at least 2.
    epsilon : float
        Not used: nothing is private.

    Returns
    -------
    VectorBound
        The bound, a squared l_2 distance.

    References
    ----------
    Steinhaus (1957); Trybula (1958).
    """
    n, m, d, epsilon, _ = checked_vector(n, m, count("d", d, 2), epsilon, 1.0)
    value = (1 - 1 / arb(d)) / (1 + arb(n * m).sqrt()) ** 2
    chain = BoundChain((BoundStep("without privacy, exact", value, "Trybula 1958"),))
    parameters: dict[str, int | float | Fraction] = {"n": n, "m": m, "d": d, "epsilon": epsilon}
    return bound_of(
        chain,
        "without privacy, Trybula 1958",
        parameters,
        CELLS_NONPRIVATE_RATE,
        ("every n, m >= 1, d >= 2; laws: all",),
    )
