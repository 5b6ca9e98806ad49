"""zhao Theorem 3 and Remark 2: one voter that the noise of the other bins drowns, although epsilon grows."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from flint import arb
from sympy import Rational, exp, log, sqrt

from verify.kernel.calculus import at_most, integer, line, quantity, real, words
from verify.kernel.statements import Case
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings, as_arb


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
    """1/4 next to the risk with all far bins counted: h = 4/sqrt(m) and 8/sqrt(m), Delta = sqrt(ln(m)/m), m a square."""
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


VoterError = quantity(
    "VoterError",
    r"E\hat\mu_{{{0}, {1}, {2}, {3}}}^2",
    "mean squared error of zhao's Algorithm 1 where n = 2, D = 2 and all m samples of both users are 0, with bins of width h from "
    "-2 on, an interval of three bins and a clip of Delta beyond it; one user votes for a bin with Laplace noise of scale "
    "2/epsilon on each count: VoterError(m, h, Delta, epsilon)",
    0,
)
_DRAWS, _WIDTH, _CLIP, _EPSILON = (
    integer("m", least=485165196),
    real("h", above=0),
    real("Delta", least=0),
    real("epsilon", above=0),
)
_NARROW, _LITTLE = at_most(_WIDTH, 8 / sqrt(_DRAWS)), at_most(_CLIP, Rational(1, 100))
_QUIET = at_most(_EPSILON, log(_DRAWS) ** Rational(3, 4))
_RIVALS = (4 / _WIDTH - 2) * exp(-_EPSILON / 2)
_X, _G, _Y = real("x", least=Rational(211, 100)), real("g", above=0), real("y", above=0)
_MANY = (
    line((exp(_X**4 / 2) / 2 - 2) * exp(-(_X**3) / 2))
    .ge(exp(_X**4 / 2) / 4 * exp(-(_X**3) / 2), line(exp(_X**4 / 2) / 2 - 2).ge(exp(_X**4 / 2) / 4))
    .eq(exp((_X**4 - _X**3) / 2) / 4)
    .ge(36, line((_X**4 - _X**3) / 2).ge(5))
)
_BETWEEN = line(_G * exp(-(_G - 1) / 2)).le(2)
_LOUD = (
    line(_RIVALS, given=(_NARROW, _QUIET))
    .ge((sqrt(_DRAWS) / 2 - 2) * exp(-_EPSILON / 2), line(4 / _WIDTH, given=(_NARROW,)).ge(sqrt(_DRAWS) / 2))
    .ge((sqrt(_DRAWS) / 2 - 2) * exp(-(log(_DRAWS) ** Rational(3, 4)) / 2), _QUIET)
    .ge(36, _MANY.at({_X: log(_DRAWS) ** Rational(1, 4)}))
)
_NEAR = (
    line(2 * _WIDTH + _CLIP, given=(_NARROW, _LITTLE))
    .le(16 / sqrt(_DRAWS) + Rational(1, 100), _NARROW, _LITTLE)
    .le(Rational(1, 50))
)
_SQUARE = line((1 - _Y) ** 2, given=(at_most(_Y, Rational(1, 50)),)).ge((1 - Rational(1, 50)) ** 2)
_ERROR = VoterError(_DRAWS, _WIDTH, _CLIP, _EPSILON)
_LEFT = Rational(3, 8) * (1 - 2 * _WIDTH - _CLIP) ** 2
OWN_ONE_VOTER = Claim(
    "zhao/own/one-voter",
    "ours, against the conditions of Theorem 3 and Remark 2",
    Kind.LOWER_BOUND,
    "one vote among sqrt(m) bins is not heard, even for epsilon of order (ln m)^(3/4)",
    corrected=line(_ERROR, given=(_NARROW, _LITTLE, _QUIET))
    .ge(
        _LEFT,
        words(
            "Of B >= 4/h bins each of the three about 0 wins with probability 3/g at most, g = (B - 2) e^(-epsilon/2) >= 36: the noise of its own is above 0, "
            "below -epsilon/2, or between, with 1/g, 1/g and e^(-(g-1)/2)/2; without the vote a bin is less likely to win, and the others are "
            "equally likely. Half of these are B/4 bins away or more, where the clip leaves an error of (B/4 - 2) h - Delta at least, and the "
            "centred noise of the second stage adds to it.",
            at_most(_LEFT, _ERROR),
            given=(at_most(36, _RIVALS), at_most(2 * _WIDTH + _CLIP, 1), at_most(_BETWEEN.start, 2)),
        ),
        _LOUD,
        line(2 * _WIDTH + _CLIP, given=_NEAR.given).le(1, _NEAR),
        _BETWEEN,
    )
    .ge(Rational(3, 8) * (1 - Rational(1, 50)) ** 2, _SQUARE.at({_Y: 2 * _WIDTH + _CLIP}), _NEAR)
    .ge(Rational(1, 4))
    .crosschecked(
        "all far bins counted",
        r"\tfrac14\le E\hat\mu^2",
        "m = 10^10, 10^12, h = 4/sqrt(m), 8/sqrt(m), Delta = sqrt(ln(m)/m)",
        _risks,
    ),
    note="m >= e^20; epsilon is the budget of the coordinate.",
)

CLAIMS = (OWN_ONE_VOTER,)
