"""To kent Theorem 6 from above: points of the parameters, and what an explicit bound is compared with there.

x stands for n min{alpha, alpha^2}/d, z for min{alpha, alpha^2, d}, g for log d.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import sympy
from flint import arb
from sympy import Integer, oo

from upperbounds.mean import kent
from verify.kernel.prover import Variable
from verify.kernel.statements import Case, Inequality, at_most
from verify.kernel.statements.outcome import as_arb
from verify.papers.kent.appG1_mean_upper.eq118_rate import AFTER, display

HIGH, LOW = Integer(kent.K_HIGH_PRIVACY), Integer(kent.K_LOW_PRIVACY)
"""K of a co-ordinate at a budget of at most 1, and beyond."""
G, S, _F = sympy.symbols("g s f", nonnegative=True)
_WHOLE = sympy.Symbol("k", positive=True)
LOG_D, REST = Variable(G, Integer(0), oo), Variable(S, Integer(0), oo)
_FOLDS, _PART = Variable(_WHOLE, Integer(1), oo), Variable(_F, Integer(0), Integer(1), open_upper=True)
HALVED = at_most(_WHOLE + _F, 2 * _WHOLE, _FOLDS, _PART)
"""Rounding k + f down to a whole k >= 1 loses less than half."""


def absorbed(times: sympy.Expr) -> Inequality:
    """d e^(-times x/c) <= e^(-x/c) for x = c (1 + g + s), in logarithms."""
    return at_most(G - times * (1 + G + S), -(1 + G + S), LOG_D, REST)


@dataclass(frozen=True)
class Share:
    """A co-ordinate's users and the budget of one answer."""

    n: int
    budget: Fraction

    @property
    def constant(self) -> int:
        """K at this budget."""
        return int(HIGH if self.budget <= 1 else LOW)

    @property
    def exponent(self) -> arb:
        """The logarithm of what T* is at most."""
        return as_arb(self.n * min(self.budget, self.budget**2)) / self.constant

    def used(self, m: int) -> int:
        """T*, as the program takes it."""
        return kent.used_samples(self.n, m, float(self.budget), self.constant)

    def display(self, used: int) -> arb:
        """The display before (119) for one co-ordinate."""
        return display(self.n, used, self.budget, self.constant)


@dataclass(frozen=True)
class Shape:
    """d, n and alpha of a problem."""

    d: int
    n: int
    alpha: Fraction

    @property
    def power(self) -> Fraction:
        """min{alpha, alpha^2}."""
        return min(self.alpha, self.alpha**2)

    @property
    def exponent(self) -> arb:
        """x."""
        return as_arb(Fraction(self.n, self.d) * self.power)

    def effective(self, m: int) -> arb:
        """n T z."""
        return as_arb(self.n * m * min(self.power, Fraction(self.d)))

    def cube(self, m: int, constant: sympy.Expr, scale: sympy.Expr) -> arb:
        """constant d^2 log(nTz/d)/(nTz) + 184000 e^(-x/scale)."""
        y = self.effective(m) / self.d
        return int(constant) * self.d * y.log() / y + int(AFTER) * (-self.exponent / int(scale)).exp()

    def ball(self, m: int, constant: sympy.Expr, scale: sympy.Expr) -> arb:
        """constant d log(nTz)^2/(nTz) + 2 e^(-x/scale)."""
        y = self.effective(m)
        return int(constant) * self.d * y.log() ** 2 / y + 2 * (-self.exponent / int(scale)).exp()

    def case(self, m: int, used: int, left: arb, right: arb) -> Case:
        """Both sides at T samples, of which T* are used."""
        return Case({"d": self.d, "n": self.n, "alpha": str(self.alpha), "T": m, "T*": used}, left, right)


def shapes(
    d: int, levels: Iterable[Fraction], constant: sympy.Expr, times: int, unit: int = 1, more: int = 0
) -> Iterator[Shape]:
    """For every alpha the least multiple n of `unit` with x >= constant log(ed), and `times` that and `more`."""
    for alpha in levels:
        least = as_arb(int(constant) * d / min(alpha, alpha**2)) * (1 + arb(d).log()) / unit
        parts = least.upper().ceil().unique_fmpz()
        assert parts is not None
        yield Shape(d, unit * int(parts), alpha)
        yield Shape(d, times * unit * int(parts) + more, alpha)
