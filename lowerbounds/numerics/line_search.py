"""A search for the free parameter of a lower bound: every value is valid, so a rough search suffices."""

import math
from collections.abc import Callable
from fractions import Fraction

from flint import arb

from lowerbounds.numerics.enclosures import roughly

GOLDEN = (math.sqrt(5) - 1) / 2


def best_point(objective: Callable[[Fraction], arb], lower: float, upper: Fraction, rounds: int = 40) -> Fraction:
    """Return an exact point of [lower, upper] near the maximum of a unimodal objective: golden section on log s.

    The upper end is tried too, because the maximum is often there.

    Parameters
    ----------
    objective : callable
        The function to maximise.
    lower : float
        Lower end of the interval.
    upper : Fraction
        Upper end of the interval.
    rounds : int, default 40
        Steps of the search.

    Returns
    -------
    Fraction
        The point.
    """
    lower = max(lower, 1e-300)
    if lower >= upper:
        return upper
    best: list[tuple[arb, Fraction]] = []

    def height(log: float) -> arb:
        point = upper if log >= math.log(upper) else min(Fraction(math.exp(log)), upper)
        with roughly():
            value = objective(point)
        # Midpoints as they are: floats would underflow to a plateau.
        middle = value.mid() if value.is_finite() and value > 0 else arb(-1)
        if not best or middle > best[0][0]:
            best[:] = [(middle, point)]
        return middle

    a, b = math.log(lower), math.log(upper)
    c, d = b - GOLDEN * (b - a), a + GOLDEN * (b - a)
    left, right = height(c), height(d)
    for _ in range(rounds):
        # What may be 0 is too far right: where points can hardly be told apart, enclosures are short.
        if left >= right:
            b, d, right = d, c, left
            c = b - GOLDEN * (b - a)
            left = height(c)
        else:
            a, c, left = c, d, right
            d = a + GOLDEN * (b - a)
            right = height(d)
    height(math.log(upper))
    return best[0][1]
