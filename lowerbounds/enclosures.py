"""Rigorous numbers: exact input, ball arithmetic inside, floats rounded outwards at the end."""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import wraps
from typing import ParamSpec, TypeVar

from flint import arb, ctx, fmpq

BITS = 96
P = ParamSpec("P")
R = TypeVar("R")


def precise(function: Callable[P, R]) -> Callable[P, R]:
    """Run `function` at BITS bits, whatever the caller's precision is."""

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        with ctx.workprec(BITS):
            return function(*args, **kwargs)

    return run


def ball(x: arb | Fraction | float) -> arb:
    """Enclose a number; floats stand for the exact binary number that they are."""
    return arb(fmpq(x.numerator, x.denominator)) if isinstance(x, Fraction) else arb(x)


def down(x: arb) -> float:
    """Return a float that is certainly not above `x`; raises ArithmeticError where `x` has no finite lower end."""
    lower = float(x.lower())
    if math.isnan(lower) or lower == -math.inf:
        raise ArithmeticError(f"no finite lower end: {x}")
    if lower == math.inf:
        return math.nextafter(math.inf, 0)
    return lower if lower == x else math.nextafter(lower, -math.inf)


def risk_down(x: arb) -> float:
    """Round down a number that bounds a risk from below: a risk is never negative, so 0 serves where `x` is not."""
    return max(0.0, down(x))
