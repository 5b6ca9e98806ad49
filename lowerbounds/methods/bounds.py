"""The definition of a lower bound: a number that is certainly not above the minimax risk, with its source."""

from dataclasses import dataclass, field
from fractions import Fraction

import sympy

from lowerbounds.methods.two_point import BoundChain
from notation.parameters import count, positive


@dataclass(frozen=True)
class Bound:
    """A lower bound on the minimax squared error over epsilon-LDP sequentially interactive protocols.

    Attributes
    ----------
    value : float
        The bound, rounded down, in units of squared data; 0 if the argument is trivial.
    source : str
        Where it is from.
    conditions : tuple of str
        The conditions under which it holds.
    parameters : dict from str to int, float or Fraction
        n, m, epsilon, D and the optimised parameters (s, exact).
    rate : sympy expression
        The symbolic rate.
    chain : Chain or None
        The steps if the argument is a chain, else None.
    """

    value: float
    source: str
    conditions: tuple[str, ...]
    parameters: dict[str, int | float | Fraction]
    rate: sympy.Expr
    chain: BoundChain | None = field(default=None, repr=False)


def checked(n: int, m: int, epsilon: float, D: float) -> tuple[int, int, float, float]:
    """Return the checked parameters of every bound.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    tuple of (int, int, float, float)
        n, m, epsilon and D.

    Raises
    ------
    ParameterError
        Unless n, m >= 1 and epsilon, D > 0.
    """
    return count("n", n), count("m", m), positive("epsilon", epsilon), positive("D", D)
