"""Rigorous numbers: exact input, ball arithmetic, and floats rounded outwards at the end."""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import wraps
from typing import ParamSpec, TypeVar

from flint import arb, ctx, fmpq

BITS, ROUGH_BITS = 96, 53
MOST_BITS = 96 * 2**10
_bits = ContextVar("bits", default=BITS)
P = ParamSpec("P")
R = TypeVar("R")


def precise(function: Callable[P, R]) -> Callable[P, R]:
    """Run `function` at BITS bits, for any precision of the caller; at ROUGH_BITS within `roughly`.

    Parameters
    ----------
    function : callable
        The function.

    Returns
    -------
    callable
        The function with that precision.
    """

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        with ctx.workprec(_bits.get()):
            return function(*args, **kwargs)

    return run


@contextmanager
def roughly() -> Iterator[None]:
    """A context for searches: numbers are faster, and wider or floats. The result is enclosed again afterwards.

    Yields
    ------
    iterator of None
        Nothing.
    """
    before = _bits.set(ROUGH_BITS)
    try:
        yield
    finally:
        _bits.reset(before)


def rough() -> bool:
    """Whether a search is running, for which floats suffice.

    Returns
    -------
    bool
    """
    return _bits.get() == ROUGH_BITS


def narrow(function: Callable[P, arb]) -> Callable[P, arb]:
    """Run `function` at BITS bits, and if digits cancel at twice as many, up to MOST_BITS, until BITS/2 are correct.

    An enclosure that contains 0 has no correct digit, so a result that is exactly 0 must be computed as exactly 0.

    Parameters
    ----------
    function : callable
        The function.

    Returns
    -------
    callable
        The function with that precision.
    """

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> arb:
        bits = BITS
        while True:
            with ctx.workprec(bits):
                value = function(*args, **kwargs)
            bits *= 2
            if 2 * value.rel_accuracy_bits() >= BITS or bits > MOST_BITS:
                return value

    return run


def ball(x: arb | Fraction | float) -> arb:
    """Enclose a number; a float stands for its exact binary value.

    Parameters
    ----------
    x : arb, Fraction or float
        The number.

    Returns
    -------
    arb
        An enclosure.
    """
    return arb(fmpq(x.numerator, x.denominator)) if isinstance(x, Fraction) else arb(x)


def square(x: arb) -> arb:
    """Enclose x^2; as a power of a ball that contains 0 it would be NaN.

    Parameters
    ----------
    x : arb
        The number.

    Returns
    -------
    arb
        An enclosure.
    """
    return x * x


def down(x: arb) -> float:
    """Return a float that is certainly not above `x`.

    Parameters
    ----------
    x : arb
        The number.

    Returns
    -------
    float
        The float.

    Raises
    ------
    ArithmeticError
        If `x` has no finite lower end.
    """
    lower = float(x.lower())
    if math.isnan(lower) or lower == -math.inf:
        raise ArithmeticError(f"no finite lower end: {x}")
    if lower == math.inf:
        return math.nextafter(math.inf, 0)
    return lower if lower == x else math.nextafter(lower, -math.inf)


def exact_down(x: arb) -> Fraction:
    """Return the lower end of a finite enclosure as its exact binary value, however small.

    Parameters
    ----------
    x : arb
        The number.

    Returns
    -------
    Fraction
        The lower end.
    """
    mantissa, exponent = x.lower().man_exp()
    return int(mantissa) * Fraction(2) ** int(exponent)


def risk_down(x: arb) -> float:
    """Round down a number that bounds a risk from below.

    A risk is never negative: the result is 0 if `x` may be negative, or if its enclosure is unbounded, that is,
    trivial.

    Parameters
    ----------
    x : arb
        The number.

    Returns
    -------
    float
        The float, at least 0.
    """
    return max(0.0, down(x)) if x.is_finite() and x > 0 else 0.0
