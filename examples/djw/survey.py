"""Randomized response, Warner's survey: privacy, an estimate without bias, its variance and its rate."""

from collections.abc import Iterator
from fractions import Fraction

from sympy import Integer, exp

from lowerbounds.information.channels import response, worst_ratio
from verify.kernel.calculus import integer, line, real
from verify.kernel.prover import Variable
from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements import at_most as claim_at_most
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings


def _ratios(settings: Settings) -> Iterator[Case]:
    """The worst ratio of an answer's probabilities; the second route takes it from the probabilities themselves."""
    for t in map(Fraction, (1.25, 2, 3, 10) if settings.quick else (1.125, 1.25, 1.5, 2, 3, 10, 100)):
        found = worst_ratio(response({0: Fraction(0), 1: Fraction(1)}, t))
        assert found is not None
        yield Case({"e^alpha": str(t)}, found, t, left_again=(t / (1 + t)) / (1 / (1 + t)))


SURVEY_PRIVACY = Claim(
    "djw/survey/privacy",
    "randomized response: privacy",
    Kind.PRIVACY,
    "a bit kept with probability e^alpha/(1 + e^alpha) spends alpha, no less",
    FiniteCheck(
        r"\max_{x,x',z}\frac{q(z\mid x)}{q(z\mid x')}=e^\alpha",
        "e^alpha = 5/4, 2, 3, 10 (full: 7 values)",
        _ratios,
        "==",
    ),
)
ALPHA = real("epsilon", above=0)
THETA, CHANCE = real("theta", least=0, most=1), real("p", least=0, most=1)
KEEP = exp(ALPHA) / (1 + exp(ALPHA))
ONE = THETA * KEEP + (1 - THETA) * (1 - KEEP)
"""The probability of the answer 1."""
SCALE = (exp(ALPHA) + 1) / (exp(ALPHA) - 1)
SURVEY_UNBIASED = Claim(
    "djw/survey/unbiased",
    "randomized response: the estimate",
    Kind.IDENTITY,
    "the share of ones, shifted and scaled, has the mean theta",
    line(SCALE * (ONE - 1 / (1 + exp(ALPHA)))).eq(THETA),
)

N = integer("n", least=1)
_SCALE = real("c", above=1)
SURVEY_VARIANCE = Claim(
    "djw/survey/variance",
    "randomized response: the variance",
    Kind.UPPER_RATE,
    "the error is at most ((e^alpha + 1)/(e^alpha - 1))^2/(4n)",
    line(_SCALE**2 * CHANCE * (1 - CHANCE) / N).le(_SCALE**2 / (4 * N)),
    note="p is the probability of a one, c is (e^alpha + 1)/(e^alpha - 1); the answers are independent.",
)
_SMALL = real("epsilon", above=0, most=1)
SURVEY_RATE = Claim(
    "djw/survey/rate",
    "randomized response: the rate",
    Kind.RATE_ALGEBRA,
    "(e^alpha + 1)/(e^alpha - 1) is at most 3/alpha for alpha up to 1",
    claim_at_most(_SMALL * (exp(_SMALL) + 1), 3 * (exp(_SMALL) - 1), Variable(_SMALL, Integer(0), Integer(1))),
    note="Multiplied out: both sides have a pole at 0. With the variance, 9/(4 n alpha^2).",
)

CLAIMS = (
    SURVEY_PRIVACY,
    SURVEY_UNBIASED,
    SURVEY_VARIANCE,
    SURVEY_RATE,
)
