"""zhao Theorem 3 and Remark 2: one voter that the noise of the other bins drowns, although epsilon grows."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy
from flint import arb
from sympy import Integer, Rational, exp, oo

from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

_B = sympy.Symbol("b", positive=True)
_G = sympy.Symbol("g", positive=True)
_W = sympy.Symbol("w", nonnegative=True)
_X = sympy.Symbol("x", positive=True)
_LATE = Variable(_X, Rational(211, 100), oo)
"""x = (ln m)^(1/4), m >= e^20."""


def near_wins(rivals: int, ahead: arb) -> arb:
    """Above P(W_0 + ahead >= max of `rivals` others) for standard Laplace variables: the integral over W_0 in three parts.

    Above 0 and below -ahead it is elementary; between them the other factor is at most its value at 0.
    """
    edge = (-ahead).exp()
    above = (1 - (1 - edge / 2) ** (rivals + 1)) / (edge * (rivals + 1))
    below = edge * arb(2) ** -(rivals + 1) / (rivals + 1)
    return above + below + (1 - edge / 2) ** rivals * (1 - edge) / 2


def sum_of_squares(last: int) -> int:
    """1 + 4 + ... + last^2."""
    return last * (last + 1) * (2 * last + 1) // 6


def _risks(_: Settings) -> Iterator[Case]:
    """1/4 beside the risk with all far bins counted: h = 4/sqrt(m) and 8/sqrt(m), Delta = sqrt(ln(m)/m), m a square."""
    for root, times in product((10**5, 10**6), (1, 2)):
        bins, h = root // times, Fraction(4 * times, root)
        size = arb(root**2).log()
        inflation = (size / root**2).sqrt()
        # The sum over j of ((j - 2) h - Delta)^2, without the first few, where the bracket is negative.
        first, last = 10, bins // 2 - 3
        squares = sum_of_squares(last) - sum_of_squares(first - 1)
        ones = last - first + 1
        linear = (last * (last + 1) - (first - 1) * first) // 2
        # j - 2 runs from first to last.
        errors = as_arb(h**2 * squares) - 2 * as_arb(h * linear) * inflation + ones * inflation**2
        risk = (1 - 3 * near_wins(bins - 3, size**0.75 / 2)) * 2 * errors / (bins - 3)
        yield Case({"n": 2, "m": root**2, "h sqrt(m)": 4 * times, "epsilon": "(ln m)^(3/4)"}, Fraction(1, 4), risk)


CLAIMS = (
    Claim(
        "zhao/own/one-voter",
        "ours, against the conditions of Theorem 3 and Remark 2",
        Kind.LOWER_BOUND,
        "one vote among sqrt(m) bins is not heard, even for epsilon of order (ln m)^(3/4)",
        None,
        Derived(
            r"n=2,\ X=0,\ D=2,\ h\le\tfrac8{\sqrt m},\ \Delta\le\tfrac1{100},\ m\ge e^{20},\ \varepsilon\le(\ln m)^{3/4}:\ E\hat\mu^2\ge\tfrac14",
            (),
            AllOf(
                r"B=\lceil\tfrac4h\rceil\ge\tfrac{\sqrt m}2,\ g=(B-2)e^{-\varepsilon/2}:\ "
                r"P(\text{one of three bins about }0\text{ wins})\le\tfrac9g,\ E\hat\mu^2\ge\tfrac12\Big(1-\tfrac9g\Big)(1-2h-\Delta)^2",
                (
                    (
                        "the bin of the vote beats the B - 3 others: at most 1/g + 1/g + e^(-(g-1)/2)/2, at most 3/g",
                        at_most(_G * exp(-(_G - 1) / 2), Integer(2), Variable(_G, Integer(0), oo, open_lower=True)),
                    ),
                    (
                        "g >= (u/2 - 2) e^(-x^3/2), u = e^(x^4/2): at least a quarter of u e^(-x^3/2)",
                        at_most(Integer(8), exp(_X**4 / 2), _LATE),
                    ),
                    ("9/g <= 1/4", at_most(36 * exp(-(_X**4 - _X**3) / 2), Rational(1, 4), _LATE)),
                    (
                        "half of the B - 3 others are B/4 bins away or more: B - (B/2 + 1) of them",
                        at_most((_B - 3) / 2, _B / 2 - 1, Variable(_B, Integer(4), oo)),
                    ),
                    (
                        "the clip is (B/4 - 2) h - Delta off at least, B h >= 4: 2h <= 16/sqrt(m)",
                        at_most(16 * exp(-(_X**4) / 2) + Rational(1, 100), Rational(1, 50), _LATE),
                    ),
                    (
                        "the risk, w = 9/g",
                        at_most(
                            Rational(1, 4),
                            (1 - _W) / 2 * Rational(49, 50) ** 2,
                            Variable(_W, Integer(0), Rational(1, 4)),
                        ),
                    ),
                ),
            ),
            (),
            (
                (
                    "all far bins counted",
                    FiniteCheck(
                        r"\tfrac14\le E\hat\mu^2",
                        "m = 10^10, 10^12, h = 4/sqrt(m), 8/sqrt(m), Delta = sqrt(ln(m)/m)",
                        _risks,
                    ),
                ),
            ),
        ),
        note="One user votes with noise Lap(2/epsilon), so that the vote is epsilon/2 scales ahead; epsilon is the budget of the coordinate. Without the vote a bin is "
        "less likely to win, and bins beyond the three are equally likely. The three terms are for a noise of its own bin above 0, below -epsilon/2, and between. "
        "The noise of the second stage is centred and adds to the risk.",
    ),
)
