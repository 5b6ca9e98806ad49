"""Privacy loss, exact: worst ratios as rational functions of t = e^(unit * epsilon), budgets as rationals.

A discrete channel's probabilities are rational functions of t, and so is its worst likelihood ratio. It is compared
with e^epsilon for every epsilon at once, without a tolerance: a polynomial in t = 1 + u whose coefficients all have one
sign has that sign for every u > 0.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd, log
from typing import Any, TypeAlias

import numpy as np
from sympy import ZZ, Poly, field, oo

RationalFunction: TypeAlias = Any
"""An element of Q(t), t = e^(unit * epsilon); sympy's sparse fraction field has no types of its own."""

_FIELD, T = field("t", ZZ)
ONE: RationalFunction = _FIELD.one


@lru_cache(maxsize=4096)
def evaluate(function: RationalFunction, log_t: float) -> float:
    """The value of `function` at t = e^log_t.

    By Horner's rule in 1/t, so that no power of t overflows.

    Parameters
    ----------
    function : RationalFunction
        An element of Q(t).
    log_t : float
        The logarithm of t, above 0.

    Returns
    -------
    float
        The value.
    """
    numerator, denominator = _coefficients(function.numer), _coefficients(function.denom)
    u = np.exp(-log_t)
    shift = len(numerator) - len(denominator)
    ratio = _horner(numerator, u) / _horner(denominator, u)
    return float(ratio * np.exp(shift * log_t)) if shift else float(ratio)


@lru_cache(maxsize=4096)
def at_most(left: RationalFunction, right: RationalFunction) -> bool:
    """Whether left <= right for every t > 1, that is for every epsilon > 0; exact.

    Parameters
    ----------
    left : RationalFunction
        An element of Q(t).
    right : RationalFunction
        An element of Q(t).

    Returns
    -------
    bool
    """
    difference = right - left
    signs = _sign_beyond_one(difference.numer), _sign_beyond_one(difference.denom)
    if None in signs:
        return False
    return signs[0] == 0 or signs[0] == signs[1]


def larger(a: RationalFunction, b: RationalFunction) -> RationalFunction:
    """The larger of two functions of t.

    Parameters
    ----------
    a : RationalFunction
        An element of Q(t).
    b : RationalFunction
        An element of Q(t).

    Returns
    -------
    RationalFunction
        The larger one.

    Raises
    ------
    ValueError
        If the two cross, so that neither is larger for every t > 1.
    """
    if at_most(a, b):
        return b
    if at_most(b, a):
        return a
    raise ValueError(f"{a} and {b} cross: neither is the larger one for every epsilon")


def to_coefficients(function: RationalFunction) -> tuple[list[int], list[int]]:
    """Numerator and denominator as integer coefficients, highest power first: a form that can be pickled.

    Parameters
    ----------
    function : RationalFunction
        An element of Q(t).

    Returns
    -------
    tuple of (list of int, list of int)
        Numerator and denominator.
    """
    return _coefficients(function.numer), _coefficients(function.denom)


def from_coefficients(numerator: list[int], denominator: list[int]) -> RationalFunction:
    """The rational function with these coefficients, highest power first.

    Parameters
    ----------
    numerator : list of int
        Coefficients, highest power first.
    denominator : list of int
        Coefficients, highest power first.

    Returns
    -------
    RationalFunction
        Numerator / denominator, an element of Q(t).
    """
    return _polynomial(numerator) / _polynomial(denominator)


def _power_of_t(function: RationalFunction) -> int | None:
    """The j with function = t^j, or None where it is no power of t."""
    numerator, denominator = function.numer, function.denom
    if len(numerator) != 1 or len(denominator) != 1 or numerator.LC != denominator.LC:
        return None
    return int(numerator.degree()) - int(denominator.degree())


def _coefficients(polynomial: Any) -> list[int]:
    """Coefficients from the highest power down to the constant."""
    degree = int(polynomial.degree())
    return [int(polynomial.coeff(T.numer**k) if k else polynomial.coeff(1)) for k in range(degree, -1, -1)]


def _polynomial(coefficients: list[int]) -> RationalFunction:
    return sum((c * T**k for k, c in enumerate(reversed(coefficients))), _FIELD.zero)


def _horner(coefficients: list[int], u: float) -> float:
    """p(t) / t^degree at t = 1/u, from the coefficients, highest power first."""
    value = 0.0
    for coefficient in reversed(coefficients):
        value = value * u + coefficient
    return value


def _sign_beyond_one(polynomial: Any) -> int | None:
    """1, 0 or -1 where the polynomial is >= 0, zero or <= 0 for every t > 1; None if it changes sign."""
    if polynomial == 0:
        return 0
    x = Poly([1, 1], T.as_expr())
    shifted = Poly(_coefficients(polynomial), T.as_expr()).compose(x).all_coeffs()
    if all(c >= 0 for c in shifted):
        return 1
    if all(c <= 0 for c in shifted):
        return -1
    square_free = Poly(_coefficients(polynomial), T.as_expr())
    odd_roots = sum(
        factor.count_roots(1, oo) - (factor.eval(1) == 0)
        for factor, multiplicity in square_free.factor_list()[1]
        if multiplicity % 2
    )
    if odd_roots:
        return None
    return 1 if square_free.LC() > 0 else -1


