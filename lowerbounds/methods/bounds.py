"""What a lower bound is: a number that is certainly not above the minimax risk, and where it comes from."""

from dataclasses import dataclass, field
from fractions import Fraction

import sympy

from lowerbounds.methods.two_point import Chain
from notation.parameters import count, positive


@dataclass(frozen=True)
class Bound:
    """A lower bound on the minimax squared error over epsilon-LDP sequentially interactive protocols.

    `value` is rounded down and in units of squared data; it is 0 where the argument says nothing. `parameters` holds
    n, m, epsilon, D and what was optimised (s, exact). `rate` is the symbolic rate, `chain` the steps where the
    argument is a chain.
    """

    value: float
    source: str
    conditions: tuple[str, ...]
    parameters: dict[str, int | float | Fraction]
    rate: sympy.Expr
    chain: Chain | None = field(default=None, repr=False)


def checked(n: int, m: int, epsilon: float, D: float) -> tuple[int, int, float, float]:
    """Return the parameters that every bound takes; raises ParameterError unless n, m >= 1 and epsilon, D > 0."""
    return count("n", n), count("m", m), positive("epsilon", epsilon), positive("D", D)
