"""Lower bounds about vectors, and their common checks."""

from dataclasses import dataclass, field
from fractions import Fraction

import sympy

from lowerbounds.methods.bounds import Bound, checked
from lowerbounds.methods.families import Family
from lowerbounds.methods.points import PointMasses
from lowerbounds.methods.two_point import BoundChain
from lowerbounds.numerics.enclosures import risk_down
from notation.parameters import ParameterError, count, within

SEQUENTIAL = "sequentially interactive protocols: each user sees the messages before"
NON_INTERACTIVE = "non-interactive protocols only: no user sees a message"
_MOST_SAMPLES, _MOST_DIMENSIONS = 10**100, 10**9
EVERY = ("every n, m, d >= 1 and epsilon > 0",)


@dataclass(frozen=True)
class VectorBound(Bound):
    """A lower bound on the minimax risk over epsilon-LDP protocols; 0 if the argument is trivial.

    For van Trees the prior is on the box whose corners the family holds. Assouad's chains start at the Bayes risk of
    the instance under one protocol that could be run, a witness; all end at `value`.

    Attributes
    ----------
    protocols : str, default SEQUENTIAL
        The class of protocols for which it is a bound.
    family : Family, PointMasses or None
        The hard instance behind the bound, with laws on which to run estimators; None if these are all laws of the
        class.
    """

    protocols: str = SEQUENTIAL
    family: Family | PointMasses | None = field(default=None, repr=False)


def checked_vector(n: int, m: int, d: int, epsilon: float, D: float) -> tuple[int, int, int, float, Fraction]:
    """Return the parameters, D exact.

    n and m up to 10^100, d up to 10^9, epsilon from 1e-100 to 10^4, D from 1e-100 to 1e100. Outside these ranges floats
    underflow or overflow.

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
        Half-width of the range of each coordinate, or radius of the ball that holds the data.

    Returns
    -------
    tuple of (int, int, int, float, Fraction)
        n, m, d, epsilon and D.

    Raises
    ------
    ParameterError
        Unless all are positive and within these ranges.
    """
    n, m, epsilon, D = checked(n, m, epsilon, D)
    for name, size, most in (("n", n, _MOST_SAMPLES), ("m", m, _MOST_SAMPLES), ("d", count("d", d), _MOST_DIMENSIONS)):
        if size > most:
            raise ParameterError(f"{name} = {size}: must be at most 10^{len(str(most)) - 1}")
    within("epsilon", epsilon, 1e-100, 1e4)
    return n, m, int(d), epsilon, Fraction(within("D", D, 1e-100, 1e100))


def bound_of(
    chain: BoundChain,
    source: str,
    parameters: dict[str, int | float | Fraction],
    rate: sympy.Expr,
    conditions: tuple[str, ...] = EVERY,
    family: Family | PointMasses | None = None,
    protocols: str = SEQUENTIAL,
) -> VectorBound:
    """Return the bound at the end of a chain, rounded down.

    Parameters
    ----------
    chain : Chain
        The steps.
    source : str
        Where it is from.
    parameters : dict from str to int, float or Fraction
        Sizes, and the optimised parameters.
    rate : sympy expression
        The symbolic rate.
    conditions : tuple of str, default EVERY
        What it holds under.
    family : Family, PointMasses or None, optional
        The hard instance.
    protocols : str, default SEQUENTIAL
        The class of protocols for which it is a bound.

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.
    """
    return VectorBound(risk_down(chain.value), source, conditions, parameters, rate, chain, protocols, family)


def supports(support: str, d: int, D: Fraction) -> Fraction:
    """Return the squared half-width of the largest cube of signs in the ball.

    Parameters
    ----------
    support : {"linf", "l2"}
        The ball that holds the data.
    d : int
        Dimension.
    D : Fraction
        Half-width of the range of each coordinate, or radius of the ball that holds the data.

    Returns
    -------
    Fraction
        The square, in squared units of the data.

    Raises
    ------
    ParameterError
        For another support.
    """
    if support not in ("linf", "l2"):
        raise ParameterError(f"support = {support!r}: must be 'linf' or 'l2'")
    return D**2 if support == "linf" else D**2 / d
