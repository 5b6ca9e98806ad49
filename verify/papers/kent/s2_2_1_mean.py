"""kent Proposition 3 and Appendix C, (63)-(70): the mean at infinitely many samples."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from math import ceil, isqrt
from typing import Any

import sympy
from flint import arb
from sympy import E, Integer, Rational, exp, log, oo, pi, sqrt

from verify.kernel.calculus import (
    Chain,
    Name,
    at_most,
    because,
    below,
    cite,
    constructor,
    integer,
    let,
    line,
    property_of,
    real,
)
from verify.kernel.calculus.facts.bodies import (
    BALL_ABOVE,
    BALL_BELOW,
    BALL_DIAMETER,
    CUBE_ABOVE,
    CUBE_BELOW,
    CUBE_DIAMETER,
    CUBE_VOLUME,
    SQUARED,
    Squared,
    UnitBall,
    UnitCube,
    VolumeRatio,
)
from verify.kernel.calculus.facts.packings import Covering, LossAt, Packing
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements import at_most as ordered
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.s2_1_general_rates.eq57_lower import BALLS, HALF, INFORMATION, LOSS, SPACE
from verify.papers.kent.s2_1_general_rates.eq57_lower import STEP1 as PACKED
from verify.papers.kent.s2_1_general_rates.eq61_cover_select import UPPER
from verify.papers.kent.s2_1_general_rates.theorem1 import FAR


def _intervals_below(_: Settings) -> Iterator[Case]:
    for k in range(1, 40):
        delta = Fraction(k, 40)
        yield Case({"d": 1, "Delta": str(delta)}, 1 / delta, ceil(1 / delta))


def _intervals_above(_: Settings) -> Iterator[Case]:
    """N <= M <= 2/Delta + 1 for [-1, 1]; the M points -1, ..., 1 are more than Delta apart, so (M - 1) Delta < 2."""
    for k in range(1, 40):
        delta = Fraction(k, 40)
        most = ceil(2 / delta)
        yield Case({"d": 1, "Delta": str(delta)}, ceil(1 / delta), most)
        yield Case({"d": 1, "Delta": str(delta)}, most, 2 / delta + 1)


DIMENSION, _RATE = integer("d", least=1), real("x", above=0)

_BODY = Name("K", "metric space")
Fattened = constructor("Fattened", r"({1} {0} + \mathbb{{B}}_2)")
"""A multiple of a body, and all within 1 of it: Fattened(K, t)."""
BodyIn = property_of("BodyIn", r"{0} \subset \mathbb{{R}}^{{{1}}}\text{{ bounded, with a volume}}")
_IN_SPACE = (BodyIn(_BODY, DIMENSION),)
OWN_VOLUME = Claim(
    "kent/own/volume",
    "behind Appendix C, (63), (64), (68), (72): Wainwright 2019, Lemma 5.7",
    Kind.INEQUALITY,
    "volumes bound covering numbers",
    corrected=AllOf(
        "",
        {
            "from below": line(Covering(_BODY, HALF), given=_IN_SPACE)
            .ge(
                VolumeRatio(_BODY) / HALF**DIMENSION,
                because("The balls of a cover have together at least the volume of the body."),
            )
            .crosschecked(
                "intervals from below",
                r"\tfrac1\Delta\le N(\Delta)",
                "d = 1, Delta = k/40, k = 1..39",
                _intervals_below,
            ),
            "from above": line(Covering(_BODY, HALF), given=_IN_SPACE)
            .le(Packing(_BODY, HALF), cite(PACKED).at({SPACE: _BODY, HALF: HALF / 2}))
            .le(
                VolumeRatio(Fattened(_BODY, 2 / HALF)),
                because(
                    "The balls of radius Delta/2 at the points of a packing are "
                    "disjoint and lie in K + B(Delta/2), which is (Delta/2) "
                    "{(2/Delta) K + B(1)}."
                ),
            )
            .crosschecked(
                "intervals from above",
                r"N(\Delta)\le M(\Delta)\le\tfrac2\Delta+1",
                "d = 1, Delta = k/40, k = 1..39; M by spacing points a little more than Delta apart",
                _intervals_above,
            ),
        },
    ),
)
_Y = sympy.Symbol("y", nonnegative=True)


def _firsts() -> Iterator[Case]:
    for x in (Fraction(1, 2), Fraction(1)):
        yield Case({"x": str(x)}, (as_arb(x) / 3) ** as_arb(x), (1 + as_arb(x)).gamma())
    yield Case({"x": "1"}, Fraction(1), Fraction(1))
    yield Case({"x": "3/2"}, as_arb(Fraction(5, 2)).gamma(), as_arb(Fraction(3, 2)) ** as_arb(Fraction(3, 2)))


def _gamma_at_half(_: Settings) -> Iterator[Case]:
    """d = 1: Gamma(3/2) = sqrt(pi)/2 next to (1/2)^(1/2)."""
    half = as_arb(Fraction(1, 2))
    yield Case({"d": 1, "x": "1/2"}, (1 + half).gamma(), half.sqrt(), left_again=arb.pi().sqrt() / 2)


PROP3_STEP1_GAMMA = Claim(
    "kent/prop3/step1/gamma",
    "Appendix C, proof of Proposition 3, after (63)",
    Kind.INEQUALITY,
    "the Gamma function from above",
    says=r"\Gamma(1+x)\le x^x\ \text{ for all }x>0",
    match=Match.SAME,
    printed=FiniteCheck(r"\Gamma(1+x)\le x^x,\ x>0", "x = 1/2, which is d = 1", _gamma_at_half),
    corrected=AllOf(
        r"(x/3)^x\le\Gamma(1+x)\ (x=\tfrac12,1,\tfrac32,\dots),\quad\Gamma(1+x)\le x^x\ (x=1,\tfrac32,\dots)",
        {
            "the first ones": FiniteCheck(
                r"\text{at }x=\tfrac12,1;\ x=1,\tfrac32", "x = 1/2, 1 and x = 1, 3/2", lambda _: _firsts()
            ),
            "x -> x + 1 from above: (x + 1) x^x <= (x + 1)^(x + 1), with y = 1/x": ordered(
                Integer(0), log(1 + _Y), Variable(_Y, Integer(0), Integer(1))
            ),
            "x -> x + 1 from below: (1 + 1/x)^x <= 3, with y = 1/x": ordered(
                log(1 + _Y), _Y * log(3), Variable(_Y, Integer(0), Integer(2))
            ),
        },
    ),
    correction="it holds for x >= 1, that is d >= 2; at d = 1 the last step of (63) fails and (65) holds by "
    "ceil(1/Delta) < 2/Delta",
    severity=Severity.CONSTANT,
    theorem="kent/prop3/step1",
    note="Proved at the arguments x = d/2 that are used, by induction in steps of 1.",
)

_D, _X, _DELTA = sympy.symbols("d x Delta", positive=True)
_WIDTH = Variable(_DELTA, Integer(0), Integer(1), open_lower=True, open_upper=True)


def _intervals(_: Settings) -> Iterator[Case]:
    """N([-1, 1], Delta) = ceil(1/Delta) next to sqrt(6)/Delta, (18/pi)^(1/2)/Delta being too small at Delta near 1."""
    for k in range(1, 40):
        delta = Fraction(k, 40)
        yield Case({"d": 1, "Delta": str(delta)}, ceil(1 / delta), as_arb(6).sqrt() / as_arb(delta))


PROP3_STEP1_ONE = Claim(
    "kent/prop3/step1/one",
    "Appendix C, proof of Proposition 3, (63), last step, at d = 1",
    Kind.INEQUALITY,
    "the last step of (63) in one dimension",
    says=r"\Big(\frac3\Delta\Big)^d\frac{2^d\,\Gamma(1+d/2)}{\pi^{d/2}}\le\Big(\frac{18d}{\pi\Delta^2}\Big)^{d/2}",
    match=Match.READING,
    differs="at d = 1, one of the dimensions that the step is about",
    printed=ordered(3 / _DELTA, sqrt(18 / pi) / _DELTA, _WIDTH),
    corrected=line(Covering(UnitCube(1), HALF), given=(at_most(HALF, 1),))
    .le(1 / HALF + 1, CUBE_ABOVE(1, HALF))
    .le(2 / HALF)
    .le(sqrt(6) / HALF)
    .crosschecked("intervals", r"\lceil1/\Delta\rceil\le\sqrt6/\Delta", "Delta = k/40, k = 1..39", _intervals),
    correction="at d = 1 the volume ratio is 3/Delta, above (18/(pi Delta^2))^(1/2); use ceil(1/Delta) intervals",
    severity=Severity.CONSTANT,
    theorem="kent/prop3/step1",
    root="kent/prop3/step1/gamma",
)


def _cubes(_: Settings) -> Iterator[Case]:
    for d in range(1, 13):
        volume = 2**d * (1 + as_arb(Fraction(d, 2))).gamma() / arb.pi() ** as_arb(Fraction(d, 2))
        for k in range(1, 20):
            delta = as_arb(Fraction(k, 20))
            # sqrt(d)/Delta = sqrt(400 d/k^2), rounded up exactly.
            side = isqrt(400 * d // k**2)
            side += side**2 * k**2 < 400 * d
            parameters = {"d": d, "Delta": str(Fraction(k, 20))}
            half = as_arb(Fraction(d, 2))
            yield Case(parameters, side**d, (6 * d / delta**2) ** half)
            yield Case(parameters, (d / (5 * delta**2)) ** half, volume / delta**d)


_STIRLING = sqrt(pi * DIMENSION) * (2 * DIMENSION / (pi * E)) ** (DIMENSION / 2) * (1 / HALF) ** DIMENSION
CUBE_FROM_BELOW = (
    line(Covering(UnitCube(DIMENSION), HALF))
    .ge(VolumeRatio(UnitCube(DIMENSION)) * (1 / HALF) ** DIMENSION, CUBE_BELOW(DIMENSION, HALF))
    .ge(_STIRLING, CUBE_VOLUME(DIMENSION))
    .ge((DIMENSION / (5 * HALF**2)) ** (DIMENSION / 2))
)
CUBE_FROM_ABOVE = (
    line(Covering(UnitCube(DIMENSION), HALF), given=(at_most(HALF, 1),))
    .le((sqrt(DIMENSION) / HALF + 1) ** DIMENSION, CUBE_ABOVE(DIMENSION, HALF))
    .le(
        (2 * sqrt(DIMENSION) / HALF) ** DIMENSION,
        line(sqrt(DIMENSION) / HALF + 1, given=(at_most(HALF, 1),)).le(2 * sqrt(DIMENSION) / HALF),
    )
    .le((6 * DIMENSION / HALF**2) ** (DIMENSION / 2))
)
STEP1 = Claim(
    "kent/prop3/step1",
    "Appendix C, proof of Proposition 3, (63)-(65)",
    Kind.INEQUALITY,
    "covering numbers of the cube",
    says=(
        r"\Big(\frac d{5\Delta^2}\Big)^{d/2}\le N(\Delta)\le\Big(\frac{6d}{\Delta^2}\Big)^{d/2}\ \text{ "
        r"for }\Delta\in(0,1)\text{, from }N(\Delta)\le\Big(\frac{18d}{\pi\Delta^2}\Big)^{d/2}\text{ and "
        r"}N(\Delta)\ge\Big(\frac{2d}{3\pi\Delta^2}\Big)^{d/2}"
    ),
    match=Match.READING,
    differs=(
        "(65) alone, its lower half for every Delta > 0 and its upper half at Delta = 1 too; (63) and "
        "(64) are not judged here"
    ),
    printed=AllOf(
        "",
        {
            "from below": CUBE_FROM_BELOW,
            "from above": CUBE_FROM_ABOVE.crosschecked(
                "cubes of side 2 Delta/sqrt(d) from above, the volumes from below",
                r"\lceil\sqrt d/\Delta\rceil^d\le(6d/\Delta^2)^{d/2},\quad\Big(\frac d{5\Delta^2}\Big)^{d/2}\le\frac{2^d\Gamma(1+d/2)}{\pi^{d/2}\Delta^d}",
                "d = 1..12; Delta = k/20, k = 1..19",
                _cubes,
            ),
        },
    ),
    note="From above by a grid, in every dimension; (63) goes by volumes, and fails at d = 1. The lower "
    "bound holds for every Delta > 0, as (66) needs at 2 Delta.",
)
_BALL_FROM_BELOW = line(Covering(UnitBall(DIMENSION), HALF)).ge((1 / HALF) ** DIMENSION, BALL_BELOW(DIMENSION, HALF))
_BALL_FROM_ABOVE = (
    line(Covering(UnitBall(DIMENSION), HALF), given=(at_most(HALF, 1),))
    .le((1 + 2 / HALF) ** DIMENSION, BALL_ABOVE(DIMENSION, HALF))
    .le((3 / HALF) ** DIMENSION, line(1 + 2 / HALF, given=(at_most(HALF, 1),)).le(3 / HALF))
)
STEP2 = Claim(
    "kent/prop3/step2",
    "Appendix C, proof of Proposition 3, (68)",
    Kind.INEQUALITY,
    "covering numbers of the ball",
    says=r"(1/\Delta)^d\le N(\Delta)\le(3/\Delta)^d\ \text{ for }\Delta\in(0,1)",
    match=Match.READING,
    differs="the lower half for every Delta > 0, the upper half at Delta = 1 too",
    printed=AllOf("", {"from below": _BALL_FROM_BELOW, "from above": _BALL_FROM_ABOVE}),
    note="Wainwright 2019, Example 5.8. The lower bound holds for every Delta > 0.",
)
_SLACK = arb(2) ** -30
"""Room for the radius of an enclosure where two links are equal."""


def _chain(parameters: dict[str, object], links: tuple[arb, ...]) -> Iterator[Case]:
    """Each link is at most the next; both divided by the larger, so that small numbers are told apart."""
    for place, (low, high) in enumerate(pairwise(links)):
        yield Case(parameters | {"link": place + 1}, low / high, 1 + _SLACK)


def _cube_chain(_: Settings) -> Iterator[Case]:
    for d in (1, 2, 5, 50):
        for factor in (Fraction(101, 100), Fraction(2), Fraction(10)):
            x = 60 * as_arb(factor) * arb(6 * d).log()
            below = (d / arb(80)) * (-48 * x - arb(16).log() / d).exp()
            above = 6 * d * (-x / 20).exp() + 4 * d * (-d * x / 40).exp()
            links = ((-48 * x).exp() / 1280, below, above, 2 * (-x / 120).exp())
            yield from _chain({"d": d, "x/(60 log(6d))": str(factor)}, links)


BODY_RATE = INFORMATION / 12 / DIMENSION
"""n min(alpha, alpha^2)/d."""
_AT = {_RATE: BODY_RATE}


def far(space: Any, shift: Any, covered: Chain, ends: Chain, at: dict[Any, Any] = _AT) -> Chain:
    """The lower bound with the squared distance at a Delta, and its end."""
    shift = shift.xreplace(at)
    found = FAR.at({SPACE: space, LOSS: Squared(), HALF: shift})
    given = tuple(dict.fromkeys(c.xreplace(at) for c in (*covered.given, *ends.given)))
    return (
        line(found.statement.left, given=given)
        .ge(LossAt(Squared(), shift) / 4, found, covered.at(at))
        .eq(shift**2 / 4, SQUARED(shift))
        .ge(ends.statement.right.xreplace(at), ends.at(at))
    )


def near(space: Any, wide: Any, balls: Any, few: Chain, diameter: Any, ends: Chain, at: dict[Any, Any] = _AT) -> Chain:
    """The upper bound with the squared distance at a Delta, and its end."""
    wide, balls = wide.xreplace(at), balls.xreplace(at)
    found = cite(UPPER).at({SPACE: space, LOSS: Squared(), HALF: wide, BALLS: balls})
    given = tuple(dict.fromkeys(c.xreplace(at) for c in (*few.given, *ends.given)))
    return (
        line(found.statement.left, given=given)
        .le(found.statement.right, found, few.at(at))
        .eq(ends.start.xreplace(at), diameter, SQUARED(wide), SQUARED(diameter.statement.right))
        .le(ends.statement.right.xreplace(at), ends.at(at))
    )


_SHARP = 24 * _RATE + log(4) / DIMENSION
_ENOUGH = exp(24 * DIMENSION * _RATE + 2 * log(2))
_CUBE_NEAR = sqrt(DIMENSION / 20) * exp(-_SHARP)
_CUBE_FAR = (
    line(_ENOUGH)
    .eq((DIMENSION / (5 * (2 * _CUBE_NEAR) ** 2)) ** (DIMENSION / 2))
    .le(Covering(UnitCube(DIMENSION), 2 * _CUBE_NEAR), CUBE_FROM_BELOW.at({HALF: 2 * _CUBE_NEAR}))
)
_CUBE_END = (
    line(_CUBE_NEAR**2 / 4).ge(DIMENSION / 80 * exp(-48 * _RATE - log(16) / DIMENSION)).ge(exp(-48 * _RATE) / 1280)
)
CUBE_LOWER = far(UnitCube(DIMENSION), _CUBE_NEAR, _CUBE_FAR, _CUBE_END)
"""(66)."""
_CUBE_GIVEN = below(60 * log(6 * DIMENSION), _RATE)
_CUBE_WIDE, _CUBE_BALLS = sqrt(6 * DIMENSION) * exp(-_RATE / 40), exp(DIMENSION * _RATE / 40)
_EXPONENT_ANY = real("w")
_NOT_ABOVE_ONE = line(exp(_EXPONENT_ANY), given=(at_most(_EXPONENT_ANY, 0),)).le(1)
_ROOM = log(6 * DIMENSION) / 2 - _RATE / 40
_CUBE_NARROW = (
    line(_CUBE_WIDE, given=(_CUBE_GIVEN,))
    .eq(exp(_ROOM))
    .le(
        1,
        _NOT_ABOVE_ONE.at({_EXPONENT_ANY: _ROOM}),
        line(_ROOM, given=(_CUBE_GIVEN,)).le(0, line(20 * log(6 * DIMENSION), given=(_CUBE_GIVEN,)).le(_RATE)),
    )
)
_CUBE_FEW = (
    line(Covering(UnitCube(DIMENSION), _CUBE_WIDE), given=(_CUBE_GIVEN,))
    .le((6 * DIMENSION / _CUBE_WIDE**2) ** (DIMENSION / 2), CUBE_FROM_ABOVE.at({HALF: _CUBE_WIDE}), _CUBE_NARROW)
    .eq(_CUBE_BALLS)
)
_SIXTH = (
    line(DIMENSION, given=(_CUBE_GIVEN,))
    .eq(exp(log(6 * DIMENSION)) / 6)
    .le(exp(_RATE / 60) / 6, line(60 * log(6 * DIMENSION), given=(_CUBE_GIVEN,)).le(_RATE, _CUBE_GIVEN))
)
_CUBE_ENDS = (
    line(_CUBE_WIDE**2 + 4 * DIMENSION * _CUBE_BALLS * exp(-DIMENSION * _RATE / 20), given=(_CUBE_GIVEN,))
    .eq(6 * DIMENSION * exp(-_RATE / 20) + 4 * DIMENSION * exp(-DIMENSION * _RATE / 40))
    .le(
        6 * DIMENSION * exp(-_RATE / 20) + 4 * DIMENSION * exp(-_RATE / 40),
        line(exp(-DIMENSION * _RATE / 40)).le(exp(-_RATE / 40)),
    )
    .le(exp(-_RATE / 30) + Rational(2, 3) * exp(-_RATE / 120), _SIXTH)
    .le(2 * exp(-_RATE / 120))
)
CUBE_UPPER = near(UnitCube(DIMENSION), _CUBE_WIDE, _CUBE_BALLS, _CUBE_FEW, CUBE_DIAMETER(DIMENSION), _CUBE_ENDS)
"""(67)."""


def _both(
    lower: tuple[str, Chain],
    upper: tuple[str, Chain],
    text: str,
    over: str,
    cases: Callable[[Settings], Iterator[Case]],
) -> AllOf:
    """The bounds from below and above by their numbers in the paper, all bounds on the way compared in numbers."""
    crosscheck = ("all bounds, enclosed", FiniteCheck(text, over, cases, granted=r"2^{-30}\text{ of a side}"))
    return AllOf("", {lower[0]: lower[1], upper[0]: upper[1].beside(crosscheck)})


PROP3I = Claim(
    "kent/prop3i",
    "Section 2.2.1, Proposition 3(i), (13)",
    Kind.LOWER_BOUND,
    "the mean in the cube at infinitely many samples",
    says=(
        r"\text{if }n\min\{\alpha,\alpha^2\}>60d\log(6d)\text{: "
        r"}e^{-Cn\min\{\alpha,\alpha^2\}/d}\lesssim\mathcal{R}_{n,\infty,\alpha}(\theta(\mathcal{P}_d),\lVert\cdot\rVert_2^2)\lesssim "
        r"e^{-cn\min\{\alpha,\alpha^2\}/d}\text{, }C>c>0\text{ absolute}"
    ),
    match=Match.READING,
    differs="C = 48, c = 1/120, with the constants 1/1280 and 2; the lower half without the condition",
    printed=_both(
        ("(66)", CUBE_LOWER),
        ("(67)", CUBE_UPPER),
        r"\tfrac1{1280}e^{-48x}\le\tfrac d{80}e^{-48x-\log16/d}\le6de^{-x/20}+4de^{-dx/40}\le2e^{-x/120}",
        "d = 1, 2, 5, 50; x = 60 log(6d) times 101/100, 2, 10",
        _cube_chain,
    ),
    note="C = 48 and c = 1/120 with constants 1/1280 and 2, uniformly in d.",
)


def _ball_chain(_: Settings) -> Iterator[Case]:
    for d in (1, 2, 5, 50):
        for factor in (Fraction(101, 100), Fraction(2), Fraction(10)):
            x = 60 * as_arb(factor)
            below = (-48 * x - arb(16).log() / d).exp() / 16
            above = 9 * (-x / 15).exp() + 4 * (-d * x / 60).exp()
            yield from _chain(
                {"d": d, "x/60": str(factor)}, ((-48 * x).exp() / 256, below, above, 13 * (-x / 60).exp())
            )


_BALL_NEAR = exp(-_SHARP) / 2
_BALL_FAR = (
    line(_ENOUGH)
    .eq((1 / (2 * _BALL_NEAR)) ** DIMENSION)
    .le(Covering(UnitBall(DIMENSION), 2 * _BALL_NEAR), _BALL_FROM_BELOW.at({HALF: 2 * _BALL_NEAR}))
)
_BALL_END = line(_BALL_NEAR**2 / 4).ge(exp(-48 * _RATE - log(16) / DIMENSION) / 16).ge(exp(-48 * _RATE) / 256)
BALL_LOWER = far(UnitBall(DIMENSION), _BALL_NEAR, _BALL_FAR, _BALL_END)
"""(69)."""
_BALL_GIVEN = below(60, _RATE)
_BALL_WIDE, _BALL_BALLS = 3 * exp(-_RATE / 30), exp(DIMENSION * _RATE / 30)
_BALL_FEW = (
    line(Covering(UnitBall(DIMENSION), _BALL_WIDE), given=(_BALL_GIVEN,))
    .le((3 / _BALL_WIDE) ** DIMENSION, _BALL_FROM_ABOVE.at({HALF: _BALL_WIDE}))
    .eq(_BALL_BALLS)
)
_BALL_ENDS = (
    line(_BALL_WIDE**2 + 4 * _BALL_BALLS * exp(-DIMENSION * _RATE / 20))
    .eq(9 * exp(-_RATE / 15) + 4 * exp(-DIMENSION * _RATE / 60))
    .le(
        9 * exp(-_RATE / 60) + 4 * exp(-_RATE / 60),
        line(exp(-_RATE / 15)).le(exp(-_RATE / 60)),
        line(exp(-DIMENSION * _RATE / 60)).le(exp(-_RATE / 60)),
    )
    .eq(13 * exp(-_RATE / 60))
)
BALL_UPPER = near(UnitBall(DIMENSION), _BALL_WIDE, _BALL_BALLS, _BALL_FEW, BALL_DIAMETER(DIMENSION), _BALL_ENDS)
"""(70)."""
_EXPONENT_BELOW = real("w", below=0)
_BELOW_ONE = line(exp(_EXPONENT_BELOW)).lt(1)


def _less_than_one(width: Any, gap: Any, given: Any, *known: Any) -> Chain:
    """A width below 1, as its logarithm is below 0."""
    return (
        line(width, given=(given,))
        .eq(exp(gap))
        .lt(1, _BELOW_ONE.at({_EXPONENT_BELOW: gap}), line(gap, given=(given,)).lt(0, *known))
    )


_SENT = BODY_RATE * DIMENSION
_LEAST = line(60 * log(6 * DIMENSION), given=(_CUBE_GIVEN,)).lt(_RATE, _CUBE_GIVEN)
_CHOSEN_66, _CHOSEN_67, _CHOSEN_69, _CHOSEN_70 = (
    let(r"\Delta", width.xreplace(_AT)) for width in (_CUBE_NEAR, _CUBE_WIDE, _BALL_NEAR, _BALL_WIDE)
)
_BRACKET = (12 * _SENT + log(2)) / (DIMENSION * (24 * BODY_RATE + log(4) / DIMENSION))
_CUBE_RATE, _BALL_RATE = _CUBE_GIVEN.xreplace(_AT), _BALL_GIVEN.xreplace(_AT)
_SENT_BOUND = exp(-_SENT / 20)
PROP3_STEP3 = Claim(
    "kent/prop3/step3",
    "Appendix C, proof of Proposition 3, (66), (67), (69), (70)",
    Kind.RATE_ALGEBRA,
    "the four choices of Delta",
    says=(
        r"\ell_\infty:\ \Delta=(d/20)^{1/2}e^{-24n\min\{\alpha,\alpha^2\}/d-\log(4)/d}<1,\ "
        r"\Delta=(6d)^{1/2}e^{-n\min\{\alpha,\alpha^2\}/(40d)}<1;\quad\ell_2:\ "
        r"\Delta=2^{-1}e^{-24n\min\{\alpha,\alpha^2\}/d-\log(4)/d}<1,\ "
        r"\Delta=3e^{-n\min\{\alpha,\alpha^2\}/(30d)}<1;\quad1-\frac{12n\min\{\alpha,\alpha^2\}+\log(2)}{d\{24n\min\{\alpha,\alpha^2\}/d+\log(4)/d\}}=\frac12;\quad "
        r"N(\Delta)e^{-n\min\{\alpha,\alpha^2\}/20}\le e^{-n\min\{\alpha,\alpha^2\}[1/20-1/40]},\ \le "
        r"e^{-n\min\{\alpha,\alpha^2\}(1/20-1/30)}"
    ),
    match=Match.READING,
    differs=(
        "each part under the condition that it needs; the bracket as it stands in both displays before the "
        "logarithm of N(2 Delta) is put in, the logarithms as parts of their own, and N(Delta) e^(...) with the sum "
        "of the two exponents"
    ),
    printed=AllOf(
        "",
        {
            "(66): Delta < 1": line(_CHOSEN_66, given=(_CUBE_RATE,)).lt(
                1,
                _less_than_one(
                    _CUBE_NEAR,
                    log(DIMENSION / 20) / 2 - _SHARP,
                    _CUBE_GIVEN,
                    _LEAST,
                ).at(_AT),
            ),
            "(67): Delta < 1": line(_CHOSEN_67, given=(_CUBE_RATE,)).lt(
                1, _less_than_one(_CUBE_WIDE, _ROOM, _CUBE_GIVEN, _LEAST).at(_AT)
            ),
            "(69): Delta < 1": line(_CHOSEN_69).lt(1),
            "(70): Delta < 1": line(_CHOSEN_70, given=(_BALL_RATE,)).lt(
                1, line(_BALL_WIDE, given=(_BALL_GIVEN,)).lt(1).at(_AT)
            ),
            "(66): the logarithm": line(DIMENSION * log(DIMENSION / (20 * _CHOSEN_66**2))).eq(
                2 * DIMENSION * (24 * BODY_RATE + log(4) / DIMENSION)
            ),
            "(69): the logarithm": line(DIMENSION * log(1 / (2 * _CHOSEN_69))).eq(
                DIMENSION * (24 * BODY_RATE + log(4) / DIMENSION)
            ),
            "(66): the bound": line(_CHOSEN_66**2 / 4).eq(DIMENSION / 80 * exp(-48 * BODY_RATE - log(16) / DIMENSION)),
            "(69): the bound": line(_CHOSEN_69**2 / 4).eq(exp(-48 * BODY_RATE - log(16) / DIMENSION) / 16),
            "(70): the bound": line(_CHOSEN_70**2).eq(9 * exp(-BODY_RATE / 15)),
            "the bracket, in (66) and (69)": line(1 - _BRACKET).eq(Rational(1, 2)),
            "(67): what is left": line(Covering(UnitCube(DIMENSION), _CHOSEN_67) * _SENT_BOUND, given=(_CUBE_RATE,))
            .le(exp(_SENT / 40) * _SENT_BOUND, _CUBE_FEW.at(_AT))
            .eq(exp(-_SENT * (Rational(1, 20) - Rational(1, 40)))),
            "(70): what is left": line(Covering(UnitBall(DIMENSION), _CHOSEN_70) * _SENT_BOUND, given=(_BALL_RATE,))
            .le(exp(_SENT / 30) * _SENT_BOUND, _BALL_FEW.at(_AT))
            .eq(exp(-_SENT * (Rational(1, 20) - Rational(1, 30)))),
        },
    ),
    note="(69), (70) print P_d and P_(d,1) where P'_d is meant.",
)
PROP3II = Claim(
    "kent/prop3ii",
    "Section 2.2.1, Proposition 3(ii), (14)",
    Kind.LOWER_BOUND,
    "the mean in the ball at infinitely many samples",
    says=(
        r"\text{if }n\min\{\alpha,\alpha^2\}>60d\text{: "
        r"}e^{-C'n\min\{\alpha,\alpha^2\}/d}\lesssim\mathcal{R}_{n,\infty,\alpha}(\theta(\mathcal{P}'_d),\lVert\cdot\rVert_2^2)\lesssim "
        r"e^{-c'n\min\{\alpha,\alpha^2\}/d}\text{, }C'>c'>0\text{ absolute}"
    ),
    match=Match.READING,
    differs="C' = 48, c' = 1/60, with the constants 1/256 and 13; the lower half without the condition",
    printed=_both(
        ("(69)", BALL_LOWER),
        ("(70)", BALL_UPPER),
        r"\tfrac1{256}e^{-48x}\le\tfrac1{16}e^{-48x-\log16/d}\le9e^{-x/15}+4e^{-dx/60}\le13e^{-x/60}",
        "d = 1, 2, 5, 50; x = 60 times 101/100, 2, 10",
        _ball_chain,
    ),
    note="C' = 48 and c' = 1/60 with constants 1/256 and 13, uniformly in d.",
)
_DIMENSION = Variable(_D, Integer(1), oo)
_INFORMATION = Variable(_X, Integer(60) * log(6), oo, open_lower=True)
"""x = n min{alpha, alpha^2}/d, which the assumptions put above 60 log 6."""


def _one_dimension(_: Settings) -> Iterator[Case]:
    for k in range(1, 40):
        delta = Fraction(k, 40)
        yield Case({"d": 1, "Delta": str(delta)}, 1 / delta, ceil(1 / delta))
        yield Case({"d": 1, "Delta": str(delta)}, ceil(1 / delta), 3 / delta)


CUBE_WITH_DIMENSION = far(
    UnitCube(DIMENSION),
    _CUBE_NEAR,
    _CUBE_FAR,
    line(_CUBE_NEAR**2 / 4)
    .ge(DIMENSION / 80 * exp(-48 * _RATE - log(16) / DIMENSION))
    .ge(DIMENSION * exp(-48 * _RATE) / 1280),
)
"""(66) with its factor d."""

CLAIMS = (
    OWN_VOLUME,
    PROP3_STEP1_GAMMA,
    PROP3_STEP1_ONE,
    STEP1,
    STEP2,
    PROP3_STEP3,
    PROP3I,
    PROP3II,
)
