"""The free parameter of a lower bound: any value is valid, so a rough search will do."""

import math
from collections.abc import Callable
from fractions import Fraction

from flint import arb

from lowerbounds.numerics.enclosures import roughly

GOLDEN = (math.sqrt(5) - 1) / 2


def best_point(objective: Callable[[Fraction], arb], lower: float, upper: Fraction, rounds: int = 40) -> Fraction:
    """Return an exact point of [lower, upper] near the maximum of a unimodal objective: golden section on log s.

    The upper end itself is tried too, since the maximum often sits there.

    Parameters
    ----------
    objective : callable
        The function to make large.
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
