"""Closed intervals with exact, possibly infinite, ends: the arithmetic of the search."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import arb, fmpq

ZERO = arb(0)
_ONE = arb(1)
INFINITY = arb("inf")


class Undefined(ArithmeticError):
    """An operation whose argument may lie outside its domain; nothing is known of the result."""


class Interval:
    """The reals between two exact ends; ``nonzero`` records that the value 0 is not attained.

    The flag carries an open end of the domain at 0 through the arithmetic, so that 1/x and log(x)
    are known to be defined on (0, h].
    """

    __slots__ = ("hi", "lo", "nonzero")

    def __init__(self, lo: arb, hi: arb, nonzero: bool = False) -> None:
        lo, hi = lo.lower(), hi.upper()
        if lo.is_nan() or hi.is_nan():
            raise Undefined("no enclosure")
        self.lo = lo
        self.hi = hi
        self.nonzero = nonzero or lo > 0 or hi < 0

    def __add__(self, other: Interval) -> Interval:
        same_sign = (self.lo >= 0 and other.lo >= 0) or (self.hi <= 0 and other.hi <= 0)
        return Interval(self.lo + other.lo, self.hi + other.hi, same_sign and (self.nonzero or other.nonzero))

    def __neg__(self) -> Interval:
        return Interval(-self.hi, -self.lo, self.nonzero)

    def __sub__(self, other: Interval) -> Interval:
        return self + (-other)

    def __mul__(self, other: Interval) -> Interval:
        if (self.at_infinity() and other.contains_zero()) or (other.at_infinity() and self.contains_zero()):
            raise Undefined("zero times infinity")
        a, b, c, d = self.lo, self.hi, other.lo, other.hi
        nonzero = self.nonzero and other.nonzero
        if a >= 0 and c >= 0:
            return Interval(_times(a, c), _times(b, d), nonzero)
        products = (_times(a, c), _times(a, d), _times(b, c), _times(b, d))
        return Interval(min(p.lower() for p in products), max(p.upper() for p in products), nonzero)

    def inverse(self) -> Interval:
        """1/x; Undefined when 0 may be attained."""
        if not self.nonzero or (self.lo < 0 < self.hi):
            raise Undefined("division by zero")
        lo = _ONE / self.hi if self.hi != 0 else -INFINITY
        hi = _ONE / self.lo if self.lo != 0 else INFINITY
        return Interval(lo, hi, True)

    @classmethod
    def infinite(cls) -> Interval:
        """The limit at +oo."""
        return cls(INFINITY, INFINITY, True)

    def contains_zero(self) -> bool:
        """Whether 0 lies between the ends."""
        return bool(self.lo <= 0 <= self.hi)

    def at_infinity(self) -> bool:
        """Whether this stands for a limit at infinity and not for a set of reals."""
        return bool(self.lo == INFINITY or self.hi == -INFINITY)

    def is_finite(self) -> bool:
        """Whether both ends are finite."""
        return bool(self.lo.is_finite() and self.hi.is_finite())

    def hull(self, other: Interval) -> Interval:
        """The smallest interval that holds both."""
        lo = self.lo if self.lo <= other.lo else other.lo
        hi = self.hi if self.hi >= other.hi else other.hi
        return Interval(lo, hi, self.nonzero and other.nonzero)

    def positive(self, strict: bool) -> bool:
        """Whether every value is >= 0, or > 0 when ``strict``."""
        return bool(self.lo > 0 or (self.lo >= 0 and (not strict or self.nonzero)))


def _times(x: arb, y: arb) -> arb:
    # As sets of reals {0} * [a, oo) = {0}: an infinite end is never attained.
    return ZERO if x == 0 or y == 0 else x * y


def point(value: Fraction | int | arb) -> Interval:
    """The interval of one number (enclosed, where it has no finite binary expansion)."""
    if isinstance(value, Fraction):
        value = arb(fmpq(value.numerator, value.denominator))
    ball = arb(value)
    return Interval(ball, ball)


def increasing(function: Callable[[arb], arb], x: Interval, at_ends: tuple[arb, arb]) -> Interval:
    """The image under an increasing function whose limits at -oo and +oo are ``at_ends``."""
    low = at_ends[0] if x.lo == -INFINITY else at_ends[1] if x.lo == INFINITY else function(x.lo)
    high = at_ends[1] if x.hi == INFINITY else at_ends[0] if x.hi == -INFINITY else function(x.hi)
    return Interval(low, high)


def exp(x: Interval) -> Interval:
    """The exponential; its values are positive even where the lower end rounds to 0."""
    image = increasing(lambda t: t.exp(), x, (ZERO, INFINITY))
    return Interval(image.lo if image.lo > 0 else ZERO, image.hi, x.hi != -INFINITY)


def log(x: Interval) -> Interval:
    """The logarithm; Undefined unless every value is positive."""
    if not x.positive(strict=True):
        raise Undefined("logarithm of a number that may not be positive")
    if x.lo == 0:
        return Interval(-INFINITY, x.hi.log() if x.hi != INFINITY else INFINITY)
    return increasing(lambda t: t.log(), x, (-INFINITY, INFINITY))


def power(x: Interval, exponent: Fraction) -> Interval:
    """A rational power; Undefined for a root of a number that may be negative."""
    if exponent < 0:
        return power(x, -exponent).inverse()
    if exponent.denominator == 1:
        n = exponent.numerator
        if n % 2 == 0 and x.lo < 0:
            if x.hi <= 0:
                return power(-x, exponent)
            return Interval(ZERO, (x.hi if x.hi > -x.lo else -x.lo) ** n, x.nonzero)
        return Interval(x.lo**n, x.hi**n, x.nonzero)
    if not x.lo >= 0:
        raise Undefined("root of a number that may be negative")
    if exponent == Fraction(1, 2):
        return Interval(_root(x.lo, arb.sqrt), _root(x.hi, arb.sqrt), x.nonzero)
    ball = arb(fmpq(exponent.numerator, exponent.denominator))
    return Interval(_root(x.lo, lambda t: t**ball), _root(x.hi, lambda t: t**ball), x.nonzero)


def _root(end: arb, function: Callable[[arb], arb]) -> arb:
    return end if end in (0, INFINITY) else function(end)


def sinh(x: Interval) -> Interval:
    """The hyperbolic sine."""
    image = increasing(lambda t: t.sinh(), x, (-INFINITY, INFINITY))
    return Interval(image.lo, image.hi, x.nonzero)


def magnitude(x: Interval) -> Interval:
    """The absolute value."""
    if x.lo >= 0:
        return x
    return -x if x.hi <= 0 else Interval(ZERO, x.hi if x.hi > -x.lo else -x.lo, x.nonzero)


def cosh(x: Interval) -> Interval:
    """The hyperbolic cosine."""
    return increasing(lambda t: t.cosh(), magnitude(x), (INFINITY, INFINITY))


def tanh(x: Interval) -> Interval:
    """The hyperbolic tangent."""
    image = increasing(lambda t: t.tanh(), x, (-_ONE, _ONE))
    return Interval(image.lo if image.lo > -1 else -_ONE, image.hi if image.hi < 1 else _ONE, x.nonzero)


def log_cosh(x: Interval) -> Interval:
    """log(cosh(x)), without the overflow of its inner value."""
    return increasing(lambda t: t + (-2 * t).exp().log1p() - arb.const_log2(), magnitude(x), (INFINITY, INFINITY))


def erf(x: Interval) -> Interval:
    """The error function."""
    image = increasing(lambda t: t.erf(), x, (-_ONE, _ONE))
    return Interval(image.lo, image.hi, x.nonzero)


def erfc(x: Interval) -> Interval:
    """The complementary error function: decreasing, and positive short of infinity."""
    mirrored = increasing(lambda t: (-t).erfc(), -x, (ZERO, arb(2)))
    return Interval(mirrored.lo if mirrored.lo > 0 else ZERO, mirrored.hi, x.lo != INFINITY)
