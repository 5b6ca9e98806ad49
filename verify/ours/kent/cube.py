"""Ours to kent Section 2.2.1: the mean in the cube at infinitely many samples by Algorithm 1, with its own exponent."""

from collections.abc import Iterator
from fractions import Fraction

from sympy import cosh, exp, log, sqrt

from notation.setting import Setting
from upperbounds.selection.cover_select import bound
from verify.kernel.calculus import at_most, cite, line, real
from verify.kernel.calculus.facts.bodies import CUBE_ABOVE, CUBE_DIAMETER, SQUARED, Squared, UnitCube
from verify.kernel.calculus.facts.packings import Covering
from verify.kernel.statements import Case
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings, as_arb
from verify.ours.kent.selection import SHARP_UPPER
from verify.papers.kent.s2_1_general_rates.eq57_lower import BALLS, HALF, LOSS, SPACE
from verify.papers.kent.s2_2_1_mean import DIMENSION
from verify.papers.kent.setting import ALPHA, USERS

_WIDE = at_most(HALF, sqrt(DIMENSION))
_BOXES = (2 * sqrt(DIMENSION) / HALF) ** DIMENSION
_FEW = (
    line(Covering(UnitCube(DIMENSION), HALF), given=(_WIDE,))
    .le((sqrt(DIMENSION) / HALF + 1) ** DIMENSION, CUBE_ABOVE(DIMENSION, HALF))
    .le(_BOXES, line(sqrt(DIMENSION) / HALF + 1, given=(_WIDE,)).le(2 * sqrt(DIMENSION) / HALF))
)
_BASE = real("b", above=0)
_SEVERAL = line(_BASE**DIMENSION, given=(at_most(2, _BASE),)).gt(1).at({_BASE: 2 * sqrt(DIMENSION) / HALF})
_TWO = line(2 * sqrt(DIMENSION) / HALF, given=(_WIDE,)).ge(2)
_CUBE = {SPACE: UnitCube(DIMENSION), LOSS: Squared(), BALLS: _BOXES}
_FOUND = cite(SHARP_UPPER).at(_CUBE)
ANY_RADIUS = Claim(
    "kent/own/prop3i-radius",
    "to Section 2.2.1, Proposition 3(i), (67), at any radius",
    Kind.UPPER_RATE,
    "Algorithm 1 on boxes of the cube",
    corrected=line(_FOUND.statement.left, given=(_WIDE,))
    .le(_FOUND.statement.right, _FOUND, _FEW, _SEVERAL, _TWO)
    .eq(
        HALF**2 + 4 * DIMENSION * _BOXES * cosh(ALPHA / 4) ** (-2 * USERS),
        CUBE_DIAMETER(DIMENSION),
        SQUARED(HALF),
        SQUARED(2 * sqrt(DIMENSION)),
    ),
)


def _built(_: Settings) -> Iterator[Case]:
    """The explicit bound of the estimator that is built, a number in floats, next to the theorem where its cells do."""
    for d, n, alpha in ((1, 8, 4), (1, 120, 1), (2, 150, 1), (2, 20, 3), (3, 30, 3)):
        power = (as_arb(Fraction(alpha, 4)).cosh()) ** Fraction(-4 * n, d + 2)
        assert 4 * power < 1
        value = Fraction(bound("linf", Setting(n, 1, d, float(alpha))).value)
        yield Case({"d": d, "n": n, "alpha": alpha}, value, 8 * d * power)


_LOG_COSH = log(cosh(ALPHA / 4))
_POWER = 2 * USERS * _LOG_COSH / (DIMENSION + 2)
_RADIUS = 2 * sqrt(DIMENSION) * exp(-_POWER)
_AT_RADIUS = cite(ANY_RADIUS).at({HALF: _RADIUS})
_ANY, _X, _LARGE = real("w", least=0), real("x"), real("c", above=0)
OWN_PROP3I_COSH = Claim(
    "kent/own/prop3i-cosh",
    "to Section 2.2.1, Proposition 3(i), (13), upper half",
    Kind.UPPER_RATE,
    "the cube at infinitely many samples, every n, d and alpha, with constants",
    corrected=line(_AT_RADIUS.statement.left, given=(at_most(2 * exp(-_POWER), 1),))
    .le(_AT_RADIUS.statement.right, _AT_RADIUS)
    .eq(
        4 * DIMENSION * exp(-2 * _POWER) + 4 * DIMENSION * exp(_POWER) ** DIMENSION * exp(-2 * USERS * _LOG_COSH),
        line(_LARGE ** (-2 * USERS)).eq(exp(-2 * USERS * log(_LARGE))).at({_LARGE: cosh(ALPHA / 4)}),
    )
    .eq(
        4 * DIMENSION * exp(-2 * _POWER) + 4 * DIMENSION * exp(_POWER) ** DIMENSION * exp(-(DIMENSION + 2) * _POWER),
        line(-2 * USERS * _X).eq(-(DIMENSION + 2) * (2 * USERS * _X / (DIMENSION + 2))).at({_X: _LOG_COSH}),
    )
    .eq(
        8 * DIMENSION * exp(-2 * _POWER),
        line(4 * DIMENSION * exp(-2 * _ANY) + 4 * DIMENSION * exp(_ANY) ** DIMENSION * exp(-(DIMENSION + 2) * _ANY))
        .eq(8 * DIMENSION * exp(-2 * _ANY))
        .at({_ANY: _POWER}),
    )
    .crosschecked(
        "the bound of the estimator that is built",
        r"\min_\Delta\{\Delta^2+4dN(\Delta)\cosh(\tfrac\alpha4)^{-2n}\}\le8d\cosh(\tfrac\alpha4)^{-4n/(d+2)}",
        "d = 1, 2, 3; five n and alpha",
        _built,
    ),
    note="8 d cosh(alpha/4)^(-4n/(d+2)), by Delta = 2 sqrt(d) cosh(alpha/4)^(-2n/(d+2)): where the condition fails it is above "
    "2d, and 0 errs by d at most. (67) has a rate of n min{alpha, alpha^2}/(20 d) and 60 d log(6d) users.",
)

CLAIMS = (
    ANY_RADIUS,
    OWN_PROP3I_COSH,
)
