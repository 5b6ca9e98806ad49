"""The quantities of bassily's algorithms and rates as expressions: T, B, x, y and the rates; R and L are kept."""

import sympy
from sympy import Integer, Rational, exp, oo, sqrt

from notation.symbols import d, epsilon, m, n
from verify.kernel.prover import Variable

R, L, c, LOG = sympy.symbols("R L c Lambda", positive=True)
"""R and L as printed; c is the paper's c_{n,delta}; LOG is log(2/delta)."""

E1 = exp(Integer(1)) - 1
ROUNDS = n**2 * epsilon**2 / (c**2 * d)
"""T of Algorithm 4."""
X = d * sqrt(m) / (n ** Rational(3, 2) * epsilon**2)
Y = c * sqrt(m * d) / (n * epsilon)
"""The two terms of the printed learning rate (R/L)(X + Y)."""
BATCH = n * epsilon / (E1 * sqrt(2 * ROUNDS * LOG))
"""B of Algorithm 4, as the proof of Lemma 5.1 has it."""
STATISTICAL = 1 / sqrt(n * m)
PRIVATE = sqrt(d) / (sqrt(m) * n * epsilon)
"""The two terms of Theorem 3.1, in units of R L."""
LOCAL = sqrt(d / (n * m * epsilon**2))
"""The rate of Theorem 3.2, in units of R L."""
SMOOTH_LOCAL = L * epsilon**3 / R * sqrt(n**3 / (m * d**3))
"""The largest beta of Theorem 3.2."""
_GAMMA = 1 / sqrt(m * n)
"""gamma of Lemma 5.1."""
BIT = sympy.Symbol("b", nonnegative=True)
"""b_i(j): whether user i's number is in interval j, 0 or 1."""
BIT_GAP = (exp(epsilon / 2) - 1) / (exp(epsilon / 2) + 1)
"""c_epsilon of Appendix B.2."""
BIT_MEAN = (BIT * exp(epsilon / 2) + 1 - BIT) / (exp(epsilon / 2) + 1)
"""The mean of the answer Y_i(j) of Algorithm 2."""


def positive(symbol: sympy.Symbol) -> Variable:
    """The symbol over all positive numbers."""
    return Variable(symbol, Integer(0), oo, open_lower=True)


def least(symbol: sympy.Symbol, low: object) -> Variable:
    """The symbol from `low` on."""
    return Variable(symbol, sympy.sympify(low), oo)