@dataclass(frozen=True)
class PrivacyLoss:
    """The exact worst likelihood ratio of a message: `ratio` in Q(t) with t = e^(unit * epsilon).

    Attributes
    ----------
    ratio : RationalFunction
        The ratio, an element of Q(t), t = e^(unit epsilon).
    unit : Fraction
        The unit of t, exact.
    """

    ratio: RationalFunction
    unit: Fraction

    @classmethod
    def of(cls, multiple: Fraction) -> "PrivacyLoss":
        """The loss whose worst log ratio is `multiple` times epsilon.

        Parameters
        ----------
        multiple : Fraction
            The worst log ratio as a multiple of epsilon.

        Returns
        -------
        PrivacyLoss
            The loss with ratio e^(multiple epsilon).
        """
        return cls(T**multiple.numerator, Fraction(1, multiple.denominator))

    def multiple(self) -> Fraction | None:
        """The worst log ratio as a rational multiple of epsilon; None if it is not one for every epsilon.

        Returns
        -------
        Fraction or None
            The multiple of epsilon, or None.
        """
        power = _power_of_t(self.ratio)
        return None if power is None else power * self.unit

    def at_most(self, multiple: Fraction) -> bool:
        """Whether the worst log ratio is at most `multiple` * epsilon, for every epsilon > 0; exact.

        Parameters
        ----------
        multiple : Fraction
            The limit, as a multiple of epsilon.

        Returns
        -------
        bool
        """
        exact = self.multiple()
        if exact is not None:
            return exact <= multiple
        ours, limit = _common_unit(self, PrivacyLoss.of(multiple))
        return at_most(ours.ratio, limit.ratio)

    def log_ratio(self, epsilon: float) -> float:
        """The worst log ratio as a number at `epsilon`.

        Parameters
        ----------
        epsilon : float
            The privacy budget, as a number.

        Returns
        -------
        float
            The natural logarithm of the ratio.
        """
        multiple = self.multiple()
        if multiple is not None:
            return float(multiple) * epsilon
        return log(evaluate(self.ratio, float(self.unit) * epsilon))

    def __add__(self, other: "PrivacyLoss") -> "PrivacyLoss":
        multiples = self.multiple(), other.multiple()
        if multiples[0] is not None and multiples[1] is not None:
            return PrivacyLoss.of(multiples[0] + multiples[1])
        a, b = _common_unit(self, other)
        return PrivacyLoss(a.ratio * b.ratio, a.unit)

    def __mul__(self, number: int) -> "PrivacyLoss":
        """The loss of this many messages, each with this loss."""
        multiple = self.multiple()
        if multiple is not None:
            return PrivacyLoss.of(number * multiple)
        return PrivacyLoss(self.ratio**number, self.unit)


WHOLE = Fraction(1)
"""The unit of a channel whose t is e^epsilon."""

NO_LOSS = PrivacyLoss(ONE, WHOLE)


def worse(a: PrivacyLoss, b: PrivacyLoss) -> PrivacyLoss:
    """The larger of two losses.

    Parameters
    ----------
    a : PrivacyLoss
        A loss.
    b : PrivacyLoss
        Another loss.

    Returns
    -------
    PrivacyLoss
        The larger one.

    Raises
    ------
    ValueError
        If neither is larger for every epsilon.
    """
    multiples = a.multiple(), b.multiple()
    if multiples[0] is not None and multiples[1] is not None:
        return a if multiples[0] > multiples[1] else b
    x, y = _common_unit(a, b)
    return b if larger(x.ratio, y.ratio) == y.ratio else a


def _common_unit(a: PrivacyLoss, b: PrivacyLoss) -> tuple[PrivacyLoss, PrivacyLoss]:
    """The same two losses with one unit, so that their ratios are functions of the same t."""
    if a.unit == b.unit:
        return a, b
    unit = Fraction(
        gcd(a.unit.numerator * b.unit.denominator, b.unit.numerator * a.unit.denominator),
        a.unit.denominator * b.unit.denominator,
    )
    return _rescaled(a, unit), _rescaled(b, unit)


def _rescaled(loss: PrivacyLoss, unit: Fraction) -> PrivacyLoss:
    """The same loss with t replaced by t^(loss.unit / unit), a whole power."""
    power = int(loss.unit / unit)
    numerator, denominator = (
        sum((c * T ** (power * k) for k, c in enumerate(reversed(_coefficients(poly)))), _FIELD.zero)
        for poly in (loss.ratio.numer, loss.ratio.denom)
    )
    return PrivacyLoss(numerator / denominator, unit)
