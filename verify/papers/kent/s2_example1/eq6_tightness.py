"""kent Section 2, Example 1: what its class of laws allows, and where (6) is tight."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from sympy import Min, exp, log

from lowerbounds.information.laws import FiniteLaw
from verify.calculus import Supremum, at_most, by, calc, cite, integer, minimax_risk, real, words
from verify.papers.at_points import Point, at_points
from verify.papers.kent.appG1_mean_upper.eq118_rate import BEFORE_CAP
from verify.papers.kent.nouns_upper import HIGH as AT_MOST_1
from verify.papers.kent.nouns_upper import USERS as PAIRED
from verify.papers.kent.s2_example1.classes import BOUNDED, PRINTED
from verify.papers.kent.s2_example1.eq6_lower import EXAMPLE1A, HIGH, minimax
from verify.papers.kent.s2_example1.eq7_lower import bayes_risk, powers
from verify.papers.kent.setting import ALPHA, DRAWS, USERS
from verify.statements import AllOf, Case
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings


def _heavy_points(_: Settings) -> Iterator[Case]:
    """The Bayes risk between the means -1 and 1 when all samples are seen: the probability that all are 0."""
    for scale in (Fraction(10), Fraction(100)):
        for samples in (1, 2, 3):
            laws = [FiniteLaw.of({0: 1 - 1 / scale, sign: 1 / scale}) for sign in (-1, 1)]
            risk = bayes_risk(powers(laws[0], samples), powers(laws[1], samples), Fraction(2))
            yield Case({"n T": samples, "L": str(scale)}, risk, (1 - 1 / scale) ** samples)


def _zeros() -> Iterator[Point]:
    """The squared error of the constant 0, of laws with a heavy point: n, T and alpha don't count."""
    for scale, share in product((2, 10, 100), (Fraction(0), Fraction(1, 2), Fraction(1))):
        law = {Fraction(0): 1 - Fraction(1, scale), share * scale: Fraction(1, scale)}
        yield {_FAR: Fraction(scale)}, sum(x * mass for x, mass in law.items()) ** 2


_FAR, _PAIRS = real("L", least=1), integer("h", least=1)
_NOTHING, _SINGLE = minimax(PRINTED), minimax_risk(BOUNDED, USERS, 1, ALPHA)
_EVEN, _TOTAL = 2 * _PAIRS, 2 * _PAIRS * DRAWS * ALPHA**2
_RANGE = (HIGH, at_most(8, _EVEN * ALPHA**2), at_most(DRAWS, exp(_EVEN * ALPHA**2 / 8536)))
_SEEN = 1 - USERS * DRAWS / _FAR
_EVERY_L = calc(
    _NOTHING, ">=", _SEEN,
    by(words(
        "Under (1 - 1/L) delta_0 + (1/L) delta_(+-L), whose means are +-1, all nT samples are 0 with probability "
        "at least 1 - nT/L, and then {(x - 1)^2 + (x + 1)^2}/2 >= 1 for any estimate x.",
        at_most(_SEEN, _NOTHING),
    )),
).crosschecked(
    "the Bayes risk when all samples are seen", r"\textstyle\sum\frac{2pq}{p+q}=(1-\tfrac1L)^{nT}",
    "L = 10, 100; nT = 1, 2, 3", _heavy_points, "==",
)  # fmt: skip

CLAIMS = (
    Claim(
        "kent/own/unbounded",
        "to Section 2, Example 1: the printed class",
        Kind.LOWER_BOUND,
        "on all laws with a mean in [-1, 1] nothing beats the constant 0",
        corrected=AllOf("", {
            "every L": _EVERY_L,
            "from below": calc(
                1, "<=", Supremum(_SEEN, _FAR),
                by(words("1 - nT/L tends to 1 as L grows.", at_most(1, Supremum(_SEEN, _FAR)))),
                "<=", _NOTHING, by(_EVERY_L),
            ),
            "from above": at_points(
                calc(
                    _NOTHING, "<=", 1,
                    by(words("The constant 0 errs by the squared mean, which is at most 1.", at_most(_NOTHING, 1))),
                ), "the error of the constant 0", "(1 - 1/L) delta_0 + (1/L) delta_(cL), L = 2, 10, 100, c = 0, 1/2, 1", _zeros,
            ),
        }),
    ),
    Claim(
        "kent/example1a/tight",
        "Section 2, Example 1, text after (6)",
        Kind.UPPER_RATE,
        "(6) is tight up to logarithms for a range of T",
        AllOf("", {
            "from below": calc(
                minimax(BOUNDED), ">=", Min(1, 1/(USERS*DRAWS*ALPHA**2))/768, by(cite(EXAMPLE1A, "laws on [-1, 1]")),
            ),
            "many samples": calc(
                minimax_risk(BOUNDED, _EVEN, DRAWS, ALPHA), "<=", 125000*log(_TOTAL)/_TOTAL,
                by(BEFORE_CAP.at({PAIRED: _EVEN, AT_MOST_1: ALPHA}),
                   calc(8, "<=", _EVEN*ALPHA**2, "<=", _TOTAL, given=_RANGE[1:2])),
                given=_RANGE,
            ),
            "one sample": calc(
                _SINGLE, "<=", 1/USERS + 8/(USERS*ALPHA**2),
                by(words(
                    "The mean of the users' numbers with Laplace noise of scale 2/alpha on each is private, has no bias and "
                    "has at most the variance {1 + 2 (2/alpha)^2}/n.",
                    at_most(_SINGLE, 1/USERS + 8/(USERS*ALPHA**2)),
                )),
                "<=", 9/(USERS*ALPHA**2), given=(HIGH,),
            ),
        }),
        note=(
            "The class is that of (12), the laws on [-1, 1], for which Section 3 has the upper bound; (6) holds "
            "for it. The range of T is that of kent/eq119, which has the constants. Example 1 leaves the support "
            "out: on all laws with a mean in [-1, 1] see kent/own/unbounded. At T = 1 by the Laplace mechanism."
        ),
    ),
)  # fmt: skip
