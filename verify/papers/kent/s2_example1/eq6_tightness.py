"""kent Section 2, Example 1: what its class of laws allows, and where (6) is tight."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from sympy import E, Integer, Min, exp, log, oo, symbols

from lowerbounds.information.laws import FiniteLaw
from verify.kernel.calculus import Supremum, at_most, because, cite, integer, line, minimax_risk, real, words
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, UpToConstant
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings
from verify.papers.at_points import Point, at_points
from verify.papers.kent.appG1_mean_upper.eq118_rate import BEFORE_CAP
from verify.papers.kent.nouns_upper import HIGH as AT_MOST_1
from verify.papers.kent.nouns_upper import USERS as PAIRED
from verify.papers.kent.s2_example1.classes import BOUNDED, PRINTED
from verify.papers.kent.s2_example1.eq6_lower import EXAMPLE1A, HIGH, minimax
from verify.papers.kent.s2_example1.eq7_lower import bayes_risk, powers
from verify.papers.kent.setting import ALPHA, DRAWS, USERS


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
_SEEN = 1 - USERS * DRAWS / _FAR
_EVERY_L = (
    line(_NOTHING)
    .ge(
        _SEEN,
        because(
            "Under (1 - 1/L) delta_0 + (1/L) delta_(+-L), whose means are +-1, all nT samples are 0 with probability "
            "at least 1 - nT/L, and then {(x - 1)^2 + (x + 1)^2}/2 >= 1 for any estimate x."
        ),
    )
    .crosschecked(
        "the Bayes risk when all samples are seen",
        r"\textstyle\sum\frac{2pq}{p+q}=(1-\tfrac1L)^{nT}",
        "L = 10, 100; nT = 1, 2, 3",
        _heavy_points,
        "==",
    )
)
OWN_UNBOUNDED = Claim(
    "kent/own/unbounded",
    "to Section 2, Example 1: the printed class",
    Kind.LOWER_BOUND,
    "on all laws with a mean in [-1, 1] nothing beats the constant 0",
    corrected=AllOf(
        "",
        {
            "every L": _EVERY_L,
            "from below": line(1)
            .le(Supremum(_SEEN, _FAR), because("1 - nT/L tends to 1 as L grows."))
            .le(_NOTHING, _EVERY_L),
            "from above": at_points(
                line(_NOTHING).le(1, because("The constant 0 errs by the squared mean, which is at most 1.")),
                "the error of the constant 0",
                "(1 - 1/L) delta_0 + (1/L) delta_(cL), L = 2, 10, 100, c = 0, 1/2, 1",
                _zeros,
            ),
        },
    ),
)
_EVEN, _TOTAL = 2 * _PAIRS, 2 * _PAIRS * DRAWS * ALPHA**2
_RANGE = (HIGH, at_most(8, _EVEN * ALPHA**2), at_most(DRAWS, exp(_EVEN * ALPHA**2 / 8536)))
_SIGNAL, _GROWS = symbols("x r", positive=True)


EXAMPLE1A_TIGHT = Claim(
    "kent/example1a/tight",
    "Section 2, Example 1, text after (6)",
    Kind.UPPER_RATE,
    "(6) is tight up to logarithms for a range of T",
    says=(
        r"\text{(6), "
        r"}\mathcal{R}_{n,T,\alpha}(\theta(\mathcal{P}),(\cdot)^2)\gtrsim\min\Big\{1,\frac1{nT\alpha^2}\Big\}\text{, "
        r"is tight up to logarithms in a range of }T\text{, not in all of it}"
    ),
    match=Match.READING,
    differs=(
        "tight up to logarithms is read as: the risk is at most a constant times log(nT alpha^2)/(nT "
        "alpha^2); that (6) is not tight for every T is kent/example1b"
    ),
    printed=UpToConstant(
        Integer(1),
        log(_SIGNAL) / _SIGNAL,
        (Variable(_SIGNAL, Integer(1), oo, open_lower=True),),
        family=((_SIGNAL, E * _GROWS),),
        along=_GROWS,
        text=r"\mathcal R_{n,T,\alpha}(\theta(\mathcal P),(\cdot)^2)=1\lesssim\frac{\log(nT\alpha^2)}{nT\alpha^2},\ "
        r"\mathcal P=\{P:\mathbb E_P(X)\in[-1,1]\},\ nT\alpha^2>1",
    ),
    corrected=AllOf(
        "",
        {
            "from below": line(minimax(BOUNDED)).ge(
                Min(1, 1 / (USERS * DRAWS * ALPHA**2)) / 768, cite(EXAMPLE1A, "laws on [-1, 1]")
            ),
            "many samples": line(minimax_risk(BOUNDED, _EVEN, DRAWS, ALPHA), given=_RANGE).le(
                125000 * log(_TOTAL) / _TOTAL,
                BEFORE_CAP.at({PAIRED: _EVEN, AT_MOST_1: ALPHA}),
                line(8, given=_RANGE[1:2]).le(_EVEN * ALPHA**2).le(_TOTAL),
            ),
            "one sample": line(_SINGLE, given=(HIGH,))
            .le(
                1 / USERS + 8 / (USERS * ALPHA**2),
                words(
                    "The mean of the users' numbers with Laplace noise of scale 2/alpha on each is private, has no bias and "
                    "has at most the variance {1 + 2 (2/alpha)^2}/n.",
                    at_most(_SINGLE, 1 / USERS + 8 / (USERS * ALPHA**2)),
                ),
            )
            .le(9 / (USERS * ALPHA**2)),
        },
    ),
    correction=(
        "for the laws on [-1, 1], as in (12): Example 1 does not bound the support, and on all laws with "
        "a mean in [-1, 1] the risk is 1 whatever n, T and alpha are (kent/own/unbounded)"
    ),
    severity=Severity.CONDITION,
    theorem="kent/example1a",
    note=(
        "x is n T alpha^2. The range of T is that of kent/eq119, which has the constants. At T = 1 by the"
        " Laplace mechanism."
    ),
)

CLAIMS = (
    OWN_UNBOUNDED,
    EXAMPLE1A_TIGHT,
)
